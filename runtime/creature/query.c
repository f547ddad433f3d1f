/* Read-only queries about a creature. */
#include "bodies.h"

#include <string.h>

static const char *name_at(const vv_creature *c, uint32_t offset) { return (const char *)c + c->names + offset; }

uint32_t vv_creature_body_count(const vv_creature *creature)
{
    VV_ASSERT(creature != NULL);
    return creature->body_count;
}

vv_creature_body vv_creature_body_at(const vv_creature *creature, uint32_t body)
{
    VV_ASSERT(creature != NULL);
    VV_ASSERT(body < creature->body_count);
    const stored_body *b = &bodies_of(creature)[body];
    return (vv_creature_body){.name = name_at(creature, b->name),
                              .parent = b->def_parent,
                              .position = b->place,
                              .rotation = b->turn,
                              .centre = b->centre,
                              .low = b->low,
                              .high = b->high,
                              .caps = b->caps,
                              .deforms = b->deforms};
}

uint32_t vv_creature_find(const vv_creature *creature, const char *name)
{
    VV_ASSERT(creature != NULL);
    VV_ASSERT(name != NULL);
    for (uint32_t b = 0; b < creature->body_count; b++)
        if (strcmp(name_at(creature, bodies_of(creature)[b].name), name) == 0)
            return b;
    return VV_NONE;
}

uint32_t vv_creature_root(const vv_creature *creature)
{
    VV_ASSERT(creature != NULL);
    return creature->root;
}

uint32_t vv_creature_find_cap(const vv_creature *creature, const char *name)
{
    VV_ASSERT(creature != NULL);
    VV_ASSERT(name != NULL);
    for (uint32_t cap = 0; cap < VV_CAP_OWN + creature->own_cap_count; cap++)
        if (strcmp(vv_creature_cap_name(creature, cap), name) == 0)
            return cap;
    return VV_NONE;
}

const char *vv_creature_cap_name(const vv_creature *creature, uint32_t cap)
{
    VV_ASSERT(creature != NULL);
    if (cap < VV_CAP_OWN)
        return vv_cap_name(cap);
    cap -= VV_CAP_OWN;
    return cap < creature->own_cap_count ? name_at(creature, CREATURE_SECTION(creature, uint32_t, cap_names)[cap])
                                         : NULL;
}

uint32_t vv_creature_deform_count(const vv_creature *creature)
{
    VV_ASSERT(creature != NULL);
    return creature->deform_count;
}

const char *vv_creature_deform_name(const vv_creature *creature, uint32_t deform)
{
    VV_ASSERT(creature != NULL);
    VV_ASSERT(deform < creature->deform_count);
    return name_at(creature, CREATURE_SECTION(creature, uint32_t, deform_names)[deform]);
}

void vv_creature_bounds(const vv_creature *creature, vv_vec3 *low, vv_vec3 *high)
{
    VV_ASSERT(creature != NULL);
    VV_ASSERT(low != NULL);
    VV_ASSERT(high != NULL);
    *low = creature->low;
    *high = creature->high;
}

float vv_creature_limb_length(const vv_creature *creature, uint32_t body)
{
    VV_ASSERT(creature != NULL);
    VV_ASSERT(body < creature->body_count);
    return bodies_of(creature)[body].limb_length;
}

void vv_creature_rest(const vv_creature *creature, vv_transform3 *placements)
{
    VV_ASSERT(creature != NULL);
    VV_ASSERT(placements != NULL);
    for (uint32_t b = 0; b < creature->body_count; b++)
        placements[b] = (vv_transform3){bodies_of(creature)[b].place, bodies_of(creature)[b].turn};
}

uint32_t vv_creature_leg_count(const vv_creature *creature)
{
    VV_ASSERT(creature != NULL);
    return creature->leg_count;
}

vv_leg vv_creature_leg(const vv_creature *creature, uint32_t leg)
{
    VV_ASSERT(creature != NULL);
    VV_ASSERT(leg < creature->leg_count);
    return legs_of(creature)[leg].leg;
}

bool vv_creature_is_upright(const vv_creature *creature)
{
    VV_ASSERT(creature != NULL);
    return creature->upright != 0;
}

size_t vvi_creature_bytes(const vv_creature *creature) { return (size_t)creature->byte_count; }
