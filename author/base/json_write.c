/* Writes JSON in a stable layout, so that two versions of a file differ only in lines whose contents differ; or, by
 * the same calls, as a tree. */
#include "author/base/json.h"

#include "author/base/json_scan.h"
#include "author/base/json_tree.h"

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
    vvi_json_builder tree; /* without a document, text is written */
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

vv_result vv_json_tree_writer_create(const char *file, const vv_allocator *allocator, vv_json_writer **out,
                                     vv_error *error)
{
    vv_json_document *document = vvi_allocate_zeroed(allocator, 1, sizeof *document);
    vv_json_writer *writer = NULL;
    if (!document)
        return vvi_fail_memory(error, sizeof *document);
    document->allocator = document->arena.allocator = allocator;
    if (vv_json_writer_create(allocator, true, &writer, error) != VV_OK) {
        vv_json_destroy(document);
        return VV_ERROR_MEMORY;
    }
    vvi_format(document->file, sizeof document->file, "%s", file);
    writer->tree.document = document;
    *out = writer;
    return VV_OK;
}

void vv_json_writer_destroy(vv_json_writer *writer)
{
    if (!writer)
        return;
    vv_json_destroy(writer->tree.document);
    vvi_release(writer->allocator, writer->text, writer->capacity, 1);
    vvi_release(writer->allocator, writer, 1, sizeof *writer);
}

/* ---- Bytes ------------------------------------------------------------------------------------------------------- */

static bool make_room(vv_json_writer *writer, size_t count)
{
    void *text = writer->text;
    if (!writer->failed && vvi_grow(writer->allocator, &text, &writer->capacity, writer->length + count, 1))
        writer->text = text;
    else
        writer->failed = true;
    return !writer->failed;
}

static void append(vv_json_writer *writer, const char *bytes, size_t count)
{
    if (writer->failed || (count > writer->capacity - writer->length && !make_room(writer, count)))
        return;
    memcpy(writer->text + writer->length, bytes, count);
    writer->length += count;
}

static void append_text(vv_json_writer *writer, const char *text) { append(writer, text, strlen(text)); }

static void append_new_line(vv_json_writer *writer, uint32_t depth)
{
    size_t count = 1 + 2 * (size_t)depth;
    if (writer->failed || (count > writer->capacity - writer->length && !make_room(writer, count)))
        return;
    writer->text[writer->length] = '\n';
    memset(writer->text + writer->length + 1, ' ', count - 1);
    writer->length += count;
}

static void append_escaped(vv_json_writer *writer, unsigned char c)
{
    static const char from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt", hex[] = "0123456789abcdef";
    const char *found = strchr(from, c);
    if (found) {
        char escape[2] = {'\\', to[found - from]};
        append(writer, escape, 2);
    } else {
        char escape[6] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};
        append(writer, escape, 6);
    }
}

static void append_quoted(vv_json_writer *writer, const char *value)
{
    const unsigned char *text = (const unsigned char *)value;
    size_t length = strlen(value), plain = 0; /* text[plain…at) is still to be copied */
    append(writer, "\"", 1);
    for (size_t at = 0; at < length;) {
        size_t bytes = vvi_utf8_length(text + at, length - at);
        if (bytes > 0 && text[at] >= 0x20 && text[at] != '"' && text[at] != '\\') {
            at += bytes;
            continue;
        }
        append(writer, value + plain, at - plain);
        if (bytes == 0)
            append_text(writer, "\xEF\xBF\xBD");
        else
            append_escaped(writer, text[at]);
        plain = ++at;
    }
    append(writer, value + plain, length - plain);
    append(writer, "\"", 1);
}

/* ---- Layout ------------------------------------------------------------------------------------------------------ */

/* Adds a value to the tree; NULL on failure. */
static vv_json *build_value(vv_json_writer *writer, const char *name, vv_json_kind kind)
{
    vv_json *value = writer->failed ? NULL : vvi_json_build(&writer->tree, name, kind);
    writer->failed = writer->failed || !value;
    return value;
}

static bool writes_tree(const vv_json_writer *writer) { return writer->tree.document != NULL; }

static level *innermost(vv_json_writer *writer) { return writer->depth ? &writer->levels[writer->depth - 1] : NULL; }

/* Writes what comes before a value: comma, line break or space, name. */
static void begin_value(vv_json_writer *writer, const char *name, bool plain)
{
    level *inside = innermost(writer);
    VV_ASSERT(writer->failed || (inside && inside->object) == (name != NULL));
    if (inside) {
        if (inside->count > 0)
            append(writer, ",", 1);
        if (!inside->one_line)
            append_new_line(writer, writer->depth);
        else if (!writer->compact && (inside->count > 0 || inside->object))
            append(writer, " ", 1);
        if (inside->count < SHORT_ARRAY)
            inside->starts[inside->count] = writer->length;
        inside->count++;
        inside->plain = inside->plain && plain;
    }
    if (name) {
        append_quoted(writer, name);
        append_text(writer, writer->compact ? ":" : ": ");
    }
}

