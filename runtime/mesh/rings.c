/* Neighbourhoods: for each vertex everything within k edges, by breadth-first search. */
#include "mesh.h"

/* What one search needs, kept between searches: `seen[i] == mark` means vertex i is already in `found`. */
typedef struct search {
    const vvi_adjacency *adjacency;
    uint32_t *seen, *found;
    uint32_t count, mark;
} search;

static void reach(search *s, uint32_t vertex)
{
    if (s->seen[vertex] == s->mark)
        return;
    s->seen[vertex] = s->mark;
    s->found[s->count++] = vertex;
}

static void find_ring(search *s, uint32_t centre, uint32_t ring)
{
    s->mark = centre + 1;
    s->count = 0;
    reach(s, centre);
    uint32_t begin = 0;
    for (uint32_t k = 0; k < ring && begin < s->count; ++k) {
        uint32_t end = s->count;
        for (; begin < end; ++begin) {
            uint32_t v = s->found[begin];
            for (uint32_t i = s->adjacency->starts[v]; i < s->adjacency->starts[v + 1]; ++i)
                reach(s, s->adjacency->neighbours[i]);
        }
    }
}

/* Shell sort with gaps of 3ᵏ. */
void vvi_sort_ascending(uint32_t *values, uint32_t count)
{
    uint32_t gap = 1;
    while (gap < count / 3)
        gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3)
        for (uint32_t i = gap; i < count; ++i) {
            uint32_t value = values[i], at = i;
            for (; at >= gap && values[at - gap] > value; at -= gap)
                values[at] = values[at - gap];
            values[at] = value;
        }
}

static vv_result fill_rings(search *s, uint32_t ring, vvi_rings *out, vv_error *error)
{
    uint32_t n = s->adjacency->vertex_count;
    uint64_t total = 0;
    for (uint32_t i = 0; i < n; ++i) {
        find_ring(s, i, ring);
        total += s->count;
        if (total > UINT32_MAX)
            return vvi_fail(error, VV_ERROR_LIMIT, "neighbourhoods of %u edges are too large to list", ring);
        out->starts[i + 1] = (uint32_t)total;
    }
    out->members = vvi_arena_take(&out->arena, (size_t)total, sizeof(uint32_t));
    if (!out->members)
        return vvi_fail_memory(error, (size_t)total * sizeof(uint32_t));
    for (uint32_t i = 0; i < n; ++i)
        s->seen[i] = 0;
    for (uint32_t i = 0; i < n; ++i) {
        find_ring(s, i, ring);
        vvi_sort_ascending(s->found, s->count);
        for (uint32_t k = 0; k < s->count; ++k)
            out->members[out->starts[i] + k] = s->found[k];
    }
    return VV_OK;
}

vv_result vvi_rings_create(const vvi_adjacency *adjacency, uint32_t ring, const vv_allocator *allocator, vvi_rings *out,
                           vv_error *error)
{
    uint32_t n = adjacency->vertex_count;
    *out = (vvi_rings){.arena = {.allocator = allocator}};
    vvi_arena scratch = {.allocator = allocator};
    search s = {.adjacency = adjacency};
    s.seen = vvi_arena_take(&scratch, n, sizeof(uint32_t));
    s.found = vvi_arena_take(&scratch, n, sizeof(uint32_t));
    out->starts = vvi_arena_take(&out->arena, (size_t)n + 1, sizeof(uint32_t));
    vv_result result = VV_OK;
    if (!s.seen || !s.found || !out->starts)
        result = vvi_fail_memory(error, (size_t)n * 3 * sizeof(uint32_t));
    else
        result = fill_rings(&s, ring, out, error);
    vvi_arena_release(&scratch);
    if (result != VV_OK)
        vvi_rings_destroy(out);
    return result;
}

void vvi_rings_destroy(vvi_rings *rings)
{
    vvi_arena_release(&rings->arena);
    *rings = (vvi_rings){.arena = {.allocator = rings->arena.allocator}};
}
