/* Checking a mesh from outside, its area, and picking. */
#include "grids.h"
#include "tests/testing.h"

static bool ring(uint32_t x, uint32_t y) { return x != 4 || y != 4; }

static void a_good_mesh_passes(void **state)
{
    (void)state;
    grid g;
    make_grid(&g, NULL);
    vv_error error = {0};
    assert_int_equal(vv_mesh_check(&g.mesh, &error), VV_OK);
    vv_vec2 uvs[GRID_VERTICES] = {{0}};
    g.mesh.uvs = uvs;
    assert_int_equal(vv_mesh_check(&g.mesh, &error), VV_OK);
}

/* Each damage alone is refused, with a sentence. */
static void every_damage_is_refused(void **state)
{
    (void)state;
    vv_vec2 uvs[GRID_VERTICES] = {{0}};
    for (int damage = 0; damage < 16; ++damage) {
        grid g;
        make_grid(&g, NULL);
        vv_layer two[2] = {{0, 50, 0, 10}, {50, 50, 10, g.mesh.triangle_count - 10}};
        switch (damage) {
        case 0:
            g.mesh.vertex_count = 0;
            break;
        case 1:
            g.mesh.triangle_count = 0;
            break;
        case 2:
            g.mesh.layer_count = 0;
            break;
        case 3:
            g.mesh.vertex_count = VV_MESH_MAX_VERTICES + 1;
            break;
        case 4:
            g.mesh.positions = NULL;
            break;
        case 5:
            g.mesh.triangles = NULL;
            break;
        case 6:
            g.mesh.layers = NULL;
            break;
        case 7:
            g.positions[7].y = NAN;
            break;
        case 8:
            g.positions[99].x = INFINITY;
            break;
        case 9:
            uvs[3].x = NAN, g.mesh.uvs = uvs;
            break;
        case 10:
            g.triangles[5] = GRID_VERTICES;
            break;
        case 11:
            g.triangles[1] = g.triangles[0];
            break;
        case 12:
            g.triangles[0] = 1, g.triangles[1] = 0;
            break;
        case 13:
            g.layer.triangle_count -= 1;
            break;
        case 14:
            g.layer.vertex_count = UINT32_MAX;
            break;
        case 15:
            g.mesh.layers = two, g.mesh.layer_count = 2;
            break; /* triangles reach into the other layer */
        default:
            break;
        }
        vv_error error = {0};
        vv_result result = vv_mesh_check(&g.mesh, &error);
        assert_int_equal(result, damage == 3 ? VV_ERROR_LIMIT : VV_ERROR_ARGUMENT);
        assert_int_equal(error.code, result);
        assert_true(error.message[0] != 0);
    }
}

static void the_area_of_a_ring_is_its_squares(void **state)
{
    (void)state;
    grid g;
    make_grid(&g, ring);
    assert_true(vv_mesh_area(&g.mesh) == (float)(GRID_SIDE * GRID_SIDE - 1));
}

static void picking_gives_back_the_point(void **state)
{
    (void)state;
    grid g;
    make_grid(&g, ring);
    vvi_random random = vvi_random_seed(3);
    int found = 0;
    for (int i = 0; i < 2000; ++i) {
        vv_vec2 p = {vvi_random_unit(&random) * 11.0f - 1.0f, vvi_random_unit(&random) * 11.0f - 1.0f};
        bool inside =
            p.x > 0 && p.y > 0 && p.x < GRID_SIDE && p.y < GRID_SIDE && !(p.x > 4 && p.x < 5 && p.y > 4 && p.y < 5);
        vv_mesh_point at;
        assert_int_equal(vv_mesh_pick(&g.mesh, NULL, p, &at), inside);
        if (!inside)
            continue;
        found++;
        vv_vec2 back = {0};
        for (uint32_t k = 0; k < 3; ++k) {
            assert_true(at.weights[k] >= -1e-6f && at.weights[k] <= 1.0f);
            back = vv_vec2_add(back, vv_vec2_scale(g.positions[g.triangles[3 * at.triangle + k]], at.weights[k]));
        }
        assert_true(vv_vec2_distance(back, p) < 2e-6f);
    }
    assert_true(found > 1000);
}

/* Two layers one over the other, the upper one moved away: picking sees the upper one where it is, mirrored or not. */
static void the_last_layer_is_on_top(void **state)
{
    (void)state;
    vv_vec2 rest[6] = {{0, 0}, {4, 0}, {0, 4}, {0, 0}, {4, 0}, {0, 4}};
    uint32_t triangles[6] = {0, 1, 2, 3, 4, 5};
    vv_layer layers[2] = {{0, 3, 0, 1}, {3, 3, 1, 1}};
    vv_mesh mesh = {6, 2, 2, rest, NULL, triangles, layers};
    assert_int_equal(vv_mesh_check(&mesh, NULL), VV_OK);
    vv_mesh_point at;
    assert_true(vv_mesh_pick(&mesh, NULL, (vv_vec2){1, 1}, &at));
    assert_int_equal(at.triangle, 1);
    vv_vec2 moved[6] = {{0, 0}, {4, 0}, {0, 4}, {10, 0}, {6, 0}, {10, 4}};
    assert_true(vv_mesh_pick(&mesh, moved, (vv_vec2){1, 1}, &at));
    assert_int_equal(at.triangle, 0);
    assert_true(vv_mesh_pick(&mesh, moved, (vv_vec2){9, 1}, &at));
    assert_int_equal(at.triangle, 1);
    vv_vec2 flat[6] = {{0, 0}, {4, 0}, {8, 0}, {0, 0}, {4, 0}, {8, 0}};
    assert_false(vv_mesh_pick(&mesh, flat, (vv_vec2){3, 0}, &at));
}

static void bounds_are_those_of_all_vertices(void **state)
{
    (void)state;
    const vv_vec2 rest[4] = {{1.0f, -2.0f}, {-3.0f, 0.5f}, {0.0f, 4.0f}, {2.5f, 0.0f}};
    const vv_vec2 moved[4] = {{9.0f, 9.0f}, {8.0f, 7.0f}, {8.5f, 6.0f}, {9.5f, 9.5f}};
    const vv_mesh mesh = {.vertex_count = 4, .positions = rest};
    vv_vec2 low, high;
    vv_mesh_bounds(&mesh, NULL, &low, &high);
    assert_true(low.x == -3.0f && low.y == -2.0f && high.x == 2.5f && high.y == 4.0f);
    vv_mesh_bounds(&mesh, moved, &low, &high);
    assert_true(low.x == 8.0f && low.y == 6.0f && high.x == 9.5f && high.y == 9.5f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_mesh_passes),
        cmocka_unit_test(every_damage_is_refused),
        cmocka_unit_test(the_area_of_a_ring_is_its_squares),
        cmocka_unit_test(bounds_are_those_of_all_vertices),
        cmocka_unit_test(picking_gives_back_the_point),
        cmocka_unit_test(the_last_layer_is_on_top),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
