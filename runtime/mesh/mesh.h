/* The door of runtime/mesh: who is next to whom in a mesh, and smooth surfaces over meshes in space. */
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

/* Of a mesh that vv_mesh_check accepts; only its counts and triangles are read, so that the vertices may as well lie in
 * space. VV_ERROR_ARGUMENT where more than two triangles share an edge, or two use it in the same direction. Destroy it even
 * after a failure is harmless. */
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
/* For tens of values: every order of them comes out the same. */
void vvi_sort_ascending(uint32_t *values, uint32_t count);

/* ---- Loop subdivision -------------------------------------------------------------------------------------------- */

#define VVI_LOOP_MAX_VALENCE 1000u
#define VVI_LOOP_MAX_LEVELS  8u

/* The vertices of a mesh subdivided `levels` times, each where endless subdivision would bring it, as rows of sparse matrices
 * over the vertices of the control mesh. All three matrices have entries in the same columns:
 * position = Σ positions[e] · control[columns[e]], and the two tangents with tangents[e][0] and [1]; their cross product
 * points to where triangles are counter-clockwise. Position rows sum to 1, tangent rows to 0. */
typedef struct vvi_loop {
    uint32_t vertex_count, triangle_count, entry_count;
    uint32_t *triangles;  /* [3 · triangle_count] */
    uint32_t *starts;     /* [vertex_count + 1] into the entries */
    uint32_t *columns;    /* [entry_count] ascending inside a row */
    float *positions;     /* [entry_count] */
    float (*tangents)[2]; /* [entry_count] */
    vvi_arena arena;
} vvi_loop;

/* Borders are cubic B-spline curves of their own; next to them edges follow Biermann, Levin and Zorin (2000), so that the
 * surface is smooth up to its border whatever the valence there. Limits are exact from one level on. Where several sheets meet in one vertex only, that vertex stays where it
 * is; so does one that no triangle uses, and its tangents are 0. Refused: more than `max_vertices`, vertices with more than
 * VVI_LOOP_MAX_VALENCE triangles, triangles that do not exist or repeat a corner, and what vvi_adjacency_create refuses. */
vv_result vvi_loop_create(uint32_t vertex_count, uint32_t triangle_count, const uint32_t *triangles, uint32_t levels,
                          uint32_t max_vertices, const vv_allocator *allocator, vvi_loop *out, vv_error *error);
void vvi_loop_destroy(vvi_loop *loop);

/* Whether triangles[3 · triangle_count] are of vertex_count vertices and have three different corners each, with at most
 * VVI_LOOP_MAX_VALENCE at a vertex. */
vv_result vvi_triangles_check(uint32_t vertex_count, uint32_t triangle_count, const uint32_t *triangles,
                              const vv_allocator *allocator, vv_error *error);

#endif
