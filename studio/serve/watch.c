/* Notices what others change in the open project. The kernel's notices only say that something may have happened; what did is
 * found by looking at every file: its inode, size and time, and where those differ its hash. Our own writes are noted as they
 * are made, so they are never told. */
#include "studio/serve/server.h"

#include "author/base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SETTLE_MILLISECONDS 150 /* after a notice, so that a program that writes in pieces is done */
#define MOST_FILES          4096u
#define MOST_DEPTH          8u

typedef struct known {
    struct timespec changed;
    ino_t inode;
    off_t size;
    char hash[17];  /* "": not read yet */
    unsigned round; /* of the look that last saw it */
} known;

struct vvi_watch {
    vvi_server *server;
    int folder; /* the server's */
    char *path;
    GHashTable *files;    /* char * → known * */
    GHashTable *monitors; /* char * of a folder, "" the root → GFileMonitor * */
    guint pending;
    unsigned round;
    bool telling;
};

static void notice(GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event, gpointer user);

/* ---- Looking -------------------------------------------------------------------------------------------------------- */

static void tell(vvi_watch *watch, const char *path, const char *hash)
{
    vv_json_writer *writer = vvi_json_begin();
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

static bool is_same(const known *file, const struct stat *status)
{
    return file->inode == status->st_ino && file->size == status->st_size &&
           file->changed.tv_sec == status->st_mtim.tv_sec && file->changed.tv_nsec == status->st_mtim.tv_nsec;
}

static void note(known *file, const struct stat *status)
{
    file->inode = status->st_ino;
    file->size = status->st_size;
    file->changed = status->st_mtim;
}

/* Of very many files the first are watched; those at the root, which the project stands and falls with, always. */
static void look_at(vvi_watch *watch, const char *path, const struct stat *status)
{
    char hash[17] = "";
    known *file = g_hash_table_lookup(watch->files, path);
    bool is_new = !file;
    if (is_new && g_hash_table_size(watch->files) >= MOST_FILES && strchr(path, '/'))
        return;
    if (is_new) {
        file = g_new0(known, 1);
        g_hash_table_insert(watch->files, g_strdup(path), file);
    }
    file->round = watch->round;
    if (!is_new && is_same(file, status))
        return;
    note(file, status);
    if (!watch->telling)
        return;
    GBytes *bytes = vvi_path_read(watch->folder, path, VVI_JOURNAL_LIMIT);
    if (!bytes)
        return;
    vvi_hash_text(bytes, hash);
    g_bytes_unref(bytes);
    bool differs = is_new || strcmp(hash, file->hash) != 0;
    memcpy(file->hash, hash, sizeof hash);
    if (differs)
        tell(watch, path, hash);
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
    g_signal_connect(monitor, "changed", G_CALLBACK(notice), watch);
    g_hash_table_insert(watch->monitors, g_strdup(path), monitor);
}

/* At the root only what the page works with is of interest; below, all but what is being written aside. */
static bool is_of_interest(const char *name, unsigned depth)
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

/* `folder` is closed. */
static void look_into(vvi_watch *watch, int folder, const char *prefix, unsigned depth)
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
        if (!is_of_interest(entry->d_name, depth) ||
            fstatat(dirfd(entries), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        char *path = prefix[0] ? g_strconcat(prefix, "/", entry->d_name, NULL) : g_strdup(entry->d_name);
        if (S_ISREG(status.st_mode) && vvi_path_is_good(path))
            look_at(watch, path, &status);
        else if (S_ISDIR(status.st_mode) && depth < MOST_DEPTH && vvi_path_is_good(path))
            look_into(watch, vvi_path_folder(dirfd(entries), entry->d_name), path, depth + 1);
        g_free(path);
    }
    closedir(entries);
}

static void look(vvi_watch *watch)
{
    GHashTableIter iterator;
    gpointer path, file;
    watch->round++;
    look_into(watch, openat(watch->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), "", 0);
    g_hash_table_iter_init(&iterator, watch->files);
    while (g_hash_table_iter_next(&iterator, &path, &file)) {
        if (((known *)file)->round == watch->round)
            continue;
        if (watch->telling)
            tell(watch, path, NULL);
        g_hash_table_iter_remove(&iterator);
    }
}

/* ---- Being told ----------------------------------------------------------------------------------------------------- */

static gboolean settled(gpointer user)
{
    vvi_watch *watch = user;
    watch->pending = 0;
    look(watch);
    return G_SOURCE_REMOVE;
}

static void notice(GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event, gpointer user)
{
    vvi_watch *watch = user;
    (void)monitor;
    (void)file;
    (void)other;
    (void)event;
    if (!watch->pending)
        watch->pending = g_timeout_add(SETTLE_MILLISECONDS, settled, watch);
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
    look(watch);
    watch->telling = true;
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

/* A file that somebody else changed since the last look, and we replaced now, has nothing left to tell. */
void vvi_watch_own(vvi_watch *watch, const char *path)
{
    struct stat status;
    int file = watch ? vvi_path_open(watch->folder, path) : -1;
    if (!watch)
        return;
    if (file < 0 || fstat(file, &status) != 0) {
        g_hash_table_remove(watch->files, path);
    } else {
        known *entry = g_new0(known, 1);
        note(entry, &status);
        g_hash_table_replace(watch->files, g_strdup(path), entry);
    }
    if (file >= 0)
        close(file);
}
