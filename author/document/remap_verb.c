/* What fields, verbs and graphs refer to by index, and what refers to them, followed when lists are rearranged: see remap.c. */
#include "author/document/behaviours.h"
#include "author/document/state.h"

#include <string.h>

static uint32_t moved_to(const vvi_map *map, uint32_t index) { return index == VV_NONE ? VV_NONE : map->to[index]; }

/* ---- Examples of fields --------------------------------------------------------------------------------------------- */

/* Examples of `size` bytes begin with the index of what they are of, or VV_NONE. Whether any is elsewhere, or gone. */
static bool examples_move(const vv_project_field *field, const void *examples, size_t size, const vvi_map *map)
{
    for (uint32_t i = 0; i < field->example_count; i++) {
        uint32_t before;
        memcpy(&before, (const char *)examples + i * size, sizeof before);
        if (moved_to(map, before) != before)
            return true;
    }
    return false;
}

/* The block is the state's own. Examples of what is gone go, with their places. */
static void follow_examples(vv_project_field *field, void *examples, size_t size, const vvi_map *map)
{
    size_t row = field->axis_count * sizeof(float);
    char *at = (char *)field->at, *items = examples;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < field->example_count; i++) {
        uint32_t before, now;
        memcpy(&before, items + i * size, sizeof before);
        now = moved_to(map, before);
        if (before != VV_NONE && now == VV_NONE)
            continue;
        memmove(items + kept * size, items + i * size, size);
        memcpy(items + kept * size, &now, sizeof now);
        memmove(at + kept * row, at + i * row, row);
        kept++;
    }
    field->example_count = kept;
}

bool vvi_remap_takes(vvi_state *state, const vvi_map *map)
{
    for (uint32_t i = 0; i < state->view.verb_count; i++) {
        const vv_project_verb *verb = state->view.verbs[i];
        if (!examples_move(&verb->field, verb->examples, sizeof *verb->examples, map))
            continue;
        vvi_verb *own = vvi_state_own(state, VVI_BLOCK_VERB, i);
        if (!own)
            return false;
        follow_examples(&own->view.field, (void *)own->view.examples, sizeof *own->view.examples, map);
    }
    if (!vvi_remap_line_takes(state, map))
        return false;
    vvi_remap_list(state, VVI_BLOCK_TAKE, map);
    return true;
}

bool vvi_remap_forms(vvi_state *state, const vvi_map *map)
{
    for (uint32_t i = 0; i < state->view.shape_count; i++) {
        const vv_project_shape *shape = state->view.shapes[i];
        if (!examples_move(&shape->field, shape->examples, sizeof *shape->examples, map))
            continue;
        vvi_shape *own = vvi_state_own(state, VVI_BLOCK_SHAPE, i);
        if (!own)
            return false;
        follow_examples(&own->view.field, (void *)own->view.examples, sizeof *own->view.examples, map);
    }
    vvi_remap_list(state, VVI_BLOCK_FORM, map);
    return true;
}

void vvi_remap_corrective_examples(vvi_artwork *artwork, const vvi_map *map)
{
    for (uint32_t i = 0; i < artwork->view.corrective_count; i++) {
        vv_project_corrective *corrective = (vv_project_corrective *)&artwork->view.correctives[i];
        follow_examples(&corrective->field, (void *)corrective->examples, sizeof *corrective->examples, map);
    }
}

/* ---- Skeletons ------------------------------------------------------------------------------------------------------ */

/* Where in its view a block of this kind says which skeleton it is of. */
static uint32_t *skeleton_of(vvi_block kind, void *block)
{
    switch (kind) {
    case VVI_BLOCK_TAKE:
        return &((vvi_take_block *)block)->view.skeleton;
    case VVI_BLOCK_SHAPE:
        return &((vvi_shape *)block)->view.skeleton;
    case VVI_BLOCK_VERB:
        return &((vvi_verb *)block)->view.skeleton;
    default:
        return &((vvi_graph *)block)->view.skeleton;
    }
}

