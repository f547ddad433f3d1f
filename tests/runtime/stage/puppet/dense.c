/* Puppets made by formula, and their energies written naively. */
#include "tests/runtime/stage/puppet/dense.h"

#include "tests/testing.h"

#include <math.h>
#include <string.h>

/* ---- Drawings ---------------------------------------------------------------------------------------------------- */

dense_def dense_default(void)
{
    return (dense_def){.columns = 12,
                       .rows = 4,
                       .width = 1.5f,
                       .height = 0.5f,
                       .handle_count = 5,
                       .elastic = VV_ELASTIC_ARAP,
                       .density = 1.0f};
}

/* A point of the drawing: a bar, bent along an arc where bend > 0. */
static vv_vec2 bar_point(const dense_def *def, float u, float v)
{
    float y = def->height * (v - 0.5f);
    if (def->bend == 0.0f)
        return (vv_vec2){def->width * (u - 0.5f), y};
    float radius = def->width / def->bend, angle = def->bend * (u - 0.5f);
    return (vv_vec2){(radius - y) * sinf(angle), radius - (radius - y) * cosf(angle)};
}

static void make_mesh(const dense_def *def, dense *d)
{
    uint32_t nx = def->columns, ny = def->rows;
    d->vertex_count = (nx + 1) * (ny + 1);
    d->triangle_count = 2 * nx * ny;
    d->positions = calloc(d->vertex_count, sizeof *d->positions);
    d->triangles = calloc(3 * (size_t)d->triangle_count, sizeof *d->triangles);
    for (uint32_t i = 0; i < d->vertex_count; i++)
        d->positions[i] = bar_point(def, (float)(i % (nx + 1)) / (float)nx, (float)(i / (nx + 1)) / (float)ny);
    uint32_t *t = d->triangles;
    for (uint32_t y = 0; y < ny; y++)
        for (uint32_t x = 0; x < nx; x++) {
            uint32_t a = y * (nx + 1) + x, c = a + nx + 1;
            const uint32_t corners[2][6] = {{a, a + 1, c, a + 1, c + 1, c}, {a, a + 1, c + 1, a, c + 1, c}};
            memcpy(t, corners[(x + y) % 2], sizeof corners[0]);
            t += 6;
        }
    d->layer = (vv_layer){.vertex_start = 0, .vertex_count = d->vertex_count, .triangle_count = d->triangle_count};
}

static void make_handles(const dense_def *def, dense *d, vvi_random *random)
{
    d->handle_count = def->handle_count;
    for (uint32_t j = 0; j < d->handle_count; j++) {
        float u = ((float)j + 0.5f) / (float)d->handle_count, v = j % 2 ? 0.7f : 0.3f;
        if (def->seed) {
            u += 0.6f * (vvi_random_unit(random) - 0.5f) / (float)d->handle_count;
            v = 0.1f + 0.8f * vvi_random_unit(random);
        }
        vv_vec2 p = bar_point(def, u, v), q = bar_point(def, u + 0.1f, v + 0.1f);
        bool bone = j % 3 == 1;
        d->handles[j] = (vv_handle){bone ? VV_HANDLE_BONE : VV_HANDLE_POINT, p, bone ? q : p, 0};
    }
    d->weights = calloc((size_t)d->vertex_count * d->handle_count, sizeof *d->weights);
    for (uint32_t i = 0; i < d->vertex_count; i++) {
        float sum = 0.0f, *row = d->weights + (size_t)i * d->handle_count;
        for (uint32_t j = 0; j < d->handle_count; j++) {
            float r = vv_vec2_distance(d->positions[i], d->handles[j].from) / def->width * (float)d->handle_count;
            row[j] = 1.0f / (0.02f + r * r * r);
            sum += row[j];
        }
        for (uint32_t j = 0; j < d->handle_count; j++)
            row[j] /= sum;
    }
}

