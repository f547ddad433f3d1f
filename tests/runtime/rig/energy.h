/* The energy that posing minimises, written out triangle by triangle from its definition, to compare with. */
#ifndef TESTS_RIG_ENERGY_H
#define TESTS_RIG_ENERGY_H

#include "tests/runtime/rig/drawings.h"

typedef struct direct_energy {
    const drawing *d;
    const vv_poser *poser;
    uint32_t *homes; /* [handle_count]; a handle that moves nothing has a cluster past those of triangles */
    double *moved;
    bool *joined; /* [handle_count²]: of one part */
} direct_energy;

static inline double direct_area(const drawing *d, uint32_t t)
{
    vv_vec2 a = d->positions[d->triangles[3 * t]], b = d->positions[d->triangles[3 * t + 1]],
            c = d->positions[d->triangles[3 * t + 2]];
    return 0.5 * (((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
                  ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x));
}

static inline double direct_weight(const drawing *d, uint32_t v, uint32_t j)
{
    float row[VV_RIG_MAX_HANDLES];
    assert_true(vvi_weights_normalize(d->handle_count, d->weights + (size_t)v * d->handle_count, row));
    return (double)row[j];
}

/* Handles are joined that weigh on vertices reachable from each other over edges: found by spreading labels. */
static inline void direct_join(direct_energy *e)
{
    const drawing *d = e->d;
    uint32_t m = d->handle_count, *label = malloc(d->vertex_count * sizeof *label);
    for (uint32_t v = 0; v < d->vertex_count; v++)
        label[v] = v;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = 0; k < 9 * d->triangle_count; k++) {
            uint32_t *a = &label[d->triangles[k / 9 * 3 + k % 3]], *b = &label[d->triangles[k / 9 * 3 + k / 3 % 3]];
            changed = changed || *a != *b;
            *a = *b = *a < *b ? *a : *b;
        }
    }
    for (uint32_t j = 0; j < m; j++)
        for (uint32_t k = 0; k < m; k++)
            for (uint32_t u = 0; u < d->vertex_count && !e->joined[j * m + k]; u++)
                for (uint32_t v = 0; v < d->vertex_count && d->weights[u * m + j] != 0.0f; v++)
                    if (d->weights[v * m + k] != 0.0f && label[u] == label[v])
                        e->joined[j * m + k] = true;
    for (uint32_t l = 0; l < m; l++)
        for (uint32_t j = 0; j < m; j++)
            for (uint32_t k = 0; k < m; k++)
                e->joined[j * m + k] |= e->joined[j * m + l] && e->joined[l * m + k];
    free(label);
}

static inline direct_energy direct_prepare(const drawing *d, const vv_poser *poser)
{
    uint32_t m = d->handle_count, clusters = 0;
    direct_energy e = {d, poser, calloc(m, sizeof *e.homes), calloc(m, sizeof *e.moved), calloc(m * m, 1)};
    for (uint32_t t = 0; t < d->triangle_count; t++)
        clusters = vv_poser_cluster(poser, t) + 1 > clusters ? vv_poser_cluster(poser, t) + 1 : clusters;
    double *share = calloc(clusters, sizeof *share);
    for (uint32_t j = 0; j < m; j++) {
        memset(share, 0, clusters * sizeof *share);
        for (uint32_t k = 0; k < 3 * d->triangle_count; k++)
            share[vv_poser_cluster(poser, k / 3)] +=
                direct_area(d, k / 3) * fabs(direct_weight(d, d->triangles[k], j)) / 3.0;
        for (uint32_t c = 0; c < clusters; c++) {
            e.moved[j] += share[c];
            e.homes[j] = share[c] > share[e.homes[j]] ? c : e.homes[j];
        }
    }
    free(share);
    for (uint32_t j = 0; j < m; j++)
        if (e.moved[j] == 0.0)
            e.homes[j] = clusters++;
    direct_join(&e);
    return e;
}

static inline void direct_free(direct_energy *e)
{
    free(e->homes);
    free(e->moved);
    free(e->joined);
}

/* F_t = Σ_corner x(corner) ∇hat(corner)ᵀ for the skinned corners. */
static inline void direct_gradient(const drawing *d, const vv_affine *pose, uint32_t t, double F[4])
{
    double rx[3], ry[3], x[3] = {0.0}, y[3] = {0.0};
    for (uint32_t c = 0; c < 3; c++) {
        uint32_t v = d->triangles[3 * t + c];
        rx[c] = (double)d->positions[v].x;
        ry[c] = (double)d->positions[v].y;
        for (uint32_t j = 0; j < d->handle_count; j++) {
            const vv_affine *T = &pose[j];
            double w = direct_weight(d, v, j);
            x[c] += w * ((double)T->linear.xx * rx[c] + (double)T->linear.xy * ry[c] + (double)T->translation.x);
            y[c] += w * ((double)T->linear.yx * rx[c] + (double)T->linear.yy * ry[c] + (double)T->translation.y);
        }
    }
    /* F maps the rest edges onto the posed ones. */
    double ax = rx[1] - rx[0], ay = ry[1] - ry[0], bx = rx[2] - rx[0], by = ry[2] - ry[0], det = ax * by - ay * bx;
    double px = x[1] - x[0], py = y[1] - y[0], qx = x[2] - x[0], qy = y[2] - y[0];
    F[0] = (px * by - qx * ay) / det;
    F[1] = (qx * ax - px * bx) / det;
    F[2] = (py * by - qy * ay) / det;
    F[3] = (qy * ax - py * bx) / det;
}

