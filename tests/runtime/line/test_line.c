/* Elastic lines: exact at keystrokes, once differentiable, with the anticipation and overshoot that were asked for. */
#include "tests/runtime/line/strokes.h"

static vv_line_pose straight(uint32_t elements, float angle, float length, float x)
{
    vv_line_pose pose = {.root = {x, 1.0f}, .length = length};
    for (uint32_t i = 0; i < elements; i++)
        pose.angles[i] = angle;
    return pose;
}

static vv_line *create(const vv_line_def *def)
{
    vv_line *line = NULL;
    vv_error error = {0};
    if (vv_line_create(def, NULL, &line, &error) != VV_OK)
        fail_msg("%s", error.message);
    return line;
}

static void anticipation_and_overshoot_are_as_said(void **state)
{
    (void)state;
    vv_line_dynamics temper = {.anticipation = 0.15f, .overshoot = 0.12f, .cycles = 0.8f, .damping = 0.3f};
    vv_line_key keys[2] = {{0.5f, straight(10, 0.2f, 1.0f, 0.0f), temper},
                           {1.5f, straight(10, 1.2f, 1.2f, 1.0f), temper}};
    vv_line_def def = {.element_count = 10, .frame_count = 40, .key_count = 2, .keys = keys, .settle = 4.0f};
    for (int way = 0; way < 3; way++) {
        def.method = (vv_line_method)way;
        vv_line *line = create(&def);
        double least = 1e9, most = -1e9;
        for (int i = 0; i <= 2000; i++) {
            vv_line_pose pose;
            vv_line_sample(line, 0.5 + (double)i * 0.0025, &pose, NULL);
            least = fmin(least, (double)pose.angles[9] - 0.2);
            most = fmax(most, (double)pose.angles[9] - 0.2);
        }
        print_message("way %d: %.4f … %.4f\n", way, least, most);
        if (way == VV_LINE_ELASTIC) {
            assert_true(fabs(least + 0.15) < 0.01);
            assert_true(fabs(most - 1.12) < 0.02);
        } else if (way == VV_LINE_SMOOTH) {
            assert_true(least > -1e-6 && most < 1.0 + 1e-6);
        }
        vv_line_destroy(line, NULL);
    }
}

/* ---- Random lines ------------------------------------------------------------------------------------------------ */

enum { MOST_KEYS = 6 };

typedef struct sketch {
    vv_line_key keys[MOST_KEYS];
    float stiffness[10], damping[10];
    vv_line_pull_point points[3];
    vv_line_pull pull;
    vv_line_def def;
} sketch;

static vv_line_dynamics random_temper(vvi_random *random)
{
    vv_line_dynamics temper;
    temper.anticipation = between(random, 0.0f, 0.5f);
    temper.overshoot = between(random, 0.0f, 0.5f);
    temper.cycles = between(random, 0.1f, 3.0f);
    temper.damping = between(random, 0.02f, 2.0f);
    temper.lag = between(random, 0.0f, 0.5f);
    return temper;
}

static void draw(sketch *s, uint64_t seed, bool pulled)
{
    vvi_random random = vvi_random_seed(seed);
    memset(s, 0, sizeof *s);
    float time = between(&random, 0.0f, 1.0f);
    uint32_t keys = 1 + vvi_random_below(&random, MOST_KEYS);
    for (uint32_t k = 0; k < keys; k++) {
        s->keys[k].time = time;
        time += between(&random, 0.05f, 1.5f);
        s->keys[k].pose.root.x = between(&random, -1.0f, 1.0f);
        s->keys[k].pose.length = between(&random, 0.5f, 2.0f);
        for (int i = 0; i < 10; i++)
            s->keys[k].pose.angles[i] = between(&random, -2.0f, 2.0f);
        s->keys[k].dynamics = random_temper(&random);
    }
    for (int i = 0; i < 10; i++) {
        s->stiffness[i] = between(&random, 0.05f, 4.0f);
        s->damping[i] = between(&random, 0.05f, 4.0f);
    }
    s->points[0] = (vv_line_pull_point){0.2f, {0.3f, 0.1f}};
    s->points[1] = (vv_line_pull_point){0.9f, {-0.3f, 0.4f}};
    s->points[2] = (vv_line_pull_point){2.0f, {0.0f, 0.4f}};
    s->pull = (vv_line_pull){between(&random, 0.0f, 1.0f), 3, s->points};
    s->def = (vv_line_def){.element_count = 10, .frame_count = 40, .key_count = keys, .keys = s->keys};
    s->def.method = (vv_line_method)(seed % 3);
    s->def.settle = seed % 4 == 0 ? 0.0f : 2.5f;
    s->def.stiffness = seed % 2 ? s->stiffness : NULL;
    s->def.damping = seed % 2 ? s->damping : NULL;
    s->def.pull_count = pulled;
    s->def.pulls = &s->pull;
}

