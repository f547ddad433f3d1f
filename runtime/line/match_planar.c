/* The initial values of the first stage: every bone at the angle of its segment of the line, with whole turns counted
 * as the line moves, and the root such that the bones lie on the line. From the rest pose, large swings would end a
 * whole turn off. */
#include "matching.h"

#include <string.h>

#define PI 3.14159265358979323846

double vvi_whole_turns(double angle) { return 2.0 * PI * floor(angle / (2.0 * PI) + 0.5); }

/* Finds for every joint the longest bone that has a direction to follow, or VV_NONE. */
static void find_followed_bones(const vv_match *match, uint32_t sample)
{
    uint32_t nodes = match->body.node_count, *drawn = match->followed_bones;
    const match_target *targets = match->line_targets + (size_t)sample * nodes;
    const d3 *levers = match->levers + vvi_match_base_of(match, sample) * nodes;
    for (uint32_t i = 0; i < match->body.joint_count; i++)
        drawn[i] = VV_NONE;
    for (uint32_t i = 0; i < nodes; i++) {
        uint32_t up = match->body.parents[i];
        double length = d3_length(levers[i]);
        if (targets[i].direction_weight > 0.0 && length > (drawn[up] == VV_NONE ? 0.0 : d3_length(levers[drawn[up]])))
            drawn[up] = i;
    }
}

/* The angle by which that bone must rotate; false if there is none. */
static bool line_angle(const vv_match *match, uint32_t sample, uint32_t joint, double *angle)
{
    uint32_t nodes = match->body.node_count, best = match->followed_bones[joint];
    const match_target *targets = match->line_targets + (size_t)sample * nodes;
    size_t base = vvi_match_base_of(match, sample) * nodes;
    if (best == VV_NONE)
        return false;
    double from[2], to[2];
    vvi_match_cast(match, targets[joint].place, match->base_places[base + joint], from);
    vvi_match_cast(match, targets[best].place, match->base_places[base + best], to);
    d3 lever = match->levers[base + best];
    *angle = vvi_atan2_double(to[1] - from[1], to[0] - from[0]) -
             vvi_atan2_double(d3_dot(lever, match->v), d3_dot(lever, match->u));
    return true;
}

/* The angles of one sample, from those of the sample before (NULL: there is none). Bones that no line covers move
 * along with what is above them, and keep the whole turns that they have made relative to it. */
static void initialize_angles(const vv_match *match, uint32_t sample, const double *before, bool *was_followed,
                              double *out)
{
    const match_stage *stage = &match->planar;
    find_followed_bones(match, sample);
    for (uint32_t i = 0; i < match->body.joint_count; i++) {
        uint32_t v = stage->variable[i], up = match->body.parents[i];
        uint32_t above = up == VV_NONE ? VV_NONE : stage->variable[up];
        double carried = above == VV_NONE ? 0.0 : out[above], angle;
        if (v == VV_NONE || v == above)
            continue;
        if (before)
            carried += vvi_whole_turns(before[v] - (above == VV_NONE ? 0.0 : before[above]));
        bool has_line = line_angle(match, sample, i, &angle);
        double reference = before && was_followed[i] ? before[v] : carried;
        out[v] = has_line ? angle - vvi_whole_turns(angle - reference) : carried;
        was_followed[i] = has_line;
    }
}

/* The position of the root in the plane that brings nodes onto their places on average. */
static void initialize_root(vv_match *match, uint32_t sample, const double *before, double *values)
{
    const match_stage *stage = &match->planar;
    match_pose *pose = &match->work.pose;
    uint32_t nodes = match->body.node_count, n = stage->size;
    const match_target *targets = match->line_targets + (size_t)sample * nodes;
    double sum[2] = {0.0, 0.0}, count = 0.0, to[2];
    values[n - 2] = values[n - 1] = 0.0;
    memcpy(pose->values, values, n * sizeof *values);
    vvi_match_pose_from_values(match, stage, sample, pose, false);
    for (uint32_t i = 0; i < nodes; i++) {
        if (!(targets[i].position_weight > 0.0))
            continue;
        vvi_match_cast(match, targets[i].place, pose->places[i], to);
        d3 at = d3_sub(pose->places[i], match->view_centre);
        sum[0] += to[0] - d3_dot(at, match->u);
        sum[1] += to[1] - d3_dot(at, match->v);
        count += 1.0;
    }
    for (uint32_t k = 0; k < 2; k++)
        values[n - 2 + k] = count > 0.0 ? sum[k] / count : before ? before[n - 2 + k] : 0.0;
}

/* The smaller of the slopes on both sides of a sample, 0 if their signs differ: where a bone joins a set, its angle
 * jumps on one side, and a curve with that slope would whirl round. */
static double initial_slope(const vv_match *match, uint32_t sample, uint32_t unknown)
{
    uint32_t n = match->planar.size, a = sample > 0 ? sample - 1 : sample,
             b = sample + 1 < match->sample_count ? sample + 1 : sample;
    const double *x = match->initial_values + unknown;
    double before = match->samples[sample].time - match->samples[a].time;
    double after = match->samples[b].time - match->samples[sample].time;
    double left = before > 1e-9 ? (x[(size_t)sample * n] - x[(size_t)a * n]) / before : 0.0;
    double right = after > 1e-9 ? (x[(size_t)b * n] - x[(size_t)sample * n]) / after : 0.0;
    return left * right > 0.0 ? (fabs(left) < fabs(right) ? left : right) : 0.0;
}

/* Values at a knot from its sample, tangents from the neighbouring samples. */
static void initialize_knot(const vv_match *match, uint32_t knot, uint32_t sample)
{
    const match_stage *stage = &match->planar;
    uint32_t n = stage->size;
    double *x = stage->x + (size_t)knot * 2 * n;
    for (uint32_t i = 0; i < n; i++) {
        x[i] = match->initial_values[(size_t)sample * n + i];
        x[n + i] = initial_slope(match, sample, i) * match->knot_spans[knot];
    }
}

void vvi_match_initialize(vv_match *match)
{
    const match_stage *stage = &match->planar;
    uint32_t n = stage->size;
    memset(match->was_followed, 0, match->body.joint_count * sizeof *match->was_followed);
    for (uint32_t s = 0; s < match->sample_count; s++) {
        double *values = match->initial_values + (size_t)s * n, *before = s > 0 ? values - n : NULL;
        initialize_angles(match, s, before, match->was_followed, values);
        if (stage->root > 0)
            initialize_root(match, s, before, values);
    }
    for (uint32_t k = 0; k < match->knot_count; k++)
        initialize_knot(match, k, match->knot_samples[k][0]);
    vvi_match_find_linear_term(match, &match->planar);
}
