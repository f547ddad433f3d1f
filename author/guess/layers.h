/* How the layers of a drawing belong together, from where they overlap and what they are called. */
#ifndef VVI_GUESS_LAYERS_H
#define VVI_GUESS_LAYERS_H

#include "guess_work.h"

/* What a layer is, by its name. */
typedef enum vvi_part {
    VVI_PART_OTHER, /* the name says nothing */
    VVI_PART_TRUNK,
    VVI_PART_NECK,
    VVI_PART_HEAD,
    VVI_PART_JAW,
    VVI_PART_FACE, /* eyes, mouths: what lies on a head */
    VVI_PART_HAIR, /* and hats */
    VVI_PART_EAR,
    VVI_PART_ARM,
    VVI_PART_HAND,
    VVI_PART_LEG,
    VVI_PART_FOOT,
    VVI_PART_TAIL,
    VVI_PART_WING, /* and fins */
    VVI_PARTS
} vvi_part;

typedef struct vvi_words {
    vvi_part kind;
    bool upper, lower;
    uint32_t sides; /* one bit for each word of a side: left, right, near, far, front, back */
} vvi_words;

typedef enum vvi_relation {
    VVI_UNKNOWN, /* names do not say */
    VVI_RELATED, /* such as a hand and the arm of its side */
    VVI_APART,   /* such as a hand and a tail, or two legs */
} vvi_relation;

typedef struct vvi_overlap {
    uint32_t a, b;
    uint32_t area;
    vv_vec2 at; /* its cell nearest to its centroid */
    vvi_relation relation;
    float score;
    bool in_tree;
} vvi_overlap;

typedef struct vvi_layout {
    vvi_guess *g;
    uint32_t overlap_count;
    vvi_overlap *overlaps;
    uint32_t *host;   /* [layer_count] the layer that it lies within; VV_NONE */
    uint32_t *group;  /* [layer_count] connected component */
    uint32_t *degree; /* [layer_count] number of joints in the tree */
    vvi_words *words; /* [layer_count] */
    uint32_t root;
} vvi_layout;

/* Reads a name such as "arm-left-upper", "upperArm.L" or "shoe_back" (layer_names.c). */
vvi_words vvi_name_read(const char *name);
vvi_relation vvi_name_relation(const vvi_words *a, const vvi_words *b);
/* Whether a name was made by a program: "layer-3", "path12". */
bool vvi_name_is_automatic(const char *name);

/* False if there is no memory. */
bool vvi_layout_create(vvi_guess *g, vvi_layout *out);
vv_vec2 vvi_mask_middle(const vvi_mask *m);

#endif
