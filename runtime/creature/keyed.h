/* The layout of a vv_motion, and the evaluation of its tracks. */
#ifndef VVI_CREATURE_KEYED_H
#define VVI_CREATURE_KEYED_H

#include "creature.h"

#define MOTION_MAGIC         0x4f4d5656u /* "VVMO" */
#define MOTION_VERSION       1u
#define MOTION_MAX_RELATIONS 28u
#define MOTION_MAX_TRACKS    (4u + VV_CREATURE_MAX_DEFORMS) /* of a channel */
#define MOTION_MAX_SLOPE     1e10f /* beyond the steepest slope that keys of the largest value need */

/* The number of track kinds of which a channel has at most one. */
#define SINGLE_TRACKS ((uint32_t)VV_TRACK_DEFORM)

typedef struct stored_channel {
    char name[VV_CREATURE_NAME_BYTES];
    vv_body_context context, relative;
    vv_movement_mode mode;
    uint32_t secondary, target, relative_group, blend, group;
    uint32_t mirror; /* 0 or 1 */
    int32_t side;
    uint32_t first_track, track_count;
    uint32_t tracks[SINGLE_TRACKS]; /* by kind: index in the motion's tracks; VV_NONE: it has no such track */
} stored_channel;

typedef struct stored_track {
    uint32_t kind;
    uint32_t first, count; /* range in the motion's keys */
    float wrap;            /* 1; −1 if a rotation comes back as its own negative after one round of the loop */
    char deform[VV_CREATURE_NAME_BYTES];
} stored_track;

struct vv_motion {
    uint32_t magic, version;
    uint64_t byte_count;
    float length, fade_in, fade_out;
    uint32_t loop; /* 0 or 1 */
    uint32_t relation_count, channel_count, track_count, key_count, event_count;
    uint32_t group_count; /* the highest group of a channel */
    vv_branch branch;
    uint32_t reserved;
    uint64_t relations; /* vv_relation[relation_count] */
    uint64_t channels;  /* stored_channel[channel_count] */
    uint64_t tracks;    /* stored_track[track_count], channel by channel */
    uint64_t times;     /* float[key_count] the times of the keys again, densely packed for searching */
    uint64_t keys;      /* vv_motion_key[key_count] with all slopes computed */
    uint64_t events;    /* vv_motion_event[event_count] */
};

_Static_assert(sizeof(vv_motion_key) == 64 && sizeof(vv_body_context) == 88 && sizeof(vv_movement_mode) == 16 &&
                   sizeof(vv_branch) == 12 + 72 * VV_BRANCH_MAX_CAPS && sizeof(vv_motion_event) == 68 &&
                   sizeof(bool) == 1,
               "these structs are stored in assets as they are");

#define MOTION_SECTION(motion, type, section) ((const type *)(const void *)((const char *)(motion) + (motion)->section))
static inline const stored_channel *channels_of(const vv_motion *m)
{
    return MOTION_SECTION(m, stored_channel, channels);
}
static inline const stored_track *tracks_of(const vv_motion *m) { return MOTION_SECTION(m, stored_track, tracks); }
static inline const vv_motion_key *keys_of(const vv_motion *m) { return MOTION_SECTION(m, vv_motion_key, keys); }
static inline const vv_motion_event *events_of(const vv_motion *m)
{
    return MOTION_SECTION(m, vv_motion_event, events);
}
static inline const vv_relation *relations_of(const vv_motion *m) { return MOTION_SECTION(m, vv_relation, relations); }

static inline uint32_t component_count(uint32_t kind)
{
    return kind == VV_TRACK_POSITION ? 3u : kind == VV_TRACK_ROTATION ? 4u : 1u;
}

/* The header that belongs to these counts: every other field of it follows from `counts`. */
vv_motion vvi_motion_layout(const vv_motion *counts);
/* The rules for motions, which apply to defs and to bytes alike. `code` is the result for a broken rule. */
vv_result vvi_motion_check_scalars(const vv_motion *motion, vv_result code, vv_error *error);
vv_result vvi_motion_check_channel(const vv_motion_channel *channel, uint32_t index, vv_result code, vv_error *error);
vv_result vvi_motion_check_track(const vv_motion_track *track, uint32_t channel, uint32_t index, float length,
                                 vv_result code, vv_error *error);
vv_result vvi_motion_check_relation(vv_relation relation, uint32_t index, vv_result code, vv_error *error);
vv_result vvi_motion_check_event(const vv_motion_event *event, uint32_t index, float after, float length,
                                 vv_result code, vv_error *error);

/* track.c: aligns signs and computes slopes, in place; returns `wrap`. */
float vvi_track_prepare(uint32_t kind, uint32_t key_count, vv_motion_key *keys, bool loop, float length);
/* The `wrap` of a track that is prepared. */
float vvi_track_wrap(uint32_t kind, uint32_t key_count, const vv_motion_key *keys, bool loop);
/* Evaluates value[4], and slope[4] unless NULL; a rotation is not normalised. time: 0…length. */
void vvi_track_value(const vv_motion *motion, const stored_track *track, float time, float *value, float *slope);
/* The track of one kind of a channel; NULL: it has none, so its default holds (no movement, no rotation, weight 1). */
static inline const stored_track *track_of(const vv_motion *m, const stored_channel *channel, vv_motion_track_kind kind)
{
    return channel->tracks[kind] == VV_NONE ? NULL : &tracks_of(m)[channel->tracks[kind]];
}

#endif
