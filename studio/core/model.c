/* Files of motions and models that do not belong to the project yet: their contents, and the skeleton with the same
 * joints. */
#include "state.h"

#include "author/base/path.h"
#include "author/import/import.h"

#include <string.h>

#define TAKE_RATE 60.0 /* frames per second, for files without a rate */

/* The name of the project's first skeleton with the same joints, NULL if there is none. Skeletons whose files cannot
 * be read are skipped. */
static const char *find_same_skeleton(vv_studio *studio, const vv_skeleton *skeleton)
{
    const vv_project *project = vv_document_project(studio->document);
    for (uint32_t i = 0; i < project->skeleton_count; i++) {
        const vv_character *character = NULL;
        if (vv_session_character(studio->session, i, &character, NULL) == VV_OK &&
            vv_skeleton_has_same_joints(character->skeleton, skeleton))
            return project->skeletons[i]->name;
    }
    return NULL;
}

/* ---- Contents -------------------------------------------------------------------------------------------------- */

static void write_skeleton(vv_json_writer *writer, vv_studio *studio, const vv_skeleton *skeleton)
{
    uint32_t joints = skeleton == NULL ? 0 : vv_skeleton_joint_count(skeleton);
    const char *same = joints > 0 ? find_same_skeleton(studio, skeleton) : NULL;
    vv_json_write_array(writer, "joints");
    for (uint32_t j = 0; j < joints; j++)
        vv_json_write_string(writer, NULL, vv_skeleton_joint(skeleton, j).name);
    vv_json_write_end(writer);
    vv_json_write_array(writer, "parents");
    for (uint32_t j = 0; j < joints; j++) {
        uint32_t parent = vv_skeleton_joint(skeleton, j).parent;
        vv_json_write_integer(writer, NULL, parent == VV_NONE ? -1 : (int64_t)parent);
    }
    vv_json_write_end(writer);
    if (same != NULL)
        vv_json_write_string(writer, "skeleton", same);
    else
        vv_json_write_null(writer, "skeleton");
}

static void write_takes(vv_json_writer *writer, uint32_t count, const vv_take *takes)
{
    vv_json_write_array(writer, "takes");
    for (uint32_t t = 0; t < count; t++) {
        vv_json_write_object(writer, NULL);
        vv_json_write_string(writer, "name", takes[t].name);
        vv_json_write_double(writer, "seconds", (double)(takes[t].frame_count - 1) / takes[t].rate);
        vv_json_write_end(writer);
    }
    vv_json_write_end(writer);
}

static void write_form(vv_json_writer *writer, const char *mesh, const char *morph, uint32_t vertices)
{
    vv_json_write_object(writer, NULL);
    if (mesh != NULL)
        vv_json_write_string(writer, "mesh", mesh);
    else
        vv_json_write_null(writer, "mesh");
    if (morph != NULL)
        vv_json_write_string(writer, "morph", morph);
    else
        vv_json_write_null(writer, "morph");
    vv_json_write_integer(writer, "vertices", vertices);
    vv_json_write_end(writer);
}

/* Writes a mesh at rest and with each of its morph targets applied. */
static void write_mesh(vv_json_writer *writer, const vv_model_mesh *mesh)
{
    write_form(writer, mesh->form.name, NULL, mesh->form.vertex_count);
    for (uint32_t m = 0; m < mesh->morph_count; m++)
        write_form(writer, mesh->form.name, mesh->morphs[m].name, mesh->form.vertex_count);
}

