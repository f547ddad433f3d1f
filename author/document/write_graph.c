/* Verb graphs, and scenes of verbs, graphs and shapes, as project.json: states, transitions, keys and entries one a line, as in
 * write.c. */
#include "author/document/verbs.h"
#include "author/document/write.h"

/* ---- Graphs --------------------------------------------------------------------------------------------------------- */

static void write_state(vvi_writer *w, const vv_project *project, const vv_project_graph *graph,
                        const vv_project_graph_state *state)
{
    vv_project_graph_state usual = vvi_default_graph_state();
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "name", state->name);
    vv_json_write_string(w->json, "verb", project->verbs[state->verb]->name);
    vvi_write_float_member(w, "rate", state->rate, usual.rate);
    vvi_write_text_member(w, "next", state->next == VV_NONE ? NULL : graph->states[state->next].name);
    vvi_write_float_member(w, "fade", state->fade, usual.fade);
    vvi_write_integer_member(w, "signal", state->signal, usual.signal);
    vv_json_write_end(w->json);
}

static void write_start(vvi_writer *w, float start)
{
    if (start >= 0.0f)
        vv_json_write_float(w->json, "start", start);
    else if (w->whole)
        vv_json_write_string(w->json, "start", "same");
}

static void write_transition(vvi_writer *w, const vv_project_graph *graph, const vv_graph_transition *transition)
{
    vv_graph_transition usual = vvi_default_graph_transition();
    vv_project_behaviour words = vvi_graph_words(graph);
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, NULL);
    vvi_write_text_member(w, "from", transition->from == VV_NONE ? NULL : graph->states[transition->from].name);
    vv_json_write_string(w->json, "to", graph->states[transition->to].name);
    vvi_write_float_member(w, "fade", transition->seconds, usual.seconds);
    vvi_write_point_member(w, "window", (vv_vec2){transition->window[0], transition->window[1]},
                           (vv_vec2){usual.window[0], usual.window[1]});
    write_start(w, transition->start);
    vvi_write_conditions(w, &words, transition->condition_count, transition->conditions);
    vv_json_write_end(w->json);
}

static void write_graph(vvi_writer *w, const vv_project *project, const vv_project_graph *graph)
{
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "name", graph->name);
    vv_json_write_string(w->json, "skeleton", project->skeletons[graph->skeleton]->name);
    vvi_write_words(w, "inputs", graph->inputs, graph->input_count);
    vvi_write_words(w, "events", graph->events, graph->event_count);
    vv_json_write_array(w->json, "states");
    for (uint32_t i = 0; i < graph->state_count; i++)
        write_state(w, project, graph, &graph->states[i]);
    vv_json_write_end(w->json);
    if (vvi_writes_list(w, graph->transition_count)) {
        vv_json_write_array(w->json, "transitions");
        for (uint32_t i = 0; i < graph->transition_count; i++)
            write_transition(w, graph, &graph->transitions[i]);
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

void vvi_write_graphs(vvi_writer *w, const vv_project *project)
{
    if (!vvi_writes_list(w, project->graph_count))
        return;
    vv_json_write_array(w->json, "graphs");
    for (uint32_t i = 0; i < project->graph_count; i++)
        write_graph(w, project, project->graphs[i]);
    vv_json_write_end(w->json);
}

/* ---- Scenes --------------------------------------------------------------------------------------------------------- */

static void write_path(vvi_writer *w, const vv_project_field *field, const vv_project_scene *scene)
{
    if (!vvi_writes_list(w, scene->path_count))
        return;
    vv_json_write_array(w->json, "path");
    for (uint32_t i = 0; i < scene->path_count; i++) {
        const vv_project_path_key *key = &scene->path[i];
        vv_json_write_on_one_line(w->json);
        vv_json_write_object(w->json, NULL);
        vv_json_write_float(w->json, "time", key->time);
        vv_json_write_object(w->json, "at");
        for (uint32_t v = 0; v < key->value_count; v++)
            vv_json_write_float(w->json, field->axes[key->values[v].axis].name, key->values[v].value);
        vv_json_write_end(w->json);
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

static void write_script(vvi_writer *w, const vv_project_scene *scene)
{
    if (!vvi_writes_list(w, scene->graph_cue_count))
        return;
    vv_json_write_array(w->json, "script");
    for (uint32_t i = 0; i < scene->graph_cue_count; i++) {
        const vv_project_graph_cue *cue = &scene->graph_cues[i];
        vv_json_write_on_one_line(w->json);
        vv_json_write_object(w->json, NULL);
        vv_json_write_float(w->json, "time", cue->time);
        if (cue->raise[0])
            vv_json_write_string(w->json, "raise", cue->raise);
        else
            vvi_write_input_values(w, "set", cue->inputs, cue->input_count);
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

static void write_camera(vvi_writer *w, const vv_project_scene *scene)
{
    if (!vvi_writes_member(w, "camera", scene->aimed))
        return;
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, "camera");
    vvi_write_float_member(w, "heading", scene->heading, 0.0f);
    vvi_write_float_member(w, "pitch", scene->pitch, 0.0f);
    vv_json_write_end(w->json);
}

void vvi_write_figured(vvi_writer *w, const vv_project_scene *scene, const vv_project *project)
{
    if (scene->kind == VV_SCENE_CREATURE)
        vvi_write_troupe(w, scene, project);
    else if (scene->kind == VV_SCENE_LINE)
        vvi_write_line_scene(w, scene);
    else if (scene->kind == VV_SCENE_GRAPH)
        write_script(w, scene);
    else
        write_path(w, vvi_scene_field(project, scene), scene);
    if (scene->kind == VV_SCENE_LINE && project->lines[scene->subject]->kind == VV_LINE_OF_ARTWORK)
        return; /* a drawing is seen from the front */
    write_camera(w, scene);
    if (scene->kind != VV_SCENE_SHAPE)
        vvi_write_bool_member(w, "follow", scene->follows, true);
}
