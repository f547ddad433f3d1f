/* The gate: checks every request after its headers and before its body are read. An admitted request has a route, a
 * valid path and a limit for its body; a refused one is answered at once and its body is never read. */
#include "studio/serve/server.h"

#include <string.h>

#define BODY_SECONDS    15.0                /* between two pieces of a body, or of a response */
#define MOST_BODY_BYTES ((size_t)256 << 20) /* of all current requests together */

typedef struct refusal {
    unsigned status; /* 0: admitted */
    const char *message, *remedy;
} refusal;

static const refusal not_the_writer = {409, "Another tab writes this project.", "take over, or continue in that tab"};

/* ---- Checking ---------------------------------------------------------------------------------------------------- */

/* All values of a header joined, so that a second one cannot slip through unchecked. */
const char *vvi_request_header(const vvi_request *request, const char *name)
{
    return soup_message_headers_get_list(soup_server_message_get_request_headers(request->message), name);
}

/* Whether `text` is `scheme` followed by 127.0.0.1:PORT or localhost:PORT. */
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

static bool is_same_origin(const vvi_request *request)
{
    const char *host = vvi_request_header(request, "Host");
    const char *origin = vvi_request_header(request, "Origin");
    const char *fetch_site = vvi_request_header(request, "Sec-Fetch-Site");
    bool is_get = strcmp(soup_server_message_get_method(request->message), "GET") == 0;
    if (!host || !is_own_address(request->server, "", host))
        return false;
    if (origin ? !is_own_address(request->server, "http://", origin) : !is_get)
        return false;
    return !fetch_site || strcmp(fetch_site, "same-origin") == 0 || strcmp(fetch_site, "none") == 0;
}

/* Compares in constant time, so that timing reveals nothing about the token. *path is what follows "/TOKEN/". */
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

