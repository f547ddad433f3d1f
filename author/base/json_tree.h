/* The document, which the reader of JSON and the writer of trees share. */
#ifndef VVI_JSON_TREE_H
#define VVI_JSON_TREE_H

#include "author/base/json.h"
#include "runtime/base/base.h"

struct vv_json_document {
    const vv_allocator *allocator;
    const vv_json *root;
    vv_json *values; /* [value_count] of a parsed document, the root first */
    char *strings;   /* [string_bytes] decoded texts and names of a parsed document, each ended by a zero */
    size_t value_count, string_bytes;
    vvi_arena arena; /* values, texts and names of a document that was written as a tree */
    char file[sizeof((vv_error *)0)->file];
};

/* The next value in file order, NULL after the last. */
const vv_json *vvi_json_next(const vv_json *value);

/* ---- A tree that grows (json_build.c) ---------------------------------------------------------------------------- */

typedef struct vvi_json_builder {
    vv_json_document *document;
    vv_json *free_values; /* [value_room] */
    char *free_text;      /* [text_room] */
    size_t value_room, text_room;
    size_t text_bound; /* an upper bound of the length of its text */
    uint32_t depth;
    struct {
        vv_json *value, *last;
    } open[VV_JSON_MAX_DEPTH];
} vvi_json_builder;

/* Adds a value at the end of the innermost open container; a container becomes the innermost one itself. NULL: no
 * memory, or too deep. */
vv_json *vvi_json_build(vvi_json_builder *builder, const char *name, vv_json_kind kind);
/* A copy that lives as long as the document; NULL: no memory. */
const char *vvi_json_build_text(vvi_json_builder *builder, const char *text);

#endif
