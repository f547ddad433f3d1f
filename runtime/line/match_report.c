/* How well the body follows the line: distances and directions in the view, contacts and twists. */
#include "matching.h"

#define DEGREES 57.29577951308232

void vvi_match_measure_begin(vv_match *match)
{
    uint32_t iterations = match->report.iterations;
    match->statistics = (match_statistics){0};
    match->report = (vv_match_report){.frames = match->frame_count, .iterations = iterations};
    double facing = d3_dot(match->n, match->out);
    match->report.plane_degrees =
        (float)(DEGREES * vvi_atan2_double(d3_length(d3_cross(match->n, match->out)), facing));
}

static void update_worst(float *worst, double value)
{
    if ((float)value > *worst)
        *worst = (float)value;
}

/* The angle in degrees between the bone above a node and the line at the middle of its segment. */
static double direction_error(const vv_match *match, const match_line *line, const match_target *targets, uint32_t node,
                              const double from[2], const double to[2])
{
    const match_target *target = &targets[node];
    vv_vec2 tangent;
    vvi_match_line_point(line, 0.5 * (target->arc_share + targets[match->body.parents[node]].arc_share), &tangent);
    double sign = target->inverse < 0.0 ? -1.0 : 1.0, x = sign * (to[0] - from[0]), y = sign * (to[1] - from[1]);
    double tx = (double)tangent.x, ty = (double)tangent.y;
    return fabs(vvi_atan2_double(tx * y - ty * x, tx * x + ty * y)) * DEGREES;
}

static void measure_line(vv_match *match, uint32_t sample)
{
    const match_body *body = &match->body;
    const match_target *targets = match->line_targets + (size_t)sample * body->node_count;
    match_statistics *statistics = &match->statistics;
    double distance = 0.0, count = 0.0, (*seen)[2] = match->work.pose.projected, slopes[6];
    match_line line = vvi_match_line(match, match->samples[sample].time);
    double length = (double)line.length > 1e-9 ? (double)line.length : 1e-9;
    for (uint32_t i = 0; i < body->node_count; i++) {
        vvi_match_project(match, match->final_pose.places[i], seen[i], slopes);
        if (targets[i].position_weight > 0.0) {
            double dx = seen[i][0] - targets[i].place[0], dy = seen[i][1] - targets[i].place[1];
            double error = sqrt(dx * dx + dy * dy) / length;
            distance += error;
            count += 1.0;
            update_worst(&match->report.worst_distance, error);
        }
        if (targets[i].direction_weight > 0.0) {
            double error = direction_error(match, &line, targets, i, seen[body->parents[i]], seen[i]);
            statistics->tangents += error;
            statistics->bones += 1.0;
            update_worst(&match->report.worst_tangent, error);
        }
    }
    statistics->distance += distance;
    statistics->nodes += count;
    if (match->samples[sample].is_key && count > 0.0)
        update_worst(&match->report.key_distance, distance / count);
}

static void measure_constraints(vv_match *match, uint32_t sample)
{
    const match_final_pose *f = &match->final_pose;
    double time = match->samples[sample].time;
    const dq *flat = match->planar_turns + (size_t)sample * match->body.joint_count;
    for (uint32_t h = 0; h < match->contact_count; h++) {
        const match_contact *contact = &match->contacts[h];
        d3 place;
        dq turn;
        if (vvi_match_contact_strength(contact, time) < 1.0)
            continue;
        vvi_match_contact_target(contact, time, &place, &turn);
        update_worst(&match->report.contact_error, d3_length(d3_sub(f->places[contact->node], place)) / match->unit);
        dq now = dq_multiply(f->turns[contact->joint], flat[contact->joint]);
        if (contact->has_rotation)
            update_worst(&match->report.contact_degrees,
                         DEGREES * d3_length(vvi_rotation_log(dq_multiply(now, dq_conjugate(turn)))));
    }
    for (uint32_t c = 0; c < match->twist_count; c++) {
        uint32_t joint = match->twists[c].joint;
        d3 axis = vvi_match_axis(match, joint, match->planar_levers + (size_t)sample * match->body.node_count);
        dq off = f->turns[joint];
        double sine = off.x * axis.x + off.y * axis.y + off.z * axis.z;
        update_worst(&match->report.twist_degrees, DEGREES * 2.0 * fabs(vvi_atan2_double(sine, fabs(off.w))));
    }
}

void vvi_match_measure(vv_match *match, uint32_t sample)
{
    measure_line(match, sample);
    measure_constraints(match, sample);
}

void vvi_match_measure_end(vv_match *match)
{
    const match_statistics *statistics = &match->statistics;
    match->report.mean_distance = statistics->nodes > 0.0 ? (float)(statistics->distance / statistics->nodes) : 0.0f;
    match->report.tangent_degrees = statistics->bones > 0.0 ? (float)(statistics->tangents / statistics->bones) : 0.0f;
}
