/* The journal of the page's commands. An append is on the disk before it is answered. If it fails, the journal is
 * truncated to its old size, so it holds either none or all of the append; only if the server is killed in between,
 * it may hold a prefix. */
#include "studio/serve/server.h"

#include "author/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define JOURNAL_NAME "journal.jsonl"
#define MOST_KEPT    100000u

static void answer_size(vvi_request *request, unsigned status, goffset size)
{
    vv_json_writer *writer = vvi_create_json();
    vv_json_write_object(writer, NULL);
    if (status != 200) {
        vv_json_write_string(writer, "message", "Another program has changed the journal in the meantime.");
        vv_json_write_string(writer, "remedy", "read the journal again");
    }
    vv_json_write_integer(writer, "size", size);
    vv_json_write_end(writer);
    vvi_answer_json(request, status, writer);
}

/* Reads X-Verve-Offset: decimal digits only. */
static bool read_offset(const char *text, off_t *offset)
{
    guint64 value;
    if (!text || !g_ascii_string_to_unsigned(text, 10, 0, VVI_JOURNAL_LIMIT, &value, NULL))
        return false;
    *offset = (off_t)value;
    return true;
}

static bool append_bytes(int file, off_t size, const GByteArray *body)
{
    if (vvi_write_all(file, body->data, body->len) && fdatasync(file) == 0)
        return true;
    int reason = errno;
    if (ftruncate(file, size) == 0)
        fdatasync(file);
    errno = reason;
    return false;
}

static void append_body(vvi_request *request, int file, bool is_new, off_t expected)
{
    struct stat status;
    const vvi_open_project *open = &request->server->open;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        vvi_answer_file_error(request, EISDIR, "The journal cannot be written");
    } else if (status.st_size != expected) {
        answer_size(request, 412, status.st_size);
    } else if ((size_t)expected + request->body->len > VVI_JOURNAL_LIMIT) {
        vvi_answer_error(request, 413, "The journal is full.", "save the project; this starts a new journal");
    } else if (!append_bytes(file, expected, request->body)) {
        int reason = errno;
        vvi_watch_note_own_write(open->watch, JOURNAL_NAME); /* its modification time has changed */
        vvi_answer_file_error(request, reason, "The journal cannot be written");
    } else {
        if (is_new)
            fsync(open->folder);
        vvi_watch_note_own_write(open->watch, JOURNAL_NAME);
        answer_size(request, 200, expected + (off_t)request->body->len);
    }
}

void vvi_post_journal(vvi_request *request)
{
    off_t expected;
    int folder = request->server->open.folder;
    if (folder < 0 || !read_offset(vvi_request_header(request, "X-Verve-Offset"), &expected)) {
        vvi_answer_error(request, folder < 0 ? 404 : 400,
                         folder < 0 ? "No project is open." : "X-Verve-Offset is not a size.", "open a project first");
        return;
    }
    int file = openat(folder, JOURNAL_NAME, O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool is_new = file < 0 && errno == ENOENT && expected == 0;
    if (is_new)
        file = openat(folder, JOURNAL_NAME, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 && errno == ENOENT && !is_new) {
        answer_size(request, 412, 0);
        return;
    }
    if (file < 0) {
        vvi_answer_file_error(request, errno, "The journal cannot be written");
        return;
    }
    append_body(request, file, is_new, expected);
    close(file);
}

/* Renames the journal to the first free name. */
void vvi_post_journal_keep(vvi_request *request)
{
    char name[64];
    int folder = request->server->open.folder;
    bool kept = false;
    if (folder < 0) {
        vvi_answer_error(request, 404, "No project is open.", "open one from the gallery");
        return;
    }
    for (unsigned n = 1; n < MOST_KEPT && !kept; n++) {
        g_snprintf(name, sizeof name, "journal-kept-%u.jsonl", n);
        kept = vvi_path_rename(folder, JOURNAL_NAME, name);
        if (!kept && errno != EEXIST)
            break;
    }
    if (!kept && errno == ENOENT) {
        vvi_answer_error(request, 404, "There is no journal.", "there is nothing to keep");
        return;
    }
    if (!kept) {
        vvi_answer_file_error(request, errno, "The journal cannot be renamed");
        return;
    }
    fsync(folder);
    vvi_watch_note_own_write(request->server->open.watch, JOURNAL_NAME);
    vv_json_writer *writer = vvi_create_json();
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "name", name);
    vv_json_write_end(writer);
    vvi_answer_json(request, 200, writer);
}
