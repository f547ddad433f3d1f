/* The loops of the projection in every width. One text, project_lanes.h, is compiled for each. */
#include "project.h"

#include "runtime/base/lanes.h"

#include <string.h>

/* Particles that are summed in float before the sums go on in double. */
#define CHUNK 512u

static inline double eight(const float *v)
{
    return (double)(((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7])));
}

#define LANES       1u
#define VECTOR      double1
#define FLOAT_LANES 1u
#define FLOATS      float1
#define TARGET
#define NAME(kernel) kernel##_plain
#include "project_lanes.h"
#undef LANES
#undef VECTOR
#undef FLOAT_LANES
#undef FLOATS
#undef TARGET
#undef NAME

static const vvi_project_kernels kernels_plain = {gather_plain, inner_plain};

#ifndef VV_SCALAR
#define LANES       2u
#define VECTOR      double2
#define FLOAT_LANES 4u
#define FLOATS      float4
#define TARGET
#define NAME(kernel) kernel##_4
#include "project_lanes.h"
#undef LANES
#undef VECTOR
#undef FLOAT_LANES
#undef FLOATS
#undef TARGET
#undef NAME

static const vvi_project_kernels kernels_4 = {gather_4, inner_4};
#endif

#ifdef VVI_AVX2
#define LANES        4u
#define VECTOR       double4
#define FLOAT_LANES  8u
#define FLOATS       float8
#define TARGET       VVI_TARGET_AVX2
#define NAME(kernel) kernel##_8
#include "project_lanes.h"
#undef LANES
#undef VECTOR
#undef FLOAT_LANES
#undef FLOATS
#undef TARGET
#undef NAME

static const vvi_project_kernels kernels_8 = {gather_8, inner_8};
#endif

const vvi_project_kernels *vvi_project_kernels_of(vvi_width width)
{
    VV_ASSERT(width <= vvi_best_width());
    (void)width; /* a build without SIMD has no choice */
#ifdef VVI_AVX2
    if (width == VVI_WIDTH_8)
        return &kernels_8;
#endif
#ifndef VV_SCALAR
    if (width == VVI_WIDTH_4)
        return &kernels_4;
#endif
    return &kernels_plain;
}
