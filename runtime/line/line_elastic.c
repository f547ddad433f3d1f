/* The elastic way from keystroke to keystroke: each angle, and the logarithm of the length, hangs on a spring whose equilibrium
 * moves evenly, twice in an interval, so that it is driven back first and then strikes at its goal, both times exactly:
 *
 *     from (γ_k, 0) to (γ_k − a·Δ, 0), it waits, then to (γ_{k+1}, v),   Δ = γ_{k+1} − γ_k
 *
 * The speed v is the one from which the spring, left alone, passes the goal by o·Δ. It lives on: an arrival swings freely on top
 * of the next interval and fades before its end. So every keystroke is met, and speeds do not jump. Where a keystroke is on the way
 * to the next one, there is nothing to go back for: the line flows through. */
#include "elastic.h"

#define TURN 6.283185307179586
/* Going back takes at most this share of an interval, and less where it is little. */
#define BACK_SHARE  0.35
#define BACK_LITTLE 0.02
/* A strike that arrives fast, in its own way and time, would run up first: it begins later then, so that it arrives no faster than
 * MOST_ARRIVAL, but takes LEAST_STRIKE of the interval; and beyond EASY_ARRIVAL its spring is softer by SOFTER cycles for each. With
 * these an equilibrium never begins behind the line, whatever the damping. */
#define MOST_ARRIVAL 2.0
#define EASY_ARRIVAL 1.1
#define SOFTER       0.33
#define LEAST_STRIKE 0.1
/* What frames can show: radians of a swing from one to the next. */
#define MOST_TURNING 0.8
/* The share of an interval after which what is left of the last arrival fades. */
#define RING_SHARE   (1.0 / 3.0)
#define MOST_DAMPING 4.0

/* ---- Springs and warps --------------------------------------------------------------------------------------------------- */

spring vvi_line_spring(const vv_line_def *def, uint32_t key, uint32_t number, double seconds)
{
    const vv_temper *temper = &def->keys[key].temper;
    bool is_angle = number < def->element_count;
    double stiffness = is_angle && def->stiffness ? (double)def->stiffness[number] : 1.0;
    double damping = (double)temper->damping * (is_angle && def->damping ? (double)def->damping[number] : 1.0);
    return (spring){TURN * (double)temper->cycles * sqrt(stiffness) / seconds, vvi_least(damping, MOST_DAMPING)};
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

spring vvi_line_ring(const line_making *making, uint32_t key, uint32_t number)
{
    const vv_line_def *def = making->def;
    bool last = key + 1 == def->key_count;
    spring own = vvi_line_spring(def, key, number, vvi_line_gap(def, key > 0 ? key - 1 : 0));
    double frame = last && making->settle_steps > 0 ? making->window / making->settle_steps
                                                    : vvi_line_gap(def, key) / def->frame_count;
    return (spring){vvi_least(own.frequency, MOST_TURNING / frame), own.damping};
}

/* The speed with which it gets to the next key, in ways an interval, so that it passes it by its overshoot. */
static double arrival(const line_making *making, uint32_t key, uint32_t number)
{
    const vv_temper *temper = &making->def->keys[key].temper;
    double reach = vvi_spring_reach(vvi_line_ring(making, key + 1, number));
    double wanted = (double)temper->overshoot * vvi_line_gap(making->def, key) / reach;
    return vvi_least(wanted, MOST_ARRIVAL * (1.0 + (double)temper->anticipation) / LEAST_STRIKE);
}

/* The share of an interval that its strike takes. */
static double strike_share(const line_making *making, uint32_t key, uint32_t number)
{
    const vv_temper *temper = &making->def->keys[key].temper;
    double cycles = vvi_line_spring(making->def, key, number, 1.0).frequency / TURN;
    double fast = MOST_ARRIVAL * (1.0 + (double)temper->anticipation) / vvi_most(arrival(making, key, number), 1e-9);
    return vvi_least(vvi_least(1.0 - back_share(temper), SWING_MOST_CYCLES / cycles), fast);
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
            bool stops = last && making->settle_steps == 0;
            double swings = stops ? 0.0 : way * arrival(making, k - 1, i) / vvi_line_gap(making->def, k - 1);
            double flows = last ? 0.0 : flow(way, at[i + width] - at[i]);
            speeds[i] = swings + flows * (speeds[i] - swings);
        }
    }
}

/* ---- One number in one interval, whose time runs from 0 to 1 ------------------------------------------------------------------ */

/* When everything happens and how its springs are: the same for all numbers with these springs and lag. */
typedef struct course {
    double lag, back_end, strike_begin; /* when it is back, when it strikes; between them it waits */
    spring through, ring, back, strike;
} course;

typedef struct drive {
    double flows;  /* share of `through`; the rest is `ring` and the driven parts */
    double turned; /* where it waits */
    bool rings;
    swing through, ring, back, strike;
} drive;

static spring limited(spring own, double cycles, double time)
{
    return (spring){vvi_least(own.frequency, cycles * TURN / time), own.damping};
}

static course course_of(const line_making *making, uint32_t key, uint32_t number)
{
    const vv_line_def *def = making->def;
    const vv_temper *temper = &def->keys[key].temper;
    spring own = vvi_line_spring(def, key, number, 1.0);
    course c = {.lag = vvi_line_lag(def, key, number), .back_end = back_share(temper)};
    double strikes = strike_share(making, key, number);
    c.strike_begin = 1.0 - strikes;
    c.through = limited(own, SWING_MOST_CYCLES, 1.0);
    c.back = limited(own, SWING_MOST_CYCLES, vvi_most(c.back_end, 1e-9));
    double fast = arrival(making, key, number) * strikes / (1.0 + (double)temper->anticipation) - EASY_ARRIVAL;
    c.strike = limited(own, SWING_MOST_CYCLES - SOFTER * vvi_most(fast, 0.0), strikes);
    c.ring = vvi_line_ring(making, key, number);
    c.ring.frequency *= vvi_line_gap(def, key);
    return c;
}

