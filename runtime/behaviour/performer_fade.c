/* What a character carries from one state into the next ("inertialisation"): at a change the difference between what was shown and
 * what the new verb would show, and how fast it changes, become offsets of every joint, which a quintic takes to zero. So only one verb
 * is ever evaluated, and nothing jumps, neither places nor speeds.
 *
 * With τ = age/fade an offset is x₀·(1 − 10τ³ + 15τ⁴ − 6τ⁵) + v₀·fade·(τ − 6τ³ + 8τ⁴ − 3τ⁵): the quintics with this place and
 * speed and no acceleration at 0, and nothing left at 1. */
#include "performer.h"

#include <string.h>

#define GLANCE       (1.0f / 240.0f) /* seconds back or forward, to see speeds */
#define MOST_SPEEDS  0.5f            /* seconds in which they fade */
#define MOST_TURNING 15.0f           /* rad/s of half angles, and m/s, that are carried */

float vvi_fade_left(float fade, float age)
{
    if (!(age < fade))
        return 0.0f;
    float u = 1.0f - age / fade; /* the same seen from the end: never below 0 by rounding */
    return vvi_min(u * u * u * (10.0f - u * (15.0f - 6.0f * u)), 1.0f);
}

float vvi_fade_sum(float fade, float age)
{
    if (!(age < fade))
        return 0.5f * fade;
    float t = age / fade;
    return fade * (t - t * t * t * t * (2.5f - t * (3.0f - t)));
}

float vvi_fade_of_speeds(float fade) { return vvi_min(fade, MOST_SPEEDS); }

/* What v₀ is multiplied with, seconds. */
static float speed_share(float fade, float age)
{
    if (!(age < fade))
        return 0.0f;
    float t = age / fade;
    return fade * (t - t * t * t * (6.0f - t * (8.0f - 3.0f * t)));
}

/* ---- Poses ------------------------------------------------------------------------------------------------------------- */

/* Offsets as they are `age` after the change, onto a pose of the active verb. */
static void add_offsets(const vv_performer *p, float age, pose_arrays pose)
{
    if (!(age < p->now.fade))
        return;
    float place = vvi_fade_left(p->now.fade, age), speed = speed_share(vvi_fade_of_speeds(p->now.fade), age);
    for (uint32_t j = 0; j < p->joint_count; j++) {
        const joint_offset *o = &p->offsets[j];
        vv_vec3 turn = vv_vec3_add(vv_vec3_scale(o->turn, place), vv_vec3_scale(o->turn_speed, speed));
        vv_vec3 move = vv_vec3_add(vv_vec3_scale(o->move, place), vv_vec3_scale(o->move_speed, speed));
        pose.turns[j] = vv_quat_normalize(vv_quat_multiply(pose.turns[j], vv_quat_exp(turn)));
        pose.moves[j] = vv_vec3_add(pose.moves[j], move);
    }
}

/* The pose of the active verb `later` seconds from now, without offsets, the root staying where it is. Leaves its degrees of
 * freedom in p->dofs. */
static void verb_pose(vv_performer *p, float later, pose_arrays pose)
{
    const vv_verb *verb = performer_verb(p);
    float weights[VV_FIELD_MAX_EXAMPLES], keytimes[VV_VERB_MAX_KEYTIMES], phase = p->now.walker.phase;
    vvi_performer_weigh(p, weights);
    if (later != 0.0f) {
        vv_verb_keytimes(verb, weights, keytimes);
        float seconds = vv_verb_seconds(verb, keytimes, phase) + later * performer_state(p)->rate;
        phase = vv_verb_phase(verb, keytimes, seconds);
    }
    vv_verb_mix(verb, weights, phase, p->dofs);
    vv_verb_pose(verb, p->dofs, &p->now.walker.root, pose.turns, pose.moves);
}

static travel_speed speed_of(const vv_performer *p)
{
    float rate = performer_state(p)->rate;
    return (travel_speed){p->dofs[VV_DOF_SIDE] * rate, p->dofs[VV_DOF_FORWARD] * rate, p->dofs[VV_DOF_SPIN] * rate,
                          p->dofs[VV_DOF_CLIMB] * rate};
}

/* ---- A change ---------------------------------------------------------------------------------------------------------- */

static vv_vec3 kept_short(vv_vec3 v, float most)
{
    float length = vv_vec3_length(v);
    return length <= most ? v : length < INFINITY ? vv_vec3_scale(v, most / length) : (vv_vec3){0.0f, 0.0f, 0.0f};
}

static vv_vec3 rate_of(vv_vec3 before, vv_vec3 now)
{
    return kept_short(vv_vec3_scale(vv_vec3_sub(now, before), 1.0f / GLANCE), MOST_TURNING);
}

