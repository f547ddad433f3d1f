/* The spine phase (4.3.2): particles on the spine are drawn by simplified limbs and by goals of the spine itself, keep their distances, and
 * are held back where the spine would fold over onto itself.
 *
 * The root is given, so the two sides do not know of each other. All pulls on a particle are summed and divided by their (constant)
 * weight before any moves, so that a mirrored problem has the mirrored answer. */
#include "solver.h"

/* Simplified limbs may become this much shorter than at rest before they push. */
#define COMPRESSED 0.1f
/* Feet that stand outweigh hands that reach, where they would get out of reach: by so much, ever more from 99 % of it on. A foot that treads
 * within its reach changes nothing. */
#define FIRM 4.0f

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

/* How long a simplified limb is: as at rest. Goals that share a limb are met together from where it is, rather than each a little nearer:
 * those pull only where they are out of reach. */
static float pull_length(const vv_solver *s, const solver_body *b, const taken_goal *goal, uint32_t first)
{
    float length = distance(add(b->rest, goal->point), s->bodies[first].rest);
    return b->forked ? vvi_max(length, 0.97f * (b->way + sqrtf(square(goal->point)))) : length;
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
    pull->reach = goal->firm && first != VV_NONE ? 0.99f * (b->way + sqrtf(square(goal->point))) : 0.0f;
    pull->length = first != VV_NONE ? pull_length(s, b, goal, first) : 0.0f;
    for (uint32_t k = 1; k <= pull->segment; k++) {
        float reaches = k < pull->segment ? 1.0f : vvi_min(1.0f, 2.0f * pull->t);
        state->drawn[k] = vvi_max(state->drawn[k], goal->place_weight * reaches);
    }
}

/* How far a pull moves its point in one round, along the unit way to its goal. */
static float pull_by(const spine_pull *pull, float length, float most)
{
    float least = COMPRESSED * pull->length, softness = 0.1f * pull->length + 1e-6f;
    return saturate(soft(length - pull->length, softness), most) - soft(least - length, softness);
}

/* 0…1: how far a foot that stands is out of reach. */
static float strain(const spine_pull *pull, float length)
{
    if (pull->reach <= 0.0f || length <= pull->reach)
        return 0.0f;
    float x = vvi_min((length - pull->reach) / (0.02f * pull->reach), 1.0f);
    return x * x * (3.0f - 2.0f * x);
}

typedef struct pulled {
    vv_vec3 moves[SPINE_PARTICLES + 1u];
    float weights[SPINE_PARTICLES + 1u];
} pulled;

static void add_move(pulled *sum, uint32_t k, vv_vec3 gradient, float by, float weight, float part)
{
    sum->moves[k] = along(sum->moves[k], gradient, by * weight);
    sum->weights[k] += weight * part;
}

/* The point that is drawn stands out from the straight line between two particles and turns with it, so moving one of them along `way`
 * moves the point by that much only in part. Each goes along the gradient of the point's distance from the goal:
 * t·way + ((aside × way) × s)/s² for the outer end of the line s, (1 − t)·way less the same for the inner one. */
static void apply_pull(const spine_pull *pull, const side_state *state, vv_quat turn, pulled *sum)
{
    uint32_t k = pull->segment;
    vv_vec3 line = sub(state->p[k], state->p[k - 1u]), aside = rotate(turn, pull->aside);
    vv_vec3 way = sub(pull->goal, add(along(state->p[k - 1u], line, pull->t), aside));
    float length = sqrtf(square(way));
    if (length < 1e-12f)
        return;
    way = scale(way, 1.0f / length);
    vv_vec3 lever = scale(cross(cross(aside, way), line), 1.0f / (square(line) + 1e-12f));
    vv_vec3 outer = along(lever, way, pull->t), inner = sub(scale(way, 1.0f - pull->t), lever);
    float size = square(outer) + (k > 1 ? square(inner) : 0.0f);
    float share = 1.0f / vvi_max(size, 0.25f), by = pull_by(pull, length, state->most), strained = strain(pull, length);
    float weight = pull->weight * (1.0f + FIRM * strained);
    by = share * (by + strained * FIRM * (length - pull->reach)) / (1.0f + FIRM * strained);
    add_move(sum, k, outer, by, weight, pull->t);
    if (k > 1)
        add_move(sum, k - 1u, inner, by, weight, 1.0f - pull->t);
}

static void apply_pulls(const vv_solver *s, const spine_side *side, side_state *state)
{
    pulled sum = {.weights = {0}};
    vv_quat turns[SPINE_PARTICLES + 1u];
    for (uint32_t k = 1; k <= side->particles; k++)
        turns[k] = swing(sub(state->rest[k], state->rest[k - 1u]), sub(state->p[k], state->p[k - 1u]));
    for (uint32_t i = 0; i < state->pull_count; i++)
        apply_pull(&s->pulls[i], state, turns[s->pulls[i].segment], &sum);
    for (uint32_t k = 1; k <= side->particles; k++)
        state->p[k] = along(state->p[k], sum.moves[k], 1.0f / vvi_max(1.0f, sum.weights[k]));
}

/* ---- Holding together -------------------------------------------------------------------------------------------------------- */

/* Buckling: a stretch turned against the one before it, by about 60 degrees more than at rest (cosines differ by 0.5), is drawn back to the
 * root-relative rest pose; by 120, half of the way each round. The first stretch is compared with its own rest. */
static void unbuckle(const spine_side *side, side_state *state)
{
    for (uint32_t k = side->particles; k >= 1; k--) {
        vv_vec3 a = k > 1 ? sub(state->p[k - 1u], state->p[k - 2u]) : sub(state->rest[1], state->rest[0]);
        vv_vec3 b = sub(state->p[k], state->p[k - 1u]);
        float x = side->particle[k].straight - 0.5f - dot(a, b) / sqrtf(square(a) * square(b) + 1e-20f);
        if (x <= 0.0f)
            continue;
        x = vvi_min(x, 1.0f);
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
        vvi_spine_splines(s, side, state.p);
    }
    vvi_spine_goals(s, side);
}
