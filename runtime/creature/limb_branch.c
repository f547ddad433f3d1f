/* Branching limbs (4.3.3). Each goal's chain has been solved from the spine as if it were the only one; the trunk,
 * that is the bodies that several goals share, starts from the mean of those poses, weighted by the goals.
 *
 * Then the trunk is moved by iterations of FABRIK over rigid bodies. The chains that end at a goal need no
 * iterations: wherever the first joint of a chain is within a shell around the goal, the closed form meets the goal.
 * So only the trunk moves, and only until all first joints are within their shells. */
#include "solver.h"

#define MAX_ITERATIONS 50
/* The first joint of a chain may be outside its shell by this share of the chain's reach. */
#define TOLERANCE           0.002f
#define MAX_FORK_ITERATIONS 64
#define FORK_TOLERANCE      1e-4f
/* Shares of the reach of a chain on a trunk: from the first on it holds the trunk back so as not to be stretched out,
 * and at the second fully, as far as other goals allow. */
#define SLACK_START_SHARE 0.8f
#define SLACK_END_SHARE   0.98f
/* Radians a second: the largest turn rate of a trunk relative to its hip, whatever its goals ask for. */
#define MAX_TRUNK_TURN_RATE 36.0f

static bool is_trunk(const vv_ik_solver *s, uint32_t body) { return s->info[body].goals_below > 1; }

static float goal_weight(const solver_goal *goal) { return goal->place_weight + 1e-6f; }

void vvi_branch_accumulate(vv_ik_solver *s, const limb_chain *chain)
{
    uint32_t last = s->chain[chain->n];
    const solver_goal *goal = &s->goals[s->info[last].goal];
    float weight = goal_weight(goal);
    s->independent[last].place = add(s->points[chain->n], rotate(s->rotations[chain->n], goal->effector));
    s->independent[last].q = s->rotations[chain->n];
    for (uint32_t i = 0; i <= chain->n && is_trunk(s, s->chain[i]); i++) {
        vv_quat *sum = &s->rotation_sums[s->chain[i]], q = s->rotations[i];
        float w = vv_quat_dot(*sum, q) < 0.0f ? -weight : weight;
        *sum = (vv_quat){sum->x + q.x * w, sum->y + q.y * w, sum->z + q.z * w, sum->w + q.w * w};
    }
}

/* The joint of body i where its parent carries it. */
static vv_vec3 carried_joint(const vv_ik_solver *s, uint32_t i)
{
    const body_pose *parent = &s->pose[s->bodies[i].parent];
    return add(parent->x, rotate(parent->q, s->bodies[i].offset));
}

/* ---- Weights ----------------------------------------------------------------------------------------------------- */

/* The share of the trunk's pose that is due to goals other than this leaf's own. */
static float influence_of_others(const vv_ik_solver *s, const solver_limb *limb, uint32_t leaf)
{
    float sum = 0.0f, weight = goal_weight(&s->goals[s->info[leaf].goal]);
    for (uint32_t i = limb->first; i < limb->first + limb->count; i++)
        sum += s->info[i].goal != VV_NONE ? goal_weight(&s->goals[s->info[i].goal]) : 0.0f;
    return vvi_max(1.0f - weight / sum, 0.0f);
}

/* The same, ramped up so that it is complete when other goals have half of the influence: a chain that is alone may
 * be stretched out. */
static float resistance_of_others(const vv_ik_solver *s, const solver_limb *limb, uint32_t leaf)
{
    return vvi_min(1.0f, 2.0f * influence_of_others(s, limb, leaf));
}

/* Where the effector of a leaf would be without its own goal: carried by a trunk posed as far as that is due to other
 * goals. */
static vv_vec3 carried_effector(vv_ik_solver *s, uint32_t leaf, float others)
{
    limb_chain chain = vvi_chain_begin(s, vvi_chain_top(s, leaf, true), leaf);
    vv_vec3 x = s->points[0];
    vv_quat q = chain.carried;
    for (uint32_t i = 0; i <= chain.n; i++) {
        uint32_t b = s->chain[i];
        x = i > 0 ? add(x, rotate(q, s->bodies[b].offset)) : x;
        q = is_trunk(s, b) ? nlerp(chain.carried, normalize(s->rotation_sums[b]), others) : q;
    }
    return add(x, rotate(q, s->goals[s->info[leaf].goal].effector));
}

