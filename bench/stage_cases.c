/* Whole scenes of sprites like those of Table 1 in "Dynamic Sprites": ms for a 60 Hz frame with all of them awake,
 * split into the table's own lines. A case runs the same interval of time again and again from a saved state. */
#include "cases.h"

#include "author/base/pool.h"

#include <stdlib.h>

enum { FRAMES = 120, WARM_UP = 30, CROWD_FRAMES = 10 };

typedef enum cast { BALL, CRATE, BEAM, ROPE, MAN, CAST_COUNT } cast;

typedef struct scene {
    bench_rig *rigs[CAST_COUNT];
    vv_sprite *sprites[CAST_COUNT];
    vv_strengths strengths[CAST_COUNT];
    vv_stage *stage;
    vv_pool *pool; /* NULL: one thread */
    void *saved;
    size_t saved_bytes;
    double spent[VV_STEP_PHASE_COUNT];      /* ns, by phase */
    uint32_t readings[VV_STEP_PHASE_COUNT]; /* number of clock readings within each */
    double since;
    vv_step_phase phase;
} scene;

/* ---- Sprites ----------------------------------------------------------------------------------------------------- */

static vv_vec2 middle(const bench_rig *rig) { return rig->handles[0].from; }

/* Stretches everything about the middle. */
static void pose_stretched(const bench_rig *rig, float xx, float xy, float yy, vv_handle_pose *turns)
{
    for (uint32_t j = 0; j < rig->handle_count; j++) {
        vv_vec2 r = vv_vec2_sub(rig->handles[j].from, middle(rig));
        turns[j] = (vv_handle_pose){{xx * r.x + xy * r.y - r.x, xy * r.x + yy * r.y - r.y}, 0.0f, xx, xy, yy};
    }
}

/* Bent like a bow: the middle moves by `depth` and the ends the other way. */
static void pose_bent(const bench_rig *rig, float depth, vv_handle_pose *turns)
{
    for (uint32_t j = 0; j < rig->handle_count; j++) {
        float u = 2.0f * (rig->handles[j].from.x - middle(rig).x);
        turns[j] = vv_handle_pose_identity();
        turns[j].translation.y = depth * (1.0f - 2.0f * u * u);
        turns[j].angle = vv_atan2(-8.0f * depth * u, 1.0f);
    }
}

static vv_sprite *make_sprite(const bench_rig *rig, const vv_handle_pose *turns)
{
    static const vv_simplex segments[2] = {{{0, 1, VV_NONE}}, {{0, 2, VV_NONE}}};
    vv_complex *complex = NULL;
    vv_complex_def complex_def = {3, 2, segments, NULL};
    vv_sprite_def def = vv_default_sprite_def();
    vv_sprite *sprite = NULL;
    if (vv_complex_create(&complex_def, NULL, &complex, NULL) != VV_OK)
        return NULL;
    def.mesh = rig->mesh;
    def.handle_count = rig->handle_count;
    def.handles = rig->handles;
    def.weights = rig->weights;
    def.example_count = 3;
    def.example_poses = turns;
    def.complex = complex;
    vv_sprite_create(&def, NULL, &sprite, NULL);
    vv_complex_destroy(complex, NULL);
    return sprite;
}

static bool make_cast(scene *s)
{
    static const bench_drawing drawings[CAST_COUNT] = {BENCH_BALL, BENCH_CRATE, BENCH_BEAM, BENCH_BEAM, BENCH_FIGURE};
    static const uint32_t vertices[CAST_COUNT] = {300, 160, 150, 150, 380};
    for (int c = 0; c < CAST_COUNT; c++) {
        bench_rig *rig = s->rigs[c] = bench_rig_create(drawings[c], vertices[c], true);
        if (!rig)
            return false;
        vv_handle_pose turns[3 * 8];
        uint32_t n = rig->handle_count;
        pose_stretched(rig, 1.0f, 0.0f, 1.0f, turns);
        if (drawings[c] == BENCH_BEAM) {
            pose_bent(rig, -0.12f, turns + n);
            pose_bent(rig, 0.12f, turns + 2 * n);
        } else {
            pose_stretched(rig, 1.5f, c == CRATE ? 0.2f : 0.0f, 0.67f, turns + n);
            pose_stretched(rig, 0.67f, c == CRATE ? -0.2f : 0.0f, 1.5f, turns + 2 * n);
        }
        vv_strengths *k = &s->strengths[c];
        *k = vv_default_strengths();
        k->energy = 1.2f;
        k->energy_example = 1;
        k->velocity = c == BALL || c == MAN ? 0.5f : 0.0f;
        k->velocity_example = 2;
        k->bounce = 0.5f;
        if (!(s->sprites[c] = make_sprite(rig, turns)))
            return false;
    }
    s->strengths[ROPE].stiffness = 8.0f;
    return true;
}

