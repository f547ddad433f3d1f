/* Private to author/render: the picture, and the layer that is being drawn on it. */
#ifndef VV_RENDER_CANVAS_H
#define VV_RENDER_CANVAS_H

#include "author/render/raster.h"
#include "author/render/render.h"
#include "runtime/base/base.h"
#include "runtime/base/lanes.h"

/* Red, green, blue, alpha: premultiplied, 0…1. */
typedef float4 vvi_rgba;

typedef struct vvi_box {
    int32_t left, top, right, bottom; /* right and bottom are exclusive */
} vvi_box;

/* A layer is drawn separately and blended over the picture when it is finished. `layer` has its premultiplied colour,
 * summed over the samples it covers and divided by the number of samples in a pixel; `covered` is the mask of those
 * samples. Both are zero outside `touched`. */
struct vv_canvas {
    const vv_allocator *allocator;
    uint32_t width, height;
    vvi_rgba *pixels;  /* [width · height] */
    vvi_rgba *layer;   /* [width · height] */
    uint16_t *covered; /* [width · height] */
    uint16_t *masks;   /* [width] scratch of the rasteriser */
    vvi_box touched;
    vvi_rgba multiply; /* of layers */
};

static inline vvi_corner vvi_to_pixels(const vv_canvas *canvas, vv_camera camera, vv_vec2 p)
{
    double scale = (double)camera.pixels_per_metre;
    return (vvi_corner){0.5 * canvas->width + ((double)p.x - (double)camera.centre.x) * scale,
                        0.5 * canvas->height - ((double)p.y - (double)camera.centre.y) * scale};
}

/* Whether a corner is finite and near enough for pixel arithmetic in float to be meaningful. */
static inline bool vvi_is_drawable(vvi_corner p) { return fabs(p.x) < 1e9 && fabs(p.y) < 1e9; }

/* The colour with premultiplied alpha. */
static inline vvi_rgba vvi_premultiply(vv_color color)
{
    float alpha = (float)color.a / 255.0f, scale = alpha / 255.0f;
    return (vvi_rgba){(float)color.r * scale, (float)color.g * scale, (float)color.b * scale, alpha};
}

static inline void vvi_blend(vvi_rgba *under, vvi_rgba over) { *under = over + *under * (1.0f - over[3]); }

/* The pixels of a range within the picture. Empty (left ≥ right) if nothing is inside or a bound is NaN. */
vvi_box vvi_clip_box(const vv_canvas *canvas, double left, double top, double right, double bottom);
void vvi_mark_touched(vv_canvas *canvas, int32_t y, int32_t first, int32_t end);

/* Counts the bits that are set among 16, without an instruction that not every machine has. */
static inline uint32_t vvi_count_samples(uint32_t mask)
{
    mask -= mask >> 1 & 0x5555u;
    mask = (mask & 0x3333u) + (mask >> 2 & 0x3333u);
    mask = (mask + (mask >> 4)) & 0x0f0fu;
    return (mask + (mask >> 8)) & 31u;
}

/* Adds `color` to the samples in `mask` of one pixel of the layer, blending over samples that are already covered.
 * Their colour is taken to be the layer's mean in the pixel, which is inexact only where an edge of the same layer
 * lies under a fold. */
static inline void vvi_add_samples(vvi_rgba *layer, uint16_t *covered, uint32_t mask, vvi_rgba color)
{
    if (*covered == 0 && mask == (1u << VVI_SAMPLES) - 1u) { /* by far the most common case */
        *layer = color;
        *covered = (uint16_t)mask;
        return;
    }
    uint32_t overlap = mask & *covered, uncovered = mask & ~(uint32_t)*covered;
    const float share = 1.0f / VVI_SAMPLES;
    if (overlap) {
        float covered_count = (float)vvi_count_samples(*covered), n = (float)vvi_count_samples(overlap);
        *layer += color * (n * share) - *layer * (color[3] * n / covered_count);
    }
    *layer += color * ((float)vvi_count_samples(uncovered) * share);
    *covered = (uint16_t)(*covered | mask);
}

/* Blends the layer over the picture and clears it. Colours are mixed with `tint` by its alpha. */
void vvi_finish_layer(vv_canvas *canvas, float opacity, vv_color tint);
/* Does the same for a layer whose alpha is the coverage of a single `color`. */
void vvi_finish_stencil(vv_canvas *canvas, vv_color color);

#endif
