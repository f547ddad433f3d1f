/* Corrections for standing feet (footnote 8: the root may be moved a little). Each foot limits its hip like a rope as
 * long as the stretched leg; where the spine or the root went too far for that, the root moves and the spine unbends,
 * by as little as suffices.
 *
 * Since hips move in straight lines while the spine unbends, what the ropes allow is convex in the four unknowns (the
 * translation of the root, and the share of the bend that is undone). So every iteration, a step towards all ropes
 * that are too short, depends continuously on the input. */
#include "solver.h"

#define MAX_ITERATIONS 16
/* The share of a leg's length beyond which no standing foot is allowed. Walks keep theirs within 99.5 %. */
#define MAX_LEG_SHARE 0.997f
/* Seconds until a correction has decayed to 1/e when the feet no longer need it. */
#define RELEASE_TIME 0.15f
/* The root never moves further for its feet than this share of the creature's size. */
#define MAX_ROOT_SHARE 0.3f
/* Radians a second: the largest turn rate of a spine body relative to the root when frames follow each other; and the
 * one for a spine that the ground itself holds, which small inch-worms lift and place many times a second. */
#define MAX_SPINE_TURN_RATE 10.0f
#define MAX_CRAWL_TURN_RATE 60.0f

typedef struct rope {
    vv_vec3 span;        /* from the hip to the end of the rope */
    vv_vec3 unbend_move; /* how the hip would move if the spine unbent completely */
    float max_length;
    uint32_t hip; /* the spine body that the rope is tied to */
    vv_vec3 at;   /* the point of it, from its joint, at rest */
    vv_vec3 end;
} rope;

typedef struct ropes {
    uint32_t count;
    rope items[VV_CREATURE_MAX_LEGS];
} ropes;

/* ---- Ropes ------------------------------------------------------------------------------------------------------- */

static vv_vec3 rope_end(const solver_goal *goal, float turn_share)
{
    return add_scaled(goal->place, rotate(goal->q, goal->effector), -turn_share);
}

/* Replaces two bodies of a limb by their ancestors at the fork where their paths separate; false if they are not on
 * one limb, or one is on the path of the other. */
static bool find_fork_bodies(const vv_ik_solver *s, uint32_t *body, uint32_t *other)
{
    if (s->bodies[*body].limb != s->bodies[*other].limb || s->bodies[*body].limb == VV_NONE)
        return false;
    while (s->bodies[*body].parent != s->bodies[*other].parent) {
        uint32_t *later = *body > *other ? body : other;
        *later = s->bodies[*later].parent;
    }
    return *body != *other;
}

/* Reduces the reach to a standing foot for other standing feet on the same limb. */
static void reduce_reach_beside(const vv_ik_solver *s, const solver_goal *goal, vv_vec3 hip, vv_vec3 *end,
                                float *length_along)
{
    for (uint32_t i = 0; i < s->goal_count; i++) {
        const solver_goal *other = &s->goals[i];
        uint32_t own_body = goal->body, other_body = other->body;
        if (other == goal || !other->firm || !find_fork_bodies(s, &own_body, &other_body))
            continue;
        const bool rigid[2] = {own_body != goal->body && s->bodies[goal->body].parent == own_body,
                               other_body != other->body && s->bodies[other->body].parent == other_body};
        vv_vec3 ends[2] = {*end, rope_end(other, other->turn_weight)};
        float lengths[2] = {*length_along, s->bodies[other->body].length_along};
        vvi_limit_shared_reach(s->bodies[own_body].length_along, hip, 0.0f, rigid, ends, lengths);
        *end = ends[0];
        *length_along = lengths[0];
    }
}

static void add_rope(vv_ik_solver *s, ropes *all, const solver_goal *goal, uint32_t hip, vv_vec3 from, float length)
{
    const solver_body *b = &s->bodies[goal->body];
    float arm = sqrtf(length_squared(goal->effector)), turn_share = length < 0.3f * arm ? 0.0f : goal->turn_weight;
    if (all->count == VV_CREATURE_MAX_LEGS || goal->place_weight <= 0.0f || !goal->firm)
        return;
    vv_vec3 end = rope_end(goal, turn_share), at = sub(from, s->bodies[hip].rest);
    vv_vec3 rest = add_scaled(add(b->rest, goal->effector), goal->effector, -turn_share);
    float full_length = length + (1.0f - turn_share) * arm;
    float max_length = vvi_clamp(distance(rest, from), MAX_LEG_SHARE * full_length, vvi_max(full_length, 1e-6f));
    if (b->limb != VV_NONE && s->info[s->limbs[b->limb].first].goals_below > 1) {
        reduce_reach_beside(s, goal, add(s->pose[hip].x, rotate(s->pose[hip].q, at)), &end, &length);
        max_length = vvi_min(max_length, MAX_LEG_SHARE * (length + (1.0f - turn_share) * arm));
    }
    max_length *= 2.0f - goal->place_weight;
    all->items[all->count++] = (rope){.max_length = max_length, .hip = hip, .at = at, .end = end};
}

