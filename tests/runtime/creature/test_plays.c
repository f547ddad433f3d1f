/* Plays in time: events exactly once, ends, stops, queues; nothing pops; the same at every frame rate. */
#include "stage.h"

/* ---- Time -------------------------------------------------------------------------------------------------------- */

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
        options.loop_count = round % 3 == 1 ? 3 : 0;
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
        uint32_t limit = loop ? options.loop_count : 1;
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
    vv_play_options options = vv_default_play_options(s.motions[0]);
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
    vv_play_options options = vv_default_play_options(s.motions[0]);
    assert_int_equal(vv_player_play(other.player, binding, &options), VV_NONE);
    options.variant = 1;
    assert_int_equal(vv_player_play(s.player, binding, &options), VV_NONE);
    options = vv_default_play_options(s.motions[0]);
    options.speed = NAN;
    assert_int_equal(vv_player_play(s.player, binding, &options), VV_NONE);
    options = vv_default_play_options(s.motions[0]);
    options.fade_in = -1.0f;
    assert_int_equal(vv_player_play(s.player, binding, &options), VV_NONE);
    options = vv_default_play_options(s.motions[0]);
    uint32_t number = vv_player_play(s.player, binding, &options);
    vv_player_set_weight(s.player, number, NAN);
    vv_player_seek(s.player, number, NAN);
    vv_player_set_target(s.player, number, 99, &(vv_vec3){0});
    vv_player_set_target(s.player, number, 0, &(vv_vec3){NAN, 0, 0});
    vv_player_set_course(s.player, &(vv_course){.x = NAN});
    vv_player_step(s.player, NAN);
    vv_player_step(s.player, -1.0f);
    assert_true(vv_player_time(s.player, number) == 0.0f);
    for (uint32_t b = 0; b < vv_creature_body_count(s.creature); b++)
        assert_true(vvi_all_finite(&vv_player_transforms(s.player)[b].position.x, 7));
    vv_player_def def = vv_default_player_def(s.creature);
    vv_player *none = NULL;
    def.jiggle = NAN;
    assert_int_equal(vv_player_create(&def, NULL, &none, NULL), VV_ERROR_ARGUMENT);
    def.jiggle = 1.0f;
    def.solver.stretch = 2.0f;
    assert_int_equal(vv_player_create(&def, NULL, &none, NULL), VV_ERROR_ARGUMENT);
    stage_end(&s);
    stage_end(&other);
}

/* ---- Nothing pops ------------------------------------------------------------------------------------------------ */

/* What is wanted of each body, as numbers that go to nothing with their weights. */
typedef struct wishes {
    float place[SAMPLE_MAX_BODIES][4], turn[SAMPLE_MAX_BODIES][4];
} wishes;

static void list_wishes(const stage *s, wishes *out)
{
    memset(out, 0, sizeof *out);
    uint32_t count;
    const vv_ik_goal *goals = vv_player_goals(s->player, &count);
    for (uint32_t i = 0; i < count; i++) {
        vv_vec3 p = goals[i].position;
        vv_quat q = goals[i].rotation;
        float w = goals[i].position_weight, v = goals[i].rotation_weight;
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
static jump play_script(stage *s, const vv_binding *const *b, uint32_t rate, vv_transform3 (*kept)[SAMPLE_MAX_BODIES])
{
    jump most = {0};
    wishes now_wanted, wanted;
    uint32_t numbers[5] = {0}, frames = 4 * rate, bodies = vv_creature_body_count(s->creature);
    vv_transform3 before[SAMPLE_MAX_BODIES];
    vv_player_clear(s->player);
    vv_player_teleport(s->player, &(vv_course){0});
    vv_player_step(s->player, 0.0f);
    list_wishes(s, &wanted);
    memcpy(before, vv_player_transforms(s->player), bodies * sizeof *before);
    for (uint32_t frame = 0; frame < frames; frame++) {
        vv_play_options options = vv_default_play_options(vv_binding_motion(b[0]));
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
        const vv_transform3 *now = vv_player_transforms(s->player);
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
    static vv_transform3 kept[24][SAMPLE_MAX_BODIES];
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
    static vv_transform3 fine[24][SAMPLE_MAX_BODIES], kept[24][SAMPLE_MAX_BODIES];
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_happen_exactly_once), cmocka_unit_test(plays_end_stop_and_make_room),
        cmocka_unit_test(wrong_plays_are_refused),    cmocka_unit_test(transitions_never_pop),
        cmocka_unit_test(frame_rates_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
