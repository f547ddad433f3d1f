/* Changes of a puppet by the stage and the caller, and queries of it. */
#include "runtime/stage/puppet_change.h"

#include <string.h>

void vvi_puppet_update_vertices(actor *a)
{
    member *m = current_member(a);
    vvi_puppet_vertices(&m->view, m->state.c, a->x);
    vvi_puppet_vertices(&m->view, m->state.v, a->v);
    for (uint32_t i = 0; i < m->view.vertex_count && a->flipped; i++) {
        a->x[i].x = -a->x[i].x;
        a->v[i].x = -a->v[i].x;
    }
    memcpy(a->x0, a->x, m->view.vertex_count * sizeof *a->x);
}

/* Between steps the origin is the centre of mass, about which spins are taken. */
void vvi_puppet_add_motion(const vv_stage *stage, actor *a, const double velocity[2], double spin)
{
    member *m = current_member(a);
    const double zero[2] = {0.0, 0.0};
    double *change = a->puppet->scratch;
    vvi_state_rigid_velocity(&m->view, m->state.c, (double[2]){mirrored(a, velocity[0]), velocity[1]},
                             mirrored(a, spin), zero, change);
    vvi_state_add_velocity(&m->view, &m->state, change, (double)stage->def.step);
    vvi_puppet_update_vertices(a);
}

void vvi_puppet_scale_speed(actor *a, float share)
{
    vvi_puppet_state *s = &current_member(a)->state;
    for (uint32_t k = 0; k < 2u * current_member(a)->view.stride; k++) {
        s->v[k] *= (double)share;
        s->v_before[k] *= (double)share;
        s->before[k] = s->c[k] + (double)share * (s->before[k] - s->c[k]);
    }
    vvi_puppet_update_vertices(a);
}

void vvi_puppet_rotate(actor *a, double angle)
{
    member *m = current_member(a);
    vvi_puppet_state *s = &m->state;
    vv_vec2 own = a->kinematic ? (vv_vec2){0.0f, 0.0f} : a->velocity; /* the state has none of its frame's */
    const double zero[2] = {0.0, 0.0}, velocity[2] = {-mirrored(a, (double)own.x), -(double)own.y};
    double *arrays[5] = {s->c, s->before, m->last_good, s->v, s->v_before};
    /* The velocity of the centre keeps its direction. */
    for (int k = 0; k < 5; k++) {
        if (k >= 3)
            vvi_state_translate(&m->view, arrays[k], velocity);
        vvi_state_rotate(&m->view, arrays[k], mirrored(a, angle), zero);
        if (k >= 3)
            vvi_state_translate(&m->view, arrays[k], (double[2]){-velocity[0], -velocity[1]});
    }
    a->puppet->anchor_count = a->puppet->point_count = 0;
    s->fresh = true;
    vvi_change_reset_history(a->puppet);
    a->angle += (float)angle;
    vvi_puppet_update_vertices(a);
}

/* Clips are placed with their actor: where it is teleported their keys move along, or they would pull it back at
 * once. */
void vvi_puppet_move_clip(actor *a, const double from[2], float angle)
{
    placement *place = &a->puppet->place;
    float sine, cosine;
    vv_sin_cos(angle, &sine, &cosine);
    double x = place->at[0] - from[0], y = place->at[1] - from[1];
    place->at[0] = a->origin[0] + (double)cosine * x - (double)sine * y;
    place->at[1] = a->origin[1] + (double)sine * x + (double)cosine * y;
    place->angle += (double)angle;
}

/* In the space of states only the motion of the whole changes: it is the stage that is mirrored. Keys are mirrored
 * too, about the same vertical. */
void vvi_puppet_flip(vv_stage *stage, actor *a)
{
    puppet *p = a->puppet;
    motion m = vvi_actor_motion(a);
    double velocity[2] = {m.velocity[0], m.velocity[1]}, spin = m.angular / m.inertia;
    a->flipped = !a->flipped;
    a->angle = -a->angle;
    p->place.at[0] = 2.0 * a->origin[0] - p->place.at[0];
    p->place.angle = -p->place.angle;
    p->place.flipped = !p->place.flipped;
    vvi_change_reset_history(p);
    p->anchor_count = p->point_count = 0;
    if (a->kinematic)
        velocity[0] = velocity[1] = spin = 0.0;
    /* The mirror has negated both; adding them twice restores them. */
    vvi_puppet_add_motion(stage, a, (double[2]){2.0 * velocity[0], 0.0}, 2.0 * spin);
    vvi_actor_mirror_shown(stage, a);
}

