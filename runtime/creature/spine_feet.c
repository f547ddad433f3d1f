/* Feet that stand have the last word (footnote 8: the root may be moved a little). Each holds its hip as a rope would, no longer than the leg
 * stretched out; where the spine or the root went too far for that, the root gives way and the spine unbends, by as little as does.
 *
 * With hips that move straight on while the spine unbends, what the ropes allow is convex in the four unknowns (the root's move and how much of
 * the bend is taken back), and so every round, a step towards all ropes that are too short, depends continuously on what is asked for. */
#include "solver.h"

#define ROUNDS 16
/* Of a leg's way: beyond it no foot that stands is let go. Walks keep theirs within 99.5 %. */
#define TAUT 0.997f
/* Seconds until 1/e of what the feet have asked for is left, once they no longer do. */
#define RELEASING 0.15f
/* Of the creature's size: farther the root never goes after them. */
#define FARTHEST 0.3f
/* Radians a second: no body of the spine turns faster against the root, where frames follow each other; and where the spine itself is held by
 * the ground, which small inch-worms leave and take many times a second. */
#define FASTEST       10.0f
#define FASTEST_CRAWL 60.0f

typedef struct rope {
    vv_vec3 way;  /* from the hip to where it should end */
    vv_vec3 back; /* how the hip moves when the spine unbends wholly */
    float most;
    uint32_t hip; /* the body of the spine and, */
    vv_vec3 at;   /* from its joint, at rest, the point of it that the rope is tied to */
    vv_vec3 end;
} rope;

typedef struct ropes {
    uint32_t count;
    rope of[VV_CREATURE_MAX_LEGS];
} ropes;

/* ---- Ropes ------------------------------------------------------------------------------------------------------------------- */

static vv_vec3 end_of(const taken_goal *goal, float kept)
{
    return along(goal->place, rotate(goal->q, goal->point), -kept);
}

/* The first bodies from which two bodies of a limb no longer go together; false: they are not of one limb. */
static bool part_ways(const vv_solver *s, uint32_t *body, uint32_t *other)
{
    if (s->bodies[*body].limb != s->bodies[*other].limb || s->bodies[*body].limb == VV_NONE)
        return false;
    while (s->bodies[*body].parent != s->bodies[*other].parent) {
        uint32_t *later = *body > *other ? body : other;
        *later = s->bodies[*later].parent;
    }
    return *body != *other;
}

/* A limb's way to a foot that stands, beside others that it carries and that stand, too. */
static void reach_beside(const vv_solver *s, const taken_goal *goal, vv_vec3 hip, vv_vec3 *end, float *way)
{
    for (uint32_t i = 0; i < s->goal_count; i++) {
        const taken_goal *other = &s->goals[i];
        uint32_t own = goal->body, its = other->body;
        if (other == goal || !other->firm || !part_ways(s, &own, &its))
            continue;
        const bool rigid[2] = {own != goal->body && s->bodies[goal->body].parent == own,
                               its != other->body && s->bodies[other->body].parent == its};
        vv_vec3 ends[2] = {*end, end_of(other, other->turn_weight)};
        float ways[2] = {*way, s->bodies[other->body].way};
        vvi_legs_together(s->bodies[own].way, hip, 0.0f, rigid, ends, ways);
        *end = ends[0];
        *way = ways[0];
    }
}

static void tie(vv_solver *s, ropes *all, const taken_goal *goal, uint32_t hip, vv_vec3 from, float way)
{
    const solver_body *b = &s->bodies[goal->body];
    float arm = sqrtf(square(goal->point)), kept = way < 0.3f * arm ? 0.0f : goal->turn_weight;
    if (all->count == VV_CREATURE_MAX_LEGS || goal->place_weight <= 0.0f || !goal->firm)
        return;
    vv_vec3 end = end_of(goal, kept), at = sub(from, s->bodies[hip].rest);
    vv_vec3 rest = along(add(b->rest, goal->point), goal->point, -kept);
    float whole = way + (1.0f - kept) * arm;
    float most = vvi_clamp(distance(rest, from), TAUT * whole, vvi_max(whole, 1e-6f));
    if (b->limb != VV_NONE && s->notes[s->limbs[b->limb].first].below > 1) {
        reach_beside(s, goal, add(s->pose[hip].x, rotate(s->pose[hip].q, at)), &end, &way);
        most = vvi_min(most, TAUT * (way + (1.0f - kept) * arm));
    }
    most *= 2.0f - goal->place_weight;
    all->of[all->count++] = (rope){.most = most, .hip = hip, .at = at, .end = end};
}

