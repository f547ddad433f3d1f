/* Inside runtime/blend: the layout of a vv_field, and the steps that create and use it.
 *
 * Computations use local coordinates: on every axis, the place minus the mean of the examples, in units of the
 * axis. */
#ifndef VVI_BLEND_FIELD_H
#define VVI_BLEND_FIELD_H

#include "blend.h"

#include "runtime/rig/rig.h"

#define FIELD_MAGIC   0x444c4656u /* "VFLD" */
#define FIELD_VERSION 1u
#define FIELD_LANES   8u /* rows are padded to a multiple of so many doubles, which are one cache line */
#define FIELD_GROUP   4u /* doubles that are computed together */
#define FIELD_POINTS  (VV_FIELD_MAX_EXAMPLES + VV_FIELD_MAX_PSEUDO)
#define FIELD_MAX     1e60 /* no number in a field is greater, so that products do not overflow */

struct vv_field {
    uint32_t magic, version;
    uint32_t axis_count, example_count, pseudo_count, radial;
    uint32_t point_stride, weight_stride; /* the padded counts of points and of examples */
    uint64_t byte_count;
    /* Byte offsets from the start of the struct. */
    uint64_t axes;        /* field_axis[axis_count] */
    uint64_t places;      /* double[points][axis_count], as given */
    uint64_t coordinates; /* double[axis_count][point_stride], local */
    uint64_t scales;      /* double[point_stride]: 1/s (B-spline), 1/s² (Gaussian), 0 */
    /* double[1 + axis_count + points][weight_stride]: the constants and slopes of the hyperplanes, then the radial
     * coefficients r. */
    uint64_t matrix;
};

typedef struct field_axis {
    float low, high, unit;
    uint32_t clamped;
    double centre, inverse_unit;  /* local = (place − centre) · inverse_unit, */
    double local_low, local_high; /* the range that local coordinates are clamped to */
} field_axis;

typedef struct field_view {
    const field_axis *axes;
    const double *places, *coordinates, *scales, *matrix;
} field_view;

static inline uint32_t field_points(const vv_field *field) { return field->example_count + field->pseudo_count; }

static inline field_view field_open(const vv_field *field)
{
    const char *base = (const char *)field;
    return (field_view){(const field_axis *)(base + field->axes), (const double *)(base + field->places),
                        (const double *)(base + field->coordinates), (const double *)(base + field->scales),
                        (const double *)(base + field->matrix)};
}

/* The header: all of it follows from these numbers. */
vv_field vvi_field_layout(uint32_t axes, uint32_t examples, uint32_t pseudo, uint32_t radial);

/* Solves eq. 2 (eq. 7) and fills the matrix of a field whose axes, coordinates and scales are set. fit[points ·
 * example_count]: the weights that are wanted at the points. */
vv_result vvi_field_solve(vv_field *field, const double *fit, bool homogeneous, const vv_allocator *allocator,
                          vv_error *error);

/* Evaluates all radial functions at local[axis_count]: values[point_stride]. */
void vvi_field_radials(const vv_field *field, const double *local, double *values, vvi_width width);
/* Evaluates the weights at local[axis_count]: weights[weight_stride]. */
void vvi_field_weigh(const vv_field *field, const double *local, double *weights, vvi_width width);
/* vv_mix in a chosen width. Every width gives the same bits. */
void vvi_mix_width(uint32_t example_count, const float *weights, uint32_t count, uint32_t stride, const float *examples,
                   float *out, vvi_width width);

#endif
