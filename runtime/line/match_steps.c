/* What the steps of cans and contacts say at a time: curves through them that are at rest where a step stays or turns round, and go
 * through the others without stopping. As plain lines have them (line_smooth.c): each number lies between those of its two steps. */
#include "matching.h"

#include "elastic.h"

/* The last step that is not after a time, and the share of the way to the next one. */
static uint32_t step_at(uint32_t count, const vv_match_step *steps, double time, double *share)
{
    uint32_t low = 0, high = count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if ((double)steps[middle].time <= time)
            low = middle;
        else
            high = middle;
    }
    *share = 0.0;
    if (low + 1 < count && time > (double)steps[low].time)
        *share = (time - (double)steps[low].time) / ((double)steps[low + 1].time - (double)steps[low].time);
    return low;
}

static double gap_of(const vv_match_step *step) { return (double)step[1].time - (double)step->time; }

/* The speed through a step between ways at these speeds, which take so long (Fritsch and Butland 1984). */
static double through(double left, double right, double before, double after)
{
    if (!(left * right > 0.0))
        return 0.0;
    double weight = (before + 2.0 * after) / (3.0 * (before + after));
    return left * right / (weight * right + (1.0 - weight) * left);
}

static d3 through_all(d3 left, d3 right, double before, double after)
{
    return (d3){through(left.x, right.x, before, after), through(left.y, right.y, before, after),
                through(left.z, right.z, before, after)};
}

static d3 hermite_all(d3 a, d3 from, d3 b, d3 to, double share)
{
    return (d3){hermite(a.x, from.x, b.x, to.x, share), hermite(a.y, from.y, b.y, to.y, share),
                hermite(a.z, from.z, b.z, to.z, share)};
}

/* ---- Angles of cans -------------------------------------------------------------------------------------------------------- */

static double angle_way(const vv_match_step *step) { return (double)step[1].angle - (double)step->angle; }

static double angle_speed(uint32_t count, const vv_match_step *steps, uint32_t i)
{
    if (i == 0 || i + 1 == count)
        return 0.0;
    double before = gap_of(&steps[i - 1]), after = gap_of(&steps[i]);
    return through(angle_way(&steps[i - 1]) / before, angle_way(&steps[i]) / after, before, after);
}

double vvi_match_can_angle(const match_can *can, double time)
{
    double share;
    uint32_t i = step_at(can->step_count, can->steps, time, &share);
    double a = (double)can->steps[i].angle;
    if (share <= 0.0)
        return a;
    double gap = gap_of(&can->steps[i]);
    return hermite(a, gap * angle_speed(can->step_count, can->steps, i), (double)can->steps[i + 1].angle,
                   gap * angle_speed(can->step_count, can->steps, i + 1), share);
}

float vv_match_twist_angle(const vv_match_twist *twist, double time)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(twist != NULL);
    match_can can = {.step_count = twist->step_count, .steps = twist->steps};
    return (float)vvi_match_can_angle(&can, time);
}

/* ---- Places and turns of contacts -------------------------------------------------------------------------------------------- */

static d3 place_way(const vv_match_step *step) { return d3_sub(d3_of(step[1].place), d3_of(step->place)); }

/* As a rotation vector in the world. */
static d3 turn_way(const vv_match_step *step)
{
    return vvi_turn_log(dq_multiply(dq_of(step[1].turn), dq_conjugate(dq_of(step->turn))));
}

static d3 speed(uint32_t count, const vv_match_step *steps, uint32_t i, d3 (*way)(const vv_match_step *step))
{
    if (i == 0 || i + 1 == count)
        return (d3){0.0, 0.0, 0.0};
    double before = gap_of(&steps[i - 1]), after = gap_of(&steps[i]);
    return through_all(d3_scale(way(&steps[i - 1]), 1.0 / before), d3_scale(way(&steps[i]), 1.0 / after), before,
                       after);
}

/* The rate of a rotation vector x that turns by ω: the inverse of the left Jacobian, ω − x × ω / 2 + x × (x × ω) / 12 …. */
static d3 rate_of(d3 vector, d3 turning)
{
    d3 once = d3_cross(vector, turning);
    return d3_along(d3_along(turning, once, -0.5), d3_cross(vector, once), 1.0 / 12.0);
}

void vvi_match_hold_target(const match_hold *hold, double time, d3 *place, dq *turn)
{
    double share;
    uint32_t count = hold->step_count, i = step_at(count, hold->steps, time, &share);
    const vv_match_step *a = &hold->steps[i];
    *place = d3_of(a->place);
    *turn = dq_of(a->turn);
    if (share <= 0.0)
        return;
    double gap = gap_of(a);
    *place = hermite_all(*place, d3_scale(speed(count, hold->steps, i, place_way), gap), d3_of(a[1].place),
                         d3_scale(speed(count, hold->steps, i + 1, place_way), gap), share);
    if (!hold->turned)
        return;
    d3 way = turn_way(a), from = d3_scale(speed(count, hold->steps, i, turn_way), gap),
       to = d3_scale(speed(count, hold->steps, i + 1, turn_way), gap);
    d3 turned = hermite_all((d3){0.0, 0.0, 0.0}, from, way, rate_of(way, to), share);
    *turn = dq_multiply(vvi_turn_exp(turned), *turn);
}
