/* A puppet's part of a saved state: one walk writes, checks and reads it. Pointers are never part of it. */
#include "runtime/stage/puppet_change.h"

static void walk_number(walk *w, double *target, double limit)
{
    double value = *target;
    vvi_walk_double(w, &value);
    if (w->reader && !(fabs(value) <= limit))
        w->reader->failed = true;
    if (w->reader && w->store)
        *target = value;
}

static void walk_numbers(walk *w, double *values, uint32_t count, double limit)
{
    for (uint32_t k = 0; k < count; k++)
        walk_number(w, &values[k], limit);
}

/* c[2][stride] without its padding. */
static void walk_state(walk *w, const vvi_puppet_view *view, double *c, bool position)
{
    const double scale = position ? 1e4 : 1e9;
    for (uint32_t k = 0; k < view->column_count; k++) {
        double limit = scale * (position && k % 3u == 2u ? (double)view->radius : 1.0);
        walk_number(w, &c[k], limit);
        walk_number(w, &c[view->stride + k], limit);
    }
}

static void walk_member(walk *w, member *m)
{
    vvi_puppet_state *s = &m->state;
    bool fresh = s->fresh;
    walk_state(w, &m->view, s->c, true);
    walk_state(w, &m->view, m->last_good, true);
    walk_state(w, &m->view, s->before, false);
    walk_state(w, &m->view, s->v, false);
    walk_state(w, &m->view, s->v_before, false);
    vvi_walk_bool(w, &fresh);
    for (uint32_t i = 0; i < m->view.example_count; i++) {
        float mix = s->mix[i];
        vvi_walk_float(w, &mix);
        if (w->reader && !(fabsf(mix) <= 1e3f))
            w->reader->failed = true;
        if (w->reader && w->store)
            s->mix[i] = mix;
    }
    if (w->reader && w->store)
        s->fresh = fresh;
}

static void walk_material(walk *w, vv_material *m)
{
    vvi_walk_parameters(w, vvi_material_parameters(), m);
    if (w->reader && (w->reader->failed || vv_material_check(m, NULL) != VV_OK))
        w->reader->failed = true;
}

static void walk_host_aim(walk *w, vv_handle_target *target, vv_handle_channel channel)
{
    vv_handle_target aim = *target;
    for (int k = 0; k < 2; k++) {
        vvi_walk_float(w, &aim.value[k]);
        vvi_walk_float(w, &aim.rate[k]);
    }
    vvi_walk_float(w, &aim.strength);
    if (w->writer)
        return;
    if (!vvi_host_aim_is_sane(&aim, channel))
        w->reader->failed = true;
    if (w->store)
        *target = aim;
}

static void walk_follow(walk *w, follower *f)
{
    bool begun = f->begun;
    vvi_walk_bool(w, &begun);
    walk_numbers(w, f->position, 2, 1e30);
    walk_numbers(w, f->velocity, 2, 1e30);
    walk_numbers(w, f->relative_position, 2, 1e12);
    walk_numbers(w, f->relative_scale, 2, 1e12);
    walk_number(w, &f->relative_angle, 1e9);
    walk_number(w, &f->start_angle, 1e9);
    walk_number(w, &f->followed_angle, 1e9);
    if (w->reader && w->store)
        f->begun = begun;
}

/* `p` is a copy where nothing may be stored. */
static void walk_anchors(walk *w, puppet *p, uint32_t vertices)
{
    vvi_walk_u32(w, &p->anchor_count);
    if (w->reader && p->anchor_count > PUPPET_MAX_CONTACTS) {
        w->reader->failed = true;
        p->anchor_count = 0;
    }
    for (uint32_t i = 0; i < p->anchor_count; i++) {
        anchor *entry = &p->anchors[i];
        vvi_walk_u32(w, &entry->obstacle);
        vvi_walk_u32(w, &entry->vertex);
        vvi_walk_vec2(w, &entry->normal);
        vvi_walk_double(w, &entry->position);
        vvi_walk_double(w, &entry->normal_force);
        if (w->reader && (entry->vertex >= vertices || !vvi_is_unit2(entry->normal)))
            w->reader->failed = true;
    }
}

