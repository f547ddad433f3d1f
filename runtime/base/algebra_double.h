/* Vectors and rotations in double, for solvers: what <verve/math.h> has in float. Small and inline, with a fixed
 * order of every sum. */
#ifndef VVI_ALGEBRA_DOUBLE_H
#define VVI_ALGEBRA_DOUBLE_H

#include "base.h"

typedef struct d3 {
    double x, y, z;
} d3;
typedef struct dq {
    double x, y, z, w;
} dq;
/* Row-major. */
typedef struct d33 {
    double m[3][3];
} d33;

static inline d3 d3_of(vv_vec3 v) { return (d3){(double)v.x, (double)v.y, (double)v.z}; }
static inline vv_vec3 d3_float(d3 v) { return (vv_vec3){(float)v.x, (float)v.y, (float)v.z}; }
static inline d3 d3_add(d3 a, d3 b) { return (d3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline d3 d3_sub(d3 a, d3 b) { return (d3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline d3 d3_scale(d3 a, double s) { return (d3){a.x * s, a.y * s, a.z * s}; }
/* a + direction · s */
static inline d3 d3_add_scaled(d3 a, d3 direction, double s)
{
    return (d3){a.x + direction.x * s, a.y + direction.y * s, a.z + direction.z * s};
}
static inline double d3_dot(d3 a, d3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline d3 d3_cross(d3 a, d3 b)
{
    return (d3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline double d3_length(d3 a) { return sqrt(d3_dot(a, a)); }
static inline d3 d3_direction(d3 a, d3 fallback)
{
    double length = d3_length(a);
    return length > 1e-12 ? d3_scale(a, 1.0 / length) : fallback;
}

static inline dq dq_of(vv_quat q) { return (dq){(double)q.x, (double)q.y, (double)q.z, (double)q.w}; }
static inline vv_quat dq_float(dq q) { return (vv_quat){(float)q.x, (float)q.y, (float)q.z, (float)q.w}; }
static inline dq dq_conjugate(dq q) { return (dq){-q.x, -q.y, -q.z, q.w}; }
static inline dq dq_multiply(dq a, dq b)
{
    return (dq){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
static inline dq dq_normalize(dq q)
{
    double length = sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    double s = length > 1e-12 ? 1.0 / length : 0.0;
    return s > 0.0 ? (dq){q.x * s, q.y * s, q.z * s, q.w * s} : (dq){0.0, 0.0, 0.0, 1.0};
}
static inline d3 dq_rotate(dq q, d3 p)
{
    d3 axis = {q.x, q.y, q.z}, t = d3_scale(d3_cross(axis, p), 2.0);
    return d3_add(d3_add_scaled(p, t, q.w), d3_cross(axis, t));
}
static inline d3 d33_apply(const d33 *m, d3 p)
{
    return (d3){m->m[0][0] * p.x + m->m[0][1] * p.y + m->m[0][2] * p.z,
                m->m[1][0] * p.x + m->m[1][1] * p.y + m->m[1][2] * p.z,
                m->m[2][0] * p.x + m->m[2][1] * p.y + m->m[2][2] * p.z};
}

double vvi_atan2_double(double y, double x);
/* Exponential and logarithm between rotations and rotation vectors (axis × angle). The logarithm gives an angle up to
 * π. */
dq vvi_rotation_exp(d3 vector);
d3 vvi_rotation_log(dq q);
/* The smallest rotation that takes one unit vector to another; where they are opposite, half a turn about `fallback`.
 */
dq vvi_rotation_between(d3 from, d3 to, d3 fallback);
/* The left Jacobian J of the exponential, exp(v + δ) = exp(J δ) exp(v) to first order; and its inverse. */
d33 vvi_left_jacobian(d3 vector);
d33 vvi_left_jacobian_inverse(d3 vector);

#endif
