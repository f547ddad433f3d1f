/* Sparse symmetric positive definite systems in double precision: prepare once, factor often, solve many.
 *
 * Nested dissection orders the unknowns (by coordinates where there are any, else by graph distance); a multifrontal
 * factorisation works on dense fronts. After a change of some diagonal entries only the fronts they touch, and those
 * above them, are factored again. The order of every sum is fixed, so the bits are the same on every host. */
#ifndef VVI_SPARSE_H
#define VVI_SPARSE_H

#include "base.h"

/* The lower triangle with its diagonal, by columns: row indices ascending inside each column. */
typedef struct vvi_sparse_matrix {
    uint32_t n;
    const uint32_t *starts; /* [n + 1] */
    const uint32_t *rows;   /* [starts[n]] */
    const double *values;   /* [starts[n]] */
} vvi_sparse_matrix;

typedef struct vvi_sparse_factor vvi_sparse_factor;

/* Orders and lays out the factor for the pattern of `matrix` (its values are not read).
 * coordinates[n · dimensions], or NULL. */
vv_result vvi_sparse_prepare(const vvi_sparse_matrix *matrix, uint32_t dimensions, const double *coordinates,
                             const vv_allocator *allocator, vvi_sparse_factor **out, vv_error *error);
/* Another factor with the same layout, for another thread; `of` must outlive it. */
vv_result vvi_sparse_share(const vvi_sparse_factor *of, vvi_sparse_factor **out, vv_error *error);
void vvi_sparse_destroy(vvi_sparse_factor *factor);

/* Factors matrix + diag(added); `added` may be NULL. Returns VV_ERROR_CONVERGENCE where it is not positive definite.
 * Fronts whose entries have not changed since the last call are kept. Never allocates. */
vv_result vvi_sparse_refactor(vvi_sparse_factor *factor, const vvi_sparse_matrix *matrix, const double *added,
                              vv_error *error);
/* For tests: uses only kernels of the base instruction set. */
void vvi_sparse_use_plain(vvi_sparse_factor *factor, bool plain);
/* Solves in place for `columns` right-hand sides, one after another in x[columns · n]. Never allocates. */
void vvi_sparse_solve(vvi_sparse_factor *factor, uint32_t columns, double *x);

#endif
