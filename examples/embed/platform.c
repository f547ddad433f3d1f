/* Things that move by themselves: a lift that carries three crates up and down, and a door, a kinematic actor, that
 * opens and shuts. Riders stay on: the program ends with an error if one is off the lift in any frame. usage:
 * platform */
#include "box.h"

#include <math.h>

enum { RIDERS = 3 };

/* Where the lift is: up and down by two metres in four seconds, gently at both ends. */
static vv_vec2 lift_at(double time) { return (vv_vec2){0.0f, 1.0f - cosf(1.5707963f * (float)time)}; }

int main(void)
{
    const float step = 1.0f / 60.0f;
    vv_error error = {0};
    vv_stage *stage = make_stage();
    vv_sprite *crate = make_box(0.6f, 0.6f), *panel = make_box(0.3f, 2.0f);

    /* An obstacle whose points are in a frame of its own, so that it can be moved. */
    const vv_vec2 board[] = {{-2.0f, -0.2f}, {2.0f, -0.2f}, {2.0f, 0.0f}, {-2.0f, 0.0f}};
    vv_obstacle_def lift_def = vv_default_obstacle_def();
    vv_obstacle lift, ground;
    lift_def.kind = VV_OBSTACLE_POLYGON;
    lift_def.point_count = 4;
    lift_def.points = board;
    must(vv_stage_add_ground(stage, -1.0f, 0.6f, &ground, &error), &error);
    must(vv_stage_add_obstacle(stage, &lift_def, &lift, &error), &error);

    vv_actor riders[RIDERS], door = add_box(stage, panel, 5.0f, 0.0f);
    for (int i = 0; i < RIDERS; i++)
        riders[i] = add_box(stage, crate, -1.0f + (float)i, 0.3f);
    vv_stage_set_kinematic(stage, door, true);

    for (int frame = 0; frame < 600; frame++) {
        /* Before every fixed step: where it is to be at the end of that step. */
        vv_stage_move_obstacle(stage, lift, lift_at((frame + 1) * (double)step), 0.0f);
        /* The door has a velocity instead, and keeps it: it rises for a second, waits, and comes down. */
        if (frame % 240 == 60)
            vv_stage_set_velocity(stage, door, (vv_vec2){0.0f, 2.0f}, 0.0f);
        if (frame % 240 == 120 || frame % 240 == 0)
            vv_stage_set_velocity(stage, door, (vv_vec2){0.0f, 0.0f}, 0.0f);
        if (frame % 240 == 180)
            vv_stage_set_velocity(stage, door, (vv_vec2){0.0f, -2.0f}, 0.0f);
        vv_stage_step(stage, step);

        for (int i = 0; frame > 30 && i < RIDERS; i++) {
            vv_actor_state rider = vv_stage_actor_state(stage, riders[i]);
            expect(rider.grounded, "every rider is grounded in every frame");
            expect(fabsf(rider.position.x + 1.0f - (float)i) < 0.01f, "no rider slips");
        }
        if (frame % 60 == 59) {
            vv_actor_state rider = vv_stage_actor_state(stage, riders[1]);
            printf("%2d s  lift %5.2f  rider %5.2f  door %5.2f\n", (frame + 1) / 60,
                   (double)vv_stage_obstacle_state(stage, lift).position.y, (double)rider.position.y,
                   (double)vv_stage_actor_state(stage, door).position.y);
        }
    }
    vv_stage_destroy(stage);
    vv_sprite_destroy(crate, NULL);
    vv_sprite_destroy(panel, NULL);
    return 0;
}
