/* Handles that carry others. */
#include "rig.h"

/* Of the length of a bone: what begins this near to its end is connected. */
#define CONNECTED 0.02f

bool vvi_is_connected(const vv_handle *parent, const vv_handle *child)
{
    return parent->kind == VV_HANDLE_BONE && child->kind == VV_HANDLE_BONE &&
           vv_vec2_distance(parent->to, child->from) <= CONNECTED * vv_vec2_distance(parent->from, parent->to);
}

bool vvi_has_parents(uint32_t handle_count, const vv_handle *handles)
{
    for (uint32_t j = 0; j < handle_count; j++)
        if (handles[j].parent1 != 0)
            return true;
    return false;
}

bool vvi_handle_order(uint32_t handle_count, const vv_handle *handles, uint32_t *order)
{
    bool placed[VV_RIG_MAX_HANDLES] = {false};
    uint32_t count = 0;
    VV_ASSERT(handle_count <= VV_RIG_MAX_HANDLES);
    for (uint32_t j = 0; j < handle_count; j++) {
        uint32_t path[VV_RIG_MAX_HANDLES], length = 0;
        for (uint32_t at = j; at != VV_NONE && !placed[at]; at = vvi_parent(&handles[at])) {
            if (length == handle_count || (handles[at].parent1 != 0 && vvi_parent(&handles[at]) >= handle_count))
                return false;
            path[length++] = at;
        }
        while (length > 0) {
            order[count++] = path[--length];
            placed[path[length]] = true;
        }
    }
    return true;
}
