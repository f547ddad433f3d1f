/* Damped steps of the first stage by conjugate gradients.
 *
 * If poses looked the same at all times, the system would be T ⊗ H: T the Hermite curves' own (samples' weights over knots), H one
 * pose's normal equations. They nearly do from a knot to the next, so with H_k = L_k L_kᵀ around every knot, L (T ⊗ 1) Lᵀ is
 * close to it and easily inverted; a dozen rounds then solve it. Building all blocks and factoring them
 * would take time that grows with the cube of the bones. */
#include "matching.h"

#include <string.h>

#define MOST_ROUNDS 60u
#define TOLERANCE   1e-2 /* of the residual, in the preconditioner's norm */

/* ---- T, the same for every unknown: factored once ------------------------------------------------------------------------- */

bool vvi_match_mass(vv_match *match)
{
    uint32_t knots = match->knot_count;
    double *D = vvi_arena_take(&match->arena, (size_t)knots * 4, sizeof *D);
    double *B = vvi_arena_take(&match->arena, (size_t)knots * 4, sizeof *B);
    match->mass_own = vvi_arena_take(&match->arena, knots, sizeof *match->mass_own);
    if (!D || !B || !match->mass_own)
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
    for (uint32_t k = 0; k < knots; k++) /* a knot may have few samples about it */
        for (uint32_t i = 0; i < 4; i += 3)
            D[4 * k + i] += 1e-9 + 1e-6 * D[4 * k + i];
    for (uint32_t k = 0; k < knots; k++)
        match->mass_own[k] = D[4 * k];
    match->mass = D;
    match->mass_above = B;
    return vvi_blocks_factor(knots, 2, D, B);
}

/* T⁻¹ for all unknowns at once: the two-by-two blocks of its factor, down and up the knots. */
static void solve_mass(const vv_match *match, uint32_t n, double *x)
{
    const double *D = match->mass, *B = match->mass_above;
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

/* ---- H at knots ----------------------------------------------------------------------------------------------------------- */

/* The mean of H at the knot and half way to both neighbours, a little of rest with it, into work->diagonal[knot · n · n]. */
static void gather(const vv_match *match, const match_stage *stage, uint32_t knot, match_work *work)
{
    uint32_t n = stage->size, count = 0;
    double *H = work->diagonal + (size_t)knot * n * n;
    memset(H, 0, (size_t)n * n * sizeof *H);
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t s = match->knot_samples[knot][i];
        if (s == VV_NONE)
            continue;
        vvi_match_terms(match, stage, s, work, true);
        for (size_t k = 0; k < (size_t)n * n; k++)
            H[k] += work->H[k];
        count++;
    }
    for (size_t k = 0; k < (size_t)n * n; k++)
        H[k] /= count > 0 ? (double)count : 1.0;
    for (uint32_t p = 0; p < stage->pair_count; p++) {
        uint32_t a = stage->pairs[p].a, b = stage->pairs[p].b;
        double w = 2.0 * match->rest + stage->pairs[p].knots[knot][7] / match->mass_own[knot];
        H[(size_t)a * n + a] += w;
        if (b == VV_NONE)
            continue;
        H[(size_t)b * n + b] += w;
        H[(size_t)(a > b ? a : b) * n + (a > b ? b : a)] -= w; /* the lower triangle */
    }
}

void vvi_match_precondition(const vv_match *match, const match_stage *stage, match_work *work)
{
    for (uint32_t k = 0; k < match->knot_count; k++)
        gather(match, stage, k, work);
}

