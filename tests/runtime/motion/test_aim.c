/* What a track wants, against closed forms, differences, and a second formulation by Bézier points. */
#include "clips.h"

static float value_at(const vv_clip *clip, double time) { return vv_clip_sample(clip, 0, time).value[0]; }
static float strength_at(const vv_clip *clip, double time) { return vv_clip_sample(clip, 0, time).strength; }
static float rate_at(const vv_clip *clip, double time) { return vv_clip_sample(clip, 0, time).rate[0]; }

/* ---- Between keys ------------------------------------------------------------------------------------------------ */

/* De Casteljau on the Bézier points of a Hermite piece. */
static double bezier(double a, double out, double in, double b, double h, double u)
{
    double p[4] = {a, a + out * h / 3.0, b - in * h / 3.0, b};
    for (int level = 3; level > 0; level--)
        for (int i = 0; i < level; i++)
            p[i] += (p[i + 1] - p[i]) * u;
    return p[0];
}

static void a_smooth_piece_is_the_cubic_of_its_slopes(void **state)
{
    (void)state;
    vv_key keys[] = {key_at(0.5f, 1.0f), key_at(2.0f, -3.0f)};
    keys[0].auto_out = keys[1].auto_in = false;
    keys[0].out[0] = 4.0f;
    keys[1].in[0] = -2.5f;
    vv_clip *clip = clip_of(2, keys, 3.0f, false, 0.0f);
    for (int i = 0; i <= 60; i++) {
        double u = i / 60.0;
        is_near(value_at(clip, 0.5 + 1.5 * u), bezier(1.0, 4.0, -2.5, -3.0, 1.5, u), 1e-6);
    }
    assert_true(rate_at(clip, 0.5) == 4.0f);
    is_near(rate_at(clip, 2.0 - 1e-5), -2.5, 1e-3);
    vv_clip_destroy(clip, NULL);
}

static void a_line_and_a_step(void **state)
{
    (void)state;
    vv_key keys[] = {key_at(0.0f, 1.0f), key_at(1.0f, 3.0f), key_at(2.0f, 7.0f)};
    keys[0].curve = VV_CURVE_LINEAR;
    keys[1].curve = VV_CURVE_STEP;
    vv_clip *clip = clip_of(3, keys, 2.0f, false, 0.0f);
    assert_true(value_at(clip, 0.25) == 1.5f && rate_at(clip, 0.25) == 2.0f);
    assert_true(value_at(clip, 1.0) == 3.0f && rate_at(clip, 1.0) == 0.0f);
    assert_true(value_at(clip, 1.999) == 3.0f && value_at(clip, 2.0) == 7.0f && value_at(clip, 50.0) == 7.0f);
    vv_clip_destroy(clip, NULL);
}

static void strength_passes_by_smoothstep(void **state)
{
    (void)state;
    vv_key keys[] = {key_at(1.0f, 0.0f), key_at(3.0f, 0.0f)};
    keys[0].strength = 0.2f;
    keys[1].strength = 1.0f;
    vv_clip *clip = clip_of(2, keys, 3.0f, false, 0.0f);
    for (int i = 0; i <= 20; i++) {
        double u = i / 20.0;
        is_near(strength_at(clip, 1.0 + 2.0 * u), 0.2 + 0.8 * (3 * u * u - 2 * u * u * u), 1e-6);
    }
    assert_true(strength_at(clip, 3.0) == 1.0f && strength_at(clip, 1e12) == 1.0f);
    vv_clip_destroy(clip, NULL);
}

/* ---- Runs -------------------------------------------------------------------------------------------------------- */

static void nothing_is_wanted_before_the_first_key_and_after_letting_go(void **state)
{
    (void)state;
    vv_key keys[] = {key_at(1.0f, 5.0f), key_at(2.0f, 6.0f), key_at(4.0f, 9.0f)};
    keys[1].release = true;
    vv_clip *clip = clip_of(3, keys, 5.0f, false, 0.0f);
    assert_true(strength_at(clip, 0.999) == 0.0f && strength_at(clip, 1.0) == 1.0f && value_at(clip, 1.0) == 5.0f);
    assert_true(strength_at(clip, 2.0) == 1.0f && value_at(clip, 2.0) == 6.0f);
    assert_true(strength_at(clip, 2.02) == 0.0f && strength_at(clip, 3.98) == 0.0f);
    assert_true(strength_at(clip, 4.0) == 1.0f && value_at(clip, 4.0) == 9.0f && strength_at(clip, 1e15) == 1.0f);
    assert_true(strength_at(clip, -1e300) == 0.0f && strength_at(clip, (double)NAN) == 0.0f);
    assert_true(strength_at(clip, (double)INFINITY) == 1.0f);
    vv_clip_destroy(clip, NULL);
}

