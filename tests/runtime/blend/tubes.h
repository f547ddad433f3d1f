/* A limb for tests: a closed tube along y with two joints, and what a designer would bend it to. */
#ifndef VV_TEST_TUBES_H
#define VV_TEST_TUBES_H

#include "runtime/blend/blend.h"
#include "tests/testing.h"

#include <math.h>

enum { TUBE_RINGS = 25, TUBE_SIDES = 12, TUBE_VERTICES = TUBE_RINGS * TUBE_SIDES + 2 };
enum { TUBE_TRIANGLES = 2 * TUBE_SIDES * (TUBE_RINGS - 1) + 2 * TUBE_SIDES };

static const double tube_length = 2.0, tube_radius = 0.2, tube_soft = 0.3; /* weights change over ± tube_soft */

/* The middle line at height y when the elbow, at 0, is bent by `angle` about z: straight, a circle's arc, straight. */
static inline void tube_line(double y, double angle, double *along, double point[2], double normal[2])
{
    double a = angle * fmin(fmax((y + tube_soft) / (2.0 * tube_soft), 0.0), 1.0), below = fmin(y + tube_soft, 0.0);
    double beyond = fmax(y - tube_soft, 0.0), bend = angle / (2.0 * tube_soft);
    double inside = fmin(fmax(y + tube_soft, 0.0), 2.0 * tube_soft);
    double x = fabs(bend) < 1e-9 ? 0.0 : -(1.0 - cos(bend * inside)) / bend;
    double up = fabs(bend) < 1e-9 ? inside : sin(bend * inside) / bend;
    point[0] = x - sin(a) * beyond;
    point[1] = below - tube_soft + up + cos(a) * beyond;
    normal[0] = cos(a), normal[1] = sin(a);
    *along = a;
}

static inline void tube_form(double angle, vv_vec3 *out)
{
    double a, p[2], n[2];
    for (uint32_t r = 0; r < TUBE_RINGS; r++) {
        tube_line(tube_length * ((double)r / (TUBE_RINGS - 1) - 0.5), angle, &a, p, n);
        for (uint32_t s = 0; s < TUBE_SIDES; s++) {
            double turn = 2.0 * acos(-1.0) * s / TUBE_SIDES, x = tube_radius * cos(turn), z = tube_radius * sin(turn);
            out[r * TUBE_SIDES + s] = (vv_vec3){(float)(p[0] + n[0] * x), (float)(p[1] + n[1] * x), (float)z};
        }
    }
    for (int end = 0; end < 2; end++) {
        tube_line(tube_length * (end - 0.5), angle, &a, p, n);
        out[TUBE_RINGS * TUBE_SIDES + end] = (vv_vec3){(float)p[0], (float)p[1], 0.0f};
    }
}

static inline void tube_triangles(uint32_t *out)
{
    uint32_t count = 0, bottom = TUBE_RINGS * TUBE_SIDES, top = bottom + 1, last = (TUBE_RINGS - 1) * TUBE_SIDES;
    for (uint32_t r = 0; r + 1 < TUBE_RINGS; r++)
        for (uint32_t s = 0; s < TUBE_SIDES; s++) {
            uint32_t a = r * TUBE_SIDES + s, b = r * TUBE_SIDES + (s + 1) % TUBE_SIDES;
            uint32_t six[6] = {a, a + TUBE_SIDES, b, b, a + TUBE_SIDES, b + TUBE_SIDES};
            memcpy(out + count, six, sizeof six);
            count += 6;
        }
    for (uint32_t s = 0; s < TUBE_SIDES; s++) {
        uint32_t t = (s + 1) % TUBE_SIDES, six[6] = {bottom, s, t, top, last + t, last + s};
        memcpy(out + count, six, sizeof six);
        count += 6;
    }
    assert_int_equal(count, 3 * TUBE_TRIANGLES);
}

/* Joint 0 stays, joint 1 turns about the elbow; its share rises smoothly. */
static inline vv_skin3 *tube_skin(void)
{
    static uint16_t joints[4 * TUBE_VERTICES];
    static float weights[4 * TUBE_VERTICES];
    vv_vec3 rest[TUBE_VERTICES];
    tube_form(0.0, rest);
    for (uint32_t v = 0; v < TUBE_VERTICES; v++) {
        double t = fmin(fmax(((double)rest[v].y + tube_soft) / (2.0 * tube_soft), 0.0), 1.0);
        joints[4 * v] = 0, joints[4 * v + 1] = 1, joints[4 * v + 2] = joints[4 * v + 3] = 0;
        weights[4 * v + 1] = (float)(t * t * (3.0 - 2.0 * t));
        weights[4 * v] = 1.0f - weights[4 * v + 1];
    }
    vv_affine3 one = {vv_mat3_identity(), {0.0f, 0.0f, 0.0f}}, binds[2] = {one, one};
    vv_skin3_def def = {TUBE_VERTICES, 2, joints, weights, binds};
    vv_skin3 *skin = NULL;
    assert_int_equal(vv_skin3_create(&def, NULL, &skin, NULL), VV_OK);
    return skin;
}

/* The transforms of both joints: the arc of the middle line ends where a bone that is bent about the elbow would,
 * nearly; the difference is the designer's. */
static inline void tube_pose(double angle, vv_affine3 globals[2])
{
    globals[0] = globals[1] = (vv_affine3){vv_mat3_identity(), {0.0f, 0.0f, 0.0f}};
    globals[1].linear = vv_quat_to_mat3(vv_quat_from_axis_angle((vv_vec3){0.0f, 0.0f, 1.0f}, (float)angle));
}

static inline double solid_volume(uint32_t triangle_count, const uint32_t *triangles, const vv_vec3 *p)
{
    double sum = 0.0;
    for (uint32_t t = 0; t < triangle_count; t++) {
        vv_vec3 a = p[triangles[3 * t]], b = p[triangles[3 * t + 1]], c = p[triangles[3 * t + 2]];
        sum += (double)vv_vec3_dot(a, vv_vec3_cross(b, c)) / 6.0;
    }
    return sum;
}

/* The least length round any ring. */
static inline double tube_girth(const vv_vec3 *p)
{
    double least = INFINITY;
    for (uint32_t r = 0; r < TUBE_RINGS; r++) {
        double length = 0.0;
        for (uint32_t s = 0; s < TUBE_SIDES; s++)
            length +=
                (double)vv_vec3_length(vv_vec3_sub(p[r * TUBE_SIDES + s], p[r * TUBE_SIDES + (s + 1) % TUBE_SIDES]));
        least = fmin(least, length);
    }
    return least;
}

#endif
