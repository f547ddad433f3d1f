/* The door of runtime/rig: what other rooms may use of skins, posers and skeletons beyond the public headers. */
#ifndef VVI_RIG_H
#define VVI_RIG_H

#include <verve/rig.h>
#include <verve/skeleton.h>

#include "runtime/base/base.h"
#include "runtime/base/lanes.h"

/* The index of a handle's parent, or VV_NONE. */
static inline uint32_t vvi_parent(const vv_handle *handle) { return handle->parent1 - 1u; }
_Static_assert(VV_NONE == UINT32_MAX, "0 - 1 is none");

/* Whether a bone begins where another ends. */
bool vvi_is_connected(const vv_handle *parent, const vv_handle *child);
bool vvi_has_parents(uint32_t handle_count, const vv_handle *handles);
/* order[handle_count]: all handles, parents before their children. False if one names a handle that does not exist or
 * carries itself. At most VV_RIG_MAX_HANDLES. */
bool vvi_handle_order(uint32_t handle_count, const vv_handle *handles, uint32_t *order);

/* Prepared objects as bytes: an asset copies them and uses them in place, at any address that is a multiple of 16.
 * `verify` checks every count, offset, index and number; bytes that pass are safe to use, wherever they come from.
 * Equal defs give equal bytes. */
size_t vvi_skin_bytes(const vv_skin *skin);
vv_result vvi_skin_verify(const void *bytes, size_t byte_count, vv_error *error);
/* The rest position of one vertex, and its weights[handle_count] unless that is NULL. */
vv_vec2 vvi_skin_read_vertex(const vv_skin *skin, uint32_t vertex, float *weights);
size_t vvi_poser_bytes(const vv_poser *poser);
vv_result vvi_poser_verify(const void *bytes, size_t byte_count, vv_error *error);

/* vv_skin_apply in a chosen width. Every width gives the same bits. */
void vvi_skin_apply_width(const vv_skin *skin, const vv_affine *pose, vv_vec2 *vertices, vvi_width width);

/* Forces on the vertices as generalised forces on the handles: sums[handle_count][6] = Σ w_ij f ⊗ (r.x, r.y, 1), the
 * three of f.x, then the three of f.y, where r are the skin's rest positions. Every width gives the same bits. */
void vvi_skin_gather(const vv_skin *skin, const vv_vec2 *forces, double (*sums)[6], vvi_width width);

/* out = M x with real symmetric M[columns][stride] and complex x, out[2][stride]: real parts, then imaginary parts.
 * The stride is a multiple of four; what lies beyond the columns is zero. */
void vvi_real_apply(vvi_width width, uint32_t stride, uint32_t columns, const double *M, const double *x, double *out);

/* For tests: the as-rigid-as-possible energy of the last solved pose, with each cluster at its best rotation; in
 * joules for a stiffness of one newton a metre. */
double vvi_posing_energy(const vv_posing *posing);
/* For tests: chooses the width of the loops. */
void vvi_posing_set_width(vv_posing *posing, vvi_width width);

/* The gradients, in a triangle at rest, of the basis functions w_j·(x − pivot_j).x, w_j·(x − pivot_j).y and w_j
 * of every handle that moves it. Returns the number of gradients (at most 3 · handle_count); columns[] names their
 * unknowns. */
uint32_t vvi_basis_gradients(const vv_mesh *mesh, uint32_t triangle, uint32_t handle_count, const vv_handle *handles,
                             const float *weights, double (*gradients)[2], uint32_t *columns);

/* Groups triangles into clusters that each share one rotation. */
typedef struct vvi_cluster_task {
    const vv_mesh *mesh;
    const float *weights; /* [vertex_count · handle_count], normalised */
    uint32_t handle_count;
    const double *areas;    /* [triangle_count] */
    uint32_t cluster_count; /* the greatest number of clusters, unless there are more components */
} vvi_cluster_task;

/* Fills clusters[triangle_count] and components[triangle_count] (the cluster and the connected component of each
 * triangle) and their counts. False without memory. */
bool vvi_cluster_triangles(const vvi_cluster_task *task, const vv_allocator *allocator, uint32_t *clusters,
                           uint32_t *cluster_count, uint32_t *components, uint32_t *component_count);

/* Divides a row of weights by its sum. False where a weight is not within ±VV_RIG_MAX_WEIGHT, or the sum differs from
 * 1 by more than 1e-3. */
bool vvi_weights_normalize(uint32_t handle_count, const float *row, float *out);

/* As above for skeletons and their skins, at multiples of 64. */
size_t vvi_skeleton_bytes(const vv_skeleton *skeleton);
vv_result vvi_skeleton_verify(const void *bytes, size_t byte_count, vv_error *error);
/* vv_skeleton_globals in a chosen width. Every width gives the same bits. */
void vvi_skeleton_globals_width(const vv_skeleton *skeleton, const vv_quat *turns, const vv_vec3 *moves,
                                vv_affine3 *globals, vvi_width width);
/* Rotates a joint about its own position, by a rotation in the figure's frame. Updates its turn, and the globals of
 * the joint and its descendants. */
void vvi_skeleton_turn(const vv_skeleton *skeleton, uint32_t joint, vv_quat rotation, vv_quat *turns,
                       const vv_vec3 *moves, vv_affine3 *globals);
size_t vvi_skin3_bytes(const vv_skin3 *skin3);
vv_result vvi_skin3_verify(const void *bytes, size_t byte_count, vv_error *error);
/* vv_skin3_apply in a chosen width. Every width gives the same bits. */
void vvi_skin3_apply_width(const vv_skin3 *skin, const vv_affine3 *globals, const vv_vec3 *rest,
                           const vv_vec3 *rest_normals, vv_affine3 *scratch, vv_vec3 *vertices, vv_vec3 *normals,
                           vvi_width width);

#endif
