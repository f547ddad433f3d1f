/* Blending poses, and the spaces that say which examples may blend: complexes and hulls (fields: <verve/field.h>). */
#ifndef VERVE_BLEND_H
#define VERVE_BLEND_H

#include <verve/rig.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_BLEND_MAX_EXAMPLES  256u
#define VV_BLEND_MAX_ANGLE     1000.0f /* radians, of a handle in an example, ± */
#define VV_BLEND_MAX_STRETCH   1000.0f /* of a handle in an example, ± */
#define VV_BLEND_MAX_SIMPLICES 4096u

/* ---- Poses ------------------------------------------------------------------------------------------------------- */

/* The transform of one handle, factored so that it blends well: x ↦ R(angle) · S · (x − pivot) + pivot + translation.
 * It is factored about the handle's own pivot, not about the origin, so that a limb stays on its arc while it
 * rotates.
 *
 * Of a handle with a parent, translation and angle are relative to it. With A the transform of the parent and θ the sum
 * of the angles from the root to the parent: x ↦ R(θ + angle) · S · (x − pivot) + A(pivot) + R(θ) · translation. So a
 * chain whose bones only rotate never comes apart, whatever is blended; stretch is not handed down. */
typedef struct vv_handle_pose {
    vv_vec2 translation; /* of the pivot, metres */
    float angle;         /* radians, counter-clockwise */
    float xx, xy, yy;    /* the symmetric stretch S; if the transform mirrors, its determinant is negative */
} vv_handle_pose;

VV_API vv_handle_pose vv_handle_pose_identity(void);
/* Converts between transforms, pose[handle_count], and factored ones, factored[handle_count]. Composing what was
 * factored gives the transforms again up to rounding, also those that mirror or are singular. `handles` are those of
 * the rig; only their pivots and parents are used. */
VV_API void vv_pose_factor(uint32_t handle_count, const vv_handle *handles, const vv_affine *pose,
                           vv_handle_pose *factored);
VV_API void vv_pose_compose(uint32_t handle_count, const vv_handle *handles, const vv_handle_pose *factored,
                            vv_affine *pose);

/* Blends poses: rotations along the shorter way, stretch and translation linearly.
 * poses[example_count · handle_count]; weights[example_count] that sum to 1; out[handle_count], which may be one of
 * the poses. Never allocates.
 *
 * Angles that lie within half a circle blend to their weighted mean, whatever their order; so two poses always rotate
 * the shorter way, and opposite ones the way that does not pass π. Angles that are spread wider are averaged about
 * the direction of their weighted sum (about the angle with the largest weight if these cancel). A pose of weight 0
 * has no effect, so blends agree on the faces that simplices share. Angles of the result are in (−π, π]. Weights are
 * used as they are: with a sum other than 1 the drawing grows, shrinks and rotates by it. */
VV_API void vv_pose_blend(uint32_t handle_count, uint32_t example_count, const vv_handle_pose *poses,
                          const float *weights, vv_handle_pose *out);

/* The pose seen in a mirror: left becomes right. Handle j takes the mirrored transform of handle partner[j] (j if it
 * has no partner). The pivots of partners mirror each other, so the position of the mirror does not matter. Mirroring
 * twice gives the pose back. pose[handle_count], out[handle_count]; `out` must not be `pose`. */
VV_API void vv_pose_mirror(uint32_t handle_count, const uint32_t *partner, const vv_handle_pose *pose,
                           vv_handle_pose *out);

/* ---- Skeletons: pulling at bones -------------------------------------------------------------------------------- */

/* How a bone turns and lengthens when its chain is pulled. */
typedef struct vv_bone {
    float low, high; /* limits of the angle of its vv_handle_pose, relative to its parent; radians, low ≤ high */
    float stretch;   /* by how much a pull out of reach may lengthen it: 1: not at all */
    float stiffness; /* 0…1: of the bending at its beginning that a pull asks for, what it does not do */
    int32_t bend;    /* which way its beginning bends: 1 counter-clockwise, -1 clockwise, 0: as it is bent already */
} vv_bone;

/* No limits, no stretch, no stiffness, bends as it is bent. */
VV_API vv_bone vv_default_bone(void);

/* Pulls at a skeleton: from pose[handle_count] to out[handle_count], which may be the same. Pins are those of
 * vv_posing, but for VV_PIN_MESH_POINT; they hold or move what they name, and the bones between them bend.
 *
 * A pin in a bone's pivot holds its angle too: that of a VV_PIN_ROTATION or VV_PIN_STRETCH, else the one it has. What
 * bends for a pin is a *chain*: from the bone upwards to where its parent has several children, does not end where the
 * bone begins, or has a pin itself. A chain of two bends in the one way that reaches; a longer one curls
 * or uncurls evenly from the shape that it has, so the same target always gives the same pose. A target out of reach is
 * pointed at. A root moves with its pin; a root without one moves with the first pin that no chain can meet. Children
 * are carried along. Pins nearer to the root come first. Points count as bones that nothing is connected to.
 *
 * bones: [handle_count], or NULL where all are the default. Never allocates. */
VV_API void vv_bones_pull(uint32_t handle_count, const vv_handle *handles, const vv_bone *bones, uint32_t pin_count,
                          const vv_pin *pins, const vv_affine *pose, vv_affine *out);

/* ---- Complex: points, segments and triangles over examples ------------------------------------------------------- */

/* A simplex: a point, a segment or a triangle of one, two or three different examples; unused corners are VV_NONE. */
typedef struct vv_simplex {
    uint32_t corner[3];
} vv_simplex;

