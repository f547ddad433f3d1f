/* verve apply: replays edit commands on a project, all or nothing. */
#include "cli/cli.h"

#include "author/base/file.h"
#include "author/build/folder_host.h"
#include "author/document/folder.h"
#include "runtime/base/base.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A copy of a document, to try things on. */
static vv_result copy_document(const vv_document *document, vv_document **copy, vv_error *error)
{
    char *text;
    size_t length;
    vv_result result = vv_project_write(vv_document_project(document), NULL, &text, &length, error);
    if (result != VV_OK)
        return result;
    result = vv_document_parse(text, length, "project.json", NULL, copy, error);
    vv_project_text_release(NULL, text, length);
    return result;
}

/* One command on the copy; what it amounts to goes into the list. */
static vv_result try_command(vv_document *copy, vv_session *session, const vv_json_document *json,
                             const vv_json *command, vv_json_writer *list, vv_error *error)
{
    vv_json_document *resolved = NULL;
    vv_result result = vv_session_resolve(session, json, command, &resolved, error);
    if (result != VV_OK)
        return result;
    const vv_json *final = resolved ? vv_json_root(resolved) : command;
    result = vv_document_apply(copy, resolved ? resolved : json, final, error);
    if (result != VV_OK && resolved &&
        error) { /* the place is in what was made of the command, which nobody has seen */
        vv_error refusal = *error;
        vv_json_fail(json, command, error, result, "%s", refusal.message);
        vvi_error_remedy(error, "%s", refusal.remedy);
    }
    vv_json_write_value(list, NULL, final);
    if (resolved)
        vv_json_destroy(resolved);
    return result;
}

static vv_result try_each(vv_document *copy, vv_session *session, const vv_json_document *json, vv_json_writer *list,
                          vv_error *error)
{
    const vv_json *root = vv_json_root(json);
    if (root->kind != VV_JSON_ARRAY)
        return try_command(copy, session, json, root, list, error);
    cli_progress bar;
    uint32_t done = 0;
    vv_result result = VV_OK;
    cli_progress_begin(&bar, "applying");
    for (const vv_json *command = root->child; command && result == VV_OK; command = command->next) {
        bar.progress.report(bar.progress.user, (float)done++ / (float)root->count);
        result = try_command(copy, session, json, command, list, error);
    }
    cli_progress_end(&bar);
    return result;
}

/* All commands on a copy in memory, one after the other, since each may need what the one before made. What they amount
 * to comes back as one list, which the project then takes whole. */
static vv_result resolve_commands(const vv_project_folder *folder, const vv_json_document *json,
                                  vv_json_document **resolved, vv_error *error)
{
    vv_document *copy = NULL;
    vv_session *session = NULL;
    vv_json_writer *list = NULL;
    vv_folder_host host;
    vv_result result = copy_document(vv_project_folder_document(folder), &copy, error);
    if (result == VV_OK)
        result = vv_folder_host_open(vv_project_folder_path(folder), &host, error);
    if (result == VV_OK)
        result = vv_session_create(copy, &host.host, NULL, &session, error);
    if (result == VV_OK)
        result = vv_json_writer_create(NULL, true, &list, error);
    if (result == VV_OK) {
        size_t length = 0;
        vv_json_write_array(list, NULL);
        result = try_each(copy, session, json, list, error);
        vv_json_write_end(list);
        if (result == VV_OK) {
            const char *text = vv_json_writer_text(list, &length);
            result = vv_json_parse(text ? text : "", length, "commands", NULL, resolved, error);
        }
    }
    if (list)
        vv_json_writer_destroy(list);
    vv_session_destroy(session);
    if (copy)
        vv_document_destroy(copy);
    return result;
}

typedef struct apply_ask {
    const char *project, *commands;
    bool dry_run, hash;
} apply_ask;

static vv_result hash_document(const vv_document *document, const char *folder, uint64_t *hash, vv_error *error)
{
    vv_folder_host host;
    vv_session *session = NULL;
    vv_result result = vv_folder_host_open(folder, &host, error);
    if (result == VV_OK)
        result = vv_session_create(document, &host.host, NULL, &session, error);
    if (result == VV_OK)
        result = vv_session_hash(session, hash, error);
    vv_session_destroy(session);
    return result;
}

