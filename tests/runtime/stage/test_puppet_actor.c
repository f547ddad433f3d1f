/* Puppets as actors: they come, are refused, fall, show where they are, are pushed, teleported and flipped, and do
 * the same at every display rate without allocating. */
#include "tests/runtime/stage/puppet_actors.h"

static void test_falls_as_anything_does(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 6, 6);
    vv_stage *stage = stage_make();
    vv_actor_def def = puppet_def(&b, 3.0f, 100.0f);
    def.velocity = (vv_vec2){2.0f, 5.0f};
    vv_actor id = add(stage, &def);
    for (int i = 0; i < 50; i++)
        vv_stage_step(stage, 0.02f);
    vv_stage_step(stage, 0.0199f); /* shows nearly the newer state */
    vv_actor_state s = vv_stage_actor_state(stage, id);
    double t = vv_stage_time(stage);
    assert_true(fabs((double)s.position.x - (3.0 + 2.0 * t)) < 1e-4);
    /* Backward differences of second order are exact for a parabola but for the first step, which is implicit
     * Euler's. */
    assert_true(fabs((double)s.position.y - (100.5 + 5.0 * t - 0.5 * 9.81 * t * t)) < 0.5 * 9.81 * 0.02 * 1.02);
    assert_true(fabsf(s.angle) < 1e-5f && fabsf(s.angular_velocity) < 1e-4f);
    vv_stage_destroy(stage);
    box_free(&b);
}

static void test_rests_where_nothing_acts(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 6, 6);
    vv_stage *stage = stage_make();
    vv_stage_set_gravity(stage, (vv_vec2){0.0f, 0.0f});
    vv_actor_def def = puppet_def(&b, 3.0f, 1.0f);
    def.angle = 0.7f;
    def.flipped = true;
    vv_actor id = add(stage, &def);
    vv_vec2 before[BOX_MOST], after[BOX_MOST];
    vv_stage_vertices(stage, id, before);
    for (int i = 0; i < 100; i++)
        vv_stage_step(stage, 0.02f);
    vv_stage_vertices(stage, id, after);
    for (uint32_t i = 0; i < b.vertex_count; i++)
        assert_true(vv_vec2_distance(before[i], after[i]) < 1e-6f);
    /* Where the def put it: the mirror, then the turn, then the place. */
    for (uint32_t i = 0; i < b.vertex_count; i++) {
        vv_vec2 p = {-b.positions[i].x, b.positions[i].y};
        p = vv_vec2_add(vv_mat2_apply(vv_mat2_rotation(0.7f), p), def.position);
        assert_true(vv_vec2_distance(p, before[i]) < 1e-5f);
    }
    vv_stage_destroy(stage);
    box_free(&b);
}

/* Vertices by the handles' transforms and the weights are the vertices that are shown, at any time between two
 * steps. */
static void test_handles_move_the_vertices(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 6, 6);
    for (int flipped = 0; flipped < 2; flipped++) {
        vv_stage *stage = stage_make();
        stage_ground(stage, 0.6f);
        vv_actor_def def = puppet_def(&b, 1.0f, 1.0f);
        def.angle = 0.4f;
        def.angular_velocity = 2.0f;
        def.flipped = flipped != 0;
        vv_actor id = add(stage, &def);
        for (int i = 0; i < 60; i++) {
            vv_stage_step(stage, 0.013f);
            vv_affine pose[5];
            vv_vec2 x[BOX_MOST];
            vv_stage_pose(stage, id, pose);
            vv_stage_vertices(stage, id, x);
            /* Corners are moved by one handle alone. */
            const uint32_t corners[4] = {0, 6, 42, 48};
            for (uint32_t k = 0; k < 4; k++) {
                vv_vec2 p = vv_affine_apply(pose[k], b.positions[corners[k]]);
                assert_true(vv_vec2_distance(p, x[corners[k]]) < 1e-5f);
            }
        }
        vv_stage_destroy(stage);
    }
    box_free(&b);
}

static void test_same_motion_at_every_rate(void **state)
{
    (void)state;
    const float rates[4] = {30.0f, 60.0f, 144.0f, 240.0f};
    box b = box_make(1.0f, 1.0f, 6, 6);
    uint64_t hash[4];
    for (int k = 0; k < 4; k++) {
        vv_stage *stage = stage_make();
        stage_ground(stage, 0.6f);
        vv_actor_def def = puppet_def(&b, 0.0f, 1.0f);
        def.angle = 0.3f;
        def.velocity.x = 3.0f;
        add(stage, &def);
        while (vv_stage_step_count(stage) < 100)
            vv_stage_step(stage, 1.0f / rates[k]);
        size_t bytes = vv_stage_save_bytes(stage);
        uint8_t *saved = malloc(bytes);
        vv_stage_save(stage, saved, bytes);
        /* Behind the head (24 bytes, with a checksum), what the save belongs to (16) and the number of steps (8)
         * comes the time that is due, which differs. */
        memset(saved + 48, 0, 4);
        hash[k] = vv_hash_bytes(0, saved + 24, bytes - 24);
        free(saved);
        vv_stage_destroy(stage);
    }
    for (int k = 1; k < 4; k++)
        assert_true(hash[k] == hash[0]);
    box_free(&b);
}

