/* Standard formats in. Reading text and geometry is pure C; PNG and SVG need the native rim. */
#ifndef VV_IMPORT_H
#define VV_IMPORT_H

#include "author/base/image.h"

#include <verve/rig.h>

/* ---- Geometry (pure) -------------------------------------------------------------------------------------------- */

/* Triangles of an OBJ file; polygons are fanned, negative indices understood, everything else skipped. */
typedef struct vv_obj {
    uint32_t vertex_count, triangle_count;
    double *positions;   /* [3 · vertex_count] */
    uint32_t *triangles; /* [3 · triangle_count] */
} vv_obj;
vv_result vv_import_obj(const char *text, size_t length, const char *file, const vv_allocator *allocator, vv_obj *out,
                        vv_error *error);
void vv_obj_destroy(vv_obj *obj, const vv_allocator *allocator);

/* Handles of a TGF file: points that no bone uses, in file order, then the bones. */
typedef struct vv_tgf_handle {
    double from[3], to[3];
    bool bone;
} vv_tgf_handle;
typedef struct vv_tgf {
    uint32_t handle_count;
    vv_tgf_handle *handles;
} vv_tgf;
vv_result vv_import_tgf(const char *text, size_t length, const char *file, const vv_allocator *allocator, vv_tgf *out,
                        vv_error *error);
void vv_tgf_destroy(vv_tgf *tgf, const vv_allocator *allocator);

/* ---- Pictures (native) ------------------------------------------------------------------------------------------ */

/* Any PNG, as 8-bit RGBA. */
vv_result vv_import_png(const void *bytes, size_t count, const char *file, const vv_allocator *allocator, vv_image *out,
                        vv_error *error);

/* A drawing as layers, the furthest back first. Each image is cropped to its ink (plus a little room); `offset` says
 * where its top left pixel lies in the drawing. */
typedef struct vv_drawing_layer {
    char name[64];
    vv_image image;
    uint32_t offset_x, offset_y; /* pixels */
} vv_drawing_layer;
typedef struct vv_drawing {
    uint32_t width, height; /* pixels of the whole drawing */
    float pixels_per_unit;  /* pixels of one user unit of the SVG; 1 for PNG */
    bool has_text;          /* the SVG has <text>: what it looks like depends on the fonts of this machine */
    uint32_t layer_count;
    uint32_t layer_capacity; /* what `layers` has room for */
    vv_drawing_layer *layers;
} vv_drawing;

/* Draws each top-level group of an SVG as a layer named by its id (by Inkscape's label where the id says nothing,
 * "layer-N" where there is none; names are unique). Runs of other visible shapes between groups are one layer each. A
 * single group that only holds groups is opened. Hidden and empty groups are left out; a drawing with nothing to see is
 * refused. `longest_side`: pixels of the longer side of the drawing; 0: 1024. Nothing outside `bytes` is loaded: linked
 * pictures, style sheets and entities are left out; embedded PNG and JPEG are drawn. librsvg ends the process where the
 * C heap itself is exhausted; everything it is asked for is bounded. */
vv_result vv_import_svg(const void *bytes, size_t count, const char *file, uint32_t longest_side,
                        const vv_allocator *allocator, vv_drawing *out, vv_error *error);
/* `raw` (NULL: "layer-N", N = index + 1) as a layer's name: valid UTF-8, no control characters, slashes or leading dots,
 * at most 63 bytes, different from the names of layers[0…index). */
void vv_layer_name(const char *raw, const vv_drawing_layer *layers, uint32_t index, char name[64]);
void vv_drawing_destroy(vv_drawing *drawing, const vv_allocator *allocator);

#endif
