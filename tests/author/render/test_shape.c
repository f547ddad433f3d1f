/* Lines, discs, rings, bones and shadows against their exact areas, and against brute-force sampling. */
#include "tests/author/render/drawing.h"

#include <math.h>

enum { SIDE = 64 };
static const vv_color clear = {0, 0, 0, 0}, black = {0, 0, 0, 255};
static const vv_camera pixels = {{0, 0}, 1.0f}; /* one metre a pixel, the origin in the middle */

static void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%g is not within %g of %g", value, tolerance, expected);
}

static double total_cover(const vv_canvas *canvas)
{
    vv_image drawn = resolve(canvas);
    double sum = 0;
    for (size_t i = 0; i < (size_t)drawn.width * drawn.height; ++i)
        sum += drawn.pixels[4 * i + 3] / 255.0;
    vv_image_destroy(&drawn, NULL);
    return sum;
}

static void shapes_have_their_areas(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(1);
    for (int trial = 0; trial < 100; ++trial) {
        vv_vec2 a = {20 * vvi_random_unit(&random) - 10, 20 * vvi_random_unit(&random) - 10};
        vv_vec2 b = {40 * vvi_random_unit(&random) - 20, 40 * vvi_random_unit(&random) - 20};
        float width = 1 + 5 * vvi_random_unit(&random), radius = 3 + 8 * vvi_random_unit(&random);
        double pi = 3.14159265358979, length = (double)vv_vec2_distance(a, b), w = (double)width, r = (double)radius;

        vv_canvas *canvas = clear_canvas(SIDE, SIDE, clear);
        vv_draw_line(canvas, pixels, a, b, width, black);
        assert_near(total_cover(canvas), length * w + pi * w * w / 4, 0.02 * (length * w + w * w) + 0.3);

        vv_canvas_clear(canvas, clear);
        vv_draw_disc(canvas, pixels, a, radius, black);
        /* The ramp of one pixel across a curved edge adds π/12. */
        assert_near(total_cover(canvas), pi * r * r + pi / 12, 0.01 * pi * r * r + 0.1);

        vv_canvas_clear(canvas, clear);
        vv_draw_ring(canvas, pixels, a, radius, width, black);
        double inner = r > w / 2 ? r - w / 2 : 0;
        assert_near(total_cover(canvas), pi * ((r + w / 2) * (r + w / 2) - inner * inner), 0.01 * pi * r * w + 0.4);

        /* ∫(1 − ρ²)² over the ellipse is π·rx·ry/3. */
        vv_canvas_clear(canvas, clear);
        vv_draw_shadow(canvas, pixels, a, (vv_vec2){radius, 0.6f * radius}, (vv_vec2){1, 0}, black);
        assert_near(total_cover(canvas), pi * r * 0.6 * r / 3, 0.03 * r * r + 0.2);
        vv_canvas_destroy(canvas);
    }
}

/* A line's cover, pixel by pixel, against 32 × 32 points a pixel. */
static void a_line_matches_brute_force(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(2);
    for (int trial = 0; trial < 20; ++trial) {
        vv_vec2 a = {40 * vvi_random_unit(&random) - 20, 40 * vvi_random_unit(&random) - 20};
        vv_vec2 b = {40 * vvi_random_unit(&random) - 20, 40 * vvi_random_unit(&random) - 20};
        float width = 1.5f + 3 * vvi_random_unit(&random);
        vv_canvas *canvas = clear_canvas(SIDE, SIDE, clear);
        vv_draw_line(canvas, pixels, a, b, width, black);
        vv_image drawn = resolve(canvas);
        double dx = (double)(b.x - a.x), dy = (double)(b.y - a.y), square = dx * dx + dy * dy;
        for (uint32_t y = 0; y < SIDE; ++y)
            for (uint32_t x = 0; x < SIDE; ++x) {
                int inside = 0;
                for (int s = 0; s < 1024; ++s) {
                    double px = x + (s % 32 + 0.5) / 32 - SIDE / 2.0 - (double)a.x;
                    double py = SIDE / 2.0 - (y + (s / 32 + 0.5) / 32) - (double)a.y;
                    double t = fmin(1, fmax(0, (px * dx + py * dy) / square));
                    inside += hypot(px - t * dx, py - t * dy) < (double)width / 2;
                }
                assert_near(pixel_at(&drawn, x, y)[3] / 255.0, inside / 1024.0, 0.17);
            }
        vv_image_destroy(&drawn, NULL);
        vv_canvas_destroy(canvas);
    }
}

