/* Recordings: what they answer between frames, at their ends and round a loop, what is refused, and that damaged
 * bytes never get past verification. */
#include "runtime/stage/puppet/puppet.h"
#include "tests/testing.h"

#include <math.h>

enum { REGIONS = 2, FRAMES = 5 };

typedef struct tape {
    vv_region regions[REGIONS];
    vv_region_state frames[FRAMES * REGIONS];
    vv_recording_def def;
} tape;

/* Region 0 moves and spins by 1 rad a frame, stretched; region 1 stays. */
static void tape_fill(tape *t)
{
    for (uint32_t f = 0; f < FRAMES; f++) {
        vv_mat2 spin = vv_mat2_rotation((float)f), stretch = {1.0f + 0.1f * (float)f, 0.0f, 0.0f, 0.5f};
        t->frames[f * REGIONS] =
            (vv_region_state){{1.0f, 2.0f}, {(float)(f * f), 3.0f - (float)f}, vv_mat2_multiply(spin, stretch)};
        t->frames[f * REGIONS + 1] = (vv_region_state){{0, 0}, {7.0f, 8.0f}, vv_mat2_identity()};
    }
    t->regions[0] = (vv_region){3, 0.4f};
    t->regions[1] = (vv_region){0, 0.1f};
    t->def = (vv_recording_def){.region_count = REGIONS,
                                .frame_count = FRAMES,
                                .regions = t->regions,
                                .frames = t->frames,
                                .rate = 10.0f,
                                .size = 2.0f};
}

static vv_recording *tape_make(const tape *t)
{
    vv_recording *r = NULL;
    assert_int_equal(vv_recording_create(&t->def, NULL, &r, NULL), VV_OK);
    return r;
}

static bool same(vv_region_state a, vv_region_state b, float within)
{
    const float *x = &a.rest.x, *y = &b.rest.x;
    for (size_t i = 0; i < sizeof a / sizeof *x; i++)
        if (!(fabsf(x[i] - y[i]) <= within))
            return false;
    return true;
}

static void frames_are_as_they_were_recorded(void **state)
{
    (void)state;
    tape t;
    tape_fill(&t);
    vv_recording *r = tape_make(&t);
    assert_int_equal(vv_recording_region_count(r), REGIONS);
    assert_int_equal(vv_recording_source_region(r, 0).handle, 3);
    assert_true(vv_recording_size(r) == 2.0f);
    assert_true(fabsf(vv_recording_duration(r) - 0.4f) < 1e-6f);
    for (uint32_t f = 0; f < FRAMES; f++)
        for (uint32_t k = 0; k < REGIONS; k++)
            assert_true(same(vv_recording_sample(r, k, 0.1 * f), t.frames[f * REGIONS + k], 1e-5f));
    /* before the first and after the last it stays; so it does for no time at all */
    const double early[] = {-1.0, -1e300, (double)NAN, -(double)INFINITY};
    for (int i = 0; i < 4; i++)
        assert_true(same(vv_recording_sample(r, 0, early[i]), t.frames[0], 0.0f));
    const double late[] = {0.4, 0.5, 1e300, (double)INFINITY};
    for (int i = 0; i < 4; i++)
        assert_true(same(vv_recording_sample(r, 0, late[i]), t.frames[(FRAMES - 1) * REGIONS], 1e-5f));
    vv_recording_destroy(r, NULL);
}

/* Half way between frames a region has turned half way and is as large as its neighbours: a plain mean would have
 * shrunk it by cos(½). */
static void between_frames_it_turns(void **state)
{
    (void)state;
    tape t;
    tape_fill(&t);
    vv_recording *r = tape_make(&t);
    for (uint32_t f = 0; f + 1 < FRAMES; f++) {
        vv_region_state s = vv_recording_sample(r, 0, 0.1 * f + 0.05);
        vv_mat2 stretch = {1.0f + 0.1f * ((float)f + 0.5f), 0.0f, 0.0f, 0.5f};
        vv_mat2 expected = vv_mat2_multiply(vv_mat2_rotation((float)f + 0.5f), stretch);
        for (int entry = 0; entry < 4; entry++)
            assert_true(fabsf((&s.linear.xx)[entry] - (&expected.xx)[entry]) < 1e-5f);
        assert_true(fabsf(s.centre.x - 0.5f * (float)(f * f + (f + 1) * (f + 1))) < 1e-5f);
    }
    vv_recording_destroy(r, NULL);
}

/* One that is inside out in a frame goes there straight, without numbers that are none. */
static void inside_out_goes_straight(void **state)
{
    (void)state;
    tape t;
    tape_fill(&t);
    t.frames[REGIONS].linear = (vv_mat2){-1.0f, 0.0f, 0.0f, 1.0f};
    vv_recording *r = tape_make(&t);
    vv_region_state s = vv_recording_sample(r, 0, 0.05);
    assert_true(fabsf(s.linear.xx) < 1e-5f && fabsf(s.linear.yy - 0.75f) < 1e-5f);
    vv_recording_destroy(r, NULL);
}

