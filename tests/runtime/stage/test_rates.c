/* Rates follow the strengths: whatever changes, they are those of a fresh actor. */
#include "tests/testing.h"

#include "runtime/stage/state.h"

#include <math.h>

static vv_strengths random_strengths(vvi_random *random)
{
    vv_strengths s = vv_default_strengths();
    s.stiffness = 100.0f * vvi_random_unit(random);
    s.local = 50.0f * vvi_random_unit(random);
    s.damping = 4.0f * vvi_random_unit(random);
    s.drag = vvi_random_unit(random) < 0.5f ? 0.0f : vvi_random_unit(random);
    s.equilibrium = 30.0f * vvi_random_unit(random);
    s.settle = 0.1f + 2.0f * vvi_random_unit(random);
    return s;
}

/* Changes one strength, the step or the iterations to that of other rates. */
static void change_one(uint32_t which, vv_strengths *s, const vv_strengths *other, float *h, uint32_t *iterations)
{
    float *const mine[] = {&s->stiffness, &s->local, &s->damping, &s->drag, &s->equilibrium, &s->settle};
    const float theirs[] = {other->stiffness, other->local,       other->damping,
                            other->drag,      other->equilibrium, other->settle};
    if (which < 6)
        *mine[which] = theirs[which];
    else if (which == 6)
        *h *= 0.5f;
    else
        *iterations += 1u;
}

static void rates_follow_every_change(void **state)
{
    vvi_random random = vvi_random_seed(3);
    actor_rates rates = {.h = 0.0f};
    actor a = {.strengths = random_strengths(&random), .rates = &rates};
    float h = 1.0f / 60.0f;
    uint32_t iterations = 1;
    (void)state;
    (void)vvi_actor_rates(&a, h, iterations);
    for (uint32_t change = 0; change < 400; change++) {
        vv_strengths other = random_strengths(&random);
        if (change % 50 == 0)
            h = 1.0f / 60.0f, iterations = 1;
        change_one(change % 8, &a.strengths, &other, &h, &iterations);
        actor_rates others = {.h = 0.0f};
        actor fresh = {.strengths = a.strengths, .rates = &others};
        assert_memory_equal(vvi_actor_rates(&a, h, iterations), vvi_actor_rates(&fresh, h, iterations),
                            sizeof(actor_rates));
        float whole = vvi_stage_correction_share(a.strengths.stiffness, h, 1);
        float each = vvi_stage_correction_share(a.strengths.stiffness, h, iterations);
        assert_memory_equal(&rates.whole, &whole, sizeof whole);
        assert_memory_equal(&rates.whole_each, &each, sizeof each);
    }
}

/* x(t + h) = T x(t) − D x(t − h) for every solution of x″ + 2zw x′ + w² x = 0: a place that starts beside the target
 * and moves on by inertia goes where the closed form is. */
static void the_place_moves_as_the_damped_oscillator(void **state)
{
    vvi_random random = vvi_random_seed(9);
    (void)state;
    for (int i = 0; i < 300; i++) {
        actor_rates rates = {.h = 0.0f};
        actor a = {.strengths = random_strengths(&random), .rates = &rates};
        a.strengths.settle = 0.9f * vvi_random_unit(&random) + 0.05f;
        double h = 0.002, w = 2.0 * 3.14159265358979 * (double)a.strengths.equilibrium, z = (double)a.strengths.settle;
        double turn = w * sqrt(1.0 - z * z), before = exp(z * w * h) * cos(turn * h), now = 1.0;
        vvi_oscillator o = vvi_actor_rates(&a, (float)h, 4)->place;
        for (int step = 1; step <= 20; step++) {
            double next = (double)o.inertia * (2.0 * now - before) + (double)o.stay * now;
            before = now;
            now = next;
            assert_true(fabs(now - exp(-z * w * h * step) * cos(turn * h * step)) < 1e-4);
        }
        assert_float_equal(o.inertia + o.stay + o.target, 1.0f, 1e-5f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates_follow_every_change),
        cmocka_unit_test(the_place_moves_as_the_damped_oscillator),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
