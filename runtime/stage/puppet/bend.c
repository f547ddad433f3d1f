/* How a puppet gives way where it is pushed: a push λ·d at a point with φ changes the state by λ·d·M̃⁻¹φ, x and y alike. Handles
 * that a key keeps somewhere exactly do not move. Rows of contact ask once a substep for their point's φ and M̃⁻¹φ. */
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

const bend *vvi_puppet_bend(actor *a, row *r, uint32_t which)
{
    if (!a->puppet || r->bends[which])
        return r->bends[which];
    journey *t = &a->puppet->travel;
    if (t->bend_count == PUPPET_BENDS)
        return NULL;
    const vvi_puppet_view *view = &member_now(a)->view;
    const row_side *at = which ? &r->b : &r->a;
    double *shape = t->bend_memory + 2u * (size_t)view->stride * t->bend_count, *give = shape + view->stride, sum = 0.0;
    memset(shape, 0, view->stride * sizeof *shape);
    vvi_state_row(view, at->i, 1.0 - (double)at->t, shape);
    if (at->t > 0.0f)
        vvi_state_row(view, at->j, (double)at->t, shape);
    memcpy(give, shape, view->stride * sizeof *give);
    vvi_puppet_give(a, give);
    for (uint32_t k = 0; k < view->column_count; k++)
        sum += shape[k] * give[k];
    bend *b = &t->bends[t->bend_count++];
    *b = (bend){t->pending, shape, give, view->stride, (float)sum, a->flipped ? -1.0f : 1.0f};
    r->bends[which] = b;
    return b;
}

float vvi_bend_motion(const bend *b, vv_vec2 along)
{
    const double *y = b->pending + b->stride;
    double sum_x = 0.0, sum_y = 0.0;
    for (uint32_t k = 0; k < b->stride; k++) {
        sum_x += b->shape[k] * b->pending[k];
        sum_y += b->shape[k] * y[k];
    }
    return (float)((double)(along.x * b->sign) * sum_x + (double)along.y * sum_y);
}

void vvi_bend_push(const bend *b, vv_vec2 along, float amount)
{
    double x = (double)amount * (double)(along.x * b->sign), y = (double)amount * (double)along.y;
    for (uint32_t k = 0; k < b->stride; k++) {
        b->pending[k] += x * b->give[k];
        b->pending[b->stride + k] += y * b->give[k];
    }
}
