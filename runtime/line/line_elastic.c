/* The elastic way from keystroke to keystroke: each angle, and the logarithm of the length, hangs on a spring whose equilibrium
 * moves evenly, twice in an interval, so that it is driven back first and then strikes at its goal, both times exactly:
 *
 *     from (γ_k, 0) to (γ_k − a·Δ, 0), it waits, then to (γ_{k+1}, v),   Δ = γ_{k+1} − γ_k
 *
 * The speed v is the one from which the spring, left alone, passes the goal by o·Δ. It is let live on: what is left of an arrival
 * swings freely on top of the next interval, which aims as much beside its goal as will be left then. So every keystroke is met, and
 * speeds do not jump. Where a keystroke is on the way to the next one, there is nothing to go back for: the line flows through. */
#include "elastic.h"

#define TURN 6.283185307179586
/* Going back takes at most this share of an interval, and less where it is little. */
#define BACK_SHARE  0.35
#define BACK_LITTLE 0.02
/* A strike may arrive this fast, in ways an interval of its own; faster it would first have to run up far. */
#define MOST_ARRIVAL 5.0
#define MOST_DAMPING 4.0

/* ---- Springs and warps --------------------------------------------------------------------------------------------------- */

spring vvi_line_spring(const vv_line_def *def, uint32_t key, uint32_t number, double seconds)
{
    const vv_temper *temper = &def->keys[key].temper;
    bool is_angle = number < def->element_count;
    double stiffness = is_angle && def->stiffness ? (double)def->stiffness[number] : 1.0;
    double damping = (double)temper->damping * (is_angle && def->damping ? (double)def->damping[number] : 1.0);
    return (spring){TURN * (double)temper->cycles * sqrt(stiffness) / seconds, fmin(damping, MOST_DAMPING)};
}

double vvi_line_lag(const vv_line_def *def, uint32_t key, uint32_t number)
{
    double half = 0.5 * def->element_count;
    if (number >= def->element_count || def->element_count < 4)
        return 0.0;
    return (double)def->keys[key].temper.lag * (fabs(number + 0.5 - half) - 0.5) / (half - 1.0);
}

/* Two cubic pieces that meet at (½ + lag/2, ½ − lag/2) with the harmonic mean of their slopes; up to a lag of ½ neither goes back
 * (its slopes stay within three times the chord's). */
double vvi_line_warp(double share, double lag, double *pace)
{
    *pace = 1.0;
    if (lag <= 0.0 || share <= 0.0 || share >= 1.0)
        return share;
    double x = 0.5 + 0.5 * lag, y = 0.5 - 0.5 * lag;
    double slope = 2.0 / (x / y + y / x);
    if (share < x) {
        double u = share / x;
        *pace = hermite_slope(0.0, x, y, slope * x, u) / x;
        return hermite(0.0, x, y, slope * x, u);
    }
    double wide = 1.0 - x, u = (share - x) / wide;
    *pace = hermite_slope(y, slope * wide, 1.0, wide, u) / wide;
    return hermite(y, slope * wide, 1.0, wide, u);
}

/* ---- Speeds at the keys ---------------------------------------------------------------------------------------------------- */

/* How much a key is a place on the way, 0…1: both ways go on in one direction, and neither is nothing beside the other. */
static double flow(double before, double after)
{
    if (!(before * after > 0.0))
        return 0.0;
    double ratio = before / after;
    return ease(ratio / 0.5) * (1.0 - ease((ratio - 2.0) / 6.0));
}

static double back_share(const vv_temper *temper)
{
    return BACK_SHARE * (double)temper->anticipation / ((double)temper->anticipation + BACK_LITTLE);
}

/* The share of an interval that a strike takes. */
static double strike_share(const vv_temper *temper, double cycles)
{
    return fmin(1.0 - back_share(temper), SWING_MOST_CYCLES / cycles);
}

/* With which it passes key `key` by its overshoot, if nothing more drives it. */
static double arrival_speed(const line_making *making, uint32_t key, uint32_t number)
{
    const vv_line_def *def = making->def;
    const vv_temper *temper = &def->keys[key - 1].temper;
    const double *at = making->keys + (size_t)key * making->width + number;
    double way = at[0] - at[-(ptrdiff_t)making->width], gap = vvi_line_gap(def, key - 1);
    spring ring = vvi_line_spring(def, key, number, gap), drive = vvi_line_spring(def, key - 1, number, 1.0);
    double wanted = (double)temper->overshoot / vvi_spring_reach(ring);
    double most = MOST_ARRIVAL / (gap * strike_share(temper, drive.frequency / TURN));
    return way * fmin(wanted, most);
}

