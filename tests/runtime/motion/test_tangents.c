/* Slopes that are found: closed forms, no overshoot, and smoothness across keys and across the seam of a loop. */
#include "clips.h"

static void a_parabola_is_found_again(void **state)
{
    (void)state;
    vv_key keys[5]; /* uneven times: the slope of x² at each inner key is 2t */
    const float times[] = {1.0f, 1.3f, 2.0f, 2.2f, 3.0f};
    for (int k = 0; k < 5; k++)
        keys[k] = key_at(times[k], times[k] * times[k]);
    vv_clip *clip = clip_of(5, keys, 4.0f, false, 0.0f);
    const vv_key *found = vv_clip_track(clip, 0).keys;
    for (int k = 1; k < 4; k++) {
        is_near(found[k].in[0], 2.0f * times[k], 1e-5);
        is_near(found[k].out[0], 2.0f * times[k], 1e-5);
        assert_true(found[k].auto_in && found[k].auto_out);
    }
    assert_true(found[0].out[0] == 0.0f && found[4].in[0] == 0.0f);
    vv_clip_destroy(clip, NULL);
}

static void extremes_are_flat_and_steepness_is_limited(void **state)
{
    (void)state;
    vv_key keys[] = {key_at(0.0f, 0.0f), key_at(1.0f, 5.0f), key_at(2.0f, 4.0f), key_at(3.0f, 3.9f),
                     key_at(3.1f, -9.0f)};
    vv_clip *clip = clip_of(5, keys, 4.0f, false, 0.0f);
    const vv_key *found = vv_clip_track(clip, 0).keys;
    assert_true(found[1].in[0] == 0.0f && found[1].out[0] == 0.0f);
    is_near(found[3].in[0], 3.0 * (3.9 - 4.0), 1e-5);
    assert_true(found[3].in[0] == found[3].out[0]);
    vv_clip_destroy(clip, NULL);
}

/* No curve with found slopes leaves the range of the two keys it goes between. */
static void found_slopes_do_not_overshoot(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(21);
    for (int trial = 0; trial < 300; trial++) {
        vv_key keys[RANDOM_KEYS];
        uint32_t count = random_keys(&random, VV_CHANNEL_ANGLE, 2.0f, keys);
        bool loop = trial % 2 == 1;
        for (uint32_t k = 0; k < count; k++) {
            keys[k].auto_in = keys[k].auto_out = true;
            keys[k].strength = 1.0f;
        }
        vv_clip *clip = clip_of(count, keys, 2.0f, loop, 0.0f);
        for (uint32_t k = 0; k + 1 < count + loop; k++) {
            const vv_key *a = &keys[k], *b = &keys[(k + 1) % count];
            double end = (double)b->time + (k + 1 == count ? 2.0 : 0.0), start = (double)a->time;
            float low = vvi_min(a->value[0], b->value[0]), high = vvi_max(a->value[0], b->value[0]);
            for (int i = 1; i < 40 && !a->release && end > start; i++) {
                float x = vv_clip_sample(clip, 0, start + (end - start) * i / 40.0).value[0];
                assert_true(x >= low - 1e-6f && x <= high + 1e-6f);
            }
        }
        vv_clip_destroy(clip, NULL);
    }
}

static void monotone_keys_stay_monotone(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(5);
    for (int trial = 0; trial < 100; trial++) {
        vv_key keys[RANDOM_KEYS];
        float time = 0.0f, x = 0.0f;
        for (uint32_t k = 0; k < RANDOM_KEYS; k++) {
            keys[k] = key_at(time, x);
            time += between(&random, 0.01f, 1.0f);
            x += vvi_random_below(&random, 4) ? between(&random, 0.0f, 1.0f) : between(&random, 0.0f, 30.0f);
        }
        keys[RANDOM_KEYS - 1].release = trial % 2 == 0;
        vv_clip *clip = clip_of(RANDOM_KEYS, keys, 20.0f, false, 0.0f);
        float last = 0.0f;
        for (double t = 0.0; t <= (double)keys[RANDOM_KEYS - 1].time; t += 0.003) {
            vv_handle_target aim = vv_clip_sample(clip, 0, t);
            assert_true(aim.value[0] >= last && aim.rate[0] >= -1e-4f);
            last = aim.value[0];
        }
        vv_clip_destroy(clip, NULL);
    }
}

