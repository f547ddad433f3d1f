/* report.json: totals, tables, and every failure of a grid, worst first. */
#include "cli/validate.h"

#include "runtime/base/base.h"

#include <stdlib.h>

typedef struct totals {
    uint32_t plays, passed, strict, skipped, trials;
} totals;

static void add_play(totals *t, const validate_play *play)
{
    if (!play->judged)
        return;
    t->trials += play->trial_count;
    if (play->trial_count == 0) {
        t->skipped++;
        return;
    }
    t->plays++;
    t->passed += validate_play_passed(play, false);
    t->strict += validate_play_passed(play, true);
}

static double rate_of(uint32_t part, uint32_t whole) { return whole > 0 ? (double)part / (double)whole : 1.0; }

static void write_rates(vv_json_writer *w, const totals *t)
{
    vv_json_write_integer(w, "plays", t->plays);
    vv_json_write_integer(w, "passed", t->passed);
    vv_json_write_double(w, "pass_rate", rate_of(t->passed, t->plays));
}

static void write_strict(vv_json_writer *w, const totals *t)
{
    vv_json_write_on_one_line(w);
    vv_json_write_object(w, "strict");
    vv_json_write_integer(w, "passed", t->strict);
    vv_json_write_double(w, "pass_rate", rate_of(t->strict, t->plays));
    vv_json_write_end(w);
}

/* ---- Failures ---------------------------------------------------------------------------------------------------- */

typedef struct failure {
    const validate_fault *fault;
    uint32_t creature, column;
} failure;

static int worst_first(const void *a, const void *b)
{
    const failure *f = a, *g = b;
    float x = validate_badness(f->fault), y = validate_badness(g->fault);
    if (x != y)
        return x > y ? -1 : 1;
    if (f->creature != g->creature)
        return f->creature < g->creature ? -1 : 1;
    if (f->column != g->column)
        return f->column < g->column ? -1 : 1;
    return f->fault < g->fault ? -1 : f->fault > g->fault;
}

/* Counts the faults of all plays, and puts them into failures[] where that is not NULL. */
static uint32_t gather_failures(const validate_grid *grid, failure *failures)
{
    uint32_t count = 0;
    for (uint32_t c = 0; c < grid->creature_count; c++) {
        for (uint32_t m = 0; m < grid->column_count; m++) {
            const validate_play *play = validate_play_at(grid, c, m);
            for (uint32_t f = 0; f < play->fault_count; f++, count++)
                if (failures != NULL)
                    failures[count] = (failure){&play->faults[f], c, m};
        }
    }
    return count;
}

static void write_failure(vv_json_writer *w, const validate_grid *grid, const failure *wrong)
{
    const validate_fault *fault = wrong->fault;
    vv_json_write_on_one_line(w);
    vv_json_write_object(w, NULL);
    vv_json_write_integer(w, "creature", (int64_t)grid->seed + wrong->creature);
    vv_json_write_string(w, "motion", grid->columns[wrong->column].name);
    vv_json_write_integer(w, "variant", fault->variant);
    vv_json_write_string(w, "trial", fault->trial);
    vv_json_write_integer(w, "frame", fault->frame);
    vv_json_write_double(w, "time", (double)fault->frame / (double)VV_JUDGE_RATE);
    vv_json_write_string(w, "measure", vv_measure_name(fault->measure));
    vv_json_write_float(w, "value", fault->value);
    vv_json_write_float(w, "limit", fault->limit);
    vv_json_write_string(w, "body", fault->body);
    vv_json_write_bool(w, "branching", fault->part == VV_PART_BRANCHING);
    vv_json_write_end(w);
}

static void write_failures(vv_json_writer *w, const validate_grid *grid, uint32_t count, const failure *failures,
                           bool strict_only, const char *name)
{
    vv_json_write_array(w, name);
    for (uint32_t f = 0; f < count; f++)
        if (failures[f].fault->strict_only == strict_only)
            write_failure(w, grid, &failures[f]);
    vv_json_write_end(w);
}

/* ---- Tables ------------------------------------------------------------------------------------------------------ */

static void write_by_motion(vv_json_writer *w, const validate_grid *grid)
{
    vv_json_write_array(w, "by_motion");
    for (uint32_t m = 0; m < grid->column_count; m++) {
        totals t = {0};
        for (uint32_t c = 0; c < grid->creature_count; c++)
            add_play(&t, validate_play_at(grid, c, m));
        vv_json_write_on_one_line(w);
        vv_json_write_object(w, NULL);
        vv_json_write_string(w, "motion", grid->columns[m].name);
        vv_json_write_string(w, "kind", grid->columns[m].is_gait ? "gait" : "motion");
        write_rates(w, &t);
        vv_json_write_integer(w, "strict_passed", t.strict);
        vv_json_write_integer(w, "skipped", t.skipped);
        vv_json_write_end(w);
    }
    vv_json_write_end(w);
}

