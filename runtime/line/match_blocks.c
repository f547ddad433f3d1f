/* Cholesky factors of dense and of block tridiagonal matrices, from their upper triangles: A = RᵀR. Inner loops run along rows, four
 * rows at a time, so that they vectorise while every sum keeps its order. */
#include "matching.h"

/* to[j] −= Σ_m factors[m · stride] rows[m · n + j], m < count, j < width. */
static void subtract_rows(uint32_t n, uint32_t count, const double *factors, const double *rows, uint32_t width,
                          double *restrict to)
{
    uint32_t m = 0;
    for (; m + 4 <= count; m += 4) {
        const double *restrict a = rows + (size_t)m * n, *restrict b = a + n, *restrict c = b + n, *restrict d = c + n;
        double p = factors[(size_t)m * n], q = factors[(size_t)(m + 1) * n], r = factors[(size_t)(m + 2) * n],
               s = factors[(size_t)(m + 3) * n];
        for (uint32_t j = 0; j < width; j++)
            to[j] = (((to[j] - p * a[j]) - q * b[j]) - r * c[j]) - s * d[j];
    }
    for (; m < count; m++) {
        const double *restrict a = rows + (size_t)m * n;
        double p = factors[(size_t)m * n];
        for (uint32_t j = 0; j < width; j++)
            to[j] -= p * a[j];
    }
}

bool vvi_upper_factor(uint32_t n, double *A)
{
    for (uint32_t k = 0; k < n; k++) {
        double *row = A + (size_t)k * n + k, before = row[0];
        subtract_rows(n, k, A + k, A + k, n - k, row);
        if (!(row[0] > 1e-14 * before))
            return false;
        double root = sqrt(row[0]), inverse = 1.0 / root;
        row[0] = root;
        for (uint32_t j = 1; j < n - k; j++)
            row[j] *= inverse;
    }
    return true;
}

/* X = R⁻ᵀ X. */
static void solve_columns(uint32_t n, const double *R, double *X)
{
    for (uint32_t k = 0; k < n; k++) {
        double *row = X + (size_t)k * n, inverse = 1.0 / R[(size_t)k * n + k];
        subtract_rows(n, k, R + k, X, n, row);
        for (uint32_t j = 0; j < n; j++)
            row[j] *= inverse;
    }
}

bool vvi_blocks_factor(uint32_t count, uint32_t n, double *diagonal, double *above)
{
    size_t block = (size_t)n * n;
    for (uint32_t i = 0; i < count; i++) {
        double *R = diagonal + i * block, *X = above + i * block, *next = R + block;
        if (!vvi_upper_factor(n, R))
            return false;
        if (i + 1 == count)
            break;
        solve_columns(n, R, X);
        for (uint32_t k = 0; k < n; k++)
            subtract_rows(n, n, X + k, X + k, n - k, next + (size_t)k * n + k);
    }
    return true;
}

void vvi_blocks_solve(uint32_t count, uint32_t n, const double *diagonal, const double *above, double *right)
{
    size_t block = (size_t)n * n;
    for (uint32_t i = 0; i < count; i++) { /* Rᵀ y = right */
        double *restrict x = right + (size_t)i * n;
        for (uint32_t k = 0; i > 0 && k < n; k++) {
            const double *restrict X = above + (i - 1) * block + (size_t)k * n;
            double y = right[(size_t)(i - 1) * n + k];
            for (uint32_t j = 0; j < n; j++)
                x[j] -= X[j] * y;
        }
        for (uint32_t k = 0; k < n; k++) {
            const double *restrict R = diagonal + i * block + (size_t)k * n;
            double y = x[k] /= R[k];
            for (uint32_t j = k + 1; j < n; j++)
                x[j] -= R[j] * y;
        }
    }
    for (uint32_t i = count; i-- > 0;) { /* R x = y */
        double *x = right + (size_t)i * n;
        for (uint32_t k = n; k-- > 0;) {
            const double *R = diagonal + i * block + (size_t)k * n, *X = above + i * block + (size_t)k * n;
            double sum = x[k];
            for (uint32_t j = 0; i + 1 < count && j < n; j++)
                sum -= X[j] * x[n + j];
            for (uint32_t j = k + 1; j < n; j++)
                sum -= R[j] * x[j];
            x[k] = sum / R[k];
        }
    }
}
