/* Handles that follow something: a particle that bounces exactly, a handle of another puppet, a path gone along by
 * arc length; and clips, placed as the artwork is. */
#include "runtime/stage/state.h"
#include "tests/runtime/stage/puppet_actors.h"

static vv_vec2 handle_at(const vv_stage *stage, vv_actor id, const box *b, uint32_t handle)
{
    const uint32_t corners[4] = {0, 6, 42, 48};
    vv_affine pose[5];
    vv_stage_pose(stage, id, pose);
    return vv_affine_apply(pose[handle], handle < 4 ? b->positions[corners[handle]] : (vv_vec2){0.0f, 0.5f});
}

static float angle_of(const vv_stage *stage, vv_actor id, uint32_t handle)
{
    vv_affine pose[5];
    vv_stage_pose(stage, id, pose);
    return vv_mat2_polar(pose[handle].linear).angle;
}

/* Where a ball dropped from 2 m at 0.5 m/s is: the closed form, bounce by bounce. */
static void ball_at(double t, double bounce, double *x, double *y)
{
    double g = 9.81, height = 2.0, v = 0.0;
    *x = 0.5 * t;
    for (;;) {
        double hit = (v + sqrt(v * v + 2.0 * g * height)) / g;
        if (t < hit) {
            *y = height + v * t - 0.5 * g * t * t;
            return;
        }
        v = bounce * (g * hit - v);
        height = 0.0;
        t -= hit;
    }
}

static void test_a_particle_bounces_exactly(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 6, 6);
    vv_stage *stage = stage_make();
    vv_follow follow = vv_default_follow();
    follow.handle = 4;
    follow.particle = (vv_follow_particle){{0.0f, 2.0f}, {0.5f, 0.0f}, 1.0f, 0.0f, 0.8f};
    follow.offset = (vv_vec2){0.0f, 1.0f};
    vv_actor_def def = puppet_def(&b, 0.0f, 2.5f);
    def.follows = &follow;
    def.follow_count = 1;
    vv_actor id = add(stage, &def);
    for (int i = 1; i < 150; i++) {
        double x, y;
        vv_stage_step(stage, 0.02f);
        if (i == 1)
            continue;
        vv_vec2 at = handle_at(stage, id, &b, 4); /* a step behind */
        ball_at((double)(i - 1) * (double)VV_PUPPET_STEP, 0.8, &x, &y);
        assert_true(fabs((double)at.x - x) < 1e-3 && fabs((double)at.y - 1.0 - y) < 1e-3);
    }
    vv_stage_destroy(stage);
    box_free(&b);
}

/* From and until; and a floor from which nothing comes up: bounce 0. */
static void test_it_begins_and_ends(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 6, 6);
    vv_stage *stage = stage_make();
    vv_stage_set_gravity(stage, (vv_vec2){0.0f, -2.0f});
    vv_follow follow = vv_default_follow();
    follow.handle = 4;
    follow.from = 0.5;
    follow.until = 1.5;
    follow.particle = (vv_follow_particle){{3.0f, 4.0f}, {0.0f, 0.0f}, 1.0f, 3.9f, 0.0f};
    vv_actor_def def = puppet_def(&b, 0.0f, 0.0f);
    def.follows = &follow;
    def.follow_count = 1;
    def.material.gravity = 0.0f;
    vv_actor id = add(stage, &def);
    for (int i = 0; i < 26; i++)
        vv_stage_step(stage, 0.02f);
    assert_true(fabsf(handle_at(stage, id, &b, 4).x) < 1e-3f);
    for (int i = 0; i < 40; i++)
        vv_stage_step(stage, 0.02f);
    assert_true(vv_vec2_distance(handle_at(stage, id, &b, 4), (vv_vec2){3.0f, 3.9f}) < 1e-3f);
    vv_stage_set_handle_target(stage, id, 0, VV_CHANNEL_POSITION,
                               (vv_handle_target){.value = {9.0f, 9.0f}, .strength = 0.9f});
    for (int i = 0; i < 60; i++)
        vv_stage_step(stage, 0.02f);
    assert_true(vv_vec2_distance(handle_at(stage, id, &b, 4), (vv_vec2){3.0f, 3.9f}) > 1.0f);
    vv_stage_destroy(stage);
    box_free(&b);
}