static void pull_ways(const vv_solver *s, ropes *all)
{
    for (uint32_t i = 0; i < all->count; i++) {
        rope *r = &all->of[i];
        r->way = sub(r->end, add(s->pose[r->hip].x, rotate(s->pose[r->hip].q, r->at)));
    }
}

/* ---- What they allow --------------------------------------------------------------------------------------------------------- */

/* One step towards all ropes that are too short, as they are too short; farther than their mean where they pull different ways (Pierra's
 * extrapolated parallel projections). False: none is. */
static bool give_once(const ropes *all, feet_give *give, float lever)
{
    vv_vec3 sum = {0, 0, 0};
    float turn = 0.0f, weight = 0.0f, whole = 0.0f;
    for (uint32_t i = 0; i < all->count; i++) {
        const rope *r = &all->of[i];
        vv_vec3 way = along(sub(r->way, give->move), r->back, -give->unbend);
        float length = sqrtf(square(way)), over = length - r->most;
        if (over <= 0.0f)
            continue;
        vv_vec3 u = scale(way, 1.0f / length);
        float g = lever * dot(u, r->back), size = 1.0f + g * g, by = over / size;
        sum = along(sum, u, over * by);
        turn += over * by * g;
        weight += over;
        whole += over * by * by * size;
    }
    if (weight <= 0.0f)
        return false;
    float mean = (square(sum) + turn * turn) / (weight * weight);
    float by = vvi_min(whole / (weight * vvi_max(mean, 1e-20f)), 4.0f) / weight;
    give->move = along(give->move, sum, by);
    give->unbend = vvi_clamp(give->unbend + by * turn * lever, 0.0f, 1.0f);
    return true;
}

/* lever: what of the spine's bend goes back where the root would move by one metre; 0: none. */
static void give_way(const ropes *all, feet_give *give, float lever, float farthest)
{
    for (int round = 0; round < ROUNDS && give_once(all, give, lever); round++) {
        float far = square(give->move);
        if (far > farthest * farthest)
            give->move = scale(give->move, farthest / sqrtf(far));
    }
}

/* What was given for feet before goes back little by little. */
static feet_give left_of(const vv_solver *s, const limb_frame *frame, const feet_give *before)
{
    if (!frame->options->carry || !s->followed)
        return (feet_give){{0, 0, 0}, 0.0f};
    float kept = vv_exp(-frame->dt / RELEASING);
    return (feet_give){scale(before->move, kept), before->unbend * kept};
}

static void move_spine(vv_solver *s, vv_vec3 by)
{
    for (uint32_t i = 0; i < s->spine_count; i++)
        s->pose[i].x = add(s->pose[i].x, by);
}

/* ---- Before the spine is solved ------------------------------------------------------------------------------------------------ */

/* The root's own legs, and ends of the spine that are held like feet. */
float vvi_spine_root(vv_solver *s, const limb_frame *frame)
{
    ropes all;
    all.count = 0; /* the others need not be cleared */
    for (uint32_t i = 0; i < s->goal_count; i++) {
        const taken_goal *goal = &s->goals[i];
        const solver_body *b = &s->bodies[goal->body];
        if (b->limb != VV_NONE) {
            const solver_limb *leg = &s->limbs[b->limb];
            if (leg->hip == 0)
                tie(s, &all, goal, 0, s->bodies[leg->first].rest, b->way);
        } else if (goal->body != 0) {
            const spine_side *side = &s->sides[goal->body >= s->sides[1].first && s->sides[1].count > 0];
            const spine_knot *knot = &s->knots[goal->body];
            tie(s, &all, goal, 0, s->bodies[side->first].rest, knot->along - knot->length);
        }
    }
    feet_give give = left_of(s, frame, &s->gave[0]);
    pull_ways(s, &all);
    give_way(&all, &give, 0.0f, FARTHEST * s->size);
    s->pose[0].x = add(s->pose[0].x, give.move);
    if (frame->options->carry)
        s->gave[0] = give;
    return vvi_max(0.0f, FARTHEST * s->size - sqrtf(square(give.move)));
}

