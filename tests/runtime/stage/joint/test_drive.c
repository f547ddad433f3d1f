/* Limits, motors and springs of hinges and sliders. */
#include "tests/runtime/stage/joint/joints.h"

/* One crate on a joint with the world, or two with each other, in space; `def` says the rest. */
typedef struct driven {
    vv_stage *stage;
    body bodies[2];
    vv_actor actors[2];
    vv_joint_id joint;
    float side;
    double mass, inertia; /* of the first crate, about its centre */
    float arm;            /* from the joint's point to its centre */
} driven;

enum { WORLD = 1, PAIR = 2 };

static driven make_driven(vvi_random *r, uint32_t crates, float gravity, vv_joint_def def)
{
    vv_stage_def stage_def = random_stage(r);
    stage_def.gravity.y = -gravity;
    stage_def.sleep = false;
    driven d = {.side = expf(random_in(r, logf(0.3f), logf(2.0f)))};
    d.stage = make_stage(&stage_def);
    for (uint32_t i = 0; i < crates; i++) {
        d.bodies[i] = random_crate(r, i ? d.side * random_in(r, 0.5f, 2.0f) : d.side);
        vv_actor_def actor_def = actor_of(&d.bodies[i]);
        vv_vec2 at = {0.0f, i ? 0.0f : d.side};
        d.actors[i] = add_at(d.stage, actor_def, at, (vv_vec2){0.0f, 0.0f}, 0.0f);
        (i ? &def.a : &def.b)->actor = d.actors[i];
        (i ? &def.a : &def.b)->at = at;
    }
    d.arm = 0.5f * d.side;
    d.joint = add_joint(d.stage, &def);
    const actor *a = vvi_stage_actor(d.stage, d.actors[0]);
    d.mass = a->mass;
    d.inertia = vvi_actor_motion(a).inertia;
    return d;
}

static void driven_free(driven *d)
{
    vv_stage_destroy(d->stage);
    for (uint32_t i = 0; i < 2 && d->bodies[i].sprite; i++)
        body_free(&d->bodies[i]);
}

static vv_joint_state step_once(driven *d)
{
    vv_stage_step(d->stage, d->stage->def.step);
    return vv_stage_joint_state(d->stage, d->joint);
}

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

/* A crate that is thrown around its hinge, against the world or another crate, with and without gravity. */
static void a_hinge_stays_within_a_degree_of_its_limits(void **state)
{
    (void)state;
    vvi_random r = vvi_random_seed(1);
    for (uint32_t n = 0; n < 40; n++) {
        vv_joint_def def = vv_default_joint_def(VV_JOINT_HINGE);
        def.limited = true;
        def.low = random_in(&r, -2.0f, 0.0f);
        def.high = n % 5 ? random_in(&r, 0.0f, 2.0f) : def.low;
        if (!(n % 5))
            def.low = def.high = 0.0f;
        driven d = make_driven(&r, n % 2 ? PAIR : WORLD, n % 4 < 2 ? 9.81f : 0.0f, def);
        vv_stage_set_velocity(d.stage, d.actors[0], (vv_vec2){0.0f, 0.0f}, random_in(&r, -15.0f, 15.0f));
        float beyond = 0.0f;
        for (float t = 0.0f; t < 5.0f; t += d.stage->def.step) {
            vv_joint_state s = step_once(&d);
            beyond = fmaxf(beyond, fmaxf(def.low - s.angle, s.angle - def.high));
        }
        if (!(beyond < 0.01745f))
            fail_msg("hinge %u (step 1/%.0f) is %.2f degrees beyond its limits", n, 1.0 / (double)d.stage->def.step,
                     (double)beyond * 57.3);
        driven_free(&d);
    }
}

