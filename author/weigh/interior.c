/* One handle's bounded problem once more, by a primal–dual interior-point method (Mehrotra 1992), for the few where pins do
 * not settle: handles side by side, or on limbs one triangle wide. Nearly all the energy is then between the two
 * handles, and what the rest of the mesh does hardly shows in it.
 *
 * Every vertex stays strictly inside the bounds. z ≥ 0 is the force of the lower one, u ≥ 0 of the upper one:
 *     Qw = z − u,    w z = μ,    (1 − w) u = μ,    μ → 0.
 * Each step solves (Q + z/w + u/(1 − w)) d = … twice with one factorisation: straight at μ = 0 to see how far that
 * goes, then at the μ this suggests, corrected for the second-order terms met on the way. */
#include "weigh_private.h"

#define STEPS 60
#define BACK  0.995 /* of the way to the nearest bound */
/* Forces are measured in the harmonic mean of Q_ii, which slivers do not move. */
#define LEAST_PRODUCT 1e-17 /* μ */
#define LEAST_ERROR   1e-10 /* of Qw = z − u, as a share of Q_ii */

typedef struct interior {
    bounded *b;
    double unit; /* of force */
    double *z, *u, *dz, *du;
    double *room; /* 1 − w, kept apart: near 1 the difference would have no digits left */
} interior;

static double *weight(const interior *p, uint32_t i) { return &p->b->w[p->b->vertices[i]]; }

static void begin(interior *p)
{
    double sum = 0.0;
    uint32_t n = p->b->matrix.n;
    for (uint32_t i = 0; i < n; i++)
        sum += 1.0 / p->b->diagonal[i];
    p->unit = n / sum;
    for (uint32_t i = 0; i < n; i++) {
        *weight(p, i) = p->room[i] = 0.5;
        p->z[i] = p->u[i] = p->unit;
    }
}

/* ---- One step ---------------------------------------------------------------------------------------------------- */

/* The mean product of force and distance after going `primal` and `dual` of the way. */
static double mean_product(const interior *p, double primal, double dual)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < p->b->matrix.n; i++) {
        double way = primal * p->b->x[i];
        sum += (*weight(p, i) + way) * (p->z[i] + dual * p->dz[i]) + (p->room[i] - way) * (p->u[i] + dual * p->du[i]);
    }
    return sum / (2.0 * p->b->matrix.n);
}

/* Whether Qw = z − u well enough. Renews the gradient. */
static bool balanced(interior *p)
{
    const bounded *b = p->b;
    bool all = true;
    vvi_surface_bilaplacian(b->surface, b->w, b->gradient);
    for (uint32_t i = 0; i < b->matrix.n; i++)
        all = all && fabs(b->gradient[b->vertices[i]] - p->z[i] + p->u[i]) <= LEAST_ERROR * b->diagonal[i];
    return all;
}

/* Direction towards w z = (1 − w) u = product, less the second-order terms of the last direction if `second` is 1. */
static void direct(interior *p, double product, double second)
{
    bounded *b = p->b;
    for (uint32_t i = 0; i < b->matrix.n; i++) {
        double w = *weight(p, i), room = p->room[i], z = p->z[i], u = p->u[i], d = second * b->x[i];
        double low = product - w * z - d * p->dz[i], high = product - room * u + d * p->du[i];
        b->x[i] = z - u - b->gradient[b->vertices[i]] + low / w - high / room;
        p->dz[i] = low;
        p->du[i] = high;
    }
    vvi_sparse_solve(b->factor, 1, b->x);
    for (uint32_t i = 0; i < b->matrix.n; i++) {
        double d = b->x[i];
        p->dz[i] = (p->dz[i] - p->z[i] * d) / *weight(p, i);
        p->du[i] = (p->du[i] + p->u[i] * d) / p->room[i];
    }
}

/* How much of a change keeps `value` positive, if it is less than `most`. */
static double shorter(double most, double value, double change)
{
    return value + most * change < 0.0 ? -value / change : most;
}

static void measure_way(const interior *p, double *primal, double *dual)
{
    *primal = *dual = 1.0;
    for (uint32_t i = 0; i < p->b->matrix.n; i++) {
        double d = p->b->x[i];
        *primal = shorter(shorter(*primal, *weight(p, i), d), p->room[i], -d);
        *dual = shorter(shorter(*dual, p->z[i], p->dz[i]), p->u[i], p->du[i]);
    }
}

static vv_result step(interior *p, double product, vv_error *error)
{
    bounded *b = p->b;
    double primal, dual;
    for (uint32_t i = 0; i < b->matrix.n; i++)
        b->added[i] = b->diagonal[i] * b->ridge + p->z[i] / *weight(p, i) + p->u[i] / p->room[i];
    vv_result result = vvi_sparse_refactor(b->factor, &b->matrix, b->added, error);
    b->report->factorisations++;
    if (result != VV_OK)
        return result;
    direct(p, 0.0, 0.0);
    measure_way(p, &primal, &dual);
    double share = mean_product(p, primal, dual) / product;
    direct(p, share * share * share * product, 1.0);
    measure_way(p, &primal, &dual);
    for (uint32_t i = 0; i < b->matrix.n; i++) {
        *weight(p, i) += BACK * primal * b->x[i];
        p->room[i] -= BACK * primal * b->x[i];
        p->z[i] += BACK * dual * p->dz[i];
        p->u[i] += BACK * dual * p->du[i];
    }
    return VV_OK;
}

/* ---- The whole --------------------------------------------------------------------------------------------------- */

/* What a bound presses on is on it. */
static void snap(interior *p)
{
    for (uint32_t i = 0; i < p->b->matrix.n; i++) {
        double *w = weight(p, i), stiffness = p->b->diagonal[i];
        *w = *w * stiffness < p->z[i] ? 0.0 : p->room[i] * stiffness < p->u[i] ? 1.0 : *w;
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
                  .room = b->forces + 4 * n};
    begin(&p);
    for (uint32_t i = 0; i < STEPS; i++) {
        double product = mean_product(&p, 0.0, 0.0);
        if (balanced(&p) && product <= LEAST_PRODUCT * p.unit)
            break;
        vv_result result = step(&p, product, error);
        if (result != VV_OK)
            return result;
    }
    snap(&p);
    return VV_OK;
}