static void update_spans(const vv_ik_solver *s, ropes *all)
{
    for (uint32_t i = 0; i < all->count; i++) {
        rope *r = &all->items[i];
        r->span = sub(r->end, add(s->pose[r->hip].x, rotate(s->pose[r->hip].q, r->at)));
    }
}

/* ---- Relaxation -------------------------------------------------------------------------------------------------- */

/* One step towards all ropes that are too short, weighted by how much; it overshoots their mean where they pull in
 * different directions (Pierra's extrapolated parallel projections). False: none is too short. */
static bool relax_once(const ropes *all, foot_correction *correction, float lever)
{
    vv_vec3 sum = {0, 0, 0};
    float turn = 0.0f, weight = 0.0f, whole = 0.0f;
    for (uint32_t i = 0; i < all->count; i++) {
        const rope *r = &all->items[i];
        vv_vec3 span = add_scaled(sub(r->span, correction->move), r->unbend_move, -correction->unbend);
        float length = sqrtf(length_squared(span)), excess = length - r->max_length;
        if (excess <= 0.0f)
            continue;
        vv_vec3 u = scale(span, 1.0f / length);
        float g = lever * dot(u, r->unbend_move), size = 1.0f + g * g, by = excess / size;
        sum = add_scaled(sum, u, excess * by);
        turn += excess * by * g;
        weight += excess;
        whole += excess * by * by * size;
    }
    if (weight <= 0.0f)
        return false;
    float mean = (length_squared(sum) + turn * turn) / (weight * weight);
    float by = vvi_min(whole / (weight * vvi_max(mean, 1e-20f)), 4.0f) / weight;
    correction->move = add_scaled(correction->move, sum, by);
    correction->unbend = vvi_clamp(correction->unbend + by * turn * lever, 0.0f, 1.0f);
    return true;
}

/* lever: the share of the bend that is undone where the root would move by one metre; 0: the spine keeps its bend. */
static void relax(const ropes *all, foot_correction *correction, float lever, float farthest)
{
    for (int iteration = 0; iteration < MAX_ITERATIONS && relax_once(all, correction, lever); iteration++) {
        float distance2 = length_squared(correction->move);
        if (distance2 > farthest * farthest)
            correction->move = scale(correction->move, farthest / sqrtf(distance2));
    }
}

/* The correction of the last frame, decayed. */
static foot_correction decayed_correction(const vv_ik_solver *s, const solver_frame *frame,
                                          const foot_correction *before)
{
    if (!frame->options->carry_twist || !s->has_last_spine)
        return (foot_correction){{0, 0, 0}, 0.0f};
    float decay = vv_exp(-frame->dt / RELEASE_TIME);
    return (foot_correction){scale(before->move, decay), before->unbend * decay};
}

static void move_spine(vv_ik_solver *s, vv_vec3 by)
{
    for (uint32_t i = 0; i < s->spine_count; i++)
        s->pose[i].x = add(s->pose[i].x, by);
}

/* ---- Before the spine is solved ---------------------------------------------------------------------------------- */

/* Corrects the root for its own legs, and for ends of the spine that are held like feet. */
float vvi_spine_correct_root(vv_ik_solver *s, const solver_frame *frame)
{
    ropes all;
    all.count = 0; /* the items need not be cleared */
    for (uint32_t i = 0; i < s->goal_count; i++) {
        const solver_goal *goal = &s->goals[i];
        const solver_body *b = &s->bodies[goal->body];
        if (b->limb != VV_NONE) {
            const solver_limb *leg = &s->limbs[b->limb];
            if (leg->hip == 0)
                add_rope(s, &all, goal, 0, s->bodies[leg->first].rest, b->length_along);
        } else if (goal->body != 0) {
            const spine_side *side = &s->sides[goal->body >= s->sides[1].first && s->sides[1].count > 0];
            const spine_knot *knot = &s->knots[goal->body];
            add_rope(s, &all, goal, 0, s->bodies[side->first].rest, knot->distance_along - knot->length);
        }
    }
    foot_correction correction = decayed_correction(s, frame, &s->corrections[0]);
    update_spans(s, &all);
    relax(&all, &correction, 0.0f, MAX_ROOT_SHARE * s->size);
    s->pose[0].x = add(s->pose[0].x, correction.move);
    if (frame->options->carry_twist)
        s->corrections[0] = correction;
    return vvi_max(0.0f, MAX_ROOT_SHARE * s->size - sqrtf(length_squared(correction.move)));
}

