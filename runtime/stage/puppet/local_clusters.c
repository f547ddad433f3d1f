/* As rigid as possible, cluster by cluster, in doubles and without any vertex: E = ½ z L̃ z + ½ z_rest L̃ z_rest − Σ
 * |S_c| with S_c = Σ_k z_k conj(β_ck) and β = K z_rest, which is computed once a step. The pull is Σ_c β_ck
 * S_c/|S_c|. A handle's three columns take four lanes, the last of them zero, so that only handles that move a
 * cluster are evaluated. */
#include "local.h"
#include "runtime/base/lanes.h"

#include <math.h>
#include <string.h>

/* The three columns of one handle, real and imaginary parts. */
typedef struct quad {
    double re[4], im[4];
} quad;

#define SHORT 1e-200 /* of a sum squared: below it no rotation is better than another, and the identity is used */

static inline double root_plain(double x) { return sqrt(x); }
static inline double where_greater_plain(double a, double b, double value) { return a > b ? value : 0.0; }

#ifndef VV_SCALAR
static inline double2 root_4(double2 x) { return (double2){sqrt(x[0]), sqrt(x[1])}; }
static inline double2 where_greater_4(double2 a, double2 b, double2 value) { return (double2)((a > b) & (long2)value); }
#endif

#ifdef VVI_AVX2
VVI_TARGET_AVX2 static inline double4 root_8(double4 x)
{
    for (uint32_t l = 0; l < 4; l++)
        x[l] = sqrt(x[l]);
    return x;
}

VVI_TARGET_AVX2 static inline double4 where_greater_8(double4 a, double4 b, double4 value)
{
    return (double4)((a > b) & (long4)value);
}
#endif

#define LANES  1u
#define VECTOR double1
#define TARGET
#define NAME(function) function##_plain
#include "local_clusters_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME

#ifndef VV_SCALAR
#define LANES  2u
#define VECTOR double2
#define TARGET
#define NAME(function) function##_4
#include "local_clusters_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME
#endif

#ifdef VVI_AVX2
#define LANES          4u
#define VECTOR         double4
#define TARGET         VVI_TARGET_AVX2
#define NAME(function) function##_8
#include "local_clusters_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME
#endif

typedef struct cluster_kernels {
    void (*multiply_rest)(uint32_t n, const double *K, const quad *rest, quad *out);
    void (*measure)(const local_work *w, const quad *z, double *S);
    double (*normalise)(uint32_t stride, double *S);
    void (*pull)(const local_work *w, const double *S, quad *pulls);
} cluster_kernels;

static cluster_kernels kernels_of(vvi_width width)
{
    VV_ASSERT(width <= vvi_best_width());
    (void)width; /* unused in a build without SIMD */
#ifdef VVI_AVX2
    if (width == VVI_WIDTH_8)
        return (cluster_kernels){multiply_rest_8, measure_8, normalise_8, pull_8};
#endif
#ifndef VV_SCALAR
    if (width == VVI_WIDTH_4)
        return (cluster_kernels){multiply_rest_4, measure_4, normalise_4, pull_4};
#endif
    return (cluster_kernels){multiply_rest_plain, measure_plain, normalise_plain, pull_plain};
}

static void pack_columns(const vvi_puppet_view *p, const double *c, quad *z)
{
    for (uint32_t j = 0; j < p->handle_count; j++) {
        const double *x = c + 3 * j, *y = x + p->stride;
        z[j] = (quad){{x[0], x[1], x[2], 0.0}, {y[0], y[1], y[2], 0.0}};
    }
}

static double quadratic_energy(const local_work *w, const double *c)
{
    const vvi_puppet_view *p = w->puppet;
    double out[2 * (3 * VV_RIG_MAX_HANDLES + 8)], sums[4] = {0.0};
    vvi_real_apply(w->width, p->stride, p->column_count, p->elastic_matrix, c, out);
    for (uint32_t k = 0; k < 2 * p->stride; k += 4)
        for (uint32_t lane = 0; lane < 4; lane++)
            sums[lane] += c[k + lane] * out[k + lane];
    return 0.5 * ((sums[0] + sums[2]) + (sums[1] + sums[3]));
}

void vvi_local_rest_clusters(const local_work *w, const double *rest)
{
    cluster_kernels kernels = kernels_of(w->width);
    const double *K = w->kernel.cluster_matrices;
    quad z[VV_RIG_MAX_HANDLES], own[VV_RIG_MAX_HANDLES];
    pack_columns(w->puppet, rest, z);
    for (uint32_t c = 0; c < w->cluster_count; c++) {
        uint32_t start = w->kernel.cluster_starts[c], n = w->kernel.cluster_starts[c + 1] - start;
        for (uint32_t e = 0; e < n; e++)
            own[e] = z[w->kernel.cluster_handles[start + e]];
        kernels.multiply_rest(n, K, own, (quad *)w->rest_products + start);
        K += 12 * (size_t)n * n;
    }
    *w->energy = quadratic_energy(w, rest);
}

double vvi_local_clusters(const local_work *w, const double *c, double *pull)
{
    const vvi_puppet_view *p = w->puppet;
    cluster_kernels kernels = kernels_of(w->width);
    quad z[VV_RIG_MAX_HANDLES], pulls[VV_RIG_MAX_HANDLES];
    pack_columns(p, c, z);
    memset(pulls, 0, p->handle_count * sizeof *pulls);
    memset(w->sums, 0, 2 * clusters_padded(w->cluster_count) * sizeof *w->sums);
    kernels.measure(w, z, w->sums);
    double lengths = kernels.normalise(clusters_padded(w->cluster_count), w->sums);
    kernels.pull(w, w->sums, pulls);
    for (uint32_t k = 0; k < p->column_count; k++) {
        pull[k] = pulls[k / 3].re[k % 3];
        pull[p->stride + k] = pulls[k / 3].im[k % 3];
    }
    return lengths;
}

double vvi_local_cluster_step(const vvi_puppet_view *puppet, const double *c, double *pull, void *scratch)
{
    local_work w = vvi_local_open(puppet, scratch, vvi_best_width());
    return vvi_local_clusters(&w, c, pull);
}

double vvi_local_rest_energy(const vvi_puppet_view *puppet, void *scratch)
{
    local_work w = vvi_local_open(puppet, scratch, vvi_best_width());
    return w.cluster_count > 0 ? *w.energy : 0.0;
}

/* S = Σ z conj(β), so its imaginary part is Σ Im z Re β − Re z Im β. */
void vvi_local_cluster_moments(const vvi_puppet_view *puppet, const double *rest, void *scratch, double *rows,
                               double *lengths)
{
    local_work w = vvi_local_open(puppet, scratch, vvi_best_width());
    const quad *products = (const quad *)w.rest_products;
    uint32_t stride = puppet->stride;
    memset(rows, 0, 2 * (size_t)stride * w.cluster_count * sizeof *rows);
    for (uint32_t c = 0; c < w.cluster_count; c++) {
        double *x = rows + 2 * (size_t)stride * c, *y = x + stride;
        lengths[c] = 0.0;
        for (uint32_t e = w.kernel.cluster_starts[c]; e < w.kernel.cluster_starts[c + 1]; e++) {
            uint32_t at = 3 * w.kernel.cluster_handles[e];
            for (uint32_t k = 0; k < 3; k++) {
                x[at + k] = -products[e].im[k];
                y[at + k] = products[e].re[k];
                lengths[c] += rest[at + k] * products[e].re[k] + rest[stride + at + k] * products[e].im[k];
            }
        }
    }
}
