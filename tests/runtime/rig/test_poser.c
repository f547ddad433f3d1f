/* Preparing a drawing for posing: the reduced energy against its definition, clusters, bytes, refused input. */
#include "runtime/rig/rig.h"
#include "tests/runtime/rig/energy.h"

static void random_pose(vvi_random *random, uint32_t count, vv_affine *pose)
{
    for (uint32_t k = 0; k < 6 * count; k++)
        (&pose[0].linear.xx)[k] = 4.0f * vvi_random_unit(random) - 2.0f;
}

static void compare_energies(const drawing *d, uint32_t clusters)
{
    vv_poser *poser = drawing_poser(d, clusters);
    direct_energy direct = direct_prepare(d, poser);
    vv_posing *posing = NULL;
    vv_affine pose[VV_RIG_MAX_HANDLES];
    vvi_random random = vvi_random_seed(clusters);
    assert_int_equal(vv_posing_create(poser, 1, NULL, &posing, NULL), VV_OK);
    for (int round = 0; round < 10; round++) {
        random_pose(&random, d->handle_count, pose);
        assert_int_equal(vv_posing_set_pose(posing, pose, NULL), VV_OK);
        double expected = direct_evaluate(&direct, pose);
        assert_true(expected > 0.01 && fabs(vvi_posing_energy(posing) - expected) < 1e-10 * expected);
    }
    vv_posing_destroy(posing, NULL);
    direct_free(&direct);
    vv_poser_destroy(poser, NULL);
}

static void the_reduced_energy_is_that_of_the_triangles(void **state)
{
    (void)state;
    drawing bar = drawing_bar(12, 4);
    compare_energies(&bar, 1024); /* every triangle its own cluster */
    compare_energies(&bar, 7);
    compare_energies(&bar, 1);
    drawing_free(&bar);
}

static void energies_agree_over_layers_and_idle_handles(void **state)
{
    (void)state;
    drawing d = {0};
    const vv_vec2 places[5] = {{0.2f, 0.5f}, {1.5f, 0.5f}, {3.0f, 0.5f}, {9.0f, 0.2f}, {40.0f, 3.0f}};
    drawing_add_grid(&d, 5, 3, (vv_vec2){0.0f, 0.0f}, (vv_vec2){1.6f, 1.0f}, 0.2f);
    drawing_add_grid(&d, 5, 3, (vv_vec2){1.4f, 0.0f}, (vv_vec2){3.2f, 1.0f}, 0.2f); /* shares handles with the first */
    drawing_add_grid(&d, 2, 2, (vv_vec2){8.0f, 0.0f}, (vv_vec2){9.0f, 1.0f}, 0.2f); /* on its own */
    drawing_add_handles(&d, 5, places, 1.5f);                                       /* the last moves nothing */
    compare_energies(&d, 1024);
    compare_energies(&d, 6);
    drawing_free(&d);
}

static void a_cluster_lies_in_one_piece(void **state)
{
    (void)state;
    drawing d = {0};
    const vv_vec2 places[2] = {{0.5f, 0.5f}, {5.0f, 0.5f}};
    for (uint32_t i = 0; i < 4; i++)
        drawing_add_grid(&d, 3 + i, 4, (vv_vec2){1.5f * (float)i, 0.0f}, (vv_vec2){1.5f * (float)i + 1.0f, 1.0f}, 0.2f);
    drawing_add_handles(&d, 2, places, 9.0f);
    for (uint32_t wanted = 1; wanted < 20; wanted++) {
        vv_poser *poser = drawing_poser(&d, wanted);
        uint32_t owner[64], count = vv_poser_cluster_count(poser);
        assert_int_equal(count, wanted < 4 ? 4 : wanted);
        memset(owner, 0xff, sizeof owner);
        for (uint32_t l = 0; l < d.layer_count; l++)
            for (uint32_t t = 0; t < d.layers[l].triangle_count; t++) {
                uint32_t c = vv_poser_cluster(poser, d.layers[l].triangle_start + t);
                assert_true(c < count && (owner[c] == UINT32_MAX || owner[c] == l));
                owner[c] = l;
            }
        for (uint32_t c = 0; c < count; c++)
            assert_true(owner[c] != UINT32_MAX); /* none is empty */
        vv_poser_destroy(poser, NULL);
    }
    drawing_free(&d);
}

