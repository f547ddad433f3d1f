/* A behaviour out of JSON: its inputs and events, and its states. Transitions are in read_transition.c. */
#include "author/document/behaviours.h"

#include <string.h>

static const char *const named[] = {"name", NULL};

static const char *const ease_words[] = {"smooth", "linear", "stop", NULL};
static const char *const start_words[] = {"first", "nearest", NULL};
static const char *const by_words[] = {"time", "input", "ground", NULL};
static const char *const turning_words[] = {"grounded", "always", NULL};

vvi_keys vvi_ease_words(void) { return ease_words; }
vvi_keys vvi_start_words(void) { return start_words; }
vvi_keys vvi_by_words(void) { return by_words; }
vvi_keys vvi_turning_words(void) { return turning_words; }

vv_project_state vvi_default_state(void)
{
    return (vv_project_state){.def = vv_default_behaviour_state_def(), .strengths = vvi_default_strengths()};
}

/* ---- Words ---------------------------------------------------------------------------------------------------------- */

uint32_t vvi_find_word(const vv_project_word *words, uint32_t count, const char *text)
{
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(words[i].text, text) == 0)
            return i;
    }
    return VV_NONE;
}

uint32_t vvi_read_input(vvi_reader *r, const vv_json *object, const char *key, const vv_project_behaviour *behaviour)
{
    const vv_json *value = vvi_required(r, object, key);
    if (!value || !vvi_is(r, value, VV_JSON_STRING))
        return VV_NONE;
    uint32_t found = vvi_find_word(behaviour->inputs, behaviour->input_count, value->string);
    if (found == VV_NONE)
        vvi_problem(r, value, VV_RULE_REFERENCE, "list it in \"inputs\"", "there is no input \"%s\"", value->string);
    return found;
}

uint32_t vvi_read_event(vvi_reader *r, const vv_json *object, const char *key, const vv_project_behaviour *behaviour)
{
    const vv_json *value = vvi_required(r, object, key);
    if (!value || !vvi_is(r, value, VV_JSON_STRING))
        return VV_NONE;
    uint32_t found = vvi_find_word(behaviour->events, behaviour->event_count, value->string);
    if (found == VV_NONE)
        vvi_problem(r, value, VV_RULE_REFERENCE, "list it in \"events\"", "there is no event \"%s\"", value->string);
    return found;
}

uint32_t vvi_read_state_name(vvi_reader *r, const vv_json *value, const vv_project_behaviour *behaviour)
{
    if (!vvi_is(r, value, VV_JSON_STRING))
        return VV_NONE;
    for (uint32_t i = 0; i < behaviour->state_count; i++) {
        if (strcmp(behaviour->states[i].name, value->string) == 0)
            return i;
    }
    vvi_problem(r, value, VV_RULE_REFERENCE, "name a state of this behaviour", "there is no state \"%s\"",
                value->string);
    return VV_NONE;
}

const vv_project_word *vvi_read_words(vvi_reader *r, const vv_json *list, uint32_t most, uint32_t *count)
{
    *count = list ? vvi_list(r, list, most, "names") : 0;
    vv_project_word *words = vvi_take(r, *count, sizeof *words);
    if (!words)
        *count = 0;
    for (const vv_json *item = *count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        if (vvi_name(r, item, words[item->index].text) && vvi_find_word(words, item->index, item->string) != VV_NONE)
            vvi_problem(r, item, VV_RULE_REPEATED, "remove one", "\"%s\" is here for the second time", item->string);
    }
    return words;
}

uint32_t vvi_example_value(vvi_reader *r, const vv_json *value, const vv_project_artwork *artwork)
{
    if (!vvi_is(r, value, VV_JSON_STRING))
        return VV_NONE;
    uint32_t found = vv_project_find_example(artwork, value->string);
    if (found == VV_NONE)
        vvi_problem(r, value, VV_RULE_REFERENCE, "name an example of this artwork", "there is no example \"%s\"",
                    value->string);
    return found;
}

