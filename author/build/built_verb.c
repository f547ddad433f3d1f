/* Verbs of a project, fitted from its takes, and graphs of verbs. */
#include "library.h"
#include "session.h"

#include "runtime/base/base.h"
#include "runtime/motion/motion.h"

#include <string.h>

static uint64_t mix_stamp(uint64_t key, uint64_t stamp) { return vv_hash_bytes(key, &stamp, sizeof stamp); }

/* ---- Verbs ------------------------------------------------------------------------------------------------------- */

vv_built_verb *vv_built_verb_retain(const vv_built_verb *built)
{
    vv_built_verb *kept = (vv_built_verb *)(uintptr_t)built;
    kept->references++;
    return kept;
}

void vv_built_verb_destroy(vv_built_verb *built)
{
    if (built == NULL || --built->references > 0)
        return;
    vv_verb_destroy(built->verb, built->allocator);
    vvi_release(built->allocator, built->cuts, built->example_count, sizeof *built->cuts);
    vv_character_destroy((vv_character *)(uintptr_t)built->character);
    vvi_release(built->allocator, built, 1, sizeof *built);
}

uint64_t vvi_verb_key(const vv_session *session, uint32_t verb)
{
    const vv_project *project = vvi_session_project(session);
    const vv_project_verb *project_verb = project->verbs[verb];
    uint64_t key = mix_stamp(vvi_character_key(session, project_verb->skeleton), project_verb->stamp);
    for (uint32_t i = 0; i < project_verb->field.example_count; i++)
        key = mix_stamp(key, project->takes[project_verb->examples[i].take]->stamp);
    return key;
}

static vv_result cut_take(const vv_project_verb *verb, const vv_project_verb_example *example, const vv_take *take,
                          const vv_character *character, vv_cut *out, vv_error *error)
{
    if (example->keytime_count > 0) {
        *out =
            (vv_cut){.from = (double)example->from, .to = (double)example->to, .keytime_count = example->keytime_count};
        for (uint32_t k = 0; k < example->keytime_count; k++) {
            memcpy(out->keytimes[k].label, example->keytimes[k].label, sizeof out->keytimes[k].label);
            out->keytimes[k].time = (double)example->keytimes[k].time;
        }
        return VV_OK;
    }
    double from = example->ranged ? (double)example->from : 0.0, to = example->ranged ? (double)example->to : 0.0;
    if (verb->cyclic && !example->ranged)
        return vv_fit_cycle(take, character->foot_count, character->feet, -1.0, character->allocator, out, error);
    return vv_fit_keytimes(take, character->foot_count, character->feet, from, to, character->allocator, out, error);
}

/* In messages an example has the name of its take. */
static vv_result gather_examples(vv_session *session, const vv_project_verb *verb, vv_built_verb *built,
                                 vv_fit_example *examples, vv_error *error)
{
    const vv_project *project = vvi_session_project(session);
    vv_result result = VV_OK;
    for (uint32_t i = 0; result == VV_OK && i < built->example_count; i++) {
        uint32_t take = verb->examples[i].take;
        examples[i].name = project->takes[take]->name;
        examples[i].cut = &built->cuts[i];
        result = vv_session_take(session, take, &examples[i].take, error);
        if (result == VV_OK)
            result = cut_take(verb, &verb->examples[i], examples[i].take, built->character, &built->cuts[i], error);
        result = vvi_prefix_error_path(result, error, "examples[%u]", i);
    }
    return result;
}

