/* One page writes at a time. It gets an id, opens its event stream with it, and signs every write with it; another page may
 * take over, and then the first is told. */
#include "studio/serve/server.h"

#include <string.h>
#include <sys/random.h>

#define GRACE_MICROSECONDS 5000000 /* a page that reloads, or whose stream broke, keeps its place that long */

void vvi_random_id(char id[VVI_ID_BYTES])
{
    unsigned char bytes[(VVI_ID_BYTES - 1) / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) /* up to 256 bytes come whole */
        g_error("the system has no random numbers");
    for (size_t i = 0; i < sizeof bytes; i++)
        g_snprintf(id + 2 * i, 3, "%02x", bytes[i]);
}

bool vvi_writer_is(const vvi_server *server, const char *id)
{
    return id && server->writer.id[0] && strcmp(id, server->writer.id) == 0;
}

void vvi_writer_gone(vvi_server *server, const char *id)
{
    if (vvi_writer_is(server, id))
        server->writer.seen = g_get_monotonic_time();
}

static bool is_held(const vvi_server *server)
{
    const vvi_writer *writer = &server->writer;
    if (!writer->id[0])
        return false;
    return vvi_stream_is_alive(server, writer->id) || g_get_monotonic_time() - writer->seen < GRACE_MICROSECONDS;
}

void vvi_post_writer(vvi_request *request)
{
    vvi_server *server = request->server;
    vv_json_document *json = vvi_request_json(request);
    if (!json)
        return;
    const vv_json *take = vv_json_member(vv_json_root(json), "take");
    bool force = take && take->kind == VV_JSON_TRUE;
    vv_json_destroy(json);
    if (server->open.folder < 0) {
        vvi_fail_answer(request, 404, "No project is open.", "open one from the gallery");
        return;
    }
    if (!force && is_held(server)) {
        vvi_fail_answer(request, 409, "Another tab writes this project.", "take over, or go on there");
        return;
    }
    if (server->writer.id[0])
        vvi_stream_send(server, server->writer.id, "data: {\"type\":\"taken\"}\n\n");
    vvi_random_id(server->writer.id);
    server->writer.seen = g_get_monotonic_time();
    vv_json_writer *writer = vvi_json_begin();
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "writer", server->writer.id);
    vv_json_write_end(writer);
    vvi_answer_json(request, 200, writer);
}

/* A page that only looks has no id. */
void vvi_get_events(vvi_request *request)
{
    const char *query = g_uri_get_query(soup_server_message_get_uri(request->message));
    const char *id = query && g_str_has_prefix(query, "writer=") ? query + strlen("writer=") : "";
    if (strlen(id) >= VVI_ID_BYTES || strspn(id, "0123456789abcdef") != strlen(id)) {
        vvi_fail_answer(request, 400, "This is not the id of a page that writes.", "use what api/writer gave");
        return;
    }
    vvi_connection_stream(request->connection, request->message, id);
}
