/* What contact does to momentum and energy, and what it tells: events, sensors, one-way platforms, carried actors. */
#include "tests/runtime/stage/contact/scene.h"

static body ball, crate, beam;

static int setup(void **state)
{
    (void)state;
    ball = body_ball(1.0f, 6);
    crate = body_crate(1.0f, 8);
    beam = body_beam(3.0f, 24);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    body_free(&ball);
    body_free(&crate);
    body_free(&beam);
    return 0;
}

static vv_actor thrown(vv_stage *stage, const body *b, float x, float y, vv_vec2 velocity, float spin)
{
    vv_actor_def def = scene_def(b, x, y, 0.3f);
    def.velocity = velocity;
    def.angular_velocity = spin;
    return scene_add_def(stage, &def);
}

static uint32_t count_events(const vv_stage *stage, vv_event_kind kind, vv_event *last)
{
    uint32_t count, found = 0;
    const vv_event *events = vv_stage_events(stage, &count);
    for (uint32_t i = 0; i < count; i++)
        if (events[i].kind == kind) {
            found++;
            *last = events[i];
        }
    return found;
}

static void collisions_keep_momentum_and_lose_energy(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(11);
    const body *bodies[3] = {&ball, &crate, &beam};
    for (uint32_t k = 0; k < 12; k++) {
        vv_stage *stage = scene_in_space();
        float v = 2.0f + 10.0f * vvi_random_unit(&random), y = vvi_random_unit(&random) - 0.5f;
        thrown(stage, bodies[k % 3], -2.5f, y, (vv_vec2){v, 0.2f}, 4.0f * y);
        thrown(stage, bodies[(k / 3) % 3], 2.5f, 0.0f, (vv_vec2){-0.5f * v, 0.0f}, -2.0f);
        vv_mechanics before = vv_stage_mechanics(stage, (vv_actor){0});
        for (uint32_t i = 0; i < 90; i++) {
            vv_stage_step(stage, FRAME);
            vv_mechanics now = vv_stage_mechanics(stage, (vv_actor){0});
            if (now.kinetic > before.kinetic * 1.0001) /* in between, what is bent keeps some and gives it back */
                fail_msg("case %u: energy grew from %g to %g", k, before.kinetic, now.kinetic);
        }
        vv_mechanics after = vv_stage_mechanics(stage, (vv_actor){0});
        double size = fabs(before.momentum_x) + fabs(before.momentum_y) + 1.0;
        if (fabs(after.momentum_x - before.momentum_x) > 1.0e-4 * size ||
            fabs(after.momentum_y - before.momentum_y) > 1.0e-4 * size)
            fail_msg("case %u: momentum went from (%g, %g) to (%g, %g)", k, before.momentum_x, before.momentum_y,
                     after.momentum_x, after.momentum_y);
        assert_true(after.kinetic < before.kinetic);
        vv_stage_destroy(stage);
    }
}

/* The walls of a groove are further apart than one face holds: the mean of both normals, straight up, is along
 * neither. */
static void a_groove_says_where_it_touches(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 5; k++) {
        float slope = 55.0f + 5.0f * (float)k, high = 4.0f * vv_sin(slope * VV_PI / 180.0f);
        float wide = 4.0f * vv_cos(slope * VV_PI / 180.0f);
        const vv_vec2 groove[5] = {{-wide, -1.0f}, {wide, -1.0f}, {wide, high}, {0.0f, 0.0f}, {-wide, high}};
        vv_stage_def def = vv_default_stage_def();
        def.sleep = false;
        vv_stage *stage = scene_stage(&def);
        scene_add_obstacle(stage, VV_OBSTACLE_POLYGON, groove, 5);
        scene_add(stage, &ball, 0.0f, 0.5f / (wide / 4.0f) - 0.45f, 0.0f);
        uint32_t told = 0;
        for (uint32_t i = 0; i < 120; i++) {
            vv_contact contact;
            vv_stage_step(stage, FRAME);
            if (vv_stage_contacts(stage, &contact, 1) == 0)
                continue;
            told++;
            if (!(fabsf(vv_vec2_length(contact.normal) - 1.0f) < 1e-3f))
                fail_msg("slope %g, step %u: the normal is (%g, %g)", (double)slope, i, (double)contact.normal.x,
                         (double)contact.normal.y);
        }
        assert_true(told > 60);
        vv_stage_destroy(stage);
    }
}

/* Without bounce two balls that meet head on go on together: (m·v)/(2m). */
static void a_plastic_impact_shares_the_speed(void **state)
{
    (void)state;
    vv_stage *stage = scene_in_space();
    vv_actor_def def = scene_def(&ball, -2.0f, 0.0f, 0.0f);
    def.velocity = (vv_vec2){6.0f, 0.0f};
    vv_actor a = scene_add_def(stage, &def), b = scene_add(stage, &ball, 0.0f, 0.0f, 0.0f);
    scene_run(stage, 1.0f);
    assert_float_equal(vv_stage_actor_state(stage, a).velocity.x, 3.0f, 0.1f);
    assert_float_equal(vv_stage_actor_state(stage, b).velocity.x, 3.0f, 0.1f);
    vv_stage_destroy(stage);
}

