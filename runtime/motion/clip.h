/* The layout of a vv_clip, and how the files of this folder iterate over the keys of a track. */
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
    uint64_t keys;   /* vv_key[key_count], track after track */
};

typedef struct stored_track {
    uint32_t handle, channel;
    float advance[2];
    uint32_t first, count; /* range of its keys */
} stored_track;

_Static_assert(sizeof(vv_key) == 48 && sizeof(bool) == 1 && sizeof(vv_curve) == 4, "stored as they are");

/* The header that follows from these numbers. */
vv_clip vvi_clip_layout(uint32_t handles, uint32_t tracks, uint32_t keys, float length, bool loop);
vv_result vvi_clip_check_header(uint32_t handles, uint32_t tracks, float length, vv_error *error);
/* Checks one track and its keys; also their slopes, except where these are automatic. */
vv_result vvi_clip_check_track(const vv_track *track, uint32_t index, uint32_t handles, float length, bool loop,
                               vv_error *error);

/* A track being iterated over: a loop continues beyond both ends. */
typedef struct track_iterator {
    const vv_key *keys;
    uint32_t count;
    bool loop;
    double length;
    float advance[2];
} track_iterator;

/* A key with its time and value: in a loop, a key beyond an end is one of the round before or after. */
typedef struct key_instance {
    const vv_key *key; /* NULL: there is none */
    double time;
    double value[2];
} key_instance;

/* index in −1…count. */
static inline key_instance key_instance_at(const track_iterator *w, int64_t index)
{
    double round = index < 0 ? -1.0 : index >= (int64_t)w->count ? 1.0 : 0.0;
    if (round != 0.0 && !w->loop)
        return (key_instance){0};
    const vv_key *key = &w->keys[index - (int64_t)round * w->count];
    return (key_instance){
        key,
        (double)key->time + round * w->length,
        {(double)key->value[0] + round * (double)w->advance[0], (double)key->value[1] + round * (double)w->advance[1]}};
}

static inline uint32_t component_count(uint32_t channel) { return channel == VV_CHANNEL_ANGLE ? 1u : 2u; }

/* Computes in[] and out[] of keys with automatic slopes (tangents.c). */
void vvi_track_tangents(const track_iterator *w, uint32_t components, vv_key *keys);

#endif
