/* The order of elimination: nested dissection (George 1973). A range of unknowns is sorted along a direction and cut
 * near its middle. The unknowns of one side with neighbours on the other are the separator and are eliminated last,
 * so that the two sides cause no fill-in in each other. Directions are the coordinate axes, or breadth-first distance
 * without coordinates. */
#include "sparse_private.h"

#include <string.h>

#define MAX_DIRECTIONS 3u
#define LEAF           24u /* a range of so few unknowns is not cut */
/* The smaller side keeps at least this fraction of the unknowns: enough freedom to find a small separator, and balanced
 * enough for a logarithmic depth. */
#define SMALLER_SIDE 0.40

typedef struct dissection {
    const vvi_graph *graph;
    uint32_t directions;
    bool by_distance;                 /* no coordinates: sorted[0] is sorted anew for each range */
    uint32_t *sorted[MAX_DIRECTIONS]; /* each [n]: every range sorted along a direction */
    uint32_t *scratch;                /* [n] */
    uint32_t *rank;                   /* [n] position of an unknown in its range, along the current direction */
    uint32_t *part;                   /* [n] the range that an unknown is in; 0 once it is in a separator */
    uint8_t *side;                    /* [n] */
    int32_t *cut_low, *cut_high;      /* [n + 2] */
    uint32_t last_part;
    uint32_t *range_starts;
    uint32_t range_count;
} dissection;

enum { LOW, HIGH, SEPARATOR, SIDES };

/* Separates the first `at` unknowns along `direction` from the others; the separator is taken from side `from`. */
typedef struct cut {
    uint32_t direction, at, size;
    int from;
} cut;

/* ---- Sorting ----------------------------------------------------------------------------------------------------- */

static void merge(const uint32_t *from, uint32_t *to, size_t low, size_t middle, size_t high, const double *keys,
                  size_t step)
{
    size_t a = low, b = middle;
    for (size_t i = low; i < high; i++) {
        bool left = a < middle && (b >= high || keys[from[a] * step] <= keys[from[b] * step]);
        to[i] = left ? from[a++] : from[b++];
    }
}

/* A stable merge sort of items[n] by keys[step · item]. */
static void sort_by_key(uint32_t *items, uint32_t *scratch, size_t n, const double *keys, size_t step)
{
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t low = 0; low < n; low += 2 * width) {
            size_t middle = low + width < n ? low + width : n, high = low + 2 * width < n ? low + 2 * width : n;
            merge(items, scratch, low, middle, high, keys, step);
        }
        memcpy(items, scratch, n * sizeof *items);
    }
}

/* ---- Breadth-first distance -------------------------------------------------------------------------------------- */

/* Appends to the queue all unvisited unknowns of `part` that can be reached from `seed`. Returns the queue's new
 * length. */
static uint32_t visit_from(dissection *d, uint32_t part, uint32_t seed, uint32_t *queue, uint32_t length)
{
    const vvi_graph *graph = d->graph;
    uint32_t head = length;
    queue[length++] = seed;
    d->side[seed] = 1;
    while (head < length) {
        uint32_t v = queue[head++];
        for (uint32_t e = graph->starts[v]; e < graph->starts[v + 1]; e++) {
            uint32_t u = graph->ends[e];
            if (d->part[u] != part || d->side[u])
                continue;
            d->side[u] = 1;
            queue[length++] = u;
        }
    }
    return length;
}

/* Sorts a range by breadth-first distance from a peripheral unknown, which is the last one reached from any other.
 * Connected components follow one another. */
static void sort_by_distance(dissection *d, uint32_t part, uint32_t begin, uint32_t end)
{
    uint32_t *items = d->sorted[0] + begin, *queue = d->scratch, count = end - begin, length = 0;
    for (uint32_t i = 0; i < count; i++)
        d->side[items[i]] = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (d->side[items[i]])
            continue;
        uint32_t start = length;
        length = visit_from(d, part, items[i], queue, length);
        uint32_t peripheral = queue[length - 1];
        for (uint32_t k = start; k < length; k++)
            d->side[queue[k]] = 0;
        length = visit_from(d, part, peripheral, queue, start);
    }
    memcpy(items, queue, count * sizeof *items);
}

/* ---- Cutting ----------------------------------------------------------------------------------------------------- */

