/* The kernels of posing in every width: kernels_lanes.h is compiled once for each. */
#include "kernels.h"

#include "runtime/base/lanes.h"

#include <math.h>
#include <string.h>

#define LANES  1u
#define VECTOR double1
#define TARGET
#define NAME(kernel) kernel##_plain
#include "kernels_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME

static const rig_kernels plain = {complex_apply_plain, real_apply_plain, dot_plain,       add_scaled_plain,
                                  subtract_plain,      lengths_plain,    directions_plain};

#ifndef VV_SCALAR
#define LANES  2u
#define VECTOR double2
#define TARGET
#define NAME(kernel) kernel##_2
#include "kernels_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME

static const rig_kernels two = {complex_apply_2, real_apply_2, dot_2,       add_scaled_2,
                                subtract_2,      lengths_2,    directions_2};
#endif

#ifdef VVI_AVX2
#define LANES        4u
#define VECTOR       double4
#define TARGET       VVI_TARGET_AVX2
#define NAME(kernel) kernel##_4
#include "kernels_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME

static const rig_kernels four = {complex_apply_4, real_apply_4, dot_4,       add_scaled_4,
                                 subtract_4,      lengths_4,    directions_4};
#endif

const rig_kernels *vvi_rig_kernels(vvi_width width)
{
    VV_ASSERT(width <= vvi_best_width());
    (void)width; /* a scalar build has only one width */
#ifdef VVI_AVX2
    if (width == VVI_WIDTH_8)
        return &four;
#endif
#ifndef VV_SCALAR
    if (width == VVI_WIDTH_4)
        return &two;
#endif
    return &plain;
}

void vvi_real_apply(vvi_width width, uint32_t stride, uint32_t columns, const double *M, const double *x, double *out)
{
    vvi_rig_kernels(width)->real_apply(stride, columns, M, x, out);
}
