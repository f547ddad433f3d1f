/* Graphs: which verb follows which. Their conditions are those of behaviours. */
#include "author/document/behaviours.h"

#define GRAPH      vv_project_graph
#define STATE      vv_project_graph_state
#define TRANSITION vv_graph_transition
#define SAME_PHASE (-1.0f) /* TRANSITION.start */

/* ---- States ------------------------------------------------------------------------------------------------------ */

static const vvi_schema_reference state_reference = {.noun = VVI_STATE, .remedy = "name a state of this graph"};
static const vvi_schema_field state_fields[] = {
    {"name", VVI_NAME(STATE, name), .presence = VVI_REQUIRED, VVI_DOC("", "unlike other states'")},
    {"verb", VVI_REFERENCE(STATE, verb, VVI_TO(.noun = VVI_VERB)), .presence = VVI_REQUIRED,
     VVI_DOC("", "that it plays")},
    {"rate", VVI_NUMBER(STATE, rate, 0.0f, 8.0f), VVI_DOC("", "how many times as fast")},
    {"next", VVI_REFERENCE(STATE, next, &state_reference), .presence = VVI_NULLABLE, .flags = VVI_LATE,
     VVI_DOC("", "where it goes when a verb that is not cyclic has come to its end; null: it stays in its last pose")},
    {"fade", VVI_NUMBER(STATE, fade, 0.0f, 10.0f), VVI_DOC("s", "of that change")},
    {"signal", VVI_WHOLE(STATE, signal, 0, 1000000), VVI_DOC("", "a number that the game is told on entry")},
};
static const STATE state_defaults = {.verb = VV_NONE, .rate = 1.0f, .next = VV_NONE, .fade = 0.3f};
static const vvi_schema state_schema = {VVI_TABLE("graph state", STATE, state_fields), .flags = VVI_SCHEMA_ONE_LINE,
                                        .defaults = &state_defaults};
static const vvi_schema_list states = {VVI_ITEMS_OF(&state_schema, "states", VV_GRAPH_MAX_STATES), .named = true,
                                       .noun = VVI_STATE,
                                       .least = {1, VV_RULE_STATES, "add a state", "this graph has no state"}};

/* ---- Transitions ------------------------------------------------------------------------------------------------- */

/* The senses of a character in a graph. */
static void check_condition(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    vv_condition_kind kind = ((const vv_condition *)scope->item)->kind;
    if (kind != VV_IF_INPUT && kind != VV_IF_EVENT && kind != VV_IF_FINISHED && kind != VV_IF_TIME)
        vvi_problem(r, json, VV_RULE_CONDITION, "ask for \"input\", \"event\", \"finished\" or the sense \"time\"",
                    "graphs do not have this sense");
}

static bool check_window(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    const float *window = ((const TRANSITION *)scope->item)->window;
    return (window[0] >= 0.0f && window[1] >= 0.0f) ||
           vvi_problem(r, value, VV_RULE_RANGE, "choose phases between 0 and 1", "a window has two phases");
}

/* A phase or, where it is that of the verb it leaves, "same". */
static void read_start(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    static const char *const words[] = {"same", NULL};
    TRANSITION *transition = scope->item;
    uint32_t word;
    if (value && value->kind != VV_JSON_STRING)
        vvi_number(r, value, 0.0f, 1.0f, &transition->start);
    else if (!value || vvi_word(r, value, words, "write a phase between 0 and 1, or \"same\"", &word))
        transition->start = SAME_PHASE;
}

static void write_start(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    const TRANSITION *transition = scope->item;
    if (transition->start >= 0.0f)
        vv_json_write_float(w->json, name, transition->start);
    else
        vv_json_write_string(w->json, name, "same");
}

static bool has_start(const vvi_scope *scope) { return ((const TRANSITION *)scope->item)->start >= 0.0f; }

static const vvi_schema_custom start = {read_start, write_start, has_start, VVI_DOC_TYPE("number | \"same\"")};
static const vvi_schema_list conditions = {
    VVI_ITEMS_OF(&vvi_condition_schema, "conditions", VV_BEHAVIOUR_MAX_CONDITIONS), .check = check_condition};
static const vvi_schema_field transition_fields[] = {
    {"from", VVI_REFERENCE(TRANSITION, from, &state_reference), .presence = VVI_NULLABLE, .flags = VVI_BOUND,
     VVI_DOC("", "a state; null: any but `to`")},
    {"to", VVI_REFERENCE(TRANSITION, to, &state_reference), .presence = VVI_REQUIRED, VVI_DOC("", "a state")},
    {"fade", VVI_NUMBER(TRANSITION, seconds, 0.0f, 10.0f), VVI_DOC("s", "over which the difference fades")},
    {"window", VVI_VECTOR(TRANSITION, window, 1.0f), .check = check_window,
     VVI_DOC("", "phases of the verb it leaves between which it may happen; first > second: over the end; 0 … 1 each")},
    {"start", VVI_CUSTOM(&start),
     VVI_DOC("", "the phase at which the new verb begins; `\"same\"`: that of the verb it leaves where both are "
                 "cyclic, else 0; null: `\"same\"`")},
    {"when", VVI_LIST(TRANSITION, condition_count, conditions, vv_condition, &conditions),
     VVI_DOC("", "conditions as behaviours have them, of `input`, `event`, `finished` and the sense `\"time\"`; all "
                 "must hold")},
};
static const TRANSITION transition_defaults = {
    .from = VV_NONE, .to = VV_NONE, .seconds = 0.3f, .window = {0.0f, 1.0f}, .start = SAME_PHASE};
