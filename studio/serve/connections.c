/* Accepts connections, pools them and enforces their deadlines. A connection is unauthenticated until it has
 * presented the token. Two separate pools keep other programs of this machine from locking the owner out: an
 * unauthenticated connection lasts AUTHENTICATION_MILLISECONDS whatever it does, and when its pool is full the oldest
 * is closed first; it never takes a place of the authenticated pool.
 *
 * Accepting is cheap: libsoup gets a socket only once bytes have arrived. These are first peeked at (MSG_PEEK). If
 * they contain the token, libsoup reads the request at once; other requests wait in a queue, from which libsoup gets
 * one per iteration of the main loop. So the owner is answered as fast as sockets can be accepted, however many other
 * programs connect.
 *
 * Everything runs in one thread and nothing blocks, so a slow client does not delay others. */
#include "studio/serve/connections.h"

#include "runtime/base/base.h"

#include <arpa/inet.h>
#include <errno.h>
#include <glib-unix.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define MOST_UNAUTHENTICATED        256u
#define MOST_AUTHENTICATED          128u
#define RESERVED_FILES              64u  /* file descriptors that the server may need besides its connections */
#define LEAST_POOL_SIZE             8u   /* of either pool, however low the limit on open files is */
#define AUTHENTICATION_MILLISECONDS 1800 /* at most 2 s, including the delays of a busy machine */
#define HEAD_SECONDS                15.0 /* to send the rest of the headers after the token */
#define MOST_ACCEPTED               128u /* per iteration of the main loop */
#define ACCEPT_RETRY_MILLISECONDS   100  /* after accept4 ran out of file descriptors or memory */
#define DEADLINE_CHECK_MILLISECONDS 500
#define HEARTBEAT_MILLISECONDS      2000
#define BACKLOG                     4096 /* a full backlog drops SYN packets, which delays the owner by 1 s */
#define PEEK_BYTES                  128u /* the token ends within the first 50 bytes of a request */

void vvi_connection_extend_deadline(vvi_connection *connection, double seconds)
{
    gint64 now = g_get_monotonic_time();
    connection->last_active = now;
    if (connection->pool == &connection->server->connections->authenticated) /* never prolonged for others */
        connection->deadline = now + (gint64)(seconds * 1e6);
}

/* ---- Pools ------------------------------------------------------------------------------------------------------- */

static void move_to_pool(vvi_connection *connection, GQueue *pool)
{
    if (connection->pool)
        g_queue_unlink(connection->pool, &connection->pool_link);
    connection->pool = pool;
    if (pool)
        g_queue_push_tail_link(pool, &connection->pool_link);
}

static void cancel_waiting(vvi_connection *connection)
{
    if (connection->first_byte_source)
        g_source_remove(connection->first_byte_source);
    connection->first_byte_source = 0;
    if (connection->queue_link.data)
        g_queue_unlink(&connection->server->connections->waiting, &connection->queue_link);
    connection->queue_link.data = NULL;
}

/* Called when the last reference to the stream is dropped, or directly if libsoup never had the socket. */
static void release_connection(gpointer user, GObject *gone)
{
    vvi_connection *connection = user;
    (void)gone;
    cancel_waiting(connection);
    if (connection->incoming) {
        g_source_destroy(connection->incoming);
        g_source_unref(connection->incoming);
    }
    move_to_pool(connection, NULL);
    g_free(connection);
}

void vvi_connection_drop(vvi_connection *connection)
{
    if (connection->socket >= 0) {
        close(connection->socket);
        release_connection(connection, NULL);
    } else if (connection->stolen) {
        vvi_connection_close_stolen(connection);
    } else { /* libsoup owns it, and will notice the shutdown */
        move_to_pool(connection, &connection->server->connections->closing);
        g_socket_shutdown(g_socket_connection_get_socket(connection->stream), TRUE, TRUE, NULL);
    }
}

/* Drops the connection that was inactive for longest: clients that hang go before pages that listen for events. */
static void make_authenticated_place(vvi_connections *all)
{
    vvi_connection *least_active = NULL;
    if (all->authenticated.length < all->most_authenticated)
        return;
    for (const GList *item = all->authenticated.head; item; item = item->next) {
        vvi_connection *connection = item->data;
        if (!least_active || connection->last_active < least_active->last_active)
            least_active = connection;
    }
    if (least_active)
        vvi_connection_drop(least_active);
}

void vvi_connection_set_authenticated(vvi_connection *connection)
{
    vvi_connections *all = connection->server->connections;
    if (connection->pool != &all->unauthenticated)
        return;
    make_authenticated_place(all);
    move_to_pool(connection, &all->authenticated);
    vvi_connection_extend_deadline(connection, HEAD_SECONDS);
}

/* hand_to_libsoup attached the connection to the remote address, which the message gives access to. */
vvi_connection *vvi_connection_of(SoupServerMessage *message)
{
    return g_object_get_data(G_OBJECT(soup_server_message_get_remote_address(message)), "connection");
}

/* ---- From the kernel to libsoup ---------------------------------------------------------------------------------- */

