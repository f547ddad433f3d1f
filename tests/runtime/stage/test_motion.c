/* What a drawing keeps: linear and angular momentum, energy; flips and orientation control change neither. */
#include "tests/runtime/stage/scenes.h"

/* Stretched by hand, turning and flying, so that everything vibrates. */
static scene make_vibrating(float stiffness, float local, float damping)
{
    body b = body_ball(1.0f, 8);
    vv_actor_def def = actor_of(&b);
    def.velocity = (vv_vec2){1.5f, -0.7f};
    def.angular_velocity = 3.0f;
    def.strengths.stiffness = stiffness;
    def.strengths.local = local;
    def.strengths.damping = damping;
    scene s = make_free(b, def);
    actor *a = inside_of(&s);
    vvi_random random = vvi_random_seed(3);
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        a->x[i].x *= 1.3f;
        a->v[i].y += 0.8f * a->x[i].x * a->x[i].x + 0.2f * vvi_random_unit(&random);
        a->v[i].x += 1.1f * a->x[i].y;
    }
    return s;
}

static double total_of(vv_mechanics m) { return m.kinetic + m.potential; }

static void a_free_sprite_keeps_linear_and_angular_momentum(void **state)
{
    (void)state;
    const float stiffness[] = {0.0f, 5.0f, 40.0f, 300.0f}, locals[] = {0.0f, 20.0f, 100.0f};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++) {
            if (stiffness[i] + locals[j] == 0.0f)
                continue; /* nothing holds it together */
            scene s = make_vibrating(stiffness[i], locals[j], 2.0f);
            run_steps(s.stage, 1);
            vv_mechanics before = vv_stage_mechanics(s.stage, s.actor);
            run_steps(s.stage, 300); /* 5 s */
            vv_mechanics after = vv_stage_mechanics(s.stage, s.actor);
            double p = sqrt(before.momentum_x * before.momentum_x + before.momentum_y * before.momentum_y);
            double drift = hypot(after.momentum_x - before.momentum_x, after.momentum_y - before.momentum_y);
            if (!(drift <= 1e-6 * p))
                fail_msg("stiffness %g local %g: linear momentum off by %g", (double)stiffness[i], (double)locals[j],
                         drift / p);
            if (!(fabs(after.angular_momentum - before.angular_momentum) <= 1e-4 * fabs(before.angular_momentum)))
                fail_msg("stiffness %g local %g: angular momentum off by %g", (double)stiffness[i], (double)locals[j],
                         (after.angular_momentum - before.angular_momentum) / before.angular_momentum);
            assert_int_equal(inside_of(&s)->failed, 0);
            scene_free(&s);
        }
}

static void free_vibration_gains_no_energy(void **state)
{
    (void)state;
    const float stiffness[] = {5.0f, 40.0f, 300.0f};
    for (int i = 0; i < 3; i++) {
        scene s = make_vibrating(stiffness[i], 20.0f, 0.0f);
        run_steps(s.stage, 1);
        double first = vv_stage_mechanics(s.stage, s.actor).kinetic, most = 0.0;
        for (int k = 0; k < 300; k++) {
            run_steps(s.stage, 1);
            double now = vv_stage_mechanics(s.stage, s.actor).kinetic;
            most = now > most ? now : most;
        }
        /* Part of the energy is in the stretch at first: what a drawing can hold there is bounded by its own size. */
        assert_true(most < 3.0 * first);
        double settled = vv_stage_mechanics(s.stage, s.actor).kinetic;
        run_steps(s.stage, 300);
        assert_true(vv_stage_mechanics(s.stage, s.actor).kinetic <= settled * (1.0 + 1e-5));
        scene_free(&s);
    }
}

