/* A first guess of handles: what guess.c and guess_layers.c share. */
#ifndef VVI_STUDIO_GUESS_H
#define VVI_STUDIO_GUESS_H

#include "figure.h"
#include "skeleton.h"

#define VVI_GUESS_MOST 24u /* handles */

typedef struct vvi_guessed {
    vv_vec2 from, to; /* lattice; equal for a point */
    char name[VV_PROJECT_NAME_BYTES];
    uint32_t layers[VV_PROJECT_MAX_LAYERS / 32]; /* one bit a layer; none: every layer it lies on */
    uint32_t rank; /* 0 joints, 1 ends, 2 what lies between: those go first when there are too many */
} vvi_guessed;

typedef struct vvi_guess {
    const vv_project_artwork *artwork;
    const vv_mesh *mesh;
    vvi_arena *arena;
    bool bones;
    float cell;     /* metres */
    vv_vec2 origin; /* metres, of the lattice */
    uint32_t layer_count;
    vvi_mask *masks;         /* [layer_count] */
    vvi_skeleton *skeletons; /* [layer_count] */
    uint32_t *hosts;         /* [layer_count] the layer that each is drawn on, or VV_NONE; NULL for a single layer */
    uint32_t count;
    vvi_guessed *items; /* [capacity] */
    uint32_t capacity;
} vvi_guess;

/* The item, or NULL where there is room for no more. */
vvi_guessed *vvi_guess_add(vvi_guess *g, vv_vec2 from, vv_vec2 to, uint32_t rank);
/* Handles of one layer by its own skeleton; `everywhere`: they move every layer that they lie on. */
void vvi_guess_layer(vvi_guess *g, uint32_t layer, bool everywhere);
/* Handles of many layers: where they overlap, and their far ends. False without memory. */
bool vvi_guess_layers(vvi_guess *g);
/* Layers that are drawn on another go with the nearest handle that was left there. */
void vvi_guess_hosted(vvi_guess *g);
/* Points between the ends of a branch, `count` in all, as lattice points. */
vv_vec2 vvi_guess_between(const vvi_skeleton *s, const vvi_skeleton_branch *branch, uint32_t index, uint32_t count);

#endif
