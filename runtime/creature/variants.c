/* The variants of a motion (4.1.2): the product of the bodies of its groups, in which no body occurs twice and sides
 * agree with the relations. */
#include "bind.h"

#include <string.h>

/* ---- The variant product ----------------------------------------------------------------------------------------- */

/* Limits the search: a product of eight groups of a thousand bodies, with relations that hardly any combination
 * satisfies, would never end. */
enum { MAX_TRIES = 1 << 22 };

typedef struct search {
    const vv_binding *binding;
    uint32_t count, try_count;
    uint16_t *variants; /* NULL: only count */
    uint16_t bodies[VV_MOTION_MAX_GROUPS];
    int32_t sides[VV_MOTION_MAX_GROUPS];
    uint32_t candidate_sides[VV_MOTION_MAX_GROUPS]; /* bit side + 1: some candidate of the group is on that side */
} search;

/* Bits of the sides that the relation allows beside `side`. */
static uint32_t compatible_sides(vv_relation_kind kind, int32_t side)
{
    if (kind == VV_RELATION_SAME_SIDE)
        return 1u << (side + 1);
    return side == 0 ? 0u : 1u << (1 - side);
}

/* Whether group g may have a body on this side, given the bodies of the groups before it, without leaving a later
 * group no candidate. */
static bool is_side_allowed(const search *s, uint32_t g, int32_t side)
{
    const vv_motion *motion = s->binding->motion;
    const vv_relation *relations = relations_of(motion);
    for (uint32_t r = 0; r < motion->relation_count; r++) {
        uint32_t a = relations[r].a - 1, b = relations[r].b - 1;
        uint32_t other = a == g ? b : a;
        if ((a != g && b != g) || other >= s->binding->group_count || s->binding->first_channels[other] == VV_NONE)
            continue;
        uint32_t other_sides = other < g ? 1u << (s->sides[other] + 1) : s->candidate_sides[other];
        if ((compatible_sides(relations[r].kind, side) & other_sides) == 0)
            return false;
    }
    return true;
}

static bool is_body_used(const search *s, uint32_t g, uint16_t body)
{
    for (uint32_t i = 0; i < g; i++)
        if (s->bodies[i] == body)
            return true;
    return false;
}

static void store_variant(search *s)
{
    uint32_t groups = s->binding->group_count;
    if (s->variants)
        memcpy(s->variants + (size_t)s->count * groups, s->bodies, groups * sizeof *s->bodies);
    s->count++;
}

/* Chooses bodies for groups g and on, depth first, so variants are ordered by group. */
static void extend_variant(search *s, uint32_t g)
{
    const vv_binding *binding = s->binding;
    if (g == binding->group_count) {
        store_variant(s);
        return;
    }
    if (binding->first_channels[g] == VV_NONE) {
        s->bodies[g] = NO_BODY;
        extend_variant(s, g + 1);
        return;
    }
    selection range = binding->channels[binding->first_channels[g]].plain;
    for (uint32_t e = range.start; e < range.start + range.count; e++) {
        uint16_t body = binding->bodies[e];
        int32_t side = bodies_of(binding->creature)[body].side;
        if (s->count == MAX_VARIANTS || ++s->try_count > MAX_TRIES)
            return;
        if (is_body_used(s, g, body) || !is_side_allowed(s, g, side))
            continue;
        s->bodies[g] = body;
        s->sides[g] = side;
        extend_variant(s, g + 1);
    }
}

uint32_t vvi_binding_find_variants(const vv_binding *binding, uint16_t *variants)
{
    search s = {.binding = binding, .variants = variants};
    const stored_body *bodies = bodies_of(binding->creature);
    for (uint32_t g = 0; g < binding->group_count; g++) {
        if (binding->first_channels[g] == VV_NONE)
            continue;
        selection range = binding->channels[binding->first_channels[g]].plain;
        for (uint32_t e = range.start; e < range.start + range.count; e++)
            s.candidate_sides[g] |= 1u << (bodies[binding->bodies[e]].side + 1);
    }
    extend_variant(&s, 0);
    return s.count;
}

/* ---- Choosing a variant ------------------------------------------------------------------------------------------ */

static float distance_squared(vv_vec3 a, vv_vec3 b)
{
    vv_vec3 d = vv_vec3_sub(a, b);
    return vv_vec3_dot(d, d);
}

/* Whether two bodies are on the same limb, or one is the hip of the other. */
static bool are_on_same_limb(const stored_body *bodies, uint32_t a, uint32_t b)
{
    return a == b || (bodies[a].limb != VV_NONE && bodies[a].limb == bodies[b].limb) || bodies[a].hip == b ||
           bodies[b].hip == a;
}

/* Among the bodies that a channel selects, the entry that goes with the body of its group: that body itself, else the
 * nearest at rest on its limb. VV_NONE: none. */
static uint32_t find_entry_for_body(const vv_binding *binding, uint32_t channel, uint32_t body)
{
    const stored_body *bodies = bodies_of(binding->creature);
    selection range = binding->channels[channel].plain;
    uint32_t best = VV_NONE;
    float least = 0.0f;
    for (uint32_t e = range.start; e < range.start + range.count; e++) {
        uint32_t candidate = binding->bodies[e];
        float distance =
            candidate == body ? -1.0f : distance_squared(bodies[candidate].rest_centre, bodies[body].rest_centre);
        if (are_on_same_limb(bodies, candidate, body) && (best == VV_NONE || distance < least)) {
            best = e;
            least = distance;
        }
    }
    return best;
}

/* Whether bodies on the sagittal plane play mirrored: they do as the body of group 1 does. */
static bool plays_centre_mirrored(const vv_binding *binding, const variant_choice *chosen)
{
    if (binding->group_count == 0 || chosen->group_bodies[0] == NO_BODY)
        return chosen->mirror;
    const stored_channel *first = &channels_of(binding->motion)[binding->first_channels[0]];
    int32_t side = bodies_of(binding->creature)[chosen->group_bodies[0]].side;
    return first->mirror && first->side != 0 && side != 0 ? side != first->side : chosen->mirror;
}

void vvi_binding_choose_variant(const vv_binding *binding, uint32_t variant, bool mirror, variant_choice *out)
{
    const vv_motion *motion = binding->motion;
    out->mirror = mirror;
    for (uint32_t g = 0; g < VV_MOTION_MAX_GROUPS; g++)
        out->group_bodies[g] =
            g < binding->group_count ? binding->variants[(size_t)variant * binding->group_count + g] : NO_BODY;
    out->central_mirror = plays_centre_mirrored(binding, out);
    for (uint32_t c = 0; c < motion->channel_count; c++) {
        uint32_t group = channels_of(motion)[c].group;
        out->entries[c] = group == 0 ? VV_NONE : find_entry_for_body(binding, c, out->group_bodies[group - 1]);
    }
}
