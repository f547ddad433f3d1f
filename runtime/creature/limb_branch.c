/* Branching limbs (4.3.3). Each goal's chain has been solved from the spine as if it were alone; the trunk, that is, the bodies that several
 * goals share, starts from the mean of those poses, weighted by the goals.
 *
 * Then rounds of FABRIK over rigid bodies. What ends at a goal needs no rounds: wherever its first joint is within a shell around the
 * goal, closed form meets it. So only the trunk is moved, and only until all first joints are within their shells. */
#include "solver.h"

#define ROUNDS 50
/* A chain's first joint may be so much of its reach outside its shell. */
#define NEAR        0.002f
#define FORK_ROUNDS 64
#define FORK_NEAR   1e-4f
/* Of their reach: from the first on, chains that hang on a trunk keep it from stretching them out, beyond the second wholly, where others let
 * them. */
#define FORK_EASE  0.8f
#define FORK_REACH 0.98f
/* Radians a second: faster no trunk turns against its hip, whatever its goals ask for. */
#define FASTEST_TRUNK 36.0f

static bool is_trunk(const vv_solver *s, uint32_t body) { return s->notes[body].below > 1; }

static float goal_weight(const taken_goal *goal) { return goal->place_weight + 1e-6f; }

void vvi_branch_add(vv_solver *s, const limb_chain *chain)
{
    uint32_t last = s->chain[chain->n];
    const taken_goal *goal = &s->goals[s->notes[last].goal];
    float weight = goal_weight(goal);
    s->goal_places[last].place = add(s->points[chain->n], rotate(s->turns[chain->n], goal->point));
    s->goal_places[last].q = s->turns[chain->n];
    for (uint32_t i = 0; i <= chain->n && is_trunk(s, s->chain[i]); i++) {
        vv_quat *sum = &s->sums[s->chain[i]], q = s->turns[i];
        float w = vv_quat_dot(*sum, q) < 0.0f ? -weight : weight;
        *sum = (vv_quat){sum->x + q.x * w, sum->y + q.y * w, sum->z + q.z * w, sum->w + q.w * w};
    }
}

static vv_vec3 hanging(const vv_solver *s, uint32_t i)
{
    const body_pose *on = &s->pose[s->bodies[i].parent];
    return add(on->x, rotate(on->q, s->bodies[i].offset));
}

/* ---- Weights ---------------------------------------------------------------------------------------------------------------- */

/* How much of the trunk's pose is due to other goals than a leaf's own. */
static float share_of_others(const vv_solver *s, const solver_limb *part, uint32_t leaf)
{
    float sum = 0.0f, own = goal_weight(&s->goals[s->notes[leaf].goal]);
    for (uint32_t i = part->first; i < part->first + part->count; i++)
        sum += s->notes[i].goal != VV_NONE ? goal_weight(&s->goals[s->notes[i].goal]) : 0.0f;
    return vvi_max(1.0f - own / sum, 0.0f);
}

/* The same, for what is all or nothing: what is alone may be stretched out. */
static float held_by_others(const vv_solver *s, const solver_limb *part, uint32_t leaf)
{
    return vvi_min(1.0f, 2.0f * share_of_others(s, part, leaf));
}

/* Where a leaf's point would be without its own goal: carried by a trunk that is posed as far as that is due to others. */
static vv_vec3 carried_point(vv_solver *s, uint32_t leaf, float others)
{
    limb_chain chain = vvi_chain_take(s, vvi_chain_top(s, leaf, true), leaf);
    vv_vec3 x = s->points[0];
    vv_quat q = chain.carried;
    for (uint32_t i = 0; i <= chain.n; i++) {
        uint32_t b = s->chain[i];
        x = i > 0 ? add(x, rotate(q, s->bodies[b].offset)) : x;
        q = is_trunk(s, b) ? mix_turns(chain.carried, unit(s->sums[b]), others) : q;
    }
    return add(x, rotate(q, s->goals[s->notes[leaf].goal].point));
}

/* A goal's place becomes the one that was reached alone, moved by what others do to it. */
static void settle_place(vv_solver *s, const solver_limb *part, uint32_t body)
{
    float weight = s->goals[s->notes[body].goal].place_weight, others = share_of_others(s, part, body);
    lone_place *at = &s->goal_places[body];
    at->own = 1.0f - (1.0f - weight) * others;
    if (weight < 1.0f) {
        vv_vec3 by = sub(carried_point(s, body, others), carried_point(s, body, 0.0f));
        at->place = along(at->place, by, 1.0f - weight);
    }
}

/* ---- Shells ----------------------------------------------------------------------------------------------------------------- */

