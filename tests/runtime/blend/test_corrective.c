/* Correctives: nothing changes at neutral places, examples are met exactly, handles drive their axes, damaged bytes. */
#include "runtime/blend/blend.h"
#include "tests/testing.h"

#include <math.h>

enum { UPPER, LOWER, BICEPS, HANDLES };

/* The angle of the forearm from its upper arm bulges the biceps: nothing at 0, a move, a turn and a stretch at 1.5. A
 * second axis is the game's. */
static vv_corrective *make_corrective(const vv_allocator *allocator, vv_result *result)
{
    double places[] = {0.0, 0.0, 1.5, 0.0, 0.0, 1.0};
    vv_field_def field_def = {.axis_count = 2, .example_count = 3, .examples = places};
    vv_field *field = NULL;
    assert_int_equal(vv_field_create(&field_def, NULL, &field, NULL), VV_OK);
    vv_handle_pose turns[3 * HANDLES];
    for (uint32_t i = 0; i < 3 * HANDLES; i++)
        turns[i] = vv_handle_pose_identity();
    turns[HANDLES + BICEPS] = (vv_handle_pose){{0.3f, 0.1f}, 0.2f, 1.5f, 0.1f, 0.8f};
    turns[2 * HANDLES + LOWER].translation = (vv_vec2){0.0f, 0.25f};
    uint32_t handles[2] = {LOWER, VV_NONE}, bases[2] = {UPPER, VV_NONE};
    vv_corrective_def def = {HANDLES, field, handles, bases, turns};
    vv_corrective *corrective = NULL;
    vv_result made = vv_corrective_create(&def, allocator, &corrective, NULL);
    vv_field_destroy(field, NULL);
    if (result)
        *result = made;
    else
        assert_int_equal(made, VV_OK);
    return corrective;
}

static void same_turn(vv_handle_pose a, vv_handle_pose b)
{
    assert_true(fabsf(a.translation.x - b.translation.x) < 1e-6f && fabsf(a.translation.y - b.translation.y) < 1e-6f);
    assert_true(fabsf(a.angle - b.angle) < 2e-6f && fabsf(a.xx - b.xx) < 2e-6f);
    assert_true(fabsf(a.xy - b.xy) < 2e-6f && fabsf(a.yy - b.yy) < 2e-6f);
}

static void a_straight_arm_is_left_alone(void **state)
{
    (void)state;
    vv_corrective *c = make_corrective(NULL, NULL);
    vv_handle_pose pose[HANDLES], before[HANDLES];
    for (uint32_t j = 0; j < HANDLES; j++) /* turned as a whole: the elbow is straight */
        before[j] = pose[j] = (vv_handle_pose){{0.1f * (float)j, 1.0f}, 0.9f, 1.1f, 0.2f, 0.9f};
    vv_corrective_apply(c, NULL, pose);
    for (uint32_t j = 0; j < HANDLES; j++)
        same_turn(pose[j], before[j]);
    vv_corrective_destroy(c, NULL);
}

/* The corrected transform is the pose's own after the change, R(a) S · R(c) C where C and S commute with what lies
 * between. */
static void a_bent_arm_gets_its_example(void **state)
{
    (void)state;
    vv_corrective *c = make_corrective(NULL, NULL);
    vv_handle_pose pose[HANDLES];
    for (uint32_t j = 0; j < HANDLES; j++)
        pose[j] = vv_handle_pose_identity();
    pose[UPPER].angle = 3.0f;
    pose[LOWER].angle = 4.5f - 2.0f * VV_PI; /* the elbow's angle is counted round */
    pose[BICEPS].angle = 0.5f * VV_PI;
    pose[BICEPS].translation = (vv_vec2){1.0f, 0.0f};
    float at[2];
    vv_corrective_place(c, pose, NULL, at);
    assert_true(fabsf(at[0] - 1.5f) < 1e-6f && at[1] == 0.0f);
    vv_corrective_apply(c, NULL, pose);
    same_turn(pose[BICEPS], (vv_handle_pose){{1.0f - 0.1f, 0.3f}, 0.5f * VV_PI + 0.2f, 1.5f, 0.1f, 0.8f});
    same_turn(pose[LOWER], (vv_handle_pose){{0.0f, 0.0f}, 4.5f - 2.0f * VV_PI, 1.0f, 0.0f, 1.0f});
    vv_corrective_destroy(c, NULL);
}

static void the_game_drives_what_no_handle_does(void **state)
{
    (void)state;
    vv_corrective *c = make_corrective(NULL, NULL);
    vv_handle_pose pose[HANDLES];
    for (uint32_t j = 0; j < HANDLES; j++)
        pose[j] = vv_handle_pose_identity();
    float game[2] = {99.0f, 0.5f}, at[2]; /* the first is the elbow's */
    vv_corrective_place(c, pose, game, at);
    assert_true(at[0] == 0.0f && at[1] == 0.5f);
    vv_corrective_apply(c, game, pose);
    float weights[3];
    vv_field_weights(vv_corrective_field(c), at, weights);
    assert_true(fabsf(pose[LOWER].translation.y - 0.25f * weights[2]) < 1e-6f && weights[2] > 0.2f);
    vv_corrective_destroy(c, NULL);
}

