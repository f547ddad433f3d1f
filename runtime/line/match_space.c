/* The second stage: cans and contacts (4.1), freely in space, beginning where the first ended with every can's turn put in.
 *
 * A can turns its bone about itself. The joints between cans share what lies between, as a twisted bar would; what hangs beyond
 * goes along. */
#include "matching.h"

#include <string.h>

#define GROUND 30.0 /* how much more firmly the topmost joint keeps its turn than joints keep together */

/* ---- Cans -------------------------------------------------------------------------------------------------------------------- */

/* share[joint_count] of one can, the others standing still: what a twisted bar does on a tree. From the leaves up, `pull` says how
 * firmly what hangs below draws a joint and `to` where; then down. */
static void share_can(const vv_match *match, uint32_t can, double *pull, double *to)
{
    const match_body *body = &match->body;
    double *share = match->cans[can].share;
    memset(pull, 0, body->joint_count * sizeof *pull);
    memset(to, 0, body->joint_count * sizeof *to);
    for (uint32_t i = 0; i < body->joint_count; i++)
        share[i] = -1.0;
    for (uint32_t c = 0; c < match->can_count; c++)
        share[match->cans[c].joint] = 0.0;
    share[match->cans[can].joint] = 1.0;
    for (uint32_t i = body->joint_count; i-- > 0;) {
        bool fixed = share[i] >= 0.0;
        double at = fixed ? share[i] : pull[i] > 0.0 ? to[i] / pull[i] : 0.0;
        double firm = fixed ? 1.0 : pull[i] / (1.0 + pull[i]);
        if (body->up[i] != VV_NONE) {
            pull[body->up[i]] += firm;
            to[body->up[i]] += firm * at;
        }
    }
    for (uint32_t i = 0; i < body->joint_count; i++) {
        bool top = body->up[i] == VV_NONE;
        double above = top ? 0.0 : share[body->up[i]], firm = top ? GROUND : 1.0;
        if (share[i] < 0.0)
            share[i] = (firm * above + to[i]) / (firm + pull[i]);
    }
}

vv_result vvi_match_cans(vv_match *match, const vv_match_def *def, vv_error *error)
{
    uint32_t joints = match->body.joint_count;
    match->can_count = def->twist_count;
    match->cans = vvi_arena_take(&match->arena, def->twist_count + 1u, sizeof *match->cans);
    double *room = vvi_arena_take(&match->arena, 2 * (size_t)joints, sizeof *room);
    if (!match->cans || !room)
        return vvi_fail_memory(error, joints * sizeof *room);
    for (uint32_t i = 0; i < def->twist_count; i++) {
        const vv_match_twist *twist = &def->twists[i];
        vv_match_step *steps = vvi_arena_take(&match->arena, twist->step_count, sizeof *steps);
        double *share = vvi_arena_take(&match->arena, joints, sizeof *share);
        if (!steps || !share)
            return vvi_fail_memory(error, joints * sizeof *share);
        memcpy(steps, twist->steps, twist->step_count * sizeof *steps);
        match->cans[i] = (match_can){match->body.node_of[twist->bone], twist->step_count, steps, share};
    }
    for (uint32_t i = 0; i < def->twist_count; i++)
        share_can(match, i, room, room + joints);
    return VV_OK;
}

/* The line's direction through a joint: that of its bone, or where the way bends there, between both. */
d3 vvi_match_axis(const vv_match *match, uint32_t joint, const d3 *arms)
{
    const uint32_t *axis = match->body.axis[joint];
    d3 none = {0.0, 0.0, 0.0};
    if (axis[0] == VV_NONE)
        return none;
    d3 along = d3_direction(arms[axis[0]], none);
    if (axis[1] == VV_NONE)
        return along;
    return d3_direction(d3_sub(along, d3_direction(arms[axis[1]], none)), along);
}

/* ---- From the first stage to the second ---------------------------------------------------------------------------------------- */

static void flatten(vv_match *match, uint32_t sample)
{
    const match_body *body = &match->body;
    const match_stage *stage = &match->planar;
    match_pose *pose = &match->work.pose;
    size_t base = vvi_match_base_of(match, sample);
    dq *turns = match->flat_turns + (size_t)sample * body->joint_count;
    d3 *levers = match->flat_levers + (size_t)sample * body->node_count;
    vvi_match_values(stage, &match->samples[sample], match->samples[sample].value, pose->values);
    vvi_match_place(match, stage, sample, pose, false);
    for (uint32_t i = 0; i < body->joint_count; i++) {
        double angle = 0.0, turn = stage->variable[i] == VV_NONE ? 0.0 : pose->values[stage->variable[i]];
        for (uint32_t c = 0; c < match->can_count; c++)
            angle += match->cans[c].share[i] * vvi_match_can_angle(&match->cans[c], match->samples[sample].time);
        dq twist = {0.0, 0.0, 0.0, 1.0};
        if (match->can_count > 0)
            twist = vvi_turn_exp(d3_scale(vvi_match_axis(match, i, pose->arms), angle));
        match->twisted[i] = twist;
        turns[i] = dq_multiply(dq_multiply(twist, vvi_turn_exp(d3_scale(match->n, turn))),
                               match->base_globals[base * body->joint_count + i]);
    }
    for (uint32_t i = 0; i < body->node_count; i++)
        levers[i] = body->up[i] == VV_NONE ? pose->places[i] : dq_rotate(match->twisted[body->up[i]], pose->arms[i]);
    match->flat_moves[sample] = stage->root > 0 ? d3_add(d3_scale(match->u, pose->values[stage->size - 2]),
                                                         d3_scale(match->v, pose->values[stage->size - 1]))
                                                : (d3){0.0, 0.0, 0.0};
}

void vvi_match_flatten(vv_match *match)
{
    for (uint32_t s = 0; s < match->sample_count; s++)
        flatten(match, s);
}
