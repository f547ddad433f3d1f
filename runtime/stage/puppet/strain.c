/* A limit of compression: no drawing may be pressed so flat that it turns inside out, however soft it is and however
 * fast it lands. Elasticity alone does not prevent that: it resists the last tenth no more than the first.
 *
 * At a few sampled triangles the stretch of the drawing, F = R S with S symmetric, has the smaller eigenvalue s at the
 * axis v. Where s would fall below MIN_STRETCH, or below what it is at the start of the step if that is less, a stiff
 * one-sided row (Rv)·F v ≥ s holds it, which is exact to first order: neither R nor v changes s. What is held has
 * stopped: its velocity is that of the step, and the step after it is one of implicit Euler. */
#include "solver.h"

#include <string.h>

#define MIN_STRETCH   0.3 /* of the drawing, or this share of what the rest shape has, if it is pressed too */
#define AT_LIMIT      1.1 /* times the limit: a step that begins with less has the rows from its beginning */
#define NEAR_LIMIT    2.0 /* times the limit: other samples cannot come to it in a step without being found at a result */
#define ROW_STIFFNESS 20.0 /* of the inertia of the whole drawing in a step */

/* ---- Samples ----------------------------------------------------------------------------------------------------- */

uint32_t vvi_strain_sample_count(const vvi_puppet_view *puppet)
{
    return puppet->triangle_count < MAX_STRAIN_SAMPLES ? puppet->triangle_count : MAX_STRAIN_SAMPLES;
}

static vv_vec2 middle_of(const vvi_puppet_view *puppet, uint32_t triangle)
{
    const uint32_t *corner = puppet->triangles + 3 * (size_t)triangle;
    const vv_vec2 *p = puppet->positions;
    return vv_vec2_scale(vv_vec2_add(vv_vec2_add(p[corner[0]], p[corner[1]]), p[corner[2]]), 1.0f / 3.0f);
}

/* The triangle that is farthest from those chosen before. */
static uint32_t find_farthest(const vvi_puppet_view *puppet, const uint32_t *chosen, uint32_t count)
{
    uint32_t best = 0;
    float most = -1.0f;
    for (uint32_t t = 0; t < puppet->triangle_count && count > 0; t++) {
        float nearest = INFINITY;
        for (uint32_t k = 0; k < count; k++)
            nearest = vvi_min(nearest, vv_vec2_distance(middle_of(puppet, t), middle_of(puppet, chosen[k])));
        if (nearest > most) {
            most = nearest;
            best = t;
        }
    }
    return best;
}

/* The gradient of a triangle's map: F = Σ c_k ⊗ g_k, g_k = Σ φ_k of the corners · the gradients of their hat
 * functions. */
