/* The journal: the page's commands, on the disk before the page hears that they are. A piece that could not be written whole
 * is cut off again, so the journal always is what it was or what it was meant to be; killed in between, it is a prefix. */
#include "studio/serve/server.h"

#include "author/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME      "journal.jsonl"
#define MOST_KEPT 100000u

static void answer_size(vvi_request *request, unsigned status, goffset size)
{
    vv_json_writer *writer = vvi_json_begin();
    vv_json_write_object(writer, NULL);
    if (status != 200) {
        vv_json_write_string(writer, "message", "Another program changed the journal meanwhile.");
        vv_json_write_string(writer, "remedy", "read it again");
    }
    vv_json_write_integer(writer, "size", size);
    vv_json_write_end(writer);
    vvi_answer_json(request, status, writer);
}

/* Plain decimal digits, as X-Verve-Offset has them. */
static bool read_offset(const char *text, off_t *offset)
{
    guint64 value;
    if (!text || !g_ascii_string_to_unsigned(text, 10, 0, VVI_JOURNAL_LIMIT, &value, NULL))
        return false;
    *offset = (off_t)value;
    return true;
}

static bool append(int file, off_t size, const GByteArray *body)
{
    if (vvi_write_all(file, body->data, body->len) && fdatasync(file) == 0)
        return true;
    int reason = errno;
    if (ftruncate(file, size) == 0)
        fdatasync(file);
    errno = reason;
    return false;
}

static void append_at(vvi_request *request, int file, bool made, off_t expected)
{
    struct stat status;
    const vvi_open *open = &request->server->open;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        vvi_fail_file_answer(request, EISDIR, "The journal cannot be written");
    } else if (status.st_size != expected) {
        answer_size(request, 412, status.st_size);
    } else if ((size_t)expected + request->body->len > VVI_JOURNAL_LIMIT) {
        vvi_fail_answer(request, 413, "The journal is full.", "save the project, which begins a new one");
    } else if (!append(file, expected, request->body)) {
        int reason = errno;
        vvi_watch_own(open->watch, NAME); /* its time is another */
        vvi_fail_file_answer(request, reason, "The journal cannot be written");
    } else {
        if (made)
            fsync(open->folder);
        vvi_watch_own(open->watch, NAME);
        answer_size(request, 200, expected + (off_t)request->body->len);
    }
}

void vvi_post_journal(vvi_request *request)
{
    off_t expected;
    int folder = request->server->open.folder;
    if (folder < 0 || !read_offset(vvi_request_header(request, "X-Verve-Offset"), &expected)) {
        vvi_fail_answer(request, folder < 0 ? 404 : 400,
                        folder < 0 ? "No project is open." : "X-Verve-Offset is not a size.", "open a project first");
        return;
    }
    int file = openat(folder, NAME, O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool made = file < 0 && errno == ENOENT && expected == 0;
    if (made)
        file = openat(folder, NAME, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 && errno == ENOENT && !made) {
        answer_size(request, 412, 0);
        return;
    }
    if (file < 0) {
        vvi_fail_file_answer(request, errno, "The journal cannot be written");
        return;
    }
    append_at(request, file, made, expected);
    close(file);
}

/* The first free name. */
void vvi_post_journal_keep(vvi_request *request)
{
    char name[64];
    int folder = request->server->open.folder;
    bool kept = false;
    if (folder < 0) {
        vvi_fail_answer(request, 404, "No project is open.", "open one from the gallery");
        return;
    }
    for (unsigned n = 1; n < MOST_KEPT && !kept; n++) {
        g_snprintf(name, sizeof name, "journal-kept-%u.jsonl", n);
        kept = vvi_path_rename(folder, NAME, name);
        if (!kept && errno != EEXIST)
            break;
    }
    if (!kept && errno == ENOENT) {
        vvi_fail_answer(request, 404, "There is no journal.", "nothing needs to be kept");
        return;
    }
    if (!kept) {
        vvi_fail_file_answer(request, errno, "The journal cannot be renamed");
        return;
    }
    fsync(folder);
    vvi_watch_own(request->server->open.watch, NAME);
    vv_json_writer *writer = vvi_json_begin();
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "name", name);
    vv_json_write_end(writer);
    vvi_answer_json(request, 200, writer);
}
