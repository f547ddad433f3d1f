/* Characters in verb graphs: continuity across changes, frame rates, gliding axes, the root, saving, and scripts at
 * random. */
#include "graphs.h"

static vv_quat relative(vv_quat a, vv_quat b) { return vv_quat_multiply(vv_quat_conjugate(a), b); }

/* ---- Continuity -------------------------------------------------------------------------------------------------- */

typedef struct roughness {
    float step;   /* the largest turn of a joint from frame to frame, radians */
    float change; /* the largest change of its angular velocity, rad/s */
    float way;    /* the largest way of the hips, metres */
    float jerk;   /* the largest change of their velocity, m/s */
} roughness;

/* Through every transition of the graph, the leap from anywhere included; events come at times that all rates share. */
static roughness measure(const figure *f, float rate)
{
    static const struct {
        float time;
        uint32_t event;
    } script[] = {{0.5f, GO}, {2.5f, GO},    {4.0f, HURRY}, {6.0f, STOP}, {7.5f, STOP},
                  {9.0f, GO}, {10.0f, LEAP}, {10.1f, GO},   {10.6f, LEAP}};
    vv_graph_player *p = figure_performer(f);
    vv_quat turns[JOINTS];
    vv_vec3 spins[JOINTS] = {{0}}, hips = {0}, speed = {0};
    roughness r = {0};
    uint32_t next = 0, seen = 0;
    vv_graph_player_set_planting(p, false);
    for (uint32_t frame = 0; frame < (uint32_t)(12.0f * rate); frame++) {
        while (next < sizeof script / sizeof *script && (float)frame / rate >= script[next].time)
            vv_graph_player_raise_event(p, script[next++].event);
        vv_graph_player_advance(p, 1.0f / rate);
        seen |= 1u << vv_graph_player_current_status(p).state;
        for (uint32_t j = 0; j < JOINTS; j++) {
            vv_quat now = vv_graph_player_rotations(p)[j];
            vv_vec3 turn = vv_vec3_scale(vv_quat_log(relative(frame ? turns[j] : now, now)), 2.0f);
            vv_vec3 spin = vv_vec3_scale(turn, rate);
            r.step = vvi_max(r.step, vv_vec3_length(turn));
            if (frame > 1)
                r.change = vvi_max(r.change, vv_vec3_length(vv_vec3_sub(spin, spins[j])));
            turns[j] = now;
            spins[j] = spin;
        }
        vv_vec3 place = vv_graph_player_translations(p)[0], way = vv_vec3_sub(place, hips),
                velocity = vv_vec3_scale(way, rate);
        if (frame > 0)
            r.way = vvi_max(r.way, vv_vec3_length(way));
        if (frame > 1)
            r.jerk = vvi_max(r.jerk, vv_vec3_length(vv_vec3_sub(velocity, speed)));
        hips = place;
        speed = velocity;
    }
    assert_int_equal(seen, (1u << STATES) - 1u);
    vv_graph_player_destroy(p, NULL);
    return r;
}

/* A jump would not shrink with the frames, nor would a kink in speed. */
static void nothing_jumps_in_any_change(void **state)
{
    (void)state;
    figure f = figure_create();
    roughness coarse = measure(&f, 120.0f), fine = measure(&f, 480.0f);
    printf("a frame: %.3f rad, %.2f rad/s, %.4f m, %.3f m/s; a quarter frame: %.3f, %.2f, %.4f, %.3f\n",
           (double)coarse.step, (double)coarse.change, (double)coarse.way, (double)coarse.jerk, (double)fine.step,
           (double)fine.change, (double)fine.way, (double)fine.jerk);
    assert_true(fine.step < 0.3f * coarse.step && fine.way < 0.3f * coarse.way);
    assert_true(fine.change < 0.45f * coarse.change && fine.jerk < 0.45f * coarse.jerk);
    /* The fastest joint of the run alone turns at 0.8 · 1.3 · 2π · 1.2 / 0.7 ≈ 11 rad/s; changes at most half as fast
     * again. */
    assert_true(fine.step * 480.0f < 17.0f);
    figure_destroy(&f);
}

