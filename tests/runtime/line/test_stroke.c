/* Strokes: fitted lines are near to what was drawn, in every shape, and turn as little as they can (eq. 1). */
#include "tests/runtime/line/strokes.h"

enum { POINTS = 400 };

static vv_line_pose fit(uint32_t elements, uint32_t count, const vv_stroke_point *points, const vv_line_pose *before,
                        vv_stroke_report *report)
{
    vv_line_pose pose;
    vv_error error = {0};
    vv_result result = vv_stroke_fit(elements, count, points, before, NULL, &pose, report, &error);
    if (result != VV_OK)
        fail_msg("%s", error.message);
    return pose;
}

/* From a point to a polyline, by brute force. */
static double distance_to(vv_vec2 at, uint32_t count, const vv_stroke_point *points)
{
    double least = 1e30;
    for (uint32_t i = 0; i + 1 < count; i++) {
        double ax = (double)points[i].at.x, ay = (double)points[i].at.y;
        double bx = (double)points[i + 1].at.x - ax, by = (double)points[i + 1].at.y - ay;
        double px = (double)at.x - ax, py = (double)at.y - ay, length2 = bx * bx + by * by;
        double t = length2 > 0.0 ? fmin(fmax((px * bx + py * by) / length2, 0.0), 1.0) : 0.0;
        least = fmin(least, hypot(px - t * bx, py - t * by));
    }
    return least;
}

/* The largest distance from the smooth curve of a line to the stroke, and between their ends. */
static double worst_of(uint32_t elements, const vv_line_pose *pose, uint32_t count, const vv_stroke_point *points)
{
    double worst = 0.0;
    for (int i = 0; i <= 100; i++)
        worst = fmax(worst, distance_to(vv_line_point(elements, pose, (float)i / 100.0f, NULL), count, points));
    return worst;
}

static void smooth_strokes_are_met(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(1);
    double mean[4] = {0}, worst10 = 0.0;
    static const uint32_t elements[4] = {4, 6, 10, 20};
    for (int trial = 0; trial < 200; trial++) {
        vv_stroke_point points[POINTS];
        random_stroke(&random, 2.0f, POINTS, points);
        for (int e = 0; e < 4; e++) {
            vv_stroke_report report;
            vv_line_pose pose = fit(elements[e], POINTS, points, NULL, &report);
            double seen = worst_of(elements[e], &pose, POINTS, points);
            assert_true(seen <= (double)report.worst + 2e-3);
            mean[e] += (double)report.error / 200.0;
            if (elements[e] == 10) {
                worst10 = fmax(worst10, (double)report.error);
                vv_vec2 end = vv_line_point(10, &pose, 1.0f, NULL);
                assert_true(vv_vec2_distance(end, points[POINTS - 1].at) < 0.02f);
            }
        }
    }
    print_message("fit error, share of length: mean %.5f %.5f %.5f %.5f for 4 6 10 20 elements; worst of 10: %.5f\n",
                  mean[0], mean[1], mean[2], mean[3], worst10);
    assert_true(worst10 < 0.01);
    for (int e = 1; e < 4; e++)
        assert_true(mean[e] < 0.6 * mean[e - 1]);
}

/* The stroke's points are evenly spaced: mean square distance at equal shares. */
static double objective(const vv_line_pose *pose, uint32_t count, const vv_stroke_point *points)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        vv_vec2 at = vv_line_point(10, pose, (float)i / (float)(count - 1), NULL);
        double far = (double)vv_vec2_distance(at, points[i].at);
        sum += far * far / count;
    }
    return sum;
}

/* Whatever is changed a little makes it worse: the fit is where least squares wants it (but for the smoothing). */
static void no_change_fits_better(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(7);
    for (int trial = 0; trial < 20; trial++) {
        vv_stroke_point points[POINTS];
        random_stroke(&random, 1.5f, POINTS, points);
        vv_line_pose pose = fit(10, POINTS, points, NULL, NULL);
        double best = objective(&pose, POINTS, points);
        for (int i = 0; i < 22; i++) {
            vv_line_pose other = pose;
            float by = i % 2 ? 0.01f : -0.01f;
            if (i < 20)
                other.angles[i / 2] += by;
            else
                other.length *= 1.0f + by;
            assert_true(objective(&other, POINTS, points) > best);
        }
    }
}

