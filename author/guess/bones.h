/* Guesses of skeletons: what bones.c, limbs.c, body.c, midline.c, tree.c and bones_layers.c share. Lengths are in
 * lattice cells. */
#ifndef VVI_GUESS_BONES_H
#define VVI_GUESS_BONES_H

#include "guess_work.h"

/* A limb as a curve from where it leaves the body to its tip, sampled evenly. */
#define VVI_LIMB_POINTS 33u
typedef struct vvi_midline {
    vv_vec2 at[VVI_LIMB_POINTS];
    float radius[VVI_LIMB_POINTS]; /* of the shape around it */
    float length;
} vvi_midline;

typedef enum vvi_role {
    VVI_ROLE_ARM,      /* two bones and a hand */
    VVI_ROLE_LEG,      /* two bones and a foot, if it has one */
    VVI_ROLE_CHAIN,    /* as many bones as it is long: tails, necks */
    VVI_ROLE_TENTACLE, /* the same, of up to three bones */
    VVI_ROLE_BONE,     /* one: heads, hands, feet */
    VVI_ROLE_FLAP,     /* one bone, two if it is long: ears, fins, wings */
} vvi_role;

typedef enum vvi_hinge { VVI_HINGE_NONE, VVI_HINGE_KNEE, VVI_HINGE_ELBOW } vvi_hinge;

typedef struct vvi_limb {
    vvi_midline curve;
    vvi_role role;
    char stem[VV_PROJECT_NAME_BYTES]; /* "arm" */
    char side[16];                    /* "left", "front-left", "" */
    uint32_t parent;                  /* bone, or VV_NONE */
    uint32_t layer;                   /* that it moves, or VV_NONE: all */
    const vvi_mask *mask;             /* the shape that it is in */
    float end;      /* share of its length where its hand or foot begins; 1: it has none; 0: find it */
    uint32_t links; /* at most so many bones in a row; 0: as many as it is long */
    bool has_end;   /* its hand or foot is another layer */
    bool is_front;  /* a front leg: its joint bends like an elbow */
} vvi_limb;

typedef struct vvi_bone_item {
    char name[VV_PROJECT_NAME_BYTES];
    vv_vec2 from, to;
    uint32_t parent; /* comes before it; VV_NONE */
    uint32_t layers[VV_PROJECT_MAX_LAYERS / 32];
    bool every_layer;
    vvi_hinge hinge; /* which way its beginning bends */
    bool is_foot;
    int32_t bend;
} vvi_bone_item;

typedef struct vvi_bones {
    vvi_guess *g;
    uint32_t count;
    vvi_bone_item items[VV_RIG_MAX_HANDLES];
} vvi_bones;

/* ---- Curves (midline.c) ------------------------------------------------------------------------------------------ */

bool vvi_mask_covers(const vvi_mask *mask, vv_vec2 p);
/* Of a polyline points[count], with the radii of an axis around it. */
vvi_midline vvi_midline_sample(const vvi_axis *axis, const vv_vec2 *points, uint32_t count);
vv_vec2 vvi_midline_at(const vvi_midline *curve, float share);
float vvi_midline_radius(const vvi_midline *curve, float share);
/* The part between two shares of its length. */
vvi_midline vvi_midline_part(const vvi_midline *curve, float from, float to);
/* The median radius of its outer half. */
float vvi_midline_width(const vvi_midline *curve);
/* Where it bends most between two shares: the share, and by how much it bends there, radians. */
float vvi_midline_bend(const vvi_midline *curve, float from, float to, float *angle);
/* The share between two others where the shape around it is thinnest. */
float vvi_midline_thinnest(const vvi_midline *curve, float from, float to);
/* The share of its length that is nearest to a point. */
float vvi_midline_nearest(const vvi_midline *curve, vv_vec2 p);
/* The last point inside the mask on the way from a point in a direction. */
vv_vec2 vvi_mask_extent(const vvi_mask *mask, vv_vec2 from, vv_vec2 direction);

/* ---- Trees (tree.c) ---------------------------------------------------------------------------------------------- */

/* The medial axis as a tree: loops are cut where they are thinnest, twigs that hardly protrude are removed. */
typedef struct vvi_tree {
    const vvi_axis *axis;
    uint32_t *edge_count; /* [node_count] branches of the tree that meet there, twigs left out */
    bool *in_tree;        /* [branch_count] */
    bool *in_main;        /* [node_count] of the largest piece */
    uint32_t *parent;     /* [node_count] after vvi_tree_root; VV_NONE: the root */
    uint32_t *via;        /* [node_count] the branch to it */
    uint32_t *order;      /* [node_count] parents before children */
    uint32_t order_count;
    vv_vec2 *points; /* scratch for vvi_tree_curve */
} vvi_tree;

/* Opens long loops of the axis. */
bool vvi_tree_create(vvi_axis *axis, float side, vvi_arena *arena, vvi_tree *out);
void vvi_tree_root(vvi_tree *tree, uint32_t node);
vv_vec2 vvi_tree_point(const vvi_tree *tree, uint32_t node);
float vvi_tree_radius(const vvi_tree *tree, uint32_t node);
bool vvi_tree_is_leaf(const vvi_tree *tree, uint32_t node);
bool vvi_tree_is_below(const vvi_tree *tree, uint32_t node, uint32_t above);
/* From `above` down to a node; that of a leaf goes on to the outline. */
vvi_midline vvi_tree_curve(vvi_tree *tree, uint32_t above, uint32_t node);

/* ---- Bones (bones.c, limbs.c) ------------------------------------------------------------------------------------ */

/* Adds a bone; its index, VV_NONE if there are too many or it has no length. `layer` VV_NONE: every layer. */
uint32_t vvi_bone_add(vvi_bones *b, const char *name, vv_vec2 from, vv_vec2 to, uint32_t parent, uint32_t layer);
/* Adds a curve as `count` bones with these names; the index of the last. */
uint32_t vvi_bones_along(vvi_bones *b, const vvi_midline *curve, uint32_t count, const char *const *names,
                         const float *shares, uint32_t parent, uint32_t layer);
/* The share of an arm's or leg's length where its hand or foot begins; 1: it has none. */
float vvi_limb_end(const vvi_limb *limb);
/* How many bones a chain, a tentacle or a flap becomes. */
uint32_t vvi_limb_links(const vvi_limb *limb);
/* Adds a limb: the index of its first bone. */
uint32_t vvi_limb_add(vvi_bones *b, const vvi_limb *limb);
/* Adds what carries the rest: hips, spine and chest along a curve; first and last are their indices. */
void vvi_trunk_add(vvi_bones *b, const vvi_midline *curve, uint32_t layer, uint32_t *first, uint32_t *last);

/* The bones of one shape (body.c), which move `layer`, or all if it is VV_NONE; and of many layers (bones_layers.c).
 * False if there is no memory. */
bool vvi_bones_of_shape(vvi_bones *b, const vvi_mask *mask, vvi_axis *axis, uint32_t layer);
bool vvi_bones_of_layers(vvi_bones *b);
/* All bones of a drawing; NULL if there is no memory. */
vvi_bones *vvi_bones_guess(vvi_guess *g);

#endif
