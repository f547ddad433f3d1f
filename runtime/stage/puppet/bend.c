/* How a puppet gives way where it is pushed. To an obstacle, inside its step, as its masses let it: a push λ·d at a point with φ
 * changes the velocity by λ·d·M̃⁻¹φ, x and y alike, and handles that a key keeps somewhere exactly do not move. To others, between
 * its steps, as the step would answer it (yield.c): rows of contact ask once a substep for their point's φ and its answer. */
#include "runtime/stage/puppet/actor.h"

#include <string.h>

/* Masses of handles that move nothing are 0: a little of the largest, so that they have a factor and stay where they are. */
static void factor(puppet *p, const vvi_puppet_view *view)
{
    uint32_t n = view->column_count;
    double largest = 0.0;
    for (uint32_t i = 0; i < n; i++) {
        double mass = view->mass_matrix[(size_t)i * view->stride + i];
        largest = mass > largest ? mass : largest;
    }
    for (double more = 1e-12 * largest; more < largest; more *= 100.0) {
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t k = 0; k < n; k++) {
                bool fixed = p->fixed[i] || p->fixed[k];
                double mass = fixed ? (i == k ? largest : 0.0) : view->mass_matrix[(size_t)i * view->stride + k];
                p->mass_factor[(size_t)i * n + k] = mass + (i == k ? more : 0.0);
            }
        if (vvi_cholesky_factor_double(n, p->mass_factor))
            break;
    }
    memcpy(p->factored, p->fixed, n);
    p->is_factored = true;
}

void vvi_puppet_give(actor *a, double *x)
{
    puppet *p = a->puppet;
    const vvi_puppet_view *view = &member_now(a)->view;
    if (!p->is_factored || memcmp(p->factored, p->fixed, view->column_count) != 0)
        factor(p, view);
    for (uint32_t k = 0; k < view->column_count; k++)
        x[k] = p->fixed[k] ? 0.0 : x[k];
    vvi_cholesky_solve_double(view->column_count, p->mass_factor, 1, x);
}

/* ---- Bends --------------------------------------------------------------------------------------------------------------- */

/* Where it is in this substep: its own way is straight. */
static void find_state(const actor *a)
{
    const puppet *p = a->puppet;
    const journey *t = &p->travel;
    const member *m = member_now(a);
    for (uint32_t k = 0; k < 2u * m->view.stride; k++)
        t->state[k] = p->backup[k] + t->share * (m->state.c[k] - p->backup[k]) + t->moved[k];
}

static double product(const bend *b, uint32_t of, uint32_t coordinate)
{
    return vvi_state_dot(b->shape, b->give[of] + coordinate * b->stride, b->stride);
}

static bend make_bend(actor *a, const row_side *at, double *memory, bool whole)
{
    puppet *p = a->puppet;
    const member *m = member_now(a);
    uint32_t stride = m->view.stride;
    double *shape = memory, *push = p->scratch;
    if (p->travel.bend_count == 0 && !p->travel.yields) {
        find_state(a);
        p->travel.yields = true;
        vvi_puppet_yields(&m->view, m->solver, p->travel.state);
    }
    memset(shape, 0, stride * sizeof *shape);
    vvi_state_row(&m->view, at->i, 1.0 - (double)at->t, shape);
    if (at->t > 0.0f)
        vvi_state_row(&m->view, at->j, (double)at->t, shape);
    bend b = {.pending = p->travel.pending, .shape = shape, .stride = stride, .sign = a->flipped ? -1.0f : 1.0f};
    for (uint32_t k = 0; k < 2; k++) {
        double *give = memory + (1u + 2u * k) * stride;
        memset(push, 0, 2u * (size_t)stride * sizeof *push);
        memcpy(push + k * stride, shape, stride * sizeof *shape);
        (whole ? vvi_puppet_yield_whole : vvi_puppet_yield)(m->solver, push, give);
        b.give[k] = give;
    }
    b.compliance[0] = (float)product(&b, 0, 0);
    b.compliance[1] = b.sign * (float)product(&b, 0, 1);
    b.compliance[2] = (float)product(&b, 1, 1);
    return b;
}

static double *bend_memory(const actor *a, uint32_t which)
{
    return a->puppet->travel.bend_memory + PUPPET_BEND_NUMBERS * (size_t)member_now(a)->view.stride * which;
}

const bend *vvi_puppet_bend(actor *a, row *r, uint32_t which)
{
    if (!a->puppet || r->bends[which])
        return r->bends[which];
    journey *t = &a->puppet->travel;
    if (t->bend_count == PUPPET_BENDS)
        return NULL;
    bend *b = &t->bends[t->bend_count];
    *b = make_bend(a, which ? &r->b : &r->a, bend_memory(a, t->bend_count), false);
    t->bend_count++;
    r->bends[which] = b;
    return b;
}

const bend *vvi_puppet_bend_whole(actor *a, const row *r, uint32_t which)
{
    if (!a->puppet)
        return NULL;
    bend *b = &a->puppet->travel.bends[PUPPET_BENDS];
    *b = make_bend(a, which ? &r->b : &r->a, bend_memory(a, PUPPET_BENDS), true);
    return b;
}

float vvi_bend_compliance(const bend *b, vv_vec2 along)
{
    return along.x * along.x * b->compliance[0] + 2.0f * along.x * along.y * b->compliance[1] +
           along.y * along.y * b->compliance[2];
}

float vvi_bend_motion(const bend *b, vv_vec2 along)
{
    double x = vvi_state_dot(b->shape, b->pending, b->stride);
    double y = vvi_state_dot(b->shape, b->pending + b->stride, b->stride);
    return (float)((double)(along.x * b->sign) * x + (double)along.y * y);
}

void vvi_bend_push(const bend *b, vv_vec2 along, float amount)
{
    double x = (double)amount * (double)(along.x * b->sign), y = (double)amount * (double)along.y;
    for (uint32_t k = 0; k < 2u * b->stride; k++)
        b->pending[k] += x * b->give[0][k] + y * b->give[1][k];
}
