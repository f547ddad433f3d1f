/* Plain interpolation, which the root always has: cubic Hermite curves through the keystrokes that never go back and never pass
 * a keystroke (slopes of Fritsch and Butland 1984), at rest at both ends; and what follows the last keystroke. */
#include "elastic.h"

/* The slope at an inner key, a second: the harmonic mean of both sides, weighted so that the shorter side counts more; none where
 * it turns round. */
static double slope_at(const line_making *making, uint32_t key, uint32_t number)
{
    const double *at = making->keys + (size_t)key * making->width + number;
    double before = vvi_line_gap(making->def, key - 1), after = vvi_line_gap(making->def, key);
    double left = (at[0] - at[-(ptrdiff_t)making->width]) / before, right = (at[making->width] - at[0]) / after;
    if (!(left * right > 0.0))
        return 0.0;
    double weight = (before + 2.0 * after) / (3.0 * (before + after));
    return left * right / (weight * right + (1.0 - weight) * left);
}

void vvi_line_slopes(line_making *making, uint32_t first, uint32_t count)
{
    for (uint32_t k = 0; k < making->def->key_count; k++)
        for (uint32_t i = first; i < first + count; i++)
            making->speeds[(size_t)k * making->width + i] =
                k == 0 || k + 1 == making->def->key_count ? 0.0 : slope_at(making, k, i);
}

void vvi_line_smooth(line_making *making, uint32_t first, uint32_t count)
{
    uint32_t steps = making->def->frame_count, width = making->width;
    vvi_line_slopes(making, first, count);
    for (uint32_t k = 0; k < making->def->key_count; k++) {
        bool last = k + 1 == making->def->key_count;
        double gap = vvi_line_gap(making->def, k);
        const double *from = making->keys + (size_t)k * width, *speed = making->speeds + (size_t)k * width;
        for (uint32_t f = 0; f < (last ? 1 : steps); f++) {
            float *values = making->values + ((size_t)k * steps + f) * width;
            float *rates = making->rates + ((size_t)k * steps + f) * width;
            double u = (double)f / steps;
            for (uint32_t i = first; i < first + count; i++) {
                const double *to = last ? from : from + width, *to_speed = last ? speed : speed + width;
                values[i] = (float)hermite(from[i], speed[i] * gap, to[i], to_speed[i] * gap, u);
                rates[i] = (float)(hermite_slope(from[i], speed[i] * gap, to[i], to_speed[i] * gap, u) / gap);
            }
        }
    }
}

/* What is left of its swing in the last third of the window fades, so that it stands at the end. */
void vvi_line_settle(line_making *making, uint32_t count)
{
    uint32_t last = making->def->key_count - 1, width = making->width, steps = making->settle_steps;
    const double *goal = making->keys + (size_t)last * width, *speed = making->speeds + (size_t)last * width;
    double fade = making->window / 3.0;
    for (uint32_t i = 0; i < count; i++) {
        swing free = vvi_swing_free(vvi_line_ring(making, last, i), (motion_state){0.0, speed[i]}, 0.0, 0.0);
        for (uint32_t f = 1; f <= steps; f++) {
            size_t frame = ((size_t)last * making->def->frame_count + f) * width + i;
            double time = making->window * f / steps, late = (time - (making->window - fade)) / fade;
            motion_state at = speed[i] != 0.0 ? vvi_swing_at(&free, time) : (motion_state){0.0, 0.0};
            double share = f == steps ? 0.0 : 1.0 - ease(late),
                   share_speed = f == steps ? 0.0 : -ease_slope(late) / fade;
            making->values[frame] = (float)(goal[i] + share * at.place);
            making->rates[frame] = (float)(share * at.speed + share_speed * at.place);
        }
    }
}
