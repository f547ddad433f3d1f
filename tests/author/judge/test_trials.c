/* Trials: what is chosen follows from the seed, targets are where they are said to be, and a motion that jumps is
 * caught jumping. */
#include "figure.h"

static vv_motion *motion_of(const vv_motion_channel *channel, float length)
{
    vv_motion_def def = {.duration = length, .channel_count = 1, .channels = channel};
    vv_motion *motion = NULL;
    vv_error error = {0};
    if (vv_motion_create(&def, NULL, &motion, &error) != VV_OK)
        fail_msg("%s", error.message);
    return motion;
}

/* A hand goes out by a tenth of its limb and comes back; `curve` says how. */
static vv_motion *gesture(vv_curve curve)
{
    const vv_motion_key keys[4] = {
        {.time = 0.0f}, {.time = 0.8f, .curve = curve}, {.time = 1.2f, .value = {-0.2f, 0.2f, 0.3f}}, {.time = 2.0f}};
    vv_motion_track track = {.kind = VV_TRACK_POSITION, .key_count = 4, .keys = keys};
    vv_motion_channel channel = {.name = "hand",
                                 .context = {.cap = "grasper", .extent = VV_EXTENT_LEFTMOST},
                                 .mode = {.scale = VV_SCALE_LIMB},
                                 .mirror = true,
                                 .side = 1,
                                 .track_count = 1,
                                 .tracks = &track};
    return motion_of(&channel, 2.0f);
}

/* A hand goes to an external target; one of three that have it. */
static vv_motion *reaching(void)
{
    const vv_motion_key keys[3] = {{.time = 0.0f}, {.time = 0.5f, .value = {0.0f, 0.0f, 1.0f}}, {.time = 1.0f}};
    vv_motion_track track = {.kind = VV_TRACK_POSITION, .key_count = 3, .keys = keys};
    vv_motion_channel channel = {.name = "hand",
                                 .context = {.cap = "grasper"},
                                 .mode = {.secondary = true},
                                 .secondary = VV_SECONDARY_EXTERNAL,
                                 .group = 1,
                                 .mirror = true,
                                 .side = 1,
                                 .track_count = 1,
                                 .tracks = &track};
    return motion_of(&channel, 1.0f);
}

typedef struct stage {
    figure figure;
    vv_motion *motion;
    vv_binding *binding;
    vv_watch *watch;
} stage;

static void open_stage(stage *s, vv_motion *motion)
{
    vv_error error = {0};
    figure_open(&s->figure);
    s->motion = motion;
    assert_int_equal(vv_binding_create(motion, s->figure.creature, NULL, &s->binding, &error), VV_OK);
    assert_int_equal(vv_watch_create(&s->figure.plan, s->figure.creature, VV_TRIAL_MAX_FRAMES, NULL, &s->watch, &error),
                     VV_OK);
}

static void close_stage(stage *s)
{
    vv_watch_destroy(s->watch);
    vv_binding_destroy(s->binding);
    vv_motion_destroy(s->motion, NULL);
    figure_close(&s->figure);
}

static void a_smooth_gesture_passes_and_a_sudden_one_jumps(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < 2; kind++) {
        stage s;
        vv_trial trials[VV_MAX_TRIALS];
        vv_error error = {0};
        vv_fault fault;
        open_stage(&s, gesture(kind == 0 ? VV_CURVE_SMOOTH : VV_CURVE_STEP));
        uint32_t count = vv_make_motion_trials(s.binding, NULL, 1, trials);
        assert_int_equal(count, 2); /* as it is, and mirrored */
        vv_findings found;
        assert_int_equal(vv_judge_play(s.watch, kind == 0 ? count : 1, trials, &found, &error), VV_OK);
        if (kind == 0 && vv_findings_worst_fault(&found, true, &fault))
            fail_msg("%s %g of body %u at frame %u", vv_measure_name(fault.measure), (double)fault.worst.value,
                     fault.worst.body, fault.worst.frame);
        if (kind == 1) {
            /* The step is at 1.2 s; the hand goes at once by 0.41 of 0.6 m. */
            vv_worst jump = found.worst[VV_PART_PLAIN][VV_MEASURE_JUMP];
            assert_int_equal(jump.body, HAND);
            assert_in_range(jump.frame, 287, 289);
            float size = vv_watch_size(s.watch);
            assert_float_equal(jump.value * size, 0.6f * sqrtf(0.17f), 0.05f);
        }
        close_stage(&s);
    }
}

