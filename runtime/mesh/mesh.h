/* The door of runtime/mesh: who is next to whom in a mesh. */
#ifndef VVI_MESH_H
#define VVI_MESH_H

#include "runtime/base/base.h"

#include <verve/mesh.h>

/* Everything is owned by the struct, in ascending order where nothing else is said, and does not move. */
typedef struct vvi_adjacency {
    uint32_t vertex_count, edge_count, boundary_count, component_count;
    uint32_t *edges;           /* [2 · edge_count] smaller vertex first; sorted */
    uint32_t *edge_triangles;  /* [2 · edge_count] the triangles on its sides, smaller first; the second is VV_NONE
                                     on the boundary */
    uint32_t *boundary;        /* [2 · boundary_count] edges of one triangle, in that triangle's direction (the mesh
                                     on their left), ordered by their first vertex */
    uint32_t *starts;          /* [vertex_count + 1] into `neighbours` */
    uint32_t *neighbours;      /* [starts[vertex_count]] */
    uint32_t *triangle_starts; /* [vertex_count + 1] into `triangles` */
    uint32_t *triangles;       /* [3 · triangle_count] the triangles around each vertex */
    uint32_t *components;      /* [vertex_count] the connected piece of each vertex, numbered by smallest vertex; a
                                     vertex that no triangle uses is a piece of its own */
    vvi_arena arena;
} vvi_adjacency;

/* Of a mesh that vv_mesh_check accepts. VV_ERROR_ARGUMENT where more than two triangles share an edge, or two use it in
 * the same direction. Destroy it even after a failure is harmless. */
vv_result vvi_adjacency_create(const vv_mesh *mesh, const vv_allocator *allocator, vvi_adjacency *out, vv_error *error);
void vvi_adjacency_destroy(vvi_adjacency *adjacency);

/* For each vertex, the vertices at most `ring` edges away, itself included, ascending. */
typedef struct vvi_rings {
    uint32_t *starts;  /* [vertex_count + 1] into `members` */
    uint32_t *members; /* [starts[vertex_count]] */
    vvi_arena arena;
} vvi_rings;

vv_result vvi_rings_create(const vvi_adjacency *adjacency, uint32_t ring, const vv_allocator *allocator, vvi_rings *out,
                           vv_error *error);
void vvi_rings_destroy(vvi_rings *rings);

#endif