static void a_slider_stays_on_its_axis_and_within_its_limits(void **state)
{
    (void)state;
    vvi_random r = vvi_random_seed(2);
    for (uint32_t n = 0; n < 40; n++) {
        vv_joint_def def = vv_default_joint_def(VV_JOINT_SLIDER);
        float angle = random_in(&r, -3.0f, 3.0f);
        def.axis = (vv_vec2){3.0f * cosf(angle), 3.0f * sinf(angle)};
        def.limited = n % 3 != 0;
        def.low = random_in(&r, -1.0f, 0.0f);
        def.high = random_in(&r, 0.0f, 1.0f);
        driven d = make_driven(&r, n % 2 ? PAIR : WORLD, n % 4 < 2 ? 9.81f : 0.0f, def);
        vv_stage_set_velocity(d.stage, d.actors[0], (vv_vec2){random_in(&r, -5.0f, 5.0f), random_in(&r, -5.0f, 5.0f)},
                              random_in(&r, -5.0f, 5.0f));
        for (float t = 0.0f; t < 4.0f; t += d.stage->def.step) {
            vv_joint_state s = step_once(&d);
            vv_vec2 way = vv_vec2_sub(s.points[1], s.points[0]), axis = {cosf(angle), sinf(angle)};
            if (n % 2) {
                float turned = vv_stage_actor_state(d.stage, d.actors[1]).angle;
                axis = vv_mat2_apply(vv_mat2_rotation(turned), axis);
            }
            float across = fabsf(vv_vec2_cross(axis, way));
            if (!(across < 0.005f * d.side + 0.005f * vv_vec2_length(way)) || !(fabsf(s.angle) < 0.01745f))
                fail_msg("slider %u (step 1/%.0f): %.4f sides off its axis, turned by %.2f degrees at %.2f s", n,
                         1.0 / (double)d.stage->def.step, (double)(across / d.side), (double)s.angle * 57.3, (double)t);
            if (def.limited && !(s.translation > def.low - 0.01f * d.side && s.translation < def.high + 0.01f * d.side))
                fail_msg("slider %u: translation %.4f is not within %.4f and %.4f", n, (double)s.translation,
                         (double)def.low, (double)def.high);
        }
        driven_free(&d);
    }
}

/* ---- Motors ------------------------------------------------------------------------------------------------------ */

/* Without gravity: dω/dt = T/(I + m r²) until the speed is reached, and no more after that. */
static void a_motor_accelerates_with_its_limit_and_keeps_its_speed(void **state)
{
    (void)state;
    vvi_random r = vvi_random_seed(3);
    for (uint32_t n = 0; n < 30; n++) {
        vv_joint_def def = vv_default_joint_def(n % 2 ? VV_JOINT_SLIDER : VV_JOINT_HINGE);
        def.motor = true;
        def.motor_speed = random_in(&r, 1.0f, 8.0f) * (n % 3 ? 1.0f : -1.0f);
        driven d = make_driven(&r, WORLD, 0.0f, def);
        double inertia = n % 2 ? d.mass : d.inertia + d.mass * (double)(d.arm * d.arm);
        double time = (double)random_in(&r, 0.5f, 2.0f), limit = inertia * fabs((double)def.motor_speed) / time;
        vv_stage_set_joint_motor(d.stage, d.joint, true, def.motor_speed, (float)limit);
        double reached = -1.0, step = (double)d.stage->def.step, before = 0.0, speed = 0.0;
        for (uint32_t i = 1; (double)i * step < 2.0 * time + 0.5; i++) {
            vv_joint_state s = step_once(&d);
            double now = (double)(n % 2 ? s.translation : s.angle);
            speed = (now - before) / step;
            before = now;
            if (reached < 0.0 && fabs(speed) > 0.99 * fabs((double)def.motor_speed))
                reached = (double)i * step;
            double carried = n % 2 ? 0.0 : fabs((double)s.torque);
            assert_true(carried <= 1.001 * limit);
        }
        assert_true(fabs(speed / (double)def.motor_speed - 1.0) < 0.01);
        if (!(fabs(reached / time - 1.0) < 0.03 + 2.0 * step / time))
            fail_msg("motor %u reached its speed after %.3f s instead of %.3f s", n, reached, time);
        driven_free(&d);
    }
}

