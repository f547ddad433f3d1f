/* Simplified loops must not touch themselves or each other, and must nest as the dense loops do. Edges that violate
 * this, or that cut inside the dense loop by more than allowed, get dense points back. The dense loops themselves
 * satisfy all conditions, so this terminates. */
#include "outline.h"

#include <string.h>

int64_t vvi_outline_area(const vvi_outline *o, uint32_t loop, bool kept)
{
    uint32_t first = o->starts[loop], last = VV_NONE;
    vvi_grid_point origin = o->points[first].at;
    int64_t sum = 0;
    for (uint32_t i = first; i < o->starts[loop + 1]; ++i) {
        if (kept && !o->points[i].kept)
            continue;
        if (last != VV_NONE)
            sum += vvi_orient(origin, o->points[last].at, o->points[i].at);
        else
            first = i;
        last = i;
    }
    return sum + (last == VV_NONE ? 0 : vvi_orient(origin, o->points[last].at, o->points[first].at));
}

uint32_t vvi_outline_next_kept(const vvi_outline *o, uint32_t loop, uint32_t i)
{
    do
        i = i + 1 < o->starts[loop + 1] ? i + 1 : o->starts[loop];
    while (!o->points[i].kept);
    return i;
}

#define CUT_TOLERANCE 8.0f /* grid units */

/* An edge of the simplified outline and the dense points it replaces. */
typedef struct edge {
    uint32_t from, to, loop;
} edge;

typedef struct box {
    vvi_grid_point low, high;
} box;

/* A uniform grid over the outline; each square lists the edges whose dense points come into it. */
typedef struct edge_grid {
    vvi_outline *outline;
    edge *edges;
    uint32_t edge_count;
    uint32_t columns, rows;
    box bounds;
    int32_t square;   /* side, grid units */
    uint32_t *starts; /* [columns · rows + 2] */
    uint32_t *items;  /* edges */
} edge_grid;

static void extend_box(box *b, vvi_grid_point p)
{
    b->low.x = p.x < b->low.x ? p.x : b->low.x, b->low.y = p.y < b->low.y ? p.y : b->low.y;
    b->high.x = p.x > b->high.x ? p.x : b->high.x, b->high.y = p.y > b->high.y ? p.y : b->high.y;
}

static uint32_t dense_next(const vvi_outline *o, uint32_t loop, uint32_t i)
{
    return i + 1 < o->starts[loop + 1] ? i + 1 : o->starts[loop];
}

static box edge_box(const vvi_outline *o, const edge *e)
{
    box b = {o->points[e->from].at, o->points[e->from].at};
    uint32_t i = e->from;
    do {
        i = dense_next(o, e->loop, i);
        extend_box(&b, o->points[i].at);
    } while (i != e->to);
    return b;
}

static void list_edges(edge_grid *t)
{
    vvi_outline *o = t->outline;
    t->edge_count = 0;
    for (uint32_t l = 0; l < o->loop_count; ++l)
        for (uint32_t i = o->starts[l]; i < o->starts[l + 1]; ++i)
            if (o->points[i].kept)
                t->edges[t->edge_count++] = (edge){i, vvi_outline_next_kept(o, l, i), l};
}

/* The squares that a box overlaps. */
typedef struct square_range {
    uint32_t x0, y0, x1, y1;
} square_range;

static square_range squares_of(const edge_grid *t, box b)
{
    return (square_range){
        (uint32_t)((b.low.x - t->bounds.low.x) / t->square), (uint32_t)((b.low.y - t->bounds.low.y) / t->square),
        (uint32_t)((b.high.x - t->bounds.low.x) / t->square), (uint32_t)((b.high.y - t->bounds.low.y) / t->square)};
}

