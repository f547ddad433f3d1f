/* What scenes and sprites refer to by index, followed when lists are rearranged: the other half of remap.c. */
#include "author/document/state.h"

#include <string.h>

/* ---- Places --------------------------------------------------------------------------------------------------------- */

bool vvi_remap_place(const vvi_map *map, const vv_project_place *from, vv_project_share *shares, vv_project_place *to)
{
    float sum = 0.0f;
    uint32_t count = 0;
    for (uint32_t i = 0; i < from->share_count; i++) {
        vv_project_share share = {map->to[from->shares[i].example], from->shares[i].weight};
        if (share.example == VV_NONE)
            continue;
        uint32_t at = count++;
        for (; at > 0 && shares[at - 1].example > share.example; at--)
            shares[at] = shares[at - 1];
        shares[at] = share;
        sum += share.weight;
    }
    for (uint32_t i = 0; i < count && count < from->share_count && sum > 0.0f; i++)
        shares[i].weight = vvi_min(shares[i].weight / sum, 1.0f);
    *to = (vv_project_place){count, shares};
    return count > 0 && sum > 0.0f;
}

/* *left: whether anything is. False if memory ran out. */
static bool follow_place(vvi_arena *arena, const vvi_map *map, vv_project_place *place, bool *left)
{
    vv_project_share *shares = vvi_arena_take(arena, place->share_count + 1, sizeof *shares);
    vv_project_place followed;
    if (!shares)
        return false;
    *left = vvi_remap_place(map, place, shares, &followed);
    *place = *left ? followed : (vv_project_place){0, shares};
    return true;
}

/* ---- Examples of a tour's artwork, and of actors' ------------------------------------------------------------------------ */

static bool remap_keys(vvi_scene *scene, const vvi_map *map)
{
    vv_project_scene *view = &scene->view;
    vv_project_key *keys = vvi_arena_take(&scene->arena, view->key_count + 1, sizeof *keys);
    uint32_t kept = 0;
    if (!keys)
        return false;
    for (uint32_t i = 0; i < view->key_count; i++) {
        bool left = false;
        keys[kept] = view->keys[i];
        if (!follow_place(&scene->arena, map, &keys[kept].place, &left))
            return false;
        kept += left;
    }
    view->keys = keys;
    view->key_count = kept;
    return true;
}

static bool remap_actor_examples(vvi_scene *scene, uint32_t artwork, const vvi_map *map)
{
    vv_project_actor *actors = (vv_project_actor *)scene->view.stage.actors; /* the scene is the state's own */
    for (uint32_t i = 0; i < scene->view.stage.actor_count; i++) {
        bool left;
        if (actors[i].artwork != artwork)
            continue;
        if (!follow_place(&scene->arena, map, &actors[i].place, &left))
            return false;
        vvi_remap_strengths(map, &actors[i].strengths);
        vvi_remap_attractions(&actors[i], map);
    }
    return true;
}

static bool remap_cue_examples(vvi_scene *scene, uint32_t artwork, const vvi_map *map)
{
    vv_project_stage *stage = &scene->view.stage;
    vv_project_cue *cues = (vv_project_cue *)stage->cues;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < stage->cue_count; i++) {
        bool left = true;
        if (cues[i].actor != VV_NONE && stage->actors[cues[i].actor].artwork == artwork) {
            vvi_remap_strengths(map, &cues[i].strengths);
            if (cues[i].kind == VV_CUE_PLACE && !follow_place(&scene->arena, map, &cues[i].place, &left))
                return false;
        }
        if (left)
            cues[kept++] = cues[i];
    }
    stage->cue_count = kept;
    return true;
}

bool vvi_remap_scene_examples(vvi_scene *scene, uint32_t artwork, const vvi_map *map)
{
    if (scene->view.kind == VV_SCENE_TOUR)
        return remap_keys(scene, map);
    return remap_actor_examples(scene, artwork, map) && remap_cue_examples(scene, artwork, map);
}

/* ---- Actors --------------------------------------------------------------------------------------------------------- */

bool vvi_remap_actors(vvi_scene *scene, const vvi_map *map)
{
    vv_project_stage *stage = &scene->view.stage;
    vv_project_actor *actors = vvi_rearranged(&scene->arena, map, stage->actors, sizeof *actors);
    vv_project_cue *cues = (vv_project_cue *)stage->cues;
    float usual_step = vvi_usual_step(stage);
    uint32_t kept = 0;
    if (!actors)
        return false;
    for (uint32_t i = 0; i < stage->cue_count; i++) {
        vv_project_cue cue = cues[i];
        bool of_actor = cue.actor != VV_NONE;
        if (of_actor)
            cue.actor = map->to[cue.actor];
        if (!of_actor || cue.actor != VV_NONE)
            cues[kept++] = cue;
    }
    stage->cue_count = kept;
    if (stage->follow != VV_NONE)
        stage->follow = map->to[stage->follow];
    stage->actors = actors;
    stage->actor_count = map->count;
    vvi_remap_followed(stage, map);
    vvi_settle_step(stage, usual_step);
    return true;
}

bool vvi_remap_scene_artworks(vvi_scene *scene, const vvi_map *map)
{
    if (scene->view.kind == VV_SCENE_TOUR) {
        scene->view.artwork = map->to[scene->view.artwork];
        return true;
    }
    vv_project_actor *actors = (vv_project_actor *)scene->view.stage.actors;
    for (uint32_t i = scene->view.stage.actor_count; i-- > 0;) {
        actors[i].artwork = map->to[actors[i].artwork];
        if (actors[i].artwork != VV_NONE)
            continue;
        vvi_map without = vvi_map_remove(scene->view.stage.actor_count, i);
        if (!vvi_remap_actors(scene, &without))
            return false;
        actors = (vv_project_actor *)scene->view.stage.actors;
    }
    return true;
}

/* ---- Layers of sprites and puppets ---------------------------------------------------------------------------------- */

/* One a layer, or NULL: all 1. */
static bool remap_factors(vvi_arena *arena, const vvi_map *map, const float **factors)
{
    if (!*factors)
        return true;
    float *moved = vvi_rearranged(arena, map, *factors, sizeof *moved);
    bool unusual = false;
    for (uint32_t i = 0; moved && i < map->count; i++) {
        if (map->from[i] == VV_NONE)
            moved[i] = 1.0f;
        unusual = unusual || moved[i] != 1.0f;
    }
    *factors = unusual ? moved : NULL;
    return moved != NULL;
}

bool vvi_remap_moving_layers(vvi_artwork *artwork, const vvi_map *map)
{
    vv_project_sprite *sprite = &artwork->view.sprite;
    vv_sprite_pin *pins = (vv_sprite_pin *)sprite->pins;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < sprite->pin_count; i++) {
        vv_sprite_pin pin = {map->to[pins[i].layer], map->to[pins[i].onto], pins[i].at};
        if (pin.layer != VV_NONE && pin.onto != VV_NONE)
            pins[kept++] = pin;
    }
    sprite->pin_count = kept;
    return remap_factors(&artwork->arena, map, &sprite->densities) &&
           remap_factors(&artwork->arena, map, &artwork->view.puppet.densities) &&
           remap_factors(&artwork->arena, map, &artwork->view.puppet.stiffnesses);
}
