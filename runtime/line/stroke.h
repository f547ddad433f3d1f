/* What the files about strokes share. */
#ifndef VVI_LINE_STROKE_H
#define VVI_LINE_STROKE_H

#include "curve.h"

/* A stroke is brought to this many pieces of equal length. */
#define STROKE_PIECES 512u

typedef struct spot {
    double x, y;
} spot;

static inline double spot_distance(spot a, spot b)
{
    double x = b.x - a.x, y = b.y - a.y;
    return sqrt(x * x + y * y);
}

/* Brings a way through `count` points to points at equal distances along it, evenly[STROKE_PIECES + 1]; returns its length. */
double vvi_stroke_space(size_t count, const spot *points, spot *evenly);
/* Smooths with a bell of this deviation, in pieces; both ends stay where they are. smoothed[STROKE_PIECES + 1]. */
void vvi_stroke_smooth(const spot *evenly, double deviation, spot *smoothed);
/* How often it crosses itself. */
uint32_t vvi_stroke_crossings(const spot *evenly);

/* The least squares of eq. 1: all that is needed, so that solving does not allocate. */
typedef struct stroke_fit {
    uint32_t element_count;
    spot root;
    double element; /* its length */
    double angles[VV_LINE_MAX_ELEMENTS];
    /* The curve against the stroke, summed once: M = Σ w wᵀ and m = Σ w p over the stroke's points p, which are mixes w of the
     * corners. Then the error is Cᵀ M C − 2 Cᵀ m + constant for corners C. */
    double mixes[(VV_LINE_MAX_ELEMENTS + 1) * (VV_LINE_MAX_ELEMENTS + 1)];
    spot moments[VV_LINE_MAX_ELEMENTS + 1];
    double normal[(VV_LINE_MAX_ELEMENTS + 1) * (VV_LINE_MAX_ELEMENTS + 1)];
    double factor[(VV_LINE_MAX_ELEMENTS + 1) * (VV_LINE_MAX_ELEMENTS + 1)];
    spot columns[(VV_LINE_MAX_ELEMENTS + 1) * (VV_LINE_MAX_ELEMENTS + 1)]; /* M J */
} stroke_fit;

/* Fits to evenly[STROKE_PIECES + 1] of this length. */
void vvi_stroke_angles(stroke_fit *fit, const spot *evenly, double length);

/* Takes angles[count] the way round that turns the line least from `before`, which may be NULL, and by the whole turns that do; says
 * whether it was the other way round. drawn: the pose as it was drawn. */
bool vvi_stroke_direct(uint32_t count, double *angles, const vv_line_pose *before, const vv_line_pose *drawn);

#endif
