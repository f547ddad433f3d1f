/* A creature made by hand, of which everything can be said in closed form: a spine of three, two legs, an arm, and a
 * limb that branches into two hands. Nothing is turned at rest. */
#ifndef TESTS_JUDGE_FIGURE_H
#define TESTS_JUDGE_FIGURE_H

#include "tests/testing.h"

#include "author/judge/judge.h"
#include "runtime/base/base.h"

#include <math.h>

enum {
    PELVIS,
    CHEST,
    HEAD,
    LEFT_THIGH,
    LEFT_SHIN,
    LEFT_FOOT,
    RIGHT_THIGH,
    RIGHT_SHIN,
    RIGHT_FOOT,
    UPPER_ARM,
    LOWER_ARM,
    HAND,
    TRUNK,
    BRANCH_A,
    HAND_A,
    BRANCH_B,
    HAND_B,
    FIGURE_BODIES
};

typedef struct figure {
    vv_plan_body bodies[FIGURE_BODIES];
    vv_creature_plan plan;
    vv_creature *creature;
    vv_transform3 rest[FIGURE_BODIES];
} figure;

static void put(figure *f, uint32_t b, const char *name, uint32_t parent, vv_vec3 place, vv_vec3 tip, uint64_t caps)
{
    vv_plan_body *body = &f->bodies[b];
    *body = (vv_plan_body){.tip = tip, .radius = {0.03f, 0.03f}};
    snprintf(body->name, sizeof body->name, "%s", name);
    body->body = (vv_creature_body){.parent = parent,
                                    .position = place,
                                    .rotation = {0.0f, 0.0f, 0.0f, 1.0f},
                                    .low = {-0.03f, -0.03f, -0.03f},
                                    .high = {0.03f, 0.03f, 0.03f},
                                    .caps = caps};
}

static void figure_open(figure *f)
{
    const uint64_t spine = VV_CAP_BIT(VV_CAP_SPINE), limb = VV_CAP_BIT(VV_CAP_LIMB);
    const uint64_t foot = VV_CAP_BIT(VV_CAP_FOOT), hand = VV_CAP_BIT(VV_CAP_GRASPER);
    memset(f, 0, sizeof *f);
    put(f, PELVIS, "pelvis", VV_NONE, (vv_vec3){0, 1.0f, 0}, (vv_vec3){0, 0.4f, 0}, spine);
    put(f, CHEST, "chest", PELVIS, (vv_vec3){0, 1.4f, 0}, (vv_vec3){0, 0.4f, 0}, spine);
    put(f, HEAD, "head", CHEST, (vv_vec3){0, 1.8f, 0}, (vv_vec3){0, 0.2f, 0}, spine);
    for (uint32_t side = 0; side < 2; side++) {
        float x = side == 0 ? 0.2f : -0.2f;
        uint32_t b = side == 0 ? LEFT_THIGH : RIGHT_THIGH;
        put(f, b, side == 0 ? "left thigh" : "right thigh", PELVIS, (vv_vec3){x, 0.9f, 0}, (vv_vec3){0, -0.45f, 0.1f},
            limb);
        put(f, b + 1, side == 0 ? "left shin" : "right shin", b, (vv_vec3){x, 0.45f, 0.1f}, (vv_vec3){0, -0.45f, -0.1f},
            limb);
        put(f, b + 2, side == 0 ? "left foot" : "right foot", b + 1, (vv_vec3){x, 0.0f, 0.0f}, (vv_vec3){0, 0, 0.1f},
            foot);
    }
    put(f, UPPER_ARM, "upper arm", CHEST, (vv_vec3){0.3f, 1.6f, 0}, (vv_vec3){0.3f, 0, 0}, limb);
    put(f, LOWER_ARM, "lower arm", UPPER_ARM, (vv_vec3){0.6f, 1.6f, 0}, (vv_vec3){0.3f, 0, 0}, limb);
    put(f, HAND, "hand", LOWER_ARM, (vv_vec3){0.9f, 1.6f, 0}, (vv_vec3){0.05f, 0, 0}, hand);
    put(f, TRUNK, "trunk", CHEST, (vv_vec3){-0.3f, 1.6f, 0}, (vv_vec3){-0.3f, 0, 0}, limb);
    put(f, BRANCH_A, "branch a", TRUNK, (vv_vec3){-0.6f, 1.6f, 0}, (vv_vec3){-0.3f, 0.1f, 0}, limb);
    put(f, HAND_A, "hand a", BRANCH_A, (vv_vec3){-0.9f, 1.7f, 0}, (vv_vec3){-0.05f, 0, 0}, hand);
    put(f, BRANCH_B, "branch b", TRUNK, (vv_vec3){-0.6f, 1.6f, 0}, (vv_vec3){-0.3f, -0.1f, 0}, limb);
    put(f, HAND_B, "hand b", BRANCH_B, (vv_vec3){-0.9f, 1.5f, 0}, (vv_vec3){-0.05f, 0, 0}, hand);
    f->plan.body_count = FIGURE_BODIES;
    f->plan.bodies = f->bodies;
    vv_error error = {0};
    if (vv_plan_creature(&f->plan, NULL, &f->creature, &error) != VV_OK)
        fail_msg("%s", error.message);
    vv_creature_rest(f->creature, f->rest);
}

static void figure_close(figure *f) { vv_creature_destroy(f->creature, NULL); }

#endif
