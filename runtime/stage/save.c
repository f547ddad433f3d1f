/* The whole moving state as bytes, and its hash. One walk over the state serves saving, hashing, checking and restoring, so
 * that they cannot disagree: what differs is what happens to each number on the way. */
#include "runtime/stage/puppet/actor.h"

#include <string.h>

#define SAVE_MAGIC   0x53565656u /* "VVVS" */
#define SAVE_VERSION 2u

/* ---- Actors ------------------------------------------------------------------------------------------------------------ */

static void walk_strengths(walk *w, vv_strengths *s, uint32_t example_count)
{
    float *numbers[] = {&s->stiffness,
                        &s->local,
                        &s->damping,
                        &s->projection,
                        &s->equilibrium,
                        &s->settle,
                        &s->energy,
                        &s->energy_threshold,
                        &s->energy_time,
                        &s->velocity,
                        &s->velocity_threshold,
                        &s->bounce,
                        &s->bounce_time,
                        &s->orient_rate,
                        &s->orient_angle,
                        &s->friction,
                        &s->drag,
                        &s->gravity};
    uint32_t towards = (uint32_t)s->energy_towards, orient = (uint32_t)s->orient;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        vvi_walk_float(w, numbers[i]);
    vvi_walk_u32(w, &towards);
    vvi_walk_u32(w, &orient);
    vvi_walk_u32(w, &s->energy_example);
    vvi_walk_u32(w, &s->velocity_example);
    vvi_walk_bool(w, &s->orient_symmetric);
    if (w->writer)
        return;
    bool known = towards <= (uint32_t)VV_ENERGY_VELOCITY && orient <= (uint32_t)VV_ORIENT_VELOCITY;
    s->energy_towards = known ? (vv_energy_towards)towards : VV_ENERGY_EXAMPLE;
    s->orient = known ? (vv_orient)orient : VV_ORIENT_FREE;
    if (!known || w->reader->failed || vv_strengths_check(s, example_count, NULL) != VV_OK)
        w->reader->failed = true;
}

static void walk_holds(walk *w, actor *a)
{
    vvi_walk_u32(w, &a->hold_count);
    uint32_t most = a->puppet ? a->puppet->hold_capacity : VV_STAGE_MAX_HOLDS;
    if (w->reader && a->hold_count > most) {
        w->reader->failed = true;
        a->hold_count = 0;
    }
    for (uint32_t i = 0; i < a->hold_count; i++) {
        hold *h = &a->holds[i];
        bool exact = !(h->strength < INFINITY);
        float strength = exact ? 1.0f : h->strength;
        vvi_walk_u32(w, &h->particle);
        vvi_walk_vec2(w, &h->to);
        vvi_walk_bool(w, &exact);
        vvi_walk_float(w, &strength);
        if (w->writer)
            continue;
        h->strength = exact ? INFINITY : strength;
        if (h->particle >= a->view.particle_count || !(h->strength > 0.0f))
            w->reader->failed = true;
    }
}

static float furthest(const actor *a) { return (a->puppet ? PUPPET_MAX_SPREAD : VVI_MAX_SPREAD) * a->view.radius; }

static void walk_shown(walk *w, const vv_stage_def *def, actor *a, struct shown *shown)
{
    vvi_walk_origin(w, def, shown->origin);
    vvi_walk_float(w, &shown->angle);
    if (a->puppet)
        vvi_puppet_walk_shown(w, a, &shown->member, shown->c);
    else
        vvi_walk_place(w, a->view.complex, &shown->place);
    vvi_walk_vectors(w, shown->x, a->view.particle_count, furthest(a));
}

/* What every step leaves: times and energies do not run backwards, speeds and directions are as long as they may be. */
static bool filters_are_sane(const actor *a)
{
    const float counts[] = {a->energy,     a->stored_time, a->contact_time, a->impact,     a->ceiling,
                            a->touch_time, a->air_time,    a->still_time,   a->failed_time};
    const vv_vec2 directions[] = {a->rebound, a->contact_normal, {a->fit.cosine, a->fit.sine}};
    bool sane = a->will >= 0.0f && a->will <= 1.0f && vv_vec2_length(a->velocity) <= 2.0f * VVI_MAX_SPEED;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        sane = sane && counts[i] >= 0.0f;
    for (size_t i = 0; i < sizeof directions / sizeof *directions; i++)
        sane = sane && vv_vec2_length(directions[i]) <= 1.01f;
    return sane;
}

