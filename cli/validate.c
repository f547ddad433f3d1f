/* verve validate: every motion and gait of a project on random creatures (5, Figure 9;
 * docs/validation.md). */
#include "cli/validate.h"

#include "cli/project.h"
#include "cli/stand.h"

#include "author/base/file.h"
#include "runtime/creature/creature.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 64 };

typedef struct validate_request {
    const char *out, *shard;
    uint32_t creatures, seed, threads;
    bool merge, json, plain;
} validate_request;

/* ---- Options ----------------------------------------------------------------------------------------------------- */

#define REQUEST validate_request
static const cli_option options[] = {
    {"-o", CLI_TEXT(out), "DIR", "where report.json, index.html and pictures go"},
    {"--creatures", CLI_WHOLE(creatures), "N", "how many (default: 300)", 1, 100000},
    {"--seed", CLI_WHOLE(seed), "N", "of the first of them (default: 7)"},
    {"--shard", CLI_TEXT(shard), "I/N", "only the I-th of N parts of them"},
    {"--merge", CLI_FLAG(merge), NULL, "join the shards that are named instead of a project"},
    {"--threads", CLI_WHOLE(threads), "N", "how many creatures at once (default: 1)", 1, MOST_THREADS},
    {"--plain", CLI_FLAG(plain), NULL, "no pictures: faster"},
    {"--json", CLI_FLAG(json), NULL, "print the report"},
    {0}};

/* "3/16"; NULL is the only shard of one. */
static bool parse_shard(const char *text, validate_grid *grid)
{
    unsigned index = 1, count = 1;
    char end = 0;
    if (text != NULL &&
        (sscanf(text, "%u/%u%c", &index, &count, &end) != 2 || index < 1 || index > count || count > 1000000))
        return false;
    grid->shard = index - 1;
    grid->shard_count = count;
    return true;
}

static const char *find_misuse(const cli_call *call)
{
    const validate_request *request = call->request;
    validate_grid grid;
    if (request->out == NULL)
        return "nothing says where the report goes; add -o DIR";
    if (!request->merge && call->operand_count != 1)
        return "name one project, or join shards with --merge";
    if (request->merge && request->shard != NULL)
        return "--merge joins shards and --shard makes one; leave one of them out";
    if ((uint64_t)request->seed + request->creatures > UINT32_MAX)
        return "--seed is too large for so many creatures; choose a smaller one";
    if (!parse_shard(request->shard, &grid))
        return "--shard is not one of so many shards; write it as 3/16, from 1/16 to 16/16";
    return NULL;
}

/* ---- The grid's columns ------------------------------------------------------------------------------------------ */

static void name_column(validate_grid *grid, uint32_t c, const char *name, const void *bytes, size_t count)
{
    snprintf(grid->columns[c].name, sizeof grid->columns[c].name, "%s", name);
    grid->key = vv_hash_bytes(grid->key, name, strlen(name) + 1);
    grid->key = vv_hash_bytes(grid->key, bytes, count);
}

/* The columns are the motions, then the gaits, as the project has them. They belong to the session. */
static vv_result make_columns(vv_session *session, const vv_project *project, validate_grid *grid, vv_error *error)
{
    vv_result result = VV_OK;
    grid->columns = calloc(project->motion_count + project->gait_count + 1u, sizeof *grid->columns);
    if (grid->columns == NULL)
        return vvi_fail_memory(error, 0);
    for (uint32_t m = 0; m < project->motion_count && result == VV_OK; m++) {
        const vv_built_motion *built = NULL;
        result = vv_session_motion(session, m, &built, error);
        if (result != VV_OK)
            return result;
        grid->columns[grid->column_count].motion = built->motion;
        name_column(grid, grid->column_count++, project->motions[m]->name, built->motion,
                    vvi_motion_bytes(built->motion));
    }
    for (uint32_t g = 0; g < project->gait_count && result == VV_OK; g++) {
        const vv_built_gait *built = NULL;
        result = vv_session_gait(session, g, &built, error);
        if (result != VV_OK)
            return result;
        grid->columns[grid->column_count].gait = built->gait;
        grid->columns[grid->column_count].is_gait = true;
        name_column(grid, grid->column_count++, project->gaits[g]->name, built->gait, vvi_gait_bytes(built->gait));
    }
    if (grid->column_count > 0)
        return VV_OK;
    return cli_fail(error, VV_ERROR_NOT_FOUND, NULL, "add one to project.json (docs/format.md)",
                    "the project has neither motions nor gaits");
}

/* ---- Many creatures at once -------------------------------------------------------------------------------------- */

/* Threads that judge one creature after another. */
typedef struct crew {
    const validate_grid *grid;
    const char *folder;
    pthread_mutex_t lock;
    uint32_t next; /* creature */
    uint32_t done;
    cli_progress bar;
    vv_result result; /* of the first creature that failed */
    vv_error error;
} crew;

/* Returns the next creature of this shard; VV_NONE: there are no more, or one has failed. */
static uint32_t next_creature(crew *c, uint32_t done)
{
    uint32_t creature = VV_NONE;
    pthread_mutex_lock(&c->lock);
    c->done += done;
    if (done > 0)
        cli_progress_show(&c->bar, (double)c->done * c->grid->shard_count,
                          (double)c->grid->creature_count + c->grid->shard_count);
    if (c->result == VV_OK && c->next < c->grid->creature_count && !cli_interrupted()) {
        creature = c->next;
        c->next += c->grid->shard_count;
    }
    pthread_mutex_unlock(&c->lock);
    return creature;
}

