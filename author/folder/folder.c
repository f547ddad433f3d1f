/* A project folder on disk. The order of writes is what makes it safe:
 *
 *   save:  1. journal ← {"saving": hash of the new project.json}, flushed
 *          2. project.json.N.new written, flushed, renamed over project.json, folder flushed
 *          3. journal ← {"saved": the same hash}; where it has become long, it is written anew, aside, and renamed
 *
 * Killed before 2's rename, the old project.json and the journal still agree. Killed after it, the line of 1 says
 * which state of the journal project.json holds. So a journal that agrees with neither was left behind by a program
 * that changed project.json by other means: what was never saved of it is kept aside, never deleted. */
#include "author/folder/folder.h"

#include "author/base/file.h"
#include "author/base/path.h"
#include "runtime/base/base.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define JOURNAL_MAX_BYTES ((size_t)512 * 1024 * 1024)
#define SCHEMA_FILE       "project.schema.json"
#define READ_ATTEMPTS     5 /* a reader may meet a save between its two renames */

/* docs/project.schema.json (embed.cmake). */
extern const unsigned char vvi_project_schema_text[];
extern const size_t vvi_project_schema_bytes;

struct vv_project_folder {
    const vv_allocator *allocator;
    char path[PATH_MAX];
    vv_folder_mode mode;
    vv_folder_flush flush;
    vv_document *document;
    vv_journal *journal;
    vv_journal_report report;
    char aside[64];
    uint64_t project_hash;   /* of project.json as it is on disk */
    uint64_t saved_revision; /* what it holds; 0 if no state of this document */
    int lock, journal_file;  /* −1: none */
    off_t journal_bytes;
    bool unflushed;
};

/* ---- Paths ------------------------------------------------------------------------------------------------------- */

/* find_folder has checked that this fits. */
static void join(char *out, const char *folder, const char *name) { vvi_format(out, PATH_MAX, "%s/%s", folder, name); }

static vv_result fail_system(vv_error *error, const char *path, const char *what, const char *remedy)
{
    vvi_fail(error, VV_ERROR_FILE, "%s: %s", what, strerror(errno));
    vvi_error_remedy(error, "%s", remedy);
    vvi_error_place(error, path, 0, "");
    return VV_ERROR_FILE;
}

/* The folder of a path that may name its project.json. */
static vv_result find_folder(const char *path, char *folder, vv_error *error)
{
    size_t length = strlen(path);
    if (length == 0 || length + sizeof "/project.json.1234567890.new" > PATH_MAX) {
        errno = length ? ENAMETOOLONG : ENOENT;
        return fail_system(error, path, "is no folder", "name a project folder");
    }
    memcpy(folder, path, length + 1);
    while (length > 1 && folder[length - 1] == '/')
        folder[--length] = '\0';
    static const char file[] = "project.json";
    size_t tail = sizeof file - 1;
    if (vv_text_has_ending(folder, file) && vv_file_exists(folder)) {
        folder[length - tail] = '\0';
        if (length == tail)
            memcpy(folder, ".", 2);
        else if (length - tail > 1)
            folder[length - tail - 1] = '\0';
    }
    return VV_OK;
}

/* ---- Journal ----------------------------------------------------------------------------------------------------- */

vv_result vv_project_folder_flush(vv_project_folder *folder, vv_error *error)
{
    if (!folder->unflushed)
        return VV_OK;
    if (fdatasync(folder->journal_file) != 0)
        return fail_system(error, folder->path, "the journal cannot be flushed", "check the disk, and save elsewhere");
    folder->unflushed = false;
    return VV_OK;
}

/* A line that could not be written whole is cut off again, so that the next one does not follow half a line. */
static vv_result append_line(vv_project_folder *folder, const char *line, size_t length, vv_error *error)
{
    if (folder->journal_file < 0) {
        errno = EBADF;
        return fail_system(error, folder->path, "the journal is not open", "save the project");
    }
    if (!vvi_write_all(folder->journal_file, line, length)) {
        vv_result result =
            fail_system(error, folder->path, "the journal cannot be written", "check the room on the disk, then save");
        if (ftruncate(folder->journal_file, folder->journal_bytes) != 0) {
            close(folder->journal_file); /* nothing may follow half a line; saving begins a new journal */
            folder->journal_file = -1;
        }
        return result;
    }
    folder->journal_bytes += (off_t)length;
    folder->unflushed = true;
    vv_journal_written(folder->journal);
    return folder->flush == VV_FLUSH_COMMAND ? vv_project_folder_flush(folder, error) : VV_OK;
}

