/* Size and density of actors: a scaled actor is as its drawing would be if it were made so, and what grows stays where
 * it is and throws nobody. */
#include "tests/runtime/stage/scenes.h"

#include <verve/joint.h>
#include <verve/query.h>
#include <verve/zone.h>

static float in_range(vvi_random *r, float low, float high) { return low + (high - low) * vvi_random_unit(r); }

/* A bouncing ball with poses and a heap of crates on a ground, `unit` times as large. */
static vv_stage *make_world(const body *ball, const body *crate, float unit, float scale, bool resizable)
{
    vv_stage_def def = vv_default_stage_def();
    def.gravity.y *= unit;
    def.sleep = false;
    vv_stage *stage = make_stage(&def);
    vv_obstacle ground;
    assert_int_equal(vv_stage_add_ground(stage, 0.0f, 0.6f, &ground, NULL), VV_OK);
    for (uint32_t i = 0; i < 4; i++) {
        vv_actor_def actor_def = actor_of(i ? crate : ball);
        actor_def.position =
            (vv_vec2){unit * (i ? 3.0f + 0.2f * (float)i : 0.0f), unit * (i ? 1.05f * (float)i - 1.0f : 2.0f)};
        actor_def.velocity = (vv_vec2){unit * (i ? 0.0f : 0.5f), 0.0f};
        actor_def.flipped = i == 2;
        actor_def.strengths.energy = i ? 0.0f : 1.2f;
        actor_def.strengths.energy_example = BALL_SQUASHED;
        actor_def.strengths.bounce = i ? 0.0f : 0.6f;
        actor_def.scale = scale;
        actor_def.resizable = resizable;
        add_actor(stage, &actor_def);
    }
    return stage;
}

/* In a world twice as large it is twice as large, and everything is exactly twice as far. */
static void twice_as_large_in_a_world_twice_as_large_is_the_same(void **state)
{
    (void)state;
    body ball = body_ball(1.0f, 5), crate = body_crate(1.0f, 4);
    vv_stage *one = make_world(&ball, &crate, 1.0f, 1.0f, false), *two = make_world(&ball, &crate, 2.0f, 2.0f, false);
    for (uint32_t k = 0; k < 240; k++) {
        run_steps(one, 1);
        run_steps(two, 1);
        for (uint32_t i = 0; i < 4; i++) {
            const actor *a = &one->actors[i], *b = &two->actors[i];
            assert_true(b->origin[0] == 2.0 * a->origin[0] && b->origin[1] == 2.0 * a->origin[1]);
            assert_true(b->angle == a->angle && b->velocity.y == 2.0f * a->velocity.y);
            for (uint32_t p = 0; p < a->view.particle_count; p++)
                assert_true(b->x[p].x == 2.0f * a->x[p].x && b->x[p].y == 2.0f * a->x[p].y);
        }
    }
    vv_stage_destroy(one);
    vv_stage_destroy(two);
    body_free(&ball);
    body_free(&crate);
}

/* And one that could be resized, and is not, has the bits of one that cannot. */
static void to_be_resizable_changes_nothing(void **state)
{
    (void)state;
    body ball = body_ball(1.0f, 5), crate = body_crate(1.0f, 4);
    vv_stage *one = make_world(&ball, &crate, 1.0f, 1.0f, false), *two = make_world(&ball, &crate, 1.0f, 1.0f, true);
    run_steps(one, 120);
    run_steps(two, 120);
    for (uint32_t i = 0; i < 4; i++) {
        assert_memory_equal(one->actors[i].origin, two->actors[i].origin, sizeof one->actors[i].origin);
        assert_memory_equal(one->actors[i].x, two->actors[i].x, one->actors[i].view.particle_count * sizeof(vv_vec2));
    }
    vv_stage_destroy(one);
    vv_stage_destroy(two);
    body_free(&ball);
    body_free(&crate);
}

