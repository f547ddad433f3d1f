/* Files of motion: read as whoever plays them reads them, so that a project with a damaged one is not found out on the stage. */
#include "cli/check.h"

#include "author/build/creatures.h"
#include "runtime/base/base.h"

#include <string.h>

typedef struct checker {
    const char *folder;
    vv_problems *problems;
} checker;

/* A file that cannot be read is that for its skeleton and for every take. */
static bool is_told(const vv_problems *problems, const vv_error *place, const char *message)
{
    for (uint32_t i = 0; i < problems->count; i++)
        if (strcmp(problems->items[i].error.file, place->file) == 0 &&
            strcmp(problems->items[i].error.message, message) == 0)
            return true;
    return false;
}

/* `file` is whose body or motion was asked for; the reader may have named another one. */
static void tell(const checker *c, const vv_error *error, const char *file)
{
    vv_error place = {.line = error->line};
    vvi_format(place.file, sizeof place.file, "%s/%s", c->folder, error->file[0] != '\0' ? error->file : file);
    if (is_told(c->problems, &place, error->message) || error->code == VV_ERROR_MEMORY)
        return;
    vv_problems_add(c->problems, VV_RULE_MOTION_FILE, &place,
                    error->remedy[0] != '\0' ? error->remedy : "export it again, or remove what uses it", "%s",
                    error->message);
}

void check_motions(const char *path, const cli_project *project, vv_problems *problems)
{
    checker c = {.folder = path, .problems = problems};
    const vv_project *document = vv_document_project(vv_project_folder_document(project->folder));
    vv_session *session = project->session;
    for (uint32_t i = 0; i < document->skeleton_count; i++) {
        const vv_character *character = NULL;
        vv_error error = {0};
        if (vv_session_character(session, i, &character, &error) != VV_OK)
            tell(&c, &error, document->skeletons[i]->file);
    }
    for (uint32_t i = 0; i < document->take_count; i++) {
        const vv_take *take = NULL;
        vv_error error = {0};
        if (vv_session_take(session, i, &take, &error) != VV_OK)
            tell(&c, &error, document->takes[i]->file);
    }
    for (uint32_t i = 0; i < document->creature_count; i++) {
        const vv_built_creature *creature = NULL;
        vv_error error = {0};
        if (document->creatures[i]->file && vv_session_creature(session, i, &creature, &error) != VV_OK)
            tell(&c, &error, document->creatures[i]->file);
    }
}

vv_result check_built(const char *path, vv_problems *problems, vv_error *error)
{
    cli_project project;
    vv_error ignored = {0};
    if (cli_project_open(path, VV_FOLDER_READ, &project, &ignored) != VV_OK)
        return VV_OK; /* said already */
    check_motions(path, &project, problems);
    vv_result result = check_lines(path, &project, problems, error);
    cli_project_close(&project);
    return problems->memory ? vvi_fail_memory(error, sizeof(vv_problem)) : result;
}
