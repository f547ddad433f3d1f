/* Loop subdivision as sparse matrices: every vertex of the subdivided mesh, with its limit and tangents, as a
 * combination of the control vertices. Rows are multiplied out in double, level by level, so that drawing costs one
 * product. */
#include "subdivide.h"

/* A sparse matrix with a column for each control vertex; it grows by rows. */
typedef struct rows {
    uint32_t count;
    uint32_t *starts;     /* [max_count + 1] */
    uint32_t *columns;    /* [starts[count]], ascending inside a row */
    double (*weights)[3]; /* [starts[count]] */
    size_t column_capacity, weight_capacity;
    uint32_t max_count;
} rows;

/* One level of subdivision: its triangles, their adjacency, and its vertices as rows over the control vertices. */
typedef struct level {
    uint32_t vertex_count, triangle_count;
    const uint32_t *triangles;
    uint32_t *side_edges; /* [3 · triangle_count] the edge from corner k to the next */
    uint8_t *borders;     /* [vertex_count] how many borders run through it */
    vvi_adjacency adjacency;
    rows vertices;
    vvi_arena arena;
} level;

/* Builds a row of `to` as a sum of rows of `from`. sums[c] of control vertex c is valid where marks[c] is the number
 * of the row, plus one. */
typedef struct row_sum {
    const rows *from;
    rows *to;
    double (*sums)[3];
    uint32_t *marks, *touched;
    uint32_t count;
    const vv_allocator *allocator;
} row_sum;

/* ---- Rows ------------------------------------------------------------------------------------------------------ */

static bool rows_create(uint32_t max_count, const vv_allocator *allocator, rows *out)
{
    *out = (rows){.max_count = max_count};
    out->starts = vvi_allocate_zeroed(allocator, (size_t)max_count + 1, sizeof(uint32_t));
    return out->starts != NULL;
}

static void rows_destroy(rows *r, const vv_allocator *allocator)
{
    vvi_release(allocator, r->starts, (size_t)r->max_count + 1, sizeof(uint32_t));
    vvi_release(allocator, r->columns, r->column_capacity, sizeof *r->columns);
    vvi_release(allocator, r->weights, r->weight_capacity, sizeof *r->weights);
    *r = (rows){0};
}

static bool rows_reserve(rows *r, size_t more, const vv_allocator *allocator)
{
    size_t needed = r->starts[r->count] + more;
    return needed <= UINT32_MAX &&
           vvi_grow(allocator, (void **)&r->columns, &r->column_capacity, needed, sizeof *r->columns) &&
           vvi_grow(allocator, (void **)&r->weights, &r->weight_capacity, needed, sizeof *r->weights);
}

/* Each control vertex is itself. */
static bool rows_identity(rows *r, uint32_t count, const vv_allocator *allocator)
{
    if (!rows_create(count, allocator, r) || !rows_reserve(r, count, allocator))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        r->columns[i] = i;
        r->weights[i][0] = 1.0;
        r->weights[i][1] = r->weights[i][2] = 0.0;
        r->starts[i + 1] = i + 1;
    }
    r->count = count;
    return true;
}

static bool row_sum_create(vvi_arena *arena, const rows *from, rows *to, uint32_t control_count, row_sum *out)
{
    *out = (row_sum){.from = from, .to = to, .allocator = arena->allocator};
    out->sums = vvi_arena_allocate(arena, control_count, sizeof *out->sums);
    out->marks = vvi_arena_allocate(arena, control_count, sizeof *out->marks);
    out->touched = vvi_arena_allocate(arena, control_count, sizeof *out->touched);
    return out->sums && out->marks && out->touched;
}

/* Adds weight · row `vertex` of the previous level. Only its position counts: vertices of a level have no tangents
 * yet. */
static void add_row(row_sum *m, uint32_t vertex, const double weight[3])
{
    uint32_t mark = m->to->count + 1;
    for (uint32_t e = m->from->starts[vertex]; e < m->from->starts[vertex + 1]; e++) {
        uint32_t c = m->from->columns[e];
        if (m->marks[c] != mark) {
            m->marks[c] = mark;
            m->touched[m->count++] = c;
            m->sums[c][0] = m->sums[c][1] = m->sums[c][2] = 0.0;
        }
        for (int k = 0; k < 3; k++)
            m->sums[c][k] += weight[k] * m->from->weights[e][0];
    }
}

