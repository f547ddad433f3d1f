/* A puppet on the stage switches to another member of its family (section 3.3 of "Artist-Directed Dynamics for 2D
 * Animation").
 *
 * What was set for the base member carries over through the links: aims of its clip, of the host and of what its
 * handles follow act on the corresponding handles, copies on their regions; what is not linked has no effect. A hold
 * moves to the vertex nearest to the one that it held when the member changed. */
#include "runtime/stage/puppet_change.h"

#include <string.h>

/* ---- Creation ---------------------------------------------------------------------------------------------------- */

bool vvi_change_begin(puppet *p)
{
    uint32_t max_count = 0;
    for (uint32_t i = 0; i < p->member_count; i++)
        max_count = p->members[i].view.example_count > max_count ? p->members[i].view.example_count : max_count;
    p->every_example = vvi_arena_allocate(&p->arena, max_count + 1u, sizeof *p->every_example);
    if (!p->every_example)
        return false;
    for (uint32_t e = 0; e < max_count; e++)
        p->every_example[e] = e;
    if (!p->family)
        return true;
    if (!vvi_transitions_begin(&p->transitions, p->family, p->current, &p->arena))
        return false;
    for (uint32_t i = 0; i < p->member_count; i++) {
        p->transitions.candidates[i].state = &p->members[i].state;
        p->transitions.candidates[i].solver = p->members[i].solver;
    }
    return true;
}

/* ---- Through the links ------------------------------------------------------------------------------------------- */

uint32_t vvi_change_handle(const puppet *p, uint32_t handle, uint32_t parts)
{
    VVI_CHECK(p->current < p->member_count && (p->family || p->current == p->base));
    return p->current == p->base ? handle : vvi_family_handle(p->family, p->base, p->current, handle, parts);
}

uint32_t vvi_change_attractions(const puppet *p, const uint32_t **list)
{
    bool own = p->current == p->base;
    *list = own ? p->attractions : p->every_example;
    return own ? p->attraction_count : p->members[p->current].view.example_count;
}

void vvi_change_update_copies(puppet *p)
{
    for (uint32_t i = 0; p->family && i < p->copy_count; i++)
        vvi_copy_set_target_member(&p->copies[i], p->family, p->base, p->current, &p->members[p->current].view);
    p->transitions.member = p->current;
}

void vvi_change_reset_history(puppet *p) { vvi_transitions_reset_history(&p->transitions); }

/* ---- The jump ---------------------------------------------------------------------------------------------------- */

/* The vertex of the new member, whose vertices are now[vertex_count], that is nearest to a point. */
static uint32_t nearest_vertex(const vv_vec2 *now, uint32_t vertex_count, vv_vec2 at)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < vertex_count; i++)
        if (vv_vec2_distance(now[i], at) < vv_vec2_distance(now[best], at))
            best = i;
    return best;
}

static void move_holds(actor *a, const vv_vec2 *held)
{
    for (uint32_t i = 0; i < a->hold_count; i++)
        a->holds[i].particle = nearest_vertex(a->x, a->view.particle_count, held[i]);
}

/* Sets the older of the two shown states to where the new member would have been one step ago. */
static void set_previous_shown(actor *a)
{
    const member *m = current_member(a);
    struct shown *shown = &a->shown[1];
    VVI_CHECK(2u * m->view.stride <= a->state_capacity && m->view.vertex_count <= a->capacity);
    vvi_puppet_vertices(&m->view, m->state.before, shown->x);
    for (uint32_t i = 0; i < m->view.vertex_count && a->flipped; i++)
        shown->x[i].x = -shown->x[i].x;
    memcpy(shown->c, m->state.before, 2u * (size_t)m->view.stride * sizeof *shown->c);
    memcpy(shown->origin, a->origin, sizeof shown->origin);
    shown->angle = a->angle;
    shown->member = a->puppet->current;
}

static void switch_member(vv_stage *stage, actor *a, uint32_t which)
{
    vv_vec2 held[VV_STAGE_MAX_HOLDS];
    VVI_CHECK(which < a->puppet->member_count && a->hold_count <= VV_STAGE_MAX_HOLDS);
    vvi_puppet_update_vertices(a);
    for (uint32_t i = 0; i < a->hold_count; i++)
        held[i] = a->x[a->holds[i].particle];
    vvi_joints_leave_drawing(stage, (uint32_t)(a - stage->actors));
    vvi_puppet_switch_member(stage, a, which);
    vvi_puppet_update_vertices(a);
    move_holds(a, held);
    vvi_joints_enter_drawing(stage, (uint32_t)(a - stage->actors));
    set_previous_shown(a);
    a->puppet->anchor_count = a->puppet->point_count = 0;
    vvi_stage_report(stage, &(vv_event){.kind = VV_EVENT_MEMBER_CHANGED,
                                        .code = which,
                                        .actor = actor_id(stage, a),
                                        .point = {(float)a->origin[0], (float)a->origin[1]},
                                        .step = stage->step_count});
}