/* A mouse gives whole pixels, one coordinate after the other: the line must be that of the stroke meant. */
static void stairs_are_smoothed(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(8);
    for (int trial = 0; trial < 20; trial++) {
        enum { FINE = 3000 };
        static vv_stroke_point meant[FINE], pixels[2 * FINE];
        uint32_t used = 0;
        random_stroke(&random, 1.0f, FINE, meant);
        for (uint32_t i = 0; i < FINE; i++) {
            double x = floor((double)meant[i].at.x * 300.0 + 0.5) / 300.0;
            double y = floor((double)meant[i].at.y * 300.0 + 0.5) / 300.0;
            if (used == 0 || pixels[used - 1].at.x != (float)x) {
                pixels[used] = pen(x, used == 0 ? y : (double)pixels[used - 1].at.y);
                used++;
            }
            if (pixels[used - 1].at.y != (float)y)
                pixels[used++] = pen(x, y);
        }
        vv_line_pose wanted = fit(10, FINE, meant, NULL, NULL);
        vv_line_pose seen = fit(10, used, pixels, &wanted, NULL);
        assert_true(fabsf(seen.length / wanted.length - 1.0f) < 0.02f);
        for (int i = 0; i < 10; i++)
            assert_float_equal(seen.angles[i], wanted.angles[i], 0.1f);
        assert_true(worst_of(10, &seen, FINE, meant) < 0.01);
    }
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

/* Round a loop `turns` times while going on by `on` for each. */
static void loops(double turns, double radius, double on, vv_stroke_point *points)
{
    for (int i = 0; i < POINTS; i++) {
        double t = turns * i / (POINTS - 1.0), angle = 6.283185307 * t;
        points[i] = pen(radius * sin(angle) + on * t, 1.0 - radius * cos(angle));
    }
}

static void assert_even(uint32_t elements, const vv_line_pose *pose)
{
    for (uint32_t i = 0; i < elements; i++) {
        assert_true(isfinite(pose->angles[i]));
        if (i > 0)
            assert_true(fabsf(pose->angles[i] - pose->angles[i - 1]) < 1.25f * VV_PI);
    }
    assert_true(pose->length > 0.0f);
}

static void loops_and_closed_strokes_are_met(void **state)
{
    (void)state;
    vv_stroke_point points[POINTS];
    vv_stroke_report report;
    loops(1.0, 0.5, 0.0, points);
    vv_line_pose circle = fit(10, POINTS, points, NULL, &report);
    assert_even(10, &circle);
    assert_true(report.error < 0.01f && report.crossings == 0);
    assert_float_equal(circle.angles[9] - circle.angles[0], 0.9f * 2.0f * VV_PI, 0.15f);
    loops(1.0, 0.3, 0.8, points);
    vv_line_pose loop = fit(10, POINTS, points, NULL, &report);
    assert_even(10, &loop);
    assert_int_equal(report.crossings, 1);
    loops(2.0, 0.3, 0.4, points);
    loop = fit(20, POINTS, points, NULL, &report);
    assert_even(20, &loop);
    assert_true(report.error < 0.01f && report.crossings >= 1);
    for (int i = 0; i < POINTS; i++) { /* a lying eight */
        double t = 6.283185307 * (i + 0.5) / POINTS + 0.4;
        points[i] = pen(sin(t), 0.5 * sin(2.0 * t));
    }
    loop = fit(20, POINTS, points, NULL, &report);
    assert_true(report.error < 0.01f);
    assert_int_equal(report.crossings, 1);
}

static void folds_and_cusps_are_met(void **state)
{
    (void)state;
    vv_stroke_point points[POINTS];
    vv_stroke_report report;
    for (int i = 0; i < POINTS; i++) /* there and back on itself */
        points[i] = pen(1.0 - fabs(1.0 - 2.0 * i / (POINTS - 1.0)), 0.0);
    vv_line_pose pose = fit(10, POINTS, points, NULL, &report);
    assert_even(10, &pose);
    assert_true(report.error < 0.02f);
    for (int i = 0; i < POINTS; i++) { /* a cusp */
        double t = 2.0 * i / (POINTS - 1.0) - 1.0;
        points[i] = pen(t * t * t, t * t);
    }
    pose = fit(10, POINTS, points, NULL, &report);
    assert_even(10, &pose);
    assert_true(report.error < 0.02f);
    vv_stroke_point corner[3] = {pen(0, 0), pen(1, 0), pen(1, 1)};
    pose = fit(10, 3, corner, NULL, &report);
    assert_true(report.error < 0.01f);
    assert_float_equal(pose.angles[0], 0.0f, 0.05f);
    assert_float_equal(pose.angles[9], 0.5f * VV_PI, 0.05f);
    for (int i = 0; i < POINTS; i++) /* a scribble in a corner of a long stroke */
        points[i] = i < 200 ? pen(i * 0.005, 0.0) : pen(1.0 + 0.01 * (i % 3), 0.01 * (i % 2));
    pose = fit(64, POINTS, points, NULL, &report);
    assert_even(64, &pose);
}

/* Size and place do not matter, down to strokes of a few hundredths of a millimetre. */
static void size_and_place_do_not_matter(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(9);
    vv_stroke_point points[POINTS], other[POINTS];
    random_stroke(&random, 1.5f, POINTS, points);
    vv_line_pose wanted = fit(10, POINTS, points, NULL, NULL);
    static const float sizes[] = {1e-4f, 0.01f, 100.0f, 4000.0f};
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < POINTS; i++)
            other[i] = pen((double)(points[i].at.x * sizes[s]), (double)(points[i].at.y * sizes[s]));
        vv_line_pose seen = fit(10, POINTS, other, &wanted, NULL);
        assert_true(fabsf(seen.length / (wanted.length * sizes[s]) - 1.0f) < 1e-3f);
        for (int i = 0; i < 10; i++)
            assert_float_equal(seen.angles[i], wanted.angles[i], 2e-3f);
    }
}

