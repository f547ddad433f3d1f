/* Rules for bodies, names and spines: checked when a creature is created, and again when one arrives as bytes. */
#include "bodies.h"

#include <string.h>

vv_result vvi_creature_check_counts(uint32_t bodies, uint32_t own_caps, uint32_t deforms, vv_error *error)
{
    if (bodies == 0 || bodies > VV_CREATURE_MAX_BODIES)
        return vvi_fail(error, VV_ERROR_LIMIT, "a creature has 1 to %u bodies, not %u", VV_CREATURE_MAX_BODIES, bodies);
    if (own_caps > VV_CREATURE_MAX_CAPS - VV_CAP_OWN)
        return vvi_fail(error, VV_ERROR_LIMIT, "a creature has at most %u caps of its own, not %u",
                        VV_CREATURE_MAX_CAPS - VV_CAP_OWN, own_caps);
    if (deforms > VV_CREATURE_MAX_DEFORMS)
        return vvi_fail(error, VV_ERROR_LIMIT, "a creature has at most %u deforms, not %u", VV_CREATURE_MAX_DEFORMS,
                        deforms);
    return VV_OK;
}

static bool is_in_range(vv_vec3 p)
{
    return fabsf(p.x) <= VV_CREATURE_MAX_LENGTH && fabsf(p.y) <= VV_CREATURE_MAX_LENGTH &&
           fabsf(p.z) <= VV_CREATURE_MAX_LENGTH;
}

/* The rule that a body's numbers break, as the end of a sentence; NULL: none. */
static const char *find_fault(const vv_creature_body *body)
{
    if (!is_in_range(body->position))
        return "is not within 1000 metres of the creature's origin";
    if (!(fabsf(vv_quat_dot(body->rotation, body->rotation) - 1.0f) <= 1e-3f))
        return "has a turn that is not of unit length";
    if (!is_in_range(body->centre) || !is_in_range(body->low) || !is_in_range(body->high))
        return "has a centre or bounds beyond 1000 metres";
    if (body->low.x > body->high.x || body->low.y > body->high.y || body->low.z > body->high.z)
        return "has bounds whose low corner is not below its high corner";
    return NULL;
}

vv_result vvi_creature_check_body(const vv_creature_body *body, uint32_t index, uint32_t own_caps, uint32_t deforms,
                                  vv_result code, vv_error *error)
{
    if (!body->name || !vvi_is_name_valid(body->name, VV_CREATURE_NAME_BYTES))
        return vvi_fail(error, code, "the name of body %u is not 1 to %u bytes of UTF-8", index,
                        VV_CREATURE_NAME_BYTES - 1);
    const char *fault = find_fault(body);
    if (index == 0 && body->parent != VV_NONE)
        fault = "comes first, so it can have no parent";
    else if (index > 0 && body->parent == VV_NONE)
        fault = "has no parent, but only the first body may have none";
    else if (index > 0 && body->parent >= index)
        fault = "comes before its parent";
    else if (VV_CAP_OWN + own_caps < 64 && body->caps >> (VV_CAP_OWN + own_caps))
        fault = "has a cap that the creature does not name";
    else if (body->deforms >> deforms)
        fault = "responds to a deform that the creature does not name";
    return fault ? vvi_fail(error, code, "body %s %s", body->name, fault) : VV_OK;
}

static bool is_builtin_cap(const char *name)
{
    for (uint32_t cap = 0; cap < VV_CAP_OWN; cap++)
        if (strcmp(name, vv_cap_name(cap)) == 0)
            return true;
    return false;
}

vv_result vvi_creature_check_names(const char *what, uint32_t count, const char *const *names, bool caps,
                                   vv_result code, vv_error *error)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!names[i] || !vvi_is_name_valid(names[i], VV_CREATURE_NAME_BYTES))
            return vvi_fail(error, code, "the name of %s %u is not 1 to %u bytes of UTF-8", what, i,
                            VV_CREATURE_NAME_BYTES - 1);
        if (caps && is_builtin_cap(names[i]))
            return vvi_fail(error, code, "%s is a built-in cap; choose another name", names[i]);
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(names[i], names[k]) == 0)
                return vvi_fail(error, code, "two %ss are named %s", what, names[i]);
    }
    return VV_OK;
}

/* The spine is a chain if exactly one spine body has a parent outside the spine and no spine body has more than two
 * neighbours in it. */
creature_fault vvi_creature_check_spine(uint32_t count, const stored_body *bodies, uint32_t *top)
{
    uint8_t neighbours[VV_CREATURE_MAX_BODIES] = {0};
    uint32_t roots = 0;
    *top = VV_NONE;
    for (uint32_t b = 0; b < count; b++) {
        uint32_t parent = bodies[b].def_parent;
        if (bodies[b].caps & VV_CAP_BIT(VV_CAP_ROOT)) {
            if (!is_spine(&bodies[b]))
                return (creature_fault){"has the root cap, but not the spine cap", b};
            if (++roots > 1)
                return (creature_fault){"has the root cap, but another body has it already", b};
        }
        if (!is_spine(&bodies[b]))
            continue;
        if (parent == VV_NONE || !is_spine(&bodies[parent])) {
            if (*top != VV_NONE)
                return (creature_fault){"has the spine cap, but is not connected to the rest of the spine", b};
            *top = b;
        } else if (++neighbours[b] > 2 || ++neighbours[parent] > 2) {
            return (creature_fault){"makes the spine fork; the spine must be one chain", b};
        }
    }
    return (creature_fault){NULL, VV_NONE};
}

/* A rotated box extends Σ|R_ij|·h_j from its centre along axis i, where h are its half extents. */
void vvi_body_box(const stored_body *body, vv_vec3 *low, vv_vec3 *high)
{
    vv_mat3 R = vv_quat_to_mat3(body->turn);
    vv_vec3 half_extent = vv_vec3_scale(vv_vec3_sub(body->high, body->low), 0.5f);
    vv_vec3 centre = vv_vec3_add(body->place, vv_mat3_apply(R, vv_vec3_add(body->low, half_extent)));
    for (int r = 0; r < 3; r++)
        R.row[r] = (vv_vec3){fabsf(R.row[r].x), fabsf(R.row[r].y), fabsf(R.row[r].z)};
    half_extent = vv_mat3_apply(R, half_extent);
    *low = vv_vec3_sub(centre, half_extent);
    *high = vv_vec3_add(centre, half_extent);
}

void vvi_creature_box(uint32_t count, const stored_body *bodies, vv_vec3 *low, vv_vec3 *high)
{
    vvi_body_box(&bodies[0], low, high);
    for (uint32_t b = 1; b < count; b++) {
        vv_vec3 l, h;
        vvi_body_box(&bodies[b], &l, &h);
        *low = (vv_vec3){vvi_min(low->x, l.x), vvi_min(low->y, l.y), vvi_min(low->z, l.z)};
        *high = (vv_vec3){vvi_max(high->x, h.x), vvi_max(high->y, h.y), vvi_max(high->z, h.z)};
    }
}
