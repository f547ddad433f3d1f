/* The player: goals blended, layered, composed with the gait; nothing pops; the same at every frame rate. */
#include "stage.h"

#include <stdio.h>

/* A hand goes up and out and comes back, with an event in the middle. */
static void score_wave(score *s, float length, bool loop)
{
    score_begin(s, length, loop);
    vv_motion_channel *hand = score_channel(s, "grasper");
    hand->mode.scale = VV_SCALE_LIMB;
    score_place(s, 0.0f, 0.0f, 0.0f, 0.0f);
    score_place(s, 0.3f * length, 0.2f, 0.6f, 0.3f);
    score_place(s, 0.6f * length, 0.4f, 0.5f, 0.3f);
    score_place(s, length, 0.0f, 0.0f, 0.0f);
    score_turn(s, 0.0f, (vv_vec3){1, 0, 0}, 0.0f);
    score_turn(s, 0.5f * length, (vv_vec3){1, 0, 0}, -0.8f);
    score_turn(s, length, (vv_vec3){1, 0, 0}, 0.0f);
}

/* The root sinks and sways, the spine bends. */
static void score_dance(score *s, float length, bool loop)
{
    score_begin(s, length, loop);
    score_channel(s, "root")->mode.scale = VV_SCALE_CREATURE;
    score_place(s, 0.0f, 0.0f, 0.0f, 0.0f);
    score_place(s, 0.5f * length, 0.05f, -0.06f, 0.0f);
    score_turn(s, 0.0f, (vv_vec3){0, 1, 0}, 0.0f);
    score_turn(s, 0.5f * length, (vv_vec3){0, 1, 0}, 0.4f);
    vv_motion_channel *mouth = score_channel(s, "spine");
    mouth->context.extent = VV_EXTENT_TOPMOST;
    score_turn(s, 0.0f, (vv_vec3){1, 0, 0}, 0.3f);
    score_turn(s, 0.5f * length, (vv_vec3){1, 0, 0}, -0.3f);
    vv_motion_channel *hand = score_channel(s, "grasper");
    hand->mode.scale = VV_SCALE_LIMB;
    score_place(s, 0.0f, 0.1f, 0.2f, 0.4f);
    score_place(s, 0.5f * length, -0.1f, 0.5f, 0.4f);
}

/* ---- Goals ------------------------------------------------------------------------------------------------------------------------ */

