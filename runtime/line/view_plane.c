/* Papers: projection of points of the world onto the paper that lines are drawn on, and back. */
#include "runtime/line/line.h"

/* Points nearer to the eye than this share of its distance are projected as if they were that far. */
#define NEAR_SHARE 0.02f
/* The smallest sine of the angle at which a plane is seen; a plane closer to edge-on is treated as if it were at this
 * angle. */
#define MIN_PLANE_SINE 0.01f

vv_view_plane vv_view_plane_from_angles(float heading, float pitch, vv_vec3 centre, float distance)
{
    VVI_FLOAT_GUARD;
    vv_quat about = vv_quat_from_axis_angle((vv_vec3){0.0f, 1.0f, 0.0f}, heading);
    vv_quat down = vv_quat_from_axis_angle((vv_vec3){1.0f, 0.0f, 0.0f}, -pitch);
    return (vv_view_plane){.rotation = vv_quat_multiply(about, down), .centre = centre, .eye_distance = distance};
}

/* Transforms to the frame of the paper: x right, y up, z towards the eye. */
static vv_vec3 to_paper_frame(const vv_view_plane *paper, vv_vec3 point)
{
    return vv_quat_rotate(vv_quat_conjugate(paper->rotation), vv_vec3_sub(point, paper->centre));
}

vv_vec2 vv_view_plane_project(const vv_view_plane *paper, vv_vec3 point)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(paper != NULL);
    vv_vec3 local = to_paper_frame(paper, point);
    if (paper->eye_distance <= 0.0f)
        return (vv_vec2){local.x, local.y};
    float depth = vvi_max(paper->eye_distance - local.z, NEAR_SHARE * paper->eye_distance);
    return vv_vec2_scale((vv_vec2){local.x, local.y}, paper->eye_distance / depth);
}

vv_vec3 vv_view_plane_unproject(const vv_view_plane *paper, vv_vec2 at, vv_vec3 through, vv_vec3 normal)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(paper != NULL);
    vv_vec3 sheet = {at.x, at.y, 0.0f};
    vv_vec3 ray = paper->eye_distance <= 0.0f
                      ? (vv_vec3){0.0f, 0.0f, -1.0f}
                      : vv_vec3_normalize(vv_vec3_sub(sheet, (vv_vec3){0.0f, 0.0f, paper->eye_distance}),
                                          (vv_vec3){0.0f, 0.0f, -1.0f});
    vv_vec3 plane_normal = vv_quat_rotate(vv_quat_conjugate(paper->rotation), normal);
    float slant = vv_vec3_dot(ray, plane_normal);
    if (fabsf(slant) < MIN_PLANE_SINE)
        slant = slant < 0.0f ? -MIN_PLANE_SINE : MIN_PLANE_SINE;
    float ray_length = vv_vec3_dot(vv_vec3_sub(to_paper_frame(paper, through), sheet), plane_normal) / slant;
    vv_vec3 hit = vv_vec3_add(sheet, vv_vec3_scale(ray, ray_length));
    return vv_vec3_add(paper->centre, vv_quat_rotate(paper->rotation, hit));
}
