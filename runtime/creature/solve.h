/* What the player asks of the solver between its two phases. */
#ifndef VVI_CREATURE_SOLVE_H
#define VVI_CREATURE_SOLVE_H

#include "ahead.h"
#include "bodies.h"

/* A solver in memory of its owner's, that many bytes, all zero; the owner's is what it points to. */
size_t vvi_solver_bytes(const vv_creature *creature);
void vvi_solver_lay(vv_solver *solver, const vv_creature *creature);

/* vv_solver_solve in its two halves. After the first the spine and everything that hangs on it without a goal of its own (a mouth,
 * say) is where it will be; goals that are relative to such bodies may then be moved before the second half. The first is given room on the
 * stack that must last until the second is done; all placements come out of the second. Its goals are NULL where they are as they were. */
typedef struct solver_room solver_room;
void vvi_solver_spine(vv_solver *solver, solver_room *room, const vv_solver_options *options, vv_placement root,
                      uint32_t goal_count, const vv_goal *goals, float dt);
void vvi_solver_limbs(vv_solver *solver, const vv_solver_options *options, uint32_t goal_count, const vv_goal *goals,
                      float dt, vv_placement *placements);
/* Between the two: where a body's centre is as long as it has no goal of its own. */
vv_vec3 vvi_solver_centre(const vv_solver *solver, uint32_t body);

#endif