static void nothing_plays_at_rest(void **state)
{
    (void)state;
    for (sample_kind kind = 0; kind < SAMPLE_KINDS; kind++) {
        stage s;
        vv_placement rest[SAMPLE_MAX_BODIES];
        stage_begin(&s, sample_creature(kind));
        vv_creature_rest(s.creature, rest);
        for (int i = 0; i < 3; i++) {
            is_near(poses_apart(vv_player_placements(s.player), rest, vv_creature_body_count(s.creature)), 0.0f, 2e-6f);
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
        vv_motion_value(s.motions[0], 0, 0, time, place, NULL);
        vv_motion_value(s.motions[0], 0, 1, time, turn, NULL);
        uint32_t bodies[4];
        bool mirrored[4];
        assert_int_equal(vv_binding_bodies(binding, 0, 0, bodies, mirrored), 2);
        for (int k = 0; k < 2; k++) {
            vv_frame frame =
                vv_mode_frame(wave.channels[0].mode, s.creature, bodies[k], (vv_target){0}, 0.0f, mirrored[k]);
            vv_pose3 pose =
                vv_specialise(&frame, (vv_pose3){{place[0], place[1], place[2]}, {turn[0], turn[1], turn[2], turn[3]}});
            const vv_goal *goal = goal_of(&s, bodies[k]);
            assert_non_null(goal);
            is_near(apart(goal->place, to_world(vv_player_frame(s.player), pose.place)), 0.0f, 2e-6f);
            is_near(fabsf(vv_quat_dot(goal->turn, multiply(vv_player_frame(s.player).turn, pose.turn))), 1.0f, 1e-6f);
            assert_true(goal->place_weight == 1.0f && goal->turn_weight == 1.0f && !goal->firm);
            is_near(apart(centre_of(&s, bodies[k]), goal->place), 0.0f,
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
            score_key(&both, VV_TRACK_PLACE_WEIGHT, 0.0f, weights[w][c], 0, 0, 0);
            score_key(&both, VV_TRACK_TURN_WEIGHT, 0.0f, weights[w][c], 0, 0, 0);
        }
        const vv_binding *binding = stage_bind(&s, &both);
        vv_play_options options = at_once(binding);
        vv_player_play(s.player, binding, &options);
        vv_player_step(s.player, 0.1f);
        uint32_t hand = body_named(s.creature, "left hand");
        const vv_goal *goal = goal_of(&s, hand);
        float sum = weights[w][0] + weights[w][1];
        vv_vec3 middle = bodies_of(s.creature)[hand].middle;
        is_near(goal->place_weight, sum > 1.0f ? 1.0f : sum, 1e-6f);
        is_near(goal->turn_weight, sum > 1.0f ? 1.0f : sum, 1e-6f);
        is_near(goal->place.x - middle.x, 0.1f * weights[w][0] / sum, 1e-6f);
        is_near(goal->place.y - middle.y, 0.2f * weights[w][1] / sum, 1e-6f);
        is_near(goal->place.z - middle.z, 0.1f, 1e-6f);
        vv_quat turned = multiply(goal->turn, vv_quat_conjugate(bodies_of(s.creature)[hand].turn));
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
    vv_vec3 middle = bodies_of(s.creature)[hand].middle;
    const vv_goal *goal = goal_of(&s, hand);
    float weight = 0.25f + 0.75f * 0.5f;
    is_near(goal->place_weight, weight, 1e-6f);
    is_near(goal->place.x - middle.x, 0.1f * 0.375f / weight, 1e-6f);
    is_near(goal->place.y - middle.y, 0.1f * 0.25f / weight, 1e-6f);
    vv_player_set_weight(s.player, top, 1.0f);
    vv_player_step(s.player, 0.1f);
    goal = goal_of(&s, hand);
    is_near(goal->place.x - middle.x, 0.0f, 1e-6f);
    is_near(goal->place_weight, 1.0f, 1e-6f);
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
        options.rounds = queued ? 1 : 0;
        options.fade_out = 0.4f;
        uint32_t a = vv_player_play(s.player, first, &options);
        options.fade_in = 0.4f;
        options.rounds = 0;
        options.queue = queued;
        uint32_t b = queued ? vv_player_play(s.player, second, &options) : VV_NONE;
        uint32_t hand = body_named(s.creature, "left hand");
        vv_vec3 middle = bodies_of(s.creature)[hand].middle;
        for (int i = 1; i <= 120; i++) { /* both begin to cross at 0.6 s */
            if (!queued && i == 61)
                b = vv_player_play(s.player, second, &options);
            vv_player_step(s.player, 0.01f);
            const vv_goal *goal = goal_of(&s, hand);
            float share = ease((0.01f * (float)i - 0.6f) / 0.4f);
            is_near(goal->place_weight, 1.0f, 1e-5f);
            is_near(goal->place.x - middle.x, 0.1f * (1.0f - share), 2e-5f);
            is_near(goal->place.y - middle.y, 0.1f * share, 2e-5f);
            assert_int_equal(vv_player_is_playing(s.player, a), i < 100);
        }
        assert_true(vv_player_is_playing(s.player, b));
        stage_end(&s);
    }
}

/* ---- Time --------------------------------------------------------------------------------------------------------------------------- */

static void events_happen_exactly_once(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(21);
    for (int round = 0; round < 60; round++) {
        stage s;
        score clock;
        stage_begin(&s, sample_creature(SAMPLE_ONE_BODY));
        bool loop = round % 3 > 0;
        float length = 0.1f + vvi_random_unit(&random);
        score_begin(&clock, length, loop);
        score_channel(&clock, "");
        score_place(&clock, 0.0f, 0, 0, 0);
        clock.def.event_count = 4;
        clock.events[0].time = 0.0f;
        clock.events[1].time = clock.events[2].time = 0.4f * length;
        clock.events[3].time = length;
        const vv_binding *binding = stage_bind(&s, &clock);
        vv_play_options options = at_once(binding);
        options.speed = round % 2 ? -1.5f : 0.75f;
        options.rounds = round % 3 == 1 ? 3 : 0;
        uint32_t number = vv_player_play(s.player, binding, &options), heard[4] = {0}, ends = 0;
        double passed = 0.0;
        uint32_t last = VV_NONE;
        while (passed < 4.0) {
            float dt =
                vvi_random_below(&random, 4) ? 0.05f * vvi_random_unit(&random) : 0.6f * vvi_random_unit(&random);
            dt = vvi_random_below(&random, 8) ? dt : 0.0f;
            vv_player_step(s.player, dt);
            passed += (double)dt;
            vv_player_event events[VV_PLAYER_MAX_EVENTS];
            uint32_t count = vv_player_events(s.player, events);
            assert_true(count < VV_PLAYER_MAX_EVENTS);
            for (uint32_t i = 0; i < count; i++) {
                assert_int_equal(events[i].play, number);
                ends += events[i].event == VV_NONE;
                if (events[i].event == VV_NONE)
                    continue;
                uint32_t expected = options.speed > 0.0f ? (last + 1) % 4 : (last + 3) % 4;
                if (last == VV_NONE)
                    expected = options.speed > 0.0f ? 0 : 3;
                assert_int_equal(events[i].event, expected);
                last = events[i].event;
                heard[last]++;
            }
        }
        double rounds = passed * fabs((double)options.speed) / (double)length;
        uint32_t limit = loop ? options.rounds : 1;
        for (uint32_t e = 0; e < 4; e++) {
            double at = (double)clock.events[e].time / (double)length;
            uint32_t expected = (uint32_t)(floor(rounds - (options.speed > 0.0f ? at : 1.0 - at)) + 1.0);
            assert_int_equal(heard[e], limit && expected > limit ? limit : expected);
        }
        assert_int_equal(ends, limit && rounds > limit ? 1 : 0);
        assert_int_equal(vv_player_is_playing(s.player, number), ends == 0);
        stage_end(&s);
    }
}

static void plays_end_stop_and_make_room(void **state)
{
    (void)state;
    stage s;
    score wave;
    stage_begin(&s, sample_creature(SAMPLE_BIPED));
    score_wave(&wave, 1.0f, false);
    const vv_binding *binding = stage_bind(&s, &wave);
    vv_play_options options = vv_default_play(s.motions[0]);
    assert_true(options.weight == 1.0f && options.speed == 1.0f && options.fade_in == 0.2f && options.fade_out == 0.2f);
    uint32_t numbers[VV_PLAYER_MAX_PLAYS];
    for (uint32_t i = 0; i < VV_PLAYER_MAX_PLAYS; i++) {
        options.layer = (int32_t)i;
        numbers[i] = vv_player_play(s.player, binding, &options);
        assert_true(numbers[i] != VV_NONE);
    }
    options.layer = 99;
    assert_int_equal(vv_player_play(s.player, binding, &options), VV_NONE);
    vv_player_stop(s.player, numbers[2], 0.5f);
    uint32_t another = vv_player_play(s.player, binding, &options);
    assert_true(another != VV_NONE && !vv_player_is_playing(s.player, numbers[2]));
    vv_player_stop(s.player, numbers[2], 0.5f); /* gone already */
    vv_player_stop(s.player, numbers[3], 0.0f);
    assert_false(vv_player_is_playing(s.player, numbers[3]));
    assert_true(vv_player_time(s.player, numbers[3]) == -1.0f);
    vv_player_step(s.player, 0.1f);
    vv_player_event events[VV_PLAYER_MAX_EVENTS];
    uint32_t count = vv_player_events(s.player, events);
    assert_int_equal(count, 2);
    assert_true(events[0].play == numbers[2] && events[1].play == numbers[3] && events[1].event == VV_NONE);
    vv_player_clear(s.player);
    assert_false(vv_player_is_playing(s.player, another));
    vv_player_step(s.player, 0.1f);
    assert_int_equal(vv_player_events(s.player, events), 7);
    count = 9;
    vv_player_goals(s.player, &count);
    assert_int_equal(count, 0);
    stage_end(&s);
}

static void wrong_plays_are_refused(void **state)
{
    (void)state;
    stage s, other;
    score wave;
    stage_begin(&s, sample_creature(SAMPLE_BIPED));
    stage_begin(&other, sample_creature(SAMPLE_BIPED));
    score_wave(&wave, 1.0f, false);
    const vv_binding *binding = stage_bind(&s, &wave);
    vv_play_options options = vv_default_play(s.motions[0]);
    assert_int_equal(vv_player_play(other.player, binding, &options), VV_NONE);
    options.variant = 1;
    assert_int_equal(vv_player_play(s.player, binding, &options), VV_NONE);
    options = vv_default_play(s.motions[0]);
    options.speed = NAN;
    assert_int_equal(vv_player_play(s.player, binding, &options), VV_NONE);
    options = vv_default_play(s.motions[0]);
    options.fade_in = -1.0f;
    assert_int_equal(vv_player_play(s.player, binding, &options), VV_NONE);
    options = vv_default_play(s.motions[0]);
    uint32_t number = vv_player_play(s.player, binding, &options);
    vv_player_set_weight(s.player, number, NAN);
    vv_player_seek(s.player, number, NAN);
    vv_player_set_target(s.player, number, 99, &(vv_vec3){0});
    vv_player_set_target(s.player, number, 0, &(vv_vec3){NAN, 0, 0});
    vv_player_move(s.player, &(vv_course){.x = NAN});
    vv_player_step(s.player, NAN);
    vv_player_step(s.player, -1.0f);
    assert_true(vv_player_time(s.player, number) == 0.0f);
    for (uint32_t b = 0; b < vv_creature_body_count(s.creature); b++)
        assert_true(vvi_all_finite(&vv_player_placements(s.player)[b].place.x, 7));
    vv_player_def def = vv_default_player(s.creature);
    vv_player *none = NULL;
    def.jiggle = NAN;
    assert_int_equal(vv_player_create(&def, NULL, &none, NULL), VV_ERROR_ARGUMENT);
    def.jiggle = 1.0f;
    def.solver.stretch = 2.0f;
    assert_int_equal(vv_player_create(&def, NULL, &none, NULL), VV_ERROR_ARGUMENT);
    stage_end(&s);
    stage_end(&other);
}

/* ---- Nothing pops ------------------------------------------------------------------------------------------------------------------- */

/* What is wanted of each body, as numbers that go to nothing with their weights. */
typedef struct wishes {
    float place[SAMPLE_MAX_BODIES][4], turn[SAMPLE_MAX_BODIES][4];
} wishes;

static void list_wishes(const stage *s, wishes *out)
{
    memset(out, 0, sizeof *out);
    uint32_t count;
    const vv_goal *goals = vv_player_goals(s->player, &count);
    for (uint32_t i = 0; i < count; i++) {
        vv_vec3 p = goals[i].place;
        vv_quat q = goals[i].turn;
        float w = goals[i].place_weight, v = goals[i].turn_weight;
        float sign = vv_quat_dot(q, bodies_of(s->creature)[goals[i].body].turn) < 0.0f ? -1.0f : 1.0f;
        memcpy(out->place[goals[i].body], (float[]){w * p.x, w * p.y, w * p.z, w}, 4 * sizeof(float));
        memcpy(out->turn[goals[i].body], (float[]){v * sign * q.x, v * sign * q.y, v * sign * q.z, v * sign * q.w},
               4 * sizeof(float));
    }
}

static float wishes_apart(const wishes *a, const wishes *b)
{
    float most = 0.0f;
    for (uint32_t i = 0; i < SAMPLE_MAX_BODIES * 4; i++) {
        most = vvi_max(most, fabsf(a->place[i / 4][i % 4] - b->place[i / 4][i % 4]));
        most = vvi_max(most, fabsf(a->turn[i / 4][i % 4] - b->turn[i / 4][i % 4]));
    }
    return most;
}

/* The farthest that anything moved in a frame. */
typedef struct jump {
    float pose, wishes;
} jump;

/* Begins, crosses, queues, layers and stops, at so many frames a second. */
static jump play_script(stage *s, const vv_binding *const *b, uint32_t rate, vv_placement (*kept)[SAMPLE_MAX_BODIES])
{
    jump most = {0};
    wishes now_wanted, wanted;
    uint32_t numbers[5] = {0}, frames = 4 * rate, bodies = vv_creature_body_count(s->creature);
    vv_placement before[SAMPLE_MAX_BODIES];
    vv_player_clear(s->player);
    vv_player_teleport(s->player, &(vv_course){0});
    vv_player_step(s->player, 0.0f);
    list_wishes(s, &wanted);
    memcpy(before, vv_player_placements(s->player), bodies * sizeof *before);
    for (uint32_t frame = 0; frame < frames; frame++) {
        vv_play_options options = vv_default_play(vv_binding_motion(b[0]));
        if (frame == 0)
            numbers[0] = vv_player_play(s->player, b[0], &options);
        options.queue = true;
        if (frame == rate / 6)
            numbers[1] = vv_player_play(s->player, b[1], &options);
        options.queue = false;
        options.layer = 1;
        if (frame == rate)
            numbers[2] = vv_player_play(s->player, b[0], &options);
        options.layer = 0;
        options.speed = -1.0f;
        if (frame == 2 * rate) /* while that one fades out */
            numbers[3] = vv_player_play(s->player, b[0], &options);
        if (frame == 2 * rate + rate / 6) /* while this one fades in */
            vv_player_stop(s->player, numbers[3], 0.1f);
        if (frame == 2 * rate + rate / 3)
            numbers[4] = vv_player_play(s->player, b[1], &options);
        if (frame == 3 * rate)
            vv_player_stop(s->player, numbers[4], 0.4f);
        if (frame == 3 * rate + rate / 6)
            vv_player_stop(s->player, numbers[4], 0.1f);
        vv_player_step(s->player, 1.0f / (float)rate);
        const vv_placement *now = vv_player_placements(s->player);
        list_wishes(s, &now_wanted);
        most.pose = vvi_max(most.pose, poses_apart(now, before, bodies));
        most.wishes = vvi_max(most.wishes, wishes_apart(&now_wanted, &wanted));
        wanted = now_wanted;
        memcpy(before, now, bodies * sizeof *before);
        if ((frame + 1) % (rate / 6) == 0)
            memcpy(kept[(frame + 1) / (rate / 6) - 1], now, bodies * sizeof *now);
    }
    return most;
}

static void transitions_never_pop(void **state)
{
    (void)state;
    static vv_placement kept[24][SAMPLE_MAX_BODIES];
    static const sample_kind kinds[] = {SAMPLE_BIPED,    SAMPLE_QUADRUPED,  SAMPLE_HEXAPOD,
                                        SAMPLE_FIGURE_4, SAMPLE_ASYMMETRIC, SAMPLE_BRANCHING};
    for (int k = 0; k < 6; k++) {
        stage s;
        score wave, dance;
        stage_begin(&s, sample_creature(kinds[k]));
        stage_player(&s, 0.0f, true);
        score_wave(&wave, 1.0f, false);
        score_dance(&dance, 0.8f, true);
        const vv_binding *b[2] = {stage_bind(&s, &wave), stage_bind(&s, &dance)};
        if (vv_binding_variant_count(b[0]) == 0)
            b[0] = b[1];
        jump coarse = play_script(&s, b, 240, kept), fine = play_script(&s, b, 480, kept);
        assert_true(fine.wishes > 1e-4f && fine.wishes < 0.55f * coarse.wishes);
        if (k < 4) { /* two hands on one limb, and an odd spine, are the solver's own affair */
            assert_true(fine.pose > 1e-4f && fine.pose < 0.55f * coarse.pose);
            assert_true(fine.pose * 480.0f < 6.0f); /* metres a second: a wave, of arms half a metre long */
        }
        stage_end(&s);
    }
}

static void frame_rates_do_not_matter(void **state)
{
    (void)state;
    static vv_placement fine[24][SAMPLE_MAX_BODIES], kept[24][SAMPLE_MAX_BODIES];
    static const uint32_t rates[] = {30, 60, 144};
    stage s;
    score wave, dance;
    stage_begin(&s, sample_creature(SAMPLE_BIPED));
    score_wave(&wave, 1.0f, false);
    score_dance(&dance, 0.8f, true);
    const vv_binding *b[2] = {stage_bind(&s, &wave), stage_bind(&s, &dance)};
    play_script(&s, b, 240, fine);
    for (int r = 0; r < 3; r++) {
        play_script(&s, b, rates[r], kept);
        for (int i = 0; i < 24; i++)
            is_near(poses_apart(fine[i], kept[i], vv_creature_body_count(s.creature)), 0.0f, 1e-4f);
    }
    stage_end(&s);
}

/* ---- Targets ------------------------------------------------------------------------------------------------------------------------- */

static void hands_follow_targets_in_the_world(void **state)
{
    (void)state;
    stage s;
    score reach;
    stage_begin(&s, sample_creature(SAMPLE_BIPED));
    score_begin(&reach, 1.0f, true);
    vv_motion_channel *hand = score_channel(&reach, "grasper");
    hand->group = 1;
    hand->mode.secondary = true;
    hand->secondary = VV_SECONDARY_EXTERNAL;
    hand->target = 3;
    score_place(&reach, 0.0f, 0.0f, 0.0f, 1.0f);
    const vv_binding *binding = stage_bind(&s, &reach);
    vv_course course = {.x = -4.0f, .z = 1.5f, .heading = 2.1f};
    vv_player_teleport(s.player, &course);
    vv_placement frame = {{-4.0f, 0.0f, 1.5f}, vv_quat_about((vv_vec3){0, 1, 0}, 2.1f)};
    vv_play_options options = at_once(binding);
    options.variant = vv_binding_nearest(binding, (vv_vec3){0.3f, 1.3f, 0.3f});
    uint32_t body = vv_binding_variant_body(binding, options.variant, 1);
    assert_int_equal(body, body_named(s.creature, "left hand"));
    uint32_t number = vv_player_play(s.player, binding, &options);
    for (int i = 0; i < 50; i++) {
        vv_vec3 place =
            to_world(frame, (vv_vec3){0.25f + 0.1f * sinf(0.2f * (float)i), 1.3f + 0.1f * cosf(0.3f * (float)i), 0.3f});
        vv_player_set_target(s.player, number, 3, &place);
        vv_player_step(s.player, 0.02f);
        is_near(apart(goal_of(&s, body)->place, place), 0.0f, 1e-5f);
        is_near(apart(centre_of(&s, body), place), 0.0f, 0.006f);
    }
    vv_player_set_target(s.player, number, 3, NULL);
    vv_player_step(s.player, 0.02f);
    vv_vec3 ahead = to_world(frame, vv_vec3_add(bodies_of(s.creature)[body].middle,
                                                (vv_vec3){0, 0, vv_creature_limb_length(s.creature, body)}));
    is_near(apart(goal_of(&s, body)->place, ahead), 0.0f, 1e-5f);
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
        is_near(apart(goal_of(&s, left)->place, place), 0.0f, 1e-5f);
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
            is_near(apart(goal_of(&s, a)->place, goal_of(&s, b)->place), 0.0f, 1e-5f);
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
    vv_player_def def = vv_default_player(s.creature);
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
    is_near(vv_player_frame(s.player).place.y, hill(NULL, 2.0f, 1.0f, NULL), 1e-6f);
    uint32_t hand = body_named(s.creature, "left hand");
    const vv_goal *goal = goal_of(&s, hand);
    is_near(goal->place.y - bodies_of(s.creature)[hand].sole, hill(NULL, goal->place.x, goal->place.z, NULL), 1e-5f);
    stage_end(&s);
}

/* ---- The other way round ----------------------------------------------------------------------------------------------------------------- */

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
    vv_placement plain[SAMPLE_MAX_BODIES], image[SAMPLE_MAX_BODIES];
    for (int i = 0; i < 10; i++) {
        vv_still still = {.binding = binding, .time = 0.1f * (float)i};
        vv_player_still(s.player, &still, plain, NULL, NULL, NULL);
        still.mirror = true;
        vv_player_still(s.player, &still, image, NULL, NULL, NULL);
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
            vv_vec3 expected = plain[b].place;
            expected.x = -expected.x;
            is_near(apart(image[other].place, expected), 0.0f, 2e-5f);
        }
    }
    stage_end(&s);
}

