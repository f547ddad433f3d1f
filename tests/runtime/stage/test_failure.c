/* What must never happen does not: NaN spreads nowhere, nothing explodes, and failures are told once. */
#include "tests/runtime/stage/scenes.h"

static uint32_t failures(const vv_stage *stage)
{
    uint32_t count, failed = 0;
    const vv_event *events = vv_stage_events(stage, &count);
    for (uint32_t i = 0; i < count; i++)
        failed += events[i].kind == VV_EVENT_STEP_FAILED;
    return failed;
}

static void is_finite_everywhere(const scene *s)
{
    vv_vec2 vertices[500];
    vv_stage_vertices(s->stage, s->actor, vertices);
    assert_true(vvi_all_finite(&vertices[0].x, 2 * (size_t)s->body.vertex_count));
}

static scene make_crowd(vv_actor *other)
{
    body b = body_crate(1.0f, 5);
    vv_actor_def def = actor_of(&b);
    def.position.y = 0.01f;
    scene s = make_grounded(b, def, vv_default_stage_def());
    def.sprite = b.sprite;
    def.position.y = 1.02f;
    def.position.x = 0.1f;
    *other = add_actor(s.stage, &def);
    run_steps(s.stage, 20);
    return s;
}

static void poisoned_numbers_are_caught_and_told(void **state)
{
    (void)state;
    const float poison[] = {NAN, INFINITY, -INFINITY, 1e30f, 3e4f};
    for (int i = 0; i < 5; i++)
        for (int where = 0; where < 3; where++) {
            vv_actor other;
            scene s = make_crowd(&other);
            vv_vec2 good = vv_stage_actor_state(s.stage, s.actor).position;
            actor *a = inside_of(&s);
            vv_stage_wake(s.stage, s.actor);
            if (where == 0)
                a->v[3].x = poison[i];
            else if (where == 1)
                a->x[7].y = poison[i];
            else
                a->v[0] = (vv_vec2){poison[i], poison[i]};
            run_steps(s.stage, 1);
            assert_int_equal(failures(s.stage), 1);
            is_finite_everywhere(&s);
            vv_actor_state after = vv_stage_actor_state(s.stage, s.actor);
            assert_true(vv_vec2_distance(after.position, good) < 0.05f); /* where it was */
            for (int n = 0; n < 60; n++) {
                run_steps(s.stage, 1);
                assert_int_equal(failures(s.stage), 0);
                is_finite_everywhere(&s);
            }
            vv_vec2 above = vv_stage_actor_state(s.stage, other).position; /* the other was not touched by it */
            assert_true(fabsf(above.y - 1.5f) < 0.1f && fabsf(above.x - 0.1f) < 0.1f);
            scene_free(&s);
        }
}

static void a_lasting_failure_is_told_once(void **state)
{
    (void)state;
    vv_actor other;
    scene s = make_crowd(&other);
    uint32_t told = 0;
    for (int n = 0; n < 120; n++) {
        vv_stage_wake(s.stage, s.actor);
        inside_of(&s)->v[2].x = NAN;
        run_steps(s.stage, 1);
        told += failures(s.stage);
        is_finite_everywhere(&s);
    }
    assert_int_equal(told, 1);
    run_steps(s.stage, 90); /* well again */
    inside_of(&s)->v[2].x = NAN;
    vv_stage_wake(s.stage, s.actor);
    run_steps(s.stage, 1);
    assert_int_equal(failures(s.stage), 1); /* a new one is news */
    scene_free(&s);
}

static void blows_and_jumps_do_not_burst_it(void **state)
{
    (void)state;
    const vv_vec2 velocities[] = {{100.0f, 0.0f}, {0.0f, -100.0f}, {-70.0f, -70.0f}, {30.0f, 100.0f}};
    for (int round = 0; round < 8; round++) {
        body b = round & 1 ? body_ball(1.0f, 6) : body_crate(1.0f, 6);
        vv_actor_def def = actor_of(&b);
        def.position.y = 1.0f;
        def.strengths.energy = 1.0f;
        def.strengths.energy_example = 1;
        def.strengths.bounce = 0.8f;
        scene s = make_grounded(b, def, vv_default_stage_def());
        float radius = inside_of(&s)->view.radius;
        vv_stage_set_velocity(s.stage, s.actor, velocities[round / 2], 20.0f);
        for (int n = 0; n < 180; n++) {
            run_steps(s.stage, 1);
            assert_int_equal(failures(s.stage), 0);
            actor *a = inside_of(&s);
            for (uint32_t i = 0; i < a->view.particle_count; i++)
                assert_true(vv_vec2_length(a->x[i]) < 2.0f * radius);
            assert_true(lowest_of(&s) > -0.2f);
            assert_true(vv_vec2_length(a->velocity) < 110.0f);
        }
        scene_free(&s);
    }
}

static void a_teleport_into_things_is_taken_calmly(void **state)
{
    (void)state;
    const vv_vec2 places[] = {{0.0f, -0.3f}, {0.1f, 1.3f}, {0.0f, 0.45f}, {0.0f, -5.0f}, {0.0f, 30.0f}};
    for (int i = 0; i < 5; i++) {
        vv_actor other;
        scene s = make_crowd(&other);
        assert_true(vv_stage_teleport(s.stage, s.actor, places[i], 0.7f * (float)i));
        float fastest = 0.0f;
        for (int n = 0; n < 240; n++) {
            run_steps(s.stage, 1);
            assert_int_equal(failures(s.stage), 0);
            float fall = i == 4 ? 25.0f : 0.0f; /* from 30 m */
            vv_vec2 v = vv_stage_actor_state(s.stage, s.actor).velocity,
                    w = vv_stage_actor_state(s.stage, other).velocity;
            fastest = vvi_max(vv_vec2_length(v), vv_vec2_length(w)) - fall;
            if (!(fastest < 6.0f))
                fail_msg("teleport %d: %g m/s", i, (double)fastest);
        }
        is_finite_everywhere(&s);
        scene_free(&s);
    }
}