/* The size of the separator of every cut along a direction, all at once. An unknown at position i whose neighbours
 * lie between positions `low` and `high` belongs to the low side's separator for the cuts at i + 1 … high, and to the
 * high side's for the cuts at low + 1 … i. The arrays hold differences; the caller sums them. */
static void count_separators(dissection *d, uint32_t direction, uint32_t part, uint32_t begin, uint32_t count)
{
    const vvi_graph *graph = d->graph;
    const uint32_t *items = d->sorted[direction] + begin;
    memset(d->cut_low, 0, (count + 2) * sizeof *d->cut_low);
    memset(d->cut_high, 0, (count + 2) * sizeof *d->cut_high);
    for (uint32_t i = 0; i < count; i++)
        d->rank[items[i]] = i;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t low = i, high = i;
        for (uint32_t e = graph->starts[items[i]]; e < graph->starts[items[i] + 1]; e++) {
            uint32_t u = graph->ends[e];
            if (d->part[u] != part)
                continue;
            low = d->rank[u] < low ? d->rank[u] : low;
            high = d->rank[u] > high ? d->rank[u] : high;
        }
        d->cut_low[i + 1]++;
        d->cut_low[high + 1]--;
        d->cut_high[low + 1]++;
        d->cut_high[i + 1]--;
    }
}

/* Finds the cut with the smallest separator; among equal ones, the one nearest the middle. */
static void improve_cut(dissection *d, uint32_t direction, uint32_t part, uint32_t begin, uint32_t count, cut *best)
{
    count_separators(d, direction, part, begin, count);
    uint32_t first = (uint32_t)(SMALLER_SIDE * count), last = count - first;
    int32_t size[2] = {0, 0};
    uint32_t best_distance = UINT32_MAX;
    for (uint32_t at = 1; at <= last; at++) {
        size[LOW] += d->cut_low[at];
        size[HIGH] += d->cut_high[at];
        if (at < first || at < 1)
            continue;
        uint32_t distance = 2 * at > count ? 2 * at - count : count - 2 * at;
        int from = size[HIGH] < size[LOW] ? HIGH : LOW;
        uint32_t found = (uint32_t)size[from];
        if (found < best->size || (found == best->size && best->direction == direction && distance < best_distance)) {
            *best = (cut){direction, at, found, from};
            best_distance = distance;
        }
    }
}

static bool has_neighbour_in(const dissection *d, uint32_t v, uint32_t part, uint8_t side)
{
    const vvi_graph *graph = d->graph;
    for (uint32_t e = graph->starts[v]; e < graph->starts[v + 1]; e++) {
        if (d->part[graph->ends[e]] == part && d->side[graph->ends[e]] == side)
            return true;
    }
    return false;
}

/* Assigns a side to each unknown of the range. An unknown of the separator without neighbours on the side that it was
 * taken from may move to the other side. Only a few may, or a graph without edges inside the sides would never be
 * divided. */
static void choose_sides(dissection *d, uint32_t part, uint32_t begin, uint32_t count, cut best)
{
    const uint32_t *items = d->sorted[best.direction] + begin;
    uint8_t from = (uint8_t)best.from, other = (uint8_t)(1 - best.from);
    for (uint32_t i = 0; i < count; i++)
        d->side[items[i]] = i < best.at ? LOW : HIGH;
    uint32_t first = best.from == LOW ? 0 : best.at, last = best.from == LOW ? best.at : count;
    for (uint32_t i = first; i < last; i++)
        d->scratch[i] = has_neighbour_in(d, items[i], part, other);
    for (uint32_t i = first; i < last; i++) {
        if (d->scratch[i])
            d->side[items[i]] = SEPARATOR;
    }
    uint32_t may_move = count / 8;
    for (uint32_t i = first; i < last && may_move; i++) {
        if (d->scratch[i] && !has_neighbour_in(d, items[i], part, from)) {
            d->side[items[i]] = other;
            may_move--;
        }
    }
}