/* ---- Scenes ------------------------------------------------------------------------------------------------------ */

static void on_phase(void *user, vv_step_phase phase)
{
    scene *s = user;
    double now = bench_thread_ns();
    s->spent[s->phase] += now - s->since;
    s->readings[s->phase]++;
    s->since = now;
    s->phase = phase;
}

static bool put(scene *s, cast who, float x, float y, vv_vec2 velocity)
{
    vv_actor_def def = vv_default_actor_def();
    vv_actor actor;
    def.sprite = s->sprites[who];
    def.position = (vv_vec2){x - 0.5f, y - 0.5f};
    def.velocity = velocity;
    def.strengths = s->strengths[who];
    return vv_stage_add_actor(s->stage, &def, &actor, NULL) == VV_OK;
}

/* A beam or rope held at both ends. */
static bool hang(scene *s, cast who, float x, float y)
{
    vv_actor_def def = vv_default_actor_def();
    const vv_hold holds[2] = {{{0.03f, 0.5f}, {x - 0.47f, y}, INFINITY}, {{0.97f, 0.5f}, {x + 0.47f, y}, INFINITY}};
    vv_actor actor;
    def.sprite = s->sprites[who];
    def.position = (vv_vec2){x - 0.5f, y - 0.5f};
    def.strengths = s->strengths[who];
    def.hold_count = 2;
    def.holds = holds;
    return vv_stage_add_actor(s->stage, &def, &actor, NULL) == VV_OK;
}

static void finish_scene(void *context)
{
    scene *s = context;
    vv_stage_destroy(s->stage);
    vv_pool_destroy(s->pool);
    for (int c = 0; c < CAST_COUNT; c++) {
        vv_sprite_destroy(s->sprites[c], NULL);
        bench_rig_destroy(s->rigs[c]);
    }
    free(s->saved);
    free(s);
}

static scene *open_scene(uint32_t actors, bool (*fill)(scene *))
{
    scene *s = calloc(1, sizeof *s);
    vv_stage_def def = vv_default_stage_def();
    def.max_actors = actors;
    def.max_contacts = 16 * actors;
    def.sleep = false;
    vv_obstacle ground;
    bool good = s && make_cast(s) && vv_stage_create(&def, NULL, &s->stage, NULL) == VV_OK &&
                vv_stage_add_ground(s->stage, 0.0f, 0.6f, &ground, NULL) == VV_OK && fill(s);
    for (int i = 0; good && i < WARM_UP; i++)
        vv_stage_step(s->stage, 1.0f / 60.0f);
    if (good) {
        s->saved_bytes = vv_stage_save_bytes(s->stage);
        s->saved = malloc(s->saved_bytes);
        good = s->saved && vv_stage_save(s->stage, s->saved, s->saved_bytes) == s->saved_bytes;
    }
    if (good)
        return s;
    if (s)
        finish_scene(s);
    return NULL;
}

/* Twelve: four bouncy beams and four ropes as platforms, two balls and two characters that land on them. */
static bool fill_platform(scene *s)
{
    bool good = true;
    for (int i = 0; i < 4; i++) {
        good = good && hang(s, BEAM, 1.1f * (float)i, 1.0f) && hang(s, ROPE, 1.1f * (float)i, 2.6f);
        good = good && put(s, i % 2 ? BALL : MAN, 1.1f * (float)i, 3.3f, (vv_vec2){0, -2});
    }
    return good;
}

/* Fifteen: balls that fall through beams and crates, all in one heap. */
static bool fill_puzzle(scene *s)
{
    bool good = true;
    for (int i = 0; i < 5; i++) {
        good = good && put(s, CRATE, 0.97f * (float)i, 0.5f, (vv_vec2){0, 0});
        good = good && put(s, BEAM, 0.97f * (float)i + 0.4f, 1.1f, (vv_vec2){0, 0});
        good = good && put(s, BALL, 0.97f * (float)i + 0.2f, 1.75f, (vv_vec2){0, -1});
    }
    return good;
}

