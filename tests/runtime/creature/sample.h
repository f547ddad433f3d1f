/* Creatures for tests: made by hand, and random trees. Frame: y up, +z forward, +x left, metres. */
#ifndef VV_SAMPLE_CREATURE_H
#define VV_SAMPLE_CREATURE_H

#include "runtime/creature/bodies.h"

typedef enum sample_kind {
    SAMPLE_BIPED,     /* 25 bodies, upright: spine of 5, arms with graspers, legs, mouth, eyes, ears, a tail of 3 */
    SAMPLE_QUADRUPED, /* a prone spine of 4 from the tail end on, 4 legs of equal length, mouth, eyes, tail */
    SAMPLE_HEXAPOD,   /* a spine of 3, three pairs of legs, those behind longer by half */
    SAMPLE_SNAKE,     /* a spine of 9 on the ground, mouth and eyes; no limbs */
    SAMPLE_BRANCHING, /* a limb that forks into two graspers, two legs that fork into two feet each */
    SAMPLE_FIGURE_4, /* the paper's five bodies on one trunk: graspers A (left), B (right), 1 (left), 2 and 3 (right) */
    SAMPLE_ASYMMETRIC, /* a long arm and a short one, three legs of three lengths, everything turned oddly */
    SAMPLE_ONE_BODY,
    SAMPLE_KINDS,
} sample_kind;

#define SAMPLE_MAX_BODIES 128

typedef struct sample {
    vv_creature_body bodies[SAMPLE_MAX_BODIES];
    char names[SAMPLE_MAX_BODIES][VV_CREATURE_NAME_BYTES];
    const char *own_caps[2];
    const char *deforms[2];
    vv_creature_def def; /* points into this: do not copy it */
} sample;

const char *sample_name(sample_kind kind);
void sample_make(sample_kind kind, sample *out);
/* A tree of 1…100 bodies with a spine, caps, turns, centres and bounds as they come; with `symmetric`, limbs come in
 * mirrored pairs, the left body right before the right one. The same for the same seed. */
void sample_random(uint64_t seed, bool symmetric, sample *out);
/* With the default allocator; a test fails where it is refused. */
vv_creature *sample_create(const sample *made);
vv_creature *sample_creature(sample_kind kind);

vv_vec3 sample_point(vvi_random *random, float reach); /* each coordinate −reach…reach */
vv_quat sample_turn(vvi_random *random);

#endif
