/* Inside studio/serve: what connections.c (who may come in, and for how long) and streams.c (connections that were taken from
 * libsoup) know of a connection. */
#ifndef VV_SERVE_CONNECTIONS_H
#define VV_SERVE_CONNECTIONS_H

#include "studio/serve/server.h"

struct vvi_connection {
    vvi_server *server;
    GQueue *pool;              /* one of the three below */
    GList link, turn;          /* in its pool; in `waiting` */
    int socket;                /* −1 once libsoup has it */
    guint watch;               /* the source that waits for its first byte; 0: it came, or libsoup has the socket */
    GSocketConnection *stream; /* NULL until libsoup has it; not ours, unless taken */
    gint64 deadline;           /* µs of g_get_monotonic_time; 0: none */
    gint64 heard;              /* µs, when something last went well */
    GIOStream *taken;          /* the stream, once libsoup gave it up */
    GSource *incoming;
    bool events;
    char writer[VVI_ID_BYTES];
};

struct vvi_connections {
    int listener;
    uint32_t most_strangers, most_known;
    GQueue strangers; /* have not shown the secret; oldest first */
    GQueue known;     /* have */
    GQueue ending;    /* shut down; libsoup has not let go of them yet */
    GQueue waiting;   /* strangers that sent something and wait for libsoup to read it */
    guint accepting, turns, expiring, beating, looking; /* sources; 0: none */
};

/* Closes it. It may be freed when this returns. */
void vvi_connection_drop(vvi_connection *connection);
/* Of one that was taken. */
void vvi_stream_end(vvi_connection *connection);

#endif
