/* Levenberg–Marquardt over all knots at once. */
#include "matching.h"

#include <string.h>

#define MOST_STEPS 20u
#define MOST_TRIES 12u
#define ENOUGH     1e-4 /* a step that lowers the cost by a smaller share is the last */
#define ROUGHLY    3e-3 /* the same in space: contacts are met exactly afterwards */
#define STILL      1e-6 /* so is one that moves no unknown by more */

/* The damped step into work->step; false where rounding made the matrix indefinite. */
static bool damped_step(const vv_match *match, const match_stage *stage, match_work *work, double damping)
{
    uint32_t n2 = 2 * stage->size;
    size_t block = (size_t)n2 * n2, count = match->knot_count;
    memcpy(work->factor, work->diagonal, count * block * sizeof *work->factor);
    memcpy(work->factor_above, work->above, (count - 1) * block * sizeof *work->factor);
    memcpy(work->step, work->right, count * n2 * sizeof *work->step);
    for (size_t k = 0; k < count; k++)
        for (size_t i = 0; i < n2; i++) {
            double *d = work->factor + k * block + i * (n2 + 1);
            *d += damping * *d + 1e-12;
        }
    if (!vvi_blocks_factor((uint32_t)count, n2, work->factor, work->factor_above))
        return false;
    vvi_blocks_solve((uint32_t)count, n2, work->factor, work->factor_above, work->step);
    return true;
}

/* x −= step; returns the largest change. */
static double move(const vv_match *match, const match_stage *stage, const double *step)
{
    double most = 0.0;
    for (size_t i = 0; i < (size_t)match->knot_count * 2 * stage->size; i++) {
        stage->x[i] -= step[i];
        most = fabs(step[i]) > most ? fabs(step[i]) : most;
    }
    return most;
}

/* One step downhill from a cost; the new cost, or the old one where there is no way down. */
static double descend(const vv_match *match, const match_stage *stage, match_work *work, double cost, double *damping,
                      double *moved)
{
    size_t count = (size_t)match->knot_count * 2 * stage->size;
    memcpy(work->trial, stage->x, count * sizeof *stage->x);
    for (uint32_t t = 0; t < MOST_TRIES; t++) {
        bool stepped = stage->direct ? damped_step(match, stage, work, *damping)
                                     : vvi_match_conjugate(match, stage, *damping, work);
        if (stepped) {
            *moved = move(match, stage, work->step);
            double now = vvi_match_system(match, stage, work, false);
            if (now <= cost) {
                *damping = *damping > 1e-8 ? *damping * 0.1 : 1e-9;
                return now;
            }
            memcpy(stage->x, work->trial, count * sizeof *stage->x);
        }
        *damping = *damping * 10.0 + 1e-8;
    }
    *moved = 0.0;
    return cost;
}

vv_result vvi_match_descend(vv_match *match, match_stage *stage, const vv_progress *progress, float done, float until,
                            uint32_t *iterations, vv_error *error)
{
    match_work *work = &match->work;
    double damping = 1e-5, moved = 1.0, enough = stage->dof == 3 ? ROUGHLY : ENOUGH;
    vvi_match_basis(match, stage, work);
    for (uint32_t i = 0; i < MOST_STEPS; i++) {
        if (progress && progress->report &&
            !progress->report(progress->user, done + (until - done) * (float)i / (float)MOST_STEPS))
            return vvi_fail(error, VV_ERROR_CANCELLED, "matching was stopped");
        double cost =
            stage->direct ? vvi_match_system(match, stage, work, true) : vvi_match_linearise(match, stage, work);
        if (!stage->direct)
            vvi_match_precondition(match, stage, work);
        double now = descend(match, stage, work, cost, &damping, &moved);
        ++*iterations;
        if (!(cost - now > enough * cost) || moved < STILL)
            break;
    }
    return VV_OK;
}

void vvi_match_basis(const vv_match *match, const match_stage *stage, match_work *work)
{
    const d3 axes[3] = {match->u, match->v, match->n};
    for (uint32_t r = 0; r < stage->root; r++) {
        work->basis[r] = axes[r].x;
        work->basis[stage->root + r] = axes[r].y;
        work->basis[2 * stage->root + r] = axes[r].z;
    }
}
