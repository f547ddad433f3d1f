/* Loop subdivision as sparse matrices: every vertex of the subdivided mesh, and its limit and tangents, in terms of the control
 * vertices. Rows are multiplied out in double, level by level, so that drawing costs one product. */
#include "subdivide.h"

/* Rows over control vertices, growing at their end. */
typedef struct rows {
    uint32_t count;
    uint32_t *starts;     /* [limit + 1] */
    uint32_t *columns;    /* [starts[count]], ascending inside a row */
    double (*weights)[3]; /* the same */
    size_t column_capacity, weight_capacity;
    uint32_t limit;
} rows;

/* One level: its triangles, who is next to whom, and its vertices as rows. */
typedef struct level {
    uint32_t vertex_count, triangle_count;
    const uint32_t *triangles;
    uint32_t *side_edges; /* [3 · triangle_count]: the edge from corner k to the next */
    uint8_t *borders;     /* [vertex_count]: how many borders run through it */
    vvi_adjacency adjacency;
    rows vertices;
    vvi_arena arena;
} level;

/* Sums of rows. Of control vertex c, sums[c] counts while marks[c] is the row's number + 1. */
typedef struct mixer {
    const rows *from;
    rows *to;
    double (*sums)[3];
    uint32_t *marks, *touched;
    uint32_t count;
    const vv_allocator *allocator;
} mixer;

/* ---- Rows ------------------------------------------------------------------------------------------------------ */

static bool rows_create(uint32_t limit, const vv_allocator *allocator, rows *out)
{
    *out = (rows){.limit = limit};
    out->starts = vvi_allocate_zeroed(allocator, (size_t)limit + 1, sizeof(uint32_t));
    return out->starts != NULL;
}

static void rows_destroy(rows *r, const vv_allocator *allocator)
{
    vvi_release(allocator, r->starts, (size_t)r->limit + 1, sizeof(uint32_t));
    vvi_release(allocator, r->columns, r->column_capacity, sizeof *r->columns);
    vvi_release(allocator, r->weights, r->weight_capacity, sizeof *r->weights);
    *r = (rows){0};
}

static bool rows_room(rows *r, size_t more, const vv_allocator *allocator)
{
    size_t needed = r->starts[r->count] + more;
    return needed <= UINT32_MAX &&
           vvi_grow(allocator, (void **)&r->columns, &r->column_capacity, needed, sizeof *r->columns) &&
           vvi_grow(allocator, (void **)&r->weights, &r->weight_capacity, needed, sizeof *r->weights);
}

