/* Handles, skinning, and posing a drawing by a few of its handles. */
#ifndef VERVE_RIG_H
#define VERVE_RIG_H

#include <verve/mesh.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_RIG_MAX_HANDLES  256u
#define VV_RIG_MAX_WEIGHT   1000.0f /* of a handle for a vertex, either way; those of one vertex sum to 1 */
#define VV_RIG_MAX_CLUSTERS 1024u
#define VV_RIG_MAX_PINS     1024u

/* A point or a bone on an artwork that moves it through one affine transform. Its pivot is `from`. */
typedef enum vv_handle_kind {
    VV_HANDLE_POINT,
    VV_HANDLE_BONE,
} vv_handle_kind;

typedef struct vv_handle {
    vv_handle_kind kind;
    vv_vec2 from; /* where the point is, or where the bone begins; metres, at rest */
    vv_vec2 to;   /* where the bone ends; equal to `from` for a point */
} vv_handle;

/* ---- Skinning: x_i = Σ_j w_ij (L_j r_i + t_j) ------------------------------------------------------------- */

/* Rest positions and weights, laid out for speed. Immutable, so any number of threads may share it; position
 * independent, so an asset holds it as it is. */
typedef struct vv_skin vv_skin;

typedef struct vv_skin_def {
    uint32_t vertex_count, handle_count;
    const vv_vec2 *positions; /* [vertex_count] at rest */
    const float *weights;     /* [vertex_count · handle_count], one row a vertex, rows sum to 1 within 1e-3; each is
                                 divided by its sum, so that one transform for all moves everything rigidly */
} vv_skin_def;

VV_API vv_result vv_skin_create(const vv_skin_def *def, const vv_allocator *allocator, vv_skin **out, vv_error *error);
VV_API void vv_skin_destroy(vv_skin *skin, const vv_allocator *allocator);
VV_API uint32_t vv_skin_vertex_count(const vv_skin *skin);
VV_API uint32_t vv_skin_handle_count(const vv_skin *skin);

/* Moves every vertex: pose[handle_count] in, vertices[vertex_count] out. Never allocates. The same bits on every machine,
 * with SIMD or without. `vertices` must not overlap `pose`. */
VV_API void vv_skin_apply(const vv_skin *skin, const vv_affine *pose, vv_vec2 *vertices);

/* ---- Posing by few handles -------------------------------------------------------------------------------- */

/* What posing needs to know of a rig, prepared once: the as-rigid-as-possible energy of the mesh in the space of
 * handle transforms, with one rotation for each cluster of triangles (Jacobson and others 2012, "Fast automatic
 * skinning transformations"). Immutable and position independent like vv_skin. docs/posing.md explains it.
 *
 * Handles may move nothing, or share weights, or lie on one another: what the energy leaves open follows the drawing. */
typedef struct vv_poser vv_poser;

typedef struct vv_poser_def {
    vv_mesh mesh;
    uint32_t handle_count;
    const vv_handle *handles; /* [handle_count] */
    const float *weights;     /* [vertex_count · handle_count], as in vv_skin_def */
    uint32_t cluster_count;   /* rotation clusters wanted, 1…1024, default 50. More follow bends more closely and cost
                                 time in proportion. At least one for each connected piece of the mesh, and one for each
                                 handle that moves nothing, at most one a triangle */
} vv_poser_def;

VV_API vv_poser_def vv_default_poser_def(void);
VV_API vv_result vv_poser_create(const vv_poser_def *def, const vv_allocator *allocator, vv_poser **out,
                                 vv_error *error);
VV_API void vv_poser_destroy(vv_poser *poser, const vv_allocator *allocator);
VV_API uint32_t vv_poser_handle_count(const vv_poser *poser);
VV_API uint32_t vv_poser_vertex_count(const vv_poser *poser);
VV_API uint32_t vv_poser_triangle_count(const vv_poser *poser);
VV_API uint32_t vv_poser_cluster_count(const vv_poser *poser);
/* Which rotation cluster a triangle is of. */
VV_API uint32_t vv_poser_cluster(const vv_poser *poser, uint32_t triangle);

