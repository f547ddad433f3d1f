/* A field as bytes: its layout, getters, and the verification of bytes from outside. */
#include "field.h"

#include <string.h>

static uint32_t padded(uint32_t count) { return (count + FIELD_LANES - 1u) & ~(FIELD_LANES - 1u); }

vv_field vvi_field_layout(uint32_t axes, uint32_t examples, uint32_t pseudo, uint32_t radial)
{
    vv_field f = {.magic = FIELD_MAGIC, .version = FIELD_VERSION, .axis_count = axes, .example_count = examples};
    uint64_t points = (uint64_t)examples + pseudo, cursor = sizeof f;
    f.pseudo_count = pseudo;
    f.radial = radial;
    f.point_stride = padded((uint32_t)points);
    f.weight_stride = padded(examples);
    f.axes = vvi_section(&cursor, axes, sizeof(field_axis));
    f.places = vvi_section(&cursor, points * axes, sizeof(double));
    f.coordinates = vvi_section(&cursor, (uint64_t)axes * f.point_stride, sizeof(double));
    f.scales = vvi_section(&cursor, f.point_stride, sizeof(double));
    f.matrix = vvi_section(&cursor, (1u + axes + points) * f.weight_stride, sizeof(double));
    f.byte_count = vvi_section(&cursor, 0, 0);
    return f;
}

void vv_field_destroy(vv_field *field, const vv_allocator *allocator)
{
    if (field)
        vvi_release(allocator, field, 1, (size_t)field->byte_count);
}

uint32_t vv_field_axis_count(const vv_field *field)
{
    VV_ASSERT(field != NULL);
    return field->axis_count;
}

uint32_t vv_field_example_count(const vv_field *field)
{
    VV_ASSERT(field != NULL);
    return field->example_count;
}

uint32_t vv_field_pseudo_count(const vv_field *field)
{
    VV_ASSERT(field != NULL);
    return field->pseudo_count;
}

size_t vvi_field_bytes(const vv_field *field) { return (size_t)field->byte_count; }

vv_axis vv_field_axis(const vv_field *field, uint32_t axis)
{
    VV_ASSERT(field != NULL);
    VV_ASSERT(axis < field->axis_count);
    const field_axis *own = &field_open(field).axes[axis];
    return (vv_axis){own->low, own->high, own->unit, own->clamped != 0};
}

void vv_field_example(const vv_field *field, uint32_t example, float *at)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(field != NULL);
    VV_ASSERT(at != NULL);
    VV_ASSERT(example < field_points(field));
    const double *place = field_open(field).places + (size_t)example * field->axis_count;
    for (uint32_t k = 0; k < field->axis_count; k++)
        at[k] = (float)place[k];
}

/* ---- Verifying ------------------------------------------------------------------------------------------------ */

static bool are_bounded(const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!(fabs(values[i]) <= FIELD_MAX))
            return false;
    return true;
}

static bool is_axis_valid(const field_axis *axis)
{
    const float range[3] = {axis->low, axis->high, axis->unit};
    const double local[4] = {axis->centre, axis->inverse_unit, axis->local_low, axis->local_high};
    return vvi_all_finite(range, 3) && axis->low < axis->high && axis->unit > 0.0f && axis->clamped <= 1u &&
           are_bounded(local, 4) && axis->inverse_unit > 0.0 && axis->local_low <= axis->local_high;
}

static bool is_content_valid(const vv_field *f)
{
    field_view v = field_open(f);
    size_t points = field_points(f), axes = f->axis_count;
    for (uint32_t k = 0; k < axes; k++)
        if (!is_axis_valid(&v.axes[k]))
            return false;
    for (uint32_t j = 0; j < f->point_stride; j++)
        if (!(v.scales[j] >= 0.0))
            return false;
    return are_bounded(v.places, points * axes) && are_bounded(v.coordinates, axes * f->point_stride) &&
           are_bounded(v.scales, f->point_stride) && are_bounded(v.matrix, (1u + axes + points) * f->weight_stride);
}

/* At the place of an example, its weight must be 1 and all others 0, because the matrix was solved for that. Where an
 * axis is clamped before that place, it cannot be checked. */
static bool are_weights_cardinal(const vv_field *f)
{
    double at[VV_FIELD_MAX_AXES], weights[VV_FIELD_MAX_EXAMPLES];
    field_view v = field_open(f);
    for (uint32_t e = 0; e < f->example_count; e++) {
        bool inside = true;
        for (uint32_t k = 0; k < f->axis_count; k++) {
            at[k] = v.places[(size_t)e * f->axis_count + k];
            inside =
                inside && (!v.axes[k].clamped || (at[k] >= (double)v.axes[k].low && at[k] <= (double)v.axes[k].high));
        }
        if (!inside)
            continue;
        vv_field_weights_double(f, at, weights);
        for (uint32_t i = 0; i < f->example_count; i++)
            if (!(fabs(weights[i] - (i == e ? 1.0 : 0.0)) <= 1e-2))
                return false;
    }
    return true;
}

static bool are_counts_valid(const vv_field *f, size_t byte_count)
{
    vv_field expected = vvi_field_layout(f->axis_count, f->example_count, f->pseudo_count, f->radial);
    return f->axis_count <= VV_FIELD_MAX_AXES && f->example_count > 0 && f->example_count <= VV_FIELD_MAX_EXAMPLES &&
           f->pseudo_count <= VV_FIELD_MAX_PSEUDO && f->radial <= VV_RADIAL_LINEAR &&
           memcmp(f, &expected, sizeof expected) == 0 && f->byte_count == byte_count;
}

vv_result vvi_field_verify(const void *bytes, size_t byte_count, vv_error *error)
{
    const vv_field *field = bytes;
    static const vvi_block_kind kind = {"a field", FIELD_MAGIC, FIELD_VERSION, VVI_ALIGNMENT, sizeof(vv_field)};
    vv_result result = vvi_check_block(bytes, byte_count, &kind, error);
    if (result != VV_OK)
        return result;
    if (!are_counts_valid(field, byte_count))
        return vvi_fail(error, VV_ERROR_FORMAT, "the counts and offsets of the field do not agree");
    if (!is_content_valid(field) || !are_weights_cardinal(field))
        return vvi_fail(error, VV_ERROR_FORMAT, "the numbers of the field are damaged");
    return VV_OK;
}
