/* What a player makes of what plays: goals blended and layered, mirrored, as stills; and its memory. */
#include "stage.h"
#include "tests/jobs.h"

#include <stdio.h>

static float smoothstep(float t) { return t <= 0.0f ? 0.0f : t >= 1.0f ? 1.0f : t * t * (3.0f - 2.0f * t); }

/* ---- Goals ------------------------------------------------------------------------------------------------------- */

static void nothing_plays_at_rest(void **state)
{
    (void)state;
    for (sample_kind kind = 0; kind < SAMPLE_KINDS; kind++) {
        stage s;
        vv_transform3 rest[SAMPLE_MAX_BODIES];
        stage_begin(&s, sample_creature(kind));
        vv_creature_rest(s.creature, rest);
        for (int i = 0; i < 3; i++) {
            is_near(poses_apart(vv_player_transforms(s.player), rest, vv_creature_body_count(s.creature)), 0.0f, 2e-6f);
            vv_player_step(s.player, 0.02f);
        }
        stage_end(&s);
    }
}

static void a_goal_is_what_the_mode_says_and_is_met(void **state)
{
    (void)state;
    stage s;
    score wave;
    stage_begin(&s, sample_creature(SAMPLE_BIPED));
    score_wave(&wave, 1.0f, false);
    const vv_binding *binding = stage_bind(&s, &wave);
    vv_play_options options = at_once(binding);
    uint32_t number = vv_player_play(s.player, binding, &options);
    vv_course course = {.x = 3.0f, .z = -2.0f, .heading = 0.7f};
    vv_player_teleport(s.player, &course);
    for (int i = 1; i <= 9; i++) {
        vv_player_step(s.player, 0.1f);
        float time = vv_player_time(s.player, number), place[4], turn[4];
        is_near(time, 0.1f * (float)i, 1e-6f);
        vv_motion_sample(s.motions[0], 0, 0, time, place, NULL);
        vv_motion_sample(s.motions[0], 0, 1, time, turn, NULL);
        uint32_t bodies[4];
        bool mirrored[4];
        assert_int_equal(vv_binding_bodies(binding, 0, 0, bodies, mirrored), 2);
        for (int k = 0; k < 2; k++) {
            vv_body_frame frame = vv_movement_mode_frame(wave.channels[0].mode, s.creature, bodies[k],
                                                         (vv_movement_target){0}, 0.0f, mirrored[k]);
            vv_body_transform pose = vv_specialise(
                &frame, (vv_body_transform){{place[0], place[1], place[2]}, {turn[0], turn[1], turn[2], turn[3]}});
            const vv_ik_goal *goal = goal_of(&s, bodies[k]);
            assert_non_null(goal);
            is_near(apart(goal->position, to_world(vv_player_frame(s.player), pose.position)), 0.0f, 2e-6f);
            is_near(fabsf(vv_quat_dot(goal->rotation, multiply(vv_player_frame(s.player).rotation, pose.rotation))),
                    1.0f, 1e-6f);
            assert_true(goal->position_weight == 1.0f && goal->rotation_weight == 1.0f && !goal->hard);
            is_near(apart(centre_of(&s, bodies[k]), goal->position), 0.0f,
                    0.01f * vv_creature_limb_length(s.creature, bodies[k]));
        }
    }
    stage_end(&s);
}

