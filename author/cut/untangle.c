/* Simplified loops must not touch themselves or each other, and must lie in each other as the dense loops do. Edges that
 * offend get more of their dense points back, and so do edges that thereby cut off more than they may; the dense loops
 * themselves are fine, so this ends. */
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

/* Edges by the squares of a grid that their dense points come into. */
typedef struct tangle {
    vvi_outline *outline;
    edge *edges;
    uint32_t edge_count;
    uint32_t columns, rows;
    box bounds;
    int32_t square;   /* side, grid units */
    uint32_t *starts; /* [columns · rows + 2] */
    uint32_t *items;  /* edges */
} tangle;

static void include(box *b, vvi_grid_point p)
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
        include(&b, o->points[i].at);
    } while (i != e->to);
    return b;
}

static void list_edges(tangle *t)
{
    vvi_outline *o = t->outline;
    t->edge_count = 0;
    for (uint32_t l = 0; l < o->loop_count; ++l)
        for (uint32_t i = o->starts[l]; i < o->starts[l + 1]; ++i)
            if (o->points[i].kept)
                t->edges[t->edge_count++] = (edge){i, vvi_outline_next_kept(o, l, i), l};
}

/* The squares that a box comes into. */
typedef struct squares {
    uint32_t x0, y0, x1, y1;
} squares;

static squares squares_of(const tangle *t, box b)
{
    return (squares){
        (uint32_t)((b.low.x - t->bounds.low.x) / t->square), (uint32_t)((b.low.y - t->bounds.low.y) / t->square),
        (uint32_t)((b.high.x - t->bounds.low.x) / t->square), (uint32_t)((b.high.y - t->bounds.low.y) / t->square)};
}

/* Adds one to the slot of every square the edge comes into; with items, puts the edge there. */
static void visit_squares(tangle *t, uint32_t e, bool place)
{
    squares s = squares_of(t, edge_box(t->outline, &t->edges[e]));
    for (uint32_t y = s.y0; y <= s.y1; ++y)
        for (uint32_t x = s.x0; x <= s.x1; ++x) {
            uint32_t *slot = &t->starts[(size_t)y * t->columns + x + (place ? 1 : 2)];
            if (place)
                t->items[*slot] = e;
            (*slot)++;
        }
}

static void choose_squares(tangle *t)
{
    vvi_outline *o = t->outline;
    t->bounds = (box){o->points[0].at, o->points[0].at};
    for (uint32_t i = 0; i < o->starts[o->loop_count]; ++i)
        include(&t->bounds, o->points[i].at);
    double width = (double)(t->bounds.high.x - t->bounds.low.x) + 1.0;
    double height = (double)(t->bounds.high.y - t->bounds.low.y) + 1.0;
    double square = sqrt(width * height / (double)(t->edge_count + 1));
    t->square = (int32_t)(square < VVI_GRID ? VVI_GRID : square);
    t->columns = (uint32_t)(width / t->square) + 1;
    t->rows = (uint32_t)(height / t->square) + 1;
}

static bool fill_squares(tangle *t, vvi_arena *arena)
{
    choose_squares(t);
    size_t count = (size_t)t->columns * t->rows;
    t->starts = vvi_arena_take(arena, count + 2, sizeof *t->starts);
    if (!t->starts)
        return false;
    for (uint32_t e = 0; e < t->edge_count; ++e)
        visit_squares(t, e, false);
    for (size_t i = 0; i <= count; ++i)
        t->starts[i + 1] += t->starts[i];
    t->items = vvi_arena_take(arena, t->starts[count + 1], sizeof *t->items);
    if (!t->items)
        return false;
    for (uint32_t e = 0; e < t->edge_count; ++e)
        visit_squares(t, e, true);
    return true;
}

static bool edges_offend(const vvi_outline *o, const edge *e, const edge *f)
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

/* The dense point of an edge that is furthest from it, on either side; with `cut`, the one that the edge cuts off by
 * most, beyond its room. VV_NONE if there is none. */
static uint32_t furthest(const vvi_outline *o, const edge *e, bool cut)
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

/* Gives an edge one of its dense points back; false if it has none to give. */
static bool split(vvi_outline *o, const edge *e, bool cut)
{
    uint32_t i = furthest(o, e, cut);
    if (i == VV_NONE || o->points[i].kept)
        return false;
    o->points[i].kept = true;
    return true;
}

/* Whether a point lies between an edge and the dense points it replaces: by the parity of crossings to the right. */
static bool swallows(const vvi_outline *o, const edge *e, vvi_grid_point p)
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

static bool mend_square(tangle *t, uint32_t square)
{
    bool changed = false;
    for (uint32_t i = t->starts[square]; i < t->starts[square + 1]; ++i)
        for (uint32_t j = i + 1; j < t->starts[square + 1]; ++j) {
            const edge *e = &t->edges[t->items[i]], *f = &t->edges[t->items[j]];
            if (!edges_offend(t->outline, e, f))
                continue;
            changed |= split(t->outline, e, false);
            changed |= split(t->outline, f, false);
        }
    return changed;
}

/* A loop that fits between another's edge and its dense points would change sides without touching anything; so would
 * one that turned inside out. */
static bool mend_loops(tangle *t)
{
    vvi_outline *o = t->outline;
    bool changed = false;
    for (uint32_t l = 0; l < o->loop_count; ++l) {
        uint32_t probe = vvi_outline_next_kept(o, l, o->starts[l]);
        vvi_grid_point p = o->points[probe].at;
        squares s = squares_of(t, (box){p, p});
        size_t square = (size_t)s.y0 * t->columns + s.x0;
        for (uint32_t i = t->starts[square]; i < t->starts[square + 1]; ++i) {
            const edge *e = &t->edges[t->items[i]];
            if (e->loop != l && swallows(o, e, p))
                changed |= split(o, e, false);
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

/* A loop simplified to one or two corners has no edges to split. */
static void keep_three(vvi_outline *o)
{
    for (uint32_t l = 0; l < o->loop_count; ++l) {
        uint32_t n = o->starts[l + 1] - o->starts[l], kept = 0;
        for (uint32_t i = o->starts[l]; i < o->starts[l + 1]; ++i)
            kept += o->points[i].kept;
        for (uint32_t k = 0; kept < 3 && k < 4; ++k)
            o->points[o->starts[l] + k * n / 4].kept = true;
    }
}

static bool untangle_once(tangle *t, bool *changed)
{
    vvi_arena arena = {.allocator = t->outline->allocator};
    list_edges(t);
    bool fine = fill_squares(t, &arena);
    *changed = false;
    for (uint32_t square = 0; fine && square < t->columns * t->rows; ++square)
        *changed |= mend_square(t, square);
    for (uint32_t e = 0; fine && e < t->edge_count; ++e)
        *changed |= split(t->outline, &t->edges[e], true);
    if (fine)
        *changed |= mend_loops(t);
    vvi_arena_release(&arena);
    return fine;
}

vv_result vvi_outline_untangle(vvi_outline *o, vv_error *error)
{
    size_t count = o->starts[o->loop_count];
    tangle t = {.outline = o, .edges = vvi_allocate(o->allocator, count, sizeof(edge))};
    bool fine = t.edges != NULL, changed = true;
    keep_three(o);
    while (fine && changed)
        fine = untangle_once(&t, &changed);
    vvi_release(o->allocator, t.edges, count, sizeof(edge));
    return fine ? VV_OK : vvi_fail_memory(error, count * sizeof(edge));
}
