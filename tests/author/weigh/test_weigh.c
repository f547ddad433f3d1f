/* Properties of the weights on many random meshes, the hard cases, and every way to fail. */
#include "meshes.h"

#include "author/base/pool.h"
#include "tests/jobs.h"

static float *weigh(const vv_weigh_def *def, vv_weigh_report *report)
{
    float *weights = calloc((size_t)def->vertex_count * def->handle_count, sizeof *weights);
    vv_error error = {0};
    vv_result result = vv_weigh(def, NULL, NULL, weights, report, &error);
    if (result != VV_OK)
        print_error("%s\n", error.message);
    assert_int_equal(result, VV_OK);
    return weights;
}

/* 0 ≤ w ≤ 1, rows sum to 1, exactly 1 on a handle's own vertices and 0 on the others'. */
static void check_rows(const vv_weigh_def *def, const float *weights)
{
    uint32_t handles = def->handle_count;
    for (uint32_t v = 0; v < def->vertex_count; v++) {
        double sum = 0.0;
        for (uint32_t j = 0; j < handles; j++) {
            float w = weights[v * handles + j];
            assert_true(w >= 0.0f && w <= 1.0f);
            sum += (double)w;
        }
        assert_true(fabs(sum - 1.0) < 1e-6);
    }
    for (uint32_t j = 0; j < handles; j++) {
        for (uint32_t i = def->starts[j]; i < def->starts[j + 1]; i++) {
            for (uint32_t k = 0; k < handles; k++)
                assert_true(weights[def->held[i] * handles + k] == (k == j ? 1.0f : 0.0f));
        }
    }
}

/* Vertices that no triangle-neighbour equals or tops, by more than `height`, and that the handle does not hold. */
static uint32_t count_peaks(const vv_weigh_def *def, const float *weights, float height)
{
    uint32_t handles = def->handle_count, peaks = 0;
    float *highest = calloc(def->vertex_count, sizeof *highest);
    for (uint32_t j = 0; j < handles; j++) {
        for (uint32_t v = 0; v < def->vertex_count; v++)
            highest[v] = -1.0f;
        for (size_t e = 0; e < 3 * (size_t)def->triangle_count; e++) {
            uint32_t a = def->triangles[e], b = def->triangles[e % 3 == 2 ? e - 2 : e + 1];
            highest[a] = vvi_max(highest[a], weights[b * handles + j]);
            highest[b] = vvi_max(highest[b], weights[a * handles + j]);
        }
        for (uint32_t i = def->starts[j]; i < def->starts[j + 1]; i++)
            highest[def->held[i]] = 2.0f;
        for (uint32_t v = 0; v < def->vertex_count; v++)
            peaks += weights[v * handles + j] > highest[v] + height;
    }
    free(highest);
    return peaks;
}

/* ---- Many meshes ------------------------------------------------------------------------------------------------- */

static void random_meshes_converge_within_bounds(void **state)
{
    (void)state;
    double worst = 0.0;
    uint32_t peaks = 0;
    for (shape kind = REGULAR; kind < SHAPES; kind++) {
        for (uint64_t seed = 1; seed <= 8; seed++) {
            vvi_random random = vvi_random_seed(100 * (uint64_t)kind + seed);
            uint32_t held[12], handles = 2 + vvi_random_below(&random, 8);
            test_mesh m = mesh_make(kind, 8 + vvi_random_below(&random, 16) + (kind == LIMBS ? 8 : 0), seed);
            mesh_pick(&m, handles, &random, held);
            vv_weigh_def def = mesh_def(&m, handles, held);
            vv_weigh_report report;
            float *weights = weigh(&def, &report);
            check_rows(&def, weights);
            assert_int_equal(report.unconverged, 0);
            assert_int_equal(report.loose_pieces, 0);
            worst = fmax(worst, report.residual);
            peaks += count_peaks(&def, weights, 0.01f);
            free(weights);
            mesh_free(&m);
        }
    }
    assert_true(worst <= VV_WEIGH_TOLERANCE && worst > 0.0);
    assert_int_equal(peaks, 0);
}

