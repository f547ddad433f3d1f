/* What the player asks of the solver between its two phases. */
#ifndef VVI_CREATURE_SOLVE_H
#define VVI_CREATURE_SOLVE_H

#include "bodies.h"

/* vv_solver_solve in its two halves. After the first the spine and everything that hangs on it without a goal of its own (a mouth,
 * say) is where it will be; goals that are relative to such bodies may then be moved before the second half. */
void vvi_solver_spine(vv_solver *solver, const vv_solver_options *options, vv_placement root, uint32_t goal_count,
                      const vv_goal *goals, vv_placement *placements);
void vvi_solver_limbs(vv_solver *solver, const vv_solver_options *options, uint32_t goal_count, const vv_goal *goals,
                      float dt, vv_placement *placements);

#endif