static vv_result open_journal(vv_project_folder *folder, size_t bytes, vv_error *error)
{
    char path[PATH_MAX];
    join(path, folder->path, "journal.jsonl");
    if (folder->journal_file >= 0)
        close(folder->journal_file);
    folder->journal_file = open(path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC);
    if (folder->journal_file < 0)
        return fail_system(error, path, "cannot be opened", "check who may write it");
    folder->journal_bytes = (off_t)bytes;
    folder->unflushed = false;
    if (ftruncate(folder->journal_file, folder->journal_bytes) != 0 || fsync(folder->journal_file) != 0)
        return fail_system(error, path, "cannot be written", "check the disk");
    return VV_OK;
}

static vv_result begin_journal(vv_project_folder *folder, vv_error *error)
{
    char path[PATH_MAX];
    const char *line;
    size_t length;
    join(path, folder->path, "journal.jsonl");
    vv_result result = vv_journal_begin(folder->journal, folder->document, folder->saved_revision, folder->project_hash,
                                        &line, &length, error);
    if (result == VV_OK)
        result = vv_file_write(path, line, length, error);
    if (result != VV_OK)
        return result;
    vv_journal_written(folder->journal);
    return open_journal(folder, length, error);
}

/* Keeps what the journal has now under the first free name. */
static vv_result keep_aside(vv_project_folder *folder, const uint8_t *bytes, size_t count, vv_error *error)
{
    char path[PATH_MAX];
    for (uint32_t n = 1;; n++) {
        vvi_format(folder->aside, sizeof folder->aside, "journal-kept-%u.jsonl", n);
        join(path, folder->path, folder->aside);
        if (access(path, F_OK) != 0)
            return vv_file_write(path, bytes, count, error);
    }
}

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

static vv_result read_project(vv_project_folder *folder, vv_error *error)
{
    char path[PATH_MAX];
    uint8_t *bytes;
    size_t count;
    join(path, folder->path, "project.json");
    vv_result result = vv_file_read_inside(folder->path, "project.json", VV_PROJECT_MAX_BYTES, folder->allocator,
                                           &bytes, &count, error);
    if (result != VV_OK) {
        if (!vv_file_exists(path))
            vvi_error_remedy(error, "name a project folder, or make one with `verve new`");
        return result;
    }
    vv_document_destroy(folder->document);
    folder->document = NULL;
    folder->project_hash = vv_journal_hash((const char *)bytes, count);
    result = vv_document_parse((const char *)bytes, count, path, folder->allocator, &folder->document, error);
    vv_file_release(folder->allocator, bytes, count);
    if (result == VV_OK)
        folder->saved_revision = vv_document_revision(folder->document);
    return result;
}

static vv_result read_journal(vv_project_folder *folder, uint8_t **bytes, size_t *count, vv_error *error)
{
    char path[PATH_MAX];
    struct stat status;
    join(path, folder->path, "journal.jsonl");
    *bytes = NULL;
    *count = 0;
    if (lstat(path, &status) != 0 && errno == ENOENT)
        return VV_OK;
    return vv_file_read_inside(folder->path, "journal.jsonl", JOURNAL_MAX_BYTES, folder->allocator, bytes, count,
                               error);
}

/* Reads both files and replays. *bytes, if not NULL, is the journal. */
static vv_result load(vv_project_folder *folder, uint8_t **bytes, size_t *count, vv_error *error)
{
    for (int attempt = 1;; attempt++) {
        vv_result result = read_project(folder, error);
        if (result == VV_OK)
            result = read_journal(folder, bytes, count, error);
        if (result == VV_OK && *bytes)
            result = vv_journal_replay(folder->journal, folder->document, (const char *)*bytes, *count,
                                       folder->project_hash, &folder->report, error);
        if (result == VV_OK && *bytes)
            folder->saved_revision = folder->report.project_revision;
        bool foreign = result == VV_OK && folder->report.state == VV_JOURNAL_FOREIGN;
        if (!foreign || folder->mode == VV_FOLDER_WRITE || attempt == READ_ATTEMPTS)
            return result;
        vv_file_release(folder->allocator, *bytes, *count);
        *bytes = NULL;
    }
}

