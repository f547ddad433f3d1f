/* Writes JSON with a stable look, so that two versions of a file differ only in the lines that say something else. */
#include "author/base/json.h"

#include "author/base/json_scan.h"
#include "runtime/base/base.h"

#include <string.h>

#define SHORT_ARRAY 4u

typedef struct level {
    bool object;
    bool one_line;
    bool plain;                 /* so far only values that are not containers */
    uint32_t count;             /* values written */
    size_t starts[SHORT_ARRAY]; /* where the first values begin */
} level;

struct vv_json_writer {
    const vv_allocator *allocator;
    char *text;
    size_t length, capacity;
    bool compact, failed, next_on_one_line;
    uint32_t depth;
    level levels[VV_JSON_MAX_DEPTH];
};

vv_result vv_json_writer_create(const vv_allocator *allocator, bool compact, vv_json_writer **out, vv_error *error)
{
    vv_json_writer *writer = vvi_allocate_zeroed(allocator, 1, sizeof *writer);
    if (!writer)
        return vvi_fail_memory(error, sizeof *writer);
    writer->allocator = allocator;
    writer->compact = compact;
    *out = writer;
    return VV_OK;
}

void vv_json_writer_destroy(vv_json_writer *writer)
{
    if (!writer)
        return;
    vvi_release(writer->allocator, writer->text, writer->capacity, 1);
    vvi_release(writer->allocator, writer, 1, sizeof *writer);
}

/* ---- Bytes ------------------------------------------------------------------------------------------------------- */

static void put(vv_json_writer *writer, const char *bytes, size_t count)
{
    void *text = writer->text;
    if (writer->failed || !vvi_grow(writer->allocator, &text, &writer->capacity, writer->length + count, 1)) {
        writer->failed = true;
        return;
    }
    writer->text = text;
    memcpy(writer->text + writer->length, bytes, count);
    writer->length += count;
}

static void put_text(vv_json_writer *writer, const char *text) { put(writer, text, strlen(text)); }

static void put_new_line(vv_json_writer *writer, uint32_t depth)
{
    put(writer, "\n", 1);
    for (uint32_t i = 0; i < depth; i++)
        put(writer, "  ", 2);
}

static void put_escaped(vv_json_writer *writer, unsigned char c)
{
    static const char from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt", hex[] = "0123456789abcdef";
    const char *found = strchr(from, c);
    if (found) {
        char escape[2] = {'\\', to[found - from]};
        put(writer, escape, 2);
    } else {
        char escape[6] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};
        put(writer, escape, 6);
    }
}

static void put_quoted(vv_json_writer *writer, const char *value)
{
    const unsigned char *text = (const unsigned char *)value;
    size_t length = strlen(value), plain = 0; /* text[plain…at) waits to be copied */
    put(writer, "\"", 1);
    for (size_t at = 0; at < length;) {
        size_t bytes = vvi_utf8_length(text + at, length - at);
        if (bytes > 0 && text[at] >= 0x20 && text[at] != '"' && text[at] != '\\') {
            at += bytes;
            continue;
        }
        put(writer, value + plain, at - plain);
        if (bytes == 0)
            put_text(writer, "\xEF\xBF\xBD");
        else
            put_escaped(writer, text[at]);
        plain = ++at;
    }
    put(writer, value + plain, length - plain);
    put(writer, "\"", 1);
}

/* ---- Layout ------------------------------------------------------------------------------------------------------ */

static level *innermost(vv_json_writer *writer) { return writer->depth ? &writer->levels[writer->depth - 1] : NULL; }

/* What comes before a value: comma, line break or space, name. */
static void begin_value(vv_json_writer *writer, const char *name, bool plain)
{
    level *inside = innermost(writer);
    VV_ASSERT(writer->failed || (inside && inside->object) == (name != NULL));
    if (inside) {
        if (inside->count > 0)
            put(writer, ",", 1);
        if (!inside->one_line)
            put_new_line(writer, writer->depth);
        else if (!writer->compact && (inside->count > 0 || inside->object))
            put(writer, " ", 1);
        if (inside->count < SHORT_ARRAY)
            inside->starts[inside->count] = writer->length;
        inside->count++;
        inside->plain = inside->plain && plain;
    }
    if (name) {
        put_quoted(writer, name);
        put_text(writer, writer->compact ? ":" : ": ");
    }
}

static void open_value(vv_json_writer *writer, const char *name, bool object)
{
    const level *inside = innermost(writer);
    bool one_line = writer->compact || writer->next_on_one_line || (inside && inside->one_line);
    begin_value(writer, name, false);
    writer->next_on_one_line = false;
    if (writer->depth == VV_JSON_MAX_DEPTH)
        writer->failed = true;
    if (writer->failed)
        return;
    put(writer, object ? "{" : "[", 1);
    writer->levels[writer->depth++] = (level){.object = object, .one_line = one_line, .plain = true};
}

