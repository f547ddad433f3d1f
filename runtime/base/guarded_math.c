/* The functions of verve/math.h as a host calls them: the guard of float_env.h, then the library's own function. */
#define VVI_PUBLIC_MATHS
#include "base.h"

float vv_sin(float angle)
{
    VVI_FLOAT_GUARD;
    return vvi_sin(angle);
}

float vv_cos(float angle)
{
    VVI_FLOAT_GUARD;
    return vvi_cos(angle);
}

void vv_sin_cos(float angle, float *sine, float *cosine)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(sine != NULL);
    VV_ASSERT(cosine != NULL);
    vvi_sin_cos(angle, sine, cosine);
}

float vv_atan2(float y, float x)
{
    VVI_FLOAT_GUARD;
    return vvi_atan2(y, x);
}

float vv_acos(float x)
{
    VVI_FLOAT_GUARD;
    return vvi_acos(x);
}

float vv_exp(float x)
{
    VVI_FLOAT_GUARD;
    return vvi_exp(x);
}

float vv_wrap_angle(float angle)
{
    VVI_FLOAT_GUARD;
    return vvi_wrap_angle(angle);
}

vv_mat2 vv_mat2_rotation(float angle)
{
    VVI_FLOAT_GUARD;
    return vvi_mat2_rotation(angle);
}

vv_polar2 vv_mat2_polar(vv_mat2 m)
{
    VVI_FLOAT_GUARD;
    return vvi_mat2_polar(m);
}

vv_mat2 vv_polar2_compose(vv_polar2 polar)
{
    VVI_FLOAT_GUARD;
    return vvi_polar2_compose(polar);
}

bool vv_affine_invert(vv_affine a, vv_affine *out)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(out != NULL);
    return vvi_affine_invert(a, out);
}

vv_vec3 vv_vec3_normalize(vv_vec3 a, vv_vec3 fallback)
{
    VVI_FLOAT_GUARD;
    return vvi_vec3_direction(a, fallback);
}

vv_quat vv_quat_multiply(vv_quat a, vv_quat b)
{
    VVI_FLOAT_GUARD;
    return vvi_quat_multiply(a, b);
}

vv_quat vv_quat_normalize(vv_quat q)
{
    VVI_FLOAT_GUARD;
    return vvi_quat_normalize(q);
}

vv_quat vv_quat_from_axis_angle(vv_vec3 unit_axis, float angle)
{
    VVI_FLOAT_GUARD;
    return vvi_quat_about(unit_axis, angle);
}

vv_quat vv_quat_between(vv_vec3 unit_from, vv_vec3 unit_to)
{
    VVI_FLOAT_GUARD;
    return vvi_quat_between(unit_from, unit_to);
}

vv_quat vv_quat_slerp(vv_quat a, vv_quat b, float t)
{
    VVI_FLOAT_GUARD;
    return vvi_quat_slerp(a, b, t);
}

vv_vec3 vv_quat_rotate(vv_quat q, vv_vec3 p)
{
    VVI_FLOAT_GUARD;
    return vvi_quat_rotate(q, p);
}

vv_vec3 vv_quat_log(vv_quat q)
{
    VVI_FLOAT_GUARD;
    return vvi_quat_log(q);
}

vv_quat vv_quat_exp(vv_vec3 half_angle)
{
    VVI_FLOAT_GUARD;
    return vvi_quat_exp(half_angle);
}

vv_mat3 vv_quat_to_mat3(vv_quat q)
{
    VVI_FLOAT_GUARD;
    return vvi_quat_to_mat3(q);
}

vv_quat vv_mat3_to_quat(vv_mat3 m)
{
    VVI_FLOAT_GUARD;
    return vvi_mat3_to_quat(m);
}

vv_vec3 vv_mat3_apply(vv_mat3 m, vv_vec3 p)
{
    VVI_FLOAT_GUARD;
    return vvi_mat3_apply(m, p);
}

vv_mat3 vv_mat3_multiply(vv_mat3 a, vv_mat3 b)
{
    VVI_FLOAT_GUARD;
    return vvi_mat3_multiply(a, b);
}

float vv_mat3_determinant(vv_mat3 m)
{
    VVI_FLOAT_GUARD;
    return vvi_mat3_determinant(m);
}

bool vv_mat3_invert(vv_mat3 m, vv_mat3 *out)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(out != NULL);
    return vvi_mat3_invert(m, out);
}

void vv_mat3_polar(vv_mat3 m, vv_quat *rotation, vv_mat3 *stretch)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(rotation != NULL);
    VV_ASSERT(stretch != NULL);
    vvi_mat3_polar(m, rotation, stretch);
}

vv_affine3 vv_affine3_multiply(vv_affine3 a, vv_affine3 b)
{
    VVI_FLOAT_GUARD;
    return vvi_affine3_multiply(a, b);
}

bool vv_affine3_invert(vv_affine3 a, vv_affine3 *out)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(out != NULL);
    return vvi_affine3_invert(a, out);
}