/* After loading for writing: a journal that goes on, or a new one. */
static vv_result take_over_journal(vv_project_folder *folder, const uint8_t *bytes, size_t count, vv_error *error)
{
    const vv_journal_report *report = &folder->report;
    vv_result result = VV_OK;
    if (vv_journal_must_be_kept(report, (const char *)bytes, count))
        result = keep_aside(folder, bytes, count, error);
    if (result != VV_OK)
        return result;
    if (report->state == VV_JOURNAL_CURRENT)
        return open_journal(folder, report->whole_bytes, error);
    return begin_journal(folder, error);
}

/* project.json.123.new and the like, from a process that was killed; we hold the lock, so none is being written. */
static void remove_leftovers(int folder)
{
    int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = again >= 0 ? fdopendir(again) : NULL;
    if (!entries) {
        if (again >= 0)
            close(again);
        return;
    }
    for (const struct dirent *entry; (entry = readdir(entries));) {
        const char *name = entry->d_name;
        bool ours = strncmp(name, "project.json.", 13) == 0 || strncmp(name, "journal.jsonl.", 14) == 0;
        if (ours && vv_text_has_ending(name, VV_FILE_ASIDE))
            unlinkat(dirfd(entries), name, 0);
    }
    closedir(entries);
}

/* The process that holds the lock, from the kernel's list of locks, or 0: "1: FLOCK ADVISORY WRITE 4711 08:01:1234 0
 * EOF", with the inode in the sixth place. */
static long find_holder(ino_t inode)
{
    char line[256];
    long holder = 0;
    FILE *locks = fopen("/proc/locks", "re");
    while (locks && !holder && fgets(line, sizeof line, locks)) {
        long process;
        unsigned long found;
        if (sscanf(line, "%*d: FLOCK ADVISORY WRITE %ld %*x:%*x:%lu", &process, &found) == 2 && found == inode)
            holder = process;
    }
    if (locks)
        fclose(locks);
    return holder;
}

static vv_result fail_locked(const char *path, int folder, vv_error *error)
{
    char name[64] = "", file[64];
    struct stat status;
    long holder = fstat(folder, &status) == 0 ? find_holder(status.st_ino) : 0;
    snprintf(file, sizeof file, "/proc/%ld/comm", holder);
    FILE *process = holder > 0 ? fopen(file, "re") : NULL;
    if (process && fgets(name, sizeof name, process))
        name[strcspn(name, "\n")] = '\0';
    if (process)
        fclose(process);
    if (name[0])
        vvi_fail(error, VV_ERROR_FILE, "another program has this project open: %s, process %u", name, (unsigned)holder);
    else
        vvi_fail(error, VV_ERROR_FILE, "another program has this project open");
    vvi_error_remedy(error, "close it there, or make the change there");
    vvi_error_place(error, path, 0, "");
    return VV_ERROR_FILE;
}

vv_result vv_project_folder_lock(const char *path, int *lock, vv_error *error)
{
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return fail_system(error, path, "cannot be opened", "name a project folder, or make one with `verve new`");
    vv_result result = vv_project_folder_lock_open(folder, path, error);
    if (result == VV_OK)
        *lock = folder;
    return result;
}

vv_result vv_project_folder_lock_open(int folder, const char *path, vv_error *error)
{
    if (flock(folder, LOCK_EX | LOCK_NB) != 0) {
        fail_locked(path, folder, error);
        close(folder);
        return VV_ERROR_FILE;
    }
    remove_leftovers(folder);
    return VV_OK;
}

static vv_result open_folder(vv_project_folder *folder, vv_error *error)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_result result = vv_journal_create(folder->allocator, &folder->journal, error);
    if (result == VV_OK && folder->mode == VV_FOLDER_WRITE)
        result = vv_project_folder_lock(folder->path, &folder->lock, error);
    if (result == VV_OK)
        result = load(folder, &bytes, &count, error);
    if (result == VV_OK && folder->mode == VV_FOLDER_WRITE)
        result = take_over_journal(folder, bytes, count, error);
    if (bytes)
        vv_file_release(folder->allocator, bytes, count);
    return result;
}

