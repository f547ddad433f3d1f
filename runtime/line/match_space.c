/* The second stage: twist and contact constraints (4.1), with all rotations free in space, starting from the result
 * of the first stage with every twist applied.
 *
 * A twist rotates its bone about itself. The joints between twisted bones share the difference, as a twisted bar
 * would; what is attached beyond moves along. */
#include "matching.h"

#include <string.h>

#define ROOT_STIFFNESS 30.0 /* how much more firmly the topmost joint keeps its rotation than joints keep together */

/* ---- Twists ------------------------------------------------------------------------------------------------------ */

/* The joint_shares of one twist while the others are 0: the equilibrium of a twisted bar on the tree. In the sweep
 * from the leaves up, `stiffness` is that with which what is below pulls a joint, and `moment` is stiffness times the
 * share it pulls to; the second sweep goes down. */
static void distribute_twist(const vv_match *match, uint32_t index, double *stiffness, double *moment)
{
    const match_body *body = &match->body;
    double *share = match->twists[index].joint_shares;
    memset(stiffness, 0, body->joint_count * sizeof *stiffness);
    memset(moment, 0, body->joint_count * sizeof *moment);
    for (uint32_t i = 0; i < body->joint_count; i++)
        share[i] = -1.0;
    for (uint32_t c = 0; c < match->twist_count; c++)
        share[match->twists[c].joint] = 0.0;
    share[match->twists[index].joint] = 1.0;
    for (uint32_t i = body->joint_count; i-- > 0;) {
        bool fixed = share[i] >= 0.0;
        double at = fixed ? share[i] : stiffness[i] > 0.0 ? moment[i] / stiffness[i] : 0.0;
        double link_stiffness = fixed ? 1.0 : stiffness[i] / (1.0 + stiffness[i]);
        if (body->parents[i] != VV_NONE) {
            stiffness[body->parents[i]] += link_stiffness;
            moment[body->parents[i]] += link_stiffness * at;
        }
    }
    for (uint32_t i = 0; i < body->joint_count; i++) {
        bool top = body->parents[i] == VV_NONE;
        double above = top ? 0.0 : share[body->parents[i]], link_stiffness = top ? ROOT_STIFFNESS : 1.0;
        if (share[i] < 0.0)
            share[i] = (link_stiffness * above + moment[i]) / (link_stiffness + stiffness[i]);
    }
}

vv_result vvi_match_set_twists(vv_match *match, const vv_match_def *def, vv_error *error)
{
    uint32_t joints = match->body.joint_count;
    match->twist_count = def->twist_count;
    match->twists = vvi_arena_allocate(&match->arena, def->twist_count + 1u, sizeof *match->twists);
    double *scratch = vvi_arena_allocate(&match->arena, 2 * (size_t)joints, sizeof *scratch);
    if (!match->twists || !scratch)
        return vvi_fail_memory(error, joints * sizeof *scratch);
    for (uint32_t i = 0; i < def->twist_count; i++) {
        const vv_match_twist *twist = &def->twists[i];
        vv_match_constraint_key *steps = vvi_arena_allocate(&match->arena, twist->key_count, sizeof *steps);
        double *share = vvi_arena_allocate(&match->arena, joints, sizeof *share);
        if (!steps || !share)
            return vvi_fail_memory(error, joints * sizeof *share);
        memcpy(steps, twist->keys, twist->key_count * sizeof *steps);
        match->twists[i] = (match_twist){match->body.node_of[twist->bone], twist->key_count, steps, share};
    }
    for (uint32_t i = 0; i < def->twist_count; i++)
        distribute_twist(match, i, scratch, scratch + joints);
    return VV_OK;
}

/* The direction of the line through a joint: that of its bone, or if the path bends there, the mean of both. */
d3 vvi_match_axis(const vv_match *match, uint32_t joint, const d3 *arms)
{
    const uint32_t *axis = match->body.axis[joint];
    d3 none = {0.0, 0.0, 0.0};
    if (axis[0] == VV_NONE)
        return none;
    d3 direction = d3_direction(arms[axis[0]], none);
    if (axis[1] == VV_NONE)
        return direction;
    return d3_direction(d3_sub(direction, d3_direction(arms[axis[1]], none)), direction);
}

/* ---- From the first stage to the second -------------------------------------------------------------------------- */

static void store_planar_sample(vv_match *match, uint32_t sample)
{
    const match_body *body = &match->body;
    const match_stage *stage = &match->planar;
    match_pose *pose = &match->work.pose;
    size_t base = vvi_match_base_of(match, sample);
    dq *turns = match->planar_turns + (size_t)sample * body->joint_count;
    d3 *levers = match->planar_levers + (size_t)sample * body->node_count;
    vvi_match_values(stage, &match->samples[sample], match->samples[sample].value, pose->values);
    vvi_match_pose_from_values(match, stage, sample, pose, false);
    for (uint32_t i = 0; i < body->joint_count; i++) {
        double angle = 0.0, turn = stage->variable[i] == VV_NONE ? 0.0 : pose->values[stage->variable[i]];
        for (uint32_t c = 0; c < match->twist_count; c++)
            angle += match->twists[c].joint_shares[i] *
                     vvi_match_twist_angle(&match->twists[c], match->samples[sample].time);
        dq twist = {0.0, 0.0, 0.0, 1.0};
        if (match->twist_count > 0)
            twist = vvi_rotation_exp(d3_scale(vvi_match_axis(match, i, pose->arms), angle));
        match->twist_turns[i] = twist;
        turns[i] = dq_multiply(dq_multiply(twist, vvi_rotation_exp(d3_scale(match->n, turn))),
                               match->base_globals[base * body->joint_count + i]);
    }
    for (uint32_t i = 0; i < body->node_count; i++)
        levers[i] = body->parents[i] == VV_NONE ? pose->places[i]
                                                : dq_rotate(match->twist_turns[body->parents[i]], pose->arms[i]);
    match->planar_moves[sample] = stage->root > 0 ? d3_add(d3_scale(match->u, pose->values[stage->size - 2]),
                                                           d3_scale(match->v, pose->values[stage->size - 1]))
                                                  : (d3){0.0, 0.0, 0.0};
}

void vvi_match_store_planar(vv_match *match)
{
    for (uint32_t s = 0; s < match->sample_count; s++)
        store_planar_sample(match, s);
}