/* ---- Time -------------------------------------------------------------------------------------------------------- */

static vv_graph_player_status perform(const figure *f, float rate, vv_vec3 *head)
{
    vv_graph_player *p = figure_performer(f);
    uint32_t mood = vv_graph_find_input(f->graph, "mood");
    for (uint32_t frame = 0; frame < (uint32_t)(9.0f * rate); frame++) {
        float time = (float)frame / rate;
        if (time == 0.5f || time == 2.5f)
            vv_graph_player_raise_event(p, GO);
        if (time == 3.5f)
            vv_graph_player_set_input(p, mood, 0.8f);
        if (time == 4.0f)
            vv_graph_player_raise_event(p, HURRY);
        if (time == 6.0f)
            vv_graph_player_raise_event(p, STOP);
        vv_graph_player_advance(p, 1.0f / rate);
    }
    vv_graph_player_status s = vv_graph_player_current_status(p);
    *head = vv_graph_player_globals(p)[2].translation;
    vv_graph_player_destroy(p, NULL);
    return s;
}

static void the_frame_rate_does_not_matter(void **state)
{
    (void)state;
    figure f = figure_create();
    vv_vec3 head, other;
    vv_graph_player_status fine = perform(&f, 480.0f, &head);
    const float rates[4] = {30.0f, 60.0f, 120.0f, 144.0f};
    for (uint32_t i = 0; i < 4; i++) {
        vv_graph_player_status s = perform(&f, rates[i], &other);
        float phase = fabsf(s.phase - fine.phase), way = vv_vec3_length(vv_vec3_sub(head, other));
        printf("%.0f Hz: phase %.4f, head %.4f m away from 480 Hz\n", (double)rates[i], (double)phase, (double)way);
        assert_int_equal(s.state, fine.state);
        assert_true(phase < 0.03f && way < 0.1f);
    }
    figure_destroy(&f);
}

static void axes_glide_half_the_way_in_their_time(void **state)
{
    (void)state;
    figure f = figure_create();
    /* What is shown at half the way is what is shown where the axis was set half as far at once. */
    vv_graph_player *p = figure_performer(&f), *q = figure_performer(&f);
    uint32_t mood = vv_graph_find_input(f.graph, "mood");
    vv_graph_player_set_planting(p, false);
    vv_graph_player_set_planting(q, false);
    vv_graph_player_set_smoothing(p, 0.25f);
    vv_graph_player_set_smoothing(q, 0.0f);
    vv_graph_player_set_input(p, mood, 0.8f);
    for (uint32_t i = 0; i < 15; i++)
        vv_graph_player_advance(p, 1.0f / 60.0f);
    vv_graph_player_set_input(q, mood, 0.4f);
    float phase = vv_graph_player_current_status(p).phase;
    while (vv_graph_player_current_status(q).phase < phase - 1e-4f)
        vv_graph_player_advance(q, vvi_min(1.0f / 500.0f, (phase - vv_graph_player_current_status(q).phase) * 2.0f));
    for (uint32_t j = 0; j < JOINTS; j++)
        assert_true(vv_vec3_length(vv_quat_log(
                        relative(vv_graph_player_rotations(p)[j], vv_graph_player_rotations(q)[j]))) < 2e-3f);
    vv_graph_player_destroy(p, NULL);
    vv_graph_player_destroy(q, NULL);
    figure_destroy(&f);
}

/* ---- Place ------------------------------------------------------------------------------------------------------- */

