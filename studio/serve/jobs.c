/* Exports. Each runs this program as a child process with a temporary folder of its own; one runs at a time, the
 * others wait. Cancelling one signals the child and removes the folder. A child outlives neither its job nor the
 * server. What it started (ffmpeg) does not outlive the child: it is in the child's process group, and is reparented
 * to the server, a subreaper, when the child ends. */
#include "studio/serve/jobs.h"

#include "author/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_JOBS     16u
#define GRACE_SECONDS 2u
#define NICENESS      10 /* exports yield to the page */
#define ERROR_BYTES   2048u

typedef enum state { WAITING, RUNNING, DONE, FAILED } state;

/* Reference-counted: the list and every pending callback hold a reference. */
typedef struct job {
    vvi_jobs *jobs; /* NULL once they are destroyed */
    unsigned id;
    state state;
    bool cancelled;
    vvi_export export;
    char *folder, *file;
    int project;   /* descriptor of the project's folder at the request; its path may lead to another folder by now */
    int error_log; /* the child's standard error, a memfd because the temporary disk may be full */
    double progress;
    char *error;
    goffset bytes; /* size of the finished file */
    GSubprocess *process;
    /* Process group of the child and all that it starts; 0: the child ended before its ID was read, and had started
     * nothing. */
    pid_t process_group;
} job;

struct vvi_jobs {
    vvi_server *server;
    GPtrArray *list; /* job *, oldest first */
    unsigned last_id;
};

static void start_next(vvi_jobs *jobs);

/* ---- One job ----------------------------------------------------------------------------------------------------- */

static void remove_folder(job *j)
{
    if (j->folder)
        vvi_remove_tree(AT_FDCWD, j->folder);
    g_clear_pointer(&j->folder, g_free);
}

static void clear_job(gpointer user)
{
    job *j = user;
    remove_folder(j);
    g_clear_object(&j->process);
    if (j->project >= 0)
        close(j->project);
    if (j->error_log >= 0)
        close(j->error_log);
    vvi_export_release(&j->export);
    g_free(j->file);
    g_free(j->error);
}

static void release_job(gpointer j) { g_rc_box_release_full(j, clear_job); }

typedef struct child_setup {
    pid_t server;
    int project;
} child_setup;

/* Runs in the child between fork and exec, so it makes only async-signal-safe calls. Changes to the project's folder
 * by its descriptor, as the path may lead to another folder by now. SIGXFSZ stays ignored: exceeding a limit on file
 * sizes is then a write error, as a full disk is. */
static void set_up_child(gpointer user)
{
    const child_setup *setup = user;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != setup->server || fchdir(setup->project) != 0)
        _exit(1); /* the server ended before PR_SET_PDEATHSIG took effect, or the folder cannot be entered */
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    if (nice(NICENESS) == -1)
        return; /* then it runs at normal priority */
}

static void fail_job(job *j, const char *message)
{
    j->state = FAILED;
    g_free(j->error);
    j->error = g_strdup(message);
}

/* An export writes only into the temporary folder, so that is the disk that is full. */
static void fail_disk_full(job *j, const char *reason)
{
    char *message =
        g_strdup_printf("the temporary folder %s has no room for this export (%s); free some of that disk, or start "
                        "`verve studio` with TMPDIR set to a folder on another one",
                        g_get_tmp_dir(), reason);
    fail_job(j, message);
    g_free(message);
}

static void fail_without_folder(job *j, const GError *reason)
{
    if (g_error_matches(reason, G_FILE_ERROR, G_FILE_ERROR_NOSPC)) {
        fail_disk_full(j, "the disk is full");
        return;
    }
    char *message =
        g_strdup_printf("no folder can be made in the temporary folder %s (%s); check that it exists and that you may "
                        "write to it, or start `verve studio` with TMPDIR set to another",
                        g_get_tmp_dir(), reason->message);
    fail_job(j, message);
    g_free(message);
}

static bool is_disk_full(const char *text)
{
    static const int reasons[] = {ENOSPC, EDQUOT, EFBIG};
    for (size_t i = 0; i < G_N_ELEMENTS(reasons); i++) {
        if (strstr(text, g_strerror(reasons[i])))
            return true;
    }
    return false;
}

