/* Small puppets for tests: a jittered bar, or two of them as layers, and what a plain double loop says of their
 * energies. */
#ifndef TESTS_STAGE_PUPPETS_H
#define TESTS_STAGE_PUPPETS_H

#include "runtime/stage/puppet/puppet.h"
#include "tests/runtime/rig/drawings.h"

typedef struct doll {
    drawing d;
    vv_puppet_def def;
    vv_puppet *puppet;
    vvi_puppet_view view;
    void *scratch;
    double *c, *rest, *pull; /* [2][stride] */
    vv_vec2 *x;              /* [vertex_count] */
} doll;

static inline void doll_def(doll *s)
{
    s->def = vv_default_puppet_def();
    s->def.mesh = drawing_mesh(&s->d);
    s->def.handle_count = s->d.handle_count;
    s->def.handles = s->d.handles;
    s->def.weights = s->d.weights;
}

static inline void doll_make(doll *s)
{
    vv_error error = {0};
    s->def.mesh = drawing_mesh(&s->d); /* its layers lie in the doll, which may have been moved */
    if (vv_puppet_create(&s->def, NULL, &s->puppet, &error) != VV_OK)
        fail_msg("%s", error.message);
    s->view = vvi_puppet_open(s->puppet);
    size_t state = 2 * (size_t)s->view.stride;
    s->scratch = vvi_allocate_zeroed(NULL, 1, vvi_puppet_local_step_bytes(&s->view));
    s->c = vvi_allocate_zeroed(NULL, state, sizeof(double));
    s->rest = vvi_allocate_zeroed(NULL, state, sizeof(double));
    s->pull = vvi_allocate_zeroed(NULL, state, sizeof(double));
    s->x = vvi_allocate_zeroed(NULL, s->view.vertex_count + 16u, sizeof *s->x);
    memcpy(s->c, s->view.rest, state * sizeof(double));
    memcpy(s->rest, s->view.rest, state * sizeof(double));
    vvi_puppet_set_rest_shape(&s->view, s->rest, s->scratch);
}

static inline void doll_unmake(doll *s)
{
    size_t state = 2 * (size_t)s->view.stride;
    vvi_release(NULL, s->scratch, 1, vvi_puppet_local_step_bytes(&s->view));
    vvi_release(NULL, s->c, state, sizeof(double));
    vvi_release(NULL, s->rest, state, sizeof(double));
    vvi_release(NULL, s->pull, state, sizeof(double));
    vvi_release(NULL, s->x, s->view.vertex_count + 16u, sizeof *s->x);
    vv_puppet_destroy(s->puppet, NULL);
    s->puppet = NULL;
}

static inline doll doll_bar(uint32_t columns, uint32_t rows, vv_elastic elastic, uint32_t clusters)
{
    doll s = {.d = drawing_bar(columns, rows)};
    doll_def(&s);
    s.def.elastic = elastic;
    s.def.cluster_count = clusters;
    doll_make(&s);
    return s;
}

static inline void doll_free(doll *s)
{
    doll_unmake(s);
    drawing_free(&s->d);
}

/* Every column moved at random by up to `amount`. */
static inline void doll_disturb(const doll *s, double *c, double amount, uint64_t seed)
{
    vvi_random random = vvi_random_seed(seed);
    for (uint32_t row = 0; row < 2; row++)
        for (uint32_t k = 0; k < s->view.column_count; k++)
            c[row * s->view.stride + k] += amount * (2.0 * (double)vvi_random_unit(&random) - 1.0);
}

/* Turned about the artwork's origin and moved. */
static inline void doll_turn(const doll *s, double *c, double angle, double dx, double dy)
{
    double *x = c, *y = c + s->view.stride;
    for (uint32_t k = 0; k < s->view.column_count; k++) {
        double u = x[k], v = y[k];
        x[k] = cos(angle) * u - sin(angle) * v + (k % 3 == 2 ? dx : 0.0);
        y[k] = sin(angle) * u + cos(angle) * v + (k % 3 == 2 ? dy : 0.0);
    }
}