static vv_result fit_verb(vv_session *session, const vv_project_verb *verb, vv_built_verb *built, vv_error *error)
{
    const vv_allocator *allocator = built->allocator;
    vv_fit_example *examples = vvi_allocate_zeroed(allocator, built->example_count, sizeof *examples);
    vv_field *field = NULL;
    vv_result result = examples == NULL ? vvi_fail_memory(error, built->example_count * sizeof *examples)
                                        : gather_examples(session, verb, built, examples, error);
    if (result == VV_OK)
        result = vvi_field_build(&verb->field, allocator, &field, error);
    if (result == VV_OK) {
        vv_fit_verb_def def = vv_default_fit_verb_def();
        def.field = field;
        def.examples = examples;
        def.example_count = built->example_count;
        def.cyclic = verb->cyclic;
        def.control_count = verb->controls;
        def.tolerance = verb->tolerance;
        def.foot_count = built->character->foot_count;
        def.feet = built->character->feet;
        def.any_phase = verb->any_phase;
        result = vv_fit_verb(&def, allocator, &built->verb, &built->report, error);
    }
    vv_field_destroy(field, allocator);
    vvi_release(allocator, examples, built->example_count, sizeof *examples);
    return result;
}

/* The project may name any joints as feet; a verb needs legs. */
static vv_result check_feet(const vv_project_verb *verb, const vv_character *character, vv_error *error)
{
    for (uint32_t f = 0; f < character->foot_count; f++) {
        if (vvi_verb_is_foot(character->skeleton, &character->feet[f]))
            continue;
        vvi_fail(error, VV_ERROR_ARGUMENT, "hip, knee, ankle and toe of this foot are not each below the one before");
        vvi_error_remedy(error, "name joints of one leg from the hip down, or leave out \"feet\" to have them found");
        return vvi_prefix_error_path(VV_ERROR_ARGUMENT, error, "$.skeletons[%u].feet[%u]", verb->skeleton, f);
    }
    return VV_OK;
}

static vv_result make_verb(vv_session *session, const vv_project_verb *verb, vv_built_verb *built, vv_error *error)
{
    const vv_character *character = NULL;
    if (verb->field.example_count == 0) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "the verb \"%s\" has no examples yet", verb->name);
        vvi_error_remedy(error, "put a take on its axes");
        return VV_ERROR_ARGUMENT;
    }
    vv_result result = vv_session_character(session, verb->skeleton, &character, error);
    if (result != VV_OK)
        return result;
    built->character = vv_character_retain(character);
    built->cuts = vvi_allocate_zeroed(built->allocator, verb->field.example_count, sizeof *built->cuts);
    if (built->cuts == NULL)
        return vvi_fail_memory(error, verb->field.example_count * sizeof *built->cuts);
    built->example_count = verb->field.example_count;
    result = check_feet(verb, character, error);
    if (result != VV_OK)
        return result;
    return fit_verb(session, verb, built, error);
}

vv_result vv_session_verb(vv_session *session, uint32_t verb, const vv_built_verb **out, vv_error *error)
{
    uint64_t key = vvi_verb_key(session, verb);
    *out = vvi_library_find(vvi_session_library(session), VVI_VERB, key);
    if (*out != NULL)
        return VV_OK;
    const vv_allocator *allocator = vvi_session_allocator(session);
    vv_built_verb *built = vvi_allocate_zeroed(allocator, 1, sizeof *built);
    if (built == NULL)
        return vvi_fail_memory(error, sizeof *built);
    *built = (vv_built_verb){.allocator = allocator, .key = key, .references = 1};
    vv_result result = make_verb(session, vvi_session_project(session)->verbs[verb], built, error);
    if (result != VV_OK) {
        vv_built_verb_destroy(built);
        return vvi_prefix_error_path(result, error, "$.verbs[%u]", verb);
    }
    *out = built;
    return vvi_library_add(session, VVI_VERB, key, built, error);
}

/* ---- Graphs ------------------------------------------------------------------------------------------------------ */

vv_built_graph *vv_built_graph_retain(const vv_built_graph *built)
{
    vv_built_graph *kept = (vv_built_graph *)(uintptr_t)built;
    kept->references++;
    return kept;
}

