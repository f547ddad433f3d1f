/* When the document of a performance changes: whether the performance can go on, and what a new one takes over from
 * it. */
#include "performance.h"
#include "session.h"

#include "runtime/behaviour/behaviour.h"

#include <string.h>

/* ---- Comparing --------------------------------------------------------------------------------------------------- */

/* Writes everything of a scene that matters on its stage, except strengths and materials, as text. */
static vv_result write_bare(const vv_project *project, const vv_project_scene *scene, vvi_arena *arena, char **text,
                            size_t *length, vv_error *error)
{
    vv_project_scene bare = {.kind = VV_SCENE_STAGE, .stage = scene->stage};
    vv_project_actor *actors = vvi_arena_allocate(arena, scene->stage.actor_count + 1u, sizeof *actors);
    if (!actors)
        return vvi_fail_memory(error, scene->stage.actor_count * sizeof *actors);
    for (uint32_t i = 0; i < scene->stage.actor_count; i++) {
        actors[i] = scene->stage.actors[i];
        actors[i].strengths.given = 0;
        actors[i].material.given = 0;
    }
    bare.stage.actors = actors;
    return vv_project_write_scene(project, &bare, arena->allocator, text, length, error);
}

static vv_result compare_scenes(const vv_performance *p, const vv_project *project, const vv_project_scene *scene,
                                bool *same, vv_error *error)
{
    char *texts[2] = {NULL, NULL};
    size_t lengths[2] = {0, 0};
    vvi_arena arena = {.allocator = p->allocator};
    *same = scene == p->scene;
    if (*same || scene->stage.actor_count != p->actor_count)
        return VV_OK;
    vv_result result = write_bare(p->project, p->scene, &arena, &texts[0], &lengths[0], error);
    if (result == VV_OK)
        result = write_bare(project, scene, &arena, &texts[1], &lengths[1], error);
    *same = result == VV_OK && lengths[0] == lengths[1] && memcmp(texts[0], texts[1], lengths[0]) == 0;
    for (int i = 0; i < 2; i++) {
        if (texts[i])
            vv_project_text_release(p->allocator, texts[i], lengths[i]);
    }
    vvi_arena_release(&arena);
    return result;
}

static bool is_same_behaviour(const vv_rigged *a, const vv_rigged *b, uint32_t index)
{
    if (index == VV_NONE || a == b)
        return true;
    size_t bytes = vvi_behaviour_bytes(a->behaviours[index]);
    return bytes == vvi_behaviour_bytes(b->behaviours[index]) &&
           memcmp(a->behaviours[index], b->behaviours[index], bytes) == 0;
}

/* Whether everything that a member of a family is made from is unchanged. Files that have changed make another body,
 * even where the artwork is the same. */
static vv_result compare_member(vv_session *session, const vvi_member *member, bool *same, vv_error *error)
{
    const vv_project *project = vvi_session_project(session);
    const vv_rigged *rigged = NULL;
    if (member->artwork >= project->artwork_count) {
        *same = false;
        return VV_OK;
    }
    vv_result result = vv_session_artwork(session, member->artwork, NULL, &rigged, error);
    *same = *same && result == VV_OK && rigged->body == member->rigged->body &&
            member->staged->key ==
                vv_staged_key(project->artworks[member->artwork], member->staged->kind, member->staged->scale);
    return result;
}

/* Whether an actor still uses the family and the recordings that it was made with. */
static bool has_same_family_and_recordings(const vv_performance *p, const vv_project *project,
                                           const vv_project_actor *actor)
{
    if (actor->kind != VV_ACTOR_PUPPET)
        return true;
    if (actor->family != VV_NONE &&
        (actor->family >= p->project->family_count ||
         p->project->families[actor->family]->stamp != project->families[actor->family]->stamp))
        return false;
    for (uint32_t i = 0; i < actor->copy_count; i++) {
        uint32_t recording = actor->copies[i].recording;
        if (recording != VV_NONE && (recording >= p->project->recording_count ||
                                     p->project->recordings[recording]->stamp != project->recordings[recording]->stamp))
            return false;
    }
    return true;
}

