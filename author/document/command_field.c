/* Commands about the fields of shapes and verbs: axes, the places of examples, pseudo-examples; and about correctives, which
 * are given whole. */
#include "author/document/command.h"
#include "author/document/verbs.h"

#include <string.h>

/* ---- What a command is about ------------------------------------------------------------------------------------------ */

typedef struct target {
    vvi_noun noun;  /* VVI_SHAPE or VVI_VERB */
    uint32_t index; /* in the project */
    void *block;    /* vvi_shape or vvi_verb, the state's own */
    vv_project_field *field;
} target;

/* The shape or the verb that the command names; false after a problem. */
static bool find_target(vvi_edit *e, target *t)
{
    uint32_t which = vvi_one_of(&e->reader, e->command, "shape", "verb");
    if (which == 2)
        return false;
    t->noun = which == 0 ? VVI_SHAPE : VVI_VERB;
    t->block = vvi_edit_block(e, t->noun, vvi_noun_name(t->noun), &t->index);
    if (t->block)
        t->field = which == 0 ? &((vvi_shape *)t->block)->view.field : &((vvi_verb *)t->block)->view.field;
    return t->block != NULL;
}

static void check(vvi_edit *e, const target *t)
{
    if (vvi_edit_failed(e))
        return;
    if (t->noun == VVI_SHAPE)
        vvi_check_shape(&e->reader, e->command, &((vvi_shape *)t->block)->view);
    else
        vvi_check_verb(&e->reader, e->command, &e->state->view, &((vvi_verb *)t->block)->view);
}

static bool has_room(vvi_edit *e, uint32_t count, uint32_t most)
{
    return count < most || vvi_problem(&e->reader, e->command, VV_RULE_TOO_MANY, "remove another first",
                                       "there are %u of these already, and more are not possible", count);
}

/* items[count] of `size` bytes with room for one more at the end; NULL if memory ran out. */
static void *with_room(vvi_edit *e, const void *items, size_t count, size_t size, size_t more)
{
    char *moved = vvi_take(&e->reader, count + more, size);
    if (moved && count > 0)
        memcpy(moved, items, count * size);
    return moved;
}

/* ---- Axes ----------------------------------------------------------------------------------------------------------- */

/* The axis that member `key` names; VV_NONE after a problem. */
static uint32_t find_axis(vvi_edit *e, const target *t, const char *key)
{
    bool editing = e->reader.editing;
    e->reader.editing = false; /* what a command is about is always required */
    const vv_json *value = vvi_required(&e->reader, e->command, key);
    e->reader.editing = editing;
    if (!value || !vvi_is(&e->reader, value, VV_JSON_STRING))
        return VV_NONE;
    uint32_t found = vv_project_find_axis(t->field, value->string);
    if (found == VV_NONE)
        vvi_problem(&e->reader, value, VV_RULE_REFERENCE, "name one that exists", "there is no axis \"%s\"",
                    value->string);
    return found;
}

/* A name from member `key` that no axis but `own` has. */
static bool new_axis_name(vvi_edit *e, const target *t, const char *key, uint32_t own, char *name)
{
    const vv_json *value = vvi_required(&e->reader, e->command, key);
    if (!value || !vvi_name(&e->reader, value, name))
        return false;
    uint32_t found = vv_project_find_axis(t->field, name);
    return found == VV_NONE || found == own ||
           vvi_problem(&e->reader, value, VV_RULE_SAME_NAME, "choose another name",
                       "another axis is called \"%s\" already", name);
}

/* Where "before" points, the end where it is not given; VV_NONE after a problem. */
static uint32_t axis_before(vvi_edit *e, const target *t)
{
    return vvi_member(e->command, "before") ? find_axis(e, t, "before") : t->field->axis_count;
}

static void remap_axes(vvi_edit *e, const target *t, const vvi_map *map, const vv_project_axis *added)
{
    vv_scene_kind kind = t->noun == VVI_SHAPE ? VV_SCENE_SHAPE : VV_SCENE_VERB;
    vvi_edit_memory(e, vvi_remap_field_axes(e->reader.arena, map, added, t->field) &&
                           vvi_remap_path_axes(e->state, kind, t->index, map));
}

