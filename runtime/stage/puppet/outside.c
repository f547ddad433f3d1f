/* What moves a puppet from outside, and what callers may ask of it and tell it. */
#include "runtime/stage/puppet/change.h"

#include <string.h>

void vvi_puppet_refresh(actor *a)
{
    member *m = member_now(a);
    vvi_puppet_vertices(&m->view, m->state.c, a->x);
    vvi_puppet_vertices(&m->view, m->state.v, a->v);
    for (uint32_t i = 0; i < m->view.vertex_count && a->flipped; i++) {
        a->x[i].x = -a->x[i].x;
        a->v[i].x = -a->v[i].x;
    }
    memcpy(a->x0, a->x, m->view.vertex_count * sizeof *a->x);
}

/* The origin is the centre of mass between steps: spins are about it. */
void vvi_puppet_add_motion(const vv_stage *stage, actor *a, const double velocity[2], double spin)
{
    member *m = member_now(a);
    const double zero[2] = {0.0, 0.0};
    double *change = a->puppet->scratch;
    vvi_state_rigid(&m->view, m->state.c, (double[2]){mirrored(a, velocity[0]), velocity[1]}, mirrored(a, spin), zero,
                    change);
    vvi_state_hurry(&m->view, &m->state, change, (double)stage->def.step);
    vvi_puppet_refresh(a);
}

void vvi_puppet_scale_speed(actor *a, float share)
{
    vvi_puppet_state *s = &member_now(a)->state;
    for (uint32_t k = 0; k < 2u * member_now(a)->view.stride; k++) {
        s->v[k] *= (double)share;
        s->v_before[k] *= (double)share;
        s->before[k] = s->c[k] + (double)share * (s->before[k] - s->c[k]);
    }
    vvi_puppet_refresh(a);
}

void vvi_puppet_turn(actor *a, double angle)
{
    member *m = member_now(a);
    vvi_puppet_state *s = &m->state;
    const double zero[2] = {0.0, 0.0}, velocity[2] = {-mirrored(a, (double)a->velocity.x), -(double)a->velocity.y};
    double *arrays[5] = {s->c, s->before, m->good, s->v, s->v_before};
    /* The velocity of the centre keeps its direction. */
    for (int k = 0; k < 5; k++) {
        if (k >= 3)
            vvi_state_shift(&m->view, arrays[k], velocity);
        vvi_state_turn(&m->view, arrays[k], mirrored(a, angle), zero);
        if (k >= 3)
            vvi_state_shift(&m->view, arrays[k], (double[2]){-velocity[0], -velocity[1]});
    }
    a->puppet->anchor_count = a->puppet->point_count = 0;
    s->fresh = true;
    vvi_change_forget(a->puppet);
    a->angle += (float)angle;
    vvi_puppet_refresh(a);
}

/* In the space of states nothing changes but the motion as a whole: what is seen in the mirror is the stage. Keys are seen in
 * it too, about the same vertical. */
void vvi_puppet_flip(const vv_stage *stage, actor *a)
{
    puppet *p = a->puppet;
    motion m = vvi_actor_motion(a);
    double velocity[2] = {m.velocity[0], m.velocity[1]}, spin = m.angular / m.inertia;
    a->flipped = !a->flipped;
    a->angle = -a->angle;
    p->place.at[0] = 2.0 * a->origin[0] - p->place.at[0];
    p->place.angle = -p->place.angle;
    p->place.flipped = !p->place.flipped;
    vvi_change_forget(p);
    p->anchor_count = p->point_count = 0;
    /* The mirror has turned both round: twice them brings them back. */
    vvi_puppet_add_motion(stage, a, (double[2]){2.0 * velocity[0], 0.0}, 2.0 * spin);
    a->jumped = true;
}

void vvi_puppet_recover(actor *a)
{
    member *m = member_now(a);
    size_t bytes = 2u * (size_t)m->view.stride * sizeof(double);
    memcpy(m->state.c, m->good, bytes);
    memcpy(m->state.before, m->good, bytes);
    memset(m->state.v, 0, bytes);
    memset(m->state.v_before, 0, bytes);
    m->state.fresh = true;
    vvi_change_forget(a->puppet);
    a->puppet->anchor_count = a->puppet->point_count = 0;
    vvi_puppet_refresh(a);
}

