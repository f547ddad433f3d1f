/* Mixing poses, and the spaces that say which poses may mix. */
#ifndef VERVE_BLEND_H
#define VERVE_BLEND_H

#include <verve/rig.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_BLEND_MAX_EXAMPLES  256u
#define VV_BLEND_MAX_ANGLE     1000.0f /* radians, of a handle in an example, either way */
#define VV_BLEND_MAX_STRETCH   1000.0f /* of a handle in an example, either way */
#define VV_BLEND_MAX_SIMPLICES 4096u

/* ---- Poses ------------------------------------------------------------------------------------------------ */

/* One handle's transform, factored so that it blends well: x ↦ R(angle) S (x − pivot) + pivot + move.
 * Factoring about the handle's own pivot, not the origin, keeps a turning limb on its arc. */
typedef struct vv_turn {
    vv_vec2 move;
    float angle;      /* radians, counter-clockwise */
    float xx, xy, yy; /* the stretch S; of a mirrored transform its determinant is negative */
} vv_turn;

VV_API vv_turn vv_turn_identity(void);
/* From transforms to turns and back: composing what was factored gives the transforms again up to rounding, mirrored and
 * collapsed ones too. `handles` are those of the rig: only their pivots are used. */
VV_API void vv_pose_factor(uint32_t handle_count, const vv_handle *handles, const vv_affine *pose, vv_turn *turns);
VV_API void vv_pose_compose(uint32_t handle_count, const vv_handle *handles, const vv_turn *turns, vv_affine *pose);

/* Blends `example_count` poses: rotations along the short way, stretch and movement linearly.
 * turns[example_count · handle_count], weights[example_count] summing to 1; `out` is handle_count turns and may be one
 * of the poses. Angles that lie within half a circle blend to their weighted mean, whatever their order; so two poses
 * always turn the short way, and opposite ones the way that does not pass π. Angles spread wider are averaged about the
 * direction of their weighted sum (about the heaviest where these cancel). A pose of weight 0 has no say: blends agree
 * on the faces that simplices share. Angles of the result are in (−π, π]. Weights are used as they are: with another sum
 * than 1 the drawing grows, shrinks and turns by it. Never allocates. */
VV_API void vv_pose_blend(uint32_t handle_count, uint32_t example_count, const vv_turn *turns, const float *weights,
                          vv_turn *out);

/* The pose seen in a mirror: left becomes right. Handle j takes the mirrored transform of handle partner[j] (itself
 * if it has none); partners' pivots mirror each other, so the mirror's place does not matter. Mirroring twice gives
 * the pose back. `out` must not be `turns`. */
VV_API void vv_pose_mirror(uint32_t handle_count, const uint32_t *partner, const vv_turn *turns, vv_turn *out);

/* ---- Complex: points, segments and triangles over examples --------------------------------------------------- */

/* A simplex: one, two or three different examples; unused corners are VV_NONE. */
typedef struct vv_simplex {
    uint32_t corner[3];
} vv_simplex;

/* Where we are: a simplex and a weight for each of its corners. Plain numbers, to keep, copy and compare; what this
 * header's functions return is always valid, but only in the complex it came from. Places given to them must be valid
 * too (weights that sum to 1 within 1e-3 will do): this is asserted, not repaired. */
typedef struct vv_place {
    uint32_t simplex;
    float weights[3]; /* ≥ 0, sum 1, 0 for unused corners */
} vv_place;

/* Immutable, position independent. Only maximal simplices are kept, in the order they were listed: a segment that is
 * the side of a listed triangle is part of it. Any number of triangles may share a segment.
 *
 * Each simplex is flat, with the given distances as its sides. Distances that break the triangle inequality inside a
 * triangle by more than 1e-4 of its longest side are refused. Examples may lie in one line or coincide: where a
 * triangle would be too flat to have an inside, all distances in the complex become longer by a thousandth of the
 * longest. */
typedef struct vv_complex vv_complex;

