/* Weights against an independent interior-point solver, and against closed forms and symmetries. */
#include "oracle.h"

static void agrees(const test_mesh *m, const vv_weigh_def *def, double tolerance)
{
    uint32_t n = m->vertex_count, handles = def->handle_count;
    double *shares = calloc((size_t)n * handles, sizeof *shares);
    for (uint32_t j = 0; j < handles; j++) {
        for (uint32_t i = def->starts[j]; i < def->starts[j + 1]; i++)
            shares[def->held[i] * handles + j] = 1.0;
    }
    for (uint32_t v = 0; v < n; v++) {
        double holders = 0.0;
        for (uint32_t j = 0; j < handles; j++)
            holders += shares[v * handles + j];
        for (uint32_t j = 0; j < handles && holders > 0.0; j++)
            shares[v * handles + j] /= holders;
    }
    float *weights = calloc((size_t)n * handles, sizeof *weights);
    vv_weigh_report report;
    assert_int_equal(vv_weigh(def, NULL, NULL, weights, &report, NULL), VV_OK);
    assert_int_equal(report.unconverged, 0);
    double *truth = oracle_weigh(m, handles, shares), worst = 0.0, mean = 0.0;
    for (size_t i = 0; i < (size_t)n * handles; i++) {
        worst = fmax(worst, fabs((double)weights[i] - truth[i]));
        mean += fabs((double)weights[i] - truth[i]) / (double)(n * handles);
    }
    if (worst > tolerance)
        print_error("worst %g mean %g\n", worst, mean);
    assert_true(worst <= tolerance);
    free(shares);
    free(weights);
    free(truth);
}

static void matches_the_interior_point_solver(void **state)
{
    (void)state;
    uint32_t held[8];
    for (shape kind = REGULAR; kind < SHAPES; kind++) {
        for (uint64_t seed = 1; seed <= 3; seed++) {
            test_mesh m = mesh_make(kind, kind == LIMBS ? 16 : kind == ELL ? 12 : 10, seed);
            vvi_random random = vvi_random_seed(seed);
            mesh_pick(&m, 4, &random, held);
            vv_weigh_def def = mesh_def(&m, 4, held);
            agrees(&m, &def, 1e-4);
            mesh_free(&m);
        }
    }
}

static void matches_with_handles_of_many_vertices(void **state)
{
    (void)state;
    test_mesh m = mesh_make(JITTERED, 10, 5);
    uint32_t held[22], starts[4] = {0, 11, 21, 22};
    for (uint32_t i = 0; i < 11; i++)
        held[i] = i; /* the first vertices are near the lower edge */
    for (uint32_t i = 0; i < 10; i++)
        held[11 + i] = m.vertex_count - 1 - i;
    held[21] = m.vertex_count / 2;
    vv_weigh_def def = {m.vertex_count, m.triangle_count, 3, m.positions, m.triangles, starts, held, NULL};
    agrees(&m, &def, 1e-4);
    mesh_free(&m);
}

/* Two bones that meet: the vertices at the joint are half of each. */
static void matches_where_handles_share_vertices(void **state)
{
    (void)state;
    test_mesh m = mesh_make(JITTERED, 10, 6);
    double left[3] = {0.1, 0.4, 0.0}, joint[3] = {0.5, 0.5, 0.0}, right[3] = {0.9, 0.3, 0.0};
    vv_weigh_handle grips[3] = {{.bone = true}, {.bone = true}, {.from = {0.5, 0.9, 0.0}, .to = {0.5, 0.9, 0.0}}};
    memcpy(grips[0].from, left, sizeof left);
    memcpy(grips[0].to, joint, sizeof joint);
    memcpy(grips[1].from, joint, sizeof joint);
    memcpy(grips[1].to, right, sizeof right);
    uint32_t starts[4], held[64], shared = 0;
    vv_weigh_def def = {m.vertex_count, m.triangle_count, 3, m.positions, m.triangles, starts, held, NULL};
    assert_int_equal(vv_weigh_find_held_vertices(&def, 3, grips, NULL, starts, NULL, NULL), VV_OK);
    assert_true(starts[3] <= 64);
    assert_int_equal(vv_weigh_find_held_vertices(&def, 3, grips, NULL, starts, held, NULL), VV_OK);
    for (uint32_t i = starts[0]; i < starts[1]; i++) {
        for (uint32_t k = starts[1]; k < starts[2]; k++)
            shared += held[i] == held[k];
    }
    assert_true(shared > 0);
    agrees(&m, &def, 1e-4);
    mesh_free(&m);
}

