/* The weights of a field at a place: eq. 2 (eq. 7). All computations are in double, because examples may lie close
 * together; only the result is rounded. Radial functions that are zero at the place, which most are where there are
 * many examples, cost no more than their distance. */
#include "field.h"

#include "runtime/base/lanes.h"

/* The radial functions that are not zero. */
typedef struct active {
    uint32_t count;
    uint32_t index[FIELD_POINTS];
    double value[FIELD_POINTS];
} active;

/* d² log d = ½ d² log d². */
static void thin_plates(uint32_t count, double *values)
{
    for (uint32_t j = 0; j < count; j++)
        values[j] = values[j] > 1e-300 ? 0.5 * values[j] * vvi_log_double(values[j]) : 0.0;
}

static void gaussians(uint32_t count, const double *scales, double *values)
{
    for (uint32_t j = 0; j < count; j++)
        values[j] = vvi_exp_double(-values[j] * scales[j]);
}

#define LANES       1u
#define VECTOR      double1
#define POSITIVE(x) ((x) > 0.0 ? (x) : 0.0)
#define TARGET
#define NAME(kernel) kernel##_1
#include "field_lanes.h"
#undef LANES
#undef VECTOR
#undef POSITIVE
#undef TARGET
#undef NAME

#ifndef VV_SCALAR
#define LANES       2u
#define VECTOR      double2
#define POSITIVE(x) ((double2)((long2)(x) & ((x) > 0.0)))
#define TARGET
#define NAME(kernel) kernel##_2
#include "field_lanes.h"
#undef LANES
#undef VECTOR
#undef POSITIVE
#undef TARGET
#undef NAME
#endif

#ifdef VVI_AVX2
#define LANES        4u
#define VECTOR       double4
#define POSITIVE(x)  ((double4)((long4)(x) & ((x) > 0.0)))
#define TARGET       VVI_TARGET_AVX2
#define NAME(kernel) kernel##_4
#include "field_lanes.h"
#undef LANES
#undef VECTOR
#undef POSITIVE
#undef TARGET
#undef NAME
#endif

typedef struct field_kernels {
    void (*radials)(const vv_field *field, const field_view *view, const double *local, double *values);
    void (*weigh)(const vv_field *field, const field_view *view, const double *local, double *weights);
} field_kernels;

static field_kernels select_kernels(vvi_width width)
{
    VV_ASSERT(width <= vvi_best_width());
    (void)width; /* a scalar build has only one width */
#ifdef VVI_AVX2
    if (width == VVI_WIDTH_8)
        return (field_kernels){radials_4, weigh_4};
#endif
#ifndef VV_SCALAR
    if (width == VVI_WIDTH_4)
        return (field_kernels){radials_2, weigh_2};
#endif
    return (field_kernels){radials_1, weigh_1};
}

void vvi_field_radials(const vv_field *field, const double *local, double *values, vvi_width width)
{
    field_view view = field_open(field);
    select_kernels(width).radials(field, &view, local, values);
}

void vvi_field_weigh(const vv_field *field, const double *local, double *weights, vvi_width width)
{
    field_view view = field_open(field);
    select_kernels(width).weigh(field, &view, local, weights);
}

/* Converts a place to local coordinates, clamped to the limits of the axes so that nothing overflows. False where a
 * number is not finite. */
static bool to_local(const vv_field *field, const double *at, double *local)
{
    const field_axis *axes = field_open(field).axes;
    bool finite = true;
    for (uint32_t k = 0; k < field->axis_count; k++) {
        double x = (at[k] - axes[k].centre) * axes[k].inverse_unit;
        finite &= fabs(at[k]) <= 1.7976931348623157e308;
        x = x > axes[k].local_low ? x : axes[k].local_low;
        local[k] = x < axes[k].local_high ? x : axes[k].local_high;
    }
    return finite;
}

static void evaluate_weights(const vv_field *field, const double *at, double *weights)
{
    double local[VV_FIELD_MAX_AXES];
    if (!to_local(field, at, local)) {
        double middle[VV_FIELD_MAX_AXES];
        for (uint32_t k = 0; k < field->axis_count; k++)
            middle[k] = field_open(field).axes[k].centre;
        to_local(field, middle, local);
    }
    vvi_field_weigh(field, local, weights, vvi_best_width());
}

void vv_field_weights_double(const vv_field *field, const double *at, double *weights)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(field != NULL);
    VV_ASSERT(at != NULL || field->axis_count == 0);
    VV_ASSERT(weights != NULL);
    double padded[VV_FIELD_MAX_EXAMPLES];
    evaluate_weights(field, at, padded);
    for (uint32_t i = 0; i < field->example_count; i++)
        weights[i] = padded[i];
}

void vv_field_weights(const vv_field *field, const float *at, float *weights)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(field != NULL);
    VV_ASSERT(at != NULL || field->axis_count == 0);
    VV_ASSERT(weights != NULL);
    double place[VV_FIELD_MAX_AXES], padded[VV_FIELD_MAX_EXAMPLES];
    for (uint32_t k = 0; k < field->axis_count; k++)
        place[k] = (double)at[k];
    evaluate_weights(field, place, padded);
    for (uint32_t i = 0; i < field->example_count; i++) {
        double w = padded[i] < 1e30 ? padded[i] : 1e30;
        weights[i] = (float)(w > -1e30 ? w : -1e30);
    }
}

float vv_field_distance_outside(const vv_field *field, const float *at)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(field != NULL);
    VV_ASSERT(at != NULL || field->axis_count == 0);
    const field_axis *axes = field_open(field).axes;
    float largest = 0.0f;
    for (uint32_t k = 0; k < field->axis_count; k++) {
        float range = axes[k].high - axes[k].low;
        float excess = vvi_max((at[k] - axes[k].high) / range, (axes[k].low - at[k]) / range);
        largest = excess > largest ? excess : largest;
    }
    return largest;
}