typedef struct vv_complex_def {
    uint32_t example_count;
    uint32_t simplex_count;
    const vv_simplex *simplices; /* [simplex_count]; every example not named is a point of its own */
    const float *distances;      /* [example_count²] symmetric, how far apart examples are; NULL: all 1 */
} vv_complex_def;

/* Refused, naming the simplex or the examples: corners that do not exist or repeat, simplices that repeat, distances that
 * are not lengths, not symmetric within 1e-4, or impossible. */
VV_API vv_result vv_complex_create(const vv_complex_def *def, const vv_allocator *allocator, vv_complex **out,
                                   vv_error *error);
VV_API void vv_complex_destroy(vv_complex *complex, const vv_allocator *allocator);
VV_API uint32_t vv_complex_example_count(const vv_complex *complex);
VV_API uint32_t vv_complex_simplex_count(const vv_complex *complex);
VV_API vv_simplex vv_complex_simplex(const vv_complex *complex, uint32_t index);

/* Whether a place that comes from outside, say from a saved game, is one of this complex: its simplex exists, its weights
 * are finite, not negative, 0 for unused corners, and sum to 1 within 1e-3. */
VV_API bool vv_complex_has_place(const vv_complex *complex, vv_place place);
/* The place at an example itself. */
VV_API vv_place vv_complex_at_example(const vv_complex *complex, uint32_t example);
/* weights[example_count]: what every space answers with. */
VV_API void vv_complex_weights(const vv_complex *complex, vv_place place, float *weights);

/* A share that one example has of a place. */
typedef struct vv_share {
    uint32_t example;
    float weight; /* 0…1 */
} vv_share;
/* The place with these shares, scaled to a sum of 1. Where no simplex holds all of the examples, that simplex is taken
 * which holds the greatest part of them (of equal ones the first), and the others have no say. Examples that do not exist,
 * and weights that are not positive and finite, have none either; where nothing is left, the first example. */
VV_API vv_place vv_complex_place(const vv_complex *complex, uint32_t share_count, const vv_share *shares);

/* The length of the shortest path inside the complex; INFINITY between parts that are not connected. Exact: straight
 * across any chain of triangles laid flat beside each other, and bending only at examples. (A straight piece crosses at
 * most 64 triangles, and a search looks through at most 65,536 windows; beyond, the shortest path found.) */
VV_API float vv_complex_distance(const vv_complex *complex, vv_place from, vv_place to);
/* Moves from `from` towards `to` by `distance` along the shortest path inside the complex, and stops at `to`: from
 * there on the result is `to` itself (INFINITY goes all the way). Returns `from` where there is no path, or the distance
 * is not positive or NaN. Lengths are in the unit of vv_complex_def.distances. Never allocates. */
VV_API vv_place vv_complex_advance(const vv_complex *complex, vv_place from, vv_place to, float distance);

/* The place whose weights w minimise wᵀGw − 2bᵀw over the whole complex; G[example_count²] is positive
 * semi-definite, b[example_count]. With G the identity (or NULL) this is the place nearest to the weights b; with G and
 * b the inner products of examples and a target, the nearest blend. Exact: every face of every simplex is asked; of
 * equally good ones the first. `cost` may be NULL. */
VV_API vv_place vv_complex_nearest(const vv_complex *complex, const float *G, const float *b, float *cost);

/* Prints the complex as text a person can read, one simplex a line, with names[example_count] (NULL: numbers).
 * Returns the length it needs, like snprintf. */
VV_API size_t vv_complex_print(const vv_complex *complex, const char *const *names, char *text, size_t text_bytes);

/* ---- Hull: any convex mix ------------------------------------------------------------------------------------ */

/* The weights (≥ 0, sum 1) that minimise wᵀGw − 2bᵀw: an exact active-set solution of the small QP.
 * 1 ≤ count ≤ VV_BLEND_MAX_EXAMPLES; `scratch` is count·(count + 8) doubles. Examples may coincide. Returns false
 * where G is not positive semi-definite (beyond the rounding of its floats); the weights are then the best corner. */
VV_API bool vv_hull_nearest(uint32_t count, const float *G, const float *b, float *weights, double *scratch);

#ifdef __cplusplus
}
#endif
#endif
