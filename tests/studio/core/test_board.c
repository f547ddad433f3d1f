/* The pose board against brute force: no place of the complex, sampled finely, is nearer to the dot than the answer. */
#include "studio/core/studio.h"

#include "runtime/base/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define EXAMPLES 6u

/* A triangle 0 1 2, another 1 2 3, a segment 3 4, and example 5 by itself. */
static vv_studio *make(void)
{
    static const char commands[] =
        "[{\"do\":\"artwork.add\",\"name\":\"a\"},"
        "{\"do\":\"example.add\",\"artwork\":\"a\",\"name\":\"e0\"},"
        "{\"do\":\"example.add\",\"artwork\":\"a\",\"name\":\"e1\"},"
        "{\"do\":\"example.add\",\"artwork\":\"a\",\"name\":\"e2\"},"
        "{\"do\":\"example.add\",\"artwork\":\"a\",\"name\":\"e3\"},"
        "{\"do\":\"example.add\",\"artwork\":\"a\",\"name\":\"e4\"},"
        "{\"do\":\"example.add\",\"artwork\":\"a\",\"name\":\"e5\"},"
        "{\"do\":\"complex.set\",\"artwork\":\"a\",\"complex\":[[\"e0\",\"e1\",\"e2\"],[\"e1\",\"e2\",\"e3\"],"
        "[\"e3\",\"e4\"]]}]";
    vv_studio *studio = vv_studio_create(NULL);
    if (vv_studio_apply(studio, commands, (uint32_t)strlen(commands)) != VV_OK)
        fail_msg("%s", vv_studio_text(studio));
    return studio;
}

static double distance(const vv_vec2 *points, const double *weights, double x, double y)
{
    for (uint32_t e = 0; e < EXAMPLES; e++) {
        x -= weights[e] * (double)points[e].x;
        y -= weights[e] * (double)points[e].y;
    }
    return sqrt(x * x + y * y);
}

/* The least distance over a fine grid of places. */
static double sample(const vv_vec2 *points, double x, double y)
{
    static const uint32_t simplices[3][3] = {{0, 1, 2}, {1, 2, 3}, {3, 4, 4}};
    double best = distance(points, (const double[EXAMPLES]){0, 0, 0, 0, 0, 1}, x, y);
    for (uint32_t s = 0; s < 3; s++)
        for (uint32_t i = 0; i <= 60; i++)
            for (uint32_t k = 0; k + i <= 60; k++) {
                double weights[EXAMPLES] = {0};
                weights[simplices[s][0]] += i / 60.0;
                weights[simplices[s][1]] += k / 60.0;
                weights[simplices[s][2]] += (60 - i - k) / 60.0;
                best = fmin(best, distance(points, weights, x, y));
            }
    return best;
}

/* Together the examples of one simplex. */
static bool is_place(const float *weights)
{
    static const uint32_t masks[4] = {7, 14, 24, 32};
    uint32_t used = 0;
    for (uint32_t e = 0; e < EXAMPLES; e++)
        used |= weights[e] > 0.0f ? 1u << e : 0;
    for (uint32_t i = 0; i < 4; i++)
        if ((used & ~masks[i]) == 0)
            return true;
    return false;
}

static void check(vv_studio *studio, const vv_vec2 *points, float x, float y)
{
    float weights[EXAMPLES];
    double sum = 0.0, wide[EXAMPLES];
    vv_vec2 nearest;
    assert_int_equal(vv_studio_find_board_place(studio, 0, points, x, y, weights, &nearest), VV_OK);
    assert_true(is_place(weights));
    for (uint32_t e = 0; e < EXAMPLES; e++) {
        assert_true(weights[e] >= 0.0f && weights[e] <= 1.0f);
        sum += wide[e] = (double)weights[e];
    }
    assert_true(fabs(sum - 1.0) < 1e-6);
    double is = distance(points, wide, (double)x, (double)y);
    assert_true(is <= sample(points, (double)x, (double)y) + 1e-5);
    assert_true(distance(points, wide, (double)nearest.x, (double)nearest.y) < 1e-5);
}

static void test_nothing_is_nearer(void **state)
{
    (void)state;
    vv_studio *studio = make();
    vvi_random random = vvi_random_seed(7);
    for (uint32_t board = 0; board < 60; board++) {
        vv_vec2 points[EXAMPLES];
        for (uint32_t e = 0; e < EXAMPLES; e++)
            points[e] = (vv_vec2){4.0f * vvi_random_unit(&random), 4.0f * vvi_random_unit(&random)};
        if (board % 4 == 1)
            points[1] = points[0]; /* corners that coincide */
        if (board % 4 == 2)
            points[2] = vv_vec2_lerp(points[0], points[1], 1.7f); /* in a line */
        if (board % 4 == 3)
            points[1] = points[2] = points[3] = points[4] = points[0];
        for (uint32_t i = 0; i < 12; i++)
            check(studio, points, 6.0f * vvi_random_unit(&random) - 1.0f, 6.0f * vvi_random_unit(&random) - 1.0f);
        check(studio, points, points[3].x, points[3].y);
    }
    vv_studio_destroy(studio);
}

/* Inside a triangle the dot is where the pointer is, and small steps are small. */
static void test_inside_it_follows(void **state)
{
    (void)state;
    vv_studio *studio = make();
    const vv_vec2 points[EXAMPLES] = {{0, 0}, {2, 0}, {0, 2}, {2, 2}, {4, 4}, {9, 9}};
    float before[EXAMPLES] = {0}, weights[EXAMPLES];
    for (uint32_t i = 0; i <= 200; i++) {
        vv_vec2 dot = {0.2f + 0.008f * (float)i, 0.3f + 0.005f * (float)i}, nearest; /* across the shared side */
        assert_int_equal(vv_studio_find_board_place(studio, 0, points, dot.x, dot.y, weights, &nearest), VV_OK);
        assert_true(vv_vec2_distance(dot, nearest) < 1e-6f);
        for (uint32_t e = 0; e < EXAMPLES && i > 0; e++)
            assert_true(fabsf(weights[e] - before[e]) < 0.02f);
        memcpy(before, weights, sizeof before);
    }
    vv_studio_destroy(studio);
}

static void test_refusals(void **state)
{
    (void)state;
    vv_studio *studio = make();
    vv_vec2 points[EXAMPLES] = {{0, 0}}, nearest;
    float weights[EXAMPLES];
    assert_int_equal(vv_studio_find_board_place(studio, 1, points, 0, 0, weights, &nearest), VV_ERROR_NOT_FOUND);
    assert_int_equal(vv_studio_find_board_place(studio, 0, points, NAN, 0, weights, &nearest), VV_ERROR_ARGUMENT);
    points[2].y = INFINITY;
    assert_int_equal(vv_studio_find_board_place(studio, 0, points, 0, 0, weights, &nearest), VV_ERROR_ARGUMENT);
    vv_studio_destroy(studio);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_is_nearer),
        cmocka_unit_test(test_inside_it_follows),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
