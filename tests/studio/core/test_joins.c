/* How layers hang together, as the page is told: by themselves at first, then as the artist chose. */
#include "shipped.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static uint32_t count_of(const char *text, const char *what)
{
    uint32_t count = 0;
    for (const char *at = strstr(text, what); at; at = strstr(at + 1, what))
        count++;
    return count;
}

static void test_by_themselves_and_by_choice(void **state)
{
    (void)state;
    vv_studio *studio = shipped_open("man", NULL);
    assert_int_equal(vv_studio_joins(studio, 0), VV_OK);
    const char *text = vv_studio_text(studio);
    assert_non_null(strstr(text, "{\"chosen\":false,\"loose\":null,\"joins\":["));
    assert_int_equal(count_of(text, "\"layer\":"), 13); /* fourteen layers in a tree, a handle at every joint */
    assert_non_null(strstr(text, "{\"layer\":\"hand-left\",\"onto\":\"arm-lower-left\",\"at\":[-0.4583,0.8203]}"));

    static const char one[] =
        "{\"do\":\"sprite.set\",\"artwork\":\"man\",\"pins\":[{\"layer\":\"head\",\"onto\":\"torso\","
        "\"at\":[0,1.25]}]}";
    assert_int_equal(vv_studio_apply(studio, one, sizeof one - 1), VV_OK);
    assert_int_equal(vv_studio_joins(studio, 0), VV_OK);
    text = vv_studio_text(studio);
    assert_non_null(strstr(text, "{\"chosen\":true,\"loose\":\"leg-upper-left\",\"joins\":[{\"layer\":\"head\""));
    assert_int_equal(count_of(text, "\"layer\":"), 1);
    vv_studio_destroy(studio);
}

static void test_an_artwork_that_is_not_there(void **state)
{
    (void)state;
    vv_studio *studio = shipped_open("ball", NULL);
    assert_int_equal(vv_studio_joins(studio, 99), VV_ERROR_NOT_FOUND);
    assert_non_null(strstr(vv_studio_text(studio), "there is no artwork 99"));
    vv_studio_destroy(studio);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_themselves_and_by_choice),
        cmocka_unit_test(test_an_artwork_that_is_not_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
