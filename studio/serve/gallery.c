/* The gallery: the shipped examples, with the order and scenes given by gallery.json in their folder, and the
 * projects in the home. */
#include "studio/serve/server.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_RECENT 200u

/* ---- Examples ---------------------------------------------------------------------------------------------------- */

static void write_example(vv_json_writer *writer, int examples, const vv_json *item)
{
    const char *id = vvi_member_text(item, "id", "");
    int folder = vvi_path_is_plain_name(id, strlen(id)) ? vvi_path_open_folder(examples, id) : -1;
    if (folder < 0)
        return;
    vvi_project_summary summary = vvi_project_read_summary(folder, id);
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "id", id);
    vv_json_write_string(writer, "name", summary.name);
    vv_json_write_string(writer, "about", summary.about);
    vv_json_write_string(writer, "scene", vvi_member_text(item, "scene", summary.scene));
    vv_json_write_end(writer);
    vvi_project_summary_release(&summary);
    close(folder);
}

static void write_examples(vv_json_writer *writer, int examples)
{
    size_t length;
    vv_json_document *json = NULL;
    GBytes *bytes = examples >= 0 ? vvi_path_read(examples, "gallery.json", VVI_JSON_LIMIT) : NULL;
    const char *text = bytes ? g_bytes_get_data(bytes, &length) : NULL;
    if (text && vv_json_parse(text, length, "gallery.json", NULL, &json, NULL) == VV_OK) {
        const vv_json *list = vv_json_member(vv_json_root(json), "examples");
        for (const vv_json *item = list && list->kind == VV_JSON_ARRAY ? list->child : NULL; item; item = item->next)
            write_example(writer, examples, item);
    }
    vv_json_destroy(json);
    if (bytes)
        g_bytes_unref(bytes);
}

/* ---- Recent projects --------------------------------------------------------------------------------------------- */

typedef struct recent {
    char *id;
    gint64 changed; /* seconds since 1970 */
} recent;

static void release_recent(gpointer item)
{
    g_free(((recent *)item)->id);
    g_free(item);
}

static gint compare_newest_first(gconstpointer a, gconstpointer b)
{
    const recent *first = *(recent *const *)a, *second = *(recent *const *)b;
    if (first->changed != second->changed)
        return first->changed > second->changed ? -1 : 1;
    return strcmp(first->id, second->id);
}

/* The later modification time of project.json and the journal; −1 if project.json is not a plain file. */
static gint64 last_change_time(int folder)
{
    struct stat project, journal;
    if (fstatat(folder, "project.json", &project, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(project.st_mode))
        return -1;
    bool journalled = fstatat(folder, "journal.jsonl", &journal, AT_SYMLINK_NOFOLLOW) == 0;
    return journalled ? MAX(project.st_mtime, journal.st_mtime) : project.st_mtime;
}

static GPtrArray *find_recent(int home)
{
    GPtrArray *list = g_ptr_array_new_with_free_func(release_recent);
    char *path = g_strdup_printf("/proc/self/fd/%d", home);
    GDir *entries = home >= 0 ? g_dir_open(path, 0, NULL) : NULL;
    for (const char *id; entries && (id = g_dir_read_name(entries));) {
        int folder = vvi_path_is_plain_name(id, strlen(id)) ? vvi_path_open_folder(home, id) : -1;
        gint64 changed = folder >= 0 ? last_change_time(folder) : -1;
        if (changed >= 0) {
            recent *item = g_new(recent, 1);
            *item = (recent){g_strdup(id), changed};
            g_ptr_array_add(list, item);
        }
        if (folder >= 0)
            close(folder);
    }
    if (entries)
        g_dir_close(entries);
    g_free(path);
    g_ptr_array_sort(list, compare_newest_first);
    return list;
}

static void write_recent(vv_json_writer *writer, int home)
{
    GPtrArray *list = find_recent(home);
    for (guint i = 0; i < MIN(list->len, MOST_RECENT); i++) {
        const recent *item = list->pdata[i];
        int folder = vvi_path_open_folder(home, item->id);
        vvi_project_summary summary = vvi_project_read_summary(folder, item->id);
        vv_json_write_object(writer, NULL);
        vv_json_write_string(writer, "id", item->id);
        vv_json_write_string(writer, "name", summary.name);
        vv_json_write_integer(writer, "changed", item->changed);
        vv_json_write_end(writer);
        vvi_project_summary_release(&summary);
        if (folder >= 0)
            close(folder);
    }
    g_ptr_array_unref(list);
}

static int open_home(const vvi_server *server) { return open(server->home, O_RDONLY | O_DIRECTORY | O_CLOEXEC); }

/* ---- Handlers ---------------------------------------------------------------------------------------------------- */

void vvi_get_gallery(vvi_request *request)
{
    int home = open_home(request->server);
    vv_json_writer *writer = vvi_create_json();
    vv_json_write_object(writer, NULL);
    vv_json_write_array(writer, "examples");
    write_examples(writer, request->server->examples);
    vv_json_write_end(writer);
    vv_json_write_array(writer, "recent");
    write_recent(writer, home);
    vv_json_write_end(writer);
    vv_json_write_end(writer);
    vvi_answer_json(request, 200, writer);
    if (home >= 0)
        close(home);
}

/* `rest` is ID/PATH below `folder`. */
static void answer_project_file(vvi_request *request, int folder)
{
    const char *slash = strchr(request->rest, '/');
    if (!slash || !vvi_path_is_plain_name(request->rest, (size_t)(slash - request->rest)))
        vvi_answer_error(request, 404, "There is no such file.", "check its name");
    else
        vvi_answer_file(request, folder, request->rest, VVI_FILE_LIMIT);
}

void vvi_get_example_file(vvi_request *request) { answer_project_file(request, request->server->examples); }

void vvi_get_recent_file(vvi_request *request)
{
    int home = open_home(request->server);
    answer_project_file(request, home);
    if (home >= 0)
        close(home);
}
