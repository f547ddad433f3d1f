/* The shortest decimals of floats and doubles, digit by digit against the C library: its exact decimal expansion,
 * rounded here, and its reader. VV_LONG=1 tries ten million bit patterns. */
#include "runtime/base/base.h"
#include "tests/testing.h"

#include <stdlib.h>

typedef struct decimal {
    char digits[20]; /* without zeros at the end */
    int exponent;    /* of the first digit */
} decimal;

/* The first `count` digits of an exact expansion "d.ddd…e±x", rounded half up. */
static decimal round_digits(const char *exact, int count)
{
    decimal d = {{0}, atoi(strchr(exact, 'e') + 1)};
    char all[40] = {0};
    all[0] = exact[0];
    memcpy(all + 1, exact + 2, 30);
    memcpy(d.digits, all, (size_t)count);
    int i = count - 1;
    if (all[count] >= '5') {
        while (i >= 0 && d.digits[i] == '9')
            d.digits[i--] = '0';
        if (i >= 0) {
            d.digits[i]++;
        } else {
            d.digits[0] = '1'; /* 9.99 → 10.0 */
            d.exponent++;
        }
    }
    for (i = count - 1; i > 0 && d.digits[i] == '0'; i--)
        d.digits[i] = '\0';
    return d;
}

/* By the C library: the decimal of the fewest digits, each the nearest of its length, that its reader reads as `value`
 * > 0. */
static decimal find_reference(double value, bool as_float)
{
    static char exact[1100];
    decimal d = {{0}, 0};
    snprintf(exact, sizeof exact, "%.*e", as_float ? 160 : 800, value);
    for (int count = 1; count <= 17; count++) {
        char text[40];
        d = round_digits(exact, count);
        snprintf(text, sizeof text, "%c.%se%d", d.digits[0], d.digits[1] ? d.digits + 1 : "0", d.exponent);
        if (as_float ? strtof(text, NULL) == (float)value : strtod(text, NULL) == value)
            break;
    }
    return d;
}

/* Plain between 10^−5 and 10^17, else with an exponent. */
static void lay_out(char *text, bool negative, const decimal *d)
{
    int count = (int)strlen(d->digits), e = d->exponent;
    if (negative)
        *text++ = '-';
    if (e < -5 || e > 16)
        sprintf(text, count > 1 ? "%c.%se%d" : "%c%se%d", d->digits[0], d->digits + 1, e);
    else if (e < 0)
        sprintf(text, "0.%.*s%s", -e - 1, "0000", d->digits);
    else if (count <= e + 1)
        sprintf(text, "%s%.*s", d->digits, e + 1 - count, "0000000000000000");
    else
        sprintf(text, "%.*s.%s", e + 1, d->digits, d->digits + e + 1);
}

static void expect_text(const char *text, size_t length, double value, bool as_float)
{
    char expected[64];
    decimal d = find_reference(fabs(value), as_float);
    lay_out(expected, value < 0.0, &d);
    if (strcmp(text, expected) != 0 || length != strlen(text))
        fail_msg("%a was printed as %s, not as %s", value, text, expected);
}

static void expect_float(uint32_t bits)
{
    char text[40];
    float value;
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value) || value == 0.0f)
        return;
    expect_text(text, vvi_print_float(text, value), (double)value, true);
    if (vvi_shorten_float(value) != strtod(text, NULL))
        fail_msg("%a is %s, but %a", (double)value, text, vvi_shorten_float(value));
}

static void expect_double(uint64_t bits)
{
    char text[40];
    double value;
    memcpy(&value, &bits, sizeof value);
    if (isfinite(value) && value != 0.0)
        expect_text(text, vvi_print_double(text, value), value, false);
}

static void expect_float_value(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    expect_float(bits);
}

/* Around every power of two, where the neighbour below is nearer than the one above, and at the ends of the subnormal
 * ones. */
static void floats_of_every_exponent(void **state)
{
    (void)state;
    for (uint32_t exponent = 0; exponent < 255; exponent++) {
        for (uint32_t i = 0; i < 40; i++) {
            expect_float(exponent << 23 | i);
            expect_float(exponent << 23 | (0x7fffffu - i));
            expect_float(0x80000000u | exponent << 23 | 0x400000u >> i % 23);
        }
    }
}

static void floats_of_random_bits(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(12);
    long count = getenv("VV_LONG") ? 10000000 : 100000;
    for (long i = 0; i < count; i++)
        expect_float(vvi_random_next(&random));
}

/* What artists type, and what computing with it makes. */
static void floats_of_projects(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(15);
    const float divisors[] = {1.0f, 10.0f, 1000.0f, 3.0f, 65536.0f};
    for (int i = 0; i < 50000; i++)
        expect_float_value((float)((int)vvi_random_below(&random, 2000001) - 1000000) / divisors[i % 5]);
}

/* Two decimals of the shortest length are equally near: the larger is taken. */
static void halves_round_up(void **state)
{
    (void)state;
    char text[40];
    vvi_print_float(text, 2097152.25f);
    assert_string_equal(text, "2097152.3");
    vvi_print_float(text, -2097154.75f);
    assert_string_equal(text, "-2097154.8");
}

static void what_is_no_decimal_has_a_word(void **state)
{
    (void)state;
    char text[40];
    const float floats[] = {0.0f, -0.0f, INFINITY, -INFINITY};
    const char *const words[] = {"0", "0", "inf", "-inf"};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(vvi_print_float(text, floats[i]), strlen(words[i]));
        assert_string_equal(text, words[i]);
        vvi_print_double(text, (double)floats[i]);
        assert_string_equal(text, words[i]);
    }
    vvi_print_float(text, NAN);
    assert_string_equal(text, "nan");
}

static void doubles_of_every_exponent(void **state)
{
    (void)state;
    for (uint64_t exponent = 0; exponent < 2047; exponent++) {
        for (uint64_t i = 0; i < 2; i++) {
            expect_double(exponent << 52 | i);
            expect_double(exponent << 52 | (0xfffffffffffffu - i));
        }
    }
}

static void doubles_of_random_bits_and_of_few_digits(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(13);
    int count = getenv("VV_LONG") ? 300000 : 5000;
    for (int i = 0; i < count; i++) {
        uint64_t bits = (uint64_t)vvi_random_next(&random) << 32 | vvi_random_next(&random);
        expect_double(bits);
        double typed = (double)(bits >> (11 + i % 40));
        for (int e = i % 19; e > 0; e--)
            typed /= 10.0;
        memcpy(&bits, &typed, sizeof bits);
        expect_double(bits);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats_of_every_exponent),
        cmocka_unit_test(floats_of_random_bits),
        cmocka_unit_test(floats_of_projects),
        cmocka_unit_test(halves_round_up),
        cmocka_unit_test(what_is_no_decimal_has_a_word),
        cmocka_unit_test(doubles_of_every_exponent),
        cmocka_unit_test(doubles_of_random_bits_and_of_few_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