static void crossing_wires_are_not_darker(void **state)
{
    (void)state;
    static grid g;
    grid_make(&g, 4, 60, 60);
    vv_canvas *canvas = clear_canvas(SIDE, SIDE, clear);
    vv_draw_wire(canvas, (vv_camera){{30, 30}, 1}, &g.mesh, g.positions, 3.0f, (vv_color){0, 0, 0, 128});
    vv_image drawn = resolve(canvas);
    unsigned covered = 0;
    for (size_t i = 0; i < SIDE * SIDE; ++i) {
        assert_true(drawn.pixels[4 * i + 3] <= 128);
        covered += drawn.pixels[4 * i + 3] == 128;
    }
    assert_true(covered > 500);
    vv_image_destroy(&drawn, NULL);
    vv_canvas_destroy(canvas);
}

static void hairlines_fade_instead_of_breaking(void **state)
{
    (void)state;
    for (float width = 0.1f; width < 1.0f; width += 0.2f) {
        vv_canvas *canvas = clear_canvas(SIDE, SIDE, clear);
        vv_draw_line(canvas, pixels, (vv_vec2){-20, -7}, (vv_vec2){20, 9}, width, black);
        double expected = (double)width * hypot(40, 16);
        assert_near(total_cover(canvas), expected, 0.06 * expected + 0.5);
        vv_canvas_destroy(canvas);
    }
}

static void handles_show_where_they_are(void **state)
{
    (void)state;
    const vv_handle handles[3] = {{VV_HANDLE_POINT, {-20, 0}, {-20, 0}, 0},
                                  {VV_HANDLE_POINT, {0, 20}, {0, 20}, 0},
                                  {VV_HANDLE_BONE, {-10, -10}, {20, -10}, 0}};
    vv_canvas *canvas = clear_canvas(SIDE, SIDE, (vv_color){255, 0, 255, 255});
    vv_draw_handles(canvas, pixels, 3, handles, NULL, 1);
    vv_image drawn = resolve(canvas);
    assert_memory_equal(pixel_at(&drawn, 12 + 4, 32), "\x17\x87\x7d", 3); /* on the ring, radius 5 */
    assert_memory_equal(pixel_at(&drawn, 12, 32), "\xff\x00\xff", 3);     /* its middle is open */
    assert_memory_equal(pixel_at(&drawn, 32 + 4, 12), "\xf2\xb1\x34", 3); /* the selected one */
    assert_memory_equal(pixel_at(&drawn, 30, 41), "\x17\x87\x7d", 3);     /* the bone */
    vv_affine pose[3] = {vv_affine_identity(), vv_affine_identity(), vv_affine_identity()};
    pose[0].translation = (vv_vec2){30, 0};
    vv_canvas_clear(canvas, (vv_color){255, 0, 255, 255});
    vv_draw_handles(canvas, pixels, 3, handles, pose, VV_NONE);
    vv_canvas_resolve(canvas, &drawn);
    assert_memory_equal(pixel_at(&drawn, 42 + 4, 32), "\x17\x87\x7d", 3);
    assert_memory_equal(pixel_at(&drawn, 32 + 4, 12), "\x17\x87\x7d", 3);
    vv_image_destroy(&drawn, NULL);
    vv_canvas_destroy(canvas);
}

static void wild_numbers_do_no_harm(void **state)
{
    (void)state;
    static const float wild[] = {NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 1e9f, 1e-30f, 0.0f, -5.0f, 12.0f};
    vvi_random random = vvi_random_seed(3);
    vv_canvas *canvas = clear_canvas(SIDE, SIDE, clear);
    for (int trial = 0; trial < 20000; ++trial) {
        float n[6];
        for (int i = 0; i < 6; ++i)
            n[i] = wild[vvi_random_below(&random, 10)];
        vv_draw_line(canvas, pixels, (vv_vec2){n[0], n[1]}, (vv_vec2){n[2], n[3]}, n[4], black);
        vv_draw_disc(canvas, pixels, (vv_vec2){n[0], n[1]}, n[2], black);
        vv_draw_ring(canvas, pixels, (vv_vec2){n[0], n[1]}, n[2], n[3], black);
        vv_draw_shadow(canvas, pixels, (vv_vec2){n[0], n[1]}, (vv_vec2){n[2], n[3]}, (vv_vec2){1, 0}, black);
        vv_draw_line(canvas, (vv_camera){{n[0], n[1]}, n[2]}, (vv_vec2){n[3], n[4]}, (vv_vec2){n[5], 0}, 2, black);
    }
    vv_image drawn = resolve(canvas);
    vv_image_destroy(&drawn, NULL);
    vv_canvas_destroy(canvas);
}

