/* Shared by the files of the sparse solver only: the order of elimination, the fronts, and the dense kernels. */
#ifndef VVI_SPARSE_PRIVATE_H
#define VVI_SPARSE_PRIVATE_H

#include "lanes.h"
#include "sparse.h"

#define VVI_SPARSE_NONE UINT32_MAX

/* Both triangles of the pattern, diagonal left out. */
typedef struct vvi_graph {
    uint32_t n;
    const uint32_t *starts; /* [n + 1] */
    const uint32_t *ends;   /* [starts[n]] */
} vvi_graph;

/* ---- Order (sparse_order.c) -------------------------------------------------------------------------------------- */

/* Nested dissection. Fills order[n] with the unknowns in their order of elimination, and divides it into *range_count
 * ranges (at most n) that become fronts: range f is range_starts[f] … range_starts[f + 1]. False without memory. */
bool vvi_sparse_dissect(const vvi_graph *graph, uint32_t dimensions, const double *coordinates,
                        const vv_allocator *allocator, uint32_t *order, uint32_t *range_starts, uint32_t *range_count);

/* ---- Fronts ------------------------------------------------------------------------------------------------------ */

/* A dense part of the factor. Its first `columns` rows are the unknowns that it eliminates; the others (its boundary)
 * belong to its ancestors. The panel holds columns of L, `stride` apart; the update matrix holds the lower triangle
 * of what remains for the parent, its columns `update_stride` apart. Both strides are multiples of 4. */
typedef struct vvi_front {
    uint32_t first, columns, rows;
    uint32_t stride, update_stride;
    uint32_t parent, first_child, next_sibling;
    uint32_t entry_start, entry_end; /* into entries */
    size_t row_start;                /* into rows and to_parent */
    size_t panel, update;            /* into numbers */
} vvi_front;

typedef struct vvi_sparse_entry {
    uint32_t source; /* index of the value in the matrix */
    uint32_t target; /* index into the panel */
} vvi_sparse_entry;

struct vvi_sparse_factor {
    const vv_allocator *allocator;
    vvi_arena arena;
    uint32_t n, front_count, entry_count;
    size_t number_count;
    vvi_front *fronts;                /* [front_count], children before parents */
    uint32_t *rows;                   /* of each front: the unknowns, as the caller numbers them */
    uint32_t *to_parent;              /* of each boundary row (same index as in rows): its row in the parent */
    vvi_sparse_entry *entries;        /* [entry_count], by fronts */
    double *numbers;                  /* [number_count] panels and update matrices */
    double *last_values;              /* [entry_count] the values that the fronts were assembled from */
    double *last_added;               /* [n] */
    uint32_t most_columns, most_rows; /* of a front */
    double *floors;                   /* [most_columns] the pivots must be greater than these */
    double *work;                     /* [most_rows + VVI_FRONT_SLACK] */
    bool *changed;                    /* [front_count] */
    bool valid;                       /* the last factorisation succeeded */
    bool plain;                       /* do not use the wide kernels */
};

/* ---- Dense kernels (sparse_front.c) ------------------------------------------------------------------------------ */

/* Numbers that a kernel may read or write behind the last column of a panel or an update matrix. */
#define VVI_FRONT_SLACK 16u

/* Eliminates the first `columns` unknowns of an assembled front, in place. False where pivot c is not above floors[c]:
 * not positive definite. Both versions give the same bits. */
bool vvi_front_eliminate(const vvi_front *front, double *panel, double *update, const double *floors);
bool vvi_front_eliminate_wide(const vvi_front *front, double *panel, double *update, const double *floors);

/* VVI_WIDE marks functions that are compiled a second time for processors with more than the base instruction set. */
#ifdef VVI_AVX2
#define VVI_WIDE VVI_TARGET_AVX2
static inline bool vvi_sparse_is_wide(const vvi_sparse_factor *factor)
{
    return !factor->plain && vvi_best_width() == VVI_WIDTH_8;
}
#else
#define VVI_WIDE
static inline bool vvi_sparse_is_wide(const vvi_sparse_factor *factor)
{
    (void)factor;
    return false;
}
#endif

#endif
