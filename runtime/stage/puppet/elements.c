/* The elements of the full local steps: every triangle with the factor of its rest shape, or every edge with the
 * stiffness of its spring.
 *
 * Springs: k = Σ A / ℓ² over the triangles of the edge. On a mesh of equilateral triangles the network then has the
 * Young's modulus of the as-rigid-as-possible energy with area weights: bending and stretching have the same
 * frequency. */
#include "prepare.h"

#include <string.h>

/* A D⁻¹ D⁻ᵀ with D = (e1 e2) at rest is (|e2|², −e1·e2, |e1|²) / 4A; since |D| = 2A its factor is the following. */
static void triangle_factor(const puppet_maker *m, uint32_t triangle, double factor[3])
{
    const vv_mesh *mesh = &m->def->mesh;
    const uint32_t *corner = mesh->triangles + 3 * (size_t)triangle;
    vv_vec2 a = mesh->positions[corner[0]], b = mesh->positions[corner[1]], c = mesh->positions[corner[2]];
    double ux = (double)b.x - (double)a.x, uy = (double)b.y - (double)a.y;
    double vx = (double)c.x - (double)a.x, vy = (double)c.y - (double)a.y;
    double side = sqrt(ux * ux + uy * uy), scale = sqrt(m->stiffness[triangle]);
    VVI_CHECK(side > 0.0 && m->areas[triangle] > 0.0);
    factor[0] = scale / side;
    factor[1] = -scale * (ux * vx + uy * vy) / (2.0 * m->areas[triangle] * side);
    factor[2] = scale * side / (2.0 * m->areas[triangle]);
}

static bool allocate_elements(puppet_maker *m, uint32_t count, uint32_t corners)
{
    m->element_count = count;
    m->elements = vvi_arena_allocate(&m->arena, (size_t)count * corners, sizeof *m->elements);
    m->metric = vvi_arena_allocate(&m->arena, count, sizeof *m->metric);
    return m->elements && m->metric;
}

static bool find_triangles(puppet_maker *m)
{
    const vv_mesh *mesh = &m->def->mesh;
    if (!allocate_elements(m, mesh->triangle_count, 3))
        return false;
    memcpy(m->elements, mesh->triangles, 3 * (size_t)mesh->triangle_count * sizeof *m->elements);
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        triangle_factor(m, t, m->metric[t]);
    return true;
}

static double spring_stiffness(const puppet_maker *m, uint32_t edge)
{
    const uint32_t *ends = m->adjacency.edges + 2 * (size_t)edge;
    const uint32_t *sides = m->adjacency.edge_triangles + 2 * (size_t)edge;
    vv_vec2 a = m->def->mesh.positions[ends[0]], b = m->def->mesh.positions[ends[1]];
    double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
    double area = m->stiffness[sides[0]] + (sides[1] == VV_NONE ? 0.0 : m->stiffness[sides[1]]);
    VVI_CHECK(area > 0.0 && (dx != 0.0 || dy != 0.0));
    return area / (dx * dx + dy * dy);
}

static bool find_springs(puppet_maker *m)
{
    if (!allocate_elements(m, m->adjacency.edge_count, 2))
        return false;
    memcpy(m->elements, m->adjacency.edges, 2 * (size_t)m->element_count * sizeof *m->elements);
    for (uint32_t e = 0; e < m->element_count; e++)
        m->metric[e][0] = spring_stiffness(m, e);
    return true;
}

/* Counts the elements that each node is part of, then the rows that each block needs. */
static bool find_rows(puppet_maker *m)
{
    bool triangles = m->def->elastic == VV_ELASTIC_ARAP;
    uint32_t count = m->nodes ? m->node_count : m->def->mesh.vertex_count, corners = triangles ? 3 : 2;
    uint32_t blocks = puppet_blocks(count), *degrees = vvi_arena_allocate(&m->arena, count, sizeof *degrees);
    m->row_starts = vvi_arena_allocate(&m->arena, blocks + 1u, sizeof *m->row_starts);
    if (!degrees || !m->row_starts)
        return false;
    for (size_t k = 0; k < (size_t)m->element_count * corners; k++)
        degrees[m->places ? m->places[m->elements[k]] : m->elements[k]]++;
    for (uint32_t b = 0; b < blocks; b++) {
        uint32_t max_degree = 0;
        for (uint32_t i = b * PUPPET_BLOCK; i < count && i < (b + 1) * PUPPET_BLOCK; i++)
            max_degree = degrees[i] > max_degree ? degrees[i] : max_degree;
        m->row_starts[b] = m->row_count;
        m->row_count += max_degree;
    }
    m->row_starts[blocks] = m->row_count;
    VV_ASSERT(vvi_are_starts(m->row_starts, blocks, m->row_count));
    return true;
}

