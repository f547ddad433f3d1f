/* Levenberg–Marquardt over all knots at once. */
#include "matching.h"

#include <string.h>

#define MAX_STEPS 20u
#define MAX_TRIES 12u
/* share of the cost: a step that is predicted to lower it by no more is the last */
#define COST_TOLERANCE          1e-4
#define COST_TOLERANCE_IN_SPACE 3e-3 /* the same in space, since contacts are met exactly afterwards */
#define STEP_TOLERANCE          1e-6 /* a step that changes no unknown by more is the last */
#define MIN_DAMPING             1e-9 /* smallest damping, as a share of the diagonal */
#define MIN_DAMPING_IN_SPACE    1e-4
/* damping to try next after an uphill step; a smaller one would hardly change the step */
#define RETRY_DAMPING 1e-3
/* radians or metres that a step moves before the poses at knots are linearised again */
#define RELINEARISE_STEP 0.5
#define BACKTRACK_SHARE  0.4 /* share of an uphill step that is tried instead */
#define BACKTRACK_COUNT  2u  /* number of such shares, each this part of the one before */

/* Sets x to its value before the step, minus `part` of the step; returns the cost there. */
static double cost_after_step(const vv_match *match, const match_stage *stage, match_work *work, double part)
{
    for (size_t i = 0; i < (size_t)match->knot_count * 2 * stage->size; i++)
        stage->x[i] = work->trial[i] - part * work->step[i];
    return vvi_match_system(match, stage, work, false);
}

static double largest_component(const vv_match *match, const match_stage *stage, const double *step)
{
    double most = 0.0;
    for (size_t i = 0; i < (size_t)match->knot_count * 2 * stage->size; i++)
        most = fabs(step[i]) > most ? fabs(step[i]) : most;
    return most;
}

/* The predicted decrease of the cost by a damped step (A + μ) s = b: sᵀb, which is slightly more than it. */
static double predicted_decrease(const vv_match *match, const match_stage *stage, const match_work *work)
{
    double sum = 0.0;
    for (size_t i = 0; i < (size_t)match->knot_count * 2 * stage->size; i++)
        sum += work->step[i] * work->right[i];
    return sum;
}

/* What a step did to the cost, and its largest component. */
typedef struct descent {
    double from, to, predicted, moved;
} descent;

/* Tries parts of an uphill step, which is less work than solving for another step. False if none lowers the cost as
 * predicted. */
static bool backtrack(const vv_match *match, const match_stage *stage, match_work *work, descent *d)
{
    double part = BACKTRACK_SHARE;
    for (uint32_t i = 0; i < BACKTRACK_COUNT; i++, part *= BACKTRACK_SHARE) {
        double predicted = (2.0 * part - part * part) * d->predicted;
        d->to = cost_after_step(match, stage, work, part);
        if (d->from - d->to > 0.25 * predicted) {
            d->predicted = predicted;
            d->moved *= part;
            return true;
        }
    }
    return false;
}

/* Takes one step downhill, or none if there is none. A step that lowers the cost as predicted reduces the damping of
 * the next. */
static descent take_step(const vv_match *match, const match_stage *stage, match_work *work, double cost,
                         double *damping)
{
    size_t bytes = (size_t)match->knot_count * 2 * stage->size * sizeof *stage->x;
    double min_damping = stage->dof == 3 ? MIN_DAMPING_IN_SPACE : MIN_DAMPING;
    memcpy(work->trial, stage->x, bytes);
    for (uint32_t t = 0; t < MAX_TRIES; t++) {
        if (vvi_match_solve_step(match, stage, *damping, work)) {
            descent d = {cost, cost_after_step(match, stage, work, 1.0), predicted_decrease(match, stage, work),
                         largest_component(match, stage, work->step)};
            if (d.to <= cost) {
                double gain_ratio = (cost - d.to) / d.predicted;
                *damping *= gain_ratio > 0.7 ? 0.1 : gain_ratio > 0.25 ? 0.3 : 2.0;
                *damping = *damping > min_damping ? *damping : min_damping;
                return d;
            }
            if (backtrack(match, stage, work, &d)) {
                *damping = 3.0 * (*damping > RETRY_DAMPING ? *damping : RETRY_DAMPING);
                return d;
            }
        }
        *damping = *damping < RETRY_DAMPING ? RETRY_DAMPING : *damping * 10.0;
    }
    memcpy(stage->x, work->trial, bytes);
    return (descent){cost, cost, 0.0, 0.0};
}

/* Whether further steps would lower the cost by no more than a share of it: because this step was not predicted to
 * lower it by more; or, if it lowered the cost as predicted, because it did so much less than the one before that the
 * following steps, each smaller by the same factor, would add up to a tenth of that share. */
static bool has_converged(const descent *d, double last_decrease, double tolerance)
{
    double decrease = d->from - d->to, min_decrease = tolerance * d->from;
    if (!(decrease > 0.0) || !(d->predicted > min_decrease) || d->moved < STEP_TOLERANCE)
        return true;
    return decrease > 0.5 * d->predicted && decrease < last_decrease &&
           decrease * decrease / (last_decrease - decrease) < 0.1 * min_decrease;
}

vv_result vvi_match_minimize(vv_match *match, match_stage *stage, const vv_progress *progress, float done, float until,
                             uint32_t *iterations, vv_error *error)
{
    match_work *work = &match->work;
    bool in_space = stage->dof == 3;
    double damping = in_space ? RETRY_DAMPING : 1e-5, moved = INFINITY, last_decrease = 0.0,
           tolerance = in_space ? COST_TOLERANCE_IN_SPACE : COST_TOLERANCE;
    vvi_match_basis(match, stage, work);
    for (uint32_t i = 0; i < MAX_STEPS; i++) {
        if (progress && progress->report &&
            !progress->report(progress->user, done + (until - done) * (float)i / (float)MAX_STEPS))
            return vvi_fail(error, VV_ERROR_CANCELLED, "matching was stopped");
        double cost =
            stage->uses_blocks ? vvi_match_system(match, stage, work, true) : vvi_match_linearise(match, stage, work);
        if (!stage->uses_blocks && moved > RELINEARISE_STEP)
            vvi_match_precondition(match, stage, work);
        descent d = take_step(match, stage, work, cost, &damping);
        moved = d.moved;
        ++*iterations;
        if (has_converged(&d, last_decrease, tolerance))
            break;
        last_decrease = d.from - d.to;
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
