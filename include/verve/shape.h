/* Shapes: a continuous family of forms from a few examples ("adjectives"), smooth and skinned if wanted.
 *
 *     vv_field_weights(vv_shape_field(shape), at, weights);
 *     vv_shape_blend(shape, weights, form);                          eq. 3: the blended form, at rest
 *     vv_skin3_apply(skin, globals, form, NULL, …);                  where there is a skeleton: eq. 9
 *     vv_shape_surface(shape, form, positions, normals);             Loop's limit surface, to be drawn
 */
#ifndef VERVE_SHAPE_H
#define VERVE_SHAPE_H

#include <verve/field.h>
#include <verve/skeleton.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_SHAPE_MAX_VERTICES 250000u
#define VV_SHAPE_MAX_LEVELS   4u
#define VV_SHAPE_MAX_POSITION 1e6f     /* metres, either way */
#define VV_SHAPE_MAX_SURFACE  1000000u /* vertices of the subdivided surface */

/* Immutable, position independent: an asset holds it as it is. */
typedef struct vv_shape vv_shape;

typedef struct vv_shape_def {
    const vv_field *field; /* copied */
    uint32_t vertex_count, triangle_count;
    const vv_vec3 *forms; /* [example_count · vertex_count], of one topology; on a skeleton already untransformed to
                                  rest (vv_skin3_unapply, eq. 8) */
    const uint32_t *triangles; /* [3 · triangle_count] counter-clockwise from outside */
    uint32_t levels; /* steps of Loop subdivision, 0…VV_SHAPE_MAX_LEVELS. From 1 on the surface is drawn at its limit:
                                  positions and normals where endless subdivision would put them. 0: the form itself, with
                                  normals from its triangles */
} vv_shape_def;

/* Refused: triangles that do not exist or repeat a corner, an edge with more than two triangles, numbers that are not finite.
 * Borders are smooth curves of their own. */
VV_API vv_result vv_shape_create(const vv_shape_def *def, const vv_allocator *allocator, vv_shape **out,
                                 vv_error *error);
VV_API void vv_shape_destroy(vv_shape *shape, const vv_allocator *allocator);
VV_API const vv_field *vv_shape_field(const vv_shape *shape);
VV_API uint32_t vv_shape_vertex_count(const vv_shape *shape);
VV_API const vv_vec3 *vv_shape_form(const vv_shape *shape, uint32_t example); /* vertices of one example */
VV_API uint32_t vv_shape_surface_vertex_count(const vv_shape *shape);
VV_API uint32_t vv_shape_surface_triangle_count(const vv_shape *shape);
VV_API const uint32_t *vv_shape_surface_triangles(const vv_shape *shape);

/* How many vv_vec3 a form needs room for: vertex_count, rounded up for vv_mix. Forms start at multiples of 64 bytes. */
VV_API uint32_t vv_shape_room(const vv_shape *shape);
/* form[vv_shape_room] = Σ weights[i] · example i. Never allocates. */
VV_API void vv_shape_blend(const vv_shape *shape, const float *weights, vv_vec3 *form);
/* The surface over a form[vertex_count] (blended, perhaps skinned): positions and normals of surface_vertex_count; normals may
 * be NULL. Two products with sparse matrices that were made when the shape was. Never allocates. */
VV_API void vv_shape_surface(const vv_shape *shape, const vv_vec3 *form, vv_vec3 *positions, vv_vec3 *normals);

/* ---- Correctives: a drawing's poses mended where its handles turn ----------------------------------------------------------- */

/* For 2-D artworks, the same idea in the space of poses: the angles of some handles are the axes of a field, its examples are
 * poses to be added. A bent elbow bulges the handle of the biceps. Immutable, position independent. */
typedef struct vv_corrective vv_corrective;

typedef struct vv_corrective_def {
    uint32_t handle_count;        /* of the artwork, 1…VV_RIG_MAX_HANDLES */
    const vv_field *field;        /* copied */
    const uint32_t *axis_handles; /* [axis_count] whose angle is the axis, radians; VV_NONE: the game drives it */
    const uint32_t
        *axis_bases; /* [axis_count] the angle is measured from this handle's (a forearm from its upper arm); VV_NONE:
                                    from rest */
    const vv_turn
        *turns; /* [example_count · handle_count] relative to the pose that is corrected, each about its handle's
                             pivot: move in the handle's own frame, angle added, stretch applied first. A pose of the artwork
                             that vv_pose_factor took apart is the change that it is from rest */
} vv_corrective_def;

VV_API vv_result vv_corrective_create(const vv_corrective_def *def, const vv_allocator *allocator, vv_corrective **out,
                                      vv_error *error);
VV_API void vv_corrective_destroy(vv_corrective *corrective, const vv_allocator *allocator);
VV_API const vv_field *vv_corrective_field(const vv_corrective *corrective);
VV_API uint32_t vv_corrective_handle_count(const vv_corrective *corrective);
/* Where a pose turns[handle_count] is on the axes; those that the game drives come from game[axis_count] (NULL: 0). */
VV_API void vv_corrective_place(const vv_corrective *corrective, const vv_turn *turns, const float *game, float *at);
/* Corrects turns[handle_count] in place. Never allocates. */
VV_API void vv_corrective_apply(const vv_corrective *corrective, const float *game, vv_turn *turns);

#ifdef __cplusplus
}
#endif
#endif
