/* Private to author/render: the rasteriser, which finds the samples that a triangle covers. */
#ifndef VV_RENDER_RASTER_H
#define VV_RENDER_RASTER_H

#include <stdbool.h>
#include <stdint.h>

#define VVI_SAMPLES 16

/* A corner in pixels: x to the right, y down, (0,0) the top left corner of the picture. */
typedef struct vvi_corner {
    double x, y;
} vvi_corner;

/* The edge function E(x, y) of two corners; a sample is on the inner side if E + offset ≥ 0. */
typedef struct vvi_edge {
    int64_t row;                 /* E at the centre of the first pixel of the row */
    int64_t step_x, step_y;      /* change of E per pixel */
    int64_t all, none;           /* E ≥ all: every sample is inside; E < none: no sample is */
    int32_t offset[VVI_SAMPLES]; /* of each sample relative to the pixel's centre */
} vvi_edge;

typedef struct vvi_raster {
    vvi_edge edges[3];
    int32_t left, right, top, bottom; /* pixels; right and bottom are exclusive */
    int32_t y;                        /* the next row */
} vvi_raster;

/* A convex polygon: a triangle after clipping. */
#define VVI_POLYGON_MAX 8
typedef struct vvi_polygon {
    uint32_t count;
    vvi_corner corners[VVI_POLYGON_MAX];
} vvi_polygon;

/* Clips a triangle of finite corners to the picture with a guard band. Two triangles that share an edge are clipped
 * at the same point of it. False if nothing is left. */
bool vvi_clip(const vvi_corner corners[3], uint32_t width, uint32_t height, vvi_polygon *out);

/* Starts a clipped triangle of either orientation. False if it has no area or lies outside. */
bool vvi_raster_begin(vvi_raster *raster, vvi_corner a, vvi_corner b, vvi_corner c, uint32_t width, uint32_t height);
/* Rasterises the next row: masks[*first … *end) get a bit for each covered sample. False after the last row. */
bool vvi_raster_row(vvi_raster *raster, uint16_t *masks, int32_t *y, int32_t *first, int32_t *end);

#endif
