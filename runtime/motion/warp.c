/* Time warps: seconds to generic time, the phase, along a smooth curve through keytimes, and back (Rose's keytimes, section 3).
 * The curve is the C1 cubic of Fritsch and Butland ("A Method for Constructing Local Monotone Piecewise Cubic Interpolants",
 * 1984): its slope at a keytime is a weighted harmonic mean of the secants on both sides, never more than three times the smaller,
 * so that it ascends everywhere, and it depends smoothly on the keytimes, so that it moves smoothly when they are mixed. */
#include "runtime/motion/motion.h"

/* One piece: seconds from t to t + h, phases from u to u + d, slopes a and b at its ends. */
typedef struct piece {
    double t, h, u, d, a, b;
} piece;

static double secant(const vvi_warp *warp, uint32_t k)
{
    return ((double)warp->phases[k + 1] - (double)warp->phases[k]) /
           ((double)warp->keytimes[k + 1] - (double)warp->keytimes[k]);
}

/* The slope at keytime k. The ends of a cycle lie beside each other; the open ends of others go on as straight as they can. */
static double slope(const vvi_warp *warp, uint32_t k)
{
    uint32_t last = warp->keytime_count - 1;
    if ((k == 0 || k == last) && !warp->cyclic)
        return secant(warp, k == 0 ? 0 : last - 1);
    uint32_t before = k == 0 ? last - 1 : k - 1, after = k == last ? 0 : k;
    double p = (double)warp->keytimes[before + 1] - (double)warp->keytimes[before],
           q = (double)warp->keytimes[after + 1] - (double)warp->keytimes[after];
    return 3.0 * (p + q) / ((2.0 * q + p) / secant(warp, before) + (q + 2.0 * p) / secant(warp, after));
}

static piece piece_at(const vvi_warp *warp, uint32_t k)
{
    double t = (double)warp->keytimes[k], u = (double)warp->phases[k];
    return (piece){
        t, (double)warp->keytimes[k + 1] - t, u, (double)warp->phases[k + 1] - u, slope(warp, k), slope(warp, k + 1)};
}

/* The Hermite cubic at share s of the piece, from 0 to d. */
static double rise(const piece *p, double s)
{
    double A = p->h * p->a, B = p->h * p->b;
    return s * (A + s * (3.0 * p->d - 2.0 * A - B + s * (A + B - 2.0 * p->d)));
}

static double rate(const piece *p, double s)
{
    double A = p->h * p->a, B = p->h * p->b;
    return A + s * (2.0 * (3.0 * p->d - 2.0 * A - B) + s * 3.0 * (A + B - 2.0 * p->d));
}

static uint32_t find(uint32_t count, const float *ascending, double x)
{
    uint32_t k = 0;
    while (k + 2 < count && x >= (double)ascending[k + 1])
        k++;
    return k;
}

double vvi_warp_phase(const vvi_warp *warp, double seconds, double *speed)
{
    piece p = piece_at(warp, find(warp->keytime_count, warp->keytimes, seconds));
    double s = (seconds - p.t) / p.h;
    s = s < 0.0 ? 0.0 : s > 1.0 ? 1.0 : s;
    if (speed != NULL)
        *speed = rate(&p, s) / p.h;
    return p.u + rise(&p, s);
}

/* Newton's method, kept inside a bracket that halves where it would leave it: the cubic ascends, so there is one answer. */
double vvi_warp_seconds(const vvi_warp *warp, double phase)
{
    piece p = piece_at(warp, find(warp->keytime_count, warp->phases, phase));
    double target = phase - p.u, low = 0.0, high = 1.0, s = target / p.d;
    if (!(target > 0.0))
        return p.t;
    if (target >= p.d)
        return p.t + p.h;
    for (uint32_t i = 0; i < 60; i++) {
        double miss = rise(&p, s) - target, slope_here = rate(&p, s);
        if (miss > 0.0)
            high = s;
        else
            low = s;
        double next = slope_here > 0.0 ? s - miss / slope_here : low;
        if (!(next > low && next < high))
            next = 0.5 * (low + high);
        if (fabs(next - s) < 1e-15)
            break;
        s = next;
    }
    return p.t + p.h * s;
}
