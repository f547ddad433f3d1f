/* The whole system over the knots: the regularisation (smoothness and rest), which is quadratic and never changes,
 * and the terms of the line, spread by the Hermite weights. The unknowns of a knot are the values of a pose, then its
 * tangents. */
#include "matching.h"

#include <string.h>

/* In space, bones on the line should not leave the action plane to seem shorter, and limbs off it should not swing
 * about: */
#define OUT_OF_PLANE_FACTOR 1000.0 /* factor of rest_weight, out of the plane */
#define FREE_FACTOR         30.0   /* factor of rest_weight for joints off the line, and for the root */
/* Factor of rest_weight for the depth of the body: no line determines it. It follows the base, so that the weight is
 * over the supporting foot; legs that cannot reach a contact otherwise still change it. */
#define DEPTH_FACTOR 1e5

/* Bones that are in no set at a keystroke are on their base there and move with it. Only between this keystroke and
 * one that has them do they leave it. */
#define IDLE_WEIGHT 100.0 /* weight of a radian, and of a radian per 1/30 s */

/* ---- Regularisation ---------------------------------------------------------------------------------------------- */

/* Adds weight · (Σ_j w_j (x_a,j − x_b,j))² over value and tangent of both knots. */
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

/* The weight with which a joint (VV_NONE: the root) is held to the base in one of its unknowns, as a multiple of
 * match->rest_weight. */
static double rest_factor(const vv_match *match, const match_stage *stage, uint32_t joint, uint32_t k)
{
    if (stage->dof == 1)
        return 1.0;
    if (joint == VV_NONE)
        return k == 2 ? DEPTH_FACTOR : FREE_FACTOR;
    return !match->body.on_path[joint] ? FREE_FACTOR : k < 2 ? OUT_OF_PLANE_FACTOR : 1.0;
}

/* A new term of one unknown, `part`, of a group; with `both`, of its difference to the same unknown of the group
 * above. */
static match_pair *new_pair(const vv_match *match, match_stage *stage, uint32_t group, uint32_t part, bool both,
                            double (**storage)[8])
{
    const match_tree *tree = &stage->pose;
    uint32_t b = both ? tree->first[tree->parent[group]] + part : VV_NONE;
    match_pair *pair = &stage->pairs[stage->pair_count++];
    *pair = (match_pair){tree->first[group] + part, b, group, part, *storage};
    *storage += match->knot_count;
    return pair;
}

/* Holds idle joints to their base. Only in the first stage: in space, contacts may move them. */
static void hold_idle(const vv_match *match, uint32_t joint, match_pair *pair)
{
    for (uint32_t k = 0; k < match->key_count; k++) {
        const match_sample *sample = &match->samples[match->key_samples[k]];
        if (!match->paths[k].idle[joint])
            continue;
        add_weights(sample, sample->value, IDLE_WEIGHT, pair);
        add_weights(sample, sample->velocity, IDLE_WEIGHT, pair);
        pair->knots[sample->knot][7] += IDLE_WEIGHT * sample->value[0] * sample->value[0];
        pair->knots[sample->knot + 1][7] += IDLE_WEIGHT * sample->value[2] * sample->value[2];
    }
}

static void regularize_joint(const vv_match *match, match_stage *stage, uint32_t joint, uint32_t k,
                             double (**storage)[8])
{
    uint32_t v = stage->variable[joint], up = match->body.parents[joint];
    uint32_t above = up == VV_NONE ? VV_NONE : stage->variable[up];
    if (v == VV_NONE || v == above)
        return;
    double rest = match->rest_weight * rest_factor(match, stage, joint, k);
    bool planar = stage->dof == 3 && k < 2 && match->body.on_path[joint];
    match_pair *pair = new_pair(match, stage, stage->group[joint], k, above != VV_NONE, storage);
    match_pair *alone = planar ? new_pair(match, stage, stage->group[joint], k, false, storage) : NULL;
    for (uint32_t s = 0; s < match->sample_count; s++) {
        const match_sample *sample = &match->samples[s];
        const match_path *a = &match->paths[sample->before], *b = &match->paths[sample->after];
        bool drawn = a->in_set[joint] && b->in_set[joint];
        double weight = stage->dof == 1 || drawn || rest > FREE_FACTOR * match->rest_weight
                            ? rest
                            : FREE_FACTOR * match->rest_weight;
        add_weights(sample, sample->value, weight, pair);
        add_weights(sample, sample->acceleration, weight, pair);
        if (drawn)
            add_weights(sample, sample->velocity, match->smooth_weight, pair);
        if (alone)
            add_weights(sample, sample->value, rest, alone);
    }
    if (stage->dof == 1)
        hold_idle(match, joint, pair);
}

