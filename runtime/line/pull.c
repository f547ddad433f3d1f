/* Pulls: a hand that draws at a line, and lets go. While it holds, the springs' equilibrium is the line bent so that its point is
 * where the hand has it; afterwards they swing home. Around every keystroke what a pull does fades out and in again, so that
 * keystrokes are met, with the speeds they had. */
#include "curve.h"
#include "elastic.h"

#include <string.h>

#define TURN 6.283185307179586
/* A pulled line swings so many times a second for each cycle of its temper, unless its frames are too few to show that. */
#define PULL_HERTZ   3.0
#define MOST_TURNING 0.6 /* radians of a swing a frame */
/* The share of an interval on either side of a keystroke in which a pull fades. */
#define FADE 0.15
/* A single point holds so long. */
#define TAP 0.1

/* What a pull wants at a time. */
static vv_vec2 wanted(const vv_line_pull *pull, double time)
{
    const vv_pull_point *p = pull->points;
    uint32_t last = pull->point_count - 1;
    double end = (double)p[last].time + (last == 0 ? TAP : 0.0);
    if (time < (double)p[0].time || time > end)
        return (vv_vec2){0.0f, 0.0f};
    for (uint32_t i = 0; i < last; i++)
        if (time < (double)p[i + 1].time) {
            double span = (double)p[i + 1].time - (double)p[i].time;
            return vv_vec2_mix(p[i].by, p[i + 1].by, (float)((time - (double)p[i].time) / span));
        }
    return p[last].by;
}

/* Adds to shape[width] by how much the line must be bent and moved for the point to be moved by `by`: first-order steps of at most
 * half a radian; what they leave the root does. */
static void bend(uint32_t elements, const vv_line_pose *pose, double along, vv_vec2 by, double *shape)
{
    enum { MOST_STEPS = 12 };
    vv_line_pose bent = *pose;
    float angles[VV_LINE_MAX_ELEMENTS];
    vv_vec2 goal = vv_vec2_add(vv_line_point(elements, pose, (float)along, NULL), by), left = by;
    for (uint32_t step = 0; step < MOST_STEPS && vv_vec2_length(left) > 1e-4f * pose->length; step++) {
        vv_vec2 root = vvi_curve_least_move(elements, &bent, along, left, angles);
        float largest = 0.0f;
        for (uint32_t i = 0; i < elements; i++)
            largest = vvi_max(largest, fabsf(angles[i]));
        float share = largest > 0.5f ? 0.5f / largest : 1.0f;
        for (uint32_t i = 0; i < elements; i++)
            bent.angles[i] += share * angles[i];
        bent.root = vv_vec2_add(bent.root, vv_vec2_scale(root, share));
        left = vv_vec2_sub(goal, vv_line_point(elements, &bent, (float)along, NULL));
    }
    bent.root = vv_vec2_add(bent.root, left);
    for (uint32_t i = 0; i < elements; i++)
        shape[i] += (double)bent.angles[i] - (double)pose->angles[i];
    shape[elements + 1] += (double)bent.root.x - (double)pose->root.x;
    shape[elements + 2] += (double)bent.root.y - (double)pose->root.y;
}

static void shape_at(const line_making *making, const float *frame, double time, double *shape)
{
    uint32_t n = making->def->element_count;
    memset(shape, 0, making->width * sizeof *shape);
    for (uint32_t i = 0; i < making->def->pull_count; i++) {
        const vv_line_pull *pull = &making->def->pulls[i];
        vv_vec2 by = wanted(pull, time);
        if (by.x == 0.0f && by.y == 0.0f)
            continue;
        vv_line_pose pose = {.length = (float)vvi_exp_double((double)frame[n]), .root = {frame[n + 1], frame[n + 2]}};
        memcpy(pose.angles, frame, n * sizeof *frame);
        bend(n, &pose, (double)pull->along, by, shape);
    }
}

/* How much of it shows, and how fast that changes a second, at a share of what follows a key. */
static double shown(const line_making *making, uint32_t key, double share, double seconds, double *rate)
{
    bool last = key + 1 == making->def->key_count;
    double end = last ? 1.0 / 3.0 : FADE;
    double in = share / FADE, out = (1.0 - share) / end;
    *rate = (ease_slope(in) / FADE * ease(out) - ease(in) * ease_slope(out) / end) / seconds;
    return ease(in) * ease(out);
}

/* What the springs of one line do while its frames go by. */
typedef struct pulled {
    motion_state states[LINE_MOST_WIDTH];
    double shapes[2][LINE_MOST_WIDTH]; /* wanted at the frame before, and at this one */
} pulled;

static void advance(const line_making *making, uint32_t key, double step, pulled *p)
{
    for (uint32_t i = 0; i < making->width; i++) {
        motion_state *state = &p->states[i];
        double from = p->shapes[0][i], to = p->shapes[1][i];
        if (from == 0.0 && to == 0.0 && state->place == 0.0 && state->speed == 0.0)
            continue;
        spring own = vvi_line_spring(making->def, key, i, 1.0 / PULL_HERTZ);
        own.frequency = vvi_least(own.frequency, MOST_TURNING / step);
        swing s = vvi_swing_free(own, *state, from, (to - from) / step);
        *state = vvi_swing_at(&s, step);
    }
}

void vvi_line_pull(line_making *making)
{
    const vv_line_def *def = making->def;
    pulled p = {0};
    for (uint32_t k = 0; k < def->key_count; k++) {
        bool last = k + 1 == def->key_count;
        uint32_t steps = last ? making->settle_steps : def->frame_count;
        double seconds = last ? making->window : vvi_line_gap(def, k);
        for (uint32_t f = 1; f <= steps; f++) {
            size_t frame = ((size_t)k * def->frame_count + f) * making->width;
            double share = (double)f / steps, rate;
            memcpy(p.shapes[0], p.shapes[1], sizeof p.shapes[0]);
            shape_at(making, making->values + frame, (double)def->keys[k].time + seconds * share, p.shapes[1]);
            advance(making, k, seconds / steps, &p);
            double much = shown(making, k, share, seconds, &rate);
            for (uint32_t i = 0; i < making->width && f < steps; i++) {
                making->values[frame + i] += (float)(much * p.states[i].place);
                making->rates[frame + i] += (float)(much * p.states[i].speed + rate * p.states[i].place);
            }
        }
    }
}