/* Takes the last line of the child's standard error, "verve: PLACE: what is wrong; what to do", without "verve: ". */
static void fail_with_output(job *j)
{
    char text[ERROR_BYTES + 1] = "";
    off_t size = lseek(j->error_log, 0, SEEK_END);
    ssize_t count = pread(j->error_log, text, ERROR_BYTES, size > (off_t)ERROR_BYTES ? size - (off_t)ERROR_BYTES : 0);
    text[MAX(count, 0)] = '\0';
    g_strchomp(text);
    const char *last = strrchr(text, '\n') ? strrchr(text, '\n') + 1 : text;
    char *valid = g_utf8_make_valid(g_str_has_prefix(last, "verve: ") ? last + 7 : last, -1);
    if (is_disk_full(valid))
        fail_disk_full(j, "the disk is full");
    else
        fail_job(j, *valid ? valid : "the export failed without an error message");
    g_free(valid);
}

/* Kills what the child left running when it was killed: an ffmpeg that would keep writing into the folder. The
 * members of its process group have been reparented to the server (vvi_jobs_create), so the group's ID cannot be
 * reused before they are reaped here. */
static void end_process_group(const job *j)
{
    for (pid_t gone; j->process_group > 0 && (gone = waitpid(-j->process_group, NULL, WNOHANG)) >= 0;) {
        if (gone == 0 && kill(-j->process_group, SIGKILL) == 0)
            waitpid(-j->process_group, NULL, 0);
    }
}

static void on_process_ended(GObject *source, GAsyncResult *result, gpointer user)
{
    job *j = user;
    struct stat status;
    GSubprocess *process = G_SUBPROCESS(source);
    bool good = g_subprocess_wait_finish(process, result, NULL) && g_subprocess_get_if_exited(process) &&
                g_subprocess_get_exit_status(process) == 0;
    g_clear_object(&j->process);
    end_process_group(j);
    if (good && stat(j->file, &status) == 0) {
        j->state = DONE;
        j->progress = 1.0;
        j->bytes = status.st_size;
    } else {
        fail_with_output(j);
    }
    if (j->state == FAILED || j->cancelled)
        remove_folder(j);
    if (j->jobs && j->cancelled)
        g_ptr_array_remove(j->jobs->list, j);
    if (j->jobs)
        start_next(j->jobs);
    release_job(j);
}

/* Reads a line of `verve render --progress`. A film is built, measured if its camera needs it, and rendered; each
 * phase has an estimated share of the whole. */
static void read_progress(job *j, const char *line)
{
    static const struct {
        const char *label;
        double begin, share;
    } phases[] = {
        {"progress building ", 0.0, 0.1}, {"progress measuring ", 0.1, 0.2}, {"progress rendering ", 0.3, 0.7}};
    for (size_t i = 0; i < G_N_ELEMENTS(phases); i++) {
        if (g_str_has_prefix(line, phases[i].label)) {
            double done = g_ascii_strtod(line + strlen(phases[i].label), NULL);
            j->progress = phases[i].begin + phases[i].share * CLAMP(done, 0.0, 1.0);
        }
    }
}

static void got_line(GObject *source, GAsyncResult *result, gpointer user)
{
    job *j = user;
    GDataInputStream *lines = G_DATA_INPUT_STREAM(source);
    char *line = g_data_input_stream_read_line_finish(lines, result, NULL, NULL);
    if (line) {
        if (j->state == RUNNING)
            read_progress(j, line);
        g_data_input_stream_read_line_async(lines, G_PRIORITY_DEFAULT, NULL, got_line, g_rc_box_acquire(j));
    }
    g_free(line);
    release_job(j);
}

static bool make_folder(job *j, GError **reason)
{
    j->folder = g_dir_make_tmp("verve-export-XXXXXX", reason);
    if (!j->folder)
        return false;
    const char *ending = strrchr(j->export.name, '.');
    char *name = g_strconcat("out", ending, NULL);
    j->file = g_build_filename(j->folder, name, NULL);
    g_free(name);
    return true;
}

