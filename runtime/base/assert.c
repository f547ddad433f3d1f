/* Asserts: how a host learns of its own wrong calls, and the predicates that asserts share.
 *
 * The handler is the library's only variable that all threads share, because an assert has no stage or document that
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

/* ---- Predicates ------------------------------------------------------------------------------------------------- */

bool vvi_is_ascending(const uint32_t *values, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (values[i - 1] >= values[i])
            return false;
    return true;
}

bool vvi_are_starts(const uint32_t *starts, size_t count, uint32_t total)
{
    for (size_t i = 0; i < count; i++)
        if (starts[i] > starts[i + 1])
            return false;
    return starts[0] == 0 && starts[count] == total;
}

bool vvi_all_below(const uint32_t *indices, size_t count, uint32_t bound)
{
    for (size_t i = 0; i < count; i++)
        if (indices[i] >= bound)
            return false;
    return true;
}

bool vvi_is_partition(const float *weights, size_t count, float tolerance)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) {
        if (!(weights[i] >= -tolerance && weights[i] <= 1.0f + tolerance))
            return false;
        sum += (double)weights[i];
    }
    return fabs(sum - 1.0) <= (double)tolerance;
}

bool vvi_all_finite_double(const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!vvi_is_finite(values[i]))
            return false;
    return true;
}
