/* A drawing as one body: what is added to it as a whole, and its measures. */
#include "runtime/stage/state.h"

void vvi_actor_add_velocity(actor *a, vv_vec2 velocity)
{
    vvi_positions_add(a->view.particle_count, velocity, a->v);
    a->velocity = vv_vec2_add(a->velocity, velocity);
    a->now.velocity[0] += (double)velocity.x;
    a->now.velocity[1] += (double)velocity.y;
}

void vvi_actor_add_spin(actor *a, float spin)
{
    vv_vec2 centre = {(float)a->now.centre[0], (float)a->now.centre[1]};
    vvi_positions_add_spin(a->view.particle_count, a->x, centre, spin, a->v);
    a->now.angular += (double)spin * a->now.inertia;
}

float vvi_support_distance(const vvi_sprite_view *view, const vv_vec2 *x, float angle, vv_vec2 normal)
{
    /* n · R x = (Rᵀ n) · x */
    float sine, cosine;
    VVI_CHECK(view->particle_count > 0);
    vv_sin_cos(angle, &sine, &cosine);
    vv_vec2 n = {cosine * normal.x + sine * normal.y, cosine * normal.y - sine * normal.x};
    return vvi_positions_lowest(view->particle_count, x, n);
}

static double kinetic(const actor *a)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        double x = (double)a->v[i].x, y = (double)a->v[i].y;
        sum += (double)a->view.masses[i] * (x * x + y * y);
    }
    return 0.5 * sum;
}

vv_mechanics vv_stage_mechanics(const vv_stage *stage, vv_actor id)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    vv_mechanics sum = {0};
    const actor *one = vvi_stage_actor(stage, id);
    for (uint32_t i = 0; i < stage->actor_end; i++) {
        const actor *a = &stage->actors[i];
        if (!a->used || (id.generation != 0 && a != one))
            continue;
        motion m = vvi_actor_motion(a);
        double mass = (double)a->view.mass;
        sum.kinetic += kinetic(a);
        sum.potential -= mass * (double)a->strengths.gravity *
                         ((double)stage->def.gravity.x * (a->origin[0] + m.centre[0]) +
                          (double)stage->def.gravity.y * (a->origin[1] + m.centre[1]));
        sum.momentum_x += mass * m.velocity[0];
        sum.momentum_y += mass * m.velocity[1];
        sum.angular_momentum += m.angular;
    }
    return sum;
}
