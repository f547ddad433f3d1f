/* Limits of motion: what no substep can take is limited, not failed, and the drawing finds back. */
#include "tests/runtime/stage/scenes.h"

static uint32_t failures(const vv_stage *stage)
{
    uint32_t count, failed = 0;
    const vv_event *events = vv_stage_events(stage, &count);
    for (uint32_t i = 0; i < count; i++)
        failed += events[i].kind == VV_EVENT_STEP_FAILED;
    return failed;
}

/* The farthest particle from the centre, in radii. */
static float spread(const actor *a)
{
    float farthest = 0.0f;
    for (uint32_t i = 0; i < a->view.particle_count; i++)
        farthest = vvi_max(farthest, vv_vec2_length(a->x[i]));
    return farthest / a->view.radius;
}

static float distance_to_goals(const scene *s)
{
    vv_vec2 vertices[500], goals[500];
    float farthest = 0.0f;
    vv_stage_vertices(s->stage, s->actor, vertices);
    vv_stage_goal_positions(s->stage, s->actor, goals);
    for (uint32_t i = 0; i < s->body.vertex_count; i++)
        farthest = vvi_max(farthest, vv_vec2_distance(vertices[i], goals[i]));
    return farthest / s->size;
}

/* 61 and 127 vertices, and 36: the passes over particles go by pairs. */
static body body_of(int which)
{
    return which == 0 ? body_ball(1.0f, 4) : which == 1 ? body_ball(1.0f, 6) : body_crate(1.0f, 5);
}

/* The whole drawing follows a hand that jumps by many times its size in a step. */
static void a_hold_that_jumps_takes_the_drawing_along(void **state)
{
    (void)state;
    for (int which = 0; which < 3; which++) {
        body b = body_of(which);
        scene s = make_free(b, actor_of(&b));
        vv_hold hand = {.at = {0.0f, 0.5f}, .to = {0.0f, 0.5f}, .strength = INFINITY};
        assert_int_equal(vv_stage_add_hold(s.stage, s.actor, &hand), 0);
        for (int n = 0; n < 40; n++) {
            vv_vec2 to = {n % 2 ? -9.0f : 9.0f, (float)n};
            assert_true(vv_stage_move_hold(s.stage, s.actor, 0, to));
            run_steps(s.stage, 1);
            assert_int_equal(failures(s.stage), 0);
            const actor *a = inside_of(&s);
            vv_vec2 centre = {(float)a->origin[0], (float)a->origin[1]};
            assert_true(vv_vec2_distance(centre, to) < s.size);
        }
        scene_free(&s);
    }
}

/* Exact holds that no drawing can obey stretch it, as far as it goes; let go, it is what it was. */
static void holds_that_contradict_do_not_tear_it(void **state)
{
    (void)state;
    for (int which = 0; which < 3; which++) {
        body b = body_of(which);
        scene s = make_free(b, actor_of(&b));
        const vv_hold holds[3] = {{{-0.4f, 0.5f}, {-9.0f, 0.0f}, INFINITY},
                                  {{0.4f, 0.5f}, {12.0f, 3.0f}, INFINITY},
                                  {{0.0f, 0.9f}, {0.0f, -8.0f}, INFINITY}};
        for (int k = 0; k < 3; k++)
            (void)vv_stage_add_hold(s.stage, s.actor, &holds[k]);
        for (int n = 0; n < 60; n++) {
            run_steps(s.stage, 1);
            assert_int_equal(failures(s.stage), 0);
            assert_true(spread(inside_of(&s)) < 4.1f);
        }
        assert_true(spread(inside_of(&s)) > 1.5f);
        assert_true(vv_vec2_length(inside_of(&s)->velocity) < 0.1f);
        while (vv_stage_remove_hold(s.stage, s.actor, 0))
            ;
        for (int n = 0; n < 240; n++) {
            run_steps(s.stage, 1);
            assert_int_equal(failures(s.stage), 0);
        }
        assert_true(distance_to_goals(&s) < 0.02f);
        scene_free(&s);
    }
}

