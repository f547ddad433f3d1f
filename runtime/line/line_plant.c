/* Ends of the line that two keystrokes leave in place, such as a planted foot, stay there between them.
 *
 * Angles move elastically about the root in the middle, which is interpolated independently (3.2), so an end that
 * both strokes have in the same place would swing away between them. The root compensates: it moves by the distance
 * of the end from the straight line between its two positions. At keystrokes that is zero; and since the weight of an
 * end at a keystroke is the smaller of those of its intervals, velocities do not jump. */
#include "elastic.h"

#define HELD_SHARE  0.02 /* an end that moves by less than this share of the length stays */
#define FREE_SHARE  0.08 /* and one that moves by more than this share does not */
#define BLEND_SHARE 0.3  /* share of an interval over which its weight blends to that at a keystroke */

typedef struct line_ends {
    double position[2][2], velocity[2][2]; /* of the beginning and of the end of the line */
} line_ends;

/* first, count: which of both ends; the other one is left 0. */
static line_ends find_ends(const line_builder *builder, uint32_t frame, uint32_t first, uint32_t count)
{
    const float *values = builder->values + (size_t)frame * builder->width;
    const float *rates = builder->rates + (size_t)frame * builder->width;
    uint32_t n = builder->def->element_count;
    double element = vvi_exp_double(vvi_max_double(-20.0, vvi_min_double(20.0, (double)values[n]))) / n,
           length_rate = (double)rates[n];
    line_ends ends = {0};
    for (uint32_t e = first; e < first + count; e++) {
        double sum[2] = {0.0, 0.0}, rotation_sum[2] = {0.0, 0.0}, length = e == 0 ? -element : element;
        for (uint32_t i = e == 0 ? 0 : n / 2; i < (e == 0 ? n / 2 : n); i++) {
            double c = (double)vv_cos(values[i]), s = (double)vv_sin(values[i]), rate = (double)rates[i];
            sum[0] += c;
            sum[1] += s;
            rotation_sum[0] -= rate * s;
            rotation_sum[1] += rate * c;
        }
        for (uint32_t k = 0; k < 2; k++) {
            ends.position[e][k] = (double)values[n + 1 + k] + length * sum[k];
            ends.velocity[e][k] = (double)rates[n + 1 + k] + length * (rotation_sum[k] + length_rate * sum[k]);
        }
    }
    return ends;
}

static line_ends find_both_ends(const line_builder *builder, uint32_t frame) { return find_ends(builder, frame, 0, 2); }

/* The weight with which each end stays from key k to the next: 0…1, together at most 1. */
static void find_weights(const line_builder *builder, uint32_t key, double weights[2])
{
    const vv_line_def *def = builder->def;
    line_ends from = find_both_ends(builder, key * def->frame_count),
              to = find_both_ends(builder, (key + 1) * def->frame_count);
    double length = 0.5 * ((double)def->keys[key].pose.length + (double)def->keys[key + 1].pose.length);
    for (uint32_t e = 0; e < 2; e++) {
        double x = to.position[e][0] - from.position[e][0], y = to.position[e][1] - from.position[e][1];
        weights[e] = vvi_smoothstep_double((FREE_SHARE - sqrt(x * x + y * y) / length) / (FREE_SHARE - HELD_SHARE));
    }
    double both = vvi_max_double(1.0, weights[0] + weights[1]);
    weights[0] /= both;
    weights[1] /= both;
    VVI_CHECK(length > 0.0 && weights[0] >= 0.0 && weights[1] >= 0.0 && weights[0] + weights[1] <= 1.0 + 1e-12);
}

/* The weights at a key: the smaller ones of both of its intervals. */
static void find_key_weights(const line_builder *builder, uint32_t key, double weights[2])
{
    uint32_t last = builder->def->key_count - 1;
    VVI_CHECK(key <= last && last > 0);
    double before[2], after[2];
    find_weights(builder, key > 0 ? key - 1 : 0, before);
    find_weights(builder, key < last ? key : last - 1, after);
    weights[0] = vvi_min_double(before[0], after[0]);
    weights[1] = vvi_min_double(before[1], after[1]);
}

/* Moves the root of a frame such that each end, by its weight, returns to its goal. changes[] are the rates of the
 * weights. */
