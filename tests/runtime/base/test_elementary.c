/* The elementary functions against the C library's double precision, over the whole range of float. */
#include "runtime/base/base.h"
#include "tests/testing.h"

static float from_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Every 1,009th float (a prime, so that all mantissa patterns come up): four million values, both signs, subnormals
 * and the largest included. */
static void sine_and_cosine_match_double_over_all_floats(void **state)
{
    (void)state;
    double worst = 0.0;
    for (uint64_t bits = 0; bits < 0x100000000u; bits += 1009) {
        float angle = from_bits((uint32_t)bits), sine, cosine;
        if (!isfinite(angle))
            continue;
        vv_sin_cos(angle, &sine, &cosine);
        worst = fmax(worst, fmax(fabs((double)sine - sin((double)angle)), fabs((double)cosine - cos((double)angle))));
    }
    printf("sine, cosine: worst error %.3g\n", worst);
    assert_true(worst < 1e-6);
}

static void sine_of_infinity_is_finite(void **state)
{
    (void)state;
    assert_true(vv_sin(INFINITY) == 0.0f && vv_cos(-INFINITY) == 1.0f && vv_sin(NAN) == 0.0f);
}

static void arc_tangent_matches_double_in_every_direction_and_scale(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(1);
    double worst = 0.0;
    for (int i = 0; i < 2000000; i++) {
        float x = from_bits(vvi_random_next(&random)), y = from_bits(vvi_random_next(&random));
        if (i & 1) { /* random bits are mostly of very different size: half of the pairs are of one size */
            x = vvi_random_unit(&random) - 0.5f;
            y = vvi_random_unit(&random) - 0.5f;
        }
        if (!isfinite(x) || !isfinite(y))
            continue;
        worst = fmax(worst, fabs((double)vv_atan2(y, x) - atan2((double)y, (double)x)));
    }
    printf("arc tangent: worst error %.3g\n", worst);
    assert_true(worst < 1e-6);
}

static void arc_tangent_is_defined_on_the_axes(void **state)
{
    (void)state;
    assert_true(vv_atan2(0.0f, 0.0f) == 0.0f);
    assert_true(fabsf(vv_atan2(INFINITY, INFINITY) - VV_PI / 4) < 1e-6f); /* false for NaN */
    assert_true(fabsf(vv_atan2(-INFINITY, -INFINITY) + 0.75f * VV_PI) < 1e-6f);
    assert_true(vv_atan2(0.0f, -1.0f) == VV_PI && vv_atan2(-0.0f, -1.0f) == -VV_PI);
    assert_float_equal(vv_atan2(1.0f, 0.0f), VV_PI / 2, 1e-7f);
}

static void arc_cosine_matches_double(void **state)
{
    (void)state;
    double worst = 0.0;
    for (int64_t i = -4000000; i <= 4000000; i++) {
        float x = (float)i / 4000000.0f;
        worst = fmax(worst, fabs((double)vv_acos(x) - acos((double)x)));
    }
    for (float x = 1.0f; x > 0.999f; x = nextafterf(x, 0.0f)) /* where it is steepest */
        worst = fmax(worst, fabs((double)vv_acos(x) - acos((double)x)));
    printf("arc cosine: worst error %.3g\n", worst);
    assert_true(worst < 1e-6);
    assert_true(vv_acos(2.0f) == 0.0f && vv_acos(-2.0f) == VV_PI);
}

static void exponential_matches_double_relatively(void **state)
{
    (void)state;
    double worst = 0.0, worst_below_one = 0.0;
    for (uint64_t bits = 0; bits < 0x100000000u; bits += 1009) {
        float x = from_bits((uint32_t)bits);
        if (!isfinite(x) || x > 88.72f)
            continue;
        double truth = exp((double)x), error = fabs((double)vv_exp(x) - truth);
        worst = fmax(worst, truth > 1.2e-38 ? error / truth : 0.0); /* subnormal results have fewer bits */
        worst_below_one = fmax(worst_below_one, x <= 0 ? error : 0.0);
    }
    printf("exponential: worst relative error %.3g, absolute below 0 %.3g\n", worst, worst_below_one);
    assert_true(worst < 1e-6 && worst_below_one < 1e-6);
    assert_true(vv_exp(1000.0f) == 3.4028235e38f && vv_exp(-1000.0f) == 0.0f && vv_exp(0.0f) == 1.0f);
}

static void wrapped_angles_are_the_same_direction(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(2);
    for (int i = 0; i < 1000000; i++) {
        float angle = from_bits(vvi_random_next(&random));
        if (!isfinite(angle))
            continue;
        float wrapped = vv_wrap_angle(angle);
        assert_true(wrapped > -VV_PI && wrapped <= VV_PI);
        assert_true(fabs(sin((double)wrapped) - sin((double)angle)) < 1e-6);
        assert_true(fabs(cos((double)wrapped) - cos((double)angle)) < 1e-6);
    }
}

static void double_exponential_and_logarithm_match_to_the_last_bits(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(3);
    double worst_exp = 0.0, worst_log = 0.0;
    for (int i = 0; i < 1000000; i++) {
        double x = (double)vvi_random_unit(&random) * 1417.0 - 707.9, y = vvi_exp_double(x);
        double z = i & 1 ? y : 1.0 + (double)vvi_random_unit(&random) * (i & 2 ? 1.0 : 1e-4);
        if (!isfinite(exp(x)))
            continue;
        worst_exp = fmax(worst_exp, fabs(y / exp(x) - 1.0));
        worst_log = fmax(worst_log, log(z) == 0.0 ? fabs(vvi_log_double(z)) : fabs(vvi_log_double(z) / log(z) - 1.0));
    }
    printf("exp, log in double: worst relative errors %.3g, %.3g\n", worst_exp, worst_log);
    assert_true(worst_exp < 5e-16 && worst_log < 5e-16);
    assert_true(vvi_exp_double(0.0) == 1.0 && vvi_log_double(1.0) == 0.0);
    assert_true(vvi_exp_double(-1e300) == 0.0 && vvi_exp_double(1e300) == 1.7976931348623157e308);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sine_and_cosine_match_double_over_all_floats),
        cmocka_unit_test(sine_of_infinity_is_finite),
        cmocka_unit_test(arc_tangent_matches_double_in_every_direction_and_scale),
        cmocka_unit_test(arc_tangent_is_defined_on_the_axes),
        cmocka_unit_test(arc_cosine_matches_double),
        cmocka_unit_test(exponential_matches_double_relatively),
        cmocka_unit_test(wrapped_angles_are_the_same_direction),
        cmocka_unit_test(double_exponential_and_logarithm_match_to_the_last_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
