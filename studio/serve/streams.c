/* Connections that were taken from libsoup: those whose request is refused before its body was read, and event streams,
 * which last. */
#include "studio/serve/connections.h"

#include <string.h>

#define LINGER_SECONDS 3.0 /* to read the refusal and stop sending; a stranger has no more than its own time */

static GSocket *socket_of(const vvi_connection *connection)
{
    return g_socket_connection_get_socket(connection->stream);
}

/* Releasing the last reference frees the connection. */
void vvi_stream_end(vvi_connection *connection)
{
    GIOStream *stream = connection->taken;
    connection->taken = NULL;
    if (connection->incoming) {
        g_source_destroy(connection->incoming);
        g_clear_pointer(&connection->incoming, g_source_unref);
    }
    if (connection->events)
        vvi_writer_gone(connection->server, connection->writer);
    connection->events = false;
    g_io_stream_close(stream, NULL, NULL);
    g_object_unref(stream);
}

/* What a client still sends is thrown away until it closes. */
static gboolean swallow(GSocket *socket, GIOCondition condition, gpointer user)
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

static bool take(vvi_connection *connection, SoupServerMessage *message)
{
    GSocket *socket = g_object_ref(socket_of(connection));
    connection->taken = soup_server_message_steal_connection(message);
    if (connection->taken) {
        connection->incoming = g_socket_create_source(socket, G_IO_IN | G_IO_HUP | G_IO_ERR, NULL);
        g_source_set_callback(connection->incoming, G_SOURCE_FUNC(swallow), connection, NULL);
        g_source_attach(connection->incoming, NULL);
    }
    g_object_unref(socket);
    return connection->taken != NULL;
}

/* A few hundred bytes always fit into the socket's buffer, unless nobody reads at the other end. */
static bool send_all(vvi_connection *connection, const char *text)
{
    size_t length = strlen(text);
    gssize sent = g_socket_send_with_blocking(socket_of(connection), text, length, FALSE, NULL, NULL);
    return sent == (gssize)length;
}

/* Closing while bytes wait to be read would reset the connection before the client saw the answer: first our side is ended,
 * then the client has a moment to end its own. */
void vvi_connection_refuse(vvi_connection *connection, SoupServerMessage *message, const char *answer)
{
    if (!take(connection, message))
        return;
    if (send_all(connection, answer) && g_socket_shutdown(socket_of(connection), FALSE, TRUE, NULL))
        vvi_connection_expect(connection, LINGER_SECONDS);
    else
        vvi_connection_drop(connection);
}

/* ---- Event streams -------------------------------------------------------------------------------------------------- */

void vvi_connection_stream(vvi_connection *connection, SoupServerMessage *message, const char *writer)
{
    char *head = vvi_answer_head(200, "text/event-stream");
    char *text = g_strconcat(head, "\r\ndata: {\"type\":\"hello\"}\n\n", NULL);
    if (take(connection, message)) {
        g_strlcpy(connection->writer, writer, sizeof connection->writer);
        connection->events = true;
        connection->deadline = 0;
        if (!send_all(connection, text))
            vvi_connection_drop(connection);
    }
    g_free(text);
    g_free(head);
}

void vvi_stream_send(vvi_server *server, const char *writer, const char *text)
{
    for (GList *item = server->connections ? server->connections->known.head : NULL, *next; item; item = next) {
        vvi_connection *connection = item->data;
        next = item->next;
        if (!connection->events || (writer && strcmp(writer, connection->writer) != 0))
            continue;
        if (send_all(connection, text))
            connection->heard = g_get_monotonic_time();
        else
            vvi_connection_drop(connection);
    }
}

bool vvi_stream_is_alive(const vvi_server *server, const char *writer)
{
    for (const GList *item = server->connections->known.head; item; item = item->next) {
        const vvi_connection *connection = item->data;
        if (connection->events && strcmp(connection->writer, writer) == 0)
            return true;
    }
    return false;
}
