/* A creature while it is grown: bodies in a list that only gets longer, in trunk lengths until it is finished. Private to author/grow. */
#ifndef VVI_GROW_SKETCH_H
#define VVI_GROW_SKETCH_H

#include "author/grow/grow.h"
#include "runtime/base/base.h"

#define SKETCH_MOST_BODIES  132u
#define SKETCH_MOST_TRUNK   8u
#define SKETCH_MOST_JOINTS  5u
#define SKETCH_CHORD_LIMIT  0.97f /* of a limb's length: beyond it a limb at rest is hyper-extended */
#define SKETCH_OPEN         1u    /* deform bits */
#define SKETCH_BLINK        2u
#define SKETCH_DEFORM_COUNT 2u

typedef enum sketch_posture {
    POSTURE_UPRIGHT,
    POSTURE_PRONE,
    POSTURE_CURVED,
} sketch_posture;

typedef struct sketch {
    vvi_random random;
    bool asymmetric, floats, full; /* full: a body did not fit, the sketch is no good */
    sketch_posture posture;
    uint32_t leg_pairs, arm_pairs, heads, tails;
    bool single_leg, wings, spikes, horns, antennae;
    uint32_t trunk_count;                   /* bodies of the spine on which limbs may hang, the first of all bodies */
    vv_vec3 spine[SKETCH_MOST_TRUNK + 1];   /* where they begin, and where the last ends */
    float thickness[SKETCH_MOST_TRUNK + 1]; /* radii there */
    uint32_t body_count;
    vv_plan_body bodies[SKETCH_MOST_BODIES];
    uint32_t own_cap_count;
    char own_caps[4][VV_CREATURE_NAME_BYTES];
} sketch;

/* ---- Chance (sketch.c) ------------------------------------------------------------------------------------------------- */

float vvi_sketch_between(sketch *s, float low, float high);
/* One draw must end before the next begins: compilers order what stands in one list as they like. */
vv_vec3 vvi_sketch_within(sketch *s, vv_vec3 low, vv_vec3 high);
bool vvi_sketch_chance(sketch *s, float share);
/* An index with odds[i] in their sum. */
uint32_t vvi_sketch_pick(sketch *s, uint32_t count, const uint8_t *odds);

/* ---- Bodies (sketch.c) ----------------------------------------------------------------------------------------------------- */

/* The turn whose z axis is `along` and whose x axis (where `along` is not nearly it) is as near to the creature's +x as can be; else y
 * is as near to +y. Mirrored directions get mirrored turns, which frames of minimal twist would not near their singular direction. */
vv_quat vvi_sketch_frame(vv_vec3 along);
/* The turn with z along and x as near as can be to `aside`. */
vv_quat vvi_sketch_frame_beside(vv_vec3 along, vv_vec3 aside);

/* A body from one place to another, both in the creature's frame, its bounds round its capsule and its centre in the middle. */
typedef struct sketch_part {
    uint32_t parent;
    vv_vec3 from, to;
    vv_quat turn;
    float radius[2];
    uint64_t caps;
    uint32_t deforms;
} sketch_part;
/* Its index; VV_NONE where there is no more room. Its name is formatted from `name`, then '-', then what follows as far as it is there. */
uint32_t vvi_sketch_add(sketch *s, const sketch_part *part, const char *name, const char *more);
uint64_t vvi_sketch_own_cap(sketch *s, const char *name);

/* How a limb bends: shares[count] of its length, and the direction of each segment away from the chord, in proportion. */
typedef struct sketch_bend {
    uint32_t count;
    float shares[SKETCH_MOST_JOINTS];
    float headings[SKETCH_MOST_JOINTS];
} sketch_bend;
/* joints[count + 1] from one place to another: chord / extension long in all, bent in the plane of the chord and `towards`. */
void vvi_sketch_bend(const sketch_bend *bend, vv_vec3 from, vv_vec3 to, vv_vec3 towards, float extension,
                     vv_vec3 *joints);

/* How far apart the capsules of two bodies are; below 0 where they run into each other. */
float vvi_sketch_gap(const vv_plan_body *a, const vv_plan_body *b);

/* ---- Parts of a creature ------------------------------------------------------------------------------------------------------ */

void vvi_grow_trunk(sketch *s); /* trunk.c */
/* A place t (0…1) along the trunk, which body it is of, and how thick the trunk is there. */
vv_vec3 vvi_grow_trunk_at(const sketch *s, float t, uint32_t *body, float *radius);
void vvi_grow_legs(sketch *s); /* legs.c */
void vvi_grow_arms(sketch *s); /* arms.c */
void vvi_grow_wings(sketch *s);
void vvi_grow_heads(sketch *s); /* heads.c */
void vvi_grow_tails(sketch *s); /* tails.c */
void vvi_grow_spikes(sketch *s);

/* "front", "back", "2" …: how a pair of so many is called; empty where it is the only one. */
const char *vvi_grow_row_name(uint32_t pair, uint32_t count, char text[16]);
/* "left", "right", "middle". */
const char *vvi_grow_side_name(float side);

#endif
