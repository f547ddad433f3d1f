/* Binding a motion to a creature (4.1): every context is evaluated once, so that playing only walks along lists. */
#include "bind.h"

#include <string.h>

/* ---- What channels select ---------------------------------------------------------------------------------------- */

static bool depends_on_side(const vv_body_context *context)
{
    return context->zones[0] == VV_ZONE_LOW || context->zones[0] == VV_ZONE_HIGH ||
           context->extent == VV_EXTENT_LEFTMOST || context->extent == VV_EXTENT_RIGHTMOST;
}

static vv_body_context mirror_context(const vv_body_context *context)
{
    vv_body_context image = *context;
    if (image.zones[0] == VV_ZONE_LOW || image.zones[0] == VV_ZONE_HIGH)
        image.zones[0] = image.zones[0] == VV_ZONE_LOW ? VV_ZONE_HIGH : VV_ZONE_LOW;
    if (image.extent == VV_EXTENT_LEFTMOST || image.extent == VV_EXTENT_RIGHTMOST)
        image.extent = image.extent == VV_EXTENT_LEFTMOST ? VV_EXTENT_RIGHTMOST : VV_EXTENT_LEFTMOST;
    return image;
}

/* The candidate nearest to the body at rest, other than the body itself: hands clap with each other. */
static uint16_t find_nearest(const stored_body *bodies, uint32_t body, const uint32_t *candidates,
                             uint32_t candidate_count)
{
    uint16_t best = NO_BODY;
    float least = 0.0f;
    for (uint32_t i = 0; i < candidate_count; i++) {
        vv_vec3 delta = vv_vec3_sub(bodies[candidates[i]].rest_centre, bodies[body].rest_centre);
        float distance = vv_vec3_dot(delta, delta);
        if (candidates[i] != body && (best == NO_BODY || distance < least)) {
            best = (uint16_t)candidates[i];
            least = distance;
        }
    }
    return best;
}

/* Lists whose length is not known beforehand: a first pass with bodies NULL counts, a second one fills. */
typedef struct selection_lists {
    const vv_motion *motion;
    const vv_creature *creature;
    uint32_t count;
    uint16_t *bodies, *relative_bodies;
} selection_lists;

static selection select_channel(selection_lists *l, const stored_channel *channel, bool mirrored)
{
    uint32_t selected[VV_CREATURE_MAX_BODIES], candidates[VV_CREATURE_MAX_BODIES], candidate_count = 0;
    vv_body_context context = mirrored ? mirror_context(&channel->context) : channel->context;
    selection range = {l->count, vv_body_context_select(l->creature, &context, selected)};
    l->count += range.count;
    if (!l->bodies)
        return range;
    if (channel->secondary == VV_SECONDARY_BODIES && channel->relative_group == 0) {
        context = mirrored ? mirror_context(&channel->relative) : channel->relative;
        candidate_count = vv_body_context_select(l->creature, &context, candidates);
    }
    for (uint32_t i = 0; i < range.count; i++) {
        l->bodies[range.start + i] = (uint16_t)selected[i];
        l->relative_bodies[range.start + i] =
            find_nearest(bodies_of(l->creature), selected[i], candidates, candidate_count);
    }
    return range;
}

/* A channel with a group plays on the body of its variant whether mirrored or not. */
static bool needs_mirror_list(const stored_channel *channel)
{
    bool relative = channel->secondary == VV_SECONDARY_BODIES && depends_on_side(&channel->relative);
    return channel->group == 0 && (depends_on_side(&channel->context) || relative);
}

static void select_all(selection_lists *l, bound_channel *channels)
{
    l->count = 0;
    for (uint32_t c = 0; c < l->motion->channel_count; c++) {
        const stored_channel *channel = &channels_of(l->motion)[c];
        bound_channel bound = {.plain = select_channel(l, channel, false)};
        bound.mirrored = needs_mirror_list(channel) ? select_channel(l, channel, true) : bound.plain;
        if (channels)
            channels[c] = bound;
    }
}

/* ---- Creation ---------------------------------------------------------------------------------------------------- */

static void find_first_channels(vv_binding *binding)
{
    for (uint32_t g = 0; g < VV_MOTION_MAX_GROUPS; g++)
        binding->first_channels[g] = VV_NONE;
    for (uint32_t c = binding->motion->channel_count; c-- > 0;) {
        const stored_channel *channel = &channels_of(binding->motion)[c];
        if (channel->group != 0)
            binding->first_channels[channel->group - 1] = c;
        binding->has_relative_channels |= channel->secondary == VV_SECONDARY_BODIES;
    }
}

