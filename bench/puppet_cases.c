/* One iteration of a puppet's step: the local step, and the global step by the inverse of the constant system. */
#include "cases.h"

#include "runtime/stage/puppet/puppet.h"

#include <stdlib.h>
#include <string.h>

enum { HANDLES = 10, STATES = 16, STATE_DOUBLES = 2 * (3 * HANDLES + 8) };

typedef struct iterating {
    bench_rig *rig;
    vv_puppet *puppet;
    vvi_puppet_view view;
    void *scratch;
    double *inverse; /* [columns][stride] */
    /* alternately bent, stretched and rotated, so that no branch predictor or cache learns one of them */
    double states[STATES][STATE_DOUBLES];
    double pull[STATE_DOUBLES], next[STATE_DOUBLES];
    uint32_t state;
} iterating;

static void finish(void *context)
{
    iterating *m = context;
    if (m->puppet) {
        vvi_release(NULL, m->scratch, 1, vvi_puppet_local_step_bytes(&m->view));
        vvi_release(NULL, m->inverse, (size_t)m->view.column_count * m->view.stride, sizeof *m->inverse);
    }
    vv_puppet_destroy(m->puppet, NULL);
    bench_rig_destroy(m->rig);
    free(m);
}

static bool prepare_puppet(iterating *m, vv_elastic elastic, uint32_t clusters)
{
    vv_puppet_def def = vv_default_puppet_def();
    def.mesh = m->rig->mesh;
    def.handle_count = m->rig->handle_count;
    def.handles = m->rig->handles;
    def.weights = m->rig->weights;
    def.elastic = elastic;
    def.cluster_count = clusters;
    if (vv_puppet_create(&def, NULL, &m->puppet, NULL) != VV_OK)
        return false;
    m->view = vvi_puppet_open(m->puppet);
    m->scratch = vvi_allocate(NULL, 1, vvi_puppet_local_step_bytes(&m->view));
    m->inverse = vvi_allocate_zeroed(NULL, (size_t)m->view.column_count * m->view.stride, sizeof *m->inverse);
    return m->scratch && m->inverse;
}

/* (M/h² + k·elastic + joins)⁻¹ at 3 Hz and 0.02 s. */
static bool invert(iterating *m)
{
    const vvi_puppet_view *v = &m->view;
    uint32_t n = v->column_count;
    double *H = calloc((size_t)n * n, sizeof *H), column[3 * HANDLES], h = 0.02;
    double k = vvi_puppet_stiffness(v, 3.0f), joins = vvi_puppet_join_stiffness(v, h, k);
    for (uint32_t i = 0; H && i < n * n; i++) {
        size_t at = (size_t)(i / n) * v->stride + i % n;
        H[i] = v->mass_matrix[at] / (h * h) + k * v->elastic_matrix[at] + joins * v->join_matrix[at];
    }
    bool good = H && vvi_cholesky_factor_double(n, H);
    for (uint32_t i = 0; good && i < n; i++) {
        memset(column, 0, sizeof column);
        column[i] = 1.0;
        vvi_cholesky_solve_double(n, H, 1, column);
        memcpy(m->inverse + (size_t)i * v->stride, column, n * sizeof *column);
    }
    free(H);
    return good;
}

static void fill_states(iterating *m)
{
    vvi_random random = vvi_random_seed(3);
    for (uint32_t s = 0; s < STATES; s++) {
        memcpy(m->states[s], m->view.rest, 2 * (size_t)m->view.stride * sizeof(double));
        for (uint32_t k = 0; k < 2 * m->view.stride; k++)
            if (k % m->view.stride < m->view.column_count)
                m->states[s][k] += 0.2 * ((double)vvi_random_unit(&random) - 0.5);
    }
}

static void *prepare(uint32_t vertices, vv_elastic elastic, uint32_t clusters)
{
    iterating *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->rig = bench_rig_create(BENCH_PUPPET, vertices, true);
    if (!m->rig || !prepare_puppet(m, elastic, clusters) || !invert(m)) {
        finish(m);
        return NULL;
    }
    fill_states(m);
    vvi_puppet_set_rest_shape(&m->view, m->view.rest, m->scratch);
    return m;
}

static void run(void *context, uint32_t repeat)
{
    iterating *m = context;
    const vvi_puppet_view *v = &m->view;
    for (uint32_t r = 0; r < repeat; r++) {
        vvi_puppet_local_step(v, m->states[m->state++ % STATES], m->pull, m->scratch);
        vvi_real_apply(vvi_best_width(), v->stride, v->column_count, m->inverse, m->pull, m->next);
    }
}

static void *prepare_springs(void) { return prepare(2000, VV_ELASTIC_SPRINGS, 0); }
static void *prepare_arap(void) { return prepare(2000, VV_ELASTIC_ARAP, 0); }
static void *prepare_sampled(void) { return prepare(2000, VV_ELASTIC_SPRINGS, 80); }
static void *prepare_500(void) { return prepare(500, VV_ELASTIC_ARAP, 80); }
static void *prepare_2000(void) { return prepare(2000, VV_ELASTIC_ARAP, 80); }
static void *prepare_5000(void) { return prepare(5000, VV_ELASTIC_ARAP, 80); }
/* A cut may have a few vertices more than were asked for, and a puppet has at most 20,000. */
static void *prepare_20000(void) { return prepare(19900, VV_ELASTIC_ARAP, 80); }

/* Operations: skinning and gathering 6 multiply-adds per weight (about four handles per vertex), a spring about 20, a
 * triangle about 60, a cluster 12 multiply-adds per column of its handles in both directions; the solve 2 · 30². */
#define CASE(variable, title, words, operations, compared, times, prepared)                                            \
    const bench_case bench_puppet_##variable = {                                                                       \
        .name = title,                                                                                                 \
        .workload = words,                                                                                             \
        .limit = "limit.fma",                                                                                          \
        .work = operations,                                                                                            \
        .versus = compared,                                                                                            \
        .repeat = times,                                                                                               \
        .prepare = prepared,                                                                                           \
        .run = run,                                                                                                    \
        .finish = finish,                                                                                              \
    }

CASE(springs, "puppet.iteration.springs", "local step and solve, 2,000 vertices, all 5,800 springs, 10 handles", 309e3,
     NULL, 200, prepare_springs);
CASE(arap, "puppet.iteration.arap", "local step and solve, 2,000 vertices, all 3,800 triangles, 10 handles", 421e3,
     NULL, 200, prepare_arap);
CASE(sampled, "puppet.iteration.sampled", "local step and solve, 2,000 vertices, 80 springs a handle, 10 handles",
     100e3, "puppet.iteration.springs", 200, prepare_sampled);
CASE(500, "puppet.vertices.500", "local step and solve, 80 rotation clusters, 10 handles, 500 vertices", 27e3, NULL,
     2000, prepare_500);
CASE(2000, "puppet.vertices.2000", "local step and solve, 80 rotation clusters, 10 handles, 2,000 vertices", 27e3,
     "puppet.vertices.500", 2000, prepare_2000);
CASE(5000, "puppet.vertices.5000", "local step and solve, 80 rotation clusters, 10 handles, 5,000 vertices", 27e3,
     "puppet.vertices.500", 2000, prepare_5000);
CASE(20000, "puppet.vertices.20000", "local step and solve, 80 rotation clusters, 10 handles, 20,000 vertices", 27e3,
     "puppet.vertices.500", 2000, prepare_20000);
