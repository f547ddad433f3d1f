/* Counted blocks and the states that share them. A state costs a few hundred bytes and what its command changed: one
 * artwork or scene, copied whole. */
#include "author/document/state.h"

#include <string.h>

/* ---- Deep copies ------------------------------------------------------------------------------------------------- */

static void *copy_array(vvi_arena *arena, const void *items, size_t count, size_t size)
{
    void *copy = vvi_arena_take(arena, count ? count : 1, size);
    if (copy && count)
        memcpy(copy, items, count * size);
    return copy;
}

static bool copy_text(vvi_arena *arena, const char **text)
{
    if (*text)
        *text = copy_array(arena, *text, strlen(*text) + 1, 1);
    return true;
}

static bool copy_layers(vvi_artwork *to, const vv_project_artwork *from)
{
    vv_project_layer *layers = copy_array(&to->arena, from->layers, from->layer_count, sizeof *layers);
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
    vv_project_example *examples = copy_array(&to->arena, from->examples, from->example_count, sizeof *examples);
    for (uint32_t i = 0; examples && i < from->example_count; i++) {
        const vv_project_example *example = &from->examples[i];
        examples[i].turns = copy_array(&to->arena, example->turns, from->handle_count, sizeof *example->turns);
        if (example->pins)
            examples[i].pins = copy_array(&to->arena, example->pins, from->handle_count, sizeof *example->pins);
        if (!examples[i].turns || (example->pins && !examples[i].pins))
            return false;
    }
    to->view.examples = examples;
    return examples != NULL;
}

static bool copy_sprite(vvi_artwork *to, const vv_project_artwork *from)
{
    vv_project_sprite *sprite = &to->view.sprite;
    sprite->pins = copy_array(&to->arena, from->sprite.pins, from->sprite.pin_count, sizeof *sprite->pins);
    if (from->sprite.densities)
        sprite->densities =
            copy_array(&to->arena, from->sprite.densities, from->layer_count, sizeof *sprite->densities);
    return sprite->pins && (!from->sprite.densities || sprite->densities);
}

static bool copy_artwork(vvi_artwork *to, const vv_project_artwork *from)
{
    to->view = *from;
    to->view.handles = copy_array(&to->arena, from->handles, from->handle_count, sizeof *from->handles);
    to->view.partner = copy_array(&to->arena, from->partner, from->handle_count, sizeof *from->partner);
    to->view.simplices = copy_array(&to->arena, from->simplices, from->simplex_count, sizeof *from->simplices);
    return to->view.handles && to->view.partner && to->view.simplices && copy_layers(to, from) &&
           copy_examples(to, from) && copy_sprite(to, from) && vvi_copy_behaviours(to, from);
}

static bool copy_place(vvi_arena *arena, vv_project_place *place)
{
    place->shares = copy_array(arena, place->shares, place->share_count, sizeof *place->shares);
    return place->shares != NULL;
}

static bool copy_keys(vvi_scene *to, const vv_project_scene *from)
{
    vv_project_key *keys = copy_array(&to->arena, from->keys, from->key_count, sizeof *keys);
    bool good = keys != NULL;
    for (uint32_t i = 0; good && i < from->key_count; i++)
        good = copy_place(&to->arena, &keys[i].place);
    to->view.keys = keys;
    return good;
}

static bool copy_stage(vvi_scene *to, const vv_project_stage *from)
{
    vvi_arena *arena = &to->arena;
    vv_project_obstacle *obstacles = copy_array(arena, from->obstacles, from->obstacle_count, sizeof *obstacles);
    vv_project_actor *actors = copy_array(arena, from->actors, from->actor_count, sizeof *actors);
    vv_project_cue *cues = copy_array(arena, from->cues, from->cue_count, sizeof *cues);
    bool good = obstacles && actors && cues;
    for (uint32_t i = 0; good && i < from->obstacle_count; i++) {
        obstacles[i].points =
            copy_array(arena, obstacles[i].points, obstacles[i].point_count, sizeof *obstacles[i].points);
        good = obstacles[i].points != NULL;
    }
    for (uint32_t i = 0; good && i < from->actor_count; i++) {
        actors[i].holds = copy_array(arena, actors[i].holds, actors[i].hold_count, sizeof *actors[i].holds);
        actors[i].inputs = copy_array(arena, actors[i].inputs, actors[i].input_count, sizeof *actors[i].inputs);
        good = actors[i].holds && actors[i].inputs && copy_place(arena, &actors[i].place);
    }
    for (uint32_t i = 0; good && i < from->cue_count; i++)
        good = copy_place(arena, &cues[i].place);
    to->view.stage.obstacles = obstacles;
    to->view.stage.actors = actors;
    to->view.stage.cues = cues;
    return good;
}

static bool copy_scene(vvi_scene *to, const vv_project_scene *from)
{
    to->view = *from;
    return copy_keys(to, from) && (!from->staged || copy_stage(to, &from->stage));
}

/* ---- Blocks ------------------------------------------------------------------------------------------------------ */

static vvi_artwork *create_artwork(const vv_allocator *allocator)
{
    vvi_artwork *block = vvi_allocate_zeroed(allocator, 1, sizeof *block);
    if (block)
        *block = (vvi_artwork){.view = vvi_default_artwork(), .arena.allocator = allocator, .references = 1};
    return block;
}

static vvi_scene *create_scene(const vv_allocator *allocator)
{
    vvi_scene *block = vvi_allocate_zeroed(allocator, 1, sizeof *block);
    if (block)
        *block = (vvi_scene){.view = vvi_default_scene(), .arena.allocator = allocator, .references = 1};
    return block;
}

