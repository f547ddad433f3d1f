/* Fills the inside: subdivides constrained edges to the spacing, then inserts a hexagonal lattice where there is
 * room. */
#include "mesher.h"

/* Least distances of a lattice point, in spacings: to a vertex, and to an edge of the outline or a bone. */
#define VERTEX_ROOM 0.68
#define EDGE_ROOM   0.55
#define TOO_LONG    1.5f /* constrained edges, in spacings */

/* ---- Subdividing constrained edges ----------------------------------------------------------------------------- */

static bool subdivide_edge(vvi_mesher *m, uint32_t from, uint32_t to)
{
    vvi_triangulation *t = &m->t;
    vvi_grid_point a = vvi_at(t, from), b = vvi_at(t, to);
    double length = sqrt((double)vvi_distance_squared(a, b));
    uint32_t parts = (uint32_t)(length / (double)m->spacing + 0.5);
    for (uint32_t k = 1, last = from; k < parts; ++k) {
        double u = (double)k / parts;
        uint32_t side = vvi_find_side(t, last, to), vertex = VV_NONE;
        if (!vvi_split(t, side, vvi_grid_round(a.x + u * (b.x - a.x), a.y + u * (b.y - a.y)), &vertex))
            return false;
        if (vertex == VV_NONE)
            return true;
        vvi_mesher_adopt(m, vertex, from, to, (float)(length / parts));
        last = vertex;
    }
    return true;
}

static bool subdivide_long_edges(vvi_mesher *m)
{
    for (uint32_t i = 0; i < m->t.triangle_count; ++i)
        for (uint32_t k = 0; k < 3; ++k) {
            const vvi_triangle *here = &m->t.triangles[i];
            uint32_t from = here->corner[k], to = here->corner[k == 2 ? 0 : k + 1];
            double longest = (double)(TOO_LONG * m->spacing);
            if (here->kind[k] &&
                (double)vvi_distance_squared(vvi_at(&m->t, from), vvi_at(&m->t, to)) > longest * longest &&
                m->t.vertex_count < m->limit && !subdivide_edge(m, from, to))
                return false;
        }
    return true;
}

/* ---- The lattice ----------------------------------------------------------------------------------------------- */

typedef struct lattice {
    vvi_mesher *m;
    vvi_grid_point *points;
    uint32_t *near; /* a vertex near each point, where the walk to it starts */
    size_t point_capacity, near_capacity;
    uint32_t count;
    uint32_t last; /* the vertex inserted last; its point's `near` was `last_near` */
    uint32_t last_near;
    double step, row, x, y; /* spacing, height of a row, and the lattice's origin */
} lattice;

static bool add_lattice_point(lattice *l, vvi_grid_point p, uint32_t near)
{
    const vv_allocator *allocator = l->m->t.allocator;
    if (!vvi_grow(allocator, (void **)&l->points, &l->point_capacity, (size_t)l->count + 1, sizeof *l->points) ||
        !vvi_grow(allocator, (void **)&l->near, &l->near_capacity, (size_t)l->count + 1, sizeof *l->near))
        return false;
    l->points[l->count] = p;
    l->near[l->count++] = near;
    return true;
}

/* Clips [low, high] to the part of the row at height y that is on the left of a → b. */
static void clip_row(vvi_grid_point a, vvi_grid_point b, double y, double *low, double *high)
{
    double dx = b.x - a.x, dy = b.y - a.y;
    if (dy == 0.0) {
        if (dx * (y - a.y) < 0.0)
            *high = *low - 1.0;
        return;
    }
    double x = a.x + dx * (y - a.y) / dy;
    if (dy > 0.0)
        *high = x < *high ? x : *high;
    else
        *low = x > *low ? x : *low;
}

