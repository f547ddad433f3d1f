/* Rotations in double: arc tangent, exponential and logarithm, and the left Jacobian of the exponential. */
#include "algebra_double.h"

double vvi_atan2_double(double y, double x)
{
    double length = sqrt(x * x + y * y);
    if (!(length > 1e-150))
        return 0.0;
    double angle = (double)vv_atan2((float)(y / length), (float)(x / length)), s, c;
    vvi_sin_cos_double(angle, &s, &c);
    return angle + (y * c - x * s) / length; /* one Newton step: 1e-6 becomes 1e-18 */
}

dq vvi_rotation_exp(d3 vector)
{
    double angle = d3_length(vector), s, c;
    vvi_sin_cos_double(0.5 * angle, &s, &c);
    double factor = angle > 1e-8 ? s / angle : 0.5;
    return (dq){vector.x * factor, vector.y * factor, vector.z * factor, c};
}

d3 vvi_rotation_log(dq q)
{
    double sign = q.w < 0.0 ? -1.0 : 1.0;
    d3 axis = {q.x * sign, q.y * sign, q.z * sign};
    double sine = d3_length(axis);
    return d3_scale(axis, sine > 1e-12 ? 2.0 * vvi_atan2_double(sine, q.w * sign) / sine : 2.0);
}

dq vvi_rotation_between(d3 from, d3 to, d3 fallback)
{
    double cosine = d3_dot(from, to);
    if (cosine < -1.0 + 1e-9)
        return (dq){fallback.x, fallback.y, fallback.z, 0.0};
    d3 axis = d3_cross(from, to);
    return dq_normalize((dq){axis.x, axis.y, axis.z, 1.0 + cosine});
}

/* I + a [v]× + b [v]×². */
static d33 combine_skew_powers(d3 v, double a, double b)
{
    double n = d3_dot(v, v);
    return (d33){{{1.0 + b * (v.x * v.x - n), b * v.x * v.y - a * v.z, b * v.x * v.z + a * v.y},
                  {b * v.x * v.y + a * v.z, 1.0 + b * (v.y * v.y - n), b * v.y * v.z - a * v.x},
                  {b * v.x * v.z - a * v.y, b * v.y * v.z + a * v.x, 1.0 + b * (v.z * v.z - n)}}};
}

d33 vvi_left_jacobian(d3 vector)
{
    double angle = d3_length(vector), s, c;
    if (angle < 1e-3)
        return combine_skew_powers(vector, 0.5 - angle * angle / 24.0, 1.0 / 6.0 - angle * angle / 120.0);
    vvi_sin_cos_double(angle, &s, &c);
    return combine_skew_powers(vector, (1.0 - c) / (angle * angle), (angle - s) / (angle * angle * angle));
}

d33 vvi_left_jacobian_inverse(d3 vector)
{
    double angle = d3_length(vector), s, c;
    if (angle < 1e-3)
        return combine_skew_powers(vector, -0.5, 1.0 / 12.0 + angle * angle / 720.0);
    vvi_sin_cos_double(0.5 * angle, &s, &c);
    return combine_skew_powers(vector, -0.5, (1.0 - 0.5 * angle * c / s) / (angle * angle));
}
