/* Reads JSON into a checked tree. json_scan.c has proved that the text is well formed before jsmn splits it into
 * tokens; what is left is decoding, linking and refusing duplicate names. Linear in the text, except for the sort
 * that finds duplicates. */
#include "author/base/json.h"

#include "author/base/json_scan.h"
#include "author/base/json_tree.h"

#include <string.h>

#define JSMN_STATIC
#define JSMN_STRICT
#define JSMN_PARENT_LINKS
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#endif
#include <jsmn.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/* ---- Building ---------------------------------------------------------------------------------------------------- */

/* One open bracket while the tree grows. */
typedef struct open_value {
    int token;
    vv_json *value, *last;
} open_value;

typedef struct builder {
    const char *text;
    vv_json_document *document;
    const jsmntok_t *tokens;
    int token_count;
    size_t next_value, next_byte;
    size_t line_offset; /* lines are counted up to here */
    uint32_t line;
    uint32_t depth;
    open_value open[VV_JSON_MAX_DEPTH];
} builder;

static uint32_t count_line(builder *b, size_t offset)
{
    for (; b->line_offset < offset; b->line_offset++)
        b->line += b->text[b->line_offset] == '\n';
    return b->line;
}

static size_t write_utf8(char *out, uint32_t code)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t bytes = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char lead[5] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = bytes; i-- > 1; code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3F));
    out[0] = (char)(lead[bytes] | code);
    return bytes;
}

/* Decodes the escape at text[0] = '\\'; returns the bytes it used. */
static size_t decode_escape(const char *text, char *out, size_t *written)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    if (text[1] != 'u') {
        out[0] = to[strchr(from, text[1]) - from];
        *written = 1;
        return 2;
    }
    uint32_t code = (uint32_t)vvi_json_hex(text + 2);
    size_t used = 6;
    if (code >= 0xD800 && code <= 0xDFFF) {
        code = 0x10000 + ((code - 0xD800) << 10) + ((uint32_t)vvi_json_hex(text + 8) - 0xDC00);
        used = 12;
    }
    *written = write_utf8(out, code);
    return used;
}

/* No escape decodes to more bytes than it has itself, so the bound of the scan holds. */
static const char *decode_string(builder *b, const jsmntok_t *token)
{
    char *start = b->document->strings + b->next_byte, *out = start;
    for (size_t at = (size_t)token->start; at < (size_t)token->end;) {
        if (b->text[at] != '\\') {
            *out++ = b->text[at++];
            continue;
        }
        size_t written;
        at += decode_escape(b->text + at, out, &written);
        out += written;
    }
    *out++ = '\0';
    b->next_byte += (size_t)(out - start);
    return start;
}

static vv_json_kind token_kind(const builder *b, const jsmntok_t *token)
{
    switch (token->type) {
    case JSMN_OBJECT:
        return VV_JSON_OBJECT;
    case JSMN_ARRAY:
        return VV_JSON_ARRAY;
    case JSMN_STRING:
        return VV_JSON_STRING;
    default:
        break;
    }
    char c = b->text[token->start];
    return c == 't' ? VV_JSON_TRUE : c == 'f' ? VV_JSON_FALSE : c == 'n' ? VV_JSON_NULL : VV_JSON_NUMBER;
}

static void link_to_parent(builder *b, vv_json *value, int container)
{
    while (b->open[b->depth - 1].token != container)
        b->depth--;
    open_value *open = &b->open[b->depth - 1];
    value->parent = open->value;
    value->index = open->value->count++;
    if (open->last)
        open->last->next = value;
    else
        open->value->child = value;
    open->last = value;
}

static vv_result fill_value(builder *b, vv_json *value, int index, vv_error *error)
{
    const jsmntok_t *token = &b->tokens[index];
    value->kind = token_kind(b, token);
    value->line = count_line(b, (size_t)token->start);
    if (value->kind == VV_JSON_STRING)
        value->string = decode_string(b, token);
    if (value->kind == VV_JSON_ARRAY || value->kind == VV_JSON_OBJECT)
        b->open[b->depth++] = (open_value){.token = index, .value = value};
    if (value->kind != VV_JSON_NUMBER)
        return VV_OK;
    size_t length = (size_t)(token->end - token->start);
    size_t used = vvi_parse_double(b->text + token->start, length, &value->number);
    if (used == length && value->number - value->number == 0.0)
        return VV_OK;
    vv_json_fail(b->document, value, error, VV_ERROR_ARGUMENT, "this number is too large");
    vvi_error_remedy(error, "write a number below 1e308");
    return VV_ERROR_ARGUMENT;
}

static vv_result build_tree(builder *b, vv_error *error)
{
    for (int i = 0; i < b->token_count; i++) {
        vv_json *value = &b->document->values[b->next_value++];
        int container = b->tokens[i].parent;
        if (container >= 0 && b->tokens[container].type == JSMN_OBJECT) {
            value->name = decode_string(b, &b->tokens[i]);
            i++; /* the name's value is the next token */
        }
        if (container >= 0)
            link_to_parent(b, value, container);
        vv_result result = fill_value(b, value, i, error);
        if (result != VV_OK)
            return result;
    }
    return VV_OK;
}

