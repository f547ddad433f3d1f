/* Any bytes as a BVH: a take of finite, unit, continuous rotations that can be written again, or an error with a
 * message. */
#include "author/export/model.h"
#include "author/import/import.h"
#include "runtime/base/base.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_take(const vv_take *take)
{
    uint32_t joints = vv_skeleton_joint_count(take->skeleton);
    size_t poses = (size_t)joints * take->frame_count;
    if (!vvi_all_finite(&take->moves[0].x, 3 * poses))
        __builtin_trap();
    for (size_t i = 0; i < poses; i++) {
        float length = vv_quat_dot(take->turns[i], take->turns[i]);
        if (!(fabsf(length - 1.0f) < 1e-5f))
            __builtin_trap();
        if (i >= joints && vv_quat_dot(take->turns[i], take->turns[i - joints]) < 0.0f)
            __builtin_trap();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    vv_take take = {0};
    vv_error error = {0};
    if (vv_import_bvh((const char *)data, size, "fuzz.bvh", 0, NULL, &take, &error) != VV_OK) {
        if (!error.message[0])
            __builtin_trap();
        return 0;
    }
    check_take(&take);
    vv_bytes bytes = {0};
    if (vv_export_bvh(&take, NULL, &bytes, &error) != VV_OK)
        __builtin_trap();
    vv_bytes_release(&bytes, NULL);
    vv_take_destroy(&take);
    return 0;
}
