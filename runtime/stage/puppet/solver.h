/* What the files of a puppet's step share: step.c, integrate.c, solve.c (system and rows), keys.c, attract.c,
 * anderson.c, system.c and compliance.c (the matrix), solver.c (memory).
 *
 * In handle space the incremental potential (eq. 4) is
 *
 *   F(c) = ½ (c − p)ᵀ α M (c − p) + κ E(c) + ½ cᵀ γ J c − fᵀ c + Σ rows ½ B (r·c − t)²
 *
 * with the elastic energy E at stiffness 1, joins J, and the predicted state p, to which the puppet would move
 * without elasticity; it includes uniform forces. A local step finds the rotations of E; with these held, F is
 * quadratic with the constant matrix H = αM + κL + γJ. Rows enter by their Schur complement R H⁻¹ Rᵀ + B⁻¹; an exact
 * row has B⁻¹ = 0. */
#ifndef VVI_PUPPET_SOLVER_H
#define VVI_PUPPET_SOLVER_H

#include "sparse.h"

#define ANDERSON_DEPTH 5u
#define MAX_ITERATIONS 64u

/* The weights that H was factored for. */
typedef struct system_key {
    double mass, elastic, joins; /* α, κ, γ */
} system_key;

/* H for one set of weights, and what has been asked of it so far. A puppet has two, since a step of implicit Euler has
 * other weights than one of second order, and contact switches between them. */
typedef struct system_factor {
    system_key key;
    bool is_valid;
    block *matrix; /* [block_count] H */
    block_factor factor;
    double *inverse;      /* [columns][stride] H⁻¹, row by row as rows are needed */
    uint8_t *has_inverse; /* [handles] whether the three rows of a handle are there */
    bool has_whole_inverse;
    double *relief; /* [2·stride][clusters] see compliance.c */
    bool has_relief;
} system_factor;

#define SYSTEM_COUNT 2u

/* What a soft row's compliance needs (compliance.c). With clusters: */
typedef struct relief_parts {
    bool is_ready;
    double *rows;      /* [clusters][2][stride] derivative of the clusters' moments */
    double *lengths;   /* [clusters] */
    double *responses; /* [clusters][2][stride] scratch */
    double *factor;    /* [clusters²] scratch */
    double *shares;    /* [clusters] scratch */
    /* Without clusters: [2·columns][2·columns] the second derivative of E at rest with rotations free, and
     * (αM + κ·tangent + γJ)⁻¹ for the weights `key` */
    double *tangent, *compliance;
    system_key key;
    bool has_tangent, has_compliance;
} relief_parts;

#define MAX_STRAIN_SAMPLES VVI_PUPPET_STRAIN_ROWS

/* Where the stretch of the drawing is limited (strain.c). */
typedef struct strain_sample {
    uint32_t count;         /* of the columns that move it */
    uint32_t *columns;      /* [columns] */
    double (*gradients)[2]; /* [columns] */
    double limit;           /* of this step; ≤ 0: none */
    bool is_near;           /* it has a row where it is pressed further */
} strain_sample;

typedef struct strain_limit {
    uint32_t sample_count;
    strain_sample samples[MAX_STRAIN_SAMPLES];
    bool is_active;     /* the rows are part of this step */
    uint32_t row_count; /* those that push in the last evaluated state */
} strain_limit;

#define MAX_SHAPES 32u

/* What is known of the points that rows are about (shapes.c), for one step. */
typedef struct shape_cache {
    uint32_t count, solved;           /* solved: bit a: the response of shape a is there */
    const double *shapes[MAX_SHAPES]; /* φ, [stride], the caller's */
    uint32_t known[MAX_SHAPES];       /* bit b of a: products[a][b] is there, b ≤ a */
    double products[MAX_SHAPES][MAX_SHAPES];
    double *responses; /* [MAX_SHAPES][stride] H⁻¹ φ */
    uint32_t *columns; /* [MAX_SHAPES][columns] those in which φ is not 0 */
    uint32_t column_counts[MAX_SHAPES];
} shape_cache;

/* Rows in the form of the Schur complement. The first `constant_count` stay the same during a step; rows of keyed
 * scales and of contacts are computed anew for every state. */
