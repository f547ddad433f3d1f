/* Coverage: against the exact area of polygon and pixel, and exactly once everywhere inside a mesh. */
#include "author/render/raster.h"
#include "runtime/base/base.h"
#include "tests/testing.h"

#include <math.h>

enum { SIDE = 48 };

static unsigned count_bits(unsigned mask)
{
    unsigned count = 0;
    for (; mask; mask &= mask - 1)
        ++count;
    return count;
}

/* Adds the covered samples of a triangle to counts[SIDE · SIDE] and returns how many there are. */
static unsigned add_triangle(const vvi_corner p[3], unsigned *counts, uint16_t *once)
{
    uint16_t masks[SIDE];
    unsigned total = 0;
    vvi_polygon polygon;
    if (!vvi_clip(p, SIDE, SIDE, &polygon))
        return 0;
    for (uint32_t i = 2; i < polygon.count; ++i) {
        vvi_raster raster;
        if (!vvi_raster_begin(&raster, polygon.corners[0], polygon.corners[i - 1], polygon.corners[i], SIDE, SIDE))
            continue;
        for (int32_t y, first, end; vvi_raster_row(&raster, masks, &y, &first, &end);)
            for (int32_t x = first; x < end; ++x) {
                assert_true(x >= 0 && x < SIDE && y >= 0 && y < SIDE);
                if (once) {
                    assert_int_equal(once[y * SIDE + x] & masks[x], 0); /* no sample twice */
                    once[y * SIDE + x] |= masks[x];
                }
                counts[y * SIDE + x] += count_bits(masks[x]);
                total += count_bits(masks[x]);
            }
    }
    return total;
}

/* ---- Against exact areas ----------------------------------------------------------------------------------------- */

/* The area of a triangle inside a pixel, by clipping it to the four sides and the shoelace formula. */
static double exact_area(const vvi_corner triangle[3], int px, int py)
{
    vvi_corner in[16], out[16];
    int n = 3;
    memcpy(in, triangle, 3 * sizeof *in);
    for (int side = 0; side < 4; ++side) {
        int m = 0;
        for (int i = 0; i < n; ++i) {
            vvi_corner p = in[i], q = in[(i + 1) % n];
            double dp = side == 0 ? p.x - px : side == 1 ? px + 1 - p.x : side == 2 ? p.y - py : py + 1 - p.y;
            double dq = side == 0 ? q.x - px : side == 1 ? px + 1 - q.x : side == 2 ? q.y - py : py + 1 - q.y;
            if (dp >= 0)
                out[m++] = p;
            if ((dp >= 0) != (dq >= 0)) {
                double t = dp / (dp - dq);
                out[m++] = (vvi_corner){p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)};
            }
        }
        memcpy(in, out, sizeof in);
        n = m;
    }
    double twice = 0;
    for (int i = 0; i < n; ++i)
        twice += in[i].x * in[(i + 1) % n].y - in[i].y * in[(i + 1) % n].x;
    return fabs(twice) / 2;
}

static vvi_corner random_corner(vvi_random *random, double low, double high)
{
    double x = (double)vvi_random_unit(random), y = (double)vvi_random_unit(random);
    return (vvi_corner){low + (high - low) * x, low + (high - low) * y};
}

static void coverage_is_the_area_within_sample_precision(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(1);
    double worst = 0, sum = 0;
    unsigned partial = 0;
    for (int trial = 0; trial < 400; ++trial) {
        vvi_corner p[3];
        for (int i = 0; i < 3; ++i)
            p[i] = random_corner(&random, -10, SIDE + 10);
        unsigned counts[SIDE * SIDE] = {0};
        add_triangle(p, counts, NULL);
        for (int y = 0; y < SIDE; ++y)
            for (int x = 0; x < SIDE; ++x) {
                double area = exact_area(p, x, y), error = fabs(counts[y * SIDE + x] / 16.0 - area);
                if (area < 1e-9 || area > 1 - 1e-9) {
                    assert_true(error < 0.01);
                    continue;
                }
                sum += error;
                worst = error > worst ? error : worst;
                ++partial;
            }
    }
    /* One sample is 0.0625. */
    assert_true(partial > 10000);
    assert_true(worst < 0.16);
    assert_true(sum / partial < 0.03);
}

static void edges_near_the_axes_get_all_shades(void **state)
{
    (void)state;
    for (int flip = 0; flip < 2; ++flip) {
        bool seen[17] = {false};
        for (int i = 0; i <= 64; ++i) {
            double edge = 20 + i / 64.0;
            vvi_corner p[3] = {{-500, edge}, {500, edge}, {0, -900}};
            for (int k = 0; k < 3 && flip; ++k)
                p[k] = (vvi_corner){p[k].y, p[k].x};
            unsigned counts[SIDE * SIDE] = {0};
            add_triangle(p, counts, NULL);
            seen[counts[flip ? 24 * SIDE + 20 : 20 * SIDE + 24]] = true;
        }
        for (int shade = 0; shade <= 16; ++shade)
            assert_true(seen[shade]);
    }
}

