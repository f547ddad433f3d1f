/* Anderson acceleration of the local–global iteration z ↦ g(z) (Peng and others 2018, "Anderson acceleration for
 * geometry optimization and physics simulation"): with r = g − z, find γ that minimises |r − Σ γ_i Δr_i| and
 * step to g − Σ γ_i Δg_i. Moving a pin shifts g by a constant, so the differences of earlier steps stay valid;
 * only the difference across the move is not used. */
#include "posing.h"

#include <string.h>

void vvi_acceleration_forget(acceleration *a)
{
    a->count = a->next = 0;
    a->has_last = false;
}

static void store_step(vv_posing *posing, uint32_t length)
{
    acceleration *a = &posing->acceleration;
    uint32_t slot = a->next;
    posing->kernels->subtract(length, posing->residual, a->last_residual, a->residual_steps[slot]);
    posing->kernels->subtract(length, posing->goal, a->last_goal, a->goal_steps[slot]);
    a->count = a->count < HISTORY ? a->count + 1 : HISTORY;
    a->next = (slot + 1) % HISTORY;
    for (uint32_t i = 0; i < a->count; i++)
        a->gram[i][slot] = a->gram[slot][i] =
            posing->kernels->dot(length, a->residual_steps[i], a->residual_steps[slot]);
}

/* Solves for γ; false where the kept steps are linearly dependent. */
static bool solve_coefficients(vv_posing *posing, uint32_t length, double *gamma)
{
    acceleration *a = &posing->acceleration;
    double A[HISTORY * HISTORY], largest = 0.0;
    for (uint32_t i = 0; i < a->count; i++) {
        for (uint32_t j = 0; j < a->count; j++)
            A[i * a->count + j] = a->gram[i][j];
        largest = a->gram[i][i] > largest ? a->gram[i][i] : largest;
        gamma[i] = posing->kernels->dot(length, a->residual_steps[i], posing->residual);
    }
    for (uint32_t i = 0; i < a->count; i++)
        A[i * a->count + i] += 1e-10 * a->gram[i][i] + 1e-14 * largest;
    if (!(largest > 0.0) || !vvi_cholesky_factor_double(a->count, A))
        return false;
    vvi_cholesky_solve_double(a->count, A, 1, gamma);
    return true;
}

/* A residual that is mostly rounding error has no useful direction: along a motion without energy, such as a rotation
 * about a single pin, it could lead anywhere. */
static bool is_residual_significant(const vv_posing *posing, uint32_t length)
{
    double residual = posing->kernels->dot(length, posing->residual, posing->residual);
    double pose = posing->kernels->dot(length, posing->goal, posing->goal);
    return residual > 1e-20 * pose;
}

void vvi_accelerate(vv_posing *posing)
{
    acceleration *a = &posing->acceleration;
    uint32_t length = 2 * posing->view.n_stride;
    double gamma[HISTORY];
    posing->kernels->subtract(length, posing->goal, posing->z, posing->residual);
    memcpy(posing->next, posing->goal, length * sizeof(double));
    if (!is_residual_significant(posing, length)) {
        vvi_acceleration_forget(a);
        return;
    }
    if (a->has_last)
        store_step(posing, length);
    memcpy(a->last_residual, posing->residual, length * sizeof(double));
    memcpy(a->last_goal, posing->goal, length * sizeof(double));
    a->has_last = true;
    if (a->count > 0 && solve_coefficients(posing, length, gamma))
        for (uint32_t i = 0; i < a->count; i++)
            posing->kernels->add_scaled(length, posing->next, -gamma[i], a->goal_steps[i]);
}