static void keystrokes_are_met_to_the_bit(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        sketch s;
        draw(&s, seed, seed % 5 == 0);
        vv_line *line = create(&s.def);
        assert_int_equal(vv_line_key_count(line), s.def.key_count);
        assert_int_equal(vv_line_element_count(line), 10);
        assert_true(vv_line_duration(line) == s.keys[s.def.key_count - 1].time + s.def.settle);
        for (uint32_t k = 0; k < s.def.key_count; k++) {
            vv_line_pose pose;
            assert_true(vv_line_key_time(line, k) == s.keys[k].time);
            vv_line_sample(line, (double)s.keys[k].time, &pose, NULL);
            assert_memory_equal(&pose, &s.keys[k].pose, sizeof pose);
        }
        vv_line_destroy(line, NULL);
    }
}

static double number(const vv_line_pose *pose, int i)
{
    return (double)(i < 10 ? pose->angles[i] : i == 10 ? pose->length : i == 11 ? pose->root.x : pose->root.y);
}

/* From before the first key to after the end: rates are what differences say, and neither places nor rates jump:
 * halving the step halves the largest change. */
static void nothing_jumps(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        sketch s;
        draw(&s, seed, seed % 5 < 2);
        vv_line *line = create(&s.def);
        double begin = (double)s.keys[0].time - 0.1, end = (double)vv_line_duration(line) + 0.1;
        double jump[2] = {0.0, 0.0}, fastest = 0.0;
        for (int fine = 0; fine < 2; fine++) {
            double step = fine ? 1.25e-5 : 5e-5;
            /* Only around keys and the end: elsewhere it is a polynomial. */
            for (uint32_t k = 0; k <= s.def.key_count; k++) {
                double at = k < s.def.key_count ? (double)s.keys[k].time : (double)vv_line_duration(line);
                for (int side = -4; side < 4; side++) {
                    vv_line_pose a, b, rate_a, rate_b;
                    vv_line_sample(line, at + step * side, &a, &rate_a);
                    vv_line_sample(line, at + step * (side + 1), &b, &rate_b);
                    for (int i = 0; i < 13; i++)
                        jump[fine] = fmax(jump[fine], fabs(number(&rate_b, i) - number(&rate_a, i)));
                }
            }
        }
        for (double t = begin; t < end; t += 0.003) {
            vv_line_pose low, high, rate;
            double h = 1e-4;
            vv_line_sample(line, t - h, &low, NULL);
            vv_line_sample(line, t + h, &high, NULL);
            vv_line_sample(line, t, &low, &rate);
            vv_line_sample(line, t - h, &low, NULL);
            for (int i = 0; i < 13; i++) {
                double seen = (number(&high, i) - number(&low, i)) / (2.0 * h);
                fastest = fmax(fastest, fabs(number(&rate, i)));
                assert_true(fabs(seen - number(&rate, i)) < 0.02 + 0.03 * fastest);
            }
        }
        if (!(jump[1] < 0.4 * jump[0] + 1e-4 * (1.0 + fastest)))
            fail_msg("seed %d: a rate jumps by %g at a key (%g with larger steps, fastest %g)", (int)seed, jump[1],
                     jump[0], fastest);
        vv_line_destroy(line, NULL);
    }
}

