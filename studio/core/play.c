/* A stage that plays: set up, run to any time, and updated when the project changes. */
#include "play.h"

#include <string.h>

#define MOST_SECONDS    60.0 /* of fixed steps in one call */
#define RESTART_SECONDS 20.0 /* after a restart the performance runs at most this long to its current time at once */

vvi_playing *vvi_playing_current(const vv_studio *studio)
{
    return studio->playing && studio->playing->performance ? studio->playing : NULL;
}

/* ---- Setup ----------------------------------------------------------------------------------------------------- */

static void clear_playing(vvi_playing *p, const vv_allocator *allocator)
{
    vv_performance_destroy(p->performance);
    vvi_arena_release(&p->arena);
    vvi_rewind_destroy(&p->rewind, allocator);
    p->performance = NULL;
    p->actors = NULL;
    p->obstacles = NULL;
    p->joints = NULL;
    p->zones = NULL;
    p->past_contact_count = 0;
    p->time = 0.0;
    p->view = (vv_play){.scene = VV_NONE, .version = p->view.version + 1};
}

/* Takes the states of the performance that plays, up to a time, for another performance that is identical until
 * then. */
static vvi_rewind take_states_until(vvi_playing *p, double since)
{
    vvi_rewind taken = p->rewind;
    double steps = floor(since / vv_performance_step(p->performance) - 1e-6);
    uint64_t kept = steps > 1.0 ? (steps < 1e15 ? (uint64_t)steps : UINT64_MAX) : 1;
    p->rewind = (vvi_rewind){0};
    vvi_rewind_truncate(&taken, kept);
    vvi_playing_drop_marks(p, kept);
    return taken;
}

/* Replaces the performance that plays by another at time 0, which is identical to it until `since`. Takes ownership
 * of the new one; without memory, destroys it and changes nothing. */
static vv_result install(vv_studio *studio, uint32_t scene, vv_performance *performance, double since, vv_error *error)
{
    vvi_playing *p = studio->playing;
    vvi_arena arena = {.allocator = studio->allocator};
    vvi_views views = {0};
    vvi_rewind *rewind = &p->spare;
    if (!vvi_playing_prepare(performance, &arena, &views) ||
        (since <= 0.0 && !vvi_rewind_create(rewind, performance, studio->allocator))) {
        vvi_arena_release(&arena);
        vv_performance_destroy(performance);
        return vvi_fail_memory(error, 0);
    }
    if (since > 0.0)
        *rewind = take_states_until(p, since);
    else
        vvi_playing_drop_marks(p, 0);
    clear_playing(p, studio->allocator);
    p->performance = performance;
    p->arena = arena;
    p->actors = views.actors;
    p->goals = views.goals;
    p->obstacles = views.obstacles;
    p->joints = views.joints;
    p->zones = views.zones;
    p->rewind = *rewind;
    *rewind = (vvi_rewind){0};
    p->serial++;
    p->view.scene = scene;
    vvi_playing_record_contacts(p);
    vvi_playing_record_marks(p, performance);
    vvi_rewind_save(&p->rewind, performance);
    return VV_OK;
}

static vv_result create_performance(vv_studio *studio, uint32_t scene, const vv_performance *before, double since,
                                    vv_error *error)
{
    vv_performance *performance = NULL;
    vv_result result = vv_performance_create(studio->session, scene, NULL, &performance, error);
    if (result == VV_OK && before)
        result = vv_performance_inherit(performance, before, error);
    if (result == VV_OK)
        return install(studio, scene, performance, since, error);
    vv_performance_destroy(performance);
    return result;
}

static bool ensure_playing(vv_studio *studio)
{
    if (!studio->playing) {
        studio->playing = vvi_allocate_zeroed(studio->allocator, 1, sizeof *studio->playing);
        if (studio->playing)
            studio->playing->view.scene = VV_NONE;
    }
    return studio->playing != NULL;
}

