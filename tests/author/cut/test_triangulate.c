/* The triangulation against definitions, by brute force on small random cases: it tiles the box, its circles are empty
 * of what its triangles can see, constraints are there. */
#include "author/cut/triangulate.h"
#include "tests/testing.h"

enum { BOX = 1000 };

static void begin(vvi_triangulation *t)
{
    vvi_grid_point low = {-BOX, -BOX}, high = {BOX, BOX};
    assert_true(vvi_triangulation_create(low, high, NULL, t));
}

static uint32_t insert(vvi_triangulation *t, vvi_grid_point p)
{
    uint32_t vertex = VV_NONE;
    assert_true(vvi_insert(t, p, vvi_locate(t, p, 0, false, NULL), &vertex));
    return vertex;
}

static vvi_grid_point corner(const vvi_triangulation *t, uint32_t triangle, int k)
{
    return t->vertices[t->triangles[triangle].corner[k]].at;
}

/* Positive triangles whose areas sum to the box's, twins that agree: a tiling. */
static void check_tiling(const vvi_triangulation *t)
{
    int64_t area = 0;
    for (uint32_t i = 0; i < t->triangle_count; ++i) {
        int64_t here = vvi_orient(corner(t, i, 0), corner(t, i, 1), corner(t, i, 2));
        assert_true(here > 0);
        area += here;
        for (uint32_t k = 0; k < 3; ++k) {
            uint32_t side = 4 * i + k, twin = vvi_twin(t, side);
            if (twin == VV_NONE)
                continue;
            assert_int_equal(vvi_twin(t, twin), side);
            assert_int_equal(vvi_origin(t, twin), vvi_origin(t, vvi_next(side)));
            assert_int_equal(vvi_kind(t, twin), vvi_kind(t, side));
        }
    }
    assert_true(area == (int64_t)8 * BOX * BOX);
    for (uint32_t v = 0; v < t->vertex_count; ++v)
        assert_int_equal(vvi_origin(t, t->vertices[v].outgoing), v);
}

static vvi_grid_point thrice(vvi_grid_point p) { return (vvi_grid_point){3 * p.x, 3 * p.y}; }

/* Whether the middle of a triangle sees a vertex past all constrained edges; three times as large, it is on the
 * grid. */
static bool sees(const vvi_triangulation *t, uint32_t triangle, uint32_t vertex)
{
    vvi_grid_point a = corner(t, triangle, 0), b = corner(t, triangle, 1), c = corner(t, triangle, 2);
    vvi_grid_point middle = {a.x + b.x + c.x, a.y + b.y + c.y}, p = thrice(vvi_at(t, vertex));
    for (uint32_t i = 0; i < t->triangle_count; ++i)
        for (uint32_t k = 0; k < 3; ++k) {
            uint32_t side = 4 * i + k, u = vvi_origin(t, side), v = vvi_origin(t, vvi_next(side));
            if (vvi_kind(t, side) && u != vertex && v != vertex &&
                vvi_segments_touch(middle, p, thrice(vvi_at(t, u)), thrice(vvi_at(t, v))))
                return false;
        }
    return true;
}

static void check_empty_circles(const vvi_triangulation *t)
{
    for (uint32_t i = 0; i < t->triangle_count; ++i)
        for (uint32_t v = 0; v < t->vertex_count; ++v)
            if (vvi_in_circle(corner(t, i, 0), corner(t, i, 1), corner(t, i, 2), vvi_at(t, v)))
                assert_false(sees(t, i, v));
}

/* limit small: many points on common lines and circles, and equal points. */
static void points_are_delaunay(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(5);
    for (int round = 0; round < 60; ++round) {
        vvi_triangulation t;
        begin(&t);
        uint32_t limit = round % 2 ? 2 * BOX - 2 : 12, count = 3 + vvi_random_below(&random, 40);
        for (uint32_t i = 0; i < count; ++i) {
            vvi_grid_point p = {(int32_t)vvi_random_below(&random, limit) - (int32_t)limit / 2,
                                (int32_t)vvi_random_below(&random, limit) - (int32_t)limit / 2};
            uint32_t v = insert(&t, p);
            assert_true(vvi_same_point(vvi_at(&t, v), p));
            assert_int_equal(insert(&t, p), v);
        }
        check_tiling(&t);
        check_empty_circles(&t);
        vvi_triangulation_destroy(&t);
    }
}

