/* What holds layers and handles together, as squares of gaps that are linear in the state: pins (a point of one layer
 * stays on a point of another), joins of handles, and a regularisation.
 *
 * A join of positions ties the point midway between both pivots: both transforms take it to the same place. So the
 * drawing as it was drawn, and any rigid motion of it, has no gap wherever the pivots are.
 *
 * The regularisation determines what the energies leave free: the linear part of a handle that moves a single vertex,
 * or handles with equal weights. With x̄ and F̄ the mean place and mean gradient of what handle j moves, it ties the
 * handle's pivot to x̄ + F̄ (p_j − r̄) and its linear part to F̄. No motion of the whole drawing costs energy, so it
 * acts as no drag. */
#include "prepare.h"

#include <string.h>

#define REGULARISATION 1e-9 /* times the handle's share of the mass; vvi_puppet_join_stiffness multiplies it by 1e4 */
#define LEVER_ARM      0.5  /* of the size: the lever arm at which gaps between joined linear parts are measured */

/* Adds the row of where the transform of one handle alone takes a point of the drawing. */
static void add_handle_row(const puppet_maker *m, uint32_t handle, double x, double y, double scale, double *row)
{
    row[3 * handle] += scale * (x - (double)m->def->handles[handle].from.x);
    row[3 * handle + 1] += scale * (y - (double)m->def->handles[handle].from.y);
    row[3 * handle + 2] += scale;
}

static void add_pins(const puppet_maker *m, double *matrix)
{
    for (uint32_t p = 0; p < m->def->pin_count; p++) {
        double row[3 * VV_RIG_MAX_HANDLES] = {0.0};
        for (uint32_t side = 0; side < 2; side++)
            for (uint32_t k = 0; k < 3; k++)
                vvi_puppet_add_basis(m, m->pins[p].corners[side][k],
                                     (side == 0 ? 1.0 : -1.0) * (double)m->pins[p].weights[side][k], row);
        vvi_puppet_add_outer_product(m, 1.0, row, matrix);
    }
}

static void add_join(const puppet_maker *m, const vv_puppet_join *join, double *matrix)
{
    vv_vec2 p = m->def->handles[join->a].from, q = m->def->handles[join->b].from;
    double x = 0.5 * ((double)p.x + (double)q.x), y = 0.5 * ((double)p.y + (double)q.y);
    double lever_arm = LEVER_ARM * (double)m->size;
    if ((join->parts & VV_PART_POSITION) != 0) {
        double row[3 * VV_RIG_MAX_HANDLES] = {0.0};
        add_handle_row(m, join->a, x, y, 1.0, row);
        add_handle_row(m, join->b, x, y, -1.0, row);
        vvi_puppet_add_outer_product(m, 1.0, row, matrix);
    }
    for (uint32_t k = 0; k < 2 && (join->parts & (VV_PART_ANGLE | VV_PART_SCALE)) != 0; k++) {
        double row[3 * VV_RIG_MAX_HANDLES] = {0.0};
        row[3 * join->a + k] = 1.0;
        row[3 * join->b + k] = -1.0;
        vvi_puppet_add_outer_product(m, lever_arm * lever_arm, row, matrix);
    }
}

/* ---- Regularisation ---------------------------------------------------------------------------------------------- */

/* Means over what one handle moves, weighted by mass times weight: place and gradient as rows, the place at rest, and
 * the mean square distance from the pivot. */
typedef struct influence_means {
    double position[3 * VV_RIG_MAX_HANDLES], gradient[2][3 * VV_RIG_MAX_HANDLES];
    double rest[2], spread;
} influence_means;

static void compute_mean_place(const puppet_maker *m, uint32_t handle, influence_means *out)
{
    const vv_mesh *mesh = &m->def->mesh;
    vv_vec2 pivot = m->def->handles[handle].from;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        double share = fabs((double)m->weights[(size_t)i * m->def->handle_count + handle]);
        if (share == 0.0)
            continue;
        share *= m->masses[i] / m->handle_masses[handle];
        double x = (double)mesh->positions[i].x, y = (double)mesh->positions[i].y;
        double dx = x - (double)pivot.x, dy = y - (double)pivot.y;
        vvi_puppet_add_basis(m, i, share, out->position);
        out->rest[0] += share * x;
        out->rest[1] += share * y;
        out->spread += share * (dx * dx + dy * dy);
    }
}

static void compute_mean_gradient(const puppet_maker *m, uint32_t handle, influence_means *out)
{
    const vv_puppet_def *def = m->def;
    double total = 0.0;
    for (uint32_t t = 0; t < def->mesh.triangle_count; t++) {
        const uint32_t *corner = def->mesh.triangles + 3 * (size_t)t;
        double share = 0.0, gradients[3 * VV_RIG_MAX_HANDLES][2];
        uint32_t columns[3 * VV_RIG_MAX_HANDLES];
        for (uint32_t k = 0; k < 3; k++)
            share += m->areas[t] * fabs((double)m->weights[(size_t)corner[k] * def->handle_count + handle]);
        if (share == 0.0)
            continue;
        uint32_t rows = vvi_puppet_gradients(m, t, gradients, columns);
        for (uint32_t r = 0; r < rows; r++) {
            out->gradient[0][columns[r]] += share * gradients[r][0];
            out->gradient[1][columns[r]] += share * gradients[r][1];
        }
        total += share;
    }
    for (uint32_t k = 0; k < m->columns && total > 0.0; k++) {
        out->gradient[0][k] /= total;
        out->gradient[1][k] /= total;
    }
}

static void add_regularisation(const puppet_maker *m, uint32_t handle, influence_means *n, double *matrix)
{
    double weight = REGULARISATION * m->handle_masses[handle] / m->mass, min_length = 0.01 * (double)m->size;
    double length_squared = n->spread > min_length * min_length ? n->spread : min_length * min_length;
    double dx = (double)m->def->handles[handle].from.x - n->rest[0];
    double dy = (double)m->def->handles[handle].from.y - n->rest[1];
    for (uint32_t k = 0; k < m->columns; k++)
        n->position[k] = -n->position[k] - dx * n->gradient[0][k] - dy * n->gradient[1][k];
    n->position[3 * handle + 2] += 1.0;
    vvi_puppet_add_outer_product(m, weight, n->position, matrix);
    for (uint32_t k = 0; k < 2; k++) {
        n->gradient[k][3 * handle + k] -= 1.0;
        vvi_puppet_add_outer_product(m, weight * length_squared, n->gradient[k], matrix);
    }
}

bool vvi_puppet_fill_joins(puppet_maker *m, vv_puppet *puppet)
{
    double *matrix = (double *)((char *)puppet + puppet->join_matrix);
    influence_means *n = vvi_arena_allocate(&m->arena, 1, sizeof *n);
    if (!n)
        return false;
    add_pins(m, matrix);
    for (uint32_t j = 0; j < m->def->join_count; j++)
        add_join(m, &m->def->joins[j], matrix);
    for (uint32_t j = 0; j < m->def->handle_count; j++) {
        if (m->handle_masses[j] == 0.0)
            continue;
        memset(n, 0, sizeof *n);
        compute_mean_place(m, j, n);
        compute_mean_gradient(m, j, n);
        add_regularisation(m, j, n, matrix);
    }
    return true;
}
