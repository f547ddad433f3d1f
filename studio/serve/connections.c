/* Connections: who may come in, and for how long. Two pools keep strangers from locking the owner out: a connection is a
 * stranger until it has shown the secret. Strangers last STRANGER_MILLISECONDS whatever they do, and where there are too many
 * the oldest goes first; those that have shown the secret have places of their own.
 *
 * Accepting costs next to nothing: libsoup gets a socket only when bytes have come. Their beginning is looked at without being
 * read. Where it shows the secret, libsoup reads the request at once; other requests wait in a queue of which libsoup gets one
 * in each round of the loop. So however many strangers ask, the owner is answered as fast as sockets can be accepted.
 *
 * Everything is in one thread and nothing blocks, so a slow client costs others nothing. */
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

#define MOST_STRANGERS        256u
#define MOST_KNOWN            128u
#define OTHER_FILES           64u  /* that the server may have open beside its connections */
#define FEWEST_PLACES         8u   /* of either pool, however low the limit of open files is */
#define STRANGER_MILLISECONDS 1800 /* 2 s at most, with what a busy machine adds */
#define HEAD_SECONDS          15.0 /* for the rest of the head of a request that has shown the secret */
#define MOST_ACCEPTED         128u /* in one round of the loop */
#define PAUSE_MILLISECONDS    100  /* where no file can be opened any more */
#define LOOK_MILLISECONDS     500
#define BEAT_MILLISECONDS     2000
#define BACKLOG               4096 /* a full backlog costs the owner a second: the kernel drops the first packet */
#define START_BYTES           128u /* of a request; the secret is within the first 50 */

void vvi_connection_expect(vvi_connection *connection, double seconds)
{
    gint64 now = g_get_monotonic_time();
    connection->heard = now;
    if (connection->pool == &connection->server->connections->known) /* a stranger's time is never prolonged */
        connection->deadline = now + (gint64)(seconds * 1e6);
}

/* ---- Pools ----------------------------------------------------------------------------------------------------------- */

static void move_to(vvi_connection *connection, GQueue *pool)
{
    if (connection->pool)
        g_queue_unlink(connection->pool, &connection->link);
    connection->pool = pool;
    if (pool)
        g_queue_push_tail_link(pool, &connection->link);
}

static void stop_waiting(vvi_connection *connection)
{
    if (connection->watch)
        g_source_remove(connection->watch);
    connection->watch = 0;
    if (connection->turn.data)
        g_queue_unlink(&connection->server->connections->waiting, &connection->turn);
    connection->turn.data = NULL;
}

/* Called where the last reference to a stream goes, or for a socket that libsoup never had. */
static void forget(gpointer user, GObject *gone)
{
    vvi_connection *connection = user;
    (void)gone;
    stop_waiting(connection);
    if (connection->incoming) {
        g_source_destroy(connection->incoming);
        g_source_unref(connection->incoming);
    }
    move_to(connection, NULL);
    g_free(connection);
}

void vvi_connection_drop(vvi_connection *connection)
{
    if (connection->socket >= 0) {
        close(connection->socket);
        forget(connection, NULL);
    } else if (connection->taken) {
        vvi_stream_end(connection);
    } else { /* libsoup has it, and notices */
        move_to(connection, &connection->server->connections->ending);
        g_socket_shutdown(g_socket_connection_get_socket(connection->stream), TRUE, TRUE, NULL);
    }
}

/* Those that nothing was heard of for longest go first: clients that hang, before pages that listen. */
static void make_known_place(vvi_connections *all)
{
    vvi_connection *quietest = NULL;
    if (all->known.length < all->most_known)
        return;
    for (const GList *item = all->known.head; item; item = item->next) {
        vvi_connection *connection = item->data;
        if (!quietest || connection->heard < quietest->heard)
            quietest = connection;
    }
    if (quietest)
        vvi_connection_drop(quietest);
}

void vvi_connection_admit(vvi_connection *connection)
{
    vvi_connections *all = connection->server->connections;
    if (connection->pool != &all->strangers)
        return;
    make_known_place(all);
    move_to(connection, &all->known);
    vvi_connection_expect(connection, HEAD_SECONDS);
}

