/* The whole moving state as bytes, and its hash. One walk over the state serves saving, hashing, checking and
 * restoring, so that they cannot disagree. */
#include "runtime/stage/puppet_actor.h"
#include "runtime/stage/stage.h"

#include <string.h>

#define SAVE_MAGIC   0x53565656u /* "VVVS" */
#define SAVE_VERSION 5u

/* A save begins with magic u32, version u32, its total number of bytes u64 and the checksum u64 of all other bytes;
 * then the fingerprints of the settings and of the obstacles, u64 each; then the moving state. */
enum { COUNT_AT = 8, CHECKSUM_AT = 16, IDENTITY_AT = 24 };

/* ---- Actors ------------------------------------------------------------------------------------------------------ */

static void walk_strengths(walk *w, vv_strengths *s, uint32_t example_count)
{
    vvi_walk_parameters(w, vvi_strength_parameters(), s);
    if (w->reader && (w->reader->failed || vv_strengths_check(s, example_count, NULL) != VV_OK))
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
        vvi_walk_vec2(w, &h->from);
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

static float max_spread(const actor *a) { return (a->puppet ? PUPPET_MAX_SPREAD : VVI_MAX_SPREAD) * a->view.radius; }

static void walk_shown(walk *w, const vv_stage_def *def, actor *a, struct shown *shown)
{
    vvi_walk_origin(w, def, shown->origin);
    vvi_walk_float(w, &shown->angle);
    if (a->puppet)
        vvi_puppet_walk_shown(w, a, &shown->member, shown->c);
    else
        vvi_walk_place(w, a->view.complex, &shown->place);
    vvi_walk_vectors(w, shown->x, a->view.particle_count, max_spread(a));
}

/* A bounce of 1.5 along two normals, m/s; and farther than an actor gets while a rebound is given back, m. */
#define MAX_REBOUND (3.0 * (double)VVI_MAX_SPEED)
#define MAX_RISE    (4.0 * (double)VVI_MAX_SPEED)

/* What holds after every step: times and energies are not negative, speeds and directions are within their bounds. */
static bool filters_are_sane(const actor *a)
{
    const float counts[] = {a->energy,   a->stored_time, a->contact_time, a->impact_speed,    a->touch_time,
                            a->air_time, a->still_time,  a->failed_time,  a->equilibrium_time};
    const vv_vec2 directions[] = {a->contact_normal, {a->fit.cosine, a->fit.sine}};
    bool sane =
        a->control_strength >= 0.0f && a->control_strength <= 1.0f &&
        vv_vec2_length(a->velocity) <= 2.0f * VVI_MAX_SPEED && (double)vv_vec2_length(a->rebound) <= MAX_REBOUND &&
        fabs(a->rebound_from[0] - a->origin[0]) <= MAX_RISE && fabs(a->rebound_from[1] - a->origin[1]) <= MAX_RISE;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        sane = sane && counts[i] >= 0.0f;
    for (size_t i = 0; i < sizeof directions / sizeof *directions; i++)
        sane = sane && vv_vec2_length(directions[i]) <= 1.01f;
    return sane;
}

static void walk_filters(walk *w, actor *a)
{
    float *numbers[] = {
        &a->angle,           &a->spin,       &a->energy,           &a->stored_time,   &a->contact_time,
        &a->impact_speed,    &a->touch_time, &a->air_time,         &a->still_time,    &a->failed_time,
        &a->fit.cosine,      &a->fit.sine,   &a->control_rotation, &a->control_angle, &a->control_strength,
        &a->equilibrium_time};
    vv_vec2 *vectors[] = {&a->velocity, &a->rebound, &a->force, &a->contact_normal};
    vv_place *places[] = {&a->place, &a->place_before, &a->equilibrium, &a->energy_goal};
    bool *flags[] = {&a->flipped, &a->asleep, &a->failed, &a->releasing, &a->energy_rose, &a->jumped};
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
    if (a->puppet)
        vvi_puppet_walk(w, a);
    else
        walk_strengths(w, &a->strengths, a->view.example_count);
    vvi_walk_origin(w, def, a->origin);
    vvi_walk_origin(w, def, a->still_at);
    vvi_walk_double(w, &a->rebound_from[0]);
    vvi_walk_double(w, &a->rebound_from[1]);
    walk_filters(w, a);
    walk_holds(w, a);
    vvi_walk_double(w, &a->clip_start); /* which clip it is, the head of the actor says */
    vvi_walk_vectors(w, a->x, a->view.particle_count, max_spread(a));
    if (w->store) /* where the next substep begins, and what a sleeper's bounds are computed from */
        memcpy(a->x0, a->x, a->view.particle_count * sizeof *a->x);
    vvi_walk_vectors(w, a->v, a->view.particle_count, VVI_MAX_SPEED);
    vvi_walk_vectors(w, a->still, a->view.particle_count, max_spread(a));
    walk_shown(w, def, a, &a->shown[0]);
    walk_shown(w, def, a, &a->shown[1]);
    if (w->writer)
        vvi_write(w->writer, a->controller_state, a->controller.state_bytes);
    else
        vvi_read(w->reader, w->store ? a->controller_state : NULL, a->controller.state_bytes);
}

/* ---- Identity ---------------------------------------------------------------------------------------------------- */

static uint64_t hash_settings(const vv_stage *stage)
{
    vvi_writer w = {.hashing = true};
    vvi_write_float(&w, stage->def.step);
    vvi_write_u32(&w, stage->def.substeps);
    vvi_write_u32(&w, stage->def.iterations);
    vvi_write_u32(&w, stage->def.sleep);
    vvi_write_vectors(&w, (const vv_vec2[]){stage->def.low, stage->def.high}, 2);
    return w.hash;
}

static uint64_t hash_obstacles(const vv_stage *stage)
{
    vvi_writer w = {.hashing = true};
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
    return w.hash;
}

static vv_result refuse(vv_error *error, vv_result code, const char *remedy)
{
    vvi_error_remedy(error, "%s", remedy);
    return code;
}

static vv_result refuse_damaged(vv_error *error)
{
    return refuse(error, VV_ERROR_FORMAT, "use another copy of the save, or start again");
}

/* Refuses the moving state: the checksum was right, so this is no accident. */
static vv_result refuse_state(vv_error *error, uint32_t index)
{
    if (index == VV_NONE)
        vvi_fail(error, VV_ERROR_FORMAT, "this save contains a state that is not valid for any stage");
    else
        vvi_fail(error, VV_ERROR_FORMAT, "this save contains an invalid state of actor %u", index);
    return refuse_damaged(error);
}

static uint64_t checksum(const uint8_t *bytes, size_t count)
{
    VV_ASSERT(count >= IDENTITY_AT);
    return vv_hash_bytes(vv_hash_bytes(0, bytes, CHECKSUM_AT), bytes + IDENTITY_AT, count - IDENTITY_AT);
}

/* Whether the bytes are a save as it was written. */
static vv_result check_bytes(const uint8_t *bytes, size_t count, vv_error *error)
{
    vvi_reader r = {.bytes = bytes, .count = count};
    uint32_t magic = vvi_read_u32(&r), version = vvi_read_u32(&r);
    uint64_t byte_count = vvi_read_u64(&r), sum = vvi_read_u64(&r);
    if (count < 4 || magic != SAVE_MAGIC) {
        vvi_fail(error, VV_ERROR_FORMAT, "these bytes are not a saved stage");
        return refuse(error, VV_ERROR_FORMAT, "pass the bytes that vv_stage_save wrote");
    }
    if (count >= 8 && version != SAVE_VERSION) {
        bool newer = version > SAVE_VERSION;
        vvi_fail(error, VV_ERROR_VERSION, "this save was written by %s Verve (save format %u; this library reads %u)",
                 newer ? "a newer" : "an older", version, SAVE_VERSION);
        return refuse(error, VV_ERROR_VERSION,
                      newer ? "update the game's Verve library, or start again"
                            : "start again; saves of older formats cannot be restored");
    }
    if (r.failed || byte_count != count) {
        vvi_fail(error, VV_ERROR_FORMAT,
                 "this save is damaged: its length is %zu bytes, which differs from the length written", count);
        return refuse_damaged(error);
    }
    if (sum != checksum(bytes, count)) {
        vvi_fail(error, VV_ERROR_FORMAT, "this save is damaged: its bytes have changed since it was written");
        return refuse_damaged(error);
    }
    return VV_OK;
}

static vv_result check_stage(const vv_stage *stage, vvi_reader *r, vv_error *error)
{
    uint64_t settings = vvi_read_u64(r), obstacles = vvi_read_u64(r);
    if (settings != hash_settings(stage)) {
        vvi_fail(error, VV_ERROR_ARGUMENT,
                 "this save belongs to a stage with other settings (step, substeps, iterations, sleep or box)");
        return refuse(error, VV_ERROR_ARGUMENT, "create the stage with the def that it had when it was saved");
    }
    if (obstacles != hash_obstacles(stage)) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "this save belongs to a stage with other obstacles");
        return refuse(error, VV_ERROR_ARGUMENT,
                      "add the obstacles that were there when it was saved, in the same order");
    }
    return VV_OK;
}

