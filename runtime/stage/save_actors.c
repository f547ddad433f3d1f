/* The states of the actors in a save; the roster (save_roster.c) says which actors these are. */
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
    shown->has_bounds = shown->has_bounds && !w->store;
}

/* A bounce of 1.5 along two normals, m/s; and farther than an actor gets while a rebound is given back, m. */
#define MAX_REBOUND (3.0 * (double)VVI_MAX_SPEED)
#define MAX_RISE    (4.0 * (double)VVI_MAX_SPEED)

/* What holds after every step: times and energies are not negative, speeds and directions are within their bounds. */
static bool filters_are_sane(const actor *a)
{
    const float counts[] = {a->squeezed_time, a->energy,     a->stored_time, a->contact_time,    a->touch_time,
                            a->air_time,      a->still_time, a->failed_time, a->equilibrium_time};
    const vv_vec2 directions[] = {a->contact_normal, {a->fit.cosine, a->fit.sine}};
    bool sane =
        a->control_strength >= 0.0f && a->control_strength <= 1.0f &&
        vv_vec2_length(a->velocity) <= 2.0f * VVI_MAX_SPEED && (double)vv_vec2_length(a->rebound) <= MAX_REBOUND &&
        fabs(a->rebound_from[0] - a->origin[0]) <= MAX_RISE && fabs(a->rebound_from[1] - a->origin[1]) <= MAX_RISE;
    sane = sane && vvi_is_squeeze_sane(a);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        sane = sane && counts[i] >= 0.0f;
    for (size_t i = 0; i < sizeof directions / sizeof *directions; i++)
        sane = sane && vv_vec2_length(directions[i]) <= 1.01f;
    return sane;
}

static void walk_filters(walk *w, actor *a)
{
    float *numbers[] = {&a->angle,
                        &a->spin,
                        &a->energy,
                        &a->stored_time,
                        &a->contact_time,
                        &a->touch_time,
                        &a->air_time,
                        &a->still_time,
                        &a->failed_time,
                        &a->fit.cosine,
                        &a->fit.sine,
                        &a->control_rotation,
                        &a->control_angle,
                        &a->control_strength,
                        &a->equilibrium_time,
                        &a->squeezed_time,
                        &a->frame_angle,
                        &a->squeeze[0],
                        &a->squeeze[1],
                        &a->squeeze[2]};
    vv_vec2 *vectors[] = {&a->velocity, &a->rebound, &a->force, &a->contact_normal, &a->carrier};
    vv_place *places[] = {&a->place, &a->place_before, &a->equilibrium, &a->energy_goal};
    bool *flags[] = {&a->flipped,   &a->asleep,      &a->reported_asleep, &a->failed,
                     &a->releasing, &a->energy_rose, &a->jumped,          &a->sensor};
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

static void walk_kinematic(walk *w, actor *a)
{
    vvi_walk_bool(w, &a->kinematic);
    vvi_walk_bool(w, &a->stops);
    vvi_walk_bool(w, &a->has_goal);
    if (!a->has_goal)
        return;
    vvi_walk_double(w, &a->goal[0]);
    vvi_walk_double(w, &a->goal[1]);
    vvi_walk_double(w, &a->goal_angle);
    if (w->reader &&
        (!a->kinematic || !(fabs(a->goal[0]) <= 1e6) || !(fabs(a->goal[1]) <= 1e6) || !(fabs(a->goal_angle) <= 1e9)))
        w->reader->failed = true;
}

static void walk_actor(walk *w, const vv_stage_def *def, actor *a)
{
    vvi_walk_actor_properties(w, a);
    vvi_walk_actor_size(w, a);
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
    walk_kinematic(w, a);
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

/* ---- All of them ------------------------------------------------------------------------------------------------- */

void vvi_save_actors(const vv_stage *stage, vvi_writer *writer)
{
    walk w = {.writer = writer};
    for (uint32_t i = 0; i < stage->actor_end; i++) {
        actor copy = stage->actors[i];
        if (copy.used)
            walk_actor(&w, &stage->def, &copy);
    }
}

/* Stores nothing: the states are checked against the actors that the roster has found. */
vv_result vvi_check_actors(const vv_stage *stage, vvi_restoring *from, vv_error *error)
{
    walk w = {.reader = &from->reader};
    vvi_roster roster = vvi_open_roster(from);
    for (uint32_t i = 0; i < roster.actor_count; i++) {
        vvi_actor_head head = vvi_read_actor_head(&roster.actors);
        if (!head.used)
            continue;
        actor copy = *vvi_find_actor(stage, i, &head);
        walk_actor(&w, &stage->def, &copy);
        if (from->reader.failed)
            return vvi_save_refuse_state(error, i);
    }
    return VV_OK;
}

void vvi_restore_actors(vv_stage *stage, vvi_restoring *from)
{
    walk w = {.reader = &from->reader, .store = true};
    for (uint32_t i = 0; i < stage->actor_end; i++) {
        actor *a = &stage->actors[i];
        if (!a->used)
            continue;
        walk_actor(&w, &stage->def, a);
        vvi_actor_clear_substep(a);
        if (a->puppet)
            vvi_puppet_switch_member(stage, a, a->puppet->current);
        else
            vvi_actor_update_rest(stage, a);
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
               .has_goal = true,
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
    actor a = {.holds = holds, .hold_count = VV_STAGE_MAX_HOLDS, .has_goal = true};
    vvi_walk_actor_properties(&w, &a);
    vvi_walk_actor_size(&w, &a);
    walk_holds(&w, &a);
    walk_filters(&w, &a);
    size_t origins = (2u + 2u + 2u + 1u) * sizeof(double);
    walk_kinematic(&w, &a);
    return writer.count + origins + vvi_puppet_save_limit(def) + def->controller.state_bytes;
}

size_t vvi_actors_save_limit(const vv_stage_def *def, const vv_actor_def *actors, uint32_t actor_count)
{
    size_t most = 0;
    for (uint32_t i = 0; i < actor_count; i++) {
        size_t bytes = actors[i].puppet ? count_puppet(&actors[i]) : count_sprite(&actors[i]);
        most = bytes > most ? bytes : most;
    }
    return def->max_actors * most;
}