/* Nothing but spin: rigid rotation neither speeds up nor slows down. */
static void a_spinning_sprite_keeps_its_energy(void **state)
{
    (void)state;
    body b = body_crate(1.0f, 8);
    vv_actor_def def = actor_of(&b);
    def.angular_velocity = 5.0f;
    scene s = make_free(b, def);
    run_steps(s.stage, 30); /* it widens a little as it spins */
    double before = vv_stage_mechanics(s.stage, s.actor).kinetic;
    float angle = vv_stage_actor_state(s.stage, s.actor).angle;
    run_steps(s.stage, 600);
    double after = vv_stage_mechanics(s.stage, s.actor).kinetic;
    assert_true(after <= before * (1.0 + 1e-5) && after > 0.97 * before);
    float turned = vv_stage_actor_state(s.stage, s.actor).angle - angle;
    assert_true(turned > 45.0f && turned < 50.5f); /* 10 s at 5 rad/s, counted in whole turns, a little wider */
    scene_free(&s);
}

static void damping_slows_deformation_alone(void **state)
{
    (void)state;
    scene s = make_vibrating(40.0f, 20.0f, 30.0f);
    run_steps(s.stage, 1);
    vv_mechanics before = vv_stage_mechanics(s.stage, s.actor);
    run_steps(s.stage, 120);
    vv_mechanics after = vv_stage_mechanics(s.stage, s.actor);
    actor *a = inside_of(&s);
    motion m = vvi_actor_motion(a);
    double mass = (double)a->view.mass;
    double rigid = 0.5 * mass * (m.velocity[0] * m.velocity[0] + m.velocity[1] * m.velocity[1]) +
                   0.5 * m.angular * m.angular / m.inertia;
    assert_true(fabs(after.angular_momentum - before.angular_momentum) < 1e-4 * before.angular_momentum);
    assert_true(after.kinetic - rigid < 1e-4 * rigid); /* nothing vibrates any more */
    scene_free(&s);
}

/* ---- Falling ----------------------------------------------------------------------------------------------------- */

static void a_fall_is_the_parabola_at_every_step(void **state)
{
    (void)state;
    const uint32_t substeps[] = {1, 2, 8};
    for (int i = 0; i < 3; i++) {
        body b = body_crate(1.0f, 4);
        vv_actor_def def = actor_of(&b);
        vv_stage_def stage_def = vv_default_stage_def();
        stage_def.substeps = substeps[i];
        def.position = (vv_vec2){0.0f, 100.0f};
        def.velocity = (vv_vec2){2.0f, 3.0f};
        scene s = {.stage = make_stage(&stage_def), .body = b};
        s.actor = add_actor(s.stage, &def);
        run_steps(s.stage, 121);
        double t = vv_stage_time(s.stage);
        assert_true(fabs(t - 2.0) < 1e-4);
        vv_vec2 at = vv_stage_actor_state(s.stage, s.actor).position;
        assert_true(fabs((double)at.x - 2.0 * t) < 1e-3);
        assert_true(fabs((double)at.y - (100.5 + 3.0 * t - 0.5 * 9.81 * t * t)) < 2e-3);
        scene_free(&s);
    }
}

static void far_from_the_centre_a_drawing_is_as_sharp(void **state)
{
    (void)state;
    vv_vec2 shapes[2][400];
    for (int far = 0; far < 2; far++) {
        scene s = make_vibrating(40.0f, 20.0f, 0.0f);
        vv_stage_teleport(s.stage, s.actor, (vv_vec2){far ? 5000.0f : 0.0f, 0.0f}, 0.0f);
        run_steps(s.stage, 60);
        memcpy(shapes[far], inside_of(&s)->x, s.body.vertex_count * sizeof(vv_vec2));
        scene_free(&s);
    }
    assert_memory_equal(shapes[0], shapes[1], 217 * sizeof(vv_vec2)); /* not even rounding differs */
}

static void wind_carries_what_has_drag(void **state)
{
    (void)state;
    body b = body_crate(1.0f, 4);
    vv_actor_def def = actor_of(&b);
    def.strengths.drag = 0.8f;
    scene s = make_free(b, def);
    vv_stage_set_wind(s.stage, (vv_vec2){3.0f, 0.0f});
    run_steps(s.stage, 60);
    float expected = 3.0f * (1.0f - expf(-0.8f)); /* v′ = drag·(wind − v) after one second */
    assert_true(fabsf(vv_stage_actor_state(s.stage, s.actor).velocity.x - expected) < 0.01f);
    vv_stage_set_wind(s.stage, (vv_vec2){NAN, 0.0f}); /* refused */
    run_steps(s.stage, 600);
    assert_true(fabsf(vv_stage_actor_state(s.stage, s.actor).velocity.x - 3.0f) < 0.01f);
    scene_free(&s);
}

