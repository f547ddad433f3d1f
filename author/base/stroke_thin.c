/* Fewer points for a stroke: the one that is nearest to what would be drawn without it goes first, as corners do in
 * Visvalingam and Whyatt 1993, from a heap, so that a million points take n log n steps however they lie. */
#include "author/base/stroke_thin.h"

#include "runtime/base/base.h"

typedef struct thinning {
    const vv_vec2 *points;
    uint32_t *before, *after; /* neighbours that are still there */
    /* [count] The squared distance of each point from the line between its neighbours, and at least the loss of a
     * neighbour that was removed before it. */
    double *losses;
    uint32_t *heap;   /* points, that of the least loss first; of the same loss the earlier */
    uint32_t *places; /* in the heap, of each point */
    uint32_t heap_count;
} thinning;

static double loss_of(const thinning *t, uint32_t i)
{
    vv_vec2 a = t->points[t->before[i]], b = t->points[i], c = t->points[t->after[i]];
    double ux = (double)c.x - (double)a.x, uy = (double)c.y - (double)a.y;
    double vx = (double)b.x - (double)a.x, vy = (double)b.y - (double)a.y;
    double square = ux * ux + uy * uy, along = square > 0.0 ? (ux * vx + uy * vy) / square : 0.0;
    along = along > 0.0 ? along : 0.0;
    along = along < 1.0 ? along : 1.0;
    double dx = vx - along * ux, dy = vy - along * uy;
    return dx * dx + dy * dy;
}

/* ---- The heap ---------------------------------------------------------------------------------------------------- */

static bool goes_first(const thinning *t, uint32_t a, uint32_t b)
{
    return t->losses[a] < t->losses[b] || (t->losses[a] == t->losses[b] && a < b);
}

static void place_in_heap(thinning *t, uint32_t place, uint32_t point)
{
    t->heap[place] = point;
    t->places[point] = place;
}

static void rise(thinning *t, uint32_t place)
{
    uint32_t point = t->heap[place];
    for (; place > 0 && goes_first(t, point, t->heap[(place - 1) / 2]); place = (place - 1) / 2)
        place_in_heap(t, place, t->heap[(place - 1) / 2]);
    place_in_heap(t, place, point);
}

static void sink(thinning *t, uint32_t place)
{
    uint32_t point = t->heap[place];
    for (uint32_t child = 2 * place + 1; child < t->heap_count; place = child, child = 2 * place + 1) {
        if (child + 1 < t->heap_count && goes_first(t, t->heap[child + 1], t->heap[child]))
            child++;
        if (!goes_first(t, t->heap[child], point))
            break;
        place_in_heap(t, place, t->heap[child]);
    }
    place_in_heap(t, place, point);
}

/* ---- Thinning ---------------------------------------------------------------------------------------------------- */

static void remove_first(thinning *t)
{
    uint32_t gone = t->heap[0], neighbours[2] = {t->before[gone], t->after[gone]};
    if (--t->heap_count > 0) {
        place_in_heap(t, 0, t->heap[t->heap_count]);
        sink(t, 0);
    }
    t->after[neighbours[0]] = neighbours[1];
    t->before[neighbours[1]] = neighbours[0];
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t point = neighbours[i];
        if (t->places[point] == VV_NONE) /* an end */
            continue;
        double loss = loss_of(t, point);
        t->losses[point] = loss > t->losses[gone] ? loss : t->losses[gone];
        rise(t, t->places[point]);
        sink(t, t->places[point]);
    }
}

static void prepare(thinning *t, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        t->before[i] = i - 1;
        t->after[i] = i + 1;
    }
    t->places[0] = t->places[count - 1] = VV_NONE;
    for (uint32_t i = 1; i + 1 < count; i++) {
        t->losses[i] = loss_of(t, i);
        place_in_heap(t, t->heap_count++, i);
    }
    for (uint32_t place = t->heap_count / 2; place-- > 0;)
        sink(t, place);
}

vv_result vv_stroke_thin(uint32_t count, const vv_vec2 *points, uint32_t most, const vv_allocator *allocator,
                         uint32_t *kept, uint32_t *kept_count, vv_error *error)
{
    *kept_count = 0;
    if (count <= most || most < 2) {
        for (uint32_t i = 0; i < count && (count <= most || i == 0); i++)
            kept[(*kept_count)++] = i;
        return VV_OK;
    }
    vvi_arena arena = {.allocator = allocator};
    thinning t = {.points = points,
                  .before = vvi_arena_allocate(&arena, count, sizeof *t.before),
                  .after = vvi_arena_allocate(&arena, count, sizeof *t.after),
                  .losses = vvi_arena_allocate(&arena, count, sizeof *t.losses),
                  .heap = vvi_arena_allocate(&arena, count, sizeof *t.heap),
                  .places = vvi_arena_allocate(&arena, count, sizeof *t.places)};
    bool good = t.before && t.after && t.losses && t.heap && t.places;
    if (good)
        prepare(&t, count);
    while (good && t.heap_count + 2 > most)
        remove_first(&t);
    for (uint32_t i = 0; good && i < count; i = t.after[i])
        kept[(*kept_count)++] = i;
    vvi_arena_release(&arena);
    return good ? VV_OK : vvi_fail_memory(error, count * sizeof *t.losses);
}
