/* The solver's own data. Everything that it needs to know about the creature is copied into one block, in the order
 * of solving: the root, the spine towards the head, the spine towards the tail, then limb by limb, parents before
 * children.
 *
 * A pose is, for every body, the position of its joint (x) and its rotation relative to rest (q), both in the
 * creature's frame. So a body that is rigidly attached to another one has the same q and is at x + q·offset, and at
 * rest every q is the identity. */
#ifndef VVI_CREATURE_SOLVER_H
#define VVI_CREATURE_SOLVER_H

#include "solve.h"
#include "spatial.h"

/* How many particles of the spine can move, on either side of the root. */
#define SPINE_PARTICLES 4u
/* Seconds until a twist has decayed to 1/e. */
#define TWIST_RELAXING 0.15f
/* Radians a second at which a limb of a metre may rotate beyond what its goal asks for; limbs of other lengths as
 * pendulums do, with √(1/length). */
#define MAX_TURN_RATE 12.0f
/* A joint may come lower than at rest by this share of the creature's size before it is kept off the ground. */
#define HEIGHT_MARGIN 0.05f

/* The constants of a body; vectors are at rest, in the creature's frame. */
typedef struct solver_body {
    uint32_t body;   /* its index in the creature */
    uint32_t parent; /* in the order of solving; the parent of the root is the root */
    uint32_t limb;   /* VV_NONE: it is a spine body */
    uint32_t rigid;  /* it never rotates relative to its parent: mouths, eyes … delegate their goals to that */
    uint32_t forked; /* other bodies branch off between the spine and this body */
    uint32_t first_child, next_sibling; /* VV_NONE */
    vv_vec3 rest;                       /* position of its joint */
    vv_vec3 offset;                     /* from its parent's joint to its own */
    vv_vec3 centre;                     /* its centre, from its joint */
    vv_vec3 origin;                     /* the origin of its frame, from its joint */
    /* the direction to which the joints between the first body of its limb and itself bend when they are straight;
     * unit length */
    vv_vec3 pole;
    vv_quat turn;
    uint32_t has_origin_offset; /* the origin of its frame is not at its joint */
    float length;               /* of `offset` */
    float length_along;         /* length along the bodies from the first joint of its limb to its own joint */
    float min_height;           /* height above the ground that its joint keeps where possible */
} solver_body;

typedef struct body_pose {
    vv_vec3 x;
    vv_quat q;
} body_pose;

/* A particle of the spine, and the spline that ends there and begins at the particle before: a quintic, with slopes
 * and second derivatives at both ends in the rest frames of their bodies. */
typedef struct spine_particle {
    vv_vec3 rest;
    vv_vec3 tangent; /* at rest, computed as for a pose */
    float chord, arc;
    /* cosine, at rest, of the angle between the segment that ends here and the one before; 1 for the first */
    float straight;
    vv_vec3 slope[2], bend[2];
} spine_particle;

/* The far end of a spine body, relative to the spline of its segment. */
typedef struct spine_knot {
    vv_vec3 bone; /* from the joint of the body to its far end: the next joint, or the tip at the end of the spine */
    float length;
    uint32_t segment;      /* index of the particle at which its spline ends, 1… */
    float t;               /* parameter on that spline */
    float distance_along;  /* length along the bodies from the side's first joint to the far end */
    float value[6];        /* weights of p₀ v₀ a₀ p₁ v₁ a₁ there */
    float gradient[6];     /* the weights of the slope */
    vv_vec3 spline_offset; /* from the point of the spline to the far end */
    vv_vec3 tangent;       /* of the spline there, at rest */
} spine_knot;

/* The spine on one side of the root: bodies first…first + count − 1. */
typedef struct spine_side {
    uint32_t first, count;
    /* number of particles that move; particle 0 is the first joint of the side, which the root carries */
    uint32_t particles;
    float length;
    vv_vec3 pole; /* the direction to which it bends when it is straight and compressed; unit length */
    spine_particle particle[SPINE_PARTICLES + 1u];
} spine_side;

/* The correction that standing feet impose: a translation of the root, and the share of the spine's bend that is
 * undone (0…1). */
