/* Edges, neighbours, boundary and connected components of a mesh, by counting sort: linear in the number of
 * triangles. */
#include "mesh.h"

/* Turns counts[n + 1] (counts[i + 1] of bucket i) into starts. */
static void accumulate(uint32_t n, uint32_t *counts)
{
    for (uint32_t i = 0; i < n; ++i)
        counts[i + 1] += counts[i];
}

static bool list_vertex_triangles(const vv_mesh *mesh, vvi_adjacency *out)
{
    uint32_t n = mesh->vertex_count;
    size_t corners = 3 * (size_t)mesh->triangle_count;
    out->triangle_starts = vvi_arena_allocate(&out->arena, (size_t)n + 2, sizeof(uint32_t));
    out->triangles = vvi_arena_allocate(&out->arena, corners, sizeof(uint32_t));
    if (!out->triangle_starts || !out->triangles)
        return false;
    VVI_CHECK(vvi_all_below(mesh->triangles, corners, n));
    /* Counts are one bucket too far, so that filling moves starts[i + 1] from the start of bucket i to its end. */
    uint32_t *starts = out->triangle_starts;
    for (size_t c = 0; c < corners; ++c)
        starts[mesh->triangles[c] + 2]++;
    accumulate(n + 1, starts);
    for (size_t c = 0; c < corners; ++c)
        out->triangles[starts[mesh->triangles[c] + 1]++] = (uint32_t)(c / 3);
    VVI_CHECK(vvi_are_starts(starts, n, (uint32_t)corners));
    return true;
}

/* One side of an edge of a triangle, seen from one of its vertices. */
typedef struct half_edge {
    uint32_t other, triangle;
    bool leaves; /* the triangle runs from this vertex to the other one */
} half_edge;

static bool comes_before(half_edge a, half_edge b)
{
    return a.other != b.other ? a.other < b.other : a.triangle < b.triangle;
}

/* The half-edges at one vertex, sorted by insertion: there are rarely more than a dozen. Returns how many. */
static uint32_t gather_half_edges(const vv_mesh *mesh, const vvi_adjacency *adjacency, uint32_t vertex,
                                  half_edge *half_edges)
{
    uint32_t count = 0;
    for (uint32_t s = adjacency->triangle_starts[vertex]; s < adjacency->triangle_starts[vertex + 1]; ++s) {
        uint32_t t = adjacency->triangles[s];
        const uint32_t *corner = mesh->triangles + 3 * (size_t)t;
        int k = corner[0] == vertex ? 0 : corner[1] == vertex ? 1 : 2;
        VVI_CHECK(corner[k] == vertex && corner[(k + 1) % 3] != vertex && corner[(k + 2) % 3] != vertex);
        half_edge pair[2] = {{corner[(k + 1) % 3], t, true}, {corner[(k + 2) % 3], t, false}};
        for (int i = 0; i < 2; ++i) {
            uint32_t at = count++;
            for (; at > 0 && comes_before(pair[i], half_edges[at - 1]); --at)
                half_edges[at] = half_edges[at - 1];
            half_edges[at] = pair[i];
        }
    }
    return count;
}

static uint32_t max_half_edges(const vvi_adjacency *adjacency)
{
    uint32_t largest = 0;
    for (uint32_t i = 0; i < adjacency->vertex_count; ++i) {
        uint32_t count = 2 * (adjacency->triangle_starts[i + 1] - adjacency->triangle_starts[i]);
        largest = count > largest ? count : largest;
    }
    return largest;
}

static bool is_manifold(const half_edge *half_edges, uint32_t count)
{
    return count == 1 || (count == 2 && half_edges[0].leaves != half_edges[1].leaves);
}

