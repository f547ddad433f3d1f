/* The grid in memory, and as plays.json: every play of a grid or of a shard of one, so that the rest can be made from
 * it. */
#include "cli/validate.h"

#include <stdio.h>
#include <stdlib.h>

bool validate_play_passed(const validate_play *play, bool strict)
{
    for (uint32_t f = 0; f < play->fault_count; f++)
        if (strict || !play->faults[f].strict_only)
            return false;
    return true;
}

float validate_badness(const validate_fault *fault) { return fault->value / fault->limit; }

bool validate_grid_prepare(validate_grid *grid)
{
    grid->plays = calloc((size_t)grid->creature_count * grid->column_count + 1u, sizeof *grid->plays);
    return grid->plays != NULL;
}

void validate_grid_release(validate_grid *grid)
{
    for (size_t p = 0; grid->plays != NULL && p < (size_t)grid->creature_count * grid->column_count; p++)
        free(grid->plays[p].faults);
    free(grid->plays);
    free(grid->columns);
    *grid = (validate_grid){0};
}

static void write_fault(vv_json_writer *w, const validate_fault *fault)
{
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "measure", vv_measure_name(fault->measure));
    vv_json_write_integer(w, "part", (int64_t)fault->part);
    vv_json_write_bool(w, "strict_only", fault->strict_only);
    vv_json_write_float(w, "value", fault->value);
    vv_json_write_float(w, "limit", fault->limit);
    vv_json_write_integer(w, "frame", fault->frame);
    vv_json_write_integer(w, "variant", fault->variant);
    vv_json_write_string(w, "trial", fault->trial);
    vv_json_write_string(w, "body", fault->body);
    vv_json_write_end(w);
}

static void write_play(vv_json_writer *w, const validate_grid *grid, uint32_t c, uint32_t m)
{
    const validate_play *play = validate_play_at(grid, c, m);
    if (!play->judged)
        return;
    vv_json_write_on_one_line(w);
    vv_json_write_object(w, NULL);
    vv_json_write_integer(w, "creature", (int64_t)grid->seed + c);
    vv_json_write_integer(w, "motion", m);
    vv_json_write_integer(w, "trials", play->trial_count);
    vv_json_write_float(w, "self", play->self);
    vv_json_write_float(w, "spine", play->spine);
    vv_json_write_array(w, "faults");
    for (uint32_t f = 0; f < play->fault_count; f++)
        write_fault(w, &play->faults[f]);
    vv_json_write_end(w);
    vv_json_write_end(w);
}

void validate_write_plays(vv_json_writer *w, const void *subject)
{
    const validate_grid *grid = subject;
    char key[32];
    snprintf(key, sizeof key, "%016llx", (unsigned long long)grid->key);
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "format", "verve-plays");
    vv_json_write_integer(w, "version", 1);
    vv_json_write_string(w, "project", grid->project);
    vv_json_write_string(w, "key", key);
    vv_json_write_integer(w, "creatures", grid->creature_count);
    vv_json_write_integer(w, "seed", grid->seed);
    vv_json_write_integer(w, "shard", grid->shard + 1);
    vv_json_write_integer(w, "shards", grid->shard_count);
    vv_json_write_bool(w, "pictures", grid->pictures);
    vv_json_write_array(w, "motions");
    for (uint32_t m = 0; m < grid->column_count; m++) {
        vv_json_write_on_one_line(w);
        vv_json_write_object(w, NULL);
        vv_json_write_string(w, "name", grid->columns[m].name);
        vv_json_write_bool(w, "gait", grid->columns[m].is_gait);
        vv_json_write_end(w);
    }
    vv_json_write_end(w);
    vv_json_write_array(w, "plays");
    for (uint32_t c = 0; c < grid->creature_count; c++)
        for (uint32_t m = 0; m < grid->column_count; m++)
            write_play(w, grid, c, m);
    vv_json_write_end(w);
    vv_json_write_end(w);
}
