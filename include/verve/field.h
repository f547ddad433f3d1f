/* Fields: examples that are scattered over named axes, and a weight for each of them at every place on the axes.
 *
 * "Shape and Animation by Example" (Sloan, Rose and Cohen 2000), sections 3 and 4: the weight of an example is a
 * cardinal basis function, 1 at its own example and 0 at all others: the least-squares hyperplane through these
 * values, corrected by radial basis functions so that it meets them exactly (eq. 2). Pseudo-examples reshape the
 * bases without adding to them (eq. 6, 7). Weights sum to 1; outside the examples they may be negative or greater
 * than 1. The weights can blend anything: forms (<verve/shape.h>), clips (<verve/verb.h>), poses (vv_pose_blend), or
 * numbers of a game. docs/verbs.md explains. */
#ifndef VERVE_FIELD_H
#define VERVE_FIELD_H

#include <verve/blend.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_FIELD_MAX_AXES     16u
#define VV_FIELD_MAX_EXAMPLES VV_BLEND_MAX_EXAMPLES
#define VV_FIELD_MAX_PSEUDO   256u

/* The radial function of an example over the distance d from it; s is the distance to the nearest other example or
 * pseudo-example (1 if there is none). */
typedef enum vv_radial {
    /* The cubic B-spline of radius 2s: 2/3 at its example, 0 from 2s on. Beyond that only the hyperplane is left, so
     * it extrapolates best. */
    VV_RADIAL_BSPLINE,
    VV_RADIAL_THIN_PLATE, /* d² log d: the smoothest */
    VV_RADIAL_GAUSSIAN,   /* exp(−d²/s²) */
    VV_RADIAL_LINEAR,     /* d: has a sharp point at every example */
} vv_radial;

typedef struct vv_axis {
    float low, high; /* its range, low < high */
    float unit;      /* > 0: the length along this axis that counts as distance 1; default 1 */
    bool clamped;    /* places outside the range are clamped to it; otherwise they extrapolate */
} vv_axis;

/* Immutable, position independent: an asset holds it as it is. */
typedef struct vv_field vv_field;

typedef struct vv_field_def {
    uint32_t axis_count;    /* 0…VV_FIELD_MAX_AXES; without axes there is one example, and its weight is 1 */
    const vv_axis *axes;    /* [axis_count]; NULL: not clamped, unit 1, and the range of the examples */
    uint32_t example_count; /* 1…VV_FIELD_MAX_EXAMPLES */
    const double *examples; /* [example_count · axis_count] where the examples are */
    uint32_t pseudo_count;  /* 0…VV_FIELD_MAX_PSEUDO */
    /* [pseudo_count · axis_count] each, the pseudo-examples: the weights that the field without pseudo-examples has at
     * `from` are those that it has at `to` with them. */
    const double *from, *to;
    vv_radial radial;
    /* Which hyperplane of least norm is used; it matters only if there are too few examples for a hyperplane, or if
     * they lie on one line or plane. False: that of least slope, which is constant along directions in which the
     * examples do not differ; the weights sum to 1 everywhere. True: that of which slope and constant together are
     * least, as `numpy.linalg.lstsq` solves for rows (place, 1); away from the examples' line or plane the weights
     * then need not sum to 1. */
    bool homogeneous;
} vv_field_def;

/* Fails, and names the two, for examples or pseudo-examples at the same place, or so close that floats cannot tell
 * them apart. Fails for numbers that are not finite or beyond 1e15 units. VV_ERROR_CONVERGENCE: no combination of
 * these radial functions is 1 and 0 where it must be; B-splines always have one unless examples all but coincide. */
VV_API vv_result vv_field_create(const vv_field_def *def, const vv_allocator *allocator, vv_field **out,
                                 vv_error *error);
VV_API void vv_field_destroy(vv_field *field, const vv_allocator *allocator);
VV_API uint32_t vv_field_axis_count(const vv_field *field);
VV_API uint32_t vv_field_example_count(const vv_field *field);
VV_API uint32_t vv_field_pseudo_count(const vv_field *field);
VV_API vv_axis vv_field_axis(const vv_field *field, uint32_t axis);
/* at[axis_count] receives the place of example `example`, or, from example_count on, that of pseudo-example
 * `example` − example_count. */
VV_API void vv_field_example(const vv_field *field, uint32_t example, float *at);

/* weights[example_count] at the place at[axis_count]; they sum to 1. A place that is not finite counts as the mean of
 * the examples. Never allocates. */
VV_API void vv_field_weights(const vv_field *field, const float *at, float *weights);
/* The same in double; vv_field_weights rounds these. */
VV_API void vv_field_weights_double(const vv_field *field, const double *at, double *weights);
/* How far a place lies outside the ranges of the axes: 0 inside; otherwise the distance beyond the range of the axis
 * where it is greatest, in lengths of that range. */
VV_API float vv_field_distance_outside(const vv_field *field, const float *at);

/* Eq. 3: out[count] = Σ weights[i] · examples[i · stride …], summed in the order of the examples. `stride` ≥ count is
 * the number of floats from one example to the next, a multiple of 16; every example is aligned to 64 bytes, and its
 * padding is finite. out[stride] is aligned to 64 bytes. Gives the same bits with SIMD or without. */
VV_API void vv_mix(uint32_t example_count, const float *weights, uint32_t count, uint32_t stride, const float *examples,
                   float *out);

#ifdef __cplusplus
}
#endif
#endif