/* ---- Exactly once ------------------------------------------------------------------------------------------------ */

/* A grid of randomly moved corners, some far outside, split into triangles at random diagonals. Its outline stays
 * outside the picture, so every sample of the picture must be covered exactly once. */
static void a_mesh_covers_every_sample_exactly_once(void **state)
{
    (void)state;
    enum { N = 9 };
    vvi_random random = vvi_random_seed(2);
    for (int trial = 0; trial < 200; ++trial) {
        vvi_corner grid[N][N];
        double far = trial % 4 == 0 ? 1e6 : 20;
        for (int y = 0; y < N; ++y)
            for (int x = 0; x < N; ++x) {
                bool inner = x > 0 && y > 0 && x < N - 1 && y < N - 1;
                vvi_corner shift = random_corner(&random, -1.9, 1.9);
                grid[y][x] = (vvi_corner){x == 0       ? -far
                                          : x == N - 1 ? SIDE + far
                                                       : (x - 1) * SIDE / (N - 3.0) + (inner ? shift.x : 0),
                                          y == 0       ? -far
                                          : y == N - 1 ? SIDE + far
                                                       : (y - 1) * SIDE / (N - 3.0) + (inner ? shift.y : 0)};
                if (trial % 3 == 0) { /* on the sample grid: ties everywhere */
                    grid[y][x].x = floor(grid[y][x].x * 16) / 16 + 1.0 / 32;
                    grid[y][x].y = floor(grid[y][x].y * 16) / 16 + 1.0 / 32;
                }
            }
        unsigned counts[SIDE * SIDE] = {0};
        uint16_t once[SIDE * SIDE] = {0};
        for (int y = 0; y + 1 < N; ++y)
            for (int x = 0; x + 1 < N; ++x) {
                vvi_corner a = grid[y][x], b = grid[y][x + 1], c = grid[y + 1][x], d = grid[y + 1][x + 1];
                bool diagonal = vvi_random_next(&random) & 1;
                add_triangle(diagonal ? (vvi_corner[]){a, b, d} : (vvi_corner[]){b, a, c}, counts, once);
                add_triangle(diagonal ? (vvi_corner[]){d, a, c} : (vvi_corner[]){b, c, d}, counts, once);
            }
        for (int i = 0; i < SIDE * SIDE; ++i)
            assert_int_equal(once[i], 0xffff);
    }
}

static void orientation_and_order_of_corners_do_not_matter(void **state)
{
    (void)state;
    static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    vvi_random random = vvi_random_seed(3);
    for (int trial = 0; trial < 50; ++trial) {
        vvi_corner p[3];
        unsigned first[SIDE * SIDE] = {0};
        for (int i = 0; i < 3; ++i)
            p[i] = random_corner(&random, 0, SIDE);
        add_triangle(p, first, NULL);
        for (int k = 1; k < 6; ++k) {
            unsigned other[SIDE * SIDE] = {0};
            add_triangle((vvi_corner[]){p[orders[k][0]], p[orders[k][1]], p[orders[k][2]]}, other, NULL);
            assert_memory_equal(first, other, sizeof first);
        }
    }
}

static void degenerate_and_huge_triangles_are_safe(void **state)
{
    (void)state;
    unsigned counts[SIDE * SIDE] = {0};
    assert_int_equal(add_triangle((vvi_corner[]){{5, 5}, {5, 5}, {5, 5}}, counts, NULL), 0);
    assert_int_equal(add_triangle((vvi_corner[]){{5, 5}, {15, 15}, {25, 25}}, counts, NULL), 0);
    assert_int_equal(add_triangle((vvi_corner[]){{-50, -50}, {-40, -50}, {-50, -40}}, counts, NULL), 0);
    assert_int_equal(add_triangle((vvi_corner[]){{1e8, 0}, {1e8, 10}, {2e8, 5}}, counts, NULL), 0);
    assert_int_equal(add_triangle((vvi_corner[]){{-9e8, -9e8}, {9e8, -9e8}, {0, 9e8}}, counts, NULL), SIDE * SIDE * 16);
    vvi_random random = vvi_random_seed(4);
    for (int trial = 0; trial < 5000; ++trial) {
        vvi_corner p[3];
        double reach = trial % 3 == 0 ? 1e9 : trial % 3 == 1 ? 1e5 : 200;
        for (int i = 0; i < 3; ++i)
            p[i] = random_corner(&random, -reach, reach);
        add_triangle(p, counts, NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coverage_is_the_area_within_sample_precision),
        cmocka_unit_test(edges_near_the_axes_get_all_shades),
        cmocka_unit_test(a_mesh_covers_every_sample_exactly_once),
        cmocka_unit_test(orientation_and_order_of_corners_do_not_matter),
        cmocka_unit_test(degenerate_and_huge_triangles_are_safe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
