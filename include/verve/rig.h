/* Handles, skinning, and posing a drawing by a few of its handles. */
#ifndef VERVE_RIG_H
#define VERVE_RIG_H

#include <verve/mesh.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_RIG_MAX_HANDLES  256u
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
    const float *weights;     /* [vertex_count · handle_count], one row a vertex, rows sum to 1 within 1e-3 */
} vv_skin_def;

VV_API vv_result vv_skin_create(const vv_skin_def *def, const vv_allocator *allocator, vv_skin **out, vv_error *error);
VV_API void vv_skin_destroy(vv_skin *skin, const vv_allocator *allocator);
VV_API uint32_t vv_skin_vertex_count(const vv_skin *skin);
VV_API uint32_t vv_skin_handle_count(const vv_skin *skin);

/* Moves every vertex: pose[handle_count] in, vertices[vertex_count] out. Never allocates. */
VV_API void vv_skin_apply(const vv_skin *skin, const vv_affine *pose, vv_vec2 *vertices);

/* ---- Posing by few handles -------------------------------------------------------------------------------- */

/* What posing needs to know of a rig, prepared once: the as-rigid-as-possible energy of the mesh in the space of
 * handle transforms, with one rotation for each cluster of triangles (Jacobson and others 2012, "Fast automatic
 * skinning transformations"). Immutable and position independent like vv_skin. */
typedef struct vv_poser vv_poser;

typedef struct vv_poser_def {
    vv_mesh mesh;
    uint32_t handle_count;
    const vv_handle *handles; /* [handle_count] */
    const float *weights;     /* [vertex_count · handle_count] */
    uint32_t cluster_count;   /* rotation clusters, 1…1024; default 50 */
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

/* What the artist holds. A pin keeps one point of the drawing somewhere. */
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
    vv_vec2 to;
    float angle;
    vv_mat2 linear;
} vv_pin;

/* One drawing being posed: the pose now, and the pins. Solving starts from the pose now, so a drag is smooth. */
typedef struct vv_posing vv_posing;

VV_API vv_result vv_posing_create(const vv_poser *poser, uint32_t max_pins, const vv_allocator *allocator,
                                  vv_posing **out, vv_error *error);
VV_API void vv_posing_destroy(vv_posing *posing, const vv_allocator *allocator);

/* Replaces all pins and factors the reduced system for them; never allocates. Refused, with nothing changed, for
 * numbers that are not finite, handles that do not exist, or pins that contradict or repeat each other. */
VV_API vv_result vv_posing_set_pins(vv_posing *posing, uint32_t pin_count, const vv_pin *pins, vv_error *error);

/* Moves pin `index` without refactoring; what a drag does every frame. Kind, handle, from and at stay. */
VV_API vv_result vv_posing_move_pin(vv_posing *posing, uint32_t index, const vv_pin *pin, vv_error *error);

/* Local–global iterations until the pose moves less than `tolerance` (metres; 0: run them all) or `iterations`
 * have run. Returns how many ran. With no pins the pose is the rest pose. Never allocates. */
VV_API uint32_t vv_posing_solve(vv_posing *posing, uint32_t iterations, float tolerance);

/* pose[handle_count]: one transform for every handle. Valid until the posing is destroyed. */
VV_API const vv_affine *vv_posing_pose(const vv_posing *posing);
/* Starts from another pose, for instance one that was saved. */
VV_API vv_result vv_posing_set_pose(vv_posing *posing, const vv_affine *pose, vv_error *error);

#ifdef __cplusplus
}
#endif
#endif
