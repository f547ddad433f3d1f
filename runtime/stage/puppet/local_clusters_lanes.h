/* The loops of local_clusters.c for one width. Included once per width with LANES, VECTOR, TARGET and NAME(function)
 * defined, so it has no include guard. A sum over the columns of a cluster has four lanes whatever the width. */

#define PARTS (4u / LANES)

/* out[n] = K rest, K[3n][4n] by columns. */
TARGET static void NAME(multiply_rest)(uint32_t n, const double *K, const quad *rest, quad *out)
{
    for (uint32_t row = 0; row < 4 * n; row += LANES) {
        VECTOR re = {0.0}, im = {0.0};
        for (uint32_t e = 0; e < n; e++)
#pragma GCC unroll 3
            for (uint32_t k = 0; k < 3; k++) {
                VECTOR a = *(const VECTOR *)(K + (size_t)(3 * e + k) * 4 * n + row);
                re += a * rest[e].re[k];
                im += a * rest[e].im[k];
            }
        *(VECTOR *)(out[row / 4].re + row % 4) = re;
        *(VECTOR *)(out[row / 4].im + row % 4) = im;
    }
}

/* S[2][stride] = Σ z conj(β). */
TARGET static void NAME(measure)(const local_work *w, const quad *z, double *S)
{
    const uint32_t *starts = w->kernel.cluster_starts, *handles = w->kernel.cluster_handles;
    const quad *rest_products = (const quad *)w->rest_products;
    double *across = S + clusters_padded(w->cluster_count);
    for (uint32_t c = 0; c < w->cluster_count; c++) {
        VECTOR sums[2][PARTS];
        double re[4], im[4];
        memset(sums, 0, sizeof sums);
        for (uint32_t e = starts[c], end = starts[c + 1]; e < end; e++)
#pragma GCC unroll 4
            for (uint32_t part = 0; part < PARTS; part++) {
                VECTOR x = *(const VECTOR *)(z[handles[e]].re + part * LANES);
                VECTOR y = *(const VECTOR *)(z[handles[e]].im + part * LANES);
                VECTOR a = *(const VECTOR *)(rest_products[e].re + part * LANES);
                VECTOR b = *(const VECTOR *)(rest_products[e].im + part * LANES);
                sums[0][part] += x * a + y * b;
                sums[1][part] += y * a - x * b;
            }
        memcpy(re, sums[0], sizeof re);
        memcpy(im, sums[1], sizeof im);
        S[c] = (re[0] + re[2]) + (re[1] + re[3]);
        across[c] = (im[0] + im[2]) + (im[1] + im[3]);
    }
}

/* Normalises S to S/|S| and returns Σ |S|. Entries beyond the last cluster are zero and add nothing. */
TARGET static double NAME(normalise)(uint32_t stride, double *S)
{
    VECTOR none = {0.0}, one = none + 1.0, small = none + SHORT, sums[PARTS];
    double lengths[4];
    memset(sums, 0, sizeof sums);
    for (uint32_t c = 0; c < stride; c += LANES) {
        VECTOR re = *(const VECTOR *)(S + c), im = *(const VECTOR *)(S + stride + c), square = re * re + im * im;
        VECTOR length = NAME(root)(square), scale = NAME(where_greater)(square, small, one / length);
        *(VECTOR *)(S + c) = re * scale + (one - NAME(where_greater)(square, small, one));
        *(VECTOR *)(S + stride + c) = im * scale;
        sums[c % 4 / LANES] += length;
    }
    memcpy(lengths, sums, sizeof lengths);
    return (lengths[0] + lengths[2]) + (lengths[1] + lengths[3]);
}

/* pulls[handle_count] += Σ β ρ. */
TARGET static void NAME(pull)(const local_work *w, const double *rotations, quad *pulls)
{
    const uint32_t *starts = w->kernel.cluster_starts, *handles = w->kernel.cluster_handles;
    const quad *rest_products = (const quad *)w->rest_products;
    const double *across = rotations + clusters_padded(w->cluster_count);
    for (uint32_t c = 0; c < w->cluster_count; c++) {
        double re = rotations[c], im = across[c];
        for (uint32_t e = starts[c], end = starts[c + 1]; e < end; e++)
#pragma GCC unroll 4
            for (uint32_t part = 0; part < PARTS; part++) {
                VECTOR a = *(const VECTOR *)(rest_products[e].re + part * LANES);
                VECTOR b = *(const VECTOR *)(rest_products[e].im + part * LANES);
                *(VECTOR *)(pulls[handles[e]].re + part * LANES) += a * re - b * im;
                *(VECTOR *)(pulls[handles[e]].im + part * LANES) += a * im + b * re;
            }
    }
}

#undef PARTS
