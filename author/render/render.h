/* A small software renderer, so that every result can be looked at without a window. */
#ifndef VV_RENDER_H
#define VV_RENDER_H

#include "author/base/image.h"

#include <verve/rig.h>

/* A picture in the making: premultiplied colour with several samples a pixel. */
typedef struct vv_canvas vv_canvas;

typedef struct vv_color {
    uint8_t r, g, b, a; /* not premultiplied */
} vv_color;

/* Metres to pixels: `centre` is in the middle of the picture, y up. */
typedef struct vv_camera {
    vv_vec2 centre;
    float pixels_per_metre;
} vv_camera;

vv_result vv_canvas_create(uint32_t width, uint32_t height, const vv_allocator *allocator, vv_canvas **out,
                           vv_error *error);
void vv_canvas_destroy(vv_canvas *canvas);
void vv_canvas_clear(vv_canvas *canvas, vv_color background);
/* Averages the samples into an image of the canvas's size. */
void vv_canvas_resolve(const vv_canvas *canvas, vv_image *out);

/* A texture prepared for minification. */
typedef struct vv_texture vv_texture;
vv_result vv_texture_create(const vv_image *image, const vv_allocator *allocator, vv_texture **out, vv_error *error);
void vv_texture_destroy(vv_texture *texture);

/* One layer: textured triangles, in their order, blended over what is there. opacity 0…1; tint with alpha mixes the
 * colour in (for ghosts). */
void vv_draw_layer(vv_canvas *canvas, vv_camera camera, const vv_mesh *mesh, uint32_t layer, const vv_vec2 *vertices,
                   const vv_texture *texture, float opacity, vv_color tint);
/* Triangles coloured by a value 0…1 a vertex, from transparent to `color`. */
void vv_draw_heat(vv_canvas *canvas, vv_camera camera, const vv_mesh *mesh, const vv_vec2 *vertices,
                  const float *values, vv_color color);
void vv_draw_wire(vv_canvas *canvas, vv_camera camera, const vv_mesh *mesh, const vv_vec2 *vertices, float width_pixels,
                  vv_color color);
/* Shapes in metres with widths in pixels: shown the same at every zoom. */
void vv_draw_line(vv_canvas *canvas, vv_camera camera, vv_vec2 from, vv_vec2 to, float width_pixels, vv_color color);
void vv_draw_disc(vv_canvas *canvas, vv_camera camera, vv_vec2 centre, float radius_pixels, vv_color color);
void vv_draw_ring(vv_canvas *canvas, vv_camera camera, vv_vec2 centre, float radius_pixels, float width_pixels,
                  vv_color color);
/* A soft ellipse on the ground, radii in metres. */
void vv_draw_shadow(vv_canvas *canvas, vv_camera camera, vv_vec2 centre, vv_vec2 radius, vv_color color);
/* Handles as the studio shows them: rings for points, tapered shapes for bones. selected: VV_NONE or an index. */
void vv_draw_handles(vv_canvas *canvas, vv_camera camera, uint32_t handle_count, const vv_handle *handles,
                     const vv_affine *pose, uint32_t selected);

#endif
