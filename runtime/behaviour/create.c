/* Makes a behaviour from its def: one block of memory with offsets instead of pointers, places resolved, paths
 * measured. */
#include "layout.h"
#include "runtime/blend/blend.h"

#include <string.h>

vv_behaviour_state_def vv_default_behaviour_state_def(void)
{
    return (vv_behaviour_state_def){
        .next = VV_NONE,
        .by_input = VV_NONE,
        .rate = 1.0f,
        .metres = 1.0f,
        .strengths = vv_default_strengths(),
        .lean_input = VV_NONE,
        .drag_example = VV_NONE,
        .force_input = VV_NONE,
        .drive_input = VV_NONE,
        .drive_grounded = 20.0f,
        .drive_air = 5.0f,
        .turning_input = VV_NONE,
    };
}

/* ---- Counting ---------------------------------------------------------------------------------------------------- */

static vv_result fail_count(vv_error *error, const char *what, uint32_t count, uint32_t min, uint32_t max)
{
    return vvi_fail(error, VV_ERROR_LIMIT, "a behaviour has %u…%u %s, not %u", min, max, what, count);
}

static vv_result count_all(const vv_behaviour_def *def, vv_behaviour *counts, vv_error *error)
{
    if (def->state_count == 0 || def->state_count > VV_BEHAVIOUR_MAX_STATES)
        return fail_count(error, "states", def->state_count, 1, VV_BEHAVIOUR_MAX_STATES);
    if (def->transition_count > VV_BEHAVIOUR_MAX_TRANSITIONS)
        return fail_count(error, "transitions", def->transition_count, 0, VV_BEHAVIOUR_MAX_TRANSITIONS);
    if (def->input_count > VV_BEHAVIOUR_MAX_INPUTS)
        return fail_count(error, "inputs", def->input_count, 0, VV_BEHAVIOUR_MAX_INPUTS);
    if (def->event_count > VV_BEHAVIOUR_MAX_EVENTS)
        return fail_count(error, "events", def->event_count, 0, VV_BEHAVIOUR_MAX_EVENTS);
    *counts = (vv_behaviour){.state_count = def->state_count, .transition_count = def->transition_count};
    counts->input_count = def->input_count;
    counts->event_count = def->event_count;
    for (uint32_t i = 0; i < def->state_count; i++) {
        if (def->states[i].key_count > VV_BEHAVIOUR_MAX_KEYS)
            return fail_count(error, "keys in a state", def->states[i].key_count, 0, VV_BEHAVIOUR_MAX_KEYS);
        VVI_ASSERT_ARRAY_OF("vv_behaviour_create", def->states[i].keys, def->states[i].key_count);
        for (uint32_t k = 0; k < def->states[i].key_count; k++)
            VVI_ASSERT_ARRAY_OF("vv_behaviour_create", def->states[i].keys[k].weights,
                                def->states[i].keys[k].weight_count);
        counts->key_count += def->states[i].key_count;
    }
    for (uint32_t i = 0; i < def->transition_count; i++) {
        uint32_t count = def->transitions[i].condition_count;
        if (count > VV_BEHAVIOUR_MAX_CONDITIONS)
            return fail_count(error, "conditions in a transition", count, 0, VV_BEHAVIOUR_MAX_CONDITIONS);
        VVI_ASSERT_ARRAY_OF("vv_behaviour_create", def->transitions[i].conditions, count);
        counts->condition_count += count;
    }
    return VV_OK;
}

/* ---- Filling ----------------------------------------------------------------------------------------------------- */

static void fill_keys(const vv_behaviour_def *def, const vv_behaviour_state_def *from, key_record *keys)
{
    for (uint32_t i = 0; i < from->key_count; i++) {
        const vv_behaviour_key *key = &from->keys[i];
        keys[i].place = vv_complex_place_from_weights(def->complex, key->weight_count, key->weights);
        keys[i].seconds = key->seconds;
        keys[i].ease = (uint32_t)key->ease;
    }
}

