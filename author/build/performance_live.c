/* What is done to a performance by hand: cues that act before the next fixed step and are stored with that step; and
 * writing them as the script of a scene. */
#include "performance.h"

#include <string.h>

const vv_live_cue *vv_performance_live_cues(const vv_performance *p, uint32_t *count)
{
    *count = p->live_count;
    return p->live;
}

void vvi_performance_rewind_live(vv_performance *p)
{
    p->next_live = p->live_count;
    while (p->next_live > 0 && p->live[p->next_live - 1].step >= vvi_performance_steps(p))
        p->next_live--;
}

static bool is_live_due(void *performance, uint64_t step)
{
    const vv_performance *p = performance;
    return p->next_live < p->live_count && p->live[p->next_live].step <= step;
}

static void perform_live(void *performance, uint64_t step)
{
    vv_performance *p = performance;
    for (; is_live_due(p, step); p->next_live++) {
        vvi_cue_values values;
        vv_scene_cue cue = vvi_staged_scene_cue(p->staged, &p->live[p->next_live].cue, &values);
        vvi_scene_player_perform(p->player, &cue);
    }
}

vvi_scene_director vvi_performance_director(vv_performance *p)
{
    return (vvi_scene_director){p, is_live_due, perform_live};
}

/* ---- Adding a cue ------------------------------------------------------------------------------------------------ */

/* Whether `later` replaces `earlier`, which acts before the same step. Strengths are merged instead. */
static bool replaces_cue(const vv_project_cue *later, const vv_project_cue *earlier)
{
    if (later->kind != earlier->kind || later->actor != earlier->actor)
        return false;
    switch (later->kind) {
    case VV_CUE_PLACE:
    case VV_CUE_STRENGTHS:
    case VV_CUE_FORCE:
    case VV_CUE_WIND:
    case VV_CUE_GRAVITY:
    case VV_CUE_PLAY:
        return true;
    case VV_CUE_AIM:
        return later->handle == earlier->handle && later->channel == earlier->channel;
    case VV_CUE_HOLD:
        return later->name[0] && strcmp(later->name, earlier->name) == 0;
    case VV_CUE_INPUT:
    case VV_CUE_MOVE:
    case VV_CUE_MOTOR:
    case VV_CUE_LIMITS:
    case VV_CUE_SPRING:
    case VV_CUE_LENGTH:
    case VV_CUE_TARGET:
        return strcmp(later->name, earlier->name) == 0;
    case VV_CUE_PUSH:
    case VV_CUE_VELOCITY:
    case VV_CUE_TELEPORT:
    case VV_CUE_FLIP:
    case VV_CUE_RELEASE:
    case VV_CUE_RAISE:
    case VV_CUE_BREAK:
    case VV_CUE_CHANGE:
    case VV_CUE_ZONE:
    case VV_CUE_MATERIAL: /* each changes only the values that it gives, so both act */
    case VV_CUE_KINDS:
        break;
    }
    return false;
}

/* The cue of the coming step that this one replaces; NULL: none. A release in between prevents it. */
static vv_live_cue *find_replaced(vv_performance *p, const vv_live_cue *live)
{
    for (uint32_t i = p->live_count; i-- > 0 && p->live[i].step == live->step;) {
        vv_live_cue *known = &p->live[i];
        if (replaces_cue(&live->cue, &known->cue) && known->from_document == live->from_document)
            return known;
        if (known->cue.kind == VV_CUE_RELEASE && known->cue.actor == live->cue.actor)
            return NULL;
    }
    return NULL;
}

static void replace_cue(vv_project_cue *known, const vv_project_cue *cue)
{
    if (cue->kind == VV_CUE_STRENGTHS) {
        vv_project_strengths_apply(&cue->strengths, &known->strengths.values);
        known->strengths.given |= cue->strengths.given;
    } else if (cue->kind == VV_CUE_HOLD) { /* point and strength stay those of the first */
        known->has_vector = cue->has_vector;
        known->vector = cue->vector;
    } else {
        *known = *cue;
    }
}

static vv_result copy_shares(vv_performance *p, vv_project_place *place, vv_error *error)
{
    if (place->share_count == 0)
        return VV_OK;
    vv_project_share *shares = vvi_arena_allocate(&p->shares, place->share_count, sizeof *shares);
    if (!shares)
        return vvi_fail_memory(error, place->share_count * sizeof *shares);
    memcpy(shares, place->shares, place->share_count * sizeof *shares);
    place->shares = shares;
    return VV_OK;
}

static vv_result append_cue(vv_performance *p, vv_live_cue live, vv_error *error)
{
    void *items = p->live;
    if (p->live_count + p->scene->stage.cue_count >= VV_PROJECT_MAX_CUES) {
        vvi_fail(error, VV_ERROR_LIMIT, "this run has more than %u cues, which is the most that a script can have",
                 VV_PROJECT_MAX_CUES);
        vvi_error_remedy(error, "keep what was done as a take, or go back to the start");
        return VV_ERROR_LIMIT;
    }
    if (!vvi_grow(p->allocator, &items, &p->live_capacity, p->live_count + 1, sizeof *p->live))
        return vvi_fail_memory(error, (p->live_count + 1) * sizeof *p->live);
    p->live = items;
    vv_result result = copy_shares(p, &live.cue.place, error);
    if (result == VV_OK)
        p->live[p->live_count++] = live;
    return result;
}

