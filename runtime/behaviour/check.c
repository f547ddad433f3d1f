/* A behaviour as bytes: its layout, the check of every number in it, and queries. A def that was just laid out and
 * bytes from a file pass through the same check. */
#include "layout.h"
#include "runtime/blend/blend.h"

#include <string.h>

vv_behaviour vvi_behaviour_layout(const vv_behaviour *counts)
{
    vv_behaviour b = *counts;
    b.magic = BEHAVIOUR_MAGIC;
    b.version = BEHAVIOUR_VERSION;
    uint64_t cursor = sizeof b;
    b.states = vvi_section(&cursor, b.state_count, sizeof(state_record));
    b.transitions = vvi_section(&cursor, b.transition_count, sizeof(transition_record));
    b.conditions = vvi_section(&cursor, b.condition_count, sizeof(condition_record));
    b.keys = vvi_section(&cursor, b.key_count, sizeof(key_record));
    b.inputs = vvi_section(&cursor, b.input_count, sizeof(name_record));
    b.events = vvi_section(&cursor, b.event_count, sizeof(name_record));
    b.byte_count = vvi_section(&cursor, 0, 0);
    return b;
}

behaviour_view vvi_behaviour_open(const vv_behaviour *behaviour)
{
    const char *base = (const char *)behaviour;
    return (behaviour_view){
        .header = behaviour,
        .states = (const state_record *)(base + behaviour->states),
        .transitions = (const transition_record *)(base + behaviour->transitions),
        .conditions = (const condition_record *)(base + behaviour->conditions),
        .keys = (const key_record *)(base + behaviour->keys),
        .inputs = (const name_record *)(base + behaviour->inputs),
        .events = (const name_record *)(base + behaviour->events),
    };
}

upper_machine vvi_behaviour_machine(const behaviour_view *view)
{
    const vv_behaviour *b = view->header;
    return (upper_machine){b->state_count, b->transition_count, b->condition_count, b->input_count,
                           b->event_count, view->transitions,   view->conditions};
}

size_t vvi_behaviour_bytes(const vv_behaviour *behaviour) { return (size_t)behaviour->byte_count; }

/* ---- States ------------------------------------------------------------------------------------------------------ */

typedef struct range {
    size_t offset;
    float low, high;
    const char *name;
} range;

#define RANGE(name, low, high)                                                                                         \
    {                                                                                                                  \
        offsetof(state_record, name), low, high, #name                                                                 \
    }

static const range ranges[] = {
    RANGE(rate, -100.0f, 100.0f),      RANGE(metres, 1e-3f, 1e4f),        RANGE(lean, -4.0f, 4.0f),
    RANGE(drag_near, 0.0f, 1000.0f),   RANGE(force.x, -1e4f, 1e4f),       RANGE(force.y, -1e4f, 1e4f),
    RANGE(input_force.x, -1e4f, 1e4f), RANGE(input_force.y, -1e4f, 1e4f), RANGE(drive_speed, -1000.0f, 1000.0f),
    RANGE(drive_grounded, 0.0f, 1e4f), RANGE(drive_air, 0.0f, 1e4f),      RANGE(kick.x, -1000.0f, 1000.0f),
    RANGE(kick.y, -1000.0f, 1000.0f),
};

static vv_result check_ranges(const state_record *s, vv_result code, vv_error *error)
{
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        float value;
        memcpy(&value, (const char *)s + ranges[i].offset, sizeof value);
        if (!(value >= ranges[i].low && value <= ranges[i].high))
            return vvi_fail(error, code, "%s of state \"%s\" is %g; it must be in %g…%g", ranges[i].name, s->name.text,
                            (double)value, (double)ranges[i].low, (double)ranges[i].high);
    }
    return VV_OK;
}

static bool is_none_or_below(uint32_t index, uint32_t count) { return index == VV_NONE || index < count; }

static vv_result check_indices(const vv_behaviour *b, const state_record *s, vv_result code, vv_error *error)
{
    uint32_t inputs = b->input_count;
    bool are_valid = s->end <= VV_KEYS_NEXT && s->start <= VV_KEYS_NEAREST && s->by <= VV_KEYS_BY_GROUND &&
                     s->turning <= VV_TURNING_ALWAYS && s->kick_adds <= 1;
    if (!are_valid)
        return vvi_fail(error, code,
                        "state \"%s\" has a choice (end, start, by, turning or kick_adds) that does not exist",
                        s->name.text);
    if (!is_none_or_below(s->by_input, inputs) || !is_none_or_below(s->lean_input, inputs) ||
        !is_none_or_below(s->force_input, inputs) || !is_none_or_below(s->drive_input, inputs) ||
        !is_none_or_below(s->turning_input, inputs))
        return vvi_fail(error, code, "state \"%s\" uses an input that does not exist", s->name.text);
    if (!is_none_or_below(s->drag_example, b->example_count))
        return vvi_fail(error, code, "the drag of state \"%s\" follows an example that does not exist", s->name.text);
    if (s->end == VV_KEYS_NEXT ? s->next >= b->state_count : s->next != VV_NONE)
        return vvi_fail(error, code, "the state after \"%s\" does not exist", s->name.text);
    return VV_OK;
}

