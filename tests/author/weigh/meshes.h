/* Small meshes for the tests of this room: grids cut to a shape, jittered, with diagonals either way. */
#ifndef VV_TEST_WEIGH_MESHES_H
#define VV_TEST_WEIGH_MESHES_H

#include "tests/testing.h"

#include "author/weigh/weigh.h"
#include "runtime/base/base.h"

#include <math.h>

typedef enum shape { REGULAR, JITTERED, NOISY, GRADED, HOLE, ELL, LIMBS, SHAPES } shape;

typedef struct test_mesh {
    uint32_t vertex_count, triangle_count;
    double *positions;
    uint32_t *triangles;
} test_mesh;

static inline double mesh_unit(vvi_random *random) { return (double)vvi_random_unit(random); }

/* Whether the cell around (x, y) in 0…1 belongs to the shape. */
static inline bool mesh_inside(shape kind, double x, double y)
{
    if (kind == HOLE)
        return (x - 0.5) * (x - 0.5) + (y - 0.45) * (y - 0.45) > 0.04;
    if (kind == ELL)
        return x < 0.5 || y < 0.5;
    if (kind == LIMBS)
        return (fabs(x - 0.5) < 0.12 && y > 0.25) || fabs(y - 0.7) < 0.06 ||
               (fabs(fabs(x - 0.5) - 0.08) < 0.05 && y < 0.3);
    return true;
}

static inline void mesh_place(shape kind, uint32_t side, uint32_t i, uint32_t j, vvi_random *random, double *p)
{
    double amount = kind == REGULAR ? 0.0 : kind == NOISY ? 0.4 : 0.22, x = i, y = j;
    if (i > 0 && j > 0 && i < side && j < side) {
        x += amount * (2.0 * mesh_unit(random) - 1.0);
        y += amount * (2.0 * mesh_unit(random) - 1.0);
    }
    x /= side;
    y /= side;
    p[0] = kind == GRADED ? 0.9 * x * x + 0.1 * x : x;
    p[1] = kind == GRADED ? 0.9 * y * y + 0.1 * y : y;
    p[2] = 0.0;
}

/* About side² cells, those inside the shape; counter-clockwise. */
static inline test_mesh mesh_make(shape kind, uint32_t side, uint64_t seed)
{
    vvi_random random = vvi_random_seed(seed);
    uint32_t row = side + 1, *number = malloc((size_t)row * row * sizeof *number);
    double *places = calloc(3 * (size_t)row * row, sizeof *places);
    test_mesh m = {0};
    m.positions = calloc(3 * (size_t)row * row, sizeof *m.positions);
    m.triangles = calloc(6 * (size_t)side * side, sizeof *m.triangles);
    for (uint32_t v = 0; v < row * row; v++) {
        number[v] = UINT32_MAX;
        mesh_place(kind, side, v % row, v / row, &random, places + 3 * (size_t)v);
    }
    for (uint32_t c = 0; c < side * side; c++) {
        uint32_t i = c % side, j = c / side;
        if (!mesh_inside(kind, (i + 0.5) / side, (j + 0.5) / side))
            continue;
        uint32_t corner[4] = {j * row + i, j * row + i + 1, (j + 1) * row + i + 1, (j + 1) * row + i};
        for (int k = 0; k < 4; k++) {
            if (number[corner[k]] != UINT32_MAX)
                continue;
            memcpy(m.positions + 3 * (size_t)m.vertex_count, places + 3 * (size_t)corner[k], 3 * sizeof(double));
            number[corner[k]] = m.vertex_count++;
        }
        bool flip = kind == REGULAR ? (i + j) % 2 : mesh_unit(&random) < 0.5;
        const int cells[2][6] = {{0, 1, 2, 0, 2, 3}, {0, 1, 3, 1, 2, 3}};
        for (int k = 0; k < 6; k++)
            m.triangles[3 * (size_t)m.triangle_count + (size_t)k] = number[corner[cells[flip][k]]];
        m.triangle_count += 2;
    }
    free(number);
    free(places);
    return m;
}

static inline void mesh_free(test_mesh *m)
{
    free(m->positions);
    free(m->triangles);
}

/* `count` different vertices, each far from the ones before, with some chance in it. */
static inline void mesh_pick(const test_mesh *m, uint32_t count, vvi_random *random, uint32_t *picked)
{
    for (uint32_t c = 0; c < count; c++) {
        double best = -1.0;
        for (uint32_t v = 0; v < m->vertex_count; v++) {
            double nearest = 1.0 + mesh_unit(random);
            for (uint32_t k = 0; k < c; k++) {
                const double *a = m->positions + 3 * (size_t)v, *b = m->positions + 3 * (size_t)picked[k];
                double d =
                    (a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]);
                nearest = fmin(nearest, d * (0.5 + mesh_unit(random)));
                if (picked[k] == v)
                    nearest = -1.0;
            }
            if (nearest > best) {
                best = nearest;
                picked[c] = v;
            }
        }
    }
}

/* Point handles: handle j holds held[j]. */
static inline vv_weigh_def mesh_def(const test_mesh *m, uint32_t handles, const uint32_t *held)
{
    static const uint32_t starts[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16,
                                      17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32};
    return (vv_weigh_def){m->vertex_count, m->triangle_count, handles, m->positions, m->triangles, starts, held, NULL};
}

#endif
