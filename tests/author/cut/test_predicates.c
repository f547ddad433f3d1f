/* The predicates against other formulas, at the limits of the grid, and on points that are exactly on a
 * circle or a line. */
#include "author/cut/predicates.h"
#include "runtime/base/base.h"
#include "tests/testing.h"

#include <math.h>

static vvi_grid_point random_point(vvi_random *random, int32_t limit)
{
    return (vvi_grid_point){(int32_t)vvi_random_below(random, (uint32_t)(2 * limit)) - limit,
                            (int32_t)vvi_random_below(random, (uint32_t)(2 * limit)) - limit};
}

/* |x y 1| by cofactors, without moving the origin: less than 2⁴⁵. */
static int64_t determinant3(vvi_grid_point a, vvi_grid_point b, vvi_grid_point c)
{
    return (int64_t)a.x * b.y - (int64_t)a.y * b.x + (int64_t)b.x * c.y - (int64_t)b.y * c.x + (int64_t)c.x * a.y -
           (int64_t)c.y * a.x;
}

static int64_t lift(vvi_grid_point p) { return (int64_t)p.x * p.x + (int64_t)p.y * p.y; }

/* |x y x²+y² 1| expanded along the third column, without moving the origin. The sum is less than 2⁹¹, so doubles give
 * it to 2⁴² at worst; where they say that it is less than 2⁶⁰, it is what the same sum modulo 2⁶⁴ says, exactly. */
static int in_circle_sign(vvi_grid_point a, vvi_grid_point b, vvi_grid_point c, vvi_grid_point d)
{
    const int64_t lifts[4] = {lift(a), -lift(b), lift(c), -lift(d)};
    const int64_t minors[4] = {determinant3(b, c, d), determinant3(a, c, d), determinant3(a, b, d),
                               determinant3(a, b, c)};
    double rounded = 0.0;
    uint64_t modulo = 0;
    for (int i = 0; i < 4; i++) {
        rounded += (double)lifts[i] * (double)minors[i];
        modulo += (uint64_t)lifts[i] * (uint64_t)minors[i];
    }
    if (fabs(rounded) > 0x1p60)
        return rounded > 0.0 ? 1 : -1;
    return modulo == 0 ? 0 : modulo >> 63 ? -1 : 1;
}

static void orientation_matches_the_determinant(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(1);
    for (int i = 0; i < 200000; ++i) {
        int32_t limit = i % 2 ? VVI_GRID_LIMIT : 8;
        vvi_grid_point a = random_point(&random, limit), b = random_point(&random, limit),
                       c = random_point(&random, limit);
        assert_true(vvi_orient(a, b, c) == determinant3(a, b, c));
    }
}

static void in_circle_matches_the_determinant(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(2);
    int on = 0;
    for (int i = 0; i < 400000; ++i) {
        const int32_t limits[4] = {VVI_GRID_LIMIT, 1 << 14, 1 << 15, 6};
        int32_t limit = limits[i % 4];
        vvi_grid_point p[4];
        for (int k = 0; k < 4; ++k)
            p[k] = random_point(&random, limit);
        int64_t turn = vvi_orient(p[0], p[1], p[2]);
        if (turn == 0)
            continue;
        if (turn < 0) {
            vvi_grid_point swap = p[1];
            p[1] = p[2], p[2] = swap;
        }
        int sign = in_circle_sign(p[0], p[1], p[2], p[3]);
        assert_int_equal(vvi_in_circle(p[0], p[1], p[2], p[3]), sign > 0);
        on += sign == 0;
    }
    assert_true(on > 100);
}

/* Pythagorean points: (±a, ±b) and (±b, ±a) lie on one circle, exactly, and one step decides. */
static void a_point_on_the_circle_is_not_inside_it(void **state)
{
    (void)state;
    const int32_t triples[4][2] = {{3, 4}, {20, 21}, {696, 697}, {803760, 1606681}};
    for (int i = 0; i < 4; ++i) {
        int32_t x = triples[i][0], y = triples[i][1];
        vvi_grid_point a = {x, y}, b = {-y, x}, c = {-x, -y}, d = {y, -x};
        assert_false(vvi_in_circle(a, b, c, d));
        d.x -= 1;
        assert_true(vvi_in_circle(a, b, c, d));
        d.x += 2;
        assert_false(vvi_in_circle(a, b, c, d));
    }
}

/* Two segments share a point where some pair of parameters solves the linear system: by Cramer's rule, or, for parallel
 * ones, by projecting ends. */
static bool touch_reference(vvi_grid_point a, vvi_grid_point b, vvi_grid_point c, vvi_grid_point d)
{
    int64_t rx = b.x - a.x, ry = b.y - a.y, sx = d.x - c.x, sy = d.y - c.y, qx = c.x - a.x, qy = c.y - a.y;
    int64_t det = rx * sy - ry * sx, t = qx * sy - qy * sx, u = qx * ry - qy * rx;
    if (det != 0) {
        if (det < 0)
            det = -det, t = -t, u = -u;
        return t >= 0 && t <= det && u >= 0 && u <= det;
    }
    if ((rx != 0 || ry != 0) && (qx * ry - qy * rx != 0 || (int64_t)(d.x - a.x) * ry - (int64_t)(d.y - a.y) * rx != 0))
        return false;
    if (rx == 0 && ry == 0 && (qx * sy - qy * sx != 0))
        return false;
    bool x = (a.x < b.x ? a.x : b.x) <= (c.x > d.x ? c.x : d.x) && (c.x < d.x ? c.x : d.x) <= (a.x > b.x ? a.x : b.x);
    bool y = (a.y < b.y ? a.y : b.y) <= (c.y > d.y ? c.y : d.y) && (c.y < d.y ? c.y : d.y) <= (a.y > b.y ? a.y : b.y);
    return x && y;
}

static void touching_segments_are_found(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(3);
    int touching = 0;
    for (int i = 0; i < 300000; ++i) {
        int32_t limit = i % 3 ? 4 : VVI_GRID_LIMIT;
        vvi_grid_point p[4];
        for (int k = 0; k < 4; ++k)
            p[k] = random_point(&random, limit);
        bool touch = touch_reference(p[0], p[1], p[2], p[3]);
        assert_int_equal(vvi_segments_touch(p[0], p[1], p[2], p[3]), touch);
        touching += touch;
    }
    assert_true(touching > 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orientation_matches_the_determinant),
        cmocka_unit_test(in_circle_matches_the_determinant),
        cmocka_unit_test(a_point_on_the_circle_is_not_inside_it),
        cmocka_unit_test(touching_segments_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
