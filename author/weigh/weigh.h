/* Bounded biharmonic weights (Jacobson and others 2011). */
#ifndef VV_WEIGH_H
#define VV_WEIGH_H

#include <verve/base.h>

#define VV_WEIGH_MAX_VERTICES 1000000u
#define VV_WEIGH_MAX_HANDLES  256u
/* A handle has converged when its KKT residual is below this share of its largest gradient. */
#define VV_WEIGH_TOLERANCE 1e-4
/* Coordinates beyond this are refused: the square of a length must be a number. */
#define VV_WEIGH_FARTHEST 1e150

/* A handle is a set of vertices that it holds with weight 1. A vertex that several hold is theirs in equal parts. */
typedef struct vv_weigh_def {
    uint32_t vertex_count, triangle_count, handle_count;
    const double *positions;   /* [3 · vertex_count]; z may be 0 */
    const uint32_t *triangles; /* [3 · triangle_count] */
    const uint32_t *starts;    /* [handle_count + 1] into `held` */
    const uint32_t *held;      /* vertices of handle j: held[starts[j] … starts[j + 1]) */
} vv_weigh_def;

typedef struct vv_weigh_report {
    double residual;       /* largest KKT residual over all handles, as a share of the largest gradient */
    uint32_t unconverged;  /* handles whose residual is above VV_WEIGH_TOLERANCE */
    uint32_t loose_pieces; /* connected pieces with no handle: they follow the nearest handle rigidly */
    uint32_t path_steps, finish_rounds, factorisations; /* totals */
} vv_weigh_report;

/* Where a handle is. */
typedef struct vv_weigh_grip {
    bool bone;
    double from[3], to[3]; /* `to` counts for bones only */
} vv_weigh_grip;

/* Which vertices handles hold: a point the nearest vertex, a bone every vertex within half a mean edge of it, or, with
 * none so near, the nearest. Inside a limb in space (a mesh that is not flat) a bone out of reach holds the skin around
 * it instead: what is at most half a mean edge further away than the nearest vertex, and as far from its ends as that is
 * away (the middle of a short bone). Of `mesh` only vertices and triangles are read; vertices that no triangle uses are
 * passed over. A point has its vertex for itself: of two points the nearer takes it, then the first, and the other takes
 * the next; bones leave it out. Bones share what is near several of them, as at a joint.
 * Fills starts[grip_count + 1] and held[starts[grip_count]], as vv_weigh_def wants them; with held NULL only starts. */
vv_result vv_weigh_hold(const vv_weigh_def *mesh, uint32_t grip_count, const vv_weigh_grip *grips,
                        const vv_allocator *allocator, uint32_t *starts, uint32_t *held, vv_error *error);

/* weights[vertex_count · handle_count], one row a vertex, rows sum to 1. `report` may be NULL. */
vv_result vv_weigh(const vv_weigh_def *def, const vv_allocator *allocator, const vv_progress *progress, float *weights,
                   vv_weigh_report *report, vv_error *error);

#endif
