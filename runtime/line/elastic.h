/* The layout of a vv_line, and what the files that compute its frames share. */
#ifndef VVI_LINE_ELASTIC_H
#define VVI_LINE_ELASTIC_H

#include "line.h"
#include "spring.h"

#define LINE_MAGIC   0x4e4c5656u /* "VVLN" */
#define LINE_VERSION 1u

/* The components of a frame: the angles, the length, the root (x, y). */
#define LINE_WIDTH(element_count) ((element_count) + 3u)
#define LINE_MAX_WIDTH            LINE_WIDTH(VV_LINE_MAX_ELEMENTS)

/* The frames of a line: frame_count steps from each key to the next, settle_steps after the last key, and the final
 * frame. Key k is frame k · frame_count. */
struct vv_line {
    uint32_t magic, version;
    uint64_t byte_count;
    uint32_t element_count, frame_count, key_count, settle_steps;
    /* seconds after the last key: in total, and of these the time in which the line still moves (settle_steps long) */
    float settle, settle_window;
    uint64_t times;  /* float[key_count] */
    uint64_t values; /* float[frames · width] */
    uint64_t rates;  /* float[frames · width], per second */
};

/* Limits of what a valid line contains; anything beyond was damaged. */
#define LINE_MAX_STORED_VALUE  1e6f
#define LINE_MAX_STORED_RATE   1e12f
#define LINE_MIN_STORED_LENGTH 1e-9f /* metres */

static inline uint32_t line_frames(const vv_line *line)
{
    return (line->key_count - 1) * line->frame_count + line->settle_steps + 1;
}
static inline const float *line_times(const vv_line *line)
{
    return (const float *)(const void *)((const char *)line + line->times);
}
static inline const float *line_values(const vv_line *line)
{
    return (const float *)(const void *)((const char *)line + line->values);
}
static inline const float *line_rates(const vv_line *line)
{
    return (const float *)(const void *)((const char *)line + line->rates);
}

/* The header that belongs to these counts. */
vv_line vvi_line_layout(uint32_t elements, uint32_t frames, uint32_t keys, uint32_t settle_steps, float settle,
                        float window);
/* Checks the numbers of a header by themselves. */
vv_result vvi_line_check_counts(uint32_t elements, uint32_t frames, uint32_t keys, float settle, vv_error *error);

/* ---- Computing frames -------------------------------------------------------------------------------------------- */

/* A line while its frames are computed. Its length is stored as a logarithm, so that it stays positive whatever a
 * spring does to it. */
typedef struct line_builder {
    const vv_line_def *def;
    uint32_t width;
    double settle_window; /* seconds after the last key in which the line still moves */
    uint32_t settle_steps;
    double *keys;      /* [key_count · width] */
    double *key_rates; /* [key_count · width] at the keys, per second */
    float *values;     /* [frames · width], stored in the line itself */
    float *rates;      /* [frames · width], per second */
} line_builder;

/* Seconds from a key to the next; after the last key the interval before it, and 1 s if there is only one key. */
double vvi_line_gap(const vv_line_def *def, uint32_t key);
/* The spring of one component of a frame with the temper of a key; `seconds` is the length of an interval. Its
 * frequency is in radians a second. */
spring vvi_line_spring(const vv_line_def *def, uint32_t key, uint32_t component, double seconds);
/* The spring of the follow-through after a key: that of the interval before it, with the temper of that key, but no
 * faster than the frames can resolve. Its frequency is in radians a second. */
spring vvi_line_follow_through(const line_builder *builder, uint32_t key, uint32_t component);
/* By which share of an interval a component is delayed with this temper. */
double vvi_line_lag(const vv_line_def *def, uint32_t key, uint32_t component);

/* The time within an interval as a component delayed by `lag` sees it: monotone, and exact in value and slope at both
 * ends. *pace is its derivative. */
double vvi_line_warp(double share, double lag, double *pace);

/* Rates at the keys for which curves are monotone between keys; 0 at the first and the last key. */
void vvi_line_find_slopes(line_builder *builder, uint32_t first, uint32_t count);
/* Fill values and rates of all frames from the keys, for the components first … first + count − 1, or 0 … count − 1. */
void vvi_line_fill_smooth(line_builder *builder, uint32_t first, uint32_t count);
void vvi_line_fill_elastic(line_builder *builder, uint32_t count);
void vvi_line_fill_shot(line_builder *builder, uint32_t count);
/* Fills the frames after the last key: a free swing that comes to rest within settle_window. */
void vvi_line_fill_settling(line_builder *builder, uint32_t count);
/* Moves the root so that ends which stay in place from key to key stay in place between them too. */
void vvi_line_hold_ends(line_builder *builder);
/* Adds the effect of the pulls. */
void vvi_line_apply_pulls(line_builder *builder);

/* The derivative of vvi_hermite. */
static inline double hermite_slope(double a, double slope_a, double b, double slope_b, double u)
{
    double v = 1.0 - u;
    return 6.0 * u * v * (b - a) + v * (v - 2.0 * u) * slope_a + u * (u - 2.0 * v) * slope_b;
}
/* The derivative of smoothstep. */
static inline double smoothstep_slope(double u) { return u <= 0.0 || u >= 1.0 ? 0.0 : 6.0 * u * (1.0 - u); }

#endif
