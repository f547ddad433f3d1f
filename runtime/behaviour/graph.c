/* Makes a verb graph from its def: one block of memory with offsets instead of pointers; axes become inputs by their
 * names. */
#include "graph.h"

#include <string.h>

vv_graph_state_def vv_default_graph_state_def(void)
{
    return (vv_graph_state_def){.rate = 1.0f, .next = VV_NONE, .next_seconds = 0.3f};
}

vv_graph_transition vv_default_graph_transition(void)
{
    return (vv_graph_transition){.from = VV_NONE, .seconds = 0.3f, .window = {0.0f, 1.0f}, .start = -1.0f};
}

/* ---- Inputs: all axes, each name once, then the others ----------------------------------------------------------- */

typedef struct input_list {
    uint32_t count;
    const char *names[VV_BEHAVIOUR_MAX_INPUTS];
} input_list;

static uint32_t find_name(const input_list *list, const char *name)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (strcmp(list->names[i], name) == 0)
            return i;
    return VV_NONE;
}

/* False where the list is full. */
static bool add_name(input_list *list, const char *name)
{
    if (find_name(list, name ? name : "") != VV_NONE)
        return true;
    if (list->count == VV_BEHAVIOUR_MAX_INPUTS)
        return false;
    list->names[list->count++] = name ? name : "";
    return true;
}

static bool list_axes(const vv_graph_def *def, input_list *list)
{
    for (uint32_t v = 0; v < def->verb_count; v++)
        for (uint32_t k = 0; k < vv_field_axis_count(vv_verb_field(def->verbs[v])); k++)
            if (!add_name(list, def->axes[v][k]))
                return false;
    return true;
}

static bool list_inputs(const vv_graph_def *def, input_list *list)
{
    for (uint32_t i = 0; i < def->input_count; i++)
        if (!add_name(list, def->inputs[i]))
            return false;
    return true;
}

uint32_t vv_graph_def_input(const vv_graph_def *def, const char *name)
{
    VV_ASSERT(def != NULL);
    VV_ASSERT(name != NULL);
    VVI_ASSERT_ARRAY(def->verbs, def->verb_count);
    VVI_ASSERT_ARRAY(def->axes, def->verb_count);
    VVI_ASSERT_ARRAY(def->inputs, def->input_count);
    input_list list = {0};
    return list_axes(def, &list) && list_inputs(def, &list) ? find_name(&list, name) : VV_NONE;
}

/* ---- Counting ---------------------------------------------------------------------------------------------------- */

static vv_result check_count(const char *what, uint32_t count, uint32_t min, uint32_t max, vv_error *error)
{
    if (count >= min && count <= max)
        return VV_OK;
    return vvi_fail(error, VV_ERROR_LIMIT, "a graph has %u…%u %s, not %u", min, max, what, count);
}

static vv_result check_verbs(const vv_graph_def *def, vv_error *error)
{
    vv_result result = check_count("verbs", def->verb_count, 1, VV_GRAPH_MAX_VERBS, error);
    for (uint32_t v = 1; result == VV_OK && v < def->verb_count; v++)
        if (!vv_skeleton_has_same_joints(vv_verb_skeleton(def->verbs[0]), vv_verb_skeleton(def->verbs[v])))
            result = vvi_fail(error, VV_ERROR_ARGUMENT,
                              "verbs 0 and %u have different skeletons; all verbs of a graph must share one", v);
    return result;
}

static vv_result count_all(const vv_graph_def *def, input_list *list, vv_graph *counts, vv_error *error)
{
    vv_result result = check_verbs(def, error);
    if (result == VV_OK)
        result = check_count("states", def->state_count, 1, VV_GRAPH_MAX_STATES, error);
    if (result == VV_OK)
        result = check_count("transitions", def->transition_count, 0, VV_BEHAVIOUR_MAX_TRANSITIONS, error);
    if (result == VV_OK)
        result = check_count("events", def->event_count, 0, VV_BEHAVIOUR_MAX_EVENTS, error);
    if (result != VV_OK)
        return result;
    *counts = (vv_graph){.verb_count = def->verb_count, .state_count = def->state_count};
    bool fits = list_axes(def, list);
    counts->axis_count = list->count;
    if (!fits || !list_inputs(def, list))
        return vvi_fail(error, VV_ERROR_LIMIT, "a graph has at most %u inputs, including axes",
                        VV_BEHAVIOUR_MAX_INPUTS);
    counts->input_count = list->count;
    counts->event_count = def->event_count;
    counts->transition_count = def->transition_count;
    counts->joint_count = vv_skeleton_joint_count(vv_verb_skeleton(def->verbs[0]));
    for (uint32_t i = 0; i < def->transition_count; i++) {
        result = check_count("conditions in a transition", def->transitions[i].condition_count, 0,
                             VV_BEHAVIOUR_MAX_CONDITIONS, error);
        if (result != VV_OK)
            return result;
        VVI_ASSERT_ARRAY_OF("vv_graph_create", def->transitions[i].conditions, def->transitions[i].condition_count);
        counts->condition_count += def->transitions[i].condition_count;
    }
    return VV_OK;
}

