/* The command's pool of threads: every task runs once, no two at a time as one worker, and all are over when `run`
 * returns, for thousands of calls in a row. */
#include "author/base/pool.h"
#include "tests/testing.h"

#include <stdatomic.h>
#include <time.h>

enum { TASKS = 64 };

typedef struct tally {
    uint32_t counts[TASKS];
    _Atomic uint32_t busy[VV_MAX_WORKERS];
    _Atomic bool clashed;
} tally;

static void count(void *context, uint32_t index, uint32_t worker)
{
    tally *t = context;
    if (atomic_fetch_add(&t->busy[worker], 1u) != 0)
        atomic_store(&t->clashed, true);
    t->counts[index]++;
    for (volatile uint32_t i = 0; i < 50u * (index % 7u); i++)
        ;
    atomic_fetch_sub(&t->busy[worker], 1u);
}

static void every_task_runs_once(void **state)
{
    (void)state;
    const uint32_t threads[4] = {1, 2, 3, 8};
    for (uint32_t k = 0; k < 4; k++) {
        vv_pool *pool = NULL;
        assert_int_equal(vv_pool_create(threads[k], &pool, NULL), VV_OK);
        const vv_jobs *jobs = vv_pool_jobs(pool);
        assert_int_equal(jobs != NULL, threads[k] > 1);
        for (uint32_t round = 0; jobs && round < 2000; round++) {
            tally t = {0};
            uint32_t tasks = round % (TASKS + 1u);
            jobs->run(jobs->user, tasks, count, &t);
            for (uint32_t i = 0; i < TASKS; i++)
                assert_int_equal(t.counts[i], i < tasks);
            assert_false(atomic_load(&t.clashed));
            if (round % 500 == 0) /* long enough for the threads to fall asleep */
                nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
        }
        vv_pool_destroy(pool);
    }
    vv_pool_destroy(NULL);
}

static void it_has_as_many_threads_as_processors(void **state)
{
    (void)state;
    vv_pool *pool = NULL;
    assert_int_equal(vv_pool_create(0, &pool, NULL), VV_OK);
    const vv_jobs *jobs = vv_pool_jobs(pool);
    assert_true(vv_processor_count() >= 1);
    assert_int_equal(jobs ? jobs->workers : 1u, vv_processor_count());
    vv_pool_destroy(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_task_runs_once),
        cmocka_unit_test(it_has_as_many_threads_as_processors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