static void a_two_second_frame_is_a_hiccup(void **state)
{
    (void)state;
    vv_actor other;
    scene s = make_crowd(&other);
    vv_stage_set_velocity(s.stage, s.actor, (vv_vec2){2.0f, 3.0f}, 1.0f);
    for (int n = 0; n < 20; n++) {
        assert_int_equal(vv_stage_step(s.stage, 2.0f), 8);
        assert_int_equal(failures(s.stage), 0);
        assert_true(lowest_of(&s) > -0.05f);
    }
    scene_free(&s);
}

/* Absurd but allowed strengths: it may look odd, it must hold. */
static void extreme_strengths_hold(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(21);
    for (int round = 0; round < 40; round++) {
        body b = round & 1 ? body_ball(0.5f, 4) : body_beam(2.0f, 10);
        vv_actor_def def = actor_of(&b);
        vv_strengths *t = &def.strengths;
        const float pick[] = {0.0f, 0.5f, 1.0f};
        t->stiffness = 1000.0f * pick[vvi_random_below(&random, 3)];
        t->local = t->stiffness > 0.0f ? 1000.0f * pick[vvi_random_below(&random, 3)] : 50.0f;
        t->damping = 100.0f * pick[vvi_random_below(&random, 3)];
        t->projection = pick[vvi_random_below(&random, 3)];
        t->equilibrium = 100.0f * pick[vvi_random_below(&random, 3)];
        t->settle = vvi_random_below(&random, 2) ? 0.05f : 4.0f;
        t->energy = 50.0f * pick[vvi_random_below(&random, 3)];
        t->energy_towards = (vv_energy_towards)vvi_random_below(&random, 3);
        t->energy_example = 1;
        t->velocity = 20.0f * pick[vvi_random_below(&random, 3)];
        t->velocity_example = 2;
        t->bounce = 1.0f * pick[vvi_random_below(&random, 3)];
        t->bounce_time = pick[vvi_random_below(&random, 3)];
        t->orient = (vv_orient)vvi_random_below(&random, 3);
        t->orient_rate = 1000.0f * pick[vvi_random_below(&random, 3)];
        def.position.y = 1.5f;
        def.angular_velocity = 6.0f * (vvi_random_unit(&random) - 0.5f);
        def.velocity.x = 8.0f * (vvi_random_unit(&random) - 0.5f);
        scene s = make_grounded(b, def, vv_default_stage_def());
        for (int n = 0; n < 240; n++) {
            run_steps(s.stage, 1);
            is_finite_everywhere(&s);
            assert_true(vv_complex_has_place(vv_sprite_complex(b.sprite), inside_of(&s)->place));
            if (failures(s.stage) || vv_vec2_length(inside_of(&s)->velocity) > 40.0f)
                fail_msg("round %d, step %d: ran away", round, n);
        }
        scene_free(&s);
    }
}

/* Goes wrong between the preparation of contact and its solution. */
static void poison_before_matching(void *user, vv_step_phase phase)
{
    if (phase == VV_STEP_PHASE_LOCAL)
        ((actor *)user)->rest[3].x = NAN;
}

/* Obstacles and sleepers are shared by all: what one who fails leaves in them must not reach the others. */
static void one_who_fails_takes_no_other_along(void **state)
{
    (void)state;
    body b = body_crate(1.0f, 5);
    vv_actor_def def = actor_of(&b);
    scene s = make_grounded(b, def, vv_default_stage_def());
    def.position.x = 5.0f;
    vv_actor other = add_actor(s.stage, &def);
    run_steps(s.stage, 10);
    vv_stage_observe_phases(s.stage, poison_before_matching, inside_of(&s));
    run_steps(s.stage, 1);
    vv_stage_observe_phases(s.stage, NULL, NULL);
    uint32_t count;
    const vv_event *events = vv_stage_events(s.stage, &count);
    assert_int_equal(failures(s.stage), 1);
    for (uint32_t i = 0; i < count; i++)
        assert_true(events[i].kind != VV_EVENT_STEP_FAILED || events[i].actor.index == s.actor.index);
    vv_stage_apply_impulse(s.stage, other, (vv_vec2){0.0f, 2.0f});
    for (int n = 0; n < 90; n++) {
        run_steps(s.stage, 1);
        assert_int_equal(failures(s.stage), 0);
    }
    assert_float_equal(vv_stage_actor_state(s.stage, s.actor).position.y, 0.5f, 0.01f);
    assert_float_equal(vv_stage_actor_state(s.stage, other).position.y, 0.5f, 0.01f);
    scene_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poisoned_numbers_are_caught_and_told),
        cmocka_unit_test(one_who_fails_takes_no_other_along),
        cmocka_unit_test(a_lasting_failure_is_told_once),
        cmocka_unit_test(blows_and_jumps_do_not_burst_it),
        cmocka_unit_test(a_teleport_into_things_is_taken_calmly),
        cmocka_unit_test(a_two_second_frame_is_a_hiccup),
        cmocka_unit_test(extreme_strengths_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
