/* The limb phase (4.3.3): each limb is aimed at its goal from where the spine carries it, then its bones are fitted
 * to the distance in closed form. Limbs with several goals continue in limb_branch.c. */
#include "solver.h"

#include <string.h>

/* ---- Chains ------------------------------------------------------------------------------------------------------ */

uint32_t vvi_chain_top(const vv_ik_solver *s, uint32_t leaf, bool alone)
{
    uint32_t top = leaf;
    for (;;) {
        uint32_t parent = s->bodies[top].parent;
        if (s->bodies[parent].limb == VV_NONE || (!alone && s->info[parent].goals_below > 1))
            return top;
        top = parent;
    }
}

limb_chain vvi_chain_begin(vv_ik_solver *s, uint32_t top, uint32_t leaf)
{
    limb_chain chain = {.n = 0};
    for (uint32_t i = leaf; i != top; i = s->bodies[i].parent)
        chain.n++;
    uint32_t at = leaf;
    for (uint32_t i = chain.n + 1u; i-- > 0; at = s->bodies[at].parent) {
        s->chain[i] = at;
        s->min_heights[i] = s->bodies[at].min_height;
        if (i > 0)
            s->lengths[i - 1u] = s->bodies[at].length;
    }
    const body_pose *carrier = &s->pose[s->bodies[top].parent];
    chain.carried = carrier->q;
    s->points[0] = add(carrier->x, rotate(carrier->q, s->bodies[top].offset));
    return chain;
}

void vvi_chain_pose(vv_ik_solver *s, const limb_chain *chain)
{
    for (uint32_t i = 0; i <= chain->n; i++)
        s->pose[s->chain[i]] = (body_pose){s->points[i], s->rotations[i]};
}

/* Places joints from + 1…to by the rotations of the bones before them. */
static void place_joints(vv_ik_solver *s, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        s->points[i + 1u] = add(s->points[i], rotate(s->rotations[i], s->bodies[s->chain[i + 1u]].offset));
}

reach vvi_chain_reach(const vv_ik_solver *s, const solver_frame *frame, uint32_t from, uint32_t to, bool firm)
{
    vv_vec3 rest = sub(s->bodies[s->chain[to]].rest, s->bodies[s->chain[from]].rest);
    VVI_CHECK(from <= to && to < s->body_count);
    return vvi_bone_reach(to - from, s->lengths + from, sqrtf(length_squared(rest)), frame->options, firm);
}

/* ---- Joint poses from goals -------------------------------------------------------------------------------------- */

typedef struct joint_pose {
    vv_vec3 joint;
    vv_quat q;
} joint_pose;

/* The joint at distance a from the base and b from the place, on the side where `joint` is now. */
static vv_vec3 bend_last_joint(vv_vec3 base, vv_vec3 place, float a, float b, vv_vec3 joint, vv_vec3 pole)
{
    vv_vec3 delta = sub(place, base);
    float d = sqrtf(length_squared(delta));
    vv_vec3 u = d > 1e-12f ? scale(delta, 1.0f / d) : vv_vec3_normalize(sub(joint, base), (vv_vec3){0, -1, 0});
    float axial = vvi_clamp((a * a - b * b + d * d) / (2.0f * vvi_max(d, 1e-6f * (a + b) + 1e-20f)), -a, a);
    VVI_CHECK(a >= 0.0f && b >= 0.0f);
    vv_vec3 outwards = perpendicular_part(add_scaled(sub(joint, base), pole, 0.01f * b), u);
    vv_vec3 bend = vv_vec3_normalize(outwards, (vv_vec3){0, 0, 0});
    return add(base, add_scaled(scale(u, axial), bend, sqrtf((a - axial) * (a + axial))));
}

/* The goal of the body at the end of a chain. */
typedef struct effector_goal {
    vv_vec3 effector, place;
    vv_quat aimed; /* its rotation unless its goal asks for another */
    vv_quat q;     /* the rotation that its goal asks for, by turn_weight */
    float turn_weight;
    /* by how much its joint moves so that the wanted rotation keeps the effector in place; at 0 the body rotates
     * about its joint */
    float place_weight;
    vv_vec3 pole;
    float rest; /* the distance of the effector from the base at rest */
} effector_goal;

