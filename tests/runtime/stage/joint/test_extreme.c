/* What is asked too much of joints: lengths that jump, lengths of 0, motors that no substep can follow. They do what
 * they can, and nothing flies away. */
#include "tests/runtime/stage/joint/joints.h"

static float speed_of(const vv_stage *stage, vv_actor id)
{
    return vv_vec2_length(vv_stage_actor_state(stage, id).velocity);
}

/* A crate held by a point of it, at a distance from the point of the world (0, 0), in a direction. */
static vv_joint_id hang(vv_stage *stage, const body *b, vv_joint_def *def, vv_vec2 at, float distance, float angle)
{
    def->b.at = at;
    def->b.actor = add_at(stage, actor_of(b), at, (vv_vec2){distance * sinf(angle), -distance * cosf(angle)}, angle);
    return add_joint(stage, def);
}

/* A rope or rod told to be much shorter or longer at once gets there at 20 m/s at most: no crate is faster than that
 * and what it falls and swings. A stage restored in between goes on alike. */
static void a_length_that_jumps_is_a_fast_winch(void **state)
{
    (void)state;
    vvi_random r = vvi_random_seed(11);
    for (uint32_t n = 0; n < 16; n++) {
        vv_stage_def stage_def = random_stage(&r);
        vv_stage *stage = make_stage(&stage_def);
        float side = random_in(&r, 0.3f, 1.0f), from = random_in(&r, 1.5f, 6.0f), to = random_in(&r, 0.2f, 8.0f);
        body b = random_crate(&r, side);
        vv_joint_def def = vv_default_joint_def(n % 2 ? VV_JOINT_ROD : VV_JOINT_ROPE);
        vv_joint_id joint = hang(stage, &b, &def, (vv_vec2){0.5f * side, 0.5f * side}, from, random_in(&r, 0.0f, 0.3f));
        for (float t = 0.0f; t < 0.5f; t += stage_def.step)
            vv_stage_step(stage, stage_def.step);
        assert_true(vv_stage_set_joint_length(stage, joint, to));
        float before = from, most = 20.0f * stage_def.step;
        for (float t = 0.0f; t < 5.0f; t += stage_def.step) {
            vv_stage_step(stage, stage_def.step);
            float length = vv_vec2_length(vv_stage_joint_state(stage, joint).points[1]);
            if (n % 2 && !(fabsf(length - before) < 2.0f * most + 0.02f * side)) /* a call may make two steps */
                fail_msg("rod %u went from %.3f to %.3f m in a step", n, (double)before, (double)length);
            before = length;
            if (!(speed_of(stage, def.b.actor) < 50.0f))
                fail_msg("joint %u from %.2f to %.2f m: its crate moves at %.0f m/s", n, (double)from, (double)to,
                         (double)speed_of(stage, def.b.actor));
        }
        if (!(before < 1.005f * to && (n % 2 == 0 || before > 0.995f * to)))
            fail_msg("joint %u is %.3f m long; it should be %.3f m", n, (double)before, (double)to);
        vv_stage_destroy(stage);
        body_free(&b);
    }
}

/* A rope or rod whose points are at the same place, or nearly, is a hinge: it swings with the energy that it had. */
static void a_rope_of_no_length_is_a_hinge(void **state)
{
    (void)state;
    vvi_random r = vvi_random_seed(12);
    for (uint32_t n = 0; n < 24; n++) {
        vv_stage_def stage_def = random_stage(&r);
        vv_stage *stage = make_stage(&stage_def);
        float side = random_in(&r, 0.3f, 1.0f), distance = n % 3 ? random_in(&r, 0.0f, 0.03f) * side : 0.0f;
        body b = random_crate(&r, side);
        vv_joint_def def = vv_default_joint_def(n % 2 ? VV_JOINT_ROD : VV_JOINT_ROPE);
        vv_vec2 at = n % 4 < 2 ? (vv_vec2){0.0f, side} : (vv_vec2){0.0f, 0.5f * side}; /* side; about its centre */
        vv_joint_id joint = hang(stage, &b, &def, at, distance, random_in(&r, 0.2f, 1.5f));
        double first = energy_of(stage, def.b.actor), scale = vvi_stage_actor(stage, def.b.actor)->mass * 9.81;
        for (float t = 0.0f; t < 20.0f; t += stage_def.step) {
            vv_stage_step(stage, stage_def.step);
            float gap = vv_vec2_length(vv_stage_joint_state(stage, joint).points[1]) - distance;
            double gained = energy_of(stage, def.b.actor) - first;
            if (!(gap < 0.02f * side && gained < 0.02 * scale * (double)side))
                fail_msg("joint %u of %.4f m (side %.2f): %.4f m too far, %.3f J gained", n, (double)distance,
                         (double)side, (double)gap, gained);
        }
        vv_stage_destroy(stage);
        body_free(&b);
    }
}

