/* What the files of this room share: the lattice, and the points that are guessed. */
#ifndef VVI_GUESS_WORK_H
#define VVI_GUESS_WORK_H

#include "author/document/project.h"
#include "medial_axis.h"

#define VVI_GUESS_MOST    24u    /* handles */
#define VVI_GUESS_LATTICE 160.0f /* cells along the drawing's longer side */

typedef struct vvi_guess_item {
    vv_vec2 at; /* lattice */
    char name[VV_PROJECT_NAME_BYTES];
    uint32_t layers[VV_PROJECT_MAX_LAYERS / 32]; /* one bit per layer; none: every layer that it lies on */
    uint32_t rank; /* 0 joints, 1 ends, 2 intermediate: dropped first if there are too many */
} vvi_guess_item;

typedef struct vvi_guess {
    const vv_project_artwork *artwork;
    const vv_mesh *mesh;
    vvi_arena *arena;
    bool bones;
    float cell;     /* metres */
    vv_vec2 origin; /* metres, of the lattice */
    uint32_t layer_count;
    vvi_mask *masks; /* [layer_count] */
    vvi_axis *axes;  /* [layer_count] */
    uint32_t *hosts; /* [layer_count] the layer that each lies within, or VV_NONE; NULL for a single layer */
    uint32_t count;
    vvi_guess_item *items; /* [capacity] */
    uint32_t capacity;
} vvi_guess;

/* Adds an item; NULL if the list is full. */
vvi_guess_item *vvi_guess_add(vvi_guess *g, vv_vec2 at, uint32_t rank);
vv_vec2 vvi_guess_to_lattice(const vvi_guess *g, vv_vec2 p);
/* All points of a drawing, with names; false if there is no memory. */
bool vvi_points_guess(vvi_guess *g);
/* Suggests handles of one layer by its medial axis; `everywhere`: they move every layer that they lie on. */
void vvi_guess_layer(vvi_guess *g, uint32_t layer, bool everywhere);
/* Suggests handles of many layers: at their overlaps and far ends. False if there is no memory. */
bool vvi_guess_layers(vvi_guess *g);
/* Assigns layers that lie within another to the nearest of that layer's handles. */
void vvi_guess_assign_hosted(vvi_guess *g);
/* Point `index` of `count` points between the ends of a branch, in lattice coordinates. */
vv_vec2 vvi_guess_between(const vvi_axis *s, const vvi_axis_branch *branch, uint32_t index, uint32_t count);

#endif
