/* Export of motion and models as standard files in memory (pure). */
#ifndef VV_EXPORT_MODEL_H
#define VV_EXPORT_MODEL_H

#include "author/base/take.h"

/* The bytes of a file; release with vv_bytes_release. */
typedef struct vv_bytes {
    uint8_t *data;
    size_t count;
} vv_bytes;
void vv_bytes_release(vv_bytes *bytes, const vv_allocator *allocator);

/* Writes a take as a BVH file: joints have the rotation orders they were read with (otherwise zxy), angles are in
 * degrees and continuous from frame to frame, and the root and joints that translate have positions. Reading it again
 * gives the same motion within 1e-4 rad and 1e-5 m. */
vv_result vv_export_bvh(const vv_take *take, const vv_allocator *allocator, vv_bytes *out, vv_error *error);
/* A skinned mesh for vv_export_gltf: joints and weights as in vv_skin3_def, binds[joint_count]. */
typedef struct vv_gltf_figure {
    const vv_form *form;
    const vv_vec3 *normals; /* may be NULL */
    const uint32_t *colors; /* RGBA8, may be NULL */
    const uint16_t *joints;
    const float *weights;
    const vv_affine3 *binds;
} vv_gltf_figure;
/* Writes a take as glTF 2.0 (.glb if `binary`, else .gltf with an embedded buffer): nodes, an animation, and the
 * figure as a skinned mesh unless figure or figure->form is NULL. */
vv_result vv_export_gltf(const vv_take *take, const vv_gltf_figure *figure, bool binary, const vv_allocator *allocator,
                         vv_bytes *out, vv_error *error);

/* A surface for vv_export_obj; normals may be NULL. Numbers read back as the same floats. */
typedef struct vv_obj_file {
    const char *name;
    uint32_t vertex_count, triangle_count;
    const vv_vec3 *positions, *normals; /* [vertex_count] */
    const uint32_t *triangles;          /* [3 · triangle_count] */
} vv_obj_file;
vv_result vv_export_obj(const vv_obj_file *file, const vv_allocator *allocator, vv_bytes *out, vv_error *error);

#endif