typedef struct direct_term {
    uint32_t cluster;
    double weight, F[4], R0[4]; /* ½ weight |F − R R0|² */
} direct_term;

static inline uint32_t direct_terms(const direct_energy *e, const vv_affine *pose, direct_term *terms)
{
    const drawing *d = e->d;
    uint32_t m = d->handle_count, count = 0;
    double total = 0.0;
    for (uint32_t t = 0; t < d->triangle_count; t++) {
        direct_term *term = &terms[count++];
        *term = (direct_term){vv_poser_cluster(e->poser, t), direct_area(d, t), {0.0}, {1.0, 0.0, 0.0, 1.0}};
        direct_gradient(d, pose, t, term->F);
        total += term->weight;
    }
    for (uint32_t j = 0; j < m; j++) {
        double area = 1e-5 * (e->moved[j] > 0.0 ? e->moved[j] : total / m);
        const vv_mat2 *L = &pose[j].linear;
        terms[count++] = (direct_term){
            e->homes[j], area, {(double)L->xx, (double)L->xy, (double)L->yx, (double)L->yy}, {1.0, 0.0, 0.0, 1.0}};
    }
    for (uint32_t j = 0; j < m; j++)
        for (uint32_t k = j + 1; k < m; k++) {
            uint32_t together = 0;
            for (uint32_t l = 0; l < m; l++)
                together += e->joined[j * m + l];
            if (!e->joined[j * m + k])
                continue;
            const vv_affine *T = &pose[j], *S = &pose[k];
            vv_vec2 p = d->handles[j].from, q = d->handles[k].from;
            double px = (double)p.x, py = (double)p.y, qx = (double)q.x, qy = (double)q.y;
            double dx = (double)T->linear.xx * px + (double)T->linear.xy * py + (double)T->translation.x -
                        ((double)S->linear.xx * qx + (double)S->linear.xy * qy + (double)S->translation.x);
            double dy = (double)T->linear.yx * px + (double)T->linear.yy * py + (double)T->translation.y -
                        ((double)S->linear.yx * qx + (double)S->linear.yy * qy + (double)S->translation.y);
            for (uint32_t half = 0; half < 2; half++)
                terms[count++] = (direct_term){
                    e->homes[half ? k : j], 0.5e-5 / together, {dx, 0.0, dy, 0.0}, {px - qx, 0.0, py - qy, 0.0}};
        }
    return count;
}

/* The rotation of a cluster that is best for its terms, as an angle. */
static inline double direct_angle(const direct_term *terms, uint32_t count, uint32_t cluster)
{
    double c = 0.0, s = 0.0;
    for (uint32_t i = 0; i < count; i++)
        if (terms[i].cluster == cluster) {
            const double *F = terms[i].F, *A = terms[i].R0;
            c += terms[i].weight * (F[0] * A[0] + F[1] * A[1] + F[2] * A[2] + F[3] * A[3]);
            s += terms[i].weight * (F[2] * A[0] + F[3] * A[1] - F[0] * A[2] - F[1] * A[3]);
        }
    return atan2(s, c);
}

static inline double direct_evaluate(const direct_energy *e, const vv_affine *pose)
{
    uint32_t m = e->d->handle_count, most = e->d->triangle_count + m + m * m;
    direct_term *terms = calloc(most, sizeof *terms);
    uint32_t count = direct_terms(e, pose, terms);
    double energy = 0.0;
    for (uint32_t cluster = 0; cluster < vv_poser_cluster_count(e->poser); cluster++) {
        double angle = direct_angle(terms, count, cluster), c = cos(angle), s = sin(angle);
        for (uint32_t i = 0; i < count; i++)
            if (terms[i].cluster == cluster) {
                const double *F = terms[i].F, *A = terms[i].R0;
                double d0 = F[0] - (c * A[0] - s * A[2]), d1 = F[1] - (c * A[1] - s * A[3]);
                double d2 = F[2] - (s * A[0] + c * A[2]), d3 = F[3] - (s * A[1] + c * A[3]);
                energy += 0.5 * terms[i].weight * (d0 * d0 + d1 * d1 + d2 * d2 + d3 * d3);
            }
    }
    free(terms);
    return energy;
}

#endif