/* Stores the sum as a new row. Entries that cancelled out stay, because all three matrices have the same columns. */
static bool finish_row(row_sum *m)
{
    rows *to = m->to;
    if (!rows_reserve(to, m->count, m->allocator))
        return false;
    vvi_sort_ascending(m->touched, m->count);
    uint32_t at = to->starts[to->count];
    for (uint32_t i = 0; i < m->count; i++, at++) {
        to->columns[at] = m->touched[i];
        for (int k = 0; k < 3; k++)
            to->weights[at][k] = m->sums[m->touched[i]][k];
    }
    to->starts[++to->count] = at;
    m->count = 0;
    return true;
}

static bool add_ring_row(row_sum *m, const ring *r, double (*weights)[3])
{
    add_row(m, r->centre, weights[0]);
    for (uint32_t i = 0; i < r->count; i++)
        if (weights[i + 1][0] != 0.0 || weights[i + 1][1] != 0.0 || weights[i + 1][2] != 0.0)
            add_row(m, r->around[i], weights[i + 1]);
    return finish_row(m);
}

/* ---- Levels ---------------------------------------------------------------------------------------------------- */

static void level_destroy(level *l)
{
    vvi_adjacency_destroy(&l->adjacency);
    rows_destroy(&l->vertices, l->arena.allocator);
    vvi_arena_release(&l->arena);
}

/* Finds the edge on each side of each triangle. */
static void number_sides(level *l)
{
    const vvi_adjacency *a = &l->adjacency;
    for (uint32_t e = 0; e < a->edge_count; e++)
        for (uint32_t s = 0; s < 2 && a->edge_triangles[2 * (size_t)e + s] != VV_NONE; s++) {
            size_t first = 3 * (size_t)a->edge_triangles[2 * (size_t)e + s];
            const uint32_t *corner = l->triangles + first, *ends = a->edges + 2 * (size_t)e;
            for (uint32_t k = 0; k < 3; k++)
                if ((corner[k] == ends[0] && corner[(k + 1) % 3] == ends[1]) ||
                    (corner[k] == ends[1] && corner[(k + 1) % 3] == ends[0]))
                    l->side_edges[first + k] = e;
        }
}

static vv_result level_build_adjacency(level *l, vv_error *error)
{
    vv_mesh mesh = {.vertex_count = l->vertex_count, .triangle_count = l->triangle_count, .triangles = l->triangles};
    l->side_edges = vvi_arena_allocate(&l->arena, 3 * (size_t)l->triangle_count, sizeof(uint32_t));
    l->borders = vvi_arena_allocate(&l->arena, l->vertex_count, 1);
    if (!l->side_edges || !l->borders)
        return vvi_fail_memory(error, 3 * (size_t)l->triangle_count * sizeof(uint32_t));
    vv_result result = vvi_adjacency_create(&mesh, l->arena.allocator, &l->adjacency, error);
    if (result != VV_OK)
        return result;
    number_sides(l);
    for (uint32_t b = 0; b < l->adjacency.boundary_count; b++) {
        uint8_t *count = &l->borders[l->adjacency.boundary[2 * (size_t)b]];
        *count = *count < 2 ? (uint8_t)(*count + 1) : 2;
    }
    return VV_OK;
}

/* The weight of `end` in the new vertex on the edge from it to `other`, an edge with two triangles. */
static double end_weight(const level *l, uint32_t end, uint32_t other)
{
    const uint32_t *starts = l->adjacency.starts;
    if (l->borders[end] == 1 && l->borders[other] == 0)
        return 0.75 - vvi_border_gamma(starts[end + 1] - starts[end]);
    if (l->borders[end] == 0 && l->borders[other] == 1)
        return vvi_border_gamma(starts[other + 1] - starts[other]);
    return 0.375;
}

/* The new vertex on an edge: on a border half of each end, else ¾ of the ends together and ⅛ of each opposite
 * vertex. */
static bool add_edge_row(row_sum *m, const level *l, uint32_t edge)
{
    static const double opposite[3] = {0.125};
    const uint32_t *ends = l->adjacency.edges + 2 * (size_t)edge;
    const uint32_t *sides = l->adjacency.edge_triangles + 2 * (size_t)edge;
    bool border = sides[1] == VV_NONE;
    VVI_CHECK(ends[0] < ends[1] && ends[1] < l->vertex_count);
    double end = border ? 0.5 : end_weight(l, ends[0], ends[1]);
    const double first[3] = {end}, second[3] = {border ? 0.5 : 0.75 - end};
    add_row(m, ends[0], first);
    add_row(m, ends[1], second);
    for (uint32_t s = 0; s < 2 && !border; s++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t corner = l->triangles[3 * (size_t)sides[s] + k];
            if (corner != ends[0] && corner != ends[1])
                add_row(m, corner, opposite);
        }
    return finish_row(m);
}

