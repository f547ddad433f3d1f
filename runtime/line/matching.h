/* What the files about matching share (Guay et al. 2015, section 4).
 *
 * The joints that may rotate form a tree of their own, the *body*. Each has a rotation R_i on top of the one that the
 * base pose gives it; everything between them moves rigidly. Points that the line or a contact constrains are its
 * *nodes*: first the joints of the body, then tips of bones and points of contacts. A node lies at x = x_parent +
 * R_parent·lever. Since R_i is absolute, the direction of a bone depends on one rotation alone.
 *
 * The motion is a Hermite curve in time over *knots* (one per keystroke, one between two, and one at either end) with
 * unknown values and tangents. It is compared with the line at *samples*: every frame and every keystroke. */
#ifndef VVI_LINE_MATCHING_H
#define VVI_LINE_MATCHING_H

#include "line.h"
#include "runtime/base/algebra_double.h"

/* ---- The body ---------------------------------------------------------------------------------------------------- */

typedef struct match_body {
    uint32_t joint_count, node_count;
    uint32_t *joints;  /* [joint_count] joints of the skeleton, ascending */
    uint32_t *parents; /* [node_count] the joint of the body above a node; VV_NONE: nothing above it rotates */
    /* [node_count] the skeleton's joint that a node is, or in whose frame the point of a contact is */
    uint32_t *skeleton_joints;
    bool *on_path;     /* [joint_count] the path of some keystroke goes through it: it rotates in the plane */
    uint32_t *node_of; /* [joints of the skeleton] the node that a joint is, or VV_NONE */
    /* [joint_count] the nodes that its bone leads to; the second one if the path bends at this joint */
    uint32_t (*axis)[2];
    /* [joint_count] applied after the base rotation: brings bones that stick out of the action plane into it */
    dq *flatten;
} match_body;

/* A bone of a keystroke that branches off its path. */
typedef struct match_branch {
    uint32_t from, node; /* nodes; `from` has its place on the line already */
    int direction;       /* along the line: +1 towards its end, −1 towards its beginning */
} match_branch;

/* The path that the bones of a keystroke span through the body, from one end of the line to the other. */
typedef struct match_path {
    uint32_t count, branch_count;
    uint32_t *nodes; /* [count] from the beginning of the line to its end */
    match_branch *branches;
    double *length_scales;   /* [count] the share of its length that the segment after a node takes on the line */
    double *weights;         /* [count] weight of a node, 0…1 */
    uint8_t *is_link;        /* [count] the segment after a node has no direction to follow */
    uint32_t top;            /* index in nodes of the node nearest to the root */
    double from, to;         /* the part of the line that it covers, from < to */
    uint32_t first_same_key; /* the first keystroke with the same path */
    uint8_t *on_line;        /* [node_count] the node has a place on the line */
    double *node_weights;    /* [node_count] weight of the node */
    uint8_t *in_set;         /* [node_count] its joint is in the set of bones */
    /* [node_count] the bone above it is in the set and on the path: ±1, its direction along the line; else 0 */
    int8_t *bone_directions;
    uint8_t *idle; /* [node_count] the line does not rotate this joint: it keeps its base pose */
} match_path;

/* ---- Time -------------------------------------------------------------------------------------------------------- */

typedef struct match_sample {
    double time, weight;
    uint32_t frame; /* VV_NONE: it is between frames */
    bool is_key;    /* it is at the time of a keystroke */
    /* the keystrokes before and after it; equal at a keystroke, before the first and after the last one */
    uint32_t before, after;
    double blend;  /* blend from `before` to `after`, 0…1, eased */
    uint32_t knot; /* it lies between this knot and the next */
    /* Hermite weights of value and tangent at this knot, and of value and tangent at the next */
    double value[4];
    /* the same for the derivative (over 1/30 s) and for the second derivative (over BEND_TIME²) */
    double velocity[4], acceleration[4];
} match_sample;

/* What the line asks of a node at a sample. */
typedef struct match_target {
    double place[2];  /* position in the view */
    double arc_share; /* its place on the line, as a share of arc length */
    double chord[2];  /* wanted direction of the bone above, along the line */
    /* 1 / length of the chord of that bone, negative if the bone points against the line; 0: no direction is wanted */
    double inverse;
    double position_weight, direction_weight;
} match_target;