typedef struct foot_correction {
    vv_vec3 move;
    float unbend;
} foot_correction;

typedef struct solver_limb {
    uint32_t first, count; /* its bodies, in the order of solving */
    uint32_t hip;
    uint32_t active;     /* whether it has a goal in this solve */
    float max_turn_rate; /* radians a second at which its bodies may rotate beyond what their goals ask for */
} solver_limb;

/* A goal after validation: finite, weights within 0…1, on a body that can rotate. Goals of bodies that delegate to
 * the same body are merged into one. */
typedef struct solver_goal {
    uint32_t body;  /* in the order of solving */
    uint32_t count; /* of the goals merged into it */
    /* the point of the body that the goal places, from its joint, at rest: its own centre or that of a delegate */
    vv_vec3 effector;
    vv_vec3 place;
    vv_quat q;                       /* the wanted rotation relative to rest */
    float place_weight, turn_weight; /* the largest of the merged goals */
    float place_sum;
    bool firm;
} solver_goal;

/* What one solve records about a body. */
typedef struct body_info {
    uint32_t goal;        /* index in `goals`; VV_NONE */
    uint32_t goals_below; /* number of goals on it and on its descendants */
    uint32_t leaf_goals;  /* those of them that have no goal further out */
    uint32_t has_goal;    /* it or a descendant has a goal, its own or a delegated one */
} body_info;

/* A pull on the spine: by a simplified limb towards the goal at its end, or by a goal on the spine itself (length
 * 0). */
typedef struct spine_pull {
    uint32_t segment;
    float t;
    vv_vec3 offset; /* from the point at t on the straight line between the particles to the pulled point */
    vv_vec3 goal;
    float length, weight;
    float reach; /* of a standing foot: the distance beyond which it outweighs other pulls; 0: not a standing foot */
} spine_pull;

/* The wanted position of a joint in a branching limb. If the joint begins a chain that ends at a goal (is_tip), it
 * may have any distance from the goal in a range. */
typedef struct joint_target {
    vv_vec3 place;
    float weight;
    bool is_tip;
    vv_vec3 goal;
    float min_distance, max_distance;
    /* distances below max_distance: the joint is held back from slack_start on and never passes slack_end, so that
     * the chain is not stretched out */
    float slack_start, slack_end;
} joint_target;

/* How a goal that shares its limb came out when it was solved alone: position of its effector, rotation of its body,
 * and the share of these rotations that its chain keeps beside other goals. */
typedef struct independent_pose {
    vv_vec3 place;
    vv_quat q;
    float own_share;
} independent_pose;

/* The working memory of one solve. For creatures of usual size it lies on the caller's stack, where it stays in the
 * cache for every creature of a crowd; larger creatures have their own. */
#define SOLVER_SCRATCH_BODIES 96u
struct solver_scratch {
    body_pose pose[SOLVER_SCRATCH_BODIES];
    body_info info[SOLVER_SCRATCH_BODIES];
    solver_goal goals[SOLVER_SCRATCH_BODIES];
    spine_pull pulls[SOLVER_SCRATCH_BODIES];
    joint_target targets[SOLVER_SCRATCH_BODIES];
    independent_pose independent[SOLVER_SCRATCH_BODIES];
    vv_quat rotation_sums[SOLVER_SCRATCH_BODIES];
    uint32_t chain[SOLVER_SCRATCH_BODIES + 1u];
    vv_vec3 points[SOLVER_SCRATCH_BODIES + 1u];
    vv_quat rotations[SOLVER_SCRATCH_BODIES + 1u];
    float lengths[SOLVER_SCRATCH_BODIES + 1u], min_heights[SOLVER_SCRATCH_BODIES + 1u];
};

