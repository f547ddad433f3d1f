/* The smooth curve through the corners of a line. A point at any share of its arc length is a fixed linear
 * combination of at most four corners. Everything that evaluates a point of a line (strokes, pulls, wobbles, grips)
 * uses this curve. */
#ifndef VVI_LINE_CURVE_H
#define VVI_LINE_CURVE_H

#include "line.h"

/* point = Σ value[i] · corner[first + i]; its derivative over the length of one element is Σ slope[i] · corner[first
 * + i]. */
typedef struct curve_weights {
    uint32_t first, count;
    double value[4], slope[4];
} curve_weights;

/* arc_share is clamped to 0…1. */
curve_weights vvi_curve_weights_at(uint32_t element_count, double arc_share);

/* The derivative of the point at `arc_share` by each angle, in metres a radian: jacobian[element_count]. By the root
 * it is the identity. Returns the point. */
vv_vec2 vvi_curve_jacobian(uint32_t element_count, const vv_line_pose *pose, double arc_share, vv_vec2 *jacobian);

/* The smallest change of angles and root that moves the point at `arc_share` by `by`, to first order:
 * angles[element_count], and the move of the root as the result. Bending costs less than moving the root. */
vv_vec2 vvi_curve_smallest_move(uint32_t element_count, const vv_line_pose *pose, double arc_share, vv_vec2 by,
                                float *angles);

#endif