/* Lists the lattice points in a triangle. A point on an edge may be listed twice; the second time there is no room. */
static bool add_lattice_points(lattice *l, const vvi_triangle *triangle)
{
    vvi_grid_point c[3];
    int32_t bottom = INT32_MAX, top = INT32_MIN;
    for (int i = 0; i < 3; ++i) {
        c[i] = vvi_at(&l->m->t, triangle->corner[i]);
        bottom = c[i].y < bottom ? c[i].y : bottom;
        top = c[i].y > top ? c[i].y : top;
    }
    for (double r = ceil((bottom - l->y) / l->row); l->y + r * l->row <= top; r += 1.0) {
        double y = l->y + r * l->row, low = -1e9, high = 1e9;
        for (int i = 0; i < 3; ++i)
            clip_row(c[i], c[(i + 1) % 3], y, &low, &high);
        double x = l->x + (r - 2.0 * floor(r * 0.5)) * 0.5 * l->step; /* odd rows are shifted by half a step */
        for (double k = ceil((low - x) / l->step); x + k * l->step <= high; k += 1.0)
            if (!add_lattice_point(l, vvi_grid_round(x + k * l->step, y), triangle->corner[0]))
                return false;
    }
    return true;
}

static double squared_to_segment(vvi_grid_point a, vvi_grid_point b, vvi_grid_point p)
{
    double ux = b.x - a.x, uy = b.y - a.y, px = p.x - a.x, py = p.y - a.y;
    double along = (ux * px + uy * py) / (ux * ux + uy * uy);
    along = vvi_clamp_double(along, 0.0, 1.0);
    double dx = px - along * ux, dy = py - along * uy;
    return dx * dx + dy * dy;
}

/* Whether p is far enough from vertices and constrained edges. The nearest ones visible from p are in its cavity. */
static bool is_clear(const vvi_triangulation *t, vvi_grid_point p, double step)
{
    double vertex_room = VERTEX_ROOM * VERTEX_ROOM * step * step, edge_room = EDGE_ROOM * EDGE_ROOM * step * step;
    for (uint32_t i = 0; i < t->cavity_count; ++i) {
        const vvi_triangle *here = &t->triangles[t->cavity[i]];
        for (uint32_t k = 0; k < 3; ++k) {
            vvi_grid_point a = vvi_at(t, here->corner[k]), b = vvi_at(t, here->corner[k == 2 ? 0 : k + 1]);
            if ((double)vvi_distance_squared(a, p) < vertex_room ||
                (here->kind[k] && squared_to_segment(a, b, p) < edge_room))
                return false;
        }
    }
    return true;
}

static bool insert_lattice_point(lattice *l, uint32_t i)
{
    vvi_triangulation *t = &l->m->t;
    vvi_grid_point p = l->points[i];
    uint32_t begin = l->near[i] == l->last_near ? l->last : l->near[i];
    vvi_location where = vvi_locate(t, p, t->vertices[begin].outgoing, false, NULL);
    if (!t->triangles[where.side >> 2].inside || where.on_vertex)
        return true;
    if (!vvi_find_cavity(t, p, where.side))
        return false;
    if (!is_clear(t, p, l->step))
        return true;
    uint32_t vertex = VV_NONE;
    if (!vvi_insert(t, p, where, &vertex))
        return false;
    t->vertices[vertex].size = l->m->spacing;
    l->last = vertex;
    l->last_near = l->near[i];
    return true;
}

static bool fill_lattice(lattice *l)
{
    vvi_mesher *m = l->m;
    for (uint32_t i = 0; i < m->t.triangle_count; ++i)
        if (m->t.triangles[i].inside && !add_lattice_points(l, &m->t.triangles[i]))
            return false;
    for (uint32_t i = 0; i < l->count && m->t.vertex_count < m->limit; ++i)
        if (!insert_lattice_point(l, i) || (i % 4096 == 4095 && !vvi_mesher_report(m)))
            return false;
    return true;
}

bool vvi_mesher_fill(vvi_mesher *m)
{
    if (!subdivide_long_edges(m))
        return false;
    lattice l = {
        .m = m, .last_near = VV_NONE, .step = (double)m->spacing, .row = (double)m->spacing * 0.86602540378443864676};
    /* The lattice is centred on the drawing, so that symmetric drawings get nearly symmetric meshes. */
    l.x = 0.5 * ((double)m->low.x + m->high.x);
    l.y = 0.5 * ((double)m->low.y + m->high.y);
    bool ok = fill_lattice(&l);
    vvi_release(m->t.allocator, l.points, l.point_capacity, sizeof *l.points);
    vvi_release(m->t.allocator, l.near, l.near_capacity, sizeof *l.near);
    return ok && vvi_mesher_report(m);
}
