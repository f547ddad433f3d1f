/* Anderson acceleration of the local–global iteration z ↦ g(z) (Peng and others 2018, "Anderson acceleration for
 * geometry optimization and physics simulation"): with r = g − z, find γ that minimises |r − Σ γ_i Δr_i| and step to
 * g − Σ γ_i Δg_i. Differences stay good when pins move, since these shift g by a constant; only the pair across the
 * move is left out. */
#include "posing.h"

#include <string.h>

void vvi_acceleration_forget(acceleration *a)
{
    a->count = a->next = 0;
    a->has_last = false;
}

static void remember(vv_posing *posing, uint32_t length)
{
    acceleration *a = &posing->acceleration;
    uint32_t slot = a->next;
    posing->kernels->subtract(length, posing->residual, a->last_residual, a->residual_steps[slot]);
    posing->kernels->subtract(length, posing->goal, a->last_target, a->target_steps[slot]);
    a->count = a->count < HISTORY ? a->count + 1 : HISTORY;
    a->next = (slot + 1) % HISTORY;
    for (uint32_t i = 0; i < a->count; i++)
        a->gram[i][slot] = a->gram[slot][i] =
            posing->kernels->dot(length, a->residual_steps[i], a->residual_steps[slot]);
}

/* The mix γ; false where the remembered steps say nothing new. */
static bool solve_mix(vv_posing *posing, uint32_t length, double *mix)
{
    acceleration *a = &posing->acceleration;
    double A[HISTORY * HISTORY], largest = 0.0;
    for (uint32_t i = 0; i < a->count; i++) {
        for (uint32_t j = 0; j < a->count; j++)
            A[i * a->count + j] = a->gram[i][j];
        largest = a->gram[i][i] > largest ? a->gram[i][i] : largest;
        mix[i] = posing->kernels->dot(length, a->residual_steps[i], posing->residual);
    }
    for (uint32_t i = 0; i < a->count; i++)
        A[i * a->count + i] += 1e-10 * a->gram[i][i] + 1e-14 * largest;
    if (!(largest > 0.0) || !vvi_cholesky_factor_double(a->count, A))
        return false;
    vvi_cholesky_solve_double(a->count, A, 1, mix);
    return true;
}

/* A residual that is mostly rounding has no direction to follow: along a motion that costs nothing, such as turning
 * about a single pin, it would lead anywhere. */
static bool worth_it(const vv_posing *posing, uint32_t length)
{
    double residual = posing->kernels->dot(length, posing->residual, posing->residual);
    double pose = posing->kernels->dot(length, posing->goal, posing->goal);
    return residual > 1e-20 * pose;
}

void vvi_accelerate(vv_posing *posing)
{
    acceleration *a = &posing->acceleration;
    uint32_t length = 2 * posing->view.n_stride;
    double mix[HISTORY];
    posing->kernels->subtract(length, posing->goal, posing->z, posing->residual);
    memcpy(posing->next, posing->goal, length * sizeof(double));
    if (!worth_it(posing, length)) {
        vvi_acceleration_forget(a);
        return;
    }
    if (a->has_last)
        remember(posing, length);
    memcpy(a->last_residual, posing->residual, length * sizeof(double));
    memcpy(a->last_target, posing->goal, length * sizeof(double));
    a->has_last = true;
    if (a->count > 0 && solve_mix(posing, length, mix))
        for (uint32_t i = 0; i < a->count; i++)
            posing->kernels->add_scaled(length, posing->next, -mix[i], a->target_steps[i]);
}