static void lengths_stay_positive(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 100; seed++) {
        sketch s;
        draw(&s, seed, false);
        for (uint32_t k = 0; k < s.def.key_count; k++)
            s.keys[k].pose.length = k % 2 ? 1e-3f : 10.0f;
        vv_line *line = create(&s.def);
        for (double t = 0.0; t < (double)vv_line_duration(line); t += 0.0017) {
            vv_line_pose pose;
            vv_line_sample(line, t, &pose, NULL);
            assert_true(pose.length > 0.0f);
        }
        vv_line_destroy(line, NULL);
    }
}

/* ---- Tempers ----------------------------------------------------------------------------------------------------- */

typedef struct swing_seen {
    double back, beyond; /* shares of the way */
    double half;         /* seconds until it is half there for the last time */
    double trail;        /* how far the end is behind the middle on the way, seconds */
    int turns;           /* how often it turns round after the key */
} swing_seen;

static double half_time(const vv_line *line, int element)
{
    double last = 0.0;
    for (int i = 0; i <= 1000; i++) {
        vv_line_pose pose;
        vv_line_sample(line, i * 0.001, &pose, NULL);
        if (pose.angles[element] < 0.5f)
            last = i * 0.001;
    }
    return last;
}

static swing_seen watch(vv_line_dynamics temper, vv_line_method way)
{
    vv_line_key keys[2] = {{0.0f, straight(10, 0.0f, 1.0f, 0.0f), temper},
                           {1.0f, straight(10, 1.0f, 1.0f, 0.0f), temper}};
    vv_line_def def = {
        .element_count = 10, .frame_count = 40, .key_count = 2, .keys = keys, .settle = 6.0f, .method = way};
    vv_line *line = create(&def);
    swing_seen seen = {0};
    double last = 0.0;
    for (int i = 0; i <= 7000; i++) {
        vv_line_pose pose, rates;
        vv_line_sample(line, i * 0.001, &pose, &rates);
        seen.back = fmax(seen.back, -(double)pose.angles[4]);
        seen.beyond = fmax(seen.beyond, (double)pose.angles[4] - 1.0);
        if (i > 1000 && last * (double)rates.angles[4] < 0.0 && fabs((double)pose.angles[4] - 1.0) > 0.01)
            seen.turns++;
        last = (double)rates.angles[4];
    }
    seen.half = half_time(line, 4);
    seen.trail = half_time(line, 9) - seen.half;
    vv_line_destroy(line, NULL);
    return seen;
}

static void every_temper_is_met(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(21);
    for (int trial = 0; trial < 60; trial++) {
        vv_line_dynamics temper = random_temper(&random);
        temper.anticipation *= 0.8f;
        temper.overshoot *= 0.6f;
        temper.cycles = between(&random, 0.4f, 3.0f);
        temper.damping = between(&random, 0.1f, 0.9f);
        temper.lag = 0.0f;
        swing_seen seen = watch(temper, VV_LINE_ELASTIC);
        if (fabs(seen.back - (double)temper.anticipation) > 0.01 || fabs(seen.beyond - (double)temper.overshoot) > 0.02)
            fail_msg("anticipation %g gave %g, overshoot %g gave %g (cycles %g, damping %g)",
                     (double)temper.anticipation, seen.back, (double)temper.overshoot, seen.beyond,
                     (double)temper.cycles, (double)temper.damping);
        swing_seen plain = watch(temper, VV_LINE_SMOOTH);
        assert_true(plain.back < 1e-6 && plain.beyond < 1e-6);
    }
}

