/* Puppets against obstacles and others: they slide their ideal distance, rest, do not creep, pass through nothing,
 * bounce as they should; momentum is kept between two, and who stands on whom stays there. */
#include "tests/runtime/stage/bodies.h"
#include "tests/runtime/stage/puppet_actors.h"

static void run(vv_stage *stage, int steps)
{
    for (int i = 0; i < steps; i++)
        vv_stage_step(stage, 0.02f);
}

static float lowest(vv_stage *stage, vv_actor id, const box *b)
{
    vv_vec2 x[BOX_MOST];
    float low = INFINITY;
    vv_stage_vertices(stage, id, x);
    for (uint32_t i = 0; i < b->vertex_count; i++)
        low = fminf(low, x[i].y);
    return low;
}

static void add_line(vv_stage *stage, vv_vec2 from, vv_vec2 to, vv_obstacle_kind kind, bool one_way, bool sensor)
{
    const vv_vec2 points[2] = {from, to};
    vv_obstacle_def def = vv_default_obstacle_def();
    vv_obstacle id;
    def.kind = kind;
    def.point_count = 2;
    def.points = points;
    def.one_way = one_way;
    def.sensor = sensor;
    assert_int_equal(vv_stage_add_obstacle(stage, &def, &id, NULL), VV_OK);
}

static vv_actor add_sprite(vv_stage *stage, const body *b, float x, float y, float vx, float vy)
{
    vv_actor_def def = vv_default_actor_def();
    def.sprite = b->sprite;
    def.position = (vv_vec2){x, y};
    def.velocity = (vv_vec2){vx, vy};
    def.place = vv_complex_at_example(vv_sprite_complex(b->sprite), 0);
    return add(stage, &def);
}

static void test_slides_its_ideal_distance(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 6, 6);
    const float speeds[3] = {2.0f, 3.0f, 6.0f};
    for (int k = 0; k < 6; k++) {
        vv_stage *stage = stage_make();
        stage_ground(stage, 0.3f);
        vv_actor_def def = puppet_def(&b, 0.0f, 0.0f);
        def.material.friction = 0.3f;
        def.material.stiffness = 15.0f;
        def.velocity.x = k % 2 ? -speeds[k / 2] : speeds[k / 2];
        def.flipped = k % 2 != 0;
        vv_actor id = add(stage, &def);
        run(stage, 250);
        float ideal = speeds[k / 2] * speeds[k / 2] / (2.0f * 0.3f * 9.81f);
        float slid = fabsf(vv_stage_actor_state(stage, id).position.x);
        assert_true(fabsf(slid - ideal) < 0.03f * ideal);
        vv_stage_destroy(stage);
    }
    box_free(&b);
}

/* At rest nothing moves, and nothing sinks in. */
static void test_rests_without_jitter(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 6, 6);
    vv_stage *stage = stage_make();
    stage_ground(stage, 0.6f);
    vv_actor_def def = puppet_def(&b, 0.0f, 0.0f);
    vv_actor id = add(stage, &def);
    run(stage, 250);
    vv_actor_state at = vv_stage_actor_state(stage, id);
    for (int i = 0; i < 100; i++) {
        run(stage, 1);
        vv_actor_state s = vv_stage_actor_state(stage, id);
        assert_true(vv_vec2_distance(s.position, at.position) < 1e-5f && fabsf(s.angle - at.angle) < 1e-5f);
        assert_true(lowest(stage, id, &b) > -1e-3f && lowest(stage, id, &b) < 1e-4f);
        assert_true(s.touching && s.grounded && s.contact_normal.y > 0.99f);
    }
    vv_stage_destroy(stage);
    box_free(&b);
}

/* A tall one on a slope below the friction angle (0.54) and the angle at which it tips (0.32). */
static void test_does_not_creep(void **state)
{
    (void)state;
    box b = box_make(0.5f, 1.5f, 4, 8);
    float angle = 0.2f;
    vv_stage *stage = stage_make();
    add_line(stage, (vv_vec2){0.0f, 0.0f}, (vv_vec2){cosf(angle), sinf(angle)}, VV_OBSTACLE_HALF_PLANE, false, false);
    vv_actor_def def = puppet_def(&b, 0.0f, 0.0f);
    def.angle = angle;
    def.material.stiffness = 30.0f;
    vv_actor id = add(stage, &def);
    run(stage, 300);
    vv_vec2 before = vv_stage_actor_state(stage, id).position;
    run(stage, 500);
    assert_true(vv_vec2_distance(vv_stage_actor_state(stage, id).position, before) < 2e-4f);
    vv_stage_destroy(stage);
    box_free(&b);
}

