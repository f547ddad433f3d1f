/* State machines in a document: what the tables of behaviours and graphs share. */
#ifndef VVI_DOCUMENT_BEHAVIOURS_H
#define VVI_DOCUMENT_BEHAVIOURS_H

#include "author/document/schema.h"

/* Their lists of names, and what names one of them: the nearest behaviour or graph around it has the list. */
extern const vvi_schema_list vvi_input_names, vvi_event_names;
extern const vvi_schema_reference vvi_input_reference;
/* The condition of a transition. */
extern const vvi_schema vvi_condition_schema;

/* The index of a word, or VV_NONE. */
uint32_t vvi_find_word(const vv_project_word *words, uint32_t count, const char *text);
/* Whether the behaviour of an actor has an input or an event of this name. */
bool vvi_has_input(const vv_project *project, const vv_project_actor *actor, const char *name);
bool vvi_has_event(const vv_project *project, const vv_project_actor *actor, const char *name);
/* In a `set` command "inputs", "events", "states" and "transitions" come together, or none of them; else a problem, and
 * false. The counts are of those that there are. */
bool vvi_lists_together(vvi_reader *r, const vv_json *object, uint32_t input_count, uint32_t event_count,
                        uint32_t transition_count);

#endif
