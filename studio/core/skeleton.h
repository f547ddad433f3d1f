/* The skeleton of a shape on a lattice: its ends, its joints and the branches between them. */
#ifndef VVI_STUDIO_SKELETON_H
#define VVI_STUDIO_SKELETON_H

#include "runtime/base/base.h"

/* Cells of a lattice that a shape covers. Cell (i, j) of the mask is cell (x + i, y + j) of the lattice; a rim of one empty
 * cell goes all around. */
typedef struct vvi_mask {
    int32_t x, y, width, height;
    uint8_t *cells; /* [width · height] */
    uint32_t area;
} vvi_mask;

typedef struct vvi_skeleton_node {
    int32_t cell;
    uint32_t degree; /* branches that meet here: 1 an end */
} vvi_skeleton_node;

typedef struct vvi_skeleton_branch {
    uint32_t from, to;     /* nodes */
    uint32_t first, count; /* of path: cells between the two, in order */
    float length;          /* cells, from node to node */
    float radius;          /* of the shape around it, mean */
} vvi_skeleton_branch;

typedef struct vvi_skeleton {
    const vvi_mask *mask;
    float *radius; /* [cells] how far the nearest cell outside is */
    uint8_t *bone; /* [cells] 1 on the skeleton */
    uint32_t node_count, branch_count;
    vvi_skeleton_node *nodes;
    vvi_skeleton_branch *branches;
    int32_t *path;
    int32_t deepest; /* the cell with the largest radius */
} vvi_skeleton;

/* Thinning (Zhang and Suen 1984) with branches dropped whose end hardly protrudes from the disc around their joint.
 * Everything lives in the arena; false without memory. */
bool vvi_skeleton_make(const vvi_mask *mask, vvi_arena *arena, vvi_skeleton *out);

static inline vv_vec2 vvi_mask_point(const vvi_mask *mask, int32_t cell)
{
    return (vv_vec2){(float)(mask->x + cell % mask->width) + 0.5f, (float)(mask->y + cell / mask->width) + 0.5f};
}

#endif
