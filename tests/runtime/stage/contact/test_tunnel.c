/* Nothing passes through: sprites against sprites, obstacles and thin segments, at up to 60 m/s, spinning, thin, both
 * moving. Each case says on which side of the wall the thrown one must stay. */
#include "tests/runtime/stage/contact/scene.h"

static body ball, crate, beam, pebble;

static int setup(void **state)
{
    (void)state;
    ball = body_ball(1.0f, 6);
    crate = body_crate(1.0f, 8);
    beam = body_beam(2.0f, 24);
    pebble = body_ball(0.2f, 3);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    body_free(&ball);
    body_free(&crate);
    body_free(&beam);
    body_free(&pebble);
    return 0;
}

static vv_actor thrown(vv_stage *stage, const body *b, vv_vec2 from, float angle, vv_vec2 velocity, float spin)
{
    vv_actor_def def = scene_def(b, from.x, from.y, angle);
    def.velocity = velocity;
    def.angular_velocity = spin;
    return scene_add_def(stage, &def);
}

/* A beam standing on its end from y = −1 to 1, the left side of which is at x. */
static vv_actor standing_beam(vv_stage *stage, float x, float velocity)
{
    return thrown(stage, &beam, (vv_vec2){x + 0.25f, 0.0f}, 0.5f * VV_PI, (vv_vec2){velocity, 0.0f}, 0.0f);
}

static uint32_t cases, passed;

static void expect_left_of(vv_stage *stage, vv_actor actor, float x, const char *what, float speed)
{
    cases++;
    for (int i = 0; i < 60; i++) {
        vv_stage_step(stage, FRAME);
        if (vv_stage_actor_state(stage, actor).position.x > x) {
            passed++;
            print_message("%s at %g m/s went through\n", what, (double)speed);
            break;
        }
    }
    vv_stage_destroy(stage);
}

/* Behind a wall that moves and turns itself: seen from it, across its length. Beyond its ends there is a way round. */
static void expect_behind(vv_stage *stage, vv_actor who, vv_actor wall, float half_length, const char *what,
                          float speed)
{
    cases++;
    float first = vv_stage_actor_state(stage, wall).angle - 0.5f * VV_PI;
    for (int i = 0; i < 60; i++) {
        vv_stage_step(stage, FRAME);
        vv_actor_state a = vv_stage_actor_state(stage, who), w = vv_stage_actor_state(stage, wall);
        float angle = w.angle - 0.5f * VV_PI - first;
        vv_vec2 d = vv_vec2_sub(a.position, w.position), across = {cosf(angle), sinf(angle)};
        if (fabsf(vv_vec2_cross(across, d)) > half_length)
            break;
        if (vv_vec2_dot(across, d) > 0.0f) {
            passed++;
            print_message("%s at %g m/s went through\n", what, (double)speed);
            break;
        }
    }
    vv_stage_destroy(stage);
}

static const float speeds[] = {3.0f, 12.0f, 25.0f, 40.0f, 60.0f};

static void segments_stop_everything(void **state)
{
    (void)state;
    const body *bodies[] = {&ball, &crate, &beam, &pebble};
    const char *names[] = {"a ball against a segment", "a crate against a segment", "a beam against a segment",
                           "a pebble against a segment"};
    for (uint32_t b = 0; b < 4; b++)
        for (uint32_t k = 0; k < 5; k++)
            for (uint32_t way = 0; way < 2; way++) {
                vv_stage *stage = scene_in_space();
                vv_vec2 wall[2] = {{2.0f, way ? 5.0f : -5.0f}, {2.0f, way ? -5.0f : 5.0f}};
                scene_add_obstacle(stage, VV_OBSTACLE_SEGMENTS, wall, 2);
                vv_actor actor = thrown(stage, bodies[b], (vv_vec2){-1.1f, 0.07f * (float)k}, 0.4f * (float)b,
                                        (vv_vec2){speeds[k], 0.0f}, b ? 3.0f * (float)k : 0.0f);
                expect_left_of(stage, actor, 2.0f, names[b], speeds[k]);
            }
}

