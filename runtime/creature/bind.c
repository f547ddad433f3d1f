/* Binding a motion to a creature (4.1): every context asked once, so that playing is walking along lists. */
#include "bind.h"

#include <string.h>

/* ---- What channels select ---------------------------------------------------------------------------------------------------------- */

static bool knows_sides(const vv_context *context)
{
    return context->zones[0] == VV_ZONE_LOW || context->zones[0] == VV_ZONE_HIGH ||
           context->extent == VV_EXTENT_LEFTMOST || context->extent == VV_EXTENT_RIGHTMOST;
}

static vv_context mirror_image(const vv_context *context)
{
    vv_context image = *context;
    if (image.zones[0] == VV_ZONE_LOW || image.zones[0] == VV_ZONE_HIGH)
        image.zones[0] = image.zones[0] == VV_ZONE_LOW ? VV_ZONE_HIGH : VV_ZONE_LOW;
    if (image.extent == VV_EXTENT_LEFTMOST || image.extent == VV_EXTENT_RIGHTMOST)
        image.extent = image.extent == VV_EXTENT_LEFTMOST ? VV_EXTENT_RIGHTMOST : VV_EXTENT_LEFTMOST;
    return image;
}

/* The nearest at rest, not the body itself: hands clap with each other. */
static uint16_t nearest_of(const hung_body *bodies, uint32_t body, const uint32_t *offered, uint32_t count)
{
    uint16_t best = NO_BODY;
    float least = 0.0f;
    for (uint32_t i = 0; i < count; i++) {
        vv_vec3 way = vv_vec3_sub(bodies[offered[i]].middle, bodies[body].middle);
        float distance = vv_vec3_dot(way, way);
        if (offered[i] != body && (best == NO_BODY || distance < least)) {
            best = (uint16_t)offered[i];
            least = distance;
        }
    }
    return best;
}

/* Lists of unknown length: first counted (bodies NULL), then filled. */
typedef struct listing {
    const vv_motion *motion;
    const vv_creature *creature;
    uint32_t count;
    uint16_t *bodies, *relatives;
} listing;

static selection list_channel(listing *l, const stored_channel *channel, bool mirrored)
{
    uint32_t selected[VV_CREATURE_MAX_BODIES], offered[VV_CREATURE_MAX_BODIES], offered_count = 0;
    vv_context context = mirrored ? mirror_image(&channel->context) : channel->context;
    selection own = {l->count, vv_context_select(l->creature, &context, selected)};
    l->count += own.count;
    if (!l->bodies)
        return own;
    if (channel->secondary == VV_SECONDARY_BODIES && channel->relative_group == 0) {
        context = mirrored ? mirror_image(&channel->relative) : channel->relative;
        offered_count = vv_context_select(l->creature, &context, offered);
    }
    for (uint32_t i = 0; i < own.count; i++) {
        l->bodies[own.start + i] = (uint16_t)selected[i];
        l->relatives[own.start + i] = nearest_of(bodies_of(l->creature), selected[i], offered, offered_count);
    }
    return own;
}

/* Groups keep the bodies of their variant, whichever way round. */
static bool needs_mirror_list(const stored_channel *channel)
{
    bool relative = channel->secondary == VV_SECONDARY_BODIES && knows_sides(&channel->relative);
    return channel->group == 0 && (knows_sides(&channel->context) || relative);
}

static void list_all(listing *l, bound_channel *channels)
{
    l->count = 0;
    for (uint32_t c = 0; c < l->motion->channel_count; c++) {
        const stored_channel *own = &channels_of(l->motion)[c];
        bound_channel bound = {.plain = list_channel(l, own, false)};
        bound.mirrored = needs_mirror_list(own) ? list_channel(l, own, true) : bound.plain;
        if (channels)
            channels[c] = bound;
    }
}

/* ---- Making ------------------------------------------------------------------------------------------------------------------------- */

static void find_leads(vv_binding *binding)
{
    for (uint32_t g = 0; g < VV_MOTION_MAX_GROUPS; g++)
        binding->leads[g] = VV_NONE;
    for (uint32_t c = binding->motion->channel_count; c-- > 0;) {
        const stored_channel *own = &channels_of(binding->motion)[c];
        if (own->group != 0)
            binding->leads[own->group - 1] = c;
        binding->relative |= own->secondary == VV_SECONDARY_BODIES;
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
    if (!vv_branch_holds(&binding->motion->branch, binding->creature) || binding->entry_count == 0)
        return 0;
    return vvi_binding_search(binding, NULL);
}

/* The block, with room for the lists and for so many variants. */
static vv_binding *allocate(const vv_binding *counts)
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
    binding->relatives = (void *)((char *)binding + relatives);
    binding->variants = (void *)((char *)binding + variants);
    binding->deforms = (void *)((char *)binding + deforms);
    return binding;
}

