/* What stands on an obstacle is supported when others push it: after the substeps, before what contact did becomes the state's,
 * points that the step found at obstacles are held where the step left them. Each answers as the puppet does to any push, so that
 * a drawing between a mover and the ground is squeezed, and not driven into the ground. */
#include "runtime/stage/puppet/actor.h"

#define ROUNDS 4u

/* Adds so much of a push at the point that along·value becomes `wanted`, if it is less. Where the point hardly gives way, no more
 * than what would move a free drawing of its mass. */
static void raise(actor *a, const pressing *q, double is, double wanted, double *value)
{
    member *m = member_now(a);
    double *answer = a->puppet->scratch;
    size_t numbers = 2u * (size_t)m->view.stride;
    if (is >= wanted)
        return;
    vvi_puppet_yield(m->solver, q->across, answer);
    double light = vvi_state_dot(q->across, answer, numbers), least = 1.0 / (double)a->view.mass;
    double push = (wanted - is) / (light > least ? light : least);
    for (size_t k = 0; k < numbers; k++)
        value[k] += push * answer[k];
}

void vvi_puppet_support(actor *a)
{
    puppet *p = a->puppet;
    member *m = member_now(a);
    journey *t = &p->travel;
    size_t numbers = 2u * (size_t)m->view.stride;
    if (p->point_count == 0 || !vvi_puppet_yields(&m->view, m->solver, m->state.c))
        return;
    for (uint32_t round = 0; round < ROUNDS; round++)
        for (uint32_t i = 0; i < p->point_count; i++) {
            const pressing *q = &p->points[i];
            double gap = vvi_state_dot(q->across, m->state.c, numbers) + q->offset, wanted = gap < 0.0 ? gap : 0.0;
            double moved = vvi_state_dot(q->across, t->moved, numbers);
            double speed = vvi_state_dot(q->across, m->state.v, numbers),
                   gained = vvi_state_dot(q->across, t->gained, numbers);
            if (gap + moved > wanted)
                continue;
            raise(a, q, gap + moved, wanted, t->moved);
            raise(a, q, speed + gained, speed < 0.0 ? speed : 0.0, t->gained);
        }
}
