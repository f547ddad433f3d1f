/* A skeleton on its way to a creature: what its joints' names say, how it stands, how it is hung anew, what its ends can do. Private to
 * author/grow. */
#ifndef VVI_GROW_RIG_H
#define VVI_GROW_RIG_H

#include "author/grow/grow.h"
#include "runtime/base/base.h"

/* What the words of a name tell. */
typedef enum rig_word {
    RIG_CONTROL = 1 << 0, /* not a part of the body: poles, targets, handles */
    RIG_END = 1 << 1,     /* of the joint before it, no joint itself */
    RIG_ROOT = 1 << 2,    /* carries everything, is nothing */
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
/* Any of them makes a limb of what hangs on the spine. */
#define RIG_LIMB                                                                                                       \
    (RIG_LEG | RIG_FOOT | RIG_TOE | RIG_ARM | RIG_HAND | RIG_FINGER | RIG_TAIL | RIG_WING | RIG_FIN | RIG_EAR | RIG_EYE)

typedef struct rig {
    uint32_t count;
    const vv_skeleton *skeleton;
    uint32_t *words;         /* [count] rig_word */
    uint32_t *given;         /* [count] parents of the skeleton */
    uint32_t *parent;        /* [count] as hung anew; VV_NONE for one */
    vv_vec3 *at;             /* [count] places at rest: the skeleton's frame, then (vvi_rig_stand) the creature's */
    float *mass;             /* [count] how many vertices follow it most; all 0 without a mesh */
    vv_vec3 *lowest, *crest; /* [count] bounds of those vertices, or the joint itself; in the frame of `at` */
    bool *spine;             /* [count] */
    uint32_t spine_base;     /* its end where the tail is */
    uint32_t head;           /* its other end */
    uint64_t *caps;          /* [count] */
    float height;            /* metres */
    bool meshed;
    vv_placement turned;
    float scale;
} rig;

/* Words of a name (rig_words.c). */
uint32_t vvi_rig_words(const char *name);
/* How much two names have in common: words that are in both, those of sides apart. */
uint32_t vvi_rig_likeness(const char *a, const char *b);

/* The mesh as the skeleton at rest moves it: files may be bound in another pose. vertices[vertex_count]; normals may be NULL
 * (from_skeleton.c). */
bool vvi_rig_mesh_at_rest(const vv_skeleton *skeleton, const vv_manikin *figure, vvi_arena *arena, vv_vec3 *vertices,
                          vv_vec3 *normals);
/* Takes the skeleton and the mesh at rest apart. vertices[vertex_count] are the mesh's at rest (rig_shape.c). */
bool vvi_rig_take(rig *r, const vv_skeleton *skeleton, const vv_manikin *figure, const vv_vec3 *vertices,
                  vvi_arena *arena);
/* Turns it so that it stands upright and looks along +z, brings it to a sensible size, puts it on the ground. */
void vvi_rig_stand(rig *r);
bool vvi_rig_is_body(const rig *r, uint32_t joint); /* not a handle, nor an end */
/* Finds the spine and hangs everything on it (rig_tree.c). */
void vvi_rig_hang(rig *r);
/* Which bodies can do what (rig_caps.c). fin, head: bits of the caps of its own. */
void vvi_rig_find_caps(rig *r, uint64_t head, uint64_t fin);
/* Fills the body: bounds, centre, tip, radii (rig_shape.c). */
void vvi_rig_shape_body(const rig *r, uint32_t joint, vv_plan_body *out);

#endif
