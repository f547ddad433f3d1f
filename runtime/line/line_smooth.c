/* Monotone interpolation, which the root always uses: cubic Hermite curves through the keystrokes that never go back
 * and never pass a keystroke (slopes of Fritsch and Butland 1984), at rest at both ends; and the frames after the
 * last keystroke. */
#include "elastic.h"

/* The slope at an inner key, per second: the harmonic mean of those on both sides, weighted so that the shorter side
 * counts more; 0 where the direction reverses. */
static double slope_at(const line_builder *builder, uint32_t key, uint32_t number)
{
    const double *at = builder->keys + (size_t)key * builder->width + number;
    double before = vvi_line_gap(builder->def, key - 1), after = vvi_line_gap(builder->def, key);
    double left = (at[0] - at[-(ptrdiff_t)builder->width]) / before, right = (at[builder->width] - at[0]) / after;
    if (!(left * right > 0.0))
        return 0.0;
    double weight = (before + 2.0 * after) / (3.0 * (before + after));
    return left * right / (weight * right + (1.0 - weight) * left);
}

void vvi_line_find_slopes(line_builder *builder, uint32_t first, uint32_t count)
{
    for (uint32_t k = 0; k < builder->def->key_count; k++)
        for (uint32_t i = first; i < first + count; i++)
            builder->key_rates[(size_t)k * builder->width + i] =
                k == 0 || k + 1 == builder->def->key_count ? 0.0 : slope_at(builder, k, i);
}

void vvi_line_fill_smooth(line_builder *builder, uint32_t first, uint32_t count)
{
    uint32_t steps = builder->def->frame_count, width = builder->width;
    vvi_line_find_slopes(builder, first, count);
    for (uint32_t k = 0; k < builder->def->key_count; k++) {
        bool last = k + 1 == builder->def->key_count;
        double gap = vvi_line_gap(builder->def, k);
        const double *from = builder->keys + (size_t)k * width, *speed = builder->key_rates + (size_t)k * width;
        for (uint32_t f = 0; f < (last ? 1 : steps); f++) {
            float *values = builder->values + ((size_t)k * steps + f) * width;
            float *rates = builder->rates + ((size_t)k * steps + f) * width;
            double u = (double)f / steps;
            for (uint32_t i = first; i < first + count; i++) {
                const double *to = last ? from : from + width, *to_speed = last ? speed : speed + width;
                values[i] = (float)vvi_hermite(from[i], speed[i] * gap, to[i], to_speed[i] * gap, u);
                rates[i] = (float)(hermite_slope(from[i], speed[i] * gap, to[i], to_speed[i] * gap, u) / gap);
            }
        }
    }
}

/* The free swing fades out in the last third of the window, so that the line stands still at its end. */
void vvi_line_fill_settling(line_builder *builder, uint32_t count)
{
    uint32_t last = builder->def->key_count - 1, width = builder->width, steps = builder->settle_steps;
    const double *goal = builder->keys + (size_t)last * width, *speed = builder->key_rates + (size_t)last * width;
    double fade = builder->settle_window / 3.0;
    for (uint32_t i = 0; i < count; i++) {
        spring_motion motion =
            vvi_spring_free_motion(vvi_line_follow_through(builder, last, i), (motion_state){0.0, speed[i]}, 0.0, 0.0);
        for (uint32_t f = 1; f <= steps; f++) {
            size_t frame = ((size_t)last * builder->def->frame_count + f) * width + i;
            double time = builder->settle_window * f / steps,
                   fade_time = (time - (builder->settle_window - fade)) / fade;
            motion_state at = speed[i] != 0.0 ? vvi_spring_motion_at(&motion, time) : (motion_state){0.0, 0.0};
            double share = f == steps ? 0.0 : 1.0 - vvi_smoothstep_double(fade_time),
                   share_speed = f == steps ? 0.0 : -smoothstep_slope(fade_time) / fade;
            builder->values[frame] = (float)(goal[i] + share * at.position);
            builder->rates[frame] = (float)(share * at.velocity + share_speed * at.position);
        }
    }
}
