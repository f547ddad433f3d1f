/* Behaviours in a document: what the files that read, write and follow them share. */
#ifndef VVI_DOCUMENT_BEHAVIOURS_H
#define VVI_DOCUMENT_BEHAVIOURS_H

#include "author/document/read.h"

/* The words of the file, in the order of the runtime's choices (of vv_turning, without "never"). */
vvi_keys vvi_ease_words(void);
vvi_keys vvi_start_words(void);
vvi_keys vvi_by_words(void);
vvi_keys vvi_turning_words(void);
vvi_keys vvi_sense_words(void); /* from VV_IF_SPEED on */

vv_project_state vvi_default_state(void);

/* The index that the required member `key` names; VV_NONE after a problem. */
uint32_t vvi_read_input(vvi_reader *r, const vv_json *object, const char *key, const vv_project_behaviour *behaviour);
uint32_t vvi_read_event(vvi_reader *r, const vv_json *object, const char *key, const vv_project_behaviour *behaviour);
uint32_t vvi_read_state_name(vvi_reader *r, const vv_json *value, const vv_project_behaviour *behaviour);
/* `list` may be NULL: none. */
void vvi_read_transitions(vvi_reader *r, const vv_json *list, vv_project_behaviour *behaviour);

#endif
