/* An end of the line that two keystrokes leave where it is, such as a planted foot, stays there between them.
 *
 * Angles go their elastic ways about the root in the middle, which is interpolated by itself (3.2), so that an end which both strokes have in
 * the same place would swing out between them. The root gives way to that: it moves by what the end is away from the
 * straight way from its one place to the other. At keystrokes that is nothing; and since the weight of an end at a keystroke is the
 * lesser of its intervals', speeds stay without jumps. */
#include "elastic.h"

#define FIRM  0.02 /* shares of the length: an end that moves by less stays, */
#define LOOSE 0.08 /* and one that moves by more does not */
#define EDGE  0.3  /* share of an interval in which its weight comes to that at a keystroke */

typedef struct line_ends {
    double at[2][2], speed[2][2]; /* of the beginning and of the end */
} line_ends;

/* first, count: which of both ends; another one is left 0. */
static line_ends find_ends(const line_making *making, uint32_t frame, uint32_t first, uint32_t count)
{
    const float *values = making->values + (size_t)frame * making->width;
    const float *rates = making->rates + (size_t)frame * making->width;
    uint32_t n = making->def->element_count;
    double element = vvi_exp_double(vvi_most(-20.0, vvi_least(20.0, (double)values[n]))) / n, growth = (double)rates[n];
    line_ends ends = {0};
    for (uint32_t e = first; e < first + count; e++) {
        double sum[2] = {0.0, 0.0}, turning[2] = {0.0, 0.0}, length = e == 0 ? -element : element;
        for (uint32_t i = e == 0 ? 0 : n / 2; i < (e == 0 ? n / 2 : n); i++) {
            double c = (double)vv_cos(values[i]), s = (double)vv_sin(values[i]), rate = (double)rates[i];
            sum[0] += c;
            sum[1] += s;
            turning[0] -= rate * s;
            turning[1] += rate * c;
        }
        for (uint32_t k = 0; k < 2; k++) {
            ends.at[e][k] = (double)values[n + 1 + k] + length * sum[k];
            ends.speed[e][k] = (double)rates[n + 1 + k] + length * (turning[k] + growth * sum[k]);
        }
    }
    return ends;
}

static line_ends ends_of(const line_making *making, uint32_t frame) { return find_ends(making, frame, 0, 2); }

/* How firmly each end stays from key k to the next: 0…1, together at most 1. */
static void weigh(const line_making *making, uint32_t key, double weights[2])
{
    const vv_line_def *def = making->def;
    line_ends from = ends_of(making, key * def->frame_count), to = ends_of(making, (key + 1) * def->frame_count);
    double length = 0.5 * ((double)def->keys[key].pose.length + (double)def->keys[key + 1].pose.length);
    for (uint32_t e = 0; e < 2; e++) {
        double x = to.at[e][0] - from.at[e][0], y = to.at[e][1] - from.at[e][1];
        weights[e] = ease((LOOSE - sqrt(x * x + y * y) / length) / (LOOSE - FIRM));
    }
    double both = vvi_most(1.0, weights[0] + weights[1]);
    weights[0] /= both;
    weights[1] /= both;
}

/* At a key: as firmly as in both of its intervals. */
static void weigh_key(const line_making *making, uint32_t key, double weights[2])
{
    uint32_t last = making->def->key_count - 1;
    double before[2], after[2];
    weigh(making, key > 0 ? key - 1 : 0, before);
    weigh(making, key < last ? key : last - 1, after);
    weights[0] = vvi_least(before[0], after[0]);
    weights[1] = vvi_least(before[1], after[1]);
}

/* Moves the root of a frame: each end by its weight back to where it should be. */
static void move_root(line_making *making, uint32_t frame, const double weights[2], const double changes[2],
                      const line_ends *goal)
{
    bool begins = weights[0] != 0.0 || changes[0] != 0.0, ends = weights[1] != 0.0 || changes[1] != 0.0;
    if (!begins && !ends)
        return;
    line_ends now = find_ends(making, frame, begins ? 0 : 1, begins && ends ? 2 : 1);
    for (uint32_t k = 0; k < 2; k++) {
        size_t number = (size_t)frame * making->width + making->def->element_count + 1 + k;
        double place = 0.0, speed = 0.0;
        for (uint32_t e = 0; e < 2; e++) {
            double off = now.at[e][k] - goal->at[e][k];
            place += weights[e] * off;
            speed += weights[e] * (now.speed[e][k] - goal->speed[e][k]) + changes[e] * off;
        }
        making->values[number] = (float)((double)making->values[number] - place);
        making->rates[number] = (float)((double)making->rates[number] - speed);
    }
}

/* The way of both ends from one key to the next, at rest at both. */
static line_ends way_of(const line_ends *from, const line_ends *to, double share, double gap)
{
    line_ends way;
    for (uint32_t e = 0; e < 2; e++)
        for (uint32_t k = 0; k < 2; k++) {
            way.at[e][k] = from->at[e][k] + ease(share) * (to->at[e][k] - from->at[e][k]);
            way.speed[e][k] = ease_slope(share) * (to->at[e][k] - from->at[e][k]) / gap;
        }
    return way;
}

static void plant_interval(line_making *making, uint32_t key)
{
    uint32_t steps = making->def->frame_count, first = key * steps;
    double own[2], before[2], after[2], gap = vvi_line_gap(making->def, key);
    weigh(making, key, own);
    if (!(own[0] > 0.0 || own[1] > 0.0))
        return;
    weigh_key(making, key, before);
    weigh_key(making, key + 1, after);
    line_ends from = ends_of(making, first), to = ends_of(making, first + steps);
    for (uint32_t f = 1; f < steps; f++) {
        double u = (double)f / steps, weights[2], changes[2];
        for (uint32_t e = 0; e < 2; e++) {
            double left = own[e] - before[e], right = own[e] - after[e];
            weights[e] = own[e] - left * (1.0 - ease(u / EDGE)) - right * (1.0 - ease((1.0 - u) / EDGE));
            changes[e] = (left * ease_slope(u / EDGE) - right * ease_slope((1.0 - u) / EDGE)) / (EDGE * gap);
        }
        line_ends way = way_of(&from, &to, u, gap);
        move_root(making, first + f, weights, changes, &way);
    }
}

/* After the last key, where the ends come to rest. */
static void plant_settling(line_making *making)
{
    uint32_t last = (making->def->key_count - 1) * making->def->frame_count;
    const double none[2] = {0.0, 0.0};
    double weights[2];
    weigh_key(making, making->def->key_count - 1, weights);
    line_ends goal = ends_of(making, last);
    for (uint32_t k = 0; k < 2; k++)
        goal.speed[0][k] = goal.speed[1][k] = 0.0;
    for (uint32_t f = 1; f <= making->settle_steps; f++)
        move_root(making, last + f, weights, none, &goal);
}

void vvi_line_plant(line_making *making)
{
    uint32_t keys = making->def->key_count;
    const double none[2] = {0.0, 0.0};
    if (keys < 2)
        return;
    for (uint32_t k = 0; k + 1 < keys; k++)
        plant_interval(making, k);
    plant_settling(making);
    for (uint32_t k = 0; k < keys;
         k++) { /* the places are right, the speeds come last: weights are found without them */
        double weights[2];
        weigh_key(making, k, weights);
        line_ends still = ends_of(making, k * making->def->frame_count);
        for (uint32_t e = 0; e < 2; e++)
            still.speed[e][0] = still.speed[e][1] = 0.0;
        move_root(making, k * making->def->frame_count, weights, none, &still);
    }
}
