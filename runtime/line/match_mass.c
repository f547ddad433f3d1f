/* A preconditioner for the first stage: a system that is close to its own and easily inverted, where all keystrokes
 * have the same bones.
 *
 * If the normal equations of a pose were the same at all times, the system would be T ⊗ H, with T the Gram matrix
 * (mass matrix) of the Hermite basis, weighted by the samples, and H the normal equations of one pose. They change
 * little from a knot to the next, so with H_k = R_kᵀ R_k around every knot, Rᵀ (T ⊗ 1) R is close to the system; a
 * dozen iterations of conjugate gradients then solve it. Building and factoring all blocks instead would take time
 * that grows with the cube of a chain of bones. */
#include "matching.h"

#include <string.h>

#define SAME_DAMPING 1e-5 /* damping values this close give the same step */

/* ---- T, the same for every unknown: factored once ---------------------------------------------------------------- */

bool vvi_match_factor_mass(vv_match *match)
{
    uint32_t knots = match->knot_count;
    double *D = vvi_arena_allocate(&match->arena, (size_t)knots * 4, sizeof *D);
    double *B = vvi_arena_allocate(&match->arena, (size_t)knots * 4, sizeof *B);
    match->mass_diagonal = vvi_arena_allocate(&match->arena, knots, sizeof *match->mass_diagonal);
    if (!D || !B || !match->mass_diagonal)
        return false;
    for (uint32_t s = 0; s < match->sample_count; s++) {
        const match_sample *sample = &match->samples[s];
        const double *w = sample->value;
        for (uint32_t r = 0; r < 4; r++)
            for (uint32_t c = 0; c < 4; c++) {
                double m = sample->weight * w[r] * w[c];
                if (r / 2 == c / 2)
                    D[4 * (sample->knot + r / 2) + 2 * (r % 2) + c % 2] += m;
                else if (r < c)
                    B[4 * sample->knot + 2 * (r % 2) + c % 2] += m;
            }
    }
    for (uint32_t k = 0; k < knots; k++) /* a knot may have few samples around it */
        for (uint32_t i = 0; i < 4; i += 3)
            D[4 * k + i] += 1e-9 + 1e-6 * D[4 * k + i];
    for (uint32_t k = 0; k < knots; k++)
        match->mass_diagonal[k] = D[4 * k];
    match->mass_factor = D;
    match->mass_upper = B;
    uint32_t up = VV_NONE, first = 0, two = 2;
    size_t panel = 0;
    const match_tree tree = {1, &up, &first, &two, &two, &two, &up, &panel, 4, 2};
    return vvi_blocks_factor(&tree, knots, &(match_blocks){D, B, B});
}

/* T⁻¹ for all unknowns at once: substitution with the 2 × 2 blocks of its factor, forwards and backwards over the
 * knots. */
static void solve_mass(const vv_match *match, uint32_t n, double *x)
{
    const double *D = match->mass_factor, *B = match->mass_upper;
    uint32_t knots = match->knot_count;
    for (uint32_t k = 0; k < knots; k++) {
        double *restrict value = x + (size_t)k * 2 * n, *restrict tangent = value + n;
        const double *R = D + 4 * k, *b = k > 0 ? B + 4 * (k - 1) : NULL, *last = value - 2 * (size_t)(b ? n : 0);
        for (uint32_t i = 0; i < n; i++) {
            double v = value[i], t = tangent[i];
            if (b) {
                v -= b[0] * last[i] + b[2] * last[n + i];
                t -= b[1] * last[i] + b[3] * last[n + i];
            }
            value[i] = v / R[0];
            tangent[i] = (t - R[1] * value[i]) / R[3];
        }
    }
    for (uint32_t k = knots; k-- > 0;) {
        double *restrict value = x + (size_t)k * 2 * n, *restrict tangent = value + n;
        const double *R = D + 4 * k, *b = k + 1 < knots ? B + 4 * k : NULL, *next = value + 2 * (size_t)(b ? n : 0);
        for (uint32_t i = 0; i < n; i++) {
            double v = value[i], t = tangent[i];
            if (b) {
                v -= b[0] * next[i] + b[1] * next[n + i];
                t -= b[2] * next[i] + b[3] * next[n + i];
            }
            tangent[i] = t / R[3];
            value[i] = (v - R[1] * tangent[i]) / R[0];
        }
    }
}

/* ---- H at knots -------------------------------------------------------------------------------------------------- */