/* ---- Stills ---------------------------------------------------------------------------------------------------------------------------- */

static void stills_have_no_memory(void **state)
{
    (void)state;
    enum { TIMES = 40 };
    static vv_placement first[TIMES][SAMPLE_MAX_BODIES], again[SAMPLE_MAX_BODIES];
    stage s, live;
    score dance;
    stage_begin(&s, sample_creature(SAMPLE_BIPED));
    stage_begin(&live, sample_creature(SAMPLE_BIPED));
    stage_player(&s, 1.0f, true);
    stage_player(&live, 1.0f, true);
    score_dance(&dance, 1.0f, true);
    const vv_binding *binding = stage_bind(&s, &dance), *other = stage_bind(&live, &dance);
    uint32_t bodies = vv_creature_body_count(s.creature);
    vv_play_options options = vv_default_play(s.motions[0]);
    vv_player_play(s.player, binding, &options);
    vv_player_play(live.player, other, &options);
    vv_still still = {.binding = binding};
    for (uint32_t i = 0; i < TIMES; i++) {
        still.time = (float)i / TIMES;
        vv_player_still(s.player, &still, first[i], NULL, NULL, NULL);
    }
    for (uint32_t i = 0; i < 3 * TIMES; i++) {
        uint32_t k = i * 17 % TIMES;
        still.time = (float)k / TIMES;
        vv_player_still(s.player, &still, again, NULL, NULL, NULL);
        assert_memory_equal(again, first[k], bodies * sizeof *again);
        vv_player_step(s.player, 0.013f);
        vv_player_step(live.player, 0.013f);
        assert_memory_equal(vv_player_placements(s.player), vv_player_placements(live.player), bodies * sizeof *again);
    }
    still.variant = 7; /* there is none: at rest */
    vv_goal goals[SAMPLE_MAX_BODIES];
    uint32_t count = 1;
    vv_player_still(s.player, &still, again, NULL, goals, &count);
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
        vv_placement placements[SAMPLE_MAX_BODIES];
        float deforms[SAMPLE_MAX_BODIES * 2];
        vv_goal goals[SAMPLE_MAX_BODIES];
        uint32_t count;
        vv_player_step(s.player, 0.1f);
        vv_still still = {.binding = binding, .time = vv_player_time(s.player, 1)};
        vv_player_still(s.player, &still, placements, deforms, goals, &count);
        assert_int_equal(count, 2);
        is_near(poses_apart(placements, vv_player_placements(s.player), bodies), 0.0f, 1e-6f);
        assert_memory_equal(deforms, vv_player_deforms(s.player), bodies * 2 * sizeof(float));
        is_near(deforms[2 * mouth], 2.0f * ease(still.time), 1e-5f);
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
                                       .place = b == 0 ? (vv_vec3){0, 1.0f, 0} : place,
                                       .turn = vv_quat_identity(),
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
    assert_true(bodies > DESK_BODIES);
    for (int i = 1; i < 10; i++) {
        static vv_placement placements[256];
        static vv_goal goals[256];
        vv_player_step(s.player, 0.1f);
        vv_still still = {.binding = binding, .time = vv_player_time(s.player, 1)};
        vv_player_still(s.player, &still, placements, NULL, goals, &count);
        assert_int_equal(count, 66);
        is_near(poses_apart(placements, vv_player_placements(s.player), bodies), 0.0f, 1e-6f);
        for (uint32_t k = 0; k < count; k++)
            is_near(apart(goals[k].place, goal_of(&s, goals[k].body)->place), 0.0f, 1e-6f);
    }
    stage_end(&s);
}

