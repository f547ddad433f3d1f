/* Small dense solvers: factor once, solve often. Matrices are row-major and factored in place; nothing is allocated. */
#include "base.h"

/* ---- Cholesky ------------------------------------------------------------------------------------------------- */

bool vvi_cholesky_factor_double(uint32_t n, double *A)
{
    for (uint32_t j = 0; j < n; j++) {
        double *row = A + (size_t)j * n, before = row[j];
        for (uint32_t k = 0; k < j; k++)
            row[j] -= row[k] * row[k];
        if (!(row[j] > 1e-14 * before))
            return false;
        row[j] = sqrt(row[j]);
        double inverse = 1.0 / row[j];
        for (uint32_t i = j + 1; i < n; i++) {
            double *below = A + (size_t)i * n, sum = below[j];
            for (uint32_t k = 0; k < j; k++)
                sum -= below[k] * row[k];
            below[j] = sum * inverse;
        }
    }
    return true;
}

/* x_i ← (x_i − Σ_k L_ik x_k) / L_ii over k in [from, to), with L_ki above the diagonal. The inner loop runs over
 * the right-hand sides: they are contiguous in memory, so that it vectorises, and each sum saveds its order. */
static void solve_row_double(uint32_t n, const double *L, uint32_t i, uint32_t from, uint32_t to, uint32_t columns,
                             double *x)
{
    double *restrict row = x + (size_t)i * columns;
    for (uint32_t k = from; k < to; k++) {
        const double *restrict other = x + (size_t)k * columns;
        double l = k < i ? L[(size_t)i * n + k] : L[(size_t)k * n + i];
        for (uint32_t c = 0; c < columns; c++)
            row[c] -= l * other[c];
    }
    for (uint32_t c = 0; c < columns; c++)
        row[c] /= L[(size_t)i * n + i];
}

void vvi_cholesky_solve_double(uint32_t n, const double *L, uint32_t columns, double *x)
{
    VVI_CHECK(n == 0 || (L[0] > 0.0 && L[(size_t)n * n - 1u] > 0.0));
    for (uint32_t i = 0; i < n; i++)
        solve_row_double(n, L, i, 0, i, columns, x);
    for (uint32_t i = n; i-- > 0;)
        solve_row_double(n, L, i, i + 1, n, columns, x);
}

/* ---- LU with row pivoting --------------------------------------------------------------------------------------- */

static void swap_rows(uint32_t columns, double *A, uint32_t a, uint32_t b)
{
    for (uint32_t c = 0; c < columns && a != b; c++) {
        double saved = A[(size_t)a * columns + c];
        A[(size_t)a * columns + c] = A[(size_t)b * columns + c];
        A[(size_t)b * columns + c] = saved;
    }
}

static void subtract_row(uint32_t count, double *restrict row, double factor, const double *restrict other)
{
    for (uint32_t c = 0; c < count; c++)
        row[c] -= factor * other[c];
}

bool vvi_lu_factor(uint32_t n, double *A, uint32_t *pivot)
{
    for (uint32_t k = 0; k < n; k++) {
        uint32_t best = k;
        for (uint32_t i = k + 1; i < n; i++)
            if (fabs(A[(size_t)i * n + k]) > fabs(A[(size_t)best * n + k]))
                best = i;
        VVI_CHECK(best >= k && best < n);
        pivot[k] = best;
        swap_rows(n, A, k, best);
        double *row = A + (size_t)k * n;
        if (row[k] == 0.0)
            return false;
        for (uint32_t i = k + 1; i < n; i++) {
            double *below = A + (size_t)i * n;
            below[k] /= row[k];
            subtract_row(n - k - 1, below + k + 1, below[k], row + k + 1);
        }
    }
    return true;
}

void vvi_lu_solve(uint32_t n, const double *LU, const uint32_t *pivot, uint32_t columns, double *x)
{
    for (uint32_t k = 0; k < n; k++)
        swap_rows(columns, x, k, pivot[k]);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < i; k++)
            subtract_row(columns, x + (size_t)i * columns, LU[(size_t)i * n + k], x + (size_t)k * columns);
    for (uint32_t i = n; i-- > 0;) {
        double *row = x + (size_t)i * columns;
        VVI_CHECK(pivot[i] >= i && pivot[i] < n && LU[(size_t)i * n + i] != 0.0);
        for (uint32_t k = i + 1; k < n; k++)
            subtract_row(columns, row, LU[(size_t)i * n + k], x + (size_t)k * columns);
        for (uint32_t c = 0; c < columns; c++)
            row[c] /= LU[(size_t)i * n + i];
    }
}
