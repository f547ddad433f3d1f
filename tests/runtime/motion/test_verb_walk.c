/* Walkers: where they get to, against closed forms and a fine integration in double, whatever the frame rate. */
#include "verbs.h"

static const verb_size WALK = {6, 3, 2, 9, 5, 0, true}, LEAP = {6, 3, 2, 9, 5, 0, false};
static const float MIXED[3] = {0.6f, 0.7f, -0.3f};

/* Every control point of a degree of freedom the same. */
static void set_all(verb_parts *p, uint32_t dof, float value)
{
    for (uint32_t i = 0; i < vv_field_example_count(p->field) * p->def.control_count; i++)
        p->controls[(size_t)i * p->dof_count + dof] = value;
}

/* Walks like a person: forward at about 1.4 m/s with a beat, swaying and turning a little. */
static verb_parts *human(const verb_size *size, uint64_t seed)
{
    verb_parts *p = verbs_random(size, seed);
    for (uint32_t i = 0; i < size->examples * size->controls; i++) {
        float *c = p->controls + (size_t)i * p->dof_count;
        c[VV_DOF_SIDE] *= 0.3f;
        c[VV_DOF_FORWARD] = 1.4f + 0.4f * c[VV_DOF_FORWARD];
        c[VV_DOF_YAW_RATE] *= 1.5f;
        c[VV_DOF_CLIMB] *= 0.2f;
    }
    return p;
}

static vv_verb_state walk(const vv_verb *verb, const float *weights, double seconds, double rate)
{
    vv_verb_state walker = vv_default_verb_state();
    vvi_random random = vvi_random_seed(8);
    for (double t = 0.0; t < seconds - 1e-9;) {
        double dt = rate > 0.0 ? 1.0 / rate : 0.002 + 0.1 * (double)vvi_random_unit(&random);
        dt = t + dt > seconds ? seconds - t : dt;
        vv_verb_advance(verb, weights, (float)dt, &walker);
        t += dt;
    }
    return walker;
}

static void steady_speed_and_spin_walk_a_circle(void **state)
{
    (void)state;
    verb_parts *p = verbs_random(&WALK, 1);
    set_all(p, VV_DOF_SIDE, 0.0f);
    set_all(p, VV_DOF_FORWARD, 1.5f);
    set_all(p, VV_DOF_YAW_RATE, 0.75f);
    set_all(p, VV_DOF_CLIMB, 0.25f);
    vv_verb *verb = verbs_create(p);
    const float rates[3] = {24.0f, 60.0f, 1.0f};
    for (int r = 0; r < 3; r++) {
        vv_verb_state w = walk(verb, MIXED, 4.0, (double)rates[r]);
        /* radius v/s = 2 about (2, 0): from +z it turns to the left, +x */
        assert_true(fabs((double)w.root.x - 2.0 * (1.0 - cos(3.0))) < 2e-5);
        assert_true(fabs((double)w.root.z - 2.0 * sin(3.0)) < 2e-5);
        assert_true(fabs((double)w.root.y - 1.0) < 1e-5 && fabs((double)w.root.heading - 3.0) < 1e-5);
        assert_true(fabs(w.seconds - 4.0) < 1e-6);
    }
    vv_verb_destroy(verb, NULL);
    verbs_release(p);
}

/* Euler's method in double with a hundred thousand steps, from the public functions. */
static void integrate(const vv_verb *verb, const float *weights, double seconds, double *x, double *y, double *z,
                      double *heading)
{
    float keytimes[VERB_MOST_KEYS], *dofs = aligned_alloc(64, vv_verb_dof_capacity(verb) * sizeof *dofs);
    double length = (double)vv_verb_keytimes(verb, weights, keytimes), h = 1e-4;
    *x = *y = *z = *heading = 0.0;
    for (uint32_t i = 0; i < (uint32_t)(seconds / h + 0.5); i++) {
        double t = (i + 0.5) * h; /* the middle: the error is of order h² */
        vv_verb_mix(verb, weights, vv_verb_phase(verb, keytimes, (float)fmod(t, length)), dofs);
        double spin = (double)dofs[VV_DOF_YAW_RATE], angle = *heading + 0.5 * h * spin;
        *x += h * ((double)dofs[VV_DOF_SIDE] * cos(angle) + (double)dofs[VV_DOF_FORWARD] * sin(angle));
        *z += h * ((double)dofs[VV_DOF_FORWARD] * cos(angle) - (double)dofs[VV_DOF_SIDE] * sin(angle));
        *y += h * (double)dofs[VV_DOF_CLIMB];
        *heading += h * spin;
    }
    free(dofs);
}

static void the_way_is_the_integral_at_every_frame_rate(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        verb_parts *p = human(&WALK, seed);
        vv_verb *verb = verbs_create(p);
        double x, y, z, heading;
        integrate(verb, MIXED, 10.0, &x, &y, &z, &heading);
        assert_true(x * x + z * z > 1.0); /* it gets somewhere */
        const double rates[6] = {24.0, 30.0, 60.0, 144.0, 1000.0, 0.0};
        vv_verb_state first = walk(verb, MIXED, 10.0, rates[0]);
        for (int r = 0; r < 6; r++) {
            vv_verb_state w = walk(verb, MIXED, 10.0, rates[r]);
            assert_true(fabs((double)w.root.x - x) < 5e-4 && fabs((double)w.root.z - z) < 5e-4);
            assert_true(fabs((double)w.root.y - y) < 5e-4);
            assert_true(fabsf(vv_wrap_angle(w.root.heading - (float)heading)) < 5e-4f);
            assert_true(fabsf(w.phase - first.phase) < 2e-5f && w.cycle_count == first.cycle_count);
        }
        vv_verb_destroy(verb, NULL);
        verbs_release(p);
    }
}