/* The line at a time, its corners computed once for all points that are evaluated. */
typedef struct match_line {
    uint32_t element_count;
    float length;
    vv_vec2 corners[VV_LINE_MAX_ELEMENTS + 1];
} match_line;

/* ---- Unknowns of a stage ----------------------------------------------------------------------------------------- */

/* The unknowns by joints, as the sparsity pattern of matrices over the body (match_tree.c). The panel of a group
 * holds its rows; the columns are the unknowns of the group and of all groups above it, nearest first. */
typedef struct match_tree {
    uint32_t count;    /* number of groups; parents come later than children */
    uint32_t *parent;  /* [count] the group above, or VV_NONE */
    uint32_t *first;   /* [count] index of its first unknown */
    uint32_t *rows;    /* [count] number of its unknowns */
    uint32_t *width;   /* [count] number of its unknowns and of those above it */
    uint32_t *run;     /* [count] how many of these are contiguous from `first` on */
    uint32_t *next;    /* [count] the group above with which the rest of them begins, or VV_NONE */
    size_t *panel;     /* [count] offset of its panel: rows · width numbers */
    size_t size;       /* numbers in all panels */
    uint32_t unknowns; /* number of unknowns of all groups */
} match_tree;

/* A symmetric block-tridiagonal system over the knots, [knot_count · size of the tree] numbers each. */
typedef struct match_blocks {
    /* diagonal blocks: a group with itself is stored fully, with other groups only those above it */
    double *diagonal;
    /* coupling to the next knot; rows: a group at a knot; columns: the same group and those above it at the next
     * knot */
    double *upper;
    /* coupling to the next knot; rows: a group at the next knot; columns: the groups above it at this knot */
    double *lower;
} match_blocks;

/* A quadratic term in x_a − x_b (or in x_a, if b is VV_NONE). For every knot: the weights of value², value·tangent,
 * tangent², and the four products with value and tangent at the next knot; last, how much of the first weight holds
 * the value to its base. */
typedef struct match_pair {
    uint32_t a, b;
    uint32_t group, part; /* the group of a, and the index of a in it; b has the same index in the group above */
    double (*knots)[8];
} match_pair;

/* A stage of the optimisation. dof 1: R_i = exp(θ n), in the action plane; dof 3: R_i = exp(r_i) on top of the first
 * stage, in space. */
typedef struct match_stage {
    uint32_t dof, root, size; /* unknowns of a joint, of the position of the root, and of a whole pose */
    /* [joint_count] index of its first unknown in a pose; VV_NONE: it does not rotate. A joint may share the unknowns
     * of one above it */
    uint32_t *variable;
    const dq *turns;  /* [bases · joint_count] rotations at x = 0 */
    const d3 *levers; /* [bases · node_count] */
    double *x;        /* [knot_count · 2 · size] values, then tangents times the span of the knot */
    /* its system is built and factored by blocks; otherwise matrix-free products and a simpler preconditioner are
     * used */
    bool uses_blocks;
    /* of the unknowns of one pose; and of those of a knot, where values and then tangents belong to a group */
    match_tree pose, knot;
    uint32_t *group; /* [joint_count] the group whose unknowns rotate it; VV_NONE: it does not rotate */
    uint32_t pair_count;
    match_pair *pairs; /* the quadratic regularisation (smoothness and rest), which never changes */
    /* [knot_count · 2 · size] the linear part of the regularisation: bones that have gone all the way round rest
     * there */
    double *linear_term;
    double linear_cost; /* the constant part of its cost */
} match_stage;

typedef struct match_pose {
    double *values;              /* [size] */
    d33 *rotations;              /* [joint_count] */
    d33 *left_jacobians;         /* [joint_count] left Jacobians of the rotation vectors, for dof 3 */
    d3 *arms;                    /* [node_count] R_parent·lever */
    d3 *places;                  /* [node_count] */
    double *arm_jacobians;       /* [node_count · 3 · dof] derivatives of `arms` by the unknowns of the parent */
    double (*projected)[2];      /* [node_count] positions in the view */
    double (*view_jacobians)[6]; /* [node_count] derivatives of `projected` by the position */
} match_pose;

