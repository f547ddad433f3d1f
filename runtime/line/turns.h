/* Vectors and rotations in double, for solvers: small, inline, in a written order of sums, as <verve/math.h> has them in float. */
#ifndef VVI_LINE_TURNS_H
#define VVI_LINE_TURNS_H

#include "runtime/base/base.h"

typedef struct d3 {
    double x, y, z;
} d3;
typedef struct dq {
    double x, y, z, w;
} dq;
/* Rows. */
typedef struct d33 {
    double m[3][3];
} d33;

static inline d3 d3_of(vv_vec3 v) { return (d3){(double)v.x, (double)v.y, (double)v.z}; }
static inline vv_vec3 d3_float(d3 v) { return (vv_vec3){(float)v.x, (float)v.y, (float)v.z}; }
static inline d3 d3_add(d3 a, d3 b) { return (d3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline d3 d3_sub(d3 a, d3 b) { return (d3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline d3 d3_scale(d3 a, double s) { return (d3){a.x * s, a.y * s, a.z * s}; }
static inline d3 d3_along(d3 a, d3 direction, double s)
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
    return d3_add(d3_along(p, t, q.w), d3_cross(axis, t));
}
static inline d3 d33_apply(const d33 *m, d3 p)
{
    return (d3){m->m[0][0] * p.x + m->m[0][1] * p.y + m->m[0][2] * p.z,
                m->m[1][0] * p.x + m->m[1][1] * p.y + m->m[1][2] * p.z,
                m->m[2][0] * p.x + m->m[2][1] * p.y + m->m[2][2] * p.z};
}

double vvi_atan2_double(double y, double x);
/* exp and log of rotations as vectors: axis × whole angle. log takes the short way. */
dq vvi_turn_exp(d3 vector);
d3 vvi_turn_log(dq q);
/* The least rotation from one direction to another, both of unit length; about `fallback` where they are opposite. */
dq vvi_turn_between(d3 from, d3 to, d3 fallback);
/* exp(v + δ) = exp(J δ) exp(v) to first order, and its inverse. */
d33 vvi_turn_left(d3 vector);
d33 vvi_turn_left_inverse(d3 vector);

#endif
