/* A drawing taken as one body: centre, momentum, spin. Everything that must be kept exactly is summed in double. */
#include "runtime/stage/state.h"

motion vvi_actor_motion(const actor *a)
{
    const float *masses = a->view.masses;
    double mx = 0.0, my = 0.0, px = 0.0, py = 0.0, cross = 0.0, square = 0.0, kinetic = 0.0, mass = 0.0;
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        double m = (double)masses[i], x = (double)a->x[i].x, y = (double)a->x[i].y;
        double vx = (double)a->v[i].x, vy = (double)a->v[i].y;
        mass += m;
        mx += m * x;
        my += m * y;
        px += m * vx;
        py += m * vy;
        cross += m * (x * vy - y * vx);
        square += m * (x * x + y * y);
        kinetic += m * (vx * vx + vy * vy);
    }
    motion s = {{mx / mass, my / mass}, {px / mass, py / mass}, 0.0, 0.0, 0.5 * kinetic};
    s.angular = cross - (s.centre[0] * py - s.centre[1] * px);
    s.inertia = square - mass * (s.centre[0] * s.centre[0] + s.centre[1] * s.centre[1]);
    if (!(s.inertia > 0.0))
        s.inertia = 1e-12 * mass * (double)a->view.size * (double)a->view.size;
    return s;
}

void vvi_actor_add_velocity(actor *a, vv_vec2 velocity)
{
    for (uint32_t i = 0; i < a->view.particle_count; i++)
        a->v[i] = vv_vec2_add(a->v[i], velocity);
    a->velocity = vv_vec2_add(a->velocity, velocity);
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
