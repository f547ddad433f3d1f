/* Shared by the files of this room only: the operators of a surface, and the bounded problem of one handle. */
#ifndef VV_WEIGH_PRIVATE_H
#define VV_WEIGH_PRIVATE_H

#include "weigh.h"

#include "runtime/base/sparse.h"

/* Counts, indices and numbers of vertices and triangles (weigh.c). */
vv_result vvi_weigh_check_mesh(const vv_weigh_def *def, vv_error *error);

/* ---- The surface (laplacian.c) ----------------------------------------------------------------------------------- */

/* The cotangent Laplacian L (positive semidefinite: rows sum to 0, neighbours mostly negative) and the inverse Voronoi
 * masses. Rows hold both triangles and the diagonal, columns ascending. */
typedef struct surface {
    uint32_t n;
    uint32_t *starts;     /* [n + 1] */
    uint32_t *columns;    /* [starts[n]] */
    double *values;       /* [starts[n]] */
    double *inverse_mass; /* [n]; 0 at a vertex without triangles */
    double mean_mass;     /* of the vertices with triangles, where the longest side of the mesh's box is 1 */
    double *middle;       /* [n] scratch of surface_bilaplacian */
} surface;

/* Everything comes from the arena. Lengths are taken relative to the size of the mesh. */
vv_result vvi_surface_create(const vv_weigh_def *def, vvi_arena *arena, surface *out, vv_error *error);

/* out = Q w = L M⁻¹ L w over all vertices. */
void vvi_surface_bilaplacian(const surface *s, const double *w, double *out);

/* The lower triangle of Q between the vertices with place[v] != UINT32_MAX, renumbered by place, which ascends. */
vv_result vvi_surface_assemble(const surface *s, const uint32_t *place, uint32_t free_count, vvi_arena *arena,
                               vvi_sparse_matrix *out, vv_error *error);

/* ---- The bounded problem (bounds.c) ------------------------------------------------------------------------------ */

/* What all handles share, and room to work in. */
typedef struct bounded {
    const surface *surface;
    vvi_sparse_matrix matrix; /* Q between free vertices */
    vvi_sparse_factor *factor;
    const uint32_t *vertices; /* [matrix.n] the vertex of each unknown */
    double *diagonal;         /* [matrix.n] of Q */
    double first_penalty;     /* where the path starts, as a share of the diagonal */
    double ridge;             /* added to make Q positive definite, as a share of the diagonal; usually 0 */
    const double *unbounded;  /* [matrix.n] this handle's solution without bounds */
    double *load;             /* [matrix.n] −Q times the held values */
    double *added, *x;        /* [matrix.n] */
    double *w, *gradient;     /* [vertices] */
    double *kept;             /* [vertices] */
    double *forces;           /* [5 · matrix.n] of interior.c */
    int8_t *state;            /* [matrix.n] held at 0, between, held at 1 */
    vv_weigh_report *report;
} bounded;

/* Factors Q with `penalty` added where state is not 0. */
vv_result vvi_bounded_factor(bounded *b, double penalty, vv_error *error);

/* Solves min ½ wᵀQw, 0 ≤ w ≤ 1, for one handle. On entry w holds the values of held vertices and `unbounded` elsewhere;
 * on success the weights. *residual is the KKT residual of w as a share of the largest gradient. */
vv_result vvi_bounded_solve(bounded *b, double *residual, vv_error *error);

/* The same by an interior-point method, whatever w is on entry: slower, and as good as certain (interior.c). Returns
 * VV_ERROR_CONVERGENCE where Q cannot be factored. */
vv_result vvi_interior_solve(bounded *b, vv_error *error);

/* ---- Peaks (peaks.c) --------------------------------------------------------------------------------------------- */

typedef struct peaks {
    const vv_weigh_def *def; /* who holds what */
    const surface *surface;
    uint32_t handle_count, unknown_count;
    float highest;            /* what stands higher above its pass is no ripple and stays */
    const uint32_t *vertices; /* [unknown_count] */
    uint32_t *own;            /* [vertices] zeros at first: the last handle, plus one, that was seen to hold it */
    float *weights;           /* [vertices · handle_count] */
    uint32_t *heap, *region;  /* [vertices] */
    uint32_t *mark;           /* [vertices] zeros at first: the last walk that saw it */
    uint32_t *settled;        /* [vertices] zeros at first: the last handle, plus one, that was cut here */
    uint32_t heap_count, stamp;
} peaks;

/* Cuts every ripple; returns by how much the highest fell. */
float vvi_cut_peaks(peaks *p);

#endif