/* The farther a limb reaches out, the more its last body aligns with it: not at all up to 0.8 of its reach (or to the
 * rest distance if that is more), fully at full reach. This lets the effector get as far as the bones allow, without
 * a jerk at the end. */
static vv_quat align_at_full_reach(const effector_goal *body, const reach *r, vv_vec3 base)
{
    vv_vec3 to_place = sub(body->place, base), arm = rotate(body->aimed, body->effector);
    float full_length = r->max + sqrtf(length_squared(arm)), start = vvi_max(body->rest, 0.8f * full_length);
    VVI_CHECK(r->min >= 0.0f && r->min <= r->max * 1.001f + 1e-6f);
    float t = (sqrtf(length_squared(to_place)) - start) / vvi_max(full_length - start, 2e-3f * full_length + 1e-20f);
    if (!(t > 0.0f) || r->max <= r->min)
        return body->aimed;
    vv_quat straight = multiply(minimal_twist(arm, to_place), body->aimed);
    return nlerp(body->aimed, straight, vvi_smoothstep(t));
}

/* The rotation of the last body and the joint position that follows. Without a wanted rotation the body is as aimed;
 * where its joint would then be out of reach, it rotates about its effector until the joint is reachable. */
static joint_pose find_joint_pose(const effector_goal *body, const reach *r, vv_vec3 base)
{
    vv_quat q = align_at_full_reach(body, r, base);
    vv_vec3 arm = rotate(q, body->effector);
    joint_pose pose = {sub(body->place, arm), q};
    float d = distance(pose.joint, base), clamped = vvi_clamp(d, r->min, r->max);
    if (fabsf(clamped - d) > 1e-6f * r->max) {
        vv_vec3 pole = rotate(q, body->pole);
        pose.joint = bend_last_joint(base, body->place, clamped, sqrtf(length_squared(arm)), pose.joint, pole);
        pose.q = multiply(minimal_twist(arm, sub(body->place, pose.joint)), q);
        if (d > clamped) /* the excess distance decides how softly the bones approach it */
            pose.joint = lerp(base, pose.joint, d / vvi_max(clamped, 1e-20f));
    }
    if (body->turn_weight > 0.0f) {
        vv_vec3 effector = rotate(pose.q, body->effector), missing = sub(sub(body->place, effector), pose.joint);
        pose.q = nlerp(pose.q, body->q, body->turn_weight);
        vv_vec3 by = add_scaled(sub(effector, rotate(pose.q, body->effector)), missing, body->turn_weight);
        pose.joint = add_scaled(pose.joint, by, body->place_weight);
    }
    return pose;
}

/* ---- Meeting a goal ---------------------------------------------------------------------------------------------- */

/* Moves joint `to` of the chain to (or towards) `joint`, by rotating the bones from `from` on. The joints between are
 * lifted off the ground by `lift` (0…1). The joints of the chain are consistent with its rotations before and after. */
static void reach_joint(vv_ik_solver *s, uint32_t from, uint32_t to, vv_vec3 joint, const reach *r, float lift)
{
    vv_vec3 *points = s->points + from, to_joint = sub(joint, points[0]);
    uint32_t n = to - from;
    float d = sqrtf(length_squared(to_joint));
    vv_vec3 chord = sub(points[n], points[0]);
    if (n == 0)
        return;
    vv_quat aim = minimal_twist(chord, to_joint);
    vv_vec3 u = d > 1e-12f ? scale(to_joint, 1.0f / d) : vv_vec3_normalize(chord, (vv_vec3){0, -1, 0});
    for (uint32_t i = 0; i < n; i++) {
        s->rotations[from + i] = multiply(aim, s->rotations[from + i]);
        points[i + 1u] = add(points[0], rotate(aim, sub(points[i + 1u], points[0])));
    }
    vv_vec3 pole = rotate(s->rotations[from], s->bodies[s->chain[to]].pole);
    vvi_finish_chain(n, points, s->lengths + from, vvi_reach_distance(r, d), u, pole);
    if (lift > 0.0f) {
        float out = s->bodies[s->chain[from]].rest.x < 0.0f ? -1.0f : 1.0f;
        vvi_swivel(n, points, s->min_heights + from, 0.9f * HEIGHT_MARGIN * s->size, lift,
                   rotate(s->pose[0].q, (vv_vec3){out, 0, 0}));
    }
    for (uint32_t i = 0; i < n; i++) {
        vv_quat *q = &s->rotations[from + i];
        vv_vec3 bone = rotate(*q, s->bodies[s->chain[from + i + 1u]].offset);
        *q = normalize(multiply(minimal_twist(bone, sub(points[i + 1u], points[i])), *q));
    }
}

