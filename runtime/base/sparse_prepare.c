/* The layout of the factor, from the pattern of the matrix: which rows each front has, where each entry of the matrix
 * goes, and which rows of its parent a front's update matrix is added to. No values are read here. */
#include "sparse_private.h"

#include <string.h>

/* What only the preparation needs. A step is a position in the order of elimination. */
typedef struct layout {
    vvi_arena arena;
    uint32_t n;
    uint32_t *starts, *ends, *sources; /* both triangles: neighbour, and index of the value in the matrix */
    uint32_t *order;                   /* [n] the unknown that each step eliminates */
    uint32_t *step_of;                 /* [n] the step that eliminates each unknown */
    uint32_t *range_starts;            /* [n + 1] */
    uint32_t range_count;
    uint32_t *front_of;    /* [n] by step */
    uint32_t *mark;        /* [n] by step: the last front whose boundary has it, plus one */
    uint32_t *row_of_step; /* [n] its row in the front being mapped */
    uint32_t *boundary;    /* growing: the boundaries of all fronts as ascending steps */
    size_t boundary_count, boundary_capacity;
    size_t *boundary_starts; /* [fronts + 1] */
} layout;

/* ---- The graph --------------------------------------------------------------------------------------------------- */

static bool allocate_layout(layout *l, uint32_t n, uint32_t entries)
{
    vvi_arena *arena = &l->arena;
    bool ok = (l->starts = vvi_arena_allocate(arena, (size_t)n + 2, sizeof *l->starts));
    ok = ok && (l->ends = vvi_arena_allocate(arena, 2 * (size_t)entries + 1, sizeof *l->ends));
    ok = ok && (l->sources = vvi_arena_allocate(arena, 2 * (size_t)entries + 1, sizeof *l->sources));
    ok = ok && (l->order = vvi_arena_allocate(arena, n, sizeof *l->order));
    ok = ok && (l->step_of = vvi_arena_allocate(arena, n, sizeof *l->step_of));
    ok = ok && (l->range_starts = vvi_arena_allocate(arena, (size_t)n + 1, sizeof *l->range_starts));
    ok = ok && (l->front_of = vvi_arena_allocate(arena, n, sizeof *l->front_of));
    ok = ok && (l->mark = vvi_arena_allocate(arena, n, sizeof *l->mark));
    ok = ok && (l->row_of_step = vvi_arena_allocate(arena, n, sizeof *l->row_of_step));
    return ok && (l->boundary_starts = vvi_arena_allocate(arena, (size_t)n + 1, sizeof *l->boundary_starts));
}

/* Both triangles from the lower one, without the diagonal. While they are filled, `starts` is shifted by two. */
static void build_graph(layout *l, const vvi_sparse_matrix *matrix)
{
    for (uint32_t column = 0; column < l->n; column++) {
        for (uint32_t e = matrix->starts[column]; e < matrix->starts[column + 1]; e++) {
            uint32_t row = matrix->rows[e];
            VV_ASSERT(row >= column && row < l->n);
            if (row == column)
                continue;
            l->starts[row + 2]++;
            l->starts[column + 2]++;
        }
    }
    for (uint32_t i = 2; i < l->n + 2; i++)
        l->starts[i] += l->starts[i - 1];
    for (uint32_t column = 0; column < l->n; column++) {
        for (uint32_t e = matrix->starts[column]; e < matrix->starts[column + 1]; e++) {
            uint32_t row = matrix->rows[e];
            if (row == column)
                continue;
            uint32_t a = l->starts[row + 1]++, b = l->starts[column + 1]++;
            VVI_CHECK(a != b && a < 2 * matrix->starts[l->n] && b < 2 * matrix->starts[l->n]);
            l->ends[a] = column;
            l->ends[b] = row;
            l->sources[a] = l->sources[b] = e;
        }
    }
}

/* ---- Boundaries -------------------------------------------------------------------------------------------------- */

