/* Constrained edges: flips away the edges that cross them (Sloan 1993), then restores the constrained Delaunay
 * property. Also the flood fill that tells inside from outside. */
#include "triangulate.h"

static bool push_pair(vvi_triangulation *t, uint32_t *count, uint32_t from, uint32_t to)
{
    if (!vvi_grow(t->allocator, (void **)&t->pairs, &t->pair_capacity, (size_t)*count + 1, sizeof *t->pairs))
        return false;
    t->pairs[(*count)++] = (vvi_pair){from, to};
    return true;
}

void vvi_mark_side(vvi_triangulation *t, uint32_t side, uint8_t kind)
{
    uint32_t twin = vvi_twin(t, side);
    t->triangles[side >> 2].kind[side & 3] |= kind;
    t->triangles[twin >> 2].kind[twin & 3] |= kind;
}

/* What a segment that leaves a vertex meets first: it runs along `side` to another vertex (`along`), or crosses `side`,
 * which is opposite to the vertex in its triangle. */
typedef struct first_crossing {
    uint32_t side;
    bool along;
} first_crossing;

static first_crossing find_first_crossing(const vvi_triangulation *t, uint32_t from, vvi_grid_point to)
{
    vvi_grid_point a = vvi_at(t, from);
    for (uint32_t side = t->vertices[from].outgoing;; side = vvi_next_outgoing(t, side)) {
        vvi_grid_point right = vvi_at(t, vvi_origin(t, vvi_next(side)));
        vvi_grid_point left = vvi_at(t, vvi_origin(t, vvi_previous(side)));
        int64_t turn = vvi_orient(a, to, right);
        if (turn == 0 && vvi_dot(a, to, right) > 0)
            return (first_crossing){side, true};
        if (turn < 0 && vvi_orient(a, to, left) > 0)
            return (first_crossing){vvi_next(side), false};
    }
}

/* Whether p projects between a and b and lies within the tolerance of the line: |line × p| ≤ snap·|line|. */
static bool is_beside(vvi_grid_point a, vvi_grid_point b, const vvi_snap_line *snap_line, vvi_grid_point p)
{
    double area = (double)vvi_orient(snap_line->from, snap_line->to, p),
           length = (double)vvi_distance_squared(snap_line->from, snap_line->to);
    return vvi_dot(a, b, p) > 0 && vvi_dot(b, a, p) > 0 &&
           area * area <= (double)snap_line->snap * (double)snap_line->snap * length;
}

/* Lists the edges that the segment between two vertices crosses. At the first obstacle, fills `by` and returns
 * VVI_BLOCKED. */
static vvi_connected list_crossings(vvi_triangulation *t, uint32_t from, uint32_t to, uint32_t side,
                                    const vvi_snap_line *snap_line, uint32_t *count, vvi_obstacle *by)
{
    vvi_grid_point a = vvi_at(t, from), b = vvi_at(t, to);
    for (;;) {
        for (uint32_t end = side, k = 0; snap_line && k < 2; ++k, end = vvi_next(end))
            if (is_beside(a, b, snap_line, vvi_at(t, vvi_origin(t, end)))) {
                *by = (vvi_obstacle){VV_NONE, vvi_origin(t, end)};
                return VVI_BLOCKED;
            }
        if (vvi_kind(t, side)) {
            *by = (vvi_obstacle){side, VV_NONE};
            return VVI_BLOCKED;
        }
        if (!push_pair(t, count, vvi_origin(t, side), vvi_origin(t, vvi_next(side))))
            return VVI_NO_MEMORY;
        uint32_t twin = vvi_twin(t, side), apex = vvi_origin(t, vvi_previous(twin));
        if (apex == to)
            return VVI_CONNECTED;
        int64_t turn = vvi_orient(a, b, vvi_at(t, apex));
        if (turn == 0) {
            *by = (vvi_obstacle){VV_NONE, apex};
            return VVI_BLOCKED;
        }
        /* The segment leaves the triangle through the side whose ends lie on opposite sides of it. */
        side = turn > 0 ? vvi_next(twin) : vvi_previous(twin);
    }
}

static bool is_convex(const vvi_triangulation *t, uint32_t side)
{
    uint32_t twin = vvi_twin(t, side);
    vvi_grid_point a = vvi_at(t, vvi_origin(t, side)), b = vvi_at(t, vvi_origin(t, twin));
    vvi_grid_point c = vvi_at(t, vvi_origin(t, vvi_previous(side)));
    vvi_grid_point d = vvi_at(t, vvi_origin(t, vvi_previous(twin)));
    return vvi_orient(d, c, a) > 0 && vvi_orient(c, d, b) > 0;
}

/* Flips until no edge crosses the segment. New edges that do not cross it are collected in new_edges, to be legalised
 * later. t->pairs is a queue: crossings that cannot be flipped yet go to its end. */
static void flip_crossings(vvi_triangulation *t, uint32_t from, uint32_t to, uint32_t crossings, vvi_pair *new_edges,
                           uint32_t *new_edge_count)
{
    vvi_grid_point a = vvi_at(t, from), b = vvi_at(t, to);
    uint32_t read = 0, waiting = crossings;
    while (waiting > 0) {
        vvi_pair pair = t->pairs[read];
        uint32_t side = vvi_find_side(t, pair.from, pair.to), slot = (read + waiting) % crossings;
        read = (read + 1) % crossings;
        if (!is_convex(t, side)) {
            t->pairs[slot] = pair;
            continue;
        }
        side = vvi_flip(t, side);
        vvi_pair diagonal = {vvi_origin(t, side), vvi_origin(t, vvi_next(side))};
        int64_t p = vvi_orient(a, b, vvi_at(t, diagonal.from)), q = vvi_orient(a, b, vvi_at(t, diagonal.to));
        if ((p > 0 && q < 0) || (p < 0 && q > 0)) {
            t->pairs[slot] = diagonal;
        } else {
            new_edges[(*new_edge_count)++] = diagonal;
            waiting--;
        }
    }
}

