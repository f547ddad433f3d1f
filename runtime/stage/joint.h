/* Joints from inside.
 *
 *   joint.c         added, removed, changed      joint_rows.c    a joint as rows: directions, errors, softness
 *   joint_patch.c   patches and frames           joint_solve.c   Gauss–Seidel on positions and velocities
 *   joint_step.c    links, forces, breaking      joint_tree.c    direct solution along trees of joints
 *   joint_save.c    bytes                        joint_stiffen.c links under tension
 *   joint_energy.c  no energy is added
 *
 * A joint is solved at the rigid level of contact, in the same rounds, as up to six rows. A row is a scalar C of both
 * ends' frames, such as the distance of their points, with an accumulated impulse λ that pushes `b` along the gradient
 * of C and `a` against it. One substep is that of RATTLE, which gains and loses no energy:
 *
 *     positions    x1 = x0 + h v0 + h²/2 (a − ∇C(x0) λ)    so that C(x1) is what it should be
 *     velocities   v1 = (x1 − x0)/h + h/2 (a − ∇C(x1) μ)   so that dC/dt is
 *
 * where the gradient is that at the *start* of the substep in the first line. A rope that pulls, and a limit that
 * pushes, have one-sided λ and μ. A spring is one row whose force is the mean of those at both ends of the substep.
 *
 * The gap that is there when a substep begins is not closed with a velocity but beforehand, by moving x and x0
 * together at a bounded speed: a joint whose ends were torn apart adds no energy.
 *
 * A point of a soft drawing is held by its *patch*: the particles around it, weighted by their masses and a falloff, as
 * a small rigid body. A point of a firm one belongs to the drawing as a whole, where shape matching wants it: a patch
 * that vibrates would feed the joint with its energy. In between, the point is between both, and λ is divided between
 * both in the same ratio, so that the joint does no work. The same impulses at positions and velocities see to it that
 * no elastic energy comes from nowhere. */
#ifndef VVI_STAGE_JOINT_H
#define VVI_STAGE_JOINT_H

#include <verve/joint.h>

#include "runtime/stage/contact.h"

#define JOINT_PATCH        64u   /* particles of a patch */
#define JOINT_PATCH_RADIUS 0.12f /* of size */
#define JOINT_PATCH_LEAST  8u    /* particles, however coarse the mesh is */

/* The part of a drawing that a joint holds. */
typedef struct joint_patch {
    uint32_t count;
    uint32_t particles[JOINT_PATCH];
    float masses[JOINT_PATCH]; /* kilograms, with the falloff */
    vv_vec2 rest[JOINT_PATCH]; /* in the artwork, about their centre of mass */
    vv_vec2 offset;            /* from that centre to the point */
    float mass, rest_inertia;  /* of the patch */
} joint_patch;

/* Where an end is: of an actor the rigid motion of its patch. */
typedef struct joint_frame {
    double base[2]; /* the actor's origin, or the point itself */
    vv_vec2 point;  /* relative to base */
    vv_vec2 centre; /* of the patch, relative to base */
    float angle;
    float inertia; /* of the patch */
} joint_frame;

#define PROJECTION_DAMPING 1.0e-4f

enum { JOINT_X, JOINT_Y, JOINT_ANGLE, JOINT_LIMIT, JOINT_MOTOR, JOINT_SPRING, JOINT_ROWS };

/* C = along · (q_b − q_a) + …; a change of it is Σ over both ends of ±(along · δq + twist · δangle). */
typedef struct joint_gradient {
    vv_vec2 along;
    float twist[2];
    float arm[2]; /* from the pivot to the point, × along: what a rotation of the whole drawing adds to the twist */
} joint_gradient;

typedef struct joint_row {
    bool active;
    joint_gradient change; /* of C, by displacements now */
    joint_gradient push;   /* along which λ pushes */
    float error;           /* of C, or of its rate: what is to become 0, without what is pending */
    float mass, softness;  /* kg and 1/kg: λ closes error + softness·λ */
    float give;            /* 1/kg: the same of a rigid row that is solved directly (joint_tree.c) */
    float low, high;       /* of λ */
    float impulse;         /* λ, kg·m, or for velocities kg·m/s */
    float start_arm[2];    /* of `push`: its arms at the start of the substep */
    bool direct;           /* it is one of those that are solved directly */
    float later;           /* of λ/h: the share that is added to velocities as it is (springs) */
    double *responses[2];  /* of a puppet: [2·stride] row and [2·stride] response, or NULL */
} joint_row;

