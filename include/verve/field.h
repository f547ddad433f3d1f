/* Fields: examples scattered over named axes, and a weight for each of them at every place between and beyond.
 *
 * "Shape and Animation by Example" (Sloan, Rose and Cohen 2000), sections 3 and 4: the weight of an example is a cardinal
 * basis, the least-squares hyperplane that comes nearest to 1 at its own example and 0 at all others, corrected by radial
 * functions so that it is exactly that (eq. 2). Pseudo-examples reshape the bases without adding to them (eq. 6, 7).
 * Weights sum to 1; they may be negative, and beyond 1, outside the examples. What is mixed with them does not matter here:
 * forms (<verve/shape.h>), motions (<verve/verb.h>), poses (vv_pose_blend), or numbers of a game. docs/verbs.md explains. */
#ifndef VERVE_FIELD_H
#define VERVE_FIELD_H

#include <verve/blend.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_FIELD_MAX_AXES     16u
#define VV_FIELD_MAX_EXAMPLES VV_BLEND_MAX_EXAMPLES
#define VV_FIELD_MAX_PSEUDO   256u

/* How the influence of an example falls off with the distance d; s is the distance to the nearest other example or
 * pseudo-example (1 where there is none). */
typedef enum vv_radial {
    VV_RADIAL_BSPLINE, /* the cubic B-spline of radius 2s: 2/3 at its example, 0 from 2s on; beyond, only the hyperplane
                             is left, so that it extrapolates best */
    VV_RADIAL_THIN_PLATE, /* d² log d: the smoothest */
    VV_RADIAL_GAUSSIAN,   /* exp(−d²/s²) */
    VV_RADIAL_LINEAR,     /* d: pointed at the examples */
} vv_radial;

typedef struct vv_axis {
    float low, high; /* its range, low < high */
    float unit;      /* > 0: distances are measured in this much of the axis; default 1 */
    bool clamped;    /* places beyond the range count as at its end; otherwise they extrapolate */
} vv_axis;

/* Immutable, position independent: an asset holds it as it is. */
typedef struct vv_field vv_field;

typedef struct vv_field_def {
    uint32_t axis_count;    /* 0…VV_FIELD_MAX_AXES; without axes there is one example, and its weight is 1 */
    const vv_axis *axes;    /* [axis_count]; NULL: not clamped, unit 1, as far as the examples go */
    uint32_t example_count; /* 1…VV_FIELD_MAX_EXAMPLES */
    const double *examples; /* [example_count · axis_count] where they are */
    uint32_t pseudo_count;  /* 0…VV_FIELD_MAX_PSEUDO */
    const double *from,
        *to; /* [pseudo_count · axis_count] each: what the field answers at `from` without pseudo-examples,
                                it answers at `to` with them */
    vv_radial radial;
    /* Only for too few examples for a hyperplane, or examples in one line or plane: which hyperplane of least norm. False: of
     * least slope, the same all along directions in which the examples do not differ; weights sum to 1 everywhere. True: slope
     * and constant together are least, as `numpy.linalg.lstsq` has it for rows (place, 1); away from the examples' line or plane
     * weights then need not sum to 1. */
    bool homogeneous;
} vv_field_def;

/* Refused, naming the two: examples or pseudo-examples at the same place, or so close that floats cannot keep them apart.
 * Numbers that are not finite, or beyond 1e15 units, are refused. VV_ERROR_CONVERGENCE: no mix of these radial functions is 1
 * and 0 where it must be; B-splines always have one unless examples all but coincide. */
VV_API vv_result vv_field_create(const vv_field_def *def, const vv_allocator *allocator, vv_field **out,
                                 vv_error *error);
VV_API void vv_field_destroy(vv_field *field, const vv_allocator *allocator);
VV_API uint32_t vv_field_axis_count(const vv_field *field);
VV_API uint32_t vv_field_example_count(const vv_field *field);
VV_API uint32_t vv_field_pseudo_count(const vv_field *field);
VV_API vv_axis vv_field_axis(const vv_field *field, uint32_t axis);
/* at[axis_count] out: where example `example`, or where pseudo-example example − example_count was put. */
VV_API void vv_field_example(const vv_field *field, uint32_t example, float *at);

/* weights[example_count] at the place at[axis_count]; sum 1. A place that is not finite counts as the middle of the examples.
 * Never allocates. */
VV_API void vv_field_weights(const vv_field *field, const float *at, float *weights);
/* The same in double: what vv_field_weights rounds. */
VV_API void vv_field_weights_double(const vv_field *field, const double *at, double *weights);
/* How far outside a place is: 0 within the ranges of all axes, otherwise how many ranges beyond, the farthest axis. */
VV_API float vv_field_beyond(const vv_field *field, const float *at);

/* Eq. 3: out[count] = Σ weights[i] · examples[i · stride …], in the order of the examples; `stride` ≥ count floats from one
 * example to the next, a multiple of 16, and every example at a multiple of 64 bytes, its padding finite. `out` has room for
 * `stride` floats at a multiple of 64 bytes. The same bits with SIMD or without. */
VV_API void vv_mix(uint32_t example_count, const float *weights, uint32_t count, uint32_t stride, const float *examples,
                   float *out);

#ifdef __cplusplus
}
#endif
#endif