static void presets_are_what_they_are_called(void **state)
{
    (void)state;
    swing_seen seen[VV_LINE_PRESET_COUNT];
    for (int p = 0; p < VV_LINE_PRESET_COUNT; p++) {
        vv_line_dynamics temper = vv_line_preset_dynamics((vv_line_preset)p);
        seen[p] = watch(temper, VV_LINE_ELASTIC);
        print_message("preset %d: back %.3f beyond %.3f half %.3f trail %.3f turns %d\n", p, seen[p].back,
                      seen[p].beyond, seen[p].half, seen[p].trail, seen[p].turns);
        assert_true(fabs(seen[p].back - (double)temper.anticipation) < 0.01);
        assert_true(fabs(seen[p].beyond - (double)temper.overshoot) < 0.02);
    }
    swing_seen *normal = &seen[VV_LINE_PRESET_NORMAL];
    assert_true(seen[VV_LINE_PRESET_SNAPPY].half > normal->half + 0.08);    /* waits, then strikes */
    assert_true(seen[VV_LINE_PRESET_HEAVY].back > normal->back + 0.05);     /* gathers itself */
    assert_true(seen[VV_LINE_PRESET_HEAVY].beyond < 0.6 * normal->beyond);  /* and does not bounce */
    assert_true(seen[VV_LINE_PRESET_RUBBERY].turns >= normal->turns + 2);   /* swings on */
    assert_true(seen[VV_LINE_PRESET_RUBBERY].trail > normal->trail + 0.05); /* its ends trail */
    assert_true(seen[VV_LINE_PRESET_FLOATY].back < 0.5 * normal->back);     /* hardly gathers */
    assert_true(seen[VV_LINE_PRESET_FLOATY].trail > normal->trail + 0.05);
    vv_line_dynamics unknown = vv_line_preset_dynamics((vv_line_preset)77),
                     usual = vv_line_preset_dynamics(VV_LINE_PRESET_NORMAL);
    assert_memory_equal(&unknown, &usual, sizeof unknown);
}

/* A key on the way is passed without going back; one where the line turns is anticipated. */
static void keys_on_the_way_are_passed(void **state)
{
    (void)state;
    vv_line_dynamics temper = vv_line_preset_dynamics(VV_LINE_PRESET_NORMAL);
    vv_line_key keys[4];
    for (int k = 0; k < 4; k++)
        keys[k] = (vv_line_key){(float)k, straight(10, (float)k, 1.0f, 0.0f), temper};
    keys[3].pose = straight(10, 1.0f, 1.0f, 0.0f);
    vv_line_def def = {.element_count = 10, .frame_count = 40, .key_count = 4, .keys = keys, .settle = 2.0f};
    vv_line *line = create(&def);
    double most = 0.0;
    for (int i = 1000; i <= 2000; i++) {
        vv_line_pose pose, rates;
        vv_line_sample(line, i * 0.001, &pose, &rates);
        assert_true(rates.angles[4] > 0.2f);
        vv_line_sample(line, 1.0 + i * 0.001, &pose, &rates);
        most = fmax(most, (double)pose.angles[4]);
    }
    assert_true(most > 2.12); /* what was left of the way there, and going back */
    vv_line_destroy(line, NULL);
}

/* Gaps of a hundredth of a second beside gaps of a hundred seconds; the stiffest springs, the weakest ones. */
/* A line of the given angles whose beginning (or end) is at a place. */
static vv_line_pose pinned(float angle, float bend, bool at_end, vv_vec2 place)
{
    vv_line_pose pose = {.length = 1.5f};
    vv_vec2 corners[11];
    for (uint32_t i = 0; i < 10; i++)
        pose.angles[i] = angle + bend * ((float)i / 9.0f - 0.5f);
    vv_line_points(10, &pose, corners);
    pose.root = vv_vec2_sub(place, corners[at_end ? 10 : 0]);
    return pose;
}

/* How far an end strays from where it is at the first key, and the largest jump of its speed between two moments, a
 * second. */
