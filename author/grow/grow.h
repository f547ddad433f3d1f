/* Creatures as plans (pure). A plan is read from a file, made from a skeleton, or generated from a seed; it becomes the
 * vv_creature that moves, the skeleton that other programs read, and a skin to display. */
#ifndef VV_GROW_H
#define VV_GROW_H

#include "author/fit/fit.h"

#include <verve/creature.h>

/* A body of a plan: its part of the creature, and the capsule that its skin is made from. */
typedef struct vv_plan_body {
    char name[VV_CREATURE_NAME_BYTES];
    vv_creature_body body; /* name: NULL */
    vv_vec3 tip;           /* body frame: the end of its capsule, which begins at the origin */
    float radius[2];       /* metres, at the origin and at the tip; 0: invisible */
} vv_plan_body;

/* Colours have red in the lowest byte. */
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

/* Reads a creature file (docs/format.md, "Creature files"). Bodies name their parents and may come in any order.
 * Cycles, unknown or duplicate names, and whatever vv_creature_create refuses, are reported with line, JSON path and
 * the body's name. */
vv_result vv_plan_read(const char *text, size_t length, const char *file, const vv_allocator *allocator,
                       vv_creature_plan *out, vv_error *error);
/* Writes a creature file; the caller frees it with vvi_release(allocator, text, length + 1, 1). */
vv_result vv_plan_write(const vv_creature_plan *plan, const vv_allocator *allocator, char **text, size_t *length,
                        vv_error *error);

/* How a plan relates to the skeleton that it was made from. */
typedef struct vv_plan_origin {
    /* A point p of the skeleton's frame is at turned.place + turned.turn · (scale · p) of the creature's frame. The
     * scale is 1 unless the skeleton is higher than 10 m or lower than 5 cm. */
    vv_transform3 turned;
    float scale;
    /* Every joint is a body, but in another order: rigs keep feet apart from legs, so that IK handles can pull them;
     * here such a foot becomes a child of the leg that ends nearest to it. joints[body_count]: body b is joint
     * joints[b]. */
    const vv_allocator *allocator;
    uint32_t joint_count;
    uint32_t *joints;
} vv_plan_origin;
/* Makes a creature from a skeleton at rest. Caps are guessed from names ("hand", "paw", "foot", "head", "jaw",
 * "tail", "wing", "ear" … and those of the usual rigs) and, where names say nothing, from the shape: the spine is the
 * chain that carries most, ends near the ground are feet, other ends that come in pairs are graspers. The creature is
 * turned to face +z and put on the ground. Bounds come from the mesh if there is one (figure may be NULL). */
vv_result vv_plan_from_skeleton(const vv_skeleton *skeleton, const vv_manikin *figure, const vv_allocator *allocator,
                                vv_creature_plan *out, vv_plan_origin *origin, vv_error *error);
void vv_plan_origin_destroy(vv_plan_origin *origin);
/* Converts the skeleton's mesh for the creature made from it: at rest, in the creature's frame, with bodies as
 * joints. */
vv_result vv_plan_figure(const vv_creature_plan *plan, const vv_plan_origin *origin, const vv_skeleton *skeleton,
                         const vv_manikin *figure, const vv_allocator *allocator, vv_manikin *out, vv_error *error);

/* Generates a creature from a seed: 0–12 legs, 0–8 arms, 0–3 heads and tails, an upright, prone or curved spine,
 * symmetric or not. The result depends on the seed alone, and is the same on every machine and in every version. */
vv_result vv_plan_grow(uint64_t seed, const vv_allocator *allocator, vv_creature_plan *out, vv_error *error);

vv_result vv_plan_creature(const vv_creature_plan *plan, const vv_allocator *allocator, vv_creature **out,
                           vv_error *error);
/* Makes a skeleton with one joint per body and the same parents. */
vv_result vv_plan_skeleton(const vv_creature_plan *plan, const vv_allocator *allocator, vv_skeleton **out,
                           vv_error *error);
/* Computes a pose of that skeleton, turns[body_count] and moves[body_count], from placements in any common frame. */
void vv_plan_pose(const vv_creature_plan *plan, const vv_transform3 *placements, vv_quat *turns, vv_vec3 *moves);

/* Makes a skin of smoothly blended capsules with a coloured back and belly, big eyes and simple feet: friendly, and
 * readable at 64 pixels. Its joints are the bodies. */
vv_result vv_plan_skin(const vv_creature_plan *plan, const vv_allocator *allocator, vv_manikin *out, vv_error *error);
/* Converts placements to globals[body_count] for vv_skin3_apply. */
void vv_plan_globals(const vv_creature_plan *plan, const vv_transform3 *placements, vv_affine3 *globals);

#endif
