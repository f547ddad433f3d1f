/* The door of runtime/mesh: the adjacency of a mesh, and smooth surfaces over meshes in space. */
#ifndef VVI_MESH_H
#define VVI_MESH_H

#include "runtime/base/base.h"

#include <verve/mesh.h>

/* The struct owns its arrays, and they do not move. Lists ascend unless a comment says otherwise. */
typedef struct vvi_adjacency {
    uint32_t vertex_count, edge_count, boundary_count, component_count;
    uint32_t *edges;           /* [2 · edge_count] smaller vertex first; sorted */
    uint32_t *edge_triangles;  /* [2 · edge_count] the triangles on both sides, smaller first; on the boundary the
                                     second is VV_NONE */
    uint32_t *boundary;        /* [2 · boundary_count] edges with one triangle, in that triangle's direction (the
                                     mesh is on their left), ordered by their first vertex */
    uint32_t *starts;          /* [vertex_count + 1] into `neighbours` */
    uint32_t *neighbours;      /* [starts[vertex_count]] */
    uint32_t *triangle_starts; /* [vertex_count + 1] into `triangles` */
    uint32_t *triangles;       /* [3 · triangle_count] the triangles around each vertex */
    uint32_t *components;      /* [vertex_count] the connected component of each vertex, numbered by smallest
                                     vertex; a vertex without triangles is a component of its own */
    vvi_arena arena;
} vvi_adjacency;

/* For a mesh that vv_mesh_check accepts. Only counts and triangles are read, so that the vertices may also lie in
 * space. VV_ERROR_ARGUMENT where more than two triangles share an edge, or two use it in the same direction.
 * Destroying it after a failure does no harm. */
vv_result vvi_adjacency_create(const vv_mesh *mesh, const vv_allocator *allocator, vvi_adjacency *out, vv_error *error);
void vvi_adjacency_destroy(vvi_adjacency *adjacency);

/* Twice the signed area of a triangle. In double the differences of floats are exact, or nearly so. */
static inline double vvi_doubled_area(vv_vec2 a, vv_vec2 b, vv_vec2 c)
{
    double ux = (double)b.x - (double)a.x, uy = (double)b.y - (double)a.y;
    double vx = (double)c.x - (double)a.x, vy = (double)c.y - (double)a.y;
    return ux * vy - uy * vx;
}
/* The signed area of a triangle at rest. */
double vvi_triangle_area(const vv_mesh *mesh, uint32_t triangle);

/* A sort for tens of values. */
void vvi_sort_ascending(uint32_t *values, uint32_t count);

/* ---- Loop subdivision -------------------------------------------------------------------------------------------- */

#define VVI_LOOP_MAX_VALENCE 1000u
#define VVI_LOOP_MAX_LEVELS  8u

/* The vertices of a mesh subdivided `levels` times, each at its limit position (where endless subdivision would bring
 * it), as rows of sparse matrices over the vertices of the control mesh. All three matrices have entries in the same
 * columns: position = Σ positions[e] · control[columns[e]], and the two tangents likewise with tangents[e][0] and
 * [1]. The cross product of the tangents points to the side from which triangles are counter-clockwise. Position rows
 * sum to 1, tangent rows to 0. */
typedef struct vvi_loop {
    uint32_t vertex_count, triangle_count, entry_count;
    uint32_t *triangles;  /* [3 · triangle_count] */
    uint32_t *starts;     /* [vertex_count + 1] into the entries */
    uint32_t *columns;    /* [entry_count] ascending inside a row */
    float *positions;     /* [entry_count] */
    float (*tangents)[2]; /* [entry_count] */
    vvi_arena arena;
} vvi_loop;

/* Borders are cubic B-spline curves of their own. Edges next to them follow Biermann, Levin and Zorin (2000), so that
 * the surface is smooth up to its border, whatever the valence there. Limits are exact from one level on. A vertex in
 * which several sheets meet stays where it is; so does one without triangles, whose tangents are 0. Refused are more
 * than `max_vertices`, vertices with more than VVI_LOOP_MAX_VALENCE triangles, triangles whose corners do not exist
 * or repeat, and what vvi_adjacency_create refuses. */
vv_result vvi_loop_create(uint32_t vertex_count, uint32_t triangle_count, const uint32_t *triangles, uint32_t levels,
                          uint32_t max_vertices, const vv_allocator *allocator, vvi_loop *out, vv_error *error);
void vvi_loop_destroy(vvi_loop *loop);

/* Refuses triangles[3 · triangle_count] with a corner that is not below vertex_count or occurs twice, and more than
 * VVI_LOOP_MAX_VALENCE triangles at a vertex. */
vv_result vvi_triangles_check(uint32_t vertex_count, uint32_t triangle_count, const uint32_t *triangles,
                              const vv_allocator *allocator, vv_error *error);

#endif
