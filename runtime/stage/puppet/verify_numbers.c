/* Verifies that the numbers of a puppet from outside are those that vv_puppet_create would have computed from its
 * drawing (see sane.h). A puppet does not store its layers and pins; their matrices are only checked to be those of
 * an energy: symmetric, with a diagonal that bounds the other entries, and 0 for a motion of the whole drawing. */
#include "layout.h"
#include "runtime/stage/drawing/drawing.h"
#include "runtime/stage/drawing/sane.h"

#include <string.h>

#define GHOST_MASS 1e-6 /* as in matrices.c */

static vvi_sane sane_of(const vvi_puppet_view *v)
{
    return (vvi_sane){.skin = v->skin,
                      .vertex_count = v->vertex_count,
                      .triangle_count = v->triangle_count,
                      .boundary_count = v->boundary_count,
                      .handle_count = v->handle_count,
                      .example_count = v->example_count,
                      .stride = v->stride,
                      .triangles = v->triangles,
                      .boundary = v->boundary,
                      .boundary_triangles = v->boundary_triangles,
                      .masses = v->masses,
                      .handles = v->handles,
                      .turns = v->turns,
                      .corners = v->example_states,
                      .shift = v->centre,
                      .mass = v->mass,
                      .size = v->size,
                      .radius = v->radius,
                      .spacing = v->spacing};
}

/* ---- The drawing ------------------------------------------------------------------------------------------------- */

/* The copies of positions and weights by vertex must match the skin. */
static bool drawing_is_consistent(const vvi_puppet_view *v)
{
    float weights[VV_RIG_MAX_HANDLES];
    for (uint32_t i = 0; i < v->vertex_count; i++) {
        vv_vec2 at = vvi_skin_read_vertex(v->skin, i, weights), is = v->positions[i];
        float size = 1e-5f * (v->radius + v->size + fabsf(v->centre.x) + fabsf(v->centre.y));
        if (!(fabsf(at.x + v->centre.x - is.x) <= size && fabsf(at.y + v->centre.y - is.y) <= size))
            return false;
        for (uint32_t j = 0; j < v->handle_count; j++)
            if (!(fabsf(weights[j] - v->weights[(size_t)i * v->handle_count + j]) <=
                  1e-5f * (1.0f + fabsf(weights[j]))))
                return false;
    }
    double area = 3.141592653589793 / 4.0 * (double)v->size * (double)v->size;
    return vvi_sane_near(area, (double)v->area, 1e-3 * area);
}

/* Handles that move no vertex have a small mass of their own, and `inertia_mask` 0. */
static bool ghosts_are_consistent(const vvi_puppet_view *v, double *extra)
{
    double mass = GHOST_MASS * (double)v->mass / v->handle_count, length = 0.1 * (double)v->size;
    for (uint32_t j = 0; j < v->handle_count; j++) {
        bool moves = false;
        for (uint32_t i = 0; i < v->vertex_count && !moves; i++)
            moves = v->weights[(size_t)i * v->handle_count + j] != 0.0f;
        for (uint32_t k = 3 * j; k < 3 * j + 3; k++) {
            extra[k] = moves ? 0.0 : k % 3 == 2 ? mass : mass * length * length;
            if (v->inertia_mask[k] != (moves ? 1.0 : 0.0))
                return false;
        }
    }
    return true;
}

static bool masses_are_consistent(const vvi_puppet_view *v, const vvi_sane *s, const vvi_sane_columns *c)
{
    double extra[VVI_SANE_COLUMNS];
    for (uint32_t k = 0; k < v->column_count; k++)
        if (!vvi_sane_near(v->mass_vector[k], c->mean[k] * (double)v->mass, 1e-4 * (double)v->mass * c->scale[k]))
            return false;
    return ghosts_are_consistent(v, extra) && vvi_sane_square(s, c, v->mass_matrix) &&
           vvi_sane_masses(s, c, NULL, extra, v->mass_matrix);
}

static bool rest_is_consistent(const vvi_puppet_view *v)
{
    for (uint32_t j = 0; j < v->handle_count; j++) {
        const double *x = v->rest + 3 * j, *y = x + v->stride;
        if (x[0] != 1.0 || x[1] != 0.0 || x[2] != (double)v->handles[j].from.x || y[0] != 0.0 || y[1] != 1.0 ||
            y[2] != (double)v->handles[j].from.y)
            return false;
    }
    return true;
}

/* ---- Elastic energy ---------------------------------------------------------------------------------------------- */

typedef double probe_products[VVI_SANE_PROBES][VVI_SANE_COLUMNS];

/* The value of a probe at one vertex. */
static double probe_value(const vvi_sane_columns *c, uint32_t probe, uint32_t columns, const double *phi)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < columns; k++)
        sum += phi[k] * c->probes[probe][k];
    return sum;
}

/* A triangle's factor (a, b, c) has A|F|² = |a e1|² + |b e1 + c e2|². It must be that of the triangle, up to the
 * stiffness of the layer, by which it may be scaled. */
