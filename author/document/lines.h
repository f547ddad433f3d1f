/* Lines of action in a document: what the files that describe and change them share. */
#ifndef VVI_DOCUMENT_LINES_H
#define VVI_DOCUMENT_LINES_H

#include "author/document/creatures.h"
#include "author/document/schema.h"

/* The subjects that a line may have, in the order of the choices. */
extern const char *const vvi_line_kind_words[];
/* A part of a line that begins at `from`, after its end. */
void vvi_warn_late(vvi_reader *r, const vv_json *json, const vvi_scope *scope, float from);
/* How long a stroke is. */
float vvi_stroke_length(uint32_t count, const vv_vec2 *points);

#endif