/* Two channels of one blend group: the weighted mean of where each wants the body. */
static void channels_blend_by_weight(void **state)
{
    (void)state;
    static const float weights[4][2] = {{0.25f, 0.5f}, {0.8f, 0.6f}, {0.0f, 0.7f}, {1.0f, 0.0f}};
    for (int w = 0; w < 4; w++) {
        stage s;
        score both;
        stage_begin(&s, sample_creature(SAMPLE_BIPED));
        score_begin(&both, 1.0f, true);
        for (int c = 0; c < 2; c++) {
            vv_motion_channel *own = score_channel(&both, "grasper");
            own->blend = 3;
            own->context.extent = VV_EXTENT_LEFTMOST;
            score_place(&both, 0.0f, c == 0 ? 0.1f : 0.0f, c == 0 ? 0.0f : 0.2f, 0.1f);
            score_turn(&both, 0.0f, (vv_vec3){0, 1, 0}, c == 0 ? 0.2f : 0.4f);
            score_key(&both, VV_TRACK_POSITION_WEIGHT, 0.0f, weights[w][c], 0, 0, 0);
            score_key(&both, VV_TRACK_ROTATION_WEIGHT, 0.0f, weights[w][c], 0, 0, 0);
        }
        const vv_binding *binding = stage_bind(&s, &both);
        vv_play_options options = at_once(binding);
        vv_player_play(s.player, binding, &options);
        vv_player_step(s.player, 0.1f);
        uint32_t hand = body_named(s.creature, "left hand");
        const vv_ik_goal *goal = goal_of(&s, hand);
        float sum = weights[w][0] + weights[w][1];
        vv_vec3 middle = bodies_of(s.creature)[hand].rest_centre;
        is_near(goal->position_weight, sum > 1.0f ? 1.0f : sum, 1e-6f);
        is_near(goal->rotation_weight, sum > 1.0f ? 1.0f : sum, 1e-6f);
        is_near(goal->position.x - middle.x, 0.1f * weights[w][0] / sum, 1e-6f);
        is_near(goal->position.y - middle.y, 0.2f * weights[w][1] / sum, 1e-6f);
        is_near(goal->position.z - middle.z, 0.1f, 1e-6f);
        vv_quat turned = multiply(goal->rotation, vv_quat_conjugate(bodies_of(s.creature)[hand].turn));
        double angle = 2.0 * atan2(fabs((double)turned.y), fabs((double)turned.w));
        is_near(angle, (0.2 * (double)weights[w][0] + 0.4 * (double)weights[w][1]) / (double)sum,
                1e-3); /* sum, not slerp */
        stage_end(&s);
    }
}

/* A motion that holds the left hand at one place. */
static const vv_binding *bind_hold(stage *s, vv_vec3 place)
{
    score hold;
    score_begin(&hold, 1.0f, true);
    score_channel(&hold, "grasper")->context.extent = VV_EXTENT_LEFTMOST;
    score_place(&hold, 0.0f, place.x, place.y, place.z);
    return stage_bind(s, &hold);
}

static void layers_go_over_layers(void **state)
{
    (void)state;
    stage s;
    stage_begin(&s, sample_creature(SAMPLE_BIPED));
    const vv_binding *low = bind_hold(&s, (vv_vec3){0.1f, 0, 0}), *high = bind_hold(&s, (vv_vec3){0, 0.1f, 0});
    vv_play_options options = at_once(high);
    options.layer = 2;
    options.weight = 0.25f;
    uint32_t top = vv_player_play(s.player, high, &options);
    options.layer = -1;
    options.weight = 0.5f;
    vv_player_play(s.player, low, &options);
    vv_player_step(s.player, 0.1f);
    uint32_t hand = body_named(s.creature, "left hand");
    vv_vec3 middle = bodies_of(s.creature)[hand].rest_centre;
    const vv_ik_goal *goal = goal_of(&s, hand);
    float weight = 0.25f + 0.75f * 0.5f;
    is_near(goal->position_weight, weight, 1e-6f);
    is_near(goal->position.x - middle.x, 0.1f * 0.375f / weight, 1e-6f);
    is_near(goal->position.y - middle.y, 0.1f * 0.25f / weight, 1e-6f);
    vv_player_set_weight(s.player, top, 1.0f);
    vv_player_step(s.player, 0.1f);
    goal = goal_of(&s, hand);
    is_near(goal->position.x - middle.x, 0.0f, 1e-6f);
    is_near(goal->position_weight, 1.0f, 1e-6f);
    stage_end(&s);
}

/* On one layer: a lerp from one to the other, which never weighs less than both. */
static void cross_fades_do_not_sag(void **state)
{
    (void)state;
    for (int queued = 0; queued < 2; queued++) {
        stage s;
        stage_begin(&s, sample_creature(SAMPLE_BIPED));
        const vv_binding *first = bind_hold(&s, (vv_vec3){0.1f, 0, 0}), *second = bind_hold(&s, (vv_vec3){0, 0.1f, 0});
        vv_play_options options = at_once(first);
        options.loop_count = queued ? 1 : 0;
        options.fade_out = 0.4f;
        uint32_t a = vv_player_play(s.player, first, &options);
        options.fade_in = 0.4f;
        options.loop_count = 0;
        options.queue = queued;
        uint32_t b = queued ? vv_player_play(s.player, second, &options) : VV_NONE;
        uint32_t hand = body_named(s.creature, "left hand");
        vv_vec3 middle = bodies_of(s.creature)[hand].rest_centre;
        for (int i = 1; i <= 120; i++) { /* both begin to cross at 0.6 s */
            if (!queued && i == 61)
                b = vv_player_play(s.player, second, &options);
            vv_player_step(s.player, 0.01f);
            const vv_ik_goal *goal = goal_of(&s, hand);
            float share = smoothstep((0.01f * (float)i - 0.6f) / 0.4f);
            is_near(goal->position_weight, 1.0f, 1e-5f);
            is_near(goal->position.x - middle.x, 0.1f * (1.0f - share), 2e-5f);
            is_near(goal->position.y - middle.y, 0.1f * share, 2e-5f);
            assert_int_equal(vv_player_is_playing(s.player, a), i < 100);
        }
        assert_true(vv_player_is_playing(s.player, b));
        stage_end(&s);
    }
}

