/* Least-squares splines against a dense solution by QR, and mean rotations against their definition. */
#include "walkers.h"

/* The cubic B-spline by its definition: the convolution of four boxes, written as truncated powers. */
static double bump(double x)
{
    static const double signs[] = {1.0, -4.0, 6.0, -4.0, 1.0};
    double sum = 0.0;
    for (int k = 0; k < 5; k++) {
        double t = x + 2.0 - k;
        sum += t > 0.0 ? signs[k] * t * t * t / 6.0 : 0.0;
    }
    return fabs(x) < 2.0 ? sum : 0.0;
}

/* How much control k counts at a phase: bumps one span wide, centred one span behind their number. */
static double basis_of(uint32_t controls, bool cyclic, uint32_t k, double phase)
{
    double spans = cyclic ? controls : controls - 3.0, sum = 0.0;
    for (int turn = -2; turn <= 2; turn++)
        sum += cyclic || turn == 0 ? bump(phase * spans - (k - 1.0) + turn * (double)controls) : 0.0;
    return sum;
}

static double wave(double phase, uint32_t column)
{
    return sin(2.0 * 3.14159265358979 * phase + column) + 0.3 * cos(10.0 * phase * (column + 1.0));
}

static void agrees_with_dense_least_squares(uint32_t controls, bool cyclic, uint32_t count)
{
    vvi_random random = vvi_random_seed(controls + count);
    vvi_arena arena = {0};
    double *phase = calloc(count, sizeof(double)), *values = calloc(2 * (size_t)count, sizeof(double));
    double *fitted = calloc(2 * (size_t)controls, sizeof(double));
    for (uint32_t i = 0; i < count; i++) {
        phase[i] = (i + (double)vvi_random_unit(&random)) / count;
        for (uint32_t c = 0; c < 2; c++)
            values[2 * i + c] = wave(phase[i], c);
    }
    vvi_spline spline;
    assert_true(vvi_spline_prepare(controls, cyclic, count, phase, &arena, &spline));
    vvi_spline_fit(&spline, 2, values, fitted);
    for (uint32_t c = 0; c < 2; c++) {
        uint32_t rows = count + controls;
        double *A = calloc((size_t)rows * controls, sizeof(double)), *b = calloc(rows, sizeof(double)), x[64];
        double smooth = sqrt(1e-6 * count / controls);
        for (uint32_t i = 0; i < count; i++) {
            b[i] = values[2 * i + c];
            for (uint32_t k = 0; k < controls; k++)
                A[i * controls + k] = basis_of(controls, cyclic, k, phase[i]);
        }
        for (uint32_t k = 0; k < (cyclic ? controls : controls - 2); k++) {
            A[(count + k) * controls + k] += smooth;
            A[(count + k) * controls + (k + 1) % controls] -= 2.0 * smooth;
            A[(count + k) * controls + (k + 2) % controls] += smooth;
        }
        assert_int_equal(vvi_least_norm(rows, controls, A, 1e-12, 1, b, x, NULL), controls);
        for (uint32_t k = 0; k < controls; k++)
            assert_true(fabs(x[k] - fitted[2 * k + c]) < 1e-9);
        free(A);
        free(b);
    }
    vvi_arena_release(&arena);
    free(phase);
    free(values);
    free(fitted);
}

static void fits_are_least_squares(void **state)
{
    (void)state;
    for (uint32_t controls = 4; controls < 40; controls += 5) {
        agrees_with_dense_least_squares(controls, true, 200);
        agrees_with_dense_least_squares(controls, false, 200);
    }
}

/* Cubics are open splines themselves; only the smoothness takes a little off their ends. */
static void cubics_are_reproduced(void **state)
{
    (void)state;
    vvi_arena arena = {0};
    double phase[50], values[50], controls[9];
    for (uint32_t i = 0; i < 50; i++) {
        double u = phase[i] = i / 49.0;
        values[i] = 1.0 - 2.0 * u + 5.0 * u * u - 3.0 * u * u * u;
    }
    vvi_spline spline;
    assert_true(vvi_spline_prepare(9, false, 50, phase, &arena, &spline));
    vvi_spline_fit(&spline, 1, values, controls);
    for (uint32_t i = 0; i < 50; i++) {
        double value;
        vvi_spline_at(&spline, i, 1, controls, &value);
        assert_true(fabs(value - values[i]) < 1e-4);
    }
    vvi_arena_release(&arena);
}

