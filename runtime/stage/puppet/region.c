/* Regions: the vertices that a handle moves by more than a threshold, their centroid, and the affine map that fits
 * their motion best (eq. 12–13 of "Artist-Directed Dynamics for 2D Animation"), as linear functions of a puppet's
 * state. */
#include "runtime/stage/puppet/puppet.h"

#include <string.h>

/* Extents below this fraction of the drawing, or of the region's longer side, count as zero, since vertices are
 * floats. */
#define MIN_EXTENT 1e-3

/* Σ m, the centroid and, about it, Σ m r rᵀ of a region at rest. */
typedef struct moments {
    double mass, centre[2];
    double xx, xy, yy;
} moments;

static float weight_of(const vvi_puppet_view *p, uint32_t vertex, uint32_t handle)
{
    return p->weights[(size_t)vertex * p->handle_count + handle];
}

/* The vertices of a region: all above the threshold or, if there are none, the first of the largest weight. */
typedef struct vertex_set {
    vv_region region;
    bool is_any_above;
    uint32_t heaviest;
} vertex_set;

static vertex_set select_vertices(const vvi_puppet_view *p, vv_region region)
{
    vertex_set m = {.region = region};
    VVI_CHECK(region.handle < p->handle_count && p->vertex_count > 0);
    for (uint32_t i = 1; i < p->vertex_count; i++)
        if (weight_of(p, i, region.handle) > weight_of(p, m.heaviest, region.handle))
            m.heaviest = i;
    m.is_any_above = weight_of(p, m.heaviest, region.handle) > region.threshold;
    return m;
}

static bool is_member(const vvi_puppet_view *p, const vertex_set *m, uint32_t vertex)
{
    return m->is_any_above ? weight_of(p, vertex, m->region.handle) > m->region.threshold : vertex == m->heaviest;
}

static moments compute_moments(const vvi_puppet_view *p, const vertex_set *set)
{
    moments m = {0};
    for (uint32_t i = 0; i < p->vertex_count; i++) {
        if (!is_member(p, set, i))
            continue;
        double mass = (double)p->masses[i];
        m.mass += mass;
        m.centre[0] += mass * (double)p->positions[i].x;
        m.centre[1] += mass * (double)p->positions[i].y;
    }
    VVI_CHECK(m.mass > 0.0);
    m.centre[0] /= m.mass;
    m.centre[1] /= m.mass;
    for (uint32_t i = 0; i < p->vertex_count; i++) {
        if (!is_member(p, set, i))
            continue;
        double mass = (double)p->masses[i];
        double x = (double)p->positions[i].x - m.centre[0], y = (double)p->positions[i].y - m.centre[1];
        m.xx += mass * x * x;
        m.xy += mass * x * y;
        m.yy += mass * y * y;
    }
    return m;
}

/* Principal axes of Σ m r rᵀ, the longer first, and their moments. */
static void find_principal_axes(const moments *m, double directions[2][2], double extents[2])
{
    double mean = 0.5 * (m->xx + m->yy), half = 0.5 * (m->xx - m->yy);
    double spread = sqrt(half * half + m->xy * m->xy);
    extents[0] = mean + spread;
    extents[1] = mean - spread;
    /* (half + spread, xy) and (xy, spread − half) are both along the first axis: the longer one is exact where the
     * other cancels. */
    double x = half >= 0.0 ? half + spread : m->xy, y = half >= 0.0 ? m->xy : spread - half;
    double length = sqrt(x * x + y * y);
    directions[0][0] = length > 0.0 ? x / length : 1.0;
    directions[0][1] = length > 0.0 ? y / length : 0.0;
    directions[1][0] = -directions[0][1];
    directions[1][1] = directions[0][0];
}

static uint32_t find_rank(const vvi_puppet_view *p, const moments *m, const double extents[2])
{
    double min_extent = MIN_EXTENT * (double)p->radius;
    if (!(extents[0] > min_extent * min_extent * m->mass))
        return 0;
    return extents[1] > MIN_EXTENT * MIN_EXTENT * extents[0] ? 2 : 1;
}

