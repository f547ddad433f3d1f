/* Writes glTF 2.0: joints as nodes, the take as an animation, and the figure as a skinned mesh, in one self-contained
 * file. */
#include "gltf.h"

#include "author/base/json.h"

#include <string.h>

/* ---- JSON ------------------------------------------------------------------------------------------------------ */

static void write_floats(vv_json_writer *json, const char *name, const float *values, uint32_t count)
{
    vv_json_write_array(json, name);
    for (uint32_t k = 0; k < count; k++)
        vv_json_write_float(json, NULL, values[k]);
    vv_json_write_end(json);
}

static void write_nodes(vv_json_writer *json, const gltf_data *data)
{
    const vv_skeleton *skeleton = data->take->skeleton;
    vv_json_write_array(json, "nodes");
    for (uint32_t j = 0; j < data->joint_count; j++) {
        vv_joint joint = vv_skeleton_joint(skeleton, j);
        vv_json_write_object(json, NULL);
        vv_json_write_string(json, "name", joint.name);
        write_floats(json, "translation", &joint.translation.x, 3);
        write_floats(json, "rotation", &joint.rotation.x, 4);
        bool any = false;
        for (uint32_t c = j + 1; c < data->joint_count; c++) {
            if (vv_skeleton_joint(skeleton, c).parent != j)
                continue;
            if (!any)
                vv_json_write_array(json, "children");
            any = true;
            vv_json_write_integer(json, NULL, c);
        }
        if (any)
            vv_json_write_end(json);
        vv_json_write_end(json);
    }
    if (data->figure) {
        vv_json_write_object(json, NULL);
        vv_json_write_string(json, "name", data->figure->form->name[0] ? data->figure->form->name : "figure");
        vv_json_write_integer(json, "mesh", 0);
        vv_json_write_integer(json, "skin", 0);
        vv_json_write_end(json);
    }
    vv_json_write_end(json);
}

static void write_animation(vv_json_writer *json, const gltf_data *data)
{
    vv_json_write_array(json, "animations");
    vv_json_write_object(json, NULL);
    vv_json_write_string(json, "name", data->take->name[0] ? data->take->name : "take");
    vv_json_write_array(json, "samplers");
    for (uint32_t i = 0; i < data->curve_count; i++) {
        vv_json_write_object(json, NULL);
        vv_json_write_integer(json, "input", data->times);
        vv_json_write_integer(json, "output", data->curves[i].output);
        vv_json_write_end(json);
    }
    vv_json_write_end(json);
    vv_json_write_array(json, "channels");
    for (uint32_t i = 0; i < data->curve_count; i++) {
        vv_json_write_object(json, NULL);
        vv_json_write_integer(json, "sampler", i);
        vv_json_write_object(json, "target");
        vv_json_write_integer(json, "node", data->curves[i].joint);
        vv_json_write_string(json, "path", data->curves[i].is_rotation ? "rotation" : "translation");
        vv_json_write_end(json);
        vv_json_write_end(json);
    }
    vv_json_write_end(json);
    vv_json_write_end(json);
    vv_json_write_end(json);
}

static void write_mesh(vv_json_writer *json, const gltf_data *data)
{
    vv_json_write_array(json, "meshes");
    vv_json_write_object(json, NULL);
    vv_json_write_string(json, "name", data->figure->form->name[0] ? data->figure->form->name : "figure");
    vv_json_write_array(json, "primitives");
    vv_json_write_object(json, NULL);
    vv_json_write_object(json, "attributes");
    vv_json_write_integer(json, "POSITION", data->positions);
    if (data->normals != VV_NONE)
        vv_json_write_integer(json, "NORMAL", data->normals);
    if (data->colors != VV_NONE)
        vv_json_write_integer(json, "COLOR_0", data->colors);
    vv_json_write_integer(json, "JOINTS_0", data->joints);
    vv_json_write_integer(json, "WEIGHTS_0", data->weights);
    vv_json_write_end(json);
    vv_json_write_integer(json, "indices", data->indices);
    vv_json_write_integer(json, "material", 0);
    vv_json_write_end(json);
    vv_json_write_end(json);
    vv_json_write_end(json);
    vv_json_write_end(json);
    vv_json_write_array(json, "materials");
    vv_json_write_object(json, NULL);
    vv_json_write_object(json, "pbrMetallicRoughness");
    vv_json_write_float(json, "metallicFactor", 0.0f);
    vv_json_write_float(json, "roughnessFactor", 0.8f);
    vv_json_write_end(json);
    vv_json_write_end(json);
    vv_json_write_end(json);
}

/* Written even without a mesh, because it tells which nodes are joints, including those that never move. */
static void write_skin(vv_json_writer *json, const gltf_data *data)
{
    vv_json_write_array(json, "skins");
    vv_json_write_object(json, NULL);
    if (data->figure)
        vv_json_write_integer(json, "inverseBindMatrices", data->binds);
    vv_json_write_integer(json, "skeleton", 0);
    vv_json_write_array(json, "joints");
    for (uint32_t j = 0; j < data->joint_count; j++)
        vv_json_write_integer(json, NULL, j);
    vv_json_write_end(json);
    vv_json_write_end(json);
    vv_json_write_end(json);
}

