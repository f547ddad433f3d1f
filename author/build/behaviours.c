/* Builds the behaviours that the runtime runs from those of a project. */
#include "behaviours.h"

#include "runtime/base/base.h"

/* The memory that a vv_behaviour_def points to while a behaviour is made. */
typedef struct builder {
    vvi_arena arena;
    vv_behaviour_state_def *states;
    const char **inputs, **events;
} builder;

static bool fill_state(builder *b, const vv_project_state *from, vv_behaviour_state_def *to)
{
    vv_behaviour_key *keys = vvi_arena_allocate(&b->arena, (size_t)from->key_count + 1, sizeof *keys);
    *to = from->def;
    to->name = from->name;
    to->keys = keys;
    to->key_count = from->key_count;
    to->strength_mask = from->strengths.given;
    to->strengths = from->strengths.values;
    for (uint32_t i = 0; keys && i < from->key_count; i++) {
        const vv_project_walk_key *key = &from->keys[i];
        keys[i] = (vv_behaviour_key){key->place.share_count, key->place.shares, key->seconds, key->ease};
    }
    return keys != NULL;
}

static const char **copy_names(builder *b, const vv_project_word *words, uint32_t count)
{
    const char **names = vvi_arena_allocate(&b->arena, (size_t)count + 1, sizeof *names);
    for (uint32_t i = 0; names && i < count; i++)
        names[i] = words[i].text;
    return names;
}

static bool fill_builder(builder *b, const vv_project_behaviour *from)
{
    b->states = vvi_arena_allocate(&b->arena, (size_t)from->state_count + 1, sizeof *b->states);
    b->inputs = copy_names(b, from->inputs, from->input_count);
    b->events = copy_names(b, from->events, from->event_count);
    bool good = b->states && b->inputs && b->events;
    for (uint32_t i = 0; good && i < from->state_count; i++)
        good = fill_state(b, &from->states[i], &b->states[i]);
    return good;
}

static vv_result build_behaviour(const vv_project_behaviour *from, const vv_rigged *rigged, vv_behaviour **out,
                                 vv_error *error)
{
    builder b = {.arena = {.allocator = rigged->allocator}};
    vv_result result = fill_builder(&b, from) ? VV_OK : vvi_fail_memory(error, sizeof *from);
    if (result == VV_OK) {
        vv_behaviour_def def = {
            .complex = rigged->complex,
            .state_count = from->state_count,
            .states = b.states,
            .transition_count = from->transition_count,
            .transitions = from->transitions,
            .input_count = from->input_count,
            .inputs = b.inputs,
            .event_count = from->event_count,
            .events = b.events,
            .looks_left = from->looks_left,
        };
        result = vv_behaviour_create(&def, rigged->allocator, out, error);
    }
    vvi_arena_release(&b.arena);
    return result;
}

vv_result vvi_build_behaviours(const vv_project_artwork *artwork, vv_rigged *rigged, vv_error *error)
{
    uint32_t count = artwork->behaviour_count;
    if (count == 0)
        return VV_OK;
    rigged->behaviours = vvi_allocate_zeroed(rigged->allocator, count, sizeof(vv_behaviour *));
    if (!rigged->behaviours)
        return vvi_fail_memory(error, count * sizeof(vv_behaviour *));
    rigged->behaviour_count = count;
    vv_result result = VV_OK;
    for (uint32_t i = 0; result == VV_OK && i < count; i++)
        result = vvi_prefix_error_path(build_behaviour(&artwork->behaviours[i], rigged, &rigged->behaviours[i], error),
                                       error, "behaviours[%u]", i);
    return result;
}

void vvi_release_behaviours(vv_rigged *rigged)
{
    for (uint32_t i = 0; i < rigged->behaviour_count; i++)
        vv_behaviour_destroy(rigged->behaviours[i], rigged->allocator);
    vvi_release(rigged->allocator, rigged->behaviours, rigged->behaviour_count, sizeof(vv_behaviour *));
}