/* Replaces the place of a goal by the one reached when solved alone, displaced by what other goals do to it. */
static void settle_independent_place(vv_ik_solver *s, const solver_limb *limb, uint32_t body)
{
    float weight = s->goals[s->info[body].goal].place_weight, others = influence_of_others(s, limb, body);
    independent_pose *at = &s->independent[body];
    at->own_share = 1.0f - (1.0f - weight) * others;
    if (weight < 1.0f) {
        vv_vec3 by = sub(carried_effector(s, body, others), carried_effector(s, body, 0.0f));
        at->place = add_scaled(at->place, by, 1.0f - weight);
    }
}

/* ---- Shells ------------------------------------------------------------------------------------------------------ */

/* Sets the shell for the first joint of the chain to a leaf. If the rotation of the last body is wanted, the goal
 * gives the position of its joint; the freer its rotation, the more its own length adds to the reach. */
static void set_tip_target(vv_ik_solver *s, const solver_frame *frame, const solver_limb *limb, uint32_t leaf)
{
    const solver_goal *goal = &s->goals[s->info[leaf].goal];
    limb_chain chain = vvi_chain_begin(s, vvi_chain_top(s, leaf, false), leaf);
    reach r = vvi_chain_reach(s, frame, 0, chain.n, goal->firm);
    float last = (1.0f - goal->turn_weight) * sqrtf(length_squared(goal->effector));
    joint_target *target = &s->targets[s->chain[0]];
    target->is_tip = true;
    target->weight = goal_weight(goal);
    target->goal = add_scaled(s->independent[leaf].place, rotate(s->pose[leaf].q, goal->effector), -goal->turn_weight);
    target->max_distance = r.max + last;
    float rest = distance(s->bodies[leaf].rest, s->bodies[s->chain[0]].rest);
    float held = resistance_of_others(s, limb, leaf);
    target->slack_start = target->max_distance - held * (r.max - vvi_clamp(rest, SLACK_START_SHARE * r.max, r.max));
    target->slack_end = target->max_distance - held * (r.max - vvi_clamp(rest, SLACK_END_SHARE * r.max, r.max));
    target->min_distance = vvi_max(vvi_max(r.min - last, last - r.max), 0.0f);
}

/* The point of the shell nearest to the joint, and how far outside the shell the joint is, as a share of the reach. */
static float project_on_shell(const joint_target *target, float most, vv_vec3 joint, vv_vec3 *place)
{
    vv_vec3 from_goal = sub(joint, target->goal);
    float d = sqrtf(length_squared(from_goal)), clamped = vvi_clamp(d, target->min_distance, most);
    *place =
        d > 1e-12f ? add_scaled(target->goal, from_goal, clamped / d) : (vv_vec3){joint.x, joint.y + clamped, joint.z};
    return fabsf(clamped - d) / vvi_max(target->max_distance, 1e-20f);
}

/* ---- Iterations -------------------------------------------------------------------------------------------------- */

/* Adds to `sum` the rotation that brings what is at `arm` from a body's joint to the wanted position, weighted also
 * by the length of the arm. */
static vv_quat add_weighted_rotation(vv_quat sum, vv_vec3 arm, vv_vec3 wanted, float weight)
{
    vv_quat by = minimal_twist(arm, wanted);
    float w = weight * sqrtf(length_squared(arm));
    return (vv_quat){sum.x + by.x * w, sum.y + by.y * w, sum.z + by.z * w, sum.w + by.w * w};
}

/* Rotates a body so that the joints that it carries, and its own effector, come as near as possible to their
 * targets. */
