/* How an open page finds a server that was started again on the same project and port. The secret of the address is new at each
 * start, so the page asks for it, and page and server first prove to each other that they know a key that never leaves this
 * machine's user: the page has it from the server it was opened by, the server from a file of the user's own.
 *
 *   page → server   a number that it has chosen just now
 *   server → page   a number of this start, and HMAC(key, "server", both numbers, port)
 *   page → server   both numbers, and HMAC(key, "page", both numbers, port)
 *   server → page   the new secret
 *
 * Whoever has taken the port meanwhile learns nothing from this: neither the secret nor the key is sent before the other side
 * has proved that it knows the key, and a proof is good for one start on one port. */
#include "studio/serve/server.h"

#include "author/base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define KEY_LETTERS  (VVI_ID_BYTES - 1)
#define KEY_SECONDS  (7 * 24 * 3600) /* a key that no server has used for so long is replaced */
#define NAME_START   "return-"
#define NAME_LETTERS 32u /* of the hash of the project's path in a file's name */

/* ---- Where keys are kept ------------------------------------------------------------------------------------------------ */

/* The user's folder for them, which nobody else can write to. −1 and errno. */
static int open_folder(void)
{
    struct stat status;
    char *path = g_build_filename(g_get_user_state_dir(), "verve", NULL);
    int folder = -1;
    if (vv_folder_create(g_get_user_state_dir(), NULL) == VV_OK && (mkdir(path, 0700) == 0 || errno == EEXIST))
        folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    int reason = errno;
    g_free(path);
    if (folder >= 0 && (fstat(folder, &status) != 0 || status.st_uid != geteuid() || status.st_mode & 022)) {
        close(folder);
        folder = -1;
        reason = EPERM;
    }
    errno = reason;
    return folder;
}

/* "return-HASH-": what the names of a project's keys begin with; the port follows. Free it. */
static char *name_project(const char *project)
{
    char *hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, project, -1);
    char *name = g_strdup_printf(NAME_START "%.*s-", (int)NAME_LETTERS, hash);
    g_free(hash);
    return name;
}

static char *name_key(const vvi_server *server)
{
    char *start = name_project(server->open.path), *name = g_strdup_printf("%s%u", start, server->port);
    g_free(start);
    return name;
}

/* A plain file of the user's own that nobody else can read, write or hold by another name, and that was used lately. */
static bool is_private(const struct stat *status)
{
    time_t now = time(NULL);
    return S_ISREG(status->st_mode) && status->st_uid == geteuid() && (status->st_mode & 077) == 0 &&
           status->st_nlink == 1 && status->st_size == KEY_LETTERS && now - status->st_mtime < KEY_SECONDS;
}

static bool is_id(const char *text)
{
    return strlen(text) == KEY_LETTERS && strspn(text, "0123456789abcdef") == KEY_LETTERS;
}

static bool read_key(int folder, const char *name, char key[VVI_ID_BYTES])
{
    struct stat status;
    int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool good = file >= 0 && fstat(file, &status) == 0 && is_private(&status) &&
                read(file, key, KEY_LETTERS) == (ssize_t)KEY_LETTERS;
    key[good ? KEY_LETTERS : 0] = '\0';
    good = good && is_id(key);
    if (good)
        futimens(file, NULL); /* used now */
    if (file >= 0)
        close(file);
    return good;
}

