/* Dense elimination inside one front: A = L Lᵀ on its own columns, then update ← update − L₂₁ L₂₁ᵀ.
 *
 * Every entry c_ij is reduced by l_ik·l_jk for k = 0, 1, 2 … in that order, in whichever tile it is computed, and
 * nothing is fused, so that the bits do not depend on the number of lanes or the size of tiles. Tiles run past the
 * end of a column into padding, and above the diagonal; what they write there is never read as an entry of the
 * matrix. */
#include "sparse_private.h"

#define INLINE static inline __attribute__((always_inline))

/* Tiles fit sixteen registers, of four lanes in the wide version and of two in the plain one: 12 × 4 and 4 × 4
 * entries. */
#define WIDE_TALL  3
#define PLAIN_TALL 1

/* to[4·tall rows × 4 columns] −= left[rows × depth] · right[4 × depth]ᵀ; both are columns `stride` apart.
 * `tall` is a constant where this is inlined, so that the loops over it unroll and c stays in registers. */
INLINE void reduce_tile(const int tall, uint32_t depth, const double *left, const double *right, size_t stride,
                        double *to, size_t to_stride)
{
    double4 c[WIDE_TALL][4];
    for (int t = 0; t < tall; t++) {
        for (int j = 0; j < 4; j++)
            c[t][j] = *(const double4 *)(to + (size_t)j * to_stride + 4 * t);
    }
    for (uint32_t k = 0; k < depth; k++, left += stride, right += stride) {
        for (int t = 0; t < tall; t++) {
            double4 a = *(const double4 *)(left + 4 * t);
            for (int j = 0; j < 4; j++)
                c[t][j] -= a * right[j];
        }
    }
    for (int t = 0; t < tall; t++) {
        for (int j = 0; j < 4; j++)
            *(double4 *)(to + (size_t)j * to_stride + 4 * t) = c[t][j];
    }
}

/* `count` rows of four columns: to −= left · rightᵀ over the first `depth` columns of the panel. */
INLINE void reduce_columns(const int tall, uint32_t depth, const double *left, const double *right, size_t stride,
                           double *to, size_t to_stride, uint32_t count)
{
    uint32_t i = 0;
    if (tall == 3) {
        for (; i + 8 < count; i += 12)
            reduce_tile(3, depth, left + i, right, stride, to + i, to_stride);
        if (i + 4 < count) {
            reduce_tile(2, depth, left + i, right, stride, to + i, to_stride);
            return;
        }
    }
    for (; i < count; i += 4)
        reduce_tile(1, depth, left + i, right, stride, to + i, to_stride);
}

/* Cholesky factorisation of the `width` × `width` block at the diagonal (width ≤ 4); inverse[] receives the
 * reciprocals of its diagonal. */
INLINE bool factor_block(uint32_t width, double *block, size_t stride, const double *floors, double *inverse)
{
    for (uint32_t j = 0; j < width; j++) {
        for (uint32_t i = j; i < width; i++) {
            double c = block[i + j * stride];
            for (uint32_t k = 0; k < j; k++)
                c -= block[i + k * stride] * block[j + k * stride];
            block[i + j * stride] = c;
        }
        double pivot = block[j + j * stride];
        if (!(pivot > floors[j]))
            return false;
        double root = sqrt(pivot);
        inverse[j] = 1.0 / root;
        block[j + j * stride] = root;
        for (uint32_t i = j + 1; i < width; i++)
            block[i + j * stride] *= inverse[j];
    }
    return true;
}

/* The rows below the diagonal block: X ← X L⁻ᵀ. */
INLINE void solve_below(uint32_t width, const double *block, double *below, size_t stride, const double *inverse,
                        uint32_t count)
{
    for (uint32_t i = 0; i < count; i += 4) {
        double4 x[4];
        for (uint32_t j = 0; j < width; j++) {
            x[j] = *(const double4 *)(below + i + j * stride);
            for (uint32_t k = 0; k < j; k++)
                x[j] -= x[k] * block[j + k * stride];
            x[j] *= inverse[j];
            *(double4 *)(below + i + j * stride) = x[j];
        }
    }
}

INLINE bool eliminate(const int tall, const vvi_front *front, double *panel, double *update, const double *floors)
{
    size_t stride = front->stride;
    for (uint32_t j = 0; j < front->columns; j += 4) {
        uint32_t width = front->columns - j < 4 ? front->columns - j : 4;
        VVI_CHECK(front->stride >= front->rows + 3u && front->stride % 4u == 0);
        double *block = panel + j + j * stride, inverse[4] = {0};
        reduce_columns(tall, j, panel + j, panel + j, stride, block, stride, front->rows - j);
        if (!factor_block(width, block, stride, floors + j, inverse))
            return false;
        if (width == 4)
            solve_below(4, block, block + 4, stride, inverse, front->rows - j - 4);
        else
            solve_below(width, block, block + width, stride, inverse, front->rows - j - width);
    }
    uint32_t boundary = front->rows - front->columns;
    const double *below = panel + front->columns;
    for (uint32_t j = 0; j < boundary; j += 4)
        reduce_columns(tall, front->columns, below + j, below + j, stride, update + j + j * front->update_stride,
                       front->update_stride, boundary - j);
    return true;
}

bool vvi_front_eliminate(const vvi_front *front, double *panel, double *update, const double *floors)
{
    return eliminate(PLAIN_TALL, front, panel, update, floors);
}

VVI_WIDE bool vvi_front_eliminate_wide(const vvi_front *front, double *panel, double *update, const double *floors)
{
    return eliminate(WIDE_TALL, front, panel, update, floors);
}