/* Every control vertex as itself. */
static bool rows_identity(rows *r, uint32_t count, const vv_allocator *allocator)
{
    if (!rows_create(count, allocator, r) || !rows_room(r, count, allocator))
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

static bool mixer_take(vvi_arena *arena, const rows *from, rows *to, uint32_t control_count, mixer *out)
{
    *out = (mixer){.from = from, .to = to, .allocator = arena->allocator};
    out->sums = vvi_arena_take(arena, control_count, sizeof *out->sums);
    out->marks = vvi_arena_take(arena, control_count, sizeof *out->marks);
    out->touched = vvi_arena_take(arena, control_count, sizeof *out->touched);
    return out->sums && out->marks && out->touched;
}

/* Adds weight · row `vertex` of the level before, positions only: a level's own vertices have no tangents yet. */
static void mix(mixer *m, uint32_t vertex, const double weight[3])
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

/* Ends the row that was mixed. Entries that cancelled out stay: every matrix has the same columns. */
static bool mix_end(mixer *m)
{
    rows *to = m->to;
    if (!rows_room(to, m->count, m->allocator))
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

static bool mix_ring(mixer *m, const ring *r, double (*weights)[3])
{
    mix(m, r->centre, weights[0]);
    for (uint32_t i = 0; i < r->count; i++)
        if (weights[i + 1][0] != 0.0 || weights[i + 1][1] != 0.0 || weights[i + 1][2] != 0.0)
            mix(m, r->around[i], weights[i + 1]);
    return mix_end(m);
}

/* ---- Levels ---------------------------------------------------------------------------------------------------- */

static void level_destroy(level *l)
{
    vvi_adjacency_destroy(&l->adjacency);
    rows_destroy(&l->vertices, l->arena.allocator);
    vvi_arena_release(&l->arena);
}

/* Which edge is which side of which triangle. */
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

static vv_result level_connect(level *l, vv_error *error)
{
    vv_mesh mesh = {.vertex_count = l->vertex_count, .triangle_count = l->triangle_count, .triangles = l->triangles};
    l->side_edges = vvi_arena_take(&l->arena, 3 * (size_t)l->triangle_count, sizeof(uint32_t));
    l->borders = vvi_arena_take(&l->arena, l->vertex_count, 1);
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

/* What `end` has in the new vertex on the edge from it to `other`, an edge with two sides. */
static double own_share(const level *l, uint32_t end, uint32_t other)
{
    const uint32_t *starts = l->adjacency.starts;
    if (l->borders[end] == 1 && l->borders[other] == 0)
        return 0.75 - vvi_border_pull(starts[end + 1] - starts[end]);
    if (l->borders[end] == 0 && l->borders[other] == 1)
        return vvi_border_pull(starts[other + 1] - starts[other]);
    return 0.375;
}

/* The new vertex on an edge: half its ends on a border, else ¾ of them and ⅛ of what lies opposite on both sides. */
static bool mix_edge(mixer *m, const level *l, uint32_t edge)
{
    static const double opposite[3] = {0.125};
    const uint32_t *ends = l->adjacency.edges + 2 * (size_t)edge;
    const uint32_t *sides = l->adjacency.edge_triangles + 2 * (size_t)edge;
    bool border = sides[1] == VV_NONE;
    double own = border ? 0.5 : own_share(l, ends[0], ends[1]);
    const double first[3] = {own}, second[3] = {border ? 0.5 : 0.75 - own};
    mix(m, ends[0], first);
    mix(m, ends[1], second);
    for (uint32_t s = 0; s < 2 && !border; s++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t corner = l->triangles[3 * (size_t)sides[s] + k];
            if (corner != ends[0] && corner != ends[1])
                mix(m, corner, opposite);
        }
    return mix_end(m);
}

typedef void (*stencil_of)(const ring *r, stencil out);

static void find_leaning(const level *l, ring *r)
{
    r->leans = false;
    for (uint32_t i = 0; i < r->count && !r->border; i++) {
        r->own[i] = own_share(l, r->centre, r->around[i]);
        r->leans = r->leans || r->own[i] != 0.375;
    }
}

static bool mix_vertices(mixer *m, const level *l, vvi_arena *scratch, stencil_of stencil_at)
{
    ring_finder finder;
    ring *r = vvi_arena_take(scratch, 1, sizeof *r);
    double(*weights)[3] = vvi_arena_take(scratch, 1, sizeof(stencil));
    if (!r || !weights || !vvi_ring_finder_take(scratch, l->vertex_count, &finder))
        return false;
    for (uint32_t v = 0; v < l->vertex_count; v++) {
        vvi_ring_find(&finder, l->triangles, &l->adjacency, v, r);
        find_leaning(l, r);
        stencil_at(r, weights);
        if (!mix_ring(m, r, weights))
            return false;
    }
    return true;
}

static void cut_triangles(const level *l, uint32_t *out)
{
    for (uint32_t t = 0; t < l->triangle_count; t++) {
        const uint32_t *c = l->triangles + 3 * (size_t)t, *e = l->side_edges + 3 * (size_t)t;
        uint32_t n = l->vertex_count, ab = n + e[0], bc = n + e[1], ca = n + e[2];
        const uint32_t four[12] = {c[0], ab, ca, c[1], bc, ab, c[2], ca, bc, ab, bc, ca};
        for (int k = 0; k < 12; k++)
            out[12 * (size_t)t + (size_t)k] = four[k];
    }
}

/* The next level: old vertices moved, one new vertex on every edge, four triangles for one. */
static bool refine(const level *l, uint32_t control_count, vvi_arena *scratch, level *out)
{
    *out = (level){.vertex_count = l->vertex_count + l->adjacency.edge_count, .triangle_count = 4 * l->triangle_count};
    out->arena.allocator = l->arena.allocator;
    uint32_t *triangles = vvi_arena_take(&out->arena, 3 * (size_t)out->triangle_count, sizeof(uint32_t));
    mixer m;
    if (!triangles || !rows_create(out->vertex_count, out->arena.allocator, &out->vertices) ||
        !mixer_take(scratch, &l->vertices, &out->vertices, control_count, &m) ||
        !mix_vertices(&m, l, scratch, vvi_stencil_next))
        return false;
    for (uint32_t e = 0; e < l->adjacency.edge_count; e++)
        if (!mix_edge(&m, l, e))
            return false;
    cut_triangles(l, triangles);
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
                result = vvi_fail(error, VV_ERROR_ARGUMENT, "triangle %u has a corner %u of %u vertices", t, c[k],
                                  vertex_count);
            else if (c[k] == c[(k + 1) % 3])
                result = vvi_fail(error, VV_ERROR_ARGUMENT, "triangle %u has vertex %u at two corners", t, c[k]);
            else if (++valences[c[k]] > VVI_LOOP_MAX_VALENCE)
                result = vvi_fail(error, VV_ERROR_LIMIT, "more than %u triangles meet at vertex %u",
                                  VVI_LOOP_MAX_VALENCE, c[k]);
    }
    vvi_release(allocator, valences, vertex_count, sizeof *valences);
    return result;
}

/* The limit of the finest level, rounded to floats, and its triangles. */
static bool keep(const rows *limit, const level *finest, vvi_loop *out)
{
    uint32_t entries = limit->starts[limit->count];
    size_t corners = 3 * (size_t)finest->triangle_count;
    out->vertex_count = limit->count;
    out->triangle_count = finest->triangle_count;
    out->entry_count = entries;
    out->triangles = vvi_arena_take(&out->arena, corners, sizeof(uint32_t));
    out->starts = vvi_arena_take(&out->arena, (size_t)limit->count + 1, sizeof(uint32_t));
    out->columns = vvi_arena_take(&out->arena, entries, sizeof(uint32_t));
    out->positions = vvi_arena_take(&out->arena, entries, sizeof(float));
    out->tangents = vvi_arena_take(&out->arena, entries, sizeof *out->tangents);
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

static bool limit_rows(const level *finest, uint32_t control_count, vvi_loop *out)
{
    const vv_allocator *allocator = out->arena.allocator;
    vvi_arena scratch = {.allocator = allocator};
    rows limit = {0};
    mixer m;
    bool done = rows_create(finest->vertex_count, allocator, &limit) &&
                mixer_take(&scratch, &finest->vertices, &limit, control_count, &m) &&
                mix_vertices(&m, finest, &scratch, vvi_stencil_limit) && keep(&limit, finest, out);
    rows_destroy(&limit, allocator);
    vvi_arena_release(&scratch);
    return done;
}

/* Replaces *l, connected, by its next level, connected. */
static vv_result advance(level *l, uint32_t control_count, uint32_t max_vertices, vv_error *error)
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
        result = level_connect(&next, error);
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
    result = level_connect(&l, error);
    if (result == VV_OK && !rows_identity(&l.vertices, vertex_count, allocator))
        result = vvi_fail_memory(error, (size_t)vertex_count * sizeof(double[3]));
    for (uint32_t i = 0; i < levels && result == VV_OK; i++)
        result = advance(&l, vertex_count, max_vertices, error);
    if (result == VV_OK && !limit_rows(&l, vertex_count, out))
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
