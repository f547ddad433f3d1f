/* Kinematic actors: they go where they are told, and push what they meet. */
#include "runtime/stage/state.h"

bool vv_stage_set_kinematic(vv_stage *stage, vv_actor id, bool kinematic)
{
    VV_ASSERT(stage != NULL);
    actor *a = vvi_stage_actor_to_change(stage, id);
    if (!a)
        return false;
    if (a->kinematic != kinematic)
        vvi_actor_wake(stage, a);
    a->kinematic = kinematic;
    a->has_goal = a->stops = false;
    return true;
}

bool vv_stage_move_actor(vv_stage *stage, vv_actor id, vv_vec2 position, float angle)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    actor *a = vvi_stage_actor_to_change(stage, id);
    if (!a || !a->kinematic || !vvi_all_finite(&position.x, 2) || !(fabsf(angle) <= 1.0e9f))
        return false;
    vvi_actor_wake(stage, a);
    a->has_goal = true;
    a->goal[0] = (double)vvi_clamp(position.x, stage->def.low.x, stage->def.high.x);
    a->goal[1] = (double)vvi_clamp(position.y, stage->def.low.y, stage->def.high.y);
    a->goal_angle = (double)angle;
    return true;
}
