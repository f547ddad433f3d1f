/* Any bytes as JSON; what is accepted is written, read again and written to the same text. */
#include "author/base/json.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The text of a parsed value; the writer must be destroyed by the caller. */
static const char *written(const vv_json *value, vv_json_writer **writer, size_t *length)
{
    if (vv_json_writer_create(NULL, true, writer, NULL) != VV_OK)
        __builtin_trap();
    vv_json_write_value(*writer, NULL, value);
    return vv_json_writer_text(*writer, length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    vv_json_document *first = NULL, *second = NULL;
    vv_error error;
    if (vv_json_parse((const char *)data, size, "fuzz.json", NULL, &first, &error) != VV_OK)
        return 0;
    vv_json_writer *writers[2];
    size_t lengths[2];
    const char *text = written(vv_json_root(first), &writers[0], &lengths[0]);
    if (vv_json_parse(text, lengths[0], "again.json", NULL, &second, &error) != VV_OK)
        __builtin_trap();
    const char *again = written(vv_json_root(second), &writers[1], &lengths[1]);
    if (lengths[0] != lengths[1] || memcmp(text, again, lengths[0]) != 0)
        __builtin_trap();
    vv_json_writer_destroy(writers[0]);
    vv_json_writer_destroy(writers[1]);
    vv_json_destroy(first);
    vv_json_destroy(second);
    return 0;
}
