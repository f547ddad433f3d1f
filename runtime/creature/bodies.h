/* The layout of a vv_creature: the bodies and everything that is derived from them once, for the rest of this folder
 * to read.
 *
 * The tree is re-rooted at the root body: on the path from the first body of the def to the root, links are reversed.
 * The joint between two bodies stays where it was, so the joint of a body need not be the origin of its frame.
 * `parent` and `joint` below belong to the re-rooted tree; `def_parent`, which is vv_creature_body.parent, stays as
 * the def had it. */
#ifndef VVI_CREATURE_BODIES_H
#define VVI_CREATURE_BODIES_H

#include "creature.h"

#define CREATURE_MAGIC   0x52435656u /* "VVCR" */
#define CREATURE_VERSION 1u

#define CREATURE_SMALLEST 1e-3f /* metres: the smallest longest edge of a creature */

typedef struct stored_body {
    uint32_t parent;     /* in the re-rooted tree; VV_NONE: this is the root */
    uint32_t def_parent; /* in the def */
    uint32_t hip;        /* the spine body that its limb is attached to; a spine body is its own hip */
    /* the limb (sub-tree on the spine) that it belongs to; VV_NONE: it is a spine body */
    uint32_t limb;
    uint32_t first_child, next_sibling; /* in the re-rooted tree, in the bodies' order; VV_NONE: there is none */
    uint64_t caps;
    uint32_t deforms;
    /* of its centre at rest: 1 left, −1 right, 0 nearer to the sagittal plane than 2 % of the creature's size */
    int32_t side;
    vv_vec3 joint; /* with its parent, at rest, in the creature's frame */
    vv_vec3 place; /* the origin of its frame, at rest */
    vv_quat turn;
    vv_vec3 centre;      /* in its own frame */
    vv_vec3 rest_centre; /* its centre at rest, in the creature's frame */
    vv_vec3 low, high;   /* its bounds, in its own frame */
    /* the direction it faces at rest, horizontal, unit length: +z unless its mouths and eyes are clearly elsewhere */
    vv_vec3 facing;
    float length;      /* from its parent's joint to its own; 0 where the reversed link ends at the root */
    float limb_length; /* vv_creature_limb_length */
    float sole_height; /* height of its centre above its lowest point in its rest rotation; ≥ 0 */
    uint32_t name;     /* offset in `names` */
    uint32_t reserved; /* 0 */
} stored_body;

/* A sub-tree attached to the spine. */
typedef struct stored_limb {
    uint32_t first;        /* its body next to the spine */
    uint32_t hip;          /* the spine body that it is attached to */
    uint32_t start, count; /* its bodies in `order`, parents before children */
    uint32_t branches;     /* number of bodies with more than one child */
} stored_limb;

typedef struct stored_leg {
    vv_leg leg;
    uint32_t path, path_count; /* the range in `paths`: from the first body of the limb to the foot */
} stored_leg;

struct vv_creature {
    uint32_t magic, version;
    uint64_t byte_count;
    uint32_t body_count, root, spine_count, limb_count, leg_count, group_count, path_count;
    uint32_t own_cap_count, deform_count, name_bytes;
    uint32_t spine_root; /* index of the root in `spine` */
    uint32_t upright;    /* 0 or 1 */
    vv_vec3 low, high;
    float size; /* the longest edge of the bounds */
    uint32_t reserved;
    uint64_t bodies; /* stored_body[body_count] */
    /* uint32_t[body_count]: the spine first (the root, then towards the head, then towards the tail), then limb by
     * limb (those of the root first, then in that order of the spine), each body before its children and right after
     * its parent or the parent's other branches. */
    uint64_t order;
    /* uint32_t[spine_count] along the chain from its tail end to its head end. The head end is the one with more
     * mouths and eyes on its side of the root; else the one in front; else the upper one. */
    uint64_t spine;
    uint64_t limbs; /* limb[limb_count] */
    /* stored_leg[leg_count]: by group, within it from the hindmost hip to the foremost, left before right */
    uint64_t legs;
    uint64_t paths;        /* uint32_t[path_count] */
    uint64_t cap_names;    /* uint32_t[own_cap_count] offsets in `names` */
    uint64_t deform_names; /* uint32_t[deform_count] */
    uint64_t names;        /* char[name_bytes], each name ended by a zero byte */
};

