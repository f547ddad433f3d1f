/* Contexts (3.1): selecting bodies by filters, in this order: cap, zones, extent, then the limb modifier that goes up
 * to the spine. */
#include "bodies.h"

#include <string.h>

/* The centre zone of a box along one axis, as shares of its length; both halves include it. */
#define CENTRE_LOW  0.4f
#define CENTRE_HIGH 0.6f

typedef struct body_set {
    uint64_t words[VV_CREATURE_MAX_BODIES / 64u];
} body_set;

static void set_add(body_set *set, uint32_t body) { set->words[body / 64u] |= (uint64_t)1 << body % 64u; }
static bool set_has(const body_set *set, uint32_t body) { return (set->words[body / 64u] >> body % 64u & 1u) != 0; }

static float coordinate(vv_vec3 p, uint32_t axis) { return axis == 0 ? p.x : axis == 1 ? p.y : p.z; }

/* The bodies with the cap; all bodies if the name is empty. */
static body_set select_by_cap(const vv_creature *c, const char *name)
{
    body_set set = {{0}};
    uint32_t cap = *name ? vv_creature_find_cap(c, name) : 0;
    if (cap != VV_NONE)
        for (uint32_t b = 0; b < c->body_count; b++)
            if (!*name || bodies_of(c)[b].caps & VV_CAP_BIT(cap))
                set_add(&set, b);
    return set;
}

static void measure_set(const vv_creature *c, const body_set *set, uint32_t axis, float *low, float *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (uint32_t b = 0; b < c->body_count; b++)
        if (set_has(set, b)) {
            float x = coordinate(bodies_of(c)[b].rest_centre, axis);
            *low = vvi_min(*low, x);
            *high = vvi_max(*high, x);
        }
}

static body_set filter_by_zone(const vv_creature *c, const body_set *set, uint32_t axis, vv_zone zone, float low,
                               float high)
{
    body_set within = {{0}};
    float from = low + CENTRE_LOW * (high - low), to = low + CENTRE_HIGH * (high - low);
    for (uint32_t b = 0; b < c->body_count; b++) {
        float x = coordinate(bodies_of(c)[b].rest_centre, axis);
        if (set_has(set, b) && (zone == VV_ZONE_LOW || x >= from) && (zone == VV_ZONE_HIGH || x <= to))
            set_add(&within, b);
    }
    return within;
}

static body_set filter_by_zones(const vv_creature *c, const vv_body_context *context, const body_set *set)
{
    body_set within = *set;
    for (uint32_t axis = 0; axis < 3; axis++) {
        float low = coordinate(c->low, axis), high = coordinate(c->high, axis);
        if (context->zones[axis] == VV_ZONE_ANY)
            continue;
        if (context->setspace[axis])
            measure_set(c, set, axis, &low, &high);
        within = filter_by_zone(c, &within, axis, context->zones[axis], low, high);
    }
    return within;
}

static body_set select_farthest(const vv_creature *c, const body_set *set, vv_extent extent)
{
    uint32_t axis = ((uint32_t)extent - 1u) / 2u, best = VV_NONE;
    float sign = (uint32_t)extent % 2u ? -1.0f : 1.0f, most = 0.0f;
    body_set one = {{0}};
    for (uint32_t b = 0; b < c->body_count; b++) {
        float x = sign * coordinate(bodies_of(c)[b].rest_centre, axis);
        if (set_has(set, b) && (best == VV_NONE || x > most)) {
            best = b;
            most = x;
        }
    }
    if (best != VV_NONE)
        set_add(&one, best);
    return one;
}

static body_set replace_by_hips(const vv_creature *c, const body_set *set)
{
    body_set hips = {{0}};
    for (uint32_t b = 0; b < c->body_count; b++)
        if (set_has(set, b))
            set_add(&hips, bodies_of(c)[b].hip);
    return hips;
}

uint32_t vv_body_context_select(const vv_creature *creature, const vv_body_context *context, uint32_t *bodies)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(creature != NULL);
    VV_ASSERT(context != NULL);
    VV_ASSERT(bodies != NULL);
    VV_ASSERT(vv_body_context_is_valid(context));
    body_set set = select_by_cap(creature, context->cap);
    set = filter_by_zones(creature, context, &set);
    if (context->extent != VV_EXTENT_NONE)
        set = select_farthest(creature, &set, context->extent);
    if (context->spine)
        set = replace_by_hips(creature, &set);
    uint32_t count = 0;
    for (uint32_t b = 0; b < creature->body_count; b++)
        if (set_has(&set, b))
            bodies[count++] = b;
    return count;
}

/* ---- Validity ---------------------------------------------------------------------------------------------------- */

static bool cap_is_valid(const char *cap) { return !*cap || vvi_is_name_valid(cap, VV_CREATURE_NAME_BYTES); }

bool vv_body_context_is_valid(const vv_body_context *context)
{
    VV_ASSERT(context != NULL);
    for (uint32_t axis = 0; axis < 3; axis++)
        if ((uint32_t)context->zones[axis] > VV_ZONE_HIGH)
            return false;
    return (uint32_t)context->extent <= VV_EXTENT_FRONTMOST && cap_is_valid(context->cap);
}