/* Neither the size of a mesh nor where it lies matters, beyond rounding of the coordinates. */
static void scale_and_place_do_not_matter(void **state)
{
    (void)state;
    test_mesh m = mesh_make(JITTERED, 14, 3);
    uint32_t held[4];
    vvi_random random = vvi_random_seed(3);
    mesh_pick(&m, 4, &random, held);
    vv_weigh_def def = mesh_def(&m, 4, held);
    float *first = weigh(&def, NULL);
    const double scales[] = {1e-90, 1e-3, 1024.0, 1e90};
    for (int k = 0; k < 4; k++) {
        double *moved = malloc(3 * (size_t)m.vertex_count * sizeof *moved);
        for (size_t i = 0; i < 3 * (size_t)m.vertex_count; i++)
            moved[i] = (m.positions[i] + (i % 3 == 0 ? 3.0 : 0.0)) * scales[k];
        def.positions = moved;
        float *second = weigh(&def, NULL);
        for (size_t i = 0; i < 4 * (size_t)m.vertex_count; i++)
            assert_true(fabs((double)(first[i] - second[i])) < 2e-4);
        free(second);
        free(moved);
    }
    free(first);
    mesh_free(&m);
}

static void the_same_bits_every_time(void **state)
{
    (void)state;
    test_mesh m = mesh_make(NOISY, 15, 4);
    uint32_t held[5];
    vvi_random random = vvi_random_seed(4);
    mesh_pick(&m, 5, &random, held);
    vv_weigh_def def = mesh_def(&m, 5, held);
    float *a = weigh(&def, NULL), *b = weigh(&def, NULL);
    assert_memory_equal(a, b, 5 * (size_t)m.vertex_count * sizeof *a);
    free(a);
    free(b);
    mesh_free(&m);
}

/* ---- Hard cases -------------------------------------------------------------------------------------------------- */

static void one_handle_moves_everything(void **state)
{
    (void)state;
    test_mesh m = mesh_make(JITTERED, 8, 1);
    uint32_t held[1] = {17};
    vv_weigh_def def = mesh_def(&m, 1, held);
    float *weights = weigh(&def, NULL);
    for (uint32_t v = 0; v < m.vertex_count; v++)
        assert_true(weights[v] == 1.0f);
    free(weights);
    mesh_free(&m);
}

static void adjacent_handles(void **state)
{
    (void)state;
    test_mesh m = mesh_make(JITTERED, 20, 1);
    uint32_t held[3] = {m.triangles[300], m.triangles[301], m.triangles[302]};
    vv_weigh_def def = mesh_def(&m, 3, held);
    vv_weigh_report report;
    float *weights = weigh(&def, &report);
    check_rows(&def, weights);
    assert_int_equal(report.unconverged, 0);
    free(weights);
    mesh_free(&m);
}

static void all_vertices_held(void **state)
{
    (void)state;
    test_mesh m = mesh_make(REGULAR, 3, 1);
    uint32_t held[16];
    for (uint32_t v = 0; v < m.vertex_count; v++)
        held[v] = v;
    vv_weigh_def def = mesh_def(&m, m.vertex_count, held);
    vv_weigh_report report;
    float *weights = weigh(&def, &report);
    check_rows(&def, weights);
    assert_int_equal(report.factorisations, 0);
    free(weights);
    mesh_free(&m);
}

