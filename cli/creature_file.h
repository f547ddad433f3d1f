/* Creatures as the command line names them. */
#ifndef VERVE_CLI_CREATURE_FILE_H
#define VERVE_CLI_CREATURE_FILE_H

#include "cli/cli.h"

#include "author/build/creatures.h"

/* `who`: "seed:7", a creature of the project by its name, or a file (.json .gltf .glb .bvh). Without a project (NULL,
 * NULL) it is a seed or a file. Destroy what comes out. */
vv_result cli_creature_load(vv_session *session, const vv_project *project, const char *who, vv_built_creature **out,
                            vv_error *error);

#endif
