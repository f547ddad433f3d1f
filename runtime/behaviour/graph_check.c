/* A verb graph as bytes: its layout, the check of every number in it, and queries. A def that was just laid out and
 * bytes from a file pass through the same check. */
#include "graph.h"

#include <string.h>

#define ALLOWED_KINDS (1u << VV_IF_INPUT | 1u << VV_IF_EVENT | 1u << VV_IF_FINISHED | 1u << VV_IF_TIME)

vv_graph vvi_graph_layout(const vv_graph *counts)
{
    vv_graph g = *counts;
    g.magic = GRAPH_MAGIC;
    g.version = GRAPH_VERSION;
    uint64_t cursor = sizeof g;
    g.verbs = vvi_section(&cursor, g.verb_count, sizeof(graph_verb));
    g.states = vvi_section(&cursor, g.state_count, sizeof(graph_state));
    g.transitions = vvi_section(&cursor, g.transition_count, sizeof(transition_record));
    g.changes = vvi_section(&cursor, g.transition_count, sizeof(graph_change));
    g.conditions = vvi_section(&cursor, g.condition_count, sizeof(condition_record));
    g.inputs = vvi_section(&cursor, g.input_count, sizeof(name_record));
    g.events = vvi_section(&cursor, g.event_count, sizeof(name_record));
    g.byte_count = vvi_section(&cursor, 0, 0);
    return g;
}

graph_view vvi_graph_open(const vv_graph *graph)
{
    const char *base = (const char *)graph;
    return (graph_view){
        .header = graph,
        .verbs = (const graph_verb *)(base + graph->verbs),
        .states = (const graph_state *)(base + graph->states),
        .changes = (const graph_change *)(base + graph->changes),
        .inputs = (const name_record *)(base + graph->inputs),
        .events = (const name_record *)(base + graph->events),
        .machine = {graph->state_count, graph->transition_count, graph->condition_count, graph->input_count,
                    graph->event_count, (const transition_record *)(base + graph->transitions),
                    (const condition_record *)(base + graph->conditions)},
    };
}

size_t vvi_graph_bytes(const vv_graph *graph) { return (size_t)graph->byte_count; }

/* ---- Checking ---------------------------------------------------------------------------------------------------- */

static bool verb_is_valid(const vv_graph *g, const graph_verb *verb)
{
    bool ok = verb->cyclic <= 1 && verb->axis_count <= VV_FIELD_MAX_AXES;
    for (uint32_t k = 0; ok && k < VV_FIELD_MAX_AXES; k++)
        ok = k < verb->axis_count ? verb->inputs[k] < g->axis_count : verb->inputs[k] == VV_NONE;
    return ok;
}

static bool is_within(float value, float low, float high) { return value >= low && value <= high; }

static vv_result check_states(const graph_view *v, vv_result code, vv_error *error)
{
    for (uint32_t i = 0; i < v->header->state_count; i++) {
        const graph_state *s = &v->states[i];
        if (s->verb >= v->header->verb_count || (s->next != VV_NONE && s->next >= v->header->state_count))
            return vvi_fail(error, code, "state \"%s\" plays a verb, or leads to a state, that does not exist",
                            s->name.text);
        if (!is_within(s->rate, 0.0f, GRAPH_MAX_RATE) || !is_within(s->next_seconds, 0.0f, GRAPH_MAX_FADE))
            return vvi_fail(error, code, "state \"%s\" has a rate outside 0…8, or a fade outside 0…10 s", s->name.text);
    }
    return VV_OK;
}

static vv_result check_changes(const graph_view *v, vv_result code, vv_error *error)
{
    for (uint32_t i = 0; i < v->header->transition_count; i++) {
        const graph_change *c = &v->changes[i];
        bool has_valid_start = c->start == -1.0f || is_within(c->start, 0.0f, 1.0f);
        if (!has_valid_start || !is_within(c->seconds, 0.0f, GRAPH_MAX_FADE) || !is_within(c->window[0], 0.0f, 1.0f) ||
            !is_within(c->window[1], 0.0f, 1.0f))
            return vvi_fail(error, code, "transition %u has a fade outside 0…10 s, or phases outside 0…1", i);
    }
    return VV_OK;
}

