/* verve bench: the benchmarks, compared with the limits of this machine in the same run. */
#include "cli/cli.h"

#include "bench/bench.h"
#include "runtime/base/base.h"

#include <stdio.h>
#include <string.h>

enum { MOST_ROWS = 128 };
#define NOISY 0.1 /* a larger spread is marked */

typedef struct bench_request {
    bool json, list;
} bench_request;

#define REQUEST bench_request
static const cli_option options[] = {
    {"--json", CLI_FLAG(json), NULL, "print an array of rows as JSON"},
    {"--list", CLI_FLAG(list), NULL, "print the names of all rows and measure nothing"},
    {0}};

/* Whether a row is chosen, by its name or by the beginning of it ("weigh" for "weigh.1000"); NULL chooses all. */
static bool is_chosen(const char *name, const char *chosen)
{
    size_t length = chosen ? strlen(chosen) : 0;
    return !chosen || (strncmp(name, chosen, length) == 0 && (name[length] == 0 || name[length] == '.'));
}

/* Whether a row is chosen, or compared with one that is. */
static bool is_needed(const char *name, const char *chosen)
{
    for (size_t i = 0; i < bench_case_count; i++)
        if (is_chosen(bench_cases[i]->name, chosen) && bench_cases[i]->versus &&
            strcmp(bench_cases[i]->versus, name) == 0)
            return true;
    return is_chosen(name, chosen);
}

/* ---- Groups: rows that are compared with one another, and the limits they need ----------------------------------- */

typedef struct group {
    size_t count;
    const bench_case *cases[BENCH_MAX_GROUP];
} group;

static const bench_case *find_case(const char *name)
{
    for (size_t i = 0; i < bench_case_count; i++)
        if (strcmp(bench_cases[i]->name, name) == 0)
            return bench_cases[i];
    return NULL;
}

/* The first row of the chain of comparisons that needs to be measured; rows with the same first row are one group. */
static const bench_case *find_head(const bench_case *work, const char *chosen)
{
    while (work->versus && is_needed(work->versus, chosen))
        work = find_case(work->versus);
    return work;
}

static bool has_case(const group *g, const bench_case *work)
{
    for (size_t i = 0; i < g->count; i++)
        if (g->cases[i] == work)
            return true;
    return false;
}

static void add_case(group *g, const bench_case *work)
{
    if (!has_case(g, work) && g->count < BENCH_MAX_GROUP)
        g->cases[g->count++] = work;
}

/* The limits come first and are measured again in each group. */
static group make_group(const bench_case *head, const char *chosen)
{
    group g = {0};
    for (int limits = 1; limits >= 0; limits--)
        for (size_t i = 0; i < bench_case_count; i++) {
            const bench_case *work = bench_cases[i];
            if (!is_needed(work->name, chosen) || find_head(work, chosen) != head)
                continue;
            if (!limits)
                add_case(&g, work);
            else if (work->limit)
                add_case(&g, find_case(work->limit));
        }
    return g;
}

/* ---- Printing ---------------------------------------------------------------------------------------------------- */

static void print_list(bool json)
{
    for (size_t i = 0; i < bench_case_count; i++)
        if (json)
            printf("%s\"%s\"%s", i ? ", " : "[", bench_cases[i]->name, i + 1 < bench_case_count ? "" : "]\n");
        else
            printf("%-28s %s\n", bench_cases[i]->name, bench_cases[i]->workload);
}