static bool key_is_valid(const key_record *key)
{
    const float *w = key->place.weights;
    return key->seconds >= 0.0f && key->seconds <= 3600.0f && key->ease <= VV_EASE_STOP && key->length >= 0.0f &&
           key->speed >= 0.0f && key->speed < INFINITY && w[0] >= 0.0f && w[1] >= 0.0f && w[2] >= 0.0f &&
           fabsf(w[0] + w[1] + w[2] - 1.0f) <= 1e-3f;
}

static vv_result check_keys(const behaviour_view *v, const state_record *s, vv_result code, vv_error *error)
{
    float seconds = 0.0f;
    if (s->key_count > VV_BEHAVIOUR_MAX_KEYS)
        return vvi_fail(error, code, "state \"%s\" has more than %u keys", s->name.text, VV_BEHAVIOUR_MAX_KEYS);
    for (uint32_t i = 0; i < s->key_count; i++) {
        if (!key_is_valid(&v->keys[s->key_start + i]))
            return vvi_fail(error, code,
                            "key %u of state \"%s\" has seconds outside 0…3600, or an ease that does not exist", i,
                            s->name.text);
        seconds += v->keys[s->key_start + i].seconds;
    }
    if (s->seconds != seconds)
        return vvi_fail(error, code, "the seconds of state \"%s\" are not the sum of those of its keys", s->name.text);
    return VV_OK;
}

/* A state's own strengths, completed by the defaults, must be strengths that an actor may have. */
static vv_result check_strengths(const vv_behaviour *b, const state_record *s, vv_result code, vv_error *error)
{
    uint32_t words[VV_STRENGTH_COUNT];
    vv_strengths base = vv_default_strengths();
    vvi_strengths_to_words(&base, words);
    if (s->strength_mask >> VV_STRENGTH_COUNT)
        return vvi_fail(error, code, "state \"%s\" sets a strength that does not exist", s->name.text);
    if (!vvi_words_are_choices(s->strength_mask, s->strengths))
        return vvi_fail(error, code, "a strength of state \"%s\" has a choice that does not exist", s->name.text);
    for (uint32_t i = 0; i < VV_STRENGTH_COUNT; i++)
        words[i] = s->strength_mask >> i & 1u ? s->strengths[i] : words[i];
    vv_strengths strengths = vvi_strengths_from_words(words);
    vv_error inner = {0};
    if (vv_strengths_check(&strengths, b->example_count, &inner) != VV_OK)
        return vvi_fail(error, code, "state \"%s\": %s", s->name.text, inner.message);
    return VV_OK;
}

/* Keys are stored state after state, without gaps. */
static vv_result check_states(const behaviour_view *v, vv_result code, vv_error *error)
{
    uint32_t keys = 0;
    for (uint32_t i = 0; i < v->header->state_count; i++) {
        const state_record *s = &v->states[i];
        if (s->key_start != keys || s->key_count > v->header->key_count - keys)
            return vvi_fail(error, code, "the keys of state \"%s\" are not in their place", s->name.text);
        keys += s->key_count;
        vv_result result = check_indices(v->header, s, code, error);
        if (result == VV_OK)
            result = check_ranges(s, code, error);
        if (result == VV_OK)
            result = check_keys(v, s, code, error);
        if (result == VV_OK)
            result = check_strengths(v->header, s, code, error);
        if (result != VV_OK)
            return result;
    }
    return keys == v->header->key_count ? VV_OK : vvi_fail(error, code, "there are keys that belong to no state");
}

/* ---- The whole behaviour ----------------------------------------------------------------------------------------- */

vv_result vvi_behaviour_check(const vv_behaviour *behaviour, vv_result code, vv_error *error)
{
    behaviour_view v = vvi_behaviour_open(behaviour);
    vv_result result =
        vvi_machine_check_names(v.states, sizeof *v.states, behaviour->state_count, "state", code, error);
    if (result == VV_OK)
        result = vvi_machine_check_names(v.inputs, sizeof *v.inputs, behaviour->input_count, "input", code, error);
    if (result == VV_OK)
        result = vvi_machine_check_names(v.events, sizeof *v.events, behaviour->event_count, "event", code, error);
    if (result == VV_OK)
        result = check_states(&v, code, error);
    upper_machine upper = vvi_behaviour_machine(&v);
    return result == VV_OK ? vvi_machine_check(&upper, UINT32_MAX, code, error) : result;
}

