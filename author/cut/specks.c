/* Finds the connected components of a mask (runs of equal samples, joined row by row with union–find) and removes the
 * small ones. The inside is 8-connected, so that a thin diagonal line stays one piece; the outside is 4-connected. */
#include "silhouette.h"

typedef struct run {
    uint32_t end;    /* one past the last sample in the row */
    uint32_t parent; /* another run of the same component; the run itself at the root */
    uint32_t area;   /* at the root: the number of samples of the component */
} run;

typedef struct runs {
    const vv_allocator *allocator;
    run *items;
    size_t capacity;
    uint32_t count;
} runs;

static uint32_t root_of(runs *r, uint32_t i)
{
    while (r->items[i].parent != i) {
        r->items[i].parent = r->items[r->items[i].parent].parent;
        i = r->items[i].parent;
    }
    return i;
}

/* The smaller number becomes the root, so that roots are in scan order. */
static void unite_components(runs *r, uint32_t a, uint32_t b)
{
    a = root_of(r, a), b = root_of(r, b);
    if (a == b)
        return;
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    r->items[high].parent = low;
    r->items[low].area += r->items[high].area;
}

static bool add_row(runs *r, const uint8_t *row, uint32_t width)
{
    for (uint32_t x = 0; x < width;) {
        uint32_t end = x + 1;
        while (end < width && row[end] == row[x])
            end++;
        if (!vvi_grow(r->allocator, (void **)&r->items, &r->capacity, (size_t)r->count + 1, sizeof *r->items))
            return false;
        r->items[r->count] = (run){end, r->count, end - x};
        r->count++;
        x = end;
    }
    return true;
}

/* Joins the runs of a row (from `here` on) with those of the row above (from `above` to `here`). Values alternate; the
 * first run of a row is always outside, because of the padding. */
static void join_rows(runs *r, uint32_t above, uint32_t here)
{
    uint32_t top = above, top_start = 0, start = 0;
    for (uint32_t i = here; i < r->count; ++i) {
        bool inside = ((i - here) & 1) != 0;
        uint32_t reach = inside ? 1 : 0;
        /* Step back over the runs above that may also touch this one. */
        while (top > above && top_start + reach > start) {
            top--;
            top_start = top > above ? r->items[top - 1].end : 0;
        }
        for (; top < here && top_start < r->items[i].end + reach; ++top) {
            if ((((top - above) & 1) != 0) == inside && r->items[top].end + reach > start)
                unite_components(r, top, i);
            top_start = r->items[top].end;
        }
        start = r->items[i].end;
    }
}

static bool label_components(runs *r, const vvi_silhouette *s, const uint8_t *bytes)
{
    uint32_t above = 0;
    for (uint32_t y = 0; y < s->height; ++y) {
        uint32_t here = r->count;
        if (!add_row(r, bytes + (size_t)y * s->width, s->width))
            return false;
        if (y > 0)
            join_rows(r, above, here);
        above = here;
    }
    return true;
}

/* Orders components: larger first, then in scan order. */
static bool comes_before(const runs *r, uint32_t a, uint32_t b)
{
    return r->items[a].area != r->items[b].area ? r->items[a].area > r->items[b].area : a < b;
}

static void sift_down(const runs *r, uint32_t *heap, uint32_t at, uint32_t count)
{
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= count)
            return;
        if (child + 1 < count && comes_before(r, heap[child], heap[child + 1]))
            child++;
        if (!comes_before(r, heap[at], heap[child]))
            return;
        uint32_t swap = heap[at];
        heap[at] = heap[child], heap[child] = swap;
        at = child;
    }
}

static void sort_components(const runs *r, uint32_t *roots, uint32_t count)
{
    for (uint32_t i = count / 2; i-- > 0;)
        sift_down(r, roots, i, count);
    for (uint32_t n = count; n-- > 1;) {
        uint32_t swap = roots[0];
        roots[0] = roots[n], roots[n] = swap;
        sift_down(r, roots, 0, n);
    }
}

/* Repaints the runs whose root has area 0. */
static void repaint(runs *r, const vvi_silhouette *s, uint8_t *bytes, uint8_t value)
{
    uint32_t i = 0;
    for (uint32_t y = 0; y < s->height; ++y) {
        uint8_t *row = bytes + (size_t)y * s->width;
        for (uint32_t x = 0; x < s->width; ++i) {
            bool gone = row[x] == value && r->items[root_of(r, i)].area == 0;
            for (; x < r->items[i].end; ++x)
                row[x] = gone ? !value : row[x];
        }
    }
}

