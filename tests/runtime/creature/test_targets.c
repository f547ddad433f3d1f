/* Hands that meet targets, mouths, each other and the ground, standing and walking; feet that walk whatever motions
 * say. */
#include "stage.h"

/* ---- Targets ----------------------------------------------------------------------------------------------------- */

static void hands_follow_targets_in_the_world(void **state)
{
    (void)state;
    stage s;
    score grab;
    stage_begin(&s, sample_creature(SAMPLE_BIPED));
    score_begin(&grab, 1.0f, true);
    vv_motion_channel *hand = score_channel(&grab, "grasper");
    hand->group = 1;
    hand->mode.secondary = true;
    hand->secondary = VV_SECONDARY_EXTERNAL;
    hand->target = 3;
    score_place(&grab, 0.0f, 0.0f, 0.0f, 1.0f);
    const vv_binding *binding = stage_bind(&s, &grab);
    vv_course course = {.x = -4.0f, .z = 1.5f, .heading = 2.1f};
    vv_player_teleport(s.player, &course);
    vv_transform3 frame = {{-4.0f, 0.0f, 1.5f}, vv_quat_from_axis_angle((vv_vec3){0, 1, 0}, 2.1f)};
    vv_play_options options = at_once(binding);
    options.variant = vv_binding_nearest_variant(binding, (vv_vec3){0.3f, 1.3f, 0.3f});
    uint32_t body = vv_binding_variant_body(binding, options.variant, 1);
    assert_int_equal(body, body_named(s.creature, "left hand"));
    uint32_t number = vv_player_play(s.player, binding, &options);
    for (int i = 0; i < 50; i++) {
        vv_vec3 place =
            to_world(frame, (vv_vec3){0.25f + 0.1f * sinf(0.2f * (float)i), 1.3f + 0.1f * cosf(0.3f * (float)i), 0.3f});
        vv_player_set_target(s.player, number, 3, &place);
        vv_player_step(s.player, 0.02f);
        is_near(apart(goal_of(&s, body)->position, place), 0.0f, 1e-5f);
        is_near(apart(centre_of(&s, body), place), 0.0f, 0.006f);
    }
    vv_player_set_target(s.player, number, 3, NULL);
    vv_player_step(s.player, 0.02f);
    vv_vec3 ahead = to_world(frame, vv_vec3_add(bodies_of(s.creature)[body].rest_centre,
                                                (vv_vec3){0, 0, vv_creature_limb_length(s.creature, body)}));
    is_near(apart(goal_of(&s, body)->position, ahead), 0.0f, 1e-5f);
    stage_end(&s);
}

/* The spine bends and the root moves, and the hand is at the mouth all the same. */
static void hands_meet_a_mouth_that_moved(void **state)
{
    (void)state;
    stage s;
    score eat;
    stage_begin(&s, sample_creature(SAMPLE_BIPED));
    score_dance(&eat, 2.0f, true);
    eat.def.channel_count = 2; /* root and head, without the hands */
    vv_motion_channel *hand = score_channel(&eat, "grasper");
    hand->mode.secondary = true;
    hand->secondary = VV_SECONDARY_BODIES;
    strcpy(hand->relative.cap, "mouth");
    score_place(&eat, 0.0f, 0.0f, 0.0f, 1.0f);
    const vv_binding *binding = stage_bind(&s, &eat);
    vv_play_options options = at_once(binding);
    vv_player_play(s.player, binding, &options);
    uint32_t mouth = body_named(s.creature, "mouth"), left = body_named(s.creature, "left hand"),
             right = body_named(s.creature, "right hand");
    vv_vec3 first = centre_of(&s, mouth);
    float moved = 0.0f;
    for (int i = 0; i < 100; i++) {
        vv_player_step(s.player, 0.02f);
        vv_vec3 place = centre_of(&s, mouth);
        moved = vvi_max(moved, apart(place, first));
        is_near(apart(goal_of(&s, left)->position, place), 0.0f, 1e-5f);
        is_near(apart(centre_of(&s, left), place), 0.0f, 0.006f);
        is_near(apart(centre_of(&s, right), place), 0.0f, 0.006f);
    }
    assert_true(moved > 0.05f);
    stage_end(&s);
}

