/* The solver's own data. Everything about the creature that it needs is copied into one block, in the order in which it is posed: the
 * root, the spine headwards, the spine tailwards, then limb by limb, parents before children.
 *
 * A pose is, for every body, where its joint is (x) and how it is turned against its rest (q), both in the creature's frame. So a body that
 * hangs rigidly on another has the same q and x + q·offset, and at rest every q is the identity. */
#ifndef VVI_CREATURE_SOLVER_H
#define VVI_CREATURE_SOLVER_H

#include "solve.h"
#include "spatial.h"

#define SPINE_PARTICLES 4u    /* that move, on either side of the root */
#define TWIST_RELAXING  0.15f /* seconds until 1/e of a twist is left */
#define FASTEST_TURN                                                                                                   \
    12.0f /* radians a second by which limbs of a metre turn of themselves, others as they swing: as √(1/length) */
/* Of a creature's size: so much lower than at rest a joint may come before it is kept off the ground. */
#define HEIGHT_MARGIN 0.05f

/* What never changes of a body; vectors at rest, in the creature's frame. */
typedef struct solver_body {
    uint32_t body;   /* of the creature */
    uint32_t parent; /* in the solver's order; the root's is itself */
    uint32_t limb;   /* VV_NONE: of the spine */
    uint32_t rigid;  /* it never turns against what it hangs on: mouths, eyes … delegate their goals to that */
    uint32_t forked; /* other bodies than it hang on a body of the limb between the spine and it */
    uint32_t first_child, next_sibling; /* VV_NONE */
    vv_vec3 rest;                       /* its joint */
    vv_vec3 offset;                     /* from its parent's joint to its own */
    vv_vec3 centre;                     /* from its joint */
    vv_vec3 origin;                     /* of its frame, from its joint */
    vv_vec3 pole; /* where joints between its limb's first and its own bend to when those are straight; unit length */
    vv_quat turn;
    uint32_t aside; /* its origin is not its joint */
    float length;   /* of `offset` */
    float way;      /* from its limb's first joint along the bodies to its own */
    float height;   /* that its joint keeps above the ground, if it can */
} solver_body;

typedef struct body_pose {
    vv_vec3 x;
    vv_quat q;
} body_pose;

/* A particle of the spine and the spline that ends there, which begins at the one before: quintic, with slopes and second derivatives at
 * both ends in the frames of their bodies, that is, as they are at rest. */
typedef struct spine_particle {
    vv_vec3 rest;
    vv_vec3 tangent; /* at rest, by the rule that the pose uses, too */
    float chord, arc;
    float straight; /* cosine at rest between the way here and the one before; 1 for the first */
    vv_vec3 slope[2], bend[2];
} spine_particle;

/* The far end of a body of the spine on its side's splines. */
typedef struct spine_knot {
    vv_vec3 bone; /* from the body's joint to its far end: the next joint, at the end of the spine its tip */
    float length;
    uint32_t segment;  /* the particle at which its spline ends, 1… */
    float t;           /* on that spline */
    float along;       /* way from the side's first joint to the far end */
    float value[6];    /* weights of p₀ v₀ a₀ p₁ v₁ a₁ there */
    float gradient[6]; /* the same for the slope */
    vv_vec3 aside;     /* from the spline's point to the far end */
    vv_vec3 tangent;   /* of the spline there, at rest */
} spine_knot;

/* The spine on one side of the root: bodies first…first + count − 1. */
typedef struct spine_side {
    uint32_t first, count;
    uint32_t particles; /* that move; particle 0 is the side's first joint, carried by the root */
    float length;
    vv_vec3 bulge; /* where it gives way to when it is straight and pushed together; unit length */
    spine_particle particle[SPINE_PARTICLES + 1u];
} spine_side;

/* What the spine gives for feet that stand: a move of the root, and how much of its bend (0…1). */
typedef struct feet_give {
    vv_vec3 move;
    float unbend;
} feet_give;

typedef struct solver_limb {
    uint32_t first, count; /* bodies, in the solver's order */
    uint32_t hip;
    uint32_t active; /* at this solve */
    float fastest;   /* radians a second by which its bodies turn of themselves */
} solver_limb;

/* A goal as taken from the caller: finite, weights within 0…1, on a body that can turn; those of bodies that delegate to it are one. */
typedef struct taken_goal {
    uint32_t body; /* in the solver's order */
    uint32_t count;
    vv_vec3 point; /* which point of it, from its joint, at rest: its own centre or a delegate's */
    vv_vec3 place;
    vv_quat q;                       /* what it should be turned by against its rest */
    float place_weight, turn_weight; /* the largest */
    float place_sum;
    bool firm;
} taken_goal;

/* What a solve notes about a body. */
typedef struct body_note {
    uint32_t goal;   /* among the goals taken; VV_NONE */
    uint32_t below;  /* goals on it and beneath */
    uint32_t leaves; /* of those, such that have none beneath */
    uint32_t wanted; /* it or anything beneath has a goal, its own or delegated */
} body_note;

