/* Thinned strokes: both ends stay, what is left out is near to what is drawn, a slower way chooses the same, and a
 * million points take little longer than they must. */
#include "author/base/stroke_thin.h"
#include "author/document/project_line.h"
#include "runtime/base/base.h"
#include "tests/testing.h"

#include <string.h>

static double distance(vv_vec2 p, vv_vec2 a, vv_vec2 b)
{
    double ux = (double)b.x - (double)a.x, uy = (double)b.y - (double)a.y, vx = (double)p.x - (double)a.x,
           vy = (double)p.y - (double)a.y, square = ux * ux + uy * uy;
    double along = square > 0.0 ? fmin(fmax((ux * vx + uy * vy) / square, 0.0), 1.0) : 0.0;
    return hypot(vx - along * ux, vy - along * uy);
}

/* Removes one after the other, each time looking at all. */
static uint32_t thin_slowly(uint32_t count, const vv_vec2 *points, uint32_t most, uint32_t *kept)
{
    double *least = calloc(count, sizeof *least);
    uint32_t left = count;
    for (uint32_t i = 0; i < count; i++)
        kept[i] = i;
    while (left > most) {
        uint32_t best = 1;
        double best_loss = INFINITY;
        for (uint32_t k = 1; k + 1 < left; k++) {
            double loss = fmax(distance(points[kept[k]], points[kept[k - 1]], points[kept[k + 1]]), least[kept[k]]);
            if (loss < best_loss) {
                best = k;
                best_loss = loss;
            }
        }
        least[kept[best - 1]] = least[kept[best + 1]] = best_loss;
        memmove(kept + best, kept + best + 1, (--left - best) * sizeof *kept);
    }
    free(least);
    return left;
}

/* Like a hand: it goes on as it went, more or less. */
static void draw(vvi_random *random, uint32_t count, vv_vec2 *points)
{
    float x = 0.0f, y = 0.0f, angle = 0.0f;
    for (uint32_t i = 0; i < count; i++) {
        points[i] = (vv_vec2){x, y};
        angle += vvi_random_unit(random) - 0.5f;
        x += 0.01f * cosf(angle);
        y += 0.01f * sinf(angle);
    }
}

static void the_slow_way_chooses_the_same(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(3);
    vv_vec2 points[200];
    uint32_t kept[200], slowly[200], kept_count;
    for (uint32_t round = 0; round < 200; round++) {
        uint32_t count = 2 + vvi_random_below(&random, 199);
        uint32_t most = 2 + vvi_random_below(&random, count);
        draw(&random, count, points);
        assert_int_equal(vv_stroke_thin(count, points, most, NULL, kept, &kept_count, NULL), VV_OK);
        uint32_t expected = thin_slowly(count, points, most, slowly);
        assert_int_equal(kept_count, expected);
        assert_memory_equal(kept, slowly, expected * sizeof *kept);
        assert_true(kept[0] == 0 && kept[kept_count - 1] == count - 1);
    }
}

/* On a circle, n arcs leave a distance of 1 − cos π/n at best. Arcs merge two by two, so that some are twice as long as
 * others, and four times as high. */
static void a_circle_stays_round(void **state)
{
    (void)state;
    enum { COUNT = 5000, MOST = 64 };
    vv_vec2 *points = malloc(COUNT * sizeof *points);
    uint32_t kept[MOST], kept_count;
    for (uint32_t i = 0; i < COUNT; i++) {
        float angle = 2.0f * VV_PI * (float)i / (float)(COUNT - 1);
        points[i] = (vv_vec2){cosf(angle), sinf(angle)};
    }
    assert_int_equal(vv_stroke_thin(COUNT, points, MOST, NULL, kept, &kept_count, NULL), VV_OK);
    assert_int_equal(kept_count, MOST);
    double worst = 0.0;
    for (uint32_t k = 1; k < kept_count; k++) {
        for (uint32_t i = kept[k - 1]; i <= kept[k]; i++)
            worst = fmax(worst, distance(points[i], points[kept[k - 1]], points[kept[k]]));
    }
    assert_in_range((uint32_t)(worst * 1e6), 0, (uint32_t)(4e6 * (1.0 - cos((double)VV_PI / (MOST - 1)))));
    free(points);
}

/* A pen that goes out and back over its own way encloses nothing, and is no less far away. */
static void what_turns_back_is_kept(void **state)
{
    (void)state;
    vv_vec2 points[101];
    uint32_t kept[3], kept_count;
    for (uint32_t i = 0; i <= 100; i++)
        points[i] = (vv_vec2){(float)(i <= 60 ? i : 120 - i), 0.0f};
    assert_int_equal(vv_stroke_thin(101, points, 3, NULL, kept, &kept_count, NULL), VV_OK);
    assert_true(kept_count == 3 && kept[1] == 60);
}

static void few_points_stay_as_they_are(void **state)
{
    (void)state;
    vv_vec2 points[3] = {{0.0f, 0.0f}, {0.0f, 0.0f}, {0.0f, 0.0f}};
    uint32_t kept[3], kept_count;
    for (uint32_t count = 0; count <= 3; count++) {
        assert_int_equal(vv_stroke_thin(count, points, 3, NULL, kept, &kept_count, NULL), VV_OK);
        assert_int_equal(kept_count, count);
    }
    assert_int_equal(vv_stroke_thin(3, points, 2, NULL, kept, &kept_count, NULL), VV_OK);
    assert_true(kept_count == 2 && kept[0] == 0 && kept[1] == 2);
}

/* A zigzag whose teeth grow is where divide and conquer takes n² steps. */
static void a_million_points_are_thinned(void **state)
{
    (void)state;
    uint32_t count = VV_STROKE_MAX_POINTS, kept_count;
    vv_vec2 *points = malloc(count * sizeof *points);
    uint32_t *kept = malloc(VV_PROJECT_MAX_STROKE * sizeof *kept);
    for (uint32_t i = 0; i < count; i++)
        points[i] = (vv_vec2){(float)i * 1e-3f, (i % 2 ? 1e-6f : -1e-6f) * (float)i};
    assert_int_equal(vv_stroke_thin(count, points, VV_PROJECT_MAX_STROKE, NULL, kept, &kept_count, NULL), VV_OK);
    assert_int_equal(kept_count, VV_PROJECT_MAX_STROKE);
    assert_true(kept[0] == 0 && kept[kept_count - 1] == count - 1);
    free(kept);
    free(points);
}

static void no_memory_is_told(void **state)
{
    (void)state;
    vv_vec2 points[50];
    uint32_t kept[10], kept_count;
    vvi_random random = vvi_random_seed(1);
    draw(&random, 50, points);
    vv_result result = VV_ERROR_MEMORY;
    for (uint64_t n = 1; result == VV_ERROR_MEMORY; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        result = vv_stroke_thin(50, points, 10, &allocator, kept, &kept_count, NULL);
        assert_int_equal(counting.used, 0);
        assert_int_equal(kept_count, result == VV_OK ? 10 : 0);
    }
    assert_int_equal(result, VV_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_slow_way_chooses_the_same), cmocka_unit_test(a_circle_stays_round),
        cmocka_unit_test(what_turns_back_is_kept),       cmocka_unit_test(few_points_stay_as_they_are),
        cmocka_unit_test(a_million_points_are_thinned),  cmocka_unit_test(no_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
