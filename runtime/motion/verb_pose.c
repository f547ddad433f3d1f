/* From degrees of freedom to a pose: rotation = reference · exp(h) for every joint, four or eight at once, by series
 * in |h|². */
#include "runtime/base/lanes.h"
#include "verb.h"

#include <string.h>

#define lane            float
#define LANE_NAME(name) name##_1
#define LANE_TARGET
#include "verb_pose_lanes.h"

#ifndef VV_SCALAR
#define lane            float4
#define LANE_NAME(name) name##_4
#define LANE_TARGET
#include "verb_pose_lanes.h"
#endif

#ifdef VVI_AVX2
#define lane            float8
#define LANE_NAME(name) name##_8
#define LANE_TARGET     VVI_TARGET_AVX2
#include "verb_pose_lanes.h"
#endif

#define SERIES_LIMIT 2.5f /* |h|²/4 up to which the series are accurate: a little more than half a turn */

/* Rotates blocks of eight joints, h[24] each, with their references x[8], y[8], z[8], w[8]. Returns whether a joint
 * turns further than the series are accurate. */
static bool rotate_blocks_1(uint32_t count, const float *h, const float *references, vv_quat *turns)
{
    bool is_beyond_series = false;
    for (uint32_t j = 0; j < count * VERB_LANES; j++) {
        const float *h_j = h + 3 * (size_t)j;
        const float *r = references + (size_t)(j / VERB_LANES) * 4 * VERB_LANES + j % VERB_LANES;
        const float a[4] = {r[0], r[VERB_LANES], r[2 * VERB_LANES], r[3 * VERB_LANES]};
        float p = square_of_1(h_j), q[4];
        turn_1(h_j, p, a, q);
        turns[j] = (vv_quat){q[0], q[1], q[2], q[3]};
        is_beyond_series |= !(p <= SERIES_LIMIT);
    }
    return is_beyond_series;
}

#ifndef VV_SCALAR
#define SHUFFLE_4(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)

static bool rotate_blocks_4(uint32_t count, const float *h, const float *references, vv_quat *turns)
{
    int4 is_beyond_series = {0};
    for (uint32_t half = 0; half < 2 * count; half++, h += 12, turns += 4) {
        const float *r = references + (size_t)(half / 2) * 4 * VERB_LANES + half % 2 * 4;
        const float4 a[4] = {*(const float4 *)r, *(const float4 *)(r + VERB_LANES),
                             *(const float4 *)(r + 2 * VERB_LANES), *(const float4 *)(r + 3 * VERB_LANES)};
        float4 h0 = *(const float4 *)h, h1 = *(const float4 *)(h + 4), h2 = *(const float4 *)(h + 8);
        const float4 axis[3] = {SHUFFLE_4(SHUFFLE_4(h0, h1, 0, 3, 6, 6), h2, 0, 1, 2, 5),
                                SHUFFLE_4(SHUFFLE_4(h0, h1, 1, 4, 7, 7), h2, 0, 1, 2, 6),
                                SHUFFLE_4(SHUFFLE_4(h0, h1, 2, 5, 5, 5), h2, 0, 1, 4, 7)};
        float4 p = square_of_4(axis), q[4], *out = (float4 *)turns;
        turn_4(axis, p, a, q);
        is_beyond_series |= ~(p <= SERIES_LIMIT);
        float4 xy0 = SHUFFLE_4(q[0], q[1], 0, 4, 1, 5), zw0 = SHUFFLE_4(q[2], q[3], 0, 4, 1, 5),
               xy2 = SHUFFLE_4(q[0], q[1], 2, 6, 3, 7), zw2 = SHUFFLE_4(q[2], q[3], 2, 6, 3, 7);
        out[0] = SHUFFLE_4(xy0, zw0, 0, 1, 4, 5);
        out[1] = SHUFFLE_4(xy0, zw0, 2, 3, 6, 7);
        out[2] = SHUFFLE_4(xy2, zw2, 0, 1, 4, 5);
        out[3] = SHUFFLE_4(xy2, zw2, 2, 3, 6, 7);
    }
    return (is_beyond_series[0] | is_beyond_series[1] | is_beyond_series[2] | is_beyond_series[3]) != 0;
}
#endif

