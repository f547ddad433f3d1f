/* Secondary motion (4.4): what no goal holds swings behind what carries it. */
#ifndef VVI_CREATURE_JIGGLE_H
#define VVI_CREATURE_JIGGLE_H

#include "bodies.h"

#define JIGGLE_DAMPING 0.55f /* of critical: one swing over, and still */
#define JIGGLE_FILTER                                                                                                  \
    2.0f /* Ω/ω: what drives a spring passes a critically damped low-pass of so many times its frequency */

/* Its state; one block, `vvi_jiggle_bytes` long. */
typedef struct vvi_jiggle vvi_jiggle;
size_t vvi_jiggle_bytes(const vv_creature *creature);
void vvi_jiggle_prepare(vvi_jiggle *jiggle, const vv_creature *creature);
/* Hz that a body swings with; 0: it does not. */
float vvi_jiggle_frequency(const vvi_jiggle *jiggle, uint32_t body);
/* At rest: after a jump. */
void vvi_jiggle_reset(vvi_jiggle *jiggle);
/* Before a step: a body is held by a goal, with all that carries it; `left` (0…1) is how freely they still swing,
 * `loose` how freely they are lifted out of the ground. Those fully held and what they hang on keep their bits. */
void vvi_jiggle_hold(vvi_jiggle *jiggle, uint32_t body, float left, float loose);
/* Bends sub-trees passively: posed[body_count] as they are without, in the world; placements[body_count] (the same to begin with) as they
 * are then. amount 0…2, dt seconds. The same at every frame rate. */
void vvi_jiggle_step(vvi_jiggle *jiggle, float amount, float dt, const vv_placement *posed, vv_placement *placements);
/* After a step: what is free and would sink into the terrain is lifted out, away from `middle`. */
void vvi_jiggle_lift(vvi_jiggle *jiggle, const vv_terrain *terrain, vv_vec3 middle, vv_placement *placements);

/* The turn about a joint that lifts its far end, `way` from it, by so much; outwards where it must choose. */
vv_quat vvi_deflect(vv_vec3 way, float lift, vv_vec3 outward);

#endif
