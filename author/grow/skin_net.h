/* The grid of the surface nets, and the smoothing of their vertices. Private to author/grow. */
#ifndef VVI_GROW_SKIN_NET_H
#define VVI_GROW_SKIN_NET_H

#include "skin.h"

#define NET_OUTSIDE 1e9f /* the distance of samples that are far from all parts */

typedef struct net {
    flesh *f;
    vv_vec3 low;
    uint32_t size[3];   /* samples */
    float *distance;    /* [samples] */
    uint16_t *owner;    /* [samples] the nearest part */
    uint32_t *vertices; /* [samples] 1 + the vertex in the cell whose lowest corner is the sample; 0: none */
} net;

/* The parts near a position. */
typedef struct net_parts {
    uint32_t count, parts[FLESH_MOST_NEAR];
} net_parts;

static inline size_t net_sample(const net *n, uint32_t x, uint32_t y, uint32_t z)
{
    return ((size_t)z * n->size[1] + y) * n->size[0] + x;
}

/* Finds the parts that own the samples around a position inside the grid. */
net_parts vvi_net_find_parts(const net *n, vv_vec3 p);
/* Projects a vertex onto the exact surface and computes its normal there. */
void vvi_net_project_vertex(const net *n, skin_vertex *vertex);
/* Vertices of a surface net are distributed unevenly, which shows on thin limbs as dents. Smooths them along the
 * surface, then splits edges whose midpoint is off the surface. */
bool vvi_net_smooth(const net *n, vvi_arena *arena, skin_mesh *mesh);

#endif