static void read_axis(vvi_edit *e, const target *t, vvi_keys address, vv_project_axis *axis)
{
    vvi_drive drive = t->noun == VVI_SHAPE ? VVI_DRIVE_JOINT : VVI_DRIVE_GAME;
    vvi_read_axis(&e->reader, e->command, address, drive, NULL, axis);
}

void vvi_command_axis_add(vvi_edit *e)
{
    static const char *const address[] = {"do", "shape", "verb", "name", "before", NULL};
    vv_project_axis axis = vvi_default_axis();
    target t;
    if (!find_target(e, &t) || !has_room(e, t.field->axis_count, VV_FIELD_MAX_AXES))
        return;
    uint32_t before = axis_before(e, &t);
    if (before == VV_NONE || !new_axis_name(e, &t, "name", VV_NONE, axis.name))
        return;
    read_axis(e, &t, address, &axis);
    vvi_map map = vvi_map_insert(t.field->axis_count, before);
    if (!vvi_edit_failed(e))
        remap_axes(e, &t, &map, &axis);
    check(e, &t);
}

void vvi_command_axis_remove(vvi_edit *e)
{
    static const char *const keys[] = {"shape", "verb", "axis", NULL};
    target t;
    if (!vvi_edit_keys(e, keys) || !find_target(e, &t))
        return;
    uint32_t axis = find_axis(e, &t, "axis");
    if (axis == VV_NONE)
        return;
    vvi_map map = vvi_map_remove(t.field->axis_count, axis);
    remap_axes(e, &t, &map, NULL);
}

void vvi_command_axis_move(vvi_edit *e)
{
    static const char *const keys[] = {"shape", "verb", "axis", "before", NULL};
    target t;
    if (!vvi_edit_keys(e, keys) || !find_target(e, &t))
        return;
    uint32_t axis = find_axis(e, &t, "axis"), before = axis == VV_NONE ? VV_NONE : axis_before(e, &t);
    if (before == VV_NONE)
        return;
    vvi_map map = vvi_map_move(t.field->axis_count, axis, before);
    remap_axes(e, &t, &map, NULL);
}

void vvi_command_axis_rename(vvi_edit *e)
{
    static const char *const keys[] = {"shape", "verb", "axis", "to", NULL};
    char name[VV_PROJECT_NAME_BYTES], old[VV_PROJECT_NAME_BYTES];
    target t;
    if (!vvi_edit_keys(e, keys) || !find_target(e, &t))
        return;
    uint32_t axis = find_axis(e, &t, "axis");
    if (axis == VV_NONE || !new_axis_name(e, &t, "to", axis, name))
        return;
    vv_project_axis *own = (vv_project_axis *)&t.field->axes[axis];
    memcpy(old, own->name, sizeof old);
    memcpy(own->name, name, strlen(name) + 1);
    if (t.noun == VVI_VERB)
        vvi_edit_memory(e, vvi_rename_axis_inputs(e->state, t.index, old, name));
}

void vvi_command_axis_set(vvi_edit *e)
{
    static const char *const address[] = {"do", "shape", "verb", "axis", NULL};
    target t;
    uint32_t axis = find_target(e, &t) ? find_axis(e, &t, "axis") : VV_NONE;
    if (axis == VV_NONE)
        return;
    e->reader.editing = true;
    read_axis(e, &t, address, (vv_project_axis *)&t.field->axes[axis]);
    check(e, &t);
}

/* ---- Places --------------------------------------------------------------------------------------------------------- */

static const void *examples_of(const target *t)
{
    return t->noun == VVI_SHAPE ? (const void *)((vvi_shape *)t->block)->view.examples
                                : (const void *)((vvi_verb *)t->block)->view.examples;
}

static size_t example_size(const target *t)
{
    return t->noun == VVI_SHAPE ? sizeof(vv_project_shape_example) : sizeof(vv_project_verb_example);
}

/* The form or the take that the command names, and its example, or VV_NONE; false after a problem. */
static bool find_place(vvi_edit *e, const target *t, uint32_t *of, uint32_t *example)
{
    *of = t->noun == VVI_SHAPE ? vvi_edit_find(e, VVI_FORM, NULL, "form") : vvi_edit_find(e, VVI_TAKE, NULL, "take");
    *example = VV_NONE;
    for (uint32_t i = 0; i < t->field->example_count && *of != VV_NONE; i++) {
        uint32_t found; /* an example begins with what it is of */
        memcpy(&found, (const char *)examples_of(t) + i * example_size(t), sizeof found);
        *example = found == *of ? i : *example;
    }
    return *of != VV_NONE;
}

