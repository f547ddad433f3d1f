/* The whole system over the knots: smoothness and rest, which are quadratic and never change, and the line's terms spread by Hermite
 * weights. Unknowns of a knot: values of a pose, then tangents. */
#include "matching.h"

#include <string.h>

/* ---- What never changes: smoothness of bones in the set (eq. 3), and a little pull towards the base ------------------------ */

/* Adds `weight` (Σ_j w_j (x_a,j − x_b,j))² over value and tangent of both knots; b VV_NONE: of a alone. */
static void add_pair(const match_stage *stage, const match_sample *sample, const double w[4], uint32_t a, uint32_t b,
                     double weight)
{
    uint32_t n = stage->size, n2 = 2 * n;
    size_t block = (size_t)n2 * n2;
    for (uint32_t j = 0; j < 4; j++)
        for (uint32_t l = 0; l < 4; l++) {
            double *to = j / 2 == l / 2 ? stage->quiet + (sample->knot + j / 2) * block
                                        : stage->quiet_below + sample->knot * block;
            size_t row = (size_t)(j % 2) * n, column = (size_t)(l % 2) * n;
            double m = weight * w[j] * w[l];
            if (j / 2 < l / 2)
                continue; /* only below the diagonal */
            to[(row + a) * n2 + column + a] += m;
            if (b == VV_NONE)
                continue;
            to[(row + b) * n2 + column + b] += m;
            to[(row + a) * n2 + column + b] -= m;
            to[(row + b) * n2 + column + a] -= m;
        }
}

static void quiet_joint(const vv_match *match, const match_stage *stage, const match_sample *sample, uint32_t joint)
{
    uint32_t v = stage->variable[joint], up = match->body.up[joint];
    uint32_t above = up == VV_NONE ? VV_NONE : stage->variable[up];
    if (v == VV_NONE || v == above)
        return;
    const match_way *a = &match->ways[sample->before], *b = &match->ways[sample->after];
    bool drawn = a->own[joint] && b->own[joint];
    for (uint32_t k = 0; k < stage->dof; k++) {
        uint32_t other = above == VV_NONE ? VV_NONE : above + k;
        add_pair(stage, sample, sample->value, v + k, other, match->rest);
        add_pair(stage, sample, sample->bend, v + k, other, match->rest);
        if (drawn)
            add_pair(stage, sample, sample->speed, v + k, other, match->smooth);
    }
}

void vvi_match_quiet(const vv_match *match, const match_stage *stage)
{
    size_t block = 4 * (size_t)stage->size * stage->size;
    memset(stage->quiet, 0, match->knot_count * block * sizeof *stage->quiet);
    memset(stage->quiet_below, 0, (match->knot_count - 1) * block * sizeof *stage->quiet);
    for (uint32_t s = 0; s < match->sample_count; s++) {
        const match_sample *sample = &match->samples[s];
        for (uint32_t i = 0; i < match->body.joint_count; i++)
            quiet_joint(match, stage, sample, i);
        for (uint32_t k = stage->size - stage->root; k < stage->size; k++) {
            add_pair(stage, sample, sample->value, k, VV_NONE, match->rest);
            add_pair(stage, sample, sample->bend, k, VV_NONE, match->rest);
            add_pair(stage, sample, sample->speed, k, VV_NONE, match->smooth);
        }
    }
}

/* y = A x of the quiet system (both triangles of its diagonal blocks are there); returns xᵀ A x. */
static double quiet_times(const vv_match *match, const match_stage *stage, double *y)
{
    uint32_t n2 = 2 * stage->size;
    size_t block = (size_t)n2 * n2;
    double sum = 0.0;
    memset(y, 0, (size_t)match->knot_count * n2 * sizeof *y);
    for (uint32_t k = 0; k < match->knot_count; k++) {
        const double *D = stage->quiet + k * block, *B = stage->quiet_below + k * block, *x = stage->x + (size_t)k * n2;
        double *out = y + (size_t)k * n2;
        bool more = k + 1 < match->knot_count;
        for (uint32_t r = 0; r < n2; r++) {
            double here = 0.0, next = 0.0;
            for (uint32_t c = 0; c < n2; c++)
                here += D[(size_t)r * n2 + c] * x[c];
            for (uint32_t c = 0; more && c < n2; c++) {
                next += B[(size_t)r * n2 + c] * x[c];
                out[c] += B[(size_t)r * n2 + c] * x[n2 + r];
            }
            out[r] += here;
            if (more)
                out[n2 + r] += next;
        }
    }
    for (size_t i = 0; i < (size_t)match->knot_count * n2; i++)
        sum += stage->x[i] * y[i];
    return sum;
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
    double *below = work->below + sample->knot * block;
    const double *w = sample->value, s = sample->weight;
    for (uint32_t r = 0; r < n; r++) /* H has its lower triangle only */
        for (uint32_t c = 0; c < r; c++)
            work->H[(size_t)c * n + r] = work->H[(size_t)r * n + c];
    spread_block(n, work->H, s * w[0] * w[0], first);
    spread_block(n, work->H, s * w[1] * w[0], first + low);
    spread_block(n, work->H, s * w[1] * w[1], first + low + n);
    spread_block(n, work->H, s * w[2] * w[2], second);
    spread_block(n, work->H, s * w[3] * w[2], second + low);
    spread_block(n, work->H, s * w[3] * w[3], second + low + n);
    spread_block(n, work->H, s * w[2] * w[0], below);
    spread_block(n, work->H, s * w[2] * w[1], below + n);
    spread_block(n, work->H, s * w[3] * w[0], below + low);
    spread_block(n, work->H, s * w[3] * w[1], below + low + n);
    double *right = work->right + (size_t)sample->knot * n2;
    for (uint32_t j = 0; j < 4; j++)
        for (uint32_t i = 0; i < n; i++)
            right[j * n + i] += s * w[j] * work->b[i];
}

double vvi_match_system(const vv_match *match, const match_stage *stage, match_work *work, bool normal)
{
    size_t block = 4 * (size_t)stage->size * stage->size;
    double cost = quiet_times(match, stage, normal ? work->right : work->room);
    if (normal) {
        memcpy(work->diagonal, stage->quiet, match->knot_count * block * sizeof *stage->quiet);
        memcpy(work->below, stage->quiet_below, (match->knot_count - 1) * block * sizeof *stage->quiet);
    }
    for (uint32_t s = 0; s < match->sample_count; s++) {
        cost += match->samples[s].weight * vvi_match_terms(match, stage, s, work, normal);
        if (normal)
            spread(stage, &match->samples[s], work);
    }
    return cost;
}