/* Whether run i is the root of a component of this value. Run 0, the outer outside, is none. */
static bool is_component(const runs *r, const uint8_t *values, uint32_t i, uint8_t value)
{
    return i > 0 && r->items[i].parent == i && values[i] == value;
}

static bool remove_small(runs *r, vvi_silhouette *s, uint8_t value, double smallest, uint32_t most, uint32_t *left_out)
{
    uint8_t *values = vvi_allocate(r->allocator, r->count, 1);
    uint32_t *roots = vvi_allocate(r->allocator, r->count, sizeof *roots), count = 0;
    if (values && roots) {
        for (uint32_t y = 0, i = 0; y < s->height; ++y)
            for (uint32_t x = 0; x < s->width; x = r->items[i++].end)
                values[i] = s->ink[(size_t)y * s->width + x];
        for (uint32_t i = 0; i < r->count; ++i)
            if (is_component(r, values, i, value))
                roots[count++] = i;
        sort_components(r, roots, count);
        for (uint32_t i = value ? 1 : 0; i < count; ++i) {
            bool is_speck = (double)r->items[roots[i]].area < smallest;
            *left_out += i >= most && !is_speck;
            if (i >= most || is_speck)
                r->items[roots[i]].area = 0;
        }
        repaint(r, s, s->ink, value);
    }
    bool ok = values && roots;
    vvi_release(r->allocator, values, r->count, 1);
    vvi_release(r->allocator, roots, r->count, sizeof *roots);
    return ok;
}

bool vvi_remove_specks(vvi_silhouette *s, uint8_t value, double smallest, uint32_t most, const vv_allocator *allocator,
                       uint32_t *left_out)
{
    runs r = {.allocator = allocator};
    *left_out = 0;
    bool ok = label_components(&r, s, s->ink) && remove_small(&r, s, value, smallest, most, left_out);
    vvi_release(allocator, r.items, r.capacity, sizeof *r.items);
    return ok;
}

/* Decides whether a hole may be closed. */
typedef struct hole {
    float deepest;    /* largest squared distance to the ink */
    uint32_t around;  /* the piece around the hole */
    bool has_islands; /* other pieces lie in the hole; closing it would join them to that one */
} hole;

static void note_neighbour(runs *r, hole *h, uint32_t neighbour)
{
    uint32_t piece = root_of(r, neighbour);
    h->has_islands |= h->around != 0 && h->around != piece;
    h->around = piece;
}

static void measure_holes(runs *r, const vvi_silhouette *s, hole *holes)
{
    uint32_t i = 0;
    for (uint32_t y = 0; y < s->height; ++y)
        for (uint32_t x = 0; x < s->width; ++i) {
            hole *h = &holes[root_of(r, i)];
            if (x > 0)
                note_neighbour(r, h, i - 1);
            for (; x < r->items[i].end; ++x)
                h->deepest = vvi_max(h->deepest, s->squared[(size_t)y * s->width + x]);
            if (x < s->width)
                note_neighbour(r, h, i + 1);
        }
}

/* Marks, by an area of 0, the holes that are small and nowhere deeper than the reach. Pieces that meet the condition
 * are marked too, but only holes are repainted. */
static bool mark_closing_holes(runs *r, const vvi_silhouette *s, double largest)
{
    hole *holes = vvi_allocate_zeroed(r->allocator, r->count, sizeof *holes);
    if (!holes)
        return false;
    measure_holes(r, s, holes);
    for (uint32_t k = 1; k < r->count; ++k)
        if (r->items[k].parent == k && !holes[k].has_islands && holes[k].deepest < s->reach * s->reach &&
            (double)r->items[k].area < largest)
            r->items[k].area = 0;
    vvi_release(r->allocator, holes, r->count, sizeof *holes);
    return true;
}

bool vvi_close_holes(vvi_silhouette *s, double largest, const vv_allocator *allocator)
{
    runs r = {.allocator = allocator};
    bool ok = label_components(&r, s, s->mask) && mark_closing_holes(&r, s, largest);
    if (ok)
        repaint(&r, s, s->mask, 0);
    vvi_release(allocator, r.items, r.capacity, sizeof *r.items);
    return ok;
}