static bool place_keys(vvi_edit *e, const target *t)
{
    static const char *const of_shape[] = {"shape", "form", "at", "pose", NULL};
    static const char *const of_verb[] = {"verb", "take", "at", "from", "to", "keytimes", NULL};
    return vvi_edit_keys(e, t->noun == VVI_SHAPE ? of_shape : of_verb);
}

/* Example `index`, as it is or new, out of the command. */
static void read_place(vvi_edit *e, const target *t, uint32_t index)
{
    char *example = (char *)examples_of(t) + index * example_size(t);
    if (t->noun == VVI_SHAPE)
        vvi_read_shape_example(&e->reader, e->command, &e->state->view, (vv_project_shape_example *)(void *)example);
    else
        vvi_read_verb_example(&e->reader, e->command, &e->state->view, (vv_project_verb_example *)(void *)example);
    vvi_place_member(&e->reader, e->command, "at", t->field, (float *)t->field->at + index * t->field->axis_count);
    check(e, t);
}

void vvi_command_place_add(vvi_edit *e)
{
    target t;
    uint32_t of, index;
    if (!find_target(e, &t) || !place_keys(e, &t) || !find_place(e, &t, &of, &index) ||
        !has_room(e, t.field->example_count, VV_FIELD_MAX_EXAMPLES))
        return;
    if (index != VV_NONE) {
        vvi_problem(&e->reader, e->command, VV_RULE_REPEATED, "move it with place.set", "it is example %u here already",
                    index);
        return;
    }
    size_t count = t.field->example_count, axes = t.field->axis_count;
    void *examples = with_room(e, examples_of(&t), count, example_size(&t), 1);
    float *at = with_room(e, t.field->at, count * axes, sizeof *at, axes);
    if (!examples || !at)
        return;
    if (t.noun == VVI_SHAPE)
        ((vvi_shape *)t.block)->view.examples = examples;
    else
        ((vvi_verb *)t.block)->view.examples = examples;
    t.field->at = at;
    t.field->example_count++;
    read_place(e, &t, (uint32_t)count);
}

/* The example that the command names; VV_NONE after a problem. */
static uint32_t find_placed(vvi_edit *e, const target *t)
{
    uint32_t of, example;
    if (find_place(e, t, &of, &example) && example == VV_NONE)
        vvi_problem(&e->reader, e->command, VV_RULE_REFERENCE, "add it with place.add", "it is no example here");
    return example;
}

void vvi_command_place_set(vvi_edit *e)
{
    target t;
    uint32_t example = find_target(e, &t) && place_keys(e, &t) ? find_placed(e, &t) : VV_NONE;
    e->reader.editing = true;
    if (example != VV_NONE)
        read_place(e, &t, example);
}

void vvi_command_place_remove(vvi_edit *e)
{
    static const char *const keys[] = {"shape", "verb", "form", "take", NULL};
    target t;
    uint32_t example = vvi_edit_keys(e, keys) && find_target(e, &t) ? find_placed(e, &t) : VV_NONE;
    if (example == VV_NONE)
        return;
    size_t size = example_size(&t), axes = t.field->axis_count, after = t.field->example_count - example - 1;
    char *examples = (char *)examples_of(&t);
    float *at = (float *)t.field->at;
    memmove(examples + example * size, examples + (example + 1) * size, after * size);
    memmove(at + example * axes, at + (example + 1) * axes, after * axes * sizeof *at);
    t.field->example_count--;
}

/* ---- Pseudo-examples ------------------------------------------------------------------------------------------------ */

static void read_pseudo(vvi_edit *e, const target *t, uint32_t index)
{
    uint32_t axes = t->field->axis_count;
    vvi_place_member(&e->reader, e->command, "from", t->field, (float *)t->field->from + index * axes);
    vvi_place_member(&e->reader, e->command, "to", t->field, (float *)t->field->to + index * axes);
}

