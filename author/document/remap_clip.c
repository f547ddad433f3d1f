/* What clips, families and recordings refer to by index, and what refers to them, followed when lists are rearranged: see
 * remap.c. */
#include "author/document/state.h"

/* ---- Handles of an artwork ------------------------------------------------------------------------------------------- */

/* The clip is the state's own, here and below. */
static void follow_tracks(vv_project_clip *clip, const vvi_map *map)
{
    vv_track *tracks = (vv_track *)clip->tracks;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < clip->track_count; i++) {
        vv_track track = tracks[i];
        track.handle = map->to[track.handle];
        if (track.handle != VV_NONE)
            tracks[kept++] = track;
    }
    clip->track_count = kept;
}

static void follow_link_handles(vv_project_family *family, uint32_t artwork, const vvi_map *map)
{
    vv_family_link *links = (vv_family_link *)family->links;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < family->link_count; i++) {
        vv_family_link link = links[i];
        bool left = true;
        for (int end = 0; end < 2 && !link.points; end++) {
            if (family->members[link.member[end]] == artwork)
                link.handle[end] = map->to[link.handle[end]];
            left = left && link.handle[end] != VV_NONE;
        }
        if (left)
            links[kept++] = link;
    }
    family->link_count = kept;
}

/* Regions of removed handles go, and their part of every frame. */
static void follow_regions(vv_project_recording *recording, const vvi_map *map)
{
    vv_region *regions = (vv_region *)recording->regions;
    vv_region_state *states = (vv_region_state *)recording->frames;
    uint32_t count = recording->region_count, kept = 0;
    size_t next = 0;
    for (size_t i = 0; i < (size_t)count * recording->frame_count; i++) {
        if (map->to[regions[i % count].handle] != VV_NONE)
            states[next++] = states[i];
    }
    for (uint32_t i = 0; i < count; i++) {
        vv_region region = {map->to[regions[i].handle], regions[i].threshold};
        if (region.handle != VV_NONE)
            regions[kept++] = region;
    }
    recording->region_count = kept;
}

/* ---- Handles on a stage ---------------------------------------------------------------------------------------------- */

/* Whose handles a copy takes. */
static uint32_t source_of(const vvi_state *state, const vv_project_stage *stage, const vv_project_copy *copy)
{
    return copy->recording == VV_NONE ? stage->actors[copy->from].artwork
                                      : state->recordings[copy->recording]->view.artwork;
}

static void follow_follow_handles(const vv_project_stage *stage, vv_project_actor *actor, uint32_t artwork,
                                  const vvi_map *map)
{
    vv_project_follow *follows = (vv_project_follow *)actor->follows;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < actor->follow_count; i++) {
        vv_project_follow follow = follows[i];
        if (actor->artwork == artwork)
            follow.def.handle = map->to[follow.def.handle];
        if (follow.actor != VV_NONE && stage->actors[follow.actor].artwork == artwork)
            follow.def.other = map->to[follow.def.other];
        if (follow.def.handle != VV_NONE && follow.def.other != VV_NONE)
            follows[kept++] = follow;
    }
    actor->follow_count = kept;
}

static void follow_pair_handles(vv_project_copy *copy, bool source, bool target, const vvi_map *map)
{
    vv_region_pair *pairs = (vv_region_pair *)copy->pairs;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < copy->pair_count; i++) {
        vv_region_pair pair = pairs[i];
        if (source)
            pair.from.handle = map->to[pair.from.handle];
        if (target)
            pair.to.handle = map->to[pair.to.handle];
        if (pair.from.handle != VV_NONE && pair.to.handle != VV_NONE)
            pairs[kept++] = pair;
    }
    copy->pair_count = kept;
}

static void follow_copy_handles(const vvi_state *state, const vv_project_stage *stage, vv_project_actor *actor,
                                uint32_t artwork, const vvi_map *map)
{
    vv_project_copy *copies = (vv_project_copy *)actor->copies;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < actor->copy_count; i++) {
        vv_project_copy copy = copies[i];
        follow_pair_handles(&copy, source_of(state, stage, &copy) == artwork, actor->artwork == artwork, map);
        if (copy.pair_count > 0)
            copies[kept++] = copy;
    }
    actor->copy_count = kept;
}

static void follow_aims(vv_project_stage *stage, uint32_t artwork, const vvi_map *map)
{
    vv_project_cue *cues = (vv_project_cue *)stage->cues;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < stage->cue_count; i++) {
        bool aims = cues[i].kind == VV_CUE_AIM && stage->actors[cues[i].actor].artwork == artwork;
        if (aims)
            cues[i].handle = map->to[cues[i].handle];
        if (!aims || cues[i].handle != VV_NONE)
            cues[kept++] = cues[i];
    }
    stage->cue_count = kept;
}

static bool follow_stage_handles(vvi_state *state, uint32_t index, uint32_t artwork, const vvi_map *map)
{
    if (!vvi_has_puppets(&state->scenes[index]->view.stage)) /* nobody else names a handle */
        return true;
    vvi_scene *scene = vvi_state_own_scene(state, index);
    if (!scene)
        return false;
    vv_project_stage *stage = &scene->view.stage;
    for (uint32_t i = 0; i < stage->actor_count; i++) {
        vv_project_actor *actor = (vv_project_actor *)&stage->actors[i];
        follow_follow_handles(stage, actor, artwork, map);
        follow_copy_handles(state, stage, actor, artwork, map);
    }
    follow_aims(stage, artwork, map);
    return true;
}