static void walk_filters(walk *w, actor *a)
{
    float *numbers[] = {&a->angle,    &a->spin,       &a->energy,   &a->stored_time, &a->contact_time, &a->impact,
                        &a->ceiling,  &a->touch_time, &a->air_time, &a->still_time,  &a->failed_time,  &a->fit.cosine,
                        &a->fit.sine, &a->turned,     &a->heading,  &a->will};
    vv_vec2 *vectors[] = {&a->velocity, &a->stored, &a->rebound, &a->force, &a->contact_normal};
    vv_place *places[] = {&a->place, &a->place_before, &a->equilibrium, &a->away};
    bool *flags[] = {&a->flipped, &a->asleep, &a->failed, &a->releasing, &a->struck, &a->jumped};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        vvi_walk_float(w, numbers[i]);
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        vvi_walk_vec2(w, vectors[i]);
    for (size_t i = 0; i < sizeof places / sizeof *places && !a->puppet; i++)
        vvi_walk_place(w, a->view.complex, places[i]);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        vvi_walk_bool(w, flags[i]);
    if (w->reader && !filters_are_sane(a))
        w->reader->failed = true;
}

static void walk_actor(walk *w, const vv_stage_def *def, actor *a)
{
    vvi_walk_same(w, a->puppet ? VV_NONE : a->view.particle_count); /* members of puppets are compared there */
    vvi_walk_same(w, a->puppet ? a->puppet->member_count : a->view.example_count);
    vvi_walk_same(w, a->controller.state_bytes);
    if (w->reader && w->reader->failed)
        return;
    if (a->puppet)
        vvi_puppet_walk(w, a);
    else
        walk_strengths(w, &a->strengths, a->view.example_count);
    vvi_walk_origin(w, def, a->origin);
    vvi_walk_origin(w, def, a->still_at);
    walk_filters(w, a);
    walk_holds(w, a);
    vvi_walk_double(w, &a->clip_start); /* which clip it is, is the caller's to say */
    vvi_walk_vectors(w, a->x, a->view.particle_count, furthest(a));
    if (w->store) /* where the next substep begins, and all that a sleeper's box is made of */
        memcpy(a->x0, a->x, a->view.particle_count * sizeof *a->x);
    vvi_walk_vectors(w, a->v, a->view.particle_count, VVI_MAX_SPEED);
    vvi_walk_vectors(w, a->still, a->view.particle_count, furthest(a));
    walk_shown(w, def, a, &a->shown[0]);
    walk_shown(w, def, a, &a->shown[1]);
    if (w->writer)
        vvi_write(w->writer, a->controller_state, a->controller.state_bytes);
    else
        vvi_read(w->reader, w->store ? a->controller_state : NULL, a->controller.state_bytes);
}

/* ---- The stage ----------------------------------------------------------------------------------------------------------- */

/* What must be the same for a saved state to make sense: the clock and the obstacles. */
static uint32_t settings_hash(const vv_stage *stage)
{
    vvi_writer w = {.hashing = true};
    vvi_write_float(&w, stage->def.step);
    vvi_write_u32(&w, stage->def.substeps);
    vvi_write_u32(&w, stage->def.iterations);
    for (uint32_t i = 0; i < stage->obstacle_end; i++) {
        const obstacle *o = &stage->obstacles[i];
        if (!o->used)
            continue;
        vvi_write_u32(&w, i);
        vvi_write_u32(&w, (uint32_t)o->kind);
        vvi_write_u32(&w, (uint32_t)o->one_way + 2u * (uint32_t)o->sensor);
        vvi_write_u32(&w, o->layers);
        vvi_write_float(&w, o->friction);
        vvi_write_vectors(&w, o->points, o->point_count);
    }
    return (uint32_t)(w.hash ^ (w.hash >> 32));
}

static void walk_head(walk *w, const vv_stage *settings, vv_stage *stage)
{
    vvi_walk_same(w, SAVE_MAGIC);
    vvi_walk_same(w, SAVE_VERSION);
    vvi_walk_same(w, settings_hash(settings));
    vvi_walk_u64(w, &stage->step_count);
    vvi_walk_float(w, &stage->pending);
    vvi_walk_vec2(w, &stage->def.gravity);
    vvi_walk_vec2(w, &stage->def.wind);
    vvi_walk_u32(w, &stage->actor_end);
}