static void fades_ease_in_and_out(void **state)
{
    (void)state;
    vv_key key = key_at(2.0f, 5.0f);
    key.strength = 0.5f;
    key.ease = 1.0f;
    key.release = true;
    vv_clip *clip = clip_of(1, &key, 5.0f, false, 0.0f);
    assert_true(strength_at(clip, 0.99) == 0.0f && strength_at(clip, 3.01) == 0.0f);
    for (int i = 1; i < 20; i++) {
        double u = i / 20.0, s = 0.5 * (3 * u * u - 2 * u * u * u);
        is_near(strength_at(clip, 1.0 + u), s, 1e-6);
        is_near(strength_at(clip, 3.0 - u), s, 1e-6);
        assert_true(value_at(clip, 1.0 + u) == 5.0f && rate_at(clip, 3.0 - u) == 0.0f);
    }
    vv_clip_destroy(clip, NULL);
}

static void what_lets_go_glides_on_and_stops(void **state)
{
    (void)state;
    vv_key keys[] = {key_at(0.0f, 0.0f), key_at(1.0f, 2.0f)};
    keys[1].release = true;
    keys[1].ease = 0.5f;
    vv_clip *clip = clip_of(2, keys, 2.0f, false, 0.0f);
    is_near(rate_at(clip, 1.0), 3.0, 1e-6); /* from rest, and not bent at the end: 3/2 of the mean speed */
    is_near(rate_at(clip, 1.0 - 1e-6), 3.0, 1e-4);
    double way = 0.0; /* of a speed of 3·(1 − smoothstep): by the trapezium rule */
    for (int i = 0; i < 1000; i++)
        way += 0.0005 * 0.5 * ((double)rate_at(clip, 1.0 + i * 0.0005) + (double)rate_at(clip, 1.0005 + i * 0.0005));
    is_near(value_at(clip, 1.4999), 2.0 + way, 1e-4);
    is_near(value_at(clip, 1.4999), 2.0 + 0.5 * 3.0 / 2.0, 1e-4);
    is_near(rate_at(clip, 1.4999), 0.0, 1e-4);
    vv_clip_destroy(clip, NULL);
}

static void fades_that_would_overlap_meet_at_nothing(void **state)
{
    (void)state;
    vv_key keys[] = {key_at(0.0f, 0.0f), key_at(1.0f, 8.0f)};
    keys[0].release = true;
    keys[0].ease = 3.0f;
    keys[1].ease = 1.0f;
    vv_clip *clip = clip_of(2, keys, 2.0f, false, 0.0f);
    assert_true(value_at(clip, 0.74) == 0.0f && value_at(clip, 0.76) == 8.0f);
    assert_true(strength_at(clip, 0.74) < 1e-3f && strength_at(clip, 0.76) < 1e-2f);
    is_near(strength_at(clip, 0.375), 0.5, 1e-6);
    is_near(strength_at(clip, 0.875), 0.5, 1e-6);
    vv_clip_destroy(clip, NULL);
}

/* Steps of 0.02 s, summed in float or counted, meet keys that no float holds exactly. */
static void a_frame_meets_its_key_whatever_the_rounding(void **state)
{
    (void)state;
    for (uint32_t frame = 1; frame < 3000; frame++) {
        float time = (float)frame * 0.02f;
        vv_key keys[] = {key_at(0.0f, 0.0f), key_at(time, 1.0f)};
        keys[0].curve = VV_CURVE_STEP;
        keys[1].release = true;
        vv_clip *clip = clip_of(2, keys, 100.0f, false, 0.0f);
        const double frames[] = {frame * 0.02, frame * (double)0.02f, frame / 50.0};
        for (int i = 0; i < 3; i++)
            assert_true(value_at(clip, frames[i]) == 1.0f && strength_at(clip, frames[i] + 0.02) == 0.0f);
        vv_clip_destroy(clip, NULL);
    }
}

/* ---- Loops ------------------------------------------------------------------------------------------------------- */

static void a_loop_leads_from_its_last_key_to_its_first(void **state)
{
    (void)state;
    vv_key keys[] = {key_at(0.25f, 0.0f), key_at(0.75f, 1.0f)};
    keys[0].curve = keys[1].curve = VV_CURVE_LINEAR;
    keys[1].strength = 0.5f;
    vv_clip *clip = clip_of(2, keys, 1.0f, true, 3.0f);
    assert_true(strength_at(clip, -0.01) == 0.0f);
    assert_true(value_at(clip, 0.0) == -1.0f && rate_at(clip, 0.0) == 4.0f && strength_at(clip, 0.0) == 0.75f);
    assert_true(value_at(clip, 0.25) == 0.0f && value_at(clip, 0.5) == 0.5f && value_at(clip, 0.75) == 1.0f);
    assert_true(value_at(clip, 1.0) == 2.0f && value_at(clip, 10.25) == 30.0f && value_at(clip, 3600.5) == 10800.5f);
    vv_clip_destroy(clip, NULL);
}

