/* Shapes: a continuous family of forms from a few examples ("adjectives"), with a smooth surface and a skin if
 * wanted. A form is the vertex positions of one mesh.
 *
 *     vv_field_weights(vv_shape_field(shape), at, weights);
 *     vv_shape_blend(shape, weights, form);                eq. 3: the blended form, at rest
 *     vv_skin3_apply(skin, globals, form, NULL, …);        eq. 9, if the shape has a skeleton
 *     vv_shape_surface(shape, form, positions, normals);   the Loop limit surface, to be drawn */
#ifndef VERVE_SHAPE_H
#define VERVE_SHAPE_H

#include <verve/field.h>
#include <verve/skeleton.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_SHAPE_MAX_VERTICES 250000u
#define VV_SHAPE_MAX_LEVELS   4u       /* of subdivision */
#define VV_SHAPE_MAX_POSITION 1e6f     /* metres, of any coordinate, ± */
#define VV_SHAPE_MAX_SURFACE  1000000u /* vertices of the subdivided surface */

/* Immutable, position independent: an asset contains it as it is. */
typedef struct vv_shape vv_shape;

typedef struct vv_shape_def {
    const vv_field *field; /* copied */
    uint32_t vertex_count, triangle_count;
    /* [example_count · vertex_count] of one topology, at rest: forms that were made in poses of a skeleton must have
     * been transformed back (vv_skin3_apply_inverse, eq. 8). */
    const vv_vec3 *forms;
    const uint32_t *triangles; /* [3 · triangle_count] counter-clockwise seen from outside */
    /* Steps of Loop subdivision, 0…VV_SHAPE_MAX_LEVELS. From 1 on, positions and normals are those of the limit
     * surface at the subdivided vertices. 0: the form itself, with normals computed from its triangles. */
    uint32_t levels;
} vv_shape_def;

/* Borders of the mesh become smooth curves. Fails for triangles with vertices that do not exist or repeat, an edge of
 * more than two triangles, and numbers that are not finite. */
VV_API vv_result vv_shape_create(const vv_shape_def *def, const vv_allocator *allocator, vv_shape **out,
                                 vv_error *error);
VV_API void vv_shape_destroy(vv_shape *shape, const vv_allocator *allocator);
VV_API const vv_field *vv_shape_field(const vv_shape *shape);
VV_API uint32_t vv_shape_vertex_count(const vv_shape *shape);
VV_API const vv_vec3 *vv_shape_form(const vv_shape *shape, uint32_t example); /* [vertex_count] of one example */
VV_API uint32_t vv_shape_surface_vertex_count(const vv_shape *shape);
VV_API uint32_t vv_shape_surface_triangle_count(const vv_shape *shape);
VV_API const uint32_t *vv_shape_surface_triangles(const vv_shape *shape);

/* How many vv_vec3 an array for a blended form must have: vertex_count, rounded up for vv_mix. It must be aligned to
 * 64 bytes. */
VV_API uint32_t vv_shape_form_capacity(const vv_shape *shape);
/* form[vv_shape_form_capacity(shape)] = Σ weights[i] · form of example i. Never allocates. */
VV_API void vv_shape_blend(const vv_shape *shape, const float *weights, vv_vec3 *form);
/* The surface of form[vertex_count] (blended, and perhaps skinned): positions[surface_vertex_count] and
 * normals[surface_vertex_count] (may be NULL). Multiplies by two sparse matrices that were made with the shape. Never
 * allocates. */
VV_API void vv_shape_surface(const vv_shape *shape, const vv_vec3 *form, vv_vec3 *positions, vv_vec3 *normals);

/* ---- Correctives: corrections of poses that depend on the angles of handles -------------------------------------- */

/* The same idea for poses of 2-D artworks: the angles of some handles are the axes of a field, and its examples are
 * poses that are added. For instance, a bent elbow makes the handle of the biceps bulge. Immutable, position
 * independent: an asset contains it as it is. */
typedef struct vv_corrective vv_corrective;

typedef struct vv_corrective_def {
    uint32_t handle_count;        /* of the artwork, 1…VV_RIG_MAX_HANDLES */
    const vv_field *field;        /* copied */
    const uint32_t *axis_handles; /* [axis_count] the handle whose angle is the axis; VV_NONE: the game sets the axis */
    /* [axis_count] the angle (radians) is relative to that of this handle, as of a forearm to its upper arm; VV_NONE:
     * to rest. */
    const uint32_t *axis_bases;
    /* [example_count · handle_count] the corrections, relative to the pose that is corrected, each about its handle's
     * pivot: the translation is in the handle's own frame, the angle is added, the stretch is applied first. A pose
     * of the artwork that vv_pose_factor has factored is the change from rest to it. */
    const vv_handle_pose *example_poses;
} vv_corrective_def;

VV_API vv_result vv_corrective_create(const vv_corrective_def *def, const vv_allocator *allocator, vv_corrective **out,
                                      vv_error *error);
VV_API void vv_corrective_destroy(vv_corrective *corrective, const vv_allocator *allocator);
VV_API const vv_field *vv_corrective_field(const vv_corrective *corrective);
VV_API uint32_t vv_corrective_handle_count(const vv_corrective *corrective);
/* at[axis_count] receives the place of pose[handle_count] on the axes; axes that the game sets are read from
 * game[axis_count] (NULL: 0). */
VV_API void vv_corrective_place(const vv_corrective *corrective, const vv_handle_pose *pose, const float *game,
                                float *at);
/* Corrects pose[handle_count] in place. `game` is as above. Never allocates. */
VV_API void vv_corrective_apply(const vv_corrective *corrective, const float *game, vv_handle_pose *pose);

#ifdef __cplusplus
}
#endif
#endif
