/* The studio's text: the answer of a call, or its error. */
#include "state.h"

#include <string.h>

/* The buffer is always large enough for this, because the studio reserves that much when it is created. */
static const char no_memory[] = "{\"code\":1,\"file\":\"\",\"line\":0,\"path\":\"\",\"message\":\"there is not enough "
                                "memory\",\"remedy\":\"close other projects and pages, or use smaller images\"}";

static vv_result set_memory_error(vv_studio *studio)
{
    studio->text_length = sizeof no_memory - 1;
    memcpy(studio->text, no_memory, sizeof no_memory);
    return VV_ERROR_MEMORY;
}

vv_result vvi_studio_set_text(vv_studio *studio, const char *text, size_t length)
{
    void *buffer = studio->text;
    size_t needed = length + 1 > sizeof no_memory ? length + 1 : sizeof no_memory;
    bool grown = vvi_grow(studio->allocator, &buffer, &studio->text_capacity, needed, 1);
    studio->text = buffer;
    if (!grown)
        return studio->text ? set_memory_error(studio) : VV_ERROR_MEMORY;
    memcpy(studio->text, text, length);
    studio->text[length] = '\0';
    studio->text_length = length;
    return VV_OK;
}

vv_json_writer *vvi_studio_writer(vv_studio *studio)
{
    vv_json_writer *writer = NULL;
    if (vv_json_writer_create(studio->allocator, true, &writer, NULL) != VV_OK)
        set_memory_error(studio);
    return writer;
}

vv_result vvi_studio_answer(vv_studio *studio, vv_json_writer *writer)
{
    size_t length = 0;
    const char *text = vv_json_writer_text(writer, &length);
    vv_result result = text ? vvi_studio_set_text(studio, text, length) : set_memory_error(studio);
    vv_json_writer_destroy(writer);
    return result;
}

vv_result vvi_studio_fail(vv_studio *studio, const vv_error *error)
{
    vv_json_writer *writer = vvi_studio_writer(studio);
    if (!writer)
        return error->code;
    vv_json_write_object(writer, NULL);
    vv_json_write_integer(writer, "code", error->code);
    vv_json_write_string(writer, "file", error->file);
    vv_json_write_integer(writer, "line", error->line);
    vv_json_write_string(writer, "path", error->path);
    vv_json_write_string(writer, "message", error->message);
    vv_json_write_string(writer, "remedy", error->remedy);
    vv_json_write_end(writer);
    vvi_studio_answer(studio, writer);
    return error->code;
}

const char *vv_studio_text(const vv_studio *studio) { return studio->text; }
uint32_t vv_studio_text_length(const vv_studio *studio) { return (uint32_t)studio->text_length; }
