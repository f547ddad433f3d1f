/* What `verve verb` was asked for, and its parts that keep blends and draw grids. */
#ifndef VERVE_CLI_VERB_H
#define VERVE_CLI_VERB_H

#include "cli/project.h"
#include "cli/show_act.h"

typedef struct verb_request {
    const char *name, *at, *grid, *out, *keep;
    double seconds, fps, phase; /* NaN: not given */
    uint32_t rounds;
    bool no_plant, heat, json, uncorrected;
    picture_view view;
} verb_request;

typedef struct verb_job {
    const verb_request *request;
    cli_call *call;
    vv_error *error;
    const vv_project *project;
    vv_session *session;
    vv_scene_kind kind;
    uint32_t subject;
    const vv_project_field *field; /* NULL of a graph */
    vv_performance3 *act;
    float at[VV_FIELD_MAX_AXES];
} verb_job;

/* The axis of this name; VV_NONE and an error that lists the axes where there is none. */
uint32_t verb_find_axis(verb_job *j, const char *name, size_t length);
/* Opens a picture of the job's act, of width × height pixels unless --size says otherwise. */
vv_result verb_open_show(verb_job *j, uint32_t width, uint32_t height, show_act *out);
/* --keep: puts the blend into the project, as an example. */
vv_result verb_keep(verb_job *j, vv_project_folder *folder);
/* --grid: draws many places side by side. */
vv_result verb_draw_grid(verb_job *j);

#endif
