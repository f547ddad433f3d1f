/* The layout of a vv_complex, seen by the files of this room. */
#ifndef VVI_BLEND_COMPLEX_H
#define VVI_BLEND_COMPLEX_H

#include "blend.h"

#define COMPLEX_MAGIC   0x50435656u /* "VVCP" */
#define COMPLEX_VERSION 1u

struct vv_complex {
    uint32_t magic, version;
    uint64_t byte_count;
    uint32_t example_count, simplex_count, edge_count, side_count, star_count, reserved;
    uint64_t simplices;     /* vv_simplex[simplex_count] */
    uint64_t simplex_edges; /* uint32_t[simplex_count][3]: the edge opposite each corner; of a segment: [2] */
    uint64_t shapes;        /* shape[simplex_count] */
    uint64_t edges;         /* edge[edge_count] */
    uint64_t sides;         /* uint32_t[side_count]: the triangles on each edge */
    uint64_t star_starts;   /* uint32_t[example_count + 1] */
    uint64_t stars;         /* uint32_t[star_count]: the simplices that have each example as a corner */
    uint64_t distances;     /* double[example_count²]: shortest paths inside the complex between examples */
    uint64_t reserved_offset;
};

/* A simplex laid flat: corner 0 at the origin, corner 1 at (x1, 0), corner 2 at (x2, y2), y2 > 0. */
typedef struct shape {
    double x1, x2, y2;
} shape;

typedef struct edge {
    uint32_t ends[2];           /* ascending */
    uint32_t side_start, count; /* triangles on it: any number */
    double length;
} edge;

typedef struct complex_view {
    uint32_t examples;
    const vv_simplex *simplices;
    const uint32_t (*simplex_edges)[3];
    const shape *shapes;
    const edge *edges;
    const uint32_t *sides, *star_starts, *stars;
    const double *distances;
} complex_view;

/* Everything in the header follows from five counts. */
vv_complex vvi_complex_layout(uint32_t examples, uint32_t simplices, uint32_t edges, uint32_t sides, uint32_t stars);
complex_view vvi_complex_open(const vv_complex *complex);

static inline uint32_t corner_count(vv_simplex s)
{
    return s.corner[1] == VV_NONE ? 1u : s.corner[2] == VV_NONE ? 2u : 3u;
}

/* ---- Straight paths (geodesic.c) ------------------------------------------------------------------------------- */

typedef struct point {
    double x, y;
} point;

/* Triangles that one straight line may cross. A longer strip is not followed: the path then goes by examples. */
#define MAX_STRIP 64u

/* A straight leg of a path: from its start, laid flat at the origin, to `end`, through a strip of simplices unfolded
 * into one plane. It ends at the target, or at an example. */
typedef struct leg {
    double length;             /* of the leg */
    uint32_t example;          /* where it ends; VV_NONE: at the target */
    uint32_t strip[MAX_STRIP]; /* simplices, the first holds the start */
    uint32_t strip_count;
    point end;
} leg;

/* Distances of all examples from a place: from_place[example_count]. `settled`: the complex's own distances between
 * examples are final, not upper bounds. */
void vvi_geodesic_to_examples(const complex_view *c, vv_place place, bool settled, double *from_place);
/* The first leg of the shortest path from `from` to `to`, given the distances of all examples from `to`. Returns the
 * length of the whole path, INFINITY where there is none. */
double vvi_geodesic_first_leg(const complex_view *c, vv_place from, vv_place to, const double *from_to, leg *out);
/* The place on a leg that began at `from`, `distance` along it. */
vv_place vvi_geodesic_along(const complex_view *c, vv_place from, const leg *l, double distance);

#endif
