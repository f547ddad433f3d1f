/* Outline tracing: dense loops around the mask, and the few of their points that the mesh keeps as corners. */
#ifndef VVI_CUT_OUTLINE_H
#define VVI_CUT_OUTLINE_H

#include "silhouette.h"

typedef struct vvi_outline_point {
    vvi_grid_point at;
    float room;  /* how far an edge may pass on the inner side of the point, grid units */
    float outer; /* how far an edge may pass on its outer side, grid units; large where no gap is near */
    float width; /* width of the drawing here, grid units; large where it is not thin */
    bool kept;   /* a corner of the simplified outline */
} vvi_outline_point;

/* All loops one after the other, each with the drawing on its left: outer loops counter-clockwise, holes clockwise. */
typedef struct vvi_outline {
    const vv_allocator *allocator;
    vvi_outline_point *points; /* [starts[loop_count]] */
    uint32_t *starts;          /* [loop_count + 1] */
    size_t point_capacity, start_capacity;
    uint32_t loop_count;
    float thin_spacing; /* spacing along thin limbs, in widths of the limb; 1.25 gives nearly equilateral triangles */
} vvi_outline;

/* Marching squares at `reach` from the edge of the ink. `slack`: how far simplification may cut inside the curve;
 * `widest`: up to which width a limb counts as thin; both in grid units. */
vv_result vvi_outline_trace(const vvi_silhouette *s, float slack, float widest, const vv_allocator *allocator,
                            vvi_outline *out, vv_error *error);
void vvi_outline_destroy(vvi_outline *outline);

/* Chooses the corners, so that edges are about `spacing` long (shorter along thin limbs) and no two edges touch. An
 * edge passes at most `room` inside each dense point that it replaces, and at most `outer` and a few times `slack`
 * outside. */
vv_result vvi_outline_simplify(vvi_outline *outline, float spacing, float slack, vv_error *error);
/* The second half of vvi_outline_simplify: restores points until no two edges touch and loops nest as the dense
 * ones. */
vv_result vvi_outline_untangle(vvi_outline *outline, vv_error *error);

/* Twice the signed area of a loop's dense points (or, with `kept`, of its corners). */
int64_t vvi_outline_area(const vvi_outline *outline, uint32_t loop, bool kept);
/* The next corner after point `i` of its loop, going round. */
uint32_t vvi_outline_next_kept(const vvi_outline *outline, uint32_t loop, uint32_t i);

#endif
