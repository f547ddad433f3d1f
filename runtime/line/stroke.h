/* What the files about strokes share. */
#ifndef VVI_LINE_STROKE_H
#define VVI_LINE_STROKE_H

#include "curve.h"

/* A stroke is resampled to this many segments of equal length. */
#define STROKE_SEGMENTS 512u

typedef struct stroke_vec {
    double x, y;
} stroke_vec;

static inline double stroke_distance(stroke_vec a, stroke_vec b)
{
    double x = b.x - a.x, y = b.y - a.y;
    return sqrt(x * x + y * y);
}

/* Resamples the polyline through `count` points to points at equal distances: resampled[STROKE_SEGMENTS + 1]. Returns
 * its length. */
double vvi_stroke_resample(size_t count, const stroke_vec *points, stroke_vec *resampled);
/* Smooths with a Gaussian of this standard deviation, in segments; both ends stay in place. smoothed[STROKE_SEGMENTS +
 * 1]. */
void vvi_stroke_smooth(const stroke_vec *resampled, double deviation, stroke_vec *smoothed);
/* How often the stroke crosses itself. */
uint32_t vvi_stroke_crossings(const stroke_vec *resampled);

/* The least-squares problem of eq. 1, with all the memory that solving it needs. */
typedef struct stroke_fit {
    uint32_t element_count;
    stroke_vec root;
    double element; /* length of an element */
    double angles[VV_LINE_MAX_ELEMENTS];
    /* The curve compared with the stroke, summed once: M = Σ w wᵀ and m = Σ w p over the points p of the stroke,
     * where w are the weights of the corners in the corresponding point of the curve. The squared error is then Cᵀ M
     * C − 2 Cᵀ m + constant for corners C. */
    double weight_products[(VV_LINE_MAX_ELEMENTS + 1) * (VV_LINE_MAX_ELEMENTS + 1)];
    stroke_vec moments[VV_LINE_MAX_ELEMENTS + 1];
    double normal[(VV_LINE_MAX_ELEMENTS + 1) * (VV_LINE_MAX_ELEMENTS + 1)];
    double factor[(VV_LINE_MAX_ELEMENTS + 1) * (VV_LINE_MAX_ELEMENTS + 1)];
    stroke_vec columns[(VV_LINE_MAX_ELEMENTS + 1) * (VV_LINE_MAX_ELEMENTS + 1)]; /* M J */
} stroke_fit;

/* Fits a line to resampled[STROKE_SEGMENTS + 1] of this length. */
void vvi_stroke_fit_angles(stroke_fit *fit, const stroke_vec *resampled, double length);

/* Reverses angles[count] if that turns the line less from `before`, which may be NULL, and adds the whole turns that
 * turn it least; returns whether it was reversed. drawn: the pose as it was drawn. */
bool vvi_stroke_choose_direction(uint32_t count, double *angles, const vv_line_pose *before, const vv_line_pose *drawn);

#endif
