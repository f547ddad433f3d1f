/* The layout of a vv_creature: what is found out about the bodies once, for everything else in this room to read.
 *
 * The tree is hung on the root: on the way from the body given first to the root the links are turned round, and the joint between
 * two bodies stays where it was, so a body's joint need not be the origin of its frame. `parent` and `joint` below are those of the tree
 * as hung; vv_creature_body.parent stays as given. */
#ifndef VVI_CREATURE_BODIES_H
#define VVI_CREATURE_BODIES_H

#include "creature.h"

#define CREATURE_MAGIC   0x52435656u /* "VVCR" */
#define CREATURE_VERSION 1u

#define CREATURE_SMALLEST 1e-3f /* metres, of its longest edge */

typedef struct hung_body {
    uint32_t parent;                    /* as hung; VV_NONE: the root */
    uint32_t given;                     /* parent as given */
    uint32_t hip;                       /* the body of the spine that its limb hangs on; of a spine's body itself */
    uint32_t limb;                      /* which limb (sub-tree on the spine) it is of; VV_NONE: of the spine */
    uint32_t first_child, next_sibling; /* as hung, in the bodies' order; VV_NONE */
    uint64_t caps;
    uint32_t deforms;
    int32_t side;  /* of its centre at rest: 1 left, −1 right; 0 within 2 % of the creature's size of the plane */
    vv_vec3 joint; /* with its parent, at rest, creature's frame */
    vv_vec3 place; /* the origin of its frame at rest */
    vv_quat turn;
    vv_vec3 centre;    /* own frame */
    vv_vec3 middle;    /* its centre at rest, creature's frame */
    vv_vec3 low, high; /* own frame */
    vv_vec3 facing; /* where it looks at rest, level, unit: +z unless the mouths and eyes on it are clearly elsewhere */
    float length;   /* from its parent's joint to its own; 0 beside the root where that link was turned round */
    float limb_length; /* vv_creature_limb_length */
    float sole;        /* height of its centre above its lowest point, as it is turned at rest; ≥ 0 */
    uint32_t name;     /* offset among the names */
    uint32_t reserved; /* 0 */
} hung_body;

/* A sub-tree that hangs on the spine. */
typedef struct limb {
    uint32_t first;        /* its body on the spine */
    uint32_t hip;          /* the spine's */
    uint32_t start, count; /* its bodies in `order`, root outwards */
    uint32_t branches;     /* bodies with more than one child */
} limb;

typedef struct stored_leg {
    vv_leg leg;
    uint32_t path, path_count; /* in `paths`: from the limb's first body to the foot */
} stored_leg;

struct vv_creature {
    uint32_t magic, version;
    uint64_t byte_count;
    uint32_t body_count, root, spine_count, limb_count, leg_count, group_count, path_count;
    uint32_t own_cap_count, deform_count, name_bytes;
    uint32_t spine_root; /* where the root is in `spine` */
    uint32_t upright;    /* 0 or 1 */
    vv_vec3 low, high;
    float size; /* the longest edge of the bounds */
    uint32_t reserved;
    uint64_t bodies; /* hung_body[body_count] */
    /* uint32_t[body_count]: the spine first (the root, then headwards, then tailwards), then limb by limb (from the root's on, in
     * that order of the spine), each body before its children and right after its parent or the parent's other branches. */
    uint64_t order;
    /* uint32_t[spine_count] along the chain: from its tail end to its head end (the head end is that with more mouths and eyes on its
     * side of the root; else the one in front, else the upper). */
    uint64_t spine;
    uint64_t limbs; /* limb[limb_count] */
    uint64_t legs; /* stored_leg[leg_count]: by group, in it from the hindmost hip to the foremost, left before right */
    uint64_t paths;        /* uint32_t[path_count] */
    uint64_t cap_names;    /* uint32_t[own_cap_count] offsets among the names */
    uint64_t deform_names; /* uint32_t[deform_count] */
    uint64_t names;        /* char[name_bytes], each ended by a zero */
};

