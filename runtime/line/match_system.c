/* The whole system over the knots: smoothness and rest, which are quadratic and never change, and the line's terms spread by Hermite
 * weights. Unknowns of a knot: values of a pose, then tangents. */
#include "matching.h"

#include <string.h>

/* In space bones of the line should not leave the action plane to seem shorter, and limbs off it not swing about: */
#define OUT  1000.0 /* times the pull of rest, out of the plane */
#define FREE 30.0   /* the same of joints off the line, and of the root */

/* Bones that are in no set at a keystroke are on their base there, and move as it does. Only the way from or to a keystroke that
 * has them leads through anything else. */
#define IDLE 100.0 /* weight of a radian, and of a radian a 30th of a second */

/* ---- What never changes: smoothness of bones in the set (eq. 3), and a little pull towards the base ------------------------ */

/* `weight` (Σ_j w_j (x_a,j − x_b,j))² over value and tangent of both knots. */
static void add_weights(const match_sample *sample, const double w[4], double weight, match_pair *pair)
{
    double(*knots)[8] = pair->knots + sample->knot;
    for (uint32_t i = 0; i < 2; i++) {
        const double *v = w + 2 * i;
        knots[i][0] += weight * v[0] * v[0];
        knots[i][1] += weight * v[0] * v[1];
        knots[i][2] += weight * v[1] * v[1];
    }
    for (uint32_t r = 0; r < 2; r++)
        for (uint32_t c = 0; c < 2; c++)
            knots[0][3 + 2 * r + c] += weight * w[2 + r] * w[c];
}

/* How much a joint (VV_NONE: the root) is drawn to the base in one of its unknowns, as a multiple of match->rest. */
static double quietness(const vv_match *match, const match_stage *stage, uint32_t joint, uint32_t k)
{
    if (stage->dof == 1)
        return 1.0;
    if (joint == VV_NONE)
        return k == 2 ? OUT : FREE;
    return !match->body.on_way[joint] ? FREE : k < 2 ? OUT : 1.0;
}

static match_pair *new_pair(const vv_match *match, match_stage *stage, uint32_t a, uint32_t b, double (**room)[8])
{
    match_pair *pair = &stage->pairs[stage->pair_count++];
    *pair = (match_pair){a, b, *room};
    *room += match->knot_count;
    return pair;
}

/* In the first stage: in space contacts may move them. */
static void hold_idle(const vv_match *match, uint32_t joint, match_pair *pair)
{
    for (uint32_t k = 0; k < match->key_count; k++) {
        const match_sample *sample = &match->samples[match->key_samples[k]];
        if (!match->ways[k].idle[joint])
            continue;
        add_weights(sample, sample->value, IDLE, pair);
        add_weights(sample, sample->speed, IDLE, pair);
        pair->knots[sample->knot][7] += IDLE * sample->value[0] * sample->value[0];
        pair->knots[sample->knot + 1][7] += IDLE * sample->value[2] * sample->value[2];
    }
}

static void quiet_joint(const vv_match *match, match_stage *stage, uint32_t joint, uint32_t k, double (**room)[8])
{
    uint32_t v = stage->variable[joint], up = match->body.up[joint];
    uint32_t above = up == VV_NONE ? VV_NONE : stage->variable[up];
    if (v == VV_NONE || v == above)
        return;
    double rest = match->rest * quietness(match, stage, joint, k);
    bool planar = stage->dof == 3 && k < 2 && match->body.on_way[joint];
    match_pair *pair = new_pair(match, stage, v + k, above == VV_NONE ? VV_NONE : above + k, room);
    match_pair *alone = planar ? new_pair(match, stage, v + k, VV_NONE, room) : NULL;
    for (uint32_t s = 0; s < match->sample_count; s++) {
        const match_sample *sample = &match->samples[s];
        const match_way *a = &match->ways[sample->before], *b = &match->ways[sample->after];
        add_weights(sample, sample->value, rest, pair);
        add_weights(sample, sample->bend, rest, pair);
        if (a->own[joint] && b->own[joint])
            add_weights(sample, sample->speed, match->smooth, pair);
        if (alone)
            add_weights(sample, sample->value, rest, alone);
    }
    if (stage->dof == 1)
        hold_idle(match, joint, pair);
}

