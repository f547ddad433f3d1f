/* Obstacles: what is accepted, what is refused and with which words, ids, memory. */
#include "tests/runtime/stage/contact/scene.h"

static void expect_refused(vv_stage *stage, const vv_obstacle_def *def, const char *text)
{
    vv_obstacle out = {7, 7};
    vv_error error = {0};
    assert_int_not_equal(vv_stage_add_obstacle(stage, def, &out, &error), VV_OK);
    assert_int_equal(out.index, 7);
    if (!strstr(error.message, text))
        fail_msg("\"%s\" does not say \"%s\"", error.message, text);
}

static void wrong_ones_are_refused_by_name(void **state)
{
    (void)state;
    vv_stage *stage = scene_in_space();
    vv_vec2 points[5] = {{0.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 2.0f}, {0.0f, 2.0f}, {0.0f, 1.0f}};
    vv_obstacle_def def = vv_default_obstacle_def();
    def.points = points;
    def.point_count = 1;
    expect_refused(stage, &def, "needs 2 to 2");
    def.kind = VV_OBSTACLE_POLYGON;
    def.point_count = 2;
    expect_refused(stage, &def, "needs 3 to 1024");
    def.point_count = 5;
    def.friction = NAN;
    expect_refused(stage, &def, "friction");
    def.friction = -1.0f;
    expect_refused(stage, &def, "friction");
    def.friction = 0.5f;
    points[3].y = INFINITY;
    expect_refused(stage, &def, "point 3");
    points[3] = points[2];
    expect_refused(stage, &def, "edge 2");
    points[2] = (vv_vec2){0.0f, 0.0f};
    points[3] = (vv_vec2){1e-30f, 0.0f}; /* its square is 0 in floats: it would have no normal */
    expect_refused(stage, &def, "edge 2 of the obstacle is shorter than 1e-9 m");
    points[2] = (vv_vec2){0.0f, 2.0f}; /* a bow tie: 1–2 crosses 3–4 */
    points[3] = (vv_vec2){2.0f, 2.0f};
    def.point_count = 4;
    expect_refused(stage, &def, "edges 1 and 3 of the polygon cross");
    points[2] = (vv_vec2){1.0f, 0.0f}; /* folds back onto itself */
    points[3] = (vv_vec2){0.5f, 3.0f};
    expect_refused(stage, &def, "edges 0 and 1 of the polygon overlap");
    def.kind = (vv_obstacle_kind)9;
    expect_refused(stage, &def, "kind 9");
    vv_stage_destroy(stage);
}

/* A ball lands on the square at the same height however its outline runs. */
static void both_orientations_are_solid_inside(void **state)
{
    (void)state;
    body ball = body_ball(1.0f, 6);
    const vv_vec2 square[2][4] = {{{-2.0f, -1.0f}, {2.0f, -1.0f}, {2.0f, 0.0f}, {-2.0f, 0.0f}},
                                  {{-2.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, -1.0f}, {-2.0f, -1.0f}}};
    for (uint32_t way = 0; way < 2; way++) {
        vv_stage_def def = vv_default_stage_def();
        vv_stage *stage = scene_stage(&def);
        scene_add_obstacle(stage, VV_OBSTACLE_POLYGON, square[way], 4);
        vv_actor who = scene_add(stage, &ball, 0.1f, 0.4f, 0.0f);
        scene_run(stage, 2.0f);
        assert_float_equal(vv_stage_actor_state(stage, who).position.y, 0.5f, 3.0e-3f);
        vv_stage_destroy(stage);
    }
    body_free(&ball);
}

/* How far a drawing slides at 4 m/s over a ground from x = −2 to 22 m that is level, or has bumps of so many metres. */
static float slide(const body *b, vv_obstacle_kind kind, uint32_t joints, float bump)
{
    vv_vec2 points[66];
    vvi_random random = vvi_random_seed(4);
    vv_stage_def stage_def = vv_default_stage_def();
    vv_stage *stage = scene_stage(&stage_def);
    vv_obstacle_def ground = vv_default_obstacle_def();
    vv_obstacle made;
    for (uint32_t i = 0; i < joints; i++)
        points[i] =
            (vv_vec2){-2.0f + 24.0f * (float)i / (float)(joints - 1u), bump * (vvi_random_unit(&random) - 1.0f)};
    points[joints] = (vv_vec2){22.0f, -3.0f};
    points[joints + 1u] = (vv_vec2){-2.0f, -3.0f};
    ground.kind = kind;
    ground.points = points;
    ground.point_count = kind == VV_OBSTACLE_POLYGON ? joints + 2u : joints;
    ground.friction = 0.02f;
    assert_int_equal(vv_stage_add_obstacle(stage, &ground, &made, NULL), VV_OK);
    vv_actor_def def = scene_def(b, 0.0f, 0.0f, 0.0f);
    def.velocity.x = 4.0f;
    vv_actor who = scene_add_def(stage, &def);
    scene_run(stage, 3.0f);
    float x = vv_stage_actor_state(stage, who).position.x;
    vv_stage_destroy(stage);
    return x;
}

