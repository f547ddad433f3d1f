/* From outline, points and bones to the final triangles. */
#ifndef VVI_CUT_MESHER_H
#define VVI_CUT_MESHER_H

#include "outline.h"
#include "triangulate.h"

/* The shortest edge that refinement creates, grid units: a twentieth of a sample. */
#define VVI_SHORTEST 12.0f

/* A position in grid units, not rounded, possibly far outside. */
typedef struct vvi_place {
    double x, y;
} vvi_place;

typedef struct vvi_mesher {
    vvi_triangulation t;
    const vvi_outline *outline;
    float spacing;       /* edge length away from thin limbs, grid units */
    float minimum_angle; /* degrees */
    uint32_t limit;      /* most vertices */
    uint32_t point_count, bone_count;
    const vvi_place *points;  /* [point_count] */
    const vvi_place *bones;   /* [2 · bone_count] from, to; inside the bounding box */
    uint32_t *point_vertices; /* [point_count] the vertex of each point */
    vvi_grid_point low, high; /* the bounding box */
    const vv_progress *progress;
    float done; /* progress, 0…1 */
    bool cancelled;
} vvi_mesher;

/* The steps of meshing, in order. Each returns false if memory ran out or the caller cancelled.
 *
 * Triangulates the outline's corners, inserts its edges as constraints, and marks the inside. */
bool vvi_mesher_assemble(vvi_mesher *m);
/* Makes every point a vertex, and the part of every bone that is inside a chain of edges. */
bool vvi_mesher_place_handles(vvi_mesher *m);
/* Subdivides edges of bones and outline to the spacing, and fills the inside with a hexagonal lattice. */
bool vvi_mesher_fill(vvi_mesher *m);
/* Adds vertices until every angle is at least `minimum_angle` (or excused) and no triangle is much too large. */
bool vvi_mesher_refine(vvi_mesher *m);
/* Moves free vertices so that triangles become more regular. An angle below 32° never gets smaller, and no angle drops
 * below 32°. */
bool vvi_mesher_smooth(vvi_mesher *m, uint32_t rounds);

/* Reports progress to the caller; false if it cancelled. */
bool vvi_mesher_report(vvi_mesher *m);

/* Records that a new vertex lies on the segment between `from` and `to`, and the edge length wanted there. */
static inline void vvi_mesher_adopt(vvi_mesher *m, uint32_t vertex, uint32_t from, uint32_t to, float size)
{
    vvi_vertex *v = &m->t.vertices[vertex];
    v->ends[0] = from, v->ends[1] = to;
    v->size = size;
    v->fixed = true;
}

/* Rounds a computed position to the grid. */
static inline vvi_grid_point vvi_grid_round(double x, double y)
{
    return (vvi_grid_point){(int32_t)floor(x + 0.5), (int32_t)floor(y + 0.5)};
}

#endif
