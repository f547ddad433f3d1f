/* What may be called from where: whatever a controller or an observer must not do is refused, in words where there
 * are any, and changes nothing. */
#include "tests/runtime/stage/scenes.h"

/* A power of two, so that every frame is exactly one fixed step. */
#define FRAME 0x1p-6f

typedef struct fixture {
    vv_stage *stage;
    body ball, crate;
    vv_actor driven, other;
    vv_obstacle ground;
} fixture;

static fixture make_fixture(vv_controller controller)
{
    vv_stage_def stage_def = vv_default_stage_def();
    stage_def.step = FRAME;
    fixture s = {.stage = make_stage(&stage_def), .ball = body_ball(1.0f, 4), .crate = body_crate(1.0f, 4)};
    assert_int_equal(vv_stage_add_ground(s.stage, 0.0f, 0.6f, &s.ground, NULL), VV_OK);
    vv_actor_def def = actor_of(&s.ball);
    def.position = (vv_vec2){0.0f, 2.0f};
    def.controller = controller;
    s.driven = add_actor(s.stage, &def);
    def = actor_of(&s.crate);
    def.position = (vv_vec2){3.0f, 2.0f};
    s.other = add_actor(s.stage, &def);
    return s;
}

static void fixture_free(fixture *s)
{
    vv_stage_destroy(s->stage);
    body_free(&s->ball);
    body_free(&s->crate);
}

/* ---- What nobody may do inside a step ---------------------------------------------------------------------------- */

/* What the callbacks of a test share; the runtime hands it through untouched. */
static struct {
    fixture *scene;
    uint32_t calls;
    uint32_t asserts;
    uint8_t bytes[65536];
    size_t byte_count;
} shared;

static void expect_locked(vv_result result, const vv_error *error, const char *function)
{
    assert_int_equal(result, VV_ERROR_LOCKED);
    assert_int_equal(error->code, VV_ERROR_LOCKED);
    assert_non_null(strstr(error->message, function));
    assert_non_null(strstr(error->remedy, "vv_stage_step"));
}

static void attempt_what_is_locked(vv_stage *stage)
{
    fixture *s = shared.scene;
    vv_error error;
    vv_actor added = {77, 77};
    vv_obstacle put = {77, 77};
    vv_actor_def def = actor_of(&s->crate);
    expect_locked(vv_stage_add_actor(stage, &def, &added, &error), &error, "vv_stage_add_actor");
    expect_locked(vv_stage_add_ground(stage, -1.0f, 0.5f, &put, &error), &error, "vv_stage_add_obstacle");
    assert_int_equal(added.index, 77); /* what failed leaves `out` alone */
    assert_int_equal(put.index, 77);
    assert_false(vv_stage_remove_actor(stage, s->driven));
    assert_false(vv_stage_remove_actor(stage, s->other));
    assert_false(vv_stage_remove_obstacle(stage, s->ground));
    assert_int_equal(vv_stage_step(stage, 1.0f), VV_NONE);
    assert_false(vv_stage_observe_phases(stage, NULL, NULL));
    assert_int_equal(vv_stage_save(stage, shared.bytes, sizeof shared.bytes), 0);
    expect_locked(vv_stage_restore(stage, shared.bytes, shared.byte_count, &error), &error, "vv_stage_restore");
    shared.calls++;
}

static void do_nothing(const void *user, vv_stage *stage, vv_actor id, void *state, float seconds)
{
    (void)user, (void)stage, (void)id, (void)state, (void)seconds;
}

static void attempt_in_controller(const void *user, vv_stage *stage, vv_actor id, void *state, float seconds)
{
    (void)user, (void)id, (void)state, (void)seconds;
    attempt_what_is_locked(stage);
}

static void step_and_compare(fixture *quiet, fixture *attempting)
{
    shared.scene = attempting;
    shared.calls = 0;
    shared.byte_count = vv_stage_save(attempting->stage, shared.bytes, sizeof shared.bytes);
    assert_in_range(shared.byte_count, 1, sizeof shared.bytes);
    for (uint32_t i = 0; i < 120; i++) {
        assert_int_equal(vv_stage_step(quiet->stage, FRAME), vv_stage_step(attempting->stage, FRAME));
        assert_int_equal(vv_stage_hash(quiet->stage), vv_stage_hash(attempting->stage));
    }
    assert_in_range(shared.calls, 100, UINT32_MAX);
}

static void test_controllers_cannot_change_who_is_there(void **state)
{
    (void)state;
    fixture quiet = make_fixture((vv_controller){.step = do_nothing});
    fixture attempting = make_fixture((vv_controller){.step = attempt_in_controller});
    step_and_compare(&quiet, &attempting);
    /* Between steps all of it works. */
    assert_true(vv_stage_remove_actor(attempting.stage, attempting.other));
    assert_false(vv_stage_remove_actor(attempting.stage, attempting.other));
    assert_true(vv_stage_remove_obstacle(attempting.stage, attempting.ground));
    fixture_free(&quiet);
    fixture_free(&attempting);
}

/* ---- What an observer may not do either -------------------------------------------------------------------------- */

