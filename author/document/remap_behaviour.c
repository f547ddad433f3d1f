/* Behaviours copied whole, and followed when examples or behaviours are rearranged. */
#include "author/document/state.h"

/* ---- Copies ------------------------------------------------------------------------------------------------------------- */

static bool copy_state(vvi_arena *arena, vv_project_state *state)
{
    vv_project_walk_key *keys = vvi_copied(arena, state->keys, state->key_count, sizeof *keys);
    for (uint32_t i = 0; keys && i < state->key_count; i++) {
        vv_project_place *place = &keys[i].place;
        place->shares = vvi_copied(arena, place->shares, place->share_count, sizeof *place->shares);
        if (!place->shares)
            return false;
    }
    state->keys = keys;
    return keys != NULL;
}

static bool copy_behaviour(vvi_arena *arena, vv_project_behaviour *b)
{
    vv_project_state *states = vvi_copied(arena, b->states, b->state_count, sizeof *states);
    vv_transition *transitions = vvi_copied(arena, b->transitions, b->transition_count, sizeof *transitions);
    b->inputs = vvi_copied(arena, b->inputs, b->input_count, sizeof *b->inputs);
    b->events = vvi_copied(arena, b->events, b->event_count, sizeof *b->events);
    bool good = states && transitions && b->inputs && b->events;
    for (uint32_t i = 0; good && i < b->state_count; i++)
        good = copy_state(arena, &states[i]);
    for (uint32_t i = 0; good && i < b->transition_count; i++) {
        vv_transition *t = &transitions[i];
        t->conditions = vvi_copied(arena, t->conditions, t->condition_count, sizeof *t->conditions);
        good = t->conditions != NULL;
    }
    b->states = states;
    b->transitions = transitions;
    return good;
}

bool vvi_copy_behaviours(vvi_artwork *to, const vv_project_artwork *from)
{
    vv_project_behaviour *behaviours =
        vvi_copied(&to->arena, from->behaviours, from->behaviour_count, sizeof *behaviours);
    for (uint32_t i = 0; behaviours && i < from->behaviour_count; i++) {
        if (!copy_behaviour(&to->arena, &behaviours[i]))
            return false;
    }
    to->view.behaviours = behaviours;
    return behaviours != NULL;
}

/* ---- Examples ----------------------------------------------------------------------------------------------------------- */

/* Keys lose the weights of removed examples; a key of which nothing is left goes. The artwork is the state's own. */
static bool remap_state_examples(vvi_arena *arena, const vvi_map *map, vv_project_state *state)
{
    vv_project_walk_key *keys = (vv_project_walk_key *)state->keys;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < state->key_count; i++) {
        vv_project_share *shares = vvi_arena_take(arena, keys[i].place.share_count + 1, sizeof *shares);
        vv_project_walk_key key = keys[i];
        if (!shares)
            return false;
        if (vvi_remap_place(map, &keys[i].place, shares, &key.place))
            keys[kept++] = key;
    }
    state->key_count = kept;
    if (state->def.drag_example != VV_NONE)
        state->def.drag_example = map->to[state->def.drag_example];
    vvi_remap_strengths(map, &state->strengths);
    return true;
}

bool vvi_remap_behaviour_examples(vvi_artwork *artwork, const vvi_map *map)
{
    for (uint32_t i = 0; i < artwork->view.behaviour_count; i++) {
        const vv_project_behaviour *behaviour = &artwork->view.behaviours[i];
        for (uint32_t s = 0; s < behaviour->state_count; s++) {
            if (!remap_state_examples(&artwork->arena, map, (vv_project_state *)&behaviour->states[s]))
                return false;
        }
    }
    return true;
}

/* ---- Behaviours themselves ------------------------------------------------------------------------------------------------ */

static bool actors_follow(vvi_state *state, uint32_t index, uint32_t artwork, const vvi_map *map)
{
    const vv_project_stage *stage = &state->scenes[index]->view.stage;
    bool moved = false;
    for (uint32_t i = 0; i < stage->actor_count; i++) {
        const vv_project_actor *actor = &stage->actors[i];
        moved = moved || (actor->artwork == artwork && actor->behaviour != VV_NONE &&
                          map->to[actor->behaviour] != actor->behaviour);
    }
    vvi_scene *scene = moved ? vvi_state_own_scene(state, index) : NULL;
    for (uint32_t i = 0; scene && i < scene->view.stage.actor_count; i++) {
        vv_project_actor *actor = (vv_project_actor *)&scene->view.stage.actors[i];
        if (actor->artwork == artwork && actor->behaviour != VV_NONE)
            actor->behaviour = map->to[actor->behaviour];
    }
    return !moved || scene;
}

bool vvi_remap_behaviours(vvi_state *state, uint32_t artwork, const vvi_map *map)
{
    vvi_artwork *own = vvi_state_own_artwork(state, artwork);
    vv_project_behaviour *behaviours =
        own ? vvi_rearranged(&own->arena, map, own->view.behaviours, sizeof *behaviours) : NULL;
    if (!behaviours)
        return false;
    own->view.behaviours = behaviours;
    own->view.behaviour_count = map->count;
    for (uint32_t i = 0; i < state->view.scene_count; i++) {
        if (state->scenes[i]->view.kind == VV_SCENE_STAGE && !actors_follow(state, i, artwork, map))
            return false;
    }
    return true;
}
