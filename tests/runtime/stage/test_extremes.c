/* What no game should do and some will: numbers at the ends of their ranges, and beyond. */
#include "tests/runtime/stage/scenes.h"

static uint32_t count_events(const vv_stage *stage, vv_event_kind kind)
{
    uint32_t count, found = 0;
    const vv_event *events = vv_stage_events(stage, &count);
    for (uint32_t i = 0; i < count; i++)
        found += events[i].kind == kind;
    return found;
}

static bool is_sound(const vv_stage *stage)
{
    vv_actor ids[64];
    uint32_t count = vv_stage_actors(stage, ids, 64);
    for (uint32_t i = 0; i < count && i < 64; i++) {
        const vv_sprite *sprite = vv_stage_sprite(stage, ids[i]);
        vv_vec2 *vertices = calloc(vv_sprite_vertex_count(sprite), sizeof *vertices);
        vv_stage_vertices(stage, ids[i], vertices);
        bool finite = vvi_all_finite(&vertices[0].x, 2 * (size_t)vv_sprite_vertex_count(sprite));
        free(vertices);
        if (!finite)
            return false;
    }
    return true;
}

/* Runs, and nothing fails. */
static void run_well(vv_stage *stage, uint32_t steps)
{
    for (uint32_t n = 0; n < steps; n++) {
        run_steps(stage, 1);
        assert_int_equal(count_events(stage, VV_EVENT_STEP_FAILED), 0);
        assert_true(is_sound(stage));
    }
}

static bool restores(vv_stage *stage)
{
    size_t bytes = vv_stage_save_bytes(stage);
    uint8_t *saved = malloc(bytes);
    uint64_t hash = vv_stage_hash(stage);
    vv_stage_save(stage, saved, bytes);
    bool same = vv_stage_restore(stage, saved, bytes, NULL) == VV_OK && vv_stage_hash(stage) == hash;
    free(saved);
    return same;
}

/* ---- Numbers from outside ---------------------------------------------------------------------------------------- */

static void whoever_comes_from_outside_the_box_is_put_into_it(void **state)
{
    (void)state;
    const vv_vec2 far[] = {{1e5f, 0.0f}, {-3e38f, 3e38f}, {0.0f, -20000.0f}};
    for (int i = 0; i < 3; i++) {
        body b = body_crate(1.0f, 3);
        vv_actor_def def = actor_of(&b);
        def.position = far[i];
        scene s = make_free(b, def);
        vv_vec2 at = vv_stage_actor_state(s.stage, s.actor).position;
        assert_true(fabsf(at.x) <= 10000.0f && fabsf(at.y) <= 10000.0f);
        assert_true(restores(s.stage));
        run_well(s.stage, 5);
        scene_free(&s);
    }
}

static void no_push_is_taken_for_a_failure(void **state)
{
    (void)state;
    for (int way = 0; way < 6; way++) {
        body b = body_crate(1.0f, 3);
        vv_actor_def def = actor_of(&b);
        if (way == 0)
            def.velocity = (vv_vec2){1e30f, -1e30f}, def.angular_velocity = 1e30f;
        scene s = make_free(b, def);
        if (way == 1)
            assert_true(vv_stage_apply_impulse(s.stage, s.actor, (vv_vec2){3e38f, -1e6f}));
        if (way == 2)
            assert_true(vv_stage_set_velocity(s.stage, s.actor, (vv_vec2){-1e7f, 3e38f}, -3e38f));
        if (way == 3)
            assert_true(vv_stage_apply_impulse_at(s.stage, s.actor, (vv_vec2){1e30f, 2e30f}, (vv_vec2){-9e30f, 3e38f}));
        if (way == 4)
            for (int n = 0; n < 100; n++)
                vv_stage_apply_impulse(s.stage, s.actor, (vv_vec2){0.0f, 1e3f});
        if (way == 5)
            assert_true(vv_stage_set_velocity(s.stage, s.actor, (vv_vec2){0.0f, 0.0f}, 1e8f));
        assert_true(restores(s.stage));
        run_well(s.stage, 3);
        float speed = vv_vec2_length(vv_stage_actor_state(s.stage, s.actor).velocity);
        assert_true(speed <= VVI_MAX_SPEED && (way == 5 || speed > 100.0f));
        scene_free(&s);
    }
}

