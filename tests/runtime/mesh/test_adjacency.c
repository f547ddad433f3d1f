/* Adjacency against brute force over all pairs of vertices. */
#include "grids.h"
#include "tests/testing.h"

static bool two_islands(uint32_t x, uint32_t y) { return x != 4 && (x != 6 || y != 6); }

/* How many triangles have an edge from a to b, in this direction. */
static uint32_t sides_between(const vv_mesh *mesh, uint32_t a, uint32_t b)
{
    uint32_t count = 0;
    for (uint32_t c = 0; c < 3 * mesh->triangle_count; ++c)
        count += mesh->triangles[c] == a && mesh->triangles[c % 3 == 2 ? c - 2 : c + 1] == b;
    return count;
}

static void neighbours_edges_and_boundary_match_brute_force(void **state)
{
    (void)state;
    grid g;
    make_grid(&g, two_islands);
    vvi_adjacency a;
    assert_int_equal(vvi_adjacency_create(&g.mesh, NULL, &a, NULL), VV_OK);
    uint32_t edge = 0, boundary = 0;
    for (uint32_t i = 0; i < GRID_VERTICES; ++i) {
        uint32_t at = a.starts[i];
        for (uint32_t j = 0; j < GRID_VERTICES; ++j) {
            uint32_t forth = sides_between(&g.mesh, i, j), back = sides_between(&g.mesh, j, i);
            if (forth + back == 0)
                continue;
            assert_int_equal(a.neighbours[at++], j);
            if (back == 0) {
                assert_int_equal(a.boundary[2 * boundary], i);
                assert_int_equal(a.boundary[2 * boundary++ + 1], j);
            }
            if (i > j)
                continue;
            assert_int_equal(a.edges[2 * edge], i);
            assert_int_equal(a.edges[2 * edge + 1], j);
            assert_int_equal(a.edge_triangles[2 * edge + 1] != VV_NONE, forth + back == 2);
            for (uint32_t k = 0; k < 2 && a.edge_triangles[2 * edge + k] != VV_NONE; ++k) {
                const uint32_t *c = g.triangles + 3 * a.edge_triangles[2 * edge + k];
                assert_true((c[0] == i || c[1] == i || c[2] == i) && (c[0] == j || c[1] == j || c[2] == j));
            }
            edge++;
        }
        assert_int_equal(at, a.starts[i + 1]);
    }
    assert_int_equal(edge, a.edge_count);
    assert_int_equal(boundary, a.boundary_count);
    vvi_adjacency_destroy(&a);
}

static void triangles_around_a_vertex_are_all_and_only_those(void **state)
{
    (void)state;
    grid g;
    make_grid(&g, two_islands);
    vvi_adjacency a;
    assert_int_equal(vvi_adjacency_create(&g.mesh, NULL, &a, NULL), VV_OK);
    for (uint32_t i = 0; i < GRID_VERTICES; ++i) {
        uint32_t at = a.triangle_starts[i];
        for (uint32_t t = 0; t < g.mesh.triangle_count; ++t)
            if (g.triangles[3 * t] == i || g.triangles[3 * t + 1] == i || g.triangles[3 * t + 2] == i)
                assert_int_equal(a.triangles[at++], t);
        assert_int_equal(at, a.triangle_starts[i + 1]);
    }
    vvi_adjacency_destroy(&a);
}

static void pieces_are_counted_and_numbered(void **state)
{
    (void)state;
    grid g;
    make_grid(&g, two_islands);
    vvi_adjacency a;
    assert_int_equal(vvi_adjacency_create(&g.mesh, NULL, &a, NULL), VV_OK);
    assert_int_equal(a.component_count, 2);
    for (uint32_t i = 0; i < GRID_VERTICES; ++i)
        assert_int_equal(a.components[i], i % (GRID_SIDE + 1) > 4);
    vvi_adjacency_destroy(&a);
}

/* Ascending, and as many of each value as before. */
static void lists_are_sorted(void **state)
{
    (void)state;
    enum { MOST = 60 };
    vvi_random random = vvi_random_seed(4);
    for (uint32_t count = 0; count <= MOST; ++count) {
        uint32_t values[MOST], before[MOST / 2] = {0}, after[MOST / 2] = {0};
        for (uint32_t i = 0; i < count; ++i)
            before[values[i] = vvi_random_below(&random, MOST / 2)]++;
        vvi_sort_ascending(values, count);
        for (uint32_t i = 0; i < count; ++i) {
            assert_true(i == 0 || values[i - 1] <= values[i]);
            after[values[i]]++;
        }
        assert_memory_equal(before, after, sizeof before);
    }
}

static void triangles_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    vv_vec2 at[5] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {0.5f, 2}};
    uint32_t twice[6] = {0, 1, 2, 0, 1, 3}, thrice[9] = {0, 1, 2, 1, 3, 2, 1, 4, 2};
    vv_layer layers[2] = {{0, 5, 0, 2}, {0, 5, 0, 3}};
    vv_mesh meshes[2] = {{5, 2, 1, at, NULL, twice, &layers[0]}, {5, 3, 1, at, NULL, thrice, &layers[1]}};
    for (int i = 0; i < 2; ++i) {
        vvi_adjacency a;
        vv_error error = {0};
        assert_int_equal(vvi_adjacency_create(&meshes[i], NULL, &a, &error), VV_ERROR_ARGUMENT);
        vvi_adjacency_destroy(&a);
    }
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    grid g;
    make_grid(&g, two_islands);
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    bool done = false;
    for (uint64_t n = 1; !done; ++n) {
        assert_true(n < 1000);
        counting.fail_at = n;
        vvi_adjacency a;
        vv_result result = vvi_adjacency_create(&g.mesh, &allocator, &a, NULL);
        done = result == VV_OK;
        if (done)
            vvi_adjacency_destroy(&a);
        else
            assert_int_equal(result, VV_ERROR_MEMORY);
        assert_int_equal(counting.used, 0);
    }
    assert_true(counting.fail_at > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_edges_and_boundary_match_brute_force),
        cmocka_unit_test(triangles_around_a_vertex_are_all_and_only_those),
        cmocka_unit_test(pieces_are_counted_and_numbered),
        cmocka_unit_test(lists_are_sorted),
        cmocka_unit_test(triangles_that_do_not_fit_are_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