/* ---- Duplicate names --------------------------------------------------------------------------------------------- */

static int compare_members(const vv_json *a, const vv_json *b)
{
    int order = strcmp(a->name, b->name);
    return order ? order : a->index < b->index ? -1 : 1;
}

static void sift_down(const vv_json **heap, size_t at, size_t count)
{
    for (size_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && compare_members(heap[child], heap[child + 1]) < 0)
            child++;
        if (compare_members(heap[at], heap[child]) >= 0)
            return;
        const vv_json *swapped = heap[at];
        heap[at] = heap[child];
        heap[child] = swapped;
        at = child;
    }
}

static void sort_members(const vv_json **members, size_t count)
{
    for (size_t i = count / 2; i-- > 0;)
        sift_down(members, i, count);
    for (size_t end = count; end-- > 1;) {
        const vv_json *largest = members[0];
        members[0] = members[end];
        members[end] = largest;
        sift_down(members, 0, end);
    }
}

/* The first member, in file order, whose name occurs before; NULL if there is none. */
static const vv_json *find_duplicate(const vv_json *object, const vv_json **scratch)
{
    size_t count = 0;
    const vv_json *first = NULL;
    for (const vv_json *member = object->child; member; member = member->next)
        scratch[count++] = member;
    sort_members(scratch, count);
    for (size_t i = 1; i < count; i++) {
        if (strcmp(scratch[i - 1]->name, scratch[i]->name) == 0 && (!first || scratch[i]->index < first->index))
            first = scratch[i];
    }
    return first;
}

const vv_json *vvi_json_next(const vv_json *value)
{
    if (value->child)
        return value->child;
    while (value && !value->next)
        value = value->parent;
    return value ? value->next : NULL;
}

vv_result vv_json_refuse_duplicates(const vv_json_document *document, vv_error *error)
{
    size_t most = 0;
    for (const vv_json *value = document->root; value; value = vvi_json_next(value)) {
        if (value->kind == VV_JSON_OBJECT && value->count > most)
            most = value->count;
    }
    if (most < 2)
        return VV_OK;
    const vv_json **scratch = vvi_allocate(document->allocator, most, sizeof *scratch);
    if (!scratch)
        return vvi_fail_memory(error, most * sizeof *scratch);
    const vv_json *duplicate = NULL;
    for (const vv_json *value = document->root; value && !duplicate; value = vvi_json_next(value)) {
        if (value->kind == VV_JSON_OBJECT && value->count > 1)
            duplicate = find_duplicate(value, scratch);
    }
    vvi_release(document->allocator, scratch, most, sizeof *scratch);
    if (!duplicate)
        return VV_OK;
    vv_json_fail(document, duplicate, error, VV_ERROR_FORMAT, "\"%s\" is here for the second time", duplicate->name);
    vvi_error_remedy(error, "keep one of the two");
    return VV_ERROR_FORMAT;
}

/* ---- The document ------------------------------------------------------------------------------------------------ */

static vv_result fail_scan(const char *text, const vvi_json_scan *scan, const char *file, vv_error *error)
{
    uint32_t line = 1;
    for (size_t i = 0; i < scan->offset; i++)
        line += text[i] == '\n';
    vvi_fail(error, scan->code, "%s", scan->message);
    vvi_error_remedy(error, "%s", scan->remedy);
    vvi_error_place(error, file, line, "");
    return scan->code;
}

/* The token of a bare number or word at the root, which jsmn's strict mode does not accept. */
static jsmntok_t root_token(const char *text, size_t length)
{
    static const char space[] = " \t\r\n";
    jsmntok_t token = {.type = JSMN_PRIMITIVE, .start = 0, .end = (int)length, .parent = -1};
    while (strchr(space, text[token.start]))
        token.start++;
    while (strchr(space, text[token.end - 1]))
        token.end--;
    return token;
}

static vv_result read_tokens(builder *b, size_t length, const vvi_json_scan *scan, vv_error *error)
{
    const vv_allocator *allocator = b->document->allocator;
    size_t count = scan->value_count + scan->name_count;
    jsmntok_t *tokens = vvi_allocate(allocator, count, sizeof *tokens);
    if (!tokens)
        return vvi_fail_memory(error, count * sizeof *tokens);
    jsmn_parser parser;
    jsmn_init(&parser);
    b->tokens = tokens;
    b->token_count = jsmn_parse(&parser, b->text, length, tokens, (unsigned)count);
    if (b->token_count < 1) {
        tokens[0] = root_token(b->text, length);
        b->token_count = 1;
    }
    VV_ASSERT((size_t)b->token_count == count);
    vv_result result = build_tree(b, error);
    vvi_release(allocator, tokens, count, sizeof *tokens);
    return result;
}

