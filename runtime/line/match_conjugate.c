/* Damped steps by conjugate gradients. Where sets change or contacts hold, poses look different from knot to knot: then the system is
 * built and nearly factored (match_blocks.c). Otherwise its products alone are used, with a simpler one for a factor (match_mass.c). */
#include "matching.h"

#include <string.h>

#define MOST_ROUNDS 60u
#define TOLERANCE   1e-2 /* of the residual, in the factor's norm */

/* ---- By blocks: unknowns in the order of the tree, values and tangents of a joint together ---------------------------------- */

/* From a knot's values, then tangents; or back. */
static void regroup(const vv_match *match, const match_stage *stage, double *plain, double *grouped, bool back)
{
    const match_tree *tree = &stage->pose;
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

/* What the diagonal gains in the factor, beyond the damping, where leaving out has made it indefinite: none, then more and more. */
static const double shifts[] = {0.0, 1e-3, 1e-2, 0.1, 1.0};

static bool factor_shifted(const vv_match *match, const match_stage *stage, double shift, match_work *work)
{
    const match_tree *tree = &stage->knot;
    size_t bytes = match->knot_count * tree->size * sizeof *work->factor.own;
    memcpy(work->factor.own, work->system.own, bytes);
    memcpy(work->factor.ahead, work->system.ahead, bytes);
    memcpy(work->factor.behind, work->system.behind, bytes);
    for (uint32_t k = 0; k < match->knot_count; k++)
        for (uint32_t g = 0; g < tree->count; g++)
            for (uint32_t r = 0; r < tree->rows[g]; r++) {
                double *d = work->factor.own + k * tree->size + tree->panel[g] + r * (size_t)(tree->width[g] + 1);
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
                work->damping[(size_t)k * tree->unknowns + tree->first[g] + r] = damping * work->system.own[at] + 1e-12;
            }
    for (uint32_t i = 0; i < sizeof shifts / sizeof *shifts; i++)
        if (factor_shifted(match, stage, shifts[i], work))
            return true;
    return false;
}

/* ---- Either way ---------------------------------------------------------------------------------------------------------- */

/* z = the factor's inverse times r. */
static void solve_nearly(const vv_match *match, const match_stage *stage, const double *r, double *z, match_work *work)
{
    memcpy(z, r, (size_t)match->knot_count * 2 * stage->size * sizeof *z);
    if (stage->direct)
        vvi_blocks_solve(&stage->knot, match->knot_count, &work->factor, z, work->path);
    else
        vvi_match_mass_solve(match, stage, z, work);
}

/* out = −(the damped system) x. */
static void negative_product(const vv_match *match, const match_stage *stage, const double *x, double *out,
                             match_work *work)
{
    size_t count = (size_t)match->knot_count * 2 * stage->size;
    if (stage->direct) {
        memset(out, 0, count * sizeof *out);
        vvi_blocks_subtract(&stage->knot, match->knot_count, &work->system, x, out, work->path);
    } else
        vvi_match_product(match, stage, x, out, work);
    for (size_t i = 0; i < count; i++)
        out[i] = (stage->direct ? out[i] : -out[i]) - work->damping[i] * x[i];
}

static double dot(size_t count, const double *a, const double *b)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

/* work->step from work->residual, which it uses up. */
static void conjugate(const vv_match *match, const match_stage *stage, match_work *work)
{
    size_t count = (size_t)match->knot_count * 2 * stage->size;
    double *r = work->residual, *z = work->guess, *p = work->way, *q = work->image, *x = work->step;
    memset(x, 0, count * sizeof *x);
    solve_nearly(match, stage, r, z, work);
    memcpy(p, z, count * sizeof *p);
    double rz = dot(count, r, z), first = rz;
    for (uint32_t i = 0; i < MOST_ROUNDS && rz > TOLERANCE * TOLERANCE * first; i++) {
        negative_product(match, stage, p, q, work);
        double alpha = -rz / dot(count, p, q);
        if (!(alpha > 0.0 && alpha < 1e12))
            break;
        for (size_t k = 0; k < count; k++) {
            x[k] += alpha * p[k];
            r[k] += alpha * q[k];
        }
        solve_nearly(match, stage, r, z, work);
        double next = dot(count, r, z), beta = next / rz;
        for (size_t k = 0; k < count; k++)
            p[k] = z[k] + beta * p[k];
        rz = next;
    }
}

bool vvi_match_conjugate(const vv_match *match, const match_stage *stage, double damping, match_work *work)
{
    size_t count = (size_t)match->knot_count * 2 * stage->size;
    if (!(stage->direct ? factor_blocks : vvi_match_mass_damp)(match, stage, damping, work))
        return false;
    if (!stage->direct) {
        memcpy(work->residual, work->right, count * sizeof *work->residual);
        conjugate(match, stage, work);
        return true;
    }
    regroup(match, stage, work->right, work->residual, false);
    conjugate(match, stage, work);
    memcpy(work->residual, work->step, count * sizeof *work->residual);
    regroup(match, stage, work->step, work->residual, true);
    return true;
}
