/* Skinning turned round, Σ_i w_ij f_i ⊗ (r_i, 1): what forces on the vertices are to the transforms of the handles. Each of
 * the eight lanes of a sum adds its own vertices in order, so every width gives the same bits; sums in float are taken over
 * into double every CHUNK blocks, before they outgrow what is added to them. */
#include "lanes.h"
#include "skin.h"

#include <string.h>

#define CHUNK     32u
#define SUM_LANES 8u
#define SUMS      6u

typedef float handle_sums[SUMS][SUM_LANES];
typedef float lone_float __attribute__((may_alias));

/* The six products f ⊗ (r, 1) of a block's vertices; lanes beyond the last vertex get none. */
static void multiply_block(const skin_view *view, uint32_t block, uint32_t count, const vv_vec2 *forces,
                           float products[SUMS][SKIN_LANES])
{
    const float *rest = view->rest + 2 * SKIN_LANES * (size_t)block;
    float x[SKIN_LANES] = {0.0f}, y[SKIN_LANES] = {0.0f};
    for (uint32_t i = 0; i < count; i++) {
        x[i] = forces[i].x;
        y[i] = forces[i].y;
    }
    for (uint32_t i = 0; i < SKIN_LANES; i++) {
        products[0][i] = x[i] * rest[i];
        products[1][i] = x[i] * rest[SKIN_LANES + i];
        products[2][i] = x[i];
        products[3][i] = y[i] * rest[i];
        products[4][i] = y[i] * rest[SKIN_LANES + i];
        products[5][i] = y[i];
    }
}

#define LANES  1u
#define VECTOR lone_float
#define TARGET
#define NAME(kernel) kernel##_plain
#include "skin_gather_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME

#ifndef VV_SCALAR
#define LANES  4u
#define VECTOR float4
#define TARGET
#define NAME(kernel) kernel##_4
#include "skin_gather_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME
#endif

#ifdef RIG_AVX2
#define LANES        8u
#define VECTOR       float8
#define TARGET       RIG_TARGET_AVX2
#define NAME(kernel) kernel##_8
#include "skin_gather_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME
#endif

typedef void (*add_block)(const skin_view *view, uint32_t block, float products[SUMS][SKIN_LANES], handle_sums *sums);

static add_block adder(vvi_width width)
{
    VV_ASSERT(width <= vvi_best_width());
    (void)width; /* a build without SIMD has no choice */
#ifdef RIG_AVX2
    if (width == VVI_WIDTH_8)
        return add_block_8;
#endif
#ifndef VV_SCALAR
    if (width == VVI_WIDTH_4)
        return add_block_4;
#endif
    return add_block_plain;
}

static void take_over(uint32_t handle_count, handle_sums *lanes, double (*sums)[SUMS])
{
    for (uint32_t j = 0; j < handle_count; j++)
        for (uint32_t k = 0; k < SUMS; k++) {
            const float *v = lanes[j][k];
            sums[j][k] += (double)(((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7])));
        }
    memset(lanes, 0, handle_count * sizeof *lanes);
}

void vvi_skin_gather(const vv_skin *skin, const vv_vec2 *forces, double (*sums)[6], vvi_width width)
{
    skin_view view = skin_open(skin);
    add_block add = adder(width);
    handle_sums lanes[VV_RIG_MAX_HANDLES];
    memset(lanes, 0, skin->handle_count * sizeof *lanes);
    memset(sums, 0, skin->handle_count * sizeof *sums);
    for (uint32_t block = 0; block < skin->block_count; block++) {
        float products[SUMS][SKIN_LANES];
        uint32_t start = block * SKIN_LANES, left = skin->vertex_count - start;
        multiply_block(&view, block, left < SKIN_LANES ? left : SKIN_LANES, forces + start, products);
        add(&view, block, products, lanes);
        if (block % CHUNK == CHUNK - 1u)
            take_over(skin->handle_count, lanes, sums);
    }
    take_over(skin->handle_count, lanes, sums);
}
