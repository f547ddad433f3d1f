/* verve verb --keep: what is blended at a place becomes an example of its own there, to be edited. */
#include "cli/verb.h"

#include "cli/import.h"

#include "author/base/file.h"
#include "author/export/model.h"
#include "runtime/base/base.h"

#include <math.h>
#include <stdio.h>

typedef struct keeping {
    verb_job *job;
    char inside[VV_PROJECT_PATH_BYTES]; /* the file, in the project */
    vv_bytes bytes;
    const vv_built_verb *verb;
    float keytimes[VV_VERB_MAX_KEYTIMES];
} keeping;

/* Takes and forms are read in the units of their files: what Verve writes is in metres. */
static vv_result make_take(keeping *k)
{
    verb_job *j = k->job;
    const vv_project_skeleton *skeleton = j->project->skeletons[j->project->verbs[j->subject]->skeleton];
    if (skeleton->scale != 0.0f && skeleton->scale != 1.0f)
        return verb_misuse(j, "leave out its scale, so that it is found for each file",
                           "the skeleton “%s” has a scale, and takes are written in metres", skeleton->name);
    vv_take take = {0};
    vv_result result = vv_session_verb(j->session, j->subject, &k->verb, &j->error);
    if (result == VV_OK) {
        double length = (double)vv_verb_keytimes(k->verb->verb, vv_act_weights(j->act), k->keytimes);
        double rate = ceil(60.0 * length) / (length * (1.0 + 1e-6)); /* the last frame is the end, a hair later */
        result = vv_fit_play(k->verb->verb, vv_act_weights(j->act), rate, 1, false, NULL, &take, &j->error);
    }
    if (result == VV_OK)
        result = vv_export_bvh(&take, NULL, &k->bytes, &j->error);
    vv_take_destroy(&take);
    return result;
}

static vv_result make_form(keeping *k)
{
    verb_job *j = k->job;
    const vv_built_shape *built = NULL;
    vv_result result = vv_session_shape(j->session, j->subject, &built, &j->error);
    if (result != VV_OK)
        return result;
    uint32_t room = vv_shape_room(built->shape);
    vv_vec3 *form = vvi_allocate(NULL, room, sizeof *form);
    if (form == NULL)
        return vvi_fail_memory(&j->error, room * sizeof *form);
    vv_shape_blend(built->shape, vv_act_weights(j->act), form);
    vv_obj_file file = {j->ask->keep,    vv_shape_vertex_count(built->shape), built->triangle_count, form, NULL,
                        built->triangles};
    result = vv_export_obj(&file, NULL, &k->bytes, &j->error);
    vvi_release(NULL, form, room, sizeof *form);
    return result;
}

/* ---- The commands ---------------------------------------------------------------------------------------------------------- */

static void write_at(const verb_job *j, vv_json_writer *writer)
{
    vv_json_write_array(writer, "at");
    for (uint32_t a = 0; a < j->field->axis_count; a++)
        vv_json_write_double(writer, NULL, (double)j->at[a]);
    vv_json_write_end(writer);
}

static void write_keytimes(const keeping *k, vv_json_writer *writer)
{
    uint32_t count = vv_verb_keytime_count(k->verb->verb);
    vv_json_write_double(writer, "from", 0.0);
    vv_json_write_double(writer, "to", (double)k->keytimes[count - 1]);
    vv_json_write_array(writer, "keytimes");
    for (uint32_t i = 0; i < count; i++) {
        vv_json_write_object(writer, NULL);
        vv_json_write_string(writer, "label", k->verb->cuts[0].keytimes[i].label);
        vv_json_write_double(writer, "time", (double)k->keytimes[i]);
        vv_json_write_end(writer);
    }
    vv_json_write_end(writer);
}

static void write_commands(const keeping *k, vv_json_writer *writer)
{
    const verb_job *j = k->job;
    bool verb = j->kind == VV_SCENE_VERB;
    vv_json_write_array(writer, NULL);
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "do", verb ? "take.add" : "form.add");
    vv_json_write_string(writer, "name", j->ask->keep);
    if (verb)
        vv_json_write_string(writer, "skeleton", j->project->skeletons[j->project->verbs[j->subject]->skeleton]->name);
    vv_json_write_string(writer, "file", k->inside);
    vv_json_write_end(writer);
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "do", "place.add");
    vv_json_write_string(writer, verb ? "verb" : "shape",
                         verb ? j->project->verbs[j->subject]->name : j->project->shapes[j->subject]->name);
    vv_json_write_string(writer, verb ? "take" : "form", j->ask->keep);
    write_at(j, writer);
    if (verb)
        write_keytimes(k, writer);
    vv_json_write_end(writer);
    vv_json_write_end(writer);
}

static vv_result change_project(const keeping *k, vv_project_folder *folder)
{
    verb_job *j = k->job;
    vv_json_writer *writer = NULL;
    vv_json_document *json = NULL;
    vv_result result = vv_json_writer_create(NULL, true, &writer, &j->error);
    if (result != VV_OK)
        return result;
    write_commands(k, writer);
    size_t length = 0;
    const char *text = vv_json_writer_text(writer, &length);
    result =
        text == NULL ? vvi_fail_memory(&j->error, 4096) : vv_json_parse(text, length, "--keep", NULL, &json, &j->error);
    if (result == VV_OK)
        result = vv_project_folder_change(folder, json, vv_json_root(json), &j->error);
    if (json != NULL)
        vv_json_destroy(json);
    vv_json_writer_destroy(writer);
    return result;
}

/* A file that the project then does not take is removed again. */
vv_result verb_keep(verb_job *j, vv_project_folder *folder)
{
    keeping k = {.job = j};
    char path[1024], stem[160];
    const char *root = vv_project_folder_path(folder), *home = j->kind == VV_SCENE_VERB ? "clips" : "forms";
    if (j->kind == VV_SCENE_GRAPH)
        return verb_misuse(j, "name one of its verbs", "a graph has no examples");
    vv_result result = j->kind == VV_SCENE_VERB ? make_take(&k) : make_form(&k);
    import_make_stem(j->ask->keep, NULL, stem);
    vvi_format(k.inside, sizeof k.inside, "%s/%s%s", home, stem, j->kind == VV_SCENE_VERB ? ".bvh" : ".obj");
    vvi_format(path, sizeof path, "%s/%s", root, k.inside);
    if (result == VV_OK && vv_file_exists(path))
        result = verb_misuse(j, "choose another name", "there already is a file “%s”", k.inside);
    if (result == VV_OK)
        result = vv_file_write_inside(root, k.inside, k.bytes.data, k.bytes.count, &j->error);
    if (result == VV_OK) {
        result = change_project(&k, folder);
        if (result != VV_OK)
            remove(path);
    }
    vv_bytes_release(&k.bytes, NULL);
    return result;
}
