/* Joints: a crate that swings on a rope, a catapult whose motor throws a stone, and a bridge of planks on which a crate
 * comes to rest. What each promises is checked.
 * usage: joints
 */
#include "box.h"

#include <math.h>

static const float step = 1.0f / 60.0f;

/* A hinge between two points of two actors. */
static void hinge(vv_stage *stage, vv_actor a, vv_vec2 at_a, vv_actor b, vv_vec2 at_b)
{
    vv_joint_def def = vv_default_joint_def(VV_JOINT_HINGE);
    vv_joint_id joint;
    vv_error error = {0};
    def.a.actor = a;
    def.a.at = at_a;
    def.b.actor = b;
    def.b.at = at_b;
    must(vv_stage_add_joint(stage, &def, &joint, &error), &error);
}

/* An end in the world is a point of the stage. */
static void swing(const vv_sprite *crate)
{
    vv_stage *stage = make_stage();
    vv_actor weight = add_box(stage, crate, 2.0f, 4.0f);
    vv_joint_def def = vv_default_joint_def(VV_JOINT_ROPE);
    vv_joint_id rope;
    vv_error error = {0};
    def.a.at = (vv_vec2){0.0f, 4.0f};
    def.b.actor = weight;
    must(vv_stage_add_joint(stage, &def, &rope, &error), &error);
    float lowest = INFINITY, highest = -INFINITY, longest = 0.0f;
    for (int frame = 0; frame < 20 * 60; frame++) {
        vv_stage_step(stage, step);
        vv_vec2 at = vv_stage_actor_state(stage, weight).position;
        lowest = fminf(lowest, at.y);
        highest = frame > 10 * 60 ? fmaxf(highest, at.y) : highest;
        longest = fmaxf(longest, vv_vec2_distance(at, def.a.at));
    }
    printf("rope: 2 m long, never longer than %.3f; from %.2f up to %.2f again after 10 s; it carries %.1f N\n",
           (double)longest, (double)lowest, (double)highest, (double)vv_stage_joint_state(stage, rope).force);
    expect(longest < 2.01f, "a rope does not stretch");
    expect(lowest < 2.02f && highest < 4.01f, "what swings gains no energy");
    vv_stage_destroy(stage);
}

/* The arm turns about a pin in the world; its motor is off until it is let go. */
static void throw_stone(const vv_sprite *arm_sprite, const vv_sprite *stone_sprite)
{
    vv_stage *stage = make_stage();
    vv_actor arm = add_box(stage, arm_sprite, 0.0f, 1.0f), stone = add_box(stage, stone_sprite, -1.8f, 1.25f);
    vv_joint_def def = vv_default_joint_def(VV_JOINT_HINGE);
    vv_joint_id pin;
    vv_obstacle ground;
    vv_error error = {0};
    def.a.at = (vv_vec2){0.0f, 1.0f};
    def.b.actor = arm;
    def.limited = true; /* it stops upright: there the stone flies off */
    def.low = -1.2f;
    def.high = 0.1f;
    must(vv_stage_add_ground(stage, 0.0f, 0.6f, &ground, &error), &error);
    must(vv_stage_add_joint(stage, &def, &pin, &error), &error);
    float farthest = 0.0f, highest = 0.0f;
    for (int frame = 0; frame < 4 * 60; frame++) {
        if (frame == 60)
            vv_stage_set_joint_motor(stage, pin, true, -9.0f, 400.0f);
        vv_stage_step(stage, step);
        vv_vec2 at = vv_stage_actor_state(stage, stone).position;
        highest = fmaxf(highest, at.y);
        farthest = fmaxf(farthest, at.x);
    }
    printf("catapult: the stone flew %.1f m high and %.1f m far\n", (double)highest, (double)farthest);
    expect(highest > 3.0f && farthest > 2.0f, "a catapult throws");
    vv_stage_destroy(stage);
}

static void cross(const vv_sprite *plank, const vv_sprite *crate)
{
    enum { PLANKS = 10 };
    vv_stage *stage = make_stage();
    vv_actor planks[PLANKS];
    const vv_actor world = {0, 0};
    for (int i = 0; i < PLANKS; i++)
        planks[i] = add_box(stage, plank, -4.5f + (float)i, 0.0f);
    hinge(stage, world, (vv_vec2){-5.0f, 0.0f}, planks[0], (vv_vec2){-0.5f, 0.0f});
    for (int i = 1; i < PLANKS; i++)
        hinge(stage, planks[i - 1], (vv_vec2){0.5f, 0.0f}, planks[i], (vv_vec2){-0.5f, 0.0f});
    hinge(stage, world, (vv_vec2){5.0f, 0.0f}, planks[PLANKS - 1], (vv_vec2){0.5f, 0.0f});
    vv_actor load = add_box(stage, crate, 0.2f, 1.5f);
    for (int frame = 0; frame < 8 * 60; frame++)
        vv_stage_step(stage, step);
    vv_actor_state state = vv_stage_actor_state(stage, load);
    printf("bridge: the crate rests at %.2f, %.2f\n", (double)state.position.x, (double)state.position.y);
    expect(state.grounded && state.position.y > -1.5f, "the bridge holds");
    vv_stage_destroy(stage);
}

int main(void)
{
    vv_sprite *crate = make_box(0.6f, 0.6f), *arm = make_box(4.0f, 0.2f), *stone = make_box(0.3f, 0.3f),
              *plank = make_box(0.96f, 0.16f);
    swing(crate);
    throw_stone(arm, stone);
    cross(plank, crate);
    vv_sprite_destroy(crate, NULL);
    vv_sprite_destroy(arm, NULL);
    vv_sprite_destroy(stone, NULL);
    vv_sprite_destroy(plank, NULL);
    return 0;
}