/* Examples: the drawing, squashed, stretched, bent up and down, and so on at random. */
static void make_examples(const dense_def *def, dense *d, vvi_random *random)
{
    d->example_count = def->example_count;
    d->turns = calloc((size_t)d->example_count * d->handle_count + 1, sizeof *d->turns);
    for (uint32_t k = 0; k < d->example_count; k++) {
        float sx = 0.7f + 0.6f * vvi_random_unit(random), bend = 2.0f * vvi_random_unit(random) - 1.0f;
        for (uint32_t j = 0; j < d->handle_count; j++) {
            vv_vec2 p = d->handles[j].from;
            float a = k == 0 ? 0.0f : bend * p.x, s = k == 0 ? 1.0f : sx;
            d->turns[k * d->handle_count + j] =
                (vv_handle_pose){{(s - 1.0f) * p.x, k == 0 ? 0.0f : 0.5f * bend * p.x * p.x + (1.0f / s - 1.0f) * p.y},
                                 a,
                                 s,
                                 0.0f,
                                 1.0f / s};
        }
    }
    for (uint32_t k = 0; k < d->example_count && def->turn != 0.0f; k++)
        for (uint32_t j = 0; j < d->handle_count; j++)
            d->turns[(size_t)k * d->handle_count + j] =
                (vv_handle_pose){.angle = def->turn * (float)k * (float)(j + 1) / (float)d->handle_count,
                                 .translation = d->turns[(size_t)k * d->handle_count + j].translation,
                                 .xx = 1.0f,
                                 .yy = 1.0f};
    if (d->example_count >= 2) {
        vv_simplex simplices[16];
        uint32_t count = d->example_count - 1 < 16 ? d->example_count - 1 : 16;
        for (uint32_t k = 0; k < count; k++)
            simplices[k] = (vv_simplex){{k, k + 1, VV_NONE}};
        vv_complex_def complex = {.example_count = d->example_count, .simplex_count = count, .simplices = simplices};
        assert_int_equal(vv_complex_create(&complex, NULL, &d->complex, NULL), VV_OK);
    }
}

/* ---- Masses and springs ------------------------------------------------------------------------------------------ */

