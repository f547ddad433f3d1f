/* Symmetric matrices over handles, sparse: a block of 3 × 3 for each pair of handles that move something together, and
 * their Cholesky factor H = L Lᵀ in an order of elimination with little fill-in. A product costs as much as there are
 * blocks; a drawing of many handles, each of which moves its own neighbourhood, then costs little more per handle than
 * a drawing of few. sparse.c has the numbers, pattern.c which blocks there are. */
#ifndef VVI_PUPPET_SPARSE_H
#define VVI_PUPPET_SPARSE_H

#include "puppet.h"

/* 3 × 3 by columns; the fourth lane of a column is 0. */
typedef struct block {
    double column[3][4];
} block;

/* The two coordinates of a handle's three columns; the fourth lane is 0. */
typedef struct node {
    double x[4], y[4];
} node;

/* Which blocks matrices and factors have. The blocks of a matrix are in rows, both triangles: block e of row i couples
 * handle i with columns[e]. Those of a factor are in columns: handles are renumbered in the order of elimination, and
 * column k has, besides its pivot, blocks in the rows fill_rows[e] > k. Both lists ascend. */
typedef struct block_pattern {
    uint32_t count;        /* handles */
    uint32_t block_count;  /* of a matrix */
    uint32_t fill_count;   /* of a factor, pivots not counted */
    uint32_t *row_starts;  /* [count + 1] into columns */
    uint32_t *columns;     /* [block_count] */
    uint32_t *order;       /* [count] the handle that is eliminated k-th */
    uint32_t *rank;        /* [count] when each handle is eliminated */
    uint32_t *fill_starts; /* [count + 1] into fill_rows */
    uint32_t *fill_rows;   /* [fill_count] */
} block_pattern;

/* A factor, for products with H⁻¹. */
typedef struct block_factor {
    block *pivots; /* [count] the inverse of each pivot's own factor */
    block *below;  /* [fill_count] */
} block_factor;

/* ---- pattern.c --------------------------------------------------------------------------------------------------- */

/* The counts alone, from the matrices of the drawing: M̃, L and J. */
block_pattern vvi_pattern_measure(const vvi_puppet_view *puppet);
/* Fills in the lists, for which the caller has memory. */
void vvi_pattern_fill(const vvi_puppet_view *puppet, block_pattern *pattern);

/* ---- sparse.c ---------------------------------------------------------------------------------------------------- */

/* blocks[block_count] of a matrix[column_count][stride]. */
void vvi_puppet_matrix_from_dense(const block_pattern *pattern, uint32_t stride, const double *matrix, block *blocks);
/* out[2][stride] = A c. */
void vvi_puppet_matrix_apply(vvi_width width, const block_pattern *pattern, uint32_t stride, const block *A,
                             const double *c, double *out);
/* Factors A. False where it is not positive definite. */
bool vvi_puppet_matrix_factor(vvi_width width, const block_pattern *pattern, const block *A, block_factor *factor);
/* out[2][stride] = A⁻¹ c; they may be the same array. */
void vvi_puppet_matrix_solve(vvi_width width, const block_pattern *pattern, uint32_t stride, const block_factor *factor,
                             const double *c, double *out);

#endif
