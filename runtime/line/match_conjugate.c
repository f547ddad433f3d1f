/* Damped steps by preconditioned conjugate gradients. Where sets change or contacts hold, the normal equations differ
 * from knot to knot: then the system is built, and its incomplete factor is the preconditioner (match_blocks.c).
 * Otherwise only products with the system are computed, and the preconditioner is a simpler system (match_mass.c). */
#include "matching.h"

#include <string.h>

#define MAX_ITERATIONS 60u
#define TOLERANCE      1e-2 /* of the residual, in the preconditioner's norm, relative to the first */

/* ---- By blocks: unknowns in the order of the tree, values and tangents of a joint together ----------------------- */

/* Reorders vectors from values, then tangents of a knot to groups; or back. */
static void regroup(const vv_match *match, const match_stage *stage, double *plain, double *grouped, bool back)
{
    const match_tree *tree = &stage->pose;
    VVI_CHECK(tree->unknowns == stage->size);
    uint32_t n = stage->size;
    for (uint32_t k = 0; k < match->knot_count; k++)
        for (uint32_t g = 0; g < tree->count; g++)
            for (uint32_t i = 0; i < 2 * tree->rows[g]; i++) {
                bool tangent = i >= tree->rows[g];
                size_t from = (size_t)k * 2 * n, at = tree->first[g] + (tangent ? n + i - tree->rows[g] : i);
                double *a = plain + from + at, *b = grouped + from + 2 * (size_t)tree->first[g] + i;
                *(back ? a : b) = *(back ? b : a);
            }
}

/* Shifts of the diagonal of the factor, relative and beyond the damping, for the case that dropping fill-in has made
 * it indefinite: tried in this order. */
static const double shifts[] = {0.0, 1e-3, 1e-2, 0.1, 1.0};

static bool factor_shifted(const vv_match *match, const match_stage *stage, double shift, match_work *work)
{
    const match_tree *tree = &stage->knot;
    size_t bytes = match->knot_count * tree->size * sizeof *work->factor.diagonal;
    VVI_CHECK(stage->uses_blocks && tree->unknowns == 2 * stage->size && shift >= 0.0);
    memcpy(work->factor.diagonal, work->system.diagonal, bytes);
    memcpy(work->factor.upper, work->system.upper, bytes);
    memcpy(work->factor.lower, work->system.lower, bytes);
    for (uint32_t k = 0; k < match->knot_count; k++)
        for (uint32_t g = 0; g < tree->count; g++)
            for (uint32_t r = 0; r < tree->rows[g]; r++) {
                double *d = work->factor.diagonal + k * tree->size + tree->panel[g] + r * (size_t)(tree->width[g] + 1);
                *d += shift * *d + work->damping[(size_t)k * tree->unknowns + tree->first[g] + r];
            }
    return vvi_blocks_factor(tree, match->knot_count, &work->factor);
}

static bool factor_blocks(const vv_match *match, const match_stage *stage, double damping, match_work *work)
{
    const match_tree *tree = &stage->knot;
    for (uint32_t k = 0; k < match->knot_count; k++)
        for (uint32_t g = 0; g < tree->count; g++)
            for (uint32_t r = 0; r < tree->rows[g]; r++) {
                size_t at = k * tree->size + tree->panel[g] + r * (size_t)(tree->width[g] + 1);
                work->damping[(size_t)k * tree->unknowns + tree->first[g] + r] =
                    damping * work->system.diagonal[at] + 1e-12;
            }
    for (uint32_t i = 0; i < sizeof shifts / sizeof *shifts; i++)
        if (factor_shifted(match, stage, shifts[i], work))
            return true;
    return false;
}

/* ---- Conjugate gradients ----------------------------------------------------------------------------------------- */

/* z = the inverse of the preconditioner times r. */
static void apply_preconditioner(const vv_match *match, const match_stage *stage, const double *r, double *z,
                                 match_work *work)
{
    memcpy(z, r, (size_t)match->knot_count * 2 * stage->size * sizeof *z);
    if (stage->uses_blocks)
        vvi_blocks_solve(&stage->knot, match->knot_count, &work->factor, z, work->path);
    else
        vvi_match_apply_preconditioner(match, stage, z, work);
}

/* out = −(the damped system) x. */
static void negative_product(const vv_match *match, const match_stage *stage, const double *x, double *out,
                             match_work *work)
{
    size_t count = (size_t)match->knot_count * 2 * stage->size;
    if (stage->uses_blocks) {
        memset(out, 0, count * sizeof *out);
        vvi_blocks_subtract(&stage->knot, match->knot_count, &work->system, x, out, work->path);
    } else
        vvi_match_product(match, stage, x, out, work);
    for (size_t i = 0; i < count; i++)
        out[i] = (stage->uses_blocks ? out[i] : -out[i]) - work->damping[i] * x[i];
}

static double dot(size_t count, const double *a, const double *b)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Solves for work->step; work->residual holds the right side on entry and is overwritten. */
static void run_conjugate_gradients(const vv_match *match, const match_stage *stage, match_work *work)
{
    size_t count = (size_t)match->knot_count * 2 * stage->size;
    double *r = work->residual, *z = work->preconditioned, *p = work->direction, *q = work->product, *x = work->step;
    memset(x, 0, count * sizeof *x);
    apply_preconditioner(match, stage, r, z, work);
    memcpy(p, z, count * sizeof *p);
    double rz = dot(count, r, z), first = rz;
    for (uint32_t i = 0; i < MAX_ITERATIONS && rz > TOLERANCE * TOLERANCE * first; i++) {
        negative_product(match, stage, p, q, work);
        double alpha = -rz / dot(count, p, q);
        VVI_CHECK(rz > 0.0);
        if (!(alpha > 0.0 && alpha < 1e12))
            break;
        for (size_t k = 0; k < count; k++) {
            x[k] += alpha * p[k];
            r[k] += alpha * q[k];
        }
        apply_preconditioner(match, stage, r, z, work);
        double next = dot(count, r, z), beta = next / rz;
        for (size_t k = 0; k < count; k++)
            p[k] = z[k] + beta * p[k];
        rz = next;
    }
}

bool vvi_match_solve_step(const vv_match *match, const match_stage *stage, double damping, match_work *work)
{
    size_t count = (size_t)match->knot_count * 2 * stage->size;
    VVI_CHECK(damping >= 0.0 && count > 0);
    if (!(stage->uses_blocks ? factor_blocks : vvi_match_factor_preconditioner)(match, stage, damping, work))
        return false;
    if (!stage->uses_blocks) {
        memcpy(work->residual, work->right, count * sizeof *work->residual);
        run_conjugate_gradients(match, stage, work);
        return true;
    }
    regroup(match, stage, work->right, work->residual, false);
    run_conjugate_gradients(match, stage, work);
    memcpy(work->residual, work->step, count * sizeof *work->residual);
    regroup(match, stage, work->step, work->residual, true);
    return true;
}