/* Two copies side by side; handles on the first only, or one on the second. */
static void pieces_without_a_handle_follow_the_nearest(void **state)
{
    (void)state;
    test_mesh one = mesh_make(JITTERED, 6, 1), two = {0};
    uint32_t n = one.vertex_count, t = one.triangle_count, held[3];
    two.vertex_count = 2 * n + 1; /* and one vertex without triangles */
    two.triangle_count = 2 * t;
    two.positions = calloc(3 * (size_t)two.vertex_count, sizeof *two.positions);
    two.triangles = calloc(3 * (size_t)two.triangle_count, sizeof *two.triangles);
    for (uint32_t i = 0; i < 3 * n; i++)
        two.positions[3 * n + i] = (two.positions[i] = one.positions[i]) + (i % 3 == 0 ? 1.5 : 0.0);
    for (uint32_t i = 0; i < 3 * t; i++)
        two.triangles[3 * t + i] = (two.triangles[i] = one.triangles[i]) + n;
    two.positions[3 * 2 * n] = -5.0;
    /* The leftmost and the rightmost vertex of the first copy. */
    held[0] = held[1] = 0;
    for (uint32_t v = 1; v < n; v++) {
        held[0] = one.positions[3 * v] < one.positions[3 * held[0]] ? v : held[0];
        held[1] = one.positions[3 * v] > one.positions[3 * held[1]] ? v : held[1];
    }
    vv_weigh_def def = mesh_def(&two, 2, held);
    vv_weigh_report report;
    float *weights = weigh(&def, &report);
    check_rows(&def, weights);
    assert_int_equal(report.loose_pieces, 2);
    for (uint32_t v = n; v < 2 * n; v++)
        assert_true(weights[2 * v + 1] == 1.0f);
    assert_true(weights[2 * 2 * n] == 1.0f); /* far to the left */
    free(weights);
    /* With a handle of its own the second copy obeys it alone. */
    held[2] = n + 5;
    def = mesh_def(&two, 3, held);
    weights = weigh(&def, &report);
    assert_int_equal(report.loose_pieces, 1);
    for (uint32_t v = 0; v < n; v++) {
        assert_true(weights[3 * v + 2] == 0.0f);
        assert_true(weights[3 * (n + v) + 2] == 1.0f);
    }
    free(weights);
    mesh_free(&one);
    mesh_free(&two);
}

/* Triangles that are lines, points, doubled, or share an edge with two others; vertices that coincide. */
static void degenerate_triangles_are_survived(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        test_mesh m = mesh_make(JITTERED, 12, seed);
        vvi_random random = vvi_random_seed(seed);
        uint32_t held[4];
        mesh_pick(&m, 4, &random, held);
        for (int k = 0; k < 6; k++) { /* move vertices onto a neighbour, or nearly */
            uint32_t *t = m.triangles + 3 * (size_t)vvi_random_below(&random, m.triangle_count);
            double share = k % 2 ? 1.0 : 1.0 - 1e-9;
            for (int c = 0; c < 3; c++) {
                double *a = m.positions + 3 * (size_t)t[0], *b = m.positions + 3 * (size_t)t[1];
                a[c] += share * (b[c] - a[c]);
            }
        }
        for (int k = 0; k < 4; k++) { /* flatten triangles to lines */
            uint32_t *t = m.triangles + 3 * (size_t)vvi_random_below(&random, m.triangle_count);
            for (size_t c = 0; c < 3; c++)
                m.positions[3 * (size_t)t[2] + c] =
                    0.5 * (m.positions[3 * (size_t)t[0] + c] + m.positions[3 * (size_t)t[1] + c]);
        }
        uint32_t *t = m.triangles + 3 * (size_t)vvi_random_below(&random, m.triangle_count);
        t[1] = t[0];                                                    /* one corner twice */
        memcpy(m.triangles, m.triangles + 30, 3 * sizeof *m.triangles); /* the same triangle twice */
        m.triangles[3] = held[0];                                       /* an edge with three sides */
        vv_weigh_def def = mesh_def(&m, 4, held);
        vv_weigh_report report;
        float *weights = weigh(&def, &report);
        check_rows(&def, weights);
        free(weights);
        mesh_free(&m);
    }
}

static void a_mesh_that_is_one_point(void **state)
{
    (void)state;
    test_mesh m = mesh_make(JITTERED, 5, 1);
    memset(m.positions, 0, 3 * (size_t)m.vertex_count * sizeof *m.positions);
    uint32_t held[2] = {0, 7};
    vv_weigh_def def = mesh_def(&m, 2, held);
    float *weights = weigh(&def, NULL);
    check_rows(&def, weights);
    free(weights);
    def.triangle_count = 0;
    weights = weigh(&def, NULL);
    check_rows(&def, weights);
    free(weights);
    mesh_free(&m);
}

