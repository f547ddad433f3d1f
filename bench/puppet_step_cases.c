/* A step of one puppet: prediction, rows of two keyed handles, and ten local–global iterations, accelerated and
 * guarded by the energy. */
#include "cases.h"

#include "runtime/stage/puppet/puppet.h"

#include <stdlib.h>
#include <string.h>

enum { HANDLES = 10, STATE_DOUBLES = 2 * (3 * HANDLES + 8), ROWS = 8, KEYED = 2 };

typedef struct stepping {
    bench_rig *rig;
    vv_puppet *puppet;
    vvi_puppet_view view;
    void *memory;
    vvi_puppet_solver *solver;
    vvi_puppet_state state;
    vvi_puppet_input input;
    vvi_aim aims[KEYED];
    double *states; /* [4][MOST] */
    uint32_t frame;
} stepping;

static void finish(void *context)
{
    stepping *m = context;
    if (m->puppet)
        vvi_release(NULL, m->memory, 1, vvi_puppet_solver_bytes(&m->view, ROWS));
    vvi_release(NULL, m->states, 4 * STATE_DOUBLES, sizeof *m->states);
    vv_puppet_destroy(m->puppet, NULL);
    bench_rig_destroy(m->rig);
    free(m);
}

static bool prepare_puppet(stepping *m, vv_elastic elastic, uint32_t clusters)
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
    m->memory = vvi_allocate(NULL, 1, vvi_puppet_solver_bytes(&m->view, ROWS));
    m->states = vvi_allocate_zeroed(NULL, 4 * STATE_DOUBLES, sizeof *m->states);
    return m->memory && m->states;
}

static void *prepare(vv_elastic elastic, uint32_t clusters)
{
    stepping *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->rig = bench_rig_create(BENCH_PUPPET, 1000, true);
    if (!m->rig || !prepare_puppet(m, elastic, clusters)) {
        finish(m);
        return NULL;
    }
    m->solver = vvi_puppet_solver_begin(&m->view, ROWS, m->memory);
    m->state = (vvi_puppet_state){.c = m->states,
                                  .before = m->states + STATE_DOUBLES,
                                  .v = m->states + 2 * STATE_DOUBLES,
                                  .v_before = m->states + 3 * STATE_DOUBLES,
                                  .fresh = true};
    memcpy(m->state.c, m->view.rest, 2 * (size_t)m->view.stride * sizeof(double));
    m->input = (vvi_puppet_input){.h = VV_PUPPET_STEP,
                                  .material = vv_default_material(),
                                  .gravity = {0.0, -9.81},
                                  .aim_count = KEYED,
                                  .aims = m->aims};
    return m;
}

/* Both hands circle fast, so that no step converges before its ten iterations. */
static void run(void *context, uint32_t repeat)
{
    stepping *m = context;
    for (uint32_t r = 0; r < repeat; r++, m->frame++) {
        for (uint32_t k = 0; k < KEYED; k++) {
            vv_vec2 pivot = m->view.handles[4 + k].from;
            float sine, cosine;
            vv_sin_cos(0.3f * (float)(m->frame % 1000) + (float)k, &sine, &cosine);
            m->aims[k] = (vvi_aim){.handle = 4 + k,
                                   .channel = VV_CHANNEL_POSITION,
                                   .value = {(double)(pivot.x + 0.2f * sine), (double)(pivot.y + 0.2f * cosine)},
                                   .strength = 1.0};
        }
        vvi_puppet_step(&m->view, m->solver, &m->input, &m->state);
    }
}

static void *prepare_arap(void) { return prepare(VV_ELASTIC_ARAP, 0); }
static void *prepare_springs(void) { return prepare(VV_ELASTIC_SPRINGS, 0); }
static void *prepare_arap_reduced(void) { return prepare(VV_ELASTIC_ARAP, 80); }
static void *prepare_springs_reduced(void) { return prepare(VV_ELASTIC_SPRINGS, 80); }

/* Operations: eleven local steps as in puppet.iteration, and in each three products with matrices of 30 × 32 and two
 * right-hand sides. */
#define CASE(variable, title, words, operations, compared, prepared)                                                   \
    const bench_case bench_puppet_step_##variable = {                                                                  \
        .name = title,                                                                                                 \
        .workload = words,                                                                                             \
        .limit = "limit.fma",                                                                                          \
        .work = operations,                                                                                            \
        .versus = compared,                                                                                            \
        .repeat = 50,                                                                                                  \
        .prepare = prepared,                                                                                           \
        .run = run,                                                                                                    \
        .finish = finish,                                                                                              \
        .frame = 1e9 / 60.0,                                                                                           \
    }

CASE(arap, "puppet.step.arap", "ten iterations, 1,000 vertices, every triangle, 10 handles, two keyed", 2.4e6, NULL,
     prepare_arap);
CASE(springs, "puppet.step.springs", "ten iterations, 1,000 vertices, every spring, 10 handles, two keyed", 1.8e6, NULL,
     prepare_springs);
CASE(arap_reduced, "puppet.step.arap.reduced", "ten iterations, 1,000 vertices, 80 rotation clusters, two keyed",
     0.42e6, "puppet.step.arap", prepare_arap_reduced);
CASE(springs_reduced, "puppet.step.springs.reduced", "ten iterations, 1,000 vertices, 80 springs a handle, two keyed",
     1.2e6, "puppet.step.springs", prepare_springs_reduced);
