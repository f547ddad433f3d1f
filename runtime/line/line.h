/* The public door of runtime/line: strokes, elastic lines, matching a body to a line. */
#ifndef VVI_LINE_H
#define VVI_LINE_H

#include "runtime/base/base.h"
#include "runtime/rig/rig.h"

#include <verve/line.h>
#include <verve/match.h>

/* vv_line_point for a line whose corners are known already. */
vv_vec2 vvi_line_curve(uint32_t element_count, const vv_vec2 *corners, float length, float arc_share, vv_vec2 *tangent);

/* The prepared types as bytes. An asset copies them and uses them in place, at any address that is a multiple of 64.
 * `verify` checks every count, offset and number; bytes that pass can be used safely, whatever produced them. */
size_t vvi_line_bytes(const vv_line *line);
vv_result vvi_line_verify(const void *bytes, size_t byte_count, vv_error *error);
size_t vvi_pose_sequence_bytes(const vv_pose_sequence *frames);
vv_result vvi_pose_sequence_verify(const void *bytes, size_t byte_count, vv_error *error);

#endif
