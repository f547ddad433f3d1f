/* Anderson acceleration of the local–global iteration c ↦ g(c) (Peng and others 2018, "Anderson acceleration for
 * geometry optimization and physics simulation"): with r = g − c, find θ that minimises |r − Σ θ_i Δr_i| and step to
 * g − Σ θ_i Δg_i. The norm is weighted by the diagonal of H, so that lengths and dimensionless factors are comparable
 * at every size. Rows that hold in every g hold after the step too, since it is an affine combination of them. */
#include "solver.h"

#include <string.h>

void vvi_anderson_reset(anderson *a)
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

static void store_differences(anderson *a, uint32_t length, const double *residual, const double *goal)
{
    uint32_t slot = a->next;
    VVI_CHECK(slot < ANDERSON_DEPTH && a->count <= ANDERSON_DEPTH);
    for (uint32_t k = 0; k < length; k++) {
        a->residual_steps[slot][k] = residual[k] - a->last_residual[k];
        a->goal_steps[slot][k] = goal[k] - a->last_goal[k];
    }
    a->count = a->count < ANDERSON_DEPTH ? a->count + 1 : ANDERSON_DEPTH;
    a->next = (slot + 1) % ANDERSON_DEPTH;
    VVI_CHECK(slot < a->count);
    for (uint32_t i = 0; i < a->count; i++)
        a->gram[i][slot] = a->gram[slot][i] = weighted_dot(a, length, a->residual_steps[i], a->residual_steps[slot]);
}

/* Solves for θ. False where the stored steps are all zero or the system is singular. */
static bool solve_coefficients(const anderson *a, uint32_t length, const double *residual, double *coefficients)
{
    double A[ANDERSON_DEPTH * ANDERSON_DEPTH], largest = 0.0;
    for (uint32_t i = 0; i < a->count; i++) {
        for (uint32_t j = 0; j < a->count; j++)
            A[i * a->count + j] = a->gram[i][j];
        largest = a->gram[i][i] > largest ? a->gram[i][i] : largest;
        coefficients[i] = weighted_dot(a, length, a->residual_steps[i], residual);
    }
    for (uint32_t i = 0; i < a->count; i++)
        A[i * a->count + i] += 1e-10 * a->gram[i][i] + 1e-14 * largest;
    if (!(largest > 0.0) || !vvi_cholesky_factor_double(a->count, A))
        return false;
    vvi_cholesky_solve_double(a->count, A, 1, coefficients);
    return true;
}

void vvi_anderson_step(anderson *a, uint32_t length, const double *c, const double *goal, double *out)
{
    double coefficients[ANDERSON_DEPTH];
    VVI_CHECK(length % 4u == 0 && (a->has_last || a->count == 0));
    for (uint32_t k = 0; k < length; k++)
        out[k] = goal[k] - c[k];
    if (a->has_last)
        store_differences(a, length, out, goal);
    memcpy(a->last_residual, out, length * sizeof *out);
    memcpy(a->last_goal, goal, length * sizeof *goal);
    a->has_last = true;
    bool is_solved = a->count > 0 && solve_coefficients(a, length, out, coefficients);
    memcpy(out, goal, length * sizeof *out);
    for (uint32_t i = 0; is_solved && i < a->count; i++)
        for (uint32_t k = 0; k < length; k++)
            out[k] -= coefficients[i] * a->goal_steps[i][k];
}
