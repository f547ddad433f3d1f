/* A stroke as the pen gave it → points at equal distances, smoothed; and how often it crosses itself. */
#include "stroke.h"

double vvi_stroke_space(size_t count, const spot *points, spot *evenly)
{
    double length = 0.0, passed = 0.0;
    for (size_t i = 1; i < count; i++)
        length += spot_distance(points[i - 1], points[i]);
    evenly[0] = points[0];
    uint32_t next = 1;
    for (size_t i = 1; i < count; i++) {
        double piece = spot_distance(points[i - 1], points[i]);
        for (; next < STROKE_PIECES; next++) {
            double into = length * next / STROKE_PIECES - passed;
            if (into > piece)
                break;
            double share = piece > 0.0 ? into / piece : 0.0;
            evenly[next].x = points[i - 1].x + share * (points[i].x - points[i - 1].x);
            evenly[next].y = points[i - 1].y + share * (points[i].y - points[i - 1].y);
        }
        passed += piece;
    }
    /* Rounding may leave a last few. */
    for (; next <= STROKE_PIECES; next++)
        evenly[next] = points[count - 1];
    return length;
}

/* Beyond its ends a stroke goes on turned half about them: the bell then leaves them alone. */
static spot spot_at(const spot *evenly, int64_t index)
{
    int64_t last = STROKE_PIECES;
    int64_t inside = index < 0 ? -index : index > last ? 2 * last - index : index;
    if (inside == index)
        return evenly[index];
    spot end = evenly[index < 0 ? 0 : last];
    return (spot){2.0 * end.x - evenly[inside].x, 2.0 * end.y - evenly[inside].y};
}

enum { MOST_REACH = 32 };

void vvi_stroke_smooth(const spot *evenly, double deviation, spot *smoothed)
{
    double bell[MOST_REACH + 1], sum = 0.0;
    int64_t reach = (int64_t)ceil(3.0 * deviation);
    reach = reach < MOST_REACH ? reach : MOST_REACH;
    for (int64_t k = 0; k <= reach; k++) {
        bell[k] = vvi_exp_double(-0.5 * (double)(k * k) / (deviation * deviation));
        sum += k == 0 ? bell[k] : 2.0 * bell[k];
    }
    for (int64_t i = 0; i <= (int64_t)STROKE_PIECES; i++) {
        spot middle = {bell[0] * evenly[i].x, bell[0] * evenly[i].y};
        for (int64_t k = 1; k <= reach; k++) {
            spot before = spot_at(evenly, i - k), after = spot_at(evenly, i + k);
            middle.x += bell[k] * (before.x + after.x);
            middle.y += bell[k] * (before.y + after.y);
        }
        smoothed[i] = (spot){middle.x / sum, middle.y / sum};
    }
    smoothed[0] = evenly[0];
    smoothed[STROKE_PIECES] = evenly[STROKE_PIECES];
}

/* Twice the area of a triangle, positive where it turns left. */
static double turning(spot a, spot b, spot c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

static bool cross(spot a, spot b, spot c, spot d)
{
    return (turning(a, b, c) > 0.0) != (turning(a, b, d) > 0.0) && (turning(c, d, a) > 0.0) != (turning(c, d, b) > 0.0);
}

uint32_t vvi_stroke_crossings(const spot *evenly)
{
    enum { EVERY = 4, PIECES = STROKE_PIECES / EVERY };
    uint32_t crossings = 0;
    double reach = 0.0; /* no piece is longer */
    for (uint32_t i = 0; i < PIECES; i++)
        reach = vvi_most(reach, spot_distance(evenly[i * EVERY], evenly[(i + 1) * EVERY]));
    for (uint32_t i = 0; i < PIECES; i++)
        for (uint32_t j = i + 2; j < PIECES; j++) {
            spot a = evenly[i * EVERY], c = evenly[j * EVERY];
            if (fabs(a.x - c.x) <= 2.0 * reach && fabs(a.y - c.y) <= 2.0 * reach)
                crossings += cross(a, evenly[(i + 1) * EVERY], c, evenly[(j + 1) * EVERY]);
        }
    return crossings;
}
