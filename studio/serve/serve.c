/* Finds the folders, listens, and runs the main loop until a signal ends it. */
#include "studio/serve/server.h"

#include "author/base/file.h"
#include "runtime/base/base.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PORTS_TO_TRY  20u
#define MOST_FILES    1000u
#define TOUCH_SECONDS 3600

static bool fail_at(vv_error *error, const char *place, const char *message, const char *remedy)
{
    vvi_fail(error, VV_ERROR_FILE, "%s", message);
    vvi_error_place(error, place, 0, "");
    vvi_error_remedy(error, "%s", remedy);
    return false;
}

/* ---- Folders ----------------------------------------------------------------------------------------------------- */

static char *find_program(void)
{
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    return length > 0 ? g_strndup(path, (gsize)length) : NULL;
}

/* The folder given on the command line, or else the first of `places` that holds `file`; relative places are relative
 * to the program. NULL if none does. Free it. */
static char *find_resource_folder(const vvi_server *server, const char *given, const char *const *places,
                                  const char *file)
{
    if (given)
        return g_strdup(given);
    char *program_folder = server->program ? g_path_get_dirname(server->program) : g_strdup(".");
    char *found = NULL;
    for (size_t i = 0; places[i] && !found; i++) {
        char *folder =
            g_path_is_absolute(places[i]) ? g_strdup(places[i]) : g_build_filename(program_folder, places[i], NULL);
        char *whole = g_build_filename(folder, file, NULL);
        if (vv_file_exists(whole))
            found = g_strdup(folder);
        g_free(whole);
        g_free(folder);
    }
    g_free(program_folder);
    return found;
}

