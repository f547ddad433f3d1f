/* What the full local steps go over: every triangle with the metric of its rest shape, or every edge with the stiffness of
 * its spring.
 *
 * Springs: k = Σ A / ℓ² over the triangles of the edge. On a mesh of equilateral triangles the network's Young's modulus is
 * then that of the as-rigid-as-possible energy with area weights: bending and stretching swing at the same frequency. */
#include "prepare.h"

#include <string.h>

/* A D⁻¹ D⁻ᵀ, D = (e1 e2) at rest: with |D| = 2A it is (|e2|², −e1·e2, |e1|²) / 4A. */
static void triangle_metric(const making *m, uint32_t triangle, double metric[3])
{
    const vv_mesh *mesh = &m->def->mesh;
    const uint32_t *corner = mesh->triangles + 3 * (size_t)triangle;
    vv_vec2 a = mesh->positions[corner[0]], b = mesh->positions[corner[1]], c = mesh->positions[corner[2]];
    double ux = (double)b.x - (double)a.x, uy = (double)b.y - (double)a.y;
    double vx = (double)c.x - (double)a.x, vy = (double)c.y - (double)a.y;
    double area = m->areas[triangle], scale = m->stiffness[triangle] / (4.0 * area * area);
    metric[0] = scale * (vx * vx + vy * vy);
    metric[1] = -scale * (ux * vx + uy * vy);
    metric[2] = scale * (ux * ux + uy * uy);
}

static bool take_elements(making *m, uint32_t count, uint32_t corners)
{
    m->element_count = count;
    m->elements = vvi_arena_take(&m->arena, (size_t)count * corners, sizeof *m->elements);
    m->metric = vvi_arena_take(&m->arena, count, sizeof *m->metric);
    return m->elements && m->metric;
}

static bool find_triangles(making *m)
{
    const vv_mesh *mesh = &m->def->mesh;
    if (!take_elements(m, mesh->triangle_count, 3))
        return false;
    memcpy(m->elements, mesh->triangles, 3 * (size_t)mesh->triangle_count * sizeof *m->elements);
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        triangle_metric(m, t, m->metric[t]);
    return true;
}

static double spring(const making *m, uint32_t edge)
{
    const uint32_t *ends = m->adjacency.edges + 2 * (size_t)edge;
    const uint32_t *sides = m->adjacency.edge_triangles + 2 * (size_t)edge;
    vv_vec2 a = m->def->mesh.positions[ends[0]], b = m->def->mesh.positions[ends[1]];
    double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
    double area = m->stiffness[sides[0]] + (sides[1] == VV_NONE ? 0.0 : m->stiffness[sides[1]]);
    return area / (dx * dx + dy * dy);
}

static bool find_springs(making *m)
{
    if (!take_elements(m, m->adjacency.edge_count, 2))
        return false;
    memcpy(m->elements, m->adjacency.edges, 2 * (size_t)m->element_count * sizeof *m->elements);
    for (uint32_t e = 0; e < m->element_count; e++)
        m->metric[e][0] = spring(m, e);
    return true;
}

vv_result vvi_puppet_find_elements(making *m, vv_error *error)
{
    bool good = m->def->elastic == VV_ELASTIC_ARAP ? find_triangles(m) : find_springs(m);
    return good ? VV_OK : vvi_fail_memory(error, (size_t)m->element_count * sizeof *m->metric);
}

void vvi_puppet_fill_elements(const making *m, vv_puppet *puppet)
{
    char *base = (char *)puppet;
    uint32_t *ends = (uint32_t *)(base + puppet->ends), row = padded(m->element_count);
    float *metric = (float *)(base + puppet->metric);
    bool triangles = m->def->elastic == VV_ELASTIC_ARAP;
    uint32_t corners = triangles ? 3 : 2, metrics = triangles ? 3 : 1;
    for (uint32_t e = 0; e < m->element_count; e++) {
        for (uint32_t k = 0; k < corners; k++)
            ends[(size_t)k * row + e] = m->elements[(size_t)e * corners + k];
        for (uint32_t k = 0; k < metrics; k++)
            metric[(size_t)k * row + e] = (float)m->metric[e][k];
    }
}
