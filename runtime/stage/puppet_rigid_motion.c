/* States in handle space treated as rigid bodies. Columns 3j and 3j + 1 are a handle's linear part, 3j + 2 is where
 * its pivot goes; weights sum to 1, so moving all pivots alike moves every vertex alike. */
#include "runtime/stage/puppet_actor.h"

#include <string.h>

void vvi_state_centre(const vvi_puppet_view *view, const double *c, double centre[2])
{
    double sums[3] = {0.0, 0.0, 0.0};
    for (uint32_t k = 0; k < view->column_count; k++) {
        sums[0] += view->mass_vector[k] * c[k];
        sums[1] += view->mass_vector[k] * c[view->stride + k];
        sums[2] += k % 3u == 2u ? view->mass_vector[k] : 0.0;
    }
    VVI_CHECK(sums[2] > 0.0);
    centre[0] = sums[0] / sums[2];
    centre[1] = sums[1] / sums[2];
}

void vvi_state_translate(const vvi_puppet_view *view, double *c, const double by[2])
{
    for (uint32_t k = 2; k < view->column_count; k += 3) {
        c[k] += by[0];
        c[view->stride + k] += by[1];
    }
}

/* Sine and cosine in double from those in float, normalised again: what rotates thousands of times must not shrink. */
static void sine_and_cosine(double angle, double *sine, double *cosine)
{
    float s, c;
    vv_sin_cos((float)angle, &s, &c);
    double rest = angle - (double)(float)angle, length;
    *sine = (double)s + rest * (double)c;
    *cosine = (double)c - rest * (double)s;
    length = sqrt(*sine * *sine + *cosine * *cosine);
    VVI_CHECK(length > 0.9 && length < 1.1);
    *sine /= length;
    *cosine /= length;
}

void vvi_state_rotate(const vvi_puppet_view *view, double *c, double angle, const double about[2])
{
    double sine, cosine;
    sine_and_cosine(angle, &sine, &cosine);
    for (uint32_t k = 0; k < view->column_count; k++) {
        double px = k % 3u == 2u ? about[0] : 0.0, py = k % 3u == 2u ? about[1] : 0.0;
        double x = c[k] - px, y = c[view->stride + k] - py;
        c[k] = px + cosine * x - sine * y;
        c[view->stride + k] = py + sine * x + cosine * y;
    }
}

void vvi_state_rigid_velocity(const vvi_puppet_view *view, const double *c, const double velocity[2], double spin,
                              const double about[2], double *out)
{
    for (uint32_t k = 0; k < view->column_count; k++) {
        bool pivot = k % 3u == 2u;
        out[k] = -spin * (c[view->stride + k] - (pivot ? about[1] : 0.0)) + (pivot ? velocity[0] : 0.0);
        out[view->stride + k] = spin * (c[k] - (pivot ? about[0] : 0.0)) + (pivot ? velocity[1] : 0.0);
    }
}

void vvi_state_add_velocity(const vvi_puppet_view *view, vvi_puppet_state *s, const double *velocity, double h)
{
    for (uint32_t k = 0; k < 2u * view->stride; k++) {
        s->v[k] += velocity[k];
        s->v_before[k] += velocity[k];
        s->before[k] -= h * velocity[k];
    }
}

void vvi_state_add_basis(const vvi_puppet_view *view, uint32_t vertex, double weight, double *out)
{
    VVI_CHECK(vertex < view->vertex_count);
    const float *weights = view->weights + (size_t)vertex * view->handle_count;
    vv_vec2 r = view->positions[vertex];
    for (uint32_t j = 0; j < view->handle_count; j++) {
        double w = weight * (double)weights[j];
        vv_vec2 pivot = view->handles[j].from;
        out[3u * j] += w * ((double)r.x - (double)pivot.x);
        out[3u * j + 1u] += w * ((double)r.y - (double)pivot.y);
        out[3u * j + 2u] += w;
    }
}

double vvi_state_dot(const double *a, const double *b, size_t count)
{
    double sum[4] = {0.0};
    VVI_CHECK(count % 4u == 0);
    for (size_t k = 0; k < count; k += 4)
        for (size_t lane = 0; lane < 4; lane++)
            sum[lane] += a[k + lane] * b[k + lane];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

rigid_motion vvi_puppet_rigid_motion(const actor *a)
{
    const member *m = current_member(a);
    size_t stride = m->view.stride;
    double *c = a->puppet->scratch, *image = a->puppet->image, momentum;
    rigid_motion w;
    vvi_state_centre(&m->view, m->state.c, w.centre);
    vvi_state_centre(&m->view, m->state.v, w.velocity);
    memcpy(c, m->state.c, 2u * stride * sizeof *c);
    vvi_state_translate(&m->view, c, (double[2]){-w.centre[0], -w.centre[1]});
    vvi_puppet_mass_image(m->solver, c, image);
    w.inertia = vvi_state_dot(c, image, 2u * stride);
    momentum = vvi_state_dot(m->state.v + stride, image, stride) - vvi_state_dot(m->state.v, image + stride, stride);
    w.inertia = w.inertia > 0.0 ? w.inertia : 1e-12;
    w.spin = momentum / w.inertia;
    return w;
}

void vvi_puppet_add_rigid_motion(const vv_stage *stage, actor *a, const rigid_motion *w, const double velocity[2],
                                 double spin)
{
    member *m = current_member(a);
    double *change = a->puppet->scratch;
    vvi_state_rigid_velocity(&m->view, m->state.c, velocity, spin, w->centre, change);
    vvi_state_add_velocity(&m->view, &m->state, change, (double)stage->def.step);
}
