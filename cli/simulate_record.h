/* How an actor moves in a scene, as a command that adds it to a project as a recording. */
#ifndef VERVE_CLI_SIMULATE_RECORD_H
#define VERVE_CLI_SIMULATE_RECORD_H

#include "cli/cli.h"

#include "author/build/build.h"

typedef struct cli_record {
    const char *out;     /* the file that the command goes to; NULL: nothing is recorded */
    const char *actor;   /* NULL: the first puppet */
    const char *regions; /* handles with commas between them; NULL: all */
    const char *name;    /* of the recording; NULL: the actor's */
    double from;         /* seconds */
} cli_record;

/* Runs a scene from its start until `to`, seconds, and writes the command recording.add for `verve apply`. */
vv_result cli_record_scene(const cli_record *request, vv_session *session, const vv_project *project, uint32_t scene,
                           double to, vv_error *error);

#endif