vv_result vvi_puppet_find_elements(puppet_maker *m, vv_error *error)
{
    bool springs = m->def->elastic == VV_ELASTIC_SPRINGS;
    bool ok = springs ? find_springs(m) : find_triangles(m);
    if (ok && springs && m->def->cluster_count > 0)
        ok = vvi_puppet_sample_springs(m);
    ok = ok && find_rows(m);
    return ok ? VV_OK : vvi_fail_memory(error, (size_t)m->element_count * sizeof *m->metric);
}

/* The next empty entry of a node, of which used[node] are filled. */
static uint32_t *next_entry(const puppet_maker *m, uint32_t (*rows)[PUPPET_BLOCK], uint32_t *used, uint32_t node)
{
    VVI_CHECK(m->row_starts[node / PUPPET_BLOCK] + used[node] < m->row_starts[node / PUPPET_BLOCK + 1u]);
    return &rows[m->row_starts[node / PUPPET_BLOCK] + used[node]++][node % PUPPET_BLOCK];
}

static void fill_triangles(const puppet_maker *m, vv_puppet *puppet, uint32_t *used)
{
    char *base = (char *)puppet;
    uint32_t *corners = (uint32_t *)(base + puppet->triangle_corners), stride = padded(m->element_count);
    uint32_t(*rows)[PUPPET_BLOCK] = (uint32_t(*)[PUPPET_BLOCK])(base + puppet->rows);
    float *factor = (float *)(base + puppet->factor);
    for (uint32_t r = 0; r < m->row_count; r++)
        for (uint32_t l = 0; l < PUPPET_BLOCK; l++)
            rows[r][l] = 3 * stride;
    for (uint32_t t = 0; t < m->element_count; t++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t vertex = m->elements[3 * (size_t)t + k];
            corners[(size_t)k * stride + t] = vertex;
            factor[(size_t)k * stride + t] = (float)m->metric[t][k];
            *next_entry(m, rows, used, vertex) = k * stride + t;
        }
}

static void fill_springs(const puppet_maker *m, vv_puppet *puppet, uint32_t *used)
{
    char *base = (char *)puppet;
    uint32_t(*rows)[PUPPET_BLOCK] = (uint32_t(*)[PUPPET_BLOCK])(base + puppet->rows);
    float(*springs)[PUPPET_BLOCK] = (float(*)[PUPPET_BLOCK])(base + puppet->springs);
    for (uint32_t e = 0; e < m->element_count; e++)
        for (uint32_t k = 0; k < 2; k++) {
            uint32_t from = m->elements[2 * (size_t)e + k], to = m->elements[2 * (size_t)e + 1 - k];
            uint32_t *entry = next_entry(m, rows, used, m->places ? m->places[from] : from);
            *entry = m->places ? m->places[to] : to;
            (&springs[0][0])[entry - &rows[0][0]] = (float)m->metric[e][0];
        }
}

bool vvi_puppet_fill_elements(puppet_maker *m, vv_puppet *puppet)
{
    uint32_t count = m->nodes ? m->node_count : m->def->mesh.vertex_count;
    uint32_t *used = vvi_arena_allocate(&m->arena, count, sizeof *used);
    if (m->row_count == 0 || !used)
        return m->row_count == 0;
    memcpy((char *)puppet + puppet->row_starts, m->row_starts, (puppet_blocks(count) + 1u) * sizeof *m->row_starts);
    if (m->def->elastic == VV_ELASTIC_ARAP)
        fill_triangles(m, puppet, used);
    else
        fill_springs(m, puppet, used);
    return true;
}