static bool counts_are_sound(const vv_behaviour *b, size_t byte_count)
{
    bool within_limits = b->state_count > 0 && b->state_count <= VV_BEHAVIOUR_MAX_STATES &&
                         b->transition_count <= VV_BEHAVIOUR_MAX_TRANSITIONS &&
                         b->condition_count <= MACHINE_MAX_CONDITIONS && b->key_count <= BEHAVIOUR_MAX_KEY_COUNT &&
                         b->input_count <= VV_BEHAVIOUR_MAX_INPUTS && b->event_count <= VV_BEHAVIOUR_MAX_EVENTS &&
                         b->example_count > 0 && b->example_count <= VV_BLEND_MAX_EXAMPLES && b->looks_left <= 1;
    if (!within_limits)
        return false;
    vv_behaviour expected = vvi_behaviour_layout(b);
    return memcmp(b, &expected, sizeof expected) == 0 && b->byte_count == byte_count;
}

vv_result vvi_behaviour_verify(const void *bytes, size_t byte_count, vv_error *error)
{
    const vv_behaviour *b = bytes;
    static const vvi_block_kind kind = {"a behaviour", BEHAVIOUR_MAGIC, BEHAVIOUR_VERSION, 16, sizeof(vv_behaviour)};
    vv_result result = vvi_check_block(bytes, byte_count, &kind, error);
    if (result != VV_OK)
        return result;
    if (!counts_are_sound(b, byte_count))
        return vvi_fail(error, VV_ERROR_FORMAT, "this behaviour is damaged: its parts are not where they should be");
    return vvi_behaviour_check(b, VV_ERROR_FORMAT, error);
}

/* ---- Queries ----------------------------------------------------------------------------------------------------- */

uint32_t vv_behaviour_state_count(const vv_behaviour *behaviour)
{
    VV_ASSERT(behaviour != NULL);
    return behaviour->state_count;
}
uint32_t vv_behaviour_input_count(const vv_behaviour *behaviour)
{
    VV_ASSERT(behaviour != NULL);
    return behaviour->input_count;
}
uint32_t vv_behaviour_event_count(const vv_behaviour *behaviour)
{
    VV_ASSERT(behaviour != NULL);
    return behaviour->event_count;
}

const char *vv_behaviour_state_name(const vv_behaviour *behaviour, uint32_t state)
{
    VV_ASSERT(behaviour != NULL);
    VV_ASSERT(state < behaviour->state_count);
    return vvi_behaviour_open(behaviour).states[state].name.text;
}

const char *vv_behaviour_input_name(const vv_behaviour *behaviour, uint32_t input)
{
    VV_ASSERT(behaviour != NULL);
    VV_ASSERT(input < behaviour->input_count);
    return vvi_behaviour_open(behaviour).inputs[input].text;
}

const char *vv_behaviour_event_name(const vv_behaviour *behaviour, uint32_t event)
{
    VV_ASSERT(behaviour != NULL);
    VV_ASSERT(event < behaviour->event_count);
    return vvi_behaviour_open(behaviour).events[event].text;
}

uint32_t vv_behaviour_find_state(const vv_behaviour *behaviour, const char *name)
{
    VV_ASSERT(behaviour != NULL);
    VV_ASSERT(name != NULL);
    const state_record *states = vvi_behaviour_open(behaviour).states;
    return vvi_machine_find(states, sizeof *states, behaviour->state_count, name);
}

uint32_t vv_behaviour_find_input(const vv_behaviour *behaviour, const char *name)
{
    VV_ASSERT(behaviour != NULL);
    VV_ASSERT(name != NULL);
    return vvi_machine_find(vvi_behaviour_open(behaviour).inputs, sizeof(name_record), behaviour->input_count, name);
}

uint32_t vv_behaviour_find_event(const vv_behaviour *behaviour, const char *name)
{
    VV_ASSERT(behaviour != NULL);
    VV_ASSERT(name != NULL);
    return vvi_machine_find(vvi_behaviour_open(behaviour).events, sizeof(name_record), behaviour->event_count, name);
}

bool vv_behaviour_fits(const vv_behaviour *behaviour, const vv_complex *complex)
{
    VV_ASSERT(behaviour != NULL);
    VV_ASSERT(complex != NULL);
    return behaviour->example_count == vv_complex_example_count(complex) &&
           behaviour->complex_hash == vv_hash_bytes(0, complex, vvi_complex_bytes(complex));
}
