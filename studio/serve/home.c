/* The projects' home: opens a project in it, copies an example into it or creates a new project. A folder gets its
 * name only once it is complete. */
#include "studio/serve/server.h"

#include "author/base/file.h"
#include "author/document/project.h"
#include "author/folder/folder.h"
#include "runtime/base/base.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_COPIES 1000u
#define MOST_DEPTH  8u

/* ---- Copying ----------------------------------------------------------------------------------------------------- */

static bool copy_file(int from, int to, const char *name)
{
    GBytes *bytes = vvi_path_read(from, name, VVI_FILE_LIMIT);
    if (!bytes)
        return false;
    size_t count;
    const void *data = g_bytes_get_data(bytes, &count);
    bool good = vv_file_write_in(to, name, data, count, NULL) == VV_OK;
    int reason = errno;
    g_bytes_unref(bytes);
    errno = reason;
    return good;
}

static bool copy_folder(int from, int to, unsigned depth);

/* Copies plain files and folders; skips links, devices and hidden entries. */
static bool copy_entry(int from, int to, const char *name, unsigned depth)
{
    struct stat status;
    if (!vvi_path_is_plain_name(name, strlen(name)) || fstatat(from, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return true;
    if (S_ISREG(status.st_mode))
        return copy_file(from, to, name);
    if (!S_ISDIR(status.st_mode) || depth == MOST_DEPTH)
        return true;
    if (mkdirat(to, name, 0777) != 0)
        return false;
    int inner_from = vvi_path_open_folder(from, name), inner_to = vvi_path_open_folder(to, name);
    bool good = inner_from >= 0 && inner_to >= 0 && copy_folder(inner_from, inner_to, depth + 1);
    int reason = errno;
    if (inner_from >= 0)
        close(inner_from);
    if (inner_to >= 0)
        close(inner_to);
    errno = reason;
    return good;
}

static bool copy_folder(int from, int to, unsigned depth)
{
    int again = openat(from, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = again >= 0 ? fdopendir(again) : NULL;
    bool good = entries != NULL;
    for (const struct dirent *entry; good && (entry = readdir(entries));)
        good = copy_entry(from, to, entry->d_name, depth);
    int reason = errno;
    if (entries)
        closedir(entries);
    errno = reason;
    return good;
}

void vvi_remove_tree(int folder, const char *name)
{
    int inner = vvi_path_open_folder(folder, name);
    DIR *entries = inner >= 0 ? fdopendir(inner) : NULL;
    for (const struct dirent *entry; entries && (entry = readdir(entries));) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
            unlinkat(dirfd(entries), entry->d_name, 0) != 0)
            vvi_remove_tree(dirfd(entries), entry->d_name);
    }
    if (entries)
        closedir(entries);
    unlinkat(folder, name, AT_REMOVEDIR);
}

/* ---- Creating ---------------------------------------------------------------------------------------------------- */

/* Renames the complete folder `temporary` to the first free name of "name", "name 2", … */
static bool rename_to_free_name(int home, const char *temporary, const char *name, char *chosen, size_t bytes)
{
    for (unsigned n = 1; n <= MOST_COPIES; n++) {
        if (n == 1)
            g_strlcpy(chosen, name, bytes);
        else
            g_snprintf(chosen, (gulong)bytes, "%s %u", name, n);
        if (vvi_path_rename(home, temporary, chosen)) {
            fsync(home);
            return true;
        }
        if (errno != EEXIST)
            return false;
    }
    return false;
}

typedef bool fill_folder(const void *what, const char *path, int folder, vv_error *error);

/* Fills a temporary folder in the home, then renames it. Returns the name, or NULL on failure. */
static char *make_project(const vvi_server *server, const char *name, fill_folder *fill, const void *what,
                          vv_error *error)
{
    char temporary[64], id[VVI_ID_BYTES], chosen[VVI_PATH_BYTES];
    if (vv_folder_create(server->home, error) != VV_OK)
        return NULL;
    int home = open(server->home, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    vvi_random_id(id);
    g_snprintf(temporary, sizeof temporary, ".%s" VV_FILE_ASIDE, id);
    bool good = home >= 0 && mkdirat(home, temporary, 0777) == 0;
    int folder = good ? vvi_path_open_folder(home, temporary) : -1;
    char *whole = g_build_filename(server->home, temporary, NULL);
    good = folder >= 0 && fill(what, whole, folder, error) &&
           rename_to_free_name(home, temporary, name, chosen, sizeof chosen);
    if (!good && !error->code)
        vvi_fail(error, VV_ERROR_FILE, "the project cannot be made: %s", g_strerror(errno));
    if (!good && folder >= 0)
        vvi_remove_tree(home, temporary);
    if (folder >= 0)
        close(folder);
    if (home >= 0)
        close(home);
    g_free(whole);
    return good ? g_strdup(chosen) : NULL;
}

static bool fill_copy(const void *what, const char *path, int folder, vv_error *error)
{
    (void)path;
    (void)error;
    return copy_folder(*(const int *)what, folder, 0);
}

static bool fill_new(const void *what, const char *path, int folder, vv_error *error)
{
    (void)folder;
    return vv_project_folder_create(path, what, NULL, error) == VV_OK;
}

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

static char *copy_example(const vvi_server *server, const char *id, vv_error *error)
{
    int folder = server->examples >= 0 && vvi_path_is_plain_name(id, strlen(id))
                     ? vvi_path_open_folder(server->examples, id)
                     : -1;
    if (folder < 0) {
        vvi_fail(error, VV_ERROR_NOT_FOUND, "there is no such example");
        return NULL;
    }
    char *made = make_project(server, id, fill_copy, &folder, error);
    close(folder);
    return made;
}

static char *make_empty_project(const vvi_server *server, const char *name, vv_error *error)
{
    char folder[VV_PROJECT_NAME_BYTES];
    if (strlen(name) >= sizeof folder) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "the name is too long");
        return NULL;
    }
    g_strlcpy(folder, name, sizeof folder);
    g_strdelimit(folder, ":", '-'); /* allowed in a name, but not in a path */
    if (!vvi_path_is_plain_name(folder, strlen(folder))) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "the name cannot be that of a folder");
        return NULL;
    }
    return make_project(server, folder, fill_new, name, error);
}