typedef struct joint {
    uint32_t generation;
    bool used;
    vv_joint_def def;        /* a target at a world end is that after the next step, a length that which it goes to */
    vv_vec2 from[2];         /* a target before the next step, */
    vv_vec2 shown_from;      /* and before the last one: what is shown lies between both */
    float length_from;       /* before the next step; that after it is vvi_joint_length_to */
    float reference;         /* angle of b less that of a when `angle` is 0 */
    float angle;             /* continuous */
    vv_vec2 axis;            /* in a's frame */
    float start_translation; /* along the axis, when translation is 0 */
    /* Of rows that are springs: the effective mass that their frequency is meant for; 0: it is found in the next
     * substep. It stays, because a stiffness that followed the geometry would be no spring: what swings would gain
     * energy. */
    float masses[JOINT_ROWS];
    float impulses[JOINT_ROWS], velocity_impulses[JOINT_ROWS]; /* of the last substep */
    float account;                                             /* J, of energy: joint_energy.c */
    vv_vec2 force;                                             /* on b, N: mean of the last step */
    float torque;
    bool at_limit;
    uint32_t next[2]; /* 1 + index of the next joint of the same actor; 0: none */
    joint_patch patches[2];

    /* of this substep */
    joint_frame start[2], now[2];
    float start_angle, start_drive; /* at x0: angle, and what limits, motor and spring act on */
    vv_vec2 start_error;            /* at x0: what the rows x and y measure, */
    float closing;                  /* and of it, what is closed with a velocity */
    vv_vec2 start_way;              /* from a to b */
    bool fixed[2];                  /* an end that nothing moves */
    float softness[2];              /* 0…1: of λ, what pushes the patch and not the whole drawing */
    vv_vec2 patch_shift[2];         /* of patches: what their particles have not received yet */
    float patch_turn[2], patch_torque[2];
    bool is_central; /* a pull between two that are far apart */
    bool is_point;   /* a rope or rod so short that it has no direction: it holds both points together */
    float lateness;  /* 0…1: of the way from directions at the start to those at the end (joint_stiffen.c) */
    bool is_in_tree; /* it may be solved directly */
    bool failed;     /* a number is not finite: it does nothing in this substep */
    joint_row rows[JOINT_ROWS];
    vv_vec2 pushed;      /* Σ λ on b, of this substep's positions or velocities */
    vv_vec2 impulse_sum; /* of this step, N·s */
    float torque_sum;
    bool limit_pushed;
} joint;

/* A joint of a tree (joint_tree.c): it holds its child's body to that of its parent. Both are VV_NONE where there is
 * something that does not move. Matrices are in double: a link may bear a thousand times its own mass. */
typedef struct tree_edge {
    uint32_t joint, child_end;
    uint32_t child, parent; /* tree_body */
    uint32_t count;         /* of rows */
    uint8_t rows[JOINT_ROWS];
    double inverse[JOINT_ROWS][JOINT_ROWS];
    double child_moved[JOINT_ROWS][3], child_pushed[JOINT_ROWS][3], parent_pushed[JOINT_ROWS][3];
    double parent_gain[JOINT_ROWS][3];
    double impulses[JOINT_ROWS];
} tree_edge;

typedef struct tree_body {
    uint32_t actor;
    bool is_root; /* it hangs from nothing */
    bool begins;  /* it is the first of its tree */
    double matrix[3][3], inverse[3][3];
    double right[3], motion[3];
    /* Of joints (joint_energy.c): impulses, kg·m/s and kg·m²/s, how far they moved it, m and
     * radians, and before, without a velocity, how fast it moved in the substep, and the work that is nobody's, J. */
    double impulse[3], shift[2], turn, relaxed[2], rate[3], work;
    double push[2], patch_torque; /* of the phase in hand: Σ λ along, and the torque that patches received */
    /* Of positions (joint_stiffen.c): torque of joints, kg·m², and what they turned the body by; k, θ k, and 1/I. */
    double torque, turned;
    float tension, added_inertia, inv_inertia;
    float reach; /* m: of the shortest rope or rod at it, which says how far it may move at once */
} tree_body;

typedef struct tree_size {
    uint32_t edges, bodies;
    float damping;      /* of a solution, times the compliance of rows: by how much it is kept from going too far */
    float residual;     /* the greatest error of points when rows were placed last, in sizes; < 0: they were not yet */
    bool is_stale;      /* it is to be eliminated again */
    bool is_projecting; /* what was predicted goes to the nearest place where joints hold */
    bool is_solved;     /* since rows were placed last: further than one solution went, directions do not reach */
    bool is_velocity;   /* it is solved for velocities */
} tree_size;

