/* The first stage's normal equations without building them: (Σ_s W_sᵀ J_sᵀ J_s W_s + K) times a vector, in time proportional to
 * frames and bones. Down the body go changes of places, up go forces, as in match_normal.c. */
#include "matching.h"

#include <string.h>

double vvi_match_linearise(const vv_match *match, const match_stage *stage, match_work *work)
{
    uint32_t n = stage->size, nodes = match->body.node_count;
    size_t count = (size_t)match->knot_count * 2 * n;
    memset(work->right, 0, count * sizeof *work->right);
    vvi_match_quiet_times(match, stage, stage->x, work->right);
    double cost = vvi_match_quiet_cost(match, stage, stage->x, work->right);
    for (uint32_t s = 0; s < match->sample_count; s++) {
        const match_sample *sample = &match->samples[s];
        const match_aim *aims = match->aims + (size_t)s * nodes;
        match_slope *slopes = work->slopes + (size_t)s * nodes;
        double *right = work->right + (size_t)sample->knot * 2 * n;
        cost += sample->weight * vvi_match_gradient(match, stage, s, work);
        for (uint32_t i = 0; i < nodes; i++) {
            memcpy(slopes[i].gain, work->pose.gains + 3 * (size_t)i, sizeof slopes[i].gain);
            memcpy(slopes[i].view, work->pose.slopes[i], sizeof slopes[i].view);
            slopes[i].pull = aims[i].pull;
            slopes[i].direct = aims[i].direct * aims[i].inverse * aims[i].inverse;
        }
        for (uint32_t j = 0; j < 4; j++)
            for (uint32_t i = 0; i < n; i++)
                right[j * n + i] += sample->weight * sample->value[j] * work->b[i];
    }
    return cost;
}

/* Changes of places and views down the body: moved[node], seen[node]. */
static void push_down(const vv_match *match, const match_stage *stage, const match_slope *slopes, const double *y,
                      match_work *work)
{
    const match_body *body = &match->body;
    const double *root = y + stage->size - stage->root;
    double start[3] = {0.0, 0.0, 0.0};
    for (uint32_t k = 0; k < 3; k++)
        for (uint32_t r = 0; r < stage->root; r++)
            start[k] += work->basis[k * stage->root + r] * root[r];
    for (uint32_t i = 0; i < body->node_count; i++) {
        uint32_t up = body->up[i], v = up == VV_NONE ? VV_NONE : stage->variable[up];
        const double *from = up == VV_NONE ? start : work->moved[up], *g = slopes[i].gain, *J = slopes[i].view;
        double by = v == VV_NONE ? 0.0 : y[v], *to = work->moved[i];
        for (uint32_t k = 0; k < 3; k++)
            to[k] = from[k] + g[k] * by;
        for (uint32_t k = 0; k < 2; k++)
            work->glimpse[i][k] = J[3 * k] * to[0] + J[3 * k + 1] * to[1] + J[3 * k + 2] * to[2];
    }
}

/* Forces in the view from those changes: force[node]. */
static void draw_back(const vv_match *match, const match_slope *slopes, match_work *work)
{
    const match_body *body = &match->body;
    double(*pull)[2] = work->pulls;
    for (uint32_t i = 0; i < body->node_count; i++)
        for (uint32_t k = 0; k < 2; k++)
            pull[i][k] = slopes[i].pull * work->glimpse[i][k];
    for (uint32_t i = 0; i < body->node_count; i++) {
        double w = slopes[i].direct;
        if (!(w > 0.0))
            continue;
        uint32_t up = body->up[i];
        for (uint32_t k = 0; k < 2; k++) {
            double change = w * (work->glimpse[i][k] - work->glimpse[up][k]);
            pull[i][k] += change;
            pull[up][k] -= change;
        }
    }
}

/* And up the body: onto its unknowns. */
static void pull_up(const vv_match *match, const match_stage *stage, const match_slope *slopes, match_work *work)
{
    const match_body *body = &match->body;
    double total[3] = {0.0, 0.0, 0.0}, *out = work->b;
    memset(out, 0, stage->size * sizeof *out);
    memset(work->f, 0, body->node_count * sizeof *work->f);
    for (uint32_t i = body->node_count; i-- > 0;) {
        uint32_t up = body->up[i], v = up == VV_NONE ? VV_NONE : stage->variable[up];
        const double *g = slopes[i].gain, *J = slopes[i].view, *p = work->pulls[i];
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
    vvi_match_quiet_times(match, stage, x, out);
    for (uint32_t s = 0; s < match->sample_count; s++) {
        const match_sample *sample = &match->samples[s];
        const match_slope *slopes = work->slopes + (size_t)s * nodes;
        const double *from = x + (size_t)sample->knot * 2 * n, *w = sample->value;
        double *restrict to = out + (size_t)sample->knot * 2 * n, *restrict y = work->pose.values;
        for (uint32_t i = 0; i < n; i++)
            y[i] = w[0] * from[i] + w[1] * from[n + i] + w[2] * from[2 * n + i] + w[3] * from[3 * n + i];
        push_down(match, stage, slopes, y, work);
        draw_back(match, slopes, work);
        pull_up(match, stage, slopes, work);
        for (uint32_t j = 0; j < 4; j++)
            for (uint32_t i = 0; i < n; i++)
                to[j * n + i] += sample->weight * w[j] * work->b[i];
    }
}
