/* Handles, linear blend skinning, and posing a drawing by a few of its handles. */
#ifndef VERVE_RIG_H
#define VERVE_RIG_H

#include <verve/mesh.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_RIG_MAX_HANDLES  256u
#define VV_RIG_MAX_WEIGHT   1000.0f /* of one handle for one vertex, ±; the weights of one vertex sum to 1 */
#define VV_RIG_MAX_CLUSTERS 1024u
#define VV_RIG_MAX_PINS     1024u

typedef enum vv_handle_kind {
    VV_HANDLE_POINT,
    VV_HANDLE_BONE,
} vv_handle_kind;

/* A point or a bone on an artwork that moves the artwork through one affine transform. */
typedef struct vv_handle {
    vv_handle_kind kind;
    vv_vec2 from; /* the pivot: the point, or the beginning of the bone; metres, at rest */
    vv_vec2 to;   /* the end of the bone; equal to `from` for a point */
    /* 1 + the index of the handle that carries this one, its parent; 0: none. Parents may come later in the array, but
     * nobody carries itself, directly or through others. A child rotates with its parent and its pivot moves with it;
     * its stretch is its own. Poses (vv_handle_pose) of a child are relative to its parent, transforms never are. */
    uint32_t parent1;
} vv_handle;

/* ---- Skinning: x_i = Σ_j w_ij (L_j r_i + t_j) -------------------------------------------------------------------- */

/* Rest positions and weights, laid out for speed. Immutable, so any number of threads may share it, and position
 * independent, so an asset contains it as it is. */
typedef struct vv_skin vv_skin;

typedef struct vv_skin_def {
    uint32_t vertex_count, handle_count;
    const vv_vec2 *positions; /* [vertex_count] at rest */
    /* [vertex_count · handle_count] one row for each vertex. Each row sums to 1 within 1e-3, and is divided by its
     * sum, so that a skin whose handles all have one transform moves as a whole. */
    const float *weights;
} vv_skin_def;

VV_API vv_result vv_skin_create(const vv_skin_def *def, const vv_allocator *allocator, vv_skin **out, vv_error *error);
VV_API void vv_skin_destroy(vv_skin *skin, const vv_allocator *allocator);
VV_API uint32_t vv_skin_vertex_count(const vv_skin *skin);
VV_API uint32_t vv_skin_handle_count(const vv_skin *skin);

/* Computes vertices[vertex_count] from pose[handle_count]. `vertices` must not overlap `pose`. Never allocates. Gives
 * the same bits on every machine, with SIMD or without. */
VV_API void vv_skin_apply(const vv_skin *skin, const vv_affine *pose, vv_vec2 *vertices);

/* ---- Posing by few handles --------------------------------------------------------------------------------------- */

/* What posing needs of a rig, prepared once: the as-rigid-as-possible energy of the mesh in the space of handle
 * transforms, with one rotation for each cluster of triangles (Jacobson and others 2012, "Fast automatic skinning
 * transformations"). Immutable and position independent like vv_skin. docs/posing.md explains it.
 *
 * Handles may move nothing, share their weights, or lie on one another: a handle that the energy does not determine
 * follows the drawing. */
typedef struct vv_poser vv_poser;

typedef struct vv_poser_def {
    vv_mesh mesh;
    uint32_t handle_count;
    const vv_handle *handles; /* [handle_count] */
    const float *weights;     /* [vertex_count · handle_count], as in vv_skin_def */
    /* How many rotation clusters are wanted, 1…VV_RIG_MAX_CLUSTERS; default 50. More clusters follow bends more
     * closely and cost time in proportion. There is at least one for each connected piece of the mesh and one for
     * each handle that moves nothing, and at most one for each triangle. */
    uint32_t cluster_count;
} vv_poser_def;

VV_API vv_poser_def vv_default_poser_def(void);
VV_API vv_result vv_poser_create(const vv_poser_def *def, const vv_allocator *allocator, vv_poser **out,
                                 vv_error *error);
VV_API void vv_poser_destroy(vv_poser *poser, const vv_allocator *allocator);
VV_API uint32_t vv_poser_handle_count(const vv_poser *poser);
VV_API uint32_t vv_poser_vertex_count(const vv_poser *poser);
VV_API uint32_t vv_poser_triangle_count(const vv_poser *poser);
VV_API uint32_t vv_poser_cluster_count(const vv_poser *poser);
/* The rotation cluster that contains a triangle. */
VV_API uint32_t vv_poser_cluster(const vv_poser *poser, uint32_t triangle);