static void a_straight_stroke_is_straight(void **state)
{
    (void)state;
    vv_stroke_point points[2] = {pen(0.0, 0.0), pen(3.0, 4.0)};
    vv_stroke_report report;
    vv_line_pose pose = fit(10, 2, points, NULL, &report);
    assert_float_equal(pose.length, 5.0f, 1e-5f);
    assert_float_equal(pose.root.x, 1.5f, 1e-5f);
    for (int i = 0; i < 10; i++)
        assert_float_equal(pose.angles[i], atan2f(4.0f, 3.0f), 1e-5f);
    assert_true(report.worst < 1e-5f && !report.reversed && report.crossings == 0);
}

/* ---- Direction --------------------------------------------------------------------------------------------------- */

static void turn_stroke(float angle, bool backwards, vv_stroke_point *points)
{
    for (int i = 0; i < POINTS; i++) {
        double s = (backwards ? POINTS - 1 - i : i) / (POINTS - 1.0), bend = (double)angle + 0.8 * s;
        points[i] = pen(s * cos(bend), 1.0 + s * sin(bend));
    }
}

static void strokes_do_not_turn_inside_out(void **state)
{
    (void)state;
    vv_stroke_point points[POINTS];
    vv_stroke_report report;
    turn_stroke(0.0f, false, points);
    vv_line_pose first = fit(10, POINTS, points, NULL, NULL);
    turn_stroke(0.5f, true, points);
    vv_line_pose second = fit(10, POINTS, points, &first, &report);
    assert_true(report.reversed);
    for (int i = 0; i < 10; i++)
        assert_float_equal(second.angles[i] - first.angles[i], 0.5f, 0.02f);
    turn_stroke(0.5f, false, points);
    vv_line_pose same = fit(10, POINTS, points, &first, &report);
    assert_false(report.reversed);
    for (int i = 0; i < 10; i++)
        assert_float_equal(same.angles[i], second.angles[i], 1e-3f);
}

