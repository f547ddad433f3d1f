/* Points become vertices, bones chains of edges. */
#include "mesher.h"

#define SNAP_VERTEX  16.0 /* grid units: a point this near to a vertex is that vertex */
#define SNAP_OUTLINE 64.0 /* a point this near to the outline, or outside, goes onto it */
#define SNAP_BONE    40.0 /* what is this near to a bone's way counts as on it */
#define MOST_PARTS   4096 /* of one bone: a bound for crossings that rounding keeps re-creating */

/* ---- Points ----------------------------------------------------------------------------------------------------- */

typedef struct nearest {
    uint32_t side;
    double squared, along; /* along: 0…1 */
} nearest;

static void consider(const vvi_triangulation *t, uint32_t side, vvi_place p, nearest *best)
{
    vvi_grid_point a = vvi_at(t, vvi_origin(t, side)), b = vvi_at(t, vvi_origin(t, vvi_next(side)));
    double ux = b.x - a.x, uy = b.y - a.y, px = p.x - a.x, py = p.y - a.y;
    double along = (ux * px + uy * py) / (ux * ux + uy * uy);
    along = along < 0.0 ? 0.0 : along > 1.0 ? 1.0 : along;
    double dx = px - along * ux, dy = py - along * uy, squared = dx * dx + dy * dy;
    if (squared < best->squared)
        *best = (nearest){side, squared, along};
}

/* The place on the outline that is nearest to p. */
static nearest nearest_outline(const vvi_triangulation *t, vvi_place p)
{
    nearest best = {VV_NONE, 1e300, 0.0};
    for (uint32_t i = 0; i < t->triangle_count; ++i)
        for (uint32_t k = 0; k < 3 && t->triangles[i].inside; ++k)
            if (t->triangles[i].kind[k] & VVI_OUTLINE)
                consider(t, 4 * i + k, p, &best);
    return best;
}

/* A vertex on an edge, at a place between its ends or at one of them. */
static bool vertex_on(vvi_mesher *m, uint32_t side, vvi_grid_point p, double snap, uint32_t *vertex)
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

static bool place_on_outline(vvi_mesher *m, nearest near, uint32_t *vertex)
{
    const vvi_triangulation *t = &m->t;
    vvi_grid_point a = vvi_at(t, vvi_origin(t, near.side)), b = vvi_at(t, vvi_origin(t, vvi_next(near.side)));
    return vertex_on(m, near.side, vvi_grid_round(a.x + near.along * (b.x - a.x), a.y + near.along * (b.y - a.y)),
                     SNAP_OUTLINE, vertex);
}

static bool place_free(vvi_mesher *m, vvi_grid_point p, vvi_location where, uint32_t *vertex)
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

static bool in_box(const vvi_mesher *m, vvi_place p)
{
    return p.x > m->low.x + 1.0 && p.x < m->high.x - 1.0 && p.y > m->low.y + 1.0 && p.y < m->high.y - 1.0;
}

/* stay: what is outside stays there (the ends of bones); else it goes to the nearest place inside. */
static bool place(vvi_mesher *m, vvi_place p, bool stay, uint32_t *vertex)
{
    nearest near = nearest_outline(&m->t, p);
    if (near.squared < SNAP_OUTLINE * SNAP_OUTLINE || !in_box(m, p))
        return place_on_outline(m, near, vertex);
    vvi_grid_point at = vvi_grid_round(p.x, p.y);
    vvi_location where = vvi_locate(&m->t, at, m->t.vertices[0].spoke, false, NULL);
    if (!stay && !m->t.triangles[where.side >> 2].inside)
        return place_on_outline(m, near, vertex);
    return place_free(m, at, where, vertex);
}

/* ---- Bones ------------------------------------------------------------------------------------------------------ */

/* Where the way between two vertices crosses a side. */
static vvi_grid_point intersection(const vvi_triangulation *t, uint32_t from, uint32_t to, uint32_t side)
{
    vvi_grid_point a = vvi_at(t, from), b = vvi_at(t, to);
    vvi_grid_point c = vvi_at(t, vvi_origin(t, side)), d = vvi_at(t, vvi_origin(t, vvi_next(side)));
    double left = (double)vvi_orient(a, b, c), right = (double)vvi_orient(a, b, d), u = left / (left - right);
    return vvi_grid_round(c.x + u * (d.x - c.x), c.y + u * (d.y - c.y));
}

/* Connects two vertices by way of whatever is between. `parts` holds the stretches still to be made. */
static bool draw_bone(vvi_mesher *m, uint32_t from, uint32_t to, vvi_pair *parts)
{
    vvi_way way = {vvi_at(&m->t, from), vvi_at(&m->t, to), (float)SNAP_BONE};
    uint32_t waiting = 0;
    parts[waiting++] = (vvi_pair){from, to};
    for (uint32_t made = 0; waiting > 0 && made < MOST_PARTS; ++made) {
        vvi_pair part = parts[--waiting];
        if (part.from == part.to)
            continue;
        vvi_obstacle by;
        vvi_connected connected = vvi_connect(&m->t, part.from, part.to, VVI_BONE, &way, &by);
        if (connected == VVI_NO_MEMORY)
            return false;
        if (connected == VVI_CONNECTED)
            continue;
        uint32_t via = by.vertex;
        if (via == VV_NONE && !vertex_on(m, by.side, intersection(&m->t, part.from, part.to, by.side), SNAP_BONE, &via))
            return false;
        if (waiting + 2 > MOST_PARTS)
            return true;
        parts[waiting++] = (vvi_pair){via, part.to};
        parts[waiting++] = (vvi_pair){part.from, via};
    }
    return true;
}

/* Bones outside the drawing bind nothing. */
static void forget_outside(vvi_triangulation *t)
{
    for (uint32_t i = 0; i < t->triangle_count; ++i)
        for (uint32_t k = 0; k < 3; ++k) {
            vvi_triangle *here = &t->triangles[i];
            uint32_t twin = here->twin[k];
            if (!here->inside && (twin == VV_NONE || !t->triangles[twin >> 2].inside))
                here->kind[k] &= (uint8_t)~VVI_BONE;
        }
}

static bool draw_bones(vvi_mesher *m)
{
    vvi_pair *parts = vvi_allocate(m->t.allocator, MOST_PARTS, sizeof *parts);
    bool fine = parts != NULL;
    for (uint32_t i = 0; fine && i < m->bone_count; ++i) {
        uint32_t from = VV_NONE, to = VV_NONE;
        fine = place(m, m->bones[2 * i], true, &from) && place(m, m->bones[2 * i + 1], true, &to) &&
               draw_bone(m, from, to, parts);
    }
    vvi_release(m->t.allocator, parts, MOST_PARTS, sizeof *parts);
    forget_outside(&m->t);
    return fine;
}

bool vvi_mesher_place_handles(vvi_mesher *m)
{
    for (uint32_t i = 0; i < m->point_count; ++i)
        if (!place(m, m->points[i], false, &m->point_vertices[i]))
            return false;
    return (m->bone_count == 0 || draw_bones(m)) && vvi_mesher_report(m);
}