static void a_play_is_judged_the_same_again(void **state)
{
    stage s;
    vv_trial trials[VV_MAX_TRIALS], again[VV_MAX_TRIALS];
    vv_error error = {0};
    vv_findings first, second;
    (void)state;
    open_stage(&s, reaching());
    memset(trials, 0, sizeof trials);
    memset(again, 0, sizeof again);
    uint32_t count = vv_make_motion_trials(s.binding, NULL, vv_trial_seed(5, "reach"), trials);
    assert_int_equal(vv_make_motion_trials(s.binding, NULL, vv_trial_seed(5, "reach"), again), count);
    for (uint32_t t = 0; t < count; t++)
        assert_memory_equal(trials[t].targets, again[t].targets, sizeof trials[t].targets);
    vv_make_motion_trials(s.binding, NULL, vv_trial_seed(6, "reach"), again);
    assert_memory_not_equal(trials[0].targets, again[0].targets, sizeof trials[0].targets);
    assert_int_equal(vv_judge_play(s.watch, count, trials, &first, &error), VV_OK);
    assert_int_equal(vv_judge_play(s.watch, count, trials, &second, &error), VV_OK);
    assert_memory_equal(&first, &second, sizeof first);
    close_stage(&s);
}

/* Shoulders of the hands of the figure, and how long their arms are. */
static void room_of_hand(uint32_t hand, vv_vec3 *shoulder, float *length)
{
    *shoulder = hand == HAND ? (vv_vec3){0.3f, 1.6f, 0.0f} : (vv_vec3){-0.3f, 1.6f, 0.0f};
    *length = hand == HAND ? 0.6f : 0.3f + sqrtf(0.1f);
}

static void targets_are_where_a_limb_can_reach_or_cannot(void **state)
{
    stage s;
    vv_trial trials[VV_MAX_TRIALS];
    (void)state;
    open_stage(&s, reaching());
    assert_int_equal(vv_binding_variant_count(s.binding), 3);
    for (uint64_t seed = 0; seed < 500; seed++) {
        uint32_t count = vv_make_motion_trials(s.binding, NULL, seed, trials);
        assert_int_equal(count, 4);
        for (uint32_t t = 0; t < count; t++) {
            vv_vec3 shoulder, target = trials[t].targets[0];
            float length;
            assert_int_equal(trials[t].target_count, 1);
            room_of_hand(vv_binding_variant_body(s.binding, trials[t].variant, 1), &shoulder, &length);
            float away = vv_vec3_length(vv_vec3_sub(target, shoulder));
            bool reachable = strstr(trials[t].words, "out of reach") == NULL;
            assert_true(target.y > 0.0f);
            assert_true(reachable ? away <= 0.901f * length && away > 0.2f * length : away > 1.2f * length);
        }
        assert_int_equal(trials[0].variant, 0);
        assert_int_equal(trials[2].variant, 2);
        assert_true(trials[3].mirror && trials[3].variant < 3);
    }
    close_stage(&s);
}

static void nothing_is_tried_that_does_not_suit(void **state)
{
    stage s;
    vv_trial trials[VV_MAX_TRIALS];
    (void)state;
    vv_motion_track track = {.kind = VV_TRACK_POSITION, .key_count = 1, .keys = &(vv_motion_key){0}};
    vv_motion_channel channel = {.name = "wing", .context = {.cap = "wing"}, .track_count = 1, .tracks = &track};
    open_stage(&s, motion_of(&channel, 1.0f));
    assert_int_equal(vv_make_motion_trials(s.binding, NULL, 1, trials), 0);
    close_stage(&s);
}

