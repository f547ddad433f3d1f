/* What a puppet gets after its step where obstacles pushed it: friction anchors and velocities. The integrator's
 * velocity after an impact is not one that a point held by an obstacle can have, so the velocities of such points are
 * set, in the metric of the masses. The whole drawing bounces as its material says, and swaying of a standing one is
 * damped. */
#include "runtime/stage/obstacle_motion.h"
#include "runtime/stage/puppet_actor.h"

#include <string.h>

#define EULER_STEPS_AFTER_IMPACT 3u

/* The velocity that a point must have along a direction. */
typedef struct velocity_target {
    const puppet_contact *point;
    vv_vec2 d;
    double speed;
} velocity_target;

static uint32_t find_velocity_targets(const actor *a, velocity_target *out)
{
    const puppet *p = a->puppet;
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->point_count; i++) {
        const puppet_contact *q = &p->points[i];
        if (!(q->normal_force > 0.0))
            continue;
        vv_vec2 tangent = perpendicular(q->normal);
        out[count++] = (velocity_target){q, q->normal, (double)vv_vec2_dot(q->normal, q->surface)};
        if (q->is_sticking)
            out[count++] = (velocity_target){q, tangent, (double)vv_vec2_dot(tangent, q->surface)};
    }
    VVI_CHECK(count <= 2u * PUPPET_MAX_CONTACTS);
    return count;
}

/* Solves (C M̃⁻¹ Cᵀ) λ = targets − C v. Many rows on a flat side are linearly dependent, so the diagonal is increased
 * slightly. */
