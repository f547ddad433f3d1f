/* How creatures stand where no gait is asked for. */
#ifndef VERVE_CLI_STAND_H
#define VERVE_CLI_STAND_H

#include "author/build/creatures.h"

typedef struct cli_stand {
    const vv_gait *gait;
    vv_gait *own; /* where the project has none */
} cli_stand;

/* As the project's first gait; where there is none, as every walker does. */
vv_result cli_stand_open(vv_session *session, const vv_project *project, cli_stand *out, vv_error *error);
void cli_stand_close(cli_stand *stand);

#endif
