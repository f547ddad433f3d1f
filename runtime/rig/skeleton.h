/* The layout of a vv_skeleton, and a view of it for the files of this room. */
#ifndef VVI_RIG_SKELETON_H
#define VVI_RIG_SKELETON_H

#include "rig.h"

#define SKELETON_MAGIC    0x4c4b5356u /* "VSKL" */
#define SKELETON_VERSION  1u
#define SKELETON_MAX_MOVE 1e6f /* metres, every component of a joint's move */

struct vv_skeleton {
    uint32_t magic, version;
    uint64_t byte_count;
    uint32_t joint_count, reserved;
    uint64_t parents; /* uint32_t[joint_count] */
    uint64_t moves;   /* vv_vec3[joint_count] */
    uint64_t turns;   /* vv_quat[joint_count], of unit length */
    uint64_t names;   /* char[joint_count][VV_SKELETON_NAME_BYTES], zeros after the text */
};

typedef struct skeleton_view {
    uint32_t joint_count;
    const uint32_t *parents;
    const vv_vec3 *moves;
    const vv_quat *turns;
    const char (*names)[VV_SKELETON_NAME_BYTES];
} skeleton_view;

static inline skeleton_view skeleton_open(const vv_skeleton *skeleton)
{
    const char *base = (const char *)skeleton;
    return (skeleton_view){skeleton->joint_count, (const void *)(base + skeleton->parents),
                           (const void *)(base + skeleton->moves), (const void *)(base + skeleton->turns),
                           (const void *)(base + skeleton->names)};
}

/* The header: all of it follows from the number of joints. */
vv_skeleton vvi_skeleton_layout(uint32_t joint_count);
vv_result vvi_skeleton_check_count(uint32_t joint_count, vv_error *error);
/* Checks one joint by itself; `code` is the result for a fault. */
vv_result vvi_skeleton_check_joint(const vv_joint *joint, uint32_t index, vv_result code, vv_error *error);
/* Refuses a name that two joints have. */
vv_result vvi_skeleton_check_names(const vv_skeleton *skeleton, vv_result code, vv_error *error);

#endif
