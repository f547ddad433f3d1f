/* A smooth curve through points: a Catmull–Rom spline, sampled once and evaluated by arc length. */
#include "runtime/stage/puppet_actor.h"

#define SAMPLES 16u /* per segment */
#define PI      3.14159265358979

typedef struct sample {
    double at[2], length, angle; /* length and rotation of the direction since the start */
} sample;

struct vvi_curve {
    uint32_t count;
    sample samples[]; /* [count] */
};

static vv_vec2 control_point(const vv_follow_path *path, int64_t i)
{
    int64_t n = (int64_t)path->point_count;
    if (path->closed)
        return path->points[(i + n) % n];
    if (i >= 0 && i < n)
        return path->points[i];
    /* Beyond an open end the curve continues straight on. */
    vv_vec2 end = path->points[i < 0 ? 0 : n - 1], next = path->points[i < 0 ? 1 : n - 2];
    return vv_vec2_sub(vv_vec2_scale(end, 2.0f), next);
}

/* The position of the curve at the fraction t of segment i, and its derivative. */
static void evaluate(const vv_follow_path *path, uint32_t i, double t, double at[2], double derivative[2])
{
    vv_vec2 p[4];
    for (int64_t k = 0; k < 4; k++)
        p[k] = control_point(path, (int64_t)i + k - 1);
    for (int k = 0; k < 2; k++) {
        double a = (double)(k ? p[0].y : p[0].x), b = (double)(k ? p[1].y : p[1].x);
        double c = (double)(k ? p[2].y : p[2].x), d = (double)(k ? p[3].y : p[3].x);
        double m = 0.5 * (c - a), n = 0.5 * (d - b), u = b - c;
        double cubic = 2.0 * u + m + n, square = -3.0 * u - 2.0 * m - n;
        at[k] = ((cubic * t + square) * t + m) * t + b;
        derivative[k] = (3.0 * cubic * t + 2.0 * square) * t + m;
    }
}

static double turn_between(double from, double to)
{
    double turn = to - from;
    return turn - 2.0 * PI * floor(turn / (2.0 * PI) + 0.5);
}

const vvi_curve *vvi_curve_create(const vv_follow_path *path, vvi_arena *arena)
{
    uint32_t segments = path->closed ? path->point_count : path->point_count - 1u;
    VV_ASSERT(path->point_count >= 2);
    uint32_t count = segments * SAMPLES + 1u;
    vvi_curve *curve = vvi_arena_allocate(arena, 1, sizeof *curve + count * sizeof *curve->samples);
    double direction = 0.0, first = 0.0;
    if (!curve)
        return NULL;
    curve->count = count;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t segment = k / SAMPLES < segments ? k / SAMPLES : segments - 1u;
        double derivative[2];
        sample *s = &curve->samples[k];
        evaluate(path, segment, (double)(k - segment * SAMPLES) / (double)SAMPLES, s->at, derivative);
        double angle_here = derivative[0] != 0.0 || derivative[1] != 0.0
                                ? (double)vv_atan2((float)derivative[1], (float)derivative[0])
                                : direction;
        direction = k ? direction + turn_between(direction, angle_here) : angle_here;
        first = k ? first : direction;
        s->angle = direction - first;
        if (k) {
            double dx = s->at[0] - s[-1].at[0], dy = s->at[1] - s[-1].at[1];
            s->length = s[-1].length + sqrt(dx * dx + dy * dy);
        }
    }
    return curve;
}

void vvi_curve_at(const vvi_curve *curve, double u, double at[2], double *angle)
{
    const sample *s = curve->samples;
    uint32_t low = 0, high = curve->count - 1u;
    double target_length = vvi_clamp_double(u, 0.0, 1.0) * s[high].length;
    while (high - low > 1u) {
        uint32_t middle = (low + high) / 2u;
        if (s[middle].length <= target_length)
            low = middle;
        else
            high = middle;
    }
    VVI_CHECK(low < high && s[low].length <= s[high].length);
    double segment_length = s[high].length - s[low].length,
           t = segment_length > 0.0 ? (target_length - s[low].length) / segment_length : 0.0;
    at[0] = s[low].at[0] + t * (s[high].at[0] - s[low].at[0]);
    at[1] = s[low].at[1] + t * (s[high].at[1] - s[low].at[1]);
    *angle = s[low].angle + t * (s[high].angle - s[low].angle);
}
