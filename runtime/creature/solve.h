/* What the player asks of the solver between its two phases, and of jiggles. */
#ifndef VVI_CREATURE_SOLVE_H
#define VVI_CREATURE_SOLVE_H

#include "bodies.h"

/* vv_solver_solve in its two halves. After the first the spine and everything that hangs on it without a goal of its own (a mouth,
 * say) is where it will be; goals that are relative to such bodies may then be moved before the second half. */
void vvi_solver_spine(vv_solver *solver, const vv_solver_options *options, vv_placement root, uint32_t goal_count,
                      const vv_goal *goals, vv_placement *placements);
void vvi_solver_limbs(vv_solver *solver, const vv_solver_options *options, uint32_t goal_count, const vv_goal *goals,
                      float dt, vv_placement *placements);

/* Secondary motion (4.4): what has no goal swings behind what carries it. Its state; one block, `vvi_jiggle_bytes` long, zeroed to
 * begin and after a jump. */
typedef struct vvi_jiggle vvi_jiggle;
size_t vvi_jiggle_bytes(const vv_creature *creature);
/* Bends sub-trees of `placements` (in the world) that have no goal, passively; the same at every frame rate. */
void vvi_jiggle_step(vvi_jiggle *jiggle, const vv_creature *creature, const vv_solver *solver, float amount, float dt,
                     vv_placement *placements);

#endif
