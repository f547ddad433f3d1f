/* Forward and backward substitution through the fronts. A front's rows are gathered into dense memory, solved there
 * and scattered back. A front is applied to all right-hand sides before the next one, while its panel is in the
 * cache. The bits of a solution do not depend on how many are solved at once. */
#include "sparse_private.h"

#define INLINE static inline __attribute__((always_inline))

/* x₁ ← L₁₁⁻¹ x₁, x₂ ← x₂ − L₂₁ x₁ on the gathered rows, four columns at a time. */
INLINE void forward(const vvi_front *front, const double *panel, double *x)
{
    size_t stride = front->stride;
    for (uint32_t j = 0; j < front->columns; j += 4) {
        uint32_t width = front->columns - j < 4 ? front->columns - j : 4, start = j + width;
        const double *block = panel + j * stride;
        for (uint32_t k = 0; k < width; k++) {
            for (uint32_t i = 0; i < k; i++)
                x[j + k] -= block[j + k + i * stride] * x[j + i];
            x[j + k] /= block[j + k + k * stride];
        }
        for (uint32_t i = start; i < front->rows; i += 4) {
            double4 rest = *(const double4 *)(x + i);
            for (uint32_t k = 0; k < width; k++)
                rest -= *(const double4 *)(block + i + k * stride) * x[j + k];
            *(double4 *)(x + i) = rest;
        }
    }
}

/* x₁ ← L₁₁⁻ᵀ (x₁ − L₂₁ᵀ x₂). Each sum runs in four lanes, one for each row modulo 4 after the
 * block. */
INLINE void backward(const vvi_front *front, const double *panel, double *x)
{
    size_t stride = front->stride;
    for (uint32_t end = front->columns; end > 0;) {
        uint32_t width = end % 4 ? end % 4 : 4, j = end - width;
        const double *block = panel + j * stride;
        for (uint32_t k = width; k-- > 0;) {
            double4 sum = {0};
            for (uint32_t i = end; i < front->rows; i += 4)
                sum += *(const double4 *)(block + i + k * stride) * *(const double4 *)(x + i);
            double value = x[j + k] - ((sum[0] + sum[1]) + (sum[2] + sum[3]));
            for (uint32_t i = k + 1; i < width; i++)
                value -= block[j + i + k * stride] * x[j + i];
            x[j + k] = value / block[j + k + k * stride];
        }
        end = j;
    }
}

static void gather(const vvi_sparse_factor *factor, const vvi_front *front, const double *x)
{
    const uint32_t *rows = factor->rows + front->row_start;
    VVI_CHECK(front->columns >= 1 && front->columns <= front->rows && vvi_all_below(rows, front->rows, factor->n));
    for (uint32_t i = 0; i < front->rows; i++)
        factor->work[i] = x[rows[i]];
    /* The sums run over whole groups of four rows: what lies behind the last row must be 0. */
    for (uint32_t i = 0; i < 4; i++)
        factor->work[front->rows + i] = 0.0;
}

static void scatter(const vvi_sparse_factor *factor, const vvi_front *front, uint32_t count, double *x)
{
    const uint32_t *rows = factor->rows + front->row_start;
    VVI_CHECK(count == front->rows || count == front->columns);
    for (uint32_t i = 0; i < count; i++)
        x[rows[i]] = factor->work[i];
}

INLINE void solve(vvi_sparse_factor *factor, uint32_t columns, double *x)
{
    for (uint32_t f = 0; f < factor->front_count; f++) {
        const vvi_front *front = &factor->fronts[f];
        for (uint32_t c = 0; c < columns; c++) {
            double *column = x + (size_t)c * factor->n;
            gather(factor, front, column);
            forward(front, factor->numbers + front->panel, factor->work);
            scatter(factor, front, front->rows, column);
        }
    }
    for (uint32_t f = factor->front_count; f-- > 0;) {
        const vvi_front *front = &factor->fronts[f];
        for (uint32_t c = 0; c < columns; c++) {
            double *column = x + (size_t)c * factor->n;
            gather(factor, front, column);
            backward(front, factor->numbers + front->panel, factor->work);
            scatter(factor, front, front->columns, column);
        }
    }
}

VVI_WIDE static void solve_wide(vvi_sparse_factor *factor, uint32_t columns, double *x) { solve(factor, columns, x); }

void vvi_sparse_solve(vvi_sparse_factor *factor, uint32_t columns, double *x)
{
    VV_ASSERT(factor->valid);
    if (vvi_sparse_is_wide(factor))
        solve_wide(factor, columns, x);
    else
        solve(factor, columns, x);
}
