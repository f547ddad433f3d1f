/* What `verve retarget` was asked for, and the part of it that writes files. */
#ifndef VERVE_CLI_RETARGET_H
#define VERVE_CLI_RETARGET_H

#include "cli/project.h"
#include "cli/stand.h"

#include "author/build/creatures.h"
#include "author/judge/judge.h"

typedef struct retarget_request {
    const char *project, *motion, *creature, *target, *variant, *gait, *out, *size;
    double speed, turn, slope, seconds, time, heading, pitch; /* NaN: not said */
    uint32_t fps;
    bool mirror, plain, json;
} retarget_request;

typedef struct retarget_job {
    const retarget_request *ask;
    const vv_project *project;
    vv_session *session;
    vv_built_creature *creature; /* kept */
    vv_being *being;             /* what it looks like */
    uint32_t motion;             /* of the project, VV_NONE: none */
    const vv_binding *binding;
    cli_stand stand; /* where no gait is asked for */
    vv_trial trial;
    uint32_t frames;
    vv_error error;
    bool misused; /* the error is about the command line */
} retarget_job;

vv_result retarget_misuse(retarget_job *j, const char *remedy, const char *format, ...) VV_PRINTF(3, 4);

/* A player that goes through the frames of the film, in order. */
typedef struct retarget_play {
    vv_player *player;
    uint32_t frame;
} retarget_play;
vv_result retarget_begin(retarget_job *j, retarget_play *play);
/* On to a frame, not before the present one. */
void retarget_go(const retarget_job *j, retarget_play *play, uint32_t frame);
void retarget_end(retarget_play *play);

/* ask->out, by its ending. */
vv_result retarget_write(retarget_job *j);
/* The report, on stdout. */
vv_result retarget_report(retarget_job *j);

#endif
