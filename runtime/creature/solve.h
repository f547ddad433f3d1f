/* The part of the solver that the player uses: its two phases, and memory for it. */
#ifndef VVI_CREATURE_SOLVE_H
#define VVI_CREATURE_SOLVE_H

#include "bodies.h"
#include "prefetch.h"

/* Initialises a solver in memory that its owner provides: vvi_solver_bytes bytes, all zero. The owner also keeps the
 * creature alive. */
size_t vvi_solver_bytes(const vv_creature *creature);
void vvi_solver_init(vv_ik_solver *solver, const vv_creature *creature);

/* vv_ik_solver_solve in two halves. After the first, the spine and everything attached to it without a goal of its own
 * (a mouth, say) has its final place, so goals relative to such bodies may be updated before the second half. The
 * scratch memory lies on the caller's stack and must last until the second half is done, which writes all placements.
 * Its goals are NULL if they have not changed. */
typedef struct solver_scratch solver_scratch;
void vvi_solver_spine(vv_ik_solver *solver, solver_scratch *scratch, const vv_ik_options *options, vv_transform3 root,
                      uint32_t goal_count, const vv_ik_goal *goals, float dt);
void vvi_solver_limbs(vv_ik_solver *solver, const vv_ik_options *options, uint32_t goal_count, const vv_ik_goal *goals,
                      float dt, vv_transform3 *placements);
/* Between the two halves: the position of a body's centre, as long as it has no goal of its own. */
vv_vec3 vvi_solver_centre(const vv_ik_solver *solver, uint32_t body);

#endif
