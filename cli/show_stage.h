/* Drawing a stage: obstacles, the shadows on them, and the actors. */
#ifndef VERVE_CLI_SHOW_STAGE_H
#define VERVE_CLI_SHOW_STAGE_H

#include "cli/show.h"

typedef struct show_stage {
    show_def def;
    const vv_project *project;
    const vv_project_scene *scene;
    const vv_performance *performance; /* not owned */
    vv_camera camera;                  /* where it follows an actor, its centre is relative to that actor sideways */
    vv_canvas *canvas;
    vv_texture ***textures; /* [artwork_count], each [layer_count], or NULL where no actor shows that artwork */
    vv_vec2 *vertices;      /* of the actor that is drawn */
    uint32_t vertex_count;
    vv_vec2 *points; /* [VV_PROJECT_MAX_POINTS] of the obstacle that is drawn */
} show_stage;

vv_result show_stage_open(const show_def *def, const vv_project *project, const vv_project_scene *scene,
                          const vv_performance *performance, show_stage *out, vv_error *error);
void show_stage_close(show_stage *s);

/* Makes the bounds hold all actors, obstacles, joints and zones as they are now. Call it at every frame, then
 * show_stage_frame with the bounds. */
void show_stage_measure(show_stage *s, show_bounds *bounds);
/* Makes the camera see the bounds, with some ground below and room around them; a scene that has a centre and zoom of
 * its own keeps these. */
void show_stage_frame(show_stage *s, const show_bounds *bounds);

/* Draws the stage on s->canvas, as the performance shows it. */
void show_stage_draw(show_stage *s);

#endif
