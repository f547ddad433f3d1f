/* The smooth curve through the corners of a line: at any share of its length a fixed mix of at most four corners. Everything
 * that asks for a point of a line (strokes, pulls, wobbles, grips) asks for this curve. */
#ifndef VVI_LINE_CURVE_H
#define VVI_LINE_CURVE_H

#include "line.h"

/* point = Σ value[i] · corner[first + i], and its change over one element's length = Σ slope[i] · corner[first + i]. */
typedef struct curve_mix {
    uint32_t first, count;
    double value[4], slope[4];
} curve_mix;

/* along is taken into 0…1. */
curve_mix vvi_curve_mix(uint32_t element_count, double along);

/* How the point `along` moves with the line: place in x and y for each angle, in metres a radian; with the root it moves as
 * that does. jacobian[element_count]. Returns the point. */
vv_vec2 vvi_curve_jacobian(uint32_t element_count, const vv_line_pose *pose, double along, vv_vec2 *jacobian);

/* The least change of angles and root that moves the point `along` by `by`, to first order: angles[element_count], and the
 * root's move as the result. Bending comes easier than moving the root. */
vv_vec2 vvi_curve_least_move(uint32_t element_count, const vv_line_pose *pose, double along, vv_vec2 by, float *angles);

#endif
