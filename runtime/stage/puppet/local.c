/* The local step (section 3.5): the best rotation of every triangle or cluster, or direction of every edge, for a
 * state, and their pull in handle space. This file chooses the kernel, lays out its scratch, and has what all kernels
 * share. */
#include "local.h"

#include <string.h>

double vvi_puppet_stiffness(const vvi_puppet_view *puppet, float hertz)
{
    /* of a wave that crosses the drawing in half a period */
    double speed = 2.0 * (double)puppet->size * (double)hertz;
    return (double)puppet->mass / (double)puppet->area * speed * speed;
}

double vvi_puppet_join_stiffness(const vvi_puppet_view *puppet, double h, double stiffness)
{
    return 1e4 * ((h > 0.0 ? (double)puppet->mass / (h * h) : 0.0) + stiffness);
}

/* ---- Scratch ----------------------------------------------------------------------------------------------------- */

/* The offset of each array, and the number of bytes. */
typedef struct local_layout {
    uint64_t x, pulls, corner_pulls, rest, rest_products, sums, energy, byte_count;
} local_layout;

static local_layout lay_out(const puppet_counts *c)
{
    local_layout l;
    uint64_t cursor = 0, nodes = c->rows > 0 ? padded(c->nodes > 0 ? c->nodes : c->vertices) : 0;
    uint64_t triangles = padded(c->elements), springs = c->elements > 0 ? 0 : c->rows;
    l.x = vvi_section(&cursor, nodes, sizeof(vv_vec2));
    l.pulls = vvi_section(&cursor, nodes, sizeof(vv_vec2));
    l.corner_pulls = vvi_section(&cursor, 3 * triangles + 1u, sizeof(vv_vec2));
    l.rest = vvi_section(&cursor, 4 * triangles + springs * PUPPET_BLOCK, sizeof(float));
    l.rest_products = vvi_section(&cursor, c->entries, 8 * sizeof(double));
    l.sums = vvi_section(&cursor, c->rows > 0 ? 0 : clusters_padded(c->clusters), 2 * sizeof(double));
    l.energy = vvi_section(&cursor, 1, sizeof(double));
    l.byte_count = vvi_section(&cursor, 0, 0);
    return l;
}

size_t vvi_puppet_local_step_bytes(const vvi_puppet_view *puppet)
{
    return (size_t)lay_out(&puppet->puppet->counts).byte_count;
}

local_work vvi_local_open(const vvi_puppet_view *puppet, void *scratch, vvi_width width)
{
    const vv_puppet *p = puppet->puppet;
    const puppet_counts *c = &p->counts;
    local_layout l = lay_out(c);
    char *base = scratch;
    return (local_work){.puppet = puppet,
                        .kernel = vvi_puppet_kernel_of(p),
                        .width = width,
                        .node_count = c->nodes > 0 ? c->nodes : c->vertices,
                        .element_count = c->elements,
                        .row_count = c->rows,
                        .cluster_count = c->rows > 0 ? 0 : c->clusters,
                        .skin = (const vv_skin *)((const char *)p + (c->nodes > 0 ? p->node_skin : p->skin)),
                        .x = (vv_vec2 *)(base + l.x),
                        .pulls = (vv_vec2 *)(base + l.pulls),
                        .corner_pulls = (vv_vec2 *)(base + l.corner_pulls),
                        .rest = (float *)(base + l.rest),
                        .rest_products = (double *)(base + l.rest_products),
                        .sums = (double *)(base + l.sums),
                        .energy = (double *)(base + l.energy)};
}

/* ---- What the full kernels share --------------------------------------------------------------------------------- */

/* Positions in units of the mean edge about the centre of the pivots: floats keep their precision far from the origin
 * and for drawings of any size. */
static void place_nodes(const local_work *w, const double *c)
{
    const vvi_puppet_view *p = w->puppet;
    double centre[2] = {0.0, 0.0};
    for (uint32_t j = 0; j < p->handle_count; j++) {
        centre[0] += c[3 * j + 2];
        centre[1] += c[p->stride + 3 * j + 2];
    }
    centre[0] /= p->handle_count;
    centre[1] /= p->handle_count;
    vv_affine pose[VV_RIG_MAX_HANDLES];
    vvi_puppet_skin_pose(p, c, centre, (double)p->spacing, pose);
    vvi_skin_apply_width(w->skin, pose, w->x, w->width);
    for (uint32_t i = w->node_count; i < padded(w->node_count); i++) /* whole vectors are read */
        w->x[i] = (vv_vec2){0.0f, 0.0f};
}

/* Internal forces have no sum and no moment. Rounding in floats leaves some, which would move a resting drawing in
 * the long run: it is removed, part by part, as an acceleration of the whole. With z = c − c̄ about the part's centre
 * of mass, translation and rotation are M̃ of ones and of i z, so nothing is added where the drawing has no inertia. */
typedef struct part_sums {
    double mass, force[2], centre[2], moment, inertia;
} part_sums;

