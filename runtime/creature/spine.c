/* The spine phase (4.3.2): particles on the spine are pulled by simplified limbs and by goals on the spine itself,
 * keep their distances, and are pulled back to rest where the spine would fold over onto itself.
 *
 * The root is given, so the two sides are independent. All pulls on a particle are summed and divided by their
 * (constant) weight before any particle moves, so that a mirrored problem has the mirrored solution. */
#include "solver.h"

/* Simplified limbs can be compressed to this share of their rest length before they push back (10 % in the paper). */
#define MIN_COMPRESSION 0.1f
/* The additional weight of standing feet over other goals when they get out of reach; it sets in at 99 % of the
 * reach. A foot that stands within its reach changes nothing. */
#define FIRM_WEIGHT 4.0f

typedef struct side_state {
    vv_vec3 rest[SPINE_PARTICLES + 1u]; /* carried by the root */
    vv_vec3 p[SPINE_PARTICLES + 1u];
    float influence[SPINE_PARTICLES + 1u]; /* 0…1: the largest weight of the goals at the particle or beyond */
    uint32_t pull_count;
    float max_move; /* metres: the largest move by one pull in one iteration */
} side_state;

/* C¹: 0 below 0, quadratic up to `softness`, then linear. */
static float soft_excess(float error, float softness)
{
    if (error <= 0.0f)
        return 0.0f;
    return error < softness ? error * error / (2.0f * softness) : error - 0.5f * softness;
}

/* Limits an error to `most`, smoothly: a distant goal bends the spine a little, not double. */
static float saturate(float error, float most) { return error * most / (error + most + 1e-20f); }

/* ---- Pulls ------------------------------------------------------------------------------------------------------- */

static vv_vec3 carried_point(const vv_ik_solver *s, vv_vec3 rest)
{
    return add(s->pose[0].x, rotate(s->pose[0].q, sub(rest, s->bodies[0].rest)));
}

/* A pull on `point` (at rest), attached to the straight segment that ends at the particle of the body. */
static spine_pull attach_pull(const vv_ik_solver *s, const spine_side *side, uint32_t body, vv_vec3 point)
{
    spine_pull pull = {.segment = s->knots[body].segment};
    vv_vec3 start = side->particle[pull.segment - 1u].rest, chord = sub(side->particle[pull.segment].rest, start);
    pull.t = vvi_clamp(dot(sub(point, start), chord) / (length_squared(chord) + 1e-20f), 0.0f, 1.0f);
    pull.offset = rotate(s->pose[0].q, sub(point, add_scaled(start, chord, pull.t)));
    return pull;
}

/* The length of a simplified limb is that at rest. Goals that share a limb are met jointly from where the limb is
 * instead of each a little; they pull the spine only when they are out of reach. */
static float pull_length(const vv_ik_solver *s, const solver_body *b, const solver_goal *goal, uint32_t first)
{
    float length = distance(add(b->rest, goal->effector), s->bodies[first].rest);
    return b->forked ? vvi_max(length, 0.97f * (b->length_along + sqrtf(length_squared(goal->effector)))) : length;
}

static void add_pull(vv_ik_solver *s, const spine_side *side, const solver_goal *goal, side_state *state)
{
    const solver_body *b = &s->bodies[goal->body];
    uint32_t body = b->limb == VV_NONE ? goal->body : s->limbs[b->limb].hip;
    if (goal->place_weight <= 0.0f || body < side->first || body >= side->first + side->count)
        return;
    uint32_t first = b->limb == VV_NONE ? VV_NONE : s->limbs[b->limb].first;
    spine_pull *pull = &s->pulls[state->pull_count++];
    *pull = attach_pull(s, side, body, first == VV_NONE ? add(b->rest, goal->effector) : s->bodies[first].rest);
    pull->goal = goal->place;
    pull->weight = goal->place_weight;
    pull->reach =
        goal->firm && first != VV_NONE ? 0.99f * (b->length_along + sqrtf(length_squared(goal->effector))) : 0.0f;
    pull->length = first != VV_NONE ? pull_length(s, b, goal, first) : 0.0f;
    for (uint32_t k = 1; k <= pull->segment; k++) {
        float reaches = k < pull->segment ? 1.0f : vvi_min(1.0f, 2.0f * pull->t);
        state->influence[k] = vvi_max(state->influence[k], goal->place_weight * reaches);
    }
}