/* ---- The other way round ----------------------------------------------------------------------------------------- */

static void a_mirrored_play_is_the_mirror_image(void **state)
{
    (void)state;
    stage s;
    score lean;
    stage_begin(&s, sample_creature(SAMPLE_BIPED));
    score_dance(&lean, 1.0f, true);
    lean.channels[2].context.zones[0] = VV_ZONE_HIGH; /* the left hand alone */
    vv_motion_channel *eyes = score_channel(&lean, "ear");
    eyes->mirror = false;
    score_place(&lean, 0.0f, 0.02f, 0.01f, 0.0f);
    const vv_binding *binding = stage_bind(&s, &lean);
    uint32_t bodies = vv_creature_body_count(s.creature);
    vv_transform3 plain[SAMPLE_MAX_BODIES], image[SAMPLE_MAX_BODIES];
    for (int i = 0; i < 10; i++) {
        vv_pose_request still = {.binding = binding, .time = 0.1f * (float)i};
        vv_player_sample_pose(s.player, &still, plain, NULL, NULL, NULL);
        still.mirror = true;
        vv_player_sample_pose(s.player, &still, image, NULL, NULL, NULL);
        for (uint32_t b = 0; b < bodies; b++) {
            char name[VV_CREATURE_NAME_BYTES];
            strcpy(name, vv_creature_body_at(s.creature, b).name);
            uint32_t other = b;
            if (strncmp(name, "left ", 5) == 0) {
                char swapped[80] = "right ";
                other = body_named(s.creature, strcat(swapped, name + 5));
            } else if (strncmp(name, "right ", 6) == 0) {
                char swapped[80] = "left ";
                other = body_named(s.creature, strcat(swapped, name + 6));
            }
            vv_vec3 expected = plain[b].position;
            expected.x = -expected.x;
            is_near(apart(image[other].position, expected), 0.0f, 2e-5f);
        }
    }
    stage_end(&s);
}

/* ---- Stills ------------------------------------------------------------------------------------------------------ */

static void stills_have_no_memory(void **state)
{
    (void)state;
    enum { TIMES = 40 };
    static vv_transform3 first[TIMES][SAMPLE_MAX_BODIES], again[SAMPLE_MAX_BODIES];
    stage s, live;
    score dance;
    stage_begin(&s, sample_creature(SAMPLE_BIPED));
    stage_begin(&live, sample_creature(SAMPLE_BIPED));
    stage_player(&s, 1.0f, true);
    stage_player(&live, 1.0f, true);
    score_dance(&dance, 1.0f, true);
    const vv_binding *binding = stage_bind(&s, &dance), *other = stage_bind(&live, &dance);
    uint32_t bodies = vv_creature_body_count(s.creature);
    vv_play_options options = vv_default_play_options(s.motions[0]);
    vv_player_play(s.player, binding, &options);
    vv_player_play(live.player, other, &options);
    vv_pose_request still = {.binding = binding};
    for (uint32_t i = 0; i < TIMES; i++) {
        still.time = (float)i / TIMES;
        vv_player_sample_pose(s.player, &still, first[i], NULL, NULL, NULL);
    }
    for (uint32_t i = 0; i < 3 * TIMES; i++) {
        uint32_t k = i * 17 % TIMES;
        still.time = (float)k / TIMES;
        vv_player_sample_pose(s.player, &still, again, NULL, NULL, NULL);
        assert_memory_equal(again, first[k], bodies * sizeof *again);
        vv_player_step(s.player, 0.013f);
        vv_player_step(live.player, 0.013f);
        assert_memory_equal(vv_player_transforms(s.player), vv_player_transforms(live.player), bodies * sizeof *again);
    }
    still.variant = 7; /* there is none: at rest */
    vv_ik_goal goals[SAMPLE_MAX_BODIES];
    uint32_t count = 1;
    vv_player_sample_pose(s.player, &still, again, NULL, goals, &count);
    assert_int_equal(count, 0);
    stage_end(&s);
    stage_end(&live);
}

