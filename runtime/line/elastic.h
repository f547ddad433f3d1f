/* The layout of a vv_line, and what the files that fill one share. */
#ifndef VVI_LINE_ELASTIC_H
#define VVI_LINE_ELASTIC_H

#include "line.h"
#include "spring.h"

#define LINE_MAGIC   0x4e4c5656u /* "VVLN" */
#define LINE_VERSION 1u

/* What a frame holds, as numbers: the angles, the length, the root. */
#define LINE_WIDTH(element_count) ((element_count) + 3u)
#define LINE_MOST_WIDTH           LINE_WIDTH(VV_LINE_MAX_ELEMENTS)

/* Frames: frame_count steps from each key to the next, settle_steps after the last, and the last frame. Key k is frame
 * k · frame_count. */
struct vv_line {
    uint32_t magic, version;
    uint64_t byte_count;
    uint32_t element_count, frame_count, key_count, settle_steps;
    float settle, window; /* seconds after the last key: all, and those in which it moves (settle_steps long) */
    uint64_t times;       /* float[key_count] */
    uint64_t values;      /* float[frames · width] */
    uint64_t rates;       /* float[frames · width], a second */
};

/* Anything larger was damaged. */
#define LINE_MOST_PLACE 1e6f
#define LINE_MOST_RATE  1e12f
#define LINE_LEAST      1e-9f /* length */

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

/* Everything in the header follows from these. */
vv_line vvi_line_layout(uint32_t elements, uint32_t frames, uint32_t keys, uint32_t settle_steps, float settle,
                        float window);
/* The numbers of a header by themselves. */
vv_result vvi_line_check_counts(uint32_t elements, uint32_t frames, uint32_t keys, float settle, vv_error *error);

/* ---- Filling ------------------------------------------------------------------------------------------------------------ */

/* A line while it is made. Its length is a logarithm here: whatever a spring does to it, it stays positive. */
typedef struct line_making {
    const vv_line_def *def;
    uint32_t width;
    double window; /* seconds after the last key */
    uint32_t settle_steps;
    double *keys;   /* [key_count · width] */
    double *speeds; /* [key_count · width], a second, at the keys */
    float *values;  /* [frames · width], in the line itself */
    float *rates;   /* [frames · width], a second */
} line_making;

/* Seconds from key k to the next; after the last one as before it, and 1 where there is but one. */
double vvi_line_gap(const vv_line_def *def, uint32_t key);
/* The spring of one number of a frame with the temper of a key, where `seconds` are an interval; a second. */
spring vvi_line_spring(const vv_line_def *def, uint32_t key, uint32_t number, double seconds);
/* The spring on which a number swings on after a key: of the interval that took it there, with the temper of that key, and no
 * quicker than the frames that follow can show; a second. */
spring vvi_line_ring(const line_making *making, uint32_t key, uint32_t number);
/* By how much of an interval a number moves later with this temper. */
double vvi_line_lag(const vv_line_def *def, uint32_t key, uint32_t number);

/* A share of an interval as one that moves `lag` later feels it: monotone, at both ends exactly in time and at pace. *pace: how fast it
 * passes. */
double vvi_line_warp(double share, double lag, double *pace);

/* Speeds at the keys that neither go back nor pass a key; 0 at both ends. */
void vvi_line_slopes(line_making *making, uint32_t first, uint32_t count);
/* Fill frames and speeds from keys; numbers first … first + count − 1. */
void vvi_line_smooth(line_making *making, uint32_t first, uint32_t count);
void vvi_line_elastic(line_making *making, uint32_t count);
void vvi_line_shoot(line_making *making, uint32_t count);
/* Frames after the last key: free, and to rest within the window. */
void vvi_line_settle(line_making *making, uint32_t count);
/* Moves the root so that ends which stay from key to key stay between them too. */
void vvi_line_plant(line_making *making);
/* Adds what the pulls do. */
void vvi_line_pull(line_making *making);

/* Cubic Hermite: value and slope at u of 0…1 from values and slopes (over the whole piece) at its ends. */
static inline double hermite(double a, double slope_a, double b, double slope_b, double u)
{
    double v = 1.0 - u;
    return v * v * (1.0 + 2.0 * u) * a + u * u * (1.0 + 2.0 * v) * b + u * v * v * slope_a - u * u * v * slope_b;
}
static inline double hermite_slope(double a, double slope_a, double b, double slope_b, double u)
{
    double v = 1.0 - u;
    return 6.0 * u * v * (b - a) + v * (v - 2.0 * u) * slope_a + u * (u - 2.0 * v) * slope_b;
}
/* 0 to 1, at rest at both ends. */
static inline double ease(double u) { return u <= 0.0 ? 0.0 : u >= 1.0 ? 1.0 : u * u * (3.0 - 2.0 * u); }
static inline double ease_slope(double u) { return u <= 0.0 || u >= 1.0 ? 0.0 : 6.0 * u * (1.0 - u); }

#endif
