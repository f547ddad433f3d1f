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
    uint32_t vertices;    /* about how many are wanted, 3…200000; default 300 */
    float threshold;      /* alpha above which a pixel belongs to the drawing, 0…1; default 0.03: soft edges are in */
    float margin;         /* how far outside the outline the mesh reaches, pixels; default 1 */
    float minimum_angle;  /* degrees, 0…30; default 20: sharper only where the outline itself is */
    float speck;          /* pieces and holes smaller than this share of the drawing's area are dropped; default 1e-4 */
    uint32_t point_count; /* every point becomes a vertex; one outside every piece moves to the nearest place inside */
    const vv_vec2 *points;
    uint32_t bone_count; /* every bone becomes a chain of edges, as far as it lies inside */
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
    uint32_t excused;     /* triangles below minimum_angle because the outline is sharper there */
} vv_cut;

/* VV_ERROR_ARGUMENT where nothing in the image is above the threshold. Deterministic; ends for every image. */
vv_result vv_cut_image(const vv_image *image, const vv_cut_def *def, const vv_allocator *allocator,
                       const vv_progress *progress, vv_cut *out, vv_error *error);
void vv_cut_destroy(vv_cut *cut, const vv_cut_def *def, const vv_allocator *allocator);

#endif
