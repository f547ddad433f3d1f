/* Small dense solvers: residuals, ranks, minimum over perturbations. */
#include "runtime/base/base.h"
#include "tests/testing.h"

enum { LARGEST = 40 };

static double signed_unit(vvi_random *random) { return 2.0 * (double)vvi_random_unit(random) - 1.0; }

/* B Bᵀ + small: positive definite. */
static void random_definite(vvi_random *random, uint32_t n, double *A)
{
    static double B[LARGEST * LARGEST];
    for (uint32_t i = 0; i < n * n; i++)
        B[i] = signed_unit(random);
    for (uint32_t r = 0; r < n; r++)
        for (uint32_t c = 0; c < n; c++) {
            A[r * n + c] = r == c ? 0.1 : 0.0;
            for (uint32_t k = 0; k < n; k++)
                A[r * n + c] += B[r * n + k] * B[c * n + k];
        }
}

static void cholesky_solves_several_right_hand_sides(void **state)
{
    (void)state;
    static double A[LARGEST * LARGEST], L[LARGEST * LARGEST], x[LARGEST * 3], b[LARGEST * 3];
    static float Lf[LARGEST * LARGEST], xf[LARGEST * 3];
    vvi_random random = vvi_random_seed(9);
    for (uint32_t n = 1; n <= LARGEST; n++) {
        random_definite(&random, n, A);
        for (uint32_t i = 0; i < n * n; i++)
            Lf[i] = (float)(L[i] = A[i]);
        for (uint32_t i = 0; i < 3 * n; i++)
            xf[i] = (float)(x[i] = b[i] = signed_unit(&random));
        assert_true(vvi_cholesky_factor_double(n, L) && vvi_cholesky_factor(n, Lf));
        vvi_cholesky_solve_double(n, L, 3, x);
        vvi_cholesky_solve(n, Lf, 3, xf);
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t c = 0; c < 3; c++) {
                double sum = 0, sum_float = 0;
                for (uint32_t k = 0; k < n; k++) {
                    sum += A[i * n + k] * x[k * 3 + c];
                    sum_float += A[i * n + k] * (double)xf[k * 3 + c];
                }
                assert_true(fabs(sum - b[i * 3 + c]) < 1e-9);
                assert_true(fabs(sum_float - b[i * 3 + c]) < 2e-3);
            }
    }
}

static void cholesky_refuses_what_is_not_positive_definite(void **state)
{
    (void)state;
    double indefinite[4] = {1, 2, 2, 1}, singular[4] = {1, 1, 1, 1}, zero[1] = {0}, broken[1] = {NAN};
    float singular_float[4] = {1, 1, 1, 1};
    assert_false(vvi_cholesky_factor_double(2, indefinite));
    assert_false(vvi_cholesky_factor_double(2, singular));
    assert_false(vvi_cholesky_factor_double(1, zero));
    assert_false(vvi_cholesky_factor_double(1, broken));
    assert_false(vvi_cholesky_factor(2, singular_float));
}

static double residual2(uint32_t rows, uint32_t columns, const double *A, const double *x, const double *b)
{
    double sum = 0;
    for (uint32_t r = 0; r < rows; r++) {
        double row = -b[r];
        for (uint32_t c = 0; c < columns; c++)
            row += A[r * columns + c] * x[c];
        sum += row * row;
    }
    return sum;
}

/* No nearby x has a smaller residual, and the gradient Aᵀ(Ax − b) is zero: the least-squares solution. */
static void qr_finds_least_squares_solutions_of_any_rank(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(10);
    for (int trial = 0; trial < 300; trial++) {
        uint32_t rows = 1 + vvi_random_below(&random, 12), columns = 1 + vvi_random_below(&random, 12);
        uint32_t least = rows < columns ? rows : columns, rank = 1 + vvi_random_below(&random, least);
        double A[144] = {0}, QR[144], tau[12], b[12], work[12], x[12];
        uint32_t pivot[12];
        for (uint32_t k = 0; k < rank; k++) { /* a sum of `rank` outer products has this rank */
            double u[12], v[12];
            for (uint32_t i = 0; i < 12; i++) {
                u[i] = signed_unit(&random);
                v[i] = signed_unit(&random);
            }
            for (uint32_t r = 0; r < rows; r++)
                for (uint32_t c = 0; c < columns; c++)
                    A[r * columns + c] += u[r] * v[c];
        }
        for (uint32_t r = 0; r < rows; r++)
            work[r] = b[r] = signed_unit(&random);
        memcpy(QR, A, sizeof A);
        assert_int_equal(vvi_qr_factor(rows, columns, QR, tau, pivot, 1e-10), rank);
        vvi_qr_solve(rows, columns, rank, QR, tau, pivot, work, x);
        double best = residual2(rows, columns, A, x, b);
        for (uint32_t c = 0; c < columns; c++) {
            double gradient = 0;
            for (uint32_t r = 0; r < rows; r++) {
                double row = -b[r];
                for (uint32_t k = 0; k < columns; k++)
                    row += A[r * columns + k] * x[k];
                gradient += row * A[r * columns + c];
            }
            assert_true(fabs(gradient) < 1e-7);
            double moved[12];
            memcpy(moved, x, sizeof x);
            moved[c] += 0.01;
            assert_true(residual2(rows, columns, A, moved, b) >= best - 1e-12);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cholesky_solves_several_right_hand_sides),
        cmocka_unit_test(cholesky_refuses_what_is_not_positive_definite),
        cmocka_unit_test(qr_finds_least_squares_solutions_of_any_rank),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
