/* Cutting peaks against its definition: grown from the handle by sweeps until nothing changes. */
#include "oracle.h"

#include "author/weigh/weigh_private.h"

#define HANDLES 3u

static void fill(const test_mesh *m, const uint32_t *owner, vvi_random *random, uint32_t levels, float *weights)
{
    for (uint32_t v = 0; v < m->vertex_count; v++) {
        for (uint32_t j = 0; j < HANDLES; j++) {
            float w = (float)vvi_random_below(random, levels) / (float)levels; /* few levels make plateaus */
            weights[v * HANDLES + j] = owner[v] == UINT32_MAX ? w : owner[v] == j ? 1.0f : 0.0f;
        }
    }
}

/* Cuts with both, and compares; then nothing is left to cut. */
static void compare(const test_mesh *m, uint64_t seed, uint32_t levels, float highest)
{
    vvi_random random = vvi_random_seed(seed);
    uint32_t n = m->vertex_count, held[HANDLES], count = 0;
    uint32_t *owner = malloc(n * sizeof *owner), *unknown = malloc(n * sizeof *unknown);
    uint32_t *room = calloc(5 * (size_t)n, sizeof *room);
    float *weights = calloc((size_t)n * HANDLES, sizeof *weights);
    double *truth = calloc((size_t)n * HANDLES, sizeof *truth), *shares = calloc((size_t)n * HANDLES, sizeof *shares);
    mesh_pick(m, HANDLES, &random, held);
    for (uint32_t v = 0; v < n; v++) {
        owner[v] = UINT32_MAX;
        for (uint32_t j = 0; j < HANDLES; j++)
            owner[v] = held[j] == v ? j : owner[v];
        if (owner[v] == UINT32_MAX)
            unknown[count++] = v;
        else
            shares[v * HANDLES + owner[v]] = 1.0;
    }
    fill(m, owner, &random, levels, weights);
    for (size_t i = 0; i < (size_t)n * HANDLES; i++)
        truth[i] = (double)weights[i];
    for (uint32_t j = 0; j < HANDLES; j++)
        oracle_cut_peaks(m, shares + j, HANDLES, (double)highest, truth + j);
    vvi_arena arena = {0};
    surface s;
    vv_weigh_def def = mesh_def(m, HANDLES, held);
    assert_int_equal(vvi_surface_create(&def, &arena, &s, NULL), VV_OK);
    peaks p = {.def = &def,
               .surface = &s,
               .handle_count = HANDLES,
               .unknown_count = count,
               .ripple_height = highest,
               .vertices = unknown,
               .weights = weights,
               .holder = room,
               .heap = room + n,
               .region = room + 2 * n,
               .mark = room + 3 * n,
               .cut_by = room + 4 * n};
    vvi_cut_peaks(&p);
    for (size_t i = 0; i < (size_t)n * HANDLES; i++)
        assert_true((double)weights[i] == truth[i]);
    memset(p.cut_by, 0, n * sizeof *p.cut_by);
    assert_true(vvi_cut_peaks(&p) == 0.0f);
    vvi_arena_release(&arena);
    free(owner);
    free(unknown);
    free(room);
    free(weights);
    free(truth);
    free(shares);
}

static void peaks_fall_to_the_pass_and_nothing_else_moves(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        test_mesh m = mesh_make((shape)(seed % SHAPES), 12, seed);
        compare(&m, seed, seed % 3 == 0 ? 4 : seed % 3 == 1 ? 20 : 1000000, 2.0f);
        mesh_free(&m);
    }
}

static void what_stands_high_above_its_pass_stays(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        test_mesh m = mesh_make((shape)(seed % SHAPES), 9, seed);
        compare(&m, seed, seed % 3 == 0 ? 4 : seed % 3 == 1 ? 20 : 1000000, seed % 2 ? 0.31f : 0.12f);
        mesh_free(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(peaks_fall_to_the_pass_and_nothing_else_moves),
        cmocka_unit_test(what_stands_high_above_its_pass_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