/* Where a vertex goes, in doubles, from the definition: Σ_j w_ij T_j r_i. */
static inline void doll_vertex(const doll *s, const double *c, uint32_t i, double out[2])
{
    const vvi_puppet_view *v = &s->view;
    out[0] = out[1] = 0.0;
    for (uint32_t j = 0; j < v->handle_count; j++) {
        double w = (double)v->weights[(size_t)i * v->handle_count + j];
        double dx = (double)v->positions[i].x - (double)v->handles[j].from.x;
        double dy = (double)v->positions[i].y - (double)v->handles[j].from.y;
        for (uint32_t row = 0; row < 2; row++) {
            const double *z = c + row * v->stride + 3 * j;
            out[row] += w * (z[0] * dx + z[1] * dy + z[2]);
        }
    }
}

/* The gradient of the deformation of a triangle, F = (sides) (sides in the artwork)⁻¹. */
static inline void doll_gradient(const doll *s, const double *c, uint32_t t, double F[2][2])
{
    const uint32_t *corner = s->view.triangles + 3 * (size_t)t;
    double x[3][2], D[2][2], E[2][2];
    for (uint32_t k = 0; k < 3; k++)
        doll_vertex(s, c, corner[k], x[k]);
    for (uint32_t k = 0; k < 2; k++) {
        vv_vec2 from = s->view.positions[corner[0]], to = s->view.positions[corner[k + 1]];
        D[0][k] = (double)to.x - (double)from.x;
        D[1][k] = (double)to.y - (double)from.y;
        E[0][k] = x[k + 1][0] - x[0][0];
        E[1][k] = x[k + 1][1] - x[0][1];
    }
    double det = D[0][0] * D[1][1] - D[0][1] * D[1][0];
    for (uint32_t r = 0; r < 2; r++) {
        F[r][0] = (E[r][0] * D[1][1] - E[r][1] * D[1][0]) / det;
        F[r][1] = (E[r][1] * D[0][0] - E[r][0] * D[0][1]) / det;
    }
}

static inline double doll_area(const doll *s, uint32_t t)
{
    const uint32_t *k = s->view.triangles + 3 * (size_t)t;
    const vv_vec2 *p = s->view.positions;
    return 0.5 * (((double)p[k[1]].x - (double)p[k[0]].x) * ((double)p[k[2]].y - (double)p[k[0]].y) -
                  ((double)p[k[1]].y - (double)p[k[0]].y) * ((double)p[k[2]].x - (double)p[k[0]].x));
}

/* ½ Σ A |F − R F_rest|² with the best rotation of every triangle by atan2. */
static inline double doll_arap(const doll *s, const double *c, const double *rest)
{
    double sum = 0.0;
    for (uint32_t t = 0; t < s->view.triangle_count; t++) {
        double F[2][2], G[2][2];
        doll_gradient(s, c, t, F);
        doll_gradient(s, rest, t, G);
        double along = 0.0, across = 0.0;
        for (uint32_t k = 0; k < 2; k++) {
            along += F[0][k] * G[0][k] + F[1][k] * G[1][k];
            across += F[1][k] * G[0][k] - F[0][k] * G[1][k];
        }
        double angle = atan2(across, along), co = cos(angle), si = sin(angle), square = 0.0;
        for (uint32_t k = 0; k < 2; k++) {
            double u = F[0][k] - (co * G[0][k] - si * G[1][k]), v = F[1][k] - (si * G[0][k] + co * G[1][k]);
            square += u * u + v * v;
        }
        sum += 0.5 * doll_area(s, t) * square;
    }
    return sum;
}

static inline double doll_side(const doll *s, const double *c, uint32_t a, uint32_t b)
{
    double p[2], q[2];
    doll_vertex(s, c, a, p);
    doll_vertex(s, c, b, q);
    return sqrt((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]));
}

/* ½ Σ k (ℓ − ℓ_rest)² with k = A / ℓ² (at rest in the artwork) from each triangle of an edge. */
static inline double doll_springs(const doll *s, const double *c, const double *rest)
{
    double sum = 0.0;
    for (uint32_t t = 0; t < s->view.triangle_count; t++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t a = s->view.triangles[3 * t + k], b = s->view.triangles[3 * t + (k + 1) % 3];
            double off = doll_side(s, c, a, b) - doll_side(s, rest, a, b), length = doll_side(s, s->view.rest, a, b);
            sum += 0.5 * doll_area(s, t) / (length * length) * off * off;
        }
    return sum;
}

/* row k of matrix · c. */
static inline double doll_product(const doll *s, const double *matrix, uint32_t k, const double *c)
{
    double sum = 0.0;
    for (uint32_t l = 0; l < s->view.column_count; l++)
        sum += matrix[(size_t)k * s->view.stride + l] * c[l];
    return sum;
}

#endif