static char *choose_recent(const vvi_server *server, const char *id, vv_error *error)
{
    (void)server;
    (void)error;
    return g_strdup(id);
}

static unsigned error_status(const vv_error *error)
{
    if (error->code == VV_ERROR_NOT_FOUND)
        return 404;
    if (error->code == VV_ERROR_ARGUMENT)
        return 400;
    if (strstr(error->message, "another program"))
        return 409;
    return strstr(error->message, g_strerror(ENOSPC)) || strstr(error->message, g_strerror(EDQUOT)) ? 507 : 500;
}

void vvi_post_open(vvi_request *request)
{
    static const struct {
        const char *name;
        char *(*find)(const vvi_server *server, const char *value, vv_error *error);
    } sources[] = {{"example", copy_example}, {"recent", choose_recent}, {"new", make_empty_project}};
    vvi_server *server = request->server;
    vv_error error = {0};
    char *name = NULL; /* name of a folder in the home */
    vv_json_document *json = vvi_request_json(request);
    if (!json)
        return;
    const vv_json *root = vv_json_root(json), *member = root->child;
    vvi_fail(&error, VV_ERROR_ARGUMENT, "the request does not say what to open");
    for (size_t i = 0; root->count == 1 && member->kind == VV_JSON_STRING && i < G_N_ELEMENTS(sources); i++) {
        if (strcmp(member->name, sources[i].name) != 0)
            continue;
        error = (vv_error){0};
        name = sources[i].find(server, member->string, &error);
    }
    vv_json_destroy(json);
    if (name && vvi_project_open_in(server, server->home, name, &error) == VV_OK)
        vvi_get_state(request);
    else
        vvi_answer_error(request, error_status(&error), error.message,
                         error.remedy[0] ? error.remedy : "choose another");
    g_free(name);
}
