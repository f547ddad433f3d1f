/* The open project: its lock, its state and its files. Every write is atomic, and happens only if the page knew the
 * version that it replaces. */
#include "studio/serve/server.h"

#include "author/base/file.h"
#include "author/folder/folder.h"
#include "runtime/base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

void vvi_project_close(vvi_server *server)
{
    if (server->open.folder < 0)
        return;
    vvi_watch_end(server->open.watch);
    close(server->open.folder);
    g_free(server->open.path);
    server->open = (vvi_open_project){.folder = -1};
    server->writer = (vvi_writing_page){0};
    vvi_stream_send(server, NULL, "data: {\"type\":\"closed\"}\n\n");
}

/* Resolves the path of a project folder, or of the project.json in it, to the absolute path of the folder, without
 * links. */
static char *resolve_folder(const char *path, vv_error *error)
{
    char *real = realpath(path, NULL);
    if (!real) {
        vvi_fail(error, VV_ERROR_FILE, "cannot be opened: %s", g_strerror(errno));
        vvi_error_remedy(error, "name a project folder, or make one with `verve new`");
        vvi_error_place(error, path, 0, "");
        return NULL;
    }
    char *folder =
        g_str_has_suffix(real, "/project.json") && vv_file_exists(real) ? g_path_get_dirname(real) : g_strdup(real);
    free(real);
    return folder;
}

