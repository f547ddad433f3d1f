/* Reads meshes into tables: primitives with the accessors of their attributes, colours of materials, names of morph
 * targets. */
#include "gltf.h"

#include <string.h>

typedef struct gltf_material {
    float color[4];
} gltf_material;

static vv_result read_material(gltf_reader *reader, const vv_json *json, gltf_material *material, bool *has_textures)
{
    double color[4] = {1, 1, 1, 1};
    const vv_json *uncompressed = vv_json_member(json, "pbrMetallicRoughness");
    vv_result result = vvi_gltf_numbers(reader, uncompressed, "baseColorFactor", 4, color);
    for (int k = 0; k < 4; k++)
        material->color[k] = vvi_clamp((float)color[k], 0.0f, 1.0f);
    *has_textures = *has_textures || vv_json_member(uncompressed, "baseColorTexture");
    return result;
}

static vv_result read_materials(gltf_reader *reader, gltf_material **out, uint32_t *count)
{
    gltf_list list;
    bool has_textures = false;
    vv_result result = vvi_gltf_list(reader, reader->root, "materials", VV_JSON_OBJECT, GLTF_MAX_ITEMS, &list);
    if (result != VV_OK)
        return result;
    gltf_material *materials = vvi_arena_allocate(&reader->arena, list.count + 1u, sizeof *materials);
    if (!materials)
        return vvi_gltf_no_memory(reader);
    for (uint32_t i = 0; i < list.count && result == VV_OK; i++)
        result = read_material(reader, list.items[i], &materials[i], &has_textures);
    if (has_textures)
        vvi_gltf_warn(reader, "textures are ignored");
    *out = materials;
    *count = list.count;
    return result;
}

/* ---- Primitives ------------------------------------------------------------------------------------------------ */

static vv_result read_attributes(gltf_reader *reader, const vv_json *json, gltf_primitive *primitive)
{
    const struct {
        const char *name;
        uint32_t *accessor;
    } attributes_read[] = {{"POSITION", &primitive->positions},  {"NORMAL", &primitive->normals},
                           {"COLOR_0", &primitive->colors},      {"JOINTS_0", &primitive->joints[0]},
                           {"JOINTS_1", &primitive->joints[1]},  {"WEIGHTS_0", &primitive->weights[0]},
                           {"WEIGHTS_1", &primitive->weights[1]}};
    const vv_json *attributes = vv_json_member(json, "attributes");
    vv_result result = VV_OK;
    for (size_t i = 0; i < sizeof attributes_read / sizeof *attributes_read && result == VV_OK; i++)
        result = vvi_gltf_index(reader, attributes, attributes_read[i].name, reader->accessor_count,
                                attributes_read[i].accessor);
    if (result != VV_OK || primitive->positions == VV_NONE)
        return result;
    uint32_t count = reader->accessors[primitive->positions].count;
    for (size_t i = 1; i < sizeof attributes_read / sizeof *attributes_read; i++)
        if (*attributes_read[i].accessor != VV_NONE && reader->accessors[*attributes_read[i].accessor].count != count)
            return vvi_gltf_fail(reader, attributes, VV_ERROR_FORMAT, "the file is damaged; export it again",
                                 "%s and POSITION differ in length", attributes_read[i].name);
    return VV_OK;
}

static vv_result read_targets(gltf_reader *reader, const vv_json *json, gltf_primitive *primitive)
{
    gltf_list list;
    vv_result result = vvi_gltf_list(reader, json, "targets", VV_JSON_OBJECT, GLTF_MAX_MORPHS, &list);
    if (result != VV_OK)
        return result;
    primitive->targets = vvi_arena_allocate(&reader->arena, list.count + 1u, sizeof *primitive->targets);
    if (!primitive->targets)
        return vvi_gltf_no_memory(reader);
    primitive->target_count = list.count;
    for (uint32_t i = 0; i < list.count && result == VV_OK; i++) {
        uint32_t *target = &primitive->targets[i];
        result = vvi_gltf_index(reader, list.items[i], "POSITION", reader->accessor_count, target);
        if (result == VV_OK && *target != VV_NONE && primitive->positions != VV_NONE &&
            reader->accessors[*target].count != reader->accessors[primitive->positions].count)
            result = vvi_gltf_damaged(reader, list.items[i], "this morph target and its mesh differ in length");
    }
    return result;
}

/* Rejects compressed meshes without an uncompressed fallback, which would be read as zeros. */
static vv_result fail_if_compressed(gltf_reader *reader, const vv_json *json, const gltf_primitive *primitive)
{
    const vv_json *extensions = vv_json_member(json, "extensions");
    bool uncompressed = primitive->positions == VV_NONE || reader->accessors[primitive->positions].view != VV_NONE;
    if (uncompressed || !vv_json_member(extensions, "KHR_draco_mesh_compression"))
        return VV_OK;
    return vvi_gltf_fail(reader, json, VV_ERROR_FORMAT, "export it without compression",
                         "the mesh is compressed (Draco)");
}

