/* Deep copies of skeletons, takes, forms, shapes, verbs, graphs and correctives, and of the scenes that show them: see
 * copy.c. */
#include "author/document/state.h"

#include <string.h>

/* ---- Fields --------------------------------------------------------------------------------------------------------- */

bool vvi_copy_field(vvi_arena *arena, vv_project_field *field)
{
    size_t axes = field->axis_count;
    field->axes = vvi_copied(arena, field->axes, axes, sizeof *field->axes);
    field->at = vvi_copied(arena, field->at, axes * field->example_count, sizeof *field->at);
    field->from = vvi_copied(arena, field->from, axes * field->pseudo_count, sizeof *field->from);
    field->to = vvi_copied(arena, field->to, axes * field->pseudo_count, sizeof *field->to);
    return field->axes && field->at && field->from && field->to;
}

bool vvi_copy_correctives(vvi_artwork *to, const vv_project_artwork *from)
{
    vv_project_corrective *correctives =
        vvi_copied(&to->arena, from->correctives, from->corrective_count, sizeof *correctives);
    bool good = correctives != NULL;
    for (uint32_t i = 0; good && i < from->corrective_count; i++) {
        vv_project_corrective *own = &correctives[i];
        own->examples = vvi_copied(&to->arena, own->examples, own->field.example_count, sizeof *own->examples);
        good = own->examples && vvi_copy_field(&to->arena, &own->field);
    }
    to->view.correctives = correctives;
    return good;
}

/* ---- From files ----------------------------------------------------------------------------------------------------- */

static const char *copied_text(vvi_arena *arena, const char *text)
{
    return vvi_copied(arena, text, strlen(text) + 1, 1);
}

bool vvi_copy_skeleton(vvi_skeleton *to, const vv_project_skeleton *from)
{
    to->view = *from;
    to->view.file = copied_text(&to->arena, from->file);
    to->view.feet = vvi_copied(&to->arena, from->feet, from->foot_count, sizeof *from->feet);
    return to->view.file && to->view.feet;
}

bool vvi_copy_take(vvi_take_block *to, const vv_project_take *from)
{
    to->view = *from;
    to->view.file = copied_text(&to->arena, from->file);
    return to->view.file != NULL;
}

bool vvi_copy_form(vvi_form *to, const vv_project_form *from)
{
    to->view = *from;
    to->view.file = copied_text(&to->arena, from->file);
    return to->view.file != NULL;
}

/* ---- Shapes, verbs, graphs ------------------------------------------------------------------------------------------ */

bool vvi_copy_shape(vvi_shape *to, const vv_project_shape *from)
{
    vv_project_shape_example *examples =
        vvi_copied(&to->arena, from->examples, from->field.example_count, sizeof *examples);
    bool good = examples != NULL;
    for (uint32_t i = 0; good && i < from->field.example_count; i++) {
        vv_project_shape_example *own = &examples[i];
        own->bends = vvi_copied(&to->arena, own->bends, own->bend_count, sizeof *own->bends);
        good = own->bends != NULL;
    }
    to->view = *from;
    to->view.examples = examples;
    return good && vvi_copy_field(&to->arena, &to->view.field);
}

bool vvi_copy_verb(vvi_verb *to, const vv_project_verb *from)
{
    vv_project_verb_example *examples =
        vvi_copied(&to->arena, from->examples, from->field.example_count, sizeof *examples);
    bool good = examples != NULL;
    for (uint32_t i = 0; good && i < from->field.example_count; i++) {
        vv_project_verb_example *own = &examples[i];
        own->keytimes = vvi_copied(&to->arena, own->keytimes, own->keytime_count, sizeof *own->keytimes);
        good = own->keytimes != NULL;
    }
    to->view = *from;
    to->view.examples = examples;
    return good && vvi_copy_field(&to->arena, &to->view.field);
}

bool vvi_copy_graph(vvi_graph *to, const vv_project_graph *from)
{
    vvi_arena *arena = &to->arena;
    vv_graph_transition *transitions =
        vvi_copied(arena, from->transitions, from->transition_count, sizeof *transitions);
    bool good = transitions != NULL;
    for (uint32_t i = 0; good && i < from->transition_count; i++) {
        vv_graph_transition *own = &transitions[i];
        own->conditions = vvi_copied(arena, own->conditions, own->condition_count, sizeof *own->conditions);
        good = own->conditions != NULL;
    }
    to->view = *from;
    to->view.inputs = vvi_copied(arena, from->inputs, from->input_count, sizeof *from->inputs);
    to->view.events = vvi_copied(arena, from->events, from->event_count, sizeof *from->events);
    to->view.states = vvi_copied(arena, from->states, from->state_count, sizeof *from->states);
    to->view.transitions = transitions;
    return good && to->view.inputs && to->view.events && to->view.states;
}

/* ---- Scenes --------------------------------------------------------------------------------------------------------- */

bool vvi_copy_figured(vvi_scene *to, const vv_project_scene *from)
{
    vvi_arena *arena = &to->arena;
    vv_project_path_key *path = vvi_copied(arena, from->path, from->path_count, sizeof *path);
    vv_project_graph_cue *cues = vvi_copied(arena, from->graph_cues, from->graph_cue_count, sizeof *cues);
    bool good = path && cues;
    for (uint32_t i = 0; good && i < from->path_count; i++) {
        path[i].values = vvi_copied(arena, path[i].values, path[i].value_count, sizeof *path[i].values);
        good = path[i].values != NULL;
    }
    for (uint32_t i = 0; good && i < from->graph_cue_count; i++) {
        cues[i].inputs = vvi_copied(arena, cues[i].inputs, cues[i].input_count, sizeof *cues[i].inputs);
        good = cues[i].inputs != NULL;
    }
    to->view.path = path;
    to->view.graph_cues = cues;
    return good;
}