static void the_root_goes_where_it_looks(void **state)
{
    (void)state;
    figure f = figure_create();
    vv_graph_player *p = figure_performer(&f);
    vv_root root = {3.0f, 0.5f, -2.0f, 1.5707963f};
    vv_graph_player_set_root(p, root);
    assert_true(fabsf(vv_graph_player_globals(p)[0].translation.x - 3.0f) < 1e-5f);
    for (float t = 0.0f; t < 6.0f; t += 1.0f / 60.0f) {
        if (t == 0.0f || fabsf(t - 2.0f) < 1e-3f)
            vv_graph_player_raise_event(p, GO);
        vv_graph_player_advance(p, 1.0f / 60.0f);
    }
    vv_graph_player_status s = vv_graph_player_current_status(p);
    assert_int_equal(s.state, WALKING);
    assert_true(s.root.x > 6.0f && s.root.x < 10.0f && fabsf(s.root.z + 2.0f) < 1e-2f && s.root.y == 0.5f);
    vv_root bad = {NAN, 0.0f, 0.0f, 0.0f};
    vv_graph_player_set_root(p, bad);
    assert_true(vv_graph_player_current_status(p).root.x == s.root.x);
    vv_graph_player_restart(p);
    s = vv_graph_player_current_status(p);
    assert_int_equal(s.state, LYING);
    assert_true(s.root.x == 0.0f && s.root.z == 0.0f && s.phase == 0.0f && s.fading == 0.0f);
    vv_graph_player_destroy(p, NULL);
    figure_destroy(&f);
}

/* ---- Scripts at random ------------------------------------------------------------------------------------------- */

static float strange(vvi_random *random)
{
    static const float values[] = {NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 0.0f, 1e-30f};
    return values[vvi_random_below(random, sizeof values / sizeof *values)];
}

static void meddle(const figure *f, vv_graph_player *p, vvi_random *random)
{
    float value = vvi_random_below(random, 10) ? 4.0f * vvi_random_unit(random) - 2.0f : strange(random);
    switch (vvi_random_below(random, 8)) {
    case 0:
    case 1:
        assert_true(vv_graph_player_set_input(p, vvi_random_below(random, 3), value) == (isfinite(value) != 0));
        break;
    case 2:
        vv_graph_player_set_smoothing(p, value);
        break;
    case 3:
        vv_graph_player_set_planting(p, vvi_random_below(random, 2) != 0);
        break;
    case 4:
        if (vvi_random_below(random, 20) == 0)
            vv_graph_player_set_root(p, (vv_root){value, 0.0f, value, value});
        break;
    default:
        assert_true(vv_graph_player_raise_event(p, vvi_random_below(random, EVENTS)));
        assert_false(vv_graph_player_raise_event(p, EVENTS) ||
                     vv_graph_player_set_input(p, vv_graph_input_count(f->graph), 0.0f));
    }
}

static void assert_sound(const vv_graph_player *p)
{
    vv_graph_player_status s = vv_graph_player_current_status(p);
    const float numbers[] = {s.seconds, s.phase, s.fading, s.root.x, s.root.y, s.root.z, s.root.heading};
    assert_true(s.state < STATES && s.phase >= 0.0f && s.phase <= 1.0f && s.fading >= 0.0f && s.fading <= 1.0f);
    assert_true(vvi_all_finite(numbers, 7));
    assert_true(vvi_all_finite(&vv_graph_player_globals(p)->linear.row[0].x, JOINTS * 12));
    for (uint32_t j = 0; j < JOINTS; j++) {
        vv_quat q = vv_graph_player_rotations(p)[j];
        assert_true(fabsf(vv_quat_dot(q, q) - 1.0f) < 1e-4f);
    }
}

static float frame_time(vvi_random *random)
{
    uint32_t kind = vvi_random_below(random, 12);
    return kind == 0 ? strange(random) : kind == 1 ? 1.0f : kind == 2 ? 0.0f : 0.05f * vvi_random_unit(random);
}

/* In the middle of every script one character is saved and another restored: they must not differ in a bit from then
 * on. */
