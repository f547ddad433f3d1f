/* Rearranging lists whose entries are referred to by index. Adding, removing and moving are all one map from old to new
 * places, so each kind of reference is followed in one function only. */
#include "author/document/state.h"

#include <string.h>

/* ---- Maps -------------------------------------------------------------------------------------------------------- */

static void invert(vvi_map *map)
{
    for (uint32_t i = 0; i < map->old_count; i++)
        map->to[i] = VV_NONE;
    for (uint32_t i = 0; i < map->count; i++) {
        if (map->from[i] != VV_NONE)
            map->to[map->from[i]] = i;
    }
}

vvi_map vvi_map_insert(uint32_t count, uint32_t index)
{
    vvi_map map = {.count = count + 1, .old_count = count};
    for (uint32_t i = 0; i <= count; i++)
        map.from[i] = i < index ? i : i == index ? VV_NONE : i - 1;
    invert(&map);
    return map;
}

vvi_map vvi_map_remove(uint32_t count, uint32_t index)
{
    vvi_map map = {.count = count - 1, .old_count = count};
    for (uint32_t i = 0; i + 1 < count; i++)
        map.from[i] = i < index ? i : i + 1;
    invert(&map);
    return map;
}

vvi_map vvi_map_move(uint32_t count, uint32_t index, uint32_t before)
{
    vvi_map map = {.count = count, .old_count = count};
    uint32_t next = 0;
    for (uint32_t i = 0; i <= count; i++) {
        if (i == before)
            map.from[next++] = index;
        if (i < count && i != index)
            map.from[next++] = i;
    }
    invert(&map);
    return map;
}

bool vvi_map_keeps(const vvi_map *map)
{
    for (uint32_t i = 0; i < map->old_count; i++) {
        if (map->to[i] != i)
            return false;
    }
    return true;
}

void *vvi_rearranged(vvi_arena *arena, const vvi_map *map, const void *items, size_t size)
{
    char *result = vvi_arena_take(arena, map->count ? map->count : 1, size);
    for (uint32_t i = 0; result && i < map->count; i++) {
        if (map->from[i] != VV_NONE)
            memcpy(result + i * size, (const char *)items + map->from[i] * size, size);
    }
    return result;
}

/* ---- Layers ------------------------------------------------------------------------------------------------------ */

bool vvi_remap_layers(vvi_artwork *artwork, const vvi_map *map)
{
    vv_project_artwork *view = &artwork->view;
    vv_project_layer *layers = vvi_rearranged(&artwork->arena, map, view->layers, sizeof *layers);
    vv_project_handle *handles = vvi_arena_take(&artwork->arena, view->handle_count + 1, sizeof *handles);
    if (!layers || !handles)
        return false;
    for (uint32_t i = 0; i < view->handle_count; i++) {
        handles[i] = view->handles[i];
        memset(handles[i].layers, 0, sizeof handles[i].layers);
        for (uint32_t layer = 0; layer < map->old_count && !handles[i].every_layer; layer++) {
            uint32_t to = map->to[layer];
            if (to != VV_NONE && vv_project_handle_moves(&view->handles[i], layer))
                handles[i].layers[to / 32] |= 1u << (to % 32);
        }
    }
    if (!vvi_remap_moving_layers(artwork, map))
        return false;
    view->layers = layers;
    view->layer_count = map->count;
    view->handles = handles;
    return true;
}

/* ---- Handles ----------------------------------------------------------------------------------------------------- */

static bool remap_example_handles(vvi_arena *arena, const vvi_map *map, vv_project_example *example)
{
    vv_turn *turns = vvi_rearranged(arena, map, example->turns, sizeof *turns);
    vv_project_pin *pins = example->pins ? vvi_rearranged(arena, map, example->pins, sizeof *pins) : NULL;
    if (!turns || (example->pins && !pins))
        return false;
    bool held = false;
    for (uint32_t i = 0; i < map->count; i++) {
        if (map->from[i] == VV_NONE)
            turns[i] = (vv_turn){.xx = 1.0f, .yy = 1.0f};
        held = held || (pins && pins[i].held);
    }
    example->turns = turns;
    example->pins = held ? pins : NULL;
    return true;
}

static bool remap_own_handles(vvi_artwork *artwork, const vvi_map *map)
{
    vv_project_artwork *view = &artwork->view;
    vv_project_handle *handles = vvi_rearranged(&artwork->arena, map, view->handles, sizeof *handles);
    uint32_t *partner = vvi_rearranged(&artwork->arena, map, view->partner, sizeof *partner);
    vv_project_example *examples = vvi_arena_take(&artwork->arena, view->example_count + 1, sizeof *examples);
    if (!handles || !partner || !examples)
        return false;
    for (uint32_t i = 0; i < map->count; i++) {
        uint32_t other = map->from[i] == VV_NONE ? VV_NONE : map->to[partner[i]];
        partner[i] = other == VV_NONE ? i : other;
    }
    for (uint32_t i = 0; i < view->example_count; i++) {
        examples[i] = view->examples[i];
        if (!remap_example_handles(&artwork->arena, map, &examples[i]))
            return false;
    }
    view->handles = handles;
    view->handle_count = map->count;
    view->partner = partner;
    view->examples = examples;
    vvi_remap_joins(&view->puppet, map);
    return vvi_remap_corrective_handles(artwork, map);
}

bool vvi_remap_handles(vvi_state *state, uint32_t index, const vvi_map *map)
{
    vvi_artwork *artwork = vvi_state_own_artwork(state, index);
    return artwork && remap_own_handles(artwork, map) && vvi_remap_directing_handles(state, index, map) &&
           vvi_remap_line_handles(state, index, map);
}

