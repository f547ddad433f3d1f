/* The door of runtime/stage/puppet, a room below the stage: the prepared drawing opened into arrays, the kernels of
 * its elastic energy, and the step in the space of its handles ("Artist-Directed Dynamics for 2D Animation", eq. 4).
 * Kernels and solver are stateless: everything that changes is in the caller's memory.
 *
 * Handle space. Handle j has three columns: 3j and 3j + 1 hold the linear part of its transform about its own pivot,
 * 3j + 2 holds where the pivot goes. Vertex i is Σ_k φ_ik c_k with φ_i,3j… = w_ij·((r − pivot_j).x,
 * (r − pivot_j).y, 1). The x and the y of every quantity use the same φ, so a state is c[2][stride]: the columns of
 * x, then those of y. Taken about the pivots the matrices are well conditioned. States are doubles relative to an
 * origin of the actor, as particles of sprites are; vertices are floats. All arrays begin at multiples of 64 bytes
 * and are padded with zeros.
 *
 *   create.c open.c verify.c   the prepared drawing          local_*.c     local steps and energies, vectorised
 *   pattern.c sparse.c         sparse matrices, factors      system.c compliance.c   H and its inverse
 *   solve.c shapes.c           rows, the global step         step.c        time step and iterations (eq. 4)
 *   attract.c                  examples (eq. 6–9, 16)        keys.c        aims as rows (eq. 5)
 *   material.c                 defaults and ranges           anderson.c    acceleration of the iterations
 *   strain.c                   a limit of compression
 *   family.c candidate.c       transitions (eq. 10–11)       region.c recording.c   motion of regions (eq. 12–13)
 *   transition.c               jumps                         response.c    response to impulses
 *
 * A puppet as an actor of a stage is runtime/stage/puppet_*.c: see puppet_actor.h. */
#ifndef VVI_STAGE_PUPPET_H
#define VVI_STAGE_PUPPET_H

#include <verve/puppet.h>

#include "runtime/base/parameters.h"
#include "runtime/motion/motion.h"
#include "runtime/rig/rig.h"

#define VVI_PUPPET_PADDING 16u

/* ---- The prepared drawing (create.c, open.c, verify.c) ----------------------------------------------------------- */

typedef struct vvi_puppet_view {
    const vv_puppet *puppet;
    uint32_t vertex_count, triangle_count, boundary_count, edge_count, handle_count, example_count;
    uint32_t column_count, stride; /* column_count = 3 · handle_count; stride is that, padded */
    uint32_t cluster_count;        /* 0: the local step works on every triangle, or every edge */
    vv_elastic elastic;
    float mass, size;          /* kg; m, see vv_puppet_size */
    float area;                /* m² */
    float radius;              /* m; no vertex of the drawing or of an example is further from its centre of mass */
    float spacing;             /* mean length of the mesh's edges at rest, m */
    vv_vec2 centre;            /* of mass at rest, in artwork coordinates */
    const float *masses;       /* [vertex_count] kilograms, > 0 */
    const vv_vec2 *positions;  /* [vertex_count] at rest, in the artwork */
    const uint32_t *triangles; /* [3 · triangle_count] */
    /* [2 · boundary_count] edges that belong to one triangle only; the drawing is on their left */
    const uint32_t *boundary;
    const uint32_t *boundary_triangles; /* [boundary_count] the triangle of each */
    const vv_handle *handles;           /* [handle_count] in the artwork */
    const float *weights;               /* [vertex_count · handle_count] */
    const vv_handle_pose *turns;        /* [example_count · handle_count] */
    const vv_complex *complex;
    const double *mass_matrix; /* [column_count][stride] Φᵀ M Φ */
    const double *mass_vector; /* [stride] Φᵀ m: multiplied by gravity it is the force */
    /* [column_count][stride] L, the second derivative of the elastic energy at stiffness 1 with local rotations (or
     * directions) held */
    const double *elastic_matrix;
    /* [column_count][stride] J, the second derivative of half the squared gaps, in metres, of pins and joins. It
     * includes the regularisation of joins.c, which ties each handle's transform to what it moves where the energies
     * leave it free. It is multiplied by vvi_puppet_join_stiffness */
    const double *join_matrix;
    /* [2][stride] the state of the drawing as it was drawn: identity transforms about the origin of the artwork */
    const double *rest;
    const double *example_states; /* [example_count][2][stride] the states of the examples, about the same origin */
    /* [stride] 1, or 0 for handles that move no vertex: they have no momentum, and stay where no join or key moves
     * them */
    const double *inertia_mask;
    /* [handle_count] the first handle of the group that each belongs to: handles are of one group if they move a
     * common piece of the mesh, directly or through others */
    const uint32_t *parts;
    const vv_skin *skin; /* about `centre` */
} vvi_puppet_view;

