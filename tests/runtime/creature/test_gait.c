/* Gaits as prepared things: rows, patterns against the known gaits, flights, refusals, bytes. */
#include "tests/testing.h"

#include "runtime/creature/gaits.h"

static vv_gait *make(const vv_gait_def *def)
{
    vv_gait *gait = NULL;
    vv_error error;
    if (vv_gait_create(def, NULL, &gait, &error) != VV_OK)
        fail_msg("%s", error.message);
    return gait;
}

static vv_gait *make_default(void)
{
    vv_gait_def def = vv_default_gait_def();
    return make(&def);
}

static void the_default_is_what_it_says(void **state)
{
    (void)state;
    vv_gait *gait = make_default();
    vv_gait_def def = vv_gait_as_def(gait);
    vv_gait_row rows[VV_GAIT_MAX_ROWS];
    uint32_t count = vv_gait_default_rows(rows);
    assert_int_equal(count, vv_gait_default_rows(NULL));
    assert_int_equal(def.row_count, count);
    assert_memory_equal(def.rows, rows, count * sizeof *rows);
    vv_gait *again = make(&def);
    assert_int_equal(vvi_gait_bytes(again), vvi_gait_bytes(gait));
    assert_memory_equal(again, gait, vvi_gait_bytes(gait));
    vv_gait_destroy(again, NULL);
    vv_gait_destroy(gait, NULL);
}

static void assert_triggers(uint32_t feet, float speed, const float *expected, float duty)
{
    vv_gait *gait = make_default();
    float triggers[VV_CREATURE_MAX_LEGS];
    vv_gait_pattern pattern = vv_gait_pattern_at(gait, feet, speed, NULL, triggers);
    assert_float_equal(pattern.duty, duty, 1e-5);
    for (uint32_t f = 0; f < feet; f++)
        assert_float_equal(wrap_cycle(triggers[f] - expected[f]), 0.0f, 1e-5);
    vv_gait_destroy(gait, NULL);
}

/* As textbooks have them: feet are left hind, right hind, left fore, right fore. */
static void known_gaits_are_known(void **state)
{
    (void)state;
    assert_triggers(2, 0.45f, (float[]){0, 0.5f}, 0.62f);
    assert_triggers(2, 1.6f, (float[]){0, 0.5f}, 0.35f);
    assert_triggers(3, 0.45f, (float[]){0, 1 / 3.0f, 2 / 3.0f}, 0.7f);
    assert_triggers(4, 0.45f, (float[]){0, 0.5f, 0.25f, 0.75f}, 0.65f);
    assert_triggers(4, 0.75f, (float[]){0, 0.5f, 0.5f, 0}, 0.45f);
    assert_triggers(4, 1.7f, (float[]){0, 0.1f, 0.5f, 0.6f}, 0.28f);
    assert_triggers(6, 0.1f, (float[]){0, 0.5f, 1 / 6.0f, 4 / 6.0f, 2 / 6.0f, 5 / 6.0f}, 5 / 6.0f);
    assert_triggers(6, 0.6f, (float[]){0, 0.5f, 0.5f, 0, 0, 0.5f}, 0.5f);
    /* Before the first row and after the last nothing changes any more. */
    assert_triggers(2, 0.0f, (float[]){0, 0.5f}, 0.72f);
    assert_triggers(2, 9.0f, (float[]){0, 0.5f}, 0.30f);
}

/* Six feet at every speed: those behind each other of a side follow each other by 1 − duty (the rule of which waves,
 * ripples and tripods are cases), between rows as well. */
static void six_feet_ripple_between_wave_and_tripod(void **state)
{
    (void)state;
    vv_gait *gait = make_default();
    for (float speed = 0.05f; speed <= 0.6f; speed += 0.01f) {
        float t[6];
        vv_gait_pattern p = vv_gait_pattern_at(gait, 6, speed, NULL, t);
        for (uint32_t f = 0; f < 4; f++)
            assert_float_equal(wrap_cycle(t[f + 2] - t[f] - (1.0f - p.duty)), 0.0f, 1e-4);
        assert_float_equal(wrap_cycle(t[1] - t[0] - 0.5f), 0.0f, 1e-5);
    }
    vv_gait_destroy(gait, NULL);
}

