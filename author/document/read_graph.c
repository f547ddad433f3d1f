/* Verb graphs out of JSON: states that play verbs, and the transitions between them, whose conditions are those of
 * behaviours. */
#include "author/document/behaviours.h"
#include "author/document/verbs.h"

#include <string.h>

vv_project_graph vvi_default_graph(void) { return (vv_project_graph){.skeleton = VV_NONE}; }
vv_project_graph_state vvi_default_graph_state(void)
{
    return (vv_project_graph_state){.verb = VV_NONE, .rate = 1.0f, .next = VV_NONE, .fade = 0.3f};
}
vv_graph_transition vvi_default_graph_transition(void)
{
    return (vv_graph_transition){
        .from = VV_NONE, .to = VV_NONE, .seconds = 0.3f, .window = {0.0f, 1.0f}, .start = VVI_SAME_PHASE};
}

vv_project_behaviour vvi_graph_words(const vv_project_graph *graph)
{
    return (vv_project_behaviour){.input_count = graph->input_count,
                                  .event_count = graph->event_count,
                                  .inputs = graph->inputs,
                                  .events = graph->events};
}

/* ---- States --------------------------------------------------------------------------------------------------------- */

static uint32_t read_state_name(vvi_reader *r, const vv_json *value, const vv_project_graph *graph)
{
    if (!vvi_is(r, value, VV_JSON_STRING))
        return VV_NONE;
    for (uint32_t i = 0; i < graph->state_count; i++) {
        if (strcmp(graph->states[i].name, value->string) == 0)
            return i;
    }
    vvi_problem(r, value, VV_RULE_REFERENCE, "name a state of this graph", "there is no state \"%s\"", value->string);
    return VV_NONE;
}

static void read_state(vvi_reader *r, const vv_json *object, const vv_project *project, vv_project_graph_state *state)
{
    static const char *const keys[] = {"name", "verb", "rate", "next", "fade", "signal", NULL};
    vv_project_graph_state usual = vvi_default_graph_state();
    *state = usual;
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    vvi_name_member(r, object, state->name);
    const vv_json *verb = vvi_required(r, object, "verb");
    if (verb)
        state->verb = vvi_listed_value(r, verb, project, vv_project_find_verb, "verb");
    vvi_float_member(r, object, "rate", usual.rate, 0.0f, 8.0f, &state->rate);
    vvi_float_member(r, object, "fade", usual.fade, 0.0f, 10.0f, &state->fade);
    vvi_whole_member(r, object, "signal", 0, 0, 1000000, &state->signal);
}

static void read_states(vvi_reader *r, const vv_json *list, const vv_project *project, vv_project_graph *graph)
{
    uint32_t count = vvi_list(r, list, VV_GRAPH_MAX_STATES, "states");
    vv_project_graph_state *states = vvi_take(r, count, sizeof *states);
    if (!states)
        return;
    if (list->kind == VV_JSON_ARRAY && list->count == 0)
        vvi_problem(r, list, VV_RULE_STATES, "add a state", "this graph has no state");
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next)
        read_state(r, item, project, &states[item->index]);
    if (count)
        vvi_refuse_same_names(r, list, states->name, sizeof *states);
    graph->states = states;
    graph->state_count = count;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        const vv_json *next = vvi_member(item, "next");
        if (next)
            states[item->index].next = read_state_name(r, next, graph);
    }
}

/* ---- Transitions ---------------------------------------------------------------------------------------------------- */

/* What a character in a graph can tell of itself. */
static bool suits(vv_condition_kind kind)
{
    return kind == VV_IF_INPUT || kind == VV_IF_EVENT || kind == VV_IF_FINISHED || kind == VV_IF_TIME;
}

static void read_when(vvi_reader *r, const vv_json *list, const vv_project_graph *graph, vv_graph_transition *t)
{
    vv_project_behaviour words = vvi_graph_words(graph);
    t->conditions = vvi_read_conditions(r, list, &words, &t->condition_count);
    for (const vv_json *item = t->condition_count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        if (!suits(t->conditions[item->index].kind))
            vvi_problem(r, item, VV_RULE_CONDITION, "ask for \"input\", \"event\", \"finished\" or the sense \"time\"",
                        "nobody in a graph can tell this");
    }
}