/* ---- Gaits ------------------------------------------------------------------------------------------------------- */

static void a_gait_is_tried_at_three_speeds_on_three_ways(void **state)
{
    figure f;
    vv_trial trials[VV_MAX_TRIALS];
    (void)state;
    figure_open(&f);
    assert_int_equal(vv_make_gait_trials(NULL, f.creature, trials), 9);
    float leg = 2.0f * sqrtf(0.45f * 0.45f + 0.01f), unit = sqrtf(9.81f * leg);
    for (uint32_t t = 0; t < 9; t++) {
        const float speeds[3] = {0.25f, 0.5f, 1.0f};
        assert_float_equal(trials[t].speed, speeds[t / 3] * unit, 1e-4f);
        assert_int_equal(trials[t].radius > 0.0f, t % 3 == 1);
        assert_int_equal(trials[t].slope > 0.0f, t % 3 == 2);
    }
    figure_close(&f);
}

/* From a standstill of a tenth of a second and up to speed within half a second: v·(T − 0.1 − 0.25) along the way. */
static void a_trial_gets_as_far_as_its_speed_says(void **state)
{
    figure f;
    vv_error error = {0};
    vv_gait *gait = NULL;
    vv_gait_def def = vv_default_gait_def();
    vv_trial trials[VV_MAX_TRIALS];
    (void)state;
    figure_open(&f);
    assert_int_equal(vv_gait_create(&def, NULL, &gait, &error), VV_OK);
    vv_make_gait_trials(gait, f.creature, trials);
    for (uint32_t t = 0; t < 9; t++) {
        vv_player *player = NULL;
        float way = trials[t].speed * (4.0f - 0.1f - 0.25f), r = trials[t].radius;
        assert_int_equal(vv_trial_open(&trials[t], f.creature, NULL, &player, &error), VV_OK);
        for (uint32_t k = 1; k < vv_trial_frames(&trials[t]); k++)
            vv_trial_step(&trials[t], player, k, VV_JUDGE_RATE);
        vv_vec3 at = vv_player_frame(player).position;
        assert_float_equal(at.x, r > 0.0f ? r * (1.0f - cosf(way / r)) : 0.0f, 1e-3f);
        assert_float_equal(at.z, r > 0.0f ? r * sinf(way / r) : way, 1e-3f);
        vv_player_destroy(player);
    }
    vv_gait_destroy(gait, NULL);
    figure_close(&f);
}

static void no_memory_is_survived(void **state)
{
    figure f;
    vv_trial trials[VV_MAX_TRIALS];
    (void)state;
    figure_open(&f);
    vv_make_gait_trials(NULL, f.creature, trials);
    trials[0].seconds = 0.1f;
    for (uint64_t n = 1;; n++) {
        vv_counting counting = {0};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_error error = {0};
        vv_watch *watch;
        assert_int_equal(vv_watch_create(&f.plan, f.creature, 64, &allocator, &watch, &error), VV_OK);
        counting.fail_at = n;
        vv_result result = vv_judge_trial(watch, &trials[0], &error);
        vv_watch_destroy(watch);
        assert_int_equal((int)counting.used, 0);
        if (result == VV_OK)
            break;
        assert_int_equal(result, VV_ERROR_MEMORY);
        assert_true(n < 1000);
    }
    figure_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_smooth_gesture_passes_and_a_sudden_one_jumps),
        cmocka_unit_test(a_play_is_judged_the_same_again),
        cmocka_unit_test(targets_are_where_a_limb_can_reach_or_cannot),
        cmocka_unit_test(nothing_is_tried_that_does_not_suit),
        cmocka_unit_test(a_gait_is_tried_at_three_speeds_on_three_ways),
        cmocka_unit_test(a_trial_gets_as_far_as_its_speed_says),
        cmocka_unit_test(no_memory_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