/* By any factor it is as a drawing of that size: where it is placed, what it weighs, how it falls and bounces. */
static void a_scaled_drawing_is_as_one_made_so(void **state)
{
    (void)state;
    vvi_random r = vvi_random_seed(3);
    for (uint32_t i = 0; i < 12; i++) {
        float scale = in_range(&r, 0.3f, 3.0f);
        body own = i % 2 ? body_ball(1.0f, 4) : body_crate(1.0f, 4),
             made = i % 2 ? body_ball(scale, 4) : body_crate(scale, 4);
        vv_stage_def def = vv_default_stage_def();
        vv_stage *stages[2] = {make_stage(&def), make_stage(&def)};
        vv_actor ids[2];
        float angle = in_range(&r, -1.0f, 1.0f), height = in_range(&r, 0.5f, 3.0f);
        for (uint32_t k = 0; k < 2; k++) {
            vv_obstacle ground;
            vv_stage_add_ground(stages[k], 0.0f, 0.6f, &ground, NULL);
            vv_actor_def actor_def = actor_of(k ? &made : &own);
            actor_def.scale = k ? 1.0f : scale;
            actor_def.position = (vv_vec2){1.0f, height};
            actor_def.angle = angle;
            actor_def.flipped = i % 3 == 0;
            actor_def.strengths.bounce = 0.5f;
            ids[k] = add_actor(stages[k], &actor_def);
        }
        for (uint32_t frame = 0; frame < 90; frame++) {
            vv_vec2 vertices[2][128];
            vv_actor_state s[2];
            for (uint32_t k = 0; k < 2; k++) {
                vv_stage_vertices(stages[k], ids[k], vertices[k]);
                s[k] = vv_stage_actor_state(stages[k], ids[k]);
                run_steps(stages[k], 1);
            }
            assert_true(fabsf(s[0].mass - s[1].mass) < 1e-4f * s[1].mass &&
                        fabsf(s[0].size - s[1].size) < 1e-4f * s[1].size);
            if (frame > 40) /* bounces multiply what rounding makes */
                continue;
            for (uint32_t v = 0; v < own.vertex_count; v++)
                if (vv_vec2_distance(vertices[0][v], vertices[1][v]) > 2e-3f * scale)
                    fail_msg("case %u, frame %u: vertex %u is %g m off", i, frame, v,
                             (double)vv_vec2_distance(vertices[0][v], vertices[1][v]));
        }
        vv_stage_destroy(stages[0]);
        vv_stage_destroy(stages[1]);
        body_free(&own);
        body_free(&made);
    }
}

/* A force, a collision, and water: all know the mass. */
static void density_is_mass(void **state)
{
    (void)state;
    body b = body_crate(1.0f, 3);
    vv_stage_def def = vv_default_stage_def();
    def.gravity.y = 0.0f;
    vv_stage *stage = make_stage(&def);
    vv_actor ids[3];
    for (uint32_t i = 0; i < 3; i++) {
        vv_actor_def actor_def = actor_of(&b);
        actor_def.density = i == 0 ? 4.0f : 1.0f;
        actor_def.resizable = true;
        actor_def.position = (vv_vec2){i == 2 ? 0.0f : 1.5f * (float)i, i == 2 ? 20.0f : 0.0f};
        actor_def.velocity.x = i == 0 ? 2.0f : 0.0f;
        ids[i] = add_actor(stage, &actor_def);
    }
    assert_true(vv_stage_actor_state(stage, ids[0]).mass == 4.0f * vv_stage_actor_state(stage, ids[1]).mass);
    vv_mechanics before = vv_stage_mechanics(stage, (vv_actor){0, 0});
    run_steps(stage, 60);
    vv_mechanics after = vv_stage_mechanics(stage, (vv_actor){0, 0});
    float light = vv_stage_actor_state(stage, ids[1]).velocity.x,
          heavy = vv_stage_actor_state(stage, ids[0]).velocity.x;
    assert_true(fabs(after.momentum_x - before.momentum_x) < 1e-3 * before.momentum_x);
    assert_true(light >= heavy - 1e-3f && light > 1.55f && heavy > 1.1f && heavy < 1.65f); /* m v is shared */
    assert_true(vv_stage_set_density(stage, ids[2], 5.0f));
    assert_true(vv_stage_set_force(stage, ids[2], (vv_vec2){10.0f, 0.0f}));
    run_steps(stage, 60);
    assert_true(fabsf(vv_stage_actor_state(stage, ids[2]).velocity.x - 2.0f) < 1e-3f);
    vv_stage_destroy(stage);
    body_free(&b);
}

