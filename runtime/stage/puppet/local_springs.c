/* Springs: ½ k (|d| − ℓ)² is ½ k |d − ℓ p|² at the best direction p = d/|d|, and the pull on the ends is ± k ℓ p.
 * Each node sums its own springs, so each spring is evaluated twice: that costs less than adding to both ends in
 * memory. An edge that has shrunk to a point has no direction, and does not pull. */
#include "local_points.h"

#include <string.h>

#define SHORT 1e-30f /* of the length squared */

/* The arrays of all springs. */
typedef struct springs {
    const vv_vec2 *x;
    const uint32_t *row_starts;
    const uint32_t (*rows)[PUPPET_BLOCK];
    const float (*stiffness)[PUPPET_BLOCK], (*rest)[PUPPET_BLOCK];
    vv_vec2 *pulls;
} springs;

#define LANES  1u
#define VECTOR float1
#define TARGET
#define NAME(function) function##_plain
#include "local_springs_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME

#ifndef VV_SCALAR
#define LANES  4u
#define VECTOR float4
#define TARGET
#define NAME(function) function##_4
#include "local_springs_lanes.h"
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
#include "local_springs_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME
#endif

typedef void (*add_chunk)(const springs *s, uint32_t start, uint32_t blocks, float energies[PUPPET_BLOCK]);

static add_chunk chunk_of(vvi_width width)
{
    VV_ASSERT(width <= vvi_best_width());
    (void)width; /* unused in a build without SIMD */
#ifdef VVI_AVX2
    if (width == VVI_WIDTH_8)
        return add_chunk_8;
#endif
#ifndef VV_SCALAR
    if (width == VVI_WIDTH_4)
        return add_chunk_4;
#endif
    return add_chunk_plain;
}

void vvi_local_rest_springs(const local_work *w)
{
    float(*rest)[PUPPET_BLOCK] = (float(*)[PUPPET_BLOCK])w->rest;
    for (uint32_t b = 0; b < puppet_blocks(w->node_count); b++)
        for (uint32_t r = w->kernel.row_starts[b]; r < w->kernel.row_starts[b + 1]; r++)
            for (uint32_t l = 0; l < PUPPET_BLOCK; l++) {
                vv_vec2 from = w->x[b * PUPPET_BLOCK + l], to = w->x[w->kernel.rows[r][l]];
                float x = from.x - to.x, y = from.y - to.y;
                rest[r][l] = sqrtf(x * x + y * y);
            }
}

double vvi_local_springs(const local_work *w)
{
    springs s = {
        w->x, w->kernel.row_starts, w->kernel.rows, w->kernel.springs, (const float(*)[PUPPET_BLOCK])w->rest, w->pulls};
    add_chunk add = chunk_of(w->width);
    uint32_t blocks = puppet_blocks(w->node_count);
    double energy = 0.0;
    for (uint32_t b = 0; b < blocks; b += CHUNK) {
        float energies[PUPPET_BLOCK];
        add(&s, b, blocks - b < CHUNK ? blocks - b : CHUNK, energies);
        energy += sum_lanes(energies);
    }
    return 0.25 * energy; /* each spring is counted at both ends */
}
