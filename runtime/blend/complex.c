/* Creating a complex: an artist's simplices are checked and reduced to the maximal ones, placed in the plane with the
 * given distances, and the shortest paths between all examples are found. */
#include "complex.h"

#include <string.h>

/* A triangle whose two shorter sides together exceed the longest by a smaller fraction of it is too flat. */
#define FLATNESS 1e-3

typedef struct builder {
    const vv_complex_def *def;
    vvi_arena arena;
    vv_simplex *simplices; /* [simplex_count + example_count]: maximal simplices, then isolated points */
    uint32_t (*simplex_edges)[3];
    edge *edges;     /* [3 · simplex_count] */
    uint32_t *sides; /* [3 · simplex_count] */
    uint32_t *star_starts, *stars;
    uint32_t simplex_count, edge_count, side_count, star_count;
} builder;

/* ---- Checking ------------------------------------------------------------------------------------------------- */

static vv_result check_simplex(const vv_complex_def *def, uint32_t index, vv_error *error)
{
    const uint32_t *corner = def->simplices[index].corner;
    bool ended = false;
    for (uint32_t k = 0; k < 3; k++) {
        if (corner[k] == VV_NONE && k > 0) {
            ended = true;
            continue;
        }
        if (ended)
            return vvi_fail(error, VV_ERROR_ARGUMENT, "simplex %u has a gap between its corners", index);
        if (corner[k] >= def->example_count)
            return vvi_fail(error, VV_ERROR_NOT_FOUND, "simplex %u names example %u, but there are only %u examples",
                            index, corner[k], def->example_count);
        for (uint32_t q = 0; q < k; q++)
            if (corner[q] == corner[k])
                return vvi_fail(error, VV_ERROR_ARGUMENT, "simplex %u has example %u twice", index, corner[k]);
    }
    return VV_OK;
}

static bool has_corner(vv_simplex s, uint32_t example)
{
    return s.corner[0] == example || s.corner[1] == example || s.corner[2] == example;
}

/* True if every corner of `part` is a corner of `whole`. */
static bool is_face(vv_simplex part, vv_simplex whole)
{
    for (uint32_t k = 0; k < corner_count(part); k++)
        if (!has_corner(whole, part.corner[k]))
            return false;
    return true;
}

static vv_result check_distances(const vv_complex_def *def, vv_error *error)
{
    uint32_t n = def->example_count;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n && def->distances; j++) {
            float d = def->distances[(size_t)i * n + j], reverse = def->distances[(size_t)j * n + i];
            if (!vvi_all_finite(&d, 1) || d < 0.0f || d > 1e18f)
                return vvi_fail(error, VV_ERROR_ARGUMENT,
                                "the distance from example %u to example %u is %g; it must lie in 0…1e18", i, j,
                                (double)d);
            if (fabsf(d - reverse) > 1e-4f * (d + reverse))
                return vvi_fail(
                    error, VV_ERROR_ARGUMENT,
                    "the distance between examples %u and %u is %g one way and %g the other; it must be symmetric", i,
                    j, (double)d, (double)reverse);
        }
    return VV_OK;
}

static vv_result check_def(const vv_complex_def *def, vv_error *error)
{
    if (def->example_count == 0 || def->example_count > VV_BLEND_MAX_EXAMPLES)
        return vvi_fail(error, VV_ERROR_LIMIT, "a complex has 1 to %u examples, not %u", VV_BLEND_MAX_EXAMPLES,
                        def->example_count);
    if (def->simplex_count > VV_BLEND_MAX_SIMPLICES)
        return vvi_fail(error, VV_ERROR_LIMIT, "a complex has at most %u simplices, not %u", VV_BLEND_MAX_SIMPLICES,
                        def->simplex_count);
    for (uint32_t i = 0; i < def->simplex_count; i++) {
        vv_result result = check_simplex(def, i, error);
        if (result != VV_OK)
            return result;
        for (uint32_t k = 0; k < i; k++)
            if (corner_count(def->simplices[i]) == corner_count(def->simplices[k]) &&
                is_face(def->simplices[i], def->simplices[k])) {
                vvi_fail(error, VV_ERROR_ARGUMENT, "simplex %u repeats simplex %u", i, k);
                vvi_error_remedy(error, "remove one of them");
                return VV_ERROR_ARGUMENT;
            }
    }
    return check_distances(def, error);
}

/* ---- Structure ------------------------------------------------------------------------------------------------ */

/* Simplices that are no face of another one, and a point for every example without a simplex. */
static void collect_maximal(builder *b)
{
    const vv_complex_def *def = b->def;
    for (uint32_t i = 0; i < def->simplex_count; i++) {
        bool maximal = true;
        for (uint32_t k = 0; k < def->simplex_count && maximal; k++)
            maximal = corner_count(def->simplices[k]) <= corner_count(def->simplices[i]) ||
                      !is_face(def->simplices[i], def->simplices[k]);
        if (maximal)
            b->simplices[b->simplex_count++] = def->simplices[i];
    }
    uint32_t listed = b->simplex_count;
    for (uint32_t v = 0; v < def->example_count; v++) {
        bool named = false;
        for (uint32_t i = 0; i < listed && !named; i++)
            named = has_corner(b->simplices[i], v);
        if (!named)
            b->simplices[b->simplex_count++] = (vv_simplex){{v, VV_NONE, VV_NONE}};
    }
}

