/* Artworks to look at and to pose: what figure.c, hold.c, pose.c, show.c and trial.c share. */
#ifndef VVI_STUDIO_FIGURE_H
#define VVI_STUDIO_FIGURE_H

#include "state.h"

typedef enum vvi_shown {
    VVI_SHOWN_REST,
    VVI_SHOWN_EXAMPLE,
    VVI_SHOWN_PLACE,
    VVI_SHOWN_HAND, /* posed by hand */
} vvi_shown;

/* How a figure stands: what a step of posing by hand takes back. One block of memory. */
typedef struct vvi_stance {
    vvi_shown shown;
    uint32_t example; /* VVI_SHOWN_EXAMPLE */
    uint32_t handle_count, example_count;
    vv_affine *pose; /* [handle_count] */
    float *place;    /* [example_count] */
    uint8_t *pins;   /* [handle_count] 0 free, 1 held in place, 2 with turn and stretch */
} vvi_stance;

/* What is taken hold of. Posing solves from `start`, what stands at the grab, with pins where things are. That gives
 * `solved`, which is another pose wherever `start` is not what these pins alone would make; what is shown is `start`, moved
 * as the solution moves from there. So nothing jumps, and what was posed before stays in it. */
typedef struct vvi_grip {
    bool held, moved;
    bool turning, twisted;     /* turned by the end of a bone; turned and stretched about the pivot */
    uint32_t handle;           /* VV_NONE: the drawing itself */
    vv_vec2 pointer;           /* where it was grabbed */
    vv_vec2 offset;            /* from there to the point that is pinned */
    vv_vec2 correction;        /* what the drawing's pin aims past its target, so that what is shown meets it */
    uint32_t pin_count;        /* the last is what is grabbed */
    vv_pin *pins;              /* [handle_count + 1] */
    vv_affine *start, *solved; /* [handle_count] */
} vvi_grip;

typedef struct vvi_figure {
    vv_figure view;
    bool current; /* built from the project as it is now */
    const vv_rigged *rigged;
    const vv_body *body; /* NULL: not built, or what was built has gone */
    uint64_t body_key;
    float size; /* of the drawing, metres: the root of its area */

    vvi_arena arena;                              /* of what follows */
    char (*handle_names)[VV_PROJECT_NAME_BYTES];  /* [handle_count] */
    char (*example_names)[VV_PROJECT_NAME_BYTES]; /* [example_count] */
    vv_handle *rest_handles;                      /* [handle_count] */
    vv_vec2 *vertices, *ends;
    float *turns;
    uint8_t *near;   /* [handle_count²] whether two are neighbours: what they move most lies side by side */
    uint32_t *parts; /* [handle_count] of what hangs together, numbered by its first handle */
    float *reach;    /* [handle_count] the area that each moves */
    vv_posing *posing;
    vvi_stance *stance;
    vvi_grip grip;
} vvi_figure;

/* One step of posing by hand: the stance before it, or after it once it has been taken back. */
typedef struct vvi_trial {
    uint64_t revision; /* of the document that was posed */
    uint32_t artwork;
    vvi_stance *stance;
} vvi_trial;

#define VVI_TRIALS 256u

struct vvi_figures {
    vvi_figure *items[VV_PROJECT_MAX_ARTWORKS]; /* NULL: never asked for */
    uint32_t mesh_version;                      /* the last one given out */
    uint64_t newest;                            /* the highest revision of the document so far */
    uint32_t trial_count, trial_at;             /* trials[trial_at] is the next to redo */
    vvi_trial trials[VVI_TRIALS];
};

/* ---- Figures (figure.c) -------------------------------------------------------------------------------------------- */

/* The figure of an artwork as the project has it now. On failure the error is the studio's text. */
vv_result vvi_figure_at(vv_studio *studio, uint32_t artwork, vvi_figure **out);
/* Shows the stance: vertices, handles, turns. Does not allocate. */
void vvi_figure_present(vvi_figure *figure);
/* The project's artwork behind a figure. */
const vv_project_artwork *vvi_figure_artwork(const vv_studio *studio, uint32_t artwork);

/* ---- Stances (trial.c) --------------------------------------------------------------------------------------------- */

/* At rest. NULL without memory. */
vvi_stance *vvi_stance_create(uint32_t handle_count, uint32_t example_count, const vv_allocator *allocator);
void vvi_stance_destroy(vvi_stance *stance, const vv_allocator *allocator);
/* Both are of the same counts. */
void vvi_stance_copy(vvi_stance *to, const vvi_stance *from);
/* Stances as examples and blends make them; pins as the artist held them. */
void vvi_stance_rest(vvi_stance *stance);
void vvi_stance_example(vvi_stance *stance, const vv_rigged *rigged, const vv_project_artwork *artwork,
                        uint32_t example);
void vvi_stance_place(vvi_stance *stance, const vv_rigged *rigged, const float *weights);

/* The stance as it is now becomes a step that can be taken back. */
vv_result vvi_trial_push(vv_studio *studio, uint32_t artwork, vvi_figure *figure);
/* Forgets the last step, that of a grab that changed nothing. */
void vvi_trial_drop(vv_studio *studio);
void vvi_trials_release(vv_studio *studio);
/* Drops what could be redone, when a command has been given. */
void vvi_trials_cut(vv_studio *studio);

/* ---- What stays (hold.c) ------------------------------------------------------------------------------------------- */

/* Fills near, parts and reach. False without memory. */
bool vvi_hold_prepare(vvi_figure *figure, const vv_allocator *allocator);
/* stays[handle_count] while `handle` is grabbed: 0 free, 1 in its place, 2 with its turn and stretch. `turning`: by the
 * end of a bone. */
void vvi_hold_choose(const vvi_figure *figure, uint32_t handle, bool turning, uint8_t *stays);

#endif