static void one_key_alone(void **state)
{
    (void)state;
    vv_key key = key_at(0.5f, 2.0f);
    vv_clip *once = clip_of(1, &key, 1.0f, false, 0.0f), *loop = clip_of(1, &key, 2.0f, true, 3.0f);
    assert_true(strength_at(once, 0.4) == 0.0f && value_at(once, 0.5) == 2.0f && value_at(once, 9.0) == 2.0f);
    for (int i = 0; i < 40; i++) { /* a steady walk */
        is_near(value_at(loop, 0.5 + 0.3 * i), 2.0 + 1.5 * 0.3 * i, 1e-5);
        is_near(rate_at(loop, 0.3 * i), 1.5, 1e-6);
    }
    vv_clip_destroy(once, NULL);
    vv_clip_destroy(loop, NULL);
}

static void keys_at_both_ends_of_a_loop_are_one(void **state)
{
    (void)state;
    vv_key ends[] = {key_at(0.0f, 1.0f), key_at(0.3f, 2.0f), key_at(0.5f, 4.0f), key_at(1.0f, 6.0f)};
    vv_clip *closed = clip_of(4, ends, 1.0f, true, 5.0f), *open = clip_of(3, ends, 1.0f, true, 5.0f);
    for (int i = 0; i < 400; i++) {
        vv_handle_target a = vv_clip_sample(closed, 0, i * 0.0107), b = vv_clip_sample(open, 0, i * 0.0107);
        is_near(a.value[0], b.value[0], 1e-5);
        is_near(a.rate[0], b.rate[0], 1e-4);
    }
    vv_clip_destroy(closed, NULL);
    vv_clip_destroy(open, NULL);
    ends[3].value[0] = 9.0f; /* they disagree: it jumps there, and starts and stops flat */
    closed = clip_of(4, ends, 1.0f, true, 5.0f);
    is_near(value_at(closed, 0.9999), 9.0, 1e-3);
    assert_true(value_at(closed, 1.0) == 6.0f && rate_at(closed, 1.0) == 0.0f);
    vv_clip_destroy(closed, NULL);
}

static void a_loop_that_lets_go_begins_anew(void **state)
{
    (void)state;
    vv_key keys[] = {key_at(0.4f, 1.0f), key_at(0.9f, 2.0f)};
    keys[0].ease = 0.2f;
    keys[1].release = true;
    keys[1].ease = 0.2f;
    vv_clip *clip = clip_of(2, keys, 1.0f, true, 0.0f);
    assert_true(strength_at(clip, 0.0) == 0.0f && strength_at(clip, 0.05) == 0.0f); /* nothing played before */
    assert_true(strength_at(clip, 1.0) > 0.4f && strength_at(clip, 1.05) > 0.1f && strength_at(clip, 1.15) == 0.0f);
    is_near(strength_at(clip, 0.3), 0.5, 1e-5);
    is_near(strength_at(clip, 7.3), 0.5, 1e-5);
    vv_clip_destroy(clip, NULL);
}

/* ---- Properties -------------------------------------------------------------------------------------------------- */

/* Whether a moment lies so near a key, or the end of a fade, that a difference across it says nothing. */
static bool near_a_break(const vv_track *track, float length, bool loop, double time)
{
    double local = loop ? time - floor(time / (double)length) * (double)length : time;
    for (uint32_t k = 0; k < track->key_count; k++)
        for (int round = loop ? -1 : 0; round <= (loop ? 1 : 0); round++) {
            double at = (double)track->keys[k].time + round * (double)length;
            if (fabs(local - at) < 2e-3)
                return true;
        }
    return loop && (local < 2e-3 || (double)length - local < 2e-3);
}