/* The linearisation of a node at a sample: derivatives of its arm and its projection, and the weights of its position
 * and of the direction to it. Matrix-free products read all of it in one row. */
typedef struct match_linearization {
    double arm_jacobian[3], view_jacobian[6], position_weight, direction_weight;
} match_linearization;

typedef struct match_work {
    match_pose pose;
    double *H, *b;  /* JᵀJ and Jᵀr of one sample: panels of the pose's tree, [size] */
    double (*S)[9]; /* [node_count] sums over the descendants, see match_normal.c */
    double (*f)[3];
    double basis[9]; /* 3 × root: the directions in which the root may move */
    double *sums;    /* [10 · size of the pose's tree] sums over the samples between two knots */
    /* for a stage that uses blocks; otherwise only `diagonal` is used, for poses at knots */
    match_blocks system, factor;
    double *right, *step, *trial, *scratch;                  /* [knot_count · 2 size] */
    double *residual, *preconditioned, *direction, *product; /* [knot_count · 2 size] vectors of conjugate gradients */
    double *damping;                                         /* [knot_count · 2 size] */
    /* the damping in `factor` for a first stage that does not use blocks; INFINITY: it is not factored */
    double factored_damping;
    double *path; /* [size · 2] unknowns of a group and of all groups above it */
    /* [sample_count · node_count] for the first stage */
    match_linearization *linearizations;
    double (*displacements)[3], (*view_displacements)[2], (*view_forces)[2]; /* [node_count] */
} match_work;

/* The final pose of a sample, while contacts are met: rotations on top of the beginning of the second stage. */
typedef struct match_final_pose {
    d3 root;
    dq *turns, *scratch_turns; /* [joint_count] */
    d3 saved_root;             /* a saved pose to return to */
    dq *saved_turns;           /* [joint_count] */
    d3 *places;                /* [node_count] */
    /* equations of all contacts: Jacobian, J W Jᵀ, residuals, multipliers λ */
    double *jacobian, *system_matrix, *residuals, *multipliers;
    double (*compliance)[6]; /* compliance of each contact, one block each */
    /* [joint_count + 1] square roots of the weights with which joints, and last the root, move */
    double *joint_weights;
} match_final_pose;

/* Memory to bend the pose of one sample onto a line that is elsewhere. */
typedef struct match_live {
    match_target *line_targets; /* [node_count] targets on that line */
    d3 *arms;                   /* [node_count] arms as solved */
    double (*view_targets)[2];  /* [node_count] wanted positions in the view, */
    double *weights;            /* [node_count] and their weights */
    double *rows, *trial;       /* [2 · size], [size] of the first stage */
    vv_quat *turns;             /* [joint_count of the skeleton] of the frame after the time */
    vv_vec3 *moves;
    vv_quat *body_turns; /* [joint_count of the body] */
} match_live;

/* Sums for the report. */
typedef struct match_statistics {
    double distance, nodes, tangents, bones;
} match_statistics;

/* A contact constraint, and the limb that meets it. */
typedef struct match_contact {
    uint32_t node;     /* the node of its point */
    uint32_t joint;    /* the joint of the body that it holds */
    d3 point;          /* in the frame of that joint */
    bool has_rotation; /* it constrains the rotation of the joint too */
    double from, to, ease;
    double reach; /* metres from the root along the bones to its point */
    /* joints of the body: the top of the limb that only this contact holds, and the joint where that limb bends;
     * VV_NONE: none */
    uint32_t top, hinge;
    uint32_t shin, end;   /* the node below the hinge; and the node where the limb ends, beyond which there is a foot */
    bool is_undrawn;      /* no line ever covers the hinge */
    bool is_only_contact; /* no line covers the limb either, and no other joint of it is held */
    d3 hinge_axis;        /* axis of the hinge, in the frame of the joint above it */
    uint32_t step_count;
    const vv_match_constraint_key *steps;
} match_contact;

