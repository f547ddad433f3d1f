/* Puppets where things meet their edges: examples named twice, wants beyond all measure, paths that begin again,
 * puppets that are turned round under those that follow them, and states saved while a key of scale meets
 * examples. */
#include "tests/runtime/stage/puppet_actors.h"

/* As it was drawn, and with its upper corners turned and moved apart. */
static box box_with_examples(void)
{
    vv_handle_pose turns[2][5];
    for (int e = 0; e < 2; e++)
        for (int j = 0; j < 5; j++)
            turns[e][j] = vv_handle_pose_identity();
    for (int j = 2; j < 4; j++) {
        turns[1][j].angle = j == 2 ? 0.6f : -0.6f;
        turns[1][j].translation = (vv_vec2){j == 2 ? -0.4f : 0.4f, 0.2f};
    }
    return box_make_examples(1.0f, 1.0f, 6, 6, 2, &turns[0][0]);
}

static void test_an_example_is_named_once(void **state)
{
    (void)state;
    const uint32_t attractions[5] = {1, 0, 1, 0, 1};
    box b = box_with_examples();
    vv_stage *stage = stage_make();
    vv_actor_def def = puppet_def(&b, 0.0f, 2.0f);
    vv_actor id;
    vv_error error = {0};
    def.attractions = attractions;
    for (def.attraction_count = 3; def.attraction_count < 6; def.attraction_count++) {
        assert_int_equal(vv_stage_add_actor(stage, &def, &id, &error), VV_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, "attraction 2"));
    }
    def.attraction_count = 2;
    id = add(stage, &def);
    vv_stage_step(stage, 0.02f);
    vv_stage_destroy(stage);
    box_free(&b);
}

/* What a solver finds out once, in whichever step first needs it, must not change that step. */
static void test_a_soft_scale_beside_examples_goes_on_as_it_would_have(void **state)
{
    (void)state;
    const uint32_t attractions[1] = {1};
    box b = box_with_examples();
    vv_stage *stages[2] = {stage_make(), stage_make()};
    vv_actor_def def = puppet_def(&b, 0.0f, 50.0f);
    def.attractions = attractions;
    def.attraction_count = 1;
    vv_actor ids[2] = {add(stages[0], &def), add(stages[1], &def)};
    vv_stage_set_handle_target(stages[0], ids[0], 4, VV_CHANNEL_SCALE,
                               (vv_handle_target){.value = {1.5f, 0.7f}, .strength = 0.4f});
    for (int i = 0; i < 12; i++) {
        size_t count = vv_stage_save_bytes(stages[0]);
        void *bytes = malloc(count);
        vv_stage_save(stages[0], bytes, count);
        vv_stage_step(stages[0], 0.02f);
        if (i == 6) {
            assert_int_equal(vv_stage_restore(stages[1], bytes, count, NULL), VV_OK);
            vv_stage_step(stages[1], 0.02f);
            assert_true(vv_stage_hash(stages[0]) == vv_stage_hash(stages[1]));
        }
        free(bytes);
    }
    for (int i = 0; i < 2; i++)
        vv_stage_destroy(stages[i]);
    box_free(&b);
}

/* From the end of an open path it goes to the beginning, and no further. */
static void test_a_path_that_begins_again_throws_nobody_about(void **state)
{
    (void)state;
    const vv_vec2 points[2] = {{0.0f, 1.0f}, {1.0f, 1.0f}};
    box b = box_make(1.0f, 1.0f, 6, 6);
    vv_stage *stage = stage_make();
    vv_stage_set_gravity(stage, (vv_vec2){0.0f, 0.0f});
    vv_follow follow = vv_default_follow();
    follow.kind = VV_FOLLOW_PATH;
    follow.handle = 4;
    follow.strength = 0.6f;
    follow.path = (vv_follow_path){.point_count = 2, .points = points, .seconds = 0.9995f, .loop = true};
    vv_actor_def def = puppet_def(&b, 0.0f, 0.5f);
    def.follows = &follow;
    def.follow_count = 1;
    vv_actor id = add(stage, &def);
    for (int i = 0; i < 60; i++) {
        vv_affine pose[5];
        vv_stage_step(stage, 0.02f);
        vv_stage_pose(stage, id, pose);
        vv_vec2 at = vv_affine_apply(pose[4], (vv_vec2){0.0f, 0.5f});
        assert_true(at.x > -0.5f && at.x < 1.5f && fabsf(at.y - 1.0f) < 0.2f);
    }
    vv_stage_destroy(stage);
    box_free(&b);
}