/* The one that follows keeps its distance as if both were one rigid body; not relative, it comes together. */
static void test_follows_a_handle(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 6, 6);
    for (int k = 0; k < 4; k++) {
        vv_stage *stage = stage_make();
        vv_stage_set_gravity(stage, (vv_vec2){0.0f, 0.0f});
        vv_actor_def def = puppet_def(&b, 0.0f, 0.0f);
        def.velocity = (vv_vec2){1.0f, 0.5f};
        def.angular_velocity = 1.5f;
        def.mask = 0;
        vv_actor first = add(stage, &def);
        vv_follow follow = vv_default_follow();
        follow.kind = VV_FOLLOW_HANDLE;
        follow.handle = 0;
        follow.actor = first;
        follow.other = 3;
        follow.parts = VV_PART_POSITION | VV_PART_ANGLE;
        follow.relative = k % 2 == 0;
        def.position = (vv_vec2){2.0f, 1.0f};
        def.flipped = k >= 2;
        def.velocity = (vv_vec2){0.0f, 0.0f};
        def.angular_velocity = 0.0f;
        def.follows = &follow;
        def.follow_count = 1;
        vv_actor second = add(stage, &def);
        vv_vec2 apart = vv_vec2_sub(handle_at(stage, second, &b, 0), handle_at(stage, first, &b, 3));
        float turned = angle_of(stage, first, 3);
        for (int i = 0; i < 100; i++)
            vv_stage_step(stage, 0.02f);
        vv_vec2 now = vv_vec2_sub(handle_at(stage, second, &b, 0), handle_at(stage, first, &b, 3));
        vv_mat2 turn = vv_mat2_rotation(angle_of(stage, first, 3) - turned);
        vv_vec2 wanted = k % 2 == 0 ? vv_mat2_apply(turn, apart) : (vv_vec2){0.0f, 0.0f};
        assert_true(vv_vec2_distance(now, wanted) < 5e-3f);
        vv_stage_destroy(stage);
    }
    box_free(&b);
}

/* Once removed, what was followed wants nothing any more. */
static void test_whom_it_follows_may_go(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 4, 4);
    vv_stage *stage = stage_make();
    vv_actor_def def = puppet_def(&b, 0.0f, 0.0f);
    vv_actor first = add(stage, &def);
    vv_follow follow = vv_default_follow();
    follow.kind = VV_FOLLOW_HANDLE;
    follow.actor = first;
    def.follows = &follow;
    def.follow_count = 1;
    def.position.x = 5.0f;
    vv_actor second = add(stage, &def);
    for (int i = 0; i < 10; i++)
        vv_stage_step(stage, 0.02f);
    vv_stage_remove_actor(stage, first);
    for (int i = 0; i < 50; i++)
        vv_stage_step(stage, 0.02f);
    assert_true(vv_stage_actor_state(stage, second).velocity.y < -5.0f);
    vv_stage_destroy(stage);
    box_free(&b);
}

/* A closed path through the points of a circle: its radius within 1 %, its speed steady, its direction turning once a
 * round. */
static void test_a_path_goes_at_steady_speed(void **state)
{
    (void)state;
    enum { POINTS = 12 };
    box b = box_make(1.0f, 1.0f, 6, 6);
    vv_vec2 points[POINTS];
    for (uint32_t i = 0; i < POINTS; i++) {
        float a = 6.2831853f * (float)i / (float)POINTS;
        points[i] = (vv_vec2){2.0f * cosf(a), 2.0f * sinf(a)};
    }
    vv_stage *stage = stage_make();
    vv_stage_set_gravity(stage, (vv_vec2){0.0f, 0.0f});
    vv_follow follow = vv_default_follow();
    follow.kind = VV_FOLLOW_PATH;
    follow.handle = 4;
    follow.parts = VV_PART_POSITION | VV_PART_ANGLE;
    follow.path = (vv_follow_path){POINTS, points, true, 2.0f, true, false};
    vv_actor_def def = puppet_def(&b, 2.0f, -0.5f);
    def.follows = &follow;
    def.follow_count = 1;
    vv_actor id = add(stage, &def);
    vv_vec2 before = {2.0f, 0.0f};
    for (int i = 1; i < 250; i++) {
        vv_stage_step(stage, 0.02f);
        vv_vec2 at = handle_at(stage, id, &b, 4);
        if (i > 2) {
            assert_true(fabsf(vv_vec2_length(at) - 2.0f) < 0.02f);
            assert_true(fabsf(vv_vec2_distance(at, before) - 6.2831853f * 2.0f / 100.0f) < 0.004f);
            float angle = 6.2831853f * (float)(i - 1) / 100.0f;
            assert_true(fabsf(vv_wrap_angle(angle_of(stage, id, 4) - angle)) < 0.05f);
        }
        before = at;
    }
    vv_stage_destroy(stage);
    box_free(&b);
}