/* What the project is after the commands, or would be. */
static vv_result hash_result(const vv_project_folder *folder, const apply_ask *ask, const vv_json_document *commands,
                             uint64_t *hash, vv_error *error)
{
    const vv_document *document = vv_project_folder_document(folder);
    vv_document *copy = NULL;
    vv_result result = VV_OK;
    if (ask->dry_run) {
        result = copy_document(document, &copy, error);
        if (result == VV_OK)
            result = vv_document_apply(copy, commands, vv_json_root(commands), error);
    }
    if (result == VV_OK)
        result = hash_document(copy ? copy : document, vv_project_folder_path(folder), hash, error);
    vv_document_destroy(copy);
    return result;
}

static vv_result apply_commands(const apply_ask *ask, const vv_json_document *json, uint64_t *hash, vv_error *error)
{
    vv_project_folder *folder;
    vv_json_document *resolved = NULL;
    vv_result result = vv_project_folder_open(ask->project, ask->dry_run ? VV_FOLDER_READ : VV_FOLDER_WRITE,
                                              VV_FLUSH_COMMAND, NULL, &folder, error);
    if (result != VV_OK)
        return result;
    if (vv_project_folder_aside(folder)[0])
        fprintf(stderr, "verve: %s: the journal could not be used; it is kept as %s\n", ask->project,
                vv_project_folder_aside(folder));
    result = resolve_commands(folder, json, &resolved, error);
    if (result == VV_OK && !ask->dry_run)
        result = vv_project_folder_change(folder, resolved, vv_json_root(resolved), error);
    if (result == VV_OK && ask->hash)
        result = hash_result(folder, ask, resolved, hash, error);
    if (resolved)
        vv_json_destroy(resolved);
    vv_project_folder_close(folder);
    return result;
}

static cli_exit apply_file(const apply_ask *ask)
{
    uint8_t *bytes;
    size_t count;
    uint64_t hash = 0;
    vv_error error = {0};
    vv_json_document *json;
    const char *file = strcmp(ask->commands, "-") == 0 ? "/dev/stdin" : ask->commands;
    if (vv_file_read(file, VV_JSON_MAX_BYTES, NULL, &bytes, &count, &error) != VV_OK)
        return cli_error(&error);
    vv_result result = vv_json_parse((const char *)bytes, count, ask->commands, NULL, &json, &error);
    vv_file_release(NULL, bytes, count);
    if (result != VV_OK)
        return cli_error(&error);
    const vv_json *root = vv_json_root(json);
    uint32_t number = root->kind == VV_JSON_ARRAY ? root->count : 1;
    result = apply_commands(ask, json, &hash, &error);
    vv_json_destroy(json);
    if (result != VV_OK)
        return cli_error(&error);
    if (ask->hash)
        printf("%016" PRIx64 "\n", hash);
    else
        printf("%s: %s%u command%s\n", ask->project, ask->dry_run ? "would apply " : "applied ", number,
               number == 1 ? "" : "s");
    return CLI_OK;
}

static cli_exit run(int count, char **arguments)
{
    apply_ask ask = {0};
    const cli_option options[] = {
        {"--dry-run", CLI_FLAG, &ask.dry_run, NULL, "say what would happen, and change nothing"},
        {"--hash", CLI_FLAG, &ask.hash, NULL,
         "print the hash of the project afterwards and of all that is built from it, 16 hexadecimal digits"}};
    const cli_usage usage = {.command = "apply",
                             .synopsis = "PROJECT COMMANDS.json [--dry-run] [--hash]",
                             .about =
                                 "Applies one command, or a list of them, to a project and saves it; `-` reads them "
                                 "from the standard input.\nAll or nothing: if one is refused, nothing is changed. "
                                 "docs/format.md lists the commands.",
                             .options = options,
                             .option_count = 2,
                             .operands_least = 2,
                             .operands_most = 2};
    int operands;
    cli_exit exit;
    if (!cli_parse(&usage, count, arguments, &operands, &exit))
        return exit;
    ask.project = arguments[0];
    ask.commands = arguments[1];
    return apply_file(&ask);
}

const cli_command cli_apply = {"apply", "replay edit commands on a project", run};