typedef enum vv_pin_kind {
    VV_PIN_POSITION,   /* a point that moves with one handle goes to `to`; the handle may rotate and stretch */
    VV_PIN_ROTATION,   /* the same, and the handle's linear part is the rotation by `angle` */
    VV_PIN_STRETCH,    /* the same, and the handle's linear part is `linear`: squash, stretch and shear are kept */
    VV_PIN_MESH_POINT, /* a point of the mesh (`at`) goes to `to` */
} vv_pin_kind;

/* What the artist holds: a pin keeps one point of the drawing in one place, exactly, and everything else follows.
 *
 * Handles that move a common piece of the mesh, directly or through other handles, form a part. A part without pins
 * is at rest. A part with a single pinned point moves without rotating. */
typedef struct vv_pin {
    vv_pin_kind kind;
    uint32_t handle;  /* of every kind but VV_PIN_MESH_POINT */
    vv_vec2 from;     /* of every kind but VV_PIN_MESH_POINT: the point at rest, metres; usually the handle's pivot */
    vv_mesh_point at; /* of VV_PIN_MESH_POINT */
    vv_vec2 to;       /* where the point goes, metres */
    float angle;      /* of VV_PIN_ROTATION: radians, counter-clockwise; any number of turns */
    vv_mat2 linear;   /* of VV_PIN_STRETCH */
} vv_pin;

/* One drawing being posed: its current pose and its pins. Solving starts from the current pose, so dragging is
 * smooth. Any number of posings may share a poser; one thread at a time may use a posing. */
typedef struct vv_posing vv_posing;

/* A posing at rest, without pins. max_pins: 1…VV_RIG_MAX_PINS. The poser must outlive the posing. */
VV_API vv_result vv_posing_create(const vv_poser *poser, uint32_t max_pins, const vv_allocator *allocator,
                                  vv_posing **out, vv_error *error);
VV_API void vv_posing_destroy(vv_posing *posing, const vv_allocator *allocator);

/* Replaces all pins by copies of pins[pin_count] (NULL is allowed if pin_count is 0) and factors the reduced system
 * for them. The time grows with the cube of the number of handles: call this when the artist grabs or releases a pin,
 * not every frame. The pose changes at the next solve. Never allocates. Fails, and changes nothing, for numbers that
 * are not finite, handles or triangles that do not exist, and pins that repeat or contradict each other; the error
 * names both. Different points may be pinned to the same place. */
VV_API vv_result vv_posing_set_pins(vv_posing *posing, uint32_t pin_count, const vv_pin *pins, vv_error *error);

/* Moves pin `index` without factoring again; call it every frame of a drag. Only `to`, `angle` and `linear` of *pin
 * are read: kind, handle, from and at stay as they are. Fails, and changes nothing, if a number is not finite or
 * there is no such pin. */
VV_API vv_result vv_posing_move_pin(vv_posing *posing, uint32_t index, const vv_pin *pin, vv_error *error);

/* Runs local–global iterations until the pose moves less than `tolerance` metres in one iteration (0: never) or
 * `iterations` have run. Returns how many ran. No iteration raises the energy; ten usually reach the accuracy of a
 * screen. The pins are met exactly after any number of iterations, also after 0. Without pins the pose is exactly the
 * rest pose. A pose that a float cannot hold is discarded, and the previous one stays. Never allocates. */
VV_API uint32_t vv_posing_solve(vv_posing *posing, uint32_t iterations, float tolerance);

/* pose[handle_count]: one transform for each handle, as vv_skin_apply takes them. The pointer is valid until the
 * posing is destroyed; vv_posing_solve and vv_posing_set_pose change what it points to. */
VV_API const vv_affine *vv_posing_pose(const vv_posing *posing);
/* Continues from another pose[handle_count], for instance one that was saved. The pins stay, and are met at the next
 * solve. Fails, and changes nothing, if a number is not finite. */
VV_API vv_result vv_posing_set_pose(vv_posing *posing, const vv_affine *pose, vv_error *error);

#ifdef __cplusplus
}
#endif
#endif