/* Flips the listed edges that are not locally Delaunay, and all edges that become so by it. */
static bool legalise_pairs(vvi_triangulation *t, uint32_t count)
{
    while (count > 0) {
        vvi_pair pair = t->pairs[--count];
        uint32_t side = vvi_find_side(t, pair.from, pair.to);
        uint32_t twin = side == VV_NONE ? VV_NONE : vvi_twin(t, side);
        if (twin == VV_NONE || vvi_kind(t, side))
            continue;
        const uint32_t *corner = t->triangles[side >> 2].corner;
        if (!vvi_in_circle(vvi_at(t, corner[0]), vvi_at(t, corner[1]), vvi_at(t, corner[2]),
                           vvi_at(t, vvi_origin(t, vvi_previous(twin)))))
            continue;
        side = vvi_flip(t, side);
        uint32_t outer[4] = {vvi_next(side), vvi_previous(side), vvi_next(vvi_twin(t, side)),
                             vvi_previous(vvi_twin(t, side))};
        for (int i = 0; i < 4; ++i)
            if (!push_pair(t, &count, vvi_origin(t, outer[i]), vvi_origin(t, vvi_next(outer[i]))))
                return false;
    }
    return true;
}

static bool flip_and_legalise(vvi_triangulation *t, uint32_t from, uint32_t to, uint8_t kind, uint32_t crossings)
{
    vvi_pair *new_edges = vvi_allocate(t->allocator, crossings, sizeof *new_edges);
    uint32_t new_edge_count = 0, count = 0;
    bool ok = new_edges != NULL;
    if (ok) {
        flip_crossings(t, from, to, crossings, new_edges, &new_edge_count);
        vvi_mark_side(t, vvi_find_side(t, from, to), kind);
    }
    for (uint32_t i = 0; ok && i < new_edge_count; ++i) {
        uint32_t side = vvi_find_side(t, new_edges[i].from, new_edges[i].to);
        uint32_t twin = vvi_twin(t, side);
        uint32_t around[5] = {side, vvi_next(side), vvi_previous(side), vvi_next(twin), vvi_previous(twin)};
        for (int k = 0; ok && k < 5; ++k)
            ok = push_pair(t, &count, vvi_origin(t, around[k]), vvi_origin(t, vvi_next(around[k])));
    }
    ok = ok && legalise_pairs(t, count);
    vvi_release(t->allocator, new_edges, crossings, sizeof *new_edges);
    return ok;
}

vvi_connected vvi_connect(vvi_triangulation *t, uint32_t from, uint32_t to, uint8_t kind,
                          const vvi_snap_line *snap_line, vvi_obstacle *by)
{
    first_crossing start = find_first_crossing(t, from, vvi_at(t, to));
    if (start.along) {
        uint32_t reached = vvi_origin(t, vvi_next(start.side));
        if (reached != to) {
            *by = (vvi_obstacle){VV_NONE, reached};
            return VVI_BLOCKED;
        }
        vvi_mark_side(t, start.side, kind);
        return VVI_CONNECTED;
    }
    uint32_t crossings = 0;
    vvi_connected connected = list_crossings(t, from, to, start.side, snap_line, &crossings, by);
    if (connected != VVI_CONNECTED)
        return connected;
    return flip_and_legalise(t, from, to, kind, crossings) ? VVI_CONNECTED : VVI_NO_MEMORY;
}

bool vvi_legalise_star(vvi_triangulation *t, uint32_t vertex)
{
    uint32_t first = t->vertices[vertex].outgoing, side = first, count = 0;
    do {
        uint32_t rim = vvi_next(side);
        if (!push_pair(t, &count, vertex, vvi_origin(t, rim)) ||
            !push_pair(t, &count, vvi_origin(t, rim), vvi_origin(t, vvi_next(rim))))
            return false;
        side = vvi_next_outgoing(t, side);
    } while (side != first);
    return legalise_pairs(t, count);
}

/* Depth first from a corner of the box. `pairs` is the stack: a triangle, and whether it is inside. */
bool vvi_mark_inside(vvi_triangulation *t)
{
    uint32_t count = 0, first = t->vertices[0].outgoing >> 2;
    t->marks++;
    t->triangles[first].mark = t->marks;
    if (!push_pair(t, &count, first, 0))
        return false;
    while (count > 0) {
        vvi_pair top = t->pairs[--count];
        vvi_triangle *here = &t->triangles[top.from];
        here->inside = top.to != 0;
        for (int i = 0; i < 3; ++i) {
            if (here->twin[i] == VV_NONE || t->triangles[here->twin[i] >> 2].mark == t->marks)
                continue;
            t->triangles[here->twin[i] >> 2].mark = t->marks;
            if (!push_pair(t, &count, here->twin[i] >> 2, top.to ^ ((here->kind[i] & VVI_OUTLINE) != 0)))
                return false;
        }
    }
    return true;
}
