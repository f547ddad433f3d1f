/* The response of a puppet to an impulse at one of its points. Against obstacles, inside its step, the masses alone
 * decide: an impulse λ·d at a point with φ changes the velocity by λ·d·M̃⁻¹φ, x and y alike, and columns held exactly
 * by keys do not move. Against other actors, between its steps, it responds as its step would (puppet/response.c):
 * each row of contact asks once a substep for φ of its point and the response there. */
#include "runtime/stage/puppet_actor.h"

#include <string.h>

void vvi_puppet_find_point_responses(actor *a)
{
    puppet *p = a->puppet;
    member *m = current_member(a);
    size_t stride = m->view.stride;
    for (uint32_t i = 0; i < p->point_count; i += 2) { /* two at a time, one as x and one as y */
        bool is_pair = i + 1u < p->point_count;
        memset(p->scratch, 0, 2u * stride * sizeof *p->scratch);
        memcpy(p->scratch, p->points[i].shape, stride * sizeof *p->scratch);
        if (is_pair)
            memcpy(p->scratch + stride, p->points[i + 1u].shape, stride * sizeof *p->scratch);
        vvi_puppet_apply_masses_inverse(m->solver, p->fixed, p->scratch);
        memcpy(p->points[i].response, p->scratch, stride * sizeof *p->scratch);
        if (is_pair)
            memcpy(p->points[i + 1u].response, p->scratch + stride, stride * sizeof *p->scratch);
    }
}

/* ---- Bends ------------------------------------------------------------------------------------------------------- */

/* The state in this substep; its own step is traversed evenly. */
static void update_state(const actor *a)
{
    const puppet *p = a->puppet;
    const substep_motion *t = &p->travel;
    const member *m = current_member(a);
    for (uint32_t k = 0; k < 2u * m->view.stride; k++)
        t->state[k] = p->backup[k] + t->fraction * (m->state.c[k] - p->backup[k]) + t->displacement[k];
}

static double shape_dot_response(const point_response *b, uint32_t of, uint32_t coordinate)
{
    return vvi_state_dot(b->jacobian, b->impulse_response[of] + coordinate * b->stride, b->stride);
}

/* Once a substep, before the first response. */
static void prepare_response(actor *a)
{
    puppet *p = a->puppet;
    const member *m = current_member(a);
    if (p->travel.bend_count > 0 || p->travel.has_response)
        return;
    update_state(a);
    p->travel.has_response = true;
    vvi_puppet_prepare_response(&m->view, m->solver, p->travel.state);
}

static point_response make_bend(actor *a, const edge_point *at, double *memory, bool is_rigid)
{
    puppet *p = a->puppet;
    const member *m = current_member(a);
    uint32_t stride = m->view.stride;
    VVI_CHECK(at->i < m->view.vertex_count && at->j < m->view.vertex_count && at->t >= 0.0f && at->t <= 1.0f);
    double *shape = memory, *push = p->scratch;
    prepare_response(a);
    memset(shape, 0, stride * sizeof *shape);
    vvi_state_add_basis(&m->view, at->i, 1.0 - (double)at->t, shape);
    if (at->t > 0.0f)
        vvi_state_add_basis(&m->view, at->j, (double)at->t, shape);
    point_response b = {
        .pending = p->travel.pending, .jacobian = shape, .stride = stride, .sign = a->flipped ? -1.0f : 1.0f};
    for (uint32_t k = 0; k < 2; k++) {
        double *give = memory + (1u + 2u * k) * stride;
        memset(push, 0, 2u * (size_t)stride * sizeof *push);
        memcpy(push + k * stride, shape, stride * sizeof *shape);
        (is_rigid ? vvi_puppet_respond_rigidly : vvi_puppet_respond)(m->solver, push, give);
        b.impulse_response[k] = give;
    }
    b.compliance[0] = (float)shape_dot_response(&b, 0, 0);
    b.compliance[1] = b.sign * (float)shape_dot_response(&b, 0, 1);
    b.compliance[2] = (float)shape_dot_response(&b, 1, 1);
    return b;
}

static double *bend_memory(const actor *a, uint32_t which)
{
    return a->puppet->travel.bend_memory + PUPPET_BEND_NUMBERS * (size_t)current_member(a)->view.stride * which;
}

const point_response *vvi_puppet_bend(actor *a, contact_point *r, uint32_t which)
{
    if (!a->puppet || a->kinematic || r->responses[which])
        return r->responses[which];
    substep_motion *t = &a->puppet->travel;
    VVI_CHECK(t->bend_count <= PUPPET_MAX_BENDS && which < 2);
    if (t->bend_count == PUPPET_MAX_BENDS)
        return NULL;
    point_response *b = &t->bends[t->bend_count];
    *b = make_bend(a, which ? &r->b : &r->a, bend_memory(a, t->bend_count), false);
    t->bend_count++;
    r->responses[which] = b;
    return b;
}

const point_response *vvi_puppet_bend_whole(actor *a, const contact_point *r, uint32_t which)
{
    if (!a->puppet || a->kinematic)
        return NULL;
    point_response *b = &a->puppet->travel.bends[PUPPET_MAX_BENDS];
    *b = make_bend(a, which ? &r->b : &r->a, bend_memory(a, PUPPET_MAX_BENDS), true);
    return b;
}

/* ---- Rows of joints ---------------------------------------------------------------------------------------------- */

double *vvi_puppet_claim_row(actor *a)
{
    substep_motion *t = &a->puppet->travel;
    if (t->bend_count >= PUPPET_MAX_BENDS)
        return NULL;
    prepare_response(a);
    double *row = bend_memory(a, t->bend_count++);
    memset(row, 0, 4u * (size_t)current_member(a)->view.stride * sizeof *row);
    return row;
}

void vvi_puppet_add_to_row(const actor *a, double *row, uint32_t vertex, vv_vec2 by)
{
    const vvi_puppet_view *view = &current_member(a)->view;
    by = mirror_vector(a, by);
    vvi_state_add_basis(view, vertex, (double)by.x, row);
    vvi_state_add_basis(view, vertex, (double)by.y, row + view->stride);
}

void vvi_puppet_solve_row(actor *a, double *row)
{
    const member *m = current_member(a);
    vvi_puppet_respond(m->solver, row, row + 2u * (size_t)m->view.stride);
}

/* ---- Pushing ----------------------------------------------------------------------------------------------------- */

float vvi_bend_compliance(const point_response *b, vv_vec2 along)
{
    return along.x * along.x * b->compliance[0] + 2.0f * along.x * along.y * b->compliance[1] +
           along.y * along.y * b->compliance[2];
}

float vvi_bend_motion(const point_response *b, vv_vec2 along)
{
    double x = vvi_state_dot(b->jacobian, b->pending, b->stride);
    double y = vvi_state_dot(b->jacobian, b->pending + b->stride, b->stride);
    return (float)((double)(along.x * b->sign) * x + (double)along.y * y);
}

void vvi_bend_push(const point_response *b, vv_vec2 along, float amount)
{
    double x = (double)amount * (double)(along.x * b->sign), y = (double)amount * (double)along.y;
    for (uint32_t k = 0; k < 2u * b->stride; k++)
        b->pending[k] += x * b->impulse_response[0][k] + y * b->impulse_response[1][k];
}
