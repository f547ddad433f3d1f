/* What the files that build lines share; private to this room. */
#ifndef VVI_LINE_PARTS_H
#define VVI_LINE_PARTS_H

#include "library.h"
#include "lines.h"
#include "session.h"

/* Fits one stroke of a line, in the direction in which it was drawn; pressures and report may be NULL. */
vv_result vvi_line_fit(const vv_project_line *line, uint32_t count, const vv_vec2 *points, const float *pressures,
                       const vv_allocator *allocator, vv_line_pose *out, vv_stroke_report *report, vv_error *error);

/* A hash of everything about a line but its strokes, its pulls and how it swings: where it is equal, a solution for
 * other strokes is a good starting point. */
uint64_t vvi_line_structure(const vv_session *session, const vv_project_line *line);

/* Adds the body to a line that has its elastic line: bones, motion without the line, match, frames. before: as in
 * vv_session_build_line. */
vv_result vvi_line_embody(vv_session *session, const vv_project_line *line, vv_built_line *before,
                          const vv_progress *progress, vv_built_line *built, vv_error *error);
/* Adds the drawing: where on the line its handles hang. */
vv_result vvi_line_hang(vv_session *session, const vv_project_line *line, const vv_progress *progress,
                        vv_built_line *built, vv_error *error);

/* The same without an elastic line: a body with the motion that it has without the line, and a drawing. */
vv_result vvi_line_embody_bare(vv_session *session, const vv_project_line *line, vv_built_line *built, vv_error *error);
vv_result vvi_line_hang_bare(vv_session *session, const vv_project_line *line, vv_built_line *built, vv_error *error);

#endif
