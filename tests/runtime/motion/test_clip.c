/* Making clips and reading them as bytes: what goes in comes out, what is wrong is refused and named, and no bytes do
 * harm. */
#include "runtime/motion/clip.h"

#include "clips.h"

/* Three tracks on random handles. */
static vv_clip *random_clip(vvi_random *random, const vv_allocator *allocator, vv_result *result)
{
    vv_key keys[3][RANDOM_KEYS];
    vv_track tracks[3];
    bool loop = vvi_random_below(random, 2) == 1;
    for (uint32_t t = 0; t < 3; t++) {
        tracks[t] = (vv_track){.handle = 3 * t, .channel = (vv_handle_channel)((t + 1) % 3), .keys = keys[t]};
        tracks[t].advance[0] = between(random, -1.0f, 1.0f);
        tracks[t].key_count = random_keys(random, tracks[t].channel, 2.0f, keys[t]);
    }
    vv_clip_def def = {.handle_count = 7, .duration = 2.0f, .loop = loop, .track_count = 3, .tracks = tracks};
    vv_clip *clip = NULL;
    *result = vv_clip_create(&def, allocator, &clip, NULL);
    return clip;
}

static void what_comes_out_is_what_went_in(void **state)
{
    (void)state;
    vv_key keys[] = {key_at(0.25f, 1.0f), key_at(0.5f, 2.0f)};
    keys[0].value[1] = 7.0f;
    keys[1].ease = 0.125f;
    keys[1].release = true;
    keys[1].curve = VV_CURVE_STEP;
    vv_track tracks[] = {{.handle = 4, .channel = VV_CHANNEL_POSITION, .advance = {1, 2}, .key_count = 2, .keys = keys},
                         {.handle = 4, .channel = VV_CHANNEL_SCALE, .key_count = 1, .keys = keys}};
    vv_clip_def def = {.handle_count = 5, .duration = 1.5f, .loop = true, .track_count = 2, .tracks = tracks};
    vv_clip *clip = NULL;
    assert_int_equal(vv_clip_create(&def, NULL, &clip, NULL), VV_OK);
    assert_true(vv_clip_duration(clip) == 1.5f && vv_clip_loops(clip));
    assert_int_equal(vv_clip_handle_count(clip), 5);
    assert_int_equal(vv_clip_track_count(clip), 2);
    vv_track own = vv_clip_track(clip, 0), other = vv_clip_track(clip, 1);
    assert_true(own.handle == 4 && own.channel == VV_CHANNEL_POSITION && own.advance[1] == 2.0f && own.key_count == 2);
    assert_true(own.keys[0].value[1] == 7.0f && own.keys[1].release && own.keys[1].ease == 0.125f);
    assert_true(own.keys[1].curve == VV_CURVE_STEP && own.keys[1].time == 0.5f);
    assert_true(other.channel == VV_CHANNEL_SCALE && other.key_count == 1 && other.keys[0].value[0] == 1.0f);
    vv_clip_destroy(clip, NULL);
    vv_clip_destroy(NULL, NULL);
}

static void a_clip_may_be_empty(void **state)
{
    (void)state;
    vv_clip_def def = {.handle_count = 1, .duration = 1.0f};
    vv_clip *clip = NULL;
    assert_int_equal(vv_clip_create(&def, NULL, &clip, NULL), VV_OK);
    assert_int_equal(vvi_clip_verify(clip, vvi_clip_bytes(clip), NULL), VV_OK);
    vv_clip_destroy(clip, NULL);
}

/* ---- What is refused --------------------------------------------------------------------------------------------- */

typedef struct refusal {
    vv_clip_def def;
    vv_track tracks[2];
    vv_key keys[2];
} refusal;

static void begin(refusal *r)
{
    *r = (refusal){.keys = {key_at(0.0f, 1.0f), key_at(1.0f, 2.0f)}};
    r->tracks[0] = (vv_track){.handle = 0, .channel = VV_CHANNEL_ANGLE, .key_count = 2, .keys = r->keys};
    r->tracks[1] = (vv_track){.handle = 1, .channel = VV_CHANNEL_ANGLE, .key_count = 2, .keys = r->keys};
    r->def = (vv_clip_def){.handle_count = 2, .duration = 1.0f, .track_count = 2, .tracks = r->tracks};
}

