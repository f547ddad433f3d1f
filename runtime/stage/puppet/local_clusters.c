/* As rigid as possible, cluster by cluster, in doubles and without any vertex: E = ½ z L̃ z + ½ z_rest L̃ z_rest − Σ |S_c| with
 * S_c = Σ_k z_k β_ck, β = K conj(z_rest) folded once a step; the pull is Σ_c conj(β_ck) S_c/|S_c|. */
#include "local.h"

#include <math.h>

static double quadratic(const vvi_puppet_view *p, const double *c, vvi_width width)
{
    double out[2 * (3 * VV_RIG_MAX_HANDLES + 8)], sum = 0.0;
    vvi_real_apply(width, p->stride, p->column_count, p->elastic_matrix, c, out);
    for (uint32_t k = 0; k < 2 * p->stride; k++)
        sum += c[k] * out[k];
    return 0.5 * sum;
}

void vvi_local_fold(const local_work *w, const double *rest)
{
    const vvi_puppet_view *p = w->puppet;
    const double *K = w->kernel.folds;
    for (uint32_t cluster = 0; cluster < w->cluster_count; cluster++) {
        uint32_t start = w->kernel.cluster_starts[cluster], n = w->kernel.cluster_starts[cluster + 1] - start;
        double *out = w->folded + 8 * (size_t)start;
        for (uint32_t i = 0; i < 8 * n; i++)
            out[i] = 0.0;
        for (uint32_t l = 0; l < 3 * n; l++, K += 4 * n) {
            uint32_t column = 3 * w->kernel.cluster_handles[start + l / 3] + l % 3;
            double re = rest[column], im = rest[p->stride + column];
            for (uint32_t k = 0; k < 4 * n; k++) {
                out[8 * (k / 4) + k % 4] += K[k] * re;
                out[8 * (k / 4) + 4 + k % 4] += K[k] * im;
            }
        }
    }
    *w->energy = quadratic(p, rest, w->width);
}

double vvi_local_clusters(const local_work *w, const double *c, double *pull)
{
    const vvi_puppet_view *p = w->puppet;
    double lengths = 0.0;
    for (uint32_t cluster = 0; cluster < w->cluster_count; cluster++) {
        uint32_t start = w->kernel.cluster_starts[cluster], end = w->kernel.cluster_starts[cluster + 1];
        double re = 0.0, im = 0.0;
        for (uint32_t e = start; e < end; e++) {
            const double *b = w->folded + 8 * (size_t)e, *x = c + 3 * w->kernel.cluster_handles[e], *y = x + p->stride;
            for (uint32_t k = 0; k < 3; k++) {
                re += x[k] * b[k] + y[k] * b[4 + k];
                im += y[k] * b[k] - x[k] * b[4 + k];
            }
        }
        double length = sqrt(re * re + im * im);
        lengths += length;
        bool has = length > 1e-100;
        re = has ? re / length : 1.0;
        im = has ? im / length : 0.0;
        for (uint32_t e = start; e < end; e++) {
            const double *b = w->folded + 8 * (size_t)e;
            double *x = pull + 3 * w->kernel.cluster_handles[e], *y = x + p->stride;
            for (uint32_t k = 0; k < 3; k++) {
                x[k] += b[k] * re - b[4 + k] * im;
                y[k] += b[k] * im + b[4 + k] * re;
            }
        }
    }
    return quadratic(p, c, w->width) + *w->energy - lengths;
}
