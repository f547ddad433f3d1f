/* Jumps and flips: steps between frames that do not shrink with the time between them.
 *
 * If a body moves by s in a frame and also jumps by j, the whole step is s + j and the larger half step s/2 + j, so
 * that 2·(half step) − (whole step) = j: zero for smooth motion, all of it for a jump. The whole step is the largest
 * of three neighbouring frames, since what happens between two frames may show in either. */
#include "watch.h"

#include <string.h>

static float turn_between(vv_quat a, vv_quat b)
{
    vv_quat d = vv_quat_multiply(vv_quat_conjugate(a), b);
    float sine = sqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
    return sine < 0.02f ? 2.0f * sine : 2.0f * vv_atan2(sine, fabsf(d.w));
}

static vv_quat turn_in_parent(const vv_transform3 *placements, const watched_body *body, uint32_t b)
{
    if (body->parent == VV_NONE)
        return placements[b].rotation;
    return vv_quat_multiply(vv_quat_conjugate(placements[body->parent].rotation), placements[b].rotation);
}

/* How far a body moved and rotated since the frame before. */
static void measure_step(const vv_watch *w, const vv_transform3 *now, uint32_t b, float *step, float *turn)
{
    const watched_body *body = &w->bodies[b];
    *step = find_distance(transform_point(now[b], body->centre), transform_point(w->before[b], body->centre));
    *turn = turn_between(turn_in_parent(w->before, body, b), turn_in_parent(now, body, b));
}

static float jump_limit(const vv_watch *w) { return w->size * vv_measure_limit(VV_MEASURE_JUMP, VV_PART_PLAIN, true); }

void vvi_watch_steps(vv_watch *w, const vv_transform3 *placements)
{
    size_t row = (size_t)w->frame * w->body_count;
    for (uint32_t b = 0; w->frame > 0 && b < w->body_count; b++) {
        measure_step(w, placements, b, &w->steps[row + b], &w->turns[row + b]);
        w->fast = w->fast || w->steps[row + b] > jump_limit(w) ||
                  w->turns[row + b] > vv_measure_limit(VV_MEASURE_TWIST, VV_PART_PLAIN, true);
    }
    memcpy(w->before, placements, w->body_count * sizeof *placements);
}

bool vv_watch_wants_half_steps(const vv_watch *watch) { return watch->fast; }

static float find_largest_near(const vv_watch *w, const float *rows, uint32_t frame, uint32_t b)
{
    float most = 0.0f;
    for (uint32_t f = frame > 1 ? frame - 1 : 1; f <= frame + 1 && f < w->frame; f++)
        most = vvi_max(most, rows[(size_t)f * w->body_count + b]);
    return most;
}

/* The jump in a step, at most the half step itself: the two runs may jump at different times. */
static float find_jump(float half, float whole) { return vvi_max(vvi_min(2.0f * half - whole, half), 0.0f); }

void vv_watch_half_frame(vv_watch *watch, const vv_transform3 *placements)
{
    vv_watch *w = watch;
    uint32_t frame = (w->half_frame + 1) / 2;
    if (frame >= w->frame)
        return;
    for (uint32_t b = 0; w->half_frame > 0 && b < w->body_count; b++) {
        float step, turn;
        measure_step(w, placements, b, &step, &turn);
        if (!(step < 1e30f) || !(turn < 10.0f))
            continue;
        if (step > 0.5f * jump_limit(w))
            vvi_raise_worst(&w->findings.worst[VV_PART_PLAIN][VV_MEASURE_JUMP],
                            find_jump(step, find_largest_near(w, w->steps, frame, b)) / w->size, frame, b);
        vvi_raise_worst(&w->findings.worst[VV_PART_PLAIN][VV_MEASURE_TWIST],
                        find_jump(turn, find_largest_near(w, w->turns, frame, b)), frame, b);
    }
    memcpy(w->before, placements, w->body_count * sizeof *placements);
    w->half_frame++;
}
