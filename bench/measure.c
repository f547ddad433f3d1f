/* Timing: cases of a group alternately, round by round, by processor time; minimum, median and the ratios of each
 * round. */
#include "bench.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MIN_ROUNDS = 9, MAX_ROUNDS = 200, MAX_RUNS = 100000 };
#define SAMPLE_NS 2e6   /* a shorter run is repeated until it takes that long */
#define BUDGET_NS 0.3e9 /* of processor time for each case of a group */

/* The samples of one case. */
typedef struct sampler {
    const bench_case *work;
    void *context;
    uint32_t runs;           /* number of calls of `run` for one sample */
    double cpu[MAX_ROUNDS];  /* ns per unit */
    double wall[MAX_ROUNDS]; /* ns per unit */
} sampler;

static double read_clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

double bench_thread_ns(void) { return read_clock(CLOCK_THREAD_CPUTIME_ID); }

static bool has_threads(const bench_case *work) { return work->threads > 1; }

static double read_processor(const bench_case *work)
{
    return read_clock(has_threads(work) ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_THREAD_CPUTIME_ID);
}

/* ---- Statistics -------------------------------------------------------------------------------------------------- */

static int compare_ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

bench_statistics bench_compute_statistics(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare_ascending);
    double median = 0.5 * (values[(count - 1) / 2] + values[count / 2]);
    double middle_half = values[count - 1 - count / 4] - values[count / 4];
    return (bench_statistics){median, median > 0.0 ? middle_half / median : 0.0};
}

bench_statistics bench_compute_ratio(const double *of, const double *by, double factor, size_t count, double *scratch)
{
    for (size_t i = 0; i < count; i++)
        scratch[i] = factor * of[i] / by[i];
    return bench_compute_statistics(scratch, count);
}

/* ---- Samples ----------------------------------------------------------------------------------------------------- */

/* One sample takes a few milliseconds, so that reading the clock costs nothing in comparison. The case before has
 * filled the caches with its own data: a short run is done once before the clock is read; in a long one that does not
 * matter. */
static double take_sample(sampler *s, uint32_t round)
{
    const bench_case *work = s->work;
    double units = (double)s->runs * work->repeat;
    if (s->runs > 1)
        work->run(s->context, work->repeat);
    double wall = read_clock(CLOCK_MONOTONIC), cpu = read_processor(work);
    for (uint32_t r = 0; r < s->runs; r++)
        work->run(s->context, work->repeat);
    cpu = read_processor(work) - cpu;
    wall = read_clock(CLOCK_MONOTONIC) - wall;
    s->cpu[round] = cpu / units;
    s->wall[round] = wall / units;
    return cpu;
}

/* Runs it twice to warm up caches and pages, and finds how many runs fill a sample. */
static void warm_up(sampler *s)
{
    s->work->run(s->context, s->work->repeat);
    double cpu = read_processor(s->work);
    s->work->run(s->context, s->work->repeat);
    cpu = read_processor(s->work) - cpu;
    double runs = cpu > 0.0 ? SAMPLE_NS / cpu : MAX_RUNS;
    s->runs = runs < 1.0 ? 1u : runs > MAX_RUNS ? MAX_RUNS : (uint32_t)(runs + 1.0);
}

/* Rounds go forwards and backwards alternately, so that no case always follows the same one. */
static uint32_t take_rounds(sampler *samplers, size_t count)
{
    double spent = 0.0;
    uint32_t round = 0;
    for (; round < MAX_ROUNDS && (round < MIN_ROUNDS || spent < BUDGET_NS * (double)count); round++)
        for (size_t i = 0; i < count; i++)
            spent += take_sample(&samplers[round % 2 ? count - 1 - i : i], round);
    return round;
}

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

static const sampler *find_sampler(const sampler *samplers, size_t count, const char *name)
{
    for (size_t i = 0; name && i < count; i++)
        if (strcmp(samplers[i].work->name, name) == 0)
            return &samplers[i];
    return NULL;
}

/* Before the samples are sorted: the ratios, which depend on their order. */
static void fill_ratios(const sampler *s, const sampler *limit, const sampler *versus, uint32_t rounds, bench_row *row)
{
    double scratch[MAX_ROUNDS];
    row->limit = limit ? s->work->limit : "";
    row->versus = versus ? s->work->versus : "";
    if (limit) /* the time of one operation or byte, times their number, is the minimum for one unit */
        row->share = bench_compute_ratio(limit->cpu, s->cpu, s->work->work, rounds, scratch).median;
    if (versus) {
        bench_statistics ratio = bench_compute_ratio(s->cpu, versus->cpu, 1.0, rounds, scratch);
        row->ratio = ratio.median;
        row->ratio_spread = ratio.spread;
        row->wall_ratio = bench_compute_ratio(s->wall, versus->wall, 1.0, rounds, scratch).median;
    }
}

static void fill_times(sampler *s, uint32_t rounds, bench_row *row)
{
    const bench_case *work = s->work;
    bench_statistics cpu = bench_compute_statistics(s->cpu, rounds);
    bench_compute_statistics(s->wall, rounds);
    for (uint32_t i = 0; i < rounds; i++)
        row->wall_mean_ns += s->wall[i] / rounds;
    row->name = work->name;
    row->workload = work->workload;
    row->clock = has_threads(work) ? "process" : "thread";
    row->rounds = rounds;
    row->ns = s->cpu[0];
    row->median_ns = cpu.median;
    row->spread = cpu.spread;
    row->wall_ns = s->wall[0];
    row->fits = work->frame / (has_threads(work) ? row->wall_ns : row->ns);
    row->part_count = work->part_count;
    row->part_names = work->part_names;
    if (work->split)
        work->split(s->context, work->repeat, row->part_ns);
}

/* The number of cases that could be prepared, from the first on. */
static size_t prepare_all(sampler *samplers, const bench_case *const *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        samplers[i] = (sampler){.work = cases[i], .context = cases[i]->prepare()};
        if (!samplers[i].context)
            return i;
        warm_up(&samplers[i]);
    }
    return count;
}

const bench_case *bench_measure(const bench_case *const *cases, size_t count, bench_row *rows)
{
    static sampler samplers[BENCH_MAX_GROUP];
    size_t prepared = prepare_all(samplers, cases, count);
    if (prepared == count) {
        uint32_t rounds = take_rounds(samplers, count);
        memset(rows, 0, count * sizeof *rows);
        for (size_t i = 0; i < count; i++)
            fill_ratios(&samplers[i], find_sampler(samplers, count, cases[i]->limit),
                        find_sampler(samplers, count, cases[i]->versus), rounds, &rows[i]);
        for (size_t i = 0; i < count; i++)
            fill_times(&samplers[i], rounds, &rows[i]);
    }
    for (size_t i = 0; i < prepared; i++)
        cases[i]->finish(samplers[i].context);
    return prepared == count ? NULL : cases[prepared];
}