static void write_numbers(vv_json_writer *json, const gltf_data *data)
{
    vv_json_write_array(json, "accessors");
    for (uint32_t i = 0; i < data->accessor_count; i++) {
        const gltf_accessor *accessors = &data->accessors[i];
        vv_json_write_object(json, NULL);
        vv_json_write_integer(json, "bufferView", i);
        vv_json_write_integer(json, "componentType", accessors->component);
        vv_json_write_integer(json, "count", accessors->count);
        vv_json_write_string(json, "type", accessors->type);
        if (accessors->bound_components > 0) {
            write_floats(json, "min", accessors->low, accessors->bound_components);
            write_floats(json, "max", accessors->high, accessors->bound_components);
        }
        vv_json_write_end(json);
    }
    vv_json_write_end(json);
    vv_json_write_array(json, "bufferViews");
    for (uint32_t i = 0; i < data->accessor_count; i++) {
        vv_json_write_object(json, NULL);
        vv_json_write_integer(json, "buffer", 0);
        vv_json_write_integer(json, "byteOffset", data->accessors[i].offset);
        vv_json_write_integer(json, "byteLength", data->accessors[i].bytes);
        if (data->accessors[i].target)
            vv_json_write_integer(json, "target", data->accessors[i].target);
        vv_json_write_end(json);
    }
    vv_json_write_end(json);
}

/* `uri` is NULL in a .glb. */
static void write_json(vv_json_writer *json, const gltf_data *data, const char *uri)
{
    vv_json_write_object(json, NULL);
    vv_json_write_object(json, "asset");
    vv_json_write_string(json, "version", "2.0");
    vv_json_write_string(json, "generator", "Verve");
    vv_json_write_end(json);
    vv_json_write_integer(json, "scene", 0);
    vv_json_write_array(json, "scenes");
    vv_json_write_object(json, NULL);
    vv_json_write_array(json, "nodes");
    vv_json_write_integer(json, NULL, 0);
    if (data->figure)
        vv_json_write_integer(json, NULL, data->joint_count);
    vv_json_write_end(json);
    vv_json_write_end(json);
    vv_json_write_end(json);
    write_nodes(json, data);
    if (data->figure)
        write_mesh(json, data);
    write_skin(json, data);
    write_animation(json, data);
    write_numbers(json, data);
    vv_json_write_array(json, "buffers");
    vv_json_write_object(json, NULL);
    vv_json_write_integer(json, "byteLength", (int64_t)data->buffer.count);
    if (uri)
        vv_json_write_string(json, "uri", uri);
    vv_json_write_end(json);
    vv_json_write_end(json);
    vv_json_write_end(json);
}

/* ---- Containers ------------------------------------------------------------------------------------------------ */

static char *data_uri(gltf_data *data)
{
    static const char head[] = "data:application/octet-stream;base64,";
    char *text = vvi_arena_allocate(&data->arena, sizeof head + vvi_base64_length(data->buffer.count), 1);
    if (!text)
        return NULL;
    memcpy(text, head, sizeof head - 1);
    vvi_base64_write(data->buffer.data, data->buffer.count, text + sizeof head - 1);
    return text;
}

static void add_u32(vvi_out *out, uint32_t value)
{
    const uint8_t bytes[4] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16), (uint8_t)(value >> 24)};
    vvi_out_add(out, bytes, sizeof bytes);
}

/* Writes the header, the JSON chunk padded with blanks and the binary chunk padded with zeros. */
static void add_chunks(vvi_out *out, const gltf_data *data, const char *text, size_t length)
{
    size_t json = (length + 3) / 4 * 4, binary = (data->buffer.count + 3) / 4 * 4;
    add_u32(out, 0x46546c67);
    add_u32(out, 2);
    add_u32(out, (uint32_t)(12 + 8 + json + 8 + binary));
    add_u32(out, (uint32_t)json);
    add_u32(out, 0x4e4f534a);
    vvi_out_add(out, text, length);
    vvi_out_add(out, "   ", json - length);
    add_u32(out, (uint32_t)binary);
    add_u32(out, 0x004e4942);
    vvi_out_add(out, data->buffer.data, data->buffer.count);
    vvi_out_add(out, "\0\0\0", binary - data->buffer.count);
}

static vv_result make_file(gltf_data *data, bool binary, const vv_allocator *allocator, vv_bytes *out, vv_error *error)
{
    vv_json_writer *json = NULL;
    vvi_out file = {.allocator = allocator};
    char *uri = binary ? NULL : data_uri(data);
    if (!binary && !uri)
        return vvi_fail_memory(error, data->buffer.count);
    vv_result result = vv_json_writer_create(allocator, binary, &json, error);
    if (result != VV_OK)
        return result;
    write_json(json, data, uri);
    size_t length = 0;
    const char *text = vv_json_writer_text(json, &length);
    if (text && binary)
        add_chunks(&file, data, text, length);
    else if (text)
        vvi_out_add(&file, text, length);
    file.failed = file.failed || !text;
    vv_json_writer_destroy(json);
    return vvi_out_finish(&file, out, error);
}

vv_result vv_export_gltf(const vv_take *take, const vv_gltf_figure *figure, bool binary, const vv_allocator *allocator,
                         vv_bytes *out, vv_error *error)
{
    gltf_data data = {.take = take, .joint_count = vv_skeleton_joint_count(take->skeleton)};
    data.figure = figure && figure->form ? figure : NULL;
    data.arena.allocator = data.buffer.allocator = allocator;
    vv_result result = vvi_gltf_collect(&data) ? make_file(&data, binary, allocator, out, error)
                                               : vvi_fail_memory(error, data.buffer.capacity);
    vvi_out_release(&data.buffer);
    vvi_arena_release(&data.arena);
    return result;
}
