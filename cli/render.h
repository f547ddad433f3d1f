/* What `verve render` was asked for, and the part of it that draws stages. */
#ifndef VERVE_CLI_RENDER_H
#define VERVE_CLI_RENDER_H

#include "cli/show.h"

typedef struct render_request {
    const char *project, *out, *scene, *artwork, *example, *place, *size, *heat, *background;
    double time;
    uint32_t sheet, columns; /* sheet VV_NONE: none */
    bool mesh, handles, ghosts, plain, sequence, captions, examples, names;
} render_request;

/* A scene with actors: exactly what `verve simulate` runs. */
vv_result render_stage(const render_request *ask, const vv_project *project, uint32_t scene, const show_def *def,
                       vv_session *session, vv_error *error);

/* What a contact sheet says below moment `index` of `count`. */
void render_describe(uint32_t index, uint32_t count, float seconds, char *caption, size_t bytes);

#endif
