/* The functions of verve/math.h as the library itself calls them: without the guard of float_env.h, because a public
 * call has already set the environment. Macros map the public names to these, so that code inside reads like code
 * outside. */
#ifndef VVI_UNGUARDED_H
#define VVI_UNGUARDED_H

#include <verve/math.h>

float vvi_sin(float angle);
float vvi_cos(float angle);
void vvi_sin_cos(float angle, float *sine, float *cosine);
float vvi_atan2(float y, float x);
float vvi_acos(float x);
float vvi_exp(float x);
float vvi_wrap_angle(float angle);
vv_mat2 vvi_mat2_rotation(float angle);
vv_polar2 vvi_mat2_polar(vv_mat2 m);
vv_mat2 vvi_polar2_compose(vv_polar2 polar);
bool vvi_affine_invert(vv_affine a, vv_affine *out);
vv_vec3 vvi_vec3_direction(vv_vec3 a, vv_vec3 fallback);
vv_quat vvi_quat_multiply(vv_quat a, vv_quat b);
vv_quat vvi_quat_normalize(vv_quat q);
vv_quat vvi_quat_about(vv_vec3 unit_axis, float angle);
vv_quat vvi_quat_between(vv_vec3 unit_from, vv_vec3 unit_to);
vv_quat vvi_quat_slerp(vv_quat a, vv_quat b, float t);
vv_vec3 vvi_quat_rotate(vv_quat q, vv_vec3 p);
vv_vec3 vvi_quat_log(vv_quat q);
vv_quat vvi_quat_exp(vv_vec3 half_angle);
vv_mat3 vvi_quat_to_mat3(vv_quat q);
vv_quat vvi_mat3_to_quat(vv_mat3 m);
vv_vec3 vvi_mat3_apply(vv_mat3 m, vv_vec3 p);
vv_mat3 vvi_mat3_multiply(vv_mat3 a, vv_mat3 b);
float vvi_mat3_determinant(vv_mat3 m);
bool vvi_mat3_invert(vv_mat3 m, vv_mat3 *out);
void vvi_mat3_polar(vv_mat3 m, vv_quat *rotation, vv_mat3 *stretch);
vv_affine3 vvi_affine3_multiply(vv_affine3 a, vv_affine3 b);
bool vvi_affine3_invert(vv_affine3 a, vv_affine3 *out);

static inline vv_vec3 vvi_affine3_apply(vv_affine3 a, vv_vec3 p)
{
    return vv_vec3_add(vvi_mat3_apply(a.linear, p), a.translation);
}

#ifndef VVI_PUBLIC_MATHS /* defined by the file that implements the guarded functions */
#define vv_sin                  vvi_sin
#define vv_cos                  vvi_cos
#define vv_sin_cos              vvi_sin_cos
#define vv_atan2                vvi_atan2
#define vv_acos                 vvi_acos
#define vv_exp                  vvi_exp
#define vv_wrap_angle           vvi_wrap_angle
#define vv_mat2_rotation        vvi_mat2_rotation
#define vv_mat2_polar           vvi_mat2_polar
#define vv_polar2_compose       vvi_polar2_compose
#define vv_affine_invert        vvi_affine_invert
#define vv_vec3_normalize       vvi_vec3_direction
#define vv_quat_multiply        vvi_quat_multiply
#define vv_quat_normalize       vvi_quat_normalize
#define vv_quat_from_axis_angle vvi_quat_about
#define vv_quat_between         vvi_quat_between
#define vv_quat_slerp           vvi_quat_slerp
#define vv_quat_rotate          vvi_quat_rotate
#define vv_quat_log             vvi_quat_log
#define vv_quat_exp             vvi_quat_exp
#define vv_quat_to_mat3         vvi_quat_to_mat3
#define vv_mat3_to_quat         vvi_mat3_to_quat
#define vv_mat3_apply           vvi_mat3_apply
#define vv_mat3_multiply        vvi_mat3_multiply
#define vv_mat3_determinant     vvi_mat3_determinant
#define vv_mat3_invert          vvi_mat3_invert
#define vv_mat3_polar           vvi_mat3_polar
#define vv_affine3_multiply     vvi_affine3_multiply
#define vv_affine3_invert       vvi_affine3_invert
#define vv_affine3_apply        vvi_affine3_apply
#endif

#endif