/* A twist constraint. */
typedef struct match_twist {
    uint32_t joint, step_count;
    const vv_match_constraint_key *steps;
    /* [joint_count] the share of its angle by which each joint of the body rotates about itself */
    double *joint_shares;
} match_twist;

struct vv_match {
    vvi_arena arena;
    const vv_skeleton *skeleton;
    const vv_line *line;
    uint32_t joint_count, key_count, frame_count, sample_count, knot_count, base_count;
    double rate;
    double unit;         /* units per metre, so that bodies of all sizes weigh alike: see match_path.c */
    uint32_t *parents;   /* [joint_count] */
    vv_quat *base_turns; /* [base_count · joint_count] */
    vv_vec3 *base_moves;
    bool hold_root;
    double position_weight, tangent_weight, smooth_weight, rest_weight, key_weight;

    vv_view_plane paper;
    d3 right, up, out, view_centre; /* axes and centre of the paper, in the world */
    d3 u, v, n;                     /* axes of the action plane; n is its normal */
    double eye_distance;            /* of the eye from the paper; 0: orthographic */

    match_body body;
    match_path *paths;  /* [key_count] */
    double *knots;      /* [knot_count] times in seconds */
    double *knot_spans; /* [knot_count] seconds by which tangents are scaled */
    match_sample *samples;
    uint32_t *frame_samples; /* [frame_count] */
    /* [knot_count] samples at the knot, half way to the one before and half way to the one after; VV_NONE: none */
    uint32_t (*knot_samples)[3];
    /* factor of the Gram matrix of the Hermite basis (match_mass.c), blocks of 2 × 2 */
    double *mass_factor, *mass_upper;
    double *mass_diagonal;      /* [knot_count] its diagonal entries for values */
    uint32_t *key_samples;      /* [key_count] */
    match_target *line_targets; /* [sample_count · node_count] */

    uint32_t bases;     /* sample_count, or 1 if the base does not move */
    dq *base_globals;   /* [bases · joint_count of the body] */
    dq *parent_globals; /* [bases · joint_count of the body] of the joint's parent in the skeleton */
    d3 *levers;         /* [bases · node_count] */
    d3 *base_places;    /* [bases · node_count] */
    dq *skeleton_turns; /* [joint_count] scratch */
    d3 *skeleton_places;
    d3 *roots;          /* [bases] position of the root */
    double *arc_shares; /* [2 · node_count] scratch */
    double *lengths;    /* [node_count] scratch */

    match_stage planar, space;
    /* [sample_count · joint_count] result of the first stage with twists applied, where the second stage begins */
    dq *planar_turns;
    d3 *planar_levers;    /* [sample_count · node_count] */
    d3 *planar_moves;     /* [sample_count] movement of the root */
    bool has_space_stage; /* there is a second stage: twists or contacts */
    uint32_t twist_count, contact_count;
    match_twist *twists;
    match_contact *contacts;
    match_work work;
    match_final_pose final_pose;
    match_statistics statistics;
    double *initial_values;   /* [sample_count · size] initial values of the first stage */
    bool *was_followed;       /* [joint_count] */
    uint32_t *followed_bones; /* [joint_count] scratch: the longest bone of a joint that has a direction to follow */
    dq *twist_turns;          /* [joint_count] */
    match_live live;

    vv_quat *turns; /* [frame_count · joint_count of the body] the result, relative to parents */
    vv_vec3 *moves; /* [frame_count] positions of the root */
    bool solved;
    vv_match_report report;
};

vv_result vvi_match_check(const vv_match_def *def, vv_error *error); /* match_check.c */

/* ---- match_path.c ------------------------------------------------------------------------------------------------ */

/* Makes the body from the sets of bones of the keystrokes, the twists and the contacts, and its paths; their
 * directions along the line are not chosen yet. */
vv_result vvi_match_make_body(vv_match *match, const vv_match_def *def, vv_error *error);
/* Whether some bone is in the set of one keystroke but not in that of another. */
bool vvi_match_sets_change(const vv_match *match);
/* ---- match_links.c ----------------------------------------------------------------------------------------------- */

