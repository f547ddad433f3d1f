/* Limbs that no goal holds are kept out of the ground: an arm that swings low, or a tail on a slope, is lifted by a
 * rotation about its joint. */
#include "jiggle.h"
#include "plays.h"

/* The direction keeps its heading. The steeper it points down, the more it is turned outwards, in proportion to the
 * required lift, so that nothing jumps when it begins to touch. */
vv_quat vvi_deflect(vv_vec3 arm, float lift, vv_vec3 outward)
{
    float reach = vv_vec3_length(arm), smallest = 1e-6f * reach;
    if (!(lift > 0.0f) || !(reach > 0.0f))
        return vv_quat_identity();
    float rise = vvi_clamp((arm.y + lift) / reach, -1.0f, 0.9f);
    vv_vec3 level = {outward.x, 0.0f, outward.z};
    level = vv_vec3_normalize(level, (vv_vec3){1.0f, 0.0f, 0.0f});
    vv_vec3 heading = {arm.x + lift * level.x, 0.0f, arm.z + lift * level.z};
    float length = vv_vec3_length(heading), flat = sqrtf(1.0f - rise * rise);
    heading = length > smallest ? vv_vec3_scale(heading, flat / length) : vv_vec3_scale(level, flat);
    heading.y = rise;
    return vv_quat_between(vv_vec3_scale(arm, 1.0f / reach), heading);
}