/* The message of a request knows its client's address, and the address its connection. */
vvi_connection *vvi_connection_of(SoupServerMessage *message)
{
    return g_object_get_data(G_OBJECT(soup_server_message_get_remote_address(message)), "connection");
}

/* ---- From the kernel to libsoup ---------------------------------------------------------------------------------------- */

static void hand_over(vvi_connection *connection)
{
    stop_waiting(connection);
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
    g_object_weak_ref(G_OBJECT(stream), forget, connection);
    if (remote && local) { /* else it was reset meanwhile */
        g_object_set_data(G_OBJECT(remote), "connection", connection);
        soup_server_accept_iostream(connection->server->soup, G_IO_STREAM(stream), local, remote, NULL);
    }
    g_clear_object(&remote);
    g_clear_object(&local);
    g_object_unref(socket);
    g_object_unref(stream);
}

static gboolean hand_over_next(gpointer user)
{
    vvi_connections *all = ((vvi_server *)user)->connections;
    GList *next = all->waiting.head;
    if (next)
        hand_over(next->data);
    if (all->waiting.head)
        return G_SOURCE_CONTINUE;
    all->turns = 0;
    return G_SOURCE_REMOVE;
}

static void wait_for_turn(vvi_connection *connection)
{
    vvi_connections *all = connection->server->connections;
    stop_waiting(connection);
    connection->turn.data = connection;
    g_queue_push_tail_link(&all->waiting, &connection->turn);
    if (!all->turns)
        all->turns = g_idle_add_full(G_PRIORITY_DEFAULT, hand_over_next, connection->server, NULL);
}