static void fit_rotation(vv_ik_solver *s, uint32_t b)
{
    body_pose *pose = &s->pose[b];
    const solver_goal *goal = s->info[b].goal != VV_NONE ? &s->goals[s->info[b].goal] : NULL;
    for (int iteration = 0; iteration < 2; iteration++) {
        vv_quat sum = {0, 0, 0, 0};
        for (uint32_t c = s->bodies[b].first_child; c != VV_NONE; c = s->bodies[c].next_sibling)
            if (s->info[c].goals_below > 0)
                sum = add_weighted_rotation(sum, rotate(pose->q, s->bodies[c].offset),
                                            sub(s->targets[c].place, pose->x), s->targets[c].weight);
        if (goal)
            sum = add_weighted_rotation(sum, rotate(pose->q, goal->effector), sub(s->independent[b].place, pose->x),
                                        goal_weight(goal));
        pose->q = normalize(multiply(normalize(sum), pose->q));
    }
    if (goal && goal->turn_weight > 0.0f)
        pose->q = nlerp(pose->q, s->independent[b].q, goal->turn_weight);
}

/* The joint position of a body that its children, and its own goal if it has one, ask for; returns by how much its
 * goal is missed. */
static float find_joint_from_children(vv_ik_solver *s, uint32_t b)
{
    vv_vec3 sum = {0, 0, 0};
    float weight = 0.0f;
    for (uint32_t c = s->bodies[b].first_child; c != VV_NONE; c = s->bodies[c].next_sibling)
        if (s->info[c].goals_below > 0) {
            vv_vec3 joint = sub(s->targets[c].place, rotate(s->pose[b].q, s->bodies[c].offset));
            sum = add_scaled(sum, joint, s->targets[c].weight);
            weight += s->targets[c].weight;
        }
    joint_target *target = &s->targets[b];
    target->place = scale(sum, 1.0f / weight);
    target->weight = weight;
    if (s->info[b].goal == VV_NONE)
        return 0.0f;
    const solver_goal *goal = &s->goals[s->info[b].goal];
    vv_vec3 joint = sub(s->independent[b].place, rotate(s->pose[b].q, goal->effector));
    target->place = lerp(target->place, joint, goal_weight(goal) / (goal_weight(goal) + weight));
    return goal->place_weight * distance(s->pose[b].x, joint) /
           (s->bodies[b].length_along + sqrtf(length_squared(goal->effector)) + 1e-20f);
}

/* One iteration, from the tips inwards and back; returns by how much the worst goal was out of reach before it. */
static float iterate_trunk(vv_ik_solver *s, const solver_limb *limb)
{
    float worst = 0.0f;
    for (uint32_t i = limb->first + limb->count; i-- > limb->first;) {
        joint_target *target = &s->targets[i];
        if (target->is_tip)
            worst = vvi_max(worst, project_on_shell(target, target->max_distance, carried_joint(s, i), &target->place));
        if (is_trunk(s, i)) {
            fit_rotation(s, i);
            worst = vvi_max(worst, find_joint_from_children(s, i));
        }
    }
    for (uint32_t i = limb->first; i < limb->first + limb->count; i++)
        if (is_trunk(s, i)) {
            s->pose[i].x = carried_joint(s, i);
            fit_rotation(s, i);
        }
    return worst;
}

/* Iterates until all goals are within reach, or five iterations hardly improve anything: goals that cannot all be met
 * would otherwise throw the trunk about. */
static void solve_trunk(vv_ik_solver *s, const solver_limb *limb)
{
    float last_worst = INFINITY;
    for (int iteration = 1; iteration <= MAX_ITERATIONS; iteration++) {
        float worst = iterate_trunk(s, limb);
        if (worst < TOLERANCE || (iteration % 5 == 0 && worst > 0.93f * last_worst))
            return;
        last_worst = iteration % 5 == 0 ? worst : last_worst;
    }
}

/* ---- Trunks of one body ------------------------------------------------------------------------------------------ */

/* The first body of the limb, if all chains to goals start at one joint of it and it has no goal itself; VV_NONE
 * otherwise. */