static void refused(refusal *r, const char *word)
{
    vv_clip *clip = NULL;
    vv_error error = {0};
    assert_int_not_equal(vv_clip_create(&r->def, NULL, &clip, &error), VV_OK);
    assert_null(clip);
    if (!strstr(error.message, word))
        fail_msg("\"%s\" does not say \"%s\"", error.message, word);
    begin(r);
}

static void what_is_wrong_is_named(void **state)
{
    (void)state;
    refusal r;
    begin(&r);
    r.def.handle_count = 0;
    refused(&r, "handles");
    r.def.duration = 0.0f;
    refused(&r, "a clip must be");
    r.def.duration = NAN;
    refused(&r, "a clip must be");
    r.def.track_count = VV_CLIP_MAX_TRACKS + 1;
    refused(&r, "tracks");
    r.tracks[1].handle = 2;
    refused(&r, "track 1 moves handle 2");
    r.tracks[1].handle = 0;
    refused(&r, "track 1 moves the same channel as an earlier track");
    r.tracks[0].channel = (vv_handle_channel)3;
    refused(&r, "unknown channel");
    r.tracks[0].advance[0] = INFINITY;
    refused(&r, "advance of track 0");
    r.tracks[1].key_count = 0;
    refused(&r, "track 1 has no keys");
    r.tracks[1].key_count = VV_CLIP_MAX_KEYS;
    refused(&r, "at most 65536 keys");
}

static void wrong_keys_are_named(void **state)
{
    (void)state;
    refusal r;
    begin(&r);
    r.keys[1].time = 0.0f;
    refused(&r, "key 1 of track 0");
    r.keys[0].time = -0.1f;
    refused(&r, "key 0 of track 0");
    r.keys[1].time = 3601.0f;
    refused(&r, "outside");
    r.keys[1].time = 1.1f;
    r.def.loop = true;
    refused(&r, "outside");
    r.keys[1].time = NAN;
    refused(&r, "outside");
    r.keys[1].value[0] = NAN;
    refused(&r, "value");
    r.keys[1].auto_in = false;
    r.keys[1].in[0] = INFINITY;
    refused(&r, "slope");
    r.keys[0].auto_out = false;
    r.keys[0].out[0] = NAN;
    refused(&r, "slope");
    r.keys[0].curve = (vv_curve)7;
    refused(&r, "curve");
    r.keys[0].strength = 1.5f;
    refused(&r, "strength");
    r.keys[0].strength = NAN;
    refused(&r, "strength");
    r.keys[0].ease = -1.0f;
    refused(&r, "ease");
    r.tracks[0].channel = VV_CHANNEL_SCALE;
    refused(&r, "scale"); /* the second value is 0 */
}

static void no_memory_leaves_nothing_behind(void **state)
{
    (void)state;
    vv_counting counting = {.fail_at = 1};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vvi_random random = vvi_random_seed(1);
    vv_result result;
    assert_null(random_clip(&random, &allocator, &result));
    assert_int_equal(result, VV_ERROR_MEMORY);
    assert_int_equal(counting.used, 0);
    counting.fail_at = 0;
    vv_clip *clip = random_clip(&random, &allocator, &result);
    uint64_t before = counting.allocations;
    for (int i = 0; i < 100; i++)
        vv_clip_sample(clip, 0, 0.1 * i);
    assert_int_equal(counting.allocations, before);
    vv_clip_destroy(clip, &allocator);
    assert_int_equal(counting.used, 0);
}

/* ---- Bytes ------------------------------------------------------------------------------------------------------- */

