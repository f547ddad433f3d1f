/* Reports what other programs change in the open project. Notifications of the kernel only trigger a scan. The scan
 * compares the inode, size and modification time of every file, and where those differ its hash. The server records
 * its own writes as it makes them, so they are never reported. */
#include "studio/serve/server.h"

#include "author/base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SETTLE_MILLISECONDS 150 /* from a notification to the scan, so that a program that writes in pieces is done */
#define MOST_FILES          4096u
#define MOST_DEPTH          8u

typedef struct file_state {
    struct timespec changed;
    ino_t inode;
    off_t size;
    char hash[17]; /* "": not read yet */
    unsigned scan; /* number of the last scan that found the file */
} file_state;

struct vvi_watch {
    vvi_server *server;
    int folder; /* belongs to the server */
    char *path;
    GHashTable *files;    /* char * path → file_state * */
    GHashTable *monitors; /* char * path of a folder, "" for the root → GFileMonitor * */
    guint pending;        /* source that starts the next scan; 0: none */
    unsigned scan;        /* number of the current scan */
    bool sends_changes;   /* false during the first scan */
};

static void on_notice(GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event, gpointer user);

/* ---- Scanning ---------------------------------------------------------------------------------------------------- */

static void send_change(vvi_watch *watch, const char *path, const char *hash)
{
    vv_json_writer *writer = vvi_create_json();
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "type", "file");
    vv_json_write_string(writer, "path", path);
    if (hash)
        vv_json_write_string(writer, "hash", hash);
    else
        vv_json_write_null(writer, "hash");
    vv_json_write_end(writer);
    char *event = g_strdup_printf("data: %s\n\n", vv_json_writer_text(writer, NULL));
    vvi_stream_send(watch->server, NULL, event);
    g_free(event);
    vv_json_writer_destroy(writer);
}

static bool is_unchanged(const file_state *file, const struct stat *status)
{
    return file->inode == status->st_ino && file->size == status->st_size &&
           file->changed.tv_sec == status->st_mtim.tv_sec && file->changed.tv_nsec == status->st_mtim.tv_nsec;
}

static void store_status(file_state *file, const struct stat *status)
{
    file->inode = status->st_ino;
    file->size = status->st_size;
    file->changed = status->st_mtim;
}

/* Beyond MOST_FILES, ignores new files except those at the root, without which the project cannot be opened. */
static void scan_file(vvi_watch *watch, const char *path, const struct stat *status)
{
    char hash[17] = "";
    file_state *file = g_hash_table_lookup(watch->files, path);
    bool is_new = !file;
    if (is_new && g_hash_table_size(watch->files) >= MOST_FILES && strchr(path, '/'))
        return;
    if (is_new) {
        file = g_new0(file_state, 1);
        g_hash_table_insert(watch->files, g_strdup(path), file);
    }
    file->scan = watch->scan;
    if (!is_new && is_unchanged(file, status))
        return;
    store_status(file, status);
    if (!watch->sends_changes)
        return;
    GBytes *bytes = vvi_path_read(watch->folder, path, VVI_JOURNAL_LIMIT);
    if (!bytes)
        return;
    vvi_hash_text(bytes, hash);
    g_bytes_unref(bytes);
    bool differs = is_new || strcmp(hash, file->hash) != 0;
    memcpy(file->hash, hash, sizeof hash);
    if (differs)
        send_change(watch, path, hash);
}

