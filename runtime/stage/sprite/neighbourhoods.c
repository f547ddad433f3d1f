/* Neighbourhoods (the k-rings of "Dynamic Sprites") as runs of particles. Each is collected in a bit set, so memory
 * is that of the runs alone, however many particles lie within k edges of a hub. */
#include "prepare.h"

#include <string.h>

/* seen[v] == mark: vertex v is in `found`. `bits`: the same by particles. */
typedef struct search {
    const vvi_adjacency *adjacency;
    const sprite_order *order;
    uint32_t *seen, *found, count, mark;
    uint64_t *bits;
    uint32_t low, high; /* words of `bits` in use */
} search;

static void add_vertex(search *s, uint32_t vertex)
{
    if (s->seen[vertex] == s->mark)
        return;
    uint32_t particle = s->order->particles[vertex], word = particle / 64u;
    VVI_CHECK(s->order->vertices[particle] == vertex && s->count < s->adjacency->vertex_count);
    s->seen[vertex] = s->mark;
    s->found[s->count++] = vertex;
    s->bits[word] |= (uint64_t)1 << (particle % 64u);
    s->low = word < s->low ? word : s->low;
    s->high = word > s->high ? word : s->high;
}

static void find_ring(search *s, uint32_t centre, uint32_t ring)
{
    s->mark = centre + 1u;
    s->count = 0;
    s->low = UINT32_MAX;
    s->high = 0;
    add_vertex(s, centre);
    for (uint32_t k = 0, begin = 0; k < ring; k++)
        for (uint32_t end = s->count; begin < end; begin++) {
            uint32_t v = s->found[begin];
            for (uint32_t i = s->adjacency->starts[v]; i < s->adjacency->starts[v + 1]; i++)
                add_vertex(s, s->adjacency->neighbours[i]);
        }
}

/* The next particle at or after `from` whose bit is `wanted`; `end` if there is none before it. */
static uint32_t next_bit(const uint64_t *bits, uint32_t from, uint32_t end, bool wanted)
{
    while (from < end) {
        uint64_t word = wanted ? bits[from / 64u] : ~bits[from / 64u];
        word >>= from % 64u;
        if (word != 0) {
            from += (uint32_t)__builtin_ctzll(word);
            return from < end ? from : end;
        }
        from = (from / 64u + 1u) * 64u;
    }
    return end;
}

/* Appends the runs of the particles found (NULL: counts them), cut where spans end, and clears the bits. */
static uint32_t collect_runs(search *s, uint16_t (*runs)[2])
{
    uint32_t end = (s->high + 1u) * 64u, count = 0;
    for (uint32_t first = next_bit(s->bits, s->low * 64u, end, true); first < end; count++) {
        uint32_t span = first / VVI_SPRITE_SPAN, last = next_bit(s->bits, first, end, false);
        VVI_CHECK(last > first);
        last = last < (span + 1u) * VVI_SPRITE_SPAN ? last : (span + 1u) * VVI_SPRITE_SPAN;
        if (runs) {
            runs[count][0] = (uint16_t)(first + span);
            runs[count][1] = (uint16_t)(last + span);
        }
        first = next_bit(s->bits, last, end, true);
    }
    memset(s->bits + s->low, 0, (s->high - s->low + 1u) * sizeof *s->bits);
    return count;
}

static bool allocate_search(const vvi_adjacency *adjacency, const sprite_order *order, vvi_arena *arena, search *s)
{
    uint32_t n = adjacency->vertex_count;
    *s = (search){.adjacency = adjacency, .order = order};
    s->seen = vvi_arena_allocate(arena, n, sizeof *s->seen);
    s->found = vvi_arena_allocate(arena, n, sizeof *s->found);
    s->bits = vvi_arena_allocate(arena, n / 64u + 1u, sizeof *s->bits);
    return s->seen && s->found && s->bits;
}

bool vvi_sprite_count_runs(const vvi_adjacency *adjacency, const sprite_order *order, uint32_t ring, vvi_arena *arena,
                           uint64_t *count)
{
    search s;
    if (!allocate_search(adjacency, order, arena, &s))
        return false;
    *count = 0;
    for (uint32_t i = 0; i < adjacency->vertex_count; i++) {
        find_ring(&s, order->vertices[i], ring);
        *count += collect_runs(&s, NULL);
    }
    return true;
}

bool vvi_sprite_list_runs(const vvi_adjacency *adjacency, const sprite_order *order, uint32_t ring, vvi_arena *arena,
                          sprite_runs *out)
{
    search s;
    if (!allocate_search(adjacency, order, arena, &s))
        return false;
    uint32_t total = 0;
    for (uint32_t i = 0; i < adjacency->vertex_count; i++) {
        find_ring(&s, order->vertices[i], ring);
        out->starts[i] = total;
        out->sizes[i] = s.count;
        VVI_CHECK(s.count >= 1 && s.found[0] == order->vertices[i]);
        total += collect_runs(&s, out->runs + total);
    }
    out->starts[adjacency->vertex_count] = total;
    return true;
}