static void hand_to_libsoup(vvi_connection *connection)
{
    cancel_waiting(connection);
    GSocket *socket = g_socket_new_from_fd(connection->socket, NULL);
    if (!socket) {
        vvi_connection_drop(connection);
        return;
    }
    GSocketAddress *remote = g_socket_get_remote_address(socket, NULL),
                   *local = g_socket_get_local_address(socket, NULL);
    GSocketConnection *stream = g_socket_connection_factory_create_connection(socket);
    connection->socket = -1;
    connection->stream = stream;
    g_object_weak_ref(G_OBJECT(stream), release_connection, connection);
    if (remote && local) { /* else it has been reset in the meantime */
        g_object_set_data(G_OBJECT(remote), "connection", connection);
        soup_server_accept_iostream(connection->server->soup, G_IO_STREAM(stream), local, remote, NULL);
    }
    g_clear_object(&remote);
    g_clear_object(&local);
    g_object_unref(socket);
    g_object_unref(stream);
}

static gboolean hand_next_to_libsoup(gpointer user)
{
    vvi_connections *all = ((vvi_server *)user)->connections;
    GList *next = all->waiting.head;
    if (next)
        hand_to_libsoup(next->data);
    if (all->waiting.head)
        return G_SOURCE_CONTINUE;
    all->queue_source = 0;
    return G_SOURCE_REMOVE;
}

static void queue_for_libsoup(vvi_connection *connection)
{
    vvi_connections *all = connection->server->connections;
    cancel_waiting(connection);
    connection->queue_link.data = connection;
    g_queue_push_tail_link(&all->waiting, &connection->queue_link);
    if (!all->queue_source)
        all->queue_source = g_idle_add_full(G_PRIORITY_DEFAULT, hand_next_to_libsoup, connection->server, NULL);
}

/* Peeks at the start of a request without reading it. False if nothing has arrived yet. */
static bool peek_request(vvi_connection *connection)
{
    char start[PEEK_BYTES];
    ssize_t count = recv(connection->socket, start, sizeof start - 1, MSG_PEEK | MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return false;
    if (count <= 0) {
        vvi_connection_drop(connection);
        return true;
    }
    start[count] = '\0';
    if (vvi_gate_finds_token(connection->server, start)) {
        vvi_connection_set_authenticated(connection);
        hand_to_libsoup(connection);
    } else {
        queue_for_libsoup(connection);
    }
    return true;
}

static gboolean on_readable(gint socket, GIOCondition condition, gpointer user)
{
    (void)socket;
    (void)condition;
    return !peek_request(user); /* otherwise cancel_waiting has removed the source */
}

/* ---- Unauthenticated connections --------------------------------------------------------------------------------- */

/* Drops the oldest, unless its token has arrived in the meantime. */
static void make_unauthenticated_place(vvi_connections *all)
{
    while (all->unauthenticated.length >= all->most_unauthenticated) {
        vvi_connection *oldest = all->unauthenticated.head->data;
        if (!oldest->first_byte_source || !peek_request(oldest))
            vvi_connection_drop(oldest);
    }
}

static gboolean drop_expired(gpointer user);

static void schedule_expiry(vvi_server *server)
{
    vvi_connections *all = server->connections;
    if (all->expiry_source || !all->unauthenticated.head)
        return;
    gint64 left = ((vvi_connection *)all->unauthenticated.head->data)->deadline - g_get_monotonic_time();
    all->expiry_source = g_timeout_add(left > 0 ? (guint)(left / 1000 + 1) : 0, drop_expired, server);
}

static gboolean drop_expired(gpointer user)
{
    vvi_server *server = user;
    vvi_connections *all = server->connections;
    gint64 now = g_get_monotonic_time();
    all->expiry_source = 0;
    for (GList *oldest; (oldest = all->unauthenticated.head) && now >= ((vvi_connection *)oldest->data)->deadline;)
        vvi_connection_drop(oldest->data);
    schedule_expiry(server);
    return G_SOURCE_REMOVE;
}

static void add_connection(vvi_server *server, int socket)
{
    vvi_connections *all = server->connections;
    vvi_connection *connection = g_new0(vvi_connection, 1);
    make_unauthenticated_place(all);
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    connection->server = server;
    connection->socket = socket;
    connection->pool_link.data = connection;
    connection->last_active = g_get_monotonic_time();
    connection->deadline = connection->last_active + AUTHENTICATION_MILLISECONDS * 1000;
    move_to_pool(connection, &all->unauthenticated);
    if (!peek_request(connection))
        connection->first_byte_source = g_unix_fd_add(socket, G_IO_IN | G_IO_HUP | G_IO_ERR, on_readable, connection);
    schedule_expiry(server);
}

/* ---- Accepting --------------------------------------------------------------------------------------------------- */

static gboolean accept_pending(gint listener, GIOCondition condition, gpointer user);

static gboolean resume_accepting(gpointer user)
{
    vvi_connections *all = ((vvi_server *)user)->connections;
    all->accept_source = g_unix_fd_add(all->listener, G_IO_IN, accept_pending, user);
    return G_SOURCE_REMOVE;
}

static gboolean accept_pending(gint listener, GIOCondition condition, gpointer user)
{
    vvi_server *server = user;
    vvi_connections *all = server->connections;
    (void)condition;
    for (uint32_t i = 0; i < MOST_ACCEPTED; i++) {
        int socket = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (socket >= 0) {
            add_connection(server, socket);
        } else if (errno == EAGAIN) {
            break;
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            if (all->unauthenticated.head)
                vvi_connection_drop(all->unauthenticated.head->data);
            all->accept_source = g_timeout_add(ACCEPT_RETRY_MILLISECONDS, resume_accepting, server);
            return G_SOURCE_REMOVE;
        } /* other errors: the client disconnected before it was accepted */
    }
    return G_SOURCE_CONTINUE;
}

static gboolean drop_inactive(gpointer user)
{
    vvi_server *server = user;
    gint64 now = g_get_monotonic_time();
    for (GList *item = server->connections->authenticated.head, *next; item; item = next) {
        vvi_connection *connection = item->data;
        next = item->next;
        if (connection->deadline && now > connection->deadline)
            vvi_connection_drop(connection);
    }
    return G_SOURCE_CONTINUE;
}

static gboolean send_heartbeat(gpointer user)
{
    vvi_stream_send(user, NULL, ": \n\n");
    return G_SOURCE_CONTINUE;
}

/* ---- Starting and stopping --------------------------------------------------------------------------------------- */

/* Raises the limit on open files as far as allowed and necessary, and makes both pools fit below it. */
static void size_pools(vvi_connections *all)
{
    struct rlimit limit;
    /* Twice the pools, as some connections close while others open. */
    rlim_t needed = RESERVED_FILES + 2 * (rlim_t)MOST_UNAUTHENTICATED + 2 * (rlim_t)MOST_AUTHENTICATED;
    all->most_unauthenticated = MOST_UNAUTHENTICATED;
    all->most_authenticated = MOST_AUTHENTICATED;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= needed)
        return;
    limit.rlim_cur = MIN(limit.rlim_max, needed);
    setrlimit(RLIMIT_NOFILE, &limit);
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= needed)
        return;
    uint32_t room = limit.rlim_cur > RESERVED_FILES ? (uint32_t)(limit.rlim_cur - RESERVED_FILES) / 4 : 0;
    all->most_unauthenticated = CLAMP(room, LEAST_POOL_SIZE, MOST_UNAUTHENTICATED);
    all->most_authenticated = CLAMP(room, LEAST_POOL_SIZE, MOST_AUTHENTICATED);
}

