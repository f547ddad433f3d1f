/* The poses of all frames: the solution of the stages, in which contacts are then met exactly. Hermite curves with
 * few knots let a planted foot slide by some millimetres; small rotations of the joints above it, smallest where the
 * line is, remove that. Each frame starts from the smooth solution and is solved by the same steps, so the
 * corrections are smooth too. */
#include "matching.h"

#define FREE_WEIGHT  1.0  /* weight of joints off the line */
#define LINE_WEIGHT  0.05 /* weight of joints that the line constrains */
#define TWIST_WEIGHT 0.002
#define ROOT_WEIGHT  0.02
/* share of the distance from the root to a contact: how far the whole body moves to meet it */
#define MAX_BODY_SHARE 0.12
#define TURN           6.283185307179586

static void begin_pose(const vv_match *match, uint32_t sample, bool zero, match_final_pose *f)
{
    const match_stage *stage = &match->space;
    double *x = match->work.pose.values;
    f->root = (d3){0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < match->body.joint_count; i++)
        f->turns[i] = (dq){0.0, 0.0, 0.0, 1.0};
    if (match->has_space_stage && !zero) {
        vvi_match_values(stage, &match->samples[sample], match->samples[sample].value, x);
        for (uint32_t i = 0; i < match->body.joint_count; i++)
            f->turns[i] = vvi_rotation_exp(vvi_match_rotation_vector(match, x + stage->variable[i]));
        const double *r = x + stage->size - stage->root;
        for (uint32_t k = 0; k < stage->root; k++)
            f->root = d3_add_scaled(f->root, k == 0 ? match->u : k == 1 ? match->v : match->n, r[k]);
    }
    vvi_match_update_places(match, sample, f);
}

void vvi_match_finish_turns(const vv_match *match, uint32_t sample, vv_quat *turns, vv_vec3 *root)
{
    const match_body *body = &match->body;
    const match_final_pose *f = &match->final_pose;
    size_t base = vvi_match_base_of(match, sample) * body->joint_count;
    for (uint32_t i = 0; i < body->joint_count; i++) {
        uint32_t up = body->parents[i];
        dq parent = match->parent_globals[base + i];
        if (up != VV_NONE)
            parent = dq_multiply(
                dq_multiply(vvi_match_current_turn(match, sample, up), dq_conjugate(match->base_globals[base + up])),
                parent);
        dq local = dq_normalize(dq_multiply(dq_conjugate(parent), vvi_match_current_turn(match, sample, i)));
        turns[i] = dq_float(local);
    }
    d3 move = d3_add(match->roots[vvi_match_base_of(match, sample)], match->planar_moves[sample]);
    *root = d3_float(d3_scale(d3_add(move, f->root), 1.0 / match->unit));
}

/* Of two rotation vectors of the same rotation, takes the one closer to another: x or x · (1 − 2π / |x|). */
static void unwrap(const double *near, double x[3])
{
    double length = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]), other = length > 1.0 ? 1.0 - TURN / length : 1.0;
    double distance = 0.0, other_distance = 0.0;
    for (uint32_t k = 0; k < 3; k++) {
        distance += (x[k] - near[k]) * (x[k] - near[k]);
        other_distance += (other * x[k] - near[k]) * (other * x[k] - near[k]);
    }
    for (uint32_t k = 0; other_distance < distance && k < 3; k++)
        x[k] *= other;
}

/* The values of the second stage at a sample for which the contacts there are met. near[size]: rotation vectors are
 * unwrapped relative to these. */
static void initialize_sample(vv_match *match, uint32_t sample, const double *near, double *x)
{
    const match_stage *stage = &match->space;
    const match_final_pose *f = &match->final_pose;
    begin_pose(match, sample, true, &match->final_pose);
    vvi_match_bend_limbs(match, sample);
    vvi_match_meet_contacts(match, sample, VVI_MATCH_UNLIMITED);
    for (uint32_t i = 0; i < match->body.joint_count; i++) {
        d3 turn = vvi_rotation_log(f->turns[i]);
        double *to = x + stage->variable[i];
        to[0] = d3_dot(turn, match->u);
        to[1] = d3_dot(turn, match->v);
        to[2] = d3_dot(turn, match->n);
        if (near)
            unwrap(near + stage->variable[i], to);
    }
    const d3 axes[3] = {match->u, match->v, match->n};
    for (uint32_t k = 0; k < stage->root; k++)
        x[stage->size - stage->root + k] = d3_dot(f->root, axes[k]);
}

void vvi_match_begin_space(vv_match *match)
{
    const match_stage *stage = &match->space;
    uint32_t n = stage->size;
    double *before = match->work.right, *after = before + n;
    for (uint32_t knot = 0; knot < match->knot_count; knot++) {
        uint32_t s = match->knot_samples[knot][0], a = s > 0 ? s - 1 : s, b = s + 1 < match->sample_count ? s + 1 : s;
        double *x = stage->x + (size_t)knot * 2 * n, time = match->samples[b].time - match->samples[a].time;
        initialize_sample(match, s, knot > 0 ? x - 2 * n : NULL, x);
        initialize_sample(match, a, x, before);
        initialize_sample(match, b, x, after);
        for (uint32_t i = 0; i < n; i++)
            x[n + i] = time > 1e-9 ? (after[i] - before[i]) / time * match->knot_spans[knot] : 0.0;
    }
}

void vvi_match_finish_pose(vv_match *match, uint32_t sample)
{
    begin_pose(match, sample, false, &match->final_pose);
    for (uint32_t h = 0; h < match->contact_count; h++)
        vvi_match_carry_limb(match, sample, &match->contacts[h],
                             vvi_match_contact_strength(&match->contacts[h], match->samples[sample].time));
    vvi_match_meet_contacts(match, sample, MAX_BODY_SHARE);
}

void vvi_match_finish(vv_match *match)
{
    vvi_match_measure_begin(match);
    for (uint32_t s = 0; s < match->sample_count; s++) {
        uint32_t frame = match->samples[s].frame;
        vvi_match_finish_pose(match, s);
        if (frame != VV_NONE)
            vvi_match_finish_turns(match, s, match->turns + (size_t)frame * match->body.joint_count,
                                   &match->moves[frame]);
        vvi_match_measure(match, s);
    }
    vvi_match_measure_end(match);
}

void vvi_match_finish_weights(vv_match *match)
{
    const match_body *body = &match->body;
    double *weights = match->final_pose.joint_weights;
    for (uint32_t i = 0; i < body->joint_count; i++)
        weights[i] = FREE_WEIGHT;
    for (uint32_t i = body->node_count; i-- > 0;) {
        bool constrained = i < body->joint_count && (body->on_path[i] || weights[i] == LINE_WEIGHT);
        for (uint32_t k = 0; k < match->key_count; k++)
            constrained = constrained || match->paths[k].on_line[i];
        if (constrained && i < body->joint_count)
            weights[i] = LINE_WEIGHT;
        if (constrained && body->parents[i] != VV_NONE)
            weights[body->parents[i]] = LINE_WEIGHT;
    }
    for (uint32_t c = 0; c < match->twist_count; c++)
        weights[match->twists[c].joint] = TWIST_WEIGHT;
    weights[body->joint_count] = match->hold_root ? 0.0 : ROOT_WEIGHT;
    for (uint32_t i = 0; i <= body->joint_count; i++)
        weights[i] = sqrt(weights[i]);
}
