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
    /* About how many are wanted, 3…200000; default 300. Met within a tenth where the shape allows it: thin limbs need a
     * vertex about every 1.25 widths, very small drawings have no room. The largest 1 + vertices / 8 pieces, and as many
     * holes, are kept. */
    uint32_t vertices;
    /* Alpha above which a pixel belongs to the drawing, 0…1; default 0.03: soft edges are in. */
    float threshold;
    /* How far outside the outline the mesh reaches at least, pixels, 0…64; default 1. Gaps that it would close stay
     * open, but for holes smaller than a triangle. */
    float margin;
    /* Degrees, 0…30; default 20: sharper only where outline or bones meet at less than 60°. */
    float minimum_angle;
    /* Pieces and holes smaller than this share of the drawing's area, 0…1, are dropped; default 1e-4. */
    float speck;
    /* points[point_count], at most 4096. Every point becomes a vertex; points within 1/16 pixel of each other share one. A
     * point outside every piece, or within ¼ pixel of the outline, moves to the nearest place on it. */
    uint32_t point_count;
    const vv_vec2 *points;
    /* bones[bone_count], at most 4096. Every bone becomes a chain of edges, as far as it lies inside; vertices within 1/6
     * pixel beside it may be part of the chain. */
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
    float smallest_angle; /* degrees, of all triangles */
    uint32_t excused;     /* triangles below minimum_angle because outline or bones are sharper there */
} vv_cut;

/* VV_ERROR_ARGUMENT where nothing in the image is above the threshold. Deterministic; ends for every image. Images with
 * more than 1024 pixels a side (4096 where many vertices are wanted) are reduced by powers of two first; lengths given in
 * fractions of a pixel then mean the reduced pixels. */
vv_result vv_cut_image(const vv_image *image, const vv_cut_def *def, const vv_allocator *allocator,
                       const vv_progress *progress, vv_cut *out, vv_error *error);
void vv_cut_destroy(vv_cut *cut, const vv_cut_def *def, const vv_allocator *allocator);

#endif
