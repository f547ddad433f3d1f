/* Least squares of smallest norm, for matrices of any rank: one-sided Jacobi rotations make the columns of A
 * orthogonal (Hestenes 1958), A V = W with W = U Σ, and then X = V Σ⁻² Wᵀ B over the singular values that are
 * not zero. Slower than a bidiagonal method, but a page of code, and accurate for small singular values too. */
#include "base.h"

#include <string.h>

enum { MAX_SWEEPS = 60 }; /* six to ten are usually enough */

typedef struct jacobi {
    uint32_t rows, columns;
    double *W;         /* [columns][rows] */
    double *V;         /* [columns][columns] */
    double *squares;   /* [columns] of singular values */
    double negligible; /* a column whose squared length is below this is rounding error and has no direction */
} jacobi;

static double dot(uint32_t count, const double *a, const double *b)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

static void rotate(uint32_t count, double *restrict a, double *restrict b, double c, double s)
{
    for (uint32_t i = 0; i < count; i++) {
        double x = a[i], y = b[i];
        a[i] = c * x - s * y;
        b[i] = s * x + c * y;
    }
}

/* Rotates columns p and q of W so that they become orthogonal. False where they already are. */
static bool orthogonalize(jacobi *j, uint32_t p, uint32_t q)
{
    double *a = j->W + (size_t)p * j->rows, *b = j->W + (size_t)q * j->rows;
    double aa = dot(j->rows, a, a), bb = dot(j->rows, b, b), ab = dot(j->rows, a, b);
    if (aa <= j->negligible || bb <= j->negligible || !(fabs(ab) > 1e-15 * sqrt(aa) * sqrt(bb)))
        return false;
    double zeta = (bb - aa) / (2.0 * ab);
    double t = (zeta < 0.0 ? -1.0 : 1.0) / (fabs(zeta) + sqrt(1.0 + zeta * zeta));
    double c = 1.0 / sqrt(1.0 + t * t);
    VVI_CHECK(p < q && q < j->columns && fabs(t) <= 1.0);
    rotate(j->rows, a, b, c, c * t);
    rotate(j->columns, j->V + (size_t)p * j->columns, j->V + (size_t)q * j->columns, c, c * t);
    return true;
}

static void decompose(jacobi *j, const double *A)
{
    memset(j->V, 0, (size_t)j->columns * j->columns * sizeof *j->V);
    for (uint32_t c = 0; c < j->columns; c++) {
        j->V[(size_t)c * j->columns + c] = 1.0;
        for (uint32_t r = 0; r < j->rows; r++)
            j->W[(size_t)c * j->rows + r] = A[(size_t)r * j->columns + c];
    }
    j->negligible = 1e-36 * dot(j->rows * j->columns, j->W, j->W);
    bool rotated = true;
    for (int sweep = 0; sweep < MAX_SWEEPS && rotated; sweep++) {
        rotated = false;
        for (uint32_t p = 0; p + 1 < j->columns; p++)
            for (uint32_t q = p + 1; q < j->columns; q++)
                rotated |= orthogonalize(j, p, q);
    }
    for (uint32_t c = 0; c < j->columns; c++)
        j->squares[c] = dot(j->rows, j->W + (size_t)c * j->rows, j->W + (size_t)c * j->rows);
}

/* X += V_c (W_c · B) / σ_c² */
static void add_direction(const jacobi *j, uint32_t c, uint32_t right, const double *B, double *X)
{
    const double *w = j->W + (size_t)c * j->rows, *v = j->V + (size_t)c * j->columns;
    VVI_CHECK(j->squares[c] > 0.0);
    for (uint32_t k = 0; k < right; k++) {
        double coefficient = 0.0;
        for (uint32_t r = 0; r < j->rows; r++)
            coefficient += w[r] * B[(size_t)r * right + k];
        coefficient /= j->squares[c];
        for (uint32_t i = 0; i < j->columns; i++)
            X[(size_t)i * right + k] += v[i] * coefficient;
    }
}

uint32_t vvi_least_norm(uint32_t rows, uint32_t columns, const double *A, double tolerance, uint32_t right,
                        const double *B, double *X, const vv_allocator *allocator)
{
    size_t needed = (size_t)columns * rows + (size_t)columns * columns + columns;
    VV_ASSERT(tolerance >= 0.0);
    double *memory = vvi_allocate(allocator, needed, sizeof *memory), largest = 0.0;
    if (!memory)
        return VV_NONE;
    jacobi j = {rows, columns, memory, memory + (size_t)columns * rows, NULL, 0.0};
    j.squares = j.V + (size_t)columns * columns;
    decompose(&j, A);
    for (uint32_t c = 0; c < columns; c++)
        largest = j.squares[c] > largest ? j.squares[c] : largest;
    memset(X, 0, (size_t)columns * right * sizeof *X);
    uint32_t rank = 0;
    for (uint32_t c = 0; c < columns; c++)
        if (j.squares[c] > 0.0 && sqrt(j.squares[c]) > tolerance * sqrt(largest)) {
            add_direction(&j, c, right, B, X);
            rank++;
        }
    vvi_release(allocator, memory, needed, sizeof *memory);
    return rank;
}