/* Finds the segments of a path (whose nodes are still joints of the skeleton) that follow no direction;
 * places[joints] at rest. False: no memory. */
bool vvi_match_find_links(vv_match *match, const d3 *places, match_path *path);

/* ---- match_orient.c ---------------------------------------------------------------------------------------------- */
/* Reverses paths so that they fit the line (needs samples and levers). */
void vvi_match_orient(vv_match *match, const vv_match_key *keys);

/* ---- match_time.c ------------------------------------------------------------------------------------------------ */

vv_result vvi_match_make_samples(vv_match *match, vv_error *error);
/* Values at a sample: out[size]. weights: those of the sample for the value or a derivative. */
void vvi_match_values(const match_stage *stage, const match_sample *sample, const double weights[4], double *out);

/* ---- match_base.c ------------------------------------------------------------------------------------------------ */

vv_result vvi_match_make_base(vv_match *match, vv_error *error);
static inline size_t vvi_match_base_of(const vv_match *match, uint32_t sample) { return match->bases > 1 ? sample : 0; }

/* ---- match_map.c ------------------------------------------------------------------------------------------------- */

/* Maps the body onto the line: targets of every sample. */
void vvi_match_map(vv_match *match);
/* The same for one sample, with a line in `pose` (NULL: the line as it is at that time): targets[node_count]. */
void vvi_match_find_targets(const vv_match *match, uint32_t sample, const vv_line_pose *pose, match_target *targets);
/* The shift of the line at a sample if the root is held; 0 if it is not. */
void vvi_match_shift(const vv_match *match, uint32_t sample, const vv_line_pose *pose, double shift[2]);
/* The same for the path of one keystroke at one sample: arc_shares[node_count], for nodes that have a place on the
 * line. */
void vvi_match_map_path(const vv_match *match, const match_path *path, uint32_t sample, double *arc_shares);
/* The point that is projected to `projected` on the plane through `place` parallel to the action plane: in u and v,
 * from the centre of the paper. */
void vvi_match_cast(const vv_match *match, const double projected[2], d3 place, double at[2]);
match_line vvi_match_line(const vv_match *match, double time);
vv_vec2 vvi_match_line_point(const match_line *line, double arc_share, vv_vec2 *tangent);
/* The strength of a contact at a time, 0…1, C1. */
double vvi_match_contact_strength(const match_contact *contact, double time);

/* ---- match_pose.c, match_normal.c -------------------------------------------------------------------------------- */

void vvi_match_project(const vv_match *match, d3 place, double projected[2], double jacobian[6]);
/* Computes rotations, positions, projections, and with `derivatives` their derivatives from pose->values; the second
 * function takes the values from stage->x first. */
void vvi_match_pose_from_values(const vv_match *match, const match_stage *stage, uint32_t sample, match_pose *pose,
                                bool derivatives);
void vvi_match_pose_at(const vv_match *match, const match_stage *stage, uint32_t sample, match_pose *pose,
                       bool derivatives);
/* The cost of the pose of a sample; with `normal` also work->H = JᵀJ and work->b = Jᵀr. */
double vvi_match_terms(const vv_match *match, const match_stage *stage, uint32_t sample, match_work *work, bool normal);
/* The same cost, with work->b = Jᵀr alone. */
double vvi_match_gradient(const vv_match *match, const match_stage *stage, uint32_t sample, match_work *work);
/* The total cost at stage->x; with `normal` also the whole system in work. */
double vvi_match_system(const vv_match *match, const match_stage *stage, match_work *work, bool normal);

/* Finds stage->pairs; false: no memory. */
bool vvi_match_find_regularizer(vv_match *match, match_stage *stage);
/* Finds the linear part of the regularisation from match->initial_values: the multiple of whole turns at which every
 * bone rests. */
void vvi_match_find_linear_term(vv_match *match, match_stage *stage);
/* y −= stage->linear_term; returns the cost of the regularisation at x. On entry y is its matrix times x. */
double vvi_match_regularizer_cost(const vv_match *match, const match_stage *stage, const double *x, double *y);
/* y += the matrix of the regularisation times x. */
void vvi_match_regularizer_product(const vv_match *match, const match_stage *stage, const double *x, double *y);

