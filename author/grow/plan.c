/* The skeleton of a plan, which other programs read, and its poses. */
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

/* A child's placement relative to its parent's. */
static vv_transform3 relative_placement(vv_transform3 parent, vv_transform3 child)
{
    vv_quat inverse = vv_quat_conjugate(parent.rotation);
    return (vv_transform3){vv_quat_rotate(inverse, vv_vec3_sub(child.position, parent.position)),
                           vv_quat_normalize(vv_quat_multiply(inverse, child.rotation))};
}

vv_result vv_plan_skeleton(const vv_creature_plan *plan, const vv_allocator *allocator, vv_skeleton **out,
                           vv_error *error)
{
    vv_joint *joints = vvi_allocate(allocator, plan->body_count, sizeof *joints);
    if (joints == NULL)
        return vvi_fail_memory(error, plan->body_count * sizeof *joints);
    for (uint32_t b = 0; b < plan->body_count; b++) {
        const vv_creature_body *body = &plan->bodies[b].body;
        vv_transform3 own = {body->position, body->rotation};
        if (body->parent != VV_NONE) {
            const vv_creature_body *parent = &plan->bodies[body->parent].body;
            own = relative_placement((vv_transform3){parent->position, parent->rotation}, own);
        }
        joints[b] = (vv_joint){plan->bodies[b].name, body->parent, own.position, own.rotation};
    }
    vv_result result = vv_skeleton_create(plan->body_count, joints, allocator, out, error);
    vvi_release(allocator, joints, plan->body_count, sizeof *joints);
    return result;
}

void vv_plan_pose(const vv_creature_plan *plan, const vv_transform3 *placements, vv_quat *turns, vv_vec3 *moves)
{
    for (uint32_t b = 0; b < plan->body_count; b++) {
        uint32_t parent = plan->bodies[b].body.parent;
        vv_transform3 own = parent == VV_NONE ? placements[b] : relative_placement(placements[parent], placements[b]);
        turns[b] = own.rotation;
        moves[b] = own.position;
    }
}

void vv_plan_globals(const vv_creature_plan *plan, const vv_transform3 *placements, vv_affine3 *globals)
{
    for (uint32_t b = 0; b < plan->body_count; b++)
        globals[b] = (vv_affine3){vv_quat_to_mat3(placements[b].rotation), placements[b].position};
}
