/* What the files of matching share (Guay et al. 2015, section 4).
 *
 * Joints that may turn are a tree of their own, the *body*: every one has its rotation R_i on top of where the base takes it,
 * and everything that hangs between them goes along rigidly. Points that the line or a contact draws are its *nodes*: the body's
 * joints first, then tips of bones and points of contacts. A node lies at x = x_up + R_up·lever. Because R_i is absolute, a bone's
 * direction depends on one rotation alone.
 *
 * The motion is a Hermite curve in time over *knots* (one a keystroke, one between, and at both ends), with values and tangents
 * unknown. It is compared with the line at *samples*: every frame, every keystroke. */
#ifndef VVI_LINE_MATCHING_H
#define VVI_LINE_MATCHING_H

#include "line.h"
#include "turns.h"

/* ---- The body ------------------------------------------------------------------------------------------------------ */

typedef struct match_body {
    uint32_t joint_count, node_count;
    uint32_t *joints;    /* [joint_count] of the skeleton, ascending */
    uint32_t *up;        /* [node_count] the body's joint above a node; VV_NONE: nothing above it turns */
    uint32_t *of;        /* [node_count] the skeleton's joint that a node is, or whose frame a contact's point is in */
    bool *on_way;        /* [joint_count] some keystroke's way goes through it: it turns in the plane */
    uint32_t *node_of;   /* [skeleton's joints] the node that a joint is, or VV_NONE */
    uint32_t (*axis)[2]; /* [joint_count] nodes that its bone goes to, the second where the way bends at it */
    dq *lay;             /* [joint_count] after its base turn: takes bones that stick out of the action plane into it */
} match_body;

/* Where the bones of a keystroke lie along the line. */
typedef struct match_branch {
    uint32_t before, node; /* nodes; `before` has a place already */
    int direction;         /* along the line: +1 to its end */
} match_branch;

typedef struct match_way {
    uint32_t count, branch_count;
    uint32_t *nodes; /* [count] from the line's beginning to its end */
    match_branch *branches;
    double *scales;   /* [count] what the piece after a node counts of its length */
    double *drags;    /* [count] how firmly a node is drawn, 0…1 */
    uint8_t *linked;  /* [count] the piece after a node has no direction to follow */
    uint32_t top;     /* index in nodes of the one nearest to the root */
    double from, to;  /* the part of the line, from < to */
    uint32_t same;    /* the first keystroke whose way is this one */
    uint8_t *present; /* [node_count] it has a place on the line */
    double *drag;     /* [node_count] how firmly it is drawn */
    uint8_t *own;     /* [node_count] its joint is in the set */
    int8_t *tip;      /* [node_count] the bone above it is in the set and on the way: ±1 as it goes along the line */
    uint8_t *idle;    /* [node_count] nothing of the line turns this joint: it stays on its base */
} match_way;

/* ---- Time ---------------------------------------------------------------------------------------------------------- */

typedef struct match_sample {
    double time, weight;
    uint32_t frame;         /* or VV_NONE */
    bool keyed;             /* it is a keystroke's moment */
    uint32_t before, after; /* keystrokes around it; the same where it is one, or before the first or after the last */
    double mix;             /* from `before` to `after`, 0…1, eased */
    uint32_t knot;          /* it lies between this and the next */
    double value[4];        /* of value and tangent here, value and tangent at the next */
    double speed[4], bend[4]; /* the same of the derivative (a 30th of a second's), and of the second one (of SOON²) */
} match_sample;

/* What a sample asks for: one for every node. */
typedef struct match_aim {
    double place[2];
    double along;        /* where it is on the line */
    double chord[2];     /* direction, along the line, of the bone above */
    double inverse;      /* 1 / length of that chord, with the sign of the bone; 0: no direction is asked for */
    double pull, direct; /* weights of place and direction */
} match_aim;

/* The line at a time, cornered once for all the points that are asked of it. */
typedef struct match_line {
    uint32_t element_count;
    float length;
    vv_vec2 corners[VV_LINE_MAX_ELEMENTS + 1];
} match_line;

/* ---- Unknowns of a stage ----------------------------------------------------------------------------------------- */

/* Unknowns by joints, for matrices that know what hangs on what (match_tree.c). A group's panel has its rows, and as columns its own and
 * those of all groups above it, nearest first. */
