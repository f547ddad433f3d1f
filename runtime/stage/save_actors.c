/* The actors of a save: who exists, with the generation of every slot, and the state of each. */
#include "runtime/stage/kept.h"
#include "runtime/stage/puppet_actor.h"
#include "runtime/stage/save.h"

#include <string.h>

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
        hold h = w->writer ? a->holds[i] : (hold){0};
        bool exact = !(h.strength < INFINITY);
        float strength = exact ? 1.0f : h.strength;
        vvi_walk_u32(w, &h.particle);
        vvi_walk_vec2(w, &h.from);
        vvi_walk_vec2(w, &h.to);
        vvi_walk_bool(w, &exact);
        vvi_walk_float(w, &strength);
        if (w->writer)
            continue;
        h.strength = exact ? INFINITY : strength;
        if (h.particle >= a->view.particle_count || !(h.strength > 0.0f))
            w->reader->failed = true;
        if (w->store)
            a->holds[i] = h;
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

/* ---- Who they are ------------------------------------------------------------------------------------------------ */

/* A slot in a save. Ids that will be given out depend on the generations of empty slots too. */
typedef struct actor_head {
    bool used;
    uint32_t generation;
    uint64_t order, drawing, setup, clip;
} actor_head;

static void walk_head(walk *w, actor_head *head)
{
    VVI_CHECK(!w->writer != !w->reader);
    vvi_walk_bool(w, &head->used);
    vvi_walk_u32(w, &head->generation);
    if (w->reader && (head->generation > VVI_MAX_GENERATION || (head->used && head->generation == 0)))
        w->reader->failed = true;
    if (!head->used)
        return;
    vvi_walk_u64(w, &head->order);
    vvi_walk_u64(w, &head->drawing);
    vvi_walk_u64(w, &head->setup);
    vvi_walk_u64(w, &head->clip);
}

static uint32_t count_slots(const vv_stage *stage)
{
    uint32_t count = stage->def.max_actors;
    while (count > 0 && stage->actors[count - 1u].generation == 0)
        count--;
    return count;
}

void vvi_save_actors(const vv_stage *stage, vvi_writer *writer)
{
    walk w = {.writer = writer};
    uint32_t count = count_slots(stage);
    vvi_write_u32(writer, count);
    for (uint32_t i = 0; i < count; i++) {
        actor copy = stage->actors[i];
        actor_head head = {copy.used, copy.generation, copy.order, copy.drawing, copy.setup, copy.clip_fingerprint};
        walk_head(&w, &head);
        if (copy.used)
            walk_actor(&w, &stage->def, &copy);
    }
}

static bool is_actor(const actor *a, const actor_head *head)
{
    return a->used && a->generation == head->generation && a->drawing == head->drawing && a->setup == head->setup;
}

/* The actor of a slot in a save, on the stage or among those that were removed; NULL: neither. */
static const actor *find_actor(const vv_stage *stage, uint32_t index, const actor_head *head)
{
    const actor *now = &stage->actors[index];
    if (is_actor(now, head))
        return now;
    const kept_actor *k = vvi_find_kept_actor(stage, (vv_actor){index, head->generation}, head->drawing, head->setup);
    return k ? &k->actor : NULL;
}

static vv_result refuse_actor(const vv_stage *stage, uint32_t index, const actor_head *head, vv_error *error)
{
    const actor *now = &stage->actors[index];
    if (!now->used || now->generation != head->generation) {
        vvi_fail(error, VV_ERROR_ARGUMENT,
                 "this save has an actor %u (generation %u) that is not on this stage, nor among the last %u removed",
                 index, head->generation, stage->def.keep_removed);
        return vvi_save_refuse(error, VV_ERROR_ARGUMENT,
                               "add actors in the same order as before it was saved, and let the stage keep all that "
                               "are removed after it: vv_stage_def.keep_removed");
    }
    if (now->drawing != head->drawing) {
        vvi_fail(error, VV_ERROR_ARGUMENT,
                 "this save belongs to another drawing of actor %u, or to another version of it", index);
        return vvi_save_refuse(error, VV_ERROR_ARGUMENT, "load the asset that it was saved with, or start again");
    }
    vvi_fail(error, VV_ERROR_ARGUMENT,
             "actor %u had another controller, follow, copy, attraction, layer or mask when this was saved", index);
    return vvi_save_refuse(error, VV_ERROR_ARGUMENT, "add the actor with the def and the behaviour that it had then");
}

static vv_result refuse_clip(uint32_t index, const actor_head *head, vv_error *error)
{
    vvi_fail(error, VV_ERROR_ARGUMENT, "actor %u played %s when this was saved", index,
             head->clip ? "another clip" : "no clip");
    return vvi_save_refuse(error, VV_ERROR_ARGUMENT,
                           "call vv_stage_play_clip with the clip of then before the save is restored");
}

/* Whether the state of an actor can be restored; stores nothing. */
static vv_result check_actor(const vv_stage *stage, vvi_restoring *from, uint32_t index, vv_error *error)
{
    vvi_reader *r = &from->reader;
    walk w = {.reader = r};
    actor_head head = {0};
    const vv_clip *clip;
    walk_head(&w, &head);
    if (r->failed || head.order > from->clock.added)
        return vvi_save_refuse_state(error, index);
    if (!head.used)
        return VV_OK;
    const actor *found = find_actor(stage, index, &head);
    if (!found)
        return refuse_actor(stage, index, &head, error);
    if (!from->any_clip && !vvi_find_clip(stage, found, head.clip, &clip))
        return refuse_clip(index, &head, error);
    actor copy = *found;
    walk_actor(&w, &stage->def, &copy);
    return r->failed ? vvi_save_refuse_state(error, index) : VV_OK;
}