static void loop_goes_round(void **state)
{
    (void)state;
    tape t;
    tape_fill(&t);
    t.def.loop = true;
    vv_recording *r = tape_make(&t);
    assert_true(fabsf(vv_recording_duration(r) - 0.5f) < 1e-6f);
    for (int f = 0; f < 40; f++) {
        double time = 0.0123 * f;
        vv_region_state once = vv_recording_sample(r, 0, time);
        assert_true(same(once, vv_recording_sample(r, 0, time + 0.5 * 7), 1e-4f));
        assert_true(same(once, vv_recording_sample(r, 0, time - 0.5 * 3), 1e-4f));
    }
    /* the last frame leads to the first */
    vv_region_state s = vv_recording_sample(r, 0, 0.45);
    assert_true(fabsf(s.centre.x - 8.0f) < 1e-4f && fabsf(s.centre.y - 1.0f) < 1e-4f);
    s = vv_recording_sample(r, 0, 1e300);
    assert_true(vvi_all_finite(&s.centre.x, 2));
    vv_recording_destroy(r, NULL);
}

static void wrong_recordings_are_refused(void **state)
{
    (void)state;
    for (int what = 0; what < 12; what++) {
        tape t;
        vv_recording *r = NULL;
        vv_error error = {0};
        tape_fill(&t);
        float *numbers[] = {&t.def.rate, &t.def.rate, &t.def.rate, &t.def.size, &t.def.size, &t.regions[1].threshold};
        const float values[] = {0.5f, 1001.0f, NAN, 0.0f, INFINITY, 1.5f};
        if (what < 6)
            *numbers[what] = values[what];
        if (what == 6)
            t.def.frame_count = 0;
        if (what == 7)
            t.def.region_count = 0;
        if (what == 8)
            t.def.frame_count = 2000001;
        if (what == 9)
            t.frames[3].linear.yx = NAN;
        if (what == 10)
            t.frames[9].centre.y = -2e9f;
        if (what == 11)
            t.regions[0].handle = VV_RIG_MAX_HANDLES;
        assert_int_not_equal(vv_recording_create(&t.def, NULL, &r, &error), VV_OK);
        assert_null(r);
        assert_true(error.message[0] != 0);
    }
    tape t;
    vv_recording *r = NULL;
    vv_counting counting = {.fail_at = 1};
    vv_allocator allocator = vv_counting_allocator(&counting);
    tape_fill(&t);
    assert_int_equal(vv_recording_create(&t.def, &allocator, &r, NULL), VV_ERROR_MEMORY);
    assert_int_equal(counting.used, 0);
}

/* Bytes that pass give numbers whatever is asked. */
static void use(const vv_recording *r)
{
    for (uint32_t k = 0; k < vv_recording_region_count(r); k++)
        for (int i = -2; i < 12; i++) {
            vv_region_state s = vv_recording_sample(r, k, 0.07 * i);
            assert_true(vvi_all_finite(&s.rest.x, sizeof s / sizeof(float)));
        }
}

static void damaged_bytes_are_refused(void **state)
{
    (void)state;
    tape t;
    tape_fill(&t);
    vv_recording *r = tape_make(&t);
    size_t count = vvi_recording_bytes(r);
    uint8_t *bytes = vvi_allocate(NULL, count + 64, 1);
    memcpy(bytes, r, count);
    assert_int_equal(vvi_recording_verify(bytes, count, NULL), VV_OK);
    for (size_t length = 0; length < count; length++)
        assert_int_not_equal(vvi_recording_verify(bytes, length, NULL), VV_OK);
    assert_int_not_equal(vvi_recording_verify(bytes, count + 1, NULL), VV_OK);
    assert_int_not_equal(vvi_recording_verify(bytes + 4, count, NULL), VV_OK);
    uint32_t refused = 0;
    for (size_t bit = 0; bit < 8 * count; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        if (vvi_recording_verify(bytes, count, NULL) == VV_OK)
            use((const vv_recording *)(const void *)bytes);
        else
            refused++;
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    assert_true(refused > 8 * 40); /* no bit of magic, version, counts or offsets may change */
    vvi_release(NULL, bytes, count + 64, 1);
    vv_recording_destroy(r, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_are_as_they_were_recorded), cmocka_unit_test(between_frames_it_turns),
        cmocka_unit_test(inside_out_goes_straight),         cmocka_unit_test(loop_goes_round),
        cmocka_unit_test(wrong_recordings_are_refused),     cmocka_unit_test(damaged_bytes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