/* A puppet as bytes: an asset copies them and uses them in place, at any address that is a multiple of 64. `verify`
 * checks every count, offset, index and number; bytes that pass can be used without harm, whatever made them. */
size_t vvi_puppet_bytes(const vv_puppet *puppet);
vv_result vvi_puppet_verify(const void *bytes, size_t byte_count, vv_error *error);

/* Rows of vv_material. */
vvi_parameters vvi_material_parameters(void);

vvi_puppet_view vvi_puppet_open(const vv_puppet *puppet);

/* vertices[vertex_count] of a state: x = Φ c. */
void vvi_puppet_vertices(const vvi_puppet_view *puppet, const double *c, vv_vec2 *vertices);
/* out[2][stride] += Φᵀ f for forces[vertex_count]. */
void vvi_puppet_gather_forces(const vvi_puppet_view *puppet, const vv_vec2 *forces, double *out);
/* The transforms of a state about an origin, and the state of given transforms. */
void vvi_puppet_pose(const vvi_puppet_view *puppet, const double *c, const double origin[2], vv_affine *pose);
void vvi_puppet_state_from_pose(const vvi_puppet_view *puppet, const vv_affine *pose, const double origin[2],
                                double *c);
/* Whether an actor may have this state: no handle stretches more than ten-thousandfold, or is further away than ten
 * thousand radii. */
bool vvi_state_is_sane(const vvi_puppet_view *puppet, const double *c);

/* ---- Local step (local_*.c) -------------------------------------------------------------------------------------- */

/* The stiffness of the elastic energy, kg/s², at which a drawing of this size and mass swings at `hertz`:
 * μ = ρ (2 size f)². */
double vvi_puppet_stiffness(const vvi_puppet_view *puppet, float hertz);

/* The stiffness of pins and joins, kg/s²: ten thousand times the sum of the inertia mass/h² and the elastic
 * stiffness. A force that moves the whole drawing by its size in a step, or strains all of it by 1, opens a gap of
 * 1e-4 of its size. The regularisation, 1e-5 of the other terms, stays above the rounding of the floats in the local
 * steps. h = 0: no inertia. */
double vvi_puppet_join_stiffness(const vvi_puppet_view *puppet, double h, double stiffness);

size_t vvi_puppet_local_step_bytes(const vvi_puppet_view *puppet); /* scratch of the kernels, aligned to 64 bytes */

/* Prepares the kernels for a rest shape, given as a state rest[2][stride] (the drawing itself, or a blend of
 * examples). Once a step. */
void vvi_puppet_set_rest_shape(const vvi_puppet_view *puppet, const double *rest, void *scratch);
void vvi_puppet_set_rest_shape_width(const vvi_puppet_view *puppet, const double *rest, void *scratch, vvi_width width);
/* The local step: finds the best rotation of every triangle or cluster (direction of every edge) for the state c, and
 * pull[2][stride], the force of these targets in handle space, so that the gradient at stiffness 1 is
 * elastic_matrix·c − pull. Returns the energy at stiffness 1, ½ Σ area·|F − R F_rest|². Every width gives the same
 * bits. */
