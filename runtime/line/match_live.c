/* One pose for a line that is elsewhere than when it was solved: drawn about by a hand, say.
 *
 * Nodes are to be seen as far from where they were solved to be as their places on the line have moved, so that a line that was not
 * moved changes nothing. Joints turn about the action plane's normal, R_i' = exp(δ_i n) R_i, and the root goes along the plane: the unknowns of the
 * first stage, for one moment. Levenberg–Marquardt brings the nodes there; then contacts are met as in every frame. */
#include "matching.h"

#include <string.h>

#define MOST_STEPS 16u
#define LOOSE      1e-4  /* m², of a joint that turns against the one above it: what nothing draws goes along */
#define HELD       300.0 /* how firmly a contact's point stays where it is seen; the line draws with 1 */
#define STILL      1e-6  /* radians or metres: a step below it is the last */
#define MOST_HARD  1e6   /* damping at which there is no way down */

/* ---- What is asked for -------------------------------------------------------------------------------------------------- */

static void set_targets(vv_match *match, uint32_t sample)
{
    const match_body *body = &match->body;
    const d3 *places = match->finishing.places;
    const match_aim *before = match->aims + (size_t)sample * body->node_count;
    match_live *live = &match->live;
    for (uint32_t i = 0; i < body->node_count; i++) {
        double slopes[6];
        vvi_match_see(match, places[i], live->targets[i], slopes);
        for (uint32_t k = 0; k < 2; k++)
            live->targets[i][k] += live->aims[i].place[k] - before[i].place[k];
        live->weights[i] = live->aims[i].pull;
        live->arms[i] = body->up[i] == VV_NONE ? places[i] : d3_sub(places[i], places[body->up[i]]);
    }
    for (uint32_t h = 0; h < match->hold_count; h++) {
        uint32_t node = match->holds[h].node;
        double grip = vvi_match_grip(&match->holds[h], match->samples[sample].time), slopes[6];
        if (!(grip > 0.0))
            continue;
        vvi_match_see(match, places[node], live->targets[node], slopes);
        live->weights[node] = HELD * grip;
    }
}

/* How far the longest bone of a joint has turned on the line; false where none follows it. */
static bool turned(const vv_match *match, uint32_t sample, uint32_t joint, double *angle)
{
    const match_body *body = &match->body;
    const match_aim *old = match->aims + (size_t)sample * body->node_count, *now = match->live.aims;
    const d3 *places = match->finishing.places;
    double longest = 0.0, a[2], b[2], c[2], d[2];
    uint32_t best = VV_NONE;
    for (uint32_t i = 0; i < body->node_count; i++) {
        double length = d3_length(match->live.arms[i]);
        if (body->up[i] == joint && now[i].direct > 0.0 && length > longest) {
            longest = length;
            best = i;
        }
    }
    if (best == VV_NONE)
        return false;
    vvi_match_cast(match, old[joint].place, places[joint], a);
    vvi_match_cast(match, old[best].place, places[best], b);
    vvi_match_cast(match, now[joint].place, places[joint], c);
    vvi_match_cast(match, now[best].place, places[best], d);
    *angle = vvi_atan2_double(d[1] - c[1], d[0] - c[0]) - vvi_atan2_double(b[1] - a[1], b[0] - a[0]);
    return true;
}

/* The first unknown of the joint above; VV_NONE: nothing above turns. */
static uint32_t variable_above(const vv_match *match, uint32_t joint)
{
    uint32_t up = match->body.up[joint];
    return up == VV_NONE ? VV_NONE : match->planar.variable[up];
}

/* Bones as the line's pieces have turned, the short way round against what is above; what follows nothing goes along. */
static void begin(const vv_match *match, uint32_t sample, double *x)
{
    const match_stage *stage = &match->planar;
    memset(x, 0, stage->size * sizeof *x);
    for (uint32_t i = 0; i < match->body.joint_count; i++) {
        uint32_t v = stage->variable[i], above = variable_above(match, i);
        double hanging = above == VV_NONE ? 0.0 : x[above], angle;
        if (v == VV_NONE || v == above)
            continue;
        x[v] = turned(match, sample, i, &angle) ? angle - vvi_whole_turns(angle - hanging) : hanging;
    }
}

/* ---- The system ----------------------------------------------------------------------------------------------------------- */