static const vvi_schema transition_schema = {VVI_TABLE("graph transition", TRANSITION, transition_fields),
                                             .flags = VVI_SCHEMA_ONE_LINE, .defaults = &transition_defaults};
static const vvi_schema_list transitions = {
    VVI_ITEMS_OF(&transition_schema, "transitions", VV_BEHAVIOUR_MAX_TRANSITIONS)};

/* ---- Graphs ------------------------------------------------------------------------------------------------------ */

static bool begin_graph(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    const GRAPH *graph = scope->item;
    return vvi_lists_together(r, object, graph->input_count, graph->event_count, graph->transition_count);
}

static void check_graph(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    const vv_project *project = scope->project;
    const GRAPH *graph = scope->item;
    for (uint32_t i = 0; i < graph->state_count && !vvi_stopped(r); i++) {
        const vv_project_verb *verb = project->verbs[graph->states[i].verb];
        if (verb->skeleton != graph->skeleton && verb->skeleton != VV_NONE) /* that is a problem of its own */
            vvi_problem(r, object, VV_RULE_SKELETON, "name verbs of the graph's skeleton",
                        "\"%s\" plays the verb \"%s\" of the skeleton \"%s\", not of \"%s\"", graph->states[i].name,
                        verb->name, project->skeletons[verb->skeleton]->name,
                        project->skeletons[graph->skeleton]->name);
    }
}

/* One bit a state that can be reached from the first. */
static uint64_t reached_states(const vv_project_graph *graph)
{
    uint64_t reached = 1, before;
    do {
        before = reached;
        for (uint32_t i = 0; i < graph->transition_count; i++) {
            const vv_graph_transition *t = &graph->transitions[i];
            if (t->from == VV_NONE || (reached >> t->from & 1u))
                reached |= (uint64_t)1 << t->to;
        }
        for (uint32_t i = 0; i < graph->state_count; i++) {
            if ((reached >> i & 1u) && graph->states[i].next != VV_NONE)
                reached |= (uint64_t)1 << graph->states[i].next;
        }
    } while (reached != before);
    return reached;
}

static void warn_graph(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    const GRAPH *graph = scope->item;
    uint64_t reached = reached_states(graph);
    for (const vv_json *state = vv_json_member(json, "states")->child; state && !vvi_stopped(r); state = state->next) {
        if (!(reached >> state->index & 1u))
            vvi_problem(r, state, VV_RULE_STATE_UNREACHED, "add a transition to it, or remove it",
                        "nothing leads to \"%s\"", graph->states[state->index].name);
    }
}

static const vvi_schema_field graph_fields[] = {
    {"name", VVI_NAME(GRAPH, name), .presence = VVI_REQUIRED, VVI_DOC("", "")},
    {"skeleton", VVI_REFERENCE(GRAPH, skeleton, VVI_TO(.noun = VVI_SKELETON)), .presence = VVI_REQUIRED,
     VVI_DOC("", "of all its verbs")},
    {"inputs", VVI_LIST(GRAPH, input_count, inputs, vv_project_word, &vvi_input_names), .flags = VVI_TOGETHER,
     VVI_DOC("", "what conditions ask for; an axis may be listed too, and is then asked for")},
    {"events", VVI_LIST(GRAPH, event_count, events, vv_project_word, &vvi_event_names), .flags = VVI_TOGETHER,
     VVI_DOC("", "what the game can raise")},
    {"states", VVI_LIST(GRAPH, state_count, states, vv_project_graph_state, &states), .presence = VVI_REQUIRED,
     .flags = VVI_TOGETHER, VVI_DOC("", "the first is entered first")},
    {"transitions", VVI_LIST(GRAPH, transition_count, transitions, vv_graph_transition, &transitions),
     .flags = VVI_TOGETHER, VVI_DOC("", "earlier ones go first")},
};
static const GRAPH graph_defaults = {.skeleton = VV_NONE};
const vvi_schema vvi_graph_schema = {VVI_TABLE("graph", GRAPH, graph_fields),
                                     .flags = VVI_SCHEMA_NOUN,
                                     .defaults = &graph_defaults,
                                     .begin = begin_graph,
                                     .whole = check_graph,
                                     .warn = warn_graph};