static bool add_boundary_row(layout *l, const vv_allocator *allocator, uint32_t front, uint32_t step)
{
    if (l->mark[step] == front + 1)
        return true;
    void *items = l->boundary;
    if (!vvi_grow(allocator, &items, &l->boundary_capacity, l->boundary_count + 1, sizeof *l->boundary))
        return false;
    l->boundary = items;
    l->mark[step] = front + 1;
    l->boundary[l->boundary_count++] = step;
    return true;
}

/* Insertion sort: lists are short and consist of a few sorted runs. */
static void sort_steps(uint32_t *steps, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        uint32_t step = steps[i];
        size_t k = i;
        for (; k > 0 && steps[k - 1] > step; k--)
            steps[k] = steps[k - 1];
        steps[k] = step;
    }
}

/* The rows that eliminating front f changes: neighbours of its unknowns and boundaries of its children, as far as
 * they come after its last column. */
static bool list_boundary(layout *l, const vv_allocator *allocator, const vvi_front *fronts, uint32_t f)
{
    const vvi_front *front = &fronts[f];
    uint32_t end = front->first + front->columns;
    VVI_CHECK(end <= l->n && (f == 0 || l->boundary_starts[f] == l->boundary_count));
    l->boundary_starts[f] = l->boundary_count;
    for (uint32_t child = front->first_child; child != VVI_SPARSE_NONE; child = fronts[child].next_sibling) {
        for (size_t i = l->boundary_starts[child]; i < l->boundary_starts[child + 1]; i++) {
            if (l->boundary[i] >= end && !add_boundary_row(l, allocator, f, l->boundary[i]))
                return false;
        }
    }
    for (uint32_t step = front->first; step < end; step++) {
        uint32_t unknown = l->order[step];
        for (uint32_t e = l->starts[unknown]; e < l->starts[unknown + 1]; e++) {
            if (l->step_of[l->ends[e]] >= end && !add_boundary_row(l, allocator, f, l->step_of[l->ends[e]]))
                return false;
        }
    }
    if (l->boundary_count > l->boundary_starts[f])
        sort_steps(l->boundary + l->boundary_starts[f], l->boundary_count - l->boundary_starts[f]);
    l->boundary_starts[f + 1] = l->boundary_count;
    return true;
}

/* The parent of a front is the one that eliminates the first row of its boundary. */
static bool build_tree(layout *l, const vv_allocator *allocator, vvi_front *fronts)
{
    for (uint32_t f = 0; f < l->range_count; f++) {
        fronts[f] = (vvi_front){.first = l->range_starts[f], .columns = l->range_starts[f + 1] - l->range_starts[f]};
        fronts[f].parent = fronts[f].first_child = fronts[f].next_sibling = VVI_SPARSE_NONE;
        for (uint32_t i = 0; i < fronts[f].columns; i++)
            l->front_of[fronts[f].first + i] = f;
    }
    for (uint32_t f = 0; f < l->range_count; f++) {
        if (!list_boundary(l, allocator, fronts, f))
            return false;
        if (l->boundary_starts[f] == l->boundary_count)
            continue;
        uint32_t parent = l->front_of[l->boundary[l->boundary_starts[f]]];
        VVI_CHECK(parent > f && parent < l->range_count);
        fronts[f].parent = parent;
        fronts[f].next_sibling = fronts[parent].first_child;
        fronts[parent].first_child = f;
    }
    return true;
}

/* ---- The layout of the numbers ----------------------------------------------------------------------------------- */

static uint32_t round_up4(uint32_t x) { return (x + 3u) & ~3u; }

/* The kernels work on whole tiles of four columns and may run up to three rows past the last one: strides and column
 * counts leave space for that (see sparse_front.c). */
static void place_front(const layout *l, vvi_front *front, uint32_t f, size_t *numbers, size_t *rows)
{
    uint32_t boundary = (uint32_t)(l->boundary_starts[f + 1] - l->boundary_starts[f]);
    VVI_CHECK(boundary == 0 || vvi_is_ascending(l->boundary + l->boundary_starts[f], boundary));
    front->rows = front->columns + boundary;
    front->stride = round_up4(front->rows + 3);
    front->update_stride = round_up4(boundary);
    front->row_start = *rows;
    *rows += front->rows;
    front->panel = *numbers;
    *numbers += (size_t)front->stride * round_up4(front->columns);
    front->update = *numbers;
    *numbers += (size_t)front->update_stride * front->update_stride;
}

