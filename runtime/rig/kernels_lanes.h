/* The kernels of kernels.h for one width. It is included once for each width, with LANES, VECTOR, TARGET and
 * NAME(kernel) defined, and therefore has no guard. Rows are spread over lanes and columns are summed in order, so
 * that every width gives the same bits; a dot product has four partial sums in every width. */

/* `vectors` is a constant where this is inlined, so that all sums stay in registers. */
TARGET static inline __attribute__((always_inline)) void
NAME(complex_rows)(const uint32_t vectors, uint32_t row, uint32_t stride, uint32_t columns, const double *M,
                   const double *x, uint32_t x_stride, const double *start, double *out)
{
    VECTOR re[4], im[4];
#pragma GCC unroll 4
    for (uint32_t k = 0; k < vectors; k++) {
        re[k] = *(const VECTOR *)(start + row + k * LANES);
        im[k] = *(const VECTOR *)(start + stride + row + k * LANES);
    }
    for (uint32_t c = 0; c < columns; c++) {
        const double *real = M + 2 * (size_t)c * stride + row, *imaginary = real + stride;
        double a = x[c], b = x[x_stride + c];
#pragma GCC unroll 4
        for (uint32_t k = 0; k < vectors; k++) {
            VECTOR p = *(const VECTOR *)(real + k * LANES), q = *(const VECTOR *)(imaginary + k * LANES);
            re[k] = re[k] + p * a - q * b;
            im[k] = im[k] + p * b + q * a;
        }
    }
#pragma GCC unroll 4
    for (uint32_t k = 0; k < vectors; k++) {
        *(VECTOR *)(out + row + k * LANES) = re[k];
        *(VECTOR *)(out + stride + row + k * LANES) = im[k];
    }
}

TARGET static void NAME(complex_apply)(uint32_t stride, uint32_t columns, const double *M, const double *x,
                                       uint32_t x_stride, const double *start, double *out)
{
    uint32_t row = 0;
    for (; row + 4 * LANES <= stride; row += 4 * LANES)
        NAME(complex_rows)(4, row, stride, columns, M, x, x_stride, start, out);
    for (; row + 2 * LANES <= stride; row += 2 * LANES)
        NAME(complex_rows)(2, row, stride, columns, M, x, x_stride, start, out);
    for (; row < stride; row += LANES)
        NAME(complex_rows)(1, row, stride, columns, M, x, x_stride, start, out);
}

TARGET static inline __attribute__((always_inline)) void NAME(real_rows)(const uint32_t vectors, uint32_t row,
                                                                         uint32_t stride, uint32_t columns,
                                                                         const double *M, const double *x, double *out)
{
    VECTOR re[4] = {0}, im[4] = {0};
    for (uint32_t c = 0; c < columns; c++) {
        const double *real = M + (size_t)c * stride + row;
        double a = x[c], b = x[stride + c];
#pragma GCC unroll 4
        for (uint32_t k = 0; k < vectors; k++) {
            VECTOR p = *(const VECTOR *)(real + k * LANES);
            re[k] += p * a;
            im[k] += p * b;
        }
    }
#pragma GCC unroll 4
    for (uint32_t k = 0; k < vectors; k++) {
        *(VECTOR *)(out + row + k * LANES) = re[k];
        *(VECTOR *)(out + stride + row + k * LANES) = im[k];
    }
}

TARGET static void NAME(real_apply)(uint32_t stride, uint32_t columns, const double *M, const double *x, double *out)
{
    uint32_t row = 0;
    for (; row + 4 * LANES <= stride; row += 4 * LANES)
        NAME(real_rows)(4, row, stride, columns, M, x, out);
    for (; row + 2 * LANES <= stride; row += 2 * LANES)
        NAME(real_rows)(2, row, stride, columns, M, x, out);
    for (; row < stride; row += LANES)
        NAME(real_rows)(1, row, stride, columns, M, x, out);
}

TARGET static double NAME(dot)(uint32_t count, const double *a, const double *b)
{
    VECTOR sums[4 / LANES] = {0};
    for (uint32_t i = 0; i < count; i += 4)
#pragma GCC unroll 4
        for (uint32_t k = 0; k < 4 / LANES; k++)
            sums[k] += *(const VECTOR *)(a + i + k * LANES) * *(const VECTOR *)(b + i + k * LANES);
    double part[4];
    memcpy(part, sums, sizeof part);
    return (part[0] + part[2]) + (part[1] + part[3]);
}

TARGET static void NAME(add_scaled)(uint32_t count, double *a, double scale, const double *b)
{
    for (uint32_t i = 0; i < count; i += LANES)
        *(VECTOR *)(a + i) += *(const VECTOR *)(b + i) * scale;
}

TARGET static void NAME(subtract)(uint32_t count, const double *a, const double *b, double *out)
{
    for (uint32_t i = 0; i < count; i += LANES)
        *(VECTOR *)(out + i) = *(const VECTOR *)(a + i) - *(const VECTOR *)(b + i);
}

TARGET static double NAME(lengths)(uint32_t stride, const double *restrict s, double *restrict out)
{
    VECTOR sums[4 / LANES] = {0};
    for (uint32_t c = 0; c < stride; c++)
        out[c] = sqrt(s[c] * s[c] + s[stride + c] * s[stride + c]);
    for (uint32_t c = 0; c < stride; c += 4)
#pragma GCC unroll 4
        for (uint32_t k = 0; k < 4 / LANES; k++)
            sums[k] += *(const VECTOR *)(out + c + k * LANES);
    double part[4];
    memcpy(part, sums, sizeof part);
    return (part[0] + part[2]) + (part[1] + part[3]);
}

TARGET static void NAME(directions)(uint32_t stride, const double *restrict s, const double *restrict lengths,
                                    double *restrict directions)
{
    for (uint32_t c = 0; c < stride; c++) {
        bool has = lengths[c] > 1e-100;
        double length = has ? lengths[c] : 1.0;
        double re = has ? s[c] : directions[c], im = has ? s[stride + c] : directions[stride + c];
        directions[c] = re / length;
        directions[stride + c] = im / length;
    }
}