/* ---- The walk --------------------------------------------------------------------------------------------------------- */

static void read_walk_key(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork,
                          vv_project_walk_key *key)
{
    static const char *const keys[] = {"place", "seconds", "ease", NULL};
    uint32_t word;
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    const vv_json *place = vvi_required(r, object, "place"), *ease = vvi_member(object, "ease");
    if (place)
        vvi_read_place(r, place, artwork, &key->place);
    vvi_required(r, object, "seconds");
    vvi_float_member(r, object, "seconds", 0.0f, 0.0f, 3600.0f, &key->seconds);
    if (ease && vvi_word(r, ease, ease_words, "write \"smooth\", \"linear\" or \"stop\"", &word))
        key->ease = (vv_ease)word;
}

static void read_walk_keys(vvi_reader *r, const vv_json *list, const vv_project_artwork *artwork,
                           vv_project_state *state)
{
    uint32_t count = list ? vvi_list(r, list, VV_BEHAVIOUR_MAX_KEYS, "keys") : 0;
    vv_project_walk_key *keys = vvi_take(r, count, sizeof *keys);
    if (!keys)
        return;
    state->keys = keys;
    state->key_count = count;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next)
        read_walk_key(r, item, artwork, &keys[item->index]);
}

/* What follows the last key: `loop`, or `next`, or nothing. The state that `next` names is found when all are read. */
static void read_end(vvi_reader *r, const vv_json *object, vv_behaviour_state_def *def)
{
    bool loop = false;
    vvi_bool_member(r, object, "loop", false, &loop);
    const vv_json *next = vvi_member(object, "next");
    if (loop && next)
        vvi_problem(r, next, VV_RULE_CHOICE, "keep \"loop\" or \"next\"", "a loop has no end for a state to follow");
    def->end = loop ? VV_KEYS_LOOP : next ? VV_KEYS_NEXT : VV_KEYS_HOLD;
}

static void read_driver(vvi_reader *r, const vv_json *object, const vv_project_behaviour *behaviour,
                        vv_behaviour_state_def *def)
{
    uint32_t word;
    const vv_json *start = vvi_member(object, "start"), *by = vvi_member(object, "by");
    if (start && vvi_word(r, start, start_words, "write \"first\" or \"nearest\"", &word))
        def->start = (vv_keys_start)word;
    if (by && vvi_word(r, by, by_words, "write \"time\", \"input\" or \"ground\"", &word))
        def->by = (vv_keys_by)word;
    if (def->by == VV_KEYS_BY_INPUT)
        def->by_input = vvi_read_input(r, object, "input", behaviour);
    else
        vvi_refuse_key(r, object, "input", "a walk that no input drives", "write \"by\": \"input\"");
    if (def->by != VV_KEYS_BY_GROUND)
        vvi_refuse_key(r, object, "metres", "a walk that the ground does not drive", "write \"by\": \"ground\"");
    vvi_float_member(r, object, "rate", 1.0f, -100.0f, 100.0f, &def->rate);
    vvi_float_member(r, object, "metres", 1.0f, 1e-3f, 1e4f, &def->metres);
}

/* ---- What a state sets ------------------------------------------------------------------------------------------------- */

/* A member that is an object with these keys, or NULL. */
static const vv_json *part(vvi_reader *r, const vv_json *object, const char *key, vvi_keys keys)
{
    const vv_json *value = vvi_member(object, key);
    return value && vvi_known_keys(r, value, keys, NULL) ? value : NULL;
}

static void read_lean(vvi_reader *r, const vv_json *object, const vv_project_behaviour *behaviour,
                      vv_behaviour_state_def *def)
{
    static const char *const keys[] = {"input", "angle", NULL};
    const vv_json *lean = part(r, object, "lean", keys);
    if (!lean)
        return;
    def->lean_input = vvi_read_input(r, lean, "input", behaviour);
    vvi_required(r, lean, "angle");
    vvi_float_member(r, lean, "angle", 0.0f, -4.0f, 4.0f, &def->lean);
}