static void release_artwork(vvi_artwork *block)
{
    if (--block->references > 0)
        return;
    const vv_allocator *allocator = block->arena.allocator;
    vvi_arena_release(&block->arena);
    vvi_release(allocator, block, 1, sizeof *block);
}

static void release_scene(vvi_scene *block)
{
    if (--block->references > 0)
        return;
    const vv_allocator *allocator = block->arena.allocator;
    vvi_arena_release(&block->arena);
    vvi_release(allocator, block, 1, sizeof *block);
}

/* ---- States ------------------------------------------------------------------------------------------------------ */

/* The public view sees the same two lists; a block's address is its view's. */
static void refresh_view(vvi_state *state)
{
    state->view.artworks = (const vv_project_artwork *const *)(const void *)state->artworks;
    state->view.scenes = (const vv_project_scene *const *)(const void *)state->scenes;
}

static bool grow_lists(vvi_state *state, size_t artworks, size_t scenes)
{
    void *artwork_list = state->artworks, *scene_list = state->scenes;
    bool grown = vvi_grow(state->allocator, &artwork_list, &state->artwork_capacity, artworks, sizeof(void *)) &&
                 vvi_grow(state->allocator, &scene_list, &state->scene_capacity, scenes, sizeof(void *));
    state->artworks = artwork_list;
    state->scenes = scene_list;
    refresh_view(state);
    return grown;
}

vvi_state *vvi_state_create(const vv_allocator *allocator)
{
    vvi_state *state = vvi_allocate_zeroed(allocator, 1, sizeof *state);
    if (state)
        state->allocator = allocator;
    return state;
}

vvi_state *vvi_state_copy(const vvi_state *state)
{
    vvi_state *copy = vvi_state_create(state->allocator);
    if (!copy || !grow_lists(copy, state->view.artwork_count, state->view.scene_count)) {
        vvi_state_destroy(copy);
        return NULL;
    }
    copy->view = state->view;
    copy->revision = state->revision;
    refresh_view(copy);
    for (uint32_t i = 0; i < state->view.artwork_count; i++) {
        copy->artworks[i] = state->artworks[i];
        copy->artworks[i]->references++;
    }
    for (uint32_t i = 0; i < state->view.scene_count; i++) {
        copy->scenes[i] = state->scenes[i];
        copy->scenes[i]->references++;
    }
    return copy;
}

void vvi_state_destroy(vvi_state *state)
{
    if (!state)
        return;
    for (uint32_t i = 0; i < state->view.artwork_count; i++)
        release_artwork(state->artworks[i]);
    for (uint32_t i = 0; i < state->view.scene_count; i++)
        release_scene(state->scenes[i]);
    vvi_release(state->allocator, state->artworks, state->artwork_capacity, sizeof(void *));
    vvi_release(state->allocator, state->scenes, state->scene_capacity, sizeof(void *));
    vvi_release(state->allocator, state, 1, sizeof *state);
}

vvi_artwork *vvi_state_insert_artwork(vvi_state *state, uint32_t index)
{
    vvi_artwork *block = create_artwork(state->allocator);
    if (!block || !grow_lists(state, state->view.artwork_count + 1, state->view.scene_count)) {
        if (block)
            release_artwork(block);
        return NULL;
    }
    memmove(state->artworks + index + 1, state->artworks + index,
            (state->view.artwork_count - index) * sizeof *state->artworks);
    state->artworks[index] = block;
    state->view.artwork_count++;
    return block;
}

vvi_scene *vvi_state_insert_scene(vvi_state *state, uint32_t index)
{
    vvi_scene *block = create_scene(state->allocator);
    if (!block || !grow_lists(state, state->view.artwork_count, state->view.scene_count + 1)) {
        if (block)
            release_scene(block);
        return NULL;
    }
    memmove(state->scenes + index + 1, state->scenes + index,
            (state->view.scene_count - index) * sizeof *state->scenes);
    state->scenes[index] = block;
    state->view.scene_count++;
    return block;
}

void vvi_state_remove_artwork(vvi_state *state, uint32_t index)
{
    release_artwork(state->artworks[index]);
    state->view.artwork_count--;
    memmove(state->artworks + index, state->artworks + index + 1,
            (state->view.artwork_count - index) * sizeof *state->artworks);
}

void vvi_state_remove_scene(vvi_state *state, uint32_t index)
{
    release_scene(state->scenes[index]);
    state->view.scene_count--;
    memmove(state->scenes + index, state->scenes + index + 1,
            (state->view.scene_count - index) * sizeof *state->scenes);
}

vvi_artwork *vvi_state_own_artwork(vvi_state *state, uint32_t index)
{
    vvi_artwork *shared = state->artworks[index];
    if (shared->references == 1)
        return shared;
    vvi_artwork *own = create_artwork(state->allocator);
    if (!own || !copy_artwork(own, &shared->view)) {
        if (own)
            release_artwork(own);
        return NULL;
    }
    release_artwork(shared);
    return state->artworks[index] = own;
}

vvi_scene *vvi_state_own_scene(vvi_state *state, uint32_t index)
{
    vvi_scene *shared = state->scenes[index];
    if (shared->references == 1)
        return shared;
    vvi_scene *own = create_scene(state->allocator);
    if (!own || !copy_scene(own, &shared->view)) {
        if (own)
            release_scene(own);
        return NULL;
    }
    release_scene(shared);
    return state->scenes[index] = own;
}
