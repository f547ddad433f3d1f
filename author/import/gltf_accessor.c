/* Accessors: numbers of every component type, interleaved or not, with sparse values. The range of an accessor is
 * checked once against its views; reading then relies on it. */
#include "gltf.h"

#include <string.h>

static uint32_t component_bytes(uint32_t component)
{
    switch (component) {
    case 5120:
    case 5121:
        return 1;
    case 5122:
    case 5123:
        return 2;
    case 5125:
    case 5126:
        return 4;
    default:
        return 0;
    }
}

/* ---- Checking -------------------------------------------------------------------------------------------------- */

/* Whether `count` elements of `size` bytes lie inside a view. Offsets are below 2⁴⁰ and counts below 2³², so nothing
 * overflows. */
static bool range_fits(const gltf_view *view, uint64_t offset, uint64_t count, uint32_t size, bool strided)
{
    uint64_t stride = strided && view->stride ? view->stride : size;
    return stride >= size && (count == 0 || offset + (count - 1) * stride + size <= view->length);
}

static vv_result read_type(gltf_reader *reader, const vv_json *json, gltf_accessor *accessor)
{
    static const struct {
        const char *name;
        uint32_t components;
    } types[] = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT2", 4}, {"MAT3", 9}, {"MAT4", 16}};
    const vv_json *type = vv_json_member(json, "type");
    for (size_t i = 0; type && type->kind == VV_JSON_STRING && i < sizeof types / sizeof *types; i++)
        if (strcmp(type->string, types[i].name) == 0)
            accessor->components = types[i].components;
    if (accessor->components == 0)
        return vvi_gltf_damaged(reader, type ? type : json, "the type is not one of SCALAR, VEC2 … MAT4");
    uint64_t component = 0;
    vv_result result = vvi_gltf_integer(reader, json, "componentType", 1u << 16, 0, &component);
    if (result == VV_OK && component_bytes((uint32_t)component) == 0)
        result = vvi_gltf_damaged(reader, json, "the component type is not one of 5120 … 5126");
    accessor->component = (uint32_t)component;
    const vv_json *normalized = vv_json_member(json, "normalized");
    accessor->normalized = normalized && normalized->kind == VV_JSON_TRUE;
    return result;
}

/* Reads the indices or the values of a sparse accessor. */
static vv_result read_sparse_part(gltf_reader *reader, const vv_json *sparse, const char *name, uint32_t *view,
                                  uint64_t *offset, const vv_json **part)
{
    *part = vv_json_member(sparse, name);
    if (!*part)
        return vvi_gltf_damaged(reader, sparse, "a sparse accessor needs indices and values");
    vv_result result = vvi_gltf_index(reader, *part, "bufferView", reader->view_count, view);
    if (result == VV_OK && *view == VV_NONE)
        result = vvi_gltf_damaged(reader, *part, "this has no view");
    if (result == VV_OK)
        result = vvi_gltf_integer(reader, *part, "byteOffset", 1ull << 40, 0, offset);
    return result;
}

static vv_result read_sparse(gltf_reader *reader, const vv_json *json, gltf_accessor *accessor)
{
    const vv_json *sparse = vv_json_member(json, "sparse"), *indices, *values;
    if (!sparse)
        return VV_OK;
    uint64_t count = 0, component = 0;
    vv_result result = vvi_gltf_integer(reader, sparse, "count", accessor->count + 1ull, 0, &count);
    if (result == VV_OK)
        result =
            read_sparse_part(reader, sparse, "indices", &accessor->sparse_view, &accessor->sparse_offset, &indices);
    if (result == VV_OK)
        result = read_sparse_part(reader, sparse, "values", &accessor->value_view, &accessor->value_offset, &values);
    if (result == VV_OK)
        result = vvi_gltf_integer(reader, indices, "componentType", 1u << 16, 0, &component);
    if (result != VV_OK)
        return result;
    accessor->sparse_count = (uint32_t)count;
    accessor->sparse_component = (uint32_t)component;
    if (component != 5121 && component != 5123 && component != 5125)
        return vvi_gltf_damaged(reader, indices, "indices must be unsigned integers");
    uint32_t size = component_bytes(accessor->component) * accessor->components;
    if (!range_fits(&reader->views[accessor->sparse_view], accessor->sparse_offset, count,
                    component_bytes((uint32_t)component), false))
        return vvi_gltf_damaged(reader, indices, "this reaches beyond the end of its view");
    if (!range_fits(&reader->views[accessor->value_view], accessor->value_offset, count, size, false))
        return vvi_gltf_damaged(reader, values, "this reaches beyond the end of its view");
    return VV_OK;
}

