/* Skeletons: joints in a tree, their poses, two-bone reach, and skins over them.
 *
 * A pose of a skeleton is a rotation and a place for every joint, in the frame of its parent. y is up, a figure at rest looks
 * along +z, its left is +x. Metres, radians. */
#ifndef VERVE_SKELETON_H
#define VERVE_SKELETON_H

#include <verve/math.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_SKELETON_MAX_JOINTS 1024u
#define VV_SKELETON_NAME_BYTES 64u /* with the ending zero */
#define VV_SKIN3_MAX_VERTICES  1000000u
#define VV_SKIN3_INFLUENCES    4u
#define VV_SKIN3_MAX_BIND      1e6f /* of any number of a bind transform, either way */

typedef struct vv_joint {
    const char *name; /* 1…63 bytes of UTF-8, no two the same */
    uint32_t parent;  /* an earlier joint; VV_NONE for the first, the root, and for it alone */
    vv_vec3 move;     /* from the parent, at rest */
    vv_quat turn;     /* relative to the parent, at rest; unit length */
} vv_joint;

/* Immutable, position independent: an asset holds it as it is. */
typedef struct vv_skeleton vv_skeleton;

VV_API vv_result vv_skeleton_create(uint32_t joint_count, const vv_joint *joints, const vv_allocator *allocator,
                                    vv_skeleton **out, vv_error *error);
VV_API void vv_skeleton_destroy(vv_skeleton *skeleton, const vv_allocator *allocator);
VV_API uint32_t vv_skeleton_joint_count(const vv_skeleton *skeleton);
VV_API vv_joint vv_skeleton_joint(const vv_skeleton *skeleton, uint32_t joint);  /* its name points into the skeleton */
VV_API uint32_t vv_skeleton_find(const vv_skeleton *skeleton, const char *name); /* VV_NONE if there is none */
/* Whether both have the same joints: names and parents; places at rest may differ. */
VV_API bool vv_skeleton_same(const vv_skeleton *a, const vv_skeleton *b);
/* The pose at rest: turns[joint_count], moves[joint_count]; either may be NULL. */
VV_API void vv_skeleton_rest(const vv_skeleton *skeleton, vv_quat *turns, vv_vec3 *moves);

/* To the frame of the figure: globals[joint_count] from turns[joint_count] (unit length) and moves[joint_count]. A point x of
 * joint j lies at globals[j](x). Never allocates. */
VV_API void vv_skeleton_globals(const vv_skeleton *skeleton, const vv_quat *turns, const vv_vec3 *moves,
                                vv_affine3 *globals);

/* Turns `upper`, `lower` and `end` so that the joint `end` comes to `target` (figure's frame) and keeps its own global rotation.
 * lower is a child of upper and end of lower, or farther descendants: what lies between stays as it is. The knee keeps its
 * side: it bends in the plane it already bends in, or where the leg is straight towards `pole` (a direction in the figure's frame).
 * A target out of reach is approached softly: beyond (1 − softness) of the full length the leg straightens ever more slowly, so
 * that the knee never pops; softness 0…0.5. Changes turns of upper, lower, end, and globals of all below upper. Returns how
 * far the end is from the target afterwards. Never allocates. */
VV_API float vv_skeleton_reach(const vv_skeleton *skeleton, uint32_t upper, uint32_t lower, uint32_t end,
                               vv_vec3 target, vv_vec3 pole, float softness, vv_quat *turns, const vv_vec3 *moves,
                               vv_affine3 *globals);

/* ---- Skins: x = Σ_k w_k G_jk B_jk x₀ ----------------------------------------------------------------------------------- */

/* Which joints move which vertices. Immutable, position independent. */
typedef struct vv_skin3 vv_skin3;

typedef struct vv_skin3_def {
    uint32_t vertex_count, joint_count;
    const uint16_t *joints; /* [vertex_count · VV_SKIN3_INFLUENCES] */
    const float
        *weights; /* [vertex_count · VV_SKIN3_INFLUENCES] ≥ 0, each vertex's divided by their sum, which is > 0 */
    const vv_affine3
        *binds; /* [joint_count] from the figure's frame to the joint's, when the skin was bound: the inverse of
                                the joint's global transform at rest, usually */
} vv_skin3_def;

VV_API vv_result vv_skin3_create(const vv_skin3_def *def, const vv_allocator *allocator, vv_skin3 **out,
                                 vv_error *error);
VV_API void vv_skin3_destroy(vv_skin3 *skin, const vv_allocator *allocator);
VV_API uint32_t vv_skin3_vertex_count(const vv_skin3 *skin);
VV_API uint32_t vv_skin3_joint_count(const vv_skin3 *skin);

/* Moves vertices (and normals, NULL: none; they come out of unit length) from rest to where globals[joint_count] take them.
 * scratch[joint_count]. `vertices` may be `rest`. Never allocates; the same bits everywhere. */
VV_API void vv_skin3_apply(const vv_skin3 *skin, const vv_affine3 *globals, const vv_vec3 *rest,
                           const vv_vec3 *rest_normals, vv_affine3 *scratch, vv_vec3 *vertices, vv_vec3 *normals);
/* Eq. 8: the form at rest that globals[joint_count] would take to `vertices`. Where a vertex's blended transform squeezes
 * space more than 1 : `limit` (20, say) in some direction, that direction is left as it is at rest (`rest` says where that is)
 * instead of blown up, and the vertex is told: `bad` receives the indices of up to bad_capacity such vertices. Returns how
 * many there are. */
VV_API uint32_t vv_skin3_unapply(const vv_skin3 *skin, const vv_affine3 *globals, const vv_vec3 *vertices,
                                 const vv_vec3 *rest, float limit, vv_affine3 *scratch, vv_vec3 *out,
                                 uint32_t bad_capacity, uint32_t *bad);

#ifdef __cplusplus
}
#endif
#endif
