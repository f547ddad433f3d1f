/* The medial axis (skeleton) of a shape on a lattice: its ends, joints and branches. */
#ifndef VVI_GUESS_MEDIAL_AXIS_H
#define VVI_GUESS_MEDIAL_AXIS_H

#include "runtime/base/base.h"

/* The cells of a lattice that a shape covers. Cell (i, j) of the mask is cell (x + i, y + j) of the lattice; there is
 * a border of one empty cell. */
typedef struct vvi_mask {
    int32_t x, y, width, height;
    uint8_t *cells; /* [width · height] */
    uint32_t area;
} vvi_mask;

typedef struct vvi_axis_node {
    int32_t cell;
    uint32_t degree; /* number of branches that meet here; 1: an end */
} vvi_axis_node;

typedef struct vvi_axis_branch {
    uint32_t from, to;     /* nodes */
    uint32_t first, count; /* of path: cells between the two, in order */
    float length;          /* cells, from node to node */
    float radius;          /* of the shape around it, mean */
} vvi_axis_branch;

typedef struct vvi_axis {
    const vvi_mask *mask;
    float *radius; /* [cells] distance to the nearest cell outside */
    uint8_t *bone; /* [cells] 1 on the skeleton */
    uint32_t node_count, branch_count;
    vvi_axis_node *nodes;
    vvi_axis_branch *branches;
    int32_t *path;
    uint32_t loops;  /* how many long ones there were, once it is a tree (tree.c) */
    int32_t deepest; /* the cell with the largest radius */
} vvi_axis;

/* Thinning (Zhang and Suen 1984); branches whose end hardly protrudes from the disc around their joint are pruned.
 * All memory comes from the arena; false if there is none. */
bool vvi_axis_create(const vvi_mask *mask, vvi_arena *arena, vvi_axis *out);

static inline vv_vec2 vvi_mask_point(const vvi_mask *mask, int32_t cell)
{
    return (vv_vec2){(float)(mask->x + cell % mask->width) + 0.5f, (float)(mask->y + cell / mask->width) + 0.5f};
}

#endif
