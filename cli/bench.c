/* verve bench: the benchmarks, held against the limits of this machine in the same run. */
#include "cli.h"

#include "bench/bench.h"

#include <stdio.h>
#include <string.h>

enum { MOST_ROWS = 96 };

/* Measured only to be held against, or asked for by name or by the beginning of it ("weigh" for "weigh.1000"). */
static bool is_wanted(const char *name, const char *wanted)
{
    size_t length = wanted ? strlen(wanted) : 0;
    return !wanted || (strncmp(name, wanted, length) == 0 && (name[length] == 0 || name[length] == '.'));
}

static bool is_needed(const char *name, const char *wanted)
{
    for (size_t i = 0; i < bench_case_count; i++)
        if (is_wanted(bench_cases[i]->name, wanted) && bench_cases[i]->limit &&
            strcmp(bench_cases[i]->limit, name) == 0)
            return true;
    return is_wanted(name, wanted) || strncmp(name, "limit.", 6) == 0;
}

static void print_json(const bench_row *rows, size_t count)
{
    printf("[\n");
    for (size_t i = 0; i < count; i++) {
        const bench_row *row = &rows[i];
        printf("  {\"name\": \"%s\", \"workload\": \"%s\", \"ns\": %.6g, \"median_ns\": %.6g, \"limit\": \"%s\", "
               "\"share\": %.4g",
               row->name, row->workload, row->ns, row->median_ns, row->limit, row->share);
        if (row->fits > 0.0)
            printf(", \"fits\": %.0f", row->fits);
        for (uint32_t p = 0; p < row->part_count; p++)
            printf("%s\"%s\": %.6g", p ? ", " : ", \"parts\": {", row->part_names[p], row->part_ns[p]);
        printf("%s}%s\n", row->part_count ? "}" : "", i + 1 < count ? "," : "");
    }
    printf("]\n");
}

static void print_time(double ns)
{
    const char *unit = ns < 1e3 ? "ns" : ns < 1e6 ? "µs" : "ms";
    printf(" %9.4g %s", ns < 1e3 ? ns : ns < 1e6 ? ns / 1e3 : ns / 1e6, unit);
}

static void print_row(const bench_row *row)
{
    printf("%-22s", row->name);
    print_time(row->ns);
    print_time(row->median_ns);
    if (row->limit[0])
        printf("  %5.1f %% of %-20s", 100.0 * row->share, row->limit);
    else
        printf("  %-31s", "");
    printf("  %s\n", row->workload);
    if (row->fits > 0.0)
        printf("  %-20s %9.0f\n", "fit into a frame", row->fits);
    for (uint32_t p = 0; p < row->part_count; p++) {
        printf("  %-20s", row->part_names[p]);
        print_time(row->part_ns[p]);
        printf("\n");
    }
    fflush(stdout);
}

static cli_exit run(int count, char **arguments)
{
    bool json = false;
    const cli_option options[] = {{"--json", CLI_FLAG, &json, NULL, "print an array of rows as JSON"}};
    const cli_usage usage = {
        .command = "bench",
        .synopsis = "[NAME] [--json]",
        .about = "Times what Verve does most, each row beside the limit that bounds it on this machine:\n"
                 "limit.fma (multiplies and adds), limit.triad (bytes through the second-level cache), or\n"
                 "a floor such as the same work without its hardest part. NAME picks one row or a group,\n"
                 "for instance `weigh`.",
        .options = options,
        .option_count = 1,
        .operands_least = 0,
        .operands_most = 1};
    int operands = 0;
    cli_exit exit = CLI_OK;
    if (!cli_parse(&usage, count, arguments, &operands, &exit))
        return exit;
    const char *wanted = operands ? arguments[0] : NULL;
    bench_row rows[MOST_ROWS];
    size_t measured = 0, matched = 0;
    for (size_t i = 0; i < bench_case_count; i++)
        matched += is_wanted(bench_cases[i]->name, wanted);
    if (matched == 0)
        return cli_fail(wanted, "there is no benchmark of this name; run `verve bench` to see them all");
    if (!json)
        printf("%-22s %12s %12s  %-31s  %s\n", "name", "least", "median", "share of its limit", "workload");
    for (size_t i = 0; i < bench_case_count && measured < MOST_ROWS; i++) {
        if (!is_needed(bench_cases[i]->name, wanted))
            continue;
        if (!bench_measure(bench_cases[i], rows, measured, &rows[measured]))
            return cli_fail(bench_cases[i]->name, "this benchmark could not be prepared; is there enough memory?");
        if (!json)
            print_row(&rows[measured]);
        measured++;
    }
    if (json)
        print_json(rows, measured);
    return CLI_OK;
}

const cli_command cli_bench = {"bench", "time what Verve does most, beside the limits of this machine", run};
