/* What `verve render` was asked for, and the part of it that draws stages. */
#ifndef VERVE_CLI_RENDER_H
#define VERVE_CLI_RENDER_H

#include "cli/show.h"

typedef struct render_request {
    const char *project, *out, *scene, *artwork, *example, *place, *size, *heat, *background;
    double time;
    double from, to, rate;   /* NaN: the scene's */
    uint32_t sheet, columns; /* sheet VV_NONE: none */
    bool mesh, handles, ghosts, plain, sequence, captions, examples, names, progress;
} render_request;

/* The part of a scene that is shown, and how often. */
typedef struct render_span {
    double from, seconds, rate;
    uint32_t frames; /* of a film; at least one */
} render_span;
render_span render_span_of(const render_request *ask, const vv_project_scene *scene);
/* When moment `index` of `count`, evenly over the span, is; and when frame `index` of its film is. */
double render_moment(const render_span *span, uint32_t index, uint32_t count);
double render_frame(const render_span *span, uint32_t index);

/* A scene with actors: exactly what `verve simulate` runs. */
vv_result render_stage(const render_request *ask, const vv_project *project, uint32_t scene, const show_def *def,
                       vv_session *session, vv_error *error);

/* A scene of a verb, a graph or a shape. */
vv_result render_act(const render_request *ask, const vv_project *project, uint32_t scene, const show_def *def,
                     vv_session *session, vv_error *error);

/* What a contact sheet says below a moment. */
void render_describe(double time, char *caption, size_t bytes);

#endif
