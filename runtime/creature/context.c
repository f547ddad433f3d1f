/* Contexts (3.1): which bodies are meant. Filters over the bodies: cap, zones, then the extent, then up the limb to the spine. */
#include "bodies.h"

#include <string.h>

/* The centre of a box along one axis begins and ends at these shares; halves take all of it in. */
#define CENTRE_LOW  0.4f
#define CENTRE_HIGH 0.6f

typedef struct body_set {
    uint64_t words[VV_CREATURE_MAX_BODIES / 64u];
} body_set;

static void set_add(body_set *set, uint32_t body) { set->words[body / 64u] |= (uint64_t)1 << body % 64u; }
static bool set_has(const body_set *set, uint32_t body) { return (set->words[body / 64u] >> body % 64u & 1u) != 0; }

static float along(vv_vec3 p, uint32_t axis) { return axis == 0 ? p.x : axis == 1 ? p.y : p.z; }

/* Bodies with the cap; all where it is empty. */
static body_set with_cap(const vv_creature *c, const char *name)
{
    body_set set = {{0}};
    uint32_t cap = *name ? vv_creature_find_cap(c, name) : 0;
    if (cap != VV_NONE)
        for (uint32_t b = 0; b < c->body_count; b++)
            if (!*name || bodies_of(c)[b].caps & VV_CAP_BIT(cap))
                set_add(&set, b);
    return set;
}

static void set_box(const vv_creature *c, const body_set *set, uint32_t axis, float *low, float *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (uint32_t b = 0; b < c->body_count; b++)
        if (set_has(set, b)) {
            float x = along(bodies_of(c)[b].middle, axis);
            *low = vvi_min(*low, x);
            *high = vvi_max(*high, x);
        }
}

static body_set within_zone(const vv_creature *c, const body_set *set, uint32_t axis, vv_zone zone, float low,
                            float high)
{
    body_set within = {{0}};
    float from = low + CENTRE_LOW * (high - low), to = low + CENTRE_HIGH * (high - low);
    for (uint32_t b = 0; b < c->body_count; b++) {
        float x = along(bodies_of(c)[b].middle, axis);
        if (set_has(set, b) && (zone == VV_ZONE_LOW || x >= from) && (zone == VV_ZONE_HIGH || x <= to))
            set_add(&within, b);
    }
    return within;
}

static body_set within_zones(const vv_creature *c, const vv_context *context, const body_set *set)
{
    body_set within = *set;
    for (uint32_t axis = 0; axis < 3; axis++) {
        float low = along(c->low, axis), high = along(c->high, axis);
        if (context->zones[axis] == VV_ZONE_ANY)
            continue;
        if (context->setspace[axis])
            set_box(c, set, axis, &low, &high);
        within = within_zone(c, &within, axis, context->zones[axis], low, high);
    }
    return within;
}

static body_set farthest(const vv_creature *c, const body_set *set, vv_extent extent)
{
    uint32_t axis = ((uint32_t)extent - 1u) / 2u, best = VV_NONE;
    float sign = (uint32_t)extent % 2u ? -1.0f : 1.0f, most = 0.0f;
    body_set one = {{0}};
    for (uint32_t b = 0; b < c->body_count; b++) {
        float x = sign * along(bodies_of(c)[b].middle, axis);
        if (set_has(set, b) && (best == VV_NONE || x > most)) {
            best = b;
            most = x;
        }
    }
    if (best != VV_NONE)
        set_add(&one, best);
    return one;
}

static body_set hips_of(const vv_creature *c, const body_set *set)
{
    body_set hips = {{0}};
    for (uint32_t b = 0; b < c->body_count; b++)
        if (set_has(set, b))
            set_add(&hips, bodies_of(c)[b].hip);
    return hips;
}

uint32_t vv_context_select(const vv_creature *creature, const vv_context *context, uint32_t *bodies)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(creature != NULL);
    VV_ASSERT(context != NULL);
    VV_ASSERT(bodies != NULL);
    VV_ASSERT(vv_context_is_valid(context));
    body_set set = with_cap(creature, context->cap);
    set = within_zones(creature, context, &set);
    if (context->extent != VV_EXTENT_NONE)
        set = farthest(creature, &set, context->extent);
    if (context->spine)
        set = hips_of(creature, &set);
    uint32_t count = 0;
    for (uint32_t b = 0; b < creature->body_count; b++)
        if (set_has(&set, b))
            bodies[count++] = b;
    return count;
}

/* ---- Whether they make sense -------------------------------------------------------------------------------------------------- */

static bool cap_is_valid(const char *cap) { return !*cap || vvi_name_is_sound(cap, VV_CREATURE_NAME_BYTES); }

bool vv_context_is_valid(const vv_context *context)
{
    VV_ASSERT(context != NULL);
    for (uint32_t axis = 0; axis < 3; axis++)
        if ((uint32_t)context->zones[axis] > VV_ZONE_HIGH)
            return false;
    return (uint32_t)context->extent <= VV_EXTENT_FRONTMOST && cap_is_valid(context->cap);
}
