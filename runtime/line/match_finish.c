/* Every frame's pose: what the stages solved, with contacts then met exactly. Hermite curves of few knots leave a planted foot some
 * millimetres to slide; small turns of the joints above it, least where the line goes, take them away. Each frame begins from the
 * smooth solution and is solved by the same steps, so that the corrections are smooth too. */
#include "matching.h"

#define REACH   1.0  /* what joints off the line may turn */
#define FOLLOW  0.05 /* the same of joints that the line hangs on */
#define TWISTED 0.002
#define ROOT    0.02
#define NEAR    0.12 /* of the way from the root to a contact: how far the whole body moves to meet it */
#define TURN    6.283185307179586

static void begin_pose(const vv_match *match, uint32_t sample, bool zero, match_finishing *f)
{
    const match_stage *stage = &match->space;
    double *x = match->work.pose.values;
    f->root = (d3){0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < match->body.joint_count; i++)
        f->turns[i] = (dq){0.0, 0.0, 0.0, 1.0};
    if (match->in_space && !zero) {
        vvi_match_values(stage, &match->samples[sample], match->samples[sample].value, x);
        for (uint32_t i = 0; i < match->body.joint_count; i++)
            f->turns[i] = vvi_turn_exp(vvi_match_vector(match, x + stage->variable[i]));
        const double *r = x + stage->size - stage->root;
        for (uint32_t k = 0; k < stage->root; k++)
            f->root = d3_along(f->root, k == 0 ? match->u : k == 1 ? match->v : match->n, r[k]);
    }
    vvi_match_place_all(match, sample, f);
}

void vvi_match_finish_turns(const vv_match *match, uint32_t sample, vv_quat *turns, vv_vec3 *root)
{
    const match_body *body = &match->body;
    const match_finishing *f = &match->finishing;
    size_t base = vvi_match_base_of(match, sample) * body->joint_count;
    for (uint32_t i = 0; i < body->joint_count; i++) {
        uint32_t up = body->up[i];
        dq parent = match->parent_globals[base + i];
        if (up != VV_NONE)
            parent = dq_multiply(
                dq_multiply(vvi_match_turn_now(match, sample, up), dq_conjugate(match->base_globals[base + up])),
                parent);
        dq local = dq_normalize(dq_multiply(dq_conjugate(parent), vvi_match_turn_now(match, sample, i)));
        turns[i] = dq_float(local);
    }
    d3 move = d3_add(match->roots[vvi_match_base_of(match, sample)], match->flat_moves[sample]);
    *root = d3_float(d3_scale(d3_add(move, f->root), 1.0 / match->unit));
}

/* Of two vectors of the same turn, the one that is nearer to another: x or x · (1 − 2π / |x|). */
static void unwrap(const double *near, double x[3])
{
    double length = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]), other = length > 1.0 ? 1.0 - TURN / length : 1.0;
    double here = 0.0, there = 0.0;
    for (uint32_t k = 0; k < 3; k++) {
        here += (x[k] - near[k]) * (x[k] - near[k]);
        there += (other * x[k] - near[k]) * (other * x[k] - near[k]);
    }
    for (uint32_t k = 0; there < here && k < 3; k++)
        x[k] *= other;
}

/* Unknowns of the second stage at a sample: what meets the contacts there. near[size]: turns are counted from there. */
static void begin_sample(vv_match *match, uint32_t sample, const double *near, double *x)
{
    const match_stage *stage = &match->space;
    const match_finishing *f = &match->finishing;
    begin_pose(match, sample, true, &match->finishing);
    vvi_match_bend_limbs(match, sample);
    vvi_match_meet(match, sample, VVI_MATCH_FAR);
    for (uint32_t i = 0; i < match->body.joint_count; i++) {
        d3 turn = vvi_turn_log(f->turns[i]);
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
        begin_sample(match, s, knot > 0 ? x - 2 * n : NULL, x);
        begin_sample(match, a, x, before);
        begin_sample(match, b, x, after);
        for (uint32_t i = 0; i < n; i++)
            x[n + i] = time > 1e-9 ? (after[i] - before[i]) / time * match->spans[knot] : 0.0;
    }
}

void vvi_match_finish_pose(vv_match *match, uint32_t sample)
{
    begin_pose(match, sample, false, &match->finishing);
    for (uint32_t h = 0; h < match->hold_count; h++)
        vvi_match_carry(match, sample, &match->holds[h], vvi_match_grip(&match->holds[h], match->samples[sample].time));
    vvi_match_meet(match, sample, NEAR);
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
    double *ease = match->finishing.ease;
    for (uint32_t i = 0; i < body->joint_count; i++)
        ease[i] = REACH;
    for (uint32_t i = body->node_count; i-- > 0;) {
        bool followed = i < body->joint_count && (body->on_way[i] || ease[i] == FOLLOW);
        for (uint32_t k = 0; k < match->key_count; k++)
            followed = followed || match->ways[k].present[i];
        if (followed && i < body->joint_count)
            ease[i] = FOLLOW;
        if (followed && body->up[i] != VV_NONE)
            ease[body->up[i]] = FOLLOW;
    }
    for (uint32_t c = 0; c < match->can_count; c++)
        ease[match->cans[c].joint] = TWISTED;
    ease[body->joint_count] = match->hold_root ? 0.0 : ROOT;
    for (uint32_t i = 0; i <= body->joint_count; i++)
        ease[i] = sqrt(ease[i]);
}
