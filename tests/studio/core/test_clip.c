/* Curves as the page is shown them: those of the clip that plays, found slopes too, through previews and undo. */
#include "shipped.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define SAMPLES 97u

static void apply(vv_studio *studio, const char *json)
{
    if (vv_studio_apply(studio, json, (uint32_t)strlen(json)) != VV_OK)
        fail_msg("%s: %s", json, vv_studio_text(studio));
}

static const char CLIP[] = "[{\"do\":\"clip.add\",\"name\":\"lean\",\"artwork\":\"sack\",\"length\":2},"
                           "{\"do\":\"key.set\",\"clip\":\"lean\",\"handle\":\"%s\",\"channel\":\"position\",\"keys\":["
                           "{\"time\":0.25,\"value\":[0,1],\"ease\":0.25},"
                           "{\"time\":0.75,\"value\":[1,1.5],\"strength\":0.5},"
                           "{\"time\":1.5,\"value\":[2,1],\"in\":[0.5,-2],\"out\":[0,0],\"curve\":\"linear\"},"
                           "{\"time\":1.75,\"value\":[2,0],\"release\":true}]}]";

static vv_studio *leaning(const vv_allocator *allocator)
{
    vv_studio *studio = shipped_open("sack", allocator);
    assert_non_null(studio);
    char json[1024];
    /* The first handle, by the name that the project gives it. */
    assert_int_equal(vv_studio_project(studio), VV_OK);
    const char *at = strstr(strstr(vv_studio_text(studio), "\"handles\":["), "\"name\":\"") + strlen("\"name\":\"");
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "\""), at);
    snprintf(json, sizeof json, CLIP, name);
    apply(studio, json);
    return studio;
}

/* The same clip, made by hand. */
static vv_clip *by_hand(void)
{
    vv_key keys[4];
    for (int i = 0; i < 4; i++)
        keys[i] = vv_default_key();
    keys[0].time = 0.25f, keys[0].value[1] = 1.0f, keys[0].ease = 0.25f;
    keys[1].time = 0.75f, keys[1].value[0] = 1.0f, keys[1].value[1] = 1.5f, keys[1].strength = 0.5f;
    keys[2].time = 1.5f, keys[2].value[0] = 2.0f, keys[2].value[1] = 1.0f, keys[2].curve = VV_CURVE_LINEAR;
    keys[2].auto_in = keys[2].auto_out = false, keys[2].in[0] = 0.5f, keys[2].in[1] = -2.0f;
    keys[3].time = 1.75f, keys[3].value[0] = 2.0f, keys[3].release = true;
    vv_track track = {.handle = 0, .channel = VV_CHANNEL_POSITION, .key_count = 4, .keys = keys};
    vv_clip_def def = {.handle_count = 9, .duration = 2.0f, .track_count = 1, .tracks = &track};
    vv_clip *clip = NULL;
    assert_int_equal(vv_clip_create(&def, NULL, &clip, NULL), VV_OK);
    return clip;
}

static void test_curves_are_those_that_play(void **state)
{
    (void)state;
    vv_studio *studio = leaning(NULL);
    vv_clip *clip = by_hand();
    float samples[5 * SAMPLES];
    assert_int_equal(vv_studio_clip_curve(studio, 0, 0, -0.1, 2.3, SAMPLES, samples), VV_OK);
    uint32_t wanted = 0;
    for (uint32_t i = 0; i < SAMPLES; i++) {
        vv_handle_target aim = vv_clip_sample(clip, 0, -0.1 + (double)i / (SAMPLES - 1) * 2.4);
        assert_memory_equal(samples + 5 * i, aim.value, sizeof aim.value);
        assert_memory_equal(samples + 5 * i + 2, aim.rate, sizeof aim.rate);
        assert_memory_equal(samples + 5 * i + 4, &aim.strength, sizeof aim.strength);
        wanted += aim.strength > 0.0f;
    }
    assert_in_range(wanted, 60, 75); /* from the ease before the first key to the last, which lets go */
    vv_clip_destroy(clip, NULL);
    vv_studio_destroy(studio);
}

