/* What sprites and puppets have in common when they come from outside: see sane.h. */
#include "sane.h"

#include "runtime/base/base.h"

#include <string.h>

#define CLOSE 1e-4 /* share by which floats and doubles of the same sum may differ */

uint64_t vvi_sane_hash(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

vv_vec2 vvi_sane_row(const vvi_sane *s, uint32_t vertex, double *phi)
{
    float weights[VV_RIG_MAX_HANDLES];
    vv_vec2 at = vvi_skin_read_vertex(s->skin, vertex, weights);
    for (uint32_t j = 0; j < s->handle_count; j++) {
        double w = (double)weights[j];
        double px = (double)s->handles[j].from.x - (double)s->shift.x;
        double py = (double)s->handles[j].from.y - (double)s->shift.y;
        phi[3 * j] = w * ((double)at.x - px);
        phi[3 * j + 1] = w * ((double)at.y - py);
        phi[3 * j + 2] = w;
    }
    return at;
}

/* ---- Masses, and what the probes are ----------------------------------------------------------------------------- */

static void set_scales(const vvi_sane *s, vvi_sane_columns *c)
{
    for (uint32_t j = 0; j < s->handle_count; j++) {
        double px = (double)s->handles[j].from.x - (double)s->shift.x;
        double py = (double)s->handles[j].from.y - (double)s->shift.y;
        double reach = sqrt(px * px + py * py) + (double)s->radius;
        for (uint32_t k = 3 * j; k < 3 * j + 3; k++) {
            c->scale[k] = k % 3 == 2 ? 1.0 : reach;
            for (uint32_t p = 0; p < VVI_SANE_PROBES;
                 p++) /* between ½ and 1, either way: no two entries cancel by chance */
                c->probes[p][k] = ((double)(vvi_sane_hash(2 * k + p + 1) >> 11) * 0x1p-53 * 0.5 + 0.5) *
                                  (vvi_sane_hash(7 * k + p + 5) & 1u ? 1.0 : -1.0) / c->scale[k];
        }
    }
}

bool vvi_sane_begin(const vvi_sane *s, vvi_sane_columns *c)
{
    double phi[VVI_SANE_COLUMNS], mass = 0.0, x = 0.0, y = 0.0;
    uint32_t columns = 3 * s->handle_count;
    memset(c, 0, sizeof *c);
    set_scales(s, c);
    double least = 0.99e-3 * (double)s->mass / (double)s->vertex_count;
    for (uint32_t i = 0; i < s->vertex_count; i++) {
        double m = (double)s->masses[i];
        vv_vec2 at = vvi_sane_row(s, i, phi);
        if (!(m >= least && m <= 1.001 * (double)s->mass))
            return false;
        mass += m;
        x += m * (double)at.x;
        y += m * (double)at.y;
        for (uint32_t k = 0; k < columns; k++)
            c->mean[k] += m * phi[k];
    }
    for (uint32_t k = 0; k < columns; k++)
        c->mean[k] /= mass;
    return vvi_sane_near(mass, (double)s->mass, CLOSE * mass) &&
           sqrt(x * x + y * y) <= 1e-3 * mass * (double)(s->radius + s->size);
}

/* ---- The mesh ---------------------------------------------------------------------------------------------------- */

/* Opposite for the opposite direction, so that the two sides of an inner edge cancel. */
static uint64_t edge_number(uint32_t from, uint32_t to)
{
    return from < to ? vvi_sane_hash((uint64_t)from << 32 | to) : 0 - vvi_sane_hash((uint64_t)to << 32 | from);
}

static bool boundary_is_sound(const vvi_sane *s)
{
    uint64_t all = 0, outer = 0;
    for (size_t c = 0; c < 3 * (size_t)s->triangle_count; c++)
        all += edge_number(s->triangles[c], s->triangles[c % 3 == 2 ? c - 2 : c + 1]);
    for (uint32_t b = 0; b < s->boundary_count; b++) {
        const uint32_t *corner = s->triangles + 3 * (size_t)s->boundary_triangles[b];
        uint32_t from = s->boundary[2 * b], to = s->boundary[2 * b + 1];
        bool is_side = false;
        for (uint32_t k = 0; k < 3; k++)
            is_side = is_side || (corner[k] == from && corner[(k + 1) % 3] == to);
        if (!is_side)
            return false;
        outer += edge_number(from, to);
    }
    return all == outer;
}

bool vvi_sane_mesh(const vvi_sane *s)
{
    double area = 0.0, shortest = INFINITY, longest = 0.0;
    for (uint32_t t = 0; t < s->triangle_count; t++) {
        vv_vec2 at[3];
        for (uint32_t k = 0; k < 3; k++)
            at[k] = vvi_skin_read_vertex(s->skin, s->triangles[3 * (size_t)t + k], NULL);
        for (uint32_t k = 0; k < 3; k++) {
            double length = (double)vv_vec2_distance(at[k], at[(k + 1) % 3]);
            shortest = length < shortest ? length : shortest;
            longest = length > longest ? length : longest;
        }
        area += 0.5 * fabs(((double)at[1].x - (double)at[0].x) * ((double)at[2].y - (double)at[0].y) -
                           ((double)at[1].y - (double)at[0].y) * ((double)at[2].x - (double)at[0].x));
    }
    double size = 2.0 * sqrt(area / 3.141592653589793);
    return vvi_sane_near(size, (double)s->size, 1e-3 * size) && (double)s->spacing >= 0.999 * shortest &&
           (double)s->spacing <= 1.001 * longest && boundary_is_sound(s);
}

/* ---- Matrices ---------------------------------------------------------------------------------------------------- */

/* The rounding error allowed in a matrix entry that should be 0, such as that of a column which is the same for every
 * vertex. */
static double rounding(const vvi_sane *s, const vvi_sane_columns *c, uint32_t k, uint32_t l)
{
    return 1e-12 * (double)s->mass * c->scale[k] * c->scale[l];
}

bool vvi_sane_product(const vvi_sane *s, const vvi_sane_columns *c, uint32_t probe, const double *matrix,
                      const double *expected)
{
    uint32_t columns = 3 * s->handle_count;
    for (uint32_t k = 0; k < columns; k++) {
        double sum = 0.0, size = 0.0, noise = 0.0;
        for (uint32_t l = 0; l < columns; l++) {
            double term = matrix[(size_t)k * s->stride + l] * c->probes[probe][l];
            sum += term;
            size += fabs(term);
            noise += rounding(s, c, k, l) * fabs(c->probes[probe][l]);
        }
        if (!vvi_sane_near(sum, expected[k], CLOSE * size + noise))
            return false;
    }
    return true;
}

bool vvi_sane_masses(const vvi_sane *s, const vvi_sane_columns *c, const double *about, const double *extra,
                     const double *matrix)
{
    double phi[VVI_SANE_COLUMNS], expected[VVI_SANE_PROBES][VVI_SANE_COLUMNS] = {{0.0}};
    uint32_t columns = 3 * s->handle_count;
    for (uint32_t i = 0; i < s->vertex_count; i++) {
        vvi_sane_row(s, i, phi);
        for (uint32_t k = 0; about && k < columns; k++)
            phi[k] -= about[k];
        for (uint32_t p = 0; p < VVI_SANE_PROBES; p++) {
            double along = 0.0;
            for (uint32_t k = 0; k < columns; k++)
                along += phi[k] * c->probes[p][k];
            for (uint32_t k = 0; k < columns; k++)
                expected[p][k] += (double)s->masses[i] * along * phi[k];
        }
    }
    for (uint32_t p = 0; p < VVI_SANE_PROBES; p++) {
        for (uint32_t k = 0; extra && k < columns; k++)
            expected[p][k] += extra[k] * c->probes[p][k];
        if (!vvi_sane_product(s, c, p, matrix, expected[p]))
            return false;
    }
    return true;
}

bool vvi_sane_square(const vvi_sane *s, const vvi_sane_columns *c, const double *matrix)
{
    uint32_t columns = 3 * s->handle_count;
    for (uint32_t k = 0; k < columns; k++) {
        double own = matrix[(size_t)k * (s->stride + 1)];
        if (!(own >= 0.0 && own <= 1e24 * c->scale[k] * c->scale[k]))
            return false;
        for (uint32_t l = 0; l < k; l++) {
            double a = matrix[(size_t)k * s->stride + l], b = matrix[(size_t)l * s->stride + k];
            double most = sqrt(own) * sqrt(matrix[(size_t)l * (s->stride + 1)]) + rounding(s, c, k, l);
            if (!vvi_sane_near(a, b, 1e-9 * most) || !(fabs(a) <= 1.000001 * most))
                return false;
        }
    }
    return true;
}

/* ---- Examples ---------------------------------------------------------------------------------------------------- */

static bool corner_is_sound(const vvi_sane *s, const vv_handle_pose *turns, const double *corner)
{
    vv_affine pose[VV_RIG_MAX_HANDLES];
    vv_pose_compose(s->handle_count, s->handles, turns, pose);
    for (uint32_t j = 0; j < s->handle_count; j++) {
        vv_vec2 pivot = vv_affine_apply(pose[j], s->handles[j].from);
        const double *x = corner + 3 * j, *y = x + s->stride;
        const double expected[6] = {(double)pose[j].linear.xx, (double)pose[j].linear.xy, (double)pivot.x,
                                    (double)pose[j].linear.yx, (double)pose[j].linear.yy, (double)pivot.y};
        double size = 1.0, reach = (double)(s->radius + s->size) + fabs((double)pivot.x) + fabs((double)pivot.y);
        for (int k = 0; k < 6; k++)
            size += k % 3 == 2 ? 0.0 : fabs(expected[k]);
        for (int k = 0; k < 3; k++)
            if (!vvi_sane_near(x[k], expected[k], CLOSE * (k == 2 ? reach : size)) ||
                !vvi_sane_near(y[k], expected[k + 3], CLOSE * (k == 2 ? reach : size)))
                return false;
    }
    return true;
}

/* The square of the furthest vertex of a corner from its centre of mass. */
static double furthest(const vvi_sane *s, const double *phi, const vvi_sane_columns *c, const double *corner)
{
    double x = 0.0, y = 0.0;
    for (uint32_t k = 0; k < 3 * s->handle_count; k++) {
        x += (phi[k] - c->mean[k]) * corner[k];
        y += (phi[k] - c->mean[k]) * corner[s->stride + k];
    }
    return x * x + y * y;
}

bool vvi_sane_examples(const vvi_sane *s, const vvi_sane_columns *c, const double *rest)
{
    double phi[VVI_SANE_COLUMNS], most = 0.0;
    for (uint32_t e = 0; e < s->example_count; e++)
        if (!corner_is_sound(s, s->turns + (size_t)e * s->handle_count, s->corners + 2 * (size_t)s->stride * e))
            return false;
    for (uint32_t i = 0; i < s->vertex_count; i++) {
        vvi_sane_row(s, i, phi);
        for (uint32_t e = 0; e < s->example_count + (rest != NULL); e++) {
            const double *corner = e < s->example_count ? s->corners + 2 * (size_t)s->stride * e : rest;
            double far = furthest(s, phi, c, corner);
            most = far > most ? far : most;
        }
    }
    return vvi_sane_near(sqrt(most), (double)s->radius, 1e-3 * (double)s->radius);
}