static void many_feet_follow_the_rule(void **state)
{
    (void)state;
    vv_gait *gait = make_default();
    for (uint32_t feet = 7; feet <= VV_CREATURE_MAX_LEGS; feet += 3) {
        int32_t sides[VV_CREATURE_MAX_LEGS];
        float t[VV_CREATURE_MAX_LEGS], rank[2] = {0, 0};
        for (uint32_t f = 0; f < feet; f++)
            sides[f] = f % 2 ? -1 : 1;
        vv_gait_pattern p = vv_gait_pattern_at(gait, feet, 0.3f, sides, t);
        assert_float_equal(p.duty, 0.80f - 0.09f, 1e-5);
        for (uint32_t f = 0; f < feet; f++) {
            float expected = rank[f % 2]++ * (1.0f - p.duty) + 0.5f * (float)(f % 2);
            assert_float_equal(wrap_cycle(t[f] - expected), 0.0f, 1e-4);
            assert_true(t[f] >= 0.0f && t[f] <= 1.0f);
        }
    }
    vv_gait_destroy(gait, NULL);
}

/* Nothing jumps when the speed changes a little: neither duty and stride nor, round the circle, triggers. */
static void patterns_are_continuous_in_speed(void **state)
{
    (void)state;
    vv_gait *gait = make_default();
    for (uint32_t feet = 1; feet <= 6; feet++) {
        float last[6], now[6];
        vv_gait_pattern before = vv_gait_pattern_at(gait, feet, 0.0f, NULL, last);
        for (float speed = 0.001f; speed < 3.0f; speed += 0.001f) {
            vv_gait_pattern after = vv_gait_pattern_at(gait, feet, speed, NULL, now);
            assert_true(fabsf(after.duty - before.duty) < 0.002f && fabsf(after.stride - before.stride) < 0.005f);
            for (uint32_t f = 0; f < feet; f++)
                assert_true(fabsf(wrap_cycle(now[f] - last[f])) < 0.003f);
            before = after;
            memcpy(last, now, sizeof last);
        }
    }
    vv_gait_destroy(gait, NULL);
}

static void mixes_lie_between(void **state)
{
    (void)state;
    vv_gait_row a = {2, 0.3f, 0.6f, 1.0f, {0.9f, 0.4f}}, b = {2, 0.3f, 0.4f, 2.0f, {0.1f, 0.6f}};
    vv_gait_def def = vv_default_gait_def();
    def.row_count = 1;
    def.rows = &a;
    vv_gait *one = make(&def);
    def.rows = &b;
    vv_gait *two = make(&def);
    float t[2], w[2] = {0.25f, 0.75f};
    vv_gait_pattern p = vvi_gait_mix(2, (const vv_gait *const[]){one, two}, w, 2, 1.0f, NULL, t);
    assert_float_equal(p.duty, 0.45f, 1e-6);
    assert_float_equal(p.stride, 1.75f, 1e-6);
    assert_float_equal(t[0], 0.05f, 1e-6); /* the short way from 0.9 over 1 to 0.1 */
    assert_float_equal(t[1], 0.55f, 1e-6);
    vv_gait_destroy(one, NULL);
    vv_gait_destroy(two, NULL);
}

/* ---- Flights ----------------------------------------------------------------------------------------------------- */

static const vv_arc_key keyed[4] = {
    {0, 0, 0, 0, 0}, {0.2f, 0.05f, 0.2f, 0.1f, 0.5f}, {0.7f, 0.8f, 0.3f, 0.0f, -0.2f}, {1, 1, 0, 0, 0}};

