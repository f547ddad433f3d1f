/* Mixing poses, and the spaces that say which poses may mix. */
#ifndef VERVE_BLEND_H
#define VERVE_BLEND_H

#include <verve/rig.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_BLEND_MAX_EXAMPLES 256u

/* ---- Poses ------------------------------------------------------------------------------------------------ */

/* One handle's transform, factored so that it blends well: x ↦ R(angle) S (x − pivot) + pivot + move.
 * Factoring about the handle's own pivot, not the origin, keeps a turning limb on its arc. */
typedef struct vv_turn {
    vv_vec2 move;
    float angle;
    float xx, xy, yy; /* the stretch S */
} vv_turn;

VV_API vv_turn vv_turn_identity(void);
VV_API void vv_pose_factor(uint32_t handle_count, const vv_handle *handles, const vv_affine *pose, vv_turn *turns);
VV_API void vv_pose_compose(uint32_t handle_count, const vv_handle *handles, const vv_turn *turns, vv_affine *pose);

/* Blends `example_count` poses (seed 000, equation 1): rotations along the short way, stretch and movement
 * linearly. turns[example_count · handle_count], weights[example_count] summing to 1. `out` is handle_count turns.
 * Between angles that span less than half a circle the result is their weighted mean, whatever their order. */
VV_API void vv_pose_blend(uint32_t handle_count, uint32_t example_count, const vv_turn *turns, const float *weights,
                          vv_turn *out);

/* The pose seen in a mirror: left becomes right. Handle j takes the mirrored transform of handle partner[j] (itself
 * if it has none); partners' pivots mirror each other, so the mirror's place does not matter. Mirroring twice gives
 * the pose back. */
VV_API void vv_pose_mirror(uint32_t handle_count, const uint32_t *partner, const vv_turn *turns, vv_turn *out);

/* ---- Complex: points, segments and triangles over examples --------------------------------------------------- */

/* A simplex: one, two or three different examples; unused corners are VV_NONE. */
typedef struct vv_simplex {
    uint32_t corner[3];
} vv_simplex;

/* Where we are: a simplex and a weight for each of its corners. Always valid inside its complex. */
typedef struct vv_place {
    uint32_t simplex;
    float weights[3]; /* ≥ 0, sum 1, 0 for unused corners */
} vv_place;

/* Immutable, position independent. Only maximal simplices are kept: a segment that is the side of a listed
 * triangle is part of it. */
typedef struct vv_complex vv_complex;

typedef struct vv_complex_def {
    uint32_t example_count;
    uint32_t simplex_count;
    const vv_simplex *simplices; /* [simplex_count]; every example not named is a point of its own */
    const float *distances;      /* [example_count²] symmetric, how far apart examples are; NULL: all 1 */
} vv_complex_def;

VV_API vv_result vv_complex_create(const vv_complex_def *def, const vv_allocator *allocator, vv_complex **out,
                                   vv_error *error);
VV_API void vv_complex_destroy(vv_complex *complex, const vv_allocator *allocator);
VV_API uint32_t vv_complex_example_count(const vv_complex *complex);
VV_API uint32_t vv_complex_simplex_count(const vv_complex *complex);
VV_API vv_simplex vv_complex_simplex(const vv_complex *complex, uint32_t index);

/* The place at an example itself. */
VV_API vv_place vv_complex_at_example(const vv_complex *complex, uint32_t example);
/* weights[example_count]: what every space answers with. */
VV_API void vv_complex_weights(const vv_complex *complex, vv_place place, float *weights);

/* The length of the shortest path inside the complex; INFINITY between parts that are not connected. */
VV_API float vv_complex_distance(const vv_complex *complex, vv_place from, vv_place to);
/* Moves from `from` towards `to` by `distance` along the shortest path inside the complex, and stops at `to`.
 * Returns `from` where there is no path. Never allocates. */
VV_API vv_place vv_complex_advance(const vv_complex *complex, vv_place from, vv_place to, float distance);

/* The place whose weights w minimise wᵀGw − 2bᵀw over the whole complex; G[example_count²] is positive
 * semi-definite, b[example_count]. With G the identity this is the place nearest to the weights b; with G and b the
 * inner products of examples and a target, the nearest blend. `cost` may be NULL. */
VV_API vv_place vv_complex_nearest(const vv_complex *complex, const float *G, const float *b, float *cost);

/* Prints the complex as text a person can read, one simplex a line, with names[example_count] (NULL: numbers).
 * Returns the length it needs, like snprintf. */
VV_API size_t vv_complex_print(const vv_complex *complex, const char *const *names, char *text, size_t text_bytes);

/* ---- Hull: any convex mix ------------------------------------------------------------------------------------ */

/* The weights (≥ 0, sum 1) that minimise wᵀGw − 2bᵀw: an exact active-set solution of the small QP.
 * count ≤ VV_BLEND_MAX_EXAMPLES; `scratch` is count·(count + 8) floats. Returns false where G is not positive
 * semi-definite; the weights are then the best corner. */
VV_API bool vv_hull_nearest(uint32_t count, const float *G, const float *b, float *weights, float *scratch);

#ifdef __cplusplus
}
#endif
#endif
