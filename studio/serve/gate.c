/* The gate: every request, whatever its path, is judged here when its head has been read and before any of its body is. What
 * is let in has a route, a checked path and a limit for its body; what is not is answered at once and never read. */
#include "studio/serve/server.h"

#include <string.h>

#define BODY_SECONDS    15.0                /* between two pieces of a body, or of an answer */
#define MOST_BODY_BYTES ((size_t)256 << 20) /* of all requests together */

typedef struct refusal {
    unsigned status; /* 0: let in */
    const char *message, *remedy;
} refusal;

static const refusal not_writing = {409, "Another tab writes this project.", "take over, or go on there"};

/* ---- Judging -------------------------------------------------------------------------------------------------------- */

/* All values of a header as one, so that a second one never passes unseen. */
const char *vvi_request_header(const vvi_request *request, const char *name)
{
    return soup_message_headers_get_list(soup_server_message_get_request_headers(request->message), name);
}

/* `text` is `scheme` and then 127.0.0.1:PORT or localhost:PORT. */
static bool is_own_address(const vvi_server *server, const char *scheme, const char *text)
{
    static const char *const names[] = {"127.0.0.1", "localhost"};
    char address[64];
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        g_snprintf(address, sizeof address, "%s%s:%u", scheme, names[i], server->port);
        if (strcmp(text, address) == 0)
            return true;
    }
    return false;
}

static bool comes_from_own_page(const vvi_request *request)
{
    const char *host = vvi_request_header(request, "Host");
    const char *origin = vvi_request_header(request, "Origin");
    const char *site = vvi_request_header(request, "Sec-Fetch-Site");
    bool reads = strcmp(soup_server_message_get_method(request->message), "GET") == 0;
    if (!host || !is_own_address(request->server, "", host))
        return false;
    if (origin ? !is_own_address(request->server, "http://", origin) : !reads)
        return false;
    return !site || strcmp(site, "same-origin") == 0 || strcmp(site, "none") == 0;
}

/* Looks at every byte whatever the first ones are, so that time tells nothing. *path is what follows "/TOKEN/". */
static bool has_token(const vvi_server *server, const char *whole, const char **path)
{
    size_t length = sizeof server->token - 1;
    if (strlen(whole) < length + 2)
        return false;
    unsigned differs = (unsigned)(whole[0] ^ '/') | (unsigned)(whole[length + 1] ^ '/');
    for (size_t i = 0; i < length; i++)
        differs |= (unsigned char)(whole[i + 1] ^ server->token[i]);
    *path = whole + length + 2;
    return differs == 0;
}

