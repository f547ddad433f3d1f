/* Behaviours as project.json: keys and transitions one a line, as in write.c. */
#include "author/document/behaviours.h"
#include "author/document/write.h"

void vvi_write_words(vvi_writer *w, const char *name, const vv_project_word *words, uint32_t count)
{
    if (!vvi_writes_list(w, count))
        return;
    vv_json_write_on_one_line(w->json);
    vv_json_write_array(w->json, name);
    for (uint32_t i = 0; i < count; i++)
        vv_json_write_string(w->json, NULL, words[i].text);
    vv_json_write_end(w->json);
}

/* ---- States ----------------------------------------------------------------------------------------------------------- */

static void write_walk_keys(vvi_writer *w, const vv_project_artwork *artwork, const vv_project_state *state)
{
    if (!vvi_writes_list(w, state->key_count))
        return;
    vv_json_write_array(w->json, "keys");
    for (uint32_t i = 0; i < state->key_count; i++) {
        const vv_project_walk_key *key = &state->keys[i];
        vv_json_write_on_one_line(w->json);
        vv_json_write_object(w->json, NULL);
        vvi_write_place(w, artwork, &key->place);
        vv_json_write_float(w->json, "seconds", key->seconds);
        vvi_write_word_member(w, "ease", vvi_ease_words(), key->ease, VV_EASE_SMOOTH);
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

static void write_walk(vvi_writer *w, const vv_project_behaviour *behaviour, const vv_behaviour_state_def *def)
{
    bool by_input = def->by == VV_KEYS_BY_INPUT;
    vvi_write_bool_member(w, "loop", def->end == VV_KEYS_LOOP, false);
    vvi_write_text_member(w, "next", def->end == VV_KEYS_NEXT ? behaviour->states[def->next].name : NULL);
    vvi_write_word_member(w, "start", vvi_start_words(), def->start, VV_KEYS_FIRST);
    vvi_write_word_member(w, "by", vvi_by_words(), def->by, VV_KEYS_BY_TIME);
    vvi_write_text_member(w, "input", by_input ? behaviour->inputs[def->by_input].text : NULL);
    vvi_write_float_member(w, "rate", def->rate, 1.0f);
    if (def->by == VV_KEYS_BY_GROUND)
        vvi_write_float_member(w, "metres", def->metres, 1.0f);
    else
        vvi_writes_member(w, "metres", false);
}

/* An object that is there only if what it depends on is; the caller ends it. */
static bool begin_part(vvi_writer *w, const char *name, bool given)
{
    if (!vvi_writes_member(w, name, given))
        return false;
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, name);
    return true;
}

static bool begin_input_part(vvi_writer *w, const char *name, const vv_project_behaviour *behaviour, uint32_t input)
{
    if (!begin_part(w, name, input != VV_NONE))
        return false;
    vv_json_write_string(w->json, "input", behaviour->inputs[input].text);
    return true;
}

static void write_drive(vvi_writer *w, const vv_project_behaviour *behaviour, const vv_behaviour_state_def *def)
{
    vv_behaviour_state_def usual = vv_default_behaviour_state_def();
    if (!begin_input_part(w, "drive", behaviour, def->drive_input))
        return;
    vv_json_write_float(w->json, "speed", def->drive_speed);
    vvi_write_float_member(w, "grounded", def->drive_grounded, usual.drive_grounded);
    vvi_write_float_member(w, "air", def->drive_air, usual.drive_air);
    vv_json_write_end(w->json);
}

static void write_angles(vvi_writer *w, const vv_project_artwork *artwork, const vv_project_behaviour *behaviour,
                         const vv_behaviour_state_def *def)
{
    if (begin_input_part(w, "lean", behaviour, def->lean_input)) {
        vv_json_write_float(w->json, "angle", def->lean);
        vv_json_write_end(w->json);
    }
    if (begin_part(w, "float", def->drag_example != VV_NONE)) {
        vv_json_write_string(w->json, "example", artwork->examples[def->drag_example].name);
        vv_json_write_float(w->json, "drag", def->drag_near);
        vv_json_write_end(w->json);
    }
}

static void write_turning(vvi_writer *w, const vv_project_behaviour *behaviour, const vv_behaviour_state_def *def)
{
    bool turns = def->turning != VV_TURNING_NEVER;
    if (!begin_input_part(w, "turn", behaviour, turns ? def->turning_input : VV_NONE))
        return;
    vvi_write_word_member(w, "when", vvi_turning_words(), def->turning == VV_TURNING_ALWAYS, 0);
    vv_json_write_end(w->json);
}

static void write_forces(vvi_writer *w, const vv_project_behaviour *behaviour, const vv_behaviour_state_def *def)
{
    const vv_vec2 zero = {0.0f, 0.0f};
    vvi_write_point_member(w, "force", def->force, zero);
    if (begin_input_part(w, "push", behaviour, def->force_input)) {
        vvi_write_vec2(w, "force", def->input_force);
        vv_json_write_end(w->json);
    }
    write_drive(w, behaviour, def);
    write_turning(w, behaviour, def);
    vvi_write_point_member(w, "kick", def->kick, zero);
    vvi_write_bool_member(w, "kick_adds", def->kick_adds, false);
    vvi_write_integer_member(w, "signal", def->signal, 0);
}

static void write_state(vvi_writer *w, const vv_project_artwork *artwork, const vv_project_behaviour *behaviour,
                        const vv_project_state *state)
{
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "name", state->name);
    write_walk_keys(w, artwork, state);
    write_walk(w, behaviour, &state->def);
    if (vvi_writes_list(w, state->strengths.given))
        vvi_write_strengths(w, artwork, &state->strengths);
    write_angles(w, artwork, behaviour, &state->def);
    write_forces(w, behaviour, &state->def);
    vv_json_write_end(w->json);
}