/* The rotation vector of a joint in the second stage: its unknowns are along u, v (out of the plane, and about bones)
 * and n. */
static inline d3 vvi_match_rotation_vector(const vv_match *match, const double x[3])
{
    return d3_add_scaled(d3_add_scaled(d3_scale(match->u, x[0]), match->v, x[1]), match->n, x[2]);
}

/* ---- match_tree.c ------------------------------------------------------------------------------------------------ */

bool vvi_match_make_trees(vv_match *match, match_stage *stage); /* false: no memory */
/* Factors A = RᵀR in place; of the columns of a group itself only the upper triangle is used. False if A is not
 * positive definite. */
bool vvi_tree_factor(const match_tree *tree, double *A);
/* x = R⁻ᵀ x, and x = R⁻¹ x. */
void vvi_tree_solve_transposed(const match_tree *tree, const double *R, double *x);
void vvi_tree_solve(const match_tree *tree, const double *R, double *x);
/* The first of these for the unknowns of `group` and of all groups above it: path[width]. */
void vvi_tree_solve_path(const match_tree *tree, const double *R, uint32_t group, double *path);
/* Copies x of a group and all groups above it to a path, and back; VV_NONE: nothing. */
void vvi_tree_gather(const match_tree *tree, uint32_t group, const double *x, double *path);
void vvi_tree_scatter(const match_tree *tree, uint32_t group, const double *path, double *x);
/* to[j] −= Σ_m factors[m · step] rows[m · stride + j]; to[m] −= Σ_j rows[m · stride + j] x[j]; m < count, j < width. */
void vvi_subtract_rows(uint32_t count, const double *factors, uint32_t step, const double *rows, uint32_t stride,
                       uint32_t width, double *to);
void vvi_subtract_products(uint32_t count, const double *rows, uint32_t stride, const double *x, uint32_t width,
                           double *to);

/* ---- match_blocks.c ---------------------------------------------------------------------------------------------- */

/* An incomplete factor RᵀR ≈ A, in place; false if it is not positive definite. Then x = (RᵀR)⁻¹ x. */
bool vvi_blocks_factor(const match_tree *tree, uint32_t count, const match_blocks *blocks);
void vvi_blocks_solve(const match_tree *tree, uint32_t count, const match_blocks *blocks, double *x, double *scratch);
/* y −= A x. */
void vvi_blocks_subtract(const match_tree *tree, uint32_t count, const match_blocks *blocks, const double *x, double *y,
                         double *scratch);

/* ---- match_linear.c, match_mass.c: the first stage without its blocks -------------------------------------------- */

/* The cost at stage->x; half of its gradient into work->right, and the linearisation of every sample into
 * work->linearizations. */
double vvi_match_linearise(const vv_match *match, const match_stage *stage, match_work *work);
/* out = the matrix of the linearised system times x. */
void vvi_match_product(const vv_match *match, const match_stage *stage, const double *x, double *out, match_work *work);
bool vvi_match_factor_mass(vv_match *match); /* false: no memory */
void vvi_match_precondition(const vv_match *match, const match_stage *stage, match_work *work);
/* Factors the damped preconditioner and stores the damping in work->damping; then x = its inverse times x. */
bool vvi_match_factor_preconditioner(const vv_match *match, const match_stage *stage, double damping, match_work *work);
void vvi_match_apply_preconditioner(const vv_match *match, const match_stage *stage, double *x, match_work *work);

/* ---- match_conjugate.c ------------------------------------------------------------------------------------------- */

/* Solves for a damped step: work->step. False: the matrix could not be factored. */
bool vvi_match_solve_step(const vv_match *match, const match_stage *stage, double damping, match_work *work);

/* ---- match_descend.c --------------------------------------------------------------------------------------------- */

/* Minimises the cost over stage->x by Levenberg–Marquardt. Adds to *iterations; progress goes from `done` to
 * `until`. */
vv_result vvi_match_minimize(vv_match *match, match_stage *stage, const vv_progress *progress, float done, float until,
                             uint32_t *iterations, vv_error *error);