/* Lists the page's files; its folder has no subfolders. Closes `folder`. */
static void list_files(GPtrArray *files, int folder)
{
    DIR *entries = fdopendir(folder);
    if (!entries) {
        close(folder);
        return;
    }
    for (const struct dirent *entry; (entry = readdir(entries)) && files->len < MOST_FILES;) {
        struct stat status;
        if (entry->d_name[0] != '.' && fstatat(dirfd(entries), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(status.st_mode))
            g_ptr_array_add(files, g_strdup(entry->d_name));
    }
    closedir(entries);
}

static bool open_page(vvi_server *server, const char *given, vv_error *error)
{
    static const char *const places[] = {"page", "../share/verve/page", NULL};
    char *path = find_resource_folder(server, given, places, "index.html");
    if (!path)
        return fail_at(error, "studio", "the studio's page was not found",
                       "build it: make studio, and make install where it is installed (or name it with --page DIR)");
    server->page = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    server->page_files = g_ptr_array_new_with_free_func(g_free);
    int duplicate = server->page >= 0 ? openat(server->page, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (duplicate >= 0)
        list_files(server->page_files, duplicate);
    bool good = duplicate >= 0 && faccessat(server->page, "index.html", R_OK, 0) == 0;
    if (!good)
        fail_at(error, path, "contains no index.html", "build the page: make studio");
    g_free(path);
    return good;
}

static void open_examples(vvi_server *server, const char *given)
{
    static const char *const places[] = {"../share/verve/examples",
#ifdef VV_SOURCE_EXAMPLES
                                         VV_SOURCE_EXAMPLES,
#endif
                                         NULL};
    char *path = find_resource_folder(server, given, places, "gallery.json");
    server->examples = path ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    g_free(path);
}

static char *find_home(const char *given)
{
    const char *variable = g_getenv("VERVE_HOME");
    const char *chosen = given ? given : variable && *variable ? variable : NULL;
    if (chosen)
        return g_canonicalize_filename(chosen, NULL);
    return g_build_filename(g_get_home_dir(), "Verve", NULL);
}

/* ---- Running ----------------------------------------------------------------------------------------------------- */

static bool listen_on_some_port(vvi_server *server, uint32_t port, vv_error *error)
{
    if (port != VV_NONE)
        return vvi_connections_listen(server, port, error);
    uint32_t last = vvi_return_last_port(server); /* an open page of this project may be trying to reconnect there */
    if (last && vvi_connections_listen(server, last, error))
        return true;
    for (uint32_t i = 0; i < PORTS_TO_TRY; i++) {
        if (vvi_connections_listen(server, VV_SERVE_PORT + i, error))
            return true;
    }
    return false;
}

static void on_request_started(SoupServer *soup, SoupServerMessage *message, gpointer user)
{
    (void)soup;
    vvi_gate_attach(user, message);
}

static gboolean touch_key(gpointer user)
{
    vvi_return_touch_key(user);
    return G_SOURCE_CONTINUE;
}

static gboolean on_signal(gpointer user)
{
    g_main_loop_quit(((vvi_server *)user)->loop);
    return G_SOURCE_CONTINUE;
}

/* Starts the browser without waiting for it; failure is ignored, as the address has been printed. */
static void open_browser(const char *address)
{
    const char *const arguments[] = {"xdg-open", address, NULL};
    GError *reason = NULL;
    if (!g_getenv("DISPLAY") && !g_getenv("WAYLAND_DISPLAY"))
        return;
    if (!g_spawn_async(NULL, (char **)(gpointer)arguments, NULL,
                       G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, NULL,
                       &reason))
        g_clear_error(&reason);
}

static void print_address(const vvi_server *server, bool browser)
{
    char address[96];
    g_snprintf(address, sizeof address, "http://127.0.0.1:%u/%s/", server->port, server->token);
    printf("Verve studio: %s\n", address);
    fflush(stdout);
    if (browser)
        open_browser(address);
}

static bool start_server(vvi_server *server, const vv_serve_def *def, vv_error *error)
{
    vvi_random_id(server->token);
    vvi_random_id(server->start);
    server->program = find_program();
    server->home = find_home(def->home);
    server->jobs = vvi_jobs_create(server);
    open_examples(server, def->examples);
    if (!open_page(server, def->page, error))
        return false;
    if (def->project && vvi_project_open(server, def->project, error) != VV_OK)
        return false;
    server->soup = g_object_new(SOUP_TYPE_SERVER, "raw-paths", TRUE, "server-header", NULL, NULL);
    g_signal_connect(server->soup, "request-started", G_CALLBACK(on_request_started), server);
    soup_server_add_handler(server->soup, NULL, vvi_gate_dispatch, server, NULL);
    return listen_on_some_port(server, def->port, error);
}

static void stop_server(vvi_server *server)
{
    vvi_connections_close(server);
    vvi_jobs_destroy(server->jobs);
    vvi_project_close(server);
    g_clear_object(&server->soup);
    vvi_connections_release(server);
    if (server->page >= 0)
        close(server->page);
    if (server->examples >= 0)
        close(server->examples);
    if (server->page_files)
        g_ptr_array_unref(server->page_files);
    g_free(server->program);
    g_free(server->home);
    if (server->loop)
        g_main_loop_unref(server->loop);
}

vv_result vv_serve(const vv_serve_def *def, vv_error *error)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    vvi_server server = {.page = -1, .examples = -1, .open = {.folder = -1}};
    signal(SIGPIPE, SIG_IGN); /* a client that disconnected gives a write error instead */
    signal(SIGXFSZ, SIG_IGN); /* exceeding a limit on file sizes is a write error, as a full disk is */
    bool good = start_server(&server, def, error);
    if (good) {
        server.loop = g_main_loop_new(NULL, FALSE);
        guint sources[G_N_ELEMENTS(signals)];
        for (size_t i = 0; i < G_N_ELEMENTS(signals); i++)
            sources[i] = g_unix_signal_add(signals[i], on_signal, &server);
        guint touching = g_timeout_add_seconds(TOUCH_SECONDS, touch_key, &server);
        print_address(&server, def->browser);
        g_main_loop_run(server.loop);
        g_source_remove(touching);
        for (size_t i = 0; i < G_N_ELEMENTS(signals); i++)
            g_source_remove(sources[i]);
    }
    stop_server(&server);
    return good ? VV_OK : error->code;
}
