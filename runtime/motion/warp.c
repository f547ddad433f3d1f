/* Time warps: seconds to generic time (the phase) along a smooth curve through keytimes, and back (Rose's keytimes,
 * section 3). The curve is the C1 cubic of Fritsch and Butland ("A Method for Constructing Local Monotone Piecewise
 * Cubic Interpolants", 1984): its slope at a keytime is a weighted harmonic mean of the secants on both sides, at
 * most three times the smaller one, so that the curve ascends everywhere; and it depends smoothly on the keytimes, so
 * that blending them moves it smoothly. */
#include "runtime/motion/motion.h"

/* One segment: seconds from t to t + h, phases from u to u + d, and the slopes a and b at its ends, times h. */
typedef struct segment {
    double t, h, u, d, a, b;
} segment;

static double time_span(const vvi_warp *warp, uint32_t k)
{
    return (double)warp->keytimes[k + 1] - (double)warp->keytimes[k];
}

static double phase_span(const vvi_warp *warp, uint32_t k)
{
    return (double)warp->phases[k + 1] - (double)warp->phases[k];
}

/* The slope at keytime k, between secants d/p before and e/q after: 3 (p + q) / ((2q + p) p/d + (q + 2p) q/e). The
 * ends of a cycle are neighbours; open ends continue as straight as possible. */
static double slope(const vvi_warp *warp, uint32_t k)
{
    uint32_t last = warp->keytime_count - 1, before = k == 0 ? last - 1 : k - 1, after = k == last ? 0 : k;
    if ((k == 0 || k == last) && !warp->cyclic)
        before = after = k == 0 ? 0 : last - 1;
    double p = time_span(warp, before), q = time_span(warp, after), d = phase_span(warp, before),
           e = phase_span(warp, after);
    return 3.0 * (p + q) * d * e / ((2.0 * q + p) * p * e + (q + 2.0 * p) * q * d);
}

static segment segment_at(const vvi_warp *warp, uint32_t k)
{
    double h = time_span(warp, k);
    return (segment){(double)warp->keytimes[k], h, (double)warp->phases[k], phase_span(warp, k), h * slope(warp, k),
                     h * slope(warp, k + 1)};
}

/* The Hermite cubic at fraction s of the segment, from 0 to d. */
static double cubic(const segment *p, double s)
{
    return s * (p->a + s * (3.0 * p->d - 2.0 * p->a - p->b + s * (p->a + p->b - 2.0 * p->d)));
}

static double cubic_derivative(const segment *p, double s)
{
    return p->a + s * (2.0 * (3.0 * p->d - 2.0 * p->a - p->b) + s * 3.0 * (p->a + p->b - 2.0 * p->d));
}

/* The fraction of the segment at which the cubic reaches `target`: Newton's method inside a bracket, with bisection
 * where a step would leave it. The cubic ascends, so the solution is unique. The last step is so short that its
 * square, the remaining error, is below rounding. */
static double solve_cubic(const segment *p, double target)
{
    double low = 0.0, high = 1.0, s = target / p->d;
    if (!(target > 0.0))
        return 0.0;
    if (target >= p->d)
        return 1.0;
    for (uint32_t i = 0; i < 60; i++) {
        double error = cubic(p, s) - target, slope_here = cubic_derivative(p, s);
        if (error > 0.0)
            high = s;
        else
            low = s;
        double next = slope_here > 0.0 ? s - error / slope_here : low, step = fabs(next - s);
        if (!(next > low && next < high)) {
            if (step < 1e-15)
                break;
            next = 0.5 * (low + high);
        }
        s = next;
        if (step < 1e-9)
            break;
    }
    return s;
}

static uint32_t find_span(uint32_t count, const float *ascending, double x)
{
    uint32_t k = 0;
    while (k + 2 < count && x >= (double)ascending[k + 1])
        k++;
    return k;
}

double vvi_warp_phase(const vvi_warp *warp, double seconds, double *speed)
{
    segment p = segment_at(warp, find_span(warp->keytime_count, warp->keytimes, seconds));
    double s = (seconds - p.t) / p.h;
    s = vvi_clamp_double(s, 0.0, 1.0);
    if (speed != NULL)
        *speed = cubic_derivative(&p, s) / p.h;
    return p.u + cubic(&p, s);
}

double vvi_warp_seconds(const vvi_warp *warp, double phase)
{
    segment p = segment_at(warp, find_span(warp->keytime_count, warp->phases, phase));
    return p.t + p.h * solve_cubic(&p, phase - p.u);
}

void vvi_warp_advance(const vvi_warp *warp, double phase, double step, uint32_t count, double *phases)
{
    uint32_t k = find_span(warp->keytime_count, warp->phases, phase);
    segment p = segment_at(warp, k);
    double elapsed = p.h * solve_cubic(&p, phase - p.u), rounds = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        elapsed += step;
        while (elapsed >= p.h) {
            bool end = k + 2 == warp->keytime_count;
            if (end && !warp->cyclic) {
                elapsed = p.h;
                break;
            }
            elapsed -= p.h;
            rounds += end ? 1.0 : 0.0;
            k = end ? 0 : k + 1;
            p = segment_at(warp, k);
        }
        phases[i] = rounds + p.u + cubic(&p, elapsed / p.h);
    }
}
