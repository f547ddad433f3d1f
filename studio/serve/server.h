/* Inside studio/serve: what its files know of each other.
 *
 *   serve.c        finds its folders, listens, runs
 *   connections.c  accepts, sorts strangers from the owner, times out; streams.c: connections that libsoup gave up
 *   gate.c         lets a request in or refuses it; routes.c: the table of what can be asked
 *   answer.c       what goes back
 *   paths.c        paths that stay inside a folder; reading and writing there
 *   page.c, gallery.c, home.c, project.c, journal.c, writer.c, jobs.c, return.c   the handlers
 *   watch.c        notices what others change */
#ifndef VV_SERVE_SERVER_H
#define VV_SERVE_SERVER_H

#include "studio/serve/serve.h"

#include "author/base/json.h"

#include <gio/gio.h>
#include <libsoup/soup.h>

#define VVI_PATH_BYTES    256u /* of a path inside a folder, with the ending zero */
#define VVI_ID_BYTES      33u  /* 128 bits in hexadecimal, with the ending zero */
#define VVI_JSON_LIMIT    ((size_t)1 << 20)
#define VVI_PROJECT_LIMIT ((size_t)16 << 20)
#define VVI_JOURNAL_LIMIT ((size_t)512 << 20) /* of the whole journal; one append: VVI_PROJECT_LIMIT */
#define VVI_FILE_LIMIT    ((size_t)64 << 20)

typedef struct vvi_server vvi_server;
typedef struct vvi_connection vvi_connection;
typedef struct vvi_connections vvi_connections;
typedef struct vvi_request vvi_request;
typedef struct vvi_jobs vvi_jobs;
typedef struct vvi_watch vvi_watch;

/* The project that is open. */
typedef struct vvi_open {
    int folder;             /* holds the lock; −1: none is open */
    char *path;             /* absolute, to show */
    char key[VVI_ID_BYTES]; /* return.c; "": not asked for yet */
    vvi_watch *watch;
} vvi_open;

typedef struct vvi_writer {
    char id[VVI_ID_BYTES]; /* "": nobody */
    gint64 seen;           /* when it began, or when its last stream ended; µs of g_get_monotonic_time */
} vvi_writer;

struct vvi_server {
    SoupServer *soup;
    GMainLoop *loop;
    uint32_t port;
    char token[VVI_ID_BYTES], start[VVI_ID_BYTES]; /* the secret; a public number of this start */
    char *program;                                 /* our own executable, for jobs */
    int page, examples;                            /* folders; examples −1: there are none */
    GPtrArray *page_files;                         /* char *, what was in the page's folder */
    char *home;
    vvi_connections *connections;
    size_t body_bytes; /* in memory now, of all requests */
    vvi_open open;
    vvi_writer writer;
    vvi_jobs *jobs;
};

/* ---- Requests ------------------------------------------------------------------------------------------------------ */

typedef struct vvi_route {
    const char *method;
    const char *path; /* ends with '/': what follows is `rest` */
    size_t limit;     /* bytes of its body */
    bool writer;      /* only for the page that writes */
    void (*handle)(vvi_request *request);
} vvi_route;

struct vvi_request {
    vvi_server *server;
    SoupServerMessage *message;
    vvi_connection *connection;
    const vvi_route *route; /* NULL until it is let in */
    char rest[VVI_PATH_BYTES];
    size_t limit, length; /* of the body: at most; as declared */
    GByteArray *body;
};

/* The route of a method and a path; *status is 404 or 405 where there is none. */
const vvi_route *vvi_find_route(const char *method, const char *path, unsigned *status);
/* Connects a new message to the gate. */
void vvi_gate_watch(vvi_server *server, SoupServerMessage *message);
/* Whether the first bytes of a request show the secret: "GET /TOKEN/…". */
bool vvi_gate_sees_token(const vvi_server *server, const char *start);
/* Hands a request that was let in and read whole to its handler. */
void vvi_gate_dispatch(SoupServer *soup, SoupServerMessage *message, const char *path, GHashTable *query,
                       gpointer user);
const char *vvi_request_header(const vvi_request *request, const char *name);
/* The body as JSON, or NULL after an answer was given. An empty body is {}. Destroy it. */
vv_json_document *vvi_request_json(vvi_request *request);

void vvi_get_page(vvi_request *request);
void vvi_get_state(vvi_request *request);
void vvi_get_gallery(vvi_request *request);
void vvi_get_example_file(vvi_request *request);
void vvi_get_recent_file(vvi_request *request);
void vvi_post_open(vvi_request *request);
void vvi_post_close(vvi_request *request);
void vvi_get_project_file(vvi_request *request);
void vvi_put_project_file(vvi_request *request);
void vvi_post_journal(vvi_request *request);
void vvi_post_journal_keep(vvi_request *request);
void vvi_post_writer(vvi_request *request);
void vvi_get_events(vvi_request *request);
void vvi_post_return(vvi_request *request);
void vvi_post_export(vvi_request *request);
void vvi_get_export(vvi_request *request);
void vvi_delete_export(vvi_request *request);

/* ---- Answers ------------------------------------------------------------------------------------------------------- */