/* What changes with every factorisation; the rest is the layout. */
static bool allocate_numbers(vvi_sparse_factor *factor)
{
    vvi_arena *arena = &factor->arena;
    bool ok = (factor->numbers = vvi_arena_allocate(arena, factor->number_count, sizeof *factor->numbers));
    ok = ok && (factor->last_values = vvi_arena_allocate(arena, factor->entry_count, sizeof *factor->last_values));
    ok = ok && (factor->last_added = vvi_arena_allocate(arena, factor->n, sizeof *factor->last_added));
    ok = ok && (factor->floors = vvi_arena_allocate(arena, factor->most_columns, sizeof *factor->floors));
    ok = ok && (factor->work = vvi_arena_allocate(arena, factor->most_rows + VVI_FRONT_SLACK, sizeof *factor->work));
    return ok && (factor->changed = vvi_arena_allocate(arena, factor->front_count, sizeof *factor->changed));
}

static bool allocate_factor(vvi_sparse_factor *factor, const layout *l, uint32_t entries)
{
    size_t rows = 0;
    for (uint32_t f = 0; f < factor->front_count; f++) {
        vvi_front *front = &factor->fronts[f];
        place_front(l, front, f, &factor->number_count, &rows);
        factor->most_rows = front->rows > factor->most_rows ? front->rows : factor->most_rows;
        factor->most_columns = front->columns > factor->most_columns ? front->columns : factor->most_columns;
    }
    factor->number_count += VVI_FRONT_SLACK;
    vvi_arena *arena = &factor->arena;
    bool ok = (factor->rows = vvi_arena_allocate(arena, rows, sizeof *factor->rows));
    ok = ok && (factor->to_parent = vvi_arena_allocate(arena, rows, sizeof *factor->to_parent));
    return ok && (factor->entries = vvi_arena_allocate(arena, entries, sizeof *factor->entries));
}

/* Maps each entry of the front's own columns into its panel: the diagonal first, then the neighbours of later steps. */
static void map_entries(layout *l, vvi_sparse_factor *factor, const uint32_t *diagonals, vvi_front *front)
{
    front->entry_start = factor->entry_count;
    for (uint32_t column = 0; column < front->columns; column++) {
        uint32_t step = front->first + column, unknown = l->order[step];
        VVI_CHECK(l->step_of[unknown] == step);
        uint32_t base = column * front->stride;
        factor->entries[factor->entry_count++] = (vvi_sparse_entry){diagonals[unknown], base + column};
        for (uint32_t e = l->starts[unknown]; e < l->starts[unknown + 1]; e++) {
            uint32_t other = l->step_of[l->ends[e]];
            if (other > step)
                factor->entries[factor->entry_count++] =
                    (vvi_sparse_entry){l->sources[e], base + l->row_of_step[other]};
        }
    }
    VVI_CHECK(factor->entry_count >= front->entry_start + front->columns);
    front->entry_end = factor->entry_count;
}

static void map_front(layout *l, vvi_sparse_factor *factor, const uint32_t *diagonals, uint32_t f)
{
    vvi_front *front = &factor->fronts[f];
    uint32_t *rows = factor->rows + front->row_start;
    for (uint32_t i = 0; i < front->columns; i++) {
        rows[i] = l->order[front->first + i];
        l->row_of_step[front->first + i] = i;
    }
    for (uint32_t i = front->columns; i < front->rows; i++) {
        uint32_t step = l->boundary[l->boundary_starts[f] + i - front->columns];
        rows[i] = l->order[step];
        l->row_of_step[step] = i;
    }
    map_entries(l, factor, diagonals, front);
    for (uint32_t c = front->first_child; c != VVI_SPARSE_NONE; c = factor->fronts[c].next_sibling) {
        const vvi_front *child = &factor->fronts[c];
        uint32_t *to_parent = factor->to_parent + child->row_start;
        for (uint32_t i = child->columns; i < child->rows; i++)
            to_parent[i] = l->row_of_step[l->boundary[l->boundary_starts[c] + i - child->columns]];
    }
}

