/* The limb phase (4.3.3): each limb is aimed at its goal from where the spine carries it, then its bones are fitted to the distance in closed
 * form. Limbs with more than one goal go on in limb_branch.c. */
#include "solver.h"

#include <string.h>

/* ---- Chains ---------------------------------------------------------------------------------------------------------------------- */

uint32_t vvi_chain_top(const vv_solver *s, uint32_t leaf, bool alone)
{
    uint32_t top = leaf;
    for (;;) {
        uint32_t on = s->bodies[top].parent;
        if (s->bodies[on].limb == VV_NONE || (!alone && s->notes[on].below > 1))
            return top;
        top = on;
    }
}

limb_chain vvi_chain_take(vv_solver *s, uint32_t top, uint32_t leaf)
{
    limb_chain chain = {.n = 0};
    for (uint32_t i = leaf; i != top; i = s->bodies[i].parent)
        chain.n++;
    uint32_t at = leaf;
    for (uint32_t i = chain.n + 1u; i-- > 0; at = s->bodies[at].parent) {
        s->chain[i] = at;
        s->heights[i] = s->bodies[at].height;
        if (i > 0)
            s->lengths[i - 1u] = s->bodies[at].length;
    }
    const body_pose *on = &s->pose[s->bodies[top].parent];
    chain.carried = on->q;
    s->points[0] = add(on->x, rotate(on->q, s->bodies[top].offset));
    return chain;
}

void vvi_chain_pose(vv_solver *s, const limb_chain *chain)
{
    for (uint32_t i = 0; i <= chain->n; i++)
        s->pose[s->chain[i]] = (body_pose){s->points[i], s->turns[i]};
}

/* Joints from + 1…to where the turns put them. */
static void lay_out(vv_solver *s, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        s->points[i + 1u] = add(s->points[i], rotate(s->turns[i], s->bodies[s->chain[i + 1u]].offset));
}

reach vvi_chain_reach(const vv_solver *s, const limb_frame *frame, uint32_t from, uint32_t to, bool firm)
{
    vv_vec3 rest = sub(s->bodies[s->chain[to]].rest, s->bodies[s->chain[from]].rest);
    return vvi_reach(to - from, s->lengths + from, sqrtf(square(rest)), frame->options, firm);
}

/* ---- What is wanted of a body ---------------------------------------------------------------------------------------------------------- */

typedef struct joint_wish {
    vv_vec3 joint;
    vv_quat q;
} joint_wish;

/* The joint at distance a from the base and b from the place, on the side where `joint` is. */
static vv_vec3 bend_last(vv_vec3 base, vv_vec3 place, float a, float b, vv_vec3 joint, vv_vec3 pole)
{
    vv_vec3 way = sub(place, base);
    float d = sqrtf(square(way));
    vv_vec3 u = d > 1e-12f ? scale(way, 1.0f / d) : vv_vec3_direction(sub(joint, base), (vv_vec3){0, -1, 0});
    float down = vvi_clamp((a * a - b * b + d * d) / (2.0f * vvi_max(d, 1e-6f * (a + b) + 1e-20f)), -a, a);
    vv_vec3 aside = beside(along(sub(joint, base), pole, 0.01f * b), u);
    vv_vec3 e = vv_vec3_direction(aside, (vv_vec3){0, 0, 0});
    return add(base, along(scale(u, down), e, sqrtf((a - down) * (a + down))));
}

/* A goal for a body at the end of bones. */
typedef struct body_wish {
    vv_vec3 point, place;
    vv_quat aimed; /* its turn if nothing else is wished */
    vv_quat q;     /* the turn that is wished, and by how much */
    float turn_weight;
    float place_weight; /* its joint gives way to the wished turn by so much: with 0 it turns about that */
    vv_vec3 pole;
    float rest; /* the point's distance from the base at rest */
} body_wish;

/* The farther a limb reaches out, the more its last body comes into line with it: not at all up to 0.8 of its reach, or to rest where that is
 * farther, and wholly at full reach. Only so the point gets as far as bones allow, and without a jerk at the end. */
static vv_quat reach_out(const body_wish *body, const reach *r, vv_vec3 base)
{
    vv_vec3 way = sub(body->place, base), arm = rotate(body->aimed, body->point);
    float whole = r->most + sqrtf(square(arm)), begin = vvi_max(body->rest, 0.8f * whole);
    float t = (sqrtf(square(way)) - begin) / vvi_max(whole - begin, 2e-3f * whole + 1e-20f);
    if (!(t > 0.0f) || r->most <= r->least)
        return body->aimed;
    t = vvi_min(t, 1.0f);
    vv_quat straight = multiply(swing(arm, way), body->aimed);
    return mix_turns(body->aimed, straight, t * t * (3.0f - 2.0f * t));
}