/* Stretched twice: the linear parts multiply. */
static void stretches_multiply(void **state)
{
    (void)state;
    vv_corrective *c = make_corrective(NULL, NULL);
    vv_handle_pose pose[HANDLES];
    for (uint32_t j = 0; j < HANDLES; j++)
        pose[j] = vv_handle_pose_identity();
    pose[LOWER].angle = 1.5f;
    pose[BICEPS] = (vv_handle_pose){{0.0f, 0.0f}, 0.3f, 1.2f, -0.3f, 0.7f};
    vv_corrective_apply(c, NULL, pose);
    vv_handle_pose p = pose[BICEPS];
    vv_mat2 got = vv_polar2_compose((vv_polar2){p.angle, p.xx, p.xy, p.yy});
    vv_mat2 S = {1.2f, -0.3f, -0.3f, 0.7f}, C = {1.5f, 0.1f, 0.1f, 0.8f};
    vv_mat2 wanted = vv_mat2_multiply(vv_mat2_rotation(0.5f), vv_mat2_multiply(S, C));
    assert_true(fabsf(got.xx - wanted.xx) < 1e-5f && fabsf(got.xy - wanted.xy) < 1e-5f);
    assert_true(fabsf(got.yx - wanted.yx) < 1e-5f && fabsf(got.yy - wanted.yy) < 1e-5f);
    vv_corrective_destroy(c, NULL);
}

static void bad_input_is_refused(void **state)
{
    (void)state;
    double places[] = {0.0, 1.0};
    vv_field_def field_def = {.axis_count = 1, .example_count = 2, .examples = places};
    vv_field *field = NULL;
    assert_int_equal(vv_field_create(&field_def, NULL, &field, NULL), VV_OK);
    vv_handle_pose turns[2] = {vv_handle_pose_identity(), vv_handle_pose_identity()};
    uint32_t handle = 0, base = VV_NONE;
    vv_corrective_def good = {1, field, &handle, &base, turns}, def = good;
    vv_corrective *c = NULL;
    def.handle_count = 0;
    assert_int_equal(vv_corrective_create(&def, NULL, &c, NULL), VV_ERROR_LIMIT);
    def.handle_count = VV_RIG_MAX_HANDLES + 1;
    assert_int_equal(vv_corrective_create(&def, NULL, &c, NULL), VV_ERROR_LIMIT);
    handle = 1;
    assert_int_equal(vv_corrective_create(&good, NULL, &c, NULL), VV_ERROR_ARGUMENT);
    handle = 0, base = 7;
    assert_int_equal(vv_corrective_create(&good, NULL, &c, NULL), VV_ERROR_ARGUMENT);
    base = VV_NONE, turns[1].xy = INFINITY;
    assert_int_equal(vv_corrective_create(&good, NULL, &c, NULL), VV_ERROR_ARGUMENT);
    assert_null(c);
    vv_field_destroy(field, NULL);
    vv_counting counting = {.fail_at = 1};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_result result = VV_OK;
    assert_null(make_corrective(&allocator, &result));
    assert_int_equal(result, VV_ERROR_MEMORY);
    vv_corrective_destroy(make_corrective(&allocator, NULL), &allocator);
    assert_int_equal(counting.used, 0);
}

static void damaged_bytes_never_harm(void **state)
{
    (void)state;
    vv_corrective *c = make_corrective(NULL, NULL);
    size_t bytes = vvi_corrective_bytes(c), refused = 0;
    unsigned char *copy = aligned_alloc(64, (bytes + 63) / 64 * 64);
    for (size_t length = 0; length < bytes; length++) {
        memcpy(copy, c, length);
        assert_int_not_equal(vvi_corrective_verify(copy, length, NULL), VV_OK);
    }
    memcpy(copy, c, bytes);
    assert_int_equal(vvi_corrective_verify(copy, bytes, NULL), VV_OK);
    assert_int_equal(vvi_corrective_verify(copy + 1, bytes - 1, NULL), VV_ERROR_ARGUMENT);
    const unsigned char masks[] = {0x01, 0x80, 0xff, 0x10};
    for (size_t k = 0; k < bytes * sizeof masks; k++) {
        vv_handle_pose pose[HANDLES] = {vv_handle_pose_identity(), vv_handle_pose_identity(),
                                        vv_handle_pose_identity()};
        memcpy(copy, c, bytes);
        copy[k / sizeof masks] ^= masks[k % sizeof masks];
        if (vvi_corrective_verify(copy, bytes, NULL) != VV_OK)
            refused++;
        else
            vv_corrective_apply((const vv_corrective *)(void *)copy, NULL, pose);
    }
    assert_true(refused > 64);
    free(copy);
    vv_corrective_destroy(c, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_straight_arm_is_left_alone),
        cmocka_unit_test(a_bent_arm_gets_its_example),
        cmocka_unit_test(the_game_drives_what_no_handle_does),
        cmocka_unit_test(stretches_multiply),
        cmocka_unit_test(bad_input_is_refused),
        cmocka_unit_test(damaged_bytes_never_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