static bool has_failed(const vv_stage *stage)
{
    uint32_t count;
    const vv_event *events = vv_stage_events(stage, &count);
    for (uint32_t i = 0; i < count; i++)
        if (events[i].kind == VV_EVENT_STEP_FAILED)
            return true;
    return false;
}

/* A hand may want much, but what no step could do is refused when it is said. */
static void test_a_hand_is_refused_or_obeyed(void **state)
{
    (void)state;
    static const float numbers[] = {1e31f, 1e25f, 1e13f, 1e7f, 1e6f, 1e3f};
    box b = box_make(1.0f, 1.0f, 6, 6);
    uint32_t taken = 0;
    for (uint32_t i = 0; i < 6 * VV_CHANNEL_COUNT * 4; i++) {
        vv_stage *stage = stage_make();
        vv_actor_def def = puppet_def(&b, 0.0f, 2.0f);
        vv_actor id = add(stage, &def);
        vv_handle_channel channel = (vv_handle_channel)(i % VV_CHANNEL_COUNT);
        float number = numbers[i / VV_CHANNEL_COUNT % 6], one = channel == VV_CHANNEL_SCALE ? 1.0f : 0.0f;
        bool of_rate = i / (VV_CHANNEL_COUNT * 6) % 2, soft = i / (VV_CHANNEL_COUNT * 12);
        vv_handle_target aim = {.value = {one, one}, .strength = soft ? 0.5f : 1.0f};
        (of_rate ? aim.rate : aim.value)[0] = number;
        if (channel == VV_CHANNEL_SCALE && !of_rate && number >= 1e3f)
            aim.value[0] = 1.0f / number;
        bool heard = vv_stage_set_handle_target(stage, id, 4, channel, aim);
        taken += heard;
        for (int k = 0; k < 3 && heard; k++) {
            vv_stage_step(stage, 0.02f);
            if (has_failed(stage))
                fail_msg("channel %d, %s %g, %s", (int)channel, of_rate ? "rate" : "value", (double)number,
                         soft ? "soft" : "exact");
        }
        vv_stage_destroy(stage);
    }
    assert_true(taken > 10);
    box_free(&b);
}

/* One that is put elsewhere, and turned, has not moved there: who follows it closes its gap, and sees no speed. */
static void test_who_follows_a_puppet_that_is_turned_is_not_flung(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 6, 6);
    vv_stage *stage = stage_make();
    vv_stage_set_gravity(stage, (vv_vec2){0.0f, 0.0f});
    vv_actor_def def = puppet_def(&b, 0.0f, 0.0f);
    vv_actor leader = add(stage, &def);
    vv_follow follow = vv_default_follow();
    follow.kind = VV_FOLLOW_HANDLE;
    follow.actor = leader;
    follow.handle = follow.other = 4;
    follow.strength = 0.5f;
    def.follows = &follow;
    def.follow_count = 1;
    def.position.x = 3.0f;
    vv_actor id = add(stage, &def);
    for (int i = 0; i < 3; i++)
        vv_stage_step(stage, 0.02f);
    /* About its centre, where the handle is too: what is wanted of the other goes round it by 1 radian. */
    assert_true(vv_stage_teleport(stage, leader, (vv_vec2){0.0f, 0.5f}, 1.0f));
    vv_stage_step(stage, 0.02f);
    vv_affine pose[5];
    vv_stage_step(stage, 0.019f);
    vv_stage_pose(stage, id, pose);
    vv_vec2 at = vv_affine_apply(pose[4], (vv_vec2){0.0f, 0.5f});
    vv_vec2 gone = {at.x - 3.0f, at.y - 0.5f}, gap = {3.0f * (cosf(1.0f) - 1.0f), 3.0f * sinf(1.0f)};
    float across = (gone.x * gap.y - gone.y * gap.x) / vv_vec2_dot(gap, gap), along = vv_vec2_dot(gone, gap);
    assert_true(along > 0.3f * vv_vec2_dot(gap, gap) && along < 0.6f * vv_vec2_dot(gap, gap));
    assert_true(fabsf(across) < 0.02f);
    vv_stage_destroy(stage);
    box_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_example_is_named_once),
        cmocka_unit_test(test_a_soft_scale_beside_examples_goes_on_as_it_would_have),
        cmocka_unit_test(test_a_path_that_begins_again_throws_nobody_about),
        cmocka_unit_test(test_a_hand_is_refused_or_obeyed),
        cmocka_unit_test(test_who_follows_a_puppet_that_is_turned_is_not_flung),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