static vv_json_document *create_document(const vvi_json_scan *scan, const char *file, const vv_allocator *allocator)
{
    vv_json_document *document = vvi_allocate_zeroed(allocator, 1, sizeof *document);
    if (!document)
        return NULL;
    document->allocator = allocator;
    document->value_count = scan->value_count;
    document->string_bytes = scan->string_bytes + 1;
    vvi_format(document->file, sizeof document->file, "%s", file ? file : "");
    document->values = vvi_allocate_zeroed(allocator, document->value_count, sizeof *document->values);
    document->strings = vvi_allocate(allocator, document->string_bytes, 1);
    document->root = document->values;
    if (document->values && document->strings)
        return document;
    vv_json_destroy(document);
    return NULL;
}

vv_result vv_json_parse(const char *text, size_t length, const char *file, const vv_allocator *allocator,
                        vv_json_document **out, vv_error *error)
{
    vvi_json_scan scan;
    if (length > VV_JSON_MAX_BYTES) {
        vvi_fail(error, VV_ERROR_LIMIT, "this JSON has %zu bytes", length);
        vvi_error_remedy(error, "use at most %u bytes", VV_JSON_MAX_BYTES);
        vvi_error_place(error, file, 0, "");
        return VV_ERROR_LIMIT;
    }
    if (!vvi_json_check(text, length, &scan))
        return fail_scan(text, &scan, file, error);
    vv_json_document *document = create_document(&scan, file, allocator);
    if (!document)
        return vvi_fail_memory(error, scan.value_count * sizeof(vv_json) + scan.string_bytes);
    builder b = {.text = text, .document = document, .line = 1};
    vv_result result = read_tokens(&b, length, &scan, error);
    if (result == VV_OK)
        result = vv_json_refuse_duplicates(document, error);
    if (result == VV_OK)
        *out = document;
    else
        vv_json_destroy(document);
    return result;
}

void vv_json_destroy(vv_json_document *document)
{
    if (!document)
        return;
    const vv_allocator *allocator = document->allocator;
    vvi_release(allocator, document->values, document->value_count, sizeof *document->values);
    vvi_release(allocator, document->strings, document->string_bytes, 1);
    vvi_arena_release(&document->arena);
    vvi_release(allocator, document, 1, sizeof *document);
}

const vv_json *vv_json_root(const vv_json_document *document) { return document->root; }

const vv_json *vv_json_member(const vv_json *object, const char *name)
{
    if (!object || object->kind != VV_JSON_OBJECT)
        return NULL;
    for (const vv_json *member = object->child; member; member = member->next) {
        if (strcmp(member->name, name) == 0)
            return member;
    }
    return NULL;
}

/* ---- Places ------------------------------------------------------------------------------------------------------ */

static bool is_plain(const char *name)
{
    for (const char *c = name; *c; c++) {
        bool plain =
            (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') || *c == '_' || *c == '-';
        if (!plain)
            return false;
    }
    return name[0] != '\0';
}

char *vv_json_path(const vv_json *value, char *text, size_t text_bytes)
{
    const vv_json *chain[VV_JSON_MAX_DEPTH + 1];
    size_t count = 0, length = vvi_format(text, text_bytes, "$");
    for (; value && value->parent; value = value->parent)
        chain[count++] = value;
    while (count-- > 0 && length < text_bytes) {
        const vv_json *step = chain[count];
        size_t room = text_bytes - length;
        size_t needed = !step->name            ? vvi_format(text + length, room, "[%u]", step->index)
                        : is_plain(step->name) ? vvi_format(text + length, room, ".%s", step->name)
                                               : vvi_format(text + length, room, "[\"%s\"]", step->name);
        if (needed >= room) {
            text[length] = '\0'; /* a step is written whole or not at all */
            break;
        }
        length += needed;
    }
    return text;
}

const vv_json *vv_json_nearest(const vv_json_document *document, const char *path)
{
    char place[sizeof((vv_error *)0)->path];
    const vv_json *value = vv_json_root(document);
    for (const vv_json *next = value->child; next;) {
        size_t length = strlen(vv_json_path(next, place, sizeof place));
        if (strncmp(place, path, length) == 0 && (path[length] == '\0' || path[length] == '.' || path[length] == '[')) {
            value = next;
            next = value->child;
        } else {
            next = next->next;
        }
    }
    return value;
}

vv_result vv_json_fail(const vv_json_document *document, const vv_json *value, vv_error *error, vv_result code,
                       const char *format, ...)
{
    if (!error)
        return code;
    char message[2 * sizeof error->message], path[sizeof error->path];
    va_list arguments;
    va_start(arguments, format);
    vvi_format_list(message, sizeof message, format, arguments);
    va_end(arguments);
    vvi_fail(error, code, "%s", message);
    vvi_error_place(error, document->file, value->line, vv_json_path(value, path, sizeof path));
    return code;
}