/* row += share · φ_vertex. */
static void add_basis(const vvi_puppet_view *p, uint32_t vertex, double share, double *row)
{
    for (uint32_t j = 0; j < p->handle_count; j++) {
        double w = share * (double)weight_of(p, vertex, j);
        row[3 * j] += w * ((double)p->positions[vertex].x - (double)p->handles[j].from.x);
        row[3 * j + 1] += w * ((double)p->positions[vertex].y - (double)p->handles[j].from.y);
        row[3 * j + 2] += w;
    }
}

/* With G = Σ m r rᵀ the best A is (Σ m (x − centroid) rᵀ) G⁻¹, so A u_k = Σ m (r · u_k)/λ_k · x for an eigenvector
 * u_k of G: the centroid drops out, since Σ m r is zero. */
vvi_region_fit vvi_region_rows(const vvi_puppet_view *puppet, vv_region region, double *rows, size_t row_stride)
{
    vertex_set set = select_vertices(puppet, region);
    moments m = compute_moments(puppet, &set);
    vvi_region_fit fit = {.rest = {(float)m.centre[0], (float)m.centre[1]}};
    double extents[2];
    find_principal_axes(&m, fit.directions, extents);
    fit.rank = find_rank(puppet, &m, extents);
    VVI_CHECK(row_stride >= puppet->stride && (fit.rank < 2 || extents[1] > 0.0));
    for (uint32_t k = 0; k < 3; k++)
        memset(rows + k * row_stride, 0, puppet->stride * sizeof *rows);
    for (uint32_t i = 0; i < puppet->vertex_count; i++) {
        if (!is_member(puppet, &set, i))
            continue;
        double mass = (double)puppet->masses[i];
        double x = (double)puppet->positions[i].x - m.centre[0], y = (double)puppet->positions[i].y - m.centre[1];
        add_basis(puppet, i, mass / m.mass, rows);
        for (uint32_t k = 0; k < fit.rank; k++)
            add_basis(puppet, i, mass * (x * fit.directions[k][0] + y * fit.directions[k][1]) / extents[k],
                      rows + (k + 1) * row_stride);
    }
    return fit;
}

static double dot(const double *row, const double *c, uint32_t count)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++)
        sum += row[i] * c[i];
    return sum;
}

/* Fills in the directions that are not known from the placement. For a line, the direction across it is perpendicular
 * to its image, unless the line has shrunk to a point. */
static void complete_map(double image[2][2], const vvi_region_fit *fit, vv_mat2 placement)
{
    for (uint32_t k = fit->rank; k < 2; k++) {
        image[k][0] = (double)placement.xx * fit->directions[k][0] + (double)placement.xy * fit->directions[k][1];
        image[k][1] = (double)placement.yx * fit->directions[k][0] + (double)placement.yy * fit->directions[k][1];
    }
    double length = sqrt(image[0][0] * image[0][0] + image[0][1] * image[0][1]);
    if (fit->rank != 1 || !(length > 0.0))
        return;
    double side = vv_mat2_determinant(placement) < 0.0f ? -1.0 : 1.0;
    image[1][0] = -side * image[0][1] / length;
    image[1][1] = side * image[0][0] / length;
}

vv_region_state vvi_region_state(const vvi_puppet_view *puppet, const vvi_region_fit *fit, const double *rows,
                                 size_t row_stride, const double *c, const double origin[2], vv_mat2 placement)
{
    uint32_t stride = puppet->stride, columns = puppet->column_count;
    double image[2][2];
    for (uint32_t k = 0; k < fit->rank; k++)
        for (uint32_t axis = 0; axis < 2; axis++)
            image[k][axis] = dot(rows + (k + 1) * row_stride, c + (size_t)axis * stride, columns);
    complete_map(image, fit, placement);
    const double(*u)[2] = fit->directions;
    return (vv_region_state){
        .rest = fit->rest,
        .centre = {(float)(origin[0] + dot(rows, c, columns)), (float)(origin[1] + dot(rows, c + stride, columns))},
        .linear = {(float)(image[0][0] * u[0][0] + image[1][0] * u[1][0]),
                   (float)(image[0][0] * u[0][1] + image[1][0] * u[1][1]),
                   (float)(image[0][1] * u[0][0] + image[1][1] * u[1][0]),
                   (float)(image[0][1] * u[0][1] + image[1][1] * u[1][1])},
    };
}
