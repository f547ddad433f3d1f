/* Passes over the positions, velocities or shapes of one sprite's particles that need no sums. Their arrays are padded
 * as the kernels' are (sprite/sprite.h), so a pass may work on whole vectors. */
#include "runtime/stage/state.h"

#include "runtime/base/lanes.h"

typedef struct rigid_pass {
    vv_vec2 shift, across;
    float versine;
} rigid_pass;

static inline float4 swap_plain(float4 a) { return __builtin_shufflevector(a, a, 1, 0, 3, 2); }
static inline float4 twice_plain(vv_vec2 a) { return (float4){a.x, a.y, a.x, a.y}; }
static inline float4 min_plain(float4 a, float4 b) { return float4_min(a, b); }

#define LANES  4u
#define VECTOR float4
#define TARGET
#define NAME(function) function##_plain
#include "runtime/stage/positions_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME

#ifdef VVI_AVX2
VVI_TARGET_AVX2 static inline float8 swap_wide(float8 a)
{
    return __builtin_shufflevector(a, a, 1, 0, 3, 2, 5, 4, 7, 6);
}
VVI_TARGET_AVX2 static inline float8 twice_wide(vv_vec2 a) { return (float8){a.x, a.y, a.x, a.y, a.x, a.y, a.x, a.y}; }
VVI_TARGET_AVX2 static inline float8 min_wide(float8 a, float8 b) { return float8_min(a, b); }

#define LANES          8u
#define VECTOR         float8
#define TARGET         VVI_TARGET_AVX2
#define NAME(function) function##_wide
#include "runtime/stage/positions_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME
#define CHOOSE(function) (vvi_best_width() == VVI_WIDTH_8 ? function##_wide : function##_plain)
#else
#define CHOOSE(function) function##_plain
#endif

void vvi_positions_add_rigid(uint32_t count, const vv_vec2 *x, vv_vec2 pivot, vv_vec2 shift, float sine, float versine,
                             vv_vec2 *values)
{
    rigid_pass r = {
        .shift = {shift.x + sine * pivot.y + versine * pivot.x, shift.y - sine * pivot.x + versine * pivot.y},
        .across = {-sine, sine},
        .versine = versine};
    CHOOSE(add_rigid)(count, x, &r, values);
}

void vvi_positions_add_change(uint32_t count, vv_mat2 turn, const vv_vec2 *from, const vv_vec2 *to, vv_vec2 *x)
{
    CHOOSE(add_change)(count, turn, from, to, x);
}

void vvi_positions_subtract_turned(uint32_t count, vv_mat2 turn, const vv_vec2 *x, const vv_vec2 *shape, vv_vec2 *out)
{
    CHOOSE(subtract_turned)(count, turn, x, shape, out);
}

void vvi_positions_add_turned(uint32_t count, vv_mat2 turn, vv_vec2 by, const vv_vec2 *shape, vv_vec2 *x)
{
    CHOOSE(add_turned)(count, turn, by, shape, x);
}

void vvi_positions_add(uint32_t count, vv_vec2 by, vv_vec2 *x) { CHOOSE(add)(count, by, x); }

void vvi_positions_add_spin(uint32_t count, const vv_vec2 *x, vv_vec2 centre, float spin, vv_vec2 *v)
{
    CHOOSE(add_spin)(count, x, centre, spin, v);
}

void vvi_positions_rotate(uint32_t count, vv_mat2 turn, vv_vec2 centre, vv_vec2 *x)
{
    CHOOSE(rotate)(count, turn, centre, x);
}

float vvi_positions_lowest(uint32_t count, const vv_vec2 *x, vv_vec2 n)
{
    float lowest[8] = {INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY};
    uint32_t whole = count & ~3u;
    VVI_CHECK(count > 0);
    CHOOSE(find_lowest)(count / 4u, x, n, lowest);
    for (uint32_t i = whole; i < count; i++)
        lowest[2u * (i - whole)] = vvi_min(lowest[2u * (i - whole)], vv_vec2_dot(n, x[i]));
    return vvi_min(vvi_min(lowest[0], lowest[2]), vvi_min(lowest[4], lowest[6]));
}
