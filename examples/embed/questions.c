/* Questions to a stage: what a laser hits, what an explosion reaches, what is nearest, and what a crate stands on.
 * usage: questions
 */
#include "box.h"

#include <math.h>

int main(void)
{
    vv_error error = {0};
    vv_stage *stage = make_stage();
    vv_sprite *crate = make_box(1.0f, 1.0f);
    vv_obstacle ground;
    vv_actor crates[4];
    must(vv_stage_add_ground(stage, 0.0f, 0.6f, &ground, &error), &error);
    for (int i = 0; i < 4; i++) {
        crates[i] = add_box(stage, crate, 2.0f * (float)i, 0.5f);
        vv_stage_set_tag(stage, crates[i], 100u + (uint64_t)i); /* the game's own number */
    }
    for (int frame = 0; frame < 60; frame++)
        vv_stage_step(stage, 1.0f / 60.0f);

    /* A ray: the first thing that it meets. Its start is in the first crate, which is left out. */
    vv_query_filter filter = vv_default_query_filter();
    vv_hit hit;
    filter.except = crates[0];
    expect(vv_stage_cast_ray(stage, (vv_vec2){0.0f, 0.5f}, (vv_vec2){10.0f, 0.5f}, &filter, &hit), "the ray hits");
    printf("laser: crate %d at x = %.2f, %.2f m away, its side faces (%.0f, %.0f)\n",
           (int)vv_stage_actor_state(stage, hit.actor).tag, (double)hit.point.x, (double)hit.distance,
           (double)hit.normal.x, (double)hit.normal.y);
    expect(hit.actor.index == crates[1].index && fabsf(hit.point.x - 1.5f) < 0.02f, "the next crate's left side");

    /* A sweep of a ball: how far it can be moved before it touches. */
    expect(vv_stage_cast_circle(stage, (vv_vec2){1.0f, 4.0f}, (vv_vec2){1.0f, -4.0f}, 0.25f, NULL, &hit), "it lands");
    printf("ball: falls %.2f m onto %s\n", (double)hit.distance, hit.obstacle.generation ? "the ground" : "a crate");

    /* Overlap: everything within 2.2 m of an explosion is pushed away from it, the nearer the harder. */
    vv_vec2 centre = {3.0f, 0.5f};
    vv_hit reached[8];
    uint32_t count = vv_stage_overlap_circle(stage, centre, 2.2f, NULL, reached, 8), pushed = 0;
    for (uint32_t i = 0; i < count && i < 8; i++) {
        if (reached[i].actor.generation == 0)
            continue;
        vv_vec2 away = vv_vec2_sub(vv_stage_actor_state(stage, reached[i].actor).position, centre);
        vv_stage_apply_impulse_at(stage, reached[i].actor, vv_vec2_scale(away, 3.0f / (0.5f + reached[i].distance)),
                                  reached[i].point);
        pushed++;
    }
    printf("explosion: %u crates\n", pushed);
    expect(pushed == 2, "the two crates beside it");

    /* Nearest: what a magnet would take. */
    expect(vv_stage_nearest(stage, (vv_vec2){6.2f, 2.0f}, INFINITY, NULL, &hit), "something is nearest");
    printf("nearest: crate %d, %.2f m away\n", (int)vv_stage_actor_state(stage, hit.actor).tag, (double)hit.distance);
    expect(hit.actor.index == crates[3].index, "the last crate");

    /* What touches the first crate, and how hard it presses: its weight in each step. */
    vv_contact contacts[4];
    vv_stage_wake(stage, crates[0]);
    vv_stage_step(stage, 1.0f / 60.0f);
    count = vv_stage_actor_contacts(stage, crates[0], contacts, 4);
    expect(count == 1 && contacts[0].obstacle.generation > 0, "it stands on the ground");
    printf("contact: normal (%.0f, %.0f), %.3f N s\n", (double)contacts[0].normal.x, (double)contacts[0].normal.y,
           (double)contacts[0].impulse);
    vv_stage_destroy(stage);
    vv_sprite_destroy(crate, NULL);
    return 0;
}