/* ---- Examples ---------------------------------------------------------------------------------------------------- */

void vvi_tidy_simplices(vv_simplex *simplices, uint32_t *count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < *count; i++) {
        bool needed = simplices[i].corner[0] != VV_NONE && vvi_simplex_size(&simplices[i]) > 1;
        for (uint32_t j = 0; j < *count && needed; j++) {
            bool twin = j != i && simplices[j].corner[0] != VV_NONE && vvi_simplex_holds(&simplices[j], &simplices[i]);
            /* Of two equal ones the first stays. */
            needed = !twin || (j > i && vvi_simplex_holds(&simplices[i], &simplices[j]));
        }
        if (!needed)
            simplices[i] = (vv_simplex){{VV_NONE, VV_NONE, VV_NONE}};
    }
    for (uint32_t i = 0; i < *count; i++) {
        if (simplices[i].corner[0] != VV_NONE)
            simplices[kept++] = simplices[i];
    }
    *count = kept;
}

static vv_simplex remap_simplex(const vv_simplex *simplex, const vvi_map *map)
{
    vv_simplex result = {{VV_NONE, VV_NONE, VV_NONE}};
    uint32_t size = 0;
    for (uint32_t i = 0; i < vvi_simplex_size(simplex); i++) {
        uint32_t to = map->to[simplex->corner[i]];
        if (to != VV_NONE)
            result.corner[size++] = to;
    }
    return result;
}

static bool remap_complex(vvi_artwork *artwork, const vvi_map *map)
{
    vv_project_artwork *view = &artwork->view;
    vv_simplex *simplices = vvi_arena_take(&artwork->arena, view->simplex_count + 1, sizeof *simplices);
    if (!simplices)
        return false;
    for (uint32_t i = 0; i < view->simplex_count; i++)
        simplices[i] = remap_simplex(&view->simplices[i], map);
    if (map->count < map->old_count)
        vvi_tidy_simplices(simplices, &view->simplex_count);
    view->simplices = simplices;
    return true;
}

/* Whether a scene can name an example of this artwork. */
static bool shows(const vv_project_scene *scene, uint32_t artwork)
{
    bool found = scene->kind == VV_SCENE_TOUR && scene->artwork == artwork && scene->key_count > 0;
    for (uint32_t i = 0; scene->kind == VV_SCENE_STAGE && i < scene->stage.actor_count; i++)
        found = found || scene->stage.actors[i].artwork == artwork;
    return found;
}

bool vvi_remap_examples(vvi_state *state, uint32_t index, const vvi_map *map)
{
    vvi_artwork *artwork = vvi_state_own_artwork(state, index);
    vv_project_example *examples =
        artwork ? vvi_rearranged(&artwork->arena, map, artwork->view.examples, sizeof *examples) : NULL;
    if (!examples || !remap_complex(artwork, map))
        return false;
    artwork->view.examples = examples;
    artwork->view.example_count = map->count;
    vvi_remap_all_strengths(map, &artwork->view.sprite.strengths);
    vvi_remap_corrective_examples(artwork, map);
    if (!vvi_remap_behaviour_examples(artwork, map))
        return false;
    for (uint32_t i = 0; i < state->view.scene_count; i++) {
        if (!shows(&state->scenes[i]->view, index))
            continue;
        vvi_scene *scene = vvi_state_own_scene(state, i);
        if (!scene || !vvi_remap_scene_examples(scene, index, map))
            return false;
    }
    return true;
}

/* ---- Artworks and scenes ------------------------------------------------------------------------------------------ */

void vvi_remap_list(vvi_state *state, vvi_block kind, const vvi_map *map)
{
    if (map->count == map->old_count)
        vvi_state_permute(state, kind, map->from);
    for (uint32_t i = 0; i < map->old_count && map->count < map->old_count; i++) {
        if (map->to[i] == VV_NONE)
            vvi_state_remove(state, kind, i);
    }
}

/* A tour of a removed artwork goes. False if memory ran out. */
static bool follow_artworks(vvi_state *state, uint32_t index, const vvi_map *map)
{
    const vv_project_scene *view = &state->scenes[index]->view;
    bool moved = view->kind == VV_SCENE_TOUR && map->to[view->artwork] != view->artwork;
    for (uint32_t i = 0; view->kind == VV_SCENE_STAGE && i < view->stage.actor_count; i++)
        moved = moved || map->to[view->stage.actors[i].artwork] != view->stage.actors[i].artwork;
    if (!moved)
        return true;
    if (view->kind == VV_SCENE_TOUR && map->to[view->artwork] == VV_NONE) {
        vvi_state_remove(state, VVI_BLOCK_SCENE, index);
        return true;
    }
    vvi_scene *scene = vvi_state_own_scene(state, index);
    return scene && vvi_remap_scene_artworks(scene, map);
}

bool vvi_remap_artworks(vvi_state *state, const vvi_map *map)
{
    for (uint32_t i = state->view.scene_count; i-- > 0;) {
        if (!follow_artworks(state, i, map))
            return false;
    }
    if (!vvi_remap_directing_artworks(state, map) || !vvi_remap_line_subjects(state, VV_LINE_OF_ARTWORK, map))
        return false;
    vvi_remap_list(state, VVI_BLOCK_ARTWORK, map);
    return true;
}

void vvi_remap_scenes(vvi_state *state, const vvi_map *map) { vvi_remap_list(state, VVI_BLOCK_SCENE, map); }