static void quiet_root(const vv_match *match, match_stage *stage, uint32_t k, double (**room)[8])
{
    match_pair *pair = new_pair(match, stage, stage->size - stage->root + k, VV_NONE, room);
    double rest = match->rest * quietness(match, stage, VV_NONE, k);
    for (uint32_t s = 0; s < match->sample_count; s++) {
        const match_sample *sample = &match->samples[s];
        add_weights(sample, sample->value, rest, pair);
        add_weights(sample, sample->bend, rest, pair);
        add_weights(sample, sample->speed, match->smooth, pair);
    }
}

bool vvi_match_quiet(vv_match *match, match_stage *stage)
{
    size_t most = (stage->dof == 3 ? 2 : 1) * (size_t)stage->size;
    stage->pairs = vvi_arena_take(&match->arena, most, sizeof *stage->pairs);
    double(*room)[8] = vvi_arena_take(&match->arena, most * match->knot_count, sizeof *room);
    stage->lean = vvi_arena_take(&match->arena, 2 * (size_t)match->knot_count * stage->size, sizeof *stage->lean);
    if (!stage->pairs || !room || !stage->lean)
        return false;
    for (uint32_t i = 0; i < match->body.joint_count; i++)
        for (uint32_t k = 0; k < stage->dof; k++)
            quiet_joint(match, stage, i, k, &room);
    for (uint32_t k = 0; k < stage->root; k++)
        quiet_root(match, stage, k, &room);
    return true;
}

void vvi_match_quiet_times(const vv_match *match, const match_stage *stage, const double *x, double *y)
{
    uint32_t n = stage->size, n2 = 2 * n;
    for (uint32_t p = 0; p < stage->pair_count; p++) {
        const match_pair *pair = &stage->pairs[p];
        for (uint32_t k = 0; k < match->knot_count; k++) {
            const double *w = pair->knots[k], *at = x + (size_t)k * n2 + pair->a;
            double *to = y + (size_t)k * n2 + pair->a;
            ptrdiff_t other = (ptrdiff_t)pair->b - (ptrdiff_t)pair->a;
            bool both = pair->b != VV_NONE, more = k + 1 < match->knot_count;
            const double *there = both ? at + other : at;
            double value = at[0] - (both ? there[0] : 0.0), tangent = at[n] - (both ? there[n] : 0.0);
            double next = more ? at[n2] - (both ? there[n2] : 0.0) : 0.0;
            double next_tangent = more ? at[n2 + n] - (both ? there[n2 + n] : 0.0) : 0.0;
            double out[4] = {w[0] * value + w[1] * tangent + w[3] * next + w[5] * next_tangent,
                             w[1] * value + w[2] * tangent + w[4] * next + w[6] * next_tangent,
                             w[3] * value + w[4] * tangent, w[5] * value + w[6] * tangent};
            for (uint32_t i = 0; i < (more ? 4u : 2u); i++) {
                to[i * n] += out[i];
                if (both)
                    to[other + (ptrdiff_t)(i * n)] -= out[i];
            }
        }
    }
}

/* (w·(x_a − x_b) − turns)² weighs `rest` at every sample, IDLE where a bone is in no set: all but the square of w. */
static void lean_joint(vv_match *match, match_stage *stage, uint32_t joint)
{
    uint32_t n = stage->size, v = stage->variable[joint], up = match->body.up[joint];
    uint32_t above = up == VV_NONE ? VV_NONE : stage->variable[up];
    for (uint32_t s = 0; v != VV_NONE && v != above && s < match->sample_count; s++) {
        const match_sample *sample = &match->samples[s];
        const double *start = match->starts + (size_t)s * n;
        double turns = vvi_whole_turns(start[v] - (above == VV_NONE ? 0.0 : start[above]));
        bool idle = sample->keyed && match->ways[sample->before].idle[joint];
        double weight = match->rest + (idle ? IDLE : 0.0), *lean = stage->lean + (size_t)sample->knot * 2 * n;
        for (uint32_t j = 0; turns != 0.0 && j < 4; j++) {
            lean[j * n + v] += weight * turns * sample->value[j];
            if (above != VV_NONE)
                lean[j * n + above] -= weight * turns * sample->value[j];
        }
        stage->lean_cost += weight * turns * turns;
    }
}

void vvi_match_lean(vv_match *match, match_stage *stage)
{
    memset(stage->lean, 0, 2 * (size_t)match->knot_count * stage->size * sizeof *stage->lean);
    stage->lean_cost = 0.0;
    for (uint32_t i = 0; i < match->body.joint_count; i++)
        lean_joint(match, stage, i);
}

