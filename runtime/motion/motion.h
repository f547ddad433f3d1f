/* The door of runtime/motion: curves, keys and clips. */
#ifndef VVI_MOTION_H
#define VVI_MOTION_H

#include "runtime/blend/blend.h"

#include <verve/motion.h>
#include <verve/verb.h>

/* A clip as bytes: an asset copies them and uses them in place, at any address that is a multiple of 64. `verify` checks every
 * count, offset and number. */
size_t vvi_clip_bytes(const vv_clip *clip);
vv_result vvi_clip_verify(const void *bytes, size_t byte_count, vv_error *error);

/* The same for verbs. */
size_t vvi_verb_bytes(const vv_verb *verb);
vv_result vvi_verb_verify(const void *bytes, size_t byte_count, vv_error *error);

#endif