void vvi_puppet_rest(const actor *a, vv_vec2 *rest)
{
    const member *m = member_now(a);
    const vvi_puppet_view *view = &m->view;
    double *c = a->puppet->scratch, left = 1.0, centre[2];
    memset(c, 0, 2u * (size_t)view->stride * sizeof *c);
    for (uint32_t i = 0; i < view->example_count; i++) {
        left -= (double)m->state.mix[i];
        for (uint32_t k = 0; k < 2u * view->stride; k++)
            c[k] += (double)m->state.mix[i] * view->corners[2u * (size_t)view->stride * i + k];
    }
    for (uint32_t k = 0; k < 2u * view->stride; k++)
        c[k] += left * view->rest[k];
    vvi_state_centre(view, c, centre);
    vvi_state_shift(view, c, (double[2]){-centre[0], -centre[1]});
    vvi_puppet_vertices(view, c, rest);
    for (uint32_t i = 0; i < view->vertex_count && a->flipped; i++)
        rest[i].x = -rest[i].x;
}

void vvi_puppet_set_material(actor *a, const vv_material *material)
{
    a->puppet->material = *material;
    a->strengths = vv_default_strengths();
    a->strengths.stiffness = 1000.0f; /* others meet it as a rigid body */
    a->strengths.local = a->strengths.energy = a->strengths.velocity = a->strengths.bounce = 0.0f;
    a->strengths.orient = VV_ORIENT_FREE;
    a->strengths.friction = material->friction;
    a->strengths.gravity = material->gravity;
    a->strengths.drag = material->drag;
}

/* ---- What callers ask and tell -------------------------------------------------------------------------------------------- */

static const actor *puppet_of(const vv_stage *stage, vv_actor id)
{
    const actor *a = vvi_stage_actor(stage, id);
    return a && a->puppet ? a : NULL;
}

static actor *puppet_to_change(const vv_stage *stage, vv_actor id)
{
    actor *a = vvi_stage_actor_to_change(stage, id);
    return a && a->puppet ? a : NULL;
}

const vv_puppet *vv_stage_puppet(const vv_stage *stage, vv_actor id)
{
    VV_ASSERT(stage != NULL);
    const actor *a = puppet_of(stage, id);
    return a ? member_now(a)->view.puppet : NULL;
}

const vv_material *vv_stage_material(const vv_stage *stage, vv_actor id)
{
    VV_ASSERT(stage != NULL);
    const actor *a = puppet_of(stage, id);
    return a ? &a->puppet->material : NULL;
}

bool vv_stage_set_material(vv_stage *stage, vv_actor id, const vv_material *material)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(material != NULL);
    actor *a = puppet_to_change(stage, id);
    if (!a || vv_material_check(material, NULL) != VV_OK)
        return false;
    vvi_puppet_set_material(a, material);
    return true;
}

bool vvi_hand_is_sane(const vv_aim *aim, vv_channel channel)
{
    bool sane = aim->strength >= 0.0f && aim->strength <= 1.0f;
    for (int k = 0; k < 2; k++) {
        sane = sane && fabsf(aim->value[k]) <= VV_CLIP_MAX_VALUE && fabsf(aim->rate[k]) <= VV_CLIP_MAX_SLOPE;
        sane = sane && (channel != VV_CHANNEL_SCALE || !(aim->strength > 0.0f) || aim->value[k] > 0.0f);
    }
    return sane;
}

bool vv_stage_aim(vv_stage *stage, vv_actor id, uint32_t handle, vv_channel channel, vv_aim aim)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    actor *a = puppet_to_change(stage, id);
    if (!a || handle >= a->puppet->members[a->puppet->base].view.handle_count || (uint32_t)channel >= VV_CHANNEL_COUNT)
        return false;
    if (!vvi_hand_is_sane(&aim, channel))
        return false;
    a->puppet->hands[VV_CHANNEL_COUNT * handle + (uint32_t)channel] = aim;
    return true;
}

uint32_t vv_stage_energies(const vv_stage *stage, vv_actor id, double *energies, uint32_t capacity)
{
    VV_ASSERT(stage != NULL);
    VV_ASSERT(energies != NULL || capacity == 0);
    const actor *a = puppet_of(stage, id);
    uint32_t count = 0;
    const double *found = a ? vvi_puppet_solver_energies(member_now(a)->solver, &count) : NULL;
    for (uint32_t i = 0; i < count && i < capacity; i++)
        energies[i] = found[i];
    return count;
}
