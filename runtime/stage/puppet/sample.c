/* Replaces the springs by fewer ones, so that a step's cost does not grow with the mesh. Inside a group of triangles
 * with similar weights the deformation is almost uniform, and the response of a spring depends on its direction only.
 * So the edges of each group are sorted into three directions; the edge nearest to the middle of each stands for all
 * of them, with their Σ k ℓ². Then the stiffnesses, kept nonnegative, are fitted until the second derivative of the
 * energy in handle space is as near to that of all springs as possible, by multiplicative updates (Lee and Seung
 * 2001), which never increase the error. */
#include "prepare.h"

#include <string.h>

enum { DIRECTIONS = 3, MAX_ROUNDS = 60 };

#define MAX_WORK 4e8 /* multiplications in all rounds */

/* The edges of one group and direction: Σ k ℓ², their middle weighted by it, and the edge nearest to that. */
typedef struct bin {
    double weight, x, y, nearest;
    uint32_t edge;
} bin;

typedef struct sampling {
    puppet_maker *m;
    uint32_t bin_count, count;
    bin *bins;
    uint32_t *bin_of;         /* [element_count] */
    uint32_t *chosen;         /* [count] edges, ascending */
    double *stiffness;        /* [count] */
    double *rows;             /* [count][columns], scaled so that the target's diagonal is 1 */
    double *target, *current; /* [columns][stride] */
} sampling;

/* 0°–60°, 60°–120°, 120°–180°; a direction and its opposite count as one. */
static uint32_t edge_direction(double x, double y)
{
    double side = y < 0.0 ? -x : x, up = fabs(y);
    return up >= 1.7320508075688772 * fabs(side) ? 1 : side > 0.0 ? 0 : 2;
}

static void edge_middle(const puppet_maker *m, uint32_t e, double at[2], double along[2])
{
    vv_vec2 a = m->def->mesh.positions[m->elements[2 * (size_t)e]];
    vv_vec2 b = m->def->mesh.positions[m->elements[2 * (size_t)e + 1]];
    at[0] = 0.5 * ((double)a.x + (double)b.x);
    at[1] = 0.5 * ((double)a.y + (double)b.y);
    along[0] = (double)b.x - (double)a.x;
    along[1] = (double)b.y - (double)a.y;
}

static void fill_bins(sampling *s, const uint32_t *clusters)
{
    const puppet_maker *m = s->m;
    for (uint32_t e = 0; e < m->element_count; e++) {
        double at[2], along[2];
        edge_middle(m, e, at, along);
        double weight = m->metric[e][0] * (along[0] * along[0] + along[1] * along[1]);
        s->bin_of[e] =
            DIRECTIONS * clusters[m->adjacency.edge_triangles[2 * (size_t)e]] + edge_direction(along[0], along[1]);
        bin *edge_bin = &s->bins[s->bin_of[e]];
        edge_bin->weight += weight;
        edge_bin->x += weight * at[0];
        edge_bin->y += weight * at[1];
    }
    for (uint32_t b = 0; b < s->bin_count; b++)
        s->bins[b].nearest = INFINITY;
    for (uint32_t e = 0; e < m->element_count; e++) {
        bin *edge_bin = &s->bins[s->bin_of[e]];
        double at[2], along[2];
        edge_middle(m, e, at, along);
        double dx = at[0] - edge_bin->x / edge_bin->weight, dy = at[1] - edge_bin->y / edge_bin->weight,
               distance = dx * dx + dy * dy;
        if (distance < edge_bin->nearest) {
            edge_bin->nearest = distance;
            edge_bin->edge = e;
        }
    }
}

static bool choose_edges(sampling *s)
{
    const puppet_maker *m = s->m;
    s->chosen = vvi_arena_allocate(&s->m->arena, s->bin_count, sizeof *s->chosen);
    s->stiffness = vvi_arena_allocate(&s->m->arena, s->bin_count, sizeof *s->stiffness);
    if (!s->chosen || !s->stiffness)
        return false;
    for (uint32_t e = 0; e < m->element_count; e++) {
        const bin *edge_bin = &s->bins[s->bin_of[e]];
        if (edge_bin->edge != e)
            continue;
        double at[2], along[2];
        edge_middle(m, e, at, along);
        s->chosen[s->count] = e;
        s->stiffness[s->count++] = edge_bin->weight / (along[0] * along[0] + along[1] * along[1]);
    }
    return true;
}

/* ---- The fit ----------------------------------------------------------------------------------------------------- */

