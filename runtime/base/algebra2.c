/* Two-dimensional algebra that is too long for the header. */
#include "base.h"

vv_mat2 vvi_mat2_rotation(float angle)
{
    float sine, cosine;
    if (angle == 0.0f) /* as it often is; this is what the series give */
        return (vv_mat2){1.0f, -angle, angle, 1.0f};
    vvi_sin_cos(angle, &sine, &cosine);
    return (vv_mat2){cosine, -sine, sine, cosine};
}

/* The proper rotation closest to m maximises its trace with m: its direction is (xx + yy, yx − xy). */
vv_polar2 vvi_mat2_polar(vv_mat2 m)
{
    double x = (double)m.xx + (double)m.yy, y = (double)m.yx - (double)m.xy; /* in double, squares cannot overflow */
    double length = sqrt(x * x + y * y);
    float c = length > 0.0 ? (float)(x / length) : 1.0f, s = length > 0.0 ? (float)(y / length) : 0.0f;
    vv_polar2 polar = {vvi_wrap_angle(vvi_atan2(s, c)), c * m.xx + s * m.yx, 0.0f, c * m.yy - s * m.xy};
    polar.xy = 0.5f * ((c * m.xy + s * m.yy) + (c * m.yx - s * m.xx)); /* equal but for rounding */
    return polar;
}

vv_mat2 vvi_polar2_compose(vv_polar2 polar)
{
    vv_mat2 stretch = {polar.xx, polar.xy, polar.xy, polar.yy};
    return vv_mat2_multiply(vvi_mat2_rotation(polar.angle), stretch);
}

bool vvi_affine_invert(vv_affine a, vv_affine *out)
{
    double determinant = (double)a.linear.xx * a.linear.yy - (double)a.linear.xy * a.linear.yx;
    double size = fabs((double)a.linear.xx * a.linear.yy) + fabs((double)a.linear.xy * a.linear.yx);
    if (!(fabs(determinant) > 1e-12 * size))
        return false;
    double scale = 1.0 / determinant;
    vv_mat2 inverse = {(float)(a.linear.yy * scale), (float)(-a.linear.xy * scale), (float)(-a.linear.yx * scale),
                       (float)(a.linear.xx * scale)};
    if (!vvi_all_finite(&inverse.xx, 4))
        return false;
    *out = (vv_affine){inverse, vv_vec2_scale(vv_mat2_apply(inverse, a.translation), -1.0f)};
    return true;
}
