/* What directs an actor: the clips of its artwork; of a puppet also its family, what its handles follow and what it
 * copies. All of it is scaled to the size of the actor. */
#include "performance.h"
#include "session.h"

#include "runtime/base/base.h"

#include <string.h>

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

static vv_result make_clip(const vv_performance *p, const vvi_performance_actor *a, uint32_t index, vv_clip **out,
                           vv_error *error)
{
    const vv_project_clip *clip = p->project->clips[index];
    vvi_arena arena = {.allocator = p->allocator};
    vv_clip_def def = {.handle_count = a->rigged->body->handle_count,
                       .duration = clip->length,
                       .loop = clip->loop,
                       .track_count = clip->track_count,
                       .tracks = clip->tracks};
    vv_result result = a->staged->scale == 1.0f || scale_tracks(&def, a->staged->scale, &arena)
                           ? vv_clip_create(&def, p->allocator, out, error)
                           : vvi_fail_memory(error, 0);
    vvi_arena_release(&arena);
    return vvi_prefix_error_path(result, error, "$.clips[%u]", index);
}

/* Makes all clips of the artwork, since any of them may be played later. */
static vv_result make_clips(vv_performance *p, uint32_t index, vv_error *error)
{
    vvi_performance_actor *a = &p->actors[index];
    a->clip_count = p->project->clip_count;
    a->clips = vvi_allocate_zeroed(p->allocator, a->clip_count + 1u, sizeof *a->clips);
    vv_result result = a->clips ? VV_OK : vvi_fail_memory(error, a->clip_count * sizeof *a->clips);
    for (uint32_t i = 0; result == VV_OK && i < a->clip_count; i++) {
        if (p->project->clips[i]->artwork == p->scene->stage.actors[index].artwork)
            result = make_clip(p, a, i, &a->clips[i], error);
    }
    return result;
}

vv_result vvi_performance_clip(vv_performance *p, uint32_t index, vv_actor_def *def, vv_error *error)
{
    const vv_project_actor *actor = &p->scene->stage.actors[index];
    vvi_performance_actor *a = &p->actors[index];
    vv_result result = make_clips(p, index, error);
    if (result != VV_OK)
        return result;
    def->clip = actor->clip != VV_NONE ? a->clips[actor->clip] : NULL;
    def->clip_start = a->clip_start = (double)actor->clip_start;
    a->clip = actor->clip;
    return VV_OK;
}

/* ---- Families ---------------------------------------------------------------------------------------------------- */

/* Stages the members of the actor's family. */
static vv_result stage_family(vv_performance *p, vv_session *session, uint32_t index, const vv_progress *progress,
                              vv_error *error)
{
    const vv_project_actor *actor = &p->scene->stage.actors[index];
    const vv_project_family *family = p->project->families[actor->family];
    vvi_performance_actor *a = &p->actors[index];
    vv_result result = VV_OK;
    for (uint32_t m = 0; result == VV_OK && m < family->member_count; m++) {
        const vv_rigged *rigged = NULL;
        const vv_staged *staged = NULL;
        result = vv_session_scaled(session, family->members[m], VV_ACTOR_PUPPET, actor->scale, progress, &rigged,
                                   &staged, error);
        if (result != VV_OK)
            break;
        a->members[m] = (vvi_member){family->members[m], vv_rigged_retain(rigged), vv_staged_retain(staged)};
        a->member_count = m + 1;
    }
    return result;
}

static vv_result make_family(vv_performance *p, uint32_t index, vv_error *error)
{
    const vv_project_actor *actor = &p->scene->stage.actors[index];
    const vv_project_family *family = p->project->families[actor->family];
    vvi_performance_actor *a = &p->actors[index];
    const vv_puppet *puppets[VV_PUPPET_MAX_MEMBERS];
    vvi_arena arena = {.allocator = p->allocator};
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
    vv_result result = links ? vv_family_create(&def, p->allocator, &a->family, error) : vvi_fail_memory(error, 0);
    vvi_arena_release(&arena);
    return vvi_prefix_error_path(result, error, "$.families[%u]", actor->family);
}

vv_result vvi_performance_stage_members(vv_performance *p, vv_session *session, uint32_t index,
                                        const vv_progress *progress, vv_error *error)
{
    const vv_project_actor *actor = &p->scene->stage.actors[index];
    vvi_performance_actor *a = &p->actors[index];
    if (actor->kind == VV_ACTOR_PUPPET && actor->family != VV_NONE)
        return stage_family(p, session, index, progress, error);
    a->members[0] = (vvi_member){actor->artwork, vv_rigged_retain(a->rigged), vv_staged_retain(a->staged)};
    a->member_count = 1;
    return VV_OK;
}