/* [\n  1,\n  2 → [1, 2: each value moves down over the line break before it. */
static void join_lines(vv_json_writer *writer, const level *closed)
{
    size_t indent = 2 * (size_t)(writer->depth + 1);
    size_t out = closed->starts[0] - indent - 1;
    size_t end = writer->length;
    for (uint32_t i = 0; i < closed->count; i++) {
        size_t from = closed->starts[i];
        size_t until = i + 1 < closed->count ? closed->starts[i + 1] - indent - 2 : end;
        if (i > 0) {
            memcpy(writer->text + out, ", ", 2);
            out += 2;
        }
        memmove(writer->text + out, writer->text + from, until - from);
        out += until - from;
    }
    writer->length = out;
}

void vv_json_write_end(vv_json_writer *writer)
{
    if (writer->failed)
        return;
    VV_ASSERT(writer->depth > 0);
    const level *closed = &writer->levels[--writer->depth];
    if (closed->count == 0) {
        put(writer, closed->object ? "}" : "]", 1);
        return;
    }
    if (closed->one_line)
        put_text(writer, closed->object && !writer->compact ? " " : "");
    else if (!closed->object && closed->plain && closed->count <= SHORT_ARRAY)
        join_lines(writer, closed);
    else
        put_new_line(writer, writer->depth);
    put(writer, closed->object ? "}" : "]", 1);
}

void vv_json_write_on_one_line(vv_json_writer *writer) { writer->next_on_one_line = true; }
void vv_json_write_object(vv_json_writer *writer, const char *name) { open_value(writer, name, true); }
void vv_json_write_array(vv_json_writer *writer, const char *name) { open_value(writer, name, false); }

/* ---- Values ------------------------------------------------------------------------------------------------------ */

void vv_json_write_string(vv_json_writer *writer, const char *name, const char *value)
{
    begin_value(writer, name, true);
    put_quoted(writer, value);
}

void vv_json_write_float(vv_json_writer *writer, const char *name, float value)
{
    char text[40];
    begin_value(writer, name, true);
    if (!(value - value == 0.0f))
        writer->failed = true;
    else
        put(writer, text, vvi_print_float(text, value));
}

void vv_json_write_double(vv_json_writer *writer, const char *name, double value)
{
    char text[40];
    begin_value(writer, name, true);
    if (!(value - value == 0.0))
        writer->failed = true;
    else
        put(writer, text, vvi_print_double(text, value));
}

void vv_json_write_integer(vv_json_writer *writer, const char *name, int64_t value)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = value < 0 ? 0u - (uint64_t)value : (uint64_t)value;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (value < 0)
        digits[--at] = '-';
    begin_value(writer, name, true);
    put(writer, digits + at, sizeof digits - at);
}

void vv_json_write_bool(vv_json_writer *writer, const char *name, bool value)
{
    begin_value(writer, name, true);
    put_text(writer, value ? "true" : "false");
}

void vv_json_write_null(vv_json_writer *writer, const char *name)
{
    begin_value(writer, name, true);
    put_text(writer, "null");
}

void vv_json_write_value(vv_json_writer *writer, const char *name, const vv_json *value)
{
    switch (value->kind) {
    case VV_JSON_NULL:
        vv_json_write_null(writer, name);
        return;
    case VV_JSON_FALSE:
    case VV_JSON_TRUE:
        vv_json_write_bool(writer, name, value->kind == VV_JSON_TRUE);
        return;
    case VV_JSON_NUMBER:
        vv_json_write_double(writer, name, value->number);
        return;
    case VV_JSON_STRING:
        vv_json_write_string(writer, name, value->string);
        return;
    case VV_JSON_ARRAY:
    case VV_JSON_OBJECT:
        break;
    }
    open_value(writer, name, value->kind == VV_JSON_OBJECT);
    for (const vv_json *child = value->child; child && !writer->failed; child = child->next)
        vv_json_write_value(writer, child->name, child);
    vv_json_write_end(writer);
}

const char *vv_json_writer_text(vv_json_writer *writer, size_t *length)
{
    VV_ASSERT(writer->failed || writer->depth == 0);
    if (!writer->compact && writer->length > 0 && !writer->failed && writer->text[writer->length - 1] != '\n')
        put(writer, "\n", 1);
    put(writer, "", 1);
    if (writer->failed)
        return NULL;
    writer->length--;
    if (length)
        *length = writer->length;
    return writer->text;
}
