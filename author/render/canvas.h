/* Inside author/render: the picture in the making, and the layer that is being drawn on it. */
#ifndef VV_RENDER_CANVAS_H
#define VV_RENDER_CANVAS_H

#include "author/render/raster.h"
#include "author/render/render.h"
#include "runtime/base/base.h"

/* Red, green, blue, alpha: premultiplied, 0…1. */
typedef float vvi_rgba __attribute__((vector_size(16)));

typedef struct vvi_box {
    int32_t left, top, right, bottom; /* right and bottom are outside */
} vvi_box;

/* A layer is gathered by itself and laid over the picture at its end. `layer` holds its colour, summed over the samples
 * it covers and divided by their number in a pixel; `covered` says which samples those are. Both are zero outside
 * `touched`. */
struct vv_canvas {
    const vv_allocator *allocator;
    uint32_t width, height;
    vvi_rgba *pixels;  /* [width · height] */
    vvi_rgba *layer;   /* [width · height] */
    uint16_t *covered; /* [width · height] */
    uint16_t *masks;   /* [width] scratch of the rasteriser */
    vvi_box touched;
};

static inline vvi_corner vvi_to_pixels(const vv_canvas *canvas, vv_camera camera, vv_vec2 p)
{
    double scale = (double)camera.pixels_per_metre;
    return (vvi_corner){0.5 * canvas->width + ((double)p.x - (double)camera.centre.x) * scale,
                        0.5 * canvas->height - ((double)p.y - (double)camera.centre.y) * scale};
}

/* Finite, and so near that pixel arithmetic in float still means something. */
static inline bool vvi_is_drawable(vvi_corner p) { return fabs(p.x) < 1e9 && fabs(p.y) < 1e9; }

/* `color` premultiplied. */
static inline vvi_rgba vvi_premultiply(vv_color color)
{
    float alpha = (float)color.a / 255.0f, scale = alpha / 255.0f;
    return (vvi_rgba){(float)color.r * scale, (float)color.g * scale, (float)color.b * scale, alpha};
}

static inline void vvi_blend(vvi_rgba *under, vvi_rgba over) { *under = over + *under * (1.0f - over[3]); }

/* The whole pixels of a range, within the picture. Empty (left ≥ right) where nothing is inside or a bound is NaN. */
vvi_box vvi_clip_box(const vv_canvas *canvas, double left, double top, double right, double bottom);
void vvi_touch(vv_canvas *canvas, int32_t y, int32_t first, int32_t end);

/* How many of 16 bits are set, without an instruction that not every machine has. */
static inline uint32_t vvi_count_samples(uint32_t mask)
{
    mask -= mask >> 1 & 0x5555u;
    mask = (mask & 0x3333u) + (mask >> 2 & 0x3333u);
    mask = (mask + (mask >> 4)) & 0x0f0fu;
    return (mask + (mask >> 8)) & 31u;
}

/* Adds `color` to the samples in `mask` of one pixel of the layer: over what they hold, where they hold something. What
 * they hold is taken to be the layer's mean there, which differs from the truth only where an edge of the same layer
 * lies under a fold. */
static inline void vvi_cover(vvi_rgba *layer, uint16_t *covered, uint32_t mask, vvi_rgba color)
{
    if (*covered == 0 && mask == (1u << VVI_SAMPLES) - 1u) { /* by far the most */
        *layer = color;
        *covered = (uint16_t)mask;
        return;
    }
    uint32_t again = mask & *covered, fresh = mask & ~(uint32_t)*covered;
    const float share = 1.0f / VVI_SAMPLES;
    if (again) {
        float held = (float)vvi_count_samples(*covered), n = (float)vvi_count_samples(again);
        *layer += color * (n * share) - *layer * (color[3] * n / held);
    }
    *layer += color * ((float)vvi_count_samples(fresh) * share);
    *covered = (uint16_t)(*covered | mask);
}

/* Lays the layer over the picture and clears it. The colour is mixed with `tint` by its alpha. */
void vvi_finish_layer(vv_canvas *canvas, float opacity, vv_color tint);
/* The same for a layer that holds nothing but a share of `color` in its alpha. */
void vvi_finish_stencil(vv_canvas *canvas, vv_color color);

#endif
