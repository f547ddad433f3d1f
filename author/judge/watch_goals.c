/* Goals that are missed though they can be reached. Reach is judged from the pose and the bodies' lengths, never by the solver. */
#include "watch.h"

enum { PULLS = 60 };

/* Where the limb's chain must end for a goal, and how long it is. */
typedef struct aim {
    vv_vec3 at;
    float way, longest; /* of the segments that lead there */
} aim;

/* Where the goal says how the body is turned, the joint of what carries it is what must get somewhere; otherwise the body's centre, by one
 * segment more. */
static aim aim_of(const vv_watch *w, const vv_seen *seen, const vv_goal *goal)
{
    const watched_body *body = &w->bodies[goal->body], *carrier = &w->bodies[body->carrier];
    if (goal->turn_weight < 1e-3f) {
        float last = vv_vec3_length(body->point);
        return (aim){goal->place, carrier->way + last, vvi_max(carrier->longest, last)};
    }
    vv_quat turn = vv_quat_multiply(goal->turn, vv_quat_conjugate(body->against));
    if (goal->turn_weight <= 0.999f)
        turn = seen->placements[body->carrier].turn;
    return (aim){vv_vec3_sub(goal->place, vv_quat_rotate(turn, body->point)), carrier->way, carrier->longest};
}

/* A goal alone on its limb: between as far as the limb stretches and as near as its longest segment lets it fold. */
static bool reaches_alone(const vv_watch *w, const vv_seen *seen, const vv_goal *goal)
{
    aim a = aim_of(w, seen, goal);
    uint32_t limb = w->bodies[w->bodies[goal->body].carrier].limb;
    float chord = distance_of(seen->placements[limb].place, a.at);
    float least = vvi_max(2.0f * a.longest - a.way, 0.0f) + 0.05f * a.way;
    return chord <= (goal->firm ? 0.999f : 0.95f) * a.way && chord >= least;
}

/* ---- Goals that share a limb ------------------------------------------------------------------------------------------------- */

static bool leads_to_goal(const vv_watch *w, uint32_t b) { return w->joints[b].x == w->joints[b].x; }

/* Joints of the limb that lead to a goal begin where they are posed; the others are marked as not being there. */
static void lay_out(vv_watch *w, const vv_seen *seen, uint32_t limb)
{
    for (uint32_t b = 0; b < w->body_count; b++) {
        w->joints[b].x = NAN;
        w->held[b] = VV_NONE;
    }
    for (uint32_t g = 0; g < seen->goal_count; g++) {
        const vv_goal *goal = &seen->goals[g];
        uint32_t carrier = w->bodies[goal->body].carrier;
        if (w->bodies[carrier].limb != limb || goal->place_weight < 0.999f)
            continue;
        w->held[carrier] = g;
        for (uint32_t b = carrier;; b = w->bodies[b].parent) {
            w->joints[b] = seen->placements[b].place;
            if (b == limb)
                break;
        }
    }
}

/* Draws p towards `end` until the rope between them is slack; returns by how much it was too short. */
static float draw(vv_vec3 *p, vv_vec3 end, float rope, float share)
{
    vv_vec3 way = vv_vec3_sub(end, *p);
    float length = vv_vec3_length(way), over = length - rope;
    if (over <= 0.0f)
        return 0.0f;
    *p = vv_vec3_add(*p, vv_vec3_scale(way, share * over / length));
    return over;
}

/* The same of a rope between two joints, each drawn by half unless it is fixed. */
static float draw_both(vv_vec3 *a, vv_vec3 *b, float rope, bool a_fixed)
{
    vv_vec3 end = *a;
    float over = draw(a, *b, rope, a_fixed ? 0.0f : 0.5f);
    draw(b, end, rope, a_fixed ? 1.0f : 0.5f);
    return over;
}