/* ---- After it ------------------------------------------------------------------------------------------------------------------- */

/* Takes back so much of the bend; turns[] are as solved. */
static void unbend(vv_solver *s, float by)
{
    for (uint32_t i = 1; i < s->spine_count; i++) {
        const body_pose *on = &s->pose[s->bodies[i].parent];
        s->pose[i].q = by > 0.0f ? mix_turns(s->turns[i], s->pose[0].q, by) : s->turns[i];
        s->pose[i].x = add(on->x, rotate(on->q, s->bodies[i].offset));
    }
}

static bool crawls(const vv_solver *s)
{
    for (uint32_t i = 0; i < s->goal_count; i++)
        if (s->goals[i].firm && s->bodies[s->goals[i].body].limb == VV_NONE)
            return true;
    return false;
}

/* No body turns faster than that against the root: what remains of flips becomes a quick turn. */
static void follow(vv_solver *s, const limb_frame *frame)
{
    vv_quat root = s->pose[0].q;
    float sine, cosine, fastest = crawls(s) ? FASTEST_CRAWL : FASTEST;
    vv_sin_cos(vvi_min(0.5f * fastest * frame->dt, 0.5f * VV_PI), &sine, &cosine);
    for (uint32_t i = 1; i < s->spine_count; i++) {
        vv_quat now = multiply(vv_quat_conjugate(root), s->pose[i].q);
        vv_quat by = multiply(now, vv_quat_conjugate(s->spine_turns[i]));
        if (s->followed && frame->dt > 0.0f && fabsf(by.w) < cosine) {
            float side = by.w < 0.0f ? -sine : sine, scaled = side / sqrtf(by.x * by.x + by.y * by.y + by.z * by.z);
            now = unit(multiply((vv_quat){by.x * scaled, by.y * scaled, by.z * scaled, cosine}, s->spine_turns[i]));
        }
        s->spine_turns[i] = now;
        s->turns[i] = multiply(root, now);
    }
    unbend(s, 0.0f);
    s->followed = true;
}

static void tie_feet(vv_solver *s, ropes *all)
{
    for (uint32_t i = 0; i < s->goal_count; i++) {
        const solver_body *b = &s->bodies[s->goals[i].body];
        if (b->limb != VV_NONE)
            tie(s, all, &s->goals[i], s->limbs[b->limb].hip, s->bodies[s->limbs[b->limb].first].rest, b->way);
    }
    pull_ways(s, all);
}

/* How hips move when the spine unbends; returns the largest of these moves. */
static float find_backs(const vv_solver *s, ropes *all)
{
    float most = 0.0f;
    for (uint32_t i = 0; i < all->count; i++) {
        rope *r = &all->of[i];
        vv_vec3 at = add(sub(s->bodies[r->hip].rest, s->bodies[0].rest), r->at);
        vv_vec3 bent = sub(r->end, r->way), straight = add(s->pose[0].x, rotate(s->pose[0].q, at));
        r->back = sub(straight, bent);
        most = vvi_max(most, square(r->back));
    }
    return sqrtf(most);
}

void vvi_spine_feet(vv_solver *s, const limb_frame *frame, float farthest)
{
    ropes all;
    all.count = 0; /* the others need not be cleared */
    bool carry = frame->options->carry;
    tie_feet(s, &all);
    feet_give give = left_of(s, frame, &s->gave[1]);
    for (uint32_t i = 1; i < s->spine_count; i++)
        s->turns[i] = s->pose[i].q;
    float most = find_backs(s, &all);
    /* Taking back all of the bend costs as much as moving the root half as far as that moves a hip. */
    give_way(&all, &give, most > 1e-4f * s->size ? 2.0f / most : 0.0f, farthest);
    if (give.unbend > 0.0f)
        unbend(s, give.unbend);
    if (carry)
        follow(s, frame);
    for (uint32_t i = 0; i < all.count; i++)
        all.of[i].back = (vv_vec3){0, 0, 0};
    pull_ways(s, &all);
    give_way(&all, &give, 0.0f, farthest);
    move_spine(s, give.move);
    if (carry)
        s->gave[1] = give;
}