/* Recordings of which no region is left go. */
static bool drop_empty_recordings(vvi_state *state)
{
    for (uint32_t i = state->view.recording_count; i-- > 0;) {
        if (state->recordings[i]->view.region_count > 0)
            continue;
        vvi_map without = vvi_map_remove(state->view.recording_count, i);
        if (!vvi_remap_recordings(state, &without))
            return false;
    }
    return true;
}

bool vvi_remap_directing_handles(vvi_state *state, uint32_t artwork, const vvi_map *map)
{
    if (vvi_map_keeps(map))
        return true;
    for (uint32_t i = 0; i < state->view.scene_count; i++) {
        if (!follow_stage_handles(state, i, artwork, map))
            return false;
    }
    for (uint32_t i = 0; i < state->view.clip_count; i++) {
        if (state->clips[i]->view.artwork != artwork)
            continue;
        vvi_clip *clip = vvi_state_own_clip(state, i);
        if (!clip)
            return false;
        follow_tracks(&clip->view, map);
    }
    for (uint32_t i = 0; i < state->view.family_count; i++) {
        if (vv_project_find_member(&state->families[i]->view, artwork) == VV_NONE)
            continue;
        vvi_family *family = vvi_state_own(state, VVI_BLOCK_FAMILY, i);
        if (!family)
            return false;
        follow_link_handles(&family->view, artwork, map);
    }
    for (uint32_t i = 0; i < state->view.recording_count; i++) {
        if (state->recordings[i]->view.artwork != artwork)
            continue;
        vvi_recording *recording = vvi_state_own(state, VVI_BLOCK_RECORDING, i);
        if (!recording)
            return false;
        follow_regions(&recording->view, map);
    }
    return drop_empty_recordings(state);
}

void vvi_remap_joins(vv_project_puppet *puppet, const vvi_map *map)
{
    vv_puppet_join *joins = (vv_puppet_join *)puppet->joins;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < puppet->join_count; i++) {
        vv_puppet_join join = {map->to[joins[i].a], map->to[joins[i].b], joins[i].parts};
        if (join.a != VV_NONE && join.b != VV_NONE)
            joins[kept++] = join;
    }
    puppet->join_count = kept;
}

/* ---- Artworks -------------------------------------------------------------------------------------------------------- */

/* Members that are gone take their links with them. */
static void follow_members(vv_project_family *family, const vvi_map *map)
{
    vv_family_link *links = (vv_family_link *)family->links;
    uint32_t at[VV_PUPPET_MAX_MEMBERS], members = 0, kept = 0;
    for (uint32_t i = 0; i < family->member_count; i++) {
        uint32_t artwork = map->to[family->members[i]];
        at[i] = artwork == VV_NONE ? VV_NONE : members;
        if (artwork != VV_NONE)
            family->members[members++] = artwork;
    }
    for (uint32_t i = 0; i < family->link_count; i++) {
        vv_family_link link = links[i];
        link.member[0] = at[link.member[0]];
        link.member[1] = at[link.member[1]];
        if (link.member[0] != VV_NONE && link.member[1] != VV_NONE)
            links[kept++] = link;
    }
    family->member_count = members;
    family->link_count = kept;
}

static bool follow_family(vvi_state *state, uint32_t index, const vvi_map *map)
{
    const vv_project_family *view = &state->families[index]->view;
    bool moved = false;
    for (uint32_t i = 0; i < view->member_count; i++)
        moved = moved || map->to[view->members[i]] != view->members[i];
    if (!moved)
        return true;
    vvi_family *family = vvi_state_own(state, VVI_BLOCK_FAMILY, index);
    if (!family)
        return false;
    follow_members(&family->view, map);
    if (family->view.member_count > 0)
        return true;
    vvi_map without = vvi_map_remove(state->view.family_count, index);
    return vvi_remap_families(state, &without);
}

static bool follow_clip(vvi_state *state, uint32_t index, const vvi_map *map)
{
    uint32_t before = state->clips[index]->view.artwork, now = map->to[before];
    if (now == before)
        return true;
    if (now == VV_NONE) {
        vvi_map without = vvi_map_remove(state->view.clip_count, index);
        return vvi_remap_clips(state, &without);
    }
    vvi_clip *clip = vvi_state_own_clip(state, index);
    if (clip)
        clip->view.artwork = now;
    return clip != NULL;
}

static bool follow_recording(vvi_state *state, uint32_t index, const vvi_map *map)
{
    uint32_t before = state->recordings[index]->view.artwork, now = map->to[before];
    if (now == before)
        return true;
    if (now == VV_NONE) {
        vvi_map without = vvi_map_remove(state->view.recording_count, index);
        return vvi_remap_recordings(state, &without);
    }
    vvi_recording *recording = vvi_state_own(state, VVI_BLOCK_RECORDING, index);
    if (recording)
        recording->view.artwork = now;
    return recording != NULL;
}

bool vvi_remap_directing_artworks(vvi_state *state, const vvi_map *map)
{
    bool good = true;
    for (uint32_t i = state->view.clip_count; good && i-- > 0;)
        good = follow_clip(state, i, map);
    for (uint32_t i = state->view.family_count; good && i-- > 0;)
        good = follow_family(state, i, map);
    for (uint32_t i = state->view.recording_count; good && i-- > 0;)
        good = follow_recording(state, i, map);
    return good;
}
