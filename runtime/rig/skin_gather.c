/* The transpose of skinning, Σ_i w_ij f_i ⊗ (r_i, 1): forces on the vertices as generalised forces on the handles.
 * Each of the eight lanes of a sum adds its own vertices in order, so that every width gives the same bits. Every
 * CHUNK blocks the sums in float are added to sums in double, before they grow so large that what is added to them is
 * rounded away. */
#include "runtime/base/lanes.h"
#include "skin.h"

#include <string.h>

#define CHUNK     32u
#define SUM_LANES 8u
#define SUMS      6u

typedef float handle_sums[SUMS][SUM_LANES];

static inline void load_pairs_plain(const vv_vec2 *from, float1 *x, float1 *y)
{
    *x = from->x;
    *y = from->y;
}

#ifndef VV_SCALAR
static inline void load_pairs_4(const vv_vec2 *from, float4 *x, float4 *y)
{
    float4 a = *(const float4 *)from, b = *(const float4 *)(from + 2);
    *x = __builtin_shufflevector(a, b, 0, 2, 4, 6);
    *y = __builtin_shufflevector(a, b, 1, 3, 5, 7);
}
#endif

#ifdef VVI_AVX2
VVI_TARGET_AVX2 static inline void load_pairs_8(const vv_vec2 *from, float8 *x, float8 *y)
{
    float8 a = *(const float8 *)from, b = *(const float8 *)(from + 4);
    float8 low = __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
    float8 high = __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
    *x = __builtin_shufflevector(low, high, 0, 2, 8, 10, 4, 6, 12, 14);
    *y = __builtin_shufflevector(low, high, 1, 3, 9, 11, 5, 7, 13, 15);
}
#endif

#define LANES  1u
#define VECTOR float1
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

#ifdef VVI_AVX2
#define LANES        8u
#define VECTOR       float8
#define TARGET       VVI_TARGET_AVX2
#define NAME(kernel) kernel##_8
#include "skin_gather_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME
#endif

typedef void (*add_block)(const skin_view *view, uint32_t block, const vv_vec2 *forces, handle_sums *sums);

static add_block select_add_block(vvi_width width)
{
    VV_ASSERT(width <= vvi_best_width());
    (void)width; /* a scalar build has only one width */
#ifdef VVI_AVX2
    if (width == VVI_WIDTH_8)
        return add_block_8;
#endif
#ifndef VV_SCALAR
    if (width == VVI_WIDTH_4)
        return add_block_4;
#endif
    return add_block_plain;
}

static void flush_sums(uint32_t handle_count, handle_sums *lanes, double (*sums)[SUMS])
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
    add_block add = select_add_block(width);
    handle_sums lanes[VV_RIG_MAX_HANDLES];
    memset(lanes, 0, skin->handle_count * sizeof *lanes);
    memset(sums, 0, skin->handle_count * sizeof *sums);
    for (uint32_t block = 0; block < skin->block_count; block++) {
        vv_vec2 last[SKIN_LANES] = {{0.0f, 0.0f}};
        uint32_t start = block * SKIN_LANES, left = skin->vertex_count - start;
        if (left < SKIN_LANES)
            memcpy(last, forces + start, left * sizeof *last);
        add(&view, block, left < SKIN_LANES ? last : forces + start, lanes);
        if (block % CHUNK == CHUNK - 1u)
            flush_sums(skin->handle_count, lanes, sums);
    }
    flush_sums(skin->handle_count, lanes, sums);
}