static void check_flight(const vv_gait *gait)
{
    arc_point a = vvi_gait_arc(gait, 0), b = vvi_gait_arc(gait, 1);
    assert_true(a.forward == 0.0f && a.up == 0.0f && a.out == 0.0f && a.pitch == 0.0f);
    assert_true(b.forward == 1.0f && fabsf(b.up) < 1e-7f && fabsf(b.out) < 1e-7f && fabsf(b.pitch) < 1e-7f);
    /* Standing at both ends: slopes vanish there. */
    arc_point near_a = vvi_gait_arc(gait, 1e-3f), near_b = vvi_gait_arc(gait, 1.0f - 1e-3f);
    assert_true(fabsf(near_a.forward) < 1e-4f && fabsf(near_a.up) < 1e-4f && fabsf(near_a.pitch) < 1e-4f);
    assert_true(fabsf(1.0f - near_b.forward) < 1e-4f && fabsf(near_b.up) < 1e-4f && fabsf(near_b.pitch) < 1e-4f);
    /* C1 in between: second differences shrink with the square of the step. */
    float step = 1.0f / 2048.0f;
    for (float t = step; t < 1.0f - step; t += step) {
        arc_point l = vvi_gait_arc(gait, t - step), m = vvi_gait_arc(gait, t), r = vvi_gait_arc(gait, t + step);
        assert_true(fabsf(l.forward - 2 * m.forward + r.forward) < 60.0f * step * step + 1e-6f);
        assert_true(fabsf(l.up - 2 * m.up + r.up) < 60.0f * step * step + 1e-6f);
        assert_true(fabsf(l.pitch - 2 * m.pitch + r.pitch) < 120.0f * step * step + 1e-6f);
    }
}

static void flights_stand_at_both_ends(void **state)
{
    (void)state;
    vv_gait_def def = vv_default_gait_def();
    vv_gait *plain = make(&def);
    check_flight(plain);
    assert_float_equal(vvi_gait_arc(plain, 0.5f).up, 0.12f, 1e-6);
    assert_true(vvi_gait_arc(plain, 0.25f).pitch > 0.1f && vvi_gait_arc(plain, 0.75f).pitch < -0.1f);
    vv_gait_destroy(plain, NULL);
    def.arc_count = 4;
    def.arc = keyed;
    vv_gait *gait = make(&def);
    check_flight(gait);
    for (uint32_t i = 0; i < 4; i++) {
        arc_point p = vvi_gait_arc(gait, keyed[i].time);
        assert_float_equal(p.forward, keyed[i].forward, 1e-6);
        assert_float_equal(p.up, keyed[i].up, 1e-6);
        assert_float_equal(p.out, keyed[i].out, 1e-6);
        assert_float_equal(p.pitch, keyed[i].pitch, 1e-6);
    }
    vv_gait_destroy(gait, NULL);
    def.lift = 0.24f; /* twice as high */
    gait = make(&def);
    assert_float_equal(vvi_gait_arc(gait, 0.2f).up, 0.4f, 1e-6);
    vv_arc_key shown = vv_gait_flight_at(gait, 0.2f), after = vv_gait_flight_at(gait, 2.0f);
    assert_true(shown.time == 0.2f && shown.up == vvi_gait_arc(gait, 0.2f).up);
    assert_true(shown.forward == vvi_gait_arc(gait, 0.2f).forward && shown.pitch == vvi_gait_arc(gait, 0.2f).pitch);
    assert_true(after.time == 1.0f && after.forward == 1.0f && after.up == 0.0f);
    vv_gait_destroy(gait, NULL);
}

/* ---- Refusals ---------------------------------------------------------------------------------------------------- */

static void refuse(const vv_gait_def *def, const char *word)
{
    vv_gait *gait = NULL;
    vv_error error = {0};
    assert_true(vv_gait_create(def, NULL, &gait, &error) != VV_OK);
    assert_null(gait);
    if (!strstr(error.message, word))
        fail_msg("\"%s\" does not say \"%s\"", error.message, word);
}