static void place_all(const vv_match *match, const double *x, match_pose *pose)
{
    const match_body *body = &match->body;
    const match_stage *stage = &match->planar;
    const double *r = x + stage->size - stage->root;
    d3 root = {0.0, 0.0, 0.0};
    if (stage->root > 0)
        root = d3_along(d3_scale(match->u, r[0]), match->v, r[1]);
    for (uint32_t i = 0; i < body->node_count; i++) {
        uint32_t up = body->up[i], v = up == VV_NONE ? VV_NONE : stage->variable[up];
        d3 arm = match->live.arms[i];
        pose->arms[i] = v == VV_NONE ? arm : dq_rotate(vvi_turn_exp(d3_scale(match->n, x[v])), arm);
        pose->places[i] = d3_add(up == VV_NONE ? root : pose->places[up], pose->arms[i]);
        vvi_match_see(match, pose->places[i], pose->seen[i], pose->slopes[i]);
    }
}

static double cost_at(vv_match *match, const double *x)
{
    const match_live *live = &match->live;
    const match_stage *stage = &match->planar;
    match_pose *pose = &match->work.pose;
    double cost = 0.0;
    place_all(match, x, pose);
    for (uint32_t i = 0; i < match->body.node_count; i++) {
        double dx = pose->seen[i][0] - live->targets[i][0], dy = pose->seen[i][1] - live->targets[i][1];
        cost += live->weights[i] * (dx * dx + dy * dy);
    }
    for (uint32_t i = 0; i < match->body.joint_count; i++) {
        uint32_t v = stage->variable[i], above = variable_above(match, i);
        if (v == VV_NONE || v == above)
            continue;
        double off = x[v] - (above == VV_NONE ? 0.0 : x[above]);
        cost += LOOSE * off * off;
    }
    return cost;
}

/* How a node is seen to move with the unknowns above it, two rows: of the lowest group, which is returned, and all above that. */
static uint32_t fill_rows(const vv_match *match, const match_pose *pose, uint32_t node, double *rows)
{
    const match_stage *stage = &match->planar;
    const match_tree *tree = &stage->pose;
    const double *s = pose->slopes[node];
    uint32_t up = match->body.up[node], group = up == VV_NONE ? VV_NONE : stage->group[up], at = 0;
    uint32_t lowest = group != VV_NONE ? group : stage->root > 0 ? tree->count - 1 : VV_NONE;
    uint32_t n = lowest == VV_NONE ? 0 : tree->width[lowest];
    memset(rows, 0, 2 * (size_t)n * sizeof *rows);
    for (uint32_t i = node; group != VV_NONE && match->body.up[i] != VV_NONE; i = match->body.up[i]) {
        uint32_t other = stage->group[match->body.up[i]];
        if (other == VV_NONE)
            break;
        at += other != group ? 1 : 0;
        group = other;
        d3 g = d3_cross(match->n, pose->arms[i]);
        rows[at] += s[0] * g.x + s[1] * g.y + s[2] * g.z;
        rows[n + at] += s[3] * g.x + s[4] * g.y + s[5] * g.z;
    }
    for (uint32_t k = 0; k < stage->root; k++) {
        d3 g = k == 0 ? match->u : match->v;
        rows[n - stage->root + k] = s[0] * g.x + s[1] * g.y + s[2] * g.z;
        rows[2 * n - stage->root + k] = s[3] * g.x + s[4] * g.y + s[5] * g.z;
    }
    return lowest;
}

/* H += w·rowᵀrow, b += w·rowᵀ·r, of a row of a group and all above it. */
static void add_row(const match_tree *tree, uint32_t group, const double *row, double w, double r, double *H, double *b)
{
    for (uint32_t g = group; g != VV_NONE; row += tree->rows[g], g = tree->up[g])
        for (uint32_t i = 0; i < tree->rows[g]; i++) {
            double *to = H + tree->panel[g] + (size_t)i * tree->width[g];
            b[tree->first[g] + i] += w * row[i] * r;
            for (uint32_t j = 0; j < tree->width[g]; j++)
                to[j] += w * row[i] * row[j];
        }
}