typedef struct row_set {
    uint32_t count, constant_count, capacity;
    uint32_t response_count;   /* rows whose response, and products with the rows before, are up to date */
    uint32_t noncontact_count; /* rows before those of contact; contact computes its energy itself */
    bool factored, had_state_dependent;
    /* there are (exact) rows of scale: they depend on the state, so the constraint is not linear */
    bool has_nonlinear, has_exact_nonlinear;
    vvi_row *contact_rows;       /* [capacity] filled in by contact */
    const double **coefficients; /* [capacity] of [2][stride] */
    double *own_coefficients;    /* [capacity][2][stride] coefficients of rows built by the solver */
    double *targets;             /* [capacity] */
    double *stiffness;           /* [capacity] B; 0: exact */
    /* Rows of points: the index of their shape among `shapes`, and the direction; VV_NONE: another kind of row */
    uint32_t *shape_indices; /* [capacity] */
    double (*directions)[2]; /* [capacity] */
    shape_cache shapes;
    /* Of other rows: [capacity][2·stride] indices of the nonzero coefficients: most rows touch few handles */
    uint32_t *nonzeros;
    uint32_t *nonzero_counts; /* [capacity] */
    double *responses;        /* [capacity][2][stride] H⁻¹ r */
    double *products;         /* [capacity²] R H⁻¹ Rᵀ, its lower triangle */
    double *schur;            /* [capacity²] factor */
    double *multipliers;      /* [capacity] */
    uint32_t *active;         /* [capacity] the rows that are solved for: all of them, or the exact ones */
} row_set;

/* Anderson acceleration: differences of g(c) − c and of g(c) over the last iterations. */
typedef struct anderson {
    uint32_t count, next;
    bool has_last;
    double gram[ANDERSON_DEPTH][ANDERSON_DEPTH];
    double *weights; /* [2][stride] diagonal of H */
    double *residual_steps[ANDERSON_DEPTH], *goal_steps[ANDERSON_DEPTH], *last_residual, *last_goal; /* [2][stride] */
} anderson;

/* The examples that attract the puppet, prepared for one list of them. */
typedef struct attract {
    uint32_t count;
    uint32_t *list;               /* [example_count] */
    double *mean, *mean_image;    /* [2][stride] mean of the examples, and L times it */
    double *images;               /* [example_count][2][stride] L (example − mean) */
    float *G, *b, *weights, *mix; /* [example_count²], [example_count] */
    float *all_G;                 /* [example_count² + 2·example_count] scratch */
    double scale;                 /* G is divided by it */
    /* [example_count][2][stride] the shapes, and [handle_count] the blend that they are tangent to; NULL: the shapes
     * are the examples themselves */
    double *tangents;
    vv_handle_pose *blend;
    double *scratch;
} attract;

/* The response to impulses at one state (response.c); rows and their Schur complement are those of row_set. */
typedef struct impulse_response {
    double *rotation; /* [2][stride] */
    double rotation_gain;
    const double *c; /* the state */
    /* Cholesky factor of the 3×3 mass matrix of the rigid whole, keys and holds included; its centre of mass */
    double rigid_mass[9], centre[2];
    bool is_ready;
} impulse_response;

