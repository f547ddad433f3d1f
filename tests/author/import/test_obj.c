/* OBJ: what it understands, what it refuses, and that no bytes can hurt it. */
#include "tests/testing.h"

#include "author/import/import.h"
#include "runtime/base/base.h"

#include <math.h>

static vv_result read(const char *text, vv_obj *obj, vv_error *error)
{
    *error = (vv_error){0};
    *obj = (vv_obj){0};
    return vv_import_obj(text, strlen(text), "test.obj", NULL, obj, error);
}

static void is_read(const char *text, uint32_t vertices, uint32_t triangles, const uint32_t *corners)
{
    vv_obj obj;
    vv_error error;
    assert_int_equal(read(text, &obj, &error), VV_OK);
    assert_int_equal(obj.vertex_count, vertices);
    assert_int_equal(obj.triangle_count, triangles);
    assert_memory_equal(obj.triangles, corners, 3 * (size_t)triangles * sizeof *corners);
    vv_obj_destroy(&obj, NULL);
    assert_null(obj.positions);
}

#define SQUARE "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"

static void faces_of_every_form(void **state)
{
    (void)state;
    const uint32_t fan[] = {0, 1, 2, 0, 2, 3};
    is_read(SQUARE "f 1 2 3\nf 1 3 4\n", 4, 2, fan);
    is_read(SQUARE "f 1 2 3 4\n", 4, 2, fan);
    is_read(SQUARE "f 1/1 2/2/2 3//3 4/7/9\n", 4, 2, fan);
    is_read(SQUARE "f -4 -3 -2 -1\n", 4, 2, fan);
    is_read("f 1 2 3 4\n" SQUARE, 4, 2, fan); /* faces may come first */
    is_read("# a comment\r\no thing\r\nvn 0 0 1\r\nvt 0 0\r\n" SQUARE "\r\ns off\r\nusemtl x\r\nf 1 2 3 4\r\nl 1 2", 4,
            2, fan);
    is_read(SQUARE "f 1 2 \\\n 3 4", 4, 2, fan);
    is_read(SQUARE "f 1 2 3 4 # the front", 4, 2, fan);
    is_read("\xEF\xBB\xBF" SQUARE "f 1 2 3 4 #", 4, 2, fan);
    is_read("\t v 0 0\n v 1 0 0 1.0\n v 1 1 0 .5 .5 .5\nv 0 1 0\n  f   1\t2 3 4  ", 4, 2, fan);
}

static void numbers_of_every_form(void **state)
{
    (void)state;
    vv_obj obj;
    vv_error error;
    assert_int_equal(read("v 1.5 -.25 +3\nv 2. 1e-3 -1.5E+2\nv .5e1 0 007\nf 1 2 3\n", &obj, &error), VV_OK);
    const double expected[] = {1.5, -0.25, 3.0, 2.0, 1e-3, -150.0, 5.0, 0.0, 7.0};
    for (int i = 0; i < 9; i++)
        assert_true(obj.positions[i] == expected[i]);
    vv_obj_destroy(&obj, NULL);
}

static void is_refused(const char *text, vv_result code, uint32_t line)
{
    vv_obj obj;
    vv_error error;
    vv_result result = read(text, &obj, &error);
    assert_int_equal(result, code);
    assert_int_equal(error.code, code);
    assert_int_equal(error.line, line);
    assert_string_equal(error.file, "test.obj");
    assert_true(error.message[0] && error.remedy[0]);
    assert_null(obj.positions);
    assert_int_equal(vv_import_obj(text, strlen(text), "test.obj", NULL, &obj, NULL), code);
}

static void nonsense_is_refused_with_its_line(void **state)
{
    (void)state;
    is_refused("", VV_ERROR_FORMAT, 0);
    is_refused("hello\nworld\n", VV_ERROR_FORMAT, 0);
    is_refused(SQUARE, VV_ERROR_FORMAT, 0);
    is_refused("f 1 2 3\n", VV_ERROR_FORMAT, 0);
    is_refused(SQUARE "f 1 2\n", VV_ERROR_FORMAT, 5);
    is_refused(SQUARE "f\n", VV_ERROR_FORMAT, 5);
    is_refused(SQUARE "f 1 2 0\n", VV_ERROR_FORMAT, 5);
    is_refused(SQUARE "f 1 2 3\n\nf 1 2 5\n", VV_ERROR_FORMAT, 7);
    is_refused(SQUARE "f 1 2 -5\n", VV_ERROR_FORMAT, 5);
    is_refused(SQUARE "f 1 2 x\n", VV_ERROR_FORMAT, 5);
    is_refused(SQUARE "f 1 2 3.5\n", VV_ERROR_FORMAT, 5);
    is_refused(SQUARE "f 1 2 /3\n", VV_ERROR_FORMAT, 5);
    is_refused(SQUARE "f 1 2 99999999999999999999\n", VV_ERROR_FORMAT, 5);
    is_refused("v 0 0 0\nv 1 nan 0\nv 1 1 0\nf 1 2 3\n", VV_ERROR_FORMAT, 2);
    is_refused("v 0 0 0\nv 1 inf 0\nv 1 1 0\nf 1 2 3\n", VV_ERROR_FORMAT, 2);
    is_refused("v 0 0 0\nv 1 1e999 0\nv 1 1 0\nf 1 2 3\n", VV_ERROR_FORMAT, 2);
    is_refused("v 0 0 0\nv 1\nv 1 1 0\nf 1 2 3\n", VV_ERROR_FORMAT, 2);
    is_refused("v 0 0 0\nv 1 2,5 0\nv 1 1 0\nf 1 2 3\n", VV_ERROR_FORMAT, 2);
    is_refused("v 0 0 0\nv 1 . 0\nv 1 1 0\nf 1 2 3\n", VV_ERROR_FORMAT, 2);
}

