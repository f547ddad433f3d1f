/* Blending from one state into the next by inertialisation: at a change, the difference between what was shown and
 * what the new verb would show, and its rate of change, become offsets of every joint, which a quintic takes to zero.
 * So only one verb is ever evaluated, and neither positions nor speeds jump.
 *
 * With τ = age/fade an offset is x₀·(1 − 10τ³ + 15τ⁴ − 6τ⁵) + v₀·fade·(τ − 6τ³ + 8τ⁴ − 3τ⁵): the quintics with this
 * position and speed and no acceleration at τ = 0, and all three zero at τ = 1. */
#include "graph_player.h"

#include <string.h>

#define TIME_STEP         (1.0f / 240.0f) /* s; the step of the finite differences that give speeds */
#define MAX_SPEED_FADE    0.5f            /* s in which they fade at most */
#define MAX_CARRIED_SPEED 15.0f           /* rad/s of half angles, and m/s: larger speeds are clamped */

float vvi_fade_remaining(float fade, float age)
{
    if (!(age < fade))
        return 0.0f;
    float u = 1.0f - age / fade; /* evaluated from the end, so that rounding never makes it negative */
    return vvi_min(u * u * u * (10.0f - u * (15.0f - 6.0f * u)), 1.0f);
}

float vvi_fade_integral(float fade, float age)
{
    if (!(age < fade))
        return 0.5f * fade;
    float t = age / fade;
    return fade * (t - t * t * t * t * (2.5f - t * (3.0f - t)));
}

float vvi_speed_fade(float fade) { return vvi_min(fade, MAX_SPEED_FADE); }

/* The factor of v₀, s. */
static float speed_factor(float fade, float age)
{
    if (!(age < fade))
        return 0.0f;
    float t = age / fade;
    return fade * (t - t * t * t * (6.0f - t * (8.0f - 3.0f * t)));
}

/* ---- Poses ------------------------------------------------------------------------------------------------------- */

/* Adds the offsets at `age` after the change to a pose of the active verb. */
static void add_offsets(const vv_graph_player *p, float age, pose_arrays pose)
{
    if (!(age < p->now.fade))
        return;
    float position_factor = vvi_fade_remaining(p->now.fade, age),
          velocity_factor = speed_factor(vvi_speed_fade(p->now.fade), age);
    for (uint32_t j = 0; j < p->joint_count; j++) {
        const joint_offset *o = &p->offsets[j];
        vv_vec3 turn =
            vv_vec3_add(vv_vec3_scale(o->turn, position_factor), vv_vec3_scale(o->turn_speed, velocity_factor));
        vv_vec3 move =
            vv_vec3_add(vv_vec3_scale(o->move, position_factor), vv_vec3_scale(o->move_speed, velocity_factor));
        pose.turns[j] = vv_quat_normalize(vv_quat_multiply(pose.turns[j], vv_quat_exp(turn)));
        pose.moves[j] = vv_vec3_add(pose.moves[j], move);
    }
}

/* The pose of the active verb `later` seconds from now, without offsets, with the root unchanged. Leaves its degrees
 * of freedom in p->dofs. */
static void verb_pose(vv_graph_player *p, float later, pose_arrays pose)
{
    const vv_verb *verb = performer_verb(p);
    float weights[VV_FIELD_MAX_EXAMPLES], keytimes[VV_VERB_MAX_KEYTIMES], phase = p->now.walker.phase;
    vvi_graph_player_weights(p, weights);
    if (later != 0.0f) {
        vv_verb_keytimes(verb, weights, keytimes);
        float seconds = vv_verb_seconds(verb, keytimes, phase) + later * performer_state(p)->rate;
        phase = vv_verb_phase(verb, keytimes, seconds);
    }
    vv_verb_mix(verb, weights, phase, p->dofs);
    vv_verb_pose(verb, p->dofs, &p->now.walker.root, pose.turns, pose.moves);
}

static travel_speed speed_of(const vv_graph_player *p)
{
    float rate = performer_state(p)->rate;
    return (travel_speed){p->dofs[VV_DOF_SIDE] * rate, p->dofs[VV_DOF_FORWARD] * rate, p->dofs[VV_DOF_YAW_RATE] * rate,
                          p->dofs[VV_DOF_CLIMB] * rate};
}

/* ---- A change ---------------------------------------------------------------------------------------------------- */

static vv_vec3 clamp_length(vv_vec3 v, float limit)
{
    float length = vv_vec3_length(v);
    return length <= limit ? v : length < INFINITY ? vv_vec3_scale(v, limit / length) : (vv_vec3){0.0f, 0.0f, 0.0f};
}