/* In how many plays a measure is beyond its limits. */
static uint32_t plays_beyond(const validate_grid *grid, vv_measure measure, bool strict)
{
    uint32_t count = 0;
    for (size_t p = 0; p < (size_t)grid->creature_count * grid->column_count; p++) {
        bool beyond = false;
        for (uint32_t f = 0; f < grid->plays[p].fault_count; f++) {
            const validate_fault *fault = &grid->plays[p].faults[f];
            beyond = beyond || (fault->measure == measure && (strict || !fault->strict_only));
        }
        count += beyond;
    }
    return count;
}

static void write_by_measure(vv_json_writer *w, const validate_grid *grid)
{
    vv_json_write_array(w, "by_measure");
    for (uint32_t m = 0; m < VV_MEASURE_COUNT; m++) {
        vv_measure measure = (vv_measure)m;
        vv_json_write_on_one_line(w);
        vv_json_write_object(w, NULL);
        vv_json_write_string(w, "measure", vv_measure_name(measure));
        vv_json_write_float(w, "limit", vv_measure_limit(measure, VV_PART_PLAIN, true));
        vv_json_write_float(w, "limit_branching", vv_measure_limit(measure, VV_PART_BRANCHING, false));
        vv_json_write_float(w, "limit_spine", vv_measure_limit(measure, VV_PART_SPINE, false));
        vv_json_write_integer(w, "failed", plays_beyond(grid, measure, false));
        vv_json_write_integer(w, "failed_strictly", plays_beyond(grid, measure, true));
        vv_json_write_end(w);
    }
    vv_json_write_end(w);
}

/* What is reported and never fails: how many plays have more of it than two hundredths, and the most there was. */
static void write_remark(vv_json_writer *w, const validate_grid *grid, const char *name, bool self)
{
    uint32_t count = 0;
    float most = 0.0f;
    for (size_t p = 0; p < (size_t)grid->creature_count * grid->column_count; p++) {
        float value = self ? grid->plays[p].self : grid->plays[p].spine;
        count += value > 0.02f;
        most = vvi_max(most, value);
    }
    vv_json_write_on_one_line(w);
    vv_json_write_object(w, name);
    vv_json_write_integer(w, "plays_beyond_2_percent", count);
    vv_json_write_float(w, "most", most);
    vv_json_write_end(w);
}

/* ---- The report -------------------------------------------------------------------------------------------------- */

typedef struct report {
    const validate_grid *grid;
    uint32_t count;
    const failure *failures; /* [count] */
} report;

static void write_report(vv_json_writer *w, const void *subject)
{
    const report *r = subject;
    const validate_grid *grid = r->grid;
    totals t = {0};
    for (size_t p = 0; p < (size_t)grid->creature_count * grid->column_count; p++)
        add_play(&t, &grid->plays[p]);
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "project", grid->project);
    vv_json_write_integer(w, "creatures", grid->creature_count);
    vv_json_write_integer(w, "seed", grid->seed);
    if (grid->shard_count > 1) {
        vv_json_write_integer(w, "shard", grid->shard + 1);
        vv_json_write_integer(w, "shards", grid->shard_count);
    }
    vv_json_write_array(w, "motions");
    for (uint32_t m = 0; m < grid->column_count; m++)
        vv_json_write_string(w, NULL, grid->columns[m].name);
    vv_json_write_end(w);
    write_rates(w, &t);
    write_strict(w, &t);
    vv_json_write_integer(w, "skipped", t.skipped);
    vv_json_write_integer(w, "trials", t.trials);
    write_remark(w, grid, "self_penetration", true);
    write_remark(w, grid, "spine_goals", false);
    write_by_motion(w, grid);
    write_by_measure(w, grid);
    write_failures(w, grid, r->count, r->failures, false, "failures");
    write_failures(w, grid, r->count, r->failures, true, "strict_failures");
    vv_json_write_end(w);
}

vv_result validate_write_report(const validate_grid *grid, const char *path, vv_error *error)
{
    uint32_t count = gather_failures(grid, NULL);
    failure *failures = calloc(count + 1u, sizeof *failures);
    if (failures == NULL)
        return vvi_fail_memory(error, count * sizeof *failures);
    gather_failures(grid, failures);
    qsort(failures, count, sizeof *failures, worst_first);
    vv_result result = cli_write_json(path, write_report, &(report){grid, count, failures}, error);
    free(failures);
    return result;
}