static void find_deforms(vv_binding *binding)
{
    const vv_motion *motion = binding->motion;
    for (uint32_t t = 0; t < motion->track_count; t++) {
        binding->deforms[t] = UINT8_MAX;
        for (uint32_t d = 0; d < vv_creature_deform_count(binding->creature); d++)
            if (tracks_of(motion)[t].kind == VV_TRACK_DEFORM &&
                strcmp(tracks_of(motion)[t].deform, vv_creature_deform_name(binding->creature, d)) == 0)
                binding->deforms[t] = (uint8_t)d;
    }
}

static uint32_t count_variants(const vv_binding *binding)
{
    if (!vv_branch_matches(&binding->motion->branch, binding->creature) || binding->entry_count == 0)
        return 0;
    return vvi_binding_find_variants(binding, NULL);
}

/* Allocates the block, with space for the lists and for counts->variant_count variants. */
static vv_binding *allocate_binding(const vv_binding *counts)
{
    const vv_motion *motion = counts->motion;
    uint64_t cursor = sizeof(vv_binding);
    uint64_t channels = vvi_section(&cursor, motion->channel_count, sizeof(bound_channel));
    uint64_t bodies = vvi_section(&cursor, counts->entry_count, sizeof(uint16_t));
    uint64_t relatives = vvi_section(&cursor, counts->entry_count, sizeof(uint16_t));
    uint64_t variants = vvi_section(&cursor, (uint64_t)counts->variant_count * counts->group_count, sizeof(uint16_t));
    uint64_t deforms = vvi_section(&cursor, motion->track_count, sizeof(uint8_t));
    vv_binding *binding = vvi_allocate(counts->allocator, 1, (size_t)cursor);
    if (!binding)
        return NULL;
    *binding = *counts;
    binding->byte_count = (size_t)cursor;
    binding->channels = (void *)((char *)binding + channels);
    binding->bodies = (void *)((char *)binding + bodies);
    binding->relative_bodies = (void *)((char *)binding + relatives);
    binding->variants = (void *)((char *)binding + variants);
    binding->deforms = (void *)((char *)binding + deforms);
    return binding;
}

/* The number of variants is only known once the lists exist, so the block is allocated again with space for them. */
static vv_binding *add_variants(vv_binding *old)
{
    vv_binding *binding = allocate_binding(old);
    if (binding) {
        memcpy(binding->channels, old->channels, old->motion->channel_count * sizeof *old->channels);
        memcpy(binding->bodies, old->bodies, old->entry_count * sizeof *old->bodies);
        memcpy(binding->relative_bodies, old->relative_bodies, old->entry_count * sizeof *old->relative_bodies);
        memcpy(binding->deforms, old->deforms, old->motion->track_count);
        vvi_binding_find_variants(binding, binding->variants);
    }
    vv_binding_destroy(old);
    return binding;
}

vv_result vv_binding_create(const vv_motion *motion, const vv_creature *creature, const vv_allocator *allocator,
                            vv_binding **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(motion != NULL);
    VV_ASSERT(creature != NULL);
    VV_ASSERT(out != NULL);
    selection_lists l = {.motion = motion, .creature = creature};
    select_all(&l, NULL);
    vv_binding counts = {.motion = motion,
                         .creature = creature,
                         .allocator = allocator,
                         .group_count = motion->group_count,
                         .entry_count = l.count};
    find_first_channels(&counts);
    vv_binding *binding = allocate_binding(&counts);
    if (binding) {
        l.bodies = binding->bodies;
        l.relative_bodies = binding->relative_bodies;
        select_all(&l, binding->channels);
        find_deforms(binding);
        binding->variant_count = count_variants(binding);
        if (binding->variant_count > 0 && binding->group_count > 0)
            binding = add_variants(binding);
    }
    if (!binding)
        return vvi_fail_memory(error, sizeof *binding + 4u * l.count);
    *out = binding;
    return VV_OK;
}

void vv_binding_destroy(vv_binding *binding)
{
    if (binding)
        vvi_release(binding->allocator, binding, 1, binding->byte_count);
}

/* ---- Queries ----------------------------------------------------------------------------------------------------- */

const vv_motion *vv_binding_motion(const vv_binding *binding)
{
    VV_ASSERT(binding != NULL);
    return binding->motion;
}

const vv_creature *vv_binding_creature(const vv_binding *binding)
{
    VV_ASSERT(binding != NULL);
    return binding->creature;
}

