/* A scene of puppets: a man and a cat walk on the ground by keys on hands and feet; everything else is simulated. A
 * step lasts 20 ms of stage time, so the number of steps that fit into 20 ms is the factor over real time. */
#include "cases.h"

#include "runtime/base/base.h"

#include <stdlib.h>

enum { STEPS = 100, WARM_UP = 25, KEYS = 9, LED = 4 };

typedef struct walking {
    bench_rig *rigs[2];
    vv_puppet *puppets[2];
    vv_clip *clips[2];
    vv_stage *stage;
    void *saved;
    size_t saved_bytes;
} walking;

static void finish(void *context)
{
    walking *w = context;
    vv_stage_destroy(w->stage);
    for (int i = 0; i < 2; i++) {
        vv_clip_destroy(w->clips[i], NULL);
        vv_puppet_destroy(w->puppets[i], NULL);
        if (w->rigs[i])
            bench_rig_destroy(w->rigs[i]);
    }
    free(w->saved);
    free(w);
}

/* Position of a hand or foot at a fraction of a cycle that moves 0.6 m forward: hands swing in opposition; feet stand
 * for half of it and then step. */
static vv_vec2 led_to(uint32_t track, vv_vec2 at, float share)
{
    float sine, cosine, late = track % 2 ? 0.5f : 0.0f, step = (share - late) * 2.0f;
    vv_sin_cos(6.2831853f * (share + late), &sine, &cosine);
    if (track < 2)
        return (vv_vec2){at.x + 0.6f * share + 0.15f * sine, at.y + 0.03f * cosine};
    step = vvi_clamp(step, 0.0f, 1.0f);
    return (vv_vec2){at.x - 0.3f + 0.6f * vvi_smoothstep(step) + (track % 2 ? 0.3f : 0.0f),
                     at.y + 0.4f * step * (1.0f - step)};
}

/* Nine keys per cycle. */
static vv_clip *make_clip(const bench_rig *rig)
{
    static const uint32_t led[LED] = {9, 10, 15, 16};
    vv_key keys[LED][KEYS];
    vv_track tracks[LED];
    vv_clip *clip = NULL;
    for (uint32_t t = 0; t < LED; t++) {
        for (uint32_t k = 0; k < KEYS; k++) {
            vv_vec2 to = led_to(t, rig->handles[led[t]].from, (float)k / KEYS);
            keys[t][k] = vv_default_key();
            keys[t][k].time = (float)k / KEYS;
            keys[t][k].value[0] = to.x;
            keys[t][k].value[1] = to.y;
        }
        tracks[t] = (vv_track){.handle = led[t],
                               .channel = VV_CHANNEL_POSITION,
                               .advance = {0.6f, 0.0f},
                               .key_count = KEYS,
                               .keys = keys[t]};
    }
    vv_clip_def def = {
        .handle_count = rig->handle_count, .duration = 1.0f, .loop = true, .track_count = LED, .tracks = tracks};
    return vv_clip_create(&def, NULL, &clip, NULL) == VV_OK ? clip : NULL;
}

static bool add(walking *w, int index, bench_drawing drawing, uint32_t vertices, float x)
{
    bench_rig *rig = w->rigs[index] = bench_rig_create(drawing, vertices, true);
    vv_puppet_def def = vv_default_puppet_def();
    vv_actor unused;
    if (!rig)
        return false;
    def.mesh = rig->mesh;
    def.handle_count = rig->handle_count;
    def.handles = rig->handles;
    def.weights = rig->weights;
    if (vv_puppet_create(&def, NULL, &w->puppets[index], NULL) != VV_OK || !(w->clips[index] = make_clip(rig)))
        return false;
    vv_actor_def actor = vv_default_actor_def();
    actor.puppet = w->puppets[index];
    actor.material = vv_default_material();
    actor.clip = w->clips[index];
    actor.position.x = x;
    return vv_stage_add_actor(w->stage, &actor, &unused, NULL) == VV_OK;
}

static void *prepare(void)
{
    walking *w = calloc(1, sizeof *w);
    vv_stage_def def = vv_default_stage_def();
    vv_obstacle ground;
    def.step = VV_PUPPET_STEP;
    if (!w)
        return NULL;
    /* Drawings are a metre high with y up; the soles of their feet are at 0.02. */
    if (vv_stage_create(&def, NULL, &w->stage, NULL) != VV_OK ||
        vv_stage_add_ground(w->stage, 0.02f, 0.6f, &ground, NULL) != VV_OK || !add(w, 0, BENCH_MAN, 1200, 0.0f) ||
        !add(w, 1, BENCH_CAT, 500, -2.0f)) {
        finish(w);
        return NULL;
    }
    for (int i = 0; i < WARM_UP; i++)
        vv_stage_step(w->stage, VV_PUPPET_STEP);
    w->saved_bytes = vv_stage_save_bytes(w->stage);
    w->saved = malloc(w->saved_bytes);
    if (!w->saved || vv_stage_save(w->stage, w->saved, w->saved_bytes) == 0) {
        finish(w);
        return NULL;
    }
    return w;
}

static void run(void *context, uint32_t repeat)
{
    walking *w = context;
    for (uint32_t r = 0; r < repeat; r++) {
        if (r % STEPS == 0)
            vv_stage_restore(w->stage, w->saved, w->saved_bytes, NULL);
        vv_stage_step(w->stage, VV_PUPPET_STEP);
    }
}

const bench_case bench_puppet_scene = {
    .name = "puppet.scene",
    .workload = "a step of a man (17 handles, 1,200 vertices), a cat (23, 500) and ground, keys on hands and feet",
    .limit = "limit.fma",
    .work = 1.6e6, /* two puppets of eleven local steps and three products with matrices of 51 and 69 columns each */
    .repeat = STEPS,
    .prepare = prepare,
    .run = run,
    .finish = finish,
    .frame = 20e6,
};
