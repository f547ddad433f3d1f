/* Which vertices handles hold. */
#include "meshes.h"

/* A 5 × 5 grid of vertices, 1 apart; vertex 5·y + x. */
static test_mesh grid(void)
{
    test_mesh m = mesh_make(REGULAR, 4, 1), ordered = m;
    ordered.positions = calloc(3 * 25, sizeof(double));
    ordered.triangles = calloc(3 * (size_t)m.triangle_count, sizeof(uint32_t));
    for (uint32_t v = 0; v < 25; v++) {
        ordered.positions[3 * v] = v % 5;
        ordered.positions[3 * v + 1] = (double)(v / 5);
    }
    for (uint32_t i = 0; i < 3 * m.triangle_count; i++) {
        const double *p = m.positions + 3 * (size_t)m.triangles[i];
        ordered.triangles[i] = 5 * (uint32_t)(4.0 * p[1] + 0.5) + (uint32_t)(4.0 * p[0] + 0.5);
    }
    mesh_free(&m);
    return ordered;
}

static vv_weigh_handle point(double x, double y) { return (vv_weigh_handle){false, {x, y, 0.0}, {x, y, 0.0}}; }
static vv_weigh_handle bone(double x0, double y0, double x1, double y1)
{
    return (vv_weigh_handle){true, {x0, y0, 0.0}, {x1, y1, 0.0}};
}

static void holds(uint32_t count, const vv_weigh_handle *grips, const char *expected)
{
    test_mesh m = grid();
    vv_weigh_def def = mesh_def(&m, 0, NULL);
    uint32_t starts[30], held[100];
    char text[400] = "";
    assert_int_equal(vv_weigh_find_held_vertices(&def, count, grips, NULL, starts, held, NULL), VV_OK);
    for (uint32_t j = 0; j < count; j++) {
        for (uint32_t i = starts[j]; i < starts[j + 1]; i++)
            sprintf(text + strlen(text), "%s%u", i > starts[j] ? "," : "", held[i]);
        strcat(text, j + 1 < count ? " " : "");
    }
    assert_string_equal(text, expected);
    mesh_free(&m);
}

static void a_point_takes_the_nearest_vertex(void **state)
{
    (void)state;
    vv_weigh_handle grips[] = {point(0.0, 0.0), point(2.4, 1.3), point(100.0, 100.0)};
    holds(3, grips, "0 7 24");
}

static void a_bone_takes_what_is_near_it(void **state)
{
    (void)state;
    vv_weigh_handle along[] = {bone(0.0, 1.0, 3.0, 1.0)};
    holds(1, along, "5,6,7,8"); /* mean edge 1.14: within 0.57 */
    vv_weigh_handle between[] = {bone(0.0, 1.5, 3.0, 1.5)};
    holds(1, between, "5,6,7,8,10,11,12,13");
    vv_weigh_handle off[] = {bone(0.0, -3.0, 4.0, -3.0)}; /* none in reach: the nearest, the first of equals */
    holds(1, off, "0");
    vv_weigh_handle beyond[] = {bone(-3.0, -1.0, -2.0, -1.0)};
    holds(1, beyond, "0");
    vv_weigh_handle short_one[] = {bone(2.1, 2.1, 2.2, 2.1)};
    holds(1, short_one, "12");
}

/* A tube of radius 1 around the diagonal of space, its rings half a unit apart. */
enum { SIDES = 12, RINGS = 21 };
static void make_tube(double *positions, uint32_t *triangles)
{
    const double axis[3] = {1 / sqrt(3), 1 / sqrt(3), 1 / sqrt(3)}, right[3] = {1 / sqrt(2), -1 / sqrt(2), 0};
    const double up[3] = {1 / sqrt(6), 1 / sqrt(6), -2 / sqrt(6)};
    for (uint32_t v = 0; v < SIDES * RINGS; v++) {
        double angle = 6.283185307179586 * (v % SIDES) / SIDES, along = 0.5 * (v / SIDES);
        for (int k = 0; k < 3; k++)
            positions[3 * v + (uint32_t)k] = along * axis[k] + cos(angle) * right[k] + sin(angle) * up[k];
    }
    for (uint32_t v = 0; v < SIDES * (RINGS - 1); v++) {
        uint32_t next = v % SIDES == SIDES - 1 ? v + 1 - SIDES : v + 1;
        const uint32_t cell[6] = {v, next, v + SIDES, next, next + SIDES, v + SIDES};
        memcpy(triangles + 6 * (size_t)v, cell, sizeof cell);
    }
}

/* The skin is 1 away from bones along the middle: whole rings are held, 1 unit of each end and joint is left free. */
static void a_bone_inside_a_limb_holds_the_skin_all_around(void **state)
{
    (void)state;
    static double positions[3 * SIDES * RINGS];
    static uint32_t triangles[6 * SIDES * (RINGS - 1)];
    make_tube(positions, triangles);
    vv_weigh_def def = {SIDES * RINGS, 2 * SIDES * (RINGS - 1), 0, positions, triangles, NULL, NULL, NULL};
    const double near = 5 / sqrt(3), far = 8 / sqrt(3), end = 10 / sqrt(3);
    vv_weigh_handle grips[3] = {{true, {0, 0, 0}, {near, near, near}},
                                {true, {near, near, near}, {far, far, far}},
                                {true, {far, far, far}, {end, end, end}}};
    const uint32_t first[3] = {2, 12, 18},
                   last[3] = {8, 14, 18}; /* rings; the third bone is as short as the tube is wide */
    uint32_t starts[4], held[SIDES * RINGS];
    assert_int_equal(vv_weigh_find_held_vertices(&def, 3, grips, NULL, starts, held, NULL), VV_OK);
    for (uint32_t j = 0; j < 3; j++) {
        assert_int_equal(starts[j + 1] - starts[j], SIDES * (last[j] - first[j] + 1));
        for (uint32_t i = starts[j]; i < starts[j + 1]; i++)
            assert_int_equal(held[i], SIDES * first[j] + i - starts[j]);
    }
}

