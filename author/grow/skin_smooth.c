/* From the vertices of a net to a smooth skin: they are drawn onto the true surface, spread evenly over it, and joined by more of them where
 * a straight edge would leave it. */
#include "skin_net.h"

#define ROUNDS   4
#define PARTINGS 3
#define CHORD    0.12f /* cells that the middle of an edge may be off the surface */

/* ---- Onto the surface -------------------------------------------------------------------------------------------------------- */

static void add_near(net_near *near, uint32_t part)
{
    uint32_t i = 0;
    while (i < near->count && near->parts[i] != part)
        i++;
    if (i == near->count && near->count < FLESH_MOST_NEAR)
        near->parts[near->count++] = part;
}

net_near vvi_net_near(const net *n, vv_vec3 p)
{
    uint32_t at[3];
    net_near near = {.count = 0};
    for (uint32_t axis = 0; axis < 3; axis++) {
        float cells = (vvi_along(p, axis) - vvi_along(n->low, axis)) / n->f->cell;
        at[axis] = (uint32_t)vvi_clamp(cells, 0.0f, (float)n->size[axis] - 2.0f);
    }
    for (uint32_t i = 0; i < 8; i++) {
        size_t s = net_sample(n, at[0] + (i & 1u), at[1] + (i >> 1 & 1u), at[2] + (i >> 2));
        if (n->distance[s] < 0.5f * NET_OUTSIDE)
            add_near(&near, n->owner[s]);
    }
    return near;
}

static vv_vec3 gradient(const flesh *f, const net_near *near, vv_vec3 p)
{
    vv_vec3 g = {0.0f, 0.0f, 0.0f};
    float step = 0.1f * f->cell;
    for (uint32_t axis = 0; axis < 3; axis++) {
        vv_vec3 a = p, b = p;
        *vvi_axis(&a, axis) = vvi_along(p, axis) + step;
        *vvi_axis(&b, axis) = vvi_along(p, axis) - step;
        float rise =
            vvi_flesh_distance(f, near->count, near->parts, a) - vvi_flesh_distance(f, near->count, near->parts, b);
        *vvi_axis(&g, axis) = rise / (2.0f * step);
    }
    return g;
}

/* A few steps of Newton's, no farther than the cell is wide. */
void vvi_net_draw(const net *n, skin_vertex *vertex)
{
    const flesh *f = n->f;
    net_near near = vvi_net_near(n, vertex->at);
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
    vertex->normal = vv_vec3_direction(g, (vv_vec3){0.0f, 1.0f, 0.0f});
}

/* ---- Evenly ------------------------------------------------------------------------------------------------------------------ */

/* Halfway to the mean of its neighbours, along the surface. */
static void spread(const net *n, vv_vec3 *sums, uint32_t *counts, skin_mesh *mesh)
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
        vv_vec3 way = vv_vec3_sub(vv_vec3_scale(sums[v], 1.0f / (float)counts[v]), vertex->at);
        way = vv_vec3_sub(way, vv_vec3_scale(vertex->normal, vv_vec3_dot(way, vertex->normal)));
        vertex->at = vv_vec3_add(vertex->at, vv_vec3_scale(way, 0.5f));
        vvi_net_draw(n, vertex);
    }
}

static float gap(const skin_mesh *mesh, uint32_t a, uint32_t b)
{
    return vv_vec3_length(vv_vec3_sub(mesh->vertices[a].at, mesh->vertices[b].at));
}

/* Two triangles of a quad stand one after the other: the shorter diagonal bends less. */
static void turn_diagonals(skin_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->corner_count; i += 6) {
        uint32_t *c = &mesh->corners[i], v[4] = {c[0], c[1], c[2], c[5]};
        if (gap(mesh, v[1], v[3]) < gap(mesh, v[0], v[2]))
            c[2] = v[3], c[3] = v[1], c[4] = v[2], c[5] = v[3];
    }
}

/* ---- Finer ------------------------------------------------------------------------------------------------------------------- */

