/* Makes vertices of points, and chains of edges of bones. */
#include "mesher.h"

#define SNAP_VERTEX  16.0 /* grid units: a point this near to a vertex becomes that vertex */
#define SNAP_OUTLINE 64.0 /* a point this near to the outline moves onto it */
#define SNAP_BONE    40.0 /* grid units: a vertex this near to a bone counts as on it */
#define MOST_PARTS   4096 /* of one bone: bounds the crossings that rounding may keep creating */

/* ---- Points ---------------------------------------------------------------------------------------------------- */

typedef struct outline_hit {
    uint32_t side;
    double squared, along; /* along: 0…1 */
} outline_hit;

static void update_nearest(const vvi_triangulation *t, uint32_t side, vvi_place p, outline_hit *best)
{
    vvi_grid_point a = vvi_at(t, vvi_origin(t, side)), b = vvi_at(t, vvi_origin(t, vvi_next(side)));
    double ux = b.x - a.x, uy = b.y - a.y, px = p.x - a.x, py = p.y - a.y;
    double along = (ux * px + uy * py) / (ux * ux + uy * uy);
    along = vvi_clamp_double(along, 0.0, 1.0);
    double dx = px - along * ux, dy = py - along * uy, squared = dx * dx + dy * dy;
    if (squared < best->squared)
        *best = (outline_hit){side, squared, along};
}

/* The position on the outline nearest to p. */
static outline_hit find_nearest_on_outline(const vvi_triangulation *t, vvi_place p)
{
    outline_hit best = {VV_NONE, 1e300, 0.0};
    for (uint32_t i = 0; i < t->triangle_count; ++i)
        for (uint32_t k = 0; k < 3 && t->triangles[i].inside; ++k)
            if (t->triangles[i].kind[k] & VVI_OUTLINE)
                update_nearest(t, 4 * i + k, p, &best);
    return best;
}

/* Gets a vertex on an edge at p: splits the edge, or takes the nearer end if it is within `snap` or p cannot split. */
static bool get_vertex_on_edge(vvi_mesher *m, uint32_t side, vvi_grid_point p, double snap, uint32_t *vertex)
{
    vvi_triangulation *t = &m->t;
    uint32_t a = vvi_origin(t, side), b = vvi_origin(t, vvi_next(side));
    double da = (double)vvi_distance_squared(vvi_at(t, a), p), db = (double)vvi_distance_squared(vvi_at(t, b), p);
    *vertex = VV_NONE;
    if (da > snap * snap && db > snap * snap && !vvi_split(t, side, p, vertex))
        return false;
    if (*vertex == VV_NONE) {
        *vertex = da <= db ? a : b;
        return true;
    }
    t->vertices[*vertex].fixed = true;
    t->vertices[*vertex].size = (float)sqrt(da < db ? da : db);
    return true;
}

static bool place_on_outline(vvi_mesher *m, outline_hit near, uint32_t *vertex)
{
    const vvi_triangulation *t = &m->t;
    vvi_grid_point a = vvi_at(t, vvi_origin(t, near.side)), b = vvi_at(t, vvi_origin(t, vvi_next(near.side)));
    return get_vertex_on_edge(m, near.side,
                              vvi_grid_round(a.x + near.along * (b.x - a.x), a.y + near.along * (b.y - a.y)),
                              SNAP_OUTLINE, vertex);
}

static bool place_inside(vvi_mesher *m, vvi_grid_point p, vvi_location where, uint32_t *vertex)
{
    vvi_triangulation *t = &m->t;
    for (uint32_t i = 0; i < 3; ++i) {
        uint32_t corner = t->triangles[where.side >> 2].corner[i];
        if ((double)vvi_distance_squared(vvi_at(t, corner), p) <= SNAP_VERTEX * SNAP_VERTEX) {
            *vertex = corner;
            return true;
        }
    }
    if (!vvi_insert(t, p, where, vertex))
        return false;
    t->vertices[*vertex].fixed = true;
    t->vertices[*vertex].size = m->spacing;
    return true;
}

static bool is_in_box(const vvi_mesher *m, vvi_place p)
{
    return p.x > m->low.x + 1.0 && p.x < m->high.x - 1.0 && p.y > m->low.y + 1.0 && p.y < m->high.y - 1.0;
}