static void test_a_step_never_allocates(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 6, 6);
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_stage_def def = vv_default_stage_def();
    vv_stage *stage = NULL;
    def.step = VV_PUPPET_STEP;
    assert_int_equal(vv_stage_create(&def, &allocator, &stage, NULL), VV_OK);
    stage_ground(stage, 0.6f);
    for (int i = 0; i < 3; i++) {
        vv_actor_def actor = puppet_def(&b, 0.3f * (float)i, 1.2f * (float)i);
        add(stage, &actor);
    }
    uint64_t before = counting.allocations;
    for (int i = 0; i < 100; i++)
        vv_stage_step(stage, 0.02f);
    assert_true(counting.allocations == before);
    vv_stage_destroy(stage);
    assert_true(counting.used == 0);
    box_free(&b);
}

static void test_adding_fails_cleanly(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 4, 4);
    vv_vec2 points[3] = {{0.0f, 0.0f}, {1.0f, 1.0f}, {2.0f, 0.0f}};
    vv_follow follow = vv_default_follow();
    follow.kind = VV_FOLLOW_PATH;
    follow.path.point_count = 3;
    follow.path.points = points;
    uint64_t needed = 1000;
    for (uint64_t n = 1; n < needed; n++) {
        vv_counting counting = {0};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_stage_def def = vv_default_stage_def();
        vv_stage *stage = NULL;
        assert_int_equal(vv_stage_create(&def, &allocator, &stage, NULL), VV_OK);
        counting.fail_at = n;
        vv_actor_def actor = puppet_def(&b, 0.0f, 0.0f);
        vv_actor id;
        actor.follows = &follow;
        actor.follow_count = 1;
        if (vv_stage_add_actor(stage, &actor, &id, NULL) == VV_OK)
            needed = n;
        else
            assert_int_equal(vv_stage_actors(stage, NULL, 0), 0);
        vv_stage_destroy(stage);
        assert_true(counting.used == 0);
    }
    assert_true(needed > 4 && needed < 1000);
    box_free(&b);
}

static void test_refuses(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 4, 4);
    vv_stage *stage = stage_make();
    vv_actor id = {0, 0};
    vv_actor_def def = puppet_def(&b, 0.0f, 0.0f);
    const uint32_t none[1] = {0};
    vv_follow follow = vv_default_follow();
    for (int k = 0; k < 9; k++) {
        vv_actor_def bad = def;
        vv_follow f = follow;
        bad.follows = &f;
        bad.follow_count = k >= 4;
        if (k == 0)
            bad.puppet = NULL;
        if (k == 1)
            bad.material.friction = NAN;
        if (k == 2)
            bad.attractions = none, bad.attraction_count = 1;
        if (k == 3)
            bad.clip_start = INFINITY;
        if (k == 4)
            f.handle = 5;
        if (k == 5)
            f.parts = 0;
        if (k == 6)
            f.kind = VV_FOLLOW_HANDLE;
        if (k == 7)
            f.kind = VV_FOLLOW_PATH;
        if (k == 8)
            f.particle.velocity.x = NAN;
        vv_error error = {0};
        assert_int_not_equal(vv_stage_add_actor(stage, &bad, &id, &error), VV_OK);
        assert_true(error.message[0] != 0);
    }
    id = add(stage, &def);
    vv_material wrong = *vv_stage_material(stage, id);
    wrong.stiffness = -1.0f;
    assert_false(vv_stage_set_material(stage, id, &wrong));
    assert_false(vv_stage_set_handle_target(stage, id, 5, VV_CHANNEL_POSITION, (vv_handle_target){.strength = 1.0f}));
    assert_false(vv_stage_set_handle_target(stage, id, 0, VV_CHANNEL_POSITION,
                                            (vv_handle_target){.value = {NAN, 0.0f}, .strength = 1.0f}));
    assert_false(vv_stage_set_handle_target(stage, id, 0, VV_CHANNEL_SCALE, (vv_handle_target){.strength = 1.0f}));
    assert_false(vv_stage_play_clip(stage, id, NULL, NAN));
    vv_strengths strengths = vv_default_strengths();
    assert_null(vv_stage_strengths(stage, id));
    assert_false(vv_stage_set_strengths(stage, id, &strengths));
    assert_null(vv_stage_sprite(stage, id));
    assert_ptr_equal(vv_stage_puppet(stage, id), b.puppet);
    vv_stage_destroy(stage);
    box_free(&b);
}