/* Goals with at least this weight lift the joints off the ground fully. Where there is no goal, the secondary
 * animation does it. */
#define FULL_LIFT_WEIGHT 0.25f

/* Moves the effector of body `to` to `place`, starting at joint `from` with the rotations that the chain has. The
 * first time, the rotation of the goal is blended in and knees are lifted off the ground. When called again, both
 * have been done, and the body keeps its rotation with the weight of the goal. */
static void meet_goal(vv_ik_solver *s, uint32_t from, uint32_t to, vv_vec3 place, const reach *r, bool again)
{
    uint32_t body = s->chain[to];
    VVI_CHECK(s->info[body].goal < s->goal_count && from <= to);
    const solver_goal *goal = &s->goals[s->info[body].goal];
    effector_goal end = {
        .effector = goal->effector,
        .place = place,
        .aimed = s->rotations[to],
        .q = again ? s->rotations[to] : goal->q,
        .turn_weight = goal->turn_weight,
        .place_weight = again ? 1.0f : goal->place_weight,
        .pole = s->bodies[body].pole,
        .rest = again ? 1e30f : distance(add(s->bodies[body].rest, goal->effector), s->bodies[s->chain[from]].rest)};
    joint_pose pose = find_joint_pose(&end, r, s->points[from]);
    reach_joint(s, from, to, pose.joint, r, again ? 0.0f : vvi_min(1.0f, goal->place_weight / FULL_LIFT_WEIGHT));
    s->rotations[to] = pose.q;
}

/* Meets the goals on inner bodies of the chain, from the root outwards; after each, the rest of the chain returns to
 * the goal at its end. */
static void meet_inner_goals(vv_ik_solver *s, const solver_frame *frame, const limb_chain *chain)
{
    uint32_t n = chain->n, base = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (s->info[s->chain[i]].goal == VV_NONE)
            continue;
        reach r = vvi_chain_reach(s, frame, base, i, true);
        meet_goal(s, base, i, s->independent[s->chain[i]].place, &r, true);
        place_joints(s, i, n);
        base = i + 1u;
        r = vvi_chain_reach(s, frame, base, n, true);
        meet_goal(s, base, n, chain->place, &r, true);
    }
}

/* Aims the chain: by the joint of its last body if a rotation is wanted, otherwise by the effector. */
static vv_quat aim_chain(vv_ik_solver *s, const solver_frame *frame, const limb_chain *chain, vv_vec3 rest)
{
    uint32_t leaf = s->chain[chain->n];
    const solver_goal *goal = &s->goals[s->info[leaf].goal];
    vv_vec3 wanted = sub(chain->place, s->points[0]);
    if (goal->turn_weight > 0.0f) {
        vv_quat q = nlerp(chain->carried, goal->q, goal->place_weight);
        wanted = add_scaled(wanted, rotate(q, goal->effector), -goal->turn_weight);
        rest = add_scaled(rest, goal->effector, -goal->turn_weight);
    }
    return multiply(chain->carried, vvi_aim(s, frame, leaf, rest, rotate_inverse(chain->carried, wanted)));
}

