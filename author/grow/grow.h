/* The door of author/grow: creatures as plans. A plan is read from a file, made out of a skeleton, or grown from a seed; from it come the
 * vv_creature that moves, the skeleton that other programs read, and a skin to look at. All pure. */
#ifndef VV_GROW_H
#define VV_GROW_H

#include "author/fit/fit.h"

#include <verve/creature.h>

/* A body of a plan: what a creature needs to know of it, and how thick its skin is. */
typedef struct vv_plan_body {
    char name[VV_CREATURE_NAME_BYTES];
    vv_creature_body body; /* name: NULL */
    vv_vec3 tip;           /* own frame: where its capsule ends; it begins at the origin */
    float radius[2];       /* metres, there; 0: nothing to see */
} vv_plan_body;

/* Colours: red in the lowest byte. */
typedef struct vv_plan_colors {
    uint32_t skin, back, belly, eyes;
} vv_plan_colors;

typedef struct vv_creature_plan {
    const vv_allocator *allocator;
    char name[VV_CREATURE_NAME_BYTES];
    uint32_t body_count;
    vv_plan_body *bodies; /* [body_count] parents before their children */
    uint32_t own_cap_count, deform_count;
    char (*own_caps)[VV_CREATURE_NAME_BYTES];
    char (*deforms)[VV_CREATURE_NAME_BYTES];
    vv_plan_colors colors;
} vv_creature_plan;
void vv_plan_destroy(vv_creature_plan *plan);

/* docs/format.md, "Creature files". Bodies may come in any order and name their parents; a cycle, a name that does not exist or comes
 * twice, and whatever vv_creature_create refuses, are refused with line and JSON path, naming the body. */
vv_result vv_plan_read(const char *text, size_t length, const char *file, const vv_allocator *allocator,
                       vv_creature_plan *out, vv_error *error);
/* The text, for vvi_release(allocator, text, length + 1, 1). */
vv_result vv_plan_write(const vv_creature_plan *plan, const vv_allocator *allocator, char **text, size_t *length,
                        vv_error *error);

/* A creature out of a skeleton at rest: caps guessed from names ("hand", "paw", "foot", "head", "jaw", "tail", "wing", "ear" … and those of
 * the usual rigs) and, where names say nothing, from shape: the spine is the chain that most hangs on, ends near the ground are feet,
 * other ends that come in pairs are graspers. It is turned and put on the ground so that it looks along +z; bounds come from the mesh where
 * there is one (figure may be NULL). */
typedef struct vv_plan_origin {
    /* A point p of the skeleton's frame lies at turned.place + turned.turn · (scale · p) of the creature's. The scale is 1 unless the file is
     * out of all proportion (higher than 10 m or lower than 5 cm). */
    vv_placement turned;
    float scale;
    /* Every joint is a body, but in another order: rigs keep feet apart from legs, for handles to pull at them, and here such a foot hangs on
     * the leg that ends nearest to it. joints[body_count]: body b is joint joints[b]. */
    const vv_allocator *allocator;
    uint32_t joint_count;
    uint32_t *joints;
} vv_plan_origin;
vv_result vv_plan_from_skeleton(const vv_skeleton *skeleton, const vv_manikin *figure, const vv_allocator *allocator,
                                vv_creature_plan *out, vv_plan_origin *origin, vv_error *error);
void vv_plan_origin_destroy(vv_plan_origin *origin);
/* The mesh that belongs to the skeleton, for the creature made out of it: at rest, in the creature's frame, its joints the bodies. */
vv_result vv_plan_figure(const vv_creature_plan *plan, const vv_plan_origin *origin, const vv_skeleton *skeleton,
                         const vv_manikin *figure, const vv_allocator *allocator, vv_manikin *out, vv_error *error);

/* Grown from a seed: 0–12 legs, 0–8 arms, 0–3 heads and tails, upright, prone and curved spines, symmetric or not. Everything else follows
 * from the seed, the same everywhere and for ever. */
vv_result vv_plan_grow(uint64_t seed, const vv_allocator *allocator, vv_creature_plan *out, vv_error *error);

vv_result vv_plan_creature(const vv_creature_plan *plan, const vv_allocator *allocator, vv_creature **out,
                           vv_error *error);
/* One joint a body, with the parents as given. */
vv_result vv_plan_skeleton(const vv_creature_plan *plan, const vv_allocator *allocator, vv_skeleton **out,
                           vv_error *error);
/* A pose of that skeleton from placements in any one frame: turns[body_count], moves[body_count]. */
void vv_plan_pose(const vv_creature_plan *plan, const vv_placement *placements, vv_quat *turns, vv_vec3 *moves);

/* Smoothly joined capsules in two colours and a belly, big eyes, simple feet: friendly, readable at 64 pixels. Its joints are the bodies. */
vv_result vv_plan_skin(const vv_creature_plan *plan, const vv_allocator *allocator, vv_manikin *out, vv_error *error);
/* transforms[body_count], for vv_skin3_apply, of placements. */
void vv_plan_globals(const vv_creature_plan *plan, const vv_placement *placements, vv_affine3 *globals);

#endif