void vvi_puppet_recover(actor *a)
{
    member *m = current_member(a);
    size_t bytes = 2u * (size_t)m->view.stride * sizeof(double);
    memcpy(m->state.c, m->last_good, bytes);
    memcpy(m->state.before, m->last_good, bytes);
    memset(m->state.v, 0, bytes);
    memset(m->state.v_before, 0, bytes);
    m->state.fresh = true;
    vvi_change_reset_history(a->puppet);
    a->puppet->anchor_count = a->puppet->point_count = 0;
    vvi_puppet_update_vertices(a);
}

void vvi_puppet_rest(const actor *a, vv_vec2 *rest)
{
    const member *m = current_member(a);
    const vvi_puppet_view *view = &m->view;
    double *c = a->puppet->scratch, remaining = 1.0, centre[2];
    memset(c, 0, 2u * (size_t)view->stride * sizeof *c);
    for (uint32_t i = 0; i < view->example_count; i++) {
        remaining -= (double)m->state.mix[i];
        for (uint32_t k = 0; k < 2u * view->stride; k++)
            c[k] += (double)m->state.mix[i] * view->example_states[2u * (size_t)view->stride * i + k];
    }
    for (uint32_t k = 0; k < 2u * view->stride; k++)
        c[k] += remaining * view->rest[k];
    vvi_state_centre(view, c, centre);
    vvi_state_translate(view, c, (double[2]){-centre[0], -centre[1]});
    vvi_puppet_vertices(view, c, rest);
    for (uint32_t i = 0; i < view->vertex_count && a->flipped; i++)
        rest[i].x = -rest[i].x;
}

void vvi_puppet_set_material(actor *a, const vv_material *material)
{
    a->puppet->material = *material;
    a->strengths = vv_default_strengths();
    a->strengths.stiffness = 1000.0f; /* other actors collide with it as with a rigid body */
    a->strengths.local = a->strengths.energy = a->strengths.velocity = a->strengths.bounce = 0.0f;
    a->strengths.orient = VV_ORIENT_FREE;
    a->strengths.friction = material->friction;
    a->strengths.gravity = material->gravity;
    a->strengths.drag = material->drag;
}

/* ---- Queries and changes by callers ------------------------------------------------------------------------------ */

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
    return a ? current_member(a)->view.puppet : NULL;
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

bool vvi_host_aim_is_sane(const vv_handle_target *aim, vv_handle_channel channel)
{
    bool sane = aim->strength >= 0.0f && aim->strength <= 1.0f;
    for (int k = 0; k < 2; k++) {
        sane = sane && fabsf(aim->value[k]) <= VV_CLIP_MAX_VALUE && fabsf(aim->rate[k]) <= VV_CLIP_MAX_SLOPE;
        sane = sane && (channel != VV_CHANNEL_SCALE || !(aim->strength > 0.0f) || aim->value[k] > 0.0f);
    }
    return sane;
}

bool vv_stage_set_handle_target(vv_stage *stage, vv_actor id, uint32_t handle, vv_handle_channel channel,
                                vv_handle_target aim)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    actor *a = puppet_to_change(stage, id);
    if (!a || handle >= a->puppet->members[a->puppet->base].view.handle_count || (uint32_t)channel >= VV_CHANNEL_COUNT)
        return false;
    if (!vvi_host_aim_is_sane(&aim, channel))
        return false;
    a->puppet->host_aims[VV_CHANNEL_COUNT * handle + (uint32_t)channel] = aim;
    return true;
}

uint32_t vv_stage_iteration_energies(const vv_stage *stage, vv_actor id, double *energies, uint32_t capacity)
{
    VV_ASSERT(stage != NULL);
    VV_ASSERT(energies != NULL || capacity == 0);
    const actor *a = puppet_of(stage, id);
    uint32_t count = 0;
    const double *found = a ? vvi_puppet_solver_energies(current_member(a)->solver, &count) : NULL;
    for (uint32_t i = 0; i < count && i < capacity; i++)
        energies[i] = found[i];
    return count;
}