/* Adds H at a sample to one knot or two. */
static void add_pose(const vv_match *match, const match_stage *stage, uint32_t sample, uint32_t knot, uint32_t knots,
                     match_work *work)
{
    size_t size = stage->pose.size;
    vvi_match_terms(match, stage, sample, work, true);
    for (uint32_t k = knot; k < knot + knots; k++)
        for (size_t i = 0; i < size; i++)
            work->system.diagonal[k * size + i] += work->H[i];
}

/* Divides the sum of H by the number of samples, and adds the regularisation. */
static void average_pose(const vv_match *match, const match_stage *stage, uint32_t knot, match_work *work)
{
    const match_tree *tree = &stage->pose;
    double *H = work->system.diagonal + knot * tree->size, count = 1.0;
    for (uint32_t i = 1; i < 3; i++)
        count += match->knot_samples[knot][i] != VV_NONE ? 1.0 : 0.0;
    for (size_t k = 0; k < tree->size; k++)
        H[k] /= count;
    for (uint32_t p = 0; p < stage->pair_count; p++) {
        const match_pair *pair = &stage->pairs[p];
        uint32_t g = pair->group, up = tree->parent[g], k = pair->part;
        double w = 2.0 * match->rest_weight + pair->knots[knot][7] / match->mass_diagonal[knot];
        H[tree->panel[g] + k * (size_t)(tree->width[g] + 1)] += w;
        if (pair->b == VV_NONE)
            continue;
        H[tree->panel[up] + k * (size_t)(tree->width[up] + 1)] += w;
        H[tree->panel[g] + k * (size_t)(tree->width[g] + 1) + tree->rows[g]] -= w;
    }
}

/* The mean of H at every knot and half way to both neighbours, into work->system.diagonal. */
void vvi_match_precondition(const vv_match *match, const match_stage *stage, match_work *work)
{
    work->factored_damping = INFINITY;
    memset(work->system.diagonal, 0, match->knot_count * stage->pose.size * sizeof *work->system.diagonal);
    for (uint32_t k = 0; k < match->knot_count; k++) {
        add_pose(match, stage, match->knot_samples[k][0], k, 1, work);
        if (match->knot_samples[k][2] != VV_NONE)
            add_pose(match, stage, match->knot_samples[k][2], k, 2, work);
    }
    for (uint32_t k = 0; k < match->knot_count; k++)
        average_pose(match, stage, k, work);
}

/* The damping of one knot, and H damped. */
static void damp_knot(const match_stage *stage, double damping, double *H, double *by)
{
    const match_tree *tree = &stage->pose;
    for (uint32_t g = 0; g < tree->count; g++)
        for (uint32_t r = 0; r < tree->rows[g]; r++) {
            double *d = &H[tree->panel[g] + r * (size_t)(tree->width[g] + 1)];
            uint32_t i = tree->first[g] + r;
            by[i] = by[stage->size + i] = damping * *d + 1e-12;
            *d += by[i];
        }
}

bool vvi_match_factor_preconditioner(const vv_match *match, const match_stage *stage, double damping, match_work *work)
{
    size_t size = stage->pose.size;
    if (fabs(damping - work->factored_damping) < SAME_DAMPING)
        return true;
    work->factored_damping = damping;
    memcpy(work->factor.diagonal, work->system.diagonal, match->knot_count * size * sizeof *work->factor.diagonal);
    for (uint32_t k = 0; k < match->knot_count; k++) {
        double *H = work->factor.diagonal + k * size;
        damp_knot(stage, damping, H, work->damping + (size_t)k * 2 * stage->size);
        if (!vvi_tree_factor(&stage->pose, H)) {
            work->factored_damping = INFINITY;
            return false;
        }
    }
    return true;
}

void vvi_match_apply_preconditioner(const vv_match *match, const match_stage *stage, double *x, match_work *work)
{
    uint32_t n = stage->size;
    for (uint32_t k = 0; k < 2 * match->knot_count; k++)
        vvi_tree_solve_transposed(&stage->pose, work->factor.diagonal + k / 2 * stage->pose.size, x + (size_t)k * n);
    solve_mass(match, n, x);
    for (uint32_t k = 0; k < 2 * match->knot_count; k++)
        vvi_tree_solve(&stage->pose, work->factor.diagonal + k / 2 * stage->pose.size, x + (size_t)k * n);
}
