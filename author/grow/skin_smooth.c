/* Makes a smooth skin of a surface net: vertices are projected onto the exact surface, spread evenly over it, and
 * edges that deviate from it are split. */
#include "skin_net.h"

#define SMOOTHING_ROUNDS 4
#define REFINEMENTS      3
#define CHORD_TOLERANCE  0.12f /* cells: largest distance of an edge's midpoint from the surface */

/* ---- Projection ------------------------------------------------------------------------------------------------ */

static void add_near(net_parts *near, uint32_t part)
{
    uint32_t i = 0;
    while (i < near->count && near->parts[i] != part)
        i++;
    if (i == near->count && near->count < FLESH_MOST_NEAR)
        near->parts[near->count++] = part;
}

net_parts vvi_net_find_parts(const net *n, vv_vec3 p)
{
    uint32_t at[3];
    net_parts near = {.count = 0};
    for (uint32_t axis = 0; axis < 3; axis++) {
        float cells = (vvi_component(p, axis) - vvi_component(n->low, axis)) / n->f->cell;
        at[axis] = (uint32_t)vvi_clamp(cells, 0.0f, (float)n->size[axis] - 2.0f);
    }
    for (uint32_t i = 0; i < 8; i++) {
        size_t s = net_sample(n, at[0] + (i & 1u), at[1] + (i >> 1 & 1u), at[2] + (i >> 2));
        if (n->distance[s] < 0.5f * NET_OUTSIDE)
            add_near(&near, n->owner[s]);
    }
    return near;
}

static vv_vec3 gradient(const flesh *f, const net_parts *near, vv_vec3 p)
{
    vv_vec3 g = {0.0f, 0.0f, 0.0f};
    float step = 0.1f * f->cell;
    for (uint32_t axis = 0; axis < 3; axis++) {
        vv_vec3 a = p, b = p;
        *vvi_component_pointer(&a, axis) = vvi_component(p, axis) + step;
        *vvi_component_pointer(&b, axis) = vvi_component(p, axis) - step;
        float rise =
            vvi_flesh_distance(f, near->count, near->parts, a) - vvi_flesh_distance(f, near->count, near->parts, b);
        *vvi_component_pointer(&g, axis) = rise / (2.0f * step);
    }
    return g;
}

/* Three Newton steps; a result further than one cell away is rejected. */
void vvi_net_project_vertex(const net *n, skin_vertex *vertex)
{
    const flesh *f = n->f;
    net_parts near = vvi_net_find_parts(n, vertex->at);
    vv_vec3 g = {0.0f, 1.0f, 0.0f}, p = vertex->at;
    for (int step = 0; near.count > 0 && step < 3; step++) {
        float d = vvi_flesh_distance(f, near.count, near.parts, p);
        g = gradient(f, &near, p);
        float size = vvi_max(vv_vec3_dot(g, g), 0.1f);
        p = vv_vec3_sub(p, vv_vec3_scale(g, vvi_clamp(d, -0.5f * f->cell, 0.5f * f->cell) / size));
    }
    vv_vec3 moved = vv_vec3_sub(p, vertex->at);
    if (vv_vec3_length(moved) < f->cell)
        vertex->at = p;
    vertex->normal = vv_vec3_normalize(g, (vv_vec3){0.0f, 1.0f, 0.0f});
}

/* ---- Smoothing ------------------------------------------------------------------------------------------------- */

/* Moves each vertex halfway to the mean of its neighbours, along the surface. */
static void smooth_vertices(const net *n, vv_vec3 *sums, uint32_t *counts, skin_mesh *mesh)
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        sums[v] = (vv_vec3){0.0f, 0.0f, 0.0f};
        counts[v] = 0;
    }
    for (uint32_t i = 0; i < mesh->corner_count; i++) {
        uint32_t from = mesh->corners[i], to = mesh->corners[i % 3 == 2 ? i - 2 : i + 1];
        sums[from] = vv_vec3_add(sums[from], mesh->vertices[to].at);
        counts[from]++;
    }
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        skin_vertex *vertex = &mesh->vertices[v];
        if (counts[v] == 0)
            continue;
        vv_vec3 step = vv_vec3_sub(vv_vec3_scale(sums[v], 1.0f / (float)counts[v]), vertex->at);
        step = vv_vec3_sub(step, vv_vec3_scale(vertex->normal, vv_vec3_dot(step, vertex->normal)));
        vertex->at = vv_vec3_add(vertex->at, vv_vec3_scale(step, 0.5f));
        vvi_net_project_vertex(n, vertex);
    }
}

static float edge_length(const skin_mesh *mesh, uint32_t a, uint32_t b)
{
    return vv_vec3_length(vv_vec3_sub(mesh->vertices[a].at, mesh->vertices[b].at));
}

/* Chooses the shorter diagonal of each quad, which bends less. The two triangles of a quad are consecutive. */
static void choose_diagonals(skin_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->corner_count; i += 6) {
        uint32_t *c = &mesh->corners[i], v[4] = {c[0], c[1], c[2], c[5]};
        if (edge_length(mesh, v[1], v[3]) < edge_length(mesh, v[0], v[2]))
            c[2] = v[3], c[3] = v[1], c[4] = v[2], c[5] = v[3];
    }
}

/* ---- Refinement ------------------------------------------------------------------------------------------------ */