/* ---- The whole --------------------------------------------------------------------------------------------------- */

static bool prepare(layout *l, vvi_sparse_factor *factor, const vvi_sparse_matrix *matrix, uint32_t dimensions,
                    const double *coordinates)
{
    const vv_allocator *allocator = factor->allocator;
    uint32_t n = matrix->n, entries = matrix->starts[n];
    uint32_t *diagonals = vvi_arena_allocate(&l->arena, n, sizeof *diagonals);
    if (!diagonals || !allocate_layout(l, n, entries))
        return false;
    for (uint32_t i = 0; i < n; i++)
        diagonals[i] = matrix->starts[i]; /* rows ascend, so the diagonal comes first */
    VVI_CHECK(vvi_are_starts(matrix->starts, n, entries));
    build_graph(l, matrix);
    vvi_graph graph = {n, l->starts, l->ends};
    if (!vvi_sparse_dissect(&graph, dimensions, coordinates, allocator, l->order, l->range_starts, &l->range_count))
        return false;
    for (uint32_t step = 0; step < n; step++)
        l->step_of[l->order[step]] = step;
    VVI_CHECK(vvi_are_starts(l->range_starts, l->range_count, n) && l->range_count > 0);
    factor->front_count = l->range_count;
    factor->fronts = vvi_arena_allocate(&factor->arena, factor->front_count, sizeof *factor->fronts);
    if (!factor->fronts || !build_tree(l, allocator, factor->fronts) || !allocate_factor(factor, l, entries))
        return false;
    for (uint32_t f = 0; f < factor->front_count; f++)
        map_front(l, factor, diagonals, f);
    VV_ASSERT(factor->entry_count == entries);
    return allocate_numbers(factor);
}

vv_result vvi_sparse_prepare(const vvi_sparse_matrix *matrix, uint32_t dimensions, const double *coordinates,
                             const vv_allocator *allocator, vvi_sparse_factor **out, vv_error *error)
{
    VV_ASSERT(matrix->n > 0);
    vvi_sparse_factor *factor = vvi_allocate_zeroed(allocator, 1, sizeof *factor);
    if (!factor)
        return vvi_fail_memory(error, sizeof *factor);
    factor->allocator = allocator;
    factor->arena.allocator = allocator;
    factor->n = matrix->n;
    layout l = {.arena = {.allocator = allocator}, .n = matrix->n};
    bool ok = prepare(&l, factor, matrix, dimensions, coordinates);
    vvi_release(allocator, l.boundary, l.boundary_capacity, sizeof *l.boundary);
    vvi_arena_release(&l.arena);
    if (!ok) {
        vvi_sparse_destroy(factor);
        return vvi_fail_memory(error, (size_t)matrix->n * sizeof(double));
    }
    *out = factor;
    return VV_OK;
}

vv_result vvi_sparse_share(const vvi_sparse_factor *of, vvi_sparse_factor **out, vv_error *error)
{
    vvi_sparse_factor *factor = vvi_allocate_zeroed(of->allocator, 1, sizeof *factor);
    if (!factor)
        return vvi_fail_memory(error, sizeof *factor);
    *factor = *of;
    factor->arena = (vvi_arena){.allocator = of->allocator};
    factor->valid = false;
    if (!allocate_numbers(factor)) {
        vvi_sparse_destroy(factor);
        return vvi_fail_memory(error, of->number_count * sizeof(double));
    }
    *out = factor;
    return VV_OK;
}

void vvi_sparse_destroy(vvi_sparse_factor *factor)
{
    if (!factor)
        return;
    vvi_arena_release(&factor->arena);
    vvi_release(factor->allocator, factor, 1, sizeof *factor);
}
