/* JSON: a checked tree with line numbers for reading, and a writer with a stable layout. */
#ifndef VV_JSON_H
#define VV_JSON_H

#include <verve/base.h>

typedef enum vv_json_kind {
    VV_JSON_NULL,
    VV_JSON_FALSE,
    VV_JSON_TRUE,
    VV_JSON_NUMBER,
    VV_JSON_STRING,
    VV_JSON_ARRAY,
    VV_JSON_OBJECT,
} vv_json_kind;

/* A value. Children of arrays and objects are a linked list in file order; `name` is set inside objects. */
typedef struct vv_json {
    vv_json_kind kind;
    uint32_t line;      /* 1-based */
    uint32_t count;     /* children */
    uint32_t index;     /* among its parent's children */
    const char *name;   /* member name, UTF-8, or NULL */
    const char *string; /* VV_JSON_STRING: decoded UTF-8, without zero bytes inside */
    double number;
    const struct vv_json *parent, *child, *next;
} vv_json;

#define VV_JSON_MAX_DEPTH 64u
#define VV_JSON_MAX_BYTES (64u * 1024u * 1024u)

typedef struct vv_json_document vv_json_document;

/* Strict RFC 8259: no trailing commas, no comments, valid UTF-8 without a byte order mark, whole surrogate pairs. In
 * addition: no duplicate names in an object, no \u0000, finite numbers, at most VV_JSON_MAX_DEPTH brackets deep and
 * VV_JSON_MAX_BYTES long. `file` is for error messages. `text` is not needed afterwards. */
vv_result vv_json_parse(const char *text, size_t length, const char *file, const vv_allocator *allocator,
                        vv_json_document **out, vv_error *error);
void vv_json_destroy(vv_json_document *document);
const vv_json *vv_json_root(const vv_json_document *document);

/* The bytes of the UTF-8 sequence that begins at text[0], 1…4; 0 if it is not valid (overlong, surrogate, cut). */
size_t vvi_utf8_length(const unsigned char *text, size_t length);

/* NULL if `object` is not an object or has no such member. */
const vv_json *vv_json_member(const vv_json *object, const char *name);
/* The JSON path of a value, such as $.artworks[0].name, into text. Returns text. */
char *vv_json_path(const vv_json *value, char *text, size_t text_bytes);
/* The value that such a path names, or the last one on the way to it that exists. */
const vv_json *vv_json_nearest(const vv_json_document *document, const char *path);
/* Fills file, line and path of an error about this value, and returns code. */
vv_result vv_json_fail(const vv_json_document *document, const vv_json *value, vv_error *error, vv_result code,
                       const char *format, ...) VV_PRINTF(5, 6);

/* Bytes as base64, as in data URIs. Writes vvi_base64_length(count) characters and no zero after them. */
static inline size_t vvi_base64_length(size_t count) { return (count + 2) / 3 * 4; }
void vvi_base64_write(const uint8_t *bytes, size_t count, char *text);
/* Reads base64, with padding or without, up to the zero at its end: at most 3 bytes for each 4 characters begun.
 * False where it is not base64. */
bool vvi_base64_read(const char *text, uint8_t *bytes, size_t *count);

/* Writes JSON: two spaces of indentation, arrays of up to four plain values on one line, floats as the shortest
 * decimal that reads back the same, bytes that are not UTF-8 as U+FFFD. The writer remembers an error (no memory, a
 * number that is not finite), and vv_json_writer_text then returns NULL. `compact` leaves out all white space. */
typedef struct vv_json_writer vv_json_writer;
vv_result vv_json_writer_create(const vv_allocator *allocator, bool compact, vv_json_writer **out, vv_error *error);
void vv_json_writer_destroy(vv_json_writer *writer);
/* `name` is NULL inside arrays and at the root. */
void vv_json_write_object(vv_json_writer *writer, const char *name);
void vv_json_write_array(vv_json_writer *writer, const char *name);
void vv_json_write_end(vv_json_writer *writer);
/* The next object or array is written on one line, with everything in it: for short items of a list. */
void vv_json_write_on_one_line(vv_json_writer *writer);
void vv_json_write_string(vv_json_writer *writer, const char *name, const char *value);
void vv_json_write_float(vv_json_writer *writer, const char *name, float value);
void vv_json_write_double(vv_json_writer *writer, const char *name, double value);
void vv_json_write_integer(vv_json_writer *writer, const char *name, int64_t value);
void vv_json_write_bool(vv_json_writer *writer, const char *name, bool value);
void vv_json_write_null(vv_json_writer *writer, const char *name);
/* Copies a parsed value. */
void vv_json_write_value(vv_json_writer *writer, const char *name, const vv_json *value);
/* A writer whose calls make a tree instead of text: the one that reading the text would give, except for lines, which
 * are 0. `file` is for error messages. */
vv_result vv_json_tree_writer_create(const char *file, const vv_allocator *allocator, vv_json_writer **out,
                                     vv_error *error);
/* Hands the tree over to the caller; NULL if something went wrong. Its text is not longer than *text_bound. */
vv_json_document *vv_json_writer_detach_tree(vv_json_writer *writer, size_t *text_bound);

/* VV_ERROR_FORMAT where an object has a name twice, which can happen only in a tree that was written. */
vv_result vv_json_refuse_duplicates(const vv_json_document *document, vv_error *error);

/* The text, ended by a zero and, unless compact, a line feed before it; *length (may be NULL) without the zero. Every
 * object and array must be ended. Valid until the writer is destroyed. NULL if something went wrong. */
const char *vv_json_writer_text(vv_json_writer *writer, size_t *length);

#endif