static void any_finite_angle_is_one(void **state)
{
    (void)state;
    const float angles[] = {3e38f, -3e38f, 1e20f, 100000.25f};
    for (int i = 0; i < 4; i++) {
        body b = body_crate(1.0f, 3);
        vv_actor_def def = actor_of(&b);
        def.angle = -angles[i];
        scene s = make_free(b, def);
        assert_true(vv_stage_teleport(s.stage, s.actor, (vv_vec2){1.0f, 2.0f}, angles[i]));
        vv_actor_state at = vv_stage_actor_state(s.stage, s.actor);
        assert_true(fabsf(vv_sin(at.angle) - vv_sin(angles[i])) < 1e-2f);
        vv_vec2 up[2], down[2];
        const vv_vec2 *shown = inside_of(&s)->x;
        up[0] = shown[0], up[1] = shown[15];
        vv_stage_teleport(s.stage, s.actor, (vv_vec2){1.0f, 2.0f}, vv_wrap_angle(angles[i]));
        down[0] = shown[0], down[1] = shown[15];
        assert_true(vv_vec2_distance(up[0], down[0]) < 1e-2f && vv_vec2_distance(up[1], down[1]) < 1e-2f);
        run_well(s.stage, 5);
        scene_free(&s);
    }
}

/* However far the mouse jumps, what it holds comes after it, and does not fail on the way. */
static void a_hold_may_jump_anywhere(void **state)
{
    (void)state;
    const float strengths[] = {INFINITY, 30.0f};
    const float ways[] = {3.0f, 300.0f, 9000.0f};
    for (int i = 0; i < 6; i++) {
        body b = body_crate(1.0f, 3);
        scene s = make_free(b, actor_of(&b));
        vv_hold held = {{0.0f, 0.5f}, {0.0f, 0.5f}, strengths[i % 2]};
        vv_stage_add_hold(s.stage, s.actor, &held);
        run_well(s.stage, 10);
        vv_stage_move_hold(s.stage, s.actor, 0, (vv_vec2){ways[i / 2], 0.5f});
        run_well(s.stage, 600);
        vv_vec2 at = vv_stage_actor_state(s.stage, s.actor).position;
        assert_true(fabsf(at.x - ways[i / 2]) < 1.0f && fabsf(at.y - 0.5f) < 1.0f);
        scene_free(&s);
    }
}

/* The last good state is from before the flip: it must come back in the mirror. */
static void a_failure_after_a_flip_is_not_inside_out(void **state)
{
    (void)state;
    body b = body_crate(1.0f, 3);
    vv_actor_def def = actor_of(&b);
    def.angle = 0.4f;
    scene s = make_free(b, def);
    run_well(s.stage, 10);
    vv_stage_flip(s.stage, s.actor);
    actor *a = inside_of(&s);
    a->v[2].y = NAN;
    run_steps(s.stage, 1);
    assert_int_equal(count_events(s.stage, VV_EVENT_STEP_FAILED), 1);
    for (int n = 0; n < 20; n++) {
        vv_mat2 turn = vv_mat2_rotation(a->angle);
        for (uint32_t i = 0; i < a->view.particle_count; i++)
            assert_true(vv_vec2_distance(a->x[i], vv_mat2_apply(turn, a->rest[i])) < 0.02f);
        run_well(s.stage, 1);
    }
    assert_true(a->flipped && fabsf(a->angle + 0.4f) < 0.05f);
    scene_free(&s);
}

/* ---- Restoring --------------------------------------------------------------------------------------------------- */

/* Whoever came after the save may sleep beside those who slept before: taking him away must wake nobody that the save
 * has asleep. */
static void restoring_wakes_nobody(void **state)
{
    (void)state;
    body b = body_crate(1.0f, 3);
    vv_actor_def def = actor_of(&b);
    scene s = make_grounded(b, def, vv_default_stage_def());
    def.position.x = 5.0f;
    vv_actor second = add_actor(s.stage, &def);
    def.position.x = 10.0f;
    vv_actor third = add_actor(s.stage, &def);
    vv_stage_remove_actor(s.stage, second);
    run_steps(s.stage, 120);
    assert_true(vv_stage_actor_state(s.stage, s.actor).asleep && vv_stage_actor_state(s.stage, third).asleep);
    size_t bytes = vv_stage_save_bytes(s.stage);
    uint8_t *saved = malloc(bytes);
    uint64_t hash = vv_stage_hash(s.stage);
    vv_stage_save(s.stage, saved, bytes);
    def.position = (vv_vec2){0.0f, 1.01f};
    second = add_actor(s.stage, &def); /* on the first, in the slot between the two */
    run_steps(s.stage, 240);
    assert_true(vv_stage_actor_state(s.stage, second).asleep);
    assert_int_equal(vv_stage_restore(s.stage, saved, bytes, NULL), VV_OK);
    assert_true(vv_stage_hash(s.stage) == hash && vv_stage_actor_state(s.stage, s.actor).asleep);
    assert_false(vv_stage_has_actor(s.stage, second));
    free(saved);
    scene_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whoever_comes_from_outside_the_box_is_put_into_it),
        cmocka_unit_test(no_push_is_taken_for_a_failure),
        cmocka_unit_test(any_finite_angle_is_one),
        cmocka_unit_test(a_hold_may_jump_anywhere),
        cmocka_unit_test(a_failure_after_a_flip_is_not_inside_out),
        cmocka_unit_test(restoring_wakes_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
