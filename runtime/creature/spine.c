/* The spine phase (4.3.2): particles on the spine are drawn by simplified limbs and by goals of the spine itself, keep their distances, and
 * are held back where the spine would fold over onto itself.
 *
 * The root is given, so the two sides do not know of each other. All pulls on a particle are summed and divided by their (constant)
 * weight before any moves, so that a mirrored problem has the mirrored answer. */
#include "solver.h"

/* Simplified limbs may become this much shorter than at rest before they push. */
#define COMPRESSED 0.1f

typedef struct side_state {
    vv_vec3 rest[SPINE_PARTICLES + 1u]; /* carried by the root */
    vv_vec3 p[SPINE_PARTICLES + 1u];
    float drawn[SPINE_PARTICLES + 1u]; /* 0…1: how much goals at the particle or beyond count */
    uint32_t pull_count;
    float most; /* that one pull moves in one round */
} side_state;

/* C¹: 0 below 0, quadratic up to `soft`, then straight. */
static float soft(float error, float softness)
{
    if (error <= 0.0f)
        return 0.0f;
    return error < softness ? error * error / (2.0f * softness) : error - 0.5f * softness;
}

/* Never more than `most`, however far the goal is: far goals bend a spine a little, not double. */
static float saturate(float error, float most) { return error * most / (error + most + 1e-20f); }

/* ---- Pulls ---------------------------------------------------------------------------------------------------------------- */

static vv_vec3 carried(const vv_solver *s, vv_vec3 rest)
{
    return add(s->pose[0].x, rotate(s->pose[0].q, sub(rest, s->bodies[0].rest)));
}

/* Where `point` (at rest) is drawn to `goal`, on the straight line that ends at the body's particle. */
static spine_pull attach(const vv_solver *s, const spine_side *side, uint32_t body, vv_vec3 point)
{
    spine_pull pull = {.segment = s->knots[body].segment};
    vv_vec3 start = side->particle[pull.segment - 1u].rest, chord = sub(side->particle[pull.segment].rest, start);
    pull.t = vvi_clamp(dot(sub(point, start), chord) / (square(chord) + 1e-20f), 0.0f, 1.0f);
    pull.aside = rotate(s->pose[0].q, sub(point, along(start, chord, pull.t)));
    return pull;
}

/* Goals that share a limb are met together from where it is, rather than each a little nearer: they pull where they are out of reach. */
static void limit_pull(const vv_solver *s, const solver_body *b, const taken_goal *goal, spine_pull *pull)
{
    vv_vec3 joint = s->bodies[pull->first].rest;
    float last = sqrtf(square(goal->point)), whole = b->way + last, at_rest = distance(carried(s, joint), goal->place);
    float inner = vvi_max(0.0f, 2.0f * vvi_max(b->longest, last) - whole);
    float slack = whole * (1.0f - pull->weight) / pull->weight;
    pull->length = distance(add(b->rest, goal->point), joint);
    pull->length = b->forked ? vvi_max(pull->length, 0.97f * whole) : pull->length;
    pull->most = vvi_max(0.985f * whole, at_rest) + slack;
    pull->least = vvi_min(inner + 0.015f * whole, at_rest) - slack;
}

static void add_pull(vv_solver *s, const spine_side *side, const taken_goal *goal, side_state *state)
{
    const solver_body *b = &s->bodies[goal->body];
    uint32_t body = b->limb == VV_NONE ? goal->body : s->limbs[b->limb].hip;
    if (goal->place_weight <= 0.0f || body < side->first || body >= side->first + side->count)
        return;
    uint32_t first = b->limb == VV_NONE ? VV_NONE : s->limbs[b->limb].first;
    spine_pull *pull = &s->pulls[state->pull_count++];
    *pull = attach(s, side, body, first == VV_NONE ? add(b->rest, goal->point) : s->bodies[first].rest);
    pull->goal = goal->place;
    pull->weight = goal->place_weight;
    pull->first = first;
    if (first != VV_NONE)
        limit_pull(s, b, goal, pull);
    for (uint32_t k = 1; k <= pull->segment; k++) {
        float reaches = k < pull->segment ? 1.0f : vvi_min(1.0f, 2.0f * pull->t);
        state->drawn[k] = vvi_max(state->drawn[k], pull->weight * reaches);
    }
}