/* Nearly all the energy is between two handles side by side; the rest of the mesh must be right all the same. */
static void matches_with_handles_side_by_side(void **state)
{
    (void)state;
    shape kinds[3] = {NOISY, GRADED, LIMBS};
    for (int k = 0; k < 3; k++) {
        for (uint64_t seed = 1; seed <= 8; seed++) {
            test_mesh m = mesh_make(kinds[k], kinds[k] == LIMBS ? 20 : 10, seed);
            uint32_t *corners = m.triangles + 3 * ((m.triangle_count - 1) * (seed - 1) / 7), held[2];
            held[0] = corners[0];
            held[1] = corners[1];
            vv_weigh_def def = mesh_def(&m, 2, held);
            agrees(&m, &def, 2e-4);
            mesh_free(&m);
        }
    }
}

/* A surface in space: the Laplacian is intrinsic, so a sheet rolled to a cylinder keeps the weights of the flat one. */
static void bending_without_stretching_changes_nothing(void **state)
{
    (void)state;
    test_mesh m = mesh_make(REGULAR, 14, 1);
    uint32_t held[3] = {0, 100, 200};
    vv_weigh_def def = mesh_def(&m, 3, held);
    float *flat = calloc(3 * (size_t)m.vertex_count, sizeof *flat),
          *bent = calloc(3 * (size_t)m.vertex_count, sizeof *bent);
    assert_int_equal(vv_weigh(&def, NULL, NULL, flat, NULL, NULL), VV_OK);
    for (uint32_t v = 0; v < m.vertex_count; v++) {
        /* Fold by a right angle along a line of edges: lengths and triangles stay exactly as they are. */
        double *p = m.positions + 3 * (size_t)v;
        if (p[0] > 0.5) {
            p[2] = p[0] - 0.5;
            p[0] = 0.5;
        }
    }
    assert_int_equal(vv_weigh(&def, NULL, NULL, bent, NULL, NULL), VV_OK);
    for (size_t i = 0; i < 3 * (size_t)m.vertex_count; i++)
        assert_true(fabs((double)(flat[i] - bent[i])) < 1e-5);
    free(flat);
    free(bent);
    mesh_free(&m);
}

/* A strip held at both ends: mirrored handles have mirrored weights, and they add up to 1 in the middle. */
static void a_symmetric_strip_has_symmetric_weights(void **state)
{
    (void)state;
    enum { LENGTH = 21 };
    double positions[3 * 3 * LENGTH] = {0};
    uint32_t triangles[3 * 8 * LENGTH], count = 0, held[6], starts[3] = {0, 3, 6};
    for (uint32_t i = 0; i < LENGTH; i++) {
        for (uint32_t j = 0; j < 3; j++) {
            positions[3 * (3 * i + j)] = i;
            positions[3 * (3 * i + j) + 1] = j;
        }
    }
    for (uint32_t i = 0; i + 1 < LENGTH; i++) { /* diagonals mirrored about both middle lines */
        for (uint32_t j = 0; j < 2; j++) {
            uint32_t a = 3 * i + j, b = a + 3, c = b + 1, d = a + 1;
            bool flip = (i < LENGTH / 2) != (j == 1);
            uint32_t cell[2][6] = {{a, b, c, a, c, d}, {a, b, d, b, c, d}};
            memcpy(triangles + 3 * count, cell[flip], sizeof cell[flip]);
            count += 2;
        }
    }
    for (uint32_t j = 0; j < 3; j++) {
        held[j] = j;
        held[3 + j] = 3 * (LENGTH - 1) + j;
    }
    float weights[2 * 3 * LENGTH];
    vv_weigh_def def = {3 * LENGTH, count, 2, positions, triangles, starts, held, NULL};
    assert_int_equal(vv_weigh(&def, NULL, NULL, weights, NULL, NULL), VV_OK);
    for (uint32_t i = 0; i < LENGTH; i++) {
        for (uint32_t j = 0; j < 3; j++) {
            float left = weights[2 * (3 * i + j)], right = weights[2 * (3 * (LENGTH - 1 - i) + j) + 1];
            assert_true(fabs((double)(left - right)) < 1e-5);
            assert_true(fabs((double)(left - weights[2 * (3 * i + 2 - j)])) < 1e-5);
        }
    }
    for (uint32_t j = 0; j < 3; j++)
        assert_true(fabs((double)weights[2 * (3 * (LENGTH / 2) + j)] - 0.5) < 1e-5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_the_interior_point_solver),
        cmocka_unit_test(matches_with_handles_of_many_vertices),
        cmocka_unit_test(matches_where_handles_share_vertices),
        cmocka_unit_test(matches_with_handles_side_by_side),
        cmocka_unit_test(bending_without_stretching_changes_nothing),
        cmocka_unit_test(a_symmetric_strip_has_symmetric_weights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
