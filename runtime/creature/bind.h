/* The layout of a vv_binding (4.1): which bodies each channel selects, which groups vary, and the variants that
 * result. A binding is not an asset: it points to its motion and its creature. */
#ifndef VVI_CREATURE_BIND_H
#define VVI_CREATURE_BIND_H

#include "bodies.h"
#include "keyed.h"

#define NO_BODY      UINT16_MAX
#define MAX_VARIANTS 65536u

/* The bodies that a channel selects: a range of `bodies`. */
typedef struct selection {
    uint32_t start, count;
} selection;

typedef struct bound_channel {
    selection plain;
    selection mirrored; /* by the mirrored context; the same range where left and right make no difference */
} bound_channel;

struct vv_binding {
    const vv_motion *motion;
    const vv_creature *creature;
    const vv_allocator *allocator;
    size_t byte_count;
    uint32_t variant_count, group_count, entry_count;
    bool has_relative_channels; /* some channel moves relative to other bodies */
    /* the first channel of each group, whose bodies are the candidates; VV_NONE: the group has no channel */
    uint32_t first_channels[VV_MOTION_MAX_GROUPS];
    bound_channel *channels; /* [channel_count] */
    uint16_t *bodies;        /* [entry_count] */
    /* [entry_count] the body that the movement is relative to; NO_BODY: an external target, none, or the body of a
     * group */
    uint16_t *relative_bodies;
    uint16_t *variants; /* [variant_count · group_count] the body of each group */
    uint8_t *deforms;   /* [the motion's track_count] which deform of the creature; UINT8_MAX: none */
};

/* One variant of a motion, resolved to bodies. */
typedef struct variant_choice {
    bool mirror;                                 /* the whole motion plays mirrored */
    bool central_mirror;                         /* whether bodies on the sagittal plane play mirrored */
    uint16_t group_bodies[VV_MOTION_MAX_GROUPS]; /* the body of each */
    /* [channel] the entry of a channel that varies; VV_NONE: it has no body to move */
    uint32_t entries[VV_MOTION_MAX_CHANNELS];
} variant_choice;

/* variants.c: counts the variants and, unless variants is NULL, stores them. */
uint32_t vvi_binding_find_variants(const vv_binding *binding, uint16_t *variants);
void vvi_binding_choose_variant(const vv_binding *binding, uint32_t variant, bool mirror, variant_choice *out);

/* The entries that a channel plays on in a variant. */
static inline selection entries_of_channel(const vv_binding *b, const variant_choice *chosen,
                                           const stored_channel *channel, uint32_t c)
{
    if (channel->group == 0)
        return chosen->mirror ? b->channels[c].mirrored : b->channels[c].plain;
    return (selection){chosen->entries[c], chosen->entries[c] != VV_NONE};
}

/* Whether a channel plays its mirror image on a body (4.1.2). */
static inline bool plays_mirrored(const variant_choice *chosen, const stored_channel *channel, int32_t side)
{
    if (!channel->mirror)
        return chosen->mirror;
    return side != 0 && channel->side != 0 ? side != channel->side : chosen->central_mirror;
}

/* Blend groups (3.2.3): the first channel to claim a degree of freedom owns it, and channels of the same blend group
 * share it. *owner is 1 + the owning channel, or 0 as long as there is none. Returns whether channel c may move it. */
static inline bool claim_ownership(uint8_t *owner, const stored_channel *channels, uint32_t c)
{
    if (*owner == 0)
        *owner = (uint8_t)(c + 1);
    uint32_t first = (uint32_t)*owner - 1;
    return first == c || (channels[c].blend != 0 && channels[c].blend == channels[first].blend);
}

static inline uint16_t relative_of(const vv_binding *b, const variant_choice *chosen, const stored_channel *channel,
                                   uint32_t entry)
{
    bool grouped = channel->secondary == VV_SECONDARY_BODIES && channel->relative_group != 0;
    return grouped ? chosen->group_bodies[channel->relative_group - 1] : b->relative_bodies[entry];
}

#endif
