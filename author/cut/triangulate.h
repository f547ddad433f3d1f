/* A constrained Delaunay triangulation of points on the grid, inside a box.
 *
 * A half-edge is called a side: side 4·t + i goes from corner i of triangle t to the next corner, with the triangle
 * on its left. The outside of the drawing is triangulated too, and only marked as outside. So nothing that is
 * inserted, not even a point that rounding moved off its segment, can make the mesh overlap itself. */
#ifndef VVI_CUT_TRIANGULATE_H
#define VVI_CUT_TRIANGULATE_H

#include "predicates.h"
#include "runtime/base/base.h"

/* Constraints on an edge: what it is part of. Constrained edges are never flipped. */
enum { VVI_OUTLINE = 1, VVI_BONE = 2 };

typedef struct vvi_vertex {
    vvi_grid_point at;
    uint32_t outgoing; /* a side that leaves it */
    uint32_t ends[2];  /* ends of the segment that the vertex subdivides; VV_NONE for any other vertex */
    float size;        /* wanted length of edges here, grid units */
    bool fixed;        /* on the outline, on a bone or a handle: never moves */
} vvi_vertex;

typedef struct vvi_triangle {
    uint32_t corner[3];
    uint32_t twin[3]; /* the same edges seen from the neighbours; VV_NONE on the box */
    uint8_t kind[3];  /* of the edges: VVI_OUTLINE | VVI_BONE */
    bool inside;
    uint32_t mark; /* scratch of searches: equal to `marks` once visited */
} vvi_triangle;

typedef struct vvi_pair {
    uint32_t from, to;
} vvi_pair;

typedef struct vvi_triangulation {
    const vv_allocator *allocator;
    vvi_vertex *vertices; /* the first four are the bounding box */
    vvi_triangle *triangles;
    vvi_pair *pairs;  /* scratch: edges to be flipped */
    uint32_t *cavity; /* scratch: triangles whose circumcircle contains a point */
    uint32_t vertex_count, triangle_count, marks, cavity_count;
    size_t vertex_capacity, triangle_capacity, pair_capacity, cavity_capacity;
    uint32_t random_state; /* of the walk in vvi_locate */
} vvi_triangulation;

static inline uint32_t vvi_next(uint32_t side) { return (side & 3) == 2 ? side - 2 : side + 1; }
static inline uint32_t vvi_previous(uint32_t side) { return (side & 3) == 0 ? side + 2 : side - 1; }
static inline uint32_t vvi_origin(const vvi_triangulation *t, uint32_t side)
{
    return t->triangles[side >> 2].corner[side & 3];
}
static inline uint32_t vvi_twin(const vvi_triangulation *t, uint32_t side)
{
    return t->triangles[side >> 2].twin[side & 3];
}
static inline uint8_t vvi_kind(const vvi_triangulation *t, uint32_t side)
{
    return t->triangles[side >> 2].kind[side & 3];
}
static inline vvi_grid_point vvi_at(const vvi_triangulation *t, uint32_t vertex) { return t->vertices[vertex].at; }
/* The next side that leaves the same vertex, counter-clockwise; VV_NONE at the bounding box. */
static inline uint32_t vvi_next_outgoing(const vvi_triangulation *t, uint32_t side)
{
    return vvi_twin(t, vvi_previous(side));
}

/* Everything that is inserted later must lie strictly between `low` and `high`. False: no memory. */
bool vvi_triangulation_create(vvi_grid_point low, vvi_grid_point high, const vv_allocator *allocator,
                              vvi_triangulation *out);
void vvi_triangulation_destroy(vvi_triangulation *t);

/* The triangle that contains a point: `side` is one of its sides. on_edge: the point lies on that side; on_vertex: it
 * is that side's origin. */
typedef struct vvi_location {
    uint32_t side;
    bool on_edge, on_vertex;
} vvi_location;

/* Finds the triangle of a point by walking from the triangle of side `hint`. With `stop`, the walk ends at the first
 * constrained edge between: `side` is then that edge and *blocked is true (`blocked` may be NULL without `stop`). */
vvi_location vvi_locate(vvi_triangulation *t, vvi_grid_point p, uint32_t hint, bool stop, bool *blocked);

/* Inserts p and restores the Delaunay property. *vertex is the new vertex, or the one that was there already. False:
 * no memory. */
bool vvi_insert(vvi_triangulation *t, vvi_grid_point p, vvi_location location, uint32_t *vertex);
/* Splits an edge at p, which rounding may have moved off it; both parts keep its kind. Where that would invert a
 * triangle, *vertex is VV_NONE and nothing changes. */
bool vvi_split(vvi_triangulation *t, uint32_t side, vvi_grid_point p, uint32_t *vertex);

/* Fills t->cavity with the triangles that inserting p would replace: those connected to the triangle of `side`, without
 * crossing constraints, whose circumcircles contain p. False: no memory. */
bool vvi_find_cavity(vvi_triangulation *t, vvi_grid_point p, uint32_t side);

/* The side from one vertex to another; VV_NONE if there is no such edge. */
uint32_t vvi_find_side(const vvi_triangulation *t, uint32_t from, uint32_t to);
/* Replaces the edge between two triangles by the other diagonal. They must form a strictly convex quadrilateral.
 * Returns a side of the new edge; the sides of both triangles get new numbers. */
uint32_t vvi_flip(vvi_triangulation *t, uint32_t side);
/* Flips the edges opposite to a vertex, and those that follow, until the circumcircles of all triangles at it are
 * empty. `rim` is one of those edges, seen from the vertex. */
void vvi_legalise(vvi_triangulation *t, uint32_t rim);

typedef enum vvi_connected {
    VVI_CONNECTED,
    VVI_BLOCKED, /* by a constrained edge, or by a vertex on the segment: see `by` */
    VVI_NO_MEMORY,
} vvi_connected;

/* What lies between two vertices that are to be connected: an edge or a vertex. */
typedef struct vvi_obstacle {
    uint32_t side, vertex; /* one of them is VV_NONE */
} vvi_obstacle;

/* A segment; vertices within `snap` of its line count as on it. */
typedef struct vvi_snap_line {
    vvi_grid_point from, to;
    float snap; /* grid units */
} vvi_snap_line;

/* Inserts the edge between two vertices as a constraint; the triangulation stays constrained Delaunay. Vertices within
 * the tolerance of `line` count as obstacles (NULL: only those exactly on the edge do). */
vvi_connected vvi_connect(vvi_triangulation *t, uint32_t from, uint32_t to, uint8_t kind, const vvi_snap_line *line,
                          vvi_obstacle *by);
/* After a vertex moved, flips until the triangles at it, and all that this affects, are Delaunay. False: no memory. */
bool vvi_legalise_star(vvi_triangulation *t, uint32_t vertex);
/* Adds a kind to both sides of an edge. */
void vvi_mark_side(vvi_triangulation *t, uint32_t side, uint8_t kind);

/* Marks the triangles inside the outline, by the parity of outline edges between them and the box. False: no memory. */
bool vvi_mark_inside(vvi_triangulation *t);

#endif