struct vvi_puppet_solver {
    uint32_t columns, stride;
    vvi_width width;
    block_pattern pattern;
    block *mass, *elastic, *joins; /* [block_count] M̃, L and J */
    system_key key;                /* of `system` */
    system_factor systems[SYSTEM_COUNT], *system;
    bool factored, rest_is_drawing;
    relief_parts relief;
    strain_limit strain;
    uint32_t *nonzero; /* [2·columns] scratch */
    /* The mass matrix with the columns `mass_fixed` held, for impulses inside a step (mass.c) */
    block *mass_work; /* [block_count] scratch */
    block_factor mass_factor;
    uint8_t *mass_fixed; /* [columns] */
    bool has_mass_factor;
    double rotation[2]; /* cosine and sine of the rotation of the whole puppet */
    double centre[2],
        rotational_inertia; /* centre of mass and moment of inertia of the state at the start of the step */
    double *rest_image;     /* [2][stride] L · rest */
    double *rest;           /* [2][stride] the rest shape of this step */
    /* For the current step, [2][stride] each */
    double *anchor, *predicted, *velocity, *force, *c, *goal, *next, *pull, *gradient, *image, *work;
    double *unit, *turned; /* [2][stride] scratch of system.c and compliance.c */
    double *linear;        /* [2][stride] κ L p − f: the gradient at p but for the pull of rotations */
    double rest_energy;    /* with clusters: ½ pᵀ L p + ½ restᵀ L rest */
    row_set rows;
    bool holds_stretch
        [VV_RIG_MAX_HANDLES]; /* handles whose stretch is held, because a key of angle would collapse them */
    anderson anderson;
    attract attract, tangent; /* of the examples, and of shapes tangent to a blend of them */
    impulse_response response;
    void *local;
    uint32_t energy_count;
    double energies[MAX_ITERATIONS + 1];
};

/* One step, or one search for a closest shape. */
typedef struct step_context {
    const vvi_puppet_view *puppet;
    vvi_puppet_solver *solver;
    const vvi_puppet_input *input;
    const double *start; /* the state at the start of the step */
    uint32_t iterations;
    bool accelerated;
} step_context;

/* ---- integrate.c ------------------------------------------------------------------------------------------------- */

/* Finds the rotation, centre and moment of inertia of the whole puppet: rows are measured relative to it. */
void vvi_find_rigid_frame(const step_context *step);
void vvi_centre_of(const vvi_puppet_view *puppet, const double *c, double centre[2]);
double vvi_rigid_inertia(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const double *c);
/* The weight of a row against motion of the whole, kg, at most a million times the mass that it acts on (exact rows),
 * and its derivative G by rigid motion (x, y, rotation). */
double vvi_row_rigid_weight(const vvi_puppet_view *puppet, const vvi_puppet_solver *solver, uint32_t row,
                            const double *c, const double centre[2], double inertia, double G[3]);
/* solver->anchor (a) and solver->velocity (v*). */
void vvi_extrapolate_history(const step_context *step, const vvi_puppet_state *state);
/* Computes solver->predicted, to which the puppet would move without elasticity and rows. Gravity and the force on
 * the whole accelerate every vertex alike, so they are part of it; so is drag, except for its share in the mass
 * (α = (1 + d·h_e)/h_e²). Vibration is damped here. Handles that move no vertex stay. */
void vvi_predict(const step_context *step, const vvi_puppet_state *state, double h_e);
/* After a step, when the new state is stored. */
void vvi_restore_angular_momentum(const step_context *step, vvi_puppet_state *state);
/* The initial guess: the current shape, moved and rotated as a whole to the predicted place. */
void vvi_find_initial_guess(const step_context *step, double *c);

/* ---- system.c ---------------------------------------------------------------------------------------------------- */

/* Builds and factors H for these weights. False where it is not positive definite. */
bool vvi_solver_factor(vvi_puppet_solver *solver, system_key key);
/* out[2][stride] = A c for one of the solver's matrices. */
void vvi_solver_apply(const vvi_puppet_solver *solver, const block *A, const double *c, double *out);
/* out[2][stride] = H⁻¹ c. */
void vvi_solver_solve(const vvi_puppet_solver *solver, const double *c, double *out);
/* Row k < columns of H⁻¹, [stride]. */
const double *vvi_solver_inverse_row(vvi_puppet_solver *solver, uint32_t k);

/* ---- compliance.c ------------------------------------------------------------------------------------------------ */

/* The displacement of r·c by a unit force along r[2][stride], for the puppet at rest rotated by (cosine, sine):
 * rᵀ (∂²F)⁻¹ r. The strength of rows is measured in it, so that it means the same everywhere. */
double vvi_solver_compliance(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const double *r, double cosine,
                             double sine);

/* ---- solve.c ----------------------------------------------------------------------------------------------------- */

/* Adds a row, with the damping that keeps it from ringing. `start` is the state at the start of the step. */
void vvi_rows_add(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const vvi_row *row, const double *start,
                  double h);
