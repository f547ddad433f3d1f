/* Resampling a stroke of a pen to equal distances and smoothing it; and counting how often it crosses itself. */
#include "stroke.h"

double vvi_stroke_resample(size_t count, const stroke_vec *points, stroke_vec *resampled)
{
    double length = 0.0, passed_length = 0.0;
    for (size_t i = 1; i < count; i++)
        length += stroke_distance(points[i - 1], points[i]);
    resampled[0] = points[0];
    uint32_t next = 1;
    for (size_t i = 1; i < count; i++) {
        double segment = stroke_distance(points[i - 1], points[i]);
        for (; next < STROKE_SEGMENTS; next++) {
            double offset = length * next / STROKE_SEGMENTS - passed_length;
            if (offset > segment)
                break;
            double share = segment > 0.0 ? offset / segment : 0.0;
            resampled[next].x = points[i - 1].x + share * (points[i].x - points[i - 1].x);
            resampled[next].y = points[i - 1].y + share * (points[i].y - points[i - 1].y);
        }
        passed_length += segment;
    }
    /* Rounding may leave the last few points unset. */
    for (; next <= STROKE_SEGMENTS; next++)
        resampled[next] = points[count - 1];
    return length;
}

/* Beyond its ends a stroke is extended by its point reflection about them, so that smoothing does not move the ends. */
static stroke_vec extended_point(const stroke_vec *resampled, int64_t index)
{
    int64_t last = STROKE_SEGMENTS;
    int64_t inside = index < 0 ? -index : index > last ? 2 * last - index : index;
    if (inside == index)
        return resampled[index];
    stroke_vec end = resampled[index < 0 ? 0 : last];
    return (stroke_vec){2.0 * end.x - resampled[inside].x, 2.0 * end.y - resampled[inside].y};
}

enum { MAX_KERNEL_RADIUS = 32 };

void vvi_stroke_smooth(const stroke_vec *resampled, double deviation, stroke_vec *smoothed)
{
    double kernel[MAX_KERNEL_RADIUS + 1], sum = 0.0;
    int64_t radius = (int64_t)ceil(3.0 * deviation);
    radius = radius < MAX_KERNEL_RADIUS ? radius : MAX_KERNEL_RADIUS;
    for (int64_t k = 0; k <= radius; k++) {
        kernel[k] = vvi_exp_double(-0.5 * (double)(k * k) / (deviation * deviation));
        sum += k == 0 ? kernel[k] : 2.0 * kernel[k];
    }
    for (int64_t i = 0; i <= (int64_t)STROKE_SEGMENTS; i++) {
        stroke_vec sum_point = {kernel[0] * resampled[i].x, kernel[0] * resampled[i].y};
        for (int64_t k = 1; k <= radius; k++) {
            stroke_vec before = extended_point(resampled, i - k), after = extended_point(resampled, i + k);
            sum_point.x += kernel[k] * (before.x + after.x);
            sum_point.y += kernel[k] * (before.y + after.y);
        }
        smoothed[i] = (stroke_vec){sum_point.x / sum, sum_point.y / sum};
    }
    smoothed[0] = resampled[0];
    smoothed[STROKE_SEGMENTS] = resampled[STROKE_SEGMENTS];
}

/* Twice the signed area of a triangle, positive if it turns left. */
static double signed_area2(stroke_vec a, stroke_vec b, stroke_vec c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool segments_cross(stroke_vec a, stroke_vec b, stroke_vec c, stroke_vec d)
{
    return (signed_area2(a, b, c) > 0.0) != (signed_area2(a, b, d) > 0.0) &&
           (signed_area2(c, d, a) > 0.0) != (signed_area2(c, d, b) > 0.0);
}

uint32_t vvi_stroke_crossings(const stroke_vec *resampled)
{
    enum { EVERY = 4, PIECES = STROKE_SEGMENTS / EVERY };
    uint32_t crossings = 0;
    double max_length = 0.0; /* the length of the longest segment */
    for (uint32_t i = 0; i < PIECES; i++)
        max_length = vvi_max_double(max_length, stroke_distance(resampled[i * EVERY], resampled[(i + 1) * EVERY]));
    for (uint32_t i = 0; i < PIECES; i++)
        for (uint32_t j = i + 2; j < PIECES; j++) {
            stroke_vec a = resampled[i * EVERY], c = resampled[j * EVERY];
            if (fabs(a.x - c.x) <= 2.0 * max_length && fabs(a.y - c.y) <= 2.0 * max_length)
                crossings += segments_cross(a, resampled[(i + 1) * EVERY], c, resampled[(j + 1) * EVERY]);
        }
    return crossings;
}