/* A blow beside the centre may ask for many turns in a substep: it turns as fast as can be shown, and stays whole. */
static void a_spin_beyond_a_substep_is_limited(void **state)
{
    (void)state;
    for (int which = 0; which < 3; which++) {
        body b = body_of(which);
        scene s = make_free(b, actor_of(&b));
        vv_vec2 at = vv_vec2_add(vv_stage_actor_state(s.stage, s.actor).position, (vv_vec2){0.5f, 0.0f});
        assert_true(vv_stage_apply_impulse_at(s.stage, s.actor, (vv_vec2){0.0f, 600.0f}, at));
        for (int n = 0; n < 120; n++) {
            run_steps(s.stage, 1);
            assert_int_equal(failures(s.stage), 0);
            assert_true(spread(inside_of(&s)) < 4.1f);
        }
        assert_true(fabsf(vv_stage_actor_state(s.stage, s.actor).angular_velocity) <
                    241.0f); /* 2 radians in each of 120 substeps a second */
        scene_free(&s);
    }
}

/* What is crushed between the ground and something ten thousand times as heavy is turned by contact, by any angle in
 * a substep. It must not be thrown away by that. */
static void what_is_crushed_is_not_flung(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(5);
    for (int round = 0; round < 24; round++) {
        body light = body_of(round % 3), heavy = body_crate(1.2f, 4);
        vv_actor_def def = actor_of(&light);
        def.angle = 3.0f * vvi_random_unit(&random);
        def.strengths.stiffness = 8.0f + 50.0f * vvi_random_unit(&random);
        def.position.y = 0.3f;
        scene s = make_grounded(light, def, vv_default_stage_def());
        vv_actor_def other = actor_of(&heavy);
        other.position = (vv_vec2){1.2f * vvi_random_unit(&random) - 0.6f, 1.7f};
        vv_actor above = add_actor(s.stage, &other);
        vv_stage_set_force(s.stage, above, (vv_vec2){0.0f, -100000.0f}); /* ten tonnes */
        for (int n = 0; n < 120; n++) {
            vv_vec2 before = vv_stage_actor_state(s.stage, s.actor).position;
            run_steps(s.stage, 1);
            vv_vec2 after = vv_stage_actor_state(s.stage, s.actor).position;
            assert_int_equal(failures(s.stage), 0);
            if (!(vv_vec2_distance(before, after) < 3.0f))
                fail_msg("round %d, step %d: from (%g, %g) to (%g, %g)", round, n, (double)before.x, (double)before.y,
                         (double)after.x, (double)after.y);
        }
        scene_free(&s);
        body_free(&heavy);
    }
}

/* Gravity and forces may be anything finite: what falls then falls at a speed that it can have. */
static void forces_beyond_measure_do_not_fail(void **state)
{
    (void)state;
    for (int which = 0; which < 4; which++) {
        body b = body_crate(1.0f, 5);
        scene s = make_free(b, actor_of(&b));
        vv_stage_set_gravity(s.stage, (vv_vec2){0.0f, which < 2 ? -1e6f : -1e4f});
        if (which % 2)
            vv_stage_set_force(s.stage, s.actor, (vv_vec2){3e38f, -3e38f});
        for (int n = 0; n < 120; n++) {
            run_steps(s.stage, 1);
            assert_int_equal(failures(s.stage), 0);
        }
        assert_true(vv_stage_actor_state(s.stage, s.actor).position.y < -100.0f); /* it does fall */
        scene_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hold_that_jumps_takes_the_drawing_along),
        cmocka_unit_test(holds_that_contradict_do_not_tear_it),
        cmocka_unit_test(a_spin_beyond_a_substep_is_limited),
        cmocka_unit_test(what_is_crushed_is_not_flung),
        cmocka_unit_test(forces_beyond_measure_do_not_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
