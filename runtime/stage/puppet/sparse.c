/* Products and Cholesky factors of sparse symmetric matrices over handles, for every width: sparse_lanes.h is compiled
 * once for each. Lanes are rows of a block, and sums over them are always formed in the same order. */
#include "sparse.h"
#include "runtime/base/lanes.h"

#include <math.h>
#include <string.h>

/* A pivot that elimination has made less than this fraction of what it was has been lost to rounding. */
#define MIN_PIVOT 1e-14

#define LANES  1u
#define VECTOR double1
#define TARGET
#define NAME(function) function##_plain
#include "sparse_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME

#ifndef VV_SCALAR
#define LANES  2u
#define VECTOR double2
#define TARGET
#define NAME(function) function##_4
#include "sparse_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME
#endif

#ifdef VVI_AVX2
#define LANES          4u
#define VECTOR         double4
#define TARGET         VVI_TARGET_AVX2
#define NAME(function) function##_8
#include "sparse_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME
#endif

typedef struct block_kernels {
    void (*apply)(const block_pattern *pattern, uint32_t stride, const block *A, const double *c, double *out);
    void (*eliminate)(const block_pattern *pattern, uint32_t k, block *pivots, block *below);
    void (*solve)(const block_pattern *pattern, const block_factor *factor, node *x);
} block_kernels;

static block_kernels kernels_of(vvi_width width)
{
    VV_ASSERT(width <= vvi_best_width());
    (void)width; /* unused in a build without SIMD */
#ifdef VVI_AVX2
    if (width == VVI_WIDTH_8)
        return (block_kernels){apply_8, eliminate_8, solve_8};
#endif
#ifndef VV_SCALAR
    if (width == VVI_WIDTH_4)
        return (block_kernels){apply_4, eliminate_4, solve_4};
#endif
    return (block_kernels){apply_plain, eliminate_plain, solve_plain};
}

void vvi_puppet_matrix_from_dense(const block_pattern *pattern, uint32_t stride, const double *matrix, block *blocks)
{
    memset(blocks, 0, pattern->block_count * sizeof *blocks);
    for (uint32_t i = 0; i < pattern->count; i++)
        for (uint32_t e = pattern->row_starts[i]; e < pattern->row_starts[i + 1]; e++)
            for (uint32_t column = 0; column < 3; column++)
                for (uint32_t row = 0; row < 3; row++)
                    blocks[e].column[column][row] =
                        matrix[(size_t)(3 * i + row) * stride + 3 * pattern->columns[e] + column];
}

void vvi_puppet_matrix_apply(vvi_width width, const block_pattern *pattern, uint32_t stride, const block *A,
                             const double *c, double *out)
{
    for (uint32_t k = 3 * pattern->count; k < stride; k++)
        out[k] = out[stride + k] = 0.0;
    kernels_of(width).apply(pattern, stride, A, c, out);
}

/* ---- Factor ------------------------------------------------------------------------------------------------------ */

/* The blocks of A where the factor has its own; zero where elimination fills in. */
static void scatter(const block_pattern *pattern, const block *A, block_factor *factor)
{
    memset(factor->below, 0, pattern->fill_count * sizeof *factor->below);
    for (uint32_t k = 0; k < pattern->count; k++) {
        uint32_t handle = pattern->order[k], end = pattern->fill_starts[k + 1];
        for (uint32_t e = pattern->row_starts[handle]; e < pattern->row_starts[handle + 1]; e++) {
            uint32_t row = pattern->rank[pattern->columns[e]], at = pattern->fill_starts[k];
            if (row < k)
                continue;
            while (row > k && at < end && pattern->fill_rows[at] != row)
                at++;
            VVI_CHECK(row == k || at < end);
            block *to = row == k ? &factor->pivots[k] : &factor->below[at];
            for (uint32_t i = 0; i < 3; i++) /* block (handle, other) of a symmetric matrix is (other, handle)ᵀ */
                for (uint32_t j = 0; j < 3; j++)
                    to->column[i][j] = A[e].column[j][i];
        }
    }
}

/* Replaces a pivot block by the inverse of its Cholesky factor, a lower triangle. `before` is the pivot before others
 * were eliminated. */
static bool invert_pivot(const double before[3], block *pivot)
{
    double C[3][3] = {{0.0}};
    for (uint32_t j = 0; j < 3; j++) {
        double square = pivot->column[j][j];
        for (uint32_t k = 0; k < j; k++)
            square -= C[j][k] * C[j][k];
        if (!(square > MIN_PIVOT * before[j]))
            return false;
        C[j][j] = sqrt(square);
        for (uint32_t i = j + 1; i < 3; i++) {
            double sum = pivot->column[j][i];
            for (uint32_t k = 0; k < j; k++)
                sum -= C[i][k] * C[j][k];
            C[i][j] = sum / C[j][j];
        }
    }
    double a = 1.0 / C[0][0], b = 1.0 / C[1][1], c = 1.0 / C[2][2];
    double below = -C[1][0] * a * b, last = -C[2][1] * b * c;
    *pivot = (block){{{a, below, -(C[2][0] * a + C[2][1] * below) * c, 0.0}, {0.0, b, last, 0.0}, {0.0, 0.0, c, 0.0}}};
    return true;
}

bool vvi_puppet_matrix_factor(vvi_width width, const block_pattern *pattern, const block *A, block_factor *factor)
{
    block_kernels kernels = kernels_of(width);
    double before[VV_RIG_MAX_HANDLES][3];
    scatter(pattern, A, factor);
    for (uint32_t k = 0; k < pattern->count; k++)
        for (uint32_t i = 0; i < 3; i++)
            before[k][i] = factor->pivots[k].column[i][i];
    for (uint32_t k = 0; k < pattern->count; k++) {
        if (!invert_pivot(before[k], &factor->pivots[k]))
            return false;
        kernels.eliminate(pattern, k, factor->pivots, factor->below);
    }
    return true;
}

void vvi_puppet_matrix_solve(vvi_width width, const block_pattern *pattern, uint32_t stride, const block_factor *factor,
                             const double *c, double *out)
{
    node x[VV_RIG_MAX_HANDLES];
    for (uint32_t k = 0; k < pattern->count; k++) {
        const double *from = c + 3 * (size_t)pattern->order[k], *y = from + stride;
        x[k] = (node){{from[0], from[1], from[2], 0.0}, {y[0], y[1], y[2], 0.0}};
    }
    kernels_of(width).solve(pattern, factor, x);
    for (uint32_t k = 0; k < pattern->count; k++) {
        double *to = out + 3 * (size_t)pattern->order[k];
        memcpy(to, x[k].x, 3 * sizeof *to);
        memcpy(to + stride, x[k].y, 3 * sizeof *to);
    }
    for (uint32_t k = 3 * pattern->count; k < stride; k++)
        out[k] = out[stride + k] = 0.0;
}