static void attempt_in_observer(void *user, vv_step_phase phase)
{
    fixture *s = user;
    vv_stage *stage = s->stage;
    vv_strengths strengths = vv_default_strengths();
    vv_hold rope = {{0.0f, 0.0f}, {0.0f, 9.0f}, 3.0f};
    (void)phase;
    attempt_what_is_locked(stage);
    assert_false(vv_stage_set_gravity(stage, (vv_vec2){1.0f, 0.0f}));
    assert_false(vv_stage_set_wind(stage, (vv_vec2){1.0f, 0.0f}));
    assert_false(vv_stage_teleport(stage, s->other, (vv_vec2){0.0f, 9.0f}, 1.0f));
    assert_false(vv_stage_set_velocity(stage, s->other, (vv_vec2){0.0f, 9.0f}, 1.0f));
    assert_false(vv_stage_apply_impulse(stage, s->other, (vv_vec2){0.0f, 9.0f}));
    assert_false(vv_stage_apply_impulse_at(stage, s->other, (vv_vec2){0.0f, 9.0f}, (vv_vec2){0.0f, 0.0f}));
    assert_false(vv_stage_set_force(stage, s->other, (vv_vec2){0.0f, 9.0f}));
    assert_false(vv_stage_flip(stage, s->other));
    assert_false(vv_stage_set_equilibrium(stage, s->other, (vv_place){0, {1.0f, 0.0f, 0.0f}}));
    assert_false(vv_stage_set_strengths(stage, s->other, &strengths));
    assert_int_equal(vv_stage_add_hold(stage, s->other, &rope), VV_NONE);
    assert_false(vv_stage_move_hold(stage, s->other, 0, (vv_vec2){0.0f, 1.0f}));
    assert_false(vv_stage_remove_hold(stage, s->other, 0));
    assert_false(vv_stage_play_clip(stage, s->other, NULL, 0.0));
    assert_false(vv_stage_wake(stage, s->other));
    assert_false(vv_stage_signal(stage, s->other, 5));
}

static void test_observers_change_nothing(void **state)
{
    (void)state;
    fixture quiet = make_fixture((vv_controller){.step = NULL}), observed = make_fixture((vv_controller){.step = NULL});
    vv_hold rope = {{0.0f, 0.0f}, {3.0f, 3.0f}, 3.0f};
    assert_int_equal(vv_stage_add_hold(quiet.stage, quiet.other, &rope), 0);
    assert_int_equal(vv_stage_add_hold(observed.stage, observed.other, &rope), 0);
    assert_true(vv_stage_observe_phases(observed.stage, attempt_in_observer, &observed));
    step_and_compare(&quiet, &observed);
    assert_true(vv_stage_observe_phases(observed.stage, NULL, NULL));
    fixture_free(&quiet);
    fixture_free(&observed);
}

/* ---- What a controller may do ------------------------------------------------------------------------------------ */

static void push_other(const void *user, vv_stage *stage, vv_actor id, void *state, float seconds)
{
    (void)user, (void)id, (void)state, (void)seconds;
    assert_true(vv_stage_apply_impulse(stage, shared.scene->other, (vv_vec2){0.0f, 1.0f}));
    assert_true(vv_stage_set_wind(stage, (vv_vec2){0.0f, 0.0f}));
    assert_true(vv_stage_signal(stage, shared.scene->other, 5));
}

/* The same pushes from outside, before each fixed step, have the same effect. */
static void test_controllers_may_change_any_actor(void **state)
{
    (void)state;
    fixture inside = make_fixture((vv_controller){.step = push_other}),
            outside = make_fixture((vv_controller){.step = do_nothing});
    shared.scene = &inside;
    for (uint32_t i = 0; i < 60; i++) {
        uint32_t count;
        vv_stage_apply_impulse(outside.stage, outside.other, (vv_vec2){0.0f, 1.0f});
        assert_int_equal(vv_stage_step(outside.stage, FRAME), vv_stage_step(inside.stage, FRAME));
        assert_int_equal(vv_stage_hash(inside.stage), vv_stage_hash(outside.stage));
        vv_stage_events(inside.stage, &count);
        assert_in_range(count, 1, 100);
    }
    fixture_free(&inside);
    fixture_free(&outside);
}

/* ---- What cannot be refused in words ----------------------------------------------------------------------------- */

static void count_assert(const char *function, const char *condition)
{
    assert_string_equal(function, "vv_stage_destroy");
    assert_non_null(strstr(condition, "UNLOCKED"));
    shared.asserts++;
}

static void destroy_inside(const void *user, vv_stage *stage, vv_actor id, void *state, float seconds)
{
    (void)user, (void)id, (void)state, (void)seconds;
    vv_stage_destroy(stage);
}

static void test_destroying_inside_a_step_asserts(void **state)
{
    (void)state;
    fixture s = make_fixture((vv_controller){.step = destroy_inside});
    shared.asserts = 0;
    vv_assert_handler *before = vv_set_assert_handler(count_assert);
    assert_int_equal(vv_stage_step(s.stage, FRAME), 1);
    assert_ptr_equal(vv_set_assert_handler(before), count_assert);
    assert_int_equal(shared.asserts, 1);
    assert_true(vv_stage_has_actor(s.stage, s.driven)); /* it is still there */
    fixture_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_controllers_cannot_change_who_is_there),
        cmocka_unit_test(test_observers_change_nothing),
        cmocka_unit_test(test_controllers_may_change_any_actor),
        cmocka_unit_test(test_destroying_inside_a_step_asserts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