static void walk_place(walk *w, placement *place)
{
    for (int k = 0; k < 2; k++) {
        vvi_walk_double(w, &place->at[k]);
        if (w->reader && !(fabs(place->at[k]) <= 1e9))
            w->reader->failed = true;
    }
    vvi_walk_double(w, &place->angle);
    vvi_walk_bool(w, &place->flipped);
    if (w->reader && !(fabs(place->angle) <= 1e9))
        w->reader->failed = true;
}

/* The plain members of `p`, which may be a copy while bytes are only checked. */
static void walk_plain_members(walk *w, puppet *p)
{
    vvi_walk_u32(w, &p->current);
    if (w->reader && p->current >= p->member_count) {
        w->reader->failed = true;
        p->current = 0;
    }
    walk_material(w, &p->material);
    walk_place(w, &p->place);
    vvi_walk_u32(w, &p->euler_steps_left);
    if (w->reader && p->euler_steps_left > 16u)
        w->reader->failed = true;
    walk_anchors(w, p, p->members[p->current].view.vertex_count);
}

void vvi_puppet_walk(walk *w, actor *a)
{
    puppet copy = *a->puppet, *p = w->store ? a->puppet : &copy;
    walk_plain_members(w, p);
    vvi_change_walk(w, p);
    for (uint32_t i = 0; i < p->member_count; i++)
        walk_member(w, &p->members[i]);
    for (uint32_t i = 0; i < VV_CHANNEL_COUNT * p->members[p->base].view.handle_count; i++)
        walk_host_aim(w, &p->host_aims[i], (vv_handle_channel)(i % VV_CHANNEL_COUNT));
    for (uint32_t i = 0; i < p->follow_count; i++)
        walk_follow(w, &p->follows[i]);
    p->point_count = 0;
    a->view = p->members[p->current].body; /* the rest of the walk takes its counts from here */
}

void vvi_puppet_walk_shown(walk *w, actor *a, uint32_t *which, double *c)
{
    const puppet *p = a->puppet;
    uint32_t shown = *which;
    vvi_walk_u32(w, &shown);
    if (w->reader && shown >= p->member_count) {
        w->reader->failed = true;
        return;
    }
    walk_state(w, &p->members[shown].view, c, true);
    if (w->reader && w->store)
        *which = shown;
}

/* ---- Its size ---------------------------------------------------------------------------------------------------- */

static size_t state_bytes(const vvi_puppet_view *view) { return 2u * (size_t)view->column_count * sizeof(double); }

/* What vvi_puppet_walk writes, as it walks it, and two shown states: an upper bound. */
size_t vvi_puppet_save_limit(const vv_actor_def *def)
{
    uint32_t members = def->family ? vv_family_member_count(def->family) : 1u;
    size_t anchor_bytes = 4u * sizeof(uint32_t) + 2u * sizeof(double), follow_bytes = sizeof(uint32_t) + 11u * 8u;
    size_t plain = 32u * sizeof(float) + 3u * sizeof(double) + 4u * sizeof(uint32_t);
    size_t bytes = plain + PUPPET_MAX_CONTACTS * anchor_bytes + def->follow_count * follow_bytes, largest = 0;
    for (uint32_t i = 0; i < members; i++) {
        vvi_puppet_view view = vvi_puppet_open(def->family ? vv_family_member(def->family, i) : def->puppet);
        size_t body = 3u * view.vertex_count * sizeof(vv_vec2);
        size_t shown =
            2u * (sizeof(uint32_t) + sizeof(float) + state_bytes(&view)) + 2u * view.vertex_count * sizeof(vv_vec2);
        bytes += 5u * state_bytes(&view) + sizeof(uint32_t) + view.example_count * sizeof(float);
        bytes += sizeof(uint32_t) + sizeof(double); /* its candidate */
        largest = body + shown > largest ? body + shown : largest;
    }
    size_t handles = vv_puppet_handle_count(def->puppet), transition = 2u * sizeof(uint32_t) + 2u * sizeof(double);
    return bytes + largest + transition + handles * VV_CHANNEL_COUNT * 5u * sizeof(float);
}
