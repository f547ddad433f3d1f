/* The loop of skin_gather.c for one width. It is included once for each width, with LANES, VECTOR, TARGET and
 * NAME(kernel) defined, and therefore has no guard. */

/* The products f ⊗ (r, 1) of LANES vertices. */
TARGET static inline __attribute__((always_inline)) void NAME(multiply)(const float *rest, const vv_vec2 *forces,
                                                                        VECTOR products[SUMS])
{
    VECTOR x, y, rx = *(const VECTOR *)rest, ry = *(const VECTOR *)(rest + SKIN_LANES);
    NAME(load_pairs)(forces, &x, &y);
    products[0] = x * rx;
    products[1] = x * ry;
    products[2] = x;
    products[3] = y * rx;
    products[4] = y * ry;
    products[5] = y;
}

TARGET static void NAME(add_block)(const skin_view *view, uint32_t block, const vv_vec2 *forces, handle_sums *sums)
{
    const float *rest = view->rest + 2 * SKIN_LANES * (size_t)block;
    uint32_t start = view->starts[block], end = view->starts[block + 1];
    for (uint32_t lane = 0; lane < SUM_LANES; lane += LANES) { /* together with the vertices eight places further */
        VECTOR near[SUMS], far[SUMS];
        NAME(multiply)(rest + lane, forces + lane, near);
        NAME(multiply)(rest + lane + SUM_LANES, forces + lane + SUM_LANES, far);
        for (uint32_t e = start; e < end; e++) {
            const float *weights = view->weights + SKIN_LANES * (size_t)e + lane;
            VECTOR w = *(const VECTOR *)weights, v = *(const VECTOR *)(weights + SUM_LANES);
            float *sum = sums[view->handles[e]][0] + lane;
#pragma GCC unroll 6
            for (uint32_t k = 0; k < SUMS; k++)
                *(VECTOR *)(sum + k * SUM_LANES) += w * near[k] + v * far[k];
        }
    }
}
