/* Private to this room: the operators of a surface, and the bounded problem of one handle. */
#ifndef VV_WEIGH_PRIVATE_H
#define VV_WEIGH_PRIVATE_H

#include "weigh.h"

#include "runtime/base/sparse.h"

/* Checks counts, indices and coordinates of a mesh (weigh.c). */
vv_result vvi_weigh_check_mesh(const vv_weigh_def *def, vv_error *error);
/* Adds counts, and takes the larger residual. */
void vvi_weigh_add_report(vv_weigh_report *sum, const vv_weigh_report *report);

/* ---- The surface (laplacian.c) --------------------------------------------------------------------------------- */

/* The cotangent Laplacian L (positive semidefinite: rows sum to 0, off-diagonal entries are mostly negative) and the
 * inverse Voronoi masses. Rows are complete, with the diagonal; columns ascend. */
typedef struct surface {
    uint32_t n;
    uint32_t *starts;     /* [n + 1] */
    uint32_t *columns;    /* [starts[n]] */
    double *values;       /* [starts[n]] */
    double *inverse_mass; /* [n]; 0 at a vertex without triangles */
    double mean_mass;     /* of the vertices with triangles, scaled so that the longest side of the mesh's box is 1 */
    double *scratch;      /* [n] scratch of surface_bilaplacian */
} surface;

/* All memory comes from the arena. Lengths are relative to the size of the mesh. */
vv_result vvi_surface_create(const vv_weigh_def *def, vvi_arena *arena, surface *out, vv_error *error);

/* out = Q w = L M⁻¹ L w over all vertices. */
void vvi_surface_bilaplacian(const surface *s, const double *w, double *out);

/* Assembles the lower triangle of Q between the vertices with unknown_of[v] != UINT32_MAX, renumbered by unknown_of,
 * which ascends. */
vv_result vvi_surface_assemble(const surface *s, const uint32_t *unknown_of, uint32_t free_count, vvi_arena *arena,
                               vvi_sparse_matrix *out, vv_error *error);

/* ---- The bounded problem (bounds.c) ---------------------------------------------------------------------------- */

/* What the problems of all handles share, and scratch. */
typedef struct bounded {
    const surface *surface;
    vvi_sparse_matrix matrix; /* Q between free vertices */
    vvi_sparse_factor *factor;
    const uint32_t *vertices; /* [matrix.n] the vertex of each unknown */
    double *diagonal;         /* [matrix.n] of Q */
    double first_penalty;     /* of the penalty path, as a share of the diagonal */
    double ridge;             /* added to make Q positive definite, as a share of the diagonal; usually 0 */
    const double *unbounded;  /* [matrix.n] this handle's solution without bounds */
    double *load;             /* [matrix.n] −Q times the held values */
    double *added, *x;        /* [matrix.n] added to the diagonal; right-hand side and solution */
    double *w, *gradient;     /* [vertices] */
    double *saved;            /* [vertices] */
    double *forces;           /* [5 · matrix.n] of interior.c */
    int8_t *state;            /* [matrix.n] the active set: −1 pinned at 0, 0 free, 1 pinned at 1 */
    vv_weigh_report *report;
} bounded;

/* Factors Q with `penalty` (a share of the diagonal) added where state is not 0. */
vv_result vvi_bounded_factor(bounded *b, double penalty, vv_error *error);

/* Solves min ½ wᵀQw, 0 ≤ w ≤ 1, for one handle. On entry w holds the values of held vertices and `unbounded` elsewhere;
 * on success the weights. *residual is the KKT residual of w as a share of the largest gradient. */
vv_result vvi_bounded_solve(bounded *b, double *residual, vv_error *error);

/* Solves the same problem by an interior-point method, independent of w on entry: slower, but it practically always
 * converges (interior.c). Returns VV_ERROR_CONVERGENCE if Q cannot be factored. */
vv_result vvi_interior_solve(bounded *b, vv_error *error);

/* ---- Peaks (peaks.c) ------------------------------------------------------------------------------------------- */

typedef struct peaks {
    const vv_weigh_def *def; /* which vertices each handle holds */
    const surface *surface;
    uint32_t handle_count, unknown_count;
    float ripple_height;      /* a peak that is higher above its pass is no ripple and is kept */
    const uint32_t *vertices; /* [unknown_count] */
    uint32_t *holder;         /* [vertices] initially 0; 1 + the last visited handle that holds the vertex */
    float *weights;           /* [vertices · handle_count] */
    uint32_t *heap, *region;  /* [vertices] */
    uint32_t *mark;           /* [vertices] initially 0; the last walk that visited the vertex */
    uint32_t *cut_by;         /* [vertices] initially 0; 1 + the last handle whose peak was cut at the vertex */
    uint32_t heap_count, stamp;
} peaks;

/* Lowers every ripple; returns the height of the highest one. */
float vvi_cut_peaks(peaks *p);

#endif