typedef struct match_tree {
    uint32_t count;    /* groups; what is above comes later */
    uint32_t *up;      /* [count] the group above, or VV_NONE */
    uint32_t *first;   /* [count] of its unknowns */
    uint32_t *rows;    /* [count] how many they are */
    uint32_t *width;   /* [count] … with all above */
    uint32_t *run;     /* [count] how many of these follow one another from `first` on */
    uint32_t *then;    /* [count] the group above that the rest begins with, or VV_NONE */
    size_t *panel;     /* [count] where its panel begins: rows · width */
    size_t size;       /* of all panels */
    uint32_t unknowns; /* of all groups */
} match_tree;

/* A symmetric system over knots, [knot_count · size of the tree] each. */
typedef struct match_blocks {
    double *own;    /* a knot with itself; all of what a group has with itself, of others only what is above */
    double *ahead;  /* rows: a group at a knot; columns: the same and what is above at the next */
    double *behind; /* rows: a group at the next knot; columns: what is above it (from its own width on) at this one */
} match_blocks;

/* A quadratic term of x_a − x_b (b VV_NONE: of x_a): for every knot value², value·tangent, tangent² and the four products with the
 * next knot's value (times value, tangent) and tangent; last, how much of the first holds it to its base there. */
typedef struct match_pair {
    uint32_t a, b;
    uint32_t group, part; /* that a is in, and which of its unknowns; b is the same of the group above */
    double (*knots)[8];
} match_pair;

/* dof 1: R_i = exp(θ n); dof 3: R_i = exp(r_i) after the first stage. */
typedef struct match_stage {
    uint32_t dof, root, size; /* of a joint, of the root's place, of a whole pose */
    uint32_t *variable; /* [joint_count] first of its dof in a pose; VV_NONE: it stays; may be that of a joint above */
    const dq *turns;    /* [bases · joint_count] without the unknowns */
    const d3 *levers;   /* [bases · node_count] */
    double *x;          /* [knot_count · 2 · size] values, then tangents times the knot's span */
    bool direct;        /* its system is built and factored; or else products and a simpler one stand for it */
    match_tree pose,
        knot;        /* of one pose's unknowns; of a knot's, where values and then tangents are those of a group */
    uint32_t *group; /* [joint_count] whose unknowns it turns by; VV_NONE: it stays */
    uint32_t pair_count;
    match_pair *pairs; /* the part of the system that never changes */
    double *lean;      /* [knot_count · 2 · size] its linear part: bones that went all the way round rest there */
    double lean_cost;  /* … and what it costs at x = 0 */
} match_stage;

typedef struct match_pose {
    double *values;      /* [size] */
    d33 *rotations;      /* [joint_count] */
    d33 *left;           /* [joint_count] of dof 3 */
    d3 *arms;            /* [node_count] R_up·lever */
    d3 *places;          /* [node_count] */
    double *gains;       /* [node_count · 3 · dof] how arms change with the variables of `up` */
    double (*seen)[2];   /* [node_count] */
    double (*slopes)[6]; /* [node_count] of `seen` by place */
} match_pose;

/* How a node's place and view change at a sample, and how firmly its place and the direction to it are drawn, for products without
 * matrices: all that they read, in one row. */
typedef struct match_slope {
    double gain[3], view[6], pull, direct;
} match_slope;

typedef struct match_work {
    match_pose pose;
    double *H, *b;  /* of one sample: panels of the pose's tree, [size] */
    double (*S)[9]; /* [node_count] sums over what hangs below */
    double (*f)[3];
    double basis[9];                        /* 3 × root: where the root may go */
    double *sums;                           /* [10 · size of the pose's tree] of samples between two knots */
    match_blocks system, factor;            /* of a stage that is solved by them; or else `own` is of poses at knots */
    double *right, *step, *trial, *room;    /* [knot_count · 2 size] */
    double *residual, *guess, *way, *image; /* [knot_count · 2 size] of conjugate gradients */
    double *damping;                        /* [knot_count · 2 size] */
    double
        factored; /* the damping that `factor` has of the first stage without its blocks, INFINITY: there is no factor */
    double *path;                                   /* [size · 2] unknowns of a group and all above it */
    match_slope *slopes;                            /* [sample_count · node_count] of the first stage */
    double (*moved)[3], (*glimpse)[2], (*pulls)[2]; /* [node_count] */
} match_work;