/* A star of random radii about the middle: it never crosses itself. */
static void make_star(vvi_random *random, uint32_t count, vv_vec2 *points)
{
    for (uint32_t i = 0; i < count; ++i) {
        float angle = 2.0f * VV_PI * (float)i / (float)count, radius = 4.0f + 22.0f * vvi_random_unit(random);
        points[i] = (vv_vec2){radius * vv_cos(angle) + 0.3f, radius * vv_sin(angle) - 0.7f};
    }
}

static bool is_in_star(uint32_t count, const vv_vec2 *points, double x, double y)
{
    bool inside = false;
    for (uint32_t i = 0, j = count - 1; i < count; j = i++) {
        double ax = (double)points[i].x, ay = (double)points[i].y, bx = (double)points[j].x, by = (double)points[j].y;
        if ((ay > y) != (by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax))
            inside = !inside;
    }
    return inside;
}

static void a_polygon_matches_brute_force(void **state)
{
    (void)state;
    enum { FINE = 16 };
    vvi_random random = vvi_random_seed(5);
    for (int trial = 0; trial < 20; ++trial) {
        vv_vec2 points[12];
        uint32_t count = 3 + vvi_random_below(&random, 10);
        make_star(&random, count, points);
        if (trial % 2) /* the other way round */
            for (uint32_t i = 0; i < count / 2; ++i) {
                vv_vec2 kept = points[i];
                points[i] = points[count - 1 - i];
                points[count - 1 - i] = kept;
            }
        vv_canvas *canvas = clear_canvas(SIDE, SIDE, clear);
        vv_draw_polygon(canvas, pixels, count, points, black);
        vv_image drawn = resolve(canvas);
        for (int p = 0; p < SIDE * SIDE; ++p) {
            int hits = 0;
            for (int s = 0; s < FINE * FINE; ++s)
                hits += is_in_star(count, points, p % SIDE + (s % FINE + 0.5) / FINE - SIDE / 2,
                                   SIDE / 2 - (p / SIDE + (s / FINE + 0.5) / FINE));
            assert_near(drawn.pixels[4 * p + 3] / 255.0, (double)hits / (FINE * FINE), 0.06);
        }
        vv_image_destroy(&drawn, NULL);
        vv_canvas_destroy(canvas);
    }
}

static void a_polygon_may_lie_across_the_border_and_far_beyond(void **state)
{
    (void)state;
    /* A ground that rises by a pixel across the picture: half of it is covered. */
    const vv_vec2 ground[4] = {{-3200.0f, -50.0f}, {3200.0f, 50.0f}, {3200.0f, -9000.0f}, {-3200.0f, -9000.0f}};
    vv_canvas *canvas = clear_canvas(SIDE, SIDE, clear);
    vv_draw_polygon(canvas, pixels, 4, ground, black);
    assert_near(total_cover(canvas), SIDE * SIDE / 2, 0.6);
    const vv_vec2 outside[3] = {{100.0f, 0.0f}, {200.0f, 10.0f}, {100.0f, 20.0f}};
    vv_canvas_clear(canvas, clear);
    vv_draw_polygon(canvas, pixels, 3, outside, black);
    assert_near(total_cover(canvas), 0.0, 0.0);
    const vv_vec2 endless[3] = {{0.0f, 0.0f}, {INFINITY, 0.0f}, {0.0f, 10.0f}};
    vv_draw_polygon(canvas, pixels, 3, endless, black);
    vv_draw_polygon(canvas, pixels, 0, NULL, black);
    assert_near(total_cover(canvas), 0.0, 0.0);
    vv_canvas_destroy(canvas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_polygon_matches_brute_force),
        cmocka_unit_test(a_polygon_may_lie_across_the_border_and_far_beyond),
        cmocka_unit_test(shapes_have_their_areas),
        cmocka_unit_test(a_line_matches_brute_force),
        cmocka_unit_test(crossing_wires_are_not_darker),
        cmocka_unit_test(hairlines_fade_instead_of_breaking),
        cmocka_unit_test(handles_show_where_they_are),
        cmocka_unit_test(wild_numbers_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
