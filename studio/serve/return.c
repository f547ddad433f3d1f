/* Reconnects an open page to a server that was restarted on the same project and port. The token is new at each
 * start, so the page asks for it. Before that, page and server authenticate each other with a shared key: the page
 * got it from the server that opened it, the server reads it from a file that only the user can read.
 *
 *   page → server   a nonce chosen by the page
 *   server → page   the start number of the server, and HMAC(key, "server", nonce, start, port)
 *   page → server   both numbers, and HMAC(key, "page", nonce, start, port)
 *   server → page   the new token
 *
 * Another program that has taken the port in the meantime learns nothing: neither side sends the token or the key
 * before the other has proved that it knows the key, and a proof is valid for one nonce, one start and one port. */
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

#define KEY_LETTERS           (VVI_ID_BYTES - 1)
#define KEY_LIFETIME_SECONDS  (7 * 24 * 3600) /* a key that no server has used for this long is replaced */
#define KEY_FILE_PREFIX       "return-"
#define KEY_FILE_HASH_LETTERS 32u /* digits of the project path's hash in the name of a key file */

/* ---- Key files --------------------------------------------------------------------------------------------------- */

/* Opens the user's folder of keys, creating it if needed. −1 and errno on failure; EPERM if other users can write to
 * it. */
static int open_key_folder(void)
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

/* "return-HASH-", the start of the names of a project's key files; the port follows. Free it. */
static char *key_file_prefix(const char *project)
{
    char *hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, project, -1);
    char *name = g_strdup_printf(KEY_FILE_PREFIX "%.*s-", (int)KEY_FILE_HASH_LETTERS, hash);
    g_free(hash);
    return name;
}

static char *key_file_name(const vvi_server *server)
{
    char *start = key_file_prefix(server->open.path), *name = g_strdup_printf("%s%u", start, server->port);
    g_free(start);
    return name;
}

/* Whether this is a plain file that belongs to the user, gives others no access, has no second hard link, and
 * was used within KEY_LIFETIME_SECONDS. */
static bool is_valid_key_file(const struct stat *status)
{
    time_t now = time(NULL);
    return S_ISREG(status->st_mode) && status->st_uid == geteuid() && (status->st_mode & 077) == 0 &&
           status->st_nlink == 1 && status->st_size == KEY_LETTERS && now - status->st_mtime < KEY_LIFETIME_SECONDS;
}

static bool is_hex_id(const char *text)
{
    return strlen(text) == KEY_LETTERS && strspn(text, "0123456789abcdef") == KEY_LETTERS;
}

static bool read_key(int folder, const char *name, char key[VVI_ID_BYTES])
{
    struct stat status;
    int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool good = file >= 0 && fstat(file, &status) == 0 && is_valid_key_file(&status) &&
                read(file, key, KEY_LETTERS) == (ssize_t)KEY_LETTERS;
    key[good ? KEY_LETTERS : 0] = '\0';
    good = good && is_hex_id(key);
    if (good)
        futimens(file, NULL); /* marks it as used */
    if (file >= 0)
        close(file);
    return good;
}

