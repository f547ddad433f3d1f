/* Creating a field: checks, places in local coordinates, radii, and the weights that are wanted at the points (the
 * fit matrix F of section 3.2, F~ of section 4). */
#include "field.h"

#include <string.h>

#define MAX_PLACE     1e15  /* in units of an axis: beyond it doubles no longer distinguish places */
#define MIN_DISTANCE  1e-25 /* between two points */
#define EXTRAPOLATION 1e12  /* weights are computed as far as this beyond the examples, in extents of the examples */
#define EMPTY_AXIS    ((vv_axis){0.0f, 1.0f, 1.0f, false})

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static vv_result check_counts(const vv_field_def *def, vv_error *error)
{
    if (def->axis_count > VV_FIELD_MAX_AXES)
        return vvi_fail(error, VV_ERROR_LIMIT, "a field has at most %u axes, not %u", VV_FIELD_MAX_AXES,
                        def->axis_count);
    if (def->example_count == 0)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "a field has no example; it needs at least one");
    if (def->example_count > VV_FIELD_MAX_EXAMPLES || def->pseudo_count > VV_FIELD_MAX_PSEUDO)
        return vvi_fail(error, VV_ERROR_LIMIT, "a field has at most %u examples and %u pseudo-examples",
                        VV_FIELD_MAX_EXAMPLES, VV_FIELD_MAX_PSEUDO);
    if ((uint32_t)def->radial > VV_RADIAL_LINEAR)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the radial function %u is unknown", (uint32_t)def->radial);
    return VV_OK;
}

static vv_result check_axes(const vv_field_def *def, vv_error *error)
{
    for (uint32_t k = 0; def->axes && k < def->axis_count; k++) {
        const vv_axis *axis = &def->axes[k];
        const float numbers[3] = {axis->low, axis->high, axis->unit};
        if (!vvi_all_finite(numbers, 3) || !(axis->low < axis->high))
            return vvi_fail(error, VV_ERROR_ARGUMENT,
                            "axis %u goes from %g to %g; the first number must be the lower one", k, (double)axis->low,
                            (double)axis->high);
        if (!(axis->unit >= 1e-15f && axis->unit <= 1e15f))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "the unit of axis %u is %g; it must lie in 1e-15…1e15", k,
                            (double)axis->unit);
    }
    return VV_OK;
}

static vv_result check_places(const vv_field_def *def, const char *what, uint32_t count, const double *places,
                              vv_error *error)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < def->axis_count; k++) {
            double unit = def->axes ? (double)def->axes[k].unit : 1.0;
            if (!(fabs(places[(size_t)i * def->axis_count + k]) <= MAX_PLACE * unit))
                return vvi_fail(error, VV_ERROR_ARGUMENT,
                                "%s %u is not at a finite place within ±1e15 units on axis %u", what, i, k);
        }
    return VV_OK;
}

static vv_result check_def(const vv_field_def *def, vv_error *error)
{
    vv_result result = check_counts(def, error);
    if (result == VV_OK)
        result = check_axes(def, error);
    if (result == VV_OK)
        result = check_places(def, "example", def->example_count, def->examples, error);
    if (result == VV_OK)
        result = check_places(def, "the source of pseudo-example", def->pseudo_count, def->from, error);
    if (result == VV_OK)
        result = check_places(def, "pseudo-example", def->pseudo_count, def->to, error);
    return result;
}

/* ---- Axes and places --------------------------------------------------------------------------------------------- */

/* The axis where the def gives none: its range is that of the examples. */
static vv_axis default_axis(const vv_field_def *def, uint32_t k)
{
    vv_axis axis = EMPTY_AXIS;
    double low = def->examples[k], high = low;
    for (uint32_t i = 1; i < def->example_count; i++) {
        double at = def->examples[(size_t)i * def->axis_count + k];
        low = at < low ? at : low;
        high = at > high ? at : high;
    }
    axis.low = (float)low;
    axis.high = (float)high;
    if (!(axis.low < axis.high)) {
        axis.low = (float)(low - 0.5 - 1e-6 * fabs(low));
        axis.high = (float)(low + 0.5 + 1e-6 * fabs(low));
    }
    return axis;
}

static void set_axis(const vv_field_def *def, uint32_t k, field_axis *out)
{
    vv_axis axis = def->axes ? def->axes[k] : default_axis(def, k);
    double sum = 0.0;
    for (uint32_t i = 0; i < def->example_count; i++)
        sum += def->examples[(size_t)i * def->axis_count + k];
    *out = (field_axis){.low = axis.low, .high = axis.high, .unit = axis.unit, .clamped = axis.clamped};
    out->centre = sum / def->example_count;
    out->inverse_unit = 1.0 / (double)axis.unit;
}

static double nearest_distance(const vv_field *field, const double *coordinates, uint32_t j, uint32_t *nearest)
{
    double smallest = -1.0;
    for (uint32_t i = 0; i < field_points(field); i++) {
        double sum = 0.0;
        for (uint32_t k = 0; k < field->axis_count; k++) {
            const double *row = coordinates + (size_t)k * field->point_stride;
            sum += (row[i] - row[j]) * (row[i] - row[j]);
        }
        if (i != j && (smallest < 0.0 || sum < smallest)) {
            smallest = sum;
            *nearest = i;
        }
    }
    return smallest < 0.0 ? 1.0 : sqrt(smallest);
}

static bool floats_differ(const vv_field *field, const double *coordinates, uint32_t i, uint32_t j)
{
    for (uint32_t k = 0; k < field->axis_count; k++) {
        const double *row = coordinates + (size_t)k * field->point_stride;
        if ((float)row[i] != (float)row[j])
            return true;
    }
    return false;
}