/* A pose while contacts are met: rotations after the second stage's beginning. */
typedef struct match_finishing {
    d3 root;
    dq *turns, *sums;                       /* [joint_count] */
    d3 kept_root;                           /* a pose to come back to */
    dq *kept;                               /* [joint_count] */
    d3 *places;                             /* [node_count] */
    double *rows, *square, *errors, *pulls; /* of all contacts' equations */
    double (*give)[6];                      /* how far they give way, a block each */
    double *ease;                           /* [joint_count + 1] root of how gladly a joint, and last the root, moves */
} match_finishing;

/* Room to bend one sample's pose onto a line that is elsewhere. */
typedef struct match_live {
    match_aim *aims;      /* [node_count] on that line */
    d3 *arms;             /* [node_count] as they were solved */
    double (*targets)[2]; /* [node_count] where nodes are to be seen, and … */
    double *weights;      /* [node_count] … how firmly */
    double *rows, *trial; /* [2 · size], [size] of the first stage */
    vv_quat *turns;       /* [joint_count of the skeleton] of the frame after */
    vv_vec3 *moves;
    vv_quat *body; /* [joint_count of the body] */
} match_live;

typedef struct match_tally {
    double distance, nodes, tangents, bones;
} match_tally;

typedef struct match_hold {
    uint32_t node;  /* its point */
    uint32_t joint; /* of the body */
    d3 point;       /* in its frame */
    bool turned;
    double from, to, ease;
    double reach;        /* metres from the root to it along the bones */
    uint32_t top, hinge; /* joints of the body: a limb that only it holds, and where that bends; VV_NONE: none */
    uint32_t shin, end;  /* the node below the hinge; the one where the limb ends: what is beyond is a foot */
    bool free;           /* no line ever draws the hinge */
    bool alone;          /* … and none the limb, nor holds it by another joint */
    d3 axis;             /* about which, in the frame of the joint above the hinge */
    uint32_t step_count;
    const vv_match_step *steps;
} match_hold;

typedef struct match_can {
    uint32_t joint, step_count;
    const vv_match_step *steps;
    double *share; /* [joint_count] how much of its angle every joint of the body turns about itself */
} match_can;

struct vv_match {
    vvi_arena arena;
    const vv_skeleton *skeleton;
    const vv_line *line;
    uint32_t joint_count, key_count, frame_count, sample_count, knot_count, base_count;
    double rate;
    double unit;         /* what a metre counts here, so that bodies of all sizes weigh alike: see match_way.c */
    uint32_t *parents;   /* [joint_count] */
    vv_quat *base_turns; /* [base_count · joint_count] */
    vv_vec3 *base_moves;
    bool hold_root;
    double place, tangent, smooth, rest, key;

    vv_paper paper;
    d3 right, up, out, eye; /* the paper's axes in the world, its centre */
    d3 u, v, n;             /* the action plane's */
    double distance;        /* of the eye; 0: none */

    match_body body;
    match_way *ways; /* [key_count] */
    double *knots;   /* [knot_count] seconds */
    double *spans;   /* [knot_count] what tangents are multiplied with */
    match_sample *samples;
    uint32_t *sample_of;         /* [frame_count] */
    uint32_t (*knot_samples)[3]; /* [knot_count] at it, half way to the one before and after; VV_NONE: none */
    double *mass, *mass_ahead;   /* factors of the knots' own system, blocks of 2 × 2 */
    double *mass_own;            /* [knot_count] its diagonal, of values */
    uint32_t *key_samples;       /* [key_count] */
    match_aim *aims;             /* [sample_count · node_count] */

    uint32_t bases;     /* sample_count, or 1 where the base stands still */
    dq *base_globals;   /* [bases · joint_count of the body] */
    dq *parent_globals; /* [bases · joint_count of the body] of the skeleton's parent */
    d3 *levers;         /* [bases · node_count] */
    d3 *base_places;    /* [bases · node_count] */
    dq *all_turns;      /* [joint_count] room */
    d3 *all_places;
    d3 *roots;       /* [bases] the root's place */
    double *along;   /* [2 · node_count] room */
    double *lengths; /* [node_count] room */