/* Nothing is stopped by the joints of a chain or polygon, nor by bumps of a hundredth of its size. */
static void joints_of_walls_stop_nobody(void **state)
{
    (void)state;
    body bodies[3] = {body_crate(1.0f, 8), body_rounded_crate(1.0f, 8), body_beam(3.0f, 24)};
    const vv_obstacle_kind kinds[2] = {VV_OBSTACLE_SEGMENTS, VV_OBSTACLE_POLYGON};
    const uint32_t joints[4] = {3, 16, 31, 61};
    for (uint32_t b = 0; b < 3; b++) {
        float alone = slide(&bodies[b], VV_OBSTACLE_HALF_PLANE, 2, 0.0f);
        assert_true(alone > 7.0f);
        for (uint32_t k = 0; k < 8; k++) {
            float level = slide(&bodies[b], kinds[k / 4], joints[k % 4], 0.0f);
            float bumpy = slide(&bodies[b], kinds[k / 4], joints[k % 4], 0.01f);
            if (fabsf(level - alone) > 0.001f * alone || fabsf(bumpy - alone) > 0.05f * alone)
                fail_msg("body %u, kind %u, %u joints: slid %g and %g m, not %g", b, k / 4, joints[k % 4],
                         (double)level, (double)bumpy, (double)alone);
        }
        body_free(&bodies[b]);
    }
}

static void ids_of_the_gone_are_never_taken_for_later_ones(void **state)
{
    (void)state;
    vv_stage_def def = vv_default_stage_def();
    def.max_obstacles = 2;
    vv_stage *stage = scene_stage(&def);
    vv_obstacle first, second, third = {5, 5};
    assert_int_equal(vv_stage_add_ground(stage, 0.0f, 1.0f, &first, NULL), VV_OK);
    assert_int_equal(vv_stage_add_ground(stage, -1.0f, 1.0f, &second, NULL), VV_OK);
    assert_int_equal(vv_stage_add_ground(stage, -2.0f, 1.0f, &third, NULL), VV_ERROR_LIMIT);
    vv_stage_remove_obstacle(stage, first);
    assert_false(vv_stage_has_obstacle(stage, first));
    vv_stage_remove_obstacle(stage, first);
    assert_int_equal(vv_stage_add_ground(stage, -2.0f, 1.0f, &third, NULL), VV_OK);
    assert_int_equal(third.index, first.index);
    assert_false(vv_stage_has_obstacle(stage, first));
    assert_true(vv_stage_has_obstacle(stage, second) && vv_stage_has_obstacle(stage, third));
    assert_false(vv_stage_has_obstacle(stage, (vv_obstacle){0, 0}));
    assert_false(vv_stage_has_obstacle(stage, (vv_obstacle){99, 1}));
    vv_stage_destroy(stage);
}

static void no_memory_is_refused_wherever_it_is_missing(void **state)
{
    (void)state;
    body ball = body_ball(1.0f, 3);
    bool done = false;
    for (uint64_t n = 1; !done; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_stage_def def = vv_default_stage_def();
        vv_actor_def actor_def = scene_def(&ball, 0.0f, 0.0f, 0.0f);
        vv_stage *stage = NULL;
        vv_obstacle ground;
        vv_actor who;
        done = vv_stage_create(&def, &allocator, &stage, NULL) == VV_OK &&
               vv_stage_add_ground(stage, 0.0f, 1.0f, &ground, NULL) == VV_OK &&
               vv_stage_add_actor(stage, &actor_def, &who, NULL) == VV_OK;
        vv_stage_destroy(stage);
        assert_int_equal(counting.used, 0);
        assert_true(n < 200);
    }
    body_free(&ball);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_ones_are_refused_by_name),
        cmocka_unit_test(both_orientations_are_solid_inside),
        cmocka_unit_test(joints_of_walls_stop_nobody),
        cmocka_unit_test(ids_of_the_gone_are_never_taken_for_later_ones),
        cmocka_unit_test(no_memory_is_refused_wherever_it_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