/* The damped factors into work->factor, the damping itself into work->trial_damping. False: not positive definite. */
static bool damp(const vv_match *match, const match_stage *stage, double damping, match_work *work)
{
    uint32_t n = stage->size;
    size_t block = (size_t)n * n;
    memcpy(work->factor, work->diagonal, match->knot_count * block * sizeof *work->factor);
    for (uint32_t k = 0; k < match->knot_count; k++) {
        double *H = work->factor + k * block;
        for (uint32_t i = 0; i < n; i++) {
            double *d = &H[(size_t)i * n + i], by = damping * *d + 1e-12;
            work->damping[(size_t)k * n + i] = by;
            *d += by;
        }
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < i; j++)
                H[(size_t)j * n + i] = H[(size_t)i * n + j];
        if (!vvi_upper_factor(n, H))
            return false;
        for (uint32_t i = 0; i < n; i++) /* both triangles, so that both substitutions run along rows */
            for (uint32_t j = 0; j < i; j++)
                H[(size_t)i * n + j] = H[(size_t)j * n + i];
    }
    return true;
}

/* z = (L (T ⊗ 1) Lᵀ)⁻¹ r. */
static void precondition(const vv_match *match, const match_stage *stage, const double *r, double *z, match_work *work)
{
    uint32_t n = stage->size;
    memcpy(z, r, (size_t)match->knot_count * 2 * n * sizeof *z);
    for (uint32_t k = 0; k < match->knot_count; k++) {
        double *restrict a = z + (size_t)k * 2 * n, *restrict b = a + n;
        for (uint32_t i = 0; i < n; i++) {
            const double *restrict row = work->factor + ((size_t)k * n + i) * n;
            double p = a[i] /= row[i], q = b[i] /= row[i];
            for (uint32_t j = i + 1; j < n; j++) {
                a[j] -= row[j] * p;
                b[j] -= row[j] * q;
            }
        }
    }
    solve_mass(match, n, z);
    for (uint32_t k = 0; k < match->knot_count; k++) {
        const double *L = work->factor + (size_t)k * n * n;
        double *restrict a = z + (size_t)k * 2 * n, *restrict b = a + n;
        for (uint32_t i = n; i-- > 0;) {
            const double *restrict row = L + (size_t)i * n;
            a[i] /= row[i];
            b[i] /= row[i];
            double p = a[i], q = b[i];
            for (uint32_t j = 0; j < i; j++) {
                a[j] -= row[j] * p;
                b[j] -= row[j] * q;
            }
        }
    }
}

static double dot(size_t count, const double *a, const double *b)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

/* ---- Conjugate gradients -------------------------------------------------------------------------------------------------- */

static void damped_product(const vv_match *match, const match_stage *stage, const double *x, double *out,
                           match_work *work)
{
    uint32_t n = stage->size;
    vvi_match_product(match, stage, x, out, work);
    for (uint32_t k = 0; k < match->knot_count; k++)
        for (uint32_t i = 0; i < 2 * n; i++)
            out[(size_t)k * 2 * n + i] += work->damping[(size_t)k * n + i % n] * x[(size_t)k * 2 * n + i];
}

bool vvi_match_conjugate(const vv_match *match, const match_stage *stage, double damping, match_work *work)
{
    size_t count = (size_t)match->knot_count * 2 * stage->size;
    double *r = work->above, *z = r + count, *p = z + count, *q = p + count, *x = work->step;
    if (!damp(match, stage, damping, work))
        return false;
    memcpy(r, work->right, count * sizeof *r);
    memset(x, 0, count * sizeof *x);
    precondition(match, stage, r, z, work);
    memcpy(p, z, count * sizeof *p);
    double rz = dot(count, r, z), first = rz;
    for (uint32_t i = 0; i < MOST_ROUNDS && rz > TOLERANCE * TOLERANCE * first; i++) {
        damped_product(match, stage, p, q, work);
        double alpha = rz / dot(count, p, q);
        if (!(alpha > 0.0 && alpha < 1e12))
            break;
        for (size_t k = 0; k < count; k++) {
            x[k] += alpha * p[k];
            r[k] -= alpha * q[k];
        }
        precondition(match, stage, r, z, work);
        double next = dot(count, r, z), beta = next / rz;
        for (size_t k = 0; k < count; k++)
            p[k] = z[k] + beta * p[k];
        rz = next;
    }
    return true;
}