struct vv_ik_solver {
    uint64_t byte_count;
    uint32_t body_count, spine_count, limb_count;
    uint32_t goal_count; /* valid goals of this solve */
    uint32_t frame;      /* frame counter for `carry`, from 1 */
    float size;
    vvi_prefetch_range *prefetch; /* memory to prefetch during the solve; NULL: none */
    spine_side sides[2];
    solver_body *bodies; /* [body_count] */
    uint32_t *order;     /* [body_count] from index in the creature to index in `bodies` */
    spine_knot *knots;   /* [spine_count] */
    solver_limb *limbs;  /* [limb_count] */
    uint8_t *had_goal;   /* [body_count] whether it or a descendant had a goal at the last solve */
    /* For `carry`: the last aim of each body, and the frame in which it was made. */
    vv_quat *last_aims;   /* [body_count] */
    uint32_t *aim_frames; /* [body_count]; 0: never */
    /* For `carry`: the last rotation of each limb body relative to the hip of its limb, and the frame of it. */
    vv_quat *last_rotations;   /* [body_count] */
    uint32_t *rotation_frames; /* [body_count]; 0: never */
    bool has_last_spine;       /* whether `corrections` and `last_spine_rotations` are of the frame before */
    foot_correction corrections[2];
    vv_quat *last_spine_rotations; /* [spine_count] relative to the root */
    /* For the present solve: in a solver_scratch, or in its own block if there are too many bodies. */
    body_pose *pose;               /* [body_count] */
    body_info *info;               /* [body_count] */
    solver_goal *goals;            /* [body_count] */
    spine_pull *pulls;             /* [body_count] */
    joint_target *targets;         /* [body_count] */
    independent_pose *independent; /* [body_count] */
    vv_quat *rotation_sums;        /* [body_count] */
    uint32_t *chain;               /* [body_count] the bodies of the present chain */
    vv_vec3 *points;               /* [body_count] positions of their joints */
    vv_quat *rotations;            /* [body_count] */
    float *lengths;                /* [body_count] of the bone from each to the next */
    float *min_heights;            /* [body_count] */
};

/* Goals beyond this share of a limb's reach are approached with decreasing speed; at full reach 0.75 % are missing.
 * For goals near the position where the limb would be carried, this begins at the rest distance if the limb is
 * straighter than this share at rest, so that rest itself is met. */
#define SOFT_REACH_SHARE 0.98f

/* The range of distances that a chain of bones can span. From `soft_start` on goals are approached with decreasing
 * speed; `max` is never passed. */
typedef struct reach {
    float min, max, soft_start;
} reach;

/* ---- solver_prepare.c, spine_fit.c: at creation */

void vvi_solver_prepare(vv_ik_solver *solver, const vv_creature *creature);
void vvi_spine_prepare(vv_ik_solver *solver, spine_side *side);

/* ---- spine.c, spine_pose.c: the first phase (4.3.2) */

void vvi_spine_solve(vv_ik_solver *solver, const vv_ik_options *options, spine_side *side);
/* Poses the bodies of a side along splines through these particles. */
void vvi_spine_splines(vv_ik_solver *solver, const spine_side *side, const vv_vec3 *particles);
/* Applies the goals of the bodies of a side, or of bodies that delegate to them: first rotations, then positions. */
void vvi_spine_goals(vv_ik_solver *solver, const spine_side *side);

/* ---- spine_feet.c: corrections for standing feet, before and after the spine is solved */

typedef struct solver_frame {
    const vv_ik_options *options;
    float dt, twist_kept; /* seconds; the share of a twist that is left after them */
    /* sine and cosine of half the angle by which a body may rotate in this frame beyond what its goal asks for */
    float turn_sine, turn_cosine;
} solver_frame;

/* Returns how far the root may still be moved. */
float vvi_spine_correct_root(vv_ik_solver *solver, const solver_frame *frame);
void vvi_spine_correct_feet(vv_ik_solver *solver, const solver_frame *frame, float farthest);

/* ---- spine_ends.c: poses a spine whose ends are held like feet, from end to end. False: no end is held. */

bool vvi_spine_pose_held_ends(vv_ik_solver *solver);

/* ---- limb.c, limb_branch.c, limb_particles.c: the second phase (4.3.3) */

/* A chain of bodies: solver->chain[0…n], with joints solver->points and rotations solver->rotations. The last one has
 * the goal. */
typedef struct limb_chain {
    uint32_t n;
    vv_quat carried; /* the rotation of the body that it is attached to */
    vv_vec3 place;   /* the wanted position of the effector: the goal, blended in by its weight */
} limb_chain;