/* Nine strokes, each 80 degrees further: the angles go on past whole turns. */
static void turns_are_counted_on(void **state)
{
    (void)state;
    vv_stroke_point points[POINTS];
    vv_line_pose before = {0};
    for (int k = 0; k < 9; k++) {
        turn_stroke(1.4f * (float)k, false, points);
        vv_line_pose pose = fit(10, POINTS, points, k > 0 ? &before : NULL, NULL);
        for (int i = 0; i < 10 && k > 0; i++)
            assert_float_equal(pose.angles[i] - before.angles[i], 1.4f, 0.02f);
        before = pose;
    }
    assert_true(before.angles[0] > 9.0f);
}

/* A quarter turn either way: as it was drawn. */
static void ties_are_taken_as_drawn(void **state)
{
    (void)state;
    vv_line_pose before = {.length = 1.0f};
    for (int backwards = 0; backwards < 2; backwards++) {
        vv_stroke_point points[2] = {pen(0.0, backwards), pen(0.0, 1 - backwards)};
        vv_stroke_report report;
        fit(10, 2, points, &before, &report);
        assert_false(report.reversed);
    }
}

/* ---- What is refused --------------------------------------------------------------------------------------------- */

static void refused(uint32_t elements, uint32_t count, const vv_stroke_point *points, vv_result wanted,
                    const char *word)
{
    vv_line_pose pose = {.length = 7.0f};
    vv_error error = {0};
    assert_int_equal(vv_stroke_fit(elements, count, points, NULL, NULL, &pose, NULL, &error), wanted);
    if (!strstr(error.message, word))
        fail_msg("\"%s\" does not speak of %s", error.message, word);
    assert_true(pose.length == 7.0f);
}

static void what_is_no_stroke_is_refused(void **state)
{
    (void)state;
    vv_stroke_point points[4] = {pen(0, 0), pen(1, 0), pen(1, 1), pen(0, 1)};
    refused(10, 0, points, VV_ERROR_ARGUMENT, "no points");
    refused(10, 1, points, VV_ERROR_ARGUMENT, "dot");
    refused(9, 4, points, VV_ERROR_ARGUMENT, "even");
    refused(0, 4, points, VV_ERROR_ARGUMENT, "even");
    refused(66, 4, points, VV_ERROR_ARGUMENT, "64");
    refused(10, VV_STROKE_MAX_POINTS + 1, points, VV_ERROR_LIMIT, "1000000");
    vv_stroke_point same[3] = {pen(2, 2), pen(2, 2), pen(2, 2)};
    refused(10, 3, same, VV_ERROR_ARGUMENT, "dot");
    static const float bad[] = {NAN, INFINITY, -INFINITY, 2e4f};
    for (int b = 0; b < 4; b++)
        for (int field = 0; field < (b < 3 ? 4 : 2); field++) {
            vv_stroke_point broken[4];
            memcpy(broken, points, sizeof broken);
            *(field == 0   ? &broken[2].at.x
              : field == 1 ? &broken[2].at.y
              : field == 2 ? &broken[2].time
                           : &broken[2].pressure) = bad[b];
            refused(10, 4, broken, VV_ERROR_ARGUMENT, "point 2");
        }
    vv_stroke_point far[1000];
    for (int i = 0; i < 1000; i++)
        far[i] = pen(i % 2 ? 9000.0 : -9000.0, i);
    refused(10, 1000, far, VV_ERROR_LIMIT, "longer");
    vv_line_pose before = {.angles = {NAN}}, pose;
    assert_int_equal(vv_stroke_fit(10, 4, points, &before, NULL, &pose, NULL, NULL), VV_ERROR_ARGUMENT);
}

static void duplicates_count_once(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(11);
    vv_stroke_point points[POINTS], twice[3 * POINTS];
    random_stroke(&random, 1.5f, POINTS, points);
    for (int i = 0; i < 3 * POINTS; i++)
        twice[i] = points[i / 3];
    vv_line_pose a = fit(10, POINTS, points, NULL, NULL), b = fit(10, 3 * POINTS, twice, NULL, NULL);
    assert_memory_equal(&a, &b, sizeof a);
}

