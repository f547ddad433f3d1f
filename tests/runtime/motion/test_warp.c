/* Time warps: through the keytimes, ascending, smooth, there and back, against finite differences and a search by
 * halving. */
#include "runtime/motion/motion.h"

#include "clips.h"

#define KEYS 12

typedef struct example {
    float keytimes[KEYS], phases[KEYS];
    vvi_warp warp;
} example;

/* Spans that differ by up to 1 : 1000, in both. */
static void random_example(vvi_random *random, example *e)
{
    uint32_t count = 2 + vvi_random_below(random, KEYS - 1);
    e->keytimes[0] = e->phases[0] = 0.0f;
    for (uint32_t k = 1; k < count; k++) {
        e->keytimes[k] = e->keytimes[k - 1] + expf(7.0f * vvi_random_unit(random) - 5.0f);
        e->phases[k] = e->phases[k - 1] + expf(7.0f * vvi_random_unit(random));
    }
    for (uint32_t k = 1; k < count; k++)
        e->phases[k] /= e->phases[count - 1];
    e->phases[count - 1] = 1.0f;
    e->warp = (vvi_warp){count, vvi_random_below(random, 2) == 1, e->keytimes, e->phases};
}

static void goes_through_its_keytimes_and_comes_back(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(1);
    for (uint32_t i = 0; i < 2000; i++) {
        example e;
        random_example(&random, &e);
        uint32_t count = e.warp.keytime_count;
        double length = (double)e.keytimes[count - 1];
        for (uint32_t k = 0; k < count; k++) {
            assert_true(fabs(vvi_warp_phase(&e.warp, (double)e.keytimes[k], NULL) - (double)e.phases[k]) < 1e-12);
            assert_true(fabs(vvi_warp_seconds(&e.warp, (double)e.phases[k]) - (double)e.keytimes[k]) < 1e-12 * length);
        }
        for (uint32_t j = 0; j < 20; j++) {
            double t = length * (double)vvi_random_unit(&random);
            double u = vvi_warp_phase(&e.warp, t, NULL);
            assert_true(fabs(vvi_warp_seconds(&e.warp, u) - t) < 1e-9 * (1.0 + length));
        }
    }
}

static double secant(const example *e, uint32_t k)
{
    return ((double)e->phases[k + 1] - (double)e->phases[k]) / ((double)e->keytimes[k + 1] - (double)e->keytimes[k]);
}

static void ascends_and_has_no_kinks(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(2);
    for (uint32_t i = 0; i < 300; i++) {
        example e;
        random_example(&random, &e);
        uint32_t count = e.warp.keytime_count;
        double length = (double)e.keytimes[count - 1], before = -1.0, first, last;
        for (uint32_t j = 0; j <= 2000; j++) {
            double u = vvi_warp_phase(&e.warp, length * j / 2000.0, NULL);
            assert_true(u > before && u <= 1.0 + 1e-12);
            before = u;
        }
        for (uint32_t k = 1; k + 1 < count; k++) {
            double t = (double)e.keytimes[k],
                   h = 1e-7 * fmin(t - (double)e.keytimes[k - 1], (double)e.keytimes[k + 1] - t);
            double left, right, speed;
            vvi_warp_phase(&e.warp, t, &speed);
            vvi_warp_phase(&e.warp, t - h, &left);
            vvi_warp_phase(&e.warp, t + h, &right);
            double steepest = fmax(secant(&e, k - 1), secant(&e, k)); /* |u″| ≤ 18 secants a span */
            assert_true(speed > 0.0);
            assert_true(fabs(left - speed) < 2e-6 * steepest && fabs(right - speed) < 2e-6 * steepest);
        }
        vvi_warp_phase(&e.warp, 0.0, &first);
        vvi_warp_phase(&e.warp, length, &last);
        if (e.warp.cyclic)
            assert_true(fabs(first - last) < 1e-12 * first);
    }
}

static void its_speed_is_its_derivative(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(3);
    for (uint32_t i = 0; i < 300; i++) {
        example e;
        random_example(&random, &e);
        uint32_t k = vvi_random_below(&random, e.warp.keytime_count - 1);
        double h = (double)e.keytimes[k + 1] - (double)e.keytimes[k], d = 1e-5 * h, speed;
        double t = (double)e.keytimes[k] + h * (0.1 + 0.8 * (double)vvi_random_unit(&random));
        vvi_warp_phase(&e.warp, t, &speed);
        double difference = (vvi_warp_phase(&e.warp, t + d, NULL) - vvi_warp_phase(&e.warp, t - d, NULL)) / (2.0 * d);
        double scale = ((double)e.phases[k + 1] - (double)e.phases[k]) / h;
        assert_true(fabs(difference - speed) < 1e-4 * scale);
    }
}

static void even_keytimes_are_a_straight_line(void **state)
{
    (void)state;
    float keytimes[] = {0.0f, 1.0f, 2.0f, 4.0f}, phases[] = {0.0f, 0.25f, 0.5f, 1.0f};
    vvi_warp warp = {4, true, keytimes, phases};
    for (uint32_t j = 0; j <= 100; j++)
        assert_true(fabs(vvi_warp_phase(&warp, 0.04 * j, NULL) - 0.01 * j) < 1e-12);
    assert_true(vvi_warp_phase(&warp, -1.0, NULL) == 0.0 && vvi_warp_phase(&warp, 5.0, NULL) == 1.0);
    assert_true(vvi_warp_seconds(&warp, -1.0) == 0.0 && vvi_warp_seconds(&warp, 2.0) == 4.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goes_through_its_keytimes_and_comes_back),
        cmocka_unit_test(ascends_and_has_no_kinks),
        cmocka_unit_test(its_speed_is_its_derivative),
        cmocka_unit_test(even_keytimes_are_a_straight_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
