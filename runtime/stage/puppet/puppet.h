/* What the stage uses of a puppet: the prepared drawing opened into arrays, the kernels of its elastic energy, and the step in
 * the space of its handles ("Artist-Directed Dynamics", eq. 4). Kernels and solver are stateless: what changes is the
 * caller's.
 *
 * Handle space. Handle j has three columns: 3j and 3j + 1 for the linear part about its own pivot, 3j + 2 for where the pivot
 * goes. Vertex i is Σ_k φ_ik c_k with φ_i,3j… = w_ij·((r − pivot_j).x, (r − pivot_j).y, 1); the x and the y of everything
 * use the same φ, so a state is c[2][stride]: the columns of x, then those of y. Expressed about the pivots the matrices are
 * well conditioned. States are doubles and relative to an origin of the actor's, as particles of sprites are; vertices are
 * floats. All arrays begin at multiples of 64 bytes and are padded with zeros.
 *
 *   create.c open.c verify.c   the prepared drawing          local_*.c     local steps and energies, vectorised
 *   solve.c                    factor, rows, solve           step.c        integrator and iterations (eq. 4)
 *   attract.c                  examples (eq. 6–9, 16)        keys.c        aims into rows (eq. 5)
 *   material.c                 defaults and ranges           anderson.c    acceleration of the iterations
 *   family.c candidate.c       transitions (eq. 10–11)       copy.c region.c recording.c   copy and paste (eq. 12–15)
 *   transition.c change.c      jumps, and on the stage       paste.c       copies on the stage
 */
#ifndef VVI_STAGE_PUPPET_H
#define VVI_STAGE_PUPPET_H

#include "runtime/motion/motion.h"
#include "runtime/rig/rig.h"
#include "runtime/stage/stage.h"

#define VVI_PUPPET_PADDING 16u

/* ---- The prepared drawing (create.c, open.c, verify.c) ----------------------------------------------------------------- */

typedef struct vvi_puppet_view {
    const vv_puppet *puppet;
    uint32_t vertex_count, triangle_count, boundary_count, edge_count, handle_count, example_count;
    uint32_t column_count, stride; /* 3 · handle_count, and that padded */
    uint32_t cluster_count;        /* 0: every triangle, or every edge */
    vv_elastic elastic;
    float mass, size;          /* kilograms; metres: see vv_puppet_size */
    float area;                /* m² */
    float radius;              /* no vertex of the drawing or of an example is further from the centre of mass */
    float spacing;             /* mean length of the mesh's edges at rest */
    vv_vec2 centre;            /* of mass at rest, in the artwork */
    const float *masses;       /* [vertex_count] kilograms, > 0 */
    const vv_vec2 *positions;  /* [vertex_count] at rest, in the artwork */
    const uint32_t *triangles; /* [3 · triangle_count] */
    const uint32_t *boundary;  /* [2 · boundary_count] edges of one triangle, the drawing on their left */
    const uint32_t *boundary_triangles; /* [boundary_count] */
    const vv_handle *handles;           /* [handle_count] in the artwork */
    const float *weights;               /* [vertex_count · handle_count] */
    const vv_turn *turns;               /* [example_count · handle_count] */
    const vv_complex *complex;
    const double *mass_matrix;    /* [column_count][stride] Φᵀ M Φ */
    const double *mass_vector;    /* [stride] Φᵀ m: what gravity pulls at */
    const double *elastic_matrix; /* [column_count][stride] second derivative of the elastic energy with local rotations
                                     (or directions) held, at stiffness 1 */
    const double *join_matrix; /* [column_count][stride] second derivative of half the squared gaps, in metres, of pins
                                     and joins; and a grain of the same that ties every handle's transform to what it
                                     moves, where the energies leave it open. Times vvi_puppet_join_stiffness */
    const double *rest;        /* [2][stride] the drawing as it was drawn, in the artwork: the identity, origin 0 */
    const double *corners;     /* [example_count][2][stride] the examples, likewise */
    const double *carry;   /* [stride] 1, and 0 for handles that move nothing: they have no momentum, and stay where no
                            join or key takes them */
    const uint32_t *parts; /* [handle_count] the first handle of those that move a common piece of the mesh, directly or
                              through others */
    const vv_skin *skin;   /* about `centre` */
} vvi_puppet_view;