vv_result vv_project_folder_open(const char *path, vv_folder_mode mode, vv_folder_flush flush,
                                 const vv_allocator *allocator, vv_project_folder **out, vv_error *error)
{
    vv_project_folder *folder = vvi_allocate_zeroed(allocator, 1, sizeof *folder);
    if (!folder)
        return vvi_fail_memory(error, sizeof *folder);
    folder->allocator = allocator;
    folder->mode = mode;
    folder->flush = flush;
    folder->lock = folder->journal_file = -1;
    vv_result result = find_folder(path, folder->path, error);
    if (result == VV_OK)
        result = open_folder(folder, error);
    if (result == VV_OK)
        *out = folder;
    else
        vv_project_folder_close(folder);
    return result;
}

void vv_project_folder_close(vv_project_folder *folder)
{
    if (!folder)
        return;
    vv_project_folder_flush(folder, NULL);
    if (folder->journal_file >= 0)
        close(folder->journal_file);
    if (folder->lock >= 0)
        close(folder->lock);
    vv_journal_destroy(folder->journal);
    vv_document_destroy(folder->document);
    vvi_release(folder->allocator, folder, 1, sizeof *folder);
}

const vv_document *vv_project_folder_document(const vv_project_folder *folder) { return folder->document; }
const char *vv_project_folder_path(const vv_project_folder *folder) { return folder->path; }
const vv_journal_report *vv_project_folder_report(const vv_project_folder *folder) { return &folder->report; }
const char *vv_project_folder_aside(const vv_project_folder *folder) { return folder->aside; }

bool vv_project_folder_is_saved(const vv_project_folder *folder)
{
    return vv_document_revision(folder->document) == folder->saved_revision;
}

/* ---- Changing and saving ----------------------------------------------------------------------------------------- */

static vv_result note_change(vv_project_folder *folder, const vv_json *command, vv_error *error)
{
    const char *line;
    size_t length;
    VV_ASSERT(folder->mode == VV_FOLDER_WRITE);
    vv_result result = vv_journal_note(folder->journal, folder->document, command, &line, &length, error);
    return result == VV_OK ? append_line(folder, line, length, error) : result;
}

vv_result vv_project_folder_apply(vv_project_folder *folder, const vv_json_document *json, const vv_json *command,
                                  vv_error *error)
{
    vv_result result = vv_document_apply(folder->document, json, command, error);
    return result == VV_OK ? note_change(folder, command, error) : result;
}

vv_result vv_project_folder_undo(vv_project_folder *folder, vv_error *error)
{
    if (vv_document_undo(folder->document))
        return note_change(folder, NULL, error);
    return vvi_fail(error, VV_ERROR_NOT_FOUND, "there is nothing to undo");
}

vv_result vv_project_folder_redo(vv_project_folder *folder, vv_error *error)
{
    if (vv_document_redo(folder->document))
        return note_change(folder, NULL, error);
    return vvi_fail(error, VV_ERROR_NOT_FOUND, "there is nothing to redo");
}

/* The first line that a save needs, on the disk before project.json is touched. */
static vv_result announce(vv_project_folder *folder, uint64_t hash, vv_error *error)
{
    const char *line;
    size_t length;
    vv_result result = vv_journal_saving(folder->journal, folder->document, hash, &line, &length, error);
    if (result == VV_OK)
        result = append_line(folder, line, length, error);
    return result == VV_OK ? vv_project_folder_flush(folder, error) : result;
}

/* After project.json was put in place. Without this line, the one that announced it says the same. */
static vv_result confirm(vv_project_folder *folder, vv_error *error)
{
    const char *line;
    size_t length;
    vv_result result = vv_journal_saved(folder->journal, folder->project_hash, &line, &length, error);
    if (result == VV_OK)
        result = append_line(folder, line, length, error);
    return result == VV_OK && vv_journal_is_long(folder->journal) ? begin_journal(folder, error) : result;
}

