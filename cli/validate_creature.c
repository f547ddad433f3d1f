/* One creature of the grid: grown from its seed, every motion and gait tried on it, and drawn. */
#include "cli/validate.h"

#include "runtime/base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is needed while a row is judged. */
typedef struct row {
    const validate_grid *grid;
    uint32_t creature;
    uint64_t seed;
    const char *folder;
    vv_built_creature *built;
    vv_watch *watch;
    validate_artist *artist; /* NULL: no pictures */
    vv_error *error;
} row;

/* ---- Faults ------------------------------------------------------------------------------------------------------ */

static int worse_first(const void *a, const void *b)
{
    const validate_fault *f = a, *g = b;
    float x = validate_badness(f), y = validate_badness(g);
    if (f->strict_only != g->strict_only)
        return f->strict_only ? 1 : -1;
    if (x != y)
        return x > y ? -1 : 1;
    return f->measure != g->measure ? (f->measure < g->measure ? -1 : 1) : (int)f->part - (int)g->part;
}

static validate_fault make_fault(const row *r, const vv_trial *trials, vv_measure measure, vv_part part,
                                 const vv_worst *worst)
{
    float relaxed = vv_measure_limit(measure, part, false);
    bool strict_only = worst->value <= relaxed;
    validate_fault fault = {.measure = measure,
                            .part = part,
                            .strict_only = strict_only,
                            .value = worst->value,
                            .limit = strict_only ? vv_measure_limit(measure, part, true) : relaxed,
                            .frame = worst->frame,
                            .variant = trials[worst->trial].variant};
    snprintf(fault.trial, sizeof fault.trial, "%s", trials[worst->trial].words);
    snprintf(fault.body, sizeof fault.body, "%s", r->built->plan.bodies[worst->body].name);
    return fault;
}

static vv_result record_faults(const row *r, const vv_findings *findings, const vv_trial *trials, validate_play *play)
{
    validate_fault faults[VALIDATE_MOST_FAULTS];
    uint32_t count = 0;
    for (uint32_t m = 0; m < VV_MEASURE_COUNT; m++) {
        for (uint32_t part = 0; part < VV_PART_COUNT; part++) {
            const vv_worst *worst = &findings->worst[part][m];
            if (worst->body != VV_NONE && worst->value > vv_measure_limit((vv_measure)m, (vv_part)part, true))
                faults[count++] = make_fault(r, trials, (vv_measure)m, (vv_part)part, worst);
        }
    }
    play->self = findings->self.value;
    play->spine = findings->spine.value;
    if (count == 0)
        return VV_OK;
    qsort(faults, count, sizeof *faults, worse_first);
    play->faults = malloc(count * sizeof *faults);
    if (play->faults == NULL)
        return vvi_fail_memory(r->error, count * sizeof *faults);
    memcpy(play->faults, faults, count * sizeof *faults);
    play->fault_count = count;
    return VV_OK;
}

/* ---- Pictures ---------------------------------------------------------------------------------------------------- */

/* The trial in which the first fault of a play happened; VV_NONE: it has no fault. */
static uint32_t find_fault_trial(const validate_play *play, uint32_t count, const vv_trial *trials)
{
    for (uint32_t t = 0; play->fault_count > 0 && t < count; t++)
        if (strcmp(trials[t].words, play->faults[0].trial) == 0)
            return t;
    return VV_NONE;
}

/* Draws the moment of the first fault or, where there is none, the middle of the first trial. */
static vv_result draw_play(const row *r, uint32_t column, uint32_t count, const vv_trial *trials)
{
    const validate_play *play = validate_play_at(r->grid, r->creature, column);
    uint32_t trial = find_fault_trial(play, count, trials), body = VV_NONE;
    uint32_t frame = vv_trial_frames(&trials[0]) * 2 / 5;
    vv_result result = VV_OK;
    if (trial != VV_NONE) {
        char path[4096];
        frame = play->faults[0].frame;
        body = vv_creature_find(r->built->creature, play->faults[0].body);
        validate_strip_name(path, sizeof path, r->folder, r->seed, column);
        result = validate_write_strip(r->artist, &trials[trial], frame, body, path, r->error);
    }
    if (result == VV_OK)
        result =
            validate_draw_tile(r->artist, column + 1, &trials[trial == VV_NONE ? 0 : trial], frame, body, r->error);
    return result;
}

/* ---- Plays ------------------------------------------------------------------------------------------------------- */

static vv_result judge_trials(row *r, uint32_t column, uint32_t count, const vv_trial *trials)
{
    validate_play *play = validate_play_at(r->grid, r->creature, column);
    vv_findings findings;
    *play = (validate_play){.judged = true, .trial_count = count};
    if (count == 0)
        return VV_OK;
    vv_result result = vv_judge_play(r->watch, count, trials, &findings, r->error);
    if (result == VV_OK)
        result = record_faults(r, &findings, trials, play);
    if (result == VV_OK && r->artist != NULL)
        result = draw_play(r, column, count, trials);
    return result;
}

static vv_result judge_column(row *r, uint32_t c)
{
    const validate_column *column = &r->grid->columns[c];
    vv_trial trials[VV_MAX_TRIALS];
    if (column->is_gait)
        return judge_trials(r, c, vv_make_gait_trials(column->gait, r->built->creature, trials), trials);
    vv_binding *binding = NULL;
    vv_result result = vv_binding_create(column->motion, r->built->creature, NULL, &binding, r->error);
    if (result != VV_OK)
        return result;
    uint32_t count = vv_make_motion_trials(binding, r->grid->stand, vv_trial_seed(r->seed, column->name), trials);
    result = judge_trials(r, c, count, trials);
    vv_binding_destroy(binding);
    return result;
}

static vv_result begin_pictures(row *r)
{
    vv_result result = validate_artist_open(r->built, r->grid->column_count + 1, &r->artist, r->error);
    return result == VV_OK ? validate_draw_tile(r->artist, 0, NULL, 0, VV_NONE, r->error) : result;
}

vv_result validate_creature(const validate_grid *grid, uint32_t creature, const char *folder, vv_error *error)
{
    row r = {
        .grid = grid, .creature = creature, .seed = (uint64_t)grid->seed + creature, .folder = folder, .error = error};
    vv_creature_plan plan = {0};
    vv_result result = vv_plan_grow(r.seed, NULL, &plan, error);
    if (result == VV_OK)
        result = vv_built_creature_create(&plan, NULL, &r.built, error);
    if (result == VV_OK)
        result = vv_watch_create(&r.built->plan, r.built->creature, VV_TRIAL_MAX_FRAMES, NULL, &r.watch, error);
    if (result == VV_OK && grid->pictures)
        result = begin_pictures(&r);
    for (uint32_t c = 0; result == VV_OK && c < grid->column_count; c++)
        result = judge_column(&r, c);
    if (result == VV_OK && r.artist != NULL) {
        char path[4096];
        validate_sheet_name(path, sizeof path, folder, r.seed);
        result = validate_write_sheet(r.artist, path, error);
    }
    validate_artist_close(r.artist);
    vv_watch_destroy(r.watch);
    vv_built_creature_destroy(r.built);
    return result;
}