static void meetings_begin_hit_and_end(void **state)
{
    (void)state;
    vv_stage *stage = scene_on_ground(false);
    vv_actor who = scene_add(stage, &crate, 0.0f, 1.0f, 0.0f);
    uint32_t begins = 0, hits = 0, ends = 0;
    vv_event begin = {0}, hit = {0}, end = {0};
    for (uint32_t i = 0; i < 60; i++) {
        vv_stage_step(stage, FRAME);
        begins += count_events(stage, VV_EVENT_CONTACT_BEGIN, &begin);
        hits += count_events(stage, VV_EVENT_CONTACT_HIT, &hit);
    }
    assert_int_equal(begins, 1);
    assert_true(hits >= 1);
    assert_int_equal(hit.actor.index, who.index);
    assert_int_equal(hit.other.generation, 0);
    assert_int_not_equal(hit.obstacle.generation, 0);
    assert_float_equal(hit.normal.y, 1.0f, 1.0e-3f);
    assert_float_equal(hit.point.y, 0.0f, 0.1f);
    assert_float_equal(hit.speed, sqrtf(2.0f * 9.81f), 0.3f); /* after a fall of 1 m */
    vv_stage_set_velocity(stage, who, (vv_vec2){0.0f, 5.0f}, 0.0f);
    for (uint32_t i = 0; i < 10; i++) {
        vv_stage_step(stage, FRAME);
        ends += count_events(stage, VV_EVENT_CONTACT_END, &end);
    }
    assert_int_equal(ends, 1);
    assert_false(vv_stage_actor_state(stage, who).grounded && vv_stage_actor_state(stage, who).touching);
    vv_stage_destroy(stage);
}

static void sensors_feel_and_do_not_stop(void **state)
{
    (void)state;
    const vv_vec2 gate[4] = {{2.0f, -2.0f}, {4.0f, -2.0f}, {4.0f, 2.0f}, {2.0f, 2.0f}};
    vv_stage *stage = scene_in_space();
    vv_obstacle_def def = vv_default_obstacle_def();
    vv_obstacle sensor;
    def.kind = VV_OBSTACLE_POLYGON;
    def.points = gate;
    def.point_count = 4;
    def.sensor = true;
    assert_int_equal(vv_stage_add_obstacle(stage, &def, &sensor, NULL), VV_OK);
    vv_actor who = thrown(stage, &ball, -1.0f, 0.0f, (vv_vec2){6.0f, 0.0f}, 0.0f);
    uint32_t enters = 0, leaves = 0;
    float entered = 0.0f, left = 0.0f;
    for (uint32_t i = 0; i < 90; i++) {
        vv_event e = {0};
        vv_stage_step(stage, FRAME);
        float x = vv_stage_actor_state(stage, who).position.x;
        if (count_events(stage, VV_EVENT_SENSOR_ENTER, &e))
            enters++, entered = x;
        if (count_events(stage, VV_EVENT_SENSOR_LEAVE, &e))
            leaves++, left = x;
    }
    assert_int_equal(enters, 1);
    assert_int_equal(leaves, 1);
    assert_float_equal(entered, 1.5f, 0.2f); /* its border reaches the gate */
    assert_float_equal(left, 4.5f, 0.25f);
    assert_float_equal(vv_stage_actor_state(stage, who).velocity.x, 6.0f, 1.0e-3f);
    vv_stage_destroy(stage);
}

static void a_platform_is_jumped_through_and_landed_on(void **state)
{
    (void)state;
    const vv_vec2 points[3] = {{-3.0f, 2.0f}, {0.0f, 2.0f}, {3.0f, 2.0f}};
    vv_stage *stage = scene_on_ground(false);
    vv_obstacle_def def = vv_default_obstacle_def();
    vv_obstacle platform;
    def.kind = VV_OBSTACLE_SEGMENTS;
    def.points = points;
    def.point_count = 3;
    def.one_way = true;
    assert_int_equal(vv_stage_add_obstacle(stage, &def, &platform, NULL), VV_OK);
    vv_actor high = scene_add(stage, &ball, -1.0f, 0.0f, 0.0f), low = scene_add(stage, &crate, 1.2f, 0.0f, 0.0f);
    vv_stage_set_velocity(stage, high, (vv_vec2){0.0f, 9.0f}, 0.0f); /* 4.1 m: well above */
    vv_stage_set_velocity(stage, low, (vv_vec2){0.0f, 5.6f}, 0.0f);  /* 1.6 m: its middle gets as far as the platform */
    scene_run(stage, 0.4f);
    assert_true(vv_stage_actor_state(stage, high).position.y > 2.6f); /* nothing held it below */
    scene_run(stage, 2.6f);
    assert_float_equal(vv_stage_actor_state(stage, high).position.y, 2.5f, 0.01f);
    assert_float_equal(vv_stage_actor_state(stage, low).position.y, 0.5f, 0.01f); /* fell back where it came from */
    vv_stage_destroy(stage);
}

