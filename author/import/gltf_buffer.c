/* The buffers of a glTF file: the binary chunk, data URIs and files beside it. */
#include "gltf.h"

#include <string.h>

/* ---- Data URIs ------------------------------------------------------------------------------------------------- */

static vv_result read_data_uri(gltf_reader *reader, const vv_json *uri, gltf_buffer *buffer)
{
    const char *text = strstr(uri->string, ";base64,");
    if (!text)
        return vvi_gltf_damaged(reader, uri, "this data URI is not base64");
    text += strlen(";base64,");
    uint8_t *bytes = vvi_arena_allocate(&reader->arena, strlen(text) / 4 * 3 + 4, 1);
    if (!bytes)
        return vvi_gltf_no_memory(reader);
    if (!vvi_base64_read(text, bytes, &buffer->count))
        return vvi_gltf_damaged(reader, uri, "this data URI is not valid base64");
    buffer->bytes = bytes;
    return VV_OK;
}

/* ---- Files beside it ------------------------------------------------------------------------------------------- */

/* Decodes %20 and the like; false if two digits do not follow, or if a byte is not allowed in a path. */
static bool decode_percent(const char *text, char *path)
{
    for (; *text; text++) {
        char c = *text;
        if (c == '%') {
            int value = 0;
            for (int k = 0; k < 2; k++) {
                c = *++text;
                int digit = c >= '0' && c <= '9'   ? c - '0'
                            : c >= 'a' && c <= 'f' ? c - 'a' + 10
                            : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                   : -1;
                if (digit < 0)
                    return false;
                value = 16 * value + digit;
            }
            c = (char)value;
        }
        if ((unsigned char)c < ' ' || c == '\\' || c == ':')
            return false;
        *path++ = c;
    }
    *path = '\0';
    return true;
}

/* Whether a path stays below the folder of the file: no root, no "..". */
static bool is_below_folder(const char *path)
{
    if (path[0] == '\0' || path[0] == '/')
        return false;
    for (const char *part = path; part; part = strchr(part, '/') ? strchr(part, '/') + 1 : NULL)
        if (part[0] == '.' && part[1] == '.' && (part[2] == '/' || part[2] == '\0'))
            return false;
    return true;
}

static vv_result load_file(gltf_reader *reader, const vv_json *uri, gltf_buffer *buffer)
{
    char *path = vvi_arena_allocate(&reader->arena, strlen(uri->string) + 1, 1);
    if (!path)
        return vvi_gltf_no_memory(reader);
    if (!decode_percent(uri->string, path) || !is_below_folder(path))
        return vvi_gltf_fail(reader, uri, VV_ERROR_FORMAT, "put its buffers beside the file, or export it as .glb",
                             "this path leads outside the folder of the file");
    if (!reader->files || !reader->files->load)
        return vvi_gltf_fail(reader, uri, VV_ERROR_FILE, "export it as .glb",
                             "buffers in separate files cannot be read here");
    vv_result result = reader->files->load(reader->files->user, path, reader->allocator, &buffer->loaded,
                                           &buffer->count_loaded, reader->error);
    if (result != VV_OK)
        return result;
    buffer->bytes = buffer->loaded;
    buffer->count = buffer->count_loaded;
    return VV_OK;
}

static vv_result read_buffer(gltf_reader *reader, const vv_json *json, uint32_t index, gltf_buffer *buffer)
{
    uint64_t length = 0;
    vv_result result = vvi_gltf_integer(reader, json, "byteLength", 1ull << 40, 0, &length);
    if (result != VV_OK)
        return result;
    const vv_json *uri = vv_json_member(json, "uri");
    if (uri && uri->kind != VV_JSON_STRING)
        return vvi_gltf_damaged(reader, uri, "this is not a string");
    if (uri && strncmp(uri->string, "data:", 5) == 0)
        result = read_data_uri(reader, uri, buffer);
    else if (uri)
        result = load_file(reader, uri, buffer);
    else if (index == 0)
        *buffer = reader->chunk;
    if (result == VV_OK && length > buffer->count)
        result = vvi_gltf_fail(reader, json, VV_ERROR_FORMAT, "the file may be cut off; export it again",
                               "this buffer has %zu bytes instead of %zu", buffer->count, (size_t)length);
    buffer->count = (size_t)length;
    return result;
}

static vv_result read_view(gltf_reader *reader, const vv_json *json, gltf_view *view)
{
    uint64_t stride = 0;
    vv_result result = vvi_gltf_index(reader, json, "buffer", reader->buffer_count, &view->buffer);
    if (result == VV_OK && view->buffer == VV_NONE)
        result = vvi_gltf_damaged(reader, json, "this view has no buffer");
    if (result == VV_OK)
        result = vvi_gltf_integer(reader, json, "byteOffset", 1ull << 40, 0, &view->offset);
    if (result == VV_OK)
        result = vvi_gltf_integer(reader, json, "byteLength", 1ull << 40, 0, &view->length);
    if (result == VV_OK)
        result = vvi_gltf_integer(reader, json, "byteStride", 253, 0, &stride);
    view->stride = (uint32_t)stride;
    if (result == VV_OK && view->offset + view->length > reader->buffers[view->buffer].count)
        result = vvi_gltf_damaged(reader, json, "this view reaches beyond the end of its buffer");
    return result;
}

vv_result vvi_gltf_read_buffers(gltf_reader *reader)
{
    gltf_list buffers, views;
    vv_result result = vvi_gltf_list(reader, reader->root, "buffers", VV_JSON_OBJECT, GLTF_MAX_ITEMS, &buffers);
    if (result == VV_OK)
        result = vvi_gltf_list(reader, reader->root, "bufferViews", VV_JSON_OBJECT, GLTF_MAX_ITEMS, &views);
    if (result != VV_OK)
        return result;
    reader->buffers = vvi_arena_allocate(&reader->arena, buffers.count + 1u, sizeof *reader->buffers);
    reader->views = vvi_arena_allocate(&reader->arena, views.count + 1u, sizeof *reader->views);
    if (!reader->buffers || !reader->views)
        return vvi_gltf_no_memory(reader);
    reader->buffer_count = buffers.count;
    reader->view_count = views.count;
    for (uint32_t i = 0; i < buffers.count && result == VV_OK; i++)
        result = read_buffer(reader, buffers.items[i], i, &reader->buffers[i]);
    for (uint32_t i = 0; i < views.count && result == VV_OK; i++)
        result = read_view(reader, views.items[i], &reader->views[i]);
    return result;
}

void vvi_gltf_release_buffers(gltf_reader *reader)
{
    for (uint32_t i = 0; i < reader->buffer_count; i++)
        if (reader->buffers[i].loaded)
            vvi_release(reader->allocator, reader->buffers[i].loaded, reader->buffers[i].count_loaded + 1, 1);
}
