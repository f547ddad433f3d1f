/* What a stage takes: little when it is empty, and a bounded amount for each actor; how it grew changes nothing. */
#include "tests/runtime/stage/scenes.h"

enum { KILOBYTE = 1024, CRATES = 24 };

static vv_stage *make_counted(vv_counting *counting, uint32_t max_contacts)
{
    vv_stage_def def = vv_default_stage_def();
    vv_stage *stage = NULL;
    vv_allocator allocator = vv_counting_allocator(counting);
    def.max_contacts = max_contacts;
    assert_int_equal(vv_stage_create(&def, &allocator, &stage, NULL), VV_OK);
    return stage;
}

static void an_empty_stage_is_small(void **state)
{
    (void)state;
    vv_counting counting = {0};
    vv_stage *stage = make_counted(&counting, 0);
    assert_in_range(counting.used, 1, 256 * KILOBYTE);
    vv_stage_destroy(stage);
    assert_int_equal(counting.used, 0);
}

/* The first brings what all share, the others room for contact: up to eight pairs each. */
static void an_actor_takes_at_most_48_kilobytes(void **state)
{
    (void)state;
    vv_counting counting = {0};
    vv_stage *stage = make_counted(&counting, 0);
    body b = body_crate(1.0f, 17); /* 324 vertices */
    vv_actor_def def = actor_of(&b);
    size_t empty = counting.used;
    add_actor(stage, &def);
    assert_in_range(counting.used - empty, 1, 48 * KILOBYTE);
    for (uint32_t i = 1; i < stage->def.max_actors; i++)
        add_actor(stage, &def);
    assert_in_range((counting.used - empty) / stage->def.max_actors, 1, 48 * KILOBYTE);
    vv_stage_destroy(stage);
    body_free(&b);
}

/* A heap of crates that drop into a trough. */
static void fill(vv_stage *stage, const body *b)
{
    const vv_vec2 trough[4] = {{-2.0f, 4.0f}, {-1.5f, 0.0f}, {1.5f, 0.0f}, {2.0f, 4.0f}};
    vv_obstacle_def wall = vv_default_obstacle_def();
    vv_obstacle id;
    wall.kind = VV_OBSTACLE_SEGMENTS;
    wall.point_count = 4;
    wall.points = trough;
    assert_int_equal(vv_stage_add_obstacle(stage, &wall, &id, NULL), VV_OK);
    for (uint32_t i = 0; i < CRATES; i++) {
        vv_actor_def def = actor_of(b);
        def.position = (vv_vec2){-1.0f + 0.7f * (float)(i % 4), 0.2f + 0.7f * (float)(i / 4)};
        add_actor(stage, &def);
    }
}

/* Twice the same heap, with room for all pairs that 24 actors can make and with room as it grew: the same state. */
static void room_that_grows_is_as_good_as_room_that_was_there(void **state)
{
    (void)state;
    body b = body_crate(0.6f, 3);
    uint64_t hashes[3];
    for (uint32_t i = 0; i < 3; i++) {
        vv_counting counting = {0};
        vv_stage *stage = make_counted(&counting, i == 0 ? 0 : 5000);
        if (i == 2) /* grown before */
            for (uint32_t n = 0; n < 40; n++) {
                vv_obstacle ground;
                assert_int_equal(vv_stage_add_ground(stage, -9.0f, 0.5f, &ground, NULL), VV_OK);
            }
        fill(stage, &b);
        run_steps(stage, 90);
        vv_vec2 at[CRATES];
        for (uint32_t k = 0; k < CRATES; k++)
            at[k] = vv_stage_actor_state(stage, (vv_actor){k, 1}).position;
        hashes[i] = vv_hash_bytes(0, at, sizeof at);
        assert_int_equal(hashes[i], hashes[0]);
        vv_stage_destroy(stage);
        assert_int_equal(counting.used, 0);
    }
    body_free(&b);
}

/* Whichever allocation fails while a stage grows: it is as it was, and what follows is what it would have been. */
static void growth_that_fails_changes_nothing(void **state)
{
    (void)state;
    body small = body_crate(0.6f, 3), large = body_ball(2.0f, 14);
    vv_vec2 points[300];
    for (uint32_t i = 0; i < 300; i++)
        points[i] = (vv_vec2){-2.0f + 0.01f * (float)i, 2.0f + 0.01f * (float)(i % 2)};
    vv_obstacle_def wall = vv_default_obstacle_def();
    wall.kind = VV_OBSTACLE_SEGMENTS;
    wall.point_count = 300;
    wall.points = points;
    vv_actor_def def = actor_of(&large);
    def.position.y = 6.0f;
    uint64_t expected = 0, failed = 0;
    for (uint64_t n = 0; n < 64; n++) {
        vv_counting counting = {0};
        vv_stage *stage = make_counted(&counting, 0);
        vv_obstacle id;
        vv_actor ball;
        fill(stage, &small);
        run_steps(stage, 20);
        uint64_t before = vv_stage_hash(stage);
        counting.fail_at = n;
        bool walled = vv_stage_add_obstacle(stage, &wall, &id, NULL) == VV_OK;
        if (!walled) {
            assert_true(vv_stage_hash(stage) == before);
            assert_int_equal(vv_stage_add_obstacle(stage, &wall, &id, NULL), VV_OK);
        }
        before = vv_stage_hash(stage);
        bool added = vv_stage_add_actor(stage, &def, &ball, NULL) == VV_OK;
        counting.fail_at = 0;
        if (!added) {
            assert_true(vv_stage_hash(stage) == before);
            assert_int_equal(vv_stage_add_actor(stage, &def, &ball, NULL), VV_OK);
        }
        failed += (walled ? 0u : 1u) + (added ? 0u : 1u);
        run_steps(stage, 20);
        expected = n == 0 ? vv_stage_hash(stage) : expected;
        assert_true(vv_stage_hash(stage) == expected);
        vv_stage_destroy(stage);
        assert_int_equal(counting.used, 0);
    }
    assert_true(failed > 12);
    body_free(&small);
    body_free(&large);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_stage_is_small),
        cmocka_unit_test(an_actor_takes_at_most_48_kilobytes),
        cmocka_unit_test(room_that_grows_is_as_good_as_room_that_was_there),
        cmocka_unit_test(growth_that_fails_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