/* How the body is turned and where that puts its joint. Without a wish for its turn it is as aimed, and where its joint could not be reached
 * so, it turns about its point until it can. */
static joint_wish wish_joint(const body_wish *body, const reach *r, vv_vec3 base)
{
    vv_quat q = reach_out(body, r, base);
    vv_vec3 arm = rotate(q, body->point);
    joint_wish wish = {sub(body->place, arm), q};
    float d = distance(wish.joint, base), kept = vvi_clamp(d, r->least, r->most);
    if (fabsf(kept - d) > 1e-6f * r->most) {
        vv_vec3 pole = rotate(q, body->pole);
        wish.joint = bend_last(base, body->place, kept, sqrtf(square(arm)), wish.joint, pole);
        wish.q = multiply(swing(arm, sub(body->place, wish.joint)), q);
        if (d > kept) /* how much too far it is decides how softly the bones approach it */
            wish.joint = mix(base, wish.joint, d / vvi_max(kept, 1e-20f));
    }
    if (body->turn_weight > 0.0f) {
        vv_vec3 before = rotate(wish.q, body->point), missing = sub(sub(body->place, before), wish.joint);
        wish.q = mix_turns(wish.q, body->q, body->turn_weight);
        vv_vec3 by = along(sub(before, rotate(wish.q, body->point)), missing, body->turn_weight);
        wish.joint = along(wish.joint, by, body->place_weight);
    }
    return wish;
}

/* ---- Meeting it ------------------------------------------------------------------------------------------------------------------------- */

/* Joint `to` of the chain goes to (or towards) `joint`, turning bones from `from` on, joints between off the ground by so much of what they should be (`lift`); the chain is
 * laid out before and after. */
static void reach_joint(vv_solver *s, uint32_t from, uint32_t to, vv_vec3 joint, const reach *r, float lift)
{
    vv_vec3 *points = s->points + from, way = sub(joint, points[0]);
    uint32_t n = to - from;
    float d = sqrtf(square(way));
    vv_vec3 chord = sub(points[n], points[0]);
    if (n == 0)
        return;
    vv_quat by = swing(chord, way);
    vv_vec3 u = d > 1e-12f ? scale(way, 1.0f / d) : vv_vec3_direction(chord, (vv_vec3){0, -1, 0});
    for (uint32_t i = 0; i < n; i++) {
        s->turns[from + i] = multiply(by, s->turns[from + i]);
        points[i + 1u] = add(points[0], rotate(by, sub(points[i + 1u], points[0])));
    }
    vv_vec3 pole = rotate(s->turns[from], s->bodies[s->chain[to]].pole);
    vvi_finish(n, points, s->lengths + from, vvi_reach_distance(r, d), u, pole);
    if (lift > 0.0f) {
        float out = s->bodies[s->chain[from]].rest.x < 0.0f ? -1.0f : 1.0f;
        vvi_swivel(n, points, s->heights + from, 0.9f * HEIGHT_MARGIN * s->size, lift,
                   rotate(s->pose[0].q, (vv_vec3){out, 0, 0}));
    }
    for (uint32_t i = 0; i < n; i++) {
        vv_quat *q = &s->turns[from + i];
        vv_vec3 bone = rotate(*q, s->bodies[s->chain[from + i + 1u]].offset);
        *q = unit(multiply(swing(bone, sub(points[i + 1u], points[i])), *q));
    }
}

/* Of a goal's weight: from there on limbs keep their joints off the ground themselves; without a goal whoever swings them does it. */
#define LIFTED_FULLY 0.25f

/* The body at `to` goes to `place`, from joint `from` on and the turns that the chain has. The first time its goal's turn is mixed in and
 * knees are lifted off the ground; again, all that has been done, and it keeps its turn as firmly as it was wished. */
static void meet(vv_solver *s, uint32_t from, uint32_t to, vv_vec3 place, const reach *r, bool again)
{
    uint32_t body = s->chain[to];
    const taken_goal *goal = &s->goals[s->notes[body].goal];
    body_wish wished = {
        .point = goal->point,
        .place = place,
        .aimed = s->turns[to],
        .q = again ? s->turns[to] : goal->q,
        .turn_weight = goal->turn_weight,
        .place_weight = again ? 1.0f : goal->place_weight,
        .pole = s->bodies[body].pole,
        .rest = again ? 1e30f : distance(add(s->bodies[body].rest, goal->point), s->bodies[s->chain[from]].rest)};
    joint_wish wish = wish_joint(&wished, r, s->points[from]);
    reach_joint(s, from, to, wish.joint, r, again ? 0.0f : vvi_min(1.0f, goal->place_weight / LIFTED_FULLY));
    s->turns[to] = wish.q;
}