static vv_result refuse_coincident(const vv_field *field, uint32_t a, uint32_t b, vv_error *error)
{
    uint32_t first = a < b ? a : b, second = a < b ? b : a, n = field->example_count;
    vvi_fail(error, VV_ERROR_ARGUMENT, "%s %u and %s %u are at the same place, or too close to be told apart",
             first < n ? "example" : "pseudo-example", first < n ? first : first - n,
             second < n ? "example" : "pseudo-example", second < n ? second : second - n);
    vvi_error_remedy(error, "move one of them, or take it out");
    return VV_ERROR_ARGUMENT;
}

/* The radius s of a point is the distance to the nearest other point. */
static vv_result set_scales(vv_field *field, const double *coordinates, double *scales, vv_error *error)
{
    for (uint32_t j = 0; j < field_points(field); j++) {
        uint32_t nearest = j;
        double s = nearest_distance(field, coordinates, j, &nearest);
        if (nearest != j && (!(s >= MIN_DISTANCE) || !floats_differ(field, coordinates, j, nearest)))
            return refuse_coincident(field, j, nearest, error);
        if (field->radial == VV_RADIAL_BSPLINE)
            scales[j] = 1.0 / s;
        if (field->radial == VV_RADIAL_GAUSSIAN)
            scales[j] = 1.0 / (s * s);
    }
    return VV_OK;
}

/* Clamped axes end at their range; the others extend far beyond all points, but not without limit. */
static void set_limits(const vv_field *field, const double *coordinates, field_axis *axes)
{
    double extent = 0.0;
    for (size_t i = 0; i < (size_t)field->axis_count * field->point_stride; i++)
        extent = fabs(coordinates[i]) > extent ? fabs(coordinates[i]) : extent;
    double reach = EXTRAPOLATION * (extent > 0.0 ? extent : 1.0);
    for (uint32_t k = 0; k < field->axis_count; k++) {
        field_axis *axis = &axes[k];
        axis->local_low = axis->clamped ? ((double)axis->low - axis->centre) * axis->inverse_unit : -reach;
        axis->local_high = axis->clamped ? ((double)axis->high - axis->centre) * axis->inverse_unit : reach;
    }
}

static vv_result set_places(vv_field *field, const vv_field_def *def, vv_error *error)
{
    char *base = (char *)field;
    field_axis *axes = (field_axis *)(base + field->axes);
    double *places = (double *)(base + field->places), *coordinates = (double *)(base + field->coordinates);
    size_t count = def->axis_count, examples = count * def->example_count;
    if (count > 0)
        memcpy(places, def->examples, examples * sizeof *places);
    if (count > 0 && def->pseudo_count > 0)
        memcpy(places + examples, def->to, count * def->pseudo_count * sizeof *places);
    for (uint32_t k = 0; k < count; k++) {
        set_axis(def, k, &axes[k]);
        for (uint32_t i = 0; i < field_points(field); i++)
            coordinates[(size_t)k * field->point_stride + i] =
                (places[i * count + k] - axes[k].centre) * axes[k].inverse_unit;
    }
    set_limits(field, coordinates, axes);
    return set_scales(field, coordinates, (double *)(base + field->scales), error);
}

/* ---- The fit matrix ---------------------------------------------------------------------------------------------- */

/* F: the identity for the examples; for a pseudo-example, the weights at its source in the field without
 * pseudo-examples. */
static vv_result set_fit(const vv_field_def *def, const vv_allocator *allocator, double *fit, vv_error *error)
{
    size_t n = def->example_count;
    for (size_t i = 0; i < n; i++)
        fit[i * n + i] = 1.0;
    if (def->pseudo_count == 0)
        return VV_OK;
    vv_field_def plain = *def;
    plain.pseudo_count = 0;
    vv_field *field = NULL;
    vv_result result = vv_field_create(&plain, allocator, &field, error);
    for (uint32_t i = 0; result == VV_OK && i < def->pseudo_count; i++)
        vv_field_weights_double(field, def->from + (size_t)i * def->axis_count, fit + (n + i) * n);
    vv_field_destroy(field, allocator);
    return result;
}

static vv_result fill(vv_field *field, const vv_field_def *def, const vv_allocator *allocator, vv_error *error)
{
    size_t fit_count = (size_t)field_points(field) * field->example_count;
    vv_result result = set_places(field, def, error);
    if (result != VV_OK)
        return result;
    double *fit = vvi_allocate_zeroed(allocator, fit_count, sizeof *fit);
    if (!fit)
        return vvi_fail_memory(error, fit_count * sizeof *fit);
    result = set_fit(def, allocator, fit, error);
    if (result == VV_OK)
        result = vvi_field_solve(field, fit, def->homogeneous, allocator, error);
    vvi_release(allocator, fit, fit_count, sizeof *fit);
    return result;
}

vv_result vv_field_create(const vv_field_def *def, const vv_allocator *allocator, vv_field **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    VVI_ASSERT_ARRAY(def->examples, (size_t)def->example_count * def->axis_count);
    VVI_ASSERT_ARRAY(def->from, (size_t)def->pseudo_count * def->axis_count);
    VVI_ASSERT_ARRAY(def->to, (size_t)def->pseudo_count * def->axis_count);
    *out = NULL;
    vv_result result = check_def(def, error);
    if (result != VV_OK)
        return result;
    vv_field layout = vvi_field_layout(def->axis_count, def->example_count, def->pseudo_count, (uint32_t)def->radial);
    vv_field *field = vvi_allocate_zeroed(allocator, 1, (size_t)layout.byte_count);
    if (!field)
        return vvi_fail_memory(error, (size_t)layout.byte_count);
    *field = layout;
    result = fill(field, def, allocator, error);
    if (result != VV_OK) {
        vv_field_destroy(field, allocator);
        return result;
    }
    *out = field;
    return VV_OK;
}
