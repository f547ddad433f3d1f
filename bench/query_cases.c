/* Questions to a stage with 500 balls and crates, strewn over 60 × 40 m. */
#include "cases.h"

#include "runtime/base/base.h"

#include <stdlib.h>

enum { ACTORS = 500, RAYS = 1024 };

typedef struct scene {
    bench_rig *rigs[2];
    vv_sprite *sprites[2];
    vv_stage *stage;
    vv_vec2 from[RAYS], to[RAYS];
    float found; /* so that no question can be left out */
} scene;

static float in_range(vvi_random *r, float low, float high) { return low + (high - low) * vvi_random_unit(r); }

static vv_sprite *make_sprite(const bench_rig *rig)
{
    vv_handle_pose turns[8];
    vv_sprite_def def = vv_default_sprite_def();
    vv_sprite *sprite = NULL;
    for (uint32_t j = 0; j < rig->handle_count; j++)
        turns[j] = vv_handle_pose_identity();
    def.mesh = rig->mesh;
    def.handle_count = rig->handle_count;
    def.handles = rig->handles;
    def.weights = rig->weights;
    def.example_count = 1;
    def.example_poses = turns;
    (void)vv_sprite_create(&def, NULL, &sprite, NULL);
    return sprite;
}

static void finish(void *context)
{
    scene *s = context;
    vv_stage_destroy(s->stage);
    for (int k = 0; k < 2; k++) {
        vv_sprite_destroy(s->sprites[k], NULL);
        bench_rig_destroy(s->rigs[k]);
    }
    free(s);
}

static bool fill(scene *s)
{
    vvi_random r = vvi_random_seed(7);
    vv_stage_def def = vv_default_stage_def();
    def.max_actors = ACTORS;
    bool good = vv_stage_create(&def, NULL, &s->stage, NULL) == VV_OK;
    for (uint32_t i = 0; i < ACTORS && good; i++) {
        vv_actor_def actor = vv_default_actor_def();
        vv_actor id;
        actor.sprite = s->sprites[i % 2];
        actor.position = (vv_vec2){in_range(&r, 0.0f, 60.0f), in_range(&r, 0.0f, 40.0f)};
        actor.angle = in_range(&r, -3.0f, 3.0f);
        actor.mask = 0;
        good = vv_stage_add_actor(s->stage, &actor, &id, NULL) == VV_OK;
    }
    for (uint32_t i = 0; i < RAYS; i++) {
        s->from[i] = (vv_vec2){in_range(&r, 0.0f, 60.0f), in_range(&r, 0.0f, 40.0f)};
        s->to[i] = (vv_vec2){in_range(&r, 0.0f, 60.0f), in_range(&r, 0.0f, 40.0f)};
    }
    return good && vv_stage_step(s->stage, 1.5f / 60.0f) == 1;
}

static void *prepare(void)
{
    scene *s = calloc(1, sizeof *s);
    static const bench_drawing drawings[2] = {BENCH_BALL, BENCH_CRATE};
    bool good = s != NULL;
    for (int k = 0; k < 2 && good; k++) {
        s->rigs[k] = bench_rig_create(drawings[k], 300, true);
        s->sprites[k] = s->rigs[k] ? make_sprite(s->rigs[k]) : NULL;
        good = s->sprites[k] != NULL;
    }
    if (good && fill(s))
        return s;
    if (s)
        finish(s);
    return NULL;
}

static void run_rays(void *context, uint32_t repeat)
{
    scene *s = context;
    vv_hit hit = {.fraction = 0.0f};
    for (uint32_t i = 0; i < repeat; i++) {
        (void)vv_stage_cast_ray(s->stage, s->from[i % RAYS], s->to[i % RAYS], NULL, &hit);
        s->found += hit.fraction;
    }
}

static void run_circles(void *context, uint32_t repeat)
{
    scene *s = context;
    vv_hit hit = {.fraction = 0.0f};
    for (uint32_t i = 0; i < repeat; i++) {
        (void)vv_stage_cast_circle(s->stage, s->from[i % RAYS], s->to[i % RAYS], 0.3f, NULL, &hit);
        s->found += hit.fraction;
    }
}

/* The first question after an actor was moved. */
static void run_first(void *context, uint32_t repeat)
{
    scene *s = context;
    vv_hit hit = {.fraction = 0.0f};
    for (uint32_t i = 0; i < repeat; i++) {
        vv_stage_teleport(s->stage, (vv_actor){0, 1}, s->from[i % RAYS], 0.0f);
        (void)vv_stage_cast_ray(s->stage, s->from[i % RAYS], s->to[i % RAYS], NULL, &hit);
        s->found += hit.fraction;
    }
}

const bench_case bench_stage_ray = {.name = "stage.ray",
                                    .workload = "a ray, 25 m long in the mean, among 500 actors of 300 vertices",
                                    .repeat = RAYS,
                                    .prepare = prepare,
                                    .run = run_rays,
                                    .finish = finish};
const bench_case bench_stage_circle = {.name = "stage.circle",
                                       .workload = "a circle of 0.3 m cast along the same ways",
                                       .repeat = RAYS,
                                       .prepare = prepare,
                                       .run = run_circles,
                                       .finish = finish};
const bench_case bench_stage_first_ray = {.name = "stage.ray.first",
                                          .workload =
                                              "the same ray after one of the actors was moved: the tree is made anew",
                                          .repeat = 64,
                                          .prepare = prepare,
                                          .run = run_first,
                                          .finish = finish};
