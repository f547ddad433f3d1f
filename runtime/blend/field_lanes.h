/* The kernels of a field for one width. Included by field_weights.c once for each, with LANES, VECTOR, TARGET and NAME set:
 * VECTOR holds LANES doubles (1, 2 or 4). */

/* squares[point_stride]: of the distances to all points. */
TARGET static void NAME(distances)(const vv_field *field, const double *coordinates, const double *local,
                                   double *squares)
{
    uint32_t stride = field->point_stride;
    for (uint32_t j = 0; j < stride; j += FIELD_LANES) {
        VECTOR sums[FIELD_LANES / LANES] = {0};
        for (uint32_t k = 0; k < field->axis_count; k++) {
            const double *row = coordinates + (size_t)k * stride + j;
            double at = local[k];
#pragma GCC unroll 8
            for (uint32_t v = 0; v < FIELD_LANES / LANES; v++) {
                VECTOR apart = at - *(const VECTOR *)(row + v * LANES);
                sums[v] += apart * apart;
            }
        }
#pragma GCC unroll 8
        for (uint32_t v = 0; v < FIELD_LANES / LANES; v++)
            *(VECTOR *)(squares + j + v * LANES) = sums[v];
    }
}

/* The cubic B-spline of x = d/s: ((2 − x)³ − 4 (1 − x)³) / 6, each power from where it is positive. */
TARGET static void NAME(bsplines)(uint32_t stride, const double *restrict scales, double *restrict values)
{
    for (uint32_t j = 0; j < stride; j++) {
        double x = sqrt(values[j]) * scales[j];
        double outer = 2.0 - x > 0.0 ? 2.0 - x : 0.0, inner = 1.0 - x > 0.0 ? 1.0 - x : 0.0;
        values[j] = (outer * outer * outer - 4.0 * (inner * inner * inner)) * (1.0 / 6.0);
    }
}

/* `vectors` · LANES weights from column `at` on: the hyperplanes, then the radial functions that are not zero here. */
TARGET static inline __attribute__((always_inline)) void NAME(sum_rows)(const uint32_t vectors, uint32_t at,
                                                                        const vv_field *field, const double *matrix,
                                                                        const double *local, const active *list,
                                                                        double *weights)
{
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

TARGET static void NAME(sum)(const vv_field *field, const double *matrix, const double *local, const active *list,
                             double *weights)
{
    uint32_t at = 0;
    for (; at + 2 * FIELD_LANES <= field->weight_stride; at += 2 * FIELD_LANES)
        NAME(sum_rows)(2 * FIELD_LANES / LANES, at, field, matrix, local, list, weights);
    if (at < field->weight_stride)
        NAME(sum_rows)(FIELD_LANES / LANES, at, field, matrix, local, list, weights);
}
