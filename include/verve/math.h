/* Vectors, matrices, rotations and affine maps in two and three dimensions, as open structs and inline functions.
 *
 * Metres, seconds, radians; y is up; a positive angle turns counter-clockwise. Every operation here consists
 * of + − × ÷ and square roots in a fixed order, so it gives the same bits under every compiler and in WebAssembly.
 * Inline functions are compiled into the host: they give these bits if the host is compiled without -ffast-math and
 * without fused multiply-adds (-ffp-contract=off) and rounds to nearest. The other functions always give them. Use
 * vv_sin and the functions beside it instead of the C library's, which differ between platforms. */
#ifndef VERVE_MATH_H
#define VERVE_MATH_H

#include <verve/base.h>

#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_PI 3.14159265358979323846f

/* VV_MAKE(vv_vec2){x, y}: a value, in C and in C++. */
#ifdef __cplusplus
#define VV_MAKE(type) type
#else
#define VV_MAKE(type) (type)
#endif

/* ---- Deterministic elementary functions -------------------------------------------------------------------------- */

/* The absolute error is below 1e-6 over the whole range (of vv_exp the relative error). An angle that is infinite or
 * NaN counts as 0. */

VV_API float vv_sin(float angle);
VV_API float vv_cos(float angle);
VV_API void vv_sin_cos(float angle, float *sine, float *cosine);
VV_API float vv_atan2(float y, float x); /* [−π, π] with the sign of y, as in C; 0 if both are 0 */
VV_API float vv_acos(float x);           /* x is clamped to [−1, 1] */
VV_API float vv_exp(float x);            /* 0 below −104, the largest float above 88.72 */

/* The same angle in (−π, π]. */
VV_API float vv_wrap_angle(float angle);

/* ---- Two dimensions ---------------------------------------------------------------------------------------------- */

typedef struct vv_vec2 {
    float x, y;
} vv_vec2;

/* (x′, y′) = (xx·x + xy·y, yx·x + yy·y). */
typedef struct vv_mat2 {
    float xx, xy, yx, yy;
} vv_mat2;

/* An affine map: p ↦ linear · p + translation. */
typedef struct vv_affine {
    vv_mat2 linear;
    vv_vec2 translation;
} vv_affine;