/* How far a pull moves its point in one iteration, along the unit vector to its goal. */
static float pull_distance(const spine_pull *pull, float length, float most)
{
    float least = MIN_COMPRESSION * pull->length, softness = 0.1f * pull->length + 1e-6f;
    return saturate(soft_excess(length - pull->length, softness), most) - soft_excess(least - length, softness);
}

/* 0…1: how far a standing foot is out of reach. */
static float overreach(const spine_pull *pull, float length)
{
    if (pull->reach <= 0.0f || length <= pull->reach)
        return 0.0f;
    return vvi_smoothstep((length - pull->reach) / (0.02f * pull->reach));
}

typedef struct pull_sums {
    vv_vec3 moves[SPINE_PARTICLES + 1u];
    float weights[SPINE_PARTICLES + 1u];
} pull_sums;

static void add_move(pull_sums *sum, uint32_t k, vv_vec3 gradient, float by, float weight, float share)
{
    sum->moves[k] = add_scaled(sum->moves[k], gradient, by * weight);
    sum->weights[k] += weight * share;
}

/* The pulled point is offset from the straight segment between two particles and rotates with it, so moving one of
 * them along `direction` moves the point only partly in that direction. Each particle is moved along the gradient of
 * the point's distance from the goal: t·direction + ((offset × direction) × s)/s² for the outer end of the segment s,
 * (1 − t)·direction minus the same lever term for the inner end. */
static void apply_pull(const spine_pull *pull, const side_state *state, vv_quat turn, pull_sums *sum)
{
    uint32_t k = pull->segment;
    vv_vec3 segment_vector = sub(state->p[k], state->p[k - 1u]), offset = rotate(turn, pull->offset);
    vv_vec3 direction = sub(pull->goal, add(add_scaled(state->p[k - 1u], segment_vector, pull->t), offset));
    float length = sqrtf(length_squared(direction));
    if (length < 1e-12f)
        return;
    direction = scale(direction, 1.0f / length);
    vv_vec3 lever =
        scale(cross(cross(offset, direction), segment_vector), 1.0f / (length_squared(segment_vector) + 1e-12f));
    vv_vec3 outer = add_scaled(lever, direction, pull->t), inner = sub(scale(direction, 1.0f - pull->t), lever);
    float size = length_squared(outer) + (k > 1 ? length_squared(inner) : 0.0f);
    float share = 1.0f / vvi_max(size, 0.25f), by = pull_distance(pull, length, state->max_move),
          over = overreach(pull, length);
    float weight = pull->weight * (1.0f + FIRM_WEIGHT * over);
    by = share * (by + over * FIRM_WEIGHT * (length - pull->reach)) / (1.0f + FIRM_WEIGHT * over);
    add_move(sum, k, outer, by, weight, pull->t);
    if (k > 1)
        add_move(sum, k - 1u, inner, by, weight, 1.0f - pull->t);
}

static void apply_pulls(const vv_ik_solver *s, const spine_side *side, side_state *state)
{
    pull_sums sum = {.weights = {0}};
    vv_quat rotations[SPINE_PARTICLES + 1u];
    for (uint32_t k = 1; k <= side->particles; k++)
        rotations[k] = minimal_twist(sub(state->rest[k], state->rest[k - 1u]), sub(state->p[k], state->p[k - 1u]));
    for (uint32_t i = 0; i < state->pull_count; i++)
        apply_pull(&s->pulls[i], state, rotations[s->pulls[i].segment], &sum);
    for (uint32_t k = 1; k <= side->particles; k++)
        state->p[k] = add_scaled(state->p[k], sum.moves[k], 1.0f / vvi_max(1.0f, sum.weights[k]));
}

