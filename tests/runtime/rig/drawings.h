/* Small drawings for tests: grids, strips and pieces with smooth weights that are zero far from their handle. */
#ifndef TESTS_RIG_DRAWINGS_H
#define TESTS_RIG_DRAWINGS_H

#include "runtime/rig/rig.h"
#include "tests/testing.h"

#include <math.h>

typedef struct drawing {
    uint32_t vertex_count, triangle_count, layer_count, handle_count;
    vv_vec2 *positions;
    uint32_t *triangles;
    vv_layer layers[8];
    float *weights;
    vv_handle *handles;
} drawing;

static inline vv_mesh drawing_mesh(const drawing *d)
{
    return (vv_mesh){d->vertex_count, d->triangle_count, d->layer_count, d->positions, NULL, d->triangles, d->layers};
}

/* A grid of columns × rows cells from `low` to `high`, added as a layer. Inner vertices are jittered by `jitter` of a
 * cell so that nothing is special about them. */
static inline void drawing_add_grid(drawing *d, uint32_t columns, uint32_t rows, vv_vec2 low, vv_vec2 high,
                                    float jitter)
{
    vvi_random random = vvi_random_seed(d->vertex_count + 9);
    uint32_t v0 = d->vertex_count, t0 = d->triangle_count, nv = (columns + 1) * (rows + 1), nt = 2 * columns * rows;
    d->positions = realloc(d->positions, (v0 + nv) * sizeof *d->positions);
    d->triangles = realloc(d->triangles, 3 * (size_t)(t0 + nt) * sizeof *d->triangles);
    for (uint32_t y = 0; y <= rows; y++)
        for (uint32_t x = 0; x <= columns; x++) {
            float u = (float)x, v = (float)y;
            if (x > 0 && x < columns && y > 0 && y < rows) {
                u += jitter * (vvi_random_unit(&random) - 0.5f);
                v += jitter * (vvi_random_unit(&random) - 0.5f);
            }
            d->positions[v0 + y * (columns + 1) + x] =
                (vv_vec2){low.x + (high.x - low.x) * u / (float)columns, low.y + (high.y - low.y) * v / (float)rows};
        }
    uint32_t *t = d->triangles + 3 * (size_t)t0;
    for (uint32_t y = 0; y < rows; y++)
        for (uint32_t x = 0; x < columns; x++) {
            uint32_t a = v0 + y * (columns + 1) + x, b = a + 1, c = a + columns + 1, e = c + 1;
            uint32_t corners[6] = {a, b, e, a, e, c};
            memcpy(t, corners, sizeof corners);
            t += 6;
        }
    d->layers[d->layer_count++] = (vv_layer){v0, nv, t0, nt};
    d->vertex_count += nv;
    d->triangle_count += nt;
}

/* Point handles with weights that fall smoothly to zero at `reach`, rows summing to 1; a vertex out of everyone's
 * reach goes with its nearest handle. */
static inline void drawing_add_handles(drawing *d, uint32_t count, const vv_vec2 *places, float reach)
{
    d->handle_count = count;
    d->handles = calloc(count, sizeof *d->handles);
    d->weights = calloc((size_t)d->vertex_count * count, sizeof *d->weights);
    for (uint32_t j = 0; j < count; j++)
        d->handles[j] = (vv_handle){VV_HANDLE_POINT, places[j], places[j], 0};
    for (uint32_t v = 0; v < d->vertex_count; v++) {
        float *row = d->weights + (size_t)v * count, sum = 0.0f;
        uint32_t nearest = 0;
        for (uint32_t j = 0; j < count; j++) {
            float distance = vv_vec2_distance(d->positions[v], places[j]), near = 1.0f - distance / reach;
            row[j] = near > 0.0f ? near * near / (distance * distance / (reach * reach) + 1e-3f) : 0.0f;
            sum += row[j];
            if (distance < vv_vec2_distance(d->positions[v], places[nearest]))
                nearest = j;
        }
        if (sum == 0.0f)
            sum = row[nearest] = 1.0f;
        for (uint32_t j = 0; j < count; j++)
            row[j] /= sum;
    }
}

/* A bar of 4 × 1 with five handles along its middle. */
static inline drawing drawing_bar(uint32_t columns, uint32_t rows)
{
    drawing d = {0};
    const vv_vec2 places[5] = {{0.1f, 0.5f}, {1.0f, 0.45f}, {2.0f, 0.5f}, {3.0f, 0.55f}, {3.9f, 0.5f}};
    drawing_add_grid(&d, columns, rows, (vv_vec2){0.0f, 0.0f}, (vv_vec2){4.0f, 1.0f}, 0.3f);
    drawing_add_handles(&d, 5, places, 1.6f);
    return d;
}

static inline vv_poser *drawing_poser(const drawing *d, uint32_t clusters)
{
    vv_poser_def def = vv_default_poser_def();
    vv_poser *poser = NULL;
    vv_error error = {0};
    def.mesh = drawing_mesh(d);
    def.handle_count = d->handle_count;
    def.handles = d->handles;
    def.weights = d->weights;
    def.cluster_count = clusters;
    vv_result result = vv_poser_create(&def, NULL, &poser, &error);
    if (result != VV_OK)
        fail_msg("%s", error.message);
    return poser;
}

static inline void drawing_free(drawing *d)
{
    free(d->positions);
    free(d->triangles);
    free(d->weights);
    free(d->handles);
}

#endif