static vv_result read_accessor(gltf_reader *reader, const vv_json *json, gltf_accessor *accessor)
{
    uint64_t count = 0;
    accessor->json = json;
    vv_result result = read_type(reader, json, accessor);
    if (result == VV_OK)
        result = vvi_gltf_index(reader, json, "bufferView", reader->view_count, &accessor->view);
    if (result == VV_OK)
        result = vvi_gltf_integer(reader, json, "byteOffset", 1ull << 40, 0, &accessor->offset);
    if (result == VV_OK)
        result = vvi_gltf_integer(reader, json, "count", GLTF_MAX_CORNERS + 1u, 0, &count);
    accessor->count = (uint32_t)count;
    if (result != VV_OK)
        return result;
    uint32_t size = component_bytes(accessor->component) * accessor->components;
    if (accessor->view != VV_NONE && !range_fits(&reader->views[accessor->view], accessor->offset, count, size, true))
        return vvi_gltf_damaged(reader, json, "this accessor reaches beyond the end of its view");
    return read_sparse(reader, json, accessor);
}

vv_result vvi_gltf_read_accessors(gltf_reader *reader)
{
    gltf_list list;
    vv_result result = vvi_gltf_list(reader, reader->root, "accessors", VV_JSON_OBJECT, GLTF_MAX_ITEMS, &list);
    if (result != VV_OK)
        return result;
    reader->accessors = vvi_arena_allocate(&reader->arena, list.count + 1u, sizeof *reader->accessors);
    if (!reader->accessors)
        return vvi_gltf_no_memory(reader);
    reader->accessor_count = list.count;
    for (uint32_t i = 0; i < list.count && result == VV_OK; i++)
        result = read_accessor(reader, list.items[i], &reader->accessors[i]);
    return result;
}

/* ---- Reading --------------------------------------------------------------------------------------------------- */

static uint32_t little_endian(const uint8_t *bytes, uint32_t count)
{
    uint32_t value = 0;
    for (uint32_t i = 0; i < count; i++)
        value |= (uint32_t)bytes[i] << (8 * i);
    return value;
}

/* Reads one unsigned integer. */
static uint32_t read_unsigned(const uint8_t *bytes, uint32_t component)
{
    return little_endian(bytes, component_bytes(component));
}

/* Reads one number; normalised ones are −1…1 or 0…1 (glTF 2.0, 3.6.2.2). */
static float read_number(const uint8_t *bytes, uint32_t component, bool normalized)
{
    uint32_t bits = read_unsigned(bytes, component);
    float value;
    switch (component) {
    case 5126:
        memcpy(&value, &bits, sizeof value);
        return value;
    case 5120:
        value = (float)(int8_t)bits;
        return !normalized ? value : vvi_max(value / 127.0f, -1.0f);
    case 5122:
        value = (float)(int16_t)bits;
        return !normalized ? value : vvi_max(value / 32767.0f, -1.0f);
    case 5121:
        return normalized ? (float)bits / 255.0f : (float)bits;
    case 5123:
        return normalized ? (float)bits / 65535.0f : (float)bits;
    default:
        return (float)bits;
    }
}

/* Reads an element into floats or integers, whichever is not NULL. */
static void read_element(const gltf_accessor *accessor, const uint8_t *from, float *floats, uint32_t *integers)
{
    uint32_t size = component_bytes(accessor->component);
    for (uint32_t c = 0; c < accessor->components; c++, from += size) {
        if (floats)
            floats[c] = read_number(from, accessor->component, accessor->normalized);
        else
            integers[c] = read_unsigned(from, accessor->component);
    }
}

static const uint8_t *view_bytes(const gltf_reader *reader, uint32_t view)
{
    return reader->buffers[reader->views[view].buffer].bytes + reader->views[view].offset;
}

