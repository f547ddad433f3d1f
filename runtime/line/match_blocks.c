/* Cholesky factors of symmetric block tridiagonal matrices. Inner loops run along rows, so that they vectorise while every sum
 * keeps its order. */
#include "matching.h"

/* L⁻ᵀ from the right: every row x of X becomes the solution of x Lᵀ = row. */
static void solve_rows(uint32_t n, const double *L, double *X)
{
    for (uint32_t r = 0; r < n; r++) {
        double *row = X + (size_t)r * n;
        for (uint32_t j = 0; j < n; j++) {
            const double *l = L + (size_t)j * n;
            double sum = row[j];
            for (uint32_t k = 0; k < j; k++)
                sum -= row[k] * l[k];
            row[j] = sum / l[j];
        }
    }
}

/* D −= B Bᵀ, lower triangle. */
static void subtract_square(uint32_t n, const double *B, double *D)
{
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j <= i; j++) {
            const double *a = B + (size_t)i * n, *b = B + (size_t)j * n;
            double sum = 0.0;
            for (uint32_t k = 0; k < n; k++)
                sum += a[k] * b[k];
            D[(size_t)i * n + j] -= sum;
        }
}

bool vvi_blocks_factor(uint32_t count, uint32_t n, double *diagonal, double *below)
{
    size_t block = (size_t)n * n;
    for (uint32_t i = 0; i < count; i++) {
        if (!vvi_cholesky_factor_double(n, diagonal + i * block))
            return false;
        if (i + 1 == count)
            break;
        solve_rows(n, diagonal + i * block, below + i * block);
        subtract_square(n, below + i * block, diagonal + (i + 1) * block);
    }
    return true;
}

void vvi_blocks_solve(uint32_t count, uint32_t n, const double *diagonal, const double *below, double *right)
{
    size_t block = (size_t)n * n;
    for (uint32_t i = 0; i < count; i++) { /* L y = right */
        double *x = right + (size_t)i * n;
        const double *L = diagonal + i * block, *B = i > 0 ? below + (i - 1) * block : NULL;
        for (uint32_t r = 0; r < n; r++) {
            double sum = x[r];
            for (uint32_t k = 0; B && k < n; k++)
                sum -= B[(size_t)r * n + k] * x[(ptrdiff_t)k - (ptrdiff_t)n];
            for (uint32_t k = 0; k < r; k++)
                sum -= L[(size_t)r * n + k] * x[k];
            x[r] = sum / L[(size_t)r * n + r];
        }
    }
    for (uint32_t i = count; i-- > 0;) { /* Lᵀ x = y */
        double *x = right + (size_t)i * n;
        const double *L = diagonal + i * block, *B = i + 1 < count ? below + i * block : NULL;
        for (uint32_t r = 0; B && r < n; r++)
            for (uint32_t k = 0; k < n; k++)
                x[k] -= B[(size_t)r * n + k] * x[n + r];
        for (uint32_t r = n; r-- > 0;) {
            x[r] /= L[(size_t)r * n + r];
            for (uint32_t k = 0; k < r; k++)
                x[k] -= L[(size_t)r * n + k] * x[r];
        }
    }
}
