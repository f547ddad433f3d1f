/* Stages and actors: coming and going, ids, refusals, memory, time, showing, holding and picking. */
#include "tests/runtime/stage/scenes.h"

/* ---- Making and refusing ----------------------------------------------------------------------------------------- */

static void wrong_stages_are_refused(void **state)
{
    (void)state;
    vv_stage_def good = vv_default_stage_def(), bad[14];
    for (int i = 0; i < 14; i++)
        bad[i] = good;
    bad[0].gravity.y = NAN;
    bad[1].wind.x = INFINITY;
    bad[2].step = 0.0f;
    bad[3].step = 0.2f;
    bad[4].substeps = 0;
    bad[5].substeps = 17;
    bad[6].iterations = 0;
    bad[7].iterations = 33;
    bad[8].max_steps = 0;
    bad[9].max_actors = 0;
    bad[10].max_actors = VV_STAGE_MAX_ACTORS + 1;
    bad[11].max_obstacles = VV_STAGE_MAX_OBSTACLES + 1;
    bad[12].low = bad[12].high;
    bad[13].step = NAN;
    for (int i = 0; i < 14; i++) {
        vv_stage *stage = NULL;
        vv_error error = {0};
        assert_int_equal(vv_stage_create(&bad[i], NULL, &stage, &error), VV_ERROR_ARGUMENT);
        assert_null(stage);
        assert_true(error.message[0] != '\0');
    }
}

static void wrong_actors_are_refused(void **state)
{
    (void)state;
    vv_stage_def stage_def = vv_default_stage_def();
    vv_stage *stage = make_stage(&stage_def);
    body b = body_crate(1.0f, 3);
    const vv_hold holds[2] = {{{0.0f, 0.0f}, {0.0f, NAN}, 5.0f}, {{0.0f, 0.0f}, {0.0f, 0.0f}, 0.0f}};
    vv_actor_def good = actor_of(&b), bad[10];
    for (int i = 0; i < 10; i++)
        bad[i] = good;
    bad[0].sprite = NULL;
    bad[1].position.x = NAN;
    bad[2].angle = INFINITY;
    bad[3].angular_velocity = NAN;
    bad[4].place.simplex = 99;
    bad[5].place.weights[0] = 0.5f;
    bad[6].hold_count = 1, bad[6].holds = &holds[0];
    bad[7].hold_count = 1, bad[7].holds = &holds[1];
    bad[8].controller.state_bytes = 5000;
    bad[9].strengths.stiffness = -1.0f;
    for (int i = 0; i < 10; i++) {
        vv_actor id = {7, 7};
        vv_error error = {0};
        assert_int_not_equal(vv_stage_add_actor(stage, &bad[i], &id, &error), VV_OK);
        assert_int_equal(id.index, 7);
        assert_true(error.message[0] != '\0');
    }
    assert_int_equal(vv_stage_actors(stage, NULL, 0), 0);
    vv_stage_destroy(stage);
    body_free(&b);
}

static void a_removed_actor_is_never_taken_for_another(void **state)
{
    (void)state;
    vv_stage_def stage_def = vv_default_stage_def();
    stage_def.max_actors = 3;
    vv_stage *stage = make_stage(&stage_def);
    body b = body_crate(1.0f, 3);
    vv_actor_def def = actor_of(&b);
    vv_actor ids[3], list[3], extra;
    for (int i = 0; i < 3; i++) {
        def.position.x = 5.0f * (float)i;
        ids[i] = add_actor(stage, &def);
    }
    vv_error error;
    assert_int_equal(vv_stage_add_actor(stage, &def, &extra, &error), VV_ERROR_LIMIT);
    vv_stage_remove_actor(stage, ids[1]);
    vv_stage_remove_actor(stage, ids[1]); /* twice does no harm */
    assert_false(vv_stage_has_actor(stage, ids[1]));
    assert_int_equal(vv_stage_actors(stage, list, 3), 2);
    assert_true(list[0].index == 0 && list[1].index == 2);
    vv_actor again = add_actor(stage, &def);
    assert_int_equal(again.index, 1);
    assert_int_not_equal(again.generation, ids[1].generation);
    assert_false(vv_stage_has_actor(stage, ids[1]));
    assert_true(vv_stage_has_actor(stage, again));
    /* Whatever is asked of one that is gone, or never was. */
    const vv_actor nobodies[] = {ids[1], {0, 0}, {77, 1}};
    for (int i = 0; i < 3; i++) {
        vv_actor_state s = vv_stage_actor_state(stage, nobodies[i]);
        assert_true(s.position.x == 0.0f && !s.touching);
        assert_false(vv_stage_apply_impulse(stage, nobodies[i], (vv_vec2){1.0f, 0.0f}));
        assert_false(vv_stage_teleport(stage, nobodies[i], (vv_vec2){1.0f, 0.0f}, 0.0f));
        assert_false(vv_stage_flip(stage, nobodies[i]));
        assert_null(vv_stage_strengths(stage, nobodies[i]));
        assert_null(vv_stage_sprite(stage, nobodies[i]));
        assert_null(vv_stage_controller_state(stage, nobodies[i]));
        vv_stage_wake(stage, nobodies[i]);
        vv_vec2 untouched = {7.0f, 7.0f};
        vv_stage_vertices(stage, nobodies[i], &untouched);
        assert_true(untouched.x == 7.0f && untouched.y == 7.0f);
    }
    run_steps(stage, 5);
    vv_stage_destroy(stage);
    body_free(&b);
}