static void read_float(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork,
                       vv_behaviour_state_def *def)
{
    static const char *const keys[] = {"example", "drag", NULL};
    const vv_json *value = part(r, object, "float", keys);
    const vv_json *example = value ? vvi_required(r, value, "example") : NULL;
    if (!example || !vvi_is(r, example, VV_JSON_STRING))
        return;
    def->drag_example = vvi_example_value(r, example, artwork);
    vvi_required(r, value, "drag");
    vvi_float_member(r, value, "drag", 0.0f, 0.0f, 1000.0f, &def->drag_near);
}

static bool read_bounded(vvi_reader *r, const vv_json *object, const char *key, float limit, vv_vec2 *out)
{
    float pair[2];
    const vv_json *value = vvi_member(object, key);
    if (!value || !vvi_numbers(r, value, 2, limit, pair))
        return false;
    *out = (vv_vec2){pair[0], pair[1]};
    return true;
}

static void read_forces(vvi_reader *r, const vv_json *object, const vv_project_behaviour *behaviour,
                        vv_behaviour_state_def *def)
{
    static const char *const push_keys[] = {"input", "force", NULL};
    static const char *const drive_keys[] = {"input", "speed", "grounded", "air", NULL};
    read_bounded(r, object, "force", 1e4f, &def->force);
    const vv_json *push = part(r, object, "push", push_keys), *drive = part(r, object, "drive", drive_keys);
    if (push) {
        def->force_input = vvi_read_input(r, push, "input", behaviour);
        vvi_required(r, push, "force");
        read_bounded(r, push, "force", 1e4f, &def->input_force);
    }
    if (!drive)
        return;
    def->drive_input = vvi_read_input(r, drive, "input", behaviour);
    vvi_required(r, drive, "speed");
    vvi_float_member(r, drive, "speed", 0.0f, -1000.0f, 1000.0f, &def->drive_speed);
    vvi_float_member(r, drive, "grounded", def->drive_grounded, 0.0f, 1e4f, &def->drive_grounded);
    vvi_float_member(r, drive, "air", def->drive_air, 0.0f, 1e4f, &def->drive_air);
}

static void read_turning(vvi_reader *r, const vv_json *object, const vv_project_behaviour *behaviour,
                         vv_behaviour_state_def *def)
{
    static const char *const keys[] = {"input", "when", NULL};
    const vv_json *turn = part(r, object, "turn", keys);
    uint32_t word = 0;
    if (!turn)
        return;
    def->turning_input = vvi_read_input(r, turn, "input", behaviour);
    const vv_json *when = vvi_member(turn, "when");
    if (when)
        vvi_word(r, when, turning_words, "write \"grounded\" or \"always\"", &word);
    def->turning = word == 0 ? VV_TURNING_GROUNDED : VV_TURNING_ALWAYS;
}

static void read_state(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork,
                       const vv_project_behaviour *behaviour, vv_project_state *state)
{
    static const char *const keys[] = {"keys",   "loop",      "next",      "start",  "by",    "input", "rate",
                                       "metres", "strengths", "lean",      "float",  "force", "push",  "drive",
                                       "turn",   "kick",      "kick_adds", "signal", NULL};
    vv_behaviour_state_def *def = &state->def;
    *state = vvi_default_state();
    if (!vvi_known_keys(r, object, keys, named))
        return;
    vvi_name_member(r, object, state->name);
    read_walk_keys(r, vvi_member(object, "keys"), artwork, state);
    read_end(r, object, def);
    read_driver(r, object, behaviour, def);
    const vv_json *strengths = vvi_member(object, "strengths");
    if (strengths)
        vvi_read_strengths(r, strengths, artwork, &state->strengths);
    read_lean(r, object, behaviour, def);
    read_float(r, object, artwork, def);
    read_forces(r, object, behaviour, def);
    read_turning(r, object, behaviour, def);
    read_bounded(r, object, "kick", 1000.0f, &def->kick);
    vvi_bool_member(r, object, "kick_adds", false, &def->kick_adds);
    vvi_whole_member(r, object, "signal", 0, 0, 1000000, &def->signal);
}

