/* The analysis of a skeleton that becomes a creature: the words in its joints' names, its orientation, its new tree
 * and the caps of its ends. Private to author/grow. */
#ifndef VVI_GROW_RIG_H
#define VVI_GROW_RIG_H

#include "author/grow/grow.h"
#include "runtime/base/base.h"

/* The meaning of the words in a name. */
typedef enum rig_word {
    RIG_CONTROL = 1 << 0, /* not a part of the body: poles, targets, handles */
    RIG_END = 1 << 1,     /* the end of its parent's bone, not a joint itself */
    RIG_ROOT = 1 << 2,    /* the parent of everything, not a part of the body */
    RIG_BODY = 1 << 3,
    RIG_SPINE = 1 << 4,
    RIG_NECK = 1 << 5,
    RIG_HEAD = 1 << 6,
    RIG_LEG = 1 << 7,
    RIG_FOOT = 1 << 8,
    RIG_TOE = 1 << 9,
    RIG_ARM = 1 << 10,
    RIG_HAND = 1 << 11,
    RIG_FINGER = 1 << 12,
    RIG_MOUTH = 1 << 13,
    RIG_NOSE = 1 << 14,
    RIG_EYE = 1 << 15,
    RIG_EAR = 1 << 16,
    RIG_TAIL = 1 << 17,
    RIG_WING = 1 << 18,
    RIG_FIN = 1 << 19,
    RIG_SPIKE = 1 << 20,
    RIG_LEFT = 1 << 21,
    RIG_RIGHT = 1 << 22,
} rig_word;
/* A child of the spine with any of these words is a limb. */
#define RIG_LIMB                                                                                                       \
    (RIG_LEG | RIG_FOOT | RIG_TOE | RIG_ARM | RIG_HAND | RIG_FINGER | RIG_TAIL | RIG_WING | RIG_FIN | RIG_EAR | RIG_EYE)

typedef struct rig {
    uint32_t count;
    const vv_skeleton *skeleton;
    uint32_t *words;         /* [count] rig_word */
    uint32_t *given;         /* [count] parents of the skeleton */
    uint32_t *parent;        /* [count] parents in the new tree; VV_NONE for its root */
    vv_vec3 *at;             /* [count] positions at rest: the skeleton's frame, then (vvi_rig_orient) the creature's */
    float *mass;             /* [count] number of vertices that follow it most; all 0 without a mesh */
    vv_vec3 *lowest, *crest; /* [count] bounds of those vertices, or the joint itself; in the frame of `at` */
    bool *spine;             /* [count] whether the joint is part of the spine */
    uint32_t spine_base;     /* the spine's end at the tail */
    uint32_t head;           /* its other end */
    uint64_t *caps;          /* [count] */
    float height;            /* metres */
    bool meshed;
    vv_transform3 turned;
    float scale;
} rig;

/* The words of a name, as rig_word bits (rig_words.c). */
uint32_t vvi_rig_parse_name(const char *name);
/* Counts the words that two names share, except single letters. */
uint32_t vvi_rig_count_shared_words(const char *a, const char *b);

/* Skins the mesh to the skeleton at rest, because files may be bound in another pose. vertices[vertex_count]; normals
 * may be NULL (from_skeleton.c). */
bool vvi_rig_mesh_at_rest(const vv_skeleton *skeleton, const vv_manikin *figure, vvi_arena *arena, vv_vec3 *vertices,
                          vv_vec3 *normals);
/* Collects words, parents, positions and bounds of the joints. vertices[vertex_count]: the mesh at rest
 * (rig_shape.c). */
bool vvi_rig_analyse(rig *r, const vv_skeleton *skeleton, const vv_manikin *figure, const vv_vec3 *vertices,
                     vvi_arena *arena);
/* Turns the rig upright and facing +z, scales it to a sensible size and puts it on the ground. */
void vvi_rig_orient(rig *r);
bool vvi_rig_is_body(const rig *r, uint32_t joint); /* neither a control nor an end */
/* Finds the spine and attaches everything else to it (rig_tree.c). */
void vvi_rig_build_tree(rig *r);
/* Assigns the caps (rig_caps.c). head, fin: bits of the creature's own caps. */
void vvi_rig_find_caps(rig *r, uint64_t head, uint64_t fin);
/* Fills a body's bounds, centre, tip and radii (rig_shape.c). */
void vvi_rig_shape_body(const rig *r, uint32_t joint, vv_plan_body *out);

#endif