static void watch_end(const vv_line *line, bool at_end, double *strays, double *jump)
{
    vv_vec2 first = {0}, before = {0}, speed_before = {0};
    *strays = *jump = 0.0;
    for (int i = 0; i <= 4000; i++) {
        vv_line_pose pose;
        vv_vec2 corners[11];
        vv_line_sample(line, (double)vv_line_duration(line) * i / 4000.0, &pose, NULL);
        vv_line_points(10, &pose, corners);
        vv_vec2 at = corners[at_end ? 10 : 0];
        first = i == 0 ? at : first;
        vv_vec2 speed = vv_vec2_scale(vv_vec2_sub(at, before), 4000.0f / vv_line_duration(line));
        *strays = fmax(*strays, (double)vv_vec2_distance(at, first));
        *jump = i > 1 ? fmax(*jump, (double)vv_vec2_distance(speed, speed_before)) : 0.0;
        before = at;
        speed_before = speed;
    }
}

/* Turned by a radian about its root in the middle, an end would swing out by a tenth of the line. */
static void ends_that_strokes_leave_stay(void **state)
{
    (void)state;
    for (int way = 0; way < 3; way++)
        for (int end = 0; end < 2; end++)
            for (int moved = 0; moved < 2; moved++) {
                vv_line_dynamics temper = vv_line_preset_dynamics(VV_LINE_PRESET_NORMAL);
                vv_vec2 foot = {0.2f, -0.9f}, there = {moved ? 0.6f : 0.2f, -0.9f};
                vv_line_key keys[3] = {{0.0f, pinned(1.6f, 0.3f, end, foot), temper},
                                       {0.5f, pinned(1.0f, -0.6f, end, foot), temper},
                                       {1.1f, pinned(2.0f, 0.8f, end, there), temper}};
                vv_line_def def = {
                    .element_count = 10, .frame_count = 40, .key_count = 3, .keys = keys, .settle = 1.0f};
                double strays, jump;
                def.method = (vv_line_method)way;
                vv_line *line = create(&def);
                watch_end(line, end, &strays, &jump);
                print_message("way %d, end %d, moved %d: strays %.4f, jumps %.3f\n", way, end, moved, strays, jump);
                assert_true(moved ? strays > 0.3 : strays < 1e-3);
                assert_true(jump < 0.2);
                vv_line_destroy(line, NULL);
            }
}

static void extremes_stay_sane(void **state)
{
    (void)state;
    for (int way = 0; way < 3; way++)
        for (int round = 0; round < 16; round++) {
            vv_line_key keys[MOST_KEYS];
            float time = 0.0f, stiffness[10], damping[10];
            for (int i = 0; i < 10; i++) {
                stiffness[i] = round & 4 ? 20.0f : 0.05f;
                damping[i] = round & 8 ? 20.0f : 0.05f;
            }
            vv_line_dynamics temper = {round & 1 ? 1.0f : 0.1f, round & 1 ? 1.0f : 0.2f, round & 2 ? 3.0f : 0.1f,
                                       round & 1 ? 0.02f : 2.0f, 0.5f};
            for (int k = 0; k < MOST_KEYS; k++) {
                keys[k] = (vv_line_key){time, straight(10, k % 3 == 1 ? 1.0f : 0.0f, 1.0f, 0.0f), temper};
                time += k % 2 ? 100.0f : 0.01f;
            }
            vv_line_def def = {.element_count = 10, .frame_count = 40, .key_count = MOST_KEYS, .keys = keys};
            def.method = (vv_line_method)way;
            def.stiffness = stiffness;
            def.damping = damping;
            def.settle = 100.0f;
            vv_line *line = create(&def);
            assert_int_equal(vvi_line_verify(line, vvi_line_bytes(line), NULL), VV_OK);
            double most = 0.0;
            for (int i = 0; i < 20000; i++) {
                vv_line_pose pose;
                vv_line_sample(line, (double)vv_line_duration(line) * i / 20000.0, &pose, NULL);
                for (int e = 0; e < 10; e++)
                    most = fmax(most, fabs((double)pose.angles[e]));
            }
            if (!(most < 8.0))
                fail_msg("way %d, round %d: it swings to %g", way, round, most);
            vv_line_destroy(line, NULL);
        }
}

/* ---- Pulls ------------------------------------------------------------------------------------------------------- */