void vvi_command_pseudo_add(vvi_edit *e)
{
    static const char *const keys[] = {"shape", "verb", "from", "to", NULL};
    target t;
    if (!vvi_edit_keys(e, keys) || !find_target(e, &t) || !has_room(e, t.field->pseudo_count, VV_FIELD_MAX_PSEUDO))
        return;
    size_t count = t.field->pseudo_count, axes = t.field->axis_count;
    float *from = with_room(e, t.field->from, count * axes, sizeof *from, axes);
    float *to = with_room(e, t.field->to, count * axes, sizeof *to, axes);
    if (!from || !to)
        return;
    t.field->from = from;
    t.field->to = to;
    t.field->pseudo_count++;
    read_pseudo(e, &t, (uint32_t)count);
}

/* Which one the command names; VV_NONE after a problem. */
static uint32_t find_pseudo(vvi_edit *e, const target *t)
{
    uint32_t index;
    const vv_json *value = vvi_required(&e->reader, e->command, "index");
    if (!value || !vvi_whole(&e->reader, value, 0, VV_FIELD_MAX_PSEUDO, &index))
        return VV_NONE;
    if (index < t->field->pseudo_count)
        return index;
    vvi_problem(&e->reader, value, VV_RULE_REFERENCE, "count from 0", "there are %u pseudo-examples",
                t->field->pseudo_count);
    return VV_NONE;
}

void vvi_command_pseudo_set(vvi_edit *e)
{
    static const char *const keys[] = {"shape", "verb", "index", "from", "to", NULL};
    target t;
    uint32_t index = vvi_edit_keys(e, keys) && find_target(e, &t) ? find_pseudo(e, &t) : VV_NONE;
    e->reader.editing = true;
    if (index != VV_NONE)
        read_pseudo(e, &t, index);
}

void vvi_command_pseudo_remove(vvi_edit *e)
{
    static const char *const keys[] = {"shape", "verb", "index", NULL};
    target t;
    uint32_t index = vvi_edit_keys(e, keys) && find_target(e, &t) ? find_pseudo(e, &t) : VV_NONE;
    if (index == VV_NONE)
        return;
    size_t axes = t.field->axis_count, after = (t.field->pseudo_count - index - 1) * axes;
    float *from = (float *)t.field->from + index * axes, *to = (float *)t.field->to + index * axes;
    memmove(from, from + axes, after * sizeof *from);
    memmove(to, to + axes, after * sizeof *to);
    t.field->pseudo_count--;
}

/* ---- Whole ones ------------------------------------------------------------------------------------------------------- */

void vvi_command_shape_duplicate(vvi_edit *e) { vvi_command_duplicate(e, VVI_SHAPE); }
void vvi_command_verb_duplicate(vvi_edit *e) { vvi_command_duplicate(e, VVI_VERB); }

void vvi_command_corrective_set(vvi_edit *e)
{
    static const char *const keys[] = {"artwork", "correctives", NULL};
    vvi_artwork *artwork = vvi_edit_keys(e, keys) ? vvi_edit_artwork(e, NULL) : NULL;
    const vv_json *list = artwork ? vvi_required(&e->reader, e->command, "correctives") : NULL;
    if (list)
        vvi_read_correctives(&e->reader, list, &artwork->view);
}

bool vvi_skeleton_is_free(vvi_edit *e, uint32_t skeleton)
{
    const vv_project *project = &e->state->view;
    const char *kind = NULL, *name = NULL;
    for (uint32_t i = 0; i < project->graph_count; i++) {
        if (project->graphs[i]->skeleton == skeleton)
            kind = "graph", name = project->graphs[i]->name;
    }
    for (uint32_t i = 0; i < project->shape_count; i++) {
        if (project->shapes[i]->skeleton == skeleton)
            kind = "shape", name = project->shapes[i]->name;
    }
    for (uint32_t i = 0; i < project->take_count; i++) {
        if (project->takes[i]->skeleton == skeleton)
            kind = "take", name = project->takes[i]->name;
    }
    for (uint32_t i = 0; i < project->verb_count; i++) {
        if (project->verbs[i]->skeleton == skeleton)
            kind = "verb", name = project->verbs[i]->name;
    }
    return !kind || vvi_problem(&e->reader, e->command, VV_RULE_IN_USE, "remove that first",
                                "the %s \"%s\" is of this skeleton", kind, name);
}
