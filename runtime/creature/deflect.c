/* What no goal holds does not sink into the ground: an arm that swings low, a tail on a slope, is lifted about its joint. */
#include "jiggle.h"
#include "plays.h"

/* The direction keeps its heading; the straighter down it points, the more that is outwards, by as much as it must be lifted, so that nothing
 * jumps where it begins to touch. */
vv_quat vvi_deflect(vv_vec3 way, float lift, vv_vec3 outward)
{
    float reach = vv_vec3_length(way), least = 1e-6f * reach;
    if (!(lift > 0.0f) || !(reach > 0.0f))
        return vv_quat_identity();
    float rise = vvi_clamp((way.y + lift) / reach, -1.0f, 0.9f);
    vv_vec3 level = {outward.x, 0.0f, outward.z};
    level = vv_vec3_direction(level, (vv_vec3){1.0f, 0.0f, 0.0f});
    vv_vec3 heading = {way.x + lift * level.x, 0.0f, way.z + lift * level.z};
    float length = vv_vec3_length(heading), flat = sqrtf(1.0f - rise * rise);
    heading = length > least ? vv_vec3_scale(heading, flat / length) : vv_vec3_scale(level, flat);
    heading.y = rise;
    return vv_quat_between(vv_vec3_scale(way, 1.0f / reach), heading);
}
