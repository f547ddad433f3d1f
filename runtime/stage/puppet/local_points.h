/* Points gathered from nodes into lanes, and the operations that the loops of the full local steps need besides + − ×
 * ÷, for every width. */
#ifndef VVI_STAGE_PUPPET_LOCAL_POINTS_H
#define VVI_STAGE_PUPPET_LOCAL_POINTS_H

#include "local.h"
#include "runtime/base/lanes.h"

enum {
    GROUP = 8,  /* elements at a time: each has its own lane in the energy */
    CHUNK = 16, /* groups whose energies are summed in float before they are added to the sum in double */
};

static inline double sum_lanes(const float v[GROUP])
{
    return (double)(((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7])));
}

static inline void load_points_plain(const vv_vec2 *points, const uint32_t *nodes, float1 *x, float1 *y)
{
    *x = points[*nodes].x;
    *y = points[*nodes].y;
}

static inline void store_points_plain(vv_vec2 *to, float x, float y) { *to = (vv_vec2){x, y}; }

static inline float root_plain(float x) { return sqrtf(x); }

static inline float where_greater_plain(float a, float b, float value) { return a > b ? value : 0.0f; }

static inline void load_pairs_plain(const vv_vec2 *from, float1 *x, float1 *y)
{
    *x = from->x;
    *y = from->y;
}

#ifndef VV_SCALAR
/* A point as one number of 64 bits: only moved, never computed with. */
typedef double point_bits __attribute__((aligned(4), may_alias));

static inline double point(const vv_vec2 *points, uint32_t node) { return *(const point_bits *)(points + node); }

static inline void load_points_4(const vv_vec2 *points, const uint32_t *nodes, float4 *x, float4 *y)
{
    float4 a = (float4)(double2){point(points, nodes[0]), point(points, nodes[1])};
    float4 b = (float4)(double2){point(points, nodes[2]), point(points, nodes[3])};
    *x = __builtin_shufflevector(a, b, 0, 2, 4, 6);
    *y = __builtin_shufflevector(a, b, 1, 3, 5, 7);
}

static inline void store_points_4(vv_vec2 *to, float4 x, float4 y)
{
    *(float4 *)to = __builtin_shufflevector(x, y, 0, 4, 1, 5);
    *(float4 *)(to + 2) = __builtin_shufflevector(x, y, 2, 6, 3, 7);
}

static inline float4 root_4(float4 x) { return (float4){sqrtf(x[0]), sqrtf(x[1]), sqrtf(x[2]), sqrtf(x[3])}; }

static inline float4 where_greater_4(float4 a, float4 b, float4 value) { return (float4)((a > b) & (int4)value); }

static inline void load_pairs_4(const vv_vec2 *from, float4 *x, float4 *y)
{
    float4 a = *(const float4 *)from, b = *(const float4 *)(from + 2);
    *x = __builtin_shufflevector(a, b, 0, 2, 4, 6);
    *y = __builtin_shufflevector(a, b, 1, 3, 5, 7);
}
#endif

#ifdef VVI_AVX2
#define INLINE_8 VVI_TARGET_AVX2 static inline

INLINE_8 void load_points_8(const vv_vec2 *points, const uint32_t *nodes, float8 *x, float8 *y)
{
    double4 a = {point(points, nodes[0]), point(points, nodes[1]), point(points, nodes[4]), point(points, nodes[5])};
    double4 b = {point(points, nodes[2]), point(points, nodes[3]), point(points, nodes[6]), point(points, nodes[7])};
    *x = __builtin_shufflevector((float8)a, (float8)b, 0, 2, 8, 10, 4, 6, 12, 14);
    *y = __builtin_shufflevector((float8)a, (float8)b, 1, 3, 9, 11, 5, 7, 13, 15);
}

INLINE_8 void store_points_8(vv_vec2 *to, float8 x, float8 y)
{
    float8 a = __builtin_shufflevector(x, y, 0, 8, 1, 9, 4, 12, 5, 13);
    float8 b = __builtin_shufflevector(x, y, 2, 10, 3, 11, 6, 14, 7, 15);
    *(float8 *)to = __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
    *(float8 *)(to + 4) = __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
}

INLINE_8 float8 root_8(float8 x)
{
    for (uint32_t l = 0; l < 8; l++)
        x[l] = sqrtf(x[l]);
    return x;
}

INLINE_8 float8 where_greater_8(float8 a, float8 b, float8 value) { return (float8)((a > b) & (int8)value); }

INLINE_8 void load_pairs_8(const vv_vec2 *from, float8 *x, float8 *y)
{
    float8 a = *(const float8 *)from, b = *(const float8 *)(from + 4);
    float8 low = __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
    float8 high = __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
    *x = __builtin_shufflevector(low, high, 0, 2, 8, 10, 4, 6, 12, 14);
    *y = __builtin_shufflevector(low, high, 1, 3, 9, 11, 5, 7, 13, 15);
}
#endif

#endif
