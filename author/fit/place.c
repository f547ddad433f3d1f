/* Positions of the joints of a take, the size of a figure, and its heading. */
#include "author/fit/parts.h"

vv_vec3 vvi_fit_joint_position(const vv_take *take, uint32_t frame, uint32_t joint)
{
    size_t first = (size_t)frame * vv_skeleton_joint_count(take->skeleton);
    vv_vec3 p = take->moves[first + joint];
    for (uint32_t j = vv_skeleton_joint(take->skeleton, joint).parent; j != VV_NONE;
         j = vv_skeleton_joint(take->skeleton, j).parent)
        p = vv_vec3_add(vv_quat_rotate(take->turns[first + j], p), take->moves[first + j]);
    return p;
}

static double rest_reach(const vv_skeleton *skeleton)
{
    vv_vec3 root = vvi_fit_rest_position(skeleton, 0);
    double largest = 0.0;
    for (uint32_t j = 1; j < vv_skeleton_joint_count(skeleton); j++) {
        double d = (double)vv_vec3_length(vv_vec3_sub(vvi_fit_rest_position(skeleton, j), root));
        largest = d > largest ? d : largest;
    }
    return largest;
}

double vvi_fit_scale(const vv_skeleton *skeleton, uint32_t foot_count, const vv_foot *feet)
{
    double sum = 0.0;
    for (uint32_t f = 0; f < foot_count; f++)
        sum += vvi_fit_leg_length(skeleton, &feet[f]) / foot_count;
    double scale = foot_count > 0 ? sum : 0.5 * rest_reach(skeleton);
    return scale > 1e-3 ? scale : 1e-3;
}

float vvi_fit_yaw(vv_quat turn, vv_quat rest)
{
    vv_quat q = vv_quat_multiply(turn, vv_quat_conjugate(rest));
    return vv_wrap_angle(2.0f * vv_atan2(q.y, q.w));
}