/* Gets a vertex for p. A point outside the drawing stays there with `stay` (ends of bones); otherwise it moves to the
 * nearest position on the outline. */
static bool place_point(vvi_mesher *m, vvi_place p, bool stay, uint32_t *vertex)
{
    outline_hit near = find_nearest_on_outline(&m->t, p);
    if (near.squared < SNAP_OUTLINE * SNAP_OUTLINE || !is_in_box(m, p))
        return place_on_outline(m, near, vertex);
    vvi_grid_point at = vvi_grid_round(p.x, p.y);
    vvi_location where = vvi_locate(&m->t, at, m->t.vertices[0].outgoing, false, NULL);
    if (!stay && !m->t.triangles[where.side >> 2].inside)
        return place_on_outline(m, near, vertex);
    return place_inside(m, at, where, vertex);
}

/* ---- Bones ----------------------------------------------------------------------------------------------------- */

/* Where the segment between two vertices crosses a side. */
static vvi_grid_point find_crossing(const vvi_triangulation *t, uint32_t from, uint32_t to, uint32_t side)
{
    vvi_grid_point a = vvi_at(t, from), b = vvi_at(t, to);
    vvi_grid_point c = vvi_at(t, vvi_origin(t, side)), d = vvi_at(t, vvi_origin(t, vvi_next(side)));
    double left = (double)vvi_orient(a, b, c), right = (double)vvi_orient(a, b, d), u = left / (left - right);
    return vvi_grid_round(c.x + u * (d.x - c.x), c.y + u * (d.y - c.y));
}

/* Connects two vertices by a chain through whatever lies between. `parts` is the stack of segments still to insert. */
static bool insert_bone(vvi_mesher *m, uint32_t from, uint32_t to, vvi_pair *parts)
{
    vvi_snap_line way = {vvi_at(&m->t, from), vvi_at(&m->t, to), (float)SNAP_BONE};
    uint32_t pending = 0;
    parts[pending++] = (vvi_pair){from, to};
    for (uint32_t steps = 0; pending > 0 && steps < MOST_PARTS; ++steps) {
        vvi_pair part = parts[--pending];
        if (part.from == part.to)
            continue;
        vvi_obstacle by;
        vvi_connected connected = vvi_connect(&m->t, part.from, part.to, VVI_BONE, &way, &by);
        if (connected == VVI_NO_MEMORY)
            return false;
        if (connected == VVI_CONNECTED)
            continue;
        uint32_t via = by.vertex;
        if (via == VV_NONE &&
            !get_vertex_on_edge(m, by.side, find_crossing(&m->t, part.from, part.to, by.side), SNAP_BONE, &via))
            return false;
        if (pending + 2 > MOST_PARTS)
            return true;
        parts[pending++] = (vvi_pair){via, part.to};
        parts[pending++] = (vvi_pair){part.from, via};
    }
    return true;
}

/* Edges of bones outside the drawing constrain nothing. */
static void unmark_outside_bones(vvi_triangulation *t)
{
    for (uint32_t i = 0; i < t->triangle_count; ++i)
        for (uint32_t k = 0; k < 3; ++k) {
            vvi_triangle *here = &t->triangles[i];
            uint32_t twin = here->twin[k];
            if (!here->inside && (twin == VV_NONE || !t->triangles[twin >> 2].inside))
                here->kind[k] &= (uint8_t)~VVI_BONE;
        }
}

static bool insert_bones(vvi_mesher *m)
{
    vvi_pair *parts = vvi_allocate(m->t.allocator, MOST_PARTS, sizeof *parts);
    bool ok = parts != NULL;
    for (uint32_t i = 0; ok && i < m->bone_count; ++i) {
        uint32_t from = VV_NONE, to = VV_NONE;
        ok = place_point(m, m->bones[2 * i], true, &from) && place_point(m, m->bones[2 * i + 1], true, &to) &&
             insert_bone(m, from, to, parts);
    }
    vvi_release(m->t.allocator, parts, MOST_PARTS, sizeof *parts);
    unmark_outside_bones(&m->t);
    return ok;
}

bool vvi_mesher_place_handles(vvi_mesher *m)
{
    for (uint32_t i = 0; i < m->point_count; ++i)
        if (!place_point(m, m->points[i], false, &m->point_vertices[i]))
            return false;
    return (m->bone_count == 0 || insert_bones(m)) && vvi_mesher_report(m);
}