/* The midpoints of edges, in a hash table by the edges' ends. */
typedef struct edge_midpoints {
    uint32_t capacity; /* a power of two */
    uint64_t *ends;    /* [capacity] 0: free */
    uint32_t *vertex;  /* [capacity] VV_NONE: the edge is not split */
} edge_midpoints;

/* Finds or adds the midpoint of an edge. VV_NONE if the midpoint is near enough to the surface, or lies between two
 * limbs that touch, where there is no surface. */
static uint32_t find_midpoint(const net *n, edge_midpoints *m, uint32_t a, uint32_t b, skin_mesh *mesh)
{
    uint64_t ends = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
    uint32_t slot = (uint32_t)((ends * 0x9e3779b97f4a7c15u) >> 40) & (m->capacity - 1u);
    while (m->ends[slot] != 0 && m->ends[slot] != ends)
        slot = (slot + 1u) & (m->capacity - 1u);
    if (m->ends[slot] == ends)
        return m->vertex[slot];
    skin_vertex vertex = {.at = vv_vec3_scale(vv_vec3_add(mesh->vertices[a].at, mesh->vertices[b].at), 0.5f)};
    net_parts near = vvi_net_find_parts(n, vertex.at);
    float distance = vvi_flesh_distance(n->f, near.count, near.parts, vertex.at);
    m->ends[slot] = ends;
    m->vertex[slot] = VV_NONE;
    float normal_agreement = vv_vec3_dot(mesh->vertices[a].normal, mesh->vertices[b].normal);
    if (fabsf(distance) > CHORD_TOLERANCE * n->f->cell && fabsf(distance) < n->f->cell &&
        normal_agreement > (distance < 0.0f ? -0.6f : 0.0f)) {
        vvi_net_project_vertex(n, &vertex);
        m->vertex[slot] = vvi_skin_vertex(mesh, vertex);
    }
    return m->vertex[slot];
}

/* Splits a triangle by the midpoints of none, one, two or three of its edges. */
static void split_triangle(uint32_t a, uint32_t b, uint32_t c, const uint32_t middle[3], skin_mesh *mesh)
{
    uint32_t corner[3] = {a, b, c}, first = 0, count = 0;
    for (uint32_t i = 0; i < 3; i++)
        count += middle[i] != VV_NONE;
    /* Rotate so that the first edge is split and, if two are split, the last one is not. */
    while (count > 0 && (middle[first] == VV_NONE || (count == 2 && middle[(first + 2) % 3] != VV_NONE)))
        first++;
    uint32_t p = corner[first], q = corner[(first + 1) % 3], r = corner[(first + 2) % 3];
    uint32_t pq = middle[first], qr = middle[(first + 1) % 3], rp = middle[(first + 2) % 3];
    if (count == 0) {
        vvi_skin_triangle(mesh, p, q, r);
    } else if (count == 1) {
        vvi_skin_triangle(mesh, p, pq, r);
        vvi_skin_triangle(mesh, pq, q, r);
    } else {
        vvi_skin_triangle(mesh, pq, q, qr);
        if (count == 2) {
            bool turned = edge_length(mesh, pq, r) < edge_length(mesh, p, qr);
            vvi_skin_quad(mesh, turned ? pq : p, turned ? qr : pq, turned ? r : qr, turned ? p : r);
        } else {
            vvi_skin_triangle(mesh, p, pq, rp);
            vvi_skin_triangle(mesh, pq, qr, rp);
            vvi_skin_triangle(mesh, rp, qr, r);
        }
    }
}

static bool refine(const net *n, vvi_arena *arena, skin_mesh *mesh)
{
    edge_midpoints m = {.capacity = 1024};
    uint32_t count = mesh->corner_count;
    while (m.capacity < count)
        m.capacity *= 2;
    m.ends = vvi_arena_allocate(arena, m.capacity, sizeof *m.ends);
    m.vertex = vvi_arena_allocate(arena, m.capacity, sizeof *m.vertex);
    uint32_t *old = vvi_arena_allocate(arena, count, sizeof *old);
    if (!m.ends || !m.vertex || !old)
        return false;
    for (uint32_t i = 0; i < count; i++)
        old[i] = mesh->corners[i];
    mesh->corner_count = 0;
    for (uint32_t i = 0; i < count; i += 3) {
        uint32_t middle[3];
        for (uint32_t k = 0; k < 3; k++)
            middle[k] = find_midpoint(n, &m, old[i + k], old[i + (k + 1) % 3], mesh);
        split_triangle(old[i], old[i + 1], old[i + 2], middle, mesh);
    }
    return true;
}

bool vvi_net_smooth(const net *n, vvi_arena *arena, skin_mesh *mesh)
{
    vv_vec3 *sums = vvi_arena_allocate(arena, mesh->vertex_count, sizeof *sums);
    uint32_t *counts = vvi_arena_allocate(arena, mesh->vertex_count, sizeof *counts);
    if (!sums || !counts)
        return false;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        vvi_net_project_vertex(n, &mesh->vertices[v]);
    for (int round = 0; round < SMOOTHING_ROUNDS; round++)
        smooth_vertices(n, sums, counts, mesh);
    choose_diagonals(mesh);
    bool ok = true;
    for (int round = 0; ok && round < REFINEMENTS; round++)
        ok = refine(n, arena, mesh);
    return ok;
}