static bool has_same_material(const vv_project *project, const vv_project_actor *actor, const vvi_performance_actor *a)
{
    vv_material material = vvi_actor_material(project, actor);
    return !vv_project_material_between(&a->current_material, &material).given;
}

static vv_result compare_actor(const vv_performance *p, vv_session *session, const vv_project_scene *scene,
                               uint32_t index, vv_performance_difference *out, vv_error *error)
{
    const vv_project *project = vvi_session_project(session);
    const vv_project_actor *actor = &scene->stage.actors[index];
    const vvi_performance_actor *a = &p->actors[index];
    const vvi_staged_actor *staged = &p->staged->actors[index];
    bool same = has_same_family_and_recordings(p, project, actor);
    vv_result result = VV_OK;
    for (uint32_t m = 0; result == VV_OK && m < staged->member_count; m++)
        result = compare_member(session, &staged->members[m], &same, error);
    const vv_rigged *rigged = NULL;
    if (result == VV_OK)
        result = vv_session_artwork(session, actor->artwork, NULL, &rigged, error);
    if (result != VV_OK)
        return result;
    if (!same || !is_same_behaviour(rigged, staged->rigged, actor->behaviour)) {
        *out = (vv_performance_difference){VV_PERFORMANCE_OTHER, 0.0};
        return VV_OK;
    }
    double since = actor->kind == VV_ACTOR_PUPPET && !has_same_material(project, actor, a)
                       ? 0.0
                       : vvi_performance_clips_since(p, project, index);
    vv_strengths strengths = vvi_actor_strengths(project, actor);
    if (since < (double)INFINITY)
        out->change = VV_PERFORMANCE_DIRECTION;
    else if (out->change == VV_PERFORMANCE_SAME && actor->kind == VV_ACTOR_SPRITE &&
             vv_project_strengths_between(&a->current_strengths, &strengths).given)
        out->change = VV_PERFORMANCE_STRENGTHS;
    out->since = since < out->since ? since : out->since;
    return VV_OK;
}

vv_result vv_performance_compare(const vv_performance *p, vv_session *session, uint32_t scene,
                                 vv_performance_difference *out, vv_error *error)
{
    const vv_project *project = vvi_session_project(session);
    const vv_project_scene *now = project->scenes[scene];
    bool same = false;
    vv_result result = now->kind == VV_SCENE_STAGE ? compare_scenes(p, project, now, &same, error) : VV_OK;
    *out = same ? (vv_performance_difference){VV_PERFORMANCE_SAME, (double)INFINITY}
                : (vv_performance_difference){VV_PERFORMANCE_OTHER, 0.0};
    for (uint32_t i = 0; result == VV_OK && out->change != VV_PERFORMANCE_OTHER && i < p->actor_count; i++)
        result = compare_actor(p, session, now, i, out, error);
    return result;
}

/* ---- Going on ---------------------------------------------------------------------------------------------------- */

/* Where memory runs out half way, actors that were updated stay so; another call does the rest. */
vv_result vv_performance_adopt(vv_performance *p, vv_session *session, uint32_t scene, vv_error *error)
{
    const vv_project *project = vv_document_keep(vvi_session_document(session));
    if (!project)
        return vvi_fail_memory(error, 0);
    vv_result result = VV_OK;
    for (uint32_t i = 0; result == VV_OK && i < p->actor_count; i++) {
        if (p->scene->stage.actors[i].kind == VV_ACTOR_PUPPET)
            continue; /* it has no strengths */
        vv_strengths strengths = vvi_actor_strengths(project, &project->scenes[scene]->stage.actors[i]);
        vv_live_cue live = {.step = vvi_performance_steps(p), .from_document = true};
        live.cue.kind = VV_CUE_STRENGTHS;
        live.cue.actor = i;
        live.cue.strengths = vv_project_strengths_between(&p->actors[i].current_strengths, &strengths);
        if (live.cue.strengths.given)
            result = vvi_performance_add_live(p, live, error);
        if (result == VV_OK)
            p->actors[i].current_strengths = strengths;
    }
    if (result != VV_OK) {
        vv_project_release(project);
        return result;
    }
    vv_project_release(p->project);
    p->project = project;
    p->scene = project->scenes[scene];
    return VV_OK;
}

