/* Scenes for the tests of joints: random stages and crates, and what is measured of them. */
#ifndef TESTS_STAGE_JOINTS_H
#define TESTS_STAGE_JOINTS_H

#include <verve/joint.h>

#include "tests/runtime/stage/scenes.h"

static inline float random_in(vvi_random *r, float low, float high) { return low + (high - low) * vvi_random_unit(r); }

/* Steps of 1/30 to 1/240 s. */
static inline vv_stage_def random_stage(vvi_random *r)
{
    vv_stage_def def = vv_default_stage_def();
    def.step = 1.0f / random_in(r, 30.0f, 240.0f);
    return def;
}

/* A crate of 100 to 1,200 vertices. */
static inline body random_crate(vvi_random *r, float side) { return body_crate(side, 9u + vvi_random_below(r, 25)); }

static inline vv_joint_id add_joint(vv_stage *stage, const vv_joint_def *def)
{
    vv_joint_id id = {0, 0};
    vv_error error = {0};
    if (vv_stage_add_joint(stage, def, &id, &error) != VV_OK)
        fail_msg("%s", error.message);
    return id;
}

static inline double energy_of(const vv_stage *stage, vv_actor id)
{
    vv_mechanics m = vv_stage_mechanics(stage, id);
    return m.kinetic + m.potential;
}

/* Adds an actor so that the point `at` of its drawing is at `to`, turned by an angle. */
static inline vv_actor add_at(vv_stage *stage, vv_actor_def def, vv_vec2 at, vv_vec2 to, float angle)
{
    vv_vec2 turned = {cosf(angle) * at.x - sinf(angle) * at.y, sinf(angle) * at.x + cosf(angle) * at.y};
    def.position = vv_vec2_sub(to, turned);
    def.angle = angle;
    return add_actor(stage, &def);
}

#endif