/* The headers that every answer has. */
void vvi_answer_common(SoupServerMessage *message);
/* The head of an answer that libsoup does not write, with the same headers but without the empty line. Free it. */
char *vvi_answer_head(unsigned status, const char *type);
void vvi_answer_bytes(vvi_request *request, GBytes *bytes, const char *type, const char *etag);
/* Takes the writer, whose text is the answer. */
void vvi_answer_json(vvi_request *request, unsigned status, vv_json_writer *writer);
vv_json_writer *vvi_json_begin(void);
void vvi_fail_answer(vvi_request *request, unsigned status, const char *message, const char *remedy);
/* By what errno says: 507 for a full disk, 400 for a bad path, 404 where something else than a file is, else 500. */
void vvi_fail_file_answer(vvi_request *request, int reason, const char *message);
char *vvi_error_json(const char *message, const char *remedy);
const char *vvi_content_type(const char *path);
/* Reads a file of a project beneath `folder` and answers with it. */
void vvi_answer_file(vvi_request *request, int folder, const char *path, size_t limit);

/* ---- Paths --------------------------------------------------------------------------------------------------------- */

/* Decodes %XX once; false where it is cut short or hides a slash, a backslash or a control character. */
bool vvi_path_decode(const char *encoded, char *path, size_t bytes);
/* What docs/format.md calls a path: relative, forward slashes, no empty step, no . or .., no \ or :, UTF-8. */
bool vvi_path_is_good(const char *path);
/* One step of such a path that does not begin with a dot: names of projects. */
bool vvi_path_is_id(const char *name, size_t length);
/* The folder that holds `path`, opened step by step so that no link is followed; *name is the last step. With `make`, missing
 * folders are made. −1 and errno on failure. */
int vvi_path_parent(int folder, const char *path, bool make, const char **name);
/* A plain file beneath `folder`, opened for reading. −1 and errno. */
int vvi_path_open(int folder, const char *path);
/* A folder beneath, one step. */
int vvi_path_folder(int folder, const char *name);
/* All of a plain file; NULL and errno (EFBIG: more than limit). */
GBytes *vvi_path_read(int folder, const char *path, size_t limit);
/* Gives a new name that nothing has yet; EEXIST where something does. */
bool vvi_path_rename(int folder, const char *from, const char *to);
/* A folder and all that is in it; links are removed, not followed. */
void vvi_remove_tree(int folder, const char *name);
/* "0123456789abcdef" of the bytes. */
void vvi_hash_text(GBytes *bytes, char text[17]);

/* ---- Connections --------------------------------------------------------------------------------------------------- */

bool vvi_connections_listen(vvi_server *server, uint32_t port, vv_error *error);
/* Closes all; then, when libsoup is gone, releases what is left. */
void vvi_connections_close(vvi_server *server);
void vvi_connections_release(vvi_server *server);
vvi_connection *vvi_connection_of(SoupServerMessage *message);
/* It has shown the secret: it is no stranger any more. */
void vvi_connection_admit(vvi_connection *connection);
/* Once admitted it has `seconds` from now until something must have happened; a stranger's time stays as it is. */
void vvi_connection_expect(vvi_connection *connection, double seconds);
/* Takes the connection from libsoup, sends a whole answer and closes: for requests whose body nobody wants to read. */
void vvi_connection_refuse(vvi_connection *connection, SoupServerMessage *message, const char *answer);
/* Takes the connection from libsoup for events; `writer` is the page's id or "". */
void vvi_connection_stream(vvi_connection *connection, SoupServerMessage *message, const char *writer);
/* Sends to one stream; to all streams of a writer, or to all (NULL). */
void vvi_stream_send(vvi_server *server, const char *writer, const char *text);
bool vvi_stream_is_alive(const vvi_server *server, const char *writer);

/* ---- Writer, project, watching, jobs --------------------------------------------------------------------------------- */

void vvi_random_id(char id[VVI_ID_BYTES]);
bool vvi_writer_is(const vvi_server *server, const char *id);
void vvi_writer_gone(vvi_server *server, const char *id); /* one of its streams ended */

/* Opens a folder in place of what is open now; after an error that stays open. */
vv_result vvi_project_open(vvi_server *server, const char *path, vv_error *error);
/* The same for a folder in the projects' home, one step; a link is not followed. */
vv_result vvi_project_open_in(vvi_server *server, const char *home, const char *name, vv_error *error);
void vvi_project_close(vvi_server *server);
/* What a project says of itself; all of it text, "" where it says nothing. */
typedef struct vvi_described {
    char *name;  /* or `fallback` */
    char *about; /* one sentence */
    char *scene; /* its first stage */
} vvi_described;
vvi_described vvi_project_describe(int folder, const char *fallback);
void vvi_described_release(vvi_described *described);

/* The key by which a page and a later server on this project and port know each other; "" where no project is open. */
const char *vvi_return_key(vvi_server *server);
/* It is in use: to be called now and then, so that it does not become too old. */
void vvi_return_touch(const vvi_server *server);
/* The port at which the open project was served last, or 0. */
uint32_t vvi_return_port(const vvi_server *server);

/* Watches the folder for files that others change and tells the streams. */
vvi_watch *vvi_watch_begin(vvi_server *server, int folder, const char *path);
void vvi_watch_end(vvi_watch *watch);
/* This file was changed by ourselves just now. NULL is fine. */
void vvi_watch_own(vvi_watch *watch, const char *path);

vvi_jobs *vvi_jobs_create(vvi_server *server);
void vvi_jobs_destroy(vvi_jobs *jobs);

#endif
