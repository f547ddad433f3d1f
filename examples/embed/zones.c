/* Zones: crates of three densities in a pond that rises, and a feather over a fan.
 * usage: zones
 */
#include "box.h"

#include <math.h>

int main(void)
{
    const float step = 1.0f / 60.0f;
    vv_error error = {0};
    vv_stage *stage = make_stage();
    vv_sprite *crate = make_box(0.5f, 0.5f);
    vv_obstacle ground;
    must(vv_stage_add_ground(stage, -3.0f, 0.6f, &ground, &error), &error);

    /* Water to the right of the way from the first point to the second: a sea below y = 0. */
    const vv_vec2 surface[] = {{-1.0f, 0.0f}, {1.0f, 0.0f}};
    vv_zone_def sea_def = vv_default_zone_def(VV_ZONE_WATER);
    vv_zone_id sea, fan;
    sea_def.point_count = 2;
    sea_def.points = surface;
    sea_def.drag = 3.0f;
    sea_def.layers = 1; /* crates are in layer 0, the feather in layer 1 */
    must(vv_stage_add_zone(stage, &sea_def, &sea, &error), &error);

    /* Wind in a polygon; its drag takes along what has none of its own. */
    const vv_vec2 shaft[] = {{-0.6f, 0.0f}, {0.6f, 0.0f}, {0.6f, 3.0f}, {-0.6f, 3.0f}};
    vv_zone_def fan_def = vv_default_zone_def(VV_ZONE_WIND);
    fan_def.point_count = 4;
    fan_def.points = shaft;
    fan_def.position = (vv_vec2){10.0f, 0.0f};
    fan_def.velocity = (vv_vec2){0.0f, 7.0f};
    fan_def.drag = 4.0f;
    fan_def.layers = 2;
    must(vv_stage_add_zone(stage, &fan_def, &fan, &error), &error);

    const float densities[] = {0.25f, 0.75f, 2.0f};
    vv_actor swimmers[3], feather;
    for (int i = 0; i < 4; i++) {
        vv_actor_def def = vv_default_actor_def();
        def.sprite = crate;
        def.strengths.stiffness = 200.0f;
        def.position = i < 3 ? (vv_vec2){2.0f * (float)i, 0.5f} : (vv_vec2){10.0f, 1.0f};
        def.density = i < 3 ? densities[i] : 1.0f;
        def.layers = i < 3 ? 1 : 2;
        must(vv_stage_add_actor(stage, &def, i < 3 ? &swimmers[i] : &feather, &error), &error);
    }
    for (int frame = 0; frame < 12 * 60; frame++) {
        if (frame >= 6 * 60 && frame < 8 * 60) { /* the sea rises by a metre in two seconds */
            vv_zone_def now = vv_stage_zone(stage, sea);
            now.position.y += 0.5f * step;
            must(vv_stage_set_zone(stage, sea, &now, &error), &error);
        }
        vv_stage_step(stage, step);
        if (frame % 120 != 119)
            continue;
        printf("%2d s ", (frame + 1) / 60);
        for (int i = 0; i < 3; i++)
            printf(" %5.2f m, %3.0f %% in;", (double)vv_stage_actor_state(stage, swimmers[i]).position.y,
                   100.0 * (double)vv_stage_zone_share(stage, sea, swimmers[i]));
        printf(" feather at %.2f m\n", (double)vv_stage_actor_state(stage, feather).position.y);
    }
    for (int i = 0; i < 2; i++) /* Archimedes */
        expect(fabsf(vv_stage_zone_share(stage, sea, swimmers[i]) - densities[i]) < 0.05f, "it floats by its density");
    expect(vv_stage_actor_state(stage, swimmers[2]).position.y < -2.5f, "what is denser than water sinks");
    expect(vv_stage_actor_state(stage, feather).position.y > 0.5f, "the fan carries the feather");
    vv_stage_destroy(stage);
    vv_sprite_destroy(crate, NULL);
    return 0;
}