/* What a path does not use may be anything, and is not saved. */
static void test_what_it_does_not_use_is_not_saved(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 4, 4);
    const vv_vec2 points[2] = {{0.0f, 0.5f}, {4.0f, 0.5f}};
    vv_stage *stage = stage_make();
    vv_follow follow = vv_default_follow();
    follow.kind = VV_FOLLOW_PATH;
    follow.path = (vv_follow_path){2, points, false, 1.0f, false, true};
    follow.particle.position.x = follow.particle.velocity.y = NAN;
    vv_actor_def def = puppet_def(&b, 1e30f, 0.0f);
    def.follows = &follow;
    def.follow_count = 1;
    add(stage, &def);
    size_t bytes = vv_stage_save_bytes(stage);
    uint8_t *saved = malloc(bytes);
    vv_stage_save(stage, saved, bytes);
    assert_int_equal(vv_stage_restore(stage, saved, bytes, NULL), VV_OK);
    free(saved);
    vv_stage_destroy(stage);
    box_free(&b);
}

/* An open one with ease: slow at both ends, and it stays at the last. */
static void test_a_path_eases(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 6, 6);
    const vv_vec2 points[2] = {{0.0f, 0.5f}, {4.0f, 0.5f}};
    vv_stage *stage = stage_make();
    vv_stage_set_gravity(stage, (vv_vec2){0.0f, 0.0f});
    vv_follow follow = vv_default_follow();
    follow.kind = VV_FOLLOW_PATH;
    follow.handle = 4;
    follow.path = (vv_follow_path){2, points, false, 1.0f, false, true};
    vv_actor_def def = puppet_def(&b, 0.0f, 0.0f);
    def.follows = &follow;
    def.follow_count = 1;
    vv_actor id = add(stage, &def);
    float before = 0.0f, fastest = 0.0f, first = 0.0f;
    for (int i = 1; i < 80; i++) {
        vv_stage_step(stage, 0.02f);
        float x = handle_at(stage, id, &b, 4).x, t = fminf(1.0f, 0.02f * (float)(i - 1));
        assert_true(fabsf(x - 4.0f * t * t * (3.0f - 2.0f * t)) < 2e-3f);
        fastest = fmaxf(fastest, x - before);
        first = i == 2 ? x - before : first;
        before = x;
    }
    assert_true(first < 0.1f * fastest && fabsf(before - 4.0f) < 1e-3f);
    vv_stage_destroy(stage);
    box_free(&b);
}

/* A clip's positions are places in the artwork: an actor that was put elsewhere, turned or flipped plays it there;
 * after a flip, in the mirror about where it was. */
