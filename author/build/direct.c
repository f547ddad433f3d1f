/* What directs an actor: the clips of its artwork; of a puppet also its family, what its handles follow and what it
 * copies. All of it is scaled to the size of the actor. */
#include "staged_scene.h"

#include "session.h"

#include "runtime/stage/puppet/puppet.h"

/* ---- Clips ------------------------------------------------------------------------------------------------------- */

/* Multiplies the lengths of a track of positions by `scale`; its keys are copied into `keys`. */
static void scale_track(vv_track *track, float scale, vv_key *keys)
{
    if (track->channel != VV_CHANNEL_POSITION)
        return;
    for (uint32_t i = 0; i < track->key_count; i++) {
        keys[i] = track->keys[i];
        for (int d = 0; d < 2; d++) {
            keys[i].value[d] *= scale;
            keys[i].in[d] *= scale;
            keys[i].out[d] *= scale;
        }
    }
    track->keys = keys;
    track->advance[0] *= scale;
    track->advance[1] *= scale;
}

static bool scale_tracks(vv_clip_def *def, float scale, vvi_arena *arena)
{
    vv_track *tracks = vvi_arena_allocate(arena, def->track_count + 1u, sizeof *tracks);
    bool good = tracks != NULL;
    for (uint32_t t = 0; good && t < def->track_count; t++) {
        tracks[t] = def->tracks[t];
        vv_key *keys = vvi_arena_allocate(arena, tracks[t].key_count, sizeof *keys);
        good = keys != NULL;
        if (good)
            scale_track(&tracks[t], scale, keys);
    }
    def->tracks = tracks;
    return good;
}

vv_result vvi_make_clip(const vv_project *project, uint32_t index, uint32_t handle_count, float scale,
                        const vv_allocator *allocator, vv_clip **out, vv_error *error)
{
    const vv_project_clip *clip = project->clips[index];
    vvi_arena arena = {.allocator = allocator};
    vv_clip_def def = {.handle_count = handle_count,
                       .duration = clip->length,
                       .loop = clip->loop,
                       .track_count = clip->track_count,
                       .tracks = clip->tracks};
    vv_result result = scale == 1.0f || scale_tracks(&def, scale, &arena) ? vv_clip_create(&def, allocator, out, error)
                                                                          : vvi_fail_memory(error, 0);
    vvi_arena_release(&arena);
    return vvi_prefix_error_path(result, error, "$.clips[%u]", index);
}

uint32_t vvi_find_own_clip(const vv_project *project, uint32_t artwork, uint32_t clip)
{
    uint32_t own = 0;
    if (clip >= project->clip_count || project->clips[clip]->artwork != artwork)
        return VV_NONE;
    for (uint32_t i = 0; i < clip; i++)
        own += project->clips[i]->artwork == artwork;
    return own;
}

/* Makes all clips of the artwork, since any of them may be played later. */
static vv_result make_clips(vvi_staged_scene *s, uint32_t index, vv_error *error)
{
    vvi_staged_actor *a = &s->actors[index];
    uint32_t artwork = s->scene->stage.actors[index].artwork;
    a->clips = vvi_allocate_zeroed(s->allocator, s->project->clip_count + 1u, sizeof *a->clips);
    vv_result result = a->clips ? VV_OK : vvi_fail_memory(error, s->project->clip_count * sizeof *a->clips);
    for (uint32_t i = 0; result == VV_OK && i < s->project->clip_count; i++) {
        if (s->project->clips[i]->artwork == artwork)
            result = vvi_make_clip(s->project, i, a->rigged->body->handle_count, a->staged->scale, s->allocator,
                                   &a->clips[a->clip_count++], error);
    }
    return result;
}

/* ---- Families ---------------------------------------------------------------------------------------------------- */

/* The family of the drawings that were staged, in the size of the actor. */
static vv_result make_family(vvi_staged_scene *s, uint32_t index, vv_error *error)
{
    const vv_project_actor *actor = &s->scene->stage.actors[index];
    const vv_project_family *family = s->project->families[actor->family];
    vvi_staged_actor *a = &s->actors[index];
    const vv_puppet *puppets[VV_PUPPET_MAX_MEMBERS];
    vvi_arena arena = {.allocator = s->allocator};
    vv_family_link *links = vvi_arena_allocate(&arena, family->link_count + 1u, sizeof *links);
    vv_family_def def = vv_default_family_def();
    for (uint32_t m = 0; m < a->member_count; m++)
        puppets[m] = a->members[m].staged->puppet;
    for (uint32_t i = 0; links && i < family->link_count; i++) {
        links[i] = family->links[i];
        links[i].at[0] = vv_vec2_scale(links[i].at[0], actor->scale);
        links[i].at[1] = vv_vec2_scale(links[i].at[1], actor->scale);
    }
    def.member_count = a->member_count;
    def.members = puppets;
    def.link_count = family->link_count;
    def.links = links;
    def.lambda = family->lambda;
    def.margin = family->margin;
    def.pause = family->pause;
    def.fade = family->fade;
    vv_result result = links ? vv_family_create(&def, s->allocator, &a->family, error) : vvi_fail_memory(error, 0);
    vvi_arena_release(&arena);
    return vvi_prefix_error_path(result, error, "$.families[%u]", actor->family);
}

