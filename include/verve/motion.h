/* Keyed motion: curves, tracks and clips.
 *
 * A clip holds tracks; a track says where one handle of an artwork should be, over time, and how strongly. What plays a clip
 * asks it for its aims at a time. docs/puppets.md shows what artists do with it. */
#ifndef VERVE_MOTION_H
#define VERVE_MOTION_H

#include <verve/blend.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_CLIP_MAX_TRACKS 768u   /* three for every handle that a rig may have */
#define VV_CLIP_MAX_KEYS   65536u /* of all tracks together */
#define VV_CLIP_MAX_TIME   3600.0f
#define VV_CLIP_MIN_LENGTH 0.01f
#define VV_CLIP_MIN_GAP    1e-5f  /* seconds between two keys of a track */
#define VV_CLIP_MIN_SCALE  0.001f /* of keys, and of what a curve says between them */
#define VV_CLIP_MAX_VALUE  1e6f   /* of values and advances, either way */
#define VV_CLIP_MAX_SLOPE  1e12f

/* What of a handle a track moves. */
typedef enum vv_channel {
    VV_CHANNEL_POSITION, /* two values: where the handle's pivot should be, metres in the artwork; at rest, the pivot */
    VV_CHANNEL_ANGLE,    /* one: radians, counter-clockwise, any number of turns; at rest 0 */
    VV_CHANNEL_SCALE, /* two: factors along the handle's own axes, > 0; at rest 1. A bone's first axis points from its
                            beginning to its end, a point's to the right */
} vv_channel;
#define VV_CHANNEL_COUNT 3

/* How a track goes from one key to the next. */
typedef enum vv_curve {
    VV_CURVE_SMOOTH, /* a cubic Hermite curve with the keys' tangents */
    VV_CURVE_LINEAR,
    VV_CURVE_STEP, /* stays, and jumps at the next key */
} vv_curve;

typedef struct vv_key {
    float time; /* seconds, 0…VV_CLIP_MAX_TIME; a track's keys ascend */
    float value[2];
    float in[2], out[2];    /* slopes before and after it, units a second; a curve may be broken here */
    bool auto_in, auto_out; /* these are found for you: see below */
    vv_curve curve;         /* from here to the next key */
    float strength; /* 0…1: which share of the gap one step closes; 1: exactly. Between keys it passes smoothly */
    float ease; /* seconds, ≥ 0: a key that nothing leads to fades in so long before it; one that lets go fades out so
                     long after it, gliding to a stop. Where two fades would overlap, both become shorter */
    bool release; /* after this key the handle is free, until the next key */
} vv_key;
/* Slopes that are found: in the middle of a curve that of the parabola through the key and its neighbours, flat at extremes
 * and never so steep that the curve overshoots its keys; beside a straight piece, that piece's. A curve starts and stops
 * flat; where it ends by letting go it keeps the speed it has, so that what is thrown flies. */

/* Everything 0 but auto tangents, VV_CURVE_SMOOTH and strength 1. */
VV_API vv_key vv_default_key(void);

typedef struct vv_track {
    uint32_t handle;
    vv_channel channel;
    float advance[2];   /* added with every round of a clip that loops: a walk that gets somewhere */
    uint32_t key_count; /* ≥ 1 */
    const vv_key *keys; /* [key_count] */
} vv_track;

/* Immutable, position independent: an asset holds it as it is. */
typedef struct vv_clip vv_clip;

typedef struct vv_clip_def {
    uint32_t handle_count; /* of the artwork that it is for */
    float length;          /* seconds, VV_CLIP_MIN_LENGTH…VV_CLIP_MAX_TIME */
    bool loop; /* after `length` it begins again, and the last key of a track leads to its first. Keys then lie in
                  0…length; one at `length` and one at 0 meet, and are one where their values (and advance) agree */
    uint32_t track_count;
    const vv_track *tracks; /* [track_count] no two of the same handle and channel */
} vv_clip_def;

/* Refused, naming the track and the key: handles that do not exist, two tracks for the same thing, times that do not ascend,
 * numbers that are not finite or beyond the limits above, strengths not in 0…1. */
VV_API vv_result vv_clip_create(const vv_clip_def *def, const vv_allocator *allocator, vv_clip **out, vv_error *error);
VV_API void vv_clip_destroy(vv_clip *clip, const vv_allocator *allocator);
VV_API float vv_clip_length(const vv_clip *clip);
VV_API bool vv_clip_loops(const vv_clip *clip);
VV_API uint32_t vv_clip_handle_count(const vv_clip *clip);
VV_API uint32_t vv_clip_track_count(const vv_clip *clip);
VV_API vv_track vv_clip_track(const vv_clip *clip, uint32_t track); /* its keys with the tangents that were found */

/* Where a track wants its handle at a time. */
typedef struct vv_aim {
    float value[2];
    float rate[2];  /* units a second: the slope of the curve */
    float strength; /* 0: nothing is wanted */
} vv_aim;
/* Before its first key (less its ease) a track wants nothing; from there on it leads from key to key, stays at its last
 * value, and ends only after a key that lets go. A loop goes round for ever: keys at the end of a round lead to those at
 * the beginning of the next, unless they let go; before time 0 it wants nothing. A moment within rounding of a key (a
 * ten-millionth of the time, and a microsecond) counts as the key's, so that steps of 0.02 s meet a key at 0.3 s. track <
 * vv_clip_track_count; takes O(log keys). */
VV_API vv_aim vv_clip_aim(const vv_clip *clip, uint32_t track, double time);

#ifdef __cplusplus
}
#endif
#endif