/* What a save holds of a winch that is on its way: it goes on as if nothing had been. */
static void a_winch_goes_on_after_a_restore(void **state)
{
    (void)state;
    vv_stage_def stage_def = vv_default_stage_def();
    vv_stage *stage = make_stage(&stage_def);
    body b = body_crate(0.5f, 12);
    vv_joint_def def = vv_default_joint_def(VV_JOINT_ROD);
    vv_joint_id joint = hang(stage, &b, &def, (vv_vec2){0.0f, 0.5f}, 6.0f, 0.0f);
    vv_stage_set_joint_length(stage, joint, 1.0f);
    for (uint32_t i = 0; i < 5; i++)
        vv_stage_step(stage, stage_def.step);
    size_t size = vv_stage_save_bytes(stage);
    void *save = malloc(size);
    vv_error error = {0};
    assert_int_equal(vv_stage_save(stage, save, size), size);
    float lengths[40];
    for (uint32_t round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < 40; i++) {
            vv_stage_step(stage, stage_def.step);
            float length = vv_vec2_length(vv_stage_joint_state(stage, joint).points[1]);
            assert_true(round == 0 || length == lengths[i]);
            lengths[i] = length;
        }
        assert_true(lengths[0] > 3.5f && fabsf(lengths[39] - 1.0f) < 0.01f);
        assert_int_equal(vv_stage_restore(stage, save, size, &error), VV_OK);
    }
    free(save);
    vv_stage_destroy(stage);
    body_free(&b);
}

/* The points of a joint are where what they are on is shown, also between two steps. */
static void points_on_a_moving_obstacle_are_where_it_is_shown(void **state)
{
    (void)state;
    vvi_random r = vvi_random_seed(13);
    for (uint32_t n = 0; n < 8; n++) {
        vv_stage_def stage_def = random_stage(&r);
        vv_stage *stage = make_stage(&stage_def);
        body b = random_crate(&r, 0.5f);
        const vv_vec2 corners[4] = {{-2.0f, -0.1f}, {2.0f, -0.1f}, {2.0f, 0.1f}, {-2.0f, 0.1f}};
        vv_obstacle_def obstacle_def = vv_default_obstacle_def();
        obstacle_def.kind = VV_OBSTACLE_POLYGON;
        obstacle_def.points = corners;
        obstacle_def.point_count = 4;
        vv_joint_def def = vv_default_joint_def(VV_JOINT_HINGE);
        vv_error error = {0};
        assert_int_equal(vv_stage_add_obstacle(stage, &obstacle_def, &def.a.obstacle, &error), VV_OK);
        def.a.at = (vv_vec2){random_in(&r, -2.0f, 2.0f), 0.0f};
        hang(stage, &b, &def, (vv_vec2){0.0f, 0.5f}, 0.0f, 0.0f);
        vv_joint_id joint = {0, 1};
        vv_stage_set_obstacle_velocity(stage, def.a.obstacle, (vv_vec2){random_in(&r, -3.0f, 3.0f), 1.0f}, 1.0f);
        for (uint32_t i = 0; i < 200; i++) {
            vv_stage_step(stage, random_in(&r, 0.1f, 1.5f) * stage_def.step);
            vv_obstacle_state o = vv_stage_obstacle_state(stage, def.a.obstacle);
            vv_vec2 at = {o.position.x + def.a.at.x * cosf(o.angle), o.position.y + def.a.at.x * sinf(o.angle)};
            assert_true(vv_vec2_distance(vv_stage_joint_state(stage, joint).points[0], at) < 1.0e-4f);
        }
        vv_stage_destroy(stage);
        body_free(&b);
    }
}

