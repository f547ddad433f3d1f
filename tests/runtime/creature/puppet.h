/* A creature with its solver, and how poses are judged: by placements alone, reach found from the bodies alone. */
#ifndef VV_PUPPET_H
#define VV_PUPPET_H

#include "author/grow/grow.h"
#include "runtime/creature/solve.h"
#include "sample.h"

#define MOST     256
#define SWINGING (VV_CAP_BIT(VV_CAP_LIMB) | VV_CAP_BIT(VV_CAP_TAIL) | VV_CAP_BIT(VV_CAP_WING))
#define REACHING (SWINGING | VV_CAP_BIT(VV_CAP_GRASPER) | VV_CAP_BIT(VV_CAP_FOOT))

typedef struct puppet {
    sample made;
    vv_creature *creature;
    vv_ik_solver *solver;
    const stored_body *bodies;
    uint32_t count, root;
    vv_transform3 rest[MOST], pose[MOST];
} puppet;

/* Hand-made ones first, then random trees, then grown creatures. One at a time: all share their memory. */
enum { MADE = SAMPLE_KINDS, RANDOM = 160, KINDS = 320 };
puppet *puppet_take(uint32_t kind);
puppet *puppet_hold(vv_creature *creature);
void puppet_let_go(puppet *p);
/* At rest, default options, no time. */
void puppet_solve(puppet *p, uint32_t count, const vv_ik_goal *goals);

/* A point that at rest lies at `rest`, as a body in some pose has it; a body's centre in the last one. */
vv_vec3 puppet_carried(const puppet *p, const vv_transform3 *pose, uint32_t body, vv_vec3 rest);
vv_vec3 puppet_centre(const puppet *p, uint32_t body);
/* How far apart the two sides of a joint are, at worst, in sizes of the creature; infinite where something is no
 * number. */
float puppet_torn(const puppet *p);

float distance(vv_vec3 a, vv_vec3 b);
vv_vec3 any_direction(vvi_random *random);
/* Weight 1, no turn. */
vv_ik_goal goal_at(uint32_t body, vv_vec3 place);

/* From the joint where a limb hangs to a body's centre: bones in between, and what a chain of such can do. */
typedef struct limb_reach {
    vv_vec3 base;
    uint32_t first, bones;
    float least, most;
} limb_reach;
/* False: of the spine, or something on the way (a mouth, say) is part of what it sits on. */
bool puppet_reach(const puppet *p, uint32_t body, limb_reach *out);
/* A body that can turn against what it hangs on, and nothing of that kind hangs on it or further out. */
bool puppet_is_end(const puppet *p, uint32_t body);
/* Goals on all ends and mouths, each walking about its place at rest, some weaker, some turned. */
uint32_t puppet_goals(const puppet *p, float time, vv_ik_goal *goals);

#endif