static uint32_t find_single_fork(const vv_ik_solver *s, const solver_limb *limb)
{
    uint32_t fork = limb->first, first = VV_NONE;
    if (s->info[fork].goal != VV_NONE)
        return VV_NONE;
    for (uint32_t c = s->bodies[fork].first_child; c != VV_NONE; c = s->bodies[c].next_sibling) {
        if (s->info[c].goals_below == 0)
            continue;
        first = first == VV_NONE ? c : first;
        if (s->info[c].goals_below > 1 || distance(s->bodies[c].offset, s->bodies[first].offset) > 1e-4f * s->size)
            return VV_NONE;
    }
    return fork;
}

/* The distance that a joint keeps from its goal if it would be `far` away: what is beyond slack_start is compressed,
 * and slack_end is never passed. */
static float ease_distance(const joint_target *target, float far)
{
    float over = far - target->slack_start, room = target->slack_end - target->slack_start;
    return over > 0.0f && target->max_distance > target->min_distance
               ? target->slack_start + room * over / (room + over + 1e-20f)
               : far;
}

/* Moves the joint once towards all shells that it is outside of, weighted by their goals; it overshoots the mean
 * where they pull in different directions (Pierra's extrapolated parallel projections). Returns the largest distance
 * from a shell, as a share of the reach. */
static float project_joint(const vv_ik_solver *s, uint32_t fork, vv_vec3 *joint)
{
    vv_vec3 sum = {0, 0, 0}, place;
    float whole = 0.0f, weight = 0.0f, worst = 0.0f;
    for (uint32_t c = s->bodies[fork].first_child; c != VV_NONE; c = s->bodies[c].next_sibling) {
        const joint_target *target = &s->targets[c];
        if (s->info[c].goals_below == 0)
            continue;
        worst = vvi_max(worst, project_on_shell(target, target->slack_end, *joint, &place));
        vv_vec3 by = sub(place, *joint);
        sum = add_scaled(sum, by, target->weight);
        whole += target->weight * length_squared(by);
        weight += target->weight;
    }
    *joint = add_scaled(*joint, sum, vvi_min(whole / vvi_max(length_squared(sum), 1e-20f), 3.0f / weight));
    return worst;
}

/* Chains that are nearly stretched out hold the joint back, and let it move `outwards` by as much: straight away from
 * a goal the side on which to pass it would be undefined. */
static void hold_joint_back(const vv_ik_solver *s, uint32_t fork, vv_vec3 outwards, vv_vec3 *joint)
{
    vv_vec3 sum = {0, 0, 0};
    float weight = 0.0f;
    for (uint32_t c = s->bodies[fork].first_child; c != VV_NONE; c = s->bodies[c].next_sibling) {
        const joint_target *target = &s->targets[c];
        if (s->info[c].goals_below == 0)
            continue;
        vv_vec3 to_goal = sub(target->goal, *joint);
        float d = sqrtf(length_squared(to_goal)), back = vvi_max(d - ease_distance(target, d), 0.0f);
        sum = add_scaled(sum, add(scale(to_goal, 1.0f / (d + 1e-20f)), outwards), target->weight * back);
        weight += target->weight;
    }
    *joint = add_scaled(*joint, sum, 1.0f / weight);
}

/* Solves a trunk of one body. Its end lies on a sphere around its joint, as near as the shells allow to where the
 * mean of the goals has it. Every iteration depends continuously on the goals, and where they cannot all be met the
 * end comes to lie between them. */
static void rotate_single_trunk(vv_ik_solver *s, uint32_t fork)
{
    body_pose *pose = &s->pose[fork];
    uint32_t child = s->bodies[fork].first_child;
    while (s->info[child].goals_below == 0)
        child = s->bodies[child].next_sibling;
    vv_vec3 arm = rotate(pose->q, s->bodies[child].offset), new_arm = arm;
    float length = s->bodies[child].length,
          outwards = vvi_clamp(100.0f * s->bodies[fork].rest.x / s->size, -1.0f, 1.0f);
    vv_vec3 joint = add(pose->x, new_arm);
    hold_joint_back(s, fork, rotate(s->pose[0].q, (vv_vec3){outwards, 0, 0}), &joint);
    for (int iteration = 0; iteration < MAX_FORK_ITERATIONS; iteration++) {
        new_arm = scale(vv_vec3_normalize(sub(joint, pose->x), new_arm), length);
        joint = add(pose->x, new_arm);
        if (project_joint(s, fork, &joint) < FORK_TOLERANCE)
            break;
    }
    pose->q = normalize(multiply(minimal_twist(arm, new_arm), pose->q));
}

