/* Private to studio/serve: the connection as connections.c (pools and deadlines) and streams.c (connections stolen from
 * libsoup) share it. */
#ifndef VV_SERVE_CONNECTIONS_H
#define VV_SERVE_CONNECTIONS_H

#include "studio/serve/server.h"

struct vvi_connection {
    vvi_server *server;
    GQueue *pool;              /* `unauthenticated`, `authenticated` or `closing` */
    GList pool_link;           /* in `pool` */
    GList queue_link;          /* in `waiting`; its data is NULL while the connection is not in the queue */
    int socket;                /* −1 once libsoup has it */
    guint first_byte_source;   /* waits for the first byte; 0: it arrived, or libsoup has the socket */
    GSocketConnection *stream; /* NULL until libsoup has the socket; libsoup owns it, unless stolen */
    gint64 deadline;           /* µs of g_get_monotonic_time; 0: none */
    gint64 last_active;        /* µs; when bytes were last received or sent */
    GIOStream *stolen;         /* owned: the stream, once stolen from libsoup */
    GSource *incoming;
    bool is_event_stream;
    char writer[VVI_ID_BYTES];
};

struct vvi_connections {
    int listener;
    uint32_t most_unauthenticated, most_authenticated;
    GQueue unauthenticated; /* have not presented the token; oldest first */
    GQueue authenticated;   /* have presented the token */
    GQueue closing;         /* shut down, but not released by libsoup yet */
    GQueue waiting;         /* unauthenticated connections with input, queued for libsoup */
    guint accept_source, queue_source, expiry_source, heartbeat_source, deadline_source; /* 0: none */
};

/* Closes a connection, and may free it. */
void vvi_connection_drop(vvi_connection *connection);
/* Closes a connection that was stolen from libsoup. Ends its event stream, if it is one. */
void vvi_connection_close_stolen(vvi_connection *connection);

#endif
