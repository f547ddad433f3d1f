/* verve validate: every motion and gait of a project on creatures that nobody has seen (5, Figure 9; docs/validation.md). */
#include "cli/validate.h"

#include "cli/cli.h"
#include "cli/project.h"
#include "cli/stand.h"

#include "author/base/file.h"
#include "runtime/creature/creature.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct validate_request {
    const char *project, *out, *shard;
    uint32_t creatures, seed, threads;
    bool merge, json, plain;
} validate_request;

/* ---- The grid's columns ---------------------------------------------------------------------------------------------------------- */

static const char *last_name(const char *path, char *text, size_t bytes)
{
    snprintf(text, bytes, "%s", path);
    size_t length = strlen(text);
    while (length > 1 && text[length - 1] == '/')
        text[--length] = '\0';
    const char *slash = strrchr(text, '/');
    return slash != NULL ? slash + 1 : text;
}

static void name_column(validate_grid *grid, uint32_t c, const char *name, const void *bytes, size_t count)
{
    snprintf(grid->columns[c].name, sizeof grid->columns[c].name, "%s", name);
    grid->key = vv_hash_bytes(grid->key, name, strlen(name) + 1);
    grid->key = vv_hash_bytes(grid->key, bytes, count);
}

/* Motions, then gaits, as the project has them. They stay the session's. */
static vv_result take_columns(vv_session *session, const vv_project *project, validate_grid *grid, vv_error *error)
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
    vvi_fail(error, VV_ERROR_NOT_FOUND, "the project has neither motions nor gaits");
    vvi_error_remedy(error, "add one to project.json (docs/format.md)");
    return VV_ERROR_NOT_FOUND;
}

/* ---- Many creatures at once ------------------------------------------------------------------------------------------------------- */

typedef struct crew {
    const validate_grid *grid;
    const char *folder;
    pthread_mutex_t lock;
    uint32_t next; /* creature */
    uint32_t done;
    cli_progress bar;
    vv_result result; /* of the first that failed */
    vv_error error;
} crew;

/* The next creature of this shard, VV_NONE: there are no more, or somebody failed. */
static uint32_t next_creature(crew *c, uint32_t done)
{
    uint32_t creature = VV_NONE;
    pthread_mutex_lock(&c->lock);
    c->done += done;
    if (done > 0)
        c->bar.progress.report(c->bar.progress.user, (float)c->done * (float)c->grid->shard_count /
                                                         (float)(c->grid->creature_count + c->grid->shard_count));
    if (c->result == VV_OK && c->next < c->grid->creature_count && !cli_interrupted()) {
        creature = c->next;
        c->next += c->grid->shard_count;
    }
    pthread_mutex_unlock(&c->lock);
    return creature;
}

static void *work(void *user)
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
    pthread_t helpers[64];
    uint32_t started = 0;
    cli_interrupt_begin();
    cli_progress_begin(&c.bar, "validating");
    while (started + 1 < threads && started < 64 && pthread_create(&helpers[started], NULL, work, &c) == 0)
        started++;
    work(&c);
    for (uint32_t h = 0; h < started; h++)
        pthread_join(helpers[h], NULL);
    cli_progress_end(&c.bar);
    cli_interrupt_end();
    if (c.result != VV_OK)
        *error = c.error;
    return c.result;
}

/* ---- Files -------------------------------------------------------------------------------------------------------------------------- */

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

typedef vv_result text_of(const validate_grid *grid, char **text, size_t *length, vv_error *error);

static vv_result write_text(const validate_grid *grid, text_of *make, const char *folder, const char *name,
                            vv_error *error)
{
    char path[4096], *text = NULL;
    size_t length = 0;
    vv_result result = make(grid, &text, &length, error);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (result == VV_OK)
        result = vv_file_write(path, text, length, error);
    free(text);
    return result;
}

vv_result validate_write(const validate_grid *grid, const char *folder, vv_error *error)
{
    vv_result result = write_text(grid, validate_plays, folder, "plays.json", error);
    if (result == VV_OK)
        result = write_text(grid, validate_report, folder, "report.json", error);
    return result == VV_OK ? write_text(grid, validate_page, folder, "index.html", error) : result;
}

static vv_result tell(const validate_grid *grid, const validate_request *ask, vv_error *error)
{
    char *text = NULL;
    size_t length = 0;
    uint32_t plays = 0, passed = 0, strict = 0;
    if (ask->json) {
        vv_result result = validate_report(grid, &text, &length, error);
        if (result == VV_OK)
            fwrite(text, 1, length, stdout);
        free(text);
        return result;
    }
    for (size_t p = 0; p < (size_t)grid->creature_count * grid->column_count; p++) {
        const validate_play *play = &grid->plays[p];
        bool counts = play->judged && play->trial_count > 0;
        plays += counts;
        passed += counts && validate_play_passed(play, false);
        strict += counts && validate_play_passed(play, true);
    }
    double whole = plays > 0 ? plays : 1;
    printf("%u of %u plays passed (%.2f %%; strictly %.2f %%); see %s/index.html\n", passed, plays,
           100.0 * passed / whole, 100.0 * strict / whole, ask->out);
    return VV_OK;
}

