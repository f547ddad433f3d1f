/* Shape matching of neighbourhoods (eq. 9–10) in time that hardly depends on how large they are: sums over a
 * neighbourhood are differences of prefix sums at the ends of its runs, and since neighbourhoods are symmetric, the
 * mean of all goals of a particle is again a sum of the neighbourhoods' transforms over the runs of its own
 * neighbourhood.
 *
 * Everything is relative to the best rigid motion of the whole drawing: with r its rotation, c its centre, as complex
 * numbers,  d = conj(r)(x − c) − e  is small, and so are the differences that floats would lose. A neighbourhood with
 * masses m, Σm = M, centres E = Σme/M and D = Σmd/M is matched by the direction q of
 *
 *     Σ m conj(e − E)(x′ − X′) = (Σ m|e|² − M|E|²) + (Σ m conj(e) d − M conj(E) D),     x′ = e + d
 *
 * and moves e to e + d̂ with  d̂ = p e + s,  p = q/|q| − 1,  s = D − p E. What is summed back over the runs is (p,
 * s). */
#include "layout.h"

#include "runtime/base/lanes.h"

#include <math.h>
#include <string.h>

enum {
    RECORD = 8, /* floats summed over runs on the way up: m·(d, conj(e) d, e, |e|²), and one unused */
    ANSWER = 4, /* and on the way back: p, s */
};

/* The rounding error of Σ m|e|² in the sums of a neighbourhood, relative; a smaller sum has no direction. */
#define LEAST_TURN 1e-5f

typedef struct ring_work {
    const vvi_sprite_view *sprite;
    const vv_vec2 *rest;
    vv_vec2 *x;
    vvi_fit fit;
    float k;
    float *sums;    /* [slots][RECORD] */
    float *answers; /* [slots][ANSWER] */
} ring_work;

/* ---- One particle at a time -------------------------------------------------------------------------------------- */

typedef struct record_plain {
    float v[RECORD];
} record_plain;

typedef struct answer_plain {
    float v[ANSWER];
} answer_plain;

static inline void load_pairs_plain(const vv_vec2 *from, float *x, float *y)
{
    *x = from->x;
    *y = from->y;
}

static inline void store_pairs_plain(vv_vec2 *to, float x, float y) { *to = (vv_vec2){x, y}; }

static inline record_plain add_run_plain(record_plain sum, const float *first, const float *end)
{
    for (uint32_t i = 0; i < RECORD; i++)
        sum.v[i] += end[i] - first[i];
    return sum;
}

static inline void store_record_plain(float *to, record_plain sum) { memcpy(to, &sum, sizeof sum); }

static inline record_plain add_record_plain(record_plain sum, record_plain other)
{
    for (uint32_t i = 0; i < RECORD; i++)
        sum.v[i] += other.v[i];
    return sum;
}

static inline answer_plain add_answer_run_plain(answer_plain sum, const float *first, const float *end)
{
    for (uint32_t i = 0; i < ANSWER; i++)
        sum.v[i] += end[i] - first[i];
    return sum;
}

static inline answer_plain add_answer_plain(answer_plain sum, answer_plain other)
{
    for (uint32_t i = 0; i < ANSWER; i++)
        sum.v[i] += other.v[i];
    return sum;
}

/* Quantities of LANES particles to records of each, and back. */
static inline void to_records_plain(const float *q, record_plain *r) { memcpy(r, q, sizeof *r); }
static inline void from_records_plain(const record_plain *r, float *q) { memcpy(q, r, sizeof *r); }
static inline void to_answers_plain(const float *q, answer_plain *r) { memcpy(r, q, sizeof *r); }
static inline void from_answers_plain(const answer_plain *r, float *q) { memcpy(q, r, sizeof *r); }

static inline float root_plain(float x) { return sqrtf(x); }
/* value where a > b, else 0 */
static inline float where_greater_plain(float a, float b, float value) { return a > b ? value : 0.0f; }

#define LANES  1u
#define VECTOR float1
#define TARGET
#define NAME(function) function##_plain
#include "rings_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME

/* ---- Four -------------------------------------------------------------------------------------------------------- */

#ifndef VV_SCALAR
typedef struct record_4 {
    float4 low, high;
} record_4;

typedef float4 answer_4;

static inline void load_pairs_4(const vv_vec2 *from, float4 *x, float4 *y)
{
    float4 a = *(const float4 *)from, b = *(const float4 *)(from + 2);
    *x = __builtin_shufflevector(a, b, 0, 2, 4, 6);
    *y = __builtin_shufflevector(a, b, 1, 3, 5, 7);
}

static inline void store_pairs_4(vv_vec2 *to, float4 x, float4 y)
{
    *(float4 *)to = __builtin_shufflevector(x, y, 0, 4, 1, 5);
    *(float4 *)(to + 2) = __builtin_shufflevector(x, y, 2, 6, 3, 7);
}

static inline record_4 add_run_4(record_4 sum, const float *first, const float *end)
{
    sum.low += *(const float4 *)end - *(const float4 *)first;
    sum.high += *(const float4 *)(end + 4) - *(const float4 *)(first + 4);
    return sum;
}

