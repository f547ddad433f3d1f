/* Which way round strokes are meant, by sequences whose truth is known: lines that turn, bend and travel, drawn from
 * one end, from either, or all but one from the same. */
#include "tests/runtime/line/strokes.h"

enum { POINTS = 61, ELEMENTS = 10, MOST_STROKES = 7, SEQUENCES = 400 };

typedef enum senses { SAME, EITHER, ONE_OTHER } senses;
typedef enum place { PLANTED, FREE } place;

typedef struct sequence {
    uint32_t count;
    bool begun_at_end[MOST_STROKES];
    float turns[MOST_STROKES]; /* from the stroke before */
    vv_stroke_point points[MOST_STROKES][POINTS];
} sequence;

/* About a normal distribution of deviation 1: the sum of twelve lots. */
static float bell(vvi_random *random)
{
    float sum = -6.0f;
    for (int i = 0; i < 12; i++)
        sum += vvi_random_unit(random);
    return sum;
}

static void draw(float heading, const float bends[2], place where, vvi_random *random, vv_stroke_point *points)
{
    double x = 0.0, y = 0.0;
    for (int i = 0; i < POINTS; i++) {
        points[i] = pen(x, y);
        double s = (i + 0.5) / (POINTS - 1) - 0.5;
        double angle = (double)heading + 2.0 * (double)bends[0] * s + (double)bends[1] * sin(6.283185307 * s);
        x += 0.025 * cos(angle);
        y += 0.025 * sin(angle);
    }
    vv_vec2 by = {0.02f * bell(random), 0.02f * bell(random)};
    if (where == FREE)
        by = (vv_vec2){0.3f * bell(random) - points[POINTS / 2].at.x, 0.3f * bell(random) - points[POINTS / 2].at.y};
    for (int i = 0; i < POINTS; i++)
        points[i].at = vv_vec2_add(points[i].at, by);
}

static void turn_round(vv_stroke_point *points)
{
    for (int i = 0; i < POINTS / 2; i++) {
        vv_stroke_point kept = points[i];
        points[i] = points[POINTS - 1 - i];
        points[POINTS - 1 - i] = kept;
    }
}

/* steady: radians from stroke to stroke, always the same way; 0: turns by lot, of deviation `turn`. */
static void make(vvi_random *random, float turn, float steady, place where, senses how, sequence *out)
{
    out->count = 2 + vvi_random_below(random, MOST_STROKES - 1);
    uint32_t other = vvi_random_below(random, out->count);
    float heading = between(random, -3.0f, 3.0f), bends[2] = {0.6f * bell(random), 0.4f * bell(random)};
    for (uint32_t k = 0; k < out->count; k++) {
        out->turns[k] = 0.0f;
        while (k > 0 && (out->turns[k] == 0.0f || fabsf(out->turns[k]) > 2.97f))
            out->turns[k] = steady + turn * bell(random);
        heading += out->turns[k];
        bends[0] = 0.5f * (bends[0] + bell(random));
        bends[1] = 0.5f * bends[1] + 0.35f * bell(random);
        draw(heading, bends, where, random, out->points[k]);
        out->begun_at_end[k] = how == EITHER ? vvi_random_below(random, 2) == 1 : how == ONE_OTHER && k == other;
        if (out->begun_at_end[k])
            turn_round(out->points[k]);
    }
}

static void fit_all(const sequence *s, vv_line_pose *poses)
{
    for (uint32_t k = 0; k < s->count; k++)
        assert_int_equal(vv_stroke_fit(ELEMENTS, POINTS, s->points[k], NULL, NULL, &poses[k], NULL, NULL), VV_OK);
}

/* Shares of strokes after the first whose sense was found: all together, and one after another by the least turn. */
static void measure(float turn, float steady, place where, senses how, double *together, double *singly)
{
    vvi_random random = vvi_random_seed(21);
    uint32_t all = 0, right = 0, least = 0;
    for (int trial = 0; trial < SEQUENCES; trial++) {
        sequence s;
        vv_line_pose poses[MOST_STROKES], chain[MOST_STROKES];
        bool reversed[MOST_STROKES];
        make(&random, turn, steady, where, how, &s);
        fit_all(&s, poses);
        vv_strokes_orient(ELEMENTS, s.count, false, poses, reversed);
        for (uint32_t k = 0; k < s.count; k++) {
            vv_stroke_report report;
            vv_stroke_fit(ELEMENTS, POINTS, s.points[k], k > 0 ? &chain[k - 1] : NULL, NULL, &chain[k], &report, NULL);
            bool truth = s.begun_at_end[k] != s.begun_at_end[0];
            all += k > 0;
            right += k > 0 && reversed[k] == truth;
            least += k > 0 && report.reversed == truth;
        }
    }
    *together = (double)right / all;
    *singly = (double)least / all;
}

typedef struct kind {
    const char *what;
    float turn, steady;
    place where;
    senses how;
    double least; /* share that must be found */
} kind;

static void senses_are_found(void **state)
{
    (void)state;
    static const kind kinds[] = {
        {"planted, small turns, same end", 0.7f, 0.0f, PLANTED, SAME, 0.999},
        {"planted, small turns, either end", 0.7f, 0.0f, PLANTED, EITHER, 0.99},
        {"planted, large turns, same end", 1.6f, 0.0f, PLANTED, SAME, 0.99},
        {"planted, large turns, either end", 1.6f, 0.0f, PLANTED, EITHER, 0.97},
        {"planted, large turns, one other", 1.6f, 0.0f, PLANTED, ONE_OTHER, 0.94},
        {"free, small turns, same end", 0.4f, 0.0f, FREE, SAME, 0.995},
        {"free, small turns, either end", 0.4f, 0.0f, FREE, EITHER, 0.99},
        {"free, small turns, one other", 0.4f, 0.0f, FREE, ONE_OTHER, 0.98},
        {"free, large turns, same end", 1.0f, 0.0f, FREE, SAME, 0.9},
        {"free, turns of 100 degrees, same end", 0.1f, 1.75f, FREE, SAME, 0.65},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        double together, singly;
        measure(kinds[i].turn, kinds[i].steady, kinds[i].where, kinds[i].how, &together, &singly);
        print_message("%-38s %5.1f %% (by the least turn alone %5.1f %%)\n", kinds[i].what, 100.0 * together,
                      100.0 * singly);
        assert_true(together >= kinds[i].least);
    }
}

