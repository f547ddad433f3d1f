/* Asserts: what a host hears of its own wrong calls.
 *
 * The handler is the one variable of the library that all threads share: an assert has no stage or document at hand that
 * could hold it. It is atomic, so that setting it is never a data race. */
#include "base.h"

#include <stdatomic.h>

static _Atomic(vv_assert_handler *) current_handler;

vv_assert_handler *vv_set_assert_handler(vv_assert_handler *handler)
{
    return atomic_exchange(&current_handler, handler);
}

void vvi_assert_failed(const char *function, const char *condition)
{
    vv_assert_handler *handler = atomic_load(&current_handler);
    if (!handler)
        __builtin_trap();
    handler(function, condition);
}