/* The same of a point of the world that is moved: it is shown where the drawing is shown that hangs from it, before the
 * next step where it was, and a restore shows the same. */
static void a_target_that_is_moved_is_shown_with_the_drawing(void **state)
{
    (void)state;
    vvi_random r = vvi_random_seed(16);
    for (uint32_t n = 0; n < 8; n++) {
        vv_stage_def stage_def = random_stage(&r);
        vv_stage *stage = make_stage(&stage_def);
        body b = random_crate(&r, 0.5f);
        vv_joint_def def = vv_default_joint_def(VV_JOINT_HINGE);
        vv_joint_id joint = hang(stage, &b, &def, (vv_vec2){0.0f, 0.5f}, 0.0f, 0.0f);
        vv_vec2 at = {0.0f, 0.0f}, speed = {random_in(&r, -3.0f, 3.0f), random_in(&r, -3.0f, 3.0f)};
        size_t size = vv_stage_save_bytes(stage);
        void *save = malloc(size + 4096);
        for (uint32_t i = 0; i < 200; i++) {
            at = vv_vec2_add(at, vv_vec2_scale(speed, stage_def.step));
            vv_vec2 before = vv_stage_joint_state(stage, joint).points[0];
            assert_true(vv_stage_set_joint_target(stage, joint, at));
            assert_true(vv_vec2_distance(vv_stage_joint_state(stage, joint).points[0], before) == 0.0f);
            vv_stage_step(stage, (i % 2 ? 1.3f : 0.7f) * stage_def.step);
            vv_joint_state s = vv_stage_joint_state(stage, joint);
            if (!(vv_vec2_distance(s.points[0], s.points[1]) < 0.005f * 0.5f))
                fail_msg("stage %u: the target is shown %.4f m from the drawing", n,
                         (double)vv_vec2_distance(s.points[0], s.points[1]));
            assert_true(vv_stage_save(stage, save, size + 4096) > 0);
            assert_int_equal(vv_stage_restore(stage, save, vv_stage_save_bytes(stage), NULL), VV_OK);
            assert_true(vv_vec2_distance(vv_stage_joint_state(stage, joint).points[0], s.points[0]) == 0.0f);
        }
        free(save);
        vv_stage_destroy(stage);
        body_free(&b);
    }
}

/* A motor that is told to turn faster than 0.75 radians a substep turns at that: 0.75/h. */
static void a_motor_turns_no_faster_than_a_substep_allows(void **state)
{
    (void)state;
    vvi_random r = vvi_random_seed(14);
    for (uint32_t n = 0; n < 6; n++) {
        vv_stage_def stage_def = random_stage(&r);
        stage_def.gravity.y = 0.0f;
        vv_stage *stage = make_stage(&stage_def);
        body b = random_crate(&r, 0.3f);
        vv_joint_def def = vv_default_joint_def(VV_JOINT_HINGE);
        float most = 0.75f * (float)stage_def.substeps / stage_def.step;
        def.motor = true;
        def.motor_speed = random_in(&r, 1.2f, 100.0f) * most;
        def.motor_limit = n % 2 ? INFINITY : 1000.0f;
        hang(stage, &b, &def, (vv_vec2){0.0f, 0.15f}, 0.0f, 0.0f);
        for (float t = 0.0f; t < 3.0f; t += stage_def.step) {
            vv_stage_step(stage, stage_def.step);
            float spin = vv_stage_actor_state(stage, def.b.actor).angular_velocity;
            if (!(spin < (t < 1.0f ? 1.25f : 1.02f) * most)) /* an unlimited torque overshoots as it starts */
                fail_msg("a motor of %.0f rad/s turned at %.0f after %.2f s; the most is %.0f", (double)def.motor_speed,
                         (double)spin, (double)t, (double)most);
        }
        vv_stage_destroy(stage);
        body_free(&b);
    }
}