/* A limb that is straight at rest would snap when its goal comes back from beyond its reach. The farther a goal is
 * from where the limb would be carried, the earlier it is approached softly; the rest pose itself is met. */
static void soften_reach(reach *r, float share)
{
    r->soft_start += (vvi_min(SOFT_REACH_SHARE * r->max, r->soft_start) - r->soft_start) * share;
}

static float distance_share(const limb_chain *chain, vv_vec3 carried, float length)
{
    return vvi_smoothstep(distance(chain->place, carried) / (0.15f * length + 1e-12f));
}

/* The same for a goal at the end of a single bone and the body on it: the softened position. */
static vv_vec3 soften_position(const vv_ik_solver *s, const limb_chain *chain, const solver_goal *goal, float rest,
                               float share)
{
    float full_length = s->lengths[0] + sqrtf(length_squared(goal->effector));
    vv_vec3 to_place = sub(chain->place, s->points[0]);
    reach r = {0.0f, full_length, vvi_clamp(rest, SOFT_REACH_SHARE * full_length, full_length)};
    soften_reach(&r, share);
    float d = sqrtf(length_squared(to_place)), ratio = d > r.soft_start ? vvi_reach_distance(&r, d) / d : 1.0f;
    return add_scaled(s->points[0], to_place, ratio + (1.0f - ratio) * goal->turn_weight);
}

void vvi_chain_solve(vv_ik_solver *s, const solver_frame *frame, limb_chain *chain)
{
    uint32_t n = chain->n;
    const solver_goal *goal = &s->goals[s->info[s->chain[n]].goal];
    VVI_CHECK(n < s->body_count && goal->place_weight >= 0.0f && goal->place_weight <= 1.0f);
    vv_vec3 rest = goal->effector;
    for (uint32_t i = 1; i <= n; i++)
        rest = add(rest, s->bodies[s->chain[i]].offset);
    vv_vec3 carried = add(s->points[0], rotate(chain->carried, rest));
    chain->place = lerp(carried, goal->place, goal->place_weight);
    vv_quat aimed = aim_chain(s, frame, chain, rest);
    for (uint32_t i = 0; i <= n; i++)
        s->rotations[i] = aimed;
    place_joints(s, 0, n);
    reach r = vvi_chain_reach(s, frame, 0, n, goal->firm);
    float length = sqrtf(length_squared(rest)), share = goal->firm ? 0.0f : distance_share(chain, carried, length);
    soften_reach(&r, share);
    vv_vec3 place = n == 1 && !goal->firm ? soften_position(s, chain, goal, length, share) : chain->place;
    meet_goal(s, 0, n, place, &r, false);
}

static uint32_t limb_hip(const vv_ik_solver *s, uint32_t body) { return s->limbs[s->bodies[body].limb].hip; }

/* Rotations that goals ask for are exempt from the rate limit. */
static vv_quat keep_goal_rotation(const vv_ik_solver *s, uint32_t i, vv_quat limited)
{
    uint32_t goal = s->info[s->chain[i]].goal;
    float weight = goal != VV_NONE ? s->goals[goal].turn_weight : 0.0f;
    return weight > 0.0f ? nlerp(limited, s->rotations[i], weight) : limited;
}

/* Limits the rotations of a chain, which were solved without regard to the last frame, by the turn rate; true if that
 * changed any. */
static bool limit_chain_turns(vv_ik_solver *s, const solver_frame *frame, const limb_chain *chain, vv_quat hip)
{
    bool changed = false;
    for (uint32_t i = 0; frame->options->carry_twist && i <= chain->n; i++) {
        vv_quat q = keep_goal_rotation(s, i, vvi_limit_turn(s, frame, s->chain[i], hip, s->rotations[i]));
        changed = changed || memcmp(&q, &s->rotations[i], sizeof q) != 0;
        s->rotations[i] = q;
    }
    return changed;
}

/* The reach of a chain on a trunk whose pose depends on other goals too. Its place may get out of reach by the
 * influence of the others (0…1), and the chain would snap when the place comes back within reach: the larger their
 * influence, the softer the approach. */
