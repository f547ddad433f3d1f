/* Goals that are missed although they can be reached. Whether they can is judged from the pose and the lengths of
 * bodies, never by the solver. */
#include "watch.h"

enum { MAX_ROUNDS = 60 };

/* Where the chain of a limb must end to meet a goal, and its length. */
typedef struct reach_goal {
    vv_vec3 at;
    float length, longest; /* of the chain, and of its longest segment */
} reach_goal;

/* Where the goal gives the rotation of the body, the joint of its carrier must get to a place; otherwise the centre
 * of the body must, which makes the chain one segment longer. */
static reach_goal find_reach_goal(const vv_watch *w, const vv_watch_input *input, const vv_ik_goal *goal)
{
    const watched_body *body = &w->bodies[goal->body], *carrier = &w->bodies[body->carrier];
    if (goal->rotation_weight < 1e-3f) {
        float last = vv_vec3_length(body->carrier_point);
        return (reach_goal){goal->position, carrier->limb_distance + last, vvi_max(carrier->longest, last)};
    }
    vv_quat turn = vv_quat_multiply(goal->rotation, vv_quat_conjugate(body->carrier_turn));
    if (goal->rotation_weight <= 0.999f)
        turn = input->placements[body->carrier].rotation;
    return (reach_goal){vv_vec3_sub(goal->position, vv_quat_rotate(turn, body->carrier_point)), carrier->limb_distance,
                        carrier->longest};
}

/* Whether a goal alone on its limb can be reached: not farther away than the limb is long, and not nearer than its
 * longest segment lets it fold. */
static bool is_reachable_alone(const vv_watch *w, const vv_watch_input *input, const vv_ik_goal *goal)
{
    reach_goal a = find_reach_goal(w, input, goal);
    uint32_t limb = w->bodies[w->bodies[goal->body].carrier].limb;
    float chord = find_distance(input->placements[limb].position, a.at);
    float least = vvi_max(2.0f * a.longest - a.length, 0.0f) + 0.05f * a.length;
    return chord <= (goal->hard ? 0.999f : 0.95f) * a.length && chord >= least;
}

/* ---- Goals that share a limb ------------------------------------------------------------------------------------- */

static bool leads_to_goal(const vv_watch *w, uint32_t b) { return w->joints[b].x == w->joints[b].x; }

/* Puts the joints of the limb that lead to a goal where they are posed; marks the others (NaN). */
static void place_joints(vv_watch *w, const vv_watch_input *input, uint32_t limb)
{
    for (uint32_t b = 0; b < w->body_count; b++) {
        w->joints[b].x = NAN;
        w->joint_goals[b] = VV_NONE;
    }
    for (uint32_t g = 0; g < input->goal_count; g++) {
        const vv_ik_goal *goal = &input->goals[g];
        uint32_t carrier = w->bodies[goal->body].carrier;
        if (w->bodies[carrier].limb != limb || goal->position_weight < 0.999f)
            continue;
        w->joint_goals[carrier] = g;
        for (uint32_t b = carrier;; b = w->bodies[b].parent) {
            w->joints[b] = input->placements[b].position;
            if (b == limb)
                break;
        }
    }
}

/* Pulls p towards `end` until the rope between them is slack; returns by how much the rope was too short. */
static float pull_point(vv_vec3 *p, vv_vec3 end, float rope, float share)
{
    vv_vec3 to_end = vv_vec3_sub(end, *p);
    float distance = vv_vec3_length(to_end), over = distance - rope;
    if (over <= 0.0f)
        return 0.0f;
    *p = vv_vec3_add(*p, vv_vec3_scale(to_end, share * over / distance));
    return over;
}

/* The same for a rope between two joints: each moves half the way unless one is fixed. */
static float pull_joints(vv_vec3 *a, vv_vec3 *b, float rope, bool a_fixed)
{
    vv_vec3 end = *a;
    float over = pull_point(a, *b, rope, a_fixed ? 0.0f : 0.5f);
    pull_point(b, end, rope, a_fixed ? 1.0f : 0.5f);
    return over;
}

/* Pulls at all ropes that end at a joint: to its goal, to the joint of its parent, and to that of a sibling, since
 * both are fixed to one body. Returns the most that one was too short. */
