/* What the render tests share: a canvas, a grid mesh, a picture of noise. */
#ifndef VV_TESTING_DRAWING_H
#define VV_TESTING_DRAWING_H

#include "author/render/render.h"
#include "runtime/base/base.h"
#include "tests/testing.h"

enum { GRID_MAX = 33 };

/* A rectangle of width × height metres with its lower left corner at the origin, cut into n × n squares. */
typedef struct grid {
    vv_vec2 positions[GRID_MAX * GRID_MAX], uvs[GRID_MAX * GRID_MAX];
    uint32_t triangles[6 * (GRID_MAX - 1) * (GRID_MAX - 1)];
    vv_layer layer;
    vv_mesh mesh;
} grid;

static inline void grid_make(grid *g, uint32_t n, float width, float height)
{
    uint32_t count = 0;
    for (uint32_t y = 0; y <= n; ++y)
        for (uint32_t x = 0; x <= n; ++x) {
            float u = (float)x / (float)n, v = (float)y / (float)n;
            g->positions[y * (n + 1) + x] = (vv_vec2){u * width, v * height};
            g->uvs[y * (n + 1) + x] = (vv_vec2){u, 1.0f - v};
        }
    for (uint32_t y = 0; y < n; ++y)
        for (uint32_t x = 0; x < n; ++x) {
            uint32_t a = y * (n + 1) + x, b = a + 1, c = a + n + 1, d = c + 1;
            const uint32_t six[6] = {a, b, d, a, d, c};
            memcpy(g->triangles + count, six, sizeof six);
            count += 6;
        }
    uint32_t vertices = (n + 1) * (n + 1);
    g->layer = (vv_layer){0, vertices, 0, count / 3};
    g->mesh = (vv_mesh){vertices, count / 3, 1, g->positions, g->uvs, g->triangles, &g->layer};
}

static inline vv_image noise_image(uint32_t width, uint32_t height, uint64_t seed)
{
    vv_image image;
    vvi_random random = vvi_random_seed(seed);
    assert_int_equal(vv_image_create(width, height, NULL, &image, NULL), VV_OK);
    for (size_t i = 0; i < 4ul * width * height; ++i)
        image.pixels[i] = (uint8_t)vvi_random_next(&random);
    return image;
}

static inline vv_image plain_image(uint32_t width, uint32_t height, vv_color color)
{
    vv_image image;
    assert_int_equal(vv_image_create(width, height, NULL, &image, NULL), VV_OK);
    for (size_t i = 0; i < (size_t)width * height; ++i)
        memcpy(image.pixels + 4 * i, &color, 4);
    return image;
}

static inline vv_canvas *clear_canvas(uint32_t width, uint32_t height, vv_color background)
{
    vv_canvas *canvas = NULL;
    assert_int_equal(vv_canvas_create(width, height, NULL, &canvas, NULL), VV_OK);
    vv_canvas_clear(canvas, background);
    return canvas;
}

static inline vv_texture *texture_of(const vv_image *image)
{
    vv_texture *texture = NULL;
    assert_int_equal(vv_texture_create(image, NULL, &texture, NULL), VV_OK);
    return texture;
}

static inline vv_image resolve(const vv_canvas *canvas)
{
    vv_image image;
    assert_int_equal(vv_image_create(vv_canvas_width(canvas), vv_canvas_height(canvas), NULL, &image, NULL), VV_OK);
    vv_canvas_resolve(canvas, &image);
    return image;
}

static inline const uint8_t *pixel_at(const vv_image *image, uint32_t x, uint32_t y)
{
    return image->pixels + 4 * ((size_t)y * image->width + x);
}

#endif