static inline vv_vec2 vv_vec2_add(vv_vec2 a, vv_vec2 b) { return VV_MAKE(vv_vec2){a.x + b.x, a.y + b.y}; }
static inline vv_vec2 vv_vec2_sub(vv_vec2 a, vv_vec2 b) { return VV_MAKE(vv_vec2){a.x - b.x, a.y - b.y}; }
static inline vv_vec2 vv_vec2_scale(vv_vec2 a, float s) { return VV_MAKE(vv_vec2){a.x * s, a.y * s}; }
/* a at t = 0, b at t = 1. */
static inline vv_vec2 vv_vec2_lerp(vv_vec2 a, vv_vec2 b, float t)
{
    return VV_MAKE(vv_vec2){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}
static inline float vv_vec2_dot(vv_vec2 a, vv_vec2 b) { return a.x * b.x + a.y * b.y; }
/* The z coordinate of the cross product: positive if b is counter-clockwise from a. */
static inline float vv_vec2_cross(vv_vec2 a, vv_vec2 b) { return a.x * b.y - a.y * b.x; }
static inline float vv_vec2_length(vv_vec2 a) { return sqrtf(vv_vec2_dot(a, a)); }
static inline float vv_vec2_distance(vv_vec2 a, vv_vec2 b) { return vv_vec2_length(vv_vec2_sub(a, b)); }

static inline vv_mat2 vv_mat2_identity(void) { return VV_MAKE(vv_mat2){1.0f, 0.0f, 0.0f, 1.0f}; }
static inline vv_vec2 vv_mat2_apply(vv_mat2 m, vv_vec2 p)
{
    return VV_MAKE(vv_vec2){m.xx * p.x + m.xy * p.y, m.yx * p.x + m.yy * p.y};
}
static inline vv_mat2 vv_mat2_multiply(vv_mat2 a, vv_mat2 b)
{
    return VV_MAKE(vv_mat2){a.xx * b.xx + a.xy * b.yx, a.xx * b.xy + a.xy * b.yy, a.yx * b.xx + a.yy * b.yx,
                            a.yx * b.xy + a.yy * b.yy};
}
static inline vv_mat2 vv_mat2_transpose(vv_mat2 m) { return VV_MAKE(vv_mat2){m.xx, m.yx, m.xy, m.yy}; }
static inline float vv_mat2_determinant(vv_mat2 m) { return m.xx * m.yy - m.xy * m.yx; }
VV_API vv_mat2 vv_mat2_rotation(float angle);

/* Polar decomposition: m = rotation · stretch, with the proper rotation (never a reflection) that is closest to m,
 * and a symmetric stretch. If m mirrors, the stretch has a negative determinant. If every rotation is equally close
 * (a zero matrix, a pure reflection), the rotation is the identity. */
typedef struct vv_polar2 {
    float angle;      /* of the rotation, in (−π, π] */
    float xx, xy, yy; /* the stretch */
} vv_polar2;
VV_API vv_polar2 vv_mat2_polar(vv_mat2 m);
VV_API vv_mat2 vv_polar2_compose(vv_polar2 polar);

static inline vv_affine vv_affine_identity(void) { return VV_MAKE(vv_affine){{1.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 0.0f}}; }
static inline vv_vec2 vv_affine_apply(vv_affine a, vv_vec2 p)
{
    return vv_vec2_add(vv_mat2_apply(a.linear, p), a.translation);
}
/* p ↦ a(b(p)). */
static inline vv_affine vv_affine_multiply(vv_affine a, vv_affine b)
{
    return VV_MAKE(vv_affine){vv_mat2_multiply(a.linear, b.linear), vv_affine_apply(a, b.translation)};
}
/* The affine map with this linear part that maps `pivot` to `to`. */
static inline vv_affine vv_affine_about(vv_mat2 linear, vv_vec2 pivot, vv_vec2 to)
{
    return VV_MAKE(vv_affine){linear, vv_vec2_sub(to, vv_mat2_apply(linear, pivot))};
}
/* Returns false, and leaves `out` unchanged, if the linear part cannot be inverted or a float cannot hold the
 * inverse. */
VV_API bool vv_affine_invert(vv_affine a, vv_affine *out);

/* ---- Three dimensions -------------------------------------------------------------------------------------------- */

typedef struct vv_vec3 {
    float x, y, z;
} vv_vec3;

/* A rotation, of unit length unless a comment says otherwise. q and −q are the same rotation. */
typedef struct vv_quat {
    float x, y, z, w;
} vv_quat;

/* Coordinate r of m · p is the dot product of row[r] and p. */
typedef struct vv_mat3 {
    vv_vec3 row[3];
} vv_mat3;

/* An affine map: p ↦ linear · p + translation. */
typedef struct vv_affine3 {
    vv_mat3 linear;
    vv_vec3 translation;
} vv_affine3;

static inline vv_vec3 vv_vec3_add(vv_vec3 a, vv_vec3 b) { return VV_MAKE(vv_vec3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline vv_vec3 vv_vec3_sub(vv_vec3 a, vv_vec3 b) { return VV_MAKE(vv_vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline vv_vec3 vv_vec3_scale(vv_vec3 a, float s) { return VV_MAKE(vv_vec3){a.x * s, a.y * s, a.z * s}; }
static inline float vv_vec3_dot(vv_vec3 a, vv_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline vv_vec3 vv_vec3_cross(vv_vec3 a, vv_vec3 b)
{
    return VV_MAKE(vv_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline float vv_vec3_length(vv_vec3 a) { return sqrtf(vv_vec3_dot(a, a)); }
/* `a` with length 1; `fallback` if a is too short to have a direction. */
VV_API vv_vec3 vv_vec3_normalize(vv_vec3 a, vv_vec3 fallback);

static inline vv_quat vv_quat_identity(void) { return VV_MAKE(vv_quat){0.0f, 0.0f, 0.0f, 1.0f}; }
static inline float vv_quat_dot(vv_quat a, vv_quat b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
static inline vv_quat vv_quat_conjugate(vv_quat q) { return VV_MAKE(vv_quat){-q.x, -q.y, -q.z, q.w}; }
/* The rotation by b followed by that by a. */
VV_API vv_quat vv_quat_multiply(vv_quat a, vv_quat b);
VV_API vv_quat vv_quat_normalize(vv_quat q); /* the identity if q is (nearly) zero */
VV_API vv_quat vv_quat_from_axis_angle(vv_vec3 unit_axis, float angle);
/* The rotation with the smallest angle that takes one direction to the other; about any axis if they are opposite. */
VV_API vv_quat vv_quat_between(vv_vec3 unit_from, vv_vec3 unit_to);
/* Spherical interpolation along the shorter way: a at t = 0, b at t = 1. */
VV_API vv_quat vv_quat_slerp(vv_quat a, vv_quat b, float t);
VV_API vv_vec3 vv_quat_rotate(vv_quat q, vv_vec3 p);
VV_API vv_vec3 vv_quat_log(vv_quat q);          /* axis × half the angle, along the shorter way */
VV_API vv_quat vv_quat_exp(vv_vec3 half_angle); /* the inverse of vv_quat_log */
VV_API vv_mat3 vv_quat_to_mat3(vv_quat q);
VV_API vv_quat vv_mat3_to_quat(vv_mat3 m); /* m must be a rotation */

VV_API vv_mat3 vv_mat3_identity(void);
VV_API vv_vec3 vv_mat3_apply(vv_mat3 m, vv_vec3 p);
VV_API vv_mat3 vv_mat3_multiply(vv_mat3 a, vv_mat3 b);
VV_API vv_mat3 vv_mat3_transpose(vv_mat3 m);
VV_API float vv_mat3_determinant(vv_mat3 m);
/* Returns false, and leaves `out` unchanged, if m cannot be inverted or its determinant is too small or too large for
 * a float. */
VV_API bool vv_mat3_invert(vv_mat3 m, vv_mat3 *out);
/* Polar decomposition: m = rotation · stretch, with a proper rotation and a symmetric stretch, whose determinant is
 * negative if m mirrors. */
VV_API void vv_mat3_polar(vv_mat3 m, vv_quat *rotation, vv_mat3 *stretch);

static inline vv_vec3 vv_affine3_apply(vv_affine3 a, vv_vec3 p)
{
    return vv_vec3_add(vv_mat3_apply(a.linear, p), a.translation);
}
VV_API vv_affine3 vv_affine3_multiply(vv_affine3 a, vv_affine3 b); /* p ↦ a(b(p)) */
VV_API bool vv_affine3_invert(vv_affine3 a, vv_affine3 *out);      /* as vv_mat3_invert */

#ifdef __cplusplus
}
#endif
#endif
