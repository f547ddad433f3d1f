/* TGF: which handles come out, in which order, and what is refused. */
#include "tests/testing.h"

#include "author/import/import.h"
#include "runtime/base/base.h"

#include <math.h>

static void is_read(const char *text, const char *expected)
{
    vv_tgf tgf = {0};
    vv_error error = {0};
    char found[1000] = "";
    assert_int_equal(vv_import_tgf(text, strlen(text), "test.tgf", NULL, &tgf, &error), VV_OK);
    for (uint32_t j = 0; j < tgf.handle_count; j++) {
        const vv_tgf_handle *h = &tgf.handles[j];
        sprintf(found + strlen(found), "%s(%g %g %g)", j ? " " : "", h->from[0], h->from[1], h->from[2]);
        if (h->bone)
            sprintf(found + strlen(found), "-(%g %g %g)", h->to[0], h->to[1], h->to[2]);
        else
            assert_memory_equal(h->from, h->to, sizeof h->from);
    }
    assert_string_equal(found, expected);
    vv_tgf_destroy(&tgf, NULL);
    assert_null(tgf.handles);
}

#define POINTS "1 0 0 0\n2 1 0 0\n3 2 0.5 0\n4 9 9 9\n"

static void points_come_first_then_bones(void **state)
{
    (void)state;
    is_read(POINTS, "(0 0 0) (1 0 0) (2 0.5 0) (9 9 9)");
    is_read(POINTS "#\n", "(0 0 0) (1 0 0) (2 0.5 0) (9 9 9)");
    is_read("\xEF\xBB\xBF" POINTS "#\n", "(0 0 0) (1 0 0) (2 0.5 0) (9 9 9)");
    is_read(POINTS "#\n2 3\n1 2\n", "(9 9 9) (1 0 0)-(2 0.5 0) (0 0 0)-(1 0 0)");
    is_read(POINTS "#\n1 2 1 0 0\n", "(2 0.5 0) (9 9 9) (0 0 0)-(1 0 0)");
    is_read(POINTS "#\n1 2 0 1 0\n2 3 0 0 1\n", "(0 0 0) (1 0 0) (2 0.5 0) (9 9 9)"); /* no bones */
    is_read(POINTS "#\n1 2\n#\nanything at all\n", "(2 0.5 0) (9 9 9) (0 0 0)-(1 0 0)");
    is_read("   1 .5 -2\r\n\r\n  2 1e1 +3 4.\r\n  #\r\n", "(0.5 -2 0) (10 3 4)");
    is_read("7 0 0 0\n7 1 1 1\n# \n1\t2", "(0 0 0)-(1 1 1)"); /* the index column is not used */
}

static void is_refused(const char *text, uint32_t line)
{
    vv_tgf tgf = {0};
    vv_error error = {0};
    assert_int_equal(vv_import_tgf(text, strlen(text), "test.tgf", NULL, &tgf, &error), VV_ERROR_FORMAT);
    assert_int_equal(error.line, line);
    assert_string_equal(error.file, "test.tgf");
    assert_true(error.message[0] && error.remedy[0]);
    assert_null(tgf.handles);
    assert_int_equal(vv_import_tgf(text, strlen(text), "test.tgf", NULL, &tgf, NULL), VV_ERROR_FORMAT);
}

static void nonsense_is_refused_with_its_line(void **state)
{
    (void)state;
    is_refused("", 0);
    is_refused("#\n", 1);
    is_refused("1 0\n", 1);
    is_refused("a 0 0 0\n", 1);
    is_refused("1 0 0 0\n2 0 nan 0\n", 2);
    is_refused("1 0 0 0\n2 0 inf 0\n", 2);
    is_refused("1 0 0 1e400\n", 1);
    is_refused(POINTS "#\n1 5\n", 6);
    is_refused(POINTS "#\n0 1\n", 6);
    is_refused(POINTS "#\n1 -1\n", 6);
    is_refused(POINTS "#\n2 2\n", 6);
    is_refused(POINTS "#\n1\n", 6);
    is_refused(POINTS "#\n1 2 yes\n", 6);
}

static void too_many_are_refused(void **state)
{
    (void)state;
    char *text = malloc(64 * 1024), *at = text;
    for (int i = 0; i < 257; i++)
        at += sprintf(at, "%d %d 0 0\n", i + 1, i);
    is_refused(text, 257); /* 257 points that are handles */
    char *bones = at;
    at += sprintf(at, "#\n");
    for (int i = 0; i < 257; i++)
        at += sprintf(at, "%d %d\n", 1 + i % 256, 257);
    is_refused(text, 257 + 1 + 257);
    at = bones;
    for (int i = 257; i < 513; i++)
        at += sprintf(at, "%d %d 0 0\n", i + 1, i);
    is_refused(text, 513);
    free(text);
}

static void cut_and_corrupted_texts_are_survived(void **state)
{
    (void)state;
    const char *whole = POINTS "#\n1 2\n2 3 1 0 0\n#\n";
    const char bytes[] = {0, '\n', '\r', '\\', '#', '-', '.', 'e', '9', ' ', (char)0xff};
    size_t length = strlen(whole);
    for (size_t cut = 0; cut <= length; cut++) {
        for (size_t k = 0; k < sizeof bytes; k++) {
            size_t size = k == 0 ? cut : length;
            char *copy = malloc(size + 1);
            memcpy(copy + 1, whole, size);
            if (k > 0 && cut < length)
                copy[1 + cut] = bytes[k];
            vv_tgf tgf = {0};
            vv_error error = {0};
            vv_result result = vv_import_tgf(copy + 1, size, "test.tgf", NULL, &tgf, &error);
            for (uint32_t j = 0; result == VV_OK && j < tgf.handle_count; j++)
                assert_true(isfinite(tgf.handles[j].from[0]) && isfinite(tgf.handles[j].to[2]));
            assert_true(result == VV_OK || error.message[0]);
            vv_tgf_destroy(&tgf, NULL);
            free(copy);
        }
    }
}

static void failed_allocations_are_survived(void **state)
{
    (void)state;
    for (uint64_t n = 1;; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_tgf tgf = {0};
        vv_result result = vv_import_tgf(POINTS, strlen(POINTS), "test.tgf", &allocator, &tgf, NULL);
        vv_tgf_destroy(&tgf, &allocator);
        assert_true(counting.used == 0);
        if (result == VV_OK)
            break;
        assert_int_equal(result, VV_ERROR_MEMORY);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_come_first_then_bones),
        cmocka_unit_test(nonsense_is_refused_with_its_line),
        cmocka_unit_test(too_many_are_refused),
        cmocka_unit_test(cut_and_corrupted_texts_are_survived),
        cmocka_unit_test(failed_allocations_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