/* ---- With a gait -------------------------------------------------------------------------------------------------------------------------- */

static vv_gait *default_gait(void)
{
    vv_gait_def def = vv_default_gait();
    vv_gait *gait = NULL;
    assert_int_equal(vv_gait_create(&def, NULL, &gait, NULL), VV_OK);
    return gait;
}

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
    vv_play_options options = vv_default_play(s.motions[0]);
    vv_player_play(s.player, binding, &options);
    vv_course course = {0};
    vv_player_move(s.player, &course);
    for (int i = 0; i < 60; i++)
        vv_player_step(s.player, 1.0f / 60.0f);
    const vv_foothold *holds = vv_walk_footholds(vv_player_walk(s.player));
    uint32_t count = vv_walk_foothold_count(vv_player_walk(s.player)), lifted = 0;
    for (uint32_t i = 0; i < count; i++)
        lifted += apart(goal_of(&s, holds[i].body)->place, holds[i].place) > 0.15f;
    assert_int_equal(lifted, 1);
    uint32_t stood = 0;
    course.speed_z = 1.2f;
    for (int i = 0; i < 240; i++) {
        course.z += course.speed_z / 60.0f;
        vv_player_move(s.player, &course);
        vv_player_step(s.player, 1.0f / 60.0f);
        for (uint32_t k = 0; i > 60 && k < count; k++) {
            is_near(apart(goal_of(&s, holds[k].body)->place, holds[k].place), 0.0f, 1e-5f);
            stood += goal_of(&s, holds[k].body)->firm;
            if (holds[k].stands)
                is_near(apart(centre_of(&s, holds[k].body), holds[k].place), 0.0f, 0.005f);
        }
    }
    assert_true(stood > 200 && stood < 360);
    vv_player_set_gaits(s.player, VV_NONE, 0, NULL, NULL);
    assert_null(vv_player_walk(s.player));
    vv_player_step(s.player, 1.0f / 60.0f);
    is_near(vv_player_frame(s.player).place.z, course.z, 1e-6f);
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
        vv_player_move(s.player, &course);
        vv_player_step(s.player, 1.0f / 60.0f);
        is_near(apart(centre_of(&s, left), centre_of(&s, mouth)), 0.0f, 0.006f);
    }
    stage_end(&s);
    vv_gait_destroy(gait, NULL);
}

