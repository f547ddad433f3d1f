/* The benchmark's instrument: what it reports must not depend on what else the machine does. */
#include "bench/bench.h"
#include "runtime/base/base.h"
#include "tests/testing.h"

#include <math.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

/* ---- Statistics -------------------------------------------------------------------------------------------------- */

static void a_ratio_of_paired_rounds_is_exact_on_a_machine_that_changes_its_speed(void **state)
{
    (void)state;
    enum { ROUNDS = 51 };
    double slow[ROUNDS], quick[ROUNDS], scratch[ROUNDS];
    vvi_random random = vvi_random_seed(3);
    for (int i = 0; i < ROUNDS; i++) { /* a round takes 1 to 5 times as long as it should; both rows alike */
        double machine = 1.0 + 4.0 * (double)vvi_random_unit(&random);
        slow[i] = 3.0 * machine;
        quick[i] = machine;
    }
    slow[7] *= 10.0; /* and twice something came between */
    quick[23] *= 10.0;
    bench_statistics ratio = bench_compute_ratio(slow, quick, 2.0, ROUNDS, scratch);
    assert_true(fabs(ratio.median - 6.0) < 1e-12 && ratio.spread < 1e-12);
    assert_true(bench_compute_statistics(slow, ROUNDS).spread > 0.3); /* the times alone tell that nothing is sure */
}

static void the_middle_of_few_values_is_their_median(void **state)
{
    (void)state;
    double one[1] = {4.0}, two[2] = {3.0, 1.0}, five[5] = {9.0, 1.0, 3.0, 2.0, 4.0};
    assert_true(bench_compute_statistics(one, 1).median == 4.0);
    assert_true(bench_compute_statistics(two, 2).median == 2.0);
    bench_statistics of_five = bench_compute_statistics(five, 5); /* sorted 1 2 3 4 9: quartiles 2 and 4 */
    assert_true(of_five.median == 3.0 && fabs(of_five.spread - 2.0 / 3.0) < 1e-12);
}

/* ---- Measuring --------------------------------------------------------------------------------------------------- */

enum { SPINS = 200000, MOST_RUNS = 100000 };

static char order[MOST_RUNS]; /* which case ran, run by run */
static size_t order_count;
static volatile double sink;

static void note(char who)
{
    if (order_count < MOST_RUNS)
        order[order_count++] = who;
}

static void spin(int times)
{
    double sum = sink;
    for (int i = 0; i < times; i++)
        sum = sum * 0.999 + 1.0;
    sink = sum;
}

static void *prepare(void)
{
    static int context;
    return &context;
}

static void *prepare_not(void) { return NULL; }

static int finished;

static void finish(void *context)
{
    (void)context;
    finished++;
}

static void run_single(void *context, uint32_t repeat)
{
    (void)context;
    note('a');
    spin(SPINS * (int)repeat);
}

static void run_triple(void *context, uint32_t repeat)
{
    (void)context;
    note('b');
    spin(3 * SPINS * (int)repeat);
}

/* Works as long as `single` does, and then leaves the processor to others for longer than that. */
static void run_yielding(void *context, uint32_t repeat)
{
    run_single(context, repeat);
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
}

static void *spin_beside(void *context)
{
    spin(SPINS);
    return context;
}

static void run_pair(void *context, uint32_t repeat)
{
    for (uint32_t r = 0; r < repeat; r++) {
        pthread_t other;
        int failed = pthread_create(&other, NULL, spin_beside, NULL);
        spin(SPINS);
        if (failed)
            spin(SPINS);
        else
            pthread_join(other, NULL);
    }
    (void)context;
}

static const bench_case single = {
    .name = "single", .workload = "", .repeat = 4, .prepare = prepare, .run = run_single, .finish = finish};
static const bench_case triple = {.name = "triple",
                                  .workload = "",
                                  .limit = "single",
                                  .work = 3.0,
                                  .versus = "single",
                                  .repeat = 4,
                                  .prepare = prepare,
                                  .run = run_triple,
                                  .finish = finish};

