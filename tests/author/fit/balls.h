/* Balls for tests: cut from an octahedron, every edge halved again and again. */
#ifndef VV_TEST_BALLS_H
#define VV_TEST_BALLS_H

#include "author/fit/fit.h"
#include "tests/testing.h"

#include <math.h>

typedef struct ball {
    uint32_t vertex_count, triangle_count;
    vv_vec3 *positions;
    uint32_t *triangles;
} ball;

static inline uint32_t ball_vertex(ball *b, vv_vec3 p)
{
    p = vv_vec3_scale(p, 1.0f / vv_vec3_length(p));
    for (uint32_t v = 0; v < b->vertex_count; v++)
        if (vv_vec3_length(vv_vec3_sub(p, b->positions[v])) < 1e-4f)
            return v;
    b->positions[b->vertex_count] = p;
    return b->vertex_count++;
}

static inline void ball_triangle(ball *b, vv_vec3 p, vv_vec3 q, vv_vec3 r, uint32_t depth)
{
    vv_vec3 pq = vv_vec3_scale(vv_vec3_add(p, q), 0.5f), qr = vv_vec3_scale(vv_vec3_add(q, r), 0.5f);
    vv_vec3 rp = vv_vec3_scale(vv_vec3_add(r, p), 0.5f);
    if (depth > 0) {
        ball_triangle(b, p, pq, rp, depth - 1);
        ball_triangle(b, q, qr, pq, depth - 1);
        ball_triangle(b, r, rp, qr, depth - 1);
        ball_triangle(b, pq, qr, rp, depth - 1);
        return;
    }
    uint32_t *c = b->triangles + 3 * b->triangle_count++;
    c[0] = ball_vertex(b, p), c[1] = ball_vertex(b, q), c[2] = ball_vertex(b, r);
}

/* `copies` balls of radius 1 beside each other, `apart` along x: 8 · 4^depth triangles each. */
static inline ball make_balls(uint32_t depth, uint32_t copies, float apart)
{
    uint32_t triangles = 8u << 2 * depth, vertices = triangles / 2 + 2;
    ball b = {0, 0, calloc(copies * vertices, sizeof(vv_vec3)), calloc(3 * copies * triangles, sizeof(uint32_t))};
    for (int k = 0; k < 8; k++) {
        vv_vec3 x = {k & 1 ? -1.0f : 1.0f, 0, 0}, y = {0, k & 2 ? -1.0f : 1.0f, 0}, z = {0, 0, k & 4 ? -1.0f : 1.0f};
        bool mirrored = ((k & 1) + (k >> 1 & 1) + (k >> 2 & 1)) % 2 != 0;
        ball_triangle(&b, x, mirrored ? z : y, mirrored ? y : z, depth);
    }
    assert_int_equal(b.vertex_count, vertices);
    for (uint32_t i = 1; i < copies; i++) {
        for (uint32_t v = 0; v < vertices; v++)
            b.positions[i * vertices + v] = vv_vec3_add(b.positions[v], (vv_vec3){apart * (float)i, 0.03f, 0.01f});
        for (uint32_t c = 0; c < 3 * triangles; c++)
            b.triangles[3 * i * triangles + c] = b.triangles[c] + i * vertices;
    }
    b.vertex_count *= copies, b.triangle_count *= copies;
    return b;
}

static inline void free_balls(ball *b) { free(b->positions), free(b->triangles); }

#endif
