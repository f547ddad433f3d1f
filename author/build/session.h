/* What the files of this room know of a session. */
#ifndef VVI_SESSION_H
#define VVI_SESSION_H

#include "build.h"

const vv_allocator *vvi_session_allocator(const vv_session *session);
const vv_host *vvi_session_host(const vv_session *session);
const vv_document *vvi_session_document(const vv_session *session);
struct vvi_library *vvi_session_library(const vv_session *session);

#endif
