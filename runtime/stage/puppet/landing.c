/* What a puppet has after its step where obstacles pushed it: friction's memory, and velocities. What the integrator makes of an
 * impact is not a velocity that a point held by an obstacle has: those are set, in the metric of the masses; the whole bounces as
 * its material says; and what stands and sways is damped. */
#include "runtime/stage/puppet/actor.h"

#include <string.h>

#define STOPPING_STEPS 3u

/* A velocity that a point has to have. */
typedef struct wanted {
    const pressing *point;
    const double *row; /* (d.x φ, d.y φ) */
    vv_vec2 d;
    double speed;
} wanted;

static uint32_t find_wanted(const actor *a, wanted *out)
{
    const puppet *p = a->puppet;
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->point_count; i++) {
        const pressing *q = &p->points[i];
        if (!(q->force > 0.0))
            continue;
        out[count++] = (wanted){q, q->across, q->normal, 0.0};
        if (q->sticks)
            out[count++] = (wanted){q, q->along, perpendicular(q->normal), 0.0};
    }
    return count;
}

/* λ of (C M̃⁻¹ Cᵀ) λ = wanted − C v. Rows that depend on one another are many on a flat side: a little is added. */
static bool solve_wanted(const actor *a, const wanted *w, uint32_t count, double *lambda)
{
    const member *m = member_now(a);
    size_t stride = m->view.stride;
    double A[4u * PUPPET_POINTS * PUPPET_POINTS];
    for (uint32_t i = 0; i < count; i++) {
        lambda[i] = w[i].speed - vvi_state_dot(w[i].row, m->state.v, 2u * stride);
        for (uint32_t k = 0; k <= i; k++) {
            const double *pull = w[i].row, *give = w[k].point->give;
            A[i * count + k] = (double)w[k].d.x * vvi_state_dot(pull, give, stride) +
                               (double)w[k].d.y * vvi_state_dot(pull + stride, give, stride);
            A[k * count + i] = A[i * count + k];
        }
    }
    for (uint32_t i = 0; i < count; i++)
        A[i * count + i] *= 1.0 + 1e-4;
    if (!vvi_cholesky_factor_double(count, A))
        return false;
    vvi_cholesky_solve_double(count, A, 1, lambda);
    return true;
}

static void set_velocities(const vv_stage *stage, actor *a)
{
    puppet *p = a->puppet;
    member *m = member_now(a);
    size_t stride = m->view.stride;
    wanted w[2u * PUPPET_POINTS];
    double lambda[2u * PUPPET_POINTS], *change = p->scratch;
    uint32_t count = find_wanted(a, w);
    for (uint32_t i = 0; i < p->point_count; i++) {
        memcpy(p->points[i].give, p->points[i].shape, stride * sizeof(double));
        vvi_puppet_give(a, p->points[i].give);
    }
    if (count == 0 || !solve_wanted(a, w, count, lambda))
        return;
    memset(change, 0, 2u * stride * sizeof *change);
    for (uint32_t i = 0; i < count; i++) {
        double dx = (double)w[i].d.x, dy = (double)w[i].d.y;
        for (size_t k = 0; k < stride; k++) {
            change[k] += lambda[i] * dx * w[i].point->give[k];
            change[stride + k] += lambda[i] * dy * w[i].point->give[k];
        }
    }
    vvi_state_hurry(&m->view, &m->state, change, (double)stage->def.step);
}

/* ---- What stands ---------------------------------------------------------------------------------------------------------- */

/* Two points apart that stick, and did before: the drawing can neither slide nor roll, so that all of its motion is vibration. */
static bool stands(const actor *a)
{
    const puppet *p = a->puppet;
    for (uint32_t i = 0; i < p->point_count; i++)
        for (uint32_t k = 0; k < i; k++) {
            const pressing *q = &p->points[i], *r = &p->points[k];
            vv_vec2 at = row_point(&q->side, p->travel.from), other = row_point(&r->side, p->travel.from);
            if (q->sticks && r->sticks && !q->fresh && !r->fresh && vv_vec2_distance(at, other) > 0.2f * a->view.size)
                return true;
        }
    return false;
}

/* In an impact, the whole leaves with the share of its approach that the material says, at the middle of what pushes it. */
static void bounce(const vv_stage *stage, actor *a)
{
    const puppet *p = a->puppet;
    double impact = vvi_puppet_impact_speed(stage, a), sum = 0.0, approach = 0.0;
    double n[2] = {0.0, 0.0}, at[2] = {0.0, 0.0};
    for (uint32_t i = 0; i < p->point_count; i++) {
        const pressing *q = &p->points[i];
        vv_vec2 x = mirror_vector(a, row_point(&q->side, p->travel.from));
        if (!(q->force > 0.0) || !q->fresh || !(q->approach > impact))
            continue;
        sum += q->force;
        approach += q->force * q->approach;
        n[0] += q->force * (double)q->normal.x;
        n[1] += q->force * (double)q->normal.y;
        at[0] += q->force * (double)x.x;
        at[1] += q->force * (double)x.y;
    }
    double length = sqrt(n[0] * n[0] + n[1] * n[1]);
    if (!(p->material.bounce > 0.0f) || !(length > 0.0))
        return;
    rigid_motion w = vvi_puppet_whole(a);
    double x = at[0] / sum, y = at[1] / sum, mass = (double)a->view.mass; /* from where the origin, its centre, was */
    n[0] /= length;
    n[1] /= length;
    double lever = x * n[1] - y * n[0], speed = n[0] * w.velocity[0] + n[1] * w.velocity[1] + lever * w.spin;
    double push = ((double)p->material.bounce * approach / sum - speed) / (1.0 / mass + lever * lever / w.inertia);
    if (push > 0.0)
        vvi_puppet_add_rigid(stage, a, &w, (double[2]){push * n[0] / mass, push * n[1] / mass},
                             push * lever / w.inertia);
}

/* The step damps vibration, as the material says, but leaves what moves as a rigid whole. What stands and sways does both. */
static void damp_swaying(const vv_stage *stage, actor *a)
{
    const puppet *p = a->puppet;
    if (!(p->material.half_life > 0.0f) || !stands(a))
        return;
    double less = (double)vv_exp(-1.3862944f * stage->def.step / p->material.half_life) - 1.0;
    rigid_motion w = vvi_puppet_whole(a);
    vvi_puppet_add_rigid(stage, a, &w, (double[2]){less * w.velocity[0], less * w.velocity[1]}, less * w.spin);
}

/* Second-order differences over an impact would make the speed before it one that leads off: history begins here, and as long as
 * the drawing behind the points comes to a stop, steps are of implicit Euler. */
static void take_impact(const vv_stage *stage, actor *a)
{
    vvi_puppet_state *s = &member_now(a)->state;
    puppet *p = a->puppet;
    if (p->struck)
        p->stopping = STOPPING_STEPS;
    if (p->stopping == 0)
        return;
    p->stopping--;
    s->fresh = p->stopping > 0;
    for (uint32_t k = 0; k < 2u * member_now(a)->view.stride; k++) {
        s->v_before[k] = s->v[k];
        s->before[k] = s->c[k] - (double)stage->def.step * s->v[k];
    }
}

void vvi_puppet_leave_obstacles(vv_stage *stage, actor *a)
{
    vvi_puppet_find_forces(a);
    vvi_puppet_remember_points(a);
    if (a->puppet->point_count > 0) {
        set_velocities(stage, a);
        take_impact(stage, a);
        bounce(stage, a);
        damp_swaying(stage, a);
    }
}