vvi_puppet_view vvi_puppet_open(const vv_puppet *puppet);

/* vertices[vertex_count] of a state: x = Φ c. */
void vvi_puppet_vertices(const vvi_puppet_view *puppet, const double *c, vv_vec2 *vertices);
/* out[2][stride] += Φᵀ f for forces[vertex_count]. */
void vvi_puppet_gather(const vvi_puppet_view *puppet, const vv_vec2 *forces, double *out);
/* A state as transforms about an origin, and back. */
void vvi_puppet_pose(const vvi_puppet_view *puppet, const double *c, const double origin[2], vv_affine *pose);
void vvi_puppet_state_of(const vvi_puppet_view *puppet, const vv_affine *pose, const double origin[2], double *c);
/* Whether a state is one that an actor may have: no handle stretches ten thousand times, or is further away than so many radii
 * (travel.c). */
bool vvi_state_is_sane(const vvi_puppet_view *puppet, const double *c);

/* ---- Local step (local_*.c) -------------------------------------------------------------------------------------------- */

/* The stiffness of the elastic energy, kg/s², that makes a drawing of this size and mass swing at `hertz`: μ = ρ (2 size f)². */
double vvi_puppet_stiffness(const vvi_puppet_view *puppet, float hertz);

/* The stiffness of pins and joins, kg/s², beside inertia mass/h² and elastic stiffness: ten thousand times their sum. A force
 * that moves the whole drawing by its size in a step, or strains all of it by 1, opens a gap of 1e-4 of its size; the grain,
 * 1e-5 beside the others, stands above the rounding of floats in what local steps pull. h = 0: no inertia. */
double vvi_puppet_join_stiffness(const vvi_puppet_view *puppet, double h, double stiffness);

size_t vvi_puppet_local_bytes(const vvi_puppet_view *puppet); /* scratch of the kernels, aligned to 64 */

/* A rest shape as the kernels want it, from a state rest[2][stride] (the drawing itself, or a mix of examples). Once a step. */
void vvi_puppet_take_rest(const vvi_puppet_view *puppet, const double *rest, void *scratch);
void vvi_puppet_take_rest_width(const vvi_puppet_view *puppet, const double *rest, void *scratch, vvi_width width);
/* The local step: the best rotation of every triangle or cluster (direction of every edge) for the state c, and
 * pull[2][stride] = Φᵀ… of what they ask for, so that the gradient at stiffness 1 is elastic_matrix·c − pull. Returns the
 * energy at stiffness 1, ½ Σ area·|F − R F_rest|². Every width gives the same bits. */
double vvi_puppet_local(const vvi_puppet_view *puppet, const double *c, double *pull, void *scratch);
double vvi_puppet_local_width(const vvi_puppet_view *puppet, const double *c, double *pull, void *scratch,
                              vvi_width width);

/* ---- Rows: what is wanted of a state (solve.c) -------------------------------------------------------------------------- */

/* coefficients · c should be `target`. */
typedef struct vvi_row {
    double *coefficients; /* [2][stride] */
    double target;
    double rate; /* how fast the target moves, a second: what damps a soft row */
    double
        strength; /* 0…1: share of the gap that one step closes, whatever the mass, stiffness and time step; 1: exactly */
    double stiffness; /* where > 0, used instead of the strength: kg/s² (contact) */
    bool of_shape;    /* moving and turning as a whole do not change it (scale) */
} vvi_row;

/* The system (M/h² + k·elastic + joins) of one puppet, factored once; rows come by their compliance (a Schur complement), so
 * the factor stays while keys, contacts and copies come and go. */
typedef struct vvi_puppet_solver vvi_puppet_solver;

/* ---- The step (step.c, keys.c, attract.c) -------------------------------------------------------------------------------- */

/* One wanted thing of a handle, on the stage, relative to the origin. */
typedef struct vvi_aim {
    uint32_t handle;
    vv_channel channel;
    double value[2], rate[2];
    double strength;
} vvi_aim;