/* The identity of an actor in a save, before its state. */
typedef struct actor_head {
    bool used;
    uint32_t generation;
    uint64_t drawing, setup, clip;
} actor_head;

static void walk_actor_head(walk *w, actor_head *head)
{
    VVI_CHECK(!w->writer != !w->reader);
    vvi_walk_bool(w, &head->used);
    if (!head->used)
        return;
    vvi_walk_u32(w, &head->generation);
    vvi_walk_u64(w, &head->drawing);
    vvi_walk_u64(w, &head->setup);
    vvi_walk_u64(w, &head->clip);
}

static vv_result check_actor_head(const actor *a, uint32_t index, const actor_head *head, bool any_clip,
                                  vv_error *error)
{
    if (!a->used || a->generation != head->generation) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "this save has an actor %u (generation %u) that is not on this stage", index,
                 head->generation);
        return refuse(error, VV_ERROR_ARGUMENT, "add and remove actors in the same order as before it was saved");
    }
    if (a->drawing != head->drawing) {
        vvi_fail(error, VV_ERROR_ARGUMENT,
                 "this save belongs to another drawing of actor %u, or to another version of it", index);
        return refuse(error, VV_ERROR_ARGUMENT, "load the asset that it was saved with, or start again");
    }
    if (a->setup != head->setup) {
        vvi_fail(error, VV_ERROR_ARGUMENT,
                 "actor %u had another controller, follow, copy, attraction, layer or mask when this was saved", index);
        return refuse(error, VV_ERROR_ARGUMENT, "add the actor with the def and the behaviour that it had then");
    }
    if (!any_clip && a->clip_fingerprint != head->clip) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "actor %u played %s when this was saved", index,
                 head->clip ? "another clip" : "no clip");
        return refuse(error, VV_ERROR_ARGUMENT,
                      "call vv_stage_play_clip with the clip of then before the save is restored");
    }
    return VV_OK;
}