vv_result vvi_check_actors(const vv_stage *stage, vvi_restoring *from, vv_error *error)
{
    uint32_t count = vvi_read_u32(&from->reader);
    if (from->reader.failed || count > stage->def.max_actors)
        return vvi_save_refuse_state(error, VV_NONE);
    vv_result result = VV_OK;
    for (uint32_t i = 0; i < count && result == VV_OK; i++)
        result = check_actor(stage, from, i, error);
    return result;
}

/* ---- Restoring --------------------------------------------------------------------------------------------------- */

static void take_away(vv_stage *stage, uint32_t index)
{
    actor *a = &stage->actors[index];
    if (!a->used)
        return;
    vvi_save_report_change(stage, &(vv_restore_change){.actor = actor_id(stage, a), .tag = a->tag});
    vvi_keep_actor(stage, index);
}

/* Puts the actor of the save into the slot, if it is not there. */
static void bring_back(vv_stage *stage, uint32_t index, const actor_head *head)
{
    actor *a = &stage->actors[index];
    if (is_actor(a, head))
        return;
    kept_actor *k = vvi_find_kept_actor(stage, (vv_actor){index, head->generation}, head->drawing, head->setup);
    take_away(stage, index);
    vvi_return_actor(stage, k);
    vvi_save_report_change(stage, &(vv_restore_change){.back = true, .actor = actor_id(stage, a), .tag = a->tag});
}

static void restore_actor(vv_stage *stage, vvi_restoring *from, uint32_t index)
{
    walk w = {.reader = &from->reader, .store = true};
    actor *a = &stage->actors[index];
    actor_head head = {0};
    walk_head(&w, &head);
    if (!head.used) {
        take_away(stage, index);
        a->generation = head.generation;
        return;
    }
    bring_back(stage, index, &head);
    a->order = head.order;
    if (!from->any_clip) {
        (void)vvi_find_clip(stage, a, head.clip, &a->clip);
        a->clip_fingerprint = head.clip;
    }
    walk_actor(&w, &stage->def, a);
    vvi_actor_clear_substep(a);
}

void vvi_restore_actors(vv_stage *stage, vvi_restoring *from)
{
    uint32_t count = vvi_read_u32(&from->reader);
    for (uint32_t i = 0; i < count; i++)
        restore_actor(stage, from, i);
    for (uint32_t i = count; i < stage->def.max_actors; i++) {
        take_away(stage, i);
        stage->actors[i].generation = 0;
    }
    stage->actor_end = stage->def.max_actors;
    vvi_stage_trim_ends(stage);
    vvi_stage_list_puppets(stage);
    for (uint32_t i = 0; i < stage->actor_end; i++) {
        actor *a = &stage->actors[i];
        if (a->used && !a->puppet)
            vvi_actor_update_rest(stage, a);
        else if (a->used)
            vvi_puppet_switch_member(stage, a, a->puppet->current);
    }
}

/* ---- Their size -------------------------------------------------------------------------------------------------- */

/* By the walk itself: of a sprite that does not exist, with as many holds as there may be. */
static size_t count_sprite(const vv_actor_def *def)
{
    vvi_writer writer = {0};
    walk w = {.writer = &writer};
    vv_stage_def stage_def = vv_default_stage_def();
    hold holds[VV_STAGE_MAX_HOLDS] = {{0}};
    actor a = {.view = vvi_sprite_open(def->sprite),
               .strengths = def->strengths,
               .holds = holds,
               .hold_count = VV_STAGE_MAX_HOLDS,
               .controller = {.state_bytes = def->controller.state_bytes}};
    walk_actor(&w, &stage_def, &a);
    return writer.count;
}

/* The same with the numbers of a puppet, as if all members of its family were as large as the largest. */
static size_t count_puppet(const vv_actor_def *def)
{
    vvi_writer writer = {0};
    walk w = {.writer = &writer};
    hold holds[VV_STAGE_MAX_HOLDS] = {{0}};
    actor a = {.holds = holds, .hold_count = VV_STAGE_MAX_HOLDS};
    walk_holds(&w, &a);
    walk_filters(&w, &a);
    size_t origins = (2u + 2u + 2u + 1u) * sizeof(double);
    return writer.count + origins + vvi_puppet_save_limit(def) + def->controller.state_bytes;
}

size_t vvi_actors_save_limit(const vv_stage_def *def, const vv_actor_def *actors, uint32_t actor_count)
{
    vvi_writer head = {0};
    walk w = {.writer = &head};
    size_t most = 0;
    walk_head(&w, &(actor_head){.used = true});
    for (uint32_t i = 0; i < actor_count; i++) {
        size_t bytes = actors[i].puppet ? count_puppet(&actors[i]) : count_sprite(&actors[i]);
        most = bytes > most ? bytes : most;
    }
    return sizeof(uint32_t) + def->max_actors * (head.count + most);
}