    match_stage planar, space;
    dq *flat_turns;  /* [sample_count · joint_count] what the first stage gave, twisted: the second begins there */
    d3 *flat_levers; /* [sample_count · node_count] */
    d3 *flat_moves;  /* [sample_count] the root's */
    bool in_space;   /* there is a second stage */
    uint32_t can_count, hold_count;
    match_can *cans;
    match_hold *holds;
    match_work work;
    match_finishing finishing;
    match_tally tally;
    double *starts;  /* [sample_count · size] the first stage's beginning */
    bool *followed;  /* [joint_count] */
    uint32_t *drawn; /* [joint_count] room: a joint's longest bone that has a direction to follow */
    dq *twisted;     /* [joint_count] */
    match_live live;

    vv_quat *turns; /* [frame_count · joint_count of the body] the result, relative to parents */
    vv_vec3 *moves; /* [frame_count] of the root */
    bool solved;
    vv_match_report report;
};

vv_result vvi_match_check(const vv_match_def *def, vv_error *error); /* match_check.c */

/* ---- match_way.c --------------------------------------------------------------------------------------------------- */

/* The body that the keystrokes' sets, the cans and the contacts ask for, and its ways; directions along the line are not chosen yet. */
vv_result vvi_match_body(vv_match *match, const vv_match_def *def, vv_error *error);
/* Whether some bone is in the set of one keystroke but not of another. */
bool vvi_match_sets_change(const vv_match *match);
/* ---- match_links.c: which pieces of a way (still joints of the skeleton) are no bones; places[joints] at rest ---- */
bool vvi_match_links(vv_match *match, const d3 *places, match_way *way);
/* ---- match_orient.c ---- */
/* Turns ways round so that they fit the line (needs samples and levers). */
void vvi_match_orient(vv_match *match, const vv_match_key *keys);

/* ---- match_time.c -------------------------------------------------------------------------------------------------- */

vv_result vvi_match_time(vv_match *match, vv_error *error);
/* Values at a sample: out[size]. */
void vvi_match_values(const match_stage *stage, const match_sample *sample, const double weights[4], double *out);

/* ---- match_base.c -------------------------------------------------------------------------------------------------- */

vv_result vvi_match_base(vv_match *match, vv_error *error);
static inline size_t vvi_match_base_of(const vv_match *match, uint32_t sample) { return match->bases > 1 ? sample : 0; }

/* ---- match_map.c --------------------------------------------------------------------------------------------------- */

/* Lays the body along the line: aims of every sample. */
void vvi_match_map(vv_match *match);
/* The same of one sample, of a line that is at `pose` then (NULL: as it is): aims[node_count]. */
void vvi_match_aim(const vv_match *match, uint32_t sample, const vv_line_pose *pose, match_aim *aims);
/* By how much the line is shifted there where the root is held; 0 where it is not. */
void vvi_match_shift(const vv_match *match, uint32_t sample, const vv_line_pose *pose, double shift[2]);
/* The same of one keystroke's way at one sample: along[node_count], where it has a place. */
void vvi_match_map_way(const vv_match *match, const match_way *way, uint32_t sample, double *along);
/* The point of the action plane's parallel through `place` that is seen at `seen`: in u and v, from the paper's centre. */
void vvi_match_cast(const vv_match *match, const double seen[2], d3 place, double at[2]);
match_line vvi_match_line(const vv_match *match, double time);
vv_vec2 vvi_match_line_point(const match_line *line, double along, vv_vec2 *tangent);
/* How firmly a contact holds at a time, 0…1, once differentiable. */
double vvi_match_grip(const match_hold *hold, double time);

/* ---- match_pose.c, match_normal.c ----------------------------------------------------------------------------------- */

void vvi_match_see(const vv_match *match, d3 place, double seen[2], double slopes[6]);
/* From pose->values: rotations, places, views, and with `gains` their derivatives. The second takes the values, too, from
 * stage->x. */