/* ---- Copies and follows ------------------------------------------------------------------------------------------ */

/* Pair k of a copy uses region k of a recording, so its regions are put in the order of the pairs. */
static vv_result make_recording(const vvi_staged_scene *s, const vv_project_copy *copy, vv_recording **out,
                                vv_error *error)
{
    vv_recording_def def = vvi_recording_def(s->project->recordings[copy->recording]);
    vv_recording *whole = NULL;
    vv_result result = vv_recording_create(&def, s->allocator, &whole, error);
    if (result == VV_OK)
        result = vvi_recording_select(whole, copy->pair_count, copy->pairs, s->allocator, out, error);
    vv_recording_destroy(whole, s->allocator);
    return vvi_prefix_error_path(result, error, "$.recordings[%u]", copy->recording);
}

static vv_result fill_copies(vvi_staged_scene *s, uint32_t index, vv_region_copy *copies, vv_error *error)
{
    const vv_project_actor *actor = &s->scene->stage.actors[index];
    vvi_staged_actor *a = &s->actors[index];
    vv_result result = VV_OK;
    for (uint32_t i = 0; result == VV_OK && i < actor->copy_count; i++) {
        const vv_project_copy *copy = &actor->copies[i];
        copies[i] = (vv_region_copy){
            .start = (double)copy->start, .scale = copy->size, .pair_count = copy->pair_count, .pairs = copy->pairs};
        if (copy->from != VV_NONE)
            copies[i].from = (vv_actor){copy->from, 1};
        else
            result = make_recording(s, copy, &a->recordings[i], error);
        copies[i].recording = a->recordings[i];
    }
    return result;
}

static void fill_follows(const vvi_staged_scene *s, uint32_t index, vv_follow *follows)
{
    const vv_project_actor *actor = &s->scene->stage.actors[index];
    for (uint32_t i = 0; i < actor->follow_count; i++) {
        follows[i] = actor->follows[i].def;
        if (actor->follows[i].actor != VV_NONE)
            follows[i].actor = (vv_actor){actor->follows[i].actor, 1};
    }
}

/* ---- All of it --------------------------------------------------------------------------------------------------- */

static vv_result direct_puppet(vvi_staged_scene *s, uint32_t index, vv_actor_def *def, vv_error *error)
{
    const vv_project_actor *actor = &s->scene->stage.actors[index];
    vv_follow *follows = vvi_arena_allocate(&s->arena, actor->follow_count + 1u, sizeof *follows);
    vv_region_copy *copies = vvi_arena_allocate(&s->arena, actor->copy_count + 1u, sizeof *copies);
    vv_result result = follows && copies ? VV_OK : vvi_fail_memory(error, 0);
    if (result == VV_OK)
        result = fill_copies(s, index, copies, error);
    if (result == VV_OK && actor->family != VV_NONE)
        result = make_family(s, index, error);
    if (result != VV_OK)
        return result;
    fill_follows(s, index, follows);
    def->family = s->actors[index].family;
    def->attraction_count = actor->attraction_count;
    def->attractions = actor->attractions;
    def->follow_count = actor->follow_count;
    def->follows = follows;
    def->copy_count = actor->copy_count;
    def->copies = copies;
    return VV_OK;
}

vv_result vvi_direct_actor(vvi_staged_scene *s, uint32_t index, vv_scene_actor *out, vv_error *error)
{
    const vv_project_actor *actor = &s->scene->stage.actors[index];
    const vvi_staged_actor *a = &s->actors[index];
    vv_result result = make_clips(s, index, error);
    if (result == VV_OK && actor->kind == VV_ACTOR_PUPPET)
        result = direct_puppet(s, index, &out->def, error);
    out->clip_count = a->clip_count;
    out->clips = (const vv_clip *const *)a->clips;
    out->clip = actor->clip == VV_NONE ? VV_NONE : vvi_find_own_clip(s->project, actor->artwork, actor->clip);
    out->def.clip_start = (double)actor->clip_start;
    return result;
}

void vvi_forget_direction(const vv_allocator *allocator, vvi_staged_actor *a, uint32_t clip_room)
{
    for (uint32_t i = 0; a->clips && i < a->clip_count; i++)
        vv_clip_destroy(a->clips[i], allocator);
    vvi_release(allocator, a->clips, clip_room, sizeof *a->clips);
    for (uint32_t i = 0; i < VV_PUPPET_MAX_COPIES; i++)
        vv_recording_destroy(a->recordings[i], allocator);
    vv_family_destroy(a->family, allocator);
}
