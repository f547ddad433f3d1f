/* The paper's way from keystroke to keystroke: let go towards the next one; of the frames that a spring gives, the nearest to it
 * (eq. 2) is moved onto it in place and time, and the frames before it as much as they are near to it:
 *
 *     γ(t) = sim(t·t* / T) + b(τ)(γ_{k+1} − sim(t*)),   b = 3τ² − 2τ³,  τ = t / T
 *
 * b vanishes with its slope at the start and is flat at the end, so that the speed of the nearest frame, in the new time, goes on
 * into the next interval. (The printed correction is largest at the start, where the line already is on its keystroke.) */
#include "elastic.h"

/* Let go of key k with the speeds there: swings[count], in times of the interval. */
static void let_go(const line_making *making, uint32_t key, uint32_t count, swing *swings)
{
    size_t here = (size_t)key * making->width;
    double gap = vvi_line_gap(making->def, key);
    for (uint32_t i = 0; i < count; i++) {
        motion_state from = {making->keys[here + i], making->speeds[here + i] * gap};
        swings[i] = vvi_swing_free(vvi_line_spring(making->def, key, i, 1.0), from,
                                   making->keys[here + making->width + i], 0.0);
    }
}

/* Eq. 2: how far the angles are from those of the next key at a time. */
static double distance(const line_making *making, uint32_t key, const swing *swings, double time)
{
    const double *goal = making->keys + (size_t)(key + 1) * making->width;
    double sum = 0.0;
    for (uint32_t i = 0; i < making->def->element_count; i++) {
        double off = vvi_swing_at(&swings[i], time).place - goal[i];
        sum += off * off;
    }
    return sum;
}

/* The nearest frame, as a share of the interval. A line that is on its goal and on its way past it is not looked at before it
 * turns round. */
static double nearest(const line_making *making, uint32_t key, const swing *swings)
{
    uint32_t steps = making->def->frame_count, best = steps;
    double last = distance(making, key, swings, 0.0), least = -1.0;
    bool nears = false;
    for (uint32_t f = 1; f <= steps; f++) {
        double here = distance(making, key, swings, (double)f / steps);
        nears = nears || here < last;
        if (nears && (least < 0.0 || here < least)) {
            least = here;
            best = f;
        }
        last = here;
    }
    return (double)best / steps;
}

/* The speed with which it goes on from its goal: its own, in the new time, but no more than its next spring can take up within
 * the larger of the ways there and onwards; none where it must stand. */
static double goes_on(const line_making *making, uint32_t key, uint32_t number, double speed, bool stop)
{
    const double *goal = making->keys + (size_t)(key + 1) * making->width + number;
    bool last = key + 2 == making->def->key_count;
    double way = fabs(goal[0] - goal[-(ptrdiff_t)making->width]);
    double onwards = last ? 0.0 : fabs(goal[making->width] - goal[0]);
    spring next = last ? vvi_line_ring(making, key + 1, number)
                       : vvi_line_spring(making->def, key + 1, number, vvi_line_gap(making->def, key + 1));
    double most = stop ? 0.0 : next.frequency * vvi_most(way, onwards);
    return vvi_most(-most, vvi_least(most, speed));
}

/* Beside the correction of places, the speeds at both ends are put right by a curve that is 0 there. */
static void shoot_number(line_making *making, uint32_t key, uint32_t number, const swing *own, double shot, bool stop)
{
    uint32_t steps = making->def->frame_count, width = making->width;
    size_t here = (size_t)key * width + number;
    double goal = making->keys[here + width], gap = vvi_line_gap(making->def, key);
    double lag = vvi_line_lag(making->def, key, number);
    motion_state end = vvi_swing_at(own, shot);
    making->speeds[here + width] = goes_on(making, key, number, end.speed * shot / gap, stop);
    double miss = goal - end.place, from_slope = making->speeds[here] * gap * (1.0 - shot);
    double stop_slope = making->speeds[here + width] * gap - end.speed * shot;
    for (uint32_t f = 1; f < steps; f++) {
        double pace, time = vvi_line_warp((double)f / steps, lag, &pace);
        motion_state at = vvi_swing_at(own, time * shot);
        size_t frame = ((size_t)key * steps + f) * width + number;
        double place = at.place + ease(time) * miss + hermite(0.0, from_slope, 0.0, stop_slope, time);
        double slope =
            at.speed * shot + ease_slope(time) * miss + hermite_slope(0.0, from_slope, 0.0, stop_slope, time);
        making->values[frame] = (float)place;
        making->rates[frame] = (float)(slope * pace / gap);
    }
}

void vvi_line_shoot(line_making *making, uint32_t count)
{
    const vv_line_def *def = making->def;
    uint32_t width = making->width;
    for (uint32_t k = 0; k < def->key_count; k++) {
        swing swings[LINE_MOST_WIDTH];
        bool last = k + 1 == def->key_count, stop = k + 2 == def->key_count && making->settle_steps == 0;
        if (!last) {
            let_go(making, k, count, swings);
            double shot = nearest(making, k, swings);
            for (uint32_t i = 0; i < count; i++)
                shoot_number(making, k, i, &swings[i], shot, stop);
        }
        for (uint32_t i = 0; i < count; i++) {
            size_t frame = (size_t)k * def->frame_count * width + i;
            making->values[frame] = (float)making->keys[(size_t)k * width + i];
            making->rates[frame] = (float)making->speeds[(size_t)k * width + i];
        }
    }
}
