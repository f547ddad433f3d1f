/* Artworks to view and to pose; shared by figure.c, hold.c, pose.c, pose_step.c and show.c. */
#ifndef VVI_STUDIO_FIGURE_H
#define VVI_STUDIO_FIGURE_H

#include "state.h"

typedef enum vvi_shown {
    VVI_SHOWN_REST,
    VVI_SHOWN_EXAMPLE,
    VVI_SHOWN_PLACE,
    VVI_SHOWN_HAND, /* posed by hand */
} vvi_shown;

/* The pose of a figure with its pins, which undo of posing by hand restores. One block of memory. */
typedef struct vvi_pose_state {
    vvi_shown shown;
    uint32_t example; /* VVI_SHOWN_EXAMPLE */
    uint32_t handle_count, example_count;
    vv_affine *pose; /* [handle_count] */
    float *place;    /* [example_count] */
    uint8_t *pins;   /* [handle_count] 0 free, 1 position, 2 with rotation and stretch */
} vvi_pose_state;

/* What is grabbed. Posing solves from `start`, the pose at the time of the grab, with pins at current positions. The
 * result `solved` differs from `start` unless these pins alone would produce it; what is shown is `start`, displaced
 * as the solution moves away from `solved`. So nothing jumps, and earlier posing is preserved. */
typedef struct vvi_grab {
    bool held, moved;
    bool rotating, is_twisting; /* rotated by the end of a bone; rotated and stretched about the pivot */
    uint32_t handle;            /* VV_NONE: the drawing itself */
    vv_vec2 pointer;            /* where it was grabbed */
    vv_vec2 offset;             /* from there to the point that is pinned */
    vv_vec2 correction;         /* added to the target of the drawing's pin, so that what is shown meets the target */
    uint32_t pin_count;         /* the last pin is what is grabbed */
    vv_pin *pins;               /* [handle_count + 1] */
    vv_affine *start, *solved;  /* [handle_count] */
    vv_affine *solution;        /* [handle_count] with the pins where they are now */
    vv_bone *bones;             /* [handle_count] of the artwork */
} vvi_grab;

typedef struct vvi_figure {
    vv_figure view;
    bool current; /* built from the project as it is now */
    const vv_rigged *rigged;
    const vv_body *body; /* NULL: not built, or invalidated */
    uint64_t body_key;
    float size; /* of the drawing, metres: the square root of its area */

    vvi_arena arena;                              /* of what follows */
    char (*handle_names)[VV_PROJECT_NAME_BYTES];  /* [handle_count] */
    char (*example_names)[VV_PROJECT_NAME_BYTES]; /* [example_count] */
    vv_handle *rest_handles;                      /* [handle_count] */
    vv_vec2 *vertices, *ends;
    float *turns;
    uint8_t *neighbours;  /* [handle_count²] whether the regions that two handles move most are adjacent */
    uint32_t *components; /* [handle_count] connected component, numbered by its first handle */
    float *moved_area;    /* [handle_count] the area that each moves */
    vv_posing *posing;
    vvi_pose_state *pose_state;
    vvi_grab grab;
} vvi_figure;

/* One step of posing by hand: the state before it, or after it once it has been undone. */
typedef struct vvi_pose_step {
    uint64_t revision; /* of the document that was posed */
    uint32_t artwork;
    vvi_pose_state *pose_state;
} vvi_pose_step;

#define VVI_MOST_POSE_STEPS 256u

struct vvi_figures {
    vvi_figure *items[VV_PROJECT_MAX_ARTWORKS]; /* NULL: never used */
    uint32_t mesh_version;                      /* the last one assigned */
    uint64_t newest;                            /* the highest revision of the document so far */
    uint32_t pose_step_count, pose_step_next;   /* trials[pose_step_next] is the next to redo */
    vvi_pose_step pose_steps[VVI_MOST_POSE_STEPS];
};

/* ---- Figures (figure.c) ---------------------------------------------------------------------------------------- */

/* Gets the figure of an artwork for the current project. On failure the error is the studio's text. */
vv_result vvi_figure_at(vv_studio *studio, uint32_t artwork, vvi_figure **out);
/* Updates the view from the pose: vertices, handles, turns. Does not allocate. */
void vvi_figure_present(vvi_figure *figure);
/* The project's artwork behind a figure. */
const vv_project_artwork *vvi_figure_artwork(const vv_studio *studio, uint32_t artwork);

/* ---- Poses and their history (pose_step.c) --------------------------------------------------------------------- */

/* A pose at rest; NULL if there is no memory. */
vvi_pose_state *vvi_pose_state_create(uint32_t handle_count, uint32_t example_count, const vv_allocator *allocator);
void vvi_pose_state_destroy(vvi_pose_state *pose_state, const vv_allocator *allocator);
/* Both must have the same counts. */
void vvi_pose_state_copy(vvi_pose_state *to, const vvi_pose_state *from);
/* Set the pose to rest, to an example with its pins, or to a blend. */
void vvi_pose_state_rest(vvi_pose_state *pose_state);
void vvi_pose_state_example(vvi_pose_state *pose_state, const vv_rigged *rigged, const vv_project_artwork *artwork,
                            uint32_t example);
void vvi_pose_state_place(vvi_pose_state *pose_state, const vv_rigged *rigged, const float *weights);

/* Pushes the current state as a step that can be undone. */
vv_result vvi_pose_step_push(vv_studio *studio, uint32_t artwork, vvi_figure *figure);
/* Drops the last step, of a grab that changed nothing. */
void vvi_pose_step_drop(vv_studio *studio);
void vvi_pose_steps_release(vv_studio *studio);
/* Drops the steps that could be redone, after a command. */
void vvi_pose_steps_truncate(vv_studio *studio);

/* ---- Handles that are held (hold.c) ---------------------------------------------------------------------------- */

/* Fills neighbours, components and moved_area. False if there is no memory. */
bool vvi_hold_prepare(vvi_figure *figure, const vv_allocator *allocator);
/* Chooses held[handle_count] while `handle` is grabbed: 0 free, 1 position, 2 with rotation and stretch. `rotating`:
 * the handle is rotated by the end of its bone. */
void vvi_hold_choose_held(const vvi_figure *figure, uint32_t handle, bool rotating, uint8_t *held);

#endif
