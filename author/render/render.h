/* A small software renderer, so that every result can be seen without a window. */
#ifndef VV_RENDER_H
#define VV_RENDER_H

#include "author/base/image.h"

#include <verve/rig.h>
#include <verve/skeleton.h>

/* A picture that is drawn on: premultiplied alpha in float, edges with sixteen samples per pixel. */
typedef struct vv_canvas vv_canvas;

typedef struct vv_color {
    uint8_t r, g, b, a; /* not premultiplied */
} vv_color;

/* The transform from metres to pixels: `centre` is in the middle of the picture, y up. */
typedef struct vv_camera {
    vv_vec2 centre;
    float pixels_per_metre;
} vv_camera;

vv_result vv_canvas_create(uint32_t width, uint32_t height, const vv_allocator *allocator, vv_canvas **out,
                           vv_error *error);
void vv_canvas_destroy(vv_canvas *canvas);
void vv_canvas_clear(vv_canvas *canvas, vv_color background);
/* Converts the picture to 8-bit colour; `out` has the canvas's size. */
void vv_canvas_resolve(const vv_canvas *canvas, vv_image *out);
uint32_t vv_canvas_width(const vv_canvas *canvas);
uint32_t vv_canvas_height(const vv_canvas *canvas);

/* A texture prepared for minification. */
typedef struct vv_texture vv_texture;
vv_result vv_texture_create(const vv_image *image, const vv_allocator *allocator, vv_texture **out, vv_error *error);
void vv_texture_destroy(vv_texture *texture);

/* Draws one layer: textured triangles in their order, over each other where they fold; the result is then blended
 * over the picture. Triangles are visible from both sides; those with a non-finite corner are skipped. opacity 0…1;
 * `tint` is mixed in by its alpha (for ghosts). */
void vv_draw_layer(vv_canvas *canvas, vv_camera camera, const vv_mesh *mesh, uint32_t layer, const vv_vec2 *vertices,
                   const vv_texture *texture, float opacity, vv_color tint);
/* Layers drawn from now on are multiplied by this colour, ≥ 0 each; 1, 1, 1 as the canvas is created. */
void vv_canvas_set_multiply(vv_canvas *canvas, float r, float g, float b);
/* Draws the same layer in pale grey, coloured by values[vertex_count], 0…1, from white to `color`. Other layers hide
 * it as they hide the drawing. */
void vv_draw_layer_heat(vv_canvas *canvas, vv_camera camera, const vv_mesh *mesh, uint32_t layer,
                        const vv_vec2 *vertices, const vv_texture *texture, const float *values, vv_color color);
/* Blends a canvas of the same size over this one. A ghost is first drawn on a clear canvas of its own, so that its
 * layers do not show through each other. */
void vv_draw_canvas(vv_canvas *canvas, const vv_canvas *over, float opacity, vv_color tint);
/* Draws a picture with its top left corner at a pixel; parts outside the canvas are clipped. */
void vv_draw_image(vv_canvas *canvas, const vv_image *image, int32_t left, int32_t top);
/* Draws triangles coloured by a value per vertex, 0…1, from transparent to `color`: for a mesh without textures. */
void vv_draw_heat(vv_canvas *canvas, vv_camera camera, const vv_mesh *mesh, const vv_vec2 *vertices,
                  const float *values, vv_color color);
void vv_draw_wire(vv_canvas *canvas, vv_camera camera, const vv_mesh *mesh, const vv_vec2 *vertices, float width_pixels,
                  vv_color color);
/* Shapes at positions in metres with widths in pixels, which look the same at every zoom. */
void vv_draw_line(vv_canvas *canvas, vv_camera camera, vv_vec2 from, vv_vec2 to, float width_pixels, vv_color color);
void vv_draw_disc(vv_canvas *canvas, vv_camera camera, vv_vec2 centre, float radius_pixels, vv_color color);
void vv_draw_ring(vv_canvas *canvas, vv_camera camera, vv_vec2 centre, float radius_pixels, float width_pixels,
                  vv_color color);
/* Fills a closed outline, points[point_count] in metres of either orientation. Draws nothing if a point is not finite
 * or too far away. */
void vv_draw_polygon(vv_canvas *canvas, vv_camera camera, uint32_t point_count, const vv_vec2 *points, vv_color color);
/* Draws a soft ellipse on the ground: radii in metres, the first one in the direction `along`, a unit vector. */
void vv_draw_shadow(vv_canvas *canvas, vv_camera camera, vv_vec2 centre, vv_vec2 radius, vv_vec2 along, vv_color color);
/* Draws handles as the studio shows them: rings for points, tapered shapes for bones, the selected one (or VV_NONE) in
 * another colour. pose[handle_count]; NULL: at rest. */
