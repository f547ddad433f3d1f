/* Deep copies of what a document's blocks hold, each into the arena of another block. */
#include "author/document/state.h"

#include <string.h>

void *vvi_copied(vvi_arena *arena, const void *items, size_t count, size_t size)
{
    void *copy = vvi_arena_take(arena, count ? count : 1, size);
    if (copy && count)
        memcpy(copy, items, count * size);
    return copy;
}

static bool copy_text(vvi_arena *arena, const char **text)
{
    if (*text)
        *text = vvi_copied(arena, *text, strlen(*text) + 1, 1);
    return true;
}

static bool copy_layers(vvi_artwork *to, const vv_project_artwork *from)
{
    vv_project_layer *layers = vvi_copied(&to->arena, from->layers, from->layer_count, sizeof *layers);
    for (uint32_t i = 0; layers && i < from->layer_count; i++) {
        copy_text(&to->arena, &layers[i].image);
        copy_text(&to->arena, &layers[i].mesh);
        if ((from->layers[i].image && !layers[i].image) || (from->layers[i].mesh && !layers[i].mesh))
            return false;
    }
    to->view.layers = layers;
    return layers != NULL;
}

static bool copy_examples(vvi_artwork *to, const vv_project_artwork *from)
{
    vv_project_example *examples = vvi_copied(&to->arena, from->examples, from->example_count, sizeof *examples);
    for (uint32_t i = 0; examples && i < from->example_count; i++) {
        const vv_project_example *example = &from->examples[i];
        examples[i].turns = vvi_copied(&to->arena, example->turns, from->handle_count, sizeof *example->turns);
        if (example->pins)
            examples[i].pins = vvi_copied(&to->arena, example->pins, from->handle_count, sizeof *example->pins);
        if (!examples[i].turns || (example->pins && !examples[i].pins))
            return false;
    }
    to->view.examples = examples;
    return examples != NULL;
}

/* One a layer, or NULL. */
static bool copy_factors(vvi_arena *arena, uint32_t count, const float **factors)
{
    if (!*factors)
        return true;
    *factors = vvi_copied(arena, *factors, count, sizeof **factors);
    return *factors != NULL;
}

static bool copy_sprite(vvi_artwork *to, const vv_project_artwork *from)
{
    vv_project_sprite *sprite = &to->view.sprite;
    sprite->pins = vvi_copied(&to->arena, from->sprite.pins, from->sprite.pin_count, sizeof *sprite->pins);
    return sprite->pins && copy_factors(&to->arena, from->layer_count, &sprite->densities);
}

static bool copy_puppet(vvi_artwork *to, const vv_project_artwork *from)
{
    vv_project_puppet *puppet = &to->view.puppet;
    puppet->joins = vvi_copied(&to->arena, from->puppet.joins, from->puppet.join_count, sizeof *puppet->joins);
    return puppet->joins && copy_factors(&to->arena, from->layer_count, &puppet->densities) &&
           copy_factors(&to->arena, from->layer_count, &puppet->stiffnesses);
}

bool vvi_copy_artwork(vvi_artwork *to, const vv_project_artwork *from)
{
    to->view = *from;
    to->view.handles = vvi_copied(&to->arena, from->handles, from->handle_count, sizeof *from->handles);
    to->view.partner = vvi_copied(&to->arena, from->partner, from->handle_count, sizeof *from->partner);
    to->view.simplices = vvi_copied(&to->arena, from->simplices, from->simplex_count, sizeof *from->simplices);
    return to->view.handles && to->view.partner && to->view.simplices && copy_layers(to, from) &&
           copy_examples(to, from) && copy_sprite(to, from) && copy_puppet(to, from) &&
           vvi_copy_correctives(to, from) && vvi_copy_behaviours(to, from);
}

/* ---- Clips, families, recordings ------------------------------------------------------------------------------------ */

bool vvi_copy_clip(vvi_clip *to, const vv_project_clip *from)
{
    vv_track *tracks = vvi_copied(&to->arena, from->tracks, from->track_count, sizeof *tracks);
    bool good = tracks != NULL;
    for (uint32_t i = 0; good && i < from->track_count; i++) {
        tracks[i].keys = vvi_copied(&to->arena, tracks[i].keys, tracks[i].key_count, sizeof *tracks[i].keys);
        good = tracks[i].keys != NULL;
    }
    to->view = *from;
    to->view.tracks = tracks;
    return good;
}