typedef void (*stencil_function)(const ring *r, stencil out);

static void find_centre_weights(const level *l, ring *r)
{
    r->near_border = false;
    for (uint32_t i = 0; i < r->count && !r->border; i++) {
        r->centre_weights[i] = end_weight(l, r->centre, r->around[i]);
        r->near_border = r->near_border || r->centre_weights[i] != 0.375;
    }
}

static bool add_vertex_rows(row_sum *m, const level *l, vvi_arena *scratch, stencil_function stencil_at)
{
    ring_finder finder;
    ring *r = vvi_arena_allocate(scratch, 1, sizeof *r);
    double(*weights)[3] = vvi_arena_allocate(scratch, 1, sizeof(stencil));
    if (!r || !weights || !vvi_ring_finder_create(scratch, l->vertex_count, &finder))
        return false;
    for (uint32_t v = 0; v < l->vertex_count; v++) {
        vvi_ring_find(&finder, l->triangles, &l->adjacency, v, r);
        find_centre_weights(l, r);
        stencil_at(r, weights);
        if (!add_ring_row(m, r, weights))
            return false;
    }
    return true;
}

static void split_triangles(const level *l, uint32_t *out)
{
    for (uint32_t t = 0; t < l->triangle_count; t++) {
        const uint32_t *c = l->triangles + 3 * (size_t)t, *e = l->side_edges + 3 * (size_t)t;
        uint32_t n = l->vertex_count, ab = n + e[0], bc = n + e[1], ca = n + e[2];
        VVI_CHECK(vvi_all_below(e, 3, l->adjacency.edge_count));
        const uint32_t four[12] = {c[0], ab, ca, c[1], bc, ab, c[2], ca, bc, ab, bc, ca};
        for (int k = 0; k < 12; k++)
            out[12 * (size_t)t + (size_t)k] = four[k];
    }
}

/* The next level: old vertices move, every edge gets a new vertex, every triangle becomes four. */
static bool refine(const level *l, uint32_t control_count, vvi_arena *scratch, level *out)
{
    *out = (level){.vertex_count = l->vertex_count + l->adjacency.edge_count, .triangle_count = 4 * l->triangle_count};
    out->arena.allocator = l->arena.allocator;
    uint32_t *triangles = vvi_arena_allocate(&out->arena, 3 * (size_t)out->triangle_count, sizeof(uint32_t));
    row_sum m;
    if (!triangles || !rows_create(out->vertex_count, out->arena.allocator, &out->vertices) ||
        !row_sum_create(scratch, &l->vertices, &out->vertices, control_count, &m) ||
        !add_vertex_rows(&m, l, scratch, vvi_stencil_next))
        return false;
    for (uint32_t e = 0; e < l->adjacency.edge_count; e++)
        if (!add_edge_row(&m, l, e))
            return false;
    split_triangles(l, triangles);
    VVI_CHECK(vvi_all_below(triangles, 3 * (size_t)out->triangle_count, out->vertex_count));
    out->triangles = triangles;
    return true;
}

/* ---- The whole ------------------------------------------------------------------------------------------------- */

vv_result vvi_triangles_check(uint32_t vertex_count, uint32_t triangle_count, const uint32_t *triangles,
                              const vv_allocator *allocator, vv_error *error)
{
    vv_result result = VV_OK;
    uint32_t *valences = vvi_allocate_zeroed(allocator, vertex_count, sizeof *valences);
    if (!valences)
        return vvi_fail_memory(error, (size_t)vertex_count * sizeof *valences);
    for (uint32_t t = 0; t < triangle_count && result == VV_OK; t++) {
        const uint32_t *c = triangles + 3 * (size_t)t;
        for (uint32_t k = 0; k < 3 && result == VV_OK; k++)
            if (c[k] >= vertex_count)
                result = vvi_fail(error, VV_ERROR_ARGUMENT,
                                  "triangle %u names vertex %u, but there are only %u vertices", t, c[k], vertex_count);
            else if (c[k] == c[(k + 1) % 3])
                result = vvi_fail(error, VV_ERROR_ARGUMENT, "triangle %u has vertex %u at two corners", t, c[k]);
            else if (++valences[c[k]] > VVI_LOOP_MAX_VALENCE)
                result = vvi_fail(error, VV_ERROR_LIMIT, "more than %u triangles meet at vertex %u",
                                  VVI_LOOP_MAX_VALENCE, c[k]);
    }
    vvi_release(allocator, valences, vertex_count, sizeof *valences);
    return result;
}

