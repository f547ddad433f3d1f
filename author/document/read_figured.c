/* Scenes of verbs, graphs, shapes, creatures and lines out of JSON: what they show, how it changes, and from where one looks. */
#include "author/document/lines.h"
#include "author/document/verbs.h"

#include <string.h>

const vv_project_field *vvi_scene_field(const vv_project *project, const vv_project_scene *scene)
{
    return scene->kind == VV_SCENE_VERB ? &project->verbs[scene->subject]->field
                                        : &project->shapes[scene->subject]->field;
}

/* ---- Paths ---------------------------------------------------------------------------------------------------------- */

static void insert_value(vv_project_axis_value *values, uint32_t count, vv_project_axis_value value)
{
    for (; count > 0 && values[count - 1].axis > value.axis; count--)
        values[count] = values[count - 1];
    values[count] = value;
}

static void read_values(vvi_reader *r, const vv_json *object, const vv_project_field *field, vv_project_path_key *key)
{
    if (!vvi_is(r, object, VV_JSON_OBJECT))
        return;
    vv_project_axis_value *values = vvi_take(r, object->count, sizeof *values);
    key->values = values;
    for (const vv_json *member = values ? object->child : NULL; member && !vvi_stopped(r); member = member->next) {
        vv_project_axis_value value = {vv_project_find_axis(field, member->name), 0.0f};
        if (value.axis == VV_NONE)
            vvi_problem(r, member, VV_RULE_REFERENCE, "name an axis of what the scene shows", "there is no axis \"%s\"",
                        member->name);
        else if (vvi_number(r, member, -VV_PROJECT_FAR, VV_PROJECT_FAR, &value.value))
            insert_value(values, key->value_count++, value);
    }
}

static void read_path_key(vvi_reader *r, const vv_json *object, const vv_project_field *field, vv_project_path_key *key)
{
    static const char *const keys[] = {"time", "at", NULL};
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    vvi_required(r, object, "time");
    vvi_float_member(r, object, "time", 0.0f, 0.0f, VV_PROJECT_FAR, &key->time);
    const vv_json *at = vvi_required(r, object, "at");
    if (at)
        read_values(r, at, field, key);
}

static void read_path(vvi_reader *r, const vv_json *list, const vv_project_field *field, vv_project_scene *scene)
{
    uint32_t count = vvi_list(r, list, VV_PROJECT_MAX_KEYS, "keys");
    vv_project_path_key *path = vvi_take(r, count, sizeof *path);
    if (!path)
        return;
    scene->path = path;
    scene->path_count = count;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        read_path_key(r, item, field, &path[item->index]);
        if (item->index > 0 && !(path[item->index].time > path[item->index - 1].time))
            vvi_problem(r, item, VV_RULE_TIMES, "sort the keys by time, no two at the same time",
                        "this key is not later than the one before it");
    }
}

/* ---- Scripts of graphs ---------------------------------------------------------------------------------------------- */

static void read_cue(vvi_reader *r, const vv_json *object, vv_project_graph_cue *cue)
{
    static const char *const keys[] = {"time", "set", "raise", NULL};
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    vvi_required(r, object, "time");
    vvi_float_member(r, object, "time", 0.0f, 0.0f, VV_PROJECT_FAR, &cue->time);
    uint32_t which = vvi_one_of(r, object, "set", "raise");
    if (which == 0)
        cue->inputs = vvi_read_input_values(r, vvi_member(object, "set"), &cue->input_count);
    if (which == 1)
        vvi_name(r, vvi_member(object, "raise"), cue->raise);
}

static void read_script(vvi_reader *r, const vv_json *list, vv_project_scene *scene)
{
    uint32_t count = vvi_list(r, list, VV_PROJECT_MAX_CUES, "entries");
    vv_project_graph_cue *cues = vvi_take(r, count, sizeof *cues);
    if (!cues)
        return;
    scene->graph_cues = cues;
    scene->graph_cue_count = count;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        read_cue(r, item, &cues[item->index]);
        if (item->index > 0 && cues[item->index].time < cues[item->index - 1].time)
            vvi_problem(r, item, VV_RULE_TIMES, "sort the script by time", "this is earlier than the entry before it");
    }
}

/* ---- Scenes --------------------------------------------------------------------------------------------------------- */

static void read_camera(vvi_reader *r, const vv_json *object, vv_project_scene *scene)
{
    static const char *const keys[] = {"heading", "pitch", NULL};
    bool reset;
    const vv_json *camera = vvi_optional(object, "camera", &reset);
    if (camera || reset) {
        scene->aimed = camera != NULL;
        scene->heading = scene->pitch = 0.0f;
    }
    if (!camera || !vvi_known_keys(r, camera, keys, NULL))
        return;
    vvi_float_member(r, camera, "heading", 0.0f, -10.0f, 10.0f, &scene->heading);
    vvi_float_member(r, camera, "pitch", 0.0f, -VV_PI / 2.0f, VV_PI / 2.0f, &scene->pitch);
}

/* What the scene shows; keys of a path name its axes. */
static void read_subject(vvi_reader *r, const vv_json *object, const vv_project *project, vv_project_scene *scene)
{
    uint32_t (*const find[])(const vv_project *, const char *) = {
        [VV_SCENE_VERB] = vv_project_find_verb,
        [VV_SCENE_GRAPH] = vv_project_find_graph,
        [VV_SCENE_SHAPE] = vv_project_find_shape,
    };
    static const char *const keys[] = {
        [VV_SCENE_VERB] = "verb", [VV_SCENE_GRAPH] = "graph", [VV_SCENE_SHAPE] = "shape"};
    const vv_json *value = vvi_required(r, object, keys[scene->kind]);
    if (!value)
        return;
    uint32_t found = vvi_listed_value(r, value, project, find[scene->kind], keys[scene->kind]);
    if (found != VV_NONE && found != scene->subject && scene->path_count > 0 && !vv_json_member(object, "path"))
        vvi_problem(r, value, VV_RULE_REFERENCE, "give \"path\" in the same command",
                    "the path of this scene names axes of another %s", keys[scene->kind]);
    scene->subject = found;
}

static void read_happenings(vvi_reader *r, const vv_json *object, const vv_project *project, vv_project_scene *scene)
{
    bool editing = r->editing, no_path, no_script;
    const vv_json *path = vvi_optional(object, "path", &no_path), *script = vvi_optional(object, "script", &no_script);
    scene->path_count = no_path ? 0 : scene->path_count;
    scene->graph_cue_count = no_script ? 0 : scene->graph_cue_count;
    r->editing = false; /* lists that are given are given whole */
    if (path && scene->subject != VV_NONE)
        read_path(r, path, vvi_scene_field(project, scene), scene);
    if (script)
        read_script(r, script, scene);
    r->editing = editing;
    if (scene->path_count > 0 && !vvi_stopped(r) && scene->path[scene->path_count - 1].time > scene->seconds)
        vvi_problem(r, path ? path : object, VV_RULE_TIMES, "move the key, or make the scene longer",
                    "the last key is later than the end of the scene");
}

void vvi_read_figured(vvi_reader *r, const vv_json *object, const vv_project *project, vv_project_scene *scene)
{
    if (scene->kind == VV_SCENE_CREATURE) {
        vvi_read_troupe(r, object, project, scene);
    } else if (scene->kind == VV_SCENE_LINE) {
        vvi_read_line_scene(r, object, project, scene);
    } else {
        read_subject(r, object, project, scene);
        read_happenings(r, object, project, scene);
    }
    read_camera(r, object, scene);
    vvi_bool_member(r, object, "follow", true, &scene->follows);
}
