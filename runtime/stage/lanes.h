/* Vector types for the kernels of this room. Every lane does the same plain + − × ÷ √ in the same order as the plain
 * version, and nothing is fused, so all widths give the same bits. The types may lie at any address a float may. */
#ifndef VVI_STAGE_LANES_H
#define VVI_STAGE_LANES_H

#include "runtime/rig/rig.h"

#include <stdbool.h>

typedef float lone_float __attribute__((may_alias));
typedef double lone_double __attribute__((may_alias));

#ifndef VV_SCALAR
typedef float float4 __attribute__((vector_size(16), aligned(4), may_alias));
typedef int32_t int4 __attribute__((vector_size(16)));
typedef int64_t long2 __attribute__((vector_size(16)));
typedef double double2 __attribute__((vector_size(16), aligned(8), may_alias));

#if defined(__x86_64__)
#define STAGE_AVX2 1
/* No FMA: where -march adds it, -ffp-contract=off keeps it out of sums, which would be rounded once instead of twice. */
#define STAGE_TARGET_AVX2 __attribute__((target("avx2")))
typedef float float8 __attribute__((vector_size(32), aligned(4), may_alias));
typedef int32_t int8 __attribute__((vector_size(32)));
typedef int64_t long4 __attribute__((vector_size(32)));
typedef double double4 __attribute__((vector_size(32), aligned(8), may_alias));
#endif
#endif

#endif