/* With a wish for the last body's turn its joint is where the goal is; the freer it is to turn, the more its own length counts. */
static void add_tip(vv_solver *s, const limb_frame *frame, const solver_limb *part, uint32_t leaf)
{
    const taken_goal *goal = &s->goals[s->notes[leaf].goal];
    limb_chain chain = vvi_chain_take(s, vvi_chain_top(s, leaf, false), leaf);
    reach r = vvi_chain_reach(s, frame, 0, chain.n, goal->firm);
    float last = (1.0f - goal->turn_weight) * sqrtf(square(goal->point));
    limb_wish *wish = &s->wishes[s->chain[0]];
    wish->tip = true;
    wish->weight = goal_weight(goal);
    wish->goal = along(s->goal_places[leaf].place, rotate(s->pose[leaf].q, goal->point), -goal->turn_weight);
    wish->most = r.most + last;
    float rest = distance(s->bodies[leaf].rest, s->bodies[s->chain[0]].rest);
    float held = held_by_others(s, part, leaf);
    wish->ease = wish->most - held * (r.most - vvi_clamp(rest, FORK_EASE * r.most, r.most));
    wish->snug = wish->most - held * (r.most - vvi_clamp(rest, FORK_REACH * r.most, r.most));
    wish->least = vvi_max(vvi_max(r.least - last, last - r.most), 0.0f);
}

/* Where a tip's first joint has to be, and how far outside that it is, in shares of the reach. */
static float shell(const limb_wish *wish, float most, vv_vec3 joint, vv_vec3 *place)
{
    vv_vec3 way = sub(joint, wish->goal);
    float d = sqrtf(square(way)), kept = vvi_clamp(d, wish->least, most);
    *place = d > 1e-12f ? along(wish->goal, way, kept / d) : (vv_vec3){joint.x, joint.y + kept, joint.z};
    return fabsf(kept - d) / vvi_max(wish->most, 1e-20f);
}

/* ---- Rounds ------------------------------------------------------------------------------------------------------------------- */

/* `sum` and the turn that brings what is at `arm` from a body's joint to where it is wanted. */
static vv_quat add_swing(vv_quat sum, vv_vec3 arm, vv_vec3 wanted, float weight)
{
    vv_quat by = swing(arm, wanted);
    float w = weight * sqrtf(square(arm));
    return (vv_quat){sum.x + by.x * w, sum.y + by.y * w, sum.z + by.z * w, sum.w + by.w * w};
}

/* Turns a body so that the joints it carries, and its own point, come as near as they can to where they should be. */
static void fit_turn(vv_solver *s, uint32_t b)
{
    body_pose *pose = &s->pose[b];
    const taken_goal *goal = s->notes[b].goal != VV_NONE ? &s->goals[s->notes[b].goal] : NULL;
    for (int round = 0; round < 2; round++) {
        vv_quat sum = {0, 0, 0, 0};
        for (uint32_t c = s->bodies[b].first_child; c != VV_NONE; c = s->bodies[c].next_sibling)
            if (s->notes[c].below > 0)
                sum = add_swing(sum, rotate(pose->q, s->bodies[c].offset), sub(s->wishes[c].place, pose->x),
                                s->wishes[c].weight);
        if (goal)
            sum =
                add_swing(sum, rotate(pose->q, goal->point), sub(s->goal_places[b].place, pose->x), goal_weight(goal));
        pose->q = unit(multiply(unit(sum), pose->q));
    }
    if (goal && goal->turn_weight > 0.0f)
        pose->q = mix_turns(pose->q, s->goal_places[b].q, goal->turn_weight);
}

/* Where a body's joint should be so that what it carries is, and its own goal, if any; how far that is
 * from being met. */
static float wish_from_children(vv_solver *s, uint32_t b)
{
    vv_vec3 sum = {0, 0, 0};
    float weight = 0.0f;
    for (uint32_t c = s->bodies[b].first_child; c != VV_NONE; c = s->bodies[c].next_sibling)
        if (s->notes[c].below > 0) {
            vv_vec3 joint = sub(s->wishes[c].place, rotate(s->pose[b].q, s->bodies[c].offset));
            sum = along(sum, joint, s->wishes[c].weight);
            weight += s->wishes[c].weight;
        }
    limb_wish *wish = &s->wishes[b];
    wish->place = scale(sum, 1.0f / weight);
    wish->weight = weight;
    if (s->notes[b].goal == VV_NONE)
        return 0.0f;
    const taken_goal *goal = &s->goals[s->notes[b].goal];
    vv_vec3 joint = sub(s->goal_places[b].place, rotate(s->pose[b].q, goal->point));
    wish->place = mix(wish->place, joint, goal_weight(goal) / (goal_weight(goal) + weight));
    return goal->place_weight * distance(s->pose[b].x, joint) /
           (s->bodies[b].way + sqrtf(square(goal->point)) + 1e-20f);
}