/* ---- The whole ----------------------------------------------------------------------------------------------------------- */

static void read_states(vvi_reader *r, const vv_json *list, const vv_project_artwork *artwork,
                        vv_project_behaviour *behaviour)
{
    uint32_t count = vvi_list(r, list, VV_BEHAVIOUR_MAX_STATES, "states");
    vv_project_state *states = vvi_take(r, count, sizeof *states);
    if (!states)
        return;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next)
        read_state(r, item, artwork, behaviour, &states[item->index]);
    if (count)
        vvi_refuse_same_names(r, list, states->name, sizeof *states);
    behaviour->states = states;
    behaviour->state_count = count;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        const vv_json *next = vvi_member(item, "next");
        if (next)
            states[item->index].def.next = vvi_read_state_name(r, next, behaviour);
    }
}

/* States name inputs, transitions name all. */
bool vvi_lists_together(vvi_reader *r, const vv_json *object, uint32_t input_count, uint32_t event_count,
                        uint32_t transition_count)
{
    const vv_json *inputs = vvi_member(object, "inputs"), *events = vvi_member(object, "events");
    const vv_json *states = vvi_member(object, "states"), *transitions = vvi_member(object, "transitions");
    if (!inputs && !events && !states && !transitions)
        return false;
    return ((inputs || !input_count) && (events || !event_count) && states && (transitions || !transition_count)) ||
           vvi_problem(r, object, VV_RULE_REFERENCE, "give the others in the same command",
                       "inputs, events, states and transitions change together");
}

static void read_lists(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork,
                       vv_project_behaviour *behaviour)
{
    const vv_json *states = vvi_required(r, object, "states");
    behaviour->inputs =
        vvi_read_words(r, vvi_member(object, "inputs"), VV_BEHAVIOUR_MAX_INPUTS, &behaviour->input_count);
    behaviour->events =
        vvi_read_words(r, vvi_member(object, "events"), VV_BEHAVIOUR_MAX_EVENTS, &behaviour->event_count);
    if (states)
        read_states(r, states, artwork, behaviour);
    if (states && states->kind == VV_JSON_ARRAY && states->count == 0)
        vvi_problem(r, states, VV_RULE_STATES, "add a state", "this behaviour has no state");
    vvi_read_transitions(r, vvi_member(object, "transitions"), behaviour);
}

void vvi_read_behaviour(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project_artwork *artwork,
                        vv_project_behaviour *behaviour)
{
    static const char *const keys[] = {"looks_left", "inputs", "events", "states", "transitions", NULL};
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT)
        return;
    bool editing = r->editing;
    vvi_bool_member(r, object, "looks_left", false, &behaviour->looks_left);
    if (editing &&
        !vvi_lists_together(r, object, behaviour->input_count, behaviour->event_count, behaviour->transition_count))
        return;
    r->editing = false; /* lists that are given are given whole */
    read_lists(r, object, artwork, behaviour);
    r->editing = editing;
}

void vvi_read_behaviours(vvi_reader *r, const vv_json *list, vv_project_artwork *artwork)
{
    uint32_t count = list ? vvi_list(r, list, VV_PROJECT_MAX_BEHAVIOURS, "behaviours") : 0;
    vv_project_behaviour *behaviours = vvi_take(r, count, sizeof *behaviours);
    if (!behaviours)
        return;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        vvi_read_behaviour(r, item, named, artwork, &behaviours[item->index]);
        if (item->kind == VV_JSON_OBJECT)
            vvi_name_member(r, item, behaviours[item->index].name);
    }
    if (count)
        vvi_refuse_same_names(r, list, behaviours->name, sizeof *behaviours);
    artwork->behaviours = behaviours;
    artwork->behaviour_count = count;
}
