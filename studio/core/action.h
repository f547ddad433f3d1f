/* What the files about lines of action share. */
#ifndef VVI_STUDIO_ACTION_H
#define VVI_STUDIO_ACTION_H

#include "state.h"

#include "author/build/lines.h"

#define ACTION_MOST_PULLS 4096u

typedef struct vvi_action {
    vv_built_line *built; /* kept */
    vv_action_view view;
    uint32_t serial;
    /* Room for what is shown. */
    vvi_arena arena;
    vv_quat *turns;
    vv_vec3 *moves, *positions, *normals;
    vv_affine3 *globals, *scratch;
    uint32_t *parents;
    vv_vec2 *flat;
    vv_affine *pose;
    /* By hand. */
    vv_wobble *wobble;
    bool held;
    float along;                            /* where it was grabbed */
    float quiet;                            /* seconds since it was let go */
    uint32_t pull_count;                    /* what the hand did, from `pull_from` on */
    vv_pull_point pulls[ACTION_MOST_PULLS]; /* times of the line */
} vvi_action;

/* What is open; NULL, with an error as the studio's text, if nothing is. */
vvi_action *vvi_action_now(vv_studio *studio);
/* The same of what has strokes. */
vvi_action *vvi_action_drawn(vv_studio *studio);
/* Shows the time of the view, the line where a hand has it, and who follows it; NULL: as it is built. */
void vvi_action_show(vvi_action *action, const vv_line_pose *hand);
/* The same, as it is: in the hand or not. */
void vvi_action_show_now(vvi_action *action);
/* A line as VV_ACTION_POINTS points. */
void vvi_action_points(const vv_built_line *built, const vv_line_pose *pose, vv_vec2 *points);
/* Ends what is done by hand. */
void vvi_action_calm(vv_studio *studio, vvi_action *action);

#endif