bool vvi_copy_family(vvi_family *to, const vv_project_family *from)
{
    to->view = *from;
    to->view.links = vvi_copied(&to->arena, from->links, from->link_count, sizeof *from->links);
    return to->view.links != NULL;
}

bool vvi_copy_recording(vvi_recording *to, const vv_project_recording *from)
{
    size_t states = (size_t)from->region_count * from->frame_count;
    to->view = *from;
    to->view.regions = vvi_copied(&to->arena, from->regions, from->region_count, sizeof *from->regions);
    to->view.frames = vvi_copied(&to->arena, from->frames, states, sizeof *from->frames);
    return to->view.regions && to->view.frames;
}

/* ---- Scenes --------------------------------------------------------------------------------------------------------- */

static bool copy_place(vvi_arena *arena, vv_project_place *place)
{
    place->shares = vvi_copied(arena, place->shares, place->share_count, sizeof *place->shares);
    return place->shares != NULL;
}

static bool copy_keys(vvi_scene *to, const vv_project_scene *from)
{
    vv_project_key *keys = vvi_copied(&to->arena, from->keys, from->key_count, sizeof *keys);
    bool good = keys != NULL;
    for (uint32_t i = 0; good && i < from->key_count; i++)
        good = copy_place(&to->arena, &keys[i].place);
    to->view.keys = keys;
    return good;
}

static bool copy_directions(vvi_arena *arena, vv_project_actor *actor)
{
    vv_project_follow *follows = vvi_copied(arena, actor->follows, actor->follow_count, sizeof *follows);
    vv_project_copy *copies = vvi_copied(arena, actor->copies, actor->copy_count, sizeof *copies);
    actor->attractions = vvi_copied(arena, actor->attractions, actor->attraction_count, sizeof *actor->attractions);
    bool good = follows && copies && actor->attractions;
    for (uint32_t i = 0; good && i < actor->follow_count; i++) {
        vv_path *path = &follows[i].def.path;
        path->points = vvi_copied(arena, path->points, path->point_count, sizeof *path->points);
        good = path->points != NULL;
    }
    for (uint32_t i = 0; good && i < actor->copy_count; i++) {
        copies[i].pairs = vvi_copied(arena, copies[i].pairs, copies[i].pair_count, sizeof *copies[i].pairs);
        good = copies[i].pairs != NULL;
    }
    actor->follows = follows;
    actor->copies = copies;
    return good;
}

static bool copy_actor(vvi_arena *arena, vv_project_actor *actor)
{
    actor->holds = vvi_copied(arena, actor->holds, actor->hold_count, sizeof *actor->holds);
    actor->inputs = vvi_copied(arena, actor->inputs, actor->input_count, sizeof *actor->inputs);
    return actor->holds && actor->inputs && copy_place(arena, &actor->place) && copy_directions(arena, actor);
}

static bool copy_stage(vvi_scene *to, const vv_project_stage *from)
{
    vvi_arena *arena = &to->arena;
    vv_project_obstacle *obstacles = vvi_copied(arena, from->obstacles, from->obstacle_count, sizeof *obstacles);
    vv_project_actor *actors = vvi_copied(arena, from->actors, from->actor_count, sizeof *actors);
    vv_project_cue *cues = vvi_copied(arena, from->cues, from->cue_count, sizeof *cues);
    bool good = obstacles && actors && cues;
    for (uint32_t i = 0; good && i < from->obstacle_count; i++) {
        obstacles[i].points =
            vvi_copied(arena, obstacles[i].points, obstacles[i].point_count, sizeof *obstacles[i].points);
        good = obstacles[i].points != NULL;
    }
    for (uint32_t i = 0; good && i < from->actor_count; i++)
        good = copy_actor(arena, &actors[i]);
    for (uint32_t i = 0; good && i < from->cue_count; i++)
        good = copy_place(arena, &cues[i].place);
    to->view.stage.obstacles = obstacles;
    to->view.stage.actors = actors;
    to->view.stage.cues = cues;
    return good;
}

bool vvi_copy_scene(vvi_scene *to, const vv_project_scene *from)
{
    to->view = *from;
    return copy_keys(to, from) && (from->kind != VV_SCENE_STAGE || copy_stage(to, &from->stage)) &&
           vvi_copy_figured(to, from) && vvi_copy_troupe(to, from);
}