/* JᵀJ and Jᵀr at x, whose places are in the pose, into work->H and work->b. */
static void fill_system(vv_match *match, const double *x)
{
    const match_stage *stage = &match->planar;
    const match_tree *tree = &stage->pose;
    match_live *live = &match->live;
    match_work *work = &match->work;
    memset(work->H, 0, tree->size * sizeof *work->H);
    memset(work->b, 0, stage->size * sizeof *work->b);
    for (uint32_t i = 0; i < match->body.node_count; i++) {
        if (!(live->weights[i] > 0.0))
            continue;
        uint32_t group = fill_rows(match, &work->pose, i, live->rows);
        for (uint32_t k = 0; group != VV_NONE && k < 2; k++)
            add_row(tree, group, live->rows + (size_t)k * tree->width[group], live->weights[i],
                    work->pose.seen[i][k] - live->targets[i][k], work->H, work->b);
    }
    for (uint32_t i = 0; i < match->body.joint_count; i++) {
        uint32_t v = stage->variable[i], above = variable_above(match, i);
        if (v == VV_NONE || v == above)
            continue;
        memset(live->rows, 0, tree->width[stage->group[i]] * sizeof *live->rows);
        live->rows[0] = 1.0;
        if (above != VV_NONE)
            live->rows[1] = -1.0;
        add_row(tree, stage->group[i], live->rows, LOOSE, x[v] - (above == VV_NONE ? 0.0 : x[above]), work->H, work->b);
    }
}

/* ---- Solving ---------------------------------------------------------------------------------------------------------------- */

/* A damped step from x into live->trial; returns its largest part, or a negative number where there is none. */
static double step(vv_match *match, const double *x, double damping)
{
    const match_tree *tree = &match->planar.pose;
    match_work *work = &match->work;
    uint32_t n = match->planar.size;
    double most = 0.0, *A = work->factor.own, *s = work->step;
    memcpy(A, work->H, tree->size * sizeof *A);
    memcpy(s, work->b, n * sizeof *s);
    for (uint32_t g = 0; g < tree->count; g++)
        for (uint32_t r = 0; r < tree->rows[g]; r++) {
            double *d = A + tree->panel[g] + r * (size_t)(tree->width[g] + 1);
            *d += damping * *d + 1e-9;
        }
    if (!vvi_tree_factor(tree, A))
        return -1.0;
    vvi_tree_down(tree, A, s);
    vvi_tree_up(tree, A, s);
    for (uint32_t i = 0; i < n; i++) {
        match->live.trial[i] = x[i] - s[i];
        most = fabs(s[i]) > most ? fabs(s[i]) : most;
    }
    return most;
}

static void solve(vv_match *match, double *x)
{
    double damping = 1e-6, cost = cost_at(match, x);
    fill_system(match, x);
    for (uint32_t i = 0; i < MOST_STEPS && damping < MOST_HARD; i++) {
        double moved = step(match, x, damping), now = moved < 0.0 ? INFINITY : cost_at(match, match->live.trial);
        if (!(now <= cost)) {
            damping *= 10.0;
            continue;
        }
        memcpy(x, match->live.trial, match->planar.size * sizeof *x);
        bool last = moved < STILL || cost - now < 1e-6 * cost;
        cost = now;
        damping *= 0.1;
        if (last)
            return;
        fill_system(match, x);
    }
}

/* Turns what was solved by the unknowns. */
static void turn_all(vv_match *match, uint32_t sample, const double *x)
{
    const match_stage *stage = &match->planar;
    match_finishing *f = &match->finishing;
    for (uint32_t i = 0; i < match->body.joint_count; i++)
        if (stage->variable[i] != VV_NONE)
            f->turns[i] = dq_multiply(vvi_turn_exp(d3_scale(match->n, x[stage->variable[i]])), f->turns[i]);
    for (uint32_t k = 0; k < stage->root; k++)
        f->root = d3_along(f->root, k == 0 ? match->u : match->v, x[stage->size - stage->root + k]);
    vvi_match_place_all(match, sample, &match->finishing);
}

static void bend_frame(vv_match *match, uint32_t frame, const vv_line_pose *pose, vv_quat *turns, vv_vec3 *moves)
{
    uint32_t sample = match->sample_of[frame];
    double *x = match->work.trial;
    vv_match_frame(match, frame, turns, moves);
    vvi_match_aim(match, sample, pose, match->live.aims);
    vvi_match_finish_pose(match, sample);
    set_targets(match, sample);
    begin(match, sample, x);
    solve(match, x);
    turn_all(match, sample, x);
    vvi_match_meet(match, sample, VVI_MATCH_FAR);
    vv_quat *body = match->live.body;
    vvi_match_finish_turns(match, sample, body, &moves[0]);
    for (uint32_t i = 0; i < match->body.joint_count; i++)
        turns[match->body.joints[i]] = body[i];
}