/* One round, from the tips inwards and back; how far the worst goal was from being within reach before it. */
static float sweep(vv_solver *s, const solver_limb *part)
{
    float worst = 0.0f;
    for (uint32_t i = part->first + part->count; i-- > part->first;) {
        limb_wish *wish = &s->wishes[i];
        if (wish->tip)
            worst = vvi_max(worst, shell(wish, wish->most, hanging(s, i), &wish->place));
        if (is_trunk(s, i)) {
            fit_turn(s, i);
            worst = vvi_max(worst, wish_from_children(s, i));
        }
    }
    for (uint32_t i = part->first; i < part->first + part->count; i++)
        if (is_trunk(s, i)) {
            s->pose[i].x = hanging(s, i);
            fit_turn(s, i);
        }
    return worst;
}

/* Until all is within reach, or five rounds hardly make it better: goals that cannot all be met would otherwise throw the trunk about. */
static void sweep_trunk(vv_solver *s, const solver_limb *part)
{
    float before = INFINITY;
    for (int round = 1; round <= ROUNDS; round++) {
        float worst = sweep(s, part);
        if (worst < NEAR || (round % 5 == 0 && worst > 0.93f * before))
            return;
        before = round % 5 == 0 ? worst : before;
    }
}

/* ---- A fork --------------------------------------------------------------------------------------------------------------------- */

/* The body of the limb on which all chains to goals hang, at one and the same joint, if that is the limb's first and nothing else is wished of
 * it; VV_NONE. */
static uint32_t lone_fork(const vv_solver *s, const solver_limb *part)
{
    uint32_t fork = part->first, first = VV_NONE;
    if (s->notes[fork].goal != VV_NONE)
        return VV_NONE;
    for (uint32_t c = s->bodies[fork].first_child; c != VV_NONE; c = s->bodies[c].next_sibling) {
        if (s->notes[c].below == 0)
            continue;
        first = first == VV_NONE ? c : first;
        if (s->notes[c].below > 1 || distance(s->bodies[c].offset, s->bodies[first].offset) > 1e-4f * s->size)
            return VV_NONE;
    }
    return fork;
}

/* How far a joint that would be so far away may be: less and less of what is beyond `ease`, and never more than `snug`. */
static float eased(const limb_wish *wish, float far)
{
    float over = far - wish->ease, room = wish->snug - wish->ease;
    return over > 0.0f && wish->most > wish->least ? wish->ease + room * over / (room + over + 1e-20f) : far;
}

/* One step of the joint towards all shells that it is outside of, as their goals weigh; farther than their mean where they pull different
 * ways (Pierra's extrapolated parallel projections). Returns how far the worst is off, in shares of its reach. */
static float step_joint(const vv_solver *s, uint32_t fork, vv_vec3 *joint)
{
    vv_vec3 sum = {0, 0, 0}, place;
    float whole = 0.0f, weight = 0.0f, worst = 0.0f;
    for (uint32_t c = s->bodies[fork].first_child; c != VV_NONE; c = s->bodies[c].next_sibling) {
        const limb_wish *wish = &s->wishes[c];
        if (s->notes[c].below == 0)
            continue;
        worst = vvi_max(worst, shell(wish, wish->snug, *joint, &place));
        vv_vec3 by = sub(place, *joint);
        sum = along(sum, by, wish->weight);
        whole += wish->weight * square(by);
        weight += wish->weight;
    }
    *joint = along(*joint, sum, vvi_min(whole / vvi_max(square(sum), 1e-20f), 3.0f / weight));
    return worst;
}

/* Chains that are about to be stretched out hold the joint back, and let it go `outwards` as far: straight away from a goal there would be no
 * telling to which side it should go round it. */
static void ease_joint(const vv_solver *s, uint32_t fork, vv_vec3 outwards, vv_vec3 *joint)
{
    vv_vec3 sum = {0, 0, 0};
    float weight = 0.0f;
    for (uint32_t c = s->bodies[fork].first_child; c != VV_NONE; c = s->bodies[c].next_sibling) {
        const limb_wish *wish = &s->wishes[c];
        if (s->notes[c].below == 0)
            continue;
        vv_vec3 way = sub(wish->goal, *joint);
        float d = sqrtf(square(way)), back = vvi_max(d - eased(wish, d), 0.0f);
        sum = along(sum, add(scale(way, 1.0f / (d + 1e-20f)), outwards), wish->weight * back);
        weight += wish->weight;
    }
    *joint = along(*joint, sum, 1.0f / weight);
}

