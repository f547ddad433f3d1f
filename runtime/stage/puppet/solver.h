/* The step of a puppet, seen by the files that make it: step.c, integrate.c, solve.c (system and rows), keys.c, attract.c,
 * anderson.c, solver.c (memory).
 *
 * In handle space the incremental potential (eq. 4) is
 *
 *   F(c) = ½ (c − p)ᵀ α M (c − p) + κ E(c) + ½ cᵀ γ J c − fᵀ c + Σ rows ½ B (r·c − t)²
 *
 * with the elastic energy E at stiffness 1, joins J, and p where the puppet would go by itself, uniform forces included. A
 * local step finds the rotations of E; with these held, F is quadratic with the constant matrix H = αM + κL + γJ. Rows come
 * by their Schur complement R H⁻¹ Rᵀ + B⁻¹, in which rows that must hold exactly have B⁻¹ = 0. */
#ifndef VVI_PUPPET_SOLVER_H
#define VVI_PUPPET_SOLVER_H

#include "puppet.h"

#define ANDERSON_DEPTH  5u
#define MOST_ITERATIONS 64u

/* What H was factored for. */
typedef struct system_key {
    double mass, elastic, joins; /* α, κ, γ */
} system_key;

/* Rows in the form of the Schur complement. The first `constant_count` stay as they are for a step; keys of scale and
 * contacts are found anew for every state. */
typedef struct row_set {
    uint32_t count, constant_count, capacity;
    uint32_t responses_ready; /* rows whose response, and products with those before, are up to date */
    uint32_t keyed_count;     /* rows before those of contact, whose energy is told by who made them */
    bool factored, had_changing;
    bool bends, bent;            /* rows of scale, which change with the state, are among them; exact ones */
    vvi_row *offered;            /* [capacity] for contact to fill */
    const double **coefficients; /* [capacity] of [2][stride] */
    double *own;                 /* [capacity][2][stride] coefficients of rows that are made here */
    double *targets;             /* [capacity] */
    double *stiffness;           /* [capacity] B; 0: exact */
    /* What a row does to the puppet, by slot: row i has slot i, but one whose coefficients are somebody else's, who keeps them for
     * a step, has a slot from `capacity` on, which is found once however often it comes and goes. */
    uint32_t *slots;        /* [capacity] of each row */
    uint32_t lent_count;    /* slots from `capacity` on in use, */
    const double **lent;    /* [capacity] and whose coefficients each has */
    uint32_t *entries;      /* [2·capacity][2·stride] where a row is not 0: most touch few handles */
    uint32_t *entry_counts; /* [2·capacity] */
    double *responses;      /* [2·capacity][2][stride] H⁻¹ r */
    double *products;       /* [capacity²] R H⁻¹ Rᵀ, its lower triangle */
    double *schur;          /* [capacity²] factor */
    double *multipliers;    /* [capacity] */
    uint32_t *chosen;       /* [capacity] the exact ones, where only these are solved for */
} row_set;

/* Anderson acceleration: changes of g(c) − c and of g(c) over the last iterations. */
typedef struct anderson {
    uint32_t count, next;
    bool has_last;
    double gram[ANDERSON_DEPTH][ANDERSON_DEPTH];
    double *weights; /* [2][stride] diagonal of H */
    double *residual_steps[ANDERSON_DEPTH], *goal_steps[ANDERSON_DEPTH], *last_residual, *last_goal; /* [2][stride] */
} anderson;

/* Examples that the puppet is drawn to, prepared for one list of them. */
typedef struct attract {
    uint32_t count;
    uint32_t *list;                /* [example_count] */
    double *middle, *middle_image; /* [2][stride] mean of the corners, and L times it */
    double *images;                /* [example_count][2][stride] L (corner − middle) */
    float *G, *b, *weights, *mix;  /* [example_count²], [example_count] */
    float *all_G;                  /* [example_count² + 2·example_count] scratch */
    double scale;                  /* G is divided by it */
    double *scratch;
} attract;

/* How pushes are answered, for one state (yield.c); rows and their Schur complement are those of row_set. */
typedef struct yielding {
    double *turn; /* [2][stride] */
    double turn_share;
    const double *c;            /* the state */
    double whole[9], centre[2]; /* factor of the masses of the rigid whole, keys and holds in them */
    bool ready;
} yielding;

struct vvi_puppet_solver {
    uint32_t columns, stride, capacity;
    vvi_width width;
    system_key key;
    bool factored, has_tangent, has_compliance, rest_is_drawing;
    double *inertia;          /* [columns][stride] αM + γJ */
    double *inverse;          /* [columns][stride] H⁻¹ */
    double *factor;           /* [columns²] scratch */
    double *tangent;          /* [2·columns][2·columns] second derivative of E at rest, rotations free */
    double *compliance;       /* [2·columns][2·columns] (αM + κ·tangent + γJ)⁻¹ */
    uint32_t *nonzero;        /* [2·columns] scratch */
    double turn[2];           /* cosine and sine of how far the puppet as a whole is turned */
    double middle[2], moment; /* centre of mass and moment of inertia of the state that the step began with */
    double *rest_image;       /* [2][stride] L · rest */
    double *rest;             /* [2][stride] the rest shape of this step */
    /* Of the step: [2][stride] each */
    double *anchor, *predicted, *velocity, *force, *c, *goal, *next, *pull, *gradient, *image, *work;
    row_set rows;
    bool upright[VV_RIG_MAX_HANDLES]; /* handles that a key of angle may not shrink any further */
    anderson anderson;
    attract attract;
    yielding yield;
    void *local;
    uint32_t energy_count;
    double energies[MOST_ITERATIONS + 1];
    double elastic_energy; /* of the state last evaluated, at stiffness 1 */
};