/* The first stroke stays; the others are the same curves, from one end or the other, and turn by half a turn at
 * most. */
static void what_comes_out_is_what_was_drawn(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(22);
    for (int trial = 0; trial < 100; trial++) {
        sequence s;
        vv_line_pose drawn[MOST_STROKES], poses[MOST_STROKES];
        bool reversed[MOST_STROKES];
        make(&random, 1.0f, 0.0f, trial % 2 ? FREE : PLANTED, (senses)(trial % 3), &s);
        fit_all(&s, drawn);
        memcpy(poses, drawn, sizeof poses);
        vv_strokes_orient(ELEMENTS, s.count, trial % 5 == 0, poses, reversed);
        assert_false(reversed[0]);
        assert_memory_equal(&poses[0], &drawn[0], sizeof *poses);
        for (uint32_t k = 1; k < s.count; k++) {
            vv_vec2 before[ELEMENTS + 1], after[ELEMENTS + 1];
            float mean = 0.0f;
            vv_line_points(ELEMENTS, &drawn[k], before);
            vv_line_points(ELEMENTS, &poses[k], after);
            for (int i = 0; i <= ELEMENTS; i++)
                assert_true(vv_vec2_distance(after[i], before[reversed[k] ? ELEMENTS - i : i]) < 1e-5f);
            for (int i = 0; i < ELEMENTS; i++)
                mean += (poses[k].angles[i] - poses[k - 1].angles[i]) / ELEMENTS;
            assert_true(fabsf(mean) <= VV_PI + 1e-4f);
        }
    }
}

/* A line whose strokes hang on a joint: moved about, they are read the same. */
static void places_may_say_nothing(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(23);
    for (int trial = 0; trial < 100; trial++) {
        sequence s;
        vv_line_pose poses[MOST_STROKES], moved[MOST_STROKES];
        bool reversed[MOST_STROKES], again[MOST_STROKES];
        make(&random, 1.0f, 0.0f, PLANTED, EITHER, &s);
        fit_all(&s, poses);
        memcpy(moved, poses, sizeof moved);
        for (uint32_t k = 0; k < s.count; k++)
            moved[k].root = vv_vec2_add(moved[k].root, (vv_vec2){bell(&random), bell(&random)});
        vv_strokes_orient(ELEMENTS, s.count, true, poses, reversed);
        vv_strokes_orient(ELEMENTS, s.count, true, moved, again);
        assert_memory_equal(reversed, again, s.count * sizeof *reversed);
    }
}

/* If every stroke was begun at the other end, each is still the same way round as the first. */
static void which_end_is_the_first_does_not_matter(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(24);
    for (int trial = 0; trial < 100; trial++) {
        sequence s;
        vv_line_pose poses[MOST_STROKES];
        bool reversed[MOST_STROKES], again[MOST_STROKES];
        make(&random, 1.0f, 0.0f, trial % 2 ? FREE : PLANTED, EITHER, &s);
        fit_all(&s, poses);
        vv_strokes_orient(ELEMENTS, s.count, false, poses, reversed);
        for (uint32_t k = 0; k < s.count; k++)
            turn_round(s.points[k]);
        fit_all(&s, poses);
        vv_strokes_orient(ELEMENTS, s.count, false, poses, again);
        assert_memory_equal(reversed, again, s.count * sizeof *reversed);
    }
}

/* As many strokes as a line may have, each a fifth of a turn further and every third begun at its end. */
static void many_strokes_are_read(void **state)
{
    (void)state;
    static vv_line_pose poses[VV_LINE_MAX_KEYS];
    bool reversed[VV_LINE_MAX_KEYS];
    for (uint32_t k = 0; k < VV_LINE_MAX_KEYS; k++) {
        double angle = 1.2566370614 * k;
        vv_stroke_point points[2] = {pen(0.0, 0.0), pen(cos(angle), sin(angle))};
        if (k % 3 == 1) {
            points[0] = points[1];
            points[1] = pen(0.0, 0.0);
        }
        assert_int_equal(vv_stroke_fit(ELEMENTS, 2, points, NULL, NULL, &poses[k], NULL, NULL), VV_OK);
    }
    vv_strokes_orient(ELEMENTS, VV_LINE_MAX_KEYS, false, poses, reversed);
    for (uint32_t k = 0; k < VV_LINE_MAX_KEYS; k++) {
        assert_int_equal(reversed[k], k % 3 == 1);
        assert_true(fabs((double)poses[k].angles[5] - 1.2566370614 * k) < 1e-3);
    }
    vv_strokes_orient(ELEMENTS, 0, false, poses, reversed);
    vv_strokes_orient(ELEMENTS, 1, false, poses, reversed);
    assert_false(reversed[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(senses_are_found),       cmocka_unit_test(what_comes_out_is_what_was_drawn),
        cmocka_unit_test(places_may_say_nothing), cmocka_unit_test(which_end_is_the_first_does_not_matter),
        cmocka_unit_test(many_strokes_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