static void watch_folder(vvi_watch *watch, const char *path)
{
    if (g_hash_table_contains(watch->monitors, path))
        return;
    char *whole = g_build_filename(watch->path, path, NULL);
    GFile *file = g_file_new_for_path(whole);
    GFileMonitor *monitor = g_file_monitor_directory(file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
    g_object_unref(file);
    g_free(whole);
    if (!monitor)
        return;
    g_signal_connect(monitor, "changed", G_CALLBACK(on_notice), watch);
    g_hash_table_insert(watch->monitors, g_strdup(path), monitor);
}

/* At the root only what the page uses; in subfolders all but hidden files and temporary files of atomic writes. */
static bool is_watched_name(const char *name, unsigned depth)
{
    static const char *const root[] = {"project.json", "journal.jsonl", "art", "clips", "forms", "creatures"};
    if (depth > 0)
        return name[0] != '.' && !g_str_has_suffix(name, VV_FILE_ASIDE);
    for (size_t i = 0; i < G_N_ELEMENTS(root); i++) {
        if (strcmp(name, root[i]) == 0)
            return true;
    }
    return false;
}

/* Closes `folder`. */
static void scan_folder(vvi_watch *watch, int folder, const char *prefix, unsigned depth)
{
    DIR *entries = folder >= 0 ? fdopendir(folder) : NULL;
    if (!entries) {
        if (folder >= 0)
            close(folder);
        return;
    }
    watch_folder(watch, prefix);
    for (const struct dirent *entry; (entry = readdir(entries));) {
        struct stat status;
        if (!is_watched_name(entry->d_name, depth) ||
            fstatat(dirfd(entries), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        char *path = prefix[0] ? g_strconcat(prefix, "/", entry->d_name, NULL) : g_strdup(entry->d_name);
        if (S_ISREG(status.st_mode) && vvi_path_is_valid(path))
            scan_file(watch, path, &status);
        else if (S_ISDIR(status.st_mode) && depth < MOST_DEPTH && vvi_path_is_valid(path))
            scan_folder(watch, vvi_path_open_folder(dirfd(entries), entry->d_name), path, depth + 1);
        g_free(path);
    }
    closedir(entries);
}

static void scan_project(vvi_watch *watch)
{
    GHashTableIter iterator;
    gpointer path, file;
    watch->scan++;
    scan_folder(watch, openat(watch->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), "", 0);
    g_hash_table_iter_init(&iterator, watch->files);
    while (g_hash_table_iter_next(&iterator, &path, &file)) {
        if (((file_state *)file)->scan == watch->scan)
            continue;
        if (watch->sends_changes)
            send_change(watch, path, NULL);
        g_hash_table_iter_remove(&iterator);
    }
}

/* ---- Notifications ----------------------------------------------------------------------------------------------- */

static gboolean on_settled(gpointer user)
{
    vvi_watch *watch = user;
    watch->pending = 0;
    scan_project(watch);
    return G_SOURCE_REMOVE;
}

static void on_notice(GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event, gpointer user)
{
    vvi_watch *watch = user;
    (void)monitor;
    (void)file;
    (void)other;
    (void)event;
    if (!watch->pending)
        watch->pending = g_timeout_add(SETTLE_MILLISECONDS, on_settled, watch);
}

static void release_monitor(gpointer monitor)
{
    g_file_monitor_cancel(monitor);
    g_object_unref(monitor);
}

vvi_watch *vvi_watch_begin(vvi_server *server, int folder, const char *path)
{
    vvi_watch *watch = g_new0(vvi_watch, 1);
    watch->server = server;
    watch->folder = folder;
    watch->path = g_strdup(path);
    watch->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    watch->monitors = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, release_monitor);
    scan_project(watch);
    watch->sends_changes = true;
    return watch;
}

void vvi_watch_end(vvi_watch *watch)
{
    if (!watch)
        return;
    if (watch->pending)
        g_source_remove(watch->pending);
    g_hash_table_destroy(watch->monitors);
    g_hash_table_destroy(watch->files);
    g_free(watch->path);
    g_free(watch);
}

/* If another program changed the file since the last scan, that change has just been replaced, so it is not reported
 * either. */
void vvi_watch_note_own_write(vvi_watch *watch, const char *path)
{
    struct stat status;
    int file = watch ? vvi_path_open_file(watch->folder, path) : -1;
    if (!watch)
        return;
    if (file < 0 || fstat(file, &status) != 0) {
        g_hash_table_remove(watch->files, path);
    } else {
        file_state *entry = g_new0(file_state, 1);
        store_status(entry, &status);
        g_hash_table_replace(watch->files, g_strdup(path), entry);
    }
    if (file >= 0)
        close(file);
}