/* What acts on a puppet in one step. */
typedef struct vvi_puppet_input {
    float h; /* seconds */
    vv_material material;
    double gravity[2], wind[2], force[2]; /* m/s², m/s, newton on the whole */
    const double *push;                   /* [2][stride] more forces in handle space, or NULL */
    uint32_t aim_count;
    const vvi_aim *aims;
    uint32_t row_count;
    const vvi_row *rows; /* holds, copies */
    uint32_t attraction_count;
    const uint32_t *attractions;
    /* Contact: asked at every state that is tried for rows (one-sided: those that push now) and their energy at c. May be
     * NULL. rows[capacity] come with room for their coefficients, all of which it fills, or puts its own in their place, which then
     * stay as they are during the step; it returns how many there are. */
    uint32_t (*contact)(void *user, const double *c, vvi_row *rows, uint32_t capacity, double *energy);
    void *user;
} vvi_puppet_input;

/* The moving state: arrays of [2][stride] in the actor's memory. Second-order backward differences need two states and two
 * velocities. */
typedef struct vvi_puppet_state {
    double *c, *before, *v, *v_before;
    float *mix; /* [example_count] weights of the rest shape */
    bool fresh; /* the history is not worth anything: the next step is one of implicit Euler */
} vvi_puppet_state;

/* Sizes for one actor of this puppet: the solver with all its scratch, aligned to 64. A step never allocates. An aim takes two
 * rows for a position or a scale, one for an angle; rows beyond the capacity have no say. */
size_t vvi_puppet_solver_bytes(const vvi_puppet_view *puppet, uint32_t row_capacity);
vvi_puppet_solver *vvi_puppet_solver_begin(const vvi_puppet_view *puppet, uint32_t row_capacity, void *memory);
/* The energies of the last step, for vv_stage_energies. */
const double *vvi_puppet_solver_energies(const vvi_puppet_solver *solver, uint32_t *count);
/* One step of h seconds (eq. 4). False: the numbers ran away, and the state is what it was. */
bool vvi_puppet_step(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const vvi_puppet_input *input,
                     vvi_puppet_state *state);
/* After a step: what pushes at a state c do (yield.c). False: nothing. */
bool vvi_puppet_yields(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const double *c);
/* out[2][stride] = how the state moves by push[2][stride], kg·m (or kg·m/s, and how its velocity changes). */
void vvi_puppet_yield(vvi_puppet_solver *solver, const double *push, double *out);
/* The same where it gives way as a rigid whole: what is moved so has no more elastic energy than before. */
void vvi_puppet_yield_whole(vvi_puppet_solver *solver, const double *push, double *out);
/* The state that minimises the elastic energy (times lambda) with these rows as least squares of weight 1 (eq. 10): no masses,
 * no time. c is where to begin, and what comes out; `energy` is its elastic energy at stiffness 1. */
bool vvi_puppet_settle(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, double lambda, uint32_t row_count,
                       const vvi_row *rows, uint32_t attraction_count, const uint32_t *attractions, double *c,
                       double *energy);

/* ---- Regions (region.c) ---------------------------------------------------------------------------------------------------- */

/* What can be told of a region's motion (eq. 13): where the directions in `along` go. A region of one vertex has none, one whose
 * vertices lie on a line has the one along it. Masses weigh. */
typedef struct vvi_region_fit {
    vv_vec2 rest;       /* centroid at rest, in the artwork */
    uint32_t rank;      /* directions that can be told: 0…2 */
    double along[2][2]; /* [rank] unit vectors in the artwork, at right angles */
} vvi_region_fit;

/* The same as linear functions of the state, in three rows[stride] that begin `apart` from one another: centroid = row 0 · c,
 * A along_k = row k + 1 · c, x and y alike; those beyond the rank are zero. */
vvi_region_fit vvi_region_rows(const vvi_puppet_view *puppet, vv_region region, double *rows, size_t apart);
/* How a region with these rows moves in a state about an origin. `still` is the linear part of the actor's placement: what A is
 * where nothing can be told; a line's other direction turns with it and keeps its length. */
vv_region_state vvi_region_state(const vvi_puppet_view *puppet, const vvi_region_fit *fit, const double *rows,
                                 size_t apart, const double *c, const double origin[2], vv_mat2 still);

#endif
