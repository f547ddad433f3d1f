/* Inside author/render: outlines drawn by distance. */
#ifndef VV_RENDER_SHAPE_H
#define VV_RENDER_SHAPE_H

#include "author/render/canvas.h"

/* Two discs and the straight tangents around them: a line where the radii are equal, a tapered bone where not, a disc
 * where the ends are the same. Pixels. */
typedef struct vvi_capsule {
    vvi_corner from, to;
    float from_radius, to_radius;
} vvi_capsule;

/* Blends it over the picture. */
void vvi_draw_capsule(vv_canvas *canvas, const vvi_capsule *capsule, vv_color color);
/* Adds it to the stencil: what several capsules cover is covered once. Ends with vvi_finish_stencil. */
void vvi_stencil_capsule(vv_canvas *canvas, const vvi_capsule *capsule);
void vvi_draw_ring(vv_canvas *canvas, vvi_corner centre, float radius, float width, vv_color color);

#endif
