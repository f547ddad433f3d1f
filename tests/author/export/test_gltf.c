/* glTF out: read again it is the same motion and the same figure. check_export.py looks at the files' structure. */
#include "author/export/model.h"
#include "author/import/import.h"
#include "tests/author/export/figures.h"

static vv_model read_again(const vv_bytes *bytes, double rate)
{
    vv_model model = {0};
    vv_error error = {0};
    vv_result result = vv_import_gltf(bytes->data, bytes->count, "a.gltf", NULL, rate, NULL, &model, &error);
    if (result != VV_OK)
        fail_msg("%s: %s", error.path, error.message);
    return model;
}

static void takes_go_round(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        vv_take take = make_take(seed, 1 + (uint32_t)seed * 7, seed == 5 ? 1 : 130, seed % 2 == 0);
        vv_bytes bytes = {0};
        assert_int_equal(vv_export_gltf(&take, NULL, seed % 3 == 0, NULL, &bytes, NULL), VV_OK);
        vv_model model = read_again(&bytes, take.rate);
        assert_true(model.take_count == 1 && model.mesh_count == 0 && model.warning_count == 0);
        assert_string_equal(model.takes[0].name, take.name);
        is_same_motion(&take, &model.takes[0]);
        vv_model_destroy(&model);
        vv_bytes_release(&bytes, NULL);
        vv_take_destroy(&take);
    }
}

static void figures_go_round(void **state)
{
    (void)state;
    vv_take take = make_take(4, 12, 20, true);
    skinned_strip f = make_figure(&take, 300);
    f.figure.form = &f.form;
    for (int binary = 0; binary < 2; binary++) {
        vv_bytes bytes = {0};
        assert_int_equal(vv_export_gltf(&take, &f.figure, binary, NULL, &bytes, NULL), VV_OK);
        vv_model model = read_again(&bytes, take.rate);
        assert_int_equal(model.mesh_count, 1);
        const vv_model_mesh *mesh = &model.meshes[0];
        assert_string_equal(mesh->form.name, "body");
        assert_int_equal(mesh->form.vertex_count, 300);
        assert_memory_equal(mesh->form.triangles, f.form.triangles, 3 * 298 * sizeof *f.form.triangles);
        assert_memory_equal(mesh->colors, f.colors, 300 * sizeof *f.colors);
        for (uint32_t i = 0; i < 300; i++) {
            assert_true(vv_vec3_length(vv_vec3_sub(mesh->form.positions[i], f.form.positions[i])) < 1e-5f);
            assert_true(vv_vec3_dot(mesh->normals[i], f.normals[i]) > 1.0f - 1e-5f);
        }
        is_same_skin(&take, &f.figure, &model);
        vv_model_destroy(&model);
        vv_bytes_release(&bytes, NULL);
    }
    free_figure(&f);
    vv_take_destroy(&take);
}

static void failed_allocations_are_survived(void **state)
{
    (void)state;
    vv_take take = make_take(4, 5, 4, true);
    skinned_strip f = make_figure(&take, 12);
    f.figure.form = &f.form;
    for (int binary = 0; binary < 2; binary++)
        for (uint64_t n = 1;; n++) {
            vv_counting counting = {.fail_at = n};
            vv_allocator allocator = vv_counting_allocator(&counting);
            vv_bytes bytes = {0};
            vv_result result = vv_export_gltf(&take, &f.figure, binary, &allocator, &bytes, NULL);
            if (result == VV_OK)
                vv_bytes_release(&bytes, &allocator);
            assert_true(counting.used == 0 && bytes.data == NULL);
            if (result == VV_OK)
                break;
            assert_int_equal(result, VV_ERROR_MEMORY);
        }
    free_figure(&f);
    vv_take_destroy(&take);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_go_round),
        cmocka_unit_test(figures_go_round),
        cmocka_unit_test(failed_allocations_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
