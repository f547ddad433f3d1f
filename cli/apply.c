/* verve apply: replays edit commands on a project, all or nothing. */
#include "cli/project.h"

#include "runtime/base/base.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct apply_request {
    bool dry_run, hash;
} apply_request;

#define REQUEST apply_request
static const cli_option options[] = {
    {"--dry-run", CLI_FLAG(dry_run), NULL, "say what would happen, and change nothing"},
    {"--hash", CLI_FLAG(hash), NULL,
     "print the hash of the project afterwards and of all that is built from it, 16 hexadecimal digits"},
    {0}};

/* Applies one command to the copy, and adds what it amounts to to the list. */
static vv_result try_command(vv_document *copy, vv_session *session, const vv_json_document *json,
                             const vv_json *command, vv_json_writer *list, vv_error *error)
{
    vv_json_document *resolved = NULL;
    vv_result result = vv_session_resolve_command(session, json, command, &resolved, error);
    if (result != VV_OK)
        return result;
    const vv_json *final = resolved ? vv_json_root(resolved) : command;
    result = vv_document_apply(copy, resolved ? resolved : json, final, error);
    if (result != VV_OK &&
        resolved) { /* the place is in what the command became, which is in no file: say where the command is */
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
        cli_progress_show(&bar, done++, root->count);
        result = try_command(copy, session, json, command, list, error);
    }
    cli_progress_end(&bar);
    return result;
}

/* Applies all commands to a copy in memory, one after the other, since each may need what the one before made. What
 * they amount to comes back as one list, which the project then takes whole. */
static vv_result resolve_commands(const vv_project_folder *folder, const vv_json_document *json,
                                  vv_json_document **resolved, vv_error *error)
{
    vv_document *copy = NULL;
    vv_session *session = NULL;
    vv_json_writer *list = NULL;
    vv_folder_host host;
    const vv_project *project = vv_document_project(vv_project_folder_document(folder));
    vv_result result = cli_copy_project(project, "project.json", &copy, error);
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
    vv_json_writer_destroy(list);
    vv_session_destroy(session);
    vv_document_destroy(copy);
    return result;
}

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

/* The hash of what the project is after the commands or, with --dry-run, would be. */
static vv_result hash_result(const vv_project_folder *folder, bool dry_run, const vv_json_document *commands,
                             uint64_t *hash, vv_error *error)
{
    const vv_document *document = vv_project_folder_document(folder);
    vv_document *copy = NULL;
    vv_result result = VV_OK;
    if (dry_run) {
        result = cli_copy_project(vv_document_project(document), "project.json", &copy, error);
        if (result == VV_OK)
            result = vv_document_apply(copy, commands, vv_json_root(commands), error);
    }
    if (result == VV_OK)
        result = hash_document(copy ? copy : document, vv_project_folder_path(folder), hash, error);
    vv_document_destroy(copy);
    return result;
}

static vv_result apply_commands(cli_call *call, const vv_json_document *json, uint64_t *hash)
{
    const apply_request *request = call->request;
    vv_error *error = &call->error;
    vv_project_folder *folder;
    vv_json_document *resolved = NULL;
    vv_result result = vv_project_folder_open(call->operands[0], request->dry_run ? VV_FOLDER_READ : VV_FOLDER_WRITE,
                                              VV_FLUSH_COMMAND, NULL, &folder, error);
    if (result != VV_OK)
        return result;
    if (vv_project_folder_aside(folder)[0])
        cli_warn(call->operands[0], "the journal could not be used; it is kept as %s", vv_project_folder_aside(folder));
    result = resolve_commands(folder, json, &resolved, error);
    if (result == VV_OK && !request->dry_run)
        result = vv_project_folder_change(folder, resolved, vv_json_root(resolved), error);
    if (result == VV_OK && request->hash)
        result = hash_result(folder, request->dry_run, resolved, hash, error);
    vv_json_destroy(resolved);
    vv_project_folder_close(folder);
    return result;
}

static vv_result run(cli_call *call)
{
    const apply_request *request = call->request;
    uint64_t hash = 0;
    vv_json_document *json = NULL;
    vv_result result = cli_read_json(call->operands[1], &json, &call->error);
    if (result != VV_OK)
        return result;
    const vv_json *root = vv_json_root(json);
    uint32_t number = root->kind == VV_JSON_ARRAY ? root->count : 1;
    result = apply_commands(call, json, &hash);
    vv_json_destroy(json);
    if (result == VV_OK && request->hash)
        printf("%016" PRIx64 "\n", hash);
    else if (result == VV_OK)
        printf("%s: %s%u command%s\n", call->operands[0], request->dry_run ? "would apply " : "applied ", number,
               number == 1 ? "" : "s");
    return result;
}

const cli_command cli_apply = {
    "apply",
    "replay edit commands on a project",
    "PROJECT COMMANDS.json [--dry-run] [--hash]",
    "Applies one command, or a list of them, to a project and saves it; `-` reads them from the standard input.\n"
    "All or nothing: if one is refused, nothing is changed. docs/format.md lists the commands.",
    CLI_OPERANDS(2, 2),
    CLI_OPTIONS({0}),
    NULL,
    run};