static void open_value(vv_json_writer *writer, const char *name, bool object)
{
    if (writes_tree(writer)) {
        build_value(writer, name, object ? VV_JSON_OBJECT : VV_JSON_ARRAY);
        return;
    }
    const level *inside = innermost(writer);
    bool one_line = writer->compact || writer->next_on_one_line || (inside && inside->one_line);
    begin_value(writer, name, false);
    writer->next_on_one_line = false;
    if (writer->depth == VV_JSON_MAX_DEPTH)
        writer->failed = true;
    if (writer->failed)
        return;
    append(writer, object ? "{" : "[", 1);
    writer->levels[writer->depth++] = (level){.object = object, .one_line = one_line, .plain = true};
}

/* Makes [1, 2 of [\n  1,\n  2: each value moves over the line break before it. */
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
    if (writes_tree(writer)) {
        VV_ASSERT(writer->tree.depth > 0);
        writer->tree.depth--;
        return;
    }
    VV_ASSERT(writer->depth > 0);
    const level *closed = &writer->levels[--writer->depth];
    if (closed->count == 0) {
        append(writer, closed->object ? "}" : "]", 1);
        return;
    }
    if (closed->one_line)
        append_text(writer, closed->object && !writer->compact ? " " : "");
    else if (!closed->object && closed->plain && closed->count <= SHORT_ARRAY)
        join_lines(writer, closed);
    else
        append_new_line(writer, writer->depth);
    append(writer, closed->object ? "}" : "]", 1);
}

void vv_json_write_on_one_line(vv_json_writer *writer) { writer->next_on_one_line = true; }
void vv_json_write_object(vv_json_writer *writer, const char *name) { open_value(writer, name, true); }
void vv_json_write_array(vv_json_writer *writer, const char *name) { open_value(writer, name, false); }

/* ---- Values ------------------------------------------------------------------------------------------------------ */

void vv_json_write_string(vv_json_writer *writer, const char *name, const char *value)
{
    if (writes_tree(writer)) {
        vv_json *built = build_value(writer, name, VV_JSON_STRING);
        if (built)
            built->string = vvi_json_build_text(&writer->tree, value);
        writer->failed = writer->failed || !built || !built->string;
        return;
    }
    begin_value(writer, name, true);
    append_quoted(writer, value);
}

/* Adding 0 turns −0 into 0, as in text. */
static void build_number(vv_json_writer *writer, const char *name, double value)
{
    vv_json *built = build_value(writer, name, VV_JSON_NUMBER);
    if (built)
        built->number = value + 0.0;
    writer->failed = writer->failed || value - value != 0.0;
}

void vv_json_write_float(vv_json_writer *writer, const char *name, float value)
{
    char text[40];
    if (writes_tree(writer)) {
        build_number(writer, name, vvi_shorten_float(value));
        return;
    }
    begin_value(writer, name, true);
    if (!(value - value == 0.0f))
        writer->failed = true;
    else
        append(writer, text, vvi_print_float(text, value));
}

void vv_json_write_double(vv_json_writer *writer, const char *name, double value)
{
    char text[40];
    if (writes_tree(writer)) {
        build_number(writer, name, value);
        return;
    }
    begin_value(writer, name, true);
    if (!(value - value == 0.0))
        writer->failed = true;
    else
        append(writer, text, vvi_print_double(text, value));
}

void vv_json_write_integer(vv_json_writer *writer, const char *name, int64_t value)
{
    char digits[24];
    size_t at = sizeof digits;
    if (writes_tree(writer)) {
        build_number(writer, name, (double)value);
        return;
    }
    uint64_t rest = value < 0 ? 0u - (uint64_t)value : (uint64_t)value;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (value < 0)
        digits[--at] = '-';
    begin_value(writer, name, true);
    append(writer, digits + at, sizeof digits - at);
}

void vv_json_write_bool(vv_json_writer *writer, const char *name, bool value)
{
    if (writes_tree(writer)) {
        build_value(writer, name, value ? VV_JSON_TRUE : VV_JSON_FALSE);
        return;
    }
    begin_value(writer, name, true);
    append_text(writer, value ? "true" : "false");
}

void vv_json_write_null(vv_json_writer *writer, const char *name)
{
    if (writes_tree(writer)) {
        build_value(writer, name, VV_JSON_NULL);
        return;
    }
    begin_value(writer, name, true);
    append_text(writer, "null");
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
        append(writer, "\n", 1);
    append(writer, "", 1);
    if (writer->failed)
        return NULL;
    writer->length--;
    if (length)
        *length = writer->length;
    return writer->text;
}

vv_json_document *vv_json_writer_detach_tree(vv_json_writer *writer, size_t *text_bound)
{
    VV_ASSERT(writer->failed || writer->tree.depth == 0);
    if (writer->failed || !writer->tree.document->root)
        return NULL;
    vv_json_document *document = writer->tree.document;
    *text_bound = writer->tree.text_bound;
    writer->tree.document = NULL;
    return document;
}