/* Two thousand specks: more pieces than clusters may be. */
static void a_drawing_of_dust_is_prepared(void **state)
{
    (void)state;
    drawing d = {.handle_count = 0};
    uint32_t specks = 2000;
    d.positions = calloc(3 * specks, sizeof *d.positions);
    d.triangles = calloc(3 * specks, sizeof *d.triangles);
    for (uint32_t v = 0; v < 3 * specks; v++) {
        float x = (float)(v / 3 % 50), y = (float)(v / 3 / 50);
        d.positions[v] = (vv_vec2){x + (v % 3 == 1 ? 0.5f : 0.0f), y + (v % 3 == 2 ? 0.5f : 0.0f)};
        d.triangles[v] = v;
    }
    d.vertex_count = 3 * specks;
    d.triangle_count = specks;
    d.layers[0] = (vv_layer){0, 3 * specks, 0, specks};
    d.layer_count = 1;
    drawing_add_handles(&d, 2, (vv_vec2[2]){{0.0f, 0.0f}, {50.0f, 40.0f}}, 70.0f);
    vv_poser *poser = drawing_poser(&d, 20);
    assert_int_equal(vv_poser_cluster_count(poser), 20);
    vv_poser_destroy(poser, NULL);
    drawing_free(&d);
}

/* Weights that sum to 1 but are as far outside 0…1 as they may be; those beyond are refused. */
static void wild_weights_do_no_harm(void **state)
{
    (void)state;
    drawing d = drawing_bar(12, 4);
    for (uint32_t v = 0; v < d.vertex_count; v += 3) {
        float *row = d.weights + 5 * v;
        memset(row, 0, 5 * sizeof *row);
        row[0] = VV_RIG_MAX_WEIGHT;
        row[1] = -VV_RIG_MAX_WEIGHT;
        row[2] = 1.0f;
    }
    vv_poser *poser = drawing_poser(&d, 9);
    vv_posing *posing = NULL;
    vv_pin pin = {.kind = VV_PIN_ROTATION, .handle = 2, .to = {1.0f, 2.0f}, .angle = 1.0f};
    assert_int_equal(vv_posing_create(poser, 1, NULL, &posing, NULL), VV_OK);
    if (vv_posing_set_pins(posing, 1, &pin, NULL) == VV_OK)
        vv_posing_solve(posing, 10, 0.0f);
    assert_true(vvi_all_finite(&vv_posing_pose(posing)->linear.xx, 30));
    vv_posing_destroy(posing, NULL);
    vv_poser_destroy(poser, NULL);
    drawing_free(&d);
}

static vv_poser_def def_of(const drawing *d)
{
    vv_poser_def def = vv_default_poser_def();
    def.mesh = drawing_mesh(d);
    def.handle_count = d->handle_count;
    def.handles = d->handles;
    def.weights = d->weights;
    return def;
}

static void bad_input_is_refused(void **state)
{
    (void)state;
    drawing d = drawing_bar(4, 2);
    vv_poser_def def = def_of(&d);
    vv_poser *poser = NULL;
    vv_error error = {0};
    def.cluster_count = 0;
    assert_int_equal(vv_poser_create(&def, NULL, &poser, &error), VV_ERROR_LIMIT);
    def.cluster_count = VV_RIG_MAX_CLUSTERS + 1;
    assert_int_equal(vv_poser_create(&def, NULL, &poser, &error), VV_ERROR_LIMIT);
    def = def_of(&d);
    def.handle_count = 0;
    assert_int_equal(vv_poser_create(&def, NULL, &poser, &error), VV_ERROR_LIMIT);
    def = def_of(&d);
    d.handles[3].from.x = NAN;
    assert_int_equal(vv_poser_create(&def, NULL, &poser, &error), VV_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "handle 3"));
    d.handles[3].from.x = 3.0f;
    d.weights[7] = 5.0f;
    assert_int_equal(vv_poser_create(&def, NULL, &poser, &error), VV_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "vertex 1"));
    d.weights[7] = INFINITY;
    assert_int_equal(vv_poser_create(&def, NULL, &poser, &error), VV_ERROR_ARGUMENT);
    d.triangles[4] = 4000;
    assert_int_not_equal(vv_poser_create(&def, NULL, &poser, &error), VV_OK);
    assert_null(poser);
    drawing_free(&d);
}

