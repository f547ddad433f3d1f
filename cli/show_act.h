/* Drawing acts: figures and shapes in space, for the commands that make pictures. */
#ifndef VERVE_CLI_SHOW_ACT_H
#define VERVE_CLI_SHOW_ACT_H

#include "cli/picture.h"

#include "author/build/performance3.h"

typedef struct show_act {
    uint32_t width, height;
    vv_color background;
    float heading, pitch; /* of the camera */
    bool follows;         /* the camera moves with a character that travels */
    bool plain;           /* neither ground nor shadows */
    bool line;            /* draw the line of action that the body follows too */
    vv_canvas *canvas;
    vv_solids *solids;
    vv_camera3 camera;
    /* What was measured: a box along the camera's right, up and forward, and the lowest and highest y. */
    vv_vec3 least, most;
    float low, high;
    bool any; /* something was measured */
} show_act;

/* The members down to `line` are set. */
vv_result show_act_open(show_act *s, vv_error *error);
/* The same with the options of a command: width, height, heading and pitch are what is usual without them. */
vv_result show_act_open_view(show_act *s, cli_call *call, const picture_view *view);
void show_act_close(show_act *s);
/* Makes the picture hold what the act looks like now; then show_act_frame sets the camera. */
void show_act_measure(show_act *s, const vv_performance3 *act);
void show_act_frame(show_act *s);
/* Draws the act as it is now, on a cleared canvas. */
void show_act_draw(show_act *s, const vv_performance3 *act);

/* The same of anything that looks like an act; `root` is where the camera has moved to with it. */
void show_look_measure(show_act *s, const vv_draw_data *look, vv_vec3 root);
void show_look_draw(show_act *s, const vv_draw_data *look, vv_vec3 root, vv_ground ground);

/* From where an act of this kind is best seen. */
void show_act_aim(vv_scene_kind kind, float *heading, float *pitch);

#endif