/* The rate is the derivative of the value wherever something is wanted and the strength does not begin or end. */
static void rates_are_slopes_of_values(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(3);
    uint32_t compared = 0;
    for (int trial = 0; trial < 300; trial++) {
        vv_key keys[RANDOM_KEYS];
        bool loop = trial % 2 == 1;
        uint32_t count = random_keys(&random, VV_CHANNEL_ANGLE, 2.0f, keys);
        vv_clip *clip = clip_of(count, keys, 2.0f, loop, between(&random, -1.0f, 1.0f));
        vv_track track = vv_clip_track(clip, 0);
        for (int i = 0; i < 60; i++) {
            double t = (double)between(&random, 0.0f, 7.0f), h = 1e-3;
            vv_handle_target a = vv_clip_sample(clip, 0, t - h), b = vv_clip_sample(clip, 0, t),
                             c = vv_clip_sample(clip, 0, t + h);
            if (a.strength <= 0.0f || b.strength <= 0.0f || c.strength <= 0.0f || near_a_break(&track, 2.0f, loop, t) ||
                (b.strength < 0.01f)) /* two fades may meet */
                continue;
            double slope = ((double)c.value[0] - (double)a.value[0]) / (2.0 * h);
            is_near(b.rate[0], slope, 0.02 + 2e-3 * fabs(slope));
            compared++;
        }
        vv_clip_destroy(clip, NULL);
    }
    print_message("%u slopes compared\n", compared);
    assert_true(compared > 5000);
}

/* Every key is met exactly, and every round of a loop is like the first but for its advance. */
static void every_key_is_met_and_every_round_is_alike(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(9);
    for (int trial = 0; trial < 400; trial++) {
        vv_key keys[RANDOM_KEYS];
        uint32_t count = random_keys(&random, VV_CHANNEL_ANGLE, 2.0f, keys);
        float advance = between(&random, -1.0f, 1.0f);
        vv_clip *clip = clip_of(count, keys, 2.0f, true, advance);
        vv_track track = vv_clip_track(clip, 0);
        for (uint32_t k = 0; k < count; k++) {
            vv_handle_target aim = vv_clip_sample(clip, 0, (double)keys[k].time);
            if (keys[k].time < 2.0f) /* there the next round begins */
                assert_true(aim.value[0] == keys[k].value[0] && aim.strength == keys[k].strength);
        }
        for (int i = 0; i < 50; i++) {
            double t = 2.0 + (double)between(&random, 0.0f, 2.0f);
            vv_handle_target a = vv_clip_sample(clip, 0, t), b = vv_clip_sample(clip, 0, t + 2048.0);
            if (near_a_break(&track, 2.0f, true, t))
                continue; /* what counts as a key's moment grows with time */
            is_near(a.strength, b.strength, 1e-4);
            if (a.strength > 1e-3f)
                is_near(b.value[0] - a.value[0], 1024.0f * advance, 2e-3);
        }
        vv_clip_destroy(clip, NULL);
    }
}

static void scales_stay_positive(void **state)
{
    (void)state;
    vv_key keys[] = {key_at(0.0f, 0.01f), key_at(1.0f, 0.01f)};
    keys[0].auto_out = keys[1].auto_in = false;
    keys[0].value[1] = keys[1].value[1] = 1.0f;
    keys[0].out[0] = -5.0f;
    keys[1].in[0] = 5.0f;
    vv_track track = {.channel = VV_CHANNEL_SCALE, .key_count = 2, .keys = keys};
    vv_clip_def def = {.handle_count = 1, .duration = 1.0f, .track_count = 1, .tracks = &track};
    vv_clip *clip = NULL;
    assert_int_equal(vv_clip_create(&def, NULL, &clip, NULL), VV_OK);
    vv_handle_target aim = vv_clip_sample(clip, 0, 0.5);
    assert_true(aim.value[0] == VV_CLIP_MIN_SCALE && aim.rate[0] == 0.0f && aim.value[1] == 1.0f);
    vv_clip_destroy(clip, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_smooth_piece_is_the_cubic_of_its_slopes),
        cmocka_unit_test(a_line_and_a_step),
        cmocka_unit_test(strength_passes_by_smoothstep),
        cmocka_unit_test(nothing_is_wanted_before_the_first_key_and_after_letting_go),
        cmocka_unit_test(fades_ease_in_and_out),
        cmocka_unit_test(what_lets_go_glides_on_and_stops),
        cmocka_unit_test(fades_that_would_overlap_meet_at_nothing),
        cmocka_unit_test(a_frame_meets_its_key_whatever_the_rounding),
        cmocka_unit_test(a_loop_leads_from_its_last_key_to_its_first),
        cmocka_unit_test(one_key_alone),
        cmocka_unit_test(keys_at_both_ends_of_a_loop_are_one),
        cmocka_unit_test(a_loop_that_lets_go_begins_anew),
        cmocka_unit_test(rates_are_slopes_of_values),
        cmocka_unit_test(every_key_is_met_and_every_round_is_alike),
        cmocka_unit_test(scales_stay_positive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