/* The slope that is told is the one that the curve has: by differences of its values beside each key. */
static void test_slopes_are_the_curve_s_own(void **state)
{
    (void)state;
    vv_studio *studio = leaning(NULL);
    float slopes[16];
    assert_int_equal(vv_studio_clip_slopes(studio, 0, 0, slopes), VV_OK);
    const double h = 1e-3;
    float after[10], before[10];
    assert_int_equal(vv_studio_clip_curve(studio, 0, 0, 0.75, 0.75 + h, 2, after), VV_OK);
    assert_int_equal(vv_studio_clip_curve(studio, 0, 0, 1.5 - h, 1.5, 2, before), VV_OK);
    for (uint32_t part = 0; part < 2; part++) {
        double out = ((double)after[5 + part] - (double)after[part]) / h;
        double in = ((double)before[5 + part] - (double)before[part]) / h;
        assert_float_equal(slopes[4 * 1 + 2 + part], out, 0.03);
        assert_float_equal(slopes[4 * 2 + part], in, 0.03);
    }
    assert_float_equal(slopes[4 * 2], 0.5, 1e-6); /* given, not found */
    assert_float_equal(slopes[4 * 2 + 1], -2.0, 1e-6);
    assert_true(slopes[4 * 1] > 0.5f);                /* x goes on through the second key … */
    assert_float_equal(slopes[4 * 1 + 1], 0.0, 1e-6); /* … where y turns round */
    vv_studio_destroy(studio);
}

static float value_at(vv_studio *studio, double time)
{
    float sample[5];
    assert_int_equal(vv_studio_clip_curve(studio, 0, 0, time, time, 1, sample), VV_OK);
    return sample[0];
}

static void test_a_preview_is_shown_and_taken_back(void **state)
{
    (void)state;
    vv_studio *studio = leaning(NULL);
    float first = value_at(studio, 0.75);
    assert_int_equal(vv_studio_project(studio), VV_OK);
    const char *at = strstr(strstr(vv_studio_text(studio), "\"handles\":["), "\"name\":\"") + strlen("\"name\":\"");
    char json[512], name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "\""), at);
    snprintf(
        json, sizeof json,
        "{\"do\":\"key.move\",\"clip\":\"lean\",\"moves\":[{\"handle\":\"%s\",\"channel\":\"position\",\"time\":0.75,"
        "\"to\":0.75,\"value\":[-3,1]}]}",
        name);
    assert_int_equal(vv_studio_preview(studio, json, (uint32_t)strlen(json)), VV_OK);
    assert_float_equal(value_at(studio, 0.75), -3.0, 1e-6);
    vv_studio_preview_end(studio);
    assert_float_equal(value_at(studio, 0.75), first, 0.0);
    apply(studio, json);
    assert_float_equal(value_at(studio, 0.75), -3.0, 1e-6);
    assert_true(vv_studio_undo(studio));
    assert_float_equal(value_at(studio, 0.75), first, 0.0);
    vv_studio_destroy(studio);
}

static void test_what_is_not_there(void **state)
{
    (void)state;
    vv_studio *studio = leaning(NULL);
    float sample[5];
    assert_int_equal(vv_studio_clip_curve(studio, 1, 0, 0.0, 1.0, 1, sample), VV_ERROR_NOT_FOUND);
    assert_non_null(strstr(vv_studio_text(studio), "there is no clip 1"));
    assert_int_equal(vv_studio_clip_curve(studio, 0, 7, 0.0, 1.0, 1, sample), VV_ERROR_NOT_FOUND);
    assert_non_null(strstr(vv_studio_text(studio), "has no track 7"));
    assert_int_equal(vv_studio_clip_curve(studio, 0, 0, 0.0, (double)NAN, 1, sample), VV_ERROR_ARGUMENT);
    assert_int_equal(vv_studio_clip_curve(studio, 0, 0, -1e300, 1.0, 1, sample), VV_ERROR_ARGUMENT);
    assert_int_equal(vv_studio_clip_slopes(studio, VV_NONE, 0, sample), VV_ERROR_NOT_FOUND);
    vv_studio_destroy(studio);
}

/* Without memory for the clip the answer is a refusal, and the next time it is there. */
static void test_no_memory(void **state)
{
    (void)state;
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_studio *studio = leaning(&allocator);
    float sample[5];
    uint32_t refused = 0;
    for (uint64_t n = 1; n < 100; n++) {
        counting.fail_at = n;
        vv_result result = vv_studio_clip_curve(studio, 0, 0, 1.0, 1.0, 1, sample);
        counting.fail_at = 0;
        if (result == VV_OK)
            break;
        assert_int_equal(result, VV_ERROR_MEMORY);
        refused++;
    }
    assert_in_range(refused, 1, 98);
    assert_true(value_at(studio, 1.0) > 1.0f);
    vv_studio_destroy(studio);
    assert_int_equal(counting.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_curves_are_those_that_play),
        cmocka_unit_test(test_slopes_are_the_curve_s_own),
        cmocka_unit_test(test_a_preview_is_shown_and_taken_back),
        cmocka_unit_test(test_what_is_not_there),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
