/* The paper's motion from keystroke to keystroke: a free spring is released towards the next keystroke; of the
 * simulated frames the one closest to it (eq. 2) is moved onto it in position and time, and earlier frames by a share
 * that depends on how close they are to it in time:
 *
 *     γ(t) = sim(t·t* / T) + b(τ)(γ_{k+1} − sim(t*)),   b = 3τ² − 2τ³,  τ = t / T
 *
 * b and its slope vanish at the start, and its slope vanishes at the end, so that the velocity of the closest frame,
 * in the new time, continues in the next interval. (The correction as printed is largest at the start, where the line
 * is on its keystroke already.) */
#include "elastic.h"

/* Releases the springs at a key with the rates there: swings[count], in units of the interval. */
static void release_springs(const line_builder *builder, uint32_t key, uint32_t count, spring_motion *swings)
{
    size_t here = (size_t)key * builder->width;
    double gap = vvi_line_gap(builder->def, key);
    for (uint32_t i = 0; i < count; i++) {
        motion_state from = {builder->keys[here + i], builder->key_rates[here + i] * gap};
        swings[i] = vvi_spring_free_motion(vvi_line_spring(builder->def, key, i, 1.0), from,
                                           builder->keys[here + builder->width + i], 0.0);
    }
}

/* Eq. 2: the squared distance of the angles from those of the next key at a time. */
static double distance_to_key(const line_builder *builder, uint32_t key, const spring_motion *swings, double time)
{
    const double *goal = builder->keys + (size_t)(key + 1) * builder->width;
    double sum = 0.0;
    for (uint32_t i = 0; i < builder->def->element_count; i++) {
        double off = vvi_spring_motion_at(&swings[i], time).position - goal[i];
        sum += off * off;
    }
    return sum;
}

/* The closest frame, as a share of the interval. A line that is at its goal and moving past it is ignored until it
 * turns round. */
static double find_closest_frame(const line_builder *builder, uint32_t key, const spring_motion *swings)
{
    uint32_t steps = builder->def->frame_count, best = steps;
    double previous = distance_to_key(builder, key, swings, 0.0), least = -1.0;
    bool is_approaching = false;
    for (uint32_t f = 1; f <= steps; f++) {
        double current = distance_to_key(builder, key, swings, (double)f / steps);
        is_approaching = is_approaching || current < previous;
        if (is_approaching && (least < 0.0 || current < least)) {
            least = current;
            best = f;
        }
        previous = current;
    }
    return (double)best / steps;
}

/* The rate at which a component continues after its goal: its own, in the new time, but no more than the next spring
 * can absorb within the larger of the distances to it and onwards; 0 where it must stop. */
static double continue_rate(const line_builder *builder, uint32_t key, uint32_t component, double speed, bool stop)
{
    const double *goal = builder->keys + (size_t)(key + 1) * builder->width + component;
    bool last = key + 2 == builder->def->key_count;
    double distance = fabs(goal[0] - goal[-(ptrdiff_t)builder->width]);
    double onwards = last ? 0.0 : fabs(goal[builder->width] - goal[0]);
    spring next = last ? vvi_line_follow_through(builder, key + 1, component)
                       : vvi_line_spring(builder->def, key + 1, component, vvi_line_gap(builder->def, key + 1));
    double max_rate = stop ? 0.0 : next.frequency * vvi_max_double(distance, onwards);
    return vvi_max_double(-max_rate, vvi_min_double(max_rate, speed));
}

/* Besides the correction of positions, the velocities at both ends are corrected by a curve that is 0 there. */
static void fill_component(line_builder *builder, uint32_t key, uint32_t component, const spring_motion *motion,
                           double shot, bool stop)
{
    uint32_t steps = builder->def->frame_count, width = builder->width;
    size_t here = (size_t)key * width + component;
    double goal = builder->keys[here + width], gap = vvi_line_gap(builder->def, key);
    double lag = vvi_line_lag(builder->def, key, component);
    motion_state end = vvi_spring_motion_at(motion, shot);
    builder->key_rates[here + width] = continue_rate(builder, key, component, end.velocity * shot / gap, stop);
    double miss = goal - end.position, from_slope = builder->key_rates[here] * gap * (1.0 - shot);
    double stop_slope = builder->key_rates[here + width] * gap - end.velocity * shot;
    for (uint32_t f = 1; f < steps; f++) {
        double pace, time = vvi_line_warp((double)f / steps, lag, &pace);
        motion_state at = vvi_spring_motion_at(motion, time * shot);
        size_t frame = ((size_t)key * steps + f) * width + component;
        double place =
            at.position + vvi_smoothstep_double(time) * miss + vvi_hermite(0.0, from_slope, 0.0, stop_slope, time);
        double slope =
            at.velocity * shot + smoothstep_slope(time) * miss + hermite_slope(0.0, from_slope, 0.0, stop_slope, time);
        builder->values[frame] = (float)place;
        builder->rates[frame] = (float)(slope * pace / gap);
    }
}

void vvi_line_fill_shot(line_builder *builder, uint32_t count)
{
    const vv_line_def *def = builder->def;
    uint32_t width = builder->width;
    for (uint32_t k = 0; k < def->key_count; k++) {
        spring_motion swings[LINE_MAX_WIDTH];
        bool last = k + 1 == def->key_count, stop = k + 2 == def->key_count && builder->settle_steps == 0;
        if (!last) {
            release_springs(builder, k, count, swings);
            double shot = find_closest_frame(builder, k, swings);
            for (uint32_t i = 0; i < count; i++)
                fill_component(builder, k, i, &swings[i], shot, stop);
        }
        for (uint32_t i = 0; i < count; i++) {
            size_t frame = (size_t)k * def->frame_count * width + i;
            builder->values[frame] = (float)builder->keys[(size_t)k * width + i];
            builder->rates[frame] = (float)builder->key_rates[(size_t)k * width + i];
        }
    }
}