/* Where the solution for a fork jumps, the trunk goes there quickly but continuously: for a few frames the tips miss
 * their goals. */
static void limit_trunk_turns(vv_ik_solver *s, solver_frame frame, const solver_limb *limb)
{
    vvi_limit_turn_rate(&frame, MAX_TRUNK_TURN_RATE);
    for (uint32_t i = limb->first; i < limb->first + limb->count; i++)
        if (is_trunk(s, i))
            s->pose[i] =
                (body_pose){carried_joint(s, i), vvi_limit_turn(s, &frame, i, s->pose[limb->hip].q, s->pose[i].q)};
}

/* ---- Chains ------------------------------------------------------------------------------------------------------ */

/* Moves the chains on the trunk to their goals. */
static void solve_end_chains(vv_ik_solver *s, const solver_frame *frame, const solver_limb *limb)
{
    for (uint32_t i = limb->first; i < limb->first + limb->count; i++)
        if (vvi_is_leaf(s, i)) {
            limb_chain chain = vvi_chain_begin(s, vvi_chain_top(s, i, false), i);
            chain.place = s->independent[i].place;
            vvi_chain_refine(s, frame, &chain, s->independent[i].own_share, resistance_of_others(s, limb, i));
            vvi_chain_pose(s, &chain);
        }
}

/* Goals one after the other on a limb without a fork: each is solved in closed form, from the root outwards. */
static void solve_nested_goals(vv_ik_solver *s, const solver_frame *frame, const solver_limb *limb)
{
    uint32_t leaf = limb->first;
    while (!vvi_is_leaf(s, leaf))
        leaf++;
    limb_chain chain = vvi_chain_begin(s, vvi_chain_top(s, leaf, false), leaf);
    for (uint32_t i = 0; i <= chain.n; i++) {
        vv_quat *q = &s->pose[s->chain[i]].q;
        *q = nlerp(chain.carried, *q, s->independent[leaf].own_share);
    }
    chain = vvi_chain_begin(s, vvi_chain_top(s, leaf, true), leaf);
    chain.place = s->independent[leaf].place;
    vvi_chain_refine(s, frame, &chain, 1.0f, 0.0f);
    vvi_chain_pose(s, &chain);
}

void vvi_limb_branch(vv_ik_solver *s, const solver_frame *frame, const solver_limb *limb)
{
    for (uint32_t i = limb->first; i < limb->first + limb->count; i++) {
        s->targets[i].is_tip = false;
        if (is_trunk(s, i))
            s->pose[i] = (body_pose){carried_joint(s, i),
                                     vvi_limit_turn(s, frame, i, s->pose[limb->hip].q, normalize(s->rotation_sums[i]))};
    }
    for (uint32_t i = limb->first; i < limb->first + limb->count; i++)
        if (s->info[i].goal != VV_NONE)
            settle_independent_place(s, limb, i);
    for (uint32_t i = limb->first; i < limb->first + limb->count; i++)
        if (vvi_is_leaf(s, i))
            set_tip_target(s, frame, limb, i);
    if (s->info[limb->first].leaf_goals == 1) {
        solve_nested_goals(s, frame, limb);
        return;
    }
    uint32_t fork = find_single_fork(s, limb);
    if (fork != VV_NONE)
        rotate_single_trunk(s, fork);
    else
        solve_trunk(s, limb);
    limit_trunk_turns(s, *frame, limb);
    solve_end_chains(s, frame, limb);
}