/* On a steep one it slides as a block does: g (sin − μ cos). */
static void test_slides_down(void **state)
{
    (void)state;
    box b = box_make(1.5f, 0.5f, 8, 4);
    float angle = 0.5f, mu = 0.3f;
    vv_stage *stage = stage_make();
    const vv_vec2 points[2] = {{0.0f, 0.0f}, {cosf(angle), sinf(angle)}};
    vv_obstacle_def slope = vv_default_obstacle_def();
    vv_obstacle unused;
    slope.point_count = 2;
    slope.points = points;
    slope.friction = mu;
    assert_int_equal(vv_stage_add_obstacle(stage, &slope, &unused, NULL), VV_OK);
    vv_actor_def def = puppet_def(&b, 0.0f, 0.0f);
    def.angle = angle;
    def.material.friction = mu;
    def.material.stiffness = 30.0f;
    vv_actor id = add(stage, &def);
    run(stage, 25);
    vv_vec2 v = vv_stage_actor_state(stage, id).velocity;
    run(stage, 50);
    vv_vec2 w = vv_stage_actor_state(stage, id).velocity;
    float gained = vv_vec2_length(vv_vec2_sub(w, v)), ideal = 9.81f * (sinf(angle) - mu * cosf(angle));
    assert_true(fabsf(gained - ideal) < 0.03f * ideal);
    vv_stage_destroy(stage);
    box_free(&b);
}

/* Thin walls, at up to 60 m/s: nothing gets to the other side. */
static void test_passes_through_nothing(void **state)
{
    (void)state;
    box b = box_make(0.5f, 0.5f, 3, 3);
    const float speeds[4] = {5.0f, 20.0f, 40.0f, 60.0f};
    for (int k = 0; k < 16; k++) {
        vv_stage *stage = stage_make();
        vv_stage_set_gravity(stage, (vv_vec2){0.0f, 0.0f});
        add_line(stage, (vv_vec2){0.0f, -20.0f}, (vv_vec2){0.0f, 20.0f}, VV_OBSTACLE_SEGMENTS, false, false);
        bool left = k % 2 != 0;
        vv_actor_def def = puppet_def(&b, left ? -3.0f - 0.1f * (float)k : 3.0f + 0.13f * (float)k, 0.0f);
        def.velocity.x = left ? speeds[k / 4] : -speeds[k / 4];
        def.angle = 0.3f * (float)k;
        vv_actor id = add(stage, &def);
        for (int i = 0; i < 100; i++) {
            run(stage, 1);
            float x = vv_stage_actor_state(stage, id).position.x;
            assert_true(left ? x < 0.0f : x > 0.0f);
        }
        vv_stage_destroy(stage);
    }
    box_free(&b);
}

/* A hand may not pull it through either: keys are exact, so what is keyed goes, but the rest stays. */
static void test_a_platform_is_passed_from_below_alone(void **state)
{
    (void)state;
    box b = box_make(0.5f, 0.5f, 4, 4);
    vv_stage *stage = stage_make();
    add_line(stage, (vv_vec2){-3.0f, 1.0f}, (vv_vec2){3.0f, 1.0f}, VV_OBSTACLE_SEGMENTS, true, false);
    vv_actor_def def = puppet_def(&b, 0.0f, 0.0f);
    def.velocity.y = 7.0f;
    vv_actor id = add(stage, &def);
    float highest = 0.0f;
    for (int i = 0; i < 200; i++) {
        run(stage, 1);
        highest = fmaxf(highest, lowest(stage, id, &b));
    }
    assert_true(highest > 1.3f);
    assert_true(fabsf(lowest(stage, id, &b) - 1.0f) < 5e-3f);
    assert_true(vv_stage_actor_state(stage, id).grounded);
    vv_stage_destroy(stage);
    box_free(&b);
}

/* What a stiff one keeps of its speed is what the material says. */
static void test_bounces(void **state)
{
    (void)state;
    box b = box_make(0.5f, 0.5f, 3, 3);
    float heights[3];
    for (int k = 0; k < 3; k++) {
        vv_stage *stage = stage_make();
        stage_ground(stage, 0.6f);
        vv_actor_def def = puppet_def(&b, 0.0f, 2.0f);
        def.material.stiffness = 100.0f;
        def.material.half_life = 0.02f;
        def.material.bounce = 0.4f * (float)k;
        vv_actor id = add(stage, &def);
        bool hit = false;
        heights[k] = 0.0f;
        for (int i = 0; i < 150; i++) {
            run(stage, 1);
            hit = hit || vv_stage_actor_state(stage, id).touching;
            if (hit && vv_stage_actor_state(stage, id).velocity.y > 0.0f)
                heights[k] = fmaxf(heights[k], lowest(stage, id, &b));
        }
        vv_stage_destroy(stage);
    }
    assert_true(heights[0] < 0.05f);
    assert_true(heights[1] > heights[0] && heights[2] > heights[1]);
    assert_true(heights[2] > 0.5f * 0.64f * 2.0f && heights[2] < 1.3f * 0.64f * 2.0f);
    box_free(&b);
}