/* Bit m: of a handle that is keyed now, in whichever channels, no link takes any to member m. */
static uint32_t find_barred_members(const puppet *p)
{
    uint32_t barred = 0;
    for (uint32_t m = 0; m < p->member_count; m++)
        for (uint32_t j = 0; j < p->members[p->base].view.handle_count && !(barred >> m & 1u); j++)
            if (p->keyed_parts[j] && vvi_family_handle(p->family, p->base, m, j, p->keyed_parts[j]) == VV_NONE)
                barred |= 1u << m;
    return barred;
}

void vvi_puppet_change(vv_stage *stage, actor *a)
{
    puppet *p = a->puppet;
    if (!p->family)
        return;
    vvi_transition_input input = {.origin = {mirrored(a, a->origin[0]), a->origin[1]},
                                  .h = stage->def.step,
                                  .first = p->base,
                                  .attraction_count = p->attraction_count,
                                  .attractions = p->attractions,
                                  .barred = find_barred_members(p)};
    if (vvi_transitions_step(&p->transitions, &input))
        switch_member(stage, a, p->transitions.member);
}

/* ---- Queries ----------------------------------------------------------------------------------------------------- */

static const actor *puppet_of(const vv_stage *stage, vv_actor id)
{
    const actor *a = vvi_stage_actor(stage, id);
    return a && a->puppet ? a : NULL;
}

uint32_t vv_stage_family_member(const vv_stage *stage, vv_actor id)
{
    VV_ASSERT(stage != NULL);
    const actor *a = puppet_of(stage, id);
    return a ? a->puppet->current : 0;
}

uint32_t vv_stage_member_energies(const vv_stage *stage, vv_actor id, float *energies, uint32_t capacity)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(energies != NULL || capacity == 0);
    const actor *a = puppet_of(stage, id);
    const vvi_transitions *t = a ? &a->puppet->transitions : NULL;
    uint32_t count = t && t->family ? t->family->member_count : 0;
    for (uint32_t i = 0; i < count && i < capacity; i++)
        energies[i] = t->candidates[i].energy < 0.0 ? INFINITY : (float)t->candidates[i].energy;
    return count;
}

float vv_stage_fading_member(const vv_stage *stage, vv_actor id, uint32_t *which, vv_vec2 *at)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    const actor *a = puppet_of(stage, id);
    float opacity = a ? vvi_transitions_fade_opacity(&a->puppet->transitions) : 0.0f;
    if (!(opacity > 0.0f))
        return 0.0f;
    const vvi_transitions *t = &a->puppet->transitions;
    const vvi_puppet_view *view = &a->puppet->members[t->before].view;
    const vvi_puppet_state *s = &a->puppet->members[t->before].state;
    if (which)
        *which = t->before;
    if (!at)
        return opacity;
    double share = (double)vvi_clamp(stage->pending / stage->def.step, 0.0f, 1.0f), *c = a->puppet->scratch;
    for (uint32_t k = 0; k < 2u * view->stride; k++)
        c[k] = s->before[k] + (s->c[k] - s->before[k]) * share;
    vvi_puppet_vertices(view, c, at);
    for (uint32_t i = 0; i < view->vertex_count; i++) {
        at[i].x = (float)mirrored(a, t->origin[0] + (double)at[i].x);
        at[i].y = (float)(t->origin[1] + (double)at[i].y);
    }
    return opacity;
}

/* ---- Bytes ------------------------------------------------------------------------------------------------------- */

static void walk_candidate(walk *w, vvi_candidate *k)
{
    uint32_t age = k->age;
    double energy = k->energy;
    vvi_walk_u32(w, &age);
    vvi_walk_double(w, &energy);
    if (w->reader && (age > 2 || !(energy >= -1.0 && energy < 1e30)))
        w->reader->failed = true;
    if (w->reader && w->store) {
        k->age = age;
        k->energy = energy;
    }
}

/* States are walked with the members. `p` is a copy where nothing may be stored, but its candidates are not. */
void vvi_change_walk(walk *w, puppet *p)
{
    vvi_transitions *t = &p->transitions;
    if (!p->family)
        return;
    vvi_walk_u32(w, &t->before);
    vvi_walk_float(w, &t->since);
    for (int k = 0; k < 2; k++)
        vvi_walk_double(w, &t->origin[k]);
    if (w->reader && (t->before >= p->member_count || !(t->since >= 0.0f && t->since <= VVI_LONG_AGO) ||
                      !(fabs(t->origin[0]) <= 1e9 && fabs(t->origin[1]) <= 1e9))) {
        w->reader->failed = true;
        t->before = 0;
    }
    for (uint32_t i = 0; i < p->member_count; i++)
        walk_candidate(w, &t->candidates[i]);
}