/* ---- Inheriting -------------------------------------------------------------------------------------------------- */

typedef struct name_map {
    const vv_project *projects[2];
    const vv_project_artwork *from, *to; /* of one actor */
} name_map;

static bool map_clip(const name_map *h, uint32_t *clip)
{
    *clip = vv_project_find_clip(h->projects[1], h->projects[0]->clips[*clip]->name);
    return *clip != VV_NONE;
}

static bool map_handle(const name_map *h, uint32_t *handle)
{
    *handle = vv_project_find_handle(h->to, h->from->handles[*handle].name);
    return *handle != VV_NONE;
}

static bool map_example(const name_map *h, uint32_t *example)
{
    if (*example >= h->from->example_count)
        return *example < h->to->example_count;
    *example = vv_project_find_example(h->to, h->from->examples[*example].name);
    return *example != VV_NONE;
}

static bool map_names(const name_map *h, vv_project_cue *cue, vv_project_share *shares)
{
    bool known = true;
    for (uint32_t i = 0; i < cue->place.share_count; i++) {
        shares[i] = cue->place.shares[i];
        known = known && map_example(h, &shares[i].example);
    }
    cue->place.shares = shares;
    if (cue->kind == VV_CUE_STRENGTHS && (cue->strengths.given >> VV_STRENGTH_ENERGY_EXAMPLE & 1u))
        known = known && map_example(h, &cue->strengths.values.energy_example);
    if (cue->kind == VV_CUE_STRENGTHS && (cue->strengths.given >> VV_STRENGTH_VELOCITY_EXAMPLE & 1u))
        known = known && map_example(h, &cue->strengths.values.velocity_example);
    if (cue->kind == VV_CUE_PLAY && cue->clip != VV_NONE)
        known = known && map_clip(h, &cue->clip);
    if (cue->kind == VV_CUE_AIM)
        known = known && map_handle(h, &cue->handle);
    return known;
}

static bool map_actor(const vv_performance *p, const vv_performance *from, vv_project_cue *cue,
                      vv_project_share *shares)
{
    if (cue->actor == VV_NONE)
        return true;
    const vv_project_actor *old = &from->scene->stage.actors[cue->actor];
    cue->actor = vv_project_find_actor(p->scene, old->name);
    if (cue->actor == VV_NONE || !vv_project_cue_suits(cue->kind, p->scene->stage.actors[cue->actor].kind))
        return false;
    name_map h = {{from->project, p->project},
                  from->project->artworks[old->artwork],
                  p->project->artworks[p->scene->stage.actors[cue->actor].artwork]};
    return map_names(&h, cue, shares);
}

vv_result vv_performance_inherit(vv_performance *p, const vv_performance *from, vv_error *error)
{
    vv_project_share shares[VV_BLEND_MAX_EXAMPLES];
    double ratio = (double)from->scene->stage.step / (double)p->scene->stage.step;
    vv_result result = VV_OK;
    VV_ASSERT(p->live_count == 0);
    for (uint32_t i = 0; result == VV_OK && i < from->live_count; i++) {
        vv_live_cue live = from->live[i];
        double step = floor((double)live.step * ratio + 0.5);
        live.step = step > (double)vvi_performance_steps(p) ? (uint64_t)step : vvi_performance_steps(p);
        if (!live.from_document && map_actor(p, from, &live.cue, shares))
            result = vvi_performance_add_live(p, live, error);
    }
    return result;
}