static void compute_gradients(const vvi_puppet_view *puppet, uint32_t triangle, strain_sample *s)
{
    const uint32_t *corner = puppet->triangles + 3 * (size_t)triangle;
    vv_vec2 a = puppet->positions[corner[0]], b = puppet->positions[corner[1]], c = puppet->positions[corner[2]];
    double twice = ((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
                   ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x);
    const double hats[3][2] = {{((double)b.y - (double)c.y) / twice, ((double)c.x - (double)b.x) / twice},
                               {((double)c.y - (double)a.y) / twice, ((double)a.x - (double)c.x) / twice},
                               {((double)a.y - (double)b.y) / twice, ((double)b.x - (double)a.x) / twice}};
    s->count = 0;
    for (uint32_t k = 0; k < puppet->column_count && twice != 0.0; k++) {
        double g[2] = {0.0, 0.0};
        for (uint32_t i = 0; i < 3; i++) {
            double w = (double)puppet->weights[(size_t)corner[i] * puppet->handle_count + k / 3];
            vv_vec2 r = puppet->positions[corner[i]], pivot = puppet->handles[k / 3].from;
            double phi = w * (k % 3 == 0   ? (double)r.x - (double)pivot.x
                              : k % 3 == 1 ? (double)r.y - (double)pivot.y
                                           : 1.0);
            g[0] += phi * hats[i][0];
            g[1] += phi * hats[i][1];
        }
        if (g[0] == 0.0 && g[1] == 0.0)
            continue;
        s->columns[s->count] = k;
        s->gradients[s->count][0] = g[0];
        s->gradients[s->count++][1] = g[1];
    }
}

void vvi_strain_choose_samples(const vvi_puppet_view *puppet, strain_limit *strain)
{
    uint32_t chosen[MAX_STRAIN_SAMPLES];
    for (uint32_t i = 0; i < strain->sample_count; i++) {
        chosen[i] = find_farthest(puppet, chosen, i);
        compute_gradients(puppet, chosen[i], &strain->samples[i]);
    }
}

/* ---- Stretch ----------------------------------------------------------------------------------------------------- */

/* The smaller stretch of F, negative where F mirrors, with its axis v and that axis rotated, u = R v. */
typedef struct least_stretch {
    double value, u[2], v[2];
} least_stretch;

static least_stretch measure(const strain_sample *s, uint32_t stride, const double *c)
{
    double F[2][2] = {{0.0}};
    for (uint32_t e = 0; e < s->count; e++)
        for (uint32_t i = 0; i < 2; i++) {
            F[i][0] += c[i * stride + s->columns[e]] * s->gradients[e][0];
            F[i][1] += c[i * stride + s->columns[e]] * s->gradients[e][1];
        }
    double p = F[0][0] + F[1][1], q = F[1][0] - F[0][1], length = sqrt(p * p + q * q);
    double cosine = length > 0.0 ? p / length : 1.0, sine = length > 0.0 ? q / length : 0.0;
    /* S = Rᵀ F */
    double xx = cosine * F[0][0] + sine * F[1][0], yy = cosine * F[1][1] - sine * F[0][1];
    double xy = cosine * F[0][1] + sine * F[1][1], half = 0.5 * (xx - yy), radius = sqrt(half * half + xy * xy);
    least_stretch out = {.value = 0.5 * (xx + yy) - radius};
    /* (xy, value − xx) is an eigenvector, and so is (value − yy, xy): the longer one is exact */
    double v[2] = {half > 0.0 ? xy : out.value - yy, half > 0.0 ? out.value - xx : xy};
    double norm = sqrt(v[0] * v[0] + v[1] * v[1]);
    out.v[0] = norm > 0.0 ? v[0] / norm : 1.0;
    out.v[1] = norm > 0.0 ? v[1] / norm : 0.0;
    out.u[0] = cosine * out.v[0] - sine * out.v[1];
    out.u[1] = sine * out.v[0] + cosine * out.v[1];
    return out;
}

/* ---- A step ------------------------------------------------------------------------------------------------------ */

void vvi_strain_begin(const step_context *step)
{
    strain_limit *strain = &step->solver->strain;
    uint32_t stride = step->solver->stride;
    strain->is_active = false;
    strain->row_count = 0;
    if (!step->input->limits_strain)
        return;
    for (uint32_t i = 0; i < strain->sample_count; i++) {
        strain_sample *s = &strain->samples[i];
        double rest = step->solver->rest_is_drawing ? 1.0 : measure(s, stride, step->solver->rest).value;
        double now = measure(s, stride, step->start).value;
        s->limit = MIN_STRETCH * (rest < 1.0 ? rest : 1.0);
        strain->is_active = strain->is_active || (now > 0.0 && now < AT_LIMIT * s->limit);
        s->is_near = now < NEAR_LIMIT * s->limit;
        s->limit = now < s->limit ? now : s->limit; /* what is inside out already may return as elasticity does it */
    }
}

bool vvi_strain_find_pressed(const step_context *step, const double *c)
{
    strain_limit *strain = &step->solver->strain;
    bool found = false;
    for (uint32_t i = 0; i < strain->sample_count && step->input->limits_strain; i++) {
        strain_sample *s = &strain->samples[i];
        if ((strain->is_active && s->is_near) || !(s->limit > 0.0) ||
            !(measure(s, step->solver->stride, c).value < s->limit))
            continue;
        found = s->is_near = true;
    }
    strain->is_active = strain->is_active || found;
    return found;
}

void vvi_strain_add_rows(const step_context *step, const double *c)
{
    vvi_puppet_solver *solver = step->solver;
    strain_limit *strain = &solver->strain;
    double length = (double)step->puppet->size,
           inertia = solver->key.mass * (double)step->puppet->mass * length * length;
    strain->row_count = 0;
    for (uint32_t i = 0; i < strain->sample_count && strain->is_active; i++) {
        const strain_sample *s = &strain->samples[i];
        if (!s->is_near || !(s->limit > 0.0))
            continue;
        least_stretch now = measure(s, solver->stride, c);
        if (!(now.value < s->limit))
            continue;
        double *r = vvi_rows_next_coefficients(solver);
        if (!r)
            return;
        for (uint32_t e = 0; e < s->count; e++) {
            double along = s->gradients[e][0] * now.v[0] + s->gradients[e][1] * now.v[1];
            r[s->columns[e]] = now.u[0] * along;
            r[solver->stride + s->columns[e]] = now.u[1] * along;
        }
        vvi_row row = {.coefficients = r, .target = s->limit, .stiffness = ROW_STIFFNESS / 12.0 * inertia};
        vvi_rows_add(step->puppet, solver, &row, step->start, (double)step->input->h);
        strain->row_count++;
    }
}