/* ---- Buckling and lengths ---------------------------------------------------------------------------------------- */

/* Anti-buckling: a segment that is rotated against the one before it by about 60 degrees more than at rest (cosines
 * differ by 0.5) is pulled back towards the root-relative rest pose; at 120 degrees, by half of the distance in each
 * iteration. The first segment is compared with its own rest direction. */
static void unbuckle(const spine_side *side, side_state *state)
{
    for (uint32_t k = side->particles; k >= 1; k--) {
        vv_vec3 a = k > 1 ? sub(state->p[k - 1u], state->p[k - 2u]) : sub(state->rest[1], state->rest[0]);
        vv_vec3 b = sub(state->p[k], state->p[k - 1u]);
        float x = side->particle[k].straight - 0.5f - dot(a, b) / sqrtf(length_squared(a) * length_squared(b) + 1e-20f);
        if (x <= 0.0f)
            continue;
        state->p[k] = lerp(state->p[k], state->rest[k], 0.5f * vvi_smoothstep(x));
    }
}

/* Corrects segment lengths, from the leaf inwards. The inner end moves less the less goals pull there, so that a part
 * that is merely attached does not drag. */
static void correct_lengths(const spine_side *side, side_state *state)
{
    for (uint32_t k = side->particles; k >= 1; k--) {
        vv_vec3 segment = sub(state->p[k], state->p[k - 1u]);
        float length = sqrtf(length_squared(segment)), chord = side->particle[k].chord,
              softness = 0.05f * chord + 1e-6f;
        if (length < 1e-12f)
            continue;
        float by = (soft_excess(length - chord, softness) - soft_excess(chord - length, softness)) / length;
        float inner = k > 1 ? 0.5f * state->influence[k] : 0.0f;
        state->p[k] = add_scaled(state->p[k], segment, by * (inner - 1.0f));
        state->p[k - 1u] = add_scaled(state->p[k - 1u], segment, by * inner);
    }
}

/* From the root outwards: clamps every segment to between a tenth of its chord and its arc length; segments that no
 * goal influences move rigidly with the one before. */
static void finish_particles(const spine_side *side, side_state *state)
{
    vv_quat rotation = vv_quat_identity();
    for (uint32_t k = 1; k <= side->particles; k++) {
        vv_vec3 rest = sub(state->rest[k], state->rest[k - 1u]);
        vv_vec3 carried = rotate(rotation, rest), segment = sub(state->p[k], state->p[k - 1u]);
        float length = sqrtf(length_squared(segment)),
              clamped = vvi_clamp(length, 0.1f * side->particle[k].chord, side->particle[k].arc);
        segment = length > 1e-12f ? scale(segment, clamped / length) : carried;
        segment = lerp(carried, segment, state->influence[k]);
        state->p[k] = add(state->p[k - 1u], segment);
        rotation = minimal_twist(rest, segment);
    }
}

static void carry_side(vv_ik_solver *s, const spine_side *side)
{
    for (uint32_t i = side->first; i < side->first + side->count; i++)
        s->pose[i] = (body_pose){carried_point(s, s->bodies[i].rest), s->pose[0].q};
}

void vvi_spine_solve(vv_ik_solver *s, const vv_ik_options *options, spine_side *side)
{
    side_state state = {.max_move = 0.5f * side->length / (float)(options->iterations ? options->iterations : 1u)};
    for (uint32_t i = 0; i < s->goal_count; i++)
        add_pull(s, side, &s->goals[i], &state);
    carry_side(s, side);
    if (state.pull_count > 0) {
        for (uint32_t k = 0; k <= side->particles; k++)
            state.p[k] = state.rest[k] = carried_point(s, side->particle[k].rest);
        for (uint32_t round = 0; round < options->iterations; round++) {
            apply_pulls(s, side, &state);
            unbuckle(side, &state);
            correct_lengths(side, &state);
        }
        finish_particles(side, &state);
        vvi_spine_splines(s, side, state.p);
    }
    vvi_spine_goals(s, side);
}