static uint32_t find_edge(builder *b, uint32_t p, uint32_t q)
{
    uint32_t low = p < q ? p : q, high = p < q ? q : p, i = 0;
    while (i < b->edge_count && !(b->edges[i].ends[0] == low && b->edges[i].ends[1] == high))
        i++;
    if (i == b->edge_count) {
        double length = 1.0;
        if (b->def->distances)
            length = 0.5 * ((double)b->def->distances[(size_t)p * b->def->example_count + q] +
                            (double)b->def->distances[(size_t)q * b->def->example_count + p]);
        b->edges[b->edge_count++] = (edge){{low, high}, 0, 0, length};
    }
    return i;
}

static void find_edges(builder *b)
{
    for (uint32_t i = 0; i < b->simplex_count; i++) {
        const uint32_t *corner = b->simplices[i].corner;
        uint32_t count = corner_count(b->simplices[i]);
        memset(b->simplex_edges[i], 0xff, sizeof b->simplex_edges[i]);
        for (uint32_t k = 0; k < 3 && count == 3; k++) {
            b->simplex_edges[i][k] = find_edge(b, corner[(k + 1) % 3], corner[(k + 2) % 3]);
            b->edges[b->simplex_edges[i][k]].count++;
        }
        if (count == 2)
            b->simplex_edges[i][2] = find_edge(b, corner[0], corner[1]);
    }
    for (uint32_t e = 0; e < b->edge_count; e++) {
        b->edges[e].side_start = b->side_count;
        b->side_count += b->edges[e].count;
        b->edges[e].count = 0;
    }
    for (uint32_t i = 0; i < b->simplex_count; i++)
        for (uint32_t k = 0; k < 3 && corner_count(b->simplices[i]) == 3; k++) {
            edge *e = &b->edges[b->simplex_edges[i][k]];
            b->sides[e->side_start + e->count++] = i;
        }
}

static void find_stars(builder *b)
{
    for (uint32_t v = 0; v < b->def->example_count; v++) {
        b->star_starts[v] = b->star_count;
        for (uint32_t i = 0; i < b->simplex_count; i++)
            if (has_corner(b->simplices[i], v))
                b->stars[b->star_count++] = i;
    }
    b->star_starts[b->def->example_count] = b->star_count;
}

/* By which fraction of its longest side the two shorter sides of triangle i together exceed it; 1 for a point, and
 * for a segment that has a length. */
static double slenderness(const builder *b, uint32_t i)
{
    const uint32_t *edge_ids = b->simplex_edges[i];
    uint32_t count = corner_count(b->simplices[i]);
    if (count == 1)
        return 1.0;
    if (count == 2)
        return b->edges[edge_ids[2]].length > 0.0 ? 1.0 : 0.0;
    double x = b->edges[edge_ids[0]].length, y = b->edges[edge_ids[1]].length, z = b->edges[edge_ids[2]].length;
    double longest = x > y ? (x > z ? x : z) : (y > z ? y : z);
    return longest > 0.0 ? (x + y + z - 2.0 * longest) / longest : 0.0;
}

/* Refuses lengths that no triangle can have. Where a triangle is too flat to have an inside, every edge of the
 * complex grows by a thousandth of the longest edge: then no triangle is flat, and shared edges stay equal. */
static vv_result adjust_lengths(builder *b, vv_error *error)
{
    double longest = 0.0, flattest = 1.0;
    for (uint32_t e = 0; e < b->edge_count; e++)
        longest = b->edges[e].length > longest ? b->edges[e].length : longest;
    for (uint32_t i = 0; i < b->simplex_count; i++) {
        double slender = slenderness(b, i);
        const uint32_t *corner = b->simplices[i].corner, *edge_ids = b->simplex_edges[i];
        flattest = slender < flattest ? slender : flattest;
        if (slender < -1e-4) {
            vvi_fail(error, VV_ERROR_ARGUMENT,
                     "examples %u, %u and %u cannot be a triangle: their distances %g, %g and %g break the triangle "
                     "inequality",
                     corner[0], corner[1], corner[2], b->edges[edge_ids[0]].length, b->edges[edge_ids[1]].length,
                     b->edges[edge_ids[2]].length);
            vvi_error_remedy(error, "measure the distances between the examples in one way, or leave them out");
            return VV_ERROR_ARGUMENT;
        }
    }
    for (uint32_t e = 0; e < b->edge_count && flattest < FLATNESS; e++)
        b->edges[e].length += longest > 0.0 ? FLATNESS * longest : 1.0;
    return VV_OK;
}

/* ---- The block ------------------------------------------------------------------------------------------------ */

