/* Secondary motion (4.4): what no goal holds swings behind what carries it. */
#ifndef VVI_CREATURE_JIGGLE_H
#define VVI_CREATURE_JIGGLE_H

#include "bodies.h"

/* Its state; one block, `vvi_jiggle_bytes` long. */
typedef struct vvi_jiggle vvi_jiggle;
size_t vvi_jiggle_bytes(const vv_creature *creature);
void vvi_jiggle_prepare(vvi_jiggle *jiggle, const vv_creature *creature);
/* At rest: after a jump. */
void vvi_jiggle_reset(vvi_jiggle *jiggle);
/* Bends `placements` (in the world) of bodies that are free, passively: free[body_count], 1 fully, 0 not at all (then also none of
 * those that carry it; its bits stay). amount 0…2, dt seconds. The same at every frame rate. */
void vvi_jiggle_step(vvi_jiggle *jiggle, const vv_creature *creature, const float *free, float amount, float dt,
                     vv_placement *placements);

#endif
