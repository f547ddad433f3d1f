/* Connections: at most MOST_CONNECTIONS at once, each with a moment by which something must have happened. libsoup reads and
 * writes them; two kinds are taken from it: those whose request is refused before its body was read, and event streams,
 * which last. Everything is in one thread and nothing waits, so a slow client costs others nothing. */
#include "studio/serve/server.h"

#include "runtime/base/base.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>

#define MOST_CONNECTIONS  64u
#define FIRST_SECONDS     15.0 /* to send the head of a request */
#define LINGER_SECONDS    3.0  /* to read the refusal and stop sending */
#define LOOK_MILLISECONDS 500
#define BEAT_MILLISECONDS 2000
#define BACKLOG           64

struct vvi_connection {
    vvi_server *server;
    GSocketConnection *socket; /* not ours, unless taken */
    gint64 deadline;           /* µs of g_get_monotonic_time; 0: none */
    GIOStream *taken;          /* the stream, once libsoup gave it up */
    GSource *incoming;
    bool events;
    char writer[VVI_ID_BYTES];
};

static GSocket *socket_of(const vvi_connection *connection)
{
    return g_socket_connection_get_socket(connection->socket);
}

void vvi_connection_expect(vvi_connection *connection, double seconds)
{
    connection->deadline = g_get_monotonic_time() + (gint64)(seconds * 1e6);
}

/* ---- Taken connections --------------------------------------------------------------------------------------------- */

/* Releasing the last reference ends in `forget`. */
static void drop(vvi_connection *connection)
{
    GIOStream *stream = connection->taken;
    if (!stream) { /* libsoup has it, and notices */
        g_socket_shutdown(socket_of(connection), TRUE, TRUE, NULL);
        return;
    }
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
    drop(connection);
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
        drop(connection);
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
            drop(connection);
    }
    g_free(text);
    g_free(head);
}

void vvi_stream_send(vvi_server *server, const char *writer, const char *text)
{
    for (GList *item = server->connections, *next; item; item = next) {
        vvi_connection *connection = item->data;
        next = item->next;
        bool meant = connection->events && (!writer || strcmp(writer, connection->writer) == 0);
        if (meant && !send_all(connection, text))
            drop(connection);
    }
}

bool vvi_stream_is_alive(const vvi_server *server, const char *writer)
{
    for (const GList *item = server->connections; item; item = item->next) {
        const vvi_connection *connection = item->data;
        if (connection->events && strcmp(connection->writer, writer) == 0)
            return true;
    }
    return false;
}

/* ---- Accepting ------------------------------------------------------------------------------------------------------ */

static void forget(gpointer user, GObject *gone)
{
    vvi_connection *connection = user;
    (void)gone;
    if (connection->incoming) {
        g_source_destroy(connection->incoming);
        g_source_unref(connection->incoming);
    }
    connection->server->connections = g_list_remove(connection->server->connections, connection);
    connection->server->connection_count--;
    g_free(connection);
}

/* The message of a request knows its client's address, and the address its connection. */
vvi_connection *vvi_connection_of(SoupServerMessage *message)
{
    return g_object_get_data(G_OBJECT(soup_server_message_get_remote_address(message)), "connection");
}

static gboolean accept_one(GSocketService *service, GSocketConnection *socket, GObject *source, gpointer user)
{
    vvi_server *server = user;
    (void)service;
    (void)source;
    if (server->connection_count >= MOST_CONNECTIONS)
        return TRUE; /* closed by being let go */
    GSocketAddress *remote = g_socket_connection_get_remote_address(socket, NULL);
    GSocketAddress *local = g_socket_connection_get_local_address(socket, NULL);
    if (remote && local) {
        vvi_connection *connection = g_new0(vvi_connection, 1);
        connection->server = server;
        connection->socket = socket;
        vvi_connection_expect(connection, FIRST_SECONDS);
        server->connections = g_list_prepend(server->connections, connection);
        server->connection_count++;
        g_socket_set_option(g_socket_connection_get_socket(socket), IPPROTO_TCP, TCP_NODELAY, 1, NULL);
        g_object_set_data(G_OBJECT(remote), "connection", connection);
        g_object_weak_ref(G_OBJECT(socket), forget, connection);
        soup_server_accept_iostream(server->soup, G_IO_STREAM(socket), local, remote, NULL);
    }
    g_clear_object(&remote);
    g_clear_object(&local);
    return TRUE;
}

static gboolean drop_late(gpointer user)
{
    vvi_server *server = user;
    gint64 now = g_get_monotonic_time();
    for (GList *item = server->connections, *next; item; item = next) {
        vvi_connection *connection = item->data;
        next = item->next;
        if (connection->deadline && now > connection->deadline)
            drop(connection);
    }
    return G_SOURCE_CONTINUE;
}

static gboolean beat(gpointer user)
{
    vvi_stream_send(user, NULL, ": \n\n");
    return G_SOURCE_CONTINUE;
}

bool vvi_connections_listen(vvi_server *server, uint32_t port, vv_error *error)
{
    GError *reason = NULL;
    GSocketAddress *wanted = g_inet_socket_address_new_from_string("127.0.0.1", port), *got = NULL;
    server->service = g_socket_service_new();
    g_socket_listener_set_backlog(G_SOCKET_LISTENER(server->service), BACKLOG);
    bool good = g_socket_listener_add_address(G_SOCKET_LISTENER(server->service), wanted, G_SOCKET_TYPE_STREAM,
                                              G_SOCKET_PROTOCOL_TCP, NULL, &got, &reason);
    g_object_unref(wanted);
    if (!good) {
        vvi_fail(error, VV_ERROR_FILE, "cannot listen on port %u: %s", port, reason->message);
        vvi_error_remedy(error, "choose another port: --port N");
        g_error_free(reason);
        g_clear_object(&server->service);
        return false;
    }
    server->port = g_inet_socket_address_get_port(G_INET_SOCKET_ADDRESS(got));
    g_object_unref(got);
    g_signal_connect(server->service, "incoming", G_CALLBACK(accept_one), server);
    server->timers[0] = g_timeout_add(LOOK_MILLISECONDS, drop_late, server);
    server->timers[1] = g_timeout_add(BEAT_MILLISECONDS, beat, server);
    return true;
}

void vvi_connections_close(vvi_server *server)
{
    if (!server->service)
        return;
    for (size_t i = 0; i < G_N_ELEMENTS(server->timers); i++)
        g_source_remove(server->timers[i]);
    g_socket_service_stop(server->service);
    g_socket_listener_close(G_SOCKET_LISTENER(server->service));
    for (GList *item = server->connections, *next; item; item = next) {
        next = item->next;
        drop(item->data);
    }
    g_clear_object(&server->service);
}