static reach shared_chain_reach(const vv_ik_solver *s, const solver_frame *frame, const limb_chain *chain, float others)
{
    vv_vec3 rest = s->goals[s->info[s->chain[chain->n]].goal].effector;
    for (uint32_t i = 1; i <= chain->n; i++)
        rest = add(rest, s->bodies[s->chain[i]].offset);
    reach r = vvi_chain_reach(s, frame, 0, chain->n, false);
    soften_reach(&r,
                 distance_share(chain, add(s->points[0], rotate(chain->carried, rest)), sqrtf(length_squared(rest))));
    r.soft_start = r.max + (r.soft_start - r.max) * others;
    return r;
}

/* Without other goals the place has been met before and needs no softening. */
void vvi_chain_refine(vv_ik_solver *s, const solver_frame *frame, const limb_chain *chain, float own_share,
                      float others)
{
    for (uint32_t i = 0; i <= chain->n; i++) {
        vv_quat q = s->pose[s->chain[i]].q;
        s->rotations[i] = own_share < 1.0f ? nlerp(chain->carried, q, own_share) : q;
    }
    limit_chain_turns(s, frame, chain, s->pose[limb_hip(s, s->chain[0])].q);
    place_joints(s, 0, chain->n);
    reach r = shared_chain_reach(s, frame, chain, others);
    meet_goal(s, 0, chain->n, chain->place, &r, true);
    if (s->info[s->chain[0]].goals_below > 1)
        meet_inner_goals(s, frame, chain);
}

/* A limb with one goal: limits its rotations by the turn rate, then meets the same place again. */
static void limit_single_chain(vv_ik_solver *s, const solver_frame *frame, limb_chain *chain)
{
    vv_vec3 reached =
        add(s->points[chain->n], rotate(s->rotations[chain->n], s->goals[s->info[s->chain[chain->n]].goal].effector));
    if (!limit_chain_turns(s, frame, chain, chain->carried))
        return;
    place_joints(s, 0, chain->n);
    reach r = vvi_chain_reach(s, frame, 0, chain->n, true);
    meet_goal(s, 0, chain->n, reached, &r, true);
}

/* ---- Limbs ------------------------------------------------------------------------------------------------------- */

/* Bodies without a goal on them or on a descendant move rigidly with their parent. */
static void carry_idle(vv_ik_solver *s, const solver_limb *limb)
{
    for (uint32_t i = limb->first; i < limb->first + limb->count; i++) {
        const solver_body *b = &s->bodies[i];
        if (s->info[i].goals_below == 0) {
            const body_pose *carrier = &s->pose[b->parent];
            s->pose[i] = (body_pose){add(carrier->x, rotate(carrier->q, b->offset)), carrier->q};
        }
    }
}

/* Solves the chain of every goal as if it were the only one. */
static void solve_chains(vv_ik_solver *s, const solver_frame *frame, const solver_limb *limb, bool shared)
{
    for (uint32_t i = limb->first; i < limb->first + limb->count; i++)
        if (s->info[i].goal != VV_NONE) {
            limb_chain chain = vvi_chain_begin(s, vvi_chain_top(s, i, true), i);
            vvi_chain_solve(s, frame, &chain);
            if (!shared)
                limit_single_chain(s, frame, &chain);
            vvi_chain_pose(s, &chain);
            if (shared)
                vvi_branch_accumulate(s, &chain);
        }
}

void vvi_limb_solve(vv_ik_solver *s, const solver_frame *frame, const solver_limb *limb)
{
    bool shared = s->info[limb->first].goals_below > 1;
    for (uint32_t i = limb->first; shared && i < limb->first + limb->count; i++)
        s->rotation_sums[i] = (vv_quat){0, 0, 0, 0};
    if (!frame->options->closed_form) {
        vvi_limb_particles(s, frame, limb);
    } else {
        solve_chains(s, frame, limb, shared);
        if (shared)
            vvi_limb_branch(s, frame, limb);
    }
    carry_idle(s, limb);
    vvi_store_turns(s, frame, limb);
}