/* ---- Transitions -------------------------------------------------------------------------------------------------------- */

static void write_truth(vvi_writer *w, const char *key, const vv_condition *condition)
{
    vv_json_write_bool(w->json, key, !condition->negated);
    if (condition->value != 0.0f)
        vv_json_write_float(w->json, "seconds", condition->value);
}

static void write_condition(vvi_writer *w, const vv_project_behaviour *behaviour, const vv_condition *condition)
{
    vv_json_write_object(w->json, NULL);
    switch (condition->kind) {
    case VV_IF_INPUT:
        vv_json_write_string(w->json, "input", behaviour->inputs[condition->index].text);
        break;
    case VV_IF_EVENT:
        vv_json_write_string(w->json, "event", behaviour->events[condition->index].text);
        if (condition->value != 0.0f)
            vv_json_write_float(w->json, "within", condition->value);
        break;
    case VV_IF_GROUNDED:
        write_truth(w, "grounded", condition);
        break;
    case VV_IF_TOUCHING:
        write_truth(w, "touching", condition);
        break;
    case VV_IF_FINISHED:
        write_truth(w, "finished", condition);
        break;
    default:
        vv_json_write_string(w->json, "sense", vvi_sense_words()[condition->kind - VV_IF_SPEED]);
    }
    if (condition->kind == VV_IF_INPUT || condition->kind >= VV_IF_SPEED)
        vv_json_write_float(w->json, condition->below ? "below" : "above", condition->value);
    if (condition->absolute)
        vv_json_write_bool(w->json, "absolute", true);
    vv_json_write_end(w->json);
}

void vvi_write_conditions(vvi_writer *w, const vv_project_behaviour *behaviour, uint32_t count,
                          const vv_condition *conditions)
{
    if (!vvi_writes_list(w, count))
        return;
    vv_json_write_array(w->json, "when");
    for (uint32_t i = 0; i < count; i++)
        write_condition(w, behaviour, &conditions[i]);
    vv_json_write_end(w->json);
}

static void write_transition(vvi_writer *w, const vv_project_behaviour *behaviour, const vv_transition *transition)
{
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, NULL);
    vvi_write_text_member(w, "from", transition->from == VV_NONE ? NULL : behaviour->states[transition->from].name);
    vv_json_write_string(w->json, "to", behaviour->states[transition->to].name);
    vvi_write_conditions(w, behaviour, transition->condition_count, transition->conditions);
    vv_json_write_end(w->json);
}

/* ---- The whole ------------------------------------------------------------------------------------------------------------ */

static void write_behaviour(vvi_writer *w, const vv_project_artwork *artwork, const vv_project_behaviour *behaviour)
{
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "name", behaviour->name);
    vvi_write_bool_member(w, "looks_left", behaviour->looks_left, false);
    vvi_write_words(w, "inputs", behaviour->inputs, behaviour->input_count);
    vvi_write_words(w, "events", behaviour->events, behaviour->event_count);
    vv_json_write_array(w->json, "states");
    for (uint32_t i = 0; i < behaviour->state_count; i++)
        write_state(w, artwork, behaviour, &behaviour->states[i]);
    vv_json_write_end(w->json);
    if (vvi_writes_list(w, behaviour->transition_count)) {
        vv_json_write_array(w->json, "transitions");
        for (uint32_t i = 0; i < behaviour->transition_count; i++)
            write_transition(w, behaviour, &behaviour->transitions[i]);
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

void vvi_write_behaviours(vvi_writer *w, const vv_project_artwork *artwork)
{
    if (!vvi_writes_list(w, artwork->behaviour_count))
        return;
    vv_json_write_array(w->json, "behaviours");
    for (uint32_t i = 0; i < artwork->behaviour_count; i++)
        write_behaviour(w, artwork, &artwork->behaviours[i]);
    vv_json_write_end(w->json);
}
