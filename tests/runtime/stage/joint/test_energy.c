/* What joints may not do, whatever is joined: add energy, tear, and throw what they hold about. Scenes are random, at
 * the default step and substeps; energy is measured from outside, as kinetic and potential, less the work of motors. */
#include "tests/runtime/stage/joint/random_joints.h"

#include <stdlib.h>

/* What a scene may do: gaps in sizes of the smaller drawing, at any time, and the least of the last second: what lashes
 * may part points for a moment, and they come together again. */
typedef struct bounds {
    float gap, last_gap;
} bounds;

static void run_scene(jointed_kind kind, bool collide, uint32_t seed, bounds most)
{
    vvi_random r = vvi_random_seed(seed);
    jointed s = make_jointed(kind, collide, &r);
    float least = INFINITY;
    for (float t = 0.0f; t < 6.0f; t += s.stage->def.step) {
        jointed_step(&s);
        double gained = jointed_gain(&s) / s.scale;
        float gap = jointed_gap(&s);
        if (!(gained < 0.01))
            fail_msg("scene %u of kind %u gained %.4f of its energy after %.2f s", seed, (unsigned)kind, gained,
                     (double)t);
        least = t < 5.0f ? least : vvi_min(least, gap);
        if (!(gap < most.gap))
            fail_msg("scene %u of kind %u: points are %.3f sizes apart after %.2f s", seed, (unsigned)kind, (double)gap,
                     (double)t);
    }
    if (!(least < most.last_gap))
        fail_msg("scene %u of kind %u: points stay %.3f sizes apart", seed, (unsigned)kind, (double)least);
    jointed_free(&s);
}

static void run_scenes(jointed_kind kind, bool collide, uint32_t count, bounds most)
{
    count *= getenv("VV_LONG") ? 20u : 1u;
    for (uint32_t n = 0; n < count; n++)
        run_scene(kind, collide, 1000u * (unsigned)kind + n, most);
}

/* Up to 60 links, with up to 1,000 times a link's mass at the end, hanging or flying. */
static void chains_hold_and_add_no_energy(void **state)
{
    (void)state;
    run_scenes(JOINTED_CHAIN, false, 6, (bounds){0.25f, 0.02f});
}

/* Links that hold crates of up to 1,000 times their mass. */
static void light_links_hold_heavy_crates(void **state)
{
    (void)state;
    run_scenes(JOINTED_LIGHT, false, 12, (bounds){0.25f, 0.02f});
}

/* Hinges with limits and welds between bars of masses of 1 to 1,000, thrown. */
static void trees_hold_and_add_no_energy(void **state)
{
    (void)state;
    run_scenes(JOINTED_TREE, false, 8, (bounds){0.25f, 0.02f});
}

/* Also a bridge that is stretched until it is taut, and pushed together. */
static void bridges_hold_and_add_no_energy(void **state)
{
    (void)state;
    run_scenes(JOINTED_BRIDGE, false, 3, (bounds){0.1f, 0.02f});
}

/* A joint that closes a loop is solved by itself. */
static void rings_hold_and_add_no_energy(void **state)
{
    (void)state;
    run_scenes(JOINTED_RING, false, 4, (bounds){0.1f, 0.02f});
}

static void catapults_hold_and_add_no_energy(void **state)
{
    (void)state;
    run_scenes(JOINTED_CATAPULT, false, 8, (bounds){0.1f, 0.02f});
}

/* Light things between heavy ones on ropes stretch them when they lash; but nothing is thrown. */
static void ropes_add_no_energy(void **state)
{
    (void)state;
    run_scenes(JOINTED_ROPES, false, 8, (bounds){50.0f, 50.0f});
}

/* Chains that fall onto themselves, and bridges that crates fall onto: contact and joints push in turns, and points
 * part for a moment. */
static void what_touches_too_adds_no_energy(void **state)
{
    (void)state;
    run_scenes(JOINTED_CHAIN, true, 3, (bounds){3.0f, 3.0f});
    run_scenes(JOINTED_LIGHT, true, 6, (bounds){3.0f, 3.0f});
    run_scenes(JOINTED_BRIDGE, true, 2, (bounds){3.0f, 3.0f});
    run_scenes(JOINTED_RING, true, 3, (bounds){3.0f, 3.0f});
}

/* A slack bridge of planks swings on, as it does without friction. With some in its hinges, a motor of speed 0 whose
 * torque is a twentieth of what a plank's weight has at its end, it comes to rest and sleeps. */
static void friction_of_hinges_lets_a_bridge_rest(void **state)
{
    (void)state;
    const float length = 0.5f, height = 0.1f;
    for (uint32_t braked = 0; braked < 2; braked++) {
        vv_stage_def stage_def = vv_default_stage_def();
        vv_stage *stage = make_stage(&stage_def);
        body plank = body_strip(length, height, 2, 0.0f, 1);
        vv_joint_def def = vv_default_joint_def(VV_JOINT_HINGE);
        vv_joint_id last = {0, 0};
        for (uint32_t i = 0; i <= 12; i++) {
            vv_vec2 to = {length * (float)i, 0.0f};
            def.b.actor = (vv_actor){0, 0};
            def.b.at = to;
            if (i < 12) {
                def.b.at = (vv_vec2){-0.5f * length, 0.5f * height};
                def.b.actor = add_at(stage, actor_of(&plank), def.b.at, to, 0.0f);
            }
            def.motor = braked;
            def.motor_limit = 0.05f * (float)stage->actors[0].mass * 9.81f * length;
            last = add_joint(stage, &def);
            def.a.actor = def.b.actor;
            def.a.at = (vv_vec2){0.5f * length, 0.5f * height};
        }
        for (float t = 0.0f; t < 1.0f; t += stage_def.step) {
            vv_stage_set_joint_target(stage, last, (vv_vec2){length * (12.0f - t), 0.0f});
            vv_stage_step(stage, stage_def.step);
        }
        for (float t = 0.0f; t < 15.0f; t += stage_def.step)
            vv_stage_step(stage, stage_def.step);
        bool rests = stage->actors[5].asleep;
        if (rests != (braked == 1))
            fail_msg("the bridge %s friction %s", braked ? "with" : "without", rests ? "sleeps" : "does not sleep");
        vv_stage_destroy(stage);
        body_free(&plank);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chains_hold_and_add_no_energy),
        cmocka_unit_test(light_links_hold_heavy_crates),
        cmocka_unit_test(trees_hold_and_add_no_energy),
        cmocka_unit_test(bridges_hold_and_add_no_energy),
        cmocka_unit_test(rings_hold_and_add_no_energy),
        cmocka_unit_test(catapults_hold_and_add_no_energy),
        cmocka_unit_test(ropes_add_no_energy),
        cmocka_unit_test(what_touches_too_adds_no_energy),
        cmocka_unit_test(friction_of_hinges_lets_a_bridge_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