/* Adds the neighbours of one vertex. Each edge is added once, at its smaller vertex. */
static vv_result add_edges(vvi_adjacency *out, uint32_t vertex, const half_edge *half_edges, uint32_t count,
                           vv_error *error)
{
    for (uint32_t i = 0, run = 0; i < count; i += run) {
        for (run = 1; i + run < count && half_edges[i + run].other == half_edges[i].other; ++run)
            ;
        if (!is_manifold(half_edges + i, run))
            return vvi_fail(
                error, VV_ERROR_ARGUMENT,
                "more than two triangles share the edge from vertex %u to vertex %u, or two face opposite ways", vertex,
                half_edges[i].other);
        out->neighbours[out->starts[vertex + 1]++] = half_edges[i].other;
        VVI_CHECK(half_edges[i].other != vertex && half_edges[i].other < out->vertex_count);
        if (run == 1 && half_edges[i].leaves) {
            out->boundary[2 * out->boundary_count] = vertex;
            out->boundary[2 * out->boundary_count++ + 1] = half_edges[i].other;
        }
        if (vertex < half_edges[i].other) {
            size_t e = 2 * (size_t)out->edge_count++;
            out->edges[e] = vertex, out->edges[e + 1] = half_edges[i].other;
            out->edge_triangles[e] = half_edges[i].triangle;
            out->edge_triangles[e + 1] = run == 2 ? half_edges[i + 1].triangle : VV_NONE;
        }
    }
    return VV_OK;
}

static vv_result fill_edges(const vv_mesh *mesh, vvi_adjacency *out, vv_error *error)
{
    size_t corners = 3 * (size_t)mesh->triangle_count;
    half_edge *half_edges = vvi_arena_allocate(&out->arena, max_half_edges(out), sizeof *half_edges);
    out->starts = vvi_arena_allocate(&out->arena, (size_t)mesh->vertex_count + 1, sizeof(uint32_t));
    out->neighbours = vvi_arena_allocate(&out->arena, 2 * corners, sizeof(uint32_t));
    out->edges = vvi_arena_allocate(&out->arena, 2 * corners, sizeof(uint32_t));
    out->edge_triangles = vvi_arena_allocate(&out->arena, 2 * corners, sizeof(uint32_t));
    out->boundary = vvi_arena_allocate(&out->arena, 2 * corners, sizeof(uint32_t));
    if (!half_edges || !out->starts || !out->neighbours || !out->edges || !out->edge_triangles || !out->boundary)
        return vvi_fail_memory(error, 8 * corners * sizeof(uint32_t));
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        out->starts[i + 1] = out->starts[i];
        vv_result result = add_edges(out, i, half_edges, gather_half_edges(mesh, out, i, half_edges), error);
        if (result != VV_OK)
            return result;
    }
    return VV_OK;
}

/* Flood fill from each vertex not yet reached, in order. */
static bool number_components(vvi_adjacency *out)
{
    uint32_t n = out->vertex_count;
    out->components = vvi_arena_allocate(&out->arena, n, sizeof(uint32_t));
    uint32_t *stack = vvi_arena_allocate(&out->arena, n, sizeof(uint32_t));
    if (!out->components || !stack)
        return false;
    for (uint32_t i = 0; i < n; ++i)
        out->components[i] = VV_NONE;
    for (uint32_t i = 0; i < n; ++i) {
        if (out->components[i] != VV_NONE)
            continue;
        uint32_t depth = 0, component = out->component_count++;
        stack[depth++] = i;
        out->components[i] = component;
        while (depth > 0) {
            uint32_t v = stack[--depth];
            for (uint32_t s = out->starts[v]; s < out->starts[v + 1]; ++s)
                if (out->components[out->neighbours[s]] == VV_NONE) {
                    out->components[out->neighbours[s]] = component;
                    stack[depth++] = out->neighbours[s];
                }
        }
    }
    VVI_CHECK(out->component_count <= n && vvi_all_below(out->components, n, out->component_count));
    return true;
}

vv_result vvi_adjacency_create(const vv_mesh *mesh, const vv_allocator *allocator, vvi_adjacency *out, vv_error *error)
{
    *out = (vvi_adjacency){.vertex_count = mesh->vertex_count, .arena = {.allocator = allocator}};
    vv_result result = VV_OK;
    if (!list_vertex_triangles(mesh, out))
        result = vvi_fail_memory(error, (size_t)mesh->triangle_count * 3 * sizeof(uint32_t));
    if (result == VV_OK)
        result = fill_edges(mesh, out, error);
    if (result == VV_OK && !number_components(out))
        result = vvi_fail_memory(error, (size_t)mesh->vertex_count * 2 * sizeof(uint32_t));
    if (result != VV_OK)
        vvi_adjacency_destroy(out);
    VVI_CHECK(result != VV_OK || out->starts[out->vertex_count] == 2 * out->edge_count);
    return result;
}

void vvi_adjacency_destroy(vvi_adjacency *adjacency)
{
    vvi_arena_release(&adjacency->arena);
    *adjacency = (vvi_adjacency){.arena = {.allocator = adjacency->arena.allocator}};
}