/* Also what is switched off: it is in saves, where no number is infinite or none. */
static void numbers_that_are_not_finite_are_refused(void **state)
{
    (void)state;
    vv_stage_def stage_def = vv_default_stage_def();
    vv_stage *stage = make_stage(&stage_def);
    body b = body_crate(0.5f, 12);
    vv_actor_def actor_def = actor_of(&b);
    vv_joint_def good = vv_default_joint_def(VV_JOINT_HINGE);
    good.b.actor = add_actor(stage, &actor_def);
    const float wrong[3] = {NAN, INFINITY, -INFINITY};
    for (uint32_t n = 0; n < 12; n++) {
        vv_joint_def def = good;
        float *numbers[4] = {&def.motor_speed, &def.low, &def.high, &def.spring_target};
        vv_joint_id id;
        vv_error error = {0};
        *numbers[n % 4] = wrong[n / 4];
        assert_int_equal(vv_stage_add_joint(stage, &def, &id, &error), VV_ERROR_ARGUMENT);
    }
    good.motor_limit = NAN;
    assert_int_equal(vv_stage_add_joint(stage, &good, &(vv_joint_id){0, 0}, NULL), VV_ERROR_ARGUMENT);
    vv_stage_destroy(stage);
    body_free(&b);
}

/* A chain of twenty links with a crate at its end, or of 28 links alone, let go from any angle: it lashes as it hangs
 * through. At the default substeps its joints stretch by centimetres and its energy never grows. */
static void chains_that_lash_do_not_gain_energy(void **state)
{
    (void)state;
    vvi_random r = vvi_random_seed(15);
    for (uint32_t n = 0; n < 6; n++) {
        vv_stage_def stage_def = vv_default_stage_def();
        vv_stage *stage = make_stage(&stage_def);
        uint32_t links = n % 3 ? 20 : 28;
        float angle = n < 2 ? 0.0f : random_in(&r, -0.8f, 0.8f), side = n % 3 ? random_in(&r, 0.3f, 1.0f) : 0.3f;
        body link = body_strip(0.3f, 0.1f, 3, 0.0f, 1), weight = body_crate(side, 9);
        vv_joint_def def = vv_default_joint_def(VV_JOINT_HINGE);
        vv_vec2 to = {0.0f, 0.0f};
        for (uint32_t i = 0; i < links + (n % 3 != 0); i++) {
            const body *b = i < links ? &link : &weight;
            float length = i < links ? 0.3f : side;
            float middle = i < links ? 0.05f : 0.5f * side;
            def.b.at = (vv_vec2){-0.5f * length, middle};
            vv_actor_def actor_def = actor_of(b);
            actor_def.strengths.stiffness = 200.0f;
            def.b.actor = add_at(stage, actor_def, def.b.at, to, angle);
            add_joint(stage, &def);
            def.a.actor = def.b.actor;
            def.a.at = (vv_vec2){0.5f * length, middle};
            to = vv_vec2_add(to, (vv_vec2){length * cosf(angle), length * sinf(angle)});
        }
        double first = energy_of(stage, (vv_actor){0, 0});
        for (float t = 0.0f; t < 10.0f; t += stage_def.step) {
            vv_stage_step(stage, stage_def.step);
            vv_mechanics m = vv_stage_mechanics(stage, (vv_actor){0, 0});
            double gained = m.kinetic + m.potential - first;
            if (!(gained < 0.01 * fabs(m.potential) + 0.1))
                fail_msg("chain %u of %u links gained %.2f J after %.2f s", n, links, gained, (double)t);
        }
        vv_stage_destroy(stage);
        body_free(&link);
        body_free(&weight);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_length_that_jumps_is_a_fast_winch),
        cmocka_unit_test(a_rope_of_no_length_is_a_hinge),
        cmocka_unit_test(a_winch_goes_on_after_a_restore),
        cmocka_unit_test(points_on_a_moving_obstacle_are_where_it_is_shown),
        cmocka_unit_test(a_target_that_is_moved_is_shown_with_the_drawing),
        cmocka_unit_test(a_motor_turns_no_faster_than_a_substep_allows),
        cmocka_unit_test(chains_that_lash_do_not_gain_energy),
        cmocka_unit_test(numbers_that_are_not_finite_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
