/* The grid that a skin is cut with, and what is done to its vertices afterwards. Private to author/grow. */
#ifndef VVI_GROW_SKIN_NET_H
#define VVI_GROW_SKIN_NET_H

#include "skin.h"

#define NET_OUTSIDE 1e9f /* where no part was near enough to be asked */

typedef struct net {
    flesh *f;
    vv_vec3 low;
    uint32_t size[3];   /* samples */
    float *distance;    /* [samples] */
    uint16_t *owner;    /* [samples] the part that is nearest */
    uint32_t *vertices; /* [samples] 1 + the vertex in the cell above a sample, 0: none */
} net;

/* The parts near a place. */
typedef struct net_near {
    uint32_t count, parts[FLESH_MOST_NEAR];
} net_near;

static inline size_t net_sample(const net *n, uint32_t x, uint32_t y, uint32_t z)
{
    return ((size_t)z * n->size[1] + y) * n->size[0] + x;
}

/* Those that own the samples round a place inside the grid. */
net_near vvi_net_near(const net *n, vv_vec3 p);
/* Draws a vertex onto the true surface, and finds its normal there. */
void vvi_net_draw(const net *n, skin_vertex *vertex);
/* Vertices of a net lie anyhow on the surface, which shows on thin limbs as dents: spreads them evenly, and then parts edges whose middle is
 * below or above the surface. */
bool vvi_net_smooth(const net *n, vvi_arena *arena, skin_mesh *mesh);

#endif