static void a_cycle_comes_round_every_length(void **state)
{
    (void)state;
    verb_parts *p = human(&WALK, 4);
    vv_verb *verb = verbs_create(p);
    float keytimes[VERB_MOST_KEYS];
    double length = (double)vv_verb_keytimes(verb, MIXED, keytimes);
    vv_verb_state w = walk(verb, MIXED, 5.5 * length, 60.0);
    assert_int_equal(w.cycle_count, 5);
    assert_true(fabsf(w.phase - vv_verb_phase(verb, keytimes, (float)(0.5 * length))) < 2e-5f);
    assert_false(w.finished);
    vv_verb_destroy(verb, NULL);
    verbs_release(p);
}

static void an_open_verb_ends_and_stays(void **state)
{
    (void)state;
    verb_parts *p = human(&LEAP, 5);
    vv_verb *verb = verbs_create(p);
    float keytimes[VERB_MOST_KEYS];
    double length = (double)vv_verb_keytimes(verb, MIXED, keytimes), x, y, z, heading;
    integrate(verb, MIXED, floor(length * 1e4) / 1e4, &x, &y, &z, &heading);
    vv_verb_state w = walk(verb, MIXED, length - 0.01, 60.0);
    assert_true(!w.finished && w.phase < 1.0f);
    for (int i = 0; i < 50; i++)
        vv_verb_advance(verb, MIXED, 0.013f, &w);
    assert_true(w.finished && w.phase == 1.0f);
    assert_true(fabs((double)w.root.x - x) < 1e-3 && fabs((double)w.root.z - z) < 1e-3);
    vv_verb_state stays = w;
    vv_verb_advance(verb, MIXED, 1.0f, &stays);
    assert_memory_equal(&stays.root, &w.root, sizeof w.root);
    vv_verb_destroy(verb, NULL);
    verbs_release(p);
}

/* From one frame to the next the phase moves by what the new keytimes say, from where it was: never by more than
 * their fastest pace, and not at all in no time. */
static void a_change_of_mood_in_mid_step_does_not_jump(void **state)
{
    (void)state;
    verb_parts *p = human(&WALK, 6);
    vv_verb *verb = verbs_create(p);
    vv_verb_state w = vv_default_verb_state();
    vvi_random random = vvi_random_seed(3);
    for (int i = 0; i < 500; i++) {
        float at[4] = {verbs_between(&random, -2, 2), verbs_between(&random, -2, 2), 0, 0}, weights[VERB_MOST_EXAMPLES];
        vv_field_weights(p->field, at, weights);
        vv_verb_state before = w;
        vv_verb_advance(verb, weights, 0.0f, &w);
        assert_true(fabsf(w.phase - before.phase) < 2e-7f);
        float keytimes[VERB_MOST_KEYS], fastest = 0.0f;
        vv_verb_keytimes(verb, weights, keytimes);
        for (uint32_t k = 1; k < WALK.keys; k++)
            fastest = fmaxf(fastest, (p->phases[k] - p->phases[k - 1]) / (keytimes[k] - keytimes[k - 1]));
        before = w;
        vv_verb_advance(verb, weights, 1.0f / 60, &w);
        float moved = w.phase - before.phase + (float)(w.cycle_count - before.cycle_count);
        assert_true(moved > 0.0f && moved <= 3.0f * fastest / 60); /* slopes of the warp are at most three secants */
        float there = vv_verb_phase(verb, keytimes, vv_verb_seconds(verb, keytimes, before.phase) + 1.0f / 60);
        float apart = fabsf(w.phase - there);
        apart = apart > 0.5f ? 1.0f - apart : apart;
        assert_true(apart < 1e-6f + 2e-7f * keytimes[WALK.keys - 1] * fastest); /* seconds are rounded to floats */
    }
    vv_verb_destroy(verb, NULL);
    verbs_release(p);
}

static void nonsense_of_time_does_no_harm(void **state)
{
    (void)state;
    verb_parts *p = human(&WALK, 7);
    vv_verb *verb = verbs_create(p);
    const float steps[5] = {NAN, -1.0f, INFINITY, 1e30f, 0.0f};
    for (int i = 0; i < 5; i++) {
        vv_verb_state w = vv_default_verb_state();
        vv_verb_advance(verb, MIXED, steps[i], &w);
        assert_true(w.phase >= 0.0f && w.phase < 1.0f && w.seconds >= 0.0 && w.seconds <= 1.0);
        assert_true(vvi_all_finite(&w.root.x, 4));
    }
    vv_verb_destroy(verb, NULL);
    verbs_release(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steady_speed_and_spin_walk_a_circle),
        cmocka_unit_test(the_way_is_the_integral_at_every_frame_rate),
        cmocka_unit_test(a_cycle_comes_round_every_length),
        cmocka_unit_test(an_open_verb_ends_and_stays),
        cmocka_unit_test(a_change_of_mood_in_mid_step_does_not_jump),
        cmocka_unit_test(nonsense_of_time_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