/* In a file with animations only meshes with morph targets are forms; the others are the figure's body. */
static void write_model(vv_json_writer *writer, vv_studio *studio, const vv_model *model)
{
    bool moves = model->take_count > 0;
    const vv_skeleton *skeleton = moves ? model->takes[0].skeleton : model->skeleton;
    if (!moves && skeleton != NULL && vv_skeleton_joint_count(skeleton) < 2)
        skeleton = NULL;
    write_skeleton(writer, studio, skeleton);
    write_takes(writer, model->take_count, model->takes);
    vv_json_write_array(writer, "forms");
    for (uint32_t m = 0; m < model->mesh_count; m++)
        if (!moves || model->meshes[m].morph_count > 0)
            write_mesh(writer, &model->meshes[m]);
    vv_json_write_end(writer);
    vv_json_write_array(writer, "warnings");
    for (uint32_t w = 0; w < model->warning_count; w++)
        vv_json_write_string(writer, NULL, model->warnings[w]);
    vv_json_write_end(writer);
}

/* ---- Reading --------------------------------------------------------------------------------------------------- */

static vv_result read_bvh(vv_studio *studio, vv_json_writer *writer, const char *name, const uint8_t *bytes,
                          uint32_t count, vv_error *error)
{
    vv_take take = {0};
    vv_result result = vv_import_bvh((const char *)bytes, count, name, 0.0, studio->allocator, &take, error);
    if (result != VV_OK)
        return result;
    write_skeleton(writer, studio, take.skeleton);
    write_takes(writer, 1, &take);
    vv_take_destroy(&take);
    return VV_OK;
}

static vv_result read_obj(vv_studio *studio, vv_json_writer *writer, const char *name, const uint8_t *bytes,
                          uint32_t count, vv_error *error)
{
    vv_obj obj = {0};
    vv_result result = vv_import_obj((const char *)bytes, count, name, studio->allocator, &obj, error);
    if (result != VV_OK)
        return result;
    vv_json_write_array(writer, "forms");
    write_form(writer, NULL, NULL, obj.vertex_count);
    vv_json_write_end(writer);
    vv_obj_destroy(&obj, studio->allocator);
    return VV_OK;
}

static vv_result read_gltf(vv_studio *studio, vv_json_writer *writer, const char *name, const uint8_t *bytes,
                           uint32_t count, vv_error *error)
{
    vv_model model = {0};
    vv_result result = vv_import_gltf(bytes, count, name, NULL, TAKE_RATE, studio->allocator, &model, error);
    if (result == VV_OK && model.take_count == 0 && model.mesh_count == 0) {
        result = vvi_fail(error, VV_ERROR_ARGUMENT, "there is neither a motion nor a mesh in this file");
        vvi_error_place(error, name, 0, NULL);
        vvi_error_remedy(error, "export it with its animation or its mesh");
    }
    if (result == VV_OK)
        write_model(writer, studio, &model);
    vv_model_destroy(&model);
    return result;
}

static vv_result read_any(vv_studio *studio, vv_json_writer *writer, const char *name, const uint8_t *bytes,
                          uint32_t count, vv_error *error)
{
    if (vv_path_has_ending(name, ".bvh"))
        return read_bvh(studio, writer, name, bytes, count, error);
    if (vv_path_has_ending(name, ".obj"))
        return read_obj(studio, writer, name, bytes, count, error);
    if (vv_path_has_ending(name, ".gltf") || vv_path_has_ending(name, ".glb"))
        return read_gltf(studio, writer, name, bytes, count, error);
    vvi_fail(error, VV_ERROR_ARGUMENT, "this is neither a motion nor a model");
    vvi_error_place(error, name, 0, NULL);
    vvi_error_remedy(error, "choose a .bvh, .gltf, .glb or .obj file");
    return VV_ERROR_ARGUMENT;
}

vv_result vv_studio_read_model(vv_studio *studio, const char *name, const uint8_t *bytes, uint32_t count)
{
    vv_error error = {0};
    vv_json_writer *writer = vvi_studio_writer(studio);
    if (writer == NULL)
        return VV_ERROR_MEMORY;
    vv_json_write_object(writer, NULL);
    vv_result result = read_any(studio, writer, name, bytes, count, &error);
    vv_json_write_end(writer);
    if (result == VV_OK)
        return vvi_studio_answer(studio, writer);
    vv_json_writer_destroy(writer);
    return vvi_studio_fail(studio, &error);
}