/* A method is a word of capital letters; a path that begins in another way is read by libsoup and judged then. */
bool vvi_gate_sees_token(const vvi_server *server, const char *start)
{
    const char *path;
    size_t method = strspn(start, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    return method > 0 && start[method] == ' ' && has_token(server, start + method + 1, &path);
}

static refusal find_route(vvi_request *request, const char *encoded)
{
    char path[2 * VVI_PATH_BYTES];
    unsigned status;
    if (!vvi_path_decode(encoded, path, sizeof path) || (path[0] && !vvi_path_is_good(path)))
        return (refusal){400, "This is not a path.", "use a path like api/project/art/ball.png"};
    const vvi_route *route = vvi_find_route(soup_server_message_get_method(request->message), path, &status);
    if (!route && status == 405)
        return (refusal){405, "This cannot be done with it.", "use another method"};
    if (!route)
        return (refusal){404, "There is nothing here.", "check the address"};
    g_strlcpy(request->rest, path + strlen(route->path), sizeof request->rest);
    request->limit = route->limit;
    bool text = strcmp(request->rest, "project.json") == 0 || strcmp(request->rest, "journal.jsonl") == 0;
    if (text && request->limit > VVI_PROJECT_LIMIT)
        request->limit = VVI_PROJECT_LIMIT;
    request->route = route;
    return (refusal){0};
}

static refusal judge_size(vvi_request *request)
{
    static const refusal large = {413, "This is more than can be taken at once.", "send less"};
    SoupMessageHeaders *headers = soup_server_message_get_request_headers(request->message);
    SoupEncoding encoding = soup_message_headers_get_encoding(headers);
    if (encoding == SOUP_ENCODING_NONE)
        return (refusal){0};
    /* A body in chunks that is cut off may look complete, and half a project would be saved for a whole one. */
    if (encoding != SOUP_ENCODING_CONTENT_LENGTH)
        return (refusal){411, "The request does not say how long it is.", "send Content-Length"};
    goffset length = soup_message_headers_get_content_length(headers);
    if (length < 0 || (guint64)length > request->limit)
        return large;
    request->length = (size_t)length;
    return (refusal){0};
}

/* Asked before the body is read, so that nobody sends in vain, and again when it is there: the place may have been taken, or
 * another project opened, meanwhile. */
static bool may_write(const vvi_request *request)
{
    return !request->route->writer || vvi_writer_is(request->server, vvi_request_header(request, "X-Verve-Writer"));
}

/* The one thing that a page may ask without the secret: what the secret is now, where it can prove that it knew an earlier one. */
static bool find_open_route(vvi_request *request)
{
    static const vvi_route open = {"POST", "/return", 1024, false, vvi_post_return};
    if (strcmp(g_uri_get_path(soup_server_message_get_uri(request->message)), open.path) != 0 ||
        strcmp(soup_server_message_get_method(request->message), open.method) != 0)
        return false;
    request->route = &open;
    request->limit = open.limit;
    return true;
}

static refusal judge(vvi_request *request)
{
    const char *path;
    const vvi_server *server = request->server;
    if (!comes_from_own_page(request))
        return (refusal){403, "Only Verve's own page may ask this.", "open the address that verve studio printed"};
    if (find_open_route(request))
        return judge_size(request);
    if (!has_token(server, g_uri_get_path(soup_server_message_get_uri(request->message)), &path))
        return (refusal){404, "There is nothing here.", "check the address"};
    vvi_connection_admit(request->connection);
    refusal answer = find_route(request, path);
    if (answer.status == 0)
        answer = judge_size(request);
    return answer.status == 0 && !may_write(request) ? not_writing : answer;
}

/* ---- Letting in ----------------------------------------------------------------------------------------------------- */

static void refuse(vvi_request *request, refusal why)
{
    char *body = vvi_error_json(why.message, why.remedy);
    char *head = vvi_answer_head(why.status, "application/json");
    char *answer = g_strdup_printf("%sContent-Length: %zu\r\n\r\n%s", head, strlen(body), body);
    request->route = NULL;
    vvi_connection_refuse(request->connection, request->message, answer);
    g_free(answer);
    g_free(head);
    g_free(body);
}

static void got_headers(SoupServerMessage *message, vvi_request *request)
{
    if (soup_server_message_get_status(message) != 0)
        return; /* libsoup refused it: not HTTP */
    refusal why = judge(request);
    if (why.status) {
        refuse(request, why);
        return;
    }
    /* Ranges of a file are of no use to the page. */
    soup_message_headers_remove(soup_server_message_get_request_headers(message), "Range");
    vvi_connection_expect(request->connection, BODY_SECONDS);
}

static void got_chunk(SoupServerMessage *message, GBytes *chunk, vvi_request *request)
{
    size_t count = g_bytes_get_size(chunk);
    (void)message;
    if (!request->route)
        return;
    if (count > request->length - request->body->len) {
        refuse(request, (refusal){413, "This is more than can be taken at once.", "send less"});
        return;
    }
    if (request->server->body_bytes + count > MOST_BODY_BYTES) {
        refuse(request, (refusal){503, "Too much is being sent at once.", "try again in a moment"});
        return;
    }
    request->server->body_bytes += count;
    g_byte_array_append(request->body, g_bytes_get_data(chunk, NULL), (guint)count);
    vvi_connection_expect(request->connection, BODY_SECONDS);
}

static void wrote_some(SoupServerMessage *message, guint count, vvi_request *request)
{
    (void)message;
    (void)count;
    vvi_connection_expect(request->connection, BODY_SECONDS);
}

static void release_request(gpointer user)
{
    vvi_request *request = user;
    request->server->body_bytes -= request->body->len;
    g_byte_array_unref(request->body);
    g_free(request);
}

/* libsoup keeps no copy of the body beside ours. */
void vvi_gate_watch(vvi_server *server, SoupServerMessage *message)
{
    vvi_request *request = g_new0(vvi_request, 1);
    request->server = server;
    request->message = message;
    request->connection = vvi_connection_of(message);
    request->body = g_byte_array_new();
    g_object_set_data_full(G_OBJECT(message), "request", request, release_request);
    vvi_answer_common(message);
    soup_message_body_set_accumulate(soup_server_message_get_request_body(message), FALSE);
    g_signal_connect(message, "got-headers", G_CALLBACK(got_headers), request);
    g_signal_connect(message, "got-chunk", G_CALLBACK(got_chunk), request);
    g_signal_connect(message, "wrote-body-data", G_CALLBACK(wrote_some), request);
}

void vvi_gate_dispatch(SoupServer *soup, SoupServerMessage *message, const char *path, GHashTable *query, gpointer user)
{
    vvi_request *request = g_object_get_data(G_OBJECT(message), "request");
    (void)soup;
    (void)path;
    (void)query;
    (void)user;
    vvi_answer_common(message); /* again: libsoup forgets headers where it says 100 Continue */
    if (!request || !request->route)
        soup_server_message_set_status(message, 403, NULL);
    else if (request->body->len != request->length)
        vvi_fail_answer(request, 400, "The request was cut off.", "send it again");
    else if (!may_write(request))
        vvi_fail_answer(request, not_writing.status, not_writing.message, not_writing.remedy);
    else
        request->route->handle(request);
}

vv_json_document *vvi_request_json(vvi_request *request)
{
    vv_json_document *json = NULL;
    vv_error error = {0};
    const char *text = request->body->len ? (const char *)request->body->data : "{}";
    size_t length = request->body->len ? request->body->len : 2;
    if (vv_json_parse(text, length, "request", NULL, &json, &error) == VV_OK &&
        vv_json_root(json)->kind == VV_JSON_OBJECT)
        return json;
    vv_json_destroy(json);
    vvi_fail_answer(request, 400, error.code ? error.message : "the request is not an object", "send a JSON object");
    return NULL;
}