/* A place in a complex: a simplex, and a weight for each of its corners. Plain numbers that may be stored, copied and
 * compared. A place that a function of this header returns is valid in the complex that it came from. A place that is
 * passed to one must be valid (with weights that sum to 1 within 1e-3); this is asserted. */
typedef struct vv_place {
    uint32_t simplex;
    float weights[3]; /* ≥ 0, sum 1, 0 for unused corners */
} vv_place;

/* Points, segments and triangles over examples. Immutable, position independent.
 *
 * Only maximal simplices are kept, in the order in which they are listed: a segment that is the side of a listed
 * triangle is part of that triangle. Any number of triangles may share a segment.
 *
 * Each simplex is flat, and its sides have the given distances. Distances that violate the triangle inequality within
 * a triangle by more than 1e-4 of its longest side are refused. Examples may lie on one line or coincide: if a
 * triangle would be too flat to have an interior, all distances in the complex are increased by a thousandth of the
 * longest. */
typedef struct vv_complex vv_complex;

typedef struct vv_complex_def {
    uint32_t example_count;
    uint32_t simplex_count;
    const vv_simplex *simplices; /* [simplex_count] an example that is in none of them is a point by itself */
    const float *distances;      /* [example_count²] symmetric; how far apart examples are, in any unit; NULL: all 1 */
} vv_complex_def;

/* Fails, and names the simplex or the examples, for corners that do not exist or repeat, simplices that repeat, and
 * distances that are negative or not finite, not symmetric within 1e-4, or impossible. */
VV_API vv_result vv_complex_create(const vv_complex_def *def, const vv_allocator *allocator, vv_complex **out,
                                   vv_error *error);
VV_API void vv_complex_destroy(vv_complex *complex, const vv_allocator *allocator);
VV_API uint32_t vv_complex_example_count(const vv_complex *complex);
VV_API uint32_t vv_complex_simplex_count(const vv_complex *complex);
VV_API vv_simplex vv_complex_simplex(const vv_complex *complex, uint32_t index);

/* Whether a place that comes from outside, for instance from a saved game, is valid in this complex: its simplex
 * exists, and its weights are finite, not negative, 0 for unused corners, and sum to 1 within 1e-3. */
VV_API bool vv_complex_has_place(const vv_complex *complex, vv_place place);
/* The place of an example: its weight is 1. */
VV_API vv_place vv_complex_at_example(const vv_complex *complex, uint32_t example);
/* weights[example_count] of all examples at a place; at most three are not 0. */
VV_API void vv_complex_weights(const vv_complex *complex, vv_place place, float *weights);

/* The weight of one example, of a place that is given by the weights of a few examples. */
typedef struct vv_example_weight {
    uint32_t example;
    float weight; /* 0…1 */
} vv_example_weight;
/* The place with these weights[weight_count], scaled to a sum of 1. If no simplex contains all of the examples, the
 * simplex that contains the largest part of the weights is used (the first of several), and the other examples are
 * ignored. Examples that do not exist, and weights that are not positive and finite, are ignored too; if nothing is
 * left, the result is the place of the first example. */
VV_API vv_place vv_complex_place_from_weights(const vv_complex *complex, uint32_t weight_count,
                                              const vv_example_weight *weights);

/* The length of the shortest path (the geodesic) inside the complex; INFINITY between parts that are not connected.
 * It is exact: straight across any chain of triangles that are unfolded into a plane, and bending only at examples.
 * (A straight piece crosses at most 64 triangles, and a search visits at most 65,536 windows; beyond that the result
 * is the shortest path that was found.) */
VV_API float vv_complex_distance(const vv_complex *complex, vv_place from, vv_place to);
/* Moves from `from` towards `to` by `distance` along the shortest path inside the complex, at most as far as `to`,
 * which is then returned exactly (INFINITY goes all the way). Returns `from` if there is no path, or if the distance
 * is not positive or NaN. Lengths are in the unit of vv_complex_def.distances. Never allocates. */
VV_API vv_place vv_complex_advance(const vv_complex *complex, vv_place from, vv_place to, float distance);

/* The place whose weights w minimise wᵀGw − 2bᵀw over the whole complex. G[example_count²] is positive semi-definite;
 * b[example_count]. If G is the identity (or NULL), this is the place nearest to the weights b; if G holds the inner
 * products of the examples and b those of the examples and a target, it is the blend nearest to the target. Exact:
 * every face of every simplex is tested, and the first of equally good ones is returned. `cost` (may be NULL)
 * receives the minimum. */
VV_API vv_place vv_complex_nearest(const vv_complex *complex, const float *G, const float *b, float *cost);

/* Writes the complex as readable text, one simplex a line, with names[example_count] (NULL: numbers). Returns the
 * length of the whole text, like snprintf. */
VV_API size_t vv_complex_print(const vv_complex *complex, const char *const *names, char *text, size_t text_bytes);

/* ---- Hull: any convex combination -------------------------------------------------------------------------------- */

/* Computes the weights[count] (≥ 0, sum 1) that minimise wᵀGw − 2bᵀw, by an exact active-set solution of the small
 * quadratic program. 1 ≤ count ≤ VV_BLEND_MAX_EXAMPLES; G[count²], b[count]; scratch[count · (count + 8)]. Examples
 * may coincide. Returns false if G is not positive semi-definite (beyond the rounding of its floats); the weights are
 * then those of the best single example. */
VV_API bool vv_hull_nearest(uint32_t count, const float *G, const float *b, float *weights, double *scratch);

#ifdef __cplusplus
}
#endif
#endif
