/* Shared by the files that write project.json. */
#ifndef VVI_DOCUMENT_WRITE_H
#define VVI_DOCUMENT_WRITE_H

#include "author/document/state.h"

typedef struct vvi_writer {
    vv_json_writer *json;
    bool whole; /* every key, also those at their defaults; else these are left out */
} vvi_writer;

/* One member each, left out where it is as usual. */
void vvi_write_float_member(vvi_writer *w, const char *name, float value, float usual);
void vvi_write_integer_member(vvi_writer *w, const char *name, uint32_t value, uint32_t usual);
/* For a member that is not always given: true where the caller has to write it. */
bool vvi_writes_member(vvi_writer *w, const char *name, bool given);
/* The same for a list, or an object by names, which may be empty. */
bool vvi_writes_list(vvi_writer *w, uint32_t count);

/* Always. */
void vvi_write_vec2(vvi_writer *w, const char *name, vv_vec2 v);
void vvi_write_vec3(vvi_writer *w, const char *name, vv_vec3 v);
void vvi_write_colour(vvi_writer *w, const char *name, const uint8_t *colour);
/* An item of one of the project's lists. */
void vvi_write_block(vvi_writer *w, const vv_project *project, vvi_noun kind, uint32_t index);
/* Left out where any body is meant. */
void vvi_write_context(vvi_writer *w, const char *name, const vv_body_context *context);

#endif
