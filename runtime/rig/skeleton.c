/* Creating a skeleton: joints are checked and copied into one block. And its getters. */
#include "skeleton.h"

#include <string.h>

static bool is_move_valid(vv_vec3 move)
{
    return fabsf(move.x) <= SKELETON_MAX_MOVE && fabsf(move.y) <= SKELETON_MAX_MOVE &&
           fabsf(move.z) <= SKELETON_MAX_MOVE;
}

vv_result vvi_skeleton_check_count(uint32_t joint_count, vv_error *error)
{
    if (joint_count == 0 || joint_count > VV_SKELETON_MAX_JOINTS)
        return vvi_fail(error, VV_ERROR_LIMIT, "a skeleton has 1 to %u joints, not %u", VV_SKELETON_MAX_JOINTS,
                        joint_count);
    return VV_OK;
}

vv_result vvi_skeleton_check_joint(const vv_joint *joint, uint32_t index, vv_result code, vv_error *error)
{
    if (!joint->name || !vvi_is_name_valid(joint->name, VV_SKELETON_NAME_BYTES))
        return vvi_fail(error, code, "the name of joint %u is not 1 to %u bytes of UTF-8", index,
                        VV_SKELETON_NAME_BYTES - 1);
    if (index == 0 && joint->parent != VV_NONE)
        return vvi_fail(error, code, "the first joint, %s, is the root and must not have a parent", joint->name);
    if (index > 0 && joint->parent >= index)
        return vvi_fail(error, code, "the parent of joint %s must come before it", joint->name);
    if (!is_move_valid(joint->translation))
        return vvi_fail(error, code, "joint %s is not within %g metres of its parent", joint->name,
                        (double)SKELETON_MAX_MOVE);
    if (!(fabsf(vv_quat_dot(joint->rotation, joint->rotation) - 1.0f) <= 1e-3f))
        return vvi_fail(error, code, "the turn of joint %s is not of unit length", joint->name);
    return VV_OK;
}

vv_result vvi_skeleton_check_names(const vv_skeleton *skeleton, vv_result code, vv_error *error)
{
    skeleton_view view = skeleton_open(skeleton);
    for (uint32_t j = 1; j < view.joint_count; j++)
        for (uint32_t i = 0; i < j; i++)
            if (memcmp(view.names[i], view.names[j], VV_SKELETON_NAME_BYTES) == 0)
                return vvi_fail(error, code, "joints %u and %u are both named %s", i, j, view.names[j]);
    return VV_OK;
}

vv_skeleton vvi_skeleton_layout(uint32_t joint_count)
{
    vv_skeleton s = {.magic = SKELETON_MAGIC, .version = SKELETON_VERSION, .joint_count = joint_count};
    uint64_t cursor = sizeof s;
    s.parents = vvi_section(&cursor, joint_count, sizeof(uint32_t));
    s.moves = vvi_section(&cursor, joint_count, sizeof(vv_vec3));
    s.turns = vvi_section(&cursor, joint_count, sizeof(vv_quat));
    s.names = vvi_section(&cursor, joint_count, VV_SKELETON_NAME_BYTES);
    s.byte_count = vvi_section(&cursor, 0, 0);
    return s;
}

static void fill(uint32_t joint_count, const vv_joint *joints, vv_skeleton *skeleton)
{
    char *base = (char *)skeleton;
    uint32_t *parents = (void *)(base + skeleton->parents);
    vv_vec3 *moves = (void *)(base + skeleton->moves);
    vv_quat *turns = (void *)(base + skeleton->turns);
    for (uint32_t j = 0; j < joint_count; j++) {
        parents[j] = joints[j].parent;
        moves[j] = joints[j].translation;
        turns[j] = vv_quat_normalize(joints[j].rotation);
        memcpy(base + skeleton->names + (size_t)j * VV_SKELETON_NAME_BYTES, joints[j].name, strlen(joints[j].name));
    }
}

vv_result vv_skeleton_create(uint32_t joint_count, const vv_joint *joints, const vv_allocator *allocator,
                             vv_skeleton **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(joints != NULL);
    VV_ASSERT(out != NULL);
    vv_result result = vvi_skeleton_check_count(joint_count, error);
    for (uint32_t j = 0; result == VV_OK && j < joint_count; j++)
        result = vvi_skeleton_check_joint(&joints[j], j, VV_ERROR_ARGUMENT, error);
    if (result != VV_OK)
        return result;
    vv_skeleton header = vvi_skeleton_layout(joint_count);
    vv_skeleton *skeleton = vvi_allocate_zeroed(allocator, 1, (size_t)header.byte_count);
    if (!skeleton)
        return vvi_fail_memory(error, (size_t)header.byte_count);
    *skeleton = header;
    fill(joint_count, joints, skeleton);
    result = vvi_skeleton_check_names(skeleton, VV_ERROR_ARGUMENT, error);
    if (result != VV_OK)
        vv_skeleton_destroy(skeleton, allocator);
    else
        *out = skeleton;
    return result;
}

void vv_skeleton_destroy(vv_skeleton *skeleton, const vv_allocator *allocator)
{
    if (skeleton)
        vvi_release(allocator, skeleton, 1, (size_t)skeleton->byte_count);
}

/* ---- Getters ----------------------------------------------------------------------------------------------------- */

uint32_t vv_skeleton_joint_count(const vv_skeleton *skeleton)
{
    VV_ASSERT(skeleton != NULL);
    return skeleton->joint_count;
}

vv_joint vv_skeleton_joint(const vv_skeleton *skeleton, uint32_t joint)
{
    VV_ASSERT(skeleton != NULL);
    VV_ASSERT(joint < skeleton->joint_count);
    skeleton_view view = skeleton_open(skeleton);
    return (vv_joint){view.names[joint], view.parents[joint], view.moves[joint], view.turns[joint]};
}

uint32_t vv_skeleton_find(const vv_skeleton *skeleton, const char *name)
{
    VV_ASSERT(skeleton != NULL);
    VV_ASSERT(name != NULL);
    skeleton_view view = skeleton_open(skeleton);
    for (uint32_t j = 0; j < view.joint_count; j++)
        if (strcmp(view.names[j], name) == 0)
            return j;
    return VV_NONE;
}

bool vv_skeleton_has_same_joints(const vv_skeleton *a, const vv_skeleton *b)
{
    VV_ASSERT(a != NULL);
    VV_ASSERT(b != NULL);
    skeleton_view one = skeleton_open(a), other = skeleton_open(b);
    return one.joint_count == other.joint_count &&
           memcmp(one.parents, other.parents, one.joint_count * sizeof *one.parents) == 0 &&
           memcmp(one.names, other.names, one.joint_count * sizeof *one.names) == 0;
}

void vv_skeleton_rest(const vv_skeleton *skeleton, vv_quat *turns, vv_vec3 *moves)
{
    VV_ASSERT(skeleton != NULL);
    skeleton_view view = skeleton_open(skeleton);
    if (turns)
        memcpy(turns, view.turns, view.joint_count * sizeof *turns);
    if (moves)
        memcpy(moves, view.moves, view.joint_count * sizeof *moves);
}