static bool has_event(const vv_stage *stage, vv_event_kind kind)
{
    uint32_t count;
    const vv_event *events = vv_stage_events(stage, &count);
    for (uint32_t i = 0; i < count; i++)
        if (events[i].kind == kind)
            return true;
    return false;
}

static void test_tells_what_it_touches(void **state)
{
    (void)state;
    box b = box_make(0.5f, 0.5f, 3, 3);
    vv_stage *stage = stage_make();
    stage_ground(stage, 0.6f);
    add_line(stage, (vv_vec2){-3.0f, 1.0f}, (vv_vec2){3.0f, 1.0f}, VV_OBSTACLE_SEGMENTS, false, true);
    vv_actor_def def = puppet_def(&b, 0.0f, 2.0f);
    vv_actor id = add(stage, &def);
    bool begun = false, hit = false, entered = false, left = false;
    for (int i = 0; i < 100; i++) {
        run(stage, 1);
        begun = begun || has_event(stage, VV_EVENT_CONTACT_BEGIN);
        hit = hit || has_event(stage, VV_EVENT_CONTACT_HIT);
        entered = entered || has_event(stage, VV_EVENT_SENSOR_ENTER);
        left = left || has_event(stage, VV_EVENT_SENSOR_LEAVE);
    }
    assert_true(begun && hit && entered && left);
    run(stage, 200);
    vv_contact contacts[4];
    assert_int_equal(vv_stage_contacts(stage, contacts, 4), 1);
    assert_true(contacts[0].normal.y > 0.99f && fabsf(contacts[0].point.y) < 0.01f);
    assert_true(contacts[0].actor.index == id.index && contacts[0].obstacle.generation != 0);
    vv_stage_apply_impulse(stage, id, (vv_vec2){0.0f, 10.0f});
    bool ended = false;
    for (int i = 0; i < 10; i++) {
        run(stage, 1);
        ended = ended || has_event(stage, VV_EVENT_CONTACT_END);
    }
    assert_true(ended);
    vv_stage_destroy(stage);
    box_free(&b);
}

/* A crate that flies into a puppet, and a puppet into a puppet: together they keep their momentum, and energy only
 * falls. */
static void test_momentum_is_kept(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 6, 6);
    body crate = body_crate(0.8f, 5);
    for (int k = 0; k < 2; k++) {
        vv_stage *stage = stage_make();
        vv_stage_set_gravity(stage, (vv_vec2){0.0f, 0.0f});
        vv_actor_def def = puppet_def(&b, 0.0f, 0.0f);
        vv_actor id = add(stage, &def);
        if (k == 0) {
            add_sprite(stage, &crate, -2.0f, 0.3f, 3.0f, 0.0f);
        } else {
            def.position = (vv_vec2){-2.0f, 0.3f};
            def.velocity.x = 3.0f;
            def.flipped = true;
            add(stage, &def);
        }
        vv_mechanics before = vv_stage_mechanics(stage, (vv_actor){0, 0});
        float highest = 0.0f;
        for (int i = 0; i < 100; i++) {
            run(stage, 1);
            vv_mechanics m = vv_stage_mechanics(stage, (vv_actor){0, 0});
            assert_true(fabs(m.momentum_x - before.momentum_x) < 1e-3 * before.momentum_x);
            assert_true(fabs(m.momentum_y) < 1e-3 * before.momentum_x);
            assert_true(m.kinetic < 1.001 * before.kinetic);
            highest = fmaxf(highest, vv_stage_actor_state(stage, id).velocity.x);
        }
        assert_true(highest > 1.0f);
        vv_stage_destroy(stage);
    }
    body_free(&crate);
    box_free(&b);
}

