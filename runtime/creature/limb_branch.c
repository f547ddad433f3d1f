/* Branching limbs (4.3.3). Each goal's chain has been solved from the spine as if it were alone; the trunk, that is, the bodies that several
 * goals share, starts from the mean of those poses, weighted by the goals.
 *
 * Then rounds of FABRIK over rigid bodies. What ends at a goal needs no rounds: wherever its first joint is within a shell around the
 * goal, closed form meets it. So only the trunk is moved, and only until all first joints are within their shells. */
#include "solver.h"

#define ROUNDS 50
/* Joints are brought so much of a chain's reach inside the shell, so that rounds end; and goals near full reach are missed a little. */
#define INSIDE 0.01f

static bool is_trunk(const vv_solver *s, uint32_t body) { return s->notes[body].leaves > 1; }

static float goal_weight(const taken_goal *goal) { return goal->place_weight + 1e-6f; }

void vvi_branch_add(vv_solver *s, const limb_chain *chain)
{
    float weight = goal_weight(&s->goals[s->notes[s->chain[chain->n]].goal]);
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

/* ---- Shells ----------------------------------------------------------------------------------------------------------------- */

/* With a wish for the last body's turn its joint is where the goal is; the freer it is to turn, the more its own length counts. */
static void add_tip(vv_solver *s, const limb_frame *frame, uint32_t leaf)
{
    limb_chain chain = vvi_chain_take(s, vvi_chain_top(s, leaf, false), leaf);
    const taken_goal *goal = &s->goals[s->notes[leaf].goal];
    reach r = vvi_chain_reach(s, frame, 0, chain.n, goal->firm);
    float last = (1.0f - goal->turn_weight) * sqrtf(square(goal->point));
    vv_vec3 now = add(s->pose[leaf].x, rotate(s->pose[leaf].q, goal->point));
    limb_wish *wish = &s->wishes[s->chain[0]];
    wish->tip = true;
    wish->weight = goal_weight(goal);
    wish->goal = along(mix(now, goal->place, goal->place_weight), rotate(goal->q, goal->point), -goal->turn_weight);
    wish->most = r.most + last;
    wish->least = vvi_max(vvi_max(r.least - last, last - r.most), 0.0f);
    float inside = vvi_min(INSIDE * wish->most, 0.25f * (wish->most - wish->least));
    wish->most -= inside;
    wish->least = wish->least > 0.0f ? wish->least + inside : 0.0f;
}

/* Where a tip's first joint has to be, and whether it is not. */
static bool shell(const limb_wish *wish, vv_vec3 joint, vv_vec3 *place)
{
    vv_vec3 way = sub(joint, wish->goal);
    float d = sqrtf(square(way)), kept = vvi_clamp(d, wish->least, wish->most);
    *place = d > 1e-12f ? along(wish->goal, way, kept / d) : (vv_vec3){joint.x, joint.y + kept, joint.z};
    return fabsf(kept - d) > 0.2f * INSIDE * wish->most;
}

/* ---- Rounds ------------------------------------------------------------------------------------------------------------------- */

/* Turns a body so that the joints it carries come as near as they can to where they should be. */
static void fit_turn(vv_solver *s, uint32_t b)
{
    for (int round = 0; round < 2; round++) {
        vv_quat sum = {0, 0, 0, 0}, *q = &s->pose[b].q;
        uint32_t count = 0;
        for (uint32_t c = s->bodies[b].first_child; c != VV_NONE; c = s->bodies[c].next_sibling) {
            if (s->notes[c].below == 0)
                continue;
            vv_quat by = swing(rotate(*q, s->bodies[c].offset), sub(s->wishes[c].place, s->pose[b].x));
            float w = s->wishes[c].weight * s->bodies[c].length;
            sum = (vv_quat){sum.x + by.x * w, sum.y + by.y * w, sum.z + by.z * w, sum.w + by.w * w};
            count++;
        }
        *q = unit(multiply(unit(sum), *q));
        if (count < 2)
            break;
    }
    uint32_t goal = s->notes[b].goal;
    if (goal != VV_NONE && s->goals[goal].turn_weight > 0.0f)
        s->pose[b].q = mix_turns(s->pose[b].q, s->goals[goal].q, s->goals[goal].turn_weight);
}

/* Where a body's joint should be so that what it carries is. */
static void wish_from_children(vv_solver *s, uint32_t b)
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
    if (s->notes[b].goal != VV_NONE) {
        const taken_goal *goal = &s->goals[s->notes[b].goal];
        vv_vec3 joint = sub(goal->place, rotate(s->pose[b].q, goal->point));
        wish->place = mix(wish->place, joint, goal->place_weight);
    }
}

/* True where every tip was within its shell. */
static bool sweep(vv_solver *s, const solver_limb *part)
{
    bool met = true;
    for (uint32_t i = part->first + part->count; i-- > part->first;) {
        limb_wish *wish = &s->wishes[i];
        if (wish->tip && shell(wish, hanging(s, i), &wish->place))
            met = false;
        if (is_trunk(s, i)) {
            fit_turn(s, i);
            wish_from_children(s, i);
            met = met && s->notes[i].goal == VV_NONE;
        }
    }
    for (uint32_t i = part->first; i < part->first + part->count; i++)
        if (is_trunk(s, i)) {
            s->pose[i].x = hanging(s, i);
            fit_turn(s, i);
        }
    return met;
}

void vvi_limb_branch(vv_solver *s, const limb_frame *frame, const solver_limb *part)
{
    uint32_t end = part->first + part->count;
    for (uint32_t i = part->first; i < end; i++) {
        s->wishes[i].tip = false;
        if (is_trunk(s, i))
            s->pose[i] = (body_pose){hanging(s, i), unit(s->sums[i])};
    }
    for (uint32_t i = part->first; i < end; i++)
        if (vvi_is_leaf(s, i) && is_trunk(s, s->bodies[vvi_chain_top(s, i, false)].parent))
            add_tip(s, frame, i);
    for (int round = 0; round < ROUNDS && !sweep(s, part); round++)
        continue;
    for (uint32_t i = part->first; i < end; i++)
        if (vvi_is_leaf(s, i)) {
            uint32_t top = vvi_chain_top(s, i, false);
            if (!is_trunk(s, s->bodies[top].parent))
                continue;
            limb_chain chain = vvi_chain_take(s, top, i);
            vvi_chain_again(s, frame, &chain);
            vvi_chain_pose(s, &chain);
        }
}