/* ---- Filling ----------------------------------------------------------------------------------------------------- */

static void fill_verbs(const vv_graph_def *def, const input_list *list, graph_verb *verbs)
{
    for (uint32_t v = 0; v < def->verb_count; v++) {
        verbs[v].cyclic = vv_verb_cyclic(def->verbs[v]);
        verbs[v].axis_count = vv_field_axis_count(vv_verb_field(def->verbs[v]));
        for (uint32_t k = 0; k < VV_FIELD_MAX_AXES; k++)
            verbs[v].inputs[k] =
                k < verbs[v].axis_count && def->axes[v][k] ? find_name(list, def->axes[v][k]) : VV_NONE;
    }
}

static void fill_states(const vv_graph_def *def, graph_state *states)
{
    for (uint32_t i = 0; i < def->state_count; i++) {
        const vv_graph_state_def *from = &def->states[i];
        states[i] = (graph_state){.verb = from->verb, .next = from->next, .signal = from->signal, .rate = from->rate};
        states[i].next_seconds = from->next_seconds;
        vvi_machine_fill_name(from->name, &states[i].name);
    }
}

static void fill_transitions(const vv_graph_def *def, vv_graph *graph)
{
    char *base = (char *)graph;
    transition_record *transitions = (transition_record *)(base + graph->transitions);
    graph_change *changes = (graph_change *)(base + graph->changes);
    condition_record *conditions = (condition_record *)(base + graph->conditions);
    uint32_t start = 0;
    for (uint32_t i = 0; i < def->transition_count; i++) {
        const vv_graph_transition *t = &def->transitions[i];
        transitions[i] =
            vvi_machine_fill_transition(t->from, t->to, start, t->condition_count, t->conditions, conditions);
        changes[i] = (graph_change){t->seconds, {t->window[0], t->window[1]}, t->start < 0.0f ? -1.0f : t->start};
        start += t->condition_count;
    }
}

static void fill_graph(const vv_graph_def *def, const input_list *list, vv_graph *graph)
{
    char *base = (char *)graph;
    for (uint32_t i = 0; i < list->count; i++)
        vvi_machine_fill_name(list->names[i], (name_record *)(base + graph->inputs) + i);
    for (uint32_t i = 0; i < def->event_count; i++)
        vvi_machine_fill_name(def->events[i], (name_record *)(base + graph->events) + i);
    fill_verbs(def, list, (graph_verb *)(base + graph->verbs));
    fill_states(def, (graph_state *)(base + graph->states));
    fill_transitions(def, graph);
}

vv_result vv_graph_create(const vv_graph_def *def, const vv_allocator *allocator, vv_graph **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    VVI_ASSERT_ARRAY(def->verbs, def->verb_count);
    VVI_ASSERT_ARRAY(def->axes, def->verb_count);
    VVI_ASSERT_ARRAY(def->states, def->state_count);
    VVI_ASSERT_ARRAY(def->transitions, def->transition_count);
    VVI_ASSERT_ARRAY(def->inputs, def->input_count);
    VVI_ASSERT_ARRAY(def->events, def->event_count);
    vv_graph counts;
    input_list list = {0};
    *out = NULL;
    vv_result result = count_all(def, &list, &counts, error);
    if (result != VV_OK)
        return result;
    vv_graph header = vvi_graph_layout(&counts);
    vv_graph *graph = vvi_allocate_zeroed(allocator, 1, (size_t)header.byte_count);
    if (!graph)
        return vvi_fail_memory(error, (size_t)header.byte_count);
    *graph = header;
    fill_graph(def, &list, graph);
    result = vvi_graph_check(graph, VV_ERROR_ARGUMENT, error);
    if (result == VV_OK)
        *out = graph;
    else
        vv_graph_destroy(graph, allocator);
    return result;
}

void vv_graph_destroy(vv_graph *graph, const vv_allocator *allocator)
{
    if (graph)
        vvi_release(allocator, graph, 1, (size_t)graph->byte_count);
}
