/* Papers: where points of the world are on the paper that lines are drawn on, and back. */
#include "runtime/line/line.h"

/* Nearer to the eye than this share of its distance, everything is seen as if it were this near. */
#define NEAREST 0.02f
/* A plane seen at a steeper angle than this sine is cast on as if it were that far turned away from edge-on. */
#define EDGE 0.01f

vv_paper vv_paper_from(float heading, float pitch, vv_vec3 centre, float distance)
{
    VVI_FLOAT_GUARD;
    vv_quat about = vv_quat_about((vv_vec3){0.0f, 1.0f, 0.0f}, heading);
    vv_quat down = vv_quat_about((vv_vec3){1.0f, 0.0f, 0.0f}, -pitch);
    return (vv_paper){.turn = vv_quat_multiply(about, down), .centre = centre, .distance = distance};
}

/* In the frame of the paper: x right, y up, z out of it. */
static vv_vec3 before_eye(const vv_paper *paper, vv_vec3 point)
{
    return vv_quat_rotate(vv_quat_conjugate(paper->turn), vv_vec3_sub(point, paper->centre));
}

vv_vec2 vv_paper_project(const vv_paper *paper, vv_vec3 point)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(paper != NULL);
    vv_vec3 seen = before_eye(paper, point);
    if (paper->distance <= 0.0f)
        return (vv_vec2){seen.x, seen.y};
    float depth = vvi_max(paper->distance - seen.z, NEAREST * paper->distance);
    return vv_vec2_scale((vv_vec2){seen.x, seen.y}, paper->distance / depth);
}

vv_vec3 vv_paper_cast(const vv_paper *paper, vv_vec2 at, vv_vec3 through, vv_vec3 normal)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(paper != NULL);
    vv_vec3 sheet = {at.x, at.y, 0.0f};
    vv_vec3 ray = paper->distance <= 0.0f
                      ? (vv_vec3){0.0f, 0.0f, -1.0f}
                      : vv_vec3_direction(vv_vec3_sub(sheet, (vv_vec3){0.0f, 0.0f, paper->distance}),
                                          (vv_vec3){0.0f, 0.0f, -1.0f});
    vv_vec3 facing = vv_quat_rotate(vv_quat_conjugate(paper->turn), normal);
    float slant = vv_vec3_dot(ray, facing);
    if (fabsf(slant) < EDGE)
        slant = slant < 0.0f ? -EDGE : EDGE;
    float way = vv_vec3_dot(vv_vec3_sub(before_eye(paper, through), sheet), facing) / slant;
    vv_vec3 hit = vv_vec3_add(sheet, vv_vec3_scale(ray, way));
    return vv_vec3_add(paper->centre, vv_quat_rotate(paper->turn, hit));
}