/* Twenty-five: three stacks of crates with beams on top, and five men flying into them. */
static bool fill_launcher(scene *s)
{
    bool good = true;
    for (int i = 0; i < 15; i++)
        good = good && put(s, CRATE, 1.0f * (float)(i / 5), 0.47f + 0.92f * (float)(i % 5), (vv_vec2){0, 0});
    for (int i = 0; i < 5; i++) {
        good = good && put(s, BEAM, 0.6f * (float)i - 0.2f, 4.75f + 0.15f * (float)i, (vv_vec2){0, 0});
        good = good && put(s, MAN, -1.3f - 0.9f * (float)i, 1.5f + 0.4f * (float)i, (vv_vec2){9, 2});
    }
    return good;
}

/* Balls in short piles of five, far from each other: a crowd. */
static bool fill_crowd(scene *s, uint32_t count)
{
    bool good = true;
    for (uint32_t i = 0; i < count && good; i++)
        good = put(s, BALL, 1.6f * (float)(i / 5) + 0.05f * (float)(i % 5), 0.45f + 0.88f * (float)(i % 5),
                   (vv_vec2){0, 0});
    return good;
}

static bool fill_10(scene *s) { return fill_crowd(s, 10); }
static bool fill_100(scene *s) { return fill_crowd(s, 100); }
static bool fill_1000(scene *s) { return fill_crowd(s, 1000); }

static void *prepare_platform(void) { return open_scene(12, fill_platform); }
static void *prepare_puzzle(void) { return open_scene(15, fill_puzzle); }
static void *prepare_launcher(void) { return open_scene(25, fill_launcher); }
/* ---- Cases ------------------------------------------------------------------------------------------------------- */

static void run_scene(void *context, uint32_t repeat)
{
    scene *s = context;
    vv_stage_restore(s->stage, s->saved, s->saved_bytes, NULL);
    for (uint32_t i = 0; i < repeat; i++)
        vv_stage_step(s->stage, 1.0f / 60.0f);
}

/* The overhead that one reading of the clock adds to a phase: it is a system call, and a frame has hundreds of
 * phases. */
static double measure_reading(void)
{
    double least = INFINITY;
    for (int round = 0; round < 20; round++) {
        double start = bench_thread_ns();
        for (int i = 0; i < 99; i++)
            (void)bench_thread_ns();
        double each = (bench_thread_ns() - start) / 100.0;
        least = each < least ? each : least;
    }
    return least;
}

static double watch_scene(scene *s, uint32_t repeat, double reading)
{
    double total = 0.0;
    vv_stage_restore(s->stage, s->saved, s->saved_bytes, NULL);
    vv_stage_observe_phases(s->stage, on_phase, s);
    s->phase = VV_STEP_PHASE_OTHER;
    on_phase(s, VV_STEP_PHASE_OTHER);
    for (int i = 0; i < VV_STEP_PHASE_COUNT; i++) {
        s->spent[i] = 0.0;
        s->readings[i] = 0;
    }
    for (uint32_t i = 0; i < repeat; i++)
        vv_stage_step(s->stage, 1.0f / 60.0f);
    on_phase(s, VV_STEP_PHASE_OTHER);
    vv_stage_observe_phases(s->stage, NULL, NULL);
    for (int i = 0; i < VV_STEP_PHASE_COUNT; i++)
        total += s->spent[i] -= reading * s->readings[i];
    return total;
}

/* The table's own lines: the same interval again, with timers; the fastest of several passes. */
static void split_scene(void *context, uint32_t repeat, double *ns)
{
    scene *s = context;
    double least = 0.0, reading = measure_reading();
    for (int pass = 0; pass < 5; pass++) {
        double total = watch_scene(s, repeat, reading);
        if (pass > 0 && total >= least)
            continue;
        least = total;
        for (int i = 0; i < VV_STEP_PHASE_COUNT; i++)
            ns[i] = s->spent[i] / repeat;
    }
}

static const char *const lines[] = {"neighbourhoods", "global", "projection", "collisions", "other"};
_Static_assert(sizeof lines / sizeof *lines == VV_STEP_PHASE_COUNT, "one line a phase");

const bench_case bench_sprites_platform = {.name = "sprites.platform",
                                           .workload = "a frame of 12 sprites on platforms (the paper: 10.5 ms)",
                                           .repeat = FRAMES,
                                           .prepare = prepare_platform,
                                           .run = run_scene,
                                           .finish = finish_scene,
                                           .part_count = VV_STEP_PHASE_COUNT,
                                           .part_names = lines,
                                           .split = split_scene};
