/* Bounded biharmonic weights (Jacobson and others 2011). */
#ifndef VV_WEIGH_H
#define VV_WEIGH_H

#include <verve/base.h>

/* A handle is a set of vertices that it holds with weight 1. */
typedef struct vv_weigh_def {
    uint32_t vertex_count, triangle_count, handle_count;
    const double *positions;   /* [3 · vertex_count]; z may be 0 */
    const uint32_t *triangles; /* [3 · triangle_count] */
    const uint32_t *starts;    /* [handle_count + 1] into `held` */
    const uint32_t *held;      /* vertices of handle j: held[starts[j] … starts[j + 1]) */
} vv_weigh_def;

typedef struct vv_weigh_report {
    double residual;       /* largest KKT residual over all handles, as a share of the largest gradient */
    uint32_t unconverged;  /* handles whose residual is above 1e-4 */
    uint32_t loose_pieces; /* connected pieces with no handle: they follow the nearest handle rigidly */
    uint32_t path_steps, finish_rounds, factorisations; /* totals */
} vv_weigh_report;

/* weights[vertex_count · handle_count], one row a vertex, rows sum to 1. `report` may be NULL. */
vv_result vv_weigh(const vv_weigh_def *def, const vv_allocator *allocator, const vv_progress *progress, float *weights,
                   vv_weigh_report *report, vv_error *error);

#endif