static vv_vec3 rate_of(vv_vec3 before, vv_vec3 now)
{
    return clamp_length(vv_vec3_scale(vv_vec3_sub(now, before), 1.0f / TIME_STEP), MAX_CARRIED_SPEED);
}

/* From the old pose now and a time step ago, and the new one now and a time step from now. A time step ago the new
 * rotation would have been new · after⁻¹ · new. */
static joint_offset compute_offset(vv_quat old_turn, vv_quat before_turn, vv_quat turn, vv_quat after_turn,
                                   vv_vec3 old_move, vv_vec3 before_move, vv_vec3 move, vv_vec3 after_move)
{
    joint_offset o = {.turn = vv_quat_log(vv_quat_multiply(vv_quat_conjugate(turn), old_turn))};
    vv_quat earlier = vv_quat_multiply(turn, vv_quat_multiply(vv_quat_conjugate(after_turn), turn));
    vv_vec3 was = vv_quat_log(vv_quat_multiply(vv_quat_conjugate(earlier), before_turn));
    o.move = vv_vec3_sub(old_move, move);
    vv_vec3 moved = vv_vec3_sub(before_move, vv_vec3_sub(vv_vec3_scale(move, 2.0f), after_move));
    /* A larger difference means that the shortest rotation has just changed direction. */
    if (vv_vec3_length(vv_vec3_sub(o.turn, was)) < 1.0f)
        o.turn_speed = rate_of(was, o.turn);
    o.move_speed = rate_of(moved, o.move);
    return o;
}

/* Resets the planting of feet that the two verbs do not share. */
static void reset_changed_feet(const vv_verb *from, const vv_verb *to, vv_foot_plants *plants)
{
    for (uint32_t f = 0; f < VV_VERB_MAX_FEET; f++) {
        bool same = f < vv_verb_foot_count(from) && f < vv_verb_foot_count(to);
        if (same) {
            vv_foot a = vv_verb_foot(from, f), b = vv_verb_foot(to, f);
            same = a.hip == b.hip && a.knee == b.knee && a.ankle == b.ankle && a.toe == b.toe;
        }
        if (!same)
            plants->foot[f] = (vv_foot_plant){0};
    }
}

static void begin_state(vv_graph_player *p, uint32_t state, float phase)
{
    performer_now *now = &p->now;
    bool both_cyclic = vv_verb_cyclic(performer_verb(p));
    vv_verb_state walker = vv_default_verb_state();
    reset_changed_feet(performer_verb(p), p->verbs[p->view.states[state].verb], &now->plants);
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

void vvi_graph_player_change(vv_graph_player *p, uint32_t state, float phase, float seconds)
{
    performer_now *now = &p->now;
    pose_arrays old = p->scratch[0], before = p->scratch[1], new = p->scratch[2], after = p->scratch[3];
    float remaining = vvi_fade_remaining(vvi_speed_fade(now->fade), now->age);
    verb_pose(p, now->holding ? 0.0f : -TIME_STEP, before);
    add_offsets(p, now->age - TIME_STEP, before);
    verb_pose(p, 0.0f, old);
    add_offsets(p, now->age, old);
    travel_speed old_speed = now->holding ? (travel_speed){0} : speed_of(p);
    begin_state(p, state, phase);
    verb_pose(p, TIME_STEP, after);
    verb_pose(p, 0.0f, new);
    travel_speed new_speed = speed_of(p);
    now->carried = (travel_speed){old_speed.side + remaining * now->carried.side - new_speed.side,
                                  old_speed.forward + remaining * now->carried.forward - new_speed.forward,
                                  old_speed.spin + remaining * now->carried.spin - new_speed.spin,
                                  old_speed.climb + remaining * now->carried.climb - new_speed.climb};
    now->fade = seconds;
    now->age = 0.0f;
    for (uint32_t j = 0; j < p->joint_count; j++)
        p->offsets[j] = compute_offset(old.turns[j], before.turns[j], new.turns[j], after.turns[j], old.moves[j],
                                       before.moves[j], new.moves[j], after.moves[j]);
}

void vvi_graph_player_update_pose(vv_graph_player *p, float seconds)
{
    const vv_verb *verb = performer_verb(p);
    verb_pose(p, 0.0f, p->shown);
    add_offsets(p, p->now.age, p->shown);
    vv_skeleton_globals(vv_verb_skeleton(verb), p->shown.turns, p->shown.moves, p->globals);
    if (p->now.planting)
        vv_verb_plant_feet(verb, p->now.walker.phase, seconds, &p->now.plants, p->shown.turns, p->shown.moves,
                           p->globals);
}
