/* Axes of fields, followed when they are rearranged or renamed: in places, in paths of scenes, in inputs of graphs. See
 * remap.c. */
#include "author/document/behaviours.h"
#include "author/document/state.h"

#include <string.h>

/* ---- Places --------------------------------------------------------------------------------------------------------- */

/* Rows of map->old_count numbers as rows of map->count; what is new is at `home`. */
static float *follow_rows(vvi_arena *arena, const vvi_map *map, const float *rows, uint32_t count, float home)
{
    float *moved = vvi_arena_take(arena, (size_t)count * map->count + 1, sizeof *moved);
    for (uint32_t i = 0; moved && i < count; i++) {
        for (uint32_t axis = 0; axis < map->count; axis++)
            moved[i * map->count + axis] =
                map->from[axis] == VV_NONE ? home : rows[i * map->old_count + map->from[axis]];
    }
    return moved;
}

bool vvi_remap_field_axes(vvi_arena *arena, const vvi_map *map, const vv_project_axis *added, vv_project_field *field)
{
    float home = added ? vv_project_axis_home(added) : 0.0f;
    vv_project_axis *axes = vvi_rearranged(arena, map, field->axes, sizeof *axes);
    field->at = follow_rows(arena, map, field->at, field->example_count, home);
    field->from = follow_rows(arena, map, field->from, field->pseudo_count, home);
    field->to = follow_rows(arena, map, field->to, field->pseudo_count, home);
    for (uint32_t i = 0; axes && added && i < map->count; i++) {
        if (map->from[i] == VV_NONE)
            axes[i] = *added;
    }
    field->axes = axes;
    field->axis_count = map->count;
    return axes && field->at && field->from && field->to;
}

/* ---- Correctives ---------------------------------------------------------------------------------------------------- */

/* An axis of which a handle is gone means nothing any more. */
static bool follow_handles(vvi_arena *arena, const vvi_map *map, vv_project_field *field)
{
    for (uint32_t i = field->axis_count; i-- > 0;) {
        vv_project_axis *axis = (vv_project_axis *)&field->axes[i]; /* the artwork is the state's own */
        uint32_t handle = axis->handle == VV_NONE ? VV_NONE : map->to[axis->handle];
        uint32_t base = axis->base == VV_NONE ? VV_NONE : map->to[axis->base];
        bool gone = (axis->handle != VV_NONE && handle == VV_NONE) || (axis->base != VV_NONE && base == VV_NONE);
        axis->handle = handle;
        axis->base = base;
        if (!gone)
            continue;
        vvi_map without = vvi_map_remove(field->axis_count, i);
        if (!vvi_remap_field_axes(arena, &without, NULL, field))
            return false;
    }
    return true;
}

bool vvi_remap_corrective_handles(vvi_artwork *artwork, const vvi_map *map)
{
    vv_project_corrective *correctives = (vv_project_corrective *)artwork->view.correctives;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < artwork->view.corrective_count; i++) {
        if (!follow_handles(&artwork->arena, map, &correctives[i].field))
            return false;
        if (correctives[i].field.axis_count > 0)
            correctives[kept++] = correctives[i];
    }
    artwork->view.corrective_count = kept;
    return true;
}

/* ---- Paths of scenes ------------------------------------------------------------------------------------------------ */

static bool follow_key(vvi_arena *arena, const vvi_map *map, vv_project_path_key *key)
{
    vv_project_axis_value *values = vvi_arena_take(arena, key->value_count + 1u, sizeof *values);
    uint32_t kept = 0;
    for (uint32_t axis = 0; values && axis < map->count; axis++) { /* sorted by where they are now */
        for (uint32_t i = 0; i < key->value_count; i++) {
            if (key->values[i].axis == map->from[axis])
                values[kept++] = (vv_project_axis_value){axis, key->values[i].value};
        }
    }
    key->values = values;
    key->value_count = kept;
    return values != NULL;
}

