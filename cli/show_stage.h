/* Drawing a stage: what stands, the shadows on it, and the actors. */
#ifndef VERVE_CLI_SHOW_STAGE_H
#define VERVE_CLI_SHOW_STAGE_H

#include "cli/show.h"

typedef struct show_stage {
    show_def def;
    const vv_project *project;
    const vv_project_scene *scene;
    const vv_performance *performance; /* not owned: what it shows is drawn */
    vv_camera camera;                  /* where it follows an actor, its centre is seen from there */
    vv_canvas *canvas;
    vv_texture ***textures; /* [artwork_count], each [layer_count] or NULL where nobody shows that artwork */
    vv_vec2 *vertices;      /* of the actor that is being drawn */
    uint32_t vertex_count;
} show_stage;

vv_result show_stage_open(const show_def *def, const vv_project *project, const vv_project_scene *scene,
                          const vv_performance *performance, show_stage *out, vv_error *error);
void show_stage_close(show_stage *s);

/* Makes the bounds hold all actors as they are now. Call at every frame, then show_stage_frame with what came of it. */
void show_stage_measure(show_stage *s, show_bounds *bounds);
/* Looks at the bounds with some ground below and room around; at the scene's own centre and zoom where it has them. */
void show_stage_frame(show_stage *s, const show_bounds *bounds);

/* The stage as the performance shows it; the picture is then in s->canvas. */
void show_stage_draw(show_stage *s);

#endif