uint32_t vv_binding_variant_count(const vv_binding *binding)
{
    VV_ASSERT(binding != NULL);
    return binding->variant_count;
}

uint32_t vv_binding_group_count(const vv_binding *binding)
{
    VV_ASSERT(binding != NULL);
    return binding->group_count;
}

uint32_t vv_binding_variant_body(const vv_binding *binding, uint32_t variant, uint32_t group)
{
    VV_ASSERT(binding != NULL);
    VV_ASSERT(variant < binding->variant_count && group - 1 < binding->group_count);
    uint16_t body = binding->variants[(size_t)variant * binding->group_count + group - 1];
    return body == NO_BODY ? VV_NONE : body;
}

uint32_t vv_binding_nearest_variant(const vv_binding *binding, vv_vec3 place)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(binding != NULL);
    uint32_t best = VV_NONE;
    float least = 0.0f;
    for (uint32_t v = 0; v < binding->variant_count; v++) {
        uint16_t body = binding->group_count > 0 ? binding->variants[(size_t)v * binding->group_count] : NO_BODY;
        if (body == NO_BODY)
            return 0;
        vv_vec3 delta = vv_vec3_sub(bodies_of(binding->creature)[body].rest_centre, place);
        float distance = vv_vec3_dot(delta, delta);
        if (best == VV_NONE || distance < least) {
            best = v;
            least = distance;
        }
    }
    return best;
}

/* ---- Bodies that a channel moves, with ownership ----------------------------------------------------------------- */

/* Positions, rotations and each deform have an owner each. */
enum { OWNED_KINDS = 2 + VV_CREATURE_MAX_DEFORMS };

static bool claim_channel(const vv_binding *binding, uint32_t c, uint8_t (*owners)[OWNED_KINDS], uint32_t body)
{
    const stored_channel *channels = channels_of(binding->motion), *channel = &channels[c];
    bool any = false;
    for (uint32_t t = channel->first_track; t < channel->first_track + channel->track_count; t++) {
        uint32_t kind = tracks_of(binding->motion)[t].kind;
        if (kind == VV_TRACK_POSITION || kind == VV_TRACK_ROTATION)
            any |= claim_ownership(&owners[body][kind], channels, c);
        else if (kind == VV_TRACK_DEFORM && binding->deforms[t] != UINT8_MAX)
            any |= claim_ownership(&owners[body][2 + binding->deforms[t]], channels, c);
    }
    return any;
}

uint32_t vv_binding_bodies(const vv_binding *binding, uint32_t variant, uint32_t channel, uint32_t *bodies,
                           bool *mirrored)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(binding != NULL);
    VV_ASSERT(bodies != NULL);
    VV_ASSERT(channel < binding->motion->channel_count);
    if (variant >= binding->variant_count)
        return 0;
    uint8_t owners[VV_CREATURE_MAX_BODIES][OWNED_KINDS];
    memset(owners, 0, vv_creature_body_count(binding->creature) * sizeof owners[0]);
    variant_choice chosen;
    vvi_binding_choose_variant(binding, variant, false, &chosen);
    const stored_channel *channels = channels_of(binding->motion);
    uint32_t count = 0;
    for (uint32_t c = 0; c <= channel; c++) {
        selection range = entries_of_channel(binding, &chosen, &channels[c], c);
        for (uint32_t e = range.start; e < range.start + range.count; e++) {
            uint32_t body = binding->bodies[e];
            if (!claim_channel(binding, c, owners, body) || c != channel)
                continue;
            if (mirrored)
                mirrored[count] = plays_mirrored(&chosen, &channels[c], bodies_of(binding->creature)[body].side);
            bodies[count++] = body;
        }
    }
    return count;
}

uint32_t vv_binding_relative(const vv_binding *binding, uint32_t variant, uint32_t channel, uint32_t body)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(binding != NULL);
    VV_ASSERT(channel < binding->motion->channel_count);
    if (variant >= binding->variant_count)
        return VV_NONE;
    variant_choice chosen;
    vvi_binding_choose_variant(binding, variant, false, &chosen);
    const stored_channel *stored = &channels_of(binding->motion)[channel];
    selection entries = entries_of_channel(binding, &chosen, stored, channel);
    for (uint32_t e = entries.start; e < entries.start + entries.count; e++)
        if (binding->bodies[e] == body) {
            uint16_t relative = relative_of(binding, &chosen, stored, e);
            return relative == NO_BODY || relative == body ? VV_NONE : relative;
        }
    return VV_NONE;
}