/* Two handles on one vertex are the same handle twice: each has half of everything. A list may name a vertex twice. */
static void shared_vertices_are_shared_equally(void **state)
{
    (void)state;
    test_mesh m = mesh_make(JITTERED, 8, 3);
    uint32_t held[4] = {5, 5, 5, 40}, starts[4] = {0, 2, 3, 4};
    vv_weigh_def def = {m.vertex_count, m.triangle_count, 3, m.positions, m.triangles, starts, held, NULL};
    float *weights = weigh(&def, NULL);
    assert_true(weights[5 * 3] == 0.5f && weights[5 * 3 + 1] == 0.5f && weights[40 * 3 + 2] == 1.0f);
    for (uint32_t v = 0; v < m.vertex_count; v++)
        assert_true(fabsf(weights[v * 3] - weights[v * 3 + 1]) < 1e-6f);
    free(weights);
    mesh_free(&m);
}

/* ---- Failures ---------------------------------------------------------------------------------------------------- */

static void refuses(const vv_weigh_def *def, vv_result expected)
{
    vv_error error = {0};
    float *weights = calloc(4096, sizeof *weights);
    assert_int_equal(vv_weigh(def, NULL, NULL, weights, NULL, &error), expected);
    assert_int_equal(error.code, expected);
    assert_true(error.message[0] != '\0');
    assert_int_equal(vv_weigh(def, NULL, NULL, weights, NULL, NULL), expected);
    free(weights);
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    test_mesh m = mesh_make(JITTERED, 5, 1);
    uint32_t held[2] = {0, 7}, none[3] = {0, 0, 1}, far[1] = {1000};
    vv_weigh_def good = mesh_def(&m, 2, held), def = good;
    def.vertex_count = 0;
    refuses(&def, VV_ERROR_LIMIT);
    def = good;
    def.vertex_count = VV_WEIGH_MAX_VERTICES + 1;
    refuses(&def, VV_ERROR_LIMIT);
    def = good;
    def.triangle_count = UINT32_MAX;
    refuses(&def, VV_ERROR_LIMIT);
    def = good;
    def.handle_count = 0;
    refuses(&def, VV_ERROR_LIMIT);
    def = good;
    def.handle_count = VV_WEIGH_MAX_HANDLES + 1;
    refuses(&def, VV_ERROR_LIMIT);
    def = good;
    def.starts = none;
    refuses(&def, VV_ERROR_ARGUMENT);
    def = good;
    def.handle_count = 1;
    def.held = far;
    refuses(&def, VV_ERROR_ARGUMENT);
    m.triangles[5] = m.vertex_count;
    refuses(&good, VV_ERROR_ARGUMENT);
    m.triangles[5] = 0;
    const double bad[] = {NAN, INFINITY, -INFINITY, 1e200};
    for (int k = 0; k < 4; k++) {
        m.positions[20] = bad[k];
        refuses(&good, VV_ERROR_ARGUMENT);
    }
    mesh_free(&m);
}

/* A fan of very many triangles round one vertex would make the bilaplacian dense. */
static void a_hub_of_many_triangles_is_refused(void **state)
{
    (void)state;
    uint32_t n = 5000, held[2] = {1, 2500};
    double *positions = calloc(3 * (size_t)n, sizeof *positions);
    uint32_t *triangles = calloc(3 * (size_t)n, sizeof *triangles);
    for (uint32_t i = 1; i + 1 < n; i++) {
        positions[3 * i] = cos(i * 1e-3);
        positions[3 * i + 1] = sin(i * 1e-3);
        triangles[3 * i + 1] = i;
        triangles[3 * i + 2] = i + 1;
    }
    test_mesh m = {n, n - 1, positions, triangles};
    vv_weigh_def def = mesh_def(&m, 2, held);
    float *weights = calloc(2 * (size_t)n, sizeof *weights);
    vv_error error = {0};
    assert_int_equal(vv_weigh(&def, NULL, NULL, weights, NULL, &error), VV_ERROR_LIMIT);
    free(weights);
    mesh_free(&m);
}