static double area_of(const dense *d, uint32_t t)
{
    const uint32_t *corner = d->triangles + 3 * (size_t)t;
    vv_vec2 a = d->positions[corner[0]], b = d->positions[corner[1]], c = d->positions[corner[2]];
    return 0.5 * (((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
                  ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x));
}

static uint32_t find_edge(dense *d, uint32_t a, uint32_t b)
{
    for (uint32_t e = 0; e < d->edge_count; e++)
        if ((d->edges[2 * e] == a && d->edges[2 * e + 1] == b) || (d->edges[2 * e] == b && d->edges[2 * e + 1] == a))
            return e;
    d->edges[2 * d->edge_count] = a;
    d->edges[2 * d->edge_count + 1] = b;
    return d->edge_count++;
}

static void make_masses(const dense_def *def, dense *d)
{
    d->masses = calloc(d->vertex_count, sizeof *d->masses);
    d->edges = calloc(6 * (size_t)d->triangle_count, sizeof *d->edges);
    d->springs = calloc(3 * (size_t)d->triangle_count, sizeof *d->springs);
    for (uint32_t t = 0; t < d->triangle_count; t++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t a = d->triangles[3 * t + k], b = d->triangles[3 * t + (k + 1) % 3];
            double dx = (double)d->positions[b].x - (double)d->positions[a].x;
            double dy = (double)d->positions[b].y - (double)d->positions[a].y;
            d->masses[a] += (double)def->density * area_of(d, t) / 3.0;
            d->springs[find_edge(d, a, b)] += area_of(d, t) / (dx * dx + dy * dy);
        }
}

dense dense_create(const dense_def *def)
{
    dense d = {0};
    vvi_random random = vvi_random_seed(def->seed + 17);
    make_mesh(def, &d);
    make_handles(def, &d, &random);
    make_examples(def, &d, &random);
    make_masses(def, &d);
    vv_puppet_def puppet = vv_default_puppet_def();
    puppet.mesh = (vv_mesh){.vertex_count = d.vertex_count,
                            .triangle_count = d.triangle_count,
                            .layer_count = 1,
                            .layers = &d.layer,
                            .positions = d.positions,
                            .triangles = d.triangles};
    puppet.handle_count = d.handle_count;
    puppet.handles = d.handles;
    puppet.weights = d.weights;
    puppet.elastic = def->elastic;
    puppet.cluster_count = def->cluster_count;
    puppet.density = def->density;
    puppet.example_count = d.example_count;
    puppet.example_poses = d.turns;
    puppet.complex = d.complex;
    vv_error error = {0};
    if (vv_puppet_create(&puppet, NULL, &d.puppet, &error) != VV_OK)
        fail_msg("%s", error.message);
    d.view = vvi_puppet_open(d.puppet);
    return d;
}

void dense_free(dense *d)
{
    vv_puppet_destroy(d->puppet, NULL);
    vv_complex_destroy(d->complex, NULL);
    free(d->positions);
    free(d->triangles);
    free(d->edges);
    free(d->springs);
    free(d->masses);
    free(d->weights);
    free(d->turns);
}

/* ---- Energies ---------------------------------------------------------------------------------------------------- */

static double basis(const dense *d, uint32_t i, uint32_t column)
{
    uint32_t j = column / 3;
    double x = (double)d->positions[i].x - (double)d->handles[j].from.x;
    double y = (double)d->positions[i].y - (double)d->handles[j].from.y;
    double w = (double)d->weights[(size_t)i * d->handle_count + j];
    return w * (column % 3 == 0 ? x : column % 3 == 1 ? y : 1.0);
}

void dense_vertices(const dense *d, const double *c, double *x)
{
    for (uint32_t i = 0; i < d->vertex_count; i++) {
        x[2 * i] = x[2 * i + 1] = 0.0;
        for (uint32_t k = 0; k < 3 * d->handle_count; k++) {
            x[2 * i] += basis(d, i, k) * c[k];
            x[2 * i + 1] += basis(d, i, k) * c[d->view.stride + k];
        }
    }
}

/* F = (x_b − x_a, x_c − x_a) D⁻¹ of one triangle. */
static void deformation(const dense *d, uint32_t t, const double *x, double F[4])
{
    const uint32_t *k = d->triangles + 3 * (size_t)t;
    vv_vec2 a = d->positions[k[0]], b = d->positions[k[1]], c = d->positions[k[2]];
    double D[4] = {(double)b.x - (double)a.x, (double)c.x - (double)a.x, (double)b.y - (double)a.y,
                   (double)c.y - (double)a.y};
    double det = D[0] * D[3] - D[1] * D[2], inverse[4] = {D[3] / det, -D[1] / det, -D[2] / det, D[0] / det};
    for (uint32_t r = 0; r < 2; r++) {
        double e1 = x[2 * k[1] + r] - x[2 * k[0] + r], e2 = x[2 * k[2] + r] - x[2 * k[0] + r];
        F[2 * r] = e1 * inverse[0] + e2 * inverse[2];
        F[2 * r + 1] = e1 * inverse[1] + e2 * inverse[3];
    }
}

static double arap(const dense *d, const double *x, const double *rest)
{
    double sum = 0.0;
    for (uint32_t t = 0; t < d->triangle_count; t++) {
        double F[4], G[4];
        deformation(d, t, x, F);
        deformation(d, t, rest, G);
        double cosine = F[0] * G[0] + F[1] * G[1] + F[2] * G[2] + F[3] * G[3];
        double sine = F[2] * G[0] + F[3] * G[1] - F[0] * G[2] - F[1] * G[3], angle = atan2(sine, cosine);
        double c = cos(angle), s = sin(angle);
        double gap[4] = {F[0] - c * G[0] + s * G[2], F[1] - c * G[1] + s * G[3], F[2] - s * G[0] - c * G[2],
                         F[3] - s * G[1] - c * G[3]};
        for (uint32_t i = 0; i < 4; i++)
            sum += 0.5 * area_of(d, t) * gap[i] * gap[i];
    }
    return sum;
}

static double springs(const dense *d, const double *x, const double *rest)
{
    double sum = 0.0;
    for (uint32_t e = 0; e < d->edge_count; e++) {
        uint32_t a = d->edges[2 * e], b = d->edges[2 * e + 1];
        double now = hypot(x[2 * b] - x[2 * a], x[2 * b + 1] - x[2 * a + 1]);
        double then = hypot(rest[2 * b] - rest[2 * a], rest[2 * b + 1] - rest[2 * a + 1]);
        sum += 0.5 * d->springs[e] * (now - then) * (now - then);
    }
    return sum;
}

double dense_elastic(const dense *d, const double *rest, const double *c, double *gradient)
{
    double *x = calloc(2 * (size_t)d->vertex_count, sizeof *x), *r = calloc(2 * (size_t)d->vertex_count, sizeof *r);
    double *at = state_room(d), energy = 0.0,
           (*measure)(const dense *, const double *, const double *) =
               d->view.elastic == VV_ELASTIC_ARAP ? arap : springs;
    dense_vertices(d, rest, r);
    dense_vertices(d, c, x);
    energy = measure(d, x, r);
    memcpy(at, c, 2 * (size_t)d->view.stride * sizeof *at);
    for (uint32_t k = 0; gradient && k < 6 * d->handle_count; k++) {
        uint32_t i = k < 3 * d->handle_count ? k : k - 3 * d->handle_count + d->view.stride;
        double sums[2];
        for (uint32_t side = 0; side < 2; side++) {
            at[i] = c[i] + (side ? 1e-5 : -1e-5);
            dense_vertices(d, at, x);
            sums[side] = measure(d, x, r);
        }
        at[i] = c[i];
        gradient[i] = (sums[1] - sums[0]) / 2e-5;
    }
    free(x);
    free(r);
    state_free(d, at);
    return energy;
}

double dense_kinetic(const dense *d, const double *v)
{
    double *x = calloc(2 * (size_t)d->vertex_count, sizeof *x), sum = 0.0;
    dense_vertices(d, v, x);
    for (uint32_t i = 0; i < d->vertex_count; i++)
        sum += 0.5 * d->masses[i] * (x[2 * i] * x[2 * i] + x[2 * i + 1] * x[2 * i + 1]);
    free(x);
    return sum;
}

void dense_momentum(const dense *d, const double *c, const double *v, double linear[2], double *angular)
{
    double *x = calloc(2 * (size_t)d->vertex_count, sizeof *x), *u = calloc(2 * (size_t)d->vertex_count, sizeof *u);
    double mass = 0.0, centre[2] = {0.0, 0.0};
    dense_vertices(d, c, x);
    dense_vertices(d, v, u);
    linear[0] = linear[1] = *angular = 0.0;
    for (uint32_t i = 0; i < d->vertex_count; i++)
        for (uint32_t k = 0; k < 2; k++) {
            mass += 0.5 * d->masses[i];
            centre[k] += d->masses[i] * x[2 * i + k];
            linear[k] += d->masses[i] * u[2 * i + k];
        }
    for (uint32_t i = 0; i < d->vertex_count; i++)
        *angular += d->masses[i] *
                    ((x[2 * i] - centre[0] / mass) * u[2 * i + 1] - (x[2 * i + 1] - centre[1] / mass) * u[2 * i]);
    free(x);
    free(u);
}

/* ---- States ------------------------------------------------------------------------------------------------------ */

double *state_room(const dense *d) { return vvi_allocate_zeroed(NULL, 2 * (size_t)d->view.stride, sizeof(double)); }

void state_free(const dense *d, double *c) { vvi_release(NULL, c, 2 * (size_t)d->view.stride, sizeof(double)); }

actor actor_create(const dense *d, uint32_t rows)
{
    actor a = {.d = d, .solver_bytes = vvi_puppet_solver_bytes(&d->view, rows)};
    a.solver = vvi_puppet_solver_begin(&d->view, rows, vvi_allocate(NULL, 1, a.solver_bytes));
    a.state = (vvi_puppet_state){.c = state_room(d),
                                 .before = state_room(d),
                                 .v = state_room(d),
                                 .v_before = state_room(d),
                                 .mix = calloc(d->example_count + 1, sizeof(float)),
                                 .fresh = true};
    memcpy(a.state.c, d->view.rest, 2 * (size_t)d->view.stride * sizeof(double));
    a.input = (vvi_puppet_input){.h = VV_PUPPET_STEP, .material = vv_default_material()};
    return a;
}

void actor_free(actor *a)
{
    vvi_release(NULL, a->solver, 1, a->solver_bytes);
    state_free(a->d, a->state.c);
    state_free(a->d, a->state.before);
    state_free(a->d, a->state.v);
    state_free(a->d, a->state.v_before);
    free(a->state.mix);
}

bool actor_step(actor *a) { return vvi_puppet_step(&a->d->view, a->solver, &a->input, &a->state); }

static void axis_of(const dense *d, uint32_t j, double axis[2])
{
    const vv_handle *h = &d->handles[j];
    double x = (double)h->to.x - (double)h->from.x, y = (double)h->to.y - (double)h->from.y, length = hypot(x, y);
    axis[0] = length > 0.0 ? x / length : 1.0;
    axis[1] = length > 0.0 ? y / length : 0.0;
}

void set_handle(const dense *d, double *c, uint32_t j, double x, double y, double angle, double sx, double sy)
{
    double a[2], *cx = c + 3 * (size_t)j, *cy = cx + d->view.stride;
    axis_of(d, j, a);
    double S[3] = {sx * a[0] * a[0] + sy * a[1] * a[1], (sx - sy) * a[0] * a[1], sx * a[1] * a[1] + sy * a[0] * a[0]};
    cx[0] = cos(angle) * S[0] - sin(angle) * S[1];
    cx[1] = cos(angle) * S[1] - sin(angle) * S[2];
    cy[0] = sin(angle) * S[0] + cos(angle) * S[1];
    cy[1] = sin(angle) * S[1] + cos(angle) * S[2];
    cx[2] = x;
    cy[2] = y;
}

double handle_angle(const dense *d, const double *c, uint32_t j)
{
    const double *x = c + 3 * (size_t)j, *y = x + d->view.stride;
    return atan2(y[0] - x[1], x[0] + y[1]);
}

double handle_scale(const dense *d, const double *c, uint32_t j, uint32_t axis)
{
    const double *x = c + 3 * (size_t)j, *y = x + d->view.stride;
    double a[2], angle = handle_angle(d, c, j);
    axis_of(d, j, a);
    double b[2] = {axis ? -a[1] : a[0], axis ? a[0] : a[1]};
    double u = x[0] * b[0] + x[1] * b[1], v = y[0] * b[0] + y[1] * b[1];
    return b[0] * (cos(angle) * u + sin(angle) * v) + b[1] * (cos(angle) * v - sin(angle) * u);
}

void turn_state(const dense *d, double *c, double angle, double x, double y)
{
    uint32_t stride = d->view.stride;
    for (uint32_t k = 0; k < 3 * d->handle_count; k++) {
        bool place = k % 3 == 2;
        double u = c[k] - (place ? (double)d->view.centre.x : 0.0);
        double v = c[stride + k] - (place ? (double)d->view.centre.y : 0.0);
        c[k] = cos(angle) * u - sin(angle) * v + (place ? (double)d->view.centre.x + x : 0.0);
        c[stride + k] = sin(angle) * u + cos(angle) * v + (place ? (double)d->view.centre.y + y : 0.0);
    }
}

double state_distance(const dense *d, const double *a, const double *b)
{
    double *x = calloc(2 * (size_t)d->vertex_count, sizeof *x), *y = calloc(2 * (size_t)d->vertex_count, sizeof *y);
    double farthest = 0.0;
    dense_vertices(d, a, x);
    dense_vertices(d, b, y);
    for (uint32_t i = 0; i < d->vertex_count; i++) {
        double gap = hypot(x[2 * i] - y[2 * i], x[2 * i + 1] - y[2 * i + 1]);
        farthest = gap > farthest ? gap : farthest;
    }
    free(x);
    free(y);
    return farthest / (double)d->view.size;
}
