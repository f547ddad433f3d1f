/* Posing a body that has a skeleton: pins pull at its bones, and what is on no skeleton follows as rigidly as
 * possible. */
#include "build.h"

#include "runtime/base/base.h"

#include <string.h>

static bool is_on_skeleton(const vv_body *body, uint32_t handle)
{
    if (body->handles[handle].parent1 != 0)
        return true;
    for (uint32_t h = 0; h < body->handle_count; h++)
        if (body->handles[h].parent1 == handle + 1)
            return true;
    return false;
}

bool vv_body_has_skeleton(const vv_body *body)
{
    for (uint32_t h = 0; h < body->handle_count; h++)
        if (body->handles[h].parent1 != 0)
            return true;
    return false;
}

uint32_t vv_body_strongest(const vv_body *body, const vv_mesh_point *at)
{
    uint32_t best = 0, count = body->handle_count;
    float most = -1.0f;
    for (uint32_t h = 0; h < count; h++) {
        float sum = 0.0f;
        for (uint32_t i = 0; i < 3; i++)
            sum +=
                at->weights[i] * body->weights[(size_t)body->mesh.triangles[3 * (size_t)at->triangle + i] * count + h];
        if (sum > most) {
            most = sum;
            best = h;
        }
    }
    return best;
}

static vv_vec2 rest_point(const vv_body *body, const vv_mesh_point *at)
{
    vv_vec2 sum = {0.0f, 0.0f};
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t v = body->mesh.triangles[3 * (size_t)at->triangle + i];
        sum = vv_vec2_add(sum, vv_vec2_scale(body->mesh.positions[v], at->weights[i]));
    }
    return sum;
}

bool vv_body_pin_bone(const vv_body *body, vv_pin *pin)
{
    uint32_t handle = pin->kind == VV_PIN_MESH_POINT ? vv_body_strongest(body, &pin->at) : pin->handle;
    if (!is_on_skeleton(body, handle))
        return false;
    if (pin->kind == VV_PIN_MESH_POINT) {
        pin->from = rest_point(body, &pin->at);
        pin->handle = handle;
        pin->kind = VV_PIN_POSITION;
    }
    return true;
}

/* What is not on a skeleton, while that is held. */
static vv_result pose_others(const vv_body *body, vv_posing *posing, const vv_body_pull *pull, const vv_affine *start,
                             vv_affine *pose, vv_error *error)
{
    vv_pin pins[2 * VV_RIG_MAX_HANDLES];
    uint32_t count = 0;
    for (uint32_t h = 0; h < body->handle_count; h++)
        if (is_on_skeleton(body, h))
            pins[count++] = (vv_pin){.kind = VV_PIN_STRETCH,
                                     .handle = h,
                                     .from = body->handles[h].from,
                                     .to = vv_affine_apply(pose[h], body->handles[h].from),
                                     .linear = pose[h].linear};
    if (count == body->handle_count)
        return VV_OK;
    for (uint32_t i = 0; i < pull->pin_count; i++) {
        vv_pin pin = pull->pins[i];
        if (!vv_body_pin_bone(body, &pin) && count < 2 * VV_RIG_MAX_HANDLES)
            pins[count++] = pin;
    }
    vv_result result = vv_posing_set_pose(posing, start, error);
    if (result == VV_OK)
        result = vv_posing_set_pins(posing, count, pins, error);
    if (result != VV_OK)
        return result;
    vv_posing_solve(posing, pull->iterations, pull->tolerance);
    for (uint32_t h = 0; h < body->handle_count; h++)
        if (!is_on_skeleton(body, h))
            pose[h] = vv_posing_pose(posing)[h];
    return VV_OK;
}

vv_result vv_body_pull_pose(const vv_body *body, vv_posing *posing, const vv_body_pull *pull, const vv_affine *start,
                            vv_affine *pose, vv_error *error)
{
    vv_pin pins[VV_RIG_MAX_HANDLES];
    uint32_t count = 0;
    for (uint32_t i = 0; i < pull->pin_count && count < VV_RIG_MAX_HANDLES; i++) {
        pins[count] = pull->pins[i];
        count += vv_body_pin_bone(body, &pins[count]);
    }
    vv_bones_pull(body->handle_count, body->handles, pull->bones, count, pins, start, pose);
    return pose_others(body, posing, pull, start, pose, error);
}