static void too_much_is_refused(void **state)
{
    (void)state;
    size_t lines = VV_MESH_MAX_VERTICES + 1;
    char *text = malloc(8 * lines), *at = text;
    for (size_t i = 0; i < lines; i++, at += 8)
        memcpy(at, "v 0 0 0\n", 8);
    vv_obj obj;
    vv_error error = {0};
    assert_int_equal(vv_import_obj(text, 8 * lines, "test.obj", NULL, &obj, &error), VV_ERROR_LIMIT);
    free(text);
}

/* Every prefix, and every byte changed in turn: an answer or an error, never a crash; the copy is exactly as long as
 * the text, so that a sanitizer sees any step beyond. */
static void cut_and_corrupted_texts_are_survived(void **state)
{
    (void)state;
    const char *whole = SQUARE "f 1/1/1 2//2 3 -1\n# end\nf 1 2 \\\n 4\nv 1e3 -.5 2.\n";
    const char bytes[] = {0, '\n', '\r', '\\', '/', '-', '+', '.', 'e', '9', 'f', 'v', ' ', (char)0xff};
    size_t length = strlen(whole);
    for (size_t cut = 0; cut <= length; cut++) {
        for (size_t k = 0; k < sizeof bytes; k++) {
            size_t size = k == 0 ? cut : length;
            char *copy = malloc(size + 1);
            memcpy(copy + 1, whole, size);
            if (k > 0 && cut < length)
                copy[1 + cut] = bytes[k];
            vv_obj obj = {0};
            vv_error error = {0};
            vv_result result = vv_import_obj(copy + 1, size, "test.obj", NULL, &obj, &error);
            for (uint32_t i = 0; result == VV_OK && i < 3 * obj.triangle_count; i++)
                assert_true(obj.triangles[i] < obj.vertex_count);
            for (uint32_t i = 0; result == VV_OK && i < 3 * obj.vertex_count; i++)
                assert_true(isfinite(obj.positions[i]));
            assert_true(result == VV_OK || error.message[0]);
            vv_obj_destroy(&obj, NULL);
            free(copy);
        }
    }
}

static void failed_allocations_are_survived(void **state)
{
    (void)state;
    const char *text = SQUARE "f 1 2 3 4\n";
    for (uint64_t n = 1;; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_obj obj = {0};
        vv_result result = vv_import_obj(text, strlen(text), "test.obj", &allocator, &obj, NULL);
        vv_obj_destroy(&obj, &allocator);
        assert_true(counting.used == 0);
        if (result == VV_OK)
            break;
        assert_int_equal(result, VV_ERROR_MEMORY);
    }
}

static void real_meshes_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t vertices, triangles;
    } files[] = {{"weights/knight/decimated-knight.obj", 502, 1000},
                 {"forms/cheburashka/cheburashka.obj", 6669, 13334}};
    const char *data = testing_data();
    for (size_t k = 0; data && k < 2; k++) {
        char path[1024], *text = malloc(1 << 20);
        snprintf(path, sizeof path, "%s/%s", data, files[k].name);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        size_t length = fread(text, 1, 1 << 20, file);
        fclose(file);
        vv_obj obj;
        assert_int_equal(vv_import_obj(text, length, path, NULL, &obj, NULL), VV_OK);
        assert_int_equal(obj.vertex_count, files[k].vertices);
        assert_int_equal(obj.triangle_count, files[k].triangles);
        vv_obj_destroy(&obj, NULL);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faces_of_every_form),
        cmocka_unit_test(numbers_of_every_form),
        cmocka_unit_test(nonsense_is_refused_with_its_line),
        cmocka_unit_test(too_much_is_refused),
        cmocka_unit_test(cut_and_corrupted_texts_are_survived),
        cmocka_unit_test(failed_allocations_are_survived),
        cmocka_unit_test(real_meshes_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
