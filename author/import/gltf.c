/* Reads glTF 2.0, as text or .glb. Every part of the file is first read into validated tables; from these, what
 * shapes, verbs and creatures need is made: joints, binds, meshes, takes. y is up and lengths are in metres in glTF,
 * as here. */
#include "gltf.h"

#include <string.h>

/* ---- The container --------------------------------------------------------------------------------------------- */

static vv_result fail_file(gltf_reader *reader, const char *remedy, const char *message)
{
    vvi_fail(reader->error, VV_ERROR_FORMAT, "%s", message);
    vvi_error_remedy(reader->error, "%s", remedy);
    vvi_error_place(reader->error, reader->file, 0, NULL);
    return VV_ERROR_FORMAT;
}

static uint32_t read_u32(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* Header (magic, version, length), then chunks (length, kind, bytes): JSON first, the buffer second. */
static vv_result open_binary(gltf_reader *reader, const uint8_t *bytes, size_t count, const char **text, size_t *length)
{
    const uint32_t json_kind = 0x4e4f534a, binary_kind = 0x004e4942;
    const char *again = "the file may be cut off; export it again";
    if (count < 20)
        return fail_file(reader, again, "this .glb ends inside its header");
    if (read_u32(bytes + 4) != 2)
        return fail_file(reader, "export it as glTF 2.0", "this .glb is not of version 2");
    if (read_u32(bytes + 8) > count || read_u32(bytes + 8) < 20)
        return fail_file(reader, again, "this .glb is not as long as its header says");
    count = read_u32(bytes + 8);
    size_t at = 12;
    for (uint32_t chunk = 0; count - at >= 8; chunk++) {
        size_t chunk_bytes = read_u32(bytes + at);
        uint32_t kind = read_u32(bytes + at + 4);
        at += 8;
        if (chunk_bytes > count - at)
            return fail_file(reader, again, "a chunk of this .glb reaches beyond its end");
        if (chunk == 0 && kind == json_kind) {
            *text = (const char *)bytes + at;
            *length = chunk_bytes;
        } else if (chunk == 1 && kind == binary_kind) {
            reader->chunk = (gltf_buffer){.bytes = bytes + at, .count = chunk_bytes};
        }
        at += chunk_bytes;
    }
    return *text ? VV_OK : fail_file(reader, "export it again", "this .glb does not begin with its JSON");
}

/* ---- Requirements of the file ---------------------------------------------------------------------------------- */

/* Whether an extension changes nothing that is read here, or is supported. */
static bool is_harmless(const char *name)
{
    static const char *const beginnings[] = {
        "KHR_materials_", "KHR_texture_", "KHR_mesh_quantization", "EXT_texture_",       "KHR_lights_", "EXT_lights_",
        "MSFT_texture_",  "KHR_xmp",      "KHR_animation_pointer", "KHR_node_visibility"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (strncmp(name, beginnings[i], strlen(beginnings[i])) == 0)
            return true;
    return false;
}

static vv_result check_extensions(gltf_reader *reader)
{
    gltf_list list;
    vv_result result = vvi_gltf_list(reader, reader->root, "extensionsRequired", VV_JSON_STRING, GLTF_MAX_ITEMS, &list);
    for (uint32_t i = 0; i < list.count && result == VV_OK; i++) {
        const char *name = list.items[i]->string;
        if (strstr(name, "draco") || strstr(name, "meshopt"))
            result = vvi_gltf_fail(reader, list.items[i], VV_ERROR_FORMAT, "export it without compression",
                                   "the meshes are compressed (%s)", name);
        else if (!is_harmless(name))
            result = vvi_gltf_fail(reader, list.items[i], VV_ERROR_FORMAT, "export it without this extension",
                                   "the file needs the extension %s", name);
    }
    return result;
}

static vv_result check_version(gltf_reader *reader)
{
    if (reader->root->kind != VV_JSON_OBJECT)
        return vvi_gltf_damaged(reader, reader->root, "this is not a glTF file");
    const vv_json *asset = vv_json_member(reader->root, "asset");
    const vv_json *version = vv_json_member(asset, "version"), *least = vv_json_member(asset, "minVersion");
    if (!version || version->kind != VV_JSON_STRING)
        return vvi_gltf_damaged(reader, reader->root, "this is not a glTF file: it has no asset.version");
    if (strncmp(version->string, "2.", 2) != 0)
        return vvi_gltf_fail(reader, version, VV_ERROR_VERSION, "export it as glTF 2.0", "this is not glTF 2");
    if (least && least->kind == VV_JSON_STRING && strcmp(least->string, "2.0") != 0)
        return vvi_gltf_fail(reader, least, VV_ERROR_VERSION, "export it as glTF 2.0",
                             "this needs a newer version than glTF 2.0");
    if (vv_json_member(reader->root, "cameras"))
        vvi_gltf_warn(reader, "cameras are ignored");
    return check_extensions(reader);
}

/* ---- The model ------------------------------------------------------------------------------------------------- */

void vvi_gltf_release_mesh(vv_model_mesh *mesh, const vv_allocator *allocator)
{
    size_t vertices = mesh->form.vertex_count;
    vvi_release(allocator, mesh->normals, vertices, sizeof *mesh->normals);
    vvi_release(allocator, mesh->colors, vertices, sizeof *mesh->colors);
    vvi_release(allocator, mesh->joints, vertices, 4 * sizeof *mesh->joints);
    vvi_release(allocator, mesh->weights, vertices, 4 * sizeof *mesh->weights);
    for (uint32_t m = 0; m < mesh->morph_count; m++)
        vv_form_destroy(&mesh->morphs[m]);
    vvi_release(allocator, mesh->morphs, mesh->morph_count, sizeof *mesh->morphs);
    vv_form_destroy(&mesh->form);
    *mesh = (vv_model_mesh){0};
}

void vv_model_destroy(vv_model *model)
{
    if (model == NULL)
        return;
    for (uint32_t i = 0; i < model->mesh_count; i++)
        vvi_gltf_release_mesh(&model->meshes[i], model->allocator);
    vvi_release(model->allocator, model->meshes, model->mesh_count, sizeof *model->meshes);
    for (uint32_t i = 0; i < model->take_count; i++)
        vv_take_destroy(&model->takes[i]);
    vvi_release(model->allocator, model->takes, model->take_count, sizeof *model->takes);
    if (model->skeleton) {
        uint32_t joints = vv_skeleton_joint_count(model->skeleton);
        vvi_release(model->allocator, model->binds, joints, sizeof *model->binds);
        vv_skeleton_destroy(model->skeleton, model->allocator);
    }
    *model = (vv_model){0};
}

static vv_result read_all(gltf_reader *reader)
{
    static vv_result (*const steps[])(gltf_reader *) = {
        check_version,        vvi_gltf_read_buffers, vvi_gltf_read_accessors, vvi_gltf_read_nodes,
        vvi_gltf_read_skins,  vvi_gltf_read_meshes,  vvi_gltf_make_joints,    vvi_gltf_make_binds,
        vvi_gltf_make_meshes, vvi_gltf_make_takes};
    vv_result result = VV_OK;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && result == VV_OK; i++)
        result = steps[i](reader);
    return result;
}

vv_result vv_import_gltf(const void *bytes, size_t count, const char *file, const vv_model_files *files, double rate,
                         const vv_allocator *allocator, vv_model *out, vv_error *error)
{
    if (!(rate == 0.0 || (rate >= 1.0 && rate <= 1000.0)))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the rate is %g frames a second; it must be 0 or between 1 and 1000",
                        rate);
    gltf_reader reader = {.allocator = allocator, .error = error, .file = file, .files = files};
    reader.rate = rate == 0.0 ? 60.0 : rate;
    reader.arena.allocator = reader.model.allocator = allocator;
    const char *text = bytes;
    size_t length = count;
    vv_result result = VV_OK;
    if (count >= 4 && memcmp(bytes, "glTF", 4) == 0) {
        text = NULL;
        result = open_binary(&reader, bytes, count, &text, &length);
    }
    if (result == VV_OK)
        result = vv_json_parse(text, length, file, allocator, &reader.document, error);
    if (result == VV_OK) {
        reader.root = vv_json_root(reader.document);
        result = read_all(&reader);
    }
    vvi_gltf_release_buffers(&reader);
    if (result == VV_OK)
        *out = reader.model;
    else
        vv_model_destroy(&reader.model);
    vv_json_destroy(reader.document);
    vvi_arena_release(&reader.arena);
    return result;
}