static void polygons_and_their_corners_stop_everything(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 5; k++) {
        const vv_vec2 needle[3] = {{1.0f, 0.0f}, {3.0f, 0.04f}, {3.0f, -0.04f}}; /* its tip between two particles */
        vv_stage *stage = scene_in_space();
        scene_add_obstacle(stage, VV_OBSTACLE_POLYGON, needle, 3);
        vv_actor actor = thrown(stage, &crate, (vv_vec2){-1.0f, -0.53f}, 0.0f, (vv_vec2){speeds[k], 0.0f}, 0.0f);
        expect_left_of(stage, actor, 1.0f, "a crate against a needle", speeds[k]);
        const vv_vec2 wall[4] = {{1.0f, -3.0f}, {1.0f, 3.0f}, {1.05f, 3.0f}, {1.05f, -3.0f}};
        stage = scene_in_space();
        scene_add_obstacle(stage, VV_OBSTACLE_POLYGON, wall, 4);
        actor = thrown(stage, &ball, (vv_vec2){-1.0f, -0.5f}, 0.0f, (vv_vec2){speeds[k], 1.0f}, 9.0f);
        expect_left_of(stage, actor, 1.0f, "a ball against a thin polygon", speeds[k]);
    }
}

static void sprites_stop_one_another(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 5; k++) {
        vv_stage *stage = scene_in_space();
        vv_actor wall = standing_beam(stage, 1.0f, 0.0f);
        vv_actor actor = thrown(stage, &pebble, (vv_vec2){-1.0f, 0.1f}, 0.0f, (vv_vec2){speeds[k], 0.0f}, 0.0f);
        expect_behind(stage, actor, wall, 1.0f, "a pebble against a beam", speeds[k]);
        stage = scene_in_space();
        wall = standing_beam(stage, 2.0f, -speeds[k]);
        actor = thrown(stage, &ball, (vv_vec2){-1.0f, -0.45f}, 0.0f, (vv_vec2){speeds[k], 0.0f}, 0.0f);
        expect_behind(stage, actor, wall, 1.0f, "a ball against a beam, both moving", speeds[k]);
        stage = scene_in_space();
        wall = standing_beam(stage, 2.0f, -0.5f * speeds[k]);
        actor = standing_beam(stage, -1.0f, speeds[k]);
        expect_behind(stage, actor, wall, 1.0f, "a beam against a beam, both moving", speeds[k]);
        stage = scene_in_space();
        wall = thrown(stage, &crate, (vv_vec2){1.5f, -0.5f}, 0.0f, (vv_vec2){0.0f, 0.0f}, 0.2f * speeds[k]);
        actor = thrown(stage, &beam, (vv_vec2){-1.6f, -0.12f}, 0.0f, (vv_vec2){speeds[k], 0.0f}, 0.0f);
        expect_behind(stage, actor, wall, 0.5f, "a beam, end on, against a spinning crate", speeds[k]);
    }
}

static void falling_at_any_speed_stays_above_the_ground(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 5; k++) {
        vv_stage *stage = scene_on_ground(false);
        vv_actor actor = thrown(stage, &beam, (vv_vec2){0.0f, 1.0f}, 0.7f, (vv_vec2){2.0f, -speeds[k]}, 15.0f);
        cases++;
        for (int i = 0; i < 120; i++) {
            vv_stage_step(stage, FRAME);
            vv_vec2 vertices[512];
            vv_stage_vertices(stage, actor, vertices);
            for (uint32_t v = 0; v < beam.vertex_count; v++)
                if (vertices[v].y < -0.1f)
                    fail_msg("a vertex of the beam is %g m below the ground", -(double)vertices[v].y);
        }
        vv_stage_destroy(stage);
    }
}

static void no_case_went_through(void **state)
{
    (void)state;
    print_message("%u of %u cases went through\n", passed, cases);
    assert_true(cases >= 24);
    assert_int_equal(passed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(segments_stop_everything), cmocka_unit_test(polygons_and_their_corners_stop_everything),
        cmocka_unit_test(sprites_stop_one_another), cmocka_unit_test(falling_at_any_speed_stays_above_the_ground),
        cmocka_unit_test(no_case_went_through),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
