/* What puppets on stages refer to by index, followed when clips, families, recordings and actors are rearranged: see
 * remap.c. */
#include "author/document/cues.h"
#include "author/document/state.h"

/* ---- Clips, families, recordings -------------------------------------------------------------------------------------- */

static uint32_t moved_to(const vvi_map *map, uint32_t index) { return index == VV_NONE ? VV_NONE : map->to[index]; }

static void follow_clips(vv_project_stage *stage, const vvi_map *map)
{
    vv_project_cue *cues = (vv_project_cue *)stage->cues;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < stage->actor_count; i++) {
        vv_project_actor *actor = (vv_project_actor *)&stage->actors[i];
        actor->clip = moved_to(map, actor->clip);
    }
    for (uint32_t i = 0; i < stage->cue_count; i++) {
        vv_project_cue cue = cues[i];
        cue.clip = moved_to(map, cue.clip);
        if (cue.clip != VV_NONE || cues[i].clip == VV_NONE)
            cues[kept++] = cue;
    }
    stage->cue_count = kept;
}

static void follow_families(vv_project_stage *stage, const vvi_map *map)
{
    for (uint32_t i = 0; i < stage->actor_count; i++) {
        vv_project_actor *actor = (vv_project_actor *)&stage->actors[i];
        actor->family = moved_to(map, actor->family);
    }
}

static void follow_recordings(vv_project_stage *stage, const vvi_map *map)
{
    for (uint32_t i = 0; i < stage->actor_count; i++) {
        vv_project_actor *actor = (vv_project_actor *)&stage->actors[i];
        vv_project_copy *copies = (vv_project_copy *)actor->copies;
        uint32_t kept = 0;
        for (uint32_t c = 0; c < actor->copy_count; c++) {
            vv_project_copy copy = copies[c];
            copy.recording = moved_to(map, copy.recording);
            if (copy.recording != VV_NONE || copy.from != VV_NONE)
                copies[kept++] = copy;
        }
        actor->copy_count = kept;
    }
}

static bool names_clip(const vv_project_stage *stage, const vvi_map *map)
{
    for (uint32_t i = 0; i < stage->actor_count; i++) {
        if (moved_to(map, stage->actors[i].clip) != stage->actors[i].clip)
            return true;
    }
    for (uint32_t i = 0; i < stage->cue_count; i++) {
        if (moved_to(map, stage->cues[i].clip) != stage->cues[i].clip)
            return true;
    }
    return false;
}

static bool names_family(const vv_project_stage *stage, const vvi_map *map)
{
    for (uint32_t i = 0; i < stage->actor_count; i++) {
        if (moved_to(map, stage->actors[i].family) != stage->actors[i].family)
            return true;
    }
    return false;
}

static bool names_recording(const vv_project_stage *stage, const vvi_map *map)
{
    for (uint32_t i = 0; i < stage->actor_count; i++) {
        for (uint32_t c = 0; c < stage->actors[i].copy_count; c++) {
            uint32_t recording = stage->actors[i].copies[c].recording;
            if (moved_to(map, recording) != recording)
                return true;
        }
    }
    return false;
}

/* Only stages that name something which moved are copied. */
static bool follow_on_stages(vvi_state *state, vvi_block kind, const vvi_map *map,
                             bool (*names)(const vv_project_stage *stage, const vvi_map *map),
                             void (*follow)(vv_project_stage *stage, const vvi_map *map))
{
    for (uint32_t i = 0; i < state->view.scene_count; i++) {
        const vv_project_scene *scene = &state->scenes[i]->view;
        if (scene->kind != VV_SCENE_STAGE || !names(&scene->stage, map))
            continue;
        vvi_scene *own = vvi_state_own_scene(state, i);
        if (!own)
            return false;
        follow(&own->view.stage, map);
    }
    vvi_remap_list(state, kind, map);
    return true;
}

bool vvi_remap_clips(vvi_state *state, const vvi_map *map)
{
    return follow_on_stages(state, VVI_BLOCK_CLIP, map, names_clip, follow_clips);
}

bool vvi_remap_families(vvi_state *state, const vvi_map *map)
{
    return follow_on_stages(state, VVI_BLOCK_FAMILY, map, names_family, follow_families);
}

bool vvi_remap_recordings(vvi_state *state, const vvi_map *map)
{
    return follow_on_stages(state, VVI_BLOCK_RECORDING, map, names_recording, follow_recordings);
}

static bool is_outsider(const vvi_state *state, const vv_project_actor *actor)
{
    return actor->family != VV_NONE &&
           vv_project_find_member(&state->families[actor->family]->view, actor->artwork) == VV_NONE;
}

bool vvi_settle_members(vvi_state *state)
{
    for (uint32_t i = 0; i < state->view.scene_count; i++) {
        for (uint32_t a = 0; a < state->scenes[i]->view.stage.actor_count; a++) {
            if (!is_outsider(state, &state->scenes[i]->view.stage.actors[a]))
                continue;
            vvi_scene *own = vvi_state_own_scene(state, i);
            if (!own)
                return false;
            ((vv_project_actor *)&own->view.stage.actors[a])->family = VV_NONE;
        }
    }
    return true;
}

/* ---- Actors ----------------------------------------------------------------------------------------------------------- */

static void follow_followed(vv_project_actor *actor, const vvi_map *map)
{
    vv_project_follow *follows = (vv_project_follow *)actor->follows;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < actor->follow_count; i++) {
        vv_project_follow follow = follows[i];
        follow.actor = moved_to(map, follow.actor);
        if (follow.actor != VV_NONE || follows[i].actor == VV_NONE)
            follows[kept++] = follow;
    }
    actor->follow_count = kept;
}

static void follow_copied(vv_project_actor *actor, const vvi_map *map)
{
    vv_project_copy *copies = (vv_project_copy *)actor->copies;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < actor->copy_count; i++) {
        vv_project_copy copy = copies[i];
        copy.from = moved_to(map, copy.from);
        if (copy.from != VV_NONE || copy.recording != VV_NONE)
            copies[kept++] = copy;
    }
    actor->copy_count = kept;
}

void vvi_remap_followed(vv_project_stage *stage, const vvi_map *map)
{
    for (uint32_t i = 0; i < stage->actor_count; i++) {
        follow_followed((vv_project_actor *)&stage->actors[i], map);
        follow_copied((vv_project_actor *)&stage->actors[i], map);
    }
}

void vvi_settle_actor_kind(vv_project_stage *stage, uint32_t actor)
{
    vv_project_cue *cues = (vv_project_cue *)stage->cues;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < stage->cue_count; i++) {
        if (cues[i].actor != actor || vv_project_cue_suits(cues[i].kind, stage->actors[actor].kind))
            cues[kept++] = cues[i];
    }
    stage->cue_count = kept;
    vvi_map gone = {.count = stage->actor_count, .old_count = stage->actor_count};
    for (uint32_t i = 0; i < stage->actor_count; i++)
        gone.to[i] = i == actor ? VV_NONE : i;
    if (stage->actors[actor].kind != VV_ACTOR_PUPPET) /* nobody can follow it any more */
        vvi_remap_followed(stage, &gone);
}

/* ---- Examples --------------------------------------------------------------------------------------------------------- */

void vvi_remap_attractions(vv_project_actor *actor, const vvi_map *map)
{
    uint32_t *examples = (uint32_t *)actor->attractions, kept = 0;
    for (uint32_t i = 0; i < actor->attraction_count; i++) {
        uint32_t example = map->to[examples[i]];
        if (example != VV_NONE)
            examples[kept++] = example;
    }
    actor->attraction_count = kept;
}