/* Looks at what a socket has sent without reading it. False: nothing yet. */
static bool look_at(vvi_connection *connection)
{
    char start[START_BYTES];
    ssize_t count = recv(connection->socket, start, sizeof start - 1, MSG_PEEK | MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return false;
    if (count <= 0) {
        vvi_connection_drop(connection);
        return true;
    }
    start[count] = '\0';
    if (vvi_gate_sees_token(connection->server, start)) {
        vvi_connection_admit(connection);
        hand_over(connection);
    } else {
        wait_for_turn(connection);
    }
    return true;
}

static gboolean first_byte(gint socket, GIOCondition condition, gpointer user)
{
    (void)socket;
    (void)condition;
    return !look_at(user); /* otherwise stop_waiting has removed the source */
}

/* ---- Strangers ---------------------------------------------------------------------------------------------------------- */

/* The oldest goes, unless it has shown the secret in the meantime. */
static void make_stranger_place(vvi_connections *all)
{
    while (all->strangers.length >= all->most_strangers) {
        vvi_connection *oldest = all->strangers.head->data;
        if (!oldest->watch || !look_at(oldest))
            vvi_connection_drop(oldest);
    }
}

static gboolean expire(gpointer user);

static void expect_expiry(vvi_server *server)
{
    vvi_connections *all = server->connections;
    if (all->expiring || !all->strangers.head)
        return;
    gint64 left = ((vvi_connection *)all->strangers.head->data)->deadline - g_get_monotonic_time();
    all->expiring = g_timeout_add(left > 0 ? (guint)(left / 1000 + 1) : 0, expire, server);
}

static gboolean expire(gpointer user)
{
    vvi_server *server = user;
    vvi_connections *all = server->connections;
    gint64 now = g_get_monotonic_time();
    all->expiring = 0;
    for (GList *oldest; (oldest = all->strangers.head) && now >= ((vvi_connection *)oldest->data)->deadline;)
        vvi_connection_drop(oldest->data);
    expect_expiry(server);
    return G_SOURCE_REMOVE;
}

static void welcome(vvi_server *server, int socket)
{
    vvi_connections *all = server->connections;
    vvi_connection *connection = g_new0(vvi_connection, 1);
    make_stranger_place(all);
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    connection->server = server;
    connection->socket = socket;
    connection->link.data = connection;
    connection->heard = g_get_monotonic_time();
    connection->deadline = connection->heard + STRANGER_MILLISECONDS * 1000;
    move_to(connection, &all->strangers);
    if (!look_at(connection))
        connection->watch = g_unix_fd_add(socket, G_IO_IN | G_IO_HUP | G_IO_ERR, first_byte, connection);
    expect_expiry(server);
}

/* ---- Accepting ---------------------------------------------------------------------------------------------------------- */

static gboolean accept_some(gint listener, GIOCondition condition, gpointer user);

static gboolean accept_again(gpointer user)
{
    vvi_connections *all = ((vvi_server *)user)->connections;
    all->accepting = g_unix_fd_add(all->listener, G_IO_IN, accept_some, user);
    return G_SOURCE_REMOVE;
}

static gboolean accept_some(gint listener, GIOCondition condition, gpointer user)
{
    vvi_server *server = user;
    vvi_connections *all = server->connections;
    (void)condition;
    for (uint32_t i = 0; i < MOST_ACCEPTED; i++) {
        int socket = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (socket >= 0) {
            welcome(server, socket);
        } else if (errno == EAGAIN) {
            break;
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            if (all->strangers.head)
                vvi_connection_drop(all->strangers.head->data);
            all->accepting = g_timeout_add(PAUSE_MILLISECONDS, accept_again, server);
            return G_SOURCE_REMOVE;
        } /* any other is of a client that went away before it was accepted */
    }
    return G_SOURCE_CONTINUE;
}

static gboolean drop_late(gpointer user)
{
    vvi_server *server = user;
    gint64 now = g_get_monotonic_time();
    for (GList *item = server->connections->known.head, *next; item; item = next) {
        vvi_connection *connection = item->data;
        next = item->next;
        if (connection->deadline && now > connection->deadline)
            vvi_connection_drop(connection);
    }
    return G_SOURCE_CONTINUE;
}

static gboolean beat(gpointer user)
{
    vvi_stream_send(user, NULL, ": \n\n");
    return G_SOURCE_CONTINUE;
}

/* ---- Beginning and ending ------------------------------------------------------------------------------------------------ */

/* Both pools fit below the limit of open files, which is raised as far as may be. */
static void size_pools(vvi_connections *all)
{
    struct rlimit limit;
    rlim_t wanted = OTHER_FILES + 2 * (rlim_t)MOST_STRANGERS + 2 * (rlim_t)MOST_KNOWN; /* some end while others begin */
    all->most_strangers = MOST_STRANGERS;
    all->most_known = MOST_KNOWN;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
        return;
    limit.rlim_cur = MIN(limit.rlim_max, wanted);
    setrlimit(RLIMIT_NOFILE, &limit);
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
        return;
    uint32_t room = limit.rlim_cur > OTHER_FILES ? (uint32_t)(limit.rlim_cur - OTHER_FILES) / 4 : 0;
    all->most_strangers = CLAMP(room, FEWEST_PLACES, MOST_STRANGERS);
    all->most_known = CLAMP(room, FEWEST_PLACES, MOST_KNOWN);
}

/* −1 and errno. *port becomes the one that was chosen. */
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
        vvi_error_remedy(error, "choose another port: --port N");
        return false;
    }
    vvi_connections *all = server->connections = g_new0(vvi_connections, 1);
    all->listener = listener;
    size_pools(all);
    all->accepting = g_unix_fd_add(listener, G_IO_IN, accept_some, server);
    all->looking = g_timeout_add(LOOK_MILLISECONDS, drop_late, server);
    all->beating = g_timeout_add(BEAT_MILLISECONDS, beat, server);
    return true;
}

static void drop_all(GQueue *pool)
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
    drop_all(&all->strangers);
    drop_all(&all->known);
    const guint sources[] = {all->accepting, all->turns, all->expiring, all->beating, all->looking};
    for (size_t i = 0; i < G_N_ELEMENTS(sources); i++) {
        if (sources[i])
            g_source_remove(sources[i]);
    }
    close(all->listener);
    while (all->ending.head && g_main_context_iteration(NULL, FALSE))
        continue;
}

void vvi_connections_release(vvi_server *server)
{
    if (server->connections && !server->connections->ending.head)
        g_clear_pointer(&server->connections, g_free);
}
