/* Drawing acts: figures and shapes in space, for the commands that make pictures. */
#ifndef VERVE_CLI_SHOW_ACT_H
#define VERVE_CLI_SHOW_ACT_H

#include "author/build/acts.h"
#include "author/render/render.h"

typedef struct show_act {
    uint32_t width, height;
    vv_color background;
    float heading, pitch; /* of the camera */
    bool follows;         /* it goes with a character that travels */
    bool plain;           /* neither ground nor shadows */
    bool line;            /* of a line: it is drawn too */
    vv_canvas *canvas;
    vv_solids *solids;
    vv_camera3 camera;
    /* What was measured: a box along the camera's right, up and forward, and how high and low it is. */
    vv_vec3 least, most;
    float low, high;
    bool any;
} show_act;

/* width, height, background, heading, pitch, follows and plain are set. */
vv_result show_act_open(show_act *s, vv_error *error);
void show_act_close(show_act *s);
/* Makes the picture hold what the act looks like now. */
void show_act_measure(show_act *s, const vv_act *act);
void show_act_frame(show_act *s);
/* The act as it is now, on a cleared canvas. */
void show_act_draw(show_act *s, const vv_act *act);

/* The same of anything that looks like one; `root` is where the camera goes with it. */
void show_look_measure(show_act *s, const vv_act_look *look, vv_vec3 root);
void show_look_draw(show_act *s, const vv_act_look *look, vv_vec3 root, vv_ground ground);

/* From where a kind of act is best seen. */
void show_act_aim(vv_scene_kind kind, float *heading, float *pitch);

#endif
