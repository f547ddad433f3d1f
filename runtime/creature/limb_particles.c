/* The limb phase as the paper has it, without a closed-form finish: limbs are distorted so that their ends are at their goals, then a few
 * rounds bring the bones back to about their lengths, from the leaves inwards. Soft and quick; goals are met, lengths are not kept. Goals on
 * the way are left to the closed form. */
#include "solver.h"

#define SHORTEST 0.1f
#define LONGEST  1.2f

/* The chain is turned towards its goal and scaled along that direction alone. Where goals branch off, joints get the mean. */
static void distort(vv_solver *s, const limb_frame *frame, uint32_t leaf)
{
    limb_chain chain = vvi_chain_take(s, vvi_chain_top(s, leaf, true), leaf);
    const taken_goal *goal = &s->goals[s->notes[leaf].goal];
    float weight = goal->place_weight + 1e-6f;
    vv_vec3 base = s->points[0], rest = {0, 0, 0}, joint = {0, 0, 0};
    for (uint32_t i = 1; i <= chain.n; i++)
        rest = add(rest, s->bodies[s->chain[i]].offset);
    vv_vec3 whole = add(rest, goal->point);
    vv_vec3 place = mix(add(base, rotate(chain.carried, whole)), goal->place, goal->place_weight);
    vv_quat aim = vvi_aim(s, frame, leaf, whole, unrotate(chain.carried, sub(place, base)));
    vv_quat q = mix_turns(multiply(chain.carried, aim), goal->q, goal->turn_weight);
    vv_vec3 wanted = sub(sub(place, rotate(q, goal->point)), base);
    vv_quat turn = multiply(swing(rotate(chain.carried, rest), wanted), chain.carried);
    float d = sqrtf(square(wanted)), length = sqrtf(square(rest));
    vv_vec3 u = d > 1e-12f ? scale(wanted, 1.0f / d) : (vv_vec3){0, 0, 0};
    for (uint32_t i = 0; i <= chain.n; i++) {
        uint32_t b = s->chain[i];
        joint = i > 0 ? add(joint, rotate(turn, s->bodies[b].offset)) : joint;
        vv_vec3 at = along(joint, u, dot(joint, u) * (length > 1e-12f ? d / length - 1.0f : 0.0f));
        s->pose[b].x = along(s->pose[b].x, add(base, at), weight);
        float w = vv_quat_dot(s->sums[b], turn) < 0.0f ? -weight : weight;
        vv_quat *sum = &s->sums[b], by = i == chain.n ? q : turn;
        *sum = (vv_quat){sum->x + by.x * w, sum->y + by.y * w, sum->z + by.z * w, sum->w + by.w * w};
        s->wishes[b].weight += weight;
    }
}

static bool has_goal_below(const vv_solver *s, uint32_t i) { return s->notes[i].below > 0; }
static bool is_pinned(const vv_solver *s, uint32_t i)
{
    const solver_body *on = &s->bodies[s->bodies[i].parent];
    return vvi_is_leaf(s, i) || on->limb == VV_NONE;
}

/* The distance of two joints corrected, half by each, or all by the one that is free. */
static void correct(vv_solver *s, uint32_t a, uint32_t b, float length)
{
    float mass_a = is_pinned(s, a) ? 0.0f : 1.0f, mass_b = is_pinned(s, b) ? 0.0f : 1.0f;
    vv_vec3 way = sub(s->pose[b].x, s->pose[a].x);
    float d = sqrtf(square(way));
    if (d < 1e-12f || mass_a + mass_b <= 0.0f)
        return;
    float by = (d - length) / (d * (mass_a + mass_b));
    s->pose[a].x = along(s->pose[a].x, way, by * mass_a);
    s->pose[b].x = along(s->pose[b].x, way, -by * mass_b);
}

static void round_inwards(vv_solver *s, const solver_limb *part)
{
    for (uint32_t i = part->first + part->count; i-- > part->first;) {
        uint32_t on = s->bodies[i].parent;
        if (!has_goal_below(s, i) || s->bodies[on].limb == VV_NONE)
            continue;
        correct(s, i, on, s->bodies[i].length);
        for (uint32_t c = s->bodies[i].next_sibling; c != VV_NONE; c = s->bodies[c].next_sibling)
            if (has_goal_below(s, c))
                correct(s, i, c, distance(s->bodies[i].rest, s->bodies[c].rest));
    }
}

/* Outwards: bones within their limits, and each body swung from its aimed turn onto the first joint that it carries; onto two where it
 * carries more, about the first. */
static void rebuild(vv_solver *s, uint32_t i)
{
    vv_quat *q = &s->pose[i].q;
    vv_vec3 axis = {0, 0, 0};
    uint32_t count = 0;
    for (uint32_t c = s->bodies[i].first_child; c != VV_NONE; c = s->bodies[c].next_sibling) {
        if (s->notes[c].below == 0)
            continue;
        vv_vec3 way = sub(s->pose[c].x, s->pose[i].x), rest = rotate(*q, s->bodies[c].offset);
        if (count == 1) {
            float size = square(axis) + 1e-20f;
            way = along(way, axis, -dot(way, axis) / size);
            rest = along(rest, axis, -dot(rest, axis) / size);
        }
        if (count < 2)
            *q = unit(multiply(swing(rest, way), *q));
        axis = count == 0 ? way : axis;
        count++;
        float d = sqrtf(square(way)), length = s->bodies[c].length;
        float kept = vvi_clamp(d, SHORTEST * length, LONGEST * length);
        if (count == 1 && d > 1e-12f)
            s->pose[c].x = along(s->pose[i].x, way, kept / d);
    }
}

void vvi_limb_particles(vv_solver *s, const limb_frame *frame, const solver_limb *part)
{
    uint32_t end = part->first + part->count;
    for (uint32_t i = part->first; i < end; i++)
        if (has_goal_below(s, i)) {
            s->pose[i].x = (vv_vec3){0, 0, 0};
            s->wishes[i].weight = 0.0f;
            s->sums[i] = (vv_quat){0, 0, 0, 0};
        }
    for (uint32_t i = part->first; i < end; i++)
        if (vvi_is_leaf(s, i))
            distort(s, frame, i);
    for (uint32_t i = part->first; i < end; i++)
        if (has_goal_below(s, i))
            s->pose[i] = (body_pose){scale(s->pose[i].x, 1.0f / s->wishes[i].weight), unit(s->sums[i])};
    for (uint32_t round = 0; round < frame->options->rounds; round++)
        round_inwards(s, part);
    for (uint32_t i = part->first; i < end; i++)
        if (has_goal_below(s, i))
            rebuild(s, i);
}