/* Writing changes nothing, though it walks over what reading would change. */
static void write_stage(const vv_stage *stage, vvi_writer *writer)
{
    walk w = {.writer = writer};
    vv_stage head = *stage;
    walk_head(&w, stage, &head);
    for (uint32_t i = 0; i < stage->actor_end; i++) {
        actor copy = stage->actors[i];
        vvi_walk_bool(&w, &copy.used);
        if (!copy.used)
            continue;
        vvi_walk_u32(&w, &copy.generation);
        walk_actor(&w, &stage->def, &copy);
    }
    vvi_contacts_save(stage, writer);
}

size_t vv_stage_save_bytes(const vv_stage *stage)
{
    VVI_FLOAT_GUARD;
    vvi_writer writer = {0};
    write_stage(stage, &writer);
    return writer.count;
}

size_t vv_stage_save(const vv_stage *stage, void *bytes, size_t byte_count)
{
    VVI_FLOAT_GUARD;
    vvi_writer writer = {.bytes = bytes, .capacity = byte_count};
    if (stage->lock != STAGE_UNLOCKED)
        return 0;
    write_stage(stage, &writer);
    return writer.count;
}

uint64_t vv_stage_hash(const vv_stage *stage)
{
    VVI_FLOAT_GUARD;
    vvi_writer writer = {.hashing = true};
    write_stage(stage, &writer);
    return writer.hash;
}

/* Everything but the contacts; on `copy` alone unless the walk may store. */
static void read_actors(walk *w, vv_stage *stage, uint32_t count)
{
    for (uint32_t i = 0; i < count && !w->reader->failed; i++) {
        actor copy = stage->actors[i];
        bool was_used = false;
        uint32_t generation = 0;
        vvi_walk_bool(w, &was_used);
        if (was_used)
            vvi_walk_u32(w, &generation);
        if (was_used && (!copy.used || copy.generation != generation)) {
            w->reader->failed = true;
        } else if (was_used) {
            walk_actor(w, &stage->def, w->store ? &stage->actors[i] : &copy);
        } else if (w->store && copy.used) {
            vv_stage_remove(stage, (vv_actor){i, copy.generation});
        }
    }
}

static bool head_is_sane(const vv_stage *stage, const vv_stage *head)
{
    if (!vvi_stage_is_in_reach(head->def.gravity) || !vvi_stage_is_in_reach(head->def.wind))
        return false;
    return head->actor_end <= stage->actor_end && head->pending >= 0.0f && head->pending <= stage->def.step;
}

vv_result vv_stage_restore(vv_stage *stage, const void *bytes, size_t byte_count, vv_error *error)
{
    VVI_FLOAT_GUARD;
    if (vvi_stage_check_unlocked(stage, __func__, error) != VV_OK)
        return VV_ERROR_LOCKED;
    vvi_reader reader = {.bytes = bytes, .count = byte_count};
    walk check = {.reader = &reader};
    vv_stage head = *stage;
    walk_head(&check, stage, &head);
    if (!reader.failed && head_is_sane(stage, &head))
        read_actors(&check, stage, head.actor_end);
    else
        reader.failed = true;
    if (reader.failed || !vvi_contacts_check(stage, reader.bytes + reader.at, byte_count - reader.at))
        return vvi_fail(error, VV_ERROR_FORMAT, "these bytes are not a state of this stage");

    reader.at = 0;
    walk restore = {.reader = &reader, .store = true};
    walk_head(&restore, stage, &head);
    stage->step_count = head.step_count;
    stage->now = (double)head.step_count * (double)stage->def.step;
    stage->pending = head.pending;
    stage->def.gravity = head.def.gravity;
    stage->def.wind = head.def.wind;
    for (uint32_t i = head.actor_end; i < stage->actor_end; i++)
        vv_stage_remove(stage, (vv_actor){i, stage->actors[i].generation});
    /* Who goes wakes those that slept beside him, restored or not: so all are read again when the last has gone. */
    size_t actors_at = reader.at;
    read_actors(&restore, stage, head.actor_end);
    reader.at = actors_at;
    read_actors(&restore, stage, head.actor_end);
    for (uint32_t i = 0; i < stage->actor_end; i++) {
        actor *a = &stage->actors[i];
        if (a->used && !a->puppet)
            vvi_actor_rest_now(stage, a);
        else if (a->used)
            vvi_puppet_become(stage, a, a->puppet->current);
    }
    vvi_contacts_restore(stage, reader.bytes + reader.at, byte_count - reader.at);
    stage->event_count = 0;
    return VV_OK;
}
