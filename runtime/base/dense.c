/* Small dense solvers. Prepare (factor) once, solve often. Row-major, in place, no allocation. */
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

bool vvi_cholesky_factor(uint32_t n, float *A)
{
    for (uint32_t j = 0; j < n; j++) {
        float *row = A + (size_t)j * n, before = row[j];
        for (uint32_t k = 0; k < j; k++)
            row[j] -= row[k] * row[k];
        if (!(row[j] > 1e-6f * before))
            return false;
        row[j] = sqrtf(row[j]);
        float inverse = 1.0f / row[j];
        for (uint32_t i = j + 1; i < n; i++) {
            float *below = A + (size_t)i * n, sum = below[j];
            for (uint32_t k = 0; k < j; k++)
                sum -= below[k] * row[k];
            below[j] = sum * inverse;
        }
    }
    return true;
}

/* x_i ← (x_i − Σ_k L_ik x_k) / L_ii over k in [from, to), with L_ki above the diagonal. The loop over right-hand sides
 * is the inner one: it runs through memory in order and vectorises, and each sum keeps its order. */
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
    for (uint32_t i = 0; i < n; i++)
        solve_row_double(n, L, i, 0, i, columns, x);
    for (uint32_t i = n; i-- > 0;)
        solve_row_double(n, L, i, i + 1, n, columns, x);
}

static void solve_row(uint32_t n, const float *L, uint32_t i, uint32_t from, uint32_t to, uint32_t columns, float *x)
{
    float *restrict row = x + (size_t)i * columns;
    for (uint32_t k = from; k < to; k++) {
        const float *restrict other = x + (size_t)k * columns;
        float l = k < i ? L[(size_t)i * n + k] : L[(size_t)k * n + i];
        for (uint32_t c = 0; c < columns; c++)
            row[c] -= l * other[c];
    }
    for (uint32_t c = 0; c < columns; c++)
        row[c] /= L[(size_t)i * n + i];
}

void vvi_cholesky_solve(uint32_t n, const float *L, uint32_t columns, float *x)
{
    for (uint32_t i = 0; i < n; i++)
        solve_row(n, L, i, 0, i, columns, x);
    for (uint32_t i = n; i-- > 0;)
        solve_row(n, L, i, i + 1, n, columns, x);
}

/* ---- LU with row pivoting --------------------------------------------------------------------------------------- */

static void swap_rows(uint32_t columns, double *A, uint32_t a, uint32_t b)
{
    for (uint32_t c = 0; c < columns && a != b; c++) {
        double keep = A[(size_t)a * columns + c];
        A[(size_t)a * columns + c] = A[(size_t)b * columns + c];
        A[(size_t)b * columns + c] = keep;
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
        for (uint32_t k = i + 1; k < n; k++)
            subtract_row(columns, row, LU[(size_t)i * n + k], x + (size_t)k * columns);
        for (uint32_t c = 0; c < columns; c++)
            row[c] /= LU[(size_t)i * n + i];
    }
}

/* ---- QR with column pivoting ---------------------------------------------------------------------------------- */

static double column_norm2(uint32_t rows, uint32_t columns, const double *A, uint32_t from, uint32_t c)
{
    double sum = 0.0;
    for (uint32_t r = from; r < rows; r++)
        sum += A[r * columns + c] * A[r * columns + c];
    return sum;
}

static void swap_columns(uint32_t rows, uint32_t columns, double *A, uint32_t *pivot, uint32_t a, uint32_t b)
{
    for (uint32_t r = 0; r < rows && a != b; r++) {
        double keep = A[r * columns + a];
        A[r * columns + a] = A[r * columns + b];
        A[r * columns + b] = keep;
    }
    uint32_t keep = pivot[a];
    pivot[a] = pivot[b];
    pivot[b] = keep;
}

/* The reflection I − tau·v·vᵀ (v[k] = 1, the rest stored below the diagonal) that clears column k. */
static double reflect_column(uint32_t rows, uint32_t columns, double *A, uint32_t k, double norm)
{
    double alpha = A[k * columns + k], beta = alpha >= 0.0 ? -norm : norm;
    if (norm == 0.0)
        return 0.0;
    for (uint32_t r = k + 1; r < rows; r++)
        A[r * columns + k] /= alpha - beta;
    A[k * columns + k] = beta;
    return (beta - alpha) / beta;
}

static void apply_reflection(uint32_t rows, uint32_t columns, const double *A, uint32_t k, double tau, double *y,
                             uint32_t stride)
{
    double sum = y[k * stride];
    for (uint32_t r = k + 1; r < rows; r++)
        sum += A[r * columns + k] * y[r * stride];
    sum *= tau;
    y[k * stride] -= sum;
    for (uint32_t r = k + 1; r < rows; r++)
        y[r * stride] -= sum * A[r * columns + k];
}

uint32_t vvi_qr_factor(uint32_t rows, uint32_t columns, double *A, double *tau, uint32_t *pivot, double tolerance)
{
    uint32_t steps = rows < columns ? rows : columns, rank = 0;
    double largest = 0.0;
    for (uint32_t c = 0; c < columns; c++)
        pivot[c] = c;
    for (uint32_t k = 0; k < steps; k++) {
        uint32_t best = k;
        double best_norm = -1.0;
        for (uint32_t c = k; c < columns; c++) {
            double norm = column_norm2(rows, columns, A, k, c);
            if (norm > best_norm) {
                best_norm = norm;
                best = c;
            }
        }
        swap_columns(rows, columns, A, pivot, k, best);
        double norm = sqrt(best_norm);
        largest = k == 0 ? norm : largest;
        if (norm > tolerance * largest && norm > 0.0)
            rank = k + 1;
        tau[k] = reflect_column(rows, columns, A, k, norm);
        for (uint32_t c = k + 1; c < columns; c++)
            apply_reflection(rows, columns, A, k, tau[k], A + c, columns);
    }
    return rank;
}

void vvi_qr_solve(uint32_t rows, uint32_t columns, uint32_t rank, const double *QR, const double *tau,
                  const uint32_t *pivot, double *b, double *x)
{
    for (uint32_t k = 0; k < rank; k++)
        apply_reflection(rows, columns, QR, k, tau[k], b, 1);
    for (uint32_t c = 0; c < columns; c++)
        x[pivot[c]] = 0.0;
    for (uint32_t k = rank; k-- > 0;) {
        double sum = b[k];
        for (uint32_t c = k + 1; c < rank; c++)
            sum -= QR[k * columns + c] * x[pivot[c]];
        x[pivot[k]] = sum / QR[k * columns + k];
    }
}