vv_result vvi_performance_add_live(vv_performance *p, vv_live_cue live, vv_error *error)
{
    live.cue.time = 0.0f;
    while (p->live_count > 0 && p->live[p->live_count - 1].step > live.step)
        p->live_count--;
    vv_live_cue *known = find_replaced(p, &live);
    if (!known)
        return append_cue(p, live, error);
    vv_result result = copy_shares(p, &live.cue.place, error);
    if (result == VV_OK)
        replace_cue(&known->cue, &live.cue);
    return result;
}

/* An actor keeps masses of its own, which its size and density need, only if the scene says from the start that they
 * change or differ from 1. As the entry of a take's script this cue would act, and the take would differ from the
 * run. */
static vv_result check_size(const vv_performance *p, const vv_project_cue *cue, vv_error *error)
{
    const uint32_t sizes = 1u << VV_CHANGE_SCALE | 1u << VV_CHANGE_DENSITY;
    if (cue->kind != VV_CUE_CHANGE || cue->actor == VV_NONE || !(cue->change.given & sizes))
        return VV_OK;
    const vv_actor_def *def = &p->staged->def.actors[cue->actor].def;
    if (def->puppet || def->resizable || def->scale != 1.0f || def->density != 1.0f)
        return VV_OK;
    vvi_fail(error, VV_ERROR_ARGUMENT, "\"%s\" is not resizable while it plays",
             p->scene->stage.actors[cue->actor].name);
    vvi_error_remedy(error,
                     "give it a density other than 1, or an entry of the script that changes its scale or density");
    return VV_ERROR_ARGUMENT;
}

vv_result vv_performance_add_cue(vv_performance *p, const vv_project_cue *cue, vv_error *error)
{
    VV_ASSERT(cue->actor == VV_NONE || cue->actor < p->actor_count);
    vv_result result = check_size(p, cue, error);
    return result != VV_OK
               ? result
               : vvi_performance_add_live(p, (vv_live_cue){.step = vvi_performance_steps(p), .cue = *cue}, error);
}

vv_result vv_performance_add_cue_json(vv_performance *p, const vv_json_document *json, const vv_json *entry,
                                      vv_error *error)
{
    vv_project_share shares[VV_BLEND_MAX_EXAMPLES];
    vv_project_cue cue;
    vv_result result = vv_project_read_cue(json, entry, p->project, p->scene, p->allocator, shares, &cue, error);
    return result == VV_OK ? vv_performance_add_cue(p, &cue, error) : result;
}

/* ---- A take ------------------------------------------------------------------------------------------------------ */

/* Merges script and live cues by time: cues[cue_count + live_count] out. Before the same step the script acts first,
 * as it did in the run. */
static void merge_cues(const vv_performance *p, vv_project_cue *cues)
{
    const vv_project_stage *stage = &p->scene->stage;
    uint32_t own = 0, count = 0;
    for (uint32_t i = 0; i < p->live_count; i++) {
        while (own < stage->cue_count && vvi_scene_is_due(stage->step, stage->cues[own].time, p->live[i].step))
            cues[count++] = stage->cues[own++];
        cues[count] = p->live[i].cue;
        cues[count].time = vvi_performance_time(stage->step, p->live[i].step, count > 0 ? cues[count - 1].time : 0.0f);
        count++;
    }
    while (own < stage->cue_count)
        cues[count++] = stage->cues[own++];
}

/* Gives actors the strengths that they were made with, whatever those of the artworks are now. */
static void restore_initial_strengths(const vv_performance *p, vv_project_actor *actors)
{
    for (uint32_t i = 0; i < p->actor_count; i++) {
        const vvi_performance_actor *a = &p->actors[i];
        const vv_strengths *artwork = &p->project->artworks[actors[i].artwork]->sprite.strengths;
        vv_project_strengths changes = vv_project_strengths_between(&a->current_strengths, &a->initial_strengths);
        if (changes.given)
            actors[i].strengths = vv_project_strengths_between(artwork, &a->initial_strengths);
    }
}

static vv_result name_take(vv_project_scene *take, const char *name, float seconds, vv_error *error)
{
    size_t length = strlen(name);
    if (length == 0 || length >= sizeof take->name)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "a scene's name has 1 to %zu bytes", sizeof take->name - 1);
    memset(take->name, 0, sizeof take->name);
    memcpy(take->name, name, length);
    take->seconds = seconds;
    return VV_OK;
}

vv_result vv_performance_write_scene(const vv_performance *p, const char *name, float seconds,
                                     const vv_allocator *allocator, char **text, size_t *length, vv_error *error)
{
    vvi_arena arena = {.allocator = allocator};
    vv_project_scene take = *p->scene;
    uint32_t cue_count = take.stage.cue_count + p->live_count;
    vv_project_cue *cues = vvi_arena_allocate(&arena, cue_count + 1u, sizeof *cues);
    vv_project_actor *actors = vvi_arena_allocate(&arena, p->actor_count + 1u, sizeof *actors);
    vv_result result = cues && actors ? name_take(&take, name, seconds, error) : vvi_fail_memory(error, 0);
    if (result == VV_OK) {
        if (p->actor_count > 0)
            memcpy(actors, take.stage.actors, p->actor_count * sizeof *actors);
        restore_initial_strengths(p, actors);
        merge_cues(p, cues);
        take.stage.actors = actors;
        take.stage.cues = cues;
        take.stage.cue_count = cue_count;
        result = vv_project_write_scene(p->project, &take, allocator, text, length, error);
    }
    vvi_arena_release(&arena);
    return result;
}
