/* The kernels of a field for one width. field_weights.c includes it once for each, with LANES, VECTOR, POSITIVE,
 * TARGET and NAME defined: VECTOR holds LANES doubles (1, 2 or 4), POSITIVE(x) is max(x, 0). Rows are processed in
 * groups of FIELD_GROUP doubles; padding beyond the last group is never read. */

/* The squared distances to all points. */
TARGET static inline __attribute__((always_inline)) void
NAME(distances)(const vv_field *field, const double *coordinates, const double *local, double *squares)
{
    uint32_t stride = field->point_stride, points = field_points(field);
    for (uint32_t j = 0; j < points; j += FIELD_GROUP) {
        VECTOR sums[FIELD_GROUP / LANES] = {0};
        for (uint32_t k = 0; k < field->axis_count; k++) {
            const double *row = coordinates + (size_t)k * stride + j;
            double at = local[k];
#pragma GCC unroll 4
            for (uint32_t v = 0; v < FIELD_GROUP / LANES; v++) {
                VECTOR difference = at - *(const VECTOR *)(row + v * LANES);
                sums[v] += difference * difference;
            }
        }
#pragma GCC unroll 4
        for (uint32_t v = 0; v < FIELD_GROUP / LANES; v++)
            *(VECTOR *)(squares + j + v * LANES) = sums[v];
    }
}

TARGET static inline __attribute__((always_inline)) void NAME(roots)(uint32_t count, double *values)
{
    for (uint32_t j = 0; j < count; j++)
        values[j] = sqrt(values[j]);
}

/* The cubic B-spline of x = d/s: ((2 − x)³ − 4 (1 − x)³) / 6, with negative bases replaced by 0. */
TARGET static inline __attribute__((always_inline)) void NAME(bsplines)(uint32_t count, const double *scales,
                                                                        double *values)
{
    for (uint32_t j = 0; j < count; j += LANES) {
        VECTOR x = *(const VECTOR *)(values + j) * *(const VECTOR *)(scales + j);
        VECTOR outer = POSITIVE(2.0 - x), inner = POSITIVE(1.0 - x);
        *(VECTOR *)(values + j) = (outer * outer * outer - 4.0 * (inner * inner * inner)) * (1.0 / 6.0);
    }
}

TARGET static void NAME(radials)(const vv_field *field, const field_view *view, const double *local, double *values)
{
    uint32_t count = (field_points(field) + FIELD_GROUP - 1u) & ~(FIELD_GROUP - 1u);
    NAME(distances)(field, view->coordinates, local, values);
    if (field->radial == VV_RADIAL_BSPLINE || field->radial == VV_RADIAL_LINEAR)
        NAME(roots)(count, values);
    if (field->radial == VV_RADIAL_BSPLINE)
        NAME(bsplines)(count, view->scales, values);
    if (field->radial == VV_RADIAL_THIN_PLATE)
        thin_plates(count, values);
    if (field->radial == VV_RADIAL_GAUSSIAN)
        gaussians(count, view->scales, values);
}

/* Sums `groups` · FIELD_GROUP weights from column `at` on: the hyperplanes, then the active radial functions. */
TARGET static inline __attribute__((always_inline)) void NAME(sum_rows)(const uint32_t groups, uint32_t at,
                                                                        const vv_field *field, const double *matrix,
                                                                        const double *local, const active *list,
                                                                        double *weights)
{
    const uint32_t vectors = groups * FIELD_GROUP / LANES;
    uint32_t stride = field->weight_stride;
    const double *row = matrix + at;
    VECTOR sums[16];
#pragma GCC unroll 16
    for (uint32_t v = 0; v < vectors; v++)
        sums[v] = *(const VECTOR *)(row + v * LANES);
    for (uint32_t k = 0; k < field->axis_count; k++) {
        row += stride;
        double factor = local[k];
#pragma GCC unroll 16
        for (uint32_t v = 0; v < vectors; v++)
            sums[v] += *(const VECTOR *)(row + v * LANES) * factor;
    }
    const double *radial = row + stride;
    for (uint32_t n = 0; n < list->count; n++) {
        row = radial + (size_t)list->index[n] * stride;
        double factor = list->value[n];
#pragma GCC unroll 16
        for (uint32_t v = 0; v < vectors; v++)
            sums[v] += *(const VECTOR *)(row + v * LANES) * factor;
    }
#pragma GCC unroll 16
    for (uint32_t v = 0; v < vectors; v++)
        *(VECTOR *)(weights + at + v * LANES) = sums[v];
}

TARGET static void NAME(weigh)(const vv_field *field, const field_view *view, const double *local, double *weights)
{
    double values[FIELD_POINTS];
    active list;
    uint32_t at = 0, count = 0, groups = (field->example_count + FIELD_GROUP - 1u) / FIELD_GROUP;
    NAME(radials)(field, view, local, values);
    for (uint32_t j = 0; j < field_points(field);
         j++) { /* always written, counted if not zero: no branch to mispredict */
        list.index[count] = j;
        list.value[count] = values[j];
        count += values[j] != 0.0;
    }
    list.count = count;
    for (; groups >= 4; groups -= 4, at += 4 * FIELD_GROUP)
        NAME(sum_rows)(4, at, field, view->matrix, local, &list, weights);
    if (groups == 3)
        NAME(sum_rows)(3, at, field, view->matrix, local, &list, weights);
    if (groups == 2)
        NAME(sum_rows)(2, at, field, view->matrix, local, &list, weights);
    if (groups == 1)
        NAME(sum_rows)(1, at, field, view->matrix, local, &list, weights);
}
