/* Small scenes for the stage's tests: one drawing, in the air or above a ground. */
#ifndef TESTS_STAGE_SCENES_H
#define TESTS_STAGE_SCENES_H

#include "runtime/stage/state.h"
#include "tests/runtime/stage/bodies.h"
#include "tests/testing.h"

typedef struct scene {
    vv_stage *stage;
    vv_actor actor;
    body body;
    float size; /* of the drawing, metres */
} scene;

/* An empty stage. */
static inline vv_stage *make_stage(const vv_stage_def *def)
{
    vv_stage *stage = NULL;
    vv_error error = {0};
    if (vv_stage_create(def, NULL, &stage, &error) != VV_OK)
        fail_msg("%s", error.message);
    return stage;
}

static inline vv_actor add_actor(vv_stage *stage, const vv_actor_def *def)
{
    vv_actor id = {0, 0};
    vv_error error = {0};
    if (vv_stage_add_actor(stage, def, &id, &error) != VV_OK)
        fail_msg("%s", error.message);
    return id;
}

/* The def of an actor that starts at its rest example (bodies.h has it as example 0). */
static inline vv_actor_def actor_of(const body *b)
{
    vv_actor_def def = vv_default_actor_def();
    def.sprite = b->sprite;
    def.place = vv_complex_at_example(vv_sprite_complex(b->sprite), 0);
    return def;
}

/* A drawing alone in the air, without gravity. */
static inline scene make_free(body b, vv_actor_def def)
{
    vv_stage_def stage_def = vv_default_stage_def();
    stage_def.gravity = (vv_vec2){0.0f, 0.0f};
    def.sprite = b.sprite;
    scene s = {.stage = make_stage(&stage_def), .body = b, .size = vv_sprite_size(b.sprite)};
    s.actor = add_actor(s.stage, &def);
    return s;
}

/* A drawing above a ground at height 0. */
static inline scene make_grounded(body b, vv_actor_def def, vv_stage_def stage_def)
{
    scene s = {.stage = make_stage(&stage_def), .body = b, .size = vv_sprite_size(b.sprite)};
    vv_obstacle ground;
    def.sprite = b.sprite;
    assert_int_equal(vv_stage_add_ground(s.stage, 0.0f, 0.6f, &ground, NULL), VV_OK);
    s.actor = add_actor(s.stage, &def);
    return s;
}

static inline actor *inside_of(const scene *s) { return vvi_stage_actor(s->stage, s->actor); }

static inline float weight_of(const scene *s, uint32_t example)
{
    float weights[16];
    vv_stage_weights(s->stage, s->actor, weights);
    return weights[example];
}

/* The lowest vertex of the drawing as it is shown. */
static inline float lowest_of(const scene *s)
{
    vv_vec2 *vertices = calloc(s->body.vertex_count, sizeof *vertices);
    float lowest = INFINITY;
    vv_stage_vertices(s->stage, s->actor, vertices);
    for (uint32_t i = 0; i < s->body.vertex_count; i++)
        lowest = vertices[i].y < lowest ? vertices[i].y : lowest;
    free(vertices);
    return lowest;
}

static inline void run_steps(vv_stage *stage, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        vv_stage_step(stage, 1.0f / 60.0f);
}

static inline void scene_free(scene *s)
{
    vv_stage_destroy(s->stage);
    body_free(&s->body);
}

#endif