/* Of one island: its part of the arrays of all joints. */
typedef struct joint_tree {
    tree_edge *edges; /* parents before their children */
    tree_body *bodies;
    tree_size *size;
} joint_tree;

struct joints {
    joint *items;            /* [capacity] */
    uint32_t *island_joints; /* [capacity] those of each island side by side */
    tree_edge *edges;        /* [capacity] of trees: those of each island side by side, */
    tree_body *tree_bodies;  /* [2 · capacity] */
    tree_size *tree_sizes;   /* [capacity] at the first joint of each island */
    uint32_t capacity;       /* grows up to def.max_joints */
    uint32_t end;            /* one past the last index in use */
};

static inline const vv_joint_end *joint_end(const joint *j, uint32_t end) { return end ? &j->def.b : &j->def.a; }
static inline bool is_actor_end(const joint *j, uint32_t end) { return joint_end(j, end)->actor.generation != 0; }
static inline bool is_obstacle_end(const joint *j, uint32_t end) { return joint_end(j, end)->obstacle.generation != 0; }
static inline bool is_world_end(const joint *j, uint32_t end)
{
    return !is_actor_end(j, end) && !is_obstacle_end(j, end);
}
static inline actor *actor_of_end(const vv_stage *stage, const joint *j, uint32_t end)
{
    return is_actor_end(j, end) ? &stage->actors[joint_end(j, end)->actor.index] : NULL;
}
static inline joint *joint_of(const vv_stage *stage, const contact_island *island, uint32_t k)
{
    return &stage->joints->items[island->joints[k]];
}

/* Whether it is rigid and holds no part of a soft drawing: what a substep's positions can be expected to converge
 * to. */
static inline bool vvi_joint_is_firm(const joint *j)
{
    return !j->failed && j->def.strength >= INFINITY && j->softness[0] == 0.0f && j->softness[1] == 0.0f;
}

/* joint.c */
/* Room for so many; the only one that allocates. */
vv_result vvi_joints_reserve(vv_stage *stage, uint32_t count, vv_error *error);
vv_result vvi_joint_check_numbers(const vv_joint_def *d, vv_error *error);

/* joint_patch.c */
void vvi_joint_find_patch(const vv_stage *stage, joint *j, uint32_t end);
/* 0…1: how much a drawing is held by its patch, and not as a whole. */
float vvi_joint_softness(const actor *a);
/* Where an end is at the start of the substep or now. */
joint_frame vvi_joint_frame(const vv_stage *stage, const joint *j, uint32_t end, bool start);
/* The rigid motion of a patch, from positions[particle_count] relative to an origin. */
joint_frame vvi_joint_frame_of(const actor *a, const joint_patch *p, const vv_vec2 *positions, const double origin[2]);
float vvi_joint_angle(const joint *j, const joint_frame frames[2]);
vv_vec2 vvi_joint_way(const joint_frame frames[2]);
vv_vec2 vvi_joint_axis(const joint *j, const joint_frame *a);
/* The velocity of an end's point and its rate of turning. */
void vvi_joint_velocity(const vv_stage *stage, const joint *j, uint32_t end, vv_vec2 *velocity, float *spin);
/* Moves the particles of a patch by what is pending (patch_shift, patch_turn), or changes their velocities by it. */
void vvi_joint_move_patch(vv_stage *stage, joint *j, uint32_t end, bool velocities);

/* joint_rows.c */
/* Of its drawing, or the smaller one of both, metres. */
float vvi_joint_size(const vv_stage *stage, const joint *j);
/* From the start of the substep: frames at x0. */
void vvi_joint_begin(vv_stage *stage, joint *j);
/* The rows that relax what is apart at x0: only what is rigid. */
void vvi_joint_place_relax_rows(vv_stage *stage, joint *j);
void vvi_joint_begin_rows(vv_stage *stage, joint *j, float h);
/* Evaluates them at x. */
void vvi_joint_place_rows(vv_stage *stage, joint *j, float h);
/* From now on λ pushes along what it changes. */
void vvi_joint_use_directions_now(const vv_stage *stage, joint *j);
void vvi_joint_place_velocity_rows(vv_stage *stage, joint *j, float h);
/* The largest |λ| of a pull in this substep. */
float vvi_joint_max_pull(const joint *j, float h);