static void a_crate_half_as_dense_as_water_floats_half_in_it(void **state)
{
    (void)state;
    body b = body_crate(1.0f, 3);
    vv_stage_def def = vv_default_stage_def();
    vv_stage *stage = make_stage(&def);
    const vv_vec2 level[2] = {{-1.0f, 0.0f}, {1.0f, 0.0f}};
    vv_zone_def sea = vv_default_zone_def(VV_ZONE_WATER);
    vv_zone_id id;
    sea.point_count = 2;
    sea.points = level;
    assert_int_equal(vv_stage_add_zone(stage, &sea, &id, NULL), VV_OK);
    vv_actor_def actor_def = actor_of(&b);
    actor_def.density = 0.5f;
    actor_def.scale = 1.3f;
    vv_actor who = add_actor(stage, &actor_def);
    run_steps(stage, 1200);
    assert_true(fabsf(vv_stage_zone_share(stage, id, who) - 0.5f) < 0.015f);
    assert_true(vv_stage_set_density(stage, who, 0.8f));
    run_steps(stage, 1200);
    assert_true(fabsf(vv_stage_zone_share(stage, id, who) - 0.8f) < 0.024f);
    vv_stage_destroy(stage);
    body_free(&b);
}

/* ---- Growing ----------------------------------------------------------------------------------------------------- */

static vv_stage *make_ground(void)
{
    vv_stage_def def = vv_default_stage_def();
    vv_stage *stage = make_stage(&def);
    vv_obstacle ground;
    assert_int_equal(vv_stage_add_ground(stage, 0.0f, 0.6f, &ground, NULL), VV_OK);
    return stage;
}

static vv_vec2 low_corner(const vv_stage *stage, vv_actor id)
{
    vv_vec2 low = {0.0f, 0.0f}, high;
    assert_true(vv_stage_actor_bounds(stage, id, &low, &high));
    return low;
}

/* It stays on the ground all the time, at rest, and has its size in the time that it says; back again it is as
 * before. */
static void what_grows_stays_on_the_ground(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 6; i++) {
        vv_stage *stage = make_ground();
        body b = i % 2 ? body_ball(1.0f, 5) : body_crate(1.0f, 4);
        vv_actor_def actor_def = actor_of(&b);
        actor_def.resizable = true;
        actor_def.position.y = 0.01f;
        actor_def.strengths.bounce = 0.5f;
        actor_def.strengths.energy = i < 2 ? 0.0f : 1.2f;
        vv_actor who = add_actor(stage, &actor_def);
        run_steps(stage, 120);
        assert_true(vv_stage_actor_state(stage, who).asleep);
        const float goals[2] = {i < 4 ? 2.0f : 3.5f, 1.0f};
        for (uint32_t k = 0; k < 2; k++) {
            assert_true(vv_stage_set_scale(stage, who, goals[k]));
            uint32_t frames = 0;
            for (; vv_stage_actor_state(stage, who).scale != goals[k]; frames++) {
                run_steps(stage, 1);
                vv_vec2 low = low_corner(stage, who);
                if (fabsf(low.y) > 0.02f * goals[0] || vv_stage_actor_state(stage, who).velocity.y > 0.3f)
                    fail_msg("case %u: %g m above the ground, at %g m/s", i, (double)low.y,
                             (double)vv_stage_actor_state(stage, who).velocity.y);
            }
            float seconds = logf(goals[0]) / 3.0f;
            assert_true(fabsf((float)frames / 60.0f - seconds) < 0.04f);
            run_steps(stage, 180);
            vv_actor_state s = vv_stage_actor_state(stage, who);
            assert_true(s.asleep && fabsf(low_corner(stage, who).y) < 0.005f * goals[k] + 0.001f);
            assert_true(fabsf(s.position.y - 0.5f * goals[k]) < 0.01f * goals[k] && fabsf(s.position.x) < 0.02f);
        }
        vv_stage_destroy(stage);
        body_free(&b);
    }
}

