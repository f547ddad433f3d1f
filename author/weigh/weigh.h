/* Bounded biharmonic weights (Jacobson and others 2011). */
#ifndef VV_WEIGH_H
#define VV_WEIGH_H

#include <verve/base.h>

#define VV_WEIGH_MAX_VERTICES 1000000u
#define VV_WEIGH_MAX_HANDLES  256u
/* A handle has converged once its KKT residual is below this share of its largest gradient. */
#define VV_WEIGH_TOLERANCE 1e-4
/* Larger coordinates are refused, because the square of a length must be finite. */
#define VV_WEIGH_MAX_COORDINATE 1e150

/* A handle is a set of vertices that it holds with weight 1. Handles that hold the same vertex share it equally. */
typedef struct vv_weigh_def {
    uint32_t vertex_count, triangle_count, handle_count;
    const double *positions;   /* [3 · vertex_count]; z may be 0 */
    const uint32_t *triangles; /* [3 · triangle_count] */
    const uint32_t *starts;    /* [handle_count + 1] into `held` */
    const uint32_t *held;      /* vertices of handle j: held[starts[j] … starts[j + 1]) */
    /* NULL, or what solves handles side by side: the bits stay the same, and each worker takes as much memory as one
     * alone. Then progress is reported by one worker at a time, on any thread. */
    const vv_jobs *jobs;
} vv_weigh_def;

typedef struct vv_weigh_report {
    double residual;       /* largest KKT residual over all handles, as a share of the largest gradient */
    uint32_t unconverged;  /* handles whose residual is above VV_WEIGH_TOLERANCE */
    uint32_t loose_pieces; /* connected pieces without a handle; they follow the nearest handle rigidly */
    uint32_t path_steps, finish_rounds, factorisations; /* totals */
} vv_weigh_report;

/* The position of a handle. */
typedef struct vv_weigh_handle {
    bool bone;
    double from[3], to[3]; /* `to` is used for bones only */
} vv_weigh_handle;

/* Finds the vertices that handles hold. Of `mesh` only vertices and triangles are read; vertices without triangles
 * are ignored.
 *
 * A point holds the nearest vertex, and no other handle holds that vertex: of two points the nearer gets it (the
 * first, if they are equally near) and the other the next vertex. A bone holds every vertex within half a mean edge
 * of it. If there is none, it holds the nearest vertex; but a bone inside a limb in space (a mesh that is not flat)
 * holds the skin around it: the vertices at most half a mean edge further away than the nearest one, and at least as
 * far from the bone's ends as the skin is from the bone (for a short bone: those around its middle). Bones share
 * vertices, as at a joint.
 *
 * Fills starts[grip_count + 1] and held[starts[grip_count]] as vv_weigh_def needs them; with held NULL only starts. */
vv_result vv_weigh_find_held_vertices(const vv_weigh_def *mesh, uint32_t grip_count, const vv_weigh_handle *grips,
                                      const vv_allocator *allocator, uint32_t *starts, uint32_t *held, vv_error *error);

/* Computes weights[vertex_count · handle_count]: one row per vertex, rows sum to 1. `report` may be NULL. */
vv_result vv_weigh(const vv_weigh_def *def, const vv_allocator *allocator, const vv_progress *progress, float *weights,
                   vv_weigh_report *report, vv_error *error);

#endif
