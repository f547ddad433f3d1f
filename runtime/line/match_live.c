/* One pose for a line that is elsewhere than when the match was solved: dragged by a hand, say.
 *
 * The wanted displacement of a node in the view is that of its place on the line, so a line that was not moved
 * changes nothing. Joints rotate about the normal of the action plane, R_i′ = exp(δ_i n) R_i, and the root moves in
 * the plane: the unknowns of the first stage, for one time. Levenberg–Marquardt solves for them; then contacts are
 * met as in every frame. */
#include "matching.h"

#include <string.h>

#define MAX_STEPS 16u
/* m²: weight of a radian of a joint against the one above it; what no line covers moves along */
#define JOINT_WEIGHT 1e-4
/* weight with which the point of a contact keeps its projection; that of the line is 1 */
#define CONTACT_WEIGHT 300.0
#define STEP_TOLERANCE 1e-6 /* radians or metres: a smaller step is the last */
#define MAX_DAMPING    1e6  /* damping at which the search for a downhill step ends */

/* ---- Targets ----------------------------------------------------------------------------------------------------- */

static void set_view_targets(vv_match *match, uint32_t sample)
{
    const match_body *body = &match->body;
    const d3 *places = match->final_pose.places;
    const match_target *before = match->line_targets + (size_t)sample * body->node_count;
    match_live *live = &match->live;
    for (uint32_t i = 0; i < body->node_count; i++) {
        double slopes[6];
        vvi_match_project(match, places[i], live->view_targets[i], slopes);
        for (uint32_t k = 0; k < 2; k++)
            live->view_targets[i][k] += live->line_targets[i].place[k] - before[i].place[k];
        live->weights[i] = live->line_targets[i].position_weight;
        live->arms[i] = body->parents[i] == VV_NONE ? places[i] : d3_sub(places[i], places[body->parents[i]]);
    }
    for (uint32_t h = 0; h < match->contact_count; h++) {
        uint32_t node = match->contacts[h].node;
        double strength = vvi_match_contact_strength(&match->contacts[h], match->samples[sample].time), slopes[6];
        if (!(strength > 0.0))
            continue;
        vvi_match_project(match, places[node], live->view_targets[node], slopes);
        live->weights[node] = CONTACT_WEIGHT * strength;
    }
}

