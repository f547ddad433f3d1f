/* Three-dimensional algebra for the solver's inner loops: the formulas of <verve/math.h>, inline, and the
 * minimal-twist rotation between vectors of any length. Only + − × ÷ and square roots. */
#ifndef VVI_CREATURE_SPATIAL_H
#define VVI_CREATURE_SPATIAL_H

#include <verve/creature.h>

static inline vv_vec3 add(vv_vec3 a, vv_vec3 b) { return vv_vec3_add(a, b); }
static inline vv_vec3 sub(vv_vec3 a, vv_vec3 b) { return vv_vec3_sub(a, b); }
static inline vv_vec3 scale(vv_vec3 a, float s) { return vv_vec3_scale(a, s); }
static inline float dot(vv_vec3 a, vv_vec3 b) { return vv_vec3_dot(a, b); }
static inline vv_vec3 cross(vv_vec3 a, vv_vec3 b) { return vv_vec3_cross(a, b); }
/* a + b·s. */
static inline vv_vec3 add_scaled(vv_vec3 a, vv_vec3 b, float s)
{
    return (vv_vec3){a.x + b.x * s, a.y + b.y * s, a.z + b.z * s};
}
static inline vv_vec3 lerp(vv_vec3 a, vv_vec3 b, float t) { return add_scaled(a, sub(b, a), t); }
static inline float length_squared(vv_vec3 a) { return dot(a, a); }
static inline float distance(vv_vec3 a, vv_vec3 b) { return sqrtf(length_squared(sub(a, b))); }

static inline vv_quat multiply(vv_quat a, vv_quat b)
{
    return (vv_quat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                     a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static inline vv_vec3 rotate(vv_quat q, vv_vec3 p)
{
    vv_vec3 u = {q.x, q.y, q.z}, t = cross(u, p);
    t = add(t, t);
    return add(add_scaled(p, t, q.w), cross(u, t));
}

/* Rotates p by the inverse of q. */
static inline vv_vec3 rotate_inverse(vv_quat q, vv_vec3 p) { return rotate(vv_quat_conjugate(q), p); }

static inline vv_quat normalize(vv_quat q)
{
    float s = vv_quat_dot(q, q);
    if (!(s > 1e-30f))
        return vv_quat_identity();
    s = 1.0f / sqrtf(s);
    return (vv_quat){q.x * s, q.y * s, q.z * s, q.w * s};
}

/* Normalised linear interpolation between two rotations, the short way. */
static inline vv_quat nlerp(vv_quat a, vv_quat b, float t)
{
    float s = vv_quat_dot(a, b) < 0.0f ? -t : t, r = 1.0f - t;
    return normalize((vv_quat){a.x * r + b.x * s, a.y * r + b.y * s, a.z * r + b.z * s, a.w * r + b.w * s});
}

/* The minimal-twist rotation from the direction of `from` to that of `to`; the identity if either has no length. For
 * opposite directions the axis is horizontal if possible, so that a mirrored problem is rotated in the mirrored way. */
static inline vv_quat minimal_twist(vv_vec3 from, vv_vec3 to)
{
    float product = sqrtf(length_squared(from) * length_squared(to));
    float w = product + dot(from, to);
    vv_vec3 axis = cross(from, to);
    if (w < 1e-6f * product) {
        bool steep = from.x * from.x + from.z * from.z < 1e-3f * from.y * from.y;
        axis = cross(from, steep ? (vv_vec3){0, 0, 1} : (vv_vec3){0, 1, 0});
        w = 0.0f;
    }
    return normalize((vv_quat){axis.x, axis.y, axis.z, w});
}

/* The part of a that is perpendicular to the unit vector u. */
static inline vv_vec3 perpendicular_part(vv_vec3 a, vv_vec3 u) { return add_scaled(a, u, -dot(a, u)); }

/* Converts a point from the frame to the space that the frame is placed in, and back. */
static inline vv_vec3 to_world(vv_transform3 frame, vv_vec3 p)
{
    return vv_vec3_add(frame.position, rotate(frame.rotation, p));
}
static inline vv_vec3 from_world(vv_transform3 frame, vv_vec3 p)
{
    return rotate(vv_quat_conjugate(frame.rotation), vv_vec3_sub(p, frame.position));
}

#endif