/* A ball dropped on a puppet's head pushes it down; a crate lies on it; it stands on a crate. */
static void test_stands_and_carries(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 6, 6);
    body crate = body_crate(0.8f, 5);
    for (int k = 0; k < 2; k++) {
        vv_stage *stage = stage_make();
        stage_ground(stage, 0.6f);
        vv_actor_def def = puppet_def(&b, 0.0f, k ? 0.8f : 0.0f);
        def.material.stiffness = 15.0f;
        vv_actor id = add(stage, &def);
        vv_actor other = add_sprite(stage, &crate, 0.0f, k ? 0.0f : 1.0f, 0.0f, 0.0f);
        run(stage, 200);
        vv_vec2 at = vv_stage_actor_state(stage, id).position, there = vv_stage_actor_state(stage, other).position;
        run(stage, 200);
        vv_vec2 now = vv_stage_actor_state(stage, id).position, then = vv_stage_actor_state(stage, other).position;
        assert_true(vv_vec2_distance(at, now) < 0.02f && vv_vec2_distance(there, then) < 0.02f);
        assert_true(k ? now.y > 1.2f : then.y > 1.3f);
        assert_true(fabsf(now.x) < 0.05f && fabsf(then.x) < 0.05f);
        assert_true(vv_stage_actor_state(stage, id).touching && !vv_stage_actor_state(stage, other).asleep);
        vv_stage_destroy(stage);
    }
    body_free(&crate);
    box_free(&b);
}

static void test_a_ball_pushes_it(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 6, 6);
    body ball = body_ball(0.5f, 4);
    vv_stage *stage = stage_make();
    stage_ground(stage, 0.6f);
    vv_actor_def def = puppet_def(&b, 0.0f, 0.0f);
    vv_actor id = add(stage, &def);
    run(stage, 200);
    float rest = vv_stage_actor_state(stage, id).position.y, least = rest;
    add_sprite(stage, &ball, 0.0f, 2.0f, 0.0f, -4.0f);
    for (int i = 0; i < 50; i++) {
        run(stage, 1);
        least = fminf(least, vv_stage_actor_state(stage, id).position.y);
    }
    assert_true(least < rest - 0.01f);
    body_free(&ball);
    vv_stage_destroy(stage);
    box_free(&b);
}

/* A hand that is keyed exactly bats a ball away, and keeps its keys. */
static void test_a_keyed_hand_bats(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 6, 6);
    body ball = body_ball(0.5f, 4);
    vv_stage *stage = stage_make();
    vv_stage_set_gravity(stage, (vv_vec2){0.0f, 0.0f});
    vv_actor_def def = puppet_def(&b, 0.0f, 0.0f);
    vv_actor id = add(stage, &def);
    vv_actor hit = add_sprite(stage, &ball, 1.5f, 0.25f, 0.0f, 0.0f);
    for (int i = 0; i < 40; i++) {
        float x = i < 20 ? 0.1f * (float)i : 2.0f;
        vv_affine pose[5];
        for (uint32_t j = 0; j < 4; j++) {
            const vv_vec2 rest[4] = {{-0.5f, 0.0f}, {0.5f, 0.0f}, {-0.5f, 1.0f}, {0.5f, 1.0f}};
            vv_handle_target aim = {.value = {rest[j].x + x, rest[j].y}, .strength = 1.0f};
            assert_true(vv_stage_set_handle_target(stage, id, j, VV_CHANNEL_POSITION, aim));
        }
        run(stage, 1);
        vv_stage_step(stage, 0.0f);
        vv_stage_pose(stage, id, pose); /* the older of the last two steps is shown */
        vv_vec2 at = vv_affine_apply(pose[1], (vv_vec2){0.5f, 0.0f});
        float shown = i == 0 ? 0.0f : i < 20 ? 0.1f * (float)(i - 1) : i == 20 ? 1.9f : 2.0f;
        assert_true(i == 0 || vv_vec2_distance(at, (vv_vec2){0.5f + shown, 0.0f}) < 1e-3f);
    }
    assert_true(vv_stage_actor_state(stage, hit).velocity.x > 3.0f);
    assert_true(vv_stage_actor_state(stage, hit).position.x > 2.9f);
    body_free(&ball);
    vv_stage_destroy(stage);
    box_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slides_its_ideal_distance),
        cmocka_unit_test(test_rests_without_jitter),
        cmocka_unit_test(test_does_not_creep),
        cmocka_unit_test(test_slides_down),
        cmocka_unit_test(test_passes_through_nothing),
        cmocka_unit_test(test_a_platform_is_passed_from_below_alone),
        cmocka_unit_test(test_bounces),
        cmocka_unit_test(test_tells_what_it_touches),
        cmocka_unit_test(test_momentum_is_kept),
        cmocka_unit_test(test_stands_and_carries),
        cmocka_unit_test(test_a_ball_pushes_it),
        cmocka_unit_test(test_a_keyed_hand_bats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