static void scripts_stay_finite_and_survive_saving(void **state)
{
    (void)state;
    enum { ROOM = 16384 };
    static uint8_t bytes[ROOM], again[ROOM];
    figure f = figure_create();
    vv_graph_player *p = figure_performer(&f), *q = figure_performer(&f);
    for (uint32_t script = 0; script < 1000; script++) {
        vvi_random random = vvi_random_seed(script), copy;
        vv_graph_player_restart(p);
        for (uint32_t frame = 0; frame < 40; frame++) {
            meddle(&f, p, &random);
            vv_graph_player_advance(p, frame_time(&random));
            assert_sound(p);
        }
        size_t count = vv_graph_player_save(p, bytes, ROOM);
        assert_true(count > 0 && count == vv_graph_player_save_bytes(p));
        assert_int_equal(vv_graph_player_restore(q, bytes, count, NULL), VV_OK);
        assert_memory_equal(vv_graph_player_globals(p), vv_graph_player_globals(q), JOINTS * sizeof(vv_affine3));
        copy = random;
        for (uint32_t frame = 0; frame < 10; frame++) {
            meddle(&f, p, &random);
            vv_graph_player_advance(p, frame_time(&random));
            meddle(&f, q, &copy);
            vv_graph_player_advance(q, frame_time(&copy));
        }
        assert_int_equal(vv_graph_player_save(p, bytes, ROOM), count);
        assert_int_equal(vv_graph_player_save(q, again, ROOM), count);
        assert_memory_equal(bytes, again, count);
    }
    vv_graph_player_destroy(p, NULL);
    vv_graph_player_destroy(q, NULL);
    figure_destroy(&f);
}

static void damaged_saves_are_refused_and_forged_ones_harmless(void **state)
{
    (void)state;
    enum { ROOM = 16384 };
    static uint8_t bytes[ROOM], damaged[ROOM], untouched[ROOM], after[ROOM];
    figure f = figure_create();
    vv_graph_player *p = figure_performer(&f), *q = figure_performer(&f);
    vv_graph_player_raise_event(p, GO);
    vv_graph_player_advance(p, 0.1f);
    size_t count = vv_graph_player_save(p, bytes, ROOM);
    assert_int_equal(vv_graph_player_save(p, bytes, count - 1), 0);
    vv_graph_player_save(q, untouched, ROOM);
    for (size_t i = 0; i < count; i++) {
        memcpy(damaged, bytes, count);
        damaged[i] ^= (uint8_t)(1u << (i * 5 % 8));
        assert_int_not_equal(vv_graph_player_restore(q, damaged, count, NULL), VV_OK);
        vvi_graph_player_save_seal(damaged, count); /* forged: now the numbers themselves must be looked at */
        if (vv_graph_player_restore(q, damaged, count, NULL) == VV_OK) {
            for (uint32_t frame = 0; frame < 3; frame++)
                vv_graph_player_advance(q, 0.02f);
            assert_true(vvi_all_finite(&vv_graph_player_globals(q)->linear.row[0].x, JOINTS * 12));
            assert_int_equal(vv_graph_player_restore(q, untouched, count, NULL), VV_OK);
        }
        vv_graph_player_save(q, after, ROOM);
        assert_memory_equal(after, untouched, count);
    }
    for (size_t shorter = 0; shorter < count; shorter += 7)
        assert_int_not_equal(vv_graph_player_restore(q, bytes, shorter, NULL), VV_OK);
    uint32_t nan = 0x7fc00000u;
    memcpy(damaged, bytes, count);
    memcpy(damaged + count - 4, &nan, sizeof nan);
    vvi_graph_player_save_seal(damaged, count);
    assert_int_equal(vv_graph_player_restore(q, damaged, count, NULL), VV_ERROR_FORMAT);
    vv_graph_player_destroy(p, NULL);
    vv_graph_player_destroy(q, NULL);
    figure_destroy(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_jumps_in_any_change),
        cmocka_unit_test(the_frame_rate_does_not_matter),
        cmocka_unit_test(axes_glide_half_the_way_in_their_time),
        cmocka_unit_test(the_root_goes_where_it_looks),
        cmocka_unit_test(scripts_stay_finite_and_survive_saving),
        cmocka_unit_test(damaged_saves_are_refused_and_forged_ones_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