/* ---- The command ------------------------------------------------------------------------------------------------------------------- */

/* "3/16" */
static bool read_shard(const char *text, validate_grid *grid)
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

static vv_result validate_project(const validate_request *ask, validate_grid *grid, vv_error *error)
{
    cli_project project;
    cli_stand stand = {0};
    char path[4096];
    grid->creature_count = ask->creatures;
    grid->seed = ask->seed;
    grid->pictures = !ask->plain;
    snprintf(grid->project, sizeof grid->project, "%s", last_name(ask->project, path, sizeof path));
    vv_result result = cli_project_open(ask->project, VV_FOLDER_READ, &project, error);
    if (result != VV_OK)
        return result;
    const vv_project *own = vv_document_project(vv_project_folder_document(project.folder));
    result = take_columns(project.session, own, grid, error);
    if (result == VV_OK)
        result = cli_stand_open(project.session, own, &stand, error);
    grid->stand = stand.gait;
    if (result == VV_OK && !validate_grid_prepare(grid))
        result = vvi_fail_memory(error, 0);
    if (result == VV_OK)
        result = make_folders(ask->out, grid->pictures, error);
    if (result == VV_OK)
        result = judge_all(grid, ask->out, ask->threads, error);
    cli_stand_close(&stand);
    cli_project_close_after(&project, result, error);
    return result;
}

static const char *const about =
    "Plays every motion and gait of a project on creatures grown from the seeds SEED, SEED + 1 …, and measures what "
    "an\n"
    "eye would mind: goals missed within reach, feet that slip, limbs that stretch, jumps, flips, bodies in the "
    "ground.\n"
    "OUT becomes a folder with report.json and index.html, a grid of pictures, the worst first. What is measured, and\n"
    "the limits, are in docs/validation.md.\n"
    "\n"
    "--shard 2/8 judges every eighth creature from the second on; `verve validate --merge DIR... -o OUT` joins shards\n"
    "to what one run would have made.";

static const char *find_misuse(const validate_request *ask, int operands)
{
    if (ask->out == NULL)
        return "nothing says where to; add -o DIR";
    if (!ask->merge && operands != 1)
        return "name one project, or join shards with --merge";
    if (ask->merge && ask->shard != NULL)
        return "--merge joins shards and --shard makes one; leave one of them out";
    if (ask->creatures < 1 || ask->creatures > 100000)
        return "--creatures is from 1 to 100000; choose a number in that range";
    if (ask->threads < 1 || ask->threads > 64)
        return "--threads is from 1 to 64; choose a number in that range";
    if ((uint64_t)ask->seed + ask->creatures > UINT32_MAX)
        return "--seed is too large for so many creatures; choose a smaller one";
    return NULL;
}

static cli_exit run(int count, char **arguments)
{
    validate_request ask = {.creatures = 300, .seed = 7, .threads = 1};
    const cli_option options[] = {
        {"-o", CLI_TEXT, &ask.out, "DIR", "where report.json, index.html and pictures go"},
        {"--creatures", CLI_WHOLE, &ask.creatures, "N", "how many (default: 300)"},
        {"--seed", CLI_WHOLE, &ask.seed, "N", "of the first of them (default: 7)"},
        {"--shard", CLI_TEXT, &ask.shard, "I/N", "only the I-th of N parts of them"},
        {"--merge", CLI_FLAG, &ask.merge, NULL, "join the shards that are named instead of a project"},
        {"--threads", CLI_WHOLE, &ask.threads, "N", "how many creatures at once (default: 1)"},
        {"--plain", CLI_FLAG, &ask.plain, NULL, "no pictures: faster"},
        {"--json", CLI_FLAG, &ask.json, NULL, "print the report"},
    };
    const cli_usage usage = {.command = "validate",
                             .synopsis = "PROJECT --creatures 300 --seed 7 -o DIR",
                             .about = about,
                             .options = options,
                             .option_count = sizeof options / sizeof *options,
                             .operands_least = 1,
                             .operands_most = -1};
    int operands = 0;
    cli_exit exit = CLI_OK;
    if (!cli_parse(&usage, count, arguments, &operands, &exit))
        return exit;
    validate_grid grid = {0};
    const char *misuse = find_misuse(&ask, operands);
    if (misuse == NULL && !read_shard(ask.shard, &grid))
        misuse = "--shard is written as 3/16, from 1/16 to 16/16";
    if (misuse != NULL) {
        cli_fail("validate", "%s", misuse);
        return CLI_USAGE;
    }
    vv_error error = {0};
    ask.project = arguments[0];
    vv_result result = ask.merge ? make_folders(ask.out, true, &error) : validate_project(&ask, &grid, &error);
    if (result == VV_OK && ask.merge)
        result = validate_merge(operands, arguments, ask.out, &grid, &error);
    if (result == VV_OK)
        result = validate_write(&grid, ask.out, &error);
    if (result == VV_OK)
        result = tell(&grid, &ask, &error);
    validate_grid_release(&grid);
    return result == VV_OK ? CLI_OK : cli_error(&error);
}

const cli_command cli_validate = {"validate", "play every motion on creatures nobody has seen, and judge", run};