/* A limb's end drawn to its goal, or a body of the spine (with length 0), as the spine phase sees it. */
typedef struct spine_pull {
    uint32_t segment;
    float t;
    vv_vec3 aside; /* of the point that is drawn from that place on the straight line between particles */
    vv_vec3 goal;
    float length, weight;
    float reach; /* of a foot that stands: beyond it nothing else counts; 0: it does not */
} spine_pull;

/* Where a joint of a branching limb should be. That of a chain which ends at a goal may be anywhere between two distances from it. */
typedef struct limb_wish {
    vv_vec3 place;
    float weight;
    bool tip;
    vv_vec3 goal;
    float least, most;
    float ease,
        snug; /* less than most: from there on they are held back, and here wholly, so as not to be stretched out */
} limb_wish;

/* What became of a goal that shares its limb when it was solved alone: where its point came, how its body was turned, and how much of its own
 * turns its chain keeps beside others. */
typedef struct lone_place {
    vv_vec3 place;
    vv_quat q;
    float own;
} lone_place;

/* What one solve works with and nobody needs after it. Of creatures of usual size it lies on the caller's stack, where a crowd finds it in
 * the cache for every one of them; larger ones have their own. */
#define ROOM_BODIES 96u
struct solver_room {
    body_pose pose[ROOM_BODIES];
    body_note notes[ROOM_BODIES];
    taken_goal goals[ROOM_BODIES];
    spine_pull pulls[ROOM_BODIES];
    limb_wish wishes[ROOM_BODIES];
    lone_place goal_places[ROOM_BODIES];
    vv_quat sums[ROOM_BODIES];
    uint32_t chain[ROOM_BODIES + 1u];
    vv_vec3 points[ROOM_BODIES + 1u];
    vv_quat turns[ROOM_BODIES + 1u];
    float lengths[ROOM_BODIES + 1u], heights[ROOM_BODIES + 1u];
};

struct vv_solver {
    uint64_t byte_count;
    uint32_t body_count, spine_count, limb_count;
    uint32_t goal_count; /* taken */
    uint32_t frame;      /* of `carry`, counted from 1 */
    float size;
    vvi_ahead *ahead; /* NULL: nothing is to be fetched meanwhile */
    spine_side sides[2];
    solver_body *bodies; /* [body_count] */
    uint32_t *order;     /* [body_count] from a body of the creature to ours */
    spine_knot *knots;   /* [spine_count] */
    solver_limb *limbs;  /* [limb_count] */
    uint8_t *held;       /* [body_count] at the last solve: it or one below had a goal */
    /* Of `carry`: each aim and the frame it was made in. */
    vv_quat *aims;   /* [body_count] */
    uint32_t *aimed; /* [body_count]; 0: never */
    /* And how each body of a limb was turned against the limb's hip. */
    vv_quat *lasts;   /* [body_count] */
    uint32_t *lasted; /* [body_count]; 0: never */
    bool followed;    /* the rest is of the frame before */
    feet_give gave[2];
    vv_quat *spine_turns; /* [spine_count] against the root's */
    /* Of the present solve: in a solver_room, or its own where that is too small. */
    body_pose *pose;         /* [body_count] */
    body_note *notes;        /* [body_count] */
    taken_goal *goals;       /* [body_count] */
    spine_pull *pulls;       /* [body_count] */
    limb_wish *wishes;       /* [body_count] */
    lone_place *goal_places; /* [body_count] */
    vv_quat *sums;           /* [body_count] */
    uint32_t *chain;         /* [body_count] the bodies of a chain */
    vv_vec3 *points;         /* [body_count] their joints */
    vv_quat *turns;          /* [body_count] */
    float *lengths;          /* [body_count] of the bone from each to the next */
    float *heights;          /* [body_count] */
};

/* Goals beyond this share of a limb's reach are approached ever more slowly; at full reach 0.75 % are missing. Where a limb is straighter at
 * rest, from there on, for goals near to where it would be carried: rest itself is met. */
#define COMFORT 0.98f

/* How far bones reach, one after the other: from `soft` on goals are approached ever more slowly, `most` is never passed. */
typedef struct reach {
    float least, most, soft;
} reach;

/* ---- solver_prepare.c, spine_fit.c: at creation */

void vvi_solver_prepare(vv_solver *solver, const vv_creature *creature);
void vvi_spine_prepare(vv_solver *solver, spine_side *side);

/* ---- spine.c, spine_pose.c: the first phase (4.3.2) */

void vvi_spine_solve(vv_solver *solver, const vv_solver_options *options, spine_side *side);
/* Poses the side's bodies along splines through its particles. */
void vvi_spine_splines(vv_solver *solver, const spine_side *side, const vv_vec3 *particles);
/* Turns and places that bodies of the side, or what delegates to them, are to have. */
void vvi_spine_goals(vv_solver *solver, const spine_side *side);