static part_sums sum_part(const vvi_puppet_view *p, uint32_t part, const double *c, const double *pull)
{
    part_sums s = {0};
    for (uint32_t j = part; j < p->handle_count; j++) {
        if (p->parts[j] != part)
            continue;
        for (uint32_t axis = 0; axis < 2; axis++) {
            const double *z = c + axis * p->stride + 3 * j, *m = p->mass_vector + 3 * j;
            s.force[axis] += pull[axis * p->stride + 3 * j + 2];
            s.centre[axis] += m[0] * z[0] + m[1] * z[1] + m[2] * z[2];
        }
        s.mass += p->mass_vector[3 * j + 2];
    }
    for (uint32_t axis = 0; axis < 2 && s.mass > 0.0; axis++) {
        s.centre[axis] /= s.mass;
        s.force[axis] /= s.mass;
    }
    return s;
}

static void remove_net_force(const vvi_puppet_view *p, uint32_t part, const double *c, const double *Mc, double *pull)
{
    part_sums s = sum_part(p, part, c, pull);
    const double *cx = c, *cy = c + p->stride, *Mx = Mc, *My = Mc + p->stride, *m = p->mass_vector;
    double *px = pull, *py = pull + p->stride;
    for (uint32_t k = 3 * part; k < p->column_count && s.mass > 0.0; k++) {
        if (p->parts[k / 3] != part)
            continue;
        double x = cx[k] - (k % 3 == 2 ? s.centre[0] : 0.0), y = cy[k] - (k % 3 == 2 ? s.centre[1] : 0.0);
        px[k] -= s.force[0] * m[k];
        py[k] -= s.force[1] * m[k];
        s.moment += x * py[k] - y * px[k];
        s.inertia += x * (Mx[k] - s.centre[0] * m[k]) + y * (My[k] - s.centre[1] * m[k]);
    }
    double angular = s.inertia > 0.0 ? s.moment / s.inertia : 0.0;
    for (uint32_t k = 3 * part; k < p->column_count; k++) {
        if (p->parts[k / 3] != part)
            continue;
        px[k] += angular * (My[k] - s.centre[1] * m[k]);
        py[k] -= angular * (Mx[k] - s.centre[0] * m[k]);
    }
}

static void gather_pulls(const local_work *w, const double *c, const double *Mc, double *pull)
{
    const vvi_puppet_view *p = w->puppet;
    double sums[VV_RIG_MAX_HANDLES][6];
    vvi_skin_gather(w->skin, w->pulls, sums, w->width);
    vvi_puppet_add_skin_sums(p, sums, (double)p->spacing, pull);
    for (uint32_t j = 0; j < p->handle_count; j++)
        if (p->parts[j] == j)
            remove_net_force(p, j, c, Mc, pull);
}

/* ---- The two calls ----------------------------------------------------------------------------------------------- */

void vvi_puppet_set_rest_shape_width(const vvi_puppet_view *puppet, const double *rest, void *scratch, vvi_width width)
{
    local_work w = vvi_local_open(puppet, scratch, width);
    if (w.cluster_count > 0) {
        vvi_local_rest_clusters(&w, rest);
        return;
    }
    place_nodes(&w, rest);
    if (puppet->elastic == VV_ELASTIC_ARAP)
        vvi_local_rest_triangles(&w);
    else
        vvi_local_rest_springs(&w);
}

void vvi_puppet_set_rest_shape(const vvi_puppet_view *puppet, const double *rest, void *scratch)
{
    vvi_puppet_set_rest_shape_width(puppet, rest, scratch, vvi_best_width());
}

static double step_elements(const local_work *w, const double *c, const double *Mc, double *pull)
{
    const vvi_puppet_view *p = w->puppet;
    memset(pull, 0, 2 * (size_t)p->stride * sizeof *pull);
    place_nodes(w, c);
    double energy = p->elastic == VV_ELASTIC_ARAP ? vvi_local_triangles(w) : vvi_local_springs(w);
    gather_pulls(w, c, Mc, pull);
    return energy * (double)p->spacing * (double)p->spacing;
}

double vvi_local_element_step(const vvi_puppet_view *puppet, const double *c, const double *Mc, double *pull,
                              void *scratch)
{
    local_work w = vvi_local_open(puppet, scratch, vvi_best_width());
    VVI_CHECK(w.cluster_count == 0);
    return step_elements(&w, c, Mc, pull);
}

double vvi_puppet_local_step_width(const vvi_puppet_view *puppet, const double *c, double *pull, void *scratch,
                                   vvi_width width)
{
    local_work w = vvi_local_open(puppet, scratch, width);
    double image[2 * (3 * VV_RIG_MAX_HANDLES + 8)], square = 0.0;
    const double *matrix = w.cluster_count > 0 ? puppet->elastic_matrix : puppet->mass_matrix;
    vvi_real_apply(width, puppet->stride, puppet->column_count, matrix, c, image);
    if (w.cluster_count == 0)
        return step_elements(&w, c, image, pull);
    for (uint32_t k = 0; k < 2 * puppet->stride; k++)
        square += c[k] * image[k];
    return 0.5 * square + *w.energy - vvi_local_clusters(&w, c, pull);
}

double vvi_puppet_local_step(const vvi_puppet_view *puppet, const double *c, double *pull, void *scratch)
{
    return vvi_puppet_local_step_width(puppet, c, pull, scratch, vvi_best_width());
}