static void setters_refuse_what_is_not_finite(void **state)
{
    (void)state;
    body b = body_crate(1.0f, 3);
    scene s = make_free(b, actor_of(&b));
    const vv_vec2 bad = {NAN, 0.0f}, good = {1.0f, 2.0f};
    uint64_t before = vv_stage_hash(s.stage);
    assert_false(vv_stage_teleport(s.stage, s.actor, bad, 0.0f));
    assert_false(vv_stage_teleport(s.stage, s.actor, good, INFINITY));
    assert_false(vv_stage_set_velocity(s.stage, s.actor, bad, 0.0f));
    assert_false(vv_stage_set_velocity(s.stage, s.actor, good, NAN));
    assert_false(vv_stage_apply_impulse(s.stage, s.actor, bad));
    assert_false(vv_stage_apply_impulse_at(s.stage, s.actor, good, bad));
    assert_false(vv_stage_set_force(s.stage, s.actor, bad));
    assert_false(vv_stage_set_equilibrium(s.stage, s.actor, (vv_place){0, {2.0f, -1.0f, 0.0f}}));
    vv_strengths strengths = vv_default_strengths();
    strengths.damping = NAN;
    assert_false(vv_stage_set_strengths(s.stage, s.actor, &strengths));
    assert_int_equal(vv_stage_add_hold(s.stage, s.actor, &(vv_hold){bad, good, 1.0f}), VV_NONE);
    assert_false(vv_stage_move_hold(s.stage, s.actor, 0, good));
    assert_false(vv_stage_remove_hold(s.stage, s.actor, 0));
    vv_stage_set_gravity(s.stage, bad);
    assert_int_equal(vv_stage_step(s.stage, NAN), 0);
    assert_int_equal(vv_stage_step(s.stage, -1.0f), 0);
    assert_true(vv_stage_hash(s.stage) == before);
    scene_free(&s);
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

static void every_failed_allocation_is_survived(void **state)
{
    (void)state;
    body b = body_crate(1.0f, 3);
    uint64_t needed = 0;
    for (uint64_t n = 0; n <= needed; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_stage_def stage_def = vv_default_stage_def();
        vv_stage *stage = NULL;
        vv_result result = vv_stage_create(&stage_def, &allocator, &stage, NULL);
        vv_actor_def def = actor_of(&b);
        vv_actor id = {0, 0};
        def.controller.state_bytes = 10;
        if (result == VV_OK)
            result = vv_stage_add_actor(stage, &def, &id, NULL);
        assert_int_equal(result, n ? VV_ERROR_MEMORY : VV_OK);
        if (n && stage) { /* the stage is as it was, and usable */
            assert_int_equal(vv_stage_actors(stage, NULL, 0), 0);
            counting.fail_at = 0;
            assert_int_equal(vv_stage_add_actor(stage, &def, &id, NULL), VV_OK);
            run_steps(stage, 1);
        }
        if (n == 0)
            needed = counting.allocations;
        vv_stage_destroy(stage);
        assert_int_equal(counting.used, 0);
    }
    body_free(&b);
}

static void push_about(const void *user, vv_stage *stage, vv_actor id, void *memory, float seconds)
{
    uint32_t *count = memory;
    (void)user;
    (void)seconds;
    if (++*count % 40 == 0)
        vv_stage_apply_impulse(stage, id, (vv_vec2){0.3f, 2.0f});
    if (*count % 70 == 0)
        vv_stage_flip(stage, id);
}

static void a_step_allocates_nothing(void **state)
{
    (void)state;
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_stage_def stage_def = vv_default_stage_def();
    vv_stage *stage = NULL;
    vv_obstacle ground;
    body bodies[3] = {body_ball(1.0f, 5), body_crate(1.0f, 5), body_beam(2.0f, 12)};
    assert_int_equal(vv_stage_create(&stage_def, &allocator, &stage, NULL), VV_OK);
    assert_int_equal(vv_stage_add_ground(stage, 0.0f, 0.6f, &ground, NULL), VV_OK);
    for (int i = 0; i < 9; i++) {
        vv_actor_def def = actor_of(&bodies[i % 3]);
        vv_actor id;
        def.position = (vv_vec2){0.4f * (float)(i % 2), 0.5f + 1.6f * (float)i};
        def.strengths.energy = 1.0f;
        def.strengths.energy_towards = (vv_energy_towards)(i % 3);
        def.strengths.bounce = 0.5f;
        def.controller = (vv_controller){.step = push_about, .user = NULL, .state_bytes = sizeof(uint32_t)};
        assert_int_equal(vv_stage_add_actor(stage, &def, &id, NULL), VV_OK);
    }
    uint64_t before = counting.allocations;
    size_t used = counting.used;
    vv_vec2 vertices[400];
    for (int i = 0; i < 300; i++) {
        run_steps(stage, 1);
        vv_stage_vertices(stage, (vv_actor){0, 1}, vertices);
        vv_stage_hash(stage);
    }
    assert_int_equal(counting.allocations, before);
    assert_int_equal(counting.used, used);
    vv_stage_destroy(stage);
    assert_int_equal(counting.used, 0);
    for (int i = 0; i < 3; i++)
        body_free(&bodies[i]);
}

/* ---- Time and showing -------------------------------------------------------------------------------------------- */

static void steps_are_fixed_whatever_the_frame(void **state)
{
    (void)state;
    body b = body_crate(1.0f, 3);
    scene s = make_free(b, actor_of(&b));
    assert_true(vv_stage_time(s.stage) == 0.0);
    assert_int_equal(vv_stage_step(s.stage, 0.01f), 0);
    assert_int_equal(vv_stage_step(s.stage, 0.01f), 1);
    assert_true(fabs(vv_stage_time(s.stage) - (0.02 - 1.0 / 60.0)) < 1e-6);
    assert_int_equal(vv_stage_step(s.stage, 2.0f), 8); /* max_steps: the rest of a hiccup is dropped */
    assert_int_equal(vv_stage_step_count(s.stage), 9);
    assert_int_equal(vv_stage_step(s.stage, 1.0f / 60.0f), 1);
    assert_int_equal(vv_stage_step(s.stage, 1e30f), 8);
    scene_free(&s);
}

static void what_is_shown_lies_between_two_steps(void **state)
{
    (void)state;
    body b = body_crate(1.0f, 3);
    vv_actor_def def = actor_of(&b);
    def.velocity = (vv_vec2){6.0f, 0.0f};
    def.angular_velocity = 1.0f;
    scene s = make_free(b, def);
    run_steps(s.stage, 10);
    vv_vec2 older[16], newer[16], between[16];
    vv_stage_vertices(s.stage, s.actor, older);
    float first = vv_stage_actor_state(s.stage, s.actor).position.x,
          angle = vv_stage_actor_state(s.stage, s.actor).angle;
    vv_stage_step(s.stage, 0.25f / 60.0f);
    vv_stage_vertices(s.stage, s.actor, between);
    vv_actor_state quarter = vv_stage_actor_state(s.stage, s.actor);
    vv_stage_step(s.stage, 0.75f / 60.0f);
    vv_stage_vertices(s.stage, s.actor, newer);
    assert_true(fabsf(quarter.position.x - (first + 6.0f * 0.25f / 60.0f)) < 1e-5f);
    assert_true(fabsf(quarter.angle - (angle + 0.25f / 60.0f)) < 1e-4f);
    for (int i = 0; i < 16; i++)
        assert_true(vv_vec2_distance(between[i], vv_vec2_lerp(older[i], newer[i], 0.25f)) < 1e-5f);
    scene_free(&s);
}

static void a_teleport_is_rigid_and_not_interpolated(void **state)
{
    (void)state;
    body b = body_crate(1.0f, 4);
    vv_actor_def def = actor_of(&b);
    def.velocity = (vv_vec2){1.0f, 0.0f};
    scene s = make_free(b, def);
    run_steps(s.stage, 5);
    vv_stage_step(s.stage, 0.5f / 60.0f);
    double before = vv_stage_mechanics(s.stage, s.actor).kinetic;
    assert_true(vv_stage_teleport(s.stage, s.actor, (vv_vec2){300.0f, -20.0f}, 1.0f));
    for (int i = 0; i < 4; i++) {
        vv_actor_state now = vv_stage_actor_state(s.stage, s.actor);
        vv_vec2 vertices[25];
        vv_stage_vertices(s.stage, s.actor, vertices);
        assert_true(fabsf(now.position.x - 300.0f) < 0.2f && fabsf(now.position.y + 20.0f) < 0.01f);
        assert_true(fabsf(now.angle - 1.0f) < 1e-3f);
        float side = vv_vec2_distance(vertices[0], vertices[4]); /* its shape came along */
        assert_true(fabsf(side - 1.0f) < 1e-3f);
        vv_stage_step(s.stage, 0.4f / 60.0f);
    }
    assert_true(fabs(vv_stage_mechanics(s.stage, s.actor).kinetic - before) < 1e-4 * before);
    scene_free(&s);
}

static void nobody_leaves_the_box(void **state)
{
    (void)state;
    body b = body_crate(1.0f, 4);
    vv_stage_def stage_def = vv_default_stage_def();
    stage_def.low = (vv_vec2){-3.0f, -2.0f};
    stage_def.high = (vv_vec2){4.0f, 5.0f};
    scene s = {.stage = make_stage(&stage_def), .body = b};
    vv_actor_def def = actor_of(&b);
    s.actor = add_actor(s.stage, &def);
    const vv_vec2 pushes[] = {{400.0f, 0.0f}, {-300.0f, 50.0f}, {10.0f, 900.0f}, {0.0f, -100.0f}};
    for (int i = 0; i < 40; i++) {
        vv_stage_apply_impulse(s.stage, s.actor, pushes[i % 4]);
        for (int k = 0; k < 5; k++) {
            run_steps(s.stage, 1);
            actor *a = inside_of(&s);
            assert_true(a->origin[0] >= -3.0 && a->origin[0] <= 4.0 && a->origin[1] >= -2.0 && a->origin[1] <= 5.0);
        }
    }
    vv_stage_teleport(s.stage, s.actor, (vv_vec2){1000.0f, 0.0f}, 0.0f);
    assert_true(vv_stage_actor_state(s.stage, s.actor).position.x == 4.0f);
    scene_free(&s);
}

/* ---- Holds and picking ------------------------------------------------------------------------------------------- */

/* Pulled to both sides alike it stays in the middle, whichever hold was made first, and at rest says so. */
static void opposite_holds_are_fair(void **state)
{
    (void)state;
    for (float side = -1.0f; side < 2.0f; side += 2.0f) {
        body b = body_ball(1.0f, 8);
        vv_actor_def def = actor_of(&b);
        const vv_hold holds[2] = {{{0.48f * side, 0.5f}, {side, 0.5f}, 10.0f},
                                  {{-0.48f * side, 0.5f}, {-side, 0.5f}, 10.0f}};
        def.holds = holds;
        def.hold_count = 2;
        scene s = make_free(b, def);
        run_steps(s.stage, 240);
        vv_actor_state now = vv_stage_actor_state(s.stage, s.actor);
        assert_true(fabsf(now.position.x) < 0.02f && fabsf(now.position.y - 0.5f) < 0.02f);
        assert_true(vv_vec2_length(now.velocity) < 0.01f);
        scene_free(&s);
    }
}

static void an_exact_hold_holds_exactly(void **state)
{
    (void)state;
    body b = body_beam(4.0f, 32);
    vv_actor_def def = actor_of(&b);
    vv_stage_def stage_def = vv_default_stage_def();
    const vv_hold holds[2] = {{{-2.0f, 0.25f}, {-2.0f, 3.25f}, INFINITY}, {{2.0f, 0.25f}, {2.0f, 3.25f}, INFINITY}};
    def.position = (vv_vec2){0.0f, 3.0f};
    def.holds = holds;
    def.hold_count = 2;
    scene s = {.stage = make_stage(&stage_def), .body = b};
    s.actor = add_actor(s.stage, &def);
    for (int i = 0; i < 180; i++) {
        run_steps(s.stage, 1);
        actor *a = inside_of(&s);
        for (int k = 0; k < 2; k++) {
            vv_vec2 at = particle_at(a, a->holds[k].particle);
            assert_true(vv_vec2_distance(at, holds[k].to) < 0.02f);
        }
    }
    vv_actor_state end = vv_stage_actor_state(s.stage, s.actor);
    assert_true(end.position.y > 2.9f && vv_vec2_length(end.velocity) < 0.02f); /* it hangs, hardly sagging */
    assert_true(vv_stage_remove_hold(s.stage, s.actor, 0));
    run_steps(s.stage, 40);
    assert_true(vv_stage_actor_state(s.stage, s.actor).angle > 0.3f); /* it swings about the other end */
    actor *a = inside_of(&s);
    assert_true(vv_vec2_distance(particle_at(a, a->holds[0].particle), holds[1].to) < 0.05f);
    scene_free(&s);
}

static void a_soft_hold_pulls_a_drawing_along(void **state)
{
    (void)state;
    body b = body_ball(1.0f, 6);
    scene s = make_free(b, actor_of(&b));
    uint32_t h = vv_stage_add_hold(s.stage, s.actor, &(vv_hold){{0.3f, 0.5f}, {0.3f, 0.5f}, 4.0f});
    assert_int_equal(h, 0);
    vv_stage_move_hold(s.stage, s.actor, h, (vv_vec2){3.0f, 2.0f});
    float worst = 0.0f;
    for (int i = 0; i < 240; i++) {
        run_steps(s.stage, 1);
        vv_vec2 vertices[200];
        vv_stage_vertices(s.stage, s.actor, vertices);
        for (uint32_t v = 1; v < 7; v++) /* the middle of the mesh: no spike anywhere */
            worst = vvi_max(worst, vv_vec2_distance(vertices[0], vertices[v]));
    }
    assert_true(vv_vec2_distance(vv_stage_actor_state(s.stage, s.actor).position, (vv_vec2){3.0f, 2.0f}) < 0.6f);
    assert_true(worst < 0.2f);
    scene_free(&s);
}

static void a_pick_finds_the_topmost_and_its_point(void **state)
{
    (void)state;
    vv_stage_def stage_def = vv_default_stage_def();
    vv_stage *stage = make_stage(&stage_def);
    body b = body_crate(1.0f, 4);
    vv_actor_def def = actor_of(&b);
    def.position = (vv_vec2){10.0f, 0.0f};
    def.angle = 0.5f * VV_PI;
    vv_actor lower = add_actor(stage, &def), found;
    def.position.x = 10.4f;
    vv_actor upper = add_actor(stage, &def);
    vv_vec2 at;
    /* A quarter turn takes (x, y) to (−y, x): stage (10.4, 0) − (0.7, 0) + … */
    assert_true(vv_stage_pick(stage, (vv_vec2){9.7f, 0.2f}, &found, &at));
    assert_true(found.index == upper.index);
    assert_true(fabsf(at.x - 0.2f) < 1e-4f && fabsf(at.y - 0.7f) < 1e-4f);
    assert_true(vv_stage_pick(stage, (vv_vec2){9.1f, 0.2f}, &found, &at));
    assert_true(found.index == lower.index);
    assert_true(fabsf(at.x - 0.2f) < 1e-4f && fabsf(at.y - 0.9f) < 1e-4f);
    assert_false(vv_stage_pick(stage, (vv_vec2){0.0f, 0.0f}, &found, &at));
    assert_false(vv_stage_pick(stage, (vv_vec2){NAN, 0.0f}, &found, &at));
    vv_stage_destroy(stage);
    body_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_stages_are_refused),
        cmocka_unit_test(wrong_actors_are_refused),
        cmocka_unit_test(a_removed_actor_is_never_taken_for_another),
        cmocka_unit_test(setters_refuse_what_is_not_finite),
        cmocka_unit_test(every_failed_allocation_is_survived),
        cmocka_unit_test(a_step_allocates_nothing),
        cmocka_unit_test(steps_are_fixed_whatever_the_frame),
        cmocka_unit_test(what_is_shown_lies_between_two_steps),
        cmocka_unit_test(a_teleport_is_rigid_and_not_interpolated),
        cmocka_unit_test(nobody_leaves_the_box),
        cmocka_unit_test(opposite_holds_are_fair),
        cmocka_unit_test(an_exact_hold_holds_exactly),
        cmocka_unit_test(a_soft_hold_pulls_a_drawing_along),
        cmocka_unit_test(a_pick_finds_the_topmost_and_its_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
