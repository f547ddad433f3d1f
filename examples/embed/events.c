/* Events that a game plays sounds to: crates fall down stairs, a rope snaps, a sensor rings. Each touch is told once
 * when it begins; how loud it is comes from the impulse, relative to the weight of what fell. usage: events */
#include "box.h"

#include <math.h>

/* What a game would do here is play a sample. */
static void play(double time, const char *sound, double loudness)
{
    int bars = loudness > 1.0 ? 20 : (int)(20.0 * loudness);
    printf("%5.2f s  %-6s %.*s\n", time, sound, bars, "####################");
}

int main(void)
{
    const float step = 1.0f / 60.0f;
    vv_error error = {0};
    vv_stage *stage = make_stage();
    vv_sprite *crate = make_box(0.5f, 0.5f);
    const vv_vec2 stairs[] = {{-1.0f, 3.0f}, {0.0f, 3.0f}, {0.0f, 2.0f}, {1.0f, 2.0f},
                              {1.0f, 1.0f},  {2.0f, 1.0f}, {2.0f, 0.0f}, {9.0f, 0.0f}};
    const vv_vec2 gate[] = {{1.4f, 1.0f}, {1.5f, 1.0f}, {1.5f, 3.0f}, {1.4f, 3.0f}};
    vv_obstacle_def def = vv_default_obstacle_def();
    vv_obstacle steps, bell;
    def.kind = VV_OBSTACLE_SEGMENTS;
    def.point_count = 8;
    def.points = stairs;
    def.friction = 0.02f; /* icy */
    must(vv_stage_add_obstacle(stage, &def, &steps, &error), &error);
    def.kind = VV_OBSTACLE_POLYGON;
    def.point_count = 4;
    def.points = gate;
    def.sensor = true; /* it feels what passes, and does not stop it */
    must(vv_stage_add_obstacle(stage, &def, &bell, &error), &error);

    vv_actor falling = add_box(stage, crate, -0.8f, 3.5f), hung = add_box(stage, crate, 5.0f, 2.0f);
    vv_stage_set_velocity(stage, falling, (vv_vec2){2.5f, 0.0f}, 0.0f);
    vv_joint_def thread = vv_default_joint_def(VV_JOINT_ROPE);
    vv_joint_id rope;
    thread.a.at = (vv_vec2){5.0f, 4.0f};
    thread.b.actor = hung;
    thread.break_force = 20.0f;
    must(vv_stage_add_joint(stage, &thread, &rope, &error), &error);

    int begun = 0, ended = 0, rings = 0, snaps = 0;
    for (int frame = 0; frame < 6 * 60; frame++) {
        if (frame == 180) /* a tug at the crate that hangs, harder than its thread can bear */
            vv_stage_apply_impulse(stage, hung, (vv_vec2){0.0f, -1.0f});
        vv_stage_step(stage, step);
        uint32_t count;
        const vv_event *events = vv_stage_events(stage, &count);
        for (uint32_t i = 0; i < count; i++) {
            const vv_event *e = &events[i];
            double time = (double)(e->step + 1) * (double)step;
            float weight = vv_stage_actor_state(stage, e->actor).mass * 9.81f;
            begun += e->kind == VV_EVENT_CONTACT_BEGIN;
            ended += e->kind == VV_EVENT_CONTACT_END;
            if (e->kind == VV_EVENT_CONTACT_HIT)
                play(time, "thud", (double)(e->impulse / weight));
            if (e->kind == VV_EVENT_SENSOR_ENTER && ++rings)
                play(time, "ring", 0.5);
            if (e->kind == VV_EVENT_JOINT_BROKEN && ++snaps)
                play(time, "snap", 1.0);
            if (e->kind == VV_EVENT_ASLEEP)
                play(time, "quiet", 0.0);
        }
    }
    printf("%d touches began and %d ended\n", begun, ended);
    expect(begun >= 4 && ended < begun, "it falls down stairs and comes to lie");
    expect(rings == 1 && snaps == 1, "it passes the bell once, and the thread snaps once");
    vv_stage_destroy(stage);
    vv_sprite_destroy(crate, NULL);
    return 0;
}
