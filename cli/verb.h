/* What `verve verb` was asked for, and the part of it that draws grids. */
#ifndef VERVE_CLI_VERB_H
#define VERVE_CLI_VERB_H

#include "cli/project.h"
#include "cli/show_act.h"

typedef struct verb_request {
    const char *project, *name, *at, *grid, *out, *size, *keep;
    double seconds, fps, phase, heading, pitch; /* NaN: not said */
    uint32_t rounds;
    bool no_plant, heat, json, plain, uncorrected;
} verb_request;

typedef struct verb_job {
    const verb_request *ask;
    const vv_project *project;
    vv_session *session;
    vv_scene_kind kind;
    uint32_t subject;
    const vv_project_field *field; /* NULL of a graph */
    vv_act *act;
    float at[VV_FIELD_MAX_AXES];
    vv_error error;
    bool misused; /* the error is about the command line */
} verb_job;

/* Fails with a sentence about the command line. */
vv_result verb_misuse(verb_job *j, const char *remedy, const char *format, ...) VV_PRINTF(3, 4);
/* The axis of this name, VV_NONE and an error that lists what there is. */
uint32_t verb_axis(verb_job *j, const char *name, size_t length);
/* A picture for this job's act, of width × height pixels unless it says otherwise. */
vv_result verb_show(verb_job *j, uint32_t width, uint32_t height, show_act *out);
/* --keep: what is blended here becomes an example. */
vv_result verb_keep(verb_job *j, vv_project_folder *folder);
/* --grid: many places side by side. */
vv_result verb_grid(verb_job *j);

#endif
