/* Creatures, motions, gaits and scenes of creatures in a document: what the files that read, write and change them
 * share. */
#ifndef VVI_DOCUMENT_CREATURES_H
#define VVI_DOCUMENT_CREATURES_H

#include "author/document/puppets.h"

/* The words of the file, in the order of the choices; of zones and extents without the first, which is none. */
extern const char *const vvi_track_words[]; /* the kinds of tracks but VV_TRACK_DEFORM */

/* ---- Motions ----------------------------------------------------------------------------------------------------- */

/* A context: given whole. `object` may be NULL: any body. */
void vvi_read_context(vvi_reader *r, const vv_json *object, vv_body_context *context);
void vvi_read_motion_key(vvi_reader *r, const vv_json *object, vv_motion_track_kind kind, vv_motion_key *key);
/* keys[*count] whose times ascend; NULL after a problem, and where there are none. */
const vv_motion_key *vvi_read_motion_keys(vvi_reader *r, const vv_json *list, vv_motion_track_kind kind,
                                          uint32_t *count);
/* Bit g: a channel is of group g, from 1 on. */
uint32_t vvi_groups_of(const vv_motion_def *def);

/* ---- Scenes ------------------------------------------------------------------------------------------------------ */

/* Whether any motion does this. */
bool vvi_action_exists(const vv_project *project, const char *action);

#endif
