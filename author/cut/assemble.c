/* Turns the outline into a constrained triangulation. */
#include "mesher.h"

bool vvi_mesher_report(vvi_mesher *m)
{
    if (m->progress && m->progress->report && !m->progress->report(m->progress->user, m->done))
        m->cancelled = true;
    return !m->cancelled;
}

/* The corners of all loops in order, and their vertices. */
typedef struct corners {
    uint32_t *points;   /* [count] into the outline's points */
    uint32_t *vertices; /* [count] */
    uint32_t count;
} corners;

static bool insert_corner(vvi_mesher *m, corners *c, uint32_t i, uint32_t hint)
{
    vvi_triangulation *t = &m->t;
    vvi_grid_point p = m->outline->points[c->points[i]].at;
    uint32_t from = hint == VV_NONE ? t->vertices[0].outgoing : t->vertices[c->vertices[hint]].outgoing;
    return vvi_insert(t, p, vvi_locate(t, p, from, false, NULL), &c->vertices[i]);
}

/* Inserts every 4ᵏth corner first, then finer ones, each near one that is there already: so walks are short, and no
 * vertex has a fan of thousands of triangles for long. */
static bool insert_corners(vvi_mesher *m, corners *c)
{
    uint32_t stride = 1;
    while (stride < c->count / 4)
        stride *= 4;
    for (uint32_t coarse = 0; stride > 0; coarse = stride, stride /= 4)
        for (uint32_t i = 0; i < c->count; i += stride) {
            if (coarse && i % coarse == 0)
                continue;
            uint32_t hint = coarse ? i - i % coarse : i >= stride ? i - stride : VV_NONE;
            if (!insert_corner(m, c, i, hint))
                return false;
        }
    return true;
}

static float mean_length(const vvi_triangulation *t, uint32_t a, uint32_t b, uint32_t c)
{
    return (float)(0.5 * (sqrt((double)vvi_distance_squared(vvi_at(t, a), vvi_at(t, b))) +
                          sqrt((double)vvi_distance_squared(vvi_at(t, b), vvi_at(t, c)))));
}

/* Inserts the edges of one loop, whose corners are c->vertices[first … first + count). */
static bool connect_loop(vvi_mesher *m, const corners *c, uint32_t first, uint32_t count)
{
    const uint32_t *v = c->vertices + first;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t next = v[(i + 1) % count], last = v[(i + count - 1) % count];
        vvi_obstacle by;
        if (vvi_connect(&m->t, v[i], next, VVI_OUTLINE, NULL, &by) != VVI_CONNECTED)
            return false;
        m->t.vertices[v[i]].fixed = true;
        m->t.vertices[v[i]].size = mean_length(&m->t, last, v[i], next);
    }
    return true;
}

static bool connect_loops(vvi_mesher *m, const corners *c)
{
    uint32_t first = 0;
    for (uint32_t l = 0; l < m->outline->loop_count; ++l) {
        uint32_t end = first;
        while (end < c->count && c->points[end] < m->outline->starts[l + 1])
            end++;
        if (!connect_loop(m, c, first, end - first))
            return false;
        first = end;
    }
    return true;
}

bool vvi_mesher_assemble(vvi_mesher *m)
{
    const vvi_outline *o = m->outline;
    uint32_t total = o->starts[o->loop_count];
    corners c = {.count = 0};
    c.points = vvi_allocate(o->allocator, total, sizeof *c.points);
    c.vertices = vvi_allocate(o->allocator, total, sizeof *c.vertices);
    for (uint32_t i = 0; c.points && i < total; ++i)
        if (o->points[i].kept)
            c.points[c.count++] = i;
    bool ok = c.points && c.vertices && vvi_triangulation_create(m->low, m->high, o->allocator, &m->t) &&
              insert_corners(m, &c) && connect_loops(m, &c) && vvi_mark_inside(&m->t);
    vvi_release(o->allocator, c.points, total, sizeof *c.points);
    vvi_release(o->allocator, c.vertices, total, sizeof *c.vertices);
    return ok && vvi_mesher_report(m);
}