static void forces_and_pushes_add_momentum(void **state)
{
    (void)state;
    body b = body_crate(1.0f, 6);
    scene s = make_free(b, actor_of(&b));
    double mass = (double)vv_sprite_mass(b.sprite);
    assert_true(vv_stage_set_force(s.stage, s.actor, (vv_vec2){0.0f, 2.0f}));
    run_steps(s.stage, 60);
    assert_true(fabs(vv_stage_mechanics(s.stage, s.actor).momentum_y - 2.0) < 1e-4);
    vv_stage_set_force(s.stage, s.actor, (vv_vec2){0.0f, 0.0f});
    assert_true(vv_stage_apply_impulse(s.stage, s.actor, (vv_vec2){0.5f, -2.0f}));
    vv_mechanics m = vv_stage_mechanics(s.stage, s.actor);
    assert_true(fabs(m.momentum_x - 0.5) < 1e-5 && fabs(m.momentum_y) < 1e-4);
    vv_vec2 at = vv_stage_actor_state(s.stage, s.actor).position; /* shown a step late: no matter along y alone */
    actor *a = inside_of(&s);
    vv_vec2 corner = {(float)a->origin[0] + 0.4f, (float)a->origin[1]};
    double inertia = vvi_actor_motion(a).inertia;
    assert_true(vv_stage_apply_impulse_at(s.stage, s.actor, (vv_vec2){0.0f, 0.3f}, corner));
    m = vv_stage_mechanics(s.stage, s.actor);
    assert_true(fabs(m.momentum_y - 0.3) < 1e-4);
    assert_true(fabs(m.angular_momentum - 0.4 * 0.3) < 1e-5);
    assert_true(fabs((double)vv_stage_actor_state(s.stage, s.actor).angular_velocity - 0.12 / inertia) <
                1e-4 / inertia);
    assert_true(vv_stage_set_velocity(s.stage, s.actor, (vv_vec2){1.0f, 2.0f}, -0.5f));
    m = vv_stage_mechanics(s.stage, s.actor);
    assert_true(fabs(m.momentum_x - mass) < 1e-5 * mass && fabs(m.angular_momentum + 0.5 * inertia) < 1e-5 * inertia);
    (void)at;
    scene_free(&s);
}

/* ---- Flips (eq. 15) and orientation (eq. 14) --------------------------------------------------------------------- */

static void a_flip_keeps_momentum_and_energy(void **state)
{
    (void)state;
    for (int round = 0; round < 20; round++) {
        scene s = make_vibrating(40.0f, 20.0f, 0.0f);
        run_steps(s.stage, (uint32_t)round * 3);
        vv_mechanics before = vv_stage_mechanics(s.stage, s.actor);
        float angle = inside_of(&s)->angle;
        assert_true(vv_stage_flip(s.stage, s.actor));
        vv_mechanics after = vv_stage_mechanics(s.stage, s.actor);
        double p = hypot(before.momentum_x, before.momentum_y);
        assert_true(hypot(after.momentum_x - before.momentum_x, after.momentum_y - before.momentum_y) < 1e-6 * p);
        assert_true(fabs(after.angular_momentum - before.angular_momentum) < 2e-6 * fabs(before.angular_momentum));
        assert_true(fabs(total_of(after) - total_of(before)) < 1e-5 * total_of(before));
        assert_true(vv_stage_actor_state(s.stage, s.actor).flipped && inside_of(&s)->angle == -angle);
        run_steps(s.stage, 60); /* and it goes on as before: nothing bursts */
        vv_mechanics later = vv_stage_mechanics(s.stage, s.actor);
        assert_true(hypot(later.momentum_x - before.momentum_x, later.momentum_y - before.momentum_y) < 1e-6 * p);
        assert_true(total_of(later) < 3.0 * total_of(before));
        scene_free(&s);
    }
}

