/* Motion files: .bvh, .gltf and .glb, by the ending of a name. */
#ifndef VERVE_CLI_MOTION_H
#define VERVE_CLI_MOTION_H

#include "cli/cli.h"

#include "author/export/model.h"
#include "author/fit/fit.h"

/* Whether the ending of a name is that of a motion file. */
bool motion_is_file(const char *path);
/* Writes a take, in glTF with the figure as its skin. */
vv_result motion_write(const char *path, const vv_take *take, const vv_manikin *figure, vv_error *error);

#endif
