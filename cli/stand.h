/* The gait that says how creatures stand while they do not walk. */
#ifndef VERVE_CLI_STAND_H
#define VERVE_CLI_STAND_H

#include "author/build/creatures.h"

typedef struct cli_stand {
    const vv_gait *gait;
    vv_gait *own; /* where the project has none */
} cli_stand;

/* The project's first gait or, where it has none, the default one. */
vv_result cli_stand_open(vv_session *session, const vv_project *project, cli_stand *out, vv_error *error);
void cli_stand_close(cli_stand *stand);

#endif