static void a_point_has_its_vertex_for_itself(void **state)
{
    (void)state;
    vv_weigh_handle same[] = {point(2.0, 2.0), point(2.0, 2.0)}; /* the second goes to the next */
    holds(2, same, "12 7");
    vv_weigh_handle nearer[] = {point(2.3, 2.0), point(2.0, 2.0)};
    holds(2, nearer, "13 12");
    vv_weigh_handle on_bone[] = {bone(0.0, 0.0, 2.0, 0.0), point(1.0, 0.0)};
    holds(2, on_bone, "0,2 1");
    vv_weigh_handle inside[] = {bone(0.0, 0.0, 0.2, 0.0), point(0.0, 0.0)}; /* nothing left in reach: the nearest */
    holds(2, inside, "1 0");
}

static void bones_share(void **state)
{
    (void)state;
    vv_weigh_handle joint[] = {bone(0.0, 0.0, 2.0, 0.0), bone(2.0, 0.0, 4.0, 0.0)};
    holds(2, joint, "0,1,2 2,3,4");
    vv_weigh_handle twice[] = {bone(0.0, 0.0, 3.0, 0.0), bone(0.0, 0.0, 3.0, 0.0)};
    holds(2, twice, "0,1,2,3 0,1,2,3");
    vv_weigh_handle away[] = {bone(0.0, -9.0, 3.0, -9.0), bone(0.0, -8.0, 3.0, -8.0)};
    holds(2, away, "0 0");
}

static void as_many_points_as_vertices_but_not_more(void **state)
{
    (void)state;
    test_mesh m = grid();
    vv_weigh_def def = mesh_def(&m, 0, NULL);
    vv_weigh_handle grips[26];
    uint32_t starts[27], held[25];
    vv_error error = {0};
    for (int j = 0; j < 26; j++)
        grips[j] = point(1.0, 1.0);
    assert_int_equal(vv_weigh_find_held_vertices(&def, 25, grips, NULL, starts, held, &error), VV_OK);
    assert_int_equal(starts[25], 25);
    assert_int_equal(vv_weigh_find_held_vertices(&def, 26, grips, NULL, starts, NULL, &error), VV_ERROR_ARGUMENT);
    assert_true(error.remedy[0] != '\0');
    grips[25] = bone(0.0, 0.0, 1.0, 1.0); /* every vertex is a point's */
    assert_int_equal(vv_weigh_find_held_vertices(&def, 26, grips, NULL, starts, NULL, &error), VV_ERROR_ARGUMENT);
    mesh_free(&m);
}

/* A vertex that no triangle uses is passed over, unless there are no triangles at all. */
static void unused_vertices_are_passed_over(void **state)
{
    (void)state;
    double positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 0};
    uint32_t triangles[] = {0, 1, 2}, starts[2], held[4];
    vv_weigh_def def = {4, 1, 0, positions, triangles, NULL, NULL, NULL};
    vv_weigh_handle grip = point(5.0, 5.0);
    assert_int_equal(vv_weigh_find_held_vertices(&def, 1, &grip, NULL, starts, held, NULL), VV_OK);
    assert_int_equal(held[0], 1);
    def.triangle_count = 0;
    assert_int_equal(vv_weigh_find_held_vertices(&def, 1, &grip, NULL, starts, held, NULL), VV_OK);
    assert_int_equal(held[0], 3);
}

static void bad_numbers_and_failed_allocations(void **state)
{
    (void)state;
    test_mesh m = grid();
    vv_weigh_def def = mesh_def(&m, 0, NULL);
    uint32_t starts[3], held[25];
    vv_weigh_handle grips[] = {point(0.0, NAN), bone(0.0, 0.0, INFINITY, 0.0), bone(0.0, 0.0, 3.0, 0.0)};
    for (int k = 0; k < 2; k++)
        assert_int_equal(vv_weigh_find_held_vertices(&def, 1, grips + k, NULL, starts, held, NULL), VV_ERROR_ARGUMENT);
    for (uint64_t n = 1;; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_result result = vv_weigh_find_held_vertices(&def, 1, grips + 2, &allocator, starts, held, NULL);
        assert_true(counting.used == 0);
        if (result == VV_OK)
            break;
        assert_int_equal(result, VV_ERROR_MEMORY);
    }
    m.positions[0] = NAN;
    assert_int_equal(vv_weigh_find_held_vertices(&def, 1, grips + 2, NULL, starts, held, NULL), VV_ERROR_ARGUMENT);
    mesh_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_point_takes_the_nearest_vertex),
        cmocka_unit_test(a_bone_takes_what_is_near_it),
        cmocka_unit_test(a_bone_inside_a_limb_holds_the_skin_all_around),
        cmocka_unit_test(a_point_has_its_vertex_for_itself),
        cmocka_unit_test(bones_share),
        cmocka_unit_test(as_many_points_as_vertices_but_not_more),
        cmocka_unit_test(unused_vertices_are_passed_over),
        cmocka_unit_test(bad_numbers_and_failed_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
