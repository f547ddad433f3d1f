/* The whole system over the knots: smoothness and rest, which are quadratic and never change, and the line's terms spread by Hermite
 * weights. Unknowns of a knot: values of a pose, then tangents. */
#include "matching.h"

#include <string.h>

/* In space bones of the line should not leave the action plane to seem shorter, and limbs off it not swing about: */
#define OUT  1000.0 /* times the pull of rest, out of the plane */
#define FREE 30.0   /* the same of joints off the line, and of the root */
/* How far across the plane the body is, no line says. It goes where the base does, so that the weight is over the foot that carries;
 * legs that no plate can reach otherwise still move it. */
#define DEPTH 1e5

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
        return k == 2 ? DEPTH : FREE;
    return !match->body.on_way[joint] ? FREE : k < 2 ? OUT : 1.0;
}

/* Of one unknown of a group, `part`, and with `both` of the same unknown of the group above. */
static match_pair *new_pair(const vv_match *match, match_stage *stage, uint32_t group, uint32_t part, bool both,
                            double (**room)[8])
{
    const match_tree *tree = &stage->pose;
    uint32_t b = both ? tree->first[tree->up[group]] + part : VV_NONE;
    match_pair *pair = &stage->pairs[stage->pair_count++];
    *pair = (match_pair){tree->first[group] + part, b, group, part, *room};
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
    match_pair *pair = new_pair(match, stage, stage->group[joint], k, above != VV_NONE, room);
    match_pair *alone = planar ? new_pair(match, stage, stage->group[joint], k, false, room) : NULL;
    for (uint32_t s = 0; s < match->sample_count; s++) {
        const match_sample *sample = &match->samples[s];
        const match_way *a = &match->ways[sample->before], *b = &match->ways[sample->after];
        bool drawn = a->own[joint] && b->own[joint];
        double calm = stage->dof == 1 || drawn || rest > FREE * match->rest ? rest : FREE * match->rest;
        add_weights(sample, sample->value, calm, pair);
        add_weights(sample, sample->bend, calm, pair);
        if (drawn)
            add_weights(sample, sample->speed, match->smooth, pair);
        if (alone)
            add_weights(sample, sample->value, rest, alone);
    }
    if (stage->dof == 1)
        hold_idle(match, joint, pair);
}

