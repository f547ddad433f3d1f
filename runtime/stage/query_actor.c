/* Questions about one actor. */
#include "runtime/stage/query.h"

bool vv_stage_actor_bounds(const vv_stage *stage, vv_actor id, vv_vec2 *low, vv_vec2 *high)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(low != NULL);
    VV_ASSERT(high != NULL);
    const actor *a = vvi_stage_actor(stage, id);
    double t = (double)vvi_shown_share(stage);
    if (!a)
        return false;
    *low = *high = vvi_shown_particle(a, 0, t);
    for (uint32_t i = 1; i < a->view.particle_count; i++) {
        vv_vec2 p = vvi_shown_particle(a, i, t);
        *low = (vv_vec2){vvi_min(low->x, p.x), vvi_min(low->y, p.y)};
        *high = (vv_vec2){vvi_max(high->x, p.x), vvi_max(high->y, p.y)};
    }
    return true;
}

/* The velocity of the particles of a triangle is interpolated as their positions are. */
vv_vec2 vv_stage_velocity_at(const vv_stage *stage, vv_actor id, vv_vec2 point)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    const actor *a = vvi_stage_actor(stage, id);
    vv_vec2 velocity = {0.0f, 0.0f};
    uint32_t corners[3];
    float weights[3];
    if (!a || !vvi_all_finite(&point.x, 2))
        return velocity;
    if (vvi_find_shown_triangle(stage, a, point, corners, weights)) {
        for (int c = 0; c < 3; c++)
            velocity = vv_vec2_add(velocity, vv_vec2_scale(a->v[corners[c]], weights[c]));
        return velocity;
    }
    double origin[2];
    float angle;
    vv_place place;
    vvi_actor_shown_pose(stage, a, origin, &angle, &place);
    vv_vec2 arm = {(float)((double)point.x - origin[0]), (float)((double)point.y - origin[1])};
    return (vv_vec2){a->velocity.x - a->spin * arm.y, a->velocity.y + a->spin * arm.x};
}
