/* Image → outline → triangles. */
#ifndef VV_CUT_H
#define VV_CUT_H

#include "author/base/image.h"

#include <verve/mesh.h>

/* Everything here is in pixels of the image: x to the right, y down, (0,0) the top left corner of the top left
 * pixel. The caller turns it into metres. */
typedef struct vv_cut_bone {
    vv_vec2 from, to;
} vv_cut_bone;

typedef struct vv_cut_def {
    /* Target number of vertices, 3…200000; default 300. The result is within a tenth of it where the shape allows: thin
     * limbs need a vertex about every 1.25 widths, and very small drawings have no room. The largest 1 + vertices / 8
     * pieces, and as many holes, are kept. */
    uint32_t vertices;
    /* Alpha above which a pixel belongs to the drawing, 0…1; default 0.03, which includes soft edges. */
    float threshold;
    /* Least distance that the mesh reaches beyond the outline, pixels, 0…64; default 1. Gaps that it would close stay
     * open, except for holes smaller than a triangle. */
    float margin;
    /* Smallest angle of a triangle, degrees, 0…30; default 20. Only where the outline or bones meet at less than 60°
     * may an angle be smaller. */
    float minimum_angle;
    /* Pieces and holes smaller than this share of the drawing's area, 0…1, are dropped; default 1e-4. */
    float speck;
    /* points[point_count], at most 4096. Every point becomes a vertex; points within 1/16 pixel of each other share
     * one. A point outside every piece, or within ¼ pixel of the outline, moves to the nearest position on the
     * outline. */
    uint32_t point_count;
    const vv_vec2 *points;
    /* bones[bone_count], at most 4096. The part of every bone that lies inside becomes a chain of edges; vertices
     * within 1/6 pixel of it may be part of the chain. */
    uint32_t bone_count;
    const vv_cut_bone *bones;
} vv_cut_def;

vv_cut_def vv_default_cut_def(void);

/* Owned arrays; release with vv_cut_destroy. Triangles are counter-clockwise as seen (with y up), that is clockwise in
 * pixel coordinates. */
typedef struct vv_cut {
    uint32_t vertex_count, triangle_count;
    vv_vec2 *positions;       /* [vertex_count] pixels */
    uint32_t *triangles;      /* [3 · triangle_count] */
    uint32_t *point_vertices; /* [point_count] the vertex of each point */
    uint32_t piece_count, hole_count;
    uint32_t left_out;    /* pieces larger than a speck that were dropped because `vertices` allows no more pieces */
    float smallest_angle; /* degrees, of all triangles */
    uint32_t excused;     /* triangles below minimum_angle because the outline or bones meet at a smaller angle there */
} vv_cut;

/* Fails with VV_ERROR_ARGUMENT if no pixel of the image is above the threshold. Deterministic, and terminates for
 * every image. Images of more than 1024 pixels a side (4096 for large numbers of vertices) are first reduced by a
 * power of two; lengths given above in fractions of a pixel then mean the reduced pixels. */
vv_result vv_cut_image(const vv_image *image, const vv_cut_def *def, const vv_allocator *allocator,
                       const vv_progress *progress, vv_cut *out, vv_error *error);
/* Computes only the `left_out` that vv_cut_image would report, without cutting. */
vv_result vv_cut_count_left_out(const vv_image *image, const vv_cut_def *def, const vv_allocator *allocator,
                                uint32_t *left_out, vv_error *error);
void vv_cut_destroy(vv_cut *cut, const vv_cut_def *def, const vv_allocator *allocator);

#endif