static bool factor_is_sound(const vvi_puppet_view *v, const uint32_t corner[3], const double factor[3])
{
    vv_vec2 a = v->positions[corner[0]], b = v->positions[corner[1]], d = v->positions[corner[2]];
    double ux = (double)b.x - (double)a.x, uy = (double)b.y - (double)a.y;
    double vx = (double)d.x - (double)a.x, vy = (double)d.y - (double)a.y;
    double doubled = ux * vy - uy * vx, side = sqrt(ux * ux + uy * uy), scale = factor[0] * side;
    double stiffness = 2.0 * scale * scale / doubled, other = -scale * (ux * vx + uy * vy) / (doubled * side);
    return doubled > 0.0 && scale > 0.0 && stiffness >= 0.99e-9 && stiffness <= 1.01e9 &&
           vvi_sane_near(factor[1], other, 1e-4 * (fabs(other) + factor[0])) &&
           vvi_sane_near(factor[2], scale * side / doubled, 1e-4 * scale * side / doubled);
}

static bool add_triangle(const vvi_puppet_view *v, const vvi_sane *s, const vvi_sane_columns *c, uint32_t t,
                         probe_products out)
{
    puppet_kernel kernel = vvi_puppet_kernel_of(v->puppet);
    uint32_t stride = padded(v->puppet->counts.elements), corner[3];
    double phi[3][VVI_SANE_COLUMNS], factor[3];
    for (uint32_t k = 0; k < 3; k++) {
        corner[k] = kernel.corners[(size_t)k * stride + t];
        factor[k] = (double)kernel.factor[(size_t)k * stride + t];
        if (corner[k] != v->triangles[3 * (size_t)t + k])
            return false;
        vvi_sane_row(s, corner[k], phi[k]);
    }
    for (uint32_t p = 0; p < VVI_SANE_PROBES; p++) {
        double at[3];
        for (uint32_t k = 0; k < 3; k++)
            at[k] = probe_value(c, p, v->column_count, phi[k]);
        double first = factor[0] * (at[1] - at[0]);
        double second = factor[1] * (at[1] - at[0]) + factor[2] * (at[2] - at[0]);
        double one = factor[0] * first + factor[1] * second, two = factor[2] * second;
        for (uint32_t k = 0; k < v->column_count; k++)
            out[p][k] += one * (phi[1][k] - phi[0][k]) + two * (phi[2][k] - phi[0][k]);
    }
    return factor_is_sound(v, corner, factor);
}

/* Every corner of every triangle must be listed once, at its own vertex. */
static bool corners_are_listed(const vvi_puppet_view *v)
{
    puppet_kernel kernel = vvi_puppet_kernel_of(v->puppet);
    const puppet_counts *c = &v->puppet->counts;
    uint32_t stride = padded(c->elements);
    uint64_t listed_hash = 0, expected_hash = 0;
    for (uint32_t b = 0; b < puppet_blocks(c->vertices); b++)
        for (uint32_t r = kernel.row_starts[b]; r < kernel.row_starts[b + 1]; r++)
            for (uint32_t l = 0; l < PUPPET_BLOCK; l++) {
                uint32_t id = kernel.rows[r][l];
                if (id == 3 * stride)
                    continue;
                if (id % stride >= c->elements || kernel.corners[id] != b * PUPPET_BLOCK + l)
                    return false;
                listed_hash += vvi_sane_hash(id);
            }
    for (uint32_t k = 0; k < 3; k++)
        for (uint32_t t = 0; t < c->elements; t++)
            expected_hash += vvi_sane_hash(k * stride + t);
    return listed_hash == expected_hash;
}

/* Every spring must be listed at both of its ends, so it counts half. */
static bool add_springs(const vvi_puppet_view *v, const vvi_sane *s, const vvi_sane_columns *c, probe_products out)
{
    puppet_kernel kernel = vvi_puppet_kernel_of(v->puppet);
    uint32_t nodes = v->puppet->counts.nodes > 0 ? v->puppet->counts.nodes : v->vertex_count;
    uint64_t balance = 0;
    for (uint32_t i = 0; i < nodes; i++) {
        double own[VVI_SANE_COLUMNS], other[VVI_SANE_COLUMNS];
        uint32_t b = i / PUPPET_BLOCK, l = i % PUPPET_BLOCK;
        vvi_sane_row(s, i, own);
        for (uint32_t r = kernel.row_starts[b]; r < kernel.row_starts[b + 1]; r++) {
            uint32_t to = kernel.rows[r][l], bits;
            double k = (double)kernel.springs[r][l];
            if (!(k >= 0.0))
                return false;
            memcpy(&bits, &kernel.springs[r][l], sizeof bits);
            uint64_t edge = i < to ? vvi_sane_hash((uint64_t)i << 32 | to) : 0 - vvi_sane_hash((uint64_t)to << 32 | i);
            balance += edge * bits;
            vvi_sane_row(s, to, other);
            for (uint32_t p = 0; p < VVI_SANE_PROBES && k > 0.0; p++) {
                double pull =
                    0.5 * k * (probe_value(c, p, v->column_count, other) - probe_value(c, p, v->column_count, own));
                for (uint32_t q = 0; q < v->column_count; q++)
                    out[p][q] += pull * (other[q] - own[q]);
            }
        }
    }
    return balance == 0;
}