/* A crate that hangs from its hinge cannot be held out level by less torque than m g r, but by a little more. */
static void a_motor_holds_what_it_is_strong_enough_for(void **state)
{
    (void)state;
    vvi_random r = vvi_random_seed(4);
    for (uint32_t n = 0; n < 20; n++) {
        bool strong = n % 2;
        vv_joint_def def = vv_default_joint_def(VV_JOINT_HINGE);
        def.motor = true;
        driven d = make_driven(&r, WORLD, 0.0f, def);
        double torque = d.mass * 9.81 * (double)d.arm;
        vv_stage_set_gravity(d.stage, (vv_vec2){9.81f, 0.0f}); /* the crate is level as gravity sees it */
        vv_stage_set_joint_motor(d.stage, d.joint, true, 0.0f, (float)torque * (strong ? 1.05f : 0.9f));
        vv_joint_state s = {0};
        for (float t = 0.0f; t < 3.0f; t += d.stage->def.step)
            s = step_once(&d);
        assert_true(strong ? fabsf(s.angle) < 0.002f : fabsf(s.angle) > 0.1f);
        assert_true(!strong || fabs(fabs((double)s.torque) / torque - 1.0) < 0.01);
        driven_free(&d);
    }
}

/* ---- Springs ----------------------------------------------------------------------------------------------------- */

/* How often values cross zero downwards, per sample. */
static double crossing_rate(const double *values, uint32_t count)
{
    double first = -1.0, last = -1.0;
    uint32_t crossings = 0;
    for (uint32_t i = 1; i < count; i++)
        if (values[i - 1] > 0.0 && values[i] <= 0.0) {
            last = (double)i - values[i] / (values[i] - values[i - 1]);
            first = crossings++ ? first : last;
        }
    return (double)(crossings - 1u) / (last - first);
}

/* The mean amplitude of a sine with so many periods per sample: x² + ((x₊ − x₋)/(2 sin ω))². */
static double amplitude(const double *values, uint32_t count, double rate)
{
    double sum = 0.0;
    for (uint32_t i = 1; i + 1 < count; i++) {
        double slope = (values[i + 1] - values[i - 1]) / (2.0 * sin(6.283185307 * rate));
        sum += sqrt(values[i] * values[i] + slope * slope);
    }
    return sum / (double)(count - 2u);
}

/* A spring without damping swings with the frequency that was asked for, whatever hangs on it, on hinges and sliders,
 * with the world and between two. In ten swings it gains nothing, and loses at most 5 % of its amplitude. */
static void springs_have_the_frequency_that_was_asked_for(void **state)
{
    (void)state;
    enum { MOST = 6000 };
    static double values[MOST];
    vvi_random r = vvi_random_seed(5);
    for (uint32_t n = 0; n < 48; n++) {
        vv_joint_kind kind = n % 2 ? VV_JOINT_SLIDER : VV_JOINT_HINGE;
        vv_joint_def def = vv_default_joint_def(kind);
        def.spring = random_in(&r, 0.5f, 4.0f);
        def.spring_damping = 0.0f;
        driven d = make_driven(&r, n % 4 < 2 ? WORLD : PAIR, 0.0f, def);
        float start = kind == VV_JOINT_HINGE ? 0.1f : 0.1f * d.side; /* small: it is linear */
        vv_stage_set_joint_spring(d.stage, d.joint, def.spring, 0.0f, start);
        uint32_t count = (uint32_t)(10.0f / def.spring / d.stage->def.step);
        assert_in_range(count, 50, MOST);
        for (uint32_t i = 0; i < count; i++) {
            vv_joint_state s = step_once(&d);
            values[i] = (double)(kind == VV_JOINT_HINGE ? s.angle : s.translation) - (double)start;
        }
        double rate = crossing_rate(values, count), frequency = rate / (double)d.stage->def.step;
        double kept = amplitude(values + count - count / 4, count / 4, rate) / amplitude(values, count / 4, rate);
        if (!(fabs(frequency / (double)def.spring - 1.0) < 0.05) || !(kept > 0.95 && kept < 1.005))
            fail_msg("spring %u of %.2f Hz (step 1/%.0f) has %.2f Hz and keeps %.3f of its amplitude", n,
                     (double)def.spring, 1.0 / (double)d.stage->def.step, frequency, kept);
        driven_free(&d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hinge_stays_within_a_degree_of_its_limits),
        cmocka_unit_test(a_slider_stays_on_its_axis_and_within_its_limits),
        cmocka_unit_test(a_motor_accelerates_with_its_limit_and_keeps_its_speed),
        cmocka_unit_test(a_motor_holds_what_it_is_strong_enough_for),
        cmocka_unit_test(springs_have_the_frequency_that_was_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