/* Sets *port to the port in use, which differs if it was 0. −1 and errno on failure. */
static int listen_on(uint32_t *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)*port)};
    socklen_t length = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (listener >= 0 && setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int)) == 0 &&
        bind(listener, (const struct sockaddr *)&address, sizeof address) == 0 && listen(listener, BACKLOG) == 0 &&
        getsockname(listener, (struct sockaddr *)&address, &length) == 0) {
        *port = ntohs(address.sin_port);
        return listener;
    }
    int reason = errno;
    if (listener >= 0)
        close(listener);
    errno = reason;
    return -1;
}

bool vvi_connections_listen(vvi_server *server, uint32_t port, vv_error *error)
{
    server->port = port;
    int listener = listen_on(&server->port);
    if (listener < 0) {
        vvi_fail(error, VV_ERROR_FILE, "cannot listen on port %u: %s", port, g_strerror(errno));
        vvi_error_remedy(error, "choose another port with --port N");
        return false;
    }
    vvi_connections *all = server->connections = g_new0(vvi_connections, 1);
    all->listener = listener;
    size_pools(all);
    all->accept_source = g_unix_fd_add(listener, G_IO_IN, accept_pending, server);
    all->deadline_source = g_timeout_add(DEADLINE_CHECK_MILLISECONDS, drop_inactive, server);
    all->heartbeat_source = g_timeout_add(HEARTBEAT_MILLISECONDS, send_heartbeat, server);
    return true;
}

static void drop_pool(GQueue *pool)
{
    for (GList *item = pool->head, *next; item; item = next) {
        next = item->next;
        vvi_connection_drop(item->data);
    }
}

void vvi_connections_close(vvi_server *server)
{
    vvi_connections *all = server->connections;
    if (!all)
        return;
    drop_pool(&all->unauthenticated);
    drop_pool(&all->authenticated);
    const guint sources[] = {all->accept_source, all->queue_source, all->expiry_source, all->heartbeat_source,
                             all->deadline_source};
    for (size_t i = 0; i < G_N_ELEMENTS(sources); i++) {
        if (sources[i])
            g_source_remove(sources[i]);
    }
    close(all->listener);
    while (all->closing.head && g_main_context_iteration(NULL, FALSE))
        continue;
}

void vvi_connections_release(vvi_server *server)
{
    if (server->connections && !server->connections->closing.head)
        g_clear_pointer(&server->connections, g_free);
}