static void regularize_root(const vv_match *match, match_stage *stage, uint32_t k, double (**storage)[8])
{
    match_pair *pair = new_pair(match, stage, stage->pose.count - 1, k, false, storage);
    double rest = match->rest_weight * rest_factor(match, stage, VV_NONE, k);
    for (uint32_t s = 0; s < match->sample_count; s++) {
        const match_sample *sample = &match->samples[s];
        add_weights(sample, sample->value, rest, pair);
        add_weights(sample, sample->acceleration, rest, pair);
        add_weights(sample, sample->velocity, match->smooth_weight, pair);
    }
}

bool vvi_match_find_regularizer(vv_match *match, match_stage *stage)
{
    size_t most = (stage->dof == 3 ? 2 : 1) * (size_t)stage->size;
    stage->pairs = vvi_arena_allocate(&match->arena, most, sizeof *stage->pairs);
    double(*storage)[8] = vvi_arena_allocate(&match->arena, most * match->knot_count, sizeof *storage);
    stage->linear_term =
        vvi_arena_allocate(&match->arena, 2 * (size_t)match->knot_count * stage->size, sizeof *stage->linear_term);
    if (!stage->pairs || !storage || !stage->linear_term)
        return false;
    for (uint32_t i = 0; i < match->body.joint_count; i++)
        for (uint32_t k = 0; k < stage->dof; k++)
            regularize_joint(match, stage, i, k, &storage);
    for (uint32_t k = 0; k < stage->root; k++)
        regularize_root(match, stage, k, &storage);
    return true;
}

void vvi_match_regularizer_product(const vv_match *match, const match_stage *stage, const double *x, double *y)
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

/* The term (w·(x_a − x_b) − turns)² has the weight rest_weight at every sample, and IDLE_WEIGHT where a bone is in no
 * set. This adds all of it but the square of w. */
static void find_joint_linear_term(vv_match *match, match_stage *stage, uint32_t joint)
{
    uint32_t n = stage->size, v = stage->variable[joint], up = match->body.parents[joint];
    uint32_t above = up == VV_NONE ? VV_NONE : stage->variable[up];
    for (uint32_t s = 0; v != VV_NONE && v != above && s < match->sample_count; s++) {
        const match_sample *sample = &match->samples[s];
        const double *start = match->initial_values + (size_t)s * n;
        double turns = vvi_whole_turns(start[v] - (above == VV_NONE ? 0.0 : start[above]));
        bool idle = sample->is_key && match->paths[sample->before].idle[joint];
        double weight = match->rest_weight + (idle ? IDLE_WEIGHT : 0.0),
               *lean = stage->linear_term + (size_t)sample->knot * 2 * n;
        for (uint32_t j = 0; turns != 0.0 && j < 4; j++) {
            lean[j * n + v] += weight * turns * sample->value[j];
            if (above != VV_NONE)
                lean[j * n + above] -= weight * turns * sample->value[j];
        }
        stage->linear_cost += weight * turns * turns;
    }
}

void vvi_match_find_linear_term(vv_match *match, match_stage *stage)
{
    memset(stage->linear_term, 0, 2 * (size_t)match->knot_count * stage->size * sizeof *stage->linear_term);
    stage->linear_cost = 0.0;
    for (uint32_t i = 0; i < match->body.joint_count; i++)
        find_joint_linear_term(match, stage, i);
}

