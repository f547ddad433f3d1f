/* A creature while it is generated: a growing list of bodies, in units of the trunk's length until it is finished.
 * Private to author/grow. */
#ifndef VVI_GROW_SKETCH_H
#define VVI_GROW_SKETCH_H

#include "author/grow/grow.h"
#include "runtime/base/base.h"

#define SKETCH_MOST_BODIES  132u
#define SKETCH_MOST_TRUNK   8u
#define SKETCH_MOST_JOINTS  5u
#define SKETCH_CHORD_LIMIT  0.97f /* of a limb's length: a limb at rest with a longer chord is hyper-extended */
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
    bool asymmetric, floats, full; /* full: a body did not fit, so the sketch is invalid */
    sketch_posture posture;
    uint32_t leg_pairs, arm_pairs, heads, tails;
    bool single_leg, wings, spikes, horns, antennae;
    uint32_t trunk_count;                   /* bodies of the spine that carry limbs; they are the first of all bodies */
    vv_vec3 spine[SKETCH_MOST_TRUNK + 1];   /* where they begin, and where the last one ends */
    float thickness[SKETCH_MOST_TRUNK + 1]; /* radii there */
    uint32_t body_count;
    vv_plan_body bodies[SKETCH_MOST_BODIES];
    uint32_t own_cap_count;
    char own_caps[4][VV_CREATURE_NAME_BYTES];
} sketch;

/* ---- Random numbers (sketch.c) --------------------------------------------------------------------------------- */

float vvi_sketch_random_float(sketch *s, float low, float high);
/* Draws its components one after the other: compilers may evaluate the expressions of one initialiser in any order. */
vv_vec3 vvi_sketch_random_vec3(sketch *s, vv_vec3 low, vv_vec3 high);
bool vvi_sketch_chance(sketch *s, float share);
/* An index with probability odds[i] / sum of odds. */
uint32_t vvi_sketch_random_index(sketch *s, uint32_t count, const uint8_t *odds);

/* ---- Bodies (sketch.c) ----------------------------------------------------------------------------------------- */

/* The rotation whose z axis is `axis` and whose x axis is as near as possible to the creature's +x; if `axis` is nearly
 * parallel to x, its y axis is as near as possible to +y. Mirrored directions get mirrored rotations, unlike frames of
 * minimal twist near their singular direction. */
vv_quat vvi_sketch_frame(vv_vec3 axis);
/* The rotation whose z axis is `axis` and whose x axis is as near as possible to `aside`. */
vv_quat vvi_sketch_frame_beside(vv_vec3 axis, vv_vec3 aside);

/* A body between two positions, both in the creature's frame. Its bounds enclose its capsule, its centre is the
 * middle. */
typedef struct sketch_bone {
    uint32_t parent;
    vv_vec3 from, to;
    vv_quat turn;
    float radius[2];
    uint64_t caps;
    uint32_t deforms;
} sketch_bone;
/* Adds a body named `name`, or `name`-`more` unless `more` is empty. Returns its index; VV_NONE if the list is full. */
uint32_t vvi_sketch_add_body(sketch *s, const sketch_bone *part, const char *name, const char *more);
uint64_t vvi_sketch_own_cap(sketch *s, const char *name);

/* How a limb bends: each segment's share of its length, and the relative angles of the segments from the chord. */
typedef struct sketch_bend {
    uint32_t count;
    float shares[SKETCH_MOST_JOINTS];
    float headings[SKETCH_MOST_JOINTS];
} sketch_bend;
/* Computes joints[count + 1] between two positions: a chain of total length chord / extension, bent in the plane of the
 * chord and `towards`. */
void vvi_sketch_bend(const sketch_bend *bend, vv_vec3 from, vv_vec3 to, vv_vec3 towards, float extension,
                     vv_vec3 *joints);

/* The distance between the capsules of two bodies; negative if they intersect. */
float vvi_sketch_clearance(const vv_plan_body *a, const vv_plan_body *b);

/* ---- Parts of a creature --------------------------------------------------------------------------------------- */

void vvi_grow_trunk(sketch *s); /* trunk.c */
/* The position at t (0…1) along the trunk, its body there, and its radius there. */
vv_vec3 vvi_grow_trunk_at(const sketch *s, float t, uint32_t *body, float *radius);
void vvi_grow_legs(sketch *s); /* legs.c */
void vvi_grow_arms(sketch *s); /* arms.c */
void vvi_grow_wings(sketch *s);
void vvi_grow_heads(sketch *s); /* heads.c */
void vvi_grow_tails(sketch *s); /* tails.c */
void vvi_grow_spikes(sketch *s);

/* The name of a pair among `count` pairs: "front", "back", "2" …; empty if it is the only one. */
const char *vvi_grow_row_name(uint32_t pair, uint32_t count, char text[16]);
/* "left", "right", "middle". */
const char *vvi_grow_side_name(float side);

#endif
