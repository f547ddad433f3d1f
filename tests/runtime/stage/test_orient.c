/* Orientation control on the ground and in flight: what is kept upright rests where friction holds it, and what looks
 * the same upside down does not land on its head. */
#include "tests/runtime/stage/scenes.h"

#include <math.h>

static float between(vvi_random *random, float low, float high) { return low + (high - low) * vvi_random_unit(random); }

static vv_stage *slope_stage(float angle, float friction)
{
    const vv_vec2 points[2] = {{-50.0f * cosf(angle), -50.0f * sinf(angle)},
                               {50.0f * cosf(angle), 50.0f * sinf(angle)}};
    vv_stage_def stage_def = vv_default_stage_def();
    vv_obstacle_def def = vv_default_obstacle_def();
    vv_obstacle ground;
    stage_def.sleep = false;
    vv_stage *stage = make_stage(&stage_def);
    def.kind = VV_OBSTACLE_HALF_PLANE;
    def.points = points;
    def.point_count = 2;
    def.friction = friction;
    assert_int_equal(vv_stage_add_obstacle(stage, &def, &ground, NULL), VV_OK);
    return stage;
}

/* On slopes of up to three quarters of what friction holds: a ball that is kept upright does not seem to roll, so it
 * must not creep down either. */
static void what_is_kept_upright_rests_where_friction_holds_it(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(41);
    for (uint32_t k = 0; k < 24; k++) {
        float friction = between(&random, 0.2f, 0.8f), angle = atanf(between(&random, 0.1f, 0.75f) * friction);
        angle *= k % 2 ? 1.0f : -1.0f;
        vv_stage *stage = slope_stage(angle, friction);
        body ball = body_ball(between(&random, 0.3f, 1.5f), 6 + k % 5);
        vv_actor_def def = actor_of(&ball);
        def.position = (vv_vec2){0.0f, 0.3f};
        def.velocity = (vv_vec2){between(&random, -0.3f, 0.3f), 0.0f};
        def.strengths.orient = k % 3 ? VV_ORIENT_VELOCITY : VV_ORIENT_ANGLE;
        def.strengths.orient_rate = between(&random, 4.0f, 20.0f);
        def.strengths.orient_symmetric = k % 4 == 1;
        def.strengths.energy = k % 2 ? 1.2f : 0.0f;
        def.strengths.energy_example = BALL_SQUASHED;
        def.strengths.friction = friction;
        vv_actor who = add_actor(stage, &def);
        run_steps(stage, 300);
        vv_vec2 before = vv_stage_actor_state(stage, who).position;
        run_steps(stage, 120);
        float way = vv_vec2_distance(before, vv_stage_actor_state(stage, who).position);
        if (!(way < 1.0e-3f))
            fail_msg("case %u: on a slope of %.3f rad with friction %.2f it creeps %.4f m in 2 s", k, (double)angle,
                     (double)friction, (double)way);
        vv_stage_destroy(stage);
        body_free(&ball);
    }
}

/* A drawing that is thrown flat follows its flight beyond the horizontal. A round one leans with it, and its stretch
 * does the rest; another one turns over on its way down. */
static void what_looks_the_same_upside_down_lands_upright(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(43);
    for (uint32_t k = 0; k < 40; k++) {
        bool round = k % 4 != 3; /* another one turns over on the ground, once it has stopped */
        body b = round ? body_ball(1.0f, 5 + k % 6) : body_crate(0.8f, 8);
        vv_actor_def def = actor_of(&b);
        def.position = (vv_vec2){0.0f, between(&random, 2.0f, 6.0f)};
        def.velocity = (vv_vec2){between(&random, 3.0f, 10.0f) * (k % 2 ? 1.0f : -1.0f), between(&random, -1.0f, 2.0f)};
        def.strengths.orient = VV_ORIENT_VELOCITY;
        def.strengths.orient_rate = between(&random, 8.0f, 16.0f);
        def.strengths.orient_symmetric = true;
        def.strengths.bounce = between(&random, 0.0f, 0.8f);
        def.strengths.friction = 0.1f;
        if (round) {
            def.strengths.energy = 1.2f;
            def.strengths.energy_example = BALL_SQUASHED;
            def.strengths.velocity = 0.6f;
            def.strengths.velocity_example = BALL_STRETCHED;
        }
        scene s = make_grounded(b, def, vv_default_stage_def());
        float most = 0.0f;
        for (uint32_t i = 0; i < (round ? 600u : 1800u); i++) {
            run_steps(s.stage, 1);
            most = fmaxf(most, fabsf(vv_wrap_angle(vv_stage_actor_state(s.stage, s.actor).angle)));
        }
        float end = fabsf(vv_wrap_angle(vv_stage_actor_state(s.stage, s.actor).angle));
        if (round ? most > 0.5f * VV_PI : end > 0.2f)
            fail_msg("case %u: thrown at %.2f %.2f m/s it turns by %.2f rad, and ends at %.2f rad", k,
                     (double)def.velocity.x, (double)def.velocity.y, (double)most, (double)end);
        scene_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_kept_upright_rests_where_friction_holds_it),
        cmocka_unit_test(what_looks_the_same_upside_down_lands_upright),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
