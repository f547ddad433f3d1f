/* What `verve retarget` was asked for, and the part of it that writes files. */
#ifndef VERVE_CLI_RETARGET_H
#define VERVE_CLI_RETARGET_H

#include "cli/picture.h"
#include "cli/project.h"
#include "cli/stand.h"

#include "author/build/creatures.h"
#include "author/judge/judge.h"

typedef struct retarget_request {
    const char *motion, *creature, *target, *variant, *gait, *out;
    double speed, turn, slope, seconds, time; /* NaN: not given */
    uint32_t fps;
    bool mirror, json;
    picture_view view;
} retarget_request;

typedef struct retarget_job {
    const retarget_request *request;
    cli_call *call;
    vv_error *error;
    const vv_project *project;
    vv_session *session;
    vv_built_creature *creature; /* owned */
    vv_creature_instance *being; /* its surface */
    uint32_t motion;             /* of the project; VV_NONE: none */
    const vv_binding *binding;
    cli_stand stand; /* where no gait is asked for */
    vv_trial trial;
    uint32_t frames;
} retarget_job;

/* A player that goes through the frames of the film, in order. */
typedef struct retarget_play {
    vv_player *player;
    uint32_t frame;
} retarget_play;
vv_result retarget_begin(retarget_job *j, retarget_play *play);
/* Plays on to a frame, which is not before the present one. */
void retarget_play_to(const retarget_job *j, retarget_play *play, uint32_t frame);
void retarget_end(retarget_play *play);

/* Writes request->out, by its ending. */
vv_result retarget_write(retarget_job *j);
/* Prints the report. */
vv_result retarget_print_report(retarget_job *j);

#endif