/* ---- The stage --------------------------------------------------------------------------------------------------- */

static void walk_clock(walk *w, vv_stage *stage)
{
    vvi_walk_u64(w, &stage->step_count);
    vvi_walk_float(w, &stage->pending);
    vvi_walk_vec2(w, &stage->def.gravity);
    vvi_walk_vec2(w, &stage->def.wind);
    vvi_walk_u32(w, &stage->actor_end);
}

/* Everything but the head. Writing changes nothing, although it walks over what reading would change. */
static void write_stage(const vv_stage *stage, vvi_writer *writer)
{
    walk w = {.writer = writer};
    vv_stage clock = *stage;
    vvi_write_u64(writer, hash_settings(stage));
    vvi_write_u64(writer, hash_obstacles(stage));
    walk_clock(&w, &clock);
    for (uint32_t i = 0; i < stage->actor_end; i++) {
        actor copy = stage->actors[i];
        actor_head head = {copy.used, copy.generation, copy.drawing, copy.setup, copy.clip_fingerprint};
        walk_actor_head(&w, &head);
        if (copy.used)
            walk_actor(&w, &stage->def, &copy);
    }
    vvi_contacts_save(stage, writer);
}

/* Both numbers of the head follow from the other bytes. */
void vvi_save_seal(void *bytes, size_t count)
{
    vvi_writer writer = {.bytes = bytes, .capacity = count};
    writer.count = COUNT_AT;
    vvi_write_u64(&writer, count);
    vvi_write_u64(&writer, checksum(bytes, count));
}

size_t vv_stage_save_bytes(const vv_stage *stage)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    return vv_stage_save(stage, NULL, 0);
}

size_t vv_stage_save(const vv_stage *stage, void *bytes, size_t byte_count)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(bytes != NULL || byte_count == 0);
    vvi_writer writer = {.bytes = bytes, .capacity = byte_count};
    if (stage->lock != STAGE_UNLOCKED)
        return 0;
    vvi_write_u32(&writer, SAVE_MAGIC);
    vvi_write_u32(&writer, SAVE_VERSION);
    vvi_write_u64(&writer, 0);
    vvi_write_u64(&writer, 0);
    write_stage(stage, &writer);
    if (bytes && writer.count <= byte_count)
        vvi_save_seal(bytes, writer.count);
    return writer.count;
}

uint64_t vv_stage_hash(const vv_stage *stage)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    vvi_writer writer = {.hashing = true};
    write_stage(stage, &writer);
    return writer.hash;
}

typedef struct restoring {
    vvi_reader reader;
    vv_stage clock; /* the stage's own numbers in the save */
    bool removes;   /* the stage has actors that the save does not have */
    bool any_clip;  /* actors may play other clips than when it was saved */
} restoring;