/* What the artist holds. A pin keeps one point of the drawing somewhere, exactly; everything else follows.
 *
 * Handles that move a common piece of the mesh, directly or through others, form a part. A part without pins is at rest.
 * A part with a single pinned point moves without turning. */
typedef enum vv_pin_kind {
    VV_PIN_POSITION, /* a point that moves with one handle goes to `to`; the handle may turn and stretch */
    VV_PIN_TURN,     /* the same, and the handle's linear part is the rotation by `angle` */
    VV_PIN_STRETCH,  /* the same, and the handle's linear part is `linear`: squash, stretch and shear are kept */
    VV_PIN_DRAWING,  /* a point of the drawing itself (`at`) goes to `to` */
} vv_pin_kind;

typedef struct vv_pin {
    vv_pin_kind kind;
    uint32_t handle;  /* all but VV_PIN_DRAWING */
    vv_vec2 from;     /* all but VV_PIN_DRAWING: the point at rest; usually the handle's pivot */
    vv_mesh_point at; /* VV_PIN_DRAWING */
    vv_vec2 to;       /* where it goes, metres */
    float angle;      /* VV_PIN_TURN: radians, counter-clockwise; any number of turns */
    vv_mat2 linear;   /* VV_PIN_STRETCH */
} vv_pin;

/* One drawing being posed: the pose now, and the pins. Solving starts from the pose now, so a drag is smooth.
 * max_pins is 1…VV_RIG_MAX_PINS; the poser must outlive the posing. Any number of posings may share a poser, each used by
 * one thread at a time. A new posing is at rest and has no pins. */
typedef struct vv_posing vv_posing;

VV_API vv_result vv_posing_create(const vv_poser *poser, uint32_t max_pins, const vv_allocator *allocator,
                                  vv_posing **out, vv_error *error);
VV_API void vv_posing_destroy(vv_posing *posing, const vv_allocator *allocator);

/* Replaces all pins and factors the reduced system for them, in time that grows with the cube of the handles: when the
 * artist grabs or lets go, not every frame. Never allocates. `pins` may be NULL where pin_count is 0, and is copied. The
 * pose changes at the next solve.
 * Refused, with nothing changed, for numbers that are not finite, handles or triangles that do not exist, or pins that
 * repeat or contradict each other; the error names both. Different points may be pinned to the same place. */
VV_API vv_result vv_posing_set_pins(vv_posing *posing, uint32_t pin_count, const vv_pin *pins, vv_error *error);

/* Moves pin `index` without refactoring; what a drag does every frame. Only `to`, `angle` and `linear` of *pin are
 * read: kind, handle, from and at stay. Refused, with nothing changed, for numbers that are not finite or an index past
 * the pins. */
VV_API vv_result vv_posing_move_pin(vv_posing *posing, uint32_t index, const vv_pin *pin, vv_error *error);

/* Local–global iterations until the pose moves less than `tolerance` (metres, in one iteration; 0: run them all) or
 * `iterations` have run. Returns how many ran. No iteration raises the energy; ten usually reach the screen's accuracy.
 * Pins hold from the start, with 0 iterations too. With no pins the pose is the rest pose, exactly. A pose that a float
 * cannot hold is not taken: the last one stays. Never allocates. */
VV_API uint32_t vv_posing_solve(vv_posing *posing, uint32_t iterations, float tolerance);

/* pose[handle_count]: one transform for every handle, as vv_skin_apply takes them. The pointer stays until the posing is
 * destroyed; solving and vv_posing_set_pose change what it points to. */
VV_API const vv_affine *vv_posing_pose(const vv_posing *posing);
/* Starts from another pose[handle_count], for instance one that was saved. Refused, with nothing
 * changed, if a number is not finite. The pins stay, and are obeyed at the next solve. */
VV_API vv_result vv_posing_set_pose(vv_posing *posing, const vv_affine *pose, vv_error *error);

#ifdef __cplusplus
}
#endif
#endif