/* The coefficients of the next row, zeroed, to be filled in for vvi_rows_add. NULL: the capacity is used up. */
double *vvi_rows_next_coefficients(vvi_puppet_solver *solver);
/* Factors the rows' products + B⁻¹ over `count` chosen ones, in ascending order. Rows without effect are decoupled. */
bool vvi_rows_factor(vvi_puppet_solver *solver, uint32_t count, const uint32_t *active);
/* The global step: goal = argmin of F with rotations held, from the gradient at c. False: the numbers diverged. */
bool vvi_solver_global_step(vvi_puppet_solver *solver, const double *c, const double *gradient, double *goal);
/* Moves c to the nearest state, in the norm of H, in which the exact rows hold. Returns the largest gap before,
 * relative to `size`. */
double vvi_solver_project_onto_rows(vvi_puppet_solver *solver, double size, double *c);
/* The derivative of r·c by rigid motion: when the state c moves by 1 in x, in y, or rotates about `centre`. */
void vvi_row_rigid_derivative(const vvi_puppet_solver *solver, const double *r, const double *c, const double centre[2],
                              double derivative[3]);
void vvi_copy_state(const vvi_puppet_solver *solver, double *to, const double *from);
double vvi_dot(uint32_t count, const double *a, const double *b);

/* ---- shapes.c ---------------------------------------------------------------------------------------------------- */

/* At the start of a step. */
void vvi_shapes_reset(shape_cache *cache);
/* The index of a shape, which is added if it is not there; VV_NONE: there is no room. */
uint32_t vvi_shapes_find(vvi_puppet_solver *solver, const double *shape);
const double *vvi_shapes_response(vvi_puppet_solver *solver, uint32_t shape);
/* φ · x for x[stride]. */
double vvi_shapes_dot(const vvi_puppet_solver *solver, uint32_t shape, const double *x);
/* φ_a · H⁻¹ φ_b. */
double vvi_shapes_product(vvi_puppet_solver *solver, uint32_t a, uint32_t b);

/* ---- strain.c ---------------------------------------------------------------------------------------------------- */

uint32_t vvi_strain_sample_count(const vvi_puppet_view *puppet);
/* Once, when the solver is made. */
void vvi_strain_choose_samples(const vvi_puppet_view *puppet, strain_limit *strain);
/* At the start of a step, when the rest shape is known. */
void vvi_strain_begin(const step_context *step);
/* Whether a result is pressed too far at a sample that has no row; it then has one. */
bool vvi_strain_find_pressed(const step_context *step, const double *c);
/* Adds the rows that push at c. */
void vvi_strain_add_rows(const step_context *step, const double *c);

/* ---- keys.c ------------------------------------------------------------------------------------------------------ */

/* Adds the rows of positions and angles, which are constant during the step. False: an aim is not finite. */
bool vvi_add_constant_key_rows(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const vvi_puppet_input *input,
                               const double *start);
/* Rotates handles whose target angle is far away to it in the initial guess of the iterations. */
void vvi_rotate_keyed_handles(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const vvi_puppet_input *input,
                              const double *start, double *guess);
/* Whether an angle was met by shrinking the handle: its stretch is then held when the step is repeated. */
bool vvi_find_collapsed_handles(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const vvi_puppet_input *input,
                                const double *start, const double *c);
/* Adds the rows of scale, linearised for the rotations that handles have in c. */
void vvi_add_scale_key_rows(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const vvi_puppet_input *input,
                            const double *start, const double *c);

/* ---- attract.c --------------------------------------------------------------------------------------------------- */

/* Computes the rest shape of this step (eq. 6–9) into solver->rest and its blend weights into attract.mix, and
 * prepares the kernels for it. */
void vvi_find_rest_shape(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, vv_attraction attraction,
                         double strength, uint32_t count, const uint32_t *examples, const double *c);

/* ---- anderson.c -------------------------------------------------------------------------------------------------- */

void vvi_anderson_reset(anderson *a);
/* out = the accelerated step from c, whose plain step leads to `goal`. */
void vvi_anderson_step(anderson *a, uint32_t length, const double *c, const double *goal, double *out);

#endif
