/* Import of standard formats. Readers of text and geometry are pure C; PNG and SVG need native libraries. */
#ifndef VV_IMPORT_H
#define VV_IMPORT_H

#include "author/base/image.h"
#include "author/base/take.h"

#include <verve/rig.h>

/* ---- Geometry (pure) ------------------------------------------------------------------------------------------- */

/* The triangles of an OBJ file. Polygons are split into fans, negative indices are supported, everything else is
 * ignored. */
typedef struct vv_obj {
    uint32_t vertex_count, triangle_count;
    double *positions;   /* [3 · vertex_count] */
    uint32_t *triangles; /* [3 · triangle_count] */
} vv_obj;
vv_result vv_import_obj(const char *text, size_t length, const char *file, const vv_allocator *allocator, vv_obj *out,
                        vv_error *error);
void vv_obj_destroy(vv_obj *obj, const vv_allocator *allocator);

/* The handles of a TGF file: points that no bone uses, in file order, then the bones. */
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

/* ---- Motion and models (pure) ---------------------------------------------------------------------------------- */

/* Reads a BVH file with any order of channels and positions on any joint; CRLF, tabs, exponents and "#" comments are
 * supported. Damage is reported with its line. `scale`: metres per unit; 0: guessed so that the figure has human size
 * (1 if it is already between 0.1 and 10 m). End sites become joints "<parent> end" without channels; repeated names
 * get " 2", " 3" … The take is named after the file. y is up in BVH. */
vv_result vv_import_bvh(const char *text, size_t length, const char *file, double scale, const vv_allocator *allocator,
                        vv_take *out, vv_error *error);

/* The contents of a glTF 2.0 file, .gltf or .glb, that shapes, verbs and creatures need, from its default scene.
 * Lengths are in metres and y is up in glTF. Skeletons have no scales: scales of nodes are contained in the positions
 * of their descendants and in the binds. */
typedef struct vv_model_mesh {
    vv_form form;     /* the mesh at rest: all its triangle primitives, in the figure's frame */
    vv_vec3 *normals; /* [vertex_count], NULL if the file has none */
    /* [vertex_count] RGBA8 (red in the lowest byte, sRGB), from vertex colours times the material's base colour */
    uint32_t *colors;
    uint32_t morph_count;
    /* [morph_count] with the target fully applied; the same triangles (shared: NULL), names from the file */
    vv_form *morphs;
    /* [vertex_count · VV_SKIN3_INFLUENCES] the largest weights, with sum 1. A mesh without a skin follows its node's
     * joint; a skinned vertex without weights follows the first joint of its skin. */
    uint16_t *joints;
    float *weights;
} vv_model_mesh;
typedef struct vv_model {
    const vv_allocator *allocator;
    /* Every node that is a joint, is animated or has a mesh, and all nodes between; a root is added if there are
     * several. NULL if there are none. */
    vv_skeleton *skeleton;
    vv_affine3 *binds; /* [joint_count] inverse bind matrices; for joints without one, from the rest pose */
    uint32_t mesh_count;
    vv_model_mesh *meshes; /* one for each node with a mesh, in the order of nodes */
    uint32_t take_count;
    /* One for each animation that moves joints, sampled at `rate` from its first key to its last with the file's
     * interpolation (step, linear or cubic spline). */
    vv_take *takes;
    uint32_t warning_count;
    char warnings[8][160]; /* what was ignored: animated scales, textures, cameras … */
} vv_model;
/* Loads buffers in files beside the glTF file. */
typedef struct vv_model_files {
    vv_result (*load)(void *user, const char *path, const vv_allocator *allocator, uint8_t **bytes, size_t *count,
                      vv_error *error); /* as vv_host.load_bytes: count + 1 bytes */
    void *user;
} vv_model_files;
/* Reads a glTF file. Damage, compressed meshes and unsupported required extensions are reported with their JSON path.
 * `files` may be NULL; paths that lead outside the file's folder are rejected before load is called. rate: frames per
 * second of the takes, 1…1000; 0: 60. */
vv_result vv_import_gltf(const void *bytes, size_t count, const char *file, const vv_model_files *files, double rate,
                         const vv_allocator *allocator, vv_model *out, vv_error *error);
void vv_model_destroy(vv_model *model);

/* ---- Pictures (native) ----------------------------------------------------------------------------------------- */

/* Reads any PNG as 8-bit RGBA. */
vv_result vv_import_png(const void *bytes, size_t count, const char *file, const vv_allocator *allocator, vv_image *out,
                        vv_error *error);

/* A drawing as layers, back to front. Each image is cropped to its ink with a small padding; `offset` is the position
 * of its top left pixel in the drawing. */
typedef struct vv_drawing_layer {
    char name[64];
    vv_image image;
    uint32_t offset_x, offset_y; /* pixels */
} vv_drawing_layer;
#define VV_DRAWING_MAX_LAYERS 256u
typedef struct vv_drawing {
    uint32_t width, height; /* pixels of the whole drawing */
    float pixels_per_unit;  /* pixels of one user unit of the SVG; 1 for PNG */
    bool has_text;          /* the SVG has <text>, whose appearance depends on the fonts of this machine */
    bool has_outside;       /* the SVG refers to something outside itself, which is ignored */
    uint32_t layer_count;
    uint32_t layer_capacity; /* size of `layers` */
    vv_drawing_layer *layers;
} vv_drawing;

/* Draws each top-level group of an SVG as a layer named by its id (by Inkscape's label if the id is automatic,
 * "layer-N" if there is neither; names are unique). Runs of other visible shapes between groups are one layer each. A
 * single group that contains only groups is opened. Hidden and empty groups are dropped; a drawing without visible
 * content is an error. `longest_side`: pixels of the longer side of the drawing; 0: 1024. Nothing outside `bytes` is
 * loaded: linked pictures, style sheets and entities are ignored; embedded PNG and JPEG are drawn. librsvg ends the
 * process if the C heap is exhausted, so everything that is requested from it is bounded. */
vv_result vv_import_svg(const void *bytes, size_t count, const char *file, uint32_t longest_side,
                        const vv_allocator *allocator, vv_drawing *out, vv_error *error);
/* Makes a layer's name of `raw` (NULL: "layer-N", N = index + 1): valid UTF-8 without control characters, slashes or
 * leading dots, at most 63 bytes, different from the names of layers[0…index). */
void vv_layer_name(const char *raw, const vv_drawing_layer *layers, uint32_t index, char name[64]);
void vv_drawing_destroy(vv_drawing *drawing, const vv_allocator *allocator);

#endif
