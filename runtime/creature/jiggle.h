/* Secondary motion (4.4): what no goal holds swings behind what carries it. */
#ifndef VVI_CREATURE_JIGGLE_H
#define VVI_CREATURE_JIGGLE_H

#include "bodies.h"

#define JIGGLE_DAMPING 0.55f /* damping ratio: one overshoot, then rest */
/* Ω/ω: the motion that drives a spring passes a critically damped low-pass filter with this multiple of its
 * frequency */
#define JIGGLE_FILTER 2.0f

/* The state of the secondary motion of a creature; one block of vvi_jiggle_bytes bytes. */
typedef struct vvi_jiggle vvi_jiggle;
size_t vvi_jiggle_bytes(const vv_creature *creature);
void vvi_jiggle_prepare(vvi_jiggle *jiggle, const vv_creature *creature);
/* The frequency of a body in Hz; 0: it does not swing. */
float vvi_jiggle_frequency(const vvi_jiggle *jiggle, uint32_t body);
/* Brings everything to rest, as after a teleport. */
void vvi_jiggle_reset(vvi_jiggle *jiggle);
/* Before a step: a goal holds a body and everything that carries it. `swing_share` (0…1) is how much they still
 * swing, `lift_share` how much they are lifted out of the ground. Bodies that are held fully, and what they are
 * attached to, keep their bits. */
void vvi_jiggle_hold(vvi_jiggle *jiggle, uint32_t body, float swing_share, float lift_share);
/* Bends sub-trees passively. posed[body_count] is the pose without secondary motion, in the world;
 * placements[body_count] is the same on entry and is bent. amount 0…2, dt seconds. The result does not depend on the
 * frame rate. */
void vvi_jiggle_step(vvi_jiggle *jiggle, float amount, float dt, const vv_transform3 *posed, vv_transform3 *placements);
/* After a step: what is free and would be inside the terrain is lifted out, away from `centre`. */
void vvi_jiggle_lift(vvi_jiggle *jiggle, const vv_terrain *terrain, vv_vec3 centre, vv_transform3 *placements);

/* The rotation about a joint that raises its far end, at `arm` from the joint, by `lift`; outwards where the
 * direction is undefined. */
vv_quat vvi_deflect(vv_vec3 arm, float lift, vv_vec3 outward);

#endif
