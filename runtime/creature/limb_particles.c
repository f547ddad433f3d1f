/* The limb phase as in the paper, without the closed-form finish: limbs are distorted so that their ends are at their
 * goals, then a few iterations bring the bones back to about their lengths, from the leaves inwards. This is soft and
 * quick; goals are met, lengths are not kept. Goals on inner bodies are only handled by the closed form. */
#include "solver.h"

#define MIN_STRETCH 0.1f
#define MAX_STRETCH 1.2f

/* Rotates the chain towards its goal and scales it along that direction alone (the aim preconditioner). Joints that
 * several goals share get the weighted mean. */
static void distort(vv_ik_solver *s, const solver_frame *frame, uint32_t leaf)
{
    limb_chain chain = vvi_chain_begin(s, vvi_chain_top(s, leaf, true), leaf);
    const solver_goal *goal = &s->goals[s->info[leaf].goal];
    VVI_CHECK(s->info[leaf].goal < s->goal_count && chain.n < s->body_count);
    float weight = goal->place_weight + 1e-6f;
    vv_vec3 base = s->points[0], rest = {0, 0, 0}, joint = {0, 0, 0};
    for (uint32_t i = 1; i <= chain.n; i++)
        rest = add(rest, s->bodies[s->chain[i]].offset);
    vv_vec3 effector = add(rest, goal->effector);
    vv_vec3 place = lerp(add(base, rotate(chain.carried, effector)), goal->place, goal->place_weight);
    vv_quat aim = vvi_aim(s, frame, leaf, effector, rotate_inverse(chain.carried, sub(place, base)));
    vv_quat q = nlerp(multiply(chain.carried, aim), goal->q, goal->turn_weight);
    vv_vec3 wanted = sub(sub(place, rotate(q, goal->effector)), base);
    vv_quat rotation = multiply(minimal_twist(rotate(chain.carried, rest), wanted), chain.carried);
    float d = sqrtf(length_squared(wanted)), length = sqrtf(length_squared(rest));
    vv_vec3 u = d > 1e-12f ? scale(wanted, 1.0f / d) : (vv_vec3){0, 0, 0};
    for (uint32_t i = 0; i <= chain.n; i++) {
        uint32_t b = s->chain[i];
        joint = i > 0 ? add(joint, rotate(rotation, s->bodies[b].offset)) : joint;
        vv_vec3 distorted = add_scaled(joint, u, dot(joint, u) * (length > 1e-12f ? d / length - 1.0f : 0.0f));
        s->pose[b].x = add_scaled(s->pose[b].x, add(base, distorted), weight);
        float w = vv_quat_dot(s->rotation_sums[b], rotation) < 0.0f ? -weight : weight;
        vv_quat *sum = &s->rotation_sums[b], by = i == chain.n ? q : rotation;
        *sum = (vv_quat){sum->x + by.x * w, sum->y + by.y * w, sum->z + by.z * w, sum->w + by.w * w};
        s->targets[b].weight += weight;
    }
}

static bool has_goal_below(const vv_ik_solver *s, uint32_t i) { return s->info[i].goals_below > 0; }
static bool is_pinned(const vv_ik_solver *s, uint32_t i)
{
    const solver_body *on = &s->bodies[s->bodies[i].parent];
    VVI_CHECK(i >= s->spine_count && s->bodies[i].parent < i);
    return vvi_is_leaf(s, i) || on->limb == VV_NONE;
}

/* Corrects the distance of two joints, half by each, or all by the one that is free. */
static void correct_length(vv_ik_solver *s, uint32_t a, uint32_t b, float length)
{
    float mass_a = is_pinned(s, a) ? 0.0f : 1.0f, mass_b = is_pinned(s, b) ? 0.0f : 1.0f;
    vv_vec3 delta = sub(s->pose[b].x, s->pose[a].x);
    float d = sqrtf(length_squared(delta));
    if (d < 1e-12f || mass_a + mass_b <= 0.0f)
        return;
    float by = (d - length) / (d * (mass_a + mass_b));
    s->pose[a].x = add_scaled(s->pose[a].x, delta, by * mass_a);
    s->pose[b].x = add_scaled(s->pose[b].x, delta, -by * mass_b);
}

static void iterate_inwards(vv_ik_solver *s, const solver_limb *limb)
{
    for (uint32_t i = limb->first + limb->count; i-- > limb->first;) {
        uint32_t on = s->bodies[i].parent;
        if (!has_goal_below(s, i) || s->bodies[on].limb == VV_NONE)
            continue;
        correct_length(s, i, on, s->bodies[i].length);
        for (uint32_t c = s->bodies[i].next_sibling; c != VV_NONE; c = s->bodies[c].next_sibling)
            if (has_goal_below(s, c))
                correct_length(s, i, c, distance(s->bodies[i].rest, s->bodies[c].rest));
    }
}

/* Outwards: clamps each bone to its limits, and rotates each body from its aimed rotation so that it points at the
 * first joint that it carries; if it carries more, at the second one too, by a rotation about the first. */
static void rebuild_rotation(vv_ik_solver *s, uint32_t i)
{
    vv_quat *q = &s->pose[i].q;
    vv_vec3 axis = {0, 0, 0};
    uint32_t count = 0;
    for (uint32_t c = s->bodies[i].first_child; c != VV_NONE; c = s->bodies[c].next_sibling) {
        if (s->info[c].goals_below == 0)
            continue;
        vv_vec3 delta = sub(s->pose[c].x, s->pose[i].x), rest = rotate(*q, s->bodies[c].offset);
        if (count == 1) {
            float size = length_squared(axis) + 1e-20f;
            delta = add_scaled(delta, axis, -dot(delta, axis) / size);
            rest = add_scaled(rest, axis, -dot(rest, axis) / size);
        }
        if (count < 2)
            *q = normalize(multiply(minimal_twist(rest, delta), *q));
        axis = count == 0 ? delta : axis;
        count++;
        float d = sqrtf(length_squared(delta)), length = s->bodies[c].length;
        float clamped = vvi_clamp(d, MIN_STRETCH * length, MAX_STRETCH * length);
        if (count == 1 && d > 1e-12f)
            s->pose[c].x = add_scaled(s->pose[i].x, delta, clamped / d);
    }
}

void vvi_limb_particles(vv_ik_solver *s, const solver_frame *frame, const solver_limb *limb)
{
    uint32_t end = limb->first + limb->count;
    for (uint32_t i = limb->first; i < end; i++)
        if (has_goal_below(s, i)) {
            s->pose[i].x = (vv_vec3){0, 0, 0};
            s->targets[i].weight = 0.0f;
            s->rotation_sums[i] = (vv_quat){0, 0, 0, 0};
        }
    for (uint32_t i = limb->first; i < end; i++)
        if (vvi_is_leaf(s, i))
            distort(s, frame, i);
    for (uint32_t i = limb->first; i < end; i++)
        if (has_goal_below(s, i))
            s->pose[i] = (body_pose){scale(s->pose[i].x, 1.0f / s->targets[i].weight), normalize(s->rotation_sums[i])};
    for (uint32_t round = 0; round < frame->options->iterations; round++)
        iterate_inwards(s, limb);
    for (uint32_t i = limb->first; i < end; i++)
        if (has_goal_below(s, i))
            rebuild_rotation(s, i);
}
