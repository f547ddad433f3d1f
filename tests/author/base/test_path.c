/* How names end: of files by their type whatever the case, of anything else letter for letter. */
#include "author/base/path.h"
#include "tests/testing.h"

static void a_file_has_an_ending_in_any_case_behind_a_name(void **state)
{
    (void)state;
    assert_true(vv_path_has_ending("art/arm.png", ".png"));
    assert_true(vv_path_has_ending("ARM.PNG", ".png"));
    assert_false(vv_path_has_ending("arm.png.txt", ".png"));
    assert_false(vv_path_has_ending("art/.png", ".png"));
    assert_false(vv_path_has_ending(".png", ".png"));
    assert_false(vv_path_has_ending("png", ".png"));
}

static void a_text_has_an_ending_letter_for_letter(void **state)
{
    (void)state;
    assert_true(vv_text_has_ending("hand end", " end"));
    assert_true(vv_text_has_ending(" end", " end"));
    assert_true(vv_text_has_ending("hand", ""));
    assert_false(vv_text_has_ending("hand End", " end"));
    assert_false(vv_text_has_ending("end", " end"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_has_an_ending_in_any_case_behind_a_name),
        cmocka_unit_test(a_text_has_an_ending_letter_for_letter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
