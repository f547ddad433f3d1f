/* How well the body follows: distances and directions in the view, contacts, cans. */
#include "matching.h"

#define DEGREES 57.29577951308232

void vvi_match_measure_begin(vv_match *match)
{
    uint32_t iterations = match->report.iterations;
    match->tally = (match_tally){0};
    match->report = (vv_match_report){.frames = match->frame_count, .iterations = iterations};
    double facing = d3_dot(match->n, match->out);
    match->report.plane_degrees =
        (float)(DEGREES * vvi_atan2_double(d3_length(d3_cross(match->n, match->out)), facing));
}

static void worse(float *worst, double value)
{
    if ((float)value > *worst)
        *worst = (float)value;
}

/* Between the bone above a node and the line at the middle of its piece. */
static double direction_off(const vv_match *match, const match_line *line, const match_aim *aims, uint32_t node,
                            const double from[2], const double to[2])
{
    const match_aim *aim = &aims[node];
    vv_vec2 tangent;
    vvi_match_line_point(line, 0.5 * (aim->along + aims[match->body.up[node]].along), &tangent);
    double sign = aim->inverse < 0.0 ? -1.0 : 1.0, x = sign * (to[0] - from[0]), y = sign * (to[1] - from[1]);
    double tx = (double)tangent.x, ty = (double)tangent.y;
    return fabs(vvi_atan2_double(tx * y - ty * x, tx * x + ty * y)) * DEGREES;
}

static void measure_line(vv_match *match, uint32_t sample)
{
    const match_body *body = &match->body;
    const match_aim *aims = match->aims + (size_t)sample * body->node_count;
    match_tally *tally = &match->tally;
    double distance = 0.0, count = 0.0, (*seen)[2] = match->work.pose.seen, slopes[6];
    match_line line = vvi_match_line(match, match->samples[sample].time);
    double length = (double)line.length > 1e-9 ? (double)line.length : 1e-9;
    for (uint32_t i = 0; i < body->node_count; i++) {
        vvi_match_see(match, match->finishing.places[i], seen[i], slopes);
        if (aims[i].pull > 0.0) {
            double dx = seen[i][0] - aims[i].place[0], dy = seen[i][1] - aims[i].place[1];
            double off = sqrt(dx * dx + dy * dy) / length;
            distance += off;
            count += 1.0;
            worse(&match->report.worst_distance, off);
        }
        if (aims[i].direct > 0.0) {
            double off = direction_off(match, &line, aims, i, seen[body->up[i]], seen[i]);
            tally->tangents += off;
            tally->bones += 1.0;
            worse(&match->report.worst_tangent, off);
        }
    }
    tally->distance += distance;
    tally->nodes += count;
    if (match->samples[sample].keyed && count > 0.0)
        worse(&match->report.key_distance, distance / count);
}

static void measure_held(vv_match *match, uint32_t sample)
{
    const match_finishing *f = &match->finishing;
    double time = match->samples[sample].time;
    const dq *flat = match->flat_turns + (size_t)sample * match->body.joint_count;
    for (uint32_t h = 0; h < match->hold_count; h++) {
        const match_hold *hold = &match->holds[h];
        d3 place;
        dq turn;
        if (vvi_match_grip(hold, time) < 1.0)
            continue;
        vvi_match_hold_target(hold, time, &place, &turn);
        worse(&match->report.contact_error, d3_length(d3_sub(f->places[hold->node], place)) / match->unit);
        dq now = dq_multiply(f->turns[hold->joint], flat[hold->joint]);
        if (hold->turned)
            worse(&match->report.contact_degrees,
                  DEGREES * d3_length(vvi_turn_log(dq_multiply(now, dq_conjugate(turn)))));
    }
    for (uint32_t c = 0; c < match->can_count; c++) {
        uint32_t joint = match->cans[c].joint;
        d3 axis = vvi_match_axis(match, joint, match->flat_levers + (size_t)sample * match->body.node_count);
        dq off = f->turns[joint];
        double sine = off.x * axis.x + off.y * axis.y + off.z * axis.z;
        worse(&match->report.twist_degrees, DEGREES * 2.0 * fabs(vvi_atan2_double(sine, fabs(off.w))));
    }
}

void vvi_match_measure(vv_match *match, uint32_t sample)
{
    measure_line(match, sample);
    measure_held(match, sample);
}

void vvi_match_measure_end(vv_match *match)
{
    const match_tally *tally = &match->tally;
    match->report.mean_distance = tally->nodes > 0.0 ? (float)(tally->distance / tally->nodes) : 0.0f;
    match->report.tangent_degrees = tally->bones > 0.0 ? (float)(tally->tangents / tally->bones) : 0.0f;
}
