/* Shared by the files that subdivide: the ordered neighbours of a vertex, and their weights. */
#ifndef VVI_MESH_SUBDIVIDE_H
#define VVI_MESH_SUBDIVIDE_H

#include "mesh.h"

/* The vertices around a centre, counter-clockwise; at a border, from one border edge to the other. */
typedef struct ring {
    uint32_t centre, count;
    bool border;
    bool fixed;       /* no triangles, or several sheets that meet in this vertex only: it stays where it is */
    bool near_border; /* inside, but next to a border where some centre weight is not 3/8 */
    uint32_t around[VVI_LOOP_MAX_VALENCE + 1];
    double centre_weights[VVI_LOOP_MAX_VALENCE + 1]; /* of the centre in the new vertex on the edge to each neighbour */
} ring;

/* Scratch for finding rings. All arrays are [vertex_count]; a mark is the centre for which the entry was written,
 * plus one. */
typedef struct ring_finder {
    uint32_t *after, *after_mark; /* the triangle (centre, i, after[i]) exists */
    uint32_t *before_mark;        /* the triangle (centre, some vertex, i) exists */
} ring_finder;

bool vvi_ring_finder_create(vvi_arena *arena, uint32_t vertex_count, ring_finder *out);
/* The ring of one vertex. Call it once for each centre. */
void vvi_ring_find(ring_finder *finder, const uint32_t *triangles, const vvi_adjacency *adjacency, uint32_t centre,
                   ring *out);

/* Weights of the centre [0] and its neighbours [1 + i] in a vertex: in its next position; or in its limit and both
 * tangents. */
typedef double stencil[VVI_LOOP_MAX_VALENCE + 2][3];
void vvi_stencil_next(const ring *r, stencil out);
void vvi_stencil_limit(const ring *r, stencil out);

/* Biermann's γ, for the edge from a border vertex with k neighbours to a vertex inside: the weight of the inner
 * vertex in the new vertex on that edge; the border vertex has ¾ − γ. For k = 4 both are 3/8, as inside; other
 * values make the surface smooth there. */
double vvi_border_gamma(uint32_t k);

#endif