static vv_result save_text(vv_project_folder *folder, const char *text, size_t length, vv_error *error)
{
    char path[PATH_MAX];
    uint64_t hash = vv_journal_hash(text, length);
    vv_result result = folder->journal_file >= 0 ? announce(folder, hash, error) : VV_OK;
    join(path, folder->path, "project.json");
    if (result == VV_OK)
        result = vv_file_write(path, text, length, error);
    if (result != VV_OK)
        return result;
    folder->project_hash = hash;
    folder->saved_revision = vv_document_revision(folder->document);
    return folder->journal_file >= 0 ? confirm(folder, error) : begin_journal(folder, error);
}

vv_result vv_project_folder_save(vv_project_folder *folder, vv_error *error)
{
    char *text;
    size_t length;
    vv_result result =
        vv_project_write(vv_document_project(folder->document), folder->allocator, &text, &length, error);
    if (result != VV_OK)
        return result;
    result = save_text(folder, text, length, error);
    vv_project_text_release(folder->allocator, text, length);
    return result;
}

/* Shortening the journal needs no room on a full disk, as a line that undoes would. It no longer agrees with what we
 * know of it, so nothing may follow; saving begins a new one. */
static void take_back(vv_project_folder *folder, off_t journal_bytes)
{
    vv_document_undo(folder->document);
    if (folder->journal_file < 0)
        return;
    if (ftruncate(folder->journal_file, journal_bytes) == 0)
        fsync(folder->journal_file);
    close(folder->journal_file);
    folder->journal_file = -1;
    folder->unflushed = false;
}

vv_result vv_project_folder_change(vv_project_folder *folder, const vv_json_document *json, const vv_json *command,
                                   vv_error *error)
{
    off_t journal_bytes = folder->journal_bytes;
    vv_result result = vv_document_apply(folder->document, json, command, error);
    if (result != VV_OK)
        return result;
    result = note_change(folder, command, error);
    if (result == VV_OK)
        result = vv_project_folder_save(folder, error);
    if (result == VV_OK || vv_project_folder_is_saved(folder)) /* the old journal says that it is contained */
        return VV_OK;
    take_back(folder, journal_bytes);
    return result;
}

/* An empty project whose "$schema" is the file beside it. */
static vv_result create_document(const char *name, const vv_allocator *allocator, vv_document **out, vv_error *error)
{
    static const char set[] = "{\"do\":\"project.set\",\"$schema\":\"" SCHEMA_FILE "\"}";
    vv_json_document *command = NULL;
    vv_result result = vv_document_create(name, allocator, out, error);
    if (result == VV_OK)
        result = vv_json_parse(set, sizeof set - 1, "", allocator, &command, error);
    if (result == VV_OK)
        result = vv_document_apply(*out, command, vv_json_root(command), error);
    vv_json_destroy(command);
    return result;
}

static vv_result write_empty(const char *folder, const char *name, const vv_allocator *allocator, vv_error *error)
{
    char path[PATH_MAX], *text = NULL;
    size_t length;
    vv_document *document = NULL;
    vv_result result = create_document(name, allocator, &document, error);
    if (result == VV_OK)
        result = vv_project_write(vv_document_project(document), allocator, &text, &length, error);
    vv_document_destroy(document);
    if (result != VV_OK)
        return result;
    join(path, folder, "art");
    result = vv_folder_create(path, error);
    join(path, folder, SCHEMA_FILE);
    if (result == VV_OK)
        result = vv_file_write(path, vvi_project_schema_text, vvi_project_schema_bytes, error);
    join(path, folder, "project.json");
    if (result == VV_OK)
        result = vv_file_write(path, text, length, error);
    vv_project_text_release(allocator, text, length);
    return result;
}

vv_result vv_project_folder_create(const char *path, const char *name, const vv_allocator *allocator, vv_error *error)
{
    char folder[PATH_MAX], file[PATH_MAX];
    vv_result result = find_folder(path, folder, error);
    if (result != VV_OK)
        return result;
    join(file, folder, "project.json");
    if (access(file, F_OK) == 0) {
        vvi_fail(error, VV_ERROR_FILE, "there is a project here already");
        vvi_error_remedy(error, "choose another folder");
        vvi_error_place(error, file, 0, "");
        return VV_ERROR_FILE;
    }
    return write_empty(folder, name, allocator, error);
}