/* Accepts only "METHOD /TOKEN/" with capital letters; anything else is parsed by libsoup first and checked then. */
bool vvi_gate_finds_token(const vvi_server *server, const char *start)
{
    const char *path;
    size_t method = strspn(start, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    return method > 0 && start[method] == ' ' && has_token(server, start + method + 1, &path);
}

static refusal find_route(vvi_request *request, const char *encoded)
{
    char path[2 * VVI_PATH_BYTES];
    unsigned status;
    if (!vvi_path_decode(encoded, path, sizeof path) || (path[0] && !vvi_path_is_valid(path)))
        return (refusal){400, "The path of the request is not valid.", "use a path like api/project/art/ball.png"};
    const vvi_route *route = vvi_find_route(soup_server_message_get_method(request->message), path, &status);
    if (!route && status == 405)
        return (refusal){405, "This address does not support the method.", "use another method"};
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

static refusal check_size(vvi_request *request)
{
    static const refusal too_large = {413, "The body of the request is too large.", "send less at once"};
    SoupMessageHeaders *headers = soup_server_message_get_request_headers(request->message);
    SoupEncoding encoding = soup_message_headers_get_encoding(headers);
    if (encoding == SOUP_ENCODING_NONE)
        return (refusal){0};
    /* A truncated chunked body may look complete, and half a project would be saved as a whole one. */
    if (encoding != SOUP_ENCODING_CONTENT_LENGTH)
        return (refusal){411, "The request does not declare the length of its body.", "send Content-Length"};
    goffset length = soup_message_headers_get_content_length(headers);
    if (length < 0 || (guint64)length > request->limit)
        return too_large;
    request->length = (size_t)length;
    return (refusal){0};
}

/* Checked before the body is read, so that it is not sent in vain, and again afterwards, because in the meantime
 * another page may have taken over or another project may have been opened. */
static bool may_write(const vvi_request *request)
{
    return !request->route->writer || vvi_writer_is(request->server, vvi_request_header(request, "X-Verve-Writer"));
}

/* Selects the only route that needs no token. With it, a page that can prove that an earlier server knew it asks for
 * the new token (return.c). */
static bool find_public_route(vvi_request *request)
{
    static const vvi_route public_route = {"POST", "/return", 1024, false, vvi_post_return};
    if (strcmp(g_uri_get_path(soup_server_message_get_uri(request->message)), public_route.path) != 0 ||
        strcmp(soup_server_message_get_method(request->message), public_route.method) != 0)
        return false;
    request->route = &public_route;
    request->limit = public_route.limit;
    return true;
}

static refusal check_request(vvi_request *request)
{
    const char *path;
    const vvi_server *server = request->server;
    if (!is_same_origin(request))
        return (refusal){403, "Only the studio's own page may send this request.",
                         "open the address that verve studio printed"};
    if (find_public_route(request))
        return check_size(request);
    if (!has_token(server, g_uri_get_path(soup_server_message_get_uri(request->message)), &path))
        return (refusal){404, "There is nothing here.", "check the address"};
    vvi_connection_set_authenticated(request->connection);
    refusal why = find_route(request, path);
    if (why.status == 0)
        why = check_size(request);
    return why.status == 0 && !may_write(request) ? not_the_writer : why;
}

/* ---- Admitting --------------------------------------------------------------------------------------------------- */

static void refuse(vvi_request *request, refusal why)
{
    char *body = vvi_error_json(why.message, why.remedy);
    char *head = vvi_format_head(why.status, "application/json");
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
        return; /* libsoup refused it, as it is not HTTP */
    refusal why = check_request(request);
    if (why.status) {
        refuse(request, why);
        return;
    }
    /* The page needs no ranges of files. */
    soup_message_headers_remove(soup_server_message_get_request_headers(message), "Range");
    vvi_connection_extend_deadline(request->connection, BODY_SECONDS);
}

static void got_chunk(SoupServerMessage *message, GBytes *chunk, vvi_request *request)
{
    size_t count = g_bytes_get_size(chunk);
    (void)message;
    if (!request->route)
        return;
    if (count > request->length - request->body->len) {
        refuse(request, (refusal){413, "The body of the request is too large.", "send less at once"});
        return;
    }
    if (request->server->body_bytes + count > MOST_BODY_BYTES) {
        refuse(request, (refusal){503, "The server is holding too many request bodies.", "try again in a moment"});
        return;
    }
    request->server->body_bytes += count;
    g_byte_array_append(request->body, g_bytes_get_data(chunk, NULL), (guint)count);
    vvi_connection_extend_deadline(request->connection, BODY_SECONDS);
}

static void wrote_body_data(SoupServerMessage *message, guint count, vvi_request *request)
{
    (void)message;
    (void)count;
    vvi_connection_extend_deadline(request->connection, BODY_SECONDS);
}

static void release_request(gpointer user)
{
    vvi_request *request = user;
    request->server->body_bytes -= request->body->len;
    g_byte_array_unref(request->body);
    g_free(request);
}

/* Collects the body itself and turns libsoup's own copy off. */
void vvi_gate_attach(vvi_server *server, SoupServerMessage *message)
{
    vvi_request *request = g_new0(vvi_request, 1);
    request->server = server;
    request->message = message;
    request->connection = vvi_connection_of(message);
    request->body = g_byte_array_new();
    g_object_set_data_full(G_OBJECT(message), "request", request, release_request);
    vvi_set_common_headers(message);
    soup_message_body_set_accumulate(soup_server_message_get_request_body(message), FALSE);
    g_signal_connect(message, "got-headers", G_CALLBACK(got_headers), request);
    g_signal_connect(message, "got-chunk", G_CALLBACK(got_chunk), request);
    g_signal_connect(message, "wrote-body-data", G_CALLBACK(wrote_body_data), request);
}

void vvi_gate_dispatch(SoupServer *soup, SoupServerMessage *message, const char *path, GHashTable *query, gpointer user)
{
    vvi_request *request = g_object_get_data(G_OBJECT(message), "request");
    (void)soup;
    (void)path;
    (void)query;
    (void)user;
    vvi_set_common_headers(message); /* again: libsoup drops headers when it sends 100 Continue */
    if (!request || !request->route)
        soup_server_message_set_status(message, 403, NULL);
    else if (request->body->len != request->length)
        vvi_answer_error(request, 400, "The body of the request is incomplete.", "send it again");
    else if (!may_write(request))
        vvi_answer_error(request, not_the_writer.status, not_the_writer.message, not_the_writer.remedy);
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
    vvi_answer_error(request, 400, error.code ? error.message : "the body of the request is not a JSON object",
                     "send a JSON object");
    return NULL;
}