#define CREATURE_SECTION(creature, type, section) ((const type *)((const char *)(creature) + (creature)->section))
static inline const stored_body *bodies_of(const vv_creature *c) { return CREATURE_SECTION(c, stored_body, bodies); }
static inline const uint32_t *order_of(const vv_creature *c) { return CREATURE_SECTION(c, uint32_t, order); }
static inline const uint32_t *spine_of(const vv_creature *c) { return CREATURE_SECTION(c, uint32_t, spine); }
static inline const stored_limb *limbs_of(const vv_creature *c) { return CREATURE_SECTION(c, stored_limb, limbs); }
static inline const stored_leg *legs_of(const vv_creature *c) { return CREATURE_SECTION(c, stored_leg, legs); }
static inline const uint32_t *paths_of(const vv_creature *c) { return CREATURE_SECTION(c, uint32_t, paths); }

/* ---- Creation and verification (create.c, verify.c) -------------------------------------------------------------- */

/* The header that belongs to these counts: magic, version and every offset. */
vv_creature vvi_creature_layout(const vv_creature *counts);

/* A rule that a body breaks, to be reported as "body NAME <what>". `what` is NULL if there is none. */
typedef struct creature_fault {
    const char *what;
    uint32_t body;
} creature_fault;

vv_result vvi_creature_check_counts(uint32_t bodies, uint32_t own_caps, uint32_t deforms, vv_error *error);
/* Checks one body by itself: its name, parent, numbers and bits. */
vv_result vvi_creature_check_body(const vv_creature_body *body, uint32_t index, uint32_t own_caps, uint32_t deforms,
                                  vv_result code, vv_error *error);
/* Checks names[count]; `what` says what they name, for the message. They must be well formed and unique, and a cap
 * must not have the name of a built-in cap. */
vv_result vvi_creature_check_names(const char *what, uint32_t count, const char *const *names, bool caps,
                                   vv_result code, vv_error *error);
/* Checks that the spine is one chain of at least one body; reads `def_parent` and `caps` only. *top is its first body
 * in the order of the bodies. */
creature_fault vvi_creature_check_spine(uint32_t count, const stored_body *bodies, uint32_t *top);

/* The bounding box of a body at rest, in the creature's frame. */
void vvi_body_box(const stored_body *body, vv_vec3 *low, vv_vec3 *high);
/* The bounding box of all of them. */
void vvi_creature_box(uint32_t count, const stored_body *bodies, vv_vec3 *low, vv_vec3 *high);

/* Derives everything that follows from the def. Each value is computed from the def and from values derived before
 * it. `write` stores it in the block; otherwise it is compared with what the block holds, so a block that passes is,
 * to the bit, the one that creation would have made. */
typedef struct derivation {
    vv_creature *creature;
    bool write;
    uint32_t body; /* the body whose value did not agree */
} derivation;
bool vvi_derive_bytes(derivation *d, uint32_t body, void *at, const void *value, size_t bytes);
bool vvi_derive_tree(derivation *d);
bool vvi_derive_legs(derivation *d);
/* Reduces reaches[2] of two legs of one limb to what both can reach at once, while both stand on these ankles[2].
 * `trunk` is the length from the hip to where they fork, hip its position; rigid[2] says which leg is a single bone
 * from the fork on. `share` > 0 limits the hip to that share of the result. One of the ankles may be replaced by
 * another point from which its leg's reach is then measured. */
void vvi_limit_shared_reach(float trunk, vv_vec3 hip, float share, const bool *rigid, vv_vec3 *ankles, float *reaches);

/* The next body after `body` in the sub-tree of `top`, parents before children; VV_NONE at its end. */
static inline uint32_t next_in_subtree(const stored_body *bodies, uint32_t body, uint32_t top)
{
    if (bodies[body].first_child != VV_NONE)
        return bodies[body].first_child;
    while (body != top && bodies[body].next_sibling == VV_NONE)
        body = bodies[body].parent;
    return body == top ? VV_NONE : bodies[body].next_sibling;
}
/* The joint of a reversed link is at the origin of the body at its other end. */
static inline vv_vec3 joint_of(const stored_body *bodies, uint32_t b)
{
    uint32_t parent = bodies[b].parent;
    return parent == VV_NONE || bodies[b].def_parent == parent ? bodies[b].place : bodies[parent].place;
}
/* Reflection across the sagittal plane: M·p, and M·R·M. */
static inline vv_vec3 mirror_position(vv_vec3 p) { return (vv_vec3){-p.x, p.y, p.z}; }
static inline vv_quat mirror_rotation(vv_quat q) { return (vv_quat){q.x, -q.y, -q.z, q.w}; }
static inline bool is_spine(const stored_body *body) { return (body->caps & VV_CAP_BIT(VV_CAP_SPINE)) != 0; }

#endif