static void rows_that_are_compared_take_turns_and_their_ratio_is_that_of_their_work(void **state)
{
    (void)state;
    const bench_case *cases[2] = {&single, &triple};
    bench_row rows[2];
    order_count = 0;
    assert_null(bench_measure(cases, 2, rows));
    assert_string_equal(rows[1].versus, "single");
    assert_true(rows[1].ratio > 2.5 && rows[1].ratio < 3.5);
    assert_true(rows[1].share > 0.8 && rows[1].share < 1.2); /* three times the work of its "limit", in its time */
    assert_true(rows[0].rounds >= 9 && rows[0].rounds == rows[1].rounds);
    assert_true(rows[0].ns <= rows[0].median_ns && rows[0].ns > 0.0);
    /* After the first runs, which find out how long one takes, each has its turn again and again. */
    size_t changes = 0;
    for (size_t i = 1; i < order_count; i++)
        changes += order[i] != order[i - 1];
    assert_true(changes >= rows[0].rounds);
}

static void time_in_which_others_have_the_processor_does_not_count(void **state)
{
    (void)state;
    bench_case yielding = single;
    yielding.name = "yielding";
    yielding.versus = "single";
    yielding.run = run_yielding;
    const bench_case *cases[2] = {&single, &yielding};
    bench_row rows[2];
    assert_null(bench_measure(cases, 2, rows));
    assert_string_equal(rows[1].clock, "thread");
    assert_true(rows[1].wall_ns > 1.8 * rows[1].ns); /* a clock on the wall would show this */
    assert_true(rows[1].ratio < 1.5);
}

static void a_row_of_two_threads_counts_the_work_of_both(void **state)
{
    (void)state;
    bench_case pair = single;
    pair.name = "pair";
    pair.versus = "single";
    pair.threads = 2;
    pair.run = run_pair;
    const bench_case *cases[2] = {&single, &pair};
    bench_row rows[2];
    assert_null(bench_measure(cases, 2, rows));
    assert_string_equal(rows[1].clock, "process");
    assert_true(rows[1].ratio > 1.6 && rows[1].ratio < 2.6);
}

static void a_case_that_cannot_be_prepared_is_named_and_the_others_are_finished(void **state)
{
    (void)state;
    bench_case broken = single;
    broken.name = "broken";
    broken.prepare = prepare_not;
    const bench_case *cases[3] = {&single, &broken, &triple};
    bench_row rows[3];
    finished = 0;
    assert_ptr_equal(bench_measure(cases, 3, rows), &broken);
    assert_int_equal(finished, 1);
}

/* ---- The list ---------------------------------------------------------------------------------------------------- */

static size_t position_of(const char *name)
{
    for (size_t i = 0; i < bench_case_count; i++)
        if (strcmp(bench_cases[i]->name, name) == 0)
            return i;
    return bench_case_count;
}

static void every_row_has_a_name_of_its_own_and_follows_what_it_is_compared_with(void **state)
{
    (void)state;
    for (size_t i = 0; i < bench_case_count; i++) {
        const bench_case *work = bench_cases[i];
        assert_int_equal(position_of(work->name), i);
        assert_true(!work->versus || position_of(work->versus) < i);
        assert_true(!work->limit || (strncmp(work->limit, "limit.", 6) == 0 && position_of(work->limit) < i));
        assert_true(!work->limit || work->work > 0.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ratio_of_paired_rounds_is_exact_on_a_machine_that_changes_its_speed),
        cmocka_unit_test(the_middle_of_few_values_is_their_median),
        cmocka_unit_test(rows_that_are_compared_take_turns_and_their_ratio_is_that_of_their_work),
        cmocka_unit_test(time_in_which_others_have_the_processor_does_not_count),
        cmocka_unit_test(a_row_of_two_threads_counts_the_work_of_both),
        cmocka_unit_test(a_case_that_cannot_be_prepared_is_named_and_the_others_are_finished),
        cmocka_unit_test(every_row_has_a_name_of_its_own_and_follows_what_it_is_compared_with),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