static void fill_flats(const builder *b, flat_simplex *flats)
{
    for (uint32_t i = 0; i < b->simplex_count; i++) {
        const uint32_t *edge_ids = b->simplex_edges[i];
        uint32_t count = corner_count(b->simplices[i]);
        flats[i] = (flat_simplex){count > 1 ? b->edges[edge_ids[2]].length : 0.0, 0.0, 0.0};
        if (count < 3)
            continue;
        double a = b->edges[edge_ids[0]].length, c = b->edges[edge_ids[1]].length, base = flats[i].x1;
        flats[i].x2 = (base * base + c * c - a * a) / (2.0 * base);
        double squared = c * c - flats[i].x2 * flats[i].x2;
        flats[i].y2 = sqrt(squared > 0.0 ? squared : 0.0);
    }
}

/* All shortest paths, by Floyd and Warshall: d[i][j] = min over k of d[i][k] + d[k][j]. */
static void close_distances(uint32_t n, double *d)
{
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < n; j++) {
                double path = d[(size_t)i * n + k] + d[(size_t)k * n + j];
                if (path < d[(size_t)i * n + j])
                    d[(size_t)i * n + j] = path;
            }
}

/* Paths along edges first, then straight paths across triangles from each example in turn. */
static void fill_distances(const vv_complex *complex, double *distances)
{
    complex_view view = vvi_complex_open(complex);
    uint32_t n = view.examples;
    double row[VV_BLEND_MAX_EXAMPLES];
    for (size_t i = 0; i < (size_t)n * n; i++)
        distances[i] = i % n == i / n ? 0.0 : INFINITY;
    for (uint32_t e = 0; e < complex->edge_count; e++) {
        uint32_t p = view.edges[e].ends[0], q = view.edges[e].ends[1];
        distances[(size_t)p * n + q] = distances[(size_t)q * n + p] = view.edges[e].length;
    }
    close_distances(n, distances);
    for (uint32_t v = 0; v < n; v++) {
        vvi_geodesic_to_examples(&view, vv_complex_at_example(complex, v), false, row);
        for (uint32_t u = 0; u < n; u++)
            if (row[u] < distances[(size_t)v * n + u])
                distances[(size_t)v * n + u] = distances[(size_t)u * n + v] = row[u];
    }
    close_distances(n, distances);
}

static void fill(const builder *b, vv_complex *complex)
{
    char *base = (char *)complex;
    memcpy(base + complex->simplices, b->simplices, b->simplex_count * sizeof *b->simplices);
    memcpy(base + complex->simplex_edges, b->simplex_edges, b->simplex_count * sizeof *b->simplex_edges);
    if (b->edge_count > 0)
        memcpy(base + complex->edges, b->edges, b->edge_count * sizeof *b->edges);
    if (b->side_count > 0)
        memcpy(base + complex->sides, b->sides, b->side_count * sizeof *b->sides);
    memcpy(base + complex->star_starts, b->star_starts, (b->def->example_count + 1u) * sizeof *b->star_starts);
    memcpy(base + complex->stars, b->stars, b->star_count * sizeof *b->stars);
    fill_flats(b, (flat_simplex *)(base + complex->flats));
    fill_distances(complex, (double *)(base + complex->distances));
}

static vv_result build(builder *b, const vv_allocator *allocator, vv_complex **out, vv_error *error)
{
    size_t capacity = (size_t)b->def->simplex_count + b->def->example_count;
    b->simplices = vvi_arena_allocate(&b->arena, capacity, sizeof *b->simplices);
    b->simplex_edges = vvi_arena_allocate(&b->arena, capacity, sizeof *b->simplex_edges);
    b->edges = vvi_arena_allocate(&b->arena, 3 * capacity, sizeof *b->edges);
    b->sides = vvi_arena_allocate(&b->arena, 3 * capacity, sizeof *b->sides);
    b->stars = vvi_arena_allocate(&b->arena, 3 * capacity, sizeof *b->stars);
    b->star_starts = vvi_arena_allocate(&b->arena, b->def->example_count + 1u, sizeof *b->star_starts);
    if (!b->simplices || !b->simplex_edges || !b->edges || !b->sides || !b->stars || !b->star_starts)
        return vvi_fail_memory(error, capacity * 128u);
    collect_maximal(b);
    find_edges(b);
    find_stars(b);
    vv_result result = adjust_lengths(b, error);
    if (result != VV_OK)
        return result;
    vv_complex header =
        vvi_complex_layout(b->def->example_count, b->simplex_count, b->edge_count, b->side_count, b->star_count);
    vv_complex *complex = vvi_allocate_zeroed(allocator, 1, (size_t)header.byte_count);
    if (!complex)
        return vvi_fail_memory(error, (size_t)header.byte_count);
    *complex = header;
    fill(b, complex);
    *out = complex;
    return VV_OK;
}

vv_result vv_complex_create(const vv_complex_def *def, const vv_allocator *allocator, vv_complex **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    VVI_ASSERT_ARRAY(def->simplices, def->simplex_count);
    vv_result result = check_def(def, error);
    if (result != VV_OK)
        return result;
    builder b = {.def = def, .arena = {.allocator = allocator}};
    result = build(&b, allocator, out, error);
    vvi_arena_release(&b.arena);
    return result;
}