void vvi_match_place(const vv_match *match, const match_stage *stage, uint32_t sample, match_pose *pose, bool gains);
void vvi_match_pose(const vv_match *match, const match_stage *stage, uint32_t sample, match_pose *pose, bool gains);
/* The pose's part of the cost; with `normal` also H += JᵀJ, b += Jᵀr into work (cleared before). */
double vvi_match_terms(const vv_match *match, const match_stage *stage, uint32_t sample, match_work *work, bool normal);
/* The same cost, with b = Jᵀr alone. */
double vvi_match_gradient(const vv_match *match, const match_stage *stage, uint32_t sample, match_work *work);
/* The cost of everything at stage->x; with `normal` the whole system into work. */
double vvi_match_system(const vv_match *match, const match_stage *stage, match_work *work, bool normal);

/* Finds stage->pairs; false: no memory. */
bool vvi_match_quiet(vv_match *match, match_stage *stage);
/* The linear part, from match->starts: a multiple of whole turns that every bone rests at. */
void vvi_match_lean(vv_match *match, match_stage *stage);
/* y −= stage->lean; returns their cost at x, where y was their matrix times x. */
double vvi_match_quiet_cost(const vv_match *match, const match_stage *stage, const double *x, double *y);
/* y += their matrix times x. */
void vvi_match_quiet_times(const vv_match *match, const match_stage *stage, const double *x, double *y);

/* The second stage's unknowns of a joint are along u, v (out of the plane, and about bones) and n. */
static inline d3 vvi_match_vector(const vv_match *match, const double x[3])
{
    return d3_along(d3_along(d3_scale(match->u, x[0]), match->v, x[1]), match->n, x[2]);
}

/* ---- match_tree.c -------------------------------------------------------------------------------------------------- */

bool vvi_match_trees(vv_match *match, match_stage *stage); /* false: no memory */
/* A = RᵀR in place; of a group's own columns the upper triangle. False where it is not positive definite. */
bool vvi_tree_factor(const match_tree *tree, double *A);
/* x = R⁻ᵀ x and x = R⁻¹ x. */
void vvi_tree_down(const match_tree *tree, const double *R, double *x);
void vvi_tree_up(const match_tree *tree, const double *R, double *x);
/* The first of them along a path: x of `group` and all above it. */
void vvi_tree_along(const match_tree *tree, const double *R, uint32_t group, double *path);
/* x of a group and all above it to a path, and back; VV_NONE: none. */
void vvi_tree_gather(const match_tree *tree, uint32_t group, const double *x, double *path);
void vvi_tree_scatter(const match_tree *tree, uint32_t group, const double *path, double *x);
/* to[j] −= Σ_m factors[m · step] rows[m · stride + j]; to[m] −= Σ_j rows[m · stride + j] x[j]; m < count, j < width. */
void vvi_subtract_rows(uint32_t count, const double *factors, uint32_t step, const double *rows, uint32_t stride,
                       uint32_t width, double *to);
void vvi_subtract_products(uint32_t count, const double *rows, uint32_t stride, const double *x, uint32_t width,
                           double *to);

/* ---- match_blocks.c ------------------------------------------------------------------------------------------------ */

/* RᵀR, nearly A, in place; false where it is not positive definite. Then x = (RᵀR)⁻¹ x. */
bool vvi_blocks_factor(const match_tree *tree, uint32_t count, const match_blocks *blocks);
void vvi_blocks_solve(const match_tree *tree, uint32_t count, const match_blocks *blocks, double *x, double *room);
/* y −= A x. */
void vvi_blocks_subtract(const match_tree *tree, uint32_t count, const match_blocks *blocks, const double *x, double *y,
                         double *room);

/* ---- match_linear.c, match_mass.c: the first stage without its blocks ---------------------------------------------- */

/* The cost at stage->x; its gradient (half of it) into work->right, slopes of every sample into work->slopes. */
double vvi_match_linearise(const vv_match *match, const match_stage *stage, match_work *work);
/* out = the linearised system's matrix times x. */
void vvi_match_product(const vv_match *match, const match_stage *stage, const double *x, double *out, match_work *work);
bool vvi_match_mass(vv_match *match); /* false: no memory */
void vvi_match_precondition(const vv_match *match, const match_stage *stage, match_work *work);
/* Factors the damped preconditioner, the damping itself into work->damping; then x = its inverse times x. */
bool vvi_match_mass_damp(const vv_match *match, const match_stage *stage, double damping, match_work *work);
void vvi_match_mass_solve(const vv_match *match, const match_stage *stage, double *x, match_work *work);

/* ---- match_conjugate.c --------------------------------------------------------------------------------------------- */