const vv_play *vv_studio_play(vv_studio *studio, uint32_t scene)
{
    const vv_project *project = vv_document_project(studio->document);
    vv_error error = {0};
    vv_result result = VV_OK;
    if (scene >= project->scene_count || project->scenes[scene]->kind != VV_SCENE_STAGE) {
        result = vvi_fail(&error, VV_ERROR_NOT_FOUND, "scene %u has no actors to play", scene);
        vvi_error_remedy(&error, "choose a scene with actors, or add one");
    } else {
        result = ensure_playing(studio) ? create_performance(studio, scene, NULL, 0.0, &error)
                                        : vvi_fail_memory(&error, sizeof *studio->playing);
    }
    if (result != VV_OK) {
        vvi_studio_fail(studio, &error);
        return NULL;
    }
    studio->playing->hand = (vvi_hand){0};
    vvi_playing_show(studio->playing);
    return &studio->playing->view;
}

void vv_studio_play_end(vv_studio *studio)
{
    if (!studio->playing)
        return;
    vvi_glance_release(studio);
    clear_playing(studio->playing, studio->allocator);
    studio->playing->hand = (vvi_hand){0};
}

void vvi_playing_release(vv_studio *studio)
{
    vv_studio_play_end(studio);
    vvi_release(studio->allocator, studio->playing, 1, sizeof *studio->playing);
    studio->playing = NULL;
}

vv_result vv_studio_reset(vv_studio *studio)
{
    vvi_playing *p = vvi_playing_current(studio);
    vv_error error = {0};
    if (!p)
        return VV_OK;
    if (create_performance(studio, p->view.scene, NULL, 0.0, &error) != VV_OK)
        return vvi_studio_fail(studio, &error);
    p->hand = (vvi_hand){0};
    vvi_playing_show(p);
    return VV_OK;
}

/* ---- Time ------------------------------------------------------------------------------------------------------ */

static uint64_t steps_at(const vvi_playing *p, double time)
{
    return time > 0.0 ? (uint64_t)(time / vv_performance_step(p->performance)) + 1 : 1;
}

/* Restores the last saved state that is early enough for the contacts of the last quarter of a second to be recorded
 * again, if that saves time or the time is in the past. */
static void restore_before(vvi_playing *p, double time)
{
    const vvi_snapshot *s = vvi_rewind_find(&p->rewind, steps_at(p, time - VVI_PLAY_MARK_TIME));
    bool back = time < p->time;
    if (!back && s->steps <= vv_performance_event_report(p->performance).steps)
        return;
    if (vv_performance_restore(p->performance, p->rewind.pool + s->offset, s->count, NULL) != VV_OK)
        return; /* cannot happen: the state is its own */
    p->time = (double)(s->steps - 1) * vv_performance_step(p->performance);
    p->past_contact_count = 0;
}

/* Runs to a time, at most `most` steps further, and saves states on the way; false if the time was not reached. */
static bool run_to(vvi_playing *p, double time, double most)
{
    double step = vv_performance_step(p->performance), end = p->time + most * step;
    bool reached = time <= end;
    if (!reached)
        time = end;
    while (p->time < time) {
        uint64_t next = ((uint64_t)(p->time / step + 1e-6) / p->rewind.every + 1) * p->rewind.every;
        double pause = (double)next * step;
        p->time = pause < time ? pause : time;
        vv_performance_show(p->performance, p->time);
        vvi_playing_record_contacts(p);
        vvi_playing_record_marks(p, p->performance);
        if (p->time == pause)
            vvi_rewind_save(&p->rewind, p->performance);
    }
    return reached;
}

bool vv_studio_seek(vv_studio *studio, double time)
{
    vvi_playing *p = vvi_playing_current(studio);
    if (!p || !(time < 1e9))
        return true;
    time = time > 0.0 ? time : 0.0;
    restore_before(p, time);
    bool reached = run_to(p, time, floor(MOST_SECONDS / vv_performance_step(p->performance)));
    vvi_playing_show(p);
    return reached;
}

/* ---- A project that changes ------------------------------------------------------------------------------------ */

/* Finds the scene that plays in a changed project: the same block, or the same name, or the same index in a list of
 * the same length; VV_NONE if there is none. */