/* A push changes momentum by itself, at a point also the spin; velocities are those that were asked for. */
static void test_pushes_and_velocities(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 6, 6);
    for (int flipped = 0; flipped < 2; flipped++) {
        vv_stage *stage = stage_make();
        vv_stage_set_gravity(stage, (vv_vec2){0.0f, 0.0f});
        vv_actor_def def = puppet_def(&b, 0.0f, 0.0f);
        def.flipped = flipped != 0;
        vv_actor id = add(stage, &def);
        float mass = vv_puppet_mass(b.puppet);
        assert_true(vv_stage_apply_impulse(stage, id, (vv_vec2){3.0f * mass, -1.0f * mass}));
        assert_true(vv_stage_apply_impulse_at(stage, id, (vv_vec2){0.0f, mass}, (vv_vec2){0.5f, 0.5f}));
        vv_mechanics m = vv_stage_mechanics(stage, id);
        assert_true(fabs(m.momentum_x - 3.0 * (double)mass) < 1e-4 && fabs(m.momentum_y) < 1e-4);
        assert_true(fabs(m.angular_momentum - 0.5 * (double)mass) < 1e-4);
        for (int i = 0; i < 100; i++)
            vv_stage_step(stage, 0.02f);
        vv_mechanics after = vv_stage_mechanics(stage, id);
        assert_true(fabs(after.momentum_x - m.momentum_x) < 1e-4);
        assert_true(fabs(after.angular_momentum - m.angular_momentum) < 0.1 * m.angular_momentum);
        assert_true(fabsf(vv_stage_actor_state(stage, id).position.x - 3.0f * (float)vv_stage_time(stage)) < 0.01f);
        assert_true(vv_stage_set_velocity(stage, id, (vv_vec2){1.0f, 2.0f}, -3.0f));
        vv_actor_state s = vv_stage_actor_state(stage, id);
        assert_true(fabsf(s.velocity.x - 1.0f) < 1e-5f && fabsf(s.angular_velocity + 3.0f) < 1e-4f);
        m = vv_stage_mechanics(stage, id);
        assert_true(fabs(m.momentum_y - 2.0 * (double)mass) < 1e-4 && m.angular_momentum < 0.0);
        vv_stage_destroy(stage);
    }
    box_free(&b);
}

/* A flip keeps linear and angular momentum and energy, mirrors what is seen, and twice is as before. */
static void test_flip(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 6, 6);
    vv_stage *stage = stage_make();
    stage_ground(stage, 0.6f);
    vv_actor_def def = puppet_def(&b, 0.0f, 1.0f);
    def.angle = 0.5f;
    def.angular_velocity = 3.0f;
    def.velocity = (vv_vec2){2.0f, 0.0f};
    vv_actor id = add(stage, &def);
    for (int i = 0; i < 40; i++)
        vv_stage_step(stage, 0.02f);
    vv_stage_step(stage, 0.0199f);
    vv_vec2 before[BOX_MOST], after[BOX_MOST];
    vv_actor_state s = vv_stage_actor_state(stage, id);
    assert_true(vv_stage_teleport(stage, id, s.position, s.angle)); /* shows what is now */
    vv_mechanics m = vv_stage_mechanics(stage, id);
    s = vv_stage_actor_state(stage, id);
    vv_stage_vertices(stage, id, before);
    assert_true(vv_stage_flip(stage, id));
    vv_mechanics n = vv_stage_mechanics(stage, id);
    vv_stage_vertices(stage, id, after);
    assert_true(fabs(m.momentum_x - n.momentum_x) < 1e-5 && fabs(m.momentum_y - n.momentum_y) < 1e-5);
    assert_true(fabs(m.angular_momentum - n.angular_momentum) < 1e-5 && fabs(m.kinetic - n.kinetic) < 1e-4 * m.kinetic);
    for (uint32_t i = 0; i < b.vertex_count; i++)
        assert_true(fabsf(after[i].x - (2.0f * s.position.x - before[i].x)) < 1e-5f &&
                    fabsf(after[i].y - before[i].y) < 1e-5f);
    assert_true(fabsf(vv_stage_actor_state(stage, id).angle + s.angle) < 1e-5f);
    vv_stage_flip(stage, id);
    vv_stage_vertices(stage, id, after);
    for (uint32_t i = 0; i < b.vertex_count; i++)
        assert_true(vv_vec2_distance(before[i], after[i]) < 1e-5f);
    vv_stage_destroy(stage);
    box_free(&b);
}