double vvi_match_regularizer_cost(const vv_match *match, const match_stage *stage, const double *x, double *y)
{
    double cost = stage->linear_cost;
    for (size_t i = 0; i < 2 * (size_t)match->knot_count * stage->size; i++) {
        y[i] -= stage->linear_term[i];
        cost += x[i] * (y[i] - stage->linear_term[i]);
    }
    return cost;
}

/* ---- The system's blocks ----------------------------------------------------------------------------------------- */

/* The panel entries of a knot for unknown r of a group and unknown c of a group above it (whose columns begin at `at`
 * in a pose): the entry for both values, and the offsets to tangents as columns and as rows. */
typedef struct panel_entry {
    size_t at, column, row;
} panel_entry;

static panel_entry find_entry(const match_stage *stage, uint32_t group, uint32_t r, uint32_t above, uint32_t at,
                              uint32_t c)
{
    const match_tree *knot = &stage->knot;
    size_t width = knot->width[group];
    return (panel_entry){knot->panel[group] + r * width + 2 * at + c, stage->pose.rows[above],
                         stage->pose.rows[group] * width};
}

/* w: value², value·tangent, tangent². */
static void add_diagonal(double *diagonal, panel_entry m, const double w[3])
{
    diagonal[m.at] += w[0];
    diagonal[m.at + m.column] += w[1];
    diagonal[m.at + m.row] += w[1];
    diagonal[m.at + m.row + m.column] += w[2];
}

/* w: the products of value and tangent at a knot (rows of `upper`) with the value, then with the tangent at the next.
 * `lower` has rows of the next knot; a group with itself is in `upper` alone. */
static void add_coupling(double *upper, double *lower, panel_entry m, const double w[4], bool itself)
{
    upper[m.at] += w[0];
    upper[m.at + m.row] += w[1];
    upper[m.at + m.column] += w[2];
    upper[m.at + m.row + m.column] += w[3];
    if (itself)
        return;
    lower[m.at] += w[0];
    lower[m.at + m.column] += w[1];
    lower[m.at + m.row] += w[2];
    lower[m.at + m.row + m.column] += w[3];
}

/* Adds the regularisation. */
static void add_regularizer_blocks(const vv_match *match, const match_stage *stage, const match_blocks *blocks)
{
    const match_tree *tree = &stage->pose;
    for (uint32_t p = 0; p < stage->pair_count; p++) {
        const match_pair *pair = &stage->pairs[p];
        uint32_t g = pair->group, up = tree->parent[g], part = pair->part;
        panel_entry alone = find_entry(stage, g, part, g, 0, part), above = alone, both = alone;
        if (pair->b != VV_NONE) {
            above = find_entry(stage, up, part, up, 0, part);
            both = find_entry(stage, g, part, up, tree->rows[g], part);
        }
        for (uint32_t k = 0; k < match->knot_count; k++) {
            size_t at = k * stage->knot.size;
            const double *w = pair->knots[k];
            double negative[7], *diagonal = blocks->diagonal + at, *upper = blocks->upper + at,
                                *lower = blocks->lower + at;
            for (uint32_t i = 0; i < 7; i++)
                negative[i] = -w[i];
            add_diagonal(diagonal, alone, w);
            add_coupling(upper, lower, alone, w + 3, true);
            if (pair->b == VV_NONE)
                continue;
            add_diagonal(diagonal, above, w);
            add_coupling(upper, lower, above, w + 3, true);
            add_diagonal(diagonal, both, negative);
            add_coupling(upper, lower, both, negative + 3, false);
        }
    }
}

/* ---- Terms of the line ------------------------------------------------------------------------------------------- */

/* products of Hermite weights: within the knot before (value, tangent), within the one after, and between both */
enum { SUMS = 10 };