static void fill_state(const vv_behaviour_state_def *from, uint32_t key_start, state_record *to)
{
    *to = (state_record){
        .key_start = key_start,
        .key_count = from->key_count,
        .end = (uint32_t)from->end,
        .next = from->end == VV_KEYS_NEXT ? from->next : VV_NONE,
        .start = (uint32_t)from->start,
        .by = (uint32_t)from->by,
        .by_input = from->by_input,
        .rate = from->rate,
        .metres = from->metres,
        .strength_mask = from->strength_mask,
        .lean_input = from->lean_input,
        .lean = from->lean,
        .drag_example = from->drag_example,
        .drag_near = from->drag_near,
        .force = from->force,
        .force_input = from->force_input,
        .input_force = from->input_force,
        .drive_input = from->drive_input,
        .drive_speed = from->drive_speed,
        .drive_grounded = from->drive_grounded,
        .drive_air = from->drive_air,
        .turning = (uint32_t)from->turning,
        .turning_input = from->turning_input,
        .kick = from->kick,
        .kick_adds = from->kick_adds,
        .signal = from->signal,
    };
    vvi_machine_fill_name(from->name, &to->name);
    vvi_strengths_to_words(&from->strengths, to->strengths);
    for (uint32_t i = 0; i < VV_STRENGTH_COUNT; i++)
        to->strengths[i] = from->strength_mask >> i & 1u ? to->strengths[i] : 0;
}

static void fill_states(const vv_behaviour_def *def, char *base, const vv_behaviour *header)
{
    state_record *states = (state_record *)(base + header->states);
    key_record *keys = (key_record *)(base + header->keys);
    uint32_t key_start = 0;
    for (uint32_t i = 0; i < def->state_count; i++) {
        fill_state(&def->states[i], key_start, &states[i]);
        fill_keys(def, &def->states[i], keys + key_start);
        for (uint32_t k = 0; k < def->states[i].key_count; k++)
            states[i].seconds += keys[key_start + k].seconds;
        key_start += def->states[i].key_count;
    }
}

static void fill_transitions(const vv_behaviour_def *def, char *base, const vv_behaviour *header)
{
    transition_record *transitions = (transition_record *)(base + header->transitions);
    condition_record *conditions = (condition_record *)(base + header->conditions);
    uint32_t start = 0;
    for (uint32_t i = 0; i < def->transition_count; i++) {
        const vv_transition *from = &def->transitions[i];
        transitions[i] = vvi_machine_fill_transition(from->from, from->to, start, from->condition_count,
                                                     from->conditions, conditions);
        start += from->condition_count;
    }
}

static void fill_behaviour(const vv_behaviour_def *def, vv_behaviour *behaviour)
{
    char *base = (char *)behaviour;
    for (uint32_t i = 0; i < def->input_count; i++)
        vvi_machine_fill_name(def->inputs[i], (name_record *)(base + behaviour->inputs) + i);
    for (uint32_t i = 0; i < def->event_count; i++)
        vvi_machine_fill_name(def->events[i], (name_record *)(base + behaviour->events) + i);
    fill_states(def, base, behaviour);
    fill_transitions(def, base, behaviour);
}

/* Lengths and speeds need valid seconds, so this comes after the check. */
static void measure_paths(const vv_complex *complex, vv_behaviour *behaviour)
{
    char *base = (char *)behaviour;
    const state_record *states = (const state_record *)(base + behaviour->states);
    key_record *keys = (key_record *)(base + behaviour->keys);
    for (uint32_t i = 0; i < behaviour->state_count; i++)
        vvi_walk_measure_paths(complex, states[i].end == VV_KEYS_LOOP, states[i].key_count, keys + states[i].key_start);
}

vv_result vv_behaviour_create(const vv_behaviour_def *def, const vv_allocator *allocator, vv_behaviour **out,
                              vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    VV_ASSERT(def->complex != NULL);
    VVI_ASSERT_ARRAY(def->states, def->state_count);
    VVI_ASSERT_ARRAY(def->transitions, def->transition_count);
    VVI_ASSERT_ARRAY(def->inputs, def->input_count);
    VVI_ASSERT_ARRAY(def->events, def->event_count);
    vv_behaviour counts;
    vv_result result = count_all(def, &counts, error);
    if (result != VV_OK)
        return result;
    counts.complex_hash = vv_hash_bytes(0, def->complex, vvi_complex_bytes(def->complex));
    counts.example_count = vv_complex_example_count(def->complex);
    counts.looks_left = def->looks_left;
    vv_behaviour header = vvi_behaviour_layout(&counts);
    vv_behaviour *behaviour = vvi_allocate_zeroed(allocator, 1, (size_t)header.byte_count);
    if (!behaviour)
        return vvi_fail_memory(error, (size_t)header.byte_count);
    *behaviour = header;
    fill_behaviour(def, behaviour);
    result = vvi_behaviour_check(behaviour, VV_ERROR_ARGUMENT, error);
    if (result != VV_OK) {
        vv_behaviour_destroy(behaviour, allocator);
        return result;
    }
    measure_paths(def->complex, behaviour);
    *out = behaviour;
    return VV_OK;
}

void vv_behaviour_destroy(vv_behaviour *behaviour, const vv_allocator *allocator)
{
    if (behaviour)
        vvi_release(allocator, behaviour, 1, (size_t)behaviour->byte_count);
}
