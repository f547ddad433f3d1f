/* Small meshes for the tests of this room: rectangles of squares cut in two, with squares left out. */
#ifndef VV_TEST_GRIDS_H
#define VV_TEST_GRIDS_H

#include "runtime/mesh/mesh.h"

enum { GRID_SIDE = 9, GRID_VERTICES = (GRID_SIDE + 1) * (GRID_SIDE + 1), GRID_TRIANGLES = 2 * GRID_SIDE * GRID_SIDE };

typedef struct grid {
    vv_vec2 positions[GRID_VERTICES];
    uint32_t triangles[3 * GRID_TRIANGLES];
    vv_layer layer;
    vv_mesh mesh;
} grid;

/* keep(x, y): whether the square there is part of the mesh. */
static inline void make_grid(grid *g, bool (*keep)(uint32_t x, uint32_t y))
{
    uint32_t row = GRID_SIDE + 1, count = 0;
    for (uint32_t i = 0; i < GRID_VERTICES; ++i)
        g->positions[i] = (vv_vec2){(float)(i % row), (float)(i / row)};
    for (uint32_t y = 0; y < GRID_SIDE; ++y)
        for (uint32_t x = 0; x < GRID_SIDE; ++x) {
            if (keep && !keep(x, y))
                continue;
            uint32_t a = y * row + x, b = a + 1, c = b + row, d = a + row;
            uint32_t both[6] = {a, b, c, a, c, d};
            for (int k = 0; k < 6; ++k)
                g->triangles[count++] = both[k];
        }
    g->layer = (vv_layer){0, GRID_VERTICES, 0, count / 3};
    g->mesh = (vv_mesh){GRID_VERTICES, count / 3, 1, g->positions, NULL, g->triangles, &g->layer};
}

#endif