/* The second hand goes to where the first one is on its way to. */
static void hands_meet_hands(void **state)
{
    (void)state;
    stage s;
    score pass;
    stage_begin(&s, sample_creature(SAMPLE_BIPED));
    score_begin(&pass, 1.0f, true);
    vv_motion_channel *giver = score_channel(&pass, "grasper");
    giver->group = 1;
    score_place(&pass, 0.0f, -0.15f, 0.3f, 0.2f);
    score_place(&pass, 0.5f, -0.2f, 0.35f, 0.25f);
    vv_motion_channel *taker = score_channel(&pass, "grasper");
    taker->group = 2;
    taker->mode.secondary = true;
    taker->secondary = VV_SECONDARY_BODIES;
    taker->relative_group = 1;
    taker->side = -1;
    score_place(&pass, 0.0f, 0.0f, 0.0f, 1.0f);
    const vv_binding *binding = stage_bind(&s, &pass);
    assert_int_equal(vv_binding_variant_count(binding), 2);
    for (uint32_t v = 0; v < 2; v++) {
        vv_play_options options = at_once(binding);
        options.variant = v;
        vv_player_play(s.player, binding, &options);
        uint32_t a = vv_binding_variant_body(binding, v, 1), b = vv_binding_variant_body(binding, v, 2);
        for (int i = 0; i < 20; i++) {
            vv_player_step(s.player, 0.03f);
            is_near(apart(goal_of(&s, a)->position, goal_of(&s, b)->position), 0.0f, 1e-5f);
            is_near(apart(centre_of(&s, a), centre_of(&s, b)), 0.0f, 0.01f);
        }
    }
    stage_end(&s);
}

static float hill(void *user, float x, float z, vv_vec3 *normal)
{
    (void)user;
    if (normal)
        *normal = (vv_vec3){0, 1, 0};
    return 0.1f + 0.2f * x - 0.1f * z;
}

static void ground_modes_reach_the_ground(void **state)
{
    (void)state;
    stage s;
    score pound;
    stage_begin(&s, sample_creature(SAMPLE_BIPED));
    vv_player_def def = vv_default_player_def(s.creature);
    def.terrain.height = hill;
    vv_player_destroy(s.player);
    assert_int_equal(vv_player_create(&def, NULL, &s.player, NULL), VV_OK);
    score_begin(&pound, 1.0f, true);
    score_channel(&pound, "grasper")->mode.ground = true;
    score_place(&pound, 0.0f, 0.0f, 1.0f, 0.0f);
    const vv_binding *binding = stage_bind(&s, &pound);
    vv_play_options options = at_once(binding);
    vv_player_play(s.player, binding, &options);
    vv_player_teleport(s.player, &(vv_course){.x = 2.0f, .z = 1.0f, .heading = 1.0f});
    vv_player_step(s.player, 0.1f);
    is_near(vv_player_frame(s.player).position.y, hill(NULL, 2.0f, 1.0f, NULL), 1e-6f);
    uint32_t hand = body_named(s.creature, "left hand");
    const vv_ik_goal *goal = goal_of(&s, hand);
    is_near(goal->position.y - bodies_of(s.creature)[hand].sole_height,
            hill(NULL, goal->position.x, goal->position.z, NULL), 1e-5f);
    stage_end(&s);
}

/* ---- With a gait ------------------------------------------------------------------------------------------------- */

