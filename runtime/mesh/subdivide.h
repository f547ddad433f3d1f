/* What the files that subdivide share: the neighbours of a vertex in order, and the weights they get. */
#ifndef VVI_MESH_SUBDIVIDE_H
#define VVI_MESH_SUBDIVIDE_H

#include "mesh.h"

/* The vertices around a centre, counter-clockwise; on a border from one end of it to the other. */
typedef struct ring {
    uint32_t centre, count;
    bool border;
    bool fixed; /* no triangles, or several sheets that meet here alone: the vertex stays where it is */
    bool leans; /* inside, but next to a border where `own` is not 3/8 */
    uint32_t around[VVI_LOOP_MAX_VALENCE + 1];
    double own[VVI_LOOP_MAX_VALENCE + 1]; /* what the centre has in the new vertex on the edge to each neighbour */
} ring;

/* Finds rings. Everything is as long as the mesh has vertices; `mark` says for which centre an entry was written. */
typedef struct ring_finder {
    uint32_t *after, *after_mark; /* the triangle (centre, i, after[i]) exists */
    uint32_t *before_mark;        /* the triangle (centre, some vertex, i) exists */
} ring_finder;

bool vvi_ring_finder_take(vvi_arena *arena, uint32_t vertex_count, ring_finder *out);
/* The ring of one vertex; each centre is asked for once. */
void vvi_ring_find(ring_finder *finder, const uint32_t *triangles, const vvi_adjacency *adjacency, uint32_t centre,
                   ring *out);

/* How much the centre [0] and its neighbours [1 + i] have in a vertex: its next position, or its limit and both tangents. */
typedef double stencil[VVI_LOOP_MAX_VALENCE + 2][3];
void vvi_stencil_next(const ring *r, stencil out);
void vvi_stencil_limit(const ring *r, stencil out);

/* Biermann's γ: how much the new vertex on an edge from a border vertex with k neighbours inwards takes of its inner end; ¾ − γ
 * comes from the border. 3/8 each for k = 4, as everywhere; otherwise what makes the surface smooth there. */
double vvi_border_pull(uint32_t k);

#endif
