/* Loop subdivision as it is defined, one step after another, in double: edges by sorting, neighbours by summing over
 * edges. Shares nothing with runtime/mesh. */
#ifndef VV_TEST_EXPLICIT_LOOP_H
#define VV_TEST_EXPLICIT_LOOP_H

#include "tests/testing.h"

#include <math.h>

typedef struct solid {
    uint32_t vertex_count, triangle_count;
    double (*positions)[3];
    uint32_t *triangles;
} solid;

typedef struct explicit_side {
    uint32_t a, b, opposite, triangle, slot;
} explicit_side;

static inline solid solid_create(uint32_t vertices, uint32_t triangles)
{
    return (solid){vertices, triangles, calloc(vertices, sizeof(double[3])), calloc(3 * (size_t)triangles, 4)};
}

static inline void solid_destroy(solid *s)
{
    free(s->positions);
    free(s->triangles);
}

static inline int explicit_compare(const void *p, const void *q)
{
    const explicit_side *x = p, *y = q;
    if (x->a != y->a)
        return x->a < y->a ? -1 : 1;
    return x->b != y->b ? (x->b < y->b ? -1 : 1) : 0;
}

static inline explicit_side *explicit_sides(const solid *s)
{
    size_t count = 3 * (size_t)s->triangle_count;
    explicit_side *sides = calloc(count, sizeof *sides);
    for (size_t i = 0; i < count; i++) {
        uint32_t t = (uint32_t)(i / 3), k = (uint32_t)(i % 3), p = s->triangles[i],
                 q = s->triangles[3 * t + (k + 1) % 3];
        sides[i] = (explicit_side){p < q ? p : q, p < q ? q : p, s->triangles[3 * t + (k + 2) % 3], t, k};
    }
    qsort(sides, count, sizeof *sides, explicit_compare);
    return sides;
}

/* One step. The caller destroys both. */
static inline solid explicit_step(const solid *s)
{
    size_t count = 3 * (size_t)s->triangle_count, edges = 0;
    explicit_side *sides = explicit_sides(s);
    uint32_t *mid = calloc(count, 4), *valence = calloc(s->vertex_count, 4), *open = calloc(s->vertex_count, 4);
    double(*inner)[3] = calloc(s->vertex_count, sizeof *inner), (*curve)[3] = calloc(s->vertex_count, sizeof *curve);
    for (size_t i = 0; i < count; i++)
        edges += i == 0 || explicit_compare(&sides[i - 1], &sides[i]) != 0;
    solid out = solid_create(s->vertex_count + (uint32_t)edges, 4 * s->triangle_count);
    uint32_t next = s->vertex_count;
    for (size_t i = 0, run; i < count; i += run) {
        run = i + 1 < count && explicit_compare(&sides[i], &sides[i + 1]) == 0 ? 2 : 1;
        valence[sides[i].a]++, valence[sides[i].b]++;
        open[sides[i].a] += run == 1, open[sides[i].b] += run == 1;
    }
    for (size_t i = 0, run; i < count; i += run, next++) {
        run = i + 1 < count && explicit_compare(&sides[i], &sides[i + 1]) == 0 ? 2 : 1;
        uint32_t a = sides[i].a, b = sides[i].b;
        double pull = 0.375; /* how much of the end that is not on the border */
        if ((open[a] != 0) != (open[b] != 0))
            pull = 0.5 - 0.25 * cos(acos(-1.0) / (valence[open[a] ? a : b] - 1.0));
        double from_a = open[a] ? 0.75 - pull : pull, from_b = 0.75 - from_a;
        for (size_t r = 0; r < run; r++)
            mid[3 * sides[i + r].triangle + sides[i + r].slot] = next;
        for (int k = 0; k < 3; k++) {
            double p = s->positions[a][k], q = s->positions[b][k];
            inner[a][k] += q, inner[b][k] += p;
            if (run == 1) {
                curve[a][k] += q, curve[b][k] += p;
                out.positions[next][k] = 0.5 * (p + q);
            } else {
                double far = s->positions[sides[i].opposite][k] + s->positions[sides[i + 1].opposite][k];
                out.positions[next][k] = from_a * p + from_b * q + 0.125 * far;
            }
        }
    }
    for (uint32_t v = 0; v < s->vertex_count; v++)
        for (int k = 0; k < 3; k++) {
            double n = valence[v], c = 0.375 + 0.25 * cos(2.0 * acos(-1.0) / n), beta = (0.625 - c * c) / n;
            double p = s->positions[v][k];
            out.positions[v][k] = open[v] ? 0.75 * p + 0.125 * curve[v][k] : (1.0 - n * beta) * p + beta * inner[v][k];
        }
    for (uint32_t t = 0; t < s->triangle_count; t++) {
        const uint32_t *c = s->triangles + 3 * t, *m = mid + 3 * t;
        uint32_t four[12] = {c[0], m[0], m[2], c[1], m[1], m[0], c[2], m[2], m[1], m[0], m[1], m[2]};
        memcpy(out.triangles + 12 * t, four, sizeof four);
    }
    free(sides), free(mid), free(valence), free(open), free(inner), free(curve);
    return out;
}

/* Unit normal at the first `count` vertices: the sum of the triangles' around, as long as their areas are large. */
static inline void explicit_normals(const solid *s, uint32_t count, double (*normals)[3])
{
    memset(normals, 0, count * sizeof *normals);
    for (uint32_t t = 0; t < s->triangle_count; t++) {
        const uint32_t *c = s->triangles + 3 * t;
        double u[3], w[3];
        for (int k = 0; k < 3; k++) {
            u[k] = s->positions[c[1]][k] - s->positions[c[0]][k];
            w[k] = s->positions[c[2]][k] - s->positions[c[0]][k];
        }
        double n[3] = {u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]};
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3 && c[i] < count; k++)
                normals[c[i]][k] += n[k];
    }
    for (uint32_t v = 0; v < count; v++) {
        double length =
            sqrt(normals[v][0] * normals[v][0] + normals[v][1] * normals[v][1] + normals[v][2] * normals[v][2]);
        for (int k = 0; k < 3; k++)
            normals[v][k] /= length;
    }
}

#endif