static void print_json(const bench_row *rows, size_t count)
{
    printf("[\n");
    for (size_t i = 0; i < count; i++) {
        const bench_row *row = &rows[i];
        printf("  {\"name\": \"%s\", \"workload\": \"%s\", \"clock\": \"%s\", \"rounds\": %u, \"ns\": %.6g, "
               "\"median_ns\": %.6g, \"spread\": %.3g, \"wall_ns\": %.6g, \"wall_mean_ns\": %.6g",
               row->name, row->workload, row->clock, row->rounds, row->ns, row->median_ns, row->spread, row->wall_ns,
               row->wall_mean_ns);
        if (row->limit[0])
            printf(", \"limit\": \"%s\", \"share\": %.4g", row->limit, row->share);
        if (row->versus[0])
            printf(", \"versus\": \"%s\", \"ratio\": %.4g, \"ratio_spread\": %.3g, \"wall_ratio\": %.4g", row->versus,
                   row->ratio, row->ratio_spread, row->wall_ratio);
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

static void print_heading(void)
{
    printf("processor time; ! marks a spread above %.0f %%\n%-28s %12s %12s %8s  %-21s  %-34s  %s\n", 100.0 * NOISY,
           "name", "least", "median", "spread", "share of its limit", "times as long as", "workload");
}

static void print_row(const bench_row *row)
{
    char text[64] = "";
    printf("%-28s", row->name);
    print_time(row->ns);
    print_time(row->median_ns);
    printf("  %4.1f %%%c", 100.0 * row->spread, row->spread > NOISY ? '!' : ' ');
    if (row->limit[0])
        snprintf(text, sizeof text, "%5.1f %% of %s", 100.0 * row->share, row->limit);
    printf(" %-21s", text);
    text[0] = 0;
    if (row->versus[0])
        snprintf(text, sizeof text, "%6.4g × %s", row->ratio, row->versus);
    printf("  %-*s  %s\n", row->versus[0] ? 35 : 34, text, row->workload); /* × is two bytes */
    if (strcmp(row->clock, "process") == 0) {
        printf("  %-26s", "on the wall's clock");
        print_time(row->wall_ns);
        printf("  (above: processor time of all its threads)");
        if (row->versus[0])
            printf(", %.4g × %s", row->wall_ratio, row->versus);
        printf("\n");
    }
    if (row->fits > 0.0)
        printf("  %-26s %9.0f\n", "fit into a frame", row->fits);
    for (uint32_t p = 0; p < row->part_count; p++) {
        printf("  %-26s", row->part_names[p]);
        print_time(row->part_ns[p]);
        printf("\n");
    }
    fflush(stdout);
}

/* On the error stream, so that it is seen beside JSON too. */
static void warn_of_noise(const bench_row *rows, size_t count)
{
    size_t noisy = 0;
    for (size_t i = 0; i < count; i++)
        noisy += rows[i].spread > NOISY;
    if (noisy > 0)
        fprintf(
            stderr,
            "verve bench: the rounds of %zu of %zu rows differ by more than %.0f %%: other programs compete for caches "
            "and memory.\nTheir ratios and least times hold better than their medians; measure again when less is "
            "running.\n",
            noisy, count, 100.0 * NOISY);
}

/* ---- The command ------------------------------------------------------------------------------------------------- */

/* Measures group by group; *measured rows come out. */
static vv_result measure(const char *chosen, bool json, bench_row *rows, size_t *measured, vv_error *error)
{
    for (size_t i = 0; i < bench_case_count; i++) {
        const bench_case *head = bench_cases[i];
        if (!is_needed(head->name, chosen) || find_head(head, chosen) != head)
            continue;
        group g = make_group(head, chosen);
        bench_row found[BENCH_MAX_GROUP];
        const bench_case *failed = bench_measure(g.cases, g.count, found);
        if (failed)
            return cli_fail(error, VV_ERROR_MEMORY, failed->name, "give it more memory: close other programs",
                            "this benchmark could not be prepared");
        for (size_t r = 0; r < g.count && *measured < MOST_ROWS; r++) {
            if (strncmp(found[r].name, "limit.", 6) == 0 && g.cases[r] != head)
                continue; /* it has a row of its own */
            rows[*measured] = found[r];
            if (!json)
                print_row(&rows[*measured]);
            (*measured)++;
        }
    }
    return VV_OK;
}

static vv_result run(cli_call *call)
{
    const bench_request *request = call->request;
    const char *chosen = call->operand_count ? call->operands[0] : NULL;
    static bench_row rows[MOST_ROWS];
    size_t matches = 0;
    if (request->list) {
        print_list(request->json);
        return VV_OK;
    }
    for (size_t i = 0; i < bench_case_count; i++)
        matches += is_chosen(bench_cases[i]->name, chosen);
    if (matches == 0)
        return cli_fail(&call->error, VV_ERROR_NOT_FOUND, chosen, "`verve bench --list` prints all names",
                        "there is no benchmark of this name");
    if (!request->json)
        print_heading();
    size_t measured = 0;
    vv_result result = measure(chosen, request->json, rows, &measured, &call->error);
    if (result != VV_OK)
        return result;
    if (request->json)
        print_json(rows, measured);
    warn_of_noise(rows, measured);
    return VV_OK;
}

const cli_command cli_bench = {
    "bench",
    "measure what Verve does most, beside the limits of this machine",
    "[NAME] [--json] [--list]",
    "Measures what Verve does most, by processor time, so that the figures hold on a busy machine.\n"
    "Each row stands beside a limit of this machine, limit.fma (multiplies and adds) or\n"
    "limit.triad (bytes through the second-level cache), or beside a row it is compared with, such\n"
    "as a plain version; those are measured in turn, and a ratio is the median over all rounds.\n"
    "NAME picks one row or a group, for instance `weigh`.",
    CLI_OPERANDS(0, 1),
    CLI_OPTIONS({0}),
    NULL,
    run};
