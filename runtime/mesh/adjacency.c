/* Edges, neighbours, boundary and connected pieces of a mesh, built by counting sort: linear in the triangles. */
#include "mesh.h"

/* Turns counts[n + 1] (counts[i + 1] of bucket i) into starts. */
static void accumulate(uint32_t n, uint32_t *counts)
{
    for (uint32_t i = 0; i < n; ++i)
        counts[i + 1] += counts[i];
}

static bool take_vertex_triangles(const vv_mesh *mesh, vvi_adjacency *out)
{
    uint32_t n = mesh->vertex_count;
    size_t corners = 3 * (size_t)mesh->triangle_count;
    out->triangle_starts = vvi_arena_take(&out->arena, (size_t)n + 2, sizeof(uint32_t));
    out->triangles = vvi_arena_take(&out->arena, corners, sizeof(uint32_t));
    if (!out->triangle_starts || !out->triangles)
        return false;
    /* Counting one bucket too far lets the fill turn ends back into starts. */
    uint32_t *starts = out->triangle_starts;
    for (size_t c = 0; c < corners; ++c)
        starts[mesh->triangles[c] + 2]++;
    accumulate(n + 1, starts);
    for (size_t c = 0; c < corners; ++c)
        out->triangles[starts[mesh->triangles[c] + 1]++] = (uint32_t)(c / 3);
    return true;
}

/* One side of an edge, seen from one of its ends. */
typedef struct side {
    uint32_t other, triangle;
    bool leaves; /* the triangle goes from this vertex to the other */
} side;

static bool side_before(side a, side b) { return a.other != b.other ? a.other < b.other : a.triangle < b.triangle; }

/* The sides at one vertex, sorted; there are rarely more than a dozen. Returns how many. */
static uint32_t gather_sides(const vv_mesh *mesh, const vvi_adjacency *adjacency, uint32_t vertex, side *sides)
{
    uint32_t count = 0;
    for (uint32_t s = adjacency->triangle_starts[vertex]; s < adjacency->triangle_starts[vertex + 1]; ++s) {
        uint32_t t = adjacency->triangles[s];
        const uint32_t *corner = mesh->triangles + 3 * (size_t)t;
        int k = corner[0] == vertex ? 0 : corner[1] == vertex ? 1 : 2;
        side pair[2] = {{corner[(k + 1) % 3], t, true}, {corner[(k + 2) % 3], t, false}};
        for (int i = 0; i < 2; ++i) {
            uint32_t at = count++;
            for (; at > 0 && side_before(pair[i], sides[at - 1]); --at)
                sides[at] = sides[at - 1];
            sides[at] = pair[i];
        }
    }
    return count;
}

static uint32_t most_sides(const vvi_adjacency *adjacency)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < adjacency->vertex_count; ++i) {
        uint32_t count = 2 * (adjacency->triangle_starts[i + 1] - adjacency->triangle_starts[i]);
        most = count > most ? count : most;
    }
    return most;
}

static bool proper(const side *sides, uint32_t count)
{
    return count == 1 || (count == 2 && sides[0].leaves != sides[1].leaves);
}

/* Adds the edges from one vertex to its neighbours; edges are written once, from their smaller end. */
static vv_result add_edges(vvi_adjacency *out, uint32_t vertex, const side *sides, uint32_t count, vv_error *error)
{
    for (uint32_t i = 0, run = 0; i < count; i += run) {
        for (run = 1; i + run < count && sides[i + run].other == sides[i].other; ++run)
            ;
        if (!proper(sides + i, run))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "the triangles on the edge from vertex %u to %u do not fit",
                            vertex, sides[i].other);
        out->neighbours[out->starts[vertex + 1]++] = sides[i].other;
        if (run == 1 && sides[i].leaves) {
            out->boundary[2 * out->boundary_count] = vertex;
            out->boundary[2 * out->boundary_count++ + 1] = sides[i].other;
        }
        if (vertex < sides[i].other) {
            size_t e = 2 * (size_t)out->edge_count++;
            out->edges[e] = vertex, out->edges[e + 1] = sides[i].other;
            out->edge_triangles[e] = sides[i].triangle;
            out->edge_triangles[e + 1] = run == 2 ? sides[i + 1].triangle : VV_NONE;
        }
    }
    return VV_OK;
}

static vv_result fill_edges(const vv_mesh *mesh, vvi_adjacency *out, vv_error *error)
{
    size_t corners = 3 * (size_t)mesh->triangle_count;
    side *sides = vvi_arena_take(&out->arena, most_sides(out), sizeof *sides);
    out->starts = vvi_arena_take(&out->arena, (size_t)mesh->vertex_count + 1, sizeof(uint32_t));
    out->neighbours = vvi_arena_take(&out->arena, 2 * corners, sizeof(uint32_t));
    out->edges = vvi_arena_take(&out->arena, 2 * corners, sizeof(uint32_t));
    out->edge_triangles = vvi_arena_take(&out->arena, 2 * corners, sizeof(uint32_t));
    out->boundary = vvi_arena_take(&out->arena, 2 * corners, sizeof(uint32_t));
    if (!sides || !out->starts || !out->neighbours || !out->edges || !out->edge_triangles || !out->boundary)
        return vvi_fail_memory(error, 8 * corners * sizeof(uint32_t));
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        out->starts[i + 1] = out->starts[i];
        vv_result result = add_edges(out, i, sides, gather_sides(mesh, out, i, sides), error);
        if (result != VV_OK)
            return result;
    }
    return VV_OK;
}

/* Flood fill from each vertex not yet reached, in order. */
static bool number_components(vvi_adjacency *out)
{
    uint32_t n = out->vertex_count;
    out->components = vvi_arena_take(&out->arena, n, sizeof(uint32_t));
    uint32_t *stack = vvi_arena_take(&out->arena, n, sizeof(uint32_t));
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
    return true;
}

vv_result vvi_adjacency_create(const vv_mesh *mesh, const vv_allocator *allocator, vvi_adjacency *out, vv_error *error)
{
    *out = (vvi_adjacency){.vertex_count = mesh->vertex_count, .arena = {.allocator = allocator}};
    vv_result result = VV_OK;
    if (!take_vertex_triangles(mesh, out))
        result = vvi_fail_memory(error, (size_t)mesh->triangle_count * 3 * sizeof(uint32_t));
    if (result == VV_OK)
        result = fill_edges(mesh, out, error);
    if (result == VV_OK && !number_components(out))
        result = vvi_fail_memory(error, (size_t)mesh->vertex_count * 2 * sizeof(uint32_t));
    if (result != VV_OK)
        vvi_adjacency_destroy(out);
    return result;
}

void vvi_adjacency_destroy(vvi_adjacency *adjacency)
{
    vvi_arena_release(&adjacency->arena);
    *adjacency = (vvi_adjacency){.arena = {.allocator = adjacency->arena.allocator}};
}
