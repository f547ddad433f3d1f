/* Private to studio/serve: the declarations that its files share.
 *
 *   serve.c        finds the folders, listens and runs the main loop
 *   connections.c  accepts connections, tells authenticated from unauthenticated ones, enforces deadlines
 *   streams.c      connections stolen from libsoup: refusals and event streams
 *   gate.c         admits or refuses each request; routes.c: the table of requests
 *   answer.c       responses
 *   paths.c        paths confined to a folder; reading and writing there
 *   page.c, gallery.c, home.c, project.c, journal.c, writer.c, export.c, jobs.c, return.c   the handlers
 *   watch.c        reports what other programs change in the project */
#ifndef VV_SERVE_SERVER_H
#define VV_SERVE_SERVER_H

#include "studio/serve/serve.h"

#include "author/base/json.h"

#include <gio/gio.h>
#include <libsoup/soup.h>

#define VVI_PATH_BYTES    256u /* longest path inside a folder, with the terminating zero */
#define VVI_ID_BYTES      33u  /* 128 bits in hexadecimal, with the terminating zero */
#define VVI_JSON_LIMIT    ((size_t)1 << 20)
#define VVI_PROJECT_LIMIT ((size_t)16 << 20)
#define VVI_JOURNAL_LIMIT ((size_t)512 << 20) /* the whole journal; one append is limited to VVI_PROJECT_LIMIT */
#define VVI_FILE_LIMIT    ((size_t)64 << 20)

typedef struct vvi_server vvi_server;
typedef struct vvi_connection vvi_connection;
typedef struct vvi_connections vvi_connections;
typedef struct vvi_request vvi_request;
typedef struct vvi_jobs vvi_jobs;
typedef struct vvi_watch vvi_watch;

/* The open project. */
typedef struct vvi_open_project {
    int folder;             /* descriptor that holds the lock; −1: no project is open */
    char *path;             /* absolute, for display */
    char key[VVI_ID_BYTES]; /* of return.c; "" until it is first needed */
    vvi_watch *watch;
} vvi_open_project;

/* The page that holds write access. */
typedef struct vvi_writing_page {
    char id[VVI_ID_BYTES]; /* "": no page has it */
    gint64 last_seen;      /* when it got access, or when its last stream ended; µs of g_get_monotonic_time */
} vvi_writing_page;

struct vvi_server {
    SoupServer *soup;
    GMainLoop *loop;
    uint32_t port;
    char token[VVI_ID_BYTES]; /* the secret part of the address */
    char start[VVI_ID_BYTES]; /* a public random number of this server start */
    char *program;            /* path of this executable, which runs the exports */
    int page, examples;       /* folder descriptors; examples −1: none found */
    GPtrArray *page_files;    /* char *, names of the files in the page's folder at the start */
    char *home;
    vvi_connections *connections;
    size_t body_bytes; /* held in memory by the bodies of all current requests */
    vvi_open_project open;
    vvi_writing_page writer;
    vvi_jobs *jobs;
};

/* ---- Requests ---------------------------------------------------------------------------------------------------- */

typedef struct vvi_route {
    const char *method;
    const char *path; /* if it ends with '/', the remainder of the requested path becomes `rest` */
    size_t limit;     /* bytes of the body */
    bool writer;      /* needs write access */
    void (*handle)(vvi_request *request);
} vvi_route;

struct vvi_request {
    vvi_server *server;
    SoupServerMessage *message;
    vvi_connection *connection;
    const vvi_route *route; /* NULL until the gate admits the request */
    char rest[VVI_PATH_BYTES];
    size_t limit, length; /* bytes of the body: the maximum; as declared by Content-Length */
    GByteArray *body;
};

/* The route of a method and path, or NULL with *status 404 or 405. */
const vvi_route *vvi_find_route(const char *method, const char *path, unsigned *status);
/* Makes the gate check a new message. */
void vvi_gate_attach(vvi_server *server, SoupServerMessage *message);
/* Whether the first bytes of a request contain the token: "GET /TOKEN/…". */
bool vvi_gate_finds_token(const vvi_server *server, const char *start);
/* Passes an admitted, completely read request to its handler. */
void vvi_gate_dispatch(SoupServer *soup, SoupServerMessage *message, const char *path, GHashTable *query,
                       gpointer user);
const char *vvi_request_header(const vvi_request *request, const char *name);
/* The body as JSON, {} if it is empty; destroy it. On failure sends an error response and returns NULL. */
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

/* ---- Responses --------------------------------------------------------------------------------------------------- */

/* Sets the headers common to all responses. */
void vvi_set_common_headers(SoupServerMessage *message);
/* Status line and common headers, without the empty line, for a response that bypasses libsoup. Free it. */
char *vvi_format_head(unsigned status, const char *type);
void vvi_answer_bytes(vvi_request *request, GBytes *bytes, const char *type, const char *etag);
/* Answers with the text of `writer` and destroys it. */
void vvi_answer_json(vvi_request *request, unsigned status, vv_json_writer *writer);
vv_json_writer *vvi_create_json(void);
/* A text member of an object, or `fallback` if it is missing or not text. */
const char *vvi_member_text(const vv_json *object, const char *name, const char *fallback);
void vvi_answer_error(vvi_request *request, unsigned status, const char *message, const char *remedy);
/* `reason` is an errno: 507 for a full disk, 400 for an invalid path, 404 for anything but a plain file, else 500. */
void vvi_answer_file_error(vvi_request *request, int reason, const char *message);
char *vvi_error_json(const char *message, const char *remedy);
const char *vvi_content_type(const char *path);
/* Answers with a project's file, read from below `folder`. */
void vvi_answer_file(vvi_request *request, int folder, const char *path, size_t limit);