static void a_still_is_what_plays_at_that_time(void **state)
{
    (void)state;
    stage s;
    score wave;
    stage_begin(&s, sample_creature(SAMPLE_BIPED));
    score_wave(&wave, 1.0f, false);
    score_key(&wave, VV_TRACK_DEFORM, 0.0f, 0.0f, 0, 0, 0);
    score_channel(&wave, "mouth");
    score_key(&wave, VV_TRACK_DEFORM, 0.0f, 0.0f, 0, 0, 0);
    score_key(&wave, VV_TRACK_DEFORM, 1.0f, 2.0f, 0, 0, 0);
    const vv_binding *binding = stage_bind(&s, &wave);
    vv_play_options options = at_once(binding);
    vv_player_play(s.player, binding, &options);
    uint32_t bodies = vv_creature_body_count(s.creature), mouth = body_named(s.creature, "mouth");
    for (int i = 1; i < 10; i++) {
        vv_transform3 placements[SAMPLE_MAX_BODIES];
        float deforms[SAMPLE_MAX_BODIES * 2];
        vv_ik_goal goals[SAMPLE_MAX_BODIES];
        uint32_t count;
        vv_player_step(s.player, 0.1f);
        vv_pose_request still = {.binding = binding, .time = vv_player_time(s.player, 1)};
        vv_player_sample_pose(s.player, &still, placements, deforms, goals, &count);
        assert_int_equal(count, 2);
        is_near(poses_apart(placements, vv_player_transforms(s.player), bodies), 0.0f, 1e-6f);
        assert_memory_equal(deforms, vv_player_deforms(s.player), bodies * 2 * sizeof(float));
        is_near(deforms[2 * mouth], 2.0f * smoothstep(still.time), 1e-5f);
        assert_true(deforms[2 * mouth + 1] == 0.0f && deforms[0] == 0.0f);
    }
    stage_end(&s);
}

/* A trunk with 66 arms: more bodies than a desk holds. */
static vv_creature *make_large(void)
{
    enum { ARMS = 66 };
    static char names[1 + 3 * ARMS][16];
    static vv_creature_body bodies[1 + 3 * ARMS];
    for (uint32_t b = 0; b < 1 + 3 * ARMS; b++) {
        uint32_t rank = (b + 2) % 3;
        float angle = 6.28318f * (float)((b + 2) / 3) / ARMS, out = 0.2f * (float)(rank + 1);
        vv_vec3 place = {out * cosf(angle), 1.0f, out * sinf(angle)};
        snprintf(names[b], sizeof names[b], "body %u", b);
        bodies[b] = (vv_creature_body){.name = names[b],
                                       .parent = b == 0      ? VV_NONE
                                                 : rank == 0 ? 0
                                                             : b - 1,
                                       .position = b == 0 ? (vv_vec3){0, 1.0f, 0} : place,
                                       .rotation = vv_quat_identity(),
                                       .low = {-0.02f, -0.02f, -0.02f},
                                       .high = {0.02f, 0.02f, 0.02f},
                                       .caps = VV_CAP_BIT(b == 0      ? VV_CAP_SPINE
                                                          : rank == 2 ? VV_CAP_GRASPER
                                                                      : VV_CAP_LIMB)};
    }
    vv_creature *creature = NULL;
    vv_creature_def def = {.body_count = 1 + 3 * ARMS, .bodies = bodies};
    assert_int_equal(vv_creature_create(&def, NULL, &creature, NULL), VV_OK);
    return creature;
}