static void a_million_points_are_fitted(void **state)
{
    (void)state;
    vv_stroke_point *points = malloc(VV_STROKE_MAX_POINTS * sizeof *points), few[POINTS];
    vvi_random random = vvi_random_seed(12), same = random, tremble = vvi_random_seed(13);
    random_stroke(&random, 1.5f, VV_STROKE_MAX_POINTS, points);
    random_stroke(&same, 1.5f, POINTS, few);
    for (uint32_t i = 0; i < VV_STROKE_MAX_POINTS; i++) {
        points[i].at.x += between(&tremble, -1e-3f, 1e-3f);
        points[i].at.y += between(&tremble, -1e-3f, 1e-3f);
    }
    vv_line_pose wanted = fit(10, POINTS, few, NULL, NULL);
    vv_line_pose seen = fit(10, VV_STROKE_MAX_POINTS, points, &wanted, NULL);
    for (int i = 0; i < 10; i++)
        assert_float_equal(seen.angles[i], wanted.angles[i], 0.08f);
    assert_true(fabsf(seen.length / wanted.length - 1.0f) < 0.02f);
    free(points);
}

static void memory_may_run_out(void **state)
{
    (void)state;
    vv_stroke_point points[2] = {pen(0, 0), pen(1, 0)};
    for (uint64_t n = 1; n <= 3; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_line_pose pose;
        vv_result result = vv_stroke_fit(10, 2, points, NULL, &allocator, &pose, NULL, NULL);
        assert_int_equal(result, n <= 2 ? VV_ERROR_MEMORY : VV_OK);
        assert_int_equal(counting.used, 0);
    }
}

/* A straight stroke that turns about its beginning, by up to nearly half a turn, is the same way round; drawn from
 * its end it is turned. */
static void an_end_that_stays_tells_the_direction(void **state)
{
    (void)state;
    vv_line_pose before, after;
    vv_stroke_report report;
    const vv_stroke_point start[2] = {{{0.3f, 1.0f}, 0.0f, 1.0f}, {{0.3f, 1.6f}, 0.0f, 1.0f}};
    assert_int_equal(vv_stroke_fit(10, 2, start, NULL, NULL, &before, NULL, NULL), VV_OK);
    for (uint32_t i = 1; i <= 16; i++) {
        float angle = 0.5f * VV_PI - 0.19f * (float)i;
        vv_vec2 tip = {0.3f + 0.6f * vv_cos(angle), 1.0f + 0.6f * vv_sin(angle)};
        for (uint32_t end = 0; end < 2; end++) {
            vv_stroke_point swung[2] = {{{0.3f, 1.0f}, 0.0f, 1.0f}, {tip, 0.0f, 1.0f}};
            if (end == 1) {
                swung[0].at = tip;
                swung[1].at = (vv_vec2){0.3f, 1.0f};
            }
            assert_int_equal(vv_stroke_fit(10, 2, swung, &before, NULL, &after, &report, NULL), VV_OK);
            assert_int_equal(report.reversed, end == 1);
            assert_float_equal(after.angles[5], angle, 0.01f);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smooth_strokes_are_met),
        cmocka_unit_test(no_change_fits_better),
        cmocka_unit_test(stairs_are_smoothed),
        cmocka_unit_test(loops_and_closed_strokes_are_met),
        cmocka_unit_test(folds_and_cusps_are_met),
        cmocka_unit_test(size_and_place_do_not_matter),
        cmocka_unit_test(a_straight_stroke_is_straight),
        cmocka_unit_test(strokes_do_not_turn_inside_out),
        cmocka_unit_test(turns_are_counted_on),
        cmocka_unit_test(ties_are_taken_as_drawn),
        cmocka_unit_test(what_is_no_stroke_is_refused),
        cmocka_unit_test(duplicates_count_once),
        cmocka_unit_test(a_million_points_are_fitted),
        cmocka_unit_test(memory_may_run_out),
        cmocka_unit_test(an_end_that_stays_tells_the_direction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