/* ---- Paths ------------------------------------------------------------------------------------------------------- */

/* Decodes %XX once. False if an escape is incomplete or encodes a slash or backslash, if there is a control
 * character, or if the result is too long. */
bool vvi_path_decode(const char *encoded, char *path, size_t bytes);
/* Whether this is a path as docs/format.md defines it: relative, forward slashes, no empty component, no . or .., no
 * \ or :, UTF-8. */
bool vvi_path_is_valid(const char *path);
/* Whether this is a single component of such a path without a leading dot, as names of projects are. */
bool vvi_path_is_plain_name(const char *name, size_t length);
/* Opens the folder that holds `path`, one component at a time so that no link is followed; *name is the last component.
 * With `make`, creates missing folders. −1 and errno on failure. */
int vvi_path_open_parent(int folder, const char *path, bool make, const char **name);
/* Opens a plain file below `folder` for reading. −1 and errno on failure. */
int vvi_path_open_file(int folder, const char *path);
/* Opens a direct subfolder; a link is not followed. −1 and errno on failure. */
int vvi_path_open_folder(int folder, const char *name);
/* Reads a whole plain file. NULL and errno on failure; EFBIG if it is larger than `limit`. */
GBytes *vvi_path_read(int folder, const char *path, size_t limit);
/* Renames within `folder` without replacing anything: EEXIST if `to` is there already. */
bool vvi_path_rename(int folder, const char *from, const char *to);
/* Removes a folder and all its contents; links are removed, not followed. */
void vvi_remove_tree(int folder, const char *name);
/* Writes the hash of the bytes as 16 hexadecimal digits. */
void vvi_hash_text(GBytes *bytes, char text[17]);

/* ---- Connections ------------------------------------------------------------------------------------------------- */

bool vvi_connections_listen(vvi_server *server, uint32_t port, vv_error *error);
/* Closes all connections; call _release once libsoup's server is destroyed. */
void vvi_connections_close(vvi_server *server);
void vvi_connections_release(vvi_server *server);
vvi_connection *vvi_connection_of(SoupServerMessage *message);
/* Call when the connection has presented the token. */
void vvi_connection_set_authenticated(vvi_connection *connection);
/* Notes activity: an authenticated connection is closed if nothing happens for `seconds` from now. The deadline of an
 * unauthenticated one stays as it is. */
void vvi_connection_extend_deadline(vvi_connection *connection, double seconds);
/* Steals the connection from libsoup, sends a complete response and closes: refuses a request without reading its
 * body. */
void vvi_connection_refuse(vvi_connection *connection, SoupServerMessage *message, const char *answer);
/* Steals the connection from libsoup for an event stream; `writer` is the page's ID or "". */
void vvi_connection_stream(vvi_connection *connection, SoupServerMessage *message, const char *writer);
/* Sends an event to all streams of a writer, or to every stream if `writer` is NULL. */
void vvi_stream_send(vvi_server *server, const char *writer, const char *text);
bool vvi_stream_is_alive(const vvi_server *server, const char *writer);

/* ---- Writer, project, watch, jobs -------------------------------------------------------------------------------- */

void vvi_random_id(char id[VVI_ID_BYTES]);
/* Whether the page with this ID has write access; NULL is fine. */
bool vvi_writer_is(const vvi_server *server, const char *id);
/* Call when an event stream of this page ended. */
void vvi_writer_stream_ended(vvi_server *server, const char *id);

/* Opens a folder in place of the open project, which stays open on failure. */
vv_result vvi_project_open(vvi_server *server, const char *path, vv_error *error);
/* The same for a direct subfolder of the projects' home; a link is not followed. */
vv_result vvi_project_open_in(vvi_server *server, const char *home, const char *name, vv_error *error);
void vvi_project_close(vvi_server *server);
/* What the gallery shows of a project; "" where the project says nothing. */
typedef struct vvi_project_summary {
    char *name;  /* or `fallback` if it has none */
    char *about; /* one sentence */
    char *scene; /* the name of the first scene that is a stage */
} vvi_project_summary;
vvi_project_summary vvi_project_read_summary(int folder, const char *fallback);
void vvi_project_summary_release(vvi_project_summary *summary);

/* The key shared by a page and a later server on the same project and port; "" if no project is open. */
const char *vvi_return_key(vvi_server *server);
/* Marks the key as used; call this regularly so that the key does not expire. */
void vvi_return_touch_key(const vvi_server *server);
/* The port on which the open project was last served, or 0. */
uint32_t vvi_return_last_port(const vvi_server *server);

/* Reports files in `folder` that other programs change to all event streams. */
vvi_watch *vvi_watch_begin(vvi_server *server, int folder, const char *path);
void vvi_watch_end(vvi_watch *watch);
/* Call after writing a file, so that the change is not reported. NULL is fine. */
void vvi_watch_note_own_write(vvi_watch *watch, const char *path);

vvi_jobs *vvi_jobs_create(vvi_server *server);
void vvi_jobs_destroy(vvi_jobs *jobs);

#endif