static drive plan(const line_making *making, uint32_t key, uint32_t number, const course *c)
{
    size_t here = (size_t)key * making->width + number;
    double gap = vvi_line_gap(making->def, key), way = making->keys[here + making->width] - making->keys[here];
    motion_state from = {making->keys[here], making->speeds[here] * gap};
    motion_state to = {making->keys[here + making->width], making->speeds[here + making->width] * gap};
    drive d = {.rings = from.speed != 0.0};
    d.turned = from.place - (double)making->def->keys[key].temper.anticipation * way;
    if (key > 0)
        d.flows = flow(making->keys[here] - making->keys[here - making->width], way);
    if (d.flows > 0.0)
        d.through = vvi_swing_to(c->through, 1.0, from, to);
    d.ring = vvi_swing_free(c->ring, (motion_state){0.0, from.speed}, 0.0, 0.0);
    if (c->back_end > 0.0)
        d.back = vvi_swing_to(c->back, c->back_end, (motion_state){from.place, 0.0}, (motion_state){d.turned, 0.0});
    d.strike = vvi_swing_to(c->strike, 1.0 - c->strike_begin, (motion_state){d.turned, 0.0}, to);
    return d;
}

/* The springs of a course at a time. */
typedef struct course_moment {
    double time;
    bool is_back, strikes;
    spring_response driven, through, ring;
    double fades, fades_rate; /* the share of `ring` that shows */
} course_moment;

static course_moment course_at(const course *c, double time, bool flows, bool rings)
{
    course_moment m = {.time = time, .is_back = time >= c->back_end, .strikes = time > c->strike_begin};
    if (!m.is_back)
        m.driven = vvi_spring_response(c->back, time);
    else if (m.strikes)
        m.driven = vvi_spring_response(c->strike, time - c->strike_begin);
    if (flows)
        m.through = vvi_spring_response(c->through, time);
    if (rings) {
        double late = (time - RING_SHARE) / (1.0 - RING_SHARE);
        m.ring = vvi_spring_response(c->ring, time);
        m.fades = 1.0 - ease(late);
        m.fades_rate = -ease_slope(late) / (1.0 - RING_SHARE);
    }
    return m;
}

static motion_state drive_at(const drive *d, const course *c, const course_moment *m)
{
    motion_state at = {d->turned, 0.0};
    if (!m->is_back)
        at = vvi_swing_with(&d->back, m->time, m->driven);
    else if (m->strikes)
        at = vvi_swing_with(&d->strike, m->time - c->strike_begin, m->driven);
    if (d->rings) {
        motion_state ring = vvi_swing_with(&d->ring, m->time, m->ring);
        at.place += m->fades * ring.place;
        at.speed += m->fades * ring.speed + m->fades_rate * ring.place;
    }
    if (d->flows == 0.0)
        return at;
    motion_state through = vvi_swing_with(&d->through, m->time, m->through);
    return (motion_state){at.place + d->flows * (through.place - at.place),
                          at.speed + d->flows * (through.speed - at.speed)};
}

/* Numbers that share a course, from one key to the next. */
static void run(line_making *making, uint32_t key, const course *c, uint32_t count, const uint32_t *numbers)
{
    uint32_t steps = making->def->frame_count;
    double gap = vvi_line_gap(making->def, key), pace;
    drive drives[LINE_MOST_WIDTH];
    bool flows = false, rings = false;
    for (uint32_t i = 0; i < count; i++) {
        drives[i] = plan(making, key, numbers[i], c);
        flows = flows || drives[i].flows > 0.0;
        rings = rings || drives[i].rings;
    }
    for (uint32_t f = 1; f < steps; f++) {
        size_t frame = ((size_t)key * steps + f) * making->width;
        double time = vvi_line_warp((double)f / steps, c->lag, &pace);
        course_moment m = course_at(c, time, flows, rings);
        for (uint32_t i = 0; i < count; i++) {
            motion_state at = drive_at(&drives[i], c, &m);
            making->values[frame + numbers[i]] = (float)at.place;
            making->rates[frame + numbers[i]] = (float)(at.speed * pace / gap);
        }
    }
}

static void run_interval(line_making *making, uint32_t key, uint32_t count)
{
    const vv_line_def *def = making->def;
    bool done[LINE_MOST_WIDTH] = {false};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t numbers[LINE_MOST_WIDTH], together = 0;
        spring own = vvi_line_spring(def, key, i, 1.0);
        double lag = vvi_line_lag(def, key, i);
        for (uint32_t k = i; k < count && !done[i]; k++) {
            spring other = vvi_line_spring(def, key, k, 1.0);
            if (done[k] || other.frequency != own.frequency || other.damping != own.damping ||
                vvi_line_lag(def, key, k) != lag)
                continue;
            numbers[together++] = k;
            done[k] = k > i;
        }
        course c = course_of(making, key, i);
        if (together > 0)
            run(making, key, &c, together, numbers);
    }
}

void vvi_line_elastic(line_making *making, uint32_t count)
{
    const vv_line_def *def = making->def;
    uint32_t width = making->width;
    find_speeds(making, count);
    for (uint32_t k = 0; k < def->key_count; k++) {
        size_t first = (size_t)k * def->frame_count * width;
        for (uint32_t i = 0; i < count; i++) {
            making->values[first + i] = (float)making->keys[(size_t)k * width + i];
            making->rates[first + i] = (float)making->speeds[(size_t)k * width + i];
        }
        if (k + 1 < def->key_count)
            run_interval(making, k, count);
    }
}