double vvi_puppet_local_step(const vvi_puppet_view *puppet, const double *c, double *pull, void *scratch);
double vvi_puppet_local_step_width(const vvi_puppet_view *puppet, const double *c, double *pull, void *scratch,
                                   vvi_width width);

/* ---- Rows: linear constraints on a state (solve.c) --------------------------------------------------------------- */

/* A soft or exact constraint: coefficients · c should equal `target`. */
typedef struct vvi_row {
    double *coefficients; /* [2][stride] */
    double target;
    double rate; /* change of the target per second; a soft row is damped relative to it */
    /* 0…1: the fraction of the gap that one step closes, whatever the mass, stiffness and time step; 1: exactly */
    double strength;
    double stiffness; /* where > 0, used instead of the strength: kg/s² (contact) */
    /* Where not NULL: φ of a point, [stride], and the coefficients are (d.x φ, d.y φ) with d the direction */
    const double *shape;
    double direction[2];
    bool is_rigid_invariant; /* moving and rotating the whole drawing does not change coefficients · c (scale) */
} vvi_row;

/* The system (M/h² + k·elastic + joins) of one puppet, factored once. Rows enter by their compliance (a Schur
 * complement), so the factor stays while keys, contacts and copies come and go. */
typedef struct vvi_puppet_solver vvi_puppet_solver;

/* ---- The step (step.c, keys.c, attract.c) ------------------------------------------------------------------------ */

#define VVI_PUPPET_STRAIN_ROWS 32u

/* The target of one channel of a handle, relative to the actor's origin. */
typedef struct vvi_aim {
    uint32_t handle;
    vv_handle_channel channel;
    double value[2], rate[2];
    double strength;
} vvi_aim;

/* What acts on a puppet in one step. */
typedef struct vvi_puppet_input {
    float h; /* seconds */
    vv_material material;
    double gravity[2], wind[2], force[2]; /* m/s², m/s, N on the whole drawing */
    const double *push;                   /* [2][stride] additional forces in handle space, or NULL */
    uint32_t aim_count;
    const vvi_aim *aims;
    uint32_t row_count;
    const vvi_row *rows; /* holds, copies */
    uint32_t attraction_count;
    const uint32_t *attractions;
    /* Contact. Called at every state that is tried; it returns the number of its rows (one-sided: those that push now)
     * and stores their energy at c. May be NULL. rows[capacity] come with room for their coefficients: it fills these
     * in completely, or replaces the pointers by its own. Shapes must stay valid and unchanged during the step. */
    uint32_t (*contact)(void *user, const double *c, vvi_row *rows, uint32_t capacity, double *energy);
    /* With contact, called early in the iterations, and where they have come to an end (is_result): updates what
     * contact expects of the state at c (points that it has missed, friction limits) and returns whether that has
     * changed so much that the iterations should go on from c. May be NULL. */
    bool (*revise)(void *user, const double *c, bool is_result);
    /* No part may be pressed to less than a third: see strain.c, which takes up to VVI_PUPPET_STRAIN_ROWS rows. */
    bool limits_strain;
    void *user;
} vvi_puppet_input;

/* The moving state: arrays of [2][stride] in the actor's memory. Second-order backward differences need two states
 * and two velocities. */
typedef struct vvi_puppet_state {
    double *c, *before, *v, *v_before;
    float *mix; /* [example_count] blend weights of the rest shape */
    bool fresh; /* the history is invalid: the next step is one of implicit Euler */
} vvi_puppet_state;

/* Bytes of the solver with all its scratch for one actor of this puppet, aligned to 64. A step never allocates. An
 * aim takes two rows for a position or a scale, one for an angle; rows beyond the capacity are ignored. */
