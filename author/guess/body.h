/* What body.c (which kind of creature a shape is) and body_limbs.c (its limbs) share. */
#ifndef VVI_GUESS_BODY_H
#define VVI_GUESS_BODY_H

#include "bones.h"

#define VVI_MOST_LEAVES 48u

/* An end of the shape. */
typedef struct vvi_leaf {
    uint32_t node, joint; /* the joint at which it leaves */
    vvi_midline curve;    /* from the joint to its tip */
    vv_vec2 tip;
    float thickness; /* the largest radius of its outer part */
    bool stands;     /* reaches the ground, downwards */
} vvi_leaf;

typedef struct vvi_shape {
    vvi_bones *b;
    vvi_tree tree;
    const vvi_mask *mask;
    uint32_t layer; /* that its bones move, or VV_NONE: all */
    uint32_t leaf_count;
    vvi_leaf leaves[VVI_MOST_LEAVES];
    uint32_t legs;      /* how many stand */
    uint32_t head;      /* leaf: the head, or one at it; VV_NONE */
    bool head_is_joint; /* ears leave where the head is */
    bool headless;      /* no end of the shape is its head */
    bool lies;          /* on legs at both ends of its trunk */
    bool has_rump;      /* the spine begins above the back feet, which are on one side of `split` */
    vv_vec2 rump;
    float split;
    uint32_t hip, end;           /* nodes: where the spine begins, and where it ends */
    vvi_midline spine;           /* from the hip to the tip of the head */
    uint32_t root, chest, skull; /* bones */
    float chest_at;              /* share of the spine where the trunk ends */
} vvi_shape;

/* Which leaf is the head, or at it (body_spine.c). */
void vvi_find_head(vvi_shape *s);
/* Where the spine ends and begins; roots the tree there. */
void vvi_find_hips(vvi_shape *s);
/* Adds hips, spine, chest, neck and head. */
void vvi_add_axis(vvi_shape *s);
/* Adds the limbs that leave the spine. */
void vvi_add_limbs(vvi_shape *s);
/* Adds limbs around a hub: spiders, octopuses. */
void vvi_add_radial(vvi_shape *s);

#endif