/* ---- Copies and follows ------------------------------------------------------------------------------------------ */

static vv_result make_recording(vv_performance *p, const vv_project_recording *recording, vv_recording **out,
                                vv_error *error)
{
    vv_recording_def def = vvi_recording_def(recording);
    return vv_recording_create(&def, p->allocator, out, error);
}

static uint32_t find_region(const vv_project_recording *recording, vv_region region)
{
    for (uint32_t i = 0; i < recording->region_count; i++) {
        if (recording->regions[i].handle == region.handle)
            return i;
    }
    return 0;
}

/* Pair k of a copy uses region k of a recording, so the regions are sorted in the order of the pairs. */
static vv_result sort_recording(vv_performance *p, vvi_performance_actor *a, const vv_project_copy *copy,
                                uint32_t index, vvi_arena *arena, vv_error *error)
{
    vv_project_recording sorted = *p->project->recordings[copy->recording];
    vv_region *regions = vvi_arena_allocate(arena, copy->pair_count, sizeof *regions);
    vv_region_state *frames = vvi_arena_allocate(arena, (size_t)copy->pair_count * sorted.frame_count, sizeof *frames);
    if (!regions || !frames)
        return vvi_fail_memory(error, (size_t)copy->pair_count * sorted.frame_count * sizeof *frames);
    for (uint32_t k = 0; k < copy->pair_count; k++) {
        uint32_t region = find_region(&sorted, copy->pairs[k].from);
        regions[k] = sorted.regions[region];
        for (uint32_t f = 0; f < sorted.frame_count; f++)
            frames[(size_t)f * copy->pair_count + k] = sorted.frames[(size_t)f * sorted.region_count + region];
    }
    sorted.region_count = copy->pair_count;
    sorted.regions = regions;
    sorted.frames = frames;
    return vvi_prefix_error_path(make_recording(p, &sorted, &a->recordings[index], error), error, "$.recordings[%u]",
                                 copy->recording);
}

static vv_result fill_copies(vv_performance *p, uint32_t index, vv_region_copy *copies, vvi_arena *arena,
                             vv_error *error)
{
    const vv_project_actor *actor = &p->scene->stage.actors[index];
    vvi_performance_actor *a = &p->actors[index];
    vv_result result = VV_OK;
    for (uint32_t i = 0; result == VV_OK && i < actor->copy_count; i++) {
        const vv_project_copy *copy = &actor->copies[i];
        copies[i] = (vv_region_copy){
            .start = (double)copy->start, .scale = copy->size, .pair_count = copy->pair_count, .pairs = copy->pairs};
        if (copy->from != VV_NONE)
            copies[i].from = p->actors[copy->from].id;
        else
            result = sort_recording(p, a, copy, i, arena, error);
        copies[i].recording = a->recordings[i];
    }
    return result;
}

static void fill_follows(const vv_performance *p, uint32_t index, vv_follow *follows)
{
    const vv_project_actor *actor = &p->scene->stage.actors[index];
    for (uint32_t i = 0; i < actor->follow_count; i++) {
        follows[i] = actor->follows[i].def;
        if (actor->follows[i].actor != VV_NONE)
            follows[i].actor = p->actors[actor->follows[i].actor].id;
    }
}

/* ---- All of it --------------------------------------------------------------------------------------------------- */

vv_material vvi_performance_material(const vv_project *project, const vv_project_actor *actor)
{
    vv_material material = project->artworks[actor->artwork]->puppet.material;
    vv_project_material_apply(&actor->material, &material);
    return material;
}

vv_result vvi_performance_direct(vv_performance *p, uint32_t index, vvi_arena *arena, vv_actor_def *def,
                                 vv_error *error)
{
    const vv_project_actor *actor = &p->scene->stage.actors[index];
    vvi_performance_actor *a = &p->actors[index];
    vv_follow *follows = vvi_arena_allocate(arena, actor->follow_count + 1u, sizeof *follows);
    vv_region_copy *copies = vvi_arena_allocate(arena, actor->copy_count + 1u, sizeof *copies);
    vv_result result = follows && copies ? VV_OK : vvi_fail_memory(error, 0);
    if (result == VV_OK)
        result = fill_copies(p, index, copies, arena, error);
    if (result == VV_OK && actor->family != VV_NONE)
        result = make_family(p, index, error);
    if (result != VV_OK)
        return result;
    fill_follows(p, index, follows);
    def->puppet = a->staged->puppet;
    def->material = a->initial_material = a->current_material = vvi_performance_material(p->project, actor);
    def->family = a->family;
    def->attraction_count = actor->attraction_count;
    def->attractions = actor->attractions;
    def->follow_count = actor->follow_count;
    def->follows = follows;
    def->copy_count = actor->copy_count;
    def->copies = copies;
    return VV_OK;
}