static bool write_key(int folder, const char *name, const char *key)
{
    char *temporary = g_strconcat(name, VV_FILE_ASIDE, NULL);
    unlinkat(folder, temporary, 0);
    int file = openat(folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    bool good = file >= 0 && vvi_write_all(file, key, KEY_LETTERS) && fsync(file) == 0;
    if (file >= 0)
        good = close(file) == 0 && good;
    good = good && renameat(folder, temporary, folder, name) == 0 && fsync(folder) == 0;
    int reason = errno;
    if (!good)
        unlinkat(folder, temporary, 0);
    g_free(temporary);
    errno = reason;
    return good;
}

/* Calls `call` for each key file, with the time of its last use. */
static void for_each_key(int folder, void (*call)(int folder, const char *name, time_t used, void *user), void *user)
{
    int duplicate = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = duplicate >= 0 ? fdopendir(duplicate) : NULL;
    if (!entries && duplicate >= 0)
        close(duplicate);
    for (const struct dirent *entry; entries && (entry = readdir(entries));) {
        struct stat status;
        if (g_str_has_prefix(entry->d_name, KEY_FILE_PREFIX) &&
            fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0)
            call(folder, entry->d_name, status.st_mtime, user);
    }
    if (entries)
        closedir(entries);
}

static void remove_old_key(int folder, const char *name, time_t used, void *user)
{
    (void)user;
    if (time(NULL) - used >= KEY_LIFETIME_SECONDS)
        unlinkat(folder, name, 0);
}

typedef struct last_port {
    const char *start; /* prefix of the names of the project's key files */
    time_t used;
    uint32_t port;
} last_port;

static void find_last_port(int folder, const char *name, time_t used, void *user)
{
    last_port *last = user;
    guint64 port;
    (void)folder;
    if (g_str_has_prefix(name, last->start) && used > last->used && time(NULL) - used < KEY_LIFETIME_SECONDS &&
        g_ascii_string_to_unsigned(name + strlen(last->start), 10, 1, 65535, &port, NULL)) {
        last->used = used;
        last->port = (uint32_t)port;
    }
}

uint32_t vvi_return_last_port(const vvi_server *server)
{
    int folder = server->open.folder >= 0 ? open_key_folder() : -1;
    if (folder < 0)
        return 0;
    char *start = key_file_prefix(server->open.path);
    last_port last = {.start = start};
    for_each_key(folder, find_last_port, &last);
    g_free(start);
    close(folder);
    return last.port;
}

/* Reads the key, or makes one. If it cannot be saved, it lasts as long as this server, which still lets a page
 * reconnect whose stream broke. */
static void load_key(vvi_server *server)
{
    int folder = open_key_folder();
    char *name = key_file_name(server);
    if (folder < 0 || !read_key(folder, name, server->open.key)) {
        vvi_random_id(server->open.key);
        if (folder < 0 || !write_key(folder, name, server->open.key))
            fprintf(stderr,
                    "verve: %s/verve: cannot be written: %s; after a restart of the server, open the address that it "
                    "prints\n",
                    g_get_user_state_dir(), g_strerror(errno));
    }
    if (folder >= 0) {
        for_each_key(folder, remove_old_key, NULL);
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

void vvi_return_touch_key(const vvi_server *server)
{
    int folder = server->open.folder >= 0 && server->open.key[0] ? open_key_folder() : -1;
    if (folder < 0)
        return;
    char *name = key_file_name(server);
    utimensat(folder, name, NULL, AT_SYMLINK_NOFOLLOW);
    g_free(name);
    close(folder);
}

/* ---- Proofs ------------------------------------------------------------------------------------------------------ */

static char *compute_proof(const char *key, const char *who, const char *nonce, const vvi_server *server)
{
    char text[128];
    g_snprintf(text, sizeof text, "verve %s %s %s %u", who, nonce, server->start, server->port);
    return g_compute_hmac_for_string(G_CHECKSUM_SHA256, (const guchar *)key, KEY_LETTERS, text, -1);
}

/* Compares in constant time, so that timing reveals nothing about the proof. */
static bool is_equal_constant_time(const char *a, const char *b)
{
    size_t length = strlen(a);
    unsigned differs = strlen(b) != length;
    for (size_t i = 0; i < length && strlen(b) == length; i++)
        differs |= (unsigned char)(a[i] ^ b[i]);
    return differs == 0;
}

static void answer_pair(vvi_request *request, const char *first, const char *value, const char *second,
                        const char *other)
{
    vv_json_writer *writer = vvi_create_json();
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
    const char *nonce = vvi_member_text(root, "nonce", ""), *start = vvi_member_text(root, "start", "");
    const char *proof = vvi_member_text(root, "proof", "");
    const char *key = is_hex_id(nonce) ? vvi_return_key(server) : "";
    char *own = key[0] ? compute_proof(key, "server", nonce, server) : NULL;
    char *expected = key[0] ? compute_proof(key, "page", nonce, server) : NULL;
    if (!is_hex_id(nonce))
        vvi_answer_error(request, 400, "The request has no nonce of 32 hexadecimal digits.", "send a nonce");
    else if (!key[0])
        vvi_answer_error(request, 404, "No project is open.", "open the address that verve studio printed");
    else if (!proof[0])
        answer_pair(request, "start", server->start, "proof", own);
    else if (is_equal_constant_time(start, server->start) && is_equal_constant_time(expected, proof))
        answer_pair(request, "token", server->token, NULL, NULL);
    else
        vvi_answer_error(request, 403, "This page was not opened by this server.",
                         "open the address that verve studio printed");
    g_free(own);
    g_free(expected);
    vv_json_destroy(json);
}
