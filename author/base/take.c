/* Memory of takes and forms. */
#include "author/base/take.h"

#include "runtime/base/base.h"

void vv_take_destroy(vv_take *take)
{
    if (take == NULL || take->skeleton == NULL)
        return;
    size_t joints = vv_skeleton_joint_count(take->skeleton), poses = take->frame_count * joints;
    vvi_release(take->allocator, take->turns, poses, sizeof *take->turns);
    vvi_release(take->allocator, take->moves, poses, sizeof *take->moves);
    vvi_release(take->allocator, take->orders, joints, sizeof *take->orders);
    vv_skeleton_destroy(take->skeleton, take->allocator);
    *take = (vv_take){0};
}

vv_result vvi_skeleton_copy(const vv_skeleton *skeleton, const vv_allocator *allocator, vv_skeleton **out,
                            vv_error *error)
{
    uint32_t count = vv_skeleton_joint_count(skeleton);
    vv_joint *joints = vvi_allocate(allocator, count, sizeof *joints);
    if (joints == NULL)
        return vvi_fail_memory(error, count * sizeof *joints);
    for (uint32_t j = 0; j < count; j++)
        joints[j] = vv_skeleton_joint(skeleton, j);
    vv_result result = vv_skeleton_create(count, joints, allocator, out, error);
    vvi_release(allocator, joints, count, sizeof *joints);
    return result;
}

void vv_form_destroy(vv_form *form)
{
    if (form == NULL)
        return;
    vvi_release(form->allocator, form->positions, form->vertex_count, sizeof *form->positions);
    vvi_release(form->allocator, form->triangles, 3 * (size_t)form->triangle_count, sizeof *form->triangles);
    *form = (vv_form){0};
}