/* Adds products of the Hermite weights times H to the sums. */
static void sum_sample(const match_stage *stage, const match_sample *sample, match_work *work)
{
    const double *w = sample->value, s = sample->weight;
    const double m[SUMS] = {s * w[0] * w[0], s * w[0] * w[1], s * w[1] * w[1], s * w[2] * w[2], s * w[2] * w[3],
                            s * w[3] * w[3], s * w[0] * w[2], s * w[1] * w[2], s * w[0] * w[3], s * w[1] * w[3]};
    size_t size = stage->pose.size;
    for (uint32_t k = 0; k < SUMS; k++) {
        const double *restrict H = work->H;
        double *restrict to = work->sums + k * size, by = m[k];
        for (size_t i = 0; by != 0.0 && i < size; i++)
            to[i] += by * H[i];
    }
    double *right = work->right + (size_t)sample->knot * 2 * stage->size;
    for (uint32_t j = 0; j < 4; j++)
        for (uint32_t i = 0; i < stage->size; i++)
            right[j * stage->size + i] += s * w[j] * work->b[i];
}

/* Spreads the sums of a row of a group, with itself and with all groups above it, over the panels of both knots. */
static void spread_row(const match_stage *stage, uint32_t knot, uint32_t group, uint32_t r, const match_work *work)
{
    const match_tree *tree = &stage->pose;
    size_t size = tree->size, first = tree->panel[group] + (size_t)r * tree->width[group];
    const match_blocks *to = &work->system;
    size_t here = knot * stage->knot.size, next = here + stage->knot.size;
    for (uint32_t a = group, at = 0; a != VV_NONE; at += tree->rows[a], a = tree->parent[a])
        for (uint32_t c = 0; c < tree->rows[a]; c++) {
            double w[SUMS];
            for (uint32_t k = 0; k < SUMS; k++)
                w[k] = work->sums[k * size + first + at + c];
            panel_entry m = find_entry(stage, group, r, a, at, c);
            add_diagonal(to->diagonal + here, m, w);
            add_diagonal(to->diagonal + next, m, w + 3);
            add_coupling(to->upper + here, to->lower + here, m, w + 6, a == group);
        }
}

/* Adds the samples between a knot and the next, from `sample` on; returns their cost. */
static double add_interval(const vv_match *match, const match_stage *stage, uint32_t knot, uint32_t *sample,
                           match_work *work)
{
    double cost = 0.0;
    memset(work->sums, 0, SUMS * stage->pose.size * sizeof *work->sums);
    for (; *sample < match->sample_count && match->samples[*sample].knot == knot; ++*sample) {
        cost += match->samples[*sample].weight * vvi_match_terms(match, stage, *sample, work, true);
        sum_sample(stage, &match->samples[*sample], work);
    }
    for (uint32_t g = 0; g < stage->pose.count; g++)
        for (uint32_t r = 0; r < stage->pose.rows[g]; r++)
            spread_row(stage, knot, g, r, work);
    return cost;
}

double vvi_match_system(const vv_match *match, const match_stage *stage, match_work *work, bool normal)
{
    size_t count = (size_t)match->knot_count * 2 * stage->size, blocks = match->knot_count * stage->knot.size;
    double *product = normal ? work->right : work->scratch;
    memset(product, 0, count * sizeof *product);
    vvi_match_regularizer_product(match, stage, stage->x, product);
    double cost = vvi_match_regularizer_cost(match, stage, stage->x, product);
    for (uint32_t s = 0; !normal && s < match->sample_count; s++)
        cost += match->samples[s].weight * vvi_match_terms(match, stage, s, work, false);
    if (!normal)
        return cost;
    memset(work->system.diagonal, 0, blocks * sizeof *work->system.diagonal);
    memset(work->system.upper, 0, blocks * sizeof *work->system.upper);
    memset(work->system.lower, 0, blocks * sizeof *work->system.lower);
    add_regularizer_blocks(match, stage, &work->system);
    for (uint32_t k = 0, s = 0; k + 1 < match->knot_count; k++)
        cost += add_interval(match, stage, k, &s, work);
    return cost;
}
