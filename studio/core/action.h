/* Shared by the files about lines of action. */
#ifndef VVI_STUDIO_ACTION_H
#define VVI_STUDIO_ACTION_H

#include "state.h"

#include "author/build/lines.h"

#define ACTION_MOST_PULLS 4096u

typedef struct vvi_action {
    vv_built_line *built; /* a reference is held */
    vv_action_view view;
    uint32_t serial;
    /* Arrays of the view. */
    vvi_arena arena;
    vv_quat *turns;
    vv_vec3 *moves, *positions, *normals;
    vv_affine3 *globals, *scratch;
    uint32_t *parents;
    vv_vec2 *flat;
    vv_affine *pose;
    /* Dragging by hand. */
    vv_live_line *wobble;
    bool held;
    float grab_share;                            /* where it was grabbed, as a share of its length */
    float since_release;                         /* seconds since it was released */
    uint32_t pull_count;                         /* how the hand displaced it */
    vv_line_pull_point pulls[ACTION_MOST_PULLS]; /* times are those of the line */
} vvi_action;

/* The open line; NULL, with the error as text, if there is none. */
vvi_action *vvi_action_current(vv_studio *studio);
/* The open line if it has strokes; else NULL with the error as text. */
vvi_action *vvi_action_with_strokes(vv_studio *studio);
/* Updates the view for its time: the line, as a hand holds it (NULL: as it is built), and what follows it. */
void vvi_action_show(vvi_action *action, const vv_line_pose *hand);
/* Updates the view for its time with the line in its current state, held or not. */
void vvi_action_show_current(vvi_action *action);
/* Samples a line at VV_ACTION_POINTS points. */
void vvi_action_sample(const vv_built_line *built, const vv_line_pose *pose, vv_vec2 *points);
/* Ends dragging and wobbling. */
void vvi_action_stop_wobble(vv_studio *studio, vvi_action *action);

#endif
