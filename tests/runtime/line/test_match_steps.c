/* Steps of twists and contacts: met, at rest where they stay, passed without stopping elsewhere; never beyond their
 * neighbours. */
#include "matches.h"

enum { STEPS = 7 };

static const vv_match_constraint_key steps[STEPS] = {
    {.time = 0.0f, .angle = 0.0f, .position = {0, 0.1f, 0}, .rotation = {0, 0, 0, 1}},
    {.time = 0.5f, .angle = 0.0f, .position = {0, 0.1f, 0}, .rotation = {0, 0, 0, 1}},
    {.time = 0.6f, .angle = 0.4f, .position = {0.02f, 0.2f, 0.1f}, .rotation = {0.28f, 0, 0, 0.96f}},
    {.time = 0.8f, .angle = 1.0f, .position = {0.05f, 0.35f, 0.4f}, .rotation = {0.6f, 0, 0, 0.8f}},
    {.time = 0.9f, .angle = 1.1f, .position = {0.06f, 0.3f, 0.6f}, .rotation = {0.48f, 0.36f, 0, 0.8f}},
    {.time = 1.2f, .angle = -0.5f, .position = {0.1f, 0.1f, 0.9f}, .rotation = {0, 0.6f, 0, 0.8f}},
    {.time = 2.0f, .angle = -0.5f, .position = {0.1f, 0.1f, 0.9f}, .rotation = {0, 0.6f, 0, 0.8f}},
};

static match_contact contact_of(uint32_t count, const vv_match_constraint_key *all)
{
    return (match_contact){.has_rotation = true, .step_count = count, .steps = all};
}

static d3 place_at(const match_contact *contact, double time)
{
    d3 place;
    dq turn;
    vvi_match_contact_target(contact, time, &place, &turn);
    return place;
}

static dq turn_at(const match_contact *contact, double time)
{
    d3 place;
    dq turn;
    vvi_match_contact_target(contact, time, &place, &turn);
    return turn;
}

/* Radians a second about the axes of the world, by differences. */
static d3 turning_at(const match_contact *contact, double time, double step)
{
    dq a = turn_at(contact, time), b = turn_at(contact, time + step);
    return d3_scale(vvi_rotation_log(dq_multiply(b, dq_conjugate(a))), 1.0 / step);
}

static d3 speed_at(const match_contact *contact, double time, double step)
{
    return d3_scale(d3_sub(place_at(contact, time + step), place_at(contact, time)), 1.0 / step);
}

static void steps_are_met(void **state)
{
    (void)state;
    match_contact contact = contact_of(STEPS, steps);
    match_twist twist = {.step_count = STEPS, .steps = steps};
    for (int i = 0; i < STEPS; i++) {
        double time = (double)steps[i].time;
        assert_true(d3_length(d3_sub(place_at(&contact, time), d3_of(steps[i].position))) < 1e-7);
        assert_true(d3_length(vvi_rotation_log(
                        dq_multiply(turn_at(&contact, time), dq_conjugate(dq_of(steps[i].rotation))))) < 1e-6);
        assert_true(fabs(vvi_match_twist_angle(&twist, time) - (double)steps[i].angle) < 1e-7);
    }
    assert_true(d3_length(d3_sub(place_at(&contact, -3.0), d3_of(steps[0].position))) < 1e-7);
    assert_true(d3_length(d3_sub(place_at(&contact, 9.0), d3_of(steps[STEPS - 1].position))) < 1e-7);
}

/* Speeds just before and after each step are the same, and not nothing where it goes on. */
static void speeds_do_not_jump(void **state)
{
    (void)state;
    match_contact contact = contact_of(STEPS, steps);
    match_twist twist = {.step_count = STEPS, .steps = steps};
    for (int i = 1; i + 1 < STEPS; i++) {
        double time = (double)steps[i].time, h = 1e-5;
        assert_true(d3_length(d3_sub(speed_at(&contact, time - h, h), speed_at(&contact, time, h))) < 3e-3);
        assert_true(d3_length(d3_sub(turning_at(&contact, time - h, h), turning_at(&contact, time, h))) < 2e-2);
        double before = vvi_match_twist_angle(&twist, time) - vvi_match_twist_angle(&twist, time - h);
        double after = vvi_match_twist_angle(&twist, time + h) - vvi_match_twist_angle(&twist, time);
        assert_true(fabs(before - after) / h < 2e-2);
    }
    assert_true(d3_length(speed_at(&contact, 0.6 - 1e-5, 1e-5)) > 0.8);
    assert_true(d3_length(turning_at(&contact, 0.6 - 1e-5, 1e-5)) > 2.0);
    assert_true(d3_length(speed_at(&contact, 0.5, 1e-5)) < 1e-2);
}

static void what_stays_stands_and_nothing_goes_beyond(void **state)
{
    (void)state;
    match_contact contact = contact_of(STEPS, steps);
    for (int n = 0; n <= 400; n++) {
        double time = n / 200.0;
        d3 at = place_at(&contact, time);
        if (time <= 0.5)
            assert_true(d3_length(d3_sub(at, d3_of(steps[0].position))) < 1e-7);
        for (int i = 0; i + 1 < STEPS; i++)
            if (time >= (double)steps[i].time && time <= (double)steps[i + 1].time)
                for (uint32_t k = 0; k < 3; k++) {
                    double a = (double)vvi_component(steps[i].position, k),
                           b = (double)vvi_component(steps[i + 1].position, k);
                    double x = k == 0 ? at.x : k == 1 ? at.y : at.z;
                    assert_true(x > fmin(a, b) - 1e-7 && x < fmax(a, b) + 1e-7);
                }
    }
}

/* Evenly spaced steps on a straight way, turning about one axis: a straight way at an even pace, but for both ends. */
static void an_even_way_is_gone_evenly(void **state)
{
    (void)state;
    vv_match_constraint_key even[9];
    for (int i = 0; i < 9; i++) {
        float angle = 0.2f * (float)i;
        even[i] =
            (vv_match_constraint_key){.time = 0.25f * (float)i, .position = {0.1f * (float)i, 0, -0.2f * (float)i}};
        even[i].rotation = (vv_quat){0, vv_sin(0.5f * angle), 0, vv_cos(0.5f * angle)};
    }
    match_contact contact = contact_of(9, even);
    for (int n = 0; n < 150; n++) {
        double time = 0.25 + 0.01 * n;
        d3 at = place_at(&contact, time), speed = speed_at(&contact, time, 1e-4),
           turning = turning_at(&contact, time, 1e-4);
        assert_true(fabs(at.z + 2.0 * at.x) < 1e-6);
        assert_true(fabs(speed.x - 0.4) < 2e-3 && fabs(turning.y - 0.8) < 5e-3);
    }
}

static void two_steps_ease(void **state)
{
    (void)state;
    match_contact contact = contact_of(2, steps + 4);
    match_twist twist = {.step_count = 2, .steps = steps + 4};
    for (int n = 0; n <= 20; n++) {
        double u = n / 20.0, share = u * u * (3.0 - 2.0 * u),
               time = (double)steps[4].time + u * ((double)steps[5].time - (double)steps[4].time);
        assert_true(fabs(vvi_match_twist_angle(&twist, time) - (1.1 - 1.6 * share)) < 1e-5);
        assert_true(fabs(place_at(&contact, time).z - (0.6 + 0.3 * share)) < 1e-5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_met),
        cmocka_unit_test(speeds_do_not_jump),
        cmocka_unit_test(what_stays_stands_and_nothing_goes_beyond),
        cmocka_unit_test(an_even_way_is_gone_evenly),
        cmocka_unit_test(two_steps_ease),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
