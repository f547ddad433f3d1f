/* Pulls: a hand draws at a line and lets go. While it holds, the equilibrium of the springs is the line bent so that
 * its point is where the hand has it; afterwards they swing back. Around every keystroke the effect of a pull fades
 * out and in again, so that keystrokes are met, with their rates. */
#include "curve.h"
#include "elastic.h"

#include <string.h>

#define TURN 6.283185307179586
/* Frequency of a pulled line in hertz for each cycle of its temper, unless the frames are too few to resolve that. */
#define PULL_HERTZ            3.0
#define MAX_RADIANS_PER_FRAME 0.6 /* largest phase of a swing in one frame, radians */
/* The share of an interval on either side of a keystroke in which a pull fades out. */
#define FADE_SHARE 0.15
/* Seconds for which a pull of a single point holds. */
#define TAP_SECONDS 0.1

/* The displacement that a pull wants at a time. */
static vv_vec2 pull_at(const vv_line_pull *pull, double time)
{
    const vv_line_pull_point *p = pull->points;
    uint32_t last = pull->point_count - 1;
    double end = (double)p[last].time + (last == 0 ? TAP_SECONDS : 0.0);
    if (time < (double)p[0].time || time > end)
        return (vv_vec2){0.0f, 0.0f};
    for (uint32_t i = 0; i < last; i++)
        if (time < (double)p[i + 1].time) {
            double span = (double)p[i + 1].time - (double)p[i].time;
            return vv_vec2_lerp(p[i].by, p[i + 1].by, (float)((time - (double)p[i].time) / span));
        }
    return p[last].by;
}

/* Adds to shape[width] the change of the line that moves the point by `by`: first-order steps of at most half a
 * radian; the root makes up for the rest. */
static void add_bend(uint32_t elements, const vv_line_pose *pose, double arc_share, vv_vec2 by, double *shape)
{
    enum { MAX_STEPS = 12 };
    vv_line_pose bent = *pose;
    float angles[VV_LINE_MAX_ELEMENTS];
    vv_vec2 goal = vv_vec2_add(vv_line_point(elements, pose, (float)arc_share, NULL), by), remaining = by;
    for (uint32_t step = 0; step < MAX_STEPS && vv_vec2_length(remaining) > 1e-4f * pose->length; step++) {
        vv_vec2 root = vvi_curve_smallest_move(elements, &bent, arc_share, remaining, angles);
        float largest = 0.0f;
        for (uint32_t i = 0; i < elements; i++)
            largest = vvi_max(largest, fabsf(angles[i]));
        float share = largest > 0.5f ? 0.5f / largest : 1.0f;
        for (uint32_t i = 0; i < elements; i++)
            bent.angles[i] += share * angles[i];
        bent.root = vv_vec2_add(bent.root, vv_vec2_scale(root, share));
        remaining = vv_vec2_sub(goal, vv_line_point(elements, &bent, (float)arc_share, NULL));
    }
    bent.root = vv_vec2_add(bent.root, remaining);
    for (uint32_t i = 0; i < elements; i++)
        shape[i] += (double)bent.angles[i] - (double)pose->angles[i];
    shape[elements + 1] += (double)bent.root.x - (double)pose->root.x;
    shape[elements + 2] += (double)bent.root.y - (double)pose->root.y;
}

static void pull_shape(const line_builder *builder, const float *frame, double time, double *shape)
{
    uint32_t n = builder->def->element_count;
    memset(shape, 0, builder->width * sizeof *shape);
    for (uint32_t i = 0; i < builder->def->pull_count; i++) {
        const vv_line_pull *pull = &builder->def->pulls[i];
        vv_vec2 by = pull_at(pull, time);
        if (by.x == 0.0f && by.y == 0.0f)
            continue;
        vv_line_pose pose = {.length = (float)vvi_exp_double((double)frame[n]), .root = {frame[n + 1], frame[n + 2]}};
        memcpy(pose.angles, frame, n * sizeof *frame);
        add_bend(n, &pose, (double)pull->fraction, by, shape);
    }
}

/* The share of the pulls that takes effect at `share` of the interval after a key, and its rate per second. */
static double effect_share(const line_builder *builder, uint32_t key, double share, double seconds, double *rate)
{
    bool last = key + 1 == builder->def->key_count;
    double end = last ? 1.0 / 3.0 : FADE_SHARE;
    double in = share / FADE_SHARE, out = (1.0 - share) / end;
    *rate = (smoothstep_slope(in) / FADE_SHARE * vvi_smoothstep_double(out) -
             vvi_smoothstep_double(in) * smoothstep_slope(out) / end) /
            seconds;
    return vvi_smoothstep_double(in) * vvi_smoothstep_double(out);
}

/* The state of the springs of one line as its frames advance. */
typedef struct pull_state {
    motion_state states[LINE_MAX_WIDTH];
    double shapes[2][LINE_MAX_WIDTH]; /* the wanted shapes at the frame before and at this one */
} pull_state;

static void advance_springs(const line_builder *builder, uint32_t key, double step, pull_state *p)
{
    for (uint32_t i = 0; i < builder->width; i++) {
        motion_state *state = &p->states[i];
        double from = p->shapes[0][i], to = p->shapes[1][i];
        if (from == 0.0 && to == 0.0 && state->position == 0.0 && state->velocity == 0.0)
            continue;
        spring line_spring = vvi_line_spring(builder->def, key, i, 1.0 / PULL_HERTZ);
        line_spring.frequency = vvi_min_double(line_spring.frequency, MAX_RADIANS_PER_FRAME / step);
        spring_motion s = vvi_spring_free_motion(line_spring, *state, from, (to - from) / step);
        *state = vvi_spring_motion_at(&s, step);
    }
}

void vvi_line_apply_pulls(line_builder *builder)
{
    const vv_line_def *def = builder->def;
    pull_state p = {0};
    for (uint32_t k = 0; k < def->key_count; k++) {
        bool last = k + 1 == def->key_count;
        uint32_t steps = last ? builder->settle_steps : def->frame_count;
        double seconds = last ? builder->settle_window : vvi_line_gap(def, k);
        for (uint32_t f = 1; f <= steps; f++) {
            size_t frame = ((size_t)k * def->frame_count + f) * builder->width;
            double share = (double)f / steps, rate;
            memcpy(p.shapes[0], p.shapes[1], sizeof p.shapes[0]);
            pull_shape(builder, builder->values + frame, (double)def->keys[k].time + seconds * share, p.shapes[1]);
            advance_springs(builder, k, seconds / steps, &p);
            double effect = effect_share(builder, k, share, seconds, &rate);
            for (uint32_t i = 0; i < builder->width && f < steps; i++) {
                builder->values[frame + i] += (float)(effect * p.states[i].position);
                builder->rates[frame + i] += (float)(effect * p.states[i].velocity + rate * p.states[i].position);
            }
        }
    }
}