static void find_speeds(line_making *making, uint32_t count)
{
    uint32_t width = making->width, keys = making->def->key_count;
    vvi_line_slopes(making, 0, count);
    for (uint32_t k = 1; k < keys; k++) {
        const double *at = making->keys + (size_t)k * width;
        double *speeds = making->speeds + (size_t)k * width;
        bool last = k + 1 == keys;
        for (uint32_t i = 0; i < count; i++) {
            double way = at[i] - at[(ptrdiff_t)i - (ptrdiff_t)width];
            double swings = last && making->settle_steps == 0 ? 0.0 : arrival_speed(making, k, i);
            double flows = last ? 0.0 : flow(way, at[i + width] - at[i]);
            speeds[i] = fabs(speeds[i]) > fabs(swings) ? swings + flows * (speeds[i] - swings) : swings;
        }
    }
}

/* ---- One number in one interval, whose time runs from 0 to 1 ------------------------------------------------------------------ */

typedef struct drive {
    double flows; /* share of `through`; the rest is `ring` and the driven parts */
    swing through, ring, back, strike;
    bool rings;
    double back_end, strike_begin, turned; /* when it is back, when it strikes, and where it waits */
} drive;

static spring limited(spring own, double time)
{
    return (spring){fmin(own.frequency, SWING_MOST_CYCLES * TURN / time), own.damping};
}

static drive plan(const line_making *making, uint32_t key, uint32_t number)
{
    const vv_line_def *def = making->def;
    const vv_temper *temper = &def->keys[key].temper;
    size_t here = (size_t)key * making->width + number;
    double gap = vvi_line_gap(def, key), way = making->keys[here + making->width] - making->keys[here];
    motion_state from = {making->keys[here], making->speeds[here] * gap};
    motion_state to = {making->keys[here + making->width], making->speeds[here + making->width] * gap};
    spring own = vvi_line_spring(def, key, number, 1.0);
    drive d = {.back_end = back_share(temper), .rings = from.speed != 0.0};
    d.strike_begin = 1.0 - strike_share(temper, own.frequency / TURN);
    d.turned = from.place - (double)temper->anticipation * way;
    if (key > 0)
        d.flows = flow(making->keys[here] - making->keys[here - making->width], way);
    if (d.flows > 0.0)
        d.through = vvi_swing_to(limited(own, 1.0), 1.0, from, to);
    motion_state left = {0.0, 0.0};
    if (d.rings) {
        spring ring = vvi_line_spring(def, key, number, vvi_line_gap(def, key - 1) / gap);
        d.ring = vvi_swing_free(ring, (motion_state){0.0, from.speed}, 0.0, 0.0);
        left = vvi_swing_at(&d.ring, 1.0);
    }
    if (d.back_end > 0.0)
        d.back = vvi_swing_to(limited(own, d.back_end), d.back_end, (motion_state){from.place, 0.0},
                              (motion_state){d.turned, 0.0});
    double time = 1.0 - d.strike_begin;
    d.strike = vvi_swing_to(limited(own, time), time, (motion_state){d.turned, 0.0},
                            (motion_state){to.place - left.place, to.speed - left.speed});
    return d;
}

static motion_state drive_at(const drive *d, double time)
{
    motion_state through = {0.0, 0.0}, at = {d->turned, 0.0};
    if (d->flows > 0.0)
        through = vvi_swing_at(&d->through, time);
    if (d->flows >= 1.0)
        return through;
    if (time < d->back_end)
        at = vvi_swing_at(&d->back, time);
    else if (time > d->strike_begin)
        at = vvi_swing_at(&d->strike, time - d->strike_begin);
    if (d->rings) {
        motion_state ring = vvi_swing_at(&d->ring, time);
        at = (motion_state){at.place + ring.place, at.speed + ring.speed};
    }
    return (motion_state){at.place + d->flows * (through.place - at.place),
                          at.speed + d->flows * (through.speed - at.speed)};
}

void vvi_line_elastic(line_making *making, uint32_t count)
{
    const vv_line_def *def = making->def;
    uint32_t steps = def->frame_count, width = making->width;
    find_speeds(making, count);
    for (uint32_t k = 0; k < def->key_count; k++) {
        size_t first = (size_t)k * steps * width;
        double gap = vvi_line_gap(def, k);
        for (uint32_t i = 0; i < count; i++) {
            making->values[first + i] = (float)making->keys[(size_t)k * width + i];
            making->rates[first + i] = (float)making->speeds[(size_t)k * width + i];
            if (k + 1 == def->key_count)
                continue;
            drive d = plan(making, k, i);
            double lag = vvi_line_lag(def, k, i), pace;
            for (uint32_t f = 1; f < steps; f++) {
                motion_state at = drive_at(&d, vvi_line_warp((double)f / steps, lag, &pace));
                making->values[first + (size_t)f * width + i] = (float)at.place;
                making->rates[first + (size_t)f * width + i] = (float)(at.speed * pace / gap);
            }
        }
    }
}