size_t vvi_puppet_solver_bytes(const vvi_puppet_view *puppet, uint32_t row_capacity);
vvi_puppet_solver *vvi_puppet_solver_begin(const vvi_puppet_view *puppet, uint32_t row_capacity, void *memory);
/* The energies of the last step, for vv_stage_iteration_energies. */
const double *vvi_puppet_solver_energies(const vvi_puppet_solver *solver, uint32_t *count);
/* One step of h seconds (eq. 4). False: the numbers diverged, and the state is unchanged. */
bool vvi_puppet_step(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const vvi_puppet_input *input,
                     vvi_puppet_state *state);
/* After a step: prepares the response to impulses at a state c (response.c). False: there is none, and responses are
 * zero. */
bool vvi_puppet_prepare_response(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const double *c);
/* out[2][stride] = the change of the state by an impulse push[2][stride]: a displacement for kg·m, a change of
 * velocity for kg·m/s. */
void vvi_puppet_respond(vvi_puppet_solver *solver, const double *push, double *out);
/* The same for a puppet that responds as one rigid body: such a response does not change its elastic energy. */
void vvi_puppet_respond_rigidly(vvi_puppet_solver *solver, const double *push, double *out);
/* out[2][stride] = M̃ c, from any solver of the puppet. */
void vvi_puppet_mass_image(const vvi_puppet_solver *solver, const double *c, double *out);
/* x[2][stride] = M̃⁻¹ x, x and y alike, where the columns in fixed[column_count] do not move. */
void vvi_puppet_apply_masses_inverse(vvi_puppet_solver *solver, const uint8_t *fixed, double *x);
/* Finds the state that minimises lambda times the elastic energy plus the squared gaps of these rows with weight 1
 * (eq. 10): no masses, no time. c is the initial guess and the result; `energy` is its elastic energy at stiffness
 * 1. */
bool vvi_puppet_find_closest_shape(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, double lambda,
                                   uint32_t row_count, const vvi_row *rows, uint32_t attraction_count,
                                   const uint32_t *attractions, double *c, double *energy);

/* ---- Regions (region.c) ------------------------------------------------------------------------------------------ */

/* What is known of a region's motion (eq. 13): where the directions in `directions` go. A region of one vertex has
 * none, one whose vertices lie on a line has the one along it. Vertices are weighted by their masses. */
typedef struct vvi_region_fit {
    vv_vec2 rest;            /* centroid at rest, in the artwork */
    uint32_t rank;           /* number of known directions: 0…2 */
    double directions[2][2]; /* [rank] orthonormal vectors in the artwork */
} vvi_region_fit;

/* Writes the region's motion as linear functions of the state into three rows[stride] that begin `row_stride` doubles
 * from one another: centroid = row 0 · c, A directions_k = row k + 1 · c, for x and y alike. Rows beyond the rank are
 * zero. */
vvi_region_fit vvi_region_rows(const vvi_puppet_view *puppet, vv_region region, double *rows, size_t row_stride);
/* The motion of a region with these rows in a state about an origin. `placement` is the linear part of the actor's
 * placement: A is that where the region has rank 0. For rank 1 the direction across the line rotates with it and
 * keeps its length. */
vv_region_state vvi_region_state(const vvi_puppet_view *puppet, const vvi_region_fit *fit, const double *rows,
                                 size_t row_stride, const double *c, const double origin[2], vv_mat2 placement);

/* ---- Recordings (recording.c) ------------------------------------------------------------------------------------ */

/* A recording as bytes, like those of a puppet. */
size_t vvi_recording_bytes(const vv_recording *recording);
vv_result vvi_recording_verify(const void *bytes, size_t byte_count, vv_error *error);
/* The recording that a copy with these pairs[count] takes: region k is that of the handle of pairs[k].from (the first
 * region if there is none), since pair k of a copy uses region k. */
vv_result vvi_recording_select(const vv_recording *recording, uint32_t count, const vv_region_pair *pairs,
                               const vv_allocator *allocator, vv_recording **out, vv_error *error);

#endif
