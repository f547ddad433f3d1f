/* The work of the stage for one sprite in a substep: rest shape, projection, matching of the whole and of
 * neighbourhoods. */
#include "cases.h"

#include "runtime/stage/sprite/sprite.h"

#include <stdlib.h>

enum { HANDLES = 8, EXAMPLES = 4, FRAMES = 16 };

typedef struct matching {
    bench_rig *rig;
    vv_handle_pose turns[EXAMPLES * HANDLES];
    vv_complex *complex;
    vv_sprite *sprite;
    vvi_sprite_view view;
    size_t room;
    vv_vec2 *rest, *x;
    vv_vec2 *frames[FRAMES]; /* shapes on the way from a quarter to three quarters of squashed */
    void *scratch;
    vv_place place;
    uint32_t frame;
} matching;

static void finish(void *context)
{
    matching *m = context;
    vvi_release(NULL, m->rest, m->room, sizeof *m->rest);
    vvi_release(NULL, m->x, m->room, sizeof *m->x);
    for (uint32_t f = 0; f < FRAMES; f++)
        vvi_release(NULL, m->frames[f], m->room, sizeof *m->frames[f]);
    if (m->sprite)
        vvi_release(NULL, m->scratch, 1, vvi_sprite_scratch_bytes(&m->view));
    vv_sprite_destroy(m->sprite, NULL);
    vv_complex_destroy(m->complex, NULL);
    bench_rig_destroy(m->rig);
    free(m);
}

/* At rest; squashed; stretched; waving. */
static void fill_examples(matching *m)
{
    for (uint32_t j = 0; j < HANDLES; j++) {
        vv_vec2 p = vv_vec2_sub(m->rig->handles[j].from, m->rig->handles[2].from);
        m->turns[j] = vv_handle_pose_identity();
        m->turns[HANDLES + j] = (vv_handle_pose){{0.3f * p.x, -0.3f * p.y}, 0.0f, 1.3f, 0.0f, 0.7f};
        m->turns[2 * HANDLES + j] = (vv_handle_pose){{-0.2f * p.x, 0.3f * p.y}, 0.0f, 0.8f, 0.0f, 1.3f};
        m->turns[3 * HANDLES + j] = (vv_handle_pose){{0.1f * p.y, 0.2f * p.x}, 2.0f * p.x, 1.0f, 0.1f, 1.0f};
    }
}

static bool prepare_sprite(matching *m)
{
    static const vv_simplex simplices[] = {{{0, 1, VV_NONE}}, {{0, 2, 3}}};
    vv_complex_def complex = {.example_count = EXAMPLES, .simplex_count = 2, .simplices = simplices};
    vv_sprite_def def = vv_default_sprite_def();
    fill_examples(m);
    if (vv_complex_create(&complex, NULL, &m->complex, NULL) != VV_OK)
        return false;
    def.mesh = m->rig->mesh;
    def.handle_count = HANDLES;
    def.handles = m->rig->handles;
    def.weights = m->rig->weights;
    def.example_count = EXAMPLES;
    def.example_poses = m->turns;
    def.complex = m->complex;
    if (vv_sprite_create(&def, NULL, &m->sprite, NULL) != VV_OK)
        return false;
    m->view = vvi_sprite_open(m->sprite);
    m->room = m->view.particle_count + VVI_SPRITE_PADDING;
    m->rest = vvi_allocate_zeroed(NULL, m->room, sizeof *m->rest);
    m->x = vvi_allocate_zeroed(NULL, m->room, sizeof *m->x);
    m->scratch = vvi_allocate(NULL, 1, vvi_sprite_scratch_bytes(&m->view));
    bool good = m->rest && m->x && m->scratch;
    for (uint32_t f = 0; f < FRAMES; f++) {
        m->frames[f] = vvi_allocate_zeroed(NULL, m->room, sizeof *m->frames[f]);
        good = good && m->frames[f];
    }
    return good;
}