/* ---- At a time ------------------------------------------------------------------------------------------------------------------ */

/* The frame at or before a time, and how far it is to the next, 0…1. */
static uint32_t frame_at(const vv_match *match, double time, float *share)
{
    uint32_t last = match->frame_count - 1;
    double place = time * match->rate;
    uint32_t frame = !(place > 0.0) ? 0 : place >= (double)last ? last : (uint32_t)place;
    *share = frame < last && place > (double)frame ? (float)(place - (double)frame) : 0.0f;
    return frame;
}

/* The line at a frame, moved as `pose` is moved at the time. */
static vv_line_pose moved_line(const vv_match *match, uint32_t frame, const vv_line_pose *at_time,
                               const vv_line_pose *pose)
{
    vv_line_pose out;
    vv_line_at(match->line, match->samples[match->sample_of[frame]].time, &out, NULL);
    out.root = vv_vec2_add(out.root, vv_vec2_sub(pose->root, at_time->root));
    out.length = vvi_max(out.length + pose->length - at_time->length, VV_LINE_MIN_LENGTH);
    for (uint32_t i = 0; i < vv_line_element_count(match->line); i++)
        out.angles[i] += pose->angles[i] - at_time->angles[i];
    return out;
}

static bool is_sound(const vv_match *match, const vv_line_pose *pose)
{
    return isfinite(pose->root.x) && isfinite(pose->root.y) && isfinite(pose->length) &&
           fabsf(pose->root.x) <= VV_LINE_MAX_VALUE && fabsf(pose->root.y) <= VV_LINE_MAX_VALUE &&
           pose->length >= VV_LINE_MIN_LENGTH && pose->length <= VV_LINE_MAX_VALUE &&
           vvi_all_finite(pose->angles, vv_line_element_count(match->line));
}

void vv_match_live(vv_match *match, double time, const vv_line_pose *pose, vv_quat *turns, vv_vec3 *moves)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(match != NULL);
    VV_ASSERT(pose != NULL);
    VV_ASSERT(turns != NULL);
    VV_ASSERT(moves != NULL);
    float share;
    uint32_t frame = frame_at(match, time, &share);
    match_live *live = &match->live;
    vv_line_pose now, at;
    vv_line_at(match->line, time, &now, NULL);
    bool solved = match->solved && is_sound(match, pose);
    if (!solved)
        pose = &now;
    for (uint32_t k = 0; k < (share > 0.0f ? 2u : 1u); k++) {
        vv_quat *to = k == 0 ? turns : live->turns;
        vv_vec3 *root = k == 0 ? moves : live->moves;
        at = moved_line(match, frame + k, &now, pose);
        if (solved)
            bend_frame(match, frame + k, &at, to, root);
        else
            vv_match_frame(match, frame + k, to, root);
    }
    for (uint32_t j = 0; share > 0.0f && j < match->joint_count; j++) {
        vv_quat q = live->turns[j];
        if (vv_quat_dot(q, turns[j]) < 0.0f) /* q and −q are one turn */
            q = (vv_quat){-q.x, -q.y, -q.z, -q.w};
        turns[j] = vv_quat_slerp(turns[j], q, share);
        moves[j] = vv_vec3_add(moves[j], vv_vec3_scale(vv_vec3_sub(live->moves[j], moves[j]), share));
    }
}

vv_vec2 vv_match_shift(const vv_match *match, double time, const vv_line_pose *pose)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(match != NULL);
    float share;
    uint32_t frame = frame_at(match, time, &share);
    vv_line_pose now;
    double both[2][2] = {{0.0, 0.0}, {0.0, 0.0}};
    vv_line_at(match->line, time, &now, NULL);
    if (pose == NULL || !is_sound(match, pose))
        pose = &now;
    for (uint32_t k = 0; k < (share > 0.0f ? 2u : 1u); k++)
        vvi_match_shift(match, match->sample_of[frame + k], pose, both[k]);
    vv_vec2 a = {(float)both[0][0], (float)both[0][1]}, b = {(float)both[1][0], (float)both[1][1]};
    return vv_vec2_mix(a, b, share);
}
