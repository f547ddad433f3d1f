/* verve new: makes a project folder. */
#include "cli/cli.h"

#include "author/folder/folder.h"
#include "runtime/base/base.h"

#include <stdio.h>
#include <unistd.h>

typedef struct new_request {
    const char *name, *art;
} new_request;

#define REQUEST new_request
static const cli_option options[] = {
    {"--art", CLI_TEXT(art), "FILE", "a drawing (SVG or PNG) to begin with, as `verve import` brings it in"},
    {"--name", CLI_TEXT(name), "NAME", "what the project is called; the folder's name if it is not given"},
    {0}};

/* Removes a project that was just made, but nothing that somebody else put into its folder. */
static void remove_project(const char *folder)
{
    static const char *const files[] = {"project.json", "project.schema.json", "journal.jsonl"};
    char path[4096];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        remove(path);
    }
    snprintf(path, sizeof path, "%s/art", folder);
    rmdir(path);
    rmdir(folder);
}

static const char *find_misuse(const cli_call *call)
{
    const new_request *request = call->request;
    return request->art == NULL || cli_can_import(request->art)
               ? NULL
               : "--art cannot bring in a file with this ending; choose an .svg or a .png";
}

static vv_result run(cli_call *call)
{
    const new_request *request = call->request;
    const char *folder = call->operands[0];
    vv_error *error = &call->error;
    char own[256];
    cli_last_step(folder, own, sizeof own);
    vv_result result = vv_project_folder_create(folder, request->name ? request->name : own, NULL, error);
    if (result == VV_ERROR_ARGUMENT && request->name == NULL)
        vvi_error_remedy(error, "give the project a name with --name");
    if (result == VV_ERROR_ARGUMENT)
        vvi_error_place(error, request->name == NULL ? folder : "--name", 0, NULL);
    if (result != VV_OK)
        return result;
    result = request->art ? cli_import_into(folder, request->art, error) : VV_OK;
    if (result != VV_OK)
        remove_project(folder);
    else
        printf("made %s\n", folder);
    return result;
}

const cli_command cli_new = {"new",
                             "make a project",
                             "DIR [--art FILE] [--name NAME]",
                             "Makes the folder DIR with an empty project: project.json, and art/ for its "
                             "images.\nRefused where there is a project already. "
                             "A drawing becomes 2 m long on its longer side;\nfor another size make the project "
                             "without it, and bring it in with `verve import --scale`,\nwhich says how many pixels are "
                             "a metre.",
                             CLI_OPERANDS(1, 1),
                             CLI_OPTIONS({0}),
                             find_misuse,
                             run};