static void every_failed_allocation_is_survived(void **state)
{
    (void)state;
    test_mesh m = mesh_make(JITTERED, 9, 2);
    uint32_t held[3] = {0, 30, 70};
    vv_weigh_def def = mesh_def(&m, 3, held);
    float *weights = calloc(3 * (size_t)m.vertex_count, sizeof *weights);
    for (uint64_t n = 1;; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_error error = {0};
        vv_result result = vv_weigh(&def, &allocator, NULL, weights, NULL, &error);
        assert_true(counting.used == 0);
        if (result == VV_OK) {
            assert_true(n > 5);
            break;
        }
        assert_int_equal(result, VV_ERROR_MEMORY);
        assert_int_equal(error.code, VV_ERROR_MEMORY);
    }
    free(weights);
    mesh_free(&m);
}

typedef struct watcher {
    int calls, stop_at;
    float last;
} watcher;

static bool watch(void *user, float done)
{
    watcher *w = user;
    assert_true(done >= w->last && done <= 1.0f);
    w->last = done;
    return ++w->calls != w->stop_at;
}

static void progress_rises_and_cancels(void **state)
{
    (void)state;
    test_mesh m = mesh_make(JITTERED, 9, 2);
    uint32_t held[4] = {0, 30, 70, 80};
    vv_weigh_def def = mesh_def(&m, 4, held);
    float *weights = calloc(4 * (size_t)m.vertex_count, sizeof *weights);
    watcher w = {0};
    vv_progress progress = {watch, &w};
    assert_int_equal(vv_weigh(&def, NULL, &progress, weights, NULL, NULL), VV_OK);
    assert_true(w.calls >= 4);
    for (int stop = 1; stop <= 4; stop++) {
        w = (watcher){.stop_at = stop};
        vv_counting counting = {0};
        vv_allocator allocator = vv_counting_allocator(&counting);
        assert_int_equal(vv_weigh(&def, &allocator, &progress, weights, NULL, NULL), VV_ERROR_CANCELLED);
        assert_true(counting.used == 0);
    }
    free(weights);
    mesh_free(&m);
}

/* Handles that are solved side by side, in any order and on real threads, have the same bits and the same report. */
static void any_number_of_workers_gives_the_same_bits(void **state)
{
    (void)state;
    vv_pool *pool = NULL;
    assert_int_equal(vv_pool_create(3, &pool, NULL), VV_OK);
    for (uint32_t k = 0; k < 12; k++) {
        test_mesh m = mesh_make(JITTERED, 8 + k, k + 1);
        uint32_t held[6] = {0, 11, 23, 36, 47, 60}, count = 2 + k % 5;
        vv_weigh_def def = mesh_def(&m, count, held);
        vv_weigh_report alone = {0}, shared = {0};
        float *expected = weigh(&def, &alone);
        for (uint32_t way = 0; way < 6; way++) {
            serial_jobs s;
            vv_jobs serial = serial_jobs_of(&s, way + 1u, way % 2 != 0, k);
            watcher w = {0};
            vv_progress progress = {watch, &w};
            float *weights = calloc((size_t)m.vertex_count * count, sizeof *weights);
            def.jobs = way == 5 ? vv_pool_jobs(pool) : &serial;
            assert_int_equal(vv_weigh(&def, NULL, &progress, weights, &shared, NULL), VV_OK);
            assert_memory_equal(weights, expected, (size_t)m.vertex_count * count * sizeof *weights);
            assert_memory_equal(&shared, &alone, sizeof alone);
            assert_true(w.calls >= 1);
            free(weights);
        }
        free(expected);
        mesh_free(&m);
    }
    vv_pool_destroy(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_meshes_converge_within_bounds),
        cmocka_unit_test(scale_and_place_do_not_matter),
        cmocka_unit_test(the_same_bits_every_time),
        cmocka_unit_test(any_number_of_workers_gives_the_same_bits),
        cmocka_unit_test(one_handle_moves_everything),
        cmocka_unit_test(adjacent_handles),
        cmocka_unit_test(all_vertices_held),
        cmocka_unit_test(pieces_without_a_handle_follow_the_nearest),
        cmocka_unit_test(degenerate_triangles_are_survived),
        cmocka_unit_test(a_mesh_that_is_one_point),
        cmocka_unit_test(shared_vertices_are_shared_equally),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(a_hub_of_many_triangles_is_refused),
        cmocka_unit_test(every_failed_allocation_is_survived),
        cmocka_unit_test(progress_rises_and_cancels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
