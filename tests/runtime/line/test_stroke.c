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
        double px = (double)at.x - ax, py = (double)at.y - ay, long2 = bx * bx + by * by;
        double t = long2 > 0.0 ? fmin(fmax((px * bx + py * by) / long2, 0.0), 1.0) : 0.0;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smooth_strokes_are_met),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
