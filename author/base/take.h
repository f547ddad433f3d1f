/* Takes and forms: what motion and model files contain, and what verbs and shapes are made from. */
#ifndef VV_TAKE_H
#define VV_TAKE_H

#include <verve/skeleton.h>

#define VV_TAKE_MAX_FRAMES 200000u
#define VV_TAKE_MAX_VALUES 50000000u /* frames · joints */

/* A recorded motion: the pose of every joint at evenly spaced frames. */
typedef struct vv_take {
    const vv_allocator *allocator;
    char name[VV_SKELETON_NAME_BYTES];
    vv_skeleton *skeleton; /* y up, metres */
    double rate;           /* frames a second */
    uint32_t frame_count;  /* ≥ 1 */
    vv_quat *turns; /* [frame_count · joint_count] unit length, each within half a turn of the frame before (q or −q) */
    vv_vec3 *moves; /* [frame_count · joint_count] */
    /* [joint_count] Order of the BVH rotation channels, for writing them again: 0 none, else the three axes first to
     * last, two bits each (x 1, y 2, z 3), the first in the lowest bits. */
    uint8_t *orders;
} vv_take;
void vv_take_destroy(vv_take *take);

/* A skeleton with the same joints. */
vv_result vvi_skeleton_copy(const vv_skeleton *skeleton, const vv_allocator *allocator, vv_skeleton **out,
                            vv_error *error);

/* Vertices with triangles: an OBJ file, or a mesh of a glTF file with one morph target fully on. */
typedef struct vv_form {
    const vv_allocator *allocator;
    char name[VV_SKELETON_NAME_BYTES];
    uint32_t vertex_count, triangle_count;
    vv_vec3 *positions;  /* [vertex_count] metres */
    uint32_t *triangles; /* [3 · triangle_count] */
} vv_form;
void vv_form_destroy(vv_form *form);

#endif
