/* Solves one handle's bounded problem by a primal–dual interior-point method (Mehrotra 1992), for the few cases in
 * which the active-set method does not converge: neighbouring handles, or handles on limbs one triangle wide. Nearly
 * all the energy is then between the two handles, and the rest of the mesh hardly contributes.
 *
 * Every weight stays strictly inside the bounds. z ≥ 0 is the force of the lower bound, u ≥ 0 that of the upper one:
 *     Qw = z − u,    w z = μ,    (1 − w) u = μ,    μ → 0.
 * Each step solves (Q + z/w + u/(1 − w)) d = … twice with one factorisation: first towards μ = 0 (the predictor),
 * then towards the μ that its step length suggests, with the predictor's second-order terms (the corrector). */
#include "weigh_private.h"

#define MOST_STEPS 60
#define STEP_SHARE 0.995 /* of the step to the nearest bound */
/* The unit of force is the harmonic mean of Q_ii, which slivers do not influence. */
#define LEAST_PRODUCT 1e-17 /* μ */
#define LEAST_ERROR   1e-10 /* of Qw = z − u, as a share of Q_ii */

typedef struct interior {
    bounded *b;
    double unit; /* of force */
    double *z, *u, *dz, *du;
    double *slack; /* 1 − w, stored because the difference would lose all digits near w = 1 */
} interior;

static double *weight(const interior *p, uint32_t i) { return &p->b->w[p->b->vertices[i]]; }

static void set_start(interior *p)
{
    double sum = 0.0;
    uint32_t n = p->b->matrix.n;
    for (uint32_t i = 0; i < n; i++)
        sum += 1.0 / p->b->diagonal[i];
    p->unit = n / sum;
    for (uint32_t i = 0; i < n; i++) {
        *weight(p, i) = p->slack[i] = 0.5;
        p->z[i] = p->u[i] = p->unit;
    }
}

/* ---- One step -------------------------------------------------------------------------------------------------- */

/* The complementarity measure: the mean product of force and slack after steps of `primal` and `dual`. */
static double mean_product(const interior *p, double primal, double dual)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < p->b->matrix.n; i++) {
        double change = primal * p->b->x[i];
        sum += (*weight(p, i) + change) * (p->z[i] + dual * p->dz[i]) +
               (p->slack[i] - change) * (p->u[i] + dual * p->du[i]);
    }
    return sum / (2.0 * p->b->matrix.n);
}

/* Whether Qw = z − u within tolerance. Also computes the gradient. */
static bool is_stationary(interior *p)
{
    const bounded *b = p->b;
    bool all = true;
    vvi_surface_bilaplacian(b->surface, b->w, b->gradient);
    for (uint32_t i = 0; i < b->matrix.n; i++)
        all = all && fabs(b->gradient[b->vertices[i]] - p->z[i] + p->u[i]) <= LEAST_ERROR * b->diagonal[i];
    return all;
}

/* Solves for the direction towards w z = (1 − w) u = product; with `second` 1, minus the second-order terms of the last
 * direction. */
static void solve_direction(interior *p, double product, double second)
{
    bounded *b = p->b;
    for (uint32_t i = 0; i < b->matrix.n; i++) {
        double w = *weight(p, i), slack = p->slack[i], z = p->z[i], u = p->u[i], d = second * b->x[i];
        double low = product - w * z - d * p->dz[i], high = product - slack * u + d * p->du[i];
        b->x[i] = z - u - b->gradient[b->vertices[i]] + low / w - high / slack;
        p->dz[i] = low;
        p->du[i] = high;
    }
    vvi_sparse_solve(b->factor, 1, b->x);
    for (uint32_t i = 0; i < b->matrix.n; i++) {
        double d = b->x[i];
        p->dz[i] = (p->dz[i] - p->z[i] * d) / *weight(p, i);
        p->du[i] = (p->du[i] + p->u[i] * d) / p->slack[i];
    }
}

/* Shortens the step `most` so that value + step · change stays non-negative. */
static double limit_step(double most, double value, double change)
{
    return value + most * change < 0.0 ? -value / change : most;
}

static void measure_step_lengths(const interior *p, double *primal, double *dual)
{
    *primal = *dual = 1.0;
    for (uint32_t i = 0; i < p->b->matrix.n; i++) {
        double d = p->b->x[i];
        *primal = limit_step(limit_step(*primal, *weight(p, i), d), p->slack[i], -d);
        *dual = limit_step(limit_step(*dual, p->z[i], p->dz[i]), p->u[i], p->du[i]);
    }
}

static vv_result take_step(interior *p, double product, vv_error *error)
{
    bounded *b = p->b;
    double primal, dual;
    for (uint32_t i = 0; i < b->matrix.n; i++)
        b->added[i] = b->diagonal[i] * b->ridge + p->z[i] / *weight(p, i) + p->u[i] / p->slack[i];
    vv_result result = vvi_sparse_refactor(b->factor, &b->matrix, b->added, error);
    b->report->factorisations++;
    if (result != VV_OK)
        return result;
    solve_direction(p, 0.0, 0.0);
    measure_step_lengths(p, &primal, &dual);
    double affine_ratio = mean_product(p, primal, dual) / product;
    solve_direction(p, affine_ratio * affine_ratio * affine_ratio * product, 1.0);
    measure_step_lengths(p, &primal, &dual);
    for (uint32_t i = 0; i < b->matrix.n; i++) {
        *weight(p, i) += STEP_SHARE * primal * b->x[i];
        p->slack[i] -= STEP_SHARE * primal * b->x[i];
        p->z[i] += STEP_SHARE * dual * p->dz[i];
        p->u[i] += STEP_SHARE * dual * p->du[i];
    }
    return VV_OK;
}

/* ---- The solver ------------------------------------------------------------------------------------------------ */

/* Puts a weight onto a bound whose force exceeds that of its slack. */
static void snap_to_bounds(interior *p)
{
    for (uint32_t i = 0; i < p->b->matrix.n; i++) {
        double *w = weight(p, i), stiffness = p->b->diagonal[i];
        *w = *w * stiffness < p->z[i] ? 0.0 : p->slack[i] * stiffness < p->u[i] ? 1.0 : *w;
    }
}

vv_result vvi_interior_solve(bounded *b, vv_error *error)
{
    size_t n = b->matrix.n;
    interior p = {.b = b,
                  .z = b->forces,
                  .u = b->forces + n,
                  .dz = b->forces + 2 * n,
                  .du = b->forces + 3 * n,
                  .slack = b->forces + 4 * n};
    set_start(&p);
    for (uint32_t i = 0; i < MOST_STEPS; i++) {
        double product = mean_product(&p, 0.0, 0.0);
        if (is_stationary(&p) && product <= LEAST_PRODUCT * p.unit)
            break;
        vv_result result = take_step(&p, product, error);
        if (result != VV_OK)
            return result;
    }
    snap_to_bounds(&p);
    return VV_OK;
}