/* ---- match_planar.c, match_space.c ------------------------------------------------------------------------------- */

void vvi_match_basis(const vv_match *match, const match_stage *stage, match_work *work);
double vvi_whole_turns(double angle);         /* the multiple of 2π nearest to an angle */
void vvi_match_initialize(vv_match *match);   /* initial values of the first stage, from the tangents of the line */
void vvi_match_store_planar(vv_match *match); /* stores the result of the first stage, where the second one begins */
vv_result vvi_match_set_twists(vv_match *match, const vv_match_def *def, vv_error *error);
/* The angle of a twist, and the target of a contact, at a time (match_steps.c). */
double vvi_match_twist_angle(const match_twist *twist, double time);
void vvi_match_contact_target(const match_contact *contact, double time, d3 *place, dq *turn);
/* The axis about which a twist rotates a joint, of unit length or 0; arms[node_count] lead from joints to nodes. */
d3 vvi_match_axis(const vv_match *match, uint32_t joint, const d3 *arms);

/* ---- match_contacts.c -------------------------------------------------------------------------------------------- */

/* Positions from rotations: x = x_parent + E_parent·lever. */
void vvi_match_update_places(const vv_match *match, uint32_t sample, match_final_pose *f);
dq vvi_match_current_turn(const vv_match *match, uint32_t sample, uint32_t joint);
/* Bends limbs towards their contacts by the strengths of those, starting from match->final_pose at a sample. */
void vvi_match_bend_limbs(vv_match *match, uint32_t sample);
/* Meets contacts, likewise. `near`: how far the whole body moves to meet each of them, as a share of the distance
 * from the root. */
void vvi_match_meet_contacts(vv_match *match, uint32_t sample, double near);
#define VVI_MATCH_UNLIMITED 100.0

/* ---- match_limb.c ------------------------------------------------------------------------------------------------ */

void vvi_match_find_limbs(vv_match *match); /* finds the limbs of contacts */
/* Bends the limb of a contact, in the direction in which its base bends, until its point, and the rotation of its
 * joint, are as wanted. What is beyond the end of the limb gets the rotations in match->final_pose.scratch_turns. */
void vvi_match_bend_limb(vv_match *match, uint32_t sample, const match_contact *contact, d3 place, dq turn);
/* Stores in scratch_turns the rotations of what is beyond the end of a limb, blended by `strength` towards the base:
 * a planted foot keeps its rotation. */
void vvi_match_keep_foot(vv_match *match, uint32_t sample, const match_contact *contact, double strength);
/* Moves a limb that no line covers rigidly with what carries it, as in its base, and bends it to where its end is,
 * blended by `strength`: whatever else the second stage did to it has no effect on positions and may have drifted. */
void vvi_match_carry_limb(vv_match *match, uint32_t sample, const match_contact *contact, double strength);
/* Sets the weight with which a hinge moves: a small one where its limb is straight. */
void vvi_match_set_hinge_weight(vv_match *match, uint32_t sample, const match_contact *contact);
/* The cost, in the second stage, of limbs that bend backwards; with `normal` also added to work->H and work->b. */
double vvi_match_hinge_terms(const vv_match *match, const match_stage *stage, uint32_t sample, match_work *work,
                             bool normal);

/* ---- match_finish.c, match_report.c ------------------------------------------------------------------------------ */

void vvi_match_finish(vv_match *match); /* computes the poses of all frames, and the report */
/* Computes the final pose of one sample in match->final_pose; and then its rotations relative to parents
 * (turns[joint_count of the body]) and the position of the root. */
void vvi_match_finish_pose(vv_match *match, uint32_t sample);
void vvi_match_finish_turns(const vv_match *match, uint32_t sample, vv_quat *turns, vv_vec3 *root);
/* initial values of the second stage, from poses at knots that meet the contacts */
void vvi_match_begin_space(vv_match *match);
void vvi_match_finish_weights(vv_match *match);
void vvi_match_measure_begin(vv_match *match);
void vvi_match_measure(vv_match *match, uint32_t sample);
void vvi_match_measure_end(vv_match *match);

#endif