static GSubprocess *spawn(const job *j, GError **reason)
{
    GPtrArray *line = g_ptr_array_new();
    GSubprocessLauncher *launcher = g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDOUT_PIPE);
    child_setup setup = {getpid(), j->project};
    g_subprocess_launcher_take_stderr_fd(launcher, fcntl(j->error_log, F_DUPFD_CLOEXEC, 0));
    g_subprocess_launcher_set_child_setup(launcher, set_up_child, &setup, NULL);
    g_ptr_array_add(line, j->jobs->server->program);
    for (guint i = 0; i < j->export.arguments->len; i++)
        g_ptr_array_add(line, j->export.arguments->pdata[i]);
    g_ptr_array_add(line, (gpointer) "-o");
    g_ptr_array_add(line, j->file);
    g_ptr_array_add(line, NULL);
    GSubprocess *process = g_subprocess_launcher_spawnv(launcher, (const char *const *)line->pdata, reason);
    g_ptr_array_unref(line);
    g_object_unref(launcher);
    return process;
}

static void start_job(job *j)
{
    GError *reason = NULL;
    if (!make_folder(j, &reason)) {
        fail_without_folder(j, reason);
        g_error_free(reason);
        return;
    }
    j->error_log = memfd_create("errors", MFD_CLOEXEC);
    j->process = spawn(j, &reason);
    if (!j->process) {
        fail_job(j, reason->message);
        g_error_free(reason);
        return;
    }
    j->state = RUNNING;
    const char *process = g_subprocess_get_identifier(j->process);
    j->process_group = process ? (pid_t)g_ascii_strtoll(process, NULL, 10) : 0;
    GDataInputStream *lines = g_data_input_stream_new(g_subprocess_get_stdout_pipe(j->process));
    g_data_input_stream_read_line_async(lines, G_PRIORITY_DEFAULT, NULL, got_line, g_rc_box_acquire(j));
    g_object_unref(lines);
    g_subprocess_wait_async(j->process, NULL, on_process_ended, g_rc_box_acquire(j));
}

static gboolean kill_after_grace(gpointer user)
{
    job *j = user;
    if (j->process)
        g_subprocess_force_exit(j->process);
    release_job(j);
    return G_SOURCE_REMOVE;
}

/* On SIGTERM, `verve render` ends ffmpeg and removes its unfinished file. */
static void cancel_job(job *j)
{
    j->cancelled = true;
    g_subprocess_send_signal(j->process, SIGTERM);
    g_timeout_add_seconds(GRACE_SECONDS, kill_after_grace, g_rc_box_acquire(j));
}

/* ---- All jobs ---------------------------------------------------------------------------------------------------- */

static void start_next(vvi_jobs *jobs)
{
    for (guint i = 0; i < jobs->list->len; i++) {
        if (((job *)jobs->list->pdata[i])->state == RUNNING)
            return;
    }
    for (guint i = 0; i < jobs->list->len; i++) {
        job *j = jobs->list->pdata[i];
        if (j->state != WAITING)
            continue;
        start_job(j);
        if (j->state == RUNNING)
            return;
    }
}

/* Makes a place in a full list by removing the oldest finished job. False if there is none. */
static bool make_place(vvi_jobs *jobs)
{
    if (jobs->list->len < MOST_JOBS)
        return true;
    for (guint i = 0; i < jobs->list->len; i++) {
        state now = ((job *)jobs->list->pdata[i])->state;
        if (now == DONE || now == FAILED) {
            g_ptr_array_remove_index(jobs->list, i);
            return true;
        }
    }
    return false;
}

vvi_jobs *vvi_jobs_create(vvi_server *server)
{
    vvi_jobs *jobs = g_new0(vvi_jobs, 1);
    jobs->server = server;
    jobs->list = g_ptr_array_new_with_free_func(release_job);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    return jobs;
}

/* Gives a running child GRACE_SECONDS to clean up. Removes the folders here, as a pending callback may still hold a
 * job, and the main loop that would call it has ended. */
void vvi_jobs_destroy(vvi_jobs *jobs)
{
    if (!jobs)
        return;
    for (guint i = 0; i < jobs->list->len; i++) {
        job *j = jobs->list->pdata[i];
        j->jobs = NULL;
        if (j->state == RUNNING)
            cancel_job(j);
        while (j->state == RUNNING)
            g_main_context_iteration(NULL, TRUE);
        remove_folder(j);
    }
    g_ptr_array_unref(jobs->list);
    g_free(jobs);
}

/* ---- Handlers ---------------------------------------------------------------------------------------------------- */

