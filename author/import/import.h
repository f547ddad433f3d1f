/* Standard formats in. Reading text and geometry is pure C; PNG and SVG need the native rim. */
#ifndef VV_IMPORT_H
#define VV_IMPORT_H

#include "author/base/image.h"
#include "author/base/take.h"

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

/* ---- Motion and models (pure) ---------------------------------------------------------------------------------------- */

/* A BVH file. Any order of channels, positions on any joint; CRLF, tabs, exponents and "#" comments are read; anything damaged is
 * refused with its line. `scale` metres a unit; 0: guessed so that the figure is of human size (between 0.1 and 10 m as it is:
 * 1). End sites become joints "<parent> end" without channels of their own; a name that comes again gets " 2", " 3" … The
 * take is named after the file. y is up in BVH. */
vv_result vv_import_bvh(const char *text, size_t length, const char *file, double scale, const vv_allocator *allocator,
                        vv_take *out, vv_error *error);

/* A glTF 2.0 file, .gltf or .glb: what shapes, verbs and creatures need of it, from the scene it shows. Lengths are metres and y is
 * up in glTF. Skeletons have no scales: those of nodes are in the places of what hangs below them, and in the binds. */
typedef struct vv_model_mesh {
    vv_form form;     /* the mesh at rest, all its triangle primitives joined, in the figure's frame */
    vv_vec3 *normals; /* [vertex_count], NULL where the file has none */
    /* [vertex_count] RGBA8 (red in the lowest byte, sRGB), from vertex colours times the material's base colour */
    uint32_t *colors;
    uint32_t morph_count;
    vv_form *morphs; /* [morph_count] with the target fully on; same triangles (shared: NULL), names from the file */
    /* [vertex_count · VV_SKIN3_INFLUENCES] the heaviest; weights sum to 1. Rigid parts that hang on nodes are skinned to that
     * node's joint; vertices of a skin without any weight to its first joint. */
    uint16_t *joints;
    float *weights;
} vv_model_mesh;
typedef struct vv_model {
    const vv_allocator *allocator;
    /* Every node that is a joint, moves, or carries a mesh, and all between; a root is added where there are several. NULL where
     * there is nothing. */
    vv_skeleton *skeleton;
    vv_affine3 *binds; /* [joint_count] inverse bind matrices; of joints without one, from the rest pose */
    uint32_t mesh_count;
    vv_model_mesh *meshes; /* one for each node that carries one, in the order of nodes */
    uint32_t take_count;
    /* One for each animation that moves joints, sampled at `rate` from its first key to its last (steps, lines and cubic splines
     * as the file says). */
    vv_take *takes;
    uint32_t warning_count;
    char warnings[8][160]; /* what was left out: scales that are animated, pictures on surfaces, cameras … */
} vv_model;
/* Anything damaged is refused with its JSON path; so are compressed meshes, and extensions that a file requires and Verve does not know.
 * `load` brings buffers that lie beside the file (NULL: none); paths that lead elsewhere are refused before it is asked. rate: frames
 * a second of the takes, 1…1000; 0: 60. */
typedef struct vv_model_files {
    vv_result (*load)(void *user, const char *path, const vv_allocator *allocator, uint8_t **bytes, size_t *count,
                      vv_error *error); /* as vv_host.load_bytes: count + 1 bytes */
    void *user;
} vv_model_files;
vv_result vv_import_gltf(const void *bytes, size_t count, const char *file, const vv_model_files *files, double rate,
                         const vv_allocator *allocator, vv_model *out, vv_error *error);
void vv_model_destroy(vv_model *model);

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
