/* Behaviours as project.json: keys and transitions one a line, as in write.c. */
#include "author/document/behaviours.h"
#include "author/document/write.h"

static bool is_zero(vv_vec2 v) { return v.x == 0.0f && v.y == 0.0f; }

static void write_words(vv_json_writer *w, const char *name, const vv_project_word *words, uint32_t count)
{
    if (count == 0)
        return;
    vv_json_write_on_one_line(w);
    vv_json_write_array(w, name);
    for (uint32_t i = 0; i < count; i++)
        vv_json_write_string(w, NULL, words[i].text);
    vv_json_write_end(w);
}

/* ---- States ----------------------------------------------------------------------------------------------------------- */

static void write_walk_keys(vv_json_writer *w, const vv_project_artwork *artwork, const vv_project_state *state)
{
    if (state->key_count == 0)
        return;
    vv_json_write_array(w, "keys");
    for (uint32_t i = 0; i < state->key_count; i++) {
        const vv_project_walk_key *key = &state->keys[i];
        vv_json_write_on_one_line(w);
        vv_json_write_object(w, NULL);
        vvi_write_place(w, artwork, &key->place);
        vv_json_write_float(w, "seconds", key->seconds);
        if (key->ease != VV_EASE_SMOOTH)
            vv_json_write_string(w, "ease", vvi_ease_words()[key->ease]);
        vv_json_write_end(w);
    }
    vv_json_write_end(w);
}

static void write_walk(vv_json_writer *w, const vv_project_behaviour *behaviour, const vv_behaviour_state_def *def)
{
    if (def->end == VV_KEYS_LOOP)
        vv_json_write_bool(w, "loop", true);
    if (def->end == VV_KEYS_NEXT)
        vv_json_write_string(w, "next", behaviour->states[def->next].name);
    if (def->start != VV_KEYS_FIRST)
        vv_json_write_string(w, "start", vvi_start_words()[def->start]);
    if (def->by != VV_KEYS_BY_TIME)
        vv_json_write_string(w, "by", vvi_by_words()[def->by]);
    if (def->by == VV_KEYS_BY_INPUT)
        vv_json_write_string(w, "input", behaviour->inputs[def->by_input].text);
    if (def->rate != 1.0f)
        vv_json_write_float(w, "rate", def->rate);
    if (def->metres != 1.0f)
        vv_json_write_float(w, "metres", def->metres);
}

static void begin_part(vv_json_writer *w, const char *name, const vv_project_behaviour *behaviour, uint32_t input)
{
    vv_json_write_on_one_line(w);
    vv_json_write_object(w, name);
    if (input != VV_NONE)
        vv_json_write_string(w, "input", behaviour->inputs[input].text);
}

static void write_drive(vv_json_writer *w, const vv_project_behaviour *behaviour, const vv_behaviour_state_def *def)
{
    vv_behaviour_state_def usual = vv_default_behaviour_state_def();
    if (def->drive_input == VV_NONE)
        return;
    begin_part(w, "drive", behaviour, def->drive_input);
    vv_json_write_float(w, "speed", def->drive_speed);
    if (def->drive_grounded != usual.drive_grounded)
        vv_json_write_float(w, "grounded", def->drive_grounded);
    if (def->drive_air != usual.drive_air)
        vv_json_write_float(w, "air", def->drive_air);
    vv_json_write_end(w);
}

static void write_angles(vv_json_writer *w, const vv_project_artwork *artwork, const vv_project_behaviour *behaviour,
                         const vv_behaviour_state_def *def)
{
    if (def->lean_input != VV_NONE) {
        begin_part(w, "lean", behaviour, def->lean_input);
        vv_json_write_float(w, "angle", def->lean);
        vv_json_write_end(w);
    }
    if (def->drag_example != VV_NONE) {
        begin_part(w, "float", behaviour, VV_NONE);
        vv_json_write_string(w, "example", artwork->examples[def->drag_example].name);
        vv_json_write_float(w, "drag", def->drag_near);
        vv_json_write_end(w);
    }
}