/* Counts the edge in every square that it overlaps; with `place`, stores it there. */
static void visit_squares(edge_grid *t, uint32_t e, bool place)
{
    square_range s = squares_of(t, edge_box(t->outline, &t->edges[e]));
    for (uint32_t y = s.y0; y <= s.y1; ++y)
        for (uint32_t x = s.x0; x <= s.x1; ++x) {
            uint32_t *slot = &t->starts[(size_t)y * t->columns + x + (place ? 1 : 2)];
            if (place)
                t->items[*slot] = e;
            (*slot)++;
        }
}

static void choose_squares(edge_grid *t)
{
    vvi_outline *o = t->outline;
    t->bounds = (box){o->points[0].at, o->points[0].at};
    for (uint32_t i = 0; i < o->starts[o->loop_count]; ++i)
        extend_box(&t->bounds, o->points[i].at);
    double width = (double)(t->bounds.high.x - t->bounds.low.x) + 1.0;
    double height = (double)(t->bounds.high.y - t->bounds.low.y) + 1.0;
    double square = sqrt(width * height / (double)(t->edge_count + 1));
    t->square = (int32_t)(square < VVI_GRID ? VVI_GRID : square);
    t->columns = (uint32_t)(width / t->square) + 1;
    t->rows = (uint32_t)(height / t->square) + 1;
}

static bool fill_squares(edge_grid *t, vvi_arena *arena)
{
    choose_squares(t);
    size_t count = (size_t)t->columns * t->rows;
    t->starts = vvi_arena_allocate(arena, count + 2, sizeof *t->starts);
    if (!t->starts)
        return false;
    for (uint32_t e = 0; e < t->edge_count; ++e)
        visit_squares(t, e, false);
    for (size_t i = 0; i <= count; ++i)
        t->starts[i + 1] += t->starts[i];
    t->items = vvi_arena_allocate(arena, t->starts[count + 1], sizeof *t->items);
    if (!t->items)
        return false;
    for (uint32_t e = 0; e < t->edge_count; ++e)
        visit_squares(t, e, true);
    return true;
}

static bool edges_conflict(const vvi_outline *o, const edge *e, const edge *f)
{
    vvi_grid_point a = o->points[e->from].at, b = o->points[e->to].at;
    vvi_grid_point c = o->points[f->from].at, d = o->points[f->to].at;
    if (e->to == f->from && e->from == f->to)
        return true; /* a loop of two edges */
    if (e->to == f->from)
        return vvi_orient(a, b, d) == 0 && vvi_dot(b, a, d) > 0;
    if (e->from == f->to)
        return vvi_orient(c, a, b) == 0 && vvi_dot(a, c, b) > 0;
    return vvi_segments_touch(a, b, c, d);
}

/* The dense point of an edge that is furthest from it on either side; with `cut`, the one that the edge cuts off by the
 * most beyond its room. VV_NONE if there is none. */
static uint32_t find_furthest(const vvi_outline *o, const edge *e, bool cut)
{
    vvi_grid_point a = o->points[e->from].at, b = o->points[e->to].at;
    float length = sqrtf((float)vvi_distance_squared(a, b)), most = cut ? CUT_TOLERANCE : -1.0f;
    uint32_t found = VV_NONE;
    for (uint32_t i = dense_next(o, e->loop, e->from); i != e->to; i = dense_next(o, e->loop, i)) {
        vvi_grid_point p = o->points[i].at;
        float right = length > 0.0f ? -(float)vvi_orient(a, b, p) / length : sqrtf((float)vvi_distance_squared(a, p));
        float far = cut ? right - o->points[i].room : fabsf(right);
        if (far > most)
            most = far, found = i;
    }
    return found;
}

/* Makes one dense point of an edge a corner again; false if it has none left. */
static bool restore_point(vvi_outline *o, const edge *e, bool cut)
{
    uint32_t i = find_furthest(o, e, cut);
    if (i == VV_NONE || o->points[i].kept)
        return false;
    o->points[i].kept = true;
    return true;
}

/* Whether a point lies between an edge and the dense points that it replaces: by the parity of crossings to the
 * right. */
