/* verve apply: replays edit commands on a project, all or nothing. */
#include "cli/cli.h"

#include "author/base/file.h"
#include "author/document/folder.h"

#include <stdio.h>
#include <string.h>

/* On a copy in memory, so that the folder is not even locked. */
static vv_result try_commands(const char *path, const vv_json_document *json, vv_error *error)
{
    vv_project_folder *folder;
    vv_result result = vv_project_folder_open(path, VV_FOLDER_READ, VV_FLUSH_HOST, NULL, &folder, error);
    if (result != VV_OK)
        return result;
    char *text;
    size_t length;
    vv_document *copy;
    result = vv_project_write(vv_document_project(vv_project_folder_document(folder)), NULL, &text, &length, error);
    vv_project_folder_close(folder);
    if (result != VV_OK)
        return result;
    result = vv_document_parse(text, length, path, NULL, &copy, error);
    vv_project_text_release(NULL, text, length);
    if (result != VV_OK)
        return result;
    result = vv_document_apply(copy, json, vv_json_root(json), error);
    vv_document_destroy(copy);
    return result;
}

static vv_result apply_commands(const char *path, const vv_json_document *json, vv_error *error)
{
    vv_project_folder *folder;
    vv_result result = vv_project_folder_open(path, VV_FOLDER_WRITE, VV_FLUSH_COMMAND, NULL, &folder, error);
    if (result != VV_OK)
        return result;
    if (vv_project_folder_aside(folder)[0])
        fprintf(stderr, "verve: %s: the journal could not be used; it is kept as %s\n", path,
                vv_project_folder_aside(folder));
    result = vv_project_folder_apply(folder, json, vv_json_root(json), error);
    if (result == VV_OK)
        result = vv_project_folder_save(folder, error);
    vv_project_folder_close(folder);
    return result;
}

static cli_exit apply_file(const char *project, const char *commands, bool dry_run)
{
    uint8_t *bytes;
    size_t count;
    vv_error error = {0};
    vv_json_document *json;
    const char *file = strcmp(commands, "-") == 0 ? "/dev/stdin" : commands;
    if (vv_file_read(file, VV_JSON_MAX_BYTES, NULL, &bytes, &count, &error) != VV_OK)
        return cli_error(&error);
    vv_result result = vv_json_parse((const char *)bytes, count, commands, NULL, &json, &error);
    vv_file_release(NULL, bytes, count);
    if (result != VV_OK)
        return cli_error(&error);
    const vv_json *root = vv_json_root(json);
    uint32_t number = root->kind == VV_JSON_ARRAY ? root->count : 1;
    result = dry_run ? try_commands(project, json, &error) : apply_commands(project, json, &error);
    vv_json_destroy(json);
    if (result != VV_OK)
        return cli_error(&error);
    printf("%s: %s%u command%s\n", project, dry_run ? "would apply " : "applied ", number, number == 1 ? "" : "s");
    return CLI_OK;
}

static cli_exit run(int count, char **arguments)
{
    bool dry_run = false;
    const cli_option options[] = {{"--dry-run", CLI_FLAG, &dry_run, NULL, "say what would happen, and change nothing"}};
    const cli_usage usage = {.command = "apply",
                             .synopsis = "PROJECT COMMANDS.json [--dry-run]",
                             .about =
                                 "Applies one command, or a list of them, to a project and saves it; `-` reads them "
                                 "from the standard input.\nAll or nothing: if one is refused, nothing is changed. "
                                 "docs/format.md lists the commands.",
                             .options = options,
                             .option_count = 1,
                             .operands_least = 2,
                             .operands_most = 2};
    int operands;
    cli_exit exit;
    if (!cli_parse(&usage, count, arguments, &operands, &exit))
        return exit;
    return apply_file(arguments[0], arguments[1], dry_run);
}

const cli_command cli_apply = {"apply", "replay edit commands on a project", run};