/* In the midst of a heap, in a pit that is too narrow, under a load: nothing is thrown as high as a tenth of its size,
 * and nothing fails. What is thrown depends on every bit of the heap, so that it takes many heaps. */
static void what_grows_throws_nobody(void **state)
{
    (void)state;
    vvi_random r = vvi_random_seed(9);
    float fastest = 0.0f;
    for (uint32_t i = 0; i < 36; i++) {
        vv_stage *stage = make_ground();
        body b = i % 2 ? body_ball(1.0f, 4) : body_crate(1.0f, 4);
        const vv_vec2 pit[4] = {{-2.2f, 5.0f}, {-2.2f, 0.0f}, {2.2f, 0.0f}, {2.2f, 5.0f}};
        vv_obstacle_def pit_def = vv_default_obstacle_def();
        vv_obstacle id;
        pit_def.kind = VV_OBSTACLE_SEGMENTS;
        pit_def.point_count = 4;
        pit_def.points = pit;
        if (i % 3 == 0)
            assert_int_equal(vv_stage_add_obstacle(stage, &pit_def, &id, NULL), VV_OK);
        vv_actor ids[6];
        for (uint32_t k = 0; k < 6; k++) {
            vv_actor_def actor_def = actor_of(&b);
            actor_def.resizable = true;
            actor_def.position =
                (vv_vec2){1.1f * (float)(k % 3) - 1.1f + in_range(&r, -0.05f, 0.05f), 1.05f * (float)(k / 3)};
            ids[k] = add_actor(stage, &actor_def);
        }
        run_steps(stage, 180);
        vv_stage_set_scale(stage, ids[1], i % 3 == 0 ? 3.0f : 2.0f);
        for (uint32_t frame = 0; frame < 300; frame++) {
            uint32_t count;
            run_steps(stage, 1);
            const vv_event *events = vv_stage_events(stage, &count);
            for (uint32_t e = 0; e < count; e++)
                assert_true(events[e].kind != VV_EVENT_STEP_FAILED);
            for (uint32_t k = 0; k < 6; k++) {
                vv_actor_state s = vv_stage_actor_state(stage, ids[k]);
                fastest = vvi_max(fastest, s.velocity.y);
                assert_true(s.position.y > 0.0f && s.position.y < 6.0f);
            }
        }
        vv_stage_destroy(stage);
        body_free(&b);
    }
    print_message("upwards at most %g m/s\n", (double)fastest);
    assert_true(fastest * fastest / (2.0f * 9.81f) < 0.1f);
}

static void what_cannot_grow_is_refused(void **state)
{
    (void)state;
    vv_stage *stage = make_ground();
    body b = body_crate(1.0f, 3);
    vv_actor_def actor_def = actor_of(&b);
    vv_actor fixed = add_actor(stage, &actor_def), id;
    actor_def.resizable = true;
    vv_actor free_one = add_actor(stage, &actor_def);
    uint64_t before = vv_stage_hash(stage);
    const float odd[] = {NAN, INFINITY, 0.0f, -1.0f, 0.009f, 1001.0f};
    for (uint32_t i = 0; i < 6; i++) {
        vv_actor_def odd_def = actor_of(&b);
        vv_error error = {0};
        odd_def.scale = odd[i];
        assert_int_equal(vv_stage_add_actor(stage, &odd_def, &id, &error), VV_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, "scale"));
        assert_false(vv_stage_set_scale(stage, free_one, odd[i]));
        odd_def.scale = 1.0f;
        odd_def.density = i == 4 ? 0.0009f : odd[i];
        assert_int_equal(vv_stage_add_actor(stage, &odd_def, &id, NULL), VV_ERROR_ARGUMENT);
        assert_false(vv_stage_set_density(stage, free_one, odd_def.density));
    }
    assert_false(vv_stage_set_scale(stage, fixed, 2.0f) || vv_stage_set_density(stage, fixed, 2.0f));
    assert_false(vv_stage_set_scale(stage, (vv_actor){9, 9}, 2.0f));
    assert_true(vv_stage_hash(stage) == before);
    vv_stage_destroy(stage);
    body_free(&b);
}