/* A scene and its mirror image do the same in the mirror. */
static void test_the_mirror_does_the_same(void **state)
{
    (void)state;
    box b = box_make(0.6f, 1.0f, 4, 6);
    vv_stage *stages[2];
    vv_actor ids[2];
    for (int k = 0; k < 2; k++) {
        float sign = k ? -1.0f : 1.0f;
        const vv_hold hold = {{0.3f, 1.0f}, {sign * 1.0f, 2.0f}, 3.0f};
        stages[k] = stage_make();
        stage_ground(stages[k], 0.6f);
        vv_actor_def def = puppet_def(&b, 0.0f, 1.0f);
        def.angle = sign * 0.5f;
        def.angular_velocity = sign * 2.0f;
        def.velocity.x = sign * 3.0f;
        def.flipped = k != 0;
        def.holds = &hold;
        def.hold_count = 1;
        ids[k] = add(stages[k], &def);
        vv_stage_set_handle_target(stages[k], ids[k], 2, VV_CHANNEL_ANGLE,
                                   (vv_handle_target){.value = {sign * 0.8f, 0.0f}, .strength = 0.3f});
        vv_stage_set_force(stages[k], ids[k], (vv_vec2){sign * 0.5f, 0.0f});
    }
    for (int i = 0; i < 60; i++)
        for (int k = 0; k < 2; k++)
            vv_stage_step(stages[k], 0.02f);
    vv_vec2 x[2][BOX_MOST];
    for (int k = 0; k < 2; k++)
        vv_stage_vertices(stages[k], ids[k], x[k]);
    for (uint32_t i = 0; i < b.vertex_count; i++)
        assert_true(fabsf(x[0][i].x + x[1][i].x) < 1e-3f && fabsf(x[0][i].y - x[1][i].y) < 1e-3f);
    for (int k = 0; k < 2; k++)
        vv_stage_destroy(stages[k]);
    box_free(&b);
}

static void test_holds(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 6, 6);
    vv_stage *stage = stage_make();
    const vv_hold exact = {{-0.5f, 1.0f}, {0.0f, 5.0f}, INFINITY};
    vv_actor_def def = puppet_def(&b, 0.5f, 4.0f);
    def.holds = &exact;
    def.hold_count = 1;
    vv_actor id = add(stage, &def);
    for (int i = 0; i < 200; i++) {
        vv_vec2 x[BOX_MOST];
        vv_stage_step(stage, 0.02f);
        vv_stage_vertices(stage, id, x);
        assert_true(vv_vec2_distance(x[42], exact.to) < 1e-3f);
    }
    /* It hangs below, and still swings. */
    assert_true(vv_stage_actor_state(stage, id).position.y < 5.0f);
    assert_true(vv_stage_remove_hold(stage, id, 0));
    float y = vv_stage_actor_state(stage, id).position.y;
    for (int i = 0; i < 50; i++)
        vv_stage_step(stage, 0.02f);
    assert_true(vv_stage_actor_state(stage, id).position.y < y - 2.0f);
    /* As many as there is room for. */
    uint32_t count = 0;
    while (vv_stage_add_hold(stage, id, &exact) != VV_NONE)
        count++;
    assert_true(count >= 8 && count <= VV_STAGE_MAX_HOLDS);
    vv_stage_destroy(stage);
    box_free(&b);
}

static void test_nobody_leaves_the_box(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 4, 4);
    vv_stage_def stage_def = vv_default_stage_def();
    vv_stage *stage = NULL;
    stage_def.step = VV_PUPPET_STEP;
    stage_def.low = (vv_vec2){-3.0f, -3.0f};
    stage_def.high = (vv_vec2){3.0f, 3.0f};
    assert_int_equal(vv_stage_create(&stage_def, NULL, &stage, NULL), VV_OK);
    vv_actor_def def = puppet_def(&b, 100.0f, 0.0f);
    def.velocity = (vv_vec2){50.0f, 20.0f};
    vv_actor id = add(stage, &def);
    for (int i = 0; i < 100; i++) {
        vv_stage_step(stage, 0.02f);
        vv_actor_state s = vv_stage_actor_state(stage, id);
        assert_true(s.position.x <= 3.0f && s.position.y >= -3.0f && s.position.y <= 3.0f);
    }
    vv_stage_destroy(stage);
    box_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_falls_as_anything_does),
        cmocka_unit_test(test_rests_where_nothing_acts),
        cmocka_unit_test(test_handles_move_the_vertices),
        cmocka_unit_test(test_same_motion_at_every_rate),
        cmocka_unit_test(test_a_step_never_allocates),
        cmocka_unit_test(test_adding_fails_cleanly),
        cmocka_unit_test(test_refuses),
        cmocka_unit_test(test_pushes_and_velocities),
        cmocka_unit_test(test_flip),
        cmocka_unit_test(test_the_mirror_does_the_same),
        cmocka_unit_test(test_holds),
        cmocka_unit_test(test_nobody_leaves_the_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
