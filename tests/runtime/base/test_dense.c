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
    vvi_random random = vvi_random_seed(9);
    for (uint32_t n = 1; n <= LARGEST; n++) {
        random_definite(&random, n, A);
        for (uint32_t i = 0; i < n * n; i++)
            L[i] = A[i];
        for (uint32_t i = 0; i < 3 * n; i++)
            x[i] = b[i] = signed_unit(&random);
        assert_true(vvi_cholesky_factor_double(n, L));
        vvi_cholesky_solve_double(n, L, 3, x);
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t c = 0; c < 3; c++) {
                double sum = 0;
                for (uint32_t k = 0; k < n; k++)
                    sum += A[i * n + k] * x[k * 3 + c];
                assert_true(fabs(sum - b[i * 3 + c]) < 1e-9);
            }
    }
}

static void cholesky_refuses_what_is_not_positive_definite(void **state)
{
    (void)state;
    double indefinite[4] = {1, 2, 2, 1}, singular[4] = {1, 1, 1, 1}, zero[1] = {0}, broken[1] = {NAN};
    assert_false(vvi_cholesky_factor_double(2, indefinite));
    assert_false(vvi_cholesky_factor_double(2, singular));
    assert_false(vvi_cholesky_factor_double(1, zero));
    assert_false(vvi_cholesky_factor_double(1, broken));
}

static void lu_solves_what_needs_pivoting(void **state)
{
    (void)state;
    static double A[LARGEST * LARGEST], LU[LARGEST * LARGEST], x[LARGEST * 3], b[LARGEST * 3];
    uint32_t pivot[LARGEST];
    vvi_random random = vvi_random_seed(11);
    for (uint32_t n = 1; n <= LARGEST; n++) {
        for (uint32_t i = 0; i < n * n; i++)
            LU[i] = A[i] = n > 1 && i % (n + 1) == 0 ? 0.0 : signed_unit(&random); /* a diagonal of zeros */
        for (uint32_t i = 0; i < 3 * n; i++)
            x[i] = b[i] = signed_unit(&random);
        assert_true(vvi_lu_factor(n, LU, pivot));
        vvi_lu_solve(n, LU, pivot, 3, x);
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t c = 0; c < 3; c++) {
                double sum = 0;
                for (uint32_t k = 0; k < n; k++)
                    sum += A[i * n + k] * x[k * 3 + c];
                assert_true(fabs(sum - b[i * 3 + c]) < 1e-9);
            }
    }
    double singular[4] = {1, 2, 2, 4};
    assert_false(vvi_lu_factor(2, singular, pivot));
}

/* A = L·R of a known rank: the solution must satisfy the normal equations and lie in the row space, which is spanned by
 * the rows of A; both together say that it is the one of smallest norm. */
static void check_least_norm(vvi_random *random, uint32_t rows, uint32_t columns, uint32_t rank)
{
    double L[12 * 12], R[12 * 12], A[12 * 12] = {0}, B[12 * 2], X[12 * 2], Y[12 * 2], At[12 * 12];
    for (uint32_t i = 0; i < 12 * 12; i++) {
        L[i] = signed_unit(random);
        R[i] = signed_unit(random);
    }
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++) {
            for (uint32_t k = 0; k < rank; k++)
                A[r * columns + c] += L[r * 12 + k] * R[k * 12 + c];
            At[c * rows + r] = A[r * columns + c];
        }
    for (uint32_t i = 0; i < rows * 2; i++)
        B[i] = signed_unit(random);
    assert_int_equal(vvi_least_norm(rows, columns, A, 1e-12, 2, B, X, NULL), rank);
    for (uint32_t k = 0; k < 2; k++)
        for (uint32_t c = 0; c < columns; c++) {
            double gradient = 0.0;
            for (uint32_t r = 0; r < rows; r++) {
                double left = -B[r * 2 + k];
                for (uint32_t i = 0; i < columns; i++)
                    left += A[r * columns + i] * X[i * 2 + k];
                gradient += left * A[r * columns + c];
            }
            assert_true(fabs(gradient) < 1e-8);
        }
    vvi_least_norm(columns, rows, At, 1e-12, 2, X, Y, NULL); /* Aᵀ Y = X has a solution where X is in the row space */
    for (uint32_t c = 0; c < columns; c++)
        for (uint32_t k = 0; k < 2; k++) {
            double sum = 0.0;
            for (uint32_t r = 0; r < rows; r++)
                sum += At[c * rows + r] * Y[r * 2 + k];
            assert_true(fabs(sum - X[c * 2 + k]) < 1e-7 * (1.0 + fabs(X[c * 2 + k])));
        }
}

static void least_norm_is_the_pseudo_inverse(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(12);
    for (uint32_t rows = 1; rows <= 9; rows++)
        for (uint32_t columns = 1; columns <= 9; columns++)
            for (uint32_t rank = 0; rank <= rows && rank <= columns; rank++)
                check_least_norm(&random, rows, columns, rank);
    vv_counting counting = {.fail_at = 1};
    vv_allocator failing = vv_counting_allocator(&counting);
    double one = 1.0, x;
    assert_int_equal(vvi_least_norm(1, 1, &one, 0.0, 1, &one, &x, &failing), VV_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cholesky_solves_several_right_hand_sides),
        cmocka_unit_test(cholesky_refuses_what_is_not_positive_definite),
        cmocka_unit_test(lu_solves_what_needs_pivoting),
        cmocka_unit_test(least_norm_is_the_pseudo_inverse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
