/* The normal equations of the first stage without building them: (Σ_s W_sᵀ J_sᵀ J_s W_s + K) times a vector, in time
 * proportional to frames and bones. Displacements are propagated down the body, forces up, as in match_normal.c. */
#include "matching.h"

#include <string.h>

double vvi_match_linearise(const vv_match *match, const match_stage *stage, match_work *work)
{
    uint32_t n = stage->size, nodes = match->body.node_count;
    size_t count = (size_t)match->knot_count * 2 * n;
    memset(work->right, 0, count * sizeof *work->right);
    vvi_match_regularizer_product(match, stage, stage->x, work->right);
    double cost = vvi_match_regularizer_cost(match, stage, stage->x, work->right);
    for (uint32_t s = 0; s < match->sample_count; s++) {
        const match_sample *sample = &match->samples[s];
        const match_target *targets = match->line_targets + (size_t)s * nodes;
        match_linearization *slopes = work->linearizations + (size_t)s * nodes;
        VVI_CHECK(sample->knot + 1 < match->knot_count && sample->weight >= 0.0);
        double *right = work->right + (size_t)sample->knot * 2 * n;
        cost += sample->weight * vvi_match_gradient(match, stage, s, work);
        for (uint32_t i = 0; i < nodes; i++) {
            memcpy(slopes[i].arm_jacobian, work->pose.arm_jacobians + 3 * (size_t)i, sizeof slopes[i].arm_jacobian);
            memcpy(slopes[i].view_jacobian, work->pose.view_jacobians[i], sizeof slopes[i].view_jacobian);
            slopes[i].position_weight = targets[i].position_weight;
            slopes[i].direction_weight = targets[i].direction_weight * targets[i].inverse * targets[i].inverse;
        }
        for (uint32_t j = 0; j < 4; j++)
            for (uint32_t i = 0; i < n; i++)
                right[j * n + i] += sample->weight * sample->value[j] * work->b[i];
    }
    return cost;
}

/* Propagates displacements down the body: displacements[node], and view_displacements[node] of their projections. */
static void propagate_displacements(const vv_match *match, const match_stage *stage, const match_linearization *slopes,
                                    const double *y, match_work *work)
{
    const match_body *body = &match->body;
    const double *root = y + stage->size - stage->root;
    double start[3] = {0.0, 0.0, 0.0};
    for (uint32_t k = 0; k < 3; k++)
        for (uint32_t r = 0; r < stage->root; r++)
            start[k] += work->basis[k * stage->root + r] * root[r];
    for (uint32_t i = 0; i < body->node_count; i++) {
        uint32_t up = body->parents[i], v = up == VV_NONE ? VV_NONE : stage->variable[up];
        VVI_CHECK(up == VV_NONE || (up < body->joint_count && up < i));
        const double *from = up == VV_NONE ? start : work->displacements[up], *g = slopes[i].arm_jacobian,
                     *J = slopes[i].view_jacobian;
        double by = v == VV_NONE ? 0.0 : y[v], *to = work->displacements[i];
        for (uint32_t k = 0; k < 3; k++)
            to[k] = from[k] + g[k] * by;
        for (uint32_t k = 0; k < 2; k++)
            work->view_displacements[i][k] = J[3 * k] * to[0] + J[3 * k + 1] * to[1] + J[3 * k + 2] * to[2];
    }
}

/* The forces in the view that these displacements cause: view_forces[node]. */
static void find_view_forces(const vv_match *match, const match_linearization *slopes, match_work *work)
{
    const match_body *body = &match->body;
    double(*forces)[2] = work->view_forces;
    for (uint32_t i = 0; i < body->node_count; i++)
        for (uint32_t k = 0; k < 2; k++)
            forces[i][k] = slopes[i].position_weight * work->view_displacements[i][k];
    for (uint32_t i = 0; i < body->node_count; i++) {
        double w = slopes[i].direction_weight;
        if (!(w > 0.0))
            continue;
        uint32_t up = body->parents[i];
        VVI_CHECK(up != VV_NONE);
        for (uint32_t k = 0; k < 2; k++) {
            double change = w * (work->view_displacements[i][k] - work->view_displacements[up][k]);
            forces[i][k] += change;
            forces[up][k] -= change;
        }
    }
}

/* Propagates forces up the body, onto its unknowns. */
static void gather_forces(const vv_match *match, const match_stage *stage, const match_linearization *slopes,
                          match_work *work)
{
    const match_body *body = &match->body;
    double total[3] = {0.0, 0.0, 0.0}, *out = work->b;
    memset(out, 0, stage->size * sizeof *out);
    memset(work->f, 0, body->node_count * sizeof *work->f);
    for (uint32_t i = body->node_count; i-- > 0;) {
        uint32_t up = body->parents[i], v = up == VV_NONE ? VV_NONE : stage->variable[up];
        const double *g = slopes[i].arm_jacobian, *J = slopes[i].view_jacobian, *p = work->view_forces[i];
        double *f = work->f[i], *to = up == VV_NONE ? total : work->f[up];
        for (uint32_t k = 0; k < 3; k++) {
            f[k] += J[k] * p[0] + J[3 + k] * p[1];
            to[k] += f[k];
        }
        if (v != VV_NONE)
            out[v] += g[0] * f[0] + g[1] * f[1] + g[2] * f[2];
    }
    for (uint32_t r = 0; r < stage->root; r++)
        out[stage->size - stage->root + r] = work->basis[r] * total[0] + work->basis[stage->root + r] * total[1] +
                                             work->basis[2 * stage->root + r] * total[2];
}

void vvi_match_product(const vv_match *match, const match_stage *stage, const double *x, double *out, match_work *work)
{
    uint32_t n = stage->size, nodes = match->body.node_count;
    memset(out, 0, (size_t)match->knot_count * 2 * n * sizeof *out);
    vvi_match_regularizer_product(match, stage, x, out);
    for (uint32_t s = 0; s < match->sample_count; s++) {
        const match_sample *sample = &match->samples[s];
        const match_linearization *slopes = work->linearizations + (size_t)s * nodes;
        const double *from = x + (size_t)sample->knot * 2 * n, *w = sample->value;
        double *restrict to = out + (size_t)sample->knot * 2 * n, *restrict y = work->pose.values;
        for (uint32_t i = 0; i < n; i++)
            y[i] = w[0] * from[i] + w[1] * from[n + i] + w[2] * from[2 * n + i] + w[3] * from[3 * n + i];
        propagate_displacements(match, stage, slopes, y, work);
        find_view_forces(match, slopes, work);
        gather_forces(match, stage, slopes, work);
        for (uint32_t j = 0; j < 4; j++)
            for (uint32_t i = 0; i < n; i++)
                to[j * n + i] += sample->weight * w[j] * work->b[i];
    }
}
