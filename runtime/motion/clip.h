/* The layout of a vv_clip, and how the files of this room walk along a track. */
#ifndef VVI_MOTION_CLIP_H
#define VVI_MOTION_CLIP_H

#include "motion.h"

#define CLIP_MAGIC   0x4c435656u /* "VVCL" */
#define CLIP_VERSION 1u

struct vv_clip {
    uint32_t magic, version;
    uint64_t byte_count;
    uint32_t handle_count, track_count, key_count;
    uint32_t loop; /* 0 or 1 */
    float length;
    uint32_t reserved;
    uint64_t tracks; /* stored_track[track_count] */
    uint64_t keys;   /* vv_key[key_count], a track's after those of the one before */
};

typedef struct stored_track {
    uint32_t handle, channel;
    float advance[2];
    uint32_t first, count; /* of its keys */
} stored_track;

_Static_assert(sizeof(vv_key) == 48 && sizeof(bool) == 1 && sizeof(vv_curve) == 4, "stored as they are");

/* Everything in the header follows from these. */
vv_clip vvi_clip_layout(uint32_t handles, uint32_t tracks, uint32_t keys, float length, bool loop);
vv_result vvi_clip_check_header(uint32_t handles, uint32_t tracks, float length, vv_error *error);
/* One track with its keys by itself; its slopes as well where they are not to be found. */
vv_result vvi_clip_check_track(const vv_track *wanted, uint32_t index, uint32_t handles, float length, bool loop,
                               vv_error *error);

/* A track as it is walked along: a loop goes on beyond both ends. */
typedef struct walk {
    const vv_key *keys;
    uint32_t count;
    bool loop;
    double length;
    float advance[2];
} walk;

/* A key where it lies: in a loop one beyond an end is a key of the round before or after. */
typedef struct moment {
    const vv_key *key; /* NULL: there is none */
    double time;
    double value[2];
} moment;

/* index in −1…count. */
static inline moment moment_at(const walk *w, int64_t index)
{
    double round = index < 0 ? -1.0 : index >= (int64_t)w->count ? 1.0 : 0.0;
    if (round != 0.0 && !w->loop)
        return (moment){0};
    const vv_key *key = &w->keys[index - (int64_t)round * w->count];
    return (moment){
        key,
        (double)key->time + round * w->length,
        {(double)key->value[0] + round * (double)w->advance[0], (double)key->value[1] + round * (double)w->advance[1]}};
}

static inline uint32_t component_count(uint32_t channel) { return channel == VV_CHANNEL_ANGLE ? 1u : 2u; }

/* Fills in[] and out[] of the keys that ask for it (tangents.c). */
void vvi_track_tangents(const walk *w, uint32_t components, vv_key *keys);

#endif
