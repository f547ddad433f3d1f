/* In how many ways a motion can be played (4.1.2): the variant product of its groups' bodies, no body twice, sides as related. */
#include "bind.h"

#include <string.h>

/* ---- The variant product -------------------------------------------------------------------------------------------------------- */

/* A product of eight groups of a thousand bodies with relations that nearly nothing satisfies could be looked through for ever. */
enum { MOST_TRIES = 1 << 22 };

typedef struct search {
    const vv_binding *binding;
    uint32_t count, tries;
    uint16_t *variants; /* NULL: only counted */
    uint16_t bodies[VV_MOTION_MAX_GROUPS];
    int32_t sides[VV_MOTION_MAX_GROUPS];
    uint32_t offers[VV_MOTION_MAX_GROUPS]; /* bit side + 1: some candidate of the group is there */
} search;

/* Bits of the sides that go with one. */
static uint32_t sides_that_go(vv_relation_kind kind, int32_t side)
{
    if (kind == VV_RELATION_SAME_SIDE)
        return 1u << (side + 1);
    return side == 0 ? 0u : 1u << (1 - side);
}

/* Whether a body on this side may be group g's after what the groups before it have, and leaves something for those after it. */
static bool side_goes(const search *s, uint32_t g, int32_t side)
{
    const vv_motion *motion = s->binding->motion;
    const vv_relation *relations = relations_of(motion);
    for (uint32_t r = 0; r < motion->relation_count; r++) {
        uint32_t a = relations[r].a - 1, b = relations[r].b - 1;
        uint32_t other = a == g ? b : a;
        if ((a != g && b != g) || other >= s->binding->group_count || s->binding->leads[other] == VV_NONE)
            continue;
        uint32_t there = other < g ? 1u << (s->sides[other] + 1) : s->offers[other];
        if ((sides_that_go(relations[r].kind, side) & there) == 0)
            return false;
    }
    return true;
}

static bool is_taken(const search *s, uint32_t g, uint16_t body)
{
    for (uint32_t i = 0; i < g; i++)
        if (s->bodies[i] == body)
            return true;
    return false;
}

static void keep(search *s)
{
    uint32_t groups = s->binding->group_count;
    if (s->variants)
        memcpy(s->variants + (size_t)s->count * groups, s->bodies, groups * sizeof *s->bodies);
    s->count++;
}

/* Groups g and on: depth first, so variants come in the order of the groups. */
static void extend(search *s, uint32_t g)
{
    const vv_binding *binding = s->binding;
    if (g == binding->group_count) {
        keep(s);
        return;
    }
    if (binding->leads[g] == VV_NONE) {
        s->bodies[g] = NO_BODY;
        extend(s, g + 1);
        return;
    }
    selection offered = binding->channels[binding->leads[g]].plain;
    for (uint32_t e = offered.start; e < offered.start + offered.count; e++) {
        uint16_t body = binding->bodies[e];
        int32_t side = bodies_of(binding->creature)[body].side;
        if (s->count == MOST_VARIANTS || ++s->tries > MOST_TRIES)
            return;
        if (is_taken(s, g, body) || !side_goes(s, g, side))
            continue;
        s->bodies[g] = body;
        s->sides[g] = side;
        extend(s, g + 1);
    }
}

uint32_t vvi_binding_search(const vv_binding *binding, uint16_t *variants)
{
    search s = {.binding = binding, .variants = variants};
    const hung_body *bodies = bodies_of(binding->creature);
    for (uint32_t g = 0; g < binding->group_count; g++) {
        if (binding->leads[g] == VV_NONE)
            continue;
        selection offered = binding->channels[binding->leads[g]].plain;
        for (uint32_t e = offered.start; e < offered.start + offered.count; e++)
            s.offers[g] |= 1u << (bodies[binding->bodies[e]].side + 1);
    }
    extend(&s, 0);
    return s.count;
}

/* ---- One of them -------------------------------------------------------------------------------------------------------------------- */

static float distance_squared(vv_vec3 a, vv_vec3 b)
{
    vv_vec3 d = vv_vec3_sub(a, b);
    return vv_vec3_dot(d, d);
}

/* Whether two bodies are of the same limb, or one is what the other's limb hangs on. */
static bool belong_together(const hung_body *bodies, uint32_t a, uint32_t b)
{
    return a == b || (bodies[a].limb != VV_NONE && bodies[a].limb == bodies[b].limb) || bodies[a].hip == b ||
           bodies[b].hip == a;
}

/* Of what a channel selects, the body that goes with the group's: itself, or of its limb the nearest at rest. */
static uint32_t entry_beside(const vv_binding *binding, uint32_t channel, uint32_t body)
{
    const hung_body *bodies = bodies_of(binding->creature);
    selection offered = binding->channels[channel].plain;
    uint32_t best = VV_NONE;
    float least = 0.0f;
    for (uint32_t e = offered.start; e < offered.start + offered.count; e++) {
        uint32_t own = binding->bodies[e];
        float distance = own == body ? -1.0f : distance_squared(bodies[own].middle, bodies[body].middle);
        if (belong_together(bodies, own, body) && (best == VV_NONE || distance < least)) {
            best = e;
            least = distance;
        }
    }
    return best;
}

/* Bodies in the middle have no side of their own: they do what group 1 does. */
static bool follows_mirrored(const vv_binding *binding, const choice *way)
{
    if (binding->group_count == 0 || way->groups[0] == NO_BODY)
        return way->mirror;
    const stored_channel *lead = &channels_of(binding->motion)[binding->leads[0]];
    int32_t side = bodies_of(binding->creature)[way->groups[0]].side;
    return lead->mirror && lead->side != 0 && side != 0 ? side != lead->side : way->mirror;
}

void vvi_binding_choose(const vv_binding *binding, uint32_t variant, bool mirror, choice *out)
{
    const vv_motion *motion = binding->motion;
    out->mirror = mirror;
    for (uint32_t g = 0; g < VV_MOTION_MAX_GROUPS; g++)
        out->groups[g] =
            g < binding->group_count ? binding->variants[(size_t)variant * binding->group_count + g] : NO_BODY;
    out->follow_mirror = follows_mirrored(binding, out);
    for (uint32_t c = 0; c < motion->channel_count; c++) {
        uint32_t group = channels_of(motion)[c].group;
        out->at[c] = group == 0 ? VV_NONE : entry_beside(binding, c, out->groups[group - 1]);
    }
}
