/* What rests stays: balls, crates, stacks, pyramids, slopes. */
#include "tests/runtime/stage/contact/scene.h"

enum { MOST = 64 };

static body ball, crate, heavy, beam;

static int setup(void **state)
{
    (void)state;
    ball = body_ball(1.0f, 8);
    crate = body_crate(1.0f, 13);
    heavy = body_crate(2.0f, 13); /* four times the mass of a crate */
    beam = body_beam(2.0f, 32);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    body_free(&ball);
    body_free(&crate);
    body_free(&heavy);
    body_free(&beam);
    return 0;
}

/* The greatest way that anyone is from where it was at first, looked at in every frame. */
static float greatest_motion(vv_stage *stage, const vv_actor *actors, uint32_t count, float seconds)
{
    vv_vec2 from[MOST];
    float most = 0.0f;
    for (uint32_t i = 0; i < count; i++)
        from[i] = vv_stage_actor_state(stage, actors[i]).position;
    for (float t = 0.0f; t < seconds; t += FRAME) {
        vv_stage_step(stage, FRAME);
        for (uint32_t i = 0; i < count; i++)
            most = vvi_max(most, scene_away(stage, actors[i], from[i]));
    }
    return most;
}

static void one_body_at_rest_does_not_move(void **state)
{
    (void)state;
    const body *bodies[] = {&ball, &crate, &beam};
    for (uint32_t k = 0; k < 3; k++) {
        vv_stage *stage = scene_on_ground(false);
        vv_actor actor = scene_add(stage, bodies[k], 0.3f, 0.2f, 0.0f);
        scene_run(stage, 2.0f);
        float moved = greatest_motion(stage, &actor, 1, 2.0f) / vv_sprite_size(bodies[k]->sprite);
        print_message("at rest for 2 s, body %u moved %.5f %% of its size\n", k, (double)(100.0f * moved));
        assert_true(moved < 1.0e-4f);
        vv_stage_destroy(stage);
    }
}

static void what_falls_comes_to_rest_at_its_own_height(void **state)
{
    (void)state;
    vv_stage *stage = scene_on_ground(false);
    vv_actor a = scene_add(stage, &ball, 0.0f, 1.5f, 0.0f), b = scene_add(stage, &crate, 3.0f, 1.5f, 0.0f);
    scene_run(stage, 3.0f);
    assert_float_equal(vv_stage_actor_state(stage, a).position.y, 0.5f, 2.0e-3f);
    assert_float_equal(vv_stage_actor_state(stage, b).position.y, 0.5f, 2.0e-3f);
    /* a flat impact does not kick sideways */
    assert_float_equal(vv_stage_actor_state(stage, b).position.x, 3.0f, 1.0e-3f);
    assert_float_equal(vv_stage_actor_state(stage, b).angle, 0.0f, 1.0e-3f);
    assert_true(vv_stage_actor_state(stage, a).grounded && vv_stage_actor_state(stage, b).grounded);
    vv_stage_destroy(stage);
}

static void expect_stack(uint32_t count, bool sleep, float seconds, float limit)
{
    vv_stage *stage = scene_on_ground(sleep);
    vv_actor actors[MOST];
    for (uint32_t i = 0; i < count; i++)
        actors[i] = scene_add(stage, &crate, i % 2 ? 0.03f : 0.0f, 1.002f * (float)i, 0.0f);
    scene_run(stage, 1.0f);
    float moved = greatest_motion(stage, actors, count, seconds);
    print_message("a stack of %u, %s: moved %.5f %% of size in %g s\n", count, sleep ? "may sleep" : "awake",
                  (double)(100.0f * moved), (double)seconds);
    assert_true(moved < limit);
    for (uint32_t i = 0; i < count; i++)
        assert_float_equal(vv_stage_actor_state(stage, actors[i]).position.y, 0.5f + (float)i, 0.02f);
    assert_true(vv_stage_actor_state(stage, actors[0]).asleep == sleep);
    vv_stage_destroy(stage);
}

static void stacks_stand(void **state)
{
    (void)state;
    expect_stack(5, false, 10.0f, 1.0e-3f);
    expect_stack(5, true, 10.0f, 1.0e-3f);
    expect_stack(10, false, 10.0f, 2.0e-2f);
    expect_stack(10, true, 10.0f, 2.0e-2f);
}