static void bad_numbers_are_refused(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        const char *name;
        float low, high;
    } numbers[] = {
        {offsetof(vv_gait_def, lift), "lift", 0, 1},
        {offsetof(vv_gait_def, hurry), "hurry", 0.25f, 4},
        {offsetof(vv_gait_def, crouch), "crouch", -0.2f, 0.6f},
        {offsetof(vv_gait_def, bob), "bob", 0, 0.3f},
        {offsetof(vv_gait_def, sway), "sway", 0, 0.3f},
        {offsetof(vv_gait_def, roll), "roll", 0, 0.6f},
        {offsetof(vv_gait_def, yaw), "yaw", 0, 0.6f},
        {offsetof(vv_gait_def, pitch), "pitch", 0, 0.6f},
        {offsetof(vv_gait_def, lean), "lean", -0.6f, 0.6f},
        {offsetof(vv_gait_def, wide), "wide", -0.3f, 0.5f},
        {offsetof(vv_gait_def, limp), "limp", 0, 1},
        {offsetof(vv_gait_def, bounce), "bounce", 0, 1},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        for (int k = 0; k < 5; k++) {
            vv_gait_def def = vv_default_gait_def();
            float bad[5] = {numbers[i].low - 0.01f, numbers[i].high + 0.01f, NAN, INFINITY, 0};
            if (k == 4) { /* the limits themselves are fine */
                memcpy((char *)&def + numbers[i].at, &numbers[i].high, sizeof(float));
                vv_gait_destroy(make(&def), NULL);
                continue;
            }
            memcpy((char *)&def + numbers[i].at, &bad[k], sizeof(float));
            refuse(&def, numbers[i].name);
        }
}

static void bad_rows_are_refused(void **state)
{
    (void)state;
    vv_gait_row good[2] = {{2, 0.1f, 0.6f, 1, {0, 0.5f}}, {2, 0.5f, 0.5f, 1.5f, {0, 0.5f}}}, rows[2];
    vv_gait_def def = vv_default_gait_def();
    def.row_count = 2;
    def.rows = rows;
    memcpy(rows, good, sizeof rows);
    vv_gait_destroy(make(&def), NULL);
    for (int i = 0; i < 9; i++) {
        memcpy(rows, good, sizeof rows);
        rows[1].feet = i == 0 ? 0 : i == 1 ? 7 : 2;
        rows[1].speed = i == 2 ? 0.1f : i == 3 ? NAN : 0.5f;
        rows[1].duty = i == 4 ? 0.99f : i == 5 ? NAN : 0.5f;
        rows[1].stride = i == 6 ? 0 : i == 7 ? INFINITY : 1.5f;
        rows[1].triggers[1] = i == 8 ? 1.5f : 0.5f;
        refuse(&def, "row");
    }
    memcpy(rows, good, sizeof rows);
    def.row_count = 0;
    refuse(&def, "rows");
    def.row_count = VV_GAIT_MAX_ROWS + 1;
    refuse(&def, "rows");
}

static void bad_arcs_are_refused(void **state)
{
    (void)state;
    vv_arc_key arc[4];
    vv_gait_def def = vv_default_gait_def();
    def.arc_count = 4;
    def.arc = arc;
    for (int i = 0; i < 8; i++) {
        memcpy(arc, keyed, sizeof arc);
        arc[0].time = i == 0 ? 0.1f : 0.0f;
        arc[0].up = i == 1 ? 0.1f : 0.0f;
        arc[3].forward = i == 2 ? 0.9f : 1.0f;
        arc[3].pitch = i == 3 ? 0.1f : 0.0f;
        arc[1].time = i == 4 ? 0.7f : i == 5 ? NAN : 0.2f;
        arc[1].up = i == 6 ? 5.0f : i == 7 ? NAN : 0.2f;
        refuse(&def, "arc");
    }
    def.arc_count = 1;
    refuse(&def, "arc");
    def.arc_count = VV_GAIT_MAX_ARC + 1;
    refuse(&def, "arc");
}

