/* The layout of a vv_complex, for the files of this room. */
#ifndef VVI_BLEND_COMPLEX_H
#define VVI_BLEND_COMPLEX_H

#include "blend.h"

#define COMPLEX_MAGIC   0x50435656u /* "VVCP" */
#define COMPLEX_VERSION 1u

struct vv_complex {
    uint32_t magic, version;
    uint64_t byte_count;
    uint32_t example_count, simplex_count, edge_count, side_count, star_count, reserved;
    uint64_t simplices; /* vv_simplex[simplex_count] */
    uint64_t
        simplex_edges;    /* uint32_t[simplex_count][3]: the edge opposite each corner; a segment has its edge in [2] */
    uint64_t flats;       /* flat_simplex[simplex_count] */
    uint64_t edges;       /* edge[edge_count] */
    uint64_t sides;       /* uint32_t[side_count]: the triangles at each edge */
    uint64_t star_starts; /* uint32_t[example_count + 1] */
    uint64_t stars;       /* uint32_t[star_count]: the simplices that have each example as a corner */
    uint64_t distances; /* double[example_count²]: lengths of the shortest paths inside the complex between examples */
    uint64_t reserved_offset;
};

/* A simplex in the plane: corner 0 at the origin, corner 1 at (x1, 0), corner 2 at (x2, y2), y2 > 0. */
typedef struct flat_simplex {
    double x1, x2, y2;
} flat_simplex;

typedef struct edge {
    uint32_t ends[2];           /* ascending */
    uint32_t side_start, count; /* its triangles, any number, in sides */
    double length;
} edge;

typedef struct complex_view {
    uint32_t examples;
    const vv_simplex *simplices;
    const uint32_t (*simplex_edges)[3];
    const flat_simplex *flats;
    const edge *edges;
    const uint32_t *sides, *star_starts, *stars;
    const double *distances;
} complex_view;

/* The header: all of it follows from five counts. */
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

/* The number of triangles that one straight line may cross. Longer strips are not followed; the path then bends at
 * examples. */
#define MAX_STRIP 64u

/* A straight leg of a path, through a strip of simplices that are unfolded into one plane: from its start, at the
 * origin, to `end`, which is the target or an example. */
typedef struct leg {
    double length;
    uint32_t example;          /* at which it ends; VV_NONE: at the target */
    uint32_t strip[MAX_STRIP]; /* the simplices; the first one contains the start */
    uint32_t strip_count;
    point end;
} leg;

/* The distances of all examples from a place: from_place[example_count]. `exact` says that the complex's own
 * distances between examples are exact and not upper bounds. */
void vvi_geodesic_to_examples(const complex_view *c, vv_place place, bool exact, double *from_place);
/* Finds the first leg of the shortest path from `from` to `to`, given the distances of all examples from `to`.
 * Returns the length of the whole path, or INFINITY where there is none. */
double vvi_geodesic_first_leg(const complex_view *c, vv_place from, vv_place to, const double *from_to, leg *out);
/* The place on a leg that began at `from`, `distance` along it. */
vv_place vvi_geodesic_along(const complex_view *c, vv_place from, const leg *l, double distance);

#endif