static bool is_same_folder(int a, int b)
{
    struct stat first, second;
    return fstat(a, &first) == 0 && fstat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

/* Opens even a project.json that cannot be parsed, as the page reports what is wrong with it. Takes ownership of
 * `folder` and `path`. */
static vv_result open_folder(vvi_server *server, int folder, char *path, vv_error *error)
{
    if (server->open.folder >= 0 && is_same_folder(folder, server->open.folder)) {
        close(folder);
        g_free(path);
        return VV_OK;
    }
    vv_result result = vv_project_folder_lock_open(folder, path, error);
    if (result == VV_OK && faccessat(folder, "project.json", F_OK, AT_SYMLINK_NOFOLLOW) != 0) {
        close(folder);
        result = vvi_fail(error, VV_ERROR_NOT_FOUND, "there is no project.json here");
        vvi_error_remedy(error, "name a project folder, or make one with `verve new`");
        vvi_error_place(error, path, 0, "");
    }
    if (result != VV_OK) {
        g_free(path);
        return result;
    }
    vvi_project_close(server);
    server->open = (vvi_open_project){.folder = folder, .path = path, .watch = vvi_watch_begin(server, folder, path)};
    return VV_OK;
}

vv_result vvi_project_open(vvi_server *server, const char *path, vv_error *error)
{
    char *real = resolve_folder(path, error);
    if (!real)
        return VV_ERROR_FILE;
    int folder = open(real, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder >= 0)
        return open_folder(server, folder, real, error);
    vvi_fail(error, VV_ERROR_FILE, "cannot be opened: %s", g_strerror(errno));
    vvi_error_remedy(error, "name a project folder, or make one with `verve new`");
    vvi_error_place(error, real, 0, "");
    g_free(real);
    return VV_ERROR_FILE;
}

vv_result vvi_project_open_in(vvi_server *server, const char *home, const char *name, vv_error *error)
{
    char *real = realpath(home, NULL); /* the home may be a link, a project in it may not */
    int root = real ? open(real, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    int folder = root >= 0 && vvi_path_is_plain_name(name, strlen(name)) ? vvi_path_open_folder(root, name) : -1;
    char *path = real ? g_build_filename(real, name, NULL) : NULL;
    if (root >= 0)
        close(root);
    free(real);
    if (folder >= 0)
        return open_folder(server, folder, path, error);
    g_free(path);
    vvi_fail(error, VV_ERROR_NOT_FOUND, "there is no such project");
    vvi_error_remedy(
        error,
        "choose another; a link in the projects' home is not followed, but `verve studio FOLDER` opens any folder");
    return VV_ERROR_NOT_FOUND;
}

/* ---- State ------------------------------------------------------------------------------------------------------- */

static const char *first_stage_name(const vv_json *project)
{
    const vv_json *scenes = vv_json_member(project, "scenes");
    bool list = scenes && scenes->kind == VV_JSON_ARRAY;
    for (const vv_json *scene = list ? scenes->child : NULL; scene; scene = scene->next) {
        if (vv_json_member(scene, "actors"))
            return vvi_member_text(scene, "name", "");
    }
    return "";
}

vvi_project_summary vvi_project_read_summary(int folder, const char *fallback)
{
    size_t length;
    vv_json_document *json = NULL;
    GBytes *bytes = vvi_path_read(folder, "project.json", VVI_PROJECT_LIMIT);
    const char *text = bytes ? g_bytes_get_data(bytes, &length) : NULL;
    bool good = text && vv_json_parse(text, length, "project.json", NULL, &json, NULL) == VV_OK;
    const vv_json *root = good ? vv_json_root(json) : NULL;
    const char *name = root ? vvi_member_text(root, "name", "") : "";
    vvi_project_summary summary = {.name = g_strdup(name[0] ? name : fallback),
                                   .about = g_strdup(root ? vvi_member_text(root, "about", "") : ""),
                                   .scene = g_strdup(root ? first_stage_name(root) : "")};
    vv_json_destroy(json);
    if (bytes)
        g_bytes_unref(bytes);
    return summary;
}

void vvi_project_summary_release(vvi_project_summary *summary)
{
    g_free(summary->name);
    g_free(summary->about);
    g_free(summary->scene);
}

void vvi_get_state(vvi_request *request)
{
    const vvi_server *server = request->server;
    bool open = server->open.folder >= 0;
    char version[32], *ffmpeg = g_find_program_in_path("ffmpeg");
    char *base = open ? g_path_get_basename(server->open.path) : g_strdup("");
    vvi_project_summary summary = {0};
    if (open)
        summary = vvi_project_read_summary(server->open.folder, base);
    vv_json_writer *writer = vvi_create_json();
    g_snprintf(version, sizeof version, "%u.%u.%u", vv_version() >> 16, vv_version() >> 8 & 255u, vv_version() & 255u);
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "mode", open ? "project" : "gallery");
    vv_json_write_string(writer, "name", open ? summary.name : "");
    vv_json_write_string(writer, "folder", open ? server->open.path : server->home);
    vv_json_write_string(writer, "version", version);
    vv_json_write_bool(writer, "video", ffmpeg != NULL);
    vv_json_write_string(writer, "key", vvi_return_key(request->server));
    vv_json_write_end(writer);
    vvi_answer_json(request, 200, writer);
    vvi_project_summary_release(&summary);
    g_free(base);
    g_free(ffmpeg);
}

void vvi_post_close(vvi_request *request)
{
    vvi_project_close(request->server);
    vvi_get_state(request);
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

/* False after an error response was sent. */
static bool check_project_open(vvi_request *request)
{
    if (request->server->open.folder >= 0)
        return true;
    vvi_answer_error(request, 404, "No project is open.", "open one from the gallery");
    return false;
}

/* Answers with an empty journal if there is none, as every new project has none. */
static bool answer_missing_journal(vvi_request *request)
{
    struct stat status;
    if (fstatat(request->server->open.folder, "journal.jsonl", &status, AT_SYMLINK_NOFOLLOW) == 0 || errno != ENOENT)
        return false;
    GBytes *nothing = g_bytes_new_static("", 0);
    vvi_answer_bytes(request, nothing, vvi_content_type("journal.jsonl"), NULL);
    g_bytes_unref(nothing);
    return true;
}

void vvi_get_project_file(vvi_request *request)
{
    bool journal = strcmp(request->rest, "journal.jsonl") == 0;
    if (!check_project_open(request) || (journal && answer_missing_journal(request)))
        return;
    vvi_answer_file(request, request->server->open.folder, request->rest, journal ? VVI_JOURNAL_LIMIT : VVI_FILE_LIMIT);
}

/* Whether the path is project-kept-N.json: a version that the page kept beside the project when another program had
 * changed it too. */
static bool is_kept_copy(const char *path)
{
    static const char start[] = "project-kept-";
    size_t digits = g_str_has_prefix(path, start) ? strspn(path + strlen(start), "0123456789") : 0;
    return digits > 0 && digits < 10 && strcmp(path + strlen(start) + digits, ".json") == 0;
}

static bool is_writable_path(const char *path)
{
    return is_kept_copy(path) || strcmp(path, "project.json") == 0 || strcmp(path, "journal.jsonl") == 0 ||
           g_str_has_prefix(path, "art/") || g_str_has_prefix(path, "clips/") || g_str_has_prefix(path, "forms/") ||
           g_str_has_prefix(path, "creatures/");
}

/* Checks that the file is the version that the page knows: If-Match has its hash, If-None-Match: * requires that
 * there is no file. False after an error response was sent. */
static bool check_preconditions(vvi_request *request)
{
    const char *match = vvi_request_header(request, "If-Match"),
               *none_match = vvi_request_header(request, "If-None-Match");
    char hash[17] = "", quoted[24];
    bool kept = is_kept_copy(request->rest); /* never overwritten */
    if (!match && !none_match && !kept && strcmp(request->rest, "project.json") != 0)
        return true;
    if ((kept && !none_match) || (!match && !none_match) || (match && none_match) ||
        (none_match && strcmp(none_match, "*") != 0)) {
        vvi_answer_error(request, 400, "The request does not say which version it replaces.",
                         "send If-Match or If-None-Match: *");
        return false;
    }
    if (match && strcmp(match, "*") == 0)
        return true;
    GBytes *bytes = vvi_path_read(request->server->open.folder, request->rest, VVI_FILE_LIMIT);
    bool there = bytes || errno != ENOENT;
    if (bytes) {
        vvi_hash_text(bytes, hash);
        g_bytes_unref(bytes);
    }
    g_snprintf(quoted, sizeof quoted, "\"%s\"", hash);
    if (none_match ? !there : bytes && strcmp(match, quoted) == 0)
        return true;
    vvi_answer_error(request, 412, "Another program has changed the file in the meantime.",
                     "look at the change, then decide");
    return false;
}

static void answer_hash(vvi_request *request)
{
    char hash[17];
    vv_json_writer *writer = vvi_create_json();
    GBytes *bytes = g_bytes_new_static(request->body->data, request->body->len);
    vvi_hash_text(bytes, hash);
    g_bytes_unref(bytes);
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "hash", hash);
    vv_json_write_end(writer);
    vvi_answer_json(request, 200, writer);
}

void vvi_put_project_file(vvi_request *request)
{
    const char *name;
    const vvi_open_project *open = &request->server->open;
    if (!check_project_open(request))
        return;
    if (!is_writable_path(request->rest)) {
        vvi_answer_error(request, 403, "The page may not write this file.",
                         "write to art/, clips/, forms/ or creatures/");
        return;
    }
    if (!check_preconditions(request))
        return;
    int folder = vvi_path_open_parent(open->folder, request->rest, true, &name);
    if (folder < 0) {
        vvi_answer_file_error(request, errno, "The file cannot be written");
        return;
    }
    vv_result result = vv_file_write_in(folder, name, request->body->data, request->body->len, NULL);
    int reason = errno;
    close(folder);
    if (result != VV_OK) {
        vvi_answer_file_error(request, reason, "The file cannot be written");
        return;
    }
    vvi_watch_note_own_write(open->watch, request->rest);
    answer_hash(request);
}