/* ---- After it ---------------------------------------------------------------------------------------------------- */

/* Undoes a share of the bend; rotations[] are as solved. */
static void unbend(vv_ik_solver *s, float by)
{
    for (uint32_t i = 1; i < s->spine_count; i++) {
        const body_pose *parent = &s->pose[s->bodies[i].parent];
        s->pose[i].q = by > 0.0f ? nlerp(s->rotations[i], s->pose[0].q, by) : s->rotations[i];
        s->pose[i].x = add(parent->x, rotate(parent->q, s->bodies[i].offset));
    }
}

static bool is_crawling(const vv_ik_solver *s)
{
    for (uint32_t i = 0; i < s->goal_count; i++)
        if (s->goals[i].firm && s->bodies[s->goals[i].body].limb == VV_NONE)
            return true;
    return false;
}

/* Limits the turn rate of every spine body relative to the root: a flip becomes a quick rotation. */
static void limit_turns(vv_ik_solver *s, const solver_frame *frame)
{
    vv_quat root = s->pose[0].q;
    float sine, cosine, fastest = is_crawling(s) ? MAX_CRAWL_TURN_RATE : MAX_SPINE_TURN_RATE;
    vv_sin_cos(vvi_min(0.5f * fastest * frame->dt, 0.5f * VV_PI), &sine, &cosine);
    for (uint32_t i = 1; i < s->spine_count; i++) {
        vv_quat now = multiply(vv_quat_conjugate(root), s->pose[i].q);
        vv_quat by = multiply(now, vv_quat_conjugate(s->last_spine_rotations[i]));
        if (s->has_last_spine && frame->dt > 0.0f && fabsf(by.w) < cosine) {
            float side = by.w < 0.0f ? -sine : sine, scaled = side / sqrtf(by.x * by.x + by.y * by.y + by.z * by.z);
            now = normalize(
                multiply((vv_quat){by.x * scaled, by.y * scaled, by.z * scaled, cosine}, s->last_spine_rotations[i]));
        }
        s->last_spine_rotations[i] = now;
        s->rotations[i] = multiply(root, now);
    }
    unbend(s, 0.0f);
    s->has_last_spine = true;
}

static void add_foot_ropes(vv_ik_solver *s, ropes *all)
{
    for (uint32_t i = 0; i < s->goal_count; i++) {
        const solver_body *b = &s->bodies[s->goals[i].body];
        if (b->limb != VV_NONE)
            add_rope(s, all, &s->goals[i], s->limbs[b->limb].hip, s->bodies[s->limbs[b->limb].first].rest,
                     b->length_along);
    }
    update_spans(s, all);
}

/* Finds how hips move when the spine unbends; returns the largest of these distances. */
static float find_unbend_moves(const vv_ik_solver *s, ropes *all)
{
    float most = 0.0f;
    for (uint32_t i = 0; i < all->count; i++) {
        rope *r = &all->items[i];
        vv_vec3 at = add(sub(s->bodies[r->hip].rest, s->bodies[0].rest), r->at);
        vv_vec3 bent = sub(r->end, r->span), straight = add(s->pose[0].x, rotate(s->pose[0].q, at));
        r->unbend_move = sub(straight, bent);
        most = vvi_max(most, length_squared(r->unbend_move));
    }
    return sqrtf(most);
}

void vvi_spine_correct_feet(vv_ik_solver *s, const solver_frame *frame, float farthest)
{
    ropes all;
    all.count = 0; /* the items need not be cleared */
    bool carry = frame->options->carry_twist;
    add_foot_ropes(s, &all);
    foot_correction correction = decayed_correction(s, frame, &s->corrections[1]);
    for (uint32_t i = 1; i < s->spine_count; i++)
        s->rotations[i] = s->pose[i].q;
    float most = find_unbend_moves(s, &all);
    /* Undoing all of the bend costs as much as moving the root half as far as a hip moves by it. */
    relax(&all, &correction, most > 1e-4f * s->size ? 2.0f / most : 0.0f, farthest);
    if (correction.unbend > 0.0f)
        unbend(s, correction.unbend);
    if (carry)
        limit_turns(s, frame);
    for (uint32_t i = 0; i < all.count; i++)
        all.items[i].unbend_move = (vv_vec3){0, 0, 0};
    update_spans(s, &all);
    relax(&all, &correction, 0.0f, farthest);
    move_spine(s, correction.move);
    if (carry)
        s->corrections[1] = correction;
}
