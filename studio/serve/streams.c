/* Connections stolen from libsoup: those whose request is refused before its body is read, and event streams, which
 * stay open. */
#include "studio/serve/connections.h"

#include <string.h>

#define LINGER_SECONDS 3.0 /* to read the refusal and close; an unauthenticated client keeps its shorter deadline */

static GSocket *connection_socket(const vvi_connection *connection)
{
    return g_socket_connection_get_socket(connection->stream);
}

/* Dropping the last reference to the stream frees the connection. */
void vvi_connection_close_stolen(vvi_connection *connection)
{
    GIOStream *stream = connection->stolen;
    connection->stolen = NULL;
    if (connection->incoming) {
        g_source_destroy(connection->incoming);
        g_clear_pointer(&connection->incoming, g_source_unref);
    }
    if (connection->is_event_stream)
        vvi_writer_stream_ended(connection->server, connection->writer);
    connection->is_event_stream = false;
    g_io_stream_close(stream, NULL, NULL);
    g_object_unref(stream);
}

/* Discards what a client still sends until it closes. */
static gboolean discard_input(GSocket *socket, GIOCondition condition, gpointer user)
{
    vvi_connection *connection = user;
    char bytes[16384];
    (void)condition;
    gssize got = g_socket_receive_with_blocking(socket, bytes, sizeof bytes, FALSE, NULL, NULL);
    if (got > 0)
        return G_SOURCE_CONTINUE;
    vvi_connection_drop(connection);
    return G_SOURCE_REMOVE;
}

static bool steal_connection(vvi_connection *connection, SoupServerMessage *message)
{
    GSocket *socket = g_object_ref(connection_socket(connection));
    connection->stolen = soup_server_message_steal_connection(message);
    if (connection->stolen) {
        connection->incoming = g_socket_create_source(socket, G_IO_IN | G_IO_HUP | G_IO_ERR, NULL);
        g_source_set_callback(connection->incoming, G_SOURCE_FUNC(discard_input), connection, NULL);
        g_source_attach(connection->incoming, NULL);
    }
    g_object_unref(socket);
    return connection->stolen != NULL;
}

/* A few hundred bytes always fit into the socket's buffer, unless the client has stopped reading. */
static bool send_all(vvi_connection *connection, const char *text)
{
    size_t length = strlen(text);
    gssize sent = g_socket_send_with_blocking(connection_socket(connection), text, length, FALSE, NULL, NULL);
    return sent == (gssize)length;
}

/* Closing with unread input would reset the connection before the client has read the response. So this shuts down
 * only the sending side, and gives the client LINGER_SECONDS to close. */
void vvi_connection_refuse(vvi_connection *connection, SoupServerMessage *message, const char *answer)
{
    if (!steal_connection(connection, message))
        return;
    if (send_all(connection, answer) && g_socket_shutdown(connection_socket(connection), FALSE, TRUE, NULL))
        vvi_connection_extend_deadline(connection, LINGER_SECONDS);
    else
        vvi_connection_drop(connection);
}

/* ---- Event streams ----------------------------------------------------------------------------------------------- */

void vvi_connection_stream(vvi_connection *connection, SoupServerMessage *message, const char *writer)
{
    char *head = vvi_format_head(200, "text/event-stream");
    char *text = g_strconcat(head, "\r\ndata: {\"type\":\"hello\"}\n\n", NULL);
    if (steal_connection(connection, message)) {
        g_strlcpy(connection->writer, writer, sizeof connection->writer);
        connection->is_event_stream = true;
        connection->deadline = 0;
        if (!send_all(connection, text))
            vvi_connection_drop(connection);
    }
    g_free(text);
    g_free(head);
}

void vvi_stream_send(vvi_server *server, const char *writer, const char *text)
{
    for (GList *item = server->connections ? server->connections->authenticated.head : NULL, *next; item; item = next) {
        vvi_connection *connection = item->data;
        next = item->next;
        if (!connection->is_event_stream || (writer && strcmp(writer, connection->writer) != 0))
            continue;
        if (send_all(connection, text))
            connection->last_active = g_get_monotonic_time();
        else
            vvi_connection_drop(connection);
    }
}

bool vvi_stream_is_alive(const vvi_server *server, const char *writer)
{
    for (const GList *item = server->connections->authenticated.head; item; item = item->next) {
        const vvi_connection *connection = item->data;
        if (connection->is_event_stream && strcmp(connection->writer, writer) == 0)
            return true;
    }
    return false;
}
