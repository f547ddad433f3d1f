/* What a handle costs: one puppet of many handles that lands and stands on the ground, and a heap of ten puppets. */
#include "cases.h"

#include "runtime/base/base.h"

#include <stdlib.h>

enum { STEPS = 100, VERTICES = 1500, HEAP = 10 };

typedef struct standing {
    bench_rig *rig;
    vv_puppet *puppet;
    vv_stage *stage;
    void *saved;
    size_t saved_bytes;
} standing;

static void finish(void *context)
{
    standing *s = context;
    vv_stage_destroy(s->stage);
    vv_puppet_destroy(s->puppet, NULL);
    bench_rig_destroy(s->rig);
    free(s->saved);
    free(s);
}

static bool add(standing *s, float x, float y)
{
    vv_actor_def def = vv_default_actor_def();
    vv_actor unused;
    def.puppet = s->puppet;
    def.material = vv_default_material();
    def.material.stiffness = 8.0f;
    def.position = (vv_vec2){x, y};
    return vv_stage_add_actor(s->stage, &def, &unused, NULL) == VV_OK;
}

static bool fill(standing *s, bench_drawing kind, uint32_t vertices, uint32_t handles, uint32_t count)
{
    vv_stage_def def = vv_default_stage_def();
    vv_puppet_def puppet = vv_default_puppet_def();
    vv_obstacle ground;
    def.step = VV_PUPPET_STEP;
    def.sleep = false;
    s->rig = bench_rig_create_handles(kind, vertices, handles);
    if (!s->rig || vv_stage_create(&def, NULL, &s->stage, NULL) != VV_OK ||
        vv_stage_add_ground(s->stage, 0.0f, 0.6f, &ground, NULL) != VV_OK)
        return false;
    puppet.mesh = s->rig->mesh;
    puppet.handle_count = s->rig->handle_count;
    puppet.handles = s->rig->handles;
    puppet.weights = s->rig->weights;
    if (vv_puppet_create(&puppet, NULL, &s->puppet, NULL) != VV_OK)
        return false;
    for (uint32_t i = 0; i < count; i++) /* in two columns, the upper ones between the lower */
        if (!add(s, 0.5f * (float)(i % 2u) + 0.1f * (float)(i / 2u), 0.05f + 0.95f * (float)(i / 2u)))
            return false;
    return true;
}

static void *prepare(bench_drawing kind, uint32_t vertices, uint32_t handles, uint32_t count, uint32_t warm_up)
{
    standing *s = calloc(1, sizeof *s);
    if (!s || !fill(s, kind, vertices, handles, count)) {
        if (s)
            finish(s);
        return NULL;
    }
    for (uint32_t i = 0; i < warm_up; i++)
        vv_stage_step(s->stage, VV_PUPPET_STEP);
    s->saved_bytes = vv_stage_save_bytes(s->stage);
    s->saved = malloc(s->saved_bytes);
    if (s->saved && vv_stage_save(s->stage, s->saved, s->saved_bytes) != 0)
        return s;
    finish(s);
    return NULL;
}

/* From the landing on. */
static void run(void *context, uint32_t repeat)
{
    standing *s = context;
    for (uint32_t r = 0; r < repeat; r++) {
        if (r % STEPS == 0)
            vv_stage_restore(s->stage, s->saved, s->saved_bytes, NULL);
        vv_stage_step(s->stage, VV_PUPPET_STEP);
    }
}

static void *prepare_16(void) { return prepare(BENCH_FIGURE, VERTICES, 16, 1, 5); }
static void *prepare_64(void) { return prepare(BENCH_FIGURE, VERTICES, 64, 1, 5); }
static void *prepare_128(void) { return prepare(BENCH_FIGURE, VERTICES, 128, 1, 5); }
static void *prepare_256(void) { return prepare(BENCH_FIGURE, VERTICES, 256, 1, 5); }
static void *prepare_heap(void) { return prepare(BENCH_BALL, 300, 20, HEAP, 50); }

#define CASE(variable, title, words, compared, prepared)                                                               \
    const bench_case bench_puppet_##variable = {                                                                       \
        .name = title,                                                                                                 \
        .workload = words,                                                                                             \
        .versus = compared,                                                                                            \
        .repeat = STEPS,                                                                                               \
        .prepare = prepared,                                                                                           \
        .run = run,                                                                                                    \
        .finish = finish,                                                                                              \
        .frame = 20e6,                                                                                                 \
    }

CASE(handles_16, "puppet.handles.16", "a step of a figure of 16 handles, 1,500 vertices, that lands and stands", NULL,
     prepare_16);
CASE(handles_64, "puppet.handles.64", "... of 64 handles", "puppet.handles.16", prepare_64);
CASE(handles_128, "puppet.handles.128", "... of 128 handles", "puppet.handles.16", prepare_128);
CASE(handles_256, "puppet.handles.256", "... of 256 handles", "puppet.handles.16", prepare_256);
CASE(heap, "puppet.heap", "a step of a heap of 10 puppets of 20 handles and 300 vertices", NULL, prepare_heap);
