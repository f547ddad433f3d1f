/* Which handles a matrix couples, and the order in which a factorisation eliminates them: always the handle that is
 * coupled with the fewest others by then (minimum degree), which keeps the factor of a flat drawing sparse. */
#include "sparse.h"

#include <string.h>

#define WORDS (VV_RIG_MAX_HANDLES / 64u)

/* A set of handles. */
typedef struct handle_set {
    uint64_t words[WORDS];
} handle_set;

static bool contains(const handle_set *s, uint32_t handle) { return s->words[handle / 64u] >> (handle % 64u) & 1u; }
static void insert(handle_set *s, uint32_t handle) { s->words[handle / 64u] |= (uint64_t)1 << (handle % 64u); }
static void erase(handle_set *s, uint32_t handle) { s->words[handle / 64u] &= ~((uint64_t)1 << (handle % 64u)); }

static uint32_t size_of(const handle_set *s)
{
    uint32_t size = 0;
    for (uint32_t w = 0; w < WORDS; w++)
        size += (uint32_t)__builtin_popcountll(s->words[w]);
    return size;
}

static bool is_coupled(const double *matrix, uint32_t stride, uint32_t i, uint32_t j)
{
    for (uint32_t row = 0; row < 3; row++)
        for (uint32_t column = 0; column < 3; column++)
            if (matrix[(size_t)(3 * i + row) * stride + 3 * j + column] != 0.0)
                return true;
    return false;
}

/* couples[handle_count]: the handles that each is coupled with, itself included. */
static void find_couples(const vvi_puppet_view *p, handle_set *couples)
{
    memset(couples, 0, p->handle_count * sizeof *couples);
    for (uint32_t i = 0; i < p->handle_count; i++) {
        insert(&couples[i], i);
        for (uint32_t j = 0; j < i; j++)
            if (is_coupled(p->mass_matrix, p->stride, i, j) || is_coupled(p->elastic_matrix, p->stride, i, j) ||
                is_coupled(p->join_matrix, p->stride, i, j)) {
                insert(&couples[i], j);
                insert(&couples[j], i);
            }
    }
}

static uint32_t find_least_coupled(const handle_set *couples, const handle_set *remaining, uint32_t count)
{
    uint32_t best = VV_NONE, best_size = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t size = contains(remaining, i) ? size_of(&couples[i]) : 0;
        if (size > 0 && (best == VV_NONE || size < best_size)) {
            best = i;
            best_size = size;
        }
    }
    return best;
}

/* Eliminates a handle: those that it was coupled with are coupled with one another from now on. couples[handle] keeps
 * the handles that its column of the factor has blocks for. */
static void eliminate(handle_set *couples, uint32_t handle, uint32_t count)
{
    erase(&couples[handle], handle);
    for (uint32_t i = 0; i < count; i++) {
        if (!contains(&couples[handle], i))
            continue;
        for (uint32_t w = 0; w < WORDS; w++)
            couples[i].words[w] |= couples[handle].words[w];
        erase(&couples[i], handle);
    }
}

/* Lists the members of a set in ascending order. Returns the number of all that are listed then. */
static uint32_t list(const handle_set *s, uint32_t count, uint32_t *out, uint32_t listed)
{
    for (uint32_t i = 0; i < count; i++)
        if (contains(s, i))
            out[listed++] = i;
    return listed;
}

/* The handles of a column, renumbered, in ascending order. */
static uint32_t list_ranks(const handle_set *s, const block_pattern *pattern, uint32_t from, uint32_t *out,
                           uint32_t listed)
{
    for (uint32_t k = from; k < pattern->count; k++)
        if (contains(s, pattern->order[k]))
            out[listed++] = k;
    return listed;
}

block_pattern vvi_pattern_measure(const vvi_puppet_view *puppet)
{
    handle_set couples[VV_RIG_MAX_HANDLES], remaining = {{0}};
    block_pattern pattern = {.count = puppet->handle_count};
    find_couples(puppet, couples);
    for (uint32_t i = 0; i < pattern.count; i++) {
        pattern.block_count += size_of(&couples[i]);
        insert(&remaining, i);
    }
    for (uint32_t k = 0; k < pattern.count; k++) {
        uint32_t next = find_least_coupled(couples, &remaining, pattern.count);
        erase(&remaining, next);
        eliminate(couples, next, pattern.count);
        pattern.fill_count += size_of(&couples[next]);
    }
    return pattern;
}

void vvi_pattern_fill(const vvi_puppet_view *puppet, block_pattern *pattern)
{
    handle_set couples[VV_RIG_MAX_HANDLES], remaining = {{0}};
    uint32_t listed = 0;
    find_couples(puppet, couples);
    for (uint32_t i = 0; i < pattern->count; i++) {
        pattern->row_starts[i] = listed;
        listed = list(&couples[i], pattern->count, pattern->columns, listed);
        insert(&remaining, i);
    }
    pattern->row_starts[pattern->count] = listed;
    VVI_CHECK(listed == pattern->block_count);
    for (uint32_t k = 0; k < pattern->count; k++) {
        uint32_t next = find_least_coupled(couples, &remaining, pattern->count);
        erase(&remaining, next);
        eliminate(couples, next, pattern->count);
        pattern->order[k] = next;
        pattern->rank[next] = k;
    }
    listed = 0;
    for (uint32_t k = 0; k < pattern->count; k++) {
        pattern->fill_starts[k] = listed;
        listed = list_ranks(&couples[pattern->order[k]], pattern, k + 1, pattern->fill_rows, listed);
    }
    pattern->fill_starts[pattern->count] = listed;
    VVI_CHECK(listed == pattern->fill_count);
}