/* How far, and which way, a pull moves its point in one round. */
static vv_vec3 pull_by(const spine_pull *pull, vv_vec3 at, float most)
{
    vv_vec3 way = sub(pull->goal, at);
    float length = sqrtf(square(way));
    float least = COMPRESSED * pull->length, softness = 0.1f * pull->length + 1e-6f;
    if (length < 1e-12f)
        return (vv_vec3){0, 0, 0};
    float by = saturate(soft(length - pull->length, softness), most) - soft(least - length, softness);
    return scale(way, by / length);
}

static void apply_pulls(const vv_solver *s, const spine_side *side, side_state *state)
{
    vv_vec3 moves[SPINE_PARTICLES + 1u] = {{0, 0, 0}};
    float weights[SPINE_PARTICLES + 1u] = {0};
    vv_quat turns[SPINE_PARTICLES + 1u];
    for (uint32_t k = 1; k <= side->particles; k++)
        turns[k] = swing(sub(state->rest[k], state->rest[k - 1u]), sub(state->p[k], state->p[k - 1u]));
    for (uint32_t i = 0; i < state->pull_count; i++) {
        const spine_pull *pull = &s->pulls[i];
        uint32_t k = pull->segment;
        vv_vec3 at = add(mix(state->p[k - 1u], state->p[k], pull->t), rotate(turns[k], pull->aside));
        vv_vec3 by = pull_by(pull, at, state->most);
        moves[k] = along(moves[k], by, pull->t * pull->weight);
        moves[k - 1u] = along(moves[k - 1u], by, (1.0f - pull->t) * pull->weight);
        weights[k] += pull->t * pull->weight;
        weights[k - 1u] += (1.0f - pull->t) * pull->weight;
    }
    for (uint32_t k = 1; k <= side->particles; k++)
        state->p[k] = along(state->p[k], moves[k], 1.0f / vvi_max(1.0f, weights[k]));
}

/* ---- Holding together -------------------------------------------------------------------------------------------------------- */

/* Buckling: a stretch turned against the one before it, by about 60 degrees more than at rest (cosines differ by 0.5), is drawn back to the
 * root-relative rest pose; by 120, half of the way each round. The first stretch is compared with its own rest. */
static void unbuckle(const spine_side *side, side_state *state)
{
    for (uint32_t k = side->particles; k >= 1; k--) {
        uint32_t before = k > 1 ? k - 1u : 1u;
        vv_vec3 a = k > 1 ? sub(state->p[before], state->p[before - 1u]) : sub(state->rest[1], state->rest[0]);
        vv_vec3 a0 = sub(state->rest[before], state->rest[before - 1u]), b = sub(state->p[k], state->p[k - 1u]);
        vv_vec3 b0 = sub(state->rest[k], state->rest[k - 1u]);
        float now = dot(a, b) / sqrtf(square(a) * square(b) + 1e-20f);
        float rest = dot(a0, b0) / sqrtf(square(a0) * square(b0) + 1e-20f);
        float x = vvi_clamp(rest - now - 0.5f, 0.0f, 1.0f);
        state->p[k] = mix(state->p[k], state->rest[k], 0.5f * x * x * (3.0f - 2.0f * x));
    }
}

/* Distances, from the leaf inwards. The outer end weighs less the less goals draw it, so that what merely hangs on does not drag. */
static void keep_lengths(const spine_side *side, side_state *state)
{
    for (uint32_t k = side->particles; k >= 1; k--) {
        vv_vec3 way = sub(state->p[k], state->p[k - 1u]);
        float length = sqrtf(square(way)), chord = side->particle[k].chord, softness = 0.05f * chord + 1e-6f;
        if (length < 1e-12f)
            continue;
        float by = (soft(length - chord, softness) - soft(chord - length, softness)) / length;
        float inner = k > 1 ? 0.5f * state->drawn[k] : 0.0f;
        state->p[k] = along(state->p[k], way, by * (inner - 1.0f));
        state->p[k - 1u] = along(state->p[k - 1u], way, by * inner);
    }
}

