/* A skeleton as bytes: the verification of bytes from outside. */
#include "skeleton.h"

#include <string.h>

size_t vvi_skeleton_bytes(const vv_skeleton *skeleton) { return (size_t)skeleton->byte_count; }

/* The text ends within its bytes, and only zeros follow it. */
static bool is_name_terminated(const char *name)
{
    size_t length = 0;
    while (length < VV_SKELETON_NAME_BYTES && name[length])
        length++;
    for (size_t i = length; i < VV_SKELETON_NAME_BYTES; i++)
        if (name[i])
            return false;
    return length < VV_SKELETON_NAME_BYTES;
}

static vv_result verify_joints(const vv_skeleton *skeleton, vv_error *error)
{
    skeleton_view view = skeleton_open(skeleton);
    for (uint32_t j = 0; j < view.joint_count; j++) {
        if (!is_name_terminated(view.names[j]))
            return vvi_fail(error, VV_ERROR_FORMAT, "the name of joint %u is damaged", j);
        vv_joint joint = vv_skeleton_joint(skeleton, j);
        vv_result result = vvi_skeleton_check_joint(&joint, j, VV_ERROR_FORMAT, error);
        if (result != VV_OK)
            return result;
    }
    return vvi_skeleton_check_names(skeleton, VV_ERROR_FORMAT, error);
}

vv_result vvi_skeleton_verify(const void *bytes, size_t byte_count, vv_error *error)
{
    const vv_skeleton *skeleton = bytes;
    static const vvi_block_kind kind = {"a skeleton", SKELETON_MAGIC, SKELETON_VERSION, VVI_ALIGNMENT,
                                        sizeof(vv_skeleton)};
    vv_result result = vvi_check_block(bytes, byte_count, &kind, error);
    if (result != VV_OK)
        return result;
    if (vvi_skeleton_check_count(skeleton->joint_count, NULL) != VV_OK)
        return vvi_fail(error, VV_ERROR_FORMAT, "the joint count of the skeleton is damaged");
    vv_skeleton expected = vvi_skeleton_layout(skeleton->joint_count);
    if (memcmp(skeleton, &expected, sizeof expected) != 0 || skeleton->byte_count != byte_count)
        return vvi_fail(error, VV_ERROR_FORMAT, "the counts and offsets of the skeleton do not agree");
    return verify_joints(skeleton, error);
}