/* Motions lift the feet where the creature stands; where it walks, feet that stand stay where they are. */
static void feet_walk_whatever_motions_say(void **state)
{
    (void)state;
    stage s;
    score kick;
    stage_begin(&s, sample_creature(SAMPLE_BIPED));
    vv_gait *gait = default_gait();
    vv_player_set_gaits(s.player, VV_NONE, 1, (const vv_gait *const[]){gait}, (float[]){1.0f});
    assert_non_null(vv_player_walk(s.player));
    score_begin(&kick, 1.0f, true);
    score_channel(&kick, "foot")->context.zones[0] = VV_ZONE_HIGH;
    score_place(&kick, 0.0f, 0.0f, 0.2f, 0.1f);
    score_place(&kick, 0.5f, 0.0f, 0.25f, 0.2f);
    const vv_binding *binding = stage_bind(&s, &kick);
    vv_play_options options = vv_default_play_options(s.motions[0]);
    vv_player_play(s.player, binding, &options);
    vv_course course = {0};
    vv_player_set_course(s.player, &course);
    for (int i = 0; i < 60; i++)
        vv_player_step(s.player, 1.0f / 60.0f);
    const vv_foothold *holds = vv_walk_footholds(vv_player_walk(s.player));
    uint32_t count = vv_walk_foothold_count(vv_player_walk(s.player)), lifted = 0;
    for (uint32_t i = 0; i < count; i++)
        lifted += apart(goal_of(&s, holds[i].body)->position, holds[i].position) > 0.15f;
    assert_int_equal(lifted, 1);
    uint32_t stood = 0;
    course.speed_z = 1.2f;
    for (int i = 0; i < 240; i++) {
        course.z += course.speed_z / 60.0f;
        vv_player_set_course(s.player, &course);
        vv_player_step(s.player, 1.0f / 60.0f);
        for (uint32_t k = 0; i > 60 && k < count; k++) {
            is_near(apart(goal_of(&s, holds[k].body)->position, holds[k].position), 0.0f, 1e-5f);
            stood += goal_of(&s, holds[k].body)->hard;
            if (holds[k].stands)
                is_near(apart(centre_of(&s, holds[k].body), holds[k].position), 0.0f, 0.005f);
        }
    }
    assert_true(stood > 200 && stood < 360);
    vv_player_set_gaits(s.player, VV_NONE, 0, NULL, NULL);
    assert_null(vv_player_walk(s.player));
    vv_player_step(s.player, 1.0f / 60.0f);
    is_near(vv_player_frame(s.player).position.z, course.z, 1e-6f);
    stage_end(&s);
    vv_gait_destroy(gait, NULL);
}

/* A target is met however the hips move under it. */
static void hands_meet_targets_while_walking(void **state)
{
    (void)state;
    stage s;
    score eat;
    stage_begin(&s, sample_creature(SAMPLE_BIPED));
    vv_gait *gait = default_gait();
    vv_player_set_gaits(s.player, VV_NONE, 1, (const vv_gait *const[]){gait}, (float[]){1.0f});
    score_begin(&eat, 1.0f, true);
    vv_motion_channel *hand = score_channel(&eat, "grasper");
    hand->mode.secondary = true;
    hand->secondary = VV_SECONDARY_BODIES;
    strcpy(hand->relative.cap, "mouth");
    score_place(&eat, 0.0f, 0.0f, 0.0f, 1.0f);
    const vv_binding *binding = stage_bind(&s, &eat);
    vv_play_options options = at_once(binding);
    vv_player_play(s.player, binding, &options);
    vv_course course = {.speed_z = 1.4f};
    uint32_t left = body_named(s.creature, "left hand"), mouth = body_named(s.creature, "mouth");
    for (int i = 0; i < 120; i++) {
        course.z += course.speed_z / 60.0f;
        vv_player_set_course(s.player, &course);
        vv_player_step(s.player, 1.0f / 60.0f);
        is_near(apart(centre_of(&s, left), centre_of(&s, mouth)), 0.0f, 0.006f);
    }
    stage_end(&s);
    vv_gait_destroy(gait, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hands_follow_targets_in_the_world),
        cmocka_unit_test(hands_meet_a_mouth_that_moved),
        cmocka_unit_test(hands_meet_hands),
        cmocka_unit_test(ground_modes_reach_the_ground),
        cmocka_unit_test(feet_walk_whatever_motions_say),
        cmocka_unit_test(hands_meet_targets_while_walking),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
