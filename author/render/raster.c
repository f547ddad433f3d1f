/* The rasteriser: triangle coverage with sixteen samples per pixel. Corners are snapped to 1/256 pixel and every edge
 * is an integer edge function, so that each sample along a shared edge belongs to exactly one of its two triangles
 * (Pineda 1988, "A parallel algorithm for polygon rasterization"; the top-left rule decides ties). */
#include "author/render/raster.h"

#include "runtime/base/lanes.h"

#include <math.h>

#define UNITS 256 /* of a pixel */
#define GUARD 64  /* pixels around the picture that need no clipping */
#define FULL  ((1u << VVI_SAMPLES) - 1u)

/* A sixteen-rooks pattern: one sample in every row and column of a 16 × 16 grid, so that edges near the axes, where
 * aliasing is most visible, get all seventeen levels. In 1/16 pixel from the centre, plus half a step. */
static const int8_t sample_positions[VVI_SAMPLES][2] = {{1, 1},  {-1, -3}, {-3, 2}, {4, -1}, {-5, -2}, {2, 5},
                                                        {5, 3},  {3, -5},  {-2, 6}, {0, -7}, {-4, -6}, {-6, 4},
                                                        {-8, 0}, {7, -4},  {6, 7},  {-7, -8}};

/* ---- Clipping -------------------------------------------------------------------------------------------------- */

static double distance(vvi_corner p, int side, double low, double high_x, double high_y)
{
    switch (side) {
    case 0:
        return p.x - low;
    case 1:
        return p.y - low;
    case 2:
        return high_x - p.x;
    default:
        return high_y - p.y;
    }
}

/* Intersects an edge. The ends are first put in a fixed order, so that the neighbouring triangle, which has the edge
 * in the opposite direction, computes the same bits. */
static vvi_corner intersect_edge(vvi_corner p, double dp, vvi_corner q, double dq)
{
    if (p.x > q.x || (p.x == q.x && p.y > q.y)) {
        vvi_corner r = p;
        double dr = dp;
        p = q, dp = dq;
        q = r, dq = dr;
    }
    double t = dp / (dp - dq);
    return (vvi_corner){p.x + (q.x - p.x) * t, p.y + (q.y - p.y) * t};
}

/* Clips to one side of the box (Sutherland and Hodgman 1974). */
static void clip_side(vvi_polygon *polygon, int side, double low, double high_x, double high_y)
{
    vvi_polygon out = {0};
    for (uint32_t i = 0; i < polygon->count; ++i) {
        vvi_corner p = polygon->corners[i], q = polygon->corners[i + 1 < polygon->count ? i + 1 : 0];
        double dp = distance(p, side, low, high_x, high_y), dq = distance(q, side, low, high_x, high_y);
        if (dp >= 0)
            out.corners[out.count++] = p;
        if ((dp >= 0) != (dq >= 0))
            out.corners[out.count++] = intersect_edge(p, dp, q, dq);
    }
    *polygon = out;
}

bool vvi_clip(const vvi_corner corners[3], uint32_t width, uint32_t height, vvi_polygon *out)
{
    *out = (vvi_polygon){3, {corners[0], corners[1], corners[2]}};
    double high_x = (double)width + GUARD, high_y = (double)height + GUARD;
    for (int side = 0; side < 4 && out->count > 0; ++side) {
        bool inside = true;
        for (uint32_t i = 0; i < out->count; ++i)
            inside = inside && distance(out->corners[i], side, -GUARD, high_x, high_y) >= 0;
        if (!inside)
            clip_side(out, side, -GUARD, high_x, high_y);
    }
    return out->count >= 3;
}

/* ---- Rasterising ----------------------------------------------------------------------------------------------- */

typedef struct point {
    int64_t x, y; /* 1/256 pixel */
} point;

static point snap_to_grid(vvi_corner p)
{
    return (point){(int64_t)floor(p.x * UNITS + 0.5), (int64_t)floor(p.y * UNITS + 0.5)};
}

/* Sets up an edge function. E > 0 is inside for a triangle that is clockwise as seen (y down). Samples exactly on the
 * edge belong to this triangle if it is a left edge (upwards) or a top edge (horizontal, to the right); otherwise
 * offsets have −1. With corners within 16512 pixels, steps stay below 2^31 and offsets below 2^30. */
static void set_edge(vvi_edge *edge, point p, point q, int32_t left, int32_t top)
{
    int64_t dx = q.x - p.x, dy = q.y - p.y;
    int32_t tie = dy < 0 || (dy == 0 && dx > 0) ? 0 : -1;
    int64_t x = (int64_t)left * UNITS + UNITS / 2, y = (int64_t)top * UNITS + UNITS / 2;
    edge->row = dx * (y - p.y) - dy * (x - p.x);
    edge->step_x = -dy * UNITS;
    edge->step_y = dx * UNITS;
    int32_t lowest = INT32_MAX, highest = INT32_MIN;
    for (int s = 0; s < VVI_SAMPLES; ++s) {
        int32_t offset =
            (int32_t)(dx * (sample_positions[s][1] * 16 + 8) - dy * (sample_positions[s][0] * 16 + 8)) + tie;
        edge->offset[s] = offset;
        lowest = offset < lowest ? offset : lowest;
        highest = offset > highest ? offset : highest;
    }
    edge->all = -(int64_t)lowest;
    edge->none = -(int64_t)highest;
}