static void move_root(line_builder *builder, uint32_t frame, const double weights[2], const double changes[2],
                      const line_ends *goal)
{
    bool begins = weights[0] != 0.0 || changes[0] != 0.0, ends = weights[1] != 0.0 || changes[1] != 0.0;
    if (!begins && !ends)
        return;
    line_ends now = find_ends(builder, frame, begins ? 0 : 1, begins && ends ? 2 : 1);
    for (uint32_t k = 0; k < 2; k++) {
        size_t number = (size_t)frame * builder->width + builder->def->element_count + 1 + k;
        double place = 0.0, speed = 0.0;
        for (uint32_t e = 0; e < 2; e++) {
            double off = now.position[e][k] - goal->position[e][k];
            place += weights[e] * off;
            speed += weights[e] * (now.velocity[e][k] - goal->velocity[e][k]) + changes[e] * off;
        }
        builder->values[number] = (float)((double)builder->values[number] - place);
        builder->rates[number] = (float)((double)builder->rates[number] - speed);
    }
}

/* The positions of both ends between two keys, at rest at both keys. */
static line_ends interpolate_ends(const line_ends *from, const line_ends *to, double share, double gap)
{
    line_ends ends;
    for (uint32_t e = 0; e < 2; e++)
        for (uint32_t k = 0; k < 2; k++) {
            ends.position[e][k] =
                from->position[e][k] + vvi_smoothstep_double(share) * (to->position[e][k] - from->position[e][k]);
            ends.velocity[e][k] = smoothstep_slope(share) * (to->position[e][k] - from->position[e][k]) / gap;
        }
    return ends;
}

static void hold_interval(line_builder *builder, uint32_t key)
{
    uint32_t steps = builder->def->frame_count, first = key * steps;
    double interval[2], before[2], after[2], gap = vvi_line_gap(builder->def, key);
    find_weights(builder, key, interval);
    if (!(interval[0] > 0.0 || interval[1] > 0.0))
        return;
    find_key_weights(builder, key, before);
    find_key_weights(builder, key + 1, after);
    line_ends from = find_both_ends(builder, first), to = find_both_ends(builder, first + steps);
    for (uint32_t f = 1; f < steps; f++) {
        double u = (double)f / steps, weights[2], changes[2];
        for (uint32_t e = 0; e < 2; e++) {
            double left = interval[e] - before[e], right = interval[e] - after[e];
            weights[e] = interval[e] - left * (1.0 - vvi_smoothstep_double(u / BLEND_SHARE)) -
                         right * (1.0 - vvi_smoothstep_double((1.0 - u) / BLEND_SHARE));
            changes[e] =
                (left * smoothstep_slope(u / BLEND_SHARE) - right * smoothstep_slope((1.0 - u) / BLEND_SHARE)) /
                (BLEND_SHARE * gap);
        }
        line_ends goal = interpolate_ends(&from, &to, u, gap);
        move_root(builder, first + f, weights, changes, &goal);
    }
}

/* Holds the ends after the last key, where they come to rest. */
static void hold_settling(line_builder *builder)
{
    uint32_t last = (builder->def->key_count - 1) * builder->def->frame_count;
    const double none[2] = {0.0, 0.0};
    double weights[2];
    find_key_weights(builder, builder->def->key_count - 1, weights);
    line_ends goal = find_both_ends(builder, last);
    for (uint32_t k = 0; k < 2; k++)
        goal.velocity[0][k] = goal.velocity[1][k] = 0.0;
    for (uint32_t f = 1; f <= builder->settle_steps; f++)
        move_root(builder, last + f, weights, none, &goal);
}

void vvi_line_hold_ends(line_builder *builder)
{
    uint32_t keys = builder->def->key_count;
    const double none[2] = {0.0, 0.0};
    if (keys < 2)
        return;
    for (uint32_t k = 0; k + 1 < keys; k++)
        hold_interval(builder, k);
    hold_settling(builder);
    /* positions at keys are met already; their rates are changed last, since weights are found without them */
    for (uint32_t k = 0; k < keys; k++) {
        double weights[2];
        find_key_weights(builder, k, weights);
        line_ends still = find_both_ends(builder, k * builder->def->frame_count);
        for (uint32_t e = 0; e < 2; e++)
            still.velocity[e][0] = still.velocity[e][1] = 0.0;
        move_root(builder, k * builder->def->frame_count, weights, none, &still);
    }
}