static void *judge_creatures(void *user)
{
    crew *c = user;
    for (uint32_t creature = next_creature(c, 0); creature != VV_NONE; creature = next_creature(c, 1)) {
        vv_error error = {0};
        vv_result result = validate_creature(c->grid, creature, c->folder, &error);
        if (result == VV_OK)
            continue;
        pthread_mutex_lock(&c->lock);
        if (c->result == VV_OK) {
            c->result = result;
            c->error = error;
        }
        pthread_mutex_unlock(&c->lock);
    }
    return NULL;
}

static vv_result judge_all(const validate_grid *grid, const char *folder, uint32_t threads, vv_error *error)
{
    crew c = {.grid = grid, .folder = folder, .lock = PTHREAD_MUTEX_INITIALIZER, .next = grid->shard};
    pthread_t helpers[MOST_THREADS];
    uint32_t started = 0;
    cli_interrupt_begin();
    cli_progress_begin(&c.bar, "validating");
    while (started + 1 < threads && started < MOST_THREADS &&
           pthread_create(&helpers[started], NULL, judge_creatures, &c) == 0)
        started++;
    judge_creatures(&c);
    for (uint32_t h = 0; h < started; h++)
        pthread_join(helpers[h], NULL);
    cli_progress_end(&c.bar);
    cli_interrupt_end();
    if (c.result != VV_OK)
        *error = c.error;
    return c.result;
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

static vv_result make_folders(const char *out, bool pictures, vv_error *error)
{
    static const char *const below[] = {"", "/creatures", "/failures"};
    vv_result result = VV_OK;
    for (uint32_t f = 0; f < (pictures ? 3u : 1u) && result == VV_OK; f++) {
        char path[4096];
        snprintf(path, sizeof path, "%s%s", out, below[f]);
        result = vv_folder_create(path, error);
    }
    return result;
}

static vv_result write_files(const validate_grid *grid, const char *folder, vv_error *error)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/plays.json", folder);
    vv_result result = cli_write_json(path, validate_write_plays, grid, error);
    snprintf(path, sizeof path, "%s/report.json", folder);
    if (result == VV_OK)
        result = validate_write_report(grid, path, error);
    snprintf(path, sizeof path, "%s/index.html", folder);
    return result == VV_OK ? validate_write_page(grid, path, error) : result;
}

static void print_totals(const validate_grid *grid, const char *folder)
{
    uint32_t plays = 0, passed = 0, strict = 0;
    for (size_t p = 0; p < (size_t)grid->creature_count * grid->column_count; p++) {
        const validate_play *play = &grid->plays[p];
        bool counts = play->judged && play->trial_count > 0;
        plays += counts;
        passed += counts && validate_play_passed(play, false);
        strict += counts && validate_play_passed(play, true);
    }
    double whole = plays > 0 ? plays : 1;
    printf("%u of %u plays passed (%.2f %%; strictly %.2f %%); see %s/index.html\n", passed, plays,
           100.0 * passed / whole, 100.0 * strict / whole, folder);
}

/* ---- The command ------------------------------------------------------------------------------------------------- */

static vv_result validate_opened(const validate_request *request, cli_project *opened, validate_grid *grid,
                                 vv_error *error)
{
    cli_stand stand = {0};
    vv_result result = make_columns(opened->session, opened->project, grid, error);
    if (result == VV_OK)
        result = cli_stand_open(opened->session, opened->project, &stand, error);
    grid->stand = stand.gait;
    if (result == VV_OK && !validate_grid_prepare(grid))
        result = vvi_fail_memory(error, 0);
    if (result == VV_OK)
        result = make_folders(request->out, grid->pictures, error);
    if (result == VV_OK)
        result = judge_all(grid, request->out, request->threads, error);
    cli_stand_close(&stand);
    return result;
}

static vv_result validate_project(const validate_request *request, const char *folder, validate_grid *grid,
                                  vv_error *error)
{
    cli_project opened;
    grid->creature_count = request->creatures;
    grid->seed = request->seed;
    grid->pictures = !request->plain;
    cli_last_step(folder, grid->project, sizeof grid->project);
    vv_result result = cli_project_open(folder, VV_FOLDER_READ, &opened, error);
    if (result != VV_OK)
        return result;
    return cli_project_close(&opened, validate_opened(request, &opened, grid, error), error);
}

static vv_result run(cli_call *call)
{
    const validate_request *request = call->request;
    vv_error *error = &call->error;
    validate_grid grid = {0};
    vv_result result;
    parse_shard(request->shard, &grid);
    if (request->merge) {
        result = make_folders(request->out, true, error);
        if (result == VV_OK)
            result = validate_merge(call->operand_count, call->operands, request->out, &grid, error);
    } else {
        result = validate_project(request, call->operands[0], &grid, error);
    }
    if (result == VV_OK)
        result = write_files(&grid, request->out, error);
    if (result == VV_OK && request->json)
        result = validate_write_report(&grid, "-", error);
    else if (result == VV_OK)
        print_totals(&grid, request->out);
    validate_grid_release(&grid);
    return result;
}

const cli_command cli_validate = {
    "validate",
    "play every motion on random creatures, and judge it",
    "PROJECT --creatures 300 --seed 7 -o DIR",
    "Plays every motion and gait of a project on creatures grown from the seeds SEED, SEED + 1 …, and measures\n"
    "what an eye would mind: goals missed within reach, feet that slip, limbs that stretch, jumps, flips, bodies\n"
    "in the ground. OUT becomes a folder with report.json and index.html, a grid of pictures, the worst first.\n"
    "What is measured, and the limits, are in docs/validation.md.\n"
    "\n"
    "--shard 2/8 judges every eighth creature from the second on; `verve validate --merge DIR... -o OUT` joins\n"
    "shards to what one run would have made.",
    CLI_OPERANDS(1, -1),
    CLI_OPTIONS({.creatures = 300, .seed = 7, .threads = 1}),
    find_misuse,
    run};
