/* The layout of a vv_gait, and its evaluation for walks. */
#ifndef VVI_CREATURE_GAITS_H
#define VVI_CREATURE_GAITS_H

#include "creature.h"

#define GAIT_MAGIC   0x54475656u /* "VVGT" */
#define GAIT_VERSION 1u

#define GAIT_DEFAULT_LIFT 0.12f /* the lift of vv_default_gait_def: with it, keyed flights rise exactly as keyed */

/* The scalar parameters of a style, in the order of vv_gait_def: styles are mixed by mixing these. */
typedef struct gait_numbers {
    float lift, hurry, crouch, bob, sway, roll, yaw, pitch, lean, wide, limp, bounce;
} gait_numbers;
#define GAIT_NUMBER_COUNT (sizeof(gait_numbers) / sizeof(float))

struct vv_gait {
    uint32_t magic, version;
    uint64_t byte_count;
    uint32_t row_count, arc_count;
    uint64_t rows; /* vv_gait_row[row_count] by feet, then by speed; triggers beyond `feet` are 0 */
    uint64_t arc;  /* vv_arc_key[arc_count] */
    uint32_t starts[VV_GAIT_MAX_FEET + 2]; /* the rows of n feet are starts[n] … starts[n + 1] − 1; starts[0] is 0 */
    gait_numbers numbers;
};

static inline const vv_gait_row *rows_of(const vv_gait *gait)
{
    return (const vv_gait_row *)((const char *)gait + gait->rows);
}
static inline const vv_arc_key *arc_of(const vv_gait *gait)
{
    return (const vv_arc_key *)((const char *)gait + gait->arc);
}

/* The fractional part of x, in 0…1; |x| must be below 2³¹. (floorf would be a function call on processors without a
 * rounding instruction.) */
static inline float within_cycle(float x)
{
    float whole = (float)(int32_t)x;
    return x - (whole > x ? whole - 1.0f : whole);
}
/* x minus the nearest integer, in −½…½. */
static inline float wrap_cycle(float x) { return within_cycle(x + 0.5f) - 0.5f; }

/* The position of a foot in its flight: forward 0…1; up and out in leg lengths; pitch in radians. */
typedef struct arc_point {
    float forward, up, out, pitch;
} arc_point;
arc_point vvi_gait_arc(const vv_gait *gait, float time);
/* The height of the default arc at a time 0…1, as a share of its peak. */
static inline float arc_hump(float time) { return 16.0f * time * time * (1.0f - time) * (1.0f - time); }

/* The pattern of several styles mixed; the weights add up to 1. As vv_gait_pattern_at; triggers are mixed the short
 * way round the cycle, relative to those of the first style. */
vv_gait_pattern vvi_gait_mix(uint32_t count, const vv_gait *const *gaits, const float *weights, uint32_t feet,
                             float speed, const int32_t *sides, float *triggers);

/* walk_create.c: initialises a walk in memory that its owner provides: vvi_walk_bytes bytes, all zero. The owner also
 * keeps the creature alive. */
size_t vvi_walk_bytes(const vv_creature *creature);
void vvi_walk_init(vv_walk *walk, const vv_creature *creature);

#endif
