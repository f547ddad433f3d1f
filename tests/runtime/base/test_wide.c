/* Whole numbers of 128 bits: the portable versions against the compiler's own. */
#include "runtime/base/base.h"
#include "runtime/base/wide.h"
#include "tests/testing.h"

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 whole;
__extension__ typedef __int128 whole_signed;

static whole joined(vvi_bits128 a) { return (whole)a.high << 64 | a.low; }

/* Of any length in bits, often all ones, all zeros or one bit: where carries go wrong. */
static uint64_t random_word(vvi_random *random)
{
    uint64_t word = (uint64_t)vvi_random_next(random) << 32 | vvi_random_next(random);
    unsigned shift = vvi_random_below(random, 64);
    switch (vvi_random_below(random, 5)) {
    case 0:
        return word;
    case 1:
        return word >> shift;
    case 2:
        return UINT64_MAX << shift;
    case 3:
        return UINT64_MAX >> shift;
    default:
        return (uint64_t)1 << shift;
    }
}

static void products_are_the_compilers(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(1);
    for (int i = 0; i < 1000000; i++) {
        uint64_t a = random_word(&random), b = random_word(&random);
        whole product = (whole)a * b;
        assert_true(joined(vvi_wide_multiply_plain(a, b)) == product);
        assert_true(joined(vvi_wide_multiply(a, b)) == product);
        whole_signed with_sign = (whole_signed)(int64_t)a * (int64_t)b;
        assert_true(joined(vvi_wide_multiply_signed((int64_t)a, (int64_t)b)) == (whole)with_sign);
        assert_int_equal(vvi_wide_is_positive(vvi_wide_multiply_signed((int64_t)a, (int64_t)b)), with_sign > 0);
    }
}

static void quotients_and_rests_are_the_compilers(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(2);
    for (int i = 0; i < 1000000; i++) {
        vvi_bits128 a = {random_word(&random), random_word(&random)};
        uint64_t divisor = random_word(&random), rest[2];
        if (divisor == 0)
            continue;
        assert_true(joined(vvi_wide_divide_plain(a, divisor, &rest[0])) == joined(a) / divisor);
        assert_true(joined(vvi_wide_divide(a, divisor, &rest[1])) == joined(a) / divisor);
        assert_true(rest[0] == (uint64_t)(joined(a) % divisor) && rest[1] == rest[0]);
    }
}

static void sums_and_shifts_are_the_compilers(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(3);
    for (int i = 0; i < 200000; i++) {
        vvi_bits128 a = {random_word(&random), random_word(&random)}, b = {random_word(&random), random_word(&random)};
        unsigned shift = vvi_random_below(&random, 128);
        assert_true(joined(vvi_wide_add(a, b)) == joined(a) + joined(b));
        assert_true(joined(vvi_wide_left(a, shift)) == joined(a) << shift);
        assert_true(joined(vvi_wide_right(a, shift)) == joined(a) >> shift);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_are_the_compilers),
        cmocka_unit_test(quotients_and_rests_are_the_compilers),
        cmocka_unit_test(sums_and_shifts_are_the_compilers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#else
int main(void)
{
    puts("this target has no __int128 to compare with: skipped");
    return 0;
}
#endif