static void test_clips_are_placed_with_the_artwork(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 6, 6);
    vv_key keys[2] = {vv_default_key(), vv_default_key()}, turn = vv_default_key();
    keys[0].value[1] = 0.5f;
    keys[1].time = 1.0f;
    keys[1].value[0] = 2.0f;
    keys[1].value[1] = 1.0f;
    keys[0].curve = VV_CURVE_LINEAR;
    turn.value[0] = 0.3f;
    const vv_track tracks[2] = {{4, VV_CHANNEL_POSITION, {0.0f, 0.0f}, 2, keys},
                                {4, VV_CHANNEL_ANGLE, {0.0f, 0.0f}, 1, &turn}};
    const vv_clip_def clip_def = {5, 2.0f, false, 2, tracks};
    vv_clip *clip = NULL;
    assert_int_equal(vv_clip_create(&clip_def, NULL, &clip, NULL), VV_OK);
    for (int k = 0; k < 4; k++) {
        vv_stage *stage = stage_make();
        vv_stage_set_gravity(stage, (vv_vec2){0.0f, 0.0f});
        vv_actor_def def = puppet_def(&b, 3.0f, -2.0f);
        def.angle = k % 2 ? 0.8f : 0.0f;
        def.flipped = k >= 2;
        def.clip = clip;
        def.clip_start = 0.1;
        vv_actor id = add(stage, &def);
        for (int i = 0; i < 80; i++)
            vv_stage_step(stage, 0.02f);
        vv_vec2 want = {def.flipped ? -2.0f : 2.0f, 1.0f};
        want = vv_vec2_add(vv_mat2_apply(vv_mat2_rotation(def.angle), want), def.position);
        assert_true(vv_vec2_distance(handle_at(stage, id, &b, 4), want) < 1e-3f);
        assert_true(vv_stage_flip(stage, id));
        float middle = (float)vvi_stage_actor(stage, id)->origin[0]; /* now, not at the time shown */
        for (int i = 0; i < 20; i++)
            vv_stage_step(stage, 0.02f);
        want.x = 2.0f * middle - want.x;
        assert_true(vv_vec2_distance(handle_at(stage, id, &b, 4), want) < 2e-3f);
        assert_true(vv_stage_play_clip(stage, id, NULL, 0.0));
        vv_stage_destroy(stage);
    }
    vv_clip_destroy(clip, NULL);
    box_free(&b);
}

/* A twin that is teleported goes on as the other does elsewhere: its clip went along. Where it was turned too, its
 * velocity was not, so that only what the clip holds is in the same place. */
static void test_a_teleport_takes_the_clip_along(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 6, 6);
    vv_key keys[2] = {vv_default_key(), vv_default_key()};
    keys[0].value[1] = 0.5f;
    keys[1].time = 1.0f;
    keys[1].value[0] = 2.0f;
    const vv_track track = {4, VV_CHANNEL_POSITION, {0.0f, 0.0f}, 2, keys};
    const vv_clip_def clip_def = {5, 2.0f, false, 1, &track};
    vv_clip *clip = NULL;
    assert_int_equal(vv_clip_create(&clip_def, NULL, &clip, NULL), VV_OK);
    vvi_random r = vvi_random_seed(77);
    for (int round = 0; round < 20; round++) {
        vv_stage *stages[2];
        vv_actor ids[2];
        for (int k = 0; k < 2; k++) {
            stages[k] = stage_make();
            vv_stage_set_gravity(stages[k], (vv_vec2){0.0f, 0.0f});
            vv_actor_def def = puppet_def(&b, 0.0f, 0.0f);
            def.flipped = round % 2 != 0;
            def.clip = clip;
            ids[k] = add(stages[k], &def);
        }
        uint32_t when = 1u + vvi_random_below(&r, 40u);
        float angle = round % 4 < 2 ? 0.0f : 6.0f * (vvi_random_unit(&r) - 0.5f), reach = round < 10 ? 10.0f : 5000.0f;
        vv_vec2 by = {reach * (vvi_random_unit(&r) - 0.5f), reach * (vvi_random_unit(&r) - 0.5f)}, from = {0.0f, 0.0f};
        for (uint32_t i = 0; i < 80; i++) {
            vv_stage_step(stages[0], 0.02f);
            vv_stage_step(stages[1], 0.02f);
            if (i == when) {
                vv_actor_state s = vv_stage_actor_state(stages[1], ids[1]);
                from = s.position;
                assert_true(vv_stage_teleport(stages[1], ids[1], vv_vec2_add(s.position, by), s.angle + angle));
            }
        }
        for (uint32_t h = angle == 0.0f ? 0 : 4; h < 5; h++) {
            vv_vec2 want = vv_vec2_sub(handle_at(stages[0], ids[0], &b, h), from);
            want = vv_vec2_add(vv_vec2_add(vv_mat2_apply(vv_mat2_rotation(angle), want), from), by);
            /* The state is that of the time shown, a step before what is teleported: 3.5 m/s at most. */
            assert_true(vv_vec2_distance(handle_at(stages[1], ids[1], &b, h), want) < 0.07f);
        }
        vv_stage_destroy(stages[0]);
        vv_stage_destroy(stages[1]);
    }
    vv_clip_destroy(clip, NULL);
    box_free(&b);
}