static void read_start(vvi_reader *r, const vv_json *value, vv_graph_transition *t)
{
    static const char *const words[] = {"same", NULL};
    uint32_t word;
    if (value->kind != VV_JSON_STRING)
        vvi_number(r, value, 0.0f, 1.0f, &t->start);
    else if (vvi_word(r, value, words, "write a phase between 0 and 1, or \"same\"", &word))
        t->start = VVI_SAME_PHASE;
}

static void read_window(vvi_reader *r, const vv_json *value, vv_graph_transition *t)
{
    float window[2];
    if (!vvi_numbers(r, value, 2, 1.0f, window))
        return;
    if (window[0] < 0.0f || window[1] < 0.0f)
        vvi_problem(r, value, VV_RULE_RANGE, "choose phases between 0 and 1", "a window has two phases");
    t->window[0] = window[0];
    t->window[1] = window[1];
}

static void read_transition(vvi_reader *r, const vv_json *object, const vv_project_graph *graph, vv_graph_transition *t)
{
    static const char *const keys[] = {"from", "to", "fade", "window", "start", "when", NULL};
    *t = vvi_default_graph_transition();
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    const vv_json *from = vvi_member(object, "from"), *to = vvi_required(r, object, "to");
    const vv_json *window = vvi_member(object, "window"), *start = vvi_member(object, "start");
    if (from)
        t->from = read_state_name(r, from, graph);
    if (to)
        t->to = read_state_name(r, to, graph);
    vvi_float_member(r, object, "fade", t->seconds, 0.0f, 10.0f, &t->seconds);
    if (window)
        read_window(r, window, t);
    if (start)
        read_start(r, start, t);
    read_when(r, vvi_member(object, "when"), graph, t);
}

static void read_transitions(vvi_reader *r, const vv_json *list, vv_project_graph *graph)
{
    uint32_t count = list ? vvi_list(r, list, VV_BEHAVIOUR_MAX_TRANSITIONS, "transitions") : 0;
    vv_graph_transition *transitions = vvi_take(r, count, sizeof *transitions);
    if (!transitions)
        return;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next)
        read_transition(r, item, graph, &transitions[item->index]);
    graph->transitions = transitions;
    graph->transition_count = count;
}

/* ---- Graphs --------------------------------------------------------------------------------------------------------- */

static void check_skeletons(vvi_reader *r, const vv_json *place, const vv_project *project,
                            const vv_project_graph *graph)
{
    for (uint32_t i = 0; i < graph->state_count && !vvi_stopped(r); i++) {
        const vv_project_verb *verb = project->verbs[graph->states[i].verb];
        if (verb->skeleton != graph->skeleton && verb->skeleton != VV_NONE) /* that is a problem of its own */
            vvi_problem(r, place, VV_RULE_SKELETON, "name verbs of the graph's skeleton",
                        "\"%s\" plays the verb \"%s\" of the skeleton \"%s\", not of \"%s\"", graph->states[i].name,
                        verb->name, project->skeletons[verb->skeleton]->name,
                        project->skeletons[graph->skeleton]->name);
    }
}

/* Transitions name all the others, which therefore come together in a `set` command. */
static void read_lists(vvi_reader *r, const vv_json *object, const vv_project *project, vv_project_graph *graph)
{
    const vv_json *states = vvi_required(r, object, "states");
    graph->inputs = vvi_read_words(r, vvi_member(object, "inputs"), VV_BEHAVIOUR_MAX_INPUTS, &graph->input_count);
    graph->events = vvi_read_words(r, vvi_member(object, "events"), VV_BEHAVIOUR_MAX_EVENTS, &graph->event_count);
    if (states)
        read_states(r, states, project, graph);
    read_transitions(r, vvi_member(object, "transitions"), graph);
}

void vvi_read_graph(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                    vv_project_graph *graph)
{
    static const char *const keys[] = {"skeleton", "inputs", "events", "states", "transitions", NULL};
    uint32_t before = r->problems->errors;
    bool editing = r->editing;
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT)
        return;
    vvi_skeleton_member(r, object, project, &graph->skeleton);
    if (!editing || vvi_lists_together(r, object, graph->input_count, graph->event_count, graph->transition_count)) {
        r->editing = false;
        read_lists(r, object, project, graph);
        r->editing = editing;
    }
    if (r->problems->errors == before && !r->problems->memory)
        check_skeletons(r, object, project, graph);
}
