/* Puppets in a document, and what directs them: what the files that read, write and change them share. */
#ifndef VVI_DOCUMENT_PUPPETS_H
#define VVI_DOCUMENT_PUPPETS_H

#include "author/document/read.h"

/* The words of the file, in the order of the runtime's choices; of vv_handle_parts, in the order of its bits. */

/* Keys this near to each other are at the same time, seconds. */
#define VVI_SAME_TIME 1e-4
bool vvi_same_time(float a, float b);

/* The handle that the required member `key`, or a value, names; VV_NONE after a problem. */
uint32_t vvi_handle_member(vvi_reader *r, const vv_json *object, const char *key, const vv_project_artwork *artwork);
uint32_t vvi_handle_value(vvi_reader *r, const vv_json *value, const vv_project_artwork *artwork);
/* The required member "channel"; false after a problem. */
bool vvi_channel_member(vvi_reader *r, const vv_json *object, vv_handle_channel *channel);
/* What a key of this channel may be: a pair, or a number for an angle. */
bool vvi_channel_value(vvi_reader *r, const vv_json *value, vv_handle_channel channel, float *out);
/* Which of two members is there: 0 or 1; 2 after a problem, where it is neither or both. */
uint32_t vvi_one_of(vvi_reader *r, const vv_json *object, const char *first, const char *second);

/* keys[*count] in the order of the list, whatever their times; NULL after a problem. */
vv_key *vvi_read_keys(vvi_reader *r, const vv_json *list, vv_handle_channel channel, uint32_t *count);
/* The members "handle", "channel" and, where it is there, "advance". */
bool vvi_read_track_head(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork, vv_track *track);
void vvi_advance_member(vvi_reader *r, const vv_json *object, vv_track *track);

/* A link with its own keys and those of `address`. */
bool vvi_read_link(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                   const vv_project_family *family, vv_family_link *link);
/* They join the same two handles, or points, in whichever order. */
bool vvi_same_link(const vv_family_link *a, const vv_family_link *b);

#endif