/* ---- Nothing breaks the stage ------------------------------------------------------------------------------------ */

static float odd(vvi_random *r)
{
    static const float numbers[] = {0.0f, 1e-6f, 1.0f, -3.0f, 50.0f, -1e3f, 1e5f, 3e6f, -3e38f, 1e30f};
    return numbers[vvi_random_below(r, sizeof numbers / sizeof *numbers)] * (0.5f + vvi_random_unit(r));
}

static void test_random_and_extreme_aims(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 4, 4);
    vvi_random r = vvi_random_seed(11);
    for (int round = 0; round < 12; round++) {
        vv_stage *stage = stage_make();
        stage_ground(stage, 0.6f);
        vv_actor ids[3];
        for (int k = 0; k < 3; k++) {
            vv_actor_def def = puppet_def(&b, 1.5f * (float)k, 0.5f);
            def.flipped = k == 1;
            def.material.stiffness = k == 2 ? 1000.0f : 2.0f;
            ids[k] = add(stage, &def);
        }
        for (int i = 0; i < 150; i++) {
            vv_actor id = ids[vvi_random_below(&r, 3)];
            uint32_t handle = vvi_random_below(&r, 5), channel = vvi_random_below(&r, 3);
            vv_handle_target aim = {{odd(&r), odd(&r)}, {odd(&r), odd(&r)}, vvi_random_unit(&r)};
            if (vvi_random_below(&r, 3) == 0)
                aim.strength = (float)vvi_random_below(&r, 2);
            vv_stage_set_handle_target(stage, id, handle, (vv_handle_channel)channel, aim);
            if (vvi_random_below(&r, 20) == 0)
                vv_stage_flip(stage, id);
            if (vvi_random_below(&r, 20) == 0)
                vv_stage_teleport(stage, id, (vv_vec2){odd(&r), odd(&r)}, odd(&r));
            if (vvi_random_below(&r, 20) == 0)
                vv_stage_apply_impulse(stage, id, (vv_vec2){odd(&r), odd(&r)});
            vv_stage_step(stage, 0.02f);
            for (int k = 0; k < 3; k++) {
                vv_vec2 x[BOX_MOST];
                vv_actor_state s = vv_stage_actor_state(stage, ids[k]);
                vv_stage_vertices(stage, ids[k], x);
                for (uint32_t n = 0; n < b.vertex_count; n++)
                    assert_true(isfinite(x[n].x) && isfinite(x[n].y));
                assert_true(fabsf(s.position.x) <= 10000.0f && fabsf(s.position.y) <= 10000.0f);
                assert_true(isfinite(s.velocity.x) && isfinite(s.angular_velocity) && isfinite(s.angle));
            }
        }
        /* And it goes on as if nothing had been, once hands let go. */
        for (int k = 0; k < 3; k++)
            for (uint32_t n = 0; n < 15; n++)
                vv_stage_set_handle_target(stage, ids[k], n / 3, (vv_handle_channel)(n % 3),
                                           (vv_handle_target){.strength = 0.0f});
        for (int i = 0; i < 100; i++)
            vv_stage_step(stage, 0.02f);
        vv_stage_destroy(stage);
    }
    box_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_particle_bounces_exactly),
        cmocka_unit_test(test_it_begins_and_ends),
        cmocka_unit_test(test_follows_a_handle),
        cmocka_unit_test(test_whom_it_follows_may_go),
        cmocka_unit_test(test_a_path_goes_at_steady_speed),
        cmocka_unit_test(test_what_it_does_not_use_is_not_saved),
        cmocka_unit_test(test_a_path_eases),
        cmocka_unit_test(test_clips_are_placed_with_the_artwork),
        cmocka_unit_test(test_a_teleport_takes_the_clip_along),
        cmocka_unit_test(test_random_and_extreme_aims),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
