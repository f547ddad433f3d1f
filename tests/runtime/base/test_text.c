/* Reading numbers against the C library, the small format function, and error texts. */
#include "runtime/base/base.h"
#include "tests/testing.h"

#include <float.h>

static double random_double(vvi_random *random)
{
    for (;;) {
        uint64_t bits = (uint64_t)vvi_random_next(random) << 32 | vvi_random_next(random);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (isfinite(value))
            return value;
    }
}

/* All bit patterns: subnormal, tiny, huge. */
static void doubles_read_back_exactly(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(13);
    char text[48];
    for (int i = 0; i < 300000; i++) {
        double value = random_double(&random), back = 0.0;
        size_t length = vvi_print_double(text, value);
        assert_true(strtod(text, NULL) == value);
        assert_int_equal(vvi_parse_double(text, length, &back), length);
        assert_true(back == value);
    }
}

static void reading_agrees_with_strtod(void **state)
{
    (void)state;
    const char *cases[] = {"0",
                           "-0",
                           "1",
                           "3.25",
                           "-17.125e2",
                           "1e22",
                           "123456789012345678",
                           "1e-5",
                           "0.1",
                           "1e23",
                           "2.5E+3",
                           "9007199254740993",
                           "0.000001",
                           "1.7976931348623157e308",
                           "1.0",
                           "1e30",
                           "5e-324",
                           "2.2250738585072014e-308",
                           "2.2250738585072011e-308",
                           "9007199254740991.5e3",
                           "8.98846567431158e307",
                           "7e-320",
                           "1e-400",
                           "4.9e-324"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double value = 99.0;
        assert_int_equal(vvi_parse_double(cases[i], strlen(cases[i]), &value), strlen(cases[i]));
        assert_true(value == strtod(cases[i], NULL));
    }
    vvi_random random = vvi_random_seed(14);
    for (int i = 0; i < 400000; i++) {
        char text[64];
        uint64_t digits = (uint64_t)vvi_random_next(&random) << 31 ^ vvi_random_next(&random);
        for (uint32_t cut = vvi_random_below(&random, 18); cut > 0; cut--)
            digits /= 10;
        snprintf(text, sizeof text, "%llue%d", (unsigned long long)digits, (int)vvi_random_below(&random, 660) - 340);
        double value = 0.0;
        assert_int_equal(vvi_parse_double(text, strlen(text), &value), strlen(text));
        assert_true(value == strtod(text, NULL));
    }
}

static void reading_stops_where_the_number_does(void **state)
{
    (void)state;
    double value = 0.0;
    assert_int_equal(vvi_parse_double("abc", 3, &value), 0);
    assert_int_equal(vvi_parse_double("-", 1, &value), 0);
    assert_int_equal(vvi_parse_double("", 0, &value), 0);
    assert_int_equal(vvi_parse_double(".5", 2, &value), 0);
    assert_int_equal(vvi_parse_double("1.", 2, &value), 1);
    assert_int_equal(vvi_parse_double("1e", 2, &value), 1);
    assert_int_equal(vvi_parse_double("1e+", 3, &value), 1);
    assert_int_equal(vvi_parse_double("12,5", 4, &value), 2);
    assert_int_equal(vvi_parse_double("1e999", 5, &value), 5);
    assert_true(isinf(value));
    assert_int_equal(vvi_parse_double("1e-99999999999", 14, &value), 14);
    assert_true(value == 0.0);
    assert_int_equal(vvi_parse_double("0e999999", 8, &value), 8);
    assert_true(value == 0.0);
}

static void format_writes_what_snprintf_would(void **state)
{
    (void)state;
    char text[80];
    assert_int_equal(vvi_format(text, sizeof text, "%s %d %u %zu %x %c%% %g", "a", -5, 7u, (size_t)9, 255u, 'z', 0.25),
                     strlen("a -5 7 9 ff z% 0.25"));
    assert_string_equal(text, "a -5 7 9 ff z% 0.25");
    assert_int_equal(vvi_format(text, 4, "%s", "abcdef"), 6);
    assert_string_equal(text, "abc");
    vvi_format(text, sizeof text, "%d", INT32_MIN);
    assert_string_equal(text, "-2147483648");
    assert_int_equal(vvi_format(NULL, 0, "%u", 123u), 3);
}

static void errors_name_place_problem_and_remedy(void **state)
{
    (void)state;
    vv_error error;
    char text[600];
    assert_int_equal(vvi_fail(&error, VV_ERROR_FORMAT, "the name “%s” is used twice", "hand"), VV_ERROR_FORMAT);
    assert_string_equal(vv_error_text(&error, text, sizeof text), "the name “hand” is used twice");
    vvi_error_remedy(&error, "rename one");
    vvi_error_place(&error, "project.json", 12, "$.artworks[0]");
    assert_string_equal(vv_error_text(&error, text, sizeof text),
                        "project.json:12: $.artworks[0]: the name “hand” is used twice; rename one");
    assert_int_equal(vvi_fail(NULL, VV_ERROR_LIMIT, "x"), VV_ERROR_LIMIT);
}

static void long_errors_are_cut_between_characters(void **state)
{
    (void)state;
    char many[1001];
    for (size_t shift = 0; shift < 3; shift++) {
        vv_error error;
        memset(many, 'a', shift);
        for (size_t i = shift; i + 3 < sizeof many; i += 3)
            memcpy(many + i, "…", 4);
        vvi_fail(&error, VV_ERROR_FORMAT, "%s", many);
        size_t length = strlen(error.message);
        assert_true(length < sizeof error.message && length > sizeof error.message - 8);
        assert_int_equal((length - shift) % 3, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doubles_read_back_exactly),
        cmocka_unit_test(reading_agrees_with_strtod),
        cmocka_unit_test(reading_stops_where_the_number_does),
        cmocka_unit_test(format_writes_what_snprintf_would),
        cmocka_unit_test(errors_name_place_problem_and_remedy),
        cmocka_unit_test(long_errors_are_cut_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
