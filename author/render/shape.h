/* Private to author/render: shapes drawn by signed distance. */
#ifndef VV_RENDER_SHAPE_H
#define VV_RENDER_SHAPE_H

#include "author/render/canvas.h"

/* Two discs and their common outer tangents: a line if the radii are equal, else a tapered bone; a disc if the ends
 * coincide. Pixels. */
typedef struct vvi_capsule {
    vvi_corner from, to;
    float from_radius, to_radius;
} vvi_capsule;

/* Blends a capsule over the picture. */
void vvi_draw_capsule(vv_canvas *canvas, const vvi_capsule *capsule, vv_color color);
/* Adds a capsule to the stencil, in which overlapping capsules count once. Call vvi_finish_stencil afterwards. */
void vvi_stencil_capsule(vv_canvas *canvas, const vvi_capsule *capsule);
void vvi_draw_ring(vv_canvas *canvas, vvi_corner centre, float radius, float width, vv_color color);

#endif
