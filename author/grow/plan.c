/* What a plan becomes: the skeleton that other programs read, and poses of that. */
#include "author/grow/grow.h"

#include "runtime/base/base.h"

void vv_plan_destroy(vv_creature_plan *plan)
{
    if (plan == NULL)
        return;
    vvi_release(plan->allocator, plan->bodies, plan->body_count, sizeof *plan->bodies);
    vvi_release(plan->allocator, plan->own_caps, plan->own_cap_count, sizeof *plan->own_caps);
    vvi_release(plan->allocator, plan->deforms, plan->deform_count, sizeof *plan->deforms);
    *plan = (vv_creature_plan){0};
}

/* A placement seen from another. */
static vv_placement seen_from(vv_placement parent, vv_placement child)
{
    vv_quat back = vv_quat_conjugate(parent.turn);
    return (vv_placement){vv_quat_rotate(back, vv_vec3_sub(child.place, parent.place)),
                          vv_quat_normalize(vv_quat_multiply(back, child.turn))};
}

vv_result vv_plan_skeleton(const vv_creature_plan *plan, const vv_allocator *allocator, vv_skeleton **out,
                           vv_error *error)
{
    vv_joint *joints = vvi_allocate(allocator, plan->body_count, sizeof *joints);
    if (joints == NULL)
        return vvi_fail_memory(error, plan->body_count * sizeof *joints);
    for (uint32_t b = 0; b < plan->body_count; b++) {
        const vv_creature_body *body = &plan->bodies[b].body;
        vv_placement own = {body->place, body->turn};
        if (body->parent != VV_NONE) {
            const vv_creature_body *parent = &plan->bodies[body->parent].body;
            own = seen_from((vv_placement){parent->place, parent->turn}, own);
        }
        joints[b] = (vv_joint){plan->bodies[b].name, body->parent, own.place, own.turn};
    }
    vv_result result = vv_skeleton_create(plan->body_count, joints, allocator, out, error);
    vvi_release(allocator, joints, plan->body_count, sizeof *joints);
    return result;
}

void vv_plan_pose(const vv_creature_plan *plan, const vv_placement *placements, vv_quat *turns, vv_vec3 *moves)
{
    for (uint32_t b = 0; b < plan->body_count; b++) {
        uint32_t parent = plan->bodies[b].body.parent;
        vv_placement own = parent == VV_NONE ? placements[b] : seen_from(placements[parent], placements[b]);
        turns[b] = own.turn;
        moves[b] = own.place;
    }
}

void vv_plan_globals(const vv_creature_plan *plan, const vv_placement *placements, vv_affine3 *globals)
{
    for (uint32_t b = 0; b < plan->body_count; b++)
        globals[b] = (vv_affine3){vv_quat_to_mat3(placements[b].turn), placements[b].place};
}