/* Edges whose middles are vertices now, hashed by their ends. */
typedef struct middles {
    uint32_t capacity; /* a power of two */
    uint64_t *ends;    /* [capacity] 0: free */
    uint32_t *vertex;  /* [capacity] VV_NONE: the edge stays whole */
} middles;

/* VV_NONE where it is near enough to the surface, or between two limbs that touch, where no surface is. */
static uint32_t middle_of(const net *n, middles *m, uint32_t a, uint32_t b, skin_mesh *mesh)
{
    uint64_t ends = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
    uint32_t slot = (uint32_t)((ends * 0x9e3779b97f4a7c15u) >> 40) & (m->capacity - 1u);
    while (m->ends[slot] != 0 && m->ends[slot] != ends)
        slot = (slot + 1u) & (m->capacity - 1u);
    if (m->ends[slot] == ends)
        return m->vertex[slot];
    skin_vertex vertex = {.at = vv_vec3_scale(vv_vec3_add(mesh->vertices[a].at, mesh->vertices[b].at), 0.5f)};
    net_near near = vvi_net_near(n, vertex.at);
    float off = vvi_flesh_distance(n->f, near.count, near.parts, vertex.at);
    m->ends[slot] = ends;
    m->vertex[slot] = VV_NONE;
    float agree = vv_vec3_dot(mesh->vertices[a].normal, mesh->vertices[b].normal);
    if (fabsf(off) > CHORD * n->f->cell && fabsf(off) < n->f->cell && agree > (off < 0.0f ? -0.6f : 0.0f)) {
        vvi_net_draw(n, &vertex);
        m->vertex[slot] = vvi_skin_vertex(mesh, vertex);
    }
    return m->vertex[slot];
}

/* A triangle by its edges that have a middle: none, one, two or three. */
static void part_triangle(uint32_t a, uint32_t b, uint32_t c, const uint32_t middle[3], skin_mesh *mesh)
{
    uint32_t corner[3] = {a, b, c}, first = 0, count = 0;
    for (uint32_t i = 0; i < 3; i++)
        count += middle[i] != VV_NONE;
    /* Turned so that the first edge is parted, and where one of three is not, it is the last. */
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
            bool turned = gap(mesh, pq, r) < gap(mesh, p, qr);
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
    middles m = {.capacity = 1024};
    uint32_t count = mesh->corner_count;
    while (m.capacity < count)
        m.capacity *= 2;
    m.ends = vvi_arena_take(arena, m.capacity, sizeof *m.ends);
    m.vertex = vvi_arena_take(arena, m.capacity, sizeof *m.vertex);
    uint32_t *old = vvi_arena_take(arena, count, sizeof *old);
    if (!m.ends || !m.vertex || !old)
        return false;
    for (uint32_t i = 0; i < count; i++)
        old[i] = mesh->corners[i];
    mesh->corner_count = 0;
    for (uint32_t i = 0; i < count; i += 3) {
        uint32_t middle[3];
        for (uint32_t k = 0; k < 3; k++)
            middle[k] = middle_of(n, &m, old[i + k], old[i + (k + 1) % 3], mesh);
        part_triangle(old[i], old[i + 1], old[i + 2], middle, mesh);
    }
    return true;
}

bool vvi_net_smooth(const net *n, vvi_arena *arena, skin_mesh *mesh)
{
    vv_vec3 *sums = vvi_arena_take(arena, mesh->vertex_count, sizeof *sums);
    uint32_t *counts = vvi_arena_take(arena, mesh->vertex_count, sizeof *counts);
    if (!sums || !counts)
        return false;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        vvi_net_draw(n, &mesh->vertices[v]);
    for (int round = 0; round < ROUNDS; round++)
        spread(n, sums, counts, mesh);
    turn_diagonals(mesh);
    bool good = true;
    for (int round = 0; good && round < PARTINGS; round++)
        good = refine(n, arena, mesh);
    return good;
}
