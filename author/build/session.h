/* What the files of this room know of a session. */
#ifndef VVI_SESSION_H
#define VVI_SESSION_H

#include "build.h"

const vv_allocator *vvi_session_allocator(const vv_session *session);
const vv_host *vvi_session_host(const vv_session *session);
const vv_document *vvi_session_document(const vv_session *session);
struct vvi_library *vvi_session_library(const vv_session *session);

/* What a baked file has of an artwork beside its rig: a sprite where it is small enough for one, and a puppet where the project uses it
 * as one, since not every drawing could be one (bake.c). */
bool vvi_artwork_is_sprite(const vv_rigged *rigged);
bool vvi_artwork_is_puppet(const vv_project *project, uint32_t artwork);

#endif
