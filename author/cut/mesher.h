/* From outline, points and bones to the final triangles. */
#ifndef VVI_CUT_MESHER_H
#define VVI_CUT_MESHER_H

#include "outline.h"
#include "triangulate.h"

/* Shorter edges are never made on purpose: a twentieth of a sample. */
#define VVI_SHORTEST 12.0f

/* A place in grid units, not rounded, perhaps far outside. */
typedef struct vvi_place {
    double x, y;
} vvi_place;

typedef struct vvi_mesher {
    vvi_triangulation t;
    const vvi_outline *outline;
    float spacing;       /* edges in the open, grid units */
    float minimum_angle; /* degrees */
    uint32_t limit;      /* vertices, at most */
    uint32_t point_count, bone_count;
    const vvi_place *points;  /* [point_count] */
    const vvi_place *bones;   /* [2 · bone_count] from, to; inside the box */
    uint32_t *point_vertices; /* [point_count] where they went */
    vvi_grid_point low, high; /* the box */
    const vv_progress *progress;
    float done; /* share of the work, for the report */
    bool cancelled;
} vvi_mesher;

/* Triangulates the outline's corners, makes its edges, and marks the inside. */
bool vvi_mesher_assemble(vvi_mesher *m);
/* Makes every point a vertex and every bone a chain of edges, as far as they are inside. */
bool vvi_mesher_place_handles(vvi_mesher *m);
/* Cuts edges of bones and outline to the spacing, and fills the inside with a hexagonal lattice. */
bool vvi_mesher_fill(vvi_mesher *m);
/* Adds vertices until every angle is at least the smallest one, or excused, and no triangle is much too large. */
bool vvi_mesher_refine(vvi_mesher *m);
/* Moves free vertices so that the triangles are more alike; no angle gets worse than it was, or than 32°. */
bool vvi_mesher_smooth(vvi_mesher *m, uint32_t rounds);
/* Each of these returns false where memory ran out or the caller cancelled. */

/* Reports progress now and then; false: cancelled. */
bool vvi_mesher_report(vvi_mesher *m);

/* A vertex of a segment was added: its size, and the segment it is on. */
static inline void vvi_mesher_adopt(vvi_mesher *m, uint32_t vertex, uint32_t from, uint32_t to, float size)
{
    vvi_vertex *v = &m->t.vertices[vertex];
    v->ends[0] = from, v->ends[1] = to;
    v->size = size;
    v->fixed = true;
}

/* Midpoints and the like, rounded to the grid. */
static inline vvi_grid_point vvi_grid_round(double x, double y)
{
    return (vvi_grid_point){(int32_t)floor(x + 0.5), (int32_t)floor(y + 0.5)};
}

#endif