static void a_pulled_point_goes_along_and_wobbles_home(void **state)
{
    (void)state;
    vv_line_dynamics temper = vv_line_preset_dynamics(VV_LINE_PRESET_NORMAL);
    vv_line_key keys[2] = {{0.0f, straight(10, 0.3f, 1.0f, 0.0f), temper},
                           {8.0f, straight(10, 0.3f, 1.0f, 0.0f), temper}};
    for (int end = 0; end < 3; end++) {
        vv_vec2 across = {-0.3f * sinf(0.3f), 0.3f * cosf(0.3f)};
        vv_line_pull_point points[2] = {{2.0f, across}, {5.0f, across}};
        vv_line_pull pull = {end == 0 ? 0.0f : end == 1 ? 0.5f : 1.0f, 2, points};
        vv_line_def def = {.element_count = 10, .frame_count = 400, .key_count = 2, .keys = keys, .pull_count = 1};
        def.pulls = &pull;
        vv_line *line = create(&def), *still;
        def.pull_count = 0;
        still = create(&def);
        vv_line_pose pose, rest;
        vv_line_sample(line, 4.9, &pose, NULL);
        vv_line_sample(still, 4.9, &rest, NULL);
        vv_vec2 moved =
            vv_vec2_sub(vv_line_point(10, &pose, pull.fraction, NULL), vv_line_point(10, &rest, pull.fraction, NULL));
        assert_true(vv_vec2_distance(moved, across) < 0.01f);
        if (end != 1) { /* it bends rather than moves */
            assert_true(vv_vec2_distance(pose.root, rest.root) < 0.12f);
            int swings = 0;
            double last = 1.0;
            for (double t = 5.0; t < 7.0; t += 0.01) {
                vv_line_sample(line, t, &pose, NULL);
                double side = (double)pose.angles[end == 0 ? 1 : 8] - 0.3;
                swings += side * last < 0.0;
                last = side;
            }
            assert_true(swings >= 3);
        }
        vv_line_sample(line, 1.97, &pose, NULL);
        assert_true(fabsf(pose.angles[8] - 0.3f) < 1e-5f);
        vv_line_destroy(line, NULL);
        vv_line_destroy(still, NULL);
    }
}

static void pulls_far_away_stay_finite(void **state)
{
    (void)state;
    sketch s;
    draw(&s, 7, true);
    for (int i = 0; i < 3; i++)
        s.points[i].by = (vv_vec2){i % 2 ? 1e4f : -1e4f, 1e4f};
    vv_line *line = create(&s.def);
    assert_int_equal(vvi_line_verify(line, vvi_line_bytes(line), NULL), VV_OK);
    vv_line_destroy(line, NULL);
}

/* ---- What is refused, bytes, memory ------------------------------------------------------------------------------ */

static void refused(const vv_line_def *def, const char *word)
{
    vv_line *line = NULL;
    vv_error error = {0};
    assert_int_not_equal(vv_line_create(def, NULL, &line, &error), VV_OK);
    assert_null(line);
    if (!strstr(error.message, word))
        fail_msg("\"%s\" does not speak of %s", error.message, word);
}