/* From the old pose now and a glance ago, and the new one now and a glance from now. A glance ago the new one would have been at
 * new · after⁻¹ · new. */
static joint_offset offset_between(vv_quat old_turn, vv_quat before_turn, vv_quat turn, vv_quat after_turn,
                                   vv_vec3 old_move, vv_vec3 before_move, vv_vec3 move, vv_vec3 after_move)
{
    joint_offset o = {.turn = vv_quat_log(vv_quat_multiply(vv_quat_conjugate(turn), old_turn))};
    vv_quat earlier = vv_quat_multiply(turn, vv_quat_multiply(vv_quat_conjugate(after_turn), turn));
    vv_vec3 was = vv_quat_log(vv_quat_multiply(vv_quat_conjugate(earlier), before_turn));
    o.move = vv_vec3_sub(old_move, move);
    vv_vec3 moved = vv_vec3_sub(before_move, vv_vec3_sub(vv_vec3_scale(move, 2.0f), after_move));
    if (vv_vec3_length(vv_vec3_sub(o.turn, was)) < 1.0f) /* otherwise the short way round has just changed sides */
        o.turn_speed = rate_of(was, o.turn);
    o.move_speed = rate_of(moved, o.move);
    return o;
}

/* Feet that the new verb does not have in the same place have never trodden. */
static void keep_same_feet(const vv_verb *from, const vv_verb *to, vv_plants *plants)
{
    for (uint32_t f = 0; f < VV_VERB_MAX_FEET; f++) {
        bool same = f < vv_verb_foot_count(from) && f < vv_verb_foot_count(to);
        if (same) {
            vv_foot a = vv_verb_foot(from, f), b = vv_verb_foot(to, f);
            same = a.hip == b.hip && a.knee == b.knee && a.ankle == b.ankle && a.toe == b.toe;
        }
        if (!same)
            plants->foot[f] = (vv_plant){0};
    }
}

static void begin_state(vv_performer *p, uint32_t state, float phase)
{
    performer_now *now = &p->now;
    bool both_cyclic = vv_verb_cyclic(performer_verb(p));
    vv_walker walker = vv_default_walker();
    keep_same_feet(performer_verb(p), p->verbs[p->view.states[state].verb], &now->plants);
    now->state = state;
    both_cyclic = both_cyclic && vv_verb_cyclic(performer_verb(p));
    walker.root = now->walker.root;
    walker.phase = phase >= 0.0f ? phase : both_cyclic ? now->walker.phase : 0.0f;
    if (vv_verb_cyclic(performer_verb(p)) && walker.phase >= 1.0f)
        walker.phase = 0.0f;
    now->walker = walker;
    now->seconds = 0.0f;
    now->holding = 0;
    now->signal = performer_state(p)->signal;
}

void vvi_performer_change(vv_performer *p, uint32_t state, float phase, float seconds)
{
    performer_now *now = &p->now;
    pose_arrays old = p->scratch[0], before = p->scratch[1], new = p->scratch[2], after = p->scratch[3];
    float left = vvi_fade_left(vvi_fade_of_speeds(now->fade), now->age);
    verb_pose(p, now->holding ? 0.0f : -GLANCE, before);
    add_offsets(p, now->age - GLANCE, before);
    verb_pose(p, 0.0f, old);
    add_offsets(p, now->age, old);
    travel_speed was = now->holding ? (travel_speed){0} : speed_of(p);
    begin_state(p, state, phase);
    verb_pose(p, GLANCE, after);
    verb_pose(p, 0.0f, new);
    travel_speed is = speed_of(p);
    now->carried = (travel_speed){
        was.side + left * now->carried.side - is.side, was.forward + left * now->carried.forward - is.forward,
        was.spin + left * now->carried.spin - is.spin, was.climb + left * now->carried.climb - is.climb};
    now->fade = seconds;
    now->age = 0.0f;
    for (uint32_t j = 0; j < p->joint_count; j++)
        p->offsets[j] = offset_between(old.turns[j], before.turns[j], new.turns[j], after.turns[j], old.moves[j],
                                       before.moves[j], new.moves[j], after.moves[j]);
}

void vvi_performer_show(vv_performer *p, float seconds)
{
    const vv_verb *verb = performer_verb(p);
    verb_pose(p, 0.0f, p->shown);
    add_offsets(p, p->now.age, p->shown);
    vv_skeleton_globals(vv_verb_skeleton(verb), p->shown.turns, p->shown.moves, p->globals);
    if (p->now.planting)
        vv_verb_plant(verb, p->now.walker.phase, seconds, &p->now.plants, p->shown.turns, p->shown.moves, p->globals);
}