/* Goals on the way, from the inside out; each time the rest of the chain follows to the goal at its end. */
static void meet_inner(vv_solver *s, const limb_frame *frame, const limb_chain *chain)
{
    uint32_t n = chain->n, base = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (s->notes[s->chain[i]].goal == VV_NONE)
            continue;
        reach r = vvi_chain_reach(s, frame, base, i, true);
        meet(s, base, i, s->goal_places[s->chain[i]].place, &r, true);
        lay_out(s, i, n);
        base = i + 1u;
        r = vvi_chain_reach(s, frame, base, n, true);
        meet(s, base, n, chain->place, &r, true);
    }
}

/* A body whose turn is wished for is aimed by its joint, any other by the point that has the goal. */
static vv_quat aim_chain(vv_solver *s, const limb_frame *frame, const limb_chain *chain, vv_vec3 rest)
{
    uint32_t leaf = s->chain[chain->n];
    const taken_goal *goal = &s->goals[s->notes[leaf].goal];
    vv_vec3 wanted = sub(chain->place, s->points[0]);
    if (goal->turn_weight > 0.0f) {
        vv_quat q = mix_turns(chain->carried, goal->q, goal->place_weight);
        wanted = along(wanted, rotate(q, goal->point), -goal->turn_weight);
        rest = along(rest, goal->point, -goal->turn_weight);
    }
    return multiply(chain->carried, vvi_aim(s, frame, leaf, rest, unrotate(chain->carried, wanted)));
}

/* A limb that is straight at rest would snap as its goal comes back from beyond its reach: the farther a goal is from where the limb would be
 * carried, the sooner it is approached softly. Rest itself is met. */
static void soften(reach *r, float share) { r->soft += (vvi_min(COMFORT * r->most, r->soft) - r->soft) * share; }

static float far_from(const limb_chain *chain, vv_vec3 carried, float length)
{
    float off = vvi_min(1.0f, distance(chain->place, carried) / (0.15f * length + 1e-12f));
    return off * off * (3.0f - 2.0f * off);
}

/* The same for a goal at the end of one bone and the body on it. */
static vv_vec3 soften_place(const vv_solver *s, const limb_chain *chain, const taken_goal *goal, float rest,
                            float share)
{
    float whole = s->lengths[0] + sqrtf(square(goal->point));
    vv_vec3 way = sub(chain->place, s->points[0]);
    reach r = {0.0f, whole, vvi_clamp(rest, COMFORT * whole, whole)};
    soften(&r, share);
    float d = sqrtf(square(way)), kept = d > r.soft ? vvi_reach_distance(&r, d) / d : 1.0f;
    return along(s->points[0], way, kept + (1.0f - kept) * goal->turn_weight);
}

void vvi_chain_solve(vv_solver *s, const limb_frame *frame, limb_chain *chain)
{
    uint32_t n = chain->n;
    const taken_goal *goal = &s->goals[s->notes[s->chain[n]].goal];
    vv_vec3 rest = goal->point;
    for (uint32_t i = 1; i <= n; i++)
        rest = add(rest, s->bodies[s->chain[i]].offset);
    vv_vec3 carried = add(s->points[0], rotate(chain->carried, rest));
    chain->place = mix(carried, goal->place, goal->place_weight);
    vv_quat aimed = aim_chain(s, frame, chain, rest);
    for (uint32_t i = 0; i <= n; i++)
        s->turns[i] = aimed;
    lay_out(s, 0, n);
    reach r = vvi_chain_reach(s, frame, 0, n, goal->firm);
    float length = sqrtf(square(rest)), share = goal->firm ? 0.0f : far_from(chain, carried, length);
    soften(&r, share);
    vv_vec3 place = n == 1 && !goal->firm ? soften_place(s, chain, goal, length, share) : chain->place;
    meet(s, 0, n, place, &r, false);
}

static uint32_t hip_of(const vv_solver *s, uint32_t body) { return s->limbs[s->bodies[body].limb].hip; }

/* Turns that are wished for are not held back. */
static vv_quat as_wished(const vv_solver *s, uint32_t i, vv_quat eased)
{
    uint32_t goal = s->notes[s->chain[i]].goal;
    float weight = goal != VV_NONE ? s->goals[goal].turn_weight : 0.0f;
    return weight > 0.0f ? mix_turns(eased, s->turns[i], weight) : eased;
}

