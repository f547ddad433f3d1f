/* Mass and elastic energy in handle space (eq. 4): M̃ = Φᵀ M Φ with the masses of vertices, and L̃, the second
 * derivative of the elastic energy with rotations (directions) held: Σ A ∇φ ∇φᵀ over triangles, or Σ k δφ δφᵀ over
 * springs. */
#include "prepare.h"

#include <string.h>

/* A handle that moves no vertex has no inertia; this fraction of the drawing's mass keeps the system regular. */
#define GHOST_MASS 1e-6

void vvi_puppet_add_basis(const puppet_maker *m, uint32_t vertex, double scale, double *row)
{
    const float *weights = m->weights + (size_t)vertex * m->def->handle_count;
    vv_vec2 r = m->def->mesh.positions[vertex];
    for (uint32_t j = 0; j < m->def->handle_count; j++) {
        double w = scale * (double)weights[j];
        if (w == 0.0)
            continue;
        row[3 * j] += w * ((double)r.x - (double)m->def->handles[j].from.x);
        row[3 * j + 1] += w * ((double)r.y - (double)m->def->handles[j].from.y);
        row[3 * j + 2] += w;
    }
}

/* Weights sum to 1 within float precision. The remainder is subtracted from one of them, so that moving the whole
 * drawing costs no energy within double precision. */
uint32_t vvi_puppet_gradients(const puppet_maker *m, uint32_t triangle, double (*gradients)[2], uint32_t *columns)
{
    const vv_puppet_def *def = m->def;
    uint32_t rows =
        vvi_basis_gradients(&def->mesh, triangle, def->handle_count, def->handles, m->weights, gradients, columns);
    for (uint32_t k = 0; k < 2; k++) {
        double remainder = 0.0;
        for (uint32_t r = 2; r < rows; r += 3)
            remainder += gradients[r][k];
        gradients[2][k] -= remainder;
    }
    return rows;
}

void vvi_puppet_edge_row(const puppet_maker *m, const uint32_t ends[2], double *row)
{
    double remainder = 0.0;
    uint32_t first = VV_NONE;
    memset(row, 0, m->columns * sizeof *row);
    vvi_puppet_add_basis(m, ends[1], 1.0, row);
    vvi_puppet_add_basis(m, ends[0], -1.0, row);
    for (uint32_t k = 2; k < m->columns; k += 3) {
        remainder += row[k];
        first = first == VV_NONE && row[k] != 0.0 ? k : first;
    }
    if (first != VV_NONE)
        row[first] -= remainder;
}

void vvi_puppet_add_outer_product(const puppet_maker *m, double weight, const double *row, double *matrix)
{
    uint32_t used[3 * VV_RIG_MAX_HANDLES], count = 0;
    for (uint32_t k = 0; k < m->columns; k++)
        if (row[k] != 0.0)
            used[count++] = k;
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = 0; b < count; b++)
            matrix[(size_t)used[a] * m->stride + used[b]] += weight * row[used[a]] * row[used[b]];
}

static void add_ghost_masses(const puppet_maker *m, double *matrix, double *inertia_mask)
{
    double mass = GHOST_MASS * m->mass / m->def->handle_count, length = 0.1 * (double)m->size;
    for (uint32_t k = 0; k < m->columns; k++) {
        bool is_ghost = m->handle_masses[k / 3] == 0.0;
        inertia_mask[k] = is_ghost ? 0.0 : 1.0;
        if (is_ghost)
            matrix[(size_t)k * (m->stride + 1)] = k % 3 == 2 ? mass : mass * length * length;
    }
}

void vvi_puppet_fill_masses(const puppet_maker *m, vv_puppet *puppet)
{
    char *base = (char *)puppet;
    double *matrix = (double *)(base + puppet->mass_matrix), *vector = (double *)(base + puppet->mass_vector);
    for (uint32_t i = 0; i < m->def->mesh.vertex_count; i++) {
        double row[3 * VV_RIG_MAX_HANDLES] = {0.0};
        vvi_puppet_add_basis(m, i, 1.0, row);
        vvi_puppet_add_outer_product(m, m->masses[i], row, matrix);
        for (uint32_t k = 0; k < m->columns; k++)
            vector[k] += m->masses[i] * row[k];
    }
    add_ghost_masses(m, matrix, (double *)(base + puppet->inertia_mask));
}

static void add_triangles(const puppet_maker *m, double *matrix)
{
    for (uint32_t t = 0; t < m->def->mesh.triangle_count; t++) {
        double gradients[3 * VV_RIG_MAX_HANDLES][2];
        uint32_t columns[3 * VV_RIG_MAX_HANDLES], rows = vvi_puppet_gradients(m, t, gradients, columns);
        for (uint32_t a = 0; a < rows; a++)
            for (uint32_t b = 0; b < rows; b++)
                matrix[(size_t)columns[a] * m->stride + columns[b]] +=
                    m->stiffness[t] * (gradients[a][0] * gradients[b][0] + gradients[a][1] * gradients[b][1]);
    }
}

static void add_springs(const puppet_maker *m, double *matrix)
{
    for (uint32_t e = 0; e < m->element_count; e++) {
        double row[3 * VV_RIG_MAX_HANDLES];
        vvi_puppet_edge_row(m, m->elements + 2 * (size_t)e, row);
        vvi_puppet_add_outer_product(m, m->metric[e][0], row, matrix);
    }
}

void vvi_puppet_fill_elastic(const puppet_maker *m, vv_puppet *puppet)
{
    double *matrix = (double *)((char *)puppet + puppet->elastic_matrix);
    if (m->def->elastic == VV_ELASTIC_ARAP)
        add_triangles(m, matrix);
    else
        add_springs(m, matrix);
}
