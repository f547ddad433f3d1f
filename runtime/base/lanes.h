/* Vector types for hot loops, and which of them this processor supports. Every lane does the same + − × ÷ √ in
 * the same order as the scalar version beside it, and nothing is fused, so all widths give the same bits.
 *
 * Vectors need no more alignment than their elements, because sections of a baked asset are used in place. */
#ifndef VVI_LANES_H
#define VVI_LANES_H

#include <stdbool.h>
#include <stdint.h>

typedef enum vvi_width {
    VVI_WIDTH_PLAIN, /* one vertex at a time */
    VVI_WIDTH_4,     /* SSE2, NEON, WebAssembly SIMD */
    VVI_WIDTH_8,     /* AVX2 */
} vvi_width;

/* Where a target has no vectors of this width, compilers build them out of narrower ones. */
typedef float float1 __attribute__((may_alias));
typedef float float4 __attribute__((vector_size(16), aligned(4), may_alias));
typedef float float8 __attribute__((vector_size(32), aligned(4), may_alias));
typedef double double1 __attribute__((may_alias));
typedef double double2 __attribute__((vector_size(16), aligned(8), may_alias));
typedef double double4 __attribute__((vector_size(32), aligned(8), may_alias));
typedef int32_t int4 __attribute__((vector_size(16), aligned(4), may_alias));
typedef int32_t int8 __attribute__((vector_size(32), aligned(4), may_alias));
typedef uint16_t ushort4 __attribute__((vector_size(8), aligned(2), may_alias));
typedef int64_t long2 __attribute__((vector_size(16), aligned(8), may_alias));
typedef int64_t long4 __attribute__((vector_size(32), aligned(8), may_alias));

#if defined(__x86_64__) && !defined(VV_SCALAR)
#define VVI_AVX2 1
/* No FMA: where -march adds it, -ffp-contract=off keeps it out of sums, which would be rounded once instead of twice.
 */
#define VVI_TARGET_AVX2 __attribute__((target("avx2")))
#endif

/* a < b ? a : b in every lane, and a > b ? a : b; b where one of them is NaN, like vvi_min and vvi_max. */
static inline float4 float4_min(float4 a, float4 b)
{
#ifdef __SSE2__
    return __builtin_ia32_minps(a, b);
#else
    int4 less = a < b;
    return (float4)((less & (int4)a) | (~less & (int4)b));
#endif
}

static inline float4 float4_max(float4 a, float4 b)
{
#ifdef __SSE2__
    return __builtin_ia32_maxps(a, b);
#else
    int4 more = a > b;
    return (float4)((more & (int4)a) | (~more & (int4)b));
#endif
}

static inline float4 float4_sqrt(float4 a)
{
#ifdef __SSE2__
    return __builtin_ia32_sqrtps(a);
#else
    for (uint32_t lane = 0; lane < 4; lane++)
        a[lane] = __builtin_sqrtf(a[lane]);
    return a;
#endif
}

/* Bit k: lane k of a mask is −1. */
static inline uint32_t int4_bits(int4 mask)
{
#ifdef __SSE2__
    return (uint32_t)__builtin_ia32_movmskps((float4)mask);
#else
    return (uint32_t)(-mask[0] - 2 * mask[1] - 4 * mask[2] - 8 * mask[3]);
#endif
}

/* a where the mask is −1, b where it is 0. */
static inline float4 float4_select(int4 mask, float4 a, float4 b)
{
    return (float4)((mask & (int4)a) | (~mask & (int4)b));
}

#ifdef VVI_AVX2
VVI_TARGET_AVX2 static inline float8 float8_min(float8 a, float8 b) { return __builtin_ia32_minps256(a, b); }
/* gcc 12 converts both halves by themselves and joins them, so it is told the instruction. */
VVI_TARGET_AVX2 static inline double4 double4_from_float4(float4 a)
{
#ifdef __clang__
    return __builtin_convertvector(a, double4);
#else
    return __builtin_ia32_cvtps2pd256(a);
#endif
}
#endif

/* The greatest width that both this build and this processor support. */
static inline vvi_width vvi_best_width(void)
{
#ifdef VVI_AVX2
    return __builtin_cpu_supports("avx2") ? VVI_WIDTH_8 : VVI_WIDTH_4;
#elif !defined(VV_SCALAR)
    return VVI_WIDTH_4;
#else
    return VVI_WIDTH_PLAIN;
#endif
}

#endif
