/* Skeletons: a tree of joints, poses of it, two-bone inverse kinematics, and linear blend skins.
 *
 * A pose of a skeleton is a rotation and a translation of every joint relative to its parent. Global transforms are
 * in the frame of the character: y is up, at rest it looks along +z, its left is +x. Metres, radians. */
#ifndef VERVE_SKELETON_H
#define VERVE_SKELETON_H

#include <verve/math.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_SKELETON_MAX_JOINTS 1024u
#define VV_SKELETON_NAME_BYTES 64u /* with the ending zero */
#define VV_SKIN3_MAX_VERTICES  1000000u
#define VV_SKIN3_INFLUENCES    4u   /* joints for each vertex */
#define VV_SKIN3_MAX_BIND      1e6f /* of any number of a bind transform, ± */

typedef struct vv_joint {
    const char *name;    /* 1…63 bytes of UTF-8, no two the same */
    uint32_t parent;     /* an earlier joint; VV_NONE for the first joint, the root, and for no other */
    vv_vec3 translation; /* from the parent, at rest */
    vv_quat rotation;    /* relative to the parent, at rest; unit length */
} vv_joint;

/* Immutable, position independent: an asset contains it as it is. */
typedef struct vv_skeleton vv_skeleton;

/* Fails, and names the joint, if the comments above do not hold or a number is not finite. */
VV_API vv_result vv_skeleton_create(uint32_t joint_count, const vv_joint *joints, const vv_allocator *allocator,
                                    vv_skeleton **out, vv_error *error);
VV_API void vv_skeleton_destroy(vv_skeleton *skeleton, const vv_allocator *allocator);
VV_API uint32_t vv_skeleton_joint_count(const vv_skeleton *skeleton);
VV_API vv_joint vv_skeleton_joint(const vv_skeleton *skeleton, uint32_t joint);  /* its name points into the skeleton */
VV_API uint32_t vv_skeleton_find(const vv_skeleton *skeleton, const char *name); /* VV_NONE: there is no such joint */
/* Whether both have joints of the same names and parents; their rest poses may differ. */
VV_API bool vv_skeleton_has_same_joints(const vv_skeleton *a, const vv_skeleton *b);
/* The rest pose: rotations[joint_count], translations[joint_count]; either may be NULL. */
VV_API void vv_skeleton_rest(const vv_skeleton *skeleton, vv_quat *rotations, vv_vec3 *translations);

/* Forward kinematics: globals[joint_count] from rotations[joint_count] (of unit length) and
 * translations[joint_count]. globals[j] takes a point from the frame of joint j to the frame of the character. Never
 * allocates. */
VV_API void vv_skeleton_globals(const vv_skeleton *skeleton, const vv_quat *rotations, const vv_vec3 *translations,
                                vv_affine3 *globals);

/* Two-bone inverse kinematics: rotates the joints `upper`, `lower` and `end` so that `end` comes to `target` (in the
 * frame of the character) and keeps its own global rotation. `lower` is a child or a farther descendant of `upper`,
 * and `end` of `lower`; joints between them keep their rotations. Changes the rotations of the three joints and the
 * globals of all joints below `upper`. Returns the distance that is left between `end` and the target. Never
 * allocates.
 *
 * The limb bends in the plane in which it is bent already; if it is straight, towards `pole` (a direction in the
 * frame of the character). A target out of reach is approached softly: beyond (1 − softness) of its full length the
 * limb straightens ever more slowly, so that the knee does not pop; softness: 0…0.5. */
VV_API float vv_skeleton_solve_two_bone_ik(const vv_skeleton *skeleton, uint32_t upper, uint32_t lower, uint32_t end,
                                           vv_vec3 target, vv_vec3 pole, float softness, vv_quat *rotations,
                                           const vv_vec3 *translations, vv_affine3 *globals);

/* ---- Skins: x = Σ_k w_k G_jk B_jk x₀ ----------------------------------------------------------------------------- */

/* Which joints move which vertices. Immutable, position independent: an asset contains it as it is. */
typedef struct vv_skin3 vv_skin3;

typedef struct vv_skin3_def {
    uint32_t vertex_count, joint_count;
    const uint16_t *joints; /* [vertex_count · VV_SKIN3_INFLUENCES] */
    /* [vertex_count · VV_SKIN3_INFLUENCES] ≥ 0; those of a vertex are divided by their sum, which must be > 0. */
    const float *weights;
    /* [joint_count] inverse bind transforms: from the frame of the character to that of the joint when the skin was
     * bound; usually the inverse of the joint's global transform at rest. */
    const vv_affine3 *binds;
} vv_skin3_def;

VV_API vv_result vv_skin3_create(const vv_skin3_def *def, const vv_allocator *allocator, vv_skin3 **out,
                                 vv_error *error);
VV_API void vv_skin3_destroy(vv_skin3 *skin, const vv_allocator *allocator);
VV_API uint32_t vv_skin3_vertex_count(const vv_skin3 *skin);
VV_API uint32_t vv_skin3_joint_count(const vv_skin3 *skin);

/* Linear blend skinning: computes vertices[vertex_count] and normals[vertex_count] (of unit length; NULL: none) from
 * those at rest and globals[joint_count]. scratch[joint_count]. `vertices` may be `rest`. Never allocates. Gives the
 * same bits on every machine. */
VV_API void vv_skin3_apply(const vv_skin3 *skin, const vv_affine3 *globals, const vv_vec3 *rest,
                           const vv_vec3 *rest_normals, vv_affine3 *scratch, vv_vec3 *vertices, vv_vec3 *normals);
/* Inverse skinning (eq. 8): out[vertex_count] receives the form at rest that globals[joint_count] take to
 * vertices[vertex_count]. scratch[joint_count]. If the blended transform of a vertex compresses space by more than 1
 * : `limit` (20, for instance) in some direction, the vertex keeps its coordinate of rest[vertex_count] in that
 * direction instead of being moved far away. bad[bad_capacity] receives the indices of such vertices; returns how
 * many there are, which may be more. */
VV_API uint32_t vv_skin3_apply_inverse(const vv_skin3 *skin, const vv_affine3 *globals, const vv_vec3 *vertices,
                                       const vv_vec3 *rest, float limit, vv_affine3 *scratch, vv_vec3 *out,
                                       uint32_t bad_capacity, uint32_t *bad);

#ifdef __cplusplus
}
#endif
#endif