/* A damped step into work->step. */
bool vvi_match_conjugate(const vv_match *match, const match_stage *stage, double damping, match_work *work);

/* ---- match_descend.c ----------------------------------------------------------------------------------------------- */

/* Levenberg–Marquardt on stage->x. Adds to *iterations; progress runs from `done` to `until`. */
vv_result vvi_match_descend(vv_match *match, match_stage *stage, const vv_progress *progress, float done, float until,
                            uint32_t *iterations, vv_error *error);

/* ---- match_planar.c, match_space.c -------------------------------------------------------------------------------- */

void vvi_match_basis(const vv_match *match, const match_stage *stage, match_work *work);
double vvi_whole_turns(double angle);    /* the multiple of 2π nearest to an angle */
void vvi_match_start(vv_match *match);   /* unknowns of the first stage from the line's tangents */
void vvi_match_flatten(vv_match *match); /* the second stage's beginning, from the first's result */
vv_result vvi_match_cans(vv_match *match, const vv_match_def *def, vv_error *error);
/* Targets at a time (match_steps.c). */
double vvi_match_can_angle(const match_can *can, double time);
void vvi_match_hold_target(const match_hold *hold, double time, d3 *place, dq *turn);
/* What a can turns a joint about, of unit length or 0; arms[node_count] from joints to nodes. */
d3 vvi_match_axis(const vv_match *match, uint32_t joint, const d3 *arms);

/* ---- match_meet.c -------------------------------------------------------------------------------------------------- */

/* Places from rotations: x = x_up + E_up·lever. */
void vvi_match_place_all(const vv_match *match, uint32_t sample, match_finishing *f);
dq vvi_match_turn_now(const vv_match *match, uint32_t sample, uint32_t joint);
/* Bends limbs as far towards their contacts as they grip, from match->finishing as it is at a sample. */
void vvi_match_bend_limbs(vv_match *match, uint32_t sample);
/* Meets contacts, likewise. `near`: how far the whole body moves to meet them, as a share of the way from the root to each. */
void vvi_match_meet(vv_match *match, uint32_t sample, double near);
#define VVI_MATCH_FAR 100.0

/* ---- match_limb.c -------------------------------------------------------------------------------------------------- */

void vvi_match_limbs(vv_match *match); /* finds the limbs of contacts */
/* Bends the limb of a contact, as its base bends it, to where its point, and its joint's turn, should be; with what is beyond its end
 * turned as match->finishing.sums has it. */
void vvi_match_bend(vv_match *match, uint32_t sample, const match_hold *hold, d3 place, dq turn);
/* Turns into `sums` what is beyond a limb's end as the base has it, which is how a planted foot stays: as far as it grips. */
void vvi_match_plant(vv_match *match, uint32_t sample, const match_hold *hold, double grip);
/* Lets a limb that no line draws go along with what it hangs on, as its base has it, and bends it to where its end is: as far as its contact
 * grips. What the second stage made of it besides is not seen in places, and may have wandered. */
void vvi_match_carry(vv_match *match, uint32_t sample, const match_hold *hold, double grip);
/* How gladly a hinge is turned: hardly where its limb is straight. */
void vvi_match_slacken(vv_match *match, uint32_t sample, const match_hold *hold);
/* What it costs in the second stage that they are bent backwards; with `normal` into work's H and b. */
double vvi_match_hinges(const vv_match *match, const match_stage *stage, uint32_t sample, match_work *work,
                        bool normal);

/* ---- match_finish.c, match_report.c ------------------------------------------------------------------------------- */

void vvi_match_finish(vv_match *match); /* every frame's pose, and the report */
/* The pose of one sample into match->finishing; its turns relative to parents (turns[joint_count of the body]) and the root's
 * place. */
void vvi_match_finish_pose(vv_match *match, uint32_t sample);
void vvi_match_finish_turns(const vv_match *match, uint32_t sample, vv_quat *turns, vv_vec3 *root);
void vvi_match_begin_space(vv_match *match); /* unknowns of the second stage from what meets the contacts at knots */
void vvi_match_finish_weights(vv_match *match);
void vvi_match_measure_begin(vv_match *match);
void vvi_match_measure(vv_match *match, uint32_t sample);
void vvi_match_measure_end(vv_match *match);

#endif