static float pull_joint(vv_watch *w, const vv_watch_input *input, uint32_t b)
{
    const watched_body *body = &w->bodies[b];
    bool first = body->limb == b;
    float worst = 0.0f;
    if (w->joint_goals[b] != VV_NONE) {
        reach_goal a = find_reach_goal(w, input, &input->goals[w->joint_goals[b]]);
        worst = pull_point(&w->joints[b], a.at, a.length - body->limb_distance, first ? 0.0f : 1.0f);
    }
    if (first)
        return worst;
    float to_parent = pull_joints(&w->joints[body->parent], &w->joints[b], body->length, body->parent == body->limb);
    worst = vvi_max(worst, to_parent);
    if (body->sibling != VV_NONE && leads_to_goal(w, body->sibling))
        worst = vvi_max(worst, pull_joints(&w->joints[body->sibling], &w->joints[b], body->sibling_distance, false));
    return worst;
}

/* One round over all ropes of a limb, outwards; returns the most that one was too short. */
static float pull_limb(vv_watch *w, const vv_watch_input *input, uint32_t limb)
{
    float worst = 0.0f;
    for (uint32_t b = limb; b < w->body_count; b++)
        if (w->bodies[b].limb == limb && leads_to_goal(w, b))
            worst = vvi_max(worst, pull_joint(w, input, b));
    return worst;
}

/* Whether all goals on a limb can be reached at once. Alternating projections onto convex sets (each joint within its
 * ropes) converge to a common point where there is one. */
static bool are_reachable_together(vv_watch *w, const vv_watch_input *input, uint32_t limb)
{
    float residual = INFINITY, length = 0.0f;
    place_joints(w, input, limb);
    for (uint32_t b = limb; b < w->body_count; b++)
        length = leads_to_goal(w, b) ? vvi_max(length, w->bodies[b].limb_distance) : length;
    for (uint32_t round = 0; round < MAX_ROUNDS && residual > 1e-3f * length; round++)
        residual = pull_limb(w, input, limb);
    return residual <= 1e-3f * length;
}

/* ---- All goals --------------------------------------------------------------------------------------------------- */

static uint32_t count_goals(const vv_watch *w, const vv_watch_input *input, uint32_t limb)
{
    uint32_t count = 0;
    for (uint32_t g = 0; g < input->goal_count; g++)
        count +=
            w->bodies[w->bodies[input->goals[g].body].carrier].limb == limb && input->goals[g].position_weight > 0.0f;
    return count;
}

static void check_limb_goal(vv_watch *w, const vv_watch_input *input, const vv_ik_goal *goal, float missed)
{
    const watched_body *body = &w->bodies[goal->body], *carrier = &w->bodies[body->carrier];
    bool shared = count_goals(w, input, carrier->limb) > 1;
    vv_worst *worst = &w->findings.worst[shared ? VV_PART_BRANCHING : VV_PART_PLAIN][VV_MEASURE_MISS];
    float length = carrier->limb_distance + vv_vec3_length(body->carrier_point);
    float share = missed / vvi_max(length, 0.01f * w->size);
    if (worst->body != VV_NONE && share <= worst->value)
        return;
    if (is_reachable_alone(w, input, goal) && (!shared || are_reachable_together(w, input, carrier->limb)))
        vvi_raise_worst(worst, share, w->frame, goal->body);
}

void vvi_watch_goals(vv_watch *w, const vv_watch_input *input)
{
    for (uint32_t g = 0; g < input->goal_count; g++) {
        const vv_ik_goal *goal = &input->goals[g];
        if (goal->position_weight < 0.999f || !vvi_all_finite(&goal->position.x, 3))
            continue;
        const watched_body *body = &w->bodies[goal->body];
        float missed = find_distance(transform_point(input->placements[goal->body], body->centre), goal->position);
        uint32_t limb = w->bodies[body->carrier].limb;
        if (limb == VV_NONE || limb == body->carrier)
            vvi_raise_worst(&w->findings.spine, missed / w->spine_length, w->frame, goal->body);
        else
            check_limb_goal(w, input, goal, missed);
    }
}