/* Fourteen frames with 64 controls: nothing is left to say between them but to go on smoothly. */
static void few_samples_are_joined_smoothly(void **state)
{
    (void)state;
    vvi_arena arena = {0};
    double phase[14], values[14], controls[64];
    for (uint32_t i = 0; i < 14; i++) {
        phase[i] = i / 14.0;
        values[i] = sin(2.0 * 3.14159265358979 * phase[i]);
    }
    vvi_spline spline;
    assert_true(vvi_spline_prepare(64, true, 14, phase, &arena, &spline));
    vvi_spline_fit(&spline, 1, values, controls);
    for (uint32_t k = 0; k < 64; k++)
        assert_true(fabs(controls[k] - sin(2.0 * 3.14159265358979 * (k - 1.0) / 64.0)) < 0.02);
    vvi_arena_release(&arena);
}

static vv_quat random_turn(vvi_random *random, float size)
{
    vv_vec3 half = {size * (vvi_random_unit(random) - 0.5f), size * (vvi_random_unit(random) - 0.5f),
                    size * (vvi_random_unit(random) - 0.5f)};
    return vv_quat_exp(half);
}

/* The mean maximises Σ (q·m)²: no small turn away from it does better; signs do not matter; the middle of two is
 * halfway. */
static void the_mean_is_nearest_to_all(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(5);
    for (uint32_t round = 0; round < 50; round++) {
        vv_quat about_here = random_turn(&random, 6.0f), all[20];
        double sums[10] = {0};
        for (uint32_t i = 0; i < 20; i++) {
            vv_quat q = vv_quat_multiply(about_here, random_turn(&random, 1.5f));
            all[i] = i % 2 == 0 ? q : (vv_quat){-q.x, -q.y, -q.z, -q.w};
            vvi_fit_mean_add(sums, all[i]);
        }
        vv_quat mean = vvi_fit_mean(sums);
        double best = 0.0;
        for (uint32_t i = 0; i < 20; i++)
            best += pow((double)vv_quat_dot(all[i], mean), 2.0);
        for (uint32_t other = 0; other < 20; other++) {
            vv_quat away = vv_quat_multiply(mean, random_turn(&random, 0.1f));
            double here = 0.0;
            for (uint32_t i = 0; i < 20; i++)
                here += pow((double)vv_quat_dot(all[i], away), 2.0);
            assert_true(here < best + 1e-6);
        }
    }
    double sums[10] = {0};
    vvi_fit_mean_add(sums, about(0, 0, 1, 0.4));
    vvi_fit_mean_add(sums, about(0, 0, 1, 1.0));
    vv_quat middle = about(0, 0, 1, 0.7);
    assert_true(fabsf(vv_quat_dot(vvi_fit_mean(sums), middle)) > 1.0f - 1e-6f);
}

/* A joint that turns right round and on: its vector follows, without a jump. */
static void rotation_vectors_never_flip(void **state)
{
    (void)state;
    vv_vec3 h = {0};
    vv_quat reference = about(0, 1, 0, 0.3);
    vv_vec3 axis = vv_vec3_normalize((vv_vec3){1, 2, -1}, (vv_vec3){0, 0, 1});
    for (uint32_t i = 0; i <= 400; i++) {
        float angle = 0.05f * (float)i;
        vv_quat turn = vv_quat_multiply(reference, vv_quat_from_axis_angle(axis, vv_wrap_angle(angle)));
        h = vvi_fit_rotation(reference, turn, h);
        assert_true(vv_vec3_length(vv_vec3_sub(h, vv_vec3_scale(axis, angle))) < 1e-4f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fits_are_least_squares),          cmocka_unit_test(cubics_are_reproduced),
        cmocka_unit_test(few_samples_are_joined_smoothly), cmocka_unit_test(the_mean_is_nearest_to_all),
        cmocka_unit_test(rotation_vectors_never_flip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
