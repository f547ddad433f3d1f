/* The project that is open: its lock, its state, its files. Every write is whole or not at all, and only where the page knew
 * what it replaces. */
#include "studio/serve/server.h"

#include "author/base/file.h"
#include "author/document/folder.h"
#include "runtime/base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Opening -------------------------------------------------------------------------------------------------------- */

void vvi_project_close(vvi_server *server)
{
    if (server->open.folder < 0)
        return;
    vvi_watch_end(server->open.watch);
    close(server->open.folder);
    g_free(server->open.path);
    server->open = (vvi_open){.folder = -1};
    server->writer = (vvi_writer){0};
    vvi_stream_send(server, NULL, "data: {\"type\":\"closed\"}\n\n");
}

/* The folder of a path that may name its project.json, absolute and without links. */
static char *find_folder(const char *path, vv_error *error)
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

/* A project that cannot be read is opened all the same: the page tells what is wrong with it. Takes `folder` and `path`. */
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
    server->open = (vvi_open){.folder = folder, .path = path, .watch = vvi_watch_begin(server, folder, path)};
    return VV_OK;
}

vv_result vvi_project_open(vvi_server *server, const char *path, vv_error *error)
{
    char *real = find_folder(path, error);
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
    char *real = realpath(home, NULL); /* the home may be a link, what is in it may not */
    int root = real ? open(real, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    int folder = root >= 0 && vvi_path_is_id(name, strlen(name)) ? vvi_path_folder(root, name) : -1;
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

/* ---- State ---------------------------------------------------------------------------------------------------------- */

static const char *text_of(const vv_json *object, const char *name)
{
    const vv_json *member = vv_json_member(object, name);
    return member && member->kind == VV_JSON_STRING ? member->string : "";
}

static const char *first_stage(const vv_json *project)
{
    const vv_json *scenes = vv_json_member(project, "scenes");
    bool list = scenes && scenes->kind == VV_JSON_ARRAY;
    for (const vv_json *scene = list ? scenes->child : NULL; scene; scene = scene->next) {
        if (vv_json_member(scene, "actors"))
            return text_of(scene, "name");
    }
    return "";
}

vvi_described vvi_project_describe(int folder, const char *fallback)
{
    size_t length;
    vv_json_document *json = NULL;
    GBytes *bytes = vvi_path_read(folder, "project.json", VVI_PROJECT_LIMIT);
    const char *text = bytes ? g_bytes_get_data(bytes, &length) : NULL;
    bool good = text && vv_json_parse(text, length, "project.json", NULL, &json, NULL) == VV_OK;
    const vv_json *root = good ? vv_json_root(json) : NULL;
    const char *name = root ? text_of(root, "name") : "";
    vvi_described described = {.name = g_strdup(name[0] ? name : fallback),
                               .about = g_strdup(root ? text_of(root, "about") : ""),
                               .scene = g_strdup(root ? first_stage(root) : "")};
    vv_json_destroy(json);
    if (bytes)
        g_bytes_unref(bytes);
    return described;
}

void vvi_described_release(vvi_described *described)
{
    g_free(described->name);
    g_free(described->about);
    g_free(described->scene);
}

void vvi_get_state(vvi_request *request)
{
    const vvi_server *server = request->server;
    bool open = server->open.folder >= 0;
    char version[32], *ffmpeg = g_find_program_in_path("ffmpeg");
    char *base = open ? g_path_get_basename(server->open.path) : g_strdup("");
    vvi_described described = {0};
    if (open)
        described = vvi_project_describe(server->open.folder, base);
    vv_json_writer *writer = vvi_json_begin();
    g_snprintf(version, sizeof version, "%u.%u.%u", vv_version() >> 16, vv_version() >> 8 & 255u, vv_version() & 255u);
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "mode", open ? "project" : "gallery");
    vv_json_write_string(writer, "name", open ? described.name : "");
    vv_json_write_string(writer, "folder", open ? server->open.path : server->home);
    vv_json_write_string(writer, "version", version);
    vv_json_write_bool(writer, "video", ffmpeg != NULL);
    vv_json_write_string(writer, "key", vvi_return_key(request->server));
    vv_json_write_end(writer);
    vvi_answer_json(request, 200, writer);
    vvi_described_release(&described);
    g_free(base);
    g_free(ffmpeg);
}

void vvi_post_close(vvi_request *request)
{
    vvi_project_close(request->server);
    vvi_get_state(request);
}

/* ---- Files ---------------------------------------------------------------------------------------------------------- */

static bool is_open(vvi_request *request)
{
    if (request->server->open.folder >= 0)
        return true;
    vvi_fail_answer(request, 404, "No project is open.", "open one from the gallery");
    return false;
}

/* No journal is an empty one: every fresh project has none, and that is no error. */
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
    if (!is_open(request) || (journal && answer_missing_journal(request)))
        return;
    vvi_answer_file(request, request->server->open.folder, request->rest, journal ? VVI_JOURNAL_LIMIT : VVI_FILE_LIMIT);
}

/* A version that was replaced by another, kept beside it: project-kept-N.json. */
static bool is_kept_copy(const char *path)
{
    static const char start[] = "project-kept-";
    size_t digits = g_str_has_prefix(path, start) ? strspn(path + strlen(start), "0123456789") : 0;
    return digits > 0 && digits < 10 && strcmp(path + strlen(start) + digits, ".json") == 0;
}

static bool may_be_written(const char *path)
{
    return is_kept_copy(path) || strcmp(path, "project.json") == 0 || strcmp(path, "journal.jsonl") == 0 ||
           g_str_has_prefix(path, "art/") || g_str_has_prefix(path, "clips/") || g_str_has_prefix(path, "forms/") ||
           g_str_has_prefix(path, "creatures/");
}

/* Whether what is there now is what the page believes: If-Match names it, If-None-Match: * wants nothing there. False after
 * an answer was given. */
static bool is_as_expected(vvi_request *request)
{
    const char *match = vvi_request_header(request, "If-Match"), *none = vvi_request_header(request, "If-None-Match");
    char hash[17] = "", quoted[24];
    bool kept = is_kept_copy(request->rest); /* never written over */
    if (!match && !none && !kept && strcmp(request->rest, "project.json") != 0)
        return true;
    if ((kept && !none) || (!match && !none) || (match && none) || (none && strcmp(none, "*") != 0)) {
        vvi_fail_answer(request, 400, "The request does not say what it replaces.",
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
    if (none ? !there : bytes && strcmp(match, quoted) == 0)
        return true;
    vvi_fail_answer(request, 412, "Another program changed the file meanwhile.", "look at the change, then decide");
    return false;
}

static void answer_hash(vvi_request *request)
{
    char hash[17];
    vv_json_writer *writer = vvi_json_begin();
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
    const vvi_open *open = &request->server->open;
    if (!is_open(request))
        return;
    if (!may_be_written(request->rest)) {
        vvi_fail_answer(request, 403, "The page may not write this file.", "use art/, clips/, forms/ or creatures/");
        return;
    }
    if (!is_as_expected(request))
        return;
    int folder = vvi_path_parent(open->folder, request->rest, true, &name);
    if (folder < 0) {
        vvi_fail_file_answer(request, errno, "The file cannot be written");
        return;
    }
    vv_result result = vv_file_write_in(folder, name, request->body->data, request->body->len, NULL);
    int reason = errno;
    close(folder);
    if (result != VV_OK) {
        vvi_fail_file_answer(request, reason, "The file cannot be written");
        return;
    }
    vvi_watch_own(open->watch, request->rest);
    answer_hash(request);
}
