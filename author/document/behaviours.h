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
/* words[*count] with no name twice; `list` may be NULL: none. */
const vv_project_word *vvi_read_words(vvi_reader *r, const vv_json *list, uint32_t most, uint32_t *count);
uint32_t vvi_find_word(const vv_project_word *words, uint32_t count, const char *text);
/* In a `set` command "inputs", "events", "states" and "transitions" come together, or none of them: true where they do and have
 * to be read. The counts are of those that there are. */
bool vvi_lists_together(vvi_reader *r, const vv_json *object, uint32_t input_count, uint32_t event_count,
                        uint32_t transition_count);
/* conditions[*count], which name inputs and events of `behaviour`; `list` may be NULL: none. */
const vv_condition *vvi_read_conditions(vvi_reader *r, const vv_json *list, const vv_project_behaviour *behaviour,
                                        uint32_t *count);
/* `list` may be NULL: none. */
void vvi_read_transitions(vvi_reader *r, const vv_json *list, vv_project_behaviour *behaviour);

#endif
