/* What fields and graphs may say but probably do not mean. Runs only where nothing is wrong, so every index is good. */
#include "author/document/behaviours.h"
#include "author/document/read.h"

#include <string.h>

/* ---- Fields --------------------------------------------------------------------------------------------------------- */

/* Distances are measured in units of half an axis's range; nearer than this much of one the bases cannot be told apart. */
#define SAME_SPOT 1e-5f

static bool same_spot(const vv_project_field *field, const float *a, const float *b)
{
    for (uint32_t i = 0; i < field->axis_count; i++) {
        if (fabsf(a[i] - b[i]) > SAME_SPOT * (field->axes[i].high - field->axes[i].low))
            return false;
    }
    return true;
}

/* Place `index` of the examples and, after them, of where pseudo-examples are put. */
static const float *spot_of(const vv_project_field *field, uint32_t index)
{
    bool real = index < field->example_count;
    return real ? field->at + (size_t)index * field->axis_count
                : field->to + (size_t)(index - field->example_count) * field->axis_count;
}

static void warn_spots(vvi_reader *r, const vv_json *list, const vv_project_field *field, uint32_t begin)
{
    for (const vv_json *item = list ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        uint32_t index = begin + item->index;
        for (uint32_t i = 0; i < index; i++) {
            if (same_spot(field, spot_of(field, i), spot_of(field, index)))
                vvi_problem(r, item, VV_RULE_SAME_SPOT, "move one of them, or remove it",
                            "this is at the same place as %s %u, so the field cannot be built",
                            i < field->example_count ? "example" : "pseudo-example",
                            i < field->example_count ? i : i - field->example_count);
        }
    }
}

static void warn_axis(vvi_reader *r, const vv_json *item, const vv_project_field *field)
{
    const vv_project_axis *axis = &field->axes[item->index];
    /* The angle of a joint turns the skeleton, whatever the forms do. */
    bool varies = field->example_count < 2 || axis->joint[0] != '\0', beyond = false;
    for (uint32_t i = 0; i < field->example_count; i++) {
        float value = spot_of(field, i)[item->index];
        varies = varies || value != spot_of(field, 0)[item->index];
        beyond = beyond || value < axis->low || value > axis->high;
    }
    if (!varies)
        vvi_problem(r, item, VV_RULE_IDLE_AXIS, "add an example elsewhere on it, or remove the axis",
                    "all examples are at the same place of \"%s\", so it changes nothing", axis->name);
    if (beyond && axis->clamped)
        vvi_problem(r, item, VV_RULE_BEYOND_AXIS, "widen its range, or let it extrapolate",
                    "an example is beyond the range of \"%s\", which is clamped, so nothing gets there", axis->name);
}

void vvi_warn_field(vvi_reader *r, const vv_json *object, const vv_project_field *field)
{
    const vv_json *axes = vv_json_member(object, "axes");
    if (field->example_count < field->axis_count + 1)
        vvi_problem(r, object, VV_RULE_FEW_EXAMPLES, "add examples, or remove an axis",
                    "there are %u examples for %u axes, and %u are needed to tell how all of them matter",
                    field->example_count, field->axis_count, field->axis_count + 1);
    warn_spots(r, vv_json_member(object, "examples"), field, 0);
    warn_spots(r, vv_json_member(object, "pseudo"), field, field->example_count);
    for (const vv_json *item = axes ? axes->child : NULL; item && !vvi_stopped(r); item = item->next)
        warn_axis(r, item, field);
}

/* ---- Graphs --------------------------------------------------------------------------------------------------------- */

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

void vvi_warn_graph(vvi_reader *r, const vv_json *object, const vv_project_graph *graph)
{
    uint64_t reached = reached_states(graph);
    const vv_json *states = vv_json_member(object, "states");
    for (const vv_json *item = states ? states->child : NULL; item && !vvi_stopped(r); item = item->next) {
        if (!(reached >> item->index & 1u))
            vvi_problem(r, item, VV_RULE_STATE_UNREACHED, "add a transition to it, or remove it",
                        "nothing leads to \"%s\"", graph->states[item->index].name);
    }
}

static bool has_input(const vv_project *project, const vv_project_graph *graph, const char *name)
{
    bool found = vvi_find_word(graph->inputs, graph->input_count, name) != VV_NONE;
    for (uint32_t i = 0; i < graph->state_count && !found; i++)
        found = vv_project_find_axis(&project->verbs[graph->states[i].verb]->field, name) != VV_NONE;
    return found;
}

void vvi_warn_graph_script(vvi_reader *r, const vv_json *list, const vv_project *project, const vv_project_scene *scene)
{
    const vv_project_graph *graph = project->graphs[scene->subject];
    for (const vv_json *item = list ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        const vv_project_graph_cue *cue = &scene->graph_cues[item->index];
        if (cue->raise[0] && vvi_find_word(graph->events, graph->event_count, cue->raise) == VV_NONE)
            vvi_problem(r, item, VV_RULE_SCRIPT_WORD, "list it in \"events\" of the graph, or remove this entry",
                        "the graph \"%s\" has no event \"%s\"", graph->name, cue->raise);
        for (uint32_t i = 0; i < cue->input_count; i++) {
            if (!has_input(project, graph, cue->inputs[i].name))
                vvi_problem(r, item, VV_RULE_SCRIPT_WORD, "name an axis of its verbs, or one of its \"inputs\"",
                            "the graph \"%s\" has no input \"%s\"", graph->name, cue->inputs[i].name);
        }
    }
}