static int64_t min3(int64_t a, int64_t b, int64_t c) { return a < b ? (a < c ? a : c) : (b < c ? b : c); }
static int64_t max3(int64_t a, int64_t b, int64_t c) { return -min3(-a, -b, -c); }

/* The pixels that a range in 1/256 pixel touches, within [0, limit). */
static void pixel_range(int64_t lowest, int64_t highest, uint32_t limit, int32_t *first, int32_t *end)
{
    int64_t a = lowest / UNITS - (lowest % UNITS < 0), b = highest / UNITS + 1;
    *first = (int32_t)(a < 0 ? 0 : a);
    *end = (int32_t)(b > (int64_t)limit ? (int64_t)limit : b);
}

bool vvi_raster_begin(vvi_raster *raster, vvi_corner a, vvi_corner b, vvi_corner c, uint32_t width, uint32_t height)
{
    point p = snap_to_grid(a), q = snap_to_grid(b), r = snap_to_grid(c);
    int64_t area = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
    if (area == 0)
        return false;
    if (area < 0) {
        point swap = q;
        q = r, r = swap;
    }
    pixel_range(min3(p.x, q.x, r.x), max3(p.x, q.x, r.x), width, &raster->left, &raster->right);
    pixel_range(min3(p.y, q.y, r.y), max3(p.y, q.y, r.y), height, &raster->top, &raster->bottom);
    if (raster->left >= raster->right || raster->top >= raster->bottom)
        return false;
    set_edge(&raster->edges[0], p, q, raster->left, raster->top);
    set_edge(&raster->edges[1], q, r, raster->left, raster->top);
    set_edge(&raster->edges[2], r, p, raster->left, raster->top);
    raster->y = raster->top;
    return true;
}

/* The mask of samples on the inner side of an edge that crosses this pixel, where E is small enough for 32 bits. */
static uint32_t edge_mask(const vvi_edge *edge, int32_t value)
{
    static const int4 bits[4] = {{1 << 0, 1 << 1, 1 << 2, 1 << 3},
                                 {1 << 4, 1 << 5, 1 << 6, 1 << 7},
                                 {1 << 8, 1 << 9, 1 << 10, 1 << 11},
                                 {1 << 12, 1 << 13, 1 << 14, 1 << 15}};
    int4 sum = {0};
    for (int i = 0; i < 4; ++i) {
        int4 offset;
        __builtin_memcpy(&offset, edge->offset + 4 * i, sizeof offset);
        sum |= (int4)(offset + value >= 0) & bits[i];
    }
    return (uint32_t)(sum[0] | sum[1] | sum[2] | sum[3]);
}

static uint32_t pixel_mask(const vvi_edge *edges, const int64_t at[3])
{
    uint32_t mask = FULL;
    for (int i = 0; i < 3; ++i) {
        if (at[i] >= edges[i].all)
            continue;
        if (at[i] < edges[i].none)
            return 0;
        mask &= edge_mask(&edges[i], (int32_t)at[i]);
    }
    return mask;
}

/* Finds the pixels of the row, counted from the left of the box, that are at least partly inside all edges. E is
 * linear along the row, so each edge cuts off one end. */
static void find_run(const vvi_raster *raster, int64_t *first, int64_t *last)
{
    *first = 0, *last = raster->right - raster->left - 1;
    for (int i = 0; i < 3; ++i) {
        const vvi_edge *edge = &raster->edges[i];
        int64_t shortfall = edge->none - edge->row; /* by how much E must increase */
        if (edge->step_x > 0 && shortfall > 0) {
            int64_t x = (shortfall + edge->step_x - 1) / edge->step_x;
            *first = x > *first ? x : *first;
        } else if (edge->step_x <= 0 && shortfall > 0) {
            *last = -1;
        } else if (edge->step_x < 0) {
            int64_t x = shortfall / edge->step_x;
            *last = x < *last ? x : *last;
        }
    }
}

bool vvi_raster_row(vvi_raster *raster, uint16_t *masks, int32_t *y, int32_t *first, int32_t *end)
{
    if (raster->y >= raster->bottom)
        return false;
    vvi_edge *edges = raster->edges;
    int64_t start, last, at[3];
    find_run(raster, &start, &last);
    for (int i = 0; i < 3; ++i)
        at[i] = edges[i].row + start * edges[i].step_x;
    for (int64_t x = start; x <= last; ++x) {
        masks[raster->left + x] = (uint16_t)pixel_mask(edges, at);
        for (int i = 0; i < 3; ++i)
            at[i] += edges[i].step_x;
    }
    for (int i = 0; i < 3; ++i)
        edges[i].row += edges[i].step_y;
    *y = raster->y++;
    *first = raster->left + (int32_t)(start <= last ? start : 0);
    *end = raster->left + (int32_t)(start <= last ? last + 1 : 0);
    return true;
}
