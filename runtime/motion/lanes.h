/* Vector types for the hot loops of this room. Every lane does the same plain + − × in the same order as the scalar version
 * beside it, and nothing is fused, so all widths give the same bits. */
#ifndef VVI_MOTION_LANES_H
#define VVI_MOTION_LANES_H

#ifndef VV_SCALAR
typedef float float4 __attribute__((vector_size(16), aligned(4), may_alias));
typedef int int4 __attribute__((vector_size(16)));

#if defined(__x86_64__)
#define MOTION_AVX2 1
/* No FMA: where -march adds it, -ffp-contract=off keeps it out of sums, which would be rounded once instead of twice. */
#define MOTION_TARGET_AVX2 __attribute__((target("avx2")))
typedef float float8 __attribute__((vector_size(32), aligned(4), may_alias));
typedef int int8 __attribute__((vector_size(32)));
#endif
#endif

#endif