/* ---- spine_feet.c: what feet that stand have to say about it, before and after */

typedef struct limb_frame {
    const vv_solver_options *options;
    float dt, kept;     /* seconds; how much of a twist is left after them */
    float sine, cosine; /* of half the angle by which a body may turn of itself, beside what its goal asks for */
} limb_frame;

/* Returns how far the root may still go. */
float vvi_spine_root(vv_solver *solver, const limb_frame *frame);
void vvi_spine_feet(vv_solver *solver, const limb_frame *frame, float farthest);

/* ---- spine_ends.c: a spine of which ends are held like feet is posed from end to end. False: none is. */

bool vvi_spine_ends(vv_solver *solver);

/* ---- limb.c, limb_branch.c, limb_particles.c: the second phase (4.3.3) */

/* A chain of bodies: solver->chain[0…n], whose joints are solver->points and turns solver->turns. The last has the goal. */
typedef struct limb_chain {
    uint32_t n;
    vv_quat carried; /* the turn of what it hangs on */
    vv_vec3 place;   /* for the last body's centre: the goal, less so by its weight */
} limb_chain;

void vvi_limb_solve(vv_solver *solver, const limb_frame *frame, const solver_limb *part);
/* From `top` along bodies with goals beneath to `leaf`; lengths, heights and the first joint are set. */
limb_chain vvi_chain_take(vv_solver *solver, uint32_t top, uint32_t leaf);
/* What the chain reaches from joint `from` to joint `to`. */
reach vvi_chain_reach(const vv_solver *solver, const limb_frame *frame, uint32_t from, uint32_t to, bool firm);
/* Aims the chain at its goal as if it were alone, and meets it. */
void vvi_chain_solve(vv_solver *solver, const limb_frame *frame, limb_chain *chain);
/* From the turns that its bodies have in the pose, `own` of them, the rest as carried, goes to the chain's place; the more softly, the more others
 * have to say (0…1). */
void vvi_chain_again(vv_solver *solver, const limb_frame *frame, const limb_chain *chain, float own, float others);
/* The first body on the way from `leaf` inwards that hangs on something that more goals share, or on the spine. */
uint32_t vvi_chain_top(const vv_solver *solver, uint32_t leaf, bool alone);
void vvi_chain_pose(vv_solver *solver, const limb_chain *chain);

/* A body of a limb with a goal and none beneath. */
static inline bool vvi_is_leaf(const vv_solver *s, uint32_t body)
{
    return s->notes[body].goal != VV_NONE && s->notes[body].below == 1;
}
/* Notes the turns of a chain that was solved alone, for … */
void vvi_branch_add(vv_solver *solver, const limb_chain *chain);
/* … the bodies from which goals branch off. They are posed first, then the chains that end at each goal. */
void vvi_limb_branch(vv_solver *solver, const limb_frame *frame, const solver_limb *part);
/* The paper's rounds in place of the closed form. */
void vvi_limb_particles(vv_solver *solver, const limb_frame *frame, const solver_limb *part);

/* What bones of these lengths reach whose ends are `rest` apart at rest. */
reach vvi_reach(uint32_t bone_count, const float *lengths, float rest, const vv_solver_options *options, bool firm);
float vvi_reach_distance(const reach *reach, float distance);

/* ---- finish.c: a chain's end to a distance, rigidly. points[n + 1], lengths[n] of the bones; the chord from the first point to the last
 * gets this length and this (unit) direction. Joints bend to `pole` where the chain is straight. */
void vvi_finish(uint32_t n, vv_vec3 *points, const float *lengths, float chord, vv_vec3 direction, vv_vec3 pole);
/* ---- swivel.c
 *
 * Turns a chain about its chord until none of its joints is lower than heights[1…n − 1], as far as that goes, smoothly: it begins
 * `softness` above, and `share` of it is done. What hangs straight down swings to `outwards`, a unit vector. */
void vvi_swivel(uint32_t n, vv_vec3 *points, const float *heights, float softness, float share, vv_vec3 outwards);

/* ---- twist.c: the turn that aims a body's rest direction at its goal, both in the frame of what carries the limb. */

vv_quat vvi_aim(vv_solver *solver, const limb_frame *frame, uint32_t body, vv_vec3 rest, vv_vec3 wanted);
/* Bodies may turn of themselves by so many radians a second. */
void vvi_hold_back(limb_frame *frame, float fastest);
/* With `carry`: the turn on the way from the body's last one (against its limb's hip, which is now turned by `hip`) to q that it may have by
 * now; q itself where it is near enough. */
vv_quat vvi_ease_turn(const vv_solver *solver, const limb_frame *frame, uint32_t body, vv_quat hip, vv_quat q);
/* Notes the turns of a limb that is posed. */
void vvi_note_turns(vv_solver *solver, const limb_frame *frame, const solver_limb *part);

#endif
