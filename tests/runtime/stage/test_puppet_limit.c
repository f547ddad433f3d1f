/* Limits of puppets' motion: hands that tear at one with more than any speed do not make it fail, and it finds back. */
#include "tests/runtime/stage/puppet_actors.h"

#include <verve/zone.h>

static uint32_t failures(const vv_stage *stage)
{
    uint32_t count, failed = 0;
    const vv_event *events = vv_stage_events(stage, &count);
    for (uint32_t i = 0; i < count; i++)
        failed += events[i].kind == VV_EVENT_STEP_FAILED;
    return failed;
}

/* Two hands side by side that go apart as fast as they may: what is beyond them is flung further than either. */
static void hands_that_fling_it_do_not_make_it_fail(void **state)
{
    (void)state;
    for (int seed = 1; seed <= 40; seed++) {
        box b = box_make(2.0f, 0.4f, 10, 2);
        vv_stage *stage = stage_make();
        vv_actor_def def = puppet_def(&b, 0.0f, 8.0f);
        vvi_random random = vvi_random_seed((uint64_t)seed);
        vv_vec2 vertices[BOX_MOST];
        vv_actor actor;
        def.material.stiffness = 2.0f + 18.0f * vvi_random_unit(&random);
        actor = add(stage, &def);
        for (int step = 0; step < 120; step++) {
            if (step % 20 == 0)
                for (int k = 0; k < 2; k++) {
                    float x = -1.0f + 2.0f * vvi_random_unit(&random), side = k ? 1.0f : -1.0f;
                    float far = 200.0f * vvi_random_unit(&random);
                    vv_hold hold = {.at = {x, 0.4f * (float)k}, .to = {side * far, 8.0f - side * far}};
                    hold.strength = INFINITY;
                    (void)vv_stage_add_hold(stage, actor, &hold);
                }
            if (step % 20 == 10)
                while (vv_stage_remove_hold(stage, actor, 0))
                    ;
            vv_stage_step(stage, 1.0f / 60.0f);
            assert_int_equal(failures(stage), 0);
        }
        for (int step = 0; step < 600; step++) {
            if (step % 60 == 0) /* what spins in the air stays stretched */
                vv_stage_set_velocity(stage, actor, (vv_vec2){0.0f, 0.0f}, 0.0f);
            vv_stage_step(stage, 1.0f / 60.0f);
        }
        vv_stage_vertices(stage, actor, vertices);
        for (uint32_t i = 0; i < b.vertex_count; i++) /* half a diagonal is 1.02 */
            assert_true(vv_vec2_distance(vertices[i], vv_stage_actor_state(stage, actor).position) < 1.1f);
        vv_stage_destroy(stage);
        box_free(&b);
    }
}

/* Gravity, a force and a zone's acceleration as great as a def may have them. */
static void no_force_makes_it_fail(void **state)
{
    (void)state;
    for (int which = 0; which < 3; which++) {
        box b = box_make(1.0f, 1.0f, 4, 4);
        vv_stage *stage = stage_make();
        vv_actor_def def = puppet_def(&b, 0.0f, 8.0f);
        vv_zone_def zone = vv_default_zone_def(VV_ZONE_FORCE);
        vv_zone_id id;
        def.material.gravity = which == 0 ? -1e6f : 1.0f;
        vv_actor actor = add(stage, &def);
        if (which == 0)
            assert_true(vv_stage_set_gravity(stage, (vv_vec2){-1e6f, 1e6f}));
        if (which == 1)
            assert_true(vv_stage_set_force(stage, actor, (vv_vec2){1e30f, -1e30f}));
        zone.acceleration = (vv_vec2){1e6f, 1e6f};
        if (which == 2)
            assert_int_equal(vv_stage_add_zone(stage, &zone, &id, NULL), VV_OK);
        for (int step = 0; step < 120; step++) {
            vv_stage_step(stage, 1.0f / 60.0f);
            assert_int_equal(failures(stage), 0);
        }
        vv_stage_destroy(stage);
        box_free(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hands_that_fling_it_do_not_make_it_fail),
        cmocka_unit_test(no_force_makes_it_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
