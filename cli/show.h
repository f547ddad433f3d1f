/* Drawing a rigged artwork, for the commands that make pictures. */
#ifndef VERVE_CLI_SHOW_H
#define VERVE_CLI_SHOW_H

#include "author/build/build.h"
#include "author/render/render.h"

typedef struct show_def {
    uint32_t width, height;
    vv_color background;
    bool shadow, mesh, handles, ghosts;
    bool names;    /* of a stage's actors */
    uint32_t heat; /* the handle whose weights are shown, or VV_NONE */
} show_def;

typedef struct show {
    show_def def;
    const vv_project_artwork *artwork;
    const vv_rigged *rigged;
    vv_camera camera;
    vv_canvas *canvas, *ghost;
    vv_texture **textures; /* [layer_count] */
    vv_vec2 *vertices;     /* [vertex_count] */
    float *values;         /* [vertex_count] */
    float ground;          /* the height on which the artwork rests */
} show;

/* A texture for each layer of an artwork: [layer_count], NULL where a layer has no image or is hidden. Destroy them
 * after an error too. */
vv_result show_textures_create(const vv_project_artwork *artwork, const vv_body *body, vv_texture ***out,
                               vv_error *error);
void show_textures_destroy(const vv_project_artwork *artwork, vv_texture **textures);

vv_result show_open(const show_def *def, const vv_project_artwork *artwork, const vv_rigged *rigged, show *out,
                    vv_error *error);
void show_close(show *s);

/* A rectangle in metres that grows to hold points. */
typedef struct show_bounds {
    vv_vec2 low, high;
    bool any;
} show_bounds;
void show_grow(show_bounds *bounds, uint32_t count, const vv_vec2 *points);
/* Makes the bounds hold the artwork at these weights[example_count]. */
void show_measure(show *s, const float *weights, show_bounds *bounds);
/* The scene's own camera; a picture of another shape still shows all of what the scene's would. */
vv_camera show_framed(const show_def *def, const vv_project_scene *scene);
/* Makes the camera see the bounds, with a little room around them. */
void show_frame(show *s, const show_bounds *bounds);

/* Draws the artwork at these weights[example_count] on s->canvas. */
void show_draw(show *s, const float *weights);
/* Draws the artwork in this pose[handle_count] over what is on s->canvas; and as a ghost, where def.ghosts is set. */
void show_draw_pose(show *s, const vv_affine *pose);
void show_ghost_pose(show *s, const vv_affine *pose, vv_color tint);

#endif
