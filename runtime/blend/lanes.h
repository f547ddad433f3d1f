/* Vector types for the hot loops of this room. Every lane does the same plain + − × ÷ √ in the same order as the scalar
 * version beside it, and nothing is fused, so all widths give the same bits.
 *
 * The types may lie at any address a float (a double) may. */
#ifndef VVI_BLEND_LANES_H
#define VVI_BLEND_LANES_H

#include <stdint.h>

typedef float float1 __attribute__((may_alias));
typedef double double1 __attribute__((may_alias));

#ifndef VV_SCALAR
typedef float float4 __attribute__((vector_size(16), aligned(4), may_alias));
typedef double double2 __attribute__((vector_size(16), aligned(8), may_alias));
typedef int64_t whole2 __attribute__((vector_size(16), aligned(8), may_alias));

#if defined(__x86_64__)
#define BLEND_AVX2 1
/* No FMA: where -march adds it, -ffp-contract=off keeps it out of sums, which would be rounded once instead of twice. */
#define BLEND_TARGET_AVX2 __attribute__((target("avx2")))
typedef float float8 __attribute__((vector_size(32), aligned(4), may_alias));
typedef double double4 __attribute__((vector_size(32), aligned(8), may_alias));
typedef int64_t whole4 __attribute__((vector_size(32), aligned(8), may_alias));
#endif
#endif

#endif