bool vvi_remap_skeletons(vvi_state *state, const vvi_map *map)
{
    static const vvi_block kinds[] = {VVI_BLOCK_TAKE, VVI_BLOCK_SHAPE, VVI_BLOCK_VERB, VVI_BLOCK_GRAPH};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        for (uint32_t i = 0; i < vvi_state_count(state, kinds[k]); i++) {
            uint32_t before = *skeleton_of(kinds[k], (void *)vvi_state_block(state, kinds[k], i));
            if (moved_to(map, before) == before)
                continue;
            void *own = vvi_state_own(state, kinds[k], i);
            if (!own)
                return false;
            *skeleton_of(kinds[k], own) = moved_to(map, before);
        }
    }
    if (!vvi_remap_line_subjects(state, VV_LINE_OF_SKELETON, map))
        return false;
    vvi_remap_list(state, VVI_BLOCK_SKELETON, map);
    return true;
}

/* ---- What scenes show ----------------------------------------------------------------------------------------------- */

bool vvi_remap_scene_subjects(vvi_state *state, vv_scene_kind kind, const vvi_map *map)
{
    for (uint32_t i = state->view.scene_count; i-- > 0;) {
        const vv_project_scene *scene = state->view.scenes[i];
        if (scene->kind != kind || map->to[scene->subject] == scene->subject)
            continue;
        if (map->to[scene->subject] == VV_NONE) {
            vvi_state_remove(state, VVI_BLOCK_SCENE, i);
            continue;
        }
        vvi_scene *own = vvi_state_own_scene(state, i);
        if (!own)
            return false;
        own->view.subject = map->to[own->view.subject];
    }
    return true;
}

bool vvi_remap_shapes(vvi_state *state, const vvi_map *map)
{
    bool good = vvi_remap_scene_subjects(state, VV_SCENE_SHAPE, map);
    if (good)
        vvi_remap_list(state, VVI_BLOCK_SHAPE, map);
    return good;
}

bool vvi_remap_graphs(vvi_state *state, const vvi_map *map)
{
    bool good = vvi_remap_scene_subjects(state, VV_SCENE_GRAPH, map);
    if (good)
        vvi_remap_list(state, VVI_BLOCK_GRAPH, map);
    return good;
}

/* ---- Verbs in graphs ------------------------------------------------------------------------------------------------ */

/* States of a verb that is gone go, and transitions from or to them. The graph is the state's own. */
static void follow_states(vv_project_graph *graph, const vvi_map *map)
{
    vv_project_graph_state *states = (vv_project_graph_state *)graph->states;
    vv_graph_transition *transitions = (vv_graph_transition *)graph->transitions;
    uint32_t to[VV_GRAPH_MAX_STATES], kept = 0, transition_count = 0;
    for (uint32_t i = 0; i < graph->state_count; i++) {
        vv_project_graph_state moved = states[i];
        moved.verb = map->to[moved.verb];
        to[i] = moved.verb == VV_NONE ? VV_NONE : kept;
        if (moved.verb != VV_NONE)
            states[kept++] = moved;
    }
    graph->state_count = kept;
    for (uint32_t i = 0; i < kept; i++)
        states[i].next = states[i].next == VV_NONE ? VV_NONE : to[states[i].next];
    for (uint32_t i = 0; i < graph->transition_count; i++) {
        vv_graph_transition moved = transitions[i];
        bool any = moved.from == VV_NONE;
        moved.from = any ? VV_NONE : to[moved.from];
        moved.to = to[moved.to];
        if ((any || moved.from != VV_NONE) && moved.to != VV_NONE)
            transitions[transition_count++] = moved;
    }
    graph->transition_count = transition_count;
}

static bool follow_graph(vvi_state *state, uint32_t index, const vvi_map *map)
{
    const vv_project_graph *view = state->view.graphs[index];
    bool moved = false;
    for (uint32_t i = 0; i < view->state_count; i++)
        moved = moved || map->to[view->states[i].verb] != view->states[i].verb;
    if (!moved)
        return true;
    vvi_graph *own = vvi_state_own(state, VVI_BLOCK_GRAPH, index);
    if (!own)
        return false;
    follow_states(&own->view, map);
    if (own->view.state_count > 0)
        return true;
    vvi_map without = vvi_map_remove(state->view.graph_count, index);
    return vvi_remap_graphs(state, &without);
}

bool vvi_remap_verbs(vvi_state *state, const vvi_map *map)
{
    bool good = vvi_remap_scene_subjects(state, VV_SCENE_VERB, map);
    for (uint32_t i = state->view.graph_count; good && i-- > 0;)
        good = follow_graph(state, i, map);
    if (good)
        vvi_remap_list(state, VVI_BLOCK_VERB, map);
    return good;
}