/* Checks all actors without storing anything. */
static vv_result check_actors(const vv_stage *stage, restoring *to, vv_error *error)
{
    vvi_reader *r = &to->reader;
    walk w = {.reader = r};
    to->removes = to->clock.actor_end < stage->actor_end;
    for (uint32_t i = 0; i < to->clock.actor_end; i++) {
        actor copy = stage->actors[i];
        actor_head head = {0};
        walk_actor_head(&w, &head);
        to->removes = to->removes || (copy.used && !head.used);
        vv_result result = head.used && !r->failed ? check_actor_head(&copy, i, &head, to->any_clip, error) : VV_OK;
        if (result != VV_OK)
            return result;
        if (head.used && !r->failed)
            walk_actor(&w, &stage->def, &copy);
        if (r->failed)
            return refuse_state(error, i);
    }
    return VV_OK;
}

static void read_actors(walk *w, vv_stage *stage, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        actor_head head = {0};
        walk_actor_head(w, &head);
        if (head.used)
            walk_actor(w, &stage->def, &stage->actors[i]);
        else if (stage->actors[i].used)
            vv_stage_remove_actor(stage, (vv_actor){i, stage->actors[i].generation});
    }
}

static bool clock_is_sane(const vv_stage *stage, const vv_stage *clock)
{
    if (!vvi_stage_is_field_in_range(clock->def.gravity) || !vvi_stage_is_field_in_range(clock->def.wind))
        return false;
    return clock->actor_end <= stage->def.max_actors && clock->pending >= 0.0f && clock->pending <= stage->def.step;
}

/* Whether all of these bytes can be restored. */
static vv_result check_save(const vv_stage *stage, restoring *to, vv_error *error)
{
    vvi_reader *r = &to->reader;
    walk w = {.reader = r};
    vv_result result = check_bytes(r->bytes, r->count, error);
    r->at = IDENTITY_AT;
    if (result == VV_OK)
        result = check_stage(stage, r, error);
    if (result != VV_OK)
        return result;
    walk_clock(&w, &to->clock);
    if (r->failed || !clock_is_sane(stage, &to->clock))
        return refuse_state(error, VV_NONE);
    result = check_actors(stage, to, error);
    if (result == VV_OK && !vvi_contacts_check(stage, r->bytes + r->at, r->count - r->at))
        return refuse_state(error, VV_NONE);
    return result;
}

/* Restores what was checked. */
static void read_stage(vv_stage *stage, restoring *from)
{
    const vv_stage *clock = &from->clock;
    from->reader.at = IDENTITY_AT + 2 * sizeof(uint64_t);
    walk restore = {.reader = &from->reader, .store = true};
    walk_clock(&restore, &from->clock);
    stage->step_count = clock->step_count;
    stage->now = (double)clock->step_count * (double)stage->def.step;
    stage->pending = clock->pending;
    stage->def.gravity = clock->def.gravity;
    stage->def.wind = clock->def.wind;
    for (uint32_t i = clock->actor_end; i < stage->actor_end; i++)
        vv_stage_remove_actor(stage, (vv_actor){i, stage->actors[i].generation});
    size_t actors_at = from->reader.at;
    read_actors(&restore, stage, clock->actor_end);
    if (from->removes) { /* removing an actor wakes the sleepers of its island, restored or not: all are read again */
        from->reader.at = actors_at;
        read_actors(&restore, stage, clock->actor_end);
    }
    for (uint32_t i = 0; i < stage->actor_end; i++) {
        actor *a = &stage->actors[i];
        if (a->used && !a->puppet)
            vvi_actor_update_rest(stage, a);
        else if (a->used)
            vvi_puppet_switch_member(stage, a, a->puppet->current);
    }
    vvi_contacts_restore(stage, from->reader.bytes + from->reader.at, from->reader.count - from->reader.at);
    VVI_CHECK(!from->reader.failed && stage->actor_end <= clock->actor_end);
    stage->event_count = 0;
}

static vv_result restore(vv_stage *stage, restoring from, vv_error *error)
{
    vv_result result = check_save(stage, &from, error);
    if (result == VV_OK)
        read_stage(stage, &from);
    return result;
}

vv_result vv_stage_restore(vv_stage *stage, const void *bytes, size_t byte_count, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(bytes != NULL || byte_count == 0);
    if (vvi_stage_check_unlocked(stage, __func__, error) != VV_OK)
        return VV_ERROR_LOCKED;
    return restore(stage, (restoring){.reader = {.bytes = bytes, .count = byte_count}, .clock = *stage}, error);
}

vv_result vvi_stage_restore_any_clip(vv_stage *stage, const void *bytes, size_t byte_count, vv_error *error)
{
    restoring from = {.reader = {.bytes = bytes, .count = byte_count}, .clock = *stage, .any_clip = true};
    return restore(stage, from, error);
}