static double jump_of_slope(const vv_clip *clip, double time)
{
    return fabs((double)vv_clip_sample(clip, 0, time + 1e-5).rate[0] -
                (double)vv_clip_sample(clip, 0, time - 1e-5).rate[0]);
}

/* Value and slope go on through every key and through the seam of a loop. A piece of h seconds with found slopes is
 * bent by at most 24·d/h² (d its way): the rest of a jump would be a break. */
static void smooth_curves_are_smooth_at_keys_and_at_the_seam(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(8);
    for (int trial = 0; trial < 300; trial++) {
        vv_key keys[5];
        uint32_t count = 1 + vvi_random_below(&random, 5);
        float advance = between(&random, -2.0f, 2.0f), slot = 2.0f / (float)count;
        for (uint32_t k = 0; k < count; k++)
            keys[k] = key_at(((float)k + between(&random, 0.3f, 0.7f)) * slot, between(&random, -2.0f, 2.0f));
        if (count > 2 && trial % 3 == 0) {
            keys[0].time = 0.0f;
            keys[count - 1].time = 2.0f;
            keys[count - 1].value[0] = keys[0].value[0] + advance;
        }
        vv_clip *clip = clip_of(count, keys, 2.0f, true, advance);
        const vv_key *found = vv_clip_track(clip, 0).keys;
        for (uint32_t k = 0; k < count; k++) {
            double t = 2.0 + (double)keys[k].time, bend = 24.0 * 6.0 / (0.16 * 0.16);
            double step =
                (double)(vv_clip_sample(clip, 0, t + 1e-5).value[0] - vv_clip_sample(clip, 0, t - 1e-5).value[0]);
            is_near(step, 2e-5 * (double)found[k].in[0], 1e-5);
            is_near(found[k].in[0], found[k].out[0], 1e-5);
            assert_true(jump_of_slope(clip, t) < 2e-5 * bend && jump_of_slope(clip, 2.0) < 2e-5 * bend);
        }
        vv_clip_destroy(clip, NULL);
    }
}

static void a_curve_takes_up_the_speed_of_the_line_beside_it(void **state)
{
    (void)state;
    vv_key keys[] = {key_at(0.0f, 0.0f), key_at(1.0f, 2.0f), key_at(2.0f, 3.0f), key_at(3.0f, 9.0f)};
    keys[0].curve = keys[2].curve = VV_CURVE_LINEAR;
    vv_clip *clip = clip_of(4, keys, 4.0f, false, 0.0f);
    const vv_key *found = vv_clip_track(clip, 0).keys;
    assert_true(found[1].out[0] == 2.0f && found[1].in[0] == 2.0f);
    assert_true(found[2].in[0] == 3.0f && found[2].out[0] == 6.0f); /* 6, limited to three times its own secant */
    vv_clip_destroy(clip, NULL);
    keys[0].curve = keys[2].curve = VV_CURVE_STEP;
    clip = clip_of(4, keys, 4.0f, false, 0.0f);
    found = vv_clip_track(clip, 0).keys;
    assert_true(found[1].out[0] == 0.0f && found[2].in[0] == 0.0f && found[3].in[0] == 0.0f);
    vv_clip_destroy(clip, NULL);
}

static void the_artists_own_slopes_stay(void **state)
{
    (void)state;
    vv_key keys[] = {key_at(0.0f, 0.0f), key_at(1.0f, 2.0f), key_at(2.0f, 3.0f)};
    keys[1].auto_in = false;
    keys[1].in[0] = -7.0f;
    vv_clip *clip = clip_of(3, keys, 4.0f, false, 0.0f);
    const vv_key *found = vv_clip_track(clip, 0).keys;
    assert_true(found[1].in[0] == -7.0f && found[1].out[0] == 1.5f);
    vv_clip_destroy(clip, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_parabola_is_found_again),
        cmocka_unit_test(extremes_are_flat_and_steepness_is_limited),
        cmocka_unit_test(found_slopes_do_not_overshoot),
        cmocka_unit_test(monotone_keys_stay_monotone),
        cmocka_unit_test(smooth_curves_are_smooth_at_keys_and_at_the_seam),
        cmocka_unit_test(a_curve_takes_up_the_speed_of_the_line_beside_it),
        cmocka_unit_test(the_artists_own_slopes_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