void vv_built_graph_destroy(vv_built_graph *built)
{
    if (built == NULL || --built->references > 0)
        return;
    for (uint32_t v = 0; v < built->verb_count; v++)
        vv_built_verb_destroy((vv_built_verb *)(uintptr_t)built->verbs[v]);
    vvi_release(built->allocator, built->indices, built->room, sizeof *built->indices);
    vvi_release(built->allocator, built->verbs, built->room, sizeof *built->verbs);
    vvi_release(built->allocator, built->runtime, built->room, sizeof *built->runtime);
    vv_graph_destroy(built->graph, built->allocator);
    vv_character_destroy((vv_character *)(uintptr_t)built->character);
    vvi_release(built->allocator, built, 1, sizeof *built);
}

uint64_t vvi_graph_key(const vv_session *session, uint32_t graph)
{
    const vv_project_graph *project_graph = vvi_session_project(session)->graphs[graph];
    uint64_t key = mix_stamp(vvi_character_key(session, project_graph->skeleton), project_graph->stamp);
    for (uint32_t s = 0; s < project_graph->state_count; s++)
        key = mix_stamp(key, vvi_verb_key(session, project_graph->states[s].verb));
    return key;
}

static uint32_t find_index(const uint32_t *indices, uint32_t count, uint32_t verb)
{
    for (uint32_t v = 0; v < count; v++)
        if (indices[v] == verb)
            return v;
    return VV_NONE;
}

/* Allocates one verb a state; where states share verbs, some stay unused. */
static bool allocate_graph(vv_built_graph *built, uint32_t count)
{
    built->room = count;
    built->indices = vvi_allocate(built->allocator, count, sizeof *built->indices);
    built->verbs = vvi_allocate(built->allocator, count, sizeof *built->verbs);
    built->runtime = vvi_allocate(built->allocator, count, sizeof *built->runtime);
    return built->indices != NULL && built->verbs != NULL && built->runtime != NULL;
}

static vv_result gather_verbs(vv_session *session, const vv_project_graph *graph, vv_built_graph *built,
                              vv_error *error)
{
    if (!allocate_graph(built, graph->state_count))
        return vvi_fail_memory(error, graph->state_count * sizeof *built->verbs);
    vv_result result = VV_OK;
    for (uint32_t s = 0; result == VV_OK && s < graph->state_count; s++) {
        const vv_built_verb *verb = NULL;
        uint32_t index = graph->states[s].verb;
        if (find_index(built->indices, built->verb_count, index) != VV_NONE)
            continue;
        result = vv_session_verb(session, index, &verb, error);
        if (result != VV_OK)
            break;
        built->indices[built->verb_count] = index;
        built->verbs[built->verb_count] = vv_built_verb_retain(verb);
        built->runtime[built->verb_count++] = verb->verb;
    }
    return result;
}

static const char **copy_texts(vvi_arena *arena, uint32_t count, const vv_project_word *words)
{
    const char **texts = vvi_arena_allocate(arena, (size_t)count + 1, sizeof *texts);
    for (uint32_t i = 0; texts != NULL && i < count; i++)
        texts[i] = words[i].text;
    return texts;
}

static const char **copy_axis_names(vvi_arena *arena, const vv_project_field *field)
{
    const char **texts = vvi_arena_allocate(arena, (size_t)field->axis_count + 1, sizeof *texts);
    for (uint32_t i = 0; texts != NULL && i < field->axis_count; i++)
        texts[i] = field->axes[i].name;
    return texts;
}

/* Inputs have other indices at run time: a project counts the graph's own inputs, the runtime counts the axes of its
 * verbs first. */