/* The number of variants is known once the lists are there, and then the block is made anew with room for them. */
static vv_binding *with_variants(vv_binding *lists)
{
    vv_binding *whole = allocate(lists);
    if (whole) {
        memcpy(whole->channels, lists->channels, lists->motion->channel_count * sizeof *lists->channels);
        memcpy(whole->bodies, lists->bodies, lists->entry_count * sizeof *lists->bodies);
        memcpy(whole->relatives, lists->relatives, lists->entry_count * sizeof *lists->relatives);
        memcpy(whole->deforms, lists->deforms, lists->motion->track_count);
        vvi_binding_search(whole, whole->variants);
    }
    vv_binding_destroy(lists);
    return whole;
}

vv_result vv_binding_create(const vv_motion *motion, const vv_creature *creature, const vv_allocator *allocator,
                            vv_binding **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(motion != NULL);
    VV_ASSERT(creature != NULL);
    VV_ASSERT(out != NULL);
    listing l = {.motion = motion, .creature = creature};
    list_all(&l, NULL);
    vv_binding counts = {.motion = motion,
                         .creature = creature,
                         .allocator = allocator,
                         .group_count = motion->group_count,
                         .entry_count = l.count};
    find_leads(&counts);
    vv_binding *binding = allocate(&counts);
    if (binding) {
        l.bodies = binding->bodies;
        l.relatives = binding->relatives;
        list_all(&l, binding->channels);
        find_deforms(binding);
        binding->variant_count = count_variants(binding);
        if (binding->variant_count > 0 && binding->group_count > 0)
            binding = with_variants(binding);
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

/* ---- What callers may ask ------------------------------------------------------------------------------------------------------------ */

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

uint32_t vv_binding_nearest(const vv_binding *binding, vv_vec3 place)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(binding != NULL);
    uint32_t best = VV_NONE;
    float least = 0.0f;
    for (uint32_t v = 0; v < binding->variant_count; v++) {
        uint16_t body = binding->group_count > 0 ? binding->variants[(size_t)v * binding->group_count] : NO_BODY;
        if (body == NO_BODY)
            return 0;
        vv_vec3 way = vv_vec3_sub(bodies_of(binding->creature)[body].middle, place);
        float distance = vv_vec3_dot(way, way);
        if (best == VV_NONE || distance < least) {
            best = v;
            least = distance;
        }
    }
    return best;
}

/* ---- Who moves what, with ownership -------------------------------------------------------------------------------------------------- */

/* Places, turns and each deform are owned by themselves. */
enum { OWNED_KINDS = 2 + VV_CREATURE_MAX_DEFORMS };

static bool claim_any(const vv_binding *binding, uint32_t c, uint8_t (*owners)[OWNED_KINDS], uint32_t body)
{
    const stored_channel *channels = channels_of(binding->motion), *own = &channels[c];
    bool any = false;
    for (uint32_t t = own->first_track; t < own->first_track + own->track_count; t++) {
        uint32_t kind = tracks_of(binding->motion)[t].kind;
        if (kind == VV_TRACK_PLACE || kind == VV_TRACK_TURN)
            any |= claim(&owners[body][kind], channels, c);
        else if (kind == VV_TRACK_DEFORM && binding->deforms[t] != UINT8_MAX)
            any |= claim(&owners[body][2 + binding->deforms[t]], channels, c);
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
    choice way;
    vvi_binding_choose(binding, variant, false, &way);
    const stored_channel *channels = channels_of(binding->motion);
    uint32_t count = 0;
    for (uint32_t c = 0; c <= channel; c++) {
        selection own = entries_of(binding, &way, &channels[c], c);
        for (uint32_t e = own.start; e < own.start + own.count; e++) {
            uint32_t body = binding->bodies[e];
            if (!claim_any(binding, c, owners, body) || c != channel)
                continue;
            if (mirrored)
                mirrored[count] = plays_mirrored(&way, &channels[c], bodies_of(binding->creature)[body].side);
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
    choice way;
    vvi_binding_choose(binding, variant, false, &way);
    const stored_channel *own = &channels_of(binding->motion)[channel];
    selection entries = entries_of(binding, &way, own, channel);
    for (uint32_t e = entries.start; e < entries.start + entries.count; e++)
        if (binding->bodies[e] == body) {
            uint16_t relative = relative_of(binding, &way, own, e);
            return relative == NO_BODY || relative == body ? VV_NONE : relative;
        }
    return VV_NONE;
}