static void large_creatures_play_as_well(void **state)
{
    (void)state;
    stage s;
    score wave;
    stage_begin(&s, make_large());
    score_wave(&wave, 1.0f, false);
    const vv_binding *binding = stage_bind(&s, &wave);
    vv_play_options options = at_once(binding);
    vv_player_play(s.player, binding, &options);
    uint32_t bodies = vv_creature_body_count(s.creature), count;
    assert_true(bodies > SCRATCH_BODIES);
    for (int i = 1; i < 10; i++) {
        static vv_transform3 placements[256];
        static vv_ik_goal goals[256];
        vv_player_step(s.player, 0.1f);
        vv_pose_request still = {.binding = binding, .time = vv_player_time(s.player, 1)};
        vv_player_sample_pose(s.player, &still, placements, NULL, goals, &count);
        assert_int_equal(count, 66);
        is_near(poses_apart(placements, vv_player_transforms(s.player), bodies), 0.0f, 1e-6f);
        for (uint32_t k = 0; k < count; k++)
            is_near(apart(goals[k].position, goal_of(&s, goals[k].body)->position), 0.0f, 1e-6f);
    }
    stage_end(&s);
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

/* Whatever is fetched meanwhile: of the next, of nobody, of large creatures. */
static void many_in_one_call_step_as_one_by_one(void **state)
{
    (void)state;
    stage together[SAMPLE_KINDS], alone[SAMPLE_KINDS];
    vv_player *players[SAMPLE_KINDS];
    score wave;
    score_wave(&wave, 1.0f, true);
    for (sample_kind kind = 0; kind < SAMPLE_KINDS; kind++)
        for (int k = 0; k < 2; k++) {
            stage *s = k == 0 ? &together[kind] : &alone[kind];
            stage_begin(s, sample_creature(kind));
            const vv_binding *binding = stage_bind(s, &wave);
            vv_play_options options = at_once(binding);
            vv_player_play(s->player, binding, &options);
            players[kind] = together[kind].player;
        }
    serial_jobs shuffled;
    vv_jobs jobs = serial_jobs_of(&shuffled, 3, false, 1);
    vv_players_step(0, NULL, 0.02f, NULL);
    for (int frame = 0; frame < 20; frame++) {
        vv_course course = {.z = 0.01f * (float)frame, .speed_z = 0.6f};
        for (sample_kind kind = 0; kind < SAMPLE_KINDS; kind++) {
            vv_player_set_course(together[kind].player, &course);
            vv_player_set_course(alone[kind].player, &course);
            vv_player_step(alone[kind].player, 1.0f / 60.0f);
        }
        vv_players_step(SAMPLE_KINDS, players, 1.0f / 60.0f, frame % 2 ? &jobs : NULL);
        for (sample_kind kind = 0; kind < SAMPLE_KINDS; kind++)
            assert_memory_equal(vv_player_transforms(players[kind]), vv_player_transforms(alone[kind].player),
                                vv_creature_body_count(alone[kind].creature) * sizeof(vv_transform3));
    }
    for (sample_kind kind = 0; kind < SAMPLE_KINDS; kind++) {
        stage_end(&together[kind]);
        stage_end(&alone[kind]);
    }
}

static void steps_do_not_allocate(void **state)
{
    (void)state;
    stage s;
    score dance;
    stage_begin(&s, sample_creature(SAMPLE_BIPED));
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_player_def def = vv_default_player_def(s.creature);
    vv_player *player = NULL;
    uint64_t fail = 1;
    while (counting.fail_at = fail, vv_player_create(&def, &allocator, &player, NULL) != VV_OK) {
        assert_null(player);
        assert_int_equal(counting.used, 0);
        fail++;
    }
    counting.fail_at = 0;
    assert_true(fail > 1 && fail < 10);
    score_dance(&dance, 1.0f, true);
    const vv_binding *binding = stage_bind(&s, &dance);
    vv_gait *gait = default_gait();
    uint64_t before = counting.allocations;
    vv_play_options options = vv_default_play_options(s.motions[0]);
    vv_player_set_gaits(player, VV_NONE, 1, (const vv_gait *const[]){gait}, (float[]){1.0f});
    for (int i = 0; i < 100; i++) {
        options.layer = i % 4;
        vv_player_play(player, binding, &options);
        vv_player_set_course(player, &(vv_course){.z = 0.02f * (float)i, .speed_z = 1.0f});
        vv_player_step(player, 0.02f);
        vv_transform3 placements[SAMPLE_MAX_BODIES];
        vv_player_sample_pose(player, &(vv_pose_request){.binding = binding, .time = 0.5f}, placements, NULL, NULL,
                              NULL);
    }
    assert_int_equal(counting.allocations, before);
    vv_player_destroy(player);
    vv_player_destroy(NULL);
    assert_int_equal(counting.used, 0);
    vv_gait_destroy(gait, NULL);
    stage_end(&s);
}

/* ---- Called from its own terrain --------------------------------------------------------------------------------- */

static struct {
    vv_player *player;
    const vv_binding *binding;
    uint32_t number, calls;
} terrain_test;

/* A flat ground that tries to change the player that stands on it. */
static float meddle(void *user, float x, float z, vv_vec3 *normal)
{
    vv_player *player = terrain_test.player;
    (void)user, (void)x, (void)z;
    if (normal)
        *normal = (vv_vec3){0.0f, 1.0f, 0.0f};
    if (!player)
        return 0.0f; /* it is being made */
    vv_course course = {.x = 5.0f};
    vv_play_options options = at_once(terrain_test.binding);
    assert_false(vv_player_step(player, 0.1f));
    assert_int_equal(vv_player_play(player, terrain_test.binding, &options), VV_NONE);
    assert_false(vv_player_stop(player, terrain_test.number, 0.0f));
    assert_false(vv_player_clear(player));
    assert_false(vv_player_seek(player, terrain_test.number, 0.5f));
    assert_false(vv_player_set_weight(player, terrain_test.number, 0.1f));
    assert_false(vv_player_set_target(player, terrain_test.number, 0, NULL));
    assert_false(vv_player_set_gaits(player, VV_NONE, 0, NULL, NULL));
    assert_false(vv_player_set_course(player, &course));
    assert_false(vv_player_teleport(player, &course));
    terrain_test.calls++;
    return 0.0f;
}

/* Whatever the ground tries, the player goes on as on one that tries nothing. */
static void nothing_changes_from_inside_a_step(void **state)
{
    (void)state;
    const vv_creature *creature;
    vv_player *players[2];
    vv_gait *gait;
    stage s;
    score wave;
    stage_begin(&s, sample_creature(SAMPLE_BIPED));
    score_wave(&wave, 1.0f, true);
    terrain_test.binding = stage_bind(&s, &wave);
    creature = s.creature;
    vv_gait_def gait_def = vv_default_gait_def();
    assert_int_equal(vv_gait_create(&gait_def, NULL, &gait, NULL), VV_OK);
    terrain_test.player = NULL;
    for (int i = 0; i < 2; i++) {
        vv_player_def def = vv_default_player_def(creature);
        if (i == 1)
            def.terrain = (vv_terrain){meddle, NULL};
        assert_int_equal(vv_player_create(&def, NULL, &players[i], NULL), VV_OK);
        vv_play_options options = at_once(terrain_test.binding);
        terrain_test.number = vv_player_play(players[i], terrain_test.binding, &options);
        assert_true(vv_player_set_gaits(players[i], VV_NONE, 1, (const vv_gait *[]){gait}, (float[]){1.0f}));
    }
    terrain_test.player = players[1];
    terrain_test.calls = 0;
    for (int k = 0; k < 120; k++) {
        vv_course course = {.z = 0.01f * (float)k, .speed_z = 0.6f};
        for (int i = 0; i < 2; i++) {
            assert_true(k == 60 ? vv_player_teleport(players[i], &course) : vv_player_set_course(players[i], &course));
            assert_true(vv_player_step(players[i], 1.0f / 60));
        }
        assert_memory_equal(vv_player_transforms(players[0]), vv_player_transforms(players[1]),
                            vv_creature_body_count(creature) * sizeof(vv_transform3));
    }
    assert_in_range(terrain_test.calls, 100, UINT32_MAX);
    for (int i = 0; i < 2; i++)
        vv_player_destroy(players[i]);
    vv_gait_destroy(gait, NULL);
    stage_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_plays_at_rest),
        cmocka_unit_test(a_goal_is_what_the_mode_says_and_is_met),
        cmocka_unit_test(channels_blend_by_weight),
        cmocka_unit_test(layers_go_over_layers),
        cmocka_unit_test(cross_fades_do_not_sag),
        cmocka_unit_test(a_mirrored_play_is_the_mirror_image),
        cmocka_unit_test(stills_have_no_memory),
        cmocka_unit_test(a_still_is_what_plays_at_that_time),
        cmocka_unit_test(large_creatures_play_as_well),
        cmocka_unit_test(steps_do_not_allocate),
        cmocka_unit_test(many_in_one_call_step_as_one_by_one),
        cmocka_unit_test(nothing_changes_from_inside_a_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
