/* A session, as the files of this room see it. */
#ifndef VVI_SESSION_H
#define VVI_SESSION_H

#include "build.h"

const vv_allocator *vvi_session_allocator(const vv_session *session);
const vv_host *vvi_session_host(const vv_session *session);
const vv_document *vvi_session_document(const vv_session *session);
const vv_project *vvi_session_project(const vv_session *session); /* of the document, as it is now */
struct vvi_library *vvi_session_library(const vv_session *session);

/* A recording of the project as the runtime takes it. */
static inline vv_recording_def vvi_recording_def(const vv_project_recording *recording)
{
    return (vv_recording_def){.region_count = recording->region_count,
                              .frame_count = recording->frame_count,
                              .regions = recording->regions,
                              .frames = recording->frames,
                              .rate = recording->rate,
                              .size = recording->size,
                              .loop = recording->loop};
}

/* What a baked file contains of an artwork beside its rig: a sprite where the artwork is small enough, and a puppet
 * where the project uses it as one, since not every drawing can be one (bake.c). */
bool vvi_artwork_is_sprite(const vv_rigged *rigged);
bool vvi_artwork_is_puppet(const vv_project *project, uint32_t artwork);

#endif
