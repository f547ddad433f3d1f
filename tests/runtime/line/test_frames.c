/* Frames: poses come back at their times and half way between, bytes verify, damage is told. */
#include "runtime/line/line.h"
#include "tests/testing.h"

#include <string.h>

#define FRAMES 5u

typedef struct sample {
    vv_skeleton *skeleton;
    vv_quat turns[FRAMES * 3];
    vv_vec3 moves[FRAMES * 3];
    vv_pose_sequence *frames;
} sample;

static vv_quat about_z(float angle) { return vv_quat_from_axis_angle((vv_vec3){0.0f, 0.0f, 1.0f}, angle); }

static void make(sample *s)
{
    const vv_quat none = vv_quat_identity();
    const vv_joint joints[] = {{"root", VV_NONE, {0.0f, 1.0f, 0.0f}, none},
                               {"arm", 0, {0.0f, 0.5f, 0.0f}, none},
                               {"hand", 1, {0.0f, 0.5f, 0.0f}, none}};
    assert_int_equal(vv_skeleton_create(3, joints, NULL, &s->skeleton, NULL), VV_OK);
    for (uint32_t f = 0; f < FRAMES; f++)
        for (uint32_t j = 0; j < 3; j++) {
            s->turns[3 * f + j] = about_z(0.1f * (float)f * (float)(j + 1));
            s->moves[3 * f + j] = (vv_vec3){0.01f * (float)f, joints[j].translation.y, 0.0f};
        }
    assert_int_equal(vv_pose_sequence_create(s->skeleton, 10.0f, FRAMES, s->turns, s->moves, NULL, &s->frames, NULL),
                     VV_OK);
}

static void unmake(sample *s)
{
    vv_pose_sequence_destroy(s->frames, NULL);
    vv_skeleton_destroy(s->skeleton, NULL);
}

static void poses_come_back(void **state)
{
    (void)state;
    sample s;
    make(&s);
    vv_quat turns[3];
    vv_vec3 moves[3];
    vv_affine3 globals[3], expected[3];
    vv_pose_sequence_sample(s.frames, 0.25, turns, moves, globals);
    for (uint32_t j = 0; j < 3; j++) /* half way between the second and the third */
        assert_float_equal(vv_quat_dot(turns[j], about_z(0.25f * (float)(j + 1))), 1.0f, 1e-6f);
    assert_float_equal(moves[1].x, 0.025f, 1e-6f);
    vv_skeleton_globals(s.skeleton, turns, moves, expected);
    for (uint32_t j = 0; j < 3; j++) {
        assert_float_equal(globals[j].translation.x, expected[j].translation.x, 1e-6f);
        assert_float_equal(globals[j].translation.y, expected[j].translation.y, 1e-6f);
    }
    const double outside[] = {-3.0, 0.0, 0.4, 9.0};
    for (uint32_t i = 0; i < 4; i++) {
        vv_pose_sequence_sample(s.frames, outside[i], turns, moves, NULL);
        assert_memory_equal(turns, s.turns + (i < 2 ? 0 : 3 * (FRAMES - 1)), sizeof turns);
    }
    unmake(&s);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    sample s;
    make(&s);
    vv_pose_sequence *none = NULL;
    assert_int_equal(vv_pose_sequence_create(s.skeleton, 10.0f, 0, s.turns, s.moves, NULL, &none, NULL),
                     VV_ERROR_ARGUMENT);
    assert_int_equal(vv_pose_sequence_create(s.skeleton, NAN, 1, s.turns, s.moves, NULL, &none, NULL),
                     VV_ERROR_ARGUMENT);
    s.moves[4].y = NAN;
    assert_int_equal(vv_pose_sequence_create(s.skeleton, 10.0f, FRAMES, s.turns, s.moves, NULL, &none, NULL),
                     VV_ERROR_ARGUMENT);
    s.moves[4].y = 0.0f;
    s.turns[7].w = 3.0f;
    assert_int_equal(vv_pose_sequence_create(s.skeleton, 10.0f, FRAMES, s.turns, s.moves, NULL, &none, NULL),
                     VV_ERROR_ARGUMENT);
    vv_counting counting = {.fail_at = 1};
    vv_allocator allocator = vv_counting_allocator(&counting);
    assert_int_equal(vv_pose_sequence_create(s.skeleton, 10.0f, 1, s.turns, s.moves, &allocator, &none, NULL),
                     VV_ERROR_MEMORY);
    assert_null(none);
    unmake(&s);
}

/* Every byte turned over is refused, or is one of the numbers of a pose. */
static void damage_is_told_or_harmless(void **state)
{
    (void)state;
    sample s;
    make(&s);
    size_t bytes = vvi_pose_sequence_bytes(s.frames);
    unsigned char *copy = vvi_allocate(NULL, bytes, 1);
    assert_int_equal(vvi_pose_sequence_verify(s.frames, bytes, NULL), VV_OK);
    for (size_t n = 0; n < bytes; n += 16)
        assert_true(vvi_pose_sequence_verify(s.frames, n, NULL) != VV_OK);
    uint32_t told = 0;
    for (size_t i = 0; i < bytes; i++) {
        memcpy(copy, s.frames, bytes);
        copy[i] ^= 0x40;
        vv_quat turns[3];
        vv_vec3 moves[3];
        if (vvi_pose_sequence_verify(copy, bytes, NULL) != VV_OK)
            told++;
        else
            vv_pose_sequence_sample((const vv_pose_sequence *)(const void *)copy, 0.17, turns, moves, NULL);
    }
    assert_true(told > 64);
    vvi_release(NULL, copy, bytes, 1);
    unmake(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poses_come_back),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(damage_is_told_or_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
