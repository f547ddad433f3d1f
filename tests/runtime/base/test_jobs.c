/* Tasks that are divided among a host's workers: each runs once, with the library's floating-point settings. */
#include "tests/jobs.h"

#include <string.h>

enum { TASKS = 200 };

typedef struct seen {
    uint32_t counts[TASKS], order[TASKS], total, most_workers;
    bool smallest_kept;
} seen;

/* A subnormal number stays one only where nothing flushes to zero. */
static bool keeps_subnormals(void)
{
    volatile float small = 1.5e-38f;
    volatile float smaller = small * 0.5f;
    return smaller > 0.0f;
}

static void note(void *context, uint32_t index, uint32_t worker)
{
    seen *s = context;
    s->counts[index]++;
    s->order[s->total++] = index;
    s->most_workers = worker + 1u > s->most_workers ? worker + 1u : s->most_workers;
    s->smallest_kept = s->smallest_kept && keeps_subnormals();
}

static void each_task_runs_once(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 12; k++) {
        serial_jobs s;
        uint32_t workers = k % 4u + 1u, count = k * 17u % TASKS;
        vv_jobs jobs = serial_jobs_of(&s, workers, k % 3 == 0, k);
        seen got = {.smallest_kept = true};
        vvi_jobs_run(&jobs, count, note, &got);
        assert_int_equal(got.total, count);
        for (uint32_t i = 0; i < count; i++)
            assert_int_equal(got.counts[i], 1);
        assert_true(got.most_workers <= workers && got.smallest_kept);
        assert_int_equal(s.calls, count > 1);
    }
}

static void without_jobs_they_run_in_order(void **state)
{
    (void)state;
    seen got = {.smallest_kept = true};
    vvi_jobs_run(NULL, TASKS, note, &got);
    for (uint32_t i = 0; i < TASKS; i++)
        assert_int_equal(got.order[i], i);
    assert_int_equal(got.most_workers, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_task_runs_once),
        cmocka_unit_test(without_jobs_they_run_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
