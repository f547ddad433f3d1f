/* What `verve render` was asked for, and its parts that draw scenes. */
#ifndef VERVE_CLI_RENDER_H
#define VERVE_CLI_RENDER_H

#include "cli/picture.h"
#include "cli/show.h"

typedef struct render_request {
    const char *out, *scene, *artwork, *example, *place, *size, *heat, *background;
    double time;
    double from, to, rate;   /* NaN: the scene's */
    uint32_t sheet, columns; /* sheet VV_NONE: none */
    bool mesh, handles, ghosts, plain, sequence, captions, examples, names, progress;
} render_request;

/* A scene of any kind that is drawn: its moments make a sheet, a still or a film, as is asked for. */
typedef struct render_scene {
    const render_request *request;
    const vv_project_scene *scene;
    vv_canvas *canvas;
    vv_color background;
    void (*draw)(void *user, double time); /* draws a moment, in seconds, on the canvas; films go forward in time */
    void *user;
} render_scene;
vv_result render_moments(const render_scene *r, vv_error *error);

/* Renders a scene with actors: exactly what `verve simulate` runs. */
vv_result render_stage(const render_request *request, const vv_project *project, uint32_t scene, const show_def *def,
                       vv_session *session, vv_error *error);

/* Renders a scene of a verb, a graph, a shape, creatures or a line. */
vv_result render_act(const render_request *request, const vv_project *project, uint32_t scene, const show_def *def,
                     vv_session *session, vv_error *error);

#endif