static vv_result read_sparse_values(gltf_reader *reader, const gltf_accessor *accessor, float *floats,
                                    uint32_t *integers)
{
    if (accessor->sparse_count == 0)
        return VV_OK;
    uint32_t index_size = component_bytes(accessor->sparse_component), n = accessor->components;
    uint32_t size = component_bytes(accessor->component) * n;
    const uint8_t *indices = view_bytes(reader, accessor->sparse_view) + accessor->sparse_offset;
    const uint8_t *values = view_bytes(reader, accessor->value_view) + accessor->value_offset;
    for (uint32_t i = 0; i < accessor->sparse_count; i++) {
        uint32_t index = little_endian(indices + (size_t)i * index_size, index_size);
        if (index >= accessor->count)
            return vvi_gltf_damaged(reader, accessor->json, "a sparse index lies beyond the accessor's end");
        read_element(accessor, values + (size_t)i * size, floats ? floats + (size_t)index * n : NULL,
                     integers ? integers + (size_t)index * n : NULL);
    }
    return VV_OK;
}

/* Checks, before memory is allocated, the number of components and the total amount of work of the file. */
static vv_result check_values(gltf_reader *reader, const gltf_accessor *accessor, uint32_t components)
{
    if (accessor->components != components)
        return vvi_gltf_fail(reader, accessor->json, VV_ERROR_FORMAT, "the file is damaged; export it again",
                             "this has %u components; %u are needed", accessor->components, components);
    reader->work += (uint64_t)accessor->count * components + accessor->sparse_count;
    if (reader->work > GLTF_MAX_WORK)
        return vvi_gltf_fail(reader, accessor->json, VV_ERROR_LIMIT, "split it into several files",
                             "the file needs more than %u numbers to be read", GLTF_MAX_WORK);
    return VV_OK;
}

/* Reads all values. An accessor without a view is zero, as is memory from an arena. */
static vv_result read_values(gltf_reader *reader, const gltf_accessor *accessor, float *floats, uint32_t *integers)
{
    if (accessor->count == 0)
        return VV_OK;
    if (accessor->view != VV_NONE) {
        const uint8_t *from = view_bytes(reader, accessor->view) + accessor->offset;
        uint32_t stride = reader->views[accessor->view].stride, n = accessor->components;
        stride = stride ? stride : component_bytes(accessor->component) * n;
        for (uint32_t i = 0; i < accessor->count; i++)
            read_element(accessor, from + (size_t)i * stride, floats ? floats + (size_t)i * n : NULL,
                         integers ? integers + (size_t)i * n : NULL);
    }
    return read_sparse_values(reader, accessor, floats, integers);
}

static vv_result read_floats(gltf_reader *reader, vvi_arena *arena, uint32_t index, uint32_t components, float **values)
{
    const gltf_accessor *accessor = &reader->accessors[index];
    vv_result result = check_values(reader, accessor, components);
    if (result != VV_OK)
        return result;
    *values = vvi_arena_allocate(arena, (size_t)accessor->count * components + 1, sizeof **values);
    return *values ? read_values(reader, accessor, *values, NULL) : vvi_gltf_no_memory(reader);
}

vv_result vvi_gltf_floats(gltf_reader *reader, vvi_arena *arena, uint32_t index, uint32_t components, float **values)
{
    vv_result result = read_floats(reader, arena, index, components, values);
    if (result == VV_OK && !vvi_all_finite(*values, (size_t)reader->accessors[index].count * components))
        result = vvi_gltf_damaged(reader, reader->accessors[index].json, "a number is infinite or not a number");
    return result;
}

vv_result vvi_gltf_weights(gltf_reader *reader, vvi_arena *arena, uint32_t index, float **values, bool *repaired)
{
    vv_result result = read_floats(reader, arena, index, 4, values);
    size_t total = result == VV_OK ? 4 * (size_t)reader->accessors[index].count : 0;
    for (size_t i = 0; i < total; i++)
        if (!vvi_all_finite(*values + i, 1)) {
            (*values)[i] = 0.0f;
            *repaired = true;
        }
    return result;
}

vv_result vvi_gltf_integers(gltf_reader *reader, vvi_arena *arena, uint32_t index, uint32_t components,
                            uint32_t **values)
{
    const gltf_accessor *accessor = &reader->accessors[index];
    if (accessor->component != 5121 && accessor->component != 5123 && accessor->component != 5125)
        return vvi_gltf_damaged(reader, accessor->json, "unsigned integers are needed here");
    vv_result result = check_values(reader, accessor, components);
    if (result != VV_OK)
        return result;
    uint32_t *integers = vvi_arena_allocate(arena, (size_t)accessor->count * components + 1, sizeof *integers);
    if (!integers)
        return vvi_gltf_no_memory(reader);
    *values = integers;
    return read_values(reader, accessor, NULL, integers);
}
