/* Strokes that tests of lines share. */
#ifndef VV_TEST_STROKES_H
#define VV_TEST_STROKES_H

#include "runtime/line/line.h"
#include "tests/testing.h"

static inline float between(vvi_random *random, float low, float high)
{
    return low + (high - low) * vvi_random_unit(random);
}

static inline vv_stroke_point pen(double x, double y) { return (vv_stroke_point){{(float)x, (float)y}, 0.0f, 1.0f}; }

/* A smooth stroke about 1 m long: its direction swings three times at most, by up to `bend` radians. */
static inline void random_stroke(vvi_random *random, float bend, uint32_t count, vv_stroke_point *points)
{
    float sizes[3], phases[3];
    float begin = between(random, -3.0f, 3.0f);
    for (int i = 0; i < 3; i++) {
        sizes[i] = between(random, -bend, bend) / (float)(i + 1);
        phases[i] = between(random, 0.0f, 6.0f);
    }
    double x = between(random, -1.0f, 1.0f), y = 1.0, step = 1.0 / (double)(count - 1);
    for (uint32_t i = 0; i < count; i++) {
        points[i] = pen(x, y);
        double s = ((double)i + 0.5) * step, angle = (double)begin;
        for (int k = 0; k < 3; k++)
            angle += (double)sizes[k] * sin(3.14159265 * (k + 1) * s + (double)phases[k]);
        x += step * cos(angle);
        y += step * sin(angle);
    }
}

#endif
