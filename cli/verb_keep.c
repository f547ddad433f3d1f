/* verve verb --keep: the blend at a place becomes an example of its own there, to be edited. */
#include "cli/verb.h"

#include "cli/keep.h"

#include "runtime/base/base.h"

#include <math.h>

typedef struct keeping {
    verb_job *job;
    cli_kept_file file;
    const vv_built_verb *verb;
    float keytimes[VV_VERB_MAX_KEYTIMES];
} keeping;

static vv_result make_take(keeping *k)
{
    verb_job *j = k->job;
    vv_result result = cli_check_metres(j->call, j->project->skeletons[j->project->verbs[j->subject]->skeleton]);
    vv_take take = {0};
    if (result == VV_OK)
        result = vv_session_verb(j->session, j->subject, &k->verb, j->error);
    if (result == VV_OK) {
        double length = (double)vv_verb_keytimes(k->verb->verb, vv_performance3_weights(j->act), k->keytimes);
        double rate =
            ceil(60.0 * length) / (length * (1.0 + 1e-6)); /* so that the last frame is at the end, or just after it */
        result = vv_fit_play(k->verb->verb, vv_performance3_weights(j->act), rate, 1, false, NULL, &take, j->error);
    }
    if (result == VV_OK)
        result = vv_export_bvh(&take, NULL, &k->file.bytes, j->error);
    vv_take_destroy(&take);
    return result;
}

static vv_result make_form(keeping *k)
{
    verb_job *j = k->job;
    const vv_built_shape *built = NULL;
    vv_result result = vv_session_shape(j->session, j->subject, &built, j->error);
    if (result != VV_OK)
        return result;
    uint32_t room = vv_shape_form_capacity(built->shape);
    vv_vec3 *form = vvi_allocate(NULL, room, sizeof *form);
    if (form == NULL)
        return vvi_fail_memory(j->error, room * sizeof *form);
    vv_shape_blend(built->shape, vv_performance3_weights(j->act), form);
    vv_obj_file file = {k->file.name,    vv_shape_vertex_count(built->shape), built->triangle_count, form, NULL,
                        built->triangles};
    result = vv_export_obj(&file, NULL, &k->file.bytes, j->error);
    vvi_release(NULL, form, room, sizeof *form);
    return result;
}

/* ---- The commands ------------------------------------------------------------------------------------------------ */

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

static void write_commands(vv_json_writer *writer, const void *subject)
{
    const keeping *k = subject;
    const verb_job *j = k->job;
    bool verb = j->kind == VV_SCENE_VERB;
    vv_json_write_array(writer, NULL);
    cli_begin_command(writer, verb ? "take.add" : "form.add", k->file.name);
    if (verb)
        vv_json_write_string(writer, "skeleton", j->project->skeletons[j->project->verbs[j->subject]->skeleton]->name);
    vv_json_write_string(writer, "file", k->file.path);
    vv_json_write_end(writer);
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "do", "place.add");
    vv_json_write_string(writer, verb ? "verb" : "shape",
                         verb ? j->project->verbs[j->subject]->name : j->project->shapes[j->subject]->name);
    vv_json_write_string(writer, verb ? "take" : "form", k->file.name);
    write_at(j, writer);
    if (verb)
        write_keytimes(k, writer);
    vv_json_write_end(writer);
    vv_json_write_end(writer);
}

vv_result verb_keep(verb_job *j, vv_project_folder *folder)
{
    keeping k = {.job = j, .file = {.name = j->request->keep}};
    if (j->kind == VV_SCENE_GRAPH)
        return cli_misuse(j->call, "name one of its verbs", "a graph has no examples");
    bool verb = j->kind == VV_SCENE_VERB;
    vv_result result = verb ? make_take(&k) : make_form(&k);
    if (result == VV_OK)
        result = cli_keep_file(j->call, folder, verb ? "clips" : "forms", verb ? ".bvh" : ".obj", &k.file,
                               write_commands, &k);
    vv_bytes_release(&k.file.bytes, NULL);
    return result;
}
