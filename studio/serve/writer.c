/* One page at a time has write access. It gets an ID, with which it opens its event stream and marks every write.
 * Another page may take over; the first is then notified. */
#include "studio/serve/server.h"

#include <string.h>
#include <sys/random.h>

#define GRACE_MICROSECONDS 5000000 /* how long a page that reloads, or whose stream broke, keeps write access */

void vvi_random_id(char id[VVI_ID_BYTES])
{
    unsigned char bytes[(VVI_ID_BYTES - 1) / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) /* up to 256 bytes are never returned partially */
        g_error("the system provides no random numbers");
    for (size_t i = 0; i < sizeof bytes; i++)
        g_snprintf(id + 2 * i, 3, "%02x", bytes[i]);
}

bool vvi_writer_is(const vvi_server *server, const char *id)
{
    return id && server->writer.id[0] && strcmp(id, server->writer.id) == 0;
}

void vvi_writer_stream_ended(vvi_server *server, const char *id)
{
    if (vvi_writer_is(server, id))
        server->writer.last_seen = g_get_monotonic_time();
}

static bool has_active_writer(const vvi_server *server)
{
    const vvi_writing_page *writer = &server->writer;
    if (!writer->id[0])
        return false;
    return vvi_stream_is_alive(server, writer->id) || g_get_monotonic_time() - writer->last_seen < GRACE_MICROSECONDS;
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
        vvi_answer_error(request, 404, "No project is open.", "open one from the gallery");
        return;
    }
    if (!force && has_active_writer(server)) {
        vvi_answer_error(request, 409, "Another tab writes this project.", "take over, or continue in that tab");
        return;
    }
    if (server->writer.id[0])
        vvi_stream_send(server, server->writer.id, "data: {\"type\":\"taken\"}\n\n");
    vvi_random_id(server->writer.id);
    server->writer.last_seen = g_get_monotonic_time();
    vv_json_writer *writer = vvi_create_json();
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "writer", server->writer.id);
    vv_json_write_end(writer);
    vvi_answer_json(request, 200, writer);
}

/* A page without write access sends no ID. */
void vvi_get_events(vvi_request *request)
{
    const char *query = g_uri_get_query(soup_server_message_get_uri(request->message));
    const char *id = query && g_str_has_prefix(query, "writer=") ? query + strlen("writer=") : "";
    if (strlen(id) >= VVI_ID_BYTES || strspn(id, "0123456789abcdef") != strlen(id)) {
        vvi_answer_error(request, 400, "The query is not writer=ID with a valid ID.",
                         "send the ID that api/writer returned");
        return;
    }
    vvi_connection_stream(request->connection, request->message, id);
}
