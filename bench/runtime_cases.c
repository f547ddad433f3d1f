/* Skinning, posing and blending: what a game does every frame. */
#include "cases.h"

#include "runtime/rig/rig.h"

#include <stdlib.h>

enum { VERTICES = 5000, HANDLES = 8, CLUSTERS = 50 };

typedef struct moving {
    bench_rig *rig;
    vv_skin *skin;  /* with bounded biharmonic weights: a handle moves only what is near it */
    vv_skin *dense; /* every handle moves every vertex */
    vv_poser *poser;
    vv_posing *posing;
    vv_vec2 *vertices;
    vv_affine pose[HANDLES];
    vv_pin pins[3];
    uint32_t frame;
} moving;

static void finish_moving(void *context)
{
    moving *m = context;
    vv_posing_destroy(m->posing, NULL);
    vv_poser_destroy(m->poser, NULL);
    vv_skin_destroy(m->skin, NULL);
    vv_skin_destroy(m->dense, NULL);
    bench_rig_destroy(m->rig);
    free(m->vertices);
    free(m);
}

/* Both feet pinned, one hand dragged. */
static bool prepare_posing(moving *m)
{
    vv_poser_def def = vv_default_poser_def();
    def.mesh = m->rig->mesh;
    def.handle_count = HANDLES;
    def.handles = m->rig->handles;
    def.weights = m->rig->weights;
    def.cluster_count = CLUSTERS;
    if (vv_poser_create(&def, NULL, &m->poser, NULL) != VV_OK ||
        vv_posing_create(m->poser, 3, NULL, &m->posing, NULL) != VV_OK)
        return false;
    const uint32_t held[3] = {5, 6, 7};
    for (int i = 0; i < 3; i++)
        m->pins[i] = (vv_pin){.kind = VV_PIN_POSITION,
                              .handle = held[i],
                              .from = m->rig->handles[held[i]].from,
                              .to = m->rig->handles[held[i]].from};
    return vv_posing_set_pins(m->posing, 3, m->pins, NULL) == VV_OK;
}

static bool prepare_skins(moving *m)
{
    uint32_t n = m->rig->mesh.vertex_count;
    float *dense = malloc((size_t)n * HANDLES * sizeof *dense);
    for (uint32_t i = 0; dense && i < n * HANDLES; i++)
        dense[i] = (m->rig->weights[i] + 0.01f) / (1.0f + 0.01f * HANDLES);
    vv_skin_def def = {n, HANDLES, m->rig->positions, m->rig->weights};
    bool good = dense && vv_skin_create(&def, NULL, &m->skin, NULL) == VV_OK;
    def.weights = dense;
    good = good && vv_skin_create(&def, NULL, &m->dense, NULL) == VV_OK;
    free(dense);
    return good;
}

static void *prepare_moving(void)
{
    moving *m = calloc(1, sizeof *m);
    m->rig = bench_rig_create(BENCH_FIGURE, VERTICES, true);
    if (!m->rig) {
        free(m);
        return NULL;
    }
    m->vertices = calloc(m->rig->mesh.vertex_count, sizeof *m->vertices);
    for (int i = 0; i < HANDLES; i++)
        m->pose[i] =
            vv_affine_about(vv_mat2_rotation(0.1f * (float)i), m->rig->handles[i].from, m->rig->handles[i].from);
    if (prepare_skins(m) && prepare_posing(m))
        return m;
    finish_moving(m);
    return NULL;
}

static void run_skin_bounded(void *context, uint32_t repeat)
{
    moving *m = context;
    for (uint32_t r = 0; r < repeat; r++)
        vv_skin_apply(m->skin, m->pose, m->vertices);
}

static void run_skin(void *context, uint32_t repeat)
{
    moving *m = context;
    for (uint32_t r = 0; r < repeat; r++)
        vv_skin_apply(m->dense, m->pose, m->vertices);
}

static void run_skin_plain(void *context, uint32_t repeat)
{
    moving *m = context;
    for (uint32_t r = 0; r < repeat; r++)
        vvi_skin_apply_width(m->dense, m->pose, m->vertices, VVI_WIDTH_PLAIN);
}

static void drag(moving *m)
{
    m->frame++;
    m->pins[0].to = vv_vec2_add(m->pins[0].from, (vv_vec2){-0.2f * vv_sin(0.1f * (float)m->frame), 0.2f});
    vv_posing_move_pin(m->posing, 0, &m->pins[0], NULL);
}

static void run_iteration(void *context, uint32_t repeat)
{
    moving *m = context;
    drag(m);
    vv_posing_solve(m->posing, repeat, 0.0f);
}

static void run_drag(void *context, uint32_t repeat)
{
    moving *m = context;
    for (uint32_t r = 0; r < repeat; r++) {
        drag(m);
        vv_posing_solve(m->posing, 10, 0.0f);
        vv_skin_apply(m->skin, vv_posing_pose(m->posing), m->vertices);
    }
}

