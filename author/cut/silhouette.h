/* The part of an image that belongs to the drawing, as a mask on a grid of samples: without specks, with a margin. */
#ifndef VVI_CUT_SILHOUETTE_H
#define VVI_CUT_SILHOUETTE_H

#include "cut.h"
#include "predicates.h"
#include "runtime/base/base.h"

#define VVI_GRID 256 /* grid units from one sample to the next */

/* Sample (i, j) is the centre of a block of `scale` × `scale` pixels; `pad` samples around the image are empty. */
typedef struct vvi_silhouette {
    uint32_t width, height; /* samples, with the padding */
    uint32_t scale, pad;
    float threshold;   /* alpha above this is inside, 0…255 */
    uint8_t *alpha;    /* [width · height] the largest alpha of each block */
    uint8_t *ink;      /* [width · height] 1 inside the drawing, 0 outside */
    uint8_t *mask;     /* [width · height] 1 inside the drawing with its margin */
    float *squared;    /* [width · height] squared distance to the edge of the ink, grid units; exact only near it */
    float *level;      /* [width · height] the mask may grow where this is negative: see vvi_silhouette_grow */
    float reach;       /* how far the mask reaches beyond the edge of the ink, grid units */
    uint64_t area;     /* samples inside the ink */
    uint32_t left_out; /* pieces larger than a speck that were dropped because there were too many */
} vvi_silhouette;

/* Samples the image, removes specks and measures the area. VV_ERROR_ARGUMENT if no pixel is above the threshold. */
vv_result vvi_silhouette_create(const vv_image *image, const vv_cut_def *def, vvi_arena *arena,
                                const vv_allocator *allocator, vvi_silhouette *out, vv_error *error);

/* Grows the mask to everything within `reach` grid units of the ink, without joining pieces or closing holes; only
 * holes that the reach covers completely and that are smaller than `smallest_hole` samples are closed. Where parts
 * would meet, both stay `retreat` away from the middle of the gap, or half the gap if it is narrower. `level` is the
 * larger of distance − reach and retreat − distance to the middle of the gap. reach + VVI_GRID must fit the padding. */
vv_result vvi_silhouette_grow(vvi_silhouette *s, float reach, float retreat, double smallest_hole,
                              const vv_allocator *allocator, vv_error *error);

/* Signed distance of a sample to the edge of the ink, grid units; negative inside. */
static inline float vvi_ink_distance(const vvi_silhouette *s, size_t i)
{
    float distance = sqrtf(s->squared[i]);
    return s->ink[i] ? -distance : distance;
}

/* The number of samples of padding that a reach needs. */
uint32_t vvi_silhouette_pad(float reach);

/* Removes pieces (with `value` 0: fills holes) smaller than `smallest` samples, and all but the `most` largest; one
 * piece always stays. *left_out: how many were removed only because there were too many. */
bool vvi_remove_specks(vvi_silhouette *s, uint8_t value, double smallest, uint32_t most, const vv_allocator *allocator,
                       uint32_t *left_out);

/* Fills the holes of the mask that the reach covers and that have less than `largest` samples. */
bool vvi_close_holes(vvi_silhouette *s, double largest, const vv_allocator *allocator);

/* Where the edge of the ink crosses from an inside sample to an outside one: 0…1. */
float vvi_ink_crossing(const vvi_silhouette *s, size_t inside, size_t outside);

static inline vvi_grid_point vvi_sample_point(const vvi_silhouette *s, uint32_t x, uint32_t y)
{
    return (vvi_grid_point){((int32_t)x - (int32_t)s->pad) * VVI_GRID + VVI_GRID / 2,
                            -(((int32_t)y - (int32_t)s->pad) * VVI_GRID + VVI_GRID / 2)};
}

#endif