static void what_is_no_line_is_refused(void **state)
{
    (void)state;
    sketch s;
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    for (int b = 0; b < 3; b++) {
        float *fields[] = {&s.keys[1].time,
                           &s.keys[1].pose.root.x,
                           &s.keys[1].pose.root.y,
                           &s.keys[1].pose.length,
                           &s.keys[1].pose.angles[9],
                           &s.keys[1].dynamics.anticipation,
                           &s.keys[1].dynamics.overshoot,
                           &s.keys[1].dynamics.cycles,
                           &s.keys[1].dynamics.damping,
                           &s.keys[1].dynamics.lag};
        for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
            draw(&s, 9, true);
            assert_true(s.def.key_count > 2);
            *fields[i] = bad[b];
            refused(&s.def, "key 1");
        }
        float *others[] = {&s.stiffness[3],   &s.damping[3],     &s.pull.fraction,
                           &s.points[1].time, &s.points[1].by.x, &s.def.settle};
        static const char *const words[] = {"element 3", "element 3", "pull 0", "pull 0", "pull 0", "settle"};
        for (size_t i = 0; i < 6; i++) {
            draw(&s, 9, true);
            *others[i] = bad[b];
            refused(&s.def, words[i]);
        }
    }
    draw(&s, 9, false);
    s.keys[2].time = s.keys[1].time + 0.005f;
    refused(&s.def, "key 2");
    s.keys[2].time = s.keys[1].time - 1.0f;
    refused(&s.def, "key 2");
    draw(&s, 9, false);
    s.keys[0].pose.length = 0.0f;
    refused(&s.def, "length");
    draw(&s, 9, false);
    s.def.element_count = 11;
    refused(&s.def, "even");
    s.def.element_count = 10;
    s.def.key_count = 0;
    refused(&s.def, "keys");
    s.def.key_count = 2;
    s.def.frame_count = 1;
    refused(&s.def, "frames");
    s.def.frame_count = 40;
    s.def.method = (vv_line_method)9;
    refused(&s.def, "way");
}

static void memory_may_run_out(void **state)
{
    (void)state;
    sketch s;
    draw(&s, 9, true);
    for (uint64_t n = 1; n <= 3; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_line *line = NULL;
        vv_result result = vv_line_create(&s.def, &allocator, &line, NULL);
        assert_int_equal(result, n <= 2 ? VV_ERROR_MEMORY : VV_OK);
        vv_line_destroy(line, &allocator);
        assert_int_equal(counting.used, 0);
    }
}

/* Every byte changed in turn: refused, or still a line that can be asked. */
static void damaged_bytes_do_no_harm(void **state)
{
    (void)state;
    sketch s;
    draw(&s, 9, true);
    s.def.frame_count = 5;
    vv_line *line = create(&s.def);
    size_t bytes = vvi_line_bytes(line);
    unsigned char *copy = vvi_allocate(NULL, 1, bytes);
    memcpy(copy, line, bytes);
    assert_int_equal(vvi_line_verify(copy, bytes, NULL), VV_OK);
    for (size_t n = 0; n < bytes; n++)
        assert_int_not_equal(vvi_line_verify(copy, n, NULL), VV_OK);
    for (size_t i = 0; i < bytes; i++) {
        for (int bit = 0; bit < 8; bit++) {
            copy[i] ^= (unsigned char)(1u << bit);
            if (vvi_line_verify(copy, bytes, NULL) == VV_OK) {
                vv_line_pose pose, rates;
                for (int t = 0; t < 8; t++)
                    vv_line_sample((const vv_line *)(void *)copy, t * 0.7, &pose, &rates);
                assert_true(isfinite(pose.length));
            }
            copy[i] ^= (unsigned char)(1u << bit);
        }
    }
    vv_line_pose pose;
    vv_line_sample(line, (double)NAN, &pose, NULL);
    assert_memory_equal(&pose, &s.keys[0].pose, sizeof pose);
    vvi_release(NULL, copy, 1, bytes);
    vv_line_destroy(line, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(anticipation_and_overshoot_are_as_said),
        cmocka_unit_test(keystrokes_are_met_to_the_bit),
        cmocka_unit_test(nothing_jumps),
        cmocka_unit_test(lengths_stay_positive),
        cmocka_unit_test(every_temper_is_met),
        cmocka_unit_test(presets_are_what_they_are_called),
        cmocka_unit_test(keys_on_the_way_are_passed),
        cmocka_unit_test(ends_that_strokes_leave_stay),
        cmocka_unit_test(extremes_stay_sane),
        cmocka_unit_test(a_pulled_point_goes_along_and_wobbles_home),
        cmocka_unit_test(pulls_far_away_stay_finite),
        cmocka_unit_test(what_is_no_line_is_refused),
        cmocka_unit_test(memory_may_run_out),
        cmocka_unit_test(damaged_bytes_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
