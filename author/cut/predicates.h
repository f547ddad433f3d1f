/* Exact predicates on an integer grid.
 *
 * Coordinates stay below 2²¹ in magnitude, so differences are below 2²², their products fit 64 bits and the in-circle
 * determinant (degree four) fits 128 bits. Nothing is rounded, so every answer is right. y is up. */
#ifndef VVI_CUT_PREDICATES_H
#define VVI_CUT_PREDICATES_H

#include "runtime/base/wide.h"

#include <stdbool.h>
#include <stdint.h>

#define VVI_GRID_LIMIT (1 << 21)

typedef struct vvi_grid_point {
    int32_t x, y;
} vvi_grid_point;

/* Twice the signed area of abc: positive where c lies to the left of a → b. */
static inline int64_t vvi_orient(vvi_grid_point a, vvi_grid_point b, vvi_grid_point c)
{
    return (int64_t)(b.x - a.x) * (c.y - a.y) - (int64_t)(b.y - a.y) * (c.x - a.x);
}

/* (b − a)·(c − a): negative where a lies strictly inside the circle on the diameter bc. */
static inline int64_t vvi_dot(vvi_grid_point a, vvi_grid_point b, vvi_grid_point c)
{
    return (int64_t)(b.x - a.x) * (c.x - a.x) + (int64_t)(b.y - a.y) * (c.y - a.y);
}

static inline int64_t vvi_distance_squared(vvi_grid_point a, vvi_grid_point b) { return vvi_dot(a, b, b); }

static inline bool vvi_same_point(vvi_grid_point a, vvi_grid_point b) { return a.x == b.x && a.y == b.y; }

/* Whether d lies strictly inside the circle through the counter-clockwise triangle abc. */
static inline bool vvi_in_circle(vvi_grid_point a, vvi_grid_point b, vvi_grid_point c, vvi_grid_point d)
{
    int64_t ax = a.x - d.x, ay = a.y - d.y, bx = b.x - d.x, by = b.y - d.y, cx = c.x - d.x, cy = c.y - d.y;
    int64_t al = ax * ax + ay * ay, bl = bx * bx + by * by, cl = cx * cx + cy * cy;
    int64_t ab = ax * by - ay * bx, bc = bx * cy - by * cx, ca = cx * ay - cy * ax;
    /* Each cross product is at most the largest squared length, so below 2³⁰ the sum of three stays below 2⁶². */
    if ((al | bl | cl) < ((int64_t)1 << 30))
        return al * bc + bl * ca + cl * ab > 0;
    return vvi_wide_is_positive(
        vvi_wide_add(vvi_wide_add(vvi_wide_multiply_signed(al, bc), vvi_wide_multiply_signed(bl, ca)),
                     vvi_wide_multiply_signed(cl, ab)));
}

/* Whether the closed segments ab and cd share a point. */
static inline bool vvi_segments_touch(vvi_grid_point a, vvi_grid_point b, vvi_grid_point c, vvi_grid_point d)
{
    int64_t abc = vvi_orient(a, b, c), abd = vvi_orient(a, b, d), cda = vvi_orient(c, d, a), cdb = vvi_orient(c, d, b);
    if (((abc > 0 && abd < 0) || (abc < 0 && abd > 0)) && ((cda > 0 && cdb < 0) || (cda < 0 && cdb > 0)))
        return true;
    /* A zero area and a non-positive dot product: the end lies on the other segment. */
    return (abc == 0 && vvi_dot(c, a, b) <= 0) || (abd == 0 && vvi_dot(d, a, b) <= 0) ||
           (cda == 0 && vvi_dot(a, c, d) <= 0) || (cdb == 0 && vvi_dot(b, c, d) <= 0);
}

#endif