#define CREATURE_SECTION(creature, type, section) ((const type *)((const char *)(creature) + (creature)->section))
static inline const hung_body *bodies_of(const vv_creature *c) { return CREATURE_SECTION(c, hung_body, bodies); }
static inline const uint32_t *order_of(const vv_creature *c) { return CREATURE_SECTION(c, uint32_t, order); }
static inline const uint32_t *spine_of(const vv_creature *c) { return CREATURE_SECTION(c, uint32_t, spine); }
static inline const limb *limbs_of(const vv_creature *c) { return CREATURE_SECTION(c, limb, limbs); }
static inline const stored_leg *legs_of(const vv_creature *c) { return CREATURE_SECTION(c, stored_leg, legs); }
static inline const uint32_t *paths_of(const vv_creature *c) { return CREATURE_SECTION(c, uint32_t, paths); }

/* ---- Making and checking (create.c, verify.c) ------------------------------------------------------------------------------- */

/* Every offset, the magic and the version, from the counts. */
vv_creature vvi_creature_layout(const vv_creature *counts);

/* What is wrong with a body: "body NAME <what>". `what` NULL: nothing. */
typedef struct creature_fault {
    const char *what;
    uint32_t body;
} creature_fault;

vv_result vvi_creature_check_counts(uint32_t bodies, uint32_t own_caps, uint32_t deforms, vv_error *error);
/* One body by itself: name, parent, numbers, bits. */
vv_result vvi_creature_check_body(const vv_creature_body *body, uint32_t index, uint32_t own_caps, uint32_t deforms,
                                  vv_result code, vv_error *error);
/* names[count] of `what`: sound, and none twice nor, for caps, one that every creature knows. */
vv_result vvi_creature_check_names(const char *what, uint32_t count, const char *const *names, bool caps,
                                   vv_result code, vv_error *error);
/* The spine is one chain of at least one body (asks `given` and `caps`); its first body in the order of the bodies comes out. */
creature_fault vvi_creature_check_spine(uint32_t count, const hung_body *bodies, uint32_t *top);

/* The box around a body at rest, in the creature's frame. */
void vvi_body_box(const hung_body *body, vv_vec3 *low, vv_vec3 *high);
/* Around all of them. */
void vvi_creature_box(uint32_t count, const hung_body *bodies, vv_vec3 *low, vv_vec3 *high);

/* What follows from what was given. Each thing is found from the given ones and from what was found before; `write` stores it in the
 * block, otherwise it is compared with what the block holds, so that what passes is, to the bit, what would have been made. */
typedef struct derivation {
    vv_creature *creature;
    bool write;
    uint32_t body; /* where it did not agree */
} derivation;
bool vvi_derive_put(derivation *d, uint32_t body, void *at, const void *value, size_t bytes);
bool vvi_derive_tree(derivation *d);
bool vvi_derive_legs(derivation *d);
/* Two legs of one limb that part `trunk` from the hip, each with how far it reaches alone and whether it is a single bone from there on: what
 * they reach while both stand on these ankles, with the hip about there. Of one it may be from another point than its ankle. */
void vvi_legs_together(float trunk, vv_vec3 hip, float share, const bool *rigid, vv_vec3 *ankles, float *reaches);

/* The next body after `body` in the sub-tree of `top`, parents before children; VV_NONE at its end. */
static inline uint32_t next_in_subtree(const hung_body *bodies, uint32_t body, uint32_t top)
{
    if (bodies[body].first_child != VV_NONE)
        return bodies[body].first_child;
    while (body != top && bodies[body].next_sibling == VV_NONE)
        body = bodies[body].parent;
    return body == top ? VV_NONE : bodies[body].next_sibling;
}
/* The joint of a link that was turned round is where its other end had it. */
static inline vv_vec3 joint_of(const hung_body *bodies, uint32_t b)
{
    uint32_t parent = bodies[b].parent;
    return parent == VV_NONE || bodies[b].given == parent ? bodies[b].place : bodies[parent].place;
}
/* Across the sagittal plane: M·p, and M·R·M. */
static inline vv_vec3 mirror_place(vv_vec3 p) { return (vv_vec3){-p.x, p.y, p.z}; }
static inline vv_quat mirror_turn(vv_quat q) { return (vv_quat){q.x, -q.y, -q.z, q.w}; }
static inline bool is_spine(const hung_body *body) { return (body->caps & VV_CAP_BIT(VV_CAP_SPINE)) != 0; }

#endif