static void running_out_of_memory_leaks_nothing(void **state)
{
    (void)state;
    drawing d = drawing_bar(6, 2);
    vv_poser_def def = def_of(&d);
    def.cluster_count = 4;
    vv_result result = VV_ERROR_MEMORY;
    uint64_t n = 0;
    while (result != VV_OK) {
        vv_counting counting = {.fail_at = ++n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_poser *poser = NULL;
        result = vv_poser_create(&def, &allocator, &poser, NULL);
        assert_true(result == VV_OK || result == VV_ERROR_MEMORY);
        vv_poser_destroy(poser, &allocator);
        assert_int_equal(counting.used, 0);
    }
    assert_true(n > 4); /* each of its four allocations failed once */
    drawing_free(&d);
}

static void equal_defs_give_equal_bytes(void **state)
{
    (void)state;
    drawing d = drawing_bar(20, 6);
    vv_poser *a = drawing_poser(&d, 20), *b = drawing_poser(&d, 20);
    assert_int_equal(vvi_poser_bytes(a), vvi_poser_bytes(b));
    assert_memory_equal(a, b, vvi_poser_bytes(a));
    assert_int_equal(vvi_poser_verify(a, vvi_poser_bytes(a), NULL), VV_OK);
    assert_int_equal(vv_poser_handle_count(a), 5);
    assert_int_equal(vv_poser_vertex_count(a), d.vertex_count);
    assert_int_equal(vv_poser_triangle_count(a), d.triangle_count);
    vv_poser_destroy(a, NULL);
    vv_poser_destroy(b, NULL);
    drawing_free(&d);
}

/* What a program does with a poser it loaded. */
static void use(const vv_poser *poser)
{
    vv_posing *posing = NULL;
    vv_pin pins[2] = {{.kind = VV_PIN_ROTATION, .to = {1.0f, 2.0f}, .angle = 1.0f},
                      {.kind = VV_PIN_MESH_POINT, .at = {1, {0.2f, 0.3f, 0.5f}}, .to = {3.0f, 0.0f}}};
    assert_int_equal(vv_posing_create(poser, 4, NULL, &posing, NULL), VV_OK);
    if (vv_posing_set_pins(posing, 2, pins, NULL) == VV_OK) {
        vv_posing_solve(posing, 4, 0.0f);
        pins[0].to.x = 5.0f;
        assert_int_equal(vv_posing_move_pin(posing, 0, &pins[0], NULL), VV_OK);
        vv_posing_solve(posing, 4, 0.0f);
        assert_true(vvi_all_finite(&vv_posing_pose(posing)->linear.xx, 6 * (size_t)vv_poser_handle_count(poser)));
    }
    for (uint32_t t = 0; t < vv_poser_triangle_count(poser); t++)
        assert_true(vv_poser_cluster(poser, t) < vv_poser_cluster_count(poser));
    vv_posing_destroy(posing, NULL);
}

static void damaged_bytes_never_harm(void **state)
{
    (void)state;
    drawing d = {0};
    drawing_add_grid(&d, 2, 1, (vv_vec2){0.0f, 0.0f}, (vv_vec2){2.0f, 1.0f}, 0.0f);
    drawing_add_handles(&d, 2, (vv_vec2[2]){{0.2f, 0.5f}, {1.7f, 0.4f}}, 2.5f);
    vv_poser *poser = drawing_poser(&d, 3);
    size_t bytes = vvi_poser_bytes(poser), refused = 0, passed = 0;
    use(poser);
    for (size_t length = 0; length < bytes; length++) {
        void *copy = aligned_alloc(16, (length + 31) / 16 * 16);
        memcpy(copy, poser, length);
        assert_int_not_equal(vvi_poser_verify(copy, length, NULL), VV_OK);
        free(copy);
    }
    unsigned char *copy = aligned_alloc(64, bytes);
    const unsigned char masks[] = {0x01, 0x80, 0xff, 0x40};
    for (size_t k = 0; k < bytes * sizeof masks; k++) {
        memcpy(copy, poser, bytes);
        copy[k / sizeof masks] ^= masks[k % sizeof masks];
        if (vvi_poser_verify(copy, bytes, NULL) != VV_OK) {
            refused++;
        } else {
            passed++;
            use((const vv_poser *)(void *)copy);
        }
    }
    assert_true(refused > 400 && passed > 400);
    assert_int_equal(vvi_poser_verify(copy + 8, bytes - 8, NULL), VV_ERROR_ARGUMENT);
    free(copy);
    vv_poser_destroy(poser, NULL);
    vv_poser_destroy(NULL, NULL);
    drawing_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reduced_energy_is_that_of_the_triangles),
        cmocka_unit_test(energies_agree_over_layers_and_idle_handles),
        cmocka_unit_test(a_cluster_lies_in_one_piece),
        cmocka_unit_test(a_drawing_of_dust_is_prepared),
        cmocka_unit_test(wild_weights_do_no_harm),
        cmocka_unit_test(bad_input_is_refused),
        cmocka_unit_test(running_out_of_memory_leaks_nothing),
        cmocka_unit_test(equal_defs_give_equal_bytes),
        cmocka_unit_test(damaged_bytes_never_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