#ifdef VVI_AVX2
/* The same shuffle in both halves: joints 0…3 and 4…7. */
#define SHUFFLE_8(a, b, i, j, k, l)                                                                                    \
    __builtin_shufflevector(a, b, (i) + 4 * ((i) > 3), (j) + 4 * ((j) > 3), (k) + 4 * ((k) > 3), (l) + 4 * ((l) > 3),  \
                            (i) + 4 * ((i) > 3) + 4, (j) + 4 * ((j) > 3) + 4, (k) + 4 * ((k) > 3) + 4,                 \
                            (l) + 4 * ((l) > 3) + 4)

VVI_TARGET_AVX2 static inline float8 both(const float *low, const float *high)
{
    return __builtin_shufflevector(*(const float4 *)low, *(const float4 *)high, 0, 1, 2, 3, 4, 5, 6, 7);
}

VVI_TARGET_AVX2 static inline void store_both(float8 q, vv_quat *low, vv_quat *high)
{
    *(float4 *)low = __builtin_shufflevector(q, q, 0, 1, 2, 3);
    *(float4 *)high = __builtin_shufflevector(q, q, 4, 5, 6, 7);
}

VVI_TARGET_AVX2 static bool rotate_blocks_8(uint32_t count, const float *h, const float *references, vv_quat *turns)
{
    int8 is_beyond_series = {0};
    for (uint32_t block = 0; block < count; block++, h += 24, turns += 8, references += 4 * VERB_LANES) {
        const float8 a[4] = {*(const float8 *)references, *(const float8 *)(references + VERB_LANES),
                             *(const float8 *)(references + 2 * VERB_LANES),
                             *(const float8 *)(references + 3 * VERB_LANES)};
        float8 h0 = both(h, h + 12), h1 = both(h + 4, h + 16), h2 = both(h + 8, h + 20);
        const float8 axis[3] = {SHUFFLE_8(SHUFFLE_8(h0, h1, 0, 3, 6, 6), h2, 0, 1, 2, 5),
                                SHUFFLE_8(SHUFFLE_8(h0, h1, 1, 4, 7, 7), h2, 0, 1, 2, 6),
                                SHUFFLE_8(SHUFFLE_8(h0, h1, 2, 5, 5, 5), h2, 0, 1, 4, 7)};
        float8 p = square_of_8(axis), q[4];
        turn_8(axis, p, a, q);
        is_beyond_series |= ~(p <= SERIES_LIMIT);
        float8 xy0 = SHUFFLE_8(q[0], q[1], 0, 4, 1, 5), zw0 = SHUFFLE_8(q[2], q[3], 0, 4, 1, 5),
               xy2 = SHUFFLE_8(q[0], q[1], 2, 6, 3, 7), zw2 = SHUFFLE_8(q[2], q[3], 2, 6, 3, 7);
        store_both(SHUFFLE_8(xy0, zw0, 0, 1, 4, 5), turns, turns + 4);
        store_both(SHUFFLE_8(xy0, zw0, 2, 3, 6, 7), turns + 1, turns + 5);
        store_both(SHUFFLE_8(xy2, zw2, 0, 1, 4, 5), turns + 2, turns + 6);
        store_both(SHUFFLE_8(xy2, zw2, 2, 3, 6, 7), turns + 3, turns + 7);
    }
    return (is_beyond_series[0] | is_beyond_series[1] | is_beyond_series[2] | is_beyond_series[3] |
            is_beyond_series[4] | is_beyond_series[5] | is_beyond_series[6] | is_beyond_series[7]) != 0;
}
#endif