void vvi_post_export(vvi_request *request)
{
    char message[160];
    vvi_jobs *jobs = request->server->jobs;
    vvi_export export = {0};
    if (request->server->open.folder < 0) {
        vvi_answer_error(request, 404, "No project is open.", "open one from the gallery");
        return;
    }
    vv_json_document *json = vvi_request_json(request);
    if (!json)
        return;
    bool good = vvi_export_read(vv_json_root(json), ".", &export, message, sizeof message);
    vv_json_destroy(json);
    if (!good || !make_place(jobs)) {
        vvi_answer_error(request, good ? 503 : 400, good ? "Too many exports are waiting." : message,
                         good ? "wait until one is done" : "correct the request");
        vvi_export_release(&export);
        return;
    }
    job *j = g_rc_box_new0(job);
    j->jobs = jobs;
    j->project = openat(request->server->open.folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    j->error_log = -1;
    j->id = ++jobs->last_id;
    j->export = export;
    g_ptr_array_add(jobs->list, j);
    start_next(jobs);
    vv_json_writer *writer = vvi_create_json();
    vv_json_write_object(writer, NULL);
    vv_json_write_integer(writer, "job", j->id);
    vv_json_write_end(writer);
    vvi_answer_json(request, 200, writer);
}

/* `rest` is N or N/file. On failure sends an error response and returns NULL. */
static job *find_job(vvi_request *request, bool *file)
{
    const vvi_jobs *jobs = request->server->jobs;
    char *rest = request->rest, *slash = strchr(rest, '/');
    guint64 id;
    *file = slash && strcmp(slash, "/file") == 0;
    if (slash)
        *slash = '\0';
    bool number = g_ascii_string_to_unsigned(rest, 10, 1, G_MAXUINT32, &id, NULL) && (!slash || *file);
    for (guint i = 0; number && i < jobs->list->len; i++) {
        job *j = jobs->list->pdata[i];
        if (j->id == id && !j->cancelled)
            return j;
    }
    vvi_answer_error(request, 404, "There is no such export.", "it was removed; start it again");
    return NULL;
}

static void answer_progress(vvi_request *request, const job *j)
{
    vv_json_writer *writer = vvi_create_json();
    vv_json_write_object(writer, NULL);
    vv_json_write_double(writer, "progress", j->progress);
    vv_json_write_bool(writer, "done", j->state == DONE || j->state == FAILED);
    if (j->error)
        vv_json_write_string(writer, "error", j->error);
    else
        vv_json_write_null(writer, "error");
    vv_json_write_string(writer, "name", j->export.name);
    vv_json_write_integer(writer, "bytes", j->bytes);
    vv_json_write_end(writer);
    vvi_answer_json(request, 200, writer);
}

/* Only the server uses the file, so it does not change while it is sent. */
static void answer_export(vvi_request *request, const job *j)
{
    GMappedFile *map = j->state == DONE ? g_mapped_file_new(j->file, FALSE, NULL) : NULL;
    if (!map) {
        vvi_answer_error(request, 404, "The export is not finished.", "wait for it");
        return;
    }
    char *name = g_uri_escape_string(j->export.name, NULL, FALSE);
    char *disposition = g_strdup_printf("attachment; filename*=UTF-8''%s", name);
    GBytes *bytes = g_mapped_file_get_bytes(map);
    soup_message_headers_replace(soup_server_message_get_response_headers(request->message), "Content-Disposition",
                                 disposition);
    vvi_answer_bytes(request, bytes, vvi_content_type(j->file), NULL);
    g_bytes_unref(bytes);
    g_mapped_file_unref(map);
    g_free(disposition);
    g_free(name);
}

void vvi_get_export(vvi_request *request)
{
    bool file;
    const job *j = find_job(request, &file);
    if (j && file)
        answer_export(request, j);
    else if (j)
        answer_progress(request, j);
}

void vvi_delete_export(vvi_request *request)
{
    bool file;
    job *j = find_job(request, &file);
    if (!j)
        return;
    if (j->state == RUNNING)
        cancel_job(j);
    else
        g_ptr_array_remove(request->server->jobs->list, j);
    vv_json_writer *writer = vvi_create_json();
    vv_json_write_object(writer, NULL);
    vv_json_write_end(writer);
    vvi_answer_json(request, 200, writer);
}