vv_result vvi_graph_check(const vv_graph *graph, vv_result code, vv_error *error)
{
    graph_view v = vvi_graph_open(graph);
    vv_result result = vvi_machine_check_names(v.states, sizeof *v.states, graph->state_count, "state", code, error);
    if (result == VV_OK)
        result = vvi_machine_check_names(v.inputs, sizeof *v.inputs, graph->input_count, "input", code, error);
    if (result == VV_OK)
        result = vvi_machine_check_names(v.events, sizeof *v.events, graph->event_count, "event", code, error);
    for (uint32_t i = 0; result == VV_OK && i < graph->verb_count; i++)
        if (!verb_is_valid(graph, &v.verbs[i]))
            result = vvi_fail(error, code, "the axes of verb %u have no names", i);
    if (result == VV_OK)
        result = check_states(&v, code, error);
    if (result == VV_OK)
        result = vvi_machine_check(&v.machine, ALLOWED_KINDS, code, error);
    return result == VV_OK ? check_changes(&v, code, error) : result;
}

static bool counts_are_sound(const vv_graph *g, size_t byte_count)
{
    bool within_limits = g->verb_count > 0 && g->verb_count <= VV_GRAPH_MAX_VERBS && g->state_count > 0 &&
                         g->state_count <= VV_GRAPH_MAX_STATES && g->transition_count <= VV_BEHAVIOUR_MAX_TRANSITIONS &&
                         g->condition_count <= MACHINE_MAX_CONDITIONS && g->input_count <= VV_BEHAVIOUR_MAX_INPUTS &&
                         g->axis_count <= g->input_count && g->event_count <= VV_BEHAVIOUR_MAX_EVENTS &&
                         g->joint_count > 0 && g->joint_count <= VV_SKELETON_MAX_JOINTS;
    if (!within_limits)
        return false;
    vv_graph expected = vvi_graph_layout(g);
    return memcmp(g, &expected, sizeof expected) == 0 && g->byte_count == byte_count;
}

vv_result vvi_graph_verify(const void *bytes, size_t byte_count, vv_error *error)
{
    const vv_graph *g = bytes;
    static const vvi_block_kind kind = {"a graph", GRAPH_MAGIC, GRAPH_VERSION, VVI_ALIGNMENT, sizeof(vv_graph)};
    vv_result result = vvi_check_block(bytes, byte_count, &kind, error);
    if (result != VV_OK)
        return result;
    if (!counts_are_sound(g, byte_count))
        return vvi_fail(error, VV_ERROR_FORMAT, "this graph is damaged: its parts are not where they should be");
    return vvi_graph_check(g, VV_ERROR_FORMAT, error);
}

/* ---- Queries ----------------------------------------------------------------------------------------------------- */

uint32_t vv_graph_state_count(const vv_graph *graph)
{
    VV_ASSERT(graph != NULL);
    return graph->state_count;
}
uint32_t vv_graph_input_count(const vv_graph *graph)
{
    VV_ASSERT(graph != NULL);
    return graph->input_count;
}
uint32_t vv_graph_event_count(const vv_graph *graph)
{
    VV_ASSERT(graph != NULL);
    return graph->event_count;
}

const char *vv_graph_state_name(const vv_graph *graph, uint32_t state)
{
    VV_ASSERT(graph != NULL);
    VV_ASSERT(state < graph->state_count);
    return vvi_graph_open(graph).states[state].name.text;
}

const char *vv_graph_input_name(const vv_graph *graph, uint32_t input)
{
    VV_ASSERT(graph != NULL);
    VV_ASSERT(input < graph->input_count);
    return vvi_graph_open(graph).inputs[input].text;
}

const char *vv_graph_event_name(const vv_graph *graph, uint32_t event)
{
    VV_ASSERT(graph != NULL);
    VV_ASSERT(event < graph->event_count);
    return vvi_graph_open(graph).events[event].text;
}

uint32_t vv_graph_find_state(const vv_graph *graph, const char *name)
{
    VV_ASSERT(graph != NULL);
    VV_ASSERT(name != NULL);
    return vvi_machine_find(vvi_graph_open(graph).states, sizeof(graph_state), graph->state_count, name);
}

uint32_t vv_graph_find_input(const vv_graph *graph, const char *name)
{
    VV_ASSERT(graph != NULL);
    VV_ASSERT(name != NULL);
    return vvi_machine_find(vvi_graph_open(graph).inputs, sizeof(name_record), graph->input_count, name);
}

uint32_t vv_graph_find_event(const vv_graph *graph, const char *name)
{
    VV_ASSERT(graph != NULL);
    VV_ASSERT(name != NULL);
    return vvi_machine_find(vvi_graph_open(graph).events, sizeof(name_record), graph->event_count, name);
}