/* The angle by which the longest bone of a joint has rotated on the line; false if no bone follows the line. */
static bool find_line_rotation(const vv_match *match, uint32_t sample, uint32_t joint, double *angle)
{
    const match_body *body = &match->body;
    const match_target *old = match->line_targets + (size_t)sample * body->node_count, *now = match->live.line_targets;
    const d3 *places = match->final_pose.places;
    double longest = 0.0, a[2], b[2], c[2], d[2];
    uint32_t best = VV_NONE;
    for (uint32_t i = 0; i < body->node_count; i++) {
        double length = d3_length(match->live.arms[i]);
        if (body->parents[i] == joint && now[i].direction_weight > 0.0 && length > longest) {
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

/* The first unknown of the joint above; VV_NONE: nothing above rotates. */
static uint32_t variable_above(const vv_match *match, uint32_t joint)
{
    uint32_t up = match->body.parents[joint];
    return up == VV_NONE ? VV_NONE : match->planar.variable[up];
}

/* Initial values: bones rotate as the segments of the line have, the short way round relative to what is above; bones
 * that follow nothing move along. */
static void initialize(const vv_match *match, uint32_t sample, double *x)
{
    const match_stage *stage = &match->planar;
    memset(x, 0, stage->size * sizeof *x);
    for (uint32_t i = 0; i < match->body.joint_count; i++) {
        uint32_t v = stage->variable[i], above = variable_above(match, i);
        double carried = above == VV_NONE ? 0.0 : x[above], angle;
        if (v == VV_NONE || v == above)
            continue;
        x[v] = find_line_rotation(match, sample, i, &angle) ? angle - vvi_whole_turns(angle - carried) : carried;
    }
}

/* ---- The system -------------------------------------------------------------------------------------------------- */

static void update_pose(const vv_match *match, const double *x, match_pose *pose)
{
    const match_body *body = &match->body;
    const match_stage *stage = &match->planar;
    const double *r = x + stage->size - stage->root;
    d3 root = {0.0, 0.0, 0.0};
    if (stage->root > 0)
        root = d3_add_scaled(d3_scale(match->u, r[0]), match->v, r[1]);
    for (uint32_t i = 0; i < body->node_count; i++) {
        uint32_t up = body->parents[i], v = up == VV_NONE ? VV_NONE : stage->variable[up];
        d3 arm = match->live.arms[i];
        pose->arms[i] = v == VV_NONE ? arm : dq_rotate(vvi_rotation_exp(d3_scale(match->n, x[v])), arm);
        pose->places[i] = d3_add(up == VV_NONE ? root : pose->places[up], pose->arms[i]);
        vvi_match_project(match, pose->places[i], pose->projected[i], pose->view_jacobians[i]);
    }
}

static double cost_at(vv_match *match, const double *x)
{
    const match_live *live = &match->live;
    const match_stage *stage = &match->planar;
    match_pose *pose = &match->work.pose;
    double cost = 0.0;
    update_pose(match, x, pose);
    for (uint32_t i = 0; i < match->body.node_count; i++) {
        double dx = pose->projected[i][0] - live->view_targets[i][0],
               dy = pose->projected[i][1] - live->view_targets[i][1];
        cost += live->weights[i] * (dx * dx + dy * dy);
    }
    for (uint32_t i = 0; i < match->body.joint_count; i++) {
        uint32_t v = stage->variable[i], above = variable_above(match, i);
        if (v == VV_NONE || v == above)
            continue;
        double off = x[v] - (above == VV_NONE ? 0.0 : x[above]);
        cost += JOINT_WEIGHT * off * off;
    }
    return cost;
}

/* The derivative of the projection of a node by the unknowns above it, two rows: of the lowest group, which is
 * returned, and of all groups above it. */
static uint32_t fill_jacobian_rows(const vv_match *match, const match_pose *pose, uint32_t node, double *rows)
{
    const match_stage *stage = &match->planar;
    const match_tree *tree = &stage->pose;
    const double *s = pose->view_jacobians[node];
    uint32_t up = match->body.parents[node], group = up == VV_NONE ? VV_NONE : stage->group[up], at = 0;
    uint32_t lowest = group != VV_NONE ? group : stage->root > 0 ? tree->count - 1 : VV_NONE;
    uint32_t n = lowest == VV_NONE ? 0 : tree->width[lowest];
    memset(rows, 0, 2 * (size_t)n * sizeof *rows);
    for (uint32_t i = node; group != VV_NONE && match->body.parents[i] != VV_NONE; i = match->body.parents[i]) {
        uint32_t other = stage->group[match->body.parents[i]];
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

/* H += w·rowᵀrow and b += w·rowᵀ·r, for a row of a group and all groups above it. */
static void add_row(const match_tree *tree, uint32_t group, const double *row, double w, double r, double *H, double *b)
{
    for (uint32_t g = group; g != VV_NONE; row += tree->rows[g], g = tree->parent[g])
        for (uint32_t i = 0; i < tree->rows[g]; i++) {
            double *to = H + tree->panel[g] + (size_t)i * tree->width[g];
            b[tree->first[g] + i] += w * row[i] * r;
            for (uint32_t j = 0; j < tree->width[g]; j++)
                to[j] += w * row[i] * row[j];
        }
}

/* JᵀJ and Jᵀr at x, whose positions are in the pose, into work->H and work->b. */
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
        uint32_t group = fill_jacobian_rows(match, &work->pose, i, live->rows);
        for (uint32_t k = 0; group != VV_NONE && k < 2; k++)
            add_row(tree, group, live->rows + (size_t)k * tree->width[group], live->weights[i],
                    work->pose.projected[i][k] - live->view_targets[i][k], work->H, work->b);
    }
    for (uint32_t i = 0; i < match->body.joint_count; i++) {
        uint32_t v = stage->variable[i], above = variable_above(match, i);
        if (v == VV_NONE || v == above)
            continue;
        memset(live->rows, 0, tree->width[stage->group[i]] * sizeof *live->rows);
        live->rows[0] = 1.0;
        if (above != VV_NONE)
            live->rows[1] = -1.0;
        add_row(tree, stage->group[i], live->rows, JOINT_WEIGHT, x[v] - (above == VV_NONE ? 0.0 : x[above]), work->H,
                work->b);
    }
}

/* ---- Solving ----------------------------------------------------------------------------------------------------- */

/* Solves for a damped step from x: live->trial. Returns its largest component, negative if the matrix could not be
 * factored. */
static double solve_step(vv_match *match, const double *x, double damping)
{
    const match_tree *tree = &match->planar.pose;
    match_work *work = &match->work;
    uint32_t n = match->planar.size;
    double most = 0.0, *A = work->factor.diagonal, *s = work->step;
    memcpy(A, work->H, tree->size * sizeof *A);
    memcpy(s, work->b, n * sizeof *s);
    for (uint32_t g = 0; g < tree->count; g++)
        for (uint32_t r = 0; r < tree->rows[g]; r++) {
            double *d = A + tree->panel[g] + r * (size_t)(tree->width[g] + 1);
            *d += damping * *d + 1e-9;
        }
    if (!vvi_tree_factor(tree, A))
        return -1.0;
    vvi_tree_solve_transposed(tree, A, s);
    vvi_tree_solve(tree, A, s);
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
    for (uint32_t i = 0; i < MAX_STEPS && damping < MAX_DAMPING; i++) {
        double moved = solve_step(match, x, damping), now = moved < 0.0 ? INFINITY : cost_at(match, match->live.trial);
        if (!(now <= cost)) {
            damping *= 10.0;
            continue;
        }
        memcpy(x, match->live.trial, match->planar.size * sizeof *x);
        bool last = moved < STEP_TOLERANCE || cost - now < 1e-6 * cost;
        cost = now;
        damping *= 0.1;
        if (last)
            return;
        fill_system(match, x);
    }
}

/* Applies the unknowns to the final pose. */
static void rotate_all(vv_match *match, uint32_t sample, const double *x)
{
    const match_stage *stage = &match->planar;
    match_final_pose *f = &match->final_pose;
    for (uint32_t i = 0; i < match->body.joint_count; i++)
        if (stage->variable[i] != VV_NONE)
            f->turns[i] = dq_multiply(vvi_rotation_exp(d3_scale(match->n, x[stage->variable[i]])), f->turns[i]);
    for (uint32_t k = 0; k < stage->root; k++)
        f->root = d3_add_scaled(f->root, k == 0 ? match->u : match->v, x[stage->size - stage->root + k]);
    vvi_match_update_places(match, sample, &match->final_pose);
}

static void bend_frame(vv_match *match, uint32_t frame, const vv_line_pose *pose, vv_quat *turns, vv_vec3 *moves)
{
    uint32_t sample = match->frame_samples[frame];
    double *x = match->work.trial;
    vv_match_frame_pose(match, frame, turns, moves);
    vvi_match_find_targets(match, sample, pose, match->live.line_targets);
    vvi_match_finish_pose(match, sample);
    set_view_targets(match, sample);
    initialize(match, sample, x);
    solve(match, x);
    rotate_all(match, sample, x);
    vvi_match_meet_contacts(match, sample, VVI_MATCH_UNLIMITED);
    vv_quat *body = match->live.body_turns;
    vvi_match_finish_turns(match, sample, body, &moves[0]);
    for (uint32_t i = 0; i < match->body.joint_count; i++)
        turns[match->body.joints[i]] = body[i];
}

/* ---- Evaluation at a time ---------------------------------------------------------------------------------------- */

/* The frame at or before a time, and the share of the time to the next one, 0…1. */
static uint32_t frame_at(const vv_match *match, double time, float *share)
{
    uint32_t last = match->frame_count - 1;
    double place = time * match->rate;
    uint32_t frame = !(place > 0.0) ? 0 : place >= (double)last ? last : (uint32_t)place;
    *share = frame < last && place > (double)frame ? (float)(place - (double)frame) : 0.0f;
    return frame;
}

/* The line at a frame, moved as `pose` is moved relative to the line at the time. */
static vv_line_pose transfer_motion(const vv_match *match, uint32_t frame, const vv_line_pose *at_time,
                                    const vv_line_pose *pose)
{
    vv_line_pose out;
    vv_line_sample(match->line, match->samples[match->frame_samples[frame]].time, &out, NULL);
    out.root = vv_vec2_add(out.root, vv_vec2_sub(pose->root, at_time->root));
    out.length = vvi_max(out.length + pose->length - at_time->length, VV_LINE_MIN_LENGTH);
    for (uint32_t i = 0; i < vv_line_element_count(match->line); i++)
        out.angles[i] += pose->angles[i] - at_time->angles[i];
    return out;
}

static bool is_valid_pose(const vv_match *match, const vv_line_pose *pose)
{
    return isfinite(pose->root.x) && isfinite(pose->root.y) && isfinite(pose->length) &&
           fabsf(pose->root.x) <= VV_LINE_MAX_VALUE && fabsf(pose->root.y) <= VV_LINE_MAX_VALUE &&
           pose->length >= VV_LINE_MIN_LENGTH && pose->length <= VV_LINE_MAX_VALUE &&
           vvi_all_finite(pose->angles, vv_line_element_count(match->line));
}

void vv_match_solve_live(vv_match *match, double time, const vv_line_pose *pose, vv_quat *turns, vv_vec3 *moves)
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
    vv_line_sample(match->line, time, &now, NULL);
    bool solved = match->solved && is_valid_pose(match, pose);
    if (!solved)
        pose = &now;
    for (uint32_t k = 0; k < (share > 0.0f ? 2u : 1u); k++) {
        vv_quat *to = k == 0 ? turns : live->turns;
        vv_vec3 *root = k == 0 ? moves : live->moves;
        at = transfer_motion(match, frame + k, &now, pose);
        if (solved)
            bend_frame(match, frame + k, &at, to, root);
        else
            vv_match_frame_pose(match, frame + k, to, root);
    }
    for (uint32_t j = 0; share > 0.0f && j < match->joint_count; j++) {
        vv_quat q = live->turns[j];
        if (vv_quat_dot(q, turns[j]) < 0.0f) /* q and −q are the same rotation */
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
    vv_line_sample(match->line, time, &now, NULL);
    if (pose == NULL || !is_valid_pose(match, pose))
        pose = &now;
    for (uint32_t k = 0; k < (share > 0.0f ? 2u : 1u); k++)
        vvi_match_shift(match, match->frame_samples[frame + k], pose, both[k]);
    vv_vec2 a = {(float)both[0][0], (float)both[0][1]}, b = {(float)both[1][0], (float)both[1][1]};
    return vv_vec2_lerp(a, b, share);
}
