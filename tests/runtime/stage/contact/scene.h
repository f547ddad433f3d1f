/* Small scenes for the tests of contact. Actors begin at the first example of their drawing. */
#ifndef TESTS_CONTACT_SCENE_H
#define TESTS_CONTACT_SCENE_H

#include "runtime/stage/stage.h"
#include "tests/runtime/stage/bodies.h"
#include "tests/testing.h"

#include <math.h>

#define FRAME (1.0f / 60.0f)

static inline vv_stage *scene_stage(const vv_stage_def *def)
{
    vv_stage *stage = NULL;
    vv_error error = {0};
    if (vv_stage_create(def, NULL, &stage, &error) != VV_OK)
        fail_msg("%s", error.message);
    return stage;
}

/* No gravity, nobody sleeps. */
static inline vv_stage *scene_in_space(void)
{
    vv_stage_def def = vv_default_stage_def();
    def.gravity = (vv_vec2){0.0f, 0.0f};
    def.sleep = false;
    return scene_stage(&def);
}

/* The usual gravity and a ground at height 0 with friction 0.6. */
static inline vv_stage *scene_on_ground(bool sleep)
{
    vv_stage_def def = vv_default_stage_def();
    vv_obstacle ground;
    def.sleep = sleep;
    vv_stage *stage = scene_stage(&def);
    assert_int_equal(vv_stage_add_ground(stage, 0.0f, 0.6f, &ground, NULL), VV_OK);
    return stage;
}

static inline vv_actor_def scene_def(const body *b, float x, float y, float angle)
{
    vv_actor_def def = vv_default_actor_def();
    def.sprite = b->sprite;
    def.position = (vv_vec2){x, y};
    def.angle = angle;
    def.place = vv_complex_at_example(vv_sprite_complex(b->sprite), 0);
    return def;
}

static inline vv_actor scene_add_def(vv_stage *stage, const vv_actor_def *def)
{
    vv_actor who = {0};
    vv_error error = {0};
    if (vv_stage_add_actor(stage, def, &who, &error) != VV_OK)
        fail_msg("%s", error.message);
    return who;
}

static inline vv_actor scene_add(vv_stage *stage, const body *b, float x, float y, float angle)
{
    vv_actor_def def = scene_def(b, x, y, angle);
    return scene_add_def(stage, &def);
}

static inline vv_obstacle scene_add_obstacle(vv_stage *stage, vv_obstacle_kind kind, const vv_vec2 *points,
                                             uint32_t count)
{
    vv_obstacle_def def = vv_default_obstacle_def();
    vv_obstacle made = {0};
    vv_error error = {0};
    def.kind = kind;
    def.points = points;
    def.point_count = count;
    if (vv_stage_add_obstacle(stage, &def, &made, &error) != VV_OK)
        fail_msg("%s", error.message);
    return made;
}

static inline void scene_run(vv_stage *stage, float seconds)
{
    for (int i = 0; i < (int)lroundf(60.0f * seconds); i++)
        vv_stage_step(stage, FRAME);
}

static inline float scene_away(vv_stage *stage, vv_actor who, vv_vec2 from)
{
    return vv_vec2_distance(vv_stage_actor_state(stage, who).position, from);
}

#endif