/* Stores the limit of the finest level, rounded to floats, and its triangles. */
static bool store_limit(const rows *limit, const level *finest, vvi_loop *out)
{
    uint32_t entries = limit->starts[limit->count];
    VV_ASSERT(vvi_are_starts(limit->starts, limit->count, entries) && limit->count == finest->vertex_count);
    size_t corners = 3 * (size_t)finest->triangle_count;
    out->vertex_count = limit->count;
    out->triangle_count = finest->triangle_count;
    out->entry_count = entries;
    out->triangles = vvi_arena_allocate(&out->arena, corners, sizeof(uint32_t));
    out->starts = vvi_arena_allocate(&out->arena, (size_t)limit->count + 1, sizeof(uint32_t));
    out->columns = vvi_arena_allocate(&out->arena, entries, sizeof(uint32_t));
    out->positions = vvi_arena_allocate(&out->arena, entries, sizeof(float));
    out->tangents = vvi_arena_allocate(&out->arena, entries, sizeof *out->tangents);
    if (!out->triangles || !out->starts || !out->columns || !out->positions || !out->tangents)
        return false;
    for (size_t c = 0; c < corners; c++)
        out->triangles[c] = finest->triangles[c];
    for (uint32_t i = 0; i <= limit->count; i++)
        out->starts[i] = limit->starts[i];
    for (uint32_t e = 0; e < entries; e++) {
        out->columns[e] = limit->columns[e];
        out->positions[e] = (float)limit->weights[e][0];
        out->tangents[e][0] = (float)limit->weights[e][1];
        out->tangents[e][1] = (float)limit->weights[e][2];
    }
    return true;
}

static bool make_limit(const level *finest, uint32_t control_count, vvi_loop *out)
{
    const vv_allocator *allocator = out->arena.allocator;
    vvi_arena scratch = {.allocator = allocator};
    rows limit = {0};
    row_sum m;
    bool done = rows_create(finest->vertex_count, allocator, &limit) &&
                row_sum_create(&scratch, &finest->vertices, &limit, control_count, &m) &&
                add_vertex_rows(&m, finest, &scratch, vvi_stencil_limit) && store_limit(&limit, finest, out);
    rows_destroy(&limit, allocator);
    vvi_arena_release(&scratch);
    return done;
}

/* Replaces a level whose adjacency is built by the next one, and builds its adjacency. */
static vv_result subdivide_once(level *l, uint32_t control_count, uint32_t max_vertices, vv_error *error)
{
    if ((uint64_t)l->vertex_count + l->adjacency.edge_count > max_vertices || l->triangle_count > UINT32_MAX / 12u)
        return vvi_fail(error, VV_ERROR_LIMIT, "subdividing %u vertices would make more than %u", l->vertex_count,
                        max_vertices);
    level next;
    vvi_arena scratch = {.allocator = l->arena.allocator};
    vv_result result = VV_OK;
    if (!refine(l, control_count, &scratch, &next))
        result = vvi_fail_memory(error, (size_t)next.vertex_count * sizeof(rows));
    vvi_arena_release(&scratch);
    if (result == VV_OK)
        result = level_build_adjacency(&next, error);
    level_destroy(l);
    *l = next;
    return result;
}

vv_result vvi_loop_create(uint32_t vertex_count, uint32_t triangle_count, const uint32_t *triangles, uint32_t levels,
                          uint32_t max_vertices, const vv_allocator *allocator, vvi_loop *out, vv_error *error)
{
    VV_ASSERT(levels <= VVI_LOOP_MAX_LEVELS);
    *out = (vvi_loop){.arena = {.allocator = allocator}};
    vv_result result = vvi_triangles_check(vertex_count, triangle_count, triangles, allocator, error);
    if (result != VV_OK)
        return result;
    level l = {.vertex_count = vertex_count, .triangle_count = triangle_count, .triangles = triangles};
    l.arena.allocator = allocator;
    result = level_build_adjacency(&l, error);
    if (result == VV_OK && !rows_identity(&l.vertices, vertex_count, allocator))
        result = vvi_fail_memory(error, (size_t)vertex_count * sizeof(double[3]));
    for (uint32_t i = 0; i < levels && result == VV_OK; i++)
        result = subdivide_once(&l, vertex_count, max_vertices, error);
    if (result == VV_OK && !make_limit(&l, vertex_count, out))
        result = vvi_fail_memory(error, (size_t)l.vertex_count * sizeof(double[3]));
    level_destroy(&l);
    if (result != VV_OK)
        vvi_loop_destroy(out);
    return result;
}

void vvi_loop_destroy(vvi_loop *loop)
{
    vvi_arena_release(&loop->arena);
    *loop = (vvi_loop){.arena = {.allocator = loop->arena.allocator}};
}
