/* Anderson acceleration of the local–global iteration c ↦ g(c) (Peng and others 2018, "Anderson acceleration for geometry
 * optimization and physics simulation"): with r = g − c, find θ that minimises |r − Σ θ_i Δr_i| and step to g − Σ θ_i Δg_i.
 * The diagonal of H weighs, so that metres and factors compare at every size. Rows that every g obeys are obeyed by the step too, since it is an affine mix of them. */
#include "solver.h"

#include <string.h>

void vvi_anderson_forget(anderson *a)
{
    a->count = a->next = 0;
    a->has_last = false;
}

static double weighted_dot(const anderson *a, uint32_t length, const double *x, const double *y)
{
    double sum[4] = {0.0};
    for (uint32_t k = 0; k < length; k += 4)
        for (uint32_t lane = 0; lane < 4; lane++)
            sum[lane] += a->weights[k + lane] * x[k + lane] * y[k + lane];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

static void remember(anderson *a, uint32_t length, const double *residual, const double *goal)
{
    uint32_t slot = a->next;
    for (uint32_t k = 0; k < length; k++) {
        a->residual_steps[slot][k] = residual[k] - a->last_residual[k];
        a->goal_steps[slot][k] = goal[k] - a->last_goal[k];
    }
    a->count = a->count < ANDERSON_DEPTH ? a->count + 1 : ANDERSON_DEPTH;
    a->next = (slot + 1) % ANDERSON_DEPTH;
    for (uint32_t i = 0; i < a->count; i++)
        a->gram[i][slot] = a->gram[slot][i] = weighted_dot(a, length, a->residual_steps[i], a->residual_steps[slot]);
}

/* θ; false where the remembered steps say nothing new. */
static bool solve_mix(const anderson *a, uint32_t length, const double *residual, double *mix)
{
    double A[ANDERSON_DEPTH * ANDERSON_DEPTH], largest = 0.0;
    for (uint32_t i = 0; i < a->count; i++) {
        for (uint32_t j = 0; j < a->count; j++)
            A[i * a->count + j] = a->gram[i][j];
        largest = a->gram[i][i] > largest ? a->gram[i][i] : largest;
        mix[i] = weighted_dot(a, length, a->residual_steps[i], residual);
    }
    for (uint32_t i = 0; i < a->count; i++)
        A[i * a->count + i] += 1e-10 * a->gram[i][i] + 1e-14 * largest;
    if (!(largest > 0.0) || !vvi_cholesky_factor_double(a->count, A))
        return false;
    vvi_cholesky_solve_double(a->count, A, 1, mix);
    return true;
}

void vvi_anderson_step(anderson *a, uint32_t length, const double *c, const double *goal, double *out)
{
    double mix[ANDERSON_DEPTH];
    for (uint32_t k = 0; k < length; k++)
        out[k] = goal[k] - c[k];
    if (a->has_last)
        remember(a, length, out, goal);
    memcpy(a->last_residual, out, length * sizeof *out);
    memcpy(a->last_goal, goal, length * sizeof *goal);
    a->has_last = true;
    bool mixed = a->count > 0 && solve_mix(a, length, out, mix);
    memcpy(out, goal, length * sizeof *out);
    for (uint32_t i = 0; mixed && i < a->count; i++)
        for (uint32_t k = 0; k < length; k++)
            out[k] -= mix[i] * a->goal_steps[i][k];
}