static bool write_key(int folder, const char *name, const char *key)
{
    char *aside = g_strconcat(name, VV_FILE_ASIDE, NULL);
    unlinkat(folder, aside, 0);
    int file = openat(folder, aside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    bool good = file >= 0 && vvi_write_all(file, key, KEY_LETTERS) && fsync(file) == 0;
    if (file >= 0)
        good = close(file) == 0 && good;
    good = good && renameat(folder, aside, folder, name) == 0 && fsync(folder) == 0;
    int reason = errno;
    if (!good)
        unlinkat(folder, aside, 0);
    g_free(aside);
    errno = reason;
    return good;
}

/* Calls for each file of a key, with when it was used last. */
static void each_key(int folder, void (*call)(int folder, const char *name, time_t used, void *user), void *user)
{
    int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = again >= 0 ? fdopendir(again) : NULL;
    if (!entries && again >= 0)
        close(again);
    for (const struct dirent *entry; entries && (entry = readdir(entries));) {
        struct stat status;
        if (g_str_has_prefix(entry->d_name, NAME_START) &&
            fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0)
            call(folder, entry->d_name, status.st_mtime, user);
    }
    if (entries)
        closedir(entries);
}

static void remove_old(int folder, const char *name, time_t used, void *user)
{
    (void)user;
    if (time(NULL) - used >= KEY_SECONDS)
        unlinkat(folder, name, 0);
}

typedef struct last_port {
    const char *start; /* of the names of the project's keys */
    time_t used;
    uint32_t port;
} last_port;

static void find_latest(int folder, const char *name, time_t used, void *user)
{
    last_port *last = user;
    guint64 port;
    (void)folder;
    if (g_str_has_prefix(name, last->start) && used > last->used && time(NULL) - used < KEY_SECONDS &&
        g_ascii_string_to_unsigned(name + strlen(last->start), 10, 1, 65535, &port, NULL)) {
        last->used = used;
        last->port = (uint32_t)port;
    }
}

uint32_t vvi_return_port(const vvi_server *server)
{
    int folder = server->open.folder >= 0 ? open_folder() : -1;
    if (folder < 0)
        return 0;
    char *start = name_project(server->open.path);
    last_port last = {.start = start};
    each_key(folder, find_latest, &last);
    g_free(start);
    close(folder);
    return last.port;
}

/* Without a file the key lasts as long as this server: a page whose stream broke finds it all the same. */
static void load_key(vvi_server *server)
{
    int folder = open_folder();
    char *name = name_key(server);
    if (folder < 0 || !read_key(folder, name, server->open.key)) {
        vvi_random_id(server->open.key);
        if (folder < 0 || !write_key(folder, name, server->open.key))
            fprintf(stderr,
                    "verve: %s/verve: cannot be written: %s; if the server is started again, open the address that it "
                    "prints then\n",
                    g_get_user_state_dir(), g_strerror(errno));
    }
    if (folder >= 0) {
        each_key(folder, remove_old, NULL);
        close(folder);
    }
    g_free(name);
}

const char *vvi_return_key(vvi_server *server)
{
    if (server->open.folder < 0)
        return "";
    if (!server->open.key[0])
        load_key(server);
    return server->open.key;
}

void vvi_return_touch(const vvi_server *server)
{
    int folder = server->open.folder >= 0 && server->open.key[0] ? open_folder() : -1;
    if (folder < 0)
        return;
    char *name = name_key(server);
    utimensat(folder, name, NULL, AT_SYMLINK_NOFOLLOW);
    g_free(name);
    close(folder);
}

/* ---- Proofs -------------------------------------------------------------------------------------------------------------- */

static char *prove(const char *key, const char *who, const char *nonce, const vvi_server *server)
{
    char text[128];
    g_snprintf(text, sizeof text, "verve %s %s %s %u", who, nonce, server->start, server->port);
    return g_compute_hmac_for_string(G_CHECKSUM_SHA256, (const guchar *)key, KEY_LETTERS, text, -1);
}

/* Looks at every byte whatever the first ones are, so that time tells nothing. */
static bool is_same(const char *a, const char *b)
{
    size_t length = strlen(a);
    unsigned differs = strlen(b) != length;
    for (size_t i = 0; i < length && strlen(b) == length; i++)
        differs |= (unsigned char)(a[i] ^ b[i]);
    return differs == 0;
}

static const char *text_of(const vv_json *object, const char *name)
{
    const vv_json *member = vv_json_member(object, name);
    return member && member->kind == VV_JSON_STRING ? member->string : "";
}

static void answer_pair(vvi_request *request, const char *first, const char *value, const char *second,
                        const char *other)
{
    vv_json_writer *writer = vvi_json_begin();
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, first, value);
    if (second)
        vv_json_write_string(writer, second, other);
    vv_json_write_end(writer);
    vvi_answer_json(request, 200, writer);
}

void vvi_post_return(vvi_request *request)
{
    vvi_server *server = request->server;
    vv_json_document *json = vvi_request_json(request);
    if (!json)
        return;
    const vv_json *root = vv_json_root(json);
    const char *nonce = text_of(root, "nonce"), *start = text_of(root, "start"), *proof = text_of(root, "proof");
    const char *key = is_id(nonce) ? vvi_return_key(server) : "";
    char *own = key[0] ? prove(key, "server", nonce, server) : NULL;
    char *wanted = key[0] ? prove(key, "page", nonce, server) : NULL;
    if (!is_id(nonce))
        vvi_fail_answer(request, 400, "The request has no nonce of 32 hexadecimal digits.", "send one");
    else if (!key[0])
        vvi_fail_answer(request, 404, "No project is open.", "open the address that verve studio printed");
    else if (!proof[0])
        answer_pair(request, "start", server->start, "proof", own);
    else if (is_same(start, server->start) && is_same(wanted, proof))
        answer_pair(request, "token", server->token, NULL, NULL);
    else
        vvi_fail_answer(request, 403, "This page was not opened by this server.",
                        "open the address that verve studio printed");
    g_free(own);
    g_free(wanted);
    vv_json_destroy(json);
}
