/* As rigid as possible, cluster by cluster, in doubles and without any vertex: E = ½ z L̃ z + ½ z_rest L̃ z_rest − Σ |S_c| with
 * S_c = Σ_k z_k conj(β_ck), β = K z_rest folded once a step; the pull is Σ_c β_ck S_c/|S_c|. A handle's three columns stand in
 * four lanes, the last of them zero, so that handles that do not move a cluster cost nothing. */
#include "local.h"
#include "runtime/stage/lanes.h"

#include <math.h>
#include <string.h>

/* Three columns of one handle, real parts and imaginary parts. */
typedef struct quad {
    double re[4], im[4];
} quad;

#define SHORT 1e-200 /* of a sum squared: no direction is better than another, and that of 1 is taken */

static inline double root_plain(double x) { return sqrt(x); }
static inline double where_greater_plain(double a, double b, double value) { return a > b ? value : 0.0; }

#ifndef VV_SCALAR
static inline double2 root_4(double2 x) { return (double2){sqrt(x[0]), sqrt(x[1])}; }
static inline double2 where_greater_4(double2 a, double2 b, double2 value) { return (double2)((a > b) & (long2)value); }
#endif

#ifdef STAGE_AVX2
STAGE_TARGET_AVX2 static inline double4 root_8(double4 x)
{
    for (uint32_t l = 0; l < 4; l++)
        x[l] = sqrt(x[l]);
    return x;
}

STAGE_TARGET_AVX2 static inline double4 where_greater_8(double4 a, double4 b, double4 value)
{
    return (double4)((a > b) & (long4)value);
}
#endif

#define LANES  1u
#define VECTOR lone_double
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

#ifdef STAGE_AVX2
#define LANES          4u
#define VECTOR         double4
#define TARGET         STAGE_TARGET_AVX2
#define NAME(function) function##_8
#include "local_clusters_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME
#endif

typedef struct cluster_kernels {
    void (*fold)(uint32_t n, const double *K, const quad *rest, quad *out);
    void (*measure)(const local_work *w, const quad *z, double *S);
    double (*normalise)(uint32_t stride, double *S);
    void (*pull)(const local_work *w, const double *S, quad *pulls);
} cluster_kernels;

static cluster_kernels kernels_of(vvi_width width)
{
    VV_ASSERT(width <= vvi_best_width());
    (void)width; /* a build without SIMD has no choice */
#ifdef STAGE_AVX2
    if (width == VVI_WIDTH_8)
        return (cluster_kernels){fold_8, measure_8, normalise_8, pull_8};
#endif
#ifndef VV_SCALAR
    if (width == VVI_WIDTH_4)
        return (cluster_kernels){fold_4, measure_4, normalise_4, pull_4};
#endif
    return (cluster_kernels){fold_plain, measure_plain, normalise_plain, pull_plain};
}

static void pack(const vvi_puppet_view *p, const double *c, quad *z)
{
    for (uint32_t j = 0; j < p->handle_count; j++) {
        const double *x = c + 3 * j, *y = x + p->stride;
        z[j] = (quad){{x[0], x[1], x[2], 0.0}, {y[0], y[1], y[2], 0.0}};
    }
}

static double quadratic(const local_work *w, const double *c)
{
    const vvi_puppet_view *p = w->puppet;
    double out[2 * (3 * VV_RIG_MAX_HANDLES + 8)], sums[4] = {0.0};
    vvi_real_apply(w->width, p->stride, p->column_count, p->elastic_matrix, c, out);
    for (uint32_t k = 0; k < 2 * p->stride; k += 4)
        for (uint32_t lane = 0; lane < 4; lane++)
            sums[lane] += c[k + lane] * out[k + lane];
    return 0.5 * ((sums[0] + sums[2]) + (sums[1] + sums[3]));
}

void vvi_local_fold(const local_work *w, const double *rest)
{
    cluster_kernels kernels = kernels_of(w->width);
    const double *K = w->kernel.folds;
    quad z[VV_RIG_MAX_HANDLES], own[VV_RIG_MAX_HANDLES];
    pack(w->puppet, rest, z);
    for (uint32_t c = 0; c < w->cluster_count; c++) {
        uint32_t start = w->kernel.cluster_starts[c], n = w->kernel.cluster_starts[c + 1] - start;
        for (uint32_t e = 0; e < n; e++)
            own[e] = z[w->kernel.cluster_handles[start + e]];
        kernels.fold(n, K, own, (quad *)w->folded + start);
        K += 12 * (size_t)n * n;
    }
    *w->energy = quadratic(w, rest);
}

double vvi_local_clusters(const local_work *w, const double *c, double *pull)
{
    const vvi_puppet_view *p = w->puppet;
    cluster_kernels kernels = kernels_of(w->width);
    quad z[VV_RIG_MAX_HANDLES], pulls[VV_RIG_MAX_HANDLES];
    pack(p, c, z);
    memset(pulls, 0, p->handle_count * sizeof *pulls);
    memset(w->sums, 0, 2 * clusters_padded(w->cluster_count) * sizeof *w->sums);
    kernels.measure(w, z, w->sums);
    double lengths = kernels.normalise(clusters_padded(w->cluster_count), w->sums);
    kernels.pull(w, w->sums, pulls);
    for (uint32_t k = 0; k < p->column_count; k++) {
        pull[k] = pulls[k / 3].re[k % 3];
        pull[p->stride + k] = pulls[k / 3].im[k % 3];
    }
    return quadratic(w, c) + *w->energy - lengths;
}