void vvi_limb_solve(vv_ik_solver *solver, const solver_frame *frame, const solver_limb *limb);
/* Sets up the chain from `top` to `leaf`: its bodies, lengths, minimal heights and first joint. */
limb_chain vvi_chain_begin(vv_ik_solver *solver, uint32_t top, uint32_t leaf);
/* The reach of the chain from joint `from` to joint `to`. */
reach vvi_chain_reach(const vv_ik_solver *solver, const solver_frame *frame, uint32_t from, uint32_t to, bool firm);
/* Aims the chain at its goal as if it were the only one, and meets the goal. */
void vvi_chain_solve(vv_ik_solver *solver, const solver_frame *frame, limb_chain *chain);
/* Moves the effector of a chain to chain->place. It starts from the rotations in the pose, blended by 1 − `own_share`
 * with the carried rotation, and approaches softly by `others` (0…1), the influence of other goals. */
void vvi_chain_refine(vv_ik_solver *solver, const solver_frame *frame, const limb_chain *chain, float own_share,
                      float others);
/* The first body of the chain that ends at `leaf`: its parent is a spine body or, unless `alone`, carries several
 * goals. */
uint32_t vvi_chain_top(const vv_ik_solver *solver, uint32_t leaf, bool alone);
void vvi_chain_pose(vv_ik_solver *solver, const limb_chain *chain);

/* Whether the body has a goal and no descendant has one. */
static inline bool vvi_is_leaf(const vv_ik_solver *s, uint32_t body)
{
    return s->info[body].goal != VV_NONE && s->info[body].goals_below == 1;
}
/* Adds the rotations of a chain that was solved alone to the sums for the bodies that several goals share. */
void vvi_branch_accumulate(vv_ik_solver *solver, const limb_chain *chain);
/* Poses a limb with several goals: first the bodies that goals share, from these sums, then the chains that end at
 * each goal. */
void vvi_limb_branch(vv_ik_solver *solver, const solver_frame *frame, const solver_limb *limb);
/* Poses a limb by the iterations of the paper instead of the closed form. */
void vvi_limb_particles(vv_ik_solver *solver, const solver_frame *frame, const solver_limb *limb);

/* The reach of a chain of bones; `rest` is the distance of its ends at rest. */
reach vvi_bone_reach(uint32_t bone_count, const float *lengths, float rest, const vv_ik_options *options, bool firm);
/* The distance that a chain spans when its goal is at `distance`. */
float vvi_reach_distance(const reach *reach, float distance);

/* ---- finish.c */
void vvi_finish_chain(uint32_t n, vv_vec3 *points, const float *lengths, float chord, vv_vec3 direction, vv_vec3 pole);
/* ---- swivel.c */

/* Rotates a chain about its chord until none of its joints is lower than min_heights[1…n − 1], as far as that is
 * possible. It sets in smoothly, `softness` above these heights, and `share` of it is applied. A chain that hangs
 * straight down swings towards `outwards`, a unit vector. */
void vvi_swivel(uint32_t n, vv_vec3 *points, const float *min_heights, float softness, float share, vv_vec3 outwards);

/* ---- twist.c */

/* The rotation that aims a body from its rest direction to the wanted direction, both in the frame of what carries
 * the limb. */

vv_quat vvi_aim(vv_ik_solver *solver, const solver_frame *frame, uint32_t body, vv_vec3 rest, vv_vec3 wanted);
/* Limits the rate at which bodies may rotate beyond what their goals ask for; radians a second. */
void vvi_limit_turn_rate(solver_frame *frame, float max_turn_rate);
/* With `carry`: the rotation towards q that the rate limit allows, starting from the last rotation of the body
 * (stored relative to the hip of its limb, whose rotation is now `hip`); q itself if it is near enough. */
vv_quat vvi_limit_turn(const vv_ik_solver *solver, const solver_frame *frame, uint32_t body, vv_quat hip, vv_quat q);
/* Stores the rotations of a limb that is posed. */
void vvi_store_turns(vv_ik_solver *solver, const solver_frame *frame, const solver_limb *limb);

#endif