void vvi_performance_play(vv_performance *p, uint32_t actor, uint32_t clip, double start)
{
    vvi_performance_actor *a = &p->actors[actor];
    a->clip = clip;
    a->clip_start = start;
    vv_stage_play_clip(p->stage, a->id, clip == VV_NONE ? NULL : a->clips[clip], start);
}

void vvi_performance_forget_direction(vv_performance *p, vvi_performance_actor *a)
{
    for (uint32_t i = 0; a->clips && i < a->clip_count; i++)
        vv_clip_destroy(a->clips[i], p->allocator);
    vvi_release(p->allocator, a->clips, a->clip_count + 1u, sizeof *a->clips);
    for (uint32_t i = 0; i < VV_PUPPET_MAX_COPIES; i++)
        vv_recording_destroy(a->recordings[i], p->allocator);
    vv_family_destroy(a->family, p->allocator);
    for (uint32_t m = 0; m < a->member_count; m++) {
        vv_staged_destroy(a->members[m].staged);
        vv_rigged_destroy(a->members[m].rigged);
    }
}

/* ---- Queries ----------------------------------------------------------------------------------------------------- */

uint32_t vv_performance_drawings(const vv_performance *p, uint32_t actor, vv_actor_drawing looks[2])
{
    const vvi_performance_actor *a = &p->actors[actor];
    uint32_t member = a->family ? vv_stage_family_member(p->stage, a->id) : 0, before = 0;
    float fading = a->family ? vv_stage_fading_member(p->stage, a->id, &before, NULL) : 0.0f;
    looks[0] = (vv_actor_drawing){a->members[member].artwork, a->members[member].rigged, 1.0f};
    if (!(fading > 0.0f))
        return 1;
    looks[1] = (vv_actor_drawing){a->members[before].artwork, a->members[before].rigged, fading};
    return 2;
}

uint32_t vv_performance_members(const vv_performance *p, uint32_t actor, vv_actor_drawing looks[VV_PUPPET_MAX_MEMBERS])
{
    const vvi_performance_actor *a = &p->actors[actor];
    for (uint32_t m = 0; m < a->member_count; m++)
        looks[m] = (vv_actor_drawing){a->members[m].artwork, a->members[m].rigged, 1.0f};
    return a->member_count;
}

float vv_performance_size(const vv_performance *p, uint32_t actor)
{
    const vv_puppet *puppet = vv_stage_puppet(p->stage, p->actors[actor].id);
    return puppet ? vv_puppet_size(puppet) : vv_sprite_size(p->actors[actor].staged->sprite);
}

uint32_t vv_performance_max_vertex_count(const vv_performance *p, uint32_t actor)
{
    const vvi_performance_actor *a = &p->actors[actor];
    uint32_t most = 0;
    for (uint32_t m = 0; m < a->member_count; m++) {
        uint32_t count = a->members[m].rigged->body->mesh.vertex_count;
        most = count > most ? count : most;
    }
    return most;
}

bool vv_performance_pose(const vv_performance *p, uint32_t actor, vv_affine *pose)
{
    const vvi_performance_actor *a = &p->actors[actor];
    const vv_puppet *puppet = vv_stage_puppet(p->stage, a->id);
    if (!puppet)
        return false;
    vv_stage_pose(p->stage, a->id, pose);
    vv_affine sized = {{a->staged->scale, 0.0f, 0.0f, a->staged->scale}, {0.0f, 0.0f}};
    for (uint32_t j = 0; j < vv_puppet_handle_count(puppet); j++)
        pose[j] = vv_affine_multiply(pose[j], sized);
    return true;
}

/* The correctives of a puppet's drawing act on the handles as they are on the stage. */
void vv_performance_vertices(const vv_performance *p, uint32_t actor, uint32_t look, vv_vec2 *vertices)
{
    uint32_t member;
    vv_actor_drawing looks[2];
    vv_affine pose[VV_RIG_MAX_HANDLES];
    vv_performance_drawings(p, actor, looks);
    if (look > 0)
        vv_stage_fading_member(p->stage, p->actors[actor].id, &member, vertices);
    else if (looks[0].rigged->corrective_count > 0 && vv_performance_pose(p, actor, pose))
        vv_rigged_skin(looks[0].rigged, pose, vertices);
    else
        vv_stage_vertices(p->stage, p->actors[actor].id, vertices);
}
