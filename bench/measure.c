/* Timing: runs until the least time is steady, and reports the least and the median. */
#include "bench.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_RUNS = 2000 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The share of its limit: how long the limit alone would take, against how long it took. */
static double share_of(const bench_case *work, const bench_row *limit, double ns)
{
    if (!limit)
        return 1.0;
    double least =
        work->work > 0.0 ? work->work * limit->ns : limit->ns; /* a limit's ns is for one operation or byte */
    return ns > 0.0 ? least / ns : 0.0;
}

bool bench_measure(const bench_case *work, const bench_row *rows, size_t row_count, bench_row *out)
{
    static double times[MOST_RUNS];
    const bench_row *limit = NULL;
    for (size_t i = 0; i < row_count; i++)
        if (work->limit && strcmp(rows[i].name, work->limit) == 0)
            limit = &rows[i];
    void *context = work->prepare();
    if (!context)
        return false;
    work->run(context, work->repeat); /* once to warm caches and pages */
    int count = 0;
    double start = now(), end = start;
    while (count < MOST_RUNS && (end - start < 0.5e9 || count < 7)) {
        double before = now();
        work->run(context, work->repeat);
        end = now();
        times[count++] = (end - before) / work->repeat;
    }
    qsort(times, (size_t)count, sizeof *times, ascending);
    *out = (bench_row){.name = work->name, .workload = work->workload, .ns = times[0], .median_ns = times[count / 2]};
    out->limit = work->limit ? work->limit : "";
    out->share = share_of(work, limit, out->ns);
    out->fits = work->frame / out->ns;
    out->part_count = work->part_count;
    out->part_names = work->part_names;
    if (work->split)
        work->split(context, work->repeat, out->part_ns);
    work->finish(context);
    return true;
}