void vv_draw_handles(vv_canvas *canvas, vv_camera camera, uint32_t handle_count, const vv_handle *handles,
                     const vv_affine *pose, uint32_t selected);

/* Draws text in a small built-in font: capitals are height_pixels high and stand on `baseline`, pixels from the top
 * left. The font has ASCII; other characters are shown as boxes. */
void vv_draw_text(vv_canvas *canvas, float left, float baseline, float height_pixels, vv_color color, const char *text);
float vv_text_width(const char *text, float height_pixels);

/* ---- Solids: lit triangles in space ---------------------------------------------------------------------------- */

/* A camera in space, y up. */
typedef struct vv_camera3 {
    vv_vec3 target; /* the point in the middle of the picture */
    float heading;  /* direction of the camera, radians about y: 0 from the front (+z), π/2 from the figure's left */
    float pitch;    /* elevation of the camera, radians */
    float height;   /* metres from top to bottom of the picture, at the target */
    float lens;     /* field of view from top to bottom, radians; 0: parallel projection */
} vv_camera3;

/* The camera of this heading, pitch and lens that just fits points[point_count] into a picture of this aspect (width
 * over height), leaving `margin` of its size on all sides. */
vv_camera3 vv_camera3_framing(uint32_t point_count, const vv_vec3 *points, float heading, float pitch, float lens,
                              float aspect, float margin);

/* Projects a point to a picture of this size: pixels from its middle, y up. False behind the near plane. */
bool vv_camera3_project(const vv_camera3 *camera, uint32_t width, uint32_t height, vv_vec3 point, vv_vec2 *out);

/* A ground plane with a grid of squares that fades out towards `radius`. */
typedef struct vv_ground {
    vv_vec3 at;     /* the middle of the visible part, on a corner of the grid */
    vv_vec3 normal; /* length 1 */
    float square;   /* side of a square, metres; 0: no grid, only shadows */
    float radius;   /* metres; 0: no ground */
} vv_ground;

/* A picture of softly lit solids and their shadows on the ground. */
typedef struct vv_solids vv_solids;
vv_result vv_solids_create(uint32_t width, uint32_t height, const vv_allocator *allocator, vv_solids **out,
                           vv_error *error);
void vv_solids_destroy(vv_solids *solids);
/* Clears the picture. */
void vv_solids_begin(vv_solids *solids, vv_camera3 camera, vv_ground ground);

typedef struct vv_solid {
    uint32_t vertex_count, triangle_count;
    const vv_vec3 *positions, *normals; /* [vertex_count]; without normals it is faceted */
    const uint32_t *triangles; /* [3 · triangle_count] visible from both sides; skipped if a corner is not finite */
    const uint32_t *colors;    /* [vertex_count] red in the lowest byte; NULL: `color` */
    const float *heat;         /* [vertex_count] 0…1 mixes in the warning colour; NULL: none */
    vv_color color;
} vv_solid;
void vv_solids_draw(vv_solids *solids, const vv_solid *solid);
/* Blends the picture over the canvas, with its top left corner at a pixel. */
void vv_solids_end(vv_solids *solids, vv_canvas *canvas, int32_t left, int32_t top);

/* ---- Contact sheets -------------------------------------------------------------------------------------------- */

/* Many frames of one size in a grid. */
typedef struct vv_sheet_def {
    uint32_t count;         /* frames */
    uint32_t width, height; /* of a frame, pixels */
    uint32_t columns;       /* 0: chosen so that the sheet is about 3 : 2 */
    uint32_t gap;           /* around every frame, pixels; default 16 */
    bool captions;          /* reserve space for captions */
    vv_color background;
} vv_sheet_def;

vv_sheet_def vv_default_sheet_def(void);
/* Creates a canvas for all frames. */
vv_result vv_sheet_create(const vv_sheet_def *def, const vv_allocator *allocator, vv_canvas **out, vv_error *error);
/* Adds frame `index`, counted along rows. `caption` may be NULL; a caption that is too long is truncated. */
void vv_sheet_add(vv_canvas *sheet, const vv_sheet_def *def, uint32_t index, const vv_image *frame,
                  const char *caption);

#endif