const bench_case bench_sprites_puzzle = {.name = "sprites.puzzle",
                                         .workload = "a frame of 15 sprites in one heap (the paper: 25.4 ms)",
                                         .repeat = FRAMES,
                                         .prepare = prepare_puzzle,
                                         .run = run_scene,
                                         .finish = finish_scene,
                                         .part_count = VV_STEP_PHASE_COUNT,
                                         .part_names = lines,
                                         .split = split_scene};
const bench_case bench_sprites_launcher = {.name = "sprites.launcher",
                                           .workload = "a frame of 25 sprites, stacks hit by men (the paper: 8.9 ms)",
                                           .repeat = FRAMES,
                                           .prepare = prepare_launcher,
                                           .run = run_scene,
                                           .finish = finish_scene,
                                           .part_count = VV_STEP_PHASE_COUNT,
                                           .part_names = lines,
                                           .split = split_scene};

/* The cost of rollback per frame, besides the frame itself. */
static void run_rollback(void *context, uint32_t repeat)
{
    scene *s = context;
    for (uint32_t i = 0; i < repeat; i++) {
        vv_stage_save(s->stage, s->saved, s->saved_bytes);
        vv_stage_restore(s->stage, s->saved, s->saved_bytes, NULL);
    }
}

const bench_case bench_sprites_rollback = {.name = "sprites.rollback",
                                           .workload = "a save and a restore of the launcher's 25 sprites",
                                           .repeat = 200,
                                           .prepare = prepare_launcher,
                                           .run = run_rollback,
                                           .finish = finish_scene};

/* ---- The crowd --------------------------------------------------------------------------------------------------- */

static void *prepare_10(void) { return open_scene(10, fill_10); }
static void *prepare_100(void) { return open_scene(100, fill_100); }
static void *prepare_1000(void) { return open_scene(1000, fill_1000); }

/* One unit is one sprite's frame. */
static void run_10(void *context, uint32_t repeat) { run_scene(context, repeat / 10); }
static void run_100(void *context, uint32_t repeat) { run_scene(context, repeat / 100); }
static void run_1000(void *context, uint32_t repeat) { run_scene(context, repeat / 1000); }

#define CROWD_CASE(size, title, words, compared)                                                                       \
    const bench_case bench_sprites_crowd_##size = {                                                                    \
        .name = title,                                                                                                 \
        .workload = words,                                                                                             \
        .versus = compared,                                                                                            \
        .repeat = size * CROWD_FRAMES,                                                                                 \
        .prepare = prepare_##size,                                                                                     \
        .run = run_##size,                                                                                             \
        .finish = finish_scene,                                                                                        \
        .frame = 16.6e6,                                                                                               \
    }

CROWD_CASE(10, "sprites.crowd.10", "a 60 Hz frame of one of 10 sprites, 300 particles, three poses", NULL);
CROWD_CASE(100, "sprites.crowd", "… of one of 100", "sprites.crowd.10");
CROWD_CASE(1000, "sprites.crowd.1000", "… of one of 1,000", "sprites.crowd.10");

/* ---- Many cores -------------------------------------------------------------------------------------------------- */

enum { GROUPED = 500, GROUPED_FRAMES = 5, THREADS = 2 };

static bool fill_groups(scene *s) { return fill_crowd(s, GROUPED); }
static void *prepare_groups(void) { return open_scene(GROUPED, fill_groups); }

static void *prepare_shared_groups(void)
{
    scene *s = open_scene(GROUPED, fill_groups);
    if (s && vv_pool_create(THREADS, &s->pool, NULL) == VV_OK &&
        vv_stage_set_jobs(s->stage, vv_pool_jobs(s->pool), NULL) == VV_OK)
        return s;
    if (s)
        finish_scene(s);
    return NULL;
}

const bench_case bench_stage_groups = {.name = "stage.groups",
                                       .workload = "a frame of 500 balls, 300 particles each, in piles of five",
                                       .repeat = GROUPED_FRAMES,
                                       .prepare = prepare_groups,
                                       .run = run_scene,
                                       .finish = finish_scene};
const bench_case bench_stage_jobs = {.name = "stage.jobs",
                                     .workload = "… divided among two threads",
                                     .versus = "stage.groups",
                                     .repeat = GROUPED_FRAMES,
                                     .threads = THREADS,
                                     .prepare = prepare_shared_groups,
                                     .run = run_scene,
                                     .finish = finish_scene};