double vvi_match_quiet_cost(const vv_match *match, const match_stage *stage, const double *x, double *y)
{
    double cost = stage->lean_cost;
    for (size_t i = 0; i < 2 * (size_t)match->knot_count * stage->size; i++) {
        y[i] -= stage->lean[i];
        cost += x[i] * (y[i] - stage->lean[i]);
    }
    return cost;
}

/* The same as blocks of the whole system. */
static void quiet_blocks(const vv_match *match, const match_stage *stage, match_work *work)
{
    uint32_t n = stage->size, n2 = 2 * n;
    size_t block = (size_t)n2 * n2;
    memset(work->diagonal, 0, match->knot_count * block * sizeof *work->diagonal);
    memset(work->above, 0, (match->knot_count - 1) * block * sizeof *work->above);
    for (uint32_t p = 0; p < stage->pair_count; p++) {
        const match_pair *pair = &stage->pairs[p];
        for (uint32_t k = 0; k < match->knot_count; k++)
            for (uint32_t side = 0; side < (pair->b == VV_NONE ? 1u : 4u); side++) {
                const double *w = pair->knots[k];
                uint32_t row = side % 2 ? pair->b : pair->a, column = side / 2 ? pair->b : pair->a;
                double sign = side == 1 || side == 2 ? -1.0 : 1.0;
                double *D = work->diagonal + k * block, *A = work->above + k * block;
                D[(size_t)row * n2 + column] += sign * w[0];
                D[(size_t)row * n2 + n + column] += sign * w[1];
                D[(size_t)(n + row) * n2 + n + column] += sign * w[2];
                for (uint32_t i = 0; k + 1 < match->knot_count && i < 4; i++)
                    A[((size_t)(i % 2) * n + row) * n2 + (size_t)(i / 2) * n + column] += sign * w[3 + i];
            }
    }
}

/* ---- What the line asks for ------------------------------------------------------------------------------------------------ */

/* to[row + r][column + c] += m H[r][c], all of it. */
static void spread_block(uint32_t n, const double *H, double m, double *to)
{
    if (m == 0.0)
        return;
    for (uint32_t r = 0; r < n; r++) {
        const double *restrict from = H + (size_t)r * n;
        double *restrict row = to + (size_t)r * 2 * n;
        for (uint32_t c = 0; c < n; c++)
            row[c] += m * from[c];
    }
}

static void spread(const match_stage *stage, const match_sample *sample, match_work *work)
{
    uint32_t n = stage->size, n2 = 2 * n;
    size_t block = (size_t)n2 * n2, low = (size_t)n * n2;
    double *first = work->diagonal + sample->knot * block, *second = first + block;
    double *above = work->above + sample->knot * block;
    const double *w = sample->value, s = sample->weight;
    for (uint32_t r = 0; r < n; r++) /* H has its lower triangle only */
        for (uint32_t c = 0; c < r; c++)
            work->H[(size_t)c * n + r] = work->H[(size_t)r * n + c];
    spread_block(n, work->H, s * w[0] * w[0], first);
    spread_block(n, work->H, s * w[0] * w[1], first + n);
    spread_block(n, work->H, s * w[1] * w[1], first + low + n);
    spread_block(n, work->H, s * w[2] * w[2], second);
    spread_block(n, work->H, s * w[2] * w[3], second + n);
    spread_block(n, work->H, s * w[3] * w[3], second + low + n);
    spread_block(n, work->H, s * w[0] * w[2], above);
    spread_block(n, work->H, s * w[0] * w[3], above + n);
    spread_block(n, work->H, s * w[1] * w[2], above + low);
    spread_block(n, work->H, s * w[1] * w[3], above + low + n);
    double *right = work->right + (size_t)sample->knot * n2;
    for (uint32_t j = 0; j < 4; j++)
        for (uint32_t i = 0; i < n; i++)
            right[j * n + i] += s * w[j] * work->b[i];
}

double vvi_match_system(const vv_match *match, const match_stage *stage, match_work *work, bool normal)
{
    size_t count = (size_t)match->knot_count * 2 * stage->size;
    double *quiet = normal ? work->right : work->room;
    memset(quiet, 0, count * sizeof *quiet);
    vvi_match_quiet_times(match, stage, stage->x, quiet);
    double cost = vvi_match_quiet_cost(match, stage, stage->x, quiet);
    if (normal)
        quiet_blocks(match, stage, work);
    for (uint32_t s = 0; s < match->sample_count; s++) {
        cost += match->samples[s].weight * vvi_match_terms(match, stage, s, work, normal);
        if (normal)
            spread(stage, &match->samples[s], work);
    }
    return cost;
}