/* One cluster's matrix must be symmetric, with a diagonal that bounds the other entries, and 0 for a translation. */
static bool cluster_matrix_is_sound(const double *K, uint32_t n)
{
    for (uint32_t a = 0; a < 3 * n; a++) {
        double own = K[(size_t)a * 4 * n + 4 * (a / 3) + a % 3], sum = 0.0, size = 0.0;
        if (!(own >= 0.0))
            return false;
        for (uint32_t b = 0; b < 3 * n; b++) {
            double here = K[(size_t)a * 4 * n + 4 * (b / 3) + b % 3],
                   there = K[(size_t)b * 4 * n + 4 * (a / 3) + a % 3];
            double most = sqrt(own) * sqrt(K[(size_t)b * 4 * n + 4 * (b / 3) + b % 3]);
            if (!vvi_sane_near(here, there, 1e-9 * most) || !(fabs(here) <= 1.000001 * most))
                return false;
            sum += b % 3 == 2 ? here : 0.0;
            size += b % 3 == 2 ? fabs(here) : 0.0;
        }
        if (!(fabs(sum) <= 1e-6 * size))
            return false;
    }
    return true;
}

static bool add_clusters(const vvi_puppet_view *v, const vvi_sane_columns *c, probe_products out)
{
    puppet_kernel kernel = vvi_puppet_kernel_of(v->puppet);
    const double *K = kernel.cluster_matrices;
    for (uint32_t cluster = 0; cluster < v->cluster_count; cluster++) {
        const uint32_t *handles = kernel.cluster_handles + kernel.cluster_starts[cluster];
        uint32_t n = kernel.cluster_starts[cluster + 1] - kernel.cluster_starts[cluster];
        if (!cluster_matrix_is_sound(K, n))
            return false;
        for (uint32_t a = 0; a < 3 * n; a++)
            for (uint32_t b = 0; b < 4 * n; b++) {
                double entry = K[(size_t)a * 4 * n + b];
                if (b % 4 == 3 && entry != 0.0)
                    return false;
                for (uint32_t p = 0; p < VVI_SANE_PROBES && b % 4 != 3; p++)
                    out[p][3 * handles[a / 3] + a % 3] += entry * c->probes[p][3 * handles[b / 4] + b % 4];
            }
        K += 12 * (size_t)n * n;
    }
    return true;
}

static bool elastic_energy_is_consistent(const vvi_puppet_view *v, const vvi_sane *s, const vvi_sane_columns *c)
{
    const puppet_counts *counts = &v->puppet->counts;
    probe_products expected = {{0.0}};
    bool ok = vvi_sane_square(s, c, v->elastic_matrix);
    if (v->elastic == VV_ELASTIC_SPRINGS) {
        vvi_sane nodes = *s;
        if (counts->nodes > 0)
            nodes.skin = (const vv_skin *)((const char *)v->puppet + v->puppet->node_skin);
        ok = ok && add_springs(v, &nodes, c, expected);
    } else if (counts->clusters > 0) {
        ok = ok && add_clusters(v, c, expected);
    } else {
        ok = ok && corners_are_listed(v);
        for (uint32_t t = 0; t < counts->elements && ok; t++)
            ok = add_triangle(v, s, c, t, expected);
    }
    for (uint32_t p = 0; p < VVI_SANE_PROBES && ok; p++)
        ok = vvi_sane_product(s, c, p, v->elastic_matrix, expected[p]);
    return ok;
}

/* ---- Joins ------------------------------------------------------------------------------------------------------- */

/* Moving the whole drawing must open no gap, within the precision of the floats that pins are made of. */
static bool joins_are_consistent(const vvi_puppet_view *v, const vvi_sane *s, const vvi_sane_columns *c)
{
    if (!vvi_sane_square(s, c, v->join_matrix))
        return false;
    for (uint32_t k = 0; k < v->column_count; k++) {
        const double *row = v->join_matrix + (size_t)k * v->stride;
        double moved = 0.0, size = 0.0, most = c->scale[k] + (double)v->size;
        for (uint32_t l = 2; l < v->column_count; l += 3) {
            moved += row[l];
            size += fabs(row[l]);
        }
        if (!(row[k] <= 1e9 * most * most && fabs(moved) <= 1e-4 * (size + sqrt(row[k]))))
            return false;
    }
    return true;
}

bool vvi_puppet_numbers_are_consistent(const vvi_puppet_view *v)
{
    vvi_sane s = sane_of(v);
    vvi_sane_columns c;
    return vvi_sane_begin(&s, &c) && drawing_is_consistent(v) && vvi_sane_mesh(&s) &&
           masses_are_consistent(v, &s, &c) && rest_is_consistent(v) && vvi_sane_examples(&s, &c, v->rest) &&
           elastic_energy_is_consistent(v, &s, &c) && joins_are_consistent(v, &s, &c);
}
