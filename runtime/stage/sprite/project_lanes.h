/* The kernels of the projection for one width. Included once a width, with LANES and VECTOR of doubles, FLOAT_LANES
 * and FLOATS of floats, TARGET and NAME(function) defined; therefore it has no include guard. Sums have as many parts
 * as the widest version has lanes, so every width adds in the same order. */

/* Four columns of the basis against a chunk of particles: eight partial sums of each, in floats. */
TARGET static inline __attribute__((always_inline)) void NAME(gather_four)(const float *basis, uint32_t row,
                                                                           const float *x, const float *y,
                                                                           uint32_t count, double *re, double *im)
{
    FLOATS sx[4][8 / FLOAT_LANES], sy[4][8 / FLOAT_LANES];
    memset(sx, 0, sizeof sx);
    memset(sy, 0, sizeof sy);
    for (uint32_t i = 0; i < count; i += 8)
#pragma GCC unroll 8
        for (uint32_t part = 0; part < 8 / FLOAT_LANES; part++) {
            FLOATS px = *(const FLOATS *)(x + i + part * FLOAT_LANES),
                   py = *(const FLOATS *)(y + i + part * FLOAT_LANES);
#pragma GCC unroll 4
            for (uint32_t k = 0; k < 4; k++) {
                FLOATS phi = *(const FLOATS *)(basis + k * (size_t)row + i + part * FLOAT_LANES);
                sx[k][part] += phi * px;
                sy[k][part] += phi * py;
            }
        }
    for (uint32_t k = 0; k < 4; k++) {
        re[k] += eight((const float *)sx[k]);
        im[k] += eight((const float *)sy[k]);
    }
}

TARGET static void NAME(gather)(const vvi_sprite_view *sprite, const float *xs, uint32_t row, double *b)
{
    memset(b, 0, 2 * (size_t)sprite->stride * sizeof *b);
    for (uint32_t i = 0; i < row; i += CHUNK)
        for (uint32_t k = 0; k < sprite->stride; k += 4)
            NAME(gather_four)
    (sprite->basis + k * (size_t)row + i, row, xs + i, xs + row + i, row - i < CHUNK ? row - i : CHUNK, b + k,
     b + sprite->stride + k);
}

TARGET static void NAME(inner)(uint32_t stride, const double *a, const double *b, double out[2])
{
    VECTOR re[4 / LANES], im[4 / LANES];
    memset(re, 0, sizeof re);
    memset(im, 0, sizeof im);
    for (uint32_t k = 0; k < stride; k += 4)
#pragma GCC unroll 4
        for (uint32_t part = 0; part < 4 / LANES; part++) {
            uint32_t i = k + part * LANES;
            VECTOR ax = *(const VECTOR *)(a + i), ay = *(const VECTOR *)(a + stride + i);
            VECTOR bx = *(const VECTOR *)(b + i), by = *(const VECTOR *)(b + stride + i);
            re[part] += ax * bx + ay * by;
            im[part] += ax * by - ay * bx;
        }
    double parts[2][4];
    memcpy(parts[0], re, sizeof parts[0]);
    memcpy(parts[1], im, sizeof parts[1]);
    out[0] = (parts[0][0] + parts[0][2]) + (parts[0][1] + parts[0][3]);
    out[1] = (parts[1][0] + parts[1][2]) + (parts[1][1] + parts[1][3]);
}