static void equal_clips_have_equal_bytes(void **state)
{
    (void)state;
    vv_result result;
    for (uint64_t seed = 1; seed < 30; seed++) {
        vvi_random a = vvi_random_seed(seed), b = vvi_random_seed(seed);
        vv_clip *one = random_clip(&a, NULL, &result), *two = random_clip(&b, NULL, &result);
        assert_int_equal(vvi_clip_bytes(one), vvi_clip_bytes(two));
        assert_memory_equal(one, two, vvi_clip_bytes(one));
        assert_int_equal(vvi_clip_verify(one, vvi_clip_bytes(one), NULL), VV_OK);
        vv_clip_destroy(one, NULL);
        vv_clip_destroy(two, NULL);
    }
}

static void use(const vv_clip *clip)
{
    for (uint32_t t = 0; t < vv_clip_track_count(clip); t++)
        for (int i = -3; i < 60; i++) {
            vv_handle_target aim = vv_clip_sample(clip, t, i * 0.11 * (i % 7 == 0 ? 1e4 : 1.0));
            assert_true(aim.strength >= 0.0f && aim.strength <= 1.0f && vvi_all_finite(aim.value, 2) &&
                        vvi_all_finite(aim.rate, 2));
        }
}

static void made_up_bytes_are_refused_or_harmless(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(13);
    vv_result result;
    uint32_t accepted = 0, rejected = 0;
    const uint32_t bad[] = {0, 1, 2, 3, 0x7fffffffu, 0xffffffffu, 0x7fc00000u, 0x7f800000u, 0x00000101u, 0x7f7fffffu};
    for (int trial = 0; trial < 20000; trial++) {
        vvi_random seed = vvi_random_seed(1 + (uint64_t)(trial % 10));
        vv_clip *clip = random_clip(&seed, NULL, &result);
        size_t count = vvi_clip_bytes(clip);
        uint8_t *forged = vvi_allocate_zeroed(NULL, count, 1);
        memcpy(forged, clip, count);
        for (uint32_t k = 0; k < 1 + vvi_random_below(&random, 3); k++) {
            uint32_t word = bad[vvi_random_below(&random, 10)];
            uint32_t room = vvi_random_below(&random, 3) ? (uint32_t)(count / 4) : 34;
            if (vvi_random_below(&random, 4) == 0)
                word = vvi_random_next(&random);
            memcpy(forged + 4 * (size_t)vvi_random_below(&random, room), &word, 4);
        }
        if (vvi_clip_verify(forged, count, NULL) == VV_OK) {
            use((const vv_clip *)(const void *)forged);
            accepted++;
        } else {
            rejected++;
        }
        vvi_release(NULL, forged, count, 1);
        vv_clip_destroy(clip, NULL);
    }
    print_message("%u accepted and used, %u refused\n", accepted, rejected);
    assert_true(accepted > 500 && rejected > 5000);
}

static void truncated_newer_and_unaligned_bytes_are_refused(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(2);
    vv_result result;
    vv_clip *clip = random_clip(&random, NULL, &result);
    size_t count = vvi_clip_bytes(clip);
    uint8_t *moved = vvi_allocate_zeroed(NULL, count + 64, 1);
    for (size_t length = 0; length < count; length++)
        assert_int_not_equal(vvi_clip_verify(clip, length, NULL), VV_OK);
    assert_int_not_equal(vvi_clip_verify(clip, count + 64, NULL), VV_OK);
    memcpy(moved + 4, clip, count);
    assert_int_equal(vvi_clip_verify(moved + 4, count, NULL), VV_ERROR_ARGUMENT);
    clip->version = CLIP_VERSION + 1;
    assert_int_equal(vvi_clip_verify(clip, count, NULL), VV_ERROR_VERSION);
    vvi_release(NULL, moved, count + 64, 1);
    vv_clip_destroy(clip, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_comes_out_is_what_went_in),
        cmocka_unit_test(a_clip_may_be_empty),
        cmocka_unit_test(what_is_wrong_is_named),
        cmocka_unit_test(wrong_keys_are_named),
        cmocka_unit_test(no_memory_leaves_nothing_behind),
        cmocka_unit_test(equal_clips_have_equal_bytes),
        cmocka_unit_test(made_up_bytes_are_refused_or_harmless),
        cmocka_unit_test(truncated_newer_and_unaligned_bytes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