static void quiet_root(const vv_match *match, match_stage *stage, uint32_t k, double (**room)[8])
{
    match_pair *pair = new_pair(match, stage, stage->pose.count - 1, k, false, room);
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

/* ---- The system's blocks ------------------------------------------------------------------------------------------------- */

/* Where a group's unknown r and another c of a group above it (whose columns begin at `at` in a pose) meet, in panels of a knot: the
 * values of both, and from there to tangents as columns and as rows. */
typedef struct meeting {
    size_t at, column, row;
} meeting;

static meeting meet(const match_stage *stage, uint32_t group, uint32_t r, uint32_t above, uint32_t at, uint32_t c)
{
    const match_tree *knot = &stage->knot;
    size_t width = knot->width[group];
    return (meeting){knot->panel[group] + r * width + 2 * at + c, stage->pose.rows[above],
                     stage->pose.rows[group] * width};
}

/* w: value², value·tangent, tangent². */
static void add_own(double *own, meeting m, const double w[3])
{
    own[m.at] += w[0];
    own[m.at + m.column] += w[1];
    own[m.at + m.row] += w[1];
    own[m.at + m.row + m.column] += w[2];
}

/* w: of value and tangent at a knot (rows of `ahead`) with the value, then with the tangent at the next. `behind` has rows of the
 * next; a group with itself is in `ahead` alone. */
static void add_ties(double *ahead, double *behind, meeting m, const double w[4], bool itself)
{
    ahead[m.at] += w[0];
    ahead[m.at + m.row] += w[1];
    ahead[m.at + m.column] += w[2];
    ahead[m.at + m.row + m.column] += w[3];
    if (itself)
        return;
    behind[m.at] += w[0];
    behind[m.at + m.column] += w[1];
    behind[m.at + m.row] += w[2];
    behind[m.at + m.row + m.column] += w[3];
}

/* What never changes. */
static void quiet_blocks(const vv_match *match, const match_stage *stage, const match_blocks *blocks)
{
    const match_tree *tree = &stage->pose;
    for (uint32_t p = 0; p < stage->pair_count; p++) {
        const match_pair *pair = &stage->pairs[p];
        uint32_t g = pair->group, up = tree->up[g], part = pair->part;
        meeting alone = meet(stage, g, part, g, 0, part), above = alone, both = alone;
        if (pair->b != VV_NONE) {
            above = meet(stage, up, part, up, 0, part);
            both = meet(stage, g, part, up, tree->rows[g], part);
        }
        for (uint32_t k = 0; k < match->knot_count; k++) {
            size_t at = k * stage->knot.size;
            const double *w = pair->knots[k];
            double less[7], *own = blocks->own + at, *ahead = blocks->ahead + at, *behind = blocks->behind + at;
            for (uint32_t i = 0; i < 7; i++)
                less[i] = -w[i];
            add_own(own, alone, w);
            add_ties(ahead, behind, alone, w + 3, true);
            if (pair->b == VV_NONE)
                continue;
            add_own(own, above, w);
            add_ties(ahead, behind, above, w + 3, true);
            add_own(own, both, less);
            add_ties(ahead, behind, both, less + 3, false);
        }
    }
}

/* ---- What the line asks for ------------------------------------------------------------------------------------------------ */

enum { SUMS = 10 }; /* products of Hermite weights: of the knot before (value, tangent), of the one after, of both */

/* sums += products of Hermite weights times H. */
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

/* Sums of a group's row, with itself and with all above it, into the panels of both knots. */
static void lay_row(const match_stage *stage, uint32_t knot, uint32_t group, uint32_t r, const match_work *work)
{
    const match_tree *tree = &stage->pose;
    size_t size = tree->size, first = tree->panel[group] + (size_t)r * tree->width[group];
    const match_blocks *to = &work->system;
    size_t here = knot * stage->knot.size, next = here + stage->knot.size;
    for (uint32_t a = group, at = 0; a != VV_NONE; at += tree->rows[a], a = tree->up[a])
        for (uint32_t c = 0; c < tree->rows[a]; c++) {
            double w[SUMS];
            for (uint32_t k = 0; k < SUMS; k++)
                w[k] = work->sums[k * size + first + at + c];
            meeting m = meet(stage, group, r, a, at, c);
            add_own(to->own + here, m, w);
            add_own(to->own + next, m, w + 3);
            add_ties(to->ahead + here, to->behind + here, m, w + 6, a == group);
        }
}

/* The samples between a knot and the next, from `sample` on; returns their cost. */
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
            lay_row(stage, knot, g, r, work);
    return cost;
}

double vvi_match_system(const vv_match *match, const match_stage *stage, match_work *work, bool normal)
{
    size_t count = (size_t)match->knot_count * 2 * stage->size, blocks = match->knot_count * stage->knot.size;
    double *quiet = normal ? work->right : work->room;
    memset(quiet, 0, count * sizeof *quiet);
    vvi_match_quiet_times(match, stage, stage->x, quiet);
    double cost = vvi_match_quiet_cost(match, stage, stage->x, quiet);
    for (uint32_t s = 0; !normal && s < match->sample_count; s++)
        cost += match->samples[s].weight * vvi_match_terms(match, stage, s, work, false);
    if (!normal)
        return cost;
    memset(work->system.own, 0, blocks * sizeof *work->system.own);
    memset(work->system.ahead, 0, blocks * sizeof *work->system.ahead);
    memset(work->system.behind, 0, blocks * sizeof *work->system.behind);
    quiet_blocks(match, stage, &work->system);
    for (uint32_t k = 0, s = 0; k + 1 < match->knot_count; k++)
        cost += add_interval(match, stage, k, &s, work);
    return cost;
}
