/* verve new: makes a project folder. */
#include "cli/cli.h"

#include "author/document/folder.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The last step of a path, without slashes after it: what a project is called unless it is told. */
static void name_of_path(const char *path, char *name, size_t bytes)
{
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    size_t start = end;
    while (start > 0 && path[start - 1] != '/')
        start--;
    snprintf(name, bytes, "%.*s", (int)(end - start), path + start);
}

/* The drawing could not be brought in: what was made goes again, but nothing that somebody else put there. */
static void take_back(const char *folder)
{
    static const char *const files[] = {"project.json", "journal.jsonl"};
    char path[4096];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        remove(path);
    }
    snprintf(path, sizeof path, "%s/art", folder);
    rmdir(path);
    rmdir(folder);
}

static cli_exit run(int count, char **arguments)
{
    const char *name = NULL, *art = NULL;
    const cli_option options[] = {
        {"--art", CLI_TEXT, &art, "FILE", "a drawing (SVG or PNG) to begin with, as `verve import` brings it in"},
        {"--name", CLI_TEXT, &name, "NAME", "what the project is called; the folder's name if it is not given"},
    };
    const cli_usage usage = {.command = "new",
                             .synopsis = "DIR [--art FILE] [--name NAME]",
                             .about = "Makes the folder DIR with an empty project: project.json, and art/ for its "
                                      "images.\nRefused where there is a project already.",
                             .options = options,
                             .option_count = sizeof options / sizeof *options,
                             .operands_least = 1,
                             .operands_most = 1};
    int operands;
    cli_exit exit;
    if (!cli_parse(&usage, count, arguments, &operands, &exit))
        return exit;
    char own[256];
    name_of_path(arguments[0], own, sizeof own);
    vv_error error = {0};
    if (vv_project_folder_create(arguments[0], name ? name : own, NULL, &error) != VV_OK) {
        if (error.code == VV_ERROR_ARGUMENT && !name)
            return cli_fail(arguments[0], "%s; give the project a name with --name", error.message);
        if (error.code == VV_ERROR_ARGUMENT)
            return cli_fail("--name", "%s; %s", error.message, error.remedy);
        return cli_error(&error);
    }
    exit = art ? cli_import_into(arguments[0], art) : CLI_OK;
    if (exit != CLI_OK) {
        take_back(arguments[0]);
        return exit;
    }
    printf("made %s\n", arguments[0]);
    return CLI_OK;
}

const cli_command cli_new = {"new", "make a project", run};