/* Squashed by `share`, rotated, and disturbed by a tenth of an edge. */
static void disturb(matching *m, float share, vv_vec2 *x)
{
    vvi_random random = vvi_random_seed(1);
    vv_mat2 turn = vv_mat2_rotation(0.7f + share);
    m->place = (vv_place){0, {1.0f - share, share, 0.0f}};
    vvi_sprite_rest(&m->view, m->place, false, m->rest, m->scratch);
    for (uint32_t i = 0; i < m->view.particle_count; i++) {
        vv_vec2 noise = {vvi_random_unit(&random) - 0.5f, vvi_random_unit(&random) - 0.5f};
        x[i] = vv_vec2_add(vv_mat2_apply(turn, m->rest[i]), vv_vec2_scale(noise, 0.2f * m->view.spacing));
    }
}

static void *prepare(uint32_t vertices)
{
    matching *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->rig = bench_rig_create(BENCH_FIGURE, vertices, true);
    if (!m->rig || !prepare_sprite(m)) {
        finish(m);
        return NULL;
    }
    for (uint32_t f = 0; f < FRAMES; f++)
        disturb(m, 0.25f + 0.5f * (float)f / (float)FRAMES, m->frames[f]);
    disturb(m, 0.5f, m->x);
    return m;
}

static void *prepare_300(void) { return prepare(300); }
static void *prepare_500(void) { return prepare(500); }
static void *prepare_2000(void) { return prepare(2000); }

static void run_global(void *context, uint32_t repeat)
{
    matching *m = context;
    for (uint32_t r = 0; r < repeat; r++)
        vvi_match_global(&m->view, m->rest, 0.01f, m->x);
}

static void run_rings(void *context, uint32_t repeat)
{
    matching *m = context;
    for (uint32_t r = 0; r < repeat; r++)
        vvi_match_rings(&m->view, m->rest, 0.01f, m->x, m->scratch);
}

static void run_rest(void *context, uint32_t repeat)
{
    matching *m = context;
    for (uint32_t r = 0; r < repeat; r++) {
        float w = (float)(r & 63) / 63.0f;
        vvi_sprite_rest(&m->view, (vv_place){1, {0.5f, 0.5f * w, 0.5f - 0.5f * w}}, false, m->rest, m->scratch);
    }
}

/* In every run the shape moves by a thirtieth of the way to squashed, and back again. */
static void run_project(void *context, uint32_t repeat)
{
    matching *m = context;
    for (uint32_t r = 0; r < repeat; r++) {
        uint32_t at = m->frame++ % (2 * FRAMES - 2), f = at < FRAMES ? at : 2 * FRAMES - 2 - at;
        m->place = vvi_sprite_project(&m->view, m->frames[f], false, m->place, NULL, m->scratch);
    }
}

/* Multiplications and additions per particle: sums 16, moving it 10. */
#define GLOBAL_OPERATIONS(n) ((n)*26.0)

const bench_case bench_match_global_500 = {.name = "match.global.500",
                                           .workload = "one match of the whole drawing, 500 particles",
                                           .limit = "limit.fma",
                                           .work = GLOBAL_OPERATIONS(500),
                                           .repeat = 200,
                                           .prepare = prepare_500,
                                           .run = run_global,
                                           .finish = finish};
const bench_case bench_match_global_2000 = {.name = "match.global.2000",
                                            .workload = "… 2,000 particles",
                                            .limit = "limit.fma",
                                            .work = GLOBAL_OPERATIONS(2000),
                                            .repeat = 100,
                                            .prepare = prepare_2000,
                                            .run = run_global,
                                            .finish = finish};
const bench_case bench_match_ring3_500 = {.name = "match.ring3.500",
                                          .workload = "one match of every neighbourhood of 3 rings, 500 particles",
                                          .repeat = 50,
                                          .prepare = prepare_500,
                                          .run = run_rings,
                                          .finish = finish};
const bench_case bench_match_ring3_2000 = {.name = "match.ring3.2000",
                                           .workload = "… 2,000 particles",
                                           .repeat = 20,
                                           .prepare = prepare_2000,
                                           .run = run_rings,
                                           .finish = finish};
const bench_case bench_sprite_rest = {.name = "sprite.rest",
                                      .workload =
                                          "three examples of 8 handles blended, 300 particles skinned and centred",
                                      .repeat = 200,
                                      .prepare = prepare_300,
                                      .run = run_rest,
                                      .finish = finish};
const bench_case bench_sprite_project = {.name = "sprite.project",
                                         .workload = "300 particles projected onto a segment and a triangle, 8 handles",
                                         .repeat = 200,
                                         .prepare = prepare_300,
                                         .run = run_project,
                                         .finish = finish};
