/* Takes and forms as memory. */
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

void vv_form_destroy(vv_form *form)
{
    if (form == NULL)
        return;
    vvi_release(form->allocator, form->positions, form->vertex_count, sizeof *form->positions);
    vvi_release(form->allocator, form->triangles, 3 * (size_t)form->triangle_count, sizeof *form->triangles);
    *form = (vv_form){0};
}