/* ---- Memory -------------------------------------------------------------------------------------------------------------------------------- */

static void steps_do_not_allocate(void **state)
{
    (void)state;
    stage s;
    score dance;
    stage_begin(&s, sample_creature(SAMPLE_BIPED));
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_player_def def = vv_default_player(s.creature);
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
    vv_play_options options = vv_default_play(s.motions[0]);
    vv_player_set_gaits(player, VV_NONE, 1, (const vv_gait *const[]){gait}, (float[]){1.0f});
    for (int i = 0; i < 100; i++) {
        options.layer = i % 4;
        vv_player_play(player, binding, &options);
        vv_player_move(player, &(vv_course){.z = 0.02f * (float)i, .speed_z = 1.0f});
        vv_player_step(player, 0.02f);
        vv_placement placements[SAMPLE_MAX_BODIES];
        vv_player_still(player, &(vv_still){.binding = binding, .time = 0.5f}, placements, NULL, NULL, NULL);
    }
    assert_int_equal(counting.allocations, before);
    vv_player_destroy(player);
    vv_player_destroy(NULL);
    assert_int_equal(counting.used, 0);
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
        cmocka_unit_test(events_happen_exactly_once),
        cmocka_unit_test(plays_end_stop_and_make_room),
        cmocka_unit_test(wrong_plays_are_refused),
        cmocka_unit_test(transitions_never_pop),
        cmocka_unit_test(frame_rates_do_not_matter),
        cmocka_unit_test(hands_follow_targets_in_the_world),
        cmocka_unit_test(hands_meet_a_mouth_that_moved),
        cmocka_unit_test(hands_meet_hands),
        cmocka_unit_test(ground_modes_reach_the_ground),
        cmocka_unit_test(a_mirrored_play_is_the_mirror_image),
        cmocka_unit_test(stills_have_no_memory),
        cmocka_unit_test(a_still_is_what_plays_at_that_time),
        cmocka_unit_test(large_creatures_play_as_well),
        cmocka_unit_test(feet_walk_whatever_motions_say),
        cmocka_unit_test(hands_meet_targets_while_walking),
        cmocka_unit_test(steps_do_not_allocate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