static void write_forces(vv_json_writer *w, const vv_project_behaviour *behaviour, const vv_behaviour_state_def *def)
{
    if (!is_zero(def->force))
        vvi_write_vec2(w, "force", def->force);
    if (def->force_input != VV_NONE) {
        begin_part(w, "push", behaviour, def->force_input);
        vvi_write_vec2(w, "force", def->input_force);
        vv_json_write_end(w);
    }
    write_drive(w, behaviour, def);
    if (def->turning != VV_TURNING_NEVER) {
        begin_part(w, "turn", behaviour, def->turning_input);
        if (def->turning == VV_TURNING_ALWAYS)
            vv_json_write_string(w, "when", "always");
        vv_json_write_end(w);
    }
    if (!is_zero(def->kick))
        vvi_write_vec2(w, "kick", def->kick);
    if (def->kick_adds)
        vv_json_write_bool(w, "kick_adds", true);
    if (def->signal != 0)
        vv_json_write_integer(w, "signal", def->signal);
}

static void write_state(vv_json_writer *w, const vv_project_artwork *artwork, const vv_project_behaviour *behaviour,
                        const vv_project_state *state)
{
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "name", state->name);
    write_walk_keys(w, artwork, state);
    write_walk(w, behaviour, &state->def);
    if (state->strengths.given)
        vvi_write_strengths(w, artwork, &state->strengths);
    write_angles(w, artwork, behaviour, &state->def);
    write_forces(w, behaviour, &state->def);
    vv_json_write_end(w);
}

/* ---- Transitions -------------------------------------------------------------------------------------------------------- */

static void write_truth(vv_json_writer *w, const char *key, const vv_condition *condition)
{
    vv_json_write_bool(w, key, !condition->negated);
    if (condition->value != 0.0f)
        vv_json_write_float(w, "seconds", condition->value);
}

static void write_condition(vv_json_writer *w, const vv_project_behaviour *behaviour, const vv_condition *condition)
{
    vv_json_write_object(w, NULL);
    switch (condition->kind) {
    case VV_IF_INPUT:
        vv_json_write_string(w, "input", behaviour->inputs[condition->index].text);
        break;
    case VV_IF_EVENT:
        vv_json_write_string(w, "event", behaviour->events[condition->index].text);
        if (condition->value != 0.0f)
            vv_json_write_float(w, "within", condition->value);
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
        vv_json_write_string(w, "sense", vvi_sense_words()[condition->kind - VV_IF_SPEED]);
    }
    if (condition->kind == VV_IF_INPUT || condition->kind >= VV_IF_SPEED)
        vv_json_write_float(w, condition->below ? "below" : "above", condition->value);
    if (condition->absolute)
        vv_json_write_bool(w, "absolute", true);
    vv_json_write_end(w);
}

static void write_transition(vv_json_writer *w, const vv_project_behaviour *behaviour, const vv_transition *transition)
{
    vv_json_write_on_one_line(w);
    vv_json_write_object(w, NULL);
    if (transition->from != VV_NONE)
        vv_json_write_string(w, "from", behaviour->states[transition->from].name);
    vv_json_write_string(w, "to", behaviour->states[transition->to].name);
    if (transition->condition_count > 0) {
        vv_json_write_array(w, "when");
        for (uint32_t i = 0; i < transition->condition_count; i++)
            write_condition(w, behaviour, &transition->conditions[i]);
        vv_json_write_end(w);
    }
    vv_json_write_end(w);
}

/* ---- The whole ------------------------------------------------------------------------------------------------------------ */

static void write_behaviour(vv_json_writer *w, const vv_project_artwork *artwork, const vv_project_behaviour *behaviour)
{
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "name", behaviour->name);
    if (behaviour->looks_left)
        vv_json_write_bool(w, "looks_left", true);
    write_words(w, "inputs", behaviour->inputs, behaviour->input_count);
    write_words(w, "events", behaviour->events, behaviour->event_count);
    vv_json_write_array(w, "states");
    for (uint32_t i = 0; i < behaviour->state_count; i++)
        write_state(w, artwork, behaviour, &behaviour->states[i]);
    vv_json_write_end(w);
    if (behaviour->transition_count > 0) {
        vv_json_write_array(w, "transitions");
        for (uint32_t i = 0; i < behaviour->transition_count; i++)
            write_transition(w, behaviour, &behaviour->transitions[i]);
        vv_json_write_end(w);
    }
    vv_json_write_end(w);
}

void vvi_write_behaviours(vv_json_writer *w, const vv_project_artwork *artwork)
{
    if (artwork->behaviour_count == 0)
        return;
    vv_json_write_array(w, "behaviours");
    for (uint32_t i = 0; i < artwork->behaviour_count; i++)
        write_behaviour(w, artwork, &artwork->behaviours[i]);
    vv_json_write_end(w);
}
