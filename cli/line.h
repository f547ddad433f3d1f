/* What `verve line` was asked for, and its parts. */
#ifndef VERVE_CLI_LINE_H
#define VERVE_CLI_LINE_H

#include "cli/project.h"

#include "author/build/lines.h"

typedef struct line_request {
    const char *project, *name, *strokes, *out, *size, *keep, *poses;
    double fps, time, heading, pitch; /* NaN: not said */
    bool report, joints, trace, plain, bare, ghosts;
} line_request;

typedef struct line_job {
    const line_request *ask;
    vv_session *session;
    const vv_project *project;
    uint32_t index;
    const vv_project_line *line;
    const vv_built_line *built;
    double seconds; /* that building it took */
    /* With --strokes: the project as it would be. */
    vv_document *document;
    vv_session *own_session;
    vv_error error;
    bool misused; /* the error is about the command line */
} line_job;

vv_result line_misuse(line_job *j, const char *remedy, const char *format, ...) VV_PRINTF(3, 4);
/* --strokes: opens a session of its own with these strokes in place of the line's. */
vv_result line_take_strokes(line_job *j, const vv_host *host);
/* --joints: what bones can be named, and where they are. */
vv_result line_joints(line_job *j);
/* --trace: the line itself, frame by frame. */
vv_result line_trace(line_job *j);
/* -o: refuses endings that mean nothing, or nothing for what follows this line. */
vv_result line_check_out(line_job *j);
/* -o: ask->out, by its ending. */
vv_result line_write(line_job *j);
/* --keep: a take or a clip in the project. */
vv_result line_keep(line_job *j, vv_project_folder *folder);
/* --poses: keystrokes as poses of the drawing. */
vv_result line_keep_poses(line_job *j, vv_project_folder *folder);

#endif