/* joint_solve.c */
/* Moves together what is apart at x0, without a velocity: deltas for x and x0. False: there are none. */
bool vvi_joints_relax(vv_stage *stage, const contact_island *island, float h);
/* Before the iterations: rows and warm start. */
void vvi_joints_prepare(vv_stage *stage, const contact_island *island, float h);
/* Once an iteration: evaluates the rows at x. */
void vvi_joints_evaluate(vv_stage *stage, const contact_island *island, float h, bool last);
/* After the last: whether a projection needs one more iteration, for which rows are evaluated. */
bool vvi_joints_continue(vv_stage *stage, const contact_island *island, float h);
/* After it: applies what is pending of patches, before what is pending of whole drawings. */
void vvi_joints_move_patches(vv_stage *stage, const contact_island *island, bool velocities);
/* A round of Gauss–Seidel, on positions or velocities. */
void vvi_joints_solve_round(vv_stage *stage, const contact_island *island, uint32_t round);
/* After the last iteration, and after velocities were made from positions. */
void vvi_joints_finish_positions(vv_stage *stage, const contact_island *island, float h);
void vvi_joints_prepare_velocities(vv_stage *stage, const contact_island *island, float h);
void vvi_joints_finish_velocities(vv_stage *stage, const contact_island *island, float h);
/* How far a row moves by λ = 1 of another one of the same joint; and of it, by patches. */
float vvi_joint_compliance(const vv_stage *stage, const joint *j, const joint_row *moved, const joint_row *pushed);
float vvi_joint_patch_compliance(const vv_stage *stage, const joint *j, const joint_row *moved,
                                 const joint_row *pushed);
/* What a row measures with what is pending, less what it is to be. */
double vvi_joint_row_error(const vv_stage *stage, const joint *j, const joint_row *r);
void vvi_joint_apply_impulse(vv_stage *stage, joint *j, const joint_row *r, float amount);

/* joint_energy.c */
/* When velocities are solved: takes from them what joints added without a right to. */
void vvi_joints_limit_energy(vv_stage *stage, const contact_island *island, float h);

/* joint_stiffen.c */
/* When rows have their arms of the start of the substep, and no impulse yet. */
void vvi_joints_begin_stiffening(vv_stage *stage, const contact_island *island);
/* After rows were placed for positions: arms and inertias that keep links under tension stable. `first`: no impulse has
 * been applied yet. */
void vvi_joints_stiffen(vv_stage *stage, const contact_island *island, bool first);
/* After positions were solved: bodies have their own inertia again. */
void vvi_joints_unstiffen(vv_stage *stage, const contact_island *island);

/* joint_tree.c */
joint_tree vvi_joints_tree(const vv_stage *stage, const contact_island *island);
/* Once a substep, when it is known which ends are fixed. */
void vvi_joints_build_tree(vv_stage *stage, const contact_island *island);
/* After rows were placed: how far bodies may move while directions hold; and how far impulses have moved one, of that
 * or in radians, whichever is more. */
void vvi_joints_find_reach(const vv_stage *stage, const contact_island *island);
float vvi_tree_body_share(const vv_stage *stage, const tree_body *b);
/* After rows were placed: which of them take part in a direct solution. */
void vvi_joints_choose_direct(vv_stage *stage, const contact_island *island, bool velocities);
/* When rows were placed anew, in the `last` iteration or before: whether Newton's method leads nowhere, and what was
 * predicted is projected from now on. Then all impulses are taken back. */
bool vvi_joints_check_progress(vv_stage *stage, const contact_island *island, bool last);
/* In a round, after Gauss–Seidel over the other rows. */
void vvi_joints_solve_tree(vv_stage *stage, const contact_island *island);
/* A row was changed by Gauss–Seidel: it takes part from now on if it is between its bounds. */
void vvi_joints_include_row(vv_stage *stage, const contact_island *island, joint *j, joint_row *r);

/* joint_step.c */
/* Links the joints of each actor, after joints were added or removed. */
void vvi_joints_link(vv_stage *stage);
void vvi_joint_clear(vv_stage *stage, uint32_t index);
void vvi_joint_wake(vv_stage *stage, const joint *j);
float vvi_joint_length(const vv_stage *stage, const joint *j, bool start);
/* The length after the step: nearer to def.length by what a winch does in a step. */
float vvi_joint_length_to(const vv_stage *stage, const joint *j);

#endif