/* From the root outwards: no stretch longer than its bodies or shorter than a tenth, and what no goal draws goes with what carries it. */
static void settle(const spine_side *side, side_state *state)
{
    vv_quat turned = vv_quat_identity();
    for (uint32_t k = 1; k <= side->particles; k++) {
        vv_vec3 rest = sub(state->rest[k], state->rest[k - 1u]);
        vv_vec3 hanging = rotate(turned, rest), way = sub(state->p[k], state->p[k - 1u]);
        float length = sqrtf(square(way)),
              kept = vvi_clamp(length, 0.1f * side->particle[k].chord, side->particle[k].arc);
        way = length > 1e-12f ? scale(way, kept / length) : hanging;
        way = mix(hanging, way, state->drawn[k]);
        state->p[k] = add(state->p[k - 1u], way);
        turned = swing(rest, way);
    }
}

static void carry_side(vv_solver *s, const spine_side *side)
{
    for (uint32_t i = side->first; i < side->first + side->count; i++)
        s->pose[i] = (body_pose){carried(s, s->bodies[i].rest), s->pose[0].q};
}

/* ---- Not pulling goals out of reach ---------------------------------------------------------------------------------------------- */

/* Whether every limb is as near to its goal as it has to be, or as it was at rest. */
static bool limbs_reach(const vv_solver *s, const side_state *state)
{
    for (uint32_t i = 0; i < state->pull_count; i++) {
        const spine_pull *pull = &s->pulls[i];
        if (pull->first == VV_NONE)
            continue;
        const body_pose *hip = &s->pose[s->bodies[pull->first].parent];
        vv_vec3 joint = add(hip->x, rotate(hip->q, s->bodies[pull->first].offset));
        float d = distance(joint, pull->goal);
        if (d > pull->most || d < pull->least)
            return false;
    }
    return true;
}

/* Where hips stand out far from the spine, bending it towards a goal can turn a hip away. Such a spine is bent less, as much as goals allow. */
static void pose_side(vv_solver *s, const spine_side *side, const side_state *state)
{
    vv_vec3 p[SPINE_PARTICLES + 1u];
    float low = 0.0f, high = 1.0f, part = 1.0f;
    vvi_spine_splines(s, side, state->p);
    if (limbs_reach(s, state))
        return;
    for (int round = 0; round < 8; round++) {
        part = 0.5f * (low + high);
        for (uint32_t k = 0; k <= side->particles; k++)
            p[k] = mix(state->rest[k], state->p[k], part);
        vvi_spine_splines(s, side, p);
        if (limbs_reach(s, state))
            low = part;
        else
            high = part;
    }
    for (uint32_t k = 0; k <= side->particles; k++)
        p[k] = mix(state->rest[k], state->p[k], low);
    vvi_spine_splines(s, side, p);
}

void vvi_spine_solve(vv_solver *s, const vv_solver_options *options, spine_side *side)
{
    side_state state = {.most = 0.5f * side->length / (float)(options->rounds ? options->rounds : 1u)};
    for (uint32_t i = 0; i < s->goal_count; i++)
        add_pull(s, side, &s->goals[i], &state);
    carry_side(s, side);
    if (state.pull_count > 0) {
        for (uint32_t k = 0; k <= side->particles; k++)
            state.p[k] = state.rest[k] = carried(s, side->particle[k].rest);
        for (uint32_t round = 0; round < options->rounds; round++) {
            apply_pulls(s, side, &state);
            unbuckle(side, &state);
            keep_lengths(side, &state);
        }
        settle(side, &state);
        pose_side(s, side, &state);
    }
    vvi_spine_goals(s, side);
}
