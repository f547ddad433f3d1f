/* Vector types for the hot loops of this room. Every lane does the same plain + − × ÷ √ in the same order as the
 * scalar version beside it, and nothing is fused, so all widths give the same bits.
 *
 * The types may lie at any address a float (a double) may: sections of a baked asset are used where they are. */
#ifndef VVI_RIG_LANES_H
#define VVI_RIG_LANES_H

#include <stdbool.h>

#ifndef VV_SCALAR
typedef float float4 __attribute__((vector_size(16), aligned(4), may_alias));
typedef double double2 __attribute__((vector_size(16), aligned(8), may_alias));

#if defined(__x86_64__)
#define RIG_AVX2 1
/* No FMA: where -march adds it, -ffp-contract=off keeps it out of sums, which would be rounded once instead of twice. */
#define RIG_TARGET_AVX2 __attribute__((target("avx2")))
typedef float float8 __attribute__((vector_size(32), aligned(4), may_alias));
typedef double double4 __attribute__((vector_size(32), aligned(8), may_alias));

static inline bool has_avx2(void) { return __builtin_cpu_supports("avx2") != 0; }
#endif
#endif

#endif
