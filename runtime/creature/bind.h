/* The layout of a vv_binding (4.1): what each channel selects, who varies with whom, and in which ways. Not an asset: it points to its
 * motion and its creature. */
#ifndef VVI_CREATURE_BIND_H
#define VVI_CREATURE_BIND_H

#include "bodies.h"
#include "keyed.h"

#define NO_BODY       UINT16_MAX
#define MOST_VARIANTS 65536u

/* What a channel selects: a run of `bodies`. */
typedef struct selection {
    uint32_t start, count;
} selection;

typedef struct bound_channel {
    selection plain;
    selection mirrored; /* by the context's mirror image; the same run where left and right do not matter */
} bound_channel;

struct vv_binding {
    const vv_motion *motion;
    const vv_creature *creature;
    const vv_allocator *allocator;
    size_t byte_count;
    uint32_t variant_count, group_count, entry_count;
    bool relative; /* some channel is relative to bodies */
    uint32_t
        leads[VV_MOTION_MAX_GROUPS]; /* the first channel of each group, whose bodies are the candidates; VV_NONE */
    bound_channel *channels;         /* [channel_count] */
    uint16_t *bodies;                /* [entry_count] */
    uint16_t *
        relatives; /* [entry_count] what that body's movement is relative to; NO_BODY: an external target, none, or a group */
    uint16_t *variants; /* [variant_count · group_count] the body of each group */
    uint8_t *deforms;   /* [the motion's track_count] which deform of the creature; UINT8_MAX: none */
};

/* One way to play it. */
typedef struct choice {
    bool mirror;                           /* all of it */
    bool follow_mirror;                    /* what bodies in the middle do */
    uint16_t groups[VV_MOTION_MAX_GROUPS]; /* the body of each */
    uint32_t at[VV_MOTION_MAX_CHANNELS];   /* of channels that vary: their entry; VV_NONE: nothing to move */
} choice;

/* variants.c: counts the ways (fills variants[] unless NULL). */
uint32_t vvi_binding_search(const vv_binding *binding, uint16_t *variants);
void vvi_binding_choose(const vv_binding *binding, uint32_t variant, bool mirror, choice *out);

/* The entries that a channel plays on. */
static inline selection entries_of(const vv_binding *b, const choice *way, const stored_channel *channel, uint32_t c)
{
    if (channel->group == 0)
        return way->mirror ? b->channels[c].mirrored : b->channels[c].plain;
    return (selection){way->at[c], way->at[c] != VV_NONE};
}

/* Whether a channel plays its mirror image on a body (4.1.2). */
static inline bool plays_mirrored(const choice *way, const stored_channel *channel, int32_t side)
{
    if (!channel->mirror)
        return way->mirror;
    return side != 0 && channel->side != 0 ? side != channel->side : way->follow_mirror;
}

/* Blend groups (3.2.3): the first to claim a degree of freedom owns it, those of its blend group share it. *owner: 1 + a channel; 0:
 * nobody yet. */
static inline bool claim(uint8_t *owner, const stored_channel *channels, uint32_t c)
{
    if (*owner == 0)
        *owner = (uint8_t)(c + 1);
    uint32_t first = (uint32_t)*owner - 1;
    return first == c || (channels[c].blend != 0 && channels[c].blend == channels[first].blend);
}

static inline uint16_t relative_of(const vv_binding *b, const choice *way, const stored_channel *channel,
                                   uint32_t entry)
{
    bool grouped = channel->secondary == VV_SECONDARY_BODIES && channel->relative_group != 0;
    return grouped ? way->groups[channel->relative_group - 1] : b->relatives[entry];
}

#endif