static void a_flip_shows_the_mirror_image(void **state)
{
    (void)state;
    body b = body_crate(1.0f, 4);
    vv_actor_def def = actor_of(&b);
    def.place = vv_complex_at_example(vv_sprite_complex(b.sprite), CRATE_LEANING);
    def.angle = 0.4f;
    scene s = make_free(b, def);
    vv_vec2 before[25], after[25];
    vv_stage_vertices(s.stage, s.actor, before);
    vv_vec2 centre = vv_stage_actor_state(s.stage, s.actor).position;
    vv_stage_flip(s.stage, s.actor);
    vv_stage_vertices(s.stage, s.actor, after);
    for (int i = 0; i < 25; i++) {
        assert_true(fabsf(after[i].x - (2.0f * centre.x - before[i].x)) < 1e-5f);
        assert_true(fabsf(after[i].y - before[i].y) < 1e-5f);
    }
    vv_stage_set_equilibrium(s.stage, s.actor, def.place); /* at rest in the mirror too: it stays as it is */
    run_steps(s.stage, 30);
    vv_stage_vertices(s.stage, s.actor, before);
    for (int i = 0; i < 25; i++)
        assert_true(vv_vec2_distance(before[i], after[i]) < 1e-4f);
    scene_free(&s);
}

static void orientation_control_adds_no_spin(void **state)
{
    (void)state;
    const vv_orient orients[] = {VV_ORIENT_FREE, VV_ORIENT_ANGLE, VV_ORIENT_VELOCITY};
    for (int k = 0; k < 3; k++) {
        body b = body_ball(1.0f, 8);
        vv_actor_def def = actor_of(&b);
        def.angle = 0.9f;
        def.velocity = (vv_vec2){4.0f, 4.0f};
        def.strengths.orient = orients[k];
        def.strengths.orient_rate = 20.0f;
        def.strengths.orient_angle = 7.0f; /* more than a turn: the short way */
        scene s = make_free(b, def);
        for (int i = 0; i < 60; i++) {
            run_steps(s.stage, 1);
            assert_true(fabsf(vv_stage_actor_state(s.stage, s.actor).angular_velocity) < 1e-4f);
            assert_true(fabs(vv_stage_mechanics(s.stage, s.actor).angular_momentum) < 1e-5);
        }
        const float goals[] = {0.9f, 7.0f - 2.0f * VV_PI, 7.0f - 2.0f * VV_PI - 0.25f * VV_PI};
        float off = vv_wrap_angle(vv_stage_actor_state(s.stage, s.actor).angle - goals[k]);
        if (!(fabsf(off) < 1e-3f))
            fail_msg("orientation %d is off by %g", k, (double)off);
        scene_free(&s);
    }
}

static void orientation_control_keeps_the_spin_there_is(void **state)
{
    (void)state;
    scene s = make_vibrating(40.0f, 20.0f, 0.0f);
    vv_strengths strengths = *vv_stage_strengths(s.stage, s.actor);
    strengths.orient = VV_ORIENT_ANGLE;
    strengths.orient_rate = 50.0f;
    assert_true(vv_stage_set_strengths(s.stage, s.actor, &strengths));
    double before = vv_stage_mechanics(s.stage, s.actor).angular_momentum;
    run_steps(s.stage, 300);
    assert_true(fabs(vv_stage_mechanics(s.stage, s.actor).angular_momentum - before) < 1e-4 * before);
    scene_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_free_sprite_keeps_linear_and_angular_momentum),
        cmocka_unit_test(free_vibration_gains_no_energy),
        cmocka_unit_test(a_spinning_sprite_keeps_its_energy),
        cmocka_unit_test(damping_slows_deformation_alone),
        cmocka_unit_test(a_fall_is_the_parabola_at_every_step),
        cmocka_unit_test(far_from_the_centre_a_drawing_is_as_sharp),
        cmocka_unit_test(wind_carries_what_has_drag),
        cmocka_unit_test(forces_and_pushes_add_momentum),
        cmocka_unit_test(a_flip_keeps_momentum_and_energy),
        cmocka_unit_test(a_flip_shows_the_mirror_image),
        cmocka_unit_test(orientation_control_adds_no_spin),
        cmocka_unit_test(orientation_control_keeps_the_spin_there_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