static void light_carries_heavy(void **state)
{
    (void)state;
    vv_stage *stage = scene_on_ground(false);
    body tiny = body_crate(0.632f, 10); /* a tenth of the mass of the big one */
    vv_actor actors[3] = {scene_add(stage, &tiny, -0.6f, 0.0f, 0.0f), scene_add(stage, &tiny, 0.6f, 0.0f, 0.0f),
                          scene_add(stage, &heavy, 0.0f, 0.634f, 0.0f)};
    scene_run(stage, 1.0f);
    float moved = greatest_motion(stage, actors, 3, 10.0f);
    print_message("10:1 on top: moved %.5f %% of the smaller's size\n", (double)(100.0f * moved / 0.713f));
    assert_true(moved < 1.0e-3f);
    assert_float_equal(vv_stage_actor_state(stage, actors[2]).position.y, 1.632f, 5.0e-3f);
    vv_stage_destroy(stage);
    body_free(&tiny);
}

static void a_pyramid_stands(void **state)
{
    (void)state;
    vv_stage *stage = scene_on_ground(false);
    vv_actor actors[MOST];
    uint32_t count = 0;
    for (uint32_t row = 0; row < 5; row++)
        for (uint32_t k = 0; k < 5 - row; k++)
            actors[count++] =
                scene_add(stage, &crate, 1.1f * ((float)k - 0.5f * (float)(4 - row)), 1.002f * (float)row, 0.0f);
    scene_run(stage, 1.5f);
    float moved = greatest_motion(stage, actors, count, 8.0f);
    print_message("a pyramid of 15: moved %.5f %% of size in 8 s\n", (double)(100.0f * moved));
    assert_true(moved < 5.0e-3f);
    assert_float_equal(vv_stage_actor_state(stage, actors[14]).position.y, 4.5f, 0.02f);
    vv_stage_destroy(stage);
}

/* ---- Slopes: friction is the geometric mean, 0.6, whose angle is 30.96° ------------------------------------------ */

static vv_stage *slope(float degrees, vv_actor *actor)
{
    vv_stage_def def = vv_default_stage_def();
    def.sleep = false;
    vv_stage *stage = scene_stage(&def);
    float angle = degrees * VV_PI / 180.0f;
    vv_vec2 points[2] = {{0.0f, 0.0f}, {cosf(angle), sinf(angle)}};
    scene_add_obstacle(stage, VV_OBSTACLE_HALF_PLANE, points, 2);
    *actor = scene_add(stage, &crate, 0.0f, 0.0f, angle);
    return stage;
}

static void below_the_friction_angle_it_stays(void **state)
{
    (void)state;
    for (float degrees = 5.0f; degrees < 30.0f; degrees += 6.0f) {
        vv_actor actor;
        vv_stage *stage = slope(degrees, &actor);
        scene_run(stage, 1.0f);
        float moved = greatest_motion(stage, &actor, 1, 4.0f);
        if (!(moved < 1.0e-3f))
            fail_msg("at %g degrees it crept %g m", (double)degrees, (double)moved);
        vv_stage_destroy(stage);
    }
}

static void above_the_friction_angle_it_slides(void **state)
{
    (void)state;
    for (float degrees = 34.0f; degrees < 44.0f; degrees += 3.0f) {
        vv_actor actor;
        vv_stage *stage = slope(degrees, &actor);
        float angle = degrees * VV_PI / 180.0f, expected = 9.81f * (sinf(angle) - 0.6f * cosf(angle));
        scene_run(stage, 0.5f);
        float before = vv_vec2_length(vv_stage_actor_state(stage, actor).velocity);
        scene_run(stage, 1.0f);
        float gained = vv_vec2_length(vv_stage_actor_state(stage, actor).velocity) - before;
        if (fabsf(gained / expected - 1.0f) > 0.05f)
            fail_msg("at %g degrees it gains %g m/s a second, not %g", (double)degrees, (double)gained,
                     (double)expected);
        vv_stage_destroy(stage);
    }
}

static void friction_stops_in_the_right_distance(void **state)
{
    (void)state;
    vv_stage *stage = scene_on_ground(false);
    vv_actor actor = scene_add(stage, &crate, 0.0f, 0.0f, 0.0f);
    scene_run(stage, 0.5f);
    vv_stage_set_velocity(stage, actor, (vv_vec2){4.0f, 0.0f}, 0.0f);
    scene_run(stage, 2.0f);
    float expected = 16.0f / (2.0f * 0.6f * 9.81f);
    assert_float_equal(vv_stage_actor_state(stage, actor).position.x, expected, 0.05f * expected);
    assert_float_equal(vv_stage_actor_state(stage, actor).velocity.x, 0.0f, 1.0e-3f);
    vv_stage_destroy(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_body_at_rest_does_not_move),
        cmocka_unit_test(what_falls_comes_to_rest_at_its_own_height),
        cmocka_unit_test(stacks_stand),
        cmocka_unit_test(light_carries_heavy),
        cmocka_unit_test(a_pyramid_stands),
        cmocka_unit_test(below_the_friction_angle_it_stays),
        cmocka_unit_test(above_the_friction_angle_it_slides),
        cmocka_unit_test(friction_stops_in_the_right_distance),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