/* A trunk of one body: its end is on a sphere around its joint, and as near to where the goals' means have it as all shells allow. Every
 * round depends continuously on what is asked for, and where it cannot be had they end between the goals. */
static void turn_trunk(vv_solver *s, uint32_t fork)
{
    body_pose *pose = &s->pose[fork];
    uint32_t child = s->bodies[fork].first_child;
    while (s->notes[child].below == 0)
        child = s->bodies[child].next_sibling;
    vv_vec3 arm = rotate(pose->q, s->bodies[child].offset), to = arm;
    float length = s->bodies[child].length, out = vvi_clamp(100.0f * s->bodies[fork].rest.x / s->size, -1.0f, 1.0f);
    vv_vec3 joint = add(pose->x, to);
    ease_joint(s, fork, rotate(s->pose[0].q, (vv_vec3){out, 0, 0}), &joint);
    for (int round = 0; round < FORK_ROUNDS; round++) {
        to = scale(vv_vec3_direction(sub(joint, pose->x), to), length);
        joint = add(pose->x, to);
        if (step_joint(s, fork, &joint) < FORK_NEAR)
            break;
    }
    pose->q = unit(multiply(swing(arm, to), pose->q));
}

/* Where all that goals leave of the places for a fork is far from where it was, it goes there quickly, but does not jump: for a few frames the
 * tips give. */
static void hold_trunk(vv_solver *s, limb_frame frame, const solver_limb *part)
{
    vvi_hold_back(&frame, FASTEST_TRUNK);
    for (uint32_t i = part->first; i < part->first + part->count; i++)
        if (is_trunk(s, i))
            s->pose[i] = (body_pose){hanging(s, i), vvi_ease_turn(s, &frame, i, s->pose[part->hip].q, s->pose[i].q)};
}

/* ---- Chains --------------------------------------------------------------------------------------------------------------------- */

/* The chains that hang on the trunk go to their goals. */
static void end_chains(vv_solver *s, const limb_frame *frame, const solver_limb *part)
{
    for (uint32_t i = part->first; i < part->first + part->count; i++)
        if (vvi_is_leaf(s, i)) {
            limb_chain chain = vvi_chain_take(s, vvi_chain_top(s, i, false), i);
            chain.place = s->goal_places[i].place;
            vvi_chain_again(s, frame, &chain, s->goal_places[i].own, held_by_others(s, part, i));
            vvi_chain_pose(s, &chain);
        }
}

/* Goals one after the other on a limb that does not fork: each in closed form, from the inside out. */
static void end_nested(vv_solver *s, const limb_frame *frame, const solver_limb *part)
{
    uint32_t leaf = part->first;
    while (!vvi_is_leaf(s, leaf))
        leaf++;
    limb_chain chain = vvi_chain_take(s, vvi_chain_top(s, leaf, false), leaf);
    for (uint32_t i = 0; i <= chain.n; i++) {
        vv_quat *q = &s->pose[s->chain[i]].q;
        *q = mix_turns(chain.carried, *q, s->goal_places[leaf].own);
    }
    chain = vvi_chain_take(s, vvi_chain_top(s, leaf, true), leaf);
    chain.place = s->goal_places[leaf].place;
    vvi_chain_again(s, frame, &chain, 1.0f, 0.0f);
    vvi_chain_pose(s, &chain);
}

void vvi_limb_branch(vv_solver *s, const limb_frame *frame, const solver_limb *part)
{
    for (uint32_t i = part->first; i < part->first + part->count; i++) {
        s->wishes[i].tip = false;
        if (is_trunk(s, i))
            s->pose[i] = (body_pose){hanging(s, i), vvi_ease_turn(s, frame, i, s->pose[part->hip].q, unit(s->sums[i]))};
    }
    for (uint32_t i = part->first; i < part->first + part->count; i++)
        if (s->notes[i].goal != VV_NONE)
            settle_place(s, part, i);
    for (uint32_t i = part->first; i < part->first + part->count; i++)
        if (vvi_is_leaf(s, i))
            add_tip(s, frame, part, i);
    if (s->notes[part->first].leaves == 1) {
        end_nested(s, frame, part);
        return;
    }
    uint32_t fork = lone_fork(s, part);
    if (fork != VV_NONE)
        turn_trunk(s, fork);
    else
        sweep_trunk(s, part);
    hold_trunk(s, *frame, part);
    end_chains(s, frame, part);
}