static uint32_t find_scene(const vvi_playing *p, const vv_project *project)
{
    const vv_project_scene *scene = vv_performance_scene(p->performance);
    uint32_t before = vv_performance_project(p->performance)->scene_count;
    for (uint32_t i = 0; i < project->scene_count; i++) {
        if (project->scenes[i] == scene)
            return i;
    }
    uint32_t named = vv_project_find_scene(project, scene->name);
    if (named != VV_NONE && project->scenes[named]->kind == VV_SCENE_STAGE)
        return named;
    bool renamed = project->scene_count == before && p->view.scene < before &&
                   project->scenes[p->view.scene]->kind == VV_SCENE_STAGE;
    return renamed ? p->view.scene : VV_NONE;
}

static void adopt_changes(vv_studio *studio, uint32_t scene, vv_performance_change change)
{
    vvi_playing *p = studio->playing;
    if (change == VV_PERFORMANCE_STRENGTHS)
        vvi_playing_discard_future(p);
    vv_performance_adopt(p->performance, studio->session, scene, NULL);
    p->view.scene = scene;
    vvi_playing_show(p);
}

/* Creates the performance again and runs it to the current time; if that fails, the old one goes on. */
static void restart(vv_studio *studio, uint32_t scene, double since)
{
    vvi_playing *p = studio->playing;
    double time = p->time;
    uint32_t version = p->view.version;
    char held[VV_PROJECT_NAME_BYTES] = "";
    if (p->hand.cue.name[0])
        memcpy(held, vv_performance_scene(p->performance)->stage.actors[p->hand.actor].name, sizeof held);
    if (create_performance(studio, scene, p->performance, since, NULL) != VV_OK)
        return;
    p->hand.actor = vv_project_find_actor(vv_performance_scene(p->performance), held);
    p->hand.cue.actor = p->hand.actor;
    if (p->hand.actor == VV_NONE)
        p->hand = (vvi_hand){0};
    if (since > 0.0) {
        p->view.version = version; /* the drawings have not changed */
        restore_before(p, time);
    }
    if (time - p->time <= RESTART_SECONDS)
        run_to(p, time, 1e9);
    vvi_playing_show(p);
}

void vvi_playing_changed(vv_studio *studio)
{
    vvi_playing *p = vvi_playing_current(studio);
    vv_performance_difference difference;
    if (!p)
        return;
    uint32_t scene = find_scene(p, vv_document_project(studio->document));
    if (scene == VV_NONE)
        vv_studio_play_end(studio);
    else if (vv_performance_compare(p->performance, studio->session, scene, &difference, NULL) != VV_OK)
        return; /* the scene cannot be built now: the old one goes on */
    else if (difference.change == VV_PERFORMANCE_OTHER || difference.change == VV_PERFORMANCE_DIRECTION)
        restart(studio, scene, difference.since);
    else
        adopt_changes(studio, scene, difference.change);
}

/* Nothing to do: the performance holds references to what it was made from. */
void vvi_playing_invalidate(vv_studio *studio) { (void)studio; }

/* ---- Queries --------------------------------------------------------------------------------------------------- */

void vv_studio_play_hash(vv_studio *studio, uint32_t *hash)
{
    const vvi_playing *p = vvi_playing_current(studio);
    uint64_t now = p ? vv_performance_hash(p->performance) : 0;
    hash[0] = (uint32_t)now;
    hash[1] = (uint32_t)(now >> 32);
}

void vv_studio_show_goals(vv_studio *studio, bool wanted)
{
    if (!ensure_playing(studio))
        return;
    studio->playing->wants_goals = wanted;
    if (studio->playing->performance)
        vvi_playing_show(studio->playing);
}

uint32_t vv_studio_neighbourhood(vv_studio *studio, uint32_t actor, float x, float y, uint32_t *vertices,
                                 uint32_t capacity)
{
    const vvi_playing *p = vvi_playing_current(studio);
    vv_vec2 at = {x, y};
    if (!p || actor >= p->view.actor_count)
        return 0;
    const vv_play_actor *a = &p->actors[actor];
    uint32_t best = 0;
    for (uint32_t i = 1; i < a->vertex_count; i++)
        best = vv_vec2_distance(a->vertices[i], at) < vv_vec2_distance(a->vertices[best], at) ? i : best;
    const vv_sprite *sprite =
        vv_stage_sprite(vv_performance_stage(p->performance), vv_performance_actor(p->performance, actor));
    return sprite ? vv_sprite_neighbourhood(sprite, best, vertices, capacity) : 0;
}