bool vvi_remap_path_axes(vvi_state *state, vv_scene_kind kind, uint32_t subject, const vvi_map *map)
{
    for (uint32_t s = 0; s < state->view.scene_count && !vvi_map_keeps(map); s++) {
        const vv_project_scene *view = state->view.scenes[s];
        if (view->kind != kind || view->subject != subject || view->path_count == 0)
            continue;
        vvi_scene *own = vvi_state_own_scene(state, s);
        if (!own)
            return false;
        vv_project_path_key *path = (vv_project_path_key *)own->view.path;
        uint32_t kept = 0;
        for (uint32_t i = 0; i < own->view.path_count; i++) {
            if (!follow_key(&own->arena, map, &path[i]))
                return false;
            if (path[i].value_count > 0)
                path[kept++] = path[i];
        }
        own->view.path_count = kept;
    }
    return true;
}

bool vvi_follow_axes(vvi_state *state, vv_scene_kind kind, uint32_t subject, const vv_project_field *before,
                     const vv_project_field *now)
{
    vvi_map map = {.count = now->axis_count, .old_count = before->axis_count};
    for (uint32_t i = 0; i < map.count; i++)
        map.from[i] = vv_project_find_axis(before, now->axes[i].name);
    for (uint32_t i = 0; i < map.old_count; i++)
        map.to[i] = vv_project_find_axis(now, before->axes[i].name);
    return vvi_remap_path_axes(state, kind, subject, &map);
}

/* ---- Inputs of graphs ----------------------------------------------------------------------------------------------- */

/* Whether the verb is played here, and no other verb of the graph has such an axis. */
static bool is_its_own(const vvi_state *state, const vv_project_graph *graph, uint32_t verb, const char *axis)
{
    bool played = false, shared = false;
    for (uint32_t i = 0; i < graph->state_count; i++) {
        uint32_t other = graph->states[i].verb;
        played = played || other == verb;
        shared = shared || (other != verb && vv_project_find_axis(&state->view.verbs[other]->field, axis) != VV_NONE);
    }
    return played && !shared;
}

static bool rename_listed(vvi_state *state, uint32_t graph, const char *from, const char *to)
{
    const vv_project_graph *view = state->view.graphs[graph];
    uint32_t word = vvi_find_word(view->inputs, view->input_count, from);
    if (word == VV_NONE || vvi_find_word(view->inputs, view->input_count, to) != VV_NONE)
        return true;
    vvi_graph *own = vvi_state_own(state, VVI_BLOCK_GRAPH, graph);
    if (own)
        vvi_format(((vv_project_word *)own->view.inputs)[word].text, VV_PROJECT_NAME_BYTES, "%s", to);
    return own != NULL;
}

static uint32_t find_input(const vv_project_graph_cue *cue, const char *name)
{
    for (uint32_t i = 0; i < cue->input_count; i++) {
        if (strcmp(cue->inputs[i].name, name) == 0)
            return i;
    }
    return VV_NONE;
}

static bool rename_set(vvi_state *state, uint32_t scene, const char *from, const char *to)
{
    for (uint32_t i = 0; i < state->view.scenes[scene]->graph_cue_count; i++) {
        const vv_project_graph_cue *cue = &state->view.scenes[scene]->graph_cues[i];
        uint32_t input = find_input(cue, from);
        if (input == VV_NONE || find_input(cue, to) != VV_NONE)
            continue;
        vvi_scene *own = vvi_state_own_scene(state, scene);
        if (!own)
            return false;
        vv_project_input *inputs = (vv_project_input *)own->view.graph_cues[i].inputs;
        vvi_format(inputs[input].name, sizeof inputs[input].name, "%s", to);
    }
    return true;
}

bool vvi_rename_axis_inputs(vvi_state *state, uint32_t verb, const char *from, const char *to)
{
    for (uint32_t g = 0; g < state->view.graph_count; g++) {
        if (!is_its_own(state, state->view.graphs[g], verb, from))
            continue;
        for (uint32_t s = 0; s < state->view.scene_count; s++) {
            const vv_project_scene *scene = state->view.scenes[s];
            if (scene->kind == VV_SCENE_GRAPH && scene->subject == g && !rename_set(state, s, from, to))
                return false;
        }
        if (!rename_listed(state, g, from, to))
            return false;
    }
    return true;
}
