/* Drawings for the tests: alpha as a function of the place, sampled four times a pixel each way. */
#ifndef VV_TEST_CUT_DRAW_H
#define VV_TEST_CUT_DRAW_H

#include "author/cut/cut.h"
#include "runtime/base/base.h"
#include "tests/testing.h"

static inline vv_image blank(uint32_t width, uint32_t height)
{
    vv_image image;
    assert_int_equal(vv_image_create(width, height, NULL, &image, NULL), VV_OK);
    return image;
}

static inline void set_alpha(vv_image *image, uint32_t x, uint32_t y, uint8_t alpha)
{
    image->pixels[4 * ((size_t)y * image->width + x) + 3] = alpha;
}

typedef bool (*shape_function)(double x, double y);

static inline vv_image draw(uint32_t width, uint32_t height, shape_function inside)
{
    vv_image image = blank(width, height);
    for (uint32_t y = 0; y < height; ++y)
        for (uint32_t x = 0; x < width; ++x) {
            unsigned hits = 0;
            for (int k = 0; k < 16; ++k)
                hits += inside(x + (k % 4 + 0.5) / 4.0, y + (k / 4 + 0.5) / 4.0);
            set_alpha(&image, x, y, (uint8_t)(hits * 255 / 16));
        }
    return image;
}

static inline bool in_disc(double x, double y, double cx, double cy, double r)
{
    return (x - cx) * (x - cx) + (y - cy) * (y - cy) < r * r;
}

static inline vv_image draw_noise(uint32_t width, uint32_t height, uint32_t percent, uint64_t seed)
{
    vv_image image = blank(width, height);
    vvi_random random = vvi_random_seed(seed);
    for (uint32_t y = 0; y < height; ++y)
        for (uint32_t x = 0; x < width; ++x)
            if (vvi_random_below(&random, 100) < percent)
                set_alpha(&image, x, y, (uint8_t)(1 + vvi_random_below(&random, 255)));
    return image;
}

#endif
