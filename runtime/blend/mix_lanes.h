/* Mixing for one width. mix.c includes it once for each, with LANES, VECTOR, TARGET and NAME defined: VECTOR holds
 * LANES floats (1, 4 or 8). */

/* Fills `vectors` · LANES floats from out[at] on. Each sum stays in a register while the examples are added in
 * order. */
TARGET static inline __attribute__((always_inline)) void NAME(mix_columns)(const uint32_t vectors, uint32_t at,
                                                                           uint32_t example_count, const float *weights,
                                                                           uint32_t stride, const float *examples,
                                                                           float *out)
{
    VECTOR sums[8];
    const float *row = examples + at;
#pragma GCC unroll 8
    for (uint32_t v = 0; v < vectors; v++)
        sums[v] = *(const VECTOR *)(row + v * LANES) * weights[0];
    for (uint32_t i = 1; i < example_count; i++) {
        row += stride;
        float weight = weights[i];
#pragma GCC unroll 8
        for (uint32_t v = 0; v < vectors; v++)
            sums[v] += *(const VECTOR *)(row + v * LANES) * weight;
    }
#pragma GCC unroll 8
    for (uint32_t v = 0; v < vectors; v++)
        *(VECTOR *)(out + at + v * LANES) = sums[v];
}

TARGET static void NAME(mix)(uint32_t example_count, const float *weights, uint32_t count, uint32_t stride,
                             const float *examples, float *out)
{
    uint32_t at = 0;
    for (; at + 8 * LANES <= count; at += 8 * LANES)
        NAME(mix_columns)(8, at, example_count, weights, stride, examples, out);
    for (; at < count; at += LANES)
        NAME(mix_columns)(1, at, example_count, weights, stride, examples, out);
}
