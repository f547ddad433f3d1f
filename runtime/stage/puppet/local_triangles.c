/* As rigid as possible, triangle by triangle. The sides e1, e2 of a triangle from its first corner, as complex
 * numbers, become (f1, f2) = √A F by the triangle's factor: f1 = a e1, f2 = b e1 + c e2. With g the same at rest, the
 * energy ½ |f − ρ g|² is least at ρ = S/|S|, S = f1 conj(g1) + f2 conj(g2); the pull on the corners is ρ g,
 * multiplied by the transposed factor. The energy is summed from the differences f − ρ g themselves: near rest it is
 * then accurate to the square of float precision. */
#include "local_points.h"

#include <string.h>

#define FLAT 1e-30f /* of S squared: below it no rotation is better than another, and the identity is used */

/* The arrays of all triangles. */
typedef struct triangles {
    const vv_vec2 *x;
    const uint32_t *corners[3];
    const float *factor[3], *rest[4];
    vv_vec2 *corner_pulls[3];
} triangles;

#define LANES  1u
#define VECTOR float1
#define TARGET
#define NAME(function) function##_plain
#include "local_triangles_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME

#ifndef VV_SCALAR
#define LANES  4u
#define VECTOR float4
#define TARGET
#define NAME(function) function##_4
#include "local_triangles_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME
#endif

#ifdef VVI_AVX2
#define LANES          8u
#define VECTOR         float8
#define TARGET         VVI_TARGET_AVX2
#define NAME(function) function##_8
#include "local_triangles_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME
#endif

typedef struct triangle_kernels {
    void (*add_chunk)(const triangles *t, uint32_t start, uint32_t groups, float energies[GROUP]);
    void (*add_corners)(const local_work *w);
} triangle_kernels;

static triangle_kernels kernels_of(vvi_width width)
{
    VV_ASSERT(width <= vvi_best_width());
    (void)width; /* unused in a build without SIMD */
#ifdef VVI_AVX2
    if (width == VVI_WIDTH_8)
        return (triangle_kernels){add_chunk_8, add_corners_8};
#endif
#ifndef VV_SCALAR
    if (width == VVI_WIDTH_4)
        return (triangle_kernels){add_chunk_4, add_corners_4};
#endif
    return (triangle_kernels){add_chunk_plain, add_corners_plain};
}

static triangles open_triangles(const local_work *w)
{
    size_t row = padded(w->element_count);
    triangles t = {.x = w->x};
    for (size_t k = 0; k < 3; k++) {
        t.corner_pulls[k] = w->corner_pulls + k * row;
        t.corners[k] = w->kernel.corners + k * row;
        t.factor[k] = w->kernel.factor + k * row;
    }
    for (size_t k = 0; k < 4; k++)
        t.rest[k] = w->rest + k * row;
    return t;
}

void vvi_local_rest_triangles(const local_work *w)
{
    triangles t = open_triangles(w);
    size_t row = padded(w->element_count);
    for (uint32_t i = 0; i < row; i++) {
        vv_vec2 from = w->x[t.corners[0][i]];
        vv_vec2 e1 = vv_vec2_sub(w->x[t.corners[1][i]], from), e2 = vv_vec2_sub(w->x[t.corners[2][i]], from);
        w->rest[i] = t.factor[0][i] * e1.x;
        w->rest[row + i] = t.factor[0][i] * e1.y;
        w->rest[2 * row + i] = t.factor[1][i] * e1.x + t.factor[2][i] * e2.x;
        w->rest[3 * row + i] = t.factor[1][i] * e1.y + t.factor[2][i] * e2.y;
    }
}

double vvi_local_triangles(const local_work *w)
{
    triangles t = open_triangles(w);
    triangle_kernels kernels = kernels_of(w->width);
    /* entries beyond the last triangle have a factor of 0 */
    uint32_t groups = (w->element_count + GROUP - 1u) / GROUP;
    double energy = 0.0;
    for (uint32_t g = 0; g < groups; g += CHUNK) {
        float energies[GROUP];
        kernels.add_chunk(&t, g * GROUP, groups - g < CHUNK ? groups - g : CHUNK, energies);
        energy += sum_lanes(energies);
    }
    w->corner_pulls[3 * (size_t)padded(w->element_count)] = (vv_vec2){0.0f, 0.0f};
    kernels.add_corners(w);
    return 0.5 * energy;
}
