/* A constrained Delaunay triangulation of points on the grid, inside a box.
 *
 * An edge is seen from each of its sides: side 4·t + i goes from corner i of triangle t to the next corner, with the
 * triangle on its left. The outside of the drawing is triangulated too, and only marked as such: then nothing that is
 * inserted, not even a point rounded off its segment, can make the mesh overlap itself. */
#ifndef VVI_CUT_TRIANGULATE_H
#define VVI_CUT_TRIANGULATE_H

#include "predicates.h"
#include "runtime/base/base.h"

/* What an edge must stay part of. */
enum { VVI_OUTLINE = 1, VVI_BONE = 2 };

typedef struct vvi_vertex {
    vvi_grid_point at;
    uint32_t spoke;   /* a side that leaves it */
    uint32_t ends[2]; /* where the segment ends that it was added to; VV_NONE for any other vertex */
    float size;       /* how long edges should be here, grid units */
    bool fixed;       /* on the outline, on a bone or a handle: never moves */
} vvi_vertex;

typedef struct vvi_triangle {
    uint32_t corner[3];
    uint32_t twin[3]; /* the same edges seen from the neighbours; VV_NONE on the box */
    uint8_t kind[3];  /* of the edges: VVI_OUTLINE | VVI_BONE */
    bool inside;
    uint32_t mark; /* scratch for searches: equal to `marks` where visited */
} vvi_triangle;

typedef struct vvi_pair {
    uint32_t from, to;
} vvi_pair;

typedef struct vvi_triangulation {
    const vv_allocator *allocator;
    vvi_vertex *vertices; /* the first four are the box */
    vvi_triangle *triangles;
    vvi_pair *pairs;  /* scratch: edges that wait for a flip */
    uint32_t *cavity; /* scratch: triangles whose circle holds a point */
    uint32_t vertex_count, triangle_count, marks, cavity_count;
    size_t vertex_capacity, triangle_capacity, pair_capacity, cavity_capacity;
    uint32_t walk; /* state of the walk's coin */
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
/* The next side that leaves the same vertex, counter-clockwise; VV_NONE past the box. */
static inline uint32_t vvi_turn(const vvi_triangulation *t, uint32_t side) { return vvi_twin(t, vvi_previous(side)); }

/* Everything inserted later lies strictly between `low` and `high`. False: no memory. */
bool vvi_triangulation_create(vvi_grid_point low, vvi_grid_point high, const vv_allocator *allocator,
                              vvi_triangulation *out);
void vvi_triangulation_destroy(vvi_triangulation *t);

/* The triangle that holds a point: `side` is one of its sides. on_edge: the point lies on that side; on_vertex: it is
 * that side's origin. */
typedef struct vvi_location {
    uint32_t side;
    bool on_edge, on_vertex;
} vvi_location;

/* Walks from the triangle of side `hint`. With `stop`, does not cross constrained edges: `on_edge` then tells the one
 * that was in the way, with the point beyond it (`blocked`, may be NULL). */
vvi_location vvi_locate(vvi_triangulation *t, vvi_grid_point p, uint32_t hint, bool stop, bool *blocked);

/* Inserts p and restores the Delaunay property. *vertex is the new vertex, or the one that was there already. False:
 * no memory. */
bool vvi_insert(vvi_triangulation *t, vvi_grid_point p, vvi_location location, uint32_t *vertex);
/* Splits an edge at p, which may lie beside it by rounding; the parts keep its kind. *vertex is VV_NONE, and nothing
 * changed, where that would turn a triangle over. */
bool vvi_split(vvi_triangulation *t, uint32_t side, vvi_grid_point p, uint32_t *vertex);

/* The triangles that p would replace: connected to that of `side`, their circles hold p, not beyond constraints. They
 * are in t->cavity. False: no memory. */
bool vvi_find_cavity(vvi_triangulation *t, vvi_grid_point p, uint32_t side);

/* The side from one vertex to another; VV_NONE if there is no such edge. */
uint32_t vvi_find_side(const vvi_triangulation *t, uint32_t from, uint32_t to);
/* Turns the edge of two triangles round. They must form a strictly convex quadrilateral. Returns a side of the new
 * edge; the sides of the triangles get new numbers. */
uint32_t vvi_flip(vvi_triangulation *t, uint32_t side);
/* Flips the edges at a vertex's rim, and those that follow, until the circles of all triangles at it are empty. */
void vvi_legalise(vvi_triangulation *t, uint32_t rim);

typedef enum vvi_connected {
    VVI_CONNECTED,
    VVI_BLOCKED, /* by a constrained edge, or by a vertex on the way: see `by` */
    VVI_NO_MEMORY,
} vvi_connected;

/* What lies between two vertices that are to be connected. */
typedef struct vvi_obstacle {
    uint32_t side, vertex; /* one of them is VV_NONE */
} vvi_obstacle;

/* A line whose neighbourhood counts as on it. */
typedef struct vvi_way {
    vvi_grid_point from, to;
    float snap; /* how near is near, grid units */
} vvi_way;

/* Makes the edge between two vertices and gives it a kind; the triangulation stays constrained Delaunay. Vertices beside
 * it that are near to `way` count as obstacles (NULL: only those exactly on it do). */
vvi_connected vvi_connect(vvi_triangulation *t, uint32_t from, uint32_t to, uint8_t kind, const vvi_way *way,
                          vvi_obstacle *by);
/* After a vertex moved: flips until the triangles at it, and whatever that disturbs, are Delaunay. False: no memory. */
bool vvi_legalise_star(vvi_triangulation *t, uint32_t vertex);
/* Adds a kind to both sides of an edge. */
void vvi_mark_side(vvi_triangulation *t, uint32_t side, uint8_t kind);

/* Marks the triangles inside the outline, by crossing its edges from the box inwards. False: no memory. */
bool vvi_mark_inside(vvi_triangulation *t);

#endif