/* Saved while it grows, it grows on as it did, also on a new stage. */
static void a_save_holds_the_size(void **state)
{
    (void)state;
    body b = body_ball(1.0f, 4);
    vv_actor_def actor_def = actor_of(&b);
    actor_def.resizable = true;
    actor_def.position.y = 1.0f;
    vv_stage *stage = make_ground(), *other = make_ground(), *strange = make_ground();
    vv_actor who = add_actor(stage, &actor_def);
    run_steps(stage, 10);
    vv_stage_set_scale(stage, who, 2.0f);
    vv_stage_set_density(stage, who, 3.0f);
    run_steps(stage, 5);
    size_t count = vv_stage_save_bytes(stage);
    uint8_t *bytes = malloc(count);
    vv_stage_save(stage, bytes, count);
    run_steps(stage, 60);
    uint64_t hash = vv_stage_hash(stage);
    vv_stage_set_scale(stage, who, 0.5f);
    run_steps(stage, 30);
    assert_int_equal(vv_stage_restore(stage, bytes, count, NULL), VV_OK);
    run_steps(stage, 60);
    assert_true(vv_stage_hash(stage) == hash);
    add_actor(other, &actor_def);
    assert_int_equal(vv_stage_restore(other, bytes, count, NULL), VV_OK);
    run_steps(other, 60);
    assert_true(vv_stage_hash(other) == hash);
    actor_def.resizable = false; /* it has no room for it */
    add_actor(strange, &actor_def);
    assert_int_equal(vv_stage_restore(strange, bytes, count, NULL), VV_ERROR_ARGUMENT);
    vv_stage_destroy(stage);
    vv_stage_destroy(other);
    vv_stage_destroy(strange);
    free(bytes);
    body_free(&b);
}

/* A crate that hangs by a hinge at its corner hangs there at every size. */
static void joints_hold_what_grows_where_they_held_it(void **state)
{
    (void)state;
    vv_stage_def def = vv_default_stage_def();
    vv_stage *stage = make_stage(&def);
    body b = body_crate(1.0f, 4);
    vv_actor_def actor_def = actor_of(&b);
    actor_def.resizable = true;
    vv_actor who = add_actor(stage, &actor_def);
    vv_joint_def hinge = vv_default_joint_def(VV_JOINT_HINGE);
    hinge.a.actor = who;
    hinge.a.at = hinge.b.at = (vv_vec2){0.5f, 1.0f};
    vv_joint_id id;
    assert_int_equal(vv_stage_add_joint(stage, &hinge, &id, NULL), VV_OK);
    run_steps(stage, 60);
    for (uint32_t k = 0; k < 3; k++) {
        vv_stage_set_scale(stage, who, k == 0 ? 2.0f : k == 1 ? 0.5f : 1.0f);
        for (uint32_t frame = 0; frame < 180; frame++) {
            run_steps(stage, 1);
            vv_joint_state s = vv_stage_joint_state(stage, id);
            assert_true(vv_vec2_distance(s.points[0], s.points[1]) < 0.05f);
        }
        vv_joint_state s = vv_stage_joint_state(stage, id);
        float arm = vv_vec2_distance(vv_stage_actor_state(stage, who).position, s.points[0]);
        assert_true(fabsf(arm - sqrtf(0.5f) * vv_stage_actor_state(stage, who).scale) < 0.03f);
    }
    vv_stage_destroy(stage);
    body_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twice_as_large_in_a_world_twice_as_large_is_the_same),
        cmocka_unit_test(to_be_resizable_changes_nothing),
        cmocka_unit_test(a_scaled_drawing_is_as_one_made_so),
        cmocka_unit_test(density_is_mass),
        cmocka_unit_test(a_crate_half_as_dense_as_water_floats_half_in_it),
        cmocka_unit_test(what_grows_stays_on_the_ground),
        cmocka_unit_test(what_grows_throws_nobody),
        cmocka_unit_test(what_cannot_grow_is_refused),
        cmocka_unit_test(a_save_holds_the_size),
        cmocka_unit_test(joints_hold_what_grows_where_they_held_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
