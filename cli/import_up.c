/* Figures whose files have z up, as some tools write BVH: found by how they lie, and rotated by a quarter turn about
 * x, so that they stand. */
#include "cli/import.h"

/* A figure lies down that is so many times longer along z than it is high: in BVH files with y up not even dogs are. */
#define LYING_RATIO 2.5f

bool import_lies_down(const vv_take *take)
{
    uint32_t count = vv_skeleton_joint_count(take->skeleton);
    vv_affine3 *globals = vvi_allocate(NULL, count, sizeof *globals);
    if (globals == NULL)
        return false;
    vv_skeleton_globals(take->skeleton, take->turns, take->moves, globals);
    vv_vec3 low = vv_affine3_apply(globals[0], (vv_vec3){0}), high = low;
    for (uint32_t j = 1; j < count; j++) {
        vv_vec3 at = vv_affine3_apply(globals[j], (vv_vec3){0});
        low = (vv_vec3){0.0f, vvi_min(low.y, at.y), vvi_min(low.z, at.z)};
        high = (vv_vec3){0.0f, vvi_max(high.y, at.y), vvi_max(high.z, at.z)};
    }
    vvi_release(NULL, globals, count, sizeof *globals);
    return high.z - low.z > LYING_RATIO * (high.y - low.y);
}

/* The axes are rotated by R, so a rotation q in the old axes becomes R q R⁻¹; bones then point where they should at
 * rest, too. */
vv_result import_stand_up(vv_take *take, vv_error *error)
{
    const vv_quat up = {-0.70710678f, 0.0f, 0.0f, 0.70710678f}, down = {0.70710678f, 0.0f, 0.0f, 0.70710678f};
    vv_joint joints[VV_SKELETON_MAX_JOINTS];
    uint32_t count = vv_skeleton_joint_count(take->skeleton);
    vv_skeleton *standing = NULL;
    for (uint32_t j = 0; j < count; j++) {
        joints[j] = vv_skeleton_joint(take->skeleton, j);
        joints[j].translation = vv_quat_rotate(up, joints[j].translation);
        joints[j].rotation = vv_quat_multiply(vv_quat_multiply(up, joints[j].rotation), down);
    }
    vv_result result = vv_skeleton_create(count, joints, take->allocator, &standing, error);
    if (result != VV_OK)
        return result;
    vv_skeleton_destroy(take->skeleton, take->allocator);
    take->skeleton = standing;
    for (size_t i = 0; i < (size_t)take->frame_count * count; i++) {
        take->moves[i] = vv_quat_rotate(up, take->moves[i]);
        take->turns[i] = vv_quat_normalize(vv_quat_multiply(vv_quat_multiply(up, take->turns[i]), down));
    }
    return VV_OK;
}
