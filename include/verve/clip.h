/* Clips: keyed curves for the handles of an artwork.
 *
 * A clip contains tracks. A track says where one handle should be over time, and how strongly. An actor that plays a
 * clip samples its tracks at every step. docs/puppets.md shows what artists do with clips. */
#ifndef VERVE_MOTION_H
#define VERVE_MOTION_H

#include <verve/blend.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_CLIP_MAX_TRACKS   768u    /* three for every handle that a rig may have */
#define VV_CLIP_MAX_KEYS     65536u  /* of all tracks together */
#define VV_CLIP_MAX_TIME     3600.0f /* seconds */
#define VV_CLIP_MIN_DURATION 0.01f   /* seconds */
#define VV_CLIP_MIN_GAP      1e-5f   /* seconds between two keys of a track */
#define VV_CLIP_MIN_SCALE    0.001f  /* of keys, and of the curve between them */
#define VV_CLIP_MAX_VALUE    1e6f    /* of values and advances, ± */
#define VV_CLIP_MAX_SLOPE    1e12f   /* units a second, ± */

/* Which property of a handle a track moves. */
typedef enum vv_handle_channel {
    /* Two values: the position of the handle's pivot, metres in the artwork. At rest: the pivot itself. Of a handle
     * with a parent, position and angle are relative to that: as they would be if the parent were at rest. */
    VV_CHANNEL_POSITION,
    /* One value: radians, counter-clockwise, any number of turns. At rest: 0. */
    VV_CHANNEL_ANGLE,
    /* Two values: factors along the handle's own axes, > 0. At rest: 1. The first axis of a bone points from its
     * beginning to its end, that of a point to the right. */
    VV_CHANNEL_SCALE,
} vv_handle_channel;
#define VV_CHANNEL_COUNT 3

/* How a track interpolates from one key to the next. */
typedef enum vv_curve {
    VV_CURVE_SMOOTH, /* a cubic Hermite curve with the keys' slopes */
    VV_CURVE_LINEAR,
    VV_CURVE_STEP, /* constant, with a jump at the next key */
} vv_curve;

/* Automatic slopes: in the middle of a curve the slope is that of the parabola through the key and its neighbours,
 * flat at extremes and never so steep that the curve overshoots its keys; beside a straight piece it is the slope of
 * that piece. A curve starts and ends flat. A curve that ends at a key with `release` keeps its velocity, so that
 * what is thrown flies on. */
typedef struct vv_key {
    float time;             /* seconds, 0…VV_CLIP_MAX_TIME; the keys of a track ascend */
    float value[2];         /* in the unit of the channel; an angle uses the first alone */
    float in[2], out[2];    /* slopes before and after the key, units a second; they may differ */
    bool auto_in, auto_out; /* the slope is computed (see above), and the given one is ignored; default true */
    vv_curve curve;         /* from this key to the next; default VV_CURVE_SMOOTH */
    float strength; /* 0…1: the fraction of the error that one step removes; 1: exact; default 1. Smooth between keys */
    /* Seconds, ≥ 0; default 0. A key that no curve leads to fades in over this time before it; a key with `release`
     * fades out over this time after it, and the value comes to rest smoothly. If two fades would overlap, both
     * become shorter. */
    float ease;
    bool release; /* after this key the handle is free until the next key; default false */
} vv_key;

/* All members 0, but automatic slopes, VV_CURVE_SMOOTH and strength 1. */
VV_API vv_key vv_default_key(void);

/* The keys of one channel of one handle. */
typedef struct vv_track {
    uint32_t handle;
    vv_handle_channel channel;
    float advance[2];   /* added to the values with every repetition of a clip that loops: a walk that travels */
    uint32_t key_count; /* ≥ 1 */
    const vv_key *keys; /* [key_count] */
} vv_track;

/* Immutable, position independent: an asset holds it as it is. */
typedef struct vv_clip vv_clip;

typedef struct vv_clip_def {
    uint32_t handle_count; /* of the artwork that it is for */
    float duration;        /* seconds, VV_CLIP_MIN_DURATION…VV_CLIP_MAX_TIME */
    /* The clip repeats after this length, and the last key of a track leads to its first. The times of keys then lie
     * in 0…length; a key at the end meets one at 0, and both are one key if their values (with the advance) agree. */
    bool loop;
    uint32_t track_count;
    const vv_track *tracks; /* [track_count] no two of the same handle and channel */
} vv_clip_def;

/* Fails, and names the track and the key, for handles that do not exist, two tracks of the same handle and channel,
 * times that do not ascend, numbers that are not finite or beyond the limits above, and strengths outside 0…1. */
VV_API vv_result vv_clip_create(const vv_clip_def *def, const vv_allocator *allocator, vv_clip **out, vv_error *error);
VV_API void vv_clip_destroy(vv_clip *clip, const vv_allocator *allocator);
VV_API float vv_clip_duration(const vv_clip *clip); /* seconds */
VV_API bool vv_clip_loops(const vv_clip *clip);
VV_API uint32_t vv_clip_handle_count(const vv_clip *clip);
VV_API uint32_t vv_clip_track_count(const vv_clip *clip);
VV_API vv_track vv_clip_track(const vv_clip *clip, uint32_t track); /* its keys have the slopes that were computed */

/* The value that one channel of a handle should have, and how strongly. */
typedef struct vv_handle_target {
    float value[2];
    float rate[2];  /* how fast the value changes, units a second */
    float strength; /* 0…1, as of a key; 0: the handle is free */
} vv_handle_target;
/* The target of a track at a time, in seconds since the clip began. Takes O(log keys).
 *
 * Before the first key of a track (less its ease) the handle is free. From there on the track leads from key to key
 * and stays at the value of the last; it ends only after a key with `release`. A loop repeats for ever: the last key
 * of one repetition leads to the first key of the next, unless it has `release`; before time 0 the handle is free. A
 * time within rounding of a key (a ten-millionth of the time, plus a microsecond) counts as the time of the key, so
 * that steps of 0.02 s meet a key at 0.3 s. */
VV_API vv_handle_target vv_clip_sample(const vv_clip *clip, uint32_t track, double time);

#ifdef __cplusplus
}
#endif
#endif
