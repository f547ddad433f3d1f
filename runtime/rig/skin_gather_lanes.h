/* The loop of skin_gather.c for one width. Included once a width, with LANES, VECTOR, TARGET and NAME(kernel) defined;
 * therefore it has no guard. */

TARGET static void NAME(add_block)(const skin_view *view, uint32_t block, float products[SUMS][SKIN_LANES],
                                   handle_sums *sums)
{
    for (uint32_t e = view->starts[block], end = view->starts[block + 1]; e < end; e++) {
        const float *weights = view->weights + SKIN_LANES * (size_t)e;
        handle_sums *own = &sums[view->handles[e]];
#pragma GCC unroll 16
        for (uint32_t i = 0; i < SKIN_LANES; i += LANES) {
            VECTOR w = *(const VECTOR *)(weights + i);
#pragma GCC unroll 6
            for (uint32_t k = 0; k < SUMS; k++)
                *(VECTOR *)((*own)[k] + i % SUM_LANES) += w * *(const VECTOR *)(products[k] + i);
        }
    }
}
