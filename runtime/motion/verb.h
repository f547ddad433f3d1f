/* The layout of a vv_verb, and how the files of this folder read it. */
#ifndef VVI_MOTION_VERB_H
#define VVI_MOTION_VERB_H

#include "motion.h"
#include "runtime/base/lanes.h"

#define VERB_MAGIC   0x42525656u /* "VVRB" */
#define VERB_VERSION 1u

#define VERB_MAX_VALUE   1e6f       /* largest absolute value of a control point */
#define VERB_MAX_NUMBERS 100000000u /* floats of all control points */
#define VERB_MIN_SPAN    1e-3f      /* s, shortest span between keytimes, even under extrapolation */
#define VERB_MAX_SPAN    1e3f
#define VERB_LANES       8u /* joints that are rotated at once */

/* Control points are stored in the order of evaluation: those of a span follow each other, and all examples of one
 * control point come before the next control point, so that 4 · example_count rows are summed from contiguous memory.
 * Cyclic verbs repeat their first three control points at the end, so that no sum wraps around. */
struct vv_verb {
    uint32_t magic, version;
    uint64_t byte_count;
    uint32_t cyclic; /* 0 or 1 */
    uint32_t joint_count, example_count, control_count, keytime_count, mover_count, foot_count;
    uint32_t dof_count, room; /* floats in use, and padded to a multiple of 16 */
    uint32_t span_count;      /* of the splines */
    uint32_t stored_count;    /* control points including the repeated ones */
    uint32_t reserved;
    uint64_t field_bytes, skeleton_bytes;
    uint64_t field, skeleton;
    uint64_t log_spans; /* float[⌈(keytime_count − 1)/4⌉][example_count][4], 0 after the last */
    uint64_t phases;    /* float[keytime_count] */
    /* float[⌈joint_count/8⌉][4][8]: x, y, z, w of eight joints; the identity after the last joint */
    uint64_t references;
    uint64_t movers;   /* uint32_t[mover_count] */
    uint64_t feet;     /* vv_foot[foot_count] */
    uint64_t planted;  /* uint32_t[foot_count] */
    uint64_t travel;   /* float[stored_count][example_count][4]: a compact copy of side, forward, spin and climb */
    uint64_t controls; /* float[stored_count][example_count][room], 0 after the last degree of freedom */
};

static inline const void *verb_at(const vv_verb *verb, uint64_t offset) { return (const char *)verb + offset; }
static inline uint32_t verb_span_groups(const vv_verb *verb) { return (verb->keytime_count + 2) / 4; }
static inline uint32_t verb_blocks(const vv_verb *verb) { return (verb->joint_count + VERB_LANES - 1) / VERB_LANES; }

/* The header that follows from these counts. */
typedef struct verb_counts {
    bool cyclic;
    uint32_t joints, examples, controls, keytimes, movers, feet;
    uint64_t field_bytes, skeleton_bytes;
} verb_counts;
vv_verb vvi_verb_layout(const verb_counts *counts);
vv_result vvi_verb_check_counts(const verb_counts *counts, vv_error *error);

/* Σ weights[i] · rows[i][lane], in the order of the examples. */
static inline void verb_blend4(uint32_t count, const float *weights, const float *rows, float *out)
{
#ifndef VV_SCALAR
    float4 sum = {0.0f};
    for (uint32_t i = 0; i < count; i++)
        sum += weights[i] * *(const float4 *)(rows + 4 * (size_t)i);
    *(float4 *)out = sum;
#else
    for (uint32_t lane = 0; lane < 4; lane++) {
        float sum = 0.0f;
        for (uint32_t i = 0; i < count; i++)
            sum += weights[i] * rows[4 * (size_t)i + lane];
        out[lane] = sum;
    }
#endif
}

/* The span that a phase is in, and the weights of its four control points: the uniform cubic B-spline. */
typedef struct verb_span_basis {
    uint32_t span;
    float basis[4];
} verb_span_basis;

static inline verb_span_basis verb_span_basis_at(const vv_verb *verb, double phase)
{
    double x = verb->cyclic ? phase - floor(phase) : phase > 1.0 ? 1.0 : phase;
    x = (x > 0.0 ? x : 0.0) * verb->span_count;
    uint32_t span = (uint32_t)x;
    if (span >= verb->span_count)
        span = verb->span_count - 1;
    float f = (float)(x - span), g = 1.0f - f;
    return (verb_span_basis){span,
                             {g * g * g * (1.0f / 6.0f), f * f * (0.5f * f - 1.0f) + (2.0f / 3.0f),
                              g * g * (0.5f * g - 1.0f) + (2.0f / 3.0f), f * f * f * (1.0f / 6.0f)}};
}

#endif