/* One step, or settling. */
typedef struct step_context {
    const vvi_puppet_view *puppet;
    vvi_puppet_solver *solver;
    const vvi_puppet_input *input;
    const double *at; /* the state that the step began with */
    uint32_t iterations;
    bool accelerated;
} step_context;

/* ---- integrate.c -------------------------------------------------------------------------------------------------- */

/* How the puppet as a whole stands, for rows that are measured by it. */
void vvi_find_stance(const step_context *step);
void vvi_centre_of(const vvi_puppet_view *puppet, const double *c, double centre[2]);
double vvi_rigid_inertia(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const double *c);
/* What a row weighs against motion of the whole, kg, and what it changes by (x, y, turning); exact ones a million times the whole. */
double vvi_row_weight(const vvi_puppet_view *puppet, const vvi_puppet_solver *solver, uint32_t row, const double *c,
                      const double centre[2], double inertia, double G[3]);
/* solver->anchor (a) and solver->velocity (v*). */
void vvi_extrapolate(const step_context *step, const vvi_puppet_state *state);
/* Where the puppet goes without elasticity and rows: solver->predicted. Gravity and the force on the whole accelerate everything
 * alike, so they are part of it; so is drag, as far as it does not add to the mass (α = (1 + d·h_e)/h_e²). Vibration is damped
 * here. Handles that move nothing stay. */
void vvi_predict(const step_context *step, const vvi_puppet_state *state, double h_e);
/* Where iterations begin: the shape now, moved and turned as a whole to where it is predicted. */
void vvi_guess(const step_context *step, double *c);

/* ---- solve.c ------------------------------------------------------------------------------------------------------ */

/* H for these weights. False where it is not positive definite. */
bool vvi_solver_factor(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, system_key key);
/* How far a unit force along r[2][stride] moves r·c, for the puppet at rest turned by (cosine, sine): rᵀ (∂²F)⁻¹ r. Rows of
 * strength mean the same everywhere because they are measured by it. */
double vvi_solver_compliance(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const double *r, double cosine,
                             double sine);
/* Adds a row; the damping that keeps it from ringing is in it. `at` is the state that the step began with. */
void vvi_rows_add(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const vvi_row *row, const double *at,
                  double h);
/* Coefficients of the next row, zeroed, for vvi_rows_add. NULL: no room. */
double *vvi_rows_room(vvi_puppet_solver *solver);
/* The factor of the rows' products + B⁻¹ over `count` chosen ones, ascending. Rows of no effect keep to themselves. */
bool vvi_rows_factor(vvi_puppet_solver *solver, uint32_t count, const uint32_t *chosen);
/* goal = argmin of F with rotations held, from the gradient at c. False: numbers ran away. */
bool vvi_solver_global(vvi_puppet_solver *solver, const double *c, const double *gradient, double *goal);
/* The nearest state, as H measures, in which the exact rows hold. Returns the largest gap it found, in shares of `size`. */
double vvi_solver_meet(vvi_puppet_solver *solver, double size, double *c);
/* What r·c changes by when the state c moves by 1 in x, in y, or turns about `centre`. */
void vvi_row_rigid(const vvi_puppet_solver *solver, const double *r, const double *c, const double centre[2],
                   double change[3]);
void vvi_copy_state(const vvi_puppet_solver *solver, double *to, const double *from);
double vvi_dot(uint32_t count, const double *a, const double *b);

/* ---- keys.c ------------------------------------------------------------------------------------------------------- */

/* Rows of positions and angles, which stay. False: numbers that are none. */
bool vvi_keys_constant(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const vvi_puppet_input *input,
                       const double *at);
/* Where a wanted angle is far away, turns the handle there in the state that iterations begin with. */
void vvi_keys_start(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const vvi_puppet_input *input,
                    const double *at, double *start);
/* Whether an angle was met by shrinking the handle: it is then kept upright when the step is done again. */
bool vvi_keys_collapsed(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const vvi_puppet_input *input,
                        const double *at, const double *c);
/* Rows of scale for the rotations that handles have in c. */
void vvi_keys_changing(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const vvi_puppet_input *input,
                       const double *at, const double *c);

/* ---- attract.c ---------------------------------------------------------------------------------------------------- */

/* The rest shape of this step (eq. 6–9) in solver->rest, given to the kernels, and its mix in attract.mix. */
void vvi_attract_rest(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, vv_attraction attraction,
                      double strength, uint32_t count, const uint32_t *examples, const double *c);

/* ---- anderson.c --------------------------------------------------------------------------------------------------- */

void vvi_anderson_forget(anderson *a);
/* out = the accelerated step from c, whose plain step leads to goal. */
void vvi_anderson_step(anderson *a, uint32_t length, const double *c, const double *goal, double *out);

#endif