/* A dense vertex: six blended numbers from eight handles, then a 2 × 3 transform. */
#define SKIN_OPERATIONS (VERTICES * (HANDLES * 6 * 2 + 8))
/* Local: 2 × 3m by 3m × 2c; its transpose back; and the reduced solve. */
#define POSE_OPERATIONS (2 * 2 * (2 * 3 * HANDLES * 2 * CLUSTERS) + 2 * 2 * 3 * HANDLES * 3 * HANDLES)

const bench_case bench_skin_8_plain = {.name = "skin.8.plain",
                                       .workload =
                                           "5,000 vertices × 8 handles, all weights above 0, one vertex at a time",
                                       .limit = "limit.fma",
                                       .work = SKIN_OPERATIONS,
                                       .repeat = 20,
                                       .prepare = prepare_moving,
                                       .run = run_skin_plain,
                                       .finish = finish_moving};
const bench_case bench_skin_8 = {.name = "skin.8",
                                 .workload = "5,000 vertices × 8 handles, all weights above 0",
                                 .limit = "limit.fma",
                                 .work = SKIN_OPERATIONS,
                                 .versus = "skin.8.plain",
                                 .repeat = 20,
                                 .prepare = prepare_moving,
                                 .run = run_skin,
                                 .finish = finish_moving};
const bench_case bench_skin_8_bounded = {.name = "skin.8.bounded",
                                         .workload = "the same with bounded biharmonic weights, many of them 0",
                                         .versus = "skin.8",
                                         .repeat = 20,
                                         .prepare = prepare_moving,
                                         .run = run_skin_bounded,
                                         .finish = finish_moving};
const bench_case bench_pose_iteration = {.name = "pose.iteration",
                                         .workload = "one local–global iteration, 50 clusters, 8 handles, 3 pins",
                                         .limit = "limit.fma",
                                         .work = POSE_OPERATIONS,
                                         .repeat = 100,
                                         .prepare = prepare_moving,
                                         .run = run_iteration,
                                         .finish = finish_moving};
const bench_case bench_pose_drag = {.name = "pose.drag",
                                    .workload =
                                        "one frame of a drag: a pin moved, 10 iterations, 5,000 vertices skinned",
                                    .limit = "limit.fma",
                                    .work = 10 * POSE_OPERATIONS + SKIN_OPERATIONS,
                                    .repeat = 10,
                                    .prepare = prepare_moving,
                                    .run = run_drag,
                                    .finish = finish_moving};

/* ---- Blending -------------------------------------------------------------------------------------------------- */

enum { BLEND_HANDLES = 10 };

typedef struct blending {
    vv_handle_pose turns[3 * BLEND_HANDLES], out[BLEND_HANDLES];
    vv_handle handles[BLEND_HANDLES];
    vv_affine pose[BLEND_HANDLES];
    float weights[3];
} blending;

static void *prepare_blend(void)
{
    blending *b = calloc(1, sizeof *b);
    for (int i = 0; b && i < 3 * BLEND_HANDLES; i++)
        b->turns[i] = (vv_handle_pose){{0.1f * (float)i, 0.2f}, 0.3f * (float)(i % 7) - 1.0f, 1.0f, 0.1f, 0.9f};
    return b;
}

static void blend(blending *b, uint32_t examples)
{
    vv_pose_blend(BLEND_HANDLES, examples, b->turns, b->weights, b->out);
    vv_pose_compose(BLEND_HANDLES, b->handles, b->out, b->pose);
}

static void run_blend_2(void *context, uint32_t repeat)
{
    blending *b = context;
    for (uint32_t r = 0; r < repeat; r++) {
        b->weights[0] = (float)(r & 63) / 63.0f;
        b->weights[1] = 1.0f - b->weights[0];
        blend(b, 2);
    }
}

static void run_blend_3(void *context, uint32_t repeat)
{
    blending *b = context;
    for (uint32_t r = 0; r < repeat; r++) {
        b->weights[0] = (float)(r & 63) / 126.0f;
        b->weights[1] = 0.5f - b->weights[0];
        b->weights[2] = 0.5f;
        blend(b, 3);
    }
}

/* An example's turn per handle is six numbers, each scaled and added; composing is a rotation (about 40 operations)
 * and a product. */
const bench_case bench_blend_2 = {.name = "blend.2",
                                  .workload = "two poses of 10 handles, blended and composed",
                                  .limit = "limit.fma",
                                  .work = (2 * 12 + 40 + 24) * BLEND_HANDLES,
                                  .repeat = 1000,
                                  .prepare = prepare_blend,
                                  .run = run_blend_2,
                                  .finish = free};
const bench_case bench_blend_3 = {.name = "blend.3",
                                  .workload = "three poses of 10 handles, blended and composed",
                                  .limit = "limit.fma",
                                  .work = (3 * 12 + 40 + 24) * BLEND_HANDLES,
                                  .repeat = 1000,
                                  .prepare = prepare_blend,
                                  .run = run_blend_3,
                                  .finish = free};