static bool prepare_fit(sampling *s)
{
    puppet_maker *m = s->m;
    size_t square = (size_t)m->columns * m->stride;
    double row[3 * VV_RIG_MAX_HANDLES];
    s->target = vvi_arena_allocate(&m->arena, square, sizeof *s->target);
    s->current = vvi_arena_allocate(&m->arena, square, sizeof *s->current);
    s->rows = vvi_arena_allocate(&m->arena, (size_t)s->count * m->columns, sizeof *s->rows);
    if (!s->target || !s->current || !s->rows)
        return false;
    for (uint32_t e = 0; e < m->element_count; e++) {
        vvi_puppet_edge_row(m, m->elements + 2 * (size_t)e, row);
        vvi_puppet_add_outer_product(m, m->metric[e][0], row, s->target);
    }
    double scales[3 * VV_RIG_MAX_HANDLES];
    for (uint32_t k = 0; k < m->columns; k++) {
        double diagonal = s->target[(size_t)k * (m->stride + 1)];
        scales[k] = diagonal > 0.0 ? 1.0 / sqrt(diagonal) : 0.0;
    }
    for (uint32_t k = 0; k < m->columns; k++)
        for (uint32_t l = 0; l < m->columns; l++)
            s->target[(size_t)k * m->stride + l] *= scales[k] * scales[l];
    for (uint32_t i = 0; i < s->count; i++) {
        vvi_puppet_edge_row(m, m->elements + 2 * (size_t)s->chosen[i], s->rows + (size_t)i * m->columns);
        for (uint32_t k = 0; k < m->columns; k++)
            s->rows[(size_t)i * m->columns + k] *= scales[k];
    }
    return true;
}

/* row · matrix · row. */
static double quadratic_form(const puppet_maker *m, const double *matrix, const double *row)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < m->columns; k++) {
        double inner = 0.0;
        if (row[k] == 0.0)
            continue;
        for (uint32_t l = 0; l < m->columns; l++)
            inner += matrix[(size_t)k * m->stride + l] * row[l];
        sum += row[k] * inner;
    }
    return sum;
}

static void fit(sampling *s)
{
    const puppet_maker *m = s->m;
    double work = (double)s->count * m->columns * m->columns;
    for (uint32_t round = 0; round < MAX_ROUNDS && (round < 2 || work * round < MAX_WORK); round++) {
        memset(s->current, 0, (size_t)m->columns * m->stride * sizeof *s->current);
        for (uint32_t i = 0; i < s->count; i++)
            vvi_puppet_add_outer_product(m, s->stiffness[i], s->rows + (size_t)i * m->columns, s->current);
        for (uint32_t i = 0; i < s->count; i++) {
            const double *row = s->rows + (size_t)i * m->columns;
            double target = quadratic_form(m, s->target, row), current = quadratic_form(m, s->current, row);
            s->stiffness[i] *= current > 0.0 ? target / current : 1.0;
        }
    }
}

/* ---- Replacing the springs --------------------------------------------------------------------------------------- */

static bool replace_springs(sampling *s)
{
    puppet_maker *m = s->m;
    uint32_t vertices = m->def->mesh.vertex_count;
    m->places = vvi_arena_allocate(&m->arena, vertices, sizeof *m->places);
    m->nodes = vvi_arena_allocate(&m->arena, 2 * (size_t)s->count, sizeof *m->nodes);
    if (!m->places || !m->nodes)
        return false;
    for (uint32_t i = 0; i < s->count; i++) { /* chosen edges ascend: nothing is read after it was overwritten */
        memcpy(m->elements + 2 * (size_t)i, m->elements + 2 * (size_t)s->chosen[i], 2 * sizeof *m->elements);
        m->metric[i][0] = s->stiffness[i];
        m->places[m->elements[2 * (size_t)i]] = m->places[m->elements[2 * (size_t)i + 1]] = 1;
    }
    for (uint32_t v = 0; v < vertices; v++)
        if (m->places[v] != 0) {
            m->nodes[m->node_count] = v;
            m->places[v] = m->node_count++;
        }
    m->element_count = m->cluster_count = s->count;
    return true;
}

bool vvi_puppet_sample_springs(puppet_maker *m)
{
    uint32_t cluster_target = m->def->cluster_count * m->def->handle_count / DIRECTIONS + 1, cluster_count, piece_count;
    cluster_target = cluster_target < VV_RIG_MAX_CLUSTERS ? cluster_target : VV_RIG_MAX_CLUSTERS;
    if (DIRECTIONS * cluster_target >= m->element_count)
        return true; /* the sample would not be smaller */
    uint32_t triangles = m->def->mesh.triangle_count;
    uint32_t *clusters = vvi_arena_allocate(&m->arena, triangles, sizeof *clusters);
    uint32_t *pieces = vvi_arena_allocate(&m->arena, triangles, sizeof *pieces);
    vvi_cluster_task task = {&m->def->mesh, m->weights, m->def->handle_count, m->areas, cluster_target};
    if (!clusters || !pieces ||
        !vvi_cluster_triangles(&task, m->allocator, clusters, &cluster_count, pieces, &piece_count))
        return false;
    sampling s = {.m = m, .bin_count = DIRECTIONS * cluster_count};
    s.bins = vvi_arena_allocate(&m->arena, s.bin_count, sizeof *s.bins);
    s.bin_of = vvi_arena_allocate(&m->arena, m->element_count, sizeof *s.bin_of);
    if (!s.bins || !s.bin_of)
        return false;
    fill_bins(&s, clusters);
    if (!choose_edges(&s) || !prepare_fit(&s))
        return false;
    fit(&s);
    return replace_springs(&s);
}