static const vv_graph_transition *copy_transitions(vvi_arena *arena, const vv_project_graph *graph,
                                                   const vv_graph_def *def)
{
    vv_graph_transition *transitions =
        vvi_arena_allocate(arena, (size_t)graph->transition_count + 1, sizeof *transitions);
    for (uint32_t t = 0; transitions != NULL && t < graph->transition_count; t++) {
        const vv_graph_transition *from = &graph->transitions[t];
        vv_condition *conditions = vvi_arena_allocate(arena, (size_t)from->condition_count + 1, sizeof *conditions);
        if (conditions == NULL)
            return NULL;
        for (uint32_t c = 0; c < from->condition_count; c++) {
            conditions[c] = from->conditions[c];
            if (conditions[c].kind == VV_IF_INPUT)
                conditions[c].index = vv_graph_def_input(def, graph->inputs[conditions[c].index].text);
        }
        transitions[t] = *from;
        transitions[t].conditions = conditions;
    }
    return transitions;
}

static vv_result create_graph(const vv_project *project, const vv_project_graph *graph, vv_built_graph *built,
                              vvi_arena *arena, vv_error *error)
{
    const char *const **axes = vvi_arena_allocate(arena, built->verb_count, sizeof *axes);
    vv_graph_state_def *states = vvi_arena_allocate(arena, graph->state_count, sizeof *states);
    vv_graph_def def = {.verb_count = built->verb_count, .verbs = built->runtime, .axes = axes, .states = states};
    def.inputs = copy_texts(arena, graph->input_count, graph->inputs);
    def.events = copy_texts(arena, graph->event_count, graph->events);
    bool room = axes != NULL && states != NULL && def.inputs != NULL && def.events != NULL;
    for (uint32_t v = 0; room && v < built->verb_count; v++) {
        axes[v] = copy_axis_names(arena, &project->verbs[built->indices[v]]->field);
        room = axes[v] != NULL;
    }
    if (room) {
        def.input_count = graph->input_count;
        def.event_count = graph->event_count;
        def.transitions = copy_transitions(arena, graph, &def);
        def.transition_count = graph->transition_count;
    }
    if (!room || def.transitions == NULL)
        return vvi_fail_memory(error, graph->state_count * sizeof *states);
    for (uint32_t s = 0; s < graph->state_count; s++) {
        const vv_project_graph_state *state = &graph->states[s];
        states[s] = (vv_graph_state_def){state->name, find_index(built->indices, built->verb_count, state->verb),
                                         state->rate, state->next,
                                         state->fade, state->signal};
    }
    def.state_count = graph->state_count;
    return vv_graph_create(&def, built->allocator, &built->graph, error);
}

static vv_result make_graph(vv_session *session, const vv_project_graph *graph, vv_built_graph *built, vv_error *error)
{
    const vv_character *character = NULL;
    vv_result result = vv_session_character(session, graph->skeleton, &character, error);
    if (result != VV_OK)
        return result;
    built->character = vv_character_retain(character);
    result = gather_verbs(session, graph, built, error);
    if (result != VV_OK)
        return result;
    vvi_arena arena = {.allocator = built->allocator};
    result = create_graph(vvi_session_project(session), graph, built, &arena, error);
    vvi_arena_release(&arena);
    return result;
}

vv_result vv_session_graph(vv_session *session, uint32_t graph, const vv_built_graph **out, vv_error *error)
{
    uint64_t key = vvi_graph_key(session, graph);
    *out = vvi_library_find(vvi_session_library(session), VVI_GRAPH, key);
    if (*out != NULL)
        return VV_OK;
    const vv_allocator *allocator = vvi_session_allocator(session);
    vv_built_graph *built = vvi_allocate_zeroed(allocator, 1, sizeof *built);
    if (built == NULL)
        return vvi_fail_memory(error, sizeof *built);
    *built = (vv_built_graph){.allocator = allocator, .key = key, .references = 1};
    vv_result result = make_graph(session, vvi_session_project(session)->graphs[graph], built, error);
    if (result != VV_OK) {
        vv_built_graph_destroy(built);
        return vvi_prefix_error_path(result, error, "$.graphs[%u]", graph);
    }
    *out = built;
    return vvi_library_add(session, VVI_GRAPH, key, built, error);
}