static bool encloses(const vvi_outline *o, const edge *e, vvi_grid_point p)
{
    bool odd = false;
    uint32_t i = e->to, j = e->from;
    do {
        vvi_grid_point a = o->points[i].at, b = o->points[j].at;
        if ((a.y > p.y) != (b.y > p.y) && (vvi_orient(a, b, p) > 0) == (b.y > a.y))
            odd = !odd;
        i = j;
        j = dense_next(o, e->loop, j);
    } while (i != e->to);
    return odd;
}

static bool repair_square(edge_grid *t, uint32_t square)
{
    bool changed = false;
    for (uint32_t i = t->starts[square]; i < t->starts[square + 1]; ++i)
        for (uint32_t j = i + 1; j < t->starts[square + 1]; ++j) {
            const edge *e = &t->edges[t->items[i]], *f = &t->edges[t->items[j]];
            if (!edges_conflict(t->outline, e, f))
                continue;
            changed |= restore_point(t->outline, e, false);
            changed |= restore_point(t->outline, f, false);
        }
    return changed;
}

/* A loop that lies between another's edge and the dense points it replaces changes sides without touching anything; so
 * does a loop that turns inside out. */
static bool repair_loops(edge_grid *t)
{
    vvi_outline *o = t->outline;
    bool changed = false;
    for (uint32_t l = 0; l < o->loop_count; ++l) {
        uint32_t probe = vvi_outline_next_kept(o, l, o->starts[l]);
        vvi_grid_point p = o->points[probe].at;
        square_range s = squares_of(t, (box){p, p});
        size_t square = (size_t)s.y0 * t->columns + s.x0;
        for (uint32_t i = t->starts[square]; i < t->starts[square + 1]; ++i) {
            const edge *e = &t->edges[t->items[i]];
            if (e->loop != l && encloses(o, e, p))
                changed |= restore_point(o, e, false);
        }
        if ((vvi_outline_area(o, l, true) > 0) == (vvi_outline_area(o, l, false) > 0))
            continue;
        for (uint32_t i = o->starts[l]; i < o->starts[l + 1]; ++i) {
            changed |= !o->points[i].kept;
            o->points[i].kept = true;
        }
    }
    return changed;
}

/* A loop simplified to one or two corners has no edges to split, so every loop keeps at least three. */
static void keep_three_corners(vvi_outline *o)
{
    for (uint32_t l = 0; l < o->loop_count; ++l) {
        uint32_t n = o->starts[l + 1] - o->starts[l], kept = 0;
        for (uint32_t i = o->starts[l]; i < o->starts[l + 1]; ++i)
            kept += o->points[i].kept;
        for (uint32_t k = 0; kept < 3 && k < 4; ++k)
            o->points[o->starts[l] + k * n / 4].kept = true;
    }
}

static bool untangle_once(edge_grid *t, bool *changed)
{
    vvi_arena arena = {.allocator = t->outline->allocator};
    list_edges(t);
    bool ok = fill_squares(t, &arena);
    *changed = false;
    for (uint32_t square = 0; ok && square < t->columns * t->rows; ++square)
        *changed |= repair_square(t, square);
    for (uint32_t e = 0; ok && e < t->edge_count; ++e)
        *changed |= restore_point(t->outline, &t->edges[e], true);
    if (ok)
        *changed |= repair_loops(t);
    vvi_arena_release(&arena);
    return ok;
}

vv_result vvi_outline_untangle(vvi_outline *o, vv_error *error)
{
    size_t count = o->starts[o->loop_count];
    edge_grid t = {.outline = o, .edges = vvi_allocate(o->allocator, count, sizeof(edge))};
    bool ok = t.edges != NULL, changed = true;
    keep_three_corners(o);
    while (ok && changed)
        ok = untangle_once(&t, &changed);
    vvi_release(o->allocator, t.edges, count, sizeof(edge));
    return ok ? VV_OK : vvi_fail_memory(error, count * sizeof(edge));
}