static bool rotate_blocks(vvi_width width, uint32_t count, const float *h, const float *references, vv_quat *turns)
{
    (void)width; /* unused in a build without SIMD */
#ifdef VVI_AVX2
    if (width == VVI_WIDTH_8)
        return rotate_blocks_8(count, h, references, turns);
#endif
#ifndef VV_SCALAR
    if (width == VVI_WIDTH_4)
        return rotate_blocks_4(count, h, references, turns);
#endif
    return rotate_blocks_1(count, h, references, turns);
}

/* Joints that turn by more than half a turn from their reference: far outside the examples, and rare. */
static void rotate_far_joints(uint32_t joint_count, const float *h, const float *references, vv_quat *turns)
{
    for (uint32_t j = 0; j < joint_count; j++) {
        const float *h_j = h + 3 * (size_t)j,
                    *r = references + (size_t)(j / VERB_LANES) * 4 * VERB_LANES + j % VERB_LANES;
        if (square_of_1(h_j) <= SERIES_LIMIT)
            continue;
        vv_quat reference = {r[0], r[VERB_LANES], r[2 * VERB_LANES], r[3 * VERB_LANES]};
        vv_quat turn = vv_quat_exp((vv_vec3){0.5f * h_j[0], 0.5f * h_j[1], 0.5f * h_j[2]});
        turns[j] = vv_quat_normalize(vv_quat_multiply(reference, turn));
    }
}

static void rotate_joints(const vv_verb *verb, const float *h, vvi_width width, vv_quat *turns)
{
    const float *references = verb_at(verb, verb->references);
    uint32_t full = verb->joint_count / VERB_LANES, left = verb->joint_count % VERB_LANES;
    bool is_beyond_series = rotate_blocks(width, full, h, references, turns);
    if (left > 0) {
        float last[3 * VERB_LANES] = {0.0f};
        vv_quat out[VERB_LANES];
        size_t first = (size_t)full * VERB_LANES;
        memcpy(last, h + 3 * first, 3 * left * sizeof *last);
        is_beyond_series |= rotate_blocks(width, 1, last, references + 4 * first, out);
        memcpy(turns + first, out, left * sizeof *out);
    }
    if (is_beyond_series)
        rotate_far_joints(verb->joint_count, h, references, turns);
}

static void translate_joints(const vv_verb *verb, const float *dofs, const vv_root *root, vv_vec3 *moves)
{
    const uint32_t *movers = verb_at(verb, verb->movers);
    const float *places = dofs + VV_DOF_JOINTS + 3 * (size_t)verb->joint_count;
    vv_skeleton_rest(vv_verb_skeleton(verb), NULL, moves);
    moves[0] = (vv_vec3){root->x, root->y + dofs[VV_DOF_HEIGHT], root->z};
    for (uint32_t m = 0; m < verb->mover_count; m++)
        moves[movers[m]] = (vv_vec3){places[3 * m], places[3 * m + 1], places[3 * m + 2]};
}

void vvi_verb_pose_width(const vv_verb *verb, const float *dofs, const vv_root *root, vv_quat *turns, vv_vec3 *moves,
                         vvi_width width)
{
    rotate_joints(verb, dofs + VV_DOF_JOINTS, width, turns);
    translate_joints(verb, dofs, root, moves);
    float sine, cosine;
    vv_sin_cos(0.5f * root->heading, &sine, &cosine);
    turns[0] = vv_quat_multiply((vv_quat){0.0f, sine, 0.0f, cosine}, turns[0]);
}

void vv_verb_pose(const vv_verb *verb, const float *dofs, const vv_root *root, vv_quat *turns, vv_vec3 *moves)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(verb != NULL);
    VV_ASSERT(dofs != NULL);
    VV_ASSERT(root != NULL);
    VV_ASSERT(turns != NULL);
    VV_ASSERT(moves != NULL);
    vvi_verb_pose_width(verb, dofs, root, turns, moves, vvi_best_width());
}