/* Rows may come in any order of feet. */
static void rows_are_put_in_order(void **state)
{
    (void)state;
    vv_gait_row rows[3] = {{4, 0.1f, 0.7f, 1, {0, 0.5f, 0.25f, 0.75f}},
                           {2, 0.1f, 0.6f, 1, {0, 0.5f}},
                           {4, 0.5f, 0.5f, 2, {0, 0.5f, 0.5f, 0}}};
    vv_gait_def def = vv_default_gait_def();
    def.row_count = 3;
    def.rows = rows;
    vv_gait *gait = make(&def);
    float t[VV_CREATURE_MAX_LEGS];
    assert_float_equal(vv_gait_pattern_at(gait, 4, 0.3f, NULL, t).duty, 0.6f, 1e-6);
    assert_float_equal(vv_gait_pattern_at(gait, 2, 0.3f, NULL, t).duty, 0.6f, 1e-6);
    /* Three feet have no rows: the rule. */
    assert_float_equal(vv_gait_pattern_at(gait, 3, 0.3f, (int32_t[]){1, -1, 1}, t).duty, 0.71f, 1e-6);
    assert_float_equal(t[1], 0.5f, 1e-6);
    assert_float_equal(t[2], 0.29f, 1e-6);
    vv_gait_destroy(gait, NULL);
}

static void no_memory_is_an_answer(void **state)
{
    (void)state;
    vv_counting counting = {.fail_at = 1};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_gait_def def = vv_default_gait_def();
    vv_gait *gait = NULL;
    assert_int_equal(vv_gait_create(&def, &allocator, &gait, NULL), VV_ERROR_MEMORY);
    assert_null(gait);
    assert_int_equal(vv_gait_create(&def, &allocator, &gait, NULL), VV_OK);
    vv_gait_destroy(gait, &allocator);
    assert_int_equal(counting.used, 0);
    def.lift = 7;
    assert_int_equal(vv_gait_create(&def, &allocator, &gait, NULL), VV_ERROR_ARGUMENT);
    assert_int_equal(counting.used, 0);
    vv_gait_destroy(NULL, NULL);
}

/* ---- Bytes ------------------------------------------------------------------------------------------------------- */

/* Every length cut off, and every byte turned over in three ways: refused, or fit to be used. */
static void broken_bytes_do_no_harm(void **state)
{
    (void)state;
    vv_gait_def def = vv_default_gait_def();
    def.arc_count = 4;
    def.arc = keyed;
    vv_gait *gait = make(&def);
    size_t size = vvi_gait_bytes(gait);
    unsigned char *bytes = aligned_alloc(64, size);
    assert_int_equal(vvi_gait_verify(gait, size, NULL), VV_OK);
    uint32_t refused = 0, tried = 0;
    for (size_t cut = 0; cut < size; cut++) {
        memcpy(bytes, gait, size);
        assert_true(vvi_gait_verify(bytes, cut, NULL) != VV_OK);
    }
    for (size_t i = 0; i < size; i++)
        for (unsigned flip = 1; flip < 256; flip = flip * 15 + 1) {
            memcpy(bytes, gait, size);
            bytes[i] = (unsigned char)(bytes[i] ^ flip);
            tried++;
            vv_error error;
            if (vvi_gait_verify(bytes, size, &error) != VV_OK) {
                refused++;
                continue;
            }
            float t[VV_CREATURE_MAX_LEGS];
            for (uint32_t feet = 1; feet < 9; feet++) {
                vv_gait_pattern p = vv_gait_pattern_at((vv_gait *)bytes, feet, 0.4f, NULL, t);
                assert_true(p.duty >= 0.05f && p.duty <= 0.95f && p.stride > 0);
            }
            assert_true(isfinite(vvi_gait_arc((vv_gait *)bytes, 0.3f).up));
        }
    assert_true(refused > tried / 8);
    free(bytes);
    vv_gait_destroy(gait, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_is_what_it_says),
        cmocka_unit_test(known_gaits_are_known),
        cmocka_unit_test(six_feet_ripple_between_wave_and_tripod),
        cmocka_unit_test(many_feet_follow_the_rule),
        cmocka_unit_test(patterns_are_continuous_in_speed),
        cmocka_unit_test(mixes_lie_between),
        cmocka_unit_test(flights_stand_at_both_ends),
        cmocka_unit_test(bad_numbers_are_refused),
        cmocka_unit_test(bad_rows_are_refused),
        cmocka_unit_test(bad_arcs_are_refused),
        cmocka_unit_test(rows_are_put_in_order),
        cmocka_unit_test(no_memory_is_an_answer),
        cmocka_unit_test(broken_bytes_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
