/* Eq. 3: weighted sums of examples, whatever their numbers mean. Every shape and verb spends its time here, so it
 * runs as fast as the numbers come out of the cache. */
#include "field.h"

#include "runtime/base/lanes.h"

#define LANES  1u
#define VECTOR float1
#define TARGET
#define NAME(kernel) kernel##_1
#include "mix_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME

#ifndef VV_SCALAR
#define LANES  4u
#define VECTOR float4
#define TARGET
#define NAME(kernel) kernel##_4
#include "mix_lanes.h"
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
#include "mix_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME
#endif

void vvi_mix_width(uint32_t example_count, const float *weights, uint32_t count, uint32_t stride, const float *examples,
                   float *out, vvi_width width)
{
    VV_ASSERT(width <= vvi_best_width() && example_count > 0 && count <= stride && stride % 16 == 0);
    (void)width; /* a scalar build has only one width */
    count = (count + 15u) & ~15u;
#ifdef VVI_AVX2
    if (width == VVI_WIDTH_8) {
        mix_8(example_count, weights, count, stride, examples, out);
        return;
    }
#endif
#ifndef VV_SCALAR
    if (width == VVI_WIDTH_4) {
        mix_4(example_count, weights, count, stride, examples, out);
        return;
    }
#endif
    mix_1(example_count, weights, count, stride, examples, out);
}

void vv_mix(uint32_t example_count, const float *weights, uint32_t count, uint32_t stride, const float *examples,
            float *out)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(weights != NULL);
    VV_ASSERT(examples != NULL);
    VV_ASSERT(out != NULL);
    vvi_mix_width(example_count, weights, count, stride, examples, out, vvi_best_width());
}