/* Reorders a range, in every direction, into low side, high side and separator; each stays sorted. */
static void partition(dissection *d, uint32_t begin, uint32_t count, uint32_t sizes[SIDES])
{
    for (uint32_t direction = 0; direction < d->directions; direction++) {
        uint32_t *items = d->sorted[direction] + begin, length = 0;
        for (uint8_t side = 0; side < SIDES; side++) {
            uint32_t start = length;
            for (uint32_t i = 0; i < count; i++) {
                if (d->side[items[i]] == side)
                    d->scratch[length++] = items[i];
            }
            sizes[side] = length - start;
        }
        VVI_CHECK(length == count && sizes[LOW] + sizes[HIGH] + sizes[SEPARATOR] == count);
        memcpy(items, d->scratch, count * sizeof *items);
    }
}

static void assign_part(dissection *d, uint32_t begin, uint32_t count, uint32_t part)
{
    for (uint32_t i = 0; i < count; i++)
        d->part[d->sorted[0][begin + i]] = part;
}

static void dissect(dissection *d, uint32_t begin, uint32_t end)
{
    uint32_t count = end - begin;
    if (count == 0)
        return;
    if (count <= LEAF) {
        d->range_starts[d->range_count++] = begin;
        return;
    }
    uint32_t part = ++d->last_part, sizes[SIDES];
    assign_part(d, begin, count, part);
    if (d->by_distance)
        sort_by_distance(d, part, begin, end);
    cut best = {UINT32_MAX, 0, UINT32_MAX, LOW};
    for (uint32_t direction = 0; direction < d->directions; direction++)
        improve_cut(d, direction, part, begin, count, &best);
    choose_sides(d, part, begin, count, best);
    VVI_CHECK(best.direction < d->directions && best.at <= count);
    partition(d, begin, count, sizes);
    assign_part(d, begin + sizes[LOW] + sizes[HIGH], sizes[SEPARATOR], 0);
    dissect(d, begin, begin + sizes[LOW]);
    dissect(d, begin + sizes[LOW], begin + sizes[LOW] + sizes[HIGH]);
    if (sizes[SEPARATOR])
        d->range_starts[d->range_count++] = end - sizes[SEPARATOR];
}

/* ---- The whole --------------------------------------------------------------------------------------------------- */

static bool allocate_dissection(dissection *d, vvi_arena *arena, uint32_t n)
{
    bool ok = true;
    for (uint32_t i = 0; i < d->directions; i++)
        ok = ok && (d->sorted[i] = vvi_arena_allocate(arena, n, sizeof *d->sorted[i]));
    ok = ok && (d->scratch = vvi_arena_allocate(arena, n, sizeof *d->scratch));
    ok = ok && (d->rank = vvi_arena_allocate(arena, n, sizeof *d->rank));
    ok = ok && (d->part = vvi_arena_allocate(arena, n, sizeof *d->part));
    ok = ok && (d->side = vvi_arena_allocate(arena, n, sizeof *d->side));
    ok = ok && (d->cut_low = vvi_arena_allocate(arena, n + 2, sizeof *d->cut_low));
    return ok && (d->cut_high = vvi_arena_allocate(arena, n + 2, sizeof *d->cut_high));
}

bool vvi_sparse_dissect(const vvi_graph *graph, uint32_t dimensions, const double *coordinates,
                        const vv_allocator *allocator, uint32_t *order, uint32_t *range_starts, uint32_t *range_count)
{
    uint32_t n = graph->n;
    bool by_distance = !coordinates || dimensions == 0;
    dissection d = {.graph = graph, .by_distance = by_distance, .range_starts = range_starts};
    d.directions = by_distance ? 1 : dimensions < MAX_DIRECTIONS ? dimensions : MAX_DIRECTIONS;
    vvi_arena arena = {.allocator = allocator};
    bool ok = allocate_dissection(&d, &arena, n);
    if (ok) {
        for (uint32_t i = 0; i < d.directions; i++) {
            for (uint32_t v = 0; v < n; v++)
                d.sorted[i][v] = v;
            if (!by_distance)
                sort_by_key(d.sorted[i], d.scratch, n, coordinates + i, dimensions);
        }
        dissect(&d, 0, n);
        VV_ASSERT(d.range_count <= n && vvi_all_below(d.sorted[0], n, n));
        memcpy(order, d.sorted[0], n * sizeof *order);
        range_starts[d.range_count] = n;
        *range_count = d.range_count;
    }
    vvi_arena_release(&arena);
    return ok;
}