static vv_result read_primitive(gltf_reader *reader, const vv_json *json, const gltf_material *materials,
                                uint32_t material_count, gltf_primitive *primitive)
{
    uint64_t mode = 0;
    uint32_t material = VV_NONE;
    primitive->json = json;
    vv_result result = vvi_gltf_integer(reader, json, "mode", 7, 4, &mode);
    primitive->mode = (uint32_t)mode;
    if (result == VV_OK)
        result = vvi_gltf_index(reader, json, "indices", reader->accessor_count, &primitive->indices);
    if (result == VV_OK)
        result = vvi_gltf_index(reader, json, "material", material_count, &material);
    for (int k = 0; k < 4 && result == VV_OK; k++)
        primitive->color[k] = material == VV_NONE ? 1.0f : materials[material].color[k];
    if (result == VV_OK)
        result = read_attributes(reader, json, primitive);
    if (result == VV_OK)
        result = read_targets(reader, json, primitive);
    return result == VV_OK ? fail_if_compressed(reader, json, primitive) : result;
}

/* ---- Meshes ---------------------------------------------------------------------------------------------------- */

/* Names the morph targets from extras.targetNames, which most programs write; "morph N" without it. */
static vv_result name_morphs(gltf_reader *reader, gltf_mesh *mesh)
{
    const vv_json *names = vv_json_member(vv_json_member(mesh->json, "extras"), "targetNames");
    const vv_json *item = names && names->kind == VV_JSON_ARRAY ? names->child : NULL;
    mesh->morph_names = vvi_arena_allocate(&reader->arena, mesh->morph_count + 1u, sizeof *mesh->morph_names);
    if (!mesh->morph_names)
        return vvi_gltf_no_memory(reader);
    for (uint32_t i = 0; i < mesh->morph_count; i++, item = item ? item->next : NULL) {
        char name[VV_SKELETON_NAME_BYTES], fallback[32];
        vvi_format(fallback, sizeof fallback, "morph %u", i + 1);
        const char *text = item && item->kind == VV_JSON_STRING ? item->string : "";
        vvi_joint_name_clean((text_span){text, strchr(text, '\0')}, fallback, name);
        vvi_joint_name_add(name, mesh->morph_names, i);
    }
    return VV_OK;
}

static vv_result read_mesh(gltf_reader *reader, const vv_json *json, const gltf_material *materials,
                           uint32_t material_count, gltf_mesh *mesh)
{
    gltf_list list;
    mesh->json = json;
    vv_result result = vvi_gltf_list(reader, json, "primitives", VV_JSON_OBJECT, GLTF_MAX_ITEMS, &list);
    if (result != VV_OK)
        return result;
    mesh->primitives = vvi_arena_allocate(&reader->arena, list.count + 1u, sizeof *mesh->primitives);
    if (!mesh->primitives)
        return vvi_gltf_no_memory(reader);
    for (uint32_t i = 0; i < list.count && result == VV_OK; i++) {
        gltf_primitive *primitive = &mesh->primitives[mesh->primitive_count];
        result = read_primitive(reader, list.items[i], materials, material_count, primitive);
        if (result == VV_OK && (primitive->mode < 4 || primitive->positions == VV_NONE)) {
            vvi_gltf_warn(reader, "points and lines are ignored");
            continue;
        }
        if (result == VV_OK && mesh->primitive_count > 0 && primitive->target_count != mesh->morph_count)
            result = vvi_gltf_damaged(reader, json, "its primitives have different numbers of morph targets");
        mesh->morph_count = primitive->target_count;
        mesh->primitive_count++;
    }
    return result == VV_OK ? name_morphs(reader, mesh) : result;
}

vv_result vvi_gltf_read_meshes(gltf_reader *reader)
{
    gltf_list list;
    gltf_material *materials = NULL;
    uint32_t material_count = 0;
    vv_result result = read_materials(reader, &materials, &material_count);
    if (result == VV_OK)
        result = vvi_gltf_list(reader, reader->root, "meshes", VV_JSON_OBJECT, GLTF_MAX_ITEMS, &list);
    if (result != VV_OK)
        return result;
    reader->meshes = vvi_arena_allocate(&reader->arena, list.count + 1u, sizeof *reader->meshes);
    if (!reader->meshes)
        return vvi_gltf_no_memory(reader);
    reader->mesh_count = list.count;
    for (uint32_t i = 0; i < list.count && result == VV_OK; i++)
        result = read_mesh(reader, list.items[i], materials, material_count, &reader->meshes[i]);
    return result;
}
