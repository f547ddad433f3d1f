/* Random scenes of joints, and what is measured of them: their energy from outside, and how far points are apart. */
#ifndef TESTS_STAGE_RANDOM_JOINTS_H
#define TESTS_STAGE_RANDOM_JOINTS_H

#include "tests/runtime/stage/joint/joints.h"

typedef enum jointed_kind {
    JOINTED_CHAIN,    /* hangs from a point or flies, with a crate of up to 1,000 times a link's mass at its end */
    JOINTED_LIGHT,    /* a few light links, and heavy crates between them */
    JOINTED_TREE,     /* links of all sizes hinged to one another */
    JOINTED_ROPES,    /* crates between ropes and rods */
    JOINTED_BRIDGE,   /* planks between two points, and crates that fall onto it */
    JOINTED_RING,     /* a chain that is closed */
    JOINTED_CATAPULT, /* a beam on a pivot: a heavy crate at one end throws one that lies on the other */
    JOINTED_CAR,      /* driven over a bumpy ground */
    JOINTED_KINDS
} jointed_kind;

#define JOINTED_MOST 64u

typedef struct jointed {
    vv_stage *stage;
    bool collide;
    body bodies[JOINTED_MOST];
    vv_actor actors[JOINTED_MOST];
    vv_joint_id joints[JOINTED_MOST];
    float lengths[JOINTED_MOST]; /* of ropes and rods, metres */
    float sizes[JOINTED_MOST];   /* of joints: of the smaller drawing */
    uint32_t body_count, joint_count;
    double energy; /* in all, when it began, */
    double scale;  /* and what its weight gains by falling as far as it is large, J */
    double work;   /* of motors up to now, J */
    float angles[JOINTED_MOST];
    bool driven[JOINTED_MOST]; /* by a motor */
} jointed;

/* `collide`: drawings touch one another where no joint says otherwise. Links of random chains overlap, and contact that
 * parts them is no part of what joints do. */
jointed make_jointed(jointed_kind kind, bool collide, vvi_random *r);
void jointed_free(jointed *s);
/* A fixed step. */
void jointed_step(jointed *s);
/* Kinetic and potential energy beyond those at the beginning and the work of motors, J. */
double jointed_gain(const jointed *s);
/* The greatest distance of points that a joint holds together, or beyond the length of a rope or rod, in sizes. */
float jointed_gap(const jointed *s);

#endif