static void layers_keep_apart_what_shall_not_meet(void **state)
{
    (void)state;
    vv_stage *stage = scene_on_ground(false);
    vv_actor_def def = scene_def(&crate, 0.0f, 0.0f, 0.0f);
    def.layers = 1;
    def.mask = 2; /* meets the second kind alone */
    scene_add_def(stage, &def);
    def.position.y = 1.5f;
    vv_actor same = scene_add_def(stage, &def);
    scene_run(stage, 2.0f);
    assert_float_equal(vv_stage_actor_state(stage, same).position.y, 0.5f, 0.01f);
    vv_stage_destroy(stage);
}

static void a_held_platform_carries_and_takes_along(void **state)
{
    (void)state;
    vv_stage_def stage_def = vv_default_stage_def();
    stage_def.sleep = false;
    vv_stage *stage = scene_stage(&stage_def);
    vv_hold holds[2] = {{{-1.4f, 0.1f}, {-1.4f, 0.1f}, INFINITY}, {{1.4f, 0.1f}, {1.4f, 0.1f}, INFINITY}};
    vv_actor_def def = scene_def(&beam, 0.0f, 0.0f, 0.0f);
    def.hold_count = 2;
    def.holds = holds;
    vv_actor platform = scene_add_def(stage, &def), who = scene_add(stage, &crate, 0.2f, 0.4f, 0.0f);
    scene_run(stage, 1.0f);
    /* It bends a little under the crate, which lies on it. */
    assert_float_equal(vv_stage_actor_state(stage, platform).position.y, 0.1875f, 0.05f);
    assert_float_equal(vv_stage_actor_state(stage, who).position.y, 0.875f, 0.05f);
    float x = vv_stage_actor_state(stage, who).position.x;
    for (uint32_t i = 0; i < 60; i++) { /* 1 m/s to the right */
        for (uint32_t k = 0; k < 2; k++)
            vv_stage_move_hold(stage, platform, k, (vv_vec2){holds[k].to.x + (float)(i + 1) / 60.0f, 0.1f});
        vv_stage_step(stage, FRAME);
    }
    assert_float_equal(vv_stage_actor_state(stage, who).position.x - x, 1.0f, 0.1f);
    assert_float_equal(vv_stage_actor_state(stage, who).position.y, 0.875f, 0.05f);
    vv_stage_destroy(stage);
}

/* Teleported into one another, they come apart without an explosion. */
static void overlaps_of_any_kind_come_apart_slowly(void **state)
{
    (void)state;
    const body *bodies[4] = {&crate, &ball, &beam, &crate};
    const vv_vec2 offsets[4] = {{0.0f, 0.0f}, {0.0f, 0.0f}, {0.3f, 0.1f}, {0.2f, 0.0f}};
    for (uint32_t k = 0; k < 4; k++) {
        vv_stage *stage = scene_in_space();
        vv_actor a = scene_add(stage, bodies[k], 0.0f, 0.0f, 0.0f);
        vv_actor b = scene_add(stage, k == 3 ? &beam : bodies[k], offsets[k].x, offsets[k].y, 0.0f);
        double most = 0.0;
        for (uint32_t i = 0; i < 180; i++) {
            vv_stage_step(stage, FRAME);
            double kinetic = vv_stage_mechanics(stage, (vv_actor){0}).kinetic;
            most = kinetic > most ? kinetic : most;
        }
        vv_vec2 d = vv_vec2_sub(vv_stage_actor_state(stage, a).position, vv_stage_actor_state(stage, b).position);
        if (!(most < 0.5))
            fail_msg("overlap %u: an energy of %g J came from nothing", k, most);
        if (!(vv_vec2_length(d) > 0.1f))
            fail_msg("overlap %u: they still lie on one another, %g m apart", k, (double)vv_vec2_length(d));
        vv_stage_destroy(stage);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(collisions_keep_momentum_and_lose_energy),
        cmocka_unit_test(a_groove_says_where_it_touches),
        cmocka_unit_test(a_plastic_impact_shares_the_speed),
        cmocka_unit_test(meetings_begin_hit_and_end),
        cmocka_unit_test(sensors_feel_and_do_not_stop),
        cmocka_unit_test(a_platform_is_jumped_through_and_landed_on),
        cmocka_unit_test(layers_keep_apart_what_shall_not_meet),
        cmocka_unit_test(a_held_platform_carries_and_takes_along),
        cmocka_unit_test(overlaps_of_any_kind_come_apart_slowly),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
