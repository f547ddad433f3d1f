/* Every public function tells of NULL where it must not be, in release builds too, before it touches anything. */
#include "tests/runtime/doors/doors.h"

#include "tests/testing.h"

#include <string.h>

_Alignas(64) char memory[65536];

static struct {
    jmp_buf out;
    char function[128], condition[256];
} told;

static void jump_out(const char *function, const char *condition)
{
    strncpy(told.function, function, sizeof told.function - 1);
    strncpy(told.condition, condition, sizeof told.condition - 1);
    longjmp(told.out, 1);
}

static bool tells(const door *d)
{
    memset(&told.function, 0, sizeof told.function);
    memset(&told.condition, 0, sizeof told.condition);
    if (setjmp(told.out) == 0) {
        d->call();
        return false;
    }
    return strcmp(told.function, d->function) == 0 && strstr(told.condition, "!= NULL");
}

static void test_every_function_tells_of_null(void **state)
{
    (void)state;
    uint32_t silent = 0;
    vv_assert_handler *before = vv_set_assert_handler(jump_out);
    for (size_t i = 0; i < door_count; i++)
        if (!tells(&doors[i])) {
            print_message("%s does not tell that `%s` is NULL (%s: %s)\n", doors[i].function, doors[i].parameter,
                          told.function, told.condition);
            silent++;
        }
    vv_set_assert_handler(before);
    for (size_t i = 0; i < sizeof memory; i++)
        assert_int_equal(memory[i], 0); /* nothing was written before the assert */
    assert_int_equal(silent, 0);
    assert_in_range(door_count, 500, 5000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_function_tells_of_null)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
