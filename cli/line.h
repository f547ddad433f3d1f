/* What `verve line` was asked for, and its parts. */
#ifndef VERVE_CLI_LINE_H
#define VERVE_CLI_LINE_H

#include "cli/picture.h"
#include "cli/project.h"

#include "author/build/lines.h"

typedef struct line_request {
    const char *name, *strokes, *out, *keep, *poses;
    double fps, time; /* NaN: not given */
    bool report, joints, trace, bare, ghosts;
    picture_view view;
} line_request;

typedef struct line_job {
    const line_request *request;
    cli_call *call;
    vv_error *error;
    const char *folder; /* of the project, as it was named */
    vv_session *session;
    const vv_project *project;
    uint32_t index;
    const vv_project_line *line;
    const vv_built_line *built;
    double seconds; /* that building it took */
    /* With --strokes: a copy of the project that has them, and its session. */
    vv_document *document;
    vv_session *own_session;
} line_job;

/* --strokes: opens a session of its own with these strokes in place of the line's. */
vv_result line_replace_strokes(line_job *j, const vv_host *host);
/* --joints: prints which bones can be named, and where they are. */
vv_result line_print_joints(line_job *j);
/* --trace: prints the line itself, frame by frame. */
vv_result line_print_trace(const line_job *j);
/* -o: refuses endings that mean nothing, or nothing for what follows this line. */
vv_result line_check_out(line_job *j);
/* -o: writes request->out, by its ending. */
vv_result line_write(line_job *j);
/* --keep: puts the motion into the project as a take, or that of a drawing as a clip. */
vv_result line_keep(line_job *j, vv_project_folder *folder);
/* --poses: puts the keystrokes into the project as poses of the drawing. */
vv_result line_keep_poses(line_job *j, vv_project_folder *folder);

#endif
