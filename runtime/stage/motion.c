/* A drawing taken as one body: centre, momentum, spin. Everything that must be kept exactly is summed in double. */
#include "runtime/stage/state.h"

#include <string.h>

/* x and y side by side, so that two sums are one operation; the order of each sum is that of the particles, with every second
 * one in a sum of its own. */
typedef float float_pair __attribute__((vector_size(8)));
typedef double double_pair __attribute__((vector_size(16)));
typedef struct sums {
    double_pair x, v, cross, square, kinetic; /* Σ m·x, m·v, m·(x·v.y, y·v.x), m·x², m·v² */
} sums;

static inline double_pair widen(const vv_vec2 *p)
{
    float_pair narrow;
    memcpy(&narrow, p, sizeof narrow);
    return __builtin_convertvector(narrow, double_pair);
}

static inline void add(sums *s, float mass, const vv_vec2 *position, const vv_vec2 *velocity)
{
    double_pair m = {(double)mass, (double)mass}, x = widen(position), v = widen(velocity), p = m * v;
    double_pair turned = {p[1], p[0]};
    s->x += m * x;
    s->v += p;
    s->cross += x * turned;
    s->square += m * (x * x);
    s->kinetic += p * v;
}

motion vvi_actor_motion(const actor *a)
{
    const float *masses = a->view.masses;
    uint32_t count = a->view.particle_count, even = count & ~1u;
    sums s = {0}, t = {0};
    for (uint32_t i = 0; i < even; i += 2) {
        add(&s, masses[i], &a->x[i], &a->v[i]);
        add(&t, masses[i + 1], &a->x[i + 1], &a->v[i + 1]);
    }
    if (even < count)
        add(&s, masses[even], &a->x[even], &a->v[even]);
    double_pair x = s.x + t.x, v = s.v + t.v, cross = s.cross + t.cross, square = s.square + t.square;
    double_pair kinetic = s.kinetic + t.kinetic;
    double mass = a->mass;
    motion m = {{x[0] / mass, x[1] / mass}, {v[0] / mass, v[1] / mass}, 0.0, 0.0, 0.5 * (kinetic[0] + kinetic[1])};
    m.angular = cross[0] - cross[1] - (m.centre[0] * v[1] - m.centre[1] * v[0]);
    m.inertia = square[0] + square[1] - mass * (m.centre[0] * m.centre[0] + m.centre[1] * m.centre[1]);
    if (!(m.inertia > 0.0))
        m.inertia = 1e-12 * mass * (double)a->view.size * (double)a->view.size;
    return m;
}

void vvi_actor_add_velocity(actor *a, vv_vec2 velocity)
{
    for (uint32_t i = 0; i < a->view.particle_count; i++)
        a->v[i] = vv_vec2_add(a->v[i], velocity);
    a->velocity = vv_vec2_add(a->velocity, velocity);
    a->now.velocity[0] += (double)velocity.x;
    a->now.velocity[1] += (double)velocity.y;
}

void vvi_actor_add_spin(actor *a, float spin)
{
    float x = (float)a->now.centre[0], y = (float)a->now.centre[1];
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        a->v[i].x -= spin * (a->x[i].y - y);
        a->v[i].y += spin * (a->x[i].x - x);
    }
    a->now.angular += (double)spin * a->now.inertia;
}

float vvi_support(const vvi_sprite_view *view, const vv_vec2 *x, float angle, vv_vec2 normal)
{
    /* n · R x = (Rᵀ n) · x */
    float sine, cosine, lowest = INFINITY;
    vv_sin_cos(angle, &sine, &cosine);
    vv_vec2 n = {cosine * normal.x + sine * normal.y, cosine * normal.y - sine * normal.x};
    for (uint32_t i = 0; i < view->particle_count; i++)
        lowest = vvi_min(lowest, vv_vec2_dot(n, x[i]));
    return lowest;
}

vv_stage_measure vv_stage_measured(const vv_stage *stage, vv_actor id)
{
    vv_stage_measure sum = {0};
    const actor *one = vvi_stage_actor(stage, id);
    for (uint32_t i = 0; i < stage->actor_end; i++) {
        const actor *a = &stage->actors[i];
        if (!a->used || (id.generation != 0 && a != one))
            continue;
        motion m = vvi_actor_motion(a);
        double mass = (double)a->view.mass;
        sum.kinetic += m.kinetic;
        sum.potential -= mass * (double)a->strengths.gravity *
                         ((double)stage->def.gravity.x * (a->origin[0] + m.centre[0]) +
                          (double)stage->def.gravity.y * (a->origin[1] + m.centre[1]));
        sum.momentum_x += mass * m.velocity[0];
        sum.momentum_y += mass * m.velocity[1];
        sum.angular += m.angular;
    }
    return sum;
}
