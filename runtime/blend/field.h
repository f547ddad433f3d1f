/* Inside runtime/blend: how a field lies in memory, and the steps that make and use it.
 *
 * Everything is in local coordinates: the places of an axis less the mean of the examples, in units of the axis. */
#ifndef VVI_BLEND_FIELD_H
#define VVI_BLEND_FIELD_H

#include "blend.h"

#include "runtime/rig/rig.h"

#define FIELD_MAGIC   0x444c4656u /* "VFLD" */
#define FIELD_VERSION 1u
#define FIELD_LANES   8u /* doubles a row is padded to: one line of the cache */
#define FIELD_GROUP   4u /* that are worked on together */
#define FIELD_POINTS  (VV_FIELD_MAX_EXAMPLES + VV_FIELD_MAX_PSEUDO)
#define FIELD_MOST    1e60 /* no number in a field is larger, so that no product of them overflows */

struct vv_field {
    uint32_t magic, version;
    uint32_t axis_count, example_count, pseudo_count, radial;
    uint32_t point_stride, weight_stride; /* points and examples, padded */
    uint64_t byte_count;
    /* Byte offsets from the start of the struct. */
    uint64_t axes;        /* field_axis[axis_count] */
    uint64_t places;      /* double[points][axis_count], as they were given */
    uint64_t coordinates; /* double[axis_count][point_stride], local */
    uint64_t scales;      /* double[point_stride]: 1/s (B-spline), 1/s² (Gaussian), 0 */
    uint64_t matrix; /* double[1 + axis_count + points][weight_stride]: the hyperplanes' constants and slopes, then r */
};

typedef struct field_axis {
    float low, high, unit;
    uint32_t clamped;
    double centre, inverse_unit; /* local = (place − centre) · inverse_unit, */
    double least, most;          /* and then kept within these */
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

/* The header of a field of these sizes, with all offsets. */
vv_field vvi_field_layout(uint32_t axes, uint32_t examples, uint32_t pseudo, uint32_t radial);

/* Solves eq. 2 (eq. 7): fills the matrix of a field whose axes, coordinates and scales are set.
 * fit[points · example_count]: what the weights are to be at the points. */
vv_result vvi_field_solve(vv_field *field, const double *fit, bool homogeneous, const vv_allocator *allocator,
                          vv_error *error);

/* values[point_stride]: all radial functions at local[axis_count]. */
void vvi_field_radials(const vv_field *field, const double *local, double *values, vvi_width width);
/* weights[weight_stride] at local[axis_count]. */
void vvi_field_weigh(const vv_field *field, const double *local, double *weights, vvi_width width);
void vvi_mix_width(uint32_t example_count, const float *weights, uint32_t count, uint32_t stride, const float *examples,
                   float *out, vvi_width width);

#endif