/* All ropes that end at a joint: to its goal, to its parent's joint, to that of a sibling, since both are fixed to one body. */
static float pull_joint(vv_watch *w, const vv_seen *seen, uint32_t b)
{
    const watched_body *body = &w->bodies[b];
    bool first = body->limb == b;
    float worst = 0.0f;
    if (w->held[b] != VV_NONE) {
        aim a = aim_of(w, seen, &seen->goals[w->held[b]]);
        worst = draw(&w->joints[b], a.at, a.way - body->way, first ? 0.0f : 1.0f);
    }
    if (first)
        return worst;
    float to_parent = draw_both(&w->joints[body->parent], &w->joints[b], body->length, body->parent == body->limb);
    worst = vvi_max(worst, to_parent);
    if (body->sibling != VV_NONE && leads_to_goal(w, body->sibling))
        worst = vvi_max(worst, draw_both(&w->joints[body->sibling], &w->joints[b], body->aside, false));
    return worst;
}

/* One round over all ropes of a limb, outwards; the most that one was too short. */
static float pull(vv_watch *w, const vv_seen *seen, uint32_t limb)
{
    float worst = 0.0f;
    for (uint32_t b = limb; b < w->body_count; b++)
        if (w->bodies[b].limb == limb && leads_to_goal(w, b))
            worst = vvi_max(worst, pull_joint(w, seen, b));
    return worst;
}

/* Alternating projections onto convex sets (each joint within its ropes) find a common point where there is one. */
static bool reaches_together(vv_watch *w, const vv_seen *seen, uint32_t limb)
{
    float left = INFINITY, way = 0.0f;
    lay_out(w, seen, limb);
    for (uint32_t b = limb; b < w->body_count; b++)
        way = leads_to_goal(w, b) ? vvi_max(way, w->bodies[b].way) : way;
    for (uint32_t round = 0; round < PULLS && left > 1e-3f * way; round++)
        left = pull(w, seen, limb);
    return left <= 1e-3f * way;
}

/* ---- All goals ------------------------------------------------------------------------------------------------------------------ */

static uint32_t goals_on(const vv_watch *w, const vv_seen *seen, uint32_t limb)
{
    uint32_t count = 0;
    for (uint32_t g = 0; g < seen->goal_count; g++)
        count += w->bodies[w->bodies[seen->goals[g].body].carrier].limb == limb && seen->goals[g].place_weight > 0.0f;
    return count;
}

static void watch_limb_goal(vv_watch *w, const vv_seen *seen, const vv_goal *goal, float missed)
{
    const watched_body *body = &w->bodies[goal->body], *carrier = &w->bodies[body->carrier];
    bool shared = goals_on(w, seen, carrier->limb) > 1;
    vv_worst *worst = &w->findings.worst[shared ? VV_PART_BRANCHING : VV_PART_PLAIN][VV_MEASURE_MISS];
    float way = carrier->way + vv_vec3_length(body->point);
    float share = missed / vvi_max(way, 0.01f * w->size);
    if (worst->body != VV_NONE && share <= worst->value)
        return;
    if (reaches_alone(w, seen, goal) && (!shared || reaches_together(w, seen, carrier->limb)))
        vvi_worse(worst, share, w->frame, goal->body);
}

void vvi_watch_goals(vv_watch *w, const vv_seen *seen)
{
    for (uint32_t g = 0; g < seen->goal_count; g++) {
        const vv_goal *goal = &seen->goals[g];
        if (goal->place_weight < 0.999f || !vvi_all_finite(&goal->place.x, 3))
            continue;
        const watched_body *body = &w->bodies[goal->body];
        float missed = distance_of(point_of(seen->placements[goal->body], body->centre), goal->place);
        uint32_t limb = w->bodies[body->carrier].limb;
        if (limb == VV_NONE || limb == body->carrier)
            vvi_worse(&w->findings.spine, missed / w->spine_length, w->frame, goal->body);
        else
            watch_limb_goal(w, seen, goal, missed);
    }
}