static bool solve_velocity_targets(const actor *a, const velocity_target *w, uint32_t count, double *lambda)
{
    const member *m = current_member(a);
    size_t stride = m->view.stride;
    double A[4u * PUPPET_MAX_CONTACTS * PUPPET_MAX_CONTACTS];
    for (uint32_t i = 0; i < count; i++) {
        const puppet_contact *q = w[i].point;
        lambda[i] = w[i].speed - vvi_point_along(q, w[i].d, m->state.v, stride);
        for (uint32_t k = 0; k <= i; k++) {
            const double *response = w[k].point->response;
            double sum = 0.0;
            for (uint32_t e = 0; e < q->column_count; e++)
                sum += q->shape[q->columns[e]] * response[q->columns[e]];
            A[i * count + k] = A[k * count + i] = (double)vv_vec2_dot(w[i].d, w[k].d) * sum;
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
    member *m = current_member(a);
    size_t stride = m->view.stride;
    velocity_target w[2u * PUPPET_MAX_CONTACTS];
    double lambda[2u * PUPPET_MAX_CONTACTS], *change = p->scratch;
    uint32_t count = find_velocity_targets(a, w);
    if (count == 0)
        return;
    vvi_puppet_find_point_responses(a);
    if (!solve_velocity_targets(a, w, count, lambda))
        return;
    memset(change, 0, 2u * stride * sizeof *change);
    for (uint32_t i = 0; i < count; i++) {
        double dx = (double)w[i].d.x, dy = (double)w[i].d.y;
        for (size_t k = 0; k < stride; k++) {
            change[k] += lambda[i] * dx * w[i].point->response[k];
            change[stride + k] += lambda[i] * dy * w[i].point->response[k];
        }
    }
    vvi_state_add_velocity(&m->view, &m->state, change, (double)stage->def.step);
}

/* ---- Bouncing and standing --------------------------------------------------------------------------------------- */

/* The point of two distant ones that stick, and did before: the drawing can then neither slide nor roll on what it
 * stands on, so all its motion relative to that is vibration. NULL: it does not stand. */
static const puppet_contact *find_standing_point(const actor *a)
{
    const puppet *p = a->puppet;
    for (uint32_t i = 0; i < p->point_count; i++)
        for (uint32_t k = 0; k < i; k++) {
            const puppet_contact *q = &p->points[i], *r = &p->points[k];
            vv_vec2 at = edge_point_position(&q->side, p->travel.start),
                    other = edge_point_position(&r->side, p->travel.start);
            if (q->is_sticking && r->is_sticking && !q->is_new && !r->is_new &&
                vv_vec2_distance(at, other) > 0.2f * a->view.size)
                return q;
        }
    return NULL;
}

/* After an impact, the whole drawing leaves with the fraction of its approach speed that the material says, relative to
 * the obstacle, at the centre of the pushing points. */
static void add_bounce(const vv_stage *stage, actor *a)
{
    const puppet *p = a->puppet;
    double impact = vvi_puppet_impact_speed(stage, a), sum = 0.0, approach = 0.0;
    double n[2] = {0.0, 0.0}, at[2] = {0.0, 0.0}, surface[2] = {0.0, 0.0};
    for (uint32_t i = 0; i < p->point_count; i++) {
        const puppet_contact *q = &p->points[i];
        vv_vec2 x = mirror_vector(a, edge_point_position(&q->side, p->travel.start));
        if (!(q->normal_force > 0.0) || !q->is_new || !(q->approach_speed > impact))
            continue;
        sum += q->normal_force;
        approach += q->normal_force * q->approach_speed;
        n[0] += q->normal_force * (double)q->normal.x;
        n[1] += q->normal_force * (double)q->normal.y;
        at[0] += q->normal_force * (double)x.x;
        at[1] += q->normal_force * (double)x.y;
        surface[0] += q->normal_force * (double)q->surface.x;
        surface[1] += q->normal_force * (double)q->surface.y;
    }
    double length = sqrt(n[0] * n[0] + n[1] * n[1]);
    if (!(p->material.bounce > 0.0f) || !(length > 0.0))
        return;
    rigid_motion w = vvi_puppet_rigid_motion(a);
    /* relative to the origin, which was its centre */
    double x = at[0] / sum, y = at[1] / sum, mass = (double)a->view.mass;
    VVI_CHECK(sum > 0.0 && approach > 0.0 && w.inertia > 0.0);
    n[0] /= length;
    n[1] /= length;
    double lever_arm = x * n[1] - y * n[0], speed = n[0] * w.velocity[0] + n[1] * w.velocity[1] + lever_arm * w.spin;
    speed -= (n[0] * surface[0] + n[1] * surface[1]) / sum;
    double push =
        ((double)p->material.bounce * approach / sum - speed) / (1.0 / mass + lever_arm * lever_arm / w.inertia);
    if (push > 0.0)
        vvi_puppet_add_rigid_motion(stage, a, &w, (double[2]){push * n[0] / mass, push * n[1] / mass},
                                    push * lever_arm / w.inertia);
}

/* The step damps vibration, as the material says, but not rigid motion. The swaying of a standing drawing is both, so
 * its rigid motion is damped too. */
static void damp_swaying(const vv_stage *stage, actor *a)
{
    const puppet *p = a->puppet;
    const puppet_contact *standing = p->material.half_life > 0.0f ? find_standing_point(a) : NULL;
    if (!standing)
        return;
    double factor = (double)vv_exp(-1.3862944f * stage->def.step / p->material.half_life) - 1.0;
    rigid_motion w = vvi_puppet_rigid_motion(a);
    const obstacle *o = &stage->obstacles[standing->obstacle];
    vv_vec2 centre = mirror_vector(a, (vv_vec2){(float)w.centre[0], (float)w.centre[1]});
    vv_vec2 carrier = mirror_vector(a, vvi_obstacle_velocity_at(o, a->origin, centre));
    double spin = o->is_moving ? mirrored(a, (double)o->spin) : 0.0;
    double sway[2] = {w.velocity[0] - (double)carrier.x, w.velocity[1] - (double)carrier.y};
    vvi_puppet_add_rigid_motion(stage, a, &w, (double[2]){factor * sway[0], factor * sway[1]},
                                factor * (w.spin - spin));
}

/* Second-order differences across an impact would turn the speed before it into one that leads away from the
 * obstacle. So the history restarts here, and steps are of implicit Euler until the part of the drawing behind the
 * points has come to a stop. */
static void restart_history(const vv_stage *stage, actor *a)
{
    vvi_puppet_state *s = &current_member(a)->state;
    puppet *p = a->puppet;
    if (p->had_impact)
        p->euler_steps_left = EULER_STEPS_AFTER_IMPACT;
    if (p->euler_steps_left == 0)
        return;
    p->euler_steps_left--;
    VVI_CHECK(p->euler_steps_left < EULER_STEPS_AFTER_IMPACT);
    s->fresh = p->euler_steps_left > 0;
    for (uint32_t k = 0; k < 2u * current_member(a)->view.stride; k++) {
        s->v_before[k] = s->v[k];
        s->before[k] = s->c[k] - (double)stage->def.step * s->v[k];
    }
}

void vvi_puppet_finish_contact(vv_stage *stage, actor *a)
{
    vvi_puppet_find_contact_forces(a, current_member(a)->state.c);
    vvi_puppet_store_anchors(a);
    if (a->puppet->point_count > 0) {
        set_velocities(stage, a);
        restart_history(stage, a);
        add_bounce(stage, a);
        damp_swaying(stage, a);
    }
}
