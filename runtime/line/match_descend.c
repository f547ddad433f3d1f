/* Levenberg–Marquardt over all knots at once. */
#include "matching.h"

#include <string.h>

#define MOST_STEPS     20u
#define MOST_TRIES     12u
#define ENOUGH         1e-4 /* share of the cost: a step that promises to lower it by no more is the last */
#define ROUGHLY        3e-3 /* the same in space: contacts are met exactly afterwards */
#define STILL          1e-6 /* so is one that moves no unknown by more */
#define LEAST          1e-9 /* damping, as a share of the diagonal */
#define LEAST_IN_SPACE 1e-4
#define FIRM           1e-3 /* … below which a step would hardly be another than one that led uphill */
#define FAR            0.5  /* radians or metres that a step moves until poses at knots look different */
#define PART           0.4  /* of a step that led uphill, tried … */
#define PARTS          2u   /* … and the same of that */

/* x = where it was before the step, less a part of it; returns the cost there. */
static double go(const vv_match *match, const match_stage *stage, match_work *work, double part)
{
    for (size_t i = 0; i < (size_t)match->knot_count * 2 * stage->size; i++)
        stage->x[i] = work->trial[i] - part * work->step[i];
    return vvi_match_system(match, stage, work, false);
}

static double largest(const vv_match *match, const match_stage *stage, const double *step)
{
    double most = 0.0;
    for (size_t i = 0; i < (size_t)match->knot_count * 2 * stage->size; i++)
        most = fabs(step[i]) > most ? fabs(step[i]) : most;
    return most;
}

/* By how much a damped step, (A + μ) s = b, should lower the cost: sᵀb, and a little more. */
static double promise(const vv_match *match, const match_stage *stage, const match_work *work)
{
    double sum = 0.0;
    for (size_t i = 0; i < (size_t)match->knot_count * 2 * stage->size; i++)
        sum += work->step[i] * work->right[i];
    return sum;
}

/* What a step did: from one cost to another. */
typedef struct descent {
    double from, to, promised, moved;
} descent;

/* A part of a step that led uphill: finding another step is more work than trying. False where it does not do what it promises. */
static bool go_partly(const vv_match *match, const match_stage *stage, match_work *work, descent *d)
{
    double part = PART;
    for (uint32_t i = 0; i < PARTS; i++, part *= PART) {
        double promised = (2.0 * part - part * part) * d->promised;
        d->to = go(match, stage, work, part);
        if (d->from - d->to > 0.25 * promised) {
            d->promised = promised;
            d->moved *= part;
            return true;
        }
    }
    return false;
}

/* One step downhill, or none where there is no way down. One that keeps what it promised is followed by a bolder one. */
static descent descend(const vv_match *match, const match_stage *stage, match_work *work, double cost, double *damping)
{
    size_t bytes = (size_t)match->knot_count * 2 * stage->size * sizeof *stage->x;
    double least = stage->dof == 3 ? LEAST_IN_SPACE : LEAST;
    memcpy(work->trial, stage->x, bytes);
    for (uint32_t t = 0; t < MOST_TRIES; t++) {
        if (vvi_match_conjugate(match, stage, *damping, work)) {
            descent d = {cost, go(match, stage, work, 1.0), promise(match, stage, work),
                         largest(match, stage, work->step)};
            if (d.to <= cost) {
                double kept = (cost - d.to) / d.promised;
                *damping *= kept > 0.7 ? 0.1 : kept > 0.25 ? 0.3 : 2.0;
                *damping = *damping > least ? *damping : least;
                return d;
            }
            if (go_partly(match, stage, work, &d)) {
                *damping = 3.0 * (*damping > FIRM ? *damping : FIRM);
                return d;
            }
        }
        *damping = *damping < FIRM ? FIRM : *damping * 10.0;
    }
    memcpy(stage->x, work->trial, bytes);
    return (descent){cost, cost, 0.0, 0.0};
}

/* Whether more steps would lower the cost by no more than a share: because this one promised no more; or, where it kept what it
 * promised, because it did so much less than the one before that the next ones, each less by the same factor, would add up to a
 * tenth of it. */
static bool arrived(const descent *d, double before, double enough)
{
    double fell = d->from - d->to, least = enough * d->from;
    if (!(fell > 0.0) || !(d->promised > least) || d->moved < STILL)
        return true;
    return fell > 0.5 * d->promised && fell < before && fell * fell / (before - fell) < 0.1 * least;
}

vv_result vvi_match_descend(vv_match *match, match_stage *stage, const vv_progress *progress, float done, float until,
                            uint32_t *iterations, vv_error *error)
{
    match_work *work = &match->work;
    bool in_space = stage->dof == 3;
    double damping = in_space ? FIRM : 1e-5, moved = INFINITY, fell = 0.0, enough = in_space ? ROUGHLY : ENOUGH;
    vvi_match_basis(match, stage, work);
    for (uint32_t i = 0; i < MOST_STEPS; i++) {
        if (progress && progress->report &&
            !progress->report(progress->user, done + (until - done) * (float)i / (float)MOST_STEPS))
            return vvi_fail(error, VV_ERROR_CANCELLED, "matching was stopped");
        double cost =
            stage->direct ? vvi_match_system(match, stage, work, true) : vvi_match_linearise(match, stage, work);
        if (!stage->direct && moved > FAR)
            vvi_match_precondition(match, stage, work);
        descent d = descend(match, stage, work, cost, &damping);
        moved = d.moved;
        ++*iterations;
        if (arrived(&d, fell, enough))
            break;
        fell = d.from - d.to;
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
