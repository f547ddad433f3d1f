/* Support of a puppet that stands on an obstacle while others push it: after the substeps, before what contact did is
 * added to the state, points that the step found at obstacles are held where the step left them. Each responds as the
 * puppet does to any impulse, so that a drawing between a mover and the ground is squeezed, and not driven into the
 * ground. */
#include "runtime/stage/puppet_actor.h"

#include <string.h>

#define ROUNDS 4u

/* Adds an impulse at the point that raises `current` to `target`, if it is less. Where the point hardly moves, the
 * impulse is limited to what would move a free drawing of its mass. */
static void raise_to(actor *a, const puppet_contact *q, double current, double target, double *value)
{
    member *m = current_member(a);
    double *response = a->puppet->scratch;
    size_t numbers = 2u * (size_t)m->view.stride;
    if (current >= target)
        return;
    vvi_puppet_respond(m->solver, q->normal_row, response);
    double inverse_mass = vvi_state_dot(q->normal_row, response, numbers),
           min_inverse_mass = 1.0 / (double)a->view.mass;
    VVI_CHECK(a->view.mass > 0.0f);
    double push = (target - current) / (inverse_mass > min_inverse_mass ? inverse_mass : min_inverse_mass);
    for (size_t k = 0; k < numbers; k++)
        value[k] += push * response[k];
}

void vvi_puppet_support(vv_stage *stage, actor *a)
{
    puppet *p = a->puppet;
    member *m = current_member(a);
    substep_motion *t = &p->travel;
    size_t numbers = 2u * (size_t)m->view.stride;
    memcpy(t->state, m->state.c, numbers * sizeof *t->state);
    for (size_t k = 0; k < numbers; k++)
        t->state[k] += t->displacement[k];
    vvi_puppet_find_missing_points(stage, a, t->state);
    if (p->point_count == 0 || !vvi_puppet_prepare_response(&m->view, m->solver, m->state.c))
        return;
    for (uint32_t round = 0; round < ROUNDS; round++)
        for (uint32_t i = 0; i < p->point_count; i++) {
            const puppet_contact *q = &p->points[i];
            double gap = vvi_state_dot(q->normal_row, m->state.c, numbers) + q->offset, target = gap < 0.0 ? gap : 0.0;
            double moved = vvi_state_dot(q->normal_row, t->displacement, numbers);
            double speed = vvi_state_dot(q->normal_row, m->state.v, numbers),
                   gained = vvi_state_dot(q->normal_row, t->velocity_change, numbers);
            if (gap + moved > target)
                continue;
            raise_to(a, q, gap + moved, target, t->displacement);
            double surface = (double)vv_vec2_dot(q->normal, q->surface);
            raise_to(a, q, speed + gained, speed < surface ? speed : surface, t->velocity_change);
        }
}