static inline void store_record_4(float *to, record_4 sum)
{
    *(float4 *)to = sum.low;
    *(float4 *)(to + 4) = sum.high;
}

static inline record_4 add_record_4(record_4 sum, record_4 other)
{
    return (record_4){sum.low + other.low, sum.high + other.high};
}

static inline float4 add_answer_run_4(float4 sum, const float *first, const float *end)
{
    return sum + (*(const float4 *)end - *(const float4 *)first);
}

static inline float4 add_answer_4(float4 sum, float4 other) { return sum + other; }

/* Four rows to four columns. */
static inline void transpose_4(const float4 *in, float4 *out)
{
    float4 a = __builtin_shufflevector(in[0], in[1], 0, 4, 1, 5), b = __builtin_shufflevector(in[0], in[1], 2, 6, 3, 7);
    float4 c = __builtin_shufflevector(in[2], in[3], 0, 4, 1, 5), d = __builtin_shufflevector(in[2], in[3], 2, 6, 3, 7);
    out[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
    out[1] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
    out[2] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
    out[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

static inline void to_records_4(const float4 *q, record_4 *r)
{
    float4 low[4], high[4];
    transpose_4(q, low);
    transpose_4(q + 4, high);
    for (uint32_t l = 0; l < 4; l++)
        r[l] = (record_4){low[l], high[l]};
}

static inline void from_records_4(const record_4 *r, float4 *q)
{
    float4 low[4] = {r[0].low, r[1].low, r[2].low, r[3].low}, high[4] = {r[0].high, r[1].high, r[2].high, r[3].high};
    transpose_4(low, q);
    transpose_4(high, q + 4);
}

static inline void to_answers_4(const float4 *q, float4 *r) { transpose_4(q, r); }
static inline void from_answers_4(const float4 *r, float4 *q) { transpose_4(r, q); }

static inline float4 root_4(float4 x)
{
    for (uint32_t l = 0; l < 4; l++)
        x[l] = sqrtf(x[l]);
    return x;
}

static inline float4 where_greater_4(float4 a, float4 b, float4 value) { return (float4)((a > b) & (int4)value); }

#define LANES  4u
#define VECTOR float4
#define TARGET
#define NAME(function) function##_4
#include "rings_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME
#endif

/* ---- Eight ------------------------------------------------------------------------------------------------------- */

#ifdef VVI_AVX2
#define INLINE_8 VVI_TARGET_AVX2 static inline

typedef float8 record_8;
typedef float4 answer_8;

INLINE_8 void load_pairs_8(const vv_vec2 *from, float8 *x, float8 *y)
{
    float8 a = *(const float8 *)from, b = *(const float8 *)(from + 4);
    float8 low = __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
    float8 high = __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
    *x = __builtin_shufflevector(low, high, 0, 2, 8, 10, 4, 6, 12, 14);
    *y = __builtin_shufflevector(low, high, 1, 3, 9, 11, 5, 7, 13, 15);
}

INLINE_8 void store_pairs_8(vv_vec2 *to, float8 x, float8 y)
{
    float8 a = __builtin_shufflevector(x, y, 0, 8, 1, 9, 4, 12, 5, 13);
    float8 b = __builtin_shufflevector(x, y, 2, 10, 3, 11, 6, 14, 7, 15);
    *(float8 *)to = __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
    *(float8 *)(to + 4) = __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
}

INLINE_8 float8 add_run_8(float8 sum, const float *first, const float *end)
{
    return sum + (*(const float8 *)end - *(const float8 *)first);
}

/* gcc 12 would copy 32 bytes from a register through memory and back. */
INLINE_8 void store_record_8(float *to, float8 sum) { *(float8 *)to = sum; }
INLINE_8 float8 add_record_8(float8 sum, float8 other) { return sum + other; }

INLINE_8 float4 add_answer_run_8(float4 sum, const float *first, const float *end)
{
    return sum + (*(const float4 *)end - *(const float4 *)first);
}

INLINE_8 float4 add_answer_8(float4 sum, float4 other) { return sum + other; }

/* Eight rows to eight columns: pairs, fours, then halves. */
INLINE_8 void transpose_8(const float8 *in, float8 *out)
{
    float8 a[8], b[8];
    for (uint32_t i = 0; i < 8; i += 2) {
        a[i] = __builtin_shufflevector(in[i], in[i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
        a[i + 1] = __builtin_shufflevector(in[i], in[i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
    }
    for (uint32_t i = 0; i < 8; i += 4) {
        b[i] = __builtin_shufflevector(a[i], a[i + 2], 0, 1, 8, 9, 4, 5, 12, 13);
        b[i + 1] = __builtin_shufflevector(a[i], a[i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
        b[i + 2] = __builtin_shufflevector(a[i + 1], a[i + 3], 0, 1, 8, 9, 4, 5, 12, 13);
        b[i + 3] = __builtin_shufflevector(a[i + 1], a[i + 3], 2, 3, 10, 11, 6, 7, 14, 15);
    }
    for (uint32_t i = 0; i < 4; i++) {
        out[i] = __builtin_shufflevector(b[i], b[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        out[i + 4] = __builtin_shufflevector(b[i], b[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
}

INLINE_8 void to_records_8(const float8 *q, float8 *r) { transpose_8(q, r); }
INLINE_8 void from_records_8(const float8 *r, float8 *q) { transpose_8(r, q); }

INLINE_8 void to_answers_8(const float8 *q, float4 *r)
{
    float8 a = __builtin_shufflevector(q[0], q[1], 0, 8, 1, 9, 4, 12, 5, 13);
    float8 b = __builtin_shufflevector(q[0], q[1], 2, 10, 3, 11, 6, 14, 7, 15);
    float8 c = __builtin_shufflevector(q[2], q[3], 0, 8, 1, 9, 4, 12, 5, 13);
    float8 d = __builtin_shufflevector(q[2], q[3], 2, 10, 3, 11, 6, 14, 7, 15);
    float8 rows[4] = {__builtin_shufflevector(a, c, 0, 1, 8, 9, 4, 5, 12, 13),
                      __builtin_shufflevector(a, c, 2, 3, 10, 11, 6, 7, 14, 15),
                      __builtin_shufflevector(b, d, 0, 1, 8, 9, 4, 5, 12, 13),
                      __builtin_shufflevector(b, d, 2, 3, 10, 11, 6, 7, 14, 15)};
    for (uint32_t i = 0; i < 4; i++) {
        r[i] = __builtin_shufflevector(rows[i], rows[i], 0, 1, 2, 3);
        r[i + 4] = __builtin_shufflevector(rows[i], rows[i], 4, 5, 6, 7);
    }
}

INLINE_8 void from_answers_8(const float4 *r, float8 *q)
{
    float8 rows[4];
    for (uint32_t i = 0; i < 4; i++)
        rows[i] = __builtin_shufflevector(r[i], r[i + 4], 0, 1, 2, 3, 4, 5, 6, 7);
    float8 a = __builtin_shufflevector(rows[0], rows[1], 0, 8, 1, 9, 4, 12, 5, 13);
    float8 b = __builtin_shufflevector(rows[0], rows[1], 2, 10, 3, 11, 6, 14, 7, 15);
    float8 c = __builtin_shufflevector(rows[2], rows[3], 0, 8, 1, 9, 4, 12, 5, 13);
    float8 d = __builtin_shufflevector(rows[2], rows[3], 2, 10, 3, 11, 6, 14, 7, 15);
    q[0] = __builtin_shufflevector(a, c, 0, 1, 8, 9, 4, 5, 12, 13);
    q[1] = __builtin_shufflevector(a, c, 2, 3, 10, 11, 6, 7, 14, 15);
    q[2] = __builtin_shufflevector(b, d, 0, 1, 8, 9, 4, 5, 12, 13);
    q[3] = __builtin_shufflevector(b, d, 2, 3, 10, 11, 6, 7, 14, 15);
}

INLINE_8 float8 root_8(float8 x)
{
    for (uint32_t l = 0; l < 8; l++)
        x[l] = sqrtf(x[l]);
    return x;
}

INLINE_8 float8 where_greater_8(float8 a, float8 b, float8 value) { return (float8)((a > b) & (int8)value); }

#define LANES          8u
#define VECTOR         float8
#define TARGET         VVI_TARGET_AVX2
#define NAME(function) function##_8
#include "rings_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME
#endif

/* ---- Choosing a width -------------------------------------------------------------------------------------------- */

size_t vvi_match_rings_bytes(uint32_t particle_count)
{
    return (size_t)sprite_slots(padded(particle_count)) * (RECORD + ANSWER) * sizeof(float);
}

void vvi_match_rings_width(const vvi_sprite_view *sprite, const vv_vec2 *rest, float k, vv_vec2 *x, void *scratch,
                           vvi_width width)
{
    VV_ASSERT(width <= vvi_best_width());
    VVI_CHECK(k >= 0.0f && k <= 1.0f && ((uintptr_t)scratch & (VVI_ALIGNMENT - 1u)) == 0);
    ring_work w = {.sprite = sprite, .rest = rest, .x = x, .k = k, .sums = scratch};
    w.answers = w.sums + (size_t)sprite_slots(padded(sprite->particle_count)) * RECORD;
    w.fit = vvi_match_fit(sprite, rest, x);
    (void)width; /* a build without SIMD has no choice */
#ifdef VVI_AVX2
    if (width == VVI_WIDTH_8) {
        match_8(&w);
        return;
    }
#endif
#ifndef VV_SCALAR
    if (width == VVI_WIDTH_4) {
        match_4(&w);
        return;
    }
#endif
    match_plain(&w);
}

void vvi_match_rings(const vvi_sprite_view *sprite, const vv_vec2 *rest, float k, vv_vec2 *x, void *scratch)
{
    vvi_match_rings_width(sprite, rest, k, x, scratch, vvi_best_width());
}