/* What was solved without regard to the last frame, eased from there; true if that changed it. */
static bool ease_chain(vv_solver *s, const limb_frame *frame, const limb_chain *chain, vv_quat hip)
{
    bool eased = false;
    for (uint32_t i = 0; frame->options->carry && i <= chain->n; i++) {
        vv_quat q = as_wished(s, i, vvi_ease_turn(s, frame, s->chain[i], hip, s->turns[i]));
        eased = eased || memcmp(&q, &s->turns[i], sizeof q) != 0;
        s->turns[i] = q;
    }
    return eased;
}

/* What hangs on a trunk may find its place out of reach when others there have had their say, and would snap as it comes back within: the more
 * they have, the softer it goes there. */
static reach soft_reach(const vv_solver *s, const limb_frame *frame, const limb_chain *chain, float others)
{
    vv_vec3 rest = s->goals[s->notes[s->chain[chain->n]].goal].point;
    for (uint32_t i = 1; i <= chain->n; i++)
        rest = add(rest, s->bodies[s->chain[i]].offset);
    reach r = vvi_chain_reach(s, frame, 0, chain->n, false);
    soften(&r, far_from(chain, add(s->points[0], rotate(chain->carried, rest)), sqrtf(square(rest))));
    r.soft = r.most + (r.soft - r.most) * others;
    return r;
}

/* Without others the place has been met before, and needs no softening. */
void vvi_chain_again(vv_solver *s, const limb_frame *frame, const limb_chain *chain, float own, float others)
{
    for (uint32_t i = 0; i <= chain->n; i++) {
        vv_quat q = s->pose[s->chain[i]].q;
        s->turns[i] = own < 1.0f ? mix_turns(chain->carried, q, own) : q;
    }
    ease_chain(s, frame, chain, s->pose[hip_of(s, s->chain[0])].q);
    lay_out(s, 0, chain->n);
    reach r = soft_reach(s, frame, chain, others);
    meet(s, 0, chain->n, chain->place, &r, true);
    if (s->notes[s->chain[0]].below > 1)
        meet_inner(s, frame, chain);
}

/* A limb with one goal: it meets it as well as it did, from where it has come since the last frame. */
static void ease_alone(vv_solver *s, const limb_frame *frame, limb_chain *chain)
{
    vv_vec3 place =
        add(s->points[chain->n], rotate(s->turns[chain->n], s->goals[s->notes[s->chain[chain->n]].goal].point));
    if (!ease_chain(s, frame, chain, chain->carried))
        return;
    lay_out(s, 0, chain->n);
    reach r = vvi_chain_reach(s, frame, 0, chain->n, true);
    meet(s, 0, chain->n, place, &r, true);
}

/* ---- Limbs -------------------------------------------------------------------------------------------------------------------------------- */

/* What has no goal on it or beneath goes with what carries it. */
static void carry_idle(vv_solver *s, const solver_limb *part)
{
    for (uint32_t i = part->first; i < part->first + part->count; i++) {
        const solver_body *b = &s->bodies[i];
        if (s->notes[i].below == 0) {
            const body_pose *on = &s->pose[b->parent];
            s->pose[i] = (body_pose){add(on->x, rotate(on->q, b->offset)), on->q};
        }
    }
}

/* Every goal's chain as if it were alone. */
static void solve_chains(vv_solver *s, const limb_frame *frame, const solver_limb *part, bool shared)
{
    for (uint32_t i = part->first; i < part->first + part->count; i++)
        if (s->notes[i].goal != VV_NONE) {
            limb_chain chain = vvi_chain_take(s, vvi_chain_top(s, i, true), i);
            vvi_chain_solve(s, frame, &chain);
            if (!shared)
                ease_alone(s, frame, &chain);
            vvi_chain_pose(s, &chain);
            if (shared)
                vvi_branch_add(s, &chain);
        }
}

void vvi_limb_solve(vv_solver *s, const limb_frame *frame, const solver_limb *part)
{
    bool shared = s->notes[part->first].below > 1;
    for (uint32_t i = part->first; shared && i < part->first + part->count; i++)
        s->sums[i] = (vv_quat){0, 0, 0, 0};
    if (!frame->options->finish) {
        vvi_limb_particles(s, frame, part);
    } else {
        solve_chains(s, frame, part, shared);
        if (shared)
            vvi_limb_branch(s, frame, part);
    }
    carry_idle(s, part);
    vvi_note_turns(s, frame, part);
}