/* Random segments that do not cross earlier ones become edges. What lies on the way is reported and gone through. */
static void constraints_are_edges_and_the_rest_is_delaunay(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(6);
    int made = 0, crossed = 0, through = 0;
    for (int round = 0; round < 60; ++round) {
        vvi_triangulation t;
        begin(&t);
        uint32_t limit = round % 2 ? 600 : 16, count = 10 + vvi_random_below(&random, 30);
        for (uint32_t i = 0; i < count; ++i)
            insert(&t, (vvi_grid_point){(int32_t)vvi_random_below(&random, limit),
                                        (int32_t)vvi_random_below(&random, limit)});
        for (int i = 0; i < 12; ++i) {
            uint32_t a = 4 + vvi_random_below(&random, t.vertex_count - 4);
            uint32_t b = 4 + vvi_random_below(&random, t.vertex_count - 4);
            if (a == b)
                continue;
            vvi_obstacle by;
            vvi_connected connected = vvi_connect(&t, a, b, VVI_BONE, NULL, &by);
            if (connected == VVI_CONNECTED) {
                made++;
                assert_true(vvi_kind(&t, vvi_find_side(&t, a, b)) & VVI_BONE);
            } else if (by.vertex != VV_NONE) {
                through++;
                assert_true(vvi_orient(vvi_at(&t, a), vvi_at(&t, b), vvi_at(&t, by.vertex)) == 0);
            } else {
                crossed++;
                assert_true(vvi_kind(&t, by.side));
                assert_true(vvi_segments_touch(vvi_at(&t, a), vvi_at(&t, b), vvi_at(&t, vvi_origin(&t, by.side)),
                                               vvi_at(&t, vvi_origin(&t, vvi_next(by.side)))));
            }
        }
        check_tiling(&t);
        check_empty_circles(&t);
        vvi_triangulation_destroy(&t);
    }
    assert_true(made > 100 && crossed > 20 && through > 10);
}

/* A square with a square hole: the flood fill against the definition, by each triangle's middle. */
static void the_inside_is_between_the_loops(void **state)
{
    (void)state;
    vvi_triangulation t;
    begin(&t);
    const int32_t sides[2] = {600, 200};
    vvi_obstacle by;
    for (int l = 0; l < 2; ++l) {
        int32_t s = sides[l];
        uint32_t v[4] = {insert(&t, (vvi_grid_point){-s, -s}), insert(&t, (vvi_grid_point){s, -s}),
                         insert(&t, (vvi_grid_point){s, s}), insert(&t, (vvi_grid_point){-s, s})};
        for (int k = 0; k < 4; ++k)
            assert_int_equal(vvi_connect(&t, v[k], v[(k + 1) % 4], VVI_OUTLINE, NULL, &by), VVI_CONNECTED);
    }
    assert_true(vvi_mark_inside(&t));
    vvi_random random = vvi_random_seed(7);
    for (int i = 0; i < 200; ++i)
        insert(&t, (vvi_grid_point){(int32_t)vvi_random_below(&random, 1800) - 900,
                                    (int32_t)vvi_random_below(&random, 1800) - 900});
    check_tiling(&t);
    for (uint32_t i = 0; i < t.triangle_count; ++i) {
        vvi_grid_point a = corner(&t, i, 0), b = corner(&t, i, 1), c = corner(&t, i, 2);
        int32_t x = abs(a.x + b.x + c.x), y = abs(a.y + b.y + c.y), far = x > y ? x : y;
        assert_int_equal(t.triangles[i].inside, far < 1800 && far > 600);
    }
    vvi_triangulation_destroy(&t);
}

/* Splitting an edge beside its line keeps a tiling, or is refused. */
static void a_split_beside_the_edge_never_turns_a_triangle_over(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(8);
    int refused = 0, split = 0;
    for (int round = 0; round < 300; ++round) {
        vvi_triangulation t;
        begin(&t);
        for (int i = 0; i < 12; ++i)
            insert(&t,
                   (vvi_grid_point){(int32_t)vvi_random_below(&random, 40), (int32_t)vvi_random_below(&random, 40)});
        uint32_t side = 4 * vvi_random_below(&random, t.triangle_count), vertex = VV_NONE;
        if (vvi_twin(&t, side) != VV_NONE) {
            vvi_grid_point a = vvi_at(&t, vvi_origin(&t, side)), b = vvi_at(&t, vvi_origin(&t, vvi_next(side)));
            vvi_grid_point p = {(a.x + b.x) / 2 + (int32_t)vvi_random_below(&random, 7) - 3,
                                (a.y + b.y) / 2 + (int32_t)vvi_random_below(&random, 7) - 3};
            assert_true(vvi_split(&t, side, p, &vertex));
            vertex == VV_NONE ? refused++ : split++;
        }
        check_tiling(&t);
        vvi_triangulation_destroy(&t);
    }
    assert_true(refused > 20 && split > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_delaunay),
        cmocka_unit_test(constraints_are_edges_and_the_rest_is_delaunay),
        cmocka_unit_test(the_inside_is_between_the_loops),
        cmocka_unit_test(a_split_beside_the_edge_never_turns_a_triangle_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
